// The three rules of a flock, shared by separation, alignment, cohesion and flocking, so that flocking is
// their sum to the last bit. Reynolds, "Flocks, Herds, and Schools" (1987); seeds 000 and 003 "Group
// Behaviors"; catalogue 5.1 to 5.4.
#pragma once

#include "sim/behavior_view.h"
#include "sim/steering_laws.h"

namespace drover {

// Pushes away from near neighbors; the push of each is decay / distance.
struct SeparationRule {
  Quantity threshold = 2.0;
  Quantity decay = 4.0;
  Quantity max_strength;

  PairLaw law() const {
    return {
        .form = PairLaw::Form::inverse, .threshold = threshold, .decay = decay, .max_strength = max_strength};
  }
};

inline constexpr auto kSeparationFields =
    fields(field<&SeparationRule::threshold>(
               {.key = "threshold",
                .unit = "m",
                .range = left_open(0, 1e5),
                .doc = "Only neighbors nearer than this push, measured between centers.",
                .seed = "the perception radius (S0)"}),
           field<&SeparationRule::decay>(
               {.key = "decay",
                .unit = "m^2/s^2",
                .range = closed(-1e6, 1e6),
                .doc = "A neighbor at distance d pushes with decay / d; below zero it attracts.",
                .seed = "1 is implied (S0)"}),
           field<&SeparationRule::max_strength>({.key = "max_strength",
                                                 .unit = "m/s^2",
                                                 .range = closed(1e-6, 1e6),
                                                 .doc = "Longest push, of each neighbor and of their sum.",
                                                 .otherwise = "the agent's max_acceleration",
                                                 .seed = "no limit (S0)"}));

// Turns towards the mean heading of the neighbors.
struct AlignmentRule {
  Quantity gain = 2.0;
  bool normalize_mean = false;
};

inline constexpr auto kAlignmentFields = fields(
    field<&AlignmentRule::gain>(
        {.key = "gain",
         .unit = "m/s^2",
         .range = closed(0, 1e6),
         .doc = "Alignment: the request per unit of difference between the mean heading and one's own.",
         .seed = "1 is implied (S0)"}),
    field<&AlignmentRule::normalize_mean>({.key = "normalize_mean",
                                           .doc = "Alignment: use the direction of the mean heading only. "
                                                  "Otherwise a mean shortened by disagreement "
                                                  "also brakes."}));

// Steers to the centroid of the neighbors.
struct CohesionRule {
  Quantity response_time = 2.0;
};

inline constexpr auto kCohesionFields = fields(field<&CohesionRule::response_time>(kResponseTime));

// The check of a table whose parameters have a neighborhood: a point or a single agent is no neighborhood.
template <class Def>
std::vector<Table::Problem> check_neighborhood(const void* params) {
  const TargetType type = static_cast<const Def*>(params)->neighborhood.neighbors.type;
  if (type == TargetType::none || type == TargetType::group || type == TargetType::agent_type) return {};
  return {{"neighbors", "\"neighbors\" must be a {\"group\": ...} or an {\"agent_type\": ...}"}};
}

// The rules below require that the agent has a neighbor.

inline Request separation_request(const SeparationRule& rule, const BehaviorView& view,
                                  PerceptionHandle handle, AgentIndex agent) {
  const Vec3 pushes = view.perceived(handle).law_sum(handle.law, agent);
  return clip(pushes, rule.max_strength.value_or(agent, view.max_acceleration(agent)));
}

// No request where normalised headings cancel: their mean has no direction (erratum E0-18).
inline std::optional<Request> alignment_request(const AlignmentRule& rule, const BehaviorView& view,
                                                PerceptionHandle handle, AgentIndex agent) {
  const Perceived& seen = view.perceived(handle);
  Vec3 mean = seen.heading_sum(agent) / static_cast<double>(seen.count(agent));
  if (rule.normalize_mean) {
    mean = direction(mean);
    if (mean == Vec3{}) return std::nullopt;
  }
  return (mean - view.heading(agent)) * rule.gain[agent];
}

inline Request cohesion_request(const CohesionRule& rule, const BehaviorView& view, PerceptionHandle handle,
                                AgentIndex agent) {
  const Perceived& seen = view.perceived(handle);
  const Vec3 to_centroid = seen.displacement_sum(agent) / static_cast<double>(seen.count(agent));
  return seek_request(view, agent, to_centroid, rule.response_time[agent]);
}

}  // namespace drover
