// A world that runs: the model, which never changes and which worlds may share, and the state, which steps
// and events change. A copy goes on by itself.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "sim/geometry/static_geometry.h"
#include "sim/navigation/navigation.h"
#include "sim/state/agent_columns.h"
#include "sim/state/column_set.h"
#include "sim/state/door_columns.h"
#include "sim/state/elevation_columns.h"
#include "sim/state/formation_tables.h"
#include "sim/state/goal_columns.h"
#include "sim/state/group_search.h"
#include "sim/state/model.h"
#include "sim/state/projectile_columns.h"
#include "sim/state/projectile_search.h"

namespace drover {

class ProjectileForecast;

// The agents that are present, ascending: lists that follow from the state (sim/state/agent_lists.h).
struct AgentLists {
  struct OfType {
    std::vector<AgentIndex> all;
    std::vector<std::vector<AgentIndex>> by_mode;  // not kept where there is only one
  };
  std::vector<OfType> types;                    // by index of the agent type
  std::vector<std::vector<AgentIndex>> groups;  // by index of the named group
};

// Who looks at agents: one of them, who may know others by reports only, or an observer of the run.
enum class Viewer { agent, observer };

struct State {
  std::uint64_t tick = 0;
  AgentMotion motion;  // S(t), frozen during a step
  AgentMotion next;    // S(t+1), written by it
  // S(t) as agents know each other, where some are known by reports; else empty. It follows from the rest.
  AgentMotion shown;
  AgentLimits limits;
  AgentStatus status;
  AgentRecord record;
  OwnLimits own_limits;                // where limits change in the course of a run
  ChangeColumns changes;               // where the motion follows them
  ElevationColumns elevation;          // where agents stand on ground with heights
  ElevationColumns next_elevation;     // of S(t+1)
  JumpColumns jumps;                   // where some agents may jump
  PlatformColumns platforms;           // by index of the platform
  DoorColumns doors;                   // by index of the shape, where some appear and vanish
  CaughtColumns caught;                // of them
  GoalColumns goals;                   // by index of the agent, where there are goals
  OwnGoalColumns own_goals;            // where modes have goals
  GoalRecord goal_record;              // where there are goals
  MembershipColumns membership;        // where there are formations
  ClaimColumns claims;                 // where some are emergent
  CoverColumns covers;                 // where some are in cover
  DerivedCoverColumns derived_covers;  // where some are found around shapes
  FormationColumns formation_columns;  // by index of the formation
  ProjectileColumns projectiles;       // by row, where agents fire any
  ProjectileCounts projectile_counts;  // where agents fire any
  ShotColumns shots;                   // by index of the agent, likewise
  HandColumns hands;                   // by index of the agent, where some have hands
  PushColumns pushes;                  // by index of the agent, where something pushes them
  ColumnSet columns;
  AgentLists lists;
  // By index in Model::factors and of the agent. They follow from the rest, so they are neither hashed nor
  // saved.
  std::vector<std::vector<double>> factors;
  // By index of the agent; empty where no ground has such an effect. They follow from the positions.
  std::vector<double> ground_factors;   // on the speeds
  std::vector<Vec3> ground_velocities;  // m/s
  // By index of the agent, where some may jump: how fast its feet rise when they leave the ground at the
  // beginning of this step; 0: they do not. They follow from the rest [m/s].
  std::vector<double> takeoff_speeds;
  // By index of the platform. They follow from the rest.
  std::vector<PlatformMove> platform_moves;
  std::vector<std::vector<AgentIndex>>
      platform_bodies;  // of each platform those that it may meet in the step
  // By index of the agent; empty without formations. They follow from the rest, too.
  std::vector<SlotTarget> slots;
  // By index of the formation. They follow from the rest, too.
  std::vector<FormationPose> formations;

  // The value of a parameter for an agent. The parameter is present and, if drawn, bound.
  double value(const Parameter& parameter, AgentIndex i) const {
    return parameter.is_bound() ? columns.values(ColumnHandle<double>{parameter.column()})[i]
                                : parameter.constant();
  }
  double value_or(const Parameter& parameter, AgentIndex i, double otherwise) const {
    return parameter.is_present() ? value(parameter, i) : otherwise;
  }

  std::span<const AgentIndex> agents_of(std::uint32_t type) const { return lists.types[type].all; }
  std::span<const AgentIndex> agents_in(std::uint32_t type, std::uint32_t mode) const {
    const AgentLists::OfType& of_type = lists.types[type];
    return of_type.by_mode.empty() ? of_type.all : of_type.by_mode[mode];
  }
};

class World {
 public:
  World() : World(std::make_shared<Model>()) {}
  explicit World(std::shared_ptr<const Model> model) : model_(std::move(model)) {}

  State state;

  const Model& model() const { return *model_; }

  // time = tick * dt, never accumulated [s].
  double time() const { return static_cast<double>(state.tick) * model().dt; }
  // Which obstacles and walls are present.
  StaticPresence presence() const {
    if (!model().has_doors) return model().statics->shapes.presence_at_start();
    return {state.doors.obstacles, state.doors.walls};
  }
  // What does not move; as the agent meets it, with the ground that its type may not enter.
  StaticGeometry geometry() const { return {model().statics->shapes, presence()}; }
  StaticGeometry geometry_for(AgentIndex i) const { return {model().static_shapes_for(i), presence()}; }
  // The same for questions within a box near the agent (StaticGeometry::over), valid until the next call for
  // this agent. Only the thread that works on the agent may ask.
  StaticGeometry geometry_near(AgentIndex i, const StaticGrid::Box& box) const {
    return nearby_.empty() ? geometry_for(i) : geometry_for(i).over(nearby_[i], box);
  }
  // The grids that agents find their ways over, and what is known on them: of a model that has some.
  Navigation& navigation() const { return navigation_; }
  NavigationWorld navigation_world() const {
    return {*model().statics, model().regions, presence(), state.tick};
  }
  NavigationLayer& layer_for(std::uint32_t grid, AgentIndex i) const {
    return navigation_.layer(navigation_world(), model().navigation, grid, radius_of_ways(i),
                             model().statics->ground.solids_index(model().agents.type[i]));
  }
  const WaypointGraph& graph_for(std::uint32_t graph, AgentIndex i) const {
    return navigation_.graph(navigation_world(), model().navigation, graph, radius_of_ways(i),
                             model().statics->ground.solids_index(model().agents.type[i]), jump_ability(i));
  }
  // What the agent falls with, where there are heights [m/s^2].
  double gravity(AgentIndex i) const {
    const AgentType& type = model().type_of(i);
    return type.gravity * factor(type.limit_factors.gravity, i);
  }
  // What pulls at it in the air.
  JumpLaw fall_law(AgentIndex i) const { return {gravity(i), model().type_of(i).air_drag}; }
  // How fast its feet rise when they leave the ground in a jump [m/s].
  double jump_speed(AgentIndex i) const {
    const AgentType& type = model().type_of(i);
    return type.jump_speed * factor(type.limit_factors.jump_speed, i);
  }
  // What its ways over jumps are planned with.
  JumpAbility jump_ability(AgentIndex i) const {
    JumpAbility ability{fall_law(i), jump_speed(i), state.limits.max_speed[i]};
    const LimitFactors& factors = model().type_of(i).limit_factors;
    if (factors.gravity != kNoIndex || factors.jump_speed != kNoIndex) ability.round_to_classes();
    return ability;
  }
  // Length of the body [m].
  double body_length(AgentIndex i) const {
    const double declared = model().agents.body_length[i];
    return declared > 0.0 ? declared : 2.0 * state.limits.radius[i];
  }
  // By how much its look-ahead is longer: how far the members of a formation reach ahead of its anchor; 0 for
  // agents [m].
  double reach_ahead(AgentIndex i) const {
    return model().is_anchor(i) ? state.formations[i - model().first_anchor].front : 0.0;
  }
  // How wide its way must be: its radius; for an anchor that of the narrowest pattern [m].
  double radius_of_ways(AgentIndex i) const {
    const double radius = state.limits.radius[i];
    if (!model().is_anchor(i)) return radius;
    const double narrowest = state.formations[i - model().first_anchor].least_half_width;
    return narrowest > 0.0 ? narrowest : radius;
  }
  // The greatest radius of a body; 0 without any [m].
  double largest_radius() const;
  // A factor of an agent; 1 for kNoIndex.
  double factor(std::uint32_t index, AgentIndex i) const {
    return index == kNoIndex ? 1.0 : state.factors[index][i];
  }
  // The velocity of the ground that carries the agent [m/s].
  Vec3 ground_velocity(AgentIndex i) const {
    return state.ground_velocities.empty() ? Vec3{} : state.ground_velocities[i];
  }
  // Its velocity relative to the ground it stands on [m/s].
  [[gnu::always_inline]] Vec3 own_velocity(AgentIndex i) const {
    const Vec3 velocity = state.motion.velocity(i);
    return state.ground_velocities.empty() ? velocity : velocity - state.ground_velocities[i];
  }
  void set_own_velocity(AgentIndex i, Vec3 velocity) {
    state.motion.set_velocity(
        i, state.ground_velocities.empty() ? velocity : velocity + state.ground_velocities[i]);
  }
  // The factor of the ground on its speeds.
  double ground_factor(AgentIndex i) const {
    return state.ground_factors.empty() ? 1.0 : state.ground_factors[i];
  }
  // The speed it likes to go at: at most its max_speed [m/s].
  double preferred_speed(AgentIndex i) const {
    const double limit = state.limits.max_speed[i];
    if (state.own_limits.preferred_speed.empty()) return limit;
    const double own = state.own_limits.preferred_speed[i];
    const double speed = own < kInfinity ? own * ground_factor(i) : limit;
    return smaller(limit, speed * factor(model().type_of(i).limit_factors.preferred_speed, i));
  }
  // Whether its feet are on the ground: they are everywhere but over ground with heights.
  bool is_grounded(AgentIndex i) const {
    return !state.elevation.exist() || state.elevation.grounded[i] != 0;
  }
  bool is_present(AgentIndex i) const { return state.status.present[i] != 0; }
  // The agents as those see them that take them for targets.
  const AgentMotion& seen_motion(Viewer viewer = Viewer::agent) const {
    return viewer == Viewer::observer || state.shown.size() == 0 ? state.motion : state.shown;
  }
  // Whether it has a stack that runs: an agent that is present, or an anchor.
  bool is_active(AgentIndex i) const { return is_present(i) || model().is_anchor(i); }
  std::size_t present_count() const;
  const Mode& mode_of(AgentIndex i) const { return model().type_of(i).modes[state.status.mode[i]]; }
  // Whether a condition holds, by index of the agent.
  std::span<const std::uint8_t> answers(std::uint32_t condition) const {
    return state.columns.values(model().conditions[condition].holds);
  }

  // The agents of a group or type target that are present, ascending; of an agent target that agent, present
  // or not.
  std::span<const AgentIndex> members(const Target& target) const;
  // About the members of a group or type target without the agent itself: the nearest one, the one with the
  // lowest index of equally near ones, and kNoIndex without any; and their mean.
  AgentIndex nearest_member(const Target& target, AgentIndex agent, Viewer viewer = Viewer::agent) const;
  GroupMean mean_of_members(const Target& target, AgentIndex agent, Viewer viewer = Viewer::agent) const;
  // The row of the projectile of a type that is nearest to the agent, without the ball in its own hands;
  // kNoIndex without any.
  std::uint32_t nearest_projectile(std::uint32_t type, AgentIndex agent) const;

  // What is foreseen of projectiles, while a step steers and something needs it; else nullptr.
  const ProjectileForecast* forecast() const { return forecast_; }
  void set_forecast(const ProjectileForecast* forecast) { forecast_ = forecast; }

  // From here on the state stays as it is until state_changes(): agents that ask for members may share the
  // search. Not to be called while others ask.
  void begin_state();
  void state_changes() {
    group_search_.state_changes();
    projectile_search_.state_changes();
  }

 private:
  GroupState group_state(const Target& target, Viewer viewer) const {
    return {members(target), seen_motion(viewer), model().bounds, state.motion};
  }
  std::size_t search_index(const Target& target, Viewer viewer) const;

  std::shared_ptr<const Model> model_;
  GroupSearch group_search_{0};  // the groups, then the types
  ProjectileSearch projectile_search_{0};
  // By index of the agent; empty where nothing stands. They change no answer.
  mutable std::vector<NearbyShapes> nearby_;
  mutable Navigation navigation_;
  const ProjectileForecast* forecast_ = nullptr;
};

}  // namespace drover
