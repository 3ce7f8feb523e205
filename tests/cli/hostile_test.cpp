// Files of strangers, as a CI runs them on a pull request: names that are commands, goldens that accept
// anything, files that lead elsewhere, worlds that take for ever.
#include <filesystem>

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
  EXPECT_THAT(run({"run", "p.json", "--trace", "-"}).out, HasSubstr(",=1+1\n"));
  EXPECT_THAT(run({"run", "p.json", "--trace", "-", "--spreadsheet-safe"}).out, HasSubstr(",'=1+1\n"));
}

}  // namespace
}  // namespace drover::test::hostile_test
