#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::evade_test {
namespace {

std::string evade(const std::string& keys = "") {
  return R"({"type":"evade","target":{"agent":"t"})" + keys + "}";
}

std::string body_at(const std::string& position, const std::string& velocity) {
  return R"(,{"type":"body","id":"t","position":)" + position + R"(,"velocity":)" + velocity + "}";
}

TEST(Evade, WhatStandsStillIsFledFromBitForBit) {
  const std::string body = R"(,{"type":"body","id":"t","position":[-1,2]})";
  EXPECT_TRUE(move_alike(
      {.behavior = evade(R"(,"threat_range":6)"), .bodies = body},
      {.behavior = R"({"type":"flee","target":{"agent":"t"},"panic_distance":6})", .bodies = body}, 400));
}

TEST(Evade, FleesFromWhereTheThreatWillBe) {
  // T = 5 / (3 + 2) = 1 s: the threat will be at (4, 1).
  const auto request =
      request_of({.behavior = evade(), .bodies = body_at("[4,3]", "[0,-2]"), .type = R"(,"max_speed":3)"});
  ASSERT_TRUE(request);
  EXPECT_NEAR(length(direction(*request) + direction({4, 1, 0})), 0.0, 1e-12);
}

TEST(Evade, MaxPredictionLimitsTheLookahead) {
  const auto request = request_of({.behavior = evade(R"(,"max_prediction":0.5)"),
                                   .bodies = body_at("[4,3]", "[0,-2]"),
                                   .type = R"(,"max_speed":3)"});
  ASSERT_TRUE(request);
  EXPECT_NEAR(length(direction(*request) + direction({4, 2, 0})), 0.0, 1e-12);
}

TEST(Evade, ActsUpToTheThreatRangeAndNotBeyond) {
  const auto ask = [](const char* x) {
    return request_of(
        {.behavior = evade(R"(,"threat_range":5)"), .bodies = body_at(fmt::format("[{},0]", x), "[1,0]")});
  };
  EXPECT_TRUE(ask("5"));
  EXPECT_FALSE(ask("5.000001"));
}

// A threat at 0 that runs at the slow evader at x = 2: the predicted place must not lie behind the evader.
TEST(Evade, NeverFleesTowardsAThreatThatIsFaster) {
  for (const char* speed : {"1", "4", "50", "900"}) {
    const auto request = request_of({.behavior = evade(R"(,"max_prediction":100)"),
                                     .actor = R"("position":[2,0])",
                                     .bodies = body_at("[0,0]", fmt::format("[{},0]", speed)),
                                     .type = R"(,"max_speed":1)"});
    ASSERT_TRUE(request);
    EXPECT_GT(request->x, 0.0) << speed;
    EXPECT_EQ(request->y, 0.0) << speed;
  }
}

TEST(Evade, AThreatPredictedOnTheAgentIsFledFromWhereItIsNow) {
  // The threat is so much faster that the predicted place is within 1e-9 m of the agent.
  const auto request = request_of(
      {.behavior = evade(), .bodies = body_at("[0,-1]", "[0,900]"), .type = R"(,"max_speed":1e-7)"});
  ASSERT_TRUE(request);
  EXPECT_EQ(request->x, 0.0);
  EXPECT_GT(request->y, 0.0);
}

TEST(Evade, AgentsOnOneSpotPartInOppositeDirections) {
  const std::string both = scene(R"([{"type":"evade","target":{"agent_type":"a"}}])",
                                 R"([{"type":"a","position":[1,1]},{"type":"a","position":[1,1]}])");
  const auto first = test::request_of(both, 0);
  const auto second = test::request_of(both, 1);
  ASSERT_TRUE(first && second);
  EXPECT_LT(first->x, 0.0);
  EXPECT_EQ(first->x, -second->x);
}

constexpr const char* kPredictions[] = {"closing_sum", "own_speed",      "top_speed",
                                        "fixed_speed", "relative_speed", "exact"};
constexpr const char* kSteers[] = {"velocity", "full_accel", "bow"};

// A threat at 0 with 4 m/s, the evader at rest at 2: looking 2 s ahead would see it at 8.
TEST(Evade, NoPredictionLooksBeyondTheEvader) {
  for (const char* prediction : kPredictions) {
    const auto request = request_of(
        {.behavior =
             evade(fmt::format(R"(,"max_prediction":2,"prediction_speed":1,"prediction":"{}")", prediction)),
         .actor = R"("position":[2,0])",
         .bodies = body_at("[0,0]", "[4,0]"),
         .type = R"(,"max_speed":1)"});
    ASSERT_TRUE(request);
    EXPECT_GT(request->x, 0.0) << prediction;
  }
}

TEST(Evade, WhatStandsStillIsFledFromWithEveryPredictionBitForBit) {
  const std::string body = R"(,{"type":"body","id":"t","position":[-1,2]})";
  for (const char* prediction : kPredictions) {
    for (const char* variant : {"velocity", "full_accel"}) {
      EXPECT_TRUE(move_alike(
          {.behavior = evade(fmt::format(R"(,"prediction":"{}","steer":"{}")", prediction, variant)),
           .bodies = body},
          {.behavior = fmt::format(R"({{"type":"flee","target":{{"agent":"t"}},"variant":"{}"}})", variant),
           .bodies = body},
          200))
          << prediction << ", " << variant;
    }
  }
}

// The threat will be at (4, 1) in 1 s; a fixed speed of 10 m/s looks 0.5 s ahead.
TEST(Evade, LooksAsFarAheadAsItsPredictionSays) {
  const auto request = request_of({.behavior = evade(R"(,"prediction":"fixed_speed","steer":"full_accel")"),
                                   .bodies = body_at("[4,3]", "[0,-2]"),
                                   .type = R"(,"max_speed":3,"max_acceleration":5)"});
  ASSERT_TRUE(request);
  EXPECT_NEAR(length(*request + 5.0 * direction(Vec3{4, 2, 0})), 0.0, 1e-12);
}

TEST(Evade, BowTurnsTheBackToTheThreat) {
  const auto ask = [](const char* position) {
    return *request_of({.behavior = evade(R"(,"steer":"bow")"),
                        .actor = R"("position":[0,0],"velocity":[2,0])",
                        .bodies = body_at(position, "[0,0]"),
                        .type = R"(,"max_acceleration":4)"});
  };
  EXPECT_NEAR(length(ask("[0,5]") - Vec3{0, -2, 0}), 0.0, 1e-14);
  EXPECT_NEAR(length(ask("[5,-5]") - Vec3{0, 3, 0}), 0.0, 1e-14);
  EXPECT_EQ(ask("[-5,0]"), Vec3{});
}

TEST(Evade, IsNotPursueWithItsSignTurned) {
  Stage stage{.behavior = evade(R"(,"response_time":1)"),
              .actor = R"("position":[5,6],"velocity":[3,3])",
              .bodies = body_at("[8,2]", "[0,0]"),
              .type = R"(,"max_speed":5,"max_acceleration":20)"};
  EXPECT_NEAR(length(*request_of(stage) - Vec3{-6, 1, 0}), 0.0, 1e-14);
}

TEST(Evade, OutOfRangeThereIsNoRequestHoweverItSteers) {
  for (const char* steer : kSteers) {
    EXPECT_FALSE(request_of({.behavior = evade(fmt::format(R"(,"threat_range":5,"steer":"{}")", steer)),
                             .bodies = body_at("[6,0]", "[-1,0]")}));
  }
}

// What explain says: the look ahead is never longer than that of closing_sum.
TEST(Evade, PredictionsThatLookFartherComeToClosingSum) {
  const auto stage = [](const char* prediction) {
    return Stage{.behavior = fmt::format(
                     R"({{"type":"evade","target":{{"agent":"hunter"}},"prediction":"{}"}})", prediction),
                 .actor = R"("position":[5,1],"velocity":[1,0.5])",
                 .bodies = R"(,{"id":"hunter","type":"body","position":[0,0],"velocity":[2,0.3]})"};
  };
  for (const char* same : {"top_speed", "relative_speed", "exact"})
    EXPECT_TRUE(move_alike(stage("closing_sum"), stage(same), 200)) << same;
  EXPECT_FALSE(move_alike(stage("closing_sum"), stage("fixed_speed"), 200));
}

}  // namespace
}  // namespace drover::test::evade_test
