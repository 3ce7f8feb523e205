// Bad scenarios as the user meets them: exit code 3, every problem with its place, and no output.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cli/program.h"

namespace drover::test::bad_scenario_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class BadScenario : public Program {
 protected:
  // Runs a file and expects that it is refused before anything is created.
  Answer refused(const std::string& name) const {
    const std::vector<std::string> before = files();
    Answer answer = run({"run", name, "-o", "out"});
    EXPECT_EQ(answer.code, 3) << answer.err;
    EXPECT_THAT(answer.out, IsEmpty());
    EXPECT_EQ(files(), before);
    EXPECT_FALSE(exists("out"));
    return answer;
  }
};

constexpr const char* kManyProblems = R"({
  "format": 1, "sede": 3,
  "simulation": { "dt": 0 },
  "world": {
    "bounds": { "min": [0, 0], "max": [10, 10], "edge": "wrapp" },
    "walls": [ { "points": [[1, 1], [1, 1]] } ],
    "paths": { "round": { "points": [[1, 1], [2, 2]] } },
    "obstacles": [ { "center": [3, 3] } ] },
  "agent_types": {
    "a": { "radius": "big", "max_speed": -1, "steering": { "behaviors": [
      { "type": "sek" },
      { "type": "pursue", "target": { "agent": "me" } },
      { "type": "flee", "target": { "agent": "mee" } },
      { "type": "flee", "target": { "group": "flok" } },
      { "type": "follow_path", "path": "rond" } ] } } },
  "agents": [
    { "id": "me", "type": "a", "position": [5, 5], "group": "flock" },
    { "type": "b", "position": [6, 5] },
    { "type": "a", "count": 1000000000, "placement": { "type": "disc", "center": [5, 5], "radius": 3 } } ]
}
)";

TEST_F(BadScenario, EveryProblemOfAFileIsShownAtOnceWithItsPlace) {
  write("many.json", kManyProblems);
  const Answer answer = refused("many.json");
  for (const char* line : {
           "many.json:2:16: error: unknown key \"sede\" in scenario at /sede\n",
           "many.json:3:25: error: \"dt\" is out of range at /simulation/dt\n",
           "many.json:5:57: error: unknown value \"wrapp\" of \"edge\" at /world/bounds/edge\n",
           "many.json:6:37: error: the wall has a segment of length zero",
           "many.json:8:20: error: \"radius\" is missing in obstacle at /world/obstacles/0\n",
           "many.json:10:22: error: \"radius\" has the wrong type at /agent_types/a/radius\n",
           "many.json:10:42: error: \"max_speed\" is out of range at /agent_types/a/max_speed\n",
           "many.json:11:17: error: unknown behavior \"sek\" at /agent_types/a/steering/behaviors/0/type\n",
           "many.json:12:48: error: agent \"me\" would target itself",
           "many.json:13:46: error: unknown agent \"mee\" at "
           "/agent_types/a/steering/behaviors/2/target/agent\n",
           "many.json:14:46: error: unknown group \"flok\" at "
           "/agent_types/a/steering/behaviors/3/target/group\n",
           "many.json:15:40: error: unknown path \"rond\" at /agent_types/a/steering/behaviors/4/path\n",
           "many.json:18:15: error: unknown agent type \"b\" at /agents/1/type\n",
           "many.json:19:29: error: \"count\" is out of range at /agents/2/count\n",
           "did you mean \"seed\"?",
           "did you mean \"seek\"?",
           "14 errors\n",
       }) {
    EXPECT_THAT(answer.err, HasSubstr(line));
  }
}

TEST_F(BadScenario, ProblemsAreAJsonDocumentOnRequest) {
  write("many.json", kManyProblems);
  const Answer answer = run({"run", "many.json", "--json"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, IsEmpty());
  const Json document = answer.json();
  ASSERT_TRUE(document.is_object()) << answer.out;
  EXPECT_EQ(document["ok"], false);
  EXPECT_EQ(document["problems"].size(), 14u);
  EXPECT_EQ(document["problems"][0]["pointer"], "/sede");
  EXPECT_EQ(document["problems"][0]["line"], 2);
  EXPECT_EQ(document["problems"][0]["column"], 16);
  EXPECT_EQ(document["problems"][0]["suggestion"], "seed");
}

TEST_F(BadScenario, ATextThatIsNoScenarioIsRefusedWhereItGoesWrong) {
  struct Case {
    std::string text;
    std::string message;
  };
  const std::string deep(200000, '[');
  const std::vector<Case> cases = {
      {"{\"format\": 1,\n \"name\": }", "bad.json:2:10: error: the key \"name\" has no value"},
      {"", "bad.json:1:1: error: the file is empty"},
      {std::string("{\"format\": 1\0}", 14), "bad.json:1:13: error: unexpected NUL byte"},
      {"{\"format\": 1, \"simulation\": {\"dt\": 1e999}}",
       "bad.json:1:36: error: the number 1e999 is too large"},
      {"{\"format\": 1, \"seed\": 1, \"seed\": 2}", "bad.json:1:26: error: key \"seed\" is given twice"},
      {"{\"format\": 7}", "bad.json:1:12: error: this version of drover reads scenario format 1 at /format"},
      {"{}", "bad.json:1:1: error: \"format\" is missing"},
      {"[]", "bad.json: error: this is no scenario"},
      {deep, "bad.json: error: this is no scenario"},
      {"{\"x-a\": " + deep, "error: nested deeper than the limit of 32 levels"},
  };
  for (const Case& bad : cases) {
    SCOPED_TRACE(bad.message);
    write("bad.json", bad.text);
    EXPECT_THAT(refused("bad.json").err, HasSubstr(bad.message));
  }
}

TEST_F(BadScenario, AFileThatCannotBeReadIsNamed) {
  EXPECT_THAT(refused("nowhere.json").err, HasSubstr("nowhere.json: error: there is no such file"));
  EXPECT_THAT(refused("/tmp").err, HasSubstr("/tmp: error: this is a directory"));
}

TEST_F(BadScenario, WhatOnlyTheBuiltWorldShowsIsFoundBeforeTheRun) {
  write_small_scenario();
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"record.trace.columns=[\"step\",\"hedding\"]", "heading"},
      {"record.trace.groups=[\"flok\"]", "did you mean \"flock\"?"},
      {"expect=[{\"metric\":\"speed.peek\",\"at_most\":1}]", "speed.peak"},
  };
  for (const auto& [setting, words] : cases) {
    const Answer answer = run({"run", "small.json", "-o", "out", "--set", setting});
    EXPECT_EQ(answer.code, 3) << setting;
    EXPECT_THAT(answer.err, HasSubstr(words));
    EXPECT_FALSE(exists("out"));
  }
}

TEST_F(BadScenario, ValidateListsTheProblemsOfAllFilesAndKeepsTheOrder) {
  write_small_scenario();
  write("a.json", "{\"format\": 1, \"sede\": 1}");
  write("b.json", "{");
  const Answer text = run({"validate", "a.json", "small.json", "b.json"});
  EXPECT_EQ(text.code, 3);
  EXPECT_THAT(text.out, IsEmpty());
  EXPECT_THAT(text.err, HasSubstr("a.json:1:15: error"));
  EXPECT_THAT(text.err, HasSubstr("small.json: ok (7 agents of 2 types, 100 steps of 0.02 s)"));
  EXPECT_THAT(text.err, HasSubstr("b.json:1:"));
  const Json document = run({"validate", "a.json", "small.json", "b.json", "--json"}).json();
  ASSERT_EQ(document.size(), 3u);
  EXPECT_EQ(document[0]["ok"], false);
  EXPECT_EQ(document[1]["ok"], true);
  EXPECT_EQ(document[2]["file"], "b.json");
  EXPECT_THAT(run({"validate", "small.json", "--quiet"}).err, IsEmpty());
}

// Wrong events in a scenario that is all right without them: one error each, with its place.
TEST_F(BadScenario, EveryWrongEventIsShownOnceWithItsPlace) {
  struct Case {
    std::string event;
    std::string place;    // line:column
    std::string message;  // of the only error
    std::string help = "error";
  };
  const std::vector<Case> cases = {
      {R"({"type":"spwan","at":1,"agents":{"type":"a","position":[1,1]}})", "6:9", "unknown event \"spwan\"",
       "did you mean \"spawn\"?"},
      {R"({"type":"spawn","at":1})", "6:1", "\"agents\" is missing in spawn"},
      {R"({"type":"spawn","at":1,"agents":{"type":"b","position":[1,1]}})", "6:41",
       "unknown agent type \"b\""},
      {R"({"type":"spawn","at":1,"agents":{"type":"a"}})", "6:33", "a \"position\" or a \"placement\""},
      {R"({"type":"spawn","at":1,"agents":{"type":"a","id":"one","position":[1,1]}})", "6:50",
       "the id \"one\" is taken"},
      {R"({"type":"spawn","at":1,"every":1,"times":3,"agents":{"type":"a","number":0,"position":[1,1]}})",
       "3:60", "the number 1 is taken"},
      {R"({"type":"spawn","at":1,"times":3,"agents":{"type":"a","count":500000,"placement":{"type":"disc","center":[0,0],"radius":1}}})",
       "6:63", "there are too many agents"},
      {R"({"type":"spawn","at":1,"agents":{"type":"a","mode":"graze","position":[1,1]}})", "6:52",
       "unknown mode \"graze\""},
      {R"({"type":"spawn","at":1,"target":{"agent":"one"},"agents":{"type":"a","position":[1,1]}})", "6:33",
       "\"spawn\" has no target"},
      {R"({"type":"spawn","when":{"type":"distance","target":{"point":[0,0]},"less_than":1},"agents":{"type":"a","position":[1,1]}})",
       "6:24", "\"watch\" is missing"},
      {R"({"type":"remove","target":{"agent":"one"}})", "6:1", "give either \"at\" or \"when\""},
      {R"({"type":"remove","at":1})", "6:1",
       "\"target\" must be an agent, a group, an agent type or a formation"},
      {R"({"type":"remove","at":1,"target":{"point":[1,1]}})", "6:34", "\"target\" must be an agent"},
      {R"({"type":"remove","at":1,"target":{"agent":"on"}})", "6:43", "unknown agent \"on\"",
       "did you mean \"one\"?"},
      {R"({"type":"remove","at":1,"target":{"agent":"late.7"}})", "6:43", "unknown agent \"late.7\""},
      {R"({"type":"remove","at":-1,"target":{"agent":"one"}})", "6:23", "\"at\" is out of range"},
      {R"({"type":"remove","at":{"uniform":[1,2]},"target":{"agent":"one"}})", "6:23",
       "\"at\" has the wrong type"},
      {R"({"type":"remove","at":1,"watch":{"agent":"one"},"target":{"agent":"one"}})", "6:33",
       "\"watch\" belongs to \"when\""},
      {R"({"type":"teleport","at":1,"target":{"agent":"one"}})", "6:1", "give either \"position\" or \"by\""},
      {R"({"type":"teleport","at":1,"target":{"agent":"one"},"position":[99,0]})", "6:63",
       "the place is outside the world's bounds"},
      {R"({"type":"set","at":1,"target":{"agent":"one"},"parameter":"max_sped","value":1})", "6:59",
       "agents of type \"a\" have no parameter \"max_sped\"", "did you mean \"max_speed\"?"},
      {R"({"type":"set","at":1,"target":{"agent":"one"},"parameter":"wandr.jitter","value":1})", "6:59",
       "agent type \"a\" has no behavior \"wandr\"", "did you mean \"wander.jitter\"?"},
      {R"({"type":"set","at":1,"target":{"agent":"one"},"parameter":"wander.jittr","value":1})", "6:59",
       "\"wander\" has no number \"jittr\" that can change", "did you mean \"wander.jitter\"?"},
      {R"({"type":"set","at":1,"target":{"agent":"one"},"parameter":"max_speed","value":0})", "6:79",
       "0 is out of the range of \"max_speed\""},
      {R"({"type":"mode","at":1,"target":{"agent":"one"},"mode":"graze"})", "6:32",
       "agent type \"a\" has no modes"},
      {R"({"type":"mode","at":1,"target":{"agent":"two"},"mode":"grase"})", "6:55",
       "agent type \"m\" has no mode \"grase\"", "did you mean \"graze\"?"},
  };
  for (const Case& bad : cases) {
    SCOPED_TRACE(bad.event);
    write(
        "bad.json",
        R"({"format":1,"simulation":{"duration":5},"world":{"bounds":{"min":[-50,-50],"max":[50,50],"edge":"clamp"}},
"agent_types":{"a":{"steering":{"behaviors":[{"type":"wander"}]}},"m":{"steering":{"modes":{"graze":{}}}}},
"agents":[{"id":"one","type":"a","position":[0,0],"number":1},{"id":"two","type":"m","position":[3,0],"number":5}],
"events":[{"type":"spawn","at":1,"every":1,"times":4,"agents":{"id":"late","number":10,"type":"a","position":[0,3]}},
{"type":"remove","at":4,"target":{"agent":"late.3"}},
)" + bad.event +
            "]}");
    const Answer answer = run({"validate", "bad.json"});
    EXPECT_EQ(answer.code, 3);
    EXPECT_THAT(answer.err, HasSubstr("bad.json:" + bad.place + ": error: " + bad.message));
    EXPECT_THAT(answer.err, HasSubstr(bad.help));
    EXPECT_THAT(answer.err, HasSubstr("1 error\n"));
  }
}

TEST_F(BadScenario, AnEventTheRunEndsBeforeIsAWarning) {
  write(
      "late.json",
      R"({"format":1,"simulation":{"duration":5},"agent_types":{"a":{}},"agents":[{"type":"a","position":[0,0]}],
"events":[{"type":"remove","at":5,"target":{"agent_type":"a"}},{"type":"remove","at":5.5,"target":{"agent_type":"a"}}]})");
  const Answer answer = run({"validate", "late.json"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(
      answer.err,
      HasSubstr("late.json:2:86: warning: the event never happens: the run ends before at /events/1/at"));
  EXPECT_THAT(answer.err, HasSubstr("1 warning\n"));
  EXPECT_THAT(run({"run", "late.json", "--steps", "3"}).err, ::testing::Not(HasSubstr("warning")));
}

TEST_F(BadScenario, AnOpenWallIsNotSolid) {
  write(
      "wall.json",
      R"({"format":1,"world":{"walls":[{"points":[[0,0],[1,0],[1,1]],"solid":true}]},"agent_types":{},"agents":[]})");
  const Answer answer = run({"validate", "wall.json"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err,
              HasSubstr("only a wall with \"closed\": true can be solid at /world/walls/0/solid"));
}

TEST_F(BadScenario, WallsThatHideAndAreNotThereAreAWarning) {
  write(
      "walls.json",
      R"({"format":1,"agent_types":{"a":{"steering":{"behaviors":[{"type":"separation","walls_hide":true}]}}},
            "agents":[{"type":"a","position":[0,0]}]})");
  EXPECT_THAT(
      run({"validate", "walls.json"}).err,
      HasSubstr("walls.json:1:92: warning: \"walls_hide\" of a neighborhood has no effect: there are no "
                "walls at /agent_types/a/steering/behaviors/0/walls_hide"));
}

// Shipped types are made for worlds with and without walls, intruders and dogs.
TEST_F(BadScenario, WhatAShippedTypeSaysInVainIsNoWarning) {
  for (const std::string type : {"bird", "car_like", "fish", "guard", "pedestrian", "sheep", "walker"}) {
    write("type.json", fmt::format(R"({{"format":1,"include":["drover:{}"],
            "agents":[{{"type":"{}","position":[0,0],"goal":[1,1]}}]}})",
                                   type, type));
    const Answer answer = run({"run", "type.json", "--steps", "1"});
    EXPECT_EQ(answer.code, 0) << answer.err;
    EXPECT_THAT(answer.err, ::testing::Not(HasSubstr("warning"))) << type;
  }
}

TEST_F(BadScenario, AnImmovableBodyThatNothingWouldMoveIsAWarning) {
  write("post.json",
        R"({"format":1,"agent_types":{"a":{"immovable":true},"b":{"extends":"a"}},"agents":[]})");
  const Answer answer = run({"validate", "post.json"});
  EXPECT_THAT(answer.err, HasSubstr("\"immovable\" has no effect"));
  EXPECT_THAT(answer.err, HasSubstr("at /agent_types/a/immovable"));
  EXPECT_THAT(answer.err, HasSubstr("1 warning\n"));
  EXPECT_THAT(run({"validate", "post.json", "--set", "simulation.non_penetration.enabled=true"}).err,
              ::testing::Not(HasSubstr("warning")));
}

TEST_F(BadScenario, ABadOverrideIsShownInTheArgument) {
  write_small_scenario();
  const Answer answer = run({"run", "small.json", "--set", "agents.0.cout=5", "--unset", "foo"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("--set agents.0.cout=5: error: unknown key \"cout\""));
  EXPECT_THAT(answer.err, HasSubstr("--unset foo: error"));
}

}  // namespace
}  // namespace drover::test::bad_scenario_test
