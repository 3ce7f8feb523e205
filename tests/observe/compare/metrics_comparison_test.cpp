#include "observe/compare/metrics_comparison.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace drover::metrics_comparison_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Json = nlohmann::ordered_json;

const Json kMetrics = {{"speed", {{"mean", 2.0}, {"max", 4.0}}},
                       {"arrivals", {{"count", 3}, {"time", nullptr}}}};

Json file_of(const Json& metrics) {
  return {{"metrics", metrics},
          {"counters", {{"agent_steps", 100}}},
          {"provenance",
           {{"file", "a.json"},
            {"scenario_hash", "0f"},
            {"seed", 7},
            {"steps", 10},
            {"dt", 0.5},
            {"state_hash", "aa"},
            {"complete", true}}},
          {"not_reproducible", {{"timing", 1.5}}}};
}

Tolerances tolerance_for(const char* pattern, const Tolerance& tolerance) {
  Tolerances tolerances;
  tolerances.set(pattern, tolerance);
  return tolerances;
}

TEST(MetricsComparison, NamesValuesByTheirPaths) {
  EXPECT_THAT(metric_paths(kMetrics),
              ElementsAre("speed.mean", "speed.max", "arrivals.count", "arrivals.time"));
}

TEST(MetricsComparison, OfEqualMetricsFindsNothing) {
  EXPECT_THAT(compare_metrics(kMetrics, kMetrics, {}), IsEmpty());
  Json reordered = {{"arrivals", kMetrics["arrivals"]}, {"speed", kMetrics["speed"]}};
  EXPECT_THAT(compare_metrics(kMetrics, reordered, {}), IsEmpty());
}

TEST(MetricsComparison, FindsValuesThatDiffer) {
  Json other = kMetrics;
  other["speed"]["max"] = 4.5;
  other["arrivals"]["time"] = 1.0;
  const auto found = compare_metrics(kMetrics, other, tolerance_for("speed.*", {.absolute = 0.25}));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].metric, "speed.max");
  EXPECT_EQ(found[0].expected, 4.0);
  EXPECT_EQ(found[0].actual, 4.5);
  EXPECT_EQ(found[0].excess, 2.0);
  EXPECT_FALSE(found[0].is_tolerated);
  EXPECT_EQ(found[1].metric, "arrivals.time");
  EXPECT_EQ(found[1].expected, std::nullopt);
  EXPECT_EQ(found[1].actual, 1.0);
  EXPECT_FALSE(found[1].only_expected || found[1].only_actual) << "both have the metric";
}

TEST(MetricsComparison, KeepsWhatIsWithinItsToleranceAsTolerated) {
  Json other = kMetrics;
  other["speed"]["max"] = 4.5;
  const auto found = compare_metrics(kMetrics, other, tolerance_for("speed.max", {.absolute = 0.5}));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].is_tolerated);
  EXPECT_EQ(found[0].excess, 1.0);
}

TEST(MetricsComparison, NamesMetricsOfOneSide) {
  Json other = kMetrics;
  other.erase("speed");
  other["extent"]["radius"] = 1.0;
  const auto found = compare_metrics(kMetrics, other, tolerance_for("*", {.absolute = 99.0}));
  ASSERT_EQ(found.size(), 3U);
  EXPECT_TRUE(found[0].only_expected && found[1].only_expected);
  EXPECT_EQ(found[2].metric, "extent.radius");
  EXPECT_TRUE(found[2].only_actual);
  EXPECT_FALSE(found[2].is_tolerated);
}

TEST(MetricsComparison, SaysWhatCannotBeCompared) {
  EXPECT_EQ(metrics_problem(kMetrics), "");
  EXPECT_EQ(metrics_problem({{"speed", {{"mean", "fast"}}}}), "speed.mean is neither a number nor null");
  EXPECT_EQ(metrics_problem(Json::array()), "an object of metrics is needed");
}

TEST(MetricsComparison, OfFilesLooksAtFactsAndCountersAndNotAtTiming) {
  const Json expected = file_of(kMetrics);
  Json actual = expected;
  actual["not_reproducible"]["timing"] = 9.0;
  actual["provenance"]["file"] = "elsewhere.json";
  const MetricsComparison same = compare_metrics_files(expected, actual, {});
  EXPECT_TRUE(same.agrees());
  EXPECT_EQ(same.values, 5U);
  actual["counters"]["agent_steps"] = 101;
  actual["provenance"]["seed"] = 8;
  const MetricsComparison found = compare_metrics_files(expected, actual, {});
  EXPECT_FALSE(found.agrees());
  ASSERT_EQ(found.metrics.size(), 1U);
  EXPECT_EQ(found.metrics[0].metric, "counters.agent_steps");
  ASSERT_EQ(found.facts.size(), 1U);
  EXPECT_EQ(found.facts[0].fact, "seed");
  EXPECT_EQ(found.facts[0].expected, "7");
  EXPECT_EQ(found.facts[0].actual, "8");
}

TEST(MetricsComparison, SeesEveryFact) {
  const Json expected = file_of(kMetrics);
  for (const char* fact : {"scenario_hash", "seed", "steps", "dt", "state_hash", "complete"}) {
    Json actual = expected;
    actual["provenance"][fact] = nullptr;
    EXPECT_FALSE(compare_metrics_files(expected, actual, {}).agrees()) << fact;
  }
}

TEST(MetricsComparison, AStateHashHasNoToleranceAndYieldsToOne) {
  const Json expected = file_of(kMetrics);
  Json actual = expected;
  actual["provenance"]["state_hash"] = "bb";
  EXPECT_FALSE(compare_metrics_files(expected, actual, {}).agrees());
  const MetricsComparison tolerant =
      compare_metrics_files(expected, actual, tolerance_for("speed.*", {.absolute = 1.0}));
  EXPECT_TRUE(tolerant.agrees());
  ASSERT_EQ(tolerant.facts.size(), 1U);
  EXPECT_TRUE(tolerant.facts[0].is_tolerated);
}

TEST(MetricsComparison, DoesNotCompareHashesOfTwoForms) {
  const Json expected = file_of(kMetrics);
  Json actual = expected;
  actual["provenance"]["state_hash"] = "bb";
  for (const Json& strange : {Json(7), Json(nullptr), Json::object()}) {
    actual["provenance"]["hashes"] = strange;
    EXPECT_FALSE(compare_metrics_files(expected, actual, {}).has_other_hashes) << strange;
  }
  actual["provenance"]["hashes"] = "H2";
  const MetricsComparison found = compare_metrics_files(expected, actual, {});
  EXPECT_TRUE(found.has_other_hashes);
  EXPECT_TRUE(found.agrees());
}

TEST(MetricsComparison, NamesPartsOfOneSide) {
  const MetricsComparison found = compare_metrics_files({{"metrics", kMetrics}}, file_of(kMetrics), {});
  EXPECT_TRUE(found.agrees());
  EXPECT_THAT(found.only_actual_parts, ElementsAre("counters", "provenance"));
}

TEST(MetricsComparison, IsWrittenAsJson) {
  Json other = kMetrics;
  other["speed"].erase("max");
  const Json json = to_json(compare_metrics_files(file_of(kMetrics), file_of(other), {}));
  EXPECT_EQ(json["differences"][0]["only_in"], "expected");
  EXPECT_TRUE(json["differences"][0]["times_tolerance"].is_null());
  EXPECT_TRUE(json["differences"][0]["actual"].is_null());
}

}  // namespace
}  // namespace drover::metrics_comparison_test
