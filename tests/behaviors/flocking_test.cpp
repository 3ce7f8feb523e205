#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/ask.h"
#include "core/random.h"

namespace drover::test::flocking_test {
namespace {

constexpr const char* kTorus = R"(,"world":{"bounds":{"min":[0,0],"max":[30,30],"edge":"wrap"}})";
constexpr const char* kThree =
    R"([{"type":"separation","variant":"inverse","weight":1.5},{"type":"alignment","weight":0.7},
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

TEST(Flocking, DoesNotDependOnCellsByABit) {
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

TEST(Flocking, OfAnAgentAloneAsksForNothingAndCoasts) {
  constexpr const char* kAlone = R"([{"type":"a","position":[0,0],"velocity":[1.5,0]}])";
  EXPECT_FALSE(request_of(scene(kOne, kAlone)));
  Simulator simulator = make_simulator(scene(kOne, kAlone));
  run_steps(simulator, 100);
  EXPECT_EQ(simulator.world().state.motion.velocity(0), (Vec3{1.5, 0, 0}));
}

TEST(Flocking, OfCoincidentAgentsAtRestIsFinite) {
  Simulator simulator = make_simulator(scene(
      kOne,
      R"([{"type":"a","count":5,"overlap":true,"placement":{"type":"disc","center":[1,1],"radius":1e-9}}])"));
  run_steps(simulator, 50);
  for (AgentIndex i = 0; i < 5; ++i)
    EXPECT_TRUE(is_finite(simulator.world().state.motion.position(i)));
}

TEST(Flocking, PartsAndAvoidanceCarryTheSeedsDitheringProbabilities) {
  const Simulator simulator = make_simulator(scene(
      R"([{"type":"wall_avoidance"},{"type":"obstacle_avoidance"},{"type":"separation"},{"type":"alignment"},
                {"type":"cohesion"}])",
      R"([{"type":"a","position":[0,0]}])"));
  const std::vector<StackEntry>& slots = simulator.world().model().types[0].entries;
  const double expected[] = {0.9, 0.9, 0.8, 0.5, 0.5};
  for (std::size_t k = 0; k < slots.size(); ++k)
    EXPECT_EQ(slots[k].probability.constant(), expected[k]) << slots[k].label;
}

// In a lattice that fills a torus every neighbor has an opposite one, so separation and cohesion cancel and
// alignment is satisfied: no agent moves relative to another.
TEST(Flocking, OnAWrappedLatticeNoAgentMovesRelativeToAnother) {
  Simulator simulator = make_simulator(
      scene(R"([{"type":"separation","threshold":2.5},{"type":"alignment"},{"type":"cohesion"}])",
            R"([{"type":"a","count":100,"heading":0,"speed":2,
                 "placement":{"type":"grid","origin":[1,1],"columns":10,"step":[2,2]}}])",
            "", R"(,"world":{"bounds":{"min":[0,0],"max":[20,20],"edge":"wrap"}})"));
  run_steps(simulator, 100);
  const AgentMotion& state = simulator.world().state.motion;
  for (AgentIndex i = 1; i < 100; ++i) {
    EXPECT_EQ(state.vx[i], state.vx[0]);
    EXPECT_EQ(state.vy[i], state.vy[0]);
  }
}

// Three variants each, as one behavior and as three.
struct Variants {
  const char* one;
  const char* three;
};

constexpr Variants kVariants[] = {
    {R"([{"type":"flocking","separation_variant":"linear","alignment_variant":"velocity","alignment_response_time":0.7,
          "cohesion_variant":"arrive","deceleration":"slow","deceleration_tweak":0.9,"response_time":0.4}])",
     R"([{"type":"separation","variant":"linear"},{"type":"alignment","variant":"velocity","response_time":0.7},
         {"type":"cohesion","variant":"arrive","deceleration":"slow","deceleration_tweak":0.9,"response_time":0.4}])"},
    {R"([{"type":"flocking","separation_variant":"bow_inverse","alignment_variant":"angle","cohesion_variant":"angle",
          "view":"wide","same_type":true}])",
     R"([{"type":"separation","variant":"bow_inverse","view":"wide","same_type":true},
         {"type":"alignment","variant":"angle","view":"wide","same_type":true},
         {"type":"cohesion","variant":"angle","view":"wide","same_type":true}])"},
    {R"([{"type":"flocking","separation_variant":"inverse_square","separation_combine":"closest",
          "alignment_average":"velocity","cohesion_by_mass":true,"max_neighbors":5}])",
     R"([{"type":"separation","variant":"inverse_square","combine":"closest","max_neighbors":5},
         {"type":"alignment","average":"velocity","max_neighbors":5},
         {"type":"cohesion","by_mass":true,"max_neighbors":5}])"},
};

TEST(Flocking, OfAnyVariantsEqualsItsThreePartsBitForBit) {
  for (const Variants& variants : kVariants) {
    EXPECT_EQ(hash_after(scene(variants.one, crowd(), "", kTorus)),
              hash_after(scene(variants.three, crowd(), "", kTorus)))
        << variants.one;
  }
}

TEST(Flocking, OfAnyVariantsDependsNeitherOnCellsNorOnTheOrder) {
  for (const Variants& variants : kVariants) {
    const std::uint64_t expected = hash_after(scene(variants.one, crowd(), "", kTorus));
    EXPECT_EQ(hash_after(scene(variants.one, crowd(true), "", kTorus)), expected) << variants.one;
    for (const char* partition :
         {R"({"enabled":false})", R"({"cell_size":0.4})", R"({"cells_x":7,"cells_y":7})"}) {
      const std::string keys = std::string(kTorus) + R"(,"simulation":{"partition":)" + partition + "}";
      EXPECT_EQ(hash_after(scene(variants.one, crowd(), "", keys)), expected) << variants.one << partition;
    }
  }
}

TEST(Flocking, OnAWrappedLatticeNoAgentMovesRelativeToAnotherInAnyVariant) {
  // Not those that push sideways or pick the nearest: in a lattice neighbors are exactly ahead and equally
  // near, where ties are broken.
  for (const Variants& variants : {kVariants[0]}) {
    Simulator simulator =
        make_simulator(scene(variants.one,
                             R"([{"type":"a","count":100,"heading":0,"speed":2,
                   "placement":{"type":"grid","origin":[1,1],"columns":10,"step":[2,2]}}])",
                             "", R"(,"world":{"bounds":{"min":[0,0],"max":[20,20],"edge":"wrap"}})"));
    run_steps(simulator, 50);
    const AgentMotion& state = simulator.world().state.motion;
    for (AgentIndex i = 1; i < 100; ++i)
      EXPECT_NEAR(length(state.velocity(i) - state.velocity(0)), 0.0, 1e-9) << variants.one;
  }
}

// Two types that flock among themselves, the second faster, larger and heavier; numbers 0 to 24 and 100 to
// 114.
std::string two_types(std::string_view behaviors, bool both) {
  const std::string list = std::string(behaviors);
  return R"({"format":1,"agent_types":{"a":{"steering":{"behaviors":)" + list +
         R"(}},"b":{"radius":0.9,"mass":20,"max_speed":9,"max_acceleration":20,"steering":{"behaviors":)" +
         list +
         R"(}}},"agents":[{"type":"a","number":0,"count":25,"overlap":true,"heading":{"uniform":[-3,3]},"speed":2,
           "placement":{"type":"disc","center":[10,10],"radius":6}})" +
         (both
              ? R"(,{"type":"b","number":100,"count":15,"overlap":true,"heading":{"uniform":[-3,3]},"speed":7,
           "placement":{"type":"disc","center":[10,10],"radius":6}})"
              : "") +
         R"(],"world":{"bounds":{"min":[0,0],"max":[20,20],"edge":"wrap"}}})";
}

TEST(Flocking, DeletingTheOtherTypeChangesNoBitOfOnesOwn) {
  const std::string lists[] = {
      R"([{"type":"flocking","same_type":true}])",
      R"([{"type":"flocking","same_type":true,"alignment_variant":"velocity","cohesion_by_mass":true}])",
      R"([{"type":"flocking","same_type":true,"alignment_average":"velocity","view":"wide","max_neighbors":4}])",
      kVariants[1].one};
  for (const std::string& behaviors : lists) {
    Simulator alone = make_simulator(two_types(behaviors, false));
    Simulator together = make_simulator(two_types(behaviors, true));
    run_steps(alone, 200);
    run_steps(together, 200);
    for (AgentIndex i = 0; i < 25; ++i) {
      EXPECT_EQ(alone.world().state.motion.position(i), together.world().state.motion.position(i))
          << behaviors;
      EXPECT_EQ(alone.world().state.motion.velocity(i), together.world().state.motion.velocity(i))
          << behaviors;
    }
  }
}

// Each part and the sum taken as directions; the printed (0.72222, 0.69166) takes another separation than the
// text.
TEST(Flocking, GivesTheNumbersOfTheExercise) {
  constexpr const char* kBehaviors =
      R"([{"type":"separation","variant":"inverse_square","decay":1,"radius":20,"threshold":20},
          {"type":"alignment","variant":"velocity","radius":20},{"type":"cohesion","radius":20}])";
  const Simulator simulator =
      make_simulator(scene(kBehaviors,
                           R"([{"type":"a","position":[0,0]},{"type":"a","position":[3,4],"velocity":[2,4]},
                {"type":"a","position":[5,12],"velocity":[8,2]}])",
                           R"(,"max_speed":10)"));
  const auto part = [&](std::size_t slot) { return direction(*request_of(simulator, 0, slot)); };
  const Vec3 sum = direction(part(0) * 0.2 + part(1) * 0.4 + part(2) * 0.4);
  EXPECT_NEAR(sum.x, 0.71339, 5e-6);
  EXPECT_NEAR(sum.y, 0.70076, 5e-6);
}

TEST(Flocking, WithDefaultsStaysTogetherWithoutOverlap) {
  Simulator simulator = make_simulator(
      scene(R"([{"type":"flocking"}])", R"([{"type":"a","count":40,"heading":{"uniform":[-1,1]},"speed":2,
                 "placement":{"type":"disc","center":[0,0],"radius":8,"spacing":1.2}}])"));
  run_steps(simulator, 1500);
  const AgentMotion& state = simulator.world().state.motion;
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
}  // namespace drover::test::flocking_test
