// The parts of the arbiter pipeline (Millington 3.4.5): targeters say what an agent is after, decomposers
// where to go first, constraints what is wrong with the way there, and an actuator turns a way into a
// request.
#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "arbiters/pipeline/pipeline_goal.h"
#include "arbiters/pipeline/pipeline_path.h"
#include "sim/definitions/plain_table.h"
#include "sim/definitions/steering_definitions.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"

namespace drover {

// For one agent in one step, what each part is asked for: the frozen state, its own numbers, which the
// pipeline keeps, and those that it has in common for all agents.
struct PartView {
  const AgentView& view;
  AgentIndex agent;
  std::span<double> memory;
  std::span<const double> common = {};

  Vec3 here() const { return view.position(agent); }
  double value(const Parameter& parameter) const { return view.value(parameter, agent); }
};

struct TargeterKind : Kind {
  static constexpr std::string_view kFamily = "targeter";
  std::size_t memory = 0;  // numbers remembered per agent
  // The channels it may write.
  unsigned (*channels)(const void* params) = nullptr;
  // Writes channels of the goal, or none.
  void (*target)(const void* params, const PartView& part, PipelineGoal& goal) = nullptr;
  // Numbers that are the same for all agents in one state: how many, and what they are. They are found once
  // for many agents.
  std::size_t (*common_needed)(const void* params) = nullptr;
  void (*find_common)(const void* params, const AgentView& view, std::span<double> common) = nullptr;
  // Where the agent wants to end up, for metrics; nothing where that moves.
  std::optional<Goal> (*end)(const void* params, const AgentView& view, AgentIndex agent) = nullptr;
};

// What a decomposer made of a goal. unreachable: no way leads to its position.
enum class Decomposition { unchanged, sub_goal, unreachable };

struct DecomposerKind : Kind {
  static constexpr std::string_view kFamily = "decomposer";
  std::size_t (*memory_needed)(const void* params) = nullptr;
  // Puts a part of the goal, which has a position, into its place.
  Decomposition (*decompose)(const void* params, const PartView& part, PipelineGoal& goal) = nullptr;
  // The way that it remembers; nothing where it leads straight to the goal.
  std::optional<WayAhead> (*way)(const void* params, const AgentView& view, AgentIndex agent,
                                 std::span<const double> memory) = nullptr;
};

// Where a path first violates a constraint, and what it meets there: each constraint knows its own.
struct Violation {
  double at = kInfinity;  // arc length at which the path enters it [m]
  std::size_t leg = 0;    // of the path
  std::uint32_t item = 0;
  Vec3 center = {};     // m
  double radius = 0.0;  // m
};

struct ConstraintKind : Kind {
  static constexpr std::string_view kFamily = "constraint";
  void (*plan)(void* params, PerceptionPlan& plan) = nullptr;
  // Whether and where the path violates it; without it, none does.
  std::optional<Violation> (*violation)(const void* params, const PartView& part,
                                        const PipelinePath& path) = nullptr;
  // Another goal whose path may not; nothing where it knows none.
  std::optional<PipelineGoal> (*suggest)(const void* params, const PartView& part, const PipelinePath& path,
                                         const PipelineGoal& goal, const Violation& violation) = nullptr;
  // The greatest speed it allows [m/s].
  double (*speed_limit)(const void* params, const PartView& part) = nullptr;
};

struct PathActuatorKind : Kind {
  static constexpr std::string_view kFamily = "path_actuator";
  std::size_t memory = 0;  // numbers remembered per agent
  // The ways on which the agent would go to the goal, by their numbers from 0 on: the first that no
  // constraint forbids is taken. Nothing where there are no more.
  std::optional<PipelinePath> (*path)(const void* params, const PartView& part, const PipelineGoal& goal,
                                      std::size_t number) = nullptr;
  // What takes it along that way, no faster than the limit [m/s].
  Request (*output)(const void* params, const PartView& part, const PipelinePath& path,
                    const PipelineGoal& goal, double speed_limit) = nullptr;
};

template <class Def>
struct TypedTargeter {
  using Params = Def;
  KindInfo info = {};
  std::span<const Field> fields = {};
  std::vector<Problem> (*check)(const Def& def) = nullptr;
  std::size_t memory = 0;
  unsigned (*channels)(const Def& def) = nullptr;
  void (*target)(const Def& def, const PartView& part, PipelineGoal& goal) = nullptr;
  std::size_t (*common_needed)(const Def& def) = nullptr;
  void (*find_common)(const Def& def, const AgentView& view, std::span<double> common) = nullptr;
  std::optional<Goal> (*end)(const Def& def, const AgentView& view, AgentIndex agent) = nullptr;
};

template <const auto& Typed>
constexpr TargeterKind make_targeter() {
  auto kind = make_kind<TargeterKind, Typed>();
  kind.memory = Typed.memory;
  kind.channels = erased<Typed.channels>;
  kind.target = erased<Typed.target>;
  kind.common_needed = erased<Typed.common_needed>;
  kind.find_common = erased<Typed.find_common>;
  kind.end = erased<Typed.end>;
  return kind;
}

template <class Def>
struct TypedDecomposer {
  using Params = Def;
  KindInfo info = {};
  std::span<const Field> fields = {};
  std::vector<Problem> (*check)(const Def& def) = nullptr;
  std::size_t (*memory_needed)(const Def& def) = nullptr;
  Decomposition (*decompose)(const Def& def, const PartView& part, PipelineGoal& goal) = nullptr;
  std::optional<WayAhead> (*way)(const Def& def, const AgentView& view, AgentIndex agent,
                                 std::span<const double> memory) = nullptr;
};

template <const auto& Typed>
constexpr DecomposerKind make_decomposer() {
  auto kind = make_kind<DecomposerKind, Typed>();
  kind.memory_needed = erased<Typed.memory_needed>;
  kind.decompose = erased<Typed.decompose>;
  kind.way = erased<Typed.way>;
  return kind;
}

template <class Def>
struct TypedConstraint {
  using Params = Def;
  KindInfo info = {};
  std::span<const Field> fields = {};
  std::vector<Problem> (*check)(const Def& def) = nullptr;
  void (*plan)(Def& def, PerceptionPlan& plan) = nullptr;
  std::optional<Violation> (*violation)(const Def& def, const PartView& part,
                                        const PipelinePath& path) = nullptr;
  std::optional<PipelineGoal> (*suggest)(const Def& def, const PartView& part, const PipelinePath& path,
                                         const PipelineGoal& goal, const Violation& violation) = nullptr;
  double (*speed_limit)(const Def& def, const PartView& part) = nullptr;
};

template <const auto& Typed>
constexpr ConstraintKind make_constraint() {
  auto kind = make_kind<ConstraintKind, Typed>();
  kind.plan = erased<Typed.plan>;
  kind.violation = erased<Typed.violation>;
  kind.suggest = erased<Typed.suggest>;
  kind.speed_limit = erased<Typed.speed_limit>;
  return kind;
}

template <class Def>
struct TypedPathActuator {
  using Params = Def;
  KindInfo info = {};
  std::span<const Field> fields = {};
  std::vector<Problem> (*check)(const Def& def) = nullptr;
  std::size_t memory = 0;
  std::optional<PipelinePath> (*path)(const Def& def, const PartView& part, const PipelineGoal& goal,
                                      std::size_t number) = nullptr;
  Request (*output)(const Def& def, const PartView& part, const PipelinePath& path, const PipelineGoal& goal,
                    double speed_limit) = nullptr;
};

template <const auto& Typed>
constexpr PathActuatorKind make_path_actuator() {
  auto kind = make_kind<PathActuatorKind, Typed>();
  kind.memory = Typed.memory;
  kind.path = erased<Typed.path>;
  kind.output = erased<Typed.output>;
  return kind;
}

// A part as a scenario chooses it.
struct TargeterDef {
  Boxed<TargeterKind> targeter;
  std::optional<ConditionDef> when;
  static const Table& table();
};
struct DecomposerDef {
  Boxed<DecomposerKind> decomposer;
  static const Table& table();
};
struct ConstraintDef {
  Boxed<ConstraintKind> constraint;
  static const Table& table();
};
struct PathActuatorDef {
  Boxed<PathActuatorKind> actuator;
  static const Table& table();
};

// What parts of the plane say where "dimensions" is 3.
inline constexpr std::string_view kPipelineNotInSpace =
    "the pipeline goes round things in the plane; take prioritized_sum or priority_groups there";

}  // namespace drover
