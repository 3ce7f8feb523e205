// The drover program as a child process, in a folder of its own.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/types.h>

namespace drover::test {

using Json = nlohmann::ordered_json;

// What a finished call left. A call that a signal ended has 128 plus its number as code, as in a shell.
struct Answer {
  int code = -1;
  std::string out;
  std::string err;

  // The standard output as JSON; discarded when it is none.
  Json json() const { return Json::parse(out, nullptr, false); }
};

struct Call {
  std::vector<std::string> words = {};  // after the program's name
  std::string input = {};
  std::map<std::string, std::string> environment = {};  // added to a small fixed one
  std::string folder = {};                              // to start in; empty: the fixture's
  std::string out_to = {};                              // a file instead of Answer::out
};

// Every test has a fresh folder, which is gone afterwards.
class Program : public ::testing::Test {
 protected:
  Program();
  ~Program() override;

  Answer run(std::initializer_list<std::string> words) const { return run(Call{.words = words}); }
  Answer run(const Call& call) const;

  // A call that goes on in the background; its streams go to files of the folder.
  pid_t start(const Call& call) const;
  Answer wait_for(pid_t child) const;

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }
  // Names of all files below the folder, sorted, without those of the harness.
  std::vector<std::string> files() const;
  std::string read(const std::string& name) const;
  Json read_json(const std::string& name) const { return Json::parse(read(name), nullptr, false); }
  void write(const std::string& name, std::string_view text) const;

  // An environment with a locale in which numbers have a decimal comma: a locale made for the test. Without
  // localedef it only has the name.
  std::map<std::string, std::string> german() const;

  // A small flock that ends within milliseconds, written as small.json.
  void write_small_scenario() const;
  // The same with far more steps than a test waits for, written as endless.json.
  void write_endless_scenario() const;

 private:
  std::filesystem::path folder_;
  std::filesystem::path streams_;
};

// A file of the tree.
std::string source_file(const std::string& path);

// The document without what differs from run to run.
Json reproducible(Json metrics);

}  // namespace drover::test
