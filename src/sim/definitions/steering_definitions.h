// What a scenario file says about the steering of an agent type or of an anchor: entries, groups, modes and
// what they depend on; see definitions.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/field.h"
#include "sim/definitions/goal_definitions.h"

namespace drover {

struct ActionKind;
struct ActuatorKind;
struct ArbiterKind;
struct BehaviorKind;
struct ConditionKind;
struct LocomotionKind;
struct QuantityKind;

// When something holds for an agent.
struct ConditionDef {
  Boxed<ConditionKind> condition;
  std::uint32_t index = kNoIndex;  // linked, of parts of a kind: of Model::conditions
  static const Table& table();
};

// A factor that follows a quantity: straight lines between the points (quantity, factor), the ends
// held.
struct RampDef {
  Rows<2> points;
  Boxed<QuantityKind> quantity;
  std::uint32_t index = kNoIndex;  // linked, of limits and neighborhoods: of Model::factors
  static const Table& table();
};

// The speed that a behavior takes for full speed.
DROVER_ENUM(FullSpeed, preferred, max)

// One behavior of a stack: what every kind has, and the kind with its own parameters. The reader replaces
// labels by kinds and numbers and puts what is added into its place, so that the texts are empty.
struct StackEntryDef {
  std::string label;
  std::string before;
  std::string after;
  std::string mode;
  Parameter weight = 1.0;
  std::optional<RampDef> weight_by;
  std::optional<ConditionDef> when;
  Parameter probability;
  Parameter priority;
  std::optional<RampDef> priority_by;
  bool fallback = false;
  FullSpeed speed = FullSpeed::preferred;
  double decide_every = 0.0;  // s
  Boxed<BehaviorKind> behavior;
  static const Table& table();
};

struct ArbiterDef {
  Boxed<ArbiterKind> arbiter;
  static const Table& table();
};

struct ActuatorDef {
  Boxed<ActuatorKind> actuator;
  static const Table& table();
};

struct LocomotionDef {
  Boxed<LocomotionKind> locomotion;
  static const Table& table();
};

// The parameters of the behavior kind "group": several behaviors that count as one.
struct BehaviorGroupDef {
  ArbiterDef arbiter;
  std::vector<StackEntryDef> behaviors;
};

// Something that an agent does beside moving, such as to fire at a target.
struct ActionDef {
  std::optional<ConditionDef> when;
  Boxed<ActionKind> action;
  static const Table& table();
};

struct TransitionDef {
  std::optional<ConditionDef> when;
  std::string to;
  static const Table& table();
};

// What an agent does while it is in a mode, and when it leaves it.
struct ModeDef {
  ArbiterDef arbiter;
  std::vector<StackEntryDef> behaviors;
  std::vector<TransitionDef> transitions;
  double min_dwell = 0.0;
  std::vector<ActionDef> actions;
  GoalKeys goals;
  static const Table& table();
};

struct SteeringDef {
  ArbiterDef arbiter;
  std::vector<StackEntryDef> behaviors;
  NamedList<ModeDef> modes;
  std::string initial_mode;
  JsonText change;                 // absent: the reader has changed the stacks
  std::vector<StackEntryDef> add;  // empty, likewise
  static const Table& table();
};

}  // namespace drover
