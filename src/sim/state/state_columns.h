// The one list of the numbers a run goes on from. The state hash, saved states and comparisons walk it, so
// that none of them can forget what another knows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/state/world.h"

namespace drover {

// What one entry of a column belongs to.
enum class StateOwner {
  world,
  agent,          // by index of the agent
  agent_of_type,  // by rank among the agents of a type
};

struct StateColumn {
  // The name: "x", "fish/wander/memory", "condition 2/fish/wander/when/memory". Only the last part is always
  // there.
  std::string_view owner_name = {};  // agent type, or what kind of list the index below counts in
  std::size_t owner_index = kNoOwnerIndex;
  std::string_view part = {};  // label within the owner
  std::string_view quantity = {};
  std::string_view unit = {};
  StateOwner owner = StateOwner::agent;
  std::uint32_t type = kNoIndex;  // of agent_of_type: index of the agent type
  std::size_t width = 1;          // numbers per owner, beside each other
  // Whether it can influence the next state. What cannot is there for those who observe a run.
  bool hashed = true;

  static constexpr std::size_t kNoOwnerIndex = static_cast<std::size_t>(-1);
};

std::string name_of(const StateColumn& column);

// Calls visit(StateColumn, numbers) for every column in a fixed order, where the numbers, double, uint64_t,
// uint32_t or uint8_t, are a std::span or a SharedColumn; const for a const world, except for memories, whose
// constness is shallow.
// The clock (seed, dt, tick) and the number of agents are not among them.
template <class AnyWorld, class Visit>
void visit_state(AnyWorld& world, Visit&& visit);

namespace detail {

// What a visitor is given of a column.
template <class Number>
SharedColumn<Number>& numbers(SharedColumn<Number>& column) {
  return column;
}
template <class Number>
const SharedColumn<Number>& numbers(const SharedColumn<Number>& column) {
  return column;
}
template <class Column>
auto numbers(Column& column) {
  return std::span(column);
}

template <class AnyWorld, class Visit>
void visit_agents(AnyWorld& world, Visit& visit) {
  const auto column = [&visit](std::string_view quantity, std::string_view unit, auto& values) {
    visit(StateColumn{.quantity = quantity, .unit = unit}, numbers(values));
  };
  column("x", "m", world.state.x);
  column("y", "m", world.state.y);
  column("vx", "m/s", world.state.vx);
  column("vy", "m/s", world.state.vy);
  column("hx", "", world.state.hx);
  column("hy", "", world.state.hy);
  column("rotation", "rad/s", world.state.rotation);
  column("radius", "m", world.agents.radius);
  column("mass", "kg", world.agents.mass);
  column("max_speed", "m/s", world.agents.max_speed);
  column("max_acceleration", "m/s^2", world.agents.max_acceleration);
  column("max_turn_rate", "rad/s", world.agents.max_turn_rate);
  column("max_angular_acceleration", "rad/s^2", world.agents.max_angular_acceleration);
  column("number", "", world.agents.number);
  column("present", "", world.agents.present);
  column("mode", "", world.mode);
  column("mode_since", "ticks", world.mode_since);
  column("demand", "m/s^2", world.demand);
}

template <class AnyWorld, class Visit>
void visit_parameters(AnyWorld& world, Visit& visit) {
  for (std::size_t k = 0; k < world.drawn.size(); ++k) {
    auto& column = *world.drawn[k];
    visit(StateColumn{.owner_name = "parameter", .owner_index = k, .quantity = column.name},
          std::span(column.values));
  }
}

template <class AnyWorld, class Visit>
void visit_memories(AnyWorld& world, Visit& visit) {
  const auto memory = [&visit](StateColumn column, const Memory& numbers) {
    column.quantity = "memory";
    column.width = numbers.per_row();
    visit(column, numbers.values());
  };
  for (std::uint32_t type = 0; type < world.stacks.size(); ++type) {
    auto& stack = world.stacks[type];
    StateColumn column{.owner_name = stack.name, .owner = StateOwner::agent_of_type, .type = type};
    for (auto& slot : stack.slots) {
      column.part = slot.label;
      memory(column, slot.memory);
    }
    column.part = "arbiter";
    for (std::size_t k = 0; k < stack.groups.size(); ++k) {
      column.owner_index = k;
      memory(column, stack.groups[k].memory);
    }
  }
  for (std::size_t k = 0; k < world.conditions.size(); ++k) {
    auto& condition = world.conditions[k];
    memory({.owner_name = "condition", .owner_index = k, .part = condition.label}, condition.memory);
  }
}

template <class AnyWorld, class Visit>
void visit_events(AnyWorld& world, Visit& visit) {
  // Without events nothing ever changes the limits that others follow from.
  if (!world.events.empty()) {
    visit(StateColumn{.quantity = "max_force", .unit = "N"}, world.agents.max_force);
    visit(StateColumn{.quantity = "own_max_acceleration", .unit = "m/s^2"},
          world.agents.own_max_acceleration);
  }
  for (std::size_t k = 0; k < world.events.size(); ++k) {
    auto& event = world.events[k];
    visit(
        StateColumn{
            .owner_name = "event", .owner_index = k, .quantity = "happened", .owner = StateOwner::world},
        std::span(&event.happened, 1));
    visit(StateColumn{.owner_name = "event", .owner_index = k, .quantity = "done"}, std::span(event.done));
  }
}

template <class AnyWorld, class Visit>
void visit_observed(AnyWorld& world, Visit& visit) {
  visit(StateColumn{.quantity = "type", .hashed = false}, world.agents.type);
  visit(StateColumn{.quantity = "placed", .unit = "ticks", .hashed = false}, world.placed);
  for (std::size_t k = 0; k < world.conditions.size(); ++k) {
    auto& condition = world.conditions[k];
    visit(StateColumn{.owner_name = "condition",
                      .owner_index = k,
                      .part = condition.label,
                      .quantity = "holds",
                      .hashed = false},
          std::span(condition.holds));
  }
}

}  // namespace detail

template <class AnyWorld, class Visit>
void visit_state(AnyWorld& world, Visit&& visit) {
  detail::visit_agents(world, visit);
  detail::visit_parameters(world, visit);
  detail::visit_memories(world, visit);
  detail::visit_events(world, visit);
  detail::visit_observed(world, visit);
}

}  // namespace drover
