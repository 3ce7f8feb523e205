// Variant round of obstacle_avoidance: round what is in the straight way to a goal, by its corners on the
// shorter side, as tangents to them. The ways are in sim/geometry/way_round.h; see avoidance.md.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/geometry/way_round.h"
#include "sim/step/agent_view.h"
#include "sim/step/goals.h"
#include "sim/step/steering_laws.h"

namespace drover {

// The memory: the obstacle an agent goes round, as its index and 1, or 0 of none; and on which side, 1 for
// left and -1 for right.
inline constexpr std::size_t kRoundMemory = 2;

// The first obstacle in the straight way to a goal.
struct InTheWay {
  std::uint32_t index;
  Vec3 from, to;    // of the way, as the nearest image of the obstacle sees it [m]
  double distance;  // that the way would have to keep [m]
};

// The way round it.
struct RoundWay {
  std::uint32_t index;  // of the obstacle
  Vec3 to_corner;       // the first one [m]
  double distance;      // to pass it at [m]
  PassingSide side;
};

// An agent near an obstacle, or with a goal near it, only has to keep the distance it has there. What
// encloses one of the ends cannot be gone round.
inline std::optional<double> distance_to_keep(const Shape& shape, Vec3 from, Vec3 to, double wanted) {
  const double at_ends = smaller(shape.distance(from), shape.distance(to));
  if (at_ends < 0.0) return std::nullopt;
  return larger(0.0, smaller(wanted, at_ends) - kLengthEpsilon);
}

// The obstacle that a disc of the distance to keep meets first; of several the one listed first.
inline std::optional<InTheWay> first_in_the_way(const AgentView& view, AgentIndex agent, Vec3 to_goal,
                                                double distance) {
  const StaticGeometry geometry = view.world().geometry_for(agent);
  const double smallest = view.smallest_obstacle(agent);
  const Vec3 p = view.position(agent);
  std::optional<InTheWay> first;
  double first_t = kInfinity;
  const auto meet = [&](std::uint32_t k) {
    const Shape& shape = geometry.shapes()[k];
    if (shape.corners().size() > kMaxCornersOfWay) return;
    if (shape.half_extent() < smallest) return;
    const Vec3 from = shape.center() + view.displacement(shape.center(), p);
    const Vec3 to = from + to_goal;
    const std::optional<double> kept = distance_to_keep(shape, from, to, distance);
    if (!kept) return;
    const std::optional<ShapeHit> hit = shape.first_hit(from, to, *kept);
    if (!hit || hit->t > first_t || (hit->t == first_t && first && k > first->index)) return;
    first_t = hit->t;
    first = InTheWay{k, from, to, *kept};
  };
  geometry.obstacle_grid().visit_along(p, p + to_goal, distance, meet,
                                       [&](double end) { return first_t <= end; });
  return first;
}

// The shorter way, left where both are equally long; an obstacle that it goes round already on the side it is
// on, until the other way is shorter by more than a tenth.
inline PassingSide chosen_side(const WaysRound& ways, std::optional<PassingSide> present) {
  constexpr double kRounding = 1e-12;
  constexpr double kMuchShorter = 0.9;
  if (!ways.left || !ways.right) return ways.left ? PassingSide::left : PassingSide::right;
  const PassingSide side = present.value_or(PassingSide::left);
  const double limit = present ? kMuchShorter : 1.0 - kRounding;
  return ways.on(opposite(side))->length < limit * ways.on(side)->length ? opposite(side) : side;
}

// The way an agent takes from its place to a goal, `distance` [m] from all obstacles; nothing where the
// straight way is free.
inline std::optional<RoundWay> way_round_first(const AgentView& view, AgentIndex agent, Vec3 to_goal,
                                               double distance) {
  const std::optional<InTheWay> met = first_in_the_way(view, agent, to_goal, distance);
  if (!met) return std::nullopt;
  const Shape& shape = view.world().geometry_for(agent).shapes()[met->index];
  const WaysRound ways =
      ways_round(CornerRing(shape.corners(), shape.turn() < 0.0), {.from = met->from,
                                                                   .to = met->to,
                                                                   .least = shape.rounding() + met->distance,
                                                                   .distance = shape.rounding() + distance});
  if (!ways.left && !ways.right) return std::nullopt;
  const std::span<const double> memory = view.memory(agent);
  std::optional<PassingSide> present;
  if (memory[0] == met->index + 1.0) present = memory[1] > 0.0 ? PassingSide::left : PassingSide::right;
  const PassingSide side = chosen_side(ways, present);
  return RoundWay{met->index, ways.on(side)->corner - met->from, shape.rounding() + distance, side};
}

// The displacement to the goal: to the target where one is given, else to the goal of the agent's stack.
inline std::optional<Vec3> displacement_to_goal(const Target& target, const AgentView& view,
                                                AgentIndex agent) {
  if (target.type != TargetType::none) return view.displacement_to(target, agent);
  const std::optional<Goal> goal = find_goal(view.world(), view.perceptions(), agent);
  if (!goal) return std::nullopt;
  return view.displacement(view.position(agent), goal->position);
}

// Full speed along the tangent past the first corner.
inline std::optional<Request> round_request(const Target& target, const AgentView& view, AgentIndex agent,
                                            double distance, double response_time) {
  const std::optional<Vec3> to_goal = displacement_to_goal(target, view, agent);
  const std::span<double> memory = view.memory_to_write(agent);
  const auto forget = [&] { memory[0] = memory[1] = 0.0; };
  if (!to_goal) {
    forget();
    return std::nullopt;
  }
  const std::optional<RoundWay> way = way_round_first(view, agent, *to_goal, distance);
  if (!way) {
    forget();
    return std::nullopt;
  }
  memory[0] = way->index + 1.0;
  memory[1] = way->side == PassingSide::left ? 1.0 : -1.0;
  return seek_request(view, agent, direction_past(way->to_corner, way->distance, way->side), response_time);
}

}  // namespace drover
