// A number about agents, reduced over agents and states: what "quantity" and "speed" report.
#pragma once

#include <optional>
#include <span>

#include "observe/metrics/group_members.h"
#include "observe/metrics/observation.h"
#include "observe/metrics/running.h"

namespace drover {

class QuantityTotals {
 public:
  QuantityTotals(const GroupDef& def, const World& world) : members_(def, world) {}

  // Takes value(agent) of every member that is there. Values that are not finite are left out.
  template <class Value>
  void observe(const Observation& observation, const Value& value) {
    RunningMean of_state;
    for (const AgentIndex i : members_.present(observation.world())) {
      const double number = value(i);
      if (!is_finite(number)) continue;
      of_state.add(number);
      least_.keep_least(number);
      greatest_.keep_greatest(number);
    }
    final_ = of_state.mean();
    if (final_) mean_.add(*final_);
  }

  // The mean over agents, averaged over the states.
  std::optional<double> mean() const { return mean_.mean(); }
  // The mean over agents in the last state.
  std::optional<double> final() const { return final_; }
  std::optional<double> least() const { return least_.value(); }
  std::optional<double> greatest() const { return greatest_.value(); }

 private:
  GroupMembers members_;
  RunningMean mean_;
  std::optional<double> final_;
  RunningExtreme least_, greatest_;
};

}  // namespace drover
