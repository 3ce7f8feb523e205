// emergent_leader: no agent of the same flock is ahead of this one. Bourg ch. 4, where a leader is a unit
// that counts no visible flock mate in front. Removing a leader is harmless: it is found anew in every step.
#include "sim/definitions/typed_kinds.h"
#include "sim/perception/neighborhood.h"
#include "sim/step/agent_view.h"

namespace drover {
namespace {

NeighborhoodDef flock_mates() {
  NeighborhoodDef neighborhood;
  neighborhood.same_type = true;
  return neighborhood;
}

struct EmergentLeaderDef {
  NeighborhoodDef neighborhood = flock_mates();
  PerceptionHandle handle;
};

constexpr auto kEmergentLeaderFields = embed<&EmergentLeaderDef::neighborhood>(kNeighborhoodFields);

void plan(EmergentLeaderDef& def, PerceptionPlan& plan) {
  def.handle = plan.need(def.neighborhood, {Reduction::ahead});
}

bool holds(const EmergentLeaderDef& def, const AgentView& view, AgentIndex agent) {
  return view.perceived(def.handle).ahead(agent) == 0;
}

constexpr TypedCondition<EmergentLeaderDef> kTypedEmergentLeader = {
    .info = {.name = "emergent_leader",
             .summary = "Holds while no flock mate the agent sees is ahead of it; a lone agent leads.",
             .source = "Bourg and Seemann, AI for Game Developers, ch. 4",
             .example = R"({"type": "emergent_leader", "radius": 8, "view": "limited"})",
             .related = "neighbor_count, flocking",
             .in_space = true},
    .fields = kEmergentLeaderFields,
    .check = check_neighborhood,
    .plan = plan,
    .holds = holds,
};

}  // namespace

extern constexpr ConditionKind kEmergentLeaderCondition = make_condition<kTypedEmergentLeader>();

}  // namespace drover
