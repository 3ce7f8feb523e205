// The checks that need the whole scenario: names, limits, geometry.
#pragma once

#include <cstdint>
#include <string>

#include "scenario/json_document.h"
#include "scenario/reader_context.h"
#include "sim/definitions/definitions.h"

namespace drover {

inline constexpr std::int64_t kMaxAgents = 1'000'000;
inline constexpr std::int64_t kMaxSteps = 100'000'000;
inline constexpr double kMaxAgentSteps = 1e12;
inline constexpr std::size_t kMaxObstacles = 100'000;
inline constexpr std::size_t kMaxWalls = 100'000;  // segments

// A scenario and the document it was read from, which holds the places problems are reported at.
struct ReadScenario {
  const ScenarioDef& def;
  const JsonValue& document;
};

// Every name used is declared, nothing is declared twice, and no behavior of a type aims at an agent of that
// type.
void check_names(const ReadScenario& scenario, ReaderContext& context);

// Gives "parameters" of agents the units and ranges of what their names stand for, and reports names that
// stand for nothing. Keys in degrees lose their suffix.
void read_own_parameters(ScenarioDef& def, const JsonValue& document, ReaderContext& context);

// Events at a time with "every" and nothing that says how often go on up to the end of the run.
void repeat_to_the_end(ScenarioDef& def, const JsonValue& document);

// Lists with one number for each agent ("each") are as long as entries have agents.
void check_each(const ReadScenario& scenario, ReaderContext& context);

// Numbers of agents, steps and walls.
void check_limits(const ReadScenario& scenario, ReaderContext& context);

// Walls and paths have the points they need.
void check_geometry(const ReadScenario& scenario, ReaderContext& context);

// Obstacles are not too many, nor larger than a world that wraps. Warns of keys of placements without effect,
// and of what lies beyond the edge of a world that wraps.
void check_obstacles(const ReadScenario& scenario, ReaderContext& context);

// Modes that are named exist. Warns of behaviors that ask for a rotation the body cannot carry out.
void check_steering(const ReadScenario& scenario, ReaderContext& context);

// Warns of time constants that are shorter than a step.
void check_time_constants(const ReadScenario& scenario, ReaderContext& context);

// Choices that are allowed and probably not meant: warnings only.
void check_choices(const ReadScenario& scenario, ReaderContext& context);

// Warns of what is declared and has no effect: types and quantities that nothing uses, targets without
// members, keys that the arbiter does not look at.
void check_effects(const ReadScenario& scenario, ReaderContext& context);

// Warns of keys that are written where the choices of their object leave them unread.
void check_unread_keys(const ReadScenario& scenario, ReaderContext& context);

// Warns of what is given and has no effect, each of its topic: goals; events; traces, tables and metrics;
// behaviors and modes; the simulation, the world and what starts in it.
void check_goal_effects(const ReadScenario& scenario, ReaderContext& context);
void check_event_effects(const ReadScenario& scenario, ReaderContext& context);
void check_record_effects(const ReadScenario& scenario, ReaderContext& context);
void check_stack_effects(const ReadScenario& scenario, ReaderContext& context);
void check_world_effects(const ReadScenario& scenario, ReaderContext& context);

// Warns of keys of formations that are given and have no effect.
void check_formation_keys(const ReadScenario& scenario, ReaderContext& context);

// Warns of speeds of behaviors and of ground that have no effect.
void check_ground(const ReadScenario& scenario, ReaderContext& context);

// Warns of a duration that is rounded to whole steps.
void check_duration(const ReadScenario& scenario, ReaderContext& context);

// Warns of metrics that look at nothing before the run ends.
void check_metric_times(const ReadScenario& scenario, ReaderContext& context);

// Warns of events that the run ends before.
void check_event_times(const ReadScenario& scenario, ReaderContext& context);

}  // namespace drover
