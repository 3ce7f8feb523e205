#include "sim/step/hands.h"

#include <algorithm>

#include "core/random.h"
#include "sim/geometry/time_spans.h"

namespace drover {
namespace {

constexpr double kSpareReach = 0.3;  // beyond the radius [m]

// Seen from the position of the agent: ahead, to the left, up [m].
Vec3 hold_offset(const World& world, AgentIndex agent) {
  const AgentType& type = world.model().type_of(agent);
  return type.hands && type.hands->hold_offset ? *type.hands->hold_offset : default_arm(world, agent);
}

Hold hold_now(const World& world, AgentIndex agent) {
  return hold_of(world, world.state.motion, world.state.elevation, agent);
}
Hold hold_next(const World& world, AgentIndex agent) {
  return hold_of(world, world.state.next, world.state.next_elevation, agent);
}

// How far the place lies above the feet, where hands reach down to these [m].
double depth_of_reach(const World& world, AgentIndex agent) {
  return world.model().is_elevated() ? larger(0.0, hold_offset(world, agent).z) : 0.0;
}

// While a way, as the place of holding sees it, is within reach of that: of the place itself, or of the line
// from there down to the feet.
TimeSpan span_within_reach(const World& world, AgentIndex agent, Vec3 from, Vec3 step) {
  const double reach = hand_reach(world, agent);
  const TimeSpan ball = span_within_radius(from, step, reach);
  const double depth = depth_of_reach(world, agent);
  if (depth == 0.0) return ball;
  const TimeSpan below = span_within_radius({from.x, from.y, 0.0}, {step.x, step.y, 0.0}, reach)
                             .both(span_between(from.z, step.z, -depth, 0.0));
  if (below.is_empty() || (!ball.is_empty() && ball.begin <= below.begin)) return ball;
  return below;
}

bool catches(const World& world, const BallWay& way, AgentIndex agent, Vec3 relative_velocity) {
  const HandsDef& hands = *world.model().type_of(agent).hands;
  if (length(relative_velocity) > hands.max_catch_speed) return false;
  if (way.lies || hands.catch_probability >= 1.0) return true;
  Draws draws(
      {world.model().seed, world.model().agents.number[agent], world.state.tick, Purpose::hands, way.number});
  return draws.uniform() < hands.catch_probability;
}

Catch catch_by(const World& world, const BallWay& way, AgentIndex agent) {
  const Bounds& bounds = world.model().bounds;
  const Hold now = hold_now(world, agent), next = hold_next(world, agent);
  const Vec3 moved = bounds.displacement(now.point, next.point);
  const Vec3 from = bounds.displacement(now.point, way.from) - moved * way.begin;
  const Vec3 step = way.to - way.from - moved * (way.end - way.begin);
  const TimeSpan within = TimeSpan{0.0, 1.0}.both(span_within_reach(world, agent, from, step));
  if (within.is_empty()) return {};
  const Vec3 away = from + step * within.begin;
  const Vec3 relative = way.velocity - moved / world.model().dt;
  return {way.begin + within.begin * (way.end - way.begin), agent, catches(world, way, agent, relative),
          length2(away)};
}

}  // namespace

Vec3 default_arm(const World& world, AgentIndex agent) {
  const double height =
      world.model().is_elevated() ? kShareOfHeight * world.model().type_of(agent).body_height : 0.0;
  return {world.state.limits.radius[agent], 0.0, height};
}

Hold hold_of(const World& world, const AgentMotion& motion, const ElevationColumns& elevation,
             AgentIndex agent) {
  const Vec3 arm = motion.frame(agent).vector(hold_offset(world, agent));
  Hold hold{motion.position(agent) + arm,
            motion.velocity(agent) + cross(motion.angular_velocity(agent), arm)};
  if (!world.model().is_elevated()) return hold;
  hold.point.z += elevation.z[agent];
  hold.velocity.z += elevation.vz[agent];
  return hold;
}

std::size_t row_of_ball(const World& world, std::uint32_t number) {
  const std::vector<std::uint32_t>& numbers = world.state.projectiles.number;
  const auto end = numbers.begin() + static_cast<std::ptrdiff_t>(world.state.projectile_counts.in_flight[0]);
  return static_cast<std::size_t>(std::lower_bound(numbers.begin(), end, number) - numbers.begin());
}

bool has_free_hands(const World& world, AgentIndex agent) {
  return world.is_present(agent) && world.model().type_of(agent).hands && world.state.hands.ball[agent] == 0;
}

double hand_reach(const World& world, AgentIndex agent) {
  return world.model().type_of(agent).hands->reach.value_or(world.state.limits.radius[agent] + kSpareReach);
}

double longest_reach(const World& world) {
  double longest = 0.0;
  const double radius = world.largest_radius();
  for (const AgentType& type : world.model().types) {
    if (!type.hands) continue;
    const double own = type.hands->reach.value_or(radius + kSpareReach);
    const double arm = type.hands->hold_offset ? length(*type.hands->hold_offset) : radius;
    longest = larger(longest, own + arm);
  }
  return longest;
}

void place_held_balls(World& world, const AgentMotion& motion, const ElevationColumns& elevation) {
  if (!world.state.hands.exist()) return;
  ProjectileColumns& projectiles = world.state.projectiles;
  for (std::size_t row = 0; row < world.state.projectile_counts.in_flight[0]; ++row) {
    if (projectiles.phase[row] != static_cast<std::uint8_t>(ProjectilePhase::held)) continue;
    const Hold hold = hold_of(world, motion, elevation, projectiles.holder[row]);
    projectiles.set_motion(row, world.model().bounds.wrapped_if_needed(hold.point), hold.velocity);
  }
}

Catch first_catch(const World& world, const BallWay& way, std::span<const AgentIndex> agents) {
  Catch first;
  for (const AgentIndex agent : agents) {
    if (agent == way.barred[0] || agent == way.barred[1] || !has_free_hands(world, agent)) continue;
    const Catch found = catch_by(world, way, agent);
    if (!found.exists()) continue;
    const bool is_nearer = found.t == first.t && found.distance2 < first.distance2;
    if (found.t < first.t || is_nearer) first = found;
  }
  return first;
}

bool can_reach(const World& world, AgentIndex agent, Vec3 place) {
  const Vec3 away = world.model().bounds.displacement(hold_now(world, agent).point, place);
  return !span_within_reach(world, agent, away, {}).is_empty();
}

bool is_out_of_reach(const World& world, AgentIndex agent, Vec3 ball) {
  if (!world.is_present(agent) || !world.model().type_of(agent).hands) return true;
  const Vec3 away = world.model().bounds.displacement(hold_next(world, agent).point, ball);
  return span_within_reach(world, agent, away, {}).is_empty();
}

}  // namespace drover
