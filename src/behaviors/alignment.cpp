// alignment: takes the mean heading or velocity of the neighbors.
// Seeds 000 and 003 "Alignment", whose result has no unit (erratum E0-18: hence the gain); 001 for the
// velocity; 002, whose average heading is a mean velocity (E2-09) and whose angle fails exactly astern
// (E2-03). Catalogue 5.1.
#include "behaviors/flock_rules.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct AlignmentDef {
  NeighborhoodDef neighborhood;
  AlignmentRule rule;
  PerceptionHandle perceived;
};

constexpr auto kFields = join(embed<&AlignmentDef::neighborhood>(kNeighborhoodFields),
                              embed<&AlignmentDef::rule>(kAlignmentFields));

void plan(AlignmentDef& def, PerceptionPlan& plan) {
  def.perceived = plan_alignment(def.rule, def.neighborhood, plan);
}

std::optional<Request> steer(const AlignmentDef& def, const AgentView& view, AgentIndex agent) {
  if (view.perceived(def.perceived).count(agent) == 0) return std::nullopt;
  return alignment_request(def.rule, view, def.perceived, agent);
}

constexpr TypedBehavior<AlignmentDef> kBehavior = {
    .info = {.name = "alignment",
             .summary = "Turns towards the mean heading of the neighbors.",
             .source = "seeds 000 and 003 (Alignment), 001, 002; Reynolds 1987",
             .example = R"({"type": "alignment", "radius": 4, "gain": 2})",
             .related = "separation, cohesion, flocking"},
    .fields = kFields,
    .check = check_neighborhood,
    .probability = 0.5,
    .plan = plan,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kAlignment = make_behavior<kBehavior>();

}  // namespace drover
