// Contacts of agents that perceive each other, against a look at every pair.
#include "observe/metrics/contact_search.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::test::contact_search_test {
namespace {

std::vector<Overlap> every_contact(const World& world) {
  std::vector<Overlap> pairs;
  for (AgentIndex a = 0; a < world.model().agents.size(); ++a) {
    for (AgentIndex b = a + 1; b < world.model().agents.size(); ++b) {
      if (!world.is_present(a) || !world.is_present(b)) continue;
      const Vec3 d =
          world.model().bounds.displacement(world.state.motion.position(a), world.state.motion.position(b));
      const double depth = world.state.limits.radius[a] + world.state.limits.radius[b] - length(d);
      if (depth > 0.0) pairs.push_back({a, b, depth});
    }
  }
  return pairs;
}

struct Case {
  std::string name;
  std::string bounds;         // JSON
  std::string place;          // where 300 agents begin, JSON
  std::string radius;         // of bodies, JSON
  double reach = 2.0;         // of the perception, which sets the cells [m]
  bool sees_touching = true;  // whether agents perceive each other before they touch
};

std::ostream& operator<<(std::ostream& out, const Case& test) {
  return out << test.name;
}

Simulator simulator_of(const Case& test) {
  return make_simulator(
      R"({"format":1,"seed":3,"simulation":{"dt":0.1},"world":{)" + test.bounds +
      R"(},"agent_types":{"a":{"radius":)" + test.radius +
      R"(,"max_speed":3,"steering":{"behaviors":[{"type":"wander"},{"type":"cohesion","radius":)" +
      std::to_string(test.reach) +
      R"(}]}}},"agents":[{"type":"a","count":300,"overlap":true,"heading_deg":{"uniform":[-180,180]},"speed":2,"placement":)" +
      test.place + R"(},{"type":"a","group":"gone","count":30,"overlap":true,"speed":1,"placement":)" +
      test.place + R"(}],"events":[{"type":"remove","at":1,"target":{"group":"gone"}},)" +
      R"({"type":"set","at":1.5,"target":{"agent_type":"a"},"parameter":"radius","value":0.9}]})");
}

class ContactSearchCases : public testing::TestWithParam<Case> {};

TEST_P(ContactSearchCases, FindEveryPairOnce) {
  Simulator simulator = simulator_of(GetParam());
  simulator.use_threads(3, 32);
  ContactSearch search;
  std::size_t contacts = 0;
  simulator.sense_ahead();
  EXPECT_EQ(simulator.perception_of_close() != nullptr, GetParam().sees_touching);
  for (int k = 0; k < 20; ++k) {
    const std::vector<Overlap> expected = every_contact(simulator.world());
    search.begin(simulator);
    std::vector<Overlap> found;
    search.visit_pairs([&](const Overlap& pair) { found.push_back(pair); });
    ASSERT_EQ(found.size(), expected.size()) << k;
    for (std::size_t p = 0; p < found.size(); ++p) {
      EXPECT_EQ(found[p].a, expected[p].a);
      EXPECT_EQ(found[p].b, expected[p].b);
      EXPECT_EQ(found[p].depth, expected[p].depth);
    }
    contacts += found.size();
    run_steps(simulator, 1);
  }
  EXPECT_GT(contacts, 20u);
}

// Two hundred agents on top of each other are twenty thousand pairs, of which few are kept.
TEST(ContactSearch, FindsThePairsOfAPileWithoutKeepingThem) {
  Simulator simulator = make_simulator(test::scene(
      R"([])",
      R"([{"type":"a","count":200,"overlap":true,"placement":{"type":"disc","center":[0,0],"radius":0.2}}])"));
  ContactSearch search;
  search.begin(simulator);
  std::vector<Overlap> found;
  search.visit_pairs([&](const Overlap& pair) { found.push_back(pair); });
  const std::vector<Overlap> expected = every_contact(simulator.world());
  ASSERT_GT(expected.size(), 10000u);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t p = 0; p < found.size(); ++p)
    ASSERT_TRUE(found[p].a == expected[p].a && found[p].b == expected[p].b &&
                found[p].depth == expected[p].depth);
  EXPECT_LE(search.kept_pairs(), 8u * 200u);
}

constexpr const char* kSquare = R"({"type":"rectangle","min":[0,0],"max":[20,20]})";
constexpr const char* kWide = R"({"type":"rectangle","min":[-4000,-4000],"max":[4000,4000]})";
constexpr const char* kTorus = R"("bounds":{"min":[0,0],"max":[20,20],"edge":"wrap"})";
constexpr const char* kMixed = R"({"uniform":[0.05,0.6]})";

INSTANTIATE_TEST_SUITE_P(
    Worlds, ContactSearchCases,
    testing::Values(
        Case{"open", "", kSquare, "0.3"}, Case{"mixed_bodies", "", kSquare, kMixed},
        Case{"torus", kTorus, kSquare, "0.3"}, Case{"mixed_bodies_on_a_torus", kTorus, kSquare, kMixed},
        // The perception does not reach every agent in contact.
        Case{"small_cells", kTorus, kSquare, "0.5", 0.3, false},
        // So few cells that all are looked at.
        Case{"short_torus", kTorus, kSquare, "0.9", 9.0},
        Case{"reflecting", R"("bounds":{"min":[0,0],"max":[20,20],"edge":"reflect"})", kSquare, "0.3"},
        // Cells of the world share those that are kept.
        Case{"far_apart", "", kWide, "60", 100.0},
        Case{"far_apart_on_a_torus", R"("bounds":{"min":[-4000,-4000],"max":[4000,4000],"edge":"wrap"})",
             kWide, "60", 100.0}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace drover::test::contact_search_test
