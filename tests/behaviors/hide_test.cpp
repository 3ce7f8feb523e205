#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::hide_test {
namespace {

std::string hide(const std::string& keys = "") {
  return R"({"type":"hide","target":{"agent":"hunter"})" + keys + "}";
}

std::string hunter(const std::string& keys) {
  return R"(,{"type":"body","id":"hunter",)" + keys + "}";
}

std::string world(const std::string& obstacles, const std::string& keys = "") {
  return fmt::format(R"(,"world":{{"obstacles":[{}]{}}})", obstacles, keys);
}

std::string circle(double x, double y, double radius) {
  return fmt::format(R"({{"center":[{},{}],"radius":{}}})", x, y, radius);
}

void expect_heads_for(const Stage& stage, Vec3 way) {
  const std::optional<Vec3> request = request_of(stage);
  ASSERT_TRUE(request);
  EXPECT_NEAR(length(direction(*request) - direction(way)), 0.0, 1e-12);
}

TEST(Hide, RestsBehindTheObstacleOutOfSight) {
  Simulator simulator = simulator_of({.behavior = hide(R"(,"distance_from_boundary":1.25)"),
                                      .actor = R"("position":[2,11])",
                                      .bodies = hunter(R"("position":[-4,-3])"),
                                      .scenario = world(circle(2, 5, 2))});
  run_steps(simulator, 1000);
  // Hunter, center and spot are in line: the direction is (6, 8) / 10.
  EXPECT_LT(distance_to(simulator, {2 + 0.6 * 3.25, 5 + 0.8 * 3.25, 0}), 1e-6);
  EXPECT_TRUE(simulator.world().geometry().blocks_sight(position_of(simulator), position_of(simulator, 1)));
}

TEST(Hide, BehindOneObstacleItIsArriveFastBitForBit) {
  const std::string body = hunter(R"("position":[0,0])");
  const std::string obstacle = world(circle(10, 0, 2));
  EXPECT_TRUE(
      move_alike({.behavior = hide(), .actor = R"("position":[13,6])", .bodies = body, .scenario = obstacle},
                 {.behavior = R"({"type":"arrive","target":{"point":[13.5,0]},"deceleration":"fast"})",
                  .actor = R"("position":[13,6])",
                  .bodies = body,
                  .scenario = obstacle},
                 400));
}

TEST(Hide, WithoutAnObstacleItIsEvadeBitForBit) {
  const std::string body = hunter(R"("position":[-3,1],"velocity":[1,-0.5])");
  EXPECT_TRUE(move_alike({.behavior = hide(), .bodies = body},
                         {.behavior = R"({"type":"evade","target":{"agent":"hunter"}})", .bodies = body},
                         400));
}

TEST(Hide, TakesTheNearestSpotWhateverTheOrderOfObstacles) {
  const std::string body = hunter(R"("position":[0,0])");
  for (const std::string& order :
       {circle(10, 0, 1) + "," + circle(0, 9, 1), circle(0, 9, 1) + "," + circle(10, 0, 1)}) {
    expect_heads_for(
        {.behavior = hide(), .actor = R"("position":[2,2])", .bodies = body, .scenario = world(order)},
        {-2, 9.5, 0});
  }
}

TEST(Hide, BetweenEqualSpotsTheFirstObstacleWins) {
  expect_heads_for({.behavior = hide(),
                    .actor = R"("position":[0,4])",
                    .bodies = hunter(R"("position":[0,0])"),
                    .scenario = world(circle(-8, 0, 1) + "," + circle(8, 0, 1))},
                   {-10.5, -4, 0});
}

TEST(Hide, RearBiasPrefersSpotsBehindTheHunter) {
  const auto stage = [](const std::string& keys) {
    return Stage{.behavior = hide(keys),
                 .actor = R"("position":[1,3])",
                 .bodies = hunter(R"("position":[0,0],"velocity":[1,0])"),
                 .scenario = world(circle(10, 0, 1) + "," + circle(-10, 0, 1))};
  };
  expect_heads_for(stage(""), {11.5, -3, 0});
  expect_heads_for(stage(R"(,"rear_bias":0.5)"), {-13.5, -3, 0});
}

TEST(Hide, ActsUpToTheThreatDistanceAndNotBeyond) {
  const auto ask = [](const char* x) {
    return request_of({.behavior = hide(R"(,"threat_distance":5)"),
                       .bodies = hunter(fmt::format(R"("position":[{},0])", x)),
                       .scenario = world(circle(20, 0, 1))});
  };
  EXPECT_TRUE(ask("5"));
  EXPECT_FALSE(ask("5.000001"));
}

TEST(Hide, ObstacleAtTheHuntersPositionHidesNoAgent) {
  const std::string body = hunter(R"("position":[3,0])");
  const Stage evading{.behavior = R"({"type":"evade","target":{"agent":"hunter"}})", .bodies = body};
  EXPECT_EQ(request_of({.behavior = hide(), .bodies = body, .scenario = world(circle(3, 0, 1))}),
            request_of(evading));
}

TEST(Hide, LeavesOutASpotInsideAnotherObstacle) {
  const auto stage = [](const std::string& keys) {
    return Stage{.behavior = hide(keys),
                 .actor = R"("position":[13,5])",
                 .bodies = hunter(R"("position":[0,0])"),
                 // The spot of the first, at (13.5, 0), lies in the second obstacle; the spot of the second
                 // is at (17.5, 0).
                 .scenario = world(circle(10, 0, 2) + "," + circle(14, 0, 2))};
  };
  expect_heads_for(stage(""), {4.5, -5, 0});
  expect_heads_for(stage(R"(,"reject_blocked":false)"), {0.5, -5, 0});
}

TEST(Hide, ASpotOnTheRimIsNotBlockedByItsOwnObstacle) {
  for (int k = 1; k <= 50; ++k) {
    const auto ask = [k](const std::string& keys) {
      return request_of({.behavior = hide(R"(,"distance_from_boundary":0)" + keys),
                         .actor = R"("position":[3,-7])",
                         .bodies = hunter(R"("position":[0,0])"),
                         .scenario = world(circle(0.3 * k, 0.7 * k + 2.1, 0.9))});
    };
    EXPECT_EQ(ask(""), ask(R"(,"reject_blocked":false)")) << k;
  }
}

TEST(Hide, LeavesOutASpotOutsideTheWorld) {
  const std::string bounds = R"(,"bounds":{"min":[-20,-20],"max":[12,20],"edge":"clamp"})";
  const auto stage = [&](const std::string& keys) {
    return Stage{.behavior = hide(keys),
                 .actor = R"("position":[9,5])",
                 .bodies = hunter(R"("position":[0,0])"),
                 .scenario = world(circle(10, 0, 1) + "," + circle(0, -10, 1), bounds)};
  };
  expect_heads_for(stage(""), {-9, -17.5, 0});
  expect_heads_for(stage(R"(,"reject_blocked":false)"), {3.5, -5, 0});
}

// An actor that looks along the x axis; the obstacle it may hide behind is out of the way of all agents.
bool hides(const std::string& keys, const std::string& hunter_keys, const std::string& walls = "") {
  return request_of({.behavior = hide(keys),
                     .actor = R"("position":[0,0],"heading":0)",
                     .bodies = hunter(hunter_keys),
                     .scenario = world(circle(0, 30, 1), walls)})
      .has_value();
}

TEST(Hide, CanWaitUntilItSeesTheHunter) {
  const std::string see = R"(,"visibility":"see_hunter","fov_deg":90)";
  EXPECT_TRUE(hides(see, R"("position":[5,4.9])"));
  EXPECT_FALSE(hides(see, R"("position":[5,5.1])"));
  EXPECT_FALSE(hides(see, R"("position":[-5,0])"));
  EXPECT_FALSE(hides(see, R"("position":[5,0])", R"(,"walls":[{"points":[[2,-1],[2,1]]}])"));
  EXPECT_TRUE(
      hides(R"(,"visibility":"always")", R"("position":[5,0])", R"(,"walls":[{"points":[[2,-1],[2,1]]}])"));
}

TEST(Hide, SeesAllRoundWithAFullFieldOfView) {
  const std::string all_round = fmt::format(R"(,"visibility":"see_hunter","fov":{})", 2.0 * std::numbers::pi);
  // The hunter is dead astern of an actor that looks anywhere.
  for (int degrees = 0; degrees < 360; ++degrees) {
    const double angle = degrees * std::numbers::pi / 180.0;
    const Vec3 heading{std::cos(angle), std::sin(angle), 0.0};
    EXPECT_TRUE(
        request_of({.behavior = hide(all_round),
                    .actor = fmt::format(R"("position":[0,0],"velocity":[{},{}])", heading.x, heading.y),
                    .bodies = hunter(fmt::format(R"("position":[{},{}])", -5 * heading.x, -5 * heading.y)),
                    .scenario = world(circle(0, 30, 1))}))
        << degrees;
  }
}

TEST(Hide, MutualSightAlsoNeedsTheHuntersEyes) {
  const std::string mutual = R"(,"visibility":"mutual","fov_deg":90)";
  EXPECT_TRUE(hides(mutual, R"("position":[5,0],"heading_deg":180)"));
  EXPECT_FALSE(hides(mutual, R"("position":[5,0],"heading_deg":90)"));
  EXPECT_FALSE(hides(mutual, R"("position":[-5,0],"heading_deg":0)"));
  EXPECT_TRUE(hides(R"(,"visibility":"see_hunter","fov_deg":90)", R"("position":[5,0],"heading_deg":90)"));
}

TEST(Hide, RemembersASightingForAsLongAsItIsTold) {
  // The hunter passes from x = 2 at 1 m/s; from x = 4 on, after 2 s, a wall hides it. Weight zero keeps the
  // actor where it is.
  Simulator simulator =
      simulator_of({.behavior = hide(R"(,"visibility":"see_hunter","memory":1.5,"weight":0)"),
                    .bodies = hunter(R"("position":[2,4],"velocity":[1,0])"),
                    .scenario = world(circle(0, 30, 1), R"(,"walls":[{"points":[[2,2],[9,2]]}])") +
                                R"(,"simulation":{"dt":0.125})"});
  for (int k = 0; k <= 40; ++k) {
    const double time = 0.125 * k;
    // At 2 s the line of sight meets the end of the wall, which blocks it: the last sighting is one step
    // earlier.
    EXPECT_EQ(request_of(simulator).has_value(), time <= 1.875 + 1.5) << time;
    run_steps(simulator, 1);
  }
}

TEST(Hide, WithoutAHunterThereIsNoRequest) {
  EXPECT_FALSE(request_of(
      {.behavior = R"({"type":"hide","target":{"group":"g"}})", .actor = R"("position":[0,0],"group":"g")"}));
}

// The spot behind the near obstacle is (13.5, 0), the one behind the far obstacle (0, 24.5).
TEST(Hide, LeavesOutSpotsInAndBehindWalls) {
  const auto stage = [](const std::string& wall, const char* keys) {
    return Stage{.behavior = hide(keys),
                 .actor = R"("position":[8,6])",
                 .bodies = hunter(R"("position":[0,0])"),
                 .scenario = world(circle(10, 0, 2) + "," + circle(0, 20, 3),
                                   fmt::format(R"(,"walls":[{{"points":{}}}])", wall))};
  };
  constexpr Vec3 kNear{5.5, -6, 0};
  constexpr Vec3 kFar{-8, 18.5, 0};
  // Across the straight way; 0.4 m beyond the spot, nearer than the radius of 0.5 m; 0.6 m beyond.
  expect_heads_for(stage("[[8,3],[20,3]]", ""), kFar);
  expect_heads_for(stage("[[13.9,-5],[13.9,5]]", ""), kFar);
  expect_heads_for(stage("[[14.1,-5],[14.1,5]]", ""), kNear);
  expect_heads_for(stage("[[8,3],[20,3]]", R"(,"reject_blocked":false)"), kNear);
}

}  // namespace
}  // namespace drover::test::hide_test
