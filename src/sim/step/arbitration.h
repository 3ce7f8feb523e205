// The context of an arbiter: the slots of one group, its agents, and the columns to fill.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/random.h"
#include "sim/state/agent_column.h"
#include "sim/state/world.h"
#include "sim/step/agent_view.h"
#include "sim/step/requests.h"

namespace drover {

// What each slot contributed to the request of each agent, in the unit of its agent type. Kept only when it
// is recorded. The parts of a slot inside a group are what it added to the request of its group.
struct Contributions {
  bool enabled = false;
  // By agent type, then slot: one vector per agent of the type, by index in the type.
  std::vector<std::vector<std::vector<Vec3>>> by_type;
};

// Columns and lists for one level of nested groups, with room for the agents of one chunk.
struct ArbitrationScratch {
  explicit ArbitrationScratch(std::size_t count);
  // Makes the columns those of the agents from this one on.
  void begin_at(AgentIndex first);

  RequestColumns request;             // the slot evaluated last
  std::vector<AgentIndex> remaining;  // room for lists of agents
  std::vector<AgentIndex> selected;
  std::vector<AgentIndex> active;
  // Columns by agent, with stale values when an arbiter begins; it sets the entries of its agents.
  AgentColumn<double> numbers, more_numbers;
  AgentColumn<std::uint32_t> marks, more_marks;
  AgentColumn<double> demand;  // see ArbiterContext::demand; of the slot evaluated last, if it is a group
};

class ArbiterContext {
 public:
  struct Parts {
    World& world;
    const AgentType& type;
    std::size_t type_index;
    std::uint32_t group;  // index in AgentType::groups
    std::span<const AgentIndex> agents;
    std::span<const PerceptionPass> perceptions;
    RequestColumns& total;                  // the result
    std::span<ArbitrationScratch> scratch;  // one entry for this level and each below it
    Contributions& contributions;
    // Of a nested group: where to add the lengths of what its slots contribute (see ArbiterContext::demand).
    AgentColumn<double>* demand = nullptr;
  };
  explicit ArbiterContext(const Parts& parts) : parts_(parts) {}

  std::span<const AgentIndex> agents() const { return parts_.agents; }
  // The slots of the group are counted from 0, whatever else its agent type has.
  std::size_t slot_count() const { return slots().size(); }
  const Slot& slot(std::size_t k) const { return parts_.type.slots[slots()[k]]; }
  // The unit of the requests.
  RequestUnit unit() const { return parts_.type.request_unit; }
  // The limits of a request, in its unit: m/s^2 or m/s, and rad/s^2 or rad/s.
  double max_request(AgentIndex agent) const { return parts_.world.state.limits.max_acceleration[agent]; }
  double max_angular_request(AgentIndex agent) const {
    return parts_.world.state.limits.max_angular_acceleration[agent];
  }
  const World& world() const { return parts_.world; }
  // Whether angular requests reach the body at all.
  bool body_turns() const { return parts_.type.locomotion->turns; }

  // The weight of slot k for an agent now.
  double weight(std::size_t k, AgentIndex agent) const { return weight(slot(k), agent); }
  // The priority of slot k for an agent now; the same for every agent at all times where it is constant.
  double priority(std::size_t k, AgentIndex agent) const;
  bool has_constant_priority(std::size_t k) const {
    return !slot(k).priority_by && !slot(k).priority.varies();
  }
  // Whether slot k counts for an agent now: its condition holds and its weight is not zero.
  bool counts(std::size_t k, AgentIndex agent) const;

  // Evaluates the requests of slot k, which are valid in request() until the next call. An agent for which
  // the slot's condition does not hold has none.
  void evaluate(std::size_t k, std::span<const AgentIndex> agents);
  const RequestColumns& request() const { return level().request; }
  // The request of slot k, evaluated last, to an agent, times its weight. Weight zero is the same as no
  // request.
  std::optional<Request> weighted(std::size_t k, AgentIndex agent) const {
    std::optional<Request> found;
    visit_weighted(k, std::span(&agent, 1), [&](AgentIndex, const Request& part) { found = part; });
    return found;
  }
  // Calls visit(agent, request) for those of the agents that have such a request.
  template <class Visit>
  void visit_weighted(std::size_t k, std::span<const AgentIndex> agents, Visit&& visit) const {
    const Slot& s = slot(k);
    // A constant weight is hoisted out of the loop.
    if (s.weight_by || s.weight.varies()) {
      visit_weighted(
          agents, [&](AgentIndex agent) { return weight(s, agent); }, visit);
    } else {
      visit_weighted(
          agents, [factor = s.weight.constant()](AgentIndex) { return factor; }, visit);
    }
  }
  // The demand of slot k, a group evaluated last: the sum of the lengths of what its slots contributed, times
  // the size of the group's weight, in unit(). It exceeds the length of the group's request where the
  // contributions oppose each other.
  double demand(std::size_t k, AgentIndex agent) const;

  // A request shortened to the agent's limits: its linear part by length, its angular part by size.
  Request clipped(const Request& request, AgentIndex agent) const {
    return {clip(request.linear, max_request(agent)), clip_turn(request.angular, max_angular_request(agent))};
  }

  // The total request of each agent; starts as none.
  RequestColumns& total() { return parts_.total; }

  // Records what slot k added to the agent's total.
  void contribute(std::size_t k, AgentIndex agent, Vec3 part) {
    if (notes_contributions()) note_contribution(k, agent, part);
  }
  // Multiplies what has been recorded for the agent: where an arbiter clips the sum of the slots.
  void scale_contributions(AgentIndex agent, double factor);
  bool notes_contributions() const { return parts_.demand != nullptr || parts_.contributions.enabled; }

  // The numbers the agent remembers for this group.
  std::span<double> memory(AgentIndex agent) const {
    const MemoryHandle& memory = parts_.type.groups[parts_.group].memory;
    return parts_.world.state.columns.values(memory).subspan(
        parts_.world.model().agents.index_in_type[agent] * memory.width, memory.width);
  }

  // A list of the group's agents that the arbiter may shrink, room for a second list and for columns.
  std::vector<AgentIndex>& remaining();
  std::vector<AgentIndex>& selected() { return level().selected; }
  ArbitrationScratch& columns() { return level(); }

  // This tick's number in [0, 1) for an agent and a slot, keyed by both: no slot shifts another's.
  double uniform(AgentIndex agent, const Slot& slot) const;

 private:
  template <class Weight, class Visit>
  void visit_weighted(std::span<const AgentIndex> agents, Weight weight_of, Visit& visit) const {
    const RequestColumns& requests = request();
    for (const AgentIndex agent : agents) {
      if (!requests.is_active(agent)) continue;
      const double factor = weight_of(agent);
      if (factor == 0.0) continue;
      visit(agent, requests.scaled(agent, factor));
    }
  }
  double weight(const Slot& s, AgentIndex agent) const {
    return s.weight_by ? s.weight[agent] * ramp(s.weight_by, agent, 1.0) : s.weight[agent];
  }
  std::span<const std::uint32_t> slots() const { return parts_.type.groups[parts_.group].slots; }
  ArbitrationScratch& level() { return parts_.scratch.front(); }
  const ArbitrationScratch& level() const { return parts_.scratch.front(); }
  void note_contribution(std::size_t k, AgentIndex agent, Vec3 part);
  double ramp(const std::optional<Ramp>& ramp, AgentIndex agent, double otherwise) const;
  std::span<const AgentIndex> active_agents(const Slot& slot, std::span<const AgentIndex> agents);
  void evaluate_group(const Slot& slot, std::span<const AgentIndex> agents);

  Parts parts_;
};

// Combines the requests of the group for each listed agent.
void combine_group(const ArbiterContext::Parts& parts);

// The number of levels of groups below and including this one.
std::size_t depth_of(const AgentType& type, std::uint32_t group);

}  // namespace drover
