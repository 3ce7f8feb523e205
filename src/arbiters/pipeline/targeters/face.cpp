// face: looks at a target, or where the body goes.
#include "arbiters/pipeline/parts.h"

namespace drover {
namespace {

struct FaceTargetDef {
  Target target;
};

constexpr auto kFaceTargetFields = fields(field<&FaceTargetDef::target>(
    {.key = "target", .doc = "What to look at.", .otherwise = "where the body goes"}));

unsigned channels_of_face(const FaceTargetDef&) {
  return kOrientationChannel;
}

void target_face(const FaceTargetDef& def, const PartView& part, PipelineGoal& goal) {
  Vec3 towards = part.view.velocity(part.agent);
  if (def.target.type != TargetType::none) {
    const TargetState seen = part.view.target(def.target, part.agent);
    towards = seen.found ? seen.displacement : Vec3{};
  }
  const Vec3 ahead = direction(towards);
  if (!(ahead == Vec3{})) goal.orientation = ahead;
}

constexpr TypedTargeter<FaceTargetDef> kTypedFaceTarget = {
    .info = {.name = "face",
             .summary = "Looks at a target, or where the body goes.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.4.5 and 3.3.9",
             .example = R"({"type": "face", "target": {"agent": "dog"}})",
             .related = "fixed, look_where_going",
             .not_in_space = kPipelineNotInSpace},
    .fields = kFaceTargetFields,
    .channels = channels_of_face,
    .target = target_face,
};

}  // namespace

extern constexpr TargeterKind kFaceTargeter = make_targeter<kTypedFaceTarget>();

}  // namespace drover
