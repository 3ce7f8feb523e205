// park ends at a pose: within 0.2 m and 5 degrees, from wherever, for all bodies that drive.
#include <cmath>
#include <ostream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/det_math.h"
#include "support/problems.h"
#include "support/scene.h"

namespace drover::test::park_test {
namespace {

struct Driver {
  const char* name;
  const char* actuator;
  const char* body;
};
void PrintTo(const Driver& driver, std::ostream* out) {
  *out << driver.name;
}

constexpr Driver kDrivers[] = {
    {"Car", "car", R"({"type": "bicycle", "rear_axle": 1.25})"},
    {"Wheels", "car", R"({"type": "unicycle"})"},
    {"Motorbike", "motorbike",
     R"({"type": "bicycle", "wheelbase": 1.4, "max_steer": 0.273, "steer_rate": 2, "reverse_speed": 0})"},
    {"Tank", "tank", R"({"type": "two_track"})"},
    {"Robot", "tank", R"({"type": "differential_drive"})"},
};

std::string parking(const Driver& driver, Vec3 goal, double degrees, const std::string& world = "{}") {
  return fmt::format(
      R"({{"format": 1, "simulation": {{"dt": 0.02, "duration": 120}}, "world": {},
          "agent_types": {{"a": {{"radius": 1, "max_speed": 8, "actuator": {{"type": "{}"}}, "locomotion": {},
             "steering": {{"behaviors": [{{"type": "park", "target": {{"point": [{}, {}]}}, "orientation_deg": {}}}]}}}}}},
          "agents": [{{"type": "a", "position": [0, 0], "heading": 0}}]}})",
      world, driver.actuator, driver.body, goal.x, goal.y, degrees);
}

void expect_parked(const Simulator& simulator, Vec3 goal, double degrees, const std::string& what) {
  const AgentMotion& motion = simulator.world().state.motion;
  const double angle = degrees * det::kPi / 180.0;
  const Vec3 heading{std::cos(angle), std::sin(angle), 0.0};
  EXPECT_LE(length(motion.position(0) - goal), 0.2) << what;
  EXPECT_LE(std::acos(std::fmin(1.0, dot(motion.heading(0), heading))), 5.0 * det::kPi / 180.0) << what;
  EXPECT_LE(length(motion.velocity(0)), 1e-3) << what;
}

class Parking : public testing::TestWithParam<Driver> {};

TEST_P(Parking, EndsAtThePoseWhereverThatIs) {
  for (const Vec3 goal : {Vec3{12, 3, 0}, Vec3{-8, 5, 0}, Vec3{2, -9, 0}, Vec3{0.5, 3, 0}}) {
    for (const double degrees : {0.0, 90.0, 180.0, -120.0}) {
      Simulator simulator = make_simulator(parking(GetParam(), goal, degrees));
      run_steps(simulator, 6000);
      expect_parked(simulator, goal, degrees, fmt::format("{} {} at {}", goal.x, goal.y, degrees));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Behaviors, Parking, testing::ValuesIn(kDrivers),
                         [](const auto& driver) { return driver.param.name; });

// Between two others at the curb, with 9 m of room.
TEST(Park, BacksIntoAGapWithoutTouching) {
  const std::string world = R"({"walls": [{"points": [[-20, -6], [30, -6]]}], "obstacles": [
      {"box": {"center": [-1, -4], "size": [4, 2]}}, {"box": {"center": [12, -4], "size": [4, 2]}}]})";
  Simulator simulator = make_simulator(parking(kDrivers[0], {5.5, -4, 0}, 0, world));
  const World& in = simulator.world();
  for (int step = 0; step < 3000; ++step) {
    run_steps(simulator, 1);
    const Vec3 p = in.state.motion.position(0);
    ASSERT_GE(in.geometry().distance_to_obstacle(0, p), 1.0 - 0.02);
    ASSERT_GE(in.geometry().distance_to_obstacle(1, p), 1.0 - 0.02);
    ASSERT_GE(p.y, -5.02);
  }
  expect_parked(simulator, {5.5, -4, 0}, 0, "gap");
}

TEST(Park, StaysWhereItIsWhereNoWayIsFree) {
  const std::string world =
      R"({"walls": [{"points": [[-3, -3], [3, -3], [3, 3], [-3, 3]], "closed": true}]})";
  Simulator simulator = make_simulator(parking(kDrivers[0], {20, 0, 0}, 0, world));
  run_steps(simulator, 500);
  EXPECT_EQ(simulator.world().state.motion.position(0), Vec3{});
}

TEST(Park, IsForDriversAlone) {
  const Driver walker{"Walker", "none", R"({"type": "point_mass"})"};
  EXPECT_NE(problems_when_built(parking(walker, {5, 0, 0}, 0)).front().find("only drivers park"),
            std::string::npos);
}

}  // namespace
}  // namespace drover::test::park_test
