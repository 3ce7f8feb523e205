// Errors and warnings about speeds and ground.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "scenario/scenario_reader.h"
#include "scenario/scenario_writer.h"
#include "sim/construction/world_builder.h"

namespace drover::test::ground_problems_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

// "pointer: message" of every problem of the reader and then of the builder.
std::vector<std::string> problems_in(const std::string& text) {
  JsonSources sources;
  Diagnostics diagnostics;
  const auto loaded = read_scenario_text({"test", text}, {}, catalog(), sources, diagnostics);
  std::vector<std::string> found;
  for (const Diagnostic& problem : diagnostics.sorted())
    found.push_back(problem.pointer.value_or("") + ": " + problem.message);
  if (diagnostics.has_errors() || !loaded) return found;
  const BuiltWorld built = build_world(loaded->def);
  for (const auto* problems : {&built.problems, &built.warnings}) {
    for (const Problem& problem : *problems)
      found.push_back(problem.pointer + ": " + problem.message);
  }
  return found;
}

// One agent of a type "a" at a place in a world with a region "lawn" around the origin.
std::string with_ground(const std::string& ground, const std::string& place = "[50,0]",
                        const std::string& world = "") {
  return fmt::format(
      R"({{"format":1,"world":{{"regions":{{"lawn":{{"min":[-5,-5],"max":[5,5]}}}},"ground":[{}]{}}},
          "agent_types":{{"a":{{}}}},"agents":[{{"type":"a","position":{}}}]}})",
      ground, world, place);
}

std::string with_type(const std::string& keys, const std::string& behavior = R"({"type":"separation"})") {
  return fmt::format(
      R"({{"format":1,"agent_types":{{"a":{{"steering":{{"behaviors":[{}]}}{}}}}},
          "agents":[{{"type":"a","count":20,"placement":{{"type":"line","from":[0,0],"to":[50,0]}}}}]}})",
      behavior, keys);
}

TEST(GroundProblem, ComesForUnknownNames) {
  EXPECT_THAT(problems_in(with_ground(R"({"region":"lawm","speed_factor":0.5})")),
              ElementsAre("/world/ground/0/region: unknown region \"lawm\""));
  EXPECT_THAT(problems_in(with_ground(R"({"region":"lawn","forbidden_to":["a","b"]})")),
              ElementsAre("/world/ground/0/forbidden_to/1: unknown agent type \"b\""));
  EXPECT_THAT(problems_in(with_ground(R"({"speed_factor":0.5})")),
              ElementsAre(HasSubstr("\"region\" is missing")));
  EXPECT_THAT(problems_in(with_ground(R"({"region":"lawn","one_way_degrees":1})")),
              ElementsAre(StartsWith("/world/ground/0/one_way_degrees: unknown")));
}

TEST(GroundProblem, ComesForNumbersThatMeanNothing) {
  for (const char* factor : {"0", "-1", "1001"}) {
    EXPECT_THAT(problems_in(with_ground(fmt::format(R"({{"region":"lawn","speed_factor":{}}})", factor))),
                ElementsAre(StartsWith("/world/ground/0/speed_factor: ")));
  }
  EXPECT_THAT(problems_in(with_ground(R"({"region":"lawn","carries":[9999,9999]})")),
              ElementsAre("/world/ground/0/carries: the speed must not exceed 10000 m/s"));
  EXPECT_THAT(problems_in(with_ground(R"({"region":"lawn","one_way":{"uniform":[0,1]}})")),
              ElementsAre("/world/ground/0/one_way: \"one_way\" is a number, not a distribution"));
}

TEST(GroundProblem, ComesForWhatHasNoEffect) {
  EXPECT_THAT(
      problems_in(with_ground(R"({"region":"lawn"},{"region":"lawn","speed_factor":1,"carries":[0,0]})")),
      ElementsAre("/world/ground/0: this ground has no effect",
                  "/world/ground/1: this ground has no effect"));
  EXPECT_THAT(problems_in(with_ground(R"({"region":"lawn","one_way":0})")), IsEmpty());
}

TEST(GroundProblem, ComesForTypesWithoutAgents) {
  EXPECT_THAT(problems_in(
                  R"({"format":1,"world":{"regions":{"r":{"center":[0,0],"radius":1}},
              "ground":[{"region":"r","forbidden_to":["b"]}]},
              "agent_types":{"a":{"extends":"b"},"b":{}},"agents":[{"type":"a","position":[9,9]}]})"),
              ElementsAre("/world/ground/0/forbidden_to/0: no agent has the type \"b\""));
}

TEST(GroundProblem, ComesForAgentsThatStartOnForbiddenGround) {
  const std::string forbidden = R"({"region":"lawn","forbidden_to":["a"]})";
  EXPECT_THAT(
      problems_in(with_ground(forbidden, "[1,1]")),
      ElementsAre("/agents/0/position: agent 0 starts on ground that is forbidden to its type: region "
                  "\"lawn\""));
  EXPECT_THAT(problems_in(with_ground(forbidden, "[5,1]")), ElementsAre(HasSubstr("starts on ground")));
  EXPECT_THAT(
      problems_in(with_ground(forbidden, "[5.25,1]")),
      ElementsAre("/agents/0/position: the body of agent 0 reaches into ground that is forbidden to its "
                  "type"));
  EXPECT_THAT(problems_in(with_ground(forbidden, "[5.5,1]")), IsEmpty());
}

TEST(GroundProblem, ComesForRegionsBeyondTheEdgeOfATorus) {
  const char* torus = R"(,"bounds":{"min":[-4,-90],"max":[90,90],"edge":"wrap"})";
  const std::string slow = R"({"region":"lawn","speed_factor":0.5})";
  EXPECT_THAT(problems_in(with_ground(slow, "[50,0]", torus)),
              Contains(StartsWith("/world/ground/0/region: the region \"lawn\" reaches beyond the edge")));
  EXPECT_THAT(
      problems_in(with_ground(slow, "[50,0]", R"(,"bounds":{"min":[-5,-90],"max":[90,90],"edge":"wrap"})")),
      IsEmpty());
  EXPECT_THAT(problems_in(with_ground(slow, "[50,0]", R"(,"bounds":{"min":[-4,-90],"max":[90,90]})")),
              IsEmpty());
}

TEST(PreferredSpeedProblem, ComesForSpeedsAboveTheLimit) {
  EXPECT_THAT(problems_in(with_type(R"(,"max_speed":2,"preferred_speed":2.5)")),
              ElementsAre("/agent_types/a/preferred_speed: agent 0 would like to go faster than it can: its "
                          "max_speed holds"));
  EXPECT_THAT(problems_in(with_type(R"(,"max_speed":2,"preferred_speed":{"uniform":[1,3]})")).size(), 1u);
  EXPECT_THAT(problems_in(with_type(R"(,"max_speed":2,"preferred_speed":{"uniform":[1,2]})")), IsEmpty());
  EXPECT_THAT(problems_in(with_type(R"(,"preferred_speed":0)")),
              ElementsAre(StartsWith("/agent_types/a/preferred_speed: ")));
}

TEST(PreferredSpeedProblem, ComesForASpeedThatNothingAsksFor) {
  const std::string preferred = R"(,"preferred_speed":1)";
  const char* seek = R"({"type":"seek","target":{"point":[9,9]},"speed":"max"})";
  EXPECT_THAT(problems_in(with_type(preferred, seek)), IsEmpty());
  EXPECT_THAT(
      problems_in(with_type("", seek)),
      ElementsAre("/agent_types/a/steering/behaviors/0/speed: \"speed\" has no effect: the type \"a\" "
                  "has no preferred_speed"));
  EXPECT_THAT(problems_in(with_type(preferred, R"({"type":"separation","speed":"max"})")),
              ElementsAre("/agent_types/a/steering/behaviors/0/speed: \"speed\" has no effect: separation "
                          "never asks for full speed"));
  EXPECT_THAT(problems_in(with_type(preferred, R"({"type":"seek","target":{"point":[9,9]},"speed":"fast"})")),
              ElementsAre(StartsWith("/agent_types/a/steering/behaviors/0/speed: ")));
  EXPECT_THAT(problems_in(with_type(
                  preferred, fmt::format(R"({{"type":"group","behaviors":[{}],"speed":"max"}})", seek))),
              ElementsAre("/agent_types/a/steering/behaviors/0/speed: \"speed\" has no effect: group never "
                          "asks for full speed"));
}

TEST(PreferredSpeedProblem, ComesForAFactorThatCannotBeFollowed) {
  EXPECT_THAT(
      problems_in(with_type(R"(,"preferred_speed_by":{"type":"neighbor_count","points":[[0,1]]})")),
      ElementsAre(StartsWith("/agent_types/a/preferred_speed_by: \"preferred_speed_by\" cannot follow")));
}

// What is written is read again, and scenarios without the keys keep their hashes.
TEST(GroundHash, CountsWhatIsGivenOnly) {
  const auto read = [](const std::string& text) {
    JsonSources sources;
    Diagnostics diagnostics;
    return read_scenario_text({"test", text}, {}, catalog(), sources, diagnostics);
  };
  const auto first = read(with_ground(
      R"({"region":"lawn","speed_factor":0.5,"carries":[1,2],"one_way_deg":90},{"region":"lawn","forbidden_to":["a"]})"));
  ASSERT_TRUE(first.has_value());
  const std::string written = first->resolved->dump();
  const auto second = read(written);
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->hash, first->hash);
  EXPECT_NE(written.find("forbidden_to"), std::string::npos);
  const auto plain = read(with_type(""));
  ASSERT_TRUE(plain.has_value());
  for (const char* key : {"ground", "preferred_speed", "preferred_speed_by", "\"speed\":\"pref"})
    EXPECT_EQ(relevant_part(plain->def).dump().find(key), std::string::npos) << key;
}

}  // namespace
}  // namespace drover::test::ground_problems_test
