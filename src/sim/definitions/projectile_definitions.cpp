// The field tables of projectiles, wind and wells; see core/field.h.
#include "sim/definitions/projectile_definitions.h"

#include <fmt/format.h>

#include "core/det_math.h"
#include "core/erased.h"
#include "sim/definitions/plain_table.h"

namespace drover {
namespace {

constexpr auto kBallFields = fields(
    field<&BallDef::mass>(
        {.key = "mass", .unit = "kg", .range = left_open(0, 1e9), .doc = "Its mass, against other balls."}),
    field<&BallDef::restitution>(
        {.key = "restitution",
         .range = kFraction,
         .doc = "Share of the speed toward what it meets that it has back from it; of two balls the less "
                "one counts."}),
    field<&BallDef::friction>(
        {.key = "friction",
         .range = closed(0, 1e3),
         .doc = "Coefficient of Coulomb friction: how much of the speed along what it meets a bounce takes, "
                "per speed toward it. Balls among themselves have none."}),
    field<&BallDef::grip_share>(
        {.key = "grip_share",
         .range = kFraction,
         .doc = "No bounce takes a greater share of the speed along what it meets: what a ball without spin "
                "loses that grips, 2/7 of a solid ball, 2/5 of a hollow one."}),
    field<&BallDef::rolling_drag>({.key = "rolling_drag",
                                   .unit = "m/s^2",
                                   .range = closed(0, 1e3),
                                   .doc = "How fast a ball that rolls slows down at any speed."}),
    field<&BallDef::rolling_drag_linear>({.key = "rolling_drag_linear",
                                          .unit = "1/s",
                                          .range = closed(0, 1e3),
                                          .doc = "And in proportion to its speed."}),
    field<&BallDef::rest_rebound>({.key = "rest_rebound",
                                   .unit = "m/s",
                                   .range = closed(0, 1e3),
                                   .doc = "A ball that would leave the ground with less speed rolls on it.",
                                   .in_plane = false,
                                   .on_heights = true}),
    field<&BallDef::rest_speed>({.key = "rest_speed",
                                 .unit = "m/s",
                                 .range = closed(0, 1e3),
                                 .doc = "A ball that rolls more slowly comes to rest."}),
    field<&BallDef::max_impacts>(
        {.key = "max_impacts",
         .range = closed(1, 1000),
         .doc = "How often it may bounce in a step; after the last it waits there for the next one."}));

constexpr auto kProjectileFields = fields(
    field<&ProjectileDef::type>({.key = "type", .doc = "Its projectile type.", .required = true}),
    field<&ProjectileDef::position>({.key = "position",
                                     .unit = "m",
                                     .doc = "Where its center is at the start. A ball whose center is lower "
                                            "than its radius above the ground lies on that.",
                                     .required = true,
                                     .has_height = true}),
    field<&ProjectileDef::velocity>(
        {.key = "velocity", .unit = "m/s", .doc = "Its velocity then.", .has_height = true}));

constexpr auto kProjectileTypeFields = fields(
    field<&ProjectileTypeDef::color>({.key = "color",
                                      .doc = "Color in pictures: a name of CSS, such as teal, or #rrggbb.",
                                      .otherwise = "that of who fired it"}),
    field<&ProjectileTypeDef::radius>({.key = "radius",
                                       .unit = "m",
                                       .range = closed(0, 1e2),
                                       .doc = "It hits what comes nearer to its center than this."}),
    field<&ProjectileTypeDef::muzzle_speed>({.key = "muzzle_speed",
                                             .unit = "m/s",
                                             .range = left_open(0, 1e6),
                                             .doc = "The speed it is fired with, relative to the muzzle.",
                                             .read_when = when("instant", "false")}),
    field<&ProjectileTypeDef::instant>(
        {.key = "instant",
         .doc = "It takes no time: a straight line from the muzzle, to the first that stands on it where and "
                "when it is fired."}),
    field<&ProjectileTypeDef::range>({.key = "range",
                                      .unit = "m",
                                      .range = left_open(0, 1e6),
                                      .doc = "How far an instant shot reaches.",
                                      .read_when = when("instant", "true")}),
    field<&ProjectileTypeDef::gravity>(
        {.key = "gravity",
         .unit = "m/s^2",
         .doc = "The acceleration of free fall. In the plane a slope would have one along it.",
         .otherwise = "that of the world, downwards; in space 9.81 downwards, in the plane none",
         .has_height = true,
         .read_when = when("instant", "false")}),
    field<&ProjectileTypeDef::gravity_scale>({.key = "gravity_scale",
                                              .range = closed(0, 1e3),
                                              .doc = "A factor on the gravity.",
                                              .read_when = when("instant", "false")}),
    field<&ProjectileTypeDef::drag_linear>(
        {.key = "drag_linear",
         .unit = "1/s",
         .range = closed(0, 1e3),
         .doc = "Drag per unit of mass that grows with the speed relative to the air.",
         .read_when = when("instant", "false")}),
    field<&ProjectileTypeDef::drag_quadratic>(
        {.key = "drag_quadratic",
         .unit = "1/m",
         .range = closed(0, 1e3),
         .doc = "Drag per unit of mass that grows with the square of that speed.",
         .read_when = when("instant", "false")}),
    field<&ProjectileTypeDef::spin>(
        {.key = "spin",
         .unit = "rad/s",
         .doc = "Lift as of a ball that spins: the velocity turns at this rate about this axis.",
         .has_height = true,
         .in_plane = false,
         .on_heights = true,
         .read_when = when("instant", "false")}),
    field<&ProjectileTypeDef::lifetime>({.key = "lifetime",
                                         .unit = "s",
                                         .range = left_open(0, kInfinity),
                                         .doc = "After this time it vanishes.",
                                         .otherwise = "no limit",
                                         .read_when = when("instant", "false")}),
    field<&ProjectileTypeDef::inherit_velocity>(
        {.key = "inherit_velocity",
         .range = kFraction,
         .doc = "How much of the velocity of who fires it gets, beside the muzzle speed.",
         .read_when = when("instant", "false")}),
    field<&ProjectileTypeDef::ball>(
        {.key = "ball",
         .doc = "Makes it a ball: it bounces, rolls and comes to rest. In the plane it always rolls.",
         .otherwise = "a hit ends its flight",
         .read_when = when("instant", "false")}));

constexpr auto kSineFields =
    fields(field<&SineDef::period>(
               {.key = "period", .unit = "s", .range = left_open(0, 1e9), .doc = "How long a swing takes."}),
           field<&SineDef::phase>({.key = "phase",
                                   .unit = "rad",
                                   .range = closed(-1e3, 1e3),
                                   .doc = "Where in the swing it is at the start; 0: it rises from 0."}));

constexpr auto kWindFields = fields(
    field<&WindDef::region>({.key = "region", .doc = "Where it blows: a region.", .otherwise = "everywhere"}),
    field<&WindDef::velocity>({.key = "velocity",
                               .unit = "m/s",
                               .doc = "How fast the air moves, and where to.",
                               .required = true,
                               .has_height = true}),
    field<&WindDef::by>({.key = "by",
                         .doc = "Pairs [time, factor] on the velocity: straight lines between them, the ends "
                                "held.",
                         .otherwise = "it does not change"}),
    field<&WindDef::sine>(
        {.key = "sine", .doc = "A factor on the velocity that swings.", .otherwise = "it does not swing"}),
    field<&WindDef::height>({.key = "height",
                             .doc = "Pairs [height, factor] on the velocity, in the same way.",
                             .otherwise = "it is the same at all heights",
                             .in_plane = false,
                             .on_heights = true}));

std::optional<Problem> check_rows(const Rows<2>& rows, std::string_view key, std::string_view what) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (k > 0 && !(rows[k][0] > rows[k - 1][0]))
      return Problem{.pointer = fmt::format("/{}/{}", key, k),
                     .message = fmt::format("the {} must ascend from pair to pair", what)};
    if (!(std::fabs(rows[k][1]) <= 1e6))
      return Problem{.pointer = fmt::format("/{}/{}", key, k),
                     .message = "a factor lies between -1000000 and 1000000"};
  }
  return std::nullopt;
}

std::vector<Problem> check_wind(const WindDef& wind) {
  if (auto problem = check_rows(wind.by, "by", "times")) return {std::move(*problem)};
  if (auto problem = check_rows(wind.height, "height", "heights")) return {std::move(*problem)};
  if (!wind.by.empty() && wind.sine) return {{"/sine", "give either \"by\" or \"sine\", not both"}};
  return {};
}

constexpr auto kWellFields = fields(
    field<&WellDef::at>(
        {.key = "at", .doc = "Where it is: a point, or an agent that carries it.", .required = true}),
    field<&WellDef::strength>(
        {.key = "strength",
         .unit = "m^3/s^2",
         .range = closed(-1e12, 1e12),
         .doc = "At a distance d, far beyond the softening, it pulls with strength / d^2; negative: it "
                "pushes away.",
         .required = true}),
    field<&WellDef::softening>(
        {.key = "softening",
         .unit = "m",
         .range = left_open(0, 1e5),
         .doc = "The pull is strength d / (d^2 + softening^2)^(3/2), which has no pole."}),
    field<&WellDef::range>({.key = "range",
                            .unit = "m",
                            .range = left_open(0, kInfinity),
                            .doc = "Farther away it has no effect.",
                            .otherwise = "no limit"}));

std::vector<Problem> check_well(const WellDef& well) {
  if (well.at.type == TargetType::point || well.at.type == TargetType::agent) return {};
  return {{"/at", "a well is at a point or at an agent"}};
}

}  // namespace

// clang-format off
const Table& ProjectileTypeDef::table() { static constexpr Table kTable = plain_table("projectile type", kProjectileTypeFields); return kTable; }
const Table& BallDef::table() { static constexpr Table kTable = plain_table("ball", kBallFields); return kTable; }
const Table& ProjectileDef::table() { static constexpr Table kTable = plain_table("projectile", kProjectileFields); return kTable; }
const Table& SineDef::table() { static constexpr Table kTable = plain_table("sine", kSineFields); return kTable; }
const Table& WindDef::table() { static constexpr Table kTable = plain_table("wind", kWindFields, erased<check_wind>); return kTable; }
const Table& WellDef::table() { static constexpr Table kTable = plain_table("well", kWellFields, erased<check_well>); return kTable; }
// clang-format on

}  // namespace drover
