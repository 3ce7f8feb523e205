// The names of behaviors in the stacks of a document, before it is read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/json_value.h"
#include "scenario/reader_context.h"

namespace drover {

// Keys of behaviors in "add" that say where they go.
inline constexpr std::string_view kPlaceKeys[] = {"before", "after", "mode"};

// A behavior in one of the lists of a steering.
struct LabeledBehavior {
  JsonValue* list = nullptr;
  std::size_t index = 0;  // in the list
  // As the world builder calls it: its kind, numbered from the second of its kind on, behind "<mode>/" in a
  // mode. Groups count, and do not enter the labels of their behaviors. Empty: the kind is unknown.
  std::string label = {};
  std::string own_label = {};  // its "label", behind "<mode>/" too; empty without

  JsonValue& value() const { return list->items[index]; }
  bool is_called(std::string_view name) const {
    return !name.empty() && (label == name || own_label == name);
  }
};

// The steering of an agent type or of the anchor of a formation; null where it has none that can be changed.
JsonValue* steering_of(JsonValue& owner);

// All behaviors of a steering, those of a group after it. Pointers hold until a list changes.
std::vector<LabeledBehavior> label_behaviors(JsonValue& steering);

// Null where nothing is called so.
const LabeledBehavior* find_behavior(const std::vector<LabeledBehavior>& behaviors, std::string_view name);

// The problem of a label that no behavior has.
Problem unknown_label(const ReaderContext& context, std::string_view name,
                      const std::vector<LabeledBehavior>& behaviors);

// Replaces labels of behaviors in "parameters" of agents and in "parameter" of events by what the world
// builder calls the behaviors, and takes "label" out of all stacks. Reports labels that cannot be.
void resolve_labels(JsonValue& scenario, ReaderContext& context);

}  // namespace drover
