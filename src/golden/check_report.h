// The findings of a check, as plain data from which reports of every form are written.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "golden/scenario_values.h"
#include "observe/compare/divergence.h"
#include "observe/compare/metrics_comparison.h"
#include "observe/metrics/expectations.h"

namespace drover {

// How the run of a scenario compares with its golden. In the order of severity.
enum class CheckStatus {
  passed,            // the same bits
  tolerated,         // other bits, everything within the tolerances of the golden
  updated,           // the golden was written
  missing,           // there is no golden
  scenario_changed,  // the golden is of another scenario
  numerics_changed,  // the golden was made with other arithmetic
  hashes_changed,    // its hashes have another form
  differs,           // the run does not come to what was accepted
  not_checked,       // a golden whose scenario is below the given paths, but was not found there
  bad_input,         // the scenario or the golden cannot be read
  run_failed,        // the run could not go on
};
inline constexpr std::array<std::string_view, 11> kCheckStatusNames = {
    "passed",         "tolerated", "updated",     "missing",   "scenario_changed", "numerics_changed",
    "hashes_changed", "differs",   "not_checked", "bad_input", "run_failed"};
constexpr std::string_view name_of(CheckStatus status) {
  return kCheckStatusNames[static_cast<std::size_t>(status)];
}

// One scenario.
struct ScenarioCheck {
  std::string scenario;  // file as found
  std::string golden;    // file; empty where there is none and none was asked for
  CheckStatus status = CheckStatus::passed;
  std::string message = {};                  // one line that says what is wrong; empty when nothing is
  std::string detail = {};                   // more lines, for people; empty without
  std::string command = {};                  // what accepts the change; empty where nothing can be accepted
  double dt = 0.0;                           // s
  std::uint64_t steps = 0;                   // taken
  std::string state_hash = {};               // after the last
  std::vector<ScenarioChange> changes = {};  // in the scenario, as far as the golden knows its values
  Divergence divergence = {};
  std::vector<MetricDifference> metrics = {};
  std::vector<Verdict> expectations = {};
  double seconds = 0.0;   // it took; not reproducible
  std::string name = {};  // that the scenario gives itself; empty where it could not be read
  std::size_t line = 0;   // of the problem in the scenario, counted from 1; 0 where it has no line
  // The acceptance of the golden; empty where there is none.
  std::string accepted_with = {};  // version of drover
  std::string accepted_reason = {};
  std::string renamed_from = {};  // golden of an equal scenario whose file is gone; empty: none

  bool meets_expectations() const { return all_pass(expectations); }
  // Whether the golden agrees or was just written.
  bool golden_agrees() const { return status <= CheckStatus::updated; }
  // Whether it does and all expectations hold.
  bool pass() const { return golden_agrees() && meets_expectations(); }
};

struct CheckReport {
  std::vector<ScenarioCheck> scenarios;  // by file
  std::vector<std::string> obsolete;     // goldens whose scenario is gone
  bool obsolete_fails = false;
  std::string accept_command = {};  // what accepts every change; empty where nothing can be accepted
  std::string prune_command = {};   // what removes the obsolete goldens; empty where nothing does
  double seconds = 0.0;             // of the clock on the wall, for the whole check; not reproducible

  // Whether all scenarios do, and no golden is obsolete where that fails.
  bool pass() const {
    return std::ranges::all_of(scenarios, &ScenarioCheck::pass) && (obsolete.empty() || !obsolete_fails);
  }
};

}  // namespace drover
