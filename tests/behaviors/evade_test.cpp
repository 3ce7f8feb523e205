#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test {
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

TEST(Evade, MaxPredictionLimitsTheLookAhead) {
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
TEST(Evade, NeverFleesTowardsAThreatThatIsFasterE1_10) {
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

}  // namespace
}  // namespace drover::test
