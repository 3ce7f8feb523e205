#include "sim/step/simulator.h"

#include <algorithm>
#include <utility>

#include "core/check.h"
#include "sim/definitions/ticks.h"
#include "sim/state/agent_lists.h"
#include "sim/state/trails.h"
#include "sim/step/changes.h"
#include "sim/step/dead_reckoning.h"
#include "sim/step/elevation.h"
#include "sim/step/factors.h"
#include "sim/step/goal_changes.h"
#include "sim/step/ground_motion.h"
#include "sim/step/held_requests.h"
#include "sim/step/jumps.h"
#include "sim/step/population.h"
#include "sim/step/position_samples.h"
#include "sim/step/projectile_forecast.h"
#include "sim/step/projectile_steps.h"

namespace drover {

Simulator::Simulator(BuiltWorld built) : Simulator(std::move(built.world), std::move(built.perceptions)) {
  // While building, the lists hold all agents there will ever be; from here on, those that are present.
  list_agents(world_);
  make_ground_columns(world_);
  if (has_.heights) make_elevation_columns(world_);
  if (has_.jumps) make_jump_columns(world_);
  begin_state(Beginning::first);
  place_held_balls(world_, world_.state.motion, world_.state.elevation);
}

Simulator::Simulator(World world, std::vector<PerceptionPlan::Entry> needs)
    : world_(std::move(world)), formations_(world_.model()) {
  const Model& model = world_.model();
  const Ground& ground = model.statics->ground;
  has_ = {.formations = formations_.exist(),
          .goals = model.goals.exists(),
          .events = !model.events.empty(),
          .factors = !model.factors.empty() || model.has_roots() || ground.slows(),
          .changes = world_.state.changes.exist(),
          .ground = ground.slows() || ground.carries() || model.is_elevated(),
          .heights = model.is_elevated(),
          .restraints = ground.has_one_ways() || !ground.solids().empty(),
          .closed_edges = model.bounds.is_bounded() && model.bounds.edge() != Edge::open,
          .projectiles = model.projectiles.exists(),
          .forecast = false,
          .pushes = model.has_pushes,
          .jumps = may_jump(model),
          .reports = has_reports(model)};
  scratch_.forecast->begin(world_);
  has_.forecast = scratch_.forecast->is_needed();
  for (PerceptionPlan::Entry& need : needs)
    perceptions_.emplace_back(std::move(need), world_);
  const std::size_t n = model.agents.size();
  if (model.holds_requests) decides_.resize(n);
  for (PerceptionPass& pass : perceptions_)
    pass.set_deciders(decides_);
  for (const AgentType& type : model.types) {
    is_staged_ = is_staged_ || stages_of(type) > 1;
    for (const Mode& mode : type.modes)
      levels_ = std::max(levels_, depth_of(type, mode.group));
  }
  make_scratch();
  scratch_.request_lengths.resize(n);
  if (is_staged_ || has_.formations) record_requests();
  scratch_.events.affected.reserve(n);
  if (has_.events) {
    EventTables& tables = scratch_.events.tables;
    tables.bodies.reserve(n);
    if (has_.pushes) tables.all_bodies = indices_in({0, model.body_count()});
    tables.effects.reserve(n * model.counters.size());
  }
  scratch_.goals.begin(world_);
  if (has_.jumps) scratch_.jumps.resize(model.body_count());
  size_cells();
}

Simulator Simulator::fork() const {
  std::vector<PerceptionPlan::Entry> needs;
  for (const PerceptionPass& pass : perceptions_)
    needs.push_back(pass.need());
  Simulator other(world_, std::move(needs));
  other.begin_state(Beginning::restored);
  return other;
}

// A state is there, and another one than before: its events happen, and what follows from it is found. Of a
// restored state the events have happened.
void Simulator::begin_state(Beginning how) {
  if (has_.heights && how == Beginning::next) start_platforms(world_);
  if (has_.ground) find_ground(how == Beginning::restored ? OwnVelocity::fit : OwnVelocity::keep);
  state_changed();
  // In a step those of the state before hold while events happen.
  if (has_.factors && how == Beginning::first) find_factors();
  if (how != Beginning::restored && (has_.events || has_.goals)) apply_events();
  if (has_.reports && how != Beginning::restored) {
    for_each_chunk(world_.model().agent_rows(),
                   [this](AgentRange range, std::size_t) { exchange_reports(world_, range); });
    state_changed();
  }
  if (has_.formations && how == Beginning::restored) formations_.list_members(world_);
  if (has_.formations && how != Beginning::restored) update_formations(how);
  // What conditions and weights may follow.
  if (has_.changes && how == Beginning::next)
    for_each_chunk([this](AgentRange range, std::size_t) { record_changes(world_, range); });
  if (has_.factors) find_factors();
  if (has_.formations) lay_out_slots(how);
  if (!decides_.empty()) find_deciders();
  if (how == Beginning::restored) return;
  take_position_samples(world_);
  record_trails(world_);
}

// Which agents ask their behaviors in the present state.
void Simulator::find_deciders() {
  std::ranges::fill(decides_, std::uint8_t{1});
  for (std::uint32_t type = 0; type < world_.model().types.size(); ++type) {
    const AgentType& agent_type = world_.model().types[type];
    if (!agent_type.decisions.are_held()) continue;
    for (const AgentIndex i : world_.state.agents_of(type))
      decides_[i] = drover::decides(world_, agent_type.decisions, i) ? 1 : 0;
  }
}

void Simulator::state_changed() {
  if (has_.reports) show_agents(world_);
  grid_is_current_ = is_perceived_ = false;
  world_.begin_state();
}

void Simulator::make_scratch() {
  const std::size_t room = std::min(workers_->agents_per_chunk(), world_.model().agents.size());
  std::size_t children = 0;
  for (const Condition& condition : world_.model().conditions)
    children = std::max(children, condition.children.size());
  std::size_t entries = 0;  // of the longest stack
  for (const AgentType& type : world_.model().types) {
    for (const StackGroup& group : type.groups)
      entries = std::max(entries, group.entries.size());
  }
  const auto parts =
      world_.model().is_spatial() ? RequestColumns::Parts::spatial : RequestColumns::Parts::planar;
  scratch_.events.tables.crowds.reserve(world_.model());
  scratch_.workers.resize(workers_->size());
  if (has_.projectiles) scratch_.projectiles->begin(world_, workers_->size());
  for (WorkerScratch& scratch : scratch_.workers) {
    // A thread may take its first chunk at any time.
    scratch.answers.reserve(children);
    if (has_.jumps) scratch.together.reserve(room);
    if (!decides_.empty()) scratch.deciders.reserve(room);
    scratch.requests = RequestStages(world_.model(), room);
    // One by one: a copy of a vector has no spare capacity.
    scratch.arbitration.clear();
    for (std::size_t level = 0; level < levels_; ++level)
      scratch.arbitration.emplace_back(room, entries, parts);
  }
}

void Simulator::use_threads(std::size_t count, std::size_t agents_per_chunk) {
  // More threads than chunks would have nothing to do.
  const std::size_t useful =
      std::max<std::size_t>(1, Chunks{world_.model().agents.size(), agents_per_chunk}.number());
  workers_ = std::make_unique<WorkerPool>(std::min(count, useful), agents_per_chunk);
  is_perceived_ = false;
  make_scratch();
  if (prefetches_) perceive();
}

void Simulator::use_lanes(std::optional<lanes::Width> width) {
  for (PerceptionPass& pass : perceptions_)
    pass.use_lanes(width);
  is_perceived_ = false;
  if (prefetches_) perceive();
}

// One grid serves every perception. Rows are as high as the smallest reach, so the perception with that reach
// searches three of them; cells that are narrower than the rows are high bound its range within each row
// tighter.
void Simulator::size_cells() {
  double min_reach = kInfinity;
  for (const PerceptionPass& pass : perceptions_) {
    if (pass.shortest_reach() > 0.0) min_reach = smaller(min_reach, pass.shortest_reach());
  }
  cells_.enabled = world_.model().partition.enabled;
  const bool is_given = world_.model().partition.cell_size > 0.0;
  constexpr double kRowSlack =
      1e-5;  // m; more than the margin the grid adds to a reach, which must not touch one more row
  cells_.size =
      is_given ? world_.model().partition.cell_size : (min_reach < kInfinity ? min_reach + kRowSlack : 1.0);
  cells_.split = is_given ? 1.0 : 4.0;
  cells_.x = world_.model().partition.cells_x.value_or(0);
  cells_.y = world_.model().partition.cells_y.value_or(0);
}

void Simulator::record_requests() {
  if (keeps_requests_) return;
  scratch_.requests = RequestStages(world_.model(), world_.model().agents.size());
  keeps_requests_ = true;
}

void Simulator::record_contributions() {
  contributions_.enabled = true;
  contributions_.by_type.clear();
  for (const AgentType& type : world_.model().types) {
    contributions_.by_type.emplace_back(type.entries.size(), std::vector<Contribution>(type.agent_count));
  }
}

std::optional<StepFailure> Simulator::step(PhaseListener* listener) {
  const auto ended = [listener](Phase phase) {
    if (listener != nullptr) listener->phase_ended(phase);
  };
  if (listener != nullptr) listener->step_begins();
  const bool is_perceived = is_perceived_;
  if (!perceptions_.empty()) sense();
  if (!neighbors_.empty()) count_neighbors();  // of S(t), before stages sense trial states
  if (!is_perceived) ended(Phase::sense);
  if (!world_.model().conditions.empty()) decide();
  if (has_.projectiles) act();
  if (has_.forecast) foresee();
  ended(Phase::decide);
  if (is_staged_) store_staged(scratch_.staged_before);
  if (contributions_.enabled) clear_contributions();
  if (has_.formations) steer_anchors();
  if (is_staged_) steer_in_stages();
  const bool is_finite = move(listener);
  world_.set_forecast(nullptr);
  std::optional<StepFailure> failure;
  if (is_finite) {
    if (has_.projectiles) scratch_.projectiles->fly(world_, *workers_);
    commit();
  } else {
    failure = find_failure();
  }
  ended(Phase::commit);
  if (is_finite && prefetches_) {
    perceive();
    ended(Phase::sense);
  }
  if (listener != nullptr) listener->step_ended();
  return failure;
}

// Runs the perceptions of the present state unless they were prefetched.
void Simulator::sense() {
  if (!is_perceived_) perceive();
  for (const PerceptionPass& pass : perceptions_)
    counters_.pairs_tested += pass.pairs_tested();
}

void Simulator::perceive() {
  // A world without perceptions searches nothing.
  if (!perceptions_.empty() && !grid_is_current_) {
    const AgentMotion& motion = world_.state.motion;
    NeighborGrid::Cells cells = cells_;
    cells.present = world_.state.status.presence();
    cells.hx = motion.hx;
    cells.hy = motion.hy;
    if (world_.model().is_spatial()) {
      cells.z = motion.z.entries();
      cells.hz = motion.hz.entries();
    }
    grid_.build(motion.x, motion.y, world_.model().bounds, cells, *workers_);
    grid_is_current_ = true;
  }
  run_perceptions(perceptions_, world_, grid_, *workers_);
  is_perceived_ = true;
}

void Simulator::enable_prefetch() {
  const bool helps = std::ranges::any_of(world_.model().quantities, [](const NamedQuantity& quantity) {
    return quantity.kind->plan != nullptr;
  });
  if (!helps) return;
  prefetches_ = true;
  if (!is_perceived_) perceive();
}

void Simulator::record_neighbors() {
  neighbors_.resize(world_.model().agents.size());
  for (PerceptionPass& pass : perceptions_)
    pass.always_count();
  is_perceived_ = false;
  if (prefetches_) perceive();
}

void Simulator::count_neighbors() {
  std::ranges::fill(neighbors_, 0);
  for (const PerceptionPass& pass : perceptions_) {
    for (AgentIndex i = 0; i < neighbors_.size(); ++i)
      neighbors_[i] = std::max(neighbors_[i], pass.result().count(i));
  }
}

double Simulator::value(const NamedQuantity& quantity, AgentIndex agent) const {
  DROVER_CHECK(quantity.kind->plan == nullptr || is_perceived_, "the present state was sensed");
  return quantity.kind->value(quantity.params.get(), AgentView(world_, perceptions_).for_observer(), agent);
}

// Evaluates the conditions and changes modes: which behaviors each agent runs in this step.
void Simulator::decide() {
  for (const Condition& condition : world_.model().conditions) {
    if (condition.kind->begin != nullptr)
      condition.kind->begin(condition.params.get(), AgentView(world_, perceptions_, condition));
  }
  for_each_chunk([this](AgentRange range, std::size_t worker) {
    for (const Condition& condition : world_.model().conditions)
      answer(condition, range, scratch_.workers[worker].answers);
  });
  change_modes();
}

void Simulator::answer(const Condition& condition, AgentRange range, std::vector<std::uint8_t>& answers) {
  const AgentView view(world_, perceptions_, condition);
  const std::span<std::uint8_t> holds = world_.state.columns.values(condition.holds);
  answers.resize(condition.children.size());
  for (const AgentIndex i : within(range, world_.members(condition.watched))) {
    if (condition.at_decisions && !decides(i)) continue;
    if (!world_.is_active(i)) {
      holds[i] = 0;
    } else if (condition.children.empty()) {
      holds[i] = condition.kind->holds(condition.params.get(), view, i) ? 1 : 0;
    } else {
      for (std::size_t k = 0; k < condition.children.size(); ++k)
        answers[k] = world_.answers(condition.children[k])[i];
      holds[i] = condition.kind->join(answers) ? 1 : 0;
    }
  }
}

// At most one transition per agent and step: the first listed whose condition holds.
void Simulator::change_modes() {
  RegionCrowds& crowds = scratch_.events.tables.crowds;
  crowds.forget();
  for (std::uint32_t type = 0; type < world_.model().types.size(); ++type) {
    const std::vector<Mode>& modes = world_.model().types[type].modes;
    bool changed = false;
    for (std::uint32_t m = 0; m < modes.size(); ++m) {
      const Mode& mode = modes[m];
      if (mode.transitions.empty()) continue;
      const std::uint64_t min_ticks = first_tick_from(mode.min_dwell, world_.model().dt);
      for (const AgentIndex i : world_.state.agents_in(type, m)) {
        if (!decides(i)) continue;
        if (world_.state.tick - world_.state.status.mode_since[i] < min_ticks) continue;
        for (const Transition& transition : mode.transitions) {
          if (world_.answers(transition.condition)[i] == 0) continue;
          change_goal_with_mode(world_, i, m, transition.to, crowds);
          world_.state.status.mode.set(i, transition.to);
          world_.state.status.mode_since.set(i, world_.state.tick);
          changed = true;
          break;
        }
      }
    }
    if (changed) list_modes(world_, type);
  }
}

std::span<const Shot> Simulator::shots() const {
  return scratch_.projectiles->shots();
}
std::span<const Impact> Simulator::impacts() const {
  return scratch_.projectiles->impacts();
}
std::span<const Handling> Simulator::handlings() const {
  return scratch_.projectiles->handlings();
}

void Simulator::act() {
  for_each_chunk(world_.model().agent_rows(), [this](AgentRange range, std::size_t worker) {
    scratch_.projectiles->act(world_, perceptions_, range, worker);
  });
  scratch_.projectiles->launch(world_);
}

// What will become of what flies in S(t), and who could get hold of it; it holds until agents are steered.
void Simulator::foresee() {
  scratch_.forecast->find(world_, *workers_);
  world_.set_forecast(scratch_.forecast.get());
  for (std::uint32_t type = 0; type < world_.model().types.size(); ++type) {
    const AgentType& agent_type = world_.model().types[type];
    for (std::uint32_t m = 0; m < agent_type.modes.size(); ++m)
      claim(agent_type, agent_type.modes[m].group, world_.state.agents_in(type, m));
  }
}

void Simulator::claim(const AgentType& type, std::uint32_t group, std::span<const AgentIndex> agents) {
  for (const std::uint32_t k : type.groups[group].entries) {
    const StackEntry& entry = type.entries[k];
    if (entry.group != kNoIndex) claim(type, entry.group, agents);
    if (entry.kind->claim == nullptr) continue;
    const AgentView view(std::as_const(world_), perceptions_, entry);
    for (const AgentIndex& agent : agents) {
      if (entry.condition == kNoIndex || world_.answers(entry.condition)[agent] != 0)
        entry.kind->claim(entry.params.get(), view, std::span(&agent, 1), *scratch_.forecast);
    }
  }
}

void Simulator::clear_contributions() {
  for (std::vector<std::vector<Contribution>>& entries : contributions_.by_type) {
    for (std::vector<Contribution>& entry : entries)
      std::ranges::fill(entry, Contribution{});
  }
}

void Simulator::commit() {
  std::swap(world_.state.status.request_length, scratch_.request_lengths);
  if (has_.goals) {
    for_each_chunk([this](AgentRange range, std::size_t) { scratch_.goals.find_passed(world_, range); });
    scratch_.goals.reconsider(world_);
  }
  if (has_.jumps) count_jumps(world_, scratch_.jumps);
  std::swap(world_.state.motion, world_.state.next);
  if (has_.heights) {
    std::swap(world_.state.elevation, world_.state.next_elevation);
    advance_platforms(world_);
  }
  ++world_.state.tick;
  counters_.agent_steps += world_.present_count();
  begin_state(Beginning::next);
}

// Applies the events of the time of the new state, and those whose conditions held in the state before. The
// new state shows them at once. What follows at goals comes after them.
void Simulator::apply_events() {
  world_.state_changes();
  EventContext context(world_, scratch_.events.tables);
  if (has_.events) {
    apply_due_events(context, scratch_.events);
    push_out_caught(world_, scratch_.room);
  }
  counters_.overlapping_births += context.overlapping_births();
  if (has_.goals) {
    scratch_.goals.apply(context);
    context.update_lists();
  }
  if (has_.ground) find_ground(OwnVelocity::keep);
  state_changed();
  if (!context.parameters_changed()) return;
  for (PerceptionPass& pass : perceptions_)
    pass.update_bounds(world_);
}

// The ground under the agents of a state in which some may have moved.
void Simulator::find_ground(OwnVelocity rule) {
  if (has_.heights) {
    plan_platforms(world_);
    if (rule == OwnVelocity::keep && stand_newcomers(world_)) plan_platforms(world_);
  }
  for_each_chunk([&](AgentRange range, std::size_t) { drover::find_ground(world_, range, rule); });
}

// The factors of the new state, when its events have happened. Trial states of integrators keep those of
// S(t).
void Simulator::find_factors() {
  for_each_chunk(world_.model().agent_rows(),
                 [this](AgentRange range, std::size_t) { update_factors(world_, range); });
  limit_roots();
}

std::optional<std::string> Simulator::restore(SavedState saved) {
  if (std::optional<std::string> problem = load_state(std::move(saved), world_)) return problem;
  // Events may have set parameters that perceptions copied when they were planned.
  for (PerceptionPass& pass : perceptions_)
    pass.update_bounds(world_);
  world_.navigation().forget_crowds();
  begin_state(Beginning::restored);
  if (prefetches_) perceive();
  counters_ = {};
  return std::nullopt;
}

}  // namespace drover
