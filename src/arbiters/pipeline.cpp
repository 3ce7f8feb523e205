// pipeline: targeters, decomposers, constraints and an actuator find one goal and a way to it that nothing
// forbids; where there is none, the behaviors of the stack steer for a while.
// Millington 3.4.4 and 3.4.5 (cooperative arbitration), with the corrections of pipeline.md.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "arbiters/pipeline/corner_detour.h"
#include "arbiters/pipeline/parts.h"
#include "arbiters/pipeline/pipeline_memory.h"
#include "sim/definitions/ticks.h"
#include "sim/step/arbitration.h"
#include "sim/step/damped_sum.h"

namespace drover {
namespace {

// Which of several constraints that a path violates is asked for another goal.
DROVER_ENUM(ConstraintChoice, earliest_on_path, first_listed)

struct PipelineDef {
  std::vector<TargeterDef> targeters;
  std::vector<DecomposerDef> decomposers;
  std::vector<ConstraintDef> constraints;
  PathActuatorDef actuator;
  std::optional<std::int64_t> constraint_steps;
  ConstraintChoice choice = ConstraintChoice::earliest_on_path;
  Parameter deadlock_hold = 0.5;
  Parameter stuck_distance = 0.1;
  Parameter stuck_time = 2.0;

  std::size_t most_attempts() const {
    const auto several = static_cast<std::int64_t>(constraints.size()) + 1;
    const std::int64_t otherwise = several > 4 ? several : 4;
    return static_cast<std::size_t>(constraint_steps.value_or(otherwise > 64 ? 64 : otherwise));
  }
};

constexpr auto kPipelineFields = fields(
    field<&PipelineDef::targeters>(
        {.key = "targeters",
         .doc = "What the agent is after: each writes other channels (position, orientation, velocity, "
                "rotation) of one goal.",
         .required = true}),
    field<&PipelineDef::decomposers>(
        {.key = "decomposers",
         .doc = "Where to go first on the way to that goal, from coarse to fine: each gets what the one "
                "before made of it."}),
    field<&PipelineDef::constraints>(
        {.key = "constraints",
         .doc = "What a way may not do: where it does, the constraint suggests another goal, and the way "
                "there is looked at in its turn."}),
    field<&PipelineDef::actuator>(
        {.key = "actuator", .doc = "How the body would go to a goal, and the request that takes it there."}),
    field<&PipelineDef::constraint_steps>(
        {.key = "constraint_steps",
         .range = closed(1, 64),
         .doc = "How many ways are tried in a step: one correction less.",
         .otherwise = "4, or one more than there are constraints where that is more"}),
    field<&PipelineDef::choice>(
        {.key = "choice",
         .doc = "Which of several constraints that a way violates suggests the next goal: the one that it "
                "meets first, or the first in the list.",
         .original_default = "first_listed (Millington)"}),
    field<&PipelineDef::deadlock_hold>(
        {.key = "deadlock_hold",
         .unit = "s",
         .range = closed(0, 1e6),
         .doc = "How long the behaviors of the stack steer in a deadlock before the pipeline tries again.",
         .original_default = "0 (Millington)"}),
    field<&PipelineDef::stuck_distance>(
        {.key = "stuck_distance",
         .unit = "m",
         .range = left_open(0, 1e5),
         .doc = "An agent that stays nearer than this to one place is not moving on.",
         .read_when = when("stuck_time", kGiven)}),
    field<&PipelineDef::stuck_time>(
        {.key = "stuck_time",
         .unit = "s",
         .range = closed(0, 1e9),
         .doc =
             "An agent that does not move on for this long, and is not at its goal, is in a deadlock, too; "
             "0: never.",
         .original_default = "0 (Millington)"}));

std::string_view name_of_channel(unsigned channels) {
  if ((channels & kPositionChannel) != 0) return "position";
  if ((channels & kOrientationChannel) != 0) return "orientation";
  return (channels & kVelocityChannel) != 0 ? "velocity" : "rotation";
}

std::vector<Problem> check_pipeline(const PipelineDef& def) {
  if (def.targeters.empty()) return {{"/targeters", "a pipeline without targeters has nothing to do"}};
  unsigned written = 0;
  unsigned always_written = 0;
  for (std::size_t k = 0; k < def.targeters.size(); ++k) {
    const auto& [targeter, when] = def.targeters[k];
    if (targeter.kind == nullptr) continue;
    const unsigned channels = targeter->channels(targeter.params.get());
    if ((always_written & channels) != 0)
      return {{fmt::format("/targeters/{}", k),
               fmt::format("the {} is that of a targeter before: each channel has one",
                           name_of_channel(always_written & channels))}};
    written |= channels;
    if (!when) always_written |= channels;
  }
  if ((written & kPositionChannel) == 0 && !def.decomposers.empty())
    return {{.pointer = "/decomposers",
             .message = "they have no effect: no targeter gives a position",
             .severity = Severity::warning}};
  return {};
}

// The memory: that of the pipeline, then those of the targeters, the decomposers and the actuator.
std::size_t memory_of_pipeline(const PipelineDef& def) {
  std::size_t width = PipelineMemory::kWidth;
  for (const TargeterDef& each : def.targeters)
    width += each.targeter->memory;
  for (const auto& [decomposer] : def.decomposers) {
    if (decomposer->memory_needed != nullptr) width += decomposer->memory_needed(decomposer.params.get());
  }
  return width + def.actuator.actuator->memory;
}

void plan_pipeline(PipelineDef& def, PerceptionPlan& plan) {
  for (const auto& [constraint] : def.constraints) {
    if (constraint->plan != nullptr) constraint->plan(constraint.params.get(), plan);
  }
}

void start_pipeline(const PipelineDef&, const AgentView& view, AgentIndex agent) {
  PipelineMemory(view.memory_to_write(agent)).restart_clock(view.position(agent), view.world().state.tick);
}

std::size_t common_width(const Boxed<TargeterKind>& targeter) {
  return targeter->common_needed != nullptr ? targeter->common_needed(targeter.params.get()) : 0;
}

bool counts(const TargeterDef& def, const World& world, AgentIndex agent) {
  return !def.when || world.answers(def.when->index)[agent] != 0;
}

// What targeters have to know once for all agents that ask now.
void find_common(const PipelineDef& def, const AgentView& view, std::vector<double>& common) {
  common.clear();
  for (const auto& [targeter, when] : def.targeters) {
    const std::size_t width = common_width(targeter);
    if (width == 0) continue;
    common.resize(common.size() + width);
    targeter->find_common(targeter.params.get(), view, std::span(common).last(width));
  }
}

// The pipeline of one agent in one step.
class PipelineRun {
 public:
  // `common`: the numbers of the targeters that are the same for all agents, one after the other.
  PipelineRun(const PipelineDef& def, const AgentView& view, AgentIndex agent, std::span<const double> common)
      : def_(def),
        part_{view, agent, {}},
        common_(common),
        memory_(view.memory_to_write(agent)),
        parts_memory_(view.memory_to_write(agent).subspan(PipelineMemory::kWidth)),
        body_{view, agent, view.memory_to_write(agent).last(def.actuator.actuator->memory)} {}

  // Nothing in a deadlock, and where there is nothing to do.
  std::optional<Request> steer() {
    if (memory_.is_held(tick())) return std::nullopt;
    const bool goes_on = memory_.goes_on(tick()) && memory_.record().cause == DeadlockCause::none;
    if (!goes_on) memory_.restart_clock(part_.here(), tick());
    PipelineGoal goal = target();
    if (!goal.is_empty() && goal.position) decompose(goal);
    if (goal.is_empty()) {
      memory_.note(PipelineRecord(), std::nullopt);
      memory_.restart_clock(part_.here(), tick());
      return std::nullopt;
    }
    return follow(goal);
  }

 private:
  std::uint64_t tick() const { return part_.view.world().state.tick; }
  // The next numbers of the memory.
  PartView next_part(std::size_t width) {
    const std::span<double> own = parts_memory_.first(width);
    parts_memory_ = parts_memory_.subspan(width);
    return {part_.view, part_.agent, own};
  }

  PipelineGoal target() {
    PipelineGoal goal;
    for (const TargeterDef& each : def_.targeters) {
      const auto& targeter = each.targeter;
      PartView part = next_part(targeter->memory);
      const std::size_t width = common_width(targeter);
      part.common = common_.first(width);
      common_ = common_.subspan(width);
      const bool is_free = (targeter->channels(targeter.params.get()) & goal.channels()) == 0;
      if (is_free && counts(each, part_.view.world(), part_.agent))
        targeter->target(targeter.params.get(), part, goal);
    }
    return goal;
  }

  void decompose(PipelineGoal& goal) {
    for (const auto& [decomposer] : def_.decomposers) {
      const void* params = decomposer.params.get();
      const std::size_t width = decomposer->memory_needed != nullptr ? decomposer->memory_needed(params) : 0;
      const Vec3 before = *goal.position;
      decomposer->decompose(params, next_part(width), goal);
      waits_ = waits_ || (*goal.position == part_.here() && !(before == part_.here()));
    }
  }

  // Looks for a way that nothing forbids.
  std::optional<Request> follow(PipelineGoal goal) {
    const std::size_t most = def_.most_attempts();
    while (true) {
      if (record_.attempts == most) return deadlock(DeadlockCause::steps);
      if (is_tried(goal)) {
        ++record_.attempts;
        return deadlock(DeadlockCause::cycle);
      }
      tried_[record_.attempts++] = Tried::of(goal);
      const std::optional<Attempt> attempt = attempt_at(goal);
      if (!attempt) return deadlock(DeadlockCause::no_way);
      if (!attempt->violation) return accept(attempt->path, goal);
      const auto& constraint = def_.constraints[record_.constraint].constraint;
      std::optional<PipelineGoal> other =
          constraint->suggest(constraint.params.get(), part_, attempt->path, goal, *attempt->violation);
      if (!other) return deadlock(DeadlockCause::no_way);
      goal = *other;
    }
  }

  struct Attempt {
    PipelinePath path;
    std::optional<Violation> violation;
  };
  // The first of the actuator's ways to a goal that nothing forbids. Where there is none it is the first of
  // all, with what it violates; nothing where the actuator knows no way.
  std::optional<Attempt> attempt_at(const PipelineGoal& goal) {
    const auto& actuator = def_.actuator.actuator;
    std::optional<Attempt> first;
    std::uint32_t violated = kNoIndex;
    for (std::size_t number = 0;; ++number) {
      const auto path = actuator->path(actuator.params.get(), body_, goal, number);
      if (!path) break;
      const std::optional<Violation> violation = find_violation(*path);
      if (!violation) return Attempt{*path, std::nullopt};
      if (first) continue;
      first = Attempt{*path, violation};
      violated = record_.constraint;
    }
    if (first) record_.constraint = violated;
    return first;
  }

  // Of the constraint that is to suggest another goal, whose index is noted.
  std::optional<Violation> find_violation(const PipelinePath& path) {
    std::optional<Violation> chosen;
    for (std::uint32_t k = 0; k < def_.constraints.size(); ++k) {
      const auto& constraint = def_.constraints[k].constraint;
      if (constraint->violation == nullptr) continue;
      const auto violation = constraint->violation(constraint.params.get(), part_, path);
      if (!violation || (chosen && !(violation->at < chosen->at))) continue;
      chosen = violation;
      record_.constraint = k;
      if (def_.choice == ConstraintChoice::first_listed) return chosen;
    }
    return chosen;
  }

  bool is_tried(const PipelineGoal& goal) const {
    const Tried now = Tried::of(goal);
    return std::any_of(tried_.begin(), tried_.begin() + record_.attempts, [&](const Tried& before) {
      return length(now.position - before.position) < kLengthEpsilon &&
             length(now.velocity - before.velocity) < kLengthEpsilon;
    });
  }

  std::optional<Request> accept(const PipelinePath& path, const PipelineGoal& goal) {
    double speed_limit = kInfinity;
    for (const auto& [constraint] : def_.constraints) {
      if (constraint->speed_limit != nullptr)
        speed_limit = smaller(speed_limit, constraint->speed_limit(constraint.params.get(), part_));
    }
    if (is_stuck(path, goal, speed_limit)) return deadlock(DeadlockCause::stuck);
    memory_.note(record_, goal.position);
    const auto& actuator = def_.actuator.actuator;
    return actuator->output(actuator.params.get(), body_, path, goal, speed_limit);
  }

  // Whether the agent has stayed where it is for too long. Who has come to the goal, waits, or may not move
  // is not stuck.
  bool is_stuck(const PipelinePath& path, const PipelineGoal& goal, double speed_limit) {
    const double patience = part_.value(def_.stuck_time);
    if (patience == 0.0) return false;
    const double left = length(path.end() - path.start());
    const Vec3 moved = part_.view.displacement(memory_.still_at(), part_.here());
    if (!goal.position || waits_ || speed_limit == 0.0 || left <= part_.view.radius(part_.agent) ||
        !(length(moved) < part_.value(def_.stuck_distance)))
      memory_.restart_clock(part_.here(), tick());
    const double dt = part_.view.dt();
    return memory_.still_for(tick()) >= static_cast<double>(first_tick_from(patience, dt));
  }

  std::optional<Request> deadlock(DeadlockCause cause) {
    record_.cause = cause;
    memory_.note(record_, std::nullopt);
    memory_.hold_until(tick() + first_tick_from(part_.value(def_.deadlock_hold), part_.view.dt()));
    return std::nullopt;
  }

  // Without the channel far away from any that has it.
  struct Tried {
    Vec3 position, velocity;

    static Tried of(const PipelineGoal& goal) {
      constexpr Vec3 kNone{1e300, 0.0, 0.0};
      return {goal.position.value_or(kNone), goal.velocity.value_or(kNone)};
    }
  };

  const PipelineDef& def_;
  PartView part_;
  std::span<const double> common_;
  PipelineMemory memory_;
  std::span<double> parts_memory_;
  PartView body_;  // of the actuator
  PipelineRecord record_;
  std::array<Tried, 64> tried_;
  bool waits_ = false;  // a decomposer keeps the agent where it is
};

void compute_by_pipeline(const void* params, const AgentView& view, std::span<const AgentIndex> agents,
                         RequestColumns& out) {
  const auto& def = *static_cast<const PipelineDef*>(params);
  thread_local std::vector<double> common;  // kept for its memory alone
  if (!agents.empty()) find_common(def, view, common);
  reserve_corner_detours();
  const AgentView planar = view.in_plane();
  const auto entries = out.entries<false>();
  for (const AgentIndex agent : agents)
    entries.set(agent, PipelineRun(def, planar, agent, common).steer());
}

std::optional<Goal> goal_of_pipeline(const PipelineDef& def, const AgentView& view, AgentIndex agent) {
  for (const TargeterDef& each : def.targeters) {
    const auto& targeter = each.targeter;
    if (targeter->end == nullptr || !counts(each, view.world(), agent)) continue;
    if (const auto goal = targeter->end(targeter.params.get(), view, agent)) return goal;
  }
  return std::nullopt;
}

std::optional<Vec3> aim_of_pipeline(const PipelineDef&, const AgentView& view, AgentIndex agent) {
  const std::optional<Vec3> sub_goal = PipelineMemory(view.memory(agent)).sub_goal();
  return sub_goal ? std::optional(*sub_goal - view.position(agent)) : std::nullopt;
}

PipelineRecord record_of_pipeline(const PipelineDef&, const AgentView& view, AgentIndex agent) {
  return PipelineMemory(view.memory(agent)).record();
}

// The kind; of the second of a kind with its number.
std::vector<std::string> constraint_labels(const PipelineDef& def) {
  std::vector<std::string> labels;
  for (std::size_t k = 0; k < def.constraints.size(); ++k) {
    const ConstraintKind* kind = def.constraints[k].constraint.get();
    std::size_t same = 0;
    for (std::size_t before = 0; before < k; ++before)
      same += def.constraints[before].constraint.get() == kind ? 1U : 0U;
    labels.push_back(same > 0 ? fmt::format("{}#{}", kind->name, same) : std::string(kind->name));
  }
  return labels;
}

std::optional<WayAhead> way_of_pipeline(const PipelineDef& def, const AgentView& view, AgentIndex agent) {
  std::span<const double> memory = view.memory(agent).subspan(PipelineMemory::kWidth);
  for (const auto& [targeter, when] : def.targeters)
    memory = memory.subspan(targeter->memory);
  for (const auto& [decomposer] : def.decomposers) {
    const void* params = decomposer.params.get();
    const std::size_t width = decomposer->memory_needed != nullptr ? decomposer->memory_needed(params) : 0;
    if (decomposer->way != nullptr) {
      if (const auto way = decomposer->way(params, view, agent, memory.first(width))) return way;
    }
    memory = memory.subspan(width);
  }
  return std::nullopt;
}

// What the pipeline does, as a behavior: it stands in the stack of its arbiter beside those that steer in a
// deadlock.
constexpr TypedBehavior<PipelineDef> kTypedSteering = {
    .info = {.name = "pipeline",
             .summary = "What the arbiter pipeline asks for.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.4.5"},
    .fields = kPipelineFields,
    .memory = PipelineMemory::kWidth,
    .memory_needed = memory_of_pipeline,
    .plan = plan_pipeline,
    .start = start_pipeline,
    .goal = goal_of_pipeline,
    .aim_at = aim_of_pipeline,
};

constexpr BehaviorKind with_record(BehaviorKind kind, bool finds_way) {
  kind.compute = compute_by_pipeline;
  kind.pipeline = erased<record_of_pipeline>;
  kind.constraint_labels = erased<constraint_labels>;
  kind.finds_way = finds_way;
  kind.uses_grids = finds_way;
  kind.way = finds_way ? erased<way_of_pipeline> : nullptr;
  return kind;
}
constexpr BehaviorKind kPipelineSteering = with_record(make_behavior<kTypedSteering>(), false);
constexpr BehaviorKind kPlannedPipelineSteering = with_record(make_behavior<kTypedSteering>(), true);

const BehaviorKind& own_behavior(const PipelineDef& def) {
  return def.decomposers.empty() ? kPipelineSteering : kPlannedPipelineSteering;
}

// The other entries, added as weighted_sum adds them.
void sum_of_others(ArbiterContext& context, std::size_t own, AgentIndex agent) {
  DampedSum sum(context.world().own_velocity(agent));
  bool is_any = false;
  for (std::size_t k = 0; k < context.entry_count(); ++k) {
    const auto asked = k == own ? std::nullopt : context.weighted(k, agent);
    if (!asked) continue;
    sum.add(asked->request, asked->limit);
    is_any = true;
  }
  if (!is_any) return;
  context.set_total(agent, sum.total());
  if (!context.notes_contributions()) return;
  for (std::size_t k = 0; k < context.entry_count(); ++k) {
    const auto asked = k == own ? std::nullopt : context.weighted(k, agent);
    if (!asked) continue;
    context.contribute_of(sum.total(), k, agent,
                          {sum.part(asked->request, asked->limit), asked->request.angular});
  }
}

void combine_pipeline(const PipelineDef&, ArbiterContext& context) {
  std::size_t own = 0;
  while (context.entry(own).kind->pipeline == nullptr)
    ++own;
  const StackEntry& entry = context.entry(own);
  context.evaluate(own, context.agents());
  std::vector<AgentIndex>& in_deadlock = context.remaining();
  std::erase_if(in_deadlock, [&](AgentIndex agent) {
    const AgentView view(context.world(), {}, entry);
    const auto record = entry.kind->pipeline(entry.params.get(), view, agent);
    if (record.cause != DeadlockCause::none) return false;
    if (const std::optional<Request> request = context.lone_request(own, agent)) {
      context.set_total(agent, *request);
      context.contribute_all(own, agent);
    }
    return true;
  });
  if (in_deadlock.empty()) return;
  for (std::size_t k = 0; k < context.entry_count(); ++k) {
    if (k != own) context.evaluate(k, in_deadlock);
  }
  for (const AgentIndex agent : in_deadlock)
    sum_of_others(context, own, agent);
}

constexpr TypedArbiter<PipelineDef> kTypedPipeline = {
    .info = {.name = "pipeline",
             .summary =
                 "Finds one goal and a way to it that nothing forbids; the behaviors of the stack steer "
                 "in a deadlock.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.4.4 and 3.4.5",
             .example =
                 R"({"type": "pipeline", "targeters": [{"type": "fixed", "target": {"point": [10, 5]}}],
 "constraints": [{"type": "avoid_obstacle"}, {"type": "speed_limit", "max_speed": 2}]})",
             .related = "priority_groups, chase, planning, avoid_obstacle, point_to_point",
             .not_in_space = kPipelineNotInSpace},
    .fields = kPipelineFields,
    .check = check_pipeline,
    .default_behavior = "wander",
    .own_behavior = own_behavior,
    .combine = combine_pipeline,
};

}  // namespace

extern constexpr ArbiterKind kPipeline = make_arbiter<kTypedPipeline>();

}  // namespace drover
