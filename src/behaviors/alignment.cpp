// alignment: takes the mean heading or velocity of the neighbors.
// Reynolds 1987; Buckland (heading), Millington (velocity), Bourg (angle). The mean heading has no unit,
// hence the gain. The average heading of Bourg is a mean velocity, and its angle fails exactly astern; here
// angles are signed. See groups.md.
#include "behaviors/flock_rules.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct AlignmentDef {
  NeighborhoodDef neighborhood;
  AlignmentRule rule;
  PerceptionHandle perceived;
};

constexpr auto kAlignmentBehaviorFields = join(embed<&AlignmentDef::neighborhood>(kNeighborhoodFields),
                                               embed<&AlignmentDef::rule>(kAlignmentFields));

void plan(AlignmentDef& def, PerceptionPlan& plan) {
  def.perceived = plan_alignment(def.rule, def.neighborhood, plan);
}

std::optional<Request> steer(const AlignmentDef& def, const AgentView& view, AgentIndex agent) {
  if (view.perceived(def.perceived).count(agent) == 0) return std::nullopt;
  return alignment_request(def.rule, view, def.perceived, agent);
}

constexpr TypedBehavior<AlignmentDef> kTypedAlignment = {
    .info =
        {.name = "alignment",
         .summary = "Turns towards the mean heading of the neighbors.",
         .source =
             "Reynolds 1987; Buckland, Programming Game AI by Example, ch. 3; Millington and Funge, "
             "Artificial Intelligence for Games, 3.3.13; Bourg and Seemann, AI for Game Developers, ch. 4",
         .example = R"({"type": "alignment", "radius": 4, "gain": 2})",
         .related = "separation, cohesion, flocking",
         .in_space = true},
    .fields = kAlignmentBehaviorFields,
    .check = check_neighborhood,
    .probability = 0.5,
    .asks_for_full_speed = false,
    .plan = plan,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kAlignment = make_behavior<kTypedAlignment>();

}  // namespace drover
