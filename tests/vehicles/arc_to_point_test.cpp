#include "vehicles/arc_to_point.h"

#include "vehicles/curves.h"

namespace drover::arc_to_point_test {
namespace {

using namespace test;

constexpr double kPi = std::numbers::pi;

TEST(ArcToPoint, AheadIsStraight) {
  const auto curve = arc_to_point(pose_of(0, 0, 0), {7, 0, 0}, {5.0, 1.0});
  ASSERT_TRUE(curve);
  EXPECT_NEAR(curve->pieces[0].way, 0.0, 1e-12);
  EXPECT_NEAR(curve->pieces[1].way, 7.0, 1e-12);
}

// A quarter circle to (5, 5), and from there on along y.
TEST(ArcToPoint, AQuarterCircleAndThenStraight) {
  for (const double side : {1.0, -1.0}) {
    const auto curve = arc_to_point(pose_of(0, 0, 0), {5, 9 * side, 0}, {5.0, side});
    ASSERT_TRUE(curve);
    EXPECT_EQ(curve->pieces[0].curvature, side / 5.0);
    EXPECT_NEAR(curve->pieces[0].way, 2.5 * kPi, 1e-12);
    EXPECT_NEAR(curve->pieces[1].way, 4.0, 1e-12);
  }
}

TEST(ArcToPoint, EndsAtThePointWhereItLooks) {
  Draws draws = draws_of("arc_to_point");
  int inside = 0;
  for (int i = 0; i < 2000; ++i) {
    const PlanarPose start = random_pose(draws, 10.0);
    const Vec3 point = random_goal(draws);
    const TurnSide turn{uniform(draws, 0.5, 15.0), uniform(draws, -1.0, 1.0) < 0.0 ? -1.0 : 1.0};
    const auto curve = arc_to_point(start, point, turn);
    const Vec3 center = start.position + upright(start.heading).left * (turn.side * turn.radius);
    ASSERT_EQ(curve.has_value(), length(point - center) >= turn.radius);
    inside += curve ? 0 : 1;
    if (!curve) continue;
    EXPECT_LT(length(pose_at(*curve, start, curve->length).position - point), 1e-9);
    EXPECT_LT(curve->pieces[0].way, 2.0 * kPi * turn.radius);
  }
  EXPECT_GT(inside, 50);
}

// Half a meter inside of the circle about (0, 5), abeam of its center.
TEST(ArcToPoint, PassesAPointInsideOfTheCircleWhereThatIsNearEnough) {
  const Vec3 point{4.5, 5.0, 0.0};
  EXPECT_FALSE(arc_to_point(pose_of(0, 0, 0), point, {5.0, 1.0}));
  EXPECT_FALSE(arc_to_point(pose_of(0, 0, 0), point, {5.0, 1.0}, 0.49));
  const auto curve = arc_to_point(pose_of(0, 0, 0), point, {5.0, 1.0}, 0.51);
  ASSERT_TRUE(curve);
  EXPECT_NEAR(curve->length, 2.5 * kPi, 1e-12);
  EXPECT_NEAR(length(pose_at(*curve, pose_of(0, 0, 0), curve->length).position - point), 0.5, 1e-12);
}

}  // namespace
}  // namespace drover::arc_to_point_test
