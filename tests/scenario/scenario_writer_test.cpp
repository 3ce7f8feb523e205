#include "scenario/scenario_writer.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenario/fake_catalog.h"
#include "sim/definitions/definitions.h"

namespace drover::test::scenario_writer_test {
namespace {

// Scenarios that together use every type of field.
constexpr const char* kScenarios[] = {
    R"({"format": 1})",
    R"({"format": 1, "seed": 9223372036854775807, "name": "x", "description": "\u00e9 \"quoted\"", "$schema": "s.json"})",
    R"({"format": 1, "simulation": {"dt": 0.1, "duration": 1e-300, "partition": {"enabled": false, "cells_x": 7},
        "non_penetration": {"enabled": true, "weighting": "mass", "relaxation": 0.3333333333333333}}})",
    R"({"format": 1, "world": {"bounds": {"min": [-1e5, -0.0], "max": [0.1, 1e5], "edge": "reflect"},
        "obstacles": [{"center": [1, 2], "radius": 0.001}, {"id": "oak", "center": [3, 4], "radius": 2}],
        "walls": [{"points": [[0, 0], [1, 0], [1, 1]], "closed": true}],
        "paths": {"a/b": {"points": [[0, 0]]}, "~": {"points": [[1, 1], [2, 2]], "closed": true}}}})",
    R"({"format": 1, "agent_types": {"a": {"radius": {"uniform": [0.1, 0.2]}, "mass": {"normal": [5, 1]},
        "max_speed": {"choice": [1, 2.5]}, "max_turn_rate_deg": {"normal": [30, 20, 0.1, 77]}, "color": "#ff0000",
        "locomotion": {"type": "car", "max_steering_deg": 33.3}, "steering": {"arbiter": {"type": "average"}}}}})",
    R"({"format": 1, "agent_types": {"a": {"steering": {"behaviors": [
        {"type": "approach", "target": {"point": [0.1, 0.2]}, "weight": {"uniform": [0, 1]}},
        {"type": "approach", "target": {"agent": "x"}, "top_speed": 2, "pace": "slow", "view": {"angle_deg": 90}},
        {"type": "approach", "target": {"group": "g", "select": "centroid"}, "probability": 0.5},
        {"type": "approach", "target": {"agent_type": "a"}}, {"type": "approach", "target": {"path": "p"}},
        {"type": "patrol", "path": "p", "leader": "x", "keyframes": [[0, 1, 2], [0.1, 2, 3]], "stops": [[1, 2]],
         "words": ["", "b"], "home": [3, 4], "view": {}, "laps": 3, "reverse": true}, {"type": "wait"}]}}, "b": {}},
        "world": {"paths": {"p": {"points": [[0, 0]]}}},
        "agents": [{"id": "x", "type": "b", "position": [0, 0], "velocity": [1, 0], "number": 17},
                   {"type": "a", "count": 3, "group": "g", "heading_deg": {"uniform": [0, 360]},
                    "placement": {"type": "disc", "center": [0, 0], "jitter": 0.5}}]})",
    R"({"format": 1, "agent_types": {"a": {"max_speed": 2}, "b": {"extends": "a", "mass": 3}}})",
    R"({"format": 1, "record": {"trace": {"every": 5, "columns": ["step", "x"]}, "metrics": {"rank": {}, "mine": {"type": "rank"}, "spread": {"type": "spread"}}},
        "expect": [{"metric": "a.b", "at_most": 1, "at_least": -0.1}]})",
};

TEST(ScenarioWriter, WritesWhatReadsBackToTheSameText) {
  for (const char* text : kScenarios) {
    const Reading first = read_text(text);
    ASSERT_TRUE(first.scenario.has_value()) << first.text();
    const std::string written = first.scenario->resolved->dump(2);
    const Reading second = read_text(written);
    ASSERT_TRUE(second.scenario.has_value()) << second.text();
    EXPECT_EQ(second.scenario->resolved->dump(2), written);
    EXPECT_EQ(second.scenario->hash, first.scenario->hash);
  }
}

TEST(ScenarioWriter, WritesEveryKeyOfTheTable) {
  const Reading reading = read_text(R"({"format": 1, "agent_types": {"a": {}}})");
  ASSERT_TRUE(reading.scenario.has_value());
  const nlohmann::ordered_json& type = reading.scenario->resolved->at("agent_types").at("a");
  EXPECT_EQ(type.size(), AgentTypeDef::table().fields.size());
  EXPECT_TRUE(type["max_force"].is_null());
  EXPECT_EQ(type["locomotion"].dump(), R"({"type":"point_mass"})");
}

TEST(ScenarioWriter, PutsTheTypeFirst) {
  const Reading reading = read_text(kScenarios[5]);
  ASSERT_TRUE(reading.scenario.has_value()) << reading.text();
  const auto& behavior = reading.scenario->resolved->at("agent_types").at("a")["steering"]["behaviors"][0];
  EXPECT_EQ(behavior.begin().key(), "type");
}

TEST(ScenarioHash, CountsAKeyThatCameLaterOnlyWhereItSaysSomething) {
  const auto hash_of = [](const char* keys) {
    return read_text(R"({"format": 1, "agent_types": {"a": {)" + std::string(keys) + "}}}")
        .scenario.value()
        .hash;
  };
  EXPECT_EQ(hash_of(""), hash_of(R"("immovable": false)"));
  EXPECT_NE(hash_of(""), hash_of(R"("immovable": true)"));
}

TEST(ScenarioHash, IgnoresWhatChangesNothingInARun) {
  const auto hash_of = [](const char* text) { return read_text(text).scenario.value().hash; };
  const std::uint64_t plain =
      hash_of(R"({"format": 1, "agent_types": {"a": {"mass": 2}, "b": {"mass": 2, "radius": 1}}})");
  EXPECT_EQ(plain,
            hash_of(R"({"name": "n", "description": "d", "$schema": "s", /* c */ "seed": 1, "format": 1,
                              "x-note": 1,
                              "agent_types": {"a": {"mass": 2.0}, "b": {"extends": "a", "radius": 1}}})"));
  EXPECT_NE(plain,
            hash_of(R"({"format": 1, "agent_types": {"a": {"mass": 2}, "b": {"mass": 2, "radius": 1.5}}})"));
  EXPECT_NE(
      plain,
      hash_of(
          R"({"format": 1, "seed": 2, "agent_types": {"a": {"mass": 2}, "b": {"mass": 2, "radius": 1}}})"));
}

}  // namespace
}  // namespace drover::test::scenario_writer_test
