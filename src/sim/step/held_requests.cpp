#include "sim/step/held_requests.h"

#include <algorithm>
#include <cmath>

#include "core/angular.h"
#include "sim/definitions/ticks.h"

namespace drover {
namespace {

// The numbers of an agent.
enum HeldNumber : std::size_t {
  is_held,
  tick,
  is_active,
  c_x,
  c_y,
  c_z,
  damping,
  angular_x,
  angular_y,
  angular_z
};
static_assert(HeldNumber::angular_z + 1 == kHeldWidth);

template <class AnyWorld>
auto held_of(AnyWorld& world, const Decisions& decisions, AgentIndex agent) {
  return world.state.columns.values(decisions.held)
      .subspan(world.model().agents.index_in_type[agent] * kHeldWidth, kHeldWidth);
}

void forget(World& world, const Decisions& decisions, AgentIndex agent) {
  if (decisions.are_held()) held_of(world, decisions, agent)[HeldNumber::is_held] = 0.0;
}

}  // namespace

std::uint64_t decide_period(double decide_every, double dt) {
  return std::max<std::uint64_t>(1, first_tick_from(decide_every, dt));
}

bool decides(const World& world, const Decisions& decisions, AgentIndex agent) {
  const auto held = held_of(world, decisions, agent);
  if (held[HeldNumber::is_held] == 0.0) return true;
  const std::uint64_t age = ticks_since_decision(world, decisions, agent);
  const std::uint64_t phase = decisions.together ? 0 : world.model().agents.number[agent];
  return age >= decisions.period || (age > 0 && (world.state.tick + phase) % decisions.period == 0);
}

void must_decide(World& world, AgentIndex agent) {
  if (!world.model().holds_requests) return;
  const AgentType& type = world.model().type_of(agent);
  forget(world, type.decisions, agent);
  for (const StackEntry& entry : type.entries)
    forget(world, entry.decisions, agent);
}

void all_must_decide(World& world) {
  if (!world.model().holds_requests) return;
  for (AgentIndex i = 0; i < world.model().body_count(); ++i)
    must_decide(world, i);
}

std::uint64_t ticks_since_decision(const World& world, const Decisions& decisions, AgentIndex agent) {
  // One more than the tick, so that 0 is never. What a snapshot says may be any number.
  const double since = held_of(world, decisions, agent)[HeldNumber::tick];
  const std::uint64_t next = world.state.tick + 1;
  const bool is_past = since >= 1.0 && since <= static_cast<double>(next);
  return is_past ? next - static_cast<std::uint64_t>(since) : 1;
}

void hold_request(World& world, const Decisions& decisions, AgentIndex agent,
                  const std::optional<Request>& request) {
  const auto held = held_of(world, decisions, agent);
  held[HeldNumber::is_held] = 1.0;
  held[HeldNumber::tick] = static_cast<double>(world.state.tick + 1);
  held[HeldNumber::is_active] = request ? 1.0 : 0.0;
  if (!request) return;
  const Vec3 c = request->linear + world.own_velocity(agent) * request->damping;
  held[HeldNumber::c_x] = c.x;
  held[HeldNumber::c_y] = c.y;
  held[HeldNumber::c_z] = c.z;
  held[HeldNumber::damping] = request->damping;
  held[HeldNumber::angular_x] = request->angular.x;
  held[HeldNumber::angular_y] = request->angular.y;
  held[HeldNumber::angular_z] = request->angular.z;
}

std::optional<Request> held_request(const World& world, const Decisions& decisions, AgentIndex agent) {
  const auto held = held_of(world, decisions, agent);
  if (held[HeldNumber::is_active] == 0.0) return std::nullopt;
  const double damping = held[HeldNumber::damping];
  const Vec3 c{held[HeldNumber::c_x], held[HeldNumber::c_y], held[HeldNumber::c_z]};
  return Request{c - world.own_velocity(agent) * damping,
                 {held[HeldNumber::angular_x], held[HeldNumber::angular_y], held[HeldNumber::angular_z]},
                 damping};
}

}  // namespace drover
