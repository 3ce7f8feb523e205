#include "sim/build/build_warnings.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/det_math.h"
#include "sim/geometry/static_blocker.h"
#include "sim/geometry/static_room.h"
#include "sim/geometry/taken_bodies.h"
#include "sim/step/goals.h"

namespace drover {
namespace {

inline constexpr double kContactTolerance = 1e-6;  // m; metrics count no shallower contacts

double largest_value(const Parameter& parameter) {
  return parameter.is_drawn() ? parameter.distribution().greatest() : parameter.constant();
}

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

}  // namespace

void BuildWarnings::add() {
  warn_about_long_ranges();
  warn_about_absent_shapes();
  warn_about_starts();
}

void BuildWarnings::warn_about_absent_shapes() {
  warn_about_absent(def_.world.obstacles, TargetType::obstacle, "/world/obstacles");
  warn_about_absent(def_.world.walls, TargetType::wall, "/world/walls");
}

template <class List>
void BuildWarnings::warn_about_absent(const List& list, TargetType type, std::string_view pointer) {
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (list[k].present) continue;
    const bool may_appear = std::ranges::any_of(model_.events, [&](const Event& event) {
      return event.target.type == type && event.target.name == list[k].id;
    });
    if (may_appear) continue;
    built_.warnings.push_back({.pointer = fmt::format("{}/{}/present", pointer, k),
                               .message = "it is never there: no event shape lets it appear",
                               .severity = Severity::warning});
  }
}

// Beyond half the world, an agent would perceive several images of another, but only the nearest one counts.
void BuildWarnings::warn_about_long_ranges() {
  if (!model_.bounds.wraps()) return;
  const double half = 0.5 * smaller(model_.bounds.size().x, model_.bounds.size().y);
  for (const PerceptionPlan::Entry& entry : built_.perceptions) {
    for (AgentIndex i = 0; i < entry.subscribers.size(); ++i) {
      if (entry.subscribers[i] == 0) continue;
      const double radius = radius_range(*entry.spec.neighborhood.find(i), world_, i).greatest;
      if (radius <= half) continue;
      built_.warnings.push_back(
          {.pointer = "/world/bounds",
           .message = fmt::format("a perception radius of {} m reaches beyond half of the world, which "
                                  "wraps; of every other agent only the nearest image is seen",
                                  radius),
           .severity = Severity::warning});
      return;
    }
  }
}

void BuildWarnings::warn_about_starts() {
  for (AgentIndex i = 0; i < seats_.size(); ++i) {
    if (!world_.is_present(i)) continue;
    warn_about_speed(i);
    warn_about_turning_circle(i);
    warn_about_solid(i);
  }
  warn_about_shared_places();
  check_overlaps();
}

// Adds a warning at a key of the agent's entry, unless there is one.
void BuildWarnings::warn(AgentIndex agent, std::string_view key, Problem problem) {
  problem.pointer = fmt::format("{}/{}", entries_[seats_[agent].entry].pointer, key);
  problem.severity = Severity::warning;
  if (!warned_.insert(problem.pointer).second) return;
  built_.warnings.push_back(std::move(problem));
}

// Faster than any agent of the type: where the limit is drawn, some agents are expected to begin above their
// own.
void BuildWarnings::warn_about_speed(AgentIndex agent) {
  constexpr double kRounding = 1e-9;
  const AgentDef& entry = *entries_[seats_[agent].entry].def;
  const Parameter& declared = def_.agent_types[model_.agents.type[agent]].value.max_speed;
  const double speed = length(world_.state.motion.velocity(agent));
  const std::uint32_t factor = model_.type_of(agent).limit_factors.max_speed;
  const double limit =
      largest_value(declared) * (factor == kNoIndex ? 1.0 : model_.factors[factor].greatest());
  if (speed <= limit * (1.0 + kRounding) || !model_.type_of(agent).locomotion->steered) return;
  warn(agent, entry.velocity ? "velocity" : "speed",
       {.message = fmt::format("agent {} starts faster than its type can go", model_.agents.number[agent]),
        .found = fmt::format("{} m/s, max_speed {} m/s", speed, limit)});
}

// A goal beside a body that does not reverse, which it can only circle.
void BuildWarnings::warn_about_turning_circle(AgentIndex agent) {
  const AgentType& type = model_.type_of(agent);
  if (type.locomotion->only_goes_ahead == nullptr ||
      !type.locomotion->only_goes_ahead(type.locomotion_params.get()))
    return;
  const double circle = turning_circle(world_, agent);
  if (circle == 0.0) return;
  const std::optional<Goal> goal = find_goal(world_, {}, agent);
  if (!goal || goal->is_region || goal->path_left > 0.0) return;
  const Vec3 to_goal = model_.bounds.displacement(world_.state.motion.position(agent), goal->position);
  const Frame frame = world_.state.motion.frame(agent);
  const double left = frame.left_part(to_goal);
  const Vec3 center = frame.left * (left < 0.0 ? -circle : circle);
  if (length(to_goal - center) >= circle - world_.state.limits.radius[agent]) return;
  const AgentDef& entry = *entries_[seats_[agent].entry].def;
  warn(agent, entry.position ? "position" : "placement",
       {.message = fmt::format("agent {} starts beside its goal and may circle it for ever",
                               model_.agents.number[agent]),
        .found =
            fmt::format("the goal is {:.3g} m away, inside its turning circle of {:.3g} m, and it does not "
                        "reverse",
                        length(to_goal), circle),
        .hint = "Let it start farther away or face its goal, or lead it there along a path."});
}

void BuildWarnings::warn_about_solid(AgentIndex agent) {
  const Vec3 place = world_.state.motion.position(agent);
  const auto report = [&](std::string_view what, const std::string& id, std::uint32_t index) {
    const AgentDef& entry = *entries_[seats_[agent].entry].def;
    warn(agent, entry.position ? "position" : "placement",
         {.message = fmt::format("agent {} starts inside {} {}", model_.agents.number[agent], what,
                                 id.empty() ? fmt::format("{}", index) : fmt::format("\"{}\"", id))});
  };
  if (const std::optional<ObstacleHit> hit = world_.geometry().first_obstacle_hit(place, place))
    return report("obstacle", model_.statics->shapes.obstacle_ids[hit->obstacle], hit->obstacle);
  world_.geometry().visit_solids_around(
      place, [&](std::uint32_t wall) { report("solid wall", model_.statics->shapes.wall_ids[wall], wall); });
  warn_about_rim(agent, place);
}

// Bodies whose centers are outside.
void BuildWarnings::warn_about_rim(AgentIndex agent, Vec3 place) {
  const double radius = world_.state.limits.radius[agent];
  const auto blocker = static_blocker(world_.geometry(), place, radius - kContactTolerance);
  if (!blocker) return;
  const bool is_obstacle = blocker->kind == StaticBlocker::Kind::obstacle;
  const std::string_view kind = is_obstacle ? "obstacle" : "wall";
  const std::string what = !blocker->id.empty() ? fmt::format("{} \"{}\"", kind, blocker->id)
                                                : (is_obstacle ? "an obstacle" : "a wall");
  const double distance = clear_distance(world_.geometry(), model_.bounds, place, radius);
  const AgentDef& entry = *entries_[seats_[agent].entry].def;
  warn(agent, entry.position ? "position" : "placement",
       {.message =
            fmt::format("the body of agent {} overlaps {} at the start", model_.agents.number[agent], what),
        .found = fmt::format("its center is {:.6g} m away, radius {:.6g} m", distance, radius)});
}

// Agents of one type in one state would stay together. Those of several types, which are often compared side
// by side, do not.
void BuildWarnings::warn_about_shared_places() {
  const auto state_of = [&](AgentIndex i) {
    const Vec3 p = world_.state.motion.position(i), v = world_.state.motion.velocity(i);
    return std::tuple(model_.agents.type[i], p.x, p.y, p.z, v.x, v.y, v.z);
  };
  std::vector<AgentIndex> agents = model_.every_agent();
  std::erase_if(agents, [&](AgentIndex i) { return !world_.is_present(i); });
  std::ranges::sort(agents, [&](AgentIndex a, AgentIndex b) {
    return std::tuple_cat(state_of(a), std::tuple(a)) < std::tuple_cat(state_of(b), std::tuple(b));
  });
  for (std::size_t k = 1; k < agents.size(); ++k) {
    if (state_of(agents[k - 1]) != state_of(agents[k])) continue;
    const AgentDef& entry = *entries_[seats_[agents[k]].entry].def;
    warn(agents[k], entry.position ? "position" : "placement",
         {.message = fmt::format("agents {} and {} start in the same place with the same velocity",
                                 model_.agents.number[agents[k - 1]], model_.agents.number[agents[k]])});
  }
}

// Random places are free of bodies unless overlap is true. One problem is enough for each agent.
void BuildWarnings::check_overlaps() {
  const auto may_overlap = [&](AgentIndex i) {
    return entries_[seats_[i].entry].def->overlap.value_or(false);
  };
  TakenBodies bodies(model_.bounds);
  for (AgentIndex i = 0; i < model_.body_count(); ++i) {
    if (!world_.is_present(i) || may_overlap(i)) continue;
    const Vec3 p = world_.state.motion.position(i);
    const double radius = world_.state.limits.radius[i];
    bodies.any_near(p, {.radius = radius}, [&](Vec3 way, const TakenBodies::Body& other) {
      const double touch = radius + other.radius - kContactTolerance;
      if (length2(way) >= touch * touch) return false;
      report_overlap(other.agent, i, length(way));
      return true;
    });
    bodies.add(p, radius, i);
  }
}

void BuildWarnings::report_overlap(AgentIndex first, AgentIndex second, double distance) {
  const AgentDef& entry = *entries_[seats_[second].entry].def;
  const std::string_view key = entry.position ? "position" : "placement";
  const bool is_error = entry.overlap || entries_[seats_[first].entry].def->overlap;
  const std::string pointer = fmt::format("{}/{}", entries_[seats_[second].entry].pointer, key);
  if (warned_.contains(pointer) && !is_error) return;
  Problem problem = {
      .pointer = pointer,
      .message = fmt::format("the bodies of agents {} and {} overlap at the start",
                             model_.agents.number[first], model_.agents.number[second]),
      .found = fmt::format("{} m apart, radii {} m and {} m", distance, world_.state.limits.radius[first],
                           world_.state.limits.radius[second])};
  if (is_error) {
    if (built_.problems.empty()) built_.problems.push_back(std::move(problem));
    return;
  }
  problem.hint = "\"overlap\": true says that it is meant.";
  warn(second, key, std::move(problem));
}

}  // namespace drover
