#include <cmath>

#include <gtest/gtest.h>

#include "observe/formation_scenes.h"
#include "support/observed_run.h"

namespace drover::formation_metric_test {
namespace {

using test::formation_metric;
using test::formation_scene;
using test::is_absent;
using test::measure;
using test::soldiers_in_slots;
using test::value_of;

constexpr const char* kV = R"("pattern":{"type":"v","spacing":2},"members":[{"group":"squad"}],
                              "anchor":{"position":[3,4],"heading":0.5})";
// Slots at (0, 2) and (0, -2).
constexpr const char* kPair = R"("pattern":{"type":"line","spacing":4},"members":[{"agent_type":"log"}],
                                 "anchor":{"type":"fixed","position":[0,0],"heading":0})";

double value_after(const std::string& scene, int steps, const char* output) {
  return value_of(measure(scene, steps), std::string("formation.") + output);
}

TEST(FormationMetric, OfMembersAtRestInTheirSlotsFindsNoErrors) {
  const MetricResults results = measure(formation_scene(soldiers_in_slots(5), kV, formation_metric()), 100);
  for (const char* output : {"slot_error_mean", "slot_error_maximum", "slot_error_final", "anchor_lead_mean",
                             "anchor_lead_maximum", "assignment_optimal_gap"})
    EXPECT_NEAR(value_of(results, std::string("formation.") + output), 0.0, 1e-9) << output;
  for (const char* output : {"movers_simultaneous", "reassignments", "unplaced", "wall_hits"})
    EXPECT_EQ(value_of(results, std::string("formation.") + output), 0.0) << output;
  EXPECT_EQ(value_of(results, "formation.time_in_formation"), 1.0);
  EXPECT_NEAR(value_of(results, "formation.min_pair_distance"), 2.0, 1e-9);
}

TEST(FormationMetric, TakesMeansAndExtremesOfErrors) {
  const std::string agents = R"({"type":"log","position":[0.25,2]},{"type":"log","position":[0,-2.75]})";
  const auto value = [&](double in_formation, const char* output) {
    const std::string metric = formation_metric(fmt::format(R"(,"in_formation":{})", in_formation));
    return value_after(formation_scene(agents, kPair, metric), 10, output);
  };
  EXPECT_EQ(value(0.5, "slot_error_mean"), 0.5);
  EXPECT_EQ(value(0.5, "slot_error_maximum"), 0.75);
  EXPECT_EQ(value(0.5, "slot_error_final"), 0.75);
  EXPECT_EQ(value(0.5, "movers_simultaneous"), 1.0);
  EXPECT_EQ(value(0.5, "time_in_formation"), 0.0);
  EXPECT_EQ(value(0.75, "movers_simultaneous"), 0.0);
  EXPECT_EQ(value(0.75, "time_in_formation"), 1.0);
  EXPECT_EQ(value(0.2, "movers_simultaneous"), 2.0);
  EXPECT_EQ(value(0.5, "assignment_cost"), 1.0);
}

// A pair whose way is as wide as it stands at a wall that is nearer than its sides are far apart.
TEST(FormationMetric, TimeBlockedIsAShareOfStates) {
  const std::string agents = R"({"type":"log","position":[0,2]},{"type":"log","position":[0,-2]})";
  const std::string steered = R"("pattern":{"type":"line","spacing":4},"members":[{"agent_type":"log"}],
                                 "pattern_fallback":["base"],"anchor":{"position":[0,0],"heading":0})";
  const std::string wall = R"(,"world":{"walls":[{"points":[[1,-20],[1,20]]}]})";
  EXPECT_EQ(value_after(formation_scene(agents, steered, formation_metric()), 5, "time_blocked"), 0.0);
  EXPECT_EQ(value_after(formation_scene(agents, steered, formation_metric() + wall), 5, "time_blocked"), 1.0);
}

// A member that coasts past its slot is within 0.5 m of it in 51 of 101 states: x = -1, -0.98, ..., 1.
TEST(FormationMetric, TimeInFormationIsAShareOfStates) {
  const std::string agents =
      R"({"type":"log","position":[-1,2],"velocity":[1,0]},{"type":"log","position":[0,-2]})";
  const MetricResults results =
      measure(formation_scene(agents, kPair, formation_metric(R"(,"in_formation":0.505)")), 100);
  EXPECT_NEAR(value_of(results, "formation.time_in_formation"), 51.0 / 101.0, 1e-12);
  EXPECT_NEAR(value_of(results, "formation.slot_error_final"), 1.0, 1e-9);
}

TEST(FormationMetric, TheGapIsThatToTheLeastCost) {
  // In the order of their numbers both go to the other side.
  const std::string agents = R"({"type":"log","position":[0,-3]},{"type":"log","position":[0,3]})";
  const auto value = [&](const char* method, const char* output) {
    const std::string formation = std::string(kPair) + R"(,"assignment":")" + method + '"';
    return value_after(formation_scene(agents, formation, formation_metric()), 1, output);
  };
  EXPECT_EQ(value("sequential", "assignment_cost"), 10.0);
  EXPECT_EQ(value("sequential", "assignment_optimal_gap"), 8.0);
  EXPECT_EQ(value("optimal", "assignment_cost"), 2.0);
  EXPECT_EQ(value("optimal", "assignment_optimal_gap"), 0.0);
}

// Slots at y = 2, 0, -2 become slots at y = 1, -1 when the first member goes.
TEST(FormationMetric, CountsMembersThatChangeTheirSlots) {
  const std::string agents = R"({"id":"first","type":"log","position":[0,2]},
                                {"type":"log","position":[0,0]},{"type":"log","position":[0,-2]})";
  const std::string formation = R"("pattern":{"type":"line","spacing":2},"members":[{"agent_type":"log"}],
                                   "anchor":{"type":"fixed","position":[0,0],"heading":0})";
  const std::string events =
      R"(,"events":[{"type":"remove","target":{"agent":"first"},"at":0.1}])" + formation_metric();
  EXPECT_EQ(value_after(formation_scene(agents, formation, events), 4, "reassignments"), 0.0);
  EXPECT_EQ(value_after(formation_scene(agents, formation, events), 20, "reassignments"), 2.0);
  const std::string keeps = formation + R"(,"reassign":"keep")";
  EXPECT_EQ(value_after(formation_scene(agents, keeps, events), 20, "reassignments"), 0.0);
}

TEST(FormationMetric, CountsMembersForWhomThereIsNoSlot) {
  const std::string agents =
      R"({"type":"log","count":6,"placement":{"type":"line","from":[0,0],"to":[9,0]}})";
  const std::string formation = R"("pattern":{"type":"finger_four"},"members":[{"agent_type":"log"}],
                                   "anchor":{"type":"fixed","position":[0,0],"heading":0})";
  EXPECT_EQ(value_after(formation_scene(agents, formation, formation_metric()), 3, "unplaced"), 2.0);
}

// Members with a feed-forward of 0 lag by v R / v_max = 1 * 2 / 3 behind a leader at 1 m/s.
TEST(FormationMetric, MembersBehindALeaderLagByItsSpeed) {
  const std::string agents =
      R"({"id":"guide","type":"scout","position":[0,0],"velocity":[1,0],"heading":0},
         {"type":"soldier","position":[-2,0],"heading":0},{"type":"soldier","position":[-4,0],"heading":0})";
  const std::string formation = R"("pattern":{"type":"column","spacing":2},"feed_forward":0,
      "members":[{"agent":"guide"},{"agent_type":"soldier"}],"anchor":{"type":"leader","leader":"guide"})";
  const MetricResults results = measure(formation_scene(agents, formation, formation_metric()), 1500);
  EXPECT_NEAR(value_of(results, "formation.slot_error_final"), 2.0 / 3.0, 1e-6);
  EXPECT_NEAR(value_of(results, "formation.slot_error_maximum"), 2.0 / 3.0, 1e-6);
  // By the mean of the three the front is 2/3 * 2/3 m behind the leader.
  EXPECT_NEAR(value_of(results, "formation.anchor_lead_maximum"), 4.0 / 9.0, 1e-6);
}

// A formation that travels at 3 m/s is led by 2 m, which is no error of its members.
TEST(FormationMetric, TheLeadOfAnAnchorIsNoError) {
  const std::string formation =
      R"("pattern":{"type":"v","spacing":2},"members":[{"group":"squad"}],"moderation":"lead",
         "anchor":{"position":[0,0],"heading":0,
                   "steering":{"behaviors":[{"type":"seek","target":{"point":[1000,0]}}]}})";
  const MetricResults results =
      measure(formation_scene(soldiers_in_slots(5), formation, formation_metric()), 500);
  EXPECT_NEAR(value_of(results, "formation.anchor_lead_maximum"), 2.0, 1e-9);
  EXPECT_LT(value_of(results, "formation.slot_error_maximum"), 1e-9);
  EXPECT_EQ(value_of(results, "formation.time_in_formation"), 1.0);
}

TEST(FormationMetric, MembersThatArePlacedAreInTheirSlots) {
  const std::string agents =
      R"({"id":"guide","type":"scout","position":[0,0],"heading":0},{"type":"log","position":[-9,1]},
         {"type":"log","position":[-9,-1]})";
  const std::string formation = R"("mode":"rigid","pattern":{"type":"v","spacing":2},
      "members":[{"agent":"guide"},{"agent_type":"log"}],"anchor":{"type":"leader","leader":"guide"})";
  const MetricResults results = measure(formation_scene(agents, formation, formation_metric()), 100);
  EXPECT_LT(value_of(results, "formation.slot_error_final"), 1e-9);
  EXPECT_NEAR(value_of(results, "formation.min_pair_distance"), 2.0, 1e-9);
}

TEST(FormationMetric, CountsHitsOfMembersOnWallsAlone) {
  const std::string agents =
      R"({"type":"log","position":[0,2],"velocity":[10,0]},{"type":"log","position":[0,-2]},
                                {"type":"soldier","position":[0,9],"velocity":[3,0]})";
  const std::string keys = formation_metric() + R"(,"world":{"walls":[{"points":[[2,-20],[2,20]]}]})";
  EXPECT_EQ(value_after(formation_scene(agents, kPair, keys), 5, "wall_hits"), 0.0);
  EXPECT_EQ(value_after(formation_scene(agents, kPair, keys), 50, "wall_hits"), 1.0);
}

// A squad of two lines one behind the other: its members are the lines, its agents those of both.
TEST(FormationMetric, OfNestedFormationsIsAboutTheOnesInItsSlots) {
  const std::string agents =
      R"({"type":"soldier","count":3,"group":"front","placement":{"type":"in_slot"}},
         {"type":"soldier","count":3,"group":"rear","placement":{"type":"in_slot"}})";
  const std::string formation =
      R"("pattern":{"type":"column","spacing":10},"members":[{"formation":"front"},{"formation":"rear"}],
         "anchor":{"position":[5,5],"heading":1}},
         "front":{"pattern":{"type":"line","spacing":3},"members":[{"group":"front"}]},
         "rear":{"pattern":{"type":"line","spacing":1.5},"members":[{"group":"rear"}])";
  const std::string record =
      R"(,"record":{"metrics":{"formation":{"formation":"squad"},"rear":{"type":"formation","formation":"rear"},
                               "front":{"type":"formation","formation":"front"}}})";
  const MetricResults results = measure(formation_scene(agents, formation, record), 200);
  for (const char* name : {"formation", "front", "rear"}) {
    EXPECT_LT(value_of(results, std::string(name) + ".slot_error_maximum"), 1e-9) << name;
    EXPECT_EQ(value_of(results, std::string(name) + ".unplaced"), 0.0) << name;
  }
  EXPECT_NEAR(value_of(results, "formation.min_pair_distance"), 1.5, 1e-9);
  EXPECT_NEAR(value_of(results, "front.min_pair_distance"), 3.0, 1e-9);
}

TEST(FormationMetric, WithoutMembersThereIsNothingToMeasure) {
  const std::string agents = R"({"id":"lonely","type":"soldier","position":[0,0]})";
  const std::string formation = R"("pattern":{"type":"line"},"members":[{"agent":"lonely"}],
                                   "anchor":{"position":[0,0],"heading":0})";
  const std::string events =
      R"(,"events":[{"type":"remove","target":{"agent":"lonely"},"at":0}])" + formation_metric();
  const MetricResults results = measure(formation_scene(agents, formation, events), 5);
  for (const char* output : {"slot_error_mean", "time_in_formation", "anchor_lead_mean", "min_pair_distance"})
    EXPECT_TRUE(is_absent(results, std::string("formation.") + output)) << output;
}

}  // namespace
}  // namespace drover::formation_metric_test
