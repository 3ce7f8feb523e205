#include "sim/step/event_context.h"

#include <array>
#include <memory>

#include <fmt/format.h>

#include "core/check.h"
#include "sim/state/agent_lists.h"
#include "sim/step/factors.h"
#include "sim/step/goal_changes.h"
#include "sim/step/population.h"
#include "sim/step/push_out.h"

namespace drover {
namespace {

// The parameters of an entry that an event may set, for every kind of behavior.
struct SlotParameter {
  std::string_view key;
  Parameter StackEntry::*value;
};
constexpr auto kSlotParameters = std::to_array<SlotParameter>({{"weight", &StackEntry::weight},
                                                               {"probability", &StackEntry::probability},
                                                               {"priority", &StackEntry::priority}});

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

std::optional<Problem> find_agent_parameter(Model& model, std::uint32_t type, std::string_view key,
                                            ParameterColumn& out) {
  const bool by_velocity = model.types[type].request_unit == RequestUnit::velocity &&
                           model.types[type].locomotion->takes == RequestUnit::velocity;
  std::vector<std::string> names;
  for (const AgentLimit& limit : kAgentLimits) {
    if (by_velocity && !limit.limits_velocities) continue;
    names.emplace_back(limit.key);
    if (limit.key != key) continue;
    out = {.field = &field_of(AgentTypeDef::table(), key), .limit = &limit};
    if (limit.own == &OwnLimits::preferred_speed) model.own_limits.needs_preferred_speed = true;
    return std::nullopt;
  }
  for (const StackEntry& entry : model.types[type].entries)
    names.push_back(entry.label + ".weight");
  return unknown_parameter(fmt::format("agents of type \"{}\" have no parameter \"{}\" that can change",
                                       model.types[type].name, key),
                           key, std::move(names));
}

// Makes the parameter a column, filled with what it was.
ColumnHandle<double> make_column(World& world, Parameter& parameter, std::string_view name) {
  std::vector<double> values;
  for (AgentIndex i = 0; i < world.model().agents.size(); ++i)
    values.push_back(world.state.value(parameter, i));
  return bind_parameter(parameter, world.state.columns, name, std::move(values));
}

std::optional<Problem> take_parameter(World& world, Parameter& parameter, const Field& field,
                                      ParameterColumn& out) {
  if (!parameter.is_present()) {
    return Problem{.pointer = "/parameter",
                   .message = fmt::format("\"{}\" has no value to change: give the behavior one", field.key)};
  }
  out = {.field = &field, .of_behavior = {parameter.column()}};
  if (!parameter.is_bound()) out.of_behavior = make_column(world, parameter, field.key);
  return std::nullopt;
}

std::optional<Problem> find_entry_parameter(World& world, StackEntry& entry, std::string_view key,
                                            ParameterColumn& out) {
  std::vector<std::string> names;
  for (const SlotParameter& parameter : kSlotParameters) {
    if (parameter.key == key)
      return take_parameter(world, entry.*parameter.value, field_of(StackEntryDef::table(), key), out);
    names.push_back(fmt::format("{}.{}", entry.label, parameter.key));
  }
  for (const Field& field : entry.kind->table.fields) {
    if (field.access.type != FieldType::parameter) continue;
    if (field.key == key)
      return take_parameter(world, *static_cast<Parameter*>(field.in(entry.params.get())), field, out);
    names.push_back(fmt::format("{}.{}", entry.label, field.key));
  }
  return unknown_parameter(fmt::format("\"{}\" has no number \"{}\" that can change", entry.label, key),
                           fmt::format("{}.{}", entry.label, key), std::move(names));
}

// Where a world has an inside, agents are put there.
Vec3 inside(const Bounds& bounds, Vec3 p) {
  if (!bounds.is_bounded() || bounds.edge() == Edge::open) return p;
  if (bounds.wraps()) return bounds.wrapped(p);
  return {clamp(p.x, bounds.min().x, bounds.max().x), clamp(p.y, bounds.min().y, bounds.max().y), p.z};
}

}  // namespace

void EventContext::appear(AgentIndex agent) {
  world_.state.status.present.set(agent, 1);
  start_agent(world_, agent, crowds());
  population_changed_ = true;
}

void EventContext::appear_where_free(std::span<const AgentIndex> agents) {
  bodies().build(world_);
  for (const AgentIndex agent : agents) {
    // Where keyframes say where the agent is, there is nothing to choose.
    const Vec3 own = world_.state.motion.position(agent);
    appear_on(agent, type_of(agent).is_dictated() ? own : bodies().free_place(world_, agent));
  }
}

void EventContext::appear_in_place(std::span<const AgentIndex> agents) {
  bodies().build(world_);
  for (const AgentIndex agent : agents)
    appear_on(agent, world_.state.motion.position(agent));
}

void EventContext::appear_on(AgentIndex agent, Vec3 place) {
  if (bodies().is_taken(world_, agent, place)) ++overlapping_births_;
  world_.state.motion.set_position(agent, place);
  appear(agent);
  bodies().add(world_, agent);
}

void EventContext::vanish(AgentIndex agent) {
  world_.state.status.present.set(agent, 0);
  world_.state.status.request_length[agent] = 0.0;
  drop_goal(world_, agent);
  // Both states, which take turns, keep the position where the agent was last.
  world_.state.next.copy_agent(world_.state.motion, agent);
  population_changed_ = true;
}

void EventContext::put(AgentIndex agent, const Pose& pose) {
  AgentMotion& state = world_.state.motion;
  state.set_position(agent, inside(world_.model().bounds, pose.position));
  if (pose.velocity) world_.set_own_velocity(agent, *pose.velocity);
  if (pose.heading) {
    state.set_heading(agent, *pose.heading);
  } else if (pose.velocity && length(*pose.velocity) >= kLengthEpsilon) {
    state.set_heading(agent, direction(*pose.velocity));
  }
  initialize_body(world_, agent);
  restart_behaviors(world_, agent);
  world_.state.record.teleport_tick.set(agent, world_.state.tick);
}

void EventContext::enter_mode(AgentIndex agent, std::uint32_t mode) {
  const std::uint32_t before = world_.state.status.mode[agent];
  if (before == mode) return;
  change_goal_with_mode(world_, agent, before, mode, crowds());
  world_.state.status.mode.set(agent, mode);
  world_.state.status.mode_since.set(agent, world_.state.tick);
  modes_changed_ = true;
}

void EventContext::show_shape(bool is_present) {
  const DoorColumns& doors = world_.model().doors;
  const bool is_obstacle = shape_->type == TargetType::obstacle;
  std::uint8_t& present =
      world_.state.columns.values(is_obstacle ? doors.obstacles : doors.walls)[shape_->index];
  const bool appears = is_present && present == 0;
  present = is_present ? 1 : 0;
  if (!appears) return;
  const std::span<std::uint8_t> caught = world_.state.columns.values(doors.caught);
  for (AgentIndex i = 0; i < world_.model().body_count(); ++i) {
    if (!world_.is_present(i) || world_.model().agents.immovable[i] != 0) continue;
    if (is_in_shape(world_, *shape_, i)) caught[i] = 1;
  }
}

void EventContext::limit(AgentIndex agent) {
  update_limits(world_, agent);
  if (!type_of(agent).locomotion->steered) return;
  world_.set_own_velocity(agent, clip(world_.own_velocity(agent), world_.state.limits.max_speed[agent]));
}

void EventContext::update_lists() {
  if (population_changed_) {
    list_agents(world_);
  } else if (modes_changed_) {
    for (std::uint32_t type = 0; type < world_.model().types.size(); ++type)
      list_modes(world_, type);
  }
  population_changed_ = modes_changed_ = false;
}

void ParameterColumn::set(World& world, AgentIndex agent, double value) const {
  if (limit == nullptr) {
    world.state.columns.values(of_behavior)[agent] = value;
  } else if (limit->own != nullptr && (world.model().own_limits.*limit->own).index != kNoIndex) {
    world.state.columns.values(world.model().own_limits.*limit->own)[agent] = value;
  } else {
    (world.state.limits.*limit->column).set(agent, value);
  }
}

ColumnHandle<double> bind_parameter(Parameter& parameter, ColumnSet& columns, std::string_view name,
                                    std::vector<double> values) {
  const ColumnHandle<double> column = columns.add(
      {.name = fmt::format("parameter {}/{}", columns.columns().size(), name)}, std::move(values));
  parameter.bind(column.index);
  return column;
}

std::optional<Problem> find_parameter(World& world, std::uint32_t type, std::string_view parameter,
                                      ParameterColumn& out) {
  const std::size_t dot = parameter.find('.');
  if (dot == std::string_view::npos)
    return find_agent_parameter(world.model_to_build(), type, parameter, out);
  const std::string_view label = parameter.substr(0, dot);
  std::vector<std::string> names;
  for (StackEntry& entry : world.model_to_build().types[type].entries) {
    if (entry.label == label) return find_entry_parameter(world, entry, parameter.substr(dot + 1), out);
    names.push_back(fmt::format("{}{}", entry.label, parameter.substr(dot)));
  }
  return unknown_parameter(
      fmt::format("agent type \"{}\" has no behavior \"{}\"", world.model().types[type].name, label),
      parameter, std::move(names));
}

}  // namespace drover
