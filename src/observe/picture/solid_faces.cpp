#include "observe/picture/solid_faces.h"

#include <cmath>

namespace drover {
namespace {

// A direction that no edge or face of a solid is likely to be at a right angle to.
constexpr Vec3 kOblique{0.819, 0.459, 0.345};

// The corner of a box or a triangle, or the end of the axis of a capsule, that lies farthest along a
// direction: the place nearest to a point far away there.
Vec3 farthest_corner(const SpaceShape& shape, Vec3 along) {
  constexpr double kFar = 1000.0;
  const ShapeBorder border =
      shape.nearest_border(shape.center() + direction(along) * (kFar * shape.half_extent()));
  return border.point - border.normal * shape.rounding();
}

std::vector<Vec3> triangle_corners(const SpaceShape& triangle) {
  const Vec3 a = farthest_corner(triangle, kOblique);
  const Vec3 b = farthest_corner(triangle, -kOblique);
  const Vec3 normal = triangle.normal_towards(triangle.center() + kUp);
  const Vec3 aside = cross(normal, b - a);
  const Vec3 c = farthest_corner(triangle, aside);
  const bool is_third = dot(c - a, aside) > kLengthEpsilon * length(aside);
  return {a, b, is_third ? c : farthest_corner(triangle, -aside)};
}

// Between the two faces that are nearest to the center: of each the corners lie opposite in pairs.
void add_box(DisplayItem& item, const SpaceShape& box) {
  const Vec3 center = box.center();
  const ShapeBorder face = box.nearest_border(center);
  const Vec3 up = face.normal * std::fabs(face.distance);
  const auto in_plane = [&](Vec3 corner) {
    return corner - center - face.normal * dot(corner - center, face.normal);
  };
  const Vec3 one = in_plane(farthest_corner(box, kOblique));
  const Vec3 other = in_plane(farthest_corner(box, direction(cross(face.normal, one)) + face.normal * 0.1));
  std::vector<Vec3> upper, lower;
  for (const Vec3 corner : {one, other, -one, -other}) {
    upper.push_back(center + corner + up);
    lower.push_back(center + corner - up);
  }
  add_prism(item, upper, lower);
}

}  // namespace

void add_prism(DisplayItem& item, const std::vector<Vec3>& upper, const std::vector<Vec3>& lower) {
  const auto add_ring = [&item](const std::vector<Vec3>& ring) {
    item.points.insert(item.points.end(), ring.begin(), ring.end());
    item.rings.push_back(static_cast<std::uint32_t>(ring.size()));
  };
  add_ring(upper);
  add_ring(lower);
  for (std::size_t k = 0; k < upper.size(); ++k) {
    const std::size_t next = (k + 1) % upper.size();
    add_ring({upper[k], upper[next], lower[next], lower[k]});
  }
}

DisplayItem solid_item(const SpaceShape& shape, DisplayClass kind, bool is_triangle) {
  DisplayItem item{.shape = DisplayShape::area, .kind = kind, .points = {}, .radius = shape.rounding()};
  if (is_triangle) {
    item.points = triangle_corners(shape);
  } else if (shape.rounding() == 0.0) {
    add_box(item, shape);
  } else if (shape.half_extent() > shape.rounding()) {
    item.shape = DisplayShape::line;
    item.points = {farthest_corner(shape, kOblique), farthest_corner(shape, -kOblique)};
  } else {
    item.shape = DisplayShape::disc;
    item.points = {shape.center()};
  }
  return item;
}

}  // namespace drover
