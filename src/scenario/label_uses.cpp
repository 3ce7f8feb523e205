#include "scenario/label_uses.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "scenario/stack_changes.h"
#include "scenario/stack_labels.h"

namespace drover {
namespace {

// Own labels of behaviors and what the world builder calls them, of one agent type.
using OwnLabels = std::map<std::string, std::string, std::less<>>;

OwnLabels own_labels(JsonValue& steering) {
  OwnLabels labels;
  for (const LabeledBehavior& behavior : label_behaviors(steering)) {
    if (!behavior.own_label.empty()) labels.emplace(behavior.own_label, behavior.label);
  }
  return labels;
}

// "stroll.jitter" as "wander#1.jitter".
std::string with_builder_label(const std::string& parameter, const OwnLabels& labels) {
  const std::size_t dot = parameter.rfind('.');
  if (dot == std::string::npos) return parameter;
  const auto found = labels.find(std::string_view(parameter).substr(0, dot));
  return found == labels.end() ? parameter : found->second + parameter.substr(dot);
}

// The names in "type" of an entry of agents: one, or those of its shares.
std::vector<std::string_view> types_of(const JsonValue& entry) {
  std::vector<std::string_view> types;
  const JsonValue* type = entry.find("type");
  if (type == nullptr) return types;
  if (type->is_string()) types.push_back(type->string);
  if (const JsonValue* shares = type->find("shares"); shares != nullptr) {
    for (const JsonMember& share : shares->members)
      types.push_back(share.key);
  }
  return types;
}

// Replaces own labels where agents and events name behaviors.
class LabelUses {
 public:
  explicit LabelUses(std::map<std::string, OwnLabels, std::less<>> by_type) : by_type_(std::move(by_type)) {
    for (const auto& [type, labels] : by_type_)
      all_types_.push_back(type);
  }

  void replace(JsonValue& scenario) const {
    if (JsonValue* agents = scenario.find("agents"); agents != nullptr) {
      for (JsonValue& entry : agents->items)
        replace_in_agents(entry);
    }
    if (JsonValue* events = scenario.find("events"); events != nullptr) {
      for (JsonValue& event : events->items) {
        if (JsonValue* agents = event.find("agents"); agents != nullptr) replace_in_agents(*agents);
        replace_in_event(event);
      }
    }
  }

 private:
  void replace_in_agents(JsonValue& entry) const {
    JsonValue* parameters = entry.find("parameters");
    if (parameters == nullptr) return;
    const std::vector<std::string_view> types = types_of(entry);
    for (JsonMember& member : parameters->members)
      member.key = meant(member.key, types);
  }

  // Where an event is not about one type it may concern all.
  void replace_in_event(JsonValue& event) const {
    JsonValue* parameter = event.find("parameter");
    if (parameter == nullptr || !parameter->is_string()) return;
    const JsonValue* target = event.find("target");
    const JsonValue* type = target != nullptr ? target->find("agent_type") : nullptr;
    if (type != nullptr && type->is_string()) {
      parameter->string = meant(parameter->string, std::vector<std::string_view>{type->string});
    } else {
      parameter->string = meant(parameter->string, all_types_);
    }
  }

  // A label has to mean the same in all of the types that have it; otherwise it stays.
  std::string meant(const std::string& parameter, const std::vector<std::string_view>& types) const {
    std::set<std::string> meanings;
    for (const std::string_view type : types) {
      const auto labels = by_type_.find(type);
      if (labels == by_type_.end()) continue;
      if (std::string meaning = with_builder_label(parameter, labels->second); meaning != parameter)
        meanings.insert(std::move(meaning));
    }
    return meanings.size() == 1 ? *meanings.begin() : parameter;
  }

  std::map<std::string, OwnLabels, std::less<>> by_type_;
  std::vector<std::string_view> all_types_;  // that have labels
};

}  // namespace

void resolve_labels(JsonValue& scenario, ReaderContext& context) {
  std::map<std::string, OwnLabels, std::less<>> by_type;
  for (const std::string_view list : {"agent_types", "formations"}) {
    JsonValue* owners = scenario.find(list);
    if (owners == nullptr) continue;
    const PointerScope scope(context, list);
    for (JsonMember& owner : owners->members) {
      JsonValue* steering = steering_of(owner.value);
      if (steering == nullptr) continue;
      const PointerScope name(context, owner.key);
      check_labels(*steering, context);
      if (OwnLabels labels = own_labels(*steering); !labels.empty())
        by_type.emplace(owner.key, std::move(labels));
      drop_labels(*steering);
    }
  }
  if (!by_type.empty()) LabelUses(std::move(by_type)).replace(scenario);
}

}  // namespace drover
