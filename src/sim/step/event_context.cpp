#include "sim/step/event_context.h"

#include <array>
#include <memory>

#include <fmt/format.h>

#include "core/check.h"
#include "sim/state/agent_lists.h"
#include "sim/step/population.h"

namespace drover {
namespace {

// What an event may set of agents themselves, by the key of the agent type.
struct AgentParameter {
  std::string_view key;
  SharedColumn<double> AgentTable::*column;
  bool limits_velocities = true;  // whether it means anything where requests and body know no accelerations
};
constexpr auto kAgentParameters = std::to_array<AgentParameter>({
    {"radius", &AgentTable::radius},
    {"mass", &AgentTable::mass},
    {"max_speed", &AgentTable::max_speed},
    {"max_force", &AgentTable::max_force, false},
    {"max_acceleration", &AgentTable::own_max_acceleration, false},
    {"max_turn_rate", &AgentTable::max_turn_rate},
    {"max_angular_acceleration", &AgentTable::max_angular_acceleration, false},
});

// What an event may set of every behavior, by the key of the slot.
struct SlotParameter {
  std::string_view key;
  Quantity Slot::*quantity;
};
constexpr auto kSlotParameters = std::to_array<SlotParameter>(
    {{"weight", &Slot::weight}, {"probability", &Slot::probability}, {"priority", &Slot::priority}});

Problem unknown_parameter(std::string message, std::string_view name, std::vector<std::string> allowed) {
  Problem problem = unknown_name(std::move(message), name, std::move(allowed));
  problem.pointer = "/parameter";
  return problem;
}

const Field& field_of(const Table& table, std::string_view key) {
  for (const Field& field : table.fields) {
    if (field.key == key) return field;
  }
  DROVER_CHECK(false, "the parameters listed above are keys of their tables");
  return table.fields.front();
}

std::optional<Problem> find_agent_parameter(World& world, std::uint32_t stack, std::string_view key,
                                            ParameterColumn& out) {
  const bool by_velocity = world.stacks[stack].request_unit == RequestUnit::velocity &&
                           world.stacks[stack].locomotion->takes == RequestUnit::velocity;
  std::vector<std::string> names;
  for (const AgentParameter& parameter : kAgentParameters) {
    if (by_velocity && !parameter.limits_velocities) continue;
    names.emplace_back(parameter.key);
    if (parameter.key != key) continue;
    out = {.field = &field_of(AgentTypeDef::table(), key), .of_agents = parameter.column};
    return std::nullopt;
  }
  for (const Slot& slot : world.stacks[stack].slots)
    names.push_back(slot.label + ".weight");
  return unknown_parameter(fmt::format("agents of type \"{}\" have no parameter \"{}\" that can change",
                                       world.stacks[stack].name, key),
                           key, std::move(names));
}

// Makes the quantity a column of the world, filled with what it was.
std::vector<double>* make_column(World& world, Quantity& quantity, std::string_view name) {
  auto column = std::make_unique<ParameterValues>();
  column->name = name;
  for (AgentIndex i = 0; i < world.agents.size(); ++i)
    column->values.push_back(quantity[i]);
  quantity.bind(column->values.data());
  world.drawn.push_back(std::move(column));
  return &world.drawn.back()->values;
}

// The column a quantity was made before, nullptr without.
std::vector<double>* column_of(World& world, const Quantity& quantity) {
  for (const auto& column : world.drawn) {
    if (!column->values.empty() && quantity.is_column(column->values.data())) return &column->values;
  }
  return nullptr;
}

std::optional<Problem> take_quantity(World& world, Quantity& quantity, const Field& field,
                                     ParameterColumn& out) {
  if (!quantity.is_present()) {
    return Problem{.pointer = "/parameter",
                   .message = fmt::format("\"{}\" has no value to change: give the behavior one", field.key)};
  }
  out = {.field = &field, .of_behavior = column_of(world, quantity)};
  if (out.of_behavior == nullptr) out.of_behavior = make_column(world, quantity, field.key);
  return std::nullopt;
}

std::optional<Problem> find_slot_parameter(World& world, Slot& slot, std::string_view key,
                                           ParameterColumn& out) {
  std::vector<std::string> names;
  for (const SlotParameter& parameter : kSlotParameters) {
    if (parameter.key == key)
      return take_quantity(world, slot.*parameter.quantity, field_of(SlotDef::table(), key), out);
    names.push_back(fmt::format("{}.{}", slot.label, parameter.key));
  }
  for (const Field& field : slot.kind->table.fields) {
    if (field.access.type != FieldType::quantity) continue;
    if (field.key == key)
      return take_quantity(world, *static_cast<Quantity*>(field.in(slot.params.get())), field, out);
    names.push_back(fmt::format("{}.{}", slot.label, field.key));
  }
  return unknown_parameter(fmt::format("\"{}\" has no number \"{}\" that can change", slot.label, key),
                           fmt::format("{}.{}", slot.label, key), std::move(names));
}

// Where a world has an inside, agents are put there.
Vec3 inside(const Bounds& bounds, Vec3 p) {
  if (!bounds.is_bounded() || bounds.edge() == Edge::open) return p;
  if (bounds.wraps()) return bounds.wrapped(p);
  return {clamp(p.x, bounds.min().x, bounds.max().x), clamp(p.y, bounds.min().y, bounds.max().y), p.z};
}

}  // namespace

void EventContext::appear(AgentIndex agent) {
  world_.agents.present.set(agent, 1);
  start_agent(world_, agent);
  population_changed_ = true;
}

void EventContext::vanish(AgentIndex agent) {
  world_.agents.present.set(agent, 0);
  world_.demand[agent] = 0.0;
  // Both states, which take turns, keep the place where the agent was last.
  world_.next.copy_agent(world_.state, agent);
  population_changed_ = true;
}

void EventContext::put(AgentIndex agent, const Place& place) {
  AgentState& state = world_.state;
  state.set_position(agent, inside(world_.bounds, place.position));
  if (place.velocity) state.set_velocity(agent, *place.velocity);
  if (place.heading) {
    state.set_heading(agent, *place.heading);
  } else if (place.velocity && length(*place.velocity) >= kLengthEpsilon) {
    state.set_heading(agent, direction(*place.velocity));
  }
  settle_body(world_, agent);
  restart_behaviors(world_, agent);
  world_.placed.set(agent, world_.tick);
}

void EventContext::enter_mode(AgentIndex agent, std::uint32_t mode) {
  if (world_.mode[agent] == mode) return;
  world_.mode.set(agent, mode);
  world_.mode_since.set(agent, world_.tick);
  modes_changed_ = true;
}

void EventContext::limit(AgentIndex agent) {
  limit_requests(world_.agents, agent);
  if (!stack_of(agent).locomotion->steered) return;
  const Vec3 velocity = world_.state.velocity(agent);
  world_.state.set_velocity(agent, clip(velocity, world_.agents.max_speed[agent]));
}

void EventContext::update_lists() {
  if (population_changed_) {
    list_agents(world_);
  } else if (modes_changed_) {
    for (Stack& stack : world_.stacks)
      list_modes(stack, world_);
  }
  population_changed_ = modes_changed_ = false;
}

std::optional<Problem> find_parameter(World& world, std::uint32_t stack, std::string_view parameter,
                                      ParameterColumn& out) {
  const std::size_t dot = parameter.find('.');
  if (dot == std::string_view::npos) return find_agent_parameter(world, stack, parameter, out);
  const std::string_view label = parameter.substr(0, dot);
  std::vector<std::string> names;
  for (Slot& slot : world.stacks[stack].slots) {
    if (slot.label == label) return find_slot_parameter(world, slot, parameter.substr(dot + 1), out);
    names.push_back(fmt::format("{}{}", slot.label, parameter.substr(dot)));
  }
  return unknown_parameter(
      fmt::format("agent type \"{}\" has no behavior \"{}\"", world.stacks[stack].name, label), parameter,
      std::move(names));
}

}  // namespace drover
