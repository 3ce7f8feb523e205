#include "scenario/value_reader.h"

#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/frame.h"
#include "scenario/describe.h"
#include "scenario/object_reader.h"

namespace drover {
namespace {

constexpr double kRadiansPerDegree = 0.017453292519943295769236907684886;

// Quarter turns become the doubles that stand for exactly those; see unit_vector().
double radians(double degrees) {
  const double quarters = degrees / 90.0;
  return quarters == std::floor(quarters) ? quarters * (0.5 * det::kPi) : degrees * kRadiansPerDegree;
}

// The field as the user sees it: in degrees where the key says so.
Field shown_field(const FieldValue& given) {
  Field field = given.field;
  if (given.degrees) {
    field.range = degree_range(field.range);
    field.unit = degree_unit(field.unit);
  }
  return field;
}

std::string shown_key(const FieldValue& given) {
  return fmt::format("{}{}", given.field.key, given.degrees ? kDegreeSuffix : "");
}

// What is allowed instead of a value: of the field itself, or of one of the numbers, texts or vectors in it.
std::string allowed_at(const FieldValue& given, const JsonValue& value) {
  const Field field = shown_field(given);
  if (&value == &given.value) return allowed_text(field);
  if (field.access.type == FieldType::texts) return "a string";
  if (field.access.type == FieldType::rows && !value.is_number()) {
    return fmt::format("{} numbers", field.access.row_width);
  }
  return allowed_number_text(field.unit, number_range(field));
}

bool report_at(const FieldValue& given, const JsonValue& value, std::string_view what,
               ReaderContext& context) {
  Problem problem{.message = fmt::format("\"{}\" {}", shown_key(given), what),
                  .found = describe(value),
                  .allowed = {allowed_at(given, value)}};
  // A field with a single valid value is there for later formats; its documentation says why.
  if (given.field.range.low == given.field.range.high) problem.hint = given.field.doc;
  if (takes_degrees(given.field) && value.is_array() && value.items.size() == 2)
    problem.hint = fmt::format("It is an angle, counter-clockwise from +x; \"{}{}\" takes it in degrees.",
                               given.field.key, kDegreeSuffix);
  report(context, value.where, std::move(problem));
  return false;
}

template <class T>
T& member(const FieldValue& given, void* object) {
  return *static_cast<T*>(given.field.in(object));
}

bool read_boolean(const FieldValue& given, bool& out, ReaderContext& context) {
  if (!given.value.is_boolean()) return report_wrong_type(given, given.value, context);
  out = given.value.boolean;
  return true;
}

// Numbers with an integral value, such as 2 and 2.0. The range is compared as double, whose ends are exact
// for all ranges in use.
bool read_integer(const FieldValue& given, std::int64_t& out, ReaderContext& context) {
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

bool read_numbers(const FieldValue& given, std::vector<double>& out, ReaderContext& context) {
  const JsonValue& value = given.value;
  if (!value.is_array()) {
    std::vector<double> one(1);
    if (!read_number(given, value, one.front(), context)) return false;
    out = std::move(one);
    return true;
  }
  if (value.items.empty()) return report_at(given, value, "needs at least one number", context);
  std::vector<double> numbers(value.items.size());
  bool good = true;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const PointerScope scope(context, i);
    if (!read_number(given, value.items[i], numbers[i], context)) good = false;
  }
  if (good) out = std::move(numbers);
  return good;
}

bool read_text(const FieldValue& given, std::string& out, ReaderContext& context) {
  if (!given.value.is_string()) return report_wrong_type(given, given.value, context);
  out = given.value.string;
  return true;
}

bool read_texts(const FieldValue& given, std::vector<std::string>& out, ReaderContext& context) {
  if (!given.value.is_array()) return report_wrong_type(given, given.value, context);
  std::vector<std::string> texts;
  bool good = true;
  for (std::size_t i = 0; i < given.value.items.size(); ++i) {
    const PointerScope scope(context, i);
    const JsonValue& item = given.value.items[i];
    if (!item.is_string()) good = report_wrong_type(given, item, context);
    texts.push_back(item.string);
  }
  if (good) out = std::move(texts);
  return good;
}

bool read_choice(const FieldValue& given, void* address, ReaderContext& context) {
  const JsonValue& value = given.value;
  if (!value.is_string()) return report_wrong_type(given, value, context);
  const FieldAccess& access = given.field.access;
  for (std::size_t i = 0; i < access.choices.size(); ++i) {
    if (access.choices[i] != value.string) continue;
    access.set_choice(address, static_cast<int>(i));
    return true;
  }
  report(context, value.where,
         unknown_name(context, fmt::format("unknown value \"{}\" of \"{}\"", value.string, given.field.key),
                      value.string, access.choices));
  return false;
}

bool read_points(const FieldValue& given, std::vector<Vec3>& out, ReaderContext& context) {
  if (!given.value.is_array()) return report_wrong_type(given, given.value, context);
  std::vector<Vec3> points(given.value.items.size());
  bool good = true;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const PointerScope scope(context, i);
    if (!read_vector(given, given.value.items[i], points[i], context)) good = false;
  }
  if (good) out = std::move(points);
  return good;
}

bool read_row(const FieldValue& given, const JsonValue& row, double* out, ReaderContext& context) {
  const std::size_t width = given.field.access.row_width;
  if (!row.is_array()) return report_wrong_type(given, row, context);
  if (row.items.size() != width) {
    return report_at(given, row, fmt::format("needs {} numbers in every row", width), context);
  }
  bool good = true;
  for (std::size_t i = 0; i < width; ++i) {
    const PointerScope scope(context, i);
    if (!read_number(given, row.items[i], out[i], context)) good = false;
  }
  return good;
}

bool read_rows(const FieldValue& given, void* list, ReaderContext& context) {
  if (!given.value.is_array()) return report_wrong_type(given, given.value, context);
  const ListAccess& access = given.field.access.list;
  access.clear(list);
  bool good = true;
  for (std::size_t i = 0; i < given.value.items.size(); ++i) {
    const PointerScope scope(context, i);
    auto* row = static_cast<double*>(access.append(list, ""));
    if (!read_row(given, given.value.items[i], row, context)) good = false;
  }
  return good;
}

bool read_json_list(const FieldValue& given, std::vector<JsonText>& out, ReaderContext& context) {
  if (!given.value.is_array()) return report_wrong_type(given, given.value, context);
  out.clear();
  for (const JsonValue& item : given.value.items)
    out.push_back({json_text(item)});
  return true;
}

bool read_json_map(const FieldValue& given, NamedList<JsonText>& out, ReaderContext& context) {
  if (!given.value.is_object()) return report_wrong_type(given, given.value, context);
  out.clear();
  for (const JsonMember& member : given.value.members)
    out.push_back({member.key, {json_text(member.value)}});
  return true;
}

// Unit and range are those of what each name stands for: read_own_parameters reads the values again and finds
// what is wrong with them.
bool read_parameter_map(const FieldValue& given, NamedList<Parameter>& out, ReaderContext& context) {
  if (!given.value.is_object()) return report_wrong_type(given, given.value, context);
  out.clear();
  Diagnostics unread;
  ReaderContext quiet{.catalog = context.catalog, .diagnostics = unread};
  for (const JsonMember& member : given.value.members) {
    if (is_note(member.key)) continue;
    Field field = given.field;
    field.key = member.key;
    field.access.type = FieldType::parameter;
    Parameter& value = out.emplace_back(Named<Parameter>{member.key, {}}).value;
    read_parameter({field, member.value}, value, quiet);
  }
  return true;
}

TargetType named_type(ReferenceType type) {
  switch (type) {
    case ReferenceType::agent:
      return TargetType::agent;
    case ReferenceType::group:
      return TargetType::group;
    case ReferenceType::agent_type:
      return TargetType::agent_type;
    case ReferenceType::path:
      return TargetType::path;
    case ReferenceType::region:
      return TargetType::region;
    case ReferenceType::formation:
      return TargetType::formation;
    case ReferenceType::quantity:
    case ReferenceType::source:
      break;
  }
  return TargetType::none;
}

bool read_reference(const FieldValue& given, Reference& out, ReaderContext& context) {
  if (!read_text(given, out.name, context)) return false;
  auto* used = &context.used_names;
  if (out.type == ReferenceType::quantity) used = &context.used_quantities;
  if (out.type == ReferenceType::source) used = &context.used_sources;
  used->push_back({named_type(out.type), out.name, given.value.where, context.pointer});
  return true;
}

bool read_share(const FieldValue& given, const JsonMember& member, SharedReference& out,
                ReaderContext& context) {
  const PointerScope scope(context, member.key);
  Field field = given.field;
  field.access.type = FieldType::number;
  field.key = "shares";
  field.range = kPositive;
  field.otherwise = "";
  double share = 0.0;
  if (!read_number({field, member.value}, member.value, share, context)) return false;
  out.shares.push_back({member.key, share});
  context.used_names.push_back({named_type(out.type), member.key, member.key_where, context.pointer});
  return true;
}

bool read_shared_reference(const FieldValue& given, SharedReference& out, ReaderContext& context) {
  if (!given.value.is_object()) return read_reference(given, out, context);
  const JsonValue* shares = nullptr;
  for (const JsonMember& member : given.value.members) {
    if (is_note(member.key)) continue;
    if (member.key != "shares") return report_wrong_type(given, given.value, context);
    shares = &member.value;
  }
  if (shares == nullptr || !shares->is_object()) return report_wrong_type(given, given.value, context);
  const PointerScope scope(context, "shares");
  SharedReference read;
  read.type = out.type;
  bool good = true;
  for (const JsonMember& member : shares->members) {
    if (!is_note(member.key) && !read_share(given, member, read, context)) good = false;
  }
  if (good && read.shares.empty()) return report_at(given, *shares, "needs at least one share", context);
  if (good) out = std::move(read);
  return good;
}

template <class T, class Read>
bool read_optional(std::optional<T>& out, Read read) {
  T value{};
  if (!read(value)) return false;
  out = value;
  return true;
}

// Sets the field to what a key that is left out means.
void make_absent(const Field& field, void* object) {
  void* address = field.in(object);
  switch (field.access.type) {
    case FieldType::parameter:
      *static_cast<Parameter*>(address) = Parameter();
      break;
    case FieldType::numbers:
      static_cast<std::vector<double>*>(address)->clear();
      break;
    case FieldType::optional_boolean:
      static_cast<std::optional<bool>*>(address)->reset();
      break;
    case FieldType::optional_integer:
      static_cast<std::optional<std::int64_t>*>(address)->reset();
      break;
    case FieldType::text:
      static_cast<std::string*>(address)->clear();
      break;
    case FieldType::texts:
      static_cast<std::vector<std::string>*>(address)->clear();
      break;
    case FieldType::optional_vector:
      static_cast<std::optional<Vec3>*>(address)->reset();
      break;
    case FieldType::points:
      static_cast<std::vector<Vec3>*>(address)->clear();
      break;
    case FieldType::json:
      static_cast<JsonText*>(address)->text.clear();
      break;
    case FieldType::json_list:
      static_cast<std::vector<JsonText>*>(address)->clear();
      break;
    case FieldType::json_map:
      static_cast<NamedList<JsonText>*>(address)->clear();
      break;
    case FieldType::target:
      *static_cast<Target*>(address) = Target();
      break;
    case FieldType::reference:
      static_cast<Reference*>(address)->name.clear();
      break;
    case FieldType::kind_map:
      static_cast<std::optional<NamedList<KindBox>>*>(address)->reset();
      break;
    default:
      if (field.access.list.clear != nullptr) field.access.list.clear(address);
  }
}

}  // namespace

namespace {

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

}  // namespace

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

bool read_vector(const FieldValue& given, const JsonValue& value, Vec3& out, ReaderContext& context) {
  if (!value.is_array() || value.items.size() != 2) {
    Problem problem{.message = fmt::format("\"{}\" {}", given.field.key,
                                           value.is_array() ? "needs two numbers" : "has the wrong type"),
                    .found = describe(value),
                    .allowed = {allowed_vector_text(given.field.unit, number_range(given.field))}};
    if (value.items.size() == 3) problem.hint = "Vectors have two numbers when \"dimensions\" is 2.";
    report(context, value.where, std::move(problem));
    return false;
  }
  Vec3 v;
  double* const parts[2] = {&v.x, &v.y};
  bool good = true;
  for (std::size_t i = 0; i < 2; ++i) {
    const PointerScope scope(context, i);
    if (!read_number(given, value.items[i], *parts[i], context)) good = false;
  }
  if (good) out = v;
  return good;
}

bool read_field(const FieldValue& given, void* object, ReaderContext& context) {
  if (given.value.is_null() && can_be_absent(given.field)) {
    make_absent(given.field, object);
    return true;
  }
  void* address = given.field.in(object);
  switch (given.field.access.type) {
    case FieldType::number:
      return read_number(given, given.value, member<double>(given, object), context);
    case FieldType::parameter:
      return read_parameter(given, member<Parameter>(given, object), context);
    case FieldType::numbers:
      return read_numbers(given, member<std::vector<double>>(given, object), context);
    case FieldType::boolean:
      return read_boolean(given, member<bool>(given, object), context);
    case FieldType::optional_boolean:
      return read_optional(member<std::optional<bool>>(given, object),
                           [&](bool& out) { return read_boolean(given, out, context); });
    case FieldType::integer:
      return read_integer(given, member<std::int64_t>(given, object), context);
    case FieldType::optional_integer:
      return read_optional(member<std::optional<std::int64_t>>(given, object),
                           [&](std::int64_t& out) { return read_integer(given, out, context); });
    case FieldType::text:
      return read_text(given, member<std::string>(given, object), context);
    case FieldType::texts:
      return read_texts(given, member<std::vector<std::string>>(given, object), context);
    case FieldType::choice:
      return read_choice(given, address, context);
    case FieldType::vector:
      return read_vector(given, given.value, member<Vec3>(given, object), context);
    case FieldType::optional_vector:
      return read_optional(member<std::optional<Vec3>>(given, object),
                           [&](Vec3& out) { return read_vector(given, given.value, out, context); });
    case FieldType::points:
      return read_points(given, member<std::vector<Vec3>>(given, object), context);
    case FieldType::rows:
      return read_rows(given, address, context);
    case FieldType::target:
      return read_target(given, member<Target>(given, object), context);
    case FieldType::reference:
      return read_reference(given, member<Reference>(given, object), context);
    case FieldType::shared_reference:
      return read_shared_reference(given, member<SharedReference>(given, object), context);
    case FieldType::json:
      member<JsonText>(given, object).text = json_text(given.value);
      return true;
    case FieldType::json_list:
      return read_json_list(given, member<std::vector<JsonText>>(given, object), context);
    case FieldType::json_map:
      return read_json_map(given, member<NamedList<JsonText>>(given, object), context);
    case FieldType::parameter_map:
      return read_parameter_map(given, member<NamedList<Parameter>>(given, object), context);
    case FieldType::object:
    case FieldType::optional_object:
    case FieldType::object_list:
    case FieldType::object_map:
    case FieldType::kind_map:
      return read_nested(given, address, context);
  }
  return false;
}

}  // namespace drover
