// Lists with one number for each agent ("each"): whether they are as long as entries have agents.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/nested_objects.h"
#include "core/text.h"
#include "scenario/object_reader.h"
#include "scenario/scenario_checks.h"
#include "sim/definitions/declared_agents.h"

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

class EachChecker {
 public:
  EachChecker(const ReadScenario& scenario, ReaderContext& context)
      : scenario_(scenario), context_(context), entries_(declared_agents(scenario.def)) {}

  // Every list has as many items as each entry has agents whose numbers it gives.
  void run() {
    const ScenarioDef& def = scenario_.def;
    for (const Field& field : ScenarioDef::table().fields) {
      if (field.key == "agent_types" || field.key == "agents" || field.key == "events") continue;
      visit_parameters(field, field.in(&def), fmt::format("/{}", field.key),
                       [&](const Parameter& value, const std::string& at) {
                         if (field.key == "quantities")
                           check(value, at, [](const DeclaredAgents&) { return true; });
                         else if (items_of(value) != nullptr)
                           refuse(at);
                       });
    }
    for (const Named<AgentTypeDef>& type : def.agent_types) {
      std::string pointer = "/agent_types";
      append_pointer_token(pointer, type.name);
      visit_parameters(
          AgentTypeDef::table(), &type.value, pointer, [&](const Parameter& value, const std::string& at) {
            check(value, at, [&](const DeclaredAgents& entry) { return may_be(*entry.def, type.name); });
          });
    }
    for (const DeclaredAgents& entry : entries_) {
      visit_parameters(
          AgentDef::table(), entry.def, entry.pointer, [&](const Parameter& value, const std::string& at) {
            check(value, at, [&](const DeclaredAgents& other) { return other.def == entry.def; });
          });
    }
    for (std::size_t e = 0; e < def.events.size(); ++e)
      check_event(def.events[e], fmt::format("/events/{}", e));
  }

 private:
  static const std::vector<Distribution>* items_of(const Parameter& value) {
    const bool is_list = value.is_drawn() && value.distribution().type == Distribution::Type::each;
    return is_list ? &value.distribution().items : nullptr;
  }

  template <class Concerns>
  void check(const Parameter& value, const std::string& pointer, const Concerns& concerns) {
    const std::vector<Distribution>* items = items_of(value);
    if (items == nullptr) return;
    for (const DeclaredAgents& entry : entries_) {
      if (!concerns(entry) || entry.batch() == items->size()) continue;
      report(scenario_.document,
             {.pointer = pointer,
              .message = fmt::format("\"each\" gives one number for each agent of an entry, and {} has {}",
                                     entry.pointer, counted(entry.batch(), "agent")),
              .found = counted(items->size(), "item")},
             context_.diagnostics);
      return;
    }
  }

  void refuse(const std::string& pointer) {
    report(scenario_.document, {.pointer = pointer, .message = "\"each\" belongs to numbers of agents"},
           context_.diagnostics);
  }

  // The agents of a spawn are an entry and were checked as such.
  void check_event(const EventDef& event, const std::string& pointer) {
    const Target& target = event.watch.type != TargetType::none ? event.watch : event.target;
    const auto visit = [&](const Parameter& value, const std::string& at) {
      check(value, at, [&](const DeclaredAgents& entry) { return may_mean(target, *entry.def); });
    };
    if (event.when) visit_parameters(ConditionDef::table(), &*event.when, pointer + "/when", visit);
    if (event.event.kind != nullptr && event.event.kind->name != kSpawnName)
      visit_parameters(event.event.kind->table, event.event.params.get(), pointer, visit);
  }

  const ReadScenario& scenario_;
  ReaderContext& context_;
  std::vector<DeclaredAgents> entries_;
};

}  // namespace

void check_each(const ReadScenario& scenario, ReaderContext& context) {
  EachChecker(scenario, context).run();
}

}  // namespace drover
