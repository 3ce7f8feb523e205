#include "sim/step/goals.h"

#include <algorithm>

#include "sim/step/agent_goals.h"
#include "sim/step/mode_goals.h"

namespace drover {
namespace {

bool is_called(const StackEntry& entry, std::string_view label) {
  if (label.empty() || entry.label == label) return true;
  return entry.label.size() > label.size() && entry.label.ends_with(label) &&
         entry.label[entry.label.size() - label.size() - 1] == '/';
}

// The first answer of the entries of a group, in their order, that is not empty or false.
template <class Answer>
auto first_answer(const AgentType& type, std::uint32_t group, const Answer& answer)
    -> decltype(answer(type.entries.front())) {
  for (const std::uint32_t index : type.groups[group].entries) {
    const StackEntry& entry = type.entries[index];
    if (auto found = answer(entry)) return found;
    if (entry.group == kNoIndex) continue;
    if (auto found = first_answer(type, entry.group, answer)) return found;
  }
  return {};
}

// Whether the group has a pipeline that steers itself, so that its other entries are not asked.
bool is_steered_by_pipeline(const World& world, AgentIndex agent, const AgentType& type,
                            std::uint32_t group) {
  return std::ranges::any_of(type.groups[group].entries, [&](std::uint32_t index) {
    const StackEntry& entry = type.entries[index];
    return entry.kind->pipeline != nullptr &&
           entry.kind->pipeline(entry.params.get(), AgentView(world, {}, entry), agent).cause ==
               DeadlockCause::none;
  });
}

// Whether an entry is in a group, or in one within it, and not idle beside a pipeline.
bool has_in_use(const World& world, AgentIndex agent, const AgentType& type, std::uint32_t group,
                std::uint32_t entry) {
  const bool others_are_idle = is_steered_by_pipeline(world, agent, type, group);
  return std::ranges::any_of(type.groups[group].entries, [&](std::uint32_t index) {
    if (others_are_idle && type.entries[index].kind->pipeline == nullptr) return false;
    const std::uint32_t inner = type.entries[index].group;
    return index == entry || (inner != kNoIndex && has_in_use(world, agent, type, inner, entry));
  });
}

bool rests(const World& world, AgentIndex agent, const StackEntry& entry) {
  return entry.condition != kNoIndex && world.answers(entry.condition)[agent] == 0;
}

bool leads_in(const World& world, AgentIndex agent, const AgentType& type, std::uint32_t group) {
  return std::ranges::any_of(type.groups[group].entries, [&](std::uint32_t index) {
    const StackEntry& entry = type.entries[index];
    if (rests(world, agent, entry)) return false;
    if (!entry.weight_by && world.state.value(entry.weight, agent) == 0.0) return false;
    if (entry.group != kNoIndex) return leads_in(world, agent, type, entry.group);
    return entry.kind->leads && !entry.kind->needs_slot;
  });
}

// The goal of a behavior.
auto goal_asked(const World& world, std::span<const PerceptionPass> perceptions, AgentIndex agent) {
  return [&world, perceptions, agent](const StackEntry& entry) -> std::optional<Goal> {
    if (entry.kind->goal == nullptr) return std::nullopt;
    return entry.kind->goal(entry.params.get(), AgentView(world, perceptions, entry), agent);
  };
}

// The same of the entries that act now: a group that rests hides what is in it, and a weight of zero is none.
template <class Answer>
auto first_answer_now(const World& world, AgentIndex agent, std::uint32_t group, const Answer& answer)
    -> decltype(answer(world.model().type_of(agent).entries.front())) {
  const AgentType& type = world.model().type_of(agent);
  for (const std::uint32_t index : type.groups[group].entries) {
    const StackEntry& entry = type.entries[index];
    if (rests(world, agent, entry) || (!entry.weight_by && world.state.value(entry.weight, agent) == 0.0))
      continue;
    if (auto found = answer(entry)) return found;
    if (entry.group == kNoIndex) continue;
    if (auto found = first_answer_now(world, agent, entry.group, answer)) return found;
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
  return first_answer(world.model().type_of(agent), mode.group, goal_asked(world, perceptions, agent));
}

std::optional<Goal> find_goal_now(const World& world, std::span<const PerceptionPass> perceptions,
                                  AgentIndex agent) {
  if (std::optional<Goal> own = own_goal(world, agent)) return own;
  return first_answer_now(world, agent, world.mode_of(agent).group, goal_asked(world, perceptions, agent));
}

double distance_to_rest(const World& world, std::span<const PerceptionPass> perceptions, AgentIndex agent) {
  if (world.model().is_anchor(agent)) return kInfinity;
  const auto found = first_answer_now(
      world, agent, world.mode_of(agent).group, [&](const StackEntry& entry) -> std::optional<double> {
        if (entry.kind == nullptr || entry.kind->distance_to_rest == nullptr) return std::nullopt;
        return entry.kind->distance_to_rest(entry.params.get(), AgentView(world, perceptions, entry), agent);
      });
  return found.value_or(kInfinity);
}

bool has_finished(const World& world, std::span<const PerceptionPass> perceptions, AgentIndex agent,
                  std::string_view label) {
  const AgentType& type = world.model().type_of(agent);
  return first_answer(type, world.mode_of(agent).group, [&](const StackEntry& entry) {
    return entry.kind->finished != nullptr && is_called(entry, label) &&
           entry.kind->finished(entry.params.get(), AgentView(world, perceptions, entry), agent);
  });
}

std::optional<WayAhead> find_way(const World& world, std::span<const PerceptionPass> perceptions,
                                 AgentIndex agent) {
  if (!world.model().navigation.exists()) return std::nullopt;
  return first_answer_now(
      world, agent, world.mode_of(agent).group, [&](const StackEntry& entry) -> std::optional<WayAhead> {
        if (entry.kind->way == nullptr) return std::nullopt;
        return entry.kind->way(entry.params.get(), AgentView(world, perceptions, entry), agent);
      });
}

std::size_t find_points_ahead(const World& world, AgentIndex agent, std::span<Vec3> out) {
  const auto found = first_answer_now(
      world, agent, world.mode_of(agent).group, [&](const StackEntry& entry) -> std::optional<std::size_t> {
        if (entry.kind == nullptr || entry.kind->points_ahead == nullptr) return std::nullopt;
        return entry.kind->points_ahead(entry.params.get(), AgentView(world, {}, entry), agent, out);
      });
  return found.value_or(0);
}

bool is_led(const World& world, AgentIndex agent) {
  return leads_in(world, agent, world.model().type_of(agent), world.mode_of(agent).group);
}

bool finds_way(const World& world, AgentIndex agent) {
  return first_answer(world.model().type_of(agent), world.mode_of(agent).group,
                      [](const StackEntry& entry) { return entry.kind != nullptr && entry.kind->finds_way; });
}

const StackEntry* find_pipeline(const World& world, AgentIndex agent) {
  return first_answer(world.model().type_of(agent), world.mode_of(agent).group, [](const StackEntry& entry) {
    return entry.kind->pipeline != nullptr ? &entry : nullptr;
  });
}

Aims aims_of(const World& world, std::span<const PerceptionPass> perceptions, AgentIndex agent,
             std::uint32_t index) {
  Aims aims;
  const AgentType& type = world.model().type_of(agent);
  const StackEntry& entry = type.entries[index];
  if (entry.kind->aim == nullptr || rests(world, agent, entry) ||
      !has_in_use(world, agent, type, world.mode_of(agent).group, index))
    return aims;
  entry.kind->aim(entry.params.get(), AgentView(world, perceptions, entry), agent, aims);
  return aims;
}

}  // namespace drover
