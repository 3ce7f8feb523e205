#include "vehicles/dubins.h"

#include <set>

#include "vehicles/curves.h"

namespace drover::dubins_test {
namespace {

using namespace test;

constexpr double kPi = std::numbers::pi;

TEST(Dubins, HasTheCurvesOfTheWorkedExamples) {
  struct Case {
    PlanarPose goal;
    double length;
  };
  for (const Case& c : {
           Case{pose_of(10, 0, 0), 10.0},                   // straight
           Case{{{0, 2, 0}, {-1, 0, 0}}, kPi},              // half a circle
           Case{{{1, 1, 0}, {0, 1, 0}}, 0.5 * kPi},         // a quarter
           Case{{{0, 0, 0}, {-1, 0, 0}}, 7.0 / 3.0 * kPi},  // about on the spot: 60, 300 and 60 degrees
           Case{pose_of(0, 4, 0), 2.0 * kPi},               // aside: two half circles
           Case{{{-4, 0, 0}, {1, 0, 0}}, 2.0 * kPi + 4.0},  // back: a circle and 4 m
       }) {
    const Curve curve = dubins_curve({}, c.goal, 1.0);
    expect_ends_at(curve, {}, c.goal);
    EXPECT_NEAR(curve.length, c.length, 1e-12) << word_of(curve);
  }
}

TEST(Dubins, GoingNowhereHasNoLength) {
  EXPECT_EQ(dubins_curve({}, {}, 1.0).length, 0.0);
  const PlanarPose pose = pose_of(3, -2, 1.3);
  EXPECT_LT(dubins_curve(pose, pose, 1.0).length, 1e-12);
}

TEST(Dubins, EveryWordLeadsToTheGoal) {
  Draws draws = draws_of("dubins");
  std::set<std::string> shortest;
  for (int i = 0; i < 3000; ++i) {
    const PlanarPose start = random_pose(draws, 5.0);
    PlanarPose goal = random_pose(draws, i % 2 == 0 ? 2.0 : 10.0);
    goal.position += start.position;
    const double radius = i % 3 == 0 ? 2.5 : 1.0;
    const auto list = dubins_curves(start, goal, radius);
    EXPECT_GE(list.count, 3u);  // LSL, RSR, and at least one of the others
    for (const Curve& curve : list.used()) {
      expect_ends_at(curve, start, goal);
      EXPECT_EQ(cusp_count(curve), 0u);
    }
    EXPECT_TRUE(std::ranges::is_sorted(list.used(), {}, &Curve::length));
    shortest.insert(turns_of(list.curves[0]));
  }
  EXPECT_EQ(shortest, (std::set<std::string>{"LSL", "RSR", "LSR", "RSL", "LRL", "RLR"}));
}

// No forward curve of up to five arcs and straight pieces is shorter.
TEST(Dubins, IsTheShortest) {
  Draws draws = draws_of("dubins_random");
  for (int i = 0; i < 30000; ++i) {
    const Curve other = random_curve(draws, i % 2 == 0 ? 1.0 : 3.0, false);
    const PlanarPose goal = pose_at(other, {}, other.length);
    ASSERT_LE(dubins_curve({}, goal, 1.0).length, other.length + 1e-9) << word_of(other);
  }
}

TEST(Dubins, HasItsSymmetries) {
  Draws draws = draws_of("dubins_symmetry");
  for (int i = 0; i < 1000; ++i) {
    const PlanarPose goal = random_pose(draws, 5.0);
    const Curve curve = dubins_curve({}, goal, 1.0);
    const PlanarPose mirrored{{goal.position.x, -goal.position.y, 0}, {goal.heading.x, -goal.heading.y, 0}};
    EXPECT_EQ(dubins_curve({}, mirrored, 1.0).length, curve.length);
    // From the goal, turned about, to the start, turned about.
    const double back = dubins_curve({goal.position, -goal.heading}, {{}, {-1, 0, 0}}, 1.0).length;
    EXPECT_NEAR(back, curve.length, 1e-9);
    const PlanarPose wide{goal.position * 3.0, goal.heading};
    EXPECT_NEAR(dubins_curve({}, wide, 3.0).length, 3.0 * curve.length, 1e-9);
  }
}

// Of goals that are far away, the quadrants of the headings against the line between the poses leave few
// words: A. M. Shkel and V. Lumelsky, Classification of the Dubins set, Robotics and Autonomous Systems 34
// (2001), table 1.
TEST(Dubins, FarGoalsHaveTheWordsOfTheirQuadrants) {
  const std::set<std::string> words[4][4] = {
      {{"RSL"}, {"RSR", "RSL"}, {"RSR", "LSR"}, {"LSR", "RSL", "RSR"}},
      {{"LSL", "RSL"}, {"LSL", "RSL", "RSR"}, {"RSR"}, {"RSR", "RSL"}},
      {{"LSL", "LSR"}, {"LSL"}, {"RSR", "LSR", "LSL"}, {"RSR", "LSR"}},
      {{"RSL", "LSR", "LSL"}, {"LSL", "RSL"}, {"LSL", "LSR"}, {"LSR"}},
  };
  Draws draws = draws_of("dubins_quadrants");
  std::set<std::pair<int, int>> quadrants;
  int exceptions = 0;
  for (int i = 0; i < 4000; ++i) {
    const double alpha = uniform(draws, 0.0, 2.0 * kPi);
    const double beta = uniform(draws, 0.0, 2.0 * kPi);
    const double cosines = std::cos(alpha) + std::cos(beta);
    const double far = std::sqrt(std::max(0.0, 4.0 - cosines * cosines)) + std::fabs(std::sin(alpha)) +
                       std::fabs(std::sin(beta));
    const double distance = far + uniform(draws, 0.001, 8.0);
    const Curve curve = dubins_curve(pose_of(0, 0, alpha), pose_of(distance, 0, beta), 1.0);
    const int row = static_cast<int>(alpha / (0.5 * kPi));
    const int column = static_cast<int>(beta / (0.5 * kPi));
    quadrants.insert({row, column});
    exceptions += words[row][column].contains(turns_of(curve)) ? 0 : 1;
  }
  EXPECT_EQ(quadrants.size(), 16u);
  EXPECT_LE(exceptions, 8);
}

}  // namespace
}  // namespace drover::dubins_test
