#include "scenario/json_schema.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenario/describe.h"
#include "scenario/expression.h"
#include "scenario/object_reader.h"
#include "scenario/table_index.h"
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

void add_range(const Range& range, Json& schema) {
  if (range.low > -kInfinity) schema[range.low_open ? "exclusiveMinimum" : "minimum"] = limit(range.low);
  if (range.high < kInfinity) schema[range.high_open ? "exclusiveMaximum" : "maximum"] = limit(range.high);
}

Json plain_number(const Range& range) {
  Json schema = {{"type", "number"}};
  add_range(range, schema);
  return schema;
}

Json array_schema(Json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

Json tuple_schema(Json items, std::size_t min_items, std::size_t max_items) {
  return {{"type", "array"}, {"items", std::move(items)}, {"minItems", min_items}, {"maxItems", max_items}};
}

// Keys that hold a user's notes.
Json notes() {
  return {{"^x-", {{"description", "A note, ignored."}}}};
}

Json reference(std::string_view id) {
  return {{"$ref", fmt::format("#/definitions/{}", id)}};
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

class SchemaWriter {
 public:
  explicit SchemaWriter(const Catalog& catalog)
      : catalog_(catalog), index_(catalog), is_scenario_(catalog.root().table == nullptr) {
    for (const TableIndex::Entry& entry : index_.entries()) {
      for (const Field& field : entry.table->fields)
        add_named(field);
    }
  }

  Json write(const std::string& title) {
    Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", title}};
    const TableIndex::Entry& root = index_.entries().front();
    schema.update(object_schema(root));
    for (const TableIndex::Entry& entry : index_.entries()) {
      if (entry.table != root.table) definitions_[entry.id] = definition(entry);
    }
    if (uses_target_) definitions_["target"] = or_expression(target_schema());
    if (is_scenario_) definitions_["expression"] = expression_schema();
    schema["definitions"] = definitions_;
    return schema;
  }

 private:
  // The keys of one object under construction.
  struct Keys {
    Json properties = Json::object();
    Json required = Json::array();
    Json rules = Json::array();
  };

  // Entries of maps and elements of lists with an id: what an including file may replace.
  void add_named(const Field& field) {
    const FieldType type = field.access.type;
    if (type != FieldType::object_map && type != FieldType::object_list) return;
    const Table& table = field.access.nested();
    const bool has_id = std::ranges::find(table.fields, "id", &Field::key) != table.fields.end();
    if (is_scenario_ && (type == FieldType::object_map || has_id)) named_.insert(&table);
  }

  // Metrics are named by their keys and chosen by no table.
  bool is_named(const TableIndex::Entry& entry, const Table* chooser) const {
    if (entry.kind != nullptr && chooser == nullptr) return is_scenario_ && entry.kind->family == "metric";
    return named_.contains(chooser != nullptr ? chooser : entry.table);
  }

  Json definition(const TableIndex::Entry& entry) {
    if (entry.kind != nullptr) return object_schema(entry);
    return or_expression(entry.table->family.empty() ? object_schema(entry) : choice_schema(*entry.table));
  }

  // A value that an expression of the scenario may stand for. Where there is one, the other rules do not
  // hold; the ordinary ones stay where editors look for what to suggest.
  Json or_expression(Json schema) const {
    if (!is_scenario_ || schema.empty()) return schema;
    const Json expression = reference("expression");
    if (schema.contains("enum")) return {{"anyOf", Json::array({std::move(schema), expression})}};
    const bool is_simple =
        schema.contains("type") && schema["type"].dump().find("object") == std::string::npos;
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

  static Json expression_schema() {
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

  Json number_schema(const Range& range) const { return or_expression(plain_number(range)); }

  // An object whose "type" chooses the definition that holds all of its keys.
  Json choice_schema(const Table& table) {
    Json names = Json::array();
    Json rules = Json::array();
    for (const Kind* kind : catalog_.kinds(table.family)) {
      names.push_back(kind->name);
      rules.push_back(rule_of(*kind, reference(id_of(*kind, table))));
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

  // What holds for an object whose "type" is this kind.
  static Json rule_of(const Kind& kind, Json then) {
    const Json test = {{"properties", {{"type", {{"const", kind.name}}}}},
                       {"required", Json::array({"type"})}};
    return {{"if", test}, {"then", std::move(then)}};
  }

  // The definition of a kind where it is chosen by this table; made when first asked for, unless that is the
  // one that all others share their kinds with.
  std::string id_of(const Kind& kind, const Table& chooser) {
    const TableIndex::Entry& entry = index_.of(kind);
    if (&chooser == index_.chooser(kind.family)) return entry.id;
    std::string id = fmt::format("{}_{}", chooser.name, kind.name);
    if (id == entry.id) id += "_of_its_own";  // the family has the name of this table
    if (!definitions_.contains(id)) definitions_[id] = object_schema(entry, &chooser);
    return id;
  }

  // Without "type" the object may continue one of any kind that an agent type inherits.
  Json untyped_rule(const Table& table) {
    const Json untyped = {{"not", {{"required", Json::array({"type"})}}}};
    // Only agent types inherit.
    if (catalog_.root().table != nullptr) {
      const Kind* kind = catalog_.find(table.family, table.default_kind);
      return {{"if", untyped}, {"then", reference(id_of(*kind, table))}};
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
              {"patternProperties", notes()},
              {"additionalProperties", false}}}};
  }

  Json object_schema(const TableIndex::Entry& entry) {
    return object_schema(entry, entry.kind != nullptr ? index_.chooser(entry.kind->family) : nullptr);
  }

  // The keys of a table; of a kind also those of the table that chooses it.
  Json object_schema(const TableIndex::Entry& entry, const Table* chooser) {
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
    schema["patternProperties"] = notes();
    schema["additionalProperties"] = false;
    if (!keys.required.empty()) schema["required"] = std::move(keys.required);
    if (!keys.rules.empty()) schema["allOf"] = std::move(keys.rules);
    return schema;
  }

  void add_fields(const Table& table, const Json& defaults, Keys& keys) {
    for (const Field& field : table.fields) {
      const std::string key(field.key);
      Json schema = {{"description", description(field, field.unit, number_range(field))}};
      schema.update(value_schema(field));
      if (!field.required && field.access.nested == nullptr && defaults.contains(key)) {
        schema["default"] = defaults[key];
      }
      keys.properties[key] = std::move(schema);
      const std::string in_degrees = key + std::string(kDegreeSuffix);
      if (takes_degrees(field)) {
        keys.properties[in_degrees] = degree_schema(field);
        keys.rules.push_back({{"not", {{"required", {key, in_degrees}}}}});
      }
      if (field.required) require(field, in_degrees, keys);
    }
  }

  static void require(const Field& field, const std::string& in_degrees, Keys& keys) {
    if (!takes_degrees(field)) {
      keys.required.push_back(field.key);
      return;
    }
    const Json plain = {{"required", Json::array({field.key})}};
    const Json degrees = {{"required", Json::array({in_degrees})}};
    keys.rules.push_back({{"anyOf", Json::array({plain, degrees})}});
  }

  static std::string description(const Field& field, std::string_view unit, const Range& range) {
    std::string text(field.doc);
    if (!unit.empty()) text += fmt::format(" Unit: {}.", unit);
    const std::string limits = range_text(range);
    if (!limits.empty()) text += fmt::format(" Range: {}.", limits);
    if (!field.otherwise.empty()) text += fmt::format(" When absent: {}.", field.otherwise);
    for (const ReadCondition& condition : field.read_conditions())
      text += fmt::format(" Only with {} {}.", condition.key, condition.values);
    return text;
  }

  // The same field in degrees.
  Json degree_schema(Field field) {
    field.range = degree_range(field.range);
    Json schema = {{"description", description(field, degree_unit(field.unit), field.range)}};
    schema.update(value_schema(field));
    return schema;
  }

  Json value_schema(const Field& field) {
    if (Json schema = early_schema(field); !schema.empty()) return schema;
    Json schema = present_schema(field);
    if (can_be_absent(field)) schema = nullable(std::move(schema));
    return is_early(field.key) ? schema : or_expression(std::move(schema));
  }

  // What is needed before expressions are evaluated.
  bool is_early(std::string_view key) const {
    constexpr std::string_view kEarly[] = {"format", "extends", "type", "label"};
    return is_scenario_ && std::ranges::find(kEarly, key) != std::end(kEarly);
  }

  // The keys whose values are read before tables are looked at; empty for others.
  Json early_schema(const Field& field) const {
    if (!is_scenario_) return {};
    if (field.key == "include") return array_schema({{"type", "string"}});
    if (field.key == "variables") return {{"type", "object"}};
    if (field.key != "change") return {};
    return {{"type", Json::array({"object", "null"})},
            {"patternProperties", notes()},
            {"additionalProperties", {{"type", Json::array({"object", "null"})}}}};
  }

  static Json nullable(Json schema) {
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

  Json present_schema(const Field& field) {
    const Range range = number_range(field);
    switch (field.access.type) {
      case FieldType::number:
        return plain_number(range);
      case FieldType::parameter:
        return reference_in_all(parameter(range));
      case FieldType::numbers: {
        const Json number = number_schema(range);
        Json numbers = array_schema(number);
        numbers["minItems"] = 1;
        return {{"anyOf", Json::array({number, std::move(numbers)})}};
      }
      case FieldType::boolean:
      case FieldType::optional_boolean:
        return {{"type", "boolean"}};
      case FieldType::integer:
      case FieldType::optional_integer: {
        Json schema = plain_number(range);
        schema["type"] = "integer";
        return schema;
      }
      case FieldType::text:
      case FieldType::reference:
        return {{"type", "string"}};
      case FieldType::texts:
        return array_schema(or_expression({{"type", "string"}}));
      case FieldType::shared_reference: {
        const Json shares = {
            {"type", "object"}, {"minProperties", 1}, {"additionalProperties", number_schema(kPositive)}};
        const Json shared = {{"type", "object"},
                             {"required", Json::array({"shares"})},
                             {"properties", {{"shares", shares}}},
                             {"patternProperties", notes()},
                             {"additionalProperties", false}};
        return {{"anyOf", Json::array({Json{{"type", "string"}}, shared})}};
      }
      case FieldType::choice: {
        Json names = Json::array();
        for (const std::string_view name : field.access.choices)
          names.push_back(name);
        return {{"enum", std::move(names)}};
      }
      case FieldType::vector:
      case FieldType::optional_vector:
        return tuple_schema(number_schema(range), 2, 2);
      case FieldType::points:
        return array_schema(or_expression(tuple_schema(number_schema(range), 2, 2)));
      case FieldType::rows:
        return array_schema(or_expression(
            tuple_schema(number_schema(range), field.access.row_width, field.access.row_width)));
      case FieldType::target:
        uses_target_ = true;
        return reference_in_all("target");
      case FieldType::json:
        return Json::object();
      case FieldType::json_list:
        return {{"type", "array"}};
      case FieldType::json_map:
        return {{"type", "object"}};
      case FieldType::parameter_map:
        return {{"type", "object"}, {"additionalProperties", reference(parameter(kAny))}};
      case FieldType::object:
      case FieldType::optional_object:
        return nested_schema(field.access.nested());
      case FieldType::object_list:
        return array_schema(nested_schema(field.access.nested(), true));
      case FieldType::object_map:
        return {{"type", "object"},
                {"propertyNames", {{"minLength", 1}}},
                {"additionalProperties", reference(index_.of(field.access.nested()).id)}};
      case FieldType::kind_map:
        return kind_map_schema(field);
    }
    return Json::object();
  }

  // An object, or what may stand in its place.
  Json nested_schema(const Table& table, bool is_alone = false) {
    const std::string& id = index_.of(table).id;
    Json forms = Json::array();
    for (const std::string_view key : {table.list_key, table.string_key}) {
      if (!key.empty()) forms.push_back(present_schema(*find_field(table.fields, key)));
    }
    if (forms.empty()) return is_alone ? reference(id) : reference_in_all(id);
    forms.push_back(reference(id));
    return {{"anyOf", std::move(forms)}};
  }

  // In draft-07 everything beside a $ref is ignored, so it stands one level down.
  static Json reference_in_all(const std::string& id) { return {{"allOf", Json::array({reference(id)})}}; }

  Json kind_map_schema(const Field& field) const {
    Json properties = Json::object();
    Json names = Json::array();
    Json rules = Json::array();
    for (const Kind* kind : catalog_.kinds(field.family)) {
      properties[std::string(kind->name)] = or_expression(reference(index_.of(*kind).id));
      names.push_back(kind->name);
      rules.push_back(rule_of(*kind, reference(index_.of(*kind).id)));
    }
    Json named = {{"type", "object"},
                  {"required", Json::array({"type"})},
                  {"properties", {{"type", {{"enum", std::move(names)}}}}},
                  {"allOf", std::move(rules)}};
    return {{"type", "object"},
            {"properties", std::move(properties)},
            {"patternProperties", notes()},
            {"additionalProperties", or_expression(std::move(named))}};
  }

  // The definition of a parameter with that range; made when first asked for.
  std::string parameter(const Range& range) {
    const std::string id = "parameter_" + range_id(range);
    if (definitions_.contains(id)) return id;
    const Json value = number_schema(range);
    const Json law = Json::array({number_schema(kAny), number_schema(kPositive), value, value});
    Json properties = {{"uniform", tuple_schema(value, 2, 2)},
                       {"normal", tuple_schema(law, 2, 4)},
                       {"choice", array_schema(value)},
                       {"each", array_schema(reference(id))}};
    properties["uniform"]["description"] = "[low, high]: every number between them is equally likely.";
    properties["normal"]["description"] =
        "[mean, deviation], cut off three deviations from the mean, or [mean, deviation, least, greatest].";
    properties["normal"]["not"] = {{"minItems", 3}, {"maxItems", 3}};
    properties["choice"]["description"] = "Every number of the list is equally likely.";
    properties["choice"]["minItems"] = 1;
    properties["each"]["description"] = "One number or distribution for each agent of the entry, in order.";
    properties["each"]["minItems"] = 1;
    properties["exponential"] = plain_number(kPositive);
    properties["exponential"]["description"] = "The mean of an exponential law.";
    for (auto& [law_name, schema] : properties.items())
      schema = or_expression(std::move(schema));
    if (is_scenario_) properties["="] = expression_schema()["properties"]["="];
    Json schema = plain_number(range);
    schema["description"] = "A number, or a distribution from which each agent draws its own.";
    schema["type"] = Json::array({"number", "object"});
    schema["patternProperties"] = notes();
    schema["additionalProperties"] = false;
    schema["if"] = {{"type", "object"}};
    schema["then"] = {{"oneOf", Json::array()}};
    for (const auto& [name, law_schema] : properties.items())
      schema["then"]["oneOf"].push_back({{"required", Json::array({name})}});
    schema["properties"] = std::move(properties);
    definitions_[id] = std::move(schema);
    return id;
  }

  Json target_schema() const {
    Json properties = Json::object();
    Json alternatives = Json::array();
    for (std::size_t type = 1; type < kTargetKeyCount; ++type) {
      const std::string name(kTargetTypeNames[type]);
      properties[name] = or_expression({{"type", "string"}});
      alternatives.push_back({{"required", Json::array({name})}});
    }
    properties["point"] =
        or_expression(tuple_schema(number_schema(closed(-kMaxCoordinate, kMaxCoordinate)), 2, 2));
    properties["select"] = or_expression({{"enum", {"nearest", "centroid"}}});
    properties["select"]["description"] = "Which member of a group or type counts.";
    properties["select"]["default"] = "nearest";
    const Json group = {{"required", Json::array({"group"})}};
    const Json agent_type = {{"required", Json::array({"agent_type"})}};
    Json object = {{"type", "object"},
                   {"properties", std::move(properties)},
                   {"patternProperties", notes()},
                   {"additionalProperties", false},
                   {"oneOf", std::move(alternatives)},
                   {"dependencies", {{"select", {{"anyOf", Json::array({group, agent_type})}}}}}};
    return {{"description", "What to aim at."},
            {"anyOf", Json::array({{{"const", kTargetTypeNames.back()}}, std::move(object)})}};
  }

  const Catalog& catalog_;
  TableIndex index_;
  std::set<const Table*> named_;
  bool is_scenario_;  // and no plan: it has expressions, and includes files
  bool uses_target_ = false;
  Json definitions_ = Json::object();
};

}  // namespace

Json scenario_schema(const Catalog& catalog) {
  return json_schema(fmt::format("drover scenario, format {}", kScenarioFormat), catalog);
}

Json json_schema(const std::string& title, const Catalog& catalog) {
  return SchemaWriter(catalog).write(title);
}

}  // namespace drover
