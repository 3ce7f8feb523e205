#include "core/field_table.h"

#include <algorithm>

#include "core/check.h"

namespace drover {

std::vector<std::string_view> ReadCondition::list() const {
  std::vector<std::string_view> found;
  std::string_view rest = values;
  for (std::size_t end; (end = rest.find(", ")) != std::string_view::npos; rest.remove_prefix(end + 2))
    found.push_back(rest.substr(0, end));
  found.push_back(rest);
  return found;
}

std::span<const ReadCondition> Field::read_conditions() const {
  const auto end = std::ranges::find(read_when, "", &ReadCondition::key);
  return {read_when.begin(), end};
}

std::string_view choice_text(const Field& field, const void* object) {
  const void* member = field.in(object);
  if (field.access.is_one(FieldType::boolean)) return *static_cast<const bool*>(member) ? "true" : "false";
  DROVER_CHECK(field.access.is_one(FieldType::choice), "only choices and booleans have a text");
  return field.access.choices[static_cast<std::size_t>(field.access.get_choice(member))];
}

const ReadCondition* unmet_condition(std::span<const Field> fields, const Field& field, const void* object) {
  for (const ReadCondition& condition : field.read_conditions()) {
    const auto choice = std::ranges::find(fields, condition.key, &Field::key);
    DROVER_CHECK(choice != fields.end(), "conditions name keys of the same object");
    const std::string_view present = choice_text(*choice, object);
    if (std::ranges::count(condition.list(), present) == 0) return &condition;
  }
  return nullptr;
}

}  // namespace drover
