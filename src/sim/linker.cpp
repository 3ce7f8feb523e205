#include "sim/linker.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/check.h"
#include "core/normal_law.h"

namespace drover {
namespace {

template <class List, class NameOf>
std::uint32_t index_by_name(const List& list, std::string_view name, NameOf name_of) {
  const auto at =
      std::find_if(list.begin(), list.end(), [&](const auto& entry) { return name_of(entry) == name; });
  DROVER_CHECK(at != list.end(), "the reader lets only existing names pass");
  return static_cast<std::uint32_t>(at - list.begin());
}

std::uint32_t index_by_name(std::span<const std::string> names, std::string_view name) {
  return index_by_name(names, name, [](const std::string& entry) { return std::string_view(entry); });
}

std::uint32_t agent_by_name(const World& world, std::string_view name) {
  const std::optional<AgentIndex> agent = world.find_agent(name);
  DROVER_CHECK(agent.has_value(), "the reader lets only existing agents pass");
  return *agent;
}

std::uint32_t path_by_name(const World& world, std::string_view name) {
  return index_by_name(world.paths, name, [](const Path& path) { return std::string_view(path.name()); });
}

std::uint32_t group_by_name(const World& world, std::string_view name) {
  return index_by_name(world.groups, name,
                       [](const AgentList& group) { return std::string_view(group.name); });
}

}  // namespace

double draw_quantity(const Quantity& quantity, const StreamKey& key) {
  if (!quantity.is_drawn()) return quantity.constant();
  const Distribution& d = quantity.distribution();
  Draws draws(key);
  switch (d.type) {
    case Distribution::Type::uniform:
      return d.low + (d.high - d.low) * draws.uniform();
    case Distribution::Type::normal:
      return truncated_normal(draws, {d.mean, d.deviation, d.low, d.high});
    case Distribution::Type::choice:
      return d.values[draws.below(static_cast<std::uint32_t>(d.values.size()))];
  }
  return 0.0;
}

std::shared_ptr<void> Linker::link(const KindBox& box, const Stack& stack, std::string_view label) {
  std::shared_ptr<void> params = box.kind->copy_params(box.params.get());
  link_fields(box.kind->table.fields, params.get(), stack, label);
  return params;
}

Slot Linker::link_slot(const SlotDef& def, const Stack& stack) {
  Slot slot;
  slot.kind = static_cast<const BehaviorKind*>(def.behavior.kind);
  const auto same = std::count_if(stack.slots.begin(), stack.slots.end(),
                                  [&](const Slot& other) { return other.kind == slot.kind; });
  slot.label = same > 0 ? fmt::format("{}#{}", slot.kind->name, same) : std::string(slot.kind->name);
  slot.stream = stream_of(slot.label);
  slot.params = link(def.behavior, stack, slot.label);
  slot.weight = def.weight;
  slot.probability = def.probability.is_present() ? def.probability : Quantity(slot.kind->probability);
  bind(slot.weight, stack, slot.label + "/weight");
  bind(slot.probability, stack, slot.label + "/probability");
  slot.memory.assign(stack.agents.size() * slot.kind->memory, 0.0);
  return slot;
}

void Linker::link_fields(std::span<const Field> fields, void* params, const Stack& stack,
                         std::string_view label) {
  for (const Field& field : fields) {
    void* member = field.in(params);
    const std::string name = fmt::format("{}/{}", label, field.key);
    switch (field.access.type) {
      case FieldType::quantity:
        bind(*static_cast<Quantity*>(member), stack, name);
        break;
      case FieldType::target:
        link_target(*static_cast<Target*>(member));
        break;
      case FieldType::reference:
        link_reference(*static_cast<Reference*>(member));
        break;
      case FieldType::object:
        link_fields(field.access.nested().fields, member, stack, name);
        break;
      default:
        break;
    }
  }
}

void Linker::bind(Quantity& quantity, const Stack& stack, const std::string& name) {
  if (!quantity.is_drawn()) return;
  auto column = std::make_unique<std::vector<double>>(world_.agents.size(), 0.0);
  for (const AgentIndex i : stack.agents) {
    (*column)[i] = draw_quantity(
        quantity, {world_.seed, world_.agents.number[i], 0, Purpose::parameter, stream_of(name)});
  }
  quantity.bind(column->data());
  world_.drawn.push_back(std::move(column));
}

void Linker::link_target(Target& target) const {
  switch (target.type) {
    case TargetType::none:
    case TargetType::point:
      return;
    case TargetType::agent:
      target.index = agent_by_name(world_, target.name);
      return;
    case TargetType::group:
      target.index = group_by_name(world_, target.name);
      return;
    case TargetType::agent_type:
      target.index = index_by_name(world_.stacks, target.name,
                                   [](const Stack& stack) { return std::string_view(stack.name); });
      return;
    case TargetType::path:
      target.index = path_by_name(world_, target.name);
      return;
    case TargetType::obstacle:
      target.index = index_by_name(world_.geometry.circle_ids(), target.name);
      return;
    case TargetType::wall:
      target.index = index_by_name(world_.geometry.wall_ids(), target.name);
      return;
  }
}

void Linker::link_reference(Reference& reference) const {
  if (reference.name.empty()) return;
  switch (reference.type) {
    case ReferenceType::agent:
      reference.index = agent_by_name(world_, reference.name);
      return;
    case ReferenceType::path:
      reference.index = path_by_name(world_, reference.name);
      return;
    case ReferenceType::group:
      reference.index = group_by_name(world_, reference.name);
      return;
    case ReferenceType::agent_type:
      return;
  }
}

}  // namespace drover
