#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "observe/formation_scenes.h"
#include "observe/metrics/metric_set.h"
#include "observe/record/columns.h"
#include "observe/record/trace_rows.h"
#include "observe/record/trails.h"
#include "support/observed_run.h"
#include "support/scene.h"

namespace drover::formation_columns_test {
namespace {

using test::formation_scene;
using test::make_simulator;
using test::run_steps;
using test::soldiers_in_slots;
using testing::ElementsAre;

// The row of an agent, as CSV without the line break.
std::string row_of(Simulator& simulator, const std::vector<std::string>& names, AgentIndex agent) {
  TextRows rows(TraceFormat::csv, names, {}, simulator);
  rows.advance(simulator.world());
  fmt::memory_buffer out;
  rows.append(simulator, agent, out);
  std::string text(out.data(), out.size());
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  return text;
}

const std::vector<std::string> kColumns = {"formation", "slot", "slot_x", "slot_y", "slot_error"};
const std::vector<std::string> kStates = {"slot_blocked", "pattern",  "bounding",
                                          "anchor_x",     "anchor_y", "anchor_heading"};

// A soldier beside its slot, one who belongs to nobody, and a leader.
std::string led_pair() {
  return formation_scene(
      R"({"id":"guide","type":"log","position":[0,0],"heading":0},{"type":"soldier","position":[-2,1.5]},
         {"type":"log","position":[9,9]})",
      R"("pattern":{"type":"column","spacing":2},"members":[{"agent":"guide"},{"agent_type":"soldier"}],
         "anchor":{"type":"leader","leader":"guide"})");
}

TEST(FormationColumns, ShowSlotsAndAreEmptyWithout) {
  Simulator simulator = make_simulator(led_pair());
  EXPECT_EQ(row_of(simulator, kColumns, 0), "squad,0,,,");
  EXPECT_EQ(row_of(simulator, kColumns, 1), "squad,1,-2,0,1.5");
  EXPECT_EQ(row_of(simulator, kColumns, 2), ",,,,");
}

TEST(FormationColumns, AreEmptyInAWorldWithoutFormations) {
  Simulator simulator =
      make_simulator(test::scene(R"([{"type":"wander"}])", R"([{"type":"a","position":[0,0]}])"));
  EXPECT_EQ(row_of(simulator, kColumns, 0), ",,,,");
  EXPECT_EQ(row_of(simulator, kStates, 0), ",,,,,");
}

// A line of three about (3, 4) that looks to +y, and an obstacle in its slot 2.
std::string line_at_an_obstacle(std::string_view keys = "") {
  return formation_scene(
      soldiers_in_slots(3) + R"(,{"type":"log","position":[20,20]})",
      R"("pattern":{"type":"line","spacing":4},"patterns":{"file":{"type":"column"}},"members":[{"group":"squad"}],
         "assignment":"sequential","anchor":{"type":"fixed","position":[3,4],"heading":1.5707963267948966})",
      std::string(R"(,"world":{"obstacles":[{"center":[8,4],"radius":0.75}]})") + std::string(keys));
}

TEST(FormationColumns, ShowSlotsThatAreBlocked) {
  Simulator simulator = make_simulator(line_at_an_obstacle());
  const std::vector<std::string> names = {"slot", "slot_blocked"};
  EXPECT_EQ(row_of(simulator, names, 1), "1,0");
  EXPECT_EQ(row_of(simulator, names, 2), "2,1");
  EXPECT_EQ(row_of(simulator, names, 3), ",");
}

TEST(FormationColumns, ShowTheAnchor) {
  Simulator simulator = make_simulator(line_at_an_obstacle());
  const std::vector<std::string> names = {"anchor_x", "anchor_y", "anchor_heading"};
  EXPECT_EQ(row_of(simulator, names, 0), "3,4,1.5707963267948966");
  EXPECT_EQ(row_of(simulator, names, 3), ",,");
}

TEST(FormationColumns, ShowThePattern) {
  Simulator simulator = make_simulator(line_at_an_obstacle(
      R"(,"events":[{"type":"pattern","target":{"formation":"squad"},"pattern":"file","at":0.04}])"));
  const std::vector<std::string> names = {"pattern"};
  EXPECT_EQ(row_of(simulator, names, 0), "base");
  run_steps(simulator, 2);
  EXPECT_EQ(row_of(simulator, names, 0), "file");
  EXPECT_EQ(row_of(simulator, names, 3), "");
}

// Texts of formations do not get mixed up.
TEST(FormationColumns, ShowThePatternOfEachFormation) {
  const auto formation = [](std::string_view name, std::string_view other, std::string_view agent) {
    return fmt::format(R"("{}":{{"pattern":{{"type":"line"}},"patterns":{{"{}":{{"type":"column"}}}},
        "members":[{{"agent":"{}"}}]}})",
                       name, other, agent);
  };
  const auto change = [](std::string_view name, std::string_view pattern) {
    return fmt::format(R"({{"type":"pattern","target":{{"formation":"{}"}},"pattern":"{}","at":0}})", name,
                       pattern);
  };
  const std::string stack = R"({"steering":{"behaviors":[{"type":"slot_arrive"}]}})";
  Simulator simulator = make_simulator(
      R"({"format":1,"agent_types":{"m":)" + stack + R"(},"agents":[{"type":"m","id":"a","position":[0,0]},
          {"type":"m","id":"b","position":[9,0]},{"type":"m","id":"c","position":[0,9]}],"formations":{)" +
      formation("f", "p", "a") + "," + formation("g", "q", "b") + "," +
      R"("h":{"mode":"emergent","members":[{"agent":"c"}]}},"events":[)" + change("g", "q") + "]}");
  const std::vector<std::string> names = {"formation", "pattern", "anchor_x"};
  EXPECT_EQ(row_of(simulator, names, 0), "f,base,0");
  EXPECT_EQ(row_of(simulator, names, 1), "g,q,9");
  EXPECT_EQ(row_of(simulator, names, 2), "h,,");
}

// Two that run to their covers one by one; the second one's is beyond a wall that holds it up.
TEST(FormationColumns, ShowWhoRunsFromCoverToCover) {
  const std::string agents = R"({"type":"soldier","position":[0,0]},{"type":"soldier","position":[0,5]},
      {"type":"log","position":[20,20]})";
  const auto covers = [&](std::string_view keys) {
    return formation_scene(agents,
                           fmt::format(R"("cover":{{"points":[{{"position":[3,0]}},{{"position":[4,5]}}]{}}},
        "members":[{{"agent_type":"soldier"}}],"anchor":{{"position":[3,1],"heading":0}})",
                                       keys));
  };
  const std::vector<std::string> names = {"bounding"};
  Simulator simulator = make_simulator(covers(R"(,"one_mover":true)"));
  EXPECT_EQ(row_of(simulator, names, 0), "bounding");
  EXPECT_EQ(row_of(simulator, names, 1), "waiting");
  EXPECT_EQ(row_of(simulator, names, 2), "");
  run_steps(simulator, 500);
  EXPECT_EQ(row_of(simulator, names, 0), "cover");
  EXPECT_EQ(row_of(simulator, names, 1), "cover");
  Simulator slow = make_simulator(covers(R"(,"one_mover":true,"bound_timeout":0.1)"));
  run_steps(slow, 10);
  EXPECT_EQ(row_of(slow, names, 0), "stranded");
  EXPECT_EQ(row_of(slow, names, 1), "stranded");
  Simulator all_at_once = make_simulator(covers(""));
  EXPECT_EQ(row_of(all_at_once, names, 0), "");
}

// A formation that travels at 3 m/s: slots are 2 m ahead, and that is no error.
TEST(FormationColumns, TheErrorLeavesTheLeadOut) {
  Simulator simulator = make_simulator(formation_scene(
      soldiers_in_slots(5), R"("pattern":{"type":"v"},"members":[{"group":"squad"}],"moderation":"lead",
          "anchor":{"position":[0,0],"heading":0,
                    "steering":{"behaviors":[{"type":"seek","target":{"point":[1000,0]}}]}})"));
  run_steps(simulator, 500);
  const std::vector<Column> columns =
      make_columns(std::vector<std::string>{"slot_x", "x", "slot_error"}, simulator.world());
  const TraceHistory history(simulator.world(), TraceHistory::nothing);
  const TraceRow row{simulator, history, 0};
  EXPECT_NEAR(columns[0].number(row) - columns[1].number(row), 2.0, 1e-9);
  EXPECT_LT(columns[2].number(row), 1e-9);
}

// Its anchor steers by `arrive` and has a type, which are the business of nobody who watches agents.
std::string squad_to_a_goal() {
  return formation_scene(soldiers_in_slots(5), R"("pattern":{"type":"v"},"members":[{"group":"squad"}],
          "anchor":{"position":[0,0],"heading":0,"steering":{
            "behaviors":[{"type":"arrive","target":{"point":[9,0]},"when":{"type":"time","from":1}}]}})");
}

TEST(HiddenAnchors, HaveNoColumnsAndNoRows) {
  Simulator simulator = make_simulator(squad_to_a_goal());
  for (const char* name : {"arrive_ax", "arrive_vx", "arrive_on", "arrive_aim_x"}) {
    const std::vector<std::string> names = {name};
    EXPECT_EQ(validate_columns(names, simulator.world()).size(), 1u) << name;
  }
  const std::vector<std::string> contributions = {std::string(kAllContributions)};
  const std::vector<Column> columns = make_columns(contributions, simulator.world());
  std::vector<std::string> names;
  for (const Column& column : columns)
    names.push_back(column.name());
  EXPECT_THAT(names, ElementsAre("slot_arrive_ax", "slot_arrive_ay", "kinematic_seek_vx", "kinematic_seek_vy",
                                 "kinematic_seek_wz"));
  const TextRows rows(TraceFormat::csv, contributions, {}, simulator);
  EXPECT_EQ(rows.agents().size(), 5u);
}

TEST(HiddenAnchors, HaveNoTrailsAndNoTypes) {
  Simulator simulator = make_simulator(squad_to_a_goal());
  TrailRecorder recorder(simulator.world());
  recorder.observe(simulator.world());
  run_steps(simulator, 1);
  recorder.observe(simulator.world());
  const Trails trails = recorder.trails(simulator.world());
  EXPECT_EQ(trails.agents.size(), 5u);
  EXPECT_EQ(trails.types.size(), 3u);
  for (const ColumnKind& kind : column_kinds()) {
    if (kind.name != "type" && kind.name != "mode") continue;
    EXPECT_EQ(kind.texts(simulator.world()).size(), 3u) << kind.name;
  }
}

TEST(HiddenAnchors, CountInNoMetric) {
  const std::string metrics = R"(,"record":{"metrics":{"arrivals":{},"distance":{},"effort":{},"speed":{},
      "extent":{},"stuck":{},"nearest_neighbor":{},"collisions":{},"near_misses":{},"overlap":{},
      "path_progress":{},"clearance":{}}})";
  // A formation whose anchor goes off alone changes nothing for five who stay.
  const std::string agents =
      R"({"type":"log","count":5,"placement":{"type":"line","from":[0,0],"to":[8,0]},"group":"squad"})";
  const std::string away = R"("pattern":{"type":"line"},"members":[{"group":"squad"}],"moderation":"none",
      "anchor":{"position":[0,0],"heading":1,
                "steering":{"behaviors":[{"type":"arrive","target":{"point":[0,50]}}]}})";
  const MetricResults with = test::measure(formation_scene(agents, away, metrics), 100);
  const std::string still = R"("pattern":{"type":"line"},"members":[{"group":"squad"}],
      "anchor":{"type":"fixed","position":[0,0],"heading":0})";
  const MetricResults without = test::measure(formation_scene(agents, still, metrics), 100);
  EXPECT_EQ(with.to_json(), without.to_json());
  EXPECT_EQ(test::value_of(with, "arrivals.goals"), 0.0);
  EXPECT_EQ(test::value_of(with, "extent.final"), 4.0);
}

}  // namespace
}  // namespace drover::formation_columns_test
