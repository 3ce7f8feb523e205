// Sources whose agents wait outside until there is room for them.
#include <string>
#include <vector>

#include "events/eventful.h"
#include "sim/state/saved_state.h"
#include "sim/step/admission.h"

namespace drover::source_room_test {
namespace {

using test::after;
using test::Eventful;
using test::problem_of;
using test::run_steps;
using test::simulator_of;

std::size_t waiting(const Simulator& simulator, std::size_t event) {
  return waiting_count(simulator.world(), simulator.world().model().events[event]);
}

double least_distance(const World& world) {
  double least = kInfinity;
  for (AgentIndex i = 0; i < world.model().agents.size(); ++i) {
    for (AgentIndex j = 0; j < i && world.is_present(i); ++j) {
      if (!world.is_present(j)) continue;
      least = smaller(least, length(world.model().bounds.displacement(world.state.motion.position(i),
                                                                      world.state.motion.position(j))));
    }
  }
  return least;
}

// Something stands in the only place from 0.5 s to 4.5 s; agents due every second walk away from it.
const Eventful kBlocked = {
    .agents = "",
    .events = R"({"type":"spawn","at":0.5,"agents":{"type":"a","group":"plug","position":[5,5]}},
      {"type":"remove","at":4.5,"target":{"group":"plug"}},
      {"type":"spawn","id":"door","at":0,"every":1,"up_to":7,"when_free":true,
       "agents":{"type":"a","position":[5,5],"velocity":[4,0]}})",
    .type = R"(,"max_speed":10)"};
constexpr std::size_t kDoor = 2;

TEST(Waiting, AgentsThatFindNoRoomWaitInTheOrderOfTheirNumbers) {
  Simulator simulator = simulator_of(kBlocked);
  const World& world = simulator.world();
  EXPECT_TRUE(world.is_present(1)) << "the first of the door finds room at once";
  run_steps(simulator, 14);
  EXPECT_EQ(world.time(), 3.5);
  EXPECT_EQ(waiting(simulator, kDoor), 3u);
  run_steps(simulator, 3);
  EXPECT_EQ(waiting(simulator, kDoor), 4u);
  run_steps(simulator, 1);
  EXPECT_EQ(world.time(), 4.5);
  // With 4 m/s the way is free again in every step.
  for (AgentIndex next = 2; next <= 6; ++next) {
    EXPECT_TRUE(world.is_present(next));
    EXPECT_FALSE(next < 6 && world.is_present(next + 1)) << "one at a time";
    run_steps(simulator, 1);
  }
  EXPECT_EQ(waiting(simulator, kDoor), 0u);
}

TEST(Waiting, NobodyAppearsOnSomethingElse) {
  Simulator simulator = simulator_of(kBlocked);
  for (int k = 0; k < 40; ++k) {
    run_steps(simulator, 1);
    EXPECT_GE(least_distance(simulator.world()), 1.0 - 1e-12) << k;
  }
  EXPECT_EQ(simulator.counters().overlapping_births, 0u);
}

// Ten a second come to a region that holds a few; they leave it and vanish.
const Eventful kBusy = {
    .behaviors = R"({"type":"seek","target":{"point":[50,5]}})",
    .agents = "",
    .events = R"({"type":"spawn","id":"door","at":0,"every":{"exponential":0.2},"until":12,"when_free":true,
        "agents":{"type":"a","count":2,"group":"g","placement":{"type":"region","region":"porch","gap":0.1}}},
      {"type":"spawn","id":"other","at":1,"every":0.5,"until":12,"when_free":true,
        "agents":{"type":"a","group":"g","placement":{"type":"region","region":"porch"}}},
      {"type":"remove","target":{"group":"g"},"when":{"type":"region","region":"exit"}})",
    .type = R"(,"max_speed":1.5,"radius":{"uniform":[0.2,0.4]})",
    .scenario = R"(,"world":{"regions":{"porch":{"points":[[0,0],[3,0],[3,3],[1,2]]},
                                         "exit":{"min":[8,0],"max":[12,10]}}})"};

TEST(Waiting, RandomPlacesAreInTheRegionAndFree) {
  Simulator simulator = simulator_of(kBusy);
  const World& world = simulator.world();
  const Shape& porch = world.model().regions[0].shape;
  std::size_t most = 0;
  for (int k = 0; k < 80; ++k) {
    const std::vector<AgentIndex> all = world.model().every_agent();
    for (const AgentIndex i : all) {
      if (!world.is_present(i) || world.state.record.teleport_tick[i] != world.state.tick) continue;
      EXPECT_TRUE(porch.encloses(world.state.motion.position(i)));
      for (const AgentIndex j : all) {
        if (j == i || !world.is_present(j)) continue;
        EXPECT_GE(length(world.state.motion.position(i) - world.state.motion.position(j)),
                  world.state.limits.radius[i] + world.state.limits.radius[j] - 1e-9);
      }
    }
    most = std::max(most, waiting(simulator, 0));
    run_steps(simulator, 1);
  }
  EXPECT_GT(most, 5u) << "the porch was never full";
}

TEST(Waiting, ARunGoesOnFromEveryTickWithTheSameBits) {
  Simulator original = simulator_of(kBusy);
  for (int k = 0; k < 60; ++k) {
    const SavedState saved = save_state(original.world());
    Simulator resumed = simulator_of(kBusy);
    ASSERT_FALSE(resumed.restore(saved));
    ASSERT_EQ(resumed.hash(), original.hash()) << k;
    run_steps(original, 1);
    run_steps(resumed, 1);
    ASSERT_EQ(resumed.hash(), original.hash()) << "one step after tick " << k;
  }
}

TEST(Waiting, HowManyAreInIsPartOfTheStateHash) {
  // Nobody is there yet in either, and the same places are waited for.
  const auto blocked_at = [](const char* time) {
    Eventful parts = kBlocked;
    parts.agents = R"({"type":"a","position":[5,5]})";
    parts.events = R"({"type":"spawn","at":)" + std::string(time) +
                   R"(,"when_free":true,"agents":{"type":"a","position":[5,5]}})";
    return after(parts, 2);
  };
  EXPECT_EQ(blocked_at("0.75").hash(), blocked_at("1").hash());
  EXPECT_NE(blocked_at("0.5").hash(), blocked_at("1").hash());
}

TEST(Waiting, BodiesThatMayOverlapNeedNoRoom) {
  Simulator simulator = simulator_of(Eventful{
      .agents = R"({"type":"a","position":[5,5]})",
      .events =
          R"({"type":"spawn","at":0,"when_free":true,"agents":{"type":"a","position":[5,5],"overlap":true}})"});
  EXPECT_TRUE(simulator.world().is_present(1));
}

TEST(Waiting, TheClearanceOfThePlacementIsKept) {
  const auto present = [](const char* keys, double x) {
    return simulator_of(
               Eventful{.agents = R"({"type":"a","position":[)" + std::to_string(x) + ",5]}",
                        .events = std::string(R"({"type":"spawn","at":0,"when_free":true,"agents":{"type":"a",
                          "placement":{"type":"points","points":[[5,5]])") +
                                  keys + "}}}"})
        .world()
        .is_present(1);
  };
  EXPECT_TRUE(present("", 6.0));
  EXPECT_FALSE(present(R"(,"gap":0.5)", 6.25));
  EXPECT_TRUE(present(R"(,"gap":0.5)", 6.5));
  EXPECT_FALSE(present(R"(,"spacing":3)", 7.5));
  EXPECT_TRUE(present(R"(,"spacing":3)", 8.0));
}

TEST(Waiting, SourcesOfOnePlaceTakeTurnsInTheOrderOfTheFile) {
  const std::string door =
      R"({"type":"spawn","at":0,"when_free":true,"agents":{"type":"a","position":[5,5]}})";
  const Simulator simulator = simulator_of(Eventful{.agents = "", .events = door + "," + door});
  EXPECT_TRUE(simulator.world().is_present(0));
  EXPECT_FALSE(simulator.world().is_present(1));
}

TEST(Births, ThatOverlapAreCounted) {
  const auto births = [](const char* keys) {
    return simulator_of(Eventful{.agents = R"({"type":"a","position":[5,5]})",
                                 .events = std::string(R"({"type":"spawn","at":0)") + keys +
                                           R"(,"agents":{"type":"a","position":[5.5,5]}})"})
        .counters()
        .overlapping_births;
  };
  EXPECT_EQ(births(R"(,"find_room":false)"), 1u);
  EXPECT_EQ(births(""), 0u);
}

std::string problem(const std::string& agents, const std::string& world) {
  return problem_of(
      Eventful{.events = R"({"type":"spawn","at":0,"when_free":true,"agents":{"type":"a",)" + agents + "}}",
               .scenario = R"(,"world":{)" + world + "}"});
}

TEST(WrongSources, ThatNeverHaveRoomAreErrors) {
  const std::string wall = R"("walls":[{"id":"fence","points":[[0,5],[10,5]]}])";
  const auto expect = [](const std::string& found, const char* pointer, const char* message) {
    EXPECT_NE(found.find(pointer), std::string::npos) << found;
    EXPECT_NE(found.find(message), std::string::npos) << found;
  };
  expect(problem(R"("position":[5,5.2])", wall), "/events/0/agents/position",
         "never has room: it is on a wall, \"fence\"");
  expect(problem(R"("placement":{"type":"points","points":[[5,5.2]]})", wall), "/events/0/agents/placement",
         "never has room: it is on a wall, \"fence\"");
  expect(problem(R"("position":[5,5])", R"("obstacles":[{"id":"oak","center":[5,6],"radius":1}])"),
         "/events/0/agents/position", "in an obstacle, \"oak\"");
  expect(problem(R"("placement":{"type":"region","region":"slit"})",
                 wall + R"(,"regions":{"slit":{"min":[1,4.6],"max":[9,5.4]}})"),
         "/events/0/agents/placement",
         "no room for agent 1 of 1: of 1000 tries, 1000 on walls (such as \"fence\")");
  const std::string lawn = R"("regions":{"lawn":{"min":[20,20],"max":[29,29]}},
      "ground":[{"region":"lawn","forbidden_to":["a"]}])";
  expect(problem(R"("position":[25,25])", lawn), "/events/0/agents/position",
         "never has room: the ground there is forbidden to its type");
  expect(problem(R"("placement":{"type":"region","region":"lawn"})", lawn), "/events/0/agents/placement",
         "no room for agent 1 of 1");
  expect(problem(R"("placement":{"type":"region","region":"slot"})",
                 wall + R"(,"regions":{"slit":{"min":[1,4.6],"max":[9,5.4]}})"),
         "/events/0/agents/placement/region", "unknown region \"slot\"");
}

}  // namespace
}  // namespace drover::source_room_test
