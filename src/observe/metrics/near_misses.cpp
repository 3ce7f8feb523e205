// near_misses: encounters in which two bodies come close without touching.
#include <array>
#include <cmath>
#include <optional>

#include "observe/metrics/contact_fields.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"
#include "sim/perception/close_pairs.h"

namespace drover {
namespace {

struct NearMissesDef {
  GroupDef members;
  double margin = 0.5;
  double tolerance = ContactDef{}.tolerance;
};

constexpr auto kNearMissesFields =
    join(embed<&NearMissesDef::members>(kGroupFields),
         fields(field<&NearMissesDef::margin>({.key = "margin",
                                               .unit = "m",
                                               .range = left_open(0, 1e3),
                                               .doc = "Surfaces nearer than this are an encounter."}),
                field<&NearMissesDef::tolerance>(kContactTolerance)));

constexpr std::array<MetricOutput, 2> kNearMissesOutputs = {{
    {"events", "",
     "Encounters without contact: they began below the margin and ended, or last, without touching."},
    {"closest", "m", "Least distance between surfaces in those encounters; absent without any."},
}};

// Two agents within the margin of each other that are not in contact.
struct Encounter {
  AgentIndex a, b;
  double closest;        // between surfaces [m]
  bool touched = false;  // since it began

  bool before(const Encounter& other) const { return a != other.a ? a < other.a : b < other.b; }
};

// Pairs in contact are not kept, of which there may be as many as the square of the agents: a pair that comes
// out of contact was within the margin in the state before, and is known by that.
class NearMisses final : public Metric {
 public:
  NearMisses(const NearMissesDef& def, const Simulator& simulator)
      : members_(def.members, simulator.world()),
        margin_(def.margin),
        tolerance_(def.tolerance),
        pairs_(def.margin) {}

  void observe(Observation& observation) override {
    const World& world = observation.world();
    found_.clear();
    pairs_.find(world, observation.simulator().workers());
    pairs_.visit([&](const ClosePairs::Pair& pair) {
      if (!members_.touches(pair.a, pair.b) || are_on_different_floors(world, pair.a, pair.b)) return;
      const double gap = gap_of(world, pair.a, pair.b, pair.distance2);
      if (gap < margin_ && gap >= -tolerance_) found_.push_back({pair.a, pair.b, gap});
    });
    // Both lists are sorted: an encounter in both goes on, one in the old list alone has ended.
    auto old = encounters_.begin();
    for (Encounter& encounter : found_) {
      for (; old != encounters_.end() && old->before(encounter); ++old)
        end(*old, world);
      if (old == encounters_.end() || encounter.before(*old)) {
        const std::optional<double> gap = observation.gap_before(encounter.a, encounter.b);
        encounter.touched = gap && *gap < margin_;
        continue;
      }
      encounter.closest = smaller(encounter.closest, old->closest);
      encounter.touched = old->touched;
      ++old;
    }
    for (; old != encounters_.end(); ++old)
      end(*old, world);
    std::swap(encounters_, found_);
  }

  void report(MetricReport& report) const override {
    Tally all = ended_;
    for (const Encounter& encounter : encounters_)
      count(encounter, all);
    report.count("events", all.events);
    report.number("closest", all.closest.value());
  }

 private:
  struct Tally {
    std::uint64_t events = 0;
    RunningExtreme closest;
  };

  static void count(const Encounter& encounter, Tally& tally) {
    if (encounter.touched) return;
    ++tally.events;
    tally.closest.keep_least(larger(encounter.closest, 0.0));
  }

  // An encounter that is no longer among those found: by a contact, or because the agents parted.
  void end(const Encounter& encounter, const World& world) {
    if (world.is_present(encounter.a) && world.is_present(encounter.b)) {
      const AgentMotion& motion = world.state.motion;
      const Vec3 apart =
          world.model().bounds.displacement(motion.position(encounter.a), motion.position(encounter.b));
      if (gap_of(world, encounter.a, encounter.b, length2(apart)) < -tolerance_) return;
    }
    count(encounter, ended_);
  }

  // Between the surfaces [m], in the numbers of Observation::gap_before.
  static double gap_of(const World& world, AgentIndex a, AgentIndex b, double distance2) {
    return std::sqrt(distance2) - (world.state.limits.radius[a] + world.state.limits.radius[b]);
  }

  GroupMembers members_;
  double margin_;
  double tolerance_;
  ClosePairs pairs_;
  std::vector<Encounter> encounters_, found_;  // sorted by (a, b)
  Tally ended_;
};

constexpr TypedMetric<NearMissesDef> kTypedNearMisses = {
    .info = {.name = "near_misses",
             .summary =
                 "Counts encounters in which bodies come close without touching; of a group, those of its "
                 "members.",
             .source = "traffic and crowd safety studies",
             .example = R"({"near_misses": {"margin": 0.3}})",
             .related = "collisions, nearest_neighbor",
             .in_space = true},
    .fields = kNearMissesFields,
    .outputs = kNearMissesOutputs,
    .compares_bodies = true,
    .make = construct<NearMisses>,
};

}  // namespace

extern constexpr MetricKind kNearMissesMetric = make_metric<kTypedNearMisses>();

}  // namespace drover
