// go_to: straight where it can, round what stands where it cannot, through doors that open and shut, and as
// near as it gets where no way leads.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"
#include "sim/navigation/navigation_layer.h"
#include "sim/state/saved_state.h"
#include "sim/step/goals.h"

namespace drover::test::go_to_test {
namespace {

std::string go_to(const std::string& point, const std::string& keys = "") {
  return R"({"type":"go_to","target":{"point":)" + point + "}" + keys + "}";
}

std::string with_walls(const std::string& walls, const std::string& more = "") {
  return R"(,"world":{"walls":[)" + walls + "]" + more + "}";
}

std::string wall(const std::string& points, const std::string& keys = "") {
  return R"({"points":)" + points + keys + "}";
}

// An actor of radius 0.5 that sees a wall of 8 m between itself and its place.
Stage behind_a_wall(const std::string& keys = "") {
  return {.behavior = go_to("[10,0]", keys), .scenario = with_walls(wall("[[5,-4],[5,4]]"))};
}

int navigation_plans(const Simulator& simulator) {
  return static_cast<int>(simulator.world().navigation().counters().plans);
}

// How far the actor went until it was within 0.1 m of a place; infinite where it does not arrive.
double way_to(Simulator& simulator, Vec3 place, int steps) {
  double way = 0.0;
  for (int k = 0; k < steps; ++k) {
    const Vec3 before = position_of(simulator);
    run_steps(simulator, 1);
    way += length(position_of(simulator) - before);
    if (distance_to(simulator, place) < 0.1) return way;
  }
  return kInfinity;
}

std::span<double> memory_of_actor(Simulator& simulator) {
  World& world = world_of(simulator);
  return world.state.columns.values(world.model().types[0].entries[0].memory);
}
std::size_t memory_width(const char* keys) {
  Simulator simulator = simulator_of(behind_a_wall(keys));
  return memory_of_actor(simulator).size();
}

TEST(GoTo, IsArriveWhereNothingStands) {
  EXPECT_TRUE(move_alike({.behavior = go_to("[10,3]")},
                         {.behavior = R"({"type":"arrive","target":{"point":[10,3]}})"}, 300));
}

TEST(GoTo, IsArriveWhereThePlaceIsInSight) {
  const std::string scenario = with_walls(wall("[[5,1],[5,9]]"));
  EXPECT_TRUE(
      move_alike({.behavior = go_to("[10,-1]"), .scenario = scenario},
                 {.behavior = R"({"type":"arrive","target":{"point":[10,-1]}})", .scenario = scenario}, 300));
}

// The taut way goes by the end of the wall at the distance of the radius: 2 sqrt(5^2 + 4^2) and a little.
TEST(GoTo, GoesRoundAWall) {
  for (const char* simplify : {"none", "collinear", "line_of_sight", "taut"}) {
    Simulator simulator = simulator_of(behind_a_wall(fmt::format(R"(,"simplify":"{}")", simplify)));
    const double way = way_to(simulator, {10, 0, 0}, 1500);
    EXPECT_GT(way, 2.0 * std::sqrt(41.0)) << simplify;
    EXPECT_LT(way, 15.0) << simplify;
  }
}

TEST(GoTo, FindsTheSameLengthByFieldAndBySearch) {
  for (const char* search : {"automatic", "astar", "dijkstra"}) {
    Simulator simulator =
        simulator_of(behind_a_wall(fmt::format(R"(,"simplify":"none","search":"{}")", search)));
    run_steps(simulator, 1);
    const std::optional<WayAhead> way = find_way(simulator.world(), simulator.perceptions(), 0);
    ASSERT_TRUE(way.has_value());
    // Up to a row beyond the end of the wall by the radius and down again, diagonally, over cells of 0.25 m.
    EXPECT_NEAR(way->left, 2.0 * (0.4 + 4.6 * std::numbers::sqrt2), 0.3) << search;
  }
}

TEST(GoTo, NeverTouchesTheWall) {
  Simulator simulator = simulator_of({.behavior = go_to("[10,0]"),
                                      .type = R"(,"locomotion":{"type":"kinematic"})",
                                      .scenario = with_walls(wall("[[5,-4],[5,4]]"))});
  for (int k = 0; k < 600; ++k) {
    run_steps(simulator, 1);
    const Vec3 p = position_of(simulator);
    const Vec3 nearest{5.0, clamp(p.y, -4.0, 4.0), 0.0};
    EXPECT_GT(length(p - nearest), 0.5 - 0.06) << k;
  }
}

TEST(GoTo, LeavesAPocket) {
  Simulator simulator = simulator_of({.behavior = go_to("[12,4]"),
                                      .actor = R"("position":[6,4])",
                                      .scenario = with_walls(wall("[[0,0],[8,0],[8,8],[0,8]]"))});
  EXPECT_LT(way_to(simulator, {12, 4, 0}, 2500), 26.0);
}

// More corners than a memory of points holds.
TEST(GoTo, FollowsAWayOfManyCorners) {
  std::string walls;
  for (int k = 0; k < 16; ++k)
    walls += (k > 0 ? "," : "") +
             wall(fmt::format("[[{},{}],[{},{}]]", 3 * k, k % 2 == 0 ? 0 : 3, 3 * k, k % 2 == 0 ? 9 : 12));
  Simulator simulator =
      simulator_of({.behavior = go_to("[47,6]"),
                    .actor = R"("position":[-2,6])",
                    .scenario = with_walls(walls + "," + wall("[[-4,0],[50,0],[50,12],[-4,12],[-4,0]]"))});
  EXPECT_LT(way_to(simulator, {47, 6, 0}, 8000), 300.0);
}

std::string room_with(const std::string& keys) {
  return with_walls(wall("[[5,-6],[11,-6],[11,6],[5,6],[5,-6]]", keys));
}

TEST(GoTo, GoesAsNearAsItCanWhereNoWayLeads) {
  Simulator simulator = simulator_of({.behavior = go_to("[7.5,0]"), .scenario = room_with("")});
  run_steps(simulator, 400);
  EXPECT_NEAR(position_of(simulator).x, 4.5, 0.3);
  EXPECT_LT(length(velocity_of(simulator)), 0.01);
  const std::optional<WayAhead> way = find_way(simulator.world(), simulator.perceptions(), 0);
  ASSERT_TRUE(way.has_value());
  EXPECT_FALSE(way->arrives);
}

TEST(GoTo, WaitsOrGoesStraightWhereNoWayLeads) {
  Simulator waits =
      simulator_of({.behavior = go_to("[7.5,0]", R"(,"unreachable":"wait")"), .scenario = room_with("")});
  run_steps(waits, 400);
  EXPECT_EQ(position_of(waits), Vec3{});
  Simulator goes =
      simulator_of({.behavior = go_to("[7.5,0]", R"(,"unreachable":"straight")"), .scenario = room_with("")});
  run_steps(goes, 400);
  EXPECT_NEAR(position_of(goes).x, 7.5, 0.1);
}

std::string door_event(double at, bool present) {
  return fmt::format(R"(,"events":[{{"type":"shape","target":{{"wall":"door"}},"at":{},"present":{}}}])", at,
                     present);
}

// A wall with a door in it, and a long way round.
std::string wall_with_door(bool present) {
  return with_walls(wall("[[5,-20],[5,-1]]") + "," +
                    wall("[[5,-1],[5,1]]", fmt::format(R"(,"id":"door","present":{})", present)) + "," +
                    wall("[[5,1],[5,20]]"));
}

TEST(GoTo, TakesADoorThatOpens) {
  Simulator simulator =
      simulator_of({.behavior = go_to("[10,0]"), .scenario = wall_with_door(true) + door_event(3, false)});
  EXPECT_LT(way_to(simulator, {10, 0, 0}, 2500), 30.0);
}

TEST(GoTo, GoesRoundADoorThatShuts) {
  Simulator simulator = simulator_of({.behavior = go_to("[10,0]"),
                                      .actor = R"("position":[0,8])",
                                      .scenario = wall_with_door(false) + door_event(1, true)});
  const double way = way_to(simulator, {10, 0, 0}, 4000);
  EXPECT_GT(way, 30.0);
  EXPECT_LT(way, 60.0);
}

// Nobody plans in every step: once, and on from there.
// One whose goal no other has searches, the others share a field, of a region too.
TEST(GoTo, SharesAFieldWhereAGoalIsShared) {
  const auto counters_of = [](int count, const std::string& goal, const std::string& behavior) {
    Simulator simulator = make_simulator(fmt::format(
        R"({{"format":1,"agent_types":{{"a":{{"steering":{{"behaviors":[{{"type":"go_to","target":"goal"}}]}}}},
            "b":{{"steering":{{"behaviors":[{{"type":"{}","target":{{"region":"r"}}}}]}}}}}},
            "agents":[{{"type":"a","count":{},"goal":{},"placement":{{"type":"line","from":[0,-3],"to":[0,3]}}}},
                      {{"type":"b","position":[-3,0]}}],
            "world":{{"walls":[{{"points":[[5,-4],[5,4]]}}],"regions":{{"r":{{"min":[9,-2],"max":[13,2]}}}}}}}})",
        behavior, count, goal));
    run_steps(simulator, 3);
    const NavigationCounters& counters = simulator.world().navigation().counters();
    return std::pair<std::uint64_t, std::uint64_t>(counters.field_builds, counters.expansions);
  };
  const auto [none, searched] = counters_of(1, "[10,0]", "seek");
  EXPECT_EQ(none, 0u);
  EXPECT_GT(searched, 0u);
  EXPECT_EQ(counters_of(2, "[10,0]", "seek"), std::pair(std::uint64_t{1}, std::uint64_t{0}));
  for (const char* behavior : {"go_to", "flow_field"})
    EXPECT_EQ(counters_of(2, R"({"region":"r"})", behavior), std::pair(std::uint64_t{1}, std::uint64_t{0}));
}

// All that the search for a place in a closed room looks at is what lies between.
TEST(GoTo, SearchesNoHallForAPlaceInAClosedRoom) {
  Simulator simulator = simulator_of({.behavior = go_to("[7.5,0]", R"(,"search":"astar")"),
                                      .actor = R"("position":[-30,3])",
                                      .scenario = with_walls(wall("[[5,-6],[11,-6],[11,6],[5,6],[5,-6]]") +
                                                             "," + wall("[[-40,-40],[-40,40]]"))});
  run_steps(simulator, 1);
  EXPECT_EQ(navigation_plans(simulator), 1);
  EXPECT_LT(simulator.world().navigation().counters().expansions, 3000u);  // of 70000 cells
}

TEST(GoTo, PlansOnceWhereNothingChanges) {
  Simulator simulator = simulator_of(behind_a_wall());
  ASSERT_LT(way_to(simulator, {10, 0, 0}, 1500), kInfinity);
  EXPECT_LE(navigation_plans(simulator), 2);
}

TEST(GoTo, PlansAnewForAnotherPlaceOfARoute) {
  Simulator simulator = simulator_of({.behavior = R"({"type":"go_to","target":"goal"})",
                                      .actor = R"("position":[0,0],"goal":{"route":[[10,0],[0,0],[10,-2]]})",
                                      .scenario = with_walls(wall("[[5,-4],[5,4]]"))});
  EXPECT_LT(way_to(simulator, {10, -2, 0}, 4000), 50.0);
}

// Round the wall by the south, though the north is shorter: the graph says so.
TEST(GoTo, GoesOverAGraph) {
  const std::string graph = R"(,"navigation":{"graphs":{"way":{"nodes":{"a":[0,-7],"b":[5,-7],"c":[10,-7]},
      "edges":[{"from":"a","to":"b"},{"from":"b","to":"c"}]}}})";
  Simulator simulator = simulator_of({.behavior = go_to("[10,0]", R"(,"graph":"way")"),
                                      .scenario = with_walls(wall("[[5,-5],[5,4]]")) + graph});
  double lowest = 0.0;
  for (int k = 0; k < 1200; ++k) {
    run_steps(simulator, 1);
    lowest = smaller(lowest, position_of(simulator).y);
  }
  EXPECT_LT(lowest, -5.5);
  EXPECT_LT(distance_to(simulator, {10, 0, 0}), 0.1);
}

TEST(GoTo, FindsEdgesByItselfAndLosesThoseThatADoorShuts) {
  const std::string graph = R"(,"navigation":{"graphs":{"way":{"auto_edges":30,"nodes":{
      "west":[3,0],"east":[7,0],"far_west":[4,-22],"far_east":[6,-22]}}}})";
  Simulator open = simulator_of({.behavior = go_to("[10,0]", R"(,"graph":"way")"),
                                 .actor = R"("position":[0,8])",
                                 .scenario = wall_with_door(false) + graph});
  EXPECT_LT(way_to(open, {10, 0, 0}, 2000), 16.0);
  Simulator shut = simulator_of({.behavior = go_to("[10,0]", R"(,"graph":"way")"),
                                 .actor = R"("position":[0,8])",
                                 .scenario = wall_with_door(true) + graph});
  const double way = way_to(shut, {10, 0, 0}, 4000);
  EXPECT_GT(way, 40.0);
  EXPECT_LT(way, 65.0);
}

// Two types of body find their ways over grids of their own: the large one does not try the gap.
TEST(GoTo, TakesAGapThatTheBodyFitsThrough) {
  const std::string walls = with_walls(wall("[[5,-10],[5,-0.6]]") + "," + wall("[[5,0.6],[5,10]]"));
  for (const bool is_small : {true, false}) {
    Simulator simulator = simulator_of({.behavior = go_to("[10,0]"),
                                        .actor = R"("position":[0,3])",
                                        .type = is_small ? R"(,"radius":0.3)" : R"(,"radius":0.8)",
                                        .scenario = walls});
    const double way = way_to(simulator, {10, 0, 0}, 3000);
    EXPECT_LT(way, is_small ? 12.0 : 26.0);
    EXPECT_GT(way, is_small ? 10.0 : 18.0);
  }
}

// The narrowest gaps that are promised, 2 r + max(0.2 m, 0.75 r), at any angle and place relative to the
// cells.
TEST(GoTo, FindsGapsAtAnyAngleAndOffset) {
  for (const double radius : {0.2, 0.25, 0.5, 1.0}) {
    const double gap = 2.0 * radius + larger(0.2, 0.75 * radius);
    for (int angle = 0; angle < 180; angle += 9) {
      for (const double offset : {0.0, 0.13, 0.31, 0.47}) {
        const double a = angle * std::numbers::pi / 180.0;
        const Vec3 along{std::cos(a), std::sin(a), 0.0};
        const Vec3 across{-along.y, along.x, 0.0};
        const Vec3 middle{offset * radius, 0.37 * offset * radius, 0.0};
        const double reach = 12.0 * radius;
        const auto side = [&](double sign) {
          const Vec3 inner = middle + along * (sign * 0.5 * gap), outer = middle + along * (sign * reach);
          return wall(fmt::format("[[{},{}],[{},{}]]", inner.x, inner.y, outer.x, outer.y));
        };
        const Vec3 start = middle - across * (4.0 * radius), end = middle + across * (4.0 * radius);
        Simulator simulator =
            simulator_of({.behavior = go_to(fmt::format("[{},{}]", end.x, end.y), R"(,"simplify":"none")"),
                          .actor = fmt::format(R"("position":[{},{}])", start.x + 3.0 * radius * along.x,
                                               start.y + 3.0 * radius * along.y),
                          .type = fmt::format(R"(,"radius":{})", radius),
                          .scenario = with_walls(side(-1.0) + "," + side(1.0))});
        run_steps(simulator, 1);
        const std::optional<WayAhead> way = find_way(simulator.world(), simulator.perceptions(), 0);
        if (!way) continue;  // in sight
        EXPECT_TRUE(way->arrives) << radius << " " << angle << " " << offset;
        EXPECT_LT(way->left, 14.0 * radius) << radius << " " << angle << " " << offset;
      }
    }
  }
}

TEST(GoTo, IsTheSameOnAnyNumberOfThreads) {
  const std::string text =
      R"({"format":1,"agent_types":{"a":{"radius":{"uniform":[0.2,0.5]},"steering":{"behaviors":[
      {"type":"go_to","target":"goal"}]}}},"agents":[{"type":"a","count":96,"goal":{"opposite":[0,0]},
      "placement":{"type":"disc","center":[0,0],"radius":12,"gap":0.1}}],
      "world":{"walls":[{"points":[[-8,0],[8,0]]},{"points":[[0,-8],[0,8]]}]}})";
  std::uint64_t hash = 0;
  for (const std::size_t threads : {1u, 3u}) {
    Simulator simulator = make_simulator(text);
    simulator.use_threads(threads, 16);
    run_steps(simulator, 40);
    if (threads == 1) hash = simulator.hash();
    EXPECT_EQ(simulator.hash(), hash);
  }
}

// What a run remembers of its ways is all that one needs to go on.
TEST(GoTo, GoesOnFromASavedStateWithTheSameBits) {
  const std::string text = text_of({.behavior = go_to("[10,0]"),
                                    .actor = R"("position":[0,8])",
                                    .scenario = wall_with_door(false) + door_event(1, true)});
  Simulator whole = make_simulator(text);
  for (const int before : {20, 49, 50, 51, 120}) {
    Simulator first = make_simulator(text);
    run_steps(first, before);
    Simulator second = first.fork();
    run_steps(first, 150);
    run_steps(second, 150);
    EXPECT_EQ(first.hash(), second.hash()) << before;
  }
}

// With a budget a search goes on from step to step; the way is the one that is found at once.
TEST(GoTo, FindsTheSameWayWithABudget) {
  const auto way_with = [](const char* keys, int& steps, std::uint64_t& most) {
    Simulator simulator = simulator_of(behind_a_wall(keys));
    const NavigationCounters& counters = simulator.world().navigation().counters();
    for (steps = 0; counters.plans == 0; ++steps) {
      const std::uint64_t before = counters.expansions;
      run_steps(simulator, 1);
      most = std::max(most, counters.expansions - before);
      if (steps > 1000) throw std::runtime_error("the search never ends");
    }
    const std::optional<WayAhead> way = find_way(simulator.world(), simulator.perceptions(), 0);
    const std::span<const double> points = way.value().points;
    return std::vector<double>(points.begin(), points.end());
  };
  int steps = 0;
  std::uint64_t most = 0;
  const std::vector<double> at_once = way_with(R"(,"search":"astar")", steps, most);
  EXPECT_EQ(steps, 1);
  const std::uint64_t all = most;
  EXPECT_EQ(way_with(R"(,"node_budget":100000)", steps, most), at_once);
  EXPECT_EQ(steps, 1);
  most = 0;
  EXPECT_EQ(way_with(R"(,"node_budget":50)", steps, most), at_once);
  EXPECT_EQ(steps, static_cast<int>((all + 49) / 50));
  EXPECT_EQ(most, 50u);
}

TEST(GoTo, ReachesItsPlaceWithABudget) {
  for (const char* search : {"astar", "dijkstra", "bfs", "dfs"}) {
    Simulator simulator =
        simulator_of(behind_a_wall(fmt::format(R"(,"node_budget":20,"search":"{}")", search)));
    EXPECT_LT(way_to(simulator, {10, 0, 0}, 3000), kInfinity) << search;
  }
}

// Where a search ends at its limit another one goes on: one that is enough to get round the wall from beside
// it is enough from far away.
TEST(GoTo, SearchesOnWhereALimitEndedTheWay) {
  const auto from = [](int x, const std::string& keys) {
    Stage stage = behind_a_wall(R"(,"search":"astar")" + keys);
    stage.actor = fmt::format(R"("position":[{},0])", x);
    stage.scenario +=
        R"(,"navigation":{"grids":{"g":{"cell_size":0.5,"origin":[-40,-20],"width":120,"height":80}}})";
    return simulator_of(stage);
  };
  const auto expansions_from = [&](int x) {
    Simulator simulator = from(x, "");
    run_steps(simulator, 1);
    return simulator.world().navigation().counters().expansions.load();
  };
  const std::uint64_t limit = expansions_from(4) + 100;
  ASSERT_GT(expansions_from(-30), limit);
  Simulator simulator = from(-30, fmt::format(R"(,"max_expansions":{})", limit));
  EXPECT_LT(way_to(simulator, {10, 0, 0}, 6000), kInfinity);
  EXPECT_GT(navigation_plans(simulator), 1);
}

// A resumed run does not have the search itself, and comes to the same.
TEST(GoTo, GoesOnWithAnUnfinishedSearch) {
  const std::string text = text_of({.behavior = go_to("[10,0]", R"(,"node_budget":10)"),
                                    .actor = R"("position":[0,8])",
                                    .scenario = wall_with_door(false) + door_event(0.2, true)});
  for (const int before : {1, 5, 9, 10, 11, 15, 40}) {
    Simulator first = make_simulator(text);
    run_steps(first, before);
    Simulator second = make_simulator(text);
    ASSERT_FALSE(second.restore(save_state(first.world())));
    for (int k = 0; k < 200; ++k) {
      run_steps(first, 1);
      run_steps(second, 1);
      ASSERT_EQ(first.hash(), second.hash()) << before << ", " << k;
    }
  }
}

// Memories come from snapshots, which anybody may have written: whatever they hold, a
// step is made, or fails with a number that is not finite.
TEST(GoTo, ComesThroughAnyMemory) {
  for (const char* keys : {"", R"(,"node_budget":20)"}) {
    const std::size_t width = memory_width(keys);
    for (std::size_t slot = 0; slot < width; ++slot) {
      for (const double number : {std::nan(""), -5.0, 0.5, 3.0, 11.0, 1e9, 1e300, -kInfinity}) {
        Simulator simulator = simulator_of(behind_a_wall(keys));
        run_steps(simulator, 3);
        memory_of_actor(simulator)[slot] = number;
        for (int k = 0; k < 2 && !simulator.step(); ++k)
          find_way(simulator.world(), simulator.perceptions(), 0);
      }
    }
  }
}

// Sight over cells is shorter than that past what stands: a cell that is grazed hides.
TEST(GoTo, SeesOverCellsWhereTheGridSaysSo) {
  const auto first_point = [](const char* sight) {
    Simulator simulator = simulator_of(
        {.behavior = go_to("[10,0]"),
         .scenario =
             with_walls(wall("[[5,-4],[5,4]]")) +
             fmt::format(
                 R"(,"navigation":{{"grids":{{"g":{{"cell_size":1,"clearance":0.1,"line_of_sight":"{}"}}}}}})",
                 sight)});
    run_steps(simulator, 1);
    const std::optional<WayAhead> way = find_way(simulator.world(), simulator.perceptions(), 0);
    return way.value().left;
  };
  EXPECT_GT(first_point("grid"), first_point("geometry") + 0.1);
}

TEST(GoTo, GoesThroughTheEdgesOfAWorldThatWraps) {
  Simulator simulator =
      simulator_of({.behavior = go_to("[8,0]"),
                    .actor = R"("position":[-8,0])",
                    .scenario = with_walls(wall("[[-5,-10],[-5,10]]") + "," + wall("[[10,-9],[10,2]]"),
                                           R"(,"bounds":{"min":[-10,-10],"max":[10,10],"edge":"wrap"})")});
  for (int k = 0; k < 1500 && length(simulator.world().model().bounds.displacement(position_of(simulator),
                                                                                   {8, 0, 0})) > 0.1;
       ++k)
    run_steps(simulator, 1);
  EXPECT_NEAR(position_of(simulator).x, 8.0, 0.1);
}

// A leg of more than half the world would be followed the other way round.
TEST(GoTo, GoesTheLongWayRoundAWorldThatWraps) {
  Simulator simulator =
      simulator_of({.behavior = go_to("[90,10]"),
                    .actor = R"("position":[10,10])",
                    .scenario = with_walls(wall("[[0.5,0],[0.5,20]]"),
                                           R"(,"bounds":{"min":[0,0],"max":[100,20],"edge":"wrap"})")});
  for (int k = 0; k < 1600; ++k) {
    run_steps(simulator, 1);
    ASSERT_GT(position_of(simulator).x, 5.0) << k;
  }
  EXPECT_NEAR(position_of(simulator).x, 90.0, 0.1);
}

TEST(GoTo, GoesRoundGroundThatLeadsTheOtherWay) {
  Simulator simulator = simulator_of(
      {.behavior = go_to("[10,0]"), .scenario = R"(,"world":{"bounds":{"min":[-5,-10],"max":[15,10]},
         "regions":{"belt":{"min":[4,-3],"max":[6,6]}},"ground":[{"region":"belt","one_way_deg":180}]})"});
  run_steps(simulator, 1200);
  EXPECT_LT(distance_to(simulator, {10, 0, 0}), 0.1);
}

// Nobody who keeps to a way that stays the best plans it again and again.
TEST(GoTo, PlansSeldomBesideItsWay) {
  Simulator simulator =
      simulator_of({.behavior = go_to("[80,0]"), .scenario = with_walls(wall("[[5,-4],[5,4]]"))});
  run_steps(simulator, 1200);
  EXPECT_LE(navigation_plans(simulator), 4);
}

TEST(GoTo, AvoidsDearGroundAndKeepsDirections) {
  Simulator simulator = simulator_of(
      {.behavior = go_to("[10,0]"),
       .scenario =
           R"(,"world":{"bounds":{"min":[-5,-10],"max":[15,10]},"walls":[{"points":[[-4,9],[-4,9.5]]}],
         "regions":{"mud":{"min":[3,-3],"max":[7,6]}},"ground":[{"region":"mud","speed_factor":0.2}]})"});
  double deepest = 0.0;
  for (int k = 0; k < 1500; ++k) {
    run_steps(simulator, 1);
    const Vec3 p = position_of(simulator);
    if (3.3 < p.x && p.x < 6.7) deepest = larger(deepest, p.y + 3.0);
  }
  EXPECT_NEAR(position_of(simulator).x, 10.0, 0.1);
  EXPECT_LT(deepest, 0.3);
}

// Four blocks of houses, with streets of 10 m between them that cross at (0, 0).
const std::string kCrossing =
    R"(,"world":{"obstacles":[{"box":{"center":[25,25],"size":[40,40]}},{"box":{"center":[-25,25],"size":[40,40]}},)"
    R"({"box":{"center":[25,-25],"size":[40,40]}},{"box":{"center":[-25,-25],"size":[40,40]}}]})";

struct Turning {
  double arrival = kInfinity;
  double nearest = kInfinity;  // of the center to a house [m]
};

// A car with a circle of 5 m comes along a street with 10 m/s.
Turning turn_at_crossing(const std::string& place, const std::string& body, const std::string& keys = "") {
  Simulator simulator = simulator_of(
      {.behavior = go_to(place, keys),
       .actor = R"("position":[-40,0],"heading":0,"speed":10)",
       .type = R"(,"radius":1,"max_speed":12,"actuator":{"type":"car"},"locomotion":{"type":)" + body + "}",
       .scenario = kCrossing});
  const Vec3 goal = place == "[0,40]"    ? Vec3{0, 40, 0}
                    : place == "[0,-40]" ? Vec3{0, -40, 0}
                                         : Vec3{40, 0, 0};
  Turning turning;
  for (int k = 0; k < 1000 && turning.arrival == kInfinity; ++k) {
    run_steps(simulator, 1);
    const Vec3 p = position_of(simulator);
    const Vec3 off{larger(5.0 - std::fabs(p.x), 0.0), larger(5.0 - std::fabs(p.y), 0.0), 0.0};
    turning.nearest = std::min(turning.nearest, length(off));
    if (length(p - goal) < 1.0) turning.arrival = simulator.world().time();
  }
  return turning;
}

TEST(GoTo, ACarTurnsAtACrossingWithoutTouchingAHouse) {
  for (const char* place : {"[0,40]", "[0,-40]"}) {
    for (const char* body : {R"("unicycle")", R"("bicycle","rear_axle":1.25,"steer_rate":3)"}) {
      const Turning turning = turn_at_crossing(place, body);
      EXPECT_LT(turning.arrival, 15.0) << place << body;
      EXPECT_GT(turning.nearest, 1.0) << place << body;
    }
  }
}

// What turns on the spot has no use for it.
TEST(GoTo, CornerRoomIsNothingWithoutATurningCircle) {
  for (const char* type :
       {R"(,"radius":1)", R"(,"radius":1,"actuator":{"type":"tank"},"locomotion":{"type":"two_track"})"}) {
    const auto stage = [&](const std::string& keys) {
      return Stage{.behavior = go_to("[0,40]", keys),
                   .actor = R"("position":[-40,0],"heading":0)",
                   .type = type,
                   .scenario = kCrossing};
    };
    EXPECT_TRUE(move_alike(stage(""), stage(R"(,"corner_room":0)"), 800)) << type;
  }
}

}  // namespace
}  // namespace drover::test::go_to_test
