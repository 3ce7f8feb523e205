#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::match_velocity_test {
namespace {

constexpr const char* kMatch = R"({"type":"match_velocity","target":{"agent":"t"},"response_time":0.5})";

std::string body(const std::string& velocity, const std::string& keys = "") {
  return R"(,{"type":"body","position":[5,5],"velocity":)" + velocity + keys + "}";
}

// A step takes dt / response_time off the difference.
TEST(MatchVelocity, DifferenceShrinksByTheSameFactorInEveryStep) {
  Simulator simulator = simulator_of({.behavior = kMatch,
                                      .actor = R"("position":[0,0],"velocity":[-1,2])",
                                      .bodies = body("[2,1]", R"(,"id":"t")"),
                                      .type = kStrong,
                                      .scenario = R"(,"simulation":{"dt":0.02})"});
  for (int n = 1; n <= 100; ++n) {
    run_steps(simulator, 1);
    const Vec3 left = Vec3{3, -1, 0} * std::pow(1.0 - 0.02 / 0.5, n);
    ASSERT_NEAR(length(Vec3{2, 1, 0} - velocity_of(simulator) - left), 0.0, 1e-12) << n;
  }
}

TEST(MatchVelocity, IsLimitedByTheAcceleration) {
  Simulator simulator = simulator_of({.behavior = kMatch,
                                      .bodies = body("[3,0]", R"(,"id":"t")"),
                                      .type = R"(,"max_acceleration":0.5)",
                                      .scenario = R"(,"simulation":{"dt":0.02})"});
  for (int n = 1; n <= 250; ++n) {
    run_steps(simulator, 1);
    ASSERT_NEAR(velocity_of(simulator).x, 0.5 * 0.02 * n, 1e-12) << n;
  }
}

// Only the difference counts: the same velocity added to all agents changes no request.
TEST(MatchVelocity, AVelocityAddedToAllAgentsChangesNothing) {
  const auto ask = [](const char* own, const char* other) {
    return *request_of({.behavior = kMatch,
                        .actor = R"("position":[0,0],"velocity":)" + std::string(own),
                        .bodies = body(other, R"(,"id":"t")")});
  };
  EXPECT_EQ(ask("[0,0]", "[1,-0.5]"), (Vec3{2, -1, 0}));
  EXPECT_EQ(ask("[1,2]", "[2,1.5]"), (Vec3{2, -1, 0}));
}

TEST(MatchVelocity, TakesTheMeanOfAGroupWithoutItself) {
  const auto request = request_of(
      {.behavior =
           R"({"type":"match_velocity","target":{"group":"g","select":"centroid"},"response_time":1})",
       .actor = R"("position":[0,0],"group":"g","velocity":[0,1])",
       .bodies = body("[3,0]", R"(,"group":"g")") + body("[0,2]", R"(,"group":"g")")});
  EXPECT_EQ(request, (Vec3{1.5, 0, 0}));
}

TEST(MatchVelocity, TakesTheNearestOfAGroupOtherwise) {
  const auto request =
      request_of({.behavior = R"({"type":"match_velocity","target":{"group":"g"},"response_time":1})",
                  .bodies = R"(,{"type":"body","group":"g","position":[9,0],"velocity":[9,0]})" +
                            body("[0,2]", R"(,"group":"g")")});
  EXPECT_EQ(request, (Vec3{0, 2, 0}));
}

TEST(MatchVelocity, WithoutATargetThereIsNoRequest) {
  EXPECT_FALSE(request_of({.behavior = R"({"type":"match_velocity","target":{"group":"g"}})",
                           .actor = R"("position":[0,0],"group":"g")"}));
}

TEST(MatchVelocity, WhatCannotMoveIsRejected) {
  EXPECT_THROW(simulator_of({.behavior = R"({"type":"match_velocity","target":{"point":[1,1]}})"}),
               std::runtime_error);
}

}  // namespace
}  // namespace drover::test::match_velocity_test
