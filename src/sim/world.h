// Everything a run is made of: the state that changes and the things that do not, linked and ready to step.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/quantity.h"
#include "sim/bounds.h"
#include "sim/definitions.h"
#include "sim/kinds.h"
#include "sim/path.h"
#include "sim/state.h"
#include "sim/static_geometry.h"

namespace drover {

// One behavior of a stack, linked: names became indices, distributions became columns.
struct Slot {
  const BehaviorKind* kind = nullptr;
  std::shared_ptr<void> params;
  std::string label;         // "wander", or "wander#1" for the second of its kind
  std::uint32_t stream = 0;  // of its random numbers: follows from the label, so other slots do not shift it
  Quantity weight = 1.0;
  Quantity probability;
  std::vector<double> memory;  // kind->memory numbers for each agent of the stack, by rank
};

// All agents of a type run the same stack.
struct Stack {
  std::string name;
  std::vector<AgentIndex> agents;  // ascending
  const ArbiterKind* arbiter = nullptr;
  std::shared_ptr<void> arbiter_params;
  const LocomotionKind* locomotion = nullptr;
  std::shared_ptr<void> locomotion_params;
  std::vector<Slot> slots;
  std::int64_t heading_samples = 1;
  std::string color;
};

// A name an agent was given.
struct AgentName {
  std::string name;
  AgentIndex agent;
};

struct World {
  // Clock. time = tick * dt, never accumulated.
  std::uint64_t seed = 0;
  double dt = 0.0;  // s
  std::uint64_t tick = 0;
  double time() const { return static_cast<double>(tick) * dt; }

  // What does not change.
  Bounds bounds;
  StaticGeometry geometry;
  std::vector<Path> paths;
  NonPenetrationDef non_penetration;
  PartitionDef partition;
  AgentTable agents;
  std::vector<AgentName> names;                             // sorted by name
  std::vector<AgentList> groups;                            // named groups, in order of appearance
  std::vector<std::unique_ptr<std::vector<double>>> drawn;  // columns of drawn parameters

  // State; the memories of the slots belong to it too.
  std::vector<Stack> stacks;  // one per agent type
  AgentState state;           // S(t), frozen during a step
  AgentState next;            // S(t+1), written by it

  // The agents of a group or type target, ascending.
  std::span<const AgentIndex> members(const Target& target) const {
    return target.type == TargetType::group ? groups[target.index].agents : stacks[target.index].agents;
  }
  std::optional<AgentIndex> find_agent(std::string_view name) const;
};

// The state hash: everything that can influence S(t+1). -0 counts as 0.
std::uint64_t state_hash(const World& world);

}  // namespace drover
