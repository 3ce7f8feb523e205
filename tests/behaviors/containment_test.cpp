#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::containment_test {
namespace {

constexpr const char* kDisc = R"({"center":[0,0],"radius":4})";
constexpr const char* kRectangle = R"({"min":[-4,-3],"max":[4,3]})";
constexpr const char* kTriangle = R"({"points":[[-5,-4],[6,-3],[1,6]]})";

std::string containment(const std::string& keys = "") {
  return R"({"type":"containment","region":"pen")" + keys + "}";
}

std::string world_with(const std::string& region) {
  return R"(,"simulation":{"dt":0.01},"world":{"regions":{"pen":)" + region + "}}";
}

std::string moving(double x, double y, double vx, double vy) {
  return fmt::format(R"("position":[{},{}],"velocity":[{},{}])", x, y, vx, vy);
}

std::optional<Vec3> ask(const std::string& region, const std::string& actor, const std::string& keys = "") {
  return request_of({.behavior = containment(keys),
                     .actor = actor,
                     .type = R"(,"max_speed":3,"max_acceleration":1000)",
                     .scenario = world_with(region)});
}

TEST(Containment, LeavesAnAgentAloneThatWillBeInside) {
  // At (3.4, 0) in 1 s, 0.6 m from the border of the rectangle and of the disc.
  EXPECT_FALSE(ask(kRectangle, moving(1, 0, 2.4, 0)));
  EXPECT_FALSE(ask(kDisc, moving(1, 0, 2.4, 0)));
  EXPECT_FALSE(ask(kRectangle, moving(3.4, 2.4, 0, 0)));
}

// The place is 0.3 m too far out: the velocity is to change by 0.3 m / 1 s with a time constant of 0.1 s.
TEST(Containment, AsksInProportionToHowFarOutThePlaceWillBe) {
  EXPECT_NEAR(length(*ask(kRectangle, moving(1, 0, 2.8, 0)) - Vec3{-3, 0, 0}), 0.0, 1e-12);
  EXPECT_NEAR(length(*ask(kDisc, moving(1, 0, 2.8, 0)) - Vec3{-3, 0, 0}), 0.0, 1e-12);
  EXPECT_NEAR(length(*ask(kRectangle, moving(1, 0, 2.501, 0)) - Vec3{-0.01, 0, 0}), 0.0, 1e-9);
  // Beyond the border it goes on in the same way.
  EXPECT_NEAR(length(*ask(kRectangle, moving(2, 0, 2.5, 0)) - Vec3{-10, 0, 0}), 0.0, 1e-12);
}

TEST(Containment, TurnsBackFromBothSidesOfACorner) {
  // From (4.3, 3.4) and (3.8, 2.7) to (3.5, 2.5).
  EXPECT_NEAR(length(*ask(kRectangle, moving(3, 2, 1.3, 1.4)) - Vec3{-8, -9, 0}), 0.0, 1e-12);
  EXPECT_NEAR(length(*ask(kRectangle, moving(3, 2, 0.8, 0.7)) - Vec3{-3, -2, 0}), 0.0, 1e-12);
}

TEST(Containment, AlongTheBorderOnlyTheWayOutIsBraked) {
  // At (-1, 2.9) in 1 s, 0.4 m too far up.
  const auto request = ask(kRectangle, moving(-3, 1.9, 2, 1));
  EXPECT_NEAR(length(*request - Vec3{0, -4, 0}), 0.0, 1e-12);
}

TEST(Containment, OnTheBorderItTurnsBackTheWayItCame) {
  EXPECT_NEAR(length(*ask(kRectangle, moving(2, 0, 2, 0)) - Vec3{-5, 0, 0}), 0.0, 1e-12);
}

TEST(Containment, FromOutsideItSeeksTheNearestPoint) {
  // At rest, full speed for (4, 1); then the speed of 1 s to the edge of what is allowed, 0.5 m further in.
  EXPECT_NEAR(length(*ask(kRectangle, moving(20, 1, 0, 0)) - Vec3{-30, 0, 0}), 0.0, 1e-12);
  EXPECT_NEAR(length(*ask(kRectangle, moving(5, 1, 0, 0)) - Vec3{-15, 0, 0}), 0.0, 1e-12);
  for (const char* region : {kDisc, kRectangle, kTriangle}) {
    Simulator simulator = simulator_of(
        {.behavior = containment(), .actor = moving(9, 8, 1, 0), .scenario = world_with(region)});
    run_steps(simulator, 2000);
    EXPECT_NEAR(-simulator.world().model().regions[0].shape.distance(position_of(simulator)), 0.5, 1e-3)
        << region;
    EXPECT_LT(length(velocity_of(simulator)), 1e-3);
  }
}

// How far inside the agent stays that sets out from the middle at max_speed, over many directions; negative
// where it leaves. It brakes from 3 m/s with 6 m/s^2: 0.75 m, the way of 0.25 s.
double min_depth(const std::string& region, const std::string& keys) {
  double depth = kInfinity;
  for (int k = 0; k < 24; ++k) {
    const double angle = 2.0 * std::numbers::pi * (k + 0.5) / 24.0;
    Simulator simulator =
        simulator_of({.behavior = containment(keys),
                      .actor = moving(0.3, 0.2, 3.0 * std::cos(angle), 3.0 * std::sin(angle)),
                      .type = R"(,"max_speed":3,"max_acceleration":6)",
                      .scenario = world_with(region)});
    for (int n = 0; n < 600; ++n) {
      run_steps(simulator, 1);
      depth = smaller(depth, -simulator.world().model().regions[0].shape.distance(position_of(simulator)));
    }
  }
  return depth;
}

TEST(Containment, NeverLeavesWhereItLooksAsFarAsItTakesToStop) {
  for (const char* region : {kDisc, kRectangle, kTriangle})
    EXPECT_GT(min_depth(region, R"(,"lookahead":0.25,"margin":0.1)"), 0.0) << region;
}

TEST(Containment, LeavesWhereItLooksHalfAsFar) {
  for (const char* region : {kDisc, kRectangle, kTriangle})
    EXPECT_LT(min_depth(region, R"(,"lookahead":0.125,"margin":0.1)"), 0.0) << region;
}

TEST(Containment, LooksFarEnoughToKeepTheMargin) {
  for (const char* region : {kDisc, kRectangle, kTriangle})
    EXPECT_GT(min_depth(region, R"(,"lookahead":0.5,"margin":0.3)"), 0.3 - 1e-3) << region;
}

TEST(Containment, HoldsAWanderer) {
  for (const char* region : {kDisc, kRectangle, kTriangle}) {
    Simulator simulator = simulator_of({.behavior = containment(R"(,"weight":5)") + R"(,{"type":"wander"})",
                                        .actor = moving(0, 0, 1, 1),
                                        .scenario = world_with(region)});
    for (int n = 0; n < 6000; ++n) {
      run_steps(simulator, 1);
      ASSERT_TRUE(simulator.world().model().regions[0].shape.encloses(position_of(simulator)))
          << region << ", " << n;
    }
  }
}

// The way of a wanderer in a minute [m].
double way_in_a_minute(const std::string& behaviors, const std::string& region) {
  Simulator simulator =
      simulator_of({.behavior = behaviors, .actor = moving(0, 0, 1, 1), .scenario = world_with(region)});
  double way = 0.0;
  for (int n = 0; n < 6000; ++n) {
    run_steps(simulator, 1);
    way += length(velocity_of(simulator)) * 0.01;
  }
  return way;
}

// It takes away the part of the motion that leads out, and leaves the rest to what comes after it.
TEST(Containment, LeavesAWandererMostOfItsSpeed) {
  const std::string wander = R"({"type":"wander"})";
  const double free = way_in_a_minute(wander, kDisc);
  EXPECT_GT(way_in_a_minute(containment() + "," + wander, kDisc), 0.6 * free);
}

TEST(Containment, TurnsAndMirrorsWithItsRegion) {
  const auto here = ask(kTriangle, moving(2, 1, 1, 2.5));
  // A quarter turn, and the mirror image across the x axis.
  const auto turned = ask(R"({"points":[[4,-5],[3,6],[-6,1]]})", moving(-1, 2, -2.5, 1));
  const auto mirrored = ask(R"({"points":[[-5,4],[6,3],[1,-6]]})", moving(2, -1, 1, -2.5));
  ASSERT_TRUE(here && turned && mirrored);
  EXPECT_GT(length(*here), 1.0);
  EXPECT_NEAR(length(*turned - Vec3{-here->y, here->x, 0}), 0.0, 1e-12);
  EXPECT_NEAR(length(*mirrored - Vec3{here->x, -here->y, 0}), 0.0, 1e-12);
}

TEST(Containment, AnUnknownRegionIsRejected) {
  EXPECT_THROW(
      simulator_of({.behavior = R"({"type":"containment","region":"yard"})", .scenario = world_with(kDisc)}),
      std::runtime_error);
}

}  // namespace
}  // namespace drover::test::containment_test
