// Writes one JSON Schema: a definition per table and per kind. The types of values (value_type.h) add theirs.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/kind.h"
#include "scenario/table_index.h"
#include "scenario/value_type.h"

namespace drover {

nlohmann::ordered_json plain_number_schema(const Range& range);
nlohmann::ordered_json array_schema(nlohmann::ordered_json items);
nlohmann::ordered_json tuple_schema(nlohmann::ordered_json items, std::size_t min_items,
                                    std::size_t max_items);
// The pattern of the keys that hold a user's notes.
nlohmann::ordered_json note_keys();
// What holds for texts under that key: the rule for names where they are names. Other values may be anything.
nlohmann::ordered_json line_schema(std::string_view key);
// A text with that rule.
nlohmann::ordered_json text_schema(std::string_view key);
// A definition of the schema.
nlohmann::ordered_json definition_reference(std::string_view id);

class SchemaWriter {
 public:
  using Json = nlohmann::ordered_json;

  explicit SchemaWriter(const Catalog& catalog);

  Json write(const std::string& title);

  // A value that an expression of the scenario may stand for. Where there is one, the other rules do not
  // hold; the ordinary ones stay where editors look for what to suggest.
  Json or_expression(Json schema) const;
  Json number_schema(const Range& range) const { return or_expression(plain_number_schema(range)); }

  // A number of that range or a distribution; made when first asked for.
  Json parameter(const Range& range);
  // A definition that several fields share; made when first asked for.
  Json shared(const std::string& id, Json (*make)(SchemaWriter& writer));
  // An object of that table, or what may stand in its place.
  Json object(const Table& table);
  // Kinds of that family by their names.
  Json kind_map(std::string_view family) const;

 private:
  // The keys of one object under construction.
  struct Keys {
    Json properties = Json::object();
    Json required = Json::array();
    Json rules = Json::array();
  };

  void add_named(const Field& field);
  bool is_named(const TableIndex::Entry& entry, const Table* chooser) const;

  Json choice_schema(const Table& table);
  std::string id_of(const Kind& kind, const Table& chooser);
  Json untyped_rule(const Table& table);
  Json object_schema(const TableIndex::Entry& entry);
  Json object_schema(const TableIndex::Entry& entry, const Table* chooser);
  void add_fields(const Table& table, const Json& defaults, Keys& keys);

  // With its description.
  Json field_schema(const Field& field);
  Json value_schema(const Field& field);
  Json early_schema(const Field& field) const;
  Json present_schema(const Field& field);

  const Catalog& catalog_;
  TableIndex index_;
  std::set<const Table*> named_;
  bool is_scenario_;  // and no plan: it has expressions, and includes files
  Json definitions_ = Json::object();
};

}  // namespace drover
