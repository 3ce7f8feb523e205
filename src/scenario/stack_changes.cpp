#include "scenario/stack_changes.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/utf8.h"
#include "scenario/object_merge.h"
#include "scenario/stack_labels.h"
#include "sim/definitions/definitions.h"

namespace drover {
namespace {

// What happens to one list of behaviors.
struct ListPlan {
  std::map<std::size_t, std::vector<JsonValue>> before;  // by index
  std::map<std::size_t, std::vector<JsonValue>> after;
  std::vector<std::size_t> removed;
  std::vector<JsonValue> last;
};

// Changes one steering. Labels are those from before all changes, so that lists change at the end.
class StackChanger {
 public:
  StackChanger(JsonValue& steering, ReaderContext& context) : steering_(steering), context_(context) {
    // Before labels are given, which hold pointers.
    if (steering.find("add") != nullptr) add_missing_lists();
    behaviors_ = label_behaviors(steering);
  }

  void change(const JsonValue& changes) {
    const PointerScope scope(context_, "change");
    if (!changes.is_object()) {
      report_type(context_, changes, "change", "an object of labels and what changes in their behaviors");
      return;
    }
    std::map<const LabeledBehavior*, std::string> changed_by;  // the names
    for (const JsonMember& member : changes.members) {
      if (is_note(member.key)) continue;
      const PointerScope name(context_, member.key);
      const LabeledBehavior* behavior = find_behavior(behaviors_, member.key);
      if (behavior == nullptr) {
        report(context_, member.key_where, unknown_label(context_, member.key, behaviors_));
        continue;
      }
      const auto [earlier, is_first] = changed_by.try_emplace(behavior, member.key);
      if (is_first) {
        change(*behavior, member);
      } else {
        report(context_, member.key_where,
               {.message = fmt::format("\"{}\" and \"{}\" name the same behavior", shorten(earlier->second),
                                       shorten(member.key)),
                .hint = "Give all its changes under one of the two."});
      }
    }
  }

  void add(const JsonValue& added) {
    const PointerScope scope(context_, "add");
    if (!added.is_array()) {
      report_type(context_, added, "add", "a list of behaviors");
      return;
    }
    for (std::size_t i = 0; i < added.items.size(); ++i) {
      const PointerScope index(context_, i);
      if (added.items[i].is_object())
        add_behavior(added.items[i]);
      else
        report_type(context_, added.items[i], "add", "a behavior (object)");
    }
  }

  // Lists of groups first: they move with the behavior that they are a part of.
  void finish() {
    std::vector<JsonValue*> lists;
    for (const LabeledBehavior& behavior : behaviors_) {
      if (std::ranges::find(lists, behavior.list) == lists.end()) lists.push_back(behavior.list);
    }
    for (const auto& [list, plan] : plans_) {
      if (std::ranges::find(lists, list) == lists.end()) lists.push_back(list);
    }
    for (std::size_t k = lists.size(); k-- > 0;) {
      if (const auto plan = plans_.find(lists[k]); plan != plans_.end()) rebuild(*lists[k], plan->second);
    }
  }

 private:
  void add_missing_lists() {
    const auto add_list = [](JsonValue& owner) {
      if (!owner.is_object() || owner.find("behaviors") != nullptr) return;
      owner.members.push_back({"behaviors", owner.where, make_json(JsonType::array, owner.where)});
    };
    add_list(steering_);
    if (JsonValue* modes = steering_.find("modes"); modes != nullptr) {
      for (JsonMember& mode : modes->members)
        add_list(mode.value);
    }
  }

  void change(const LabeledBehavior& behavior, const JsonMember& member) {
    if (member.value.is_null()) {
      plans_[behavior.list].removed.push_back(behavior.index);
      return;
    }
    if (!member.value.is_object()) {
      report_type(context_, member.value, shorten(member.key), "an object of what changes, or null");
      return;
    }
    const JsonValue* type = member.value.find("type");
    const JsonValue* kind = behavior.value().find("type");
    if (type != nullptr && kind != nullptr && json_text(*type) != json_text(*kind)) {
      const PointerScope scope(context_, "type");
      return report(context_, type->where,
                    {.message = "the type of a behavior does not change",
                     .found = describe(*type),
                     .allowed = {describe(*kind)},
                     .hint = "null takes the behavior out, and \"add\" puts another into its place."});
    }
    behavior.value() =
        merge_objects(behavior.value(), member.value, StackEntryDef::table(), context_.catalog);
  }

  // The text of a key that says where a behavior goes; null without.
  const JsonValue* place(const JsonValue& given, std::string_view key) {
    const JsonValue* value = given.find(key);
    if (value == nullptr || value->is_string()) return value;
    const PointerScope scope(context_, key);
    report_type(context_, *value, key, "a name (string)");
    return nullptr;
  }

  void add_behavior(const JsonValue& given) {
    const JsonValue* before = place(given, "before");
    const JsonValue* after = place(given, "after");
    const JsonValue* mode = place(given, "mode");
    JsonValue behavior = given;
    for (const std::string_view key : kPlaceKeys)
      behavior.erase(key);
    if (before != nullptr && after != nullptr) {
      return report(context_, after->where,
                    {.message = "a behavior stands \"before\" another or \"after\" one, not both"});
    }
    const JsonValue* neighbor = before != nullptr ? before : after;
    if (neighbor == nullptr) return add_last(std::move(behavior), mode);
    const std::string label = mode != nullptr && neighbor->string.find('/') == std::string::npos
                                  ? fmt::format("{}/{}", mode->string, neighbor->string)
                                  : neighbor->string;
    const LabeledBehavior* found = find_behavior(behaviors_, label);
    if (found == nullptr) {
      const PointerScope scope(context_, before != nullptr ? "before" : "after");
      return report(context_, neighbor->where, unknown_label(context_, label, behaviors_));
    }
    ListPlan& plan = plans_[found->list];
    (before != nullptr ? plan.before : plan.after)[found->index].push_back(std::move(behavior));
  }

  void add_last(JsonValue behavior, const JsonValue* mode) {
    JsonValue* owner = &steering_;
    if (mode != nullptr) {
      JsonValue* modes = steering_.find("modes");
      owner = modes != nullptr ? modes->find(mode->string) : nullptr;
      if (owner == nullptr || !owner->is_object()) {
        const PointerScope scope(context_, "mode");
        return report(context_, mode->where,
                      unknown_name(context_, fmt::format("unknown mode \"{}\"", shorten(mode->string)),
                                   mode->string, keys_of(modes)));
      }
    }
    JsonValue* list = owner->find("behaviors");
    if (list->is_array()) plans_[list].last.push_back(std::move(behavior));
  }

  void rebuild(JsonValue& list, ListPlan& plan) {
    std::vector<JsonValue> result;
    const auto put = [&result](std::vector<JsonValue>& values) {
      std::ranges::move(values, std::back_inserter(result));
    };
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      put(plan.before[i]);
      if (std::ranges::find(plan.removed, i) == plan.removed.end())
        result.push_back(std::move(list.items[i]));
      put(plan.after[i]);
    }
    put(plan.last);
    list.items = std::move(result);
  }

  JsonValue& steering_;
  ReaderContext& context_;
  std::vector<LabeledBehavior> behaviors_;
  std::map<JsonValue*, ListPlan> plans_;
};

}  // namespace

std::optional<std::size_t> find_label(const JsonPath& path) {
  for (std::size_t k = 3; k + 1 < path.size(); ++k) {
    const std::string& label = path[k + 1].text;
    const bool is_index = !label.empty() && label.find_first_not_of("0123456789") == std::string::npos;
    if (path[k].text != "behaviors" || is_index || label == "-") continue;
    const bool is_of_steering = path[k - 1].text == "steering" || path[k - 2].text == "modes";
    if (is_of_steering && (path[0].text == "agent_types" || path[0].text == "formations")) return k + 1;
  }
  return std::nullopt;
}

void apply_stack_changes(JsonValue& steering, ReaderContext& context) {
  const JsonValue* change = steering.find("change");
  const JsonValue* add = steering.find("add");
  if (change == nullptr && add == nullptr) return;
  // Copies: what is added to the steering moves its keys.
  const JsonValue changes = change != nullptr ? *change : JsonValue();
  const std::optional<JsonValue> added = add != nullptr ? std::optional(*add) : std::nullopt;
  StackChanger changer(steering, context);
  if (!changes.is_null()) changer.change(changes);
  if (added) changer.add(*added);
  changer.finish();
  steering.erase("change");
  steering.erase("add");
}

void apply_stack_edit(JsonValue& steering, const StackEdit& edit, ReaderContext& context) {
  const std::vector<LabeledBehavior> behaviors = label_behaviors(steering);
  const PathToken& token = edit.path[edit.label_at];
  const bool is_in_mode = edit.label_at >= 3 && edit.path[edit.label_at - 3].text == "modes";
  const std::string label =
      is_in_mode ? fmt::format("{}/{}", edit.path[edit.label_at - 2].text, token.text) : token.text;
  const LabeledBehavior* behavior = find_behavior(behaviors, label);
  const auto after = edit.path.begin() + static_cast<std::ptrdiff_t>(edit.label_at) + 1;
  if (behavior == nullptr) {
    report(context, token.where, unknown_label(context, label, behaviors));
  } else if (after != edit.path.end() && edit.value) {
    set_value(behavior->value(), {after, edit.path.end()}, *edit.value, context.diagnostics);
  } else if (after != edit.path.end()) {
    unset_value(behavior->value(), {after, edit.path.end()}, context.diagnostics);
  } else if (edit.value) {
    behavior->value() = *edit.value;
  } else {
    behavior->list->items.erase(behavior->list->items.begin() + static_cast<std::ptrdiff_t>(behavior->index));
  }
}

}  // namespace drover
