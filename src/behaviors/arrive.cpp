// arrive: comes to rest on a target.
// Seeds 000 and 003 "Arrive", which stop steering on the target even when the agent still moves (erratum
// E0-04: here it brakes); catalogue 2.3, variant deceleration.
#include "behaviors/arrival.h"

namespace drover {
namespace {

struct ArriveDef {
  Target target;
  ArrivalRule arrival;
};

constexpr auto kFields = join(
    fields(field<&ArriveDef::target>({.key = "target", .doc = "What to come to rest on.", .required = true})),
    embed<&ArriveDef::arrival>(kArrivalFields));

std::optional<Request> steer(const ArriveDef& def, const BehaviorView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found) return std::nullopt;
  return arrive_request(def.arrival, view, agent, target.displacement);
}

std::optional<Goal> find_goal(const ArriveDef& def, const BehaviorView& view, AgentIndex agent) {
  return fixed_goal(view, def.target, agent);
}

}  // namespace

extern const BehaviorKind kArrive;
constexpr BehaviorKind kArrive = with_goal<ArriveDef, find_goal>(behavior<ArriveDef, steer>({
    .name = "arrive",
    .summary = "Steers to a target and slows down to rest on it.",
    .source = "seeds 000 and 003 (Arrive); Reynolds 1999",
    .table = {.name = "arrive", .fields = kFields},
    .example = R"({"type": "arrive", "target": {"point": [10, 5]}, "deceleration": "slow"})",
    .related = "seek, interpose, follow_path",
}));

}  // namespace drover
