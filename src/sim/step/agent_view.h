// The view of the world that a behavior, a condition or a quantity has: the frozen state, what was perceived,
// its own memory and its own random numbers.
#pragma once

#include <optional>
#include <span>
#include <utility>

#include "core/check.h"
#include "core/frame.h"
#include "core/random.h"
#include "core/target.h"
#include "sim/perception/perception.h"
#include "sim/state/world.h"
#include "sim/step/requests.h"

namespace drover {

// A target as one agent sees it now.
struct TargetState {
  bool found = false;                   // false: no request (an empty group, an absent agent)
  Vec3 displacement;                    // from the agent to the target, nearest image [m]
  Vec3 velocity;                        // m/s; zero for what does not move
  Vec3 heading;                         // unit; zero for targets without one
  double radius = 0.0;                  // m
  AgentIndex agent = kNoIndex;          // the agent, where the target is one
  std::uint32_t projectile = kNoIndex;  // the row of the projectile, where it is one
  bool is_region = false;               // reached by being inside, not by being near
  bool is_direction = false;            // without an end: the displacement says where to, not how far
};

class AgentView {
 public:
  // For a behavior, which may change its memory.
  AgentView(World& world, std::span<const PerceptionPass> perceptions, const StackEntry& entry)
      : AgentView(std::as_const(world), perceptions, entry) {
    memory_to_write_ = world.state.columns.values(entry.memory);
  }
  AgentView(const World& world, std::span<const PerceptionPass> perceptions, const StackEntry& entry)
      : world_(world),
        perceptions_(perceptions),
        memory_(world.state.columns.values(entry.memory)),
        memory_width_(entry.memory.width),
        by_index_in_type_(true),
        full_speed_(entry.speed),
        clips_(entry.clip != ClipTime::after_weights),
        decisions_(&entry.decisions),
        stream_(entry.stream),
        purpose_(Purpose::behavior) {}
  // For a condition, which may change its memory.
  AgentView(World& world, std::span<const PerceptionPass> perceptions, const Condition& condition)
      : world_(world),
        perceptions_(perceptions),
        memory_(world.state.columns.values(condition.memory)),
        memory_to_write_(world.state.columns.values(condition.memory)),
        memory_width_(condition.memory.width),
        stream_(condition.stream),
        purpose_(Purpose::condition) {}
  // For an action, which may change its memory.
  AgentView(World& world, std::span<const PerceptionPass> perceptions, const Action& action)
      : world_(world),
        perceptions_(perceptions),
        memory_(world.state.columns.values(action.memory)),
        memory_to_write_(world.state.columns.values(action.memory)),
        memory_width_(action.memory.width),
        by_index_in_type_(true),
        stream_(action.stream),
        purpose_(Purpose::action) {}
  // For quantities, which have neither memory nor random numbers.
  AgentView(const World& world, std::span<const PerceptionPass> perceptions)
      : world_(world), perceptions_(perceptions) {}

  // The same for a loop that the compiler is to make for the plane.
  AgentView in_plane() const {
    AgentView copy = *this;
    copy.is_planar_ = true;
    return copy;
  }

  // The same for an observer of the run, who knows where agents are that others know by reports.
  AgentView for_observer() const {
    AgentView copy = *this;
    copy.viewer_ = Viewer::observer;
    return copy;
  }

  const World& world() const { return world_; }
  double dt() const { return world_.model().dt; }
  // The value of a parameter for an agent. The parameter is present and, if drawn, bound.
  double value(const Parameter& parameter, AgentIndex i) const { return world_.state.value(parameter, i); }
  double value_or(const Parameter& parameter, AgentIndex i, double otherwise) const {
    return world_.state.value_or(parameter, i, otherwise);
  }
  double time() const { return world_.time(); }
  // The time since the behavior, or all of the agent's, was asked before, for what it does at a rate: dt but
  // for those that are asked less often [s].
  double decision_time(AgentIndex i) const {
    if (decisions_ != nullptr && decisions_->are_held()) return time_since_decision(*decisions_, i);
    const Decisions& of_all = world_.model().type_of(i).decisions;
    return of_all.are_held() ? time_since_decision(of_all, i) : dt();
  }

  Vec3 position(AgentIndex i) const { return world_.state.motion.position(i); }
  // The agent's own velocity, relative to the ground it stands on.
  Vec3 velocity(AgentIndex i) const { return world_.own_velocity(i); }
  // The velocity of another, as an agent sees it that stands on its own ground.
  Vec3 seen_velocity(Vec3 velocity, AgentIndex by) const { return velocity - world_.ground_velocity(by); }
  Vec3 heading(AgentIndex i) const { return world_.state.motion.heading(i); }
  // Of another one that is a target: what is known of it.
  Vec3 seen_position(AgentIndex other) const { return world_.seen_motion(viewer_).position(other); }
  // The directions as the agent sees them.
  Frame frame(AgentIndex i) const { return world_.state.motion.frame(i); }
  double radius(AgentIndex i) const { return world_.state.limits.radius[i]; }
  double smallest_obstacle(AgentIndex i) const { return world_.model().type_of(i).smallest_obstacle; }
  double body_length(AgentIndex i) const { return world_.body_length(i); }
  // What the body can do.
  double max_speed(AgentIndex i) const { return world_.state.limits.max_speed[i]; }
  // The speed that is asked for, s_max of the formulas: the agent's preferred_speed, or its max_speed where
  // the behavior's "speed" says so.
  double full_speed(AgentIndex i) const {
    return full_speed_ == FullSpeed::max ? max_speed(i) : world_.preferred_speed(i);
  }
  // What a body can do that goes along its heading; nothing of others.
  std::optional<DriveLimits> drive_limits(AgentIndex i) const {
    const AgentType& type = world_.model().type_of(i);
    if (type.locomotion->drive_limits == nullptr) return std::nullopt;
    return type.locomotion->drive_limits(type.locomotion_params.get(), world_, i);
  }
  // The unit of the agent's requests.
  RequestUnit request_unit(AgentIndex i) const { return world_.model().agents.request_unit[i]; }
  // The limits of a request in its unit: its max_acceleration [m/s^2], or its max_speed [m/s].
  double max_request(AgentIndex i) const { return world_.state.limits.max_request[i]; }
  // Its max_angular_acceleration [rad/s^2], or max_rotation() [rad/s].
  double max_angular_request(AgentIndex i) const { return world_.state.limits.max_angular_request[i]; }
  // The length to which a behavior shortens its request because of the limit of the body; none where the
  // arbiter clips after the weights.
  double clip_length(double limit) const { return clips_ ? limit : kInfinity; }
  double rotation(AgentIndex i) const { return world_.state.motion.rotation[i]; }  // rad/s
  // About the axes of the world [rad/s].
  Vec3 angular_velocity(AgentIndex i) const { return world_.state.motion.angular_velocity(i); }
  // Whether agents move in three dimensions.
  bool is_spatial() const { return !is_planar_ && world_.model().is_spatial(); }
  // How fast an agent turns on purpose: its max_turn_rate, or half a turn per second without [rad/s].
  double max_rotation(AgentIndex i) const;
  // How long the agent has been in its mode [s].
  double time_in_mode(AgentIndex i) const {
    return static_cast<double>(world_.state.tick - world_.state.status.mode_since[i]) * world_.model().dt;
  }

  // From a to b, nearest image in a world that wraps. Distances to agents, targets and obstacles are built on
  // this, never on b - a. Walls, paths and regions have no images: see StaticGeometry, Path and
  // shape_image.h.
  Vec3 displacement(Vec3 a, Vec3 b) const { return world_.model().bounds.displacement(a, b); }

  TargetState target(const Target& target, AgentIndex agent) const;
  // The agent's slot in its formation; not found for an agent without one.
  TargetState slot(AgentIndex agent) const;
  // The displacement to a target, where it is found and is no direction.
  std::optional<Vec3> displacement_to(const Target& target, AgentIndex agent) const {
    const TargetState state = this->target(target, agent);
    return state.found && !state.is_direction ? std::optional(state.displacement) : std::nullopt;
  }

  std::span<const PerceptionPass> perceptions() const { return perceptions_; }
  const Perceived& perceived(PerceptionHandle handle) const {
    const Perceived& perceived = perceptions_[handle.perception].result();
    if (is_planar_) perceived.assume_plane();
    return perceived;
  }

  // The numbers the agent remembers for this behavior or condition.
  std::span<const double> memory(AgentIndex agent) const {
    return memory_.subspan(memory_row(agent) * memory_width_, memory_width_);
  }
  // The same, writable: in steer, start and holds, not in the queries goal, finished and quantities.
  std::span<double> memory_to_write(AgentIndex agent) const {
    DROVER_CHECK(memory_to_write_.size() == memory_.size(), "this view only looks");
    return memory_to_write_.subspan(memory_row(agent) * memory_width_, memory_width_);
  }

  // This tick's random numbers of this agent for this behavior or condition.
  Draws draws(AgentIndex agent) const { return draws_at(agent, world_.state.tick); }
  // Those of another tick, for values that are drawn once in several ticks.
  Draws draws_at(AgentIndex agent, std::uint64_t tick) const {
    return Draws({world_.model().seed, world_.model().agents.number[agent], tick, purpose_, stream_});
  }
  // Random numbers for the initial memory: a stream of their own.
  Draws start_draws(AgentIndex agent) const {
    return Draws(
        {world_.model().seed, world_.model().agents.number[agent], 0, Purpose::initial_state, stream_});
  }

 private:
  double time_since_decision(const Decisions& decisions, AgentIndex i) const;
  std::size_t memory_row(AgentIndex agent) const {
    return by_index_in_type_ ? world_.model().agents.index_in_type[agent] : agent;
  }
  TargetState agent_target(AgentIndex target, AgentIndex agent) const;
  TargetState centroid(const Target& target, AgentIndex agent) const;
  TargetState fixed_target(Vec3 point, AgentIndex agent) const;
  TargetState anchor_target(AgentIndex anchor, AgentIndex agent) const;
  TargetState goal_target(AgentIndex agent) const;
  TargetState trail_target(const Target& target, AgentIndex agent) const;
  TargetState projectile_target(std::uint32_t type, AgentIndex agent) const;

  const World& world_;
  std::span<const PerceptionPass> perceptions_;
  std::span<const double> memory_;
  std::span<double> memory_to_write_;  // the same numbers; empty where the view is read-only
  std::size_t memory_width_ = 0;
  bool by_index_in_type_ = false;
  bool is_planar_ = false;  // known to be; otherwise the world says it
  Viewer viewer_ = Viewer::agent;
  FullSpeed full_speed_ = FullSpeed::preferred;
  bool clips_ = true;
  const Decisions* decisions_ = nullptr;  // of a behavior
  std::uint32_t stream_ = 0;
  Purpose purpose_ = Purpose::behavior;
};

// A length [m]: in lengths of the agent's body where the factor is present.
inline double length_of(const Parameter& length, const Parameter& factor, const World& world,
                        AgentIndex agent) {
  return factor.is_present() ? world.state.value(factor, agent) * world.body_length(agent)
                             : world.state.value(length, agent);
}

// A point or a vector as two numbers of a memory, from number `first` on. In space its height is behind all
// numbers that the plane has, as number `height` (BehaviorKind::memory_of_heights).
inline Vec3 remembered_vector(std::span<const double> memory, std::size_t first,
                              std::size_t height = kNoIndex) {
  return {memory[first], memory[first + 1], height < memory.size() ? memory[height] : 0.0};
}
inline void remember_vector(std::span<double> memory, std::size_t first, Vec3 v,
                            std::size_t height = kNoIndex) {
  DROVER_DEBUG_CHECK(height < memory.size() || lies_in_plane(v), "this memory has no room for a height");
  memory[first] = v.x;
  memory[first + 1] = v.y;
  if (height < memory.size()) memory[height] = v.z;
}

}  // namespace drover
