// Inheritance of agent types: "extends".
#pragma once

#include "scenario/json_document.h"
#include "scenario/reader_context.h"

namespace drover {

// Replaces every agent type that names another in "extends" by the merge of the two, so that "extends" is
// gone from the tree. Objects are merged key by key, everything else is replaced; where the type of a
// polymorphic object changes, nothing of the other type's parameters stays. Reports unknown parents, circles,
// and chains whose merged text would exceed `max_values` JSON values.
void resolve_extends(JsonValue& scenario, std::size_t max_values, ReaderContext& context);

}  // namespace drover
