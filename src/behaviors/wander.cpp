// wander: aimless motion with long smooth turns.
// A point walks at random on a circle ahead of the agent, which steers to it. Seeds 000 and 003 "Wander",
// whose random steps depend on the length of the time step (erratum E0-07: see noise_scaling);
// catalogue 2.10, variant jitter_circle.
#include <cmath>

#include "core/det_math.h"
#include "sim/behavior_view.h"
#include "sim/steering_laws.h"

namespace drover {
namespace {

enum class NoiseScaling { sqrt_dt, linear_dt, per_step };
inline constexpr std::array<std::string_view, 3> kNoiseScalingNames = {"sqrt_dt", "linear_dt", "per_step"};
constexpr std::span<const std::string_view> enum_names(NoiseScaling) {
  return kNoiseScalingNames;
}

struct WanderDef {
  Quantity wander_radius = 1.2;
  Quantity wander_distance = 2.0;
  Quantity jitter = 2.0;
  NoiseScaling noise_scaling = NoiseScaling::sqrt_dt;
  Quantity gain = 1.0;
};

constexpr auto kFields = fields(
    field<&WanderDef::wander_radius>({.key = "wander_radius",
                                      .unit = "m",
                                      .range = left_open(0, 1e5),
                                      .doc = "Radius of the circle: the larger, the sharper the turns.",
                                      .seed = "a parameter without a value (S0)"}),
    field<&WanderDef::wander_distance>(
        {.key = "wander_distance",
         .unit = "m",
         .range = closed(0, 1e5),
         .doc = "How far ahead the center of the circle is. Above wander_radius the request always points "
                "forward.",
         .seed = "a parameter without a value (S0)"}),
    field<&WanderDef::jitter>({.key = "jitter",
                               .unit = "m/sqrt(s)",
                               .range = closed(0, 1e5),
                               .doc = "How fast the point walks: it moves by a random number up to this, "
                                      "times the factor noise_scaling names, along each axis and then back "
                                      "onto the circle.",
                               .seed = "a parameter without a value (S0)"}),
    field<&WanderDef::noise_scaling>(
        {.key = "noise_scaling",
         .doc = "Factor of the jitter: sqrt_dt gives the same walk for every dt; linear_dt takes jitter as "
                "m/s, and per_step as m per step, and both walk differently when dt changes.",
         .seed = "linear_dt in the text, per_step in the listing (S0)"}),
    field<&WanderDef::gain>({.key = "gain",
                             .unit = "1/s^2",
                             .range = left_open(0, 1e6),
                             .doc = "Acceleration per meter between the agent and the point.",
                             .seed = "1 is implied (S0)"}));

// The memory: the point on the circle as seen from its center, in the frame (forward, left) of the agent [m].
void start(const WanderDef& def, const BehaviorView& view, AgentIndex agent) {
  Draws draws = view.start_draws(agent);
  const auto angle = det::sin_cos(det::kPi * draws.signed_uniform());
  const std::span<double> point = view.memory(agent);
  point[0] = angle.cos * def.wander_radius[agent];
  point[1] = angle.sin * def.wander_radius[agent];
}

double step_factor(NoiseScaling scaling, double dt) {
  if (scaling == NoiseScaling::sqrt_dt) return std::sqrt(dt);
  return scaling == NoiseScaling::linear_dt ? dt : 1.0;
}

std::optional<Request> steer(const WanderDef& def, const BehaviorView& view, AgentIndex agent) {
  const std::span<double> point = view.memory(agent);
  const double step = def.jitter[agent] * step_factor(def.noise_scaling, view.dt());
  if (step > 0.0) {
    Draws draws = view.draws(agent);
    const double forward = draws.signed_uniform();
    const double left = draws.signed_uniform();
    const Vec3 moved = direction({point[0] + step * forward, point[1] + step * left, 0.0});
    // A step onto the center has no direction: the point stays where it was.
    if (!(moved == Vec3{})) {
      point[0] = moved.x * def.wander_radius[agent];
      point[1] = moved.y * def.wander_radius[agent];
    }
  }
  const Vec3 to_point = from_local(view.heading(agent), def.wander_distance[agent] + point[0], point[1]);
  return clip(to_point * def.gain[agent], view.max_acceleration(agent));
}

}  // namespace

extern const BehaviorKind kWander;
constexpr BehaviorKind kWander = with_memory<WanderDef, start>(
    2, behavior<WanderDef, steer>({
           .name = "wander",
           .summary = "Strolls about with long smooth turns.",
           .source = "seeds 000 and 003 (Wander); Reynolds 1999",
           .table = {.name = "wander", .fields = kFields},
           .example = R"({"type": "wander", "wander_radius": 1.5, "jitter": 0.8})",
           .related = "follow_path, flocking",
       }));

}  // namespace drover
