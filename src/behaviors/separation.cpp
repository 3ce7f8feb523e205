// separation: keeps a distance from near neighbors.
// Seeds 000 and 003 "Separation", where a neighbor at distance zero breaks the sum (erratum E0-19); 001
// section 3.3.13, which attracts and bounds neither the sum nor attraction (E1-12 to E1-14); 002, whose
// sideways push jumps at the threshold and has no limit (E2-07). Catalogue 5.3.
#include "behaviors/flock_rules.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct SeparationDef {
  NeighborhoodDef neighborhood;
  SeparationRule rule;
  PerceptionHandle perceived;
};

constexpr auto kFields = join(embed<&SeparationDef::neighborhood>(kNeighborhoodFields),
                              embed<&SeparationDef::rule>(kSeparationFields));

void plan(SeparationDef& def, PerceptionPlan& plan) {
  def.perceived = plan_separation(def.rule, def.neighborhood, plan);
}

std::optional<Request> steer(const SeparationDef& def, const AgentView& view, AgentIndex agent) {
  if (view.perceived(def.perceived).count(agent) == 0) return std::nullopt;
  return separation_request(def.rule, view, def.perceived, agent);
}

constexpr TypedBehavior<SeparationDef> kBehavior = {
    .info = {.name = "separation",
             .summary = "Pushes away from every near neighbor, harder the nearer it is.",
             .source = "seeds 000 and 003 (Separation), 001 section 3.3.13, 002; Reynolds 1987",
             .example = R"({"type": "separation", "radius": 4, "threshold": 1.5})",
             .related = "alignment, cohesion, flocking"},
    .fields = kFields,
    .check = check_neighborhood,
    .plan = plan,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kSeparation = make_behavior<kBehavior>();

}  // namespace drover
