// chase: after where a target will be soon. Millington 3.4.5, ChaseTargeter.
#include "arbiters/pipeline/parts.h"

namespace drover {
namespace {

struct ChaseTargetDef {
  Target target;
  Parameter lookahead = 0.5;
};

constexpr auto kChaseTargetFields =
    fields(field<&ChaseTargetDef::target>({.key = "target", .doc = "What to chase.", .required = true}),
           field<&ChaseTargetDef::lookahead>(
               {.key = "lookahead",
                .unit = "s",
                .range = closed(0, 1e3),
                .doc = "The goal is where the target is after this time, if it keeps its velocity.",
                .original_default = "no value given (Millington)"}));

unsigned channels_of_chase(const ChaseTargetDef&) {
  return kPositionChannel;
}

void target_chase(const ChaseTargetDef& def, const PartView& part, PipelineGoal& goal) {
  const TargetState seen = part.view.target(def.target, part.agent);
  if (!seen.found || seen.is_direction) return;
  goal.position = part.here() + seen.displacement + seen.velocity * part.value(def.lookahead);
  goal.place_velocity = seen.velocity;
  goal.passing_speed = length(seen.velocity);
}

constexpr TypedTargeter<ChaseTargetDef> kTypedChaseTarget = {
    .info = {.name = "chase",
             .summary = "The goal is where a target will be soon.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.4.5",
             .example = R"({"type": "chase", "target": {"agent": "dog"}, "lookahead": 1})",
             .related = "fixed, pursue",
             .not_in_space = kPipelineNotInSpace},
    .fields = kChaseTargetFields,
    .channels = channels_of_chase,
    .target = target_chase,
};

}  // namespace

extern constexpr TargeterKind kChaseTargeter = make_targeter<kTypedChaseTarget>();

}  // namespace drover
