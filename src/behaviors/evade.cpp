// evade: flees from where a moving target will be.
// Seeds 000 and 003 "Evade"; catalogue 2.9, prediction closing_sum.
#include "behaviors/threat.h"

namespace drover {
namespace {

struct EvadeDef {
  Target target;
  Quantity threat_range;
  Quantity max_prediction;
  Quantity response_time = 0.1;
};

constexpr auto kFields =
    fields(field<&EvadeDef::target>({.key = "target", .doc = "Whom to get away from.", .required = true}),
           field<&EvadeDef::threat_range>({.key = "threat_range",
                                           .unit = "m",
                                           .range = left_open(0, 1e5),
                                           .doc = "Acts only while the target is at most this far away.",
                                           .otherwise = "acts at any distance"}),
           field<&EvadeDef::max_prediction>({.key = "max_prediction",
                                             .unit = "s",
                                             .range = left_open(0, 1e6),
                                             .doc = "Looks at most this far ahead.",
                                             .otherwise = "no limit"}),
           field<&EvadeDef::response_time>(kResponseTime));

std::optional<Request> steer(const EvadeDef& def, const BehaviorView& view, AgentIndex agent) {
  const TargetState threat = view.target(def.target, agent);
  if (!threat.found) return std::nullopt;
  if (length(threat.displacement) > def.threat_range.value_or(agent, kInfinity)) return std::nullopt;
  const double time =
      smaller(closing_time(threat, view, agent), def.max_prediction.value_or(agent, kInfinity));
  return evade_request(threat, time, view, agent, def.response_time[agent]);
}

}  // namespace

extern const BehaviorKind kEvade;
constexpr BehaviorKind kEvade = behavior<EvadeDef, steer>({
    .name = "evade",
    .summary = "Steers at full speed away from where a moving target will be.",
    .source = "seeds 000 and 003 (Evade); Reynolds 1999",
    .table = {.name = "evade", .fields = kFields},
    .example = R"({"type": "evade", "target": {"agent": "dog"}, "threat_range": 15})",
    .related = "flee, pursue, hide",
});

}  // namespace drover
