#include "golden/json_report.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "golden/report_samples.h"
#include "observe/record/json_file.h"
#include "observe/record/provenance.h"

namespace drover::test::json_report_test {
namespace {

using Json = nlohmann::ordered_json;

Json written(const CheckReport& report) {
  return Json::parse(pretty(to_json(report)));
}

TEST(JsonReport, OfNothingIsComplete) {
  const Json out = written(CheckReport{});
  EXPECT_EQ(out["ok"], true);
  EXPECT_EQ(out["drover"], drover_version());
  EXPECT_EQ(out["scenarios"], Json::array());
  EXPECT_EQ(out["obsolete"], Json::array());
  EXPECT_EQ(out["summary"]["scenarios"], 0);
  EXPECT_EQ(out["summary"]["by_status"].size(), kCheckStatusNames.size());
  EXPECT_EQ(out["accept_all"], nullptr);
}

TEST(JsonReport, OfAPassingScenarioHasNullForWhatIsAbsent) {
  CheckReport report;
  report.scenarios = {sample_check("arrive", CheckStatus::passed)};
  EXPECT_EQ(written(report)["scenarios"][0], Json::parse(R"({
    "scenario": "scenarios/arrive.json", "name": "arrive", "golden": "golden/arrive.golden.json",
    "status": "passed", "pass": true, "as_expected": true, "message": null, "detail": null, "accepted_with": null,
    "accepted_reason": null, "renamed_from": null, "line": null, "dt": 0.02, "steps": 600,
    "state_hash": "0123456789abcdef", "scenario_changes": [], "divergence": null, "metrics": [], "expectations": [], "accept": null
  })"));
}

TEST(JsonReport, SaysHowEachScenarioStands) {
  const Json out = written(sample_report());
  const CheckReport report = sample_report();
  EXPECT_EQ(out["ok"], false);
  ASSERT_EQ(out["scenarios"].size(), report.scenarios.size());
  for (std::size_t i = 0; i < report.scenarios.size(); ++i) {
    EXPECT_EQ(out["scenarios"][i]["scenario"], report.scenarios[i].scenario);
    EXPECT_EQ(out["scenarios"][i]["status"], name_of(report.scenarios[i].status));
    EXPECT_EQ(out["scenarios"][i]["pass"], report.scenarios[i].pass());
  }
  EXPECT_EQ(out["scenarios"][4]["line"], 6);
  EXPECT_EQ(out["obsolete"], Json::parse(R"(["golden/old.golden.json", "golden/older.golden.json"])"));
}

// What could not be read or could not go on was not judged.
TEST(JsonReport, SaysNothingAboutExpectationsOfWhatDidNotRun) {
  CheckReport report;
  for (const CheckStatus status : {CheckStatus::bad_input, CheckStatus::run_failed})
    report.scenarios.push_back({.scenario = "a.json", .golden = "", .status = status});
  for (const Json& one : written(report)["scenarios"])
    EXPECT_EQ(one["as_expected"], nullptr) << one["status"];
}

TEST(JsonReport, CountsByStatus) {
  EXPECT_EQ(written(sample_report())["summary"], Json::parse(R"({
    "scenarios": 10, "passed": 3, "failed": 7, "not_as_expected": 1, "obsolete": 2,
    "by_status": {"passed": 2, "tolerated": 1, "updated": 1, "missing": 1, "scenario_changed": 1,
                  "numerics_changed": 1, "hashes_changed": 0, "differs": 1, "not_checked": 0, "bad_input": 1,
                  "run_failed": 1}
  })"));
}

TEST(JsonReport, HoldsTheDifferences) {
  CheckReport report;
  report.scenarios = {sample_difference()};
  const Json out = written(report)["scenarios"][0];
  EXPECT_EQ(out["divergence"], Json::parse(to_json(report.scenarios[0].divergence).dump()));
  ASSERT_EQ(out["metrics"].size(), 5u);
  EXPECT_EQ(out["metrics"][1], Json::parse(R"({
    "metric": "extent.mean", "expected": 4.0, "actual": 4.5, "absolute_tolerance": 0.1,
    "relative_tolerance": 0.0, "times_tolerance": 5.0, "tolerated": false})"));
  EXPECT_EQ(out["metrics"][3]["actual"], nullptr);
  EXPECT_EQ(out["metrics"][4]["only_in"], "actual");
  EXPECT_EQ(out["expectations"][0]["pass"], true);
  EXPECT_EQ(out["accept"], "drover check --update scenarios/pursuit.json");
}

TEST(JsonReport, HasNullForNumbersThatAreNotFinite) {
  CheckReport report;
  report.scenarios = {sample_difference()};
  report.scenarios[0].metrics[0].actual = std::numeric_limits<double>::quiet_NaN();
  report.scenarios[0].dt = std::numeric_limits<double>::infinity();
  const Json out = to_json(report)["scenarios"][0];
  EXPECT_TRUE(out["dt"].is_null());
  EXPECT_TRUE(out["metrics"][0]["actual"].is_null());
  EXPECT_TRUE(out["metrics"][2]["times_tolerance"].is_null());
}

TEST(JsonReport, DependsOnTheClockInOnePlaceOnly) {
  CheckReport slow = sample_report();
  slow.seconds = 99.0;
  for (ScenarioCheck& check : slow.scenarios)
    check.seconds *= 3.0;
  Json a = to_json(sample_report());
  Json b = to_json(slow);
  EXPECT_NE(pretty(a), pretty(b));
  EXPECT_EQ(b["not_reproducible"]["seconds"], 99.0);
  EXPECT_EQ(b["not_reproducible"]["scenario_seconds"].size(), 10u);
  a.erase("not_reproducible");
  b.erase("not_reproducible");
  EXPECT_EQ(pretty(a), pretty(b));
}

TEST(JsonReport, TakesAnyBytesAsNames) {
  CheckReport report;
  report.scenarios = {sample_check("arrive", CheckStatus::missing)};
  report.scenarios[0].scenario = hostile_name();
  report.obsolete = {hostile_name()};
  const Json out = written(report);
  const auto name = out["scenarios"][0]["scenario"].get<std::string>();
  EXPECT_TRUE(name.starts_with("a\"b'\n::error::c\r]]></failure>")) << name;
  EXPECT_NE(name.find("\xEF\xBF\xBD"), std::string::npos);
  EXPECT_EQ(out["obsolete"][0], name);
}

}  // namespace
}  // namespace drover::test::json_report_test
