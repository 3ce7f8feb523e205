// Errors about ground with heights: one message each, with its place.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "scenario/scenario_reader.h"
#include "scenario/scenario_writer.h"

namespace drover::test::height_problems_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::string> problems_in(const std::string& text) {
  JsonSources sources;
  Diagnostics diagnostics;
  const auto loaded = read_scenario_text({"test", text}, {}, catalog(), sources, diagnostics);
  std::vector<std::string> found;
  for (const Diagnostic& problem : diagnostics.sorted())
    found.push_back(problem.pointer.value_or("") + ": " + problem.message);
  return found;
}

std::string with_world(const std::string& keys, const char* dimensions = "2.5",
                       const std::string& agent = R"("position":[50,0])", const std::string& type = "") {
  return fmt::format(
      R"({{"format":1,"world":{{"dimensions":{},"regions":{{"r":{{"min":[-5,-5],"max":[5,5]}}}}{}}},
          "agent_types":{{"a":{{{}}}}},"agents":[{{"type":"a",{}}}]}})",
      dimensions, keys, type, agent);
}
std::string with_ground(const std::string& keys) {
  return with_world(fmt::format(R"(,"ground":[{{"region":"r",{}}}])", keys));
}
std::string with_platform(const std::string& keys) {
  return with_world(fmt::format(R"(,"platforms":[{{"region":"r",{}}}])", keys));
}

TEST(HeightProblem, ComesWhereThereAreNoHeights) {
  for (const char* dimensions : {"2", "3"}) {
    const std::string is_nothing = fmt::format("has no meaning where \"dimensions\" is {}", dimensions);
    for (const char* key :
         {R"("gravity":3)", R"("step_height":1)", R"("platforms":[{"region":"r","keyframes":[[0,1]]}])"})
      EXPECT_THAT(problems_in(with_world(std::string(",") + key, dimensions)),
                  ElementsAre(HasSubstr(is_nothing)));
    for (const char* key : {R"("height":3)", R"("ramp":{"from":[0,0],"to":[1,0]})"})
      EXPECT_THAT(problems_in(with_world(fmt::format(R"(,"ground":[{{"region":"r",{}}}])", key), dimensions)),
                  ElementsAre(HasSubstr(is_nothing)));
    for (const char* key : {R"("gravity_scale":3)", R"("body_height":3)"})
      EXPECT_THAT(problems_in(with_world("", dimensions, R"("position":[50,0])", key)),
                  ElementsAre(HasSubstr(is_nothing)));
  }
}

// Resolved scenarios have all keys.
TEST(HeightProblem, ComesNotForDefaults) {
  EXPECT_THAT(problems_in(with_world(R"(,"gravity":9.81)", "2")), IsEmpty());
  for (const char* dimensions : {"2", "2.5", "3"}) {
    JsonSources sources;
    Diagnostics diagnostics;
    const auto loaded =
        read_scenario_text({"test", with_world("", dimensions)}, {}, catalog(), sources, diagnostics);
    ASSERT_TRUE(loaded);
    EXPECT_THAT(problems_in(loaded->resolved->dump()), IsEmpty()) << dimensions;
  }
}

TEST(HeightProblem, ComesForHeightsOfWhatHasNone) {
  EXPECT_THAT(problems_in(with_world("", "2.5", R"("position":[50,0,3],"velocity":[1,0,0])")),
              ElementsAre(StartsWith("/agents/0/velocity: \"velocity\" needs two numbers")));
  EXPECT_THAT(problems_in(with_world("", "2.5", R"("position":[50,0,3],"height":1)")),
              ElementsAre("/agents/0/height: with a \"position\" its third number is the height"));
}

// Where there are no heights of starts, that is the one mistake.
TEST(HeightProblem, ComesOnceForAStart) {
  for (const char* dimensions : {"2", "3"}) {
    EXPECT_THAT(problems_in(with_world("", dimensions, R"("position":[50,0],"height":1)")),
                ElementsAre(HasSubstr("\"height\" has no meaning")));
  }
}

TEST(HeightProblem, ComesForCornersOfWhichOneHasAHeight) {
  const auto with_bounds = [](const char* min, const char* max) {
    return problems_in(with_world(fmt::format(R"(,"bounds":{{"min":{},"max":{}}})", min, max), "3"));
  };
  EXPECT_THAT(with_bounds("[-99,-99,-5]", "[99,99]"),
              ElementsAre(StartsWith("/world/bounds/max: \"max\" has no height")));
  EXPECT_THAT(with_bounds("[-99,-99]", "[99,99,5]"),
              ElementsAre(StartsWith("/world/bounds/min: \"min\" has no height")));
  EXPECT_THAT(with_bounds("[-99,-99,0]", "[99,99,5]"), IsEmpty());
  EXPECT_THAT(with_bounds("[-99,-99]", "[99,99]"), IsEmpty());
}

TEST(HeightProblem, ComesForRegionsWithHeightsInThePlane) {
  const auto with_region = [](const char* region, const char* dimensions) {
    return problems_in(fmt::format(R"({{"format":1,"world":{{"dimensions":{},"regions":{{"r":{}}}}}}})",
                                   dimensions, region));
  };
  for (const char* region :
       {R"({"min":[0,0],"max":[1,1],"bottom":2})", R"({"points":[[0,0],[1,0],[0,1]],"bottom":2,"top":3})"}) {
    EXPECT_THAT(with_region(region, "2.5"), IsEmpty());
    EXPECT_THAT(with_region(region, "3"), IsEmpty());
    EXPECT_THAT(with_region(region, "2"), Not(IsEmpty()));
  }
  EXPECT_THAT(with_region(R"({"center":[0,0],"radius":1,"bottom":2})", "2.5"),
              ElementsAre(HasSubstr("is for regions with \"points\", and for rectangles")));
  EXPECT_THAT(with_region(R"({"min":[0,0,1],"max":[1,1,2],"bottom":2})", "3"),
              ElementsAre(HasSubstr("is for regions with \"points\", and for rectangles")));
}

TEST(HeightProblem, ComesForGround) {
  EXPECT_THAT(problems_in(with_ground(R"("height":1,"ramp":{"from":[0,0],"to":[1,0,1]})")),
              ElementsAre("/world/ground/0/ramp: give either \"height\" or \"ramp\", not both"));
  EXPECT_THAT(problems_in(with_ground(R"("height":{"uniform":[0,1]})")),
              ElementsAre("/world/ground/0/height: \"height\" is a number, not a distribution"));
  EXPECT_THAT(problems_in(with_ground(R"("height":1e6)")),
              ElementsAre(StartsWith("/world/ground/0/height: ")));
  EXPECT_THAT(problems_in(with_ground(R"("ramp":{"from":[0,0],"to":[0,0,1]})")),
              ElementsAre(StartsWith("/world/ground/0/ramp/to: a ramp needs two points")));
  EXPECT_THAT(problems_in(with_ground(R"("solid":true,"speed_factor":0.5)")),
              ElementsAre(HasSubstr("can be solid")));
  EXPECT_THAT(problems_in(with_ground(R"("height":0)")), IsEmpty());
}

TEST(HeightProblem, ComesForPlatforms) {
  EXPECT_THAT(problems_in(with_platform(R"("keyframes":[])")),
              ElementsAre("/world/platforms/0/keyframes: \"keyframes\" needs at least one row"));
  for (const char* keyframes : {"3", "{}"})
    EXPECT_THAT(problems_in(with_platform(fmt::format(R"("keyframes":{})", keyframes))),
                ElementsAre("/world/platforms/0/keyframes: \"keyframes\" has the wrong type"));
  EXPECT_THAT(problems_in(with_platform(R"("keyframes":[[0,1],[1,2,3]])")),
              ElementsAre("/world/platforms/0/keyframes/1: needs [time, z] or [time, x, y, z]"));
  EXPECT_THAT(problems_in(with_platform(R"("keyframes":[[0,1],[1,2,3,4]])")),
              ElementsAre("/world/platforms/0/keyframes/1: every row needs as many numbers as the first"));
  EXPECT_THAT(problems_in(with_platform(R"("keyframes":[[1,1],[1,2]])")),
              ElementsAre(StartsWith("/world/platforms/0/keyframes/1: times must ascend")));
  EXPECT_THAT(problems_in(with_platform(R"("keyframes":[[0,1e6]])")),
              ElementsAre(StartsWith("/world/platforms/0/keyframes/0: coordinates must lie")));
  EXPECT_THAT(problems_in(with_platform(R"("keyframes":[[0,1]],"loop":true)")),
              ElementsAre(StartsWith("/world/platforms/0/loop: ")));
  EXPECT_THAT(problems_in(with_platform(R"("keyframes":[[0,1]],"interp":"cubic")")),
              ElementsAre(StartsWith("/world/platforms/0/interp: ")));
  EXPECT_THAT(problems_in(with_platform(R"("keyframes":[[0,1]],"start":{"type":"time","from":1})")),
              ElementsAre(StartsWith("/world/platforms/0/start: \"start\" needs \"watch\"")));
  EXPECT_THAT(problems_in(with_platform(R"("keyframes":[[0,1]],"watch":{"agent_type":"a"})")),
              ElementsAre(StartsWith("/world/platforms/0/watch: ")));
  EXPECT_THAT(problems_in(with_world(R"(,"platforms":[{"region":"s","keyframes":[[0,1]]}])")),
              ElementsAre("/world/platforms/0/region: unknown region \"s\""));
}

}  // namespace
}  // namespace drover::test::height_problems_test
