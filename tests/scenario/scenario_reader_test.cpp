#include "scenario/scenario_reader.h"

#include <cmath>

#include <gtest/gtest.h>

#include "scenario/fake_catalog.h"
#include "scenario/object_reader.h"

namespace drover::test::scenario_reader_test {
namespace {

// The definition of a scenario that must be right.
ScenarioDef read_good(const std::string& text, const ReadOptions& options = {}) {
  const Reading reading = read_text(text, options);
  EXPECT_TRUE(reading.problems.empty()) << reading.text();
  return reading.scenario ? reading.scenario->def : ScenarioDef();
}

// A scenario with one agent type "a" that has these keys.
std::string with_type(const std::string& keys) {
  return R"({"format": 1, "agent_types": {"a": {)" + keys + "}}}";
}

TEST(ScenarioReader, LeavesDefaultsWhereNothingIsSaid) {
  const ScenarioDef def = read_good(R"({"format": 1})");
  EXPECT_EQ(def.simulation.dt, ScenarioDef().simulation.dt);
  EXPECT_EQ(def.seed, ScenarioDef().seed);
  EXPECT_TRUE(def.agents.empty());
  EXPECT_FALSE(def.world.bounds.has_value());
}

TEST(ScenarioReader, GivesAbsentChoicesTheirDefaultKind) {
  const ScenarioDef def = read_good(with_type(""));
  const AgentTypeDef& type = def.agent_types[0].value;
  ASSERT_NE(type.locomotion.locomotion.kind, nullptr);
  EXPECT_EQ(type.locomotion.locomotion.kind->name, "point_mass");
  EXPECT_EQ(type.steering.arbiter.arbiter.kind->name, "prioritized_sum");
  EXPECT_NE(type.steering.arbiter.arbiter.params, nullptr);
}

TEST(ScenarioReader, ReadsDegreesAsRadians) {
  const ScenarioDef def = read_good(with_type(R"("max_turn_rate_deg": 180)"));
  EXPECT_EQ(def.agent_types[0].value.max_turn_rate.constant(), 3.141592653589793);
  const ScenarioDef drawn = read_good(with_type(R"("max_turn_rate_deg": {"uniform": [90, 180]})"));
  const Distribution& law = drawn.agent_types[0].value.max_turn_rate.distribution();
  EXPECT_DOUBLE_EQ(law.low, 3.141592653589793 / 2);
  EXPECT_DOUBLE_EQ(law.high, 3.141592653589793);
}

TEST(ScenarioReader, CutsNormalLawsThreeDeviationsFromTheMean) {
  const ScenarioDef def = read_good(with_type(R"("max_speed": {"normal": [4, 0.5]})"));
  const Distribution& law = def.agent_types[0].value.max_speed.distribution();
  EXPECT_EQ(law.low, 2.5);
  EXPECT_EQ(law.high, 5.5);
}

TEST(ScenarioReader, AcceptsWholeNumbersWithAFraction) {
  const ScenarioDef def = read_good(R"({"format": 1.0, "seed": 7.0})");
  EXPECT_EQ(def.seed, 7);
}

TEST(ScenarioReader, TakesNegativeZeroForZero) {
  const Reading negative =
      read_text(with_type(R"("steering": {"behaviors": [{"type": "wait", "weight": -0.0}]})"));
  const Reading zero = read_text(with_type(R"("steering": {"behaviors": [{"type": "wait", "weight": 0}]})"));
  ASSERT_TRUE(negative.scenario && zero.scenario) << negative.text();
  EXPECT_EQ(negative.scenario->resolved->dump(), zero.scenario->resolved->dump());
  EXPECT_EQ(negative.scenario->hash, zero.scenario->hash);
}

TEST(ScenarioReader, KeepsLargeSeedsExactly) {
  const ScenarioDef def = read_good(R"({"format": 1, "seed": 9223372036854775807})");
  EXPECT_EQ(def.seed, std::numeric_limits<std::int64_t>::max());
}

TEST(ScenarioReader, IgnoresNotesEverywhereButInNames) {
  read_good(R"({"format": 1, "x-note": 3, "simulation": {"x-why": []}, "record": {"metrics": {"x-a": 1}},
                "agent_types": {"x-type": {"x-b": {}, "max_speed": {"x-c": 1, "uniform": [1, 2]}}}})");
  EXPECT_EQ(read_good(R"({"format": 1, "agent_types": {"x-type": {}}})").agent_types.size(), 1u);
}

TEST(ScenarioReader, TakesNullAsAbsentOnlyWhereAbsentMeansSomething) {
  const ScenarioDef def = read_good(with_type(R"("max_force": null, "color": null)"));
  EXPECT_FALSE(def.agent_types[0].value.max_force.is_present());
  EXPECT_FALSE(read_text(with_type(R"("mass": null)")).scenario.has_value());
}

TEST(ScenarioReader, ReportsEveryProblemInTheOrderOfTheText) {
  const Reading reading = read_text(R"({
  "format": 1,
  "sede": 1,
  "simulation": {"dt": 0, "duration": "long"},
  "agent_types": {"a": {"steering": {"behaviors": [
    {"type": "wiat"},
    {"type": "approach", "targte": {"agent": "b"}, "pace": "quick"}]}}},
  "agents": [{"type": "b", "position": [0, 0, 0]}]
})");
  ASSERT_EQ(reading.problems.size(), 8u) << reading.text() << "a misspelled key is not missing too";
  EXPECT_EQ(reading.place(reading.problems[0]), "3:3 /sede");
  EXPECT_EQ(reading.place(reading.problems[1]), "4:24 /simulation/dt");
  EXPECT_EQ(reading.place(reading.problems[2]), "4:39 /simulation/duration");
  EXPECT_EQ(reading.place(reading.problems[3]), "6:14 /agent_types/a/steering/behaviors/0/type");
  EXPECT_EQ(reading.place(reading.problems[4]), "7:26 /agent_types/a/steering/behaviors/1/targte");
  EXPECT_EQ(reading.place(reading.problems[5]), "7:60 /agent_types/a/steering/behaviors/1/pace");
  EXPECT_EQ(reading.place(reading.problems[6]), "8:23 /agents/0/type");
  EXPECT_EQ(reading.place(reading.problems[7]), "8:40 /agents/0/position");
}

TEST(ScenarioReader, WarnsOnceOfATypeThatMayJumpOverThings) {
  const Reading reading = read_text(with_type(R"("max_speed": 100)"));
  ASSERT_TRUE(reading.scenario.has_value());
  ASSERT_EQ(reading.problems.size(), 1u);
  EXPECT_EQ(reading.problems[0].severity, Severity::warning);
  EXPECT_EQ(reading.place(reading.problems[0]), "1:50 /agent_types/a/max_speed");
}

TEST(ReadOptions, SetAndUnsetChangeTheTextFirst) {
  const std::string text = R"({"format": 1, "name": "old", "simulation": {"dt": 0.1}})";
  const ScenarioDef def =
      read_good(text, {.set = {"simulation.dt=0.5", "world.bounds={\"min\":[0,0],\"max\":[1,1]}"},
                       .unset = {"name"},
                       .seed = 42,
                       .steps = 30});
  EXPECT_EQ(def.simulation.dt, 0.5);
  EXPECT_EQ(def.name, "");
  EXPECT_EQ(def.seed, 42);
  EXPECT_TRUE(def.world.bounds.has_value());
  EXPECT_EQ(def.step_count(), 30);
}

TEST(ReadOptions, StepsAreExactForEveryStepLength) {
  for (const char* dt : {"0.1", "0.02", "0.0166", "1e-6", "0.3333333333"}) {
    for (const std::int64_t steps : {0, 1, 3, 7, 1000, 99'999'999}) {
      const std::string text = std::string(R"({"format": 1, "simulation": {"dt": )") + dt + "}}";
      EXPECT_EQ(read_good(text, {.steps = steps}).step_count(), steps) << dt;
    }
  }
}

TEST(ReadOptions, ProblemsPointIntoTheArgument) {
  const Reading reading = read_text(R"({"format": 1})", {.set = {"simulation.dt=7", "sede=1"}, .seed = -1});
  ASSERT_EQ(reading.problems.size(), 3u) << reading.text();
  EXPECT_EQ(reading.place(reading.problems[0]), "--set simulation.dt=7 1:15 /simulation/dt");
  EXPECT_EQ(reading.place(reading.problems[1]), "--set sede=1 1:1 /sede");
  EXPECT_EQ(reading.place(reading.problems[2]), "--seed -1 1:1 /seed");
}

TEST(ReadOptions, StepsBeyondTheLimitAreRefused) {
  for (const std::int64_t steps : {std::int64_t{-1}, std::int64_t{100'000'001}}) {
    EXPECT_FALSE(read_text(R"({"format": 1})", {.steps = steps}).scenario.has_value());
  }
}

TEST(Extends, MergesObjectsAndReplacesEverythingElse) {
  const ScenarioDef def = read_good(R"({"format": 1, "agent_types": {
    "child": {"extends": "base", "mass": 2, "locomotion": {"wheelbase": 1}},
    "base": {"mass": 3, "max_speed": {"uniform": [1, 2]}, "max_turn_rate": 1,
             "locomotion": {"type": "car", "max_steering": 0.1},
             "steering": {"arbiter": {"type": "average", "share": 0.25}, "behaviors": [{"type": "wait"}]}},
    "grandchild": {"extends": "child", "max_speed": {"choice": [1]}, "max_turn_rate_deg": 90,
                   "locomotion": {"type": "point_mass"}, "steering": {"behaviors": []}}}})");
  const AgentTypeDef& child = def.agent_types[0].value;
  EXPECT_EQ(child.mass.constant(), 2.0);
  EXPECT_TRUE(child.max_speed.is_drawn());
  EXPECT_EQ(child.locomotion.locomotion.kind->name, "car");
  EXPECT_EQ(child.steering.behaviors.size(), 1u);
  const AgentTypeDef& grandchild = def.agent_types[2].value;
  EXPECT_EQ(grandchild.mass.constant(), 2.0);
  EXPECT_EQ(grandchild.max_speed.distribution().type, Distribution::Type::choice);
  EXPECT_DOUBLE_EQ(grandchild.max_turn_rate.constant(), 3.141592653589793 / 2);
  EXPECT_EQ(grandchild.locomotion.locomotion.kind->name, "point_mass");
  EXPECT_EQ(grandchild.steering.arbiter.arbiter.kind->name, "average");
  EXPECT_TRUE(grandchild.steering.behaviors.empty());
  EXPECT_TRUE(grandchild.extends.name.empty());
}

TEST(Extends, ReportsAnInheritedProblemOnce) {
  const Reading reading = read_text(R"({"format": 1, "agent_types": {"a": {"mass": 0}, "b": {"extends": "a"},
                                        "c": {"extends": "b"}}})");
  ASSERT_EQ(reading.problems.size(), 1u) << reading.text();
  EXPECT_EQ(reading.place(reading.problems[0]), "1:45 /agent_types/a/mass");
}

TEST(Extends, RefusesToMultiplyTheScenarioBeyondTheLimit) {
  std::string text = R"({"format": 1, "agent_types": {"base": {"steering": {"behaviors": [)";
  for (int i = 0; i < 2000; ++i)
    text += R"({"type": "wait"},)";
  text.back() = ']';
  text += "}}";
  for (int i = 0; i < 2000; ++i)
    text += ", \"t" + std::to_string(i) + R"(": {"extends": "base"})";
  const Reading reading = read_text(text + "}}");
  EXPECT_FALSE(reading.scenario.has_value());
  ASSERT_EQ(reading.problems.size(), 1u);
  EXPECT_NE(reading.text().find("larger than 2000000 values"), std::string::npos);
}

TEST(Extends, ResolvesChainsOfAnyLength) {
  std::string text = R"({"format": 1, "agent_types": {"t0": {"mass": 5})";
  for (int i = 1; i < 20000; ++i) {
    text += ", \"t" + std::to_string(i) + R"(": {"extends": "t)" + std::to_string(i - 1) + "\"}";
  }
  const ScenarioDef def = read_good(text + "}}");
  ASSERT_EQ(def.agent_types.size(), 20000u);
  EXPECT_EQ(def.agent_types.back().value.mass.constant(), 5.0);
}

TEST(ReadKind, ReadsOneKindWithoutTheKeysOfItsFamily) {
  JsonSources sources;
  Diagnostics diagnostics;
  const std::uint32_t source =
      sources.add("kind", R"({"type": "approach", "target": {"point": [1, 2]}, "cone_deg": 90})");
  const std::optional<JsonValue> value = parse_json(sources, source, JsonLimits{}, diagnostics);
  ReaderContext context{.catalog = fake_catalog(), .diagnostics = diagnostics};
  const std::optional<KindBox> box = read_kind("behavior", *value, context);
  ASSERT_TRUE(box.has_value());
  EXPECT_EQ(box->as<ApproachDef>().target.point, (Vec3{1, 2, 0}));
  EXPECT_DOUBLE_EQ(box->as<ApproachDef>().cone.constant(), 3.141592653589793 / 2);
}

TEST(UsedNames, NameAgentsOfAnEntryByNumber) {
  read_good(R"({"format": 1, "agent_types": {"b": {}, "a": {"steering": {"behaviors": [
                  {"type": "approach", "target": {"agent": "dog.2"}}]}}},
                "agents": [{"id": "dog", "type": "b", "count": 3, "placement": {"type": "cells"}},
                           {"type": "a", "placement": {"type": "cells"}}]})");
}

}  // namespace
}  // namespace drover::test::scenario_reader_test
