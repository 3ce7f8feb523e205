#include "scenario/extends.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenario/object_merge.h"
#include "scenario/stack_labels.h"
#include "sim/definitions/definitions.h"

namespace drover {
namespace {

constexpr std::string_view kExtends = "extends";

std::size_t count_values(const JsonValue& value) {
  std::size_t count = 1;
  for (const JsonValue& item : value.items)
    count += count_values(item);
  for (const JsonMember& member : value.members)
    count += count_values(member.value);
  return count;
}

// "change", "add" and edits of the agent type or formation of that name.
void finish_owner(JsonMember& owner, std::string_view list, std::span<const StackEdit> edits,
                  ReaderContext& context) {
  JsonValue* steering = steering_of(owner.value);
  JsonValue nothing = make_json(JsonType::object, owner.value.where);
  const PointerScope scope(context, list);
  const PointerScope name(context, owner.key);
  std::optional<PointerScope> anchor;
  if (list == "formations") anchor.emplace(context, "anchor");
  const PointerScope key(context, "steering");
  if (steering != nullptr) apply_stack_changes(*steering, context);
  for (const StackEdit& edit : edits) {
    if (edit.path[0].text == list && edit.owner() == owner.key)
      apply_stack_edit(steering != nullptr ? *steering : nothing, edit, context);
  }
}

class Resolver {
 public:
  Resolver(JsonValue& types, std::span<const StackEdit> edits, std::size_t max_values, ReaderContext& context)
      : types_(types.members),
        edits_(edits),
        max_values_(max_values),
        context_(context),
        progress_(types_.size(), Progress::open) {
    for (std::size_t i = 0; i < types_.size(); ++i)
      index_.emplace(types_[i].key, i);
  }

  // False where the merged text is too large: nothing else is merged then.
  bool run() {
    for (std::size_t i = 0; i < types_.size() && values_ <= max_values_; ++i)
      resolve(i);
    return values_ <= max_values_;
  }

 private:
  enum class Progress { open, on_chain, done };

  // Walks up to an ancestor that is finished, then merges downwards: chains may be long, so there is no
  // recursion.
  void resolve(std::size_t start) {
    std::vector<std::size_t> chain;
    std::size_t current = start;
    while (current != kNone && progress_[current] == Progress::open) {
      progress_[current] = Progress::on_chain;
      chain.push_back(current);
      current = parent_of(current);
    }
    if (current != kNone && progress_[current] == Progress::on_chain) report_circle(chain, current);
    for (std::size_t k = chain.size(); k-- > 0 && values_ <= max_values_;) {
      const std::size_t type = chain[k];
      if (progress_[type] == Progress::on_chain && current != kNone && progress_[current] == Progress::done)
        inherit(type, current);
      if (progress_[type] == Progress::on_chain) finish_owner(types_[type], "agent_types", edits_, context_);
      progress_[type] = Progress::done;
      current = type;
    }
  }

  std::size_t parent_of(std::size_t type) {
    const std::string* name = types_[type].value.find_text(kExtends);
    if (name == nullptr) return kNone;
    const auto found = index_.find(*name);
    if (found != index_.end()) return found->second;
    std::vector<std::string_view> names;
    for (const JsonMember& member : types_) {
      if (!is_full(context_) && member.key != types_[type].key) names.push_back(member.key);
    }
    report_at(type, *types_[type].value.find(kExtends),
              unknown_name(context_, fmt::format("unknown agent type \"{}\"", *name), *name, names));
    types_[type].value.erase(kExtends);
    return kNone;
  }

  void report_circle(std::span<const std::size_t> chain, std::size_t first) {
    const auto begin = std::find(chain.begin(), chain.end(), first);
    std::string names;
    for (auto type = begin; type != chain.end(); ++type)
      names += fmt::format("\"{}\" -> ", types_[*type].key);
    names += fmt::format("\"{}\"", types_[first].key);
    report_at(first, *types_[first].value.find(kExtends),
              {.message = "agent types extend each other in a circle: " + names});
    for (auto type = begin; type != chain.end(); ++type) {
      types_[*type].value.erase(kExtends);
      progress_[*type] = Progress::done;
    }
  }

  void inherit(std::size_t type, std::size_t parent) {
    JsonValue& value = types_[type].value;
    const JsonValue extends = *value.find(kExtends);
    value.erase(kExtends);
    values_ += count_values(types_[parent].value);
    if (values_ > max_values_) {
      report_at(
          type, extends,
          {.message = fmt::format("\"extends\" would make the scenario larger than {} values", max_values_)});
      return;
    }
    context_.extended_by[types_[parent].key].push_back(types_[type].key);
    value = merge_objects(types_[parent].value, value, AgentTypeDef::table(), context_.catalog);
  }

  void report_at(std::size_t type, const JsonValue& extends, Problem problem) {
    const PointerScope types(context_, "agent_types");
    const PointerScope name(context_, types_[type].key);
    const PointerScope key(context_, kExtends);
    report(context_, extends.where, std::move(problem));
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::vector<JsonMember>& types_;
  std::span<const StackEdit> edits_;
  std::size_t max_values_;
  std::size_t values_ = 0;
  ReaderContext& context_;
  std::vector<Progress> progress_;
  std::map<std::string, std::size_t, std::less<>> index_;
};

}  // namespace

bool resolve_types(JsonValue& scenario, std::span<const StackEdit> edits, std::size_t max_values,
                   ReaderContext& context) {
  JsonValue* types = scenario.find("agent_types");
  if (types != nullptr && types->is_object() && !Resolver(*types, edits, max_values, context).run())
    return false;
  JsonValue* formations = scenario.find("formations");
  if (formations != nullptr) {
    for (JsonMember& formation : formations->members)
      finish_owner(formation, "formations", edits, context);
  }
  for (const StackEdit& edit : edits) {
    const std::string_view list = edit.path[0].text;
    const JsonValue* owners = scenario.find(list);
    if (owners != nullptr && owners->find(edit.owner()) != nullptr) continue;
    const std::string_view what = list == "formations" ? "formation" : "agent type";
    report(context, edit.path[1].where,
           unknown_name(context, fmt::format("unknown {} \"{}\"", what, edit.owner()), edit.owner(),
                        keys_of(owners)));
  }
  resolve_labels(scenario, context);
  return true;
}

}  // namespace drover
