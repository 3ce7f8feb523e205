// drover export, and traces in other formats than CSV.
#include <gmock/gmock.h>

#include "cli/program.h"

namespace drover::test::export_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class Export : public Program {
 protected:
  Export() {
    write_small_scenario();
    EXPECT_EQ(run({"run", "small.json", "--trace", "t.csv", "--trace-every", "1"}).code, 0);
  }

  void expect_refused(std::initializer_list<std::string> words, int code, const std::string& message) {
    const std::vector<std::string> before = files();
    const Answer answer = run(words);
    EXPECT_EQ(answer.code, code) << answer.err;
    EXPECT_THAT(answer.err, HasSubstr(message));
    EXPECT_EQ(files(), before);
  }
};

TEST_F(Export, WritesEveryFormatAndTheFileBesideIt) {
  const Json formats = run({"list", "formats", "--json"}).json();
  ASSERT_GE(formats.size(), 10u);
  for (const Json& format : formats) {
    const std::string name = format["name"];
    const std::string file = "o" + format["endings"][0].get<std::string>();
    const Answer answer = run({"export", "t.csv", "-o", file});
    EXPECT_EQ(answer.code, 0) << answer.err;
    EXPECT_THAT(answer.err, HasSubstr("wrote " + file));
    EXPECT_EQ(read_json(file + ".meta.json")["table"], name);
    EXPECT_EQ(run({"export", "t.csv", "-o", "named", "--format", name}).code, 0);
    EXPECT_TRUE(read("named") == read(file)) << name;
    EXPECT_EQ(
        run({"run", "small.json", "--trace", "run." + name, "--trace-format", name, "--trace-every", "1"})
            .code,
        0);
    EXPECT_GT(read("run." + name).size(), 100u) << name;
  }
}

TEST_F(Export, OfAScenarioEqualsThatOfItsTrace) {
  for (const char* file : {"o.pedpy.txt", "o.npz", "o.h5", "o.jsonl"}) {
    const std::string other = std::string("x-") + file;
    ASSERT_EQ(run({"export", "t.csv", "-o", file, "--every", "2", "--run-id", "r"}).code, 0);
    ASSERT_EQ(run({"export", "small.json", "-o", other, "--every", "2", "--run-id", "r"}).code, 0);
    EXPECT_TRUE(read(file) == read(other)) << file;
  }
}

TEST_F(Export, GoesToStandardOutputWithoutAFileBesideIt) {
  const Answer answer = run({"export", "t.csv", "-o", "-", "--format", "pedpy_text"});
  EXPECT_THAT(answer.out, StartsWith("# framerate: "));
  EXPECT_FALSE(exists("-.meta.json"));
}

TEST_F(Export, CompressedTracesAreReadLikeOthers) {
  ASSERT_EQ(run({"run", "small.json", "--trace", "z.csv.zst", "--trace-every", "1"}).code, 0);
  ASSERT_EQ(run({"run", "small.json", "--trace", "z.jsonl.zst", "--trace-every", "1"}).code, 0);
  EXPECT_EQ(run({"diff", "t.csv", "z.csv.zst"}).code, 0);
  EXPECT_EQ(run({"diff", "t.csv", "z.jsonl.zst"}).code, 0);
  EXPECT_EQ(run({"render", "z.csv.zst", "-o", "-"}).out, run({"render", "t.csv", "-o", "-"}).out);
  ASSERT_EQ(run({"export", "z.csv.zst", "-o", "back.csv"}).code, 0);
  EXPECT_EQ(read("back.csv"), read("t.csv"));
}

TEST_F(Export, RefusesFlagsThatMakeNoSense) {
  expect_refused({"export", "t.csv"}, 2, "--out is missing");
  expect_refused({"export", "t.csv", "-o", "o.txt"}, 2, ".pedpy.txt (pedpy_text)");
  expect_refused({"export", "t.csv", "-o", "o.h5", "--format", "xml"}, 2, "xml");
  expect_refused({"export", "t.csv", "-o", "o.h5", "--digits", "3"}, 2, "numbers as they are");
  expect_refused({"export", "t.csv", "-o", "o.csv", "--digits", "18"}, 2, "from 0 to 17");
  expect_refused({"export", "t.csv", "-o", "o.npz", "--with", "seed"}, 2, "layout of its own");
  expect_refused({"export", "t.csv", "-o", "o.csv", "--with", "sed"}, 2, "sed");
  expect_refused({"export", "t.csv", "-o", "o.h5", "--fps", "10", "--every", "2"}, 2,
                 "one of them is enough");
  expect_refused({"export", "t.csv", "-o", "o.h5", "--fps", "0"}, 2, "--fps");
  expect_refused({"export", "t.csv", "-o", "o.h5", "--fps", "37"}, 2, "the nearest rates are");
  expect_refused({"export", "small.json", "-o", "o.h5", "--fps", "37"}, 2, "the nearest rates are");
  expect_refused({"export", "t.csv", "-o", "o.h5", "--positions", "flat"}, 2, "flat");
  expect_refused({"export", "t.csv", "-o", "t.csv"}, 2, "would overwrite");
  expect_refused({"export", "t.csv", "-o", "o.csv", "--steps", "3"}, 2, "--steps: not for a trace");
  expect_refused({"export", "small.json", "-o", "o.csv", "--columns", "xx"}, 2, "no column \"xx\"");
  expect_refused({"run", "small.json", "--trace", "o.txt"}, 2, ".pedpy.txt (pedpy_text)");
}

TEST_F(Export, RefusesInputThatIsNoTrace) {
  expect_refused({"export", "nowhere.csv", "-o", "o.h5"}, 3, "cannot read nowhere.csv");
  write("alone.csv", "step,agent,x,y\n0,0,1,1\n");
  expect_refused({"export", "alone.csv", "-o", "o.h5"}, 3, "alone.csv.meta.json");
  write("alone.csv.meta.json", read("t.csv.meta.json"));
  write("alone.csv", "step,agent,x,y\n0,0,1,north\n");
  expect_refused({"export", "alone.csv", "-o", "o.h5"}, 3, "alone.csv:2: column y");
  expect_refused({"export", "t.csv", "-o", "o.csv", "--columns", "headin"}, 3, "did you mean \"heading\"");
  write("sparse.csv", read("t.csv"));
  Json meta = read_json("t.csv.meta.json");
  meta["every"] = 2;
  write("sparse.csv.meta.json", meta.dump());
  expect_refused({"export", "sparse.csv", "-o", "o.h5", "--every", "3"}, 2, "every 2 steps");
  meta.erase("every");
  write("sparse.csv.meta.json", meta.dump());
  expect_refused({"export", "sparse.csv", "-o", "o.h5"}, 3, "how far apart");
}

TEST_F(Export, LeavesNothingWhereItCannotWrite) {
  write("old.csv.zst", "as it was");
  for (const char* file : {"/dev/full", "small.json/o.h5"}) {
    const Answer answer = run({"export", "t.csv", "-o", file, "--format", "jupedsim"});
    EXPECT_EQ(answer.code, 6) << answer.err;
    EXPECT_EQ(run({"run", "small.json", "--trace", file, "--trace-format", "npz"}).code, 6);
  }
  expect_refused({"export", "t.csv", "-o", "old.csv.zst/x.csv"}, 6, "cannot");
  EXPECT_EQ(read("old.csv.zst"), "as it was");
}

TEST_F(Export, SaysWhatAFormatDoesNotHold) {
  const Answer info = run({"export", "t.csv", "-o", "o.pedpy.txt"});
  EXPECT_THAT(info.err, HasSubstr("not in o.pedpy.txt: type, vx, vy, heading"));
  const Answer warning = run({"export", "t.csv", "-o", "o.eth.txt"});
  EXPECT_THAT(warning.err, HasSubstr("does not hold the frame rate"));
  const Json answer = run({"export", "t.csv", "-o", "o.npz", "--columns", "vx,type", "--json"}).json();
  EXPECT_EQ(answer["ok"], true);
  EXPECT_EQ(answer["wrote"][0], "o.npz");
  EXPECT_THAT(answer["notes"][0].get<std::string>(), HasSubstr("cannot hold the column type"));
}

// A ball bounces between two walls while darts fly.
constexpr const char* kGame = R"({"format":1,"name":"game","simulation":{"dt":0.05,"duration":2},
    "world":{"walls":[{"points":[[3,-9],[3,9]]},{"points":[[-3,-9],[-3,9]]}]},
    "projectile_types":{"dart":{"lifetime":1},"ball":{"radius":0.1,"ball":{}}},
    "agent_types":{"a":{"actions":[{"type":"fire","projectile":"dart","target":{"point":[0,9]},"period":0.6}]}},
    "agents":[{"type":"a","position":[0,0]}],"projectiles":[{"type":"ball","position":[1,2],"velocity":[-9,1]}]})";

TEST_F(Export, TakesProjectilesAlong) {
  write("game.json", kGame);
  const Answer answer = run({"run", "game.json", "--trace", "g.csv", "--trace-every", "1"});
  EXPECT_THAT(answer.err, HasSubstr("wrote g.projectiles.csv"));
  EXPECT_THAT(read("g.projectiles.csv"),
              StartsWith("step,time,projectile,type,event,ended,owner,hit,holder,x,y,z,vx,vy,vz,blast\n"
                         "0,0,1,ball,rolls,0,,,,1,2,0,-9,1,0,\n"));
  for (const char* file : {"o.jsonl", "o.csv.zst", "o.npz", "o.h5", "o.sqlite"}) {
    const std::string other = std::string("x-") + file;
    ASSERT_EQ(run({"export", "g.csv", "-o", file, "--every", "4", "--run-id", "r"}).code, 0);
    ASSERT_EQ(run({"export", "game.json", "-o", other, "--every", "4", "--run-id", "r"}).code, 0);
    EXPECT_TRUE(read(file) == read(other)) << file;
    const Json table = read_json(std::string(file) + ".meta.json").at("projectiles");
    EXPECT_EQ(table["columns"].size(), 16u) << file;
    EXPECT_GT(table["rows"], 20) << file;
    if (!table.contains("file")) continue;
    EXPECT_TRUE(read(table["file"]) == read("x-" + table["file"].get<std::string>())) << file;
  }
  EXPECT_FALSE(exists("o.projectiles.npz"));
}

TEST_F(Export, SaysWhichFormatsHoldNoProjectiles) {
  write("game.json", kGame);
  ASSERT_EQ(run({"run", "game.json", "--trace", "g.csv", "--trace-every", "1"}).code, 0);
  for (const char* input : {"g.csv", "game.json"})
    EXPECT_THAT(run({"export", input, "-o", "o.eth.txt"}).err,
                HasSubstr("eth_ucy cannot hold projectiles, which are left out; csv, csv.zst, jsonl, "
                          "jsonl.zst, jupedsim, pedpy_hdf5, npz can"));
  EXPECT_THAT(run({"export", "g.csv", "-o", "-"}).err,
              HasSubstr("the table of projectiles is left out: it goes into a file beside"));
  EXPECT_EQ(run({"run", "game.json", "--trace", "q.csv", "--metrics", "q.projectiles.csv"}).code, 2);
}

TEST_F(Export, ADiffSaysThatTablesOfProjectilesDiffer) {
  write("game.json", kGame);
  ASSERT_EQ(run({"run", "game.json", "--trace", "g.csv"}).code, 0);
  ASSERT_EQ(run({"run", "game.json", "--trace", "h.csv", "--set", "projectiles.0.velocity=[-8,1]"}).code, 0);
  EXPECT_THAT(run({"diff", "g.csv", "h.csv"}).out, HasSubstr("not compared: the tables of projectiles"));
  EXPECT_THAT(run({"diff", "g.csv", "g.csv"}).out, ::testing::Not(HasSubstr("projectiles")));
}

TEST_F(Export, RoundsAndAddsColumns) {
  const Answer answer = run({"export", "t.csv", "-o", "-", "--columns", "step,agent,x", "--digits", "2",
                             "--with", "run_id,seed,frame", "--run-id", "r1", "--every", "5"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, StartsWith("step,agent,x,run_id,seed,frame\n0,0,"));
  EXPECT_THAT(answer.out, ::testing::ContainsRegex("\n5,0,-?[0-9]+\\.[0-9][0-9],r1,[0-9]+,1\n"));
}

}  // namespace
}  // namespace drover::test::export_test
