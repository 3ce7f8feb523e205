// manoeuvres: a list of manoeuvres that are considered in turn; the first that no constraint forbids is done.
// Millington and Funge 3.8.1 ("capability-sensitive steering": each manoeuvre that the vehicle could make is
// considered) and 3.4.5, which offers the pipeline for it.
#include <fmt/format.h>

#include "arbiters/pipeline/vehicle_way.h"

namespace drover {
namespace {

struct ManoeuvreDef {
  Manoeuvre manoeuvre = Manoeuvre::arc;
  Parameter turn = 0.25 * det::kPi;
  static const Table& table();
};

struct ManoeuvresDef {
  std::vector<ManoeuvreDef> manoeuvres;
  VehicleRule vehicle;
};

constexpr auto kManoeuvreFields = fields(
    field<&ManoeuvreDef::manoeuvre>(
        {.key = "manoeuvre",
         .doc =
             "arc: an arc of the turning circle and then straight, to the side of the goal. far_arc: to the "
             "other side. reverse: the same backward. back_and_turn: backward, with the wheels to the other "
             "side, or straight where the goal is inside of the circle, then arc. ahead_and_turn: straight "
             "on "
             "until the circle reaches a goal inside of it, then arc. three_point: an arc, one backward with "
             "the wheels to the other side, then arc.",
         .required = true}),
    field<&ManoeuvreDef::turn>(
        {.key = "turn",
         .unit = "rad",
         .range = left_open(0, 0.5 * det::kPi),
         .doc = "How far each of the arcs turns the body that come before the last one.",
         .read_when = when("manoeuvre", "back_and_turn, three_point")}));

const Table& ManoeuvreDef::table() {
  static constexpr Table kTable =
      with_short_keys(plain_table("manoeuvre", kManoeuvreFields), {.of_string = "manoeuvre"});
  return kTable;
}

constexpr auto kManoeuvresFields = join(
    fields(field<&ManoeuvresDef::manoeuvres>(
        {.key = "manoeuvres",
         .doc = "What is tried, in this order. Where all of it is forbidden, the constraint that forbids "
                "the first suggests another goal.",
         .otherwise = "arc, back_and_turn, three_point, ahead_and_turn, far_arc"})),
    embed<&ManoeuvresDef::vehicle>(kVehicleFields));

constexpr std::array kUsualManoeuvres{Manoeuvre::arc, Manoeuvre::back_and_turn, Manoeuvre::three_point,
                                      Manoeuvre::ahead_and_turn, Manoeuvre::far_arc};

std::size_t manoeuvre_count(const ManoeuvresDef& def) {
  return def.manoeuvres.empty() ? kUsualManoeuvres.size() : def.manoeuvres.size();
}

// Number 0 is what has been begun.
std::optional<VehicleWay> way_by_manoeuvre(const ManoeuvresDef& def, const PartView& part,
                                           const Vehicle& vehicle, std::size_t number) {
  if (number == 0) return vehicle.continued();
  if (def.manoeuvres.empty())
    return vehicle.way(kUsualManoeuvres[number - 1], ManoeuvreDef().turn.constant());
  const ManoeuvreDef& each = def.manoeuvres[number - 1];
  return vehicle.way(each.manoeuvre, part.value(each.turn));
}

std::optional<PipelinePath> path_by_manoeuvre(const ManoeuvresDef& def, const PartView& part,
                                              const PipelineGoal& goal, std::size_t number) {
  const Vehicle vehicle(def.vehicle, part, goal);
  if (!vehicle.has_circle())
    return number == 0 ? std::optional(straight_path(def.vehicle.output, part, goal)) : std::nullopt;
  return numbered_path(vehicle, 1 + manoeuvre_count(def), number,
                       [&](std::size_t k) { return way_by_manoeuvre(def, part, vehicle, k); });
}

Request do_manoeuvre(const ManoeuvresDef& def, const PartView& part, const PipelinePath& path,
                     const PipelineGoal& goal, double speed_limit) {
  const Vehicle vehicle(def.vehicle, part, goal);
  if (!vehicle.has_circle())
    return path_request(def.vehicle.output, part, path, goal, speed_limit, goal.is_final);
  return vehicle.follow(*way_by_manoeuvre(def, part, vehicle, path.number), path, speed_limit);
}

constexpr TypedPathActuator<ManoeuvresDef> kTypedManoeuvres = {
    .info = {.name = "manoeuvres",
             .summary =
                 "Tries the manoeuvres of a list in turn and does the first that no constraint forbids.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.8.1 and 3.4.5",
             .example =
                 R"({"type": "manoeuvres", "manoeuvres": ["arc", {"manoeuvre": "three_point", "turn": 1}]})",
             .related = "car, capability_search, park",
             .not_in_space = kPipelineNotInSpace},
    .fields = kManoeuvresFields,
    .memory = kVehicleMemory,
    .path = path_by_manoeuvre,
    .output = do_manoeuvre,
};

}  // namespace

extern constexpr PathActuatorKind kManoeuvresActuator = make_path_actuator<kTypedManoeuvres>();

}  // namespace drover
