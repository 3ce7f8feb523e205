// A folder with scenarios to check, for the tests of `drover check` and `drover golden`.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/program.h"

namespace drover::test {

class CheckedFolder : public Program {
 protected:
  // Two scenarios: scenarios/one.json and scenarios/deep/two.json.
  CheckedFolder();

  // A short run of some agents that wander; `keys` are further keys of the scenario, each starting with a
  // comma.
  void write_scenario(const std::string& name, int seed = 1, std::string_view keys = "") const;
  // It stops in its first step, in which a number is no longer finite.
  void write_breaking_scenario(const std::string& name) const;

  Answer check(std::vector<std::string> words, std::map<std::string, std::string> environment = {}) const;
  Answer golden(std::vector<std::string> words, std::map<std::string, std::string> environment = {}) const;
  // The report of a check as JSON.
  Json report(std::vector<std::string> words) const;
  // A golden for every scenario.
  void accept_all() const;

  // A golden, changed by a function and written again.
  template <class Change>
  void change_json(const std::string& name, Change change) const {
    Json document = read_json(name);
    change(document);
    write(name, document.dump(1));
  }
  // The golden of another result of the same scenario.
  void change_golden(const std::string& name) const;

  // All files and folders with their bytes and times of change.
  std::map<std::string, std::string> everything() const;
};

// The scenario of a report with that file.
Json of_scenario(const Json& report, const std::string& scenario);

}  // namespace drover::test
