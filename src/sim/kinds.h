// The families of kinds the simulation runs: behaviors, arbiters, locomotion models and placements.
// A kind is a constexpr object in its own file; the folder's registry lists it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/kind.h"
#include "core/random.h"
#include "core/vec3.h"

namespace drover {

class ArbiterContext;
class BehaviorView;
class LocomotionContext;
class PerceptionPlan;
class RequestColumns;

// What a behavior asks for. No request at all is an empty optional, which is not the same as a request for
// zero: schemes with priorities see the difference.
struct Request {
  Vec3 linear;  // acceleration [m/s^2]

  constexpr Request(Vec3 acceleration) : linear(acceleration) {}  // NOLINT: an acceleration is a request
};

// Where an agent wants to end up, for metrics such as arrivals.
struct Goal {
  Vec3 position;  // m
};

struct BehaviorKind : Kind {
  std::size_t memory = 0;    // numbers remembered per agent; the world keeps, hashes and saves them
  double probability = 0.8;  // default chance per step under prioritized_dithering

  // Declares what the behavior perceives; stores the handles it gets in its (linked) parameters.
  void (*plan)(void* params, PerceptionPlan& plan) = nullptr;
  // Sets the agent's memory before the first step; without it memory starts at zero.
  void (*start)(const void* params, const BehaviorView& view, AgentIndex agent) = nullptr;
  // Writes a request, or none, for every listed agent. Reads the frozen state; writes nothing but the
  // requests and its own memory of the listed agents.
  void (*compute)(const void* params, const BehaviorView& view, std::span<const AgentIndex> agents,
                  RequestColumns& out) = nullptr;
  // The agent's final goal, where the behavior has one.
  std::optional<Goal> (*goal)(const void* params, const BehaviorView& view, AgentIndex agent) = nullptr;
};

struct ArbiterKind : Kind {
  // Combines the requests of the stack's slots into one acceleration per agent, at most its max_acceleration.
  void (*combine)(const void* params, ArbiterContext& context) = nullptr;
};

struct LocomotionKind : Kind {
  bool steered = true;  // false: the stack's behaviors are never asked
  // Places and orients the agent before the first step, where the model dictates it.
  void (*start)(const void* params, LocomotionContext& context, AgentIndex agent) = nullptr;
  // Writes the next position, velocity and heading of every listed agent.
  void (*advance)(const void* params, LocomotionContext& context,
                  std::span<const AgentIndex> agents) = nullptr;
};

struct PlacementKind : Kind {
  bool random = false;  // a place can be drawn again when it is too close to another
  // How many agents it has room for; 0: any number.
  std::size_t (*capacity)(const void* params) = nullptr;
  // The place of agent `index` of `count`.
  Vec3 (*place)(const void* params, std::size_t index, std::size_t count, Draws& draws) = nullptr;
};

// Makes a behavior of a function that answers for one agent:
//   std::optional<Request> steer(const SeekDef& def, const BehaviorView& view, AgentIndex agent);
template <class Def, auto Steer>
constexpr BehaviorKind behavior(Kind kind);

template <class Def, auto Plan>
constexpr BehaviorKind with_plan(BehaviorKind kind) {
  kind.plan = [](void* params, PerceptionPlan& plan) { Plan(*static_cast<Def*>(params), plan); };
  return kind;
}

template <class Def, auto Start>
constexpr BehaviorKind with_memory(std::size_t count, BehaviorKind kind) {
  kind.memory = count;
  kind.start = [](const void* params, const BehaviorView& view, AgentIndex agent) {
    Start(*static_cast<const Def*>(params), view, agent);
  };
  return kind;
}

constexpr BehaviorKind with_probability(double probability, BehaviorKind kind) {
  kind.probability = probability;
  return kind;
}

template <class Def, auto FindGoal>
constexpr BehaviorKind with_goal(BehaviorKind kind) {
  kind.goal = [](const void* params, const BehaviorView& view, AgentIndex agent) -> std::optional<Goal> {
    return FindGoal(*static_cast<const Def*>(params), view, agent);
  };
  return kind;
}

template <class Def, auto Combine>
constexpr ArbiterKind arbiter(Kind words) {
  ArbiterKind kind{with_params<Def>(words)};
  kind.family = "arbiter";
  kind.combine = [](const void* params, ArbiterContext& context) {
    Combine(*static_cast<const Def*>(params), context);
  };
  return kind;
}

template <class Def, auto Advance>
constexpr LocomotionKind locomotion(Kind words) {
  LocomotionKind kind{with_params<Def>(words)};
  kind.family = "locomotion";
  kind.advance = [](const void* params, LocomotionContext& context, std::span<const AgentIndex> agents) {
    Advance(*static_cast<const Def*>(params), context, agents);
  };
  return kind;
}

template <class Def, auto Place>
constexpr PlacementKind placement(Kind words) {
  PlacementKind kind{with_params<Def>(words)};
  kind.family = "placement";
  kind.place = [](const void* params, std::size_t index, std::size_t count, Draws& draws) {
    return Place(*static_cast<const Def*>(params), index, count, draws);
  };
  return kind;
}

constexpr PlacementKind with_capacity(std::size_t (*capacity)(const void*), PlacementKind kind) {
  kind.capacity = capacity;
  return kind;
}

// A placement that draws: a place can be drawn again when it is too close to another.
template <class Def, auto Place>
constexpr PlacementKind random_placement(Kind words) {
  PlacementKind kind = placement<Def, Place>(words);
  kind.random = true;
  return kind;
}

}  // namespace drover
