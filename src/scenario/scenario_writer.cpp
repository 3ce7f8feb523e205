#include "scenario/scenario_writer.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/check.h"
#include "core/hash.h"
#include "core/kind.h"
#include "scenario/value_type.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

// Each element of an optional, a list or a map beside a fresh one where there is a fresh holder. Access never
// changes the elements that it is given.
Json write_value(const Field& field, const void* value, void* fresh) {
  const Holder holder = field.access.holder;
  if (holder == Holder::one) return value_type(field).write(value, field, fresh);
  const ListAccess& list = field.access.list;
  const Field element = element_field(field);
  Json out = holder == Holder::list ? Json::array() : holder == Holder::map ? Json::object() : Json();
  for (std::size_t k = 0; k < list.size(value); ++k) {
    std::string name(list.name_at == nullptr ? "" : list.name_at(value, k));
    if (fresh != nullptr) list.clear(fresh);
    void* const fresh_element = fresh == nullptr ? nullptr : list.append(fresh, name);
    Json written = value_type(element).write(list.at(const_cast<void*>(value), k), element, fresh_element);
    if (holder == Holder::list)
      out.push_back(std::move(written));
    else if (holder == Holder::map)
      append_member(out, std::move(name), std::move(written));
    else
      out = std::move(written);
  }
  return out;
}

// Whether another key gives the same length in lengths of the body.
bool is_replaced(const Field& field, std::span<const Field> fields, const void* object) {
  return std::ranges::any_of(fields, [&](const Field& other) {
    return !other.body_lengths_of.empty() && other.body_lengths_of == field.key &&
           static_cast<const Parameter*>(other.in(object))->is_present();
  });
}

void write_fields(std::span<const Field> fields, const void* object, Json& out) {
  for (const Field& field : fields) {
    if (field.is_resolved || is_replaced(field, fields, object)) continue;
    Json value = write_field(field, object);
    // An empty list and a list left out are the same definition.
    if (value.is_array() && value.empty() && !field.otherwise.empty()) value = nullptr;
    // A value that is absent although nothing says what that means has no spelling but leaving out its key.
    if (!value.is_null() || !field.otherwise.empty())
      append_member(out, std::string(field.key), std::move(value));
  }
}

// Whether two values are written differently, as far as possible without writing them: long lists are in
// objects in objects, each of which is asked.
bool differs(const Field& field, const void* value, const void* fresh) {
  const ListAccess& list = field.access.list;
  if (list.size != nullptr && list.size(value) != list.size(fresh)) return true;
  if (list.size != nullptr && list.size(value) == 0) return false;
  const bool has_keys_alone = field.access.is_one(FieldType::object) && field.access.nested().box == nullptr;
  if (has_keys_alone) {
    return std::ranges::any_of(field.access.nested().fields, [&](const Field& key) {
      return !key.is_resolved && differs(key, key.in(value), key.in(fresh));
    });
  }
  return write_value(field, value, nullptr) != write_value(field, fresh, nullptr);
}

void write_relevant_fields(std::span<const Field> fields, const void* object, void* fresh, Json& out) {
  for (const Field& field : fields) {
    if (is_replaced(field, fields, object)) continue;
    if (!differs(field, field.in(object), field.in(fresh))) continue;
    if (!is_read(fields, field, object)) continue;
    append_member(out, std::string(field.key), write_value(field, field.in(object), field.in(fresh)));
  }
}

}  // namespace

Json& append_member(Json& object, std::string key, Json value) {
  return object.get_ref<Json::object_t&>().emplace_back(std::move(key), std::move(value)).second;
}

Json write_field(const Field& field, const void* object) {
  return write_value(field, field.in(object), nullptr);
}

void write_kind(const KindBox& box, bool in_full, Json& out) {
  const std::span<const Field> fields = box.kind->table.fields;
  if (in_full) return write_fields(fields, box.params.get(), out);
  write_relevant_fields(fields, box.params.get(), box.kind->make_params().get(), out);
}

Json write_object(const Table& table, const void* object, void* fresh) {
  Json out = Json::object();
  const KindBox* box = table.box != nullptr ? table.box(const_cast<void*>(object)) : nullptr;
  const bool chosen = box != nullptr && box->kind != nullptr;
  if (chosen) append_member(out, "type", box->kind->name);
  if (fresh == nullptr)
    write_fields(table.fields, object, out);
  else
    write_relevant_fields(table.fields, object, fresh, out);
  if (chosen) write_kind(*box, fresh == nullptr, out);
  return out;
}

std::string condition_text(const Field& field, const void* object) {
  const ListAccess& list = field.access.list;
  if (list.size != nullptr) return std::string(list.size(field.in(object)) > 0 ? kGiven : kAbsent);
  const Json value = write_field(field, object);
  if (!field.access.choices.empty()) return value;
  if (value.is_boolean()) return value.dump();
  return std::string(value.empty() ? kAbsent : kGiven);
}

const ReadCondition* unmet_condition(std::span<const Field> fields, const Field& field, const void* object) {
  for (const ReadCondition& condition : field.read_conditions()) {
    const auto other = std::ranges::find(fields, condition.key, &Field::key);
    DROVER_CHECK(other != fields.end(), "conditions name keys of the same object");
    if (std::ranges::count(condition.list(), condition_text(*other, object)) == 0) return &condition;
  }
  return nullptr;
}

Json relevant_part(const ScenarioDef& scenario) {
  ScenarioDef defaults;
  Json relevant = write_object(ScenarioDef::table(), &scenario, &defaults);
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
