// Numbers about the members of a group, reduced over agents and states.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/observation.h"
#include "observe/metrics/running.h"

namespace drover {

// A quantity added up along each agent's track: what "distance" and "effort" report.
// `amount`: what a member adds in a step in which it travelled to the observed state.
template <double (*amount)(const Observation& observation, AgentIndex agent)>
class MemberTotals final : public Metric {
 public:
  MemberTotals(const GroupDef& def, const Simulator& simulator)
      : members_(def, simulator.world()), totals_(members_.size(), 0.0), was_there_(members_.size(), 0) {}

  void observe(Observation& observation) override {
    for (std::size_t k = 0; k < members_.size(); ++k) {
      const AgentIndex i = members_.agents()[k];
      if (observation.world().is_present(i)) was_there_[k] = 1;
      if (observation.travelled(i)) totals_[k] += amount(observation, i);
    }
  }

  // "total", "mean" over the members that were ever there, and "maximum".
  void report(MetricReport& report) const override {
    RunningMean mean;
    RunningExtreme greatest;
    for (std::size_t k = 0; k < totals_.size(); ++k) {
      if (was_there_[k] == 0) continue;
      mean.add(totals_[k]);
      greatest.keep_greatest(totals_[k]);
    }
    report.number("total", mean.sum());
    report.number("mean", mean.mean());
    report.number("maximum", greatest.value());
  }

 private:
  GroupMembers members_;
  std::vector<double> totals_;           // per member
  std::vector<std::uint8_t> was_there_;  // per member
};

// A number about agents, reduced over agents and states: what "quantity" and "speed" report.
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
