#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::test::greatest_test {
namespace {

// Agents of type "a", some of them in group "g", and for whom of them it holds that they are the fastest. The
// behavior that has the condition has no weight, so the agents coast.
std::string fastest(const std::string& agents, const std::string& more = "",
                    const std::string& quantity = R"({"type":"speed"})") {
  return scene(R"([{"type":"seek","target":{"point":[0,0]},"weight":0,)"
               R"("when":{"type":"greatest","quantity":"q","group":"g"}}])",
               "[" + agents + "]", R"(,"max_speed":100)", R"(,"quantities":{"q":)" + quantity + "}" + more);
}

std::string runner(double x, double speed, const std::string& keys = R"(,"group":"g")") {
  return R"({"type":"a","position":[)" + std::to_string(x) + R"(,0],"velocity":[)" + std::to_string(speed) +
         ",0]" + keys + "}";
}

// A row of 0 and 1, and a dot for those that are gone.
std::string holders(const std::string& scenario, int steps = 1) {
  Simulator simulator = make_simulator(scenario);
  run_steps(simulator, steps);
  const World& world = simulator.world();
  std::string row;
  for (AgentIndex i = 0; i < world.model().agents.size(); ++i)
    row += !world.is_present(i)                                                 ? '.'
           : world.answers(world.model().types[0].entries[0].condition)[i] != 0 ? '1'
                                                                                : '0';
  return row;
}

TEST(Greatest, HoldsForTheAgentWithTheGreatestValue) {
  EXPECT_EQ(holders(fastest(runner(0, 1) + "," + runner(10, 3) + "," + runner(20, 2))), "010");
}

TEST(Greatest, TiesGoToTheLowerNumber) {
  EXPECT_EQ(holders(fastest(runner(0, 1) + "," + runner(10, 3) + "," + runner(20, 3))), "010");
  const std::string numbered =
      runner(0, 3, R"(,"group":"g","number":7)") + "," + runner(10, 3, R"(,"group":"g","number":2)");
  EXPECT_EQ(holders(fastest(numbered)), "10");
}

TEST(Greatest, OthersAreNotComparedAndItHoldsForNoneOfThem) {
  EXPECT_EQ(holders(fastest(runner(0, 9, "") + "," + runner(10, 3) + "," + runner(20, 2))), "010");
}

TEST(Greatest, AnInfiniteValueIsTheGreatest) {
  // The distance of what is not there.
  EXPECT_EQ(holders(fastest(runner(0, 1) + R"(,{"id":"x","type":"a","group":"g","position":[5,5]})", "",
                            R"({"type":"distance","target":{"agent":"x"}})")),
            "01");
}

TEST(Greatest, OneThatIsGoneIsNotCompared) {
  const std::string agents =
      runner(0, 1) + "," + runner(10, 3, R"(,"group":"g","id":"fast")") + "," + runner(20, 2);
  const std::string removal =
      R"(,"simulation":{"dt":0.25},"events":[{"type":"remove","at":0.5,"target":{"agent":"fast"}}])";
  EXPECT_EQ(holders(fastest(agents, removal), 1), "010");
  EXPECT_EQ(holders(fastest(agents, removal), 3), "0.1");
}

TEST(Greatest, AQuantityMayPerceiveNeighbors) {
  const std::string crowd = runner(0, 0) + "," + runner(2, 0) + "," + runner(4, 0) + "," + runner(30, 0);
  EXPECT_EQ(holders(fastest(crowd, "", R"({"type":"neighbor_count","radius":3})")), "0100");
}

TEST(Greatest, NeedsAQuantityThatIsDeclared) {
  const std::string scenario = scene(
      R"([{"type":"seek","target":{"point":[0,0]},"when":{"type":"greatest","quantity":"q","group":"g"}}])",
      "[" + runner(0, 1) + "]");
  try {
    make_simulator(scenario);
    ADD_FAILURE();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("unknown quantity \"q\""));
  }
}

}  // namespace
}  // namespace drover::test::greatest_test
