#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/ask.h"
#include "core/det_math.h"
#include "core/random.h"

namespace drover::test::wall_avoidance_test {
namespace {

struct Setting {
  std::string_view keys = "";   // of the behavior, starting with a comma
  std::string_view walls = "";  // JSON objects
  Vec3 position = {};
  std::string_view motion = R"("velocity":[1,0])";
};

std::optional<Vec3> ask(const Setting& setting) {
  return request_of(
      scene(fmt::format(R"([{{"type":"wall_avoidance"{}{}}}])",
                        setting.keys.find("gain") == setting.keys.npos ? R"(,"gain":1)" : "", setting.keys),
            fmt::format(R"([{{"type":"a","position":[{},{}],{}}}])", setting.position.x, setting.position.y,
                        setting.motion),
            "", fmt::format(R"(,"world":{{"walls":[{}]}})", setting.walls)));
}

TEST(WallAvoidance, FeelerAheadPushesBackByWhatReachesThroughTheWall) {
  const auto request = ask({R"(,"config":"single","length":4,"gain":3)", R"({"points":[[2.5,-5],[2.5,5]]})"});
  ASSERT_TRUE(request);
  EXPECT_NEAR(request->x, -3.0 * (4.0 - 2.5), 1e-12);
  EXPECT_EQ(request->y, 0.0);
}

TEST(WallAvoidance, WhiskerPushesByItsOwnReachAcrossTheWall) {
  // Beside a wall on the left at distance 1: only the left whisker meets it, after 1 / sin(angle).
  const double angle = 0.7;
  const auto request =
      ask({fmt::format(R"(,"whisker_length":3,"whisker_angle":{})", angle), R"({"points":[[-9,1],[9,1]]})"});
  ASSERT_TRUE(request);
  EXPECT_NEAR(request->x, 0.0, 1e-12);
  EXPECT_NEAR(request->y, -(3.0 - 1.0 / std::sin(angle)), 1e-12);
}

// Wall x = 5, tips (6, 0) and (3, +-3): the seed, and the programs that follow it, measure how far a later
// feeler reaches from an earlier one's hit and get 3.61.
TEST(WallAvoidance, HitAndTipBelongToOneFeeler) {
  const double angle = std::atan2(3.0, 3.0);
  const double reach = std::sqrt(18.0);
  const auto request =
      ask({fmt::format(R"(,"length":6,"whisker_length":{},"whisker_angle":{})", reach, angle),
           R"({"points":[[5,-9],[5,9]]})"});
  ASSERT_TRUE(request);
  EXPECT_NEAR(request->x, -1.0, 1e-12);
  EXPECT_EQ(request->y, 0.0);
}

TEST(WallAvoidance, ClosestTakesOneFeelerAndSumAddsThemAll) {
  const char* wall = R"({"points":[[2,-9],[2,9]]})";
  const double across = 4.0 - 2.0 / std::cos(0.5);
  EXPECT_NEAR(ask({R"(,"config":"fan","length":4,"whisker_angle":0.5)", wall})->x, -2.0, 1e-12);
  const auto sum = ask({R"(,"config":"fan","length":4,"whisker_angle":0.5,"combine":"sum")", wall});
  EXPECT_NEAR(sum->x, -(2.0 + 2.0 * across), 1e-12);
  EXPECT_NEAR(sum->y, 0.0, 1e-12);
}

TEST(WallAvoidance, FanIsThreeFeelersOfEqualLength) {
  const char* wall = R"({"points":[[-9,2],[9,2]]})";
  EXPECT_FALSE(ask({R"(,"config":"single_whiskers","length":4,"whisker_length":2)", wall}));
  EXPECT_TRUE(ask({R"(,"config":"fan","length":4,"whisker_length":2)", wall}));
  EXPECT_FALSE(ask({R"(,"config":"single","length":4,"whisker_length":9)", wall}));
}

TEST(WallAvoidance, WallsPushToTheSideTheAgentIsOn) {
  for (const char* wall : {R"({"points":[[2,-5],[2,5]]})", R"({"points":[[2,5],[2,-5]]})"}) {
    EXPECT_LT(ask({"", wall})->x, 0.0) << wall;
  }
}

TEST(WallAvoidance, OneSidedWallsAreOnlySeenFromTheirLeft) {
  EXPECT_LT(ask({R"(,"two_sided":false)", R"({"points":[[2,-5],[2,5]]})"})->x, 0.0);
  EXPECT_FALSE(ask({R"(,"two_sided":false)", R"({"points":[[2,5],[2,-5]]})"}));
}

TEST(WallAvoidance, OneSidedWallFromBehindDoesNotHideTheNext) {
  const auto request = ask({R"(,"config":"single","two_sided":false,"length":5)",
                            R"({"points":[[2,5],[2,-5]]},{"points":[[3,-5],[3,5]]})"});
  ASSERT_TRUE(request);
  EXPECT_NEAR(request->x, -2.0, 1e-12);
}

TEST(WallAvoidance, AgentOnAWallIsPushedToItsLeftByTheWholeFeeler) {
  const char* wall = R"({"points":[[0,-5],[0,5]]})";
  EXPECT_EQ(ask({R"(,"config":"single","length":4)", wall}), (Vec3{-4, 0, 0}));
  EXPECT_EQ(ask({R"(,"config":"single","length":4)", wall, {}, R"("velocity":[-1,0])"}), (Vec3{-4, 0, 0}));
}

TEST(WallAvoidance, FeelerParallelToAWallMissesItEvenOnIt) {
  EXPECT_FALSE(ask({R"(,"config":"single")", R"({"points":[[-5,0],[5,0]]})"}));
  EXPECT_FALSE(ask({R"(,"config":"single")", R"({"points":[[-5,0.1],[5,0.1]]})"}));
}

TEST(WallAvoidance, EndPointsBelongToTheWallAndAtACornerTheFirstCounts) {
  EXPECT_TRUE(ask({R"(,"config":"single")", R"({"points":[[2,0],[2,5]]})"}));
  const auto corner =
      ask({R"(,"config":"single","length":4)", R"({"points":[[2,0],[2,5]]},{"points":[[2,0],[4,-2]]})"});
  EXPECT_EQ(corner, (Vec3{-2, 0, 0}));
}

TEST(WallAvoidance, LooksAlongTheHeadingAtRest) {
  const auto request = ask({R"(,"config":"single","length":4)",
                            R"({"points":[[-5,3],[5,3]]})",
                            {},
                            R"("velocity":[0,0],"heading":1.5707963267948966)"});
  ASSERT_TRUE(request);
  EXPECT_NEAR(request->y, -1.0, 1e-12);
}

TEST(WallAvoidance, WithoutAWallInReachThereIsNoRequest) {
  EXPECT_FALSE(ask({}));
  EXPECT_FALSE(ask({"", R"({"points":[[4.001,-1],[4.001,1]]})"}));
  EXPECT_FALSE(ask({"", R"({"points":[[-0.5,-5],[-0.5,5]]})"}));
}

TEST(WallAvoidance, MirroredWorldsGiveMirroredRequestsExactly) {
  Draws draws({91});
  int active = 0;
  for (int k = 0; k < 300; ++k) {
    std::array<double, 4> w{};
    for (double& value : w)
      value = 4.0 * draws.signed_uniform();
    const double vy = 2.0 * draws.signed_uniform();
    for (const char* combine : {"closest", "sum"}) {
      const auto side = [&](double sign) {
        return ask({fmt::format(R"(,"combine":"{}")", combine),
                    fmt::format(R"({{"points":[[{},{}],[{},{}]]}})", w[0], sign * w[1], w[2], sign * w[3]),
                    {},
                    fmt::format(R"("velocity":[1,{}])", sign * vy)});
      };
      const auto left = side(1.0);
      const auto right = side(-1.0);
      ASSERT_EQ(left.has_value(), right.has_value());
      if (!left) continue;
      ++active;
      EXPECT_EQ(left->x, right->x);
      EXPECT_EQ(left->y, -right->y);
    }
  }
  EXPECT_GT(active, 100);
}

TEST(WallAvoidance, AWallOnTheLeftPushesRight) {
  EXPECT_LT(ask({"", R"({"points":[[-9,1],[9,1]]})"})->y, 0.0);
  EXPECT_GT(ask({"", R"({"points":[[-9,-1],[9,-1]]})"})->y, 0.0);
}

// Head-on at speed v the overshoot s obeys s'' = -gain s: at most v / sqrt(gain).
TEST(WallAvoidance, HeadOnTheFeelerGoesThroughByAtMostSpeedOverTheRootOfTheGain) {
  Simulator simulator = make_simulator(
      scene(R"([{"type":"wall_avoidance","config":"single","length":4,"gain":4}])",
            R"([{"type":"a","position":[0,0],"velocity":[3,0]}])", R"(,"max_acceleration":100)",
            R"(,"simulation":{"dt":0.001},"world":{"walls":[{"points":[[6,-5],[6,5]]}]})"));
  double deepest = 0.0;
  for (int k = 0; k < 2000; ++k) {
    run_steps(simulator, 1);
    deepest = larger(deepest, simulator.world().state.motion.x[0] + 4.0 - 6.0);
  }
  EXPECT_NEAR(deepest, 1.5, 0.01);
}

TEST(WallAvoidance, WithDefaultsASeekerStopsShortOfAWallAndNeverTouchesARoom) {
  for (const char* target : {"[30,0]", "[30,30]", "[-3,40]", "[0.3,-20]", "[9.9,9.9]"}) {
    Simulator simulator = make_simulator(scene(
        fmt::format(R"([{{"type":"wall_avoidance"}},{{"type":"seek","target":{{"point":{}}}}}])", target),
        R"([{"type":"a","position":[0,0],"velocity":[3,0]}])", "",
        R"(,"world":{"walls":[{"points":[[-10,-10],[10,-10],[10,10],[-10,10]],"closed":true}]})"));
    for (int k = 0; k < 1500; ++k) {
      run_steps(simulator, 1);
      const Vec3 p = simulator.world().state.motion.position(0);
      ASSERT_LT(std::fabs(p.x), 9.5) << target << " after step " << k;
      ASSERT_LT(std::fabs(p.y), 9.5) << target << " after step " << k;
    }
  }
}

// Feelers end where the agent means to rest, by what acts now: neither an arrival without weight, nor one
// that rests, nor one in a group that rests.
TEST(WallAvoidance, OnlyAnArrivalThatActsEndsItsFeelers) {
  const auto place = [](const std::string& arrival) {
    Simulator simulator = make_simulator(
        scene(R"([{"type":"wall_avoidance"},)" + arrival + R"({"type":"seek","target":{"point":[14,0]}}])",
              R"([{"type":"a","position":[0,0],"heading":0}])", "",
              R"(,"world":{"walls":[{"points":[[6,-30],[6,30]]}]})"));
    run_steps(simulator, 400);
    return simulator.world().state.motion.position(0);
  };
  const std::string arrive = R"({"type":"arrive","target":{"point":[0.5,0]})";
  const std::string later = R"(,"when":{"type":"time","from":1000})";
  const Vec3 alone = place("");
  EXPECT_EQ(place(arrive + R"(,"weight":0},)"), alone);
  EXPECT_EQ(place(arrive + later + "},"), alone);
  EXPECT_EQ(place(R"({"type":"group","behaviors":[)" + arrive + "}]" + later + "},"), alone);
  EXPECT_NE(place(arrive + "},"), alone);
}

}  // namespace
}  // namespace drover::test::wall_avoidance_test
