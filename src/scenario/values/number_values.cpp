// Numbers, whole numbers, and lists of numbers for which one number may stand.
#include <cmath>
#include <cstdint>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenario/describe.h"
#include "scenario/schema_writer.h"
#include "scenario/value_reader.h"
#include "scenario/value_writer.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

std::string number_phrase(const Field& field) {
  return allowed_number_text(field.unit, number_range(field));
}

bool read_number_value(double& out, const FieldValue& given, ReaderContext& context) {
  return read_number(given, given.value, out, context);
}

// Numbers with an integral value, such as 2 and 2.0. The range is compared as double, whose ends are exact
// for all ranges in use.
bool read_integer(std::int64_t& out, const FieldValue& given, ReaderContext& context) {
  const JsonValue& value = given.value;
  if (!value.is_number()) return report_wrong_type(given, value, context);
  if (std::floor(value.number) != value.number)
    return report_at(given, value, "must be a whole number", context);
  constexpr double kTooLarge = 9223372036854775808.0;
  const bool fits = value.is_integer() || (value.number >= -kTooLarge && value.number < kTooLarge);
  if (!fits || !given.field.range.contains(value.number))
    return report_at(given, value, "is out of range", context);
  out = value.is_integer() ? value.integer : static_cast<std::int64_t>(value.number);
  return true;
}

std::string integer_phrase(const Field& field) {
  if (field.range.low == field.range.high) return range_text(field.range);
  return "a whole number" + details_text(field.unit, field.range);
}

bool read_numbers(std::vector<double>& out, const FieldValue& given, ReaderContext& context) {
  const JsonValue& value = given.value;
  if (!value.is_array()) {
    double number = 0.0;
    if (!read_number(given, value, number, context)) return false;
    out = {number};
    return true;
  }
  if (value.items.empty()) return report_at(given, value, "needs at least one number", context);
  std::vector<double> numbers(value.items.size());
  if (!read_all_numbers(given, numbers, context)) return false;
  out = std::move(numbers);
  return true;
}

Json write_numbers(const std::vector<double>& numbers, const Field&, void*) {
  if (numbers.empty()) return nullptr;
  return numbers.size() == 1 ? Json(numbers.front()) : Json(numbers);
}

}  // namespace

extern constexpr ValueType kNumberValue = {
    .type = FieldType::number,
    .name = "number",
    .phrase = number_phrase,
    .read = erased<read_number_value>,
    .write = write_plain<double>,
    .schema = [](const Field& field, SchemaWriter&) { return plain_number_schema(number_range(field)); }};

extern constexpr ValueType kIntegerValue = {.type = FieldType::integer,
                                            .name = "integer",
                                            .phrase = integer_phrase,
                                            .read = erased<read_integer>,
                                            .write = write_plain<std::int64_t>,
                                            .schema = [](const Field& field, SchemaWriter&) {
                                              Json schema = plain_number_schema(field.range);
                                              schema["type"] = "integer";
                                              return schema;
                                            }};

extern constexpr ValueType kNumbersValue = {
    .type = FieldType::numbers,
    .name = "number or numbers",
    .names = "lists of numbers",
    .phrase = [](const Field& field) { return number_phrase(field) + " or a list of such numbers"; },
    .phrases = [](const Field&) { return std::string("lists of numbers"); },
    .parts = ValueParts::by_index,
    .read = erased<read_numbers>,
    .write = erased<write_numbers>,
    .clear = erased<reset_value<std::vector<double>>>,
    .schema = [](const Field& field, SchemaWriter& writer) -> Json {
      const Json number = writer.number_schema(number_range(field));
      Json numbers = array_schema(number);
      numbers["minItems"] = 1;
      return {{"anyOf", Json::array({number, std::move(numbers)})}};
    }};

}  // namespace drover
