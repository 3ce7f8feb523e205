#include "observe/convert/trace_conversion.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/model_of.h"
#include "support/observed_run.h"
#include "support/scene.h"

namespace drover {
namespace {

using test::Folder;
using test::read_text;
using testing::ElementsAre;
using testing::HasSubstr;

nlohmann::ordered_json meta_with(const char* columns) {
  nlohmann::ordered_json meta = {
      {"table", "csv"}, {"every", 2}, {"dt", 0.5}, {"provenance", {{"scenario", "s"}}}};
  meta["columns"] = nlohmann::ordered_json::parse(columns);
  return meta;
}

constexpr const char* kColumns =
    R"([{"name":"step","type":"integer"},{"name":"agent","type":"integer"},{"name":"type","type":"text"},
        {"name":"x","type":"number","unit":"m"},{"name":"y","type":"number"},{"name":"vx","type":"number"}])";
constexpr const char* kTrace =
    "step,agent,type,x,y,vx\n0,3,\"a,b\",0.3333333333333333,-0.0,\n0,8,c,1e-300,2,1\n2,3,\"a,b\",9.5,2,1\n4,"
    "3,c,0.5,2,1\n";

struct Converted {
  Conversion result;
  std::string text;
  nlohmann::json meta;
};

// Converts a trace of a torus of 10 m.
Converted convert(const std::string& trace, ConversionSpec spec, std::vector<TrailCut> cuts = {}) {
  const Folder folder;
  const Simulator simulator = test::make_simulator(
      R"({"format":1,"agent_types":{"a":{"max_speed":1}},"agents":[{"type":"a","position":[1,1]}],
          "world":{"bounds":{"min":[0,0],"max":[10,10],"edge":"wrap"}}})");
  const nlohmann::ordered_json meta = meta_with(kColumns);
  std::istringstream rows(trace);
  spec.path = folder.path(spec.path);
  Converted converted;
  converted.result = convert_trace({rows, "t.csv", meta, simulator.world(), cuts}, spec);
  if (!converted.result.is_good()) {
    EXPECT_EQ(folder.file_count(), 0u) << "a file was left";
    return converted;
  }
  converted.text = read_text(spec.path);
  converted.meta = nlohmann::json::parse(read_text(spec.path + ".meta.json"));
  return converted;
}

TEST(TraceConversion, KeepsTheColumnsAndTheNumbersOfATable) {
  const Converted found = convert(kTrace, {.path = "o.jsonl", .every = 2});
  EXPECT_EQ(found.text,
            "{\"step\":0,\"agent\":3,\"type\":\"a,b\",\"x\":0.3333333333333333,\"y\":0,\"vx\":null}\n"
            "{\"step\":0,\"agent\":8,\"type\":\"c\",\"x\":1e-300,\"y\":2,\"vx\":1}\n"
            "{\"step\":2,\"agent\":3,\"type\":\"a,b\",\"x\":9.5,\"y\":2,\"vx\":1}\n"
            "{\"step\":4,\"agent\":3,\"type\":\"c\",\"x\":0.5,\"y\":2,\"vx\":1}\n");
  EXPECT_EQ(found.meta["table"], "jsonl");
  EXPECT_EQ(found.meta["rows"], 4);
  EXPECT_EQ(found.meta["fps"], 1.0);
  EXPECT_EQ(found.meta["columns"][3]["unit"], "m");
}

TEST(TraceConversion, ReadsItsOwnJsonLines) {
  const std::string lines = convert(kTrace, {.path = "o.jsonl", .every = 2}).text;
  EXPECT_EQ(convert(lines, {.path = "o.jsonl", .every = 2}).text, lines);
}

TEST(TraceConversion, UnwrapsALayoutAndLeavesOutStatesBetweenFrames) {
  EXPECT_EQ(convert(kTrace, {.path = "o.eth.txt", .every = 4}).text,
            "0\t3\t0.3333333333333333\t0\n0\t8\t1e-300\t2\n10\t3\t0.5\t2\n");
  const Converted found =
      convert("step,agent,x,y\n0,1,6,5\n2,1,9.5,5\n4,1,0.5,5\n", {.path = "o.eth.txt", .every = 2});
  EXPECT_EQ(found.text, "0\t1\t6\t5\n10\t1\t9.5\t5\n20\t1\t10.5\t5\n");
  EXPECT_EQ(found.meta["unwrapped"], true);
  EXPECT_EQ(
      convert("step,agent,x,y\n0,1,9.5,5\n2,1,0.5,5\n", {.path = "o.eth.txt", .every = 2}, {{2, 1}}).text,
      "0\t1\t9.5\t5\n10\t1\t0.5\t5\n");
}

TEST(TraceConversion, NamesWhatIsLeftOut) {
  const Converted plain = convert(kTrace, {.path = "o.npz", .every = 2});
  EXPECT_THAT(plain.result.columns_left_out, ElementsAre("type", "vx"));
  // Agent 3 goes beyond an edge, which is said in any case.
  const auto beyond = HasSubstr("--positions wrapped");
  EXPECT_THAT(plain.result.notes, ElementsAre(beyond));
  const Converted asked = convert(kTrace, {.path = "o.npz", .every = 2, .columns = {"vx", "type"}});
  EXPECT_THAT(asked.result.notes, ElementsAre(HasSubstr("npz cannot hold the column type"), beyond));
  EXPECT_THAT(asked.text, HasSubstr("vx.npy"));
}

TEST(TraceConversion, HoldsTheColumnsThatTheScenarioRecords) {
  const Folder folder;
  const Simulator simulator = test::make_simulator(
      R"({"format":1,"agent_types":{"a":{"max_speed":1}},"agents":[{"type":"a","position":[1,1]}]})");
  const nlohmann::ordered_json meta = meta_with(kColumns);
  const std::vector<std::string> recorded = {"step", "time", "x", "vx", "speed"};
  std::istringstream rows(kTrace);
  const Conversion result = convert_trace({rows, "t.csv", meta, simulator.world(), {}, recorded},
                                          {.path = folder.path("o.npz"), .every = 2});
  EXPECT_THAT(read_text(folder.path("o.npz")), HasSubstr("vx.npy"));
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("t.csv has no column speed")));
  EXPECT_THAT(result.columns_left_out, ElementsAre("type"));
}

TEST(TraceConversion, RefusesWhatIsNoTrace) {
  const auto problem = [](const std::string& trace, const char* path = "o.eth.txt",
                          std::vector<std::string> columns = {}) {
    return convert(trace, {.path = path, .every = 2, .columns = std::move(columns)}).result.input_problem;
  };
  EXPECT_THAT(problem(""), HasSubstr("the trace is empty"));
  EXPECT_THAT(problem("agent,x,y\n1,2,3\n"), HasSubstr("step or time"));
  EXPECT_THAT(problem("step,agent,x\n1,2,3\n"), HasSubstr("columns x and y are needed for eth_ucy"));
  EXPECT_THAT(problem("step,agent,x,y\n0,1,2,abc\n"),
              HasSubstr("t.csv:2: column y: 'abc' is not a finite number"));
  EXPECT_THAT(problem("step,agent,x,y\n0,4294967296,2,1\n"), HasSubstr("column agent"));
  EXPECT_THAT(problem("step,agent,x,y\n-2,1,2,1\n"), HasSubstr("column step"));
  EXPECT_THAT(problem("step,agent,x,y\n2,1,2,1\n0,1,2,1\n"), HasSubstr("step 0 comes after step 2"));
  EXPECT_THAT(problem("step,agent,x,y\n2,1,2,1\n2,1,2,1\n"), HasSubstr("agent 1 has two rows of step 2"));
  EXPECT_THAT(problem("step,agent,x,y\n2,1,2,1\n2,1,2,1\n", "o.csv"), HasSubstr("two rows of step 2"));
  EXPECT_THAT(problem(kTrace, "o.sqlite"), HasSubstr("needs headings"));
  EXPECT_THAT(problem(kTrace, "o.csv", {"tipe"}), HasSubstr("did you mean \"type\""));
  EXPECT_THAT(problem(kTrace, "o.csv", {"x", "y", "x"}), HasSubstr("the column \"x\" is given twice"));
}

// Readers take a line that begins with "#" for a remark.
TEST(TraceConversion, KeepsRowsWhoseFirstTextBeginsLikeARemark) {
  const std::string text =
      convert("{\"name\":\"#1\",\"step\":0,\"agent\":0,\"x\":1,\"y\":2}\n", {.path = "o.csv"}).text;
  EXPECT_EQ(text, "name,step,agent,x,y\n\"#1\",0,0,1,2\n");
  EXPECT_EQ(convert(text, {.path = "p.csv"}).text, text);
}

TEST(TraceConversion, WarnsWhereAnAgentMayHaveGoneHalfAround) {
  const Folder folder;
  const Simulator simulator = test::make_simulator(
      R"({"format":1,"agent_types":{"a":{"max_speed":5}},"agents":[{"type":"a","position":[1,1]}],
          "world":{"bounds":{"min":[0,0],"max":[10,10],"edge":"wrap"}}})");
  const nlohmann::ordered_json meta = meta_with(kColumns);
  std::istringstream rows("step,agent,x,y\n0,1,2,1\n");
  const Conversion result =
      convert_trace({rows, "t.csv", meta, simulator.world(), {}}, {.path = folder.path("o.h5"), .every = 2});
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("may cross half of the world")));
}

// A world of 10 m that wraps in all directions.
Converted convert_in_space(const std::string& trace, ConversionSpec spec, const char* columns) {
  const Folder folder;
  World world = test::make_world(
                    R"({"format":1,"world":{"dimensions":3},"agent_types":{"a":{"max_speed":1}},
                        "agents":[{"type":"a","position":[1,1,1]}]})")
                    .world;
  BoundsDef bounds;
  bounds.max = {10, 10, 10};
  bounds.edge = Edge::wrap;
  test::model_of(world).bounds = Bounds(bounds);
  const nlohmann::ordered_json meta = meta_with(columns);
  std::istringstream rows(trace);
  spec.path = folder.path(spec.path);
  Converted converted;
  converted.result = convert_trace({rows, "t.csv", meta, world, {}}, spec);
  EXPECT_TRUE(converted.result.is_good()) << converted.result.input_problem;
  if (converted.result.is_good()) converted.text = read_text(spec.path);
  return converted;
}

constexpr const char* kSpatialColumns =
    R"([{"name":"step","type":"integer"},{"name":"agent","type":"integer"},{"name":"x","type":"number"},
        {"name":"y","type":"number"},{"name":"z","type":"number"},{"name":"qw","type":"number"},
        {"name":"qx","type":"number"},{"name":"qy","type":"number"},{"name":"qz","type":"number"}])";
constexpr const char* kSpatialTrace =
    "step,agent,x,y,z,qw,qx,qy,qz\n0,3,1,2,9,1,0,0,0\n2,3,1,2,0.5,0.5,0.5,-0.5,0.5\n";

TEST(TraceConversion, UnwrapsHeightsToo) {
  ConversionSpec spec = {.path = "o.csv", .every = 2};
  EXPECT_EQ(convert_in_space(kSpatialTrace, spec, kSpatialColumns).text, kSpatialTrace);
  spec.choices.unwrapped = true;
  EXPECT_EQ(convert_in_space(kSpatialTrace, spec, kSpatialColumns).text,
            "step,agent,x,y,z,qw,qx,qy,qz\n0,3,1,2,9,1,0,0,0\n2,3,1,2,10.5,0.5,0.5,-0.5,0.5\n");
}

TEST(TraceConversion, HoldsHeightsWhereTheFormatDoesAndSaysWhereItDoesNot) {
  const Converted text =
      convert_in_space(kSpatialTrace, {.path = "o.pedpy.txt", .every = 2}, kSpatialColumns);
  EXPECT_THAT(text.text, HasSubstr("3 1 1 2 10.5"));
  const Converted flat = convert_in_space(kSpatialTrace, {.path = "o.eth.txt", .every = 2}, kSpatialColumns);
  EXPECT_THAT(flat.result.notes, testing::Contains(HasSubstr("eth_ucy cannot hold the heights")));
}

TEST(TraceConversion, TakesHeadingsFromOrientations) {
  const Converted found = convert_in_space(kSpatialTrace, {.path = "o.sqlite", .every = 2}, kSpatialColumns);
  EXPECT_THAT(found.result.notes, testing::Contains(HasSubstr("jupedsim cannot hold the heights")));
}

}  // namespace
}  // namespace drover
