#include "scenario/scenario_checks.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/kind.h"
#include "scenario/describe.h"
#include "sim/definitions/declared_agents.h"
#include "sim/definitions/event_times.h"
#include "sim/definitions/kinds.h"

namespace drover {
namespace {

void check_agent_count(const ReadScenario& scenario, ReaderContext& context) {
  std::int64_t total = 0;
  for (const DeclaredAgents& agents : declared_agents(scenario.def)) {
    total += agents.count;
    if (total <= kMaxAgents) continue;
    report(scenario.document,
           {.pointer = agents.pointer + "/count",
            .message = "there are too many agents",
            .found = fmt::format("{} agents up to here", total),
            .allowed = {fmt::format("at most {} agents", kMaxAgents)}},
           context.diagnostics);
    return;
  }
}

void check_repetitions(const ReadScenario& scenario, ReaderContext& context) {
  for (std::size_t k = 0; k < scenario.def.events.size(); ++k) {
    const EventDef& event = scenario.def.events[k];
    const bool spawns = event.event.kind != nullptr && event.event.kind->name == kSpawnName;
    if (spawns || !is_repeated(event) || event_times(scenario.def, k).size() <= kMaxRepetitions) continue;
    report(scenario.document,
           {.pointer = fmt::format("/events/{}/{}", k, event.until.is_present() ? "until" : "every"),
            .message = "the event is repeated too often",
            .allowed = {fmt::format("at most {} times", kMaxRepetitions)}},
           context.diagnostics);
  }
}

void check_step_count(const ReadScenario& scenario, ReaderContext& context) {
  const SimulationDef& simulation = scenario.def.simulation;
  // As doubles: the quotient may be far beyond every integer.
  const double steps = std::floor(simulation.duration / simulation.dt + 0.5);
  const std::string pointer = "/simulation/duration";
  if (steps > static_cast<double>(kMaxSteps)) {
    report(scenario.document,
           {.pointer = pointer,
            .message = "the run has too many steps",
            .found = fmt::format("{} steps: duration / dt", number_text(steps)),
            .allowed = {fmt::format("at most {} steps", kMaxSteps)}},
           context.diagnostics);
    return;
  }
  double agents = 0.0;
  for (const DeclaredAgents& entry : declared_agents(scenario.def))
    agents += static_cast<double>(entry.count);
  if (agents * steps <= kMaxAgentSteps) return;
  report(scenario.document,
         {.pointer = pointer,
          .message = "the run is too long for so many agents",
          .found = fmt::format("{} agents times {} steps", number_text(agents), number_text(steps)),
          .allowed = {fmt::format("at most {} agents times steps", number_text(kMaxAgentSteps))}},
         context.diagnostics);
}

// The list at the pointer was read without an error: a list with a wrong element is left empty, which says
// nothing about what the user meant.
bool is_whole(const ReadScenario& scenario, std::string_view pointer, std::size_t count) {
  const JsonValue& list = nearest_value(scenario.document, pointer);
  return list.is_array() && list.items.size() == count;
}

std::size_t segment_count(const WallDef& wall) {
  if (wall.points.empty()) return 0;
  return wall.points.size() - 1 + (wall.closed ? 1 : 0);
}

void check_wall(const ReadScenario& scenario, ReaderContext& context, std::size_t index) {
  const WallDef& wall = scenario.def.world.walls[index];
  const std::string pointer = fmt::format("/world/walls/{}/points", index);
  const std::size_t count = wall.points.size();
  if (!is_whole(scenario, pointer, count)) return;
  if (count < 2) {
    report(scenario.document,
           {.pointer = pointer,
            .message = "a wall needs at least two points",
            .found = fmt::format("{} point{}", count, count == 1 ? "" : "s")},
           context.diagnostics);
    return;
  }
  for (std::size_t i = 1; i < count; ++i) {
    if (wall.points[i - 1] != wall.points[i]) continue;
    report(scenario.document,
           {.pointer = fmt::format("{}/{}", pointer, i),
            .message = "the wall has a segment of length zero: this point repeats the one before"},
           context.diagnostics);
  }
  if (!wall.closed || wall.points.front() != wall.points.back()) return;
  report(scenario.document,
         {.pointer = fmt::format("{}/{}", pointer, count - 1),
          .message = "the last point of the closed wall repeats the first",
          .hint = "Leave it out: \"closed\" joins the last point to the first."},
         context.diagnostics);
}

void check_path(const ReadScenario& scenario, ReaderContext& context, const Named<PathDef>& path) {
  const std::size_t needed = path.value.closed ? 2 : 1;
  const std::size_t count = path.value.points.size();
  if (count >= needed) return;
  std::string pointer = "/world/paths";
  append_pointer_token(pointer, path.name);
  pointer += "/points";
  if (!is_whole(scenario, pointer, count)) return;
  report(scenario.document,
         {.pointer = pointer,
          .message = path.value.closed ? "a closed path needs at least two points"
                                       : "a path needs at least one point",
          .found = fmt::format("{} point{}", count, count == 1 ? "" : "s")},
         context.diagnostics);
}

void check_expectation(const ReadScenario& scenario, ReaderContext& context, std::size_t index) {
  const ExpectDef& expect = scenario.def.expect[index];
  for (const char* key : {"at_most", "at_least"}) {
    const Parameter& bound = key == std::string_view("at_most") ? expect.at_most : expect.at_least;
    if (!bound.is_drawn()) continue;
    report(scenario.document,
           {.pointer = fmt::format("/expect/{}/{}", index, key),
            .message = fmt::format("\"{}\" has the wrong type", key),
            .found = "a distribution",
            .allowed = {"a number or null"}},
           context.diagnostics);
    return;
  }
  const bool has_both = expect.at_least.is_present() && expect.at_most.is_present();
  if (!has_both || expect.at_least.constant() <= expect.at_most.constant()) return;
  report(scenario.document,
         {.pointer = fmt::format("/expect/{}/at_least", index),
          .message = "no number can be expected: \"at_least\" is greater than \"at_most\"",
          .found = fmt::format("at least {}, at most {}", number_text(expect.at_least.constant()),
                               number_text(expect.at_most.constant()))},
         context.diagnostics);
}

}  // namespace

void check_limits(const ReadScenario& scenario, ReaderContext& context) {
  check_agent_count(scenario, context);
  check_repetitions(scenario, context);
  check_step_count(scenario, context);
  const WorldDef& world = scenario.def.world;
  std::size_t segments = 0;
  for (const WallDef& wall : world.walls)
    segments += segment_count(wall);
  if (segments > kMaxWalls) {
    report(scenario.document,
           {.pointer = "/world/walls",
            .message = "there are too many walls",
            .found = fmt::format("{} segments", segments),
            .allowed = {fmt::format("at most {} segments", kMaxWalls)}},
           context.diagnostics);
  }
  for (std::size_t i = 0; i < scenario.def.expect.size(); ++i)
    check_expectation(scenario, context, i);
}

void check_geometry(const ReadScenario& scenario, ReaderContext& context) {
  for (std::size_t i = 0; i < scenario.def.world.walls.size(); ++i)
    check_wall(scenario, context, i);
  for (const Named<PathDef>& path : scenario.def.world.paths)
    check_path(scenario, context, path);
}

void check_event_times(const ReadScenario& scenario, ReaderContext& context) {
  const SimulationDef& simulation = scenario.def.simulation;
  for (std::size_t i = 0; i < scenario.def.events.size(); ++i) {
    const std::vector<double>& at = scenario.def.events[i].at;
    if (context.diagnostics.warning_count() >= Diagnostics::kMaxKept) return;
    if (at.empty()) continue;
    const double first = *std::ranges::min_element(at);
    const auto late = std::ranges::find_if(at, [&](double time) { return time > simulation.duration; });
    if (late == at.end()) continue;
    const bool never = first > simulation.duration;
    report(scenario.document,
           {.pointer = never ? fmt::format("/events/{}/at", i)
                             : fmt::format("/events/{}/at/{}", i, late - at.begin()),
            .message = never ? "the event never happens: the run ends before"
                             : "the event does not happen at this time: the run ends before",
            .found = fmt::format("at {} s, the run lasts {} s", number_text(never ? first : *late),
                                 number_text(simulation.duration)),
            .severity = Severity::warning},
           context.diagnostics);
  }
}

namespace {

double largest(const Parameter& parameter) {
  return parameter.is_drawn() ? parameter.distribution().greatest() : parameter.constant();
}

double largest_factor(const std::optional<RampDef>& ramp) {
  if (!ramp || ramp->points.empty()) return 1.0;
  double largest = 0.0;
  for (const auto& [value, factor] : ramp->points)
    largest = std::max(largest, factor);
  return largest;
}

double smallest(const Parameter& parameter) {
  return parameter.is_drawn() ? parameter.distribution().least() : parameter.constant();
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
    return {largest(type.max_speed) * largest_factor(type.max_speed_by) * simulation.dt, "/max_speed"};
  const double way = kind->longest_step(box.params.get(), simulation.dt);
  return {simulation.non_penetration.enabled ? way : 0.0, "/locomotion/keyframes"};
}

}  // namespace

// One warning, also where types extend the one that says so.
void check_immovable(const ReadScenario& scenario, ReaderContext& context) {
  if (scenario.def.simulation.non_penetration.enabled) return;
  for (const Named<AgentTypeDef>& type : scenario.def.agent_types) {
    if (!type.value.immovable) continue;
    std::string pointer = "/agent_types";
    append_pointer_token(pointer, type.name);
    report(scenario.document,
           {.pointer = pointer + "/immovable",
            .message = "\"immovable\" has no effect: nothing moves bodies that overlap",
            .hint = "Set \"enabled\" of simulation.non_penetration to true.",
            .severity = Severity::warning},
           context.diagnostics);
    return;
  }
}

void check_choices(const ReadScenario& scenario, ReaderContext& context) {
  check_immovable(scenario, context);
  for (const Named<AgentTypeDef>& type : scenario.def.agent_types) {
    const auto [way, key] = longest_step(type.value, scenario.def.simulation);
    const double radius = smallest(type.value.radius);
    if (context.diagnostics.warning_count() >= Diagnostics::kMaxKept) return;
    if (way <= radius) continue;
    std::string pointer = "/agent_types";
    append_pointer_token(pointer, type.name);
    report(scenario.document,
           {.pointer = pointer + std::string(key),
            .message = "an agent may jump over things: it can move farther in a step than its radius",
            .found = fmt::format("{} m in a step, radius {} m", number_text(way), number_text(radius)),
            .hint = "Use a smaller dt.",
            .severity = Severity::warning},
           context.diagnostics);
  }
}

}  // namespace drover
