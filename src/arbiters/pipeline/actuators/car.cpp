// car: on an arc of the turning circle and then straight, so that constraints see the way that a vehicle
// really takes. Millington 3.4.5, which has the actuator plan the path; the law is drover's own.
#include "arbiters/pipeline/vehicle_way.h"

namespace drover {
namespace {

struct CarPathDef {
  VehicleRule vehicle;
};

constexpr auto kCarPathFields = embed<&CarPathDef::vehicle>(kVehicleFields);

// What it has begun; else what is there first.
std::optional<VehicleWay> car_way(const Vehicle& vehicle, std::size_t number) {
  return number == 0 ? vehicle.continued() : vehicle.soonest();
}

std::optional<PipelinePath> path_of_car(const CarPathDef& def, const PartView& part, const PipelineGoal& goal,
                                        std::size_t number) {
  const Vehicle vehicle(def.vehicle, part, goal);
  if (!vehicle.has_circle())
    return number == 0 ? std::optional(straight_path(def.vehicle.output, part, goal)) : std::nullopt;
  return numbered_path(vehicle, 2, number, [&](std::size_t k) { return car_way(vehicle, k); });
}

Request drive_car(const CarPathDef& def, const PartView& part, const PipelinePath& path,
                  const PipelineGoal& goal, double speed_limit) {
  const Vehicle vehicle(def.vehicle, part, goal);
  if (!vehicle.has_circle())
    return path_request(def.vehicle.output, part, path, goal, speed_limit, goal.is_final);
  return vehicle.follow(*car_way(vehicle, path.number), path, speed_limit);
}

constexpr TypedPathActuator<CarPathDef> kTypedCarPath = {
    .info = {.name = "car",
             .summary =
                 "On an arc of the turning circle and then straight to the goal of the pipeline, backward "
                 "where that is sooner.",
             .source =
                 "after Millington and Funge, Artificial Intelligence for Games, 3.4.5, and Dubins 1957",
             .example = R"({"type": "car", "turn_radius": 6})",
             .related = "manoeuvres, point_to_point, park",
             .not_in_space = kPipelineNotInSpace},
    .fields = kCarPathFields,
    .memory = kVehicleMemory,
    .path = path_of_car,
    .output = drive_car,
};

}  // namespace

extern constexpr PathActuatorKind kCarPathActuator = make_path_actuator<kTypedCarPath>();

}  // namespace drover
