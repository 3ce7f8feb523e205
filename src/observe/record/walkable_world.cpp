#include "observe/record/walkable_world.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/det_math.h"
#include "core/text.h"

namespace drover {
namespace {

constexpr int kCorners = 64;

// Clockwise, as holes are written.
std::vector<Vec3> polygon_in(const Circle& circle) {
  constexpr double kTurn = 6.283185307179586;
  std::vector<Vec3> corners;
  for (int k = 0; k < kCorners; ++k) {
    const double angle = -kTurn * k / kCorners;
    corners.push_back(circle.center + Vec3{det::cos(angle), det::sin(angle), 0.0} * circle.radius);
  }
  return corners;
}

bool lies_within(const Circle& circle, const Bounds& bounds) {
  const Vec3 low = bounds.min(), high = bounds.max(), c = circle.center;
  return low.x < c.x - circle.radius && c.x + circle.radius < high.x && low.y < c.y - circle.radius &&
         c.y + circle.radius < high.y;
}

bool is_apart(const Circle& a, const Circle& b) {
  const double sum = a.radius + b.radius;
  return length2(b.center - a.center) > sum * sum;
}

// Adds the holes; returns how many obstacles made none. Of overlapping ones the first makes a hole.
std::size_t add_holes(std::span<const Circle> circles, const Bounds& bounds, WalkableArea& area) {
  std::multimap<double, Circle> kept;  // by the x of the center: only those within reach are looked at
  double largest = 0.0;
  for (const Circle& circle : circles) {
    const double reach = circle.radius + largest;
    const bool is_free =
        std::all_of(kept.lower_bound(circle.center.x - reach), kept.upper_bound(circle.center.x + reach),
                    [&](const auto& other) { return is_apart(circle, other.second); });
    if (!lies_within(circle, bounds) || !is_free) continue;
    kept.emplace(circle.center.x, circle);
    largest = larger(largest, circle.radius);
    area.holes.push_back(polygon_in(circle));
  }
  return circles.size() - kept.size();
}

}  // namespace

WalkableWorld walkable_world(const Model& model, bool is_unwrapped) {
  WalkableWorld world;
  const std::span<const Circle> circles = model.geometry.circles();
  std::size_t left_out = circles.size();
  if (model.bounds.is_bounded() && !is_unwrapped) {
    const Vec3 low = model.bounds.min(), high = model.bounds.max();
    world.area.emplace();
    world.area->outer = {
        {low.x, low.y, 0.0}, {high.x, low.y, 0.0}, {high.x, high.y, 0.0}, {low.x, high.y, 0.0}};
    left_out = add_holes(circles, model.bounds, *world.area);
  }
  if (left_out > 0) {
    world.notes.push_back(fmt::format(
        "the walkable area does not show {}: {}", counted(left_out, "obstacle"),
        is_unwrapped ? "positions are unwrapped"
                     : (world.area ? "they overlap another or an edge" : "the world has no edges")));
  }
  if (!model.geometry.segments().empty())
    world.notes.emplace_back("the walkable area does not show walls, which have no area");
  return world;
}

}  // namespace drover
