// Lists with one number for each agent ("each"): whether they are as long as entries have agents.
#include <string>

#include <fmt/format.h>

#include "core/nested_objects.h"
#include "core/text.h"
#include "scenario/object_reader.h"
#include "scenario/scenario_checks.h"

namespace drover {
namespace {

// Calls visit(parameter, pointer) for every number in a field or an object, at any depth.
template <class Visit>
void visit_parameters(const Table& table, const void* object, const std::string& pointer, const Visit& visit);

template <class Visit>
void visit_parameters(const Field& field, const void* member, const std::string& pointer,
                      const Visit& visit) {
  if (field.access.is_one(FieldType::parameter)) visit(*static_cast<const Parameter*>(member), pointer);
  if (field.access.type == FieldType::own_parameter) {
    for (const auto& [name, parameter] : *static_cast<const NamedList<Parameter>*>(member))
      visit(parameter, joined_pointer(pointer, name));
  }
  if (field.access.is_one(FieldType::target))
    visit(static_cast<const Target*>(member)->behind, joined_pointer(pointer, "behind"));
  visit_nested_objects(field, member, [&](const NestedObject& nested) {
    const std::string own = nested.token.empty() ? pointer : joined_pointer(pointer, nested.token);
    visit_parameters(nested.table, nested.object, own, visit);
  });
}

template <class Visit>
void visit_parameters(const Table& table, const void* object, const std::string& pointer,
                      const Visit& visit) {
  for (const Field& field : table.fields)
    visit_parameters(field, field.in(object), joined_pointer(pointer, field.key), visit);
  visit_chosen_kind(table, object, [&](const NestedObject& chosen) {
    visit_parameters(chosen.table, chosen.object, pointer, visit);
  });
}

bool is_list(const Parameter& value) {
  return value.is_drawn() && value.distribution().type == Distribution::Type::each;
}

// Whether a list has as many items as each of the entries that it concerns has agents.
template <class Concerns>
void check_length(CheckedScenario& scenario, const Parameter& value, const std::string& pointer,
                  const Concerns& concerns) {
  if (!is_list(value)) return;
  const std::size_t items = value.distribution().items.size();
  for (const DeclaredAgents& entry : scenario.parts.agents) {
    if (!concerns(entry) || entry.batch() == items) continue;
    return scenario.fail(
        {.pointer = pointer,
         .message = fmt::format("\"each\" gives one number for each agent of an entry, and {} has {}",
                                entry.pointer, counted(entry.batch(), "agent")),
         .found = counted(items, "item")});
  }
}

}  // namespace

void check_each(CheckedScenario& scenario) {
  for (const Field& field : ScenarioDef::table().fields) {
    if (field.key == "agent_types" || field.key == "agents" || field.key == "events") continue;
    visit_parameters(field, field.in(&scenario.def), fmt::format("/{}", field.key),
                     [&](const Parameter& value, const std::string& at) {
                       if (field.key == "quantities")
                         check_length(scenario, value, at, [](const DeclaredAgents&) { return true; });
                       else if (is_list(value))
                         scenario.fail({.pointer = at, .message = "\"each\" belongs to numbers of agents"});
                     });
  }
  // The numbers that concern some entries.
  const auto check_numbers_of = [&](const Table& table, const void* object, const std::string& pointer,
                                    const auto& concerns) {
    visit_parameters(table, object, pointer, [&](const Parameter& value, const std::string& at) {
      check_length(scenario, value, at, concerns);
    });
  };
  for (const Located<Named<AgentTypeDef>>& type : scenario.parts.types)
    check_numbers_of(AgentTypeDef::table(), &type.def.value, type.pointer,
                     [&](const DeclaredAgents& entry) { return may_be(*entry.def, type.def.name); });
  for (const DeclaredAgents& entry : scenario.parts.agents)
    check_numbers_of(AgentDef::table(), entry.def, entry.pointer,
                     [&](const DeclaredAgents& other) { return other.def == entry.def; });
  for (const auto& [event, pointer] : scenario.parts.events) {
    const Target& target = event.watch.type != TargetType::none ? event.watch : event.target;
    const auto concerns = [&](const DeclaredAgents& entry) { return may_mean(target, *entry.def); };
    if (event.when) check_numbers_of(ConditionDef::table(), &*event.when, pointer + "/when", concerns);
    // The agents of a spawn are an entry and were checked as such.
    const Kind* kind = event.event.kind;
    if (kind != nullptr && kind->name != kSpawnName)
      check_numbers_of(kind->table, event.event.params.get(), pointer, concerns);
  }
}

}  // namespace drover
