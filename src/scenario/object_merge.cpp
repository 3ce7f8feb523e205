#include "scenario/object_merge.h"

#include <algorithm>
#include <utility>

#include "scenario/describe.h"
#include "scenario/expression.h"
#include "scenario/object_reader.h"

namespace drover {

std::string_view type_of(const JsonValue& object, std::string_view otherwise) {
  const std::string* type = object.find_text("type");
  return type != nullptr ? std::string_view(*type) : otherwise;
}

JsonValue merge_objects(const JsonValue& base, const JsonValue& over, const Table& table,
                        const Catalog& catalog) {
  if (!base.is_object() || !over.is_object() || is_expression(base) || is_expression(over)) return over;
  const std::string_view base_type = type_of(base, table.default_kind);
  const std::string_view over_type = type_of(over, base_type);
  if (!table.family.empty() && base_type != over_type) return over;
  const Kind* kind = catalog.find(table.family, over_type);
  JsonValue result = base;
  result.where = over.where;
  for (const JsonMember& member : over.members) {
    const Field* field = find_field(table.fields, member.key);
    if (field == nullptr && kind != nullptr) field = find_field(kind->table.fields, member.key);
    const auto found = std::ranges::find(result.members, member.key, &JsonMember::key);
    if (found != result.members.end()) {
      const bool nested = field != nullptr && field->access.is_one(FieldType::object);
      JsonValue value =
          nested ? merge_objects(found->value, member.value, field->access.nested(), catalog) : member.value;
      *found = {member.key, member.key_where, std::move(value)};
      continue;
    }
    // The same field in the other unit of angle.
    if (field != nullptr && takes_degrees(*field)) {
      std::erase_if(result.members, [&](const JsonMember& other) {
        return find_field({field, 1}, other.key) != nullptr;
      });
    }
    result.members.push_back(member);
  }
  return result;
}

}  // namespace drover
