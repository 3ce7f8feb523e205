// The feelers of wall_avoidance: their positions and the walls they meet. Buckland "Wall Avoidance" (single,
// fan, sweep), Millington 3.3.15 (parallel, single_whiskers, volume). See avoidance.md.
#pragma once

#include <cmath>

#include "behaviors/agent_rays.h"
#include "core/det_math.h"
#include "core/quaternion.h"
#include "sim/step/agent_view.h"
#include "sim/step/steering_laws.h"

namespace drover {

DROVER_ENUM(FeelerConfig, single_whiskers, single, fan, parallel, sweep, volume)

struct FeelerRule {
  FeelerConfig config = FeelerConfig::single_whiskers;
  Parameter length = 4.0;
  Parameter whisker_length = 2.0;
  Parameter length_factor;
  Parameter whisker_length_factor;
  Parameter whisker_angle = 0.25 * det::kPi;
  Parameter sweep_amplitude = 0.25 * det::kPi;
  Parameter sweep_period = 1.0;
  bool two_sided = true;
  bool obstacles = false;
  bool agents = false;
  PerceptionHandle seen;  // of the agents that the feelers may meet
};

inline constexpr auto kFeelerFields = fields(
    field<&FeelerRule::config>(
        {.key = "config",
         .doc = "The feelers: single_whiskers is a long one ahead and two short ones beside it, single only "
                "the one ahead, fan three of equal length, parallel one along each side of the body, sweep "
                "one that swings left and right, volume the way of the whole body ahead. In space there are "
                "as many above and below as there are beside.",
         .original_default = "fan (Buckland)"}),
    field<&FeelerRule::length>(
        {.key = "length",
         .unit = "m",
         .range = left_open(0, 1e5),
         .doc = "Length of the feeler ahead, and of all three of a fan, from the center.",
         .original_default = "no value given (Buckland)"}),
    field<&FeelerRule::whisker_length>({.key = "whisker_length",
                                        .unit = "m",
                                        .range = left_open(0, 1e5),
                                        .doc = "Length of the two whiskers of single_whiskers.",
                                        .read_when = when("config", "single_whiskers")}),
    field<&FeelerRule::length_factor>(
        {.key = "length_factor",
         .range = left_open(0, 1e5),
         .doc = "The length in lengths of the agent's body (body_length) instead of in meters.",
         .otherwise = "length counts",
         .body_lengths_of = "length"}),
    field<&FeelerRule::whisker_length_factor>(
        {.key = "whisker_length_factor",
         .range = left_open(0, 1e5),
         .doc = "The length of the whiskers in lengths of the agent's body instead of in meters.",
         .otherwise = "whisker_length counts",
         .body_lengths_of = "whisker_length",
         .read_when = when("config", "single_whiskers")}),
    field<&FeelerRule::whisker_angle>({.key = "whisker_angle",
                                       .unit = "rad",
                                       .range = left_open(0, 0.5 * det::kPi),
                                       .doc = "Angle between the heading and the feelers beside it.",
                                       .read_when = when("config", "single_whiskers, fan")}),
    field<&FeelerRule::sweep_amplitude>({.key = "sweep_amplitude",
                                         .unit = "rad",
                                         .range = left_open(0, 0.5 * det::kPi),
                                         .doc = "Of sweep: how far the feeler swings to either side, to the "
                                                "left first.",
                                         .read_when = when("config", "sweep")}),
    field<&FeelerRule::sweep_period>({.key = "sweep_period",
                                      .unit = "s",
                                      .range = left_open(0, 1e5),
                                      .doc = "Of sweep: time of one swing to both sides and back.",
                                      .read_when = when("config", "sweep")}),
    field<&FeelerRule::two_sided>(
        {.key = "two_sided",
         .doc = "Walls push to the side the agent is on. Otherwise they stop only those on their left side, "
                "seen from the first point to the second.",
         .original_default = "false, and agents behind a wall are pushed further away (Buckland)"}),
    field<&FeelerRule::obstacles>({.key = "obstacles",
                                   .doc =
                                       "The feelers meet obstacles too, as walls bent to circles. With the "
                                       "config volume nothing the body would touch is missed."}),
    field<&FeelerRule::agents>({.key = "agents", .doc = kMeetAgents}));

enum class FeelerSide { ahead, left, right, up, down };
inline constexpr std::size_t kMaxFeelers = 5;

// A feeler as its agent sees it.
struct Feeler {
  Vec3 reach;  // from its start to its tip [m]
  FeelerSide side = FeelerSide::ahead;
  Vec3 start = {};  // from the agent's center [m]
};

// In the order left, right, in space up, down, ahead: summed in this order, the requests of the feelers are
// mirrored exactly in a mirrored world.
struct Feelers {
  std::array<Feeler, kMaxFeelers> list;
  std::size_t count = 0;

  void add(const Feeler& feeler) { list[count++] = feeler; }
  std::span<const Feeler> used() const { return std::span(list).first(count); }
  // To this length [m] at most; whether any was longer.
  bool shorten(double most) {
    bool some = false;
    for (std::size_t k = 0; k < count; ++k) {
      some = some || !(length2(list[k].reach) <= most * most);
      list[k].reach = clip(list[k].reach, most);
    }
    return some;
  }
};

// A wall a feeler meets, or an obstacle.
struct FeelerHit {
  Vec3 point;        // m; of volume: where the center is when the body touches
  Vec3 normal;       // unit, to the agent's side
  double distance;   // along the feeler [m]
  double overshoot;  // length of the feeler beyond the wall [m]
  double room;       // between the body and the line of the wall [m]
  FeelerSide side;
};

struct FeelerHits {
  std::array<FeelerHit, kMaxFeelers> list;
  std::size_t count = 0;

  void add(const FeelerHit& hit) { list[count++] = hit; }
  std::span<const FeelerHit> all() const { return std::span(list).first(count); }
  // The one nearest to the agent; ties go to the left, then to the right.
  const FeelerHit* nearest() const {
    const FeelerHit* best = nullptr;
    for (const FeelerHit& hit : all()) {
      if (best == nullptr || hit.distance < best->distance) best = &hit;
    }
    return best;
  }
};

// The directions of the feelers of an agent whose middle one leads ahead: in space those of its body, turned
// the shorter way where it moves in another direction than its nose points in.
inline Frame frame_of_feelers(const AgentView& view, AgentIndex agent, Vec3 ahead) {
  if (!view.world().model().is_spatial()) return upright(ahead);
  const Frame body = view.frame(agent);
  if (body.forward == ahead) return body;
  return frame_of(nearest_orientation(orientation_of(body), ahead));
}

// Two feelers beside the direction ahead, in space two more above and below.
inline void add_pairs(Feelers& feelers, const Frame& frame, double reach, double angle, bool is_spatial) {
  const auto turn = det::sin_cos(angle);
  feelers.add({frame.vector(turn.cos, turn.sin) * reach, FeelerSide::left});
  feelers.add({frame.vector(turn.cos, -turn.sin) * reach, FeelerSide::right});
  if (!is_spatial) return;
  feelers.add({frame.vector(Vec3{turn.cos, 0.0, turn.sin}) * reach, FeelerSide::up});
  feelers.add({frame.vector(Vec3{turn.cos, 0.0, -turn.sin}) * reach, FeelerSide::down});
}

// The length of the feelers that are not whiskers [m].
inline double feeler_length(const FeelerRule& rule, const World& world, AgentIndex agent) {
  return length_of(rule.length, rule.length_factor, world, agent) + world.reach_ahead(agent);
}
inline double whisker_length(const FeelerRule& rule, const World& world, AgentIndex agent) {
  return length_of(rule.whisker_length, rule.whisker_length_factor, world, agent);
}

// `whisker_angle` [rad] may differ from the rule's, where the fan adapts.
inline Feelers feelers_of(const FeelerRule& rule, const AgentView& view, AgentIndex agent, Vec3 ahead,
                          double whisker_angle) {
  Feelers feelers;
  const double length = feeler_length(rule, view.world(), agent);
  const bool is_spatial = view.world().model().is_spatial();
  const Frame frame = frame_of_feelers(view, agent, ahead);
  switch (rule.config) {
    case FeelerConfig::single_whiskers:
      add_pairs(feelers, frame, whisker_length(rule, view.world(), agent), whisker_angle, is_spatial);
      break;
    case FeelerConfig::fan:
      add_pairs(feelers, frame, length, whisker_angle, is_spatial);
      break;
    case FeelerConfig::parallel: {
      const Vec3 aside = frame.left * view.radius(agent);
      feelers.add({ahead * length, FeelerSide::left, aside});
      feelers.add({ahead * length, FeelerSide::right, -aside});
      if (!is_spatial) return feelers;
      const Vec3 above = frame.up * view.radius(agent);
      feelers.add({ahead * length, FeelerSide::up, above});
      feelers.add({ahead * length, FeelerSide::down, -above});
      return feelers;
    }
    case FeelerConfig::sweep: {
      const double turns = view.time() / view.value(rule.sweep_period, agent);
      const double swing = det::sin_cos(det::kTwoPi * (turns - std::floor(turns))).sin;
      const auto turn = det::sin_cos(view.value(rule.sweep_amplitude, agent) * swing);
      feelers.add({frame.vector(turn.cos, turn.sin) * length});
      return feelers;
    }
    case FeelerConfig::single:
    case FeelerConfig::volume:
      break;
  }
  feelers.add({ahead * length});
  return feelers;
}

// How far from the agent's center the feelers reach [m]; a little more where they are wide or start aside.
inline double feeler_reach(const FeelerRule& rule, const World& world, AgentIndex agent) {
  const double ahead = feeler_length(rule, world, agent);
  if (rule.config == FeelerConfig::single_whiskers) return larger(ahead, whisker_length(rule, world, agent));
  const bool is_wide = rule.config == FeelerConfig::parallel || rule.config == FeelerConfig::volume;
  return is_wide ? ahead + world.state.limits.radius[agent] : ahead;
}

// A feeler of an agent in the world.
struct Probe {
  Vec3 center;        // of the agent [m]
  double radius;      // of its body [m]
  Vec3 start;         // m
  Vec3 reach;         // from there to its tip [m]
  double half_width;  // of volume the radius, else 0 [m]
  FeelerSide side;

  Vec3 tip() const { return start + reach; }
  // A hit when the middle of the feeler is at `point`.
  FeelerHit hit(Vec3 point, Vec3 normal, double distance, double overshoot) const {
    const double room = dot(center - point, normal) - (radius - half_width);
    return {point, normal, distance, overshoot, room, side};
  }
};

// A wall between the agent's center and the feeler's start counts as met at the start, and the side of a wall
// that counts is always the one on which the center is.
inline std::optional<FeelerHit> touch_wall(const FeelerRule& rule, const StaticGeometry& geometry,
                                           const Probe& probe) {
  const WallSides sides = rule.two_sided ? WallSides::both : WallSides::left;
  if (rule.config == FeelerConfig::parallel) {
    if (const auto hit = geometry.first_wall_hit(probe.center, probe.start, sides))
      return probe.hit(hit->point, hit->normal, 0.0, length(probe.reach));
  }
  const std::optional<WallHit> hit =
      rule.config == FeelerConfig::volume
          ? geometry.first_swept_wall_hit(probe.start, probe.tip(), probe.half_width, sides)
          : geometry.first_wall_hit(probe.start, probe.tip(), sides, probe.center);
  if (!hit) return std::nullopt;
  return probe.hit(hit->point, hit->normal, hit->distance, length(probe.tip() - hit->point));
}

// What a feeler hits first: of what counts and is at the same distance, an obstacle comes before a wall, and
// both before an agent.
inline std::optional<FeelerHit> touch(const FeelerRule& rule, const StaticGeometry& geometry,
                                      const AgentView& view, AgentIndex agent, const Feeler& feeler) {
  const Vec3 center = view.position(agent);
  const double radius = view.radius(agent);
  const Probe probe{.center = center,
                    .radius = radius,
                    .start = center + feeler.start,
                    .reach = feeler.reach,
                    .half_width = rule.config == FeelerConfig::volume ? radius : 0.0,
                    .side = feeler.side};
  std::optional<FeelerHit> first = touch_wall(rule, geometry, probe);
  const auto meet = [&](const auto& hit) {
    first = probe.hit(hit->point, hit->normal, hit->distance, length(probe.tip() - hit->point));
  };
  if (rule.obstacles) {
    const auto obstacle = geometry.first_obstacle_hit(probe.start, probe.tip(), probe.half_width,
                                                      view.smallest_obstacle(agent));
    if (obstacle && !(first && first->distance < obstacle->distance)) meet(obstacle);
  }
  if (rule.agents) {
    const auto other = first_agent_hit(view, rule.seen, agent, probe.start, probe.tip(), probe.half_width);
    if (other && !(first && first->distance <= other->distance)) meet(other);
  }
  return first;
}

inline FeelerHits touch_all(const FeelerRule& rule, const StaticGeometry& geometry, const AgentView& view,
                            AgentIndex agent, const Feelers& feelers) {
  FeelerHits hits;
  for (const Feeler& feeler : feelers.used()) {
    if (const std::optional<FeelerHit> hit = touch(rule, geometry, view, agent, feeler)) hits.add(*hit);
  }
  return hits;
}

}  // namespace drover
