#include "observe/record/flights.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "projectiles/range.h"

namespace drover::flights_test {
namespace {

using test::put_in_flight;
using test::simulator_of;

Flights flights_of(Simulator& simulator, int steps, const FlightLimits& limits = {}) {
  FlightRecorder recorder(simulator.world(), limits);
  recorder.observe(simulator);
  for (int k = 0; k < steps; ++k) {
    test::run_steps(simulator, 1);
    recorder.observe(simulator);
  }
  return recorder.flights();
}

TEST(FlightRecorder, KeepsAFlightFromTheMuzzleToWhatItMeets) {
  Simulator simulator = simulator_of({.shot = R"("muzzle_speed":10,"color":"red")",
                                      .fire = R"("target":{"point":[5,0]},"period":1000)",
                                      .world = R"(,"walls":[{"points":[[3,-1],[3,1]]}])"});
  const Flights flights = flights_of(simulator, 50);
  ASSERT_EQ(flights.flights.size(), 1u);
  const Flight& flight = flights.flights.front();
  EXPECT_EQ(flights.types.at(flight.type).color, "red");
  EXPECT_EQ(flight.owner_type, 0u);
  EXPECT_EQ(flight.end, Met::wall);
  EXPECT_LT(flight.points.front().x, 1.0);
  EXPECT_NEAR(flight.points.back().x, 3.0 - simulator.world().model().projectiles.types[0].radius, 1e-9);
}

TEST(FlightRecorder, SaysWhatIsStillInFlight) {
  Simulator simulator = simulator_of({});
  put_in_flight(simulator, {0, 0, 0}, {1, 0, 0});
  const Flights flights = flights_of(simulator, 50);
  ASSERT_EQ(flights.flights.size(), 1u);
  EXPECT_EQ(flights.flights.front().end, Met::nothing);
  EXPECT_NEAR(flights.flights.front().points.back().x, 1.0, 1e-12);
}

TEST(FlightRecorder, SaysWhereAProjectileExploded) {
  Simulator simulator = simulator_of({.shot = R"("fuse":0.5,"explosion":{"radius":3})"});
  put_in_flight(simulator, {0, 0, 0}, {2, 0, 0});
  const Flights flights = flights_of(simulator, 50);
  ASSERT_EQ(flights.flights.size(), 1u);
  EXPECT_EQ(flights.flights.front().end, Met::fuse);
  ASSERT_EQ(flights.blasts.size(), 1u);
  EXPECT_EQ(flights.blasts.front().projectile, 1u);
  EXPECT_EQ(flights.blasts.front().radius, 3.0);
  EXPECT_NEAR(flights.blasts.front().center.x, 1.0, 1e-12);
  EXPECT_NEAR(flights.flights.front().points.back().x, 1.0, 1e-12);
}

// The corners of the way of a ball are where it bounced, however few points are kept.
TEST(FlightRecorder, KeepsTheBouncesOfABall) {
  Simulator simulator =
      simulator_of({.shot = R"("radius":0.1,"ball":{"restitution":1,"friction":0,
          "rolling_drag":0})",
                    .world = R"(,"walls":[{"points":[[2,-9],[2,9]]},{"points":[[-2,-9],[-2,9]]}])"});
  put_in_flight(simulator, {0, 0, 0}, {1, 0.1, 0});
  test::world_of(simulator).state.projectiles.phase[0] = static_cast<std::uint8_t>(ProjectilePhase::rolls);
  const Flights flights = flights_of(simulator, 1000, {.points_per_flight = 12});
  ASSERT_EQ(flights.flights.size(), 1u);
  const std::vector<Vec3>& points = flights.flights.front().points;
  EXPECT_LE(points.size(), 13u);
  const auto corners =
      std::ranges::count_if(points, [](Vec3 point) { return std::fabs(std::fabs(point.x) - 1.9) < 1e-9; });
  EXPECT_EQ(corners, 5);  // 20 m of way, 3.8 m from wall to wall
  EXPECT_EQ(points.back(), test::first_position(simulator));
}

TEST(FlightRecorder, KeepsFewerOfManyFlightsEvenlyOverTheRun) {
  Simulator simulator =
      simulator_of({.shot = R"("lifetime":0.1)", .fire = R"("target":{"point":[5,0]},"period":0.02)"});
  const Flights flights = flights_of(simulator, 200, {.flights = 20});
  EXPECT_LE(flights.flights.size(), 20u);
  EXPECT_GT(flights.flights.size(), 10u);
  EXPECT_EQ(flights.flights.size() + flights.left_out, 200u);
  EXPECT_GT(flights.flights.back().number, 180u);
  EXPECT_TRUE(std::ranges::is_sorted(flights.flights, {}, &Flight::number));
}

TEST(FlightRecorder, GoesOnBeyondTheEdgesOfAWorldThatWraps) {
  Simulator simulator = simulator_of({.agents = R"({"type":"a","position":[3,2]})",
                                      .world = R"(,"bounds":{"min":[0,0],"max":[20,20],"edge":"wrap"})"});
  put_in_flight(simulator, {10, 15, 0}, {5, 0, 0});
  const Flights flights = flights_of(simulator, 500);
  ASSERT_EQ(flights.flights.size(), 1u);
  EXPECT_NEAR(flights.flights.front().points.back().x, 60.0, 1e-9);
}

}  // namespace
}  // namespace drover::flights_test
