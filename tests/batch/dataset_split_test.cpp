#include "batch/dataset_split.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace drover::test::dataset_split_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Runs of points with several seeds each, which all points share or which are different everywhere.
std::vector<CollectedRun> runs_of(std::uint64_t points, std::uint64_t replications, bool shares_seeds) {
  std::vector<CollectedRun> runs;
  for (std::uint64_t p = 0; p < points; ++p) {
    for (std::uint64_t r = 0; r < replications; ++r)
      runs.push_back({.id = fmt::format("r{}.{}", p, r),
                      .experiment = "",
                      .point = p,
                      .replication = r,
                      .seed = shares_seeds ? r : p * replications + r,
                      .parameters = {{"n", fmt::to_string(p)}}});
  }
  return runs;
}

// Whether runs with the same key are in one part.
template <class Key>
bool keeps_together(const std::vector<CollectedRun>& runs, const DatasetSplit& split, const Key& key) {
  std::map<std::string, std::set<std::size_t>> parts;
  for (std::size_t k = 0; k < runs.size(); ++k)
    parts[key(runs[k])].insert(split.part[k]);
  return std::ranges::all_of(parts, [](const auto& entry) { return entry.second.size() == 1; });
}

std::string seed_of(const CollectedRun& run) {
  return fmt::to_string(run.seed);
}

TEST(DatasetSplit, SharesAreMetWithinOneRun) {
  for (std::uint64_t count = 1; count <= 60; ++count) {
    const auto runs = runs_of(count, 1, false);
    for (const SplitShares& shares : {SplitShares{80, 10, 10}, {60, 20, 20}, {34, 33, 33}, {99, 1, 0}}) {
      const DatasetSplit split = split_runs(runs, SplitBy::seed, shares);
      for (std::size_t p = 0; p < kSplits.size(); ++p)
        EXPECT_LT(
            std::abs(static_cast<double>(split.runs[p]) - 0.01 * shares[p] * static_cast<double>(count)),
            1.0);
    }
  }
}

TEST(DatasetSplit, NoSeedIsInTwoParts) {
  const auto runs = runs_of(6, 20, true);
  for (const SplitBy by : {SplitBy::seed, SplitBy::point})
    EXPECT_TRUE(keeps_together(runs, split_runs(runs, by, {80, 10, 10}), seed_of));
  const DatasetSplit split = split_runs(runs, SplitBy::seed, {80, 10, 10});
  EXPECT_THAT(split.runs, ElementsAre(96, 12, 12));
  EXPECT_THAT(split.notes, IsEmpty());
}

TEST(DatasetSplit, NoPointIsInTwoPartsWhereItStaysTogether) {
  const auto runs = runs_of(20, 7, false);
  const DatasetSplit split = split_runs(runs, SplitBy::point, {80, 10, 10});
  EXPECT_TRUE(keeps_together(runs, split, point_key));
  EXPECT_THAT(split.runs, ElementsAre(112, 14, 14));
}

// 48 runs of 6 points: each point has its 6, 1 and 1 of 8, or is one run away from it.
TEST(DatasetSplit, EveryPointIsDividedAsTheWhole) {
  const auto runs = runs_of(6, 8, false);
  const DatasetSplit split = split_runs(runs, SplitBy::seed, {50, 25, 25});
  EXPECT_THAT(split.runs, ElementsAre(24, 12, 12));
  std::map<std::string, std::array<int, kSplits.size()>> counts;
  for (std::size_t k = 0; k < runs.size(); ++k)
    ++counts[point_key(runs[k])][split.part[k]];
  for (const auto& [point, count] : counts)
    EXPECT_THAT(count, ElementsAre(4, 2, 2)) << point;
}

TEST(DatasetSplit, RunsByThemselvesMayShareSeedsWhichIsSaid) {
  const auto runs = runs_of(6, 8, true);
  const DatasetSplit split = split_runs(runs, SplitBy::run, {50, 25, 25});
  EXPECT_THAT(split.runs, ElementsAre(24, 12, 12));
  EXPECT_THAT(split.notes, ElementsAre(HasSubstr("8 of 8 seeds in runs of several parts")));
}

TEST(DatasetSplit, SharesThatCannotBeMetAreNamed) {
  const DatasetSplit split = split_runs(runs_of(12, 1, true), SplitBy::seed, {80, 10, 10});
  EXPECT_THAT(split.runs, ElementsAre(12, 0, 0));
  EXPECT_THAT(split.notes,
              ElementsAre(HasSubstr("train 12 (100 %), val 0 (0 %), test 0 (0 %) of 12 runs in "
                                    "place of 80, 10, 10 %: runs that share a seed stay together, "
                                    "which makes 1 unit")));
}

TEST(DatasetSplit, DoesNotDependOnTheOrderOfTheRuns) {
  const auto runs = runs_of(6, 8, true);
  const std::vector<CollectedRun> reversed(runs.rbegin(), runs.rend());
  for (const SplitBy by : {SplitBy::seed, SplitBy::point, SplitBy::run}) {
    std::vector<std::size_t> part = split_runs(reversed, by, {60, 20, 20}).part;
    std::ranges::reverse(part);
    EXPECT_EQ(part, split_runs(runs, by, {60, 20, 20}).part);
  }
}

// As of two experiments that say the same.
TEST(DatasetSplit, ARunOfSeveralExperimentsCountsOnce) {
  auto runs = runs_of(1, 10, false);
  for (std::size_t k = 0; k < 10; ++k) {
    runs.push_back(runs[k]);
    runs.back().experiment = "same";
  }
  const DatasetSplit split = split_runs(runs, SplitBy::run, {50, 50, 0});
  EXPECT_THAT(split.runs, ElementsAre(5, 5, 0));
  EXPECT_TRUE(keeps_together(runs, split, [](const CollectedRun& run) { return run.id; }));
}

}  // namespace
}  // namespace drover::test::dataset_split_test
