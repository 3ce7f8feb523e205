// JSON of any type that a table hands on as it stands.
#include <nlohmann/json.hpp>

#include "scenario/schema_writer.h"
#include "scenario/value_reader.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

bool read_json(JsonText& out, const FieldValue& given, ReaderContext&) {
  out.text = json_text(given.value);
  return true;
}

Json write_json(const JsonText& value, const Field&, void*) {
  return value.text.empty() ? Json() : Json::parse(value.text);
}

}  // namespace

extern constexpr ValueType kJsonValue = {
    .type = FieldType::json,
    .name = "value",
    .names = "values",
    .phrase = [](const Field&) -> std::string { return "a value"; },
    .phrases = [](const Field&) -> std::string { return "values"; },
    .parts = ValueParts::any,
    .read = erased<read_json>,
    .write = erased<write_json>,
    .clear = erased<reset_value<JsonText>>,
    .schema = [](const Field& field, SchemaWriter&) { return line_schema(field.key); }};

}  // namespace drover
