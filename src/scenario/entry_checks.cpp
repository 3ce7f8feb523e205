// What entries of agents say about single agents: "parameters" of their own, and lists with one number for
// each.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/text.h"
#include "scenario/object_reader.h"
#include "scenario/scenario_checks.h"
#include "scenario/utf8.h"
#include "sim/definitions/declared_agents.h"
#include "sim/definitions/group.h"
#include "sim/step/agent_limits.h"

namespace drover {
namespace {

const AgentTypeDef* find_type(const ScenarioDef& def, std::string_view name) {
  const auto found = std::ranges::find(def.agent_types, name, &Named<AgentTypeDef>::name);
  return found == def.agent_types.end() ? nullptr : &found->value;
}

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
  void add(const std::vector<SlotDef>& behaviors, const std::string& prefix) {
    for (const SlotDef& slot : behaviors) {
      const Kind* kind = slot.behavior.kind;
      if (kind == nullptr) continue;
      const std::string base = prefix + std::string(kind->name);
      const auto same = std::ranges::count(labels_, base);
      labels_.push_back(base);
      const std::string label = same > 0 ? fmt::format("{}#{}", base, same) : base;
      add(SlotDef::table(), nullptr, label);
      add(kind->table, slot.behavior.params.get(), label);
      if (kind == &kGroup) add(slot.behavior.as<BehaviorGroupDef>().behaviors, prefix);
    }
  }

  void add(const Table& table, const void* object, const std::string& label) {
    for (const Field& field : table.fields) {
      if (field.access.type == FieldType::parameter)
        numbers_.push_back({fmt::format("{}.{}", label, field.key), &field, object});
    }
  }

  std::vector<OwnNumber> numbers_;
  std::vector<std::string> labels_;  // without their numbers
};

// Reads "parameters" of one entry again, now with the fields that their names stand for.
class OwnReader {
 public:
  OwnReader(const OwnNumbers& numbers, const JsonValue& document, ReaderContext& context)
      : numbers_(numbers), document_(document), context_(context) {}

  void read(AgentDef& entry, const std::string& pointer) {
    const JsonValue* given = value_at(document_, pointer + "/parameters");
    if (given == nullptr) return;
    for (Named<Parameter>& parameter : entry.parameters) {
      const JsonValue* value = given->find(parameter.name);
      if (value == nullptr) continue;
      std::string own = pointer + "/parameters";
      append_pointer_token(own, parameter.name);
      read(parameter, *value, std::move(own));
    }
  }

 private:
  void read(Named<Parameter>& parameter, const JsonValue& value, std::string pointer) {
    context_.pointer = std::move(pointer);
    const OwnNumber* number = numbers_.find(parameter.name);
    if (number == nullptr) {
      report_unknown(parameter.name, value);
    } else if (number->object != nullptr &&
               !static_cast<const Parameter*>(number->field->in(number->object))->is_present()) {
      report(context_, value.where,
             {.message = fmt::format("\"{}\" has no value in the agent type", number->name),
              .hint = "Give it one there, which other agents of the type have."});
    } else {
      read_parameter(
          {*number->field, value, parameter.name.ends_with(fmt::format("{}_deg", number->field->key))},
          parameter.value, context_);
      parameter.name = number->name;
    }
    context_.pointer.clear();
  }

  void report_unknown(const std::string& name, const JsonValue& value) {
    const std::vector<std::string_view> names = numbers_.names();
    Problem problem = unknown_name(
        context_, fmt::format("the agent type has no number \"{}\"", shorten(name)), name, names);
    report(context_, value.where, std::move(problem));
  }

  const OwnNumbers& numbers_;
  const JsonValue& document_;
  ReaderContext& context_;
};

// Calls visit(parameter, pointer) for every number in an object, at any depth.
template <class Visit>
void visit_parameters(const Table& table, const void* object, const std::string& pointer, const Visit& visit);

template <class Visit>
void visit_parameters(const KindBox& box, const std::string& pointer, const Visit& visit) {
  if (box.kind != nullptr) visit_parameters(box.kind->table, box.params.get(), pointer, visit);
}

template <class Visit>
void visit_field(const Field& field, const void* object, const std::string& pointer, const Visit& visit) {
  void* value = const_cast<void*>(field.in(object));
  const ListAccess& list = field.access.list;
  const auto visit_elements = [&](const auto& token_of) {
    for (std::size_t i = 0; i < list.size(value); ++i) {
      std::string own = pointer;
      if (const std::string token = token_of(i); !token.empty()) append_pointer_token(own, token);
      visit_parameters(field.access.nested(), list.at(value, i), own, visit);
    }
  };
  switch (field.access.type) {
    case FieldType::parameter:
      return visit(*static_cast<const Parameter*>(value), pointer);
    case FieldType::parameter_map:
      for (const auto& [name, parameter] : *static_cast<const NamedList<Parameter>*>(value)) {
        std::string own = pointer;
        append_pointer_token(own, name);
        visit(parameter, own);
      }
      return;
    case FieldType::object:
      return visit_parameters(field.access.nested(), value, pointer, visit);
    case FieldType::optional_object:
      return visit_elements([](std::size_t) { return std::string(); });
    case FieldType::object_list:
      return visit_elements([](std::size_t i) { return std::to_string(i); });
    case FieldType::object_map:
      return visit_elements([&](std::size_t i) { return std::string(list.name_at(value, i)); });
    case FieldType::kind_map:
      if (const auto& entries = *static_cast<const std::optional<NamedList<KindBox>>*>(value)) {
        for (const auto& [name, box] : *entries)
          visit_parameters(box, fmt::format("{}/{}", pointer, name), visit);
      }
      return;
    default:
      return;
  }
}

template <class Visit>
void visit_parameters(const Table& table, const void* object, const std::string& pointer,
                      const Visit& visit) {
  for (const Field& field : table.fields) {
    std::string own = pointer;
    append_pointer_token(own, field.key);
    visit_field(field, object, own, visit);
  }
  if (table.box != nullptr) visit_parameters(*table.box(const_cast<void*>(object)), pointer, visit);
}

class EachChecker {
 public:
  EachChecker(const ReadScenario& scenario, ReaderContext& context)
      : scenario_(scenario), context_(context), entries_(declared_agents(scenario.def)) {}

  // Every list has as many items as each entry has agents whose numbers it gives.
  void run() {
    const ScenarioDef& def = scenario_.def;
    for (const Field& field : ScenarioDef::table().fields) {
      if (field.key == "agent_types" || field.key == "agents" || field.key == "events") continue;
      visit_field(field, &def, fmt::format("/{}", field.key),
                  [&](const Parameter& value, const std::string& at) {
                    if (field.key == "quantities")
                      check(value, at, [](const DeclaredAgents&) { return true; });
                    else if (items_of(value) != nullptr)
                      refuse(at);
                  });
    }
    for (const Named<AgentTypeDef>& type : def.agent_types) {
      std::string pointer = "/agent_types";
      append_pointer_token(pointer, type.name);
      visit_parameters(
          AgentTypeDef::table(), &type.value, pointer, [&](const Parameter& value, const std::string& at) {
            check(value, at, [&](const DeclaredAgents& entry) { return entry.def->type.name == type.name; });
          });
    }
    for (const DeclaredAgents& entry : entries_) {
      visit_parameters(
          AgentDef::table(), entry.def, entry.pointer, [&](const Parameter& value, const std::string& at) {
            check(value, at, [&](const DeclaredAgents& other) { return other.def == entry.def; });
          });
    }
    for (std::size_t e = 0; e < def.events.size(); ++e)
      check_event(def.events[e], fmt::format("/events/{}", e));
  }

 private:
  static const std::vector<Distribution>* items_of(const Parameter& value) {
    const bool is_list = value.is_drawn() && value.distribution().type == Distribution::Type::each;
    return is_list ? &value.distribution().items : nullptr;
  }

  template <class Concerns>
  void check(const Parameter& value, const std::string& pointer, const Concerns& concerns) {
    const std::vector<Distribution>* items = items_of(value);
    if (items == nullptr) return;
    for (const DeclaredAgents& entry : entries_) {
      if (!concerns(entry) || entry.batch() == items->size()) continue;
      report(scenario_.document,
             {.pointer = pointer,
              .message = fmt::format("\"each\" gives one number for each agent of an entry, and {} has {}",
                                     entry.pointer, counted(entry.batch(), "agent")),
              .found = counted(items->size(), "item")},
             context_.diagnostics);
      return;
    }
  }

  void refuse(const std::string& pointer) {
    report(scenario_.document, {.pointer = pointer, .message = "\"each\" belongs to numbers of agents"},
           context_.diagnostics);
  }

  // The agents of a spawn are an entry and were checked as such.
  void check_event(const EventDef& event, const std::string& pointer) {
    const Target& target = event.watch.type != TargetType::none ? event.watch : event.target;
    const auto visit = [&](const Parameter& value, const std::string& at) {
      check(value, at, [&](const DeclaredAgents& entry) { return is_meant(target, *entry.def); });
    };
    if (event.when) visit_parameters(ConditionDef::table(), &*event.when, pointer + "/when", visit);
    if (event.event.kind != nullptr && event.event.kind->name != kSpawnName)
      visit_parameters(event.event, pointer, visit);
  }

  static bool is_meant(const Target& target, const AgentDef& entry) {
    switch (target.type) {
      case TargetType::agent:
        return target.name == entry.id || target.name.starts_with(entry.id + ".");
      case TargetType::group:
        return target.name == entry.group;
      case TargetType::agent_type:
        return target.name == entry.type.name;
      default:
        return false;
    }
  }

  const ReadScenario& scenario_;
  ReaderContext& context_;
  std::vector<DeclaredAgents> entries_;
};

}  // namespace

void read_own_parameters(ScenarioDef& def, const JsonValue& document, ReaderContext& context) {
  for (const DeclaredAgents& entry : declared_agents(def)) {
    const AgentTypeDef* type = find_type(def, entry.def->type.name);
    if (type == nullptr || entry.def->parameters.empty()) continue;
    const OwnNumbers numbers(*type);
    OwnReader(numbers, document, context).read(const_cast<AgentDef&>(*entry.def), entry.pointer);
  }
}

void check_each(const ReadScenario& scenario, ReaderContext& context) {
  EachChecker(scenario, context).run();
}

}  // namespace drover
