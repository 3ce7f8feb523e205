// Shapes in space for tests of the questions asked about them.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "core/det_math.h"
#include "core/quaternion.h"
#include "core/random.h"
#include "sim/geometry/static_geometry.h"

namespace drover::test {

inline Vec3 random_point(Draws& draws, double reach) {
  const double x = draws.signed_uniform();
  const double y = draws.signed_uniform();
  const double z = draws.signed_uniform();
  return Vec3{x, y, z} * reach;
}

inline Vec3 random_direction(Draws& draws) {
  for (;;) {
    const Vec3 v = random_point(draws, 1.0);
    if (length(v) > 0.1 && length(v) <= 1.0) return direction(v);
  }
}

inline Frame random_frame(Draws& draws) {
  const Vec3 axis = random_direction(draws);
  return frame_of(axis_angle(axis, det::kPi * draws.signed_uniform()));
}

// A shape with random points of its border.
struct SampledShape {
  SpaceShape shape;
  std::vector<Vec3> border;
};

inline SampledShape random_shape(int kind, bool hollow, Draws& draws, double reach = 3.0,
                                 int samples = 2000) {
  const Vec3 center = random_point(draws, reach);
  const Vec3 other = center + random_point(draws, 2.0);
  const Vec3 third = center + random_point(draws, 2.0);
  const double radius = 0.5 + draws.uniform();
  const Vec3 size = Vec3{1.5, 1.5, 1.5} + random_point(draws, 1.0);
  const Frame axes = random_frame(draws);
  SampledShape sampled{kind == 0   ? SpaceShape::ball(center, radius, hollow)
                       : kind == 1 ? SpaceShape::capsule(center, other, radius, hollow)
                       : kind == 2 ? SpaceShape::box(center, size, axes, hollow)
                                   : SpaceShape::triangle(center, other, third),
                       {}};
  for (int k = 0; k < samples; ++k) {
    const Vec3 out = random_direction(draws);
    const Vec3 u = random_point(draws, 1.0);
    if (kind == 0) sampled.border.push_back(center + out * radius);
    if (kind == 1) {
      const Vec3 axis = direction(other - center);
      const double along = dot(out, axis);
      const Vec3 base = along > 0.0 ? other : center;
      sampled.border.push_back(base + out * radius);
      const Vec3 across = direction(out - axis * along);
      sampled.border.push_back(center + (other - center) * std::fabs(u.x) + across * radius);
    }
    if (kind == 2) {
      const double largest = larger(std::fabs(u.x), larger(std::fabs(u.y), std::fabs(u.z)));
      const Vec3 on_face = u / largest;
      sampled.border.push_back(
          center + axes.vector(Vec3{on_face.x * size.x, on_face.y * size.y, on_face.z * size.z} * 0.5));
    }
    if (kind == 3) {
      const double a = std::fabs(u.x);
      const double b = (1.0 - a) * std::fabs(u.y);
      sampled.border.push_back(center + (other - center) * a + (third - center) * b);
    }
  }
  return sampled;
}

// A geometry in space that keeps the shapes it looks at.
class OwnSpace : public StaticGeometry {
 public:
  OwnSpace(std::vector<SpaceShape> shapes, std::vector<WallDef> walls = {}, const Bounds& bounds = Bounds(),
           bool with_tree = true)
      : OwnSpace(made(std::move(shapes), std::move(walls), bounds, with_tree)) {}

 private:
  explicit OwnSpace(std::shared_ptr<const StaticShapes> shapes)
      : StaticGeometry(*shapes), shapes_(std::move(shapes)) {}

  static std::shared_ptr<const StaticShapes> made(std::vector<SpaceShape> shapes, std::vector<WallDef> walls,
                                                  const Bounds& bounds, bool with_tree) {
    WorldDef def;
    def.walls = std::move(walls);
    std::vector<PlacedSpaceObstacle> placed;
    for (const SpaceShape& shape : shapes)
      placed.push_back({"", shape});
    return std::make_shared<const StaticShapes>(def, placed, bounds, with_tree);
  }

  std::shared_ptr<const StaticShapes> shapes_;
};

// A wall of one rectangle at x, as two triangles, that reaches from -half to half along y and z.
inline WallDef upright_wall(double x, double half) {
  WallDef wall;
  wall.points = {{x, -half, -half}, {x, half, -half}, {x, half, half}, {x, -half, half}};
  wall.triangles = {{0, 1, 2}, {0, 2, 3}};
  return wall;
}

inline Bounds bounds_of(Vec3 min, Vec3 max, Edge edge) {
  BoundsDef def;
  def.min = min;
  def.max = max;
  def.edge = edge;
  return Bounds(def);
}

}  // namespace drover::test
