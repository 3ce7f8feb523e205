#include <algorithm>
#include <array>
#include <cmath>

#include "core/det_math.h"
#include "projectiles/range.h"

namespace drover::ball_test {
namespace {

using test::expect_near;
using test::first_position;
using test::first_velocity;
using test::impacts_in;
using test::put_in_flight;
using test::Range;
using test::simulator_of;

constexpr const char* kRolling = R"("radius":0.1,"ball":{"rolling_drag":0.5})";

// A ball in the plane, or one that was put onto the ground.
Simulator with_ball(Range range, const std::string& position, const std::string& velocity) {
  range.scenario +=
      R"(,"projectiles":[{"type":"shot","position":)" + position + R"(,"velocity":)" + velocity + "}]";
  return simulator_of(range);
}

std::uint8_t phase_of(const Simulator& simulator, std::size_t row = 0) {
  return simulator.world().state.projectiles.phase[row];
}

// Dropped from 2 m with a restitution of 0.6.
TEST(Ball, BouncesAndRollsAtTheTimesOfTheClosedForm) {
  const Range range = {.dimensions = 2.5, .shot = R"("radius":0.1,"ball":{})"};
  for (const double dt : {0.004, 0.02}) {
    Range stepped = range;
    stepped.dt = dt;
    Simulator simulator = with_ball(stepped, "[0,0,2.1]", "[0,0,0]");
    const std::vector<Impact> impacts = impacts_in(simulator, static_cast<int>(std::lround(3.0 / dt)));
    ASSERT_EQ(impacts.size(), 5u);
    EXPECT_NEAR(impacts[0].time, 0.638551, 1e-6);
    EXPECT_NEAR(impacts[0].velocity.z, -6.264184, 1e-6);
    const std::array<double, 4> rebounds = {3.758510, 2.255106, 1.353064, 0.811838};
    for (std::size_t k = 0; k < rebounds.size(); ++k)
      EXPECT_NEAR(impacts[k].velocity_after.z, rebounds[k], 1e-6);
    EXPECT_NEAR(impacts[4].time, 2.305935, 1e-6);
    EXPECT_EQ(impacts[4].velocity_after, Vec3{});
    EXPECT_EQ(phase_of(simulator), static_cast<std::uint8_t>(ProjectilePhase::rests));
    EXPECT_NEAR(first_position(simulator).z, 0.1, 1e-12);
  }
}

TEST(Ball, GripsTheGroundOrSlides) {
  const std::array<std::array<double, 2>, 4> cases = {
      {{1.0, 0.714286}, {2.0, 1.428571}, {6.0, 4.285714}, {10.0, 8.08}}};
  for (const auto& [before, after] : cases) {
    Simulator simulator =
        simulator_of({.dimensions = 2.5, .dt = 0.01, .shot = R"("radius":0.1,"gravity":[0,0,0],"ball":{})"});
    put_in_flight(simulator, {0.0, 0.0, 0.2}, {before, 0.0, -4.0});
    const std::vector<Impact> impacts = impacts_in(simulator, 10);
    ASSERT_EQ(impacts.size(), 1u);
    EXPECT_NEAR(impacts[0].velocity_after.x, after, 1e-6);
    EXPECT_NEAR(impacts[0].velocity_after.z, 2.4, 1e-9);
  }
}

TEST(Ball, RollsAsFarAndAsLongAsItsDragSays) {
  struct Roll {
    std::string drag;
    double speed, way, time;
  };
  const std::array<Roll, 3> rolls = {
      {{R"("rolling_drag":0.5)", 2.0, 4.0, 4.0},
       {R"("rolling_drag":0.5)", 6.0, 36.0, 12.0},
       {R"("rolling_drag":0.5,"rolling_drag_linear":0.2)", 6.0, 14.702807, 6.118877}}};
  for (const Roll& roll : rolls) {
    Simulator simulator = with_ball({.shot = R"("ball":{"rest_speed":0,)" + roll.drag + "}"}, "[0,0]",
                                    fmt::format("[{},0]", roll.speed));
    test::run_steps(simulator, static_cast<int>(std::floor(roll.time / 0.02)) - 1);
    EXPECT_EQ(phase_of(simulator), static_cast<std::uint8_t>(ProjectilePhase::rolls));
    test::run_steps(simulator, 3);
    EXPECT_EQ(phase_of(simulator), static_cast<std::uint8_t>(ProjectilePhase::rests));
    EXPECT_NEAR(first_position(simulator).x, roll.way, 1e-6);
  }
}

TEST(Ball, HasTheSpeedOfTheBatThatHitsIt) {
  Simulator simulator = with_ball(
      {.shot = R"("radius":0.1,"ball":{"restitution":0.8,"rolling_drag":0})",
       .agents = R"({"type":"a","position":[500,0]},{"type":"b","position":[-2,0],"velocity":[2,0]})"},
      "[2,0]", "[-5,0]");
  const std::vector<Impact> impacts = impacts_in(simulator, 100);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(impacts[0].hit.met, Met::agent);
  // From 4 m apart, 0.6 of which their bodies fill, at 7 m/s.
  EXPECT_NEAR(impacts[0].time, 3.4 / 7.0, 1e-9);
  EXPECT_NEAR(first_velocity(simulator).x, 7.6, 1e-9);
}

// A ball that nobody hits is kicked by who runs into it.
TEST(Ball, AtRestIsSetInMotionByABody) {
  Simulator simulator = with_ball(
      {.shot = kRolling,
       .agents = R"({"type":"a","position":[500,0]},{"type":"b","position":[-1,0],"velocity":[2,0]})"},
      "[0,0]", "[0,0]");
  test::run_steps(simulator, 40);
  EXPECT_GT(first_velocity(simulator).x, 2.0);
}

constexpr const char* kPool =
    R"("radius":0.0286,"ball":{"mass":0.17,"rolling_drag":0,"rest_speed":0,"restitution":)";

Simulator pool(double restitution) {
  Range range = {.shot = kPool + fmt::format("{}}}", restitution)};
  range.scenario = R"(,"projectiles":[{"type":"shot","position":[0,0],"velocity":[2,0]},
                                      {"type":"shot","position":[1,0.03]}])";
  return simulator_of(range);
}

TEST(Ball, HitsAnotherAsOnAPoolTable) {
  Simulator simulator = pool(1.0);
  const std::vector<Impact> impacts = impacts_in(simulator, 40);
  ASSERT_EQ(impacts.size(), 2u);
  EXPECT_NEAR(impacts[0].time, 0.475649, 1e-6);
  EXPECT_NEAR(impacts[0].point.x, 0.951298, 1e-6);
  const ProjectileColumns& balls = simulator.world().state.projectiles;
  expect_near(balls.velocity(0), {0.550149, -0.893104, 0.0}, 1e-6);
  expect_near(balls.velocity(1), {1.449851, 0.893104, 0.0}, 1e-6);
  Simulator soft = pool(0.95);
  test::run_steps(soft, 40);
  const ProjectileColumns& slower = soft.world().state.projectiles;
  expect_near(slower.velocity(0), {0.586395, -0.870776, 0.0}, 1e-6);
  expect_near(slower.velocity(1), {1.413605, 0.870776, 0.0}, 1e-6);
}

TEST(Ball, HeadOnKeepsTheMomentum) {
  Range range = {.shot = R"("radius":0.1,"ball":{"mass":2,"rolling_drag":0,"restitution":0.5})",
                 .scenario = R"(,"projectiles":[{"type":"shot","position":[0,0],"velocity":[3,0]},
                                               {"type":"light","position":[1,0],"velocity":[-1,0]}])"};
  std::string text = text_of(range);
  text.replace(text.find(R"("shot":{)"), 0,
               R"("light":{"radius":0.1,"ball":{"mass":1,"rolling_drag":0,"restitution":0.5}},)");
  Simulator simulator = test::make_simulator(text);
  test::run_steps(simulator, 30);
  const ProjectileColumns& balls = simulator.world().state.projectiles;
  EXPECT_NEAR(balls.vx[0], 1.0, 1e-12);
  EXPECT_NEAR(balls.vx[1], 3.0, 1e-12);
}

// A hundred balls in a box: momentum is that of the walls, energy is kept, and nothing gets out or overlaps.
TEST(Ball, ManyKeepTheirEnergyAndStayInTheirBox) {
  Range range = {
      .shot =
          R"("radius":0.1,"ball":{"restitution":1,"friction":0,"rolling_drag":0,"rest_speed":0,"max_impacts":100})",
      .world = R"(,"walls":[{"points":[[0,0],[5,0],[5,5],[0,5]],"closed":true}])"};
  std::string balls;
  for (int k = 0; k < 100; ++k)
    balls += fmt::format(R"({}{{"type":"shot","position":[{},{}],"velocity":[{},{}]}})", k == 0 ? "" : ",",
                         0.3 + 0.45 * (k % 10), 0.3 + 0.45 * (k / 10), (k * 7) % 5 - 2, (k * 3) % 7 - 3);
  range.scenario = R"(,"projectiles":[)" + balls + "]";
  Simulator simulator = simulator_of(range);
  const ProjectileColumns& state = simulator.world().state.projectiles;
  const auto energy = [&] {
    double sum = 0.0;
    for (std::size_t k = 0; k < 100; ++k)
      sum += length2(state.velocity(k));
    return sum;
  };
  const double before = energy();
  test::run_steps(simulator, 500);
  EXPECT_NEAR(energy() / before, 1.0, 1e-9);
  for (std::size_t k = 0; k < 100; ++k) {
    EXPECT_GT(state.x[k], 0.1 - 1e-6);
    EXPECT_LT(state.x[k], 4.9 + 1e-6);
    EXPECT_GT(state.y[k], 0.1 - 1e-6);
    EXPECT_LT(state.y[k], 4.9 + 1e-6);
    for (std::size_t other = 0; other < k; ++other)
      EXPECT_GT(length(state.position(k) - state.position(other)), 0.2 - 1e-6);
  }
}

// On a torus the edges are nowhere in particular: balls that meet across them do so as those in the middle.
TEST(Ball, MeetsOthersAcrossTheEdgesOfATorus) {
  const auto meetings = [](double shift) {
    std::string balls;
    for (int k = 0; k < 64; ++k)
      balls += fmt::format(R"({}{{"type":"shot","position":[{},{}],"velocity":[{},{}]}})", k == 0 ? "" : ",",
                           std::fmod(0.5 + k % 8 + shift, 8.0), std::fmod(0.5 + k / 8 + shift, 8.0),
                           (k * 7) % 5 - 2, (k * 3) % 7 - 3);
    Simulator simulator = simulator_of(
        {.shot = R"("radius":0.125,"ball":{"restitution":1,"friction":0,"rolling_drag":0,"rest_speed":0})",
         .agents = fmt::format(R"({{"type":"a","position":[{0},{0}]}})", std::fmod(4.0 + shift, 8.0)),
         .world = R"(,"bounds":{"min":[0,0],"max":[8,8],"edge":"wrap"})",
         .scenario = R"(,"projectiles":[)" + balls + "]"});
    // Those at the same time come in the order of their roundings.
    std::vector<Impact> impacts = impacts_in(simulator, 25);
    std::ranges::stable_sort(impacts, {}, &Impact::projectile);
    return impacts;
  };
  const std::vector<Impact> here = meetings(0.0), there = meetings(4.0);
  ASSERT_GT(here.size(), 20u);
  ASSERT_EQ(here.size(), there.size());
  for (std::size_t k = 0; k < here.size(); ++k) {
    EXPECT_EQ(here[k].hit.met, there[k].hit.met);
    EXPECT_EQ(here[k].projectile, there[k].projectile);
    EXPECT_NEAR(here[k].time, there[k].time, 1e-9);
  }
}

// Pong: between the walls y = 0 and 8 at (6, 5) m/s from y = 2; the image of the straight way is folded.
TEST(Ball, BouncesBetweenWallsAsItsFoldedWaySays) {
  Simulator simulator =
      with_ball({.shot = R"("radius":0.25,"ball":{"restitution":1,"friction":0,"rolling_drag":0})",
                 .world = R"(,"walls":[{"points":[[-5,0],[90,0]]},{"points":[[-5,8],[90,8]]}])"},
                "[0,2]", "[6,5]");
  test::run_steps(simulator, 500);
  const double period = 2.0 * 7.5, raw = 1.75 + 50.0;
  const double rest = raw - period * std::floor(raw / period);
  EXPECT_NEAR(first_position(simulator).x, 60.0, 1e-9);
  EXPECT_NEAR(first_position(simulator).y, 0.25 + (rest > 7.5 ? period - rest : rest), 1e-9);
}

TEST(Ball, RollsDownARampAndFliesOffALedge) {
  const Range range = {
      .dimensions = 2.5,
      .dt = 0.01,
      .shot = R"("radius":0.1,"ball":{"rolling_drag":0.1})",
      .world = R"(,"regions":{"ramp":{"min":[0,-5],"max":[10,5]},"table":{"min":[-10,-5],"max":[0,5]}},
    "ground":[{"region":"ramp","ramp":{"from":[0,0,2],"to":[10,0,1]}},{"region":"table","height":2,"solid":true}])"};
  Simulator simulator = with_ball(range, "[-1,0,2.1]", "[1,0,0]");
  test::run_steps(simulator, 200);
  // On the ramp, faster than it came, its lower end on the ground.
  const Vec3 p = first_position(simulator);
  EXPECT_EQ(phase_of(simulator), static_cast<std::uint8_t>(ProjectilePhase::rolls));
  EXPECT_GT(first_velocity(simulator).x, 1.0);
  EXPECT_NEAR(p.z, 2.1 - 0.1 * p.x, 1e-9);
  std::vector<Impact> impacts = impacts_in(simulator, 600);
  ASSERT_FALSE(impacts.empty());
  // Over the ledge of 1 m at x = 10 onto the ground at 0.
  EXPECT_EQ(impacts[0].hit.met, Met::ground);
  EXPECT_GT(impacts[0].point.x, 10.0);
  EXPECT_NEAR(impacts[0].point.z, 0.1, 1e-9);
}

TEST(Ball, RestsOnASlopeThatItsDragHolds) {
  const auto end = [](double drag) {
    Simulator simulator =
        with_ball({.dimensions = 2.5,
                   .shot = fmt::format(R"("radius":0.1,"ball":{{"rolling_drag":{}}})", drag),
                   .world = R"(,"regions":{"ramp":{"min":[0,-5],"max":[10,5]}},
    "ground":[{"region":"ramp","ramp":{"from":[0,0,1],"to":[10,0,0]}}])"},
                  "[2,0,0.9]", "[0,0,0]");
    test::run_steps(simulator, 100);
    return first_position(simulator).x;
  };
  // 9.81 m/s^2 times a slope of 0.1.
  EXPECT_NEAR(end(1.1), 2.0, 1e-6);
  EXPECT_GT(end(0.9), 2.05);
}

TEST(Ball, RidesALift) {
  Simulator simulator = with_ball({.dimensions = 2.5,
                                   .shot = R"("radius":0.1,"ball":{})",
                                   .world = R"(,"regions":{"lift":{"min":[-2,-2],"max":[2,2]}},
                   "platforms":[{"region":"lift","keyframes":[[0,0],[10,10]],"interp":"linear"}])"},
                                  "[0,0,0.1]", "[0,0,0]");
  test::run_steps(simulator, 100);
  EXPECT_NEAR(first_position(simulator).z, 2.1, 1e-9);
  EXPECT_EQ(phase_of(simulator), static_cast<std::uint8_t>(ProjectilePhase::rests));
}

// A table that is tilted: v^2 = 2 (g - c) s.
TEST(Ball, RollsDownAPlaneWithAGravityAlongIt) {
  Simulator simulator =
      with_ball({.dt = 0.005, .shot = R"("gravity":[1.5,0],"ball":{"rolling_drag":0.5})"}, "[0,0]", "[0,0]");
  test::run_steps(simulator, 400);
  EXPECT_NEAR(first_velocity(simulator).x, 2.0, 1e-9);
  EXPECT_NEAR(first_position(simulator).x, 2.0, 0.01);
  Simulator held = with_ball({.shot = R"("gravity":[0.4,0],"ball":{"rolling_drag":0.5})"}, "[0,0]", "[0,0]");
  test::run_steps(held, 100);
  EXPECT_EQ(first_position(held), Vec3{});
}

TEST(Ball, RollsAgainstTheSideOfABlock) {
  Simulator simulator = with_ball(
      {.dimensions = 2.5,
       .shot = R"("radius":0.1,"ball":{"rolling_drag":0,"friction":0})",
       .world =
           R"(,"regions":{"block":{"min":[5,-5],"max":[6,5]}},"ground":[{"region":"block","height":1,"solid":true}])"},
      "[0,0,0.1]", "[2,0,0]");
  const std::vector<Impact> impacts = impacts_in(simulator, 200);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_NEAR(impacts[0].time, 2.45, 1e-9);
  EXPECT_NEAR(first_velocity(simulator).x, -1.2, 1e-9);
}

TEST(Ball, WaitsAfterTheLastImpactOfAStep) {
  Simulator simulator = with_ball(
      {.dt = 0.5,
       .shot = R"("radius":0.1,"ball":{"restitution":1,"friction":0,"rolling_drag":0,"max_impacts":3})",
       .world = R"(,"walls":[{"points":[[-1,-9],[-1,9]]},{"points":[[1,-9],[1,9]]}])"},
      "[0,0]", "[18,0]");
  EXPECT_EQ(impacts_in(simulator, 1).size(), 3u);
  EXPECT_NEAR(std::fabs(first_position(simulator).x), 0.9, 1e-9);
  EXPECT_NEAR(std::fabs(first_velocity(simulator).x), 18.0, 1e-9);
}

// A ball that waits is hit where it waits, and goes through no wall.
TEST(Ball, IsHitWhereItWaits) {
  Range range = {
      .dt = 0.1,
      .shot = R"("radius":0.1,"ball":{"restitution":1,"friction":0,"rolling_drag":0,"max_impacts":1})",
      .world = R"(,"walls":[{"points":[[0,-9],[0,9]]},{"points":[[0.6,-9],[0.6,9]]}])"};
  range.scenario = R"(,"projectiles":[{"type":"shot","position":[0.2,0],"velocity":[-10,0]},
                                      {"type":"shot","position":[0.1,2],"velocity":[0,-20]}])";
  Simulator simulator = simulator_of(range);
  test::run_steps(simulator, 4);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_GT(simulator.world().state.projectiles.x[k], 0.1 - 1e-6);
    EXPECT_LT(simulator.world().state.projectiles.x[k], 0.5 + 1e-6);
  }
}

TEST(Ball, DoesNotDependOnTheOrderOfTheFile) {
  const auto place_of_slow = [](bool swapped) {
    const std::string fast = R"({"type":"shot","position":[0,0],"velocity":[2,0]})";
    const std::string slow = R"({"type":"shot","position":[1,0.03]})";
    Range range = {.shot = kPool + std::string("0.95}")};
    range.scenario = R"(,"projectiles":[)" + (swapped ? slow + "," + fast : fast + "," + slow) + "]";
    Simulator simulator = simulator_of(range);
    test::run_steps(simulator, 100);
    return simulator.world().state.projectiles.position(swapped ? 0 : 1);
  };
  expect_near(place_of_slow(false), place_of_slow(true), 1e-12);
}

}  // namespace
}  // namespace drover::ball_test
