// Limits a scenario sets on its metrics, and whether a run kept them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "observe/metrics/metric_set.h"
#include "sim/definitions/definitions.h"

namespace drover {

// Why an expectation cannot be judged.
struct ExpectationProblem {
  std::size_t index = 0;  // of the expectation
  std::string key;        // the key to blame: "metric", "at_most" or "at_least"
  std::string message;
  std::string nearest;               // the path that was probably meant; empty without
  std::vector<std::string> allowed;  // the paths there are; for "metric"
};

// Checked before a run. Without problems, every expectation can be judged afterwards.
std::vector<ExpectationProblem> check_expectations(std::span<const ExpectDef> expectations,
                                                   const RecordDef& record);

struct Verdict {
  std::string metric;
  std::optional<double> at_most;
  std::optional<double> at_least;
  MetricValue value;
  // A value that is absent passes no limit.
  bool pass = false;
};

// The work counters have paths too, "counters.pairs_tested": they are exact, so a budget on them guards the
// speed of a run without a clock.
std::vector<Verdict> judge(std::span<const ExpectDef> expectations, const MetricResults& results,
                           const WorkCounters& counters = {});

// Whether all passed.
bool all_pass(std::span<const Verdict> verdicts);

// "collisions.agent_agent is 5, at most 0 expected", for a verdict that does not pass.
std::string describe_failure(const Verdict& verdict);

// [{"metric": ..., "at_most": ..., "value": ..., "pass": true}, ...]
nlohmann::ordered_json to_json(std::span<const Verdict> verdicts);

}  // namespace drover
