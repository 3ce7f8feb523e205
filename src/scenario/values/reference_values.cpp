// Names of what is declared elsewhere in the scenario.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenario/scenario_writer.h"
#include "scenario/schema_writer.h"
#include "scenario/value_reader.h"
#include "scenario/value_writer.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

bool read_reference(Reference& out, const FieldValue& given, ReaderContext& context) {
  if (!read_text(out.name, given, context)) return false;
  context.used_names.push_back({TargetType::none, out.type, out.name, given.value.where, context.pointer});
  return true;
}

bool read_shared_reference(SharedReference& out, const FieldValue& given, ReaderContext& context) {
  if (!given.value.is_object()) return read_reference(out, given, context);
  const std::vector<const JsonMember*> keys = own_members(given.value);
  const bool holds_shares = std::ranges::all_of(keys, [](auto* member) { return member->key == "shares"; });
  if (keys.empty() || !holds_shares || !keys.back()->value.is_object())
    return report_wrong_type(given, given.value, context);
  const JsonValue& shares = keys.back()->value;
  const PointerScope scope(context, "shares");
  Field field = given.field;
  field.access.type = FieldType::number;
  field.key = "shares";
  field.range = kPositive;
  field.otherwise = "";
  SharedReference read;
  read.type = out.type;
  bool good = true;
  for (const JsonMember* member : own_members(shares)) {
    const PointerScope name(context, member->key);
    double share = 0.0;
    if (!read_number({field, member->value}, member->value, share, context)) {
      good = false;
      continue;
    }
    read.shares.push_back({member->key, share});
    context.used_names.push_back(
        {TargetType::none, out.type, member->key, member->key_where, context.pointer});
  }
  if (good && read.shares.empty()) return report_at(given, shares, "needs at least one share", context);
  if (good) out = std::move(read);
  return good;
}

Json write_shared_reference(const SharedReference& reference, const Field&, void*) {
  if (reference.shares.empty()) return reference.name;
  Json shares = Json::object();
  for (const SharedReference::Share& share : reference.shares)
    append_member(shares, share.name, share.share);
  return {{"shares", std::move(shares)}};
}

Json shared_reference_schema(const Field& field, SchemaWriter& writer) {
  const Json shares = {
      {"type", "object"}, {"minProperties", 1}, {"additionalProperties", writer.number_schema(kPositive)}};
  const Json shared = {{"type", "object"},
                       {"required", Json::array({"shares"})},
                       {"properties", {{"shares", shares}}},
                       {"patternProperties", note_keys()},
                       {"additionalProperties", false}};
  return {{"anyOf", Json::array({text_schema(field.key), shared})}};
}

}  // namespace

extern constexpr ValueType kReferenceValue = {
    .type = FieldType::reference,
    .name = "name",
    .phrase = [](const Field&) -> std::string { return "a name (string)"; },
    .read = erased<read_reference>,
    .write = [](const void* value, const Field& field,
                void*) { return write_text(field, static_cast<const Reference*>(value)->name); },
    .clear = [](void* value) { static_cast<Reference*>(value)->name.clear(); },
    .schema = [](const Field& field, SchemaWriter&) { return text_schema(field.key); }};

extern constexpr ValueType kSharedReferenceValue = {
    .type = FieldType::shared_reference,
    .name = "name or shares",
    .phrase = [](const Field&) -> std::string {
      return "a name (string) or {\"shares\": {\"name\": share, ...}}";
    },
    .parts = ValueParts::any,
    .read = erased<read_shared_reference>,
    .write = erased<write_shared_reference>,
    .schema = shared_reference_schema};

}  // namespace drover
