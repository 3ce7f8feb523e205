// region: the agent is inside a part of the plane or of space, or outside.
#include "sim/definitions/typed_kinds.h"
#include "sim/geometry/shape_image.h"
#include "sim/state/region_heights.h"
#include "sim/step/agent_view.h"

namespace drover {
namespace {

struct RegionConditionDef {
  Reference region{ReferenceType::region, {}, kNoIndex};
  bool inside = true;
  Parameter hysteresis = 0.0;
};

constexpr auto kRegionConditionFields = fields(
    field<&RegionConditionDef::region>({.key = "region", .doc = "The region.", .required = true}),
    field<&RegionConditionDef::inside>(
        {.key = "inside",
         .doc =
             "true holds while the agent's center is inside or on the border, false while it is outside."}),
    field<&RegionConditionDef::hysteresis>(
        {.key = "hysteresis",
         .unit = "m",
         .range = closed(0, 1e5),
         .doc = "Once it holds, it goes on until the agent is past the border by this much."}));

// The memory: whether it held in the step before.
void start(const RegionConditionDef&, const AgentView& view, AgentIndex agent) {
  view.memory_to_write(agent)[0] = 0.0;
}

bool holds(const RegionConditionDef& def, const AgentView& view, AgentIndex agent) {
  double& held = view.memory_to_write(agent)[0];
  const Region& region = view.world().model().regions[def.region.index];
  const Vec3 p = view.position(agent);
  const double off_heights = height_off(view.world(), region, agent);
  const auto is_still_near = [&] {
    const double aside = region.distance(image_near(region, view.world().model().bounds, p));
    const double distance = off_heights > 0.0 ? larger(aside, off_heights) : aside;
    return (def.inside ? distance : -distance) < view.value(def.hysteresis, agent);
  };
  const bool is_inside = region.encloses(p) && off_heights == 0.0;
  const bool holds = is_inside == def.inside || (held != 0.0 && is_still_near());
  held = holds ? 1.0 : 0.0;
  return holds;
}

constexpr TypedCondition<RegionConditionDef> kTypedRegion = {
    .info = {.name = "region",
             .summary = "Holds while the agent is inside a region, or outside.",
             .source = "drover's own",
             .example = R"({"type": "region", "region": "pen", "inside": false, "hysteresis": 0.5})",
             .related = "distance, arrived",
             .in_space = true},
    .fields = kRegionConditionFields,
    .memory = 1,
    .start = start,
    .holds = holds,
};

}  // namespace

extern constexpr ConditionKind kRegionCondition = make_condition<kTypedRegion>();

}  // namespace drover
