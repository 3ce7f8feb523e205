#include "sim/construction/world_columns.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/construction/navigation_builder.h"
#include "sim/state/report_memory.h"
#include "sim/state/trails.h"
#include "sim/step/agent_limits.h"
#include "sim/step/dead_reckoning.h"
#include "sim/step/held_requests.h"

namespace drover {

// Whether some agents have a factor on this limit.
bool WorldColumns::follows(std::uint32_t LimitFactors::*limit) const {
  return std::ranges::any_of(model_.types,
                             [&](const AgentType& type) { return type.limit_factors.*limit != kNoIndex; });
}

bool WorldColumns::follows_any() const {
  return std::ranges::any_of(kAgentLimits, [this](const AgentLimit& limit) {
    return limit.factor != nullptr && follows(limit.factor);
  });
}

// Whether the motion may follow a quantity that compares states. Those that the scenario declares count:
// weights and conditions can name them.
bool WorldColumns::compares_states() const {
  const auto compares = [](const auto& follower) {
    return follower.kind != nullptr && follower.kind->compares_states;
  };
  const auto is_weighed = [&](const StackEntry& entry) {
    return (entry.weight_by && compares(*entry.weight_by)) ||
           (entry.priority_by && compares(*entry.priority_by));
  };
  return std::ranges::any_of(model_.conditions, compares) ||
         std::ranges::any_of(model_.quantities, compares) ||
         std::ranges::any_of(model_.factors, compares, &Factor::ramp) ||
         std::ranges::any_of(model_.types, [&](const AgentType& type) {
           return std::ranges::any_of(type.entries, is_weighed);
         });
}

// Steps write some columns from several threads: those are materialized.
void WorldColumns::materialize() {
  const auto any_type = [this](auto holds) {
    return std::any_of(model_.types.begin(), model_.types.end(), holds);
  };
  const bool has_events = !model_.events.empty();
  const bool has_formations = !model_.formations.empty();
  if (has_events || has_formations || follows_any() || model_.statics->ground.slows())
    materialize_columns(world_.state.limits);
  if (has_events || model_.goals.exists()) {
    materialize_columns(world_.state.status);
    materialize_columns(world_.state.record);
  } else if (any_type([](const AgentType& type) { return type.modes.size() > 1; })) {
    world_.state.status.mode.materialize();
    world_.state.status.mode_since.materialize();
  }
  const bool any_turns = std::ranges::any_of(world_.state.motion.rotation.entries(),
                                             [](double rotation) { return rotation != 0.0; });
  if (any_turns || has_formations || any_type([](const AgentType& type) {
        return type.locomotion->turns || type.locomotion->takes == RequestUnit::drive;
      }))
    world_.state.motion.rotation.materialize();
}

// Adds the columns that not every world has.
void WorldColumns::add(FormationBuilder& formations) {
  for (std::uint32_t type = 0; type < model_.types.size(); ++type)
    add_memories(type);
  const std::size_t n = model_.agents.size();
  ColumnSet& columns = world_.state.columns;
  for (std::size_t k = 0; k < model_.conditions.size(); ++k) {
    Condition& condition = model_.conditions[k];
    const std::size_t of_heights = model_.is_spatial() ? condition.kind->memory_of_heights : 0;
    condition.memory = columns.add_memory({.name = fmt::format("condition {}/{}/memory", k, condition.label),
                                           .width = condition.kind->memory + of_heights},
                                          n);
  }
  add_own_limits();
  for (std::size_t k = 0; k < model_.events.size(); ++k) {
    Event& event = model_.events[k];
    event.happened = columns.add<std::uint64_t>(
        {.name = fmt::format("event {}/happened", k), .owner = StateOwner::world}, {0});
    if (event.waiting) {
      event.waiting->admitted = columns.add<std::uint64_t>(
          {.name = fmt::format("event {}/admitted", k), .owner = StateOwner::world}, {0});
    }
    const bool counts_targets = event.condition != kNoIndex;
    event.done = columns.add({.name = fmt::format("event {}/done", k)},
                             std::vector<std::uint8_t>(counts_targets ? n : 0, 0));
  }
  if (compares_states()) resize_columns(world_.state.changes, n);
  add_doors();
  formations.add_columns();
  add_trails();
  add_projectiles();
  if (model_.has_pushes) resize_columns(world_.state.pushes, n);
  add_counters();
  add_goals();
  for (std::size_t k = 0; k < model_.conditions.size(); ++k) {
    Condition& condition = model_.conditions[k];
    condition.holds =
        columns.add({.name = fmt::format("condition {}/{}/holds", k, condition.label), .hashed = false},
                    std::vector<std::uint8_t>(n, 0));
  }
}

void WorldColumns::add_own_limits() {
  OwnLimits& own = world_.state.own_limits;
  const bool are_derived = model_.has_roots() || model_.statics->ground.slows();
  if (!model_.events.empty() || follows_any() || are_derived) {
    own.max_force = own_limits_["max_force"].to_vector();
    own.max_acceleration = own_limits_["max_acceleration"].to_vector();
  }
  if (follows(&LimitFactors::max_speed) || are_derived) own.max_speed = own_limits_["max_speed"].to_vector();
  if (follows(&LimitFactors::max_turn_rate)) own.max_turn_rate = own_limits_["max_turn_rate"].to_vector();
  const SharedColumn<double>& preferred = own_limits_["preferred_speed"];
  const bool is_preferred =
      std::ranges::any_of(preferred.entries(), [](double speed) { return speed < kInfinity; });
  if (is_preferred || model_.sets_preferred_speed || follows(&LimitFactors::preferred_speed))
    own.preferred_speed = preferred.to_vector();
}

void WorldColumns::add_goals() {
  GoalModel& goals = model_.goals;
  if (!goals.exists()) return;
  const std::size_t n = model_.agents.size();
  ColumnSet& columns = world_.state.columns;
  // Where only modes or events have goals, agents begin with none.
  goals.first.resize(n, kNoIndex);
  goals.manner_of.resize(n, 0);
  resize_columns(world_.state.goals, n);
  resize_columns(world_.state.goal_record, n);
  if (goals.modes_have_goals) resize_columns(world_.state.own_goals, n);
  if (model_.is_spatial()) {
    world_.state.goals.height.materialize();
    world_.state.own_goals.height.materialize();
  }
  for (std::size_t k = 0; k < goals.queues.size(); ++k) {
    constexpr double kNotYet = -1e9;
    goals.queues[k].served_until = columns.add<double>({.name = fmt::format("queue {}/served until", k),
                                                        .unit = "s",
                                                        .owner = StateOwner::world,
                                                        .initial = kNotYet},
                                                       {kNotYet});
  }
}

// Where obstacles and walls stay as they are there are no such columns.
void WorldColumns::add_doors() {
  const StaticShapes& shapes = model_.statics->shapes;
  if (!shapes.has_absent && std::ranges::none_of(model_.events, &Event::is_about_shape)) return;
  model_.has_doors = true;
  world_.state.doors = {shapes.obstacles_at_start, shapes.walls_at_start};
  resize_columns(world_.state.caught, model_.agents.size());
}

void WorldColumns::add_projectiles() {
  if (!model_.projectiles.exists()) return;
  resize_columns(world_.state.projectiles, model_.projectiles.room);
  resize_columns(world_.state.projectile_counts, 1);
  resize_columns(world_.state.shots, model_.agents.size());
  const bool has_hands =
      std::ranges::any_of(model_.types, [](const AgentType& type) { return type.hands.has_value(); });
  if (has_hands) resize_columns(world_.state.hands, model_.agents.size());
}

// Of agents without a counter its column is zero.
void WorldColumns::add_counters() {
  const std::size_t n = model_.agents.size();
  for (std::size_t k = 0; k < model_.counters.size(); ++k) {
    std::vector<double> values(n, 0.0);
    for (AgentIndex i = 0; i < model_.body_count(); ++i) {
      if (const auto& counter = model_.type_of(i).counters[k]) values[i] = counter->start;
    }
    Counter& counter = model_.counters[k];
    counter.values =
        world_.state.columns.add<double>({.name = fmt::format("counter {}", counter.name)}, values);
  }
}

void WorldColumns::add_trails() {
  for (TrailRecord& trail : model_.trails) {
    const AgentLimits& limits = world_.state.limits;
    const std::size_t points =
        trail_capacity(trail, limits.max_speed[trail.agent], limits.radius[trail.agent], model_.dt);
    trail.points = world_.state.columns.add<double>(
        {.name = trail.memory < kInfinity
                     ? fmt::format("trail {} of {} s", model_.agents.number[trail.agent], trail.memory)
                     : fmt::format("trail {}", model_.agents.number[trail.agent]),
         .owner = StateOwner::world},
        std::vector<double>(trail_width(points), 0.0));
  }
}

void WorldColumns::add_memories(std::uint32_t type) {
  AgentType& agent_type = model_.types[type];
  const auto add = [&](const std::string& name, std::size_t width) {
    return world_.state.columns.add_memory(
        {.name = name, .owner = StateOwner::agent_of_type, .type = type, .width = width, .staged = true},
        agent_type.agent_count);
  };
  for (StackEntry& entry : agent_type.entries) {
    const BehaviorKind& kind = *entry.kind;
    const bool has_no_grid = borrows_grids(entry) && !model_.navigation.exists();
    const std::size_t of_kind =
        kind.memory_needed != nullptr ? kind.memory_needed(entry.params.get()) : kind.memory;
    const std::size_t width = has_no_grid ? 0 : of_kind;
    const std::size_t of_heights = model_.is_spatial() ? kind.memory_of_heights : 0;
    const bool jumps = kind.may_jump != nullptr && kind.may_jump(entry.params.get(), model_);
    const std::size_t of_jumps = jumps ? kind.memory_of_jumps : 0;
    entry.memory =
        add(fmt::format("{}/{}/memory", agent_type.name, entry.label), width + of_heights + of_jumps);
    if (entry.decisions.are_held())
      entry.decisions.held = add(fmt::format("{}/{}/held", agent_type.name, entry.label), kHeldWidth);
  }
  const std::string& name = agent_type.name;
  agent_type.actuator_memory = add(name + "/actuator/memory", agent_type.actuator->memory.size());
  agent_type.locomotion_memory = add(name + "/locomotion/memory", agent_type.locomotion->memory.size());
  if (agent_type.decisions.are_held()) agent_type.decisions.held = add(name + "/held", kHeldWidth);
  for (Action& action : agent_type.actions)
    action.memory = add(fmt::format("{}/{}/memory", agent_type.name, action.label), action.kind->memory);
  for (std::size_t k = 0; k < agent_type.groups.size(); ++k) {
    StackGroup& group = agent_type.groups[k];
    group.memory = add(fmt::format("{} {}/arbiter/memory", agent_type.name, k), group.arbiter->memory);
  }
  if (!agent_type.dead_reckoning) return;
  const std::size_t reports = report_capacity(*agent_type.dead_reckoning, model_.dt);
  agent_type.reports = world_.state.columns.add_memory({.name = fmt::format("{}/reports", agent_type.name),
                                                        .owner = StateOwner::agent_of_type,
                                                        .type = type,
                                                        .width = ReportMemory::width(reports)},
                                                       agent_type.agent_count);
}

}  // namespace drover
