// Runs in space: what is written of them, read back, compared and drawn.
#include <gmock/gmock.h>

#include "cli/program.h"

namespace drover::test::space_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Space : public Program {
 protected:
  Space() {
    write("flight.json", R"({"format":1,"name":"flight","simulation":{"dt":0.05,"duration":3},
        "world":{"dimensions":3},
        "agent_types":{"bird":{"max_speed":5,"max_acceleration":3,
          "steering":{"behaviors":[{"type":"seek","target":{"point":[9,4,6]}}]}},"kite":{"max_speed":5}},
        "agents":[{"type":"bird","position":[0,0,1],"velocity":[1,0.5,0.8]},
          {"type":"bird","position":[2,3,5],"velocity":[1,0,-0.5]},
          {"type":"kite","id":"kite","position":[4,0,0],"velocity":[0,0.3,0.2],"heading_deg":30,"pitch_deg":20,"roll_deg":-25,
           "angular_velocity":[0.1,0.2,0.3]}]})");
  }

  Answer call(std::vector<std::string> words) const { return run(Call{.words = std::move(words)}); }
};

TEST_F(Space, TracesHaveThreeCoordinatesAndOrientations) {
  ASSERT_EQ(call({"run", "flight.json", "--trace", "t.csv"}).code, 0);
  EXPECT_THAT(read("t.csv"), StartsWith("step,time,agent,type,x,y,z,vx,vy,vz,qw,qx,qy,qz,wx,wy,wz\n"));
  EXPECT_THAT(read("t.csv"), HasSubstr("\n0,0,2,kite,4,0,0,0,0.3,0.2,0.938430"));
  const Answer flat = call({"run", "flight.json", "--trace", "-", "--columns", "agent,qa"});
  EXPECT_THAT(flat.err, HasSubstr("there is no column \"qa\""));
}

TEST_F(Space, FakesOrientationsAsTheScenarioSays) {
  write("faked.json", R"({"format":1,"simulation":{"duration":0},"world":{"dimensions":3},
      "agent_types":{"a":{}},"agents":[{"type":"a","position":[0,0,0],"velocity":[3,0,4],"heading":0,
      "angular_velocity":[0,0,0.5]}],
      "record":{"trace":{"columns":["fake_qw","fake_qx"],"fake_orientation":{"roll_scale":0.5}}}})");
  EXPECT_THAT(call({"run", "faked.json", "--trace", "-"}).out, HasSubstr("0.82634"));
  const Answer outward =
      call({"run", "faked.json", "--trace", "-", "--set", "/record/trace/fake_orientation/lean=\"outward\""});
  EXPECT_THAT(outward.out, HasSubstr(",0.34228"));
}

TEST_F(Space, ARunThatIsResumedGivesTheSameBits) {
  ASSERT_EQ(call({"run", "flight.json", "--trace", "whole.csv", "--save-at", "1.5", "half.snap", "--save-at",
                  "3", "end.snap"})
                .code,
            0);
  ASSERT_EQ(
      call({"run", "--resume", "half.snap", "--trace", "rest.csv", "--save-at", "3", "again.snap"}).code, 0);
  EXPECT_EQ(call({"hash", "again.snap"}).out.substr(0, 16), call({"hash", "end.snap"}).out.substr(0, 16));
  const std::string rest = read("rest.csv");
  EXPECT_THAT(read("whole.csv"), HasSubstr(rest.substr(rest.find('\n'))));
  EXPECT_EQ(call({"diff", "end.snap", "again.snap"}).code, 0);
  EXPECT_EQ(call({"diff", "whole.csv", "rest.csv", "--columns", "z,qw"}).code, 1) << "rows are missing";
}

TEST_F(Space, DifferencesOfHeightsAndOrientationsAreFound) {
  ASSERT_EQ(call({"run", "flight.json", "--trace", "a.csv", "--save-at", "3", "a.snap"}).code, 0);
  ASSERT_EQ(call({"run", "flight.json", "--set", "/agents/2/position=[4,0,0.5]", "--trace", "b.csv",
                  "--save-at", "3", "b.snap"})
                .code,
            0);
  const Answer traces = call({"diff", "a.csv", "b.csv"});
  EXPECT_EQ(traces.code, 1);
  EXPECT_THAT(traces.out, HasSubstr("z"));
  EXPECT_EQ(call({"diff", "a.csv", "b.csv", "--tolerance", "z=1"}).code, 0);
  const Answer states = call({"diff", "a.snap", "b.snap"});
  EXPECT_EQ(states.code, 1);
  EXPECT_THAT(states.out, HasSubstr("z"));
}

TEST_F(Space, GoldensKeepHeights) {
  ASSERT_EQ(call({"check", "flight.json", "--golden", "golden", "--update", "new"}).code, 0);
  EXPECT_EQ(call({"check", "flight.json", "--golden", "golden"}).code, 0);
  write("flight.json", [&] {
    std::string text = read("flight.json");
    return text.replace(text.find("[9,4,6]"), 7, "[9,4,7]");
  }());
  EXPECT_EQ(call({"check", "flight.json", "--golden", "golden"}).code, 1);
}

TEST_F(Space, DatasetsHoldHeightsOrSayThatTheyDoNot) {
  ASSERT_EQ(call({"run", "flight.json", "--trace", "t.csv", "--trace-every", "1"}).code, 0);
  for (const char* file : {"o.eth.txt", "o.trajnet.ndjson", "o.sqlite"}) {
    const Answer answer = call({"export", "t.csv", "-o", file});
    EXPECT_EQ(answer.code, 0) << answer.err;
    EXPECT_THAT(answer.err, HasSubstr("cannot hold the heights of agents")) << file;
  }
  for (const char* file : {"o.npz", "o.h5", "o.pedpy.txt", "o.jsonl"}) {
    const Answer answer = call({"export", "t.csv", "-o", file});
    EXPECT_EQ(answer.code, 0) << answer.err;
    EXPECT_THAT(answer.err, Not(HasSubstr("heights"))) << file;
  }
  EXPECT_THAT(read("o.npz"), HasSubstr("'shape': (61, 3, 3), }"));
  ASSERT_EQ(call({"export", "flight.json", "-o", "p.npz", "--every", "1"}).code, 0);
  EXPECT_THAT(read("p.npz"), HasSubstr("'shape': (61, 3, 3), }"));
}

TEST_F(Space, PicturesShowTheWorldFromAboveAndFromTheSide) {
  write("glide.json", R"({"format":1,"name":"glide","simulation":{"dt":0.05,"duration":3},
      "world":{"dimensions":3},"agent_types":{"kite":{"max_speed":5}},
      "agents":[{"type":"kite","position":[0,0,1],"velocity":[1,0.5,0.8]},
        {"type":"kite","id":"k","position":[4,0,0],"velocity":[0,0.3,0.2]}]})");
  const Answer scenario = call({"render", "glide.json", "-o", "-"});
  EXPECT_EQ(scenario.code, 0) << scenario.err;
  EXPECT_THAT(scenario.out, HasSubstr("from above"));
  EXPECT_THAT(scenario.out, HasSubstr("from the side"));
  ASSERT_EQ(call({"run", "glide.json", "--trace", "t.csv", "--trace-every", "1"}).code, 0);
  EXPECT_EQ(call({"render", "t.csv", "-o", "-"}).out, scenario.out);
}

TEST_F(Space, PicturesAreSeenFromChosenSides) {
  const std::string isometric = call({"render", "flight.json", "--view", "isometric", "-o", "-"}).out;
  EXPECT_THAT(isometric, HasSubstr("z [m]"));
  EXPECT_THAT(isometric, HasSubstr("class=\"plumb\""));
  const std::string front = call({"render", "flight.json", "--view", "front", "-o", "-"}).out;
  EXPECT_THAT(front, HasSubstr("from the front"));
  EXPECT_THAT(front, Not(HasSubstr("from above")));
  EXPECT_EQ(call({"render", "flight.json", "--view", "below", "-o", "-"}).code, 2);
  EXPECT_THAT(call({"render", "flight.json", "--view", "side,side", "-o", "-"}).err,
              HasSubstr("side is given twice"));
  EXPECT_THAT(call({"render", "flight.json", "--view", "side", "--show", "grid", "-o", "-"}).err,
              HasSubstr("add top to --view"));
}

TEST_F(Space, MetricsAreThoseThatWorkThere) {
  ASSERT_EQ(call({"run", "flight.json", "--metrics", "m.json"}).code, 0);
  EXPECT_TRUE(read_json("m.json")["metrics"].contains("speed"));
  EXPECT_TRUE(read_json("m.json")["metrics"].contains("path_progress"));
  const Answer lanes =
      call({"run", "flight.json", "--set", R"(record={"metrics":{"lanes":{"type":"lane_order"}}})"});
  EXPECT_NE(lanes.code, 0);
  EXPECT_THAT(lanes.err, HasSubstr("lanes lie beside each other in the plane"));
}

}  // namespace
}  // namespace drover::test::space_test
