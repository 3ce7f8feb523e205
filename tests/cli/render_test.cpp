// drover render: pictures of scenarios and of traces.
#include <filesystem>

#include <gmock/gmock.h>

#include "cli/program.h"

namespace drover::test::render_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class Render : public Program {
 protected:
  Render() { write_small_scenario(); }
};

TEST_F(Render, DrawsAScenarioToAFileOrToStandardOutput) {
  const Answer answer = run({"render", "small.json", "-o", "pictures/run.svg"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, IsEmpty());
  const Answer piped = run({"render", "small.json", "-o", "-"});
  EXPECT_THAT(piped.out, StartsWith("<"));
  EXPECT_THAT(piped.out, HasSubstr("</svg>"));
  EXPECT_EQ(piped.out, read("pictures/run.svg"));
}

TEST_F(Render, DrawsATraceLikeItsScenarioWhenEveryStepWasRecorded) {
  ASSERT_EQ(run({"run", "small.json", "--trace", "t.csv", "--trace-every", "1"}).code, 0);
  ASSERT_EQ(run({"run", "small.json", "--trace", "t.jsonl", "--trace-every", "1"}).code, 0);
  const std::string scenario = run({"render", "small.json", "-o", "-"}).out;
  EXPECT_EQ(run({"render", "t.csv", "-o", "-"}).out, scenario);
  EXPECT_EQ(run({"render", "t.jsonl", "-o", "-"}).out, scenario);
}

TEST_F(Render, ShowsChosenLayersAndWhatChosenAgentsAimAt) {
  const std::string plain = run({"render", "small.json", "-o", "-"}).out;
  EXPECT_THAT(plain, ::testing::Not(HasSubstr("class=\"aims\"")));
  const std::string aims = run({"render", "small.json", "--show", "aims", "--agents", "0", "-o", "-"}).out;
  EXPECT_THAT(aims, HasSubstr("class=\"aims\""));
  EXPECT_THAT(aims, ::testing::Not(HasSubstr("class=\"labels\"")));
  EXPECT_THAT(run({"render", "small.json", "--show", "aims", "--agents", "yeti"}).err,
              HasSubstr("there is no agent \"yeti\""));
  EXPECT_EQ(run({"render", "small.json", "--agents", "0"}).code, 2);
  EXPECT_EQ(run({"render", "small.json", "--show", "dreams"}).code, 2);
}

TEST_F(Render, ShowsFormationsOfAScenarioButNotOfATrace) {
  write("squad.json", R"({"format":1,"name":"squad","simulation":{"duration":1},"agent_types":{"soldier":
      {"steering":{"behaviors":[{"type":"slot_arrive"}]}}},"agents":[{"type":"soldier","count":3,"group":"squad",
      "placement":{"type":"in_slot"}}],"formations":{"squad":{"pattern":{"type":"v"},
      "members":[{"group":"squad"}],"anchor":{"position":[0,0],"heading":0}}}})");
  EXPECT_THAT(run({"render", "squad.json", "-o", "-"}).out,
              ::testing::Not(HasSubstr("class=\"formations\"")));
  const std::string shown = run({"render", "squad.json", "--show", "formations,aims", "-o", "-"}).out;
  EXPECT_THAT(shown, HasSubstr("class=\"formations\""));
  EXPECT_THAT(shown, HasSubstr("3 agents"));
  ASSERT_EQ(run({"run", "squad.json", "--trace", "t.csv"}).code, 0);
  const Answer answer = run({"render", "t.csv", "--show", "formations", "-o", "-"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, HasSubstr("a trace does not hold this layer"));
  // Anchors have numbers that nobody is to use.
  EXPECT_EQ(run({"render", "squad.json", "--show", "aims", "--agents", "4200000000", "-o", "-"}).code, 2);
}

TEST_F(Render, ShowsWhereOthersBelieveAgents) {
  const std::string scenario = source_file("scenarios/demos/dead_reckoning.json");
  const std::string shown = run({"render", scenario, "--show", "shown", "--steps", "480", "-o", "-"}).out;
  EXPECT_THAT(shown, HasSubstr("where others believe agents"));
  EXPECT_THAT(shown, HasSubstr("class=\"aims\""));
  EXPECT_THAT(run({"render", scenario, "-o", "-"}).out, ::testing::Not(HasSubstr("class=\"aims\"")));
  const Answer nobody = run({"render", "small.json", "--show", "shown", "-o", "-"});
  EXPECT_EQ(nobody.code, 2);
  EXPECT_THAT(nobody.err, HasSubstr("--show shown: no agent type has dead_reckoning"));
}

TEST_F(Render, ShowsKeptTrailsAndSweepsWhereThereAreSome) {
  write("file.json", R"({"format":1,"name":"file","simulation":{"duration":1},"agent_types":{"soldier":
      {"steering":{"behaviors":[{"type":"slot_arrive"}]}}},"agents":[{"type":"soldier","count":3,"group":"squad",
      "placement":{"type":"in_slot"}}],"formations":{"file":{"pattern":{"type":"column"},"pattern_fallback":["base"],
      "members":[{"group":"squad"}],"anchor":{"position":[0,0],"heading":0}}}})");
  const std::string shown = run({"render", "file.json", "--show", "kept_trails,sweeps", "-o", "-"}).out;
  EXPECT_THAT(shown, HasSubstr("class=\"kept-trails\""));
  EXPECT_THAT(shown, HasSubstr("class=\"sweeps\""));
  const Answer no_trail = run({"render", "small.json", "--show", "kept_trails", "-o", "-"});
  EXPECT_EQ(no_trail.code, 2);
  EXPECT_THAT(no_trail.err, HasSubstr("--show kept_trails: no trail is kept"));
  EXPECT_THAT(run({"render", "small.json", "--show", "sweeps", "-o", "-"}).err,
              HasSubstr("--show sweeps: no formation looks for passages"));
  EXPECT_THAT(run({"render", "file.json", "--show", "sweeps", "--view", "side", "-o", "-"}).err,
              HasSubstr("--show sweeps: is shown from above"));
}

TEST_F(Render, ShowsWhatDrivenBodiesCanDoAndHowTheyAreDriven) {
  write("cars.json", R"({"format":1,"name":"cars","simulation":{"duration":1},"agent_types":{
      "car":{"max_speed":8,"locomotion":{"type":"bicycle"},"actuator":{"type":"car"},
        "steering":{"behaviors":[{"type":"arrive","target":{"point":[30,20]}}]}},
      "sliding":{"max_speed":8,"locomotion":{"type":"unicycle"}},"walker":{}},
      "agents":[{"type":"car","position":[0,0],"heading":0},{"id":"sled","type":"sliding","position":[0,9],"speed":2},
        {"id":"ann","type":"walker","position":[5,5]}]})");
  const std::string shown = run({"render", "cars.json", "--show", "turning,arcs,controls", "-o", "-"}).out;
  for (const char* layer : {"class=\"turning\"", "class=\"arcs\"", "class=\"controls\"", "gear drive"})
    EXPECT_THAT(shown, HasSubstr(layer));
  const Answer nobody = run({"render", "small.json", "--show", "turning", "-o", "-"});
  EXPECT_EQ(nobody.code, 2);
  EXPECT_THAT(nobody.err, HasSubstr("--show turning: no agent has a body that is driven"));
  const auto refused = [&](const char* layer, const char* agent) {
    return run({"render", "cars.json", "--show", layer, "--agents", agent, "-o", "-"}).err;
  };
  EXPECT_THAT(refused("turning", "ann"), HasSubstr("none of these agents has a body that is driven"));
  EXPECT_THAT(refused("arcs", "sled"), HasSubstr("none of these agents has a driver that decides by arcs"));
  EXPECT_THAT(refused("controls", "sled"), HasSubstr("none of these agents has a driven body with controls"));
  EXPECT_THAT(run({"render", "cars.json", "--show", "arcs", "--view", "side", "-o", "-"}).err,
              HasSubstr("--show arcs: is shown from above"));
}

TEST_F(Render, ShowsWhatFlewUnlessItIsLeftOut) {
  write("shot.json", R"({"format":1,"name":"shot","simulation":{"duration":1},"projectile_types":{"dart":{}},
      "agent_types":{"thrower":{"actions":[{"type":"fire","projectile":"dart","target":{"point":[9,0]}}]}},
      "agents":[{"type":"thrower","position":[0,0]}]})");
  EXPECT_THAT(run({"render", "shot.json", "-o", "-"}).out, HasSubstr("class=\"flights\""));
  EXPECT_THAT(run({"render", "shot.json", "--show", "trails", "-o", "-"}).out,
              Not(HasSubstr("class=\"flights\"")));
}

// The table beside a trace has all that is drawn of them, and explosions by events.
TEST_F(Render, DrawsWhatFlewFromATraceAsFromItsScenario) {
  write("shot.json", R"({"format":1,"name":"shot","simulation":{"duration":1},"world":{"dimensions":2.5},
      "projectile_types":{"dart":{},"ball":{"radius":0.1,"ball":{}},"bomb":{"fuse":0.3,"explosion":{}}},
      "agent_types":{"thrower":{"actions":[{"type":"fire","projectile":"dart","target":{"point":[9,0]},"period":0.3},
        {"type":"fire","projectile":"bomb","target":{"point":[9,3]}}]}},
      "agents":[{"type":"thrower","position":[0,0]}],"projectiles":[{"type":"ball","position":[1,2,3]}],
      "events":[{"type":"explosion","at":0,"position":[5,5]},{"type":"explosion","at":0.4,"position":[-5,5],"radius":2}]})");
  const std::string scenario = run({"render", "shot.json", "-o", "-"}).out;
  std::size_t blasts = 0;
  for (std::size_t at = 0; (at = scenario.find("class=\"blast\"", at)) != std::string::npos; ++at)
    ++blasts;
  EXPECT_EQ(blasts, 3u);
  for (const char* trace : {"t.csv", "t.jsonl", "t.csv.zst"}) {
    const Answer answer = run({"run", "shot.json", "--trace", trace, "--trace-every", "1"});
    ASSERT_EQ(answer.code, 0) << answer.err;
    EXPECT_EQ(run({"render", trace, "-o", "-"}).out, scenario) << trace;
  }
  ASSERT_EQ(run({"export", "t.csv", "-o", "o.jsonl"}).code, 0);
  EXPECT_EQ(run({"render", "o.jsonl", "-o", "-"}).out, scenario);
}

TEST_F(Render, SaysWhyWhatFlewIsNotDrawnFromATrace) {
  write("shot.json", R"({"format":1,"name":"shot","simulation":{"duration":1},"projectile_types":{"dart":{}},
      "agent_types":{"thrower":{"actions":[{"type":"fire","projectile":"dart","target":{"point":[9,0]}}]}},
      "agents":[{"type":"thrower","position":[0,0]}]})");
  ASSERT_EQ(run({"run", "shot.json", "--trace", "t.csv"}).code, 0);
  write("t.projectiles.csv", "step,time\n1,2\n");
  EXPECT_THAT(run({"render", "t.csv", "-o", "-"}).err,
              HasSubstr("t.projectiles.csv: line 1, column blast: a table of projectiles has it once"));
  write("t.projectiles.csv", "");
  std::filesystem::remove(path("t.projectiles.csv"));
  const Answer answer = run({"render", "t.csv", "-o", "-"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.err, HasSubstr("projectiles are not drawn: cannot read t.projectiles.csv"));
}

// A wall between two agents and the place that both go to, over a grid and over a graph.
constexpr const char* kCourtyard = R"({"format":1,"name":"yard","simulation":{"duration":1},
    "world":{"walls":[{"points":[[3,-4],[3,4]]}]},"navigation":{"grids":{"fine":{"cell_size":0.5},"coarse":{"cell_size":1}},
    "graphs":{"street":{"nodes":{"a":[0,5],"b":[6,5]},"edges":[{"from":"a","to":"b"}]}}},
    "agent_types":{"a":{"steering":{"behaviors":[{"type":"go_to","target":{"point":[6,0]}}]}},
    "b":{"steering":{"behaviors":[{"type":"go_to","target":{"point":[6,0]},"graph":"street"}]}}},
    "agents":[{"id":"fox","type":"a","position":[0,0]},{"id":"hen","type":"b","position":[0,-2]}]})";

TEST_F(Render, ShowsHowAgentsFindTheirWays) {
  write("yard.json", kCourtyard);
  const auto shown = [&](const char* layers, std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"render", "yard.json", "-o", "-", "--show", layers};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run(Call{.words = words});
    EXPECT_EQ(answer.code, 0) << answer.err;
    return answer.out;
  };
  EXPECT_THAT(shown("grid"), HasSubstr("grid &quot;fine&quot;: blocked"));
  EXPECT_THAT(shown("grid", {"--grid", "coarse"}), HasSubstr("grid &quot;coarse&quot;: blocked"));
  EXPECT_THAT(shown("field"), HasSubstr("class=\"field-arrows\""));
  EXPECT_THAT(shown("field"), ::testing::Not(HasSubstr("class=\"contours\"")));
  EXPECT_THAT(shown("contours"), HasSubstr("class=\"contours\""));
  EXPECT_THAT(shown("contours"), ::testing::Not(HasSubstr("class=\"field-arrows\"")));
  EXPECT_THAT(shown("graph"), HasSubstr("class=\"edges\""));
  EXPECT_THAT(shown("ways"), HasSubstr("ways ahead (2)"));
  EXPECT_THAT(shown("ways", {"--agents", "hen"}), HasSubstr("ways ahead (1)"));
  EXPECT_THAT(shown("expanded", {"--agents", "fox"}), HasSubstr("that astar closes for fox"));
}

TEST_F(Render, SaysWhyWaysCannotBeShown) {
  write("yard.json", kCourtyard);
  const auto problem = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "render");
    const Answer answer = run(Call{.words = words});
    EXPECT_EQ(answer.code, 2);
    return answer.err;
  };
  for (const char* layer : {"grid", "field", "contours", "ways", "expanded"})
    EXPECT_THAT(
        problem({"small.json", "--show", layer}),
        HasSubstr(std::string("--show ") + layer + ": the scenario has no grid: nothing stands in it"));
  EXPECT_THAT(problem({"small.json", "--show", "graph"}),
              HasSubstr("the scenario has no graph: it has no navigation.graphs"));
  EXPECT_THAT(problem({"yard.json", "--show", "expanded"}), HasSubstr("choose one agent by --agents"));
  EXPECT_THAT(problem({"yard.json", "--show", "expanded", "--agents", "fox,hen"}),
              HasSubstr("choose one agent by --agents"));
  EXPECT_THAT(problem({"yard.json", "--show", "expanded", "--agents", "hen"}),
              HasSubstr("hen does not search a grid at the start"));
  EXPECT_THAT(problem({"yard.json", "--show", "grid", "--grid", "yeti"}),
              HasSubstr("--grid: navigation.grids has no \"yeti\""));
  EXPECT_THAT(problem({"yard.json", "--grid", "fine"}), HasSubstr("--grid is for --show grid"));
  EXPECT_THAT(problem({"yard.json", "--agents", "fox"}), HasSubstr("--agents is for --show aims, turning"));
  EXPECT_THAT(
      problem({"yard.json", "--show", "field", "--set", "agent_types.a.steering.behaviors.0.search=bfs"}),
      HasSubstr("--show field: no behavior follows a field"));
  ASSERT_EQ(run({"run", "yard.json", "--trace", "t.csv"}).code, 0);
  EXPECT_THAT(problem({"t.csv", "--show", "ways"}), HasSubstr("a trace does not hold this layer"));
}

TEST_F(Render, WarnsWhereNobodyFollowsAWayAtTheEnd) {
  write("yard.json", kCourtyard);
  const Answer answer = run({"render", "yard.json", "--steps", "0", "--show", "ways", "-o", "-"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.err, HasSubstr("no ways are shown"));
}

TEST_F(Render, RefusesATraceWithoutItsCompanion) {
  write("alone.csv", "step,agent,x,y\n0,0,1,1\n");
  const Answer answer = run({"render", "alone.csv", "-o", "run.svg"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("cannot read alone.csv.meta.json"));
  EXPECT_FALSE(exists("run.svg"));
  EXPECT_EQ(run({"render", "nowhere.csv"}).code, 3);
}

TEST_F(Render, ReadsADamagedCompanionWithoutFalling) {
  ASSERT_EQ(run({"run", "small.json", "--trace", "t.csv"}).code, 0);
  Json meta = read_json("t.csv.meta.json");
  for (const Json& provenance : {Json(3), Json(nullptr), Json::object({{"state_hash", nullptr}})}) {
    meta["provenance"] = provenance;
    write("t.csv.meta.json", meta.dump());
    EXPECT_EQ(run({"render", "t.csv", "-o", "run.svg"}).code, 0);
  }
  const std::string deep = std::string(200000, '[') + std::string(200000, ']');
  write("t.csv.meta.json", "{\"scenario\": {\"x-a\": " + deep + "}}");
  EXPECT_EQ(run({"render", "t.csv", "-o", "run.svg"}).code, 3);
}

TEST_F(Render, SaysWhichColumnATraceLacksAndHowManyRows) {
  ASSERT_EQ(run({"run", "small.json", "--trace", "t.csv", "--columns", "step,x,y"}).code, 0);
  const Answer lacking = run({"render", "t.csv", "-o", "run.svg"});
  EXPECT_EQ(lacking.code, 3);
  EXPECT_THAT(lacking.err, HasSubstr("t.csv:1: column agent: missing in the header"));
  ASSERT_EQ(run({"run", "small.json", "--trace", "t.csv"}).code, 0);
  std::string text = read("t.csv");
  text.resize(text.find('\n', text.size() / 2) + 1);
  write("t.csv", text);
  const Answer cut = run({"render", "t.csv", "-o", "run.svg"});
  EXPECT_EQ(cut.code, 0) << cut.err;
  EXPECT_THAT(cut.err, ::testing::ContainsRegex("warning: t.csv: [0-9]+ of the 707 rows that were written"));
}

// As a kill between the two renames of a run leaves them.
TEST_F(Render, WarnsWhereATraceIsOfAnotherRunThanItsCompanion) {
  ASSERT_EQ(run({"run", "small.json", "--trace", "t.csv"}).code, 0);
  EXPECT_EQ(run({"render", "t.csv", "-o", "run.svg"}).err.find("warning"), std::string::npos);
  ASSERT_EQ(run({"run", "small.json", "--trace", "other.csv", "--seed", "77"}).code, 0);
  write("t.csv", read("other.csv"));
  const Answer answer = run({"render", "t.csv", "-o", "run.svg"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.err, HasSubstr("warning: t.csv was changed, or is of another run than t.csv.meta.json"));
}

TEST_F(Render, SaysWhichLineOfATraceIsBroken) {
  ASSERT_EQ(run({"run", "small.json", "--trace", "t.csv"}).code, 0);
  write("t.csv", "step,agent,x,y\n0,0,1,1\n1,0,one,1\n2,0,1,1\n");
  const Answer answer = run({"render", "t.csv", "-o", "run.svg"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("t.csv:3: "));
}

// The walker goes 1 m/s along x: from 2 s to 6 s it is between 2 m and 6 m.
class RenderWindow : public Program {
 protected:
  RenderWindow() {
    write("walk.json", R"({"format":1,"name":"walk","simulation":{"duration":10,"dt":0.1},
        "agent_types":{"a":{"max_speed":2}},
        "agents":[{"type":"a","position":[0,0],"heading":0,"speed":1}],
        "world":{"bounds":{"min":[0,-5],"max":[10,5]}}})");
  }
};

TEST_F(RenderWindow, DrawsTrailsOfAPartOfTheRunAndTheStateAtItsEnd) {
  const std::string shown = run({"render", "walk.json", "--from", "2", "--to", "6", "-o", "-"}).out;
  EXPECT_THAT(shown, HasSubstr(">2 to 6 s<"));
  EXPECT_THAT(shown, HasSubstr(">60 steps<"));
  EXPECT_EQ(run({"render", "walk.json", "--tail", "4", "--to", "6", "-o", "-"}).out, shown);
  // The hash is that of a run that ends there.
  const std::string ends = run({"render", "walk.json", "--steps", "60", "-o", "-"}).out;
  const auto hash = [](const std::string& svg) { return svg.substr(svg.find(">hash "), 22); };
  EXPECT_EQ(hash(ends), hash(shown));
  EXPECT_EQ(run({"render", "walk.json", "--to", "6", "-o", "-"}).out, ends);
}

TEST_F(RenderWindow, IsTheSameOfATrace) {
  ASSERT_EQ(run({"run", "walk.json", "--trace", "t.csv", "--trace-every", "1"}).code, 0);
  ASSERT_EQ(run({"run", "walk.json", "--trace", "part.csv", "--trace-every", "1", "--steps", "60"}).code, 0);
  const auto drawn = [&](const char* file) {
    return run({"render", file, "--from", "2", "--to", "6", "-o", "-"}).out;
  };
  EXPECT_THAT(drawn("t.csv"), HasSubstr(">2 to 6 s<"));
  EXPECT_THAT(drawn("t.csv"), Not(HasSubstr(">hash "))) << "the trace has the hash of its end";
  EXPECT_EQ(drawn("part.csv"), drawn("walk.json"));
}

TEST_F(RenderWindow, MustLieInTheRun) {
  const auto refused = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"render", "walk.json", "-o", "-"});
    const Answer answer = run(Call{.words = options});
    EXPECT_EQ(answer.code, 2);
    return answer.err;
  };
  EXPECT_THAT(refused({"--to", "11"}), HasSubstr("--to 11: the run ends at 10 s"));
  EXPECT_THAT(refused({"--from", "7", "--to", "5"}), HasSubstr("--from 7: what is drawn ends at 5 s"));
  EXPECT_THAT(refused({"--from", "2", "--tail", "3"}), HasSubstr("--from and --tail"));
  EXPECT_THAT(refused({"--to", "2", "--steps", "3"}), HasSubstr("--to and --steps"));
}

// At 1 m/s along 10 m, each cell of 1 m holds the agent for a tenth of the time.
TEST_F(RenderWindow, MapsShowDensityAndSpeed) {
  const auto map = [&](const char* layer, const char* input) {
    return run({"render", input, "--show", layer, "--cell", "1", "-o", "-"}).out;
  };
  const std::string density = map("density", "walk.json");
  EXPECT_THAT(density, HasSubstr("agents per m\u00b2"));
  EXPECT_THAT(density, HasSubstr("(cells of 1 m)"));
  EXPECT_THAT(map("speed", "walk.json"), HasSubstr("mean speed 1 to "));
  ASSERT_EQ(run({"run", "walk.json", "--trace", "t.csv", "--trace-every", "1"}).code, 0);
  EXPECT_EQ(map("density", "t.csv"), density);
  EXPECT_THAT(run({"render", "walk.json", "--show", "density,speed", "-o", "-"}).err,
              HasSubstr("draw two pictures"));
  EXPECT_THAT(run({"render", "walk.json", "--cell", "1", "-o", "-"}).err, HasSubstr("--cell is for"));
  EXPECT_THAT(run({"render", "walk.json", "--show", "density", "--view", "side", "-o", "-"}).err,
              HasSubstr("shown from above"));
  EXPECT_THAT(run({"render", "walk.json", "--show", "modes", "-o", "-"}).err,
              HasSubstr("no agent type has modes"));
}

TEST_F(RenderWindow, ABatchIsASheetOfItsRuns) {
  ASSERT_EQ(
      run({"batch", "walk.json", "--over", "agents.0.speed=0.5,1,2", "--seeds", "2", "-o", "study"}).code, 0);
  const Answer answer = run({"render", "study", "--tail", "3", "-o", "sheet.svg"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  const std::string sheet = read("sheet.svg");
  for (const char* part : {">walk<", ">6 runs<", ">the last 3 s<", ">speed: agents.0.speed<",
                           ">speed = 0.5, replication 0<", ">speed = 2, replication 1<"})
    EXPECT_THAT(sheet, HasSubstr(part));
  EXPECT_THAT(sheet, Not(HasSubstr("are not drawn")));
  EXPECT_EQ(run({"render", "study", "--tail", "3", "-o", "-"}).out, sheet);
}

TEST_F(RenderWindow, ASheetSaysWhichRunsItLeavesOut) {
  ASSERT_EQ(run({"batch", "walk.json", "--over", "agents.0.speed=0.5,1", "--seeds", "20", "-o", "many"}).code,
            0);
  const std::string sheet = run({"render", "many", "--title", "two speeds", "-o", "-"}).out;
  EXPECT_THAT(sheet, HasSubstr("<title>two speeds</title>"));
  EXPECT_THAT(sheet, HasSubstr(">36 runs<"));
  EXPECT_THAT(sheet, HasSubstr(">4 of the 40 runs are not drawn<"));
  EXPECT_THAT(sheet, HasSubstr(">1, 17<"));
  EXPECT_THAT(sheet, Not(HasSubstr(">1, 18<")));
}

TEST_F(RenderWindow, ASheetRefusesWhatItDoesNotShow) {
  ASSERT_EQ(run({"batch", "walk.json", "--over", "agents.0.speed=0.5,1", "-o", "study"}).code, 0);
  const auto refused = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"render", "study", "-o", "-"});
    const Answer answer = run(Call{.words = options});
    EXPECT_EQ(answer.code, 2);
    return answer.err;
  };
  EXPECT_THAT(refused({"--show", "aims"}), HasSubstr("--show aims: a sheet"));
  EXPECT_THAT(refused({"--view", "side"}), HasSubstr("drawn from above"));
  EXPECT_THAT(refused({"--seed", "3"}), HasSubstr("--seed: not for a batch"));
  EXPECT_THAT(refused({"--to", "11"}), HasSubstr("the run ends at 10 s"));
  const Answer other = run({"render", ".", "-o", "-"});
  EXPECT_EQ(other.code, 3);
  EXPECT_THAT(other.err, HasSubstr("has no plan.json"));
}

TEST_F(RenderWindow, ATitleReplacesTheNameAndKeepsWhatWasChanged) {
  const std::string plain = run({"render", "walk.json", "--set", "agents.0.speed=2", "-o", "-"}).out;
  EXPECT_THAT(plain, HasSubstr("<title>walk (agents.0.speed=2)</title>"));
  const std::string titled =
      run({"render", "walk.json", "--set", "agents.0.speed=2", "--title", "a <fast> walk", "-o", "-"}).out;
  EXPECT_THAT(titled, HasSubstr("<title>a &lt;fast&gt; walk</title>"));
  EXPECT_THAT(titled, HasSubstr(">walk (agents.0.speed=2)<"));
}

}  // namespace
}  // namespace drover::test::render_test
