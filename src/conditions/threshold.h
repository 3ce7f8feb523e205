// A number below or above a threshold, with hysteresis: the keys and the memory of every condition that
// compares a quantity.
#pragma once

#include "core/field.h"
#include "sim/step/agent_view.h"

namespace drover {

struct Threshold {
  Quantity less_than;
  Quantity greater_than;
  Quantity hysteresis;
};

inline constexpr auto kThresholdFields = fields(
    field<&Threshold::less_than>({.key = "less_than",
                                  .range = closed(-1e9, 1e9),
                                  .doc = "Holds while the quantity is below this.",
                                  .otherwise = "greater_than counts"}),
    field<&Threshold::greater_than>({.key = "greater_than",
                                     .range = closed(-1e9, 1e9),
                                     .doc = "Holds while the quantity is above this.",
                                     .otherwise = "less_than counts"}),
    field<&Threshold::hysteresis>(
        {.key = "hysteresis",
         .range = closed(0, 1e9),
         .doc = "Once it holds, it goes on until the quantity is past the threshold by this much; without it "
                "an agent at the threshold would switch in every step.",
         .otherwise = "a tenth of the threshold"}));

inline std::vector<Problem> check_threshold(const Threshold& threshold) {
  if (threshold.less_than.is_present() != threshold.greater_than.is_present()) return {};
  return {{"", "give either \"less_than\" or \"greater_than\""}};
}

// The memory: whether it held in the step before.
inline bool holds_with_hysteresis(const Threshold& threshold, double value, const AgentView& view,
                                  AgentIndex agent) {
  double& held = view.memory_to_write(agent)[0];
  const bool below = threshold.less_than.is_present();
  const double limit = below ? threshold.less_than[agent] : threshold.greater_than[agent];
  const double margin =
      held != 0.0 ? threshold.hysteresis.value_or(agent, 0.1 * (limit < 0.0 ? -limit : limit)) : 0.0;
  const bool holds = below ? value < limit || (held != 0.0 && value <= limit + margin)
                           : value > limit || (held != 0.0 && value >= limit - margin);
  held = holds ? 1.0 : 0.0;
  return holds;
}

inline void start_threshold(const AgentView& view, AgentIndex agent) {
  view.memory_to_write(agent)[0] = 0.0;
}

}  // namespace drover
