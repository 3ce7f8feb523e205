#include "scenario/scenario_writer.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "core/kind.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

Json write_vector(const Vec3& v) {
  return Json::array({v.x, v.y});
}

Json write_law(const Distribution& d);

// An item of a list with one for each agent: a choice of one is a constant.
Json write_item(const Distribution& d) {
  const bool is_constant = d.type == Distribution::Type::choice && d.values.size() == 1;
  return is_constant ? Json(d.values.front()) : write_law(d);
}

Json write_law(const Distribution& d) {
  Json out = Json::object();
  switch (d.type) {
    case Distribution::Type::uniform:
      out["uniform"] = Json::array({d.low, d.high});
      break;
    case Distribution::Type::normal:
      out["normal"] = Json::array({d.mean, d.deviation, d.low, d.high});
      break;
    case Distribution::Type::choice:
      out["choice"] = d.values;
      break;
    case Distribution::Type::exponential:
      out["exponential"] = d.mean;
      break;
    case Distribution::Type::each:
      out["each"] = Json::array();
      for (const Distribution& item : d.items)
        out["each"].push_back(write_item(item));
      break;
  }
  return out;
}

Json write_parameter(const Parameter& parameter) {
  if (!parameter.is_present()) return nullptr;
  return parameter.is_drawn() ? write_law(parameter.distribution()) : Json(parameter.constant());
}

// Adds a member that the object does not have yet. operator[] would look at all members first.
Json& append(Json& object, std::string key, Json value) {
  return object.get_ref<Json::object_t&>().emplace_back(std::move(key), std::move(value)).second;
}

Json write_parameter_map(const NamedList<Parameter>& entries) {
  Json out = Json::object();
  for (const auto& [name, value] : entries)
    append(out, name, write_parameter(value));
  return out;
}

Json write_target(const Target& target) {
  if (target.type == TargetType::none) return nullptr;
  const std::string key(kTargetTypeNames[static_cast<std::size_t>(target.type)]);
  if (target.type == TargetType::goal) return key;
  Json out = Json::object();
  if (target.type == TargetType::point) {
    out[key] = write_vector(target.point);
    return out;
  }
  out[key] = target.name;
  if (target.type == TargetType::group || target.type == TargetType::agent_type) {
    out["select"] = target.select == TargetSelect::nearest ? "nearest" : "centroid";
  }
  return out;
}

template <class T>
const T& value_of(const Field& field, const void* object) {
  return *static_cast<const T*>(field.in(object));
}

// An empty text means absent where the field says what stands in its place.
Json write_text(const Field& field, const std::string& text) {
  if (text.empty() && !field.otherwise.empty()) return nullptr;
  return text;
}

Json write_points(const std::vector<Vec3>& points) {
  Json out = Json::array();
  for (const Vec3& point : points)
    out.push_back(write_vector(point));
  return out;
}

// The elements of a list-like field; access never changes what it is given.
const void* element(const Field& field, const void* list, std::size_t index) {
  return field.access.list.at(const_cast<void*>(list), index);
}

Json write_rows(const Field& field, const void* list) {
  Json out = Json::array();
  for (std::size_t i = 0; i < field.access.list.size(list); ++i) {
    const double* row = static_cast<const double*>(element(field, list, i));
    out.push_back(std::vector<double>(row, row + field.access.row_width));
  }
  return out;
}

Json write_numbers(const std::vector<double>& numbers) {
  if (numbers.empty()) return nullptr;
  return numbers.size() == 1 ? Json(numbers.front()) : Json(numbers);
}

Json write_shared_reference(const SharedReference& reference) {
  if (reference.shares.empty()) return reference.name;
  Json shares = Json::object();
  for (const SharedReference::Share& share : reference.shares)
    append(shares, share.name, share.share);
  return {{"shares", std::move(shares)}};
}

Json write_json_text(const JsonText& value) {
  return value.text.empty() ? Json() : Json::parse(value.text);
}

Json write_json_list(const std::vector<JsonText>& values) {
  Json out = Json::array();
  for (const JsonText& value : values)
    out.push_back(write_json_text(value));
  return out;
}

Json write_json_map(const NamedList<JsonText>& entries) {
  Json out = Json::object();
  for (const auto& [name, value] : entries)
    append(out, name, write_json_text(value));
  return out;
}

Json write_list(const Field& field, const void* list) {
  Json out = Json::array();
  const Table& table = field.access.nested();
  for (std::size_t i = 0; i < field.access.list.size(list); ++i) {
    out.push_back(write_object(table, element(field, list, i)));
  }
  return out;
}

Json write_map(const Field& field, const void* list) {
  Json out = Json::object();
  const Table& table = field.access.nested();
  for (std::size_t i = 0; i < field.access.list.size(list); ++i) {
    append(out, std::string(field.access.list.name_at(list, i)),
           write_object(table, element(field, list, i)));
  }
  return out;
}

Json write_kind_map(const std::optional<NamedList<KindBox>>& entries) {
  if (!entries) return nullptr;
  Json out = Json::object();
  for (const auto& [name, box] : *entries) {
    Json& entry = append(out, name, Json::object());
    if (name != box.kind->name) entry["type"] = box.kind->name;
    entry.update(write_object(box.kind->table, box.params.get()));
  }
  return out;
}

// A value that is absent although nothing says what that means has no spelling but leaving out its key.
bool is_left_out(const Field& field, const Json& value) {
  if (!field.unwritten.empty() && value.dump() == field.unwritten) return true;
  return value.is_null() && field.otherwise.empty();
}

// Whether another key gives the same length in lengths of the body.
bool is_replaced(const Field& field, std::span<const Field> fields, const void* object) {
  return std::ranges::any_of(fields, [&](const Field& other) {
    return !other.body_lengths_of.empty() && other.body_lengths_of == field.key &&
           value_of<Parameter>(other, object).is_present();
  });
}

void write_fields(std::span<const Field> fields, const void* object, Json& out) {
  for (const Field& field : fields) {
    if (is_replaced(field, fields, object)) continue;
    Json value = write_field(field, object);
    // An empty list and a list left out are the same definition.
    if (value.is_array() && value.empty() && !field.otherwise.empty()) value = nullptr;
    if (!is_left_out(field, value)) out[std::string(field.key)] = std::move(value);
  }
}

}  // namespace

Json write_field(const Field& field, const void* object) {
  const void* address = field.in(object);
  switch (field.access.type) {
    case FieldType::number:
      return value_of<double>(field, object);
    case FieldType::parameter:
      return write_parameter(value_of<Parameter>(field, object));
    case FieldType::numbers:
      return write_numbers(value_of<std::vector<double>>(field, object));
    case FieldType::boolean:
      return value_of<bool>(field, object);
    case FieldType::optional_boolean: {
      const auto& value = value_of<std::optional<bool>>(field, object);
      return value ? Json(*value) : Json();
    }
    case FieldType::integer:
      return value_of<std::int64_t>(field, object);
    case FieldType::optional_integer: {
      const auto& value = value_of<std::optional<std::int64_t>>(field, object);
      return value ? Json(*value) : Json();
    }
    case FieldType::text:
      return write_text(field, value_of<std::string>(field, object));
    case FieldType::texts:
      return value_of<std::vector<std::string>>(field, object);
    case FieldType::choice:
      return field.access.choices[static_cast<std::size_t>(field.access.get_choice(address))];
    case FieldType::vector:
      return write_vector(value_of<Vec3>(field, object));
    case FieldType::optional_vector: {
      const auto& value = value_of<std::optional<Vec3>>(field, object);
      return value ? write_vector(*value) : Json();
    }
    case FieldType::points:
      return write_points(value_of<std::vector<Vec3>>(field, object));
    case FieldType::rows:
      return write_rows(field, address);
    case FieldType::target:
      return write_target(value_of<Target>(field, object));
    case FieldType::json:
      return write_json_text(value_of<JsonText>(field, object));
    case FieldType::json_list:
      return write_json_list(value_of<std::vector<JsonText>>(field, object));
    case FieldType::json_map:
      return write_json_map(value_of<NamedList<JsonText>>(field, object));
    case FieldType::parameter_map:
      return write_parameter_map(value_of<NamedList<Parameter>>(field, object));
    case FieldType::reference:
      return write_text(field, value_of<Reference>(field, object).name);
    case FieldType::shared_reference:
      return write_shared_reference(value_of<SharedReference>(field, object));
    case FieldType::object:
      return write_object(field.access.nested(), address);
    case FieldType::optional_object:
      if (field.access.list.size(address) == 0) return nullptr;
      return write_object(field.access.nested(), element(field, address, 0));
    case FieldType::object_list:
      return write_list(field, address);
    case FieldType::object_map:
      return write_map(field, address);
    case FieldType::kind_map:
      return write_kind_map(value_of<std::optional<NamedList<KindBox>>>(field, object));
  }
  return nullptr;
}

Json write_object(const Table& table, const void* object) {
  Json out = Json::object();
  const KindBox* box = table.box != nullptr ? table.box(const_cast<void*>(object)) : nullptr;
  const bool chosen = box != nullptr && box->kind != nullptr;
  if (chosen) out["type"] = box->kind->name;
  write_fields(table.fields, object, out);
  if (chosen) write_fields(box->kind->table.fields, box->params.get(), out);
  return out;
}

namespace {

Json relevant_object(const Table& table, const void* object, void* defaults);

// The elements of a list-like field, each beside a fresh one without keys.
template <class Add>
void visit_elements(const Field& field, const void* object, void* defaults, Add&& add) {
  const ListAccess& list = field.access.list;
  const void* const elements = field.in(object);
  void* const fresh = field.in(defaults);
  for (std::size_t k = 0; k < list.size(elements); ++k) {
    const std::string name(list.name_at == nullptr ? "" : list.name_at(elements, k));
    list.clear(fresh);
    add(name, relevant_object(field.access.nested(), element(field, elements, k), list.append(fresh, name)));
  }
}

Json relevant_kinds(const std::optional<NamedList<KindBox>>& entries);

Json relevant_value(const Field& field, const void* object, void* defaults) {
  Json out;
  switch (field.access.type) {
    case FieldType::object:
      return relevant_object(field.access.nested(), field.in(object), field.in(defaults));
    case FieldType::optional_object:
      visit_elements(field, object, defaults,
                     [&](const std::string&, Json value) { out = std::move(value); });
      return out;
    case FieldType::object_list:
      visit_elements(field, object, defaults,
                     [&](const std::string&, Json value) { out.push_back(std::move(value)); });
      return out;
    case FieldType::object_map:
      out = Json::object();
      visit_elements(field, object, defaults,
                     [&](const std::string& name, Json value) { append(out, name, std::move(value)); });
      return out;
    case FieldType::kind_map:
      return relevant_kinds(value_of<std::optional<NamedList<KindBox>>>(field, object));
    default:
      return write_field(field, object);
  }
}

void add_relevant_fields(std::span<const Field> fields, const void* object, void* defaults, Json& out) {
  for (const Field& field : fields) {
    if (is_replaced(field, fields, object) || !is_read(fields, field, object)) continue;
    if (write_field(field, object) == write_field(field, defaults)) continue;
    append(out, std::string(field.key), relevant_value(field, object, defaults));
  }
}

void add_relevant_kind(const KindBox& box, Json& out) {
  const std::shared_ptr<void> defaults = box.kind->make_params();
  add_relevant_fields(box.kind->table.fields, box.params.get(), defaults.get(), out);
}

Json relevant_kinds(const std::optional<NamedList<KindBox>>& entries) {
  if (!entries) return nullptr;
  Json out = Json::object();
  for (const auto& [name, box] : *entries) {
    Json& entry = append(out, name, Json::object());
    if (name != box.kind->name) entry["type"] = box.kind->name;
    add_relevant_kind(box, entry);
  }
  return out;
}

Json relevant_object(const Table& table, const void* object, void* defaults) {
  Json out = Json::object();
  const KindBox* box = table.box != nullptr ? table.box(const_cast<void*>(object)) : nullptr;
  const bool chosen = box != nullptr && box->kind != nullptr;
  if (chosen) out["type"] = box->kind->name;
  add_relevant_fields(table.fields, object, defaults, out);
  if (chosen) add_relevant_kind(*box, out);
  return out;
}

}  // namespace

Json relevant_part(const ScenarioDef& scenario) {
  ScenarioDef defaults;
  Json relevant = relevant_object(ScenarioDef::table(), &scenario, &defaults);
  for (const char* words : {"$schema", "name", "description"})
    relevant.erase(words);
  return relevant;
}

std::uint64_t scenario_hash(const ScenarioDef& scenario) {
  return hash_bytes(relevant_part(scenario).dump());
}

Json motion_part(Json written) {
  for (const char* key : {"$schema", "name", "description", "record", "expect"})
    written.erase(key);
  if (const auto simulation = written.find("simulation");
      simulation != written.end() && simulation->is_object()) {
    for (const char* key : {"duration", "partition"})
      simulation->erase(key);
    if (simulation->empty()) written.erase(simulation);
  }
  return written;
}

}  // namespace drover
