#include "sim/step/agent_goals.h"

#include <algorithm>
#include <cmath>

#include "sim/geometry/aiming_point.h"
#include "sim/geometry/shape_image.h"
#include "sim/state/region_heights.h"

namespace drover {
namespace {

Vec3 position_of(const World& world, AgentIndex agent) {
  return world.state.motion.position(agent);
}

// The point of a goal that is one, of the agent's own.
Vec3 own_point(const World& world, AgentIndex agent) {
  return goal_point(world.state.goals, agent);
}

// In a world that wraps, to the nearest image of p.
Vec3 nearest_point(const Region& region, const Bounds& bounds, Vec3 p) {
  const Vec3 image = image_near(region, bounds, p);
  return region.encloses(image) ? image : region.border_point(image);
}

bool is_at_point(const World& world, AgentIndex agent, Vec3 point, double radius) {
  return length(world.model().bounds.displacement(position_of(world, agent), point)) <= radius;
}

bool is_at(const World& world, AgentIndex agent, const GoalPlace& place, double radius) {
  const Model& model = world.model();
  if (place.is_region()) return is_in_region(world, model.regions[place.region], agent);
  return is_at_point(world, agent, place.point, radius);
}

double place_radius(const World& world, AgentIndex agent, const AgentGoal& goal) {
  return goal.place_radius.is_present() ? goal.place_radius.constant() : goal_radius(world, agent, goal);
}

// The point of a place that an agent aims at from a point on its way.
Vec3 point_to_aim_at(const World& world, AgentIndex agent, const GoalPlace& place, Vec3 from) {
  if (!place.is_region()) return place.point;
  const Region& region = world.model().regions[place.region];
  const Vec3 image = image_near(region, world.model().bounds, from);
  return aiming_point(region, image, world.state.limits.radius[agent]);
}

// The point of a place that is farthest inside, seen from a point: where the agent looks for another place.
Vec3 point_to_look_from(const World& world, const GoalPlace& place, Vec3 from) {
  if (!place.is_region()) return place.point;
  const Region& region = world.model().regions[place.region];
  return aiming_point(region, image_near(region, world.model().bounds, from), region.greatest_depth);
}

// The place of a route, or the region chosen.
const GoalPlace& present_place(const World& world, AgentIndex agent, const AgentGoal& goal) {
  if (goal.form == GoalForm::region) return goal.place;
  const std::uint32_t place = world.state.goals.stage[agent];
  return goal.form == GoalForm::route ? route_place(goal, place) : goal.places[place];
}

// How near to the point of a place that an agent aims at it is certainly at the place.
double reach_of_place(const World& world, AgentIndex agent, const AgentGoal& goal, const GoalPlace& place) {
  if (!place.is_region()) return place_radius(world, agent, goal);
  return smaller(world.state.limits.radius[agent], world.model().regions[place.region].greatest_depth);
}

bool is_goal_reached(const World& world, AgentIndex agent, const AgentGoal& goal) {
  const double radius = goal_radius(world, agent, goal);
  switch (goal.form) {
    case GoalForm::region:
    case GoalForm::regions:
      return is_at(world, agent, present_place(world, agent, goal), radius);
    case GoalForm::agent:
      return world.is_present(goal.agent) &&
             is_at_point(world, agent, world.seen_motion().position(goal.agent), radius);
    case GoalForm::direction:
    case GoalForm::route:
      return false;
    default:
      return is_at_point(world, agent, own_point(world, agent), radius);
  }
}

// Whether nothing stands between two points; on a torus the short way.
bool is_in_sight(const World& world, Vec3 from, Vec3 to) {
  return !world.geometry().blocks_sight(from, from + world.model().bounds.displacement(from, to));
}

// The legs of a route before and after a place, as an agent goes them.
struct RouteLegs {
  Vec3 place = {};     // the point of it that the agent aims at, as seen from the agent [m]
  Vec3 incoming = {};  // to it [m]
  Vec3 outgoing = {};  // on to the next [m]; of the last place to the first
};

RouteLegs legs_at(const World& world, AgentIndex agent, const AgentGoal& route, std::uint32_t stage,
                  Vec3 leg_start) {
  const Bounds& bounds = world.model().bounds;
  const auto aim_at = [&](std::uint32_t at, Vec3 from) {
    return from + bounds.displacement(from, point_to_aim_at(world, agent, route_place(route, at), from));
  };
  RouteLegs legs{.place = aim_at(stage, position_of(world, agent))};
  legs.incoming = bounds.displacement(leg_start, legs.place);
  legs.outgoing = aim_at(next_stage(route, stage), legs.place) - legs.place;
  return legs;
}

// Across which direction a place is passed: the bisector of its legs, and the incoming one where the route
// turns round.
Vec3 gate_normal(const RouteLegs& legs) {
  constexpr double kTurnsRound = -0.866;  // the cosine between legs within 30 degrees of opposite
  const Vec3 in = direction(legs.incoming);
  const Vec3 out = direction(legs.outgoing);
  return dot(in, out) < kTurnsRound ? in : direction(in + out);
}

// The fraction of a way at which the rest of it, from the fraction `begin` on, crosses the gate line of a
// place: the line through the place across gate_normal, as far as the place is seen along it and no farther
// than the longer leg.
std::optional<double> find_gate_crossing(const World& world, const RouteLegs& legs, Vec3 from, Vec3 way,
                                         double begin) {
  const Vec3 normal = gate_normal(legs);
  const double beyond = dot(from - legs.place, normal);
  const double gain = dot(way, normal);
  if (!(beyond + gain * begin < 0.0 && beyond + gain >= 0.0)) return std::nullopt;
  const double fraction = -beyond / gain;
  const Vec3 crossing = from + way * fraction;
  const double width = larger(length(legs.incoming), length(legs.outgoing));
  if (length(crossing - legs.place) > width || world.geometry().blocks_sight(crossing, legs.place))
    return std::nullopt;
  return fraction;
}

// Whether an agent does not go on from this stage of a route at once.
bool stays_at(const AgentGoal& route, const GoalSequel& sequel, std::uint32_t stage) {
  return (is_at_end(route, stage) && !is_endless(route)) || is_stop(route, sequel, stage);
}

// The place of the present stage is taken. Whether the agent goes on from it.
bool take_place(const AgentGoal& route, const GoalSequel& sequel, Vec3 place, GoalProgress& progress) {
  const bool is_last = is_at_end(route, progress.stage);
  progress.is_at_place = true;
  if (is_last) ++progress.arrivals;
  progress.is_over = is_last && !is_endless(route);
  progress.is_stop = is_stop(route, sequel, progress.stage);
  if (progress.is_over || progress.is_stop) return false;
  progress.leg_start = place;
  progress.stage = next_stage(route, progress.stage);
  return true;
}

GoalProgress route_progress(const World& world, AgentIndex agent, const AgentGoal& route) {
  GoalProgress progress{.stage = world.state.goals.stage[agent], .leg_start = own_point(world, agent)};
  const GoalSequel& sequel = sequel_of(world, agent, route);
  const double radius = place_radius(world, agent, route);
  const Vec3 here = position_of(world, agent);
  if (has_turned_back(world, agent)) return progress;
  for (std::size_t taken = 0; taken < route.places.size(); ++taken) {
    const GoalPlace& place = route_place(route, progress.stage);
    if (!is_at(world, agent, place, radius) ||
        !take_place(route, sequel, point_to_aim_at(world, agent, place, here), progress))
      break;
  }
  return progress;
}

// Whether the agent reached its goal in this state or is there for longer.
bool is_there(const World& world, AgentIndex agent, const AgentGoal& goal) {
  switch (goal_state(world, agent)) {
    case GoalState::under_way:
      return goal_progress(world, agent).arrivals > 0 ||
             (world.state.tick > 0 && world.state.goals.end_passed[agent] == world.state.tick);
    case GoalState::waiting:
    case GoalState::queued:
      return goal.form != GoalForm::route || is_at_end(goal, world.state.goals.stage[agent]);
    case GoalState::at_goal:
      return true;
    default:
      return false;
  }
}

// Straight to the place of a route and on from place to place to the last one; of one that never ends to the
// end of the lap.
double route_left(const World& world, AgentIndex agent, const AgentGoal& route) {
  const Bounds& bounds = world.model().bounds;
  Vec3 from = position_of(world, agent);
  double left = 0.0;
  for (std::uint32_t stage = world.state.goals.stage[agent];; stage = next_stage(route, stage)) {
    const GoalPlace& place = route_place(route, stage);
    const Vec3 to =
        place.is_region() ? nearest_point(world.model().regions[place.region], bounds, from) : place.point;
    left += length(bounds.displacement(from, to));
    from = to;
    if (is_at_end(route, stage)) return left;
  }
}

}  // namespace

GoalState goal_state(const World& world, AgentIndex agent) {
  if (!world.model().goals.exists()) return GoalState::none;
  return static_cast<GoalState>(world.state.goals.state[agent]);
}

const AgentGoal* goal_of(const World& world, AgentIndex agent) {
  if (!world.model().goals.exists()) return nullptr;
  const std::uint32_t index = world.state.goals.goal[agent];
  return index == kNoIndex ? nullptr : &world.model().goals.goals[index];
}

double goal_radius(const World& world, AgentIndex agent, const AgentGoal& goal) {
  const GoalModel& goals = world.model().goals;
  return goal.radius.is_present() ? world.state.value(goal.radius, agent)
                                  : world.state.value(goals.manners[goals.manner_of[agent]].radius, agent);
}

const GoalSequel& sequel_of(const World& world, AgentIndex agent, const AgentGoal& goal) {
  const GoalModel& goals = world.model().goals;
  return goal.sequel ? *goal.sequel : goals.manners[goals.manner_of[agent]].sequel;
}

std::optional<GoalAim> goal_aim(const World& world, AgentIndex agent) {
  const AgentGoal* goal = goal_of(world, agent);
  const GoalState state = goal_state(world, agent);
  if (goal == nullptr || state == GoalState::lost) return std::nullopt;
  if (state == GoalState::queued) {
    const GoalQueue& queue = world.model().goals.queues[sequel_of(world, agent, *goal).service->queue];
    return GoalAim{.position = queue_position(world, queue, world.state.goals.index_in_line[agent]),
                   .radius = goal_radius(world, agent, *goal)};
  }
  switch (goal->form) {
    case GoalForm::direction:
      return GoalAim{.is_direction = true, .direction = goal->direction};
    case GoalForm::agent:
      if (!world.is_present(goal->agent)) return std::nullopt;
      return GoalAim{.position = world.seen_motion().position(goal->agent),
                     .agent = goal->agent,
                     .radius = goal_radius(world, agent, *goal)};
    case GoalForm::region:
    case GoalForm::regions:
    case GoalForm::route: {
      const GoalPlace& place = present_place(world, agent, *goal);
      const Vec3 here = position_of(world, agent);
      return GoalAim{.position = has_turned_back(world, agent) ? point_to_look_from(world, place, here)
                                                               : point_to_aim_at(world, agent, place, here),
                     .is_region = place.is_region(),
                     .radius = reach_of_place(world, agent, *goal, place)};
    }
    default:
      return GoalAim{.position = own_point(world, agent), .radius = goal_radius(world, agent, *goal)};
  }
}

std::uint32_t goal_region(const World& world, AgentIndex agent) {
  const std::optional<GoalAim> aim = goal_aim(world, agent);
  return aim && aim->is_region ? present_place(world, agent, *goal_of(world, agent)).region : kNoIndex;
}

std::optional<Goal> own_goal(const World& world, AgentIndex agent) {
  const AgentGoal* goal = goal_of(world, agent);
  if (goal == nullptr || goal->form == GoalForm::direction) return std::nullopt;
  const GoalState state = goal_state(world, agent);
  const bool has_place =
      goal->form == GoalForm::region || goal->form == GoalForm::regions || goal->form == GoalForm::route;
  const bool goes_to_place = has_place && state != GoalState::queued && state != GoalState::lost;
  Goal seen;
  if (goes_to_place && present_place(world, agent, *goal).is_region()) {
    const Region& region = world.model().regions[present_place(world, agent, *goal).region];
    seen.position = nearest_point(region, world.model().bounds, position_of(world, agent));
    seen.is_region = true;
  } else {
    const std::optional<GoalAim> aim = goal_aim(world, agent);
    if (!aim) return std::nullopt;
    seen.position = aim->position;
  }
  if (goal->form == GoalForm::route && state != GoalState::queued)
    seen.path_left = route_left(world, agent, *goal);
  seen.is_reached = is_there(world, agent, *goal);
  return seen;
}

std::uint32_t place_of_stage(const AgentGoal& route, std::uint32_t stage) {
  const auto places = static_cast<std::uint32_t>(route.places.size());
  return stage < places ? stage : 2 * places - 2 - stage;
}

const GoalPlace& route_place(const AgentGoal& route, std::uint32_t stage) {
  return route.places[place_of_stage(route, stage)];
}

std::uint32_t next_stage(const AgentGoal& route, std::uint32_t stage) {
  return (stage + 1) % route.stage_count();
}

bool is_at_end(const AgentGoal& route, std::uint32_t stage) {
  return stage + 1 == route.places.size();
}

void pass_gates(const World& world, AgentIndex agent, GoalProgress& progress) {
  if (progress.is_over || progress.is_stop || has_turned_back(world, agent)) return;
  const AgentGoal& route = *goal_of(world, agent);
  const GoalSequel& sequel = sequel_of(world, agent, route);
  const Vec3 from = position_of(world, agent);
  const Vec3 way = world.model().bounds.displacement(from, world.state.next.position(agent));
  double begin = 0.0;  // the fraction of the way that led here
  for (std::size_t taken = 0; taken < route.places.size(); ++taken) {
    const std::uint32_t stage = progress.stage;
    if (stays_at(route, sequel, stage)) return;
    const RouteLegs legs = legs_at(world, agent, route, stage, progress.leg_start);
    const std::optional<double> crossing = find_gate_crossing(world, legs, from, way, begin);
    if (!crossing) return;
    begin = *crossing;
    progress.passes_end = progress.passes_end || is_at_end(route, stage);
    take_place(route, sequel, legs.place, progress);
  }
}

bool is_aim_hidden(const World& world, AgentIndex agent) {
  const std::optional<GoalAim> aim = goal_aim(world, agent);
  return aim && !aim->is_direction && !is_in_sight(world, position_of(world, agent), aim->position);
}

bool are_all_places_hidden(const World& world, AgentIndex agent) {
  const AgentGoal& goal = *goal_of(world, agent);
  if (goal.form != GoalForm::route) return is_aim_hidden(world, agent);
  const Vec3 here = position_of(world, agent);
  return std::ranges::none_of(goal.places, [&](const GoalPlace& place) {
    return is_in_sight(world, here, point_to_aim_at(world, agent, place, here));
  });
}

std::optional<std::uint32_t> stage_in_sight_of_aim(const World& world, AgentIndex agent) {
  const AgentGoal& route = *goal_of(world, agent);
  const std::uint32_t stage = world.state.goals.stage[agent];
  for (std::uint32_t before = stage; before-- > 0;) {
    const Vec3 from = point_to_look_from(world, route_place(route, before), position_of(world, agent));
    if (is_in_sight(world, from, point_to_aim_at(world, agent, route_place(route, stage), from)))
      return before;
  }
  return std::nullopt;
}

bool sees_place_again(const World& world, AgentIndex agent) {
  const GoalPlace& place = route_place(*goal_of(world, agent), world.state.goals.turned_from[agent]);
  const Vec3 here = position_of(world, agent);
  return is_in_sight(world, here, point_to_aim_at(world, agent, place, here));
}

double passing_radius(const World& world, AgentIndex agent) {
  const AgentGoal* goal = goal_of(world, agent);
  if (goal == nullptr || goal->form != GoalForm::route || goal_state(world, agent) != GoalState::under_way)
    return 0.0;
  const std::uint32_t stage = world.state.goals.stage[agent];
  if (has_turned_back(world, agent) || stays_at(*goal, sequel_of(world, agent, *goal), stage)) return 0.0;
  const RouteLegs legs = legs_at(world, agent, *goal, stage, own_point(world, agent));
  const Vec3 to_place = world.model().bounds.displacement(position_of(world, agent), legs.place);
  const double cosine = dot(direction(to_place), direction(legs.outgoing));
  if (cosine >= 1.0) return kInfinity;
  // r / tan(turn / 2)
  return place_radius(world, agent, *goal) * std::sqrt(larger(0.0, 1.0 + cosine) / (1.0 - cosine));
}

bool is_stop(const AgentGoal& goal, const GoalSequel& sequel, std::uint32_t stage) {
  if (!sequel.stays_a_while()) return false;
  if (goal.form != GoalForm::route) return true;
  const std::optional<StopsDef>& stops = sequel.stops;
  if (stops && !stops->places.empty())
    return std::ranges::find(stops->places, static_cast<double>(place_of_stage(goal, stage))) !=
           stops->places.end();
  const bool is_every = stops ? stops->which == RouteStops::every : is_endless(goal);
  return is_every || is_at_end(goal, stage);
}

GoalProgress goal_progress(const World& world, AgentIndex agent) {
  const AgentGoal& goal = *goal_of(world, agent);
  if (goal.form == GoalForm::route) return route_progress(world, agent, goal);
  const bool is_reached = is_goal_reached(world, agent, goal);
  return {.stage = world.state.goals.stage[agent],
          .is_at_place = is_reached,
          .arrivals = is_reached ? 1u : 0u,
          .is_over = is_reached,
          .is_stop = is_reached && sequel_of(world, agent, goal).stays_a_while()};
}

// Along the path from its start, and straight on beyond its end.
Vec3 queue_position(const World& world, const GoalQueue& queue, std::uint32_t index_in_line) {
  const Path& path = world.model().paths[queue.path];
  const double s = queue.spacing * index_in_line;
  const double length_of_path = path.length();
  if (s <= length_of_path || path.size() < 2) return path.point_at(s);
  const std::span<const Vec3> points = path.points();
  const Vec3 last = path.is_closed() ? points.front() : points.back();
  const Vec3 before = path.is_closed() ? points.back() : points[points.size() - 2];
  return last + direction(last - before) * (s - length_of_path);
}

bool is_at_head(const World& world, AgentIndex agent) {
  const AgentGoal& goal = *goal_of(world, agent);
  const GoalQueue& queue = world.model().goals.queues[sequel_of(world, agent, goal).service->queue];
  return is_at_point(world, agent, queue_position(world, queue, 0), goal_radius(world, agent, goal));
}

}  // namespace drover
