// The families of kinds the simulation runs: behaviors, arbiters, conditions, quantities, actuators,
// locomotion models, placements and events. A kind is a constexpr object in its own file; the folder's
// registry lists it. The structs here are what the rest of the program knows of a kind: its parameters are a
// void*, and a function it does not have is null. What its file writes is in typed_kinds.h.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/kind.h"
#include "core/random.h"
#include "core/vec3.h"
#include "sim/definitions/aims.h"
#include "sim/definitions/drive_limits.h"
#include "sim/definitions/jump_report.h"
#include "sim/definitions/pipeline_record.h"
#include "sim/definitions/request_unit.h"

namespace drover {

class ActionContext;
class ActuatorContext;
class ArbiterContext;
class AgentView;
struct DriverArcs;
class EventContext;
struct EventSetup;
class LocomotionContext;
struct LocomotionKind;
struct AgentType;
struct Model;
class PerceptionPlan;
class ProjectileForecast;
class World;
class RequestColumns;
struct ConditionDef;

// What a behavior asks for. No request at all is an empty optional, which is not the same as a request for
// zero: schemes with priorities see the difference. All requests of an agent type have one unit
// (AgentType::request_unit).
struct Request {
  Vec3 linear;   // acceleration [m/s^2] or velocity [m/s]
  Vec3 angular;  // angular acceleration [rad/s^2] or angular velocity [rad/s], see core/angular.h
  // How much of `linear` is damping: linear = (what a body at rest would be asked) - damping * velocity
  // [1/s]. A request with damping is not shortened to the limits of the body yet; see src/arbiters/README.md.
  double damping = 0.0;

  constexpr Request(Vec3 linear_part, Vec3 angular_part = {},
                    double damping_part = 0.0)  // NOLINT: a vector is a request
      : linear(linear_part), angular(angular_part), damping(damping_part) {}
};

// When an arbiter shortens the requests of its entries to what the body can do.
DROVER_ENUM(ClipTime, before_damping, before_weights, after_weights)

// Where an agent wants to end up, for metrics such as arrivals.
struct Goal {
  Vec3 position;           // m; of a region its point nearest to the agent
  bool is_region = false;  // reached by being inside, not by being near
  double path_left = 0.0;  // of a path that leads there: what is left of it, or less [m]
  // Of a goal of the agent itself, which says by its own radius when it is reached: whether it is.
  std::optional<bool> is_reached = {};

  // How near to `position` an agent has reached the goal [m], where a point is reached within `radius`.
  double reach(double radius) const { return is_region ? 0.0 : radius; }
};

// The way that an agent follows round what stands.
struct WayAhead {
  // x, y of its points from the next one on, the last ones of a long way not known yet, none where a field
  // leads [m]; it is a view of the memory of the behavior.
  std::span<const double> points;
  double left = 0.0;    // to its end [m]
  bool arrives = true;  // false: no way leads to the place, and this one ends where it is nearest
};

// How a behavior finds ways over cells.
struct WayMeans {
  bool plans_ways = false;      // ways of its own
  bool follows_fields = false;  // that agents share, at least some agents
};
struct WayQuery;

// What a behavior has to know of what flies (sim/step/projectile_forecast.h).
struct ForecastNeed {
  double horizon = 0.0;                     // how far ahead it looks for paths [s]
  double range = 0.0;                       // projectiles that are farther away do not concern it [m]
  bool paths = false;                       // which paths come near bodies
  bool dangers = false;                     // where something will explode
  std::optional<double> catch_height = {};  // where it falls through this height over the ground [m]
};

struct BehaviorKind : Kind {
  static constexpr std::string_view kFamily = "behavior";
  std::size_t memory = 0;             // numbers remembered per agent; the world keeps, hashes and saves them
  std::size_t memory_of_heights = 0;  // how many more in space, behind those
  // Of a kind whose variants remember different amounts: how many numbers, at most `memory`.
  std::size_t (*memory_needed)(const void* params) = nullptr;
  double probability = 0.8;  // default chance per step under prioritized_dithering
  // Whether the parameters ask for a rotation that the rest of the request does not bring about: they have no
  // or another effect on a body that does not turn by itself. Without it: no.
  bool (*needs_turning)(const void* params) = nullptr;
  // Whether, with these parameters, it sees obstacles and no walls. Without it: no.
  bool (*ignores_walls)(const void* params) = nullptr;
  bool needs_slot = false;  // where the agent has no slot in a formation, it leads nowhere
  // Whether it makes the agent go somewhere; false: it keeps off things or turns the body, no more.
  bool leads = true;
  bool asks_for_full_speed = true;  // in some variant, so that the entry's "speed" has a meaning
  // Whether it leads the agent round what stands between it and its goal, not straight there.
  bool finds_way = false;
  bool uses_grids = false;  // of navigation

  // Declares what the behavior perceives; stores the handles it gets in its (linked) parameters.
  void (*plan)(void* params, PerceptionPlan& plan) = nullptr;
  // Sets the agent's memory before the first step; without it memory starts at zero.
  void (*start)(const void* params, const AgentView& view, AgentIndex agent) = nullptr;
  // Writes a request, or none, for every listed agent. Reads the frozen state; writes nothing but the
  // requests and its own memory of the listed agents.
  void (*compute)(const void* params, const AgentView& view, std::span<const AgentIndex> agents,
                  RequestColumns& out) = nullptr;
  void (*compute_in_space)(const void* params, const AgentView& view, std::span<const AgentIndex> agents,
                           RequestColumns& out) = nullptr;
  // Of one that looks at what flies: what has to be foreseen before agents are steered; and, when that is
  // there, what the listed agents could get hold of, so that others know when they are steered.
  ForecastNeed (*forecast)(const void* params) = nullptr;
  void (*claim)(const void* params, const AgentView& view, std::span<const AgentIndex> agents,
                ProjectileForecast& forecast) = nullptr;
  // How far it is to where the behavior means to come to rest [m]; nothing where it does not mean to.
  std::optional<double> (*distance_to_rest)(const void* params, const AgentView& view,
                                            AgentIndex agent) = nullptr;
  // The agent's final goal, where the behavior has one.
  std::optional<Goal> (*goal)(const void* params, const AgentView& view, AgentIndex agent) = nullptr;
  // Whether the behavior is through with what it does, such as following an open path.
  bool (*finished)(const void* params, const AgentView& view, AgentIndex agent) = nullptr;
  // The way it follows; nothing where it goes straight.
  std::optional<WayAhead> (*way)(const void* params, const AgentView& view, AgentIndex agent) = nullptr;
  // The points that it leads over from where the agent is, the next one first, as many as there is room for
  // in `out`; for those who have to know whether there is room. Returns how many; none where it goes
  // straight.
  std::size_t (*points_ahead)(const void* params, const AgentView& view, AgentIndex agent,
                              std::span<Vec3> out) = nullptr;
  // Of one that finds ways over cells, for those who look on: how, and what it looks for now; nothing where
  // it looks for none.
  WayMeans (*way_means)(const void* params) = nullptr;
  std::optional<WayQuery> (*way_query)(const void* params, const AgentView& view, AgentIndex agent) = nullptr;
  // The names of all that the behavior can go for or probe, and what it goes for or probes in this state.
  std::span<const std::string_view> aim_names = {};
  void (*aim)(const void* params, const AgentView& view, AgentIndex agent, Aims& out) = nullptr;
  // Of what the arbiter pipeline does itself (ArbiterKind::own_behavior): what it did last, and the names of
  // its constraints.
  PipelineRecord (*pipeline)(const void* params, const AgentView& view, AgentIndex agent) = nullptr;
  std::vector<std::string> (*constraint_labels)(const void* params) = nullptr;
  // Of one that lets agents jump: whether it may do so in this world with these parameters, and how many more
  // numbers it then remembers, behind all others.
  bool (*may_jump)(const void* params, const Model& model) = nullptr;
  std::size_t memory_of_jumps = 0;
  // What its jump does in this step, once it has steered, or did in the last one before; nothing where it
  // does not jump.
  std::optional<JumpReport> (*jump)(const void* params, const AgentView& view, AgentIndex agent) = nullptr;
  // Says what is wrong with the linked parameters in this world for the agents of a type, with pointers
  // relative to the behavior.
  std::vector<Problem> (*check_in_world)(const void* params, const World& world,
                                         std::uint32_t type) = nullptr;
};

// Something that does or does not hold for an agent. Every condition of a scenario is evaluated for all its
// agents in every step, whether or not its answer is used, so that its memory never depends on anything else.
struct ConditionKind : Kind {
  static constexpr std::string_view kFamily = "condition";
  std::size_t memory = 0;             // numbers remembered per agent
  std::size_t memory_of_heights = 0;  // how many more in space, behind those
  bool compares_states = false;       // of a quantity that does
  void (*plan)(void* params, PerceptionPlan& plan) = nullptr;
  void (*start)(const void* params, const AgentView& view, AgentIndex agent) = nullptr;
  // What is found once for all agents before any answer of a step: it may write the memory of every agent.
  void (*begin)(const void* params, const AgentView& view) = nullptr;
  // Of a condition that looks by itself: the answer, from the frozen state and the memory.
  bool (*holds)(const void* params, const AgentView& view, AgentIndex agent) = nullptr;
  // Of a condition made of others: those, and the answer from theirs.
  std::span<const ConditionDef> (*children)(const void* params) = nullptr;
  bool (*join)(std::span<const std::uint8_t> answers) = nullptr;
};

// A number about an agent: weights and priorities follow it, conditions compare it, traces and metrics show
// it. May be infinite, never NaN.
struct QuantityKind : Kind {
  static constexpr std::string_view kFamily = "quantity";
  std::string_view unit = "";
  // That it is below or above a threshold; nullptr where there is no such condition.
  const ConditionKind* condition = nullptr;
  void (*plan)(void* params, PerceptionPlan& plan) = nullptr;
  bool needs_slots = false;      // of formations, which follow from the limits of their members
  bool compares_states = false;  // looks at how the motion changed in the last step (sim/step/changes.h)
  double (*value)(const void* params, const AgentView& view, AgentIndex agent) = nullptr;
};

// Whether the quantity can be asked for by the name of its kind alone.
inline bool needs_no_parameters(const QuantityKind& kind) {
  return kind.plan == nullptr &&
         std::ranges::none_of(kind.table.fields, [](const Field& field) { return field.required; });
}

// Something that happens to agents from outside, between two steps.
// What the "target" of an event names; nothing: it has none.
enum class EventSubject { agents, shape, nothing };

struct EventKind : Kind {
  static constexpr std::string_view kFamily = "event";
  EventSubject subject = EventSubject::agents;
  bool pushes = false;  // changes velocities of bodies that go on from there
  // Says what is wrong with the parameters for these agents, with a pointer relative to the event. Called
  // while the world is built, to prepare it too.
  std::optional<Problem> (*prepare)(void* params, EventSetup& setup,
                                    std::span<const AgentIndex> agents) = nullptr;
  // Happens to agents that are present; of spawn, to those that are not.
  void (*apply)(const void* params, EventContext& context, std::span<const AgentIndex> agents) = nullptr;
};

// Something that an agent does beside moving: it may let projectiles fly.
struct ActionKind : Kind {
  static constexpr std::string_view kFamily = "action";
  std::size_t memory = 0;  // numbers remembered per agent, zero at first
  // Whether it pushes the agent itself. Without it: no.
  bool (*recoils)(const void* params) = nullptr;
  // Says what is wrong with the linked parameters in this world, for this type of agents, with a pointer
  // relative to the action.
  std::optional<Problem> (*check_in_world)(const void* params, const Model& model,
                                           const AgentType& type) = nullptr;
  // For every listed agent, whose action is due: from the frozen state; it writes nothing but its memory and
  // what it launches.
  void (*act)(const void* params, ActionContext& context, std::span<const AgentIndex> agents) = nullptr;
};

struct ArbiterKind : Kind {
  static constexpr std::string_view kFamily = "arbiter";
  std::size_t memory =
      0;  // numbers remembered per agent, zero at first; the world keeps, hashes and saves them
  bool uses_probability = false;  // whether it looks at these keys of a behavior
  bool uses_priority = false;
  // Without it: before_damping.
  ClipTime (*clip_time)(const void* params) = nullptr;
  // The behavior that a stack without any has.
  std::string_view default_behavior = "";
  // Of an arbiter that steers itself: as a behavior with the parameters of the arbiter, which stands before
  // those of the stack.
  const BehaviorKind& (*own_behavior)(const void* params) = nullptr;
  // Combines the requests of the stack's entries into one per agent, within its limits (max_request).
  void (*combine)(const void* params, ArbiterContext& context) = nullptr;
};

// Stands between the arbiter and the body: the one place where a request becomes what the body is told to do.
struct ActuatorKind : Kind {
  static constexpr std::string_view kFamily = "actuator";
  // In which unit behaviors are asked, of a body that takes `body`. Without it: in that of the body.
  RequestUnit (*request_unit)(const void* params, RequestUnit body) = nullptr;
  // Writes the command for every listed agent, in the unit of the body and within the limits of the agent.
  // Without it the request itself is the command, and a step does nothing for the actuator.
  void (*convert)(const void* params, ActuatorContext& context, std::span<const AgentIndex> agents) = nullptr;
  // Where the body takes what is asked, a step does nothing for it.
  bool passes_on = false;
  // Declares what it perceives of others; stores the handles it gets in its (linked) parameters.
  void (*plan)(void* params, PerceptionPlan& plan) = nullptr;
  // The names of the numbers it remembers per agent, zero at first, which are columns of traces.
  std::span<const std::string_view> memory = {};
  // Says what is wrong with the parameters for such a body, with pointers relative to the actuator.
  std::vector<Problem> (*check_with_body)(const void* params, const Boxed<LocomotionKind>& body) = nullptr;
  // Of drivers that decide by arcs: those of an agent whose body has these limits, at a speed along its
  // heading, negative backward [m/s].
  DriverArcs (*driver_arcs)(const void* params, const World& world, AgentIndex agent, const DriveLimits& body,
                            double speed) = nullptr;
};

struct LocomotionKind : Kind {
  static constexpr std::string_view kFamily = "locomotion";
  bool steered = true;                            // false: the stack's behaviors are never asked
  RequestUnit takes = RequestUnit::acceleration;  // the unit of the commands the body moves by
  bool turns = false;                             // the body turns by angular commands
  // Whether the parameters dictate every position: contacts cannot move such a body.
  bool (*dictates_positions)(const void* params) = nullptr;
  // Whether a body with a turn rate moves along its heading alone: it neither reverses nor slides.
  bool (*only_goes_ahead)(const void* params) = nullptr;
  // Whether the heading follows the velocity. Without it: no.
  bool (*heading_follows)(const void* params) = nullptr;
  // How far a body is moved at most in a step of dt [s], where positions are dictated [m].
  double (*longest_step)(const void* params, double dt) = nullptr;
  // Places and orients the agent before the first step, where the model dictates it.
  void (*start)(const void* params, LocomotionContext& context, AgentIndex agent) = nullptr;
  // Writes the next position, velocity and heading of every listed agent.
  void (*advance)(const void* params, LocomotionContext& context,
                  std::span<const AgentIndex> agents) = nullptr;
  // Of integrators that look at the request more than once in a step: how often, and the trial state in which
  // to look for the time with number `stage` (from 1).
  std::size_t (*stages)(const void* params) = nullptr;
  // The names of the numbers it remembers per agent, zero at first, which are columns of traces.
  std::span<const std::string_view> memory = {};
  // What a body can do that goes along its heading; of all that take RequestUnit::drive.
  DriveLimits (*drive_limits)(const void* params, const World& world, AgentIndex agent) = nullptr;
  // What its motion is after a step of dt [s] under a command, for those who try out what it can do.
  DrivenState (*drive_step)(const void* params, const World& world, AgentIndex agent,
                            const DrivenState& state, const DriveCommand& command) = nullptr;
  void (*trial)(const void* params, LocomotionContext& context, std::size_t stage,
                std::span<const AgentIndex> agents) = nullptr;
};

// Where a random placement places agents: a rectangle, or the disc in it.
struct PlacementArea {
  Vec3 min, max;              // m
  double radius = kInfinity;  // of the disc around the middle, in space of the ball [m]

  Vec3 middle() const { return (min + max) * 0.5; }
  bool contains(Vec3 p) const {
    const bool in_rectangle = min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y;
    return in_rectangle && min.z <= p.z && p.z <= max.z && length2(p - middle()) <= radius * radius;
  }
  // Whether the square with this lower left corner has no point in the area, which lies in the plane.
  bool misses(Vec3 low, double side) const {
    if (low.x > max.x || low.y > max.y || low.x + side < min.x || low.y + side < min.y) return true;
    const Vec3 center = middle();
    const Vec3 nearest{clamp(center.x, low.x, low.x + side), clamp(center.y, low.y, low.y + side), 0.0};
    return length2(nearest - center) > radius * radius;
  }
};

struct PlacementKind : Kind {
  static constexpr std::string_view kFamily = "placement";
  // Of a random placement, where a place can be drawn again when it is taken: the area.
  PlacementArea (*area)(const void* params) = nullptr;
  // How many agents it has room for; 0: any number.
  std::size_t (*capacity)(const void* params) = nullptr;
  // The place of agent `index` of `count`.
  Vec3 (*place)(const void* params, std::size_t index, std::size_t count, Draws& draws) = nullptr;
};

}  // namespace drover
