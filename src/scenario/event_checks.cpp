// How often and when events happen, and events that have no effect.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenario/describe.h"
#include "scenario/scenario_checks.h"
#include "sim/definitions/event_times.h"

namespace drover {
namespace {

bool is_spawn(const EventDef& event) {
  return event.event.kind != nullptr && event.event.kind->name == kSpawnName;
}

// Whether an event is a shape that appears, or that vanishes.
bool shows_shape(const EventDef& event, bool present) {
  if (event.event.kind->name != kShapeName) return false;
  const auto field = std::ranges::find(event.event.kind->table.fields, "present", &Field::key);
  return *static_cast<const bool*>(field->in(static_cast<const void*>(event.event.params.get()))) == present;
}

// Whether what the target names is there from the start.
bool is_present(const WorldDef& world, const Target& target) {
  const auto named = [&](const auto& shape) { return shape.id == target.name && shape.present; };
  return target.type == TargetType::obstacle ? std::ranges::any_of(world.obstacles, named)
                                             : std::ranges::any_of(world.walls, named);
}

// A resolved scenario says both keys of every event.
void warn_about_every(CheckedScenario& scenario, const EventDef& event, const std::string& pointer) {
  const bool is_said = event.every != EventDef{}.every ||
                       (scenario.is_given(pointer + "/every") && !scenario.is_given(pointer + "/times"));
  if (!is_said || event.times != 1 || is_repeated(event)) return;
  scenario.warn({.pointer = pointer + "/every",
                 .message = event.at.size() > 1
                                ? "\"every\" has no effect: the list \"at\" says all times by itself"
                                : "\"every\" has no effect: the event happens once",
                 .hint = event.at.size() == 1
                             ? "\"times\" or \"until\" say how often; without either it goes on to the end."
                             : ""});
}

void warn_about_shape(CheckedScenario& scenario, const EventDef& event, const std::string& pointer) {
  if (!shows_shape(event, true) || !is_present(scenario.def.world, event.target)) return;
  const bool may_vanish = std::ranges::any_of(scenario.def.events, [&](const EventDef& other) {
    return shows_shape(other, false) && other.target.type == event.target.type &&
           other.target.name == event.target.name;
  });
  if (may_vanish) return;
  scenario.warn_of_own(
      {.pointer = pointer + "/present",
       .message = fmt::format("the event has no effect: \"{}\" is there from the start and never vanishes",
                              event.target.name),
       .hint = "Give it \"present\": false in the world, or let another event make it vanish."});
}

}  // namespace

void repeat_to_the_end(ScenarioDef& def, const JsonValue& document) {
  for (std::size_t k = 0; k < def.events.size(); ++k) {
    EventDef& event = def.events[k];
    const std::string pointer = fmt::format("/events/{}", k);
    const bool is_repeated_by_every = value_at(document, pointer + "/every") != nullptr &&
                                      value_at(document, pointer + "/times") == nullptr;
    if (is_repeated_by_every && event.at.size() == 1 && !event.when && !is_repeated(event))
      event.times.reset();
  }
}

void check_events(CheckedScenario& scenario) {
  for (std::size_t k = 0; k < scenario.parts.events.size(); ++k) {
    const auto& [event, pointer] = scenario.parts.events[k];
    if (is_spawn(event) || !is_repeated(event)) continue;
    if (event_times(scenario.def, k).size() <= kMaxRepetitions) continue;
    scenario.fail({.pointer = pointer + (event.until.is_present() ? "/until" : "/every"),
                   .message = "the event is repeated too often",
                   .allowed = {fmt::format("at most {} times", kMaxRepetitions)}});
  }
}

void warn_about_events(CheckedScenario& scenario) {
  for (const auto& [event, pointer] : scenario.parts.events) {
    warn_about_every(scenario, event, pointer);
    warn_about_shape(scenario, event, pointer);
  }
}

void warn_about_event_times(CheckedScenario& scenario) {
  const double duration = scenario.def.simulation.duration;
  for (const auto& [event, pointer] : scenario.parts.events) {
    const std::vector<double>& at = event.at;
    const auto late = std::ranges::find_if(at, [&](double time) { return time > duration; });
    if (late == at.end()) continue;
    const double first = *std::ranges::min_element(at);
    const bool never = first > duration;
    scenario.warn({.pointer = never ? pointer + "/at" : fmt::format("{}/at/{}", pointer, late - at.begin()),
                   .message = never ? "the event never happens: the run ends before"
                                    : "the event does not happen at this time: the run ends before",
                   .found = fmt::format("at {} s, the run lasts {} s", number_text(never ? first : *late),
                                        number_text(duration))});
  }
}

}  // namespace drover
