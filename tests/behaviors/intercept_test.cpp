#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::intercept_test {
namespace {

std::string intercept(const std::string& keys = "") {
  return R"({"type":"intercept","target":{"agent":"t"})" + keys + "}";
}

std::string body_at(const std::string& position, const std::string& velocity) {
  return R"(,{"type":"body","id":"t","position":)" + position + R"(,"velocity":)" + velocity + "}";
}

// The push of an actor that runs along +x with 2 m/s: 1 to the left, -1 to the right, 0 for none.
double side(const std::string& body, const std::string& keys = "") {
  const auto request = request_of({.behavior = intercept(keys),
                                   .actor = R"("position":[0,0],"velocity":[2,0])",
                                   .bodies = body,
                                   .type = R"(,"max_acceleration":4)"});
  EXPECT_TRUE(request);
  EXPECT_EQ(request->x, 0.0);
  return request->y / 4.0;
}

TEST(Intercept, WhatStandsStillIsChasedBitForBit) {
  const std::string body = body_at("[5,-3]", "[0,0]");
  const std::string actor = R"("position":[0,0],"velocity":[2,0])";
  EXPECT_TRUE(move_alike(
      {.behavior = intercept(), .actor = actor, .bodies = body},
      {.behavior = R"({"type":"chase","target":{"agent":"t"}})", .actor = actor, .bodies = body}, 400));
}

// 4 m ahead and 3 m to the right with a relative velocity of (-2, 2): 5 m / 2.83 m/s = 1.77 s, in which it
// goes 3.54 m to the left. With 1.4 s it would not get as far as the axis.
TEST(Intercept, TurnsToWhereTheTargetWillBe) {
  EXPECT_EQ(side(body_at("[4,-3]", "[0,2]")), 1.0);
  EXPECT_EQ(side(body_at("[4,-3]", "[0,2]"), R"(,"max_prediction":1.4)"), -1.0);
  EXPECT_EQ(side(body_at("[4,-3]", "[0,2]"), R"(,"prediction":"fixed_speed")"), -1.0);
}

TEST(Intercept, DeadbandHoldsForThePredictedPlace) {
  // 1 s to (4, 0).
  EXPECT_EQ(side(body_at("[4,-3]", "[0,3]"), R"(,"prediction":"fixed_speed","prediction_speed":5)"), 0.0);
}

// The range over the relative speed has no limit: 6.7 m at 0.2 m/s are 33 s, in which the target crosses the
// axis. Within 5 s it stays on the left.
TEST(Intercept, LooksAtMostSoFarAhead) {
  EXPECT_EQ(side(body_at("[6,3]", "[2,-0.2]"), R"(,"max_prediction":null)"), -1.0);
  EXPECT_EQ(side(body_at("[6,3]", "[2,-0.2]")), 1.0);
}

TEST(Intercept, EqualVelocitiesPredictNothing) {
  EXPECT_EQ(side(body_at("[0,3]", "[2,0]")), 1.0);
  EXPECT_EQ(side(body_at("[3,-3]", "[2,0]")), -1.0);
}

TEST(Intercept, WithoutATargetThereIsNoRequest) {
  EXPECT_FALSE(request_of({.behavior = R"({"type":"intercept","target":{"group":"g"}})",
                           .actor = R"("position":[0,0],"group":"g")"}));
}

// A player, five regulars that chase it and, if asked for, five interceptors (Bourg ch. 4).
std::string pincer(bool with_interceptors) {
  const auto hunters = [](const char* hunt) {
    return R"({"max_speed":2.4,"steering":{"behaviors":[{"type":")" + std::string(hunt) +
           R"(","target":{"agent":"player"}},{"type":"flocking","same_type":true}]}})";
  };
  const auto five = [](const char* type, int number) {
    return fmt::format(R"(,{{"type":"{}","number":{},"count":5,"speed":2,)", type, number) +
           R"("placement":{"type":"disc","center":[-4,0],"radius":2}})";
  };
  return R"({"format":1,"agent_types":{"player":{},"regular":)" + hunters("chase") + R"(,"interceptor":)" +
         hunters("intercept") +
         R"(},"agents":[{"type":"player","id":"player","position":[0,0],"velocity":[1,0.5]})" +
         five("regular", 10) + (with_interceptors ? five("interceptor", 20) : "") + "]}";
}

TEST(Intercept, TypesThatFlockApartDoNotInfluenceEachOther) {
  Simulator both = make_simulator(pincer(true));
  Simulator regulars = make_simulator(pincer(false));
  for (int k = 0; k < 300; ++k) {
    run_steps(both, 1);
    run_steps(regulars, 1);
    for (AgentIndex i = 0; i < 6; ++i)
      ASSERT_EQ(position_of(both, i), position_of(regulars, i)) << k << ", " << i;
  }
}

}  // namespace
}  // namespace drover::test::intercept_test
