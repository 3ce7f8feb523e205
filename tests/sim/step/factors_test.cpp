// Limits and neighborhoods that follow a quantity: closed forms in time, and what must not change them.
#include "sim/step/factors.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/state/saved_state.h"
#include "support/scene.h"

namespace drover::test::factors_test {
namespace {

constexpr const char* kFarSeek = R"([{"type":"seek","variant":"full_accel","target":{"point":[1e5,0]}}])";
constexpr const char* kAlone = R"([{"type":"a","position":[0,0]}])";

double limit_of(const Simulator& simulator, SharedColumn<double> AgentLimits::*limit) {
  return (simulator.world().state.limits.*limit)[0];
}

double speed_of(const Simulator& simulator) {
  return length(simulator.world().state.motion.velocity(0));
}

TEST(Factors, SpeedFollowsTheLimitOfTheStateBefore) {
  Simulator simulator = make_simulator(scene(
      kFarSeek, kAlone,
      R"(,"max_speed":3,"max_acceleration":50,"max_speed_by":{"type":"time","points":[[1,1],[5,0.2]]})"));
  const auto limit_at = [](double time) { return 3.0 * (time < 1.0 ? 1.0 : 1.0 - 0.2 * (time - 1.0)); };
  for (int k = 1; k <= 200; ++k) {
    run_steps(simulator, 1);
    EXPECT_NEAR(limit_of(simulator, &AgentLimits::max_speed), limit_at(0.02 * k), 1e-12);
    if (k <= 10) continue;
    EXPECT_NEAR(speed_of(simulator), limit_at(0.02 * (k - 1)), 1e-9) << k;
  }
}

TEST(Factors, RequestsFollowForceMassAndAcceleration) {
  const auto acceleration = [](const char* keys) {
    return limit_of(make_simulator(scene(kFarSeek, kAlone, keys)), &AgentLimits::max_request);
  };
  constexpr const char* kTime = R"({"type":"time","points":[[0,0.25]]})";
  EXPECT_EQ(acceleration(fmt::format(R"(,"mass":2,"max_force":10,"max_force_by":{})", kTime).c_str()), 1.25);
  EXPECT_EQ(acceleration(fmt::format(R"(,"max_acceleration":4,"max_acceleration_by":{})", kTime).c_str()),
            1.0);
  // Without either it is 6 m/s^2.
  EXPECT_EQ(acceleration(fmt::format(R"(,"max_acceleration_by":{})", kTime).c_str()), 1.5);
  const Simulator turning = make_simulator(
      scene(kFarSeek, kAlone, fmt::format(R"(,"max_turn_rate":2,"max_turn_rate_by":{})", kTime)));
  EXPECT_EQ(limit_of(turning, &AgentLimits::max_turn_rate), 0.5);
}

TEST(Factors, EventsSetWhatTheFactorIsOn) {
  Simulator simulator = make_simulator(scene(
      kFarSeek, kAlone, R"(,"max_speed":3,"max_speed_by":{"type":"time","points":[[0,1],[10,0.5]]})",
      R"(,"events":[{"type":"set","at":2,"target":{"agent_type":"a"},"parameter":"max_speed","value":8}])"));
  run_steps(simulator, 99);
  EXPECT_NEAR(limit_of(simulator, &AgentLimits::max_speed), 3.0 * (1.0 - 0.05 * 1.98), 1e-12);
  run_steps(simulator, 1);
  EXPECT_NEAR(limit_of(simulator, &AgentLimits::max_speed), 8.0 * 0.9, 1e-12);
}

// Neighbors at rest around an agent at rest, which perceives them without moving.
std::string watchers(const std::string& keys) {
  std::string agents = R"([{"type":"a","position":[0,0]})";
  for (int k = 0; k < 40; ++k) {
    const double bearing = 0.02 + 0.08 * k;
    agents += fmt::format(R"(,{{"type":"b","position":[{},{}]}})", (1.0 + 0.1 * k) * std::cos(bearing),
                          (1.0 + 0.1 * k) * std::sin(bearing));
  }
  const std::string behavior =
      R"([{"type":"cohesion","weight":0,"add_other_radius":false,"radius":10)" + keys + "}]";
  return R"({"format":1,"agent_types":{"a":{"steering":{"behaviors":)" + behavior +
         R"(}},"b":{}},"agents":)" + agents + "]}";
}

std::uint32_t seen(const Simulator& simulator) {
  return simulator.perceptions()[0].result().count(0);
}

TEST(Factors, NeighborsLeaveANarrowingViewInTheRightTick) {
  Simulator simulator = make_simulator(
      watchers(R"(,"view":"angle","fov":5,"fov_by":{"type":"time","points":[[0,2],[8,0.1]]})"));
  for (int tick = 0; tick < 420; ++tick) {
    run_steps(simulator, 1);
    const double time = 0.02 * tick;
    const double half = std::min(std::acos(-1.0), 2.5 * std::max(0.1, 2.0 - 1.9 / 8.0 * time));
    std::uint32_t expected = 0;
    for (int k = 0; k < 40; ++k)
      expected += 0.02 + 0.08 * k <= half ? 1 : 0;
    EXPECT_EQ(seen(simulator), expected) << tick;
  }
}

TEST(Factors, NeighborsLeaveAShrinkingRadiusInTheRightTickInEveryWidth) {
  constexpr const char* kKeys = R"(,"radius_by":{"type":"time","points":[[0,0.6],[4,0.11]]})";
  for (const bool lanes : {false, true}) {
    Simulator simulator = make_simulator(watchers(kKeys));
    if (!lanes) simulator.use_lanes(std::nullopt);
    ASSERT_EQ(simulator.perceptions()[0].uses_lanes(), lanes);
    for (int tick = 0; tick < 220; ++tick) {
      run_steps(simulator, 1);
      const double radius = 10.0 * std::max(0.11, 0.6 - 0.49 / 4.0 * 0.02 * tick);
      std::uint32_t expected = 0;
      for (int k = 0; k < 40; ++k)
        expected += 1.0 + 0.1 * k < radius ? 1 : 0;
      EXPECT_EQ(seen(simulator), expected) << tick;
    }
  }
}

// A herd that tires with the distance to a point, in limits, radius and view.
std::string herd(const char* integrator = "semi_implicit_euler") {
  const std::string by = R"({"type":"distance","target":{"point":[3,4]},"points":[[0,0.3],[12,1.2]]})";
  return R"({"format":1,"agent_types":{"a":{"max_speed":3,"max_speed_by":)" + by +
         R"(,"locomotion":{"type":"point_mass","integrator":")" + integrator +
         R"("},"steering":{"behaviors":[{"type":"flocking","view":"angle","fov_by":)" + by +
         R"(,"radius_by":)" + by + R"(},{"type":"cohesion","radius":9,"radius_by":)" + by +
         R"(},{"type":"wander"}]}}},"agents":[{"type":"a","count":150,"placement":{"type":"disc",
         "center":[0,0],"radius":15}}]})";
}

TEST(Factors, ThreadsAndWidthsChangeNoBit) {
  Simulator one = make_simulator(herd());
  Simulator many = make_simulator(herd());
  many.use_threads(3, 16);
  many.use_lanes(std::nullopt);
  run_steps(one, 60);
  run_steps(many, 60);
  EXPECT_EQ(one.hash(), many.hash());
}

// Pushes without a limit of their own are clamped at that of the agents, equal at the start only.
TEST(Factors, PushesAreClampedAtLimitsThatFollowAQuantityInEveryWidth) {
  for (const char* view : {"full", "limited"}) {
    const std::string text =
        R"({"format":1,"agent_types":{"a":{"max_speed":3,"max_acceleration":2,"max_acceleration_by":
           {"type":"distance","target":{"point":[3,4]},"points":[[0,0.1],[9,1]]},
           "steering":{"behaviors":[{"type":"separation","variant":"inverse","radius":4,"decay":8,"view":")" +
        std::string(view) +
        R"("}]}}},"agents":[{"type":"a","count":150,"placement":{"type":"disc","center":[0,0],"radius":8}}]})";
    Simulator lanes = make_simulator(text);
    Simulator plain = make_simulator(text);
    plain.use_lanes(std::nullopt);
    run_steps(lanes, 40);
    run_steps(plain, 40);
    EXPECT_EQ(lanes.hash(), plain.hash()) << view;
  }
}

TEST(Factors, AreFoundAgainAfterARestore) {
  for (const char* integrator : {"semi_implicit_euler", "rk4"}) {
    Simulator original = make_simulator(herd(integrator));
    run_steps(original, 25);
    const SavedState saved = save_state(original.world());
    run_steps(original, 25);
    Simulator resumed = make_simulator(herd(integrator));
    ASSERT_FALSE(resumed.restore(saved));
    run_steps(resumed, 25);
    EXPECT_EQ(resumed.hash(), original.hash()) << integrator;
  }
}

TEST(Factors, EqualOnesAreOneFactorAndOneSearch) {
  const Simulator simulator = make_simulator(herd());
  EXPECT_EQ(simulator.world().model().factors.size(), 1u);
  EXPECT_EQ(simulator.perceptions().size(), 2u);
}

TEST(Factors, AFactorOfOneChangesNoBit) {
  const auto hash_of = [](const std::string& keys) {
    Simulator simulator = make_simulator(
        scene(R"([{"type":"flocking")" + keys + R"(},{"type":"wander"}])",
              R"([{"type":"a","count":60,"placement":{"type":"disc","center":[0,0],"radius":9}}])"));
    run_steps(simulator, 40);
    return simulator.hash();
  };
  EXPECT_EQ(hash_of(R"(,"radius_by":{"type":"speed","points":[[0,1]]})"), hash_of(""));
}

}  // namespace
}  // namespace drover::test::factors_test
