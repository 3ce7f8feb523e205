#include <gmock/gmock.h>

#include "events/eventful.h"

namespace drover::remove_test {
namespace {

using test::after;
using test::Eventful;
using test::run_steps;
using test::simulator_of;

constexpr const char* kTwo = R"({"id":"one","type":"a","position":[0,0],"group":"g"},
                                {"id":"two","type":"a","position":[0.5,0],"velocity":[1,0],"group":"g"})";
constexpr const char* kRemoveTwo = R"({"type":"remove","at":1,"target":{"agent":"two"}})";

TEST(Remove, TheAgentIsInNoListAndItsStateStandsStill) {
  Simulator simulator = after({.agents = kTwo, .events = kRemoveTwo}, 4);
  const World& world = simulator.world();
  EXPECT_FALSE(world.is_present(1));
  EXPECT_THAT(world.state.agents_of(0), testing::ElementsAre(0u));
  EXPECT_THAT(world.state.agents_in(0, 0), testing::ElementsAre(0u));
  EXPECT_EQ(world.state.lists.groups[0], std::vector<AgentIndex>{0});
  const Vec3 last = world.state.motion.position(1);
  EXPECT_EQ(last, (Vec3{1.5, 0.0, 0.0}));
  // Two states take turns: both must keep it.
  for (int k = 0; k < 3; ++k) {
    run_steps(simulator, 1);
    EXPECT_EQ(world.state.motion.position(1), last);
  }
  EXPECT_EQ(simulator.counters().agent_steps, 4u * 2u + 3u);
}

TEST(Remove, TheAgentIsNoNeighborOfAnother) {
  Simulator simulator = after({.behaviors = R"({"type":"separation","radius":5})",
                               .agents = kTwo,
                               .events = R"({"type":"remove","at":0.25,"target":{"agent":"two"}})"},
                              1);
  ASSERT_EQ(simulator.perceptions()[0].result().count(0), 1u);
  run_steps(simulator, 1);
  EXPECT_EQ(simulator.perceptions()[0].result().count(0), 0u);
}

TEST(Remove, BodiesPassThroughThePlaceOfOneThatIsGone) {
  const Eventful parts = {.agents = R"({"id":"one","type":"a","position":[-3,0],"velocity":[2,0]},
                                       {"id":"two","type":"a","position":[0,0]})",
                          .events = R"({"type":"remove","at":0,"target":{"agent":"two"}})",
                          .scenario = ""};
  Simulator simulator = test::make_simulator(test::scene(
      "[]", "[" + parts.agents + "]", "",
      R"(,"simulation":{"dt":0.25,"non_penetration":{"enabled":true}},"events":[)" + parts.events + "]"));
  run_steps(simulator, 6);
  EXPECT_EQ(simulator.world().state.motion.position(0), (Vec3{0.0, 0.0, 0.0}));
  EXPECT_EQ(simulator.world().state.motion.position(1), (Vec3{0.0, 0.0, 0.0}));
}

TEST(Remove, AGroupWithoutMembersIsNoTarget) {
  Simulator simulator = after({.behaviors = R"({"type":"seek","target":{"group":"prey"}})",
                               .agents = R"({"type":"a","position":[0,0]},
                                            {"id":"two","type":"a","position":[9,0],"group":"prey"})",
                               .events = R"({"type":"remove","at":0.25,"target":{"group":"prey"}})"},
                              1);
  const Vec3 velocity = simulator.world().state.motion.velocity(0);
  EXPECT_GT(velocity.x, 0.0);
  run_steps(simulator, 4);
  EXPECT_EQ(simulator.world().state.motion.velocity(0), velocity) << "no request: it coasts";
}

TEST(Remove, ARemovedAgentIsNotRemovedAgain) {
  std::string events = kRemoveTwo;
  for (const char* part : {",", kRemoveTwo})
    events += part;
  const Simulator simulator = after({.agents = kTwo, .events = events}, 8);
  EXPECT_EQ(simulator.world().present_count(), 1u);
}

}  // namespace
}  // namespace drover::remove_test
