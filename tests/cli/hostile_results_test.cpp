// Folders of results from somebody else: what they say is believed where it can be checked, and leads
// nowhere.
#include <filesystem>
#include <functional>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "cli/program.h"

namespace drover::test::hostile_results_test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int kLevels = 100'000;

std::string deep(const std::string& open, const std::string& shut) {
  std::string text;
  for (int k = 0; k < kLevels; ++k)
    text += open;
  text += "1";
  for (int k = 0; k < kLevels; ++k)
    text += shut;
  return text;
}

// A batch of two runs with traces in the folder out.
class HostileResults : public Program {
 protected:
  void SetUp() override {
    write_small_scenario();
    scenario_ = read_json("small.json");
    scenario_["record"]["metrics"] = {{"speed", Json::object()}};
    scenario_["expect"] = {{{"metric", "speed.peak"}, {"at_most", 1000}}};
    write("small.json", scenario_.dump());
    ASSERT_EQ(batch().code, 0);
    id_ = read_json("out/runs.json").at("runs").at(0).at("id");
    run_ = "out/runs/" + id_;
  }

  Answer batch(const std::vector<std::string>& more = {}) const {
    Call call{.words = {"batch", "small.json", "--seeds", "2", "-o", "out", "--trace", "trace.csv"}};
    call.words.insert(call.words.end(), more.begin(), more.end());
    return run(call);
  }

  Answer dataset(const std::string& input = "out") const {
    return run({"dataset", input, "-o", "ds", "--licence", "CC0-1.0"});
  }

  void change(const std::string& name, const std::function<void(Json&)>& edit) const {
    Json document = read_json(name);
    edit(document);
    write(name, document.dump());
  }

  // Whether all readers of the folder refuse it with the exit code of bad input, and write nothing.
  void expect_refused(const std::string& why) const {
    const std::vector<std::string> before = files();
    const Answer made = dataset();
    EXPECT_EQ(made.code, 3) << why << made.err;
    EXPECT_THAT(made.err, HasSubstr(why));
    EXPECT_EQ(files(), before);
  }

  Json scenario_;
  std::string id_, run_;
};

TEST_F(HostileResults, AnIdIsNoPath) {
  fs::create_directories(path("victim"));
  fs::copy(path(run_), path("victim/package"), fs::copy_options::recursive);
  for (const std::string id : {"../../victim/package", "victim", "r0123", "", "rABCDEF0123456789"}) {
    change("out/runs.json", [&](Json& list) { list["runs"][0]["id"] = id; });
    expect_refused("is no id of a run");
    EXPECT_EQ(run({"collect", "out"}).code, 3);
  }
}

TEST_F(HostileResults, NamesObeyTheRulesOfPlans) {
  const std::string list = read("out/runs.json");
  fs::copy(path(run_), path("private"), fs::copy_options::recursive);
  for (const std::string name :
       {"../../../private/trace.csv", "/etc/trace.csv", ".trace.csv", "metrics.a.csv"}) {
    change("out/runs.json", [&](Json& runs) { runs["trace"] = name; });
    expect_refused("is no name of a trace");
    write("out/runs.json", list);
  }
  for (const std::string name : {"a\n::set-output", "\x1b[31m", "\xe2\x80\xae", "\xe2\x80\xa8"}) {
    change("out/runs.json", [&](Json& runs) { runs["plan"] = name; });
    expect_refused("is no name");
    change("out/runs.json", [&](Json& runs) { runs["trace"] = name + ".csv"; });
    expect_refused("is no name");
    write("out/runs.json", list);
  }
}

TEST_F(HostileResults, NothingIsPublishedThroughALink) {
  write("secret", "token");
  fs::copy(path(run_), path("private"), fs::copy_options::recursive);
  for (const std::string name :
       {"out/plan.json", "out/runs.json", "/metrics.json", "/trace.csv", "/trace.csv.meta.json"}) {
    const std::string file = path(name.starts_with("/") ? run_ + name : name);
    const std::string target = name.starts_with("/") ? path("private" + name) : path("secret");
    fs::rename(file, file + ".whole");
    fs::create_symlink(target, file);
    expect_refused("");
    fs::rename(file + ".whole", file);
  }
  fs::rename(path(run_), path("elsewhere"));
  fs::create_directory_symlink(path("elsewhere"), path(run_));
  expect_refused("");
}

TEST_F(HostileResults, PipesAndDevicesAreNoResults) {
  const std::vector<std::string> names = {"out/plan.json", "out/runs.json", run_ + "/metrics.json",
                                          run_ + "/trace.csv.meta.json", run_ + "/trace.csv"};
  for (const std::string& name : names) {
    fs::rename(path(name), path(name + ".whole"));
    ASSERT_EQ(::mkfifo(path(name).c_str(), 0600), 0);
    expect_refused("");
    fs::rename(path(name + ".whole"), path(name));
  }
}

TEST_F(HostileResults, ThePlanThatIsPublishedIsAPlan) {
  write("out/plan.json", R"({"format":1,"token":"secret"})");
  expect_refused("is no plan");
  write("out/plan.json", "token=secret");
  expect_refused("plan.json:1: ");
}

TEST_F(HostileResults, DeepOrDoubledDocumentsAreRefused) {
  const std::vector<std::string> names = {"out/runs.json", run_ + "/metrics.json",
                                          run_ + "/trace.csv.meta.json", "out/plan.json"};
  for (const std::string& value : {deep("[", "]"), deep("{\"a\":", "}"), std::string("0,\"x\":0")}) {
    for (const std::string& name : names) {
      const std::string whole = read(name);
      write(name, "{\"x\":" + value + "," + whole.substr(whole.find('{') + 1));
      expect_refused("");
      EXPECT_NE(run({"collect", "out"}).code, 139);
      EXPECT_NE(run({"render", run_ + "/trace.csv", "-o", "-"}).code, 139);
      EXPECT_NE(run({"diff", run_, run_}).code, 139);
      write(name, whole);
    }
  }
}

TEST_F(HostileResults, ResultsOfSomethingElseAreRunAgain) {
  const auto expect_run_again = [this](const std::string& what) {
    EXPECT_EQ(run({"collect", "out"}).code, 1) << what;
    EXPECT_THAT(batch().err, HasSubstr("1 run completed, 1 done before")) << what;
    EXPECT_EQ(run({"collect", "out"}).code, 0) << what;
  };
  write(run_ + "/metrics.json", R"({"provenance":{"complete":true}})");
  expect_run_again("made up");
  for (const char* key : {"scenario_hash", "seed", "drover", "numerics", "complete"}) {
    change(run_ + "/metrics.json", [&](Json& results) { results["provenance"][key] = "0"; });
    expect_run_again(key);
  }
  change(run_ + "/metrics.json", [](Json& results) { results["expectations"][0]["pass"] = false; });
  expect_run_again("a verdict");
  change(run_ + "/metrics.json", [](Json& results) { results["metrics"]["speed"]["peak"] = 1e9; });
  expect_run_again("a metric");
}

TEST_F(HostileResults, TheBatchKnowsStepsExpectationsAndTheContentOfTraces) {
  change(run_ + "/metrics.json", [](Json& results) { results["expectations"] = Json::array(); });
  EXPECT_THAT(batch().err, HasSubstr("1 run completed, 1 done before"));
  change(run_ + "/metrics.json", [](Json& results) { results["expectations"][0]["at_most"] = 2000; });
  EXPECT_THAT(batch().err, HasSubstr("1 run completed, 1 done before"));
  for (const char* file : {"/metrics.json", "/trace.csv.meta.json"})
    change(run_ + file, [](Json& results) { results["provenance"]["steps"] = 1; });
  EXPECT_THAT(batch().err, HasSubstr("1 run completed, 1 done before"));
  const std::string whole = read(run_ + "/trace.csv");
  std::string trace = whole;
  trace[trace.size() - 2] = trace[trace.size() - 2] == '1' ? '2' : '1';
  write(run_ + "/trace.csv", trace);
  EXPECT_THAT(batch().err, HasSubstr("1 run completed, 1 done before"));
  EXPECT_EQ(read(run_ + "/trace.csv"), whole);
  EXPECT_THAT(batch().err, HasSubstr("0 runs completed, 2 done before"));
}

TEST_F(HostileResults, FreshBelievesNothing) {
  // All that can be checked is right.
  const std::string whole = read(run_ + "/metrics.json");
  change(run_ + "/metrics.json", [](Json& results) {
    for (Json* value : {&results["metrics"]["speed"]["peak"], &results["expectations"][0]["value"]})
      *value = 0.125;
  });
  EXPECT_THAT(batch().err, HasSubstr("2 done before"));
  write("out/failed/" + id_ + ".interrupted_alone_again", "");
  EXPECT_THAT(batch({"--fresh"}).err, HasSubstr("2 runs completed, 0 done before, 0 failed"));
  EXPECT_EQ(reproducible(read_json(run_ + "/metrics.json")), reproducible(Json::parse(whole)));
}

TEST_F(HostileResults, ADatasetMayBeginAfresh) {
  const auto make = [this](const char* folder, bool is_fresh) {
    Call call{.words = {"dataset", "small.json", "--seeds", "2", "-o", folder, "--licence", "CC0-1.0"}};
    if (is_fresh) call.words.emplace_back("--fresh");
    return run(call);
  };
  ASSERT_EQ(make("ds", false).code, 0);
  fs::remove_all(path("ds"));
  EXPECT_THAT(make("ds", false).err, HasSubstr("0 runs completed, 2 done before"));
  fs::remove_all(path("ds"));
  EXPECT_THAT(make("ds", true).err, HasSubstr("2 runs completed, 0 done before"));
  EXPECT_EQ(run({"dataset", "out", "-o", "other", "--licence", "CC0-1.0", "--fresh"}).code, 2);
}

TEST_F(HostileResults, ADatasetIsMadeOfTheTracesThatWereWritten) {
  std::string trace = read(run_ + "/trace.csv");
  trace[trace.size() - 2] = trace[trace.size() - 2] == '1' ? '2' : '1';
  write(run_ + "/trace.csv", trace);
  expect_refused("is not what was written");
}

TEST_F(HostileResults, TheScenarioOfATraceIsThatOfItsRun) {
  change(run_ + "/trace.csv.meta.json", [](Json& meta) { meta["scenario"]["simulation"]["dt"] = 0.01; });
  expect_refused("is that of another run");
}

TEST_F(HostileResults, NothingIsWrittenThroughALink) {
  fs::create_directory(path("elsewhere"));
  for (const std::string name : {"runs", "failed"}) {
    fs::remove_all(path("out/" + name));
    fs::create_directory_symlink("../elsewhere", path("out/" + name));
    const Answer answer = batch();
    EXPECT_EQ(answer.code, 6) << name;
    EXPECT_THAT(answer.err, HasSubstr("symbolic link"));
    EXPECT_EQ(batch({"--fresh"}).code, 6);
    EXPECT_EQ(batch({"--prune"}).code, 6);
    fs::remove(path("out/" + name));
  }
  EXPECT_TRUE(fs::is_empty(path("elsewhere")));
  // As a killed process leaves the folder of a run.
  fs::create_directories(path("out/runs/." + id_ + ".drover.tmp.0.0"));
  fs::create_directories(path("out/failed"));
  fs::create_symlink("../../victim", path("out/failed/" + id_ + ".interrupted"));
  EXPECT_EQ(batch().code, 6);
  EXPECT_FALSE(exists("victim"));
}

TEST_F(HostileResults, EventsAreNotWrittenThroughALink) {
  write("victim", "kept");
  fs::create_symlink(path("victim"), path("out/events.jsonl"));
  const Answer answer = batch({"--events", path("out/events.jsonl")});
  EXPECT_EQ(answer.code, 6);
  EXPECT_THAT(answer.err, HasSubstr("symbolic link"));
  EXPECT_EQ(read("victim"), "kept");
}

TEST_F(HostileResults, ALinkInPlaceOfResultsIsReplaced) {
  fs::rename(path(run_), path("elsewhere"));
  fs::create_directory_symlink(path("elsewhere"), path(run_));
  const std::string whole = read("elsewhere/trace.csv");
  EXPECT_THAT(batch().err, HasSubstr("1 run completed, 1 done before"));
  EXPECT_FALSE(fs::is_symlink(path(run_)));
  EXPECT_EQ(read("elsewhere/trace.csv"), whole);
  EXPECT_EQ(read(run_ + "/trace.csv"), whole);
}

TEST_F(HostileResults, PruneRemovesNothingElsewhere) {
  fs::create_directory(path("elsewhere"));
  fs::rename(path(run_), path("elsewhere/" + id_));
  fs::remove_all(path("out/runs"));
  fs::create_directory_symlink("../elsewhere", path("out/runs"));
  EXPECT_EQ(run({"batch", "small.json", "--seeds", "5..6", "-o", "out", "--prune"}).code, 6);
  EXPECT_TRUE(exists("elsewhere/" + id_ + "/metrics.json"));
}

TEST_F(HostileResults, GoldensAreNotWrittenThroughALink) {
  for (const char* folder : {"scenarios/sub", "golden", "elsewhere"})
    fs::create_directories(path(folder));
  fs::create_directory_symlink("../elsewhere", path("golden/sub"));
  for (const char* name : {"scenarios/one.json", "scenarios/sub/two.json"})
    write(name, scenario_.dump());
  const Answer answer = run({"check", "scenarios", "--golden", "golden", "--update", "new"});
  EXPECT_EQ(answer.code, 6) << answer.out << answer.err;
  EXPECT_TRUE(fs::is_empty(path("elsewhere")));
}

TEST_F(HostileResults, ATableOfProjectilesStandsBesideItsTrace) {
  write("game.json", R"({"format":1,"name":"game","simulation":{"dt":0.05,"duration":1},
      "projectile_types":{"dart":{"lifetime":1}},"agent_types":{"a":{"actions":[{"type":"fire","projectile":"dart",
        "target":{"point":[0,9]},"spread":0.2}]}},"agents":[{"type":"a","position":[0,0]}]})");
  ASSERT_EQ(run({"batch", "game.json", "--seeds", "1", "-o", "game", "--trace", "trace.csv"}).code, 0);
  const std::string id = read_json("game/runs.json").at("runs").at(0).at("id");
  const std::string folder = "game/runs/" + id;
  fs::copy(path(folder + "/trace.projectiles.csv"), path("private.csv"));
  for (const std::string file : {"../../../private.csv", "/etc/passwd", "../projectiles/../x.csv"}) {
    change(folder + "/trace.csv.meta.json", [&](Json& meta) { meta["projectiles"]["file"] = file; });
    EXPECT_EQ(dataset("game").code, 3) << file;
    const Answer drawn = run({"render", folder + "/trace.csv", "-o", "-"});
    EXPECT_THAT(drawn.out, Not(HasSubstr("class=\"flights\""))) << file;
  }
}

TEST_F(HostileResults, DiffSaysTheSameOfSomethingOnly) {
  write("empty.json", R"({"metrics":{}})");
  write("header.csv", "step,agent,x,y\n");
  EXPECT_EQ(run({"diff", "empty.json", "empty.json"}).code, 5);
  EXPECT_EQ(run({"diff", "header.csv", "header.csv"}).code, 5);
  write("a.json", R"({"metrics":{"a":1,"b":{"c":1}}})");
  write("doubled.json", R"({"metrics":{"a":2,"a":1,"b":{"c":1}}})");
  write("deep.json", R"({"metrics":{"a":1,"b":{"c":1}},"x":)" + deep("[", "]") + "}");
  for (const std::string name : {"doubled.json", "deep.json"}) {
    EXPECT_EQ(run({"diff", "a.json", name}).code, 3) << name;
    EXPECT_EQ(run({"diff", name, "a.json"}).code, 3) << name;
  }
}

TEST_F(HostileResults, ASecondRowOfAnAgentAndStepIsRefusedEverywhere) {
  std::string rows = read(run_ + "/trace.csv");
  const std::size_t begin = rows.find('\n') + 1;
  rows.insert(begin, rows.substr(begin, rows.find('\n', begin) + 1 - begin));
  write(run_ + "/trace.csv", rows);
  EXPECT_EQ(run({"render", run_ + "/trace.csv", "-o", "a.svg"}).code, 3);
  for (const char* output : {"a.csv", "a.jsonl", "a.npz", "a.pedpy.txt"})
    EXPECT_EQ(run({"export", run_ + "/trace.csv", "-o", output}).code, 3) << output;
  EXPECT_EQ(run({"diff", run_ + "/trace.csv", run_ + "/trace.csv"}).code, 3);
}

}  // namespace
}  // namespace drover::test::hostile_results_test
