// Writes definitions as JSON, with every default explicit but those of keys that came later (unwritten).
#pragma once

#include <cstdint>

#include <nlohmann/json_fwd.hpp>

#include "core/field.h"

namespace drover {

// The object with all keys of its table in table order; "type" stands first and the keys of the kind last.
// Absent values are null. Reading the result gives an equal definition, and writing that gives the same text.
nlohmann::ordered_json write_object(const Table& table, const void* object);

// What write_object writes for one field, even where the key would be left out.
nlohmann::ordered_json write_field(const Field& field, const void* object);

// Identifies what a scenario does: hash_bytes of the compact dump of the written scenario without the keys
// that change nothing in a run ("$schema", "name", "description"). The layout of the file, its comments,
// "extends" and defaults left out or spelled out do not change it. Values that are absent (null) and empty
// lists of the scenario are left out, so that a scenario keeps its hash when the format gains one.
std::uint64_t scenario_hash(const nlohmann::ordered_json& written);

// The part of a written scenario that the motion follows from: without what is only said, recorded or
// expected, how long it lasts, and the cells of the neighbor search.
nlohmann::ordered_json motion_part(nlohmann::ordered_json written);

}  // namespace drover
