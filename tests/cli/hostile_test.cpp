// Files of strangers, as a CI runs them on a pull request: names that are commands, goldens that accept
// anything, files that lead elsewhere, worlds that take for ever.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <iterator>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cli/program.h"

namespace drover::test::hostile_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kAgents = R"("agent_types": {"t": {}}, "agents": [{"type": "t", "position": [0, 0]}])";

class Hostile : public Program {
 protected:
  // A scenario of one agent and ten steps, with more members.
  void write_scenario(const std::string& name, const std::string& more = "") const {
    write(name, fmt::format(R"({{"format": 1, {} "simulation": {{"dt": 0.1, "duration": 1}}, {}}})",
                            more.empty() ? "" : more + ",", kAgents));
  }
};

TEST_F(Hostile, NamesHoldNothingThatIsHiddenWhereverTheyStand) {
  for (const char* more : {
           R"("name": "a\n::error::b")",
           R"("record": {"metrics": {"a\u0000b": {"type": "speed"}}})",
           R"("record": {"metrics": {"a\u001b[2Jb": {"type": "speed"}}})",
           R"("quantities": {"a\u202eb": {"quantity": "speed"}})",
           R"("variables": {"a\u2028b": 1})",
           R"("world": {"regions": {"\ufeffhall": {"center": [0, 0], "radius": 1}}})",
       }) {
    write_scenario("named.json", more);
    const Answer answer = run({"validate", "named.json"});
    EXPECT_EQ(answer.code, 3) << more;
    EXPECT_THAT(answer.err, HasSubstr("the name holds a c")) << more;
    EXPECT_THAT(answer.err, Not(HasSubstr("\n::error::"))) << more;
  }
  write_scenario("long.json", fmt::format(R"("name": "{}")", std::string(201, 'a')));
  EXPECT_THAT(run({"validate", "long.json"}).err, HasSubstr("longer than 200 bytes"));
  write_scenario("prose.json", R"("description": "two\nlines")");
  EXPECT_EQ(run({"validate", "prose.json"}).code, 0);
}

TEST_F(Hostile, NamesOfPlansObeyTheSameRule) {
  write_scenario("good.json");
  write("p.plan.json", R"({"format": 1, "scenario": "good.json", "experiments": {"a\n::error::b": {}}})");
  const Answer answer = run({"batch", "p.plan.json", "--dry-run"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, AllOf(HasSubstr("control character"), Not(HasSubstr("\n::error"))));
}

TEST_F(Hostile, NamesOfFilesAreNoCommands) {
  write_scenario("x\n::error::y.json");
  write_scenario("::warning::z.json", R"("sede": 1)");
  const Answer named = run({"validate", "x\n::error::y.json", "::warning::z.json"});
  EXPECT_THAT("\n" + named.err,
              AllOf(Not(HasSubstr("\n::")), HasSubstr("\\x0a::error"), HasSubstr("\\x3a:warning")));
  write_scenario("##[stop-commands]q.json");
  EXPECT_THAT(run({"validate", "##[stop-commands]q.json"}).err, Not(HasSubstr("##[")));
  EXPECT_THAT(run({"validate", "##[stop-commands]q.json", "--json"}).out, Not(HasSubstr("##[")));
}

TEST_F(Hostile, AllButAnnotationsStandsBetweenTokensInAWorkflow) {
  write_scenario("one.json");
  const std::map<std::string, std::string> step = {{"GITHUB_ACTIONS", "true"},
                                                   {"GITHUB_STEP_SUMMARY", path("s-123.md")}};
  const Answer answer = run(Call{.words = {"validate", "one.json"}, .environment = step});
  EXPECT_EQ(answer.code, 0);
  ASSERT_THAT(answer.err, StartsWith("::stop-commands::drover-"));
  const std::string token = answer.err.substr(17, answer.err.find('\n') - 17);
  EXPECT_TRUE(answer.err.ends_with("::" + token + "::\n")) << answer.err;
  EXPECT_EQ(answer.err, run(Call{.words = {"validate", "one.json"}, .environment = step}).err)
      << "deterministic";
  const std::map<std::string, std::string> other = {{"GITHUB_ACTIONS", "true"},
                                                    {"GITHUB_STEP_SUMMARY", path("s-124.md")}};
  EXPECT_THAT(run(Call{.words = {"validate", "one.json"}, .environment = other}).err, Not(HasSubstr(token)));
}

TEST_F(Hostile, FormulasAreTextsForSpreadsheetsOnRequest) {
  write("p.json",
        fmt::format(
            R"({{"format": 1, "simulation": {{"dt": 0.1, "duration": 0.1}}, "agent_types": {{"=1+1": {{}}}},
                                  "agents": [{{"type": "=1+1", "position": [0, 0]}}],
                                  "record": {{"trace": {{"columns": ["type"]}}}}}})"));
  EXPECT_THAT(run({"run", "p.json", "--trace", "-"}).out, HasSubstr("\n=1+1\n"));
  EXPECT_THAT(run({"run", "p.json", "--trace", "-", "--spreadsheet-safe"}).out, HasSubstr("\n'=1+1\n"));
}

// Takes a quarter of a minute and more: all places are looked for anew on a lattice, and then in the gaps.
constexpr const char* kSlowToPlace =
    R"({"format": 1, "simulation": {"dt": 0.1, "duration": 1}, "agent_types": {"t": {"radius": 0.4}},
  "agents": [{"type": "t", "count": 1000000, "placement": {"type": "disc", "center": [0, 0], "radius": 580, "spacing": 0.9}}]})";

TEST_F(Hostile, TheTimeOfACallHoldsBeforeTheFirstStep) {
  write("slow.json", kSlowToPlace);
  for (const std::string command : {"run", "check", "hash", "render", "validate"}) {
    const auto start = std::chrono::steady_clock::now();
    Call call{.words = {command, "slow.json", "--timeout", "0.3", "--json"}};
    if (command == "render") call.words.insert(call.words.end(), {"-o", "a.svg"});
    const Answer answer = run(call);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(8)) << command;
    EXPECT_EQ(answer.code, 4) << command << answer.err;
    EXPECT_EQ(answer.json().value("ok", Json()), Json(false)) << command << answer.out;
    EXPECT_THAT(answer.out, HasSubstr("limit of time")) << command;
  }
  write_endless_scenario();
  const Answer stepping = run({"run", "endless.json", "-o", "out", "--timeout", "0.3"});
  EXPECT_EQ(stepping.code, 4);
  EXPECT_THAT(stepping.err, HasSubstr("stopped by the limit of time after step "));
  EXPECT_TRUE(exists("out/metrics.json.incomplete"));
}

TEST_F(Hostile, TheTimeOfARunOfABatchHoldsBeforeItsFirstStep) {
  write("slow.json", kSlowToPlace);
  const auto start = std::chrono::steady_clock::now();
  const Answer answer = run({"batch", "slow.json", "--seeds", "1", "-o", "out", "--timeout", "0.3"});
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(8));
  EXPECT_EQ(answer.code, 4);
  EXPECT_THAT(answer.err, HasSubstr("it took longer than 0.3 s"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path("out/failed")), {}), 2)
      << "note, scenario";
}

TEST_F(Hostile, ACheckThatIsOutOfTimeSaysWhatItDidNotCheck) {
  write_scenario("s/a.json");
  write("s/slow.json", kSlowToPlace);
  write_scenario("s/z.json");
  const Answer answer =
      run({"check", "s", "--no-golden", "--jobs", "1", "--timeout", "0.5", "--json", "--junit", "j.xml"});
  EXPECT_EQ(answer.code, 4);
  ASSERT_EQ(answer.json()["scenarios"].size(), 3u) << answer.out;
  EXPECT_EQ(answer.json()["scenarios"][0]["status"], "passed");
  for (const std::size_t k : {1u, 2u})
    EXPECT_EQ(answer.json()["scenarios"][k]["message"], "not checked: the limit of time came first");
  EXPECT_THAT(read("j.xml"), HasSubstr("the limit of time came first"));
}

TEST_F(Hostile, OutputHasALimit) {
  write_scenario("one.json");
  EXPECT_EQ(run({"run", "one.json", "-o", "out", "--max-output", "1M"}).code, 0);
  const Answer cut = run({"run", "one.json", "-o", "cut", "--max-output", "500"});
  EXPECT_EQ(cut.code, 6);
  EXPECT_THAT(cut.err, HasSubstr("--max-output"));
  EXPECT_FALSE(exists("cut/trace.csv"));
  write_endless_scenario();
  const Answer forecast = run({"run", "endless.json", "--trace", "t.csv", "--max-output", "1M"});
  EXPECT_EQ(forecast.code, 6);
  EXPECT_THAT(forecast.err, AllOf(HasSubstr("rows"), HasSubstr("--max-output")));
  EXPECT_EQ(run({"run", "one.json", "--max-output", "1X"}).code, 2);
}

TEST_F(Hostile, MemoryHasALimit) {
  write("crowd.json", R"({"format": 1, "simulation": {"dt": 0.1, "duration": 0.1}, "agent_types": {"t": {}},
  "agents": [{"type": "t", "count": 200000, "placement": {"type": "disc", "center": [0, 0], "radius": 9000}}]})");
  EXPECT_EQ(run({"run", "crowd.json", "--max-memory", "4G"}).code, 0);
  const Answer answer = run({"run", "crowd.json", "--max-memory", "20M"});
  EXPECT_EQ(answer.code, 4);
  EXPECT_THAT(answer.err, HasSubstr("out of memory"));
}

// What grows in memory until the end would be known to be too much only after hours.
TEST_F(Hostile, OutputsThatWillNotFitAreRefusedBeforeTheRun) {
  write("long.json",
        R"({"format": 1, "simulation": {"dt": 0.001, "duration": 10000}, "agent_types": {"t": {}},
  "agents": [{"type": "t", "count": 1000, "placement": {"type": "disc", "center": [0, 0], "radius": 900}}],
  "record": {"metrics": {"population": {"every": 0}}}})");
  for (const char* trace : {"t.npz", "t.sqlite", "t.h5"}) {
    const Answer answer = run(Call{.words = {"run", "long.json", "--trace", trace, "--trace-every", "1",
                                             "--max-memory", "1G", "--timeout", "60"}});
    EXPECT_EQ(answer.code, 6) << trace;
    EXPECT_THAT(answer.err, AllOf(HasSubstr("of memory"), HasSubstr("--max-memory"))) << trace;
    EXPECT_FALSE(exists(trace));
  }
  const Answer rows =
      run({"run", "long.json", "--metrics", "m.json", "--max-memory", "200M", "--timeout", "60"});
  EXPECT_EQ(rows.code, 6);
  EXPECT_THAT(rows.err, HasSubstr("the tables of metrics would have 10000001 rows"));
  EXPECT_EQ(run({"run", "long.json", "--metrics", "m.json", "--max-output", "50M", "--timeout", "60"}).code,
            6);
  const Answer checked =
      run({"check", "long.json", "--no-golden", "--max-memory", "200M", "--timeout", "60"});
  EXPECT_EQ(checked.code, 4);
  EXPECT_THAT(checked.out, HasSubstr("the tables of metrics would have 10000001 rows"));
}

TEST_F(Hostile, PlansHaveALimitOfRunsBeforeAnythingIsDrawn) {
  write_scenario("one.json");
  write("p.plan.json", R"({"format": 1, "scenario": "one.json", "replications": 11})");
  for (const std::string command : {"validate", "batch"}) {
    const std::vector<std::string> dry =
        command == "batch" ? std::vector<std::string>{"-n"} : std::vector<std::string>{};
    std::vector<std::string> words = {command, "p.plan.json", "--max-runs", "10"};
    words.insert(words.end(), dry.begin(), dry.end());
    const Answer answer = run(Call{.words = words});
    EXPECT_EQ(answer.code, 3) << command;
    EXPECT_THAT(answer.err, AllOf(HasSubstr("these are too many runs"), HasSubstr("up to 10"))) << command;
  }
}

TEST_F(Hostile, AHangUpEndsARunAsATermination) {
  write_endless_scenario();
  const pid_t child = start(Call{.words = {"run", "endless.json", "-o", "out", "--trace-every", "1000"}});
  for (int wait = 0; wait < 500 && !exists("out"); ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  ::kill(child, SIGHUP);
  const Answer answer = wait_for(child);
  EXPECT_EQ(answer.code, 129) << answer.err;
  EXPECT_TRUE(exists("out/trace.csv.incomplete"));
  for (const std::string& file : files())
    EXPECT_THAT(file, Not(HasSubstr(".drover.tmp.")));
}

TEST_F(Hostile, FilesLeadToNoneOutsideOfTheirFolder) {
  write("secret.txt", "token=abcdef\n");
  write("secret.json", R"({"token": "abcdef"})");
  write_scenario("in/shared.json");
  write_scenario("in/plans/leads.json", R"("include": ["../../secret.json"])");
  write_scenario("in/plans/absolute.json", R"("include": ["/etc/hostname"])");
  write_scenario("in/plans/near.json", R"("include": ["../shared.json"])");
  write_scenario("in/plans/device.json", R"("include": ["/dev/zero"])");
  std::filesystem::create_symlink(path("secret.json"), path("in/plans/link.json"));
  write_scenario("in/plans/linked.json", R"("include": ["link.json"])");
  for (const std::string name : {"leads", "absolute", "linked", "device"}) {
    const Answer answer = run(Call{.words = {"run", "plans/" + name + ".json"}, .folder = path("in")});
    EXPECT_EQ(answer.code, 3) << name;
    EXPECT_THAT(answer.err, AllOf(HasSubstr("outside of the folder"), Not(HasSubstr("abcdef")))) << name;
  }
  EXPECT_THAT(run(Call{.words = {"run", "near.json"}, .folder = path("in/plans")}).err, HasSubstr("--root"));
  EXPECT_THAT(run(Call{.words = {"run", "plans/near.json"}, .folder = path("in")}).err,
              Not(HasSubstr("outside")));
}

TEST_F(Hostile, NoTextIsQuotedOfWhatIsNoScenario) {
  write("secret.txt", "token=abcdef\n");
  write_scenario("leads.json", R"("include": ["secret.txt"])");
  std::filesystem::create_symlink(path("secret.txt"), path("link.json"));
  write("p.plan.json", R"({"format": 1, "scenario": "secret.txt"})");
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"run", "leads.json"},
                                             {"check", "link.json"},
                                             {"validate", "link.json"},
                                             {"batch", "p.plan.json", "-n"}}) {
    const Answer answer = run(Call{.words = words});
    EXPECT_EQ(answer.code, 3) << words.front();
    EXPECT_THAT(answer.err + answer.out, Not(HasSubstr("abcdef"))) << words.front();
  }
}

TEST_F(Hostile, AnExplicitRootHoldsForTheCommandLineToo) {
  write_scenario("in/one.json");
  write_scenario("out.json");
  const auto within = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"--root", "."});
    return run(Call{.words = words, .folder = path("in")});
  };
  EXPECT_EQ(within({"run", "one.json", "-o", "results"}).code, 0);
  EXPECT_EQ(within({"run", "../out.json"}).code, 2);
  const Answer written = within({"run", "one.json", "-o", "../results"});
  EXPECT_EQ(written.code, 2);
  EXPECT_THAT(written.err, HasSubstr("../results is outside of it"));
  EXPECT_FALSE(exists("results"));
  std::filesystem::create_symlink(path("out.json"), path("in/link.json"));
  EXPECT_NE(within({"check", "."}).code, 0);
}

class HostileCheck : public Hostile {
 protected:
  // Two scenarios with accepted goldens.
  HostileCheck() {
    write_scenario("s/one.json");
    write_scenario("s/sub/two.json");
    const Answer accepted = check({"--update", "new"});
    EXPECT_EQ(accepted.code, 0) << accepted.err << accepted.out;
  }

  Answer check(std::vector<std::string> more, bool is_ci = false) const {
    std::vector<std::string> words = {"check", "s", "--golden", "g"};
    words.insert(words.end(), more.begin(), more.end());
    return run(Call{.words = words, .environment = {{"CI", is_ci ? "true" : ""}}});
  }

  void change_golden(const std::string& name, const std::function<void(Json&)>& change) const {
    Json golden = read_json(name);
    change(golden);
    write(name, golden.dump(2));
  }
};

TEST_F(HostileCheck, AFolderThatLooksLikeResultsHidesNothing) {
  write("s/sub/runs.json", "");
  write("s/sub/plan.json", "");
  EXPECT_THAT(check({"--json"}, true).json()["scenarios"].dump(), HasSubstr("two.json"))
      << "empty files are no results";
  write("s/sub/runs.json", R"({"format": 1, "drover": "1", "runs": []})");
  write("s/sub/plan.json", R"({"format": 1})");
  const Answer in_ci = check({}, true);
  EXPECT_EQ(in_ci.code, 1);
  EXPECT_THAT(in_ci.err, HasSubstr("passed over the folder s/sub"));
  EXPECT_THAT(in_ci.out, AllOf(HasSubstr("not checked"), HasSubstr("s/sub/two.json")));
  const Answer at_home = check({});
  EXPECT_EQ(at_home.code, 0);
  EXPECT_THAT(at_home.err, HasSubstr("not checked: g/sub/two.golden.json"));
}

TEST_F(HostileCheck, ALinkedFolderIsNamedAndItsGoldensFail) {
  std::filesystem::rename(path("s/sub"), path("elsewhere"));
  std::filesystem::create_directory_symlink(path("elsewhere"), path("s/sub"));
  for (const Answer& answer : {check({"--strict"}), check({}, true)}) {
    EXPECT_EQ(answer.code, 1);
    EXPECT_THAT(answer.err, HasSubstr("it is a symbolic link"));
    EXPECT_THAT(answer.out, HasSubstr("not checked"));
  }
}

TEST_F(HostileCheck, GoldensBehindLinksAreNotRead) {
  std::filesystem::rename(path("g/one.golden.json"), path("elsewhere.json"));
  std::filesystem::create_symlink(path("elsewhere.json"), path("g/one.golden.json"));
  const Answer linked = check({});
  EXPECT_EQ(linked.code, 3);
  EXPECT_THAT(linked.out, AllOf(HasSubstr("g/one.golden.json"), HasSubstr("a symbolic link leads to it")));
  std::filesystem::rename(path("elsewhere.json"), path("g/one.golden.json"));
  std::filesystem::rename(path("g/sub"), path("goldens"));
  std::filesystem::create_directory_symlink(path("goldens"), path("g/sub"));
  const Answer folder = check({}, true);
  EXPECT_EQ(folder.code, 3);
  EXPECT_THAT(folder.out, AllOf(HasSubstr("g/sub"), HasSubstr("a symbolic link leads to it")));
}

TEST_F(HostileCheck, AGoldenThatNamesAnotherFileFails) {
  write("README.md", "text");
  std::filesystem::remove(path("s/sub/two.json"));
  change_golden("g/sub/two.golden.json", [](Json& golden) { golden["scenario"] = "../../README.md"; });
  EXPECT_EQ(check({}, true).code, 0) << "it may belong to another call";
  EXPECT_THAT(check({}, true).err, HasSubstr("1 golden of scenarios outside of the given paths"));
  EXPECT_EQ(check({"--strict"}).code, 1);
}

TEST_F(HostileCheck, ToleranceOfNothingAcceptsNoStates) {
  change_golden("g/one.golden.json", [](Json& golden) {
    golden["state_hash"] = "0123456789abcdef";
    golden["tolerances"] = Json::object();
  });
  EXPECT_EQ(check({}).code, 1);
  change_golden("g/one.golden.json", [](Json& golden) { golden["tolerances"] = {{"horizon", 1}}; });
  EXPECT_EQ(check({}).code, 1) << "there is no trace that a horizon could be of";
  change_golden("g/one.golden.json", [](Json& golden) {
    golden["tolerances"] = {{"metrics", {{"*", {{"abs", 1e9}}}}}};
  });
  const Answer tolerated = check({"-v"});
  EXPECT_EQ(tolerated.code, 0) << tolerated.out;
  EXPECT_THAT(tolerated.out, HasSubstr("states are not compared"));
  EXPECT_EQ(check({"--strict"}).code, 1);
}

}  // namespace
}  // namespace drover::test::hostile_test
