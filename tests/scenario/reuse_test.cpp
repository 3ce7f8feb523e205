// Variables, changed stacks, numbers of single agents: one scenario written in several ways is one scenario.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenario/fake_catalog.h"

namespace drover::test::reuse_test {
namespace {

std::string resolved(const std::string& text, const ReadOptions& options = {}) {
  const Reading reading = read_text(text, options);
  EXPECT_TRUE(reading.scenario) << reading.text();
  return reading.scenario ? reading.scenario->resolved->dump() : "";
}

void expect_same(const std::string& one, const std::string& other, const ReadOptions& options = {}) {
  const Reading a = read_text(one);
  const Reading b = read_text(other, options);
  ASSERT_TRUE(a.scenario) << a.text();
  ASSERT_TRUE(b.scenario) << b.text();
  EXPECT_EQ(a.scenario->resolved->dump(), b.scenario->resolved->dump());
  EXPECT_EQ(a.scenario->hash, b.scenario->hash);
}

TEST(Reuse, OneScenarioWrittenInSeveralWaysIsOneTextAndOneHash) {
  const std::string plain = R"({"format": 1,
    "world": {"walls": [{"points": [[8.8, 0], [0, 0]]}]},
    "agent_types": {
      "walker": {"max_speed": {"normal": [1.34, 0.25]}, "steering": {"behaviors": [
        {"type": "wait", "weight": 2}, {"type": "approach", "target": {"point": [20, 12]}, "slow_radius": 3}]}},
      "slow": {"max_speed": {"normal": [1.34, 0.25]}, "steering": {"behaviors": [
        {"type": "spin"}, {"type": "approach", "target": {"point": [20, 12]}, "slow_radius": 5, "pace": "slow"}]}}},
    "agents": [{"type": "walker", "position": [1, 1]}, {"type": "slow", "position": [5, 1]}]})";
  const std::string reused = R"({
    "agents": [{"position": [{"=": "x"}, 1], "type": "walker"}, {"type": "slow", "position": [5, {"=": "x"}]}],
    "agent_types": {
      "walker": {"steering": {"behaviors": [{"weight": 2, "type": "wait"},
        {"label": "go", "slow_radius": {"=": "x + 2"}, "type": "approach", "target": {"point": {"=": "hall"}}}]},
        "max_speed": {"=": "walk"}},
      "slow": {"extends": "walker", "steering": {
        "change": {"go": {"slow_radius": 5, "pace": {"=": "how"}}, "wait": null},
        "add": [{"type": "spin", "before": "approach"}]}}},
    "world": {"walls": [{"points": [[{"=": "hall[0] / 2 - door"}, 0], [0, 0]]}]},
    "variables": {"door": 1.2, "hall": [20, 12], "walk": {"normal": [1.34, {"=": "x / 4"}]}, "how": "slow", "x": 1},
    "format": 1})";
  expect_same(plain, reused);
}

TEST(Variables, AreSetFromTheCommandLine) {
  const std::string text = R"({"format": 1, "variables": {"door": 1.2, "hall": [20, 12]},
    "simulation": {"duration": {"=": "hall[0] / 2 - door"}}})";
  EXPECT_EQ(read_text(text).scenario->def.simulation.duration, 8.8);
  EXPECT_EQ(read_text(text, {.set = {"variables.door=0.8"}}).scenario->def.simulation.duration, 9.2);
  EXPECT_EQ(
      read_text(text, {.set = {R"(variables.door={"=": "hall[1] / 2"})"}}).scenario->def.simulation.duration,
      4.0);
  EXPECT_EQ(read_text(text, {.set = {R"(simulation.duration={"=": "door * 10"})"}})
                .scenario->def.simulation.duration,
            12.0);
}

TEST(Variables, MayUseEachOtherInAnyOrderAndAreEvaluatedWhenUsed) {
  const Reading reading = read_text(R"({"format": 1, "seed": {"=": "c"},
    "variables": {"c": {"=": "b + 1"}, "b": {"=": "a * 2"}, "a": 20, "broken": {"=": "1/0"}}})");
  ASSERT_TRUE(reading.scenario) << reading.text();
  EXPECT_EQ(reading.scenario->def.seed, 41);
  ASSERT_EQ(reading.problems.size(), 1u);
  EXPECT_EQ(reading.problems[0].message, "nothing uses the variable \"broken\"");
}

struct Case {
  const char* text;
  const char* place;
  const char* words;
  const char* suggestion = "";
};

void expect_problem(const Case& wrong, const ReadOptions& options = {}) {
  const Reading reading = read_text(wrong.text, options);
  EXPECT_FALSE(reading.scenario.has_value()) << wrong.text;
  const auto first = std::ranges::find(reading.problems, Severity::error, &Diagnostic::severity);
  ASSERT_NE(first, reading.problems.end()) << wrong.text;
  EXPECT_EQ(reading.place(*first), wrong.place) << reading.text();
  EXPECT_NE(first->message.find(wrong.words), std::string::npos) << reading.text();
  EXPECT_EQ(first->suggestion, wrong.suggestion) << reading.text();
}

// clang-format off
TEST(Variables, PointAtTheExpressionThatIsWrong) {
  constexpr Case kCases[] = {
      {R"({"format": 1, "seed": {"=": "1/(a-1) "}, "variables": {"a": 1}})", "1:31 /seed", "character 2: division by zero"},
      {R"({"format": 1, "seed": {"=": "\u0031\t2"}})", "1:38 /seed", "character 3: expected an operator"},
      {R"({"format": 1, "seed": {"=": "wdth"}, "variables": {"width": 1}})", "1:30 /seed", "unknown variable", "width"},
      {R"({"format": 1, "seed": {"=": "a"}, "variables": {"a": "text"}})", "1:29 /seed", R"("seed" has the wrong type)"},
      {R"({"format": 1, "seed": {"=": "0-a"}, "variables": {"a": 1}})", "1:29 /seed", R"("seed" is out of range)"},
      {R"({"format": 1, "seed": {"=": 5}})", "1:29 /seed/=", "an expression is a text"},
      {R"({"format": 1, "seed": {"=": "1", "x": 2}})", "1:23 /seed", R"("=" is the only key)"},
      {R"({"format": 1, "seed": {"=": "a"}, "variables": {"a": {"=": "b"}, "b": {"=": "c + 1"}, "c": {"=": "b"}}})",
       "1:98 /variables/c", R"(variables use each other in a circle: "b" -> "c" -> "b")"},
      {R"({"format": 1, "variables": {"pi": 3}})", "1:29 /variables/pi", "expressions know that name"},
      {R"({"format": 1, "variables": {"a b": 3}})", "1:29 /variables/a b", "cannot be called"},
      {R"({"format": 1, "variables": [1]})", "1:28 /variables", "wrong type"},
      {R"({"format": 1, "agent_types": {"a": {"steering": {"behaviors": [{"type": {"=": "k"}}]}}}, "variables": {"k": "wait"}})",
       "1:73 /agent_types/a/steering/behaviors/0/type", R"(an expression cannot stand for "type")"},
      {R"({"format": 1, "agent_types": {"a": {"=": "t"}}, "variables": {"t": {"extends": "b"}}})",
       "1:42 /agent_types/a", R"("extends" cannot come out of a variable)"},
      {R"({"format": 1, "agent_types": {"a": {"max_speed": {"=": "2 * law"}}}, "variables": {"law": {"uniform": [1, 2]}}})",
       "1:61 /agent_types/a/max_speed", "only numbers can be calculated with"},
      {R"({"format": 1, "agent_types": {"a": {"max_speed": {"=": "law"}}}, "variables": {"law": {"uniform": [1, -2]}}})",
       "1:103 /agent_types/a/max_speed/uniform/1", "out of range"},
  };
  for (const Case& wrong : kCases) expect_problem(wrong);
}
// clang-format on

TEST(Variables, CannotBlowADocumentUp) {
  std::string text = R"({"format": 1, "x-note": 1, "variables": {"v0": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1])";
  for (int k = 1; k < 9; ++k) {
    const std::string part = R"({"=": "v)" + std::to_string(k - 1) + R"("})";
    text += ", \"v" + std::to_string(k) + "\": [";
    for (int i = 0; i < 10; ++i)
      text += (i > 0 ? ", " : "") + part;
    text += "]";
  }
  text += R"(}, "record": {"trace": {"columns": {"=": "v8"}}}})";
  const Reading reading = read_text(text);
  EXPECT_FALSE(reading.scenario);
  EXPECT_NE(reading.text().find("variables would make the document larger"), std::string::npos)
      << reading.text();
}

TEST(Variables, MayBeAsManyInAChainAsThereAreNames) {
  std::string text = R"({"format": 1, "seed": {"=": "v20000"}, "variables": {"v0": 1)";
  for (int k = 1; k <= 20000; ++k)
    text += ", \"v" + std::to_string(k) + R"(": {"=": "v)" + std::to_string(k - 1) + R"("})";
  const Reading reading = read_text(text + "}}");
  ASSERT_TRUE(reading.scenario) << reading.text();
  EXPECT_EQ(reading.scenario->def.seed, 1);
}

// Agent types with the stack wait, approach (labeled go), wait, and in the mode "hunt" another wait.
std::string with_child(const std::string& steering) {
  return R"({"format": 1, "agent_types": {"a": {"steering": {"behaviors": [{"type": "wait"},
    {"type": "approach", "label": "go", "target": {"point": [1, 2]}}, {"type": "wait", "weight": 3}],
    "modes": {"hunt": {"behaviors": [{"type": "wait", "weight": 4}]}}}},
  "b": {"extends": "a", "steering": {)" +
         steering + R"(}}, "c": {"extends": "b"}}})";
}

// "kind weight" of all behaviors of the type, those of its mode behind "|".
std::string stack_of(const std::string& text, std::size_t type, const ReadOptions& options = {}) {
  const Reading reading = read_text(text, options);
  if (!reading.scenario) return reading.text();
  const SteeringDef& steering = reading.scenario->def.agent_types[type].value.steering;
  std::string all;
  const auto add = [&all](const std::vector<StackEntryDef>& behaviors) {
    for (const StackEntryDef& slot : behaviors)
      all += std::string(slot.behavior.kind->name) + " " + std::to_string(int(slot.weight.constant())) + ", ";
  };
  add(steering.behaviors);
  for (const auto& mode : steering.modes) {
    all += "| ";
    add(mode.value.behaviors);
  }
  return all;
}

TEST(Stacks, ChangeByLabelsAsTheyWereBefore) {
  const std::string text =
      with_child(R"("change": {"wait": null, "wait#1": {"weight": 5}, "go": {"weight": 7},
    "hunt/wait": {"weight": 8}}, "add": [{"type": "spin", "before": "wait"}, {"type": "spin", "weight": 2},
    {"type": "spin", "weight": 6, "after": "go"}, {"type": "spin", "weight": 9, "mode": "hunt", "before": "wait"}])");
  EXPECT_EQ(stack_of(text, 0), "wait 1, approach 1, wait 3, | wait 4, ");
  EXPECT_EQ(stack_of(text, 1), "spin 1, approach 7, spin 6, wait 5, spin 2, | spin 9, wait 8, ");
  EXPECT_EQ(stack_of(text, 2), stack_of(text, 1)) << "types that extend it inherit the changes";
}

TEST(Stacks, TakeValuesFromTheCommandLineByLabel) {
  const std::string text = with_child(R"("change": {"wait": null})");
  const ReadOptions options{.set = {"agent_types.b.steering.behaviors.wait.weight=6",
                                    "agent_types.a.steering.behaviors.go.weight=2",
                                    "agent_types.c.steering.modes.hunt.behaviors.wait.weight=9"},
                            .unset = {"agent_types.c.steering.behaviors.approach"}};
  EXPECT_EQ(stack_of(text, 0, options), "wait 1, approach 2, wait 3, | wait 4, ");
  EXPECT_EQ(stack_of(text, 1, options), "approach 2, wait 6, | wait 4, ")
      << "the labels after its own changes";
  EXPECT_EQ(stack_of(text, 2, options), "wait 6, | wait 9, ");
}

// clang-format off
TEST(Stacks, NameWhatIsWrongWithLabels) {
  const auto text = [](const char* keys) { return with_child(keys); };
  struct Bad { const char* keys; const char* place; const char* words; const char* suggestion = ""; };
  constexpr Bad kBad[] = {
      {R"("change": {"wiat": {}})", "4:49 /agent_types/b/steering/change/wiat", R"(no behavior is called "wiat")", "wait"},
      {R"("change": {"wait#2": {}})", "4:49 /agent_types/b/steering/change/wait#2", "no behavior is called", "wait#1"},
      {R"("change": {"go": {"type": "spin"}})", "4:64 /agent_types/b/steering/change/go/type", "does not change"},
      {R"("change": {"go": {"weight": 3}, "approach": {"weight": 2}})", "4:70 /agent_types/b/steering/change/approach", R"("go" and "approach" name the same behavior)"},
      {R"("change": {"approach": null, "go": {"weight": 2}})", "4:67 /agent_types/b/steering/change/go", "name the same behavior"},
      {R"("change": {"go": 5})", "4:55 /agent_types/b/steering/change/go", "wrong type"},
      {R"("change": [])", "4:48 /agent_types/b/steering/change", "wrong type"},
      {R"("add": {})", "4:45 /agent_types/b/steering/add", "wrong type"},
      {R"("add": [{"type": "spin", "after": "og"}])", "4:72 /agent_types/b/steering/add/0/after", "no behavior is called", "go"},
      {R"("add": [{"type": "spin", "mode": "hnt"}])", "4:71 /agent_types/b/steering/add/0/mode", "unknown mode", "hunt"},
      {R"("add": [{"type": "spin", "after": "go", "before": "go"}])", "4:72 /agent_types/b/steering/add/0", "not both"},
      {R"("add": [{"type": "spin", "label": "go"}])", "4:72 /agent_types/b", "two behaviors have the label"},
      {R"("add": [{"type": "spin", "label": "wait"}])", "4:72 /agent_types/b", "the name of a kind"},
      {R"("add": [{"type": "spin", "label": "a/b"}])", "4:72 /agent_types/b", "cannot be called"},
      {R"("behaviors": [{"type": "spin", "after": "go"}])", "4:78 /agent_types/b", R"("after" belongs to a behavior in "add")"},
  };
  for (const Bad& bad : kBad) {
    const std::string whole = text(bad.keys);
    expect_problem({whole.c_str(), bad.place, bad.words, bad.suggestion});
  }
}
// clang-format on

TEST(OwnParameters, HaveUnitRangeAndNameOfWhatTheyStandFor) {
  const std::string types = R"({"format": 1, "agent_types": {"a": {"steering": {"behaviors": [
    {"type": "wait"}, {"type": "approach", "label": "go", "target": {"point": [1, 2]}}]}}},
    "agents": [{"type": "a", "position": [0, 0], "parameters": )";
  const Reading good =
      read_text(types + R"({"max_speed": 2, "go.cone_deg": 90, "approach.weight": {"uniform": [1, 2]}}}]})");
  ASSERT_TRUE(good.scenario) << good.text();
  const NamedList<Parameter>& own = good.scenario->def.agents[0].parameters;
  ASSERT_EQ(own.size(), 3u);
  EXPECT_EQ(own[1].name, "approach.cone");
  EXPECT_DOUBLE_EQ(own[1].value.constant(), 1.5707963267948966);
  const auto expect_bad = [&](const std::string& parameters, const char* words, const char* suggestion) {
    const std::string text = types + parameters + "}]}";
    const Reading reading = read_text(text);
    ASSERT_FALSE(reading.problems.empty()) << text;
    EXPECT_NE(reading.problems[0].message.find(words), std::string::npos) << reading.text();
    EXPECT_EQ(reading.problems[0].suggestion, suggestion) << reading.text();
    EXPECT_NE(reading.problems[0].pointer->find("/agents/0/parameters/"), std::string::npos)
        << reading.text();
  };
  expect_bad(R"({"max_sped": 2})", R"(the agent type "a" has no number)", "max_speed");
  expect_bad(R"({"approach.slow_radus": 2})", R"(the agent type "a" has no number)", "approach.slow_radius");
  expect_bad(R"({"max_speed": -2})", "out of range", "");
  expect_bad(R"({"max_speed": "fast"})", "wrong type", "");
  expect_bad(R"({"approach.top_speed": 2})", R"(has no value in the agent type "a")", "");
}

TEST(OwnParameters, LeaveNotesAlone) {
  const std::string before = R"({"format": 1, "agent_types": {"a": {}},
    "agents": [{"type": "a", "position": [0, 0], "parameters": {)";
  expect_same(before + R"("max_speed": 2}}]})", before + R"("x-why": "a walk", "max_speed": 2}}]})");
}

// clang-format off
TEST(OwnParameters, MeanANumberInAllTypesThatTheEntryMixes) {
  const std::string types = R"({"format": 1, "agent_types": {"a": {"max_speed": 1}, "b": {"steering": {"behaviors": [
    {"type": "approach", "target": {"point": [1, 2]}}]}}}, "agents": [{"type": {"shares": {"a": 1, "b": 1}}, "count": 2,
    "placement": {"type": "cells"}, "parameters": )";
  EXPECT_TRUE(read_text(types + R"({"max_speed": {"each": [1, 2]}}}]})").scenario);
  constexpr struct { const char* parameters; Case bad; } kBad[] = {
      {R"({"max_speed": -2}}]})", {nullptr, "3:65 /agents/0/parameters/max_speed", "out of range"}},
      {R"({"max_sped": 2}}]})", {nullptr, "3:64 /agents/0/parameters/max_sped", R"(the agent type "a" has no number "max_sped")", "max_speed"}},
      {R"({"approach.weight": 2}}]})", {nullptr, "3:71 /agents/0/parameters/approach.weight", R"(the agent type "a" has no number)"}},
      {R"({"max_speed": {"each": [1, 2, 3]}}}]})", {nullptr, "3:65 /agents/0/parameters/max_speed", "/agents/0 has 2 agents"}},
  };
  for (auto [parameters, bad] : kBad) {
    const std::string text = types + parameters;
    bad.text = text.c_str();
    expect_problem(bad);
  }
}
// clang-format on

TEST(Each, GivesOneItemForEachAgentOfAnEntry) {
  const std::string text = R"({"format": 1, "agent_types": {"a": {}}, "agents": [{"type": "a", "count": 3,
    "placement": {"type": "cells"}, "heading": {"each": [1, {"uniform": [0, 2]}, 3]}}]})";
  const Reading reading = read_text(text);
  ASSERT_TRUE(reading.scenario) << reading.text();
  const Distribution& law = reading.scenario->def.agents[0].heading.distribution();
  EXPECT_EQ(law.type, Distribution::Type::each);
  EXPECT_EQ(law.least(), 0.0);
  EXPECT_EQ(law.greatest(), 3.0);
  const std::string written = resolved(text);
  EXPECT_NE(written.find(R"({"each":[1.0,{"uniform":[0.0,2.0]},3.0]})"), std::string::npos) << written;
  expect_same(text, written);
}

// clang-format off
TEST(Each, HasAsManyItemsAsTheEntryHasAgents) {
  constexpr Case kCases[] = {
      {R"({"format": 1, "agent_types": {"a": {}}, "agents": [{"type": "a", "count": 3, "placement": {"type": "cells"}, "heading": {"each": [1, 2]}}]})",
       "1:121 /agents/0/heading", "/agents/0 has 3 agents"},
      {R"({"format": 1, "agent_types": {"a": {"max_speed": {"each": [1, 2]}}}, "agents": [{"type": "a", "position": [0, 0]}]})",
       "1:50 /agent_types/a/max_speed", "/agents/0 has 1 agent"},
      {R"({"format": 1, "agent_types": {"a": {"max_speed": {"each": [1, 2]}}, "b": {}}, "agents": [{"type": {"shares": {"a": 1, "b": 1}}, "position": [0, 0]}]})",
       "1:50 /agent_types/a/max_speed", "/agents/0 has 1 agent"},
      {R"({"format": 1, "agent_types": {"a": {"max_speed": {"each": []}}}})", "1:59 /agent_types/a/max_speed/each", "at least one"},
      {R"({"format": 1, "agent_types": {"a": {"max_speed": {"each": [1, {"each": [1]}]}}}})", "1:63 /agent_types/a/max_speed/each/1", "no further lists"},
      {R"({"format": 1, "agent_types": {"a": {"max_speed": {"each": [1, -1]}}}})", "1:63 /agent_types/a/max_speed/each/1", "out of range"},
  };
  for (const Case& wrong : kCases) expect_problem(wrong);
}
// clang-format on

}  // namespace
}  // namespace drover::test::reuse_test
