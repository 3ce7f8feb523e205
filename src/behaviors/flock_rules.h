// The three rules of a flock, shared by separation, alignment, cohesion and flocking, so that flocking is
// their sum to the last bit. Reynolds, "Flocks, Herds, and Schools" (1987); Buckland "Group Behaviors";
// Millington 3.3.13; Bourg ch. 4. See groups.md.
#pragma once

#include "behaviors/arrival.h"
#include "behaviors/lateral_thrust.h"
#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {

DROVER_ENUM(SeparationVariant, inverse, linear, inverse_square, bow_inverse)

// Which of the neighbors within the threshold push.
DROVER_ENUM(Combine, sum, closest)

// Pushes away from near neighbors.
struct SeparationRule {
  SeparationVariant variant = SeparationVariant::linear;
  Parameter threshold = 2.0;
  Parameter threshold_factor;
  Parameter decay = 4.0;
  Combine combine = Combine::sum;
  Parameter max_strength;

  PairForce force() const {
    using Form = PairForce::Form;
    constexpr std::array<Form, 4> kForms = {Form::inverse, Form::linear, Form::inverse_square, Form::lateral};
    return {.form = kForms[static_cast<std::size_t>(variant)],
            .threshold = threshold,
            .threshold_factor = threshold_factor,
            .decay = decay,
            .max_strength = max_strength,
            .closest = combine == Combine::closest};
  }
};

inline constexpr auto kSeparationFields = fields(
    field<&SeparationRule::variant>(
        {.key = "variant",
         .doc =
             "Separation: the push of a neighbor at distance d. inverse is decay / d; inverse_square is "
             "decay / d^2; linear falls from max_strength at d = 0 to nothing at threshold; bow_inverse "
             "is max_strength * threshold / d (at most ten times max_strength) across the heading, to the "
             "side the neighbor is not on. Only linear ends without a jump at the threshold, so that bodies "
             "come to rest there.",
         .original_default =
             "inverse (Buckland), linear or inverse_square (Millington), bow_inverse (Bourg)"}),
    field<&SeparationRule::threshold>(
        {.key = "threshold",
         .unit = "m",
         .range = left_open(0, 1e5),
         .doc = "Only neighbors nearer than this push, measured between centers.",
         .original_default = "the perception radius (Buckland)"}),
    field<&SeparationRule::threshold_factor>(
        {.key = "threshold_factor",
         .range = left_open(0, 1e5),
         .doc = "The threshold in lengths of the agent's body (body_length) instead of in meters.",
         .otherwise = "threshold counts",
         .original_default = "no value given (Bourg)",
         .body_lengths_of = "threshold"}),
    field<&SeparationRule::decay>(
        {.key = "decay",
         .unit = "m^2/s^2",
         .range = closed(-1e6, 1e6),
         .doc = "A neighbor at distance d pushes with decay / d, or with decay / d^2 where the variant is "
                "inverse_square: decay is then in m^3/s^2. Below zero it attracts. Other variants have none.",
         .original_default = "1 is implied (Buckland)",
         .read_when = when("variant", "inverse, inverse_square")}),
    field<&SeparationRule::combine>(
        {.key = "combine",
         .doc = "Separation: whether all neighbors within the threshold push (sum) or only the closest."}),
    field<&SeparationRule::max_strength>({.key = "max_strength",
                                          .unit = "m/s^2",
                                          .range = closed(1e-6, 1e6),
                                          .doc = "Longest push, of each neighbor and of their sum.",
                                          .otherwise = "the agent's max_acceleration",
                                          .original_default = "no limit (Buckland)"}));

DROVER_ENUM(AlignmentVariant, heading, velocity, angle)

// What is averaged to find the mean heading.
DROVER_ENUM(Average, heading, velocity)

// Takes the mean heading or the mean velocity of the neighbors.
struct AlignmentRule {
  AlignmentVariant variant = AlignmentVariant::heading;
  Average average = Average::heading;
  Parameter gain = 2.0;
  bool normalize_mean = false;
  Parameter response_time = 0.5;
};

inline constexpr auto kAlignmentFields = fields(
    field<&AlignmentRule::variant>(
        {.key = "variant",
         .doc = "Alignment: heading turns the heading to the mean heading; velocity takes the mean velocity; "
                "angle pushes sideways with max_acceleration times the angle to the mean heading over pi.",
         .original_default = "heading (Buckland), velocity (Millington), angle (Bourg)"}),
    field<&AlignmentRule::average>(
        {.key = "average",
         .doc = "Alignment: the mean heading counts every neighbor alike (heading) or by its speed "
                "(velocity). The variant velocity has no use for it.",
         .original_default = "heading (Buckland); velocity, called the average heading (Bourg)",
         .read_when = when("variant", "heading, angle")}),
    field<&AlignmentRule::gain>({.key = "gain",
                                 .unit = "m/s^2",
                                 .range = closed(0, 1e6),
                                 .doc = "Alignment, variant heading: the request per unit of difference "
                                        "between the mean heading and one's own.",
                                 .original_default = "1 is implied (Buckland)",
                                 .read_when = when("variant", "heading")}),
    field<&AlignmentRule::normalize_mean>(
        {.key = "normalize_mean",
         .doc = "Alignment, variant heading: use the direction of the mean heading only. Otherwise a mean "
                "shortened by disagreement also brakes.",
         .read_when = when("variant", "heading")}),
    field<&AlignmentRule::response_time>(
        {.key = "response_time",
         .unit = "s",
         .range = kTimeConstantRange,
         .doc = "Alignment, variant velocity: time constant with which the velocity follows the mean "
                "velocity; not below dt.",
         .original_default = "0.1 (Millington)",
         .time_constant = TimeConstant::of_velocity,
         .read_when = when("variant", "velocity")}));

DROVER_ENUM(CohesionVariant, seek, arrive, angle)

// Steers to the centroid of the neighbors.
struct CohesionRule {
  CohesionVariant variant = CohesionVariant::seek;
  bool by_mass = false;
  Parameter response_time = 2.0;
  Deceleration deceleration = Deceleration::normal;
  Parameter deceleration_tweak = 0.3;
};

inline constexpr auto kCohesionFields = fields(
    field<&CohesionRule::variant>(
        {.key = "variant",
         .doc = "Cohesion: seek heads for the centroid at full speed; arrive slows down for it; angle pushes "
                "sideways with max_acceleration times the angle to the centroid over pi.",
         .original_default = "seek (Buckland), arrive (Millington), angle (Bourg)"}),
    field<&CohesionRule::by_mass>(
        {.key = "by_mass", .doc = "Cohesion: heavier neighbors count for more in the centroid."}),
    field<&CohesionRule::response_time>(read_when("variant", "seek, arrive", kResponseTime)),
    field<&CohesionRule::deceleration>(
        {.key = "deceleration",
         .doc = "Cohesion, variant arrive: how late to brake. The distance left decays with a time constant "
                "of deceleration_tweak times 1 (fast), 2 (normal) or 3 (slow).",
         .read_when = when("variant", "arrive")}),
    field<&CohesionRule::deceleration_tweak>(
        {.key = "deceleration_tweak",
         .unit = "s",
         .range = kTimeConstantRange,
         .doc = "Cohesion, variant arrive: time constant of a fast arrival. Overshoots unless response_time "
                "is at most a quarter of the time constant; not below dt.",
         .time_constant = TimeConstant::of_position,
         .read_when = when("variant", "arrive")}));

inline PerceptionHandle plan_separation(const SeparationRule& rule, const NeighborhoodDef& neighborhood,
                                        PerceptionPlan& plan) {
  return plan.need_force(neighborhood, rule.force());
}

inline PerceptionHandle plan_alignment(const AlignmentRule& rule, const NeighborhoodDef& neighborhood,
                                       PerceptionPlan& plan) {
  if (rule.variant == AlignmentVariant::velocity) return plan.need(neighborhood, {Reduction::velocity});
  if (rule.average == Average::heading) return plan.need(neighborhood, {Reduction::heading});
  return plan.need(neighborhood, {Reduction::velocity, Reduction::speed});
}

inline PerceptionHandle plan_cohesion(const CohesionRule& rule, const NeighborhoodDef& neighborhood,
                                      PerceptionPlan& plan) {
  return plan.need(neighborhood, {rule.by_mass ? Reduction::mass_displacement : Reduction::displacement});
}

// The rules below require that the agent has a neighbor. They are inlined where they are used, also in loops
// that split off the agents without one.

inline Request separation_request(const SeparationRule& rule, const AgentView& view, PerceptionHandle handle,
                                  AgentIndex agent) {
  const Vec3 pushes = view.perceived(handle).force_sum(handle.index, agent);
  return clip(pushes, view.value_or(rule.max_strength, agent, view.max_request(agent)));
}

// The mean heading, shorter than 1 where the neighbors disagree. Weighted by speeds, it is undefined if all
// neighbors stand still.
inline std::optional<Vec3> mean_heading(const AlignmentRule& rule, const Perceived& seen, AgentIndex agent) {
  if (rule.average == Average::heading) {
    return quotient(seen.heading_sum(agent), static_cast<double>(seen.count(agent)));
  }
  const double speeds = seen.speed_sum(agent);
  if (!(speeds > 0.0)) return std::nullopt;
  return quotient(seen.velocity_sum(agent), speeds);
}

// No request where the headings cancel out and only the direction of their mean counts: it is undefined.
[[gnu::always_inline]] inline std::optional<Request> alignment_request(const AlignmentRule& rule,
                                                                       const AgentView& view,
                                                                       PerceptionHandle handle,
                                                                       AgentIndex agent) {
  const Perceived& seen = view.perceived(handle);
  if (rule.variant == AlignmentVariant::velocity) {
    const Vec3 mean = quotient(seen.velocity_sum(agent), static_cast<double>(seen.count(agent)));
    return velocity_request(view, agent, view.seen_velocity(mean, agent),
                            view.value(rule.response_time, agent));
  }
  std::optional<Vec3> mean = mean_heading(rule, seen, agent);
  if (!mean) return std::nullopt;
  if (rule.normalize_mean || rule.variant == AlignmentVariant::angle) {
    mean = direction(*mean);
    if (*mean == Vec3{}) return std::nullopt;
  }
  if (rule.variant == AlignmentVariant::angle) return bow_request(view, agent, *mean);
  return (*mean - view.heading(agent)) * view.value(rule.gain, agent);
}

[[gnu::always_inline]] inline Request cohesion_request(const CohesionRule& rule, const AgentView& view,
                                                       PerceptionHandle handle, AgentIndex agent) {
  const Perceived& seen = view.perceived(handle);
  const Vec3 to_centroid =
      rule.by_mass ? quotient(seen.mass_displacement_sum(agent), seen.mass_sum(agent))
                   : quotient(seen.displacement_sum(agent), static_cast<double>(seen.count(agent)));
  if (rule.variant == CohesionVariant::angle) return bow_request(view, agent, to_centroid);
  if (rule.variant == CohesionVariant::seek) {
    return seek_request(view, agent, to_centroid, view.value(rule.response_time, agent));
  }
  const double time_constant =
      deceleration_factor(rule.deceleration) * view.value(rule.deceleration_tweak, agent);
  return arrive_request(view, agent, to_centroid,
                        {time_constant, view.value(rule.response_time, agent), true});
}

}  // namespace drover
