// acceleration and turn_rate: how the motion changed in the last step.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "quantities/observed_quantities.h"
#include "quantities/value_of.h"

namespace drover::test::changes_test {
namespace {

// A body that makes for a point; its weight, 1 whatever the value, names the quantity.
std::string runner(const std::string& quantity, const std::string& type_keys, const std::string& agent,
                   const std::string& scenario = "") {
  return scene(R"([{"type":"seek","target":{"point":[-1000,0]},"weight_by":{"type":")" + quantity +
                   R"(","points":[[0,1]]}}])",
               "[" + agent + "]", type_keys, R"(,"simulation":{"dt":0.02})" + scenario);
}

TEST(AccelerationQuantity, IsTheGreatestOneOfABodyThatStarts) {
  Simulator simulator =
      make_simulator(runner("acceleration", R"(,"max_speed":2,"max_acceleration":3)", body({0, 0, 0})));
  EXPECT_EQ(value_of(simulator), 0.0);
  run_steps(simulator, 1);
  EXPECT_NEAR(value_of(simulator), 3.0, 1e-12);
  run_steps(simulator, 1);
  EXPECT_NEAR(value_of(simulator), 3.0, 1e-12);
}

TEST(AccelerationQuantity, IsZeroAtConstantVelocity) {
  Simulator simulator =
      make_simulator(runner("acceleration", R"(,"max_speed":2)", body({0, 0, 0}, {-2, 0, 0})));
  run_steps(simulator, 5);
  EXPECT_NEAR(value_of(simulator), 0.0, 1e-12);
}

// A body that follows a polyline turns by 0.5 rad in the step after the corner, and in no other.
TEST(TurnRateQuantity, IsTheAngleOfACornerOverTheLengthOfTheStep) {
  Simulator simulator = make_simulator(fmt::format(
      R"({{"format":1,"simulation":{{"dt":0.25}},"agent_types":{{"a":{{"locomotion":{{"type":"scripted",
         "keyframes":[[0,0,0],[1,1,0],[2,{},{}]]}}}}}},"agents":[{{"type":"a","position":[0,0]}}]}})",
      1.0 + std::cos(0.5), -std::sin(0.5)));
  const NamedQuantity turn_rate = *find_observed_quantity(simulator.world().model(), "turn_rate");
  for (int k = 1; k <= 8; ++k) {
    run_steps(simulator, 1);
    EXPECT_NEAR(simulator.value(turn_rate, 0), k == 5 ? 0.5 / 0.25 : 0.0, 1e-12) << "after " << k;
  }
}

TEST(ChangeQuantities, AreZeroWhereAnEventPutTheAgentSomewhereElse) {
  Simulator simulator = make_simulator(
      runner("acceleration", R"(,"max_speed":2,"max_acceleration":3)", body({0, 0, 0}),
             R"(,"events":[{"type":"teleport","target":{"agent_type":"a"},"at":0.04,"position":[5,5],
                     "velocity":[1,0]}])"));
  run_steps(simulator, 1);
  EXPECT_GT(value_of(simulator), 0.0);
  run_steps(simulator, 1);
  EXPECT_EQ(value_of(simulator), 0.0);
  run_steps(simulator, 1);
  EXPECT_GT(value_of(simulator), 0.0);
}

// Agents that meet, with and without columns of the state.
std::string crowd(const std::string& keys) {
  return scene(R"([{"type":"wander"},{"type":"separation","radius":3},{"type":"cohesion","radius":9}])",
               R"([{"type":"a","count":20,"placement":{"type":"rectangle","min":[0,0],"max":[6,6]}}])", "",
               R"(,"simulation":{"dt":0.02,"non_penetration":{"enabled":true}},
                   "world":{"bounds":{"min":[0,0],"max":[9,9],"edge":"reflect"}})" +
                   keys);
}

TEST(ChangeQuantities, AreTheSameForObserversAsForTheMotion) {
  Simulator observed = make_simulator(crowd(""));
  Simulator recorded = make_simulator(crowd(R"(,"quantities":{"push":{"type":"acceleration"}})"));
  ASSERT_FALSE(observed.world().state.changes.exist());
  ASSERT_TRUE(recorded.world().state.changes.exist());
  for (int k = 0; k < 60; ++k) {
    for (const char* name : {"acceleration", "turn_rate"}) {
      const NamedQuantity a = *find_observed_quantity(observed.world().model(), name);
      const NamedQuantity b = *find_observed_quantity(recorded.world().model(), name);
      for (AgentIndex i = 0; i < 20; ++i)
        ASSERT_EQ(observed.value(a, i), recorded.value(b, i)) << name << " of " << i << " after " << k;
    }
    run_steps(observed, 1);
    run_steps(recorded, 1);
  }
}

TEST(ChangeQuantities, GoOnInARunThatIsResumedWhereTheMotionFollowsThem) {
  const std::string scenario =
      runner("acceleration", R"(,"max_speed":2,"max_acceleration":3)", body({0, 0, 0}));
  Simulator simulator = make_simulator(scenario);
  run_steps(simulator, 3);
  Simulator resumed = make_simulator(scenario);
  ASSERT_FALSE(resumed.restore(save_state(simulator.world())));
  EXPECT_EQ(value_of(resumed), value_of(simulator));
  EXPECT_GT(value_of(resumed), 0.0);
}

}  // namespace
}  // namespace drover::test::changes_test
