// "parameters" of entries: numbers of their own, which their names give units and ranges.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/text.h"
#include "core/utf8.h"
#include "scenario/object_reader.h"
#include "scenario/scenario_checks.h"
#include "sim/definitions/declared_agents.h"
#include "sim/definitions/group.h"
#include "sim/step/agent_limits.h"

namespace drover {
namespace {

// A number of agents that an entry may give, and the object it is a field of.
struct OwnNumber {
  std::string name;
  const Field* field;
  const void* object;
};

// The numbers of an agent type that may differ from entry to entry: limits, and those of its behaviors under
// the labels that the world builder gives them (Linker::label_of).
class OwnNumbers {
 public:
  explicit OwnNumbers(const AgentTypeDef& type) {
    for (const Field& field : AgentTypeDef::table().fields) {
      const bool is_limit =
          std::ranges::find(kAgentLimits, field.key, &AgentLimit::key) != kAgentLimits.end();
      if (is_limit || field.key == "body_length")
        numbers_.push_back({std::string(field.key), &field, nullptr});
    }
    add(type.steering.behaviors, "");
    for (const Named<ModeDef>& mode : type.steering.modes)
      add(mode.value.behaviors, mode.name + "/");
  }

  // Null for an unknown name, which may end in "_deg".
  const OwnNumber* find(std::string_view name) const {
    const std::size_t dot = name.rfind('.');
    const std::string_view label = dot == std::string_view::npos ? "" : name.substr(0, dot + 1);
    const auto found = std::ranges::find_if(numbers_, [&](const OwnNumber& number) {
      return number.name.starts_with(label) &&
             number.name.size() == label.size() + number.field->key.size() &&
             find_field(std::span<const Field>(number.field, 1), name.substr(label.size())) != nullptr;
    });
    return found == numbers_.end() ? nullptr : &*found;
  }

  std::vector<std::string_view> names() const {
    std::vector<std::string_view> names;
    for (const OwnNumber& number : numbers_)
      names.push_back(number.name);
    return names;
  }

 private:
  void add(const std::vector<StackEntryDef>& behaviors, const std::string& prefix) {
    for (const StackEntryDef& entry : behaviors) {
      const Kind* kind = entry.behavior.kind;
      if (kind == nullptr) continue;
      const std::string base = prefix + std::string(kind->name);
      const auto same = std::ranges::count(labels_, base);
      labels_.push_back(base);
      const std::string label = same > 0 ? fmt::format("{}#{}", base, same) : base;
      add(StackEntryDef::table(), nullptr, label);
      add(kind->table, entry.behavior.params.get(), label);
      if (kind == &kGroup) add(entry.behavior.as<BehaviorGroupDef>().behaviors, prefix);
    }
  }

  void add(const Table& table, const void* object, const std::string& label) {
    for (const Field& field : table.fields) {
      if (field.access.is_one(FieldType::parameter))
        numbers_.push_back({fmt::format("{}.{}", label, field.key), &field, object});
    }
  }

  std::vector<OwnNumber> numbers_;
  std::vector<std::string> labels_;  // without their numbers
};

// Reads a number of "parameters" again, now with the field that its name stands for in an agent type.
void read_as_number_of(const Named<AgentTypeDef>& type, const OwnNumbers& numbers, const JsonValue& value,
                       Named<Parameter>& parameter, ReaderContext& context) {
  const OwnNumber* number = numbers.find(parameter.name);
  if (number == nullptr) {
    report(context, value.where,
           unknown_name(context,
                        fmt::format("the agent type \"{}\" has no number \"{}\"", shorten(type.name),
                                    shorten(parameter.name)),
                        parameter.name, numbers.names()));
  } else if (number->object != nullptr &&
             !static_cast<const Parameter*>(number->field->in(number->object))->is_present()) {
    report(context, value.where,
           {.message =
                fmt::format("\"{}\" has no value in the agent type \"{}\"", number->name, shorten(type.name)),
            .hint = "Give it one there, which other agents of the type have."});
  } else {
    const bool degrees = parameter.name.ends_with(fmt::format("{}_deg", number->field->key));
    read_parameter(parameter.value, {*number->field, value, degrees}, context);
    parameter.name = number->name;
  }
}

// A name has to mean a number in all types that agents of the entry may have.
void read_own_parameters(AgentDef& entry, const std::string& pointer, const ScenarioDef& def,
                         const JsonValue& document, ReaderContext& context) {
  std::erase_if(entry.parameters, [](const Named<Parameter>& own) { return is_note(own.name); });
  if (entry.parameters.empty()) return;
  std::vector<Named<Parameter>> read = entry.parameters;
  for (const std::string_view name : type_names(entry)) {
    const auto type = std::ranges::find(def.agent_types, name, &Named<AgentTypeDef>::name);
    if (type == def.agent_types.end()) continue;
    const OwnNumbers numbers(type->value);
    read = entry.parameters;
    for (Named<Parameter>& parameter : read) {
      context.pointer = joined_pointer(pointer + "/parameters", parameter.name);
      if (const JsonValue* value = value_at(document, context.pointer))
        read_as_number_of(*type, numbers, *value, parameter, context);
      context.pointer.clear();
    }
  }
  entry.parameters = std::move(read);
}

}  // namespace

void read_own_parameters(ScenarioDef& def, const JsonValue& document, ReaderContext& context) {
  for (std::size_t k = 0; k < def.agents.size(); ++k)
    read_own_parameters(def.agents[k], fmt::format("/agents/{}", k), def, document, context);
  for (std::size_t k = 0; k < def.events.size(); ++k) {
    KindBox& event = def.events[k].event;
    if (event.kind == nullptr || event.kind->name != kSpawnName) continue;
    std::optional<AgentDef>& agents = static_cast<SpawnDef*>(event.params.get())->agents;
    if (agents) read_own_parameters(*agents, fmt::format("/events/{}/agents", k), def, document, context);
  }
}

}  // namespace drover
