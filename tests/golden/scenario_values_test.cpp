#include "golden/scenario_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/utf8.h"
#include "scenario/json_document.h"

namespace drover::scenario_values_test {
namespace {

using testing::ElementsAre;

std::vector<std::string> values_of(std::string text) {
  JsonSources sources;
  Diagnostics diagnostics;
  const std::uint32_t source = sources.add("test", std::move(text));
  return scenario_values(*parse_json(sources, source, JsonLimits{}, diagnostics));
}

TEST(ScenarioValues, AreTheLeavesThatTheMotionFollowsFrom) {
  EXPECT_THAT(
      values_of(R"({"format": 1, "name": "n", "description": "d", "record": {"trace": {}}, "expect": [],
                            "x-note": 1, "seed": 7, "a": {"b/c": {"d": 2.5}, "x-note": 2},
                            "list": [{"k": true}, {"k": [[1, 2], [3, 4]]}], "empty": {}})"),
      ElementsAre("/seed: 7", "/a/b~1c/d: 2.5", "/list/0/k: true", "/list/1/k: [[1,2],[3,4]]", "/empty: {}"));
}

TEST(ScenarioValues, OfGreatLengthAreShortenedAndStillTellApart) {
  const std::string zeros(400, '0');
  const auto one = values_of(R"({"a": "x)" + zeros + R"(1"})");
  const auto two = values_of(R"({"a": "x)" + zeros + R"(2"})");
  EXPECT_LT(one[0].size(), 80u);
  EXPECT_NE(one, two);
}

// A cut within a character would be another text once a golden file was written and read.
TEST(ScenarioValues, AreNotCutWithinACharacter) {
  std::string letters;
  for (int k = 0; k < 60; ++k)
    letters += "\u00e4";
  for (const char* shift : {"", "x"}) {
    const auto lines = values_of("{\"a\": \"" + (shift + letters) + "\"}");
    EXPECT_EQ(lines[0], make_valid_utf8(lines[0]));
  }
}

// The document before and after its expressions were evaluated.
std::vector<std::string> expressions_of(std::string written, std::string evaluated) {
  JsonSources sources;
  Diagnostics diagnostics;
  const auto parse = [&](std::string text) {
    return *parse_json(sources, sources.add("test", std::move(text)), JsonLimits{}, diagnostics);
  };
  const JsonValue document = parse(std::move(evaluated));
  return scenario_expressions(document, parse(std::move(written)));
}

TEST(ScenarioExpressions, AreVariablesAndWhatComesOutOfExpressions) {
  EXPECT_THAT(expressions_of(R"({"seed": 7, "variables": {"w": 2, "box": {"a": 1, "b": 2}},
                                 "points": [[0, {"=": "w / 2"}], [1, 2]], "list": [{"k": 3}], "all": {"=": "box"}})",
                             R"({"seed": 7, "points": [[0, 1], [1, 2]], "list": [{"k": 3}],
                                 "all": {"a": 1, "b": 2}})"),
              ElementsAre("/variables/w: 2", R"(/variables/box: {"a":1,"b":2})",
                          R"(/points: [[0,{"=":"w / 2"}],[1,2]])", R"(/all/a: {"=":"box"})",
                          R"(/all/b: {"=":"box"})"));
}

std::vector<std::string> changes_between(const ScenarioLines& before, const ScenarioLines& after) {
  std::vector<std::string> lines;
  for (const ScenarioChange& change : compare_scenario_lines(before, after))
    lines.push_back(describe(change));
  return lines;
}

// One line for the variable, and none for what follows from it; what else was edited is still told.
TEST(ScenarioExpressions, AChangedVariableStandsForTheValuesThatFollowFromIt) {
  const std::vector<std::string> before = {"/a: 1.2", "/b: [2.4,1]", "/c: 5"};
  const std::vector<std::string> after = {"/a: 0.7", "/b: [1.4,2]", "/c: 6"};
  const std::string variable = "/variables/door: ";
  const std::string a = R"(/a: {"=":"door"})";
  const std::string b = R"(/b: [{"=":"2 * door"},)";
  EXPECT_THAT(
      changes_between({before, {variable + "1.2", a, b + "1]"}}, {after, {variable + "0.7", a, b + "1]"}}),
      ElementsAre("/variables/door: 1.2 -> 0.7", "/c: 5 -> 6"));
  EXPECT_THAT(
      changes_between({before, {variable + "1.2", a, b + "1]"}}, {after, {variable + "0.7", a, b + "2]"}}),
      ElementsAre("/variables/door: 1.2 -> 0.7", "/b: [2.4,1] -> [1.4,2]", "/c: 5 -> 6"));
  EXPECT_THAT(changes_between({before, {}}, {after, {variable + "0.7", a, b + "1]"}}),
              ElementsAre("/a: 1.2 -> 0.7", "/b: [2.4,1] -> [1.4,2]", "/c: 5 -> 6"))
      << "a golden of an older version";
}

TEST(ScenarioValues, AreComparedByTheirPlace) {
  std::vector<std::string> lines;
  for (const ScenarioChange& change :
       compare_scenario_values({"/a: 1", "/b: 2", "/c: 3"}, {"/c: 4", "/d: 5", "/a: 1"}))
    lines.push_back(describe(change));
  EXPECT_THAT(lines, ElementsAre("/c: 3 -> 4", "/d: (not there) -> 5", "/b: 2 -> (removed)"));
}

}  // namespace
}  // namespace drover::scenario_values_test
