// motorbike: drives a body on wheels forward alone, in a loop to what is behind it. Millington, AI for Games,
// 3rd ed., 3.8.3 ("Cars and motorbikes").
#include "actuators/wheeled_driving.h"

namespace drover {
namespace {

WheeledKeys motorbike_keys() {
  WheeledKeys keys;
  keys.forward_arc = det::kPi;
  keys.reverse_range = 0.0;
  return keys;
}

struct MotorbikeDef {
  WheeledKeys keys = motorbike_keys();
};

constexpr auto kMotorbikeFields = embed<&MotorbikeDef::keys>(kWheeledFields);

constexpr TypedActuator<MotorbikeDef> kTypedMotorbike = {
    .info = {.name = "motorbike",
             .summary =
                 "Drives a body on wheels as a motorbike: always forward, in a loop to what is behind it.",
             .source = "Millington, AI for Games, 3rd ed., 3.8.3",
             .example = R"({"type": "motorbike", "arc_margin_factor": 0.8})",
             .related = "car, bicycle",
             .not_in_space = kDriverNotInSpace},
    .fields = kMotorbikeFields,
    .request_unit = [](const MotorbikeDef& def, RequestUnit) { return unit_of(def.keys.requests); },
    .convert = [](const MotorbikeDef& def, ActuatorContext& context,
                  std::span<const AgentIndex> agents) { drive_on_wheels(def.keys, context, agents); },
    .memory = kGearMemory,
    .check_with_body = [](const MotorbikeDef&,
                          const Boxed<LocomotionKind>& body) { return needs_driven_body(body); },
    .driver_arcs = [](const MotorbikeDef& def, const World& world, AgentIndex agent, const DriveLimits& body,
                      double speed) { return arcs_on_wheels(def.keys, world, agent, body, speed); },
};

}  // namespace

extern constexpr ActuatorKind kMotorbikeActuator = make_actuator<kTypedMotorbike>();

}  // namespace drover
