// The field table of the ground; see core/field.h.
#include "sim/definitions/ground_definitions.h"

#include "core/erased.h"
#include "sim/definitions/definitions.h"
#include "sim/definitions/plain_table.h"

namespace drover {
namespace {

constexpr auto kGroundFields = fields(
    field<&GroundDef::region>({.key = "region", .doc = "Where it holds: a region.", .required = true}),
    field<&GroundDef::speed_factor>(
        {.key = "speed_factor",
         .range = left_open(0, 1e3),
         .doc =
             "A factor on max_speed and preferred_speed, as on stairs. Kinematic bodies have the new limit "
             "at once; others lose max_acceleration dt of speed in a step until they are within it. "
             "Factors of regions that overlap multiply."}),
    field<&GroundDef::carries>(
        {.key = "carries",
         .unit = "m/s",
         .doc = "The velocity of the ground, as of a conveyor belt: limits and what behaviors take for the "
                "agent's own velocity are relative to it. Velocities of regions that overlap add."}),
    field<&GroundDef::forbidden_to>(
        {.key = "forbidden_to",
         .doc = "The agent types for which the region is a solid: their bodies do not enter it, and what "
                "they avoid obstacles and walls by sees its border.",
         .otherwise = "all may enter"}),
    field<&GroundDef::one_way>({.key = "one_way",
                                .unit = "rad",
                                .range = closed(-1e3, 1e3),
                                .doc = "A direction, counter-clockwise from +x: bodies in the region do not "
                                       "move against it.",
                                .otherwise = "all directions"}));

std::vector<Problem> check_ground(const GroundDef& ground) {
  if (!(length(ground.carries) <= kMaxSpeed)) return {{"/carries", "the speed must not exceed 10000 m/s"}};
  if (ground.one_way.is_drawn()) return {{"/one_way", "\"one_way\" is a number, not a distribution"}};
  return {};
}

}  // namespace

bool has_effect(const GroundDef& ground) {
  return ground.speed_factor != 1.0 || !(ground.carries == Vec3{}) || !ground.forbidden_to.empty() ||
         ground.one_way.is_present();
}

const Table& GroundDef::table() {
  static constexpr Table kTable = plain_table("ground", kGroundFields, erased<check_ground>);
  return kTable;
}

}  // namespace drover
