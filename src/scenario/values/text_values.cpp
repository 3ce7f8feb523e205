// Truth values, texts, and the names of choices.
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/text.h"
#include "scenario/schema_writer.h"
#include "scenario/value_reader.h"
#include "scenario/value_writer.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

bool read_boolean(bool& out, const FieldValue& given, ReaderContext& context) {
  if (!given.value.is_boolean()) return report_wrong_type(given, given.value, context);
  out = given.value.boolean;
  return true;
}

bool read_choice(void* out, const FieldValue& given, ReaderContext& context) {
  const JsonValue& value = given.value;
  if (!value.is_string()) return report_wrong_type(given, value, context);
  const FieldAccess& access = given.field.access;
  for (std::size_t i = 0; i < access.choices.size(); ++i) {
    if (access.choices[i] != value.string) continue;
    access.set_choice(out, static_cast<int>(i));
    return true;
  }
  report(context, value.where,
         unknown_name(context, fmt::format("unknown value \"{}\" of \"{}\"", value.string, given.field.key),
                      value.string, access.choices));
  return false;
}

Json write_choice(const void* value, const Field& field, void*) {
  return field.access.choices[static_cast<std::size_t>(field.access.get_choice(value))];
}

}  // namespace

bool read_text(std::string& out, const FieldValue& given, ReaderContext& context) {
  if (!given.value.is_string()) return report_wrong_type(given, given.value, context);
  out = given.value.string;
  return true;
}

extern constexpr ValueType kBooleanValue = {
    .type = FieldType::boolean,
    .name = "boolean",
    .phrase = [](const Field&) -> std::string { return "true or false"; },
    .read = erased<read_boolean>,
    .write = write_plain<bool>,
    .schema = [](const Field&, SchemaWriter&) -> Json {
      return {{"type", "boolean"}};
    }};

extern constexpr ValueType kTextValue = {
    .type = FieldType::text,
    .name = "string",
    .names = "strings",
    .phrase = [](const Field&) -> std::string { return "a string"; },
    .phrases = [](const Field&) -> std::string { return "strings"; },
    .read = erased<read_text>,
    .write = [](const void* value, const Field& field,
                void*) { return write_text(field, *static_cast<const std::string*>(value)); },
    .clear = erased<reset_value<std::string>>,
    .schema = [](const Field& field, SchemaWriter&) { return text_schema(field.key); }};

extern constexpr ValueType kChoiceValue = {
    .type = FieldType::choice,
    .name = "choice",
    .phrase = [](const Field& field) { return join(field.access.choices, ", "); },
    .read = read_choice,
    .write = write_choice,
    .schema = [](const Field& field, SchemaWriter&) -> Json {
      Json names = Json::array();
      for (const std::string_view name : field.access.choices)
        names.push_back(name);
      return {{"enum", std::move(names)}};
    }};

}  // namespace drover
