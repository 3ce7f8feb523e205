#include "sim/step/goals.h"

#include <algorithm>

#include "sim/step/agent_goals.h"
#include "sim/step/mode_goals.h"

namespace drover {
namespace {

bool is_called(const Slot& slot, std::string_view label) {
  if (label.empty() || slot.label == label) return true;
  return slot.label.size() > label.size() && slot.label.ends_with(label) &&
         slot.label[slot.label.size() - label.size() - 1] == '/';
}

// The first answer of the slots of a group, in their order, that is not empty or false.
template <class Answer>
auto first_answer(const AgentType& type, std::uint32_t group, const Answer& answer)
    -> decltype(answer(type.slots.front())) {
  for (const std::uint32_t index : type.groups[group].slots) {
    const Slot& slot = type.slots[index];
    if (auto found = answer(slot)) return found;
    if (slot.group == kNoIndex) continue;
    if (auto found = first_answer(type, slot.group, answer)) return found;
  }
  return {};
}

bool contains(const AgentType& type, std::uint32_t group, std::uint32_t slot) {
  return std::ranges::any_of(type.groups[group].slots, [&](std::uint32_t index) {
    const std::uint32_t inner = type.slots[index].group;
    return index == slot || (inner != kNoIndex && contains(type, inner, slot));
  });
}

bool rests(const World& world, AgentIndex agent, const Slot& slot) {
  return slot.condition != kNoIndex && world.answers(slot.condition)[agent] == 0;
}

bool leads_in(const World& world, AgentIndex agent, const AgentType& type, std::uint32_t group) {
  return std::ranges::any_of(type.groups[group].slots, [&](std::uint32_t index) {
    const Slot& slot = type.slots[index];
    if (rests(world, agent, slot)) return false;
    if (!slot.weight_by && slot.weight[agent] == 0.0) return false;
    if (slot.group != kNoIndex) return leads_in(world, agent, type, slot.group);
    return slot.kind->leads && !slot.kind->needs_slot;
  });
}

// The same of the slots that act now: a group that rests hides what is in it, and a weight of zero is none.
template <class Answer>
auto first_answer_now(const World& world, AgentIndex agent, std::uint32_t group, const Answer& answer)
    -> decltype(answer(world.model().type_of(agent).slots.front())) {
  const AgentType& type = world.model().type_of(agent);
  for (const std::uint32_t index : type.groups[group].slots) {
    const Slot& slot = type.slots[index];
    if (rests(world, agent, slot) || (!slot.weight_by && slot.weight[agent] == 0.0)) continue;
    if (auto found = answer(slot)) return found;
    if (slot.group == kNoIndex) continue;
    if (auto found = first_answer_now(world, agent, slot.group, answer)) return found;
  }
  return {};
}

}  // namespace

std::optional<Goal> find_goal(const World& world, std::span<const PerceptionPass> perceptions,
                              AgentIndex agent) {
  if (std::optional<Goal> own = own_goal(world, agent)) return own;
  return find_goal_of_behaviors(world, perceptions, agent, world.mode_of(agent));
}

std::optional<Goal> find_goal_of_behaviors(const World& world, std::span<const PerceptionPass> perceptions,
                                           AgentIndex agent, const Mode& mode) {
  return first_answer(world.model().type_of(agent), mode.group, [&](const Slot& slot) -> std::optional<Goal> {
    if (slot.kind->goal == nullptr) return std::nullopt;
    return slot.kind->goal(slot.params.get(), AgentView(world, perceptions, slot), agent);
  });
}

std::optional<Goal> find_goal_now(const World& world, std::span<const PerceptionPass> perceptions,
                                  AgentIndex agent) {
  if (std::optional<Goal> own = own_goal(world, agent)) return own;
  return first_answer_now(
      world, agent, world.mode_of(agent).group, [&](const Slot& slot) -> std::optional<Goal> {
        if (slot.kind->goal == nullptr) return std::nullopt;
        return slot.kind->goal(slot.params.get(), AgentView(world, perceptions, slot), agent);
      });
}

double distance_to_rest(const World& world, std::span<const PerceptionPass> perceptions, AgentIndex agent) {
  if (world.model().is_anchor(agent)) return kInfinity;
  const auto found = first_answer_now(
      world, agent, world.mode_of(agent).group, [&](const Slot& slot) -> std::optional<double> {
        if (slot.kind == nullptr || slot.kind->distance_to_rest == nullptr) return std::nullopt;
        return slot.kind->distance_to_rest(slot.params.get(), AgentView(world, perceptions, slot), agent);
      });
  return found.value_or(kInfinity);
}

bool has_finished(const World& world, std::span<const PerceptionPass> perceptions, AgentIndex agent,
                  std::string_view label) {
  const AgentType& type = world.model().type_of(agent);
  return first_answer(type, world.mode_of(agent).group, [&](const Slot& slot) {
    return slot.kind->finished != nullptr && is_called(slot, label) &&
           slot.kind->finished(slot.params.get(), AgentView(world, perceptions, slot), agent);
  });
}

bool is_led(const World& world, AgentIndex agent) {
  return leads_in(world, agent, world.model().type_of(agent), world.mode_of(agent).group);
}

Aims aims_of(const World& world, std::span<const PerceptionPass> perceptions, AgentIndex agent,
             std::uint32_t index) {
  Aims aims;
  const AgentType& type = world.model().type_of(agent);
  const Slot& slot = type.slots[index];
  if (slot.kind->aim == nullptr || rests(world, agent, slot) ||
      !contains(type, world.mode_of(agent).group, index))
    return aims;
  slot.kind->aim(slot.params.get(), AgentView(world, perceptions, slot), agent, aims);
  return aims;
}

}  // namespace drover
