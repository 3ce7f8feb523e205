#include "sim/step/happening.h"

#include "sim/definitions/ticks.h"

namespace drover {
namespace {

// The targets that are there. The newcomers of a spawn are not, and come batch after batch.
void list_targets(const Event& event, const World& world, std::vector<AgentIndex>& affected) {
  affected.clear();
  if (event.target.type == TargetType::none) {
    const std::size_t batch = event.newcomers.size() / event.times;
    const auto first = event.newcomers.begin() + static_cast<std::ptrdiff_t>(event.happened * batch);
    affected.assign(first, first + static_cast<std::ptrdiff_t>(batch));
    return;
  }
  for (const AgentIndex i : world.members(event.target)) {
    if (world.is_present(i)) affected.push_back(i);
  }
}

void apply(Event& event, EventContext& context, std::span<const AgentIndex> affected) {
  event.kind->apply(event.params.get(), context, affected);
  ++event.happened;
}

bool holds_for_any(const Event& event, const World& world) {
  const std::vector<std::uint8_t>& holds = world.conditions[event.condition].holds;
  for (const AgentIndex i : world.members(event.watch)) {
    if (holds[i] != 0) return true;
  }
  return false;
}

bool happens_by_condition(const Event& event) {
  return event.condition != kNoIndex && event.watch.type != TargetType::none;
}

// Every target by itself: those for whom the condition holds now and never did before.
void keep_newly_held(Event& event, const World& world, std::vector<AgentIndex>& affected) {
  const std::vector<std::uint8_t>& holds = world.conditions[event.condition].holds;
  std::size_t kept = 0;
  for (const AgentIndex i : affected) {
    if (holds[i] == 0 || event.done[i] != 0) continue;
    event.done[i] = 1;
    affected[kept++] = i;
  }
  affected.resize(kept);
}

void let_happen(Event& event, EventContext& context, std::vector<AgentIndex>& affected) {
  const World& world = context.world();
  if (event.condition == kNoIndex) {
    // Repetitions closer than a step happen together.
    while (event.happened < event.times && world.tick >= due_tick(event, event.happened, world.dt)) {
      list_targets(event, world, affected);
      apply(event, context, affected);
    }
    return;
  }
  if (happens_by_condition(event)) {
    if (!event.triggered) return;
    list_targets(event, world, affected);
    return apply(event, context, affected);
  }
  list_targets(event, world, affected);
  keep_newly_held(event, world, affected);
  if (!affected.empty()) apply(event, context, affected);
}

}  // namespace

std::uint64_t due_tick(const Event& event, std::uint64_t k, double dt) {
  return first_tick_from(event.at + static_cast<double>(k) * event.every, dt);
}

void let_events_happen(EventContext& context, std::vector<AgentIndex>& affected) {
  World& world = context.world();
  // What was seen counts, whatever earlier events of the file do to those for whom it was seen.
  for (Event& event : world.events)
    event.triggered = happens_by_condition(event) && event.happened == 0 && holds_for_any(event, world);
  for (Event& event : world.events) {
    let_happen(event, context, affected);
    context.update_lists();
  }
}

}  // namespace drover
