// The field table of the ground; see core/field.h.
#include "sim/definitions/ground_definitions.h"

#include "core/erased.h"
#include "core/frame.h"
#include "sim/definitions/definitions.h"
#include "sim/definitions/plain_table.h"

namespace drover {
namespace {

inline constexpr Range kHeights = closed(-1e5, 1e5);  // m, as of every point of a scenario
inline constexpr double kShortestSlope = 1e-3;        // m

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
                                .otherwise = "all directions"}),
    field<&GroundDef::height>({.key = "height",
                               .unit = "m",
                               .range = kHeights,
                               .doc = "The height of the ground, flat. Of the entries that hold a place the "
                                      "highest one counts whose top is no more than step_height above the "
                                      "feet; without any the ground is at 0.",
                               .otherwise = "given by ramp, or the entry has no height",
                               .only_on_heights = true}),
    field<&GroundDef::ramp>({.key = "ramp",
                             .doc = "Two points that the ground rises between.",
                             .otherwise = "the ground is flat",
                             .only_on_heights = true}),
    field<&GroundDef::solid>(
        {.key = "solid",
         .doc = "Whether the ground is filled below its top: a block that nobody gets under. false: a slab, "
                "under which those go who fit by their body_height.",
         .otherwise = "a ramp is filled, flat ground is a slab",
         .only_on_heights = true}),
    field<&GroundDef::jumpable_gap>(
        {.key = "jumpable_gap",
         .doc = "Makes the region, which is convex, one that agents with the behavior jump_gaps jump over: "
                "an invisible volume, before which their feet leave the ground.",
         .otherwise = "it is none",
         .only_on_heights = true}));

constexpr auto kGapFields = fields(
    field<&JumpableGapDef::direction>(
        {.key = "direction",
         .unit = "rad",
         .range = closed(-1e3, 1e3),
         .doc =
             "The one way in, counter-clockwise from +x: for bodies that do not move along it the gap is a "
             "wall.",
         .otherwise = "it is open from all sides"}),
    field<&JumpableGapDef::velocity>({.key = "velocity",
                                      .unit = "m/s",
                                      .doc = "With which velocity agents are to jump: they run up to it.",
                                      .otherwise = "straight ahead with their max_speed"}),
    field<&JumpableGapDef::bottom>(
        {.key = "bottom",
         .unit = "m",
         .range = kHeights,
         .doc = "Feet that are lower are not in the gap, such as those of agents that have fallen into it.",
         .otherwise = "no feet are too low"}));

std::vector<Problem> check_gap(const JumpableGapDef& gap) {
  if (gap.direction.is_drawn()) return {{"/direction", "\"direction\" is a number, not a distribution"}};
  if (gap.bottom.is_drawn()) return {{"/bottom", "\"bottom\" is a number, not a distribution"}};
  if (!gap.velocity) return {};
  const double speed = length(*gap.velocity);
  if (!(0.0 < speed && speed <= kMaxSpeed))
    return {{"/velocity", "the speed must be above 0 and not exceed 10000 m/s"}};
  const bool is_inwards =
      !gap.direction.is_present() || dot(*gap.velocity, unit_vector(gap.direction.constant())) > 0.0;
  if (!is_inwards) return {{"/velocity", "nobody comes in with this velocity: it is against \"direction\""}};
  return {};
}

constexpr auto kSlopeFields = fields(field<&SlopeDef::from>({.key = "from",
                                                             .unit = "m",
                                                             .range = kHeights,
                                                             .doc = "[x, y, z] where it begins.",
                                                             .required = true,
                                                             .has_height = true}),
                                     field<&SlopeDef::to>({.key = "to",
                                                           .unit = "m",
                                                           .range = kHeights,
                                                           .doc = "[x, y, z] where it ends.",
                                                           .required = true,
                                                           .has_height = true}));

std::vector<Problem> check_slope(const SlopeDef& slope) {
  const Vec3 way = slope.to - slope.from;
  if (length(Vec3{way.x, way.y, 0.0}) >= kShortestSlope) return {};
  return {{"/to", "a ramp needs two points that are at least 0.001 m apart, seen from above"}};
}

std::vector<Problem> check_ground(const GroundDef& ground) {
  if (ground.height.is_present() && ground.ramp)
    return {{"/ramp", "give either \"height\" or \"ramp\", not both"}};
  if (ground.height.is_drawn()) return {{"/height", "\"height\" is a number, not a distribution"}};
  if (ground.solid.value_or(false) && !ground.has_top())
    return {{"/solid", "only ground with a \"height\" or a \"ramp\" can be solid"}};
  if (!(length(ground.carries) <= kMaxSpeed)) return {{"/carries", "the speed must not exceed 10000 m/s"}};
  if (ground.one_way.is_drawn()) return {{"/one_way", "\"one_way\" is a number, not a distribution"}};
  return {};
}

}  // namespace

bool has_effect(const GroundDef& ground) {
  return ground.speed_factor != 1.0 || !(ground.carries == Vec3{}) || !ground.forbidden_to.empty() ||
         ground.one_way.is_present() || ground.has_top() || ground.jumpable_gap;
}

const Table& SlopeDef::table() {
  static constexpr Table kTable = plain_table("ramp", kSlopeFields, erased<check_slope>);
  return kTable;
}

const Table& JumpableGapDef::table() {
  static constexpr Table kTable = plain_table("jumpable gap", kGapFields, erased<check_gap>);
  return kTable;
}

const Table& GroundDef::table() {
  static constexpr Table kTable = plain_table("ground", kGroundFields, erased<check_ground>);
  return kTable;
}

}  // namespace drover
