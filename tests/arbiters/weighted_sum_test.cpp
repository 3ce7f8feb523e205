#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover {
namespace {

using test::next_acceleration;
using test::scene;

// At rest, with response_time 1 s and max_speed 3, a seek along an axis asks for 3 m/s^2 that way.
constexpr const char* kEast = R"({"type":"seek","target":{"point":[100,0]},"response_time":1})";
constexpr const char* kNorthFour =
    R"({"type":"seek","target":{"point":[0,100]},"response_time":1,"weight":1.3333333333333333})";
constexpr const char* kWest = R"({"type":"seek","target":{"point":[-100,0]},"response_time":1})";
constexpr const char* kAgent = R"([{"type":"a","position":[0,0]}])";

std::string stack(std::string_view first, std::string_view second) {
  return "[" + std::string(first) + "," + std::string(second) + "]";
}

TEST(WeightedSum, AddsRequests) {
  const Vec3 a = next_acceleration(scene(stack(kEast, kNorthFour), kAgent, R"(,"max_acceleration":10)"));
  EXPECT_NEAR(a.x, 3.0, 1e-12);
  EXPECT_NEAR(a.y, 4.0, 1e-12);
}

TEST(WeightedSum, ClipsTheLengthAndKeepsTheDirectionC16) {
  // Each request is within the limit of 4; only their sum of length 5 is not.
  const Vec3 a = next_acceleration(scene(stack(kEast, kNorthFour), kAgent, R"(,"max_acceleration":4)"));
  EXPECT_NEAR(a.x, 2.4, 1e-12);
  EXPECT_NEAR(a.y, 3.2, 1e-12);
}

TEST(WeightedSum, OppositeRequestsCancelExactly) {
  EXPECT_EQ(next_acceleration(scene(stack(kEast, kWest), kAgent)), (Vec3{}));
}

TEST(WeightedSum, WeightZeroIsTheSameAsNoBehavior) {
  Simulator with = test::make_simulator(scene(stack(R"({"type":"wander","weight":0})", kEast), kAgent));
  Simulator without = test::make_simulator(scene("[" + std::string(kEast) + "]", kAgent));
  test::run_steps(with, 50);
  test::run_steps(without, 50);
  EXPECT_EQ(with.world().state.x, without.world().state.x);
  EXPECT_EQ(with.world().state.vy, without.world().state.vy);
}

// Catalogue combining 1, check 3: requests (d_i - v)/tau with weights w_i settle at the weighted mean of the
// d_i.
TEST(WeightedSum, RestVelocityIsTheWeightedMeanOfTheWantedVelocities) {
  Simulator simulator = test::make_simulator(
      scene(stack(R"({"type":"seek","target":{"point":[100000,0]},"response_time":1,"weight":3})",
                  R"({"type":"seek","target":{"point":[0,100000]},"response_time":1})"),
            kAgent, R"(,"max_speed":2,"max_acceleration":100)"));
  test::run_steps(simulator, 1000);
  const Vec3 v = simulator.world().state.velocity(0);
  EXPECT_NEAR(v.x, 1.5, 1e-3);
  EXPECT_NEAR(v.y, 0.5, 1e-3);
}

}  // namespace
}  // namespace drover
