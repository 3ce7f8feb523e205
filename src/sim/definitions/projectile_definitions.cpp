// The field tables of projectiles, wind and wells; see core/field.h.
#include "sim/definitions/projectile_definitions.h"

#include <fmt/format.h>

#include "core/det_math.h"
#include "core/erased.h"
#include "sim/definitions/hands_definitions.h"
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
         .doc = "How often it may bounce in a step; after the last it waits there for the next one."}),
    field<&BallDef::recoil>(
        {.key = "recoil",
         .doc = "Whether an agent that it bounces off gets the momentum that the ball loses."}));

constexpr auto kCounterFields = fields(
    field<&CounterDef::start>({.key = "start", .range = closed(-1e9, 1e9), .doc = "Its value at the start."}),
    field<&CounterDef::min>({.key = "min", .range = closed(-1e9, 1e9), .doc = "It never falls below."}),
    field<&CounterDef::max>(
        {.key = "max", .range = closed(-1e9, 1e9), .doc = "It never rises above.", .otherwise = "no limit"}));

std::vector<Problem> check_counter(const CounterDef& counter) {
  const double max = counter.max.value_or(kInfinity);
  if (counter.min > max) return {{"/min", "\"min\" is above \"max\""}};
  if (counter.min <= counter.start && counter.start <= max) return {};
  return {{"/start", "\"start\" lies between \"min\" and \"max\""}};
}

constexpr auto kEffectFields = fields(
    field<&EffectDef::counter>({.key = "counter",
                                .doc = "The counter that changes, of agents whose type has it.",
                                .required = true}),
    field<&EffectDef::add>(
        {.key = "add", .range = closed(-1e9, 1e9), .doc = "What is added.", .otherwise = "set counts"}),
    field<&EffectDef::set>(
        {.key = "set", .range = closed(-1e9, 1e9), .doc = "The new value.", .otherwise = "add counts"}));

std::vector<Problem> check_effect(const EffectDef& effect) {
  if (effect.add.has_value() != effect.set.has_value()) return {};
  return {{"", "give either \"add\" or \"set\""}};
}

constexpr auto kHandsFields = fields(
    field<&HandsDef::hold_offset>(
        {.key = "hold_offset",
         .unit = "m",
         .doc = "Where they hold a ball, seen from their position: ahead, to the left, up.",
         .otherwise = "at the border of the body, ahead; on ground with heights two thirds of the "
                      "body_height up",
         .has_height = true}),
    field<&HandsDef::reach>(
        {.key = "reach",
         .unit = "m",
         .range = left_open(0, 1e3),
         .doc = "They catch a ball whose center comes this near to that place; on ground with "
                "heights, also one that is lower, down to their feet.",
         .otherwise = "the radius + 0.3"}),
    field<&HandsDef::max_catch_speed>(
        {.key = "max_catch_speed",
         .unit = "m/s",
         .range = left_open(0, 1e6),
         .doc = "A ball that is faster relative to them they do not hold, and it bounces off the body."}),
    field<&HandsDef::catch_probability>(
        {.key = "catch_probability",
         .range = kFraction,
         .doc = "Of holding a ball that comes within reach. One that lies still is always picked up."}),
    field<&HandsDef::handling_time>({.key = "handling_time",
                                     .unit = "s",
                                     .range = closed(0, 1e6),
                                     .doc = "From the catch to the earliest throw."}));

constexpr auto kProjectileFields = fields(
    field<&ProjectileDef::type>({.key = "type", .doc = "Its projectile type.", .required = true}),
    field<&ProjectileDef::position>({.key = "position",
                                     .unit = "m",
                                     .doc = "Where its center is at the start. A ball whose center is lower "
                                            "than its radius above the ground lies on that.",
                                     .otherwise = "held_by counts",
                                     .has_height = true}),
    field<&ProjectileDef::velocity>(
        {.key = "velocity", .unit = "m/s", .doc = "Its velocity then.", .has_height = true}),
    field<&ProjectileDef::held_by>({.key = "held_by",
                                    .doc = "The agent that holds it at the start, of a type with \"hands\".",
                                    .otherwise = "nobody holds it"}));

std::vector<Problem> check_projectile(const ProjectileDef& projectile) {
  const bool is_held = !projectile.held_by.name.empty();
  if (projectile.position.has_value() == is_held) return {{"", "give either \"position\" or \"held_by\""}};
  return {};
}

constexpr auto kProjectileTypeFields = fields(
    field<&ProjectileTypeDef::color>({.key = "color",
                                      .doc = "Color in pictures: a name of CSS, such as teal, or #rrggbb.",
                                      .otherwise = "that of who fired it"}),
    field<&ProjectileTypeDef::radius>({.key = "radius",
                                       .unit = "m",
                                       .range = closed(0, 1e2),
                                       .doc = "It hits what comes nearer to its center than this."}),
    field<&ProjectileTypeDef::mass>({.key = "mass",
                                     .unit = "kg",
                                     .range = left_open(0, 1e9),
                                     .doc = "Its mass, for the recoil of who fires it. A ball has one of its "
                                            "own.",
                                     .read_when = when("ball", kAbsent)}),
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
    field<&ProjectileTypeDef::fuse>(
        {.key = "fuse",
         .unit = "s",
         .range = left_open(0, 1e9),
         .doc = "After this time it explodes, or vanishes without an explosion. Until then it goes on from "
                "what it hits.",
         .otherwise = "it explodes at the first hit, a ball never",
         .read_when = when("instant", "false")}),
    field<&ProjectileTypeDef::bounce>(
        {.key = "bounce",
         .range = kFraction,
         .doc = "With a fuse, and where it is no ball: the share of its speed toward what it hits that it "
                "has back from it. On the ground it comes to rest where that is below 0.5 m/s.",
         .read_when = when("instant", "false")}),
    field<&ProjectileTypeDef::explosion>(
        {.key = "explosion",
         .doc = "Makes it explode at the end of its fuse, or without one where it hits something.",
         .otherwise = "none"}),
    field<&ProjectileTypeDef::effects>(
        {.key = "effects", .doc = "What a hit does to the counters of the agent that is hit."}),
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

// What the keys of a type say against each other.
std::vector<Problem> check_projectile_type(const ProjectileTypeDef& type) {
  if (type.bounce > 0.0 && (!type.fuse || type.ball)) {
    return {{.pointer = "/bounce",
             .message = type.ball ? "a ball bounces by the keys of \"ball\""
                                  : "without a \"fuse\" the first hit ends its flight",
             .hint = type.ball ? "Take \"restitution\" of \"ball\"."
                               : "Give it a \"fuse\", or make it a \"ball\"."}};
  }
  if (type.explosion && type.ball && !type.fuse) {
    return {{.pointer = "/explosion",
             .message = "a ball without a fuse never explodes: no hit ends its way",
             .hint = "Give it a \"fuse\"."}};
  }
  return {};
}

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
const Table& ProjectileTypeDef::table() { static constexpr Table kTable = plain_table("projectile type", kProjectileTypeFields, erased<check_projectile_type>); return kTable; }
const Table& EffectDef::table() { static constexpr Table kTable = plain_table("effect", kEffectFields, erased<check_effect>); return kTable; }
const Table& CounterDef::table() { static constexpr Table kTable = plain_table("counter", kCounterFields, erased<check_counter>); return kTable; }
const Table& HandsDef::table() { static constexpr Table kTable = plain_table("hands", kHandsFields); return kTable; }
const Table& ExplosionDef::table() { static constexpr Table kTable = plain_table("explosion", kExplosionFields); return kTable; }
const Table& BallDef::table() { static constexpr Table kTable = plain_table("ball", kBallFields); return kTable; }
const Table& ProjectileDef::table() { static constexpr Table kTable = plain_table("projectile", kProjectileFields, erased<check_projectile>); return kTable; }
const Table& SineDef::table() { static constexpr Table kTable = plain_table("sine", kSineFields); return kTable; }
const Table& WindDef::table() { static constexpr Table kTable = plain_table("wind", kWindFields, erased<check_wind>); return kTable; }
const Table& WellDef::table() { static constexpr Table kTable = plain_table("well", kWellFields, erased<check_well>); return kTable; }
// clang-format on

}  // namespace drover
