// stuck: agents that want to move and do not.
#include <array>

#include "observe/metrics/agent_goal.h"
#include "observe/metrics/group_members.h"
#include "observe/metrics/metric.h"
#include "sim/step/goals.h"

namespace drover {
namespace {

struct StuckDef {
  GroupDef members;
  double distance = 0.1;
  double window = 2.0;
  double goal_radius = 1.0;
};

constexpr auto kStuckFields = join(
    embed<&StuckDef::members>(kGroupFields),
    fields(field<&StuckDef::distance>({.key = "distance",
                                       .unit = "m",
                                       .range = left_open(0, 1e4),
                                       .doc = "An agent that stays within this distance does not move."}),
           field<&StuckDef::window>({.key = "window",
                                     .unit = "s",
                                     .range = left_open(0, 1e6),
                                     .doc = "For how long it must not have moved."}),
           field<&StuckDef::goal_radius>({.key = "goal_radius",
                                          .unit = "m",
                                          .range = kNotNegative,
                                          .doc = "An agent this near its goal may rest; at a region, one "
                                                 "inside. Goals of agents have a goal_radius instead."})));

constexpr std::array<MetricOutput, 3> kStuckOutputs = {{
    {"final", "", "Agents that are stuck in the last state."},
    {"ever", "", "Agents that were stuck at some time."},
    {"agent_seconds", "s",
     "Time being stuck, summed over the agents, counted from the end of the window on."},
}};

// Only agents that are steered can be stuck. An agent wants to move when it goes for a goal farther away than
// goal_radius or, without a goal, when its velocity, or what it was asked for and did not do, would carry it
// farther than `distance` within the window: a body that is held back has lost its velocity, but is still
// asked to move, while one that brakes or rests does what it was asked for.
//
// An agent has not moved as long as it stays within `distance` of the position it last moved to. That needs
// one position per agent, however long the window is.
class Stuck final : public Metric {
 public:
  Stuck(const StuckDef& def, const Simulator& simulator) : def_(def), dt_(simulator.world().model().dt) {
    const World& world = simulator.world();
    const GroupMembers members(def.members, world);
    for (const AgentIndex i : members.agents()) {
      const AgentType& type = world.model().type_of(i);
      if (type.locomotion->steered && !type.entries.empty()) {
        watched_.push_back({i, world.state.motion.position(i), world.state.tick});
      }
    }
  }

  void observe(Observation& observation) override {
    const World& world = observation.world();
    now_ = 0;
    for (Watched& agent : watched_) {
      if (!world.is_present(agent.index)) continue;
      const Vec3 p = world.state.motion.position(agent.index);
      const Vec3 moved = world.model().bounds.displacement(agent.place, p);
      if (!observation.is_first()) agent.asked += observation.simulator().requests().linear(agent.index);
      if (world.state.record.teleport_tick[agent.index] > agent.since ||
          length2(moved) >= def_.distance * def_.distance || !wants_to_move(observation, agent)) {
        agent.place = p;
        agent.since = world.state.tick;
        agent.velocity = world.state.motion.velocity(agent.index);
        agent.asked = {};
      }
      if (static_cast<double>(world.state.tick - agent.since) * dt_ < def_.window) continue;
      ++now_;
      if (!agent.was_stuck) ++ever_;
      agent.was_stuck = true;
    }
    if (!observation.is_first()) agent_steps_ += now_;
  }

  void report(MetricReport& report) const override {
    report.count("final", now_);
    report.count("ever", ever_);
    report.number("agent_seconds", static_cast<double>(agent_steps_) * dt_);
  }

 private:
  struct Watched {
    AgentIndex index;
    Vec3 place;
    std::uint64_t since;  // tick at which it came there
    Vec3 velocity = {};   // of that time
    Vec3 asked = {};      // sum of its requests since then
    bool was_stuck = false;
  };

  bool wants_to_move(const Observation& observation, const Watched& agent) const {
    const World& world = observation.world();
    if (const std::optional<Goal> goal =
            find_goal_now(world, observation.simulator().perceptions(), agent.index))
      return !is_reached(*goal, distance_to(*goal, world, agent.index), def_.goal_radius);
    const double speed = length(world.state.motion.velocity(agent.index));
    return larger(speed, denied_speed(world, agent)) * def_.window >= def_.distance;
  }

  // The mean speed within the window of a body at rest that gets what was asked for since then, on average,
  // and not done.
  double denied_speed(const World& world, const Watched& agent) const {
    if (world.state.tick == agent.since) return 0.0;
    const double time = static_cast<double>(world.state.tick - agent.since) * dt_;
    const AgentMotion& state = world.state.motion;
    const bool is_velocity = world.model().agents.request_unit[agent.index] == RequestUnit::velocity;
    const Vec3 done = is_velocity
                          ? world.model().bounds.displacement(agent.place, state.position(agent.index))
                          : state.velocity(agent.index) - agent.velocity;
    // Along what was asked for: what stops a body that coasts denies it nothing.
    const double denied = length(agent.asked) * dt_ - dot(done, direction(agent.asked));
    return (is_velocity ? denied : 0.5 * def_.window * denied) / time;
  }

  StuckDef def_;
  double dt_;
  std::vector<Watched> watched_;  // ascending
  std::uint64_t now_ = 0;
  std::uint64_t ever_ = 0;
  std::uint64_t agent_steps_ = 0;
};

constexpr TypedMetric<StuckDef> kTypedStuck = {
    .info = {.name = "stuck",
             .summary = "Counts steered agents that want to move and do not.",
             .source = "common in crowd simulation (deadlocks)",
             .example = R"({"stuck": {"window": 5}})",
             .related = "arrivals, speed",
             .in_space = true},
    .fields = kStuckFields,
    .outputs = kStuckOutputs,
    .reads_requests = true,
    .inspect =
        [](const StuckDef& def, const World& world) {
          return inspect_goal_radius("goal_radius", def.goal_radius, StuckDef().goal_radius, def.members,
                                     world);
        },
    .make = construct<Stuck>,
};

}  // namespace

extern constexpr MetricKind kStuckMetric = make_metric<kTypedStuck>();

}  // namespace drover
