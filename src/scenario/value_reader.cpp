#include "scenario/value_reader.h"

#include <cmath>

#include <fmt/format.h>

#include "core/frame.h"
#include "scenario/describe.h"

namespace drover {
namespace {

constexpr double kRadiansPerDegree = 0.017453292519943295769236907684886;

// Quarter turns become the doubles that stand for exactly those; see unit_vector().
double radians(double degrees) {
  const double quarters = degrees / 90.0;
  return quarters == std::floor(quarters) ? quarters * (0.5 * det::kPi) : degrees * kRadiansPerDegree;
}

// An angle of more than a turn is a number of degrees in most cases.
void warn_of_degrees(const FieldValue& given, const JsonValue& value, ReaderContext& context) {
  constexpr double kTurn = 6.2831853071795865;
  if (given.field.unit != "rad" || !takes_degrees(given.field) || std::fabs(value.number) <= kTurn) return;
  if (context.diagnostics.warning_count() >= Diagnostics::kMaxKept) return;
  report(
      context, value.where,
      {.message = fmt::format("\"{}\" is an angle in radians, and this is more than a turn", given.field.key),
       .found = describe(value),
       .hint = fmt::format("Degrees are given as \"{}{}\".", given.field.key, kDegreeSuffix),
       .severity = Severity::warning});
}

// The values of an optional, a list or a map.
bool read_elements(const FieldValue& given, void* holder, ReaderContext& context) {
  const Field element = element_field(given.field);
  const auto read = [&](const JsonValue& value, std::string_view name) {
    void* const place = given.field.access.list.append(holder, name);
    return value_type(element).read(place, {element, value, given.degrees}, context);
  };
  const Holder kind = given.field.access.holder;
  if (kind == Holder::optional) return read(given.value, "");
  if (kind == Holder::list ? !given.value.is_array() : !given.value.is_object())
    return report_wrong_type(given, given.value, context);
  bool good = true;
  for (std::size_t i = 0; i < given.value.items.size(); ++i) {
    const PointerScope scope(context, i);
    good = read(given.value.items[i], "") && good;
  }
  for (const JsonMember& member : given.value.members) {
    const PointerScope scope(context, member.key);
    if (member.key.empty()) {
      report(context, member.key_where,
             {.message = fmt::format("a name in \"{}\" is empty", given.field.key)});
      good = false;
    }
    good = read(member.value, member.key) && good;
  }
  return good;
}

}  // namespace

bool report_at(const FieldValue& given, const JsonValue& value, std::string_view what,
               ReaderContext& context) {
  // The field as the user sees it: in degrees where the key says so.
  Field field = given.field;
  if (given.degrees) {
    field.range = degree_range(field.range);
    field.unit = degree_unit(field.unit);
  }
  Problem problem{.message = fmt::format("\"{}{}\" {}", field.key, given.degrees ? kDegreeSuffix : "", what),
                  .found = describe(value),
                  .allowed = {&value == &given.value ? allowed_text(field)
                                                     : allowed_number_text(field.unit, number_range(field))}};
  // A field with a single valid value is there for later formats; its documentation says why.
  if (field.range.low == field.range.high) problem.hint = field.doc;
  if (takes_degrees(field) && value_type(field).parts != ValueParts::by_index && value.is_array() &&
      value.items.size() == 2)
    problem.hint = fmt::format("It is an angle, counter-clockwise from +x; \"{}{}\" takes it in degrees.",
                               field.key, kDegreeSuffix);
  report(context, value.where, std::move(problem));
  return false;
}

bool report_wrong_type(const FieldValue& given, const JsonValue& value, ReaderContext& context) {
  return report_at(given, value, "has the wrong type", context);
}

bool read_number(const FieldValue& given, const JsonValue& value, double& out, ReaderContext& context) {
  if (!value.is_number()) return report_wrong_type(given, value, context);
  const Range range = number_range(given.field);
  const bool in_range =
      given.degrees ? degree_range(range).contains(value.number) : range.contains(value.number);
  if (!is_finite(value.number) || !in_range) return report_at(given, value, "is out of range", context);
  if (!given.degrees) warn_of_degrees(given, value, context);
  // The product is rounded: a limit given in degrees must not end up beyond the limit in radians.
  out = given.degrees ? clamp(radians(value.number), range.low, range.high) : value.number;
  // -0 says the same as 0 and has the same text.
  if (out == 0.0) out = 0.0;
  return true;
}

bool read_all_numbers(const FieldValue& given, std::span<double> out, ReaderContext& context) {
  bool good = true;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const PointerScope scope(context, i);
    good = read_number(given, given.value.items[i], out[i], context) && good;
  }
  return good;
}

bool read_field(const FieldValue& given, void* object, ReaderContext& context) {
  void* const address = given.field.in(object);
  const FieldAccess& access = given.field.access;
  // Null means the same as leaving the key out.
  const bool is_absent = given.value.is_null() && can_be_absent(given.field);
  if (access.holder == Holder::one) {
    const ValueType& type = value_type(given.field);
    if (!is_absent) return type.read(address, given, context);
    if (type.clear != nullptr) type.clear(address);
    return true;
  }
  access.list.clear(address);
  if (is_absent) return true;
  const bool good = read_elements(given, address, context);
  // Objects with errors are kept: later checks look at all objects of the file.
  if (!good && access.nested == nullptr) access.list.clear(address);
  return good;
}

}  // namespace drover
