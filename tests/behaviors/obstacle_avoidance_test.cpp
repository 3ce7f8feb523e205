#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "behaviors/ask.h"
#include "core/random.h"

namespace drover::test::obstacle_avoidance_test {
namespace {

// The formulas without clearance and with Buckland's factors, so that expected numbers are short.
constexpr const char* kPlain =
    R"([{"type":"obstacle_avoidance","min_box_length":4,"clearance":0,"braking_weight":0.2,"gain":1}])";

struct Circle {
  Vec3 center;
  double radius;
};

struct Setting {
  Vec3 position;
  Vec3 velocity;
  std::vector<Circle> obstacles;
  double heading = 0.0;
  std::string_view scenario_keys = "";
};

// A world with the agent (radius 0.5, max_speed 3) and the obstacles.
std::string scene_of(const Setting& setting, std::string_view behaviors = kPlain) {
  std::string obstacles;
  for (const Circle& circle : setting.obstacles) {
    obstacles += fmt::format(R"({}{{"center":[{},{}],"radius":{}}})", obstacles.empty() ? "" : ",",
                             circle.center.x, circle.center.y, circle.radius);
  }
  return scene(behaviors,
               fmt::format(R"([{{"type":"a","position":[{},{}],"velocity":[{},{}],"heading":{}}}])",
                           setting.position.x, setting.position.y, setting.velocity.x, setting.velocity.y,
                           setting.heading),
               R"(,"radius":0.5,"max_speed":3,"max_acceleration":1e6)",
               fmt::format(R"(,"world":{{"obstacles":[{}]{}}})", obstacles, setting.scenario_keys));
}

std::optional<Vec3> ask(const Setting& setting) {
  return request_of(scene_of(setting));
}

// The entry point into the circle of radius 1.5 around (6, y), and the request of avoidance.md.
TEST(ObstacleAvoidance, RequestFollowsTheFormula) {
  const double box = 4.0 * (1.0 + 1.5 / 3.0);
  const double gap = 6.0 - std::sqrt(1.5 * 1.5 - 0.9 * 0.9);
  const double urgency = 1.0 - gap / box;
  const auto request = ask({{}, {1.5, 0, 0}, {{{6, 0.9, 0}, 1.0}}});
  ASSERT_TRUE(request);
  EXPECT_NEAR(request->x, -0.2 * box * urgency * (1.0 - 0.9 / 1.5), 1e-12);
  EXPECT_NEAR(request->y, -0.6 * 2.0 * urgency, 1e-12);
}

TEST(ObstacleAvoidance, BoxIsAsWideAsTheBody) {
  EXPECT_FALSE(ask({{}, {3, 0, 0}, {{{5, 1.5, 0}, 1.0}}}));
  EXPECT_TRUE(ask({{}, {3, 0, 0}, {{{5, 1.4999, 0}, 1.0}}}));
  EXPECT_FALSE(ask({{}, {3, 0, 0}, {{{5, -1.5, 0}, 1.0}}}));
}

TEST(ObstacleAvoidance, BoxGrowsFromItsLeastLengthToTwiceThat) {
  // The near rim of the obstacle's expanded circle is 1.5 m before its center.
  EXPECT_TRUE(ask({{}, {}, {{{5.5, 0, 0}, 1.0}}}));
  EXPECT_FALSE(ask({{}, {}, {{{5.5001, 0, 0}, 1.0}}}));
  EXPECT_TRUE(ask({{}, {3, 0, 0}, {{{9.5, 0, 0}, 1.0}}}));
  EXPECT_FALSE(ask({{}, {3, 0, 0}, {{{9.5001, 0, 0}, 1.0}}}));
  EXPECT_TRUE(ask({{}, {1.5, 0, 0}, {{{7.5, 0, 0}, 1.0}}}));
  EXPECT_FALSE(ask({{}, {1.5, 0, 0}, {{{7.5001, 0, 0}, 1.0}}}));
}

TEST(ObstacleAvoidance, NearestIsTheOneEnteredFirstNotTheOneWithTheNearestCenter) {
  // The big one's center is farther, its rim nearer.
  const auto both = ask({{}, {3, 0, 0}, {{{5, 0.2, 0}, 0.5}, {{8, -0.2, 0}, 5.0}}});
  const auto big = ask({{}, {3, 0, 0}, {{{8, -0.2, 0}, 5.0}}});
  EXPECT_EQ(both, big);
}

TEST(ObstacleAvoidance, PushesAwayFromTheSideOfTheCenter) {
  Draws draws({81});
  for (int k = 0; k < 100; ++k) {
    const double y = 1.5 * draws.signed_uniform();
    if (y == 0.0) continue;
    const auto request = ask({{}, {3, 0, 0}, {{{5, y, 0}, 1.0}}});
    ASSERT_TRUE(request);
    EXPECT_LT(request->y * y, 0.0) << y;
  }
}

TEST(ObstacleAvoidance, PushToTheSideFadesAsTheBoxClears) {
  double before = kInfinity;
  for (const double y : {0.1, 0.5, 1.0, 1.4, 1.4999999}) {
    const auto request = ask({{}, {3, 0, 0}, {{{5, y, 0}, 1.0}}});
    EXPECT_LT(std::fabs(request->y), before);
    before = std::fabs(request->y);
  }
  EXPECT_NEAR(before, 0.0, 1e-6);
}

TEST(ObstacleAvoidance, BrakesHarderTheNearerAndNeverPushesForward) {
  double before = 0.0;
  for (const double x : {9.0, 7.0, 5.0, 3.0, 1.6}) {
    const auto request = ask({{}, {3, 0, 0}, {{{x, 0, 0}, 1.0}}});
    ASSERT_TRUE(request);
    EXPECT_LT(request->x, before) << x;
    before = request->x;
  }
}

TEST(ObstacleAvoidance, LooksNeitherBehindNorBeyondTheBox) {
  EXPECT_FALSE(ask({{}, {3, 0, 0}, {{{-1.6, 0, 0}, 1.0}}}));
  EXPECT_FALSE(ask({{}, {3, 0, 0}, {{{10, 0, 0}, 1.0}}}));
}

TEST(ObstacleAvoidance, SeesACenterBehindItIfTheCircleReachesTheBox) {
  // The center lies 0.2 m behind, but the body is within the circle.
  const auto request = ask({{}, {3, 0, 0}, {{{-0.2, 1.2, 0}, 1.0}}});
  ASSERT_TRUE(request);
  EXPECT_LT(request->y, 0.0);
}

TEST(ObstacleAvoidance, DeadAheadGoesLeft) {
  const auto request = ask({{}, {3, 0, 0}, {{{5, 0, 0}, 1.0}}});
  ASSERT_TRUE(request);
  EXPECT_GT(request->y, 0.0);
}

TEST(ObstacleAvoidance, MirroredWorldsGiveMirroredRequestsExactly) {
  Draws draws({82});
  int active = 0;
  for (int k = 0; k < 300; ++k) {
    const double x = 9.0 * draws.uniform() - 1.0;
    const double y = 1.6 * draws.signed_uniform();
    const double radius = 0.2 + draws.uniform();
    const double vx = 2.0 * draws.uniform() + 0.1;
    const double vy = 2.0 * draws.signed_uniform();
    Setting plain{{0, 0, 0}, {vx, vy, 0}, {{{x, y, 0}, radius}, {{2.0 * x, 0.3 - y, 0}, radius}}};
    Setting mirrored{{0, 0, 0}, {vx, -vy, 0}, {{{x, -y, 0}, radius}, {{2.0 * x, y - 0.3, 0}, radius}}};
    Setting at_rest = plain;
    at_rest.velocity = {};
    EXPECT_TRUE(!ask(at_rest) || is_finite(*ask(at_rest)));
    const std::string heading = R"("heading":0)";
    std::string a = scene_of(plain);
    std::string b = scene_of(mirrored);
    // Without the heading the agent looks along its velocity.
    for (std::string* text : {&a, &b})
      text->erase(text->find("," + heading), heading.size() + 1);
    const auto left = request_of(a);
    const auto right = request_of(b);
    ASSERT_EQ(left.has_value(), right.has_value());
    if (!left) continue;
    ++active;
    EXPECT_EQ(left->x, right->x);
    EXPECT_EQ(left->y, -right->y);
  }
  EXPECT_GT(active, 100);
}

TEST(ObstacleAvoidance, InsideAnObstacleThePushIsStraightOut) {
  const auto request = ask({{0.6, 0.8, 0}, {3, 0, 0}, {{{0, 0, 0}, 2.0}}});
  ASSERT_TRUE(request);
  EXPECT_NEAR(cross(*request, {0.6, 0.8, 0}).z, 0.0, 1e-12);
  EXPECT_NEAR(length(*request), 0.2 * 8.0 + 2.0 * 1.5, 1e-12);
  EXPECT_GT(request->x, 0.0);
}

TEST(ObstacleAvoidance, AtTheCenterOfAnObstacleItGoesLeft) {
  const auto request = ask({{3, 4, 0}, {}, {{{3, 4, 0}, 2.0}}});
  ASSERT_TRUE(request);
  EXPECT_EQ(request->x, 0.0);
  EXPECT_GT(request->y, 0.0);
}

TEST(ObstacleAvoidance, EqualGapsGoToTheObstacleListedFirst) {
  const auto request = ask({{}, {3, 0, 0}, {{{5, 0.5, 0}, 1.0}, {{5, -0.5, 0}, 1.0}}});
  EXPECT_EQ(request, ask({{}, {3, 0, 0}, {{{5, 0.5, 0}, 1.0}}}));
}

TEST(ObstacleAvoidance, SeesThroughTheEdgeOfAWorldThatWraps) {
  const char* torus = R"(,"bounds":{"min":[0,0],"max":[40,40],"edge":"wrap"})";
  const auto across = ask({{38, 20, 0}, {3, 0, 0}, {{{3, 20.5, 0}, 1.0}}, 0.0, torus});
  const auto straight = ask({{20, 20, 0}, {3, 0, 0}, {{{25, 20.5, 0}, 1.0}}});
  ASSERT_TRUE(across);
  EXPECT_NEAR(length(*across - *straight), 0.0, 1e-12);
}

// At full speed (3 m/s) past an obstacle of radius 1 at x = 6, offset by 0.8, the agent is at y = -3.32 after
// 6 s, and at +3.32 for the mirrored one: the formulas of avoidance.md and of a heading by distance,
// integrated apart. The printed form ends at +6.56 and +2.20.
TEST(ObstacleAvoidance, ClosedLoopEndsWhereItWasComputed) {
  for (const double side : {1.0, -1.0}) {
    Simulator simulator = make_simulator(scene_of({{}, {3, 0, 0}, {{{6, 0.8 * side, 0}, 1.0}}}));
    run_steps(simulator, 300);
    EXPECT_NEAR(simulator.world().state.motion.y[0], -3.32125 * side, 1e-4);
  }
}

// The printed form goes left whatever the side: it ends at +6.56 and +2.20 instead of at mirrored places. The
// numbers belong to steps of 0.01 s, on which they depend: its brake lets go at once where the center is
// passed.
TEST(ObstacleAvoidance, PrintedFormEndsWhereItWasComputedAndBreaksTheMirror) {
  const auto end = [](double y) {
    std::string text = scene_of(
        {{}, {3, 0, 0}, {{{6, y, 0}, 1.0}}},
        R"([{"type":"obstacle_avoidance","printed_form":true,"clearance":0,"braking_weight":0.2,"gain":1}])");
    text.insert(1, R"("simulation":{"dt":0.01},)");
    Simulator simulator = make_simulator(text);
    run_steps(simulator, 600);
    return simulator.world().state.motion.y[0];
  };
  EXPECT_NEAR(end(0.8), 6.56, 0.005);
  EXPECT_NEAR(end(-0.8), 2.20, 0.005);
}

TEST(ObstacleAvoidance, PrintedFormIsTheListingToTheLetter) {
  const auto seed = [](double x, double y) {
    return request_of(scene_of(
        {{}, {3, 0, 0}, {{{x, y, 0}, 1.0}}},
        R"([{"type":"obstacle_avoidance","printed_form":true,"clearance":0,"braking_weight":0.2,"gain":1}])"));
  };
  // (r_o - x) 0.2 and (r_o - y) (1 + (L - x) / L) with L = 8.
  EXPECT_NEAR(seed(6, 0.8)->x, -1.0, 1e-12);
  EXPECT_NEAR(seed(6, 0.8)->y, 0.2 * 1.25, 1e-12);
  EXPECT_GT(seed(0.5, 0.8)->x, 0.0) << "thrust forward in the obstacle";
  EXPECT_FALSE(seed(-0.2, 1.2)) << "the circle overlaps the box";
}

TEST(ObstacleAvoidance, WithoutObstaclesThereIsNoRequest) {
  EXPECT_FALSE(ask({{}, {3, 0, 0}, {}}));
}

// An agent that names the behavior and nothing else must not touch what stands in its way.
struct Passage {
  std::string_view arbiter;
  double radius;
  double offset;
};

class ObstacleAvoidanceWithDefaults : public testing::TestWithParam<Passage> {};

TEST_P(ObstacleAvoidanceWithDefaults, PassesWithoutTouchingAndWithoutDawdling) {
  const Passage& passage = GetParam();
  Simulator simulator = make_simulator(fmt::format(
      R"({{"format":1,"agent_types":{{"a":{{"steering":{{"arbiter":{{"type":"{}"}},"behaviors":[
         {{"type":"obstacle_avoidance"}},{{"type":"seek","target":{{"point":[40,0]}}}}]}}}}}},
         "agents":[{{"type":"a","position":[0,0],"velocity":[3,0]}}],
         "world":{{"obstacles":[{{"center":[15,{}],"radius":{}}}]}}}})",
      passage.arbiter, passage.offset, passage.radius));
  const Vec3 center{15, passage.offset, 0};
  int steps = 0;
  while (simulator.world().state.motion.x[0] < 35.0 && steps < 2000) {
    run_steps(simulator, 1);
    ++steps;
    ASSERT_GT(length(simulator.world().state.motion.position(0) - center), passage.radius + 0.5)
        << "after step " << steps;
  }
  EXPECT_LT(steps * 0.02, 1.15 * 35.0 / 3.0);
}

INSTANTIATE_TEST_SUITE_P(
    Passages, ObstacleAvoidanceWithDefaults,
    testing::Values(Passage{"prioritized_sum", 0.5, 0.0}, Passage{"prioritized_sum", 1.0, 0.5},
                    Passage{"prioritized_sum", 3.0, 0.0}, Passage{"prioritized_sum", 3.0, -1.2},
                    Passage{"weighted_sum", 0.5, 0.5}, Passage{"weighted_sum", 1.0, 0.0},
                    Passage{"weighted_sum", 1.0, -0.5}, Passage{"weighted_sum", 3.0, 1.2}));

}  // namespace
}  // namespace drover::test::obstacle_avoidance_test
