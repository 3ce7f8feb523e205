#include "sim/step/simulator.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "sim/definitions/ticks.h"
#include "sim/state/agent_lists.h"
#include "sim/step/actuator_context.h"
#include "sim/step/edges.h"
#include "sim/step/event_context.h"
#include "sim/step/goals.h"
#include "sim/step/happening.h"
#include "sim/step/locomotion_context.h"
#include "sim/step/population.h"

namespace drover {
namespace {

std::size_t stages_of(const Stack& stack) {
  return stack.locomotion->stages == nullptr ? 1 : stack.locomotion->stages(stack.locomotion_params.get());
}

// What of an agent is not a finite number; nullptr where all is well.
const char* broken_quantity(const AgentState& state, AgentIndex i) {
  if (!is_finite(state.position(i))) return "position";
  if (!is_finite(state.velocity(i))) return "velocity";
  if (!is_finite(state.heading(i))) return "heading";
  return is_finite(state.rotation[i]) ? nullptr : "rotation";
}

bool are_finite(const AgentState& state, AgentRange range) {
  // A difference of a number with itself is 0 or NaN, and whatever is added to NaN stays one. A sum for each
  // column, so that no addition waits for the one before.
  const std::array columns = {state.x.data(),  state.y.data(),  state.vx.data(),
                              state.vy.data(), state.hx.data(), state.hy.data()};
  std::array<double, columns.size() + 1> sums = {};
  for (AgentIndex i = range.first; i < range.last; ++i) {
    for (std::size_t k = 0; k < columns.size(); ++k)
      sums[k] += columns[k][i] - columns[k][i];
  }
  const bool rotation_is_shared = state.rotation.is_shared();
  for (AgentIndex i = range.first; i < range.last && !rotation_is_shared; ++i)
    sums.back() += state.rotation[i] - state.rotation[i];
  return std::all_of(sums.begin(), sums.end(), [](double sum) { return sum == 0.0; });
}

}  // namespace

Simulator::Simulator(BuiltWorld built) : world_(std::move(built.world)) {
  for (PerceptionPlan::Entry& entry : built.perceptions)
    perceptions_.emplace_back(std::move(entry), world_);
  const std::size_t n = world_.agents.size();
  std::size_t stages = 1;
  auto angular = RequestColumns::Angular::dropped;
  for (const Stack& stack : world_.stacks) {
    stages = std::max(stages, stages_of(stack));
    if (stack.locomotion->turns) angular = RequestColumns::Angular::kept;
    for (const Mode& mode : stack.modes)
      levels_ = std::max(levels_, depth_of(stack, mode.group));
  }
  make_scratch();
  totals_.resize(stages);
  for (RequestColumns& total : totals_)
    total.resize(n, angular);
  if (std::ranges::any_of(world_.stacks,
                          [](const Stack& stack) { return stack.actuator->convert != nullptr; }))
    commands_ = totals_;
  affected_.reserve(n);
  size_cells();
  // Building looked at all agents there will ever be; from here on lists hold those that are present.
  list_agents(world_);
  happen();
}

void Simulator::make_scratch() {
  const std::size_t room = std::min(workers_->agents_per_chunk(), world_.agents.size());
  scratch_.resize(workers_->size());
  for (Scratch& scratch : scratch_) {
    // One by one: a copy of a list has no room beyond what it holds.
    scratch.arbitration.clear();
    for (std::size_t level = 0; level < levels_; ++level)
      scratch.arbitration.emplace_back(room);
  }
}

void Simulator::use_threads(std::size_t count, std::size_t agents_per_chunk) {
  // More threads than chunks would have nothing to do.
  const std::size_t useful =
      std::max<std::size_t>(1, Chunks{world_.agents.size(), agents_per_chunk}.number());
  workers_ = std::make_unique<WorkerPool>(std::min(count, useful), agents_per_chunk);
  is_perceived_ = false;
  make_scratch();
}

void Simulator::use_lanes(std::optional<lanes::Width> width) {
  for (PerceptionPass& pass : perceptions_)
    pass.use_lanes(width);
  is_perceived_ = false;
}

template <class Task>
void Simulator::for_each_chunk(Task task) {
  const Chunks chunks = workers_->chunks_of(world_.agents.size());
  workers_->run(chunks.number(), [&](std::size_t chunk, std::size_t worker) {
    task(AgentRange{static_cast<AgentIndex>(chunks.begin(chunk)), static_cast<AgentIndex>(chunks.end(chunk))},
         worker);
  });
}

// One grid serves every perception. With rows as high as the least reach, whoever looks no farther looks at
// three of them; cells narrower than that make the stretches of the rows fit closer.
void Simulator::size_cells() {
  double least = kInfinity;
  for (const PerceptionPass& pass : perceptions_) {
    if (pass.reach() > 0.0) least = smaller(least, pass.reach());
  }
  cells_.enabled = world_.partition.enabled;
  const bool is_given = world_.partition.cell_size > 0.0;
  constexpr double kRowSlack = 1e-5;  // m; what the grid adds to a reach must not meet one more row
  cells_.size = is_given ? world_.partition.cell_size : (least < kInfinity ? least + kRowSlack : 1.0);
  cells_.split = is_given ? 1.0 : 4.0;
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
  const bool is_perceived = is_perceived_;
  sense();
  if (!is_perceived) ended(Phase::sense);
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
  if (!failure && perceives_ahead_) {
    perceive();
    ended(Phase::sense);
  }
  if (listener != nullptr) listener->step_ended();
  return failure;
}

// Who is near whom, where nobody has asked before; nothing is searched when nobody asks at all.
void Simulator::sense() {
  perceive();
  for (const PerceptionPass& pass : perceptions_)
    counters_.pairs_tested += pass.pairs_tested();
}

void Simulator::perceive() const {
  if (perceptions_.empty() || is_perceived_) return;
  const NeighborGrid& near = *grid();
  for (PerceptionPass& pass : perceptions_)
    pass.run(world_, near, *workers_);
  is_perceived_ = true;
}

const PerceptionPass* Simulator::perception_of_close() const {
  const auto pass = std::ranges::find_if(perceptions_, &PerceptionPass::finds_close);
  if (keeps_perceptions_ || pass == perceptions_.end()) return nullptr;
  perceives_ahead_ = true;
  perceive();
  return &*pass;
}

const NeighborGrid* Simulator::grid() const {
  if (perceptions_.empty()) return nullptr;
  if (!grid_is_current_) {
    NeighborGrid::Cells cells = cells_;
    cells.present = world_.agents.presence();
    cells.hx = world_.state.hx;
    cells.hy = world_.state.hy;
    grid_.build(world_.state.x, world_.state.y, world_.bounds, cells, *workers_);
    grid_is_current_ = true;
  }
  return &grid_;
}

// Which behaviors each agent runs in this step.
void Simulator::decide() {
  if (world_.conditions.empty()) return;
  for_each_chunk([this](AgentRange range, std::size_t worker) {
    for (Condition& condition : world_.conditions)
      answer(condition, range, scratch_[worker].answers);
  });
  change_modes();
}

void Simulator::answer(Condition& condition, AgentRange range, std::vector<std::uint8_t>& answers) {
  const AgentView view(world_, perceptions_, condition);
  answers.resize(condition.children.size());
  for (const AgentIndex i : within(range, world_.members(condition.watched))) {
    if (!world_.is_present(i)) {
      condition.holds[i] = 0;
      continue;
    }
    if (condition.children.empty()) {
      condition.holds[i] = condition.kind->holds(condition.params.get(), view, i) ? 1 : 0;
      continue;
    }
    for (std::size_t k = 0; k < condition.children.size(); ++k)
      answers[k] = world_.conditions[condition.children[k]].holds[i];
    condition.holds[i] = condition.kind->join(answers) ? 1 : 0;
  }
}

// At most one transition per agent and step: the first listed whose condition holds.
void Simulator::change_modes() {
  for (Stack& stack : world_.stacks) {
    bool changed = false;
    for (const Mode& mode : stack.modes) {
      if (mode.transitions.empty()) continue;
      const std::uint64_t least_ticks = first_tick_from(mode.min_dwell, world_.dt);
      for (const AgentIndex i : stack.agents_in(mode)) {
        if (world_.tick - world_.mode_since[i] < least_ticks) continue;
        for (const Transition& transition : mode.transitions) {
          if (world_.conditions[transition.condition].holds[i] == 0) continue;
          world_.mode.set(i, transition.to);
          world_.mode_since.set(i, world_.tick);
          changed = true;
          break;
        }
      }
    }
    if (changed) list_modes(stack, world_);
  }
}

void Simulator::steer(RequestColumns& total) {
  if (contributions_.enabled) forget_contributions();
  for_each_chunk([&](AgentRange range, std::size_t worker) {
    std::vector<ArbitrationScratch>& levels = scratch_[worker].arbitration;
    for (ArbitrationScratch& level : levels)
      level.begin_at(range.first);
    steer(total, range, levels);
  });
}

void Simulator::forget_contributions() {
  for (std::vector<std::vector<Vec3>>& slots : contributions_.by_stack) {
    for (std::vector<Vec3>& slot : slots)
      std::fill(slot.begin(), slot.end(), Vec3{});
  }
}

void Simulator::steer(RequestColumns& total, AgentRange range, std::span<ArbitrationScratch> levels) {
  for (std::size_t k = 0; k < world_.stacks.size(); ++k) {
    Stack& stack = world_.stacks[k];
    for (const AgentIndex agent : within(range, stack.agents))
      total.set(agent, std::nullopt);
    if (!stack.locomotion->steered) continue;
    for (const Mode& mode : stack.modes) {
      const std::span<const AgentIndex> agents = within(range, stack.agents_in(mode));
      if (agents.empty() || stack.root(mode).slots.empty()) continue;
      combine_group({world_, stack, k, mode.group, agents, perceptions_, total, levels, contributions_});
    }
  }
}

// Lets the actuators turn the requests of a stage into commands, in the state the requests were chosen in.
void Simulator::convert(std::size_t stage) {
  if (commands_.empty()) return;
  for_each_chunk([&](AgentRange range, std::size_t) {
    for (const Stack& stack : world_.stacks) {
      if (stack.actuator->convert == nullptr) continue;
      ActuatorContext context(world_, stack, totals_[stage], commands_[stage]);
      stack.actuator->convert(stack.actuator_params.get(), context, within(range, stack.agents));
    }
  });
}

// What the bodies of a stack are told to do, by stage.
std::span<const RequestColumns> Simulator::commands_for(const Stack& stack) const {
  return stack.actuator->convert == nullptr ? totals_ : commands_;
}

// Integrators with stages ask for the requests in trial states too; agents of the others stand in S(t)
// meanwhile.
void Simulator::actuate() {
  convert(0);
  if (totals_.size() > 1) look_ahead();
  for_each_chunk([&](AgentRange range, std::size_t) {
    for (const Stack& stack : world_.stacks) {
      LocomotionContext context(world_, stack, commands_for(stack));
      stack.locomotion->advance(stack.locomotion_params.get(), context, within(range, stack.agents));
    }
  });
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
  for (const Stack& stack : world_.stacks) {
    if (stage < stages_of(stack)) {
      LocomotionContext context(world_, stack, commands_for(stack));
      stack.locomotion->trial(stack.locomotion_params.get(), context, stage, stack.agents);
    } else {
      for (const AgentIndex i : stack.agents)
        world_.next.copy_agent(world_.state, i);
    }
  }
  if (world_.bounds.wraps()) apply_edges(world_.bounds, world_.next);
  std::swap(world_.state, world_.next);
  state_changed();
  sense();
  steer(totals_[stage]);
  convert(stage);
  std::swap(world_.state, world_.next);
  state_changed();
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
  std::atomic<bool> all_finite = true;
  for_each_chunk([&](AgentRange range, std::size_t) {
    apply_edges(world_.bounds, world_.next, range);
    if (!are_finite(world_.next, range)) all_finite = false;
  });
  next_is_finite_ = all_finite;
}

std::optional<StepFailure> Simulator::commit() {
  if (!next_is_finite_) {
    const AgentIndex broken = first_broken_agent();
    return StepFailure{world_.tick, world_.agents.number[broken], broken_quantity(world_.next, broken)};
  }
  for_each_chunk([this](AgentRange range, std::size_t) { note_demand(range); });
  std::swap(world_.state, world_.next);
  state_changed();
  ++world_.tick;
  counters_.agent_steps += world_.present_count();
  happen();
  return std::nullopt;
}

// The first agent of which some number is not finite; there is one.
AgentIndex Simulator::first_broken_agent() const {
  AgentIndex i = 0;
  while (broken_quantity(world_.next, i) == nullptr)
    ++i;
  return i;
}

// How much each agent was asked for: whoever moves little in spite of it is stuck.
void Simulator::note_demand(AgentRange range) {
  if (world_.agents.presence().empty()) {  // all are there: whole columns instead of lists
    const std::span<double> demand = std::span(world_.demand).subspan(range.first, range.last - range.first);
    return totals_.front().linear_lengths(range.first, demand);
  }
  for (const Stack& stack : world_.stacks) {
    for (const AgentIndex i : within(range, stack.agents))
      world_.demand[i] = length(totals_.front().linear(i));
  }
}

// What happens at the time of the new state, or because of what was seen in the state before. The state shows
// it at once.
void Simulator::happen() {
  if (world_.events.empty()) return;
  EventContext context(world_);
  let_events_happen(context, affected_);
  state_changed();
  if (!context.parameters_changed()) return;
  for (PerceptionPass& pass : perceptions_)
    pass.measure(world_);
}

std::optional<std::string> Simulator::restore(const SavedState& saved) {
  if (std::optional<std::string> problem = load_state(saved, world_)) return problem;
  // Events may have set parameters that perceptions copied when they were planned.
  for (PerceptionPass& pass : perceptions_)
    pass.measure(world_);
  state_changed();
  counters_ = {};
  return std::nullopt;
}

std::optional<Goal> Simulator::goal(AgentIndex agent) const {
  return find_goal(world_, perceptions_, agent);
}

}  // namespace drover
