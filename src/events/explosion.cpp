// explosion: a blast pushes the bodies around its center away from it.
#include "sim/definitions/explosion_event.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/event_context.h"

namespace drover {
namespace {

constexpr auto kExplosionEventFields =
    join(fields(field<&ExplosionEventDef::position>(
             {.key = "position", .unit = "m", .doc = "Its center.", .required = true, .has_height = true})),
         embed<&ExplosionEventDef::explosion>(kExplosionFields));

void apply(const ExplosionEventDef& def, EventContext& context, std::span<const AgentIndex>) {
  context.explode_at(def.position, def.explosion);
}

constexpr TypedEvent<ExplosionEventDef> kTypedExplosion = {
    .info = {.name = kExplosionEventName,
             .summary = "A blast pushes the bodies around its center away from it.",
             .source = "Millington, AI for Games, 3rd ed., 3.6 (blast waves); the falloffs are drover's own",
             .example =
                 R"({"type": "explosion", "at": 5, "position": [10, 4], "radius": 6, "momentum": 400})",
             .related = "impulse, fire",
             .in_space = true},
    .fields = kExplosionEventFields,
    .subject = EventSubject::nothing,
    .pushes = true,
    .apply = apply,
};

}  // namespace

extern constexpr EventKind kExplosion = make_event<kTypedExplosion>();

}  // namespace drover
