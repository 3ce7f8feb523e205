// Edges of graphs that are jumped over: who can, what they cost, and agents whose ways lead over them.
#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/navigation/waypoint_graph.h"
#include "sim/state/saved_state.h"
#include "sim/step/jumps.h"
#include "support/scene.h"

namespace drover::test::jump_links_test {
namespace {

// One jump over 4 m, up by so much.
WaypointGraph graph_with_jump(double rise, std::optional<double> other_cost = std::nullopt) {
  const std::vector<Waypoint> nodes = {{"a", {0, 0, 0}}, {"b", {4, 0, 0}}, {"c", {8, 0, 0}}};
  const std::vector<WaypointEdgeDef> edges = {
      {.from = 0,
       .to = 1,
       .kind = WaypointEdgeKind::jump,
       .one_way = true,
       .jump = JumpLink{.takeoff_height = 3.0, .landing_height = 3.0 + rise, .more_time = 0.5}},
      {.from = 1, .to = 2, .cost = other_cost}};
  return WaypointGraph(nodes, edges, std::nullopt, {});
}

JumpAbility jumper(double jump_speed, double max_speed) {
  return {{9.81, 0.0}, jump_speed, max_speed};
}

// t = (v + sqrt(v^2 - 2 g h)) / g at d / t.
TEST(JumpLink, IsThereForThoseWhoCanDoIt) {
  for (const auto& [rise, speed] : {std::pair{-1.0, 3.936499}, {0.0, 4.905}, {0.5, 6.048116}}) {
    WaypointGraph graph = graph_with_jump(rise);
    graph.find_jumps(jumper(4.0, speed + 1e-5));
    EXPECT_TRUE(graph.edges()[0].is_present) << rise;
    EXPECT_TRUE(graph.suits(jumper(4.0, speed + 1.0)));
    EXPECT_FALSE(graph.suits(jumper(4.0, speed - 1e-5)));
    graph = graph_with_jump(rise);
    graph.find_jumps(jumper(4.0, speed - 1e-5));
    EXPECT_FALSE(graph.edges()[0].is_present) << rise;
  }
  WaypointGraph high = graph_with_jump(1.0);  // the limit is 0.815494 m
  high.find_jumps(jumper(4.0, 1e3));
  EXPECT_FALSE(high.edges()[0].is_present);
  WaypointGraph without = graph_with_jump(0.0);
  without.find_jumps({});
  EXPECT_FALSE(without.edges()[0].is_present);
}

// 4.905 m/s are needed, and more may be asked for, as far as the pad of 0.5 m reaches: 0.613 m/s in 0.815 s.
TEST(JumpLink, MayAskForMoreSpeed) {
  const auto is_there = [](double min_speed, double max_speed) {
    const std::vector<Waypoint> nodes = {{"a", {0, 0, 0}}, {"b", {4, 0, 0}}};
    const std::vector<WaypointEdgeDef> edges = {{.from = 0,
                                                 .to = 1,
                                                 .kind = WaypointEdgeKind::jump,
                                                 .one_way = true,
                                                 .jump = JumpLink{.min_speed = min_speed}}};
    WaypointGraph graph(nodes, edges, std::nullopt, {});
    graph.find_jumps(jumper(4.0, max_speed));
    return graph.edges()[0].is_present;
  };
  EXPECT_TRUE(is_there(4.0, 4.91));
  EXPECT_TRUE(is_there(5.4, 5.4));
  EXPECT_FALSE(is_there(5.4, 5.39));
  EXPECT_TRUE(is_there(5.51, 9.0));
  EXPECT_FALSE(is_there(5.53, 9.0));
}

// Abilities that change all the time are few, and none is better than it is.
TEST(JumpLink, AbilitiesAreRoundedToClasses) {
  JumpAbility ability = jumper(4.1239, 3.0);
  ability.law.gravity = 9.8107;
  ability.round_to_classes();
  EXPECT_NEAR(ability.jump_speed, 4.12, 1e-12);
  EXPECT_NEAR(ability.law.gravity, 9.82, 1e-12);
  EXPECT_EQ(ability.max_speed, 3.0);
}

TEST(JumpLink, CostsItsTime) {
  for (const auto& [rise, time] : {std::pair{-1.0, 1.016131}, {0.0, 0.815494}, {0.5, 0.661363}}) {
    WaypointGraph seconds = graph_with_jump(rise, 2.0);
    seconds.find_jumps(jumper(4.0, 7.0));
    EXPECT_NEAR(seconds.edges()[0].cost, time + 0.5, 1e-6);
    WaypointGraph meters = graph_with_jump(rise);
    meters.find_jumps(jumper(4.0, 7.0));
    EXPECT_NEAR(meters.edges()[0].cost, (time + 0.5) * 7.0, 1e-5);
    // Ways are searched with a lower bound of all costs.
    EXPECT_LE(meters.least_cost_per_meter(), 1.0);
    EXPECT_LE(seconds.least_cost_per_meter() * 4.0, seconds.edges()[0].cost + 1e-12);
  }
}

// Two roofs with a gap between x = 0 and x = 3; the way round leads by ramps over the ground.
std::string chasm(double max_speed, const char* type_keys = "", const char* edge_keys = "",
                  const char* start = R"("position":[-8,0,3])", const char* target = "[12,0]",
                  const char* more = "") {
  return scene(fmt::format(R"([{{"type":"go_to","target":{{"point":{}}},"graph":"g"}}{}])", target, more),
               fmt::format(R"([{{"type":"a",{}}}])", start),
               fmt::format(R"(,"radius":0.25,"max_speed":{},"max_acceleration":5{})", max_speed, type_keys),
               fmt::format(
                   R"(,"world":{{"dimensions":2.5,
           "regions":{{"near":{{"min":[-12,-3],"max":[0,3]}},"far":{{"min":[3,-3],"max":[16,3]}},
                      "down":{{"min":[-12,3],"max":[-9,12]}},"up":{{"min":[13,3],"max":[16,12]}}}},
           "ground":[{{"region":"near","height":3,"solid":true}},{{"region":"far","height":3,"solid":true}},
                     {{"region":"down","ramp":{{"from":[-10,3,3],"to":[-10,12,0]}}}},
                     {{"region":"up","ramp":{{"from":[14,12,0],"to":[14,3,3]}}}}]}},
         "navigation":{{"graphs":{{"g":{{
           "nodes":{{"start":[-8,0,3],"edge":[-0.5,0,3],"pad":[3.5,0,3],"end":[12,0,3],
                    "a1":[-10.5,0,3],"a2":[-10.5,13,0],"b2":[14.5,13,0],"b1":[14.5,0,3]}},
           "edges":[{{"from":"start","to":"edge"}},{{"from":"edge","to":"pad","kind":"jump"{}}},{{"from":"pad","to":"end"}},
                    {{"from":"start","to":"a1"}},{{"from":"a1","to":"a2"}},{{"from":"a2","to":"b2"}},{{"from":"b2","to":"b1"}},{{"from":"b1","to":"end"}}]}}}}}})",
                   edge_keys));
}

struct Trip {
  Vec3 end;
  double z = 0.0, widest = 0.0, lowest = 1e9;
  std::uint32_t takeoffs, landed, missed;
};
Trip trip(const std::string& text, double seconds = 40.0) {
  Simulator simulator = make_simulator(text);
  Trip trip{};
  trip.lowest = 1e9;
  while (simulator.world().time() < seconds) {
    run_steps(simulator, 1);
    trip.widest = std::max(trip.widest, simulator.world().state.motion.y[0]);
    trip.lowest = std::min(trip.lowest, simulator.world().state.elevation.z[0]);
  }
  const JumpColumns& jumps = simulator.world().state.jumps;
  trip.end = simulator.world().state.motion.position(0);
  trip.z = simulator.world().state.elevation.z[0];
  trip.takeoffs = jumps.takeoffs[0];
  trip.landed = jumps.landed[0];
  trip.missed = jumps.missed[0];
  return trip;
}

TEST(WayOverJumps, LeadsThoseOverTheGapWhoCanJumpIt) {
  const Trip over = trip(chasm(5.0));
  EXPECT_NEAR(over.end.x, 12.0, 0.3);
  EXPECT_EQ(over.z, 3.0);
  EXPECT_EQ(over.takeoffs, 1u);
  EXPECT_EQ(over.landed, 1u);
  EXPECT_EQ(over.lowest, 3.0);
  EXPECT_LT(over.widest, 0.5);
}

// 4 m at 3 m/s take longer than 1.019 s; a weak jump is too short; heavy ones come down too soon.
TEST(WayOverJumps, LeadsTheOthersRound) {
  for (const std::string& text : {chasm(3.0), chasm(5.0, R"(,"jump_speed":3)"),
                                  chasm(5.0, R"(,"gravity_scale":2)"), chasm(5.0, R"(,"air_drag":0.8)")}) {
    const Trip round = trip(text);
    EXPECT_NEAR(round.end.x, 12.0, 0.3);
    EXPECT_EQ(round.z, 3.0);
    EXPECT_EQ(round.takeoffs, 0u);
    EXPECT_GT(round.widest, 11.0);
  }
}

TEST(WayOverJumps, LeadsRoundWhereJumpsAreDearOrOneWay) {
  EXPECT_EQ(trip(chasm(5.0, "", R"(,"risk":20)")).takeoffs, 0u);
  const Trip back = trip(chasm(5.0, "", "", R"("position":[12,0,3])", "[-8,0]"));
  EXPECT_EQ(back.takeoffs, 0u);
  EXPECT_NEAR(back.end.x, -8.0, 0.3);
  const Trip both = trip(chasm(5.0, "", R"(,"one_way":false)", R"("position":[12,0,3])", "[-8,0]"));
  EXPECT_EQ(both.landed, 1u);
  EXPECT_NEAR(both.end.x, -8.0, 0.3);
}

// 3.924 m/s would do; with 4.3 it lands farther behind the edge.
TEST(WayOverJumps, IsRunUpToAsFastAsTheEdgeSays) {
  const auto takeoff_speed = [](const char* keys) {
    Simulator simulator = make_simulator(chasm(5.0, "", keys));
    while (simulator.world().is_grounded(0) && simulator.world().time() < 20.0)
      run_steps(simulator, 1);
    return length(simulator.world().state.motion.velocity(0));
  };
  EXPECT_NEAR(takeoff_speed(""), 3.924, 0.1);
  EXPECT_NEAR(takeoff_speed(R"(,"min_speed":4.3)"), 4.3, 0.1);
  EXPECT_EQ(trip(chasm(5.0, "", R"(,"min_speed":4.3)")).landed, 1u);
  EXPECT_EQ(trip(chasm(5.0, "", R"(,"min_speed":4.8)")).takeoffs, 0u);
}

// With what it carries it jumps 0.8 times as fast: 0.815 m high, and over this gap no more.
TEST(WayOverJumps, LeadsThoseRoundWhoAreLaden) {
  constexpr const char* kLoad =
      R"(,"counters":{{"load":{{"start":{},"max":20}}}},"jump_speed_by":{{"type":"counter","counter":"load","points":[[0,1],[20,0.8]]}})";
  const Trip light = trip(chasm(4.5, fmt::format(fmt::runtime(kLoad), 0).c_str()));
  EXPECT_EQ(light.landed, 1u);
  const Trip laden = trip(chasm(4.5, fmt::format(fmt::runtime(kLoad), 20).c_str()));
  EXPECT_EQ(laden.takeoffs, 0u);
  EXPECT_GT(laden.widest, 11.0);
  EXPECT_NEAR(laden.end.x, 12.0, 0.3);
}

// From the bottom of the chasm it goes to where the ramps begin, though the nodes above are nearer.
TEST(WayOverJumps, LeadsFromBelowToNodesAtTheFeet) {
  const Trip round = trip(chasm(5.0, "", "", R"("position":[1.5,0,0])"));
  EXPECT_NEAR(round.end.x, 12.0, 0.3);
  EXPECT_EQ(round.z, 3.0);
  EXPECT_GT(round.widest, 11.0);
}

// Where all nodes in reach are above there is no way; from the roof there is one down.
TEST(WayOverJumps, LeadsNobodyToNodesAboveThem) {
  const auto end = [](const char* start, const char* target) {
    Simulator simulator = make_simulator(
        scene(fmt::format(R"([{{"type":"go_to","target":{{"point":{}}},"graph":"g"}}])", target),
              fmt::format(R"([{{"type":"a","position":{}}}])", start), R"(,"radius":0.25)",
              R"(,"world":{"dimensions":2.5,"regions":{"roof":{"min":[2,-3],"max":[12,3]}},
                   "ground":[{"region":"roof","height":3,"solid":true}]},
                 "navigation":{"graphs":{"g":{"nodes":{"a":[3,0,3],"b":[9,0,3]},"edges":[{"from":"a","to":"b"}]}}})"));
    run_steps(simulator, 500);
    return simulator.world().state.motion.position(0);
  };
  EXPECT_EQ(end("[-1,0,0]", "[9,0]").x, -1.0);
  EXPECT_NEAR(end("[5,1,3]", "[9,0]").x, 9.0, 0.1);
  EXPECT_NEAR(end("[5,1,3]", "[16,0]").x, 16.0, 0.1);
}

TEST(WayOverJumps, GoesOnFromTheMiddleOfAFlight) {
  Simulator simulator = make_simulator(chasm(5.0));
  while (simulator.world().is_grounded(0) && simulator.world().time() < 20.0)
    run_steps(simulator, 1);
  run_steps(simulator, 5);
  ASSERT_FALSE(simulator.world().is_grounded(0));
  Simulator other = make_simulator(chasm(5.0));
  ASSERT_FALSE(other.restore(save_state(simulator.world())));
  for (int k = 0; k < 200; ++k) {
    run_steps(simulator, 1);
    run_steps(other, 1);
    ASSERT_EQ(simulator.hash(), other.hash());
  }
}

}  // namespace
}  // namespace drover::test::jump_links_test
