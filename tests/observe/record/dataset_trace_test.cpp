// Runs written in the formats of datasets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "observe/read/trace_input.h"
#include "observe/record/trace_writer.h"
#include "support/observed_run.h"
#include "support/scene.h"

namespace drover {
namespace {

using test::Folder;
using test::read_text;
using testing::ElementsAre;
using testing::HasSubstr;

struct Recorded {
  std::string text;
  nlohmann::json meta;
  std::vector<std::string> notes;
};

// The file of so many steps of a scenario.
Recorded record(const std::string& scenario, TraceSpec spec, int steps) {
  const Folder folder;
  Simulator simulator = test::make_simulator(scenario);
  spec.path = folder.path(spec.path);
  TraceWriter writer;
  EXPECT_EQ(writer.open(spec, simulator), std::nullopt);
  for (int k = 0; k <= steps; ++k) {
    if (k > 0) test::run_steps(simulator, 1);
    EXPECT_EQ(writer.observe(simulator), std::nullopt);
  }
  EXPECT_EQ(writer.observe_last(simulator), std::nullopt);
  Provenance provenance;
  provenance.dt = simulator.world().model().dt;
  EXPECT_EQ(writer.finish(provenance, {}), std::nullopt);
  return {read_text(spec.path), nlohmann::json::parse(read_text(trace_meta_path(spec.path))), writer.notes()};
}

// One agent that coasts with 1 m per step through the right edge of a torus of 10 m.
std::string around(const std::string& events = "") {
  return test::coasting(R"({"type":"a","id":"a","position":[7.5,5],"velocity":[4,0]})", "",
                        R"(,"world":{"bounds":{"min":[0,0],"max":[10,10],"edge":"wrap"}})" + events);
}

TEST(DatasetTrace, DoesNotJumpAtTheEdgesOfATorus) {
  EXPECT_EQ(record(around(), {.path = "t.eth.txt", .every = 1}, 3).text,
            "0\t0\t7.5\t5\n10\t0\t8.5\t5\n20\t0\t9.5\t5\n30\t0\t10.5\t5\n");
}

TEST(DatasetTrace, OfATableJumpsUnlessItIsToBeUnwrapped) {
  const TraceSpec spec = {.path = "t.csv", .every = 1, .columns = {"x"}};
  EXPECT_EQ(record(around(), spec, 3).text, "x\n7.5\n8.5\n9.5\n0.5\n");
  TraceSpec unwrapped = spec;
  unwrapped.choices.unwrapped = true;
  const Recorded recorded = record(around(), unwrapped, 3);
  EXPECT_EQ(recorded.text, "x\n7.5\n8.5\n9.5\n10.5\n");
  EXPECT_EQ(recorded.meta["unwrapped"], true);
}

TEST(DatasetTrace, CanBeWrapped) {
  TraceSpec spec = {.path = "t.eth.txt", .every = 3};
  spec.choices.unwrapped = false;
  EXPECT_EQ(record(around(), spec, 3).text, "0\t0\t7.5\t5\n10\t0\t0.5\t5\n");
}

TEST(DatasetTrace, SaysThatAgentsWentBeyondTheEdgesWhereNobodyChose) {
  TraceSpec spec = {.path = "t.npz", .every = 1};
  EXPECT_THAT(record(around(), spec, 3).notes, ElementsAre(HasSubstr("--positions wrapped")));
  EXPECT_THAT(record(around(), spec, 2).notes, testing::IsEmpty()) << "nobody did";
  spec.choices.unwrapped = true;
  EXPECT_THAT(record(around(), spec, 3).notes, testing::IsEmpty());
}

TEST(DatasetTrace, SaysWhenDoorsOpened) {
  const std::string gate = test::coasting(
      R"({"type":"a","id":"a","position":[7.5,5],"velocity":[4,0]})", "",
      R"(,"world":{"walls":[{"id":"w","points":[[0,0],[9,0]]},{"id":"v","points":[[0,9],[9,9]]}]},
          "events":[{"type":"shape","at":0.5,"target":{"wall":"v"},"present":false}])");
  EXPECT_EQ(record(gate, {.path = "t.csv", .every = 1}, 3).meta["doors"].dump(),
            R"([{"present":false,"step":2,"wall":1}])");
  EXPECT_FALSE(record(around(), {.path = "t.csv", .every = 1}, 3).meta.contains("doors"));
}

TEST(DatasetTrace, JumpsWhereAnEventTeleports) {
  const std::string teleport =
      R"(,"events":[{"type":"teleport","at":0.5,"target":{"agent":"a"},"position":[3,5]}])";
  EXPECT_EQ(record(around(teleport), {.path = "t.eth.txt", .every = 1}, 3).text,
            "0\t0\t7.5\t5\n10\t0\t8.5\t5\n20\t0\t3\t5\n30\t0\t4\t5\n");
}

// The way is followed in the steps between two frames too.
TEST(DatasetTrace, CountsTurnsBetweenTwoFrames) {
  EXPECT_EQ(record(around(), {.path = "t.eth.txt", .every = 20}, 40).text,
            "0\t0\t7.5\t5\n10\t0\t27.5\t5\n20\t0\t47.5\t5\n");
}

TEST(DatasetTrace, HasNoFrameForALastStateBesideTheStride) {
  const Recorded dataset = record(around(), {.path = "t.pedpy.txt", .every = 2}, 5);
  EXPECT_THAT(dataset.text, HasSubstr("# framerate: 2\n"));
  EXPECT_THAT(dataset.text, testing::EndsWith("0 2 11.5 5 0\n"));
  EXPECT_EQ(dataset.meta["rows"], 3);
  EXPECT_EQ(dataset.meta["fps"], 2.0);
  EXPECT_EQ(dataset.meta["table"], "pedpy_text");
  const TraceSpec table = {.path = "t.csv", .every = 2, .columns = {"step"}};
  EXPECT_EQ(record(around(), table, 5).text, "step\n0\n2\n4\n5\n");
  TraceSpec frames = table;
  frames.choices.only_frames = true;
  EXPECT_EQ(record(around(), frames, 5).text, "step\n0\n2\n4\n");
}

TEST(DatasetTrace, AddsColumnsThatTellRunsApart) {
  TraceSpec spec = {.path = "t.csv", .every = 2, .columns = {"step"}};
  spec.choices = {.with = {"run_id", "seed", "frame"}, .run_id = "a,b", .only_frames = true};
  const Recorded recorded = record(around(), spec, 3);
  EXPECT_THAT(recorded.text,
              testing::MatchesRegex("step,run_id,seed,frame\n0,\"a,b\",[0-9]+,0\n2,\"a,b\",[0-9]+,1\n"));
  EXPECT_EQ(recorded.meta["columns"].size(), 4u);
}

TEST(DatasetTrace, SaysWhichColumnsItCannotHold) {
  const Recorded text =
      record(around(), {.path = "t.eth.txt", .every = 1, .columns = {"step", "x", "vx", "type"}}, 0);
  EXPECT_THAT(text.notes, ElementsAre(HasSubstr("cannot hold the columns vx, type"), HasSubstr("rate")));
  const Recorded numbers = record(around(), {.path = "t.h5", .every = 1, .columns = {"vx", "type"}}, 0);
  EXPECT_THAT(numbers.notes, ElementsAre(HasSubstr("cannot hold the column type")));
}

TEST(DatasetTrace, IsTheSameTextCompressed) {
  const Folder folder;
  for (const char* name : {"t.csv", "t.csv.zst"}) {
    Simulator simulator = test::make_simulator(around());
    TraceWriter writer;
    ASSERT_EQ(writer.open({.path = folder.path(name), .every = 1}, simulator), std::nullopt);
    for (int k = 0; k < 500; ++k) {
      ASSERT_EQ(writer.observe(simulator), std::nullopt);
      test::run_steps(simulator, 1);
    }
    ASSERT_EQ(writer.finish({}, {}), std::nullopt);
  }
  const auto text_of = [&](const char* name) {
    const auto input = open_trace(folder.path(name));
    return std::string(std::istreambuf_iterator<char>(*input), {});
  };
  EXPECT_EQ(text_of("t.csv.zst"), text_of("t.csv"));
  EXPECT_LT(read_text(folder.path("t.csv.zst")).size(), read_text(folder.path("t.csv")).size() / 2);
}

TEST(TraceInput, ReportsACompressedFileThatIsCutOffOrNone) {
  const Folder folder;
  std::ofstream(folder.path("none.csv.zst")) << "step,agent\n";
  const auto none = open_trace(folder.path("none.csv.zst"));
  EXPECT_THROW(none->rdbuf()->sbumpc(), std::ios_base::failure);
  EXPECT_EQ(open_trace(folder.path("nowhere.csv.zst")), nullptr);
}

TEST(TraceInput, TellsTracesByTheirNames) {
  for (const char* name : {"a.csv", "a.jsonl.zst", "a.ndjson", "a.csv.incomplete", "a.csv.zst.incomplete"})
    EXPECT_TRUE(is_trace_name(name)) << name;
  for (const char* name : {"a.json", "-", "a", "a.h5", "a.trajnet.ndjson", "a.txt"})
    EXPECT_FALSE(is_trace_name(name)) << name;
}

}  // namespace
}  // namespace drover
