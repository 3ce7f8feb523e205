// Writes definitions as JSON, with every default explicit, or only what differs from them.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/field.h"
#include "sim/definitions/definitions.h"

namespace drover {

// The object with all keys of its table in table order; "type" stands first and the keys of the kind last.
// Absent values are null. Reading the result gives an equal definition, and writing that gives the same text.
// With another object as it is without keys (`fresh`, which is changed): only the keys that differ from it
// and are read.
nlohmann::ordered_json write_object(const Table& table, const void* object, void* fresh = nullptr);

// The keys of a chosen kind, into an object; in full or what differs from the kind's defaults.
void write_kind(const KindBox& box, bool in_full, nlohmann::ordered_json& out);

// What write_object writes for one field, even where the key would be left out.
nlohmann::ordered_json write_field(const Field& field, const void* object);

// Adds a member that the object does not have yet; operator[] would look at all members first.
nlohmann::ordered_json& append_member(nlohmann::ordered_json& object, std::string key,
                                      nlohmann::ordered_json value);

// The value of a choice or a boolean, as in a scenario; of another field kGiven or kAbsent.
std::string condition_text(const Field& field, const void* object);

// The first condition that an object does not meet; null where it reads the field. `fields` are its rows.
const ReadCondition* unmet_condition(std::span<const Field> fields, const Field& field, const void* object);
inline bool is_read(std::span<const Field> fields, const Field& field, const void* object) {
  return unmet_condition(fields, field, object) == nullptr;
}

// What of a scenario says something about a run: without values at their defaults, keys that those
// beside them leave unread (FieldInfo::read_when), and "$schema", "name" and "description".
nlohmann::ordered_json relevant_part(const ScenarioDef& scenario);

// Identifies what a scenario does: hash_bytes of the compact dump of its relevant part. The layout of the
// file, its comments, "extends" and defaults left out or spelled out do not change it, nor does a key that
// the format gains.
std::uint64_t scenario_hash(const ScenarioDef& scenario);

// The part of a written scenario that the motion follows from: without what is only said, recorded or
// expected, how long it lasts, and the cells of the neighbor search.
nlohmann::ordered_json motion_part(nlohmann::ordered_json written);

}  // namespace drover
