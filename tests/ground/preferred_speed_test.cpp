// preferred_speed: the speed behaviors ask for, beside what the body can do.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/state/saved_state.h"
#include "support/scene.h"

namespace drover::test::preferred_speed_test {
namespace {

constexpr const char* kAlone = R"([{"type":"a","position":[0,0]}])";
constexpr const char* kQuick = R"(,"max_speed":3,"max_acceleration":1000)";

double speed_of(const Simulator& simulator, AgentIndex i = 0) {
  return length(simulator.world().state.motion.velocity(i));
}

// v(t) = s (1 - e^(-t / tau)) from rest: 1.34 (1 - e^-2) after two time constants.
TEST(PreferredSpeed, IsTheSpeedThatSeekAsksFor) {
  Simulator simulator =
      make_simulator(scene(R"([{"type":"seek","target":{"point":[1e5,0]},"response_time":0.1}])", kAlone,
                           R"(,"preferred_speed":1.34,"max_speed":3,"max_acceleration":1000,
               "locomotion":{"type":"point_mass","integrator":"rk4"})",
                           R"(,"simulation":{"dt":0.005})"));
  run_steps(simulator, 40);
  EXPECT_NEAR(speed_of(simulator), 1.158651, 5e-7);
}

// Behaviors that go at full speed for ever; the object is closed by the test.
struct FullSpeedCase {
  const char* behavior;
  const char* locomotion;
  double slack = 1e-3;  // relative; more where the direction keeps changing
};
constexpr const char* kPointMass = "point_mass";
constexpr const char* kKinematic = "kinematic";
constexpr FullSpeedCase kCases[] = {
    {R"({"type":"seek","target":{"point":[1e4,0]})", kPointMass},
    {R"({"type":"flee","target":{"point":[-1,0]})", kPointMass},
    {R"({"type":"arrive","target":{"point":[1e4,0]})", kPointMass},
    {R"({"type":"arrive","variant":"slowing_distance","target":{"point":[1e4,0]})", kPointMass},
    {R"({"type":"pursue","target":{"agent":"far"})", kPointMass},
    {R"({"type":"evade","target":{"agent":"far"})", kPointMass},
    {R"({"type":"interpose","first":{"agent":"far"},"second":{"point":[1e4,0]})", kPointMass},
    {R"({"type":"offset_pursuit","target":{"agent":"far"},"offset":[0,1])", kPointMass},
    {R"({"type":"offset_pursuit","target":{"agent":"far"},"offset":[0,1],"feed_forward":1)", kPointMass},
    {R"({"type":"leader_following","target":{"agent":"far"})", kPointMass},
    {R"({"type":"cohesion","response_time":0.1,"radius":2e4,"neighbors":{"agent_type":"b"})", kPointMass},
    {R"({"type":"follow_path","path":"road")", kPointMass},
    {R"({"type":"follow_path","path":"road","variant":"rabbit","end":"stop")", kPointMass},
    {R"({"type":"follow_corridor","path":"road","min_progress":100)", kPointMass},
    {R"({"type":"orbit","target":{"point":[0,1000]},"radius":1000)", kPointMass},
    {R"({"type":"wander","variant":"angle_walk")", kPointMass, 0.06},
    {R"({"type":"kinematic_seek","target":{"point":[1e4,0]})", kKinematic},
    {R"({"type":"kinematic_flee","target":{"point":[-1,0]})", kKinematic},
    {R"({"type":"kinematic_arrive","target":{"point":[1e4,0]})", kKinematic},
    {R"({"type":"kinematic_wander")", kKinematic},
};

std::string full_speed_scene(const FullSpeedCase& one, const char* slot_keys, const char* type_keys) {
  return fmt::format(
      R"({{"format":1,"world":{{"paths":{{"road":{{"points":[[0,0],[1e4,0]]}}}}}},
          "agent_types":{{"a":{{"max_speed":3,"max_acceleration":50,"locomotion":{{"type":"{}"}},
            "steering":{{"behaviors":[{}{}}}]}}{}}},"b":{{}}}},
          "agents":[{{"type":"a","position":[0,0]}},{{"id":"far","type":"b","position":[9e3,0]}}]}})",
      one.locomotion, one.behavior, slot_keys, type_keys);
}

double speed_after(const FullSpeedCase& one, const char* slot_keys, const char* type_keys) {
  Simulator simulator = make_simulator(full_speed_scene(one, slot_keys, type_keys));
  run_steps(simulator, 200);
  return speed_of(simulator);
}

TEST(PreferredSpeed, IsFullSpeedInEveryBehaviorThatGoesAtIt) {
  for (const FullSpeedCase& one : kCases) {
    EXPECT_NEAR(speed_after(one, "", R"(,"preferred_speed":1.25)"), 1.25, 1.25 * one.slack) << one.behavior;
    EXPECT_NEAR(speed_after(one, R"(,"speed":"max")", R"(,"preferred_speed":1.25)"), 3.0, 3.0 * one.slack)
        << one.behavior;
  }
}

TEST(PreferredSpeed, OfMaxSpeedChangesNoPosition) {
  const auto position_of = [](const FullSpeedCase& one, const char* keys) {
    Simulator simulator = make_simulator(full_speed_scene(one, "", keys));
    run_steps(simulator, 60);
    return simulator.world().state.motion.position(0);
  };
  for (const FullSpeedCase& one : kCases)
    EXPECT_EQ(position_of(one, R"(,"preferred_speed":3)"), position_of(one, "")) << one.behavior;
}

TEST(PreferredSpeed, LeavesFullAccelerationToMaxSpeed) {
  Simulator simulator =
      make_simulator(scene(R"([{"type":"seek","variant":"full_accel","target":{"point":[1e5,0]}}])", kAlone,
                           fmt::format(R"(,"preferred_speed":1{})", kQuick)));
  run_steps(simulator, 20);
  EXPECT_DOUBLE_EQ(speed_of(simulator), 3.0);
}

TEST(PreferredSpeed, IsAtMostMaxSpeed) {
  Simulator simulator = make_simulator(scene(R"([{"type":"kinematic_seek","target":{"point":[1e5,0]}}])",
                                             kAlone, R"(,"preferred_speed":5,"max_speed":2)"));
  EXPECT_EQ(simulator.world().preferred_speed(0), 2.0);
}

TEST(PreferredSpeed, IsDrawnForEachAgentAndFollowsItsFactor) {
  Simulator simulator = make_simulator(
      scene(R"([{"type":"seek","target":{"point":[1e5,0]}}])",
            R"([{"type":"a","count":50,"placement":{"type":"line","from":[0,0],"to":[50,0]}}])",
            R"(,"preferred_speed":{"uniform":[1,2]},"max_speed":3,
               "preferred_speed_by":{"type":"time","points":[[1,1],[2,0.5]]})"));
  const World& world = simulator.world();
  std::vector<double> drawn;
  for (AgentIndex i = 0; i < 50; ++i) {
    drawn.push_back(world.preferred_speed(i));
    EXPECT_GE(drawn[i], 1.0);
    EXPECT_LE(drawn[i], 2.0);
  }
  EXPECT_NE(drawn[0], drawn[1]);
  run_steps(simulator, 100);
  for (AgentIndex i = 0; i < 50; ++i)
    EXPECT_EQ(world.preferred_speed(i), 0.5 * drawn[i]);
}

// The factor is on max_speed where a type has no preferred_speed.
TEST(PreferredSpeed, IsMaxSpeedTimesItsFactorWithoutOneOfItsOwn) {
  const Simulator simulator = make_simulator(scene("[]", kAlone, R"(,"max_speed":3,
          "preferred_speed_by":{"type":"time","points":[[0,0.25]]})"));
  EXPECT_EQ(simulator.world().preferred_speed(0), 0.75);
  EXPECT_EQ(simulator.world().state.limits.max_speed[0], 3.0);
}

TEST(PreferredSpeed, IsSetByEvents) {
  for (const char* declared : {"", R"(,"preferred_speed":2)"}) {
    Simulator simulator = make_simulator(scene(
        R"([{"type":"seek","target":{"point":[1e5,0]}}])", kAlone, fmt::format("{}{}", kQuick, declared),
        R"(,"events":[{"type":"set","at":2,"target":{"agent_type":"a"},"parameter":"preferred_speed",
                 "value":1.5}])"));
    run_steps(simulator, 100);
    EXPECT_NEAR(speed_of(simulator), *declared == 0 ? 3.0 : 2.0, 1e-3);
    run_steps(simulator, 100);
    EXPECT_NEAR(speed_of(simulator), 1.5, 1e-3);
  }
}

TEST(PreferredSpeed, IsSavedAndHashed) {
  const std::string text =
      scene(R"([{"type":"seek","target":{"point":[1e5,0]}}])", kAlone, R"(,"preferred_speed":1)",
            R"(,"events":[{"type":"set","at":0.2,"target":{"agent_type":"a"},"parameter":"preferred_speed",
         "value":2}])");
  Simulator original = make_simulator(text);
  run_steps(original, 10);
  const SavedState saved = save_state(original.world());
  Simulator resumed = make_simulator(text);
  EXPECT_NE(resumed.hash(), original.hash());
  ASSERT_FALSE(resumed.restore(saved));
  EXPECT_EQ(resumed.world().preferred_speed(0), 2.0);
  EXPECT_EQ(resumed.hash(), original.hash());
}

// Worlds without the key have no column for it, so their hashes stay.
TEST(PreferredSpeed, HasNoColumnWithoutTheKey) {
  const auto has_column = [](const char* keys) {
    const Simulator simulator = make_simulator(scene("[]", kAlone, keys));
    return !simulator.world().state.own_limits.preferred_speed.empty();
  };
  EXPECT_FALSE(has_column(R"(,"max_speed":2)"));
  EXPECT_TRUE(has_column(R"(,"max_speed":2,"preferred_speed":1)"));
}

// What the body can do is not asked for: the detection box grows with the speed up to max_speed.
TEST(PreferredSpeed, LeavesLookAheadToMaxSpeed) {
  const auto request = [](const char* keys) {
    return next_acceleration(scene(R"([{"type":"obstacle_avoidance"}])",
                                   R"([{"type":"a","position":[0,0.2],"velocity":[1,0]}])", keys,
                                   R"(,"world":{"obstacles":[{"center":[4,0],"radius":1}]})"));
  };
  EXPECT_EQ(request(R"(,"max_speed":3,"preferred_speed":1)"), request(R"(,"max_speed":3)"));
}

// A formation goes at the speed its members like to go at.
TEST(PreferredSpeed, OfTheSlowestMemberIsThatOfAFormation) {
  Simulator simulator = make_simulator(R"({"format":1,"agent_types":{
    "a":{"max_speed":3,"preferred_speed":1.5,"steering":{"behaviors":[{"type":"slot_arrive"}]}}},
    "agents":[{"type":"a","count":4,"group":"g","placement":{"type":"in_slot"}}],
    "formations":{"f":{"pattern":{"type":"line"},"members":[{"group":"g"}],
      "anchor":{"steering":{"behaviors":[{"type":"seek","target":{"point":[1e4,0]}}]}}}}})");
  run_steps(simulator, 600);
  for (AgentIndex i = 0; i < 4; ++i) {
    EXPECT_LT(speed_of(simulator, i), 1.5 + 1e-9);
    EXPECT_GT(speed_of(simulator, i), 0.5);
  }
}

}  // namespace
}  // namespace drover::test::preferred_speed_test
