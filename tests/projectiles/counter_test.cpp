// Counters of agents: hits, explosions, shots, events and the agents themselves change them.
#include "projectiles/range.h"

namespace drover::counter_test {
namespace {

using test::make_simulator;
using test::run_steps;

double counter_of(const Simulator& simulator, AgentIndex agent, std::size_t counter = 0) {
  const World& world = simulator.world();
  return world.state.columns.values(world.model().counters[counter].values)[agent];
}

// Three shooters hit one agent in the same step.
TEST(Counters, AreKeptWithinTheirLimitsOnceAtTheEndOfTheStep) {
  Simulator simulator = make_simulator(R"({"format":1,"simulation":{"dt":0.02,"duration":9},
    "projectile_types":{"shot":{"instant":true,"effects":[{"counter":"health","add":-40}]}},
    "agent_types":{"a":{"actions":[{"type":"fire","projectile":"shot","target":{"agent":"one"},"period":100}]},
                   "t":{"counters":{"health":{"start":100,"max":100}}}},
    "agents":[{"id":"one","type":"t","position":[0,0]},{"type":"a","position":[9,0]},
              {"type":"a","position":[-9,0]},{"type":"a","position":[0,9]}]})");
  EXPECT_EQ(counter_of(simulator, 0), 100.0);
  run_steps(simulator, 1);
  EXPECT_EQ(counter_of(simulator, 0), 0.0);
  EXPECT_EQ(simulator.world().state.shots.hits[0], 3u);
}

// A period of 0.5 s, a magazine of 6 and 2 s to reload: shots at 0, 0.5 .. 2.5, 4.5 .. 7, 9 ..
TEST(Counters, AMagazineIsReloaded) {
  Simulator simulator = make_simulator(R"({"format":1,"simulation":{"dt":0.1,"duration":60},
    "projectile_types":{"shot":{"instant":true}},
    "agent_types":{"a":{"actions":[{"type":"fire","projectile":"shot","target":{"point":[9,0]},"period":0.5,
      "magazine":6,"reload_time":2}]}},"agents":[{"type":"a","position":[0,0]}]})");
  std::vector<double> times;
  for (int k = 0; k < 95; ++k) {
    run_steps(simulator, 1);
    if (!simulator.shots().empty()) times.push_back(simulator.world().time() - 0.1);
  }
  const std::vector<double> expected = {0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 9.0};
  ASSERT_EQ(times.size(), expected.size());
  for (std::size_t k = 0; k < times.size(); ++k)
    EXPECT_NEAR(times[k], expected[k], 1e-9);
}

TEST(Counters, AmmunitionRunsOut) {
  Simulator simulator = make_simulator(R"({"format":1,"simulation":{"dt":0.1,"duration":60},
    "projectile_types":{"shot":{"instant":true}},
    "agent_types":{"a":{"counters":{"ammo":{"start":3}},"actions":[{"type":"fire","projectile":"shot",
      "target":{"point":[9,0]},"period":0.5,"uses":"ammo"}]}},"agents":[{"type":"a","position":[0,0]}]})");
  run_steps(simulator, 40);
  EXPECT_EQ(simulator.world().state.shots.shots[0], 3u);
  EXPECT_EQ(counter_of(simulator, 0), 0.0);
  EXPECT_EQ(simulator.world().state.shots.dry[0], 5u);
}

TEST(Counters, AmmunitionEndsAtItsMin) {
  Simulator simulator = make_simulator(R"({"format":1,"simulation":{"dt":0.1,"duration":60},
    "projectile_types":{"shot":{"instant":true}},
    "agent_types":{"a":{"counters":{"ammo":{"start":7,"min":5}},"actions":[{"type":"fire","projectile":"shot",
      "target":{"point":[9,0]},"period":0.5,"uses":"ammo"}]}},"agents":[{"type":"a","position":[0,0]}]})");
  run_steps(simulator, 40);
  EXPECT_EQ(simulator.world().state.shots.shots[0], 2u);
  EXPECT_EQ(counter_of(simulator, 0), 5.0);
}

// Agents of types without the counter are left alone.
TEST(Counters, EventsAndExplosionsChangeThoseThatAreThere) {
  Simulator simulator = make_simulator(R"({"format":1,"simulation":{"dt":0.1,"duration":60},
    "agent_types":{"a":{"counters":{"ammo":{"start":3},"health":{"start":50,"max":60}}},"b":{}},
    "agents":[{"type":"a","position":[1.5,0],"group":"all"},{"type":"b","position":[-1.5,0],"group":"all"}],
    "events":[{"type":"count","at":0,"target":{"group":"all"},"effects":[{"counter":"health","add":99}]},
              {"type":"explosion","at":0.1,"position":[0,0],"radius":4,"momentum":1,
               "effects":[{"counter":"health","add":-40}]},
              {"type":"count","at":0.2,"target":{"group":"all"},"effects":[{"counter":"ammo","set":7}]}]})");
  EXPECT_EQ(counter_of(simulator, 0, 1), 60.0);
  run_steps(simulator, 1);
  EXPECT_NEAR(counter_of(simulator, 0, 1), 60.0 - 40.0 * 0.75, 1e-9);
  run_steps(simulator, 1);
  EXPECT_EQ(counter_of(simulator, 0, 0), 7.0);
  EXPECT_EQ(counter_of(simulator, 1, 0), 0.0);
}

TEST(Counters, ATallyGoesOnWhileItsConditionHolds) {
  Simulator simulator = make_simulator(R"({"format":1,"simulation":{"dt":0.1,"duration":60},
    "agent_types":{"a":{"counters":{"food":{"start":1}},"actions":[{"type":"tally","period":0.5,
      "effects":[{"counter":"food","add":2}],"when":{"type":"time","to":1.05}}]}},
    "agents":[{"type":"a","position":[0,0]}]})");
  run_steps(simulator, 40);
  EXPECT_EQ(counter_of(simulator, 0), 7.0);  // at 0, 0.5 and 1 s
}

TEST(Counters, AreReadByConditionsAndRamps) {
  Simulator simulator = make_simulator(R"({"format":1,"simulation":{"dt":0.1,"duration":60},
    "agent_types":{"a":{"counters":{"load":{"start":10}},"max_speed":2,
      "max_speed_by":{"type":"counter","counter":"load","points":[[0,1],[10,0.5]]}}},
    "agents":[{"id":"one","type":"a","position":[0,0]}],
    "events":[{"type":"count","target":{"agent":"one"},"effects":[{"counter":"load","set":0}],
      "when":{"type":"counter","counter":"load","greater_than":9}}]})");
  EXPECT_EQ(simulator.world().state.limits.max_speed[0], 1.0);
  run_steps(simulator, 2);
  EXPECT_EQ(simulator.world().state.limits.max_speed[0], 2.0);
}

std::string refusal(const std::string& type) {
  try {
    make_simulator(R"({"format":1,"projectile_types":{"shot":{"instant":true}},"agent_types":{"a":{)" + type +
                   R"(},"b":{"counters":{"ammo":{}}}},"agents":[{"type":"a","position":[0,0]}]})");
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(Counters, RefuseWhatCannotBe) {
  EXPECT_NE(refusal(R"("counters":{"health":{"start":5,"max":3}})").find("between"), std::string::npos);
  EXPECT_NE(refusal(R"("counters":{"health":{"min":5,"max":3}})").find("above"), std::string::npos);
  EXPECT_NE(
      refusal(R"("actions":[{"type":"fire","projectile":"shot","target":{"point":[1,1]},"uses":"ammo"}])")
          .find("have no counter"),
      std::string::npos);
  EXPECT_NE(
      refusal(R"("actions":[{"type":"fire","projectile":"shot","target":{"point":[1,1]},"uses":"amo"}])")
          .find("ammo"),
      std::string::npos);
  EXPECT_NE(refusal(R"("actions":[{"type":"tally","effects":[{"counter":"ammo"}]}])").find("either"),
            std::string::npos);
}

}  // namespace
}  // namespace drover::counter_test
