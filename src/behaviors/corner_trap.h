// Remedies against the corner trap of wall_avoidance: between two walls that meet, each feeler drives the
// agent to the other wall, and it trembles into the corner. Millington 3.3.15 "The Corner Trap" names
// adaptive fans and a winner among the feelers; its listing has left and right exchanged. The remedy commit
// and the turn that brakes as far as it does not fit are drover's own. See avoidance.md.
#pragma once

#include <cmath>

#include "behaviors/wall_feelers.h"

namespace drover {

DROVER_ENUM(CornerTrap, none, adaptive_fan, winner, commit)

struct CornerRule {
  CornerTrap corner_trap = CornerTrap::none;
  Parameter widen = 2.0;
  Parameter shrink = 1.0;
  Parameter min_angle;
  Parameter max_angle = det::kPi / 3.0;
  Parameter alternation_time = 0.5;
  Parameter winner_time = 0.5;
  Parameter hold = 1.0;
};

inline constexpr auto kCornerFields = fields(
    field<&CornerRule::corner_trap>(
        {.key = "corner_trap",
         .doc = "How to get out of a corner: adaptive_fan opens the fan while something is hit. winner: once "
                "hits on the two sides alternate, the side that hit first wins, and the agent turns away "
                "from it with full acceleration while something is hit. commit does so from the first hit "
                "on. Both brake while the turn is too wide for the space there is: a circle of the radius "
                "speed^2 / max_acceleration must fit between the body and the wall. In space above and below "
                "are sides, too."}),
    field<&CornerRule::widen>({.key = "widen",
                               .unit = "rad/s",
                               .range = closed(0, 1e3),
                               .doc = "Of adaptive_fan: how fast the fan opens while a feeler hits.",
                               .read_when = when("corner_trap", "adaptive_fan")}),
    field<&CornerRule::shrink>({.key = "shrink",
                                .unit = "rad/s",
                                .range = closed(0, 1e3),
                                .doc = "Of adaptive_fan: how fast the fan closes while none does.",
                                .read_when = when("corner_trap", "adaptive_fan")}),
    field<&CornerRule::min_angle>({.key = "min_angle",
                                   .unit = "rad",
                                   .range = left_open(0, 0.5 * det::kPi),
                                   .doc = "Of adaptive_fan: least angle of the feelers beside the heading, "
                                          "and the angle at first.",
                                   .otherwise = "whisker_angle",
                                   .read_when = when("corner_trap", "adaptive_fan")}),
    field<&CornerRule::max_angle>({.key = "max_angle",
                                   .unit = "rad",
                                   .range = left_open(0, 0.5 * det::kPi),
                                   .doc = "Of adaptive_fan: largest angle of those feelers. Near a right "
                                          "angle they see walls beside the agent that are no danger, and it "
                                          "stays in the corner.",
                                   .read_when = when("corner_trap", "adaptive_fan")}),
    field<&CornerRule::alternation_time>({.key = "alternation_time",
                                          .unit = "s",
                                          .range = left_open(0, 1e5),
                                          .doc = "Of winner: hits on one side and then on the other within "
                                                 "this time make the first the winner.",
                                          .read_when = when("corner_trap", "winner")}),
    field<&CornerRule::winner_time>({.key = "winner_time",
                                     .unit = "s",
                                     .range = left_open(0, 1e5),
                                     .doc = "Of winner: for how long the winner decides.",
                                     .read_when = when("corner_trap", "winner")}),
    field<&CornerRule::hold>({.key = "hold",
                              .unit = "s",
                              .range = closed(0, 1e5),
                              .doc = "Of commit: for how long nothing must have been hit before another "
                                     "side may be chosen.",
                              .read_when = when("corner_trap", "commit")}));

inline bool has_whiskers(FeelerConfig config) {
  return config == FeelerConfig::single_whiskers || config == FeelerConfig::fan;
}

inline std::vector<Problem> check_corner_rule(const CornerRule& rule, FeelerConfig config) {
  std::vector<Problem> problems;
  const bool has_sides = has_whiskers(config) || config == FeelerConfig::parallel;
  if (rule.corner_trap == CornerTrap::adaptive_fan && !has_whiskers(config)) {
    problems.push_back({"/corner_trap", "adaptive_fan needs the config fan or single_whiskers"});
  }
  if (rule.corner_trap == CornerTrap::winner && !has_sides) {
    problems.push_back({"/corner_trap", "winner needs the config fan, single_whiskers or parallel"});
  }
  const bool constant = !rule.min_angle.is_drawn() && !rule.max_angle.is_drawn();
  if (rule.min_angle.is_present() && constant && rule.min_angle.constant() > rule.max_angle.constant()) {
    problems.push_back({"/min_angle", "must not exceed max_angle"});
  }
  return problems;
}

// The number of values stored per agent. adaptive_fan: the angle. commit: the side (1 left, -1 right, 0 none)
// and the time of the last hit; in space the axis of the turn, zero where there is none, and that time.
// winner: those of the side feelers, the winning side and the time until which it wins.
inline std::size_t corner_memory(const CornerRule& rule) {
  constexpr std::array<std::size_t, 4> kNumbers = {0, 1, 4, 2};
  return kNumbers[static_cast<std::size_t>(rule.corner_trap)];
}
inline constexpr std::size_t kMaxCornerMemory = 4;
inline constexpr std::size_t kCornerMemoryOfHeights = 2;  // more in space

inline double min_feeler_angle(const CornerRule& rule, const FeelerRule& feelers, const AgentView& view,
                               AgentIndex agent) {
  return view.value_or(rule.min_angle, agent, view.value(feelers.whisker_angle, agent));
}

// Opens or closes the fan for the next step.
inline void adapt_fan(const CornerRule& rule, const FeelerRule& feelers, const AgentView& view,
                      AgentIndex agent, bool hit) {
  double& angle = view.memory_to_write(agent)[0];
  const double rate = hit ? view.value(rule.widen, agent) : -view.value(rule.shrink, agent);
  const double min_angle = min_feeler_angle(rule, feelers, view, agent);
  const double most = larger(min_angle, view.value(rule.max_angle, agent));
  angle = clamp(angle + rate * view.decision_time(agent), min_angle, most);
}

// A side as a number: 1 left, -1 right, 2 up, -2 down, 0 none.
inline double number_of(FeelerSide side) {
  constexpr std::array<double, kMaxFeelers> kNumbers = {0.0, 1.0, -1.0, 2.0, -2.0};
  return kNumbers[static_cast<std::size_t>(side)];
}

// The direction away from the side with this number, across that of the middle feeler.
inline Vec3 away_from(double side, const AgentView& view, AgentIndex agent, Vec3 ahead) {
  const Frame frame = frame_of_feelers(view, agent, ahead);
  const bool is_beside = std::fabs(side) < 2.0;
  return (is_beside ? frame.left : frame.up) * (side < 0.0 ? 1.0 : -1.0);
}

// The side on which a side feeler hits nearest, of several the first; 0 where none does.
inline double side_hit(const FeelerHits& hits) {
  const FeelerHit* nearest = nullptr;
  for (const FeelerHit& hit : hits.all()) {
    if (hit.side == FeelerSide::ahead) continue;
    if (nearest == nullptr || hit.distance < nearest->distance) nearest = &hit;
  }
  return nearest == nullptr ? 0.0 : number_of(nearest->side);
}

// The side that has won, as a number; 0 where none has.
inline double winning_side(const CornerRule& rule, const AgentView& view, AgentIndex agent,
                           const FeelerHits& hits) {
  const std::span<double> memory = view.memory_to_write(agent);
  double& last_side = memory[0];
  double& last_time = memory[1];
  double& winner = memory[2];
  double& wins_until = memory[3];
  const double side = side_hit(hits);
  const double now = view.time();
  if (now >= wins_until) winner = 0.0;
  const bool is_other_side = side != 0.0 && last_side != 0.0 && side != last_side;
  const bool alternates = is_other_side && now - last_time <= view.value(rule.alternation_time, agent);
  if (winner == 0.0 && alternates) {
    winner = last_side;
    wins_until = now + view.value(rule.winner_time, agent);
  }
  if (side != 0.0) {
    last_side = side;
    last_time = now;
  }
  return winner;
}

// A turn to a side, a unit vector across the direction ahead, with full acceleration. At the speed v it is a
// circle with the radius v^2 / a_max, which must fit between the body and the walls that are hit; as long as
// it does not, most of the acceleration brakes. A body that takes velocities turns on the spot.
inline Request turn_within(const AgentView& view, AgentIndex agent, Vec3 ahead, const FeelerHits& hits,
                           Vec3 aside) {
  constexpr double kMaxBraking = 0.8;       // part of the acceleration: the rest still turns
  constexpr double kReaction = 0.1;         // time in which the speed follows, s
  constexpr double kMinTurningPart = 0.05;  // of the radius of the body: this circle always counts as free
  const double max_request = view.max_request(agent);
  if (view.request_unit(agent) == RequestUnit::velocity) return aside * max_request;
  double room = kInfinity;
  for (const FeelerHit& hit : hits.all())
    room = smaller(room, hit.room);
  const double turning_radius = larger(0.5 * room, kMinTurningPart * view.radius(agent));
  const double fitting_speed = std::sqrt(max_request * turning_radius);
  const double too_fast = larger(0.0, dot(view.velocity(agent), ahead) - fitting_speed);
  const double brake = smaller(too_fast / kReaction, kMaxBraking * max_request);
  return aside * std::sqrt(max_request * max_request - brake * brake) - ahead * brake;
}

// Away from the side that hits; of a feeler ahead, to the side the wall faces, and left on a tie.
inline double turn_off(const FeelerHit& hit, Vec3 ahead) {
  if (hit.side != FeelerSide::ahead) return -number_of(hit.side);
  return upright(ahead).left_part(hit.normal) < 0.0 ? -1.0 : 1.0;
}

// The same in space: the axis about which the agent turns off. On a tie it turns left.
inline Vec3 axis_of_turn(const FeelerHit& hit, const AgentView& view, AgentIndex agent, Vec3 ahead) {
  Vec3 away = hit.normal - ahead * dot(hit.normal, ahead);
  if (hit.side != FeelerSide::ahead) away = away_from(number_of(hit.side), view, agent, ahead);
  if (length(away) < kLengthEpsilon) away = frame_of_feelers(view, agent, ahead).left;
  return direction(cross(ahead, away));
}

// In space the turn goes on about the axis that was chosen at the first hit.
inline Request committed_turn_in_space(const CornerRule& rule, const AgentView& view, AgentIndex agent,
                                       Vec3 ahead, const FeelerHits& hits) {
  const std::span<double> memory = view.memory_to_write(agent);
  double& last_time = memory[3];
  Vec3 axis{memory[0], memory[1], memory[2]};
  Vec3 aside = direction(cross(axis, ahead));
  if (aside == Vec3{} || view.time() - last_time > view.value(rule.hold, agent)) {
    axis = axis_of_turn(*hits.nearest(), view, agent, ahead);
    aside = direction(cross(axis, ahead));
  }
  memory[0] = axis.x;
  memory[1] = axis.y;
  memory[2] = axis.z;
  last_time = view.time();
  return turn_within(view, agent, ahead, hits, aside);
}

// A turn while something is hit, to the side chosen at the first hit, which is forgotten when nothing has
// been hit for `hold`.
inline std::optional<Request> committed_turn(const CornerRule& rule, const AgentView& view, AgentIndex agent,
                                             Vec3 ahead, const FeelerHits& hits) {
  const FeelerHit* const nearest = hits.nearest();
  if (nearest == nullptr) return std::nullopt;
  if (view.is_spatial()) return committed_turn_in_space(rule, view, agent, ahead, hits);
  const std::span<double> memory = view.memory_to_write(agent);
  double& side = memory[0];
  double& last_time = memory[1];
  if (side == 0.0 || view.time() - last_time > view.value(rule.hold, agent)) side = turn_off(*nearest, ahead);
  last_time = view.time();
  return turn_within(view, agent, ahead, hits, upright(ahead).left * side);
}

}  // namespace drover
