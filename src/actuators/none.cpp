// none: the request reaches the body unchanged. Arbiters keep requests within the limits of the agent and in
// the unit of the body, so nothing is left to do and a step does not even copy them. Only a body that is
// driven takes no accelerations: what is asked along its heading is throttle or brake, what is asked across
// turns it (Buckland, Programming Game AI by Example, ch. 3: steering force and thrust).
#include "sim/definitions/typed_kinds.h"
#include "sim/step/actuator_context.h"

namespace drover {
namespace {

struct NoActuatorDef {};

// Turns with the radius on which that acceleration holds it; at rest it turns as it can.
DriveCommand split(const ActuatorContext& context, AgentIndex agent, Vec3 acceleration) {
  constexpr double kStandstill = 1e-4;  // m/s
  const DrivenState state = context.driven_state(agent);
  const Frame frame = upright(state.pose.heading);
  const double speed = state.forward + dot(acceleration, frame.forward) * context.dt();
  constexpr double kStraight = 1e-9;  // of the request; what is less is rounding
  const double left = frame.left_part(acceleration);
  const double across = std::fabs(left) > kStraight * length(acceleration) ? left : 0.0;
  if (std::fabs(speed) > kStandstill) return {speed, across / speed};
  const double most = context.drive_limits(agent).max_turn_rate(speed);
  return {speed, across == 0.0 ? 0.0 : std::copysign(most, across)};
}

void drive(const NoActuatorDef&, ActuatorContext& context, std::span<const AgentIndex> agents) {
  for (const AgentIndex agent : agents) {
    const std::optional<Request> request = context.request(agent);
    context.drive(agent, split(context, agent, request ? request->linear : Vec3{}));
  }
}

constexpr TypedActuator<NoActuatorDef> kTypedNone = {
    .info = {.name = "none",
             .summary = "Passes the request on to the body, within the limits of the agent alone.",
             .source = "Reynolds 1999 (Simple Vehicle Model)",
             .example = R"({"type": "none"})",
             .related = "car, tank, output_filter, point_mass, kinematic",
             .in_space = true},
    .convert = drive,
    .passes_on = true,
};

}  // namespace

extern constexpr ActuatorKind kNoActuator = make_actuator<kTypedNone>();

}  // namespace drover
