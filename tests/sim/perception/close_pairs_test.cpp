// Close pairs of bodies against a look at every pair, in one state after the other.
#include "sim/perception/close_pairs.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "sim/state/saved_state.h"
#include "support/scene.h"

namespace drover::test::close_pairs_test {
namespace {

std::vector<ClosePairs::Pair> every_pair(const World& world, double reach) {
  std::vector<ClosePairs::Pair> pairs;
  for (AgentIndex a = 0; a < world.model().agents.size(); ++a) {
    for (AgentIndex b = a + 1; b < world.model().agents.size(); ++b) {
      if (!world.is_present(a) || !world.is_present(b)) continue;
      const Vec3 d =
          world.model().bounds.displacement(world.state.motion.position(a), world.state.motion.position(b));
      const double touch = world.state.limits.radius[a] + world.state.limits.radius[b];
      if (length(d) - touch < reach) pairs.push_back({a, b, length2(d)});
    }
  }
  return pairs;
}

// Those that are found, without the few that are a bit farther apart.
std::vector<ClosePairs::Pair> found_pairs(ClosePairs& search, const World& world, double reach) {
  WorkerPool workers(3, 32);
  search.find(world, workers);
  std::vector<ClosePairs::Pair> found;
  search.visit([&](const ClosePairs::Pair& pair) {
    const double touch = world.state.limits.radius[pair.a] + world.state.limits.radius[pair.b];
    const double gap = std::sqrt(pair.distance2) - touch;
    EXPECT_LT(gap, reach + 1e-5);
    if (gap < reach) found.push_back(pair);
  });
  return found;
}

void expect_equal(const std::vector<ClosePairs::Pair>& found, const std::vector<ClosePairs::Pair>& expected,
                  int state) {
  ASSERT_EQ(found.size(), expected.size()) << state;
  for (std::size_t p = 0; p < found.size(); ++p) {
    ASSERT_EQ(found[p].a, expected[p].a) << state;
    ASSERT_EQ(found[p].b, expected[p].b) << state;
    ASSERT_EQ(found[p].distance2, expected[p].distance2) << state;
  }
}

constexpr const char* kSquare = R"({"type":"rectangle","min":[0,0],"max":[20,20]})";
constexpr const char* kWide = R"({"type":"rectangle","min":[-4000,-4000],"max":[4000,4000]})";
constexpr const char* kTorus = R"("bounds":{"min":[0,0],"max":[20,20],"edge":"wrap"})";
constexpr const char* kMixed = R"({"uniform":[0.05,0.6]})";

struct Case {
  std::string name;
  std::string bounds;  // JSON
  std::string place;   // where 300 agents begin, JSON
  std::string radius;  // of bodies, JSON
};

std::ostream& operator<<(std::ostream& out, const Case& test) {
  return out << test.name;
}

// Some come, some leave, one is put somewhere else, all get another radius at once and then some a larger
// one.
Simulator simulator_of(const Case& test) {
  return make_simulator(
      R"({"format":1,"seed":3,"simulation":{"dt":0.1},"world":{)" + test.bounds +
      R"(},"agent_types":{"a":{"radius":)" + test.radius +
      R"(,"max_speed":3,"steering":{"behaviors":[{"type":"wander"}]}}},"agents":[)" +
      R"({"type":"a","count":300,"overlap":true,"heading_deg":{"uniform":[-180,180]},"speed":2,"placement":)" +
      test.place + R"(},{"type":"a","group":"gone","count":30,"overlap":true,"speed":1,"placement":)" +
      test.place + R"(},{"type":"a","id":"jumper","overlap":true,"position":[1,1]}],)" +
      R"("events":[{"type":"spawn","at":0.7,"agents":{"type":"a","group":"late","count":30,"overlap":true,"placement":)" +
      test.place + R"(}},{"type":"remove","at":1,"target":{"group":"gone"}},)" +
      R"({"type":"set","at":1.5,"target":{"agent_type":"a"},"parameter":"radius","value":0.9},)" +
      R"({"type":"teleport","at":1.2,"target":{"agent":"jumper"},"position":[12,9]},)" +
      R"({"type":"set","at":1.8,"target":{"group":"late"},"parameter":"radius","value":1.4}]})");
}

class ClosePairsCases : public testing::TestWithParam<Case> {};

TEST_P(ClosePairsCases, FindEveryPairInEveryState) {
  for (const double reach : {0.0, 0.7}) {
    Simulator simulator = simulator_of(GetParam());
    ClosePairs search(reach);
    std::size_t pairs = 0;
    for (int k = 0; k < 24; ++k) {
      const std::vector<ClosePairs::Pair> expected = every_pair(simulator.world(), reach);
      expect_equal(found_pairs(search, simulator.world(), reach), expected, k);
      pairs += expected.size();
      run_steps(simulator, 1);
    }
    EXPECT_GT(pairs, 20u);
  }
}

// Some are so much faster than the others that they stray.
TEST(ClosePairs, InSpaceAreEveryPairInEveryState) {
  for (const char* bounds : {"", R"(,"bounds":{"min":[-6,-6,-6],"max":[6,6,6],"edge":"wrap"})",
                             R"(,"bounds":{"min":[-6,-6,-6],"max":[6,6,6],"edge":"reflect"})"}) {
    const auto crowd = [](int count, double speed) {
      return R"({"type":"a","overlap":true,"heading_deg":{"uniform":[-180,180]},"pitch":{"uniform":[-1.5,1.5]},
        "placement":{"type":"box","min":[-6,-6,-6],"max":[6,6,6]},"count":)" +
             std::to_string(count) + R"(,"speed":)" + std::to_string(speed) + "}";
    };
    Simulator simulator = make_simulator(
        R"({"format":1,"seed":3,"simulation":{"dt":0.1},"world":{"dimensions":3)" + std::string(bounds) +
        R"(},"agent_types":{"a":{"radius":0.5,"max_speed":20,"steering":{"behaviors":[]}}},"agents":[)" +
        crowd(300, 0.5) + "," + crowd(6, 15.0) + "]}");
    ClosePairs search(0.2);
    std::size_t pairs = 0;
    for (int k = 0; k < 24; ++k) {
      const std::vector<ClosePairs::Pair> expected = every_pair(simulator.world(), 0.2);
      expect_equal(found_pairs(search, simulator.world(), 0.2), expected, k);
      pairs += expected.size();
      run_steps(simulator, 1);
    }
    EXPECT_GT(pairs, 200u);
  }
}

// Two hundred agents on top of each other are twenty thousand pairs, of which few are kept.
TEST(ClosePairs, OfAPileAreFoundWithoutBeingKept) {
  Simulator simulator = make_simulator(test::scene(
      R"([])",
      R"([{"type":"a","count":200,"overlap":true,"placement":{"type":"disc","center":[0,0],"radius":0.2}}])"));
  ClosePairs search(0.0);
  const std::vector<ClosePairs::Pair> expected = every_pair(simulator.world(), 0.0);
  ASSERT_GT(expected.size(), 10000u);
  expect_equal(found_pairs(search, simulator.world(), 0.0), expected, 0);
  EXPECT_TRUE(search.is_crowded());
  EXPECT_LE(search.kept_pairs(), 8u * 200u);
}

// A pile that runs apart: first too many to be kept, then ever fewer.
TEST(ClosePairs, OfAPileThatRunsApartAreKeptInTheEnd) {
  Simulator simulator = make_simulator(test::scene(
      R"([{"type":"separation","radius":5}])",
      R"([{"type":"a","count":200,"overlap":true,"placement":{"type":"disc","center":[0,0],"radius":0.2}}])"));
  ClosePairs search(0.1);
  bool was_crowded = false;
  for (int k = 0; k < 400; ++k) {
    expect_equal(found_pairs(search, simulator.world(), 0.1), every_pair(simulator.world(), 0.1), k);
    was_crowded = was_crowded || search.is_crowded();
    run_steps(simulator, 1);
  }
  EXPECT_TRUE(was_crowded);
  EXPECT_FALSE(search.is_crowded());
}

// Three that are far faster than all others, and one that is far larger.
TEST(ClosePairs, AFewThatAreUnlikeTheOthersCostNoNewSearch) {
  Simulator simulator = make_simulator(
      R"({"format":1,"seed":3,"agent_types":{
            "a":{"radius":0.3,"max_speed":0.2,"steering":{"behaviors":[{"type":"wander"}]}},
            "fast":{"extends":"a","max_speed":50},
            "whale":{"extends":"a","radius":20}},
          "world":{"bounds":{"min":[0,0],"max":[60,60],"edge":"wrap"}},
          "agents":[{"type":"a","count":400,"overlap":true,"speed":0.2,"placement":
                       {"type":"rectangle","min":[0,0],"max":[60,60]}},
                    {"type":"fast","count":3,"overlap":true,"speed":50,"placement":
                       {"type":"rectangle","min":[0,0],"max":[60,60]}},
                    {"type":"whale","overlap":true,"position":[30,30]}]})");
  ClosePairs search(0.5);
  for (int k = 0; k < 40; ++k) {
    expect_equal(found_pairs(search, simulator.world(), 0.5), every_pair(simulator.world(), 0.5), k);
    run_steps(simulator, 1);
  }
  EXPECT_EQ(search.searches(), 1u);
}

// While all agents are elsewhere in each state a list serves one state; then they slow down.
TEST(ClosePairs, OfACrowdThatRunsAreFoundUntilItWalksAndListsLast) {
  Simulator simulator = make_simulator(
      R"({"format":1,"seed":3,"simulation":{"dt":0.5},
          "agent_types":{"a":{"radius":0.3,"max_speed":9,"steering":{"behaviors":[{"type":"wander"}]}}},
          "world":{"bounds":{"min":[0,0],"max":[40,40],"edge":"wrap"}},
          "agents":[{"type":"a","count":300,"overlap":true,"speed":9,"placement":
                       {"type":"rectangle","min":[0,0],"max":[40,40]}}],
          "events":[{"type":"set","at":20,"target":{"agent_type":"a"},"parameter":"max_speed","value":0.05}]})");
  ClosePairs search(0.2);
  std::uint64_t searches_of_runners = 0;
  std::uint64_t searches_until_it_lasts = 0;
  for (int k = 0; k < 140; ++k) {
    if (k == 40) searches_of_runners = search.searches();
    if (k == 100) searches_until_it_lasts = search.searches();
    expect_equal(found_pairs(search, simulator.world(), 0.2), every_pair(simulator.world(), 0.2), k);
    run_steps(simulator, 1);
  }
  EXPECT_EQ(searches_of_runners, 40u);
  EXPECT_LE(search.searches(), searches_until_it_lasts + 5);
}

// A flock of bodies that are small beside their way in a step: the skin follows their speed.
TEST(ClosePairs, ListsOfSmallFastBodiesLast) {
  for (const std::string speed : {"1", "0"}) {  // from rest, too
    Simulator simulator = make_simulator(
        R"({"format":1,"seed":3,"simulation":{"dt":0.02},
            "agent_types":{"a":{"radius":0.02,"max_speed":1,"max_acceleration":4,
              "steering":{"behaviors":[{"type":"wander"}]}}},
            "world":{"bounds":{"min":[0,0],"max":[8,8],"edge":"wrap"}},
            "agents":[{"type":"a","count":400,"overlap":true,"heading_deg":{"uniform":[-180,180]},"speed":)" +
        speed + R"(,"placement":{"type":"rectangle","min":[0,0],"max":[8,8]}}]})");
    ClosePairs search(0.0);
    for (int k = 0; k < 200; ++k) {
      expect_equal(found_pairs(search, simulator.world(), 0.0), every_pair(simulator.world(), 0.0), k);
      run_steps(simulator, 1);
    }
    EXPECT_LT(search.searches(), 25u);
  }
}

TEST(ClosePairs, AreFoundWhereARunGoesOnFromASavedState) {
  Simulator simulator = simulator_of({"torus", kTorus, kSquare, "0.3"});
  ClosePairs search(0.4);
  SavedState saved;
  for (int k = 0; k < 40; ++k) {
    if (k == 5) saved = save_state(simulator.world());
    if (k == 22) {
      EXPECT_FALSE(simulator.restore(saved));
    }
    expect_equal(found_pairs(search, simulator.world(), 0.4), every_pair(simulator.world(), 0.4), k);
    run_steps(simulator, 1);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Worlds, ClosePairsCases,
    testing::Values(Case{"open", "", kSquare, "0.3"}, Case{"mixed_bodies", "", kSquare, kMixed},
                    Case{"small_bodies", "", kSquare, "0.001"},
                    Case{"large_and_small_bodies", "", kSquare, R"({"uniform":[0.01,3]})"},
                    Case{"small_bodies_on_a_torus", kTorus, kSquare, "0.02"},
                    Case{"torus", kTorus, kSquare, "0.3"},
                    Case{"mixed_bodies_on_a_torus", kTorus, kSquare, kMixed},
                    // So few cells that all are looked at.
                    Case{"short_torus", kTorus, kSquare, "2.9"},
                    Case{"reflecting", R"("bounds":{"min":[0,0],"max":[20,20],"edge":"reflect"})", kSquare,
                         "0.3"},
                    // Cells of the world share those that are kept.
                    Case{"far_apart", "", kWide, "60"},
                    Case{"far_apart_on_a_torus",
                         R"("bounds":{"min":[-4000,-4000],"max":[4000,4000],"edge":"wrap"})", kWide, "60"}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace drover::test::close_pairs_test
