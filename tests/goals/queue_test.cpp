// Queues at goals: who stands where, and who is served when.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "goals/pursuing.h"

namespace drover::test::queue_test {
namespace {

// A counter at (0, 0); its queue stands along +x. Everybody at x < 40 has reached the hall.
constexpr const char* kWorld =
    R"(,"world":{"regions":{"hall":{"min":[-2,-20],"max":[40,20]}},
                 "paths":{"line":{"points":[[0,0],[6,0],[6,6]]}}})";

std::string shoppers(const std::string& queue, const std::string& agents,
                     const std::string& keys = R"(,"goal_radius":0.7)") {
  return scene(
      R"([{"type":"kinematic_arrive","target":"goal","radius":0.01,"time_to_target":0.25}])", agents,
      R"(,"max_speed":2,"locomotion":{"type":"kinematic"},"goal":"hall","at_goal":{"queue":{"places":"line",)" +
          queue + "}}" + keys,
      std::string(R"(,"simulation":{"dt":0.02,"duration":10})") + kWorld);
}

std::uint32_t in_line(const Simulator& simulator, AgentIndex agent) {
  return simulator.world().state.goals.index_in_line[agent];
}

std::size_t length_of_queue(const Simulator& simulator) {
  std::size_t count = 0;
  for (AgentIndex i = 0; i < simulator.world().model().agents.size(); ++i)
    if (simulator.world().is_present(i) && state_of(simulator, i) == GoalState::queued) ++count;
  return count;
}

constexpr const char* kThree =
    R"([{"type":"a","position":[3,3]},{"type":"a","position":[2,3]},{"type":"a","position":[41,0]}])";

TEST(Queue, AgentsStandAlongThePathInTheOrderInWhichTheyCame) {
  Simulator simulator = make_simulator(shoppers(R"("service":1000,"spacing":2)", kThree));
  run_steps(simulator, 2000);
  EXPECT_EQ(in_line(simulator, 0), 0u);
  EXPECT_EQ(in_line(simulator, 1), 1u);
  EXPECT_EQ(in_line(simulator, 2), 2u);
  const AgentMotion& motion = simulator.world().state.motion;
  EXPECT_NEAR(length(motion.position(0)), 0.0, 0.02);
  EXPECT_NEAR(length(motion.position(1) - Vec3{2, 0}), 0.0, 0.02);
  EXPECT_NEAR(length(motion.position(2) - Vec3{4, 0}), 0.0, 0.02);
}

TEST(Queue, PlacesFollowThePathAndGoStraightOnBeyondItsEnd) {
  Simulator simulator = make_simulator(shoppers(R"("service":5)", kThree));
  const GoalQueue& queue = simulator.world().model().goals.queues[0];
  EXPECT_EQ(queue.spacing, 0.6);
  EXPECT_EQ(queue_position(simulator.world(), queue, 0), (Vec3{0, 0}));
  EXPECT_NEAR(length(queue_position(simulator.world(), queue, 15) - Vec3{6, 3}), 0.0, 1e-12);
  EXPECT_NEAR(length(queue_position(simulator.world(), queue, 30) - Vec3{6, 12}), 0.0, 1e-12);
}

// Served for 2 s at the first place, where "then" does not hold yet, and on to the second; or at the second
// only.
TEST(Queue, OnARouteItIsAtThePlacesThatAtSays) {
  const auto run = [](const std::string& at) {
    std::string text = shoppers(at + R"("service":2)", R"([{"type":"a","position":[1,0],
        "goal":{"route":["hall",[20,0]]}}])");
    Simulator simulator = make_simulator(text);
    std::vector<std::uint32_t> queued;
    for (int step = 0; step < 3000 && simulator.world().is_present(0); ++step) {
      const auto before = state_of(simulator);
      run_steps(simulator, 1);
      if (before != GoalState::queued && state_of(simulator) == GoalState::queued)
        queued.push_back(place_of(simulator));
    }
    EXPECT_FALSE(simulator.world().is_present(0)) << "it leaves at the end";
    return queued;
  };
  using Places = std::vector<std::uint32_t>;
  EXPECT_EQ(run(""), (Places{1}));
  EXPECT_EQ(run(R"("at":[0],)"), (Places{0}));
  EXPECT_EQ(run(R"("at":"every",)"), (Places{0, 1}));
}

TEST(Queue, AllMoveUpInTheStepInWhichOneLeaves) {
  Simulator simulator = make_simulator(shoppers(R"("service":10)", kThree));
  int step = 0;
  while (simulator.world().is_present(0) && step++ < 3000)
    run_steps(simulator, 1);
  EXPECT_FALSE(simulator.world().is_present(0));
  EXPECT_EQ(in_line(simulator, 1), 0u);
}

TEST(Queue, ClosesItsGapInTheStepInWhichAnAgentIsRemoved) {
  std::string text = shoppers(R"("service":1000)", R"([{"type":"a","position":[3,3]},
      {"id":"two","type":"a","position":[2,3]},{"type":"a","position":[1,3]}])");
  text.insert(text.rfind('}'), R"(,"events":[{"type":"remove","at":2,"target":{"agent":"two"}}])");
  Simulator simulator = make_simulator(text);
  run_steps(simulator, 99);
  EXPECT_EQ(in_line(simulator, 2), 2u);
  run_steps(simulator, 1);
  EXPECT_FALSE(simulator.world().is_present(1));
  EXPECT_EQ(in_line(simulator, 2), 1u);
}

// Arrivals at 2/s for 60 s, service at 1.3/s: 42 are left, and the queue is empty 42/1.3 s later.
TEST(Queue, DrainsAsAFluidWould) {
  constexpr double kService = 1.0 / 1.3;
  std::string text =
      shoppers(fmt::format(R"("service":{:.17g},"spacing":0.1)", kService), "[]", R"(,"goal_radius":50)");
  text.insert(text.rfind('}'), R"(,"events":[{"type":"spawn","at":0,"every":0.5,"times":120,
      "agents":{"type":"a","position":[3,0]},"find_room":false}])");
  Simulator simulator = make_simulator(text);
  run_steps(simulator, 3000);
  EXPECT_NEAR(static_cast<double>(length_of_queue(simulator)), 42.0, 1.0);
  int steps = 0;
  while (simulator.world().present_count() > 0 && steps < 5000) {
    run_steps(simulator, 1);
    ++steps;
  }
  EXPECT_NEAR(steps * 0.02, 32.307692, kService);
}

// Services follow each other without the rest of a step: the first one begins in the state of 0.02 s, in
// which all are in line, and the 100th ends 3.3 s later.
TEST(Queue, ServicesAreSummedAndNotTheirSteps) {
  std::string text =
      shoppers(R"("service":0.033,"spacing":0.01)",
               R"([{"type":"a","count":100,"placement":{"type":"line","from":[1,0],"to":[2,0]}}])",
               R"(,"goal_radius":50)");
  Simulator simulator = make_simulator(text);
  int steps = 0;
  while (simulator.world().present_count() > 0 && steps < 1000) {
    run_steps(simulator, 1);
    ++steps;
  }
  EXPECT_EQ(steps, 166);
}

TEST(Queue, DrawsAServiceForEachAgent) {
  Simulator simulator = make_simulator(shoppers(R"("service":{"uniform":[1,3]})", kThree));
  std::vector<double> ends;
  double last = 0.0;
  for (int step = 0; step < 2500; ++step) {
    run_steps(simulator, 1);
    const double until =
        simulator.world().state.columns.values(simulator.world().model().goals.queues[0].served_until)[0];
    if (until > last) ends.push_back(until);
    last = std::max(last, until);
  }
  ASSERT_EQ(ends.size(), 3u);
  EXPECT_GT(std::fabs((ends[1] - ends[0]) - (ends[2] - ends[1])), 1e-3);
}

TEST(Queue, AnAgentThatGetsAnotherGoalLeavesIt) {
  std::string text = shoppers(R"("service":1000)", R"([{"id":"one","type":"a","position":[3,3]},
      {"type":"a","position":[2,3]}])");
  text.insert(text.rfind('}'),
              R"(,"events":[{"type":"goal","at":2,"target":{"agent":"one"},"goal":[30,9]}])");
  Simulator simulator = make_simulator(text);
  run_steps(simulator, 100);
  EXPECT_EQ(state_of(simulator, 0), GoalState::under_way);
  EXPECT_EQ(in_line(simulator, 1), 0u);
}

}  // namespace
}  // namespace drover::test::queue_test
