#include "sim/geometry/nearest_place.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "core/det_math.h"
#include "formations/cost_tables.h"
#include "sim/geometry/segment.h"

namespace drover {
namespace {

using test::Draw;
using Polygon = std::vector<Vec3>;  // counter-clockwise

const Polygon kL = {{0, 0, 0}, {4, 0, 0}, {4, 1, 0}, {1, 1, 0}, {1, 4, 0}, {0, 4, 0}};
const Polygon kNotch = {{0, 0, 0},   {3, 0, 0},   {3, 3, 0},   {2.2, 3, 0},
                        {2.2, 1, 0}, {0.8, 1, 0}, {0.8, 3, 0}, {0, 3, 0}};

bool is_inside(const Polygon& polygon, Vec3 p) {
  bool inside = false;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3 a = polygon[k];
    const Vec3 b = polygon[(k + 1) % polygon.size()];
    if ((a.y > p.y) == (b.y > p.y)) continue;
    if ((b.y > a.y) == (cross(b - a, p - a).z > 0.0)) inside = !inside;
  }
  return inside;
}

// Negative inside.
double distance_to(const Polygon& polygon, Vec3 p) {
  double least = 1e9;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3 q = nearest_point_on_segment(polygon[k], polygon[(k + 1) % polygon.size()], p);
    least = smaller(least, length(q - p));
  }
  return is_inside(polygon, p) ? -least : least;
}

// Borders moved outwards, or inwards for a negative radius.
void add_border(PlaceSearch& search, const Polygon& polygon, double radius) {
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3 a = polygon[k];
    const Vec3 b = polygon[(k + 1) % polygon.size()];
    const Vec3 out = direction({b.y - a.y, a.x - b.x, 0.0}) * radius;
    search.add_segment(a + out, b + out);
    search.add_circle(a, std::fabs(radius));
  }
}

std::optional<Vec3> place_outside(const std::vector<Polygon>& polygons, double radius, Vec3 p) {
  PlaceSearch search;
  for (const Polygon& polygon : polygons)
    add_border(search, polygon, radius);
  return search.find(p, [&](Vec3 q) {
    return std::ranges::all_of(polygons,
                               [&](const Polygon& each) { return distance_to(each, q) >= radius - 1e-9; });
  });
}

std::optional<Vec3> place_inside(const Polygon& polygon, double depth, Vec3 p) {
  PlaceSearch search;
  add_border(search, polygon, -depth);
  return search.find(p, [&](Vec3 q) { return -distance_to(polygon, q) >= depth - 1e-9; });
}

void expect_place(const std::optional<Vec3>& actual, Vec3 expected) {
  ASSERT_TRUE(actual);
  EXPECT_NEAR(actual->x, expected.x, 1e-9);
  EXPECT_NEAR(actual->y, expected.y, 1e-9);
}

double between(Draw& draw, double low, double high) {
  return low + (high - low) * draw.fraction();
}

TEST(NearestPlace, OfABodyInAnLIsBeyondTheNearestBorder) {
  expect_place(place_outside({kL}, 0.5, {0.5, 0.5, 0}), {0.5, -0.5, 0});  // a tie of two edges: the first
  expect_place(place_outside({kL}, 0.5, {0.9, 0.9, 0}), {1.5, 1.5, 0});   // where two sides meet
  expect_place(place_outside({kL}, 0.5, {5, 5, 0}), {5, 5, 0});           // it has room where it is
  expect_place(place_outside({kL}, 0.5, {1.2, 4.1, 0}),
               Vec3{1, 4, 0} + direction({0.2, 0.1, 0}) * 0.5);  // round a corner
}

TEST(NearestPlace, BetweenTwoBoxesIsWhereTheirGrownBordersMeet) {
  const Polygon left = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  const Polygon right = {{0.5, -1, 0}, {2.5, -1, 0}, {2.5, 1, 0}, {0.5, 1, 0}};
  expect_place(place_outside({left, right}, 0.5, {0.8, 0.2, 0}), {0.8, 1.5, 0});
  const Polygon apart = {{1.8, -1, 0}, {3.8, -1, 0}, {3.8, 1, 0}, {1.8, 1, 0}};
  // The gap of 0.8 m is too narrow: between the corners above it.
  expect_place(place_outside({left, apart}, 0.5, {1.4, 0.9, 0}), {1.4, 1.3, 0});
}

TEST(NearestPlace, InANotchDependsOnTheRadius) {
  expect_place(place_outside({kNotch}, 0.5, {1.5, 0.8, 0}), {1.5, 1.5, 0});
  expect_place(place_outside({kNotch}, 0.8, {1.5, 1.5, 0}), {1.5, 3.0 + std::sqrt(0.15), 0});
}

TEST(NearestPlace, InsideAPolygonKeepsItsDistanceToTheBorder) {
  const Polygon triangle = {{0, 0, 0}, {4, 0, 0}, {0, 3, 0}};
  expect_place(place_inside(triangle, 0.5, {5, -5, 0}), {2.5, 0.5, 0});
  expect_place(place_inside(triangle, 1.0, {5, -5, 0}), {1, 1, 0});
  EXPECT_FALSE(place_inside(triangle, 1.5, {5, -5, 0}));
  expect_place(place_inside(triangle, 0.75, {5, -5, 0}), {1.75, 0.75, 0});
}

TEST(NearestPlace, IsNotSoughtBeyondTheLimit) {
  PlaceSearch search;
  search.add_circle({}, 2.0);
  const auto is_out = [](Vec3 q) { return length(q) >= 2.0 - 1e-9; };
  expect_place(search.find({}, is_out, 2.0), {2, 0, 0});
  EXPECT_FALSE(search.find({}, is_out, 1.999));
  EXPECT_FALSE(search.find({}, [](Vec3) { return false; }));
}

// The reference: all points of a fine lattice.
TEST(NearestPlace, NoPointOfALatticeIsNearer) {
  Draw draw;
  for (int k = 0; k < 20; ++k) {
    std::vector<Polygon> polygons = {kL};
    for (int j = 0; j < 2; ++j) {
      Polygon triangle;
      const Vec3 center{between(draw, 0, 4), between(draw, 0, 4), 0};
      for (int corner = 0; corner < 3; ++corner) {
        const auto turn = det::sin_cos(2.0 + corner * 2.0 * det::kPi / 3.0);
        triangle.push_back(center + Vec3{turn.cos, turn.sin, 0} * between(draw, 0.3, 1.5));
      }
      polygons.push_back(triangle);
    }
    const Vec3 p{between(draw, 0, 4), between(draw, 0, 4), 0};
    const double radius = between(draw, 0.1, 0.8);
    const std::optional<Vec3> place = place_outside(polygons, radius, p);
    ASSERT_TRUE(place);
    double nearest = 1e9;
    for (double x = -3.0; x < 7.0; x += 0.04) {
      for (double y = -3.0; y < 7.0; y += 0.04) {
        const Vec3 q{x, y, 0};
        if (length(q - p) >= nearest) continue;
        if (std::ranges::all_of(polygons, [&](const Polygon& e) { return distance_to(e, q) >= radius; }))
          nearest = length(q - p);
      }
    }
    EXPECT_LE(length(*place - p), nearest + 1e-9) << k;
    EXPECT_GE(length(*place - p), nearest - 0.1) << k;
  }
}

}  // namespace
}  // namespace drover
