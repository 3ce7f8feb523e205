#include <gmock/gmock.h>

#include "events/eventful.h"

namespace drover::mode_test {
namespace {

using test::make_simulator;
using test::run_steps;
using testing::HasSubstr;

std::string modal(const std::string& events, const std::string& transitions = "") {
  return R"({"format":1,"simulation":{"dt":0.25},"agent_types":{
    "a":{"steering":{"modes":{"rest":{},"go":{"behaviors":[{"type":"seek","target":{"point":[100,0]}}])" +
         transitions + R"(}}}},
    "plain":{}},
    "agents":[{"id":"one","type":"a","position":[0,0]},{"id":"two","type":"a","position":[0,9]},
              {"id":"other","type":"plain","position":[0,5],"group":"others"}],
    "events":[)" +
         events + "]}";
}

TEST(ModeEvent, TheAgentRunsTheModeFromThatStateOn) {
  Simulator simulator =
      make_simulator(modal(R"({"type":"mode","at":1,"target":{"agent":"one"},"mode":"go"})"));
  run_steps(simulator, 4);
  const World& world = simulator.world();
  EXPECT_EQ(world.mode_of(0).name, "go");
  EXPECT_EQ(world.mode_of(1).name, "rest");
  EXPECT_EQ(world.state.status.mode_since[0], 4u);
  EXPECT_THAT(world.state.agents_in(0, 1), testing::ElementsAre(0u));
  EXPECT_EQ(world.state.motion.velocity(0), Vec3{});
  run_steps(simulator, 1);
  EXPECT_GT(world.state.motion.vx[0], 0.0);
  EXPECT_EQ(world.state.motion.velocity(1), Vec3{});
}

TEST(ModeEvent, AnAgentAlreadyInTheModeStaysInItAsLongAsBefore) {
  Simulator simulator =
      make_simulator(modal(R"({"type":"mode","at":1,"target":{"agent_type":"a"},"mode":"rest"})"));
  run_steps(simulator, 5);
  EXPECT_EQ(simulator.world().state.status.mode_since[0], 0u);
}

TEST(ModeEvent, TheTransitionsOfTheModeCountFromTheNextStepOn) {
  Simulator simulator = make_simulator(modal(
      R"({"type":"mode","at":1,"target":{"agent":"one"},"mode":"go"})",
      R"(,"transitions":[{"to":"rest","when":{"type":"distance","target":{"point":[0,0]},"less_than":50}}])"));
  run_steps(simulator, 4);
  EXPECT_EQ(simulator.world().mode_of(0).name, "go");
  run_steps(simulator, 1);
  EXPECT_EQ(simulator.world().mode_of(0).name, "rest");
}

TEST(ModeEvent, EveryTargetsTypeMustHaveTheMode) {
  const auto problem = [](const std::string& event) -> std::string {
    try {
      make_simulator(modal(event));
    } catch (const std::exception& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_THAT(problem(R"({"type":"mode","at":1,"target":{"agent":"one"},"mode":"goo"})"),
              HasSubstr("/events/0/mode: agent type \"a\" has no mode \"goo\""));
  EXPECT_THAT(problem(R"({"type":"mode","at":1,"target":{"group":"others"},"mode":"go"})"),
              HasSubstr("/events/0/target: agent type \"plain\" has no modes"));
  EXPECT_EQ(problem(R"({"type":"mode","at":1,"target":{"agent_type":"a"},"mode":"go"})"), "none");
}

}  // namespace
}  // namespace drover::mode_test
