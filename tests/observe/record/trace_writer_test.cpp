#include "observe/record/trace_writer.h"

#include <bit>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/observed_run.h"
#include "support/scene.h"

namespace drover::trace_writer_test {
namespace {

using test::Folder;
using test::make_simulator;
using test::read_text;
using test::run_steps;
using testing::HasSubstr;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == ',') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

double number_in(const std::string& text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  EXPECT_TRUE(error == std::errc() && end == text.data() + text.size()) << text;
  return value;
}

Provenance provenance_of(const Simulator& simulator, bool complete = true) {
  Provenance provenance;
  provenance.scenario_name = "test";
  provenance.steps = simulator.world().state.tick;
  provenance.dt = simulator.world().model().dt;
  provenance.state_hash = simulator.hash();
  provenance.complete = complete;
  return provenance;
}

// Writes the trace of so many steps; the states seen come back.
std::vector<AgentMotion> write_trace(Simulator& simulator, const TraceSpec& spec, int steps) {
  TraceWriter writer;
  EXPECT_EQ(writer.open(spec, simulator), std::nullopt);
  EXPECT_EQ(writer.observe(simulator), std::nullopt);
  std::vector<AgentMotion> states = {simulator.world().state.motion};
  for (int k = 0; k < steps; ++k) {
    run_steps(simulator, 1);
    EXPECT_EQ(writer.observe(simulator), std::nullopt);
    states.push_back(simulator.world().state.motion);
  }
  EXPECT_EQ(writer.observe_last(simulator), std::nullopt);
  EXPECT_EQ(writer.finish(provenance_of(simulator), {{"name", "test"}}), std::nullopt);
  return states;
}

std::string crowd() {
  return test::scene(R"([{"type":"seek","target":{"point":[3,7]}},{"type":"separation"}])",
                     R"([{"type":"a","count":20,"group":"crowd","speed":1,
                          "placement":{"type":"rectangle","min":[-10,-10],"max":[10,10]}},
                         {"type":"a","id":"loner","position":[0,0]}])");
}

TEST(TraceWriter, CsvReadsBackToTheSameBits) {
  const Folder folder;
  Simulator simulator = make_simulator(crowd());
  const TraceSpec spec = {.path = folder.path("t.csv"),
                          .columns = {"step", "agent", "x", "y", "vx", "vy", "hx", "hy"}};
  const std::vector<AgentMotion> states = write_trace(simulator, spec, 30);
  const std::vector<std::string> lines = lines_of(read_text(spec.path));
  ASSERT_EQ(lines.size(), 1 + 31 * 21u);
  EXPECT_EQ(lines[0], "step,agent,x,y,vx,vy,hx,hy");
  std::size_t line = 1;
  for (std::size_t step = 0; step < states.size(); ++step) {
    const AgentMotion& s = states[step];
    for (AgentIndex i = 0; i < s.size(); ++i, ++line) {
      const std::vector<std::string> fields = fields_of(lines[line]);
      ASSERT_EQ(fields.size(), 8u);
      EXPECT_EQ(fields[0], std::to_string(step));
      EXPECT_EQ(fields[1], std::to_string(i));
      const double expected[] = {s.x[i], s.y[i], s.vx[i], s.vy[i], s.hx[i], s.hy[i]};
      for (std::size_t k = 0; k < 6; ++k) {
        // Adding zero makes -0 a 0, as the trace does.
        ASSERT_EQ(std::bit_cast<std::uint64_t>(number_in(fields[k + 2])),
                  std::bit_cast<std::uint64_t>(expected[k] + 0.0));
      }
    }
  }
}

TEST(TraceWriter, JsonLinesHoldTheSameRows) {
  const Folder folder;
  Simulator simulator = make_simulator(crowd());
  const std::vector<std::string> columns = {"step", "time",  "agent", "name",
                                            "type", "group", "x",     "goal_distance"};
  const auto states = write_trace(simulator, {.path = folder.path("t.jsonl"), .columns = columns}, 5);
  const std::vector<std::string> lines = lines_of(read_text(folder.path("t.jsonl")));
  ASSERT_EQ(lines.size(), 6 * 21u);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const auto row = nlohmann::ordered_json::parse(lines[k]);
    ASSERT_EQ(row.size(), columns.size());
    EXPECT_EQ(row["step"], k / 21);
    EXPECT_EQ(row["agent"], k % 21);
    EXPECT_EQ(row["x"].get<double>(), states[k / 21].x[k % 21]);
    EXPECT_EQ(row["name"].is_null(), k % 21 != 20);
    EXPECT_EQ(row["group"], k % 21 == 20 ? nlohmann::ordered_json() : nlohmann::ordered_json("crowd"));
  }
  EXPECT_EQ(nlohmann::json::parse(lines.back())["name"], "loner");
}

TEST(TraceWriter, WritesEveryFewStepsAndTheLast) {
  const Folder folder;
  Simulator simulator = make_simulator(crowd());
  write_trace(simulator, {.path = folder.path("t.csv"), .every = 4, .columns = {"step", "agent"}}, 10);
  std::vector<std::string> steps;
  for (const std::string& line : lines_of(read_text(folder.path("t.csv")))) {
    if (fields_of(line)[1] == "0") steps.push_back(fields_of(line)[0]);
  }
  EXPECT_THAT(steps, testing::ElementsAre("0", "4", "8", "10"));
}

TEST(TraceWriter, WritesTheLastStepOnceWhenItIsDue) {
  const Folder folder;
  Simulator simulator = make_simulator(crowd());
  write_trace(simulator, {.path = folder.path("t.csv"), .every = 5, .columns = {"step"}}, 10);
  EXPECT_EQ(lines_of(read_text(folder.path("t.csv"))).size(), 1 + 3 * 21u);
}

TEST(TraceWriter, TheDefaultStrideKeepsTheRowsBelowAMillion) {
  EXPECT_EQ(default_trace_stride(300, 2000), 1);
  EXPECT_EQ(default_trace_stride(1000, 999), 1);
  EXPECT_EQ(default_trace_stride(1000, 1000), 2);
  EXPECT_EQ(default_trace_stride(10'000, 139), 2);
  EXPECT_EQ(default_trace_stride(100'000, 1000), 200);
  EXPECT_EQ(default_trace_stride(1'000'000, 10), 20);  // the initial state alone
  EXPECT_EQ(default_trace_stride(5'000'000, 0), 1);
  EXPECT_EQ(default_trace_stride(0, 1'000'000'000), 1);
}

TEST(TraceWriter, WithoutAStrideItIsTheDefaultOne) {
  const Folder folder;
  Simulator simulator = make_simulator(crowd());
  TraceWriter writer;
  ASSERT_EQ(writer.open({.path = folder.path("t.csv"), .steps = 100'000, .columns = {"step"}}, simulator),
            std::nullopt);
  const TraceSize size = writer.expected_size();
  EXPECT_EQ(size.stride, 5);
  EXPECT_EQ(size.rows, 20'001u * 21u);
}

TEST(TraceWriter, TheSizeToExpectIsNearTheOneWritten) {
  for (const std::string name : {"t.csv", "t.jsonl"}) {
    const Folder folder;
    Simulator simulator = make_simulator(crowd());
    TraceWriter writer;
    ASSERT_EQ(writer.open({.path = folder.path(name), .steps = 50}, simulator), std::nullopt);
    const TraceSize expected = writer.expected_size();
    write_trace(simulator, {.path = folder.path(name)}, 50);
    const std::string text = read_text(folder.path(name));
    EXPECT_EQ(lines_of(text).size() - (name == "t.csv" ? 1 : 0), expected.rows);
    EXPECT_GT(static_cast<double>(text.size()), 0.6 * static_cast<double>(expected.bytes)) << name;
    EXPECT_LT(static_cast<double>(text.size()), 1.6 * static_cast<double>(expected.bytes)) << name;
  }
}

TEST(TraceWriter, TellsTheMemoryOfFormatsThatAreWrittenAtTheEnd) {
  const Folder folder;
  Simulator simulator = make_simulator(crowd());
  for (const std::string name : {"t.csv", "t.csv.zst", "t.jsonl", "t.npz", "t.sqlite", "t.h5"}) {
    TraceWriter writer;
    ASSERT_EQ(writer.open({.path = folder.path(name), .every = 1, .steps = 1000}, simulator), std::nullopt);
    const TraceSize size = writer.expected_size();
    const bool is_kept = name == "t.npz" || name == "t.sqlite" || name == "t.h5";
    EXPECT_EQ(size.rows, 1001u * 21u);
    EXPECT_EQ(size.memory >= 10 * size.rows, is_kept) << name;
    EXPECT_GT(size.bytes, 4 * size.rows) << name;
  }
}

TEST(TraceWriter, WritesOnlyTheGroupsAskedFor) {
  const Folder folder;
  Simulator simulator = make_simulator(crowd());
  write_trace(simulator, {.path = folder.path("t.csv"), .columns = {"agent"}, .groups = {"crowd"}}, 1);
  EXPECT_EQ(lines_of(read_text(folder.path("t.csv"))).size(), 1 + 2 * 20u);
}

TEST(TraceWriter, RecordsContributionsWhenAColumnNeedsThem) {
  const Folder folder;
  Simulator simulator = make_simulator(crowd());
  write_trace(simulator, {.path = folder.path("t.csv"), .columns = {"seek_ax", "contributions"}}, 0);
  EXPECT_TRUE(simulator.contributions().enabled);
}

TEST(TraceWriter, MetaSaysHowTheTraceWasMade) {
  const Folder folder;
  Simulator simulator = make_simulator(crowd());
  write_trace(simulator, {.path = folder.path("t.csv"), .every = 2}, 4);
  const auto meta = nlohmann::ordered_json::parse(read_text(folder.path("t.csv.meta.json")));
  EXPECT_EQ(meta["format"], kTraceFormat);
  EXPECT_EQ(meta["drover"], drover_version());
  EXPECT_EQ(meta["rows"], 3 * 21);
  EXPECT_EQ(meta["every"], 2);
  EXPECT_EQ(meta["complete"], true);
  EXPECT_EQ(meta["columns"].size(), default_columns().size());
  EXPECT_EQ(meta["columns"][4]["name"], "x");
  EXPECT_EQ(meta["columns"][4]["unit"], "m");
  EXPECT_EQ(meta["scenario"]["name"], "test");
  EXPECT_EQ(meta["provenance"]["steps"], 4);
}

TEST(TraceWriter, AnInterruptedRunIsMarked) {
  const Folder folder;
  Simulator simulator = make_simulator(crowd());
  TraceWriter writer;
  ASSERT_EQ(writer.open({.path = folder.path("t.csv")}, simulator), std::nullopt);
  ASSERT_EQ(writer.observe(simulator), std::nullopt);
  ASSERT_EQ(writer.observe_last(simulator), std::nullopt);
  ASSERT_EQ(writer.finish(provenance_of(simulator, false), {}), std::nullopt);
  EXPECT_FALSE(std::filesystem::exists(folder.path("t.csv")));
  EXPECT_EQ(lines_of(read_text(folder.path("t.csv.incomplete"))).size(), 1 + 21u);
  const auto meta = nlohmann::ordered_json::parse(read_text(folder.path("t.csv.meta.json.incomplete")));
  EXPECT_EQ(meta["complete"], false);
}

TEST(TraceWriter, ATraceThatIsGivenUpLeavesNothing) {
  const Folder folder;
  Simulator simulator = make_simulator(crowd());
  {
    TraceWriter writer;
    ASSERT_EQ(writer.open({.path = folder.path("t.csv")}, simulator), std::nullopt);
    ASSERT_EQ(writer.observe(simulator), std::nullopt);
  }
  EXPECT_EQ(folder.file_count(), 0u);
}

TEST(TraceWriter, AFullDeviceIsReported) {
  Simulator simulator = make_simulator(crowd());
  TraceWriter writer;
  ASSERT_EQ(writer.open({.path = "/dev/full"}, simulator), std::nullopt);
  Failure failure = writer.observe(simulator);
  if (!failure) failure = writer.observe_last(simulator);
  if (!failure) failure = writer.finish(provenance_of(simulator), {});
  EXPECT_THAT(failure.value_or(""), HasSubstr("No space left"));
}

TEST(TraceWriter, AnUnknownEndingIsRefusedUnlessTheFormatIsGiven) {
  const Folder folder;
  Simulator simulator = make_simulator(crowd());
  TraceWriter writer;
  EXPECT_THAT(writer.open({.path = folder.path("t.xls")}, simulator).value_or(""), HasSubstr(".jsonl"));
  TraceWriter other;
  EXPECT_EQ(other.open({.path = folder.path("t.xls"), .choices = {.format = "csv"}}, simulator),
            std::nullopt);
}

TEST(TraceWriter, AStrideLeavesOutRowsAndChangesNone) {
  const std::vector<std::string> columns = {
      "step", "agent", "ax", "ay", "throttle", "steer", "smoothed_heading", "contributions", "x"};
  const Folder folder;
  Simulator all = make_simulator(crowd());
  write_trace(all, {.path = folder.path("all.csv"), .columns = columns}, 30);
  Simulator few = make_simulator(crowd());
  write_trace(few, {.path = folder.path("few.csv"), .every = 7, .columns = columns}, 30);
  std::vector<std::string> expected;
  for (const std::string& line : lines_of(read_text(folder.path("all.csv")))) {
    const std::string step = fields_of(line)[0];
    if (step == "step" || step == "30" || std::stoi(step) % 7 == 0) expected.push_back(line);
  }
  EXPECT_EQ(expected.size(), 1 + 6 * 21u);
  EXPECT_EQ(lines_of(read_text(folder.path("few.csv"))), expected);
}

}  // namespace
}  // namespace drover::trace_writer_test
