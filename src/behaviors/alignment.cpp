// alignment: takes the mean heading of the neighbors.
// Seeds 000 and 003 "Alignment", whose result has no unit (erratum E0-18: hence the gain); catalogue 5.1,
// variant heading.
#include "behaviors/flock_rules.h"

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
  def.perceived = plan.need(def.neighborhood, {Reduction::heading});
}

std::optional<Request> steer(const AlignmentDef& def, const BehaviorView& view, AgentIndex agent) {
  if (view.perceived(def.perceived).count(agent) == 0) return std::nullopt;
  return alignment_request(def.rule, view, def.perceived, agent);
}

}  // namespace

extern const BehaviorKind kAlignment;
constexpr BehaviorKind kAlignment = with_probability(
    0.5, with_plan<AlignmentDef, plan>(behavior<AlignmentDef, steer>({
             .name = "alignment",
             .summary = "Turns towards the mean heading of the neighbors.",
             .source = "seeds 000 and 003 (Alignment); Reynolds 1987",
             .table = {.name = "alignment", .fields = kFields, .check = check_neighborhood<AlignmentDef>},
             .example = R"({"type": "alignment", "radius": 4, "gain": 2})",
             .related = "separation, cohesion, flocking",
         })));

}  // namespace drover
