#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"
#include "core/random.h"

namespace drover::test::collision_avoidance_test {
namespace {

std::string avoid(const std::string& keys = "") {
  return R"({"type":"collision_avoidance","radius":100)" + keys + "}";
}
const std::string kPrinted = R"(,"printed_form":true)";

std::string keys_at(Vec3 position, Vec3 velocity) {
  return fmt::format(R"("position":[{},{}],"velocity":[{},{}])", position.x, position.y, velocity.x,
                     velocity.y);
}

std::string body(Vec3 position, Vec3 velocity, const std::string& type = "body") {
  return R"(,{"type":")" + type + "\"," + keys_at(position, velocity) + "}";
}

// What the actor in the origin, at rest and heading along x, asks for because of one body (of radius 0.5 like
// its own).
std::optional<Vec3> ask(Vec3 position, Vec3 velocity, const std::string& keys = "",
                        const std::string& type = "") {
  return request_of({.behavior = avoid(keys), .bodies = body(position, velocity), .type = type});
}

// They meet after 2 s, center on center, and A goes to its own left.
TEST(CollisionAvoidance, SolvesTheExerciseOfTheSeed) {
  const auto ask_before = [](double horizon, const std::string& keys = "") {
    return request_of({.behavior = avoid(fmt::format(R"(,"horizon":{})", horizon) + keys),
                       .actor = keys_at({4, 2, 0}, {3, 4, 0}),
                       .bodies = body({20, 12, 0}, {-5, -1, 0}),
                       .type = R"(,"max_speed":5)"});
  };
  EXPECT_FALSE(ask_before(1.999));
  EXPECT_TRUE(ask_before(2.001));
  // A meter in 2 s is a change by 0.5 m/s, within 0.1 s.
  const auto request = ask_before(100.0);
  ASSERT_TRUE(request);
  EXPECT_NEAR(request->x, -4.0, 1e-12);
  EXPECT_NEAR(request->y, 3.0, 1e-12);
  const auto printed = ask_before(2.0, kPrinted);
  ASSERT_TRUE(printed);
  EXPECT_NEAR(printed->x, -4.8, 1e-12);
  EXPECT_NEAR(printed->y, 3.6, 1e-12);
}

TEST(CollisionAvoidance, TakesTheTimeOfClosestApproach) {
  for (const double speed : {1.0, 2.5, 8.0}) {
    const auto ask_before = [&](double horizon) {
      return ask({10, 0.3, 0}, {-speed, 0, 0}, fmt::format(R"(,"horizon":{})", horizon));
    };
    EXPECT_FALSE(ask_before(10.0 / speed * 0.999)) << speed;
    EXPECT_TRUE(ask_before(10.0 / speed * 1.001)) << speed;
  }
  EXPECT_FALSE(ask({3, 0.3, 0}, {2, 0, 0}, R"(,"horizon":1000)")) << "it goes away";
  EXPECT_FALSE(ask({3, 0.3, 0}, {0, 0, 0})) << "no agent moves";
}

TEST(CollisionAvoidance, ReactsToAMissShorterThanTheRadiiAndTheMargin) {
  EXPECT_TRUE(ask({5, 0.999, 0}, {-2, 0, 0}));
  EXPECT_FALSE(ask({5, 1.0, 0}, {-2, 0, 0}));
  EXPECT_TRUE(ask({5, 1.0, 0}, {-2, 0, 0}, R"(,"margin":0.5)"));
  EXPECT_TRUE(ask({5, 1.499, 0}, {-2, 0, 0}, R"(,"margin":0.5)"));
  EXPECT_FALSE(ask({5, 1.5, 0}, {-2, 0, 0}, R"(,"margin":0.5)"));
  // Each body has its own radius.
  EXPECT_TRUE(ask({5, 1.4, 0}, {-2, 0, 0}, "", R"(,"radius":1)"));
  EXPECT_FALSE(ask({5, 1.6, 0}, {-2, 0, 0}, "", R"(,"radius":1)"));
}

// The velocity is 60 degrees off the line of sight: the printed distance is 5, the true one 8.66.
TEST(CollisionAvoidance, TakesTheTrueLeastDistance) {
  const Vec3 velocity{-1.0, std::sqrt(3.0), 0.0};
  EXPECT_FALSE(ask({10, 0, 0}, velocity, R"(,"margin":7.6)"));
  EXPECT_TRUE(ask({10, 0, 0}, velocity, R"(,"margin":7.7)"));
}

// gdx-ai and GSAI find 1.18 m.
TEST(CollisionAvoidance, PassesAtFiveMetersWherePeersSeeACollision) {
  const std::string far = R"(,"horizon":20,"margin":)";
  EXPECT_FALSE(ask({10, 5, 0}, {-1, 0, 0}, far + "1"));
  EXPECT_FALSE(ask({10, 5, 0}, {-1, 0, 0}, far + "3.999"));
  const auto request = ask({10, 5, 0}, {-1, 0, 0}, far + "4.001");
  ASSERT_TRUE(request);
  EXPECT_NEAR(request->x, 0.0, 1e-12);
  EXPECT_NEAR(request->y, -0.001 / 10.0 / 0.1, 1e-12);
  const auto printed = ask({10, 5, 0}, {-1, 0, 0}, far + "4.001" + kPrinted);
  ASSERT_TRUE(printed);
  EXPECT_NEAR(printed->y, -6.0, 1e-12);
}

TEST(CollisionAvoidance, LeadsAwayFromWhereTheOtherWillBe) {
  for (const double side : {1.0, -1.0}) {
    // They miss each other by 0.4 m after 3 s.
    const auto request = ask({6, 0.4 * side, 0}, {-2, 0, 0});
    ASSERT_TRUE(request);
    EXPECT_NEAR(length(*request - Vec3{0, -side * 0.6 / 3.0 / 0.1, 0}), 0.0, 1e-12);
    const auto printed = ask({6, 0.4 * side, 0}, {-2, 0, 0}, kPrinted);
    ASSERT_TRUE(printed);
    EXPECT_NEAR(length(*printed - Vec3{0, -side * 6.0, 0}), 0.0, 1e-12);
  }
}

TEST(CollisionAvoidance, AsksForMoreTheDeeperAndTheNearerTheCollision) {
  double before = 0.0;
  for (const double miss : {0.999, 0.9, 0.7, 0.4, 0.1}) {
    const auto request = ask({10, miss, 0}, {-2, 0, 0}, R"(,"horizon":20)");
    ASSERT_TRUE(request);
    EXPECT_NEAR(length(*request), (1.0 - miss) / 5.0 / 0.1, 1e-12);
    EXPECT_GT(length(*request), before);
    before = length(*request);
  }
  // It sets in over the last quarter of the horizon, and of the distance at which the other is seen.
  EXPECT_NEAR(length(*ask({9, 0.4, 0}, {-2, 0, 0})), 4.0 * (1.0 - 4.5 / 5.0) * 0.6 / 4.5 / 0.1, 1e-12);
  EXPECT_NEAR(length(*ask({90, 0.4, 0}, {-2, 0, 0}, R"(,"horizon":1000)")),
              4.0 * (1.0 - std::hypot(90, 0.4) / 100.5) * 0.6 / 45.0 / 0.1, 1e-12);
  before = 0.0;
  for (const double distance : {9.0, 6.0, 4.0, 3.2}) {
    const auto request = ask({distance, 0.1, 0}, {-2, 0, 0});
    ASSERT_TRUE(request);
    EXPECT_GT(length(*request), before);
    before = length(*request);
  }
  EXPECT_NEAR(length(*ask({1.4, 0.1, 0}, {-2, 0, 0})), 6.0, 1e-12) << "never more than the limit";
}

// The body is a meter long.
TEST(CollisionAvoidance, AMarginInLengthsOfTheBodyIsTheSameEverywhere) {
  for (const double distance : {0.9, 1.05, 1.2, 1.42, 1.49, 1.51, 3.0, 8.0}) {
    const auto in_meters = ask({distance, 0.2, 0}, {-2, 0.1, 0}, R"(,"margin":0.5)");
    EXPECT_TRUE(in_meters) << distance;
    EXPECT_EQ(in_meters, ask({distance, 0.2, 0}, {-2, 0.1, 0}, R"(,"margin_factor":0.5)")) << distance;
  }
}

TEST(CollisionAvoidance, IsQuietAmongBodiesAtRestWithinTheMargin) {
  const std::string margin = R"(,"margin":0.5)";
  EXPECT_FALSE(ask({1.2, 0, 0}, {0, 0, 0}, margin));
  EXPECT_FALSE(ask({1.2, 0, 0}, {0.1, 0, 0}, margin)) << "it goes away";
  EXPECT_EQ(ask({1.2, 0, 0}, {0, 0, 0}, margin + kPrinted), (Vec3{-6, 0, 0}));
  // Who comes nearer is asked to stop that.
  const auto slow = ask({1.2, 0, 0}, {-0.3, 0.7, 0}, margin);
  ASSERT_TRUE(slow);
  EXPECT_NEAR(length(*slow - Vec3{-0.3 / 0.1, 0, 0}), 0.0, 1e-12);
}

TEST(CollisionAvoidance, OfSeveralWithinTheMarginTheDeepestCounts) {
  const std::string slow = body({1.2, 0, 0}, {-0.1, 0, 0});
  const std::string fast = body({0, 1.3, 0}, {0, -0.4, 0});
  const auto request = request_of({.behavior = avoid(R"(,"margin":0.5)"), .bodies = slow + fast});
  ASSERT_TRUE(request);
  EXPECT_NEAR(length(*request - Vec3{0, -4, 0}), 0.0, 1e-12);
}

// Neighbors who stand at goals 0.6 m apart with a margin of 0.3 m do not push each other for ever.
TEST(CollisionAvoidance, NeighborsAtTheirGoalsComeToRest) {
  const auto speed_after = [](const std::string& keys) {
    const auto type = [&](const char* goal) {
      return R"({"radius":0.25,"max_speed":1.4,"steering":{"arbiter":{"type":"weighted_sum"},"behaviors":[
                {"type":"collision_avoidance","margin":0.3)" +
             keys + R"(},{"type":"arrive","target":{"point":[)" + goal + "]}}]}}";
    };
    Simulator simulator = make_simulator(
        R"({"format":1,"agent_types":{"a":)" + type("0,0") + R"(,"b":)" + type("0.6,0") +
        R"(},"agents":[{"type":"a","position":[-2,0.1]},{"type":"b","position":[2.6,-0.2]}]})");
    run_steps(simulator, 1500);
    return length(velocity_of(simulator, 0)) + length(velocity_of(simulator, 1));
  };
  EXPECT_LT(speed_after(""), 1e-3);
  EXPECT_GT(speed_after(kPrinted), 0.01);
}

TEST(CollisionAvoidance, BodiesThatOverlapPartWhateverTheyDo) {
  for (const Vec3 velocity : {Vec3{2, 0, 0}, Vec3{0, 0, 0}, Vec3{-2, 0, 0}}) {
    const auto request = ask({0.8, 0, 0}, velocity);
    ASSERT_TRUE(request);
    EXPECT_NEAR(length(*request - Vec3{-6, 0, 0}), 0.0, 1e-12);
  }
}

TEST(CollisionAvoidance, CoincidentAgentsPartAlongXTheHigherNumberForwards) {
  const Simulator simulator = simulator_of({.behavior = avoid(), .bodies = body({}, {}, "actor")});
  EXPECT_EQ(request_of(simulator, 0), (Vec3{-6, 0, 0}));
  EXPECT_EQ(request_of(simulator, 1), (Vec3{6, 0, 0}));
}

// Off ties, a pair alone asks for opposite accelerations; so does one that moves as a whole (GAL).
TEST(CollisionAvoidance, APairReactsOppositelyAndTheSameInAMovingFrame) {
  Draws draws({77});
  int reactions = 0;
  for (int k = 0; k < 300; ++k) {
    const auto number = [&draws](double limit) { return limit * draws.signed_uniform(); };
    std::array<double, 8> n{};
    for (double& value : n)
      value = number(3.0);
    const auto requests = [&](Vec3 frame) {
      const Vec3 v = Vec3{n[2], n[3], 0} + frame;
      const Vec3 other = Vec3{n[6], n[7], 0} + frame;
      const Simulator simulator = simulator_of({.behavior = avoid(),
                                                .actor = keys_at({n[0], n[1], 0}, v),
                                                .bodies = body({n[4], n[5], 0}, other, "actor"),
                                                .type = R"(,"max_speed":100)"});
      return std::pair(request_of(simulator, 0), request_of(simulator, 1));
    };
    const auto [a, b] = requests({});
    ASSERT_EQ(a.has_value(), b.has_value());
    const auto [moving, unused] = requests({2.0, -1.5, 0.0});
    ASSERT_EQ(a.has_value(), moving.has_value());
    if (!a) continue;
    ++reactions;
    ASSERT_NEAR(length(*a + *b), 0.0, 1e-12);
    ASSERT_LE(length(*a), 6.0 + 1e-12);
    ASSERT_NEAR(length(*a - *moving), 0.0, 1e-9);
  }
  EXPECT_GT(reactions, 50);
}

TEST(CollisionAvoidance, ReactsToTheFirstCollisionOnly) {
  const std::string soon = body({6, 0.4, 0}, {-3, 0, 0});
  const std::string late = body({0.3, 4, 0}, {0, -1, 0});
  const auto alone = request_of({.behavior = avoid(), .bodies = soon});
  EXPECT_EQ(request_of({.behavior = avoid(), .bodies = soon + late}), alone);
  EXPECT_EQ(request_of({.behavior = avoid(), .bodies = late + soon}), alone);
  EXPECT_NE(request_of({.behavior = avoid(), .bodies = late}), alone);
}

TEST(CollisionAvoidance, OfCollisionsAtTheSameTimeTheLowerNumberCounts) {
  const std::string above = body({6, 0.4, 0}, {-3, 0, 0});
  const std::string below = body({6, -0.4, 0}, {-3, 0, 0});
  EXPECT_EQ(request_of({.behavior = avoid(), .bodies = above + below}),
            request_of({.behavior = avoid(), .bodies = above}));
  EXPECT_EQ(request_of({.behavior = avoid(), .bodies = below + above}),
            request_of({.behavior = avoid(), .bodies = below}));
}

// Nothing else acts, so once the least distance they are heading for is the sum of the radii it stays.
TEST(CollisionAvoidance, APairThatMeetsHeadOnParts) {
  Simulator simulator = simulator_of({.behavior = avoid(),
                                      .actor = keys_at({-8, 0, 0}, {3, 0, 0}),
                                      .bodies = body({8, 0, 0}, {-3, 0, 0}, "actor")});
  double min_distance = kInfinity;
  for (int k = 0; k < 400; ++k) {
    run_steps(simulator, 1);
    min_distance = smaller(min_distance, length(position_of(simulator, 1) - position_of(simulator, 0)));
  }
  EXPECT_GE(min_distance, 1.0 - 1e-9);
  EXPECT_GT(position_of(simulator, 0).x, 5.0);
  EXPECT_GT(position_of(simulator, 0).y, 0.0) << "it went to its left";
}

TEST(CollisionAvoidance, SeesAcrossTheEdgeOfATorus) {
  const auto request =
      request_of({.behavior = R"({"type":"collision_avoidance"})",
                  .actor = R"("position":[39,5])",
                  .bodies = body({3, 5.4, 0}, {-2, 0, 0}),
                  .scenario = R"(,"world":{"bounds":{"min":[0,0],"max":[40,20],"edge":"wrap"}})"});
  ASSERT_TRUE(request);
  EXPECT_NEAR(length(*request - Vec3{0, -0.6 / 2.0 / 0.1, 0}), 0.0, 1e-9);
}

TEST(CollisionAvoidance, OnlyThoseItLooksAtCount) {
  const std::string other = R"(,{"type":"body","group":"cars","position":[6,0.4],"velocity":[-3,0]})";
  EXPECT_TRUE(request_of({.behavior = avoid(R"(,"neighbors":{"group":"cars"})"), .bodies = other}));
  EXPECT_FALSE(request_of({.behavior = avoid(R"(,"neighbors":{"agent_type":"actor"})"), .bodies = other}));
  EXPECT_FALSE(request_of({.behavior = avoid()}));
}

std::string cone(const std::string& keys = "") {
  return avoid(R"(,"variant":"cone")" + keys);
}

std::optional<Vec3> evade(const std::string& bodies) {
  return request_of(
      {.behavior = R"({"type":"evade","target":{"agent":"it"}})", .bodies = bodies, .type = kStrong});
}

std::string named(Vec3 position, Vec3 velocity) {
  return R"(,{"type":"body","id":"it",)" + keys_at(position, velocity) + "}";
}

TEST(CollisionAvoidance, ConeEvadesTheOneInIt) {
  const std::string other = named({5, 1, 0}, {-1, 0.5, 0});
  const auto expected = evade(other);
  const auto mean = request_of({.behavior = cone(), .bodies = other, .type = kStrong});
  ASSERT_TRUE(mean && expected);
  // The mean is a sum of rounded numbers.
  EXPECT_NEAR(length(*mean - *expected), 0.0, 1e-9);
  EXPECT_EQ(request_of({.behavior = cone(R"(,"cone_response":"closest")"), .bodies = other, .type = kStrong}),
            expected);
}

TEST(CollisionAvoidance, ConeSeesWhatIsAheadAndNothingElse) {
  const auto sees = [](double degrees, const std::string& keys = "") {
    const double angle = degrees * det::kPi / 180.0;
    return ask({5 * std::cos(angle), 5 * std::sin(angle), 0}, {}, R"(,"variant":"cone")" + keys).has_value();
  };
  EXPECT_TRUE(sees(29.9));
  EXPECT_TRUE(sees(-29.9));
  EXPECT_FALSE(sees(30.1));
  EXPECT_FALSE(sees(180.0));
  EXPECT_TRUE(sees(89.0, R"(,"cone_half_angle":1.5707963)"));
}

// Millington's complaint about the cone, and why there is another variant.
TEST(CollisionAvoidance, ConeReactsToHarmlessAgentsAndMissesCrossingOnes) {
  const Vec3 harmless{5, 0.3, 0};
  EXPECT_TRUE(ask(harmless, {3, 0, 0}, R"(,"variant":"cone")"));
  EXPECT_FALSE(ask(harmless, {3, 0, 0}));
  const Vec3 crossing{0.2, 4, 0};
  EXPECT_FALSE(ask(crossing, {0, -2, 0}, R"(,"variant":"cone")"));
  EXPECT_TRUE(ask(crossing, {0, -2, 0}));
}

TEST(CollisionAvoidance, ConeEvadesTheMeanOrTheClosest) {
  const std::string two = body({4, 1, 0}, {-1, 0, 0}) + body({8, -2, 0}, {-3, 2, 0});
  const auto mean = request_of({.behavior = cone(), .bodies = two, .type = kStrong});
  const auto expected = evade(named({6, -0.5, 0}, {-2, 1, 0}));
  ASSERT_TRUE(mean && expected);
  EXPECT_NEAR(length(*mean - *expected), 0.0, 1e-9);
  EXPECT_EQ(request_of({.behavior = cone(R"(,"cone_response":"closest")"), .bodies = two, .type = kStrong}),
            evade(named({4, 1, 0}, {-1, 0, 0})));
}

// What another behavior of the stack looks for is its own business, even one of weight 0.
TEST(CollisionAvoidance, IsNotChangedByAnotherOneOfTheStack) {
  const auto is_alone = [](const std::string& own, const std::string& others, const std::string& bodies) {
    return move_alike({.behavior = avoid(own), .bodies = bodies},
                      {.behavior = avoid(others + R"(,"weight":0)") + "," + avoid(own), .bodies = bodies}, 5);
  };
  // Printed the lower number, else the deeper one.
  const std::string overlapping = body({0.9, 0, 0}, {}) + body({0, 0.5, 0}, {});
  EXPECT_TRUE(is_alone(kPrinted, "", overlapping));
  EXPECT_TRUE(is_alone("", kPrinted, overlapping));
  // Which one is deeper depends on how far ahead the approach counts.
  const std::string near = body({1.1, 0, 0}, {-1, 0, 0}) + body({0, 0.7, 0}, {});
  const std::string slow = R"(,"margin":0.5,"response_time":1)";
  const std::string fast = R"(,"margin":0.5,"response_time":0.1)";
  EXPECT_TRUE(is_alone(slow, fast, near));
  EXPECT_TRUE(is_alone(fast, slow, near));
}

}  // namespace
}  // namespace drover::test::collision_avoidance_test
