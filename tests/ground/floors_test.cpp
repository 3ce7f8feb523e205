// Agents above and below each other: what they perceive, where they have room, which regions they are in.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/catalog.h"
#include "scenario/scenario_reader.h"
#include "sim/construction/world_builder.h"
#include "support/observed_run.h"
#include "support/scene.h"

namespace drover::test::floors_test {
namespace {

// A floor 3 m up, over the ground.
constexpr const char* kFloor =
    R"(,"world":{"dimensions":2.5,"regions":{"floor":{"min":[-20,-20],"max":[20,20]},
       "lounge":{"min":[-5,-5],"max":[5,5],"bottom":2.5},"cellar":{"points":[[-5,-5],[5,-5],[5,5],[-5,5]],"top":1}},
       "ground":[{"region":"floor","height":3}]})";

std::string two(const std::string& behavior, double z) {
  return scene(fmt::format("[{}]", behavior),
               fmt::format(R"([{{"type":"a","position":[0,0]}},{{"type":"a","position":[0.5,0,{}]}}])", z),
               R"(,"radius":0.2)", kFloor);
}

TEST(Floors, HideAgentsFromEachOther) {
  for (const char* neighbors :
       {"", R"(,"max_neighbors":1)", R"(,"fov_deg":360)", R"(,"variant":"linear","max_strength":2)"}) {
    const std::string separation = std::string(R"({"type":"separation","radius":2)") + neighbors + "}";
    EXPECT_EQ(next_acceleration(two(separation, 3)), Vec3{}) << neighbors;
    EXPECT_NE(next_acceleration(two(separation, 0)), Vec3{}) << neighbors;
  }
  EXPECT_EQ(next_acceleration(two(R"({"type":"cohesion","radius":2})", 3)), Vec3{});
  EXPECT_NE(next_acceleration(two(R"({"type":"cohesion","radius":2})", 0)), Vec3{});
}

// Of a crowd that is looked through from the nearest outward, too.
TEST(Floors, HideACrowdFromEachOther) {
  const auto request = [](double z) {
    return next_acceleration(
        scene(R"([{"type":"separation","radius":3,"max_neighbors":2}])",
              fmt::format(R"([{{"type":"a","position":[0,0]}},{{"type":"a","count":400,"height":{},
            "placement":{{"type":"rectangle","min":[0.5,-2],"max":[4,2],"spacing":0.1}}}}])",
                          z),
              R"(,"radius":0.02)", kFloor));
  };
  EXPECT_EQ(request(3), Vec3{});
  EXPECT_NE(request(0), Vec3{});
}

std::size_t problems_at_start(const std::string& agents, const char* keys = "") {
  JsonSources sources;
  Diagnostics diagnostics;
  const std::string text = scene("[]", agents, std::string(R"(,"radius":0.3)") + keys, kFloor);
  const auto loaded = read_scenario_text({"test", text}, {}, catalog(), sources, diagnostics);
  return build_world(loaded.value().def).problems.size();
}

TEST(Floors, KeepStartsFromOverlapping) {
  EXPECT_EQ(
      problems_at_start(R"([{"type":"a","position":[0,0]},{"type":"a","overlap":false,"position":[0,0,3]}])"),
      0u);
  EXPECT_EQ(problems_at_start(
                R"([{"type":"a","position":[0,0]},{"type":"a","overlap":false,"position":[0.1,0,3]}])"),
            0u);
  EXPECT_EQ(problems_at_start(
                R"([{"type":"a","position":[0,0,3]},{"type":"a","overlap":false,"position":[0.1,0,3]}])"),
            1u);
  EXPECT_EQ(problems_at_start(
                R"([{"type":"a","position":[0,0]},{"type":"a","overlap":false,"position":[0.1,0,3]}])",
                R"(,"body_height":3.5)"),
            1u);
}

TEST(Floors, HaveRoomUnderOthers) {
  const auto random = [](double height, double other) {
    return fmt::format(R"([{{"type":"a","position":[0,0,{}]}},{{"type":"a","height":{},
        "placement":{{"type":"disc","center":[0,0],"radius":0.1}}}}])",
                       height, other);
  };
  EXPECT_EQ(problems_at_start(random(0, 3)), 0u);
  EXPECT_EQ(problems_at_start(random(3, 0)), 0u);
}

TEST(Floors, SayWhichRegionsAgentsAreIn) {
  const std::string agents = R"([{"type":"a","position":[0,0]},{"type":"a","position":[1,0,3]},
      {"type":"a","position":[2,0,3]},{"type":"a","position":[9,0,3]}])";
  const MetricResults results =
      measure(scene("[]", agents, "", std::string(kFloor) + R"(,"record":{"metrics":{
              "up":{"type":"population","region":"lounge"},"down":{"type":"population","region":"cellar"},
              "density":{"type":"area","region":"lounge","every":0.02}}})"),
              3);
  EXPECT_EQ(value_of(results, "up.final"), 2.0);
  EXPECT_EQ(value_of(results, "down.final"), 1.0);
}

TEST(Floors, SayWhetherAGoalIsReached) {
  const auto left = [](const char* goal) {
    return value_of(
        measure(scene(R"([{"type":"arrive","target":"goal"}])",
                      fmt::format(R"([{{"type":"a","position":[0,0],"goal":"{0}","at_goal":"leave"}},
                        {{"type":"a","position":[2,0,3],"goal":"{0}","at_goal":"leave"}},
                        {{"type":"a","position":[4,0,3],"goal":"{0}","at_goal":"leave"}}])",
                                  goal),
                      "", std::string(kFloor) + R"(,"record":{"metrics":{"goals":{}}})"),
                5),
        "goals.left");
  };
  EXPECT_EQ(left("lounge"), 2.0);
  EXPECT_EQ(left("cellar"), 1.0);
  EXPECT_EQ(left("floor"), 3.0);
}

// A platform that starts where somebody is in a region at its height.
TEST(Floors, SayWhetherAConditionHolds) {
  const auto starts = [](const char* condition, double z) {
    Simulator simulator = make_simulator(
        scene("[]", fmt::format(R"([{{"type":"a","id":"w","position":[0,0,{}]}}])", z), "",
              fmt::format(
                  R"(,"world":{{"dimensions":2.5,"regions":{{"floor":{{"min":[-20,-20],"max":[20,20]}},
              "lounge":{{"min":[-5,-5],"max":[5,5],"bottom":2.5}},"lift":{{"min":[30,0],"max":[31,1]}}}},
              "ground":[{{"region":"floor","height":3}}],
              "platforms":[{{"region":"lift","keyframes":[[0,0],[1,1]],"watch":{{"agent":"w"}},
                "start":{{"type":"region","region":"lounge"{}}}}}]}})",
                  condition)));
    run_steps(simulator, 5);
    return simulator.world().state.platforms.started[0] != 0;
  };
  EXPECT_TRUE(starts("", 3));
  EXPECT_FALSE(starts("", 0));
  EXPECT_FALSE(starts(R"(,"inside":false)", 3));
  EXPECT_TRUE(starts(R"(,"inside":false)", 0));
}

}  // namespace
}  // namespace drover::test::floors_test
