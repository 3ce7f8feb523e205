#include "sim/construction/linker.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/check.h"
#include "sim/definitions/group.h"
#include "sim/step/event_setup.h"
#include "sim/step/held_requests.h"

namespace drover {
namespace {

Target agents_of_type(std::string_view name, std::uint32_t index) {
  Target target;
  target.type = TargetType::agent_type;
  target.name = name;
  target.index = index;
  return target;
}

// Whether two linked ramps give every agent the same factor, as far as their parameters show it.
bool are_equal(const Ramp& a, const Ramp& b) {
  if (a.kind != b.kind || a.points != b.points) return false;
  return std::ranges::all_of(a.kind->table.fields, [&](const Field& field) {
    const void* one = field.in(a.params.get());
    const void* other = field.in(b.params.get());
    if (field.access.is_one(FieldType::target))
      return *static_cast<const Target*>(one) == *static_cast<const Target*>(other);
    if (field.access.is_one(FieldType::reference))
      return *static_cast<const Reference*>(one) == *static_cast<const Reference*>(other);
    return false;
  });
}

}  // namespace

std::shared_ptr<void> Linker::link(const KindBox& box, std::span<const AgentIndex> agents,
                                   std::string_view label) {
  std::shared_ptr<void> params = box.kind->copy_params(box.params.get());
  link_fields(box.kind->table.fields, params.get(), agents, label);
  return params;
}

// A type without modes has one without a name. With modes, the behaviors of the type itself come first in
// each.
void Linker::link_steering(const SteeringDef& def, std::uint32_t type_index) {
  AgentType& type = model_.types[type_index];
  labels_.clear();
  const std::uint32_t shared = link_group(def.arbiter, def.behaviors, {type_index, "", !def.modes.empty()});
  if (def.modes.empty()) {
    type.modes.push_back({.name = "", .group = shared, .transitions = {}, .min_dwell = 0.0});
    return;
  }
  for (const Named<ModeDef>& mode : def.modes) {
    const StackOwner owner{type_index, mode.name + "/"};
    const std::uint32_t group = link_group(mode.value.arbiter, mode.value.behaviors, owner);
    std::vector<std::uint32_t>& entries = type.groups[group].entries;
    const std::vector<std::uint32_t>& first = type.groups[shared].entries;
    entries.insert(entries.begin(), first.begin(), first.end());
    Mode& linked = type.modes.emplace_back();
    linked.name = mode.name;
    linked.group = group;
    linked.min_dwell = mode.value.min_dwell;
  }
  for (std::size_t m = 0; m < def.modes.size(); ++m) {
    for (const TransitionDef& transition : def.modes[m].value.transitions) {
      const Target watched = agents_of_type(type.name, type_index);
      const std::string label = fmt::format("{}/{}->{}", type.name, def.modes[m].name, transition.to);
      const auto to = std::ranges::find(type.modes, transition.to, &Mode::name);
      DROVER_CHECK(to != type.modes.end(), "the reader lets only existing modes pass");
      type.modes[m].transitions.push_back({link_condition(*transition.when, watched, label),
                                           static_cast<std::uint32_t>(to - type.modes.begin())});
    }
  }
}

void Linker::link_actions(const AgentTypeDef& def, std::uint32_t type_index) {
  for (const ActionDef& action : def.actions)
    link_action(action, kNoIndex, {type_index, ""});
  const NamedList<ModeDef>& modes = def.steering.modes;
  for (std::uint32_t m = 0; m < modes.size(); ++m) {
    for (const ActionDef& action : modes[m].value.actions)
      link_action(action, m, {type_index, modes[m].name + "/"});
  }
}

void Linker::link_action(const ActionDef& def, std::uint32_t mode, const StackOwner& owner) {
  AgentType& type = model_.types[owner.type_index];
  Action action;
  action.kind = def.action.get();
  action.label = label_of(*action.kind, owner);
  action.stream = stream_of(action.label);
  action.mode = mode;
  action.params = link(def.action, world_.state.agents_of(owner.type_index), action.label);
  if (def.when) {
    const Target watched = agents_of_type(type.name, owner.type_index);
    action.condition = link_condition(*def.when, watched, fmt::format("{}/{}/when", type.name, action.label));
  }
  type.actions.push_back(std::move(action));
}

std::uint32_t Linker::link_group(const ArbiterDef& arbiter, const std::vector<StackEntryDef>& behaviors,
                                 const StackOwner& owner) {
  // Indices, not references: nested groups make the lists grow.
  const auto index = static_cast<std::uint32_t>(model_.types[owner.type_index].groups.size());
  model_.types[owner.type_index].groups.emplace_back();
  std::vector<std::uint32_t> entries;
  if (arbiter.arbiter->own_behavior != nullptr && !owner.is_shared)
    entries.push_back(link_own_behavior(arbiter, owner));
  for (const StackEntryDef& entry : behaviors)
    entries.push_back(link_entry(entry, owner));
  StackGroup& group = model_.types[owner.type_index].groups[index];
  group.arbiter = arbiter.arbiter.get();
  group.arbiter_params =
      link(arbiter.arbiter, world_.state.agents_of(owner.type_index), owner.label_prefix + "arbiter");
  if (group.arbiter->clip_time != nullptr) {
    for (const std::uint32_t entry : entries)
      model_.types[owner.type_index].entries[entry].clip =
          group.arbiter->clip_time(group.arbiter_params.get());
  }
  group.entries = std::move(entries);
  return index;
}

// What an arbiter does itself is one of the behaviors of its stack.
std::uint32_t Linker::link_own_behavior(const ArbiterDef& arbiter, const StackOwner& owner) {
  StackEntry entry;
  entry.kind = &arbiter.arbiter->own_behavior(arbiter.arbiter.params.get());
  entry.label = label_of(*entry.kind, owner);
  entry.stream = stream_of(entry.label);
  entry.params = link(arbiter.arbiter, world_.state.agents_of(owner.type_index), entry.label);
  link_conditions_of_parts(entry, owner);
  std::vector<StackEntry>& entries = model_.types[owner.type_index].entries;
  entries.push_back(std::move(entry));
  return static_cast<std::uint32_t>(entries.size() - 1);
}

// When the parts of a kind count, of those that do not always.
void Linker::link_conditions_of_parts(StackEntry& entry, const StackOwner& owner) {
  const AgentType& type = model_.types[owner.type_index];
  const Target watched = agents_of_type(type.name, owner.type_index);
  for (const Field& field : entry.kind->table.fields) {
    const FieldAccess& parts = field.access;
    if (parts.type != FieldType::object || parts.holder != Holder::list) continue;
    void* list = field.in(entry.params.get());
    for (std::size_t k = 0; k < parts.list.size(list); ++k) {
      for (const Field& key : parts.nested().fields) {
        void* when = key.in(parts.list.at(list, k));
        if (key.access.nested != &ConditionDef::table || key.access.list.size(when) == 0) continue;
        auto& condition = *static_cast<ConditionDef*>(key.access.list.at(when, 0));
        const std::string label =
            fmt::format("{}/{}/{}/{}/{}", type.name, entry.label, field.key, k, key.key);
        condition.index = link_condition(condition, watched, label);
      }
    }
  }
}

// The kind's name; from the second of its kind on, with a number.
std::string Linker::label_of(const Kind& kind, const StackOwner& owner) {
  const std::string base = owner.label_prefix + std::string(kind.name);
  const std::size_t same = labels_[base]++;
  return same > 0 ? fmt::format("{}#{}", base, same) : base;
}

std::uint32_t Linker::link_entry(const StackEntryDef& def, const StackOwner& owner) {
  const std::span<const AgentIndex> agents = world_.state.agents_of(owner.type_index);
  StackEntry entry;
  entry.kind = def.behavior.get();
  entry.label = label_of(*entry.kind, owner);
  entry.stream = stream_of(entry.label);
  entry.params = link(def.behavior, agents, entry.label);
  entry.weight = def.weight;
  entry.probability = def.probability.is_present() ? def.probability : Parameter(entry.kind->probability);
  entry.priority = def.priority.is_present() ? def.priority : Parameter(0.0);
  entry.fallback = def.fallback;
  entry.speed = def.speed;
  if (entry.kind != &kGroup)
    entry.decisions = {decide_period(def.decide_every, model_.dt),
                       model_.types[owner.type_index].decisions.together};
  bind(entry.weight, agents, entry.label + "/weight");
  bind(entry.probability, agents, entry.label + "/probability");
  bind(entry.priority, agents, entry.label + "/priority");
  if (def.weight_by) entry.weight_by = link_ramp(*def.weight_by, agents, entry.label + "/weight_by");
  if (def.priority_by) entry.priority_by = link_ramp(*def.priority_by, agents, entry.label + "/priority_by");
  if (def.when) {
    const AgentType& type = model_.types[owner.type_index];
    const Target watched = agents_of_type(type.name, owner.type_index);
    entry.condition = link_condition(*def.when, watched, fmt::format("{}/{}/when", type.name, entry.label));
  }
  const auto index = static_cast<std::uint32_t>(model_.types[owner.type_index].entries.size());
  const bool is_group = entry.kind == &kGroup;
  model_.types[owner.type_index].entries.push_back(std::move(entry));
  if (is_group) {
    const BehaviorGroupDef& group = def.behavior.as<BehaviorGroupDef>();
    const std::uint32_t inner = link_group(group.arbiter, group.behaviors, owner);
    model_.types[owner.type_index].entries[index].group = inner;
  }
  return index;
}

Ramp Linker::link_ramp(const RampDef& def, std::span<const AgentIndex> agents, const std::string& label) {
  Ramp ramp;
  ramp.kind = def.quantity.get();
  ramp.params = link(def.quantity, agents, label);
  ramp.points = def.points;
  return ramp;
}

std::uint32_t Linker::link_factor(const RampDef& def, std::span<const AgentIndex> agents,
                                  const std::string& label) {
  Ramp ramp = link_ramp(def, agents, label);
  const auto same =
      std::ranges::find_if(model_.factors, [&](const Factor& other) { return are_equal(other.ramp, ramp); });
  const auto index = static_cast<std::uint32_t>(same - model_.factors.begin());
  if (same == model_.factors.end()) {
    model_.factors.push_back({std::move(ramp), {}});
    world_.state.factors.emplace_back(model_.agents.size(), 1.0);
  }
  std::vector<AgentIndex>& all = model_.factors[index].agents;
  const std::vector<AgentIndex> before = std::move(all);
  all.clear();
  std::ranges::set_union(before, agents, std::back_inserter(all));
  return index;
}

void Linker::link_quantities(const NamedList<QuantityDef>& defs) {
  const std::vector<AgentIndex> all = indices_in(model_.all_rows());
  for (const auto& [name, def] : defs) {
    model_.quantities.push_back(
        {name, def.quantity.get(), link(def.quantity, all, fmt::format("quantities/{}", name))});
  }
}

std::uint32_t Linker::link_condition(const ConditionDef& def, const Target& watched,
                                     const std::string& label) {
  Condition condition;
  condition.kind = def.condition.get();
  condition.label = label;
  condition.stream = stream_of(label);
  condition.watched = watched;
  condition.params = link(def.condition, world_.members(watched), label);
  if (condition.kind->children != nullptr) {
    const std::span<const ConditionDef> children = condition.kind->children(condition.params.get());
    for (std::size_t k = 0; k < children.size(); ++k)
      condition.children.push_back(link_condition(children[k], watched, fmt::format("{}/{}", label, k)));
  }
  model_.conditions.push_back(std::move(condition));
  return static_cast<std::uint32_t>(model_.conditions.size() - 1);
}

void Linker::link_fields(std::span<const Field> fields, void* params, std::span<const AgentIndex> agents,
                         std::string_view label) {
  for (const Field& field : fields) {
    void* member = field.in(params);
    const std::string name = fmt::format("{}/{}", label, field.key);
    if (field.access.is_one(FieldType::parameter)) {
      bind(*static_cast<Parameter*>(member), agents, name);
    } else if (field.access.is_one(FieldType::target)) {
      link_target(*static_cast<Target*>(member), agents, name);
    } else if (field.access.is_one(FieldType::reference)) {
      link_reference(*static_cast<Reference*>(member));
    } else if (field.access.nested == &RampDef::table) {
      if (field.access.list.size(member) == 0) continue;
      auto& ramp = *static_cast<RampDef*>(field.access.list.at(member, 0));
      ramp.index = link_factor(ramp, agents, name);
    } else if (field.access.is_one(FieldType::object)) {
      link_fields(field.access.nested().fields, member, agents, name);
      link_part(field.access.nested(), member, agents, name);
    } else if (field.access.type == FieldType::object &&
               (field.access.nested().box == nullptr || field.access.nested().is_part)) {
      for (std::size_t k = 0; k < field.access.list.size(member); ++k) {
        const std::string one = fmt::format("{}/{}", name, k);
        link_fields(field.access.nested().fields, field.access.list.at(member, k), agents, one);
        link_part(field.access.nested(), field.access.list.at(member, k), agents, one);
      }
    }
  }
}

// The parameters of a kind that is a part of others.
void Linker::link_part(const Table& table, void* part, std::span<const AgentIndex> agents,
                       std::string_view label) {
  if (!table.is_part) return;
  KindBox& box = *table.box(part);
  box.params = link(box, agents, label);
}

void Linker::bind(Parameter& parameter, std::span<const AgentIndex> agents, const std::string& name) {
  if (!parameter.is_drawn() && !entries_.has_any(agents, name)) return;
  std::vector<double> values(model_.agents.size(), 0.0);
  for (const AgentIndex i : agents) {
    const Parameter* own = entries_.find(i, name);
    values[i] = draw_parameter(own != nullptr ? *own : parameter,
                               {model_.seed, model_.agents.number[i], 0, Purpose::parameter, stream_of(name)},
                               entries_.place_of(i));
  }
  bind_parameter(parameter, world_.state.columns, name, std::move(values));
}

std::uint32_t Linker::index_of(ReferenceType type, std::string_view name) const {
  const std::uint32_t index = model_.name_table.find(type, name);
  DROVER_CHECK(index != kNoIndex, "the reader lets only existing names pass");
  // A formation is known by its anchor.
  return type == ReferenceType::formation ? model_.first_anchor + index : index;
}

void Linker::link_target(Target& target, std::span<const AgentIndex> agents, const std::string& name) {
  if (const auto type = reference_type(target.type)) target.index = index_of(*type, target.name);
  if (target.type != TargetType::trail) return;
  bind(target.behind, agents, name + "/behind");
  // Trails of one agent that go back equally far are one.
  const auto same = std::ranges::find_if(model_.trails, [&](const TrailRecord& trail) {
    return trail.agent == target.index && trail.memory == target.memory;
  });
  const auto index = static_cast<std::uint32_t>(same - model_.trails.begin());
  if (same == model_.trails.end()) model_.trails.push_back({.agent = target.index, .memory = target.memory});
  target.index = index;
}

void Linker::link_reference(Reference& reference) const {
  if (!reference.name.empty()) reference.index = index_of(reference.type, reference.name);
}

}  // namespace drover
