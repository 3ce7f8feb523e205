#include "actuators/manoeuvre_search.h"

#include <algorithm>
#include <cmath>

#include "sim/definitions/ticks.h"
#include "vehicles/drive_order.h"

namespace drover {
namespace {

// Throttle and steering wheel: backward or brake, as it goes, forward; right, straight, left.
constexpr std::size_t kCandidates = 9;
constexpr std::size_t kAsItGoes = 4;

DriveCommand candidate(std::size_t number, const DriveLimits& limits, double speed) {
  const double throttle = static_cast<double>(number / 3) - 1.0;
  const double steer = static_cast<double>(number % 3) - 1.0;
  const double fast = throttle > 0.0 ? limits.speeds.max_speed : -limits.speeds.reverse_speed;
  constexpr double kFullLock = 1e3;  // rad/s; the body does what it can of it
  return {throttle == 0.0 ? speed : fast, steer * kFullLock};
}

class Search {
 public:
  Search(const ManoeuvreSearch& search, const ActuatorContext& context, AgentIndex agent, Vec3 goal)
      : search_(search),
        context_(context),
        world_(context.world()),
        agent_(agent),
        goal_(goal),
        radius_(world_.state.limits.radius[agent]) {}

  // The candidate with the least score; of equal ones the first.
  std::size_t best(const DrivenState& state) const {
    const DriveLimits limits = context_.drive_limits(agent_);
    std::size_t best = 0;
    double least = kInfinity;
    for (std::size_t k = 0; k < kCandidates; ++k) {
      const double score = score_of(state, candidate(k, limits, state.forward));
      if (!(score < least)) continue;
      least = score;
      best = k;
    }
    return may_rest(state, least) ? kAsItGoes : best;
  }

 private:
  // Who means to come to rest, and stands near the place, stays where nothing gets it nearer.
  bool may_rest(const DrivenState& state, double least) const {
    constexpr double kStands = 0.05;             // m/s
    constexpr double kNear = 1.0, kGain = 0.05;  // m
    const double distance = length(goal_ - state.pose.position);
    return std::fabs(state.forward) < kStands && distance <= least + kGain &&
           context_.distance_to_rest(agent_) <= smaller(kNear, context_.goal_reach(agent_));
  }

  // How near it gets to the goal [m], and much more where it touches something.
  double score_of(DrivenState state, const DriveCommand& command) const {
    constexpr double kCollision = 1e6;
    double nearest = length(goal_ - state.pose.position);
    for (double time = 0.0; time < search_.horizon; time += context_.dt()) {
      const Vec3 from = state.pose.position;
      state = context_.drive_step(agent_, state, command);
      nearest = smaller(nearest, length(goal_ - state.pose.position));
      if (touches(from, state.pose.position, time + context_.dt())) return nearest + kCollision;
    }
    return nearest;
  }

  bool touches(Vec3 from, Vec3 to, double time) const {
    const StaticGeometry geometry = world_.geometry_for(agent_);
    if (!geometry.is_empty() &&
        (geometry.first_obstacle_hit(from, to, radius_) || geometry.first_swept_wall_hit(from, to, radius_)))
      return true;
    const State& state = world_.state;
    return std::ranges::any_of(context_.perceived(search_.perceived).list(agent_), [&](AgentIndex other) {
      const Vec3 there = state.motion.position(other) + state.motion.velocity(other) * time;
      const double reach = radius_ + state.limits.radius[other];
      return length2(world_.model().bounds.displacement(to, there)) < reach * reach;
    });
  }

  const ManoeuvreSearch& search_;
  const ActuatorContext& context_;
  const World& world_;
  AgentIndex agent_;
  Vec3 goal_;
  double radius_;
};

}  // namespace

NeighborhoodDef manoeuvre_neighborhood() {
  NeighborhoodDef def;
  def.radius = 20.0;
  return def;
}

DriveCommand manoeuvre(const ManoeuvreSearch& search, const ActuatorContext& context, AgentIndex agent,
                       Vec3 wanted_velocity, std::span<double> memory) {
  if (length(wanted_velocity) <= kRestRequest) {
    memory[0] = 0.0;
    return {};
  }
  const DrivenState state = context.driven_state(agent);
  const auto tick = static_cast<double>(context.world().state.tick);
  if (memory[0] == 0.0 || tick >= memory[1]) {
    const Vec3 goal = context.goal_point(agent, wanted_velocity)
                          .value_or(state.pose.position + wanted_velocity * kGoalTime);
    memory[0] = 1.0 + static_cast<double>(Search(search, context, agent, goal).best(state));
    memory[1] = tick + static_cast<double>(first_tick_from(search.period, context.dt()));
  }
  DriveCommand command =
      candidate(static_cast<std::size_t>(memory[0]) - 1, context.drive_limits(agent), state.forward);
  command.speed = smaller(command.speed, length(wanted_velocity));
  return command;
}

}  // namespace drover
