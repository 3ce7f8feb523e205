// opening: how much of a segment, such as the mouth of a goal, an agent sees between bodies.
#include "formations/opening.h"

#include "quantities/typed_quantity.h"

namespace drover {
namespace {

DROVER_ENUM(OpeningMeasure, largest, free, whole)

struct OpeningDef {
  Vec3 from;
  Vec3 to;
  Reference group{ReferenceType::group, {}, kNoIndex};
  Parameter radius = 0.5;
  OpeningMeasure measure = OpeningMeasure::largest;
};

constexpr auto kOpeningFields = fields(
    field<&OpeningDef::from>(
        {.key = "from", .unit = "m", .doc = "One end of the segment.", .required = true}),
    field<&OpeningDef::to>({.key = "to", .unit = "m", .doc = "Its other end.", .required = true}),
    field<&OpeningDef::group>(
        {.key = "group",
         .doc = "Who stands in the way, but for the agent itself and all behind the segment.",
         .otherwise = "nobody"}),
    field<&OpeningDef::radius>(
        {.key = "radius", .unit = "m", .range = closed(0, 1e5), .doc = "Of the bodies of that group."}),
    field<&OpeningDef::measure>(
        {.key = "measure",
         .doc = "The largest gap between bodies, all that is free, or the whole angle of the segment."}));

std::vector<Problem> check(const OpeningDef& def) {
  if (def.from == def.to) return {{"/to", "the segment has no length: \"from\" and \"to\" are the same"}};
  return {};
}

// On which side of the line through a and b a place is: its sign.
double side_of(Vec3 a, Vec3 b, Vec3 place) {
  return dot(upright(b - a).left, place - a);
}

double value(const OpeningDef& def, const AgentView& view, AgentIndex agent) {
  // Kept for its memory alone.
  thread_local std::vector<Vec3> bodies, scratch;
  // Of the images of a segment the one that is nearest by its middle.
  const Vec3 middle = view.displacement(view.position(agent), (def.from + def.to) * 0.5);
  const Vec3 half = (def.to - def.from) * 0.5;
  const Vec3 a = middle - half;
  const Vec3 b = middle + half;
  const double own_side = side_of(a, b, {});
  bodies.clear();
  if (def.group.index != kNoIndex) {
    for (const AgentIndex other : view.world().state.lists.groups[def.group.index]) {
      const Vec3 body = view.displacement(view.position(agent), view.position(other));
      if (other != agent && side_of(a, b, body) * own_side >= 0.0) bodies.push_back(body);
    }
  }
  const Opening opening = opening_of(a, b, bodies, view.value(def.radius, agent), scratch);
  switch (def.measure) {
    case OpeningMeasure::largest:
      return opening.largest;
    case OpeningMeasure::free:
      return opening.free;
    case OpeningMeasure::whole:
      return opening.whole;
  }
  return 0.0;
}

constexpr TypedQuantity<OpeningDef> kTypedOpening = {
    .info =
        {.name = "opening",
         .summary = "The largest angle under which an agent sees a part of a segment between bodies [rad].",
         .source = "drover's own, for the plays of Millington and Funge, Artificial Intelligence for Games, "
                   "2nd ed., 3.7.9",
         .example = R"({"type": "opening", "from": [52.5, 3.66], "to": [52.5, -3.66], "group": "defenders"})",
         .related = "distance, greatest",
         .not_in_space = "a segment closes nothing in space; line_of_sight says what is hidden"},
    .unit = "rad",
    .condition = {.name = "opening",
                  .summary = "Holds while an agent sees little, or much, of a segment between bodies.",
                  .source = "drover's own",
                  .example = R"({"type": "opening", "from": [52.5, 3.66], "to": [52.5, -3.66],
 "group": "defenders", "greater_than": 0.2})",
                  .related = "greatest, line_of_sight"},
    .fields = kOpeningFields,
    .check = check,
    .value = value,
};

}  // namespace

extern constexpr QuantityKind kOpeningQuantity = make_quantity<kTypedOpening>();

}  // namespace drover
