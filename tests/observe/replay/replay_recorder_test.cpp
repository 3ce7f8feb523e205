// What a replay tells of a run.
#include "observe/replay/replay_recorder.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/replay/replay_reader.h"
#include "support/observed_run.h"
#include "support/scene.h"

namespace drover::replay_recorder_test {
namespace {

// Records a run whose scenario asks for no metrics.
Replay record(Simulator& simulator, int steps, const ReplayOptions& options = {},
              const ScenarioDef& def = {}) {
  ScenarioDef scenario = def;
  if (scenario.events.size() != simulator.world().model().events.size())
    scenario.events.resize(simulator.world().model().events.size());
  for (std::size_t k = 0; k < scenario.events.size(); ++k)
    scenario.events[k].event.kind = simulator.world().model().events[k].kind;
  ReplayRecorder recorder(scenario, simulator, options);
  recorder.observe();
  for (int k = 0; k < steps; ++k) {
    test::run_steps(simulator, 1);
    recorder.observe();
  }
  return recorder.finish(true);
}

std::vector<ReplayMark> marks_of(const Replay& replay, std::string_view kind) {
  std::vector<ReplayMark> marks;
  std::ranges::copy_if(replay.marks, std::back_inserter(marks),
                       [kind](const ReplayMark& mark) { return mark.kind == kind; });
  return marks;
}

TEST(ReplayRecorder, KeepsEveryStateOfAShortRun) {
  Simulator simulator =
      test::make_simulator(test::scene(R"([{"type":"seek","target":{"point":[50,0]}}])",
                                       R"([{"type":"a","position":[0,0],"velocity":[1,0]}])"));
  const Replay replay = record(simulator, 40);
  ASSERT_EQ(replay.frames.frames().size(), 41u);
  EXPECT_EQ(replay.frames.frames()[40].step, 40);
  EXPECT_EQ(replay.frames.frames()[40].samples[0].position, simulator.world().state.motion.position(0));
  EXPECT_DOUBLE_EQ(replay.duration, 40 * replay.dt);
  EXPECT_TRUE(replay.notes.empty()) << "nothing was thinned";
}

TEST(ReplayRecorder, SaysWhatItThinned) {
  Simulator simulator = test::make_simulator(
      test::scene(R"([{"type":"seek","target":{"point":[50,0]}}])", R"([{"type":"a","position":[0,0]}])"));
  const Replay replay = record(simulator, 45, {.limits = {.frames = 10, .samples = 1000, .fewest = 2}});
  EXPECT_LE(replay.frames.frames().size(), 11u);
  EXPECT_EQ(replay.frames.frames().back().step, 45) << "the last state is there";
  ASSERT_EQ(replay.notes.size(), 1u);
  EXPECT_THAT(replay.notes[0], testing::HasSubstr("One of 8 steps"));
}

// Bodies that are one over the other are in contact once, however long.
TEST(ReplayRecorder, MarksContactsWhereTheyBegin) {
  Simulator simulator = test::make_simulator(test::scene(
      "[]", R"([{"type":"a","id":"left","position":[0,0],"velocity":[1,0]},{"type":"a","position":[5,0]}])"));
  const double reach = 2.0 * simulator.world().state.limits.radius[0];
  const Replay replay = record(simulator, 600);
  const std::vector<ReplayMark> contacts = marks_of(replay, "contact");
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_THAT(contacts[0].text, testing::HasSubstr("left"));
  EXPECT_THAT(contacts[0].agents, testing::ElementsAre(0, 1));
  EXPECT_NEAR(contacts[0].time, 5.0 - reach, 2.0 * replay.dt);
}

TEST(ReplayRecorder, MarksEventsAndWhoComesAndGoes) {
  Simulator simulator = test::make_simulator(test::scene(
      "[]", R"([{"type":"a","id":"one","position":[0,0]},{"type":"a","id":"two","position":[5,0]}])", "",
      R"(,"events":[{"type":"remove","target":{"agent":"two"},"at":0.5},{"type":"teleport","target":{"agent":"one"},"at":1,"position":[9,9]}])"));
  const Replay replay = record(simulator, 120);
  const std::vector<ReplayMark> events = marks_of(replay, "event");
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].text, "remove");
  EXPECT_NEAR(events[0].time, 0.5, 2.0 * replay.dt);
  const std::vector<ReplayMark> removed = marks_of(replay, "removed");
  ASSERT_EQ(removed.size(), 1u);
  EXPECT_EQ(removed[0].text, "two is removed");
  const auto jumped = std::ranges::find_if(
      replay.frames.frames(), [](const ReplayFrame& frame) { return frame.samples[0].has_jumped; });
  ASSERT_NE(jumped, replay.frames.frames().end()) << "no way leads to where it was put";
  EXPECT_EQ(jumped->samples[0].position, (Vec3{9, 9, 0}));
}

TEST(ReplayRecorder, NotesModesDoorsAndDetailsOfChosenAgents) {
  Simulator simulator = test::make_simulator(
      R"({"format":1,"agent_types":{"a":{"steering":{"modes":{"go":{"behaviors":[{"type":"seek","target":{"point":[50,0]}}],
      "transitions":[{"to":"stay","when":{"type":"time_in_mode","greater_than":0.5}}]},"stay":{"behaviors":[{"type":"arrive","target":{"point":[0,0]}}]}}}}},
      "agents":[{"type":"a","position":[0,0]}],
      "world":{"walls":[{"id":"door","points":[[0,3],[4,3]]}]},
      "events":[{"type":"shape","target":{"wall":"door"},"at":1,"present":false}]})");
  ReplayOptions options;
  options.details = {.agents = {0}, .aims = true, .contributions = true};
  const Replay replay = record(simulator, 100, options);
  EXPECT_THAT(replay.modes, testing::ElementsAre("go", "stay"));
  ASSERT_EQ(replay.mode_changes.size(), 2u);
  EXPECT_EQ(replay.mode_changes[0].step, 0);
  EXPECT_EQ(replay.mode_changes[1].value, 1.0);
  ASSERT_EQ(replay.doors.size(), 2u);
  EXPECT_EQ(replay.doors[0].value, 1.0);
  EXPECT_EQ(replay.doors[1].value, 0.0);
  ASSERT_EQ(replay.details.size(), 101u);
  const std::vector<ReplayItem>& items = replay.details[5].items;
  EXPECT_TRUE(std::ranges::any_of(items, [](const ReplayItem& item) { return item.kind == "aim"; }));
  EXPECT_TRUE(std::ranges::any_of(items, [](const ReplayItem& item) {
    return item.kind == "contribution" && item.text.ends_with("seek") && item.points[1].x > item.points[0].x;
  }));
}

// Those within the radius of a behavior, and nobody else, also over an edge that wraps.
TEST(ReplayRecorder, FindsWhomAnAgentPerceives) {
  Simulator simulator = test::make_simulator(test::scene(
      R"([{"type":"separation","radius":3}])",
      R"([{"type":"a","position":[1,5]},{"type":"a","position":[3,5]},{"type":"a","position":[9,5]},{"type":"a","position":[5,5]}])",
      "", R"(,"world":{"bounds":{"min":[0,0],"max":[10,10],"edge":"wrap"}})"));
  ReplayOptions options;
  options.details = {.agents = {0}, .neighbors = true};
  const Replay replay = record(simulator, 0, options);
  ASSERT_EQ(replay.details.size(), 1u);
  const std::vector<ReplayItem>& items = replay.details[0].items;
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(items[0].kind, "neighbor");
  EXPECT_EQ(items[0].points[1], (Vec3{3, 5, 0}));
  EXPECT_EQ(items[1].points[1], (Vec3{-1, 5, 0})) << "over the edge";
}

// The curve of a metric, and the moment from which on an expectation stayed broken.
TEST(ReplayRecorder, DrawsCurvesAndMarksBrokenExpectations) {
  Simulator simulator =
      test::make_simulator(test::scene("[]", R"([{"type":"a","position":[0,0],"velocity":[1,0]}])"));
  ScenarioDef def;
  def.expect.resize(2);
  def.expect[0].metric = "distance.total";
  def.expect[0].at_most = 2.0;
  def.expect[1].metric = "distance.maximum";
  def.expect[1].at_least = 100.0;
  const Replay replay = record(simulator, 240, {}, def);
  const auto speed = std::ranges::find(replay.charts, "speed", &ReplayChart::name);
  ASSERT_NE(speed, replay.charts.end());
  ASSERT_EQ(speed->series.size(), 3u);
  EXPECT_DOUBLE_EQ(*speed->series[1].values.front(), 1.0);
  EXPECT_EQ(speed->series[1].values.size(), (241 + speed->every - 1) / speed->every);
  const auto total = std::ranges::find(replay.charts, "distance.total", &ReplayChart::name);
  ASSERT_NE(total, replay.charts.end());
  const std::vector<ReplayMark> broken = marks_of(replay, "expectation");
  ASSERT_EQ(broken.size(), 2u);
  EXPECT_NEAR(broken[0].time, 2.0, 2.0 * replay.dt) << "where it went beyond the limit";
  EXPECT_DOUBLE_EQ(broken[1].time, 240 * replay.dt) << "what never came is missed at the end";
}

std::string text_of(const std::string& file) {
  std::ifstream input(std::string(DROVER_SOURCE_DIR) + "/" + file);
  return {std::istreambuf_iterator<char>(input), {}};
}

// The times of a flight ascend, and its end is the last of them.
TEST(ReplayRecorder, FollowsProjectilesWithTheirTimes) {
  Simulator simulator = test::make_simulator(text_of("scenarios/actions/fire.json"));
  const Replay replay = record(simulator, 400);
  ASSERT_FALSE(replay.flights.empty());
  bool has_ended = false;
  for (const ReplayFlight& flight : replay.flights) {
    has_ended = has_ended || !flight.end.empty();
    for (std::size_t k = 1; k < flight.points.size(); ++k)
      EXPECT_GT(flight.points[k].time, flight.points[k - 1].time);
  }
  EXPECT_TRUE(has_ended);
}

// Rows of states are curves of their columns, lists of what happened are counted.
TEST(ReplayRecorder, DrawsTheRowsOfMetrics) {
  test::LoadedRun run = test::load_run(text_of("scenarios/demos/two_doors.json"));
  const Replay replay = record(run.simulator, 1500, {}, run.def);
  const auto chart = std::ranges::find_if(
      replay.charts, [](const ReplayChart& one) { return one.name.ends_with(" so far"); });
  ASSERT_NE(chart, replay.charts.end());
  EXPECT_EQ(chart->series.front().values.front(), 1.0);
}

TEST(ReplayRecorder, FollowsFormationsAndTheirMembers) {
  Simulator simulator = test::make_simulator(text_of("scenarios/formations/way_to_slot.json"));
  const Replay replay = record(simulator, 50);
  ASSERT_FALSE(replay.formations.empty());
  const ReplayFormation& last = replay.formations.back();
  EXPECT_EQ(last.step, 50);
  EXPECT_TRUE(std::ranges::any_of(last.slots,
                                  [](const ReplayFormation::Slot& slot) { return slot.agent.has_value(); }));
}

TEST(ReplayReader, ReadsTheSameFramesFromATrace) {
  const std::string text =
      "step,agent,x,y,hx,hy\n0,0,1,2,1,0\n0,7,5,5,0,1\n5,0,2,2,1,0\n5,7,5,6,0,1\n10,0,3,2,1,0\n";
  Simulator simulator = test::make_simulator(test::scene("[]", R"([{"type":"a","position":[0,0]}])"));
  std::istringstream input(text);
  const std::vector<TrailCut> cuts = {{5, 0}};
  const ReplayReading reading = read_replay_rows(input, simulator.world(), cuts);
  ASSERT_FALSE(reading.problem) << reading.problem->text();
  ASSERT_EQ(reading.replay.frames.frames().size(), 3u);
  const std::span<const ReplayFrame> frames = reading.replay.frames.frames();
  EXPECT_EQ(frames[1].samples[0].position, (Vec3{2, 2, 0}));
  EXPECT_TRUE(frames[1].samples[0].has_jumped);
  EXPECT_EQ(frames[1].samples[1].heading, (Vec3{0, 1, 0}));
  EXPECT_FALSE(frames[2].samples.size() > 1 && frames[2].samples[1].is_present);
  EXPECT_THAT(reading.replay.notes, testing::ElementsAre("1 agent of the trace are not in the scenario."));
}

TEST(ReplayReader, RefusesASecondRowOfAnAgentInAStep) {
  Simulator simulator = test::make_simulator(test::scene("[]", R"([{"type":"a","position":[0,0]}])"));
  std::istringstream input("step,agent,x,y\n0,0,1,2\n0,0,1,3\n");
  const ReplayReading reading = read_replay_rows(input, simulator.world(), {});
  ASSERT_TRUE(reading.problem);
  EXPECT_EQ(reading.problem->line, 3u);
}

TEST(MarkList, KeepsMarksEvenlyOverARun) {
  MarkList list("contact");
  for (int k = 0; k < 5000; ++k)
    list.add(k, "x");
  EXPECT_EQ(list.count(), 5000u);
  EXPECT_LE(list.marks().size(), 400u);
  EXPECT_GE(list.marks().size(), 200u);
  const double gap = list.marks()[1].time - list.marks()[0].time;
  for (std::size_t k = 1; k < list.marks().size(); ++k)
    EXPECT_DOUBLE_EQ(list.marks()[k].time - list.marks()[k - 1].time, gap);
}

}  // namespace
}  // namespace drover::replay_recorder_test
