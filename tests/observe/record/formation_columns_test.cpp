#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/formation_scenes.h"
#include "observe/metrics/metric_set.h"
#include "observe/observed_run.h"
#include "observe/record/columns.h"
#include "observe/record/trace_rows.h"
#include "observe/record/trails.h"
#include "support/scene.h"

namespace drover {
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
}

// A formation that travels at 3 m/s: slots are 2 m ahead, and that is no error.
TEST(FormationColumns, TheErrorLeavesTheLeadOut) {
  Simulator simulator = make_simulator(
      formation_scene(soldiers_in_slots(5), R"("pattern":{"type":"v"},"members":[{"group":"squad"}],
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
  EXPECT_THAT(names,
              ElementsAre("slot_arrive_ax", "slot_arrive_ay", "kinematic_seek_vx", "kinematic_seek_vy"));
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
}  // namespace drover
