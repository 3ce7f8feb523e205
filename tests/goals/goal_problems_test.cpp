// What is wrong with goals, and what about them has no effect: each with its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "observe/metrics/metric_set.h"
#include "scenario/scenario_reader.h"
#include "sim/construction/world_builder.h"

namespace drover::test::goal_problems_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr const char* kWorld = R"("world":{"regions":{"east":{"min":[9,0],"max":[10,1]},
    "west":{"min":[-9,0],"max":[-8,1]}},"paths":{"line":{"points":[[0,0],[3,0]]},"dot":{"points":[[0,0]]}}})";
constexpr const char* kAgents =
    R"({"id":"one","type":"a","position":[0,0]},{"id":"two","type":"b","position":[5,0]})";

// "pointer: message" of everything that is said about a scenario.
std::vector<std::string> problems_of(const std::string& type_keys, const std::string& agents = kAgents,
                                     const std::string& scenario = "", const std::string& world = kWorld) {
  const std::string text =
      R"({"format":1,)" + world +
      R"(,"agent_types":{"a":{"steering":{"behaviors":[{"type":"arrive","target":"goal"}]})" + type_keys +
      R"(},"b":{}},"agents":[)" + agents + "]" + scenario + "}";
  JsonSources sources;
  Diagnostics diagnostics;
  const auto loaded = read_scenario_text({"test", text}, {}, catalog(), sources, diagnostics);
  std::vector<std::string> found;
  for (const Diagnostic& problem : diagnostics.sorted())
    found.push_back(problem.pointer.value_or("") + ": " + problem.message);
  if (!loaded) return found;
  const BuiltWorld built = build_world(loaded->def);
  for (const auto* problems : {&built.problems, &built.warnings}) {
    for (const Problem& problem : *problems)
      found.push_back(problem.pointer + ": " + problem.message);
  }
  for (const Problem& problem : inspect_metrics(loaded->def.record, built.world))
    found.push_back("/record" + problem.pointer + ": " + problem.message);
  return found;
}

std::vector<std::string> problems_of_goal(const std::string& goal, const std::string& more = "") {
  return problems_of(R"(,"goal":)" + goal + more);
}

TEST(GoalProblem, PlacesAtWhichNobodyStopsAreSaid) {
  const std::string route = R"({"route":["east",[1,2]]})";
  const auto at = [](const std::string& places) {
    return R"(,"at_goal":{"wait":{"seconds":1,"at":)" + places + "}}";
  };
  EXPECT_THAT(problems_of_goal(route, at("[0,1]")), IsEmpty());
  EXPECT_THAT(problems_of_goal(route, at("\"every\"")), IsEmpty());
  EXPECT_THAT(problems_of_goal("[1,2]", at("\"last\"")),
              ElementsAre(HasSubstr("/wait/at: \"at\" has no effect: the goal is no route")));
  EXPECT_THAT(
      problems_of_goal(route, at("[0,2]")),
      ElementsAre(HasSubstr("/wait/at: nobody stops at place 2: the places of the route are 0 to 1")));
  EXPECT_THAT(problems_of_goal(route, at(R"({"which":"every","places":[1]})")),
              ElementsAre(HasSubstr("/wait/at/which: \"which\" has no effect: \"places\" is given")));
  EXPECT_THAT(problems_of_goal(route, at("[0.5]")), ElementsAre(HasSubstr("the number of a place is whole")));
}

TEST(GoalProblem, NoneForEveryForm) {
  for (const char* goal :
       {"[1,2]", R"("east")", R"({"point":[1,2]})", R"({"each":[[1,2]]})", R"({"opposite":[1,2]})",
        R"({"random_in":"east"})", R"({"random_in":"east","redraw":true})", R"({"agent":"two"})",
        R"({"region":"east"})", R"({"regions":["east","west"]})",
        R"({"regions":["east","west"],"shares":[0.7,0.3]})",
        R"({"regions":["east","west"],"choose":"least_crowded","areas":["west","east"],"hold":2})",
        R"({"regions":["east","west"],"choose":"least_time","flows":[1,2]})", R"({"direction_deg":90})",
        R"({"route":["east",[1,2],{"region":"west"}],"radius":1,"at_end":"repeat"})"})
    EXPECT_THAT(problems_of_goal(goal), IsEmpty()) << goal;
  for (const char* at_goal :
       {R"("stay")", R"("leave")", R"({"wait":{"seconds":{"uniform":[1,2]},"then":"leave"}})",
        R"({"queue":{"places":"line","service":2}})"})
    EXPECT_THAT(problems_of_goal("[1,2]", R"(,"goal_radius":1,"at_goal":)" + std::string(at_goal)), IsEmpty())
        << at_goal;
}

TEST(GoalProblem, AGoalHasOneForm) {
  EXPECT_THAT(problems_of_goal("{}"),
              ElementsAre(StartsWith("/agent_types/a/goal: a goal has exactly one of")));
  EXPECT_THAT(problems_of_goal(R"({"point":[1,2],"region":"east"})"),
              ElementsAre(StartsWith("/agent_types/a/goal: a goal has exactly one of")));
  EXPECT_THAT(problems_of_goal(R"({"route":[]})"),
              ElementsAre(StartsWith("/agent_types/a/goal: a goal has exactly one of")));
  EXPECT_THAT(problems_of_goal("7"), ElementsAre("/agent_types/a/goal: \"goal\" has the wrong type"));
  EXPECT_THAT(problems_of_goal("[1]"), ElementsAre("/agent_types/a/goal: \"goal\" needs two numbers"));
}

TEST(GoalProblem, EachHasAPointForEachAgent) {
  EXPECT_THAT(problems_of("", R"({"type":"a","count":3,"placement":{"type":"line","from":[0,0],"to":[9,0]},
                                 "goal":{"each":[[1,2],[3,4]]}},{"type":"b","position":[3,3]})"),
              ElementsAre("/agents/0/goal/each: \"each\" has to have one point for each agent"));
}

TEST(GoalProblem, NamesMustBeDeclared) {
  EXPECT_THAT(problems_of_goal(R"("est")"), ElementsAre("/agent_types/a/goal: unknown region \"est\""));
  EXPECT_THAT(problems_of_goal(R"({"random_in":"est"})"),
              ElementsAre("/agent_types/a/goal/random_in: unknown region \"est\""));
  EXPECT_THAT(problems_of_goal(R"({"regions":["east","wst"]})"),
              ElementsAre("/agent_types/a/goal/regions/1: unknown region \"wst\""));
  EXPECT_THAT(problems_of_goal(R"({"route":["east","wst"]})"),
              ElementsAre("/agent_types/a/goal/route/1: unknown region \"wst\""));
  EXPECT_THAT(problems_of_goal(R"({"agent":"tow"})"),
              ElementsAre("/agent_types/a/goal/agent: unknown agent \"tow\""));
  EXPECT_THAT(problems_of_goal("[1,2]", R"(,"at_goal":{"queue":{"places":"lin","service":1}})"),
              ElementsAre("/agent_types/a/at_goal/queue/places: unknown path \"lin\""));
  EXPECT_THAT(problems_of_goal("[1,2]", R"(,"at_goal":"vanish")"),
              ElementsAre("/agent_types/a/at_goal: unknown value \"vanish\" of \"at_goal\""));
}

TEST(GoalProblem, NobodyIsItsOwnGoal) {
  EXPECT_THAT(problems_of("", R"({"id":"one","type":"a","position":[0,0],"goal":{"agent":"one"}},
                                 {"type":"b","position":[3,3]})"),
              ElementsAre("/agents/0/goal/agent: agent \"one\" would be its own goal"));
}

TEST(GoalProblem, KeysOfAFormAreChecked) {
  EXPECT_THAT(problems_of_goal(R"({"regions":["east","west"],"shares":[1]})"),
              ElementsAre("/agent_types/a/goal/shares: \"shares\" has to have one value for each region"));
  EXPECT_THAT(problems_of_goal(R"({"regions":["east","west"],"shares":[0,0]})"),
              ElementsAre(StartsWith("/agent_types/a/goal/shares: shares are not negative")));
  EXPECT_THAT(problems_of_goal("[1,2]", R"(,"at_goal":{"action":"leave","wait":{"seconds":1}})"),
              ElementsAre(StartsWith("/agent_types/a/at_goal: give only one of")));
}

TEST(GoalProblem, ATargetThatIsAStringIsTheGoal) {
  EXPECT_THAT(problems_of("", kAgents, R"(,"quantities":{"q":{"type":"distance","target":"gaol"}})"),
              ElementsAre("/quantities/q/target: unknown target \"gaol\""));
}

TEST(GoalWarning, ForATargetThatNoAgentOfTheTypeHas) {
  const std::string warning =
      "/agent_types/a/steering/behaviors/0/target: no agent of type \"a\" has a goal: this asks for nothing";
  EXPECT_THAT(problems_of(""), ElementsAre(warning));
  EXPECT_THAT(problems_of("", R"({"type":"a","position":[0,0]},{"type":"b","position":[5,0],"goal":[1,2]})"),
              ElementsAre(warning));
  EXPECT_THAT(
      problems_of("", kAgents, R"(,"events":[{"type":"goal","at":1,"target":{"agent":"one"},"goal":[1,2]}])"),
      IsEmpty());
  EXPECT_THAT(
      problems_of("", kAgents, R"(,"events":[{"type":"goal","at":1,"target":{"agent":"two"},"goal":[1,2]}])"),
      ElementsAre(warning));
  // The name of another agent that begins with that of this one.
  const std::string agents = std::string(kAgents) + R"(,{"type":"b","id":"ones","position":[7,0]})";
  EXPECT_THAT(
      problems_of("", agents, R"(,"events":[{"type":"goal","at":1,"target":{"agent":"ones"},"goal":[1,2]}])"),
      ElementsAre(warning));
}

TEST(GoalWarning, ForNextWhereNothingFollows) {
  EXPECT_THAT(problems_of_goal("[1,2]", R"(,"at_goal":"next")"),
              ElementsAre("/agent_types/a/at_goal: \"next\" has no effect: no other goal follows"));
  EXPECT_THAT(problems_of_goal(R"({"random_in":"east","redraw":true})", R"(,"at_goal":"next")"), IsEmpty());
}

TEST(GoalWarning, ForAGoalRadiusThatNothingIsMeasuredBy) {
  const auto warnings = [](const char* goal, const char* more = "") {
    return problems_of_goal(goal, std::string(R"(,"goal_radius":2)") + more);
  };
  const std::string prefix = "/agent_types/a/goal_radius: \"goal_radius\" has no effect: ";
  EXPECT_THAT(warnings(R"("east")"), ElementsAre(prefix + "a region is reached by being inside"));
  EXPECT_THAT(warnings(R"({"regions":["east","west"]})"), ElementsAre(StartsWith(prefix)));
  EXPECT_THAT(warnings(R"({"route":["east","west"]})"), ElementsAre(StartsWith(prefix)));
  EXPECT_THAT(warnings(R"({"route":["east",[1,2]],"radius":1})"),
              ElementsAre(prefix + "the route has a \"radius\""));
  EXPECT_THAT(warnings(R"({"direction_deg":0})"), ElementsAre(prefix + "a direction is never reached"));
  EXPECT_THAT(warnings(R"("east")", R"(,"at_goal":{"queue":{"places":"line","service":1}})"), IsEmpty());
  EXPECT_THAT(warnings(R"({"route":["east",[1,2]]})"), IsEmpty());
  // Of several goals of a type, one that it is for is enough.
  EXPECT_THAT(problems_of(R"(,"goal":"east","goal_radius":2)",
                          std::string(kAgents) + R"(,{"type":"a","position":[9,9],"goal":[1,2]})"),
              IsEmpty());
  EXPECT_THAT(problems_of(R"(,"goal":"east","goal_radius":2)", kAgents,
                          R"(,"events":[{"type":"goal","at":1,"target":{"agent":"one"},"goal":[1,2]}])"),
              IsEmpty());
}

TEST(GoalWarning, ForWhatCannotFollowAtTheGoal) {
  const std::string prefix = "/agent_types/a/at_goal: \"at_goal\" has no effect: ";
  const auto warnings = [](const char* goal, const char* at_goal) {
    return problems_of_goal(goal, std::string(R"(,"at_goal":)") + at_goal);
  };
  EXPECT_THAT(warnings(R"({"direction_deg":0})", R"("leave")"),
              ElementsAre(prefix + "a direction is never reached"));
  EXPECT_THAT(warnings(R"({"route":["east",[1,2]],"at_end":"back"})", R"("leave")"),
              ElementsAre(StartsWith(prefix + "the route has no end")));
  EXPECT_THAT(warnings(R"({"route":["east",[1,2]],"at_end":"back"})", R"({"wait":{"seconds":1}})"),
              IsEmpty());
  EXPECT_THAT(warnings(R"({"route":["east",[1,2]],"at_end":"leave"})", R"("next")"),
              ElementsAre(StartsWith(prefix + "the route says")));
  EXPECT_THAT(warnings(R"({"random_in":"east","redraw":true})", R"("stay")"),
              ElementsAre(prefix + "\"redraw\" goes on to the next place"));
  EXPECT_THAT(problems_of(R"(,"at_goal":"leave")", R"({"type":"b","position":[0,0]},{"type":"a",
                              "position":[5,0]})"),
              testing::Contains(prefix + "these agents have no goal"));
  EXPECT_THAT(warnings("[1,2]", R"({"wait":{"seconds":0}})"),
              ElementsAre("/agent_types/a/at_goal/wait/seconds: a wait of 0 s has no effect"));
}

TEST(GoalWarning, ForANextGoalThatDoesNotExist) {
  const auto warnings = [](const char* at_goal, const char* scenario = "") {
    return problems_of(std::string(R"(,"goal":[1,2],"at_goal":)") + at_goal, kAgents, scenario);
  };
  EXPECT_THAT(warnings(R"({"queue":{"places":"line","service":1,"then":"next"}})"),
              ElementsAre("/agent_types/a/at_goal/queue/then: no goal is \"next\": the agents stay"));
  EXPECT_THAT(warnings(R"({"queue":{"places":"line","service":1,"then":"next"}})",
                       R"(,"events":[{"type":"goal","at":1,"target":{"agent":"one"},"goal":[5,2]}])"),
              IsEmpty());
}

// Each key of a form beside another form, which does not become the form it belongs to.
TEST(GoalWarning, ForKeysOfOtherForms) {
  const auto warning = [](const std::string& key, const std::string& why) {
    return ElementsAre("/agent_types/a/goal/" + key + ": \"" + key + "\" has no effect: " + why);
  };
  for (const char* form : {R"("point":[1,2])", R"("each":[[1,2]])", R"("opposite":[1,2])", R"("agent":"two")",
                           R"("region":"east")", R"("direction":1)"}) {
    const auto problems = [&](const std::string& more) {
      return problems_of_goal("{" + std::string(form) + "," + more + "}");
    };
    EXPECT_THAT(problems(R"("redraw":true)"), warning("redraw", "\"random_in\" is absent")) << form;
    EXPECT_THAT(problems(R"("choose":"least_time")"), warning("choose", "\"regions\" is absent")) << form;
    EXPECT_THAT(problems(R"("shares":[1,2])"), warning("shares", "\"regions\" is absent")) << form;
    EXPECT_THAT(problems(R"("areas":["west"])"), warning("areas", "\"regions\" is absent")) << form;
    EXPECT_THAT(problems(R"("flows":[1,2,3])"), warning("flows", "\"regions\" is absent")) << form;
    EXPECT_THAT(problems(R"("hold":3)"), warning("hold", "\"regions\" is absent")) << form;
    EXPECT_THAT(problems(R"("radius":3)"), warning("radius", "\"route\" is absent")) << form;
    EXPECT_THAT(problems(R"("at_end":"repeat")"), warning("at_end", "\"route\" is absent")) << form;
  }
  EXPECT_THAT(problems_of_goal(R"({"point":[1,2],"redraw":true})", R"(,"at_goal":"leave")"),
              warning("redraw", "\"random_in\" is absent"));
  const std::string regions = R"({"regions":["east","west"],)";
  EXPECT_THAT(problems_of_goal(regions + R"("hold":2})"), warning("hold", "\"choose\" is \"nearest\""));
  EXPECT_THAT(problems_of_goal(regions + R"("choose":"least_crowded","flows":[1,2]})"),
              warning("flows", "\"choose\" is \"least_crowded\""));
  EXPECT_THAT(problems_of_goal(regions + R"("choose":"least_time","shares":[1,2]})"),
              warning("choose", "\"shares\" is given"));
  // A resolved scenario of before says every key.
  EXPECT_THAT(
      problems_of_goal(R"({"point":[1,2],"region":null,"redraw":false,"regions":null,"choose":"nearest",
                                   "shares":null,"areas":null,"flows":null,"hold":1.0,"radius":null,"route":null,
                                   "at_end":"stay"})"),
      IsEmpty());
}

TEST(GoalWarning, ForKeysOfFormsThatTheGoalDoesNotUse) {
  EXPECT_THAT(
      problems_of_goal(R"({"random_in":"east","redraw":true})", R"(,"at_goal":"leave")"),
      ElementsAre("/agent_types/a/goal/redraw: \"redraw\" has no effect: the agents leave at the goal"));
  EXPECT_THAT(problems_of_goal(R"({"route":["east","west"],"radius":1})"),
              ElementsAre(StartsWith("/agent_types/a/goal/radius: \"radius\" has no effect")));
  EXPECT_THAT(problems_of_goal(R"({"regions":["east"],"choose":"least_time","flows":[2]})"),
              ElementsAre("/agent_types/a/goal/choose: \"choose\" has no effect: there is only one region",
                          "/agent_types/a/goal/flows: \"flows\" has no effect: there is only one region"));
}

TEST(GoalWarning, ForARadiusOfAMetricThatGoalsOfAgentsDoNotUse) {
  const auto warnings = [](const char* type_keys, const char* record, const char* agents) {
    return problems_of(type_keys, agents, std::string(R"(,"record":)") + record);
  };
  constexpr const char* kOnlyOwn =
      R"({"id":"two","type":"a","position":[0,0]},{"type":"b","position":[5,0],"goal":[1,2]})";
  for (const char* metric : {R"("waiting":{"goal_radius":2})", R"("stuck":{"goal_radius":2})",
                             R"("area":{"region":"east","goal_radius":2})"}) {
    const std::string record = std::string(R"({"metrics":{)") + metric + "}}";
    EXPECT_THAT(warnings(R"(,"goal":[1,2])", record.c_str(), kOnlyOwn),
                ElementsAre(testing::HasSubstr("/goal_radius: \"goal_radius\" has no effect: these agents")));
    // Agents without goals of their own may have those of behaviors.
    EXPECT_THAT(warnings(R"(,"goal":[1,2])", record.c_str(), kAgents), IsEmpty());
  }
  EXPECT_THAT(warnings(R"(,"goal":[1,2])", R"({"agents_table":{"radius":2}})", kOnlyOwn),
              ElementsAre(StartsWith("/record/agents_table/radius: \"radius\" has no effect")));
}

TEST(GoalWarning, ForKeysOfAModeWithoutAGoal) {
  EXPECT_THAT(problems_of(R"(,"goal":[1,2]})"
                          R"(,"c":{"steering":{"modes":{"m":{"goal_radius":2}}})",
                          std::string(kAgents) + R"(,{"type":"c","position":[9,9]})"),
              ElementsAre(StartsWith("/agent_types/c/steering/modes/m: the mode has no \"goal\"")));
}

TEST(QueueProblem, ThePathNeedsALengthAndOneSpacing) {
  EXPECT_THAT(
      problems_of_goal("[1,2]", R"(,"at_goal":{"queue":{"places":"dot","service":1}})"),
      testing::Contains(StartsWith("/agent_types/a/at_goal/queue/places: the path \"dot\" of the queue")));
  EXPECT_THAT(
      problems_of(R"(,"goal":[1,2],"at_goal":{"queue":{"places":"line","service":1}}},"c":{"goal":[2,2],
                             "at_goal":{"queue":{"places":"line","service":1,"spacing":2}})",
                  std::string(kAgents) + R"(,{"type":"c","position":[9,9]})"),
      ElementsAre(StartsWith("/agent_types/c/at_goal/queue/spacing: the queue along \"line\" has")));
}

TEST(QueueWarning, WhereThePathIsTooShort) {
  EXPECT_THAT(problems_of(R"(,"goal":[1,2],"at_goal":{"queue":{"places":"line","service":1}})",
                          R"({"type":"a","count":7,"placement":{"type":"line","from":[0,5],"to":[9,5]}},
                             {"type":"b","position":[9,9]})"),
              ElementsAre(StartsWith("/world/paths/line: the path \"line\" is too short")));
}

// What is written is the same definition.
TEST(GoalText, IsReadBackAsItWasWritten) {
  const std::string text = std::string(R"({"format":1,)") + kWorld + R"(,"agent_types":{"a":{"goal":"east"}},
      "agents":[{"type":"a","position":[0,0],"goal":{"route":["east",[1,2]],"at_end":"back"},
                 "at_goal":{"wait":{"seconds":2}}},
                {"type":"a","position":[1,1],"goal":{"regions":["east","west"],"shares":[1,2]},"at_goal":"leave"}]})";
  const auto read = [](const std::string& json) {
    JsonSources sources;
    Diagnostics diagnostics;
    return read_scenario_text({"test", json}, {}, catalog(), sources, diagnostics);
  };
  const auto first = read(text);
  ASSERT_TRUE(first);
  const auto second = read(first->resolved->dump());
  ASSERT_TRUE(second);
  EXPECT_EQ(first->hash, second->hash);
  EXPECT_EQ(first->resolved->dump(), second->resolved->dump());
}

TEST(GoalWarning, WhereNoAgentGetsBecauseEdgesAreClosed) {
  const auto problems_in = [](const std::string& edge, const std::string& goal,
                              const std::string& more = "") {
    return problems_of(R"(,"goal":)" + goal, kAgents, more,
                       R"("world":{"bounds":{"min":[-20,-20],"max":[20,20],"edge":")" + edge +
                           R"("},"regions":{"beyond":{"center":[30,0],"radius":5},
                              "partly":{"min":[15,0],"max":[60,20]}}})");
  };
  const auto is_beyond = [](const std::string& pointer) {
    return ElementsAre(StartsWith(pointer + ": the goal lies beyond the edges of the world"));
  };
  for (const char* edge : {"clamp", "reflect"}) {
    EXPECT_THAT(problems_in(edge, "[50,10]"), is_beyond("/agent_types/a/goal"));
    EXPECT_THAT(problems_in(edge, R"("beyond")"), is_beyond("/agent_types/a/goal"));
    EXPECT_THAT(problems_in(edge, R"({"random_in":"beyond"})"), is_beyond("/agent_types/a/goal"));
    EXPECT_THAT(problems_in(edge, R"({"each":[[1,-21]]})"), is_beyond("/agent_types/a/goal/each/0"));
    EXPECT_THAT(problems_in(edge, R"({"route":["partly",[1,99],[0,0]]})"),
                is_beyond("/agent_types/a/goal/route/1"));
    EXPECT_THAT(problems_in(edge, R"({"regions":["partly","beyond"]})"),
                is_beyond("/agent_types/a/goal/regions/1"));
    EXPECT_THAT(problems_in(edge, "[20,10]",
                            R"(,"events":[{"type":"goal","at":1,"target":{"agent":"one"},"goal":[50,10]}])"),
                is_beyond("/events/0/goal"));
    EXPECT_THAT(problems_in(edge, R"({"random_in":"partly"})"), IsEmpty());
  }
  EXPECT_THAT(problems_in("open", "[50,10]"), IsEmpty());
  EXPECT_THAT(problems_in("wrap", "[50,10]"),
              ElementsAre(HasSubstr("targets and goals reach it through the edge"),
                          HasSubstr("targets and goals reach it through the edge")));
}

// A body whose turn rate falls with its speed drives on circles no smaller than 6 m and does not reverse.
TEST(GoalProblems, AGoalInsideTheTurningCircleIsSaid) {
  const std::string car =
      R"(,"max_speed":12,"max_turn_rate":2,"max_turn_rate_by":{"type":"speed","points":[[0.01,0.001],[12,1]]})";
  const auto said_of = [](const std::string& keys, const std::string& goal) {
    return problems_of(keys, R"({"type":"a","position":[0,0],"heading_deg":0,"goal":)" + goal +
                                 R"(},{"type":"b","position":[99,0]})");
  };
  for (const char* goal : {"[0,5]", "[0,-5]", "[1,3]"})
    EXPECT_THAT(said_of(car, goal),
                ElementsAre("/agents/0/position: agent 0 starts beside its goal and may circle it for ever"))
        << goal;
  for (const char* goal : {"[20,0]", "[0,13]", "[-3,0]", "[8,1]"})
    EXPECT_THAT(said_of(car, goal), IsEmpty()) << goal;
  // Who can turn on the spot, or slide, gets everywhere.
  EXPECT_THAT(said_of(R"(,"max_speed":12,"max_turn_rate":0.2)", "[0,5]"), IsEmpty());
  EXPECT_THAT(said_of(car + R"(,"locomotion":{"type":"point_mass","turn":"decouple"})", "[0,5]"), IsEmpty());
}

}  // namespace
}  // namespace drover::test::goal_problems_test
