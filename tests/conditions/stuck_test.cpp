#include <gtest/gtest.h>

#include "conditions/watch.h"
#include "support/model_of.h"

namespace drover::test::stuck_test {
namespace {

// One agent; a test sets its position and the length of its last request, in steps of 0.1 s.
class Prisoner {
 public:
  explicit Prisoner(const std::string& keys = "", const std::string& world = "")
      : built_(make_world(
            text_of({.condition = R"({"type":"stuck")" + keys + "}", .scenario = with_dt(0.1) + world}))) {}

  void take_velocities() { model_of(built_.world).agents.request_unit.set(0, RequestUnit::velocity); }

  // The answer in the next state.
  bool next(Vec3 position, double request_length) {
    World& world = built_.world;
    world.state.motion.set_position(0, position);
    world.state.status.request_length[0] = request_length;
    const Condition& condition = world.model().conditions[0];
    const bool holds = condition.kind->holds(condition.params.get(), AgentView(world, {}, condition), 0);
    ++world.state.tick;
    return holds;
  }

  // The number of the first of at most `ticks` states at one position, with requests of this length, in which
  // the agent is stuck; -1 when there is none.
  int ticks_until_stuck(Vec3 position, double request_length, int ticks = 1000) {
    for (int k = 0; k < ticks; ++k) {
      if (next(position, request_length)) return k;
    }
    return -1;
  }

 private:
  BuiltWorld built_;
};

TEST(Stuck, AfterTwoSecondsInOnePlace) {
  EXPECT_EQ(Prisoner().ticks_until_stuck({}, 5.0), 20);
  EXPECT_EQ(Prisoner(R"(,"duration":0.3)").ticks_until_stuck({}, 5.0), 3);
}

TEST(Stuck, DemandForVelocitiesHasALimitOfItsOwn) {
  const std::string limits = R"(,"min_demand":9,"min_demand_velocity":1)";
  EXPECT_EQ(Prisoner(limits).ticks_until_stuck({}, 2.0), -1);
  Prisoner prisoner(limits);
  prisoner.take_velocities();
  EXPECT_EQ(prisoner.ticks_until_stuck({}, 2.0), 20);
}

TEST(Stuck, NotWithoutDemand) {
  EXPECT_EQ(Prisoner().ticks_until_stuck({}, 0.0), -1);
  EXPECT_EQ(Prisoner(R"(,"min_demand":1)").ticks_until_stuck({}, 1.0), -1);
  EXPECT_EQ(Prisoner(R"(,"min_demand":1)").ticks_until_stuck({}, 1.01), 20);
}

TEST(Stuck, ARestWithoutDemandStartsTheTimeAnew) {
  Prisoner agent;
  EXPECT_EQ(agent.ticks_until_stuck({}, 5.0, 20), -1);
  EXPECT_FALSE(agent.next({}, 0.0));
  EXPECT_EQ(agent.ticks_until_stuck({}, 5.0), 19);
}

TEST(Stuck, EndsAtOnceWhenTheAgentGetsAway) {
  Prisoner agent;
  ASSERT_EQ(agent.ticks_until_stuck({}, 5.0), 20);
  EXPECT_TRUE(agent.next({0.099, 0, 0}, 5.0));
  EXPECT_FALSE(agent.next({0.1, 0, 0}, 5.0));
  // Two seconds later it is stuck again, unless it moves on.
  EXPECT_EQ(agent.ticks_until_stuck({0.1, 0, 0}, 5.0), 19);
}

// 0.09 m to and fro, for ever.
TEST(Stuck, TremblingIsNotGettingAway) {
  Prisoner agent;
  int first = -1;
  for (int k = 0; k < 60; ++k) {
    const bool holds = agent.next({k % 2 == 0 ? 0.0 : 0.09, 0, 0}, 5.0);
    if (holds && first < 0) first = k;
    EXPECT_EQ(holds, k >= 20) << k;
  }
  EXPECT_EQ(first, 20);
}

TEST(Stuck, AWalkingAgentIsNot) {
  Prisoner agent;
  for (int k = 0; k < 300; ++k)
    EXPECT_FALSE(agent.next({0.02 * k, 0, 0}, 5.0)) << k;
}

TEST(Stuck, AStepAcrossTheEdgeOfATorusIsShort) {
  Prisoner agent("", R"(,"world":{"bounds":{"min":[-10,-10],"max":[10,10],"edge":"wrap"}})");
  for (int k = 0; k < 30; ++k)
    EXPECT_EQ(agent.next({k % 2 == 0 ? -9.99 : 9.99, 0, 0}, 5.0), k >= 20) << k;
}

// In a run: the target is beyond the edge of the world, which stops the agent. It stands there from the start
// on and is asked to move from the second state on.
TEST(Stuck, SeesAnAgentAtTheEdgeOfTheWorld) {
  Watch watch = {
      .condition = R"({"type":"stuck"})",
      .scenario = with_dt(0.1) + R"(,"world":{"bounds":{"min":[-10,-10],"max":[0,10],"edge":"clamp"}})"};
  watch.behavior =
      R"("type":"wander","weight":0,"when":{"type":"stuck"}},{"type":"seek","target":{"point":[9,0]}},{)" +
      watch.behavior;
  EXPECT_EQ(answers(watch, 25), std::string(20, '0') + std::string(5, '1'));
}

}  // namespace
}  // namespace drover::test::stuck_test
