#include "scenario/describe.h"

#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "core/text.h"
#include "core/vec3.h"

namespace drover {
namespace {

constexpr double kDegreesPerRadian = 57.295779513082320876798154814105;

// "(m/s, > 0)" with a leading space, or empty.
std::string details(std::string_view unit, const Range& range) {
  const std::string limits = range_text(range);
  if (unit.empty() && limits.empty()) return {};
  if (unit.empty()) return fmt::format(" ({})", limits);
  if (limits.empty()) return fmt::format(" ({})", unit);
  return fmt::format(" ({}, {})", unit, limits);
}

std::string value_text(const Field& field);

// What may stand in the place of an object: "two numbers [x, y] (m) or ".
std::string short_forms_text(const Table& table) {
  std::string text;
  for (const std::string_view key : {table.list_key, table.string_key}) {
    for (const Field& field : table.fields) {
      if (!key.empty() && field.key == key) text += value_text(field) + " or ";
    }
  }
  return text;
}

// What the field takes, null aside.
std::string value_text(const Field& field) {
  const std::string numbers = details(field.unit, number_range(field));
  switch (field.access.type) {
    case FieldType::number:
      return allowed_number_text(field.unit, number_range(field));
    case FieldType::parameter:
      return "a number" + numbers + " or a distribution";
    case FieldType::numbers:
      return "a number" + numbers + " or a list of such numbers";
    case FieldType::boolean:
    case FieldType::optional_boolean:
      return "true or false";
    case FieldType::integer:
    case FieldType::optional_integer:
      if (field.range.low == field.range.high) return range_text(field.range);
      return "a whole number" + numbers;
    case FieldType::text:
      return "a string";
    case FieldType::texts:
      return "a list of strings";
    case FieldType::choice:
      return join(field.access.choices, ", ");
    case FieldType::vector:
    case FieldType::optional_vector:
      return allowed_vector_text(field.unit, number_range(field));
    case FieldType::points:
      return "a list of points [x, y]" + numbers;
    case FieldType::rows:
      return fmt::format("a list of rows of {} numbers", field.access.row_width) + numbers;
    case FieldType::json:
      return "a value";
    case FieldType::json_list:
      return "a list of values";
    case FieldType::json_map:
      return "an object of names and their values";
    case FieldType::parameter_map:
      return "an object of names with numbers or distributions";
    case FieldType::target:
      return "a target such as {\"agent\": \"name\"}, {\"point\": [x, y]}, {\"group\": \"name\"} or \"goal\"";
    case FieldType::reference:
      return "a name (string)";
    case FieldType::shared_reference:
      return "a name (string) or {\"shares\": {\"name\": share, ...}}";
    case FieldType::object:
    case FieldType::optional_object:
      return short_forms_text(field.access.nested()) +
             fmt::format("an object ({})", field.access.nested().name);
    case FieldType::object_list:
      return fmt::format("a list of {} objects", field.access.nested().name);
    case FieldType::object_map:
      return fmt::format("an object with one {} per name", field.access.nested().name);
    case FieldType::kind_map:
      return fmt::format("an object with one {} per key", field.family);
  }
  return {};
}

}  // namespace

bool takes_degrees(const FieldInfo& field) {
  return field.unit == "rad" || field.unit == "rad/s";
}

std::string_view degree_unit(std::string_view unit) {
  return unit == "rad" ? "deg" : "deg/s";
}

Range degree_range(const Range& range) {
  return {range.low * kDegreesPerRadian, range.high * kDegreesPerRadian, range.low_open, range.high_open};
}

Range number_range(const Field& field) {
  const FieldType type = field.access.type;
  const bool place =
      type == FieldType::vector || type == FieldType::optional_vector || type == FieldType::points;
  if (!place || field.unit != "m") return field.range;
  Range range = field.range;
  range.low = larger(range.low, -kMaxCoordinate);
  range.high = smaller(range.high, kMaxCoordinate);
  return range;
}

bool can_be_absent(const FieldInfo& field) {
  return !field.otherwise.empty();
}

std::string number_text(double value) {
  if (value >= 9223372036854775807.0 && value < 9.3e18) return "9223372036854775807";
  if (std::fabs(value) < 1e15 && std::floor(value) == value)
    return fmt::format("{}", static_cast<long long>(value));
  return fmt::format("{}", value);
}

std::string range_text(const Range& range) {
  const bool low = range.low > -kInfinity;
  const bool high = range.high < kInfinity;
  const std::string low_text = number_text(low ? range.low : 0.0);
  const std::string high_text = number_text(high ? range.high : 0.0);
  if (low && high && range.low == range.high) return low_text;
  if (low && high && !range.low_open && !range.high_open) return fmt::format("{} to {}", low_text, high_text);
  const std::string above = fmt::format("{} {}", range.low_open ? ">" : ">=", low_text);
  const std::string below = fmt::format("{} {}", range.high_open ? "<" : "<=", high_text);
  if (low && high) return above + " and " + below;
  if (low) return above;
  return high ? below : std::string();
}

std::string type_text(const Field& field) {
  switch (field.access.type) {
    case FieldType::number:
      return "number";
    case FieldType::parameter:
      return "number or distribution";
    case FieldType::numbers:
      return "number or numbers";
    case FieldType::boolean:
    case FieldType::optional_boolean:
      return "boolean";
    case FieldType::integer:
    case FieldType::optional_integer:
      return "integer";
    case FieldType::text:
      return "string";
    case FieldType::texts:
      return "strings";
    case FieldType::choice:
      return "choice";
    case FieldType::vector:
    case FieldType::optional_vector:
      return "vector";
    case FieldType::points:
      return "points";
    case FieldType::rows:
      return fmt::format("rows of {}", field.access.row_width);
    case FieldType::json:
      return "value";
    case FieldType::json_list:
      return "values";
    case FieldType::json_map:
      return "value map";
    case FieldType::parameter_map:
      return "number map";
    case FieldType::target:
      return "target";
    case FieldType::reference:
      return "name";
    case FieldType::shared_reference:
      return "name or shares";
    case FieldType::object:
    case FieldType::optional_object:
      return std::string(field.access.nested().name);
    case FieldType::object_list:
      return fmt::format("{} list", field.access.nested().name);
    case FieldType::object_map:
      return fmt::format("{} map", field.access.nested().name);
    case FieldType::kind_map:
      return fmt::format("{} map", field.family);
  }
  return {};
}

std::string allowed_text(const Field& field) {
  std::string text = value_text(field);
  if (can_be_absent(field)) text += " or null";
  return text;
}

std::string allowed_number_text(std::string_view unit, const Range& range) {
  return "a number" + details(unit, range);
}

std::string allowed_vector_text(std::string_view unit, const Range& range) {
  return "two numbers [x, y]" + details(unit, range);
}

}  // namespace drover
