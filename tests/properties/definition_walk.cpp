#include "properties/definition_walk.h"

#include <optional>

#include "core/kind.h"
#include "core/nested_objects.h"
#include "sim/definitions/declared_agents.h"

namespace drover::test {
namespace {

struct BaseUnit {
  std::string_view name;
  Dimension dimension;
};

constexpr BaseUnit kBaseUnits[] = {{"m", {1, 0, 0}},         {"s", {0, 1, 0}},        {"kg", {0, 0, 1}},
                                   {"rad", {0, 0, 0}},       {"N", {1, -2, 1}},       {"1", {0, 0, 0}},
                                   {"sqrt(s)", {0, 0.5, 0}}, {"sqrt s", {0, 0.5, 0}}, {"N s", {1, -1, 1}}};

// "m^2" and the like.
std::optional<Dimension> dimension_of_factor(std::string_view factor) {
  double power = 1.0;
  const std::size_t caret = factor.find('^');
  if (caret != std::string_view::npos) {
    if (caret + 2 != factor.size() || factor.back() < '2' || factor.back() > '9') return std::nullopt;
    power = factor.back() - '0';
    factor = factor.substr(0, caret);
  }
  for (const BaseUnit& base : kBaseUnits) {
    if (base.name != factor) continue;
    return Dimension{power * base.dimension.length, power * base.dimension.time, power * base.dimension.mass};
  }
  return std::nullopt;
}

// Calls visit(table, object) for the object and every object inside it, kinds' parameters included.
void walk_objects(const Table& table, void* object, const std::function<void(const Table&, void*)>& visit) {
  visit(table, object);
  const auto walk_nested = [&](const NestedObject& nested) {
    walk_objects(nested.table, nested.object, visit);
  };
  for (const Field& field : table.fields)
    visit_nested_objects(field, field.in(object), walk_nested);
  visit_chosen_kind(table, object, walk_nested);
}

}  // namespace

void walk(const Table& table, void* object, const VisitField& visit) {
  walk_objects(table, object, [&](const Table& inner, void* part) {
    for (const Field& field : inner.fields) {
      const FieldAccess& access = field.access;
      void* member = field.in(part);
      if (access.nested != nullptr || access.type == FieldType::kind_map) continue;
      if (access.holder == Holder::one) visit(field, member);
      const std::size_t size = access.holder == Holder::one ? 0 : access.list.size(member);
      for (std::size_t k = 0; k < size; ++k)
        visit(field, access.list.at(member, k));
    }
  });
}

void walk_kinds(const Table& table, void* object, const std::function<void(KindBox&)>& visit) {
  walk_objects(table, object, [&](const Table& inner, void* part) {
    if (inner.box != nullptr) visit(*inner.box(part));
    for (const Field& field : inner.fields) {
      if (field.access.type != FieldType::kind_map) continue;
      auto& kinds = *static_cast<std::optional<NamedList<KindBox>>*>(field.in(part));
      for (std::size_t k = 0; kinds && k < kinds->size(); ++k)
        visit((*kinds)[k].value);
    }
  });
}

ScenarioDef clone(const ScenarioDef& def) {
  ScenarioDef copy = def;
  // A box is visited before what is in it, so the walk goes on in the copy.
  walk_kinds(ScenarioDef::table(), &copy,
             [](KindBox& box) { box.params = box.kind->copy_params(box.params.get()); });
  return copy;
}

std::vector<AgentEntry> agent_entries(ScenarioDef& def) {
  std::vector<AgentEntry> entries;
  for (const DeclaredAgents& declared : declared_agents(def)) {
    AgentDef* entry = declared.event == kNoIndex
                          ? &def.agents[entries.size()]
                          : &*static_cast<SpawnDef*>(def.events[declared.event].event.params.get())->agents;
    entries.push_back({entry, declared.count});
  }
  return entries;
}

std::optional<Dimension> dimension_of(std::string_view unit) {
  Dimension total;
  double sign = 1.0;
  while (true) {
    const std::size_t end = unit.find_first_of("/*");
    const std::optional<Dimension> factor = dimension_of_factor(unit.substr(0, end));
    if (!factor) return std::nullopt;
    total.length += sign * factor->length;
    total.time += sign * factor->time;
    total.mass += sign * factor->mass;
    if (end == std::string_view::npos) return total;
    sign = unit[end] == '/' ? -1.0 : 1.0;
    unit.remove_prefix(end + 1);
  }
}

}  // namespace drover::test
