// avoid_agents: the way keeps off where others will be.
// After Millington 3.4.5, whose AvoidObstacle stands still; the closest approach is that of 3.3.14 with its
// corrections.
#include "arbiters/pipeline/circle_detour.h"
#include "arbiters/pipeline/clearance_rule.h"
#include "sim/perception/perception.h"

namespace drover {
namespace {

NeighborhoodDef far_neighborhood() {
  NeighborhoodDef def;
  def.radius = 10.0;
  return def;
}

struct AvoidAgentsDef {
  Parameter horizon = 3.0;
  Parameter margin_factor = 1.1;
  NeighborhoodDef neighborhood = far_neighborhood();
  PerceptionHandle perceived;
};

constexpr auto kAvoidAgentsFields =
    join(fields(field<&AvoidAgentsDef::horizon>({.key = "horizon",
                                                 .unit = "s",
                                                 .range = left_open(0, 1e6),
                                                 .doc = "Encounters farther in the future do not count."}),
                field<&AvoidAgentsDef::margin_factor>(kMarginFactor)),
         embed<&AvoidAgentsDef::neighborhood>(kNeighborhoodFields));

std::vector<Problem> check_avoid_agents(const AvoidAgentsDef& def) {
  std::vector<Problem> problems = check_neighborhood(def);
  for (Problem& problem : margin_problems(def.margin_factor))
    problems.push_back(std::move(problem));
  return problems;
}

void plan_avoid_agents(AvoidAgentsDef& def, PerceptionPlan& plan) {
  def.perceived = plan.need_list(def.neighborhood);
}

// Where two meet, if they do: the agent along its way at full speed, the other as it moves now.
struct Encounter {
  double time = kInfinity;  // s
  std::size_t leg = 0;
  Vec3 place;  // of the other then, m
};

class Encounters {
 public:
  Encounters(const AvoidAgentsDef& def, const PartView& part, const PipelinePath& path)
      : view_(part.view),
        agent_(part.agent),
        path_(path),
        speed_(part.view.full_speed(part.agent)),
        horizon_(part.value(def.horizon)) {}

  // On the first leg on which the closest approach is nearer than `reach` [m].
  Encounter with(AgentIndex other, double reach) const {
    const Vec3 place = path_.start() + view_.displacement(path_.start(), view_.position(other));
    const Vec3 velocity = view_.seen_velocity(view_.world().state.motion.velocity(other), agent_);
    double begin = 0.0;
    for (std::size_t leg = 0; leg < path_.legs() && begin < horizon_; ++leg) {
      const Vec3 along = path_.to(leg) - path_.from(leg);
      const double left = horizon_ - begin;
      const double duration = speed_ > 0.0 ? smaller(length(along) / speed_, left) : left;
      const Vec3 offset = place + velocity * begin - path_.from(leg);
      const Vec3 relative = velocity - direction(along) * speed_;
      const double time = time_of_approach(offset, relative, duration);
      if (begin + time > 0.0 && length(offset + relative * time) < reach)
        return {begin + time, leg, place + velocity * (begin + time)};
      begin += duration;
    }
    return {};
  }

 private:
  static double time_of_approach(Vec3 offset, Vec3 velocity, double latest) {
    const double speed2 = length2(velocity);
    if (speed2 < kLengthEpsilon * kLengthEpsilon) return 0.0;
    return clamp(-dot(offset, velocity) / speed2, 0.0, latest);
  }

  const AgentView& view_;
  AgentIndex agent_;
  const PipelinePath& path_;
  double speed_, horizon_;
};

// The earliest encounter; of equally early ones that with the lower number.
std::optional<Violation> first_encounter(const AvoidAgentsDef& def, const PartView& part,
                                         const PipelinePath& path) {
  const Encounters encounters(def, part, path);
  const Perceived& perceived = part.view.perceived(def.perceived);
  Encounter first;
  double radius = 0.0;
  for (const AgentIndex other : perceived.list(part.agent)) {
    const double reach = part.view.radius(part.agent) + part.view.radius(other);
    const Encounter encounter = encounters.with(other, reach - kLengthEpsilon);
    if (!(encounter.time < first.time)) continue;
    first = encounter;
    radius = reach;
  }
  if (first.time == kInfinity) return std::nullopt;
  return Violation{.at = first.time * part.view.full_speed(part.agent),
                   .leg = first.leg,
                   .center = first.place,
                   .radius = radius};
}

std::optional<PipelineGoal> goal_past_agent(const AvoidAgentsDef& def, const PartView& part,
                                            const PipelinePath& path, const PipelineGoal& goal,
                                            const Violation& violation) {
  return goal_beside(part, path, goal, violation, part.value(def.margin_factor));
}

constexpr TypedConstraint<AvoidAgentsDef> kTypedAvoidAgents = {
    .info = {.name = "avoid_agents",
             .summary = "The way keeps off where other agents will be, if they keep their velocities.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.4.5 and 3.3.14",
             .example = R"({"type": "avoid_agents", "horizon": 2})",
             .related = "avoid_obstacle, collision_avoidance",
             .not_in_space = kPipelineNotInSpace},
    .fields = kAvoidAgentsFields,
    .check = check_avoid_agents,
    .plan = plan_avoid_agents,
    .violation = first_encounter,
    .suggest = goal_past_agent,
};

}  // namespace

extern constexpr ConstraintKind kAvoidAgentsConstraint = make_constraint<kTypedAvoidAgents>();

}  // namespace drover
