#include <gtest/gtest.h>

#include "sim/state/saved_state.h"
#include "support/observed_run.h"
#include "support/scene.h"

namespace drover::population_metric_test {
namespace {

using test::coasting;
using test::measure;
using test::value_of;

// A source in the middle sends one east and one west every second until 3 s, with 2 m/s; each end removes.
std::string corridor(const std::string& metrics, const std::string& keys = "") {
  const auto walker = [](const char* way) {
    return R"({"type":"spawn","at":0,"every":1,"until":3,"agents":{"type":"a","group":")" + std::string(way) +
           (way[0] == 'e' ? R"(","position":[1,0],"velocity":[2,0]}})"
                          : R"(","position":[-1,0],"velocity":[-2,0]}})");
  };
  const auto sink = [](const char* way) {
    return R"({"type":"remove","target":{"group":")" + std::string(way) +
           R"("},"when":{"type":"region","region":")" + way + R"("}})";
  };
  return coasting(
      R"({"type":"a","position":[0,50]})", metrics,
      R"(,"world":{"regions":{"east":{"min":[5,-1],"max":[6,1]},"west":{"min":[-8,-1],"max":[-7,1]}}},
                     "events":[)" +
          walker("east") + "," + walker("west") + "," + sink("east") + "," + sink("west") + "]" + keys);
}

TEST(Population, CountsWhoComesAndGoes) {
  // East: 4 m at 2 m/s, in the region from 2 s on, gone a step later: those of 0 and 1 s by 4 s.
  // West: 6 m, 3 s: that of 0 s alone.
  const MetricResults found = measure(corridor(R"("all":{"type":"population"})"), 16);
  EXPECT_EQ(value_of(found, "all.born"), 8.0);
  EXPECT_EQ(value_of(found, "all.removed"), 3.0);
  EXPECT_EQ(value_of(found, "all.final"), 6.0);
  EXPECT_EQ(value_of(found, "all.greatest"), 8.0);
  EXPECT_EQ(value_of(found, "all.overlapping_births"), 0.0);
}

TEST(Population, CountsByPlace) {
  const MetricResults found = measure(corridor(R"("e":{"type":"population","region":"east"},
      "w":{"type":"population","region":"west"},"group":{"type":"population","group":"west"})"),
                                      16);
  EXPECT_EQ(value_of(found, "e.removed"), 2.0);
  EXPECT_EQ(value_of(found, "w.removed"), 1.0);
  EXPECT_EQ(value_of(found, "e.born"), 0.0);
  EXPECT_EQ(value_of(found, "group.born"), 4.0);
  EXPECT_EQ(value_of(found, "group.removed"), 1.0);
}

TEST(Population, CountsWhoWaits) {
  const MetricResults found =
      measure(coasting(R"({"type":"a","position":[5,0]})", R"("all":{"type":"population"})",
                       R"(,"events":[{"type":"spawn","at":0.25,"every":0.5,"times":2,"when_free":true,
                          "agents":{"type":"a","position":[5,0]}}])"),
              3);
  // 0, 1, 1, 2
  EXPECT_EQ(value_of(found, "all.waiting_mean"), 1.0);
  EXPECT_EQ(value_of(found, "all.waiting_maximum"), 2.0);
  EXPECT_EQ(value_of(found, "all.waiting_final"), 2.0);
  EXPECT_EQ(value_of(found, "all.born"), 0.0);
}

TEST(Population, CountsBirthsOnOtherBodies) {
  const MetricResults found = measure(
      coasting(
          R"({"type":"a","position":[5,0]})", R"("all":{"type":"population"})",
          R"(,"events":[{"type":"spawn","at":0.5,"find_room":false,"agents":{"type":"a","position":[5,0.5]}}])"),
      4);
  EXPECT_EQ(value_of(found, "all.overlapping_births"), 1.0);
}

}  // namespace
}  // namespace drover::population_metric_test
