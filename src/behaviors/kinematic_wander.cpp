// kinematic_wander: full speed along the heading, which turns at random.
// Millington 3.2.2. The random walk printed there depends on the length of the time step (see noise), and the
// random number called binomial there has a triangular distribution. See wander.md.
#include <cmath>

#include "behaviors/kinematic_rules.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

DROVER_ENUM(Noise, per_step, diffusion)

struct KinematicWanderDef {
  Parameter max_rotation;
  Noise noise = Noise::per_step;
  Parameter sigma = 0.5;
};

constexpr auto kKinematicWanderFields = fields(
    field<&KinematicWanderDef::max_rotation>(
        {.key = "max_rotation",
         .unit = "rad/s",
         .range = closed(0, 1e4),
         .doc = "Of the noise per_step: the greatest rate of turn it draws, within the agent's.",
         .otherwise = "the agent's max_turn_rate, pi without",
         .read_when = when("noise", "per_step")}),
    field<&KinematicWanderDef::noise>(
        {.key = "noise",
         .doc = "per_step draws a rate of turn in every step, so that the walk depends on dt; diffusion "
                "draws one with which the walk is the same for every dt."}),
    field<&KinematicWanderDef::sigma>(
        {.key = "sigma",
         .unit = "rad/sqrt(s)",
         .range = closed(0, 1e4),
         .doc = "Of the noise diffusion: the standard deviation of the heading after one second. Rates of "
                "up to sigma * sqrt(6 / dt) must be within the agent's max_turn_rate, or they are cut.",
         .read_when = when("noise", "diffusion")}));

// The difference of two uniform numbers has variance 1/6, so a rate of turn held for dt turns the heading by
// an angle of variance (largest * dt)^2 / 6.
double largest_rate(const KinematicWanderDef& def, const AgentView& view, AgentIndex agent) {
  if (def.noise == Noise::diffusion)
    return view.value(def.sigma, agent) * std::sqrt(6.0 / view.decision_time(agent));
  return view.value_or(def.max_rotation, agent, view.max_rotation(agent));
}

std::optional<Request> steer(const KinematicWanderDef& def, const AgentView& view, AgentIndex agent) {
  Draws draws = view.draws(agent);
  const double largest = largest_rate(def, view, agent);
  const double rate = draws.binomial() * largest;
  const Vec3 ahead = view.heading(agent) * view.full_speed(agent);
  Request request = kinematic_request(view, agent, ahead);
  if (view.is_spatial()) {
    // The nose turns left and right, and up and down, each as in the plane.
    const Frame frame = view.frame(agent);
    const Vec3 turn = frame.up * rate + frame.left * (draws.binomial() * largest);
    request.angular = spatial_rotation_request(view, agent, turn, view.dt());
  } else {
    request.angular = rotation_request(view, agent, rate, view.dt());
  }
  return request;
}

constexpr TypedBehavior<KinematicWanderDef> kTypedKinematicWander = {
    .info = {.name = "kinematic_wander",
             .summary =
                 "Full speed along the heading, which turns to the sides at random; needs a body that turns.",
             .source = "Millington and Funge, Artificial Intelligence for Games, 3.2.2",
             .example = R"({"type": "kinematic_wander", "max_rotation": 2})",
             .related = "wander, kinematic, oriented",
             .in_space = true},
    .fields = kKinematicWanderFields,
    .needs_turning = always<KinematicWanderDef>,
    .steer = steer,
};

}  // namespace

extern constexpr BehaviorKind kKinematicWander = make_behavior<kTypedKinematicWander>();

}  // namespace drover
