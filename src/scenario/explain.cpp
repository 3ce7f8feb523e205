#include "scenario/explain.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/text.h"
#include "scenario/describe.h"
#include "scenario/explain_text.h"
#include "scenario/json_edit.h"
#include "scenario/object_reader.h"
#include "scenario/reader_context.h"
#include "scenario/table_index.h"
#include "scenario/value_type.h"
#include "sim/definitions/definitions.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    std::string_view part = text.substr(0, end);
    while (part.starts_with(' '))
      part.remove_prefix(1);
    parts.emplace_back(part);
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

Json text_or_null(std::string_view text) {
  return text.empty() ? Json() : Json(text);
}

// In which worlds something has a meaning, by their number of dimensions; null: in all.
Json dimensions_of(bool in_plane, bool on_heights, bool in_space) {
  if (in_plane && on_heights && in_space) return nullptr;
  Json out = Json::array();
  if (in_plane) out.push_back(2);
  if (on_heights) out.push_back(2.5);
  if (in_space) out.push_back(3);
  return out;
}

Json describe_field(const Field& field, const Json& defaults) {
  Json out = {{"key", field.key}, {"type", type_text(field)}, {"unit", text_or_null(field.unit)}};
  out["required"] = field.required;
  const bool has_default = !field.required && field.access.nested == nullptr && defaults.contains(field.key);
  out["default"] = has_default ? defaults[std::string(field.key)] : Json();
  const bool counts = field.access.type == FieldType::integer;
  out["range"] = text_or_null(range_text(number_range(field)));
  if (counts && out["range"].is_null()) out["range"] = "whole numbers";
  out["choices"] = nullptr;
  if (!field.access.choices.empty()) {
    out["choices"] = Json::array();
    for (const std::string_view name : field.access.choices)
      out["choices"].push_back(name);
  }
  out["doc"] = field.doc;
  out["otherwise"] = text_or_null(field.otherwise);
  out["original_default"] = text_or_null(field.original_default);
  out["read_when"] = Json::array();
  for (const ReadCondition& condition : field.read_conditions())
    out["read_when"].push_back({{"key", condition.key}, {"values", condition.list()}});
  const bool on_heights_alone = field.only_on_heights;
  out["dimensions"] = dimensions_of(field.in_plane && !on_heights_alone, field.in_plane || field.on_heights,
                                    field.in_space && !on_heights_alone);
  out["planar_choices"] = text_or_null(field.planar_choices);
  out["degrees_key"] = takes_degrees(field) ? Json(fmt::format("{}{}", field.key, kDegreeSuffix)) : Json();
  return out;
}

std::string name_of(const TableIndex::Entry& entry) {
  return entry.kind != nullptr ? std::string(entry.kind->name) : entry.id;
}

Json key_page(const TableIndex::Entry& named, std::string_view key, const Field& field,
              const Json& defaults) {
  return {{"name", fmt::format("{}.{}", name_of(named), key)},
          {"parameter", describe_field(field, defaults)}};
}

Json describe_fields(const TableIndex::Entry& entry) {
  Json out = Json::array();
  for (const Field& field : entry.table->fields)
    out.push_back(describe_field(field, entry.defaults));
  return out;
}

// Of families that have nothing to do with worlds no kind says that it works in space.
bool is_of_worlds(const Catalog& catalog, const Kind& kind) {
  return std::ranges::any_of(catalog.kinds(kind.family), &Kind::in_space);
}

Json describe_kind(const Catalog& catalog, const TableIndex& index, const Kind& kind) {
  const TableIndex::Entry& entry = index.of(kind);
  Json out = {{"name", kind.name}, {"family", kind.family}, {"summary", kind.summary}};
  out["source"] = text_or_null(kind.source);
  out["dimensions"] =
      is_of_worlds(catalog, kind) ? dimensions_of(kind.in_plane, kind.in_plane, kind.in_space) : Json();
  out["parameters"] = describe_fields(entry);
  const std::vector<const Table*> common = index.common_tables(kind.family);
  out["common"] = common.empty() ? Json::array() : describe_fields(index.of(*common.front()));
  // Where other objects choose a kind of the family, too.
  out["common_elsewhere"] = Json::array();
  for (std::size_t k = 1; k < common.size(); ++k) {
    const TableIndex::Entry& other = index.of(*common[k]);
    out["common_elsewhere"].push_back({{"name", other.table->name}, {"parameters", describe_fields(other)}});
  }
  // An example that is no JSON stays readable as text.
  const Json example = Json::parse(kind.example, nullptr, false);
  out["example"] = example.is_discarded() ? Json(kind.example) : example;
  out["related"] = kind.related.empty() ? Json::array() : Json(split(kind.related, ','));
  return out;
}

Json describe_table(const Catalog& catalog, const TableIndex::Entry& entry) {
  Json out = {{"name", entry.id}, {"family", nullptr}, {"parameters", describe_fields(entry)}};
  out["kinds"] = Json::array();
  if (entry.table->family.empty()) return out;
  out["family"] = entry.table->family;
  out["default_kind"] = text_or_null(entry.table->default_kind);
  out["kinds"] = list_kinds_json(catalog, entry.table->family);
  return out;
}

Json describe_expression() {
  return {
      {"name", "expression"},
      {"notation",
       "A value that is computed: it may stand for any value but \"format\", \"include\", \"extends\", "
       "\"type\" and \"label\". Names are those of \"variables\", which may hold expressions too. Doubles, "
       "from left to right; round takes halves away from zero; angles of sin and cos are in radians. At most "
       "1000 characters and 64 levels."},
      {"forms",
       Json::array({Json::array({R"({"=": "2 * width + 1"})", "+ - * / and brackets"}),
                    Json::array({R"({"=": "hall[0] / 2 - door"})", "an element of a list, counted from 0"}),
                    Json::array({R"({"=": "walk"})",
                                 "a variable whole: a text, a distribution, a list or an object"}),
                    Json::array({"min max abs floor ceil round sqrt sin cos",
                                 "functions of numbers; pi is a number"}),
                    Json::array({"count(hall)", "how many elements a list has"})})}};
}

Json describe_override() {
  return {
      {"name", "override"},
      {"notation",
       "A key of named things: agent types, paths, regions, formations, quantities, metrics, and what has "
       "an \"id\"."},
      {"forms", Json::array({Json::array(
                    {R"("override": true)",
                     "replaces what an included file declares under this name, whole; without it a name "
                     "that both declare is an error"})})}};
}

// The types of value that are small languages of their own.
Json describe_notation(std::string_view name) {
  constexpr std::string_view kDistribution[] = {"distribution", "uniform",     "normal",
                                                "choice",       "exponential", "each"};
  if (std::ranges::find(kDistribution, name) != std::end(kDistribution)) {
    return {
        {"name", "distribution"},
        {"notation", "A number, or a distribution from which every agent draws its own value once."},
        {"forms",
         Json::array(
             {Json::array({"2.5", "the same for all agents"}),
              Json::array({R"({"uniform": [low, high]})", "every number between them is equally likely"}),
              Json::array({R"({"normal": [mean, deviation]})", "cut off three deviations from the mean"}),
              Json::array({R"({"normal": [mean, deviation, least, greatest]})", "cut off at both limits"}),
              Json::array({R"({"choice": [1, 2, 5]})", "every number of the list is equally likely"}),
              Json::array({R"({"exponential": mean})", "such as the gaps of a Poisson process"}),
              Json::array({R"({"each": [1, 2, {"uniform": [1, 2]}]})",
                           "one number or distribution for each agent of an entry, in order"})})}};
  }
  if (name == "expression") return describe_expression();
  if (name == "override") return describe_override();
  if (name != "target") return nullptr;
  return {{"name", name},
          {"notation", "What to aim at: an object with exactly one of the keys below, or \"goal\"."},
          {"forms",
           Json::array({Json::array({R"({"point": [x, y]})", "a fixed place"}),
                        Json::array({R"({"agent": "dog"})", "the agent with that id"}),
                        Json::array({R"({"group": "flock"})", "the nearest member of a group"}),
                        Json::array({R"({"group": "flock", "select": "centroid"})", "the middle of a group"}),
                        Json::array({R"({"agent_type": "sheep"})",
                                     "the nearest agent of that type; types that extend it do not count"}),
                        Json::array({R"({"path": "patrol"})", "a path of the world"}),
                        Json::array({R"({"obstacle": "oak"})", "an obstacle of the world"}),
                        Json::array({R"({"wall": "fence"})", "a wall of the world"}),
                        Json::array({R"({"region": "pen"})", "a region of the world"}),
                        Json::array({R"("goal")", "the goal of the agent itself, see explain goal"})})}};
}

bool is_index(std::string_view token) {
  return !token.empty() && std::ranges::all_of(token, [](char c) { return c >= '0' && c <= '9'; });
}

// The entries the first part of a name can mean, kinds before objects.
std::vector<const TableIndex::Entry*> find_entries(const TableIndex& index, std::string_view name) {
  std::vector<const TableIndex::Entry*> found;
  for (const TableIndex::Entry& entry : index.entries()) {
    if (entry.kind != nullptr && entry.kind->name == name) found.push_back(&entry);
  }
  for (const TableIndex::Entry& entry : index.entries()) {
    if (entry.kind == nullptr && (entry.id == name || entry.table->name == name)) found.push_back(&entry);
  }
  return found;
}

// The key of a table or of what its family has in common, and the entry it stands in.
std::pair<const TableIndex::Entry*, const Field*> find_key(const TableIndex& index,
                                                           const TableIndex::Entry& entry,
                                                           std::string_view key) {
  if (const Field* field = find_field(entry.table->fields, key)) return {&entry, field};
  if (entry.kind == nullptr) return {};
  for (const Table* common : index.common_tables(entry.kind->family)) {
    if (const Field* field = find_field(common->fields, key)) return {&index.of(*common), field};
  }
  return {};
}

// Follows "simulation.dt" from an entry. Null when a part is unknown.
Json describe_path(const Catalog& catalog, const TableIndex& index, const TableIndex::Entry& start,
                   std::span<const std::string> keys) {
  const TableIndex::Entry* entry = &start;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto found = find_key(index, *entry, keys[i]);
    if (found.second == nullptr) return nullptr;
    if (i + 1 < keys.size()) {
      if (found.second->access.nested == nullptr) return nullptr;
      entry = &index.of(found.second->access.nested());
      continue;
    }
    Json out = key_page(*entry, keys[i], *found.second, found.first->defaults);
    if (found.second->access.nested != nullptr)
      out["object"] = describe_table(catalog, index.of(found.second->access.nested()));
    return out;
  }
  return nullptr;
}

Json describe_entry(const Catalog& catalog, const TableIndex& index, const TableIndex::Entry& entry) {
  return entry.kind != nullptr ? describe_kind(catalog, index, *entry.kind) : describe_table(catalog, entry);
}

// Whether the value of a field that is no object has parts that a pointer may name, such as the numbers of a
// point.
bool has_part(const Field& field, std::string_view token) {
  const ValueParts parts = value_type(field).parts;
  if (field.access.holder == Holder::list || parts == ValueParts::by_index) return is_index(token);
  return field.access.holder == Holder::map || parts == ValueParts::any;
}

// The way of a JSON pointer through the tables. Names and numbers of elements are passed over, and of an
// object with a type the kind is unknown: that which has the name of the object, else the first that has the
// key.
class PointerWalk {
 public:
  PointerWalk(const Catalog& catalog, const TableIndex& index)
      : catalog_(catalog), index_(index), entry_(&index.entries().front()) {}

  Json describe(std::string_view pointer) {
    const std::vector<std::string> tokens = split(pointer.substr(1), '/');
    Json page;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const auto [owner, field] = find(tokens[i]);
      // An object that may be written as a list, such as a point of a path, has parts with numbers.
      const bool is_list = entry_ != nullptr && !entry_->table->list_key.empty();
      if (field == nullptr) return is_list && is_index(tokens[i]) && i + 1 == tokens.size() ? page : nullptr;
      page = key_page(*owner, field->key, *field, owner->defaults);
      const FieldType type = field->access.type;
      const bool has_names = type == FieldType::kind_map || type == FieldType::own_parameter ||
                             (type == FieldType::object &&
                              (field->access.holder == Holder::list || field->access.holder == Holder::map));
      name_ = has_names && i + 1 < tokens.size() ? unescape_token(tokens[++i]).value_or("") : "";
      if (type == FieldType::kind_map) {
        entry_ = nullptr;
        family_ = field->family;
      } else if (type == FieldType::own_parameter) {
        if (!name_.empty()) page = describe_own_number(std::string(name_));
        return i + 1 < tokens.size() ? nullptr : page;
      } else if (field->access.nested != nullptr) {
        entry_ = &index_.of(field->access.nested());
        family_ = entry_->table->family;
        page["object"] = describe_table(catalog_, *entry_);
      } else {
        return i + 1 < tokens.size() && !has_part(*field, tokens[i + 1]) ? nullptr : page;
      }
    }
    return page;
  }

 private:
  // A limit of agents by its key, or a number of a behavior by its label: "graze/wander#1.jitter".
  Json describe_own_number(const std::string& own) {
    const std::string_view name = own;
    const std::size_t dot = name.rfind('.');
    const std::string_view key = name.substr(dot == std::string_view::npos ? 0 : dot + 1);
    entry_ = &index_.of(dot == std::string_view::npos ? AgentTypeDef::table() : StackEntryDef::table());
    family_ = entry_->table->family;
    std::string_view label = name.substr(0, dot == std::string_view::npos ? 0 : dot);
    label = label.substr(label.find('/') + 1);  // all of it without a mode
    name_ = label.substr(0, label.find('#'));
    const auto [owner, field] = find(key);
    if (field == nullptr || !field->access.is_one(FieldType::parameter)) return nullptr;
    return key_page(*owner, field->key, *field, owner->defaults);
  }

  std::pair<const TableIndex::Entry*, const Field*> find(std::string_view key) const {
    if (entry_ != nullptr) {
      if (const Field* field = find_field(entry_->table->fields, key)) return {entry_, field};
    }
    if (const Kind* named = catalog_.find(family_, name_)) {
      if (const Field* field = find_field(named->table.fields, key)) return {&index_.of(*named), field};
    }
    for (const Kind* kind : catalog_.kinds(family_)) {
      if (const Field* field = find_field(kind->table.fields, key)) return {&index_.of(*kind), field};
    }
    return {};
  }

  const Catalog& catalog_;
  const TableIndex& index_;
  const TableIndex::Entry* entry_;  // null where a kind alone says which keys there are
  std::string_view family_;         // of the kinds the keys may be of
  std::string name_;                // of the object, which may be that of its kind
};

// "walls" -> "wall", "quantities" -> "quantity"; other words as they are.
std::string singular(std::string_view name) {
  if (name.ends_with("ies")) return std::string(name.substr(0, name.size() - 3)) + "y";
  return std::string(name.ends_with("s") ? name.substr(0, name.size() - 1) : name);
}

// A key alone, of every object and kind that has it.
Json describe_key(const TableIndex& index, std::string_view key) {
  constexpr std::size_t kEnough = 12;
  Json out = Json::array();
  for (const TableIndex::Entry& entry : index.entries()) {
    const Field* field = find_field(entry.table->fields, key);
    if (field != nullptr && out.size() < kEnough) out.push_back(key_page(entry, key, *field, entry.defaults));
  }
  return out;
}

// What the name means where it is no name of a kind or an object. An empty array where it means nothing.
Json describe_otherwise(const Catalog& catalog, const TableIndex& index, std::string_view name) {
  // A JSON pointer, or a path as --set takes it.
  if (name.starts_with('/') || name.find('.') != std::string_view::npos) {
    std::string pointer(name);
    if (!name.starts_with('/')) {
      std::ranges::replace(pointer, '.', '/');
      pointer.insert(0, "/");
    }
    Json page = PointerWalk(catalog, index).describe(pointer);
    return page.is_null() ? Json::array() : Json::array({std::move(page)});
  }
  if (Json keys = describe_key(index, name); !keys.empty() && !name.ends_with('s')) return keys;
  Json out = Json::array();
  for (const TableIndex::Entry* entry : find_entries(index, singular(name)))
    out.push_back(describe_entry(catalog, index, *entry));
  return out.empty() ? describe_key(index, name) : out;
}

}  // namespace

std::optional<Json> explain_json(const Catalog& catalog, std::string_view name) {
  const TableIndex index(catalog);
  std::vector<std::string> parts = split(name, '.');
  // The label of a behavior that is not the first of its kind: "wander#1".
  const std::size_t hash = parts.front().find('#');
  if (hash != std::string::npos && is_index(std::string_view(parts.front()).substr(hash + 1)))
    parts.front().resize(hash);
  const std::span<const std::string> keys = std::span(parts).subspan(1);
  Json out = Json::array();
  for (const TableIndex::Entry* entry : find_entries(index, parts.front())) {
    Json page =
        keys.empty() ? describe_entry(catalog, index, *entry) : describe_path(catalog, index, *entry, keys);
    if (!page.is_null()) out.push_back(std::move(page));
  }
  const Kind* kind = parts.size() > 1 ? catalog.find(parts[0], parts[1]) : nullptr;
  if (kind != nullptr) {
    Json page = parts.size() == 2 ? describe_kind(catalog, index, *kind)
                                  : describe_path(catalog, index, index.of(*kind), keys.subspan(1));
    if (!page.is_null()) out.push_back(std::move(page));
  }
  Json notation = describe_notation(name);
  if (!notation.is_null()) {
    const bool is_law = notation["name"] != name;  // which may be a key, too
    out.push_back(std::move(notation));
    for (Json& key : is_law ? describe_key(index, name) : Json::array())
      out.push_back(std::move(key));
  }
  if (out.empty()) out = describe_otherwise(catalog, index, name);
  if (out.empty()) return std::nullopt;
  return out;
}

std::optional<std::string> explain(const Catalog& catalog, std::string_view name, std::size_t width) {
  const std::optional<Json> pages = explain_json(catalog, name);
  if (!pages) return std::nullopt;
  std::string text;
  for (const Json& page : *pages) {
    if (!text.empty()) text += "\n";
    text += page_text(page, width);
  }
  return text;
}

std::string suggest_name(const Catalog& catalog, std::string_view name) {
  const TableIndex index(catalog);
  const std::size_t dot = name.find('.');
  const std::string_view first = name.substr(0, dot);
  std::vector<std::string> known;
  const std::vector<const TableIndex::Entry*> entries = find_entries(index, first);
  for (const TableIndex::Entry* entry : entries) {
    for (const Field& field : entry->table->fields)
      known.push_back(fmt::format("{}.{}", first, field.key));
  }
  if (entries.empty()) {
    known = {"distribution", "target", "expression", "override"};
    for (const TableIndex::Entry& entry : index.entries())
      known.push_back(name_of(entry));
  }
  const std::vector<std::string_view> candidates(known.begin(), known.end());
  const std::string_view wanted = entries.empty() ? first : name;
  // The beginning of a name is meant for that name.
  constexpr std::size_t kBeginning = 3;
  const auto begun = std::ranges::find_if(
      candidates, [&](std::string_view candidate) { return candidate.starts_with(wanted); });
  if (wanted.size() >= kBeginning && begun != candidates.end()) return std::string(*begun);
  return std::string(nearest_name(wanted, candidates));
}

Json list_kinds_json(const Catalog& catalog, std::string_view family) {
  Json out = Json::array();
  for (const Kind* kind : catalog.kinds(family)) {
    out.push_back({{"name", kind->name}, {"summary", kind->summary}, {"source", text_or_null(kind->source)}});
  }
  return out;
}

std::string list_kinds(const Catalog& catalog, std::string_view family, std::size_t width) {
  return kinds_text(list_kinds_json(catalog, family), width);
}

}  // namespace drover
