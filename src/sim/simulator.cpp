#include "sim/simulator.h"

#include <algorithm>
#include <utility>

#include "sim/edges.h"
#include "sim/locomotion_context.h"

namespace drover {

Simulator::Simulator(BuiltWorld built) : world_(std::move(built.world)) {
  for (PerceptionPlan::Entry& entry : built.perceptions)
    perceptions_.emplace_back(std::move(entry), world_);
  const std::size_t n = world_.agents.size();
  request_.resize(n);
  total_.resize(n);
  remaining_.reserve(n);
  selected_.reserve(n);
  steered_.resize(world_.stacks.size());
  size_cells();
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
    contributions_.by_stack.emplace_back(stack.slots.size(), std::vector<Vec3>(stack.agents.size()));
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
  steer();
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
  grid_.build(world_.state.x, world_.state.y, world_.bounds, cells_);
  for (PerceptionPass& pass : perceptions_) {
    pass.run(world_, grid_);
    counters_.pairs_tested += pass.pairs_tested();
  }
}

// Which stack each agent runs: the one of its type, unless its body follows a script.
void Simulator::decide() {
  for (std::size_t k = 0; k < world_.stacks.size(); ++k) {
    const Stack& stack = world_.stacks[k];
    steered_[k] = stack.locomotion->steered && !stack.slots.empty() && !stack.agents.empty();
  }
}

void Simulator::steer() {
  for (std::size_t k = 0; k < world_.stacks.size(); ++k) {
    Stack& stack = world_.stacks[k];
    for (const AgentIndex agent : stack.agents)
      total_.set(agent, std::nullopt);
    if (contributions_.enabled) {
      for (std::vector<Vec3>& slot : contributions_.by_stack[k])
        std::fill(slot.begin(), slot.end(), Vec3{});
    }
    if (steered_[k] == 0) continue;
    ArbiterContext context(
        {world_, stack, k, perceptions_, request_, total_, remaining_, selected_, contributions_});
    stack.arbiter->combine(stack.arbiter_params.get(), context);
  }
}

void Simulator::actuate() {
  LocomotionContext context(world_, total_);
  for (const Stack& stack : world_.stacks) {
    stack.locomotion->advance(stack.locomotion_params.get(), context, stack.agents);
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
                                                     : nullptr;
    if (bad != nullptr) return StepFailure{world_.tick, world_.agents.number[i], bad};
  }
  std::swap(world_.state, world_.next);
  ++world_.tick;
  counters_.agent_steps += world_.agents.size();
  return std::nullopt;
}

std::optional<Goal> Simulator::goal(AgentIndex agent) const {
  const Stack& stack = world_.stacks[world_.agents.type[agent]];
  for (const Slot& slot : stack.slots) {
    if (slot.kind->goal == nullptr) continue;
    const BehaviorView view(world_, perceptions_, const_cast<Slot&>(slot));
    const std::optional<Goal> goal = slot.kind->goal(slot.params.get(), view, agent);
    if (goal) return goal;
  }
  return std::nullopt;
}

}  // namespace drover
