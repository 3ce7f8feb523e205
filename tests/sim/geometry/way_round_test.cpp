#include "sim/geometry/way_round.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "formations/cost_tables.h"

namespace drover::way_round_test {
namespace {

using Corners = std::vector<Vec3>;

WaysRound ways_round(const Corners& corners, Vec3 from, Vec3 to, double distance) {
  return drover::ways_round(CornerRing(corners), {from, to, distance, 0.0});
}

using enum PassingSide;

const Corners kSquare = {{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}};
const Corners kL = {{0, 0, 0}, {4, 0, 0}, {4, 1, 0}, {1, 1, 0}, {1, 4, 0}, {0, 4, 0}};

void expect_way(const std::optional<WayRound>& way, Vec3 corner, double length) {
  ASSERT_TRUE(way);
  EXPECT_EQ(way->corner, corner);
  EXPECT_NEAR(way->length, length, 1e-12);
}

TEST(WayRound, GoesRoundASquareOnBothSides) {
  const WaysRound ways = ways_round(kSquare, {-4, 1, 0}, {4, 1, 0}, 0.5);
  expect_way(ways.left, {-2, 2, 0}, 4.0 + 2.0 * std::sqrt(5.0));
  expect_way(ways.right, {-2, -2, 0}, 4.0 + 2.0 * std::sqrt(13.0));
}

TEST(WayRound, OmitsCornersThatTheStringLeaves) {
  // From below the left side to the upper right: past one corner on either side.
  const WaysRound ways = ways_round(kSquare, {-6, -1, 0}, {1, 6, 0}, 0.5);
  EXPECT_FALSE(ways.right);
  EXPECT_FALSE(ways.left);  // 3.5 m beside the corner
  const WaysRound crossing = ways_round(kSquare, {-4, 0, 0}, {0, 3, 0}, 0.5);
  expect_way(crossing.left, {-2, 2, 0}, std::sqrt(8.0) + std::sqrt(5.0));
  expect_way(crossing.right, {-2, -2, 0}, std::sqrt(8.0) + 4.0 + 4.0 + std::sqrt(5.0));
}

TEST(WayRound, FromThePocketOfAnLGoesPastTheTipsOfItsArms) {
  const WaysRound ways = ways_round(kL, {2, 2, 0}, {-2, 2, 0}, 0.5);
  expect_way(ways.right, {1, 4, 0}, std::sqrt(5.0) + 1.0 + std::sqrt(8.0));
  // The corner in the pocket turns the other way.
  expect_way(ways.left, {4, 1, 0}, std::sqrt(5.0) + 1.0 + 4.0 + std::sqrt(8.0));
}

TEST(WayRound, OverBothArmsOfAnLLeavesThePocketAside) {
  const WaysRound ways = ways_round(kL, {-1, 3, 0}, {5, 0.5, 0}, 0.5);
  expect_way(ways.left, {0, 4, 0}, std::sqrt(2.0) + 1.0 + std::sqrt(28.25));
  expect_way(ways.right, {0, 0, 0}, std::sqrt(10.0) + 4.0 + std::sqrt(1.25));
}

// Just above the line of the upper side the string leaves the nearer corner, but a disc has to pass it first.
TEST(WayRound, ACornerThatADiscWouldCutIsPassedBeforeTheFirst) {
  const Passing passing = {{-5, 2.02, 0}, {6, 0, 0}, 0.5, 0.5};
  expect_way(drover::ways_round(CornerRing(kSquare), passing).left, {-2, 2, 0},
             length(Vec3{7, -0.02, 0}) + std::sqrt(20.0));
  const Passing far = {{-5, 3, 0}, {6, 0, 0}, 0.5, 0.5};
  expect_way(drover::ways_round(CornerRing(kSquare), far).left, {2, 2, 0}, std::sqrt(50.0) + std::sqrt(20.0));
}

TEST(WayRound, PastACornerThatIsOnlyTooNearKeepsToItsSide) {
  const WaysRound below = ways_round(kSquare, {-4, -2.3, 0}, {4, -2.3, 0}, 0.5);
  EXPECT_FALSE(below.left);
  expect_way(below.right, {-2, -2, 0}, std::sqrt(4.09) + std::sqrt(36.09));
  const WaysRound above = ways_round(kSquare, {-4, 2.3, 0}, {4, 2.3, 0}, 0.5);
  EXPECT_FALSE(above.right);
  expect_way(above.left, {2, 2, 0}, std::sqrt(4.09) + std::sqrt(36.09));
  const WaysRound free = ways_round(kSquare, {-4, 2.5, 0}, {4, 2.5, 0}, 0.5);
  EXPECT_FALSE(free.left || free.right);
}

TEST(WayRound, OfADiscAndACapsuleLeadsPastTheirCorners) {
  const WaysRound disc = ways_round(Corners{{0, 0, 0}}, {-3, -0.5, 0}, {3, -0.5, 0}, 1.0);
  EXPECT_FALSE(disc.left);
  expect_way(disc.right, {0, 0, 0}, 2.0 * std::sqrt(9.25));
  const WaysRound through = ways_round(Corners{{0, 0, 0}}, {-3, 0, 0}, {3, 0, 0}, 1.0);
  EXPECT_TRUE(through.left);
  EXPECT_FALSE(through.right);

  const Corners capsule = {{0, -1, 0}, {0, 2, 0}};
  for (const Corners& ends : {capsule, Corners{capsule[1], capsule[0]}}) {
    const WaysRound ways = ways_round(ends, {-2, 0, 0}, {2, 0, 0}, 0.5);
    expect_way(ways.left, {0, 2, 0}, 2.0 * std::sqrt(8.0));
    expect_way(ways.right, {0, -1, 0}, 2.0 * std::sqrt(5.0));
  }
}

TEST(WayRound, InsideAHollowShapeKeepsInside) {
  const WaysRound ways = ways_round(kL, {0.5, 3.5, 0}, {3.5, 0.5, 0}, 0.3);
  expect_way(ways.right, {1, 1, 0}, 2.0 * std::sqrt(6.5));
  EXPECT_FALSE(ways.left);
  // One inside and one outside: there is no way.
  const WaysRound none = ways_round(kL, {0.5, 3.5, 0}, {3.5, 3.5, 0}, 0.3);
  EXPECT_FALSE(none.left || none.right);
}

TEST(WayRound, TheOrderOfTheCornersDoesNotMatter) {
  const Corners clockwise(kL.rbegin(), kL.rend());
  const WaysRound ways = drover::ways_round(CornerRing(clockwise, true), {{2, 2, 0}, {-2, 2, 0}, 0.5, 0.5});
  expect_way(ways.right, {1, 4, 0}, std::sqrt(5.0) + 1.0 + std::sqrt(8.0));
  expect_way(ways.left, {4, 1, 0}, std::sqrt(5.0) + 1.0 + 4.0 + std::sqrt(8.0));
}

// Mirrored at the x axis, the ways change their sides and nothing else.
TEST(WayRound, MirroredShapesHaveMirroredWays) {
  const auto mirrored = [](Vec3 p) { return Vec3{p.x, -p.y, 0}; };
  Corners mirrored_l;
  for (std::size_t k = kL.size(); k-- > 0;)
    mirrored_l.push_back(mirrored(kL[k]));
  test::Draw draw;
  for (int k = 0; k < 1000; ++k) {
    const auto drawn = [&] { return -2.0 + 8.0 * draw.fraction(); };
    const Vec3 from{drawn(), drawn(), 0};
    const Vec3 to{drawn(), drawn(), 0};
    const WaysRound ways = ways_round(kL, from, to, 0.4);
    const WaysRound twin = ways_round(mirrored_l, mirrored(from), mirrored(to), 0.4);
    ASSERT_EQ(ways.left.has_value(), twin.right.has_value()) << k;
    ASSERT_EQ(ways.right.has_value(), twin.left.has_value()) << k;
    if (ways.left) {
      EXPECT_EQ(ways.left->corner, mirrored(twin.right->corner));
    }
    if (ways.right) {
      EXPECT_NEAR(ways.right->length, twin.left->length, 1e-12);
    }
  }
}

TEST(WayRound, TheDirectionPastACornerIsTangentToItsCircle) {
  const Vec3 left = direction_past({2, 0, 0}, 1.0, PassingSide::left);
  EXPECT_NEAR(left.y, 0.5, 1e-15);
  EXPECT_NEAR(left.x, std::sqrt(0.75), 1e-15);
  EXPECT_NEAR(direction_past({2, 0, 0}, 1.0, PassingSide::right).y, -0.5, 1e-15);
  EXPECT_EQ(direction_past({0.5, 0, 0}, 1.0, PassingSide::right), (Vec3{0, -1, 0}));
  EXPECT_EQ(direction_past({}, 1.0, PassingSide::right), Vec3{});
}

}  // namespace
}  // namespace drover::way_round_test
