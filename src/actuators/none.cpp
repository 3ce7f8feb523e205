// none: the request reaches the body unchanged. Arbiters keep requests within the limits of the agent and in
// the unit of the body, so nothing is left to do and a step does not even copy them.
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

struct NoActuatorDef {};

constexpr TypedActuator<NoActuatorDef> kTypedNone = {
    .info = {.name = "none",
             .summary = "Passes the request on to the body, within the limits of the agent alone.",
             .source = "Reynolds 1999 (Simple Vehicle Model)",
             .example = R"({"type": "none"})",
             .related = "point_mass, kinematic",
             .in_space = true},
};

}  // namespace

extern constexpr ActuatorKind kNoActuator = make_actuator<kTypedNone>();

}  // namespace drover
