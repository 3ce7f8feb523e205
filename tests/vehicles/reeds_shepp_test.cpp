#include "vehicles/reeds_shepp.h"

#include <set>

#include "vehicles/curves.h"
#include "vehicles/dubins.h"

namespace drover::reeds_shepp_test {
namespace {

using namespace test;

constexpr double kPi = std::numbers::pi;

TEST(ReedsShepp, HasTheCurvesOfTheWorkedExamples) {
  struct Case {
    PlanarPose goal;
    double length;
  };
  for (const Case& c : {
           Case{pose_of(10, 0, 0), 10.0},
           Case{pose_of(-10, 0, 0), 10.0},             // straight back
           Case{{{1, 1, 0}, {0, 1, 0}}, 0.5 * kPi},    // a quarter circle
           Case{{{-1, 1, 0}, {0, -1, 0}}, 0.5 * kPi},  // one backward
           Case{{{0, 0, 0}, {-1, 0, 0}}, kPi},         // about on the spot: three times 60 degrees
           Case{{{0, 2, 0}, {-1, 0, 0}}, kPi},
       }) {
    const Curve curve = reeds_shepp_curve({}, c.goal, 1.0);
    expect_ends_at(curve, {}, c.goal);
    EXPECT_NEAR(curve.length, c.length, 1e-12) << word_of(curve);
  }
}

// By four arcs R+ L- R- L+ that turn by t, u, u and t; farther away a straight piece lies between two quarter
// turns. The centers of the first and the last circle are y + 2 apart.
TEST(ReedsShepp, ParksAside) {
  for (const double y : {0.5, 1.0, 2.0, 3.0, 4.0}) {
    const PlanarPose goal = pose_of(0, y, 0);
    const Curve curve = reeds_shepp_curve({}, goal, 1.0);
    expect_ends_at(curve, {}, goal);
    EXPECT_EQ(cusp_count(curve), 2u);
    const double d2 = (y + 2.0) * (y + 2.0);
    if (d2 <= 20.0) {
      const double u = std::acos((20.0 - d2) / 16.0);
      const double t = std::atan2(std::sin(u), 2.0 - std::cos(u));
      EXPECT_NEAR(curve.length, 2.0 * (t + u), 1e-12) << word_of(curve);
    } else {
      const double root = std::sqrt(d2 - 4.0);
      EXPECT_NEAR(curve.length, 2.0 * std::atan2(2.0, root) + kPi + root - 4.0, 1e-12) << word_of(curve);
    }
  }
}

TEST(ReedsShepp, GoingNowhereHasNoLength) {
  EXPECT_EQ(reeds_shepp_curve({}, {}, 1.0).length, 0.0);
  const PlanarPose pose = pose_of(3, -2, 1.3);
  EXPECT_LT(reeds_shepp_curve(pose, pose, 1.0).length, 1e-12);
}

TEST(ReedsShepp, EveryWordLeadsToTheGoalAndAll48AreShortestSomewhere) {
  Draws draws = draws_of("reeds_shepp");
  std::set<std::string> words;
  std::set<std::string> shortest;
  for (int i = 0; i < 8000; ++i) {
    const PlanarPose start = random_pose(draws, 5.0);
    PlanarPose goal = random_pose(draws, i % 3 == 0 ? 1.0 : i % 3 == 1 ? 4.0 : 10.0);
    goal.position += start.position;
    const auto list = reeds_shepp_curves(start, goal, 1.0);
    for (const Curve& curve : list.used()) {
      if (i % 4 == 0) expect_ends_at(curve, start, goal);
      words.insert(word_of(curve));
    }
    EXPECT_TRUE(std::ranges::is_sorted(list.used(), {}, &Curve::length));
    shortest.insert(word_of(list.curves[0]));
  }
  EXPECT_EQ(words.size(), kReedsSheppWords);
  EXPECT_EQ(shortest.size(), kReedsSheppWords);
}

// No curve of up to five arcs and straight pieces, forward and backward, is shorter.
TEST(ReedsShepp, IsTheShortest) {
  Draws draws = draws_of("reeds_shepp_random");
  for (int i = 0; i < 30000; ++i) {
    const Curve other = random_curve(draws, i % 2 == 0 ? 0.6 : 1.6, true);
    const PlanarPose goal = pose_at(other, {}, other.length);
    ASSERT_LE(reeds_shepp_curve({}, goal, 1.0).length, other.length + 1e-9) << word_of(other);
  }
}

TEST(ReedsShepp, HasItsSymmetries) {
  Draws draws = draws_of("reeds_shepp_symmetry");
  for (int i = 0; i < 1000; ++i) {
    const PlanarPose goal = random_pose(draws, 4.0);
    const double shortest = reeds_shepp_curve({}, goal, 1.0).length;
    EXPECT_LE(shortest, dubins_curve({}, goal, 1.0).length + 1e-12);
    EXPECT_GE(shortest, length(goal.position) - 1e-12);
    EXPECT_NEAR(reeds_shepp_curve(goal, {}, 1.0).length, shortest, 1e-9);  // there and back
    const PlanarPose mirrored{{goal.position.x, -goal.position.y, 0}, {goal.heading.x, -goal.heading.y, 0}};
    EXPECT_EQ(reeds_shepp_curve({}, mirrored, 1.0).length, shortest);
    const PlanarPose behind{{-goal.position.x, goal.position.y, 0}, {goal.heading.x, -goal.heading.y, 0}};
    EXPECT_EQ(reeds_shepp_curve({}, behind, 1.0).length, shortest);
    const PlanarPose wide{goal.position * 3.0, goal.heading};
    EXPECT_NEAR(reeds_shepp_curve({}, wide, 3.0).length, 3.0 * shortest, 1e-9);
  }
}

}  // namespace
}  // namespace drover::reeds_shepp_test
