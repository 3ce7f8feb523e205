// jumps: how often agents jump, and how often it goes well.
#include <array>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"

namespace drover {
namespace {

constexpr std::array<MetricOutput, 7> kJumpsOutputs = {{
    {"taken", "", "Jumps that left the ground."},
    {"landed", "", "Those that ended on their pads."},
    {"missed", "", "Those that ended elsewhere."},
    {"success_rate", "", "Share of those that ended on their pads."},
    {"bad_takeoff", "", "Jumps that left the ground with a velocity off by more than is allowed."},
    {"aborts", "", "Run-ups that were given up before the edge."},
    {"failed", "",
     "Jumps that were given up for good: nobody could do them, or three run-ups were given up."},
}};

class Jumps final : public Metric {
 public:
  Jumps(const GroupDef& def, const Simulator& simulator) : members_(def, simulator.world()) {}

  // The state itself counts them.
  void observe(Observation& observation) override {
    const JumpColumns& jumps = observation.world().state.jumps;
    if (jumps.takeoffs.empty()) return;
    sums_ = {};
    for (const AgentIndex i : members_.agents()) {
      sums_.taken += jumps.takeoffs[i];
      sums_.landed += jumps.landed[i];
      sums_.missed += jumps.missed[i];
      sums_.bad += jumps.bad_takeoffs[i];
      sums_.aborts += jumps.aborts[i];
      sums_.failed += jumps.failed[i];
    }
  }

  void report(MetricReport& report) const override {
    report.count("taken", sums_.taken);
    report.count("landed", sums_.landed);
    report.count("missed", sums_.missed);
    report.number(
        "success_rate",
        ratio_of(static_cast<double>(sums_.landed), static_cast<double>(sums_.landed + sums_.missed)),
        "no jump ended");
    report.count("bad_takeoff", sums_.bad);
    report.count("aborts", sums_.aborts);
    report.count("failed", sums_.failed);
  }

 private:
  struct Sums {
    std::uint64_t taken = 0, landed = 0, missed = 0, bad = 0, aborts = 0, failed = 0;
  };
  GroupMembers members_;
  Sums sums_;
};

constexpr TypedMetric<GroupDef> kTypedJumps = {
    .info = {.name = "jumps",
             .summary = "Counts jumps and how they end, where the ground has heights.",
             .source = "Millington, Artificial Intelligence for Games, 3rd ed., 3.6",
             .example = R"({"jumps": {}})",
             .related = "jump, falls",
             .not_in_space = "nobody jumps in space"},
    .fields = kGroupFields,
    .outputs = kJumpsOutputs,
    .unasked = Unasked::never,
    .make = construct<Jumps>,
};

}  // namespace

extern constexpr MetricKind kJumpsMetric = make_metric<kTypedJumps>();

}  // namespace drover
