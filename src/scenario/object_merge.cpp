#include "scenario/object_merge.h"

#include <algorithm>
#include <string_view>

#include "scenario/describe.h"
#include "scenario/expression.h"
#include "scenario/object_reader.h"

namespace drover {
namespace {

std::string_view type_name(const JsonValue& value, std::string_view otherwise) {
  const JsonValue* type = value.find("type");
  return type != nullptr && type->is_string() ? std::string_view(type->string) : otherwise;
}

}  // namespace

JsonValue ObjectMerger::merge(const JsonValue& base, const JsonValue& over, const Table& table) const {
  if (!base.is_object() || !over.is_object() || is_expression(base) || is_expression(over)) return over;
  const std::string_view base_type = type_name(base, table.default_kind);
  const std::string_view over_type = type_name(over, base_type);
  if (!table.family.empty() && base_type != over_type) return over;
  const Kind* kind = catalog_.find(table.family, over_type);
  JsonValue result = base;
  result.where = over.where;
  for (const JsonMember& member : over.members) {
    const Field* field = find_field(table.fields, member.key);
    if (field == nullptr && kind != nullptr) field = find_field(kind->table.fields, member.key);
    put(result, member, field);
  }
  return result;
}

void ObjectMerger::put(JsonValue& result, const JsonMember& member, const Field* field) const {
  const auto found = std::find_if(result.members.begin(), result.members.end(),
                                  [&member](const JsonMember& other) { return other.key == member.key; });
  if (found != result.members.end()) {
    const bool nested = field != nullptr && field->access.is_one(FieldType::object);
    JsonValue value = nested ? merge(found->value, member.value, field->access.nested()) : member.value;
    *found = {member.key, member.key_where, std::move(value)};
    return;
  }
  // The same field in the other unit of angle.
  if (field != nullptr && takes_degrees(*field)) {
    std::erase_if(result.members, [&](const JsonMember& other) {
      return find_field({field, 1}, other.key) != nullptr;
    });
  }
  result.members.push_back(member);
}

}  // namespace drover
