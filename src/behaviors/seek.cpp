// seek: full speed towards a target.
// Seeds 000 and 003 "Seek"; catalogue 2.1.
#include "sim/behavior_view.h"
#include "sim/steering_laws.h"

namespace drover {
namespace {

struct SeekDef {
  Target target;
  Quantity response_time = 0.1;
};

constexpr auto kFields =
    fields(field<&SeekDef::target>({.key = "target", .doc = "What to steer to.", .required = true}),
           field<&SeekDef::response_time>(kResponseTime));

std::optional<Request> steer(const SeekDef& def, const BehaviorView& view, AgentIndex agent) {
  const TargetState target = view.target(def.target, agent);
  if (!target.found) return std::nullopt;
  return seek_request(view, agent, target.displacement, def.response_time[agent]);
}

std::optional<Goal> find_goal(const SeekDef& def, const BehaviorView& view, AgentIndex agent) {
  return fixed_goal(view, def.target, agent);
}

}  // namespace

extern const BehaviorKind kSeek;
constexpr BehaviorKind kSeek = with_goal<SeekDef, find_goal>(behavior<SeekDef, steer>({
    .name = "seek",
    .summary = "Steers at full speed towards a target, and through it.",
    .source = "seeds 000 and 003 (Seek); Reynolds 1999",
    .table = {.name = "seek", .fields = kFields},
    .example = R"({"type": "seek", "target": {"point": [10, 5]}})",
    .related = "arrive, flee, pursue",
}));

}  // namespace drover
