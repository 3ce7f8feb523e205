// What is allowed and has no effect, or not the one that was meant, is a warning with its place; what cannot
// be is one error.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cli/program.h"

namespace drover::test::warning_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* kPlain = R"({
  "format": 1, "name": "plain", "simulation": { "dt": 0.02, "duration": 1 },
  "world": { "obstacles": [ { "id": "oak", "center": [20, 0], "radius": 2 } ],
             "paths": { "way": { "points": [[0, 0], [9, 0]] } } },
  "agent_types": { "guard": { "steering": { "behaviors": [
    { "type": "follow_path", "path": "way" }, { "type": "separation" } ] } } },
  "agents": [ { "type": "guard", "position": [0, 0] }, { "type": "guard", "position": [3, 0], "group": "team" } ]
}
)";

struct Case {
  std::vector<std::string> changes;  // of --set
  std::string place;                 // JSON pointer
  std::string message;
};

class Warning : public Program {
 protected:
  Warning() { write("plain.json", kPlain); }

  Answer changed(const std::vector<std::string>& changes, const std::string& command = "hash") const {
    Call call{.words = {command, "plain.json"}};
    for (const std::string& change : changes)
      call.words.insert(call.words.end(), {"--set", change});
    return run(call);
  }

  void expect_one_warning_each(const std::vector<Case>& cases) const {
    for (const Case& one : cases) {
      SCOPED_TRACE(one.message);
      const Answer answer = changed(one.changes);
      EXPECT_EQ(answer.code, 0) << answer.err;
      EXPECT_THAT(answer.err,
                  AllOf(HasSubstr(one.place + "\n"), HasSubstr(one.message), HasSubstr("\n1 warning\n")));
    }
  }
};

TEST_F(Warning, APlainScenarioHasNone) {
  EXPECT_THAT(run({"validate", "plain.json"}).err, Not(HasSubstr("warning")));
}

TEST_F(Warning, ObstaclesInARegionKeepTheirGap) {
  const Answer answer = changed({R"(world.regions={"park":{"min":[30,0],"max":[60,30]}})",
                                 R"(world.obstacles.0={"id":"oak","count":9,"radius":1,
                                     "placement":{"type":"region","region":"park","gap":2}})"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, Not(HasSubstr("warning")));
}

TEST_F(Warning, WhatHasNoEffectIsSaidOnceWithItsPlace) {
  const std::string behaviors = "agent_types.guard.steering.behaviors";
  const std::vector<Case> cases = {
      {{"agents.0.heading=90"}, "/agents/0/heading", "Degrees are given as \"heading_deg\""},
      {{"agent_types.guard.color=\"bluish\""}, "/agent_types/guard/color", "unknown color \"bluish\""},
      {{"world.dimensions=3", "agents.0.velocity=[1,0,0]", "agents.0.pitch=0.5"},
       "/agents/0/pitch",
       "without \"heading\" the nose points along \"velocity\""},
      {{"world.dimensions=3", "agents.0.orientation=[1,0,0,0]", "agents.0.roll=0.5"},
       "/agents/0/roll",
       "\"roll\" has no effect: \"orientation\" is given"},
      {{"world.dimensions=3", "agent_types.guard.max_speed=9", "agent_types.guard.max_acceleration=5",
        R"(agent_types.guard.locomotion={"type":"bank_turn","min_speed":10})"},
       "/agent_types/guard/locomotion/min_speed",
       "\"min_speed\" is above the \"max_speed\""},
      {{"agents.0.speed=50"}, "/agents/0/speed", "starts faster than its type can go"},
      {{"agents.0.position=[20.5,0]"}, "/agents/0/position", "starts inside obstacle \"oak\""},
      {{R"(world.walls=[{"id":"keep","points":[[29,-1],[31,-1],[31,1],[29,1]],"closed":true,"solid":true}])",
        "agents.0.position=[30,0]"},
       "/agents/0/position",
       "starts inside solid wall \"keep\""},
      {{"agents.0.position=[22.3,0]"},
       "/agents/0/position",
       "the body of agent 0 overlaps obstacle \"oak\" at the start"},
      {{R"(world.walls=[{"points":[[5,5],[9,5]]}])", "agents.0.position=[7,5]"},
       "/agents/0/position",
       "the body of agent 0 overlaps a wall at the start"},
      {{"agents.1.position=[0,0]"}, "/agents/1/position", "agents 0 and 1 start in the same place"},
      {{"world.paths.way.points=[[4,4],[4,4]]"}, "/world/paths/way/points", "all points of the path \"way\""},
      {{behaviors + ".0.probability=0.5"}, "/behaviors/0/probability", "It is for prioritized_dithering."},
      {{behaviors + ".0.priority=2"}, "/behaviors/0/priority", "It is for priority_groups."},
      {{"agents.1.position=[0.5,0]"},
       "/agents/1/position",
       "the bodies of agents 0 and 1 overlap at the start"},
      {{R"(agents.1={"type":"guard","placement":{"type":"points","points":[[3,0]],"gap":1}})"},
       "/agents/1/placement/gap",
       "\"gap\" has no effect: the places are fixed"},
      {{R"(events=[{"type":"spawn","at":0,"when_free":true,"find_room":false,
                    "agents":{"type":"guard","position":[9,9]}}])"},
       "/events/0/find_room",
       "\"find_room\" has no effect"},
      {{R"(events=[{"type":"spawn","at":0,"every":2,"times":1,
                    "agents":{"type":"guard","position":[9,9]}}])"},
       "/events/0/every",
       "\"every\" has no effect: the event happens once"},
      {{"agents.1.group=\"\""}, "/agents/1/group", "an empty name is no group"},
      {{"agent_types.idle={}"}, "/agent_types/idle", "no agent has the type \"idle\""},
      {{"agent_types.guard.steering={}"}, "/agent_types/guard/steering", "the steering has no behaviors"},
      {{"simulation.duration=2.013"}, "/simulation/duration", "The run takes 101 steps"},
      {{R"(formations={"f":{"anchor":{"position":[5,5],"steering":{"behaviors":[{"type":"wander","priority":2}]}},
            "pattern":{"type":"line","spacing":2},"members":[{"agent":"one"}]}})",
        "agents.0.id=\"one\""},
       "/formations/f/anchor/steering/behaviors/0/priority",
       "\"priority\" has no effect under the arbiter"},
      {{"quantities={\"pace\":{\"type\":\"speed\"}}"}, "/quantities/pace", "nothing uses the quantity"},
      {{"simulation.dt=0.1", "agent_types.guard.max_speed={\"uniform\":[1,9]}"},
       "/agent_types/guard/max_speed",
       "may jump over things"},
      {{"simulation.dt=0.1", "simulation.non_penetration={\"enabled\":true}", "agent_types.guard.radius=0.2",
        R"(agent_types.guard.locomotion={"type":"scripted","keyframes":[[0,0,0],[2,20,0]]})"},
       "/agent_types/guard/locomotion/keyframes",
       "1 m in a step, radius 0.2 m"},
  };
  expect_one_warning_each(cases);
}

TEST_F(Warning, WhatTouchesIsNoOverlapAndMembersOfFormationsAreBodiesToo) {
  EXPECT_THAT(changed({"agents.0.position=[22.5,0]"}).err, Not(HasSubstr("warning")));
  EXPECT_THAT(changed({R"(world.walls=[{"id":"fence","points":[[-9,4.2],[9,4.2]]}])",
                       R"(agents=[{"type":"guard","count":3,"group":"g","placement":{"type":"in_slot"}}])",
                       R"(formations={"f":{"pattern":{"type":"line"},"members":[{"group":"g"}],
                                          "anchor":{"type":"fixed","position":[0,4],"heading":0}}})"})
                  .err,
              HasSubstr("overlaps wall \"fence\" at the start at /agents/0/placement"));
}

TEST_F(Warning, AQuantityThatAnExportHasAsAColumnIsUsed) {
  const Answer answer = run({"export", "plain.json", "-o", "plain.npz", "--columns", "pace", "--set",
                             R"(quantities={"pace":{"type":"speed"}})"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, Not(HasSubstr("warning")));
}

TEST_F(Warning, KeysOfTheWorldAndOfItsAgentsThatHaveNoEffectAreSaid) {
  const std::string bounds = R"(world.bounds={"min":[-30,-30],"max":[30,30],"edge":"clamp"})";
  const std::vector<Case> cases = {
      {{R"(simulation.non_penetration={"iterations":8})"},
       "/simulation/non_penetration",
       "Give it \"enabled\": true"},
      {{R"(world.walls=[{"points":[[5,5],[9,5]],"closed":true}])"},
       "/world/walls/0/closed",
       "the wall has two points and one segment"},
      {{bounds, R"(world.regions={"far":{"center":[90,0]}})",
        R"(world.ground=[{"region":"far","speed_factor":0.5}])"},
       "/world/ground/0/region",
       "where no agent gets"},
      {{"agents.0.velocity=[1,0]", "agents.0.speed=2"}, "/agents/0/speed", "\"velocity\" is given"},
      {{"agents.0.rotation=1"}, "/agents/0/rotation", "have no rate of turn"},
  };
  expect_one_warning_each(cases);
  for (const char* fine :
       {R"(simulation.non_penetration={"enabled":false,"iterations":8})", "agents.0.speed=2",
        R"(world.walls=[{"points":[[5,5],[9,5],[9,9]],"closed":true}])"})
    EXPECT_THAT(changed({fine}).err, IsEmpty());
}

TEST_F(Warning, KeysOfBehaviorsAndModesThatHaveNoEffectAreSaid) {
  const std::string behaviors = "agent_types.guard.steering.behaviors";
  const std::string quick = behaviors + R"(.0={"type":"separation","speed":"max"})";
  const std::vector<Case> cases = {
      {{behaviors + ".0.fallback=true"}, "/behaviors/0/fallback", "It is for priority_groups."},
      {{behaviors + R"(.0={"type":"evade","target":{"group":"team"},"prediction_speed":3})"},
       "/behaviors/0/prediction_speed",
       "\"prediction\" is \"closing_sum\""},
      {{R"(agent_types.guard.steering={"modes":{"m":{"behaviors":[{"type":"separation"}],"min_dwell":2}}})"},
       "/modes/m/min_dwell",
       "no transition leaves the mode"},
      {{quick, R"(events=[{"type":"remove","at":1,"target":{"agent_type":"guard"}}])"},
       "/behaviors/0/speed",
       "\"speed\" has no effect"},
  };
  expect_one_warning_each(cases);
}

TEST_F(Warning, EventsAndRecordsThatHaveNoEffectAreSaid) {
  const std::vector<Case> cases = {
      {{R"(events=[{"type":"remove","at":[0.5,100],"target":{"group":"team"}}])"},
       "/events/0/at/1",
       "does not happen at this time"},
      {{R"(events=[{"type":"shape","at":0.5,"target":{"obstacle":"oak"},"present":true}])"},
       "/events/0/present",
       "\"oak\" is there from the start and never vanishes"},
      {{R"(record.metrics={"population":{"every":9}})"},
       "/record/metrics/population/every",
       "longer than the run"},
      {{R"(world.regions={"hall":{"center":[0,0],"radius":9}})",
        R"(record.metrics={"out":{"type":"evacuation","region":"hall","from":5}})"},
       "/record/metrics/out/from",
       "begins after the end of the run"},
      {{"record.trace.columns=[]"}, "/record/trace/columns", "an empty list of columns has no effect"},
      {{"record.trace.groups=[]"}, "/record/trace/groups", "an empty list of groups has no effect"},
      {{R"(events=[{"type":"remove","at":[0.1,0.2],"every":3,"target":{"group":"team"}}])"},
       "/events/0/every",
       "\"every\" has no effect: the list \"at\" says all times by itself"},
      {{R"(events=[{"type":"remove","at":[0.1,0.2],"every":1,"target":{"group":"team"}}])"},
       "/events/0/every",
       "\"every\" has no effect: the list \"at\" says all times by itself"},
  };
  expect_one_warning_each(cases);
  EXPECT_THAT(changed({R"(events=[{"type":"shape","at":0.2,"target":{"obstacle":"oak"},"present":false},
                                  {"type":"shape","at":0.5,"target":{"obstacle":"oak"},"present":true}])"})
                  .err,
              IsEmpty());
}

// A type that is only there to be extended is used, and what it targets is judged where it has agents.
TEST_F(Warning, ATargetWithoutMembersSaysThatTypesThatExtendItDoNotCount) {
  const Answer answer = changed(
      {"agent_types.east={\"extends\":\"guard\"}", "agents.0.type=\"east\"", "agents.1.type=\"hunter\"",
       "agent_types.hunter={\"steering\":{\"behaviors\":[{\"type\":\"seek\",\"target\":"
       "{\"agent_type\":\"guard\"}}]}}"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, AllOf(HasSubstr("no agent has the type \"guard\" at "
                                          "/agent_types/hunter/steering/behaviors/0/target/agent_type"),
                                HasSubstr("Types that extend it do not count"), HasSubstr("\n1 warning\n")));
  EXPECT_THAT(run({"explain", "target"}).out,
              AllOf(HasSubstr("do not count"), HasSubstr("{\"region\": \"pen\"}")));
}

TEST_F(Warning, OneMistakeIsOneErrorThatSaysWhatIsMeant) {
  const std::vector<Case> cases = {
      {{"expect=[{\"metric\":\"speed.mean\",\"at_least\":5,\"at_most\":0}]"},
       "/expect/0/at_least",
       "is greater than"},
      {{"world.obstacles.0={\"id\":\"oak\",\"points\":[[0,0],[1,0],[1,1]]}"},
       "/world/obstacles/0/points",
       "The corners of an obstacle are its \"polygon\"."},
      {{R"(world.regions={"r":{"min":[0,0],"max":[1,1],"radius":2}})"},
       "/world/regions/r/radius",
       "the region has several shapes"},
      {{R"(events=[{"type":"remove","at":0,"every":0,"times":2,"target":{"group":"team"}}])"},
       "/events/0/every",
       "> 0 and <= 1000000000"},
      {{"walls=[]"}, "/walls", "It belongs into \"world\"."},
      {{R"(quantities={"q":{"type":"speed"}})", R"(record.trace.columns=["q"])",
        R"(agents.1={"type":"guard","count":50,
                     "placement":{"type":"rectangle","min":[5,0],"max":[7,2],"spacing":1}})"},
       "/agents/1/placement",
       "no room for agent"},
      {{R"(agents.1={"type":"guard","position":[0,0],"overlap":false})"},
       "/agents/1/position",
       "the bodies of agents 0 and 1 overlap at the start"},
      {{"agent_types.guard.change={}"}, "/agent_types/guard/change", "It belongs into \"steering\"."},
      {{R"(agents.0.parameters={"separation":{"weight":2}})"},
       "/agents/0/parameters/separation",
       "has no number \"separation\""},
      {{"agents.0.goal=[1,1]", "agents.0.at_goal=\"wat\""},
       "/agents/0/at_goal",
       "unknown value \"wat\" of \"at_goal\""},
      {{"agents.0.max_speed=1"}, "/agents/0/max_speed", "\"parameters\" gives it to an entry"},
      {{R"(agents.0.goal={"direction":[1,0]})"},
       "/agents/0/goal/direction",
       "\"direction_deg\" takes it in degrees"},
      {{"agent_types.guard.behaviors=[]"},
       "/agent_types/guard/behaviors",
       "It belongs into the \"steering\""},
      {{"agent_types.guard.locomotion=\"kinematic\""},
       "/agent_types/guard/locomotion",
       "Write { \"type\": \"kinematic\" }."},
      {{"agent_types.guard.steering.arbiter=\"prioritized_sum\""},
       "/steering/arbiter",
       "Write { \"type\": \"prioritized_sum\" }."},
      {{"agent_types.guard.steering.behaviors.1.neighbors={\"radius\":5}"},
       "/behaviors/1/neighbors/radius",
       "by keys beside it"},
      {{"agent_types.guard.steering.behaviors.0={\"type\":\"seek\",\"target\":{\"group\":\"none\",\"agent\":"
        "\"nobody\"}}"},
       "/behaviors/0/target",
       "has to name exactly one thing"},
      {{"agents.0={\"type\":\"guard\",\"positon\":[0,0]}"}, "/agents/0", "did you mean \"position\"?"},
      {{"agents.1.group=[\"team\"]", "agent_types.guard.steering.behaviors.1.neighbors={\"group\":\"team\"}"},
       "/agents/1/group",
       "has the wrong type"},
      {{"agents.0.id=\"a\\u0007\""}, "/agents/0/id", "holds a control character"},
      {{"agent_types.guard.steering.initial_mode=\"rest\"", "agent_types.east={\"extends\":\"guard\"}",
        "agents.0.type=\"east\""},
       "/steering/initial_mode",
       "unknown mode \"rest\""},
      {{"agent_types.guard.radius={\"=\":\"(1\"}", "agent_types.east={\"extends\":\"guard\"}",
        "agents.0.type=\"east\""},
       "/agent_types/guard/radius",
       "expected \")\", and the expression ends"},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.message);
    const Answer answer = changed(one.changes);
    EXPECT_EQ(answer.code, 3) << answer.err;
    EXPECT_THAT(answer.err, AllOf(HasSubstr(one.place), HasSubstr(one.message), HasSubstr("\n1 error\n")));
  }
}

TEST_F(Warning, APlacementThatAnObstacleCoversNamesIt) {
  const std::string placement =
      "agents.0={\"type\":\"guard\",\"count\":2,\"overlap\":true,\"placement\":{\"type\":\"disc\",\"center\":"
      "[20,0],"
      "\"radius\":0.5}}";
  const Answer answer = changed({placement});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err,
              AllOf(HasSubstr("no room for agent 1 of 2"), HasSubstr("in obstacles (such as \"oak\")")));
  EXPECT_EQ(changed({placement, "world.obstacles=[]"}).code, 0);
}

TEST_F(Warning, AWrongFlagIsBlamedByItsName) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--columns", "x,yy"}, "--columns x,yy"},
      {{"--groups", "tem"}, "--groups tem"},
      {{"--steps", "100000001"}, "from 0 to 100000000"}};
  for (const auto& [flags, message] : cases) {
    Call call{.words = {"run", "plain.json"}};
    call.words.insert(call.words.end(), flags.begin(), flags.end());
    const Answer answer = run(call);
    EXPECT_EQ(answer.code, 2) << answer.err;
    EXPECT_THAT(answer.err, AllOf(HasSubstr(message), Not(HasSubstr("--set"))));
  }
  ASSERT_EQ(run({"run", "plain.json", "--trace", "t.csv"}).code, 0);
  const Answer trace =
      run({"render", "t.csv", "--steps", "9", "--seed", "4", "--set", "seed=4", "-o", "t.svg"});
  EXPECT_EQ(trace.code, 2);
  EXPECT_THAT(trace.err, HasSubstr("--set, --seed, --steps: not for a trace"));
}

// Every scenario that comes with drover.
TEST_F(Warning, TheScenariosOfTheTreeHaveNone) {
  Call call{.words = {"validate", "--quiet"}};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_file("scenarios"))) {
    if (entry.path().extension() == ".json") call.words.push_back(entry.path().string());
  }
  ASSERT_GT(call.words.size(), 90u);
  EXPECT_THAT(run(call).err, IsEmpty());
}

}  // namespace
}  // namespace drover::test::warning_test
