#include <gtest/gtest.h>

#include "support/observed_run.h"

namespace drover::collision_metrics_test {
namespace {

using test::coasting;
using test::is_absent;
using test::measure;
using test::value_of;

// A body of radius 0.5 m passes another one at rest with 1 m/s, centers `offset` apart at the closest: it
// comes from x = -5 and is at x = -5 + t, in steps of 0.25 m.
std::string passing(std::string_view offset, std::string_view metrics) {
  return coasting(R"({"type":"a","position":[0,)" + std::string(offset) +
                      R"(]},{"type":"a","position":[-5,0],"velocity":[1,0],"group":"movers"})",
                  metrics);
}

TEST(Collisions, OnePassIsOneContactOfKnownDuration) {
  // Centers are less than 1 m apart at x = -0.75, -0.5, ..., 0.75: seven states, two agents each.
  const MetricResults results = measure(passing("0", R"("collisions":{})"), 40);
  EXPECT_EQ(value_of(results, "collisions.agent_agent"), 1.0);
  EXPECT_EQ(value_of(results, "collisions.agent_agent_seconds"), 2 * 7 * 0.25);
  EXPECT_EQ(value_of(results, "collisions.agent_obstacle"), 0.0);
  EXPECT_EQ(value_of(results, "collisions.agent_wall_seconds"), 0.0);
}

TEST(Collisions, BodiesThatTouchExactlyAreNotInContact) {
  const MetricResults results = measure(passing("1", R"("collisions":{},"overlap":{})"), 40);
  EXPECT_EQ(value_of(results, "collisions.agent_agent"), 0.0);
  EXPECT_EQ(value_of(results, "overlap.pairs_maximum"), 0.0);
  EXPECT_TRUE(is_absent(results, "overlap.depth_mean"));
}

// Two bodies that overlap by 2^-10 m, beside an obstacle and a wall that each overlap the first one as much.
std::string pressed(std::string_view tolerance) {
  std::string metrics;
  for (const char* name : {"collisions", "overlap", "near_misses"}) {
    metrics += metrics.empty() ? "\"" : ",\"";
    metrics += name;
    metrics += "\":{" + std::string(tolerance) + "}";
  }
  return coasting(R"({"type":"a","position":[0,0]},{"type":"a","position":[0.9990234375,0]})", metrics,
                  R"(,"world":{"obstacles":[{"center":[-1.4990234375,0],"radius":1}],
                               "walls":[{"points":[[-9,-0.4990234375],[0,-0.4990234375]]}]})");
}

TEST(Contacts, OnlyAnOverlapDeeperThanTheToleranceCountsInEveryMetric) {
  for (const char* tolerance : {"", R"("tolerance":0)", R"("tolerance":0.0009)"}) {
    const MetricResults results = measure(pressed(tolerance), 1);
    EXPECT_EQ(value_of(results, "collisions.agent_agent"), 1.0) << tolerance;
    EXPECT_EQ(value_of(results, "collisions.agent_obstacle"), 1.0) << tolerance;
    EXPECT_EQ(value_of(results, "collisions.agent_wall"), 1.0) << tolerance;
    EXPECT_EQ(value_of(results, "overlap.pairs_maximum"), 1.0) << tolerance;
    EXPECT_EQ(value_of(results, "near_misses.events"), 0.0) << tolerance;
  }
  const MetricResults results = measure(pressed(R"("tolerance":0.001)"), 1);
  EXPECT_EQ(value_of(results, "collisions.agent_agent"), 0.0);
  EXPECT_EQ(value_of(results, "collisions.agent_obstacle"), 0.0);
  EXPECT_EQ(value_of(results, "collisions.agent_wall"), 0.0);
  EXPECT_EQ(value_of(results, "overlap.pairs_maximum"), 0.0);
  EXPECT_EQ(value_of(results, "near_misses.events"), 1.0);
}

// What is left over after each step comes and goes; with a tolerance of zero it would be many contacts.
TEST(Contacts, WhatPushingApartLeavesOverIsNone) {
  const std::string scenario =
      R"({"format":1,"seed":3,"simulation":{"dt":0.02,"non_penetration":{"enabled":true,"iterations":64}},
          "agent_types":{"a":{"radius":0.25,"steering":{"behaviors":[{"type":"arrive","target":{"point":[0,0]}}]}}},
          "agents":[{"type":"a","count":6,"placement":{"type":"ring","center":[0,0],"radius":2}}],
          "record":{"metrics":{"default":{"type":"collisions"},"zero":{"type":"collisions","tolerance":0}}}})";
  const MetricResults results = measure(scenario, 500);
  EXPECT_EQ(value_of(results, "default.agent_agent"), 0.0);
  EXPECT_GT(value_of(results, "zero.agent_agent"), 10.0);
}

TEST(Collisions, OfAGroupCountOnlyItsMembersTime) {
  const MetricResults results = measure(passing("0", R"("collisions":{"group":"movers"})"), 40);
  EXPECT_EQ(value_of(results, "collisions.agent_agent"), 1.0);
  EXPECT_EQ(value_of(results, "collisions.agent_agent_seconds"), 7 * 0.25);
}

TEST(Collisions, ContactOfTheInitialStateCountsOnceAndLastsFromTheFirstStep) {
  const MetricResults results = measure(
      coasting(R"({"type":"a","position":[0,0]},{"type":"a","position":[0.5,0]})", R"("collisions":{})"), 4);
  EXPECT_EQ(value_of(results, "collisions.agent_agent"), 1.0);
  EXPECT_EQ(value_of(results, "collisions.agent_agent_seconds"), 2 * 4 * 0.25);
}

TEST(Collisions, ComingBackIsASecondContact) {
  // Twice round a world 8 m long: two passes.
  const MetricResults results = measure(
      coasting(R"({"type":"a","position":[4,4]},{"type":"a","position":[0,4],"velocity":[1,0]})",
               R"("collisions":{})", R"(,"world":{"bounds":{"min":[0,0],"max":[8,8],"edge":"wrap"}})"),
      64);
  EXPECT_EQ(value_of(results, "collisions.agent_agent"), 2.0);
}

TEST(Collisions, ObstaclesAndWallsAreCountedApart) {
  // Touches the obstacle (reach 1.5 m) at |x| < 1.5: 11 states, and later the wall (reach 0.5 m) at |x - 10|
  // < 0.5: 3 states, and their two segments meet where the agent passes.
  const MetricResults results = measure(
      coasting(
          R"({"type":"a","position":[-5,0],"velocity":[1,0]})", R"("collisions":{})",
          R"(,"world":{"obstacles":[{"center":[0,0],"radius":1}],"walls":[{"points":[[10,-2],[10,0],[10,2]]}]})"),
      100);
  EXPECT_EQ(value_of(results, "collisions.agent_obstacle"), 1.0);
  EXPECT_EQ(value_of(results, "collisions.agent_obstacle_seconds"), 11 * 0.25);
  EXPECT_EQ(value_of(results, "collisions.agent_wall"), 1.0);
  EXPECT_EQ(value_of(results, "collisions.agent_wall_seconds"), 3 * 0.25);
  EXPECT_EQ(value_of(results, "collisions.agent_agent"), 0.0);
}

TEST(Collisions, InsideSolidWallsEveryWallIsOneContact) {
  // The body touches a fence too, and overlaps a side of the second solid wall, in which its center lies.
  const MetricResults results = measure(
      coasting(R"({"type":"a","position":[0,0]})", R"("collisions":{})",
               R"(,"world":{"walls":[{"closed":true,"solid":true,"points":[[-9,-9],[9,-9],[9,9],[-9,9]]},
                    {"points":[[-5,0.25],[5,0.25]]},
                    {"closed":true,"solid":true,"points":[[-0.25,-3],[3,-3],[3,3],[-0.25,3]]}]})"),
      1);
  EXPECT_EQ(value_of(results, "collisions.agent_wall"), 3.0);
}

TEST(Overlap, DepthFollowsTheDistanceOfTheCenters) {
  // Depth 1 - |x| in the seven states: 0.25, 0.5, 0.75, 1, 0.75, 0.5, 0.25.
  const MetricResults results = measure(passing("0", R"("overlap":{})"), 40);
  EXPECT_EQ(value_of(results, "overlap.depth_maximum"), 1.0);
  EXPECT_NEAR(value_of(results, "overlap.depth_mean"), 4.0 / 7.0, 1e-15);
  EXPECT_EQ(value_of(results, "overlap.pairs_maximum"), 1.0);
  EXPECT_EQ(value_of(results, "overlap.pairs_final"), 0.0);
}

TEST(NearMisses, PassingWithinTheMarginIsOneEventAtTheKnownDistance) {
  const MetricResults results = measure(passing("1.25", R"("near_misses":{})"), 40);
  EXPECT_EQ(value_of(results, "near_misses.events"), 1.0);
  EXPECT_EQ(value_of(results, "near_misses.closest"), 0.25);
}

TEST(NearMisses, OutsideTheMarginThereIsNone) {
  const MetricResults results = measure(passing("1.25", R"("near_misses":{"margin":0.25})"), 40);
  EXPECT_EQ(value_of(results, "near_misses.events"), 0.0);
  EXPECT_TRUE(is_absent(results, "near_misses.closest"));
}

TEST(NearMisses, AnEncounterThatEndsInContactIsNoMiss) {
  const MetricResults results = measure(passing("0.75", R"("near_misses":{},"collisions":{})"), 40);
  EXPECT_EQ(value_of(results, "near_misses.events"), 0.0);
  EXPECT_EQ(value_of(results, "collisions.agent_agent"), 1.0);
}

TEST(NearMisses, AnEncounterThatLastsCounts) {
  // After 5 s the mover is level with the other, still within the margin.
  EXPECT_EQ(value_of(measure(passing("1.25", R"("near_misses":{})"), 20), "near_misses.events"), 1.0);
}

TEST(NearMisses, OfAGroupWorkWhicheverAgentIsTheMember) {
  const std::string agents =
      R"({"type":"a","position":[0,1.25],"group":"still"},{"type":"a","position":[-5,0],"velocity":[1,0],"group":"movers"},)"
      R"({"type":"a","position":[50,0]},{"type":"a","position":[50,1.125]})";
  for (const char* group : {"still", "movers"}) {
    const std::string metrics = R"("near_misses":{"group":")" + std::string(group) + R"("})";
    EXPECT_EQ(value_of(measure(coasting(agents, metrics), 40), "near_misses.events"), 1.0) << group;
  }
  EXPECT_EQ(value_of(measure(coasting(agents, R"("near_misses":{})"), 40), "near_misses.events"), 2.0);
}

TEST(NearMisses, AreSeenThroughTheEdgeOfAWorldThatWraps) {
  const MetricResults results = measure(
      coasting(R"({"type":"a","position":[0.5,4]},{"type":"a","position":[7.25,4]})", R"("near_misses":{})",
               R"(,"world":{"bounds":{"min":[0,0],"max":[8,8],"edge":"wrap"}})"),
      1);
  EXPECT_EQ(value_of(results, "near_misses.events"), 1.0);
  EXPECT_EQ(value_of(results, "near_misses.closest"), 0.25);
}

}  // namespace
}  // namespace drover::collision_metrics_test
