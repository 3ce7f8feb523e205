// overlap: how many pairs of bodies overlap and how deep.
#include <array>

#include "observe/metrics/contact_fields.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 4> kOverlapOutputs = {{
    {"pairs_final", "", "Overlapping pairs in the last state."},
    {"pairs_maximum", "", "Most overlapping pairs in any state."},
    {"depth_maximum", "m", "Deepest overlap of any pair in any state; 0 without any overlap."},
    {"depth_mean", "m", "Mean depth over all overlapping pairs of all states; absent without any overlap."},
}};

class OverlapMetric final : public Metric {
 public:
  OverlapMetric(const ContactDef& def, const Simulator& simulator)
      : members_(def.members, simulator.world()), tolerance_(def.tolerance) {}

  void observe(Observation& observation) override {
    pairs_ = 0;
    observation.visit_contacts(tolerance_, [this](const Overlap& pair) {
      if (!members_.touches(pair.a, pair.b)) return;
      ++pairs_;
      depth_.add(pair.depth);
      deepest_ = larger(deepest_, pair.depth);
    });
    if (pairs_ > most_pairs_) most_pairs_ = pairs_;
  }

  void report(MetricReport& report) const override {
    report.count("pairs_final", pairs_);
    report.count("pairs_maximum", most_pairs_);
    report.number("depth_maximum", deepest_);
    report.number("depth_mean", depth_.mean());
  }

 private:
  GroupMembers members_;
  double tolerance_;
  std::uint64_t pairs_ = 0;
  std::uint64_t most_pairs_ = 0;
  double deepest_ = 0.0;
  RunningMean depth_;
};

constexpr TypedMetric<ContactDef> kTypedOverlap = {
    .info = {.name = "overlap",
             .summary = "Measures how deep bodies of agents overlap; of a group, where a member takes part.",
             .source = "common in crowd simulation",
             .example = R"({"overlap": {}})",
             .related = "collisions",
             .in_space = true},
    .fields = kContactFields,
    .outputs = kOverlapOutputs,
    .make = construct<OverlapMetric>,
};

}  // namespace

extern constexpr MetricKind kOverlapMetric = make_metric<kTypedOverlap>();

}  // namespace drover
