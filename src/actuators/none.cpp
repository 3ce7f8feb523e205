// none: the body does what it is asked for. Arbiters keep requests within the limits of the agent and in the
// unit of the body, so nothing is left to do and a step does not even copy them.
#include "sim/definitions/kinds.h"

namespace drover {
namespace {

struct NoActuatorDef {};

}  // namespace

extern const ActuatorKind kNoActuator;
constexpr ActuatorKind kNoActuator = actuator<NoActuatorDef>({
    .name = "none",
    .summary = "Passes the request on to the body, within the limits of the agent alone.",
    .source = "Reynolds 1999 (Simple Vehicle Model)",
    .table = {.name = "none"},
    .example = R"({"type": "none"})",
    .related = "point_mass, kinematic",
});

}  // namespace drover
