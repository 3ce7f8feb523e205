#include "observe/metrics/shortest_ways.h"

#include <span>

#include "sim/geometry/shape_image.h"
#include "sim/step/agent_goals.h"

namespace drover {
namespace {

// A place as seen from a point; a region by its point that is nearest to that.
WayEnd end_at(const World& world, const GoalPlace& place, Vec3 from) {
  if (!place.is_region()) return {.position = place.point};
  const Shape& shape = world.model().regions[place.region].shape;
  return {.position = shape.nearest_point(image_near(shape, world.model().bounds, from)),
          .region = place.region};
}

// How much of a leg is outside of a region in which it ends.
Vec3 part_outside(const World& world, const Shape& region, Vec3 from, Vec3 to) {
  constexpr int kHalvings = 40;
  const Bounds& bounds = world.model().bounds;
  double outside = 0.0, inside = 1.0;  // shares of the leg
  for (int k = 0; k < kHalvings; ++k) {
    const double half = 0.5 * (outside + inside);
    const Vec3 p = bounds.wrapped_if_needed(from + (to - from) * half);
    (encloses_image(region, bounds, p) ? inside : outside) = half;
  }
  return (to - from) * inside;
}

// Along points to the first that is in the region, and only as far as its border.
WholeWay way_into_region(const World& world, const Shape& region, std::span<const Vec3> points) {
  const Bounds& bounds = world.model().bounds;
  double sum = 0.0;
  for (std::size_t k = 1; k < points.size(); ++k) {
    Vec3 leg = points[k] - points[k - 1];
    const bool is_last = encloses_image(region, bounds, bounds.wrapped_if_needed(points[k]));
    if (is_last) leg = part_outside(world, region, points[k - 1], points[k]);
    sum += length(leg);
    if (is_last) return {bounds.wrapped_if_needed(points[k - 1] + leg), sum};
  }
  return {bounds.wrapped_if_needed(points.back()), sum};
}

// Where the body has no room at the very end, straight on to it from the end of its way.
WholeWay way_to_point(const Bounds& bounds, Vec3 end, std::span<const Vec3> points) {
  double sum = length(bounds.displacement(bounds.wrapped_if_needed(points.back()), end));
  for (std::size_t k = 1; k < points.size(); ++k)
    sum += length(points[k] - points[k - 1]);
  return {end, sum};
}

WayOptions options_for(const World& world, AgentIndex agent) {
  Target goal;
  goal.type = TargetType::goal;
  WayOptions options;
  options.simplification = Simplification::taut;
  options.shares_field = goal_of(world, agent) == nullptr || is_end_shared(world, goal, agent);
  return options;
}

}  // namespace

std::optional<WholeWay> ShortestWays::to_goal(const Observation& observation, AgentIndex agent, Vec3 start) {
  const std::optional<Goal> goal = observation.simulator().goal(agent);
  if (!goal) return std::nullopt;
  const World& world = observation.world();
  const AgentGoal* own = goal_of(world, agent);
  if (own == nullptr || own->form != GoalForm::route) {
    const WholeWay way =
        leg(world, agent, start, {.position = goal->position, .region = goal_region(world, agent)});
    return WholeWay{goal->position, way.length};
  }
  WholeWay whole{start, 0.0};
  for (const GoalPlace& place : own->places) {
    const WholeWay way = leg(world, agent, whole.end, end_at(world, place, whole.end));
    whole.end = way.end;
    if (whole.length && way.length) *whole.length += *way.length;
    if (!way.length) whole.length.reset();
  }
  return whole;
}

WholeWay ShortestWays::leg(const World& world, AgentIndex agent, Vec3 from, const WayEnd& end) {
  const Model& model = world.model();
  const Vec3 straight = model.bounds.displacement(from, end.position);
  if (!model.navigation.exists()) return {end.position, length(straight)};
  const NavigationWorld ways = world.navigation_world();
  navigation_.begin_state(ways, model.navigation);
  NavigationLayer& layer = navigation_.layer(ways, model.navigation, 0, world.state.limits.radius[agent],
                                             model.statics->ground.solids_index(model.agents.type[agent]));
  if (is_short_leg(model.bounds, straight) && can_go_straight(world, layer, agent, from, from + straight))
    return {end.position, length(straight)};
  const PlannedWay way =
      plan_way(world, layer, agent, from, {.position = from + straight, .region = end.region},
               options_for(world, agent), scratch_);
  if (!way.arrives()) return {end.position, std::nullopt};
  return end.region == kNoIndex ? way_to_point(model.bounds, end.position, way.points)
                                : way_into_region(world, model.regions[end.region].shape, way.points);
}

}  // namespace drover
