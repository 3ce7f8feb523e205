#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::interpose_test {
namespace {

std::string interpose(const std::string& keys = "") {
  return R"({"type":"interpose","first":{"agent":"a"},"second":{"agent":"b"})" + keys + "}";
}

std::string two_bodies(const std::string& first, const std::string& second,
                       const std::string& velocity = "[0,0]") {
  return fmt::format(R"(,{{"type":"body","id":"a","position":{},"velocity":{}}})", first, velocity) +
         fmt::format(R"(,{{"type":"body","id":"b","position":{},"velocity":{}}})", second, velocity);
}

TEST(Interpose, RestsOnTheMidpoint) {
  Simulator simulator = simulator_of({.behavior = interpose(), .bodies = two_bodies("[2,8]", "[6,-2]")});
  run_steps(simulator, 1000);
  EXPECT_LT(distance_to(simulator, {4, 3, 0}), 1e-6);
  EXPECT_LT(length(velocity_of(simulator)), 1e-6);
}

TEST(Interpose, FractionChoosesThePlaceBetweenThem) {
  for (const double fraction : {0.0, 0.25, 1.0}) {
    Simulator simulator = simulator_of({.behavior = interpose(fmt::format(R"(,"fraction":{})", fraction)),
                                        .bodies = two_bodies("[2,8]", "[6,-2]")});
    run_steps(simulator, 1000);
    EXPECT_LT(distance_to(simulator, {2 + 4 * fraction, 8 - 10 * fraction, 0}), 1e-6);
  }
}

// Yuka 0.7.8: the agent ends at (7.6113, -0.0247). It moves the two first, so that the agent sees them one
// step later: here they start a step ahead.
TEST(Interpose, AgreesWithAPublishedRun) {
  Simulator simulator = simulator_of(
      {.behavior = interpose(
           R"(,"deceleration":"slow","deceleration_tweak":1,"response_time":1,"brakes_in_time":false)"),
       .actor = R"("position":[0,8])",
       .bodies = two_bodies("[-4.983333333333333,0]", "[5.016666666666667,0]", "[1,0]"),
       .type = type_with_speed("4"),
       .scenario = kSixtieth});
  run_steps(simulator, 600);
  EXPECT_NEAR(position_of(simulator).x, 7.6113, 5e-5);
  EXPECT_NEAR(position_of(simulator).y, -0.0247, 5e-5);
}

// Both move with u: in step with them the agent is Tc u s / (s + u) behind its place between them.
TEST(Interpose, LagsAlikeBehindEveryMovingPlaceBetween) {
  for (const double fraction : {0.0, 0.25, 0.5, 1.0}) {
    Simulator simulator = simulator_of({.behavior = interpose(fmt::format(R"(,"fraction":{})", fraction)),
                                        .bodies = two_bodies("[0,30]", "[0,-30]", "[1,0]"),
                                        .type = R"(,"max_speed":2)"});
    run_steps(simulator, 4000);
    EXPECT_NEAR(position_of(simulator, 1).x - position_of(simulator).x, 0.3 * 1.0 * 2.0 / (2.0 + 1.0), 1e-9);
    EXPECT_NEAR(position_of(simulator).y, 30.0 - 60.0 * fraction, 1e-9);
  }
}

TEST(Interpose, SwappingTheTwoChangesNoBit) {
  const std::string bodies = two_bodies("[2.1,7.3]", "[6.7,-1.9]", "[0.3,-0.2]");
  const std::string swapped = R"({"type":"interpose","first":{"agent":"b"},"second":{"agent":"a"}})";
  EXPECT_TRUE(
      move_alike({.behavior = interpose(), .bodies = bodies}, {.behavior = swapped, .bodies = bodies}, 400));
}

TEST(Interpose, TwoAtOnePlaceAreArrivedAtFastBitForBit) {
  EXPECT_TRUE(
      move_alike({.behavior = R"({"type":"interpose","first":{"point":[7,3]},"second":{"point":[7,3]}})"},
                 {.behavior = R"({"type":"arrive","target":{"point":[7,3]},"deceleration":"fast"})"}, 400));
}

TEST(Interpose, GetsBetweenThemOnTheShortSideOfAWorldThatWraps) {
  const std::string world = R"(,"world":{"bounds":{"min":[0,0],"max":[100,100],"edge":"wrap"}})";
  // Their midpoint is x = 99, not 49.
  for (const char* actor : {R"("position":[70,50])", R"("position":[30,50])"}) {
    Simulator simulator = simulator_of({.behavior = interpose(),
                                        .actor = actor,
                                        .bodies = two_bodies("[94,50]", "[4,50]"),
                                        .scenario = world});
    run_steps(simulator, 1500);
    EXPECT_NEAR(position_of(simulator).x, 99.0, 1e-6);
  }
}

TEST(Interpose, TakesTheShortWayToTheirMidpointInAWorldThatWraps) {
  // The two are seen on opposite sides; their midpoint, x = 99, is just less than half the world away.
  const auto ask = [](const char* x) {
    return request_of({.behavior = interpose(),
                       .actor = fmt::format(R"("position":[{},50])", x),
                       .bodies = two_bodies("[94,50]", "[4,50]"),
                       .scenario = R"(,"world":{"bounds":{"min":[0,0],"max":[100,100],"edge":"wrap"}})"});
  };
  EXPECT_LT(ask("48.9")->x, 0.0);
  EXPECT_GT(ask("49.1")->x, 0.0);
}

TEST(Interpose, WithOnlyOneOfThemThereIsNoRequest) {
  EXPECT_FALSE(
      request_of({.behavior = R"({"type":"interpose","first":{"point":[7,3]},"second":{"group":"g"}})",
                  .actor = R"("position":[0,0],"group":"g")"}));
}

// The targets are looked for after the time to the place at the fraction, (8, 0): 8 m / 2 m/s.
TEST(Interpose, LooksAheadByTheTimeToThePlaceBetween) {
  const auto request =
      request_of({.behavior = R"({"type":"interpose","first":{"agent":"one"},"second":{"agent":"other"},
                                                   "fraction":1,"response_time":1,"deceleration_tweak":100})",
                  .bodies = R"(,{"id":"one","type":"body","position":[0,0],"velocity":[0,3]},
                                                {"id":"other","type":"body","position":[8,0],"velocity":[0,1]})",
                  .type = R"(,"max_speed":2,"max_acceleration":1000)"});
  ASSERT_TRUE(request);
  EXPECT_NEAR(length(*request - Vec3{8, 4, 0} / 100.0), 0.0, 1e-12);
}

}  // namespace
}  // namespace drover::test::interpose_test
