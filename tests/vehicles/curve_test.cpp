#include "vehicles/curve.h"

#include "vehicles/curves.h"

namespace drover::curve_test {
namespace {

using namespace test;

constexpr double kPi = std::numbers::pi;

TEST(TravelArc, IsExactAlsoNearlyStraight) {
  for (const double curvature : {1.0, 0.1, 1e-3, 3e-5, 1e-5, 1e-9, 0.0, -1e-3}) {
    PlanarPose pose;
    for (int i = 0; i < 4; ++i)
      pose = travel_arc(pose, 0.5, curvature);
    const double y = curvature == 0.0 ? 0.0 : 2.0 * std::pow(std::sin(curvature), 2) / curvature;
    const double x = curvature == 0.0 ? 2.0 : std::sin(2.0 * curvature) / curvature;
    expect_near(pose.position, {x, y, 0}, 4e-15);
    expect_near(travel_arc({}, 2.0, curvature).position, {x, y, 0}, 4e-15);
    expect_near(travel_arc(pose, -2.0, curvature).position, {}, 4e-15);
  }
}

TEST(Curve, IsFollowedByItsLength) {
  Curve curve{.count = 3, .length = 0.5 * kPi + 2.0 + 1.0};
  curve.pieces = {{{1.0, 0.5 * kPi}, {0.0, 2.0}, {0.0, -1.0}}};
  expect_near(pose_at(curve, {}, 0.25 * kPi).position, {std::sqrt(0.5), 1.0 - std::sqrt(0.5), 0}, 1e-14);
  expect_near(pose_at(curve, {}, 0.5 * kPi + 1.0).position, {1, 2, 0}, 1e-14);
  expect_near(pose_at(curve, {}, 0.5 * kPi + 2.5).position, {1, 2.5, 0}, 1e-14);
  expect_near(pose_at(curve, {}, 99.0).position, {1, 2, 0}, 1e-14);
  expect_near(pose_at(curve, {}, -1.0).position, {}, 0.0);
  EXPECT_FALSE(goes_backward_at(curve, 0.0));
  EXPECT_FALSE(goes_backward_at(curve, 0.5 * kPi + 1.9));
  EXPECT_TRUE(goes_backward_at(curve, 0.5 * kPi + 2.1));
  EXPECT_TRUE(goes_backward_at(curve, 99.0));
  EXPECT_EQ(cusp_count(curve), 1u);
  EXPECT_EQ(cusp_count({}), 0u);
}

TEST(Curve, ListsAreInOrderAndStable) {
  CurveList<4> list;
  for (const auto& [length, tag] : {std::pair{3.0, 1.0}, {1.0, 2.0}, {3.0, 3.0}, {2.0, 4.0}}) {
    Curve curve{.count = 1, .length = length};
    curve.pieces[0].way = tag;
    list.add(curve);
  }
  std::vector<double> tags;
  for (const Curve& curve : list.used())
    tags.push_back(curve.pieces[0].way);
  EXPECT_EQ(tags, (std::vector<double>{2, 4, 1, 3}));
}

TEST(Curve, TurnsThatRoundingMadeFullAreNone) {
  EXPECT_EQ(arc_of_turn(-1e-15), 0.0);
  EXPECT_EQ(arc_of_turn(2.0 * kPi), 0.0);
  EXPECT_EQ(arc_of_turn(1e-12), 0.0);
  EXPECT_DOUBLE_EQ(arc_of_turn(-1.0), 2.0 * kPi - 1.0);
  EXPECT_DOUBLE_EQ(arc_of_turn(7.0), 7.0 - 2.0 * kPi);
}

}  // namespace
}  // namespace drover::curve_test
