// Jumps: the run-up, the flight in closed form, what counts as landed, pushes, and what is refused.
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ballistics/drag.h"
#include "core/random.h"
#include "sim/state/saved_state.h"
#include "sim/step/jumps.h"
#include "support/problems.h"
#include "support/scene.h"

namespace drover::test::jump_test {
namespace {

constexpr double kG = 9.81;

// Two roofs with a gap from x = 0 to x = 3, and what is jumped over from (0, 0) to (4, 0).
struct JumpScene {
  double rise = 0.0;  // of the far roof over the near one [m]
  std::string type_keys = {};
  std::string start = R"("position":[-5,0,4])";
  double dt = 0.02;
  std::string jump_keys = {};
  std::string more_behaviors = {};
  std::string world_keys = {};
  double near_end = -20.0;  // of the near roof
  double max_speed = 6.0;

  std::string text() const {
    const double far = 4.0 + rise;
    return scene(fmt::format(R"([{{"type":"jump","takeoff":[0,0,4],"landing":[4,0,{}]{}}}{}])", far,
                             jump_keys, more_behaviors),
                 fmt::format(R"([{{"type":"a",{}}}])", start),
                 fmt::format(R"(,"radius":0.25,"max_speed":{},"max_acceleration":4{})", max_speed, type_keys),
                 fmt::format(
                     R"(,"simulation":{{"dt":{}}},"world":{{"dimensions":2.5,
             "regions":{{"near":{{"min":[{},-9],"max":[0,9]}},"far":{{"min":[3,-9],"max":[20,9]}}}},
             "ground":[{{"region":"near","height":4}},{{"region":"far","height":{}}}]{}}})",
                     dt, near_end, far, world_keys));
  }
};

std::optional<JumpState> state_of(const Simulator& simulator, AgentIndex i = 0) {
  return jump_state(simulator.world(), simulator.perceptions(), i);
}
double z_of(const Simulator& simulator) {
  return simulator.world().state.elevation.z[0];
}
bool is_grounded(const Simulator& simulator) {
  return simulator.world().is_grounded(0);
}
Vec3 place_of(const Simulator& simulator) {
  return simulator.world().state.motion.position(0);
}
Vec3 velocity_of(const Simulator& simulator) {
  return simulator.world().state.motion.velocity(0);
}
void push(Simulator& simulator, Vec3 change) {
  World& world = world_of(simulator);
  world.state.motion.set_velocity(0, world.state.motion.velocity(0) + change);
}

// Steps until the jump is in this state, for at most so many seconds. Returns whether it came to be.
bool run_until(Simulator& simulator, JumpState state, double seconds = 30.0) {
  const double end = simulator.world().time() + seconds;
  while (state_of(simulator) != state && simulator.world().time() < end)
    run_steps(simulator, 1);
  return state_of(simulator) == state;
}

// Until the feet have left the ground. Returns the state before.
Simulator run_to_takeoff(Simulator& simulator) {
  Simulator before = simulator.fork();
  while (is_grounded(simulator) && simulator.world().time() < 30.0) {
    before = simulator.fork();
    run_steps(simulator, 1);
  }
  EXPECT_FALSE(is_grounded(simulator));
  return before;
}

struct Counts {
  std::uint32_t takeoffs, bad, landed, missed, aborts, failed;
  friend bool operator==(const Counts&, const Counts&) = default;
};
Counts counts_of(const Simulator& simulator) {
  const JumpColumns& jumps = simulator.world().state.jumps;
  return {jumps.takeoffs[0], jumps.bad_takeoffs[0], jumps.landed[0],
          jumps.missed[0],   jumps.aborts[0],       jumps.failed[0]};
}
void expect_counts(const Simulator& simulator, const Counts& expected) {
  const Counts found = counts_of(simulator);
  EXPECT_EQ(found.takeoffs, expected.takeoffs);
  EXPECT_EQ(found.bad, expected.bad);
  EXPECT_EQ(found.landed, expected.landed);
  EXPECT_EQ(found.missed, expected.missed);
  EXPECT_EQ(found.aborts, expected.aborts);
  EXPECT_EQ(found.failed, expected.failed);
}

// Each state in the air lies on the parabola, or on the curve that drag makes of it, from where the feet left
// the ground, and that is never behind the edge.
void expect_flight(const JumpScene& with, double drag, double time, double planar_speed) {
  SCOPED_TRACE(testing::Message() << "rise " << with.rise << ", drag " << drag << ", dt " << with.dt);
  Simulator simulator = make_simulator(with.text());
  const Simulator before = run_to_takeoff(simulator);
  const Vec3 from = place_of(before), velocity = velocity_of(before);
  EXPECT_LE(from.x, 0.0);
  EXPECT_GT(from.x + velocity.x * with.dt, 0.0);
  EXPECT_NEAR(length(velocity), planar_speed, 0.1 * planar_speed);
  const LinearDrag air{{0.0, 0.0, -kG}, drag};
  int steps = 0;
  for (; !is_grounded(simulator); run_steps(simulator, 1)) {
    const double t = ++steps * with.dt;
    const Vec3 expected = position_under_drag(air, {from.x, from.y, 4.0}, velocity + Vec3{0.0, 0.0, 5.0}, t);
    ASSERT_NEAR(place_of(simulator).x, expected.x, 1e-9);
    ASSERT_NEAR(place_of(simulator).y, expected.y, 1e-9);
    ASSERT_NEAR(z_of(simulator), expected.z, 1e-9);
    ASSERT_NEAR(velocity_of(simulator).x, velocity_under_drag(air, velocity + Vec3{0.0, 0.0, 5.0}, t).x,
                1e-9);
    ASSERT_EQ(state_of(simulator), JumpState::airborne);
  }
  EXPECT_GE((steps + 1) * with.dt, time);
  EXPECT_LE(steps * with.dt, time);
  EXPECT_EQ(z_of(simulator), 4.0 + with.rise);
  run_steps(simulator, 1);
  EXPECT_EQ(state_of(simulator), JumpState::landed);
  expect_counts(simulator, {1, 0, 1, 0, 0, 0});
  EXPECT_EQ(simulator.world().state.elevation.falls[0], 0u);
}

TEST(Jump, FliesAsItsTypeJumpsAndLandsOnThePad) {
  for (const double dt : {0.01, 0.02, 0.05}) {
    expect_flight({.rise = 0.0, .dt = dt}, 0.0, 1.019367992, 3.924);
    expect_flight({.rise = 1.0, .dt = dt}, 0.0, 0.746124638, 5.361035);
    expect_flight({.rise = -2.0, .dt = dt}, 0.0, 1.326706011, 3.014986);
  }
}

TEST(Jump, IsSlowedByAir) {
  const auto with = [](double rise, const char* keys) {
    return JumpScene{.rise = rise, .type_keys = keys, .max_speed = 8.0};
  };
  const char* const weak = R"(,"air_drag":0.1)";
  expect_flight(with(0.0, weak), 0.1, 1.002617, 4.192902);
  expect_flight(with(1.0, weak), 0.1, 0.715632, 5.791851);
  expect_flight(with(-2.0, weak), 0.1, 1.320056, 3.234573);
  const char* const strong = R"(,"air_drag":0.3)";
  expect_flight(with(0.0, strong), 0.3, 0.972178, 4.743596);
  expect_flight(with(1.0, strong), 0.3, 0.655154, 6.725076);
  expect_flight(with(-2.0, strong), 0.3, 1.310145, 3.692300);
}

// A jump on the spot, by the gravity of the type: height v^2 / (2 G), time 2 v / G.
TEST(Jump, GoesStraightUpWhereThePadIsTheTakeOff) {
  for (const auto& [scale, height, time] :
       {std::tuple{0.5, 2.548420, 2.038736}, {1.0, 1.274210, 1.019368}, {2.0, 0.637105, 0.509684}}) {
    SCOPED_TRACE(scale);
    const double dt = 0.001;
    Simulator simulator = make_simulator(
        scene(R"([{"type":"jump","takeoff":[1,2],"landing":[1,2]}])", R"([{"type":"a","position":[0,0]}])",
              fmt::format(R"(,"gravity_scale":{})", scale),
              fmt::format(R"(,"simulation":{{"dt":{}}},"world":{{"dimensions":2.5}})", dt)));
    run_to_takeoff(simulator);
    EXPECT_LE(length(velocity_of(simulator)), 0.1);
    EXPECT_LE(length(place_of(simulator) - Vec3{1.0, 2.0, 0.0}), 0.5);
    double highest = 0.0;
    int steps = 0;
    for (; !is_grounded(simulator); ++steps) {
      highest = std::max(highest, z_of(simulator));
      run_steps(simulator, 1);
    }
    EXPECT_NEAR(highest, height, 1e-5);
    EXPECT_NEAR((steps + 1) * dt, time, 1.5 * dt);
    EXPECT_TRUE(run_until(simulator, JumpState::landed, 0.1));
  }
}

TEST(Jump, IsTakenAtOnceByOneThatComesAlongJustRight) {
  Simulator simulator = make_simulator(
      JumpScene{.start = R"("position":[-0.9,0.1,4],"velocity":[3.9,0])", .near_end = -1.0}.text());
  run_steps(simulator, 1);
  EXPECT_EQ(state_of(simulator), JumpState::run_up);
  EXPECT_TRUE(run_until(simulator, JumpState::landed, 3.0));
}

// v^2 / (2 a) + v tau = 1.925 + 0.392 m are needed.
TEST(Jump, FailsWhereThereIsNoRoomForTheRunUp) {
  for (const auto& [end, state] : {std::pair{-2.2, JumpState::failed}, {-2.5, JumpState::landed}}) {
    Simulator simulator =
        make_simulator(JumpScene{.start = R"("position":[-1,0,4])", .near_end = end}.text());
    EXPECT_TRUE(run_until(simulator, state)) << end;
  }
}

TEST(Jump, FailsForThoseWhoAreTooSlow) {
  Simulator simulator = make_simulator(JumpScene{.max_speed = 3.9}.text());
  EXPECT_TRUE(run_until(simulator, JumpState::failed, 0.1));
  run_steps(simulator, 100);
  expect_counts(simulator, {0, 0, 0, 0, 0, 1});
  EXPECT_LT(length(velocity_of(simulator)), 1e-6);
}

// Pushed 0.4 s after the take-off, 0.619368 s before the landing: off by so many times the push.
TEST(Jump, LandsBesideThePadWhenItIsPushedInTheAir) {
  const auto landed = [](double sideways) {
    Simulator simulator = make_simulator(JumpScene{.jump_keys = R"(,"radius":0.01)"}.text());
    run_to_takeoff(simulator);
    run_steps(simulator, 19);
    push(simulator, {0.0, sideways, 0.0});
    while (!is_grounded(simulator))
      run_steps(simulator, 1);
    EXPECT_NEAR(place_of(simulator).y, 0.619368 * sideways, 0.02 * sideways + 0.01);
    run_steps(simulator, 1);
    return state_of(simulator);
  };
  EXPECT_EQ(landed(0.5), JumpState::landed);
  EXPECT_EQ(landed(0.75), JumpState::landed);
  EXPECT_EQ(landed(0.85), JumpState::missed);
  EXPECT_EQ(landed(1.0), JumpState::missed);
}

// The run-up to a jump of 3.924 m/s with 4 m/s^2 and a tolerance of 0.3924, pushed back so far before the
// edge.
struct Pushed {
  double takeoff_speed;
  Counts counts;
};
Pushed pushed_back(double before_edge, double push_back) {
  Simulator simulator = make_simulator(JumpScene{.dt = 0.001}.text());
  EXPECT_TRUE(run_until(simulator, JumpState::run_up));
  while (place_of(simulator).x < -before_edge)
    run_steps(simulator, 1);
  push(simulator, {3.924 - push_back - velocity_of(simulator).x, 0.0, 0.0});
  const Simulator before = run_to_takeoff(simulator);
  EXPECT_TRUE(run_until(simulator, JumpState::landed, 2.0) || state_of(simulator) == JumpState::missed);
  return {velocity_of(before).x, counts_of(simulator)};
}

TEST(Jump, TakesOffWithWhatItHasWhenItIsPushedTooLateToStop) {
  const Pushed within = pushed_back(0.1, 0.5);
  EXPECT_NEAR(within.takeoff_speed, 3.538895, 0.02);
  EXPECT_EQ(within.counts, (Counts{1, 0, 1, 0, 0, 0}));
  const Pushed bad = pushed_back(0.05, 0.5);
  EXPECT_NEAR(bad.takeoff_speed, 3.481921, 0.02);
  EXPECT_EQ(bad.counts, (Counts{1, 1, 1, 0, 0, 0}));
  const Pushed worse = pushed_back(0.05, 1.0);
  EXPECT_NEAR(worse.takeoff_speed, 2.991618, 0.02);
  EXPECT_EQ(worse.counts, (Counts{1, 1, 0, 1, 0, 0}));
  // Before it is too late, the run-up makes it good.
  const Pushed early = pushed_back(2.5, 0.5);
  EXPECT_NEAR(early.takeoff_speed, 3.924, 0.1);
  EXPECT_EQ(early.counts, (Counts{1, 0, 1, 0, 0, 0}));
}

TEST(Jump, GivesTheRunUpUpWhileItCanStop) {
  Simulator simulator = make_simulator(JumpScene{.jump_keys = R"(,"radius":0.05)"}.text());
  for (std::uint32_t k = 1; k <= 3; ++k) {
    ASSERT_TRUE(run_until(simulator, JumpState::run_up));
    while (place_of(simulator).x < -2.3)
      run_steps(simulator, 1);
    world_of(simulator).state.motion.set_position(0, place_of(simulator) + Vec3{0.0, 0.5, 0.0});
    while (state_of(simulator) == JumpState::run_up)
      run_steps(simulator, 1);
    expect_counts(simulator, {0, 0, 0, 0, k, k / 3});
    EXPECT_EQ(state_of(simulator), k < 3 ? JumpState::approach : JumpState::failed);
    EXPECT_TRUE(is_grounded(simulator));
  }
  run_steps(simulator, 100);
  EXPECT_TRUE(is_grounded(simulator));
  EXPECT_LE(place_of(simulator).x, 0.0);
}

TEST(Jump, HasTheBodyForItselfInTheRunUp) {
  Simulator alone = make_simulator(JumpScene{}.text());
  Simulator pulled = make_simulator(
      JumpScene{.more_behaviors = R"(,{"type":"seek","target":{"point":[-9,9]},"weight":3})"}.text());
  World& world = world_of(pulled);
  ASSERT_TRUE(run_until(alone, JumpState::run_up));
  world.state.motion.set_position(0, place_of(alone));
  world.state.motion.set_velocity(0, velocity_of(alone));
  std::ranges::copy(memory_of(alone.world()), memory_of(pulled).begin());
  for (int k = 0; k < 60; ++k) {
    run_steps(alone, 1);
    run_steps(pulled, 1);
    ASSERT_EQ(place_of(alone).x, place_of(pulled).x);
    ASSERT_EQ(place_of(alone).y, place_of(pulled).y);
  }
}

TEST(Jump, TakesTheShortestFlightWhereItIsAskedTo) {
  Simulator simulator = make_simulator(
      JumpScene{.rise = 1.0, .jump_keys = R"(,"takeoff_speed":"fastest")", .max_speed = 6.0}.text());
  run_to_takeoff(simulator);
  EXPECT_NEAR(simulator.world().state.elevation.vz[0], 4.770 - kG * 0.02, 1e-6 + 0.001);
  EXPECT_TRUE(run_until(simulator, JumpState::landed, 2.0));
}

// From all over the near roof, with velocities of any kind.
TEST(Jump, SucceedsFromAnywhere) {
  int landed = 0;
  constexpr int kRuns = 150;
  for (int k = 0; k < kRuns; ++k) {
    const Draws draws({5, static_cast<std::uint32_t>(k), 0, Purpose::behavior, 0});
    Draws numbers = draws;
    const double x = -8.0 + 7.5 * numbers.uniform(), y = -4.0 + 8.0 * numbers.uniform();
    const double vx = -2.0 + 4.0 * numbers.uniform(), vy = -2.0 + 4.0 * numbers.uniform();
    const double dt = 0.01 + 0.04 * numbers.uniform();
    JumpScene with{.rise = -1.0 + 1.5 * numbers.uniform(),
                   .start = fmt::format(R"("position":[{},{},4],"velocity":[{},{}])", x, y, vx, vy),
                   .dt = dt};
    Simulator simulator = make_simulator(with.text());
    landed += run_until(simulator, JumpState::landed, 20.0) ? 1 : 0;
    EXPECT_EQ(state_of(simulator), JumpState::landed)
        << with.start << " dt " << dt << " rise " << with.rise << " at " << place_of(simulator).x << ","
        << place_of(simulator).y << " aborts " << counts_of(simulator).aborts;
  }
  EXPECT_GE(landed, kRuns - 1);
}

TEST(Jump, GoesOnFromTheMiddleOfAFlight) {
  Simulator simulator = make_simulator(JumpScene{}.text());
  run_to_takeoff(simulator);
  run_steps(simulator, 10);
  Simulator other = make_simulator(JumpScene{}.text());
  const std::optional<std::string> problem = other.restore(save_state(simulator.world()));
  EXPECT_FALSE(problem) << problem.value_or("");
  for (int k = 0; k < 100; ++k) {
    run_steps(simulator, 1);
    run_steps(other, 1);
    ASSERT_EQ(simulator.hash(), other.hash());
  }
  EXPECT_EQ(state_of(other), JumpState::landed);
  EXPECT_EQ(counts_of(simulator), counts_of(other));
}

TEST(Jump, IsTheSameOnSeveralThreads) {
  const std::string many = scene(
      R"([{"type":"jump","takeoff":[0,0,4],"landing":[4,0,4],"radius":3,"pad_radius":3},{"type":"wander","weight":0.1}])",
      R"([{"type":"a","count":40,"placement":{"type":"rectangle","min":[-9,-3],"max":[-3,3]},"height":4}])",
      R"(,"radius":0.2,"max_speed":6)",
      R"(,"world":{"dimensions":2.5,"regions":{"near":{"min":[-20,-9],"max":[0,9]},"far":{"min":[3,-9],"max":[20,9]}},
          "ground":[{"region":"near","height":4},{"region":"far","height":4}]})");
  Simulator one = make_simulator(many), several = make_simulator(many);
  several.use_threads(3, 8);
  for (int k = 0; k < 300; ++k) {
    run_steps(one, 1);
    run_steps(several, 1);
    ASSERT_EQ(one.hash(), several.hash());
  }
  EXPECT_EQ(one.world().state.jumps.landed, several.world().state.jumps.landed);
  EXPECT_GT(one.world().state.jumps.takeoffs[0], 0u);
}

TEST(Jump, HasProblemsWithTheirPlaces) {
  using ::testing::ElementsAre;
  using ::testing::HasSubstr;
  constexpr const char* kHere = "/agent_types/a/steering/behaviors/0";
  EXPECT_THAT(problems_when_built(scene(R"([{"type":"jump","takeoff":[0,0],"landing":[4,0]}])",
                                        R"([{"type":"a","position":[0,0]}])")),
              ElementsAre(HasSubstr("from ground with heights alone")));
  EXPECT_THAT(
      problems_when_built(JumpScene{.type_keys = R"(,"gravity_scale":0)"}.text()),
      ElementsAre(fmt::format("{}: agents of type \"a\" do not fall, so they would never land", kHere)));
  EXPECT_THAT(problems_when_built(JumpScene{.world_keys = R"(,"gravity":0)"}.text()),
              ElementsAre(HasSubstr("would never land")));
  EXPECT_THAT(problems_when_built(JumpScene{.rise = 1.3}.text()),
              ElementsAre(fmt::format("{}/landing: the pad is 1.3 m above the take-off, and agents of type "
                                      "\"a\" jump 1.274 m high",
                                      kHere)));
  EXPECT_THAT(problems_when_built(
                  JumpScene{.world_keys = R"(,"walls":[{"id":"post","points":[[4,-1],[4,1]]}])"}.text()),
              ElementsAre(fmt::format(
                  "{}/landing: the pad has no room for the agents: it is in a wall, \"post\"", kHere)));
  EXPECT_THAT(
      problems_when_built(scene(R"([{"type":"jump","takeoff":[0,0,1],"landing":[4,0]}])",
                                R"([{"type":"a","position":[0,0]}])", "", R"(,"world":{"dimensions":2.5})")),
      ElementsAre(fmt::format("{}/takeoff: the take-off is 1 m high, and the ground there 0 m", kHere)));
}

}  // namespace
}  // namespace drover::test::jump_test
