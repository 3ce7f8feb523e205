// car: drives a body on wheels by arcs and gears, backing to what is near behind. Millington, AI for Games,
// 3rd ed., 3.8.3 ("Cars and motorbikes").
#include "actuators/wheeled_driving.h"

namespace drover {
namespace {

struct CarDef {
  WheeledKeys keys;
};

constexpr auto kCarFields = embed<&CarDef::keys>(kWheeledFields);

constexpr TypedActuator<CarDef> kTypedCar = {
    .info = {.name = "car",
             .summary =
                 "Drives a body on wheels as a car: by arcs and gears, backing and turning in three points.",
             .source = "Millington, AI for Games, 3rd ed., 3.8.3",
             .example = R"({"type": "car", "reverse_range": 10})",
             .related = "motorbike, tank, output_filter, unicycle, bicycle",
             .not_in_space = kDriverNotInSpace},
    .fields = kCarFields,
    .request_unit = [](const CarDef& def, RequestUnit) { return unit_of(def.keys.requests); },
    .convert = [](const CarDef& def, ActuatorContext& context,
                  std::span<const AgentIndex> agents) { drive_on_wheels(def.keys, context, agents); },
    .memory = kGearMemory,
    .check_with_body = [](const CarDef&,
                          const Boxed<LocomotionKind>& body) { return needs_driven_body(body); },
    .driver_arcs = [](const CarDef& def, const World& world, AgentIndex agent, const DriveLimits& body,
                      double speed) { return arcs_on_wheels(def.keys, world, agent, body, speed); },
};

}  // namespace

extern constexpr ActuatorKind kCarActuator = make_actuator<kTypedCar>();

}  // namespace drover
