// The objects in a field: one walk for all that looks into definitions at any depth.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/field_table.h"
#include "core/kind.h"

namespace drover {

// One of the objects that a member of a definition holds.
struct NestedObject {
  const Table& table;
  void* object;
  // What its JSON pointer has beyond that of the field: an index, a name, or nothing.
  std::string token = {};
  const Kind* kind = nullptr;  // whose parameters these are
};

// Calls visit(NestedObject) for every object in the member of this field, the parameters of kinds included.
template <class Visit>
void visit_nested_objects(const Field& field, const void* member, const Visit& visit) {
  const FieldAccess& access = field.access;
  if (access.type == FieldType::kind_map) {
    const auto& kinds = *static_cast<const std::optional<NamedList<KindBox>>*>(member);
    if (!kinds) return;
    for (const auto& [name, box] : *kinds)
      visit(NestedObject{box.kind->table, box.params.get(), name, box.kind});
    return;
  }
  if (access.nested == nullptr) return;
  void* const objects = const_cast<void*>(member);
  if (access.holder == Holder::one) return visit(NestedObject{access.nested(), objects});
  for (std::size_t k = 0; k < access.list.size(objects); ++k) {
    NestedObject nested{access.nested(), access.list.at(objects, k)};
    if (access.holder == Holder::list) nested.token = std::to_string(k);
    if (access.holder == Holder::map) nested.token = access.list.name_at(objects, k);
    visit(nested);
  }
}

// Likewise the parameters of the kind that an object of this table chooses; they have its pointer.
template <class Visit>
void visit_chosen_kind(const Table& table, const void* object, const Visit& visit) {
  if (table.box == nullptr) return;
  const KindBox& box = *table.box(const_cast<void*>(object));
  if (box.kind != nullptr) visit(NestedObject{box.kind->table, box.params.get(), {}, box.kind});
}

}  // namespace drover
