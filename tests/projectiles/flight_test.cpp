#include <array>

#include "core/det_math.h"
#include "projectiles/range.h"

namespace drover::flight_test {
namespace {

using test::expect_near;
using test::first_position;
using test::first_velocity;
using test::impacts_in;
using test::put_in_flight;
using test::Range;
using test::simulator_of;

// Flies for so many steps and returns the simulator.
Simulator flown(const Range& range, Vec3 position, Vec3 velocity, int steps) {
  Simulator simulator = simulator_of(range);
  put_in_flight(simulator, position, velocity);
  test::run_steps(simulator, steps);
  return simulator;
}

TEST(Flight, IsAParabolaToTheLastStep) {
  const Simulator simulator = flown({.dimensions = 3.0, .dt = 0.05}, {0.0, 0.0, 2.0}, {3.0, 4.0, 5.0}, 20);
  expect_near(first_position(simulator), {3.0, 4.0, 2.0 + 5.0 - 0.5 * 9.81}, 1e-12);
  expect_near(first_velocity(simulator), {3.0, 4.0, 5.0 - 9.81}, 1e-12);
}

TEST(Flight, HasTheGravityOfTheWorldOfItsTypeOrNone) {
  const auto fallen = [](const Range& range) {
    return first_velocity(flown(range, {0.0, 0.0, 50.0}, {}, 50)).z;
  };
  EXPECT_NEAR(fallen({.dimensions = 2.5, .world = R"(,"gravity":1.62)"}), -1.62, 1e-12);
  EXPECT_NEAR(fallen({.dimensions = 3.0, .shot = R"("gravity":[0,0,-2],"gravity_scale":0.5)"}), -1.0, 1e-12);
  EXPECT_EQ(fallen({.dimensions = 2.0}), 0.0);
}

// Millington 3.5.4, with the solution that is exact for any step.
TEST(Flight, UnderLinearDragIsExact) {
  for (const double dt : {0.01, 0.1, 1.0}) {
    const Range range = {.dimensions = 3.0, .dt = dt, .shot = R"("drag_linear":0.3)"};
    const Simulator simulator =
        flown(range, {1.0, 2.0, 3.0}, {10.0, 5.0, 20.0}, static_cast<int>(std::lround(2.0 / dt)));
    expect_near(first_position(simulator), {16.039612130, 9.519806065, 16.858755926}, 1e-8);
  }
}

// v = v_t (v0 - v_t tan(g t / v_t)) / (v_t + v0 tan(g t / v_t)) on the way up.
TEST(Flight, UnderQuadraticDragRisesAsHighAsTheClosedFormSays) {
  Simulator simulator = simulator_of({.dimensions = 3.0, .dt = 0.01, .shot = R"("drag_quadratic":0.01)"});
  put_in_flight(simulator, {}, {0.0, 0.0, 30.0});
  double highest = 0.0;
  for (int k = 0; k < 300; ++k) {
    test::run_steps(simulator, 1);
    highest = larger(highest, first_position(simulator).z);
  }
  EXPECT_NEAR(highest, 32.549318, 1e-4);
}

TEST(Flight, WithSpinAloneIsACircle) {
  const Range range = {.dimensions = 3.0, .dt = 0.01, .shot = R"("gravity":[0,0,0],"spin":[0,0,2])"};
  const Simulator simulator = flown(range, {}, {6.0, 0.0, 0.0}, 157);
  // Half a turn, but for 0.8 ms: the radius is 3 m.
  expect_near(first_position(simulator), {3.0 * det::sin(3.14), 3.0 - 3.0 * det::cos(3.14), 0.0}, 1e-6);
  EXPECT_NEAR(length(first_velocity(simulator)), 6.0, 1e-7);
}

// The lift of a ball with linear drag: v' = (-k + i W) v - i G in the plane x, z.
TEST(Flight, WithSpinDragAndGravityFollowsTheClosedForm) {
  const Range range = {.dimensions = 3.0, .dt = 0.01, .shot = R"("drag_linear":0.1,"spin":[0,-1.5,0])"};
  const Simulator simulator = flown(range, {}, {20.0, 0.0, 10.0}, 100);
  expect_near(first_position(simulator), {9.084974, 0.0, 14.089706}, 2e-6);
  expect_near(first_velocity(simulator), {-2.043057, 0.0, 12.408490}, 2e-6);
}

TEST(Flight, IsCarriedByWindThatSwings) {
  const Range range = {
      .dt = 0.01,
      .shot = R"("drag_linear":0.3)",
      .world = fmt::format(R"(,"wind":[{{"velocity":[5,0],"sine":{{"period":{}}}}}])", det::kPi)};
  const Simulator simulator = flown(range, {}, {}, 200);
  EXPECT_NEAR(first_position(simulator).x, 1.471677, 1e-6);
  EXPECT_NEAR(first_velocity(simulator).x, 0.798730, 1e-6);
}

TEST(Flight, SumsWindsByTimeAndByHeight) {
  const auto speed = [](const std::string& wind, double height) {
    const Range range = {.dimensions = 3.0,
                         .shot = R"("drag_linear":20,"gravity":[0,0,0])",
                         .world = R"(,"wind":[)" + wind + "]"};
    return first_velocity(flown(range, {0.0, 0.0, height}, {}, 100)).x;
  };
  EXPECT_NEAR(speed(R"({"velocity":[2,0,0]},{"velocity":[1,0,0]})", 0.0), 3.0, 1e-9);
  EXPECT_NEAR(speed(R"({"velocity":[2,0,0],"height":[[0,0],[10,1]]})", 5.0), 1.0, 1e-9);
  EXPECT_NEAR(speed(R"({"velocity":[2,0,0],"by":[[0,3],[1,3],[1.5,1]]})", 0.0), 2.0, 1e-4);
}

// Many regions are looked up by a grid, which changes nothing; borders belong to all that share them.
TEST(Flight, BlowsInARegionAndEverywhereAtOnce) {
  std::string regions, winds = R"({"velocity":[0,0,7]})";
  for (int k = 0; k < 100; ++k) {
    regions +=
        fmt::format(R"({}"{}":{{"min":[{},-9],"max":[{},9]}})", k == 0 ? "" : ",", k, 2 * k, 2 * k + 2);
    winds += fmt::format(R"(,{{"region":"{}","velocity":[0,{},0]}})", k, k);
  }
  const auto speed = [&](Vec3 place, const char* partition) {
    const Range range = {.dimensions = 3.0,
                         .shot = R"("drag_linear":20,"gravity":[0,0,0])",
                         .world = fmt::format(R"(,"regions":{{{}}},"wind":[{}])", regions, winds),
                         .simulation = partition};
    return first_velocity(flown(range, place, {}, 5));
  };
  for (const char* partition : {"", R"(,"partition":{"enabled":false})"}) {
    const double factor = speed({-50, 0, 0}, partition).z / 7.0;
    EXPECT_GT(factor, 0.8);
    expect_near(speed({61, 0, 0}, partition), Vec3{0, 30, 7} * factor, 1e-9);
    expect_near(speed({62, 0, 0}, partition), Vec3{0, 30 + 31, 7} * factor, 1e-9);
    expect_near(speed({61, 9.5, 0}, partition), Vec3{0, 0, 7} * factor, 1e-9);
    expect_near(speed({199, 0, 0}, partition), Vec3{0, 99, 7} * factor, 1e-9);
  }
}

// 20 m/s at 40 degrees through a side wind of 8 m/s in the strip from x = 10 to 20.
TEST(Flight, ThroughWindOfARegionLandsAsIntegrated) {
  Simulator simulator = simulator_of({.dimensions = 2.5,
                                      .shot = R"("drag_linear":0.1,"radius":0)",
                                      .world = R"(,"regions":{"strip":{"min":[10,-50],"max":[20,50]}},
                   "wind":[{"region":"strip","velocity":[0,8]}])"});
  const det::SinCos angle = det::sin_cos(40.0 * det::kPi / 180.0);
  put_in_flight(simulator, {0.0, 0.0, 1.2}, Vec3{angle.cos, 0.0, angle.sin} * 20.0);
  const std::vector<Impact> impacts = impacts_in(simulator, 150);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_NEAR(impacts[0].time, 2.613600, 1e-4);
  EXPECT_NEAR(impacts[0].point.x, 35.2375, 2e-3);
  EXPECT_NEAR(impacts[0].point.y, 0.843620, 1e-2);
}

constexpr const char* kWell = R"(,"wells":[{"at":{"point":[0,0]},"strength":100,"softening":1}])";

TEST(Flight, RoundAWellIsACircleAtTheSpeedOfOne) {
  // A period of 7.234523 s in 500 steps.
  const Range range = {.dt = 7.234523 / 500.0, .world = kWell};
  const Simulator simulator = flown(range, {5.0, 0.0, 0.0}, {0.0, 4.342502, 0.0}, 500);
  expect_near(first_position(simulator), {5.0, 0.0, 0.0}, 1e-5);
}

TEST(Flight, KeepsItsEnergyInAWell) {
  const Simulator simulator = flown({.world = kWell}, {5.0, 0.0, 0.0}, {0.0, 3.0, 0.0}, 500);
  const auto energy = [](Vec3 p, Vec3 v) { return 0.5 * length2(v) - 100.0 / std::sqrt(length2(p) + 1.0); };
  const double before = energy({5.0, 0.0, 0.0}, {0.0, 3.0, 0.0});
  EXPECT_NEAR(energy(first_position(simulator), first_velocity(simulator)) / before, 1.0, 4e-7);
}

TEST(Flight, FeelsNoWellBeyondItsRange) {
  const Range range = {.world = R"(,"wells":[{"at":{"point":[0,0]},"strength":100,"range":4.9}])"};
  EXPECT_EQ(first_velocity(flown(range, {5.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, 10)), (Vec3{0.0, 1.0, 0.0}));
}

TEST(Flight, FollowsAWellThatAnAgentCarries) {
  const Range range = {.agents = R"({"type":"a","position":[20,0]},{"id":"sun","type":"b","position":[0,0]})",
                       .world = R"(,"wells":[{"at":{"agent":"sun"},"strength":100,"softening":1}])"};
  Simulator simulator = simulator_of(range);
  put_in_flight(simulator, {-5.0, 0.0, 0.0}, {});
  test::run_steps(simulator, 1);
  EXPECT_NEAR(first_velocity(simulator).x / 0.02, 100.0 * 5.0 / std::pow(26.0, 1.5), 1e-2);
}

TEST(Flight, EndsWithItsLifetimeAndWhereItIsLost) {
  Simulator simulator = simulator_of({.shot = R"("lifetime":0.25)"});
  put_in_flight(simulator, {5.0, 0.0, 0.0}, {10.0, 0.0, 0.0});
  const std::vector<Impact> impacts = impacts_in(simulator, 20);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(impacts[0].hit.met, Met::lifetime);
  EXPECT_NEAR(impacts[0].time, 0.25, 1e-12);
  expect_near(impacts[0].point, {7.5, 0.0, 0.0}, 1e-9);

  Simulator fast = simulator_of({.dt = 1.0});
  put_in_flight(fast, {9.5e5, 0.0, 0.0}, {9e4, 0.0, 0.0});
  ASSERT_EQ(impacts_in(fast, 1).size(), 1u);
  EXPECT_EQ(fast.impacts()[0].hit.met, Met::lost);
}

TEST(Flight, GoesOnBehindTheEdgeOfAWorldThatWraps) {
  const Range range = {.world = R"(,"bounds":{"min":[-10,-10],"max":[10,10],"edge":"wrap"})"};
  const Simulator simulator = flown(range, {9.0, 3.0, 0.0}, {10.0, 0.0, 0.0}, 10);
  expect_near(first_position(simulator), {-9.0, 3.0, 0.0}, 1e-9);
}

}  // namespace
}  // namespace drover::flight_test
