#include "scenario/describe.h"

#include <cmath>

#include <fmt/format.h>

#include "core/vec3.h"
#include "scenario/value_type.h"

namespace drover {
namespace {

constexpr double kDegreesPerRadian = 57.295779513082320876798154814105;

// What {} stands for in the names of types.
std::string subject_of(const Field& field) {
  if (field.access.nested != nullptr) return std::string(field.access.nested().name);
  return field.family.empty() ? fmt::format("{}", field.access.row_width) : std::string(field.family);
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
  if (field.access.type != FieldType::vector || field.unit != "m") return field.range;
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
  const ValueType& type = value_type(field);
  const std::string subject = subject_of(field);
  const bool is_list = field.access.holder == Holder::list;
  const std::string text = fmt::format(fmt::runtime(is_list ? type.names : type.name), subject);
  return field.access.holder == Holder::map ? text + " map" : text;
}

std::string details_text(std::string_view unit, const Range& range) {
  const std::string limits = range_text(range);
  if (unit.empty() && limits.empty()) return {};
  if (unit.empty()) return fmt::format(" ({})", limits);
  if (limits.empty()) return fmt::format(" ({})", unit);
  return fmt::format(" ({}, {})", unit, limits);
}

std::string value_text(const Field& field) {
  const ValueType& type = value_type(field);
  switch (field.access.holder) {
    case Holder::list:
      return fmt::format("a list of {}", type.phrases(field));
    case Holder::map:
      return fmt::format("an object with one {} per name", type_text(element_field(field)));
    default:
      return type.phrase(field);
  }
}

std::string allowed_text(const Field& field) {
  std::string text = value_text(field);
  if (can_be_absent(field)) text += " or null";
  return text;
}

std::string allowed_number_text(std::string_view unit, const Range& range) {
  return "a number" + details_text(unit, range);
}

std::string allowed_vector_text(std::string_view unit, const Range& range) {
  return "two numbers [x, y]" + details_text(unit, range);
}

}  // namespace drover
