// Members who do not see their slots go there by way, over a navigation grid.
#include <string>

#include "formation_runs/squad.h"
#include "sim/state/saved_state.h"

namespace drover::test::way_to_slot_test {
namespace {

constexpr const char* kModerations[] = {"lead", "leash", "none"};

std::string by(const std::string& choice) {
  return R"("radius":0.3,"max_speed":2.5,"max_acceleration":6,"steering":{"behaviors":[{"type":"slot_arrive","by":")" +
         choice + R"("}]})";
}

// A squad that goes round the end of a wall at x = 22 and back behind it.
std::string turning_back(const std::string& pattern, const std::string& moderation, const std::string& choice,
                         const std::string& grids = R"("yard":{"cell_size":0.25})") {
  return R"({"format":1,"simulation":{"dt":0.02,"non_penetration":{"enabled":true}},"agent_types":{"m":{)" +
         by(choice) +
         R"(}},"agents":[{"type":"m","count":7,"group":"squad","placement":{"type":"in_slot"}}],)"
         R"("world":{"walls":[{"points":[[-20,2],[22,2]]}],)"
         R"("paths":{"p":{"points":[[0,-3],[24,-3],[24,7],[-8,7]]}}},"navigation":{"grids":{)" +
         grids + R"(}},"formations":{"squad":{"pattern":{"type":")" + pattern +
         R"(","spacing":2},"moderation":")" + moderation + R"(","members":[{"group":"squad"}],"anchor":)" +
         anchor_at("[0,-3]", "0", R"({"type":"follow_path","path":"p"})") + "}}}";
}

double worst_distance(const Simulator& simulator) {
  double worst = 0.0;
  for (AgentIndex i = 0; i < 7; ++i)
    worst = larger(worst, length(way_to_slot(simulator, i)));
  return worst;
}

// Turning V's and lines swing their slots through the wall.
TEST(WayToSlot, NobodyStaysBehindAWallWhereTheSquadTurnedBack) {
  for (const char* pattern : {"v", "line", "box"}) {
    for (const char* moderation : kModerations) {
      Simulator simulator = make_simulator(turning_back(pattern, moderation, "way"));
      run_for(simulator, 80);
      EXPECT_LT(worst_distance(simulator), 0.05) << pattern << ' ' << moderation;
    }
  }
}

TEST(WayToSlot, StraightSomeStayBehindTheWall) {
  for (const char* moderation : kModerations) {
    Simulator simulator = make_simulator(turning_back("v", moderation, "air"));
    run_for(simulator, 80);
    EXPECT_GT(worst_distance(simulator), 1.0) << moderation;
  }
}

// Those who see their slots go to them as without a grid, to the bit.
TEST(WayToSlot, InSightItIsStraight) {
  Simulator way = make_simulator(turning_back("column", "lead", "way"));
  Simulator air = make_simulator(turning_back("column", "lead", "air"));
  for (int step = 0; step < 500; ++step) {
    run_steps(way, 1);
    run_steps(air, 1);
    for (AgentIndex i = 0; i < 7; ++i)
      ASSERT_EQ(place_of(way, i), place_of(air, i)) << step;
  }
}

// Without a grid it remembers nothing.
TEST(WayToSlot, WithoutAGridItGoesStraight) {
  Simulator way = make_simulator(turning_back("v", "leash", "way", ""));
  Simulator air = make_simulator(turning_back("v", "leash", "air", ""));
  EXPECT_EQ(way.world().model().types[0].entries[0].memory.width, 0u);
  run_for(way, 40);
  run_for(air, 40);
  EXPECT_EQ(way.hash(), air.hash());
}

TEST(WayToSlot, AWayIsGoneOnWithAfterARestart) {
  const std::string text = turning_back("v", "leash", "way");
  Simulator original = make_simulator(text);
  run_for(original, 13);
  ASSERT_GT(worst_distance(original), 1.0);
  Simulator resumed = make_simulator(text);
  ASSERT_FALSE(resumed.restore(save_state(original.world())));
  for (int step = 0; step < 500; ++step) {
    run_steps(original, 1);
    run_steps(resumed, 1);
    ASSERT_EQ(resumed.hash(), original.hash()) << step;
  }
}

TEST(WayToSlot, ThreadsChangeNoBit) {
  const auto hash_with = [](std::size_t threads) {
    Simulator simulator = make_simulator(turning_back("line", "leash", "way"));
    simulator.use_threads(threads, 2);
    run_for(simulator, 20);
    return simulator.hash();
  };
  EXPECT_EQ(hash_with(3), hash_with(1));
}

// A slot in a closed room: as near as cells lead, and at rest there.
TEST(WayToSlot, WhereNoWayLeadsMembersComeAsNearAsTheyCan) {
  Simulator simulator = make_simulator(
      R"({"format":1,"simulation":{"dt":0.02,"non_penetration":{"enabled":true}},"agent_types":{"m":{)" +
      by("way") +
      R"(}},"agents":[{"type":"m","group":"squad","position":[-6,0]}],"navigation":{"grids":{"g":{}}},)"
      R"("world":{"walls":[{"points":[[-2,-2],[2,-2],[2,2],[-2,2]],"closed":true}]},)"
      R"("formations":{"squad":{"pattern":{"type":"line"},"members":[{"group":"squad"}],)"
      R"("anchor":{"type":"fixed","position":[1,0],"heading":0}}}})");
  run_for(simulator, 40);
  EXPECT_LT(length(place_of(simulator, 0)), 4.0);
  EXPECT_LT(length(velocity_of(simulator, 0)), 1e-6);
}

}  // namespace
}  // namespace drover::test::way_to_slot_test
