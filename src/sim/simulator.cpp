#include "sim/simulator.h"

#include <algorithm>
#include <utility>

#include "sim/edges.h"
#include "sim/event_context.h"
#include "sim/goals.h"
#include "sim/happening.h"
#include "sim/locomotion_context.h"
#include "sim/population.h"
#include "sim/ticks.h"

namespace drover {
namespace {

std::size_t stages_of(const Stack& stack) {
  return stack.locomotion->stages == nullptr ? 1 : stack.locomotion->stages(stack.locomotion_params.get());
}

}  // namespace

Simulator::Simulator(BuiltWorld built) : world_(std::move(built.world)) {
  for (PerceptionPlan::Entry& entry : built.perceptions)
    perceptions_.emplace_back(std::move(entry), world_);
  const std::size_t n = world_.agents.size();
  std::size_t levels = 1;
  std::size_t stages = 1;
  for (const Stack& stack : world_.stacks) {
    stages = std::max(stages, stages_of(stack));
    for (const Mode& mode : stack.modes)
      levels = std::max(levels, depth_of(stack, mode.group));
  }
  scratch_.resize(levels);
  for (ArbitrationScratch& level : scratch_) {
    level.request.resize(n);
    for (auto* list : {&level.remaining, &level.selected, &level.asked})
      list->reserve(n);
    for (auto* column : {&level.numbers, &level.more_numbers, &level.demand})
      column->assign(n, 0.0);
    for (auto* column : {&level.marks, &level.more_marks})
      column->assign(n, 0);
  }
  totals_.resize(stages);
  for (RequestColumns& total : totals_)
    total.resize(n);
  affected_.reserve(n);
  size_cells();
  // Building looked at all agents there will ever be; from here on lists hold those that are present.
  list_agents(world_);
  happen();
}

// One grid serves every perception. Cells of half the least reach waste few candidates on short ranges and
// cost long ranges only a few more rows.
void Simulator::size_cells() {
  double least = kInfinity;
  for (const PerceptionPass& pass : perceptions_) {
    if (pass.reach() > 0.0) least = smaller(least, pass.reach());
  }
  cells_.enabled = world_.partition.enabled;
  cells_.size =
      world_.partition.cell_size > 0.0 ? world_.partition.cell_size : (least < kInfinity ? 0.5 * least : 1.0);
  cells_.x = world_.partition.cells_x.value_or(0);
  cells_.y = world_.partition.cells_y.value_or(0);
}

void Simulator::record_contributions() {
  contributions_.enabled = true;
  contributions_.by_stack.clear();
  for (const Stack& stack : world_.stacks) {
    contributions_.by_stack.emplace_back(stack.slots.size(), std::vector<Vec3>(stack.agent_count));
  }
}

std::optional<StepFailure> Simulator::step(PhaseListener* listener) {
  const auto ended = [listener](Phase phase) {
    if (listener != nullptr) listener->phase_ended(phase);
  };
  if (listener != nullptr) listener->step_begins();
  sense();
  ended(Phase::sense);
  decide();
  ended(Phase::decide);
  if (totals_.size() > 1) store_memories(memories_before_);
  steer(totals_.front());
  ended(Phase::steer);
  actuate();
  ended(Phase::actuate);
  constrain();
  ended(Phase::constrain);
  std::optional<StepFailure> failure = commit();
  ended(Phase::commit);
  return failure;
}

// Who is near whom; nothing is searched when nobody asks.
void Simulator::sense() {
  if (perceptions_.empty()) return;
  cells_.present = world_.agents.present;
  grid_.build(world_.state.x, world_.state.y, world_.bounds, cells_);
  for (PerceptionPass& pass : perceptions_) {
    pass.run(world_, grid_);
    counters_.pairs_tested += pass.pairs_tested();
  }
}

// Which behaviors each agent runs in this step.
void Simulator::decide() {
  answer_conditions();
  change_modes();
}

void Simulator::answer_conditions() {
  for (Condition& condition : world_.conditions)
    answer(condition);
}

void Simulator::answer(Condition& condition) {
  const AgentView view(world_, perceptions_, condition);
  answers_.resize(condition.children.size());
  for (const AgentIndex i : world_.members(condition.watched)) {
    if (!world_.is_present(i)) {
      condition.holds[i] = 0;
      continue;
    }
    if (condition.children.empty()) {
      condition.holds[i] = condition.kind->holds(condition.params.get(), view, i) ? 1 : 0;
      continue;
    }
    for (std::size_t k = 0; k < condition.children.size(); ++k)
      answers_[k] = world_.conditions[condition.children[k]].holds[i];
    condition.holds[i] = condition.kind->join(answers_) ? 1 : 0;
  }
}

// At most one transition per agent and step: the first listed whose condition holds.
void Simulator::change_modes() {
  for (Stack& stack : world_.stacks) {
    bool changed = false;
    for (const Mode& mode : stack.modes) {
      if (mode.transitions.empty()) continue;
      const std::uint64_t least_ticks = first_tick_from(mode.min_dwell, world_.dt);
      for (const AgentIndex i : mode.agents) {
        if (world_.tick - world_.mode_since[i] < least_ticks) continue;
        for (const Transition& transition : mode.transitions) {
          if (world_.conditions[transition.condition].holds[i] == 0) continue;
          world_.mode[i] = transition.to;
          world_.mode_since[i] = world_.tick;
          changed = true;
          break;
        }
      }
    }
    if (changed) list_modes(stack, world_);
  }
}

void Simulator::steer(RequestColumns& total) {
  for (std::size_t k = 0; k < world_.stacks.size(); ++k) {
    Stack& stack = world_.stacks[k];
    for (const AgentIndex agent : stack.agents)
      total.set(agent, std::nullopt);
    if (contributions_.enabled) {
      for (std::vector<Vec3>& slot : contributions_.by_stack[k])
        std::fill(slot.begin(), slot.end(), Vec3{});
    }
    if (!stack.locomotion->steered) continue;
    for (const Mode& mode : stack.modes) {
      if (mode.agents.empty() || stack.root(mode).slots.empty()) continue;
      combine_group(
          {world_, stack, k, mode.group, mode.agents, perceptions_, total, scratch_, contributions_});
    }
  }
}

// How much each agent was asked for: whoever moves little in spite of it is stuck.
void Simulator::note_demand() {
  for (const Stack& stack : world_.stacks) {
    for (const AgentIndex i : stack.agents)
      world_.demand[i] = length(totals_.front().linear(i));
  }
}

// Integrators with stages ask for the requests in trial states too; agents of the others stand in S(t)
// meanwhile.
void Simulator::actuate() {
  if (totals_.size() > 1) look_ahead();
  LocomotionContext context(world_, totals_);
  for (const Stack& stack : world_.stacks) {
    stack.locomotion->advance(stack.locomotion_params.get(), context, stack.agents);
  }
}

// The requests in the trial states. Conditions and modes stay as they are in S(t), random numbers are those
// of the tick, and every stage starts from the memories of S(t); what is remembered is what was in S(t).
void Simulator::look_ahead() {
  const bool records = std::exchange(contributions_.enabled, false);
  store_memories(memories_after_);
  for (std::size_t stage = 1; stage < totals_.size(); ++stage) {
    load_memories(memories_before_);
    look_ahead(stage);
  }
  load_memories(memories_after_);
  contributions_.enabled = records;
}

void Simulator::look_ahead(std::size_t stage) {
  LocomotionContext context(world_, totals_);
  for (const Stack& stack : world_.stacks) {
    if (stage < stages_of(stack)) {
      stack.locomotion->trial(stack.locomotion_params.get(), context, stage, stack.agents);
    } else {
      for (const AgentIndex i : stack.agents)
        world_.next.copy_agent(world_.state, i);
    }
  }
  if (world_.bounds.wraps()) apply_edges(world_.bounds, world_.next);
  std::swap(world_.state, world_.next);
  sense();
  steer(totals_[stage]);
  std::swap(world_.state, world_.next);
}

void Simulator::store_memories(std::vector<double>& out) const {
  out.clear();
  for (const Stack& stack : world_.stacks) {
    for (const Slot& slot : stack.slots)
      out.insert(out.end(), slot.memory.values().begin(), slot.memory.values().end());
    for (const SlotGroup& group : stack.groups)
      out.insert(out.end(), group.memory.values().begin(), group.memory.values().end());
  }
}

void Simulator::load_memories(std::span<const double> numbers) {
  const auto take = [&numbers](const Memory& memory) {
    const std::size_t count = memory.values().size();
    memory.assign(numbers.first(count));
    numbers = numbers.subspan(count);
  };
  for (const Stack& stack : world_.stacks) {
    for (const Slot& slot : stack.slots)
      take(slot.memory);
    for (const SlotGroup& group : stack.groups)
      take(group.memory);
  }
}

void Simulator::constrain() {
  if (world_.non_penetration.enabled) overlaps_.resolve(world_, world_.next);
  apply_edges(world_.bounds, world_.next);
}

std::optional<StepFailure> Simulator::commit() {
  const AgentState& next = world_.next;
  for (AgentIndex i = 0; i < next.size(); ++i) {
    const char* bad = !is_finite(next.position(i))   ? "position"
                      : !is_finite(next.velocity(i)) ? "velocity"
                      : !is_finite(next.heading(i))  ? "heading"
                      : !is_finite(next.rotation[i]) ? "rotation"
                                                     : nullptr;
    if (bad != nullptr) return StepFailure{world_.tick, world_.agents.number[i], bad};
  }
  note_demand();
  std::swap(world_.state, world_.next);
  ++world_.tick;
  counters_.agent_steps += world_.present_count();
  happen();
  return std::nullopt;
}

// What happens at the time of the new state, or because of what was seen in the state before. The state shows
// it at once.
void Simulator::happen() {
  if (world_.events.empty()) return;
  EventContext context(world_);
  let_events_happen(context, affected_);
  if (!context.parameters_changed()) return;
  for (PerceptionPass& pass : perceptions_)
    pass.measure(world_);
}

std::optional<std::string> Simulator::restore(const SavedState& saved) {
  if (std::optional<std::string> problem = load_state(saved, world_)) return problem;
  // Events may have set parameters that perceptions copied when they were planned.
  for (PerceptionPass& pass : perceptions_)
    pass.measure(world_);
  counters_ = {};
  return std::nullopt;
}

std::optional<Goal> Simulator::goal(AgentIndex agent) const {
  return find_goal(world_, perceptions_, agent);
}

}  // namespace drover
