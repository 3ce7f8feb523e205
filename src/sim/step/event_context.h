// The changes that an event may make to the world, between two steps.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/check.h"
#include "sim/step/agent_limits.h"
#include "sim/step/region_crowds.h"
#include "sim/step/room.h"

namespace drover {

// What the events of one state share. It keeps its memory, so that steps allocate nothing.
struct EventTables {
  BodyTable bodies;
  RegionCrowds crowds;
};

class EventContext {
 public:
  // While the world is built, nothing happens and no table is needed.
  explicit EventContext(World& world, EventTables* tables = nullptr) : world_(world), tables_(tables) {}

  World& world() { return world_; }
  const World& world() const { return world_; }
  const AgentType& type_of(AgentIndex agent) const { return world_.model().type_of(agent); }

  // The bodies that are there, as they were when the table was last built; only in a world that runs.
  BodyTable& bodies() { return tables().bodies; }
  const BodyTable& bodies() const { return tables().bodies; }
  // What the agents of one event know that choose among regions.
  RegionCrowds& crowds() { return tables().crowds; }
  // Another event acts on the world as those before it left it.
  void begin_event() { crowds().forget(); }
  // Whether keyframes say where the agent is: there is nothing to choose then.
  bool is_dictated(AgentIndex agent) const { return type_of(agent).is_dictated(); }

  // Adds or removes an agent. Ids are never reused; the state of a removed agent stays as it was.
  void appear(AgentIndex agent);
  // Agents that come together: each at the free place nearest to its own, or at its own, free or not.
  void appear_where_free(std::span<const AgentIndex> agents);
  void appear_in_place(std::span<const AgentIndex> agents);
  // How many of them appeared on other bodies.
  std::uint64_t overlapping_births() const { return overlapping_births_; }
  void vanish(AgentIndex agent);

  // The position, velocity and heading an agent gets; absent ones stay as they were.
  struct Pose {
    Vec3 position;  // m
    std::optional<Vec3> velocity = {};
    std::optional<Vec3> heading = {};  // unit; absent: along the velocity, where that is given and not zero
  };
  // Teleports an agent, to a position inside a world that wraps, reflects or clamps. The memories of the
  // agent's behaviors start anew, because they describe a path the agent did not take.
  void put(AgentIndex agent, const Pose& pose);

  void enter_mode(AgentIndex agent, std::uint32_t mode);

  // The obstacle or wall that the event is about, in an event about one.
  void set_shape(const Target* shape) { shape_ = shape; }
  // It appears or vanishes. Bodies that are in one that appears are caught by it.
  void show_shape(bool is_present);

  // Enforces the limits of an agent after they changed: its own, and those that follow from them.
  void limit(AgentIndex agent);

  // The events may have changed the radius, the range or another parameter of perceptions.
  void changed_parameters() { parameters_changed_ = true; }
  bool parameters_changed() const { return parameters_changed_; }

  // Updates the lists of agents.
  void update_lists();

 private:
  EventTables& tables() const {
    DROVER_CHECK(tables_ != nullptr, "events happen only in a world that runs");
    return *tables_;
  }
  void appear_on(AgentIndex agent, Vec3 place);

  World& world_;
  EventTables* tables_;
  const Target* shape_ = nullptr;
  bool population_changed_ = false;
  std::uint64_t overlapping_births_ = 0;
  bool modes_changed_ = false;
  bool parameters_changed_ = false;
};

// A parameter that an event sets for single agents: of the agents of a type, or of one behavior of a type.
struct ParameterColumn {
  const Field* field = nullptr;  // nullptr: not found
  // One of them says where the numbers are, by agent.
  const AgentLimit* limit = nullptr;
  ColumnHandle<double> of_behavior = {};

  bool is_limit() const { return limit != nullptr; }
  void set(World& world, AgentIndex agent, double value) const;
};

// Finds "max_speed" or "<label of a behavior>.<key>" in the agent type and makes it a column. Blames the key
// "parameter" when there is no such parameter.
// Only while the world is built, before perceptions are planned: they copy parameters.
std::optional<Problem> find_parameter(World& world, std::uint32_t type, std::string_view parameter,
                                      ParameterColumn& out);

// Gives a parameter numbers of its own for each agent: a column "parameter <k>/<name>" of the state, of which
// the parameter then reads. Only before other columns are added.
ColumnHandle<double> bind_parameter(Parameter& parameter, ColumnSet& columns, std::string_view name,
                                    std::vector<double> values);

}  // namespace drover
