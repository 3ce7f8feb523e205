// Requests by stage: integrators with stages need those in the trial states within a step.
#include <algorithm>
#include <utility>

#include "sim/step/edges.h"
#include "sim/step/locomotion_context.h"
#include "sim/step/simulator.h"

namespace drover {

std::size_t stages_of(const AgentType& type) {
  return type.locomotion->stages == nullptr ? 1 : type.locomotion->stages(type.locomotion_params.get());
}

RequestStages::RequestStages(const Model& model, std::size_t agent_count) {
  std::size_t stages = 1;
  auto parts = RequestColumns::Parts::linear;
  bool converts = false;
  for (const AgentType& type : model.types) {
    stages = std::max(stages, stages_of(type));
    if (type.locomotion->turns || type.locomotion->takes == RequestUnit::drive)
      parts = RequestColumns::Parts::planar;
    converts = converts || type.converts();
  }
  if (model.is_spatial()) parts = RequestColumns::Parts::spatial;
  totals.resize(stages);
  for (RequestColumns& total : totals)
    total.resize(agent_count, parts);
  if (converts) commands = totals;
}

void RequestStages::begin_at(AgentIndex first) {
  for (std::vector<RequestColumns>* stages : {&totals, &commands}) {
    for (RequestColumns& column : *stages)
      column.begin_at(first);
  }
}

// The requests in S(t) and in the trial states, of all agents before any of them moves. Conditions and modes
// stay as they are in S(t), random numbers are those of the tick, and every stage starts from the memories of
// S(t); what is remembered is what was in S(t). The agents of integrators with fewer stages stay in S(t).
void Simulator::steer_in_stages() {
  steer_all(0);
  const bool records = std::exchange(contributions_.enabled, false);
  store_staged(scratch_.staged_after);
  for (std::size_t stage = 1; stage < scratch_.requests.totals.size(); ++stage) {
    load_staged(scratch_.staged_before);
    for_each_chunk([&](AgentRange range, std::size_t) { move_to_trial(stage, range); });
    std::swap(world_.state.motion, world_.state.next);
    state_changed();
    sense();
    steer_all(stage);
    std::swap(world_.state.motion, world_.state.next);
    state_changed();
  }
  load_staged(scratch_.staged_after);
  contributions_.enabled = records;
}

void Simulator::steer_all(std::size_t stage) {
  for_each_chunk([&](AgentRange range, std::size_t worker) {
    steer(scratch_.requests.totals[stage], bodies_in(range), worker, stage);
    convert(scratch_.requests, stage, range);
  });
}

void Simulator::move_to_trial(std::size_t stage, AgentRange range) {
  for (std::uint32_t type = 0; type < world_.model().types.size(); ++type) {
    const AgentType& agent_type = world_.model().types[type];
    const std::span<const AgentIndex> agents = within(range, world_.state.agents_of(type));
    if (stage < stages_of(agent_type)) {
      LocomotionContext context(world_, agent_type, scratch_.requests.commands_to(agent_type));
      agent_type.locomotion->trial(agent_type.locomotion_params.get(), context, stage, agents);
    } else {
      for (const AgentIndex i : agents)
        world_.state.next.copy_agent(world_.state.motion, i);
    }
  }
  if (world_.model().bounds.wraps()) apply_edges(world_.model().bounds, world_.state.next, range);
}

void Simulator::store_staged(std::vector<double>& out) const {
  out.clear();
  for (const ColumnSet::Column& column : world_.state.columns.columns()) {
    if (!column.info.staged) continue;
    const auto& values = std::get<std::vector<double>>(column.values);
    out.insert(out.end(), values.begin(), values.end());
  }
}

void Simulator::load_staged(std::span<const double> numbers) {
  for (ColumnSet::Column& column : world_.state.columns.columns()) {
    if (!column.info.staged) continue;
    auto& values = std::get<std::vector<double>>(column.values);
    std::ranges::copy(numbers.first(values.size()), values.begin());
    numbers = numbers.subspan(values.size());
  }
}

}  // namespace drover
