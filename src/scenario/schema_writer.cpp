#include "scenario/schema_writer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/name_pattern.h"
#include "core/utf8.h"
#include "scenario/describe.h"
#include "scenario/document_names.h"
#include "scenario/expression.h"
#include "scenario/json_schema.h"
#include "scenario/object_reader.h"
#include "sim/definitions/definitions.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

// Whole numbers are written without a fraction: editors show limits as they stand.
Json limit(double value) {
  if (value >= 9223372036854775807.0) return std::numeric_limits<std::int64_t>::max();
  if (std::fabs(value) < 1e15 && std::floor(value) == value) return static_cast<std::int64_t>(value);
  return value;
}

// A name for a range that may stand in a reference: "above_0_to_10000".
std::string range_id(const Range& range) {
  if (range_text(range).empty()) return "any";
  std::string id;
  if (range.low > -kInfinity) id += (range.low_open ? "above_" : "from_") + number_text(range.low);
  if (range.high < kInfinity) id += (range.high_open ? "_below_" : "_to_") + number_text(range.high);
  std::string clean;
  for (const char c : id) {
    if (c == '-')
      clean += "minus_";
    else if (c == '.')
      clean += '_';
    else if (c != '+')
      clean += c;
  }
  return clean;
}

// Of names (name_problem) and of other texts in one line. Characters are counted and not bytes, so that some
// longer names pass.
constexpr const char* kNameId = "name";
constexpr const char* kLineId = "line";
Json rule_for_lines() {
  return {{"description", "Without characters that cannot be seen or reorder the text."},
          {"not", {{"type", "string"}, {"pattern", hidden_character_pattern()}}}};
}
Json rule_for_names() {
  Json schema = rule_for_lines();
  schema["maxLength"] = kMaxNameBytes;
  return schema;
}
Json names_of_members(std::string_view key) {
  return {{"minLength", 1},
          {"allOf", Json::array({definition_reference(has_names_as_keys(key) ? kNameId : kLineId)})}};
}

Json expression_schema() {
  return {{"description", "A value that follows from \"variables\"."},
          {"type", "object"},
          {"properties",
           {{"=",
             {{"description", "Such as hall[0] / 2 - door, or the name of a variable alone."},
              {"type", "string"},
              {"minLength", 1},
              {"maxLength", kMaxExpressionLength}}}}},
          {"required", Json::array({"="})},
          {"additionalProperties", false}};
}

// What holds for an object whose "type" is this kind.
Json rule_of(const Kind& kind, Json then) {
  const Json test = {{"properties", {{"type", {{"const", kind.name}}}}}, {"required", Json::array({"type"})}};
  return {{"if", test}, {"then", std::move(then)}};
}

std::string description(const Field& field) {
  std::string text(field.doc);
  if (!field.unit.empty()) text += fmt::format(" Unit: {}.", field.unit);
  const std::string limits = range_text(number_range(field));
  if (!limits.empty()) text += fmt::format(" Range: {}.", limits);
  if (!field.otherwise.empty()) text += fmt::format(" When absent: {}.", field.otherwise);
  for (const ReadCondition& condition : field.read_conditions())
    text += fmt::format(" Only with {} {}.", condition.key, condition.values);
  return text;
}

Json nullable(Json schema) {
  if (schema.contains("enum")) {
    schema["enum"].push_back(nullptr);
  } else if (schema.contains("type")) {
    schema["type"] = Json::array({schema["type"], "null"});
  } else {
    // The shape is elsewhere: it applies to everything but null.
    const Json rest = schema;
    schema = Json::object();
    schema["if"] = {{"not", {{"type", "null"}}}};
    schema["then"] = rest;
  }
  return schema;
}

}  // namespace

Json plain_number_schema(const Range& range) {
  Json schema = {{"type", "number"}};
  if (range.low > -kInfinity) schema[range.low_open ? "exclusiveMinimum" : "minimum"] = limit(range.low);
  if (range.high < kInfinity) schema[range.high_open ? "exclusiveMaximum" : "maximum"] = limit(range.high);
  return schema;
}

Json array_schema(Json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

Json tuple_schema(Json items, std::size_t min_items, std::size_t max_items) {
  return {{"type", "array"}, {"items", std::move(items)}, {"minItems", min_items}, {"maxItems", max_items}};
}

Json note_keys() {
  return {{"^x-", {{"description", "A note, ignored."}}}};
}

Json line_schema(std::string_view key) {
  if (is_prose_under(key)) return Json::object();
  return {{"allOf", Json::array({definition_reference(is_name_under(key) ? kNameId : kLineId)})}};
}

Json text_schema(std::string_view key) {
  Json schema = {{"type", "string"}};
  schema.update(line_schema(key));
  return schema;
}

Json definition_reference(std::string_view id) {
  return {{"$ref", fmt::format("#/definitions/{}", id)}};
}

SchemaWriter::SchemaWriter(const Catalog& catalog)
    : catalog_(catalog), index_(catalog), is_scenario_(catalog.root().table == nullptr) {
  for (const TableIndex::Entry& entry : index_.entries()) {
    for (const Field& field : entry.table->fields)
      add_named(field);
  }
}

Json SchemaWriter::write(const std::string& title) {
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", title}};
  const TableIndex::Entry& root = index_.entries().front();
  schema.update(object_schema(root));
  for (const TableIndex::Entry& entry : index_.entries()) {
    if (entry.table == root.table) continue;
    if (entry.kind != nullptr || entry.table->family.empty()) {
      Json object = object_schema(entry);
      definitions_[entry.id] = entry.kind != nullptr ? std::move(object) : or_expression(std::move(object));
    } else {
      definitions_[entry.id] = or_expression(choice_schema(*entry.table));
    }
  }
  if (is_scenario_) definitions_["expression"] = expression_schema();
  definitions_[kNameId] = rule_for_names();
  definitions_[kLineId] = rule_for_lines();
  schema["definitions"] = definitions_;
  return schema;
}

// Entries of maps and elements of lists with an id: what an including file may replace.
void SchemaWriter::add_named(const Field& field) {
  if (field.access.nested == nullptr) return;
  const Table& table = field.access.nested();
  const bool has_id = std::ranges::find(table.fields, "id", &Field::key) != table.fields.end();
  if (is_scenario_ && (field.access.holder == Holder::map || (field.access.holder == Holder::list && has_id)))
    named_.insert(&table);
}

// Metrics are named by their keys and chosen by no table.
bool SchemaWriter::is_named(const TableIndex::Entry& entry, const Table* chooser) const {
  if (entry.kind != nullptr && chooser == nullptr) return is_scenario_ && entry.kind->family == "metric";
  return named_.contains(chooser != nullptr ? chooser : entry.table);
}

Json SchemaWriter::or_expression(Json schema) const {
  if (!is_scenario_ || schema.empty()) return schema;
  const Json expression = definition_reference("expression");
  if (schema.contains("enum")) return {{"anyOf", Json::array({std::move(schema), expression})}};
  const bool is_simple = schema.contains("type") && schema["type"].dump().find("object") == std::string::npos;
  if (is_simple && !schema.contains("if")) {
    if (schema["type"].is_string()) schema["type"] = Json::array({schema["type"]});
    schema["type"].push_back("object");
    schema["if"] = {{"type", "object"}};
    schema["then"] = expression;
    return schema;
  }
  const Json is_one = {{"type", "object"}, {"required", Json::array({"="})}};
  return {{"if", is_one}, {"then", expression}, {"else", std::move(schema)}};
}

// An object whose "type" chooses the definition that holds all of its keys.
Json SchemaWriter::choice_schema(const Table& table) {
  Json names = Json::array();
  Json rules = Json::array();
  for (const Kind* kind : catalog_.kinds(table.family)) {
    names.push_back(kind->name);
    rules.push_back(rule_of(*kind, definition_reference(id_of(*kind, table))));
  }
  Json type = {{"description", fmt::format("Which {}.", table.family)}, {"enum", std::move(names)}};
  Json schema = {{"type", "object"}};
  if (table.default_kind.empty()) {
    schema["required"] = Json::array({"type"});
  } else {
    type["default"] = table.default_kind;
    rules.push_back(untyped_rule(table));
  }
  schema["properties"] = {{"type", std::move(type)}};
  if (!rules.empty()) schema["allOf"] = std::move(rules);
  return schema;
}

// The definition of a kind where it is chosen by this table; made when first asked for, unless that is the
// one that all others share their kinds with.
std::string SchemaWriter::id_of(const Kind& kind, const Table& chooser) {
  const TableIndex::Entry& entry = index_.of(kind);
  if (&chooser == index_.chooser(kind.family)) return entry.id;
  std::string id = fmt::format("{}_{}", chooser.name, kind.name);
  if (id == entry.id) id += "_of_its_own";  // the family has the name of this table
  if (!definitions_.contains(id)) definitions_[id] = object_schema(entry, &chooser);
  return id;
}

// Without "type" the object may continue one of any kind that an agent type inherits.
Json SchemaWriter::untyped_rule(const Table& table) {
  const Json untyped = {{"not", {{"required", Json::array({"type"})}}}};
  // Only agent types inherit.
  if (catalog_.root().table != nullptr) {
    const Kind* kind = catalog_.find(table.family, table.default_kind);
    return {{"if", untyped}, {"then", definition_reference(id_of(*kind, table))}};
  }
  Keys keys;
  add_fields(table, index_.of(table).defaults, keys);
  for (const Kind* kind : catalog_.kinds(table.family)) {
    for (const Field& field : kind->table.fields) {
      keys.properties[std::string(field.key)] = true;
      if (takes_degrees(field)) keys.properties[fmt::format("{}{}", field.key, kDegreeSuffix)] = true;
    }
  }
  return {{"if", untyped},
          {"then",
           {{"properties", std::move(keys.properties)},
            {"patternProperties", note_keys()},
            {"additionalProperties", false}}}};
}

Json SchemaWriter::object_schema(const TableIndex::Entry& entry) {
  return object_schema(entry, entry.kind != nullptr ? index_.chooser(entry.kind->family) : nullptr);
}

// The keys of a table; of a kind also those of the table that chooses it.
Json SchemaWriter::object_schema(const TableIndex::Entry& entry, const Table* chooser) {
  Keys keys;
  if (entry.kind != nullptr) keys.properties["type"] = {{"const", entry.kind->name}};
  if (chooser != nullptr) add_fields(*chooser, index_.of(*chooser).defaults, keys);
  add_fields(*entry.table, entry.defaults, keys);
  if (is_named(entry, chooser)) {
    keys.properties["override"] = {
        {"description", "Whether this replaces what an included file declares under the same name."},
        {"type", "boolean"},
        {"default", false}};
  }
  Json schema = Json::object();
  if (entry.kind != nullptr) schema["description"] = entry.kind->summary;
  schema["type"] = "object";
  schema["properties"] = std::move(keys.properties);
  schema["patternProperties"] = note_keys();
  schema["additionalProperties"] = false;
  if (!keys.required.empty()) schema["required"] = std::move(keys.required);
  if (!keys.rules.empty()) schema["allOf"] = std::move(keys.rules);
  return schema;
}

void SchemaWriter::add_fields(const Table& table, const Json& defaults, Keys& keys) {
  for (const Field& field : table.fields) {
    const std::string key(field.key);
    Json schema = field_schema(field);
    if (!field.required && field.access.nested == nullptr && defaults.contains(key)) {
      schema["default"] = defaults[key];
    }
    keys.properties[key] = std::move(schema);
    if (takes_degrees(field)) {
      const std::string in_degrees = key + std::string(kDegreeSuffix);
      Field degrees = field;
      degrees.unit = degree_unit(field.unit);
      degrees.range = degree_range(field.range);
      keys.properties[in_degrees] = field_schema(degrees);
      keys.rules.push_back({{"not", {{"required", {key, in_degrees}}}}});
      const Json in_radians = {{"required", Json::array({key})}};
      const Json or_degrees = {{"required", Json::array({in_degrees})}};
      if (field.required) keys.rules.push_back({{"anyOf", Json::array({in_radians, or_degrees})}});
    } else if (field.required) {
      keys.required.push_back(key);
    }
  }
}

Json SchemaWriter::field_schema(const Field& field) {
  Json schema = {{"description", description(field)}};
  schema.update(value_schema(field));
  return schema;
}

Json SchemaWriter::value_schema(const Field& field) {
  if (Json schema = early_schema(field); !schema.empty()) return schema;
  Json schema = present_schema(field);
  if (can_be_absent(field)) schema = nullable(std::move(schema));
  // What is needed before expressions are evaluated.
  constexpr std::string_view kEarly[] = {"format", "extends", "type", "label"};
  const bool is_early = is_scenario_ && std::ranges::count(kEarly, field.key) > 0;
  return is_early ? schema : or_expression(std::move(schema));
}

// The keys whose values are read before tables are looked at; empty for others.
Json SchemaWriter::early_schema(const Field& field) const {
  if (!is_scenario_) return {};
  if (field.key == "include") return array_schema(text_schema(field.key));
  if (field.key == "variables") return {{"type", "object"}, {"propertyNames", names_of_members(field.key)}};
  if (field.key != "change") return {};
  return {{"type", Json::array({"object", "null"})},
          {"patternProperties", note_keys()},
          {"additionalProperties", {{"type", Json::array({"object", "null"})}}}};
}

Json SchemaWriter::present_schema(const Field& field) {
  Json schema = value_type(field).schema(field, *this);
  // What stands elsewhere says there whether an expression may stand for it.
  if (field.access.holder == Holder::list)
    return array_schema(schema.contains("type") ? or_expression(std::move(schema)) : std::move(schema));
  if (field.access.holder == Holder::map) {
    return {{"type", "object"},
            {"propertyNames", names_of_members(field.key)},
            {"additionalProperties", std::move(schema)}};
  }
  // In draft-07 everything beside a $ref is ignored, so it stands one level down.
  return schema.contains("$ref") ? Json{{"allOf", Json::array({std::move(schema)})}} : schema;
}

Json SchemaWriter::shared(const std::string& id, Json (*make)(SchemaWriter&)) {
  if (!definitions_.contains(id)) definitions_[id] = or_expression(make(*this));
  return definition_reference(id);
}

Json SchemaWriter::object(const Table& table) {
  Json whole = definition_reference(index_.of(table).id);
  Json forms = Json::array();
  for (const std::string_view key : {table.list_key, table.string_key}) {
    if (!key.empty()) forms.push_back(present_schema(*find_field(table.fields, key)));
  }
  if (forms.empty()) return whole;
  forms.push_back(std::move(whole));
  return {{"anyOf", std::move(forms)}};
}

Json SchemaWriter::kind_map(std::string_view family) const {
  Json properties = Json::object();
  Json names = Json::array();
  Json rules = Json::array();
  for (const Kind* kind : catalog_.kinds(family)) {
    properties[std::string(kind->name)] = or_expression(definition_reference(index_.of(*kind).id));
    names.push_back(kind->name);
    rules.push_back(rule_of(*kind, definition_reference(index_.of(*kind).id)));
  }
  Json named = {{"type", "object"},
                {"required", Json::array({"type"})},
                {"properties", {{"type", {{"enum", std::move(names)}}}}},
                {"allOf", std::move(rules)}};
  return {{"type", "object"},
          {"propertyNames", names_of_members(family)},
          {"properties", std::move(properties)},
          {"patternProperties", note_keys()},
          {"additionalProperties", or_expression(std::move(named))}};
}

Json SchemaWriter::parameter(const Range& range) {
  const std::string id = "parameter_" + range_id(range);
  if (definitions_.contains(id)) return definition_reference(id);
  const Json value = number_schema(range);
  const Json law = Json::array({number_schema(kAny), number_schema(kPositive), value, value});
  Json properties = {{"uniform", tuple_schema(value, 2, 2)},
                     {"normal", tuple_schema(law, 2, 4)},
                     {"choice", array_schema(value)},
                     {"each", array_schema(definition_reference(id))}};
  properties["uniform"]["description"] = "[low, high]: every number between them is equally likely.";
  properties["normal"]["description"] =
      "[mean, deviation], cut off three deviations from the mean, or [mean, deviation, least, greatest].";
  properties["normal"]["not"] = {{"minItems", 3}, {"maxItems", 3}};
  properties["choice"]["description"] = "Every number of the list is equally likely.";
  properties["choice"]["minItems"] = 1;
  properties["each"]["description"] = "One number or distribution for each agent of the entry, in order.";
  properties["each"]["minItems"] = 1;
  properties["exponential"] = plain_number_schema(kPositive);
  properties["exponential"]["description"] = "The mean of an exponential law.";
  for (auto& [law_name, schema] : properties.items())
    schema = or_expression(std::move(schema));
  if (is_scenario_) properties["="] = expression_schema()["properties"]["="];
  Json schema = plain_number_schema(range);
  schema["description"] = "A number, or a distribution from which each agent draws its own.";
  schema["type"] = Json::array({"number", "object"});
  schema["patternProperties"] = note_keys();
  schema["additionalProperties"] = false;
  schema["if"] = {{"type", "object"}};
  schema["then"] = {{"oneOf", Json::array()}};
  for (const auto& [name, law_schema] : properties.items())
    schema["then"]["oneOf"].push_back({{"required", Json::array({name})}});
  schema["properties"] = std::move(properties);
  definitions_[id] = std::move(schema);
  return definition_reference(id);
}

Json scenario_schema(const Catalog& catalog) {
  return json_schema(fmt::format("drover scenario, format {}", kScenarioFormat), catalog);
}

Json json_schema(const std::string& title, const Catalog& catalog) {
  return SchemaWriter(catalog).write(title);
}

}  // namespace drover
