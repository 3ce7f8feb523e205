// A quantity added up along each agent's track: what "distance" and "effort" report.
#pragma once

#include <cstdint>
#include <vector>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"

namespace drover {

class MemberTotals {
 public:
  MemberTotals(const GroupDef& def, const World& world)
      : members_(def, world), totals_(members_.size(), 0.0), was_there_(members_.size(), 0) {}

  // Adds amount(agent) for every member that travelled to the state observed.
  template <class Amount>
  void observe(const Observation& observation, const Amount& amount) {
    for (std::size_t k = 0; k < members_.size(); ++k) {
      const AgentIndex i = members_.agents()[k];
      if (observation.world().is_present(i)) was_there_[k] = 1;
      if (observation.travelled(i)) totals_[k] += amount(i);
    }
  }

  // "total", "mean" over the members that were ever there, and "maximum".
  void report(MetricReport& report) const {
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

}  // namespace drover
