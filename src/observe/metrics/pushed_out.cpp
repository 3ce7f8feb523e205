// pushed_out: how often doors that shut pushed bodies out.
#include <array>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 2> kPushedOutOutputs = {{
    {"count", "", "How often agents were pushed out of an obstacle or wall that appeared."},
    {"caught", "",
     "Agents in the last state that are in one that appeared, and found no place with room yet."},
}};

class PushedOut final : public Metric {
 public:
  PushedOut(const GroupDef& def, const Simulator& simulator) : members_(def, simulator.world()) {}

  // The state itself counts pushes.
  void observe(Observation& observation) override {
    const World& world = observation.world();
    if (!world.model().has_doors) return;
    count_ = caught_ = 0;
    for (const AgentIndex i : members_.agents()) {
      count_ += world.state.caught.pushed_out[i];
      if (world.is_present(i)) caught_ += world.state.caught.caught[i];
    }
  }

  void report(MetricReport& report) const override {
    report.count("count", count_);
    report.count("caught", caught_);
  }

 private:
  GroupMembers members_;
  std::uint64_t count_ = 0;
  std::uint64_t caught_ = 0;
};

constexpr TypedMetric<GroupDef> kTypedPushedOut = {
    .info = {.name = "pushed_out",
             .summary = "Counts bodies that were pushed out of obstacles and walls that appeared.",
             .source = "drover's own",
             .example = R"({"pushed_out": {}})",
             .related = "collisions",
             .in_space = true},
    .fields = kGroupFields,
    .outputs = kPushedOutOutputs,
    .unasked = Unasked::never,
    .make = construct<PushedOut>,
};

}  // namespace

extern constexpr MetricKind kPushedOutMetric = make_metric<kTypedPushedOut>();

}  // namespace drover
