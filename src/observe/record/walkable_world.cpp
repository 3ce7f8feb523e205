#include "observe/record/walkable_world.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/text.h"
#include "sim/geometry/shape_gap.h"

namespace drover {
namespace {

constexpr int kCorners = 64;

bool lies_within(const Shape& shape, const Bounds& bounds) {
  const Vec3 low = bounds.min(), high = bounds.max();
  return low.x < shape.low().x && shape.high().x < high.x && low.y < shape.low().y && shape.high().y < high.y;
}

bool is_apart(const Shape& a, const Shape& b) {
  if (!a.is_circle() || !b.is_circle()) return gap_between(a, b) > 0.0;
  const double sum = a.rounding() + b.rounding();
  return length2(b.center() - a.center()) > sum * sum;
}

// Adds the holes; returns how many obstacles made none. Of overlapping ones the first makes a hole.
std::size_t add_holes(std::span<const Shape> shapes, const Bounds& bounds, WalkableArea& area) {
  std::multimap<double, const Shape*> kept;  // by the x of the center: only those within reach are looked at
  double largest = 0.0;
  std::size_t solid_count = 0;
  for (const Shape& shape : shapes) {
    if (shape.is_hollow()) continue;
    ++solid_count;
    const double half_width = 0.5 * (shape.high().x - shape.low().x);
    const double reach = half_width + largest;
    const bool is_free =
        std::all_of(kept.lower_bound(shape.center().x - reach), kept.upper_bound(shape.center().x + reach),
                    [&](const auto& other) { return is_apart(shape, *other.second); });
    if (!lies_within(shape, bounds) || !is_free) continue;
    kept.emplace(shape.center().x, &shape);
    largest = larger(largest, half_width);
    area.holes.push_back(outline(shape, kCorners));
  }
  return solid_count - kept.size();
}

bool has_lines(const StaticGeometry& geometry) {
  return !geometry.segments().empty() ||
         std::ranges::any_of(geometry.shapes(), [](const Shape& shape) { return shape.is_hollow(); });
}

}  // namespace

WalkableWorld walkable_world(const Model& model, bool is_unwrapped) {
  WalkableWorld world;
  const std::span<const Shape> shapes = model.geometry.shapes();
  auto left_out = static_cast<std::size_t>(
      std::ranges::count_if(shapes, [](const Shape& shape) { return !shape.is_hollow(); }));
  if (model.bounds.is_bounded() && !is_unwrapped) {
    const Vec3 low = model.bounds.min(), high = model.bounds.max();
    world.area.emplace();
    world.area->outer = {
        {low.x, low.y, 0.0}, {high.x, low.y, 0.0}, {high.x, high.y, 0.0}, {low.x, high.y, 0.0}};
    left_out = add_holes(shapes, model.bounds, *world.area);
  }
  if (left_out > 0) {
    world.notes.push_back(fmt::format(
        "the walkable area does not show {}: {}", counted(left_out, "obstacle"),
        is_unwrapped ? "positions are unwrapped"
                     : (world.area ? "they overlap another or an edge" : "the world has no edges")));
  }
  if (has_lines(model.geometry))
    world.notes.emplace_back("the walkable area does not show walls, which have no area");
  return world;
}

}  // namespace drover
