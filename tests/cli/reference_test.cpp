// list, explain and schema.
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cli/program.h"

namespace drover::test::reference_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class Reference : public Program {};

TEST_F(Reference, EveryListedKindCanBeExplained) {
  const Json all = run({"list", "--json"}).json();
  ASSERT_TRUE(all.is_object());
  int explained = 0;
  for (const auto& [list, kinds] : all.items()) {
    EXPECT_THAT(kinds, Not(IsEmpty())) << list;
    for (const Json& kind : kinds) {
      if (list == "columns") continue;
      const std::string name = kind["name"];
      const Answer text = run({"explain", name});
      EXPECT_EQ(text.code, 0) << name << text.err;
      EXPECT_THAT(text.out, HasSubstr(name));
      EXPECT_THAT(text.err, IsEmpty());
      EXPECT_TRUE(run({"explain", name, "--json"}).json().is_array()) << name;
      ++explained;
    }
  }
  EXPECT_GE(explained, 30);
}

TEST_F(Reference, EveryListIsPrintedAloneInBothForms) {
  const Json all = run({"list", "--json"}).json();
  const std::string text = run({"list"}).out;
  for (const auto& [list, kinds] : all.items()) {
    EXPECT_EQ(run({"list", list, "--json"}).json(), kinds);
    const Answer alone = run({"list", list});
    EXPECT_EQ(alone.code, 0);
    EXPECT_THAT(text, HasSubstr(list + "\n" + alone.out));
  }
}

TEST_F(Reference, AListHasTheNameOfItsFamilyToo) {
  const Answer plural = run({"list", "quantities"});
  for (const char* name : {"quantity", "behavior", "locomotion", "column", "type"})
    EXPECT_EQ(run({"list", name}).code, 0) << name;
  EXPECT_EQ(run({"list", "quantity"}).out, plural.out);
}

TEST_F(Reference, AllThatANameMeansIsInBothForms) {
  for (const char* name : {"net_forward", "ax", "csv", "walker", "flock"}) {
    EXPECT_EQ(run({"explain", name}).code, 0) << name;
    EXPECT_EQ(run({"explain", name, "--json"}).code, 0) << name;
  }
  const Json pages = run({"explain", "speed", "--json"}).json();
  const auto is_column = [](const Json& page) { return page.contains("default") && page["unit"] == "m/s"; };
  EXPECT_EQ(std::count_if(pages.begin(), pages.end(), is_column), 1) << pages;
  EXPECT_EQ(run({"explain", "metric.speed", "--json"}).json().at(0).at("reports").at(0).at("name"),
            "speed.mean");
  EXPECT_THAT(run({"explain", "metric.speed"}).out, ::testing::HasSubstr("speed.mean"));
}

TEST_F(Reference, ObjectsAndKeysOfTheScenarioCanBeExplained) {
  for (const char* name :
       {"scenario", "agent_type", "agent_type.max_speed", "arrive.target", "distribution", "target",
        "expression", "override", "steering.change", "agent.parameters", "drover:walker"}) {
    EXPECT_EQ(run({"explain", name}).code, 0) << name;
  }
}

TEST_F(Reference, WhatAnErrorPrintsCanBeExplained) {
  const std::vector<std::pair<std::string, std::string>> names = {
      {"events", "event .object."},
      {"walls", "wall .object."},
      {"max_speed", "agent_type.max_speed"},
      {"expect", "expect"},
      {"when", "Condition"},
      {"/agents/0/heading", "agent.heading"},
      {"/agent_types/sheep/steering/behaviors/1/weight", "weight"},
      {"/record/metrics/danger/group", "Only the agents of this group"},
      {"/record/metrics/speed/group", "speed.group"},
      {"/record/metrics/out/from", "from"},
      {"/agents/0/parameters/max_speed", "agent_type.max_speed"},
      {"/agents/0/parameters/graze~1wander#1.jitter", "wander.jitter"},
      {"/agents/0/parameters/wander.weight", "behavior.weight"},
      {"/world/paths/way/points/1/0", "path.points"},
      {"arrivals.share", "count / goals"},
      {"exponential", "Poisson"},
      {"each", "one number or distribution for"},
      {"wander#1.jitter", "wander.jitter"},
      {"agents.0.goal.choose", "goal.choose"},
      {"smoothed_heading", "trace column"}};
  for (const auto& [name, text] : names) {
    const Answer answer = run({"explain", name});
    EXPECT_EQ(answer.code, 0) << name << answer.err;
    EXPECT_THAT(answer.out, ::testing::ContainsRegex(text == "Condition" ? "[Cc]ondition" : text)) << name;
  }
  EXPECT_THAT(run({"explain", "evac"}).err, HasSubstr("did you mean \"evacuation\"?"));
  for (const char* unknown :
       {"/agents/0/headin", "/agents/0/parameters/nonsense", "/agents/0/parameters/wander.nonsense",
        "/record/metrics/danger/nonsense", "/simulation/dt/nonsense"})
    EXPECT_EQ(run({"explain", unknown}).code, 2) << unknown;
}

// Agents and obstacles are placed by the same kinds, beside different keys.
TEST_F(Reference, APlacementShowsTheKeysOfAgentsAndThoseOfObstacles) {
  const std::string text = run({"explain", "grid"}).out;
  const std::size_t of_agents = text.find("common to every placement\n");
  const std::size_t of_obstacles = text.find("common to every placement of obstacles\n");
  ASSERT_NE(of_agents, std::string::npos) << text;
  ASSERT_NE(of_obstacles, std::string::npos) << text;
  EXPECT_THAT(text.substr(of_agents, of_obstacles - of_agents),
              ::testing::AllOf(HasSubstr("spacing"), HasSubstr("Each agent is moved")));
  EXPECT_THAT(text.substr(of_obstacles), HasSubstr("Each obstacle is moved"));
  EXPECT_EQ(run({"explain", "grid.spacing"}).code, 0);
}

TEST_F(Reference, LinesFitIntoEightyColumnsWhereThereIsNoTerminal) {
  const std::vector<std::vector<std::string>> calls = {
      {"list"},          {"explain", "separation"}, {"--help"},
      {"run", "--help"}, {"check", "--help"},       {"diff", "--help"}};
  for (const std::vector<std::string>& words : calls) {
    std::istringstream text(run(Call{.words = words}).out);
    for (std::string line; std::getline(text, line);) {
      const bool is_fixed = line.starts_with("  drover ");  // an example
      EXPECT_TRUE(is_fixed || line.size() <= 80u) << words[0] << ": " << line;
    }
  }
}

TEST_F(Reference, HelpIsACommandToo) {
  EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
  EXPECT_EQ(run({"help", "run"}).out, run({"run", "--help"}).out);
  EXPECT_EQ(run({"help", "golden", "accept"}).out, run({"golden", "accept", "--help"}).out);
  const Answer unknown = run({"help", "rnu"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("unknown command \"rnu\"; did you mean \"run\"?"));
  EXPECT_EQ(run({"-V"}).out, run({"--version"}).out);
}

// The words of the help are the words of the completions and of the manual page.
TEST_F(Reference, EveryCommandAndOptionIsInTheCompletionsAndTheManual) {
  const std::string manual = run({"man"}).out;
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Answer script = run({"completion", shell});
    EXPECT_EQ(script.code, 0) << script.err;
    for (const char* word : {"validate", "render", "accept", "trace-every", "reference", "resume"})
      EXPECT_THAT(script.out, HasSubstr(word)) << shell;
  }
  for (const char* word : {"drover golden accept", "\\-\\-trace\\-every", "Exit status"})
    EXPECT_THAT(manual, HasSubstr(word));
  EXPECT_EQ(run({"completion", "tcsh"}).code, 2);
  // The words an option takes, as each shell reads them.
  EXPECT_THAT(run({"completion", "bash"}).out, HasSubstr("'check --update') words='never new failed all'"));
  EXPECT_THAT(run({"completion", "zsh"}).out, HasSubstr(":WHICH:(never new failed all)"));
  EXPECT_THAT(
      run({"completion", "fish"}).out,
      HasSubstr(
          "-l show -r -f -a 'trails labels projectiles aims shown formations kept_trails sweeps turning "
          "arcs controls grid field contours graph ways expanded modes density speed'"));
}

TEST_F(Reference, AReaderThatLeavesIsNoError) {
  write_small_scenario();
  for (const std::string words : {"list", "schema", "run small.json --trace -", "render small.json -o -"}) {
    const std::string command = fmt::format(
        "cd {} && {{ {} {} 2>message; echo $? >code; }} | head -c 10 >head", path(""), DROVER_PROGRAM, words);
    // Long enough for a pipe to fill.
    ASSERT_EQ(std::system(command.c_str()), 0);
    EXPECT_THAT(read("code"), ::testing::AnyOf("141\n", "0\n")) << words;
    EXPECT_THAT(read("message"), Not(HasSubstr("error"))) << words;
  }
  EXPECT_EQ(read("head").size(), 10u);
}

TEST_F(Reference, TheSchemaIsTheOneInTheTree) {
  const Answer printed = run({"schema"});
  EXPECT_TRUE(printed.json().is_object());
  EXPECT_EQ(run({"schema", "--write", "schemas"}).code, 0);
  EXPECT_EQ(read("schemas/scenario.schema.json"), printed.out);
  EXPECT_TRUE(read(source_file("schemas/scenario.schema.json")) == printed.out)
      << "renew it: drover schema --write schemas";
}

}  // namespace
}  // namespace drover::test::reference_test
