#include "sim/step/admission.h"

#include <optional>

namespace drover {
namespace {

// Places tried in a step; the next step tries others.
inline constexpr int kPlacesPerStep = 100;

// The place at which newcomer k of the event comes in now, if it has room.
std::optional<Vec3> find_position(const Event& event, std::size_t k, const EventContext& context) {
  const World& world = context.world();
  const WaitingArea& area = *event.waiting;
  const AgentIndex agent = event.newcomers[k];
  const auto has_room = [&](Vec3 p) { return area.overlaps || context.bodies().is_free(world, agent, p); };
  if (!area.space || !area.space->is_random() || context.is_dictated(agent)) {
    const Vec3 own = world.state.motion.position(agent);
    return context.is_dictated(agent) || has_room(own) ? std::optional(own) : std::nullopt;
  }
  const std::uint32_t number = world.model().agents.number[agent];
  Draws positions = place_draws(world.model().seed, number, world.state.tick);
  Draws jitter = jitter_draws(world.model().seed, number, world.state.tick);
  for (int attempt = 0; attempt < kPlacesPerStep; ++attempt) {
    const Vec3 drawn = area.space->draw(k % event.batch, event.batch, positions, jitter);
    const Vec3 p = world.model().bounds.wrapped_if_needed(drawn);
    if (area.space->accepts(drawn) && has_room(p)) return p;
  }
  return std::nullopt;
}

}  // namespace

std::size_t waiting_count(const World& world, const Event& event) {
  if (!event.waiting) return 0;
  const std::size_t due = event.due_count(world.state.columns.values(event.happened)[0]);
  return due - static_cast<std::size_t>(world.state.columns.values(event.waiting->admitted)[0]);
}

void admit_newcomers(const Event& event, EventContext& context) {
  World& world = context.world();
  std::size_t waiting = waiting_count(world, event);
  if (waiting == 0) return;
  std::uint64_t& admitted = world.state.columns.values(event.waiting->admitted)[0];
  context.bodies().build(world, event.waiting->clearance);
  for (; waiting > 0; --waiting) {
    const std::optional<Vec3> position = find_position(event, static_cast<std::size_t>(admitted), context);
    if (!position) return;
    const AgentIndex agent = event.newcomers[static_cast<std::size_t>(admitted)];
    world.state.motion.set_position(agent, *position);
    context.appear(agent);
    context.bodies().add(world, agent);
    ++admitted;
  }
}

}  // namespace drover
