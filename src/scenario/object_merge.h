// Merges two objects of one table, as "extends" and "change" do.
#pragma once

#include <string_view>

#include "core/kind.h"
#include "scenario/json_value.h"

namespace drover {

// Objects are merged key by key, everything else is replaced; where the type of a polymorphic object changes,
// nothing of the other type's parameters stays. A value in degrees replaces that in radians, and the other
// way round.
JsonValue merge_objects(const JsonValue& base, const JsonValue& over, const Table& table,
                        const Catalog& catalog);

// What "type" of an object says, or else `otherwise`.
std::string_view type_of(const JsonValue& object, std::string_view otherwise);

}  // namespace drover
