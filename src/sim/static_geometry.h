// What does not move: obstacles (circles) and walls (segments), and the questions behaviors ask about them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/vec3.h"
#include "sim/bounds.h"
#include "sim/definitions.h"

namespace drover {

struct Circle {
  Vec3 center;    // m
  double radius;  // m
};

struct Segment {
  Vec3 a, b;           // m
  Vec3 normal;         // unit, to the left of a -> b
  std::uint32_t wall;  // index of the wall it belongs to
};

// Where a ray meets a wall.
struct WallHit {
  Vec3 point;             // m
  Vec3 normal;            // unit, on the side the ray comes from
  double distance;        // from the ray's start [m]
  std::uint32_t segment;  // index of the segment
};

// Which sides of a wall count; its left is the side of its normal.
enum class WallSides { both, left };

class StaticGeometry {
 public:
  StaticGeometry() = default;
  // Obstacles are seen through the edges of a world that wraps; walls are not.
  StaticGeometry(const WorldDef& def, const Bounds& bounds);

  std::span<const Circle> circles() const { return circles_; }
  std::span<const Segment> segments() const { return segments_; }
  std::span<const std::string> circle_ids() const { return circle_ids_; }
  std::span<const std::string> wall_ids() const { return wall_ids_; }

  // The first wall met on the way from `from` to `to`, end points of walls included; ties go to the lowest
  // segment. Nothing slips through where two segments share a point. With WallSides::left, walls that `from`
  // is to the right of are left out; a start exactly on a wall counts as its left.
  std::optional<WallHit> first_wall_hit(Vec3 from, Vec3 to, WallSides sides = WallSides::both) const;

  // Whether the segment from `from` to `to` passes through the inside of an obstacle or crosses a wall.
  bool blocks_sight(Vec3 from, Vec3 to) const;

  // The point of a wall (all its segments) nearest to p.
  Vec3 nearest_point_of_wall(std::uint32_t wall, Vec3 p) const;

 private:
  Bounds bounds_;
  std::vector<Circle> circles_;
  std::vector<Segment> segments_;
  std::vector<std::string> circle_ids_;
  std::vector<std::string> wall_ids_;
};

// The point of the segment from a to b nearest to p.
Vec3 nearest_point_on_segment(Vec3 a, Vec3 b, Vec3 p);

}  // namespace drover
