// Integrators with stages: the requests in the trial states within a step.
#include <algorithm>
#include <utility>

#include "sim/step/edges.h"
#include "sim/step/locomotion_context.h"
#include "sim/step/simulator.h"

namespace drover {

std::size_t Simulator::stages_of(const AgentType& type) {
  return type.locomotion->stages == nullptr ? 1 : type.locomotion->stages(type.locomotion_params.get());
}

// The requests in the trial states. Conditions and modes stay as they are in S(t), random numbers are those
// of the tick, and every stage starts from the memories of S(t); what is remembered is what was in S(t).
void Simulator::evaluate_stages() {
  const bool records = std::exchange(contributions_.enabled, false);
  store_staged(scratch_.staged_after);
  for (std::size_t stage = 1; stage < scratch_.totals.size(); ++stage) {
    load_staged(scratch_.staged_before);
    evaluate_stage(stage);
  }
  load_staged(scratch_.staged_after);
  contributions_.enabled = records;
}

void Simulator::evaluate_stage(std::size_t stage) {
  for (std::uint32_t type = 0; type < world_.model().types.size(); ++type) {
    const AgentType& agent_type = world_.model().types[type];
    if (stage < stages_of(agent_type)) {
      LocomotionContext context(world_, agent_type, commands_for(agent_type));
      agent_type.locomotion->trial(agent_type.locomotion_params.get(), context, stage,
                                   world_.state.agents_of(type));
    } else {
      for (const AgentIndex i : world_.state.agents_of(type))
        world_.state.next.copy_agent(world_.state.motion, i);
    }
  }
  if (world_.model().bounds.wraps())
    apply_edges(world_.model().bounds, world_.state.next, world_.model().all_rows());
  std::swap(world_.state.motion, world_.state.next);
  state_changed();
  sense();
  steer(scratch_.totals[stage], world_.model().agent_rows());
  if (!scratch_.commands.empty()) convert(stage);
  std::swap(world_.state.motion, world_.state.next);
  state_changed();
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
