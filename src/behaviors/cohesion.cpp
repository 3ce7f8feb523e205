// cohesion: steers to the centroid of the neighbors.
// Buckland; Millington (arrives at the centroid); Bourg (angle), whose angle fails exactly astern and mixes
// heading and velocity. See groups.md.
#include "behaviors/flock_rules.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct CohesionDef {
  NeighborhoodDef neighborhood;
  CohesionRule rule;
  PerceptionHandle perceived;
};

constexpr auto kCohesionBehaviorFields =
    join(embed<&CohesionDef::neighborhood>(kNeighborhoodFields), embed<&CohesionDef::rule>(kCohesionFields));

void plan(CohesionDef& def, PerceptionPlan& plan) {
  def.perceived = plan_cohesion(def.rule, def.neighborhood, plan);
}

std::optional<Request> steer(const CohesionDef& def, const AgentView& view, AgentIndex agent) {
  if (view.perceived(def.perceived).count(agent) == 0) return std::nullopt;
  return cohesion_request(def.rule, view, def.perceived, agent);
}

constexpr TypedBehavior<CohesionDef> kTypedCohesion = {
    .info =
        {.name = "cohesion",
         .summary = "Steers to the centroid of the neighbors.",
         .source =
             "Reynolds 1987; Buckland, Programming Game AI by Example, ch. 3; Millington and Funge, "
             "Artificial Intelligence for Games, 3.3.13; Bourg and Seemann, AI for Game Developers, ch. 4",
         .example = R"({"type": "cohesion", "radius": 4})",
         .related = "separation, alignment, flocking",
         .in_space = true},
    .fields = kCohesionBehaviorFields,
    .check = check_neighborhood,
    .probability = 0.5,
    .plan = plan,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kCohesion = make_behavior<kTypedCohesion>();

}  // namespace drover
