#include "sim/definitions/group.h"

#include "sim/definitions/definitions.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

constexpr auto kFields =
    fields(field<&BehaviorGroupDef::arbiter>(
               {.key = "arbiter", .doc = "How the requests of the group are combined."}),
           field<&BehaviorGroupDef::behaviors>(
               {.key = "behaviors", .doc = "The behaviors of the group.", .required = true}));

constexpr TypedBehavior<BehaviorGroupDef> kBehavior = {
    .info = {.name = "group",
             .summary = "Several behaviors with an arbiter of their own that count as one.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.4.3",
             .example = R"({"type": "group", "weight": 2, "arbiter": {"type": "weighted_sum"},
 "behaviors": [{"type": "separation"}, {"type": "cohesion", "weight": 0.5}]})",
             .related = "priority_groups, weighted_sum, prioritized_sum",
             .in_space = true},
    .fields = kFields,
    .asks_for_full_speed = false,
};

}  // namespace

constexpr BehaviorKind kGroup = make_behavior<kBehavior>();

}  // namespace drover
