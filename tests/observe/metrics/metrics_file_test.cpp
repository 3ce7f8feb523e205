#include "observe/metrics/metrics_file.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "observe/record/json_file.h"
#include "support/observed_run.h"

namespace drover::metrics_file_test {
namespace {

using test::Folder;

Provenance some_provenance() {
  Provenance provenance;
  provenance.scenario_name = "test";
  provenance.scenario_file = "scenes/test.json";
  provenance.scenario_hash = 0xabc;
  provenance.seed = 7;
  provenance.overrides = {"simulation.dt=0.5"};
  provenance.steps = 3;
  provenance.dt = 0.5;
  provenance.state_hash = 0x123;
  return provenance;
}

MetricResults some_metrics() {
  return MetricResults(
      {{"arrivals", "count", {2.0, true}}, {"arrivals", "time_mean", {std::nullopt, false}}});
}

TEST(MetricsFile, HoldsItsPartsInOrder) {
  const Provenance provenance = some_provenance();
  const MetricResults metrics = some_metrics();
  const nlohmann::ordered_json timing = {{"steps", 3}};
  const auto json = to_json({provenance, metrics, {.pairs_tested = 11, .agent_steps = 6}, {}, &timing});
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items())
    keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"format", "drover", "provenance", "metrics", "counters",
                                            "expectations", "not_reproducible"}));
  EXPECT_EQ(json["metrics"].dump(), R"({"arrivals":{"count":2,"time_mean":null}})");
  EXPECT_EQ(json["counters"]["pairs_tested"], 11);
  EXPECT_EQ(json["provenance"]["scenario_hash"], "0000000000000abc");
  EXPECT_EQ(json["not_reproducible"]["timing"]["steps"], 3);
  EXPECT_TRUE(json["expectations"].is_array());
}

TEST(MetricsFile, WithoutTimingNothingInItIsIrreproducible) {
  const Provenance provenance = some_provenance();
  const MetricResults metrics = some_metrics();
  EXPECT_FALSE(to_json({provenance, metrics, {}}).contains("not_reproducible"));
}

TEST(MetricsFile, NumbersThatAreNotFiniteAreAbsent) {
  MetricReport report;
  report.number("a", kInfinity);
  report.number("b", kInfinity - kInfinity);
  report.number("c", 1.0);
  EXPECT_FALSE(report.entries()[0].value.number.has_value());
  EXPECT_FALSE(report.entries()[1].value.number.has_value());
  EXPECT_EQ(report.entries()[2].value.number, 1.0);
}

TEST(MetricsFile, EndsWithALineFeedAndSurvivesTextThatIsNotUtf8) {
  const std::string text = pretty({{"file", "bad \xff name"}});
  EXPECT_EQ(text.back(), '\n');
  EXPECT_TRUE(nlohmann::json::accept(text)) << text;
}

TEST(MetricsFile, IsWrittenComplete) {
  const Folder folder;
  OutputFile file;
  ASSERT_EQ(file.open(folder.path("m.json")), std::nullopt);
  ASSERT_EQ(write_json(file, {{"format", 1}}), std::nullopt);
  EXPECT_EQ(test::read_text(folder.path("m.json")), "{\n  \"format\": 1\n}\n");
}

TEST(Provenance, OfARunThatTookNoStepsHasNoHash) {
  Provenance provenance = some_provenance();
  provenance.state_hash.reset();
  EXPECT_TRUE(to_json(provenance)["state_hash"].is_null());
}

}  // namespace
}  // namespace drover::metrics_file_test
