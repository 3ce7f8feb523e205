#include "sim/definitions/group.h"

#include "sim/definitions/definitions.h"

namespace drover {
namespace {

constexpr auto kFields =
    fields(field<&BehaviorGroupDef::arbiter>(
               {.key = "arbiter", .doc = "How the requests of the group are combined."}),
           field<&BehaviorGroupDef::behaviors>(
               {.key = "behaviors", .doc = "The behaviors of the group.", .required = true}));

constexpr BehaviorKind make_group(Kind words) {
  BehaviorKind kind{with_params<BehaviorGroupDef>(words)};
  kind.family = "behavior";
  return kind;
}

}  // namespace

constexpr BehaviorKind kGroup = make_group({
    .name = "group",
    .summary = "Several behaviors with an arbiter of their own that count as one.",
    .source = "seed 001 section 3.4.3",
    .table = {.name = "group", .fields = kFields},
    .example = R"({"type": "group", "weight": 2, "arbiter": {"type": "weighted_sum"},
 "behaviors": [{"type": "separation"}, {"type": "cohesion", "weight": 0.5}]})",
    .related = "priority_groups, weighted_sum, prioritized_sum",
});

}  // namespace drover
