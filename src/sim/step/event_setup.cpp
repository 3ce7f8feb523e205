#include "sim/step/event_setup.h"

#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/check.h"

namespace drover {
namespace {

// The parameters of an entry that an event may set, for every kind of behavior.
struct StackEntryParameter {
  std::string_view key;
  Parameter StackEntry::*value;
};
constexpr auto kStackEntryParameters =
    std::to_array<StackEntryParameter>({{"weight", &StackEntry::weight},
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
    if (limit.own == &OwnLimits::preferred_speed) model.sets_preferred_speed = true;
    return std::nullopt;
  }
  for (const StackEntry& entry : model.types[type].entries)
    names.push_back(entry.label + ".weight");
  return unknown_parameter(fmt::format("agents of type \"{}\" have no parameter \"{}\" that can change",
                                       model.types[type].name, key),
                           key, std::move(names));
}

std::optional<Problem> take_parameter(World& world, Parameter& parameter, const Field& field,
                                      ParameterColumn& out) {
  if (!parameter.is_present()) {
    return Problem{.pointer = "/parameter",
                   .message = fmt::format("\"{}\" has no value to change: give the behavior one", field.key)};
  }
  out = {.field = &field, .of_behavior = {parameter.column()}};
  if (parameter.is_bound()) return std::nullopt;
  // It becomes a column, filled with what it was.
  std::vector<double> values;
  for (AgentIndex i = 0; i < world.model().agents.size(); ++i)
    values.push_back(world.state.value(parameter, i));
  out.of_behavior = bind_parameter(parameter, world.state.columns, field.key, std::move(values));
  return std::nullopt;
}

std::optional<Problem> find_entry_parameter(World& world, StackEntry& entry, std::string_view key,
                                            ParameterColumn& out) {
  std::vector<std::string> names;
  for (const StackEntryParameter& parameter : kStackEntryParameters) {
    if (parameter.key == key)
      return take_parameter(world, entry.*parameter.value, field_of(StackEntryDef::table(), key), out);
    names.push_back(fmt::format("{}.{}", entry.label, parameter.key));
  }
  for (const Field& field : entry.kind->table.fields) {
    if (!field.access.is_one(FieldType::parameter)) continue;
    if (field.key == key)
      return take_parameter(world, *static_cast<Parameter*>(field.in(entry.params.get())), field, out);
    names.push_back(fmt::format("{}.{}", entry.label, field.key));
  }
  return unknown_parameter(fmt::format("\"{}\" has no number \"{}\" that can change", entry.label, key),
                           fmt::format("{}.{}", entry.label, key), std::move(names));
}

}  // namespace

void ParameterColumn::set(World& world, AgentIndex agent, double value) const {
  if (limit == nullptr) {
    world.state.columns.values(of_behavior)[agent] = value;
  } else if (limit->own != nullptr && !(world.state.own_limits.*limit->own).empty()) {
    (world.state.own_limits.*limit->own)[agent] = value;
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

std::optional<Problem> find_parameter(EventSetup& setup, std::uint32_t type, std::string_view parameter,
                                      ParameterColumn& out) {
  const std::size_t dot = parameter.find('.');
  if (dot == std::string_view::npos) return find_agent_parameter(setup.model, type, parameter, out);
  const std::string_view label = parameter.substr(0, dot);
  std::vector<std::string> names;
  for (StackEntry& entry : setup.model.types[type].entries) {
    if (entry.label == label) return find_entry_parameter(setup.world, entry, parameter.substr(dot + 1), out);
    names.push_back(fmt::format("{}{}", entry.label, parameter.substr(dot)));
  }
  return unknown_parameter(
      fmt::format("agent type \"{}\" has no behavior \"{}\"", setup.model.types[type].name, label), parameter,
      std::move(names));
}

}  // namespace drover
