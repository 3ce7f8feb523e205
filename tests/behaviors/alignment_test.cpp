#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/ask.h"
#include "core/det_math.h"
#include "core/random.h"

namespace drover::test::alignment_test {
namespace {

// Agents close together with the given headings [rad].
std::string scene_of(const std::vector<double>& headings, std::string_view keys = "") {
  std::string list;
  for (const double heading : headings) {
    list += fmt::format(R"({}{{"type":"a","position":[{},0],"heading":{}}})", list.empty() ? "" : ",",
                        0.1 * static_cast<double>(list.size()) / 100.0, heading);
  }
  return scene(fmt::format(R"([{{"type":"alignment","gain":3{}}}])", keys), "[" + list + "]");
}

std::optional<Vec3> ask(const std::vector<double>& headings, std::string_view keys = "") {
  return request_of(scene_of(headings, keys));
}

TEST(Alignment, OfParallelHeadingsAsksForNothing) {
  EXPECT_NEAR(length(*ask({0.4, 0.4, 0.4, 0.4})), 0.0, 1e-11);
}

TEST(Alignment, OneNeighborAtAnAngleGivesTwiceTheGainTimesTheSineOfHalf) {
  for (const double angle : {0.1, 1.0, 2.0, 3.0, -1.5}) {
    EXPECT_NEAR(length(*ask({0.7, 0.7 + angle})), 2.0 * 3.0 * std::sin(std::fabs(angle) / 2.0), 1e-10)
        << angle;
  }
}

TEST(Alignment, IsTheGainTimesTheDifferenceToTheMeanHeading) {
  const auto request = ask({0.0, 1.0, 2.0, 2.5});
  const double x = (std::cos(1.0) + std::cos(2.0) + std::cos(2.5)) / 3.0;
  const double y = (std::sin(1.0) + std::sin(2.0) + std::sin(2.5)) / 3.0;
  EXPECT_NEAR(request->x, 3.0 * (x - 1.0), 1e-10);
  EXPECT_NEAR(request->y, 3.0 * y, 1e-10);
}

TEST(Alignment, NeverAsksForMoreThanTwiceTheGain) {
  Draws draws({111});
  for (int k = 0; k < 100; ++k) {
    std::vector<double> headings;
    for (int i = 0; i < 4; ++i)
      headings.push_back(3.0 * draws.signed_uniform());
    EXPECT_LE(length(*ask(headings)), 6.0 + 1e-10);
  }
}

TEST(Alignment, OpposedHeadingsBrakeUnlessTheMeanIsNormalised) {
  const std::vector<double> opposed = {0.0, 1.5707963267948966, -1.5707963267948966};
  EXPECT_NEAR(length(*ask(opposed) - Vec3{-3, 0, 0}), 0.0, 1e-10);
  EXPECT_FALSE(ask(opposed, R"(,"normalize_mean":true)"));
}

TEST(Alignment, NormalisedMeanIsAUnitHeading) {
  const auto request = ask({0.0, 0.5, 1.5}, R"(,"normalize_mean":true)");
  EXPECT_NEAR(request->x, 3.0 * (std::cos(1.0) - 1.0), 1e-10);
  EXPECT_NEAR(request->y, 3.0 * std::sin(1.0), 1e-10);
}

TEST(Alignment, RequestsOfACompleteGraphSumToZero) {
  std::vector<double> headings;
  for (int k = 0; k < 9; ++k)
    headings.push_back(0.37 * k);
  const Simulator simulator = make_simulator(scene_of(headings));
  Vec3 sum;
  for (AgentIndex i = 0; i < 9; ++i)
    sum += *request_of(simulator, i);
  EXPECT_NEAR(length(sum), 0.0, 1e-10);
}

TEST(Alignment, MirroredHeadingsGiveMirroredRequestsExactly) {
  const auto a = ask({0.3, 1.0, -2.0, 2.9});
  const auto b = ask({-0.3, -1.0, 2.0, -2.9});
  EXPECT_EQ(a->x, b->x);
  EXPECT_EQ(a->y, -b->y);
}

TEST(Alignment, WithoutANeighborThereIsNoRequest) {
  EXPECT_FALSE(ask({0.3}));
}

TEST(Alignment, OfCoincidentAgentsWorksLikeOfOthers) {
  const auto request = request_of(
      scene(R"([{"type":"alignment","gain":1}])",
            R"([{"type":"a","position":[2,2]},{"type":"a","position":[2,2],"heading":1.5707963267948966}])"));
  EXPECT_NEAR(length(*request - Vec3{-1, 1, 0}), 0.0, 1e-11);
}

// Agents close together with the given velocities, which are their headings too.
std::string scene_moving(const std::vector<Vec3>& velocities, std::string_view keys) {
  std::string list;
  for (const Vec3& v : velocities) {
    list += fmt::format(R"({}{{"type":"a","position":[{},0],"velocity":[{},{}]}})", list.empty() ? "" : ",",
                        1e-3 * static_cast<double>(list.size()), v.x, v.y);
  }
  return scene(fmt::format(R"([{{"type":"alignment","gain":3{}}}])", keys), "[" + list + "]",
               R"(,"max_acceleration":6,"max_speed":100)");
}

constexpr const char* kVelocity = R"(,"variant":"velocity","response_time":0.8)";
constexpr const char* kAngle = R"(,"variant":"angle")";
constexpr const char* kWeighted = R"(,"average":"velocity")";

TEST(Alignment, VelocityTakesTheMeanVelocityInTheResponseTime) {
  const auto request = request_of(scene_moving({{1, 0, 0}, {2, 1, 0}, {0, 3, 0}, {1, -1, 0}}, kVelocity));
  EXPECT_NEAR(length(*request - Vec3{0.0, 1.0 / 0.8, 0.0}), 0.0, 1e-10);
}

TEST(Alignment, VelocityIsLimitedByTheAgentsAcceleration) {
  const auto request = request_of(scene_moving({{1, 0, 0}, {-60, 80, 0}}, kVelocity));
  EXPECT_NEAR(length(*request), 6.0, 1e-10);
}

TEST(Alignment, VelocityOfACompleteGraphSumsToZero) {
  std::vector<Vec3> velocities;
  for (int k = 0; k < 9; ++k)
    velocities.push_back(Vec3{std::cos(0.37 * k), std::sin(0.37 * k), 0} * (0.1 * k));
  const Simulator simulator = make_simulator(scene_moving(velocities, kVelocity));
  Vec3 sum;
  for (AgentIndex i = 0; i < 9; ++i)
    sum += *request_of(simulator, i);
  EXPECT_NEAR(length(sum), 0.0, 1e-10);
}

// A push across the heading of 0.7 rad; max_acceleration is 6.
Vec3 left(double strength) {
  return Vec3{-std::sin(0.7), std::cos(0.7), 0.0} * strength;
}

std::optional<Vec3> ask_angle(double angle) {
  return request_of(scene_moving(
      {{std::cos(0.7), std::sin(0.7), 0}, {2.0 * std::cos(0.7 + angle), 2.0 * std::sin(0.7 + angle), 0}},
      kAngle));
}

TEST(Alignment, AngleIsThePartOfAHalfTurnBetweenTheHeadings) {
  for (const double angle : {0.0, 0.3, -0.3, 1.0, -2.5, 0.5 * det::kPi, -0.5 * det::kPi}) {
    EXPECT_NEAR(length(*ask_angle(angle) - left(6.0 * angle / det::kPi)), 0.0, 1e-9) << angle;
  }
}

TEST(Alignment, AngleOfAnOpposedHeadingIsAFullPushToTheLeft) {
  const auto request = request_of(scene_moving({{1, 0, 0}, {-2, 0, 0}}, kAngle));
  EXPECT_NEAR(length(*request - Vec3{0, 6, 0}), 0.0, 1e-10);
}

TEST(Alignment, AngleToNeighborsWithHeadingsThatCancelIsNoRequest) {
  EXPECT_FALSE(request_of(scene_moving({{1, 1, 0}, {2, 0, 0}, {-3, 0, 0}}, kAngle)));
}

TEST(Alignment, AverageByVelocityIsWeightedBySpeed) {
  const std::vector<Vec3> velocities = {{1, 0, 0}, {3, 0, 0}, {0, 1, 0}};
  const Vec3 by_heading = *request_of(scene_moving(velocities, ""));
  const Vec3 by_velocity = *request_of(scene_moving(velocities, kWeighted));
  EXPECT_NEAR(length(by_heading - Vec3{-1.5, 1.5, 0}), 0.0, 1e-10);
  EXPECT_NEAR(length(by_velocity - Vec3{-0.75, 0.75, 0}), 0.0, 1e-10);
  std::string weighted_angle = kWeighted;
  weighted_angle += kAngle;
  const Vec3 turn = *request_of(scene_moving(velocities, weighted_angle));
  EXPECT_NEAR(turn.y, 6.0 * std::atan2(1.0, 3.0) / det::kPi, 1e-9);
}

TEST(Alignment, AveragesOfEquallyFastNeighborsAgree) {
  const std::vector<Vec3> velocities = {{1, 0, 0}, {1.2, 1.6, 0}, {0, 2, 0}, {-2, 0, 0}};
  EXPECT_NEAR(
      length(*request_of(scene_moving(velocities, "")) - *request_of(scene_moving(velocities, kWeighted))),
      0.0, 1e-10);
}

TEST(Alignment, NeighborsThatStandStillHaveNoWeight) {
  const std::string both = scene_moving({{1, 0, 0}, {0, 2, 0}, {0, 0, 0}}, kWeighted);
  EXPECT_NEAR(length(*request_of(both) - Vec3{-3, 3, 0}), 0.0, 1e-10);
  EXPECT_FALSE(request_of(scene_moving({{1, 0, 0}, {0, 0, 0}}, kWeighted)));
}

TEST(Alignment, WithDefaultsACrowdAgreesOnAHeading) {
  Simulator simulator = make_simulator(
      scene(R"([{"type":"alignment"}])",
            R"([{"type":"a","count":30,"heading":{"uniform":[-1.2,1.2]},"speed":2,"overlap":true,
                 "placement":{"type":"disc","center":[0,0],"radius":3}}])"));
  run_steps(simulator, 500);
  Vec3 sum;
  for (AgentIndex i = 0; i < 30; ++i)
    sum += simulator.world().state.motion.heading(i);
  EXPECT_GT(length(sum) / 30.0, 0.99);
}

}  // namespace
}  // namespace drover::test::alignment_test
