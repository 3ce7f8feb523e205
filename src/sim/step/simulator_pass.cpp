// One pass over the agents from what they perceive to their next state, chunk by chunk, so that the columns
// of a chunk are in the cache from one phase to the next.
#include <algorithm>
#include <atomic>
#include <bit>

#include "sim/step/actuator_context.h"
#include "sim/step/edges.h"
#include "sim/step/elevation.h"
#include "sim/step/gaps.h"
#include "sim/step/ground_motion.h"
#include "sim/step/held_requests.h"
#include "sim/step/jumps.h"
#include "sim/step/locomotion_context.h"
#include "sim/step/pushes.h"
#include "sim/step/simulator.h"

namespace drover {
namespace {

// The name of a quantity of an agent that is not finite; empty where all are.
std::string_view broken_quantity(const AgentMotion& motion, AgentIndex i) {
  std::string_view broken;
  AgentMotion::for_each_column([&](const auto& column) {
    if (broken.empty() && !is_finite((motion.*column.member)[i])) broken = column.info.quantity;
  });
  return broken;
}

// An exponent of all ones, which only infinities and NaN have, carries into the sign bit. Integers, because
// the loop is then made of a few wide operations.
bool are_finite(std::span<const double> numbers) {
  constexpr std::uint64_t kExponent = 0x7ff0000000000000;
  constexpr std::uint64_t kLowestExponentBit = 0x0010000000000000;
  std::uint64_t carries = 0;
  for (const double number : numbers)
    carries |= (std::bit_cast<std::uint64_t>(number) & kExponent) + kLowestExponentBit;
  return (carries >> 63) == 0;
}

bool are_finite(const AgentMotion& motion, AgentRange range) {
  bool all = true;
  AgentMotion::for_each_column([&](const auto& column) {
    const auto& values = motion.*column.member;
    if constexpr (requires { values.is_uniform(); }) {
      if (values.is_uniform()) {
        all = all && are_finite(values.entries());
        return;
      }
      all = all && are_finite(values.entries().subspan(range.first, range.last - range.first));
    } else {
      all = all && are_finite(std::span(values).subspan(range.first, range.last - range.first));
    }
  });
  return all;
}

}  // namespace

// Steers, actuates and constrains all agents. In one pass, chunk by chunk, so that the columns of a chunk are
// in the cache: what moves bodies by what others do, formations and contacts, makes a second one. Returns
// whether all numbers of S(t+1) are finite.
bool Simulator::move(PhaseListener* listener) {
  const bool has_contacts = world_.model().non_penetration.enabled;
  const bool is_one_pass = !has_contacts && !has_.formations;
  std::atomic<bool> all_finite = true;
  for_each_chunk([&](AgentRange range, std::size_t worker) {
    const auto ended = [&](Phase phase) {
      if (listener != nullptr && worker == 0) listener->phase_ended(phase);
    };
    if (has_.goals) scratch_.goals.find(world_, range);  // in S(t): which agents have reached theirs
    RequestStages& requests = requests_of(range, worker);
    if (!is_staged_) steer(requests.totals.front(), bodies_in(range), worker);
    note_lengths(requests.totals.front(), range);
    ended(Phase::steer);
    if (!is_staged_) convert(requests, 0, range);
    if (has_.jumps) find_jumps(world_, perceptions_, bodies_in(range), scratch_.jumps);
    actuate(requests, range);
    ended(Phase::actuate);
    if (!is_one_pass) return;
    if (!constrain(range)) all_finite = false;
    if (has_.heights) settle_feet(world_, bodies_in(range));
    ended(Phase::constrain);
  });
  if (is_one_pass) return all_finite;
  if (has_.formations) formations_.integrate(world_);
  if (has_contacts) scratch_.overlaps.resolve(world_, world_.state.next, *workers_);
  for_each_chunk([&](AgentRange range, std::size_t) {
    if (!constrain(range)) all_finite = false;
  });
  if (has_contacts) scratch_.overlaps.leave_solids(world_, world_.state.next, *workers_);
  if (has_.heights)
    for_each_chunk([this](AgentRange range, std::size_t) { settle_feet(world_, bodies_in(range)); });
  if (listener != nullptr) listener->phase_ended(Phase::constrain);
  return all_finite;
}

// Not inlined: tools/count_instructions counts what it takes.
[[gnu::noinline]] void Simulator::steer(RequestColumns& total, AgentRange range, std::size_t worker,
                                        std::size_t stage) {
  std::vector<ArbitrationScratch>& levels = scratch_.workers[worker].arbitration;
  for (ArbitrationScratch& level : levels)
    level.begin_at(range.first);
  for (std::uint32_t type = 0; type < world_.model().types.size(); ++type) {
    const AgentType& agent_type = world_.model().types[type];
    const std::span<const AgentIndex> all = within(range, world_.state.agents_of(type));
    if (all.empty()) continue;
    for (const AgentIndex agent : all)
      total.set(agent, std::nullopt);
    if (!agent_type.locomotion->steered) continue;
    for (std::uint32_t m = 0; m < agent_type.modes.size(); ++m) {
      const Mode& mode = agent_type.modes[m];
      const std::uint32_t group = mode.group;
      std::span<const AgentIndex> agents = within(range, world_.state.agents_in(type, m));
      if (!mode.jumpers.empty()) agents = steer_jumpers(total, type, mode, agents, worker);
      if (agents.empty() || agent_type.groups[group].entries.empty()) continue;
      ArbiterContext::Parts parts{world_,       agent_type, group,  agents,
                                  perceptions_, total,      levels, contributions_};
      if (!agent_type.decisions.are_held()) {
        combine_group(parts);
      } else {
        steer_deciders(parts, scratch_.workers[worker].deciders, stage);
      }
    }
  }
}

// Those whose turn it is decide; for all of them what was decided last goes on.
void Simulator::steer_deciders(ArbiterContext::Parts parts, std::vector<AgentIndex>& deciders,
                               std::size_t stage) {
  const std::span<const AgentIndex> all = parts.agents;
  deciders.clear();
  std::ranges::copy_if(all, std::back_inserter(deciders), [this](AgentIndex i) { return decides(i); });
  parts.agents = deciders;
  parts.is_held = true;
  if (!deciders.empty()) combine_group(parts);
  for (const AgentIndex agent : deciders) {
    const bool asks = parts.total.is_active(agent);
    const std::optional<Request> request = asks ? std::optional(parts.total.request(agent)) : std::nullopt;
    // In trial states it is asked anew, and shortened as what is held.
    if (stage == 0) hold_request(world_, parts.type.decisions, agent, request);
  }
  for (const AgentIndex agent : all) {
    if (stage == 0 || !decides(agent))
      parts.total.set(agent, held_request(world_, parts.type.decisions, agent));
    if (!parts.total.is_active(agent)) continue;
    const Request request = parts.total.request(agent);
    const double limit = world_.state.limits.max_request[agent];
    parts.total.set(agent, Request{clip(request.linear, limit), request.angular});
  }
}

// Those whose jump has the control, as in the air, are steered by it alone. Returns the others.
std::span<const AgentIndex> Simulator::steer_jumpers(RequestColumns& total, std::uint32_t type,
                                                     const Mode& mode, std::span<const AgentIndex> agents,
                                                     std::size_t worker) {
  const AgentType& agent_type = world_.model().types[type];
  std::vector<AgentIndex>& together = scratch_.workers[worker].together;
  together.clear();
  for (const AgentIndex agent : agents) {
    const std::uint32_t entry = entry_in_control(world_, perceptions_, agent_type, mode, agent);
    if (entry == kNoIndex) {
      together.push_back(agent);
      continue;
    }
    steer_alone(world_, perceptions_, agent_type.entries[entry], agent, total);
    must_decide(world_, agent);  // as soon as the jump leaves it to others
    if (contributions_.enabled)
      contributions_.by_type[type][entry][world_.model().agents.index_in_type[agent]] = {
          total.linear(agent), total.angular(agent)};
  }
  return together;
}

// Where the requests of the agents in the range go.
RequestStages& Simulator::requests_of(AgentRange range, std::size_t worker) {
  if (keeps_requests_) return scratch_.requests;
  RequestStages& requests = scratch_.workers[worker].requests;
  requests.begin_at(range.first);
  return requests;
}

// Lets the actuators turn the requests of a stage into commands, in the state the requests were chosen in.
void Simulator::convert(RequestStages& requests, std::size_t stage, AgentRange range) {
  if (requests.commands.empty()) return;
  for (std::uint32_t type = 0; type < world_.model().types.size(); ++type) {
    const AgentType& agent_type = world_.model().types[type];
    if (!agent_type.converts()) continue;
    ActuatorContext context(world_, perceptions_, agent_type, requests.totals[stage],
                            requests.commands[stage]);
    agent_type.actuator->convert(agent_type.actuator_params.get(), context,
                                 within(range, world_.state.agents_of(type)));
  }
}

// The length of each agent's request: an agent that moves little in spite of a long one is stuck.
void Simulator::note_lengths(const RequestColumns& requests, AgentRange range) {
  const auto part = [range](std::vector<double>& lengths) {
    return std::span(lengths).subspan(range.first, range.last - range.first);
  };
  if (world_.state.status.presence().empty())  // all are present: whole columns instead of lists
    return requests.linear_lengths(range.first, part(scratch_.request_lengths));
  std::ranges::copy(part(world_.state.status.request_length), part(scratch_.request_lengths).begin());
  for (const AgentLists::OfType& type : world_.state.lists.types) {
    for (const AgentIndex i : within(range, type.all))
      scratch_.request_lengths[i] = length(requests.linear(i));
  }
}

void Simulator::actuate(const RequestStages& requests, AgentRange range) {
  for (std::uint32_t type = 0; type < world_.model().types.size(); ++type) {
    const AgentType& agent_type = world_.model().types[type];
    LocomotionContext context(world_, agent_type, requests.commands_to(agent_type));
    agent_type.locomotion->advance(agent_type.locomotion_params.get(), context,
                                   within(range, world_.state.agents_of(type)));
  }
  if (!world_.state.ground_velocities.empty()) carry(world_, range, world_.model().dt);
  if (has_.pushes) move_pushed(world_, bodies_in(range));
  if (has_.heights) keep_flying(world_, bodies_in(range));
}

// What ground and edges do to the agents; whether all their numbers are finite.
bool Simulator::constrain(AgentRange range) {
  if (has_.restraints) restrain(world_, range);
  if (has_.heights) hold_at_rises(world_, bodies_in(range));
  if (world_.model().statics->ground.has_gap_walls()) hold_at_gaps(world_, bodies_in(range));
  if (has_.closed_edges) apply_edges(world_.model().bounds, world_.state.next, range);
  return are_finite(world_.state.next, range);
}

StepFailure Simulator::find_failure() const {
  AgentIndex broken = 0;
  while (broken_quantity(world_.state.next, broken).empty())
    ++broken;
  return {world_.state.tick, world_.model().agents.number[broken],
          std::string(broken_quantity(world_.state.next, broken))};
}

}  // namespace drover
