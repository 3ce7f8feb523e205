// separation: keeps a distance from near neighbors.
// Reynolds 1987; Buckland, where a neighbor at distance zero breaks the sum; Millington 3.3.13, whose printed
// form attracts and bounds neither the sum nor the attraction; Bourg, whose sideways push jumps at the
// threshold and has no limit. These are corrected here; see groups.md.
#include "behaviors/flock_rules.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct SeparationDef {
  NeighborhoodDef neighborhood;
  SeparationRule rule;
  PerceptionHandle perceived;
};

constexpr auto kSeparationBehaviorFields = join(embed<&SeparationDef::neighborhood>(kNeighborhoodFields),
                                                embed<&SeparationDef::rule>(kSeparationFields));

void plan(SeparationDef& def, PerceptionPlan& plan) {
  def.perceived = plan_separation(def.rule, def.neighborhood, plan);
}

std::optional<Request> steer(const SeparationDef& def, const AgentView& view, AgentIndex agent) {
  if (view.perceived(def.perceived).count(agent) == 0) return std::nullopt;
  return separation_request(def.rule, view, def.perceived, agent);
}

constexpr TypedBehavior<SeparationDef> kTypedSeparation = {
    .info =
        {.name = "separation",
         .summary = "Pushes away from every near neighbor, harder the nearer it is; where bodies "
                    "must not merge, enable simulation.non_penetration.",
         .source =
             "Reynolds 1987; Buckland, Programming Game AI by Example, ch. 3; Millington and Funge, "
             "Artificial Intelligence for Games, 3.3.13; Bourg and Seemann, AI for Game Developers, ch. 4",
         .example = R"({"type": "separation", "radius": 4, "threshold": 1.5})",
         .related = "alignment, cohesion, flocking",
         .in_space = true},
    .fields = kSeparationBehaviorFields,
    .check = check_neighborhood,
    .leads = false,
    .asks_for_full_speed = false,
    .plan = plan,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kSeparation = make_behavior<kTypedSeparation>();

}  // namespace drover
