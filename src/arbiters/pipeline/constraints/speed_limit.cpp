// speed_limit: the way is gone no faster.
#include "arbiters/pipeline/parts.h"

namespace drover {
namespace {

struct SpeedLimitDef {
  Parameter max_speed = 1.0;
};

constexpr auto kSpeedLimitFields =
    fields(field<&SpeedLimitDef::max_speed>({.key = "max_speed",
                                             .unit = "m/s",
                                             .range = closed(0, 1e4),
                                             .doc = "The agent asks for no more; of several limits the least "
                                                    "counts.",
                                             .required = true}));

double speed_allowed(const SpeedLimitDef& def, const PartView& part) {
  return part.value(def.max_speed);
}

constexpr TypedConstraint<SpeedLimitDef> kTypedSpeedLimit = {
    .info = {.name = "speed_limit",
             .summary = "The way is gone no faster than a speed; no path violates it.",
             .source = "after Millington and Funge, Artificial Intelligence for Games, 3.4.5",
             .example = R"({"type": "speed_limit", "max_speed": 1.5})",
             .related = "region",
             .not_in_space = kPipelineNotInSpace},
    .fields = kSpeedLimitFields,
    .speed_limit = speed_allowed,
};

}  // namespace

extern constexpr ConstraintKind kSpeedLimitConstraint = make_constraint<kTypedSpeedLimit>();

}  // namespace drover
