// Paths with arcs and Catmull-Rom curves, against closed forms.
#include "sim/geometry/path_curve.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/det_math.h"
#include "core/random.h"
#include "sim/geometry/path.h"

namespace drover::path_curve_test {
namespace {

PathPointDef at(Vec3 place) {
  PathPointDef def;
  def.at = place;
  return def;
}

PathPointDef corner(Vec3 place) {
  PathPointDef def = at(place);
  def.corner = true;
  return def;
}

PathPointDef arc_about(Vec3 center, Vec3 end, bool cw = false) {
  PathPointDef def;
  def.arc_to = end;
  def.center = center;
  def.cw = cw;
  return def;
}

PathPointDef arc_through(Vec3 middle, Vec3 end) {
  PathPointDef def;
  def.arc_to = end;
  def.through = middle;
  return def;
}

PathDef path_of(std::vector<PathPointDef> points, bool closed = false) {
  PathDef def;
  def.points = std::move(points);
  def.closed = closed;
  return def;
}

PathDef spline_of(std::vector<PathPointDef> points, bool closed = false, double alpha = 0.5) {
  PathDef def = path_of(std::move(points), closed);
  def.curve = PathCurve::catmull_rom;
  def.alpha = alpha;
  return def;
}

// The first point of a spline is points[k]; where the polyline passes the others is found by place.
double arc_length_at(const Path& path, Vec3 place) {
  return path.nearest_parameter(place);
}

TEST(PathCurve, AQuarterOfACircleIsAsLongAsItsArc) {
  const Path path("p", path_of({at({5, 0, 0}), arc_about({0, 0, 0}, {0, 5, 0})}));
  EXPECT_NEAR(path.length(), 2.5 * det::kPi, 1e-12);
  EXPECT_EQ(path.size(), 14u);  // 13 chords
  const det::SinCos half = det::sin_cos(0.25 * det::kPi);
  EXPECT_NEAR(length(path.point_at(1.25 * det::kPi) - Vec3{5 * half.cos, 5 * half.sin, 0}), 0.0, 0.01);
  EXPECT_EQ(path.point_at(path.length()), (Vec3{0, 5, 0}));
}

TEST(PathCurve, ChordsAreAsManyAsTheToleranceAsksFor) {
  EXPECT_EQ(sample_path(path_of({at({5, 0, 0}), arc_about({0, 0, 0}, {5, 0, 0})})).points.size(), 51u);
  EXPECT_EQ(sample_path(path_of({at({1, 0, 0}), arc_about({0, 0, 0}, {-1, 0, 0})})).points.size(), 13u);
  EXPECT_EQ(sample_path(path_of({at({50, 0, 0}), arc_about({0, 0, 0}, {0, 50, 0})})).points.size(), 41u);
  // A circle smaller than the tolerance is one all the same.
  EXPECT_GE(sample_path(path_of({at({0.001, 0, 0}), arc_about({0, 0, 0}, {0.001, 0, 0})})).points.size(), 5u);
}

TEST(PathCurve, EveryVertexOfAnArcIsOnItAtItsArcLength) {
  for (const bool cw : {false, true}) {
    const SampledPath sampled = sample_path(path_of({at({3, 1, 0}), arc_about({1, 1, 0}, {1, -1, 0}, cw)}));
    EXPECT_NEAR(sampled.length, 2.0 * (cw ? 0.5 : 1.5) * det::kPi, 1e-12);
    for (std::size_t k = 0; k < sampled.points.size(); ++k) {
      const double angle = (cw ? -0.5 : 0.5) * sampled.lengths[k];
      const Vec3 wanted = Vec3{1, 1, 0} + Vec3{std::cos(angle), std::sin(angle), 0} * 2.0;
      EXPECT_NEAR(length(sampled.points[k] - wanted), 0.0, 1e-12);
    }
  }
}

TEST(PathCurve, AClosedCircleGoesRound) {
  const Path path("p", path_of({at({5, 0, 0}), arc_about({0, 0, 0}, {5, 0, 0})}, true));
  EXPECT_NEAR(path.length(), 10.0 * det::kPi, 1e-12);
  EXPECT_NEAR(length(path.point_at(7.5 * det::kPi) - Vec3{0, -5, 0}), 0.0, 0.011);
  EXPECT_NEAR(path.nearest_parameter({0, -9, 0}), 7.5 * det::kPi, 1e-3);
  // Off the curve by d the nearest place is that of the chord, at most d times half its angle farther along.
  const double behind = -5.0 * std::atan2(1.0, 4.0);
  EXPECT_NEAR(path.arc_length_to_nearest({4, -1, 0}, 0.0, {5.0, 5.0}), behind,
              (5.0 - std::sqrt(17.0)) * 0.0633);
  EXPECT_NEAR(path.arc_length_to_nearest(Vec3{4, -1, 0} * (5.0 / std::sqrt(17.0)), 0.0, {5.0, 5.0}), behind,
              1e-3);
}

TEST(PathCurve, ThreePointsGiveTheSameArcAsItsCenter) {
  const double diagonal = std::sqrt(12.5);
  const SampledPath one = sample_path(path_of({at({5, 0, 0}), arc_about({0, 0, 0}, {0, 5, 0})}));
  const SampledPath other =
      sample_path(path_of({at({5, 0, 0}), arc_through({diagonal, diagonal, 0}, {0, 5, 0})}));
  ASSERT_EQ(one.points.size(), other.points.size());
  for (std::size_t k = 0; k < one.points.size(); ++k)
    EXPECT_NEAR(length(one.points[k] - other.points[k]), 0.0, 1e-12);
  // The long way round.
  const Path rest("p", path_of({at({5, 0, 0}), arc_through({0, -5, 0}, {0, 5, 0})}));
  EXPECT_NEAR(rest.length(), 7.5 * det::kPi, 1e-12);
}

TEST(PathCurve, ThreePointsGiveAnArcInSpace) {
  const Path path("p", path_of({at({2, 0, 1}), arc_through({0, 0, 3}, {-2, 0, 1})}));
  EXPECT_NEAR(path.length(), 2.0 * det::kPi, 1e-12);
  for (const Vec3 p : path.points()) {
    EXPECT_NEAR(length(p - Vec3{0, 0, 1}), 2.0, 1e-12);
    EXPECT_EQ(p.y, 0.0);
  }
}

TEST(PathCurve, CentripetalCurveThroughFourPoints) {
  const std::vector<PathPointDef> points = {at({0, 0, 0}), at({4, 0, 0}), at({4, 4, 0}), at({0, 4, 0})};
  const Path open("p", spline_of(points));
  EXPECT_NEAR(open.length(), 12.375627, 1e-6);
  EXPECT_EQ(open.size(), 31u);  // 9, 12 and 9 chords
  EXPECT_NEAR(arc_length_at(open, {4, 0, 0}), 4.085915, 1e-6);
  EXPECT_NEAR(arc_length_at(open, {4, 4, 0}), 4.085915 + 4.203797, 1e-6);
  EXPECT_NEAR(length(open.point_at(0.5 * open.length()) - Vec3{4.5, 2, 0}), 0.0, 0.01);
  const Path closed("p", spline_of(points, true));
  EXPECT_NEAR(closed.length(), 16.815187, 1e-6);
  EXPECT_NEAR(length(closed.point_at(closed.length() / 8.0) - Vec3{2, -0.5, 0}), 0.0, 0.01);
}

TEST(PathCurve, ACornerEndsACurve) {
  const Path path("p", spline_of({at({0, 0, 0}), corner({4, 0, 0}), at({4, 4, 0}), at({0, 4, 0})}));
  EXPECT_NEAR(arc_length_at(path, {4, 0, 0}), 4.0, 1e-9);
  EXPECT_NEAR(path.length(), 4.0 + 2.0 * 4.085915, 2e-6);
}

TEST(PathCurve, AnOctagonIsNearlyACircle) {
  std::vector<PathPointDef> corners;
  for (int k = 0; k < 8; ++k) {
    const det::SinCos turn = det::sin_cos(0.25 * det::kPi * k);
    corners.push_back(at({5.0 * turn.cos, 5.0 * turn.sin, 0}));
  }
  const Path path("p", spline_of(corners, true));
  EXPECT_NEAR(path.length(), 31.279735, 1e-6);
  for (const Vec3 p : path.points()) {
    EXPECT_GE(length(p), 4.957645 - 1e-6);
    EXPECT_LE(length(p), 5.0 + 1e-12);
  }
}

TEST(PathCurve, CollinearPointsAndTwoPointsAreALine) {
  for (const double alpha : {0.0, 0.5, 1.0}) {
    const Path three("p", spline_of({at({0, 0, 0}), at({1, 0, 0}), at({5, 0, 0})}, false, alpha));
    EXPECT_NEAR(three.length(), 5.0, 1e-9);
    EXPECT_NEAR(length(three.point_at(3.3) - Vec3{3.3, 0, 0}), 0.0, 1e-9);
  }
  const Path two("p", spline_of({at({1, 1, 0}), at({4, 5, 0})}));
  EXPECT_EQ(two.size(), 2u);
  EXPECT_DOUBLE_EQ(two.length(), 5.0);
  EXPECT_NEAR(Path("p", spline_of({at({1, 1, 0}), at({4, 5, 0})}, true)).length(), 10.0, 1e-9);
}

TEST(PathCurve, CentripetalKnotsStayBetweenCloseNeighbors) {
  const std::vector<PathPointDef> points = {at({0, 0, 0}), at({1, 0, 0}), at({1.1, 0.5, 0}), at({10, 1, 0})};
  const Path centripetal("p", spline_of(points));
  EXPECT_NEAR(centripetal.length(), 10.502092, 1e-5);
  const double from = arc_length_at(centripetal, {1, 0, 0});
  const double to = arc_length_at(centripetal, {1.1, 0.5, 0});
  for (double s = from; s <= to; s += 0.01) {
    EXPECT_GE(centripetal.point_at(s).x, 1.0 - 1e-6);
    EXPECT_LE(centripetal.point_at(s).x, 1.1 + 1e-6);
  }
  PathDef fine = spline_of(points, false, 0.0);
  fine.tolerance = 1e-4;
  double least = kInfinity;
  const Path uniform("p", fine);
  for (double s = 1.0; s < uniform.length() - 8.0; s += 1e-3)
    least = smaller(least, uniform.point_at(s).x);
  EXPECT_NEAR(least, 0.448031, 1e-3);
}

// The direction does not jump at the points of a spline: over a short way it turns by little everywhere.
TEST(PathCurve, SplinesHaveNoKinks) {
  Draws draws({77});
  for (int run = 0; run < 20; ++run) {
    std::vector<PathPointDef> points;
    for (int k = 0; k < 8; ++k)
      points.push_back(at({3.0 * k + draws.signed_uniform(), 2.0 * draws.signed_uniform(), 0}));
    PathDef def = spline_of(points);
    def.tolerance = 1e-4;
    const SampledPath sampled = sample_path(def);
    for (std::size_t k = 2; k < sampled.points.size(); ++k) {
      const Vec3 before = direction(sampled.points[k - 1] - sampled.points[k - 2]);
      const Vec3 after = direction(sampled.points[k] - sampled.points[k - 1]);
      EXPECT_LT(length(cross(before, after)), 0.2);
    }
  }
}

TEST(PathCurve, LinesArcsAndCurvesFollowEachOther) {
  const Path path("p", spline_of({at({0, 0, 0}), at({4, 0, 0}), arc_about({4, 2, 0}, {6, 2, 0}),
                                  at({6, 2, 0}), at({6, 6, 0})}));
  EXPECT_NEAR(path.length(), 4.0 + det::kPi + 4.0, 1e-9);
  const Path lines("p",
                   path_of({at({0, 0, 0}), at({4, 0, 0}), arc_about({4, 2, 0}, {6, 2, 0}), at({6, 6, 0})}));
  EXPECT_NEAR(lines.length(), path.length(), 1e-9);
}

TEST(PathCurve, RepeatedPointsAreOne) {
  const Path one("p", spline_of({at({0, 0, 0}), at({4, 0, 0}), at({4, 0, 0}), at({4, 4, 0}), at({0, 4, 0})}));
  EXPECT_NEAR(one.length(), 12.375627, 1e-6);
  const Path closed(
      "p", spline_of({at({0, 0, 0}), at({4, 0, 0}), at({4, 4, 0}), at({0, 4, 0}), at({0, 0, 0})}, true));
  EXPECT_NEAR(closed.length(), 16.815187, 1e-6);
  const Path point("p", spline_of({at({3, 4, 0}), at({3, 4, 0})}));
  EXPECT_EQ(point.length(), 0.0);
  EXPECT_EQ(point.point_at(1.0), (Vec3{3, 4, 0}));
}

TEST(PathCurve, NearestPointsAgreeWithADenseSample) {
  const Path path("p", spline_of({at({0, 0, 0}), at({5, 1, 0}), arc_about({5, 3, 0}, {5, 5, 0}),
                                  at({1, 6, 0}), at({-2, 3, 0})},
                                 true));
  Draws draws({78});
  for (int k = 0; k < 200; ++k) {
    const double x = 8.0 * draws.signed_uniform();
    const double y = 8.0 * draws.signed_uniform();
    const Vec3 p{x, y, 0.0};
    const double s = path.nearest_parameter(p);
    const double found = length(path.point_at(s) - p);
    for (double other = 0.0; other < path.length(); other += 0.05)
      EXPECT_LE(found, length(path.point_at(other) - p) + 1e-9);
    EXPECT_NEAR(length(path.point_at(path.arc_length_to_nearest(p, 1.0, {kInfinity, kInfinity}) + 1.0) - p),
                found, 1e-9);
  }
}

TEST(PathCurve, TurnedMirroredAndMovedItIsTheSameCurve) {
  const std::vector<Vec3> places = {{0, 0, 0}, {5, 1, 0}, {4, 6, 0}, {-2, 3, 0}, {1, -4, 0}};
  const auto moved = [](Vec3 p) { return Vec3{p.y + 7.0, p.x - 3.0, 0.0}; };  // mirrors
  std::vector<Vec3> images;
  for (const Vec3 p : places)
    images.push_back(moved(p));
  const auto curve = [](const std::vector<Vec3>& points, bool cw) {
    PathDef def = spline_of(path_points(points));
    def.points.push_back(arc_about((points.back() + points.front()) * 0.5, points.front(), cw));
    return sample_path(def);
  };
  const SampledPath one = curve(places, false);
  const SampledPath other = curve(images, true);
  ASSERT_EQ(one.points.size(), other.points.size());
  EXPECT_NEAR(one.length, other.length, 1e-12);
  for (std::size_t k = 0; k < one.points.size(); ++k)
    EXPECT_NEAR(length(moved(one.points[k]) - other.points[k]), 0.0, 1e-12);
}

TEST(PathCurve, StraightPathsKeepTheirBits) {
  const std::vector<Vec3> points = {{0.1, 0.3, 0}, {7.7, 1.9, 0}, {3.3, 8.1, 0}};
  const Path path("p", path_of(path_points(points)));
  const double first = length(points[1] - points[0]);
  EXPECT_EQ(path.length(), first + length(points[2] - points[1]));
  EXPECT_EQ(path.point_at(1.7), points[0] + direction(points[1] - points[0]) * 1.7);
}

}  // namespace
}  // namespace drover::path_curve_test
