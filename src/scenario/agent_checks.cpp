// Agent types, entries of agents, and where and how they start.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "scenario/describe.h"
#include "scenario/scenario_checks.h"
#include "sim/definitions/region_placement.h"
#include "sim/definitions/request_unit_of.h"

namespace drover {
namespace {

void check_agent_count(CheckedScenario& scenario) {
  std::int64_t total = 0;
  for (const DeclaredAgents& agents : scenario.parts.agents) {
    total += agents.count;
    if (total <= kMaxAgents) continue;
    return scenario.fail({.pointer = agents.pointer + "/count",
                          .message = "there are too many agents",
                          .found = fmt::format("{} agents up to here", total),
                          .allowed = {fmt::format("at most {} agents", kMaxAgents)}});
  }
}

// One warning, also where types extend the one that says so.
void warn_about_immovable(CheckedScenario& scenario) {
  if (scenario.def.simulation.non_penetration.enabled) return;
  for (const auto& [type, pointer] : scenario.parts.types) {
    if (!type.value.immovable) continue;
    return scenario.warn({.pointer = pointer + "/immovable",
                          .message = "\"immovable\" has no effect: nothing moves bodies that overlap",
                          .hint = "Set \"enabled\" of simulation.non_penetration to true."});
  }
}

double largest_factor(const std::optional<RampDef>& ramp) {
  if (!ramp || ramp->points.empty()) return 1.0;
  double largest = 0.0;
  for (const auto& [value, factor] : ramp->points)
    largest = std::max(largest, factor);
  return largest;
}

// How far an agent of the type may move in a step and meet something [m], and the key that says so. Where
// positions are dictated nothing stops a body, and it meets others only where overlaps are ruled out.
struct LongestStep {
  double way;
  std::string_view pointer;
};

LongestStep longest_step(const AgentTypeDef& type, const SimulationDef& simulation) {
  const Boxed<LocomotionKind>& box = type.locomotion.locomotion;
  const LocomotionKind* kind = box.get();
  const bool is_dictated = kind != nullptr && kind->dictates_positions != nullptr &&
                           kind->longest_step != nullptr && kind->dictates_positions(box.params.get());
  if (!is_dictated)
    return {type.max_speed.greatest() * largest_factor(type.max_speed_by) * simulation.dt, "/max_speed"};
  const double way = kind->longest_step(box.params.get(), simulation.dt);
  return {simulation.non_penetration.enabled ? way : 0.0, "/locomotion/keyframes"};
}

void warn_about_jumps(CheckedScenario& scenario) {
  for (const auto& [type, pointer] : scenario.parts.types) {
    const auto [way, key] = longest_step(type.value, scenario.def.simulation);
    const double radius = type.value.radius.least();
    if (way <= radius) continue;
    scenario.warn({.pointer = pointer + std::string(key),
                   .message = "an agent may jump over things: it can move farther in a step than its radius",
                   .found = fmt::format("{} m in a step, radius {} m", number_text(way), number_text(radius)),
                   .hint = "Use a smaller dt."});
  }
}

// One warning, also where types extend the one that says so.
void warn_about_body_length(CheckedScenario& scenario) {
  if (scenario.context.uses_body_length) return;
  for (const auto& [type, pointer] : scenario.parts.types) {
    if (!type.value.body_length.is_present()) continue;
    return scenario.warn(
        {.pointer = pointer + "/body_length",
         .message = "\"body_length\" has no effect: no length is given in lengths of the body",
         .hint = "Keys such as length_factor of neighborhoods give lengths in this unit."});
  }
}

// What an actuator cannot do with the body it was given.
void check_actuators(CheckedScenario& scenario) {
  for (const auto& [type, pointer] : scenario.parts.types) {
    const Boxed<ActuatorKind>& actuator = type.value.actuator.actuator;
    const Boxed<LocomotionKind>& body = type.value.locomotion.locomotion;
    if (actuator->check_with_body == nullptr || scenario.is_included(pointer)) continue;
    for (Problem& problem : actuator->check_with_body(actuator.params.get(), body)) {
      problem.pointer = pointer + "/actuator" + problem.pointer;
      if (problem.severity == Severity::warning) {
        scenario.warn(std::move(problem));
      } else {
        scenario.fail(std::move(problem));
      }
    }
  }
}

// Of bodies that recorded controls drive.
void warn_about_recorded_controls(CheckedScenario& scenario) {
  for (const auto& [type, pointer] : scenario.parts.types) {
    const Boxed<LocomotionKind>& body = type.value.locomotion.locomotion;
    const auto field = std::ranges::find(body->table.fields, "controls", &Field::key);
    const bool is_recorded = body->takes == RequestUnit::drive && field != body->table.fields.end() &&
                             field->access.list.size(field->in(body.params.get())) > 0;
    const bool is_steered = !type.value.steering.behaviors.empty() || !type.value.steering.modes.empty();
    if (!is_recorded || !is_steered || scenario.is_included(pointer)) continue;
    scenario.warn({.pointer = pointer + "/steering",
                   .message = "the behaviors have no effect: recorded controls drive these bodies"});
  }
}

// Limits of accelerations, of bodies whose behaviors ask for velocities. What is inherited stands in several
// types: it has no effect where it has none in any of them.
void warn_about_accelerations(CheckedScenario& scenario) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::optional<Problem>> unused;  // by place
  for (const auto& [type, pointer] : scenario.parts.types) {
    if (scenario.is_resolved(type)) continue;
    for (const std::string_view key : {"max_acceleration", "max_force"}) {
      const std::string place = fmt::format("{}/{}", pointer, key);
      const JsonValue* value = value_at(scenario.document, place);
      if (value == nullptr || scenario.is_included(place)) continue;
      const auto [found, is_new] = unused.try_emplace({value->where.source, value->where.begin});
      if (request_unit_of(type.value) != RequestUnit::velocity) {
        found->second.reset();
      } else if (is_new) {
        found->second = {
            .pointer = place,
            .message = fmt::format("\"{}\" has no effect: behaviors ask this body for velocities", key),
            .hint = "\"locomotion\" and \"actuator\" say how fast it gains and loses speed."};
      }
    }
  }
  for (auto& [where, problem] : unused) {
    if (problem) scenario.warn(std::move(*problem));
  }
}

// Such as of an aircraft.
void warn_about_least_speed(CheckedScenario& scenario) {
  for (const auto& [type, pointer] : scenario.parts.types) {
    const Boxed<LocomotionKind>& body = type.value.locomotion.locomotion;
    const auto field = std::ranges::find(body->table.fields, "min_speed", &Field::key);
    if (field == body->table.fields.end()) continue;
    const auto& least = *static_cast<const Parameter*>(field->in(body.params.get()));
    if (least.greatest() <= type.value.max_speed.least()) continue;
    scenario.warn({.pointer = pointer + "/locomotion/min_speed",
                   .message = "\"min_speed\" is above the \"max_speed\" of the agents, which then fly faster",
                   .found = fmt::format("{} m/s", number_text(least.greatest())),
                   .allowed = {fmt::format("at most {} m/s", number_text(type.value.max_speed.least()))}});
  }
}

void warn_about_gap(CheckedScenario& scenario, const DeclaredAgents& agents) {
  const std::optional<PlacementDef>& placement = agents.def->placement;
  if (!placement || placement->gap == 0.0) return;
  const bool waits =
      agents.event != kNoIndex && scenario.def.events[agents.event].event.as<SpawnDef>().when_free;
  const bool overlaps = agents.def->overlap.value_or(false);
  if ((is_random(*placement) || waits) && !overlaps) return;
  scenario.warn({.pointer = agents.pointer + "/placement/gap",
                 .message = fmt::format("\"gap\" has no effect: {}",
                                        overlaps ? "\"overlap\" is true" : "the places are fixed")});
}

// Angles of the start beside what says them, too.
void warn_about_angles(CheckedScenario& scenario, const DeclaredAgents& agents) {
  const AgentDef& def = *agents.def;
  const bool has_way = def.velocity && *def.velocity != Vec3{} && !def.heading.is_present();
  const auto warn = [&](const Parameter& angle, std::string_view key, std::string_view by) {
    if (angle == Parameter(0.0)) return;
    scenario.warn_of_own({.pointer = fmt::format("{}/{}", agents.pointer, key),
                          .message = fmt::format("\"{}\" has no effect: {}", key, by)});
  };
  if (def.orientation) warn(def.roll, "roll", "\"orientation\" is given");
  if (def.orientation) return warn(def.pitch, "pitch", "\"orientation\" is given");
  if (has_way) warn(def.pitch, "pitch", "without \"heading\" the nose points along \"velocity\"");
}

void warn_about_start(CheckedScenario& scenario, const DeclaredAgents& agents) {
  if (agents.def->velocity && !(agents.def->speed == AgentDef().speed)) {
    scenario.warn_of_own(
        {.pointer = agents.pointer + "/speed", .message = "\"speed\" has no effect: \"velocity\" is given"});
  }
  warn_about_angles(scenario, agents);
  const Parameter& rotation = agents.def->rotation;
  const bool rotates = rotation.is_drawn() || (rotation.is_present() && rotation.constant() != 0.0);
  const bool may_turn = std::ranges::any_of(type_names(*agents.def), [&](std::string_view name) {
    const Named<AgentTypeDef>* type = scenario.find_type(name);
    return type != nullptr && type->value.locomotion.locomotion->turns;
  });
  if (!rotates || may_turn) return;
  scenario.warn_of_own(
      {.pointer = agents.pointer + "/rotation",
       .message = "\"rotation\" has no effect: bodies of this locomotion have no rate of turn"});
}

}  // namespace

void check_agents(CheckedScenario& scenario) {
  check_agent_count(scenario);
  warn_about_immovable(scenario);
  check_actuators(scenario);
  warn_about_accelerations(scenario);
  warn_about_least_speed(scenario);
  warn_about_recorded_controls(scenario);
  warn_about_jumps(scenario);
}

void warn_about_agents(CheckedScenario& scenario) {
  warn_about_body_length(scenario);
  for (const DeclaredAgents& agents : scenario.parts.agents) {
    const JsonValue* group = value_at(scenario.document, agents.pointer + "/group");
    if (group != nullptr && group->is_string() && group->string.empty()) {
      scenario.warn({.pointer = agents.pointer + "/group",
                     .message = "an empty name is no group: these agents are in none"});
    }
    warn_about_gap(scenario, agents);
    warn_about_start(scenario, agents);
  }
}

}  // namespace drover
