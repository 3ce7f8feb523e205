// The world as a whole, and how its agents start.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/det_math.h"
#include "sim/construction/build_checks.h"
#include "sim/definitions/scenario_parts.h"
#include "sim/geometry/static_blocker.h"
#include "sim/geometry/static_room.h"
#include "sim/geometry/taken_bodies.h"
#include "sim/state/different_floors.h"
#include "sim/step/goals.h"

namespace drover {
namespace {

inline constexpr double kContactTolerance = 1e-6;  // m; metrics count no shallower contacts

// The least radius of the circles that an agent drives on whose turn rate follows its speed [m]; 0 where it
// can turn on the spot. It does not count as turning what takes more than a minute for half a turn.
double turning_circle(const World& world, AgentIndex agent) {
  constexpr int kSpeeds = 64;
  constexpr double kSlow = det::kPi / 60.0;  // rad/s
  const Model& model = world.model();
  const std::uint32_t factor = model.type_of(agent).limit_factors.max_turn_rate;
  if (factor == kNoIndex || model.factors[factor].ramp.kind->name != "speed") return 0.0;
  const double turn_rate = world.state.own_limits.max_turn_rate[agent];
  double least = kInfinity;
  for (int k = 1; k <= kSpeeds; ++k) {
    const double speed = world.state.limits.max_speed[agent] * k / kSpeeds;
    const double rate = turn_rate * model.factors[factor].ramp.at(speed);
    if (rate >= kSlow) least = smaller(least, speed / rate);
  }
  return least == kInfinity || model.factors[factor].ramp.at(0.0) * turn_rate >= kSlow ? 0.0 : least;
}

// Obstacles and walls that are absent from the start, and that no event lets appear.
template <class List>
void warn_about_absent(BuildCheck& check, const List& list, TargetType type, const std::string& pointer) {
  for (const auto& shape : located(list, pointer)) {
    const bool may_appear =
        shape.def.present || std::ranges::any_of(check.model.events, [&](const Event& event) {
          return event.target.type == type && event.target.name == shape.def.id;
        });
    if (!may_appear)
      check.warn(shape.pointer + "/present", {.message = "it is never there: no event shape lets it appear"});
  }
}

// Beyond half the world, an agent would perceive several images of another, but only the nearest one counts.
void warn_about_long_ranges(BuildCheck& check) {
  const Bounds& bounds = check.model.bounds;
  if (!bounds.wraps()) return;
  const Vec3 size = bounds.size();
  const double across = smaller(size.x, size.y);
  const double half = 0.5 * (bounds.has_heights() ? smaller(across, size.z) : across);
  for (const PerceptionPlan::Entry& entry : check.built.perceptions) {
    for (AgentIndex i = 0; i < entry.subscribers.size(); ++i) {
      if (entry.subscribers[i] == 0) continue;
      const double radius = radius_range(*entry.spec.neighborhood.find(i), check.world, i).greatest;
      if (radius <= half) continue;
      return check.warn("/world/bounds",
                        {.message = fmt::format(
                             "a perception radius of {} m reaches beyond half of the world, which wraps; of "
                             "every other agent only the nearest image is seen",
                             radius)});
    }
  }
}

// Faster than any agent of the type: where the limit is drawn, some agents are expected to begin above their
// own.
void warn_about_speed(BuildCheck& check, AgentIndex agent) {
  constexpr double kRounding = 1e-9;
  const Model& model = check.model;
  const Parameter& declared = check.def.agent_types[model.agents.type[agent]].value.max_speed;
  const double speed = length(check.world.state.motion.velocity(agent));
  const std::uint32_t factor = model.type_of(agent).limit_factors.max_speed;
  const double limit = declared.greatest() * (factor == kNoIndex ? 1.0 : model.factors[factor].greatest());
  if (speed <= limit * (1.0 + kRounding) || !model.type_of(agent).locomotion->steered) return;
  check.warn_about_start(
      agent,
      {.message = fmt::format("agent {} starts faster than its type can go", model.agents.number[agent]),
       .found = fmt::format("{} m/s, max_speed {} m/s", speed, limit)},
      check.entry_of(agent).def->velocity ? "velocity" : "speed");
}

// A goal beside a body that does not reverse, which it can only circle.
void warn_about_turning_circle(BuildCheck& check, AgentIndex agent) {
  const World& world = check.world;
  const Model& model = check.model;
  const AgentType& type = model.type_of(agent);
  if (type.locomotion->only_goes_ahead == nullptr ||
      !type.locomotion->only_goes_ahead(type.locomotion_params.get()))
    return;
  const double circle = turning_circle(world, agent);
  if (circle == 0.0) return;
  const std::optional<Goal> goal = find_goal(world, {}, agent);
  if (!goal || goal->is_region || goal->path_left > 0.0) return;
  const Vec3 to_goal = model.bounds.displacement(world.state.motion.position(agent), goal->position);
  const Frame frame = world.state.motion.frame(agent);
  const double left = frame.left_part(to_goal);
  const Vec3 center = frame.left * (left < 0.0 ? -circle : circle);
  if (length(to_goal - center) >= circle - world.state.limits.radius[agent]) return;
  check.warn_about_start(
      agent, {.message = fmt::format("agent {} starts beside its goal and may circle it for ever",
                                     model.agents.number[agent]),
              .found = fmt::format(
                  "the goal is {:.3g} m away, inside its turning circle of {:.3g} m, and it does not "
                  "reverse",
                  length(to_goal), circle),
              .hint = "Let it start farther away or face its goal, or lead it there along a path."});
}

// Bodies whose centers are outside.
void warn_about_rim(BuildCheck& check, AgentIndex agent, Vec3 place) {
  const World& world = check.world;
  const Model& model = check.model;
  const double radius = world.state.limits.radius[agent];
  const auto blocker = static_blocker(world.geometry(), place, radius - kContactTolerance);
  if (!blocker) return;
  const bool is_obstacle = blocker->kind == StaticBlocker::Kind::obstacle;
  const std::string_view kind = is_obstacle ? "obstacle" : "wall";
  const std::string what = !blocker->id.empty() ? fmt::format("{} \"{}\"", kind, blocker->id)
                                                : (is_obstacle ? "an obstacle" : "a wall");
  const double distance = clear_distance(world.geometry(), model.bounds, place, radius);
  check.warn_about_start(
      agent, {.message = fmt::format("the body of agent {} overlaps {} at the start",
                                     model.agents.number[agent], what),
              .found = fmt::format("its center is {:.6g} m away, radius {:.6g} m", distance, radius)});
}

void warn_about_solid(BuildCheck& check, AgentIndex agent) {
  const World& world = check.world;
  const Model& model = check.model;
  const Vec3 place = world.state.motion.position(agent);
  const auto report = [&](std::string_view what, const std::string& id, std::uint32_t index) {
    check.warn_about_start(
        agent, {.message = fmt::format("agent {} starts inside {} {}", model.agents.number[agent], what,
                                       id.empty() ? fmt::format("{}", index) : fmt::format("\"{}\"", id))});
  };
  if (const std::optional<ObstacleHit> hit = world.geometry().first_obstacle_hit(place, place))
    return report("obstacle", model.statics->shapes.obstacle_ids[hit->obstacle], hit->obstacle);
  world.geometry().visit_solids_around(
      place, [&](std::uint32_t wall) { report("solid wall", model.statics->shapes.wall_ids[wall], wall); });
  warn_about_rim(check, agent, place);
}

// Type, position and velocity of an agent.
std::array<double, 7> start_state(const World& world, AgentIndex i) {
  const Vec3 p = world.state.motion.position(i), v = world.state.motion.velocity(i);
  const double z = world.model().is_elevated() ? world.state.elevation.z[i] : p.z;
  return {static_cast<double>(world.model().agents.type[i]), p.x, p.y, z, v.x, v.y, v.z};
}

// The agents that start in the state of another one, ascending by state, then by index.
std::vector<AgentIndex> agents_with_a_double(const World& world) {
  const AgentIndex count = world.model().body_count();
  // A hash table: sorting all agents would take longer than the rest of the checks.
  std::vector<AgentIndex> first_of_state(std::bit_ceil(2 * std::size_t{count} + 1), kNoIndex);
  std::vector<AgentIndex> found;
  for (AgentIndex i = 0; i < count; ++i) {
    if (!world.is_present(i)) continue;
    const std::array<double, 7> state = start_state(world, i);
    std::uint64_t hash = 0;
    for (const double number : state) {
      hash = (hash ^ std::bit_cast<std::uint64_t>(number + 0.0)) * 0x9e3779b97f4a7c15u;  // -0 is 0
      hash ^= hash >> 32;
    }
    std::size_t slot = hash & (first_of_state.size() - 1);
    while (first_of_state[slot] != kNoIndex && start_state(world, first_of_state[slot]) != state)
      slot = (slot + 1) & (first_of_state.size() - 1);
    if (first_of_state[slot] == kNoIndex) {
      first_of_state[slot] = i;
    } else {
      found.insert(found.end(), {first_of_state[slot], i});
    }
  }
  std::ranges::sort(found, {}, [&](AgentIndex i) { return std::pair(start_state(world, i), i); });
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// Agents of one type in one state would stay together. Those of several types, which are often compared side
// by side, do not.
void warn_about_shared_places(BuildCheck& check) {
  const std::vector<AgentIndex> agents = agents_with_a_double(check.world);
  for (std::size_t k = 1; k < agents.size(); ++k) {
    if (start_state(check.world, agents[k - 1]) != start_state(check.world, agents[k])) continue;
    check.warn_about_start(
        agents[k], {.message = fmt::format("agents {} and {} start in the same place with the same velocity",
                                           check.model.agents.number[agents[k - 1]],
                                           check.model.agents.number[agents[k]])});
  }
}

void report_overlap(BuildCheck& check, AgentIndex first, AgentIndex second, double distance) {
  const SharedColumn<double>& radius = check.world.state.limits.radius;
  Problem problem = {
      .message = fmt::format("the bodies of agents {} and {} overlap at the start",
                             check.model.agents.number[first], check.model.agents.number[second]),
      .found = fmt::format("{} m apart, radii {} m and {} m", distance, radius[first], radius[second])};
  if (!check.entry_of(second).def->overlap && !check.entry_of(first).def->overlap) {
    problem.hint = "\"overlap\": true says that it is meant.";
    check.warn_about_start(second, std::move(problem));
  } else if (check.built.problems.empty()) {
    check.fail(check.start_of(second), std::move(problem));
  }
}

// Random places are free of bodies unless overlap is true. One problem is enough for each agent.
void check_overlaps(BuildCheck& check) {
  const World& world = check.world;
  const auto may_overlap = [&](AgentIndex i) { return check.entry_of(i).def->overlap.value_or(false); };
  TakenBodies bodies(check.model.bounds);
  for (AgentIndex i = 0; i < check.model.body_count(); ++i) {
    if (!world.is_present(i) || may_overlap(i)) continue;
    const Vec3 p = world.state.motion.position(i);
    const double radius = world.state.limits.radius[i];
    bodies.any_near(p, {.radius = radius}, [&](Vec3 way, const TakenBodies::Body& other) {
      const double touch = radius + other.radius - kContactTolerance;
      if (length2(way) >= touch * touch || are_on_different_floors(world, i, other.agent)) return false;
      report_overlap(check, other.agent, i, length(way));
      return true;
    });
    bodies.add(p, radius, i);
  }
}

// Agents that would like to go faster than they can.
void warn_about_preferred_speeds(BuildCheck& check) {
  const World& world = check.world;
  const Model& model = check.model;
  const OwnLimits& own = world.state.own_limits;
  const std::vector<double>& preferred = own.preferred_speed;
  if (preferred.empty()) return;
  for (std::uint32_t type = 0; type < model.visible_types().size(); ++type) {
    if (!check.def.agent_types[type].value.preferred_speed.is_present()) continue;
    for (AgentIndex i = 0; i < model.body_count(); ++i) {
      if (model.agents.type[i] != type) continue;
      const double limit = own.max_speed.empty() ? world.state.limits.max_speed[i] : own.max_speed[i];
      if (preferred[i] <= limit) continue;
      check.warn(joined_pointer("/agent_types", check.def.agent_types[type].name) + "/preferred_speed",
                 {.message = fmt::format("agent {} would like to go faster than it can: its max_speed holds",
                                         model.agents.number[i]),
                  .found = fmt::format("{} m/s, max_speed {} m/s", preferred[i], limit)});
      break;
    }
  }
}

// Whether the entry's agents start where it says.
bool has_fixed_start(const ScenarioDef& def, const DeclaredAgents& entry) {
  if (entry.is_anchor) return false;
  return entry.event == kNoIndex || !def.events[entry.event].event.as<SpawnDef>().find_room;
}

}  // namespace

// Agents that events put where there is room are left out. A body that reaches into such ground is a warning.
void check_ground_under_starts(BuildCheck& check) {
  std::set<std::string> warned;
  const Model& model = check.model;
  for (AgentIndex i = 0; i < model.body_count(); ++i) {
    const GroundSolids* solids = model.statics->ground.solids_of(model.agents.type[i]);
    if (solids == nullptr || !has_fixed_start(check.def, check.entry_of(i)) || model.type_of(i).is_dictated())
      continue;
    for (const std::uint32_t k : solids->regions) {
      const Region& region = model.regions[k];
      const double depth = -region.shape.distance(check.world.state.motion.position(i));
      if (depth <= -check.world.state.limits.radius[i]) continue;
      const std::uint32_t number = model.agents.number[i];
      if (depth >= 0.0) {
        return check.fail(
            check.start_of(i),
            {.message = fmt::format("agent {} starts on ground that is forbidden to its type: region \"{}\"",
                                    number, region.name)});
      }
      if (!warned.insert(check.start_of(i)).second) continue;
      check.warn(check.start_of(i),
                 {.message = fmt::format(
                      "the body of agent {} reaches into ground that is forbidden to its type", number),
                  .found = fmt::format("region \"{}\"", region.name)});
    }
  }
}

void warn_about_world(BuildCheck& check) {
  warn_about_long_ranges(check);
  warn_about_absent(check, check.def.world.obstacles, TargetType::obstacle, "/world/obstacles");
  warn_about_absent(check, check.def.world.walls, TargetType::wall, "/world/walls");
  const StaticGeometry geometry = check.world.geometry();
  const bool has_statics = !geometry.is_empty();
  for (AgentIndex i = 0; i < check.seats.size(); ++i) {
    if (!check.world.is_present(i)) continue;
    warn_about_speed(check, i);
    warn_about_turning_circle(check, i);
    if (has_statics) warn_about_solid(check, i);
  }
  warn_about_shared_places(check);
  check_overlaps(check);
  warn_about_preferred_speeds(check);
}

}  // namespace drover
