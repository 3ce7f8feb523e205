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
#include "sim/definitions/definitions.h"
#include "sim/definitions/kinds.h"
#include "sim/geometry/bounds.h"
#include "sim/geometry/path.h"
#include "sim/geometry/region.h"
#include "sim/geometry/static_geometry.h"
#include "sim/state/memory.h"
#include "sim/state/state.h"

namespace drover {

// A factor that follows a measured quantity, linked.
struct Ramp {
  const MeasureKind* kind = nullptr;
  std::shared_ptr<void> params;
  Rows<2> points;

  // The factor for a value of the quantity: linear between the points, the ends held.
  double at(double value) const;
};

// One behavior of a stack, linked: names became indices, distributions became columns.
struct Slot {
  const BehaviorKind* kind = nullptr;
  std::shared_ptr<void> params;
  std::string label;         // "wander", or "wander#1" for the second of its kind
  std::uint32_t stream = 0;  // of its random numbers: follows from the label, so other slots do not shift it
  Quantity weight = 1.0;
  std::optional<Ramp> weight_by;
  Quantity probability;
  Quantity priority = 0.0;
  std::optional<Ramp> priority_by;
  bool fallback = false;
  std::uint32_t condition = kNoIndex;  // index in World::conditions; without one it is always asked
  std::uint32_t group = kNoIndex;      // of a slot that is a group: index in Stack::groups
  Memory memory;                       // kind->memory numbers for each agent of the type, by rank
};

// Slots that one arbiter combines.
struct SlotGroup {
  const ArbiterKind* arbiter = nullptr;
  std::shared_ptr<void> arbiter_params;
  std::vector<std::uint32_t> slots;  // indices in Stack::slots
  Memory memory;                     // arbiter->memory numbers for each agent of the type, by rank
};

// A way from one mode to another.
struct Transition {
  std::uint32_t condition = kNoIndex;  // index in World::conditions
  std::uint32_t to = 0;                // index in Stack::modes
};

// What agents of a type may be doing. A type without modes has one, without a name.
struct Mode {
  std::string name;
  std::uint32_t group = 0;         // what its agents run: index in Stack::groups
  std::vector<AgentIndex> agents;  // in this mode now, ascending; not kept where it is the only one
  std::vector<Transition> transitions;
  double min_dwell = 0.0;  // s
};

// All agents of a type.
struct Stack {
  std::string name;
  std::vector<AgentIndex> agents;  // those present, ascending
  std::size_t agent_count = 0;     // all there will ever be
  const ActuatorKind* actuator = nullptr;
  std::shared_ptr<void> actuator_params;
  RequestUnit request_unit = RequestUnit::acceleration;  // of what its behaviors answer with
  const LocomotionKind* locomotion = nullptr;
  std::shared_ptr<void> locomotion_params;
  std::vector<Slot> slots;  // of all groups
  std::vector<SlotGroup> groups;
  std::vector<Mode> modes;
  std::int64_t heading_samples = 1;
  std::string color;

  const SlotGroup& root(const Mode& mode) const { return groups[mode.group]; }
  std::span<const AgentIndex> agents_in(const Mode& mode) const {
    return modes.size() == 1 ? agents : mode.agents;
  }
};

// A condition, linked. The answers are found in every step, in the order of World::conditions, where parts
// stand before what is made of them.
struct Condition {
  const ConditionKind* kind = nullptr;
  std::shared_ptr<void> params;
  std::string label;
  std::uint32_t stream = 0;             // of its random numbers
  std::vector<std::uint32_t> children;  // indices in World::conditions
  Target watched;                   // whose condition it is: the agents of a type, or those an event watches
  Memory memory;                    // by index of the agent
  std::vector<std::uint8_t> holds;  // the answer, by index of the agent
};

// An event, linked.
struct Event {
  const EventKind* kind = nullptr;
  std::shared_ptr<void> params;
  double at = 0.0;                     // of an event at a time: when it first happens [s]
  double every = 1.0;                  // time between repetitions [s]
  std::uint64_t times = 1;             // how often it happens
  std::uint32_t condition = kNoIndex;  // of an event with a condition: index in World::conditions
  Target target;                       // none for spawn
  Target watch;                        // none: every target by itself
  std::vector<AgentIndex> newcomers;   // of spawn: its agents, batch after batch
  // State: how often it happened, and to whom it did where every target counts by itself.
  std::uint64_t happened = 0;
  std::vector<std::uint8_t> done;  // by index of the agent
  bool triggered = false;          // while events happen: its condition held for somebody watched
};

// A name an agent was given.
struct AgentName {
  std::string name;
  AgentIndex agent;
};

// A parameter that differs from agent to agent. Behaviors point at its values, so it stays where it is.
struct ParameterValues {
  std::string name;            // "wander/weight"
  std::vector<double> values;  // by index of the agent
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
  std::vector<Region> regions;
  NonPenetrationDef non_penetration;
  PartitionDef partition;
  AgentTable agents;
  std::vector<AgentName> names;                         // sorted by name
  std::vector<AgentList> groups;                        // named groups, those present
  std::vector<std::unique_ptr<ParameterValues>> drawn;  // parameters that differ from agent to agent

  // State; the memories of slots, groups and conditions belong to it too.
  std::vector<Stack> stacks;  // one per agent type
  std::vector<Condition> conditions;
  std::vector<Event> events;
  AgentState state;                        // S(t), frozen during a step
  AgentState next;                         // S(t+1), written by it
  SharedColumn<std::uint32_t> mode;        // per agent, index in Stack::modes
  SharedColumn<std::uint64_t> mode_since;  // per agent, the tick it came into its mode
  std::vector<double> demand;              // per agent, the length of its last request, in its unit
  // Per agent, the tick at which it last came to its place without travelling: at the start of the run or by
  // an event. Nothing but observation looks at it.
  SharedColumn<std::uint64_t> placed;

  bool is_present(AgentIndex i) const { return agents.present[i] != 0; }
  std::size_t present_count() const;
  const Mode& mode_of(AgentIndex i) const { return stacks[agents.type[i]].modes[mode[i]]; }

  // The agents of a group or type target that are present, ascending; of an agent target that agent, present
  // or not.
  std::span<const AgentIndex> members(const Target& target) const;
  std::optional<AgentIndex> find_agent(std::string_view name) const;
};

}  // namespace drover
