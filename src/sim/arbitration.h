// What an arbiter works with: the slots of one stack, its agents, and the columns to fill.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/random.h"
#include "sim/behavior_view.h"
#include "sim/requests.h"
#include "sim/world.h"

namespace drover {

// What each slot contributed to each agent's acceleration: "who pushed whom". Kept only when somebody records
// it.
struct Contributions {
  bool enabled = false;
  // By stack, then slot: one vector per agent of the stack, by rank [m/s^2].
  std::vector<std::vector<std::vector<Vec3>>> by_stack;
};

class ArbiterContext {
 public:
  struct Parts {
    World& world;
    Stack& stack;
    std::size_t stack_index;
    std::span<const PerceptionPass> perceptions;
    RequestColumns& request;             // scratch: the slot evaluated last
    RequestColumns& total;               // the result
    std::vector<AgentIndex>& remaining;  // room for lists of agents
    std::vector<AgentIndex>& selected;
    Contributions& contributions;
  };
  explicit ArbiterContext(const Parts& parts) : parts_(parts) {}

  std::span<const AgentIndex> agents() const { return parts_.stack.agents; }
  std::size_t slot_count() const { return parts_.stack.slots.size(); }
  const Slot& slot(std::size_t k) const { return parts_.stack.slots[k]; }
  double max_acceleration(AgentIndex agent) const { return parts_.world.agents.max_acceleration[agent]; }

  // Asks slot k for its requests; they stand in request() until the next call. Slots with weight zero for
  // every agent need not be asked.
  void evaluate(std::size_t k, std::span<const AgentIndex> agents);
  const RequestColumns& request() const { return parts_.request; }

  // The acceleration the agent will be given; starts as none.
  RequestColumns& total() { return parts_.total; }

  // Notes what slot k added to the agent's total.
  void contribute(std::size_t k, AgentIndex agent, Vec3 acceleration);

  // A list of the stack's agents that the arbiter may shrink, and room for a second list.
  std::vector<AgentIndex>& remaining();
  std::vector<AgentIndex>& selected() { return parts_.selected; }

  // This tick's number in [0, 1) for an agent and a slot, keyed by both: no slot shifts another's.
  double uniform(AgentIndex agent, const Slot& slot) const;

 private:
  Parts parts_;
};

}  // namespace drover
