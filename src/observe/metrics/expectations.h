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

// Why expectations cannot be judged, each by its pointer in the list: "/0/metric". Checked before a run;
// without problems, every expectation can be judged afterwards.
std::vector<Problem> check_expectations(std::span<const ExpectDef> expectations, const RecordDef& record,
                                        Dimensions dimensions = Dimensions::plane);

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

// "collisions.agent_agent is 5, at most 0 expected"
std::string describe_verdict(const Verdict& verdict);

// [{"metric": ..., "at_most": ..., "value": ..., "pass": true}, ...]
nlohmann::ordered_json to_json(std::span<const Verdict> verdicts);

}  // namespace drover
