#include "sim/step/event_schedule.h"

#include <algorithm>

#include "sim/definitions/ticks.h"
#include "sim/step/admission.h"
#include "sim/step/held_requests.h"

namespace drover {
namespace {

// One event and what it needs of the world.
struct Turn {
  const Event& event;
  EventContext& context;
  std::vector<AgentIndex>& affected;

  World& world() const { return context.world(); }
  std::uint64_t& happened() const { return world().state.columns.values(event.happened)[0]; }
};

// An event that acts once on all its targets, when its condition holds for one of the watched agents.
bool has_shared_trigger(const Event& event) {
  return event.condition != kNoIndex && event.watch.type != TargetType::none;
}

// The targets that are present, anchors of formations among them. Those of a spawn are not yet, and come
// batch after batch. An obstacle or a wall is no agent.
void list_targets(const Turn& turn) {
  const Event& event = turn.event;
  turn.affected.clear();
  if (event.is_about_shape()) return;
  if (event.target.type == TargetType::none) {
    const auto first =
        event.newcomers.begin() + static_cast<std::ptrdiff_t>(event.due_count(turn.happened()));
    const auto last =
        event.newcomers.begin() + static_cast<std::ptrdiff_t>(event.due_count(turn.happened() + 1));
    turn.affected.assign(first, last);
    return;
  }
  for (const AgentIndex i : turn.world().members(event.target)) {
    if (turn.world().is_active(i)) turn.affected.push_back(i);
  }
}

// The event acts on the world as those before it left it. Agents of a source that waits for room are only
// due.
void apply(const Turn& turn) {
  turn.context.crowds().forget();
  if (turn.event.is_about_shape()) turn.context.set_shape(&turn.event.target);
  if (!turn.event.waiting) turn.event.kind->apply(turn.event.params.get(), turn.context, turn.affected);
  if (turn.event.is_about_shape()) all_must_decide(turn.world());
  for (const AgentIndex i : turn.affected)
    must_decide(turn.world(), i);
  ++turn.happened();
}

void apply_if_due(const Turn& turn, bool triggered) {
  const Event& event = turn.event;
  const World& world = turn.world();
  if (event.condition == kNoIndex) {
    // Repetitions closer than a step happen together.
    while (turn.happened() < event.times.size() &&
           world.state.tick >= due_tick(event, turn.happened(), world.model().dt)) {
      list_targets(turn);
      apply(turn);
    }
  } else if (has_shared_trigger(event)) {
    if (!triggered) return;
    list_targets(turn);
    apply(turn);
  } else {
    list_targets(turn);
    // Only those for which the condition holds now for the first time.
    const std::span<const std::uint8_t> holds = world.answers(event.condition);
    const std::span<std::uint8_t> done = turn.world().state.columns.values(event.done);
    std::erase_if(turn.affected, [&](AgentIndex i) { return holds[i] == 0 || done[i] != 0; });
    for (const AgentIndex i : turn.affected)
      done[i] = 1;
    if (!turn.affected.empty()) apply(turn);
  }
}

}  // namespace

std::uint64_t due_tick(const Event& event, std::uint64_t k, double dt) {
  return first_tick_from(event.times[k], dt);
}

void apply_due_events(EventContext& context, EventScratch& scratch) {
  const World& world = context.world();
  const std::vector<Event>& events = world.model().events;
  // Answers count as they were found, whatever earlier events of the file do to the agents they are about.
  scratch.triggered.resize(events.size());
  for (std::size_t e = 0; e < events.size(); ++e) {
    const Event& event = events[e];
    scratch.triggered[e] = has_shared_trigger(event) && world.state.columns.values(event.happened)[0] == 0 &&
                           std::ranges::any_of(world.members(event.watch), [&](AgentIndex i) {
                             return world.answers(event.condition)[i] != 0;
                           });
  }
  for (std::size_t e = 0; e < events.size(); ++e) {
    apply_if_due({events[e], context, scratch.affected}, scratch.triggered[e] != 0);
    context.crowds().forget();
    if (events[e].waiting) admit_newcomers(events[e], context);
    context.update_lists();
  }
  context.apply_effects();
}

}  // namespace drover
