// "change" and "add" of a steering, and edits of the command line that name a behavior by its label.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/json_edit.h"
#include "scenario/reader_context.h"

namespace drover {

// One --set or --unset of a behavior by its label, such as
// agent_types.sheep.steering.behaviors.wander.jitter.
struct StackEdit {
  JsonPath path;                   // of the whole document
  std::size_t label_at = 0;        // the token that is the label; "behaviors" stands before it
  std::optional<JsonValue> value;  // nothing: it is removed

  std::string_view owner() const { return path[1].text; }
};

// Where a path names a behavior by its label: the index of that token. Nothing for other paths.
std::optional<std::size_t> find_label(const JsonPath& path);

// Carries out "change" and "add" of a steering, which are gone then; context.pointer is that of the steering.
void apply_stack_changes(JsonValue& steering, ReaderContext& context);

// Carries out an edit of a steering.
void apply_stack_edit(JsonValue& steering, const StackEdit& edit, ReaderContext& context);

}  // namespace drover
