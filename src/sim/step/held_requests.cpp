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
auto held_of(AnyWorld& world, const AgentType& type, AgentIndex agent) {
  return world.state.columns.values(type.held).subspan(world.model().agents.index_in_type[agent] * kHeldWidth,
                                                       kHeldWidth);
}

}  // namespace

std::uint64_t decide_period(double decide_every, double dt) {
  return std::max<std::uint64_t>(1, first_tick_from(decide_every, dt));
}

bool decides(const World& world, const AgentType& type, AgentIndex agent) {
  const std::uint64_t phase = type.decides_together ? 0 : world.model().agents.number[agent];
  return (world.state.tick + phase) % type.decide_period == 0 ||
         held_of(world, type, agent)[HeldNumber::is_held] == 0.0;
}

void must_decide(World& world, AgentIndex agent) {
  const AgentType& type = world.model().type_of(agent);
  if (type.holds_requests()) held_of(world, type, agent)[HeldNumber::is_held] = 0.0;
}

void all_must_decide(World& world) {
  if (!world.model().holds_requests) return;
  for (AgentIndex i = 0; i < world.model().body_count(); ++i)
    must_decide(world, i);
}

std::uint64_t ticks_since_decision(const World& world, const AgentType& type, AgentIndex agent) {
  const double since = held_of(world, type, agent)[HeldNumber::tick];  // one more, so that 0 is never
  return since == 0.0 ? 1 : world.state.tick + 1 - static_cast<std::uint64_t>(since);
}

void hold_request(World& world, const AgentType& type, AgentIndex agent,
                  const std::optional<Request>& request) {
  const auto held = held_of(world, type, agent);
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

std::optional<Request> held_request(const World& world, const AgentType& type, AgentIndex agent) {
  const auto held = held_of(world, type, agent);
  if (held[HeldNumber::is_active] == 0.0) return std::nullopt;
  const Vec3 c{held[HeldNumber::c_x], held[HeldNumber::c_y], held[HeldNumber::c_z]};
  const Vec3 linear = c - world.own_velocity(agent) * held[HeldNumber::damping];
  return Request{clip(linear, world.state.limits.max_request[agent]),
                 {held[HeldNumber::angular_x], held[HeldNumber::angular_y], held[HeldNumber::angular_z]}};
}

}  // namespace drover
