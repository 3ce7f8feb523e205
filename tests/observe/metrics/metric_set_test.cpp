#include "observe/metrics/metric_set.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "observe/metrics/registry.h"
#include "support/observed_run.h"

namespace drover::metric_set_test {
namespace {

using test::coasting;
using test::measure;

constexpr const char* kCrowd =
    R"({"type":"a","count":60,"heading":0.3,"speed":2,"placement":{"type":"rectangle","min":[0,0],"max":[20,20]}})";

TEST(MetricSet, WithoutNamesEveryRegisteredMetricIsPossible) {
  const nlohmann::ordered_json json = measure(coasting(kCrowd, ""), 3).to_json();
  std::size_t output_count = 0;
  for (const MetricKind* kind : metric_kinds()) {
    if (kind->unasked == Unasked::never) continue;
    ASSERT_TRUE(json.contains(std::string(kind->name))) << kind->name;
    for (const MetricOutput& output : kind->outputs) {
      EXPECT_TRUE(json[std::string(kind->name)].contains(std::string(output.name)))
          << kind->name << output.name;
      ++output_count;
    }
  }
  EXPECT_EQ(metric_paths(possible_metrics({})).size(), output_count);
}

std::vector<std::string> names_of(const NamedList<KindBox>& metrics) {
  std::vector<std::string> names;
  for (const auto& [name, box] : metrics)
    names.push_back(name);
  return names;
}

TEST(MetricSet, WithoutNamesARunMeasuresAShortListAndWhatIsExpected) {
  using testing::ElementsAre;
  EXPECT_THAT(names_of(measured_metrics({}, {})),
              ElementsAre("collisions", "clearance", "distance", "speed", "arrivals", "path_progress"));
  std::vector<ExpectDef> expected(2);
  expected[0].metric = "stuck.ever";
  expected[1].metric = "speed.mean";
  EXPECT_THAT(
      names_of(measured_metrics({}, expected)),
      ElementsAre("collisions", "clearance", "distance", "speed", "arrivals", "path_progress", "stuck"));
}

TEST(MetricSet, AnEmptyListMeasuresNothing) {
  RecordDef record;
  record.metrics.emplace();
  EXPECT_TRUE(measured_metrics(record, {}).empty());
  EXPECT_TRUE(possible_metrics(record).empty());
}

TEST(MetricSet, HoldsOnlyTheNamedMetricsInTheirOrder) {
  const MetricResults results = measure(coasting(kCrowd, R"("speed":{},"collisions":{})"), 1);
  EXPECT_EQ(results.entries().front().metric, "speed");
  EXPECT_EQ(results.entries().back().metric, "collisions");
  EXPECT_EQ(results.find("extent.mean"), nullptr);
  EXPECT_EQ(results.find("speed"), nullptr);
  EXPECT_EQ(results.find("speed.means"), nullptr);
  EXPECT_EQ(results.find(""), nullptr);
}

TEST(MetricSet, OneKindCanStandSeveralTimesUnderNamesOfItsOwn) {
  const std::string agents = R"({"type":"a","position":[0,0],"velocity":[1,0],"group":"slow"},
                                {"type":"a","position":[0,9],"velocity":[0,3],"group":"fast"})";
  const std::string metrics =
      R"("snails":{"type":"speed","group":"slow"},"speed":{},"hares":{"type":"speed","group":"fast"})";
  const MetricResults results = measure(coasting(agents, metrics), 2);
  EXPECT_EQ(test::value_of(results, "snails.mean"), 1.0);
  EXPECT_EQ(test::value_of(results, "speed.mean"), 2.0);
  EXPECT_EQ(test::value_of(results, "hares.mean"), 3.0);
  EXPECT_EQ(results.entries().front().metric, "snails");
}

TEST(MetricSet, CountsAreWholeNumbersAndAbsentValuesNull) {
  const nlohmann::ordered_json json =
      measure(coasting(kCrowd, R"("arrivals":{},"distance":{})"), 1).to_json();
  EXPECT_TRUE(json["arrivals"]["count"].is_number_unsigned());
  EXPECT_TRUE(json["arrivals"]["time_mean"].is_null());
  EXPECT_TRUE(json["distance"]["mean"].is_number_float());
}

TEST(MetricSet, TheSameRunGivesTheSameText) {
  const std::string scenario =
      coasting(kCrowd, "", R"(,"world":{"bounds":{"min":[0,0],"max":[20,20],"edge":"wrap"}})");
  EXPECT_EQ(measure(scenario, 50).to_json().dump(), measure(scenario, 50).to_json().dump());
}

TEST(MetricSet, DoesNotDependOnTheCellsOfTheSearch) {
  const auto text = [](std::string_view partition) {
    const std::string keys = R"(,"world":{"bounds":{"min":[0,0],"max":[20,20],"edge":"wrap"}})";
    std::string scenario = coasting(kCrowd, "", keys);
    scenario.insert(scenario.find(R"("dt")"), partition);
    return measure(scenario, 50).to_json().dump();
  };
  EXPECT_EQ(text(""), text(R"("partition":{"enabled":false},)"));
}

TEST(MetricKinds, AreDocumented) {
  std::set<std::string_view> names;
  for (const MetricKind* kind : metric_kinds()) {
    EXPECT_TRUE(names.insert(kind->name).second) << kind->name;
    EXPECT_EQ(kind->family, "metric");
    EXPECT_FALSE(kind->summary.empty() || kind->source.empty() || kind->example.empty()) << kind->name;
    std::set<std::string_view> outputs;
    for (const MetricOutput& output : kind->outputs) {
      EXPECT_TRUE(outputs.insert(output.name).second) << kind->name << "." << output.name;
      EXPECT_FALSE(output.doc.empty()) << kind->name << "." << output.name;
    }
    EXPECT_FALSE(outputs.empty()) << kind->name;
  }
}

TEST(MetricKinds, ExamplesAreValidInAScenario) {
  for (const MetricKind* kind : metric_kinds()) {
    const std::string example(kind->example);
    std::string agents = kCrowd;
    for (const char* group : {"flock", "runners", "shoal", "crowd", "eastbound"}) {
      agents += R"(,{"type":"a","position":[50,50],"group":")" + std::string(group) + R"("})";
    }
    const std::string keys = R"(,"quantities":{"to_dog":{"type":"distance","target":{"point":[5,5]}}},
        "world":{"regions":{"hall":{"min":[0,0],"max":[9,9]},"east_exit":{"min":[9,0],"max":[12,9]}}},
        "formations":{"squad":{"pattern":{"type":"line"},"members":[{"group":"flock"}]}})";
    EXPECT_NO_THROW(measure(coasting(agents, example.substr(1, example.size() - 2), keys), 1)) << kind->name;
  }
}

}  // namespace
}  // namespace drover::metric_set_test
