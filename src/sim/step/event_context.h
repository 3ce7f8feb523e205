// The changes that an event may make to the world, between two steps.
#pragma once

#include <optional>
#include <span>

#include "sim/step/explosions.h"
#include "sim/step/region_crowds.h"
#include "sim/step/room.h"

namespace drover {

// What the events of one state share. It keeps its memory, so that steps allocate nothing.
struct EventTables {
  BodyTable bodies;
  RegionCrowds crowds;
  std::vector<AgentIndex> all_bodies;  // by index, where some event needs them
  EffectList effects;
};

class EventContext {
 public:
  EventContext(World& world, EventTables& tables) : world_(world), tables_(tables) {}

  World& world() { return world_; }
  const World& world() const { return world_; }
  const AgentType& type_of(AgentIndex agent) const { return world_.model().type_of(agent); }

  // The bodies that are there, as they were when the table was last built.
  BodyTable& bodies() { return tables_.bodies; }
  const BodyTable& bodies() const { return tables_.bodies; }
  // What the agents of one event know that choose among regions.
  RegionCrowds& crowds() { return tables_.crowds; }
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

  // Changes the velocity of a body [m/s]; see sim/step/pushes.h.
  void push_body(AgentIndex agent, Vec3 change) {
    push(world_, {world_.state.motion, world_.state.elevation}, agent, change);
  }
  // Something explodes there [m].
  void explode_at(Vec3 center, const ExplosionDef& explosion);
  // On the counter of an agent, when all events of the state have happened.
  void note_effect(AgentIndex agent, const EffectDef& effect) { tables_.effects.note(world_, agent, effect); }
  void apply_effects() { tables_.effects.apply(world_); }

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
  void appear_on(AgentIndex agent, Vec3 position);

  World& world_;
  EventTables& tables_;
  const Target* shape_ = nullptr;
  bool population_changed_ = false;
  std::uint64_t overlapping_births_ = 0;
  bool modes_changed_ = false;
  bool parameters_changed_ = false;
};

}  // namespace drover
