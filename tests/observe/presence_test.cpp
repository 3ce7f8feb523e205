// What is measured and written about agents that come, go and are put somewhere else.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "observe/picture/picture.h"
#include "observe/read/trace_reader.h"
#include "observe/record/trace_history.h"
#include "observe/record/trace_writer.h"
#include "observe/record/trails.h"
#include "support/observed_run.h"
#include "support/scene.h"

namespace drover::presence_test {
namespace {

using test::coasting;
using test::Folder;
using test::is_absent;
using test::measure;
using test::read_text;
using test::run_steps;
using test::value_of;

std::string events(const std::string& list) {
  return R"(,"events":[)" + list + "]";
}

constexpr const char* kOne = R"({"id":"one","type":"a","position":[0,0],"velocity":[1,0]})";
// Comes at 1 s and coasts upwards with 2 m/s.
constexpr const char* kComes =
    R"({"type":"spawn","at":1,"agents":{"id":"two","type":"a","position":[0,3],"velocity":[0,2]}})";
constexpr const char* kGoes = R"({"type":"remove","at":1,"target":{"agent":"one"}})";
constexpr const char* kJumps =
    R"({"type":"teleport","at":1,"target":{"agent":"one"},"position":[50,0],"velocity":[0,1]})";

MetricResults eight_steps(const std::string& metrics, const std::string& list,
                          const std::string& agents = kOne) {
  return measure(coasting(agents, metrics, events(list)), 8);
}

TEST(Presence, DistanceCountsTheStepsAnAgentWasThereFor) {
  const MetricResults comes = eight_steps(R"("distance":{})", kComes);
  EXPECT_EQ(value_of(comes, "distance.total"), 2.0 + 2.0);
  EXPECT_EQ(value_of(comes, "distance.mean"), 2.0);
  // The step that leads to the state in which it is gone is not seen.
  EXPECT_EQ(value_of(eight_steps(R"("distance":{})", kGoes), "distance.total"), 0.75);
}

TEST(Presence, AnAgentThatNeverSpawnsCountsNowhere) {
  const MetricResults results = eight_steps(
      R"("distance":{},"speed":{})", R"({"type":"spawn","at":99,"agents":{"type":"a","position":[0,3]}})");
  EXPECT_EQ(value_of(results, "distance.mean"), 2.0);
  EXPECT_EQ(value_of(results, "speed.mean"), 1.0);
}

TEST(Presence, ATeleportIsNoTravel) {
  const MetricResults results = eight_steps(R"("distance":{},"effort":{})", kJumps);
  EXPECT_EQ(value_of(results, "distance.total"), 0.75 + 1.0);
  EXPECT_EQ(value_of(results, "effort.total"), 0.0);
}

TEST(Presence, MeansAreOverPresentAgents) {
  // 1 m/s alone for the states 0 to 3, then 1 and 2 m/s for the states 4 to 8.
  const MetricResults results = eight_steps(R"("speed":{},"polarization":{},"extent":{})", kComes);
  EXPECT_EQ(value_of(results, "speed.final"), 1.5);
  EXPECT_NEAR(value_of(results, "speed.mean"), (4 * 1.0 + 5 * 1.5) / 9, 1e-15);
  EXPECT_NEAR(value_of(results, "polarization.final"), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(value_of(results, "polarization.mean"), (4 * 1.0 + 5 * std::sqrt(0.5)) / 9, 1e-15);
  EXPECT_NEAR(value_of(results, "extent.final"), 0.5 * std::sqrt(4.0 + 25.0), 1e-12);
}

TEST(Presence, ALastStateWithoutAgentsHasNoMean) {
  const MetricResults results =
      eight_steps(R"("speed":{},"polarization":{},"extent":{},"milling":{},"nearest_neighbor":{})", kGoes);
  EXPECT_EQ(value_of(results, "speed.mean"), 1.0);
  for (const char* path :
       {"speed.final", "polarization.final", "extent.final", "milling.final", "nearest_neighbor.final"})
    EXPECT_TRUE(is_absent(results, path)) << path;
}

TEST(Presence, NeighborsArePresentAgents) {
  const std::string three =
      std::string(kOne) + R"(,{"id":"near","type":"a","position":[0,2],"velocity":[1,0]},
    {"type":"a","position":[0,8],"velocity":[1,0]})";
  const MetricResults results = eight_steps(R"("nearest_neighbor":{},"near_misses":{"margin":1.5})",
                                            R"({"type":"remove","at":1,"target":{"agent":"near"}})", three);
  EXPECT_EQ(value_of(results, "nearest_neighbor.final"), 8.0);
  EXPECT_EQ(value_of(results, "near_misses.events"), 1.0);
  EXPECT_EQ(value_of(results, "near_misses.closest"), 1.0);
}

TEST(Presence, AbsentAgentsDoNotCollide) {
  const std::string world =
      R"(,"world":{"obstacles":[{"center":[0,3],"radius":1}],"walls":[{"points":[[-1,3],[1,3]]}]})";
  const std::string spawn = R"({"type":"spawn","at":9,"agents":{"type":"a","position":[0.2,3]}},)"
                            R"({"type":"spawn","at":9,"agents":{"type":"a","position":[0,3]}})";
  const MetricResults results =
      measure(coasting(R"({"type":"a","position":[0,9]})", R"("collisions":{},"overlap":{},"near_misses":{})",
                       world + events(spawn)),
              8);
  for (const char* path : {"collisions.agent_agent", "collisions.agent_obstacle", "collisions.agent_wall",
                           "overlap.pairs_maximum", "near_misses.events"})
    EXPECT_EQ(value_of(results, path), 0.0) << path;
}

TEST(Presence, AContactEndsWithARemoval) {
  const MetricResults results =
      eight_steps(R"("collisions":{})", kGoes,
                  std::string(kOne) + R"(,{"type":"a","position":[0.5,0],"velocity":[1,0]})");
  EXPECT_EQ(value_of(results, "collisions.agent_agent"), 1.0);
  EXPECT_EQ(value_of(results, "collisions.agent_agent_seconds"), 2 * 3 * 0.25);
}

// Walks with 1 m/s towards a goal 4 m away.
std::string goers(const std::string& agents, const std::string& list) {
  return R"({"format":1,"simulation":{"dt":0.25},"agent_types":{"a":{"max_speed":1,"max_acceleration":1000,
    "steering":{"behaviors":[{"type":"seek","target":{"point":[4,0]},"response_time":0.25}]}}},"agents":[)" +
         agents + R"(],"record":{"metrics":{"arrivals":{"radius":1},"stuck":{}}})" + events(list) + "}";
}

TEST(Presence, AnAgentThatArrivedStaysArrivedWhenItIsRemoved) {
  const MetricResults results = measure(goers(R"({"id":"one","type":"a","position":[0,0],"velocity":[1,0]},
                       {"id":"far","type":"a","position":[-90,0]})",
                                              R"({"type":"remove","at":4,"target":{"agent_type":"a"}})"),
                                        40);
  EXPECT_EQ(value_of(results, "arrivals.goals"), 2.0);
  EXPECT_EQ(value_of(results, "arrivals.count"), 1.0);
  EXPECT_EQ(value_of(results, "arrivals.time_mean"), 3.0);
  EXPECT_EQ(value_of(results, "stuck.final"), 0.0);
}

TEST(Presence, TheWayOfANewcomerBeginsWhenItComes) {
  const MetricResults results = measure(
      goers("", R"({"type":"spawn","at":5,"agents":{"type":"a","position":[0,0],"velocity":[1,0]}})"), 40);
  EXPECT_EQ(value_of(results, "arrivals.goals"), 1.0);
  EXPECT_EQ(value_of(results, "arrivals.time_mean"), 8.0);
  EXPECT_EQ(value_of(results, "arrivals.travel_time_mean"), 3.0);
}

TEST(Presence, PathProgressLeapsNeitherAtABirthNorAtATeleport) {
  const std::string text =
      R"({"format":1,"simulation":{"dt":0.25},"world":{"paths":{"p":{"points":[[0,0],[100,0]]}}},
      "agent_types":{"a":{"max_speed":1,"steering":{"arbiter":{"type":"weighted_sum"},"behaviors":[{"type":"follow_path","path":"p","weight":0}]}}},
      "agents":[{"id":"one","type":"a","position":[10,0],"velocity":[1,0]}],
      "events":[{"type":"teleport","at":1,"target":{"agent":"one"},"position":[60,0]},
                {"type":"spawn","at":1,"agents":{"type":"a","position":[30,0],"velocity":[1,0]}}],
      "record":{"metrics":{"path_progress":{}}}})";
  const MetricResults results = measure(text, 8);
  EXPECT_EQ(value_of(results, "path_progress.followers"), 2.0);
  EXPECT_NEAR(value_of(results, "path_progress.mean"), 0.5 * (1.75 + 1.0), 1e-12);
}

Simulator simulator_with(const std::string& list, const std::string& type = "") {
  return test::make_simulator(R"({"format":1,"simulation":{"dt":0.25},"agent_types":{"a":{"max_speed":100)" +
                              type + R"(}},"agents":[)" + kOne + "]" + events(list) + "}");
}

TEST(Presence, HistoryOfAnAgentBeginsWhereItWasPut) {
  Simulator simulator = simulator_with(std::string(kComes) + "," + kJumps, R"(,"heading_samples":4)");
  TraceHistory history(simulator.world(), TraceHistory::acceleration_need + TraceHistory::smoothing_need);
  history.advance(simulator.world());
  for (int k = 0; k < 4; ++k) {
    run_steps(simulator, 1);
    history.advance(simulator.world());
  }
  ASSERT_EQ(simulator.world().state.motion.velocity(0), (Vec3{0.0, 1.0, 0.0}));
  EXPECT_EQ(history.acceleration(simulator.world(), 0), Vec3{});
  EXPECT_EQ(history.acceleration(simulator.world(), 1), Vec3{});
  EXPECT_EQ(history.smoothed_heading(0), (Vec3{0.0, 1.0, 0.0}));
  EXPECT_EQ(history.smoothed_heading(1), (Vec3{0.0, 1.0, 0.0}));
}

TEST(Presence, TrailsBeginAtBirthBreakAtTeleportsAndEndAtRemoval) {
  Simulator simulator = simulator_with(std::string(kComes) + "," + kJumps +
                                       R"(,{"type":"remove","at":1.5,"target":{"agent":"one"}})");
  TrailRecorder recorder(simulator.world());
  recorder.observe(simulator.world());
  for (int k = 0; k < 8; ++k) {
    run_steps(simulator, 1);
    recorder.observe(simulator.world());
  }
  const Trails trails = recorder.trails(simulator.world());
  ASSERT_EQ(trails.agents.size(), 2u);
  const Trail& one = trails.agents[0];
  EXPECT_TRUE(one.gone);
  EXPECT_EQ(one.points.back().step, 5);
  for (const TrailPoint& point : one.points)
    EXPECT_EQ(point.cut, point.step == 4) << point.step;
  const Trail& two = trails.agents[1];
  EXPECT_EQ(two.name, "two");
  EXPECT_FALSE(two.gone);
  EXPECT_EQ(two.points.front().step, 4);
  EXPECT_FALSE(two.points.front().cut);
}

TEST(Presence, ATrailOfAnAgentThatIsNotYetThereIsNone) {
  Simulator simulator = simulator_with(R"({"type":"spawn","at":9,"agents":{"type":"a","position":[0,3]}})");
  TrailRecorder recorder(simulator.world());
  recorder.observe(simulator.world());
  EXPECT_EQ(recorder.trails(simulator.world()).agents.size(), 1u);
}

TEST(Presence, ATraceHasRowsOfPresentAgentsAndDrawsLikeTheRun) {
  const Folder folder;
  Simulator simulator = simulator_with(std::string(kComes) + "," + kJumps +
                                       R"(,{"type":"remove","at":1.5,"target":{"agent":"one"}})");
  TrailRecorder recorder(simulator.world());
  TraceWriter writer;
  ASSERT_EQ(writer.open({.path = folder.path("t.csv"), .columns = {"step", "agent", "x", "y", "hx", "hy"}},
                        simulator),
            std::nullopt);
  for (int k = 0; k <= 8; ++k) {
    if (k > 0) run_steps(simulator, 1);
    recorder.observe(simulator.world());
    ASSERT_EQ(writer.observe(simulator), std::nullopt);
  }
  ASSERT_EQ(writer.observe_last(simulator), std::nullopt);
  ASSERT_EQ(writer.finish({}, {}), std::nullopt);
  EXPECT_EQ(writer.row_count(), 6u + 5u);
  const auto meta = nlohmann::json::parse(read_text(folder.path("t.csv.meta.json")));
  EXPECT_EQ(meta["rows"], 11);
  EXPECT_EQ(meta["teleports"].dump(), "[[4,0]]");

  std::ifstream file(folder.path("t.csv"));
  const TraceReading reading =
      read_trace(file, simulator.world(), {}, std::vector<TrailCut>{{.step = 4, .number = 0}});
  ASSERT_FALSE(reading.problem);
  EXPECT_EQ(draw_svg(simulator.world(), reading.trails, {}),
            draw_svg(simulator.world(), recorder.trails(simulator.world()), {}));
}

TEST(Presence, ATraceThatWasCutOffMakesNoAgentGone) {
  std::istringstream input("step,agent,x,y\n0,0,0,0\n0,1,1,1\n1,0,0,0\n1,1,2,1\n2,0,0,0\n2,1,3");
  const TraceReading reading = read_trace(input, World{});
  ASSERT_EQ(reading.trails.agents.size(), 2u);
  EXPECT_FALSE(reading.trails.agents[1].gone);
}

TEST(Presence, APictureShowsARemovedAgentAsACrossAndNoLineAcrossATeleport) {
  Simulator simulator =
      simulator_with(std::string(kJumps) + R"(,{"type":"remove","at":1.5,"target":{"agent":"one"}})");
  TrailRecorder recorder(simulator.world());
  recorder.observe(simulator.world());
  for (int k = 0; k < 8; ++k) {
    run_steps(simulator, 1);
    recorder.observe(simulator.world());
  }
  Trails trails = recorder.trails(simulator.world());
  const std::string svg = draw_svg(simulator.world(), trails, {});
  EXPECT_NE(svg.find("class=\"removals\""), std::string::npos);
  EXPECT_NE(svg.find(">removed<"), std::string::npos);
  EXPECT_EQ(svg.find("class=\"headings\""), std::string::npos);
  for (TrailPoint& point : trails.agents[0].points)
    point.cut = false;
  EXPECT_NE(draw_svg(simulator.world(), trails, {}), svg) << "the way across would be seen";
}

}  // namespace
}  // namespace drover::presence_test
