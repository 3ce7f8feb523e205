// The families of kinds the simulation runs: behaviors, arbiters, conditions, measures, locomotion models,
// placements and events.
// A kind is a constexpr object in its own file; the folder's registry lists it. The structs here are what the
// rest of the program knows of a kind: its parameters are a void*, and a function it does without is null.
// What its file writes is in typed_kinds.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/kind.h"
#include "core/random.h"
#include "core/vec3.h"

namespace drover {

class ArbiterContext;
class AgentView;
class EventContext;
class LocomotionContext;
class PerceptionPlan;
class RequestColumns;
struct ConditionDef;

// What a behavior asks for. No request at all is an empty optional, which is not the same as a request for
// zero: schemes with priorities see the difference.
// A body that is steered by velocities (LocomotionKind::velocity_steered) takes the same numbers for a
// velocity [m/s] and a rate of turn [rad/s].
struct Request {
  Vec3 linear;           // acceleration [m/s^2]
  double angular = 0.0;  // angular acceleration, counter-clockwise [rad/s^2]

  constexpr Request(Vec3 acceleration,
                    double angular_acceleration = 0.0)  // NOLINT: an acceleration is a request
      : linear(acceleration), angular(angular_acceleration) {}
};

// Where an agent wants to end up, for metrics such as arrivals.
struct Goal {
  Vec3 position;  // m
};

struct BehaviorKind : Kind {
  std::size_t memory = 0;  // numbers remembered per agent; the world keeps, hashes and saves them
  // Of a kind whose variants remember different amounts: how many numbers, at most `memory`.
  std::size_t (*memory_needed)(const void* params) = nullptr;
  double probability = 0.8;  // default chance per step under prioritized_dithering
  bool turns = false;  // asks for nothing but a rotation: pointless for a body that cannot turn by itself

  // Declares what the behavior perceives; stores the handles it gets in its (linked) parameters.
  void (*plan)(void* params, PerceptionPlan& plan) = nullptr;
  // Sets the agent's memory before the first step; without it memory starts at zero.
  void (*start)(const void* params, const AgentView& view, AgentIndex agent) = nullptr;
  // Writes a request, or none, for every listed agent. Reads the frozen state; writes nothing but the
  // requests and its own memory of the listed agents.
  void (*compute)(const void* params, const AgentView& view, std::span<const AgentIndex> agents,
                  RequestColumns& out) = nullptr;
  // The agent's final goal, where the behavior has one.
  std::optional<Goal> (*goal)(const void* params, const AgentView& view, AgentIndex agent) = nullptr;
  // Whether the behavior is through with what it does, such as following an open path.
  bool (*finished)(const void* params, const AgentView& view, AgentIndex agent) = nullptr;
};

// Something that does or does not hold for an agent. Every condition of a scenario is evaluated for all its
// agents in every step, whether or not its answer is used, so that its memory never depends on anything else.
struct ConditionKind : Kind {
  std::size_t memory = 0;  // numbers remembered per agent
  void (*plan)(void* params, PerceptionPlan& plan) = nullptr;
  void (*start)(const void* params, const AgentView& view, AgentIndex agent) = nullptr;
  // Of a condition that looks by itself: the answer, from the frozen state and the memory.
  bool (*holds)(const void* params, const AgentView& view, AgentIndex agent) = nullptr;
  // Of a condition made of others: those, and the answer from theirs.
  std::span<const ConditionDef> (*children)(const void* params) = nullptr;
  bool (*join)(std::span<const std::uint8_t> answers) = nullptr;
};

// A number that says something about an agent, for weights and priorities that follow it. May be infinite,
// never NaN.
struct MeasureKind : Kind {
  void (*plan)(void* params, PerceptionPlan& plan) = nullptr;
  double (*measure)(const void* params, const AgentView& view, AgentIndex agent) = nullptr;
};

// What is wrong with an event in its scenario.
struct EventProblem {
  std::string message = {};               // empty: nothing
  std::string_view key = {};              // of the event, to blame
  std::string nearest = {};               // the name that was probably meant; empty without
  std::vector<std::string> allowed = {};  // the names there are
};

// Something that happens to agents from outside, between two steps.
struct EventKind : Kind {
  // Says what is wrong with the parameters for these agents. Called while the world is built, to prepare it
  // too.
  EventProblem (*prepare)(void* params, EventContext& context, std::span<const AgentIndex> agents) = nullptr;
  // Happens to agents that are present; of spawn, to those that are not.
  void (*apply)(const void* params, EventContext& context, std::span<const AgentIndex> agents) = nullptr;
};

struct ArbiterKind : Kind {
  std::size_t memory =
      0;  // numbers remembered per agent, zero at first; the world keeps, hashes and saves them
  // Combines the requests of the stack's slots into one acceleration per agent, at most its max_acceleration.
  void (*combine)(const void* params, ArbiterContext& context) = nullptr;
};

struct LocomotionKind : Kind {
  bool steered = true;            // false: the stack's behaviors are never asked
  bool velocity_steered = false;  // requests are velocities, and the agent's limits limit those
  bool turns = false;             // the body turns by angular requests
  // Places and orients the agent before the first step, where the model dictates it.
  void (*start)(const void* params, LocomotionContext& context, AgentIndex agent) = nullptr;
  // Writes the next position, velocity and heading of every listed agent.
  void (*advance)(const void* params, LocomotionContext& context,
                  std::span<const AgentIndex> agents) = nullptr;
  // Of integrators that look at the request more than once in a step: how often, and the trial state in which
  // to look for the time with number `stage` (from 1).
  std::size_t (*stages)(const void* params) = nullptr;
  void (*trial)(const void* params, LocomotionContext& context, std::size_t stage,
                std::span<const AgentIndex> agents) = nullptr;
};

struct PlacementKind : Kind {
  bool random = false;  // a place can be drawn again when it is too close to another
  // How many agents it has room for; 0: any number.
  std::size_t (*capacity)(const void* params) = nullptr;
  // The place of agent `index` of `count`.
  Vec3 (*place)(const void* params, std::size_t index, std::size_t count, Draws& draws) = nullptr;
};

}  // namespace drover
