#include "sim/geometry/strip_tree.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/det_math.h"
#include "core/random.h"
#include "sim/every_segment.h"
#include "sim/geometry/path.h"
#include "sim/geometry/shape.h"
#include "sim/own_geometry.h"

namespace drover::strip_tree_test {
namespace {

using test::OwnGeometry;

struct Curve {
  std::string name;
  std::vector<Vec3> points;
};

Vec3 random_point(Draws& draws, double size) {
  const double x = size * draws.signed_uniform();
  const double y = size * draws.signed_uniform();
  return {x, y, 0.0};
}

// A smooth curve, one that jumps about, one on whole numbers with many equally near points, one that goes
// back and forth over itself, and short ones.
std::vector<Curve> curves() {
  Draws draws({91});
  std::vector<Curve> all = {
      {"circle", {}}, {"jumps", {}}, {"lattice", {}}, {"to and fro", {}}, {"far away", {}}};
  for (int k = 0; k < 500; ++k) {
    const auto at = det::sin_cos(det::kTwoPi * k / 500.0);
    all[0].points.push_back({10.0 * at.cos, 10.0 * at.sin, 0.0});
    all[1].points.push_back(random_point(draws, 10.0));
    all[2].points.push_back({k % 2 < 1 ? -8.0 : 8.0, std::floor(k / 2.0) * 0.5 - 60.0, 0.0});
    all[3].points.push_back({k % 3 < 2 ? 1.0 * (k % 7) : -1.0 * (k % 5), 1.0 * (k % 2), 0.0});
    all[4].points.push_back(all[0].points.back() * 3.0 + Vec3{1e6, -1e6, 0.0});
  }
  for (std::size_t count = 2; count < 12; ++count) {
    Curve& curve = all.emplace_back(Curve{"of " + std::to_string(count), {}});
    while (curve.points.size() < count)
      curve.points.push_back(random_point(draws, 10.0));
  }
  return all;
}

// Points all over the place, at corners, on segments and on whole numbers.
std::vector<Vec3> queries(const Curve& curve) {
  Draws draws({92});
  std::vector<Vec3> points = {{0, 0, 0}, {1e7, 3, 0}, {-4, 1e9, 0}};
  for (int k = 0; k < 150; ++k) {
    const Vec3 corner = curve.points[draws.below(static_cast<std::uint32_t>(curve.points.size()))];
    const Vec3 next = curve.points[draws.below(static_cast<std::uint32_t>(curve.points.size()))];
    points.push_back(corner + random_point(draws, 15.0));
    points.push_back(corner);
    points.push_back((corner + next) * 0.5);
    points.push_back({std::floor(corner.x + 3.0 * draws.signed_uniform()), std::floor(corner.y), 0.0});
  }
  return points;
}

TEST(StripTree, FindsTheNearestPointOfAPathThatEverySegmentHas) {
  for (const Curve& curve : curves()) {
    for (const bool closed : {false, true}) {
      const Path path("route", {.points = path_points(curve.points), .closed = closed});
      const test::EverySegment every(path.points(), closed);
      for (const Vec3 p : queries(curve))
        ASSERT_EQ(path.nearest_parameter(p), every.nearest_parameter(p)) << curve.name;
    }
  }
}

TEST(StripTree, FindsTheNearestPointWithinAWindowOfThePath) {
  for (const Curve& curve : curves()) {
    for (const bool closed : {false, true}) {
      const Path path("route", {.points = path_points(curve.points), .closed = closed});
      const test::EverySegment every(path.points(), closed);
      Draws draws({93});
      for (const Vec3 p : queries(curve)) {
        const double from = path.length() * draws.uniform();
        for (const double reach : {1e-3, 2.0, 0.3 * path.length(), kInfinity})
          for (const Path::Window& window : {Path::Window{reach, reach}, {0.0, reach}, {2.0, 0.5 * reach}})
            ASSERT_EQ(path.arc_length_to_nearest(p, from, window),
                      every.arc_length_to_nearest(p, from, window))
                << curve.name << " " << window.behind << " " << window.ahead;
      }
    }
  }
}

TEST(StripTree, KnowsTheInsideAndTheBorderOfAPolygon) {
  for (const Curve& curve : curves()) {
    if (curve.points.size() < 3) continue;
    const Shape region = Shape::polygon(curve.points);
    const test::EverySegment every(curve.points, true);
    std::size_t inside = 0;
    for (const Vec3 p : queries(curve)) {
      ASSERT_EQ(region.encloses(p), every.contains(p)) << curve.name << " " << p.x << " " << p.y;
      ASSERT_EQ(region.border_point(p), every.nearest_point(p)) << curve.name;
      inside += region.encloses(p) ? 1u : 0u;
    }
    EXPECT_GT(inside, 0u) << curve.name;
  }
}

TEST(StripTree, FindsTheNearestPointOfAWall) {
  for (const Curve& curve : curves()) {
    WorldDef def;
    def.walls = {{.id = "other", .points = {{0, 0, 0}, {1, 1, 0}}, .closed = false},
                 {.id = "fence", .points = curve.points, .closed = false}};
    const OwnGeometry geometry(def, Bounds());
    const test::EverySegment every(curve.points, false);
    for (const Vec3 p : queries(curve))
      ASSERT_EQ(geometry.nearest_point_of_wall(1, p), every.nearest_point(p)) << curve.name;
  }
}

// From near its middle all of a round polygon is nearly as far away: boxes would not tell the sides apart.
TEST(StripTree, LooksAtFewSegmentsOfARoundPolygon) {
  std::vector<Vec3> circle;
  for (int k = 0; k < 10000; ++k) {
    const auto at = det::sin_cos(det::kTwoPi * k / 10000.0);
    circle.push_back({50.0 * at.cos, 50.0 * at.sin, 0.0});
  }
  const StripTree tree(circle, circle.size());
  Draws draws({94});
  for (int k = 0; k < 100; ++k) {
    const Vec3 p = random_point(draws, 40.0);
    std::size_t looked = 0;
    double nearest2 = kInfinity;
    tree.visit_nearest(p, 0, 10000, [&](std::uint32_t i) {
      ++looked;
      const double d2 = length2(nearest_point_on_segment(circle[i], circle[(i + 1) % 10000], p) - p);
      return nearest2 = smaller(nearest2, d2);
    });
    EXPECT_LT(looked, 100u);
  }
}

}  // namespace
}  // namespace drover::strip_tree_test
