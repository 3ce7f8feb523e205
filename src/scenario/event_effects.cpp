// How often events happen, and events that have no effect, as far as the scenario alone shows it.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "scenario/effect_warnings.h"
#include "scenario/scenario_checks.h"
#include "sim/definitions/event_times.h"
#include "sim/definitions/kinds.h"

namespace drover {
namespace {

// Whether an event is a shape that appears, or that vanishes.
bool shows_shape(const EventDef& event, bool present) {
  return event.event.kind->name == kShapeName && event.event.as<ShapeEventDef>().present == present;
}

bool is_same_shape(const Target& a, const Target& b) {
  return a.type == b.type && a.name == b.name;
}

// Whether what the target names is there from the start.
bool is_present(const WorldDef& world, const Target& target) {
  const auto named = [&](const auto& shape) { return shape.id == target.name && shape.present; };
  return target.type == TargetType::obstacle ? std::ranges::any_of(world.obstacles, named)
                                             : std::ranges::any_of(world.walls, named);
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

void check_event_effects(const ReadScenario& scenario, ReaderContext& context) {
  EffectWarnings warnings(scenario.document, context);
  const std::vector<EventDef>& events = scenario.def.events;
  for (std::size_t k = 0; k < events.size(); ++k) {
    if (!shows_shape(events[k], true) || !is_present(scenario.def.world, events[k].target)) continue;
    const bool may_vanish = std::ranges::any_of(events, [&](const EventDef& other) {
      return shows_shape(other, false) && is_same_shape(other.target, events[k].target);
    });
    if (may_vanish) continue;
    warnings.add({.pointer = fmt::format("/events/{}/present", k),
                  .message = fmt::format("the event has no effect: \"{}\" is there from the start and never "
                                         "vanishes",
                                         events[k].target.name),
                  .hint = "Give it \"present\": false in the world, or let another event make it vanish."});
  }
}

}  // namespace drover
