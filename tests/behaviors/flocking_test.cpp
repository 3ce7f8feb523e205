#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/ask.h"
#include "core/random.h"

namespace drover::test {
namespace {

constexpr const char* kTorus = R"(,"world":{"bounds":{"min":[0,0],"max":[30,30],"edge":"wrap"}})";
constexpr const char* kThree = R"([{"type":"separation","weight":1.5},{"type":"alignment","weight":0.7},
                                   {"type":"cohesion","weight":0.9}])";
constexpr const char* kOne =
    R"([{"type":"flocking","separation_weight":1.5,"alignment_weight":0.7,"cohesion_weight":0.9}])";

// 60 agents with numbers 0 to 59, listed in the given order of numbers.
std::string crowd(bool reversed = false) {
  std::string list;
  for (std::uint32_t k = 0; k < 60; ++k) {
    const std::uint32_t number = reversed ? 59 - k : k;
    Draws draws({121, number});
    const double x = 30.0 * draws.uniform();
    const double y = 30.0 * draws.uniform();
    const double heading = 3.0 * draws.signed_uniform();
    list += fmt::format(R"({}{{"type":"a","number":{},"position":[{},{}],"heading":{},"speed":2}})",
                        list.empty() ? "" : ",", number, x, y, heading);
  }
  return "[" + list + "]";
}

std::uint64_t hash_after(const std::string& scenario, int steps = 200) {
  Simulator simulator = make_simulator(scenario);
  run_steps(simulator, steps);
  return simulator.hash();
}

TEST(Flocking, EqualsItsThreePartsListedSeparatelyBitForBit) {
  for (const char* world : {"", kTorus}) {
    EXPECT_EQ(hash_after(scene(kOne, crowd(), "", world)), hash_after(scene(kThree, crowd(), "", world)));
  }
}

TEST(Flocking, AndItsPartsShareOnePerceptionPass) {
  EXPECT_EQ(make_simulator(scene(kThree, crowd())).perceptions().size(), 1u);
  EXPECT_EQ(make_simulator(scene(kOne, crowd())).perceptions().size(), 1u);
  EXPECT_EQ(make_simulator(scene(R"([{"type":"separation","radius":3},{"type":"cohesion"}])", crowd()))
                .perceptions()
                .size(),
            2u);
}

TEST(Flocking, DoesNotDependOnCellsByABitE0_22) {
  for (const std::string world : {"", kTorus}) {
    const auto with = [&](const char* partition) {
      return hash_after(
          scene(kThree, crowd(), "", world + R"(,"simulation":{"partition":)" + partition + "}"));
    };
    const std::uint64_t brute = with(R"({"enabled":false})");
    for (const char* partition :
         {"{}", R"({"cell_size":0.4})", R"({"cell_size":3.7})", R"({"cell_size":100})",
          R"({"cells_x":7,"cells_y":7})", R"({"cells_x":1,"cells_y":50})"}) {
      EXPECT_EQ(with(partition), brute) << partition << " in \"" << world << "\"";
    }
  }
}

TEST(Flocking, DoesNotDependOnTheOrderOfAgentsInTheFile) {
  for (const char* world : {"", kTorus}) {
    EXPECT_EQ(hash_after(scene(kThree, crowd(false), "", world)),
              hash_after(scene(kThree, crowd(true), "", world)));
  }
}

TEST(Flocking, WeightZeroLeavesAPartOutBitForBit) {
  EXPECT_EQ(hash_after(scene(R"([{"type":"flocking","separation_weight":0,"cohesion_weight":0}])", crowd())),
            hash_after(scene(R"([{"type":"alignment"}])", crowd())));
}

TEST(Flocking, OfAnAgentAloneAsksForNothingAndCoastsE0_25) {
  constexpr const char* kAlone = R"([{"type":"a","position":[0,0],"velocity":[1.5,0]}])";
  EXPECT_FALSE(request_of(scene(kOne, kAlone)));
  Simulator simulator = make_simulator(scene(kOne, kAlone));
  run_steps(simulator, 100);
  EXPECT_EQ(simulator.world().state.velocity(0), (Vec3{1.5, 0, 0}));
}

TEST(Flocking, OfCoincidentAgentsAtRestIsFinite) {
  Simulator simulator = make_simulator(
      scene(kOne, R"([{"type":"a","count":5,"placement":{"type":"disc","center":[1,1],"radius":1e-9}}])"));
  run_steps(simulator, 50);
  for (AgentIndex i = 0; i < 5; ++i)
    EXPECT_TRUE(is_finite(simulator.world().state.position(i)));
}

TEST(Flocking, PartsAndAvoidanceCarryTheSeedsDitheringProbabilities) {
  const Simulator simulator = make_simulator(scene(
      R"([{"type":"wall_avoidance"},{"type":"obstacle_avoidance"},{"type":"separation"},{"type":"alignment"},
                {"type":"cohesion"}])",
      R"([{"type":"a","position":[0,0]}])"));
  const std::vector<Slot>& slots = simulator.world().stacks[0].slots;
  const double expected[] = {0.9, 0.9, 0.8, 0.5, 0.5};
  for (std::size_t k = 0; k < slots.size(); ++k)
    EXPECT_EQ(slots[k].probability[0], expected[k]) << slots[k].label;
}

// In a lattice that fills a torus every neighbor has an opposite one, so separation and cohesion cancel and
// alignment is satisfied: nobody moves against anybody.
TEST(Flocking, OnAWrappedLatticeNobodyMovesAgainstAnybody) {
  Simulator simulator = make_simulator(
      scene(R"([{"type":"separation","threshold":2.5},{"type":"alignment"},{"type":"cohesion"}])",
            R"([{"type":"a","count":100,"heading":0,"speed":2,
                 "placement":{"type":"grid","origin":[1,1],"columns":10,"step":[2,2]}}])",
            "", R"(,"world":{"bounds":{"min":[0,0],"max":[20,20],"edge":"wrap"}})"));
  run_steps(simulator, 100);
  const AgentState& state = simulator.world().state;
  for (AgentIndex i = 1; i < 100; ++i) {
    EXPECT_EQ(state.vx[i], state.vx[0]);
    EXPECT_EQ(state.vy[i], state.vy[0]);
  }
}

TEST(Flocking, WithDefaultsStaysTogetherWithoutOverlap) {
  Simulator simulator = make_simulator(
      scene(R"([{"type":"flocking"}])", R"([{"type":"a","count":40,"heading":{"uniform":[-1,1]},"speed":2,
                 "placement":{"type":"disc","center":[0,0],"radius":8,"spacing":1.2}}])"));
  run_steps(simulator, 1500);
  const AgentState& state = simulator.world().state;
  for (AgentIndex i = 0; i < 40; ++i) {
    double nearest = kInfinity;
    for (AgentIndex j = 0; j < 40; ++j) {
      if (j != i) nearest = smaller(nearest, length(state.position(i) - state.position(j)));
    }
    EXPECT_GT(nearest, 0.95) << i;
    EXPECT_LT(nearest, 3.0) << i;
  }
}

}  // namespace
}  // namespace drover::test
