// Stacks, modes and arbiters of agent types and of anchors.
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/kind.h"
#include "scenario/describe.h"
#include "scenario/scenario_checks.h"

namespace drover {
namespace {

const LocomotionKind* body_of(const AgentTypeDef& type) {
  return type.locomotion.locomotion.get();
}

// "For a, b." of the kinds of a family that have a property; empty without.
template <class KindType>
std::string kinds_with(const ReaderContext& context, bool KindType::*property, std::string_view words) {
  std::vector<std::string_view> names;
  for (const KindType* kind : context.catalog.kinds<KindType>()) {
    if (kind->*property) names.push_back(kind->name);
  }
  return names.empty() ? "" : fmt::format("{} {}.", words, fmt::join(names, ", "));
}

// An empty name is no name: the first mode is meant.
void check_mode(CheckedScenario& scenario, const std::string& name, const SteeringDef& steering,
                std::string pointer, std::string_view owner) {
  std::vector<std::string_view> names;
  std::ranges::transform(steering.modes, std::back_inserter(names), &Named<ModeDef>::name);
  if (name.empty() || std::ranges::find(names, name) != names.end()) return;
  // Without the type: types that inherit the mistake do not repeat it.
  Problem problem = unknown_name(scenario.context, fmt::format("unknown mode \"{}\"", name), name, names);
  if (names.empty()) problem.hint = fmt::format("The steering of the {} has no \"modes\".", owner);
  problem.pointer = std::move(pointer);
  scenario.fail(std::move(problem));
}

void check_mode_names(CheckedScenario& scenario) {
  for (const LocatedSteering& steering : scenario.parts.steerings) {
    const std::string_view owner = steering.type != nullptr ? "agent type" : "anchor";
    check_mode(scenario, steering.def.initial_mode, steering.def, steering.pointer + "/initial_mode", owner);
    for (const auto& [mode, at] : steering.modes) {
      for (const auto& [transition, pointer] : located(mode.value.transitions, at + "/transitions"))
        check_mode(scenario, transition.to, steering.def, pointer + "/to", owner);
    }
  }
  for (const DeclaredAgents& agents : scenario.parts.agents) {
    for (const std::string_view name : type_names(*agents.def)) {
      if (const Named<AgentTypeDef>* type = scenario.find_type(name))
        check_mode(scenario, agents.def->mode, type->value.steering, agents.pointer + "/mode", "agent type");
    }
  }
}

// A behavior that asks for a rotation, of a body that does not take one.
void warn_about_turning(CheckedScenario& scenario, const LocatedEntry& entry, const AgentTypeDef& type) {
  const LocomotionKind* body = body_of(type);
  const BehaviorKind& kind = *entry.kind();
  if (body == nullptr || body->turns || !body->steered) return;
  if (kind.needs_turning == nullptr || !kind.needs_turning(entry.params())) return;
  scenario.warn(
      {.pointer = entry.pointer + "/type",
       .message = fmt::format("\"{}\" asks for a rotation, but \"{}\" faces along its velocity", kind.name,
                              body->name),
       .hint = kinds_with(scenario.context, &LocomotionKind::turns, "Bodies that turn by themselves:")});
}

// A behavior that sees obstacles only, in a world with walls only.
void warn_about_walls(CheckedScenario& scenario, const LocatedEntry& entry) {
  const BehaviorKind& kind = *entry.kind();
  if (scenario.def.world.walls.empty() || !scenario.def.world.obstacles.empty()) return;
  if (kind.ignores_walls == nullptr || !kind.ignores_walls(entry.params())) return;
  scenario.warn({.pointer = entry.pointer + "/type",
                 .message = fmt::format("\"{}\" sees obstacles only, and there are only walls", kind.name),
                 .hint = "Walls are seen by wall_avoidance."});
}

// What looks for obstacles and walls, in a world that has none; ground that agents may not enter is one.
void warn_about_empty_world(CheckedScenario& scenario, const LocatedEntry& entry) {
  constexpr std::string_view kNone = "has no effect: there are no walls and no obstacles";
  const WorldDef& world = scenario.def.world;
  if (!world.walls.empty() || !world.obstacles.empty() || !world.ground.empty()) return;
  if (entry.kind()->name == "hug")
    scenario.warn_of_own({.pointer = entry.pointer + "/type",
                          .message = fmt::format("\"hug\" {}", kNone),
                          .hint = "The border of the world is none: draw walls along it."});
  for (const Field& field : entry.kind()->table.fields) {
    if (field.key != "prediction_walls" || field.access.get_choice(field.in(entry.params())) == 0) continue;
    scenario.warn_of_own({.pointer = entry.pointer + "/prediction_walls",
                          .message = fmt::format("\"prediction_walls\" {}", kNone)});
  }
}

// Bodies that are to go along something at less than their radius, and ends of walls where there are none.
void warn_about_hugging(CheckedScenario& scenario, const LocatedEntry& entry, const AgentTypeDef& type) {
  if (entry.kind()->name != "hug") return;
  const std::span<const Field> fields = entry.kind()->table.fields;
  const auto distance_field = std::ranges::find(fields, "distance", &Field::key);
  const auto& distance = *static_cast<const Parameter*>(distance_field->in(entry.params()));
  if (distance.least() < type.radius.least() || distance.greatest() < type.radius.greatest()) {
    scenario.warn_of_own(
        {.pointer = entry.pointer + "/distance",
         .message = "\"distance\" is below the radius: bodies overlap what they go along",
         .found = fmt::format("a distance of {} m, a radius of {} m", number_text(distance.least()),
                              number_text(type.radius.greatest()))});
  }
  const WorldDef& world = scenario.def.world;
  const bool has_ends = std::ranges::any_of(world.walls, [](const WallDef& wall) { return !wall.closed; });
  const auto end = std::ranges::find(fields, "end", &Field::key);
  const bool is_empty = world.walls.empty() && world.obstacles.empty();  // which another warning says
  if (has_ends || is_empty || end->access.get_choice(end->in(entry.params())) == 0) return;
  scenario.warn_of_own(
      {.pointer = entry.pointer + "/end", .message = "\"end\" has no effect: no wall has an end"});
}

// Whether it avoids walls and nothing else: feelers may meet obstacles and agents as well.
bool avoids_walls_only(const LocatedEntry& entry) {
  return entry.kind()->name == "wall_avoidance" &&
         std::ranges::none_of(entry.kind()->table.fields, [&](const Field& field) {
           return (field.key == "obstacles" || field.key == "agents") &&
                  field.access.is_one(FieldType::boolean) &&
                  *static_cast<const bool*>(field.in(entry.params()));
         });
}

// Agents avoid walls, and are held back by the border of the world only, which is none. Who stays inside a
// region, or has ground to stay on, may mean that.
void warn_about_border(CheckedScenario& scenario, const LocatedSteering& steering) {
  const WorldDef& world = scenario.def.world;
  if (!world.bounds || !world.walls.empty() || !world.ground.empty()) return;
  if (world.bounds->edge != Edge::clamp && world.bounds->edge != Edge::reflect) return;
  const LocatedEntry* avoider = nullptr;
  for (const LocatedEntry& entry : steering.entries) {
    if (entry.kind() == nullptr) continue;
    if (entry.kind()->name == "containment") return;
    if (avoider == nullptr && avoids_walls_only(entry)) avoider = &entry;
  }
  if (avoider == nullptr) return;
  scenario.warn(
      {.pointer = avoider->pointer + "/type",
       .message = "\"wall_avoidance\" has no effect: there are no walls, and the border of the world is none",
       .hint = "Draw walls along the border, or stay inside a region with \"containment\"."});
}

// A key that no arbiter of the entry looks at.
void warn_about_ignored(CheckedScenario& scenario, const LocatedEntry& entry, std::string_view key,
                        bool ArbiterKind::*uses) {
  if (std::ranges::any_of(entry.arbiters, [&](const ArbiterKind* kind) { return kind->*uses; })) return;
  scenario.warn(
      {.pointer = fmt::format("{}/{}", entry.pointer, key),
       .message = fmt::format("\"{}\" has no effect under the arbiter {}", key, entry.arbiters.back()->name),
       .hint = kinds_with(scenario.context, uses, "It is for")});
}

// The arbiters that go by priority ask fallbacks last.
void warn_about_fallback(CheckedScenario& scenario, const LocatedEntry& entry) {
  const auto by_priority = [](const ArbiterKind* kind) { return kind->uses_priority; };
  if (!entry.def.fallback || std::ranges::any_of(entry.arbiters, by_priority)) return;
  scenario.warn_of_own({.pointer = entry.pointer + "/fallback",
                        .message = "\"fallback\" has no effect under this arbiter",
                        .hint = "It is for priority_groups."});
}

// Of a group, and of a behavior whose agents decide no more often.
void warn_about_period(CheckedScenario& scenario, const LocatedEntry& entry, const AgentTypeDef* type) {
  const double period = entry.def.decide_every;
  const bool is_group = entry.kind() != nullptr && entry.kind()->name == "group";
  const double of_agents = type == nullptr ? 0.0 : type->decide_every;
  if (period == 0.0 || (!is_group && period > of_agents)) return;
  const std::string why = is_group ? "each behavior of the group says it for itself"
                                   : fmt::format("its agents decide every {} s", number_text(of_agents));
  scenario.warn_of_own({.pointer = entry.pointer + "/decide_every",
                        .message = fmt::format("\"decide_every\" has no effect: {}", why)});
}

bool sets_preferred_speed(const EventDef& event) {
  const std::span<const Field> fields = event.event.kind->table.fields;
  const auto field = std::ranges::find(fields, "parameter", &Field::key);
  return field != fields.end() && field->access.is_one(FieldType::text) &&
         *static_cast<const std::string*>(field->in(static_cast<const void*>(event.event.params.get()))) ==
             "preferred_speed";
}

// Events may give a preferred speed to any type.
void warn_about_speed(CheckedScenario& scenario, const LocatedEntry& entry, const Named<AgentTypeDef>& type) {
  const BehaviorKind& kind = *entry.kind();
  if (entry.def.speed == FullSpeed::preferred) return;
  const bool has_preferred_speed = type.value.preferred_speed.is_present() || type.value.preferred_speed_by ||
                                   std::ranges::any_of(scenario.def.events, sets_preferred_speed);
  if (kind.asks_for_full_speed && has_preferred_speed) return;
  scenario.warn({.pointer = entry.pointer + "/speed",
                 .message = fmt::format("\"speed\" has no effect: {}",
                                        kind.asks_for_full_speed
                                            ? fmt::format("the type \"{}\" has no preferred_speed", type.name)
                                            : fmt::format("{} never asks for full speed", kind.name))});
}

// A type without "steering" is meant to stand still or to coast; one with all keys, as in a snapshot, no
// longer knows what was given.
void warn_about_emptiness(CheckedScenario& scenario, const LocatedSteering& steering) {
  const bool is_empty = steering.def.behaviors.empty() && steering.def.modes.empty();
  const LocomotionKind* body = body_of(steering.type->value);
  if (!is_empty || body == nullptr || !body->steered || !scenario.is_given(steering.pointer) ||
      scenario.is_resolved(*steering.type))
    return;
  scenario.warn(
      {.pointer = steering.pointer, .message = "the steering has no behaviors: its agents never accelerate"});
}

}  // namespace

void check_steering(CheckedScenario& scenario) {
  check_mode_names(scenario);
  for (const LocatedSteering& steering : scenario.parts.steerings) {
    if (steering.type == nullptr) continue;
    for (const LocatedEntry& entry : steering.entries) {
      if (entry.kind() == nullptr) continue;
      warn_about_turning(scenario, entry, steering.type->value);
      warn_about_walls(scenario, entry);
      warn_about_empty_world(scenario, entry);
      warn_about_hugging(scenario, entry, steering.type->value);
    }
    warn_about_border(scenario, steering);
  }
}

void warn_about_steering(CheckedScenario& scenario) {
  for (const LocatedSteering& steering : scenario.parts.steerings) {
    const bool is_used = steering.type == nullptr || scenario.has_agents(steering.type->name);
    if (is_used && steering.type != nullptr) warn_about_emptiness(scenario, steering);
    for (const LocatedEntry& entry : steering.entries) {
      if (is_used && entry.def.probability.is_present())
        warn_about_ignored(scenario, entry, "probability", &ArbiterKind::uses_probability);
      if (is_used && entry.def.priority.is_present())
        warn_about_ignored(scenario, entry, "priority", &ArbiterKind::uses_priority);
      if (is_used && entry.def.priority_by)
        warn_about_ignored(scenario, entry, "priority_by", &ArbiterKind::uses_priority);
      warn_about_fallback(scenario, entry);
      warn_about_period(scenario, entry, steering.type == nullptr ? nullptr : &steering.type->value);
      if (steering.type != nullptr) warn_about_speed(scenario, entry, *steering.type);
    }
    for (const auto& [mode, pointer] : steering.modes) {
      if (mode.value.min_dwell == 0.0 || !mode.value.transitions.empty()) continue;
      scenario.warn_of_own({.pointer = pointer + "/min_dwell",
                            .message = "\"min_dwell\" has no effect: no transition leaves the mode"});
    }
  }
}

}  // namespace drover
