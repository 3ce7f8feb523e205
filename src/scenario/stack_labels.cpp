#include "scenario/stack_labels.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "scenario/utf8.h"

namespace drover {
namespace {

// Adds the behaviors of a list, those of a group after it. `counts`: how many have the same label, but for
// its number.
void add_behaviors(JsonValue* list, const std::string& prefix, std::map<std::string, std::size_t>& counts,
                   std::vector<LabeledBehavior>& found) {
  if (list == nullptr || !list->is_array()) return;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    LabeledBehavior behavior{.list = list, .index = i};
    const std::string* kind = list->items[i].find_text("type");
    if (kind != nullptr) {
      behavior.label = prefix + *kind;
      const std::size_t same = counts[behavior.label]++;
      if (same > 0) behavior.label += fmt::format("#{}", same);
    }
    const std::string* own = list->items[i].find_text("label");
    if (own != nullptr && !own->empty()) behavior.own_label = prefix + *own;
    found.push_back(std::move(behavior));
    if (kind != nullptr && *kind == "group")
      add_behaviors(list->items[i].find("behaviors"), prefix, counts, found);
  }
}

}  // namespace

JsonValue* steering_of(JsonValue& owner) {
  JsonValue* anchor = owner.find("anchor");
  JsonValue* steering = anchor != nullptr ? anchor->find("steering") : owner.find("steering");
  return steering != nullptr && steering->is_object() ? steering : nullptr;
}

std::vector<LabeledBehavior> label_behaviors(JsonValue& steering) {
  std::map<std::string, std::size_t> counts;
  std::vector<LabeledBehavior> found;
  add_behaviors(steering.find("behaviors"), "", counts, found);
  if (JsonValue* modes = steering.find("modes"); modes != nullptr) {
    for (JsonMember& mode : modes->members)
      add_behaviors(mode.value.find("behaviors"), mode.key + "/", counts, found);
  }
  return found;
}

const LabeledBehavior* find_behavior(const std::vector<LabeledBehavior>& behaviors, std::string_view name) {
  const auto found = std::ranges::find_if(
      behaviors, [name](const LabeledBehavior& behavior) { return behavior.is_called(name); });
  return found == behaviors.end() ? nullptr : &*found;
}

Problem unknown_label(const ReaderContext& context, std::string_view name,
                      const std::vector<LabeledBehavior>& behaviors) {
  std::vector<std::string_view> names;
  for (const LabeledBehavior& behavior : behaviors) {
    if (!behavior.label.empty()) names.push_back(behavior.label);
    if (!behavior.own_label.empty() && behavior.own_label != behavior.label)
      names.push_back(behavior.own_label);
  }
  Problem problem =
      unknown_name(context, fmt::format("no behavior is called \"{}\"", shorten(name)), name, names);
  if (names.empty()) problem.hint = "There are no behaviors.";
  return problem;
}

}  // namespace drover
