// What is said when a scenario is built about goals that no way leads to and grids that are of no use.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::test::way_warnings_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// "pointer: message" of the warnings about one agent of radius 0.5 at the origin that goes to a goal.
std::vector<std::string> warnings_of(const std::string& goal, const std::string& world,
                                     const std::string& scenario = "") {
  std::vector<std::string> found;
  const std::string text = fmt::format(
      R"({{"format":1,"world":{{{}}},"agent_types":{{"a":{{"radius":0.5,"steering":{{"behaviors":[
          {{"type":"go_to","target":"goal"}}]}}}}}},
          "agents":[{{"type":"a","position":[0,0],"goal":{}}}]{}}})",
      world, goal, scenario);
  for (const Problem& warning : make_world(text).warnings)
    found.push_back(warning.pointer + ": " + warning.message);
  return found;
}

const char* const kPillar = R"("obstacles":[{"id":"pillar","center":[10,0],"radius":3}])";

TEST(WayWarning, ComesForAGoalInAnObstacle) {
  EXPECT_THAT(warnings_of("[10,5]", kPillar), IsEmpty());
  EXPECT_THAT(warnings_of("[10,1]", kPillar),
              ElementsAre(HasSubstr("/goal: the goal [10, 1] is in obstacle \"pillar\" or nearer to it than "
                                    "0.5 m, the room of the agents: unless they see it, they go to [")));
}

TEST(WayWarning, ComesForARegionWhollyInAnObstacle) {
  const auto in_region = [](const std::string& region) {
    return warnings_of(R"({"region":"r"})", kPillar + (R"(,"regions":{"r":)" + region + "}"));
  };
  EXPECT_THAT(
      in_region(R"({"center":[10,0],"radius":1})"),
      ElementsAre(HasSubstr("/goal: the middle of the goal, region \"r\", is in obstacle \"pillar\"")));
  EXPECT_THAT(in_region(R"({"center":[10,0],"radius":5})"), IsEmpty());
  EXPECT_THAT(in_region(R"({"center":[20,0],"radius":0.01})"), IsEmpty());
}

TEST(WayWarning, CallsForbiddenGroundByItsName) {
  const std::string lawn = R"("regions":{"lawn":{"min":[5,-5],"max":[15,5]}},
      "ground":[{"region":"lawn","forbidden_to":["a"]}])";
  EXPECT_THAT(warnings_of("[10,0]", lawn),
              ElementsAre(HasSubstr("/goal: the goal [10, 0] is in forbidden ground")));
  EXPECT_THAT(warnings_of("[5,0]", std::string(kPillar) + "," + lawn),
              ElementsAre(HasSubstr("is in forbidden ground")));
}

TEST(WayWarning, ComesForAPlaceThatNoWayLeadsTo) {
  const std::string room = R"("walls":[{"points":[[5,-6],[11,-6],[11,6],[5,6]],"closed":true}])";
  EXPECT_THAT(warnings_of("[8,0]", room),
              ElementsAre(HasSubstr("/goal: no way leads from where the agent starts")));
  EXPECT_THAT(warnings_of("[14,0]", room), IsEmpty());
}

TEST(WayWarning, ComesForRegionsOfWhichNoneCanBeReached) {
  const std::string world = R"("walls":[{"points":[[5,-6],[11,-6],[11,6],[5,6]],"closed":true}],
      "regions":{"shut":{"min":[7,-1],"max":[9,1]},"beside":{"min":[7,2],"max":[9,4]},"open":{"min":[14,-1],"max":[16,1]}})";
  EXPECT_THAT(warnings_of(R"({"regions":["shut","beside"]})", world),
              ElementsAre(HasSubstr("/goal: no way leads from where the agent starts")));
  EXPECT_THAT(warnings_of(R"({"regions":["shut","open"]})", world), IsEmpty());
}

TEST(WayWarning, ComesForAGridBesideAllThatItIsFor) {
  const auto with_grid = [](const std::string& keys) {
    return warnings_of("[20,0]", kPillar, R"(,"navigation":{"grids":{"g":{"cell_size":1,)" + keys + "}}}");
  };
  EXPECT_THAT(with_grid(R"("origin":[100,100],"width":20,"height":10)"),
              ElementsAre("/navigation/grids/g: the grid, from [100, 100] to [120, 110], covers nothing that "
                          "stands and no place where agents that find their way start",
                          HasSubstr("beyond the grid")));
  EXPECT_THAT(with_grid(R"("origin":[-5,-5],"width":30,"height":10)"), IsEmpty());  // the start
  EXPECT_THAT(with_grid(R"("origin":[5,-5],"width":20,"height":10)"), IsEmpty());   // the pillar
}

TEST(WayWarning, ComesForAPlaceBeyondTheGrid) {
  EXPECT_THAT(
      warnings_of("[20,0]", kPillar,
                  R"(,"navigation":{"grids":{"g":{"cell_size":1,"origin":[-5,-5],"width":15,"height":10}}})"),
      ElementsAre("/agents/0/goal: the goal [20, 0] lies beyond the grid \"g\": ways lead to its edge"));
}

}  // namespace
}  // namespace drover::test::way_warnings_test
