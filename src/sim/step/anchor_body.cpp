#include "sim/step/anchor_body.h"

#include "sim/definitions/typed_kinds.h"
#include "sim/step/locomotion_context.h"

namespace drover {
namespace {

struct AnchorBodyDef {};

void advance(const AnchorBodyDef&, LocomotionContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex i : agents)
    context.next().copy_agent(context.state(), i);
}

constexpr TypedLocomotion<AnchorBodyDef> kBody = {
    .info = {.name = "anchor",
             .summary = "The anchor of a formation.",
             .source = "drover's own",
             .in_space = true},
    .takes = RequestUnit::velocity,
    .advance = advance,
};

constexpr TypedActuator<AnchorBodyDef> kActuator = {
    .info = {.name = "anchor",
             .summary = "What the stack of an anchor asks for.",
             .source = "drover's own",
             .in_space = true},
};

}  // namespace

extern constexpr LocomotionKind kAnchorBody = make_locomotion<kBody>();
extern constexpr ActuatorKind kAnchorActuator = make_actuator<kActuator>();

}  // namespace drover
