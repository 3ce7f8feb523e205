// wander: aimless motion with long smooth turns.
// A point walks at random on a circle ahead of the agent, which steers to it. Buckland and Reynolds 1999; the
// random steps of the printed form depend on the length of the time step (see noise_scaling). Millington
// 3.3.11, whose angle grows without bound and whose agents turn more than they go straight (see bounded). See
// wander.md.
#include <cmath>

#include "behaviors/turning.h"
#include "core/det_math.h"
#include "sim/definitions/typed_kinds.h"
#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {
namespace {

DROVER_ENUM(WanderVariant, jitter_circle, orientation_circle, angle_walk, gradient_noise, random_point,
            random_force)

DROVER_ENUM(NoiseScaling, sqrt_dt, linear_dt, per_step)

DROVER_ENUM(Steering, turn, seek)

struct WanderDef {
  WanderVariant variant = WanderVariant::jitter_circle;
  Parameter wander_radius = 1.2;
  Parameter wander_distance = 2.0;
  Parameter wander_radius_z;
  Parameter jitter = 2.0;
  Parameter wander_rate = 2.0;
  NoiseScaling noise_scaling = NoiseScaling::sqrt_dt;
  bool bounded = false;
  Parameter interval = 1.0;
  Parameter noise_interval = 4.0;
  Parameter gain = 1.0;
  Steering steer = Steering::turn;
  // As smooth as jitter_circle: the point stays where it is in the agent's frame while the agent turns to it,
  // so a quick answer would make it spin.
  TurnRule turn{.slow_radius = det::kPi, .response_time = 1.0};
};

constexpr auto kCircleFields = fields(
    field<&WanderDef::variant>(
        {.key = "variant",
         .doc = "How to wander. jitter_circle: a point walks on a circle ahead, the request is gain times "
                "the way to it. orientation_circle: the point walks by angles, and the agent turns to it or "
                "seeks it (see steer). angle_walk: the same point gives the direction of full speed. "
                "gradient_noise: that direction follows Perlin's noise, left and right of the heading by at "
                "most the angle under which the agent sees the circle. "
                "random_point and random_force are there for comparison: a new point in the circle every "
                "interval, and full acceleration in a new direction in every step."}),
    field<&WanderDef::wander_radius>(
        {.key = "wander_radius",
         .unit = "m",
         .range = left_open(0, 1e5),
         .doc = "Radius of the circle: the larger, the sharper the turns.",
         .original_default = "no value given (Buckland)",
         .read_when =
             when("variant", "jitter_circle, orientation_circle, angle_walk, gradient_noise, random_point")}),
    field<&WanderDef::wander_distance>(
        {.key = "wander_distance",
         .unit = "m",
         .range = closed(0, 1e5),
         .doc = "How far ahead the center of the circle is. Above wander_radius the request always points "
                "forward.",
         .original_default = "no value given (Buckland)",
         .read_when =
             when("variant", "jitter_circle, orientation_circle, angle_walk, gradient_noise, random_point")}),
    field<&WanderDef::wander_radius_z>(
        {.key = "wander_radius_z",
         .unit = "m",
         .range = closed(0, 1e5),
         .doc = "In space the point walks on a sphere, which is squeezed along the vertical to this radius: "
                "smaller than wander_radius it keeps a sense of up and down.",
         .otherwise = "half of wander_radius",
         .in_plane = false,
         .read_when = when("variant", "jitter_circle, orientation_circle, angle_walk")}));

constexpr auto kWalkFields = fields(
    field<&WanderDef::jitter>({.key = "jitter",
                               .unit = "m/sqrt(s)",
                               .range = closed(0, 1e5),
                               .doc = "How fast the point of jitter_circle walks: it moves by a random "
                                      "number up to this, times the factor noise_scaling names, along each "
                                      "axis and then back onto the circle.",
                               .original_default = "no value given (Buckland)",
                               .read_when = when("variant", "jitter_circle")}),
    field<&WanderDef::wander_rate>(
        {.key = "wander_rate",
         .unit = "rad/sqrt(s)",
         .range = closed(0, 1e5),
         .doc = "How fast the point of orientation_circle and angle_walk walks: its angle changes by the "
                "difference of two random numbers up to this, times the factor noise_scaling names.",
         .original_default = "no value given (Millington)",
         .read_when = when("variant", "orientation_circle, angle_walk")}),
    field<&WanderDef::noise_scaling>(
        {.key = "noise_scaling",
         .doc = "Factor of jitter and wander_rate: sqrt_dt gives the same walk for every dt; linear_dt "
                "takes them per second, and per_step per step, and both walk differently when dt changes.",
         .original_default = "linear_dt in the text, per_step in the listing (Buckland)",
         .read_when = when("variant", "jitter_circle, orientation_circle, angle_walk")}),
    field<&WanderDef::bounded>(
        {.key = "bounded",
         .doc = "The bearing of the point walks, and turns back where the circle ends to the left and right, "
                "instead of the point going round the circle. All bearings are then equally likely; without "
                "it the point is more often at the sides than ahead, and the agent turns more than it goes "
                "straight.",
         .original_default = "false; the bias is mentioned without a remedy (Millington)",
         .in_space = false,
         .read_when = when("variant", "jitter_circle, orientation_circle, angle_walk")}),
    field<&WanderDef::interval>({.key = "interval",
                                 .unit = "s",
                                 .range = closed(1e-6, 1e6),
                                 .doc = "How long random_point seeks the same point, at least one step.",
                                 .read_when = when("variant", "random_point")}),
    field<&WanderDef::noise_interval>(
        {.key = "noise_interval",
         .unit = "s",
         .range = closed(1e-6, 1e6),
         .doc = "Of gradient_noise: the time from one zero of the noise to the next, in which the agent "
                "turns to one side or to both.",
         .read_when = when("variant", "gradient_noise")}));

constexpr auto kRequestFields = fields(
    field<&WanderDef::gain>(
        {.key = "gain",
         .unit = "1/s^2",
         .range = left_open(0, 1e6),
         .doc = "Of jitter_circle: the acceleration per meter between the agent and the point.",
         .original_default = "1 is implied (Buckland)",
         .read_when = when("variant", "jitter_circle")}),
    field<&WanderDef::steer>(
        {.key = "steer",
         .doc = "Of orientation_circle: turn faces the point and accelerates straight ahead, for bodies that "
                "turn by themselves; seek goes to the point and looks where it is going.",
         .read_when = when("variant", "orientation_circle")}));

constexpr auto kWanderTurnFields =
    read_when("variant", "orientation_circle, angle_walk, gradient_noise, random_point",
              read_when("variant", "orientation_circle", embed<&WanderDef::turn>(kTurnFields),
                        "target_radius", "slow_radius"),
              "response_time");

constexpr auto kWanderFields =
    join(join(kCircleFields, kWalkFields), join(kRequestFields, kWanderTurnFields));

double step_factor(NoiseScaling scaling, double dt) {
  if (scaling == NoiseScaling::sqrt_dt) return std::sqrt(dt);
  return scaling == NoiseScaling::linear_dt ? dt : 1.0;
}

constexpr std::size_t kMemory = 2, kHeight = 2;

// A uniformly distributed direction: of equal heights on a sphere lie equal areas (Archimedes).
Vec3 draw_direction(Draws& draws) {
  const double height = draws.signed_uniform();
  const auto angle = det::sin_cos(det::kPi * draws.signed_uniform());
  const double level = std::sqrt(larger(0.0, 1.0 - height * height));
  return {level * angle.cos, level * angle.sin, height};
}

// A point uniformly distributed in the circle ahead, in space in the sphere, in world coordinates.
Vec3 draw_point(const WanderDef& def, const AgentView& view, AgentIndex agent, Draws& draws) {
  if (view.is_spatial()) {
    const Vec3 way = draw_direction(draws) * (det::exp(det::log(draws.uniform() + 0x1p-60) / 3.0) *
                                              view.value(def.wander_radius, agent));
    return view.position(agent) + view.heading(agent) * view.value(def.wander_distance, agent) + way;
  }
  const double radius = std::sqrt(draws.uniform()) * view.value(def.wander_radius, agent);
  const auto angle = det::sin_cos(det::kPi * draws.signed_uniform());
  const double forward = view.value(def.wander_distance, agent) + radius * angle.cos;
  return view.position(agent) + view.frame(agent).vector(forward, radius * angle.sin);
}

// Half the angle under which the agent sees the circle; an agent inside it sees it in every direction [rad].
double half_view(const WanderDef& def, const AgentView& view, AgentIndex agent) {
  const double radius = view.value(def.wander_radius, agent);
  const double distance = view.value(def.wander_distance, agent);
  return distance < radius ? det::kPi : det::asin(radius / distance);
}

// The memory is in the frame (forward, left) of the agent. jitter_circle: the point on the circle relative to
// its center [m]. Other circles and all bounded variants: an angle [rad] and an unused number; the angle is
// that of the point as seen from the center or, if bounded, from the agent. random_point stores a position in
// the world [m]. gradient_noise stores its phase in noise intervals. random_force stores nothing.
// In space, in the frame (forward, left, up): of all circles a unit vector from the center of the sphere;
// gradient_noise has a phase to the side and one up and down.
void start(const WanderDef& def, const AgentView& view, AgentIndex agent) {
  Draws draws = view.start_draws(agent);
  const std::span<double> memory = view.memory_to_write(agent);
  if (def.variant == WanderVariant::random_point) {
    remember_vector(memory, 0, draw_point(def, view, agent, draws), kHeight);
  } else if (view.is_spatial() && def.variant != WanderVariant::gradient_noise) {
    remember_vector(memory, 0, draw_direction(draws), kHeight);
  } else if (def.variant == WanderVariant::jitter_circle && !def.bounded) {
    const auto angle = det::sin_cos(det::kPi * draws.signed_uniform());
    memory[0] = angle.cos * view.value(def.wander_radius, agent);
    memory[1] = angle.sin * view.value(def.wander_radius, agent);
  } else if (def.variant == WanderVariant::gradient_noise) {
    memory[0] = draws.uniform();
    if (view.is_spatial()) memory[1] = draws.uniform();
  } else {
    memory[0] = draws.signed_uniform() * (def.bounded ? half_view(def, view, agent) : det::kPi);
    memory[1] = 0.0;
  }
}

// The walk of the point along both axes and back onto the circle; the vector to it, in the agent's frame.
Vec3 jitter_point(const WanderDef& def, const AgentView& view, AgentIndex agent) {
  const std::span<double> point = view.memory_to_write(agent);
  const double step =
      view.value(def.jitter, agent) * step_factor(def.noise_scaling, view.decision_time(agent));
  if (step > 0.0) {
    Draws draws = view.draws(agent);
    const double forward = draws.signed_uniform();
    const double left = draws.signed_uniform();
    const Vec3 moved = direction({point[0] + step * forward, point[1] + step * left, 0.0});
    // A step onto the center has no direction: the point stays where it was.
    if (!(moved == Vec3{})) remember_vector(point, 0, moved * view.value(def.wander_radius, agent));
  }
  return {view.value(def.wander_distance, agent) + point[0], point[1], 0.0};
}

// In space: the vector to the point on the sphere, in the axes of the world. The sphere is squeezed along the
// vertical.
Vec3 point_on_sphere(const WanderDef& def, const AgentView& view, AgentIndex agent) {
  const Frame frame = view.frame(agent);
  const Vec3 way = frame.vector(remembered_vector(view.memory(agent), 0, kHeight));
  const double radius = view.value(def.wander_radius, agent);
  const double radius_z = view.value_or(def.wander_radius_z, agent, 0.5 * radius);
  return frame.forward * view.value(def.wander_distance, agent) +
         Vec3{way.x * radius, way.y * radius, way.z * radius_z};
}

// The walk of that point along all axes. Millington 3.9.7, whose step is one per call whatever dt is.
Vec3 walk_on_sphere(const WanderDef& def, const AgentView& view, AgentIndex agent) {
  constexpr double kLongestStep = 0.57;  // below 1 / sqrt(3) no step leads to the center
  const std::span<double> memory = view.memory_to_write(agent);
  const bool jitters = def.variant == WanderVariant::jitter_circle;
  const double radius = view.value(def.wander_radius, agent);
  const double rate = jitters ? view.value(def.jitter, agent) / radius : view.value(def.wander_rate, agent);
  const double step = smaller(kLongestStep, rate * step_factor(def.noise_scaling, view.decision_time(agent)));
  Vec3 point = remembered_vector(memory, 0, kHeight);
  Draws draws = view.draws(agent);
  for (double* const part : {&point.x, &point.y, &point.z})
    *part += step * (jitters ? draws.signed_uniform() : draws.binomial());
  if (step > 0.0) remember_vector(memory, 0, direction(point), kHeight);
  return point_on_sphere(def, view, agent);
}

// A random change of the angle [rad], at most a whole turn.
double angle_step(const WanderDef& def, const AgentView& view, AgentIndex agent) {
  const double factor = step_factor(def.noise_scaling, view.decision_time(agent));
  Draws draws = view.draws(agent);
  if (def.variant != WanderVariant::jitter_circle)
    return draws.binomial() * smaller(det::kTwoPi, view.value(def.wander_rate, agent) * factor);
  return draws.signed_uniform() *
         smaller(det::kTwoPi, view.value(def.jitter, agent) * factor / view.value(def.wander_radius, agent));
}

// An angle reflected at +-bound as often as necessary. The stationary distribution of the walk is then
// uniform.
double reflected(double angle, double bound) {
  if (bound >= det::kPi) return det::wrap_angle(angle);
  if (bound < kLengthEpsilon) return 0.0;
  const double period = 4.0 * bound;
  const double turned = angle + bound - period * std::floor((angle + bound) / period);
  return turned <= 2.0 * bound ? turned - bound : 3.0 * bound - turned;
}

// The point of the circle at an angle; the vector to it, in the agent's frame.
Vec3 point_at_angle(const WanderDef& def, const AgentView& view, AgentIndex agent, double angle) {
  const double radius = view.value(def.wander_radius, agent);
  const double distance = view.value(def.wander_distance, agent);
  const auto to = det::sin_cos(angle);
  if (!def.bounded) return {distance + radius * to.cos, radius * to.sin, 0.0};
  // Of the two points of the circle at this bearing the far one, which also exists when the agent is inside
  // the circle.
  const double across = distance * to.sin;
  const double way = distance * to.cos + std::sqrt(larger(0.0, radius * radius - across * across));
  return {way * to.cos, way * to.sin, 0.0};
}

// The walk of the point by angles; the vector to it, in the agent's frame.
Vec3 walk_by_angle(const WanderDef& def, const AgentView& view, AgentIndex agent) {
  double& angle = view.memory_to_write(agent)[0];
  const double bound = def.bounded ? half_view(def, view, agent) : det::kPi;
  angle = reflected(angle + angle_step(def, view, agent), bound);
  return point_at_angle(def, view, agent, angle);
}

// The gradient at a point of the lattice, the same in every step that asks for it. At least half of the
// greatest one, or the agent would often go straight.
double lattice_gradient(const AgentView& view, AgentIndex agent, double point, std::size_t axis) {
  Draws draws = view.draws_at(agent, static_cast<std::uint64_t>(point));
  double number = draws.signed_uniform();
  if (axis == 1) number = draws.signed_uniform();
  return 0.5 * (number < 0.0 ? number - 1.0 : number + 1.0);
}

// Noise in (-1, 1) with the scale of one interval: Perlin, "An Image Synthesizer" (SIGGRAPH 1985), in one
// dimension, with the blend of "Improving Noise" (SIGGRAPH 2002). It is zero at the points of the lattice.
// Along axis 0 to the side, along axis 1 up and down.
double gradient_noise(const WanderDef& def, const AgentView& view, AgentIndex agent, std::size_t axis = 0) {
  const double at = view.time() / view.value(def.noise_interval, agent) + view.memory(agent)[axis];
  const double point = std::floor(at);
  const double t = at - point;
  const double blend = t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
  const double before = lattice_gradient(view, agent, point, axis) * t;
  const double after = lattice_gradient(view, agent, point + 1.0, axis) * (t - 1.0);
  return 2.0 * (before + blend * (after - before));
}

// The direction in which the noise leads; in space half as far up and down as to the sides.
Vec3 course_of_noise(const WanderDef& def, const AgentView& view, AgentIndex agent) {
  const double widest = half_view(def, view, agent);
  const Frame frame = view.frame(agent);
  const Vec3 course = frame.turned(gradient_noise(def, view, agent) * widest);
  if (!view.is_spatial()) return course;
  const auto pitch = det::sin_cos(0.5 * gradient_noise(def, view, agent, 1) * widest);
  return course * pitch.cos + frame.up * pitch.sin;
}

Request follow_noise(const WanderDef& def, const AgentView& view, AgentIndex agent) {
  return seek_request(view, agent, course_of_noise(def, view, agent),
                      view.value(def.turn.response_time, agent));
}

// At this speed and below an agent has no direction of motion [m/s].
constexpr double kStandstill = 1e-4;

Request follow_circle(const WanderDef& def, const AgentView& view, AgentIndex agent) {
  const bool jitters = def.variant == WanderVariant::jitter_circle && !def.bounded;
  const Frame frame = view.frame(agent);
  Vec3 to_point;
  if (view.is_spatial()) {
    to_point = walk_on_sphere(def, view, agent);
  } else {
    const Vec3 local = jitters ? jitter_point(def, view, agent) : walk_by_angle(def, view, agent);
    to_point = frame.vector(local);
  }
  if (def.variant == WanderVariant::jitter_circle)
    return clip(to_point * view.value(def.gain, agent), view.clip_length(view.max_request(agent)));
  Request seek = seek_request(view, agent, to_point, view.value(def.turn.response_time, agent));
  if (def.variant == WanderVariant::angle_walk) return seek;
  if (def.steer == Steering::turn) {
    const Request turn = turn_to(def.turn, view, agent, direction(to_point));
    return {full_acceleration_request(view, agent, frame.forward), turn.angular};
  }
  const Vec3 velocity = view.velocity(agent);
  const bool stands = length2(velocity) <= kStandstill * kStandstill;
  if (view.is_spatial()) {
    seek.angular = turn_in_space(def.turn, view, agent, stands ? Vec3{} : direction(velocity));
    return seek;
  }
  const double course = stands ? 0.0 : frame.bearing(velocity);
  seek.angular = turn_request(def.turn, view, agent, course);
  return seek;
}

// The points of all agents change in the same steps, whenever the time is a multiple of the interval; a point
// that is far away, because another behavior steered the agent meanwhile, changes at once.
Request seek_random_point(const WanderDef& def, const AgentView& view, AgentIndex agent) {
  const std::span<double> point = view.memory_to_write(agent);
  const double steps = larger(1.0, std::floor(view.value(def.interval, agent) / view.dt() + 0.5));
  const double tick = static_cast<double>(view.world().state.tick);
  const Vec3 position = view.position(agent);
  Vec3 to_point = view.displacement(position, remembered_vector(point, 0, kHeight));
  const double farthest =
      2.0 * (view.value(def.wander_distance, agent) + view.value(def.wander_radius, agent));
  if (tick == steps * std::floor(tick / steps) || length(to_point) > farthest) {
    Draws draws = view.draws(agent);
    const Vec3 drawn = draw_point(def, view, agent, draws);
    remember_vector(point, 0, drawn, kHeight);
    to_point = view.displacement(position, drawn);
  }
  return seek_request(view, agent, to_point, view.value(def.turn.response_time, agent));
}

Request random_force(const AgentView& view, AgentIndex agent) {
  Draws draws = view.draws(agent);
  if (view.is_spatial()) return view.frame(agent).vector(draw_direction(draws)) * view.max_request(agent);
  const auto angle = det::sin_cos(det::kPi * draws.signed_uniform());
  return view.frame(agent).vector(angle.cos, angle.sin) * view.max_request(agent);
}

std::optional<Request> steer(const WanderDef& def, const AgentView& view, AgentIndex agent) {
  if (def.variant == WanderVariant::random_point) return seek_random_point(def, view, agent);
  if (def.variant == WanderVariant::random_force) return random_force(view, agent);
  if (def.variant == WanderVariant::gradient_noise) return follow_noise(def, view, agent);
  return follow_circle(def, view, agent);
}

constexpr std::string_view kCircleName = "circle";

// The circle ahead and the point on it or in it, where the last step left them. The point of gradient_noise
// is as far away as the center of the circle, in the direction of the request; random_force has neither.
void aim(const WanderDef& def, const AgentView& view, AgentIndex agent, Aims& out) {
  if (def.variant == WanderVariant::random_force) return;
  const Vec3 position = view.position(agent);
  const Frame frame = view.frame(agent);
  const std::span<const double> memory = view.memory(agent);
  const Vec3 center = position + frame.forward * view.value(def.wander_distance, agent);
  out.add({kCircleName, AimForm::circle, center, view.value(def.wander_radius, agent)});
  const auto add = [&](Vec3 to_point) { out.add_point(kAimName, position + frame.vector(to_point)); };
  if (def.variant == WanderVariant::random_point) {
    out.add_point(kAimName, position + view.displacement(position, remembered_vector(memory, 0, kHeight)));
  } else if (def.variant == WanderVariant::gradient_noise) {
    const Vec3 course = course_of_noise(def, view, agent);
    out.add_point(kAimName, position + course * view.value(def.wander_distance, agent));
  } else if (view.is_spatial()) {
    out.add_point(kAimName, position + point_on_sphere(def, view, agent));
  } else if (def.variant == WanderVariant::jitter_circle && !def.bounded) {
    add({view.value(def.wander_distance, agent) + memory[0], memory[1], 0.0});
  } else {
    add(point_at_angle(def, view, agent, memory[0]));
  }
}

constexpr std::array<std::string_view, 2> kAims = {kCircleName, kAimName};

// The variant that goes straight ahead and turns. Where it seeks, the turn only follows the velocity.
bool needs_turning(const WanderDef& def) {
  return def.variant == WanderVariant::orientation_circle && def.steer == Steering::turn;
}

constexpr TypedBehavior<WanderDef> kTypedWander = {
    .info = {.name = "wander",
             .summary = "Strolls about with long smooth turns.",
             .source = "Reynolds 1999; Buckland, Programming Game AI by Example, ch. 3; Millington and "
                       "Funge, Artificial Intelligence for Games, 3.3.11",
             .example = R"({"type": "wander", "wander_radius": 1.5, "jitter": 0.8})",
             .related = "follow_path, flocking",
             .in_space = true},
    .fields = kWanderFields,
    .memory = kMemory,
    .memory_of_heights = 1,
    .needs_turning = needs_turning,
    .start = start,
    .steer = steer,
    .aim_names = kAims,
    .aim = aim,
};

}  // namespace

extern constexpr BehaviorKind kWander = make_behavior<kTypedWander>();

}  // namespace drover
