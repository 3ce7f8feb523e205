// Vectors, and rows of numbers such as keyframes.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenario/describe.h"
#include "scenario/schema_writer.h"
#include "scenario/value_reader.h"
#include "scenario/value_writer.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

// How many numbers a row has at least.
std::size_t least_width(const Field& field) {
  return field.access.row_width - (field.last_is_height ? 1 : 0);
}

std::string widths_of(const Field& field) {
  const std::string widest = fmt::format("{} numbers", field.access.row_width);
  return field.last_is_height ? fmt::format("{} numbers, in space also {}", least_width(field), widest)
                              : widest;
}

bool read_row(void* out, const FieldValue& given, ReaderContext& context) {
  const std::size_t least = least_width(given.field);
  const std::size_t most = context.vectors_have_heights ? given.field.access.row_width : least;
  const std::size_t size = given.value.items.size();
  if (!given.value.is_array()) return report_wrong_type(given, given.value, context);
  if (size < least || size > most) {
    const std::string or_more = most > least ? fmt::format(" or {}", most) : std::string();
    return report_at(given, given.value, fmt::format("needs {}{} numbers in every row", least, or_more),
                     context);
  }
  return read_all_numbers(given, {static_cast<double*>(out), size}, context);
}

Json write_row(const void* value, const Field& field, void*) {
  const auto* const row = static_cast<const double*>(value);
  const std::size_t most = field.access.row_width;
  return std::vector<double>(row, row + (row[most - 1] == 0.0 ? least_width(field) : most));
}

std::string_view why_two_numbers(const ReaderContext& context) {
  if (context.vectors_have_heights) return "It is seen from above, so it has no height.";
  if (context.few_vectors_have_heights)
    return "Where \"dimensions\" is 2.5, the ground says how high things are; positions that agents start at "
           "have heights, and ramps.";
  return "Vectors have two numbers when \"dimensions\" is 2.";
}

}  // namespace

bool read_vector(Vec3& out, const FieldValue& given, ReaderContext& context) {
  const JsonValue& value = given.value;
  const bool is_spatial = (context.vectors_have_heights && !given.field.is_planar) ||
                          (context.few_vectors_have_heights && given.field.has_height);
  const std::size_t size = value.items.size();
  if (!value.is_array() || (size != 2 && !(is_spatial && size == 3))) {
    const std::string_view needs = is_spatial ? "needs two or three numbers" : "needs two numbers";
    Problem problem{
        .message = fmt::format("\"{}\" {}", given.field.key, value.is_array() ? needs : "has the wrong type"),
        .found = describe(value),
        .allowed = {allowed_vector_text(given.field.unit, number_range(given.field))}};
    if (is_spatial)
      problem.allowed = {"three numbers [x, y, z], or two where z is 0" +
                         details_text(given.field.unit, number_range(given.field))};
    if (size == 3) problem.hint = why_two_numbers(context);
    report(context, value.where, std::move(problem));
    return false;
  }
  double parts[3] = {};
  if (!read_all_numbers(given, std::span(parts).first(size), context)) return false;
  out = {parts[0], parts[1], parts[2]};
  return true;
}

extern constexpr ValueType kVectorValue = {
    .type = FieldType::vector,
    .name = "vector",
    .names = "points",
    .phrase = [](const Field& field) { return allowed_vector_text(field.unit, number_range(field)); },
    .phrases =
        [](const Field& field) { return "points [x, y]" + details_text(field.unit, number_range(field)); },
    .parts = ValueParts::by_index,
    .read = erased<read_vector>,
    .write = [](const void* value, const Field&,
                void*) { return write_vector(*static_cast<const Vec3*>(value)); },
    .schema =
        [](const Field& field, SchemaWriter& writer) {
          return tuple_schema(writer.number_schema(number_range(field)), 2, field.is_planar ? 2 : 3);
        }};

extern constexpr ValueType kRowValue = {
    .type = FieldType::row,
    .name = "row of {}",
    .names = "rows of {}",
    .phrase = [](const Field& field) { return widths_of(field); },
    .phrases =
        [](const Field& field) {
          return fmt::format("rows of {}", widths_of(field)) + details_text(field.unit, field.range);
        },
    .parts = ValueParts::by_index,
    .read = read_row,
    .write = write_row,
    .schema =
        [](const Field& field, SchemaWriter& writer) {
          return tuple_schema(writer.number_schema(field.range), least_width(field), field.access.row_width);
        }};

}  // namespace drover
