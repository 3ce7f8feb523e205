#include "golden/scenario_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scenario/json_document.h"
#include "scenario/utf8.h"

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

TEST(ScenarioValues, AreComparedByTheirPlace) {
  std::vector<std::string> lines;
  for (const ScenarioChange& change :
       compare_scenario_values({"/a: 1", "/b: 2", "/c: 3"}, {"/c: 4", "/d: 5", "/a: 1"}))
    lines.push_back(describe(change));
  EXPECT_THAT(lines, ElementsAre("/c: 3 -> 4", "/d: (not there) -> 5", "/b: 2 -> (removed)"));
}

}  // namespace
}  // namespace drover::scenario_values_test
