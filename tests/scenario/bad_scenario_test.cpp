// Names, limits, geometry and missing parts: what only the whole scenario shows.
#include <gtest/gtest.h>

#include "scenario/fake_catalog.h"

namespace drover::test::bad_scenario_test {
namespace {

struct Case {
  const char* text;
  const char* place;  // line:column and JSON pointer
  const char* words;  // part of the message
  const char* suggestion;
};

// clang-format off
constexpr Case kCases[] = {
    {R"({"name": "x"})",
     "1:1 ", R"("format" is missing in scenario)", ""},
    {R"({"format": 2, "sede": 1})",
     "1:12 /format", R"(this version of drover reads scenario format 1)", ""},
    {R"({"format": "1"})",
     "1:12 /format", R"("format" has the wrong type)", ""},
    {R"({"format": 1, "simulation": {"duration": 1e300}})",
     "1:42 /simulation/duration", R"(the run has too many steps)", ""},
    {R"({"format": 1, "simulation": {"dt": 1e-6, "duration": 1000}})",
     "1:54 /simulation/duration", R"(the run has too many steps)", ""},
    {R"({"format": 1, "world": {"bounds": {"min": [0, 0]}}})",
     "1:35 /world/bounds", R"("max" is missing in bounds)", ""},
    {R"({"format": 1, "world": {"obstacles": [{"center": [0, 0]}]}})",
     "1:39 /world/obstacles/0", R"("radius" is missing in obstacle)", ""},
    {R"({"format": 1, "world": {"obstacles": [{"id": "a"}]}})",
     "1:39 /world/obstacles/0", R"(the obstacle has no shape)", ""},
    {R"({"format": 1, "world": {"obstacles": [{"radius": 1}]}})",
     "1:39 /world/obstacles/0", R"("center" is missing in obstacle)", ""},
    {R"({"format": 1, "world": {"obstacles": [{"center": [0, 0], "radius": 1, "box": {"center": [0, 0], "size": [1, 1]}}]}})",
     "1:39 /world/obstacles/0", R"(the obstacle has several shapes)", ""},
    {R"({"format": 1, "world": {"obstacles": [{"box": {"center": [0, 0], "size": [1, 0]}}]}})",
     "1:74 /world/obstacles/0/box/size", R"(the sides of a box must be between 0.001 and)", ""},
    {R"({"format": 1, "world": {"obstacles": [{"box": {"size": [1, 1]}}]}})",
     "1:47 /world/obstacles/0/box", R"("center" is missing in box)", ""},
    {R"({"format": 1, "world": {"obstacles": [{"capsule": {"from": [0, 0], "to": [1, 1]}}]}})",
     "1:51 /world/obstacles/0/capsule", R"("radius" is missing in capsule)", ""},
    {R"({"format": 1, "world": {"obstacles": [{"polygon": [[0, 0], [2, 2], [2, 0], [0, 2]]}]}})",
     "1:51 /world/obstacles/0/polygon", R"(edges 0 and 2 of the polygon cross or touch)", ""},
    {R"({"format": 1, "world": {"obstacles": [{"polygon": [[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]]}]}})",
     "1:51 /world/obstacles/0/polygon", R"(edges 0 and 2 of the polygon cross or touch)", ""},
    {R"({"format": 1, "world": {"obstacles": [{"polygon": [[0, 0], [4, 0], [2, 0]]}]}})",
     "1:51 /world/obstacles/0/polygon", R"(the corners of the polygon lie on one line)", ""},
    {R"({"format": 1, "world": {"obstacles": [{"polygon": [[0, 0], [4, 0], [4, 0], [0, 0]]}]}})",
     "1:51 /world/obstacles/0/polygon", R"(a polygon needs at least three different corners)", ""},
    {R"({"format": 1, "world": {"obstacles": [{"center": [0, 0], "radius": 1, "count": 3}]}})",
     "1:80 /world/obstacles/0/count", R"(several obstacles need a "placement")", ""},
    {R"({"format": 1, "world": {"obstacles": [{"center": [0, 0], "radius": 1, "turn_deg": 3}]}})",
     "1:83 /world/obstacles/0/turn", R"("turn" is for obstacles with a "placement")", ""},
    {R"({"format": 1, "world": {"bounds": {"min": [0, 0], "max": [9, 9], "edge": "wrap"}, "obstacles": [{"box": {"center": [0, 0], "size": [10, 1]}}]}})",
     "1:97 /world/obstacles/0", R"(the obstacle is larger than the world, which)", ""},
    {R"({"format": 1, "world": {"obstacles": [{"id": "a", "center": [0, 0], "radius": 1}, {"id": "a", "center": [9, 0], "radius": 1}]}})",
     "1:90 /world/obstacles/1/id", R"(the id "a" is taken)", ""},
    {R"({"format": 1, "world": {"walls": [{"points": [[0, 0]]}]}})",
     "1:46 /world/walls/0/points", R"(a wall needs at least two points)", ""},
    {R"({"format": 1, "world": {"walls": [{"points": [[0, 0], [1, 0], [1, 0]]}]}})",
     "1:63 /world/walls/0/points/2", R"(the wall has a segment of length zero: this)", ""},
    {R"({"format": 1, "world": {"walls": [{"points": [[0, 0], [1, 0], [1, 1], [0, 0]], "closed": true}]}})",
     "1:71 /world/walls/0/points/3", R"(the last point of the closed wall repeats the)", ""},
    {R"({"format": 1, "world": {"paths": {"p": {"points": []}}}})",
     "1:51 /world/paths/p/points", R"(a path needs at least one point)", ""},
    {R"({"format": 1, "world": {"paths": {"p": {"points": [[0, 0]], "closed": true}}}})",
     "1:51 /world/paths/p/points", R"(a closed path needs at least two points)", ""},
    {R"({"format": 1, "world": {"paths": {"p": {"points": [{"arc_to": [1, 0], "center": [0, 0]}]}}}})",
     "1:52 /world/paths/p/points/0", R"(a path begins with a point)", ""},
    {R"({"format": 1, "world": {"paths": {"p": {"points": [[1, 0], {"arc_to": [0, 2], "center": [0, 0]}]}}}})",
     "1:89 /world/paths/p/points/1/center", R"(the center is not as far from the end of the arc as)", ""},
    {R"({"format": 1, "world": {"paths": {"p": {"points": [[1, 0], {"arc_to": [0, 1]}]}}}})",
     "1:60 /world/paths/p/points/1", R"(an arc has either a "center" or a point)", ""},
    {R"({"format": 1, "world": {"paths": {"p": {"points": [[1, 0], {"arc_to": [1, 0], "through": [2, 0]}]}}}})",
     "1:60 /world/paths/p/points/1", R"(where an arc begins, passes and ends are three points)", ""},
    {R"({"format": 1, "world": {"paths": {"p": {"points": [[1, 0], {"arc_to": [1, 0], "center": [1, 0]}]}}}})",
     "1:89 /world/paths/p/points/1/center", R"(the center of an arc is no point of it)", ""},
    {R"({"format": 1, "world": {"paths": {"p": {"points": [[1, 0], {"at": [1, 2], "arc_to": [0, 1], "center": [0, 0]}]}}}})",
     "1:60 /world/paths/p/points/1", R"(a path point has exactly one of at, arc_to)", ""},
    {R"({"format": 1, "world": {"paths": {"p": {"points": [[1, 0], {"corner": true}]}}}})",
     "1:60 /world/paths/p/points/1", R"(a path point has exactly one of at, arc_to)", ""},
    {R"({"format": 1, "world": {"paths": {"p": {"points": [[1, 0], {"at": [2, 0], "corner": true}]}}}})",
     "1:85 /world/paths/p/points/1/corner", R"("corner" is for a path with "curve")", ""},
    {R"({"format": 1, "world": {"dimensions": 3, "paths": {"p": {"points": [[1, 0, 0], {"arc_to": [0, 1, 0], "center": [0, 0, 0]}]}}}})",
     "1:112 /world/paths/p/points/1/center", R"("center" has no meaning where "dimensions" is 3)", ""},
    {R"({"format": 1, "world": {"paths": {"p": {"points": [[1, 0], {"arc_to": [3, 0], "through": [2, 0]}]}}}})",
     "1:90 /world/paths/p/points/1/through", R"(the points at which the arc begins, passes and ends lie)", ""},
    {R"({"format": 1, "agent_types": {"a": {"max_speed": {"choice": []}}}})",
     "1:61 /agent_types/a/max_speed/choice", R"("choice" of "max_speed" needs at least one)", ""},
    {R"({"format": 1, "agent_types": {"a": {"extends": "b"}, "bb": {}}})",
     "1:48 /agent_types/a/extends", R"(unknown agent type "b")", "bb"},
    {R"({"format": 1, "agent_types": {"a": {"extends": "b"}, "b": {"extends": "c"}, "c": {"extends": "a"}}})",
     "1:48 /agent_types/a/extends", R"(agent types extend each other in a circle: "a")", ""},
    {R"({"format": 1, "agent_types": {"a": {"extends": "a"}}})",
     "1:48 /agent_types/a/extends", R"(agent types extend each other in a circle: "a")", ""},
    {R"({"format": 1, "agent_types": {"a": {"extends": 1}}})",
     "1:48 /agent_types/a/extends", R"("extends" has the wrong type)", ""},
    {R"({"format": 1, "agent_types": {"a": {"steering": {"behaviors": [{"weight": 1}]}}}})",
     "1:64 /agent_types/a/steering/behaviors/0", R"("type" is missing: it says which behavior)", ""},
    {R"({"format": 1, "agent_types": {"a": {"steering": {"behaviors": [{"type": "approach"}]}}}})",
     "1:64 /agent_types/a/steering/behaviors/0", R"("target" is missing in approach)", ""},
    {R"({"format": 1, "agent_types": {"a": {"steering": {"behaviors": [{"type": "approach", "target": {"agent": "dgo"}}]}}}, "agents": [{"id": "dog", "type": "a", "position": [0, 0]}]})",
     "1:105 /agent_types/a/steering/behaviors/0/target/agent", R"(unknown agent "dgo")", "dog"},
    {R"({"format": 1, "agent_types": {"a": {"steering": {"behaviors": [{"type": "approach", "target": {"agent": "dog"}}]}}}, "agents": [{"id": "dog", "type": "a", "position": [0, 0]}]})",
     "1:105 /agent_types/a/steering/behaviors/0/target/agent", R"(agent "dog" would target itself: give it an)", ""},
    {R"({"format": 1, "agent_types": {"a": {"steering": {"behaviors": [{"type": "approach", "target": {"agent": "dog"}}]}}, "b": {}}, "agents": [{"id": "dog", "type": "b", "count": 3, "placement": {"type": "cells"}}]})",
     "1:105 /agent_types/a/steering/behaviors/0/target/agent", R"(unknown agent "dog")", "dog.0"},
    {R"({"format": 1, "agent_types": {"a": {"steering": {"behaviors": [{"type": "approach", "target": {"agent": "dog.3"}}]}}, "b": {}}, "agents": [{"id": "dog", "type": "b", "count": 3, "placement": {"type": "cells"}}]})",
     "1:105 /agent_types/a/steering/behaviors/0/target/agent", R"(unknown agent "dog.3")", "dog.0"},
    {R"({"format": 1, "agent_types": {"a": {"steering": {"behaviors": [{"type": "approach", "target": {"group": "flok"}}]}}}, "agents": [{"type": "a", "group": "flock", "position": [0, 0]}]})",
     "1:105 /agent_types/a/steering/behaviors/0/target/group", R"(unknown group "flok")", "flock"},
    {R"({"format": 1, "agent_types": {"a": {"steering": {"behaviors": [{"type": "approach", "target": {"obstacle": "oak"}}]}}}})",
     "1:108 /agent_types/a/steering/behaviors/0/target/obstacle", R"(unknown obstacle "oak")", ""},
    {R"({"format": 1, "agent_types": {"a": {"steering": {"behaviors": [{"type": "approach", "target": {"wall": "fence"}}]}}}})",
     "1:104 /agent_types/a/steering/behaviors/0/target/wall", R"(unknown wall "fence")", ""},
    {R"({"format": 1, "agent_types": {"a": {"steering": {"behaviors": [{"type": "patrol", "path": "rond"}]}}}, "world": {"paths": {"round": {"points": [[0, 0]]}}}})",
     "1:91 /agent_types/a/steering/behaviors/0/path", R"(unknown path "rond")", "round"},
    {R"({"format": 1, "agents": [{"type": "sheep", "position": [0, 0]}]})",
     "1:35 /agents/0/type", R"(unknown agent type "sheep")", ""},
    {R"({"format": 1, "agent_types": {"a": {}}, "agents": [{"position": [0, 0]}]})",
     "1:52 /agents/0", R"("type" is missing in agent)", ""},
    {R"({"format": 1, "agent_types": {"a": {}}, "agents": [{"type": "a"}]})",
     "1:52 /agents/0", R"(a "position" or a "placement" is missing)", ""},
    {R"({"format": 1, "agent_types": {"a": {}}, "agents": [{"type": "a", "count": 600000, "placement": {"type": "cells"}}, {"type": "a", "count": 600000, "placement": {"type": "cells"}}]})",
     "1:139 /agents/1/count", R"(there are too many agents)", ""},
    {R"({"format": 1, "simulation": {"dt": 0.01, "duration": 999999}, "agent_types": {"a": {}}, "agents": [{"type": "a", "count": 600000, "placement": {"type": "cells"}}]})",
     "1:54 /simulation/duration", R"(the run is too long for so many agents)", ""},
    {R"({"format": 1, "agent_types": {"a": {}}, "agents": [{"id": "x", "type": "a", "position": [0, 0]}, {"id": "x", "type": "a", "position": [1, 0]}]})",
     "1:105 /agents/1/id", R"(the id "x" is taken)", ""},
    {R"({"format": 1, "agent_types": {"a": {}}, "agents": [{"id": "x", "type": "a", "count": 2, "placement": {"type": "cells"}}, {"id": "x.1", "type": "a", "position": [1, 0]}]})",
     "1:129 /agents/1/id", R"(the id "x.1" is taken)", ""},
    {R"({"format": 1, "agent_types": {"a": {}}, "agents": [{"number": 5, "type": "a", "count": 2, "placement": {"type": "cells"}}, {"number": 6, "type": "a", "position": [1, 0]}]})",
     "1:135 /agents/1/number", R"(the number 6 is taken)", ""},
    {R"({"format": 1, "agent_types": {"a": {}}, "agents": [{"type": "a", "count": 2, "placement": {"type": "cells"}}, {"number": 1, "type": "a", "position": [1, 0]}]})",
     "1:122 /agents/1/number", R"(the number 1 is taken)", ""},
    {R"({"format": 1, "record": {"metrics": {"rnak": {}}}})",
     "1:38 /record/metrics/rnak", R"(unknown metric "rnak")", "rank"},
    {R"({"format": 1, "record": {"metrics": {"mine": {"type": "rnak"}}}})",
     "1:55 /record/metrics/mine/type", R"(unknown metric "rnak")", "rank"},
    {R"({"format": 1, "record": {"metrics": {"mine": {"type": 3}}}})",
     "1:55 /record/metrics/mine/type", R"("type" has the wrong type)", ""},
    {R"({"format": 1, "record": {"metrics": {"spread": {"type": "rank"}}}})",
     "1:38 /record/metrics/spread", R"("spread" is the name of another metric)", ""},
    {R"({"format": 1, "record": {"metrics": {"my.rank": {"type": "rank"}}}})",
     "1:38 /record/metrics/my.rank", R"(a metric cannot be called "my.rank")", ""},
    {R"({"format": 1, "record": {"metrics": {"counters": {"type": "rank"}}}})",
     "1:38 /record/metrics/counters", R"(a metric cannot be called "counters")", ""},
    {R"({"format": 1, "record": {"metrics": {"rank": true}}})",
     "1:46 /record/metrics/rank", R"("rank" has the wrong type)", ""},
    {R"({"format": 1, "record": {"metrics": {"rank": {"x": 1}}}})",
     "1:47 /record/metrics/rank/x", R"(unknown key "x" in rank)", ""},
    {R"({"format": 1, "record": {"metrics": {"spread": {"group": "g"}}}})",
     "1:58 /record/metrics/spread/group", R"(unknown group "g")", ""},
    {R"({"format": 1, "record": {"trace": {"groups": ["g"]}}})",
     "1:47 /record/trace/groups/0", R"(unknown group "g")", ""},
    {R"({"format": 1, "expect": [{"metric": "a"}]})",
     "1:26 /expect/0", R"("at_most" or "at_least" is missing)", ""},
    {R"({"format": 1, "expect": [{"metric": "a", "at_most": {"uniform": [0, 1]}}]})",
     "1:53 /expect/0/at_most", R"("at_most" has the wrong type)", ""},
    {R"({"format": 1, "agent_types": {"a": {"steering": {"modes": {"graze": {}, "flee": {}}, "initial_mode": "grase"}}}})",
     "1:102 /agent_types/a/steering/initial_mode", R"(unknown mode "grase")", "graze"},
    {R"({"format": 1, "agent_types": {"a": {"steering": {"initial_mode": "graze"}}}})",
     "1:66 /agent_types/a/steering/initial_mode", R"(unknown mode "graze")", ""},
    {R"({"format": 1, "agent_types": {"a": {"steering": {"modes": {"graze": {"transitions": [{"to": "graze", "when": {"type": "never"}}, {"to": "fle", "when": {"type": "never"}}]}, "flee": {}}}}}})",
     "1:137 /agent_types/a/steering/modes/graze/transitions/1/to", R"(unknown mode "fle")", "flee"},
    {R"({"format": 1, "agent_types": {"a": {"steering": {"modes": {"x/y": {"transitions": [{"to": "z", "when": {"type": "never"}}]}}}}}})",
     "1:91 /agent_types/a/steering/modes/x~1y/transitions/0/to", R"(unknown mode "z")", ""},
    {R"({"format": 1, "agent_types": {"a": {"steering": {"modes": {"graze": {}, "flee": {}}}}}, "agents": [{"type": "a", "position": [0, 0], "mode": "Flee"}]})",
     "1:142 /agents/0/mode", R"(unknown mode "Flee")", "flee"},
    {R"({"format": 1, "agent_types": {"a": {}}, "agents": [{"type": "a", "position": [0, 0], "mode": "flee"}]})",
     "1:94 /agents/0/mode", R"(unknown mode "flee")", ""},
};
// clang-format on

TEST(BadScenario, IsReportedAtItsPlaceAndNothingElseIs) {
  for (const Case& expected : kCases) {
    SCOPED_TRACE(expected.text);
    const Reading reading = read_text(expected.text);
    EXPECT_FALSE(reading.scenario.has_value());
    ASSERT_EQ(reading.problems.size(), 1u) << reading.text();
    const Diagnostic& problem = reading.problems[0];
    EXPECT_EQ(reading.place(problem), expected.place);
    EXPECT_NE(problem.message.find(expected.words), std::string::npos) << problem.message;
    EXPECT_EQ(problem.suggestion, expected.suggestion);
  }
}

TEST(BadScenario, ListsTheModesThereAre) {
  const Reading reading = read_text(
      R"({"format": 1, "agent_types": {"a": {"steering": {"modes": {"graze": {}, "flee": {}}, "initial_mode": "x"}}}})");
  ASSERT_EQ(reading.problems.size(), 1u) << reading.text();
  EXPECT_EQ(reading.problems[0].allowed, "graze, flee");
}

// A mode inherited from another type counts.
TEST(BadScenario, ModesOfTheTypeItExtendsAreKnown) {
  const Reading reading = read_text(
      R"({"format": 1, "agent_types": {"a": {"steering": {"modes": {"graze": {}}}},
          "b": {"extends": "a", "steering": {"initial_mode": "graze"}}}})");
  EXPECT_TRUE(reading.scenario.has_value()) << reading.text();
}

// Every place a behavior can stand at, under a body that faces along its velocity.
TEST(BadScenario, WarnsOfABehaviorThatTurnsABodyThatDoesNot) {
  const Reading reading = read_text(R"({"format": 1, "agent_types": {"a": {"steering": {
"behaviors": [{"type": "wait"},
  {"type": "spin"}],
"modes": {"m": {"behaviors": [
  {"type": "spin"}]}}}}}})");
  ASSERT_TRUE(reading.scenario.has_value()) << reading.text();
  ASSERT_EQ(reading.problems.size(), 2u) << reading.text();
  EXPECT_EQ(reading.place(reading.problems[0]), "3:12 /agent_types/a/steering/behaviors/1/type");
  EXPECT_EQ(reading.place(reading.problems[1]), "5:12 /agent_types/a/steering/modes/m/behaviors/0/type");
  for (const Diagnostic& problem : reading.problems) {
    EXPECT_EQ(problem.severity, Severity::warning);
    EXPECT_EQ(problem.message, R"("spin" asks for a rotation, but "point_mass" faces along its velocity)");
    EXPECT_EQ(problem.hint, "Bodies that turn by themselves: car.");
  }
}

TEST(BadScenario, TurningABodyThatTurnsIsFine) {
  const Reading reading = read_text(
      R"({"format": 1, "agent_types": {"a": {"locomotion": {"type": "car"},
          "steering": {"behaviors": [{"type": "spin"}]}}}})");
  EXPECT_TRUE(reading.problems.empty()) << reading.text();
}

}  // namespace
}  // namespace drover::test::bad_scenario_test
