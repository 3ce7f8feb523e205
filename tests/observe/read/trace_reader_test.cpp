#include "observe/read/trace_reader.h"

#include <cstddef>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/model_of.h"

namespace drover::trace_reader_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Agent 4, "rex", of the type "dog", and agent 2, a sheep, in steps of 0.5 s.
World pasture() {
  World world;
  test::model_of(world).dt = 0.5;
  test::model_of(world).types.resize(2);
  test::model_of(world).types[0].name = "sheep";
  test::model_of(world).types[1].name = "dog";
  test::model_of(world).agents.number = {2, 4};
  test::model_of(world).agents.type = {0, 1};
  world.state.limits.radius = {0.25, 0.5};
  test::model_of(world).names = {{"rex", 1}};
  return world;
}

TraceReading read(const std::string& text, const World& scene = pasture()) {
  std::istringstream input(text);
  return read_trace(input, scene);
}

std::string problem_of(const std::string& text) {
  const TraceReading reading = read(text);
  return reading.problem ? reading.problem->text() : "none";
}

TEST(TraceReader, ReadsCsv) {
  const TraceReading reading = read(
      "step,time,agent,type,x,y,hx,hy\n0,0,2,sheep,1,2,1,0\n0,0,4,dog,-3.5,1e1,0,1\n1,0.5,4,dog,-3,10,0,-"
      "2\n");
  ASSERT_FALSE(reading.problem) << reading.problem->text();
  EXPECT_THAT(reading.notes, IsEmpty());
  EXPECT_EQ(reading.rows, 3);
  EXPECT_EQ(reading.last_step, 1);
  EXPECT_EQ(reading.last_time, 0.5);
  ASSERT_EQ(reading.trails.agents.size(), 2U);
  const Trail& dog = reading.trails.agents[1];
  EXPECT_EQ(dog.number, 4U);
  EXPECT_EQ(dog.type, 1U);
  EXPECT_EQ(dog.name, "rex");
  EXPECT_EQ(dog.radius, 0.5);
  EXPECT_EQ(dog.heading, (Vec3{0.0, -1.0, 0.0}));
  ASSERT_EQ(dog.points.size(), 2U);
  EXPECT_EQ(dog.points[0].position, (Vec3{-3.5, 10.0, 0.0}));
}

TEST(TraceReader, ReadsTheSameFromJsonLines) {
  const TraceReading csv = read("step,agent,type,x,y,heading\n0,2,sheep,1,2,0.5\n3,2,sheep,4,5,1.5\n");
  const TraceReading json =
      read(R"({"step":0,"agent":2,"type":"sheep","x":1,"y":2,"heading":0.5,"extra":{"x":[9]}})"
           "\n"
           R"({"y":5.0,"x":4,"agent":2,"step":3,"type":"sheep","heading":1.5})"
           "\n");
  ASSERT_FALSE(json.problem) << json.problem->text();
  ASSERT_EQ(json.trails.agents.size(), 1U);
  ASSERT_EQ(json.trails.agents[0].points.size(), 2U);
  EXPECT_EQ(json.trails.agents[0].points[1].position, csv.trails.agents[0].points[1].position);
  EXPECT_EQ(json.trails.agents[0].points[1].step, 3);
  EXPECT_EQ(json.trails.agents[0].heading, csv.trails.agents[0].heading);
}

TEST(TraceReader, RefusesASecondRowOfAnAgentAndStep) {
  EXPECT_EQ(problem_of("step,agent,x,y\n0,2,0,0\n0,4,0,0\n0,4,1,1\n"),
            "line 4, column step: a second row of agent 4 in step 0");
  // Not in order.
  EXPECT_THAT(problem_of("step,agent,x,y\n0,2,0,0\n1,2,0,0\n2,2,0,0\n1,2,5,5\n"),
              HasSubstr("a second row of agent 2 in step 1"));
}

TEST(TraceReader, AcceptsRowsInAnyOrder) {
  const TraceReading reading = read("step,agent,x,y\n2,4,3,0\n0,2,0,0\n0,4,1,0\n1,4,2,0\n1,2,5,0\n");
  ASSERT_FALSE(reading.problem);
  ASSERT_EQ(reading.trails.agents.size(), 2U);
  EXPECT_EQ(reading.trails.agents[0].number, 2U);
  const auto& points = reading.trails.agents[1].points;
  ASSERT_EQ(points.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_EQ(points[k].position.x, static_cast<double>(k + 1));
  EXPECT_EQ(reading.trails.agents[1].heading, (Vec3{1.0, 0.0, 0.0})) << "from the last two points";
}

TEST(TraceReader, OrdersByTimeWithoutSteps) {
  const TraceReading reading = read("time,agent,x,y\n1.0,2,3,0\n0.5,2,2,0\n");
  ASSERT_FALSE(reading.problem);
  const auto& points = reading.trails.agents[0].points;
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].step, 1);
  EXPECT_EQ(points[1].step, 2);
}

TEST(TraceReader, UnderstandsQuotesNamesAndForeignLineEnds) {
  const TraceReading reading = read(
      "\xEF\xBB\xBF\"step\",agent,\"note, with \"\"quotes\"\"\nand a "
      "break\",x,y\r\n0,rex,\"a,b\",1,2\r\n\r\n");
  ASSERT_FALSE(reading.problem) << reading.problem->text();
  ASSERT_EQ(reading.trails.agents.size(), 1U);
  EXPECT_EQ(reading.trails.agents[0].number, 4U);
}

TEST(TraceReader, ReadsACutTraceUpToTheCut) {
  for (const std::string& cut :
       {std::string("step,agent,x,y\n0,2,1,1\n1,2,2,2\n2,2,"),
        std::string("step,agent,x,y\n0,2,1,1\n1,2,2,2\n2,2,3,-"),
        std::string("{\"step\":0,\"agent\":2,\"x\":1,\"y\":1}\n"
                    "{\"step\":1,\"agent\":2,\"x\":2,\"y\":2}\n\n{\"step\":2,\"agent\":2,\"x")}) {
    const TraceReading reading = read(cut);
    EXPECT_FALSE(reading.problem) << cut;
    EXPECT_THAT(reading.notes, ElementsAre("the trace ends in the middle of line 4"));
    EXPECT_EQ(reading.rows, 2);
    EXPECT_EQ(reading.trails.agents.at(0).points.size(), 2U);
  }
}

TEST(TraceReader, SaysWhereATraceIsWrong) {
  const std::string header = "step,agent,x,y\n0,2,1,1\n";
  EXPECT_EQ(problem_of(header + "1,2,abc,2\n"), "line 3, column x: 'abc' is not a number");
  EXPECT_EQ(problem_of(header + "1,2,1.5m,2\n"), "line 3, column x: '1.5m' is not a number");
  EXPECT_EQ(problem_of(header + "1,2,1,\n"), "line 3, column y: missing");
  EXPECT_EQ(problem_of(header + "1,2,nan,2\n"), "line 3, column x: must be finite");
  EXPECT_EQ(problem_of(header + "1,-2,1,2\n"), "line 3, column agent: must be the number of an agent");
  EXPECT_EQ(problem_of(header + "1.5,2,1,2\n"), "line 3, column step: must be a whole number");
  EXPECT_EQ(problem_of(header + "1e30,2,1,2\n"), "line 3, column step: too large");
  EXPECT_EQ(problem_of(header + "1,2,1\n"), "line 3: 3 fields, but the header has 4");
  EXPECT_EQ(problem_of(header + "\n\n1,2,\x1b[2J,2\n"), "line 5, column x: this is not a number");
}

TEST(TraceReader, SaysWhatTheHeaderLacks) {
  EXPECT_THAT(problem_of("step,agent,x\n"), HasSubstr("line 1, column y: missing in the header"));
  EXPECT_THAT(problem_of("agent,x,y\n"), HasSubstr("line 1, column step: missing in the header"));
  EXPECT_EQ(problem_of("step,agent,x,x,y\n"), "line 1, column x: the header names it twice");
  EXPECT_EQ(problem_of(""), "line 1: the trace is empty");
  EXPECT_EQ(problem_of("{\"step\":0,\"agent\":2,\"x\":1}\n"), "line 1, column y: missing");
  EXPECT_THAT(problem_of("{\"step\":0\n{}\n"), HasSubstr("line 1: not valid JSON"));
  EXPECT_EQ(problem_of("{\"step\":0,\"agent\":2,\"x\":1,\"y\":2}\n[1]\n"), "line 2: not a JSON object");
}

TEST(TraceReader, RefusesALineWithoutEnd) {
  EXPECT_THAT(problem_of("step,agent,x,y\n" + std::string(3'000'000, '1') + "\n"),
              HasSubstr("this is not a trace"));
}

TEST(TraceReader, DrawsAgentsTheSceneDoesNotKnow) {
  const TraceReading reading = read("step,agent,type,x,y\n0,2,sheep,1,1\n0,77,wolf,2,2\n");
  ASSERT_EQ(reading.trails.agents.size(), 2U);
  EXPECT_EQ(reading.trails.types.at(reading.trails.agents[1].type).name, "wolf");
  EXPECT_THAT(reading.notes, ElementsAre(HasSubstr("not in the scenario")));
  EXPECT_THAT(read("step,agent,type,x,y\n0,77,wolf,2,2\n", World{}).notes, IsEmpty());
}

TEST(TraceReader, KeepsItsMemoryBoundedWithManyAgents) {
  std::ostringstream text;
  text << "step,agent,x,y\n";
  for (int step = 0; step < 100; ++step) {
    for (int agent = 0; agent < 200; ++agent)
      text << step << ',' << agent << ',' << step << ",0\n";
  }
  std::istringstream input(text.str());
  const TraceReading reading = read_trace(input, World{}, {.points_per_agent = 2000, .points = 6400});
  ASSERT_EQ(reading.trails.agents.size(), 200U);
  for (const Trail& trail : reading.trails.agents) {
    EXPECT_LE(trail.points.size(), 6400U / 200U + 2U);
    EXPECT_EQ(trail.points.front().step, 0);
    EXPECT_EQ(trail.points.back().step, 99);
  }
}

TEST(TraceReader, ReadsHeightsAndTheHeadingOfAnOrientation) {
  const TraceReading reading =
      read("step,agent,x,y,z,qw,qx,qy,qz\n0,2,1,2,-3,1,0,0,0\n1,2,1,2,-2.5,0.5,0.5,-0.5,0.5\n");
  ASSERT_FALSE(reading.problem) << reading.problem->text();
  const Trail& trail = reading.trails.agents.at(0);
  EXPECT_EQ(trail.points[1].position, (Vec3{1.0, 2.0, -2.5}));
  EXPECT_LT(length(trail.heading - Vec3{0.0, 0.0, 1.0}), 1e-15);
}

TEST(TraceReader, TakesAHeadingFromThreeCoordinates) {
  const TraceReading reading = read("step,agent,x,y,z,vx,vy,vz\n0,2,1,2,3,0,3,4\n");
  EXPECT_EQ(reading.trails.agents.at(0).heading, (Vec3{0.0, 0.6, 0.8}));
  EXPECT_EQ(problem_of("step,agent,x,y,z\n0,2,1,2,up\n"), "line 2, column z: 'up' is not a number");
}

}  // namespace
}  // namespace drover::trace_reader_test
