#include <gtest/gtest.h>

#include "behaviors/turner.h"

namespace drover::test::match_rotation_test {
namespace {

// An actor beside dancers that spin at 1 and 2 rad/s, the nearer one first.
Stage stage(const std::string& keys, const std::string& actor = R"("position":[0,0])",
            const std::string& type = kTurner) {
  return {.behavior = R"({"type":"match_rotation",)" + keys + "}",
          .actor = actor +
                   R"(},{"type":"actor","group":"dancers","id":"dancer","position":[1,0],"rotation":1},)" +
                   R"({"type":"actor","group":"dancers","position":[5,0],"rotation":2)",
          .type = type};
}

constexpr const char* kDancer = R"("target":{"group":"dancers"})";

TEST(MatchRotation, AsksForTheDifferenceWithinItsTime) {
  EXPECT_NEAR(angular_request_of(stage(kDancer)), 10.0, 1e-12);
  EXPECT_NEAR(angular_request_of(stage(kDancer, facing(0.0, 1.5))), -5.0, 1e-12);
  EXPECT_NEAR(angular_request_of(stage(std::string(kDancer) + R"(,"response_time":0.5)")), 2.0, 1e-12);
}

TEST(MatchRotation, TakesTheNearestOfAGroupOrTheMean) {
  EXPECT_NEAR(angular_request_of(stage(R"("target":{"group":"dancers"})")), 10.0, 1e-12);
  EXPECT_NEAR(angular_request_of(stage(R"("target":{"group":"dancers","select":"centroid"})")), 15.0, 1e-12);
}

TEST(MatchRotation, LimitOfTheAngularAccelerationHolds) {
  EXPECT_NEAR(angular_request_of(stage(kDancer, facing(0.0),
                                       R"(,"max_angular_acceleration":3,"locomotion":{"type":"oriented"})")),
              3.0, 1e-12);
}

// Dancers of the same rate keep it, for they ask each other for it; every step leaves the actor
// 1 - dt / response_time of the difference.
TEST(MatchRotation, TheDifferenceDecaysByTheSameFactorInEveryStep) {
  Stage alike = stage(kDancer);
  const std::size_t at = alike.actor.find(R"("rotation":2)");
  alike.actor.replace(at, 12, R"("rotation":1)");
  Simulator simulator = simulator_of(alike);
  double left = 1.0;
  for (int k = 0; k < 60; ++k) {
    run_steps(simulator, 1);
    left *= 0.8;
    const auto& rotation = simulator.world().state.motion.rotation;
    ASSERT_NEAR(rotation[1] - rotation[0], left, 1e-12) << k;
  }
}

TEST(MatchRotation, AsksForNoMotionAndWithoutItsTargetForNothing) {
  EXPECT_EQ(*request_of(stage(kDancer)), (Vec3{}));
  EXPECT_FALSE(request_of({.behavior = R"({"type":"match_rotation","target":{"group":"g"}})",
                           .actor = R"("position":[0,0],"group":"g")"}));
}

TEST(MatchRotation, OnlyAgentsTurn) {
  EXPECT_ANY_THROW(simulator_of(stage(R"("target":{"point":[1,1]})")));
}

}  // namespace
}  // namespace drover::test::match_rotation_test
