// What drivers have in common: what they make of a request, and which bodies they can drive.
#pragma once

#include <cmath>
#include <optional>

#include "sim/definitions/typed_kinds.h"
#include "sim/step/actuator_context.h"
#include "vehicles/drive_order.h"

namespace drover {

inline constexpr std::string_view kDriverNotInSpace =
    "it moves bodies on the ground; in space the body bank_turn flies by accelerations";

// In which unit behaviors are asked.
DROVER_ENUM(RequestForm, velocity, acceleration)

inline constexpr FieldInfo kRequestsField = {
    .key = "requests",
    .doc =
        "velocity: behaviors say which velocity they want, which is where a driver wants to go. "
        "acceleration: he goes for the velocity that it would lead to in a second."};

inline RequestUnit unit_of(RequestForm form) {
  return form == RequestForm::velocity ? RequestUnit::velocity : RequestUnit::acceleration;
}

// What an agent is asked to do, as seen from its body.
struct DriveTask {
  DriveGoal goal;
  double speed;  // wanted [m/s]
};

// Nothing where nothing is asked, or rest.
inline std::optional<DriveTask> drive_task(const ActuatorContext& context, AgentIndex agent,
                                           const DrivenState& state) {
  const std::optional<Request> request = context.request(agent);
  if (!request) return std::nullopt;
  const Vec3 wanted = context.wanted_velocity(agent, *request);
  const double speed = length(wanted);
  if (speed <= kRestRequest) return std::nullopt;
  const Vec3 position = state.pose.position;
  const Vec3 place = context.goal_point(agent, wanted).value_or(position + wanted * kGoalTime);
  return DriveTask{drive_goal(state.pose, place),
                   smaller(speed, context.world().state.limits.max_speed[agent])};
}

// Of a behavior that drives itself: it asks for a velocity along the heading and for a rate of turn. Nothing
// for other requests.
inline std::optional<DriveCommand> own_command(const ActuatorContext& context, AgentIndex agent,
                                               const DrivenState& state) {
  constexpr double kAlong = 1e-9;
  const std::optional<Request> request = context.request(agent);
  if (!request || context.request_unit() != RequestUnit::velocity) return std::nullopt;
  const double speed = dot(request->linear, state.pose.heading);
  const bool is_along = length(request->linear - state.pose.heading * speed) <= kAlong * std::fabs(speed);
  if (speed == 0.0 || !is_along || request->angular == Vec3{}) return std::nullopt;
  return DriveCommand{speed, up_part(request->angular)};
}

// The turn that an agent is asked for besides [rad/s]; nothing without one.
inline std::optional<double> wanted_turn(const ActuatorContext& context, AgentIndex agent) {
  const std::optional<Request> request = context.request(agent);
  if (!request || request->angular == Vec3{}) return std::nullopt;
  const double asked = up_part(request->angular);
  if (context.request_unit() == RequestUnit::velocity) return asked;
  return context.state().rotation[agent] + asked * context.dt();
}

// Drives all of them: where a behavior drives itself by its command, the others by what decide(agent, state,
// task) makes of what they are asked; the task is nothing where they are to rest.
template <class Decide>
void drive_each(ActuatorContext& context, std::span<const AgentIndex> agents, const Decide& decide) {
  for (const AgentIndex agent : agents) {
    const DrivenState state = context.driven_state(agent);
    const std::optional<DriveCommand> own = own_command(context, agent, state);
    context.drive(agent, own ? *own : decide(agent, state, drive_task(context, agent, state)));
  }
}

// The gear is what drivers remember.
inline constexpr std::array<std::string_view, 1> kGearMemory = {"gear"};

inline std::vector<Problem> needs_driven_body(const Boxed<LocomotionKind>& body) {
  if (body->takes == RequestUnit::drive) return {};
  return {{.pointer = "/type",
           .message = "this actuator drives bodies that go along their heading",
           .found = std::string(body->name),
           .hint = "Take \"unicycle\", \"bicycle\", \"two_track\" or \"differential_drive\" as locomotion."}};
}

}  // namespace drover
