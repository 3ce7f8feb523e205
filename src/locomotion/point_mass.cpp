// point_mass: a body without inertia of rotation whose heading follows its velocity.
// Seed 000 "Updating the Vehicle Physics" with the turn-rate limit it declares but never applies (erratum
// E0-02); catalogue: behaviors 7.2, locomotion 1 to 3.
#include "core/det_math.h"
#include "sim/locomotion_context.h"

namespace drover {
namespace {

// What happens to the velocity when the heading may not turn as fast as it.
enum class TurnRule { redirect, project, decouple };
inline constexpr std::array<std::string_view, 3> kTurnRuleNames = {"redirect", "project", "decouple"};
constexpr std::span<const std::string_view> enum_names(TurnRule) {
  return kTurnRuleNames;
}

struct PointMassDef {
  Quantity linear_drag = 0.0;
  Quantity quadratic_drag = 0.0;
  double heading_epsilon = 1e-4;
  TurnRule turn = TurnRule::redirect;
};

constexpr auto kFields = fields(
    field<&PointMassDef::linear_drag>(
        {.key = "linear_drag",
         .unit = "1/s",
         .range = closed(0, 1e6),
         .doc = "Deceleration per speed; the top speed under a constant acceleration a is a / drag."}),
    field<&PointMassDef::quadratic_drag>(
        {.key = "quadratic_drag",
         .unit = "1/m",
         .range = closed(0, 1e6),
         .doc = "Deceleration per speed squared; the top speed is sqrt(a / drag)."}),
    field<&PointMassDef::heading_epsilon>({.key = "heading_epsilon",
                                           .unit = "m/s",
                                           .range = closed(0, 1e3),
                                           .doc = "At this speed and below the heading stays as it was."}),
    field<&PointMassDef::turn>(
        {.key = "turn",
         .doc = "Where max_turn_rate holds the heading back: redirect turns the velocity with it and keeps "
                "the speed, "
                "project also loses the speed across it, decouple lets the body slide."}));

// The direction `to` (unit), turned from `from` (unit) by at most `limit` [rad]; an exact reversal turns
// left.
Vec3 turn_towards(Vec3 from, Vec3 to, double limit) {
  if (limit >= det::kPi) return to;
  const auto most = det::sin_cos(limit);
  const double along = dot(from, to);
  const double across = cross_z(from, to);
  // Within the limit iff the cosine of the angle is no less than that of the limit.
  if (along >= most.cos) return to;
  return direction(from * most.cos + left_of(from) * (across < 0.0 ? -most.sin : most.sin));
}

// Semi-implicit: the velocity first, then the position with the new velocity. Linear drag acts implicitly and
// quadratic drag by its exact decay, so that neither can overshoot zero whatever dt is.
Vec3 next_velocity(const PointMassDef& def, const LocomotionContext& context, AgentIndex i) {
  const double dt = context.dt();
  Vec3 v = context.state().velocity(i) + context.acceleration(i) * dt;
  const double linear = def.linear_drag[i];
  const double quadratic = def.quadratic_drag[i];
  if (linear > 0.0) v = v / (1.0 + linear * dt);
  if (quadratic > 0.0) v = v / (1.0 + quadratic * length(v) * dt);
  return clip(v, context.world().agents.max_speed[i]);
}

void advance(const PointMassDef& def, LocomotionContext& context, std::span<const AgentIndex> agents) {
  AgentState& next = context.next();
  for (const AgentIndex i : agents) {
    Vec3 v = next_velocity(def, context, i);
    Vec3 heading = context.state().heading(i);
    if (length2(v) > def.heading_epsilon * def.heading_epsilon) {
      const Vec3 wanted = v / length(v);
      heading = turn_towards(heading, wanted, context.world().agents.max_turn_rate[i] * context.dt());
      if (def.turn == TurnRule::redirect && !(heading == wanted)) v = heading * length(v);
      if (def.turn == TurnRule::project && !(heading == wanted)) v = heading * larger(0.0, dot(heading, v));
    }
    next.set_velocity(i, v);
    next.set_position(i, context.state().position(i) + v * context.dt());
    next.set_heading(i, heading);
  }
}

}  // namespace

extern const LocomotionKind kPointMass;
constexpr LocomotionKind kPointMass = locomotion<PointMassDef, advance>({
    .name = "point_mass",
    .summary = "A point mass whose heading follows its velocity.",
    .source = "seed 000 (Vehicle Model), seed 001 section 3.1.3",
    .table = {.name = "point_mass", .fields = kFields},
    .example = R"({"type": "point_mass", "linear_drag": 0.5})",
    .related = "scripted",
});

}  // namespace drover
