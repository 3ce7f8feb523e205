#include "sim/step/simulator.h"

#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::simulator_test {
namespace {

using test::make_simulator;
using test::run_steps;
using test::scene;

constexpr const char* kSeek = R"([{"type":"seek","target":{"point":[10,0]}}])";
constexpr const char* kOne = R"([{"type":"a","position":[0,0]}])";

TEST(Simulator, TimeIsTickTimesDt) {
  Simulator simulator = make_simulator(scene(kSeek, kOne, "", R"(,"simulation":{"dt":0.1})"));
  run_steps(simulator, 1000);
  EXPECT_EQ(simulator.world().state.tick, 1000u);
  EXPECT_EQ(simulator.world().time(), 1000 * 0.1);
}

TEST(Simulator, RunsWithoutAgents) {
  Simulator simulator = make_simulator(R"({"format":1})");
  run_steps(simulator, 10);
  EXPECT_EQ(simulator.world().model().agents.size(), 0u);
}

class Phases final : public PhaseListener {
 public:
  void step_begins() override { seen.clear(); }
  void phase_ended(Phase phase) override { seen.push_back(phase); }
  void step_ended() override { ++steps; }
  std::vector<Phase> seen;
  int steps = 0;
};

// Two agents that seek each other stay each other's mirror image to the last bit. Where agents are updated
// one after the other, the second already sees the first moved.
TEST(Simulator, NoAgentSeesAnotherMovedBeforeTheStepIsOver) {
  Simulator simulator = make_simulator(R"({"format":1,"agent_types":{
      "a":{"steering":{"behaviors":[{"type":"seek","target":{"agent":"right"},"response_time":1}]}},
      "b":{"steering":{"behaviors":[{"type":"seek","target":{"agent":"left"},"response_time":1}]}}},
      "agents":[{"type":"a","id":"left","position":[-7,0]},
                {"type":"b","id":"right","position":[7,0],"heading_deg":180}]})");
  for (int step = 0; step < 300; ++step) {
    ASSERT_FALSE(simulator.step());
    ASSERT_EQ(simulator.world().state.motion.x[0], -simulator.world().state.motion.x[1]) << step;
  }
  EXPECT_GT(simulator.world().state.motion.x[0], -7.0);
}

TEST(Simulator, RunsSixPhasesInOrder) {
  Simulator simulator = make_simulator(scene(kSeek, kOne));
  Phases phases;
  simulator.step(&phases);
  EXPECT_EQ(phases.seen, (std::vector<Phase>{Phase::sense, Phase::decide, Phase::steer, Phase::actuate,
                                             Phase::constrain, Phase::commit}));
  EXPECT_EQ(phases.steps, 1);
}

constexpr const char* kCohesion = R"([{"type":"cohesion","radius":5},{"type":"wander"}])";
constexpr const char* kRow =
    R"([{"type":"a","count":60,"placement":{"type":"line","from":[0,0],"to":[30,4]}}])";

// A quantity that perceives is a reason to sense ahead.
std::string counted_row() {
  return scene(kCohesion, kRow, "", R"(,"quantities":{"crowd":{"type":"neighbor_count","radius":5}})");
}

TEST(Simulator, PerceivesAheadForAgentsThatAskWithTheSameResult) {
  Simulator asked = make_simulator(counted_row());
  Simulator alone = make_simulator(counted_row());
  Phases phases;
  for (int k = 0; k < 20; ++k) {
    asked.enable_prefetch();
    run_steps(alone, 1);
    ASSERT_FALSE(asked.step(&phases));
    EXPECT_EQ(phases.seen, (std::vector<Phase>{Phase::decide, Phase::steer, Phase::actuate, Phase::constrain,
                                               Phase::commit, Phase::sense}));
    ASSERT_EQ(asked.hash(), alone.hash());
    EXPECT_EQ(asked.counters().pairs_tested, alone.counters().pairs_tested);
  }
}

TEST(Simulator, RecordsTheNeighborsOfAStepAlsoWhereItSensesAhead) {
  Simulator simulator = make_simulator(counted_row());
  simulator.record_neighbors();
  simulator.enable_prefetch();
  EXPECT_GT(simulator.perceptions()[0].result().count(0), 0u);
  EXPECT_EQ(simulator.fullest_neighborhood(0), 0u) << "before the first step";
  run_steps(simulator, 1);
  EXPECT_GT(simulator.fullest_neighborhood(0), 0u);
}

// Who listens hears of every chunk that the calling thread works on; what is recorded changes nothing.
TEST(Simulator, PhasesTakeTurnsChunkByChunkWithTheSameResult) {
  Simulator watched = make_simulator(scene(kCohesion, kRow));
  Simulator alone = make_simulator(scene(kCohesion, kRow));
  watched.use_threads(1, 40);
  watched.record_requests();
  Phases phases;
  for (int k = 0; k < 20; ++k) {
    ASSERT_FALSE(watched.step(&phases));
    run_steps(alone, 1);
    EXPECT_EQ(phases.seen,
              (std::vector<Phase>{Phase::sense, Phase::decide, Phase::steer, Phase::actuate, Phase::constrain,
                                  Phase::steer, Phase::actuate, Phase::constrain, Phase::commit}));
    ASSERT_EQ(watched.hash(), alone.hash());
    EXPECT_EQ(length(watched.requests().linear(3)), watched.world().state.status.request_length[3]);
  }
}

TEST(Simulator, TheHashTellsApartWhatDiffers) {
  Simulator a = make_simulator(scene(kSeek, kOne));
  Simulator b = make_simulator(scene(kSeek, kOne));
  EXPECT_EQ(a.hash(), b.hash());
  run_steps(a, 1);
  EXPECT_NE(a.hash(), b.hash());
  run_steps(b, 1);
  EXPECT_EQ(a.hash(), b.hash());
}

TEST(Simulator, TheSeedChangesARandomRun) {
  constexpr const char* kWander = R"([{"type":"wander"}])";
  Simulator a = make_simulator(scene(kWander, kOne, "", R"(,"seed":1)"));
  Simulator b = make_simulator(scene(kWander, kOne, "", R"(,"seed":2)"));
  run_steps(a, 10);
  run_steps(b, 10);
  EXPECT_NE(a.hash(), b.hash());
}

TEST(Simulator, SearchesNoNeighborsWhenNothingAsks) {
  Simulator simulator = make_simulator(
      scene(kSeek, R"([{"type":"a","count":100,"placement":{"type":"grid","origin":[0,0]}}])"));
  run_steps(simulator, 5);
  EXPECT_EQ(simulator.counters().pairs_tested, 0u);
  EXPECT_EQ(simulator.counters().agent_steps, 500u);
}

TEST(Simulator, ContributionsAddUpToTheAcceleration) {
  Simulator simulator = make_simulator(scene(
      R"([{"type":"seek","target":{"point":[100,0]},"response_time":2},{"type":"wander","weight":0.5}])",
      kOne));
  simulator.record_contributions();
  const Vec3 before = simulator.world().state.motion.velocity(0);
  run_steps(simulator, 1);
  const auto& slots = simulator.contributions().by_type[0];
  const Vec3 sum = slots[0][0].linear + slots[1][0].linear;
  const Vec3 change = (simulator.world().state.motion.velocity(0) - before) / simulator.world().model().dt;
  EXPECT_NEAR(sum.x, change.x, 1e-12);
  EXPECT_NEAR(sum.y, change.y, 1e-12);
  EXPECT_GT(length(slots[1][0].linear), 0.0);
}

TEST(Simulator, LabelsOfSlotsKeepTheirRandomNumbersApart) {
  // A second wander added behind, and one of another kind before, leave the first one's numbers alone.
  Simulator alone = make_simulator(scene(R"([{"type":"wander"}])", kOne));
  Simulator more = make_simulator(scene(
      R"([{"type":"seek","target":{"point":[1,1]},"weight":0},{"type":"wander"},{"type":"wander","weight":0}])",
      kOne));
  run_steps(alone, 100);
  run_steps(more, 100);
  EXPECT_EQ(alone.world().state.motion.x, more.world().state.motion.x);
}

TEST(Simulator, AnswersWithTheGoalOfTheStack) {
  const Simulator simulator =
      make_simulator(scene(R"([{"type":"wander"},{"type":"arrive","target":{"point":[4,3]}}])", kOne));
  ASSERT_TRUE(simulator.goal(0).has_value());
  EXPECT_EQ(simulator.goal(0)->position, (Vec3{4.0, 3.0, 0.0}));
}

TEST(Simulator, AFailedStepLeavesTheLastGoodState) {
  // Its thrust divided by its mass is no finite number.
  Simulator simulator = make_simulator(scene(R"([{"type":"seek","target":{"point":[5,5]}}])", kOne,
                                             R"(,"mass":5e-324,"locomotion":{"type":"rigid_body_2d"})"));
  const std::uint64_t before = simulator.hash();
  const std::optional<StepFailure> failure = simulator.step();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->tick, 0u);
  EXPECT_EQ(failure->quantity, "position");
  EXPECT_EQ(simulator.hash(), before);
}

TEST(Simulator, SpeedNeverExceedsItsLimit) {
  Simulator simulator = make_simulator(
      scene(kSeek, R"([{"type":"a","position":[0,0],"velocity":[9,0]}])", R"(,"max_speed":2)"));
  for (int k = 0; k < 200; ++k) {
    run_steps(simulator, 1);
    EXPECT_LE(length(simulator.world().state.motion.velocity(0)), 2.0 * (1.0 + 1e-15));
  }
}

}  // namespace
}  // namespace drover::simulator_test
