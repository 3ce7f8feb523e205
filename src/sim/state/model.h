// Everything a run never changes: kinds and their parameters, linked; geometry; paths; and the identity of
// the agents.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/parameter.h"
#include "sim/definitions/definitions.h"
#include "sim/definitions/kinds.h"
#include "sim/definitions/name_table.h"
#include "sim/geometry/bounds.h"
#include "sim/geometry/ground.h"
#include "sim/geometry/path.h"
#include "sim/geometry/placement_space.h"
#include "sim/geometry/platform.h"
#include "sim/geometry/region.h"
#include "sim/geometry/static_shapes.h"
#include "sim/navigation/navigation_model.h"
#include "sim/state/agent_column.h"
#include "sim/state/column_set.h"
#include "sim/state/formation_model.h"
#include "sim/state/goal_model.h"
#include "sim/state/projectile_model.h"
#include "sim/state/shared_column.h"

namespace drover {

// A factor that follows a quantity, linked.
struct Ramp {
  const QuantityKind* kind = nullptr;
  std::shared_ptr<void> params;
  Rows<2> points;

  // The factor for a value of the quantity: linear between the points, the ends held.
  double at(double value) const;
};

// A factor on a limit or on a number of a neighborhood: one number per agent, found from S(t) before anything
// is perceived.
struct Factor {
  Ramp ramp;
  std::vector<AgentIndex> agents;  // that have it, ascending

  double least() const;
  double greatest() const;
};

// The factors on the limits of an agent type: indices in Model::factors, kNoIndex where a limit has none.
struct LimitFactors {
  std::uint32_t max_speed = kNoIndex;
  std::uint32_t preferred_speed = kNoIndex;
  std::uint32_t max_force = kNoIndex;
  std::uint32_t max_acceleration = kNoIndex;
  std::uint32_t max_turn_rate = kNoIndex;
  std::uint32_t gravity = kNoIndex;
  std::uint32_t jump_speed = kNoIndex;

  friend bool operator==(const LimitFactors&, const LimitFactors&) = default;
};

// A quantity that the scenario declares under a name of its own, linked.
struct NamedQuantity {
  std::string name;
  const QuantityKind* kind = nullptr;
  std::shared_ptr<void> params;
};

// A number that agents have, such as health. Types without it have a column of zeros that nobody reads.
struct Counter {
  std::string name;
  ColumnHandle<double> values;  // by index of the agent
};

// When something is asked that need not be asked in every step, and what it asked for last; see
// sim/step/held_requests.h.
struct Decisions {
  std::uint64_t period = 1;  // once in so many steps
  bool together = false;     // all agents in the same step
  MemoryHandle held = {};    // for each agent of the type, by index in the type

  bool are_held() const { return period > 1; }
};

// One behavior of a stack, linked: names became indices, distributions became columns.
struct StackEntry {
  const BehaviorKind* kind = nullptr;
  std::shared_ptr<void> params;
  std::string label;  // "wander", or "wander#1" for the second of its kind
  std::uint32_t stream =
      0;  // of its random numbers: follows from the label, so other entries do not shift it
  Parameter weight = 1.0;
  std::optional<Ramp> weight_by;
  Parameter probability;
  Parameter priority = 0.0;
  std::optional<Ramp> priority_by;
  bool fallback = false;
  FullSpeed speed = FullSpeed::preferred;
  Decisions decisions;  // of this behavior alone
  ClipTime clip = ClipTime::before_damping;
  std::uint32_t condition = kNoIndex;  // index in Model::conditions; without one it is always evaluated
  std::uint32_t group = kNoIndex;      // of an entry that is a group: index in AgentType::groups
  MemoryHandle memory;  // kind->memory numbers for each agent of the type, by index in the type
};

// Slots that one arbiter combines.
struct StackGroup {
  const ArbiterKind* arbiter = nullptr;
  std::shared_ptr<void> arbiter_params;
  std::vector<std::uint32_t> entries;  // indices in AgentType::entries
  MemoryHandle memory;  // arbiter->memory numbers for each agent of the type, by index in the type
};

// A transition from one mode to another.
struct Transition {
  std::uint32_t condition = kNoIndex;  // index in Model::conditions
  std::uint32_t to = 0;                // index in AgentType::modes
};

// A mode of the agents of a type. A type without modes has one, without a name.
struct Mode {
  std::string name;
  std::uint32_t group = 0;  // what its agents run: index in AgentType::groups
  std::vector<Transition> transitions;
  double min_dwell = 0.0;         // s
  std::uint32_t goal = kNoIndex;  // its own goal: index in GoalModel::goals
  // Its entries that let agents jump, groups included: indices in AgentType::entries.
  std::vector<std::uint32_t> jumpers = {};
};

// Something that agents do beside moving, linked.
struct Action {
  const ActionKind* kind = nullptr;
  std::shared_ptr<void> params;
  std::string label;                   // "fire", or "fire#1" for the second of its kind
  std::uint32_t stream = 0;            // of its random numbers
  std::uint32_t mode = kNoIndex;       // index in AgentType::modes; without one it is done in all modes
  std::uint32_t condition = kNoIndex;  // index in Model::conditions; without one always
  MemoryHandle memory;                 // kind->memory numbers for each agent of the type, by index in it
};

// An agent type, linked.
struct AgentType {
  std::string name;
  std::size_t agent_count = 0;  // all there will ever be
  const ActuatorKind* actuator = nullptr;
  std::shared_ptr<void> actuator_params;
  RequestUnit request_unit = RequestUnit::acceleration;  // of the requests of its behaviors
  MemoryHandle actuator_memory;                          // of its agents, by index in the type
  const LocomotionKind* locomotion = nullptr;
  std::shared_ptr<void> locomotion_params;
  MemoryHandle locomotion_memory;   // likewise
  Decisions decisions;              // of all its behaviors
  std::vector<StackEntry> entries;  // of all groups
  std::vector<StackGroup> groups;
  std::vector<Mode> modes;
  std::vector<Action> actions;
  LimitFactors limit_factors;
  // Obstacles with a smaller radius are none for it: for the anchor of a formation, whose members go round
  // them [m].
  double smallest_obstacle = 0.0;
  std::int64_t heading_samples = 1;
  std::string color;
  double gravity = 0.0;      // that its agents fall with, where there are heights [m/s^2]
  double body_height = 0.0;  // m
  std::optional<HandsDef> hands;
  std::optional<DeadReckoningDef> dead_reckoning;
  MemoryHandle reports;  // with it, a ReportMemory for each agent of the type, by index in it
  std::vector<std::optional<CounterDef>> counters;  // by index in Model::counters
  double jump_speed = 0.0;  // how fast its feet rise when they leave the ground in a jump [m/s]
  double air_drag = 0.0;    // of bodies in the air [1/s]

  const StackGroup& root(const Mode& mode) const { return groups[mode.group]; }
  // Whether what behaviors ask about turns reaches the bodies.
  bool turns() const { return locomotion->turns || locomotion->takes == RequestUnit::drive; }
  // Whether its actuator has anything to do.
  bool converts() const {
    return actuator->convert != nullptr && !(actuator->passes_on && locomotion->takes == request_unit);
  }
  // Whether its locomotion says where its agents are.
  bool is_dictated() const {
    return locomotion->dictates_positions != nullptr &&
           locomotion->dictates_positions(locomotion_params.get());
  }
};

// A condition, linked. The answers are found in every step, in the order of Model::conditions, where children
// precede their parents.
struct Condition {
  const ConditionKind* kind = nullptr;
  std::shared_ptr<void> params;
  std::string label;
  std::uint32_t stream = 0;             // of its random numbers
  std::vector<std::uint32_t> children;  // indices in Model::conditions
  Target watched;       // it is evaluated for them: the agents of a type, or those an event watches
  MemoryHandle memory;  // by index of the agent
  ColumnHandle<std::uint8_t> holds;  // the answer, by index of the agent
  bool at_decisions = false;  // of agents that do not decide in every step; in between the answer stays
};

// Where the agents of a source that waits for room come in, in the order of their numbers: the first of
// those that are due tries in every step, and no other passes it. How many are due and how many are in says
// which wait.
struct WaitingArea {
  std::optional<PlacementSpace> space;   // without it, and where that is not random: at their own places
  Clearance clearance;                   // that they keep, unless bodies may overlap
  bool overlaps = false;                 // they need no room
  ColumnHandle<std::uint64_t> admitted;  // how many are in; one number
};

// An event, linked.
struct Event {
  const EventKind* kind = nullptr;
  std::shared_ptr<void> params;
  std::vector<double> times;             // of an event at a time: when it happens, ascending [s]
  std::uint32_t condition = kNoIndex;    // of an event with a condition: index in Model::conditions
  Target target;                         // none for spawn; an obstacle or a wall for shape
  Target watch;                          // none: every target by itself
  std::vector<AgentIndex> newcomers;     // of spawn: its agents, batch after batch
  std::size_t batch = 0;                 // of spawn: how many come together; the last ones may be fewer
  std::optional<WaitingArea> waiting;    // of spawn: where its agents wait until there is room for them
  ColumnHandle<std::uint64_t> happened;  // how often it was applied; one number
  // Of an event with a condition: the agents it was applied to, where every target counts by itself.
  ColumnHandle<std::uint8_t> done;  // by index of the agent

  // How many newcomers are due when it happened so often.
  std::size_t due_count(std::uint64_t happenings) const {
    if (condition != kNoIndex) return happenings > 0 ? newcomers.size() : 0;
    return std::min(newcomers.size(), static_cast<std::size_t>(happenings) * batch);
  }

  bool is_about_shape() const {
    return target.type == TargetType::obstacle || target.type == TargetType::wall;
  }
};

// A name an agent was given.
struct AgentName {
  std::string name;
  AgentIndex agent;
};

// What is fixed for each agent from the start, in rows by its index.
struct AgentIdentity {
  std::vector<std::uint32_t> number;         // stable, unique, ascending
  SharedColumn<std::uint32_t> type;          // index in Model::types
  std::vector<std::uint32_t> index_in_type;  // position among all agents of the type there will ever be
  SharedColumn<std::uint32_t> group;         // index in Model::group_names, kNoIndex without
  SharedColumn<RequestUnit> request_unit;    // that of the agent type
  SharedColumn<std::uint8_t> immovable;      // whether contacts leave the body where it is
  SharedColumn<double> body_length;          // m; 0 where it is twice the radius

  std::size_t size() const { return number.size(); }
};

// Where all agents were at the last tick that is a multiple of the period.
struct PositionSample {
  static constexpr std::size_t kWidth = 3;  // x, y [m], whether the agent was present

  std::uint64_t period = 1;  // ticks
  MemoryHandle memory;       // by index of the agent
};

// The way of an agent, or of the anchor of a formation, that others follow: where it was in the last seconds,
// or on the last meters (sim/state/trails.h).
struct TrailRecord {
  AgentIndex agent = kNoIndex;
  double memory = kInfinity;  // s
  double length = kInfinity;  // m
  double spacing = 0.0;       // of its points [m]; 0: half the radius that the agent has
  ColumnHandle<double> points = {};
};

struct Model {
  std::uint64_t seed = 0;
  double dt = 0.0;  // s
  Dimensions dimensions = Dimensions::plane;
  Bounds bounds;
  std::shared_ptr<const Statics> statics = std::make_shared<Statics>();  // may be shared with other models
  std::vector<Path> paths;
  std::vector<Region> regions;
  std::vector<Platform> platforms;
  double step_height = 0.0;  // m
  NonPenetrationDef non_penetration;
  PartitionDef partition;
  AgentIdentity agents;
  bool has_doors = false;                // obstacles or walls appear and vanish
  bool has_pushes = false;               // something changes velocities at once
  bool sets_preferred_speed = false;     // some event does
  bool holds_requests = false;           // some agents, or behaviors, do not decide in every step
  NameTable name_table;                  // what the names of the scenario mean
  std::vector<AgentName> names;          // of agents, sorted by name
  std::vector<std::string> group_names;  // of agents
  std::vector<AgentType> types;
  std::vector<Condition> conditions;
  std::vector<Event> events;
  std::vector<NamedQuantity> quantities;
  std::vector<Counter> counters;
  std::vector<Factor> factors;
  std::vector<Formation> formations;
  GoalModel goals;
  ProjectileModel projectiles;
  NavigationModel navigation;
  std::vector<PositionSample> position_samples;
  std::vector<TrailRecord> trails;
  // The anchors of formations, in their order, have the rows and the types behind those of the scenario.
  AgentIndex first_anchor = kNoIndex;

  // Whether agents have heights of their own and turn about any axis.
  bool is_elevated() const { return dimensions == Dimensions::elevated; }
  bool is_spatial() const { return dimensions == Dimensions::space; }
  bool is_anchor(AgentIndex i) const { return i >= first_anchor; }
  AgentRange agent_rows() const { return {0, body_count()}; }
  AgentRange anchor_rows() const { return {body_count(), all_rows().last}; }
  AgentRange all_rows() const { return {0, static_cast<AgentIndex>(agents.size())}; }
  // Whether some formation is emergent: its root is slower than it could be.
  bool has_roots() const { return std::ranges::any_of(formations, &Formation::is_emergent); }
  // Of the agents of the scenario.
  AgentIndex body_count() const { return std::min(all_rows().last, first_anchor); }
  // The agent types of the scenario, without those of anchors.
  std::span<const AgentType> visible_types() const {
    return std::span(types).first(types.size() - formations.size());
  }
  const AgentType& type_of(AgentIndex i) const { return types[agents.type[i]]; }
  // What does not move, as the agent meets it: for some types with the ground they may not enter.
  const StaticShapes& static_shapes_for(AgentIndex i) const {
    if (statics->ground.solids().empty()) return statics->shapes;
    const GroundSolids* solids = statics->ground.solids_of(agents.type[i]);
    return solids == nullptr ? statics->shapes : solids->with_statics;
  }
  std::optional<AgentIndex> find_agent(std::string_view name) const;
  // The agents of the scenario, all there will ever be, ascending.
  std::vector<AgentIndex> every_agent() const { return indices_in(agent_rows()); }
  // nullptr when the scenario declares none of that name.
  const NamedQuantity* find_quantity(std::string_view name) const;
};

}  // namespace drover
