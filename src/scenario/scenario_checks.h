// The checks that need the whole scenario.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string_view>

#include "scenario/json_document.h"
#include "scenario/reader_context.h"
#include "scenario/reporter.h"
#include "sim/definitions/scenario_parts.h"

namespace drover {

inline constexpr std::int64_t kMaxAgents = 1'000'000;
inline constexpr std::int64_t kMaxSteps = 100'000'000;
inline constexpr double kMaxAgentSteps = 1e12;
inline constexpr std::size_t kMaxObstacles = 100'000;
inline constexpr std::size_t kMaxWalls = 100'000;  // segments

// What a check looks at and reports to: a scenario, and the document it was read from, which holds the places
// problems are reported at.
struct CheckedScenario : Reporter {
  CheckedScenario(const ScenarioDef& scenario, const JsonValue& read, ReaderContext& reader);

  bool has_agents(std::string_view type) const { return used_types.contains(type); }
  // Null where no type has the name.
  const Named<AgentTypeDef>* find_type(std::string_view name) const {
    const auto found = types_by_name.find(name);
    return found == types_by_name.end() ? nullptr : found->second;
  }
  // Whether a type has all keys, as in a snapshot, which no longer knows what was given, extended or
  // included.
  bool is_resolved(const Named<AgentTypeDef>& type) const {
    const JsonValue* extends = value_at(document, joined_pointer("/agent_types", type.name) + "/extends");
    return extends != nullptr && extends->is_null();
  }

  const ScenarioDef& def;
  const ScenarioParts parts;
  std::set<std::string_view> used_types;  // agents have them
  std::map<std::string_view, const Named<AgentTypeDef>*> types_by_name;
};

// All checks (scenario_checks.cpp lists them). A shortened run is expected to miss events.
void check_scenario(const ScenarioDef& def, const JsonValue& document, bool is_shortened,
                    ReaderContext& context);

// Stacks without behaviors get the one that their arbiter has without any (ArbiterKind::default_behavior).
void fill_stacks(ScenarioDef& def, const Catalog& catalog);

// Gives "parameters" of agents the units and ranges of what their names stand for, and reports names that
// stand for nothing. Keys in degrees lose their suffix.
void read_own_parameters(ScenarioDef& def, const JsonValue& document, ReaderContext& context);

// Events at a time with "every" and nothing that says how often go on up to the end of the run.
void repeat_to_the_end(ScenarioDef& def, const JsonValue& document);

// The topics. What is allowed and has no effect is a warning everywhere.

// Every name used is declared, nothing is declared twice, and no behavior of a type aims at an agent of that
// type.
void check_names(CheckedScenario& scenario);
// Targets without members: types without agents, goals that nobody has; quantities that nothing uses.
void check_uses(CheckedScenario& scenario);
// Agent types, entries of agents and where they start.
void check_agents(CheckedScenario& scenario);
void warn_about_agents(CheckedScenario& scenario);
// Stacks, modes and arbiters, and what the body cannot carry out.
void check_steering(CheckedScenario& scenario);
void warn_about_steering(CheckedScenario& scenario);
// Constraints without anything to keep off, orientations of bodies that do not turn.
void warn_about_pipelines(CheckedScenario& scenario);
void warn_about_formations(CheckedScenario& scenario);
// Obstacles, walls, paths and regions; the simulation.
void check_world(CheckedScenario& scenario);
void warn_about_world(CheckedScenario& scenario);
// Gaps that are not convex; ground without an effect.
void check_ground(CheckedScenario& scenario);
void warn_about_ground(CheckedScenario& scenario);
// Projectiles, wind and wells.
void check_projectiles(CheckedScenario& scenario);
void warn_about_projectiles(CheckedScenario& scenario);
// Agents that others know by reports.
void warn_about_reports(CheckedScenario& scenario);
// Reports that the run ends before.
void warn_about_report_times(CheckedScenario& scenario);
void check_events(CheckedScenario& scenario);
void warn_about_events(CheckedScenario& scenario);
// Events that the run ends before.
void warn_about_event_times(CheckedScenario& scenario);
// Steps, and time constants that they cannot follow.
void check_times(CheckedScenario& scenario);
// A duration that is rounded to whole steps.
void warn_about_duration(CheckedScenario& scenario);
// What is recorded and expected.
void check_expectations(CheckedScenario& scenario);
void warn_about_records(CheckedScenario& scenario);
// Metrics that look at nothing before the run ends.
void warn_about_metric_times(CheckedScenario& scenario);
// Lists with one number for each agent ("each") are as long as entries have agents.
void check_each(CheckedScenario& scenario);
// Keys that are written where the choices of their object leave them unread.
void check_unread_keys(CheckedScenario& scenario);
// What has no meaning in space is refused.
void check_space(CheckedScenario& scenario);
void check_goal_effects(CheckedScenario& scenario);

}  // namespace drover
