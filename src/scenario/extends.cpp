#include "scenario/extends.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenario/describe.h"
#include "scenario/object_reader.h"
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

std::string_view type_name(const JsonValue& value, std::string_view otherwise) {
  const JsonValue* type = value.find("type");
  return type != nullptr && type->is_string() ? std::string_view(type->string) : otherwise;
}

class Merger {
 public:
  explicit Merger(const Catalog& catalog) : catalog_(catalog) {}

  JsonValue merge(const JsonValue& base, const JsonValue& over, const Table& table) const {
    if (!base.is_object() || !over.is_object()) return over;
    const std::string_view base_type = type_name(base, table.default_kind);
    const std::string_view over_type = type_name(over, base_type);
    if (!table.family.empty() && base_type != over_type) return over;
    const Kind* kind = catalog_.find(table.family, over_type);
    JsonValue result = base;
    result.where = over.where;
    for (const JsonMember& member : over.members) {
      const Field* field = find_field(table.fields, member.key);
      if (field == nullptr && kind != nullptr) field = find_field(kind->table.fields, member.key);
      put(result, member, field);
    }
    return result;
  }

 private:
  void put(JsonValue& result, const JsonMember& member, const Field* field) const {
    const auto found = std::find_if(result.members.begin(), result.members.end(),
                                    [&member](const JsonMember& other) { return other.key == member.key; });
    if (found != result.members.end()) {
      const bool nested = field != nullptr && field->access.type == FieldType::object;
      JsonValue value = nested ? merge(found->value, member.value, field->access.nested()) : member.value;
      *found = {member.key, member.key_where, std::move(value)};
      return;
    }
    // The same field in the other unit of angle.
    if (field != nullptr && takes_degrees(*field)) {
      std::erase_if(result.members, [&](const JsonMember& other) {
        return find_field({field, 1}, other.key) != nullptr;
      });
    }
    result.members.push_back(member);
  }

  const Catalog& catalog_;
};

class Resolver {
 public:
  Resolver(JsonValue& types, std::size_t max_values, ReaderContext& context)
      : types_(types.members),
        max_values_(max_values),
        context_(context),
        state_(types_.size(), State::open) {
    for (std::size_t i = 0; i < types_.size(); ++i)
      index_.emplace(types_[i].key, i);
  }

  void run() {
    for (std::size_t i = 0; i < types_.size(); ++i)
      resolve(i);
  }

 private:
  enum class State { open, on_chain, done };

  // Walks up to an ancestor that is finished, then merges downwards: chains may be long, so there is no
  // recursion.
  void resolve(std::size_t start) {
    std::vector<std::size_t> chain;
    std::size_t current = start;
    while (current != kNone && state_[current] == State::open) {
      state_[current] = State::on_chain;
      chain.push_back(current);
      current = parent_of(current);
    }
    if (current != kNone && state_[current] == State::on_chain) report_circle(chain, current);
    for (std::size_t k = chain.size(); k-- > 0;) {
      const std::size_t type = chain[k];
      if (state_[type] == State::on_chain && current != kNone && state_[current] == State::done)
        inherit(type, current);
      state_[type] = State::done;
      current = type;
    }
  }

  std::size_t parent_of(std::size_t type) {
    const JsonValue* extends = types_[type].value.find(kExtends);
    if (extends == nullptr || !extends->is_string()) return kNone;
    const auto found = index_.find(extends->string);
    if (found != index_.end()) return found->second;
    std::vector<std::string_view> names;
    for (const JsonMember& member : types_) {
      if (!is_full(context_) && member.key != types_[type].key) names.push_back(member.key);
    }
    report_at(type, *extends,
              unknown_name(context_, fmt::format("unknown agent type \"{}\"", extends->string),
                           extends->string, names));
    remove_extends(types_[type].value);
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
      remove_extends(types_[*type].value);
      state_[*type] = State::done;
    }
  }

  void inherit(std::size_t type, std::size_t parent) {
    JsonValue& value = types_[type].value;
    const JsonValue extends = *value.find(kExtends);
    remove_extends(value);
    values_ += count_values(types_[parent].value);
    if (values_ > max_values_) {
      report_at(
          type, extends,
          {.message = fmt::format("\"extends\" would make the scenario larger than {} values", max_values_)});
      return;
    }
    context_.extended_by[types_[parent].key].push_back(types_[type].key);
    value = Merger(context_.catalog).merge(types_[parent].value, value, AgentTypeDef::table());
  }

  void report_at(std::size_t type, const JsonValue& extends, Problem problem) {
    const PointerScope types(context_, "agent_types");
    const PointerScope name(context_, types_[type].key);
    const PointerScope key(context_, kExtends);
    report(context_, extends.where, std::move(problem));
  }

  static void remove_extends(JsonValue& type) {
    std::erase_if(type.members, [](const JsonMember& member) { return member.key == kExtends; });
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::vector<JsonMember>& types_;
  std::size_t max_values_;
  std::size_t values_ = 0;
  ReaderContext& context_;
  std::vector<State> state_;
  std::map<std::string, std::size_t, std::less<>> index_;
};

}  // namespace

void resolve_extends(JsonValue& scenario, std::size_t max_values, ReaderContext& context) {
  JsonValue* types = scenario.find("agent_types");
  if (types != nullptr && types->is_object()) Resolver(*types, max_values, context).run();
}

}  // namespace drover
