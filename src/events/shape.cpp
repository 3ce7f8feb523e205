// shape: an obstacle or a wall appears or vanishes, like a door.
#include "sim/definitions/definitions.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/event_context.h"

namespace drover {
namespace {

constexpr auto kShapeEventFields = fields(field<&ShapeEventDef::present>(
    {.key = "present",
     .doc = "true: it appears, and bodies in its place are pushed out to the nearest place with room; false: "
            "it vanishes.",
     .required = true}));

void apply(const ShapeEventDef& def, EventContext& context, std::span<const AgentIndex>) {
  context.show_shape(def.present);
}

constexpr TypedEvent<ShapeEventDef> kTypedShapeEvent = {
    .info = {.name = kShapeName,
             .summary = "An obstacle or a wall appears or vanishes, like a door.",
             .source = "drover's own",
             .example = R"({"type": "shape", "target": {"obstacle": "gate"}, "at": 5, "present": true})",
             .related = "teleport, remove",
             .in_space = true},
    .fields = kShapeEventFields,
    .subject = EventSubject::shape,
    .apply = apply,
};

}  // namespace

extern constexpr EventKind kShapeEvent = make_event<kTypedShapeEvent>();

}  // namespace drover
