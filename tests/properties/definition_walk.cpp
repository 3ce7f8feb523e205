#include "properties/definition_walk.h"

#include <optional>
#include <span>

#include "core/kind.h"
#include "sim/definitions/declared_agents.h"

namespace drover::test {
namespace {

struct BaseUnit {
  std::string_view name;
  Dimension dimension;
};

constexpr BaseUnit kBaseUnits[] = {{"m", {1, 0, 0}},         {"s", {0, 1, 0}},       {"kg", {0, 0, 1}},
                                   {"rad", {0, 0, 0}},       {"N", {1, -2, 1}},      {"1", {0, 0, 0}},
                                   {"sqrt(s)", {0, 0.5, 0}}, {"sqrt s", {0, 0.5, 0}}};

// The kinds of a member of type kind_map; none where it is absent.
std::span<Named<KindBox>> kinds_in(void* member) {
  auto& kinds = *static_cast<std::optional<NamedList<KindBox>>*>(member);
  return kinds ? std::span(*kinds) : std::span<Named<KindBox>>();
}

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
  for (const Field& field : table.fields) {
    void* member = field.in(object);
    const FieldType type = field.access.type;
    if (type == FieldType::object) walk_objects(field.access.nested(), member, visit);
    if (type == FieldType::optional_object || type == FieldType::object_list ||
        type == FieldType::object_map) {
      for (std::size_t k = 0; k < field.access.list.size(member); ++k) {
        walk_objects(field.access.nested(), field.access.list.at(member, k), visit);
      }
    }
    if (type == FieldType::kind_map) {
      for (auto& [name, box] : kinds_in(member)) {
        walk_objects(box.kind->table, box.params.get(), visit);
      }
    }
  }
  if (table.box == nullptr) return;
  const KindBox& box = *table.box(object);
  if (box.kind != nullptr) walk_objects(box.kind->table, box.params.get(), visit);
}

bool is_value(FieldType type) {
  return type != FieldType::object && type != FieldType::optional_object && type != FieldType::object_list &&
         type != FieldType::object_map && type != FieldType::kind_map;
}

}  // namespace

void walk(const Table& table, void* object, const VisitField& visit) {
  walk_objects(table, object, [&](const Table& inner, void* part) {
    for (const Field& field : inner.fields) {
      if (is_value(field.access.type)) visit(field, field.in(part));
    }
  });
}

void walk_kinds(const Table& table, void* object, const std::function<void(KindBox&)>& visit) {
  walk_objects(table, object, [&](const Table& inner, void* part) {
    if (inner.box != nullptr) visit(*inner.box(part));
    for (const Field& field : inner.fields) {
      if (field.access.type != FieldType::kind_map) continue;
      for (auto& [name, box] : kinds_in(field.in(part)))
        visit(box);
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
