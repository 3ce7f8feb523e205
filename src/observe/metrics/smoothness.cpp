// smoothness: whether agents move steadily, or tremble, spin and jerk.
#include <array>

#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "observe/metrics/running.h"
#include "observe/metrics/turning_back.h"
#include "sim/definitions/ticks.h"

namespace drover {
namespace {

struct SmoothnessDef {
  GroupDef members;
  double angle = 0.2;
  double least_acceleration = 0.1;
  double trembling_rate = 0.5;
  double from = 0.0;
};

constexpr auto kSmoothnessFields = join(
    embed<&SmoothnessDef::members>(kGroupFields),
    fields(field<&SmoothnessDef::angle>({.key = "angle",
                                         .unit = "rad",
                                         .range = closed(0, 1.5),
                                         .doc = "A heading that turns back by less does not turn back."}),
           field<&SmoothnessDef::least_acceleration>({.key = "least_acceleration",
                                                      .unit = "m/s^2",
                                                      .range = kNotNegative,
                                                      .doc = "Accelerations below this do not reverse."}),
           field<&SmoothnessDef::trembling_rate>(
               {.key = "trembling_rate",
                .unit = "1/s",
                .range = left_open(0, 1e6),
                .doc = "An agent with so many reversals per second, five at least, trembles."}),
           field<&SmoothnessDef::from>({.key = "from",
                                        .unit = "s",
                                        .range = closed(0, 1e9),
                                        .doc = "Steps that begin before this time do not count."})));

constexpr std::array<MetricOutput, 11> kSmoothnessOutputs = {{
    {"turn_reversals", "",
     "Times that a heading turned back by more than `angle`, or by more than 90 degrees in a step, less than "
     "the "
     "body's diameter from where it last did."},
    {"turn_reversal_rate", "1/s", "The same per agent and second."},
    {"turn_reversal_rate_greatest", "1/s", "That of the agent which has most per second."},
    {"velocity_reversals", "",
     "Times that a body moved against the direction of its last motion, less than its diameter from where it "
     "last did."},
    {"velocity_reversal_rate", "1/s", "The same per agent and second."},
    {"flips", "", "Steps in which a heading turned by more than 90 degrees, anywhere."},
    {"acceleration_reversals", "",
     "Steps whose acceleration is more than 90 degrees off that of the step before, both at least "
     "`least_acceleration`."},
    {"acceleration_reversal_rate", "1/s", "The same per agent and second."},
    {"jerk_mean", "m/s^3", "|a(t) - a(t - dt)| / dt, mean over the agents' pairs of steps."},
    {"trembling", "",
     "Agents whose headings or velocities reversed at least `trembling_rate` times per second."},
    {"spinning", "",
     "Agents that turned round at least twice more to one side than to the other, without their flips, on a "
     "way "
     "shorter than as many times round the border of their body."},
}};

class Smoothness final : public Metric {
 public:
  Smoothness(const SmoothnessDef& def, const Simulator& simulator)
      : def_(def),
        dt_(simulator.world().model().dt),
        start_(first_tick_from(def.from, dt_)),
        members_(def.members, simulator.world()),
        tracks_(members_.size()) {}

  // A step between two states that an agent did not make by itself ends its track.
  void observe(Observation& observation) override {
    const World& world = observation.world();
    if (world.state.tick <= start_) return;
    for (std::size_t k = 0; k < tracks_.size(); ++k) {
      const AgentIndex i = members_.agents()[k];
      Track& track = tracks_[k];
      if (!observation.travelled(i)) {
        track.way = {};
        continue;
      }
      ++track.steps;
      observe_turn(observation, i, track);
      if (track.way.velocity.advance(world, i) && track.way.velocity_spot.is_back(world, i))
        ++track.velocity_reversals;
      observe_acceleration(observation, i, track.way);
      track.radius = world.state.limits.radius[i];
    }
  }

  void report(MetricReport& report) const override {
    Track all;
    RunningExtreme rate;
    std::uint64_t trembling = 0, spinning = 0;
    for (const Track& track : tracks_) {
      all.steps += track.steps;
      all.turn_reversals += track.turn_reversals;
      all.velocity_reversals += track.velocity_reversals;
      if (track.steps == 0) continue;
      rate.keep_greatest(*per_second(track.turn_reversals, track.steps));
      if (trembles(track)) ++trembling;
      if (spins(track)) ++spinning;
    }
    constexpr std::string_view kNoSteps = "no agent travelled for a step";
    report.count("turn_reversals", all.turn_reversals);
    report.number("turn_reversal_rate", per_second(all.turn_reversals, all.steps), kNoSteps);
    report.number("turn_reversal_rate_greatest", rate.value(), kNoSteps);
    report.count("velocity_reversals", all.velocity_reversals);
    report.number("velocity_reversal_rate", per_second(all.velocity_reversals, all.steps), kNoSteps);
    report.count("flips", flips_);
    report.count("acceleration_reversals", acceleration_reversals_);
    report.number("acceleration_reversal_rate", per_second(acceleration_reversals_, all.steps), kNoSteps);
    report.number("jerk_mean", jerk_.mean(), "no agent travelled for two steps");
    report.count("trembling", trembling);
    report.count("spinning", spinning);
  }

 private:
  // What an agent remembers from step to step.
  struct Way {
    TurningPoints heading, nodding;
    Reversals velocity;
    Spot turn_spot, velocity_spot;
    std::optional<Vec3> acceleration;  // m/s^2
  };
  struct Track {
    Way way = {};
    std::uint64_t steps = 0, turn_reversals = 0, velocity_reversals = 0;
    double turned = 0.0;  // counter-clockwise [rad]
    double length = 0.0;  // of its way [m]
    double radius = 0.0;  // m
  };

  void observe_turn(const Observation& observation, AgentIndex i, Track& track) {
    const World& world = observation.world();
    const AgentMotion& before = observation.before();
    const double turn = before.frame(i).bearing(observation.state().heading(i));
    const Vec3 moved = world.model().bounds.displacement(before.position(i), observation.state().position(i));
    track.length += length(moved);
    // A flip has no side: nothing tells half a turn to the left from one to the right.
    if (std::fabs(turn) > 0.5 * det::kPi)
      ++flips_;
    else
      track.turned += turn;
    bool is_back = track.way.heading.advance(turn, def_.angle);
    if (world.model().is_spatial())
      is_back = track.way.nodding.advance(rise_of(observation, i), def_.angle) || is_back;
    if (is_back && track.way.turn_spot.is_back(world, i)) ++track.turn_reversals;
  }

  // How far the nose went up, seen from the body as it was [rad].
  static double rise_of(const Observation& observation, AgentIndex i) {
    const Frame before = observation.before().frame(i);
    const Vec3 heading = observation.state().heading(i);
    return det::atan2(dot(before.up, heading), dot(before.forward, heading));
  }

  void observe_acceleration(const Observation& observation, AgentIndex i, Way& way) {
    const Vec3 acceleration = (observation.state().velocity(i) - observation.before().velocity(i)) / dt_;
    if (way.acceleration) {
      const double least = def_.least_acceleration * def_.least_acceleration;
      const bool is_felt = length2(acceleration) >= least && length2(*way.acceleration) >= least;
      if (is_felt && dot(acceleration, *way.acceleration) < 0.0) ++acceleration_reversals_;
      jerk_.add(length(acceleration - *way.acceleration) / dt_);
    }
    way.acceleration = acceleration;
  }

  std::optional<double> per_second(std::uint64_t events, std::uint64_t steps) const {
    return ratio_of(static_cast<double>(events), static_cast<double>(steps) * dt_);
  }

  // Fewer reversals may be those of a start.
  bool trembles(const Track& track) const {
    constexpr std::uint64_t kFewest = 5;
    const std::uint64_t reversals = std::max(track.turn_reversals, track.velocity_reversals);
    return reversals >= kFewest && *per_second(reversals, track.steps) >= def_.trembling_rate;
  }

  static bool spins(const Track& track) {
    const double turned = std::fabs(track.turned);
    return turned >= 2.0 * det::kTwoPi && track.length < turned * track.radius;
  }

  SmoothnessDef def_;
  double dt_;
  std::uint64_t start_;  // tick
  GroupMembers members_;
  std::vector<Track> tracks_;  // by member
  std::uint64_t flips_ = 0;
  std::uint64_t acceleration_reversals_ = 0;
  RunningMean jerk_;  // m/s^3
};

constexpr TypedMetric<SmoothnessDef> kTypedSmoothness = {
    .info = {.name = "smoothness",
             .summary = "Measures whether agents move steadily, or tremble, spin and jerk.",
             .source = "jerk: Flash and Hogan, The coordination of arm movements (1985); else drover's own",
             .example = R"({"smoothness": {"from": 10}})",
             .related = "effort, stuck",
             .in_space = true},
    .fields = kSmoothnessFields,
    .outputs = kSmoothnessOutputs,
    .looks_back = true,
    .make = construct<Smoothness>,
};

}  // namespace

extern constexpr MetricKind kSmoothnessMetric = make_metric<kTypedSmoothness>();

}  // namespace drover
