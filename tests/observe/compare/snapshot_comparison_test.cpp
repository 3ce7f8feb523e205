#include "observe/compare/snapshot_comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace drover::snapshot_comparison_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Snapshot sample_snapshot() {
  Snapshot made;
  made.state.tick = 250;
  made.state.columns = {{.name = "x", .unit = "m", .values = std::vector<double>{1.0, 2.0}},
                        {.name = "number", .unit = "", .values = std::vector<std::uint32_t>{1, 2}},
                        {.name = "b/wander/memory", .unit = "", .values = std::vector<double>{0.5, 0.5}},
                        {.name = "b/arrive/memory", .unit = "", .values = std::vector<double>{0.5, 0.5}}};
  made.scenario = "{}";
  made.seed = 7;
  made.dt = 0.02;
  made.drover = "1.0";
  made.numerics = "n1";
  return made;
}

std::vector<std::string> facts(const Snapshot& a, const Snapshot& b) {
  std::vector<std::string> names;
  for (const FactDifference& fact : compare_snapshots(a, b, {}).facts)
    names.push_back(fact.fact + " " + fact.expected + " " + fact.actual);
  return names;
}

TEST(SnapshotComparison, OfEqualSnapshotsAgrees) {
  const SnapshotComparison found = compare_snapshots(sample_snapshot(), sample_snapshot(), {});
  EXPECT_TRUE(found.agrees());
  EXPECT_EQ(found.step, 250U);
  EXPECT_EQ(found.agents, 2U);
  EXPECT_EQ(found.numbers, 8U);
  EXPECT_THAT(found.notes, IsEmpty());
}

TEST(SnapshotComparison, NamesTheFactsThatDiffer) {
  Snapshot other = sample_snapshot();
  other.state.tick = 251;
  other.seed = 18446744073709551615U;
  other.dt = 0.1;
  other.numerics = "n2";
  EXPECT_THAT(facts(sample_snapshot(), other), ElementsAre("step 250 251", "seed 7 18446744073709551615",
                                                           "dt 0.02 0.1", "numerics \"n1\" \"n2\""));
  EXPECT_FALSE(compare_snapshots(sample_snapshot(), other, {}).agrees());
}

TEST(SnapshotComparison, AnotherVersionOfDroverIsOnlyNoted) {
  Snapshot other = sample_snapshot();
  other.drover = "2.0";
  const SnapshotComparison found = compare_snapshots(sample_snapshot(), other, {});
  EXPECT_TRUE(found.agrees());
  EXPECT_THAT(found.notes, ElementsAre(HasSubstr("drover 1.0 saved the first and 2.0 the second")));
}

TEST(SnapshotComparison, AgreesWithinTolerance) {
  Snapshot other = sample_snapshot();
  std::get<std::vector<double>>(other.state.columns[0].values)[1] = 2.25;
  Tolerances tolerances;
  EXPECT_FALSE(compare_snapshots(sample_snapshot(), other, tolerances).agrees());
  tolerances.set("x", {0.25, 0.0});
  EXPECT_TRUE(compare_snapshots(sample_snapshot(), other, tolerances).agrees());
}

TEST(SnapshotComparison, AnotherScenarioIsADifference) {
  SnapshotComparison found = compare_snapshots(sample_snapshot(), sample_snapshot(), {});
  found.scenario_paths = {"/seed"};
  EXPECT_FALSE(found.agrees());
}

TEST(SnapshotComparison, TolerancesAreForTheLastPartsOfNames) {
  EXPECT_THAT(tolerable_quantities(sample_snapshot()), ElementsAre("x", "number", "memory"));
}

TEST(SnapshotComparison, SaysAllOfItAsJson) {
  Snapshot other = sample_snapshot();
  other.seed = 8;
  std::get<std::vector<double>>(other.state.columns[0].values)[1] = 2.25;
  const nlohmann::ordered_json document = to_json(compare_snapshots(sample_snapshot(), other, {}));
  EXPECT_EQ(document["step"], 250);
  EXPECT_EQ(document["facts"][0]["fact"], "seed");
  EXPECT_EQ(document["facts"][0]["actual"], 8);
  EXPECT_EQ(document["divergence"]["first"]["agent"], 2);
}

}  // namespace
}  // namespace drover::snapshot_comparison_test
