// The agent types that drover ships, each one stack in many situations. A file of situations says what it
// expects, and that holds for several seeds, with bodies that are pushed apart and with bodies that are not.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/catalog.h"
#include "run/input.h"
#include "run/run.h"

namespace drover::test::situation_test {
namespace {

std::vector<std::string> situations() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(DROVER_SOURCE_DIR "/tests/stacks/situations"))
    names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

class Situation : public ::testing::TestWithParam<std::string> {
 protected:
  static void expect_limits_to_hold(std::int64_t seed, const std::string& non_penetration) {
    const RunInput input =
        load_input({.file = fmt::format("{}/tests/stacks/situations/{}.json", DROVER_SOURCE_DIR, GetParam()),
                    .changes = {.set = {"simulation.non_penetration=" + non_penetration}, .seed = seed}},
                   catalog());
    ASSERT_TRUE(input.is_usable()) << format_human(input.diagnostics, input.sources, false);
    Diagnostics diagnostics;
    std::optional<drover::Run> run = drover::Run::prepare(*input.scenario, {}, diagnostics);
    ASSERT_TRUE(run.has_value());
    const RunResult result = run->execute();
    ASSERT_TRUE(result.is_complete());
    ASSERT_FALSE(result.verdicts.empty());
    for (const Verdict& verdict : result.verdicts)
      EXPECT_TRUE(verdict.pass) << describe(verdict) << ", seed " << seed << ", " << non_penetration;
  }

 private:
  static std::string describe(const Verdict& verdict) {
    const std::string value = verdict.value.number ? fmt::format("{}", *verdict.value.number) : "absent";
    const auto limit = [](const char* word, const std::optional<double>& bound) {
      return bound ? fmt::format(", {} {}", word, *bound) : std::string();
    };
    return fmt::format("{} is {}{}{}", verdict.metric, value, limit("at most", verdict.at_most),
                       limit("at least", verdict.at_least));
  }
};

TEST_P(Situation, KeepsItsLimitsWithEverySeed) {
  for (const std::int64_t seed : {1, 2, 3})
    expect_limits_to_hold(seed, "{}");
}

TEST_P(Situation, KeepsThemWhereBodiesArePushedApart) {
  for (const std::int64_t seed : {1, 4})
    expect_limits_to_hold(seed, R"({"enabled":true,"iterations":4})");
}

INSTANTIATE_TEST_SUITE_P(All, Situation, ::testing::ValuesIn(situations()),
                         [](const auto& of) { return of.param; });

}  // namespace
}  // namespace drover::test::situation_test
