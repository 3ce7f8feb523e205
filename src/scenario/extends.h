// What agent types and stacks are made of: "extends", "change", "add", and labels.
#pragma once

#include <span>

#include "scenario/json_document.h"
#include "scenario/reader_context.h"
#include "scenario/stack_changes.h"

namespace drover {

// Replaces every agent type that names another in "extends" by the merge of the two, so that "extends" is
// gone from the tree. Objects are merged key by key, everything else is replaced; where the type of a
// polymorphic object changes, nothing of the other type's parameters stays. Then "change" and "add" of the
// type and the edits of its behaviors take effect, which types that extend it inherit. The same for the
// stacks of formations. At last the names of behaviors in "parameters" and in events are those of the world
// builder, and labels are gone too. Reports unknown parents, circles, and chains whose merged text would
// exceed `max_values` JSON values: then it returns false, and what is left unmerged is not worth reading.
bool resolve_types(JsonValue& scenario, std::span<const StackEdit> edits, std::size_t max_values,
                   ReaderContext& context);

}  // namespace drover
