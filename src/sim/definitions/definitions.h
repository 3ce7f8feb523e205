// What a scenario file says, as plain data: written once by the reader, never changed afterwards.
// Defaults are the member initialisers here and nowhere else; meaning, unit and range of every member stand
// in the field tables of definitions.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/field.h"
#include "sim/definitions/counter_definitions.h"
#include "sim/definitions/dead_reckoning_definition.h"
#include "sim/definitions/formation_definitions.h"
#include "sim/definitions/goal_definitions.h"
#include "sim/definitions/ground_definitions.h"
#include "sim/definitions/hands_definitions.h"
#include "sim/definitions/navigation_definitions.h"
#include "sim/definitions/obstacle_definitions.h"
#include "sim/definitions/path_definitions.h"
#include "sim/definitions/platform_definitions.h"
#include "sim/definitions/projectile_definitions.h"
#include "sim/definitions/steering_definitions.h"

namespace drover {

struct EventKind;
struct PlacementKind;

inline constexpr std::int64_t kScenarioFormat = 1;
inline constexpr double kMaxSpeed = 1e4;  // m/s

DROVER_ENUM(PenetrationWeighting, equal, mass)

DROVER_ENUM(Edge, open, wrap, reflect, clamp)

// Pushes overlapping agents apart after they moved. Off unless asked for.
struct NonPenetrationDef {
  bool enabled = false;
  std::int64_t iterations = 1;
  double relaxation = 1.0;
  PenetrationWeighting weighting = PenetrationWeighting::equal;
  bool obstacles = true;
  bool walls = true;
  static const Table& table();
};

// The cells of the neighbor search. They change the speed of a run, never a bit of its results.
struct PartitionDef {
  bool enabled = true;
  std::optional<std::int64_t> cells_x;
  std::optional<std::int64_t> cells_y;
  double cell_size = 0.0;  // 0: chosen from the perception radii
  static const Table& table();
};

struct SimulationDef {
  double dt = 0.02;
  double duration = 30.0;
  PartitionDef partition;
  NonPenetrationDef non_penetration;
  std::int64_t max_projectiles = 1000;
  static const Table& table();
};

struct BoundsDef {
  Vec3 min;
  Vec3 max;
  Edge edge = Edge::open;
  static const Table& table();
};

// A polyline in the plane; in space triangles, by the indices of their corners among the points.
struct WallDef {
  std::string id;
  std::vector<Vec3> points;
  bool closed = false;
  bool solid = false;
  bool present = true;
  Rows<3> triangles = {};
  static const Table& table();
};

// A part of the plane: a disc, a rectangle or a polygon; or of space: a ball, a box, or what lies over a
// polygon.
struct RegionDef {
  std::optional<Vec3> center;
  double radius = 1.0;
  std::optional<Vec3> min;
  std::optional<Vec3> max;
  std::vector<Vec3> points;
  Parameter bottom = {}, top = {};
  static const Table& table();
};

// In how many dimensions agents move. With 2.5 they stand upright on ground with heights; where they go is
// planned and perceived in the plane.
enum class Dimensions { plane, elevated, space };
inline constexpr double kDimensions[] = {2.0, 2.5, 3.0};

struct WorldDef {
  double dimensions = 2.0;  // one of kDimensions
  std::optional<BoundsDef> bounds;
  std::vector<ObstacleDef> obstacles;
  std::vector<WallDef> walls;
  NamedList<PathDef> paths;
  NamedList<RegionDef> regions;
  std::vector<GroundDef> ground;
  double gravity = 9.81;
  double step_height = 0.3;
  std::vector<PlatformDef> platforms;
  std::vector<WindDef> wind;
  std::vector<WellDef> wells;
  Dimensions space() const;
  static const Table& table();
};

// When the agents of a type decide that do not so in every step.
DROVER_ENUM(DecidePhase, spread, together)

struct AgentTypeDef {
  Reference extends{ReferenceType::agent_type, {}, kNoIndex};
  std::string color;
  Parameter radius = 0.5;
  Parameter body_length;
  Parameter mass = 1.0;
  bool immovable = false;
  Parameter max_speed = 3.0;
  std::optional<RampDef> max_speed_by;
  Parameter preferred_speed;
  std::optional<RampDef> preferred_speed_by;
  Parameter max_force;
  std::optional<RampDef> max_force_by;
  Parameter max_acceleration;
  std::optional<RampDef> max_acceleration_by;
  Parameter max_turn_rate;
  std::optional<RampDef> max_turn_rate_by;
  Parameter max_angular_acceleration = 10.0;
  std::int64_t heading_samples = 10;
  double gravity_scale = 1.0;
  std::optional<RampDef> gravity_scale_by;
  double jump_speed = 5.0;
  std::optional<RampDef> jump_speed_by;
  double air_drag = 0.0;
  double body_height = 1.8;
  double decide_every = 0.0;
  DecidePhase decide_phase = DecidePhase::spread;
  ActuatorDef actuator;
  LocomotionDef locomotion;
  SteeringDef steering;
  std::vector<ActionDef> actions;
  std::optional<HandsDef> hands;
  std::optional<DeadReckoningDef> dead_reckoning;
  NamedList<CounterDef> counters;
  GoalKeys goals;
  static const Table& table();
};

// Where the agents of one entry start.
struct PlacementDef {
  Boxed<PlacementKind> placement;
  double jitter = 0.0;
  double spacing = 0.0;
  double gap = 0.0;
  static const Table& table();
};

// One agent, or `count` agents alike.
struct AgentDef {
  std::string id;
  std::optional<std::int64_t> number;
  SharedReference type{{ReferenceType::agent_type, {}, kNoIndex}};
  std::int64_t count = 1;
  std::string group;
  std::optional<Vec3> position;
  std::optional<PlacementDef> placement;
  Parameter height;
  std::optional<bool> overlap;
  std::optional<Vec3> velocity;
  Parameter heading;
  Parameter pitch = 0.0, roll = 0.0;
  std::optional<std::array<double, 4>> orientation;
  Parameter speed = 0.0;
  Parameter rotation = 0.0;
  std::optional<Vec3> angular_velocity;
  std::string mode;
  NamedList<Parameter> parameters;
  GoalKeys goals;
  static const Table& table();
};

// Something that happens at a time, or when a condition first holds.
struct EventDef {
  std::string id;
  std::vector<double> at;
  Parameter every = 1.0;
  std::optional<std::int64_t> times = 1;  // absent: up to the end of the run
  Parameter until;
  std::optional<ConditionDef> when;
  Target watch;
  Target target;
  Boxed<EventKind> event;
  static const Table& table();
};

// The parameters of the event kind "spawn", which the world builder looks at too.
inline constexpr std::string_view kSpawnName = "spawn";
struct SpawnDef {
  std::optional<AgentDef> agents;
  std::optional<std::int64_t> up_to;
  bool find_room = true;
  bool when_free = false;
};

// The event kind that gives agents another goal, and its parameters.
inline constexpr std::string_view kGoalEventName = "goal";
struct GoalEventDef {
  GoalKeys keys;
  std::uint32_t goal = kNoIndex;  // index in GoalModel::goals; linked
};

// The event kinds by which agents come into formations and out of them, which the world builder looks at too.
inline constexpr std::string_view kJoinName = "join";
inline constexpr std::string_view kLeaveName = "leave";

// The event kind by which obstacles and walls appear and vanish: its target is one of them, no agent.
inline constexpr std::string_view kShapeName = "shape";
struct ShapeEventDef {
  bool present = true;
};

// A number about an agent, to be called by a name of its own.
struct QuantityDef {
  Boxed<QuantityKind> quantity;
  static const Table& table();
};

DROVER_ENUM(Lean, into, outward)

// An orientation for display that climbs and banks with the motion: the columns fake_q of a trace.
struct FakeOrientationDef {
  double full_speed = 1.0;
  double roll_scale = 1.0;
  Lean lean = Lean::into;
  bool use_pitch = true;
  static const Table& table();
};

struct TraceDef {
  std::optional<std::int64_t> every;
  std::vector<std::string> columns;
  std::vector<std::string> groups;
  FakeOrientationDef fake_orientation;
  static const Table& table();
};

// One row per agent at the end of a run.
struct AgentsTableDef {
  std::vector<std::string> columns;
  double radius = 1.0;
  double waiting_speed = 0.2;
  double tolerance = 1e-6;
  static const Table& table();
};

// The format of the tables beside a metrics file.
DROVER_ENUM(RowsFormat, csv, jsonl)

struct RecordDef {
  TraceDef trace;
  std::optional<NamedList<KindBox>> metrics;
  std::optional<AgentsTableDef> agents_table;
  RowsFormat tables = RowsFormat::csv;
  static const Table& table();
};

struct ExpectDef {
  std::string metric;
  Parameter at_most;
  Parameter at_least;
  static const Table& table();
};

struct ScenarioDef {
  std::string schema;  // "$schema", for editors
  std::int64_t format = 0;
  std::vector<std::string> include;  // empty: the reader has merged the files
  NamedList<JsonText> variables;     // empty: the reader has evaluated them
  std::string name;
  std::string description;
  std::int64_t seed = 1;
  SimulationDef simulation;
  WorldDef world;
  NavigationDef navigation;
  NamedList<AgentTypeDef> agent_types;
  NamedList<ProjectileTypeDef> projectile_types;
  std::vector<AgentDef> agents;
  std::vector<ProjectileDef> projectiles;
  NamedList<FormationDef> formations;
  std::vector<EventDef> events;
  NamedList<QuantityDef> quantities;
  RecordDef record;
  std::vector<ExpectDef> expect;
  static const Table& table();

  // Steps of a whole run: duration / dt, rounded to the nearest.
  std::int64_t step_count() const;
};

}  // namespace drover
