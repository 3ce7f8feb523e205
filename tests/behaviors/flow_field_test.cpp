// flow_field: one field for many, several places, moving places, what is reached from nowhere.
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"
#include "sim/navigation/navigation_layer.h"
#include "sim/state/saved_state.h"
#include "sim/step/goals.h"

namespace drover::test::flow_field_test {
namespace {

std::string to_point(const std::string& point, const std::string& keys = "") {
  return R"({"type":"flow_field","target":{"point":)" + point + "}" + keys + "}";
}

const char* const kWall = R"(,"world":{"walls":[{"points":[[5,-4],[5,4]]}]})";
const char* const kRoom = R"(,"world":{"walls":[{"points":[[5,-6],[11,-6],[11,6],[5,6],[5,-6]]}]})";

std::uint64_t builds(const Simulator& simulator) {
  return simulator.world().navigation().counters().field_builds;
}

TEST(FlowField, IsArriveWhereNothingStands) {
  EXPECT_TRUE(move_alike({.behavior = to_point("[10,3]")},
                         {.behavior = R"({"type":"arrive","target":{"point":[10,3]}})"}, 300));
}

TEST(FlowField, LeadsRoundAWallInAllVariants) {
  for (const char* integration : {"bfs", "dijkstra", "fast_marching"}) {
    for (const char* direction : {"neighbor", "gradient"}) {
      for (const char* sampling : {"nearest", "bilinear"}) {
        Simulator simulator =
            simulator_of({.behavior = to_point(
                              "[10,0]", fmt::format(R"(,"integration":"{}","direction":"{}","sampling":"{}")",
                                                    integration, direction, sampling)),
                          .scenario = kWall});
        run_steps(simulator, 800);
        EXPECT_LT(distance_to(simulator, {10, 0, 0}), 0.1) << integration << direction << sampling;
        EXPECT_EQ(builds(simulator), 1u);
      }
    }
  }
}

// A hundred agents of one size share one field, those of two sizes two.
TEST(FlowField, IsBuiltOncePerSizeOfBody) {
  const std::string agents = R"(,"agents":[
    {"type":"small","count":50,"placement":{"type":"rectangle","min":[-8,-8],"max":[2,8],"gap":0.1}},
    {"type":"large","count":20,"placement":{"type":"rectangle","min":[-8,-8],"max":[2,8],"gap":0.1}}])";
  const std::string steering = R"("steering":{"behaviors":[)" + to_point("[10,0]") + "]}";
  Simulator simulator =
      make_simulator(R"({"format":1,"agent_types":{"small":{"radius":0.2,)" + steering +
                     R"(},"large":{"radius":0.4,)" + steering + "}}" + agents + kWall + "}");
  run_steps(simulator, 200);
  EXPECT_EQ(builds(simulator), 2u);
}

TEST(FlowField, LeadsToTheNearestOfSeveralPlaces) {
  const std::string places =
      R"({"type":"flow_field","targets":[{"target":{"point":[10,8]}},{"target":{"point":[10,-6]},"bias":)";
  for (const double bias : {0.0, 20.0}) {
    Simulator simulator =
        simulator_of({.behavior = places + fmt::format("{}}}]}}", bias), .scenario = kWall});
    run_steps(simulator, 1000);
    EXPECT_LT(distance_to(simulator, bias > 0.0 ? Vec3{10, 8, 0} : Vec3{10, -6, 0}), 0.1) << bias;
  }
}

// Names in a list of objects are linked, too.
TEST(FlowField, LeadsToPlacesOfAllKinds) {
  for (const char* target : {R"({"region":"yard"})", R"({"agent":"prey"})", R"({"agent_type":"body"})"}) {
    Simulator simulator = simulator_of(
        {.behavior = fmt::format(R"({{"type":"flow_field","targets":[{{"target":{}}}]}})", target),
         .bodies = R"(,{"id":"prey","type":"body","position":[10,0]})",
         .scenario =
             R"(,"world":{"walls":[{"points":[[5,-4],[5,4]]}],"regions":{"yard":{"min":[9,-1],"max":[11,1]}}})"});
    run_steps(simulator, 800);
    EXPECT_LT(distance_to(simulator, {10, 0, 0}), 1.2) << target;
  }
}

// Who belongs to the group goes straight to the nearest other: a field of its own for each would be dear.
TEST(FlowField, OfItsOwnGroupMakesNoFields) {
  Simulator simulator =
      simulator_of({.behavior = R"({"type":"flow_field","target":{"agent_type":"actor"}})",
                    .bodies = R"(,{"type":"actor","position":[3,0]},{"type":"actor","position":[0,9]})",
                    .scenario = kWall});
  run_steps(simulator, 100);
  EXPECT_EQ(builds(simulator), 0u);
}

// The field follows the place from cell to cell, not from step to step.
TEST(FlowField, IsBuiltAnewWhereThePlaceComesIntoAnotherCell) {
  Simulator simulator = simulator_of(
      {.behavior = R"({"type":"flow_field","target":{"agent":"prey"}})",
       .actor = R"("position":[-20,0])",
       .bodies = R"(,{"id":"prey","type":"body","position":[8.01,0.01],"velocity":[0.4,0]})",
       .scenario =
           R"(,"world":{"walls":[{"points":[[5,-4],[5,4]]}]},"navigation":{"grids":{"g":{"cell_size":1,"origin":[-25,-10],"width":60,"height":20}}})"});
  run_steps(simulator, 500);
  // In 10 s it goes 4 m: the first field and four more, where it does not end before.
  EXPECT_GE(builds(simulator), 4u);
  EXPECT_LE(builds(simulator), 5u);
}

// With an interval it leads to where the place was: at 0, 2, 4, 6 and 8 s in the cells 8, 8, 9, 10 and 11.
TEST(FlowField, FollowsAPlaceOnlyOnceInAnInterval) {
  Simulator simulator = simulator_of(
      {.behavior = R"({"type":"flow_field","target":{"agent":"prey"},"min_recompute_interval":2})",
       .actor = R"("position":[-20,0])",
       .bodies = R"(,{"id":"prey","type":"body","position":[8.01,0.01],"velocity":[0.4,0]})",
       .scenario =
           R"(,"world":{"walls":[{"points":[[5,-4],[5,4]]}]},"navigation":{"grids":{"g":{"cell_size":1,"origin":[-25,-10],"width":60,"height":20}}})"});
  const auto steps_per_second = static_cast<int>(std::lround(1.0 / simulator.world().model().dt));
  run_steps(simulator, 4 * steps_per_second);  // the state at 4 s is seen by the next step
  EXPECT_EQ(builds(simulator), 1u);
  run_steps(simulator, 1);
  EXPECT_EQ(builds(simulator), 2u);
  run_steps(simulator, 5 * steps_per_second);
  EXPECT_EQ(builds(simulator), 4u);
}

// Of two gaps the nearer one is full of people: the way through the other one is longer by 6 m.
TEST(FlowField, AvoidsCrowdsByTheirWeight) {
  const char* const world =
      R"(,"world":{"walls":[{"points":[[5,-8],[5,-5]]},{"points":[[5,-3],[5,0]]},{"points":[[5,2],[5,8]]},
      {"points":[[-8,8],[5,8]]},{"points":[[-8,-8],[5,-8]]}]})";
  std::string crowd;
  for (int k = 0; k < 12; ++k)
    crowd +=
        fmt::format(R"(,{{"type":"body","position":[{},{}]}})", 4.2 + 0.5 * (k % 4), 0.5 + 0.5 * (k / 4));
  const auto gap_of = [&](const char* keys) {
    Simulator simulator =
        simulator_of({.behavior = to_point("[10,1]", keys), .bodies = crowd, .scenario = world});
    for (int k = 0; k < 1000 && position_of(simulator).x < 5.0; ++k)
      run_steps(simulator, 1);
    return position_of(simulator).y;
  };
  EXPECT_GT(gap_of(""), 0.0);
  EXPECT_GT(gap_of(R"(,"crowd_weight":0.05)"), 0.0);
  EXPECT_LT(gap_of(R"(,"crowd_weight":2)"), -3.0);
}

// Its own place would be dear: it would go away from where it was.
TEST(FlowField, OfOneAloneIsNoCrowd) {
  EXPECT_TRUE(move_alike(
      {.behavior = to_point("[10,1]"), .scenario = kWall},
      {.behavior = to_point("[10,1]", R"(,"crowd_weight":5,"crowd_interval":0.1)"), .scenario = kWall}, 300));
}

TEST(FlowField, SaysThatNoWayLeads) {
  for (const bool is_shut_in : {false, true}) {
    Simulator simulator =
        simulator_of({.behavior = to_point(is_shut_in ? "[7.5,0]" : "[10,9]"), .scenario = kRoom});
    run_steps(simulator, 5);
    const auto way = find_way(simulator.world(), simulator.perceptions(), 0);
    EXPECT_EQ(way && !way->arrives, is_shut_in);
  }
}

TEST(FlowField, LooksForCrowdsOnceInAnInterval) {
  Simulator simulator =
      simulator_of({.behavior = to_point("[10,1]", R"(,"crowd_weight":1,"crowd_interval":0.5)"),
                    .actor = R"("position":[-40,0])",
                    .scenario = kWall});
  const auto steps_per_second = static_cast<int>(std::lround(1.0 / simulator.world().model().dt));
  run_steps(simulator, 2 * steps_per_second);
  EXPECT_EQ(builds(simulator), 4u);
}

// What is restored may be another run: the crowd of the first one is forgotten.
TEST(FlowField, OfCrowdsIsTheSameInAResumedRun) {
  const auto crowd_at = [](double y) {
    std::string bodies;
    for (int k = 0; k < 40; ++k)
      bodies +=
          fmt::format(R"(,{{"type":"body","position":[{},{}]}})", 4.0 + 0.2 * (k % 10), y + 0.4 * (k / 10));
    return simulator_of(
        {.behavior = to_point("[10,0]", R"(,"crowd_weight":3)"),
         .bodies = bodies,
         .scenario =
             std::string(kWall) +
             R"(,"navigation":{"grids":{"g":{"cell_size":0.5,"origin":[-10,-10],"width":60,"height":40}}})"});
  };
  Simulator above = crowd_at(3.0);
  Simulator below = crowd_at(-5.0);
  run_steps(above, 3);
  run_steps(below, 3);
  ASSERT_FALSE(below.restore(save_state(above.world())));
  for (int k = 0; k < 100; ++k) {
    run_steps(above, 1);
    run_steps(below, 1);
    ASSERT_EQ(below.hash(), above.hash()) << "step " << k;
  }
  EXPECT_LT(position_of(above).y, -0.5);
}

// Samples come from snapshots, which anybody may have written.
TEST(FlowField, ComesThroughSamplesThatAreNoPositions) {
  for (const double number : {std::nan(""), 1e300, -kInfinity}) {
    Simulator simulator = simulator_of(
        {.behavior = R"({"type":"flow_field","target":{"agent":"prey"},"min_recompute_interval":5,
                                   "crowd_weight":1,"crowd_interval":5})",
         .bodies = R"(,{"id":"prey","type":"body","position":[10,0]})",
         .scenario = kWall});
    run_steps(simulator, 3);
    World& world = world_of(simulator);
    for (const PositionSample& sample : world.model().position_samples)
      for (double& value : world.state.columns.values(sample.memory))
        value = number;
    run_steps(simulator, 3);
  }
}

TEST(FlowField, SaysWhatIsDoneWhereNoWayLeads) {
  const auto end_of = [](const char* unreachable) {
    Simulator simulator =
        simulator_of({.behavior = to_point("[7.5,0]", fmt::format(R"(,"unreachable":"{}")", unreachable)),
                      .scenario = kRoom});
    run_steps(simulator, 400);
    return position_of(simulator);
  };
  EXPECT_EQ(end_of("wait"), Vec3{});
  EXPECT_NEAR(end_of("straight").x, 7.5, 0.1);
  EXPECT_EQ(end_of("nearest_reachable"), Vec3{});  // nothing of the room is in sight
}

// Pushed into a cell that is blocked, a body would stand there for ever.
TEST(FlowField, LeadsBackFromBlockedCells) {
  Simulator simulator =
      simulator_of({.behavior = to_point("[10,0]"), .actor = R"("position":[4.8,0])", .scenario = kWall});
  run_steps(simulator, 800);
  EXPECT_LT(distance_to(simulator, {10, 0, 0}), 0.1);
}

// An actor whose grid has cells so large that a wall may pass through one beside its center.
Simulator in_large_cells(const std::string& wall, const std::string& grid, const std::string& start,
                         const std::string& target, const std::string& keys = "") {
  return simulator_of(
      {.behavior = fmt::format(R"({{"type":"flow_field","target":{}{}}})", target, keys),
       .actor = R"("position":)" + start,
       .scenario = fmt::format(
           R"(,"world":{{"walls":[{{"points":{}}}]}},"navigation":{{"grids":{{"g":{{{}}}}}}})", wall, grid)});
}

// Whether the actor comes to a place without going through the wall from a to b.
bool goes_round(Simulator& simulator, Vec3 a, Vec3 b, Vec3 place) {
  const auto side = [](Vec3 from, Vec3 to, Vec3 p) { return cross(to - from, p - from).z; };
  for (int k = 0; k < 1500; ++k) {
    const Vec3 before = position_of(simulator);
    run_steps(simulator, 1);
    const Vec3 after = position_of(simulator);
    if (side(a, b, before) * side(a, b, after) < 0.0 && side(before, after, a) * side(before, after, b) < 0.0)
      return false;
  }
  return distance_to(simulator, place) < 0.1;
}

// The cell from x = 4.2 to 7.2 has its center beyond the wall at 5, as seen from the left.
TEST(FlowField, LeadsRoundAWallThroughTheCellOfAPlace) {
  const std::string grid = R"("cell_size":3,"origin":[-25.8,-16.5],"width":20,"height":11)";
  const Vec3 low{5, -4, 0};
  const Vec3 high{5, 4, 0};
  const std::string wall = "[[5,-4],[5,4]]";
  for (const char* keys :
       {"", R"(,"goal_block":2)", R"(,"integration":"fast_marching","direction":"gradient")"}) {
    for (const char* start : {"[4.4,0]", "[4.4,2]", "[0,0]"}) {
      Simulator right = in_large_cells(wall, grid, start, R"({"point":[6.5,0.3]})", keys);
      EXPECT_TRUE(goes_round(right, low, high, {6.5, 0.3, 0})) << start << keys;
    }
    Simulator left = in_large_cells(wall, grid, "[10,0]", R"({"point":[4.35,0.2]})", keys);
    EXPECT_TRUE(goes_round(left, low, high, {4.35, 0.2, 0})) << keys;
  }
}

// Cells of four radii with the wall from one corner to the other.
TEST(FlowField, LeadsRoundAWallAcrossACellOfFourRadii) {
  Simulator simulator =
      in_large_cells("[[-3,-3],[3,3]]", R"("cell_size":2,"origin":[-20.6,-21.4],"width":20,"height":20)",
                     "[-0.45,0.45]", R"({"point":[0.9,-0.9]})");
  EXPECT_TRUE(goes_round(simulator, {-3, -3, 0}, {3, 3, 0}, {0.9, -0.9, 0}));
}

TEST(FlowField, IsTheSameOnAnyNumberOfThreads) {
  const std::string text =
      R"({"format":1,"agent_types":{"a":{"radius":{"uniform":[0.2,0.5]},"steering":{"behaviors":[
      {"type":"flow_field","target":"goal"}]}}},"agents":[{"type":"a","count":200,"goal":"out",
      "placement":{"type":"disc","center":[0,0],"radius":15,"gap":0.1}}],
      "world":{"walls":[{"points":[[-8,0],[8,0]]},{"points":[[0,-8],[0,8]]}],"regions":{"out":{"min":[20,-2],"max":[24,2]}}}})";
  std::uint64_t hash = 0;
  for (const std::size_t threads : {1u, 3u}) {
    Simulator simulator = make_simulator(text);
    simulator.use_threads(threads, 16);
    run_steps(simulator, 100);
    if (threads == 1) hash = simulator.hash();
    EXPECT_EQ(simulator.hash(), hash);
  }
}

}  // namespace
}  // namespace drover::test::flow_field_test
