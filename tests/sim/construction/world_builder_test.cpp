#include "sim/construction/world_builder.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::world_builder_test {
namespace {

using test::make_simulator;
using test::scene;

std::string crowd(std::string_view type_keys, std::string_view agent_keys = "") {
  return scene("[]",
               R"([{"type":"a","count":200,"placement":{"type":"grid","origin":[0,0]})" +
                   std::string(agent_keys) + "}]",
               type_keys);
}

TEST(WorldBuilder, NumbersAgentsInFileOrderUnlessTheySayOtherwise) {
  const Simulator simulator = make_simulator(scene(
      "[]",
      R"([{"type":"a","position":[0,0]},{"type":"a","number":10,"position":[1,0]},{"type":"a","position":[2,0]},
                {"type":"a","number":5,"position":[3,0]}])"));
  EXPECT_EQ(simulator.world().model().agents.number, (std::vector<std::uint32_t>{0, 5, 10, 11}));
  EXPECT_EQ(simulator.world().state.motion.x, (std::vector<double>{0, 3, 1, 2}));
}

TEST(WorldBuilder, HeadingsOfQuarterTurnsLieOnTheAxes) {
  const Simulator simulator = make_simulator(scene("[]", R"([{"type":"a","position":[0,0],"heading_deg":90},
      {"type":"a","position":[5,0],"heading_deg":180},{"type":"a","position":[0,5],"heading_deg":-90},
      {"type":"a","position":[5,5],"heading_deg":270}])"));
  const AgentMotion& motion = simulator.world().state.motion;
  EXPECT_EQ(motion.heading(0), (Vec3{0, 1, 0}));
  EXPECT_EQ(motion.heading(1), (Vec3{-1, 0, 0}));
  EXPECT_EQ(motion.heading(2), (Vec3{0, -1, 0}));
  EXPECT_EQ(motion.heading(3), (Vec3{0, -1, 0}));
}

TEST(WorldBuilder, NamesTheMembersOfAnEntryWithACount) {
  const Simulator simulator = make_simulator(scene("[]", R"([{"type":"a","id":"solo","position":[0,0]},
                      {"type":"a","id":"many","count":2,"placement":{"type":"grid","origin":[0,0]}}])"));
  EXPECT_EQ(simulator.world().model().find_agent("solo"), 0u);
  EXPECT_EQ(simulator.world().model().find_agent("many.1"), 2u);
  EXPECT_EQ(simulator.world().model().find_agent("many"), std::nullopt);
}

TEST(WorldBuilder, NamesOfAgentsMeanTheirRowsWhateverTheirNumbers) {
  const Simulator simulator =
      make_simulator(scene("[]", R"([{"type":"a","id":"late","number":9,"position":[0,0]},
                      {"type":"a","id":"many","count":2,"placement":{"type":"grid","origin":[0,9]}},
                      {"type":"a","id":"early","number":2,"position":[9,0]}])"));
  const Model& model = simulator.world().model();
  EXPECT_EQ(model.agents.number, (std::vector<std::uint32_t>{2, 9, 10, 11}));
  ASSERT_EQ(model.names.size(), 4u);
  for (const AgentName& name : model.names)
    EXPECT_EQ(model.name_table.find(ReferenceType::agent, name.name), name.agent) << name.name;
  EXPECT_EQ(model.name_table.find(ReferenceType::agent, "many.2"), kNoIndex);
}

// Bounds that do not hold the origin, where anchors without a place of their own would be.
TEST(WorldBuilder, AnAnchorWithoutAPositionStartsWhereItsMembersAre) {
  const auto world_with = [](const std::string& formation) {
    return make_simulator(scene(
        R"([{"type":"slot_arrive"}])",
        R"([{"type":"a","id":"one","position":[20,30]},{"type":"a","group":"g","position":[22,34]}])", "",
        R"(,"world":{"bounds":{"min":[10,10],"max":[50,50],"edge":"clamp"}},"formations":{"f":{
           "pattern":{"type":"line"},"members":[{"agent":"one"},{"group":"g"}])" +
            formation + "}}"));
  };
  for (const char* formation : {"", R"(,"anchor":{"type":"leader","leader":"one"})"}) {
    const Simulator simulator = world_with(formation);
    const World& world = simulator.world();
    EXPECT_TRUE(world.model().bounds.contains(world.state.motion.position(world.model().first_anchor)));
  }
  try {
    world_with(R"(,"anchor":{"type":"fixed","position":[0,0]})");
    FAIL() << "the anchor is outside";
  } catch (const std::exception& error) {
    EXPECT_STREQ(
        error.what(),
        "/formations/f/anchor/position: the anchor of formation \"f\" starts outside the world's bounds");
  }
}

TEST(WorldBuilder, BodiesThatSaySoOrFollowKeyframesAreImmovable) {
  const auto immovable = [](const char* keys) {
    return make_simulator(scene("[]", R"([{"type":"a","position":[0,0]}])", keys))
        .world()
        .model()
        .agents.immovable[0];
  };
  EXPECT_EQ(immovable(""), 0);
  EXPECT_EQ(immovable(R"(,"immovable":true)"), 1);
  EXPECT_EQ(immovable(R"(,"locomotion":{"type":"scripted","keyframes":[[0,1,1]]})"), 1);
  EXPECT_EQ(immovable(R"(,"locomotion":{"type":"scripted","controls":[[0,1,0]]})"), 0);
}

TEST(WorldBuilder, DrawsParametersWithinTheirDistribution) {
  const Simulator simulator = make_simulator(
      crowd(R"(,"max_speed":{"uniform":[1,2]},"radius":{"choice":[0.2,0.3]},"mass":{"normal":[10,1,9,12]})"));
  const AgentLimits& agents = simulator.world().state.limits;
  for (AgentIndex i = 0; i < agents.max_speed.size(); ++i) {
    EXPECT_GE(agents.max_speed[i], 1.0);
    EXPECT_LT(agents.max_speed[i], 2.0);
    EXPECT_TRUE(agents.radius[i] == 0.2 || agents.radius[i] == 0.3);
    EXPECT_GE(agents.mass[i], 9.0);
    EXPECT_LE(agents.mass[i], 12.0);
  }
  const std::span<const double> speeds = agents.max_speed.entries();
  EXPECT_EQ(std::set<double>(speeds.begin(), speeds.end()).size(), 200u);
}

TEST(WorldBuilder, DrawsOfOneParameterDoNotDependOnTheOthers) {
  const Simulator alone = make_simulator(crowd(R"(,"max_speed":{"uniform":[1,2]})"));
  const Simulator together =
      make_simulator(crowd(R"(,"max_speed":{"uniform":[1,2]},"radius":{"uniform":[0.2,0.4]})",
                           R"(,"heading":{"uniform":[0,3]},"speed":{"uniform":[0,1]})"));
  EXPECT_EQ(alone.world().state.limits.max_speed, together.world().state.limits.max_speed);
}

TEST(WorldBuilder, DrawsBehaviorParametersPerAgent) {
  // At rest a seek asks for max_speed / response_time, so the first step shows each agent's own response
  // time.
  Simulator simulator = make_simulator(
      scene(R"([{"type":"seek","target":{"point":[1000,0]},"response_time":{"choice":[1,2]}}])",
            R"([{"type":"a","count":50,"placement":{"type":"line","from":[0,0],"to":[0,0.001]}}])"));
  test::run_steps(simulator, 1);
  int quick = 0;
  for (const double vx : simulator.world().state.motion.vx) {
    const double acceleration = vx / 0.02;
    EXPECT_TRUE(std::abs(acceleration - 3.0) < 1e-6 || std::abs(acceleration - 1.5) < 1e-6) << acceleration;
    quick += acceleration > 2.0 ? 1 : 0;
  }
  EXPECT_GT(quick, 10);
  EXPECT_LT(quick, 40);
}

TEST(WorldBuilder, AccelerationIsTheLeastOfItsLimits) {
  EXPECT_EQ(make_simulator(crowd("")).world().state.limits.max_request[0], 6.0);
  EXPECT_EQ(make_simulator(crowd(R"(,"mass":4,"max_force":10)")).world().state.limits.max_request[0], 2.5);
  EXPECT_EQ(make_simulator(crowd(R"(,"mass":4,"max_force":10,"max_acceleration":2)"))
                .world()
                .state.limits.max_request[0],
            2.0);
}

TEST(WorldBuilder, RefusesAgentsOutsideABoundedWorld) {
  constexpr const char* kOutside = R"([{"type":"a","position":[11,5]}])";
  EXPECT_THROW(make_simulator(scene("[]", kOutside, "",
                                    R"(,"world":{"bounds":{"min":[0,0],"max":[10,10],"edge":"clamp"}})")),
               std::runtime_error);
  const Simulator wrapped = make_simulator(
      scene("[]", kOutside, "", R"(,"world":{"bounds":{"min":[0,0],"max":[10,10],"edge":"wrap"}})"));
  EXPECT_EQ(wrapped.world().state.motion.position(0), (Vec3{1.0, 5.0, 0.0}));
}

TEST(WorldBuilder, HeadingFollowsTheVelocityUnlessGiven) {
  const Simulator simulator = make_simulator(
      scene("[]", R"([{"type":"a","position":[0,0]},{"type":"a","position":[0,0],"velocity":[0,2]},
                      {"type":"a","position":[0,0],"velocity":[0,2],"heading_deg":180},
                      {"type":"a","position":[0,0],"heading_deg":90,"speed":2}])"));
  const AgentMotion& state = simulator.world().state.motion;
  EXPECT_EQ(state.heading(0), (Vec3{1.0, 0.0, 0.0}));
  EXPECT_EQ(state.heading(1), (Vec3{0.0, 1.0, 0.0}));
  EXPECT_NEAR(state.hx[2], -1.0, 1e-15);
  EXPECT_NEAR(state.vy[3], 2.0, 1e-15);
}

TEST(WorldBuilder, AGroupMayHaveALabelBesideThoseOfItsBehaviors) {
  const BuiltWorld built = test::make_world(test::scene(
      R"([{"type":"group","label":"outer","behaviors":[{"type":"wander","label":"one"},{"type":"wander","label":"two"}]},
          {"type":"group","label":"last","behaviors":[{"type":"wander","label":"three"}]}])",
      R"([{"type":"a","position":[0,0]}])"));
  std::vector<std::string> labels;
  for (const StackEntry& entry : built.world.model().types[0].entries)
    labels.push_back(entry.label);
  std::ranges::sort(labels);
  EXPECT_EQ(labels, (std::vector<std::string>{"group", "group#1", "wander", "wander#1", "wander#2"}));
}

}  // namespace
}  // namespace drover::world_builder_test
