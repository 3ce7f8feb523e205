#include "scenario/stack_labels.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/utf8.h"

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

namespace {

// Own labels of behaviors and what the world builder calls them, by agent type.
using OwnLabels = std::map<std::string, std::string, std::less<>>;
using LabelsByType = std::map<std::string, OwnLabels, std::less<>>;

void check_own_label(const LabeledBehavior& behavior, bool is_new, ReaderContext& context) {
  const JsonValue* label = behavior.value().find("label");
  if (label == nullptr) return;
  const auto fail = [&](Problem problem) { report(context, label->where, std::move(problem)); };
  if (!label->is_string()) {
    report_type(context, *label, "label", "a name (string)");
  } else if (label->string.empty() || label->string.find_first_of("/#.") != std::string::npos) {
    fail({.message = fmt::format("a behavior cannot be called \"{}\"", shorten(label->string)),
          .allowed = {"a name that is not empty and has no \"/\", \"#\" or \".\""}});
  } else if (context.catalog.find("behavior", label->string) != nullptr) {
    fail({.message = fmt::format("\"{}\" is the name of a kind of behavior", label->string),
          .hint = "The first of each kind is called like it anyway."});
  } else if (!is_new) {
    fail({.message = fmt::format("two behaviors have the label \"{}\"", behavior.own_label)});
  }
}

// The own labels of a steering, of which "label" is gone then. Reports labels that are no names, or twice in
// it, and keys that belong into "add" only.
OwnLabels take_labels(JsonValue& steering, ReaderContext& context) {
  std::set<std::string> known;
  OwnLabels labels;
  for (const LabeledBehavior& behavior : label_behaviors(steering)) {
    check_own_label(behavior, known.insert(behavior.own_label).second, context);
    for (const std::string_view key : kPlaceKeys) {
      const JsonValue* value = behavior.value().find(key);
      if (value == nullptr) continue;
      report(context, value->where, {.message = fmt::format("\"{}\" belongs to a behavior in \"add\"", key)});
    }
    if (!behavior.own_label.empty()) labels.emplace(behavior.own_label, behavior.label);
  }
  // Groups come before what they hold, and without the key their list is elsewhere: from the last to the
  // first.
  for (const std::string_view key : {"before", "after", "mode", "label"}) {
    const std::vector<LabeledBehavior> behaviors = label_behaviors(steering);
    for (auto behavior = behaviors.rbegin(); behavior != behaviors.rend(); ++behavior)
      behavior->value().erase(key);
  }
  return labels;
}

// "stroll.jitter" as "wander#1.jitter". A label has to mean the same in all of the types that have it;
// otherwise it stays.
std::string meant(const std::string& parameter, const std::vector<std::string_view>& types,
                  const LabelsByType& by_type) {
  const std::size_t dot = parameter.rfind('.');
  if (dot == std::string::npos) return parameter;
  std::set<std::string> meanings;
  for (const std::string_view type : types) {
    const auto labels = by_type.find(type);
    if (labels == by_type.end()) continue;
    const auto label = labels->second.find(std::string_view(parameter).substr(0, dot));
    if (label != labels->second.end() && label->first != label->second)
      meanings.insert(label->second + parameter.substr(dot));
  }
  return meanings.size() == 1 ? *meanings.begin() : parameter;
}

void replace_in_agents(JsonValue& entry, const LabelsByType& by_type) {
  JsonValue* parameters = entry.find("parameters");
  if (parameters == nullptr) return;
  // One type, or those of its shares.
  std::vector<std::string_view> types;
  if (const std::string* name = entry.find_text("type"))
    types = {*name};
  else if (const JsonValue* type = entry.find("type"))
    types = keys_of(type->find("shares"));
  for (JsonMember& member : parameters->members)
    member.key = meant(member.key, types, by_type);
}

// Where an event is not about one type it may concern all.
void replace_in_event(JsonValue& event, const LabelsByType& by_type) {
  JsonValue* parameter = event.find("parameter");
  if (parameter == nullptr || !parameter->is_string()) return;
  const JsonValue* target = event.find("target");
  const std::string* one = target != nullptr ? target->find_text("agent_type") : nullptr;
  std::vector<std::string_view> types;
  for (const auto& [type, labels] : by_type) {
    if (one == nullptr || *one == type) types.push_back(type);
  }
  parameter->string = meant(parameter->string, types, by_type);
}

}  // namespace

void resolve_labels(JsonValue& scenario, ReaderContext& context) {
  LabelsByType by_type;
  for (const std::string_view list : {"agent_types", "formations"}) {
    JsonValue* owners = scenario.find(list);
    if (owners == nullptr) continue;
    const PointerScope scope(context, list);
    for (JsonMember& owner : owners->members) {
      JsonValue* steering = steering_of(owner.value);
      if (steering == nullptr) continue;
      const PointerScope name(context, owner.key);
      if (OwnLabels labels = take_labels(*steering, context); !labels.empty())
        by_type.emplace(owner.key, std::move(labels));
    }
  }
  if (by_type.empty()) return;
  if (JsonValue* agents = scenario.find("agents"); agents != nullptr) {
    for (JsonValue& entry : agents->items)
      replace_in_agents(entry, by_type);
  }
  if (JsonValue* events = scenario.find("events"); events != nullptr) {
    for (JsonValue& event : events->items) {
      if (JsonValue* agents = event.find("agents"); agents != nullptr) replace_in_agents(*agents, by_type);
      replace_in_event(event, by_type);
    }
  }
}

}  // namespace drover
