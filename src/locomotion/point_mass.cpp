// point_mass: a body without inertia of rotation whose heading follows its velocity.
// Buckland "Updating the Vehicle Physics", with the turn-rate limit that is declared there but never applied;
// Millington 3.1.3, whose heading covers half of the angle in every frame (here half_time is in seconds).
#include <array>
#include <span>

#include "locomotion/facing.h"
#include "locomotion/integrators.h"
#include "sim/definitions/typed_kinds.h"

namespace drover {
namespace {

DROVER_ENUM(PointMassFacing, by_distance, velocity_aligned, smoothed)

// What happens to the velocity when the heading may not turn as fast as it.
DROVER_ENUM(TurnRule, arc, redirect, project, decouple)

struct PointMassDef {
  IntegrationRule integration;
  PointMassFacing facing = PointMassFacing::by_distance;
  Parameter half_time = 0.1;
  double heading_epsilon = kHeadingEpsilon;
  TurnRule turn = TurnRule::arc;
};

constexpr auto kPointMassFields = join(
    embed<&PointMassDef::integration>(kIntegrationFields),
    fields(
        field<&PointMassDef::facing>(
            {.key = "facing",
             .doc = "by_distance: the heading turns to the direction of the velocity, by at most half a turn "
                    "while the body moves by its radius, or within max_turn_rate where there is one. "
                    "velocity_aligned: it is that direction at any speed. smoothed: it follows that "
                    "direction with half_time, no faster than by_distance. Meanwhile the body slides.",
             .original_default = "velocity_aligned (Buckland), smoothed (Millington)"}),
        field<&PointMassDef::half_time>(
            {.key = "half_time",
             .unit = "s",
             .range = left_open(0, 1e3),
             .doc = "Of the smoothed facing: the time in which half of the angle that is left is made up.",
             .original_default = "one frame (Millington)",
             .read_when = when("facing", "smoothed")}),
        field<&PointMassDef::heading_epsilon>(kHeadingEpsilonField),
        field<&PointMassDef::turn>(
            {.key = "turn",
             .doc =
                 "Where max_turn_rate holds the heading back: arc turns the velocity with it, and only what "
                 "is asked along it changes the speed; redirect turns the velocity and takes all that is "
                 "asked for speed, so that a body orbits a place beside it; project also loses the speed "
                 "across the heading; decouple lets the body slide. A smoothed heading always does.",
             .read_when = when("facing", "by_distance, velocity_aligned")})));

bool only_goes_ahead(const PointMassDef& def) {
  return def.facing != PointMassFacing::smoothed && def.turn != TurnRule::decouple;
}

// Where a body goes and where it faces.
struct Course {
  Vec3 velocity;
  Vec3 heading;
  // The turn to the heading has yet to be held within this; half a turn: it is [rad].
  double turn_limit = det::kPi;
};

// The speed of a body that wanted the velocity v and turned to `next` instead, within max_turn_rate.
double speed_of_turn(TurnRule rule, Vec3 v, Vec3 next, Vec3 heading, Vec3 present_velocity) {
  if (rule == TurnRule::redirect) return length(v);
  const double along = dot(next, v);
  // What turning the present velocity alone would cost comes back.
  if (rule == TurnRule::arc)
    return larger(0.0, along + length(present_velocity) * (1.0 - dot(heading, next)));
  return larger(0.0, along);
}

// The course of a body whose heading is smoothed, or turns no faster than max_turn_rate allows.
[[gnu::noinline]] Course faced_within_limits(const PointMassDef& def, const World& world, AgentIndex i,
                                             Course course, double time) {
  const Vec3 v = course.velocity;
  const Vec3 heading = course.heading;
  const double limit = world.state.limits.max_turn_rate[i] * time;
  const double speed = length(v);
  const Vec3 wanted = quotient(v, speed);
  if (def.facing == PointMassFacing::smoothed) {
    // The part of the angle that is made up in the time; an exact reversal turns left.
    constexpr double kLogOfTwo = 0x1.62e42fefa39efp-1;
    const double part = 1.0 - det::exp(-kLogOfTwo * time / world.state.value(def.half_time, i));
    const double most = smaller(limit, turn_of_motion(speed, time, world.state.limits.radius[i]));
    if (world.model().is_spatial()) {
      const double angle = det::atan2(length(cross(heading, wanted)), dot(heading, wanted));
      return {v, turn_in_space(heading, wanted, smaller(part * angle, most))};
    }
    const Frame frame = upright(heading);
    return {v, frame.turned(clamp(part * frame.bearing(wanted), -most, most))};
  }
  const Vec3 next = turn_towards(heading, wanted, limit);
  if (next == wanted || def.turn == TurnRule::decouple) return {v, next};
  const double turned = speed_of_turn(def.turn, v, next, heading, world.own_velocity(i));
  return {next * smaller(turned, larger(length(v), world.state.limits.max_speed[i])), next};
}

// `course` is the present heading and the velocity after `time` according to the integrator. What most bodies
// need is short, for the loops over agents.
[[gnu::always_inline]] inline Course course_of(const PointMassDef& def, const World& world, AgentIndex i,
                                               Course course, double time) {
  const Vec3 v = course.velocity;
  if (length2(v) <= def.heading_epsilon * def.heading_epsilon) return course;
  const bool is_free = world.state.limits.max_turn_rate[i] * time >= det::kPi;
  if (def.facing == PointMassFacing::smoothed || !is_free)
    return faced_within_limits(def, world, i, course, time);
  const double speed = length(v);
  const Vec3 wanted = quotient(v, speed);
  if (def.facing == PointMassFacing::velocity_aligned) return {v, wanted};
  const double limit = turn_of_motion(speed, time, world.state.limits.radius[i]);
  return {v, wanted, is_surely_within(course.heading, wanted, limit) ? det::kPi : limit};
}

Course faced(const PointMassDef& def, const World& world, AgentIndex i, Course course, double time) {
  const Vec3 heading = course.heading;
  course = course_of(def, world, i, course, time);
  if (course.turn_limit < det::kPi)
    course.heading = turn_by_limit(heading, course.heading, course.turn_limit);
  return course;
}

void set_motion(LocomotionContext& context, AgentIndex i, const Motion<Vec3>& moved, Vec3 heading) {
  AgentMotion& next = context.next();
  next.set_motion(i, moved.value, moved.rate, heading);
  next.rotation.set(i, 0.0);  // a heading that follows has no momentum
}

constexpr std::size_t kMostAtOnce = 128;

// For the most frequent integrator, and at most kMostAtOnce agents, the same as next_motion and held_motion:
// whatever else limits the velocity, the position follows from it. The turns that need a sine are put aside
// and done by themselves: which agents they are cannot be foreseen.
template <bool kIsSpatial>
void advance_semi_implicit(const PointMassDef& def, LocomotionContext& context,
                           std::span<const AgentIndex> agents) {
  struct Turn {
    AgentIndex agent;
    double limit;  // rad
  };
  std::array<Turn, kMostAtOnce> turns;
  std::size_t count = 0;
  const IntegrationRule& rule = def.integration;
  for (const AgentIndex i : agents) {
    const Vec3 free =
        detail::semi_implicit_rate(context.velocity(i), context.acceleration_in<kIsSpatial>(i), context.dt(),
                                   context.value(rule.linear_drag, i), context.value(rule.quadratic_drag, i));
    const Course course =
        course_of(def, context.world(), i, {clip(free, context.speed_limit(i)), context.state().heading(i)},
                  context.dt());
    const Vec3 position = context.state().position(i) + course.velocity * context.dt();
    set_motion(context, i, {position, course.velocity}, course.heading);
    turns[count] = {i, course.turn_limit};
    count += course.turn_limit < det::kPi ? 1 : 0;
  }
  for (const Turn& turn : std::span(turns).first(count)) {
    const Vec3 wanted = context.next().heading(turn.agent);
    context.next().set_heading(turn.agent,
                               turn_by_limit(context.state().heading(turn.agent), wanted, turn.limit));
  }
}

void advance_all(const PointMassDef& def, LocomotionContext& context, std::span<const AgentIndex> agents) {
  if (def.integration.integrator == Integrator::semi_implicit_euler) {
    const auto advance_some =
        context.is_spatial() ? advance_semi_implicit<true> : advance_semi_implicit<false>;
    for (; agents.size() > kMostAtOnce; agents = agents.subspan(kMostAtOnce))
      advance_some(def, context, agents.first(kMostAtOnce));
    return advance_some(def, context, agents);
  }
  for (const AgentIndex i : agents) {
    const Step<Vec3> step = def.integration.step(context, i);
    const Motion<Vec3> moved = next_motion(step);
    const Course course =
        faced(def, context.world(), i, {moved.rate, context.state().heading(i)}, context.dt());
    set_motion(context, i, held_motion(step, moved, course.velocity), course.heading);
  }
}

void settle_frames(LocomotionContext& context, std::span<const AgentIndex> agents) {
  if (!context.is_spatial()) return;
  for (const AgentIndex i : agents)
    settle_frame(context, i);
}

void advance(const PointMassDef& def, LocomotionContext& context, std::span<const AgentIndex> agents) {
  advance_all(def, context, agents);
  settle_frames(context, agents);
}

void look_ahead(const PointMassDef& def, LocomotionContext& context, std::size_t stage,
                std::span<const AgentIndex> agents) {
  const double time = stage_time(def.integration.integrator, stage, context.dt());
  for (const AgentIndex i : agents) {
    const Motion<Vec3> moved = trial_motion(def.integration.step(context, i), stage);
    const Course course = faced(def, context.world(), i, {moved.rate, context.state().heading(i)}, time);
    set_motion(context, i, {moved.value, course.velocity}, course.heading);
    context.carry_in_trial(i, time);
  }
  settle_frames(context, agents);
}

constexpr TypedLocomotion<PointMassDef> kTypedPointMass = {
    .info = {.name = "point_mass",
             .summary = "A point mass whose heading follows its velocity.",
             .source = "Buckland, Programming Game AI by Example, ch. 3 (vehicle model); Millington and "
                       "Funge, Artificial Intelligence for Games, 3.1.3 and 3.3.3",
             .example = R"({"type": "point_mass", "linear_drag": 0.5})",
             .related = "oriented, kinematic, rigid_body_2d",
             .in_space = true},
    .fields = kPointMassFields,
    .check = check_integration,
    .only_goes_ahead = only_goes_ahead,
    .advance = advance,
    .stages = count_stages,
    .trial = look_ahead,
};

}  // namespace

extern constexpr LocomotionKind kPointMass = make_locomotion<kTypedPointMass>();

}  // namespace drover
