#include "golden/golden_comparison.h"

#include <algorithm>
#include <bit>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "golden/golden_samples.h"

namespace drover::test::golden_comparison_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

ScenarioCheck compare(const GoldenDef& expected, const GoldenDef& actual, const Tolerances& tolerances = {}) {
  ScenarioCheck check;
  compare_goldens(expected, actual, tolerances, check);
  return check;
}

GoldenMetricDef& metric(GoldenDef& golden, std::string_view path) {
  for (auto& [name, value] : golden.metrics) {
    if (name == path) return value;
  }
  throw std::runtime_error("there is no metric " + std::string(path));
}

std::string& row_of(GoldenDef& golden, std::string_view begin) {
  for (std::string& row : golden.trace->rows) {
    if (row.starts_with(begin)) return row;
  }
  throw std::runtime_error("there is no row " + std::string(begin));
}

// The run of a golden in which the states differ from a step on.
GoldenDef parted(GoldenDef golden, std::int64_t from) {
  for (std::int64_t step = std::max<std::int64_t>(1, from);
       step <= golden.steps && !golden.digests.hashes.empty(); ++step) {
    if (step % golden.digests.every == 0)
      change_digest(golden, static_cast<std::size_t>(step / golden.digests.every - 1));
  }
  for (CheckpointDef& checkpoint : golden.checkpoints) {
    if (checkpoint.step >= from) checkpoint.hash = "0000000000000000";
  }
  golden.state_hash = "0000000000000000";
  return golden;
}

TEST(FindPart, FindsNoneBetweenEqualRuns) {
  const GoldenDef golden = golden_of(wanderers(60));
  EXPECT_FALSE(find_part(golden, golden));
}

TEST(FindPart, NamesTheExactStepByTheDigests) {
  const GoldenDef golden = golden_of(wanderers(60));
  for (const std::int64_t step : {1, 2, 6, 7, 26, 59, 60}) {
    const auto part = find_part(golden, parted(golden, step));
    ASSERT_TRUE(part) << step;
    EXPECT_EQ(part->last_equal, step - 1);
    EXPECT_EQ(part->first_different, step);
  }
}

TEST(FindPart, KnowsTheInitialState) {
  const GoldenDef golden = golden_of(wanderers(60), {.digest_every = 5});
  const auto from_the_start = find_part(golden, parted(golden, 0));
  ASSERT_TRUE(from_the_start);
  EXPECT_EQ(from_the_start->last_equal, -1);
  EXPECT_EQ(from_the_start->first_different, 0);
  const auto after_it = find_part(golden, parted(golden, 3));
  ASSERT_TRUE(after_it);
  EXPECT_EQ(after_it->last_equal, 0);
  EXPECT_EQ(after_it->first_different, 5);
}

TEST(FindPart, NamesAWindowByThinnedDigests) {
  const GoldenDef golden = golden_of(wanderers(60), {.digest_every = 5});
  const auto part = find_part(golden, parted(golden, 33));
  ASSERT_TRUE(part);
  EXPECT_EQ(part->last_equal, 30);
  EXPECT_EQ(part->first_different, 35);
}

TEST(FindPart, ACheckpointInsideTheWindowOfTheDigestsNarrowsItOnEitherSide) {
  const GoldenDef golden = golden_of(wanderers(60), {.digest_every = 5});
  const auto before = find_part(golden, parted(golden, 47));
  ASSERT_TRUE(before);
  EXPECT_EQ(before->last_equal, 45);
  EXPECT_EQ(before->first_different, 48) << "a checkpoint";
  const auto behind = find_part(golden, parted(golden, 49));
  ASSERT_TRUE(behind);
  EXPECT_EQ(behind->last_equal, 48) << "a checkpoint";
  EXPECT_EQ(behind->first_different, 50);
}

TEST(FindPart, GoesByTheCheckpointsWhereTheDigestsTellNothing) {
  GoldenDef golden = golden_of(wanderers(60));
  GoldenDef other = golden;
  other.checkpoints[5].hash = "0000000000000000";
  const auto by_chance = find_part(golden, other);
  ASSERT_TRUE(by_chance);
  EXPECT_EQ(by_chance->last_equal, 24);
  EXPECT_EQ(by_chance->first_different, 30);
  golden.digests = {};
  const auto without = find_part(golden, parted(golden, 20));
  ASSERT_TRUE(without);
  EXPECT_EQ(without->last_equal, 18);
  EXPECT_EQ(without->first_different, 24);
}

TEST(FindPart, GoesByTheLastStateWhereNothingElseTells) {
  GoldenDef golden = golden_of(wanderers(60));
  golden.digests = {};
  golden.checkpoints = {};
  const auto part = find_part(golden, parted(golden, 20));
  ASSERT_TRUE(part);
  EXPECT_EQ(part->last_equal, -1);
  EXPECT_EQ(part->first_different, 60);
}

TEST(FindPart, DigestsOfOtherStepsAreNotCompared) {
  const GoldenDef golden = golden_of(wanderers(60));
  EXPECT_FALSE(find_part(golden, golden_of(wanderers(60), {.digest_every = 7})));
}

TEST(GoldenComparison, OfEqualRunsPasses) {
  const GoldenDef golden = golden_of(wanderers(60), {.trace_every = 1});
  const ScenarioCheck check = compare(golden, golden);
  EXPECT_EQ(check.status, CheckStatus::passed);
  EXPECT_THAT(check.message, IsEmpty());
  EXPECT_THAT(check.metrics, IsEmpty());
  EXPECT_TRUE(check.divergence.empty());
}

TEST(GoldenComparison, NamesTheStepAndItsTime) {
  const GoldenDef golden = golden_of(wanderers(60));
  const ScenarioCheck check = compare(golden, parted(golden, 26));
  EXPECT_EQ(check.status, CheckStatus::differs);
  EXPECT_EQ(check.message, "the states differ from step 26 (t = 6.5 s) on");
  const GoldenDef thinned = golden_of(wanderers(60), {.digest_every = 5});
  EXPECT_EQ(compare(thinned, parted(thinned, 33)).message,
            "the states begin to differ after step 30, at the latest in step 35 (t = 8.75 s)");
}

TEST(GoldenComparison, FindsAMetricThatDiffersAlthoughTheStatesDoNot) {
  const GoldenDef golden = golden_of(wanderers(60));
  GoldenDef other = golden;
  const double peak = metric(other, "speed.peak").value.constant();
  metric(other, "speed.peak").value = peak + 0.25;
  const ScenarioCheck check = compare(golden, other);
  EXPECT_EQ(check.status, CheckStatus::differs);
  ASSERT_EQ(check.metrics.size(), 1u);
  EXPECT_EQ(check.metrics[0].metric, "speed.peak");
  EXPECT_EQ(check.metrics[0].expected, peak);
  EXPECT_EQ(check.metrics[0].actual, peak + 0.25);
  EXPECT_FALSE(check.metrics[0].is_tolerated);
  EXPECT_THAT(check.message, HasSubstr("what is measured"));
}

TEST(GoldenComparison, MetricsMayDifferByTheTolerancesOfTheGolden) {
  GoldenDef golden = golden_of(wanderers(60));
  GoldenDef other = parted(golden, 10);
  metric(other, "speed.peak").value = metric(other, "speed.peak").value.constant() + 0.25;
  EXPECT_EQ(compare(golden, other).status, CheckStatus::differs);
  golden.tolerances = TolerancesDef{};
  golden.tolerances->metrics.push_back({"speed.peak", {0.125, 0.0}});
  EXPECT_EQ(compare(golden, other).status, CheckStatus::differs);
  golden.tolerances->metrics.push_back({"speed.*", {0.5, 0.0}});
  EXPECT_EQ(compare(golden, other).status, CheckStatus::differs) << "the name itself wins";
  golden.tolerances->metrics.erase(golden.tolerances->metrics.begin());
  const ScenarioCheck check = compare(golden, other);
  EXPECT_EQ(check.status, CheckStatus::tolerated);
  ASSERT_EQ(check.metrics.size(), 1u);
  EXPECT_TRUE(check.metrics[0].is_tolerated);
  EXPECT_THAT(check.detail, HasSubstr("from step 10 "));
}

TEST(GoldenComparison, TheTolerancesOfTheCallWin) {
  GoldenDef golden = golden_of(wanderers(60));
  GoldenDef other = golden;
  metric(other, "speed.peak").value = metric(other, "speed.peak").value.constant() + 0.25;
  golden.tolerances = TolerancesDef{};
  golden.tolerances->metrics.push_back({"speed.peak", {0.5, 0.0}});
  EXPECT_EQ(compare(golden, other).status, CheckStatus::tolerated);
  Tolerances narrower;
  narrower.set("speed.peak", {0.125, 0.0});
  EXPECT_EQ(compare(golden, other, narrower).status, CheckStatus::differs);
  golden.tolerances.reset();
  Tolerances wider;
  wider.set("speed.*", {1.0, 0.0});
  EXPECT_EQ(compare(golden, other, wider).status, CheckStatus::tolerated);
}

TEST(GoldenComparison, AToleranceOfZeroTolerateNoOtherState) {
  const GoldenDef golden = golden_of(wanderers(60));
  Tolerances none;
  none.set("*", {});
  EXPECT_EQ(compare(golden, parted(golden, 10), none).status, CheckStatus::differs);
}

TEST(GoldenComparison, AMetricThatIsGoneDiffersAndANewOneDoesNot) {
  const GoldenDef golden = golden_of(wanderers(60));
  GoldenDef less = golden;
  std::erase_if(less.metrics, [](const auto& entry) { return entry.name == "speed.peak"; });
  const ScenarioCheck gone = compare(golden, less);
  EXPECT_EQ(gone.status, CheckStatus::differs);
  ASSERT_EQ(gone.metrics.size(), 1u);
  EXPECT_TRUE(gone.metrics[0].only_expected);
  const ScenarioCheck added = compare(less, golden);
  EXPECT_EQ(added.status, CheckStatus::passed);
  ASSERT_EQ(added.metrics.size(), 1u);
  EXPECT_TRUE(added.metrics[0].only_actual);
}

TEST(GoldenComparison, AValueAndNothingToMeasureDiffer) {
  const GoldenDef golden = golden_of(wanderers(60));
  GoldenDef other = golden;
  metric(other, "speed.peak").value = {};
  EXPECT_EQ(compare(golden, other).status, CheckStatus::differs);
  EXPECT_EQ(compare(other, golden).status, CheckStatus::differs);
  EXPECT_EQ(compare(other, other).status, CheckStatus::passed);
}

class GoldenTrace : public testing::Test {
 protected:
  // The golden with x of the second agent one bit larger in a step.
  GoldenDef nudged(std::uint64_t step) {
    GoldenDef other = golden_;
    const std::string begin = std::to_string(step) + ",1,";
    std::string& row = row_of(other, begin);
    expected_ = std::stod(row.substr(begin.size()));
    actual_ = std::bit_cast<double>(std::bit_cast<std::uint64_t>(expected_) + 1);
    nlohmann::ordered_json text = actual_;
    row = begin + text.dump() + row.substr(row.find(',', begin.size()));
    return other;
  }

  GoldenDef golden_ = golden_of(wanderers(60), {.trace_every = 2});
  double expected_ = 0.0;
  double actual_ = 0.0;
};

TEST_F(GoldenTrace, NamesStepAgentColumnAndBothValues) {
  const GoldenDef other = nudged(18);
  const ScenarioCheck check = compare(golden_, other);
  EXPECT_EQ(check.status, CheckStatus::differs);
  EXPECT_EQ(check.divergence.count(), 1u);
  const std::optional<Difference>& first = check.divergence.first();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->step, 18u);
  EXPECT_EQ(first->agent, 1u);
  EXPECT_EQ(first->quantity, "x");
  EXPECT_EQ(first->expected, expected_);
  EXPECT_EQ(first->actual, actual_);
  EXPECT_EQ(ulps_between(first->expected, first->actual), 1u);
  EXPECT_THAT(describe(*first, 0.25), HasSubstr("1 ulp apart"));
}

TEST_F(GoldenTrace, IsComparedUpToTheHorizon) {
  const GoldenDef other = nudged(18);
  golden_.tolerances = TolerancesDef{.horizon = 17, .columns = {}, .metrics = {}};
  EXPECT_EQ(compare(golden_, other).status, CheckStatus::passed);
  golden_.tolerances->horizon = 18;
  EXPECT_EQ(compare(golden_, other).status, CheckStatus::differs);
}

TEST_F(GoldenTrace, ColumnsHaveTolerances) {
  const GoldenDef other = nudged(18);
  golden_.tolerances = TolerancesDef{};
  golden_.tolerances->columns.push_back({"x", {1e-9, 0.0}});
  EXPECT_EQ(compare(golden_, other).status, CheckStatus::tolerated);
  golden_.tolerances->columns = {{"y", {1e-9, 0.0}}};
  EXPECT_EQ(compare(golden_, other).status, CheckStatus::differs);
  golden_.tolerances->columns.push_back({"*", {1e-9, 0.0}});
  EXPECT_EQ(compare(golden_, other).status, CheckStatus::tolerated);
  Tolerances exact;
  exact.set("x", {});
  EXPECT_EQ(compare(golden_, other, exact).status, CheckStatus::differs) << "that of the call wins";
}

TEST_F(GoldenTrace, ARowThatOneSideLacksDiffers) {
  GoldenDef other = golden_;
  other.trace->rows.pop_back();
  const ScenarioCheck check = compare(golden_, other);
  EXPECT_EQ(check.status, CheckStatus::differs);
  EXPECT_THAT(check.detail, HasSubstr("1 row"));
}

TEST_F(GoldenTrace, OneThatCannotBeReadDiffersAndSaysWhy) {
  row_of(golden_, "18,1,") = "18,1,half";
  const ScenarioCheck check = compare(golden_, golden_);
  EXPECT_EQ(check.status, CheckStatus::differs);
  EXPECT_THAT(check.detail, HasSubstr("golden:"));
}

TEST(GoldenComparison, OfAnotherScenarioSaysWhatTheChangeDoes) {
  const GoldenDef golden = golden_of(wanderers(60));
  GoldenDef other = parted(golden, 3);
  other.scenario_hash = "0000000000000000";
  other.scenario_values.front() = "/seed: 99";
  other.metrics.front().value.value = golden.metrics.front().value.value.constant() + 1.0;
  const ScenarioCheck check = compare(golden, other);
  EXPECT_EQ(check.status, CheckStatus::scenario_changed);
  EXPECT_EQ(check.message, "the scenario changed since its golden was accepted: /seed: 5 -> 99");
  EXPECT_THAT(check.detail, HasSubstr("the states differ from step 3"));
  ASSERT_EQ(check.metrics.size(), 1u);
  EXPECT_EQ(check.metrics[0].metric, golden.metrics.front().name);
  ASSERT_EQ(check.changes.size(), 1u);
  EXPECT_EQ(describe(check.changes[0]), "/seed: 5 -> 99");
  GoldenDef same = golden;
  same.scenario_hash = "0000000000000000";
  EXPECT_THAT(compare(golden, same).detail, HasSubstr("still comes to the accepted state"));
}

TEST(GoldenComparison, OfAnotherNumberOfStepsIsOfAnotherScenario) {
  const ScenarioCheck check = compare(golden_of(wanderers(60)), golden_of(wanderers(50)));
  EXPECT_EQ(check.status, CheckStatus::scenario_changed);
  EXPECT_EQ(check.message, "the scenario has 50 steps of 0.25 s, its golden 60 of 0.25 s");
}

TEST(GoldenComparison, OfOtherArithmeticIsRefused) {
  const GoldenDef golden = golden_of(wanderers(60));
  GoldenDef other = golden;
  other.accepted.numerics = "D9";
  const ScenarioCheck check = compare(golden, other);
  EXPECT_EQ(check.status, CheckStatus::numerics_changed);
  EXPECT_THAT(check.message, HasSubstr("D9"));
}

// Its hashes say nothing, what was measured does.
TEST(GoldenComparison, OfOtherHashesIsNamedAndStillMeasured) {
  GoldenDef golden = golden_of(wanderers(60));
  golden.accepted.hashes = kFirstHashForm;
  golden.scenario_hash = golden.state_hash = "0000000000000000";
  GoldenDef now = golden_of(wanderers(60));
  const ScenarioCheck same = compare(golden, now);
  EXPECT_EQ(same.status, CheckStatus::hashes_changed);
  EXPECT_THAT(same.message, HasSubstr("form H1"));
  EXPECT_THAT(same.detail, HasSubstr("What was measured agrees"));
  EXPECT_TRUE(same.metrics.empty());
  now.metrics.front().value.value = Parameter(1e6);
  const ScenarioCheck other = compare(golden, now);
  EXPECT_EQ(other.status, CheckStatus::hashes_changed);
  EXPECT_THAT(other.detail, HasSubstr("does not agree"));
  EXPECT_EQ(other.metrics.size(), 1u);
}

}  // namespace
}  // namespace drover::test::golden_comparison_test
