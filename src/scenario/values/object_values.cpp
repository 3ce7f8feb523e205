// Objects with a table of keys, and kinds by name.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenario/describe.h"
#include "scenario/object_reader.h"
#include "scenario/scenario_writer.h"
#include "scenario/schema_writer.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

// What may stand in the place of an object, and itself: "two numbers [x, y] (m) or an object (goal)".
std::string object_phrase(const Field& field) {
  const Table& table = field.access.nested();
  std::string text;
  for (const std::string_view key : {table.list_key, table.string_key}) {
    if (!key.empty()) text += value_text(*find_field(table.fields, key)) + " or ";
  }
  return text + fmt::format("an object ({})", table.name);
}

Json write_object_value(const void* value, const Field& field, void* fresh) {
  const Table& table = field.access.nested();
  if (table.is_list != nullptr && table.is_list(value))
    return write_field(*find_field(table.fields, table.list_key), value);
  return write_object(table, value, fresh);
}

Json write_kind_map(const std::optional<NamedList<KindBox>>& entries, const Field&, void* fresh) {
  if (!entries) return nullptr;
  Json out = Json::object();
  for (const auto& [name, box] : *entries) {
    Json& entry = append_member(out, name, Json::object());
    if (name != box.kind->name) entry["type"] = box.kind->name;
    write_kind(box, fresh == nullptr, entry);
  }
  return out;
}

}  // namespace

extern constexpr ValueType kObjectValue = {
    .type = FieldType::object,
    .name = "{}",
    .names = "{} list",
    .phrase = object_phrase,
    .phrases = [](const Field& field) { return fmt::format("{} objects", field.access.nested().name); },
    .parts = ValueParts::any,
    .read = read_object_value,
    .write = write_object_value,
    .schema = [](const Field& field, SchemaWriter& writer) { return writer.object(field.access.nested()); }};

extern constexpr ValueType kKindMapValue = {
    .type = FieldType::kind_map,
    .name = "{} map",
    .phrase = [](const Field& field) { return fmt::format("an object with one {} per key", field.family); },
    .parts = ValueParts::any,
    .read = erased<read_kind_map>,
    .write = erased<write_kind_map>,
    .clear = erased<reset_value<std::optional<NamedList<KindBox>>>>,
    .schema = [](const Field& field, SchemaWriter& writer) { return writer.kind_map(field.family); }};

}  // namespace drover
