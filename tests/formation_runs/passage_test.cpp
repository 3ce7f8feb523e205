// Formations that meet a wall with a gap in it.
#include "formation_runs/squad.h"

namespace drover::test::passage_test {
namespace {

// A wall across the way at x = 20 with a gap of this width [m] at y = 0.
Squad squad_before_gap(double gap, const std::string& fallback) {
  const double half = gap / 2.0;
  return {.pattern = R"({"type":"line","spacing":2})",
          .goal = "[40,0]",
          .formation =
              R"(,"patterns":{"v":{"type":"v"},"column":{"type":"column"}},"pattern_fallback":)" + fallback,
          .scenario = fmt::format(
              R"(,"world":{{"walls":[{{"points":[[20,-40],[20,{}]]}},{{"points":[[20,{}],[20,40]]}}]}})",
              -half, half)};
}

// The least distance between a member and the ends of the wall, which lie beside the gap [m].
double clearance(const Simulator& simulator, double gap) {
  double least = kInfinity;
  for (AgentIndex i = 0; i < 5; ++i) {
    for (const double end : {-gap / 2.0, gap / 2.0})
      least = smaller(least, length(place_of(simulator, i) - Vec3{20, end, 0}));
    // Beside the gap nobody is near the wall.
    if (std::fabs(place_of(simulator, i).y) > gap / 2.0)
      least = smaller(least, std::fabs(place_of(simulator, i).x - 20.0));
  }
  return least;
}

// The least clearance of a run of 80 s [m].
double least_clearance(Simulator& simulator, double gap) {
  double least = kInfinity;
  for (int step = 0; step < 4000; ++step) {
    run_steps(simulator, 1);
    least = smaller(least, clearance(simulator, gap));
  }
  return least;
}

TEST(Passage, AColumnPassesAGapOfItsWidth) {
  Squad squad = squad_before_gap(1.2, R"(["base"])");
  squad.pattern = R"({"type":"column","spacing":2})";
  Simulator simulator = simulator_of(squad);
  EXPECT_GE(least_clearance(simulator, 1.2), 0.5);
  expect_near(mean_place(simulator, 5), {40, 0, 0}, 0.01);
}

// A line becomes a column in time, passes without touching the wall, and is a line again behind it.
TEST(Passage, ALineBecomesAColumnAndALineAgain) {
  Simulator simulator = simulator_of(squad_before_gap(1.6, R"(["base","v","column"])"));
  EXPECT_GE(least_clearance(simulator, 1.6), 0.5);
  expect_near(mean_place(simulator, 5), {40, 0, 0}, 0.01);
  EXPECT_EQ(column(simulator.world(), &FormationColumns::pattern)[0], 0U);
  EXPECT_LT(shape_error(simulator), 1e-3);
}

// The center stops where the disc around the line touches the wall.
TEST(Passage, ALineAloneStopsBeforeTheWall) {
  Simulator simulator = simulator_of(squad_before_gap(1.2, R"(["base"])"));
  run_for(simulator, 60);
  EXPECT_NEAR(mean_place(simulator, 5).x, 20.0 - 4.5, 0.05);
  EXPECT_LT(length(velocity_of(simulator, 0)), 0.01);
}

TEST(Passage, AGapAsWideAsThePatternIsWideEnough) {
  // A line of five with 2 m between them needs 9 m.
  for (const auto& [gap, passes] : {std::pair(9.001, true), std::pair(8.9, false)}) {
    Simulator simulator = simulator_of(squad_before_gap(gap, R"(["base"])"));
    run_for(simulator, 60);
    EXPECT_EQ(mean_place(simulator, 5).x > 30.0, passes) << gap;
  }
}

// The rim of an obstacle is 9 m ahead, the detection box of a standing anchor 2 m long: a column, whose front
// is 8.5 m ahead of the anchor, meets it, and a line does not.
TEST(Passage, TheFrontOfAFormationLooksAhead) {
  const auto wish_of = [](const std::string& pattern) {
    Simulator simulator = simulator_of(
        {.pattern = pattern,
         .anchor = anchor_at("[0,0]", "0", R"({"type":"obstacle_avoidance","min_box_length":2})"),
         .scenario = R"(,"world":{"obstacles":[{"center":[12,0],"radius":3}]})"});
    run_steps(simulator, 1);
    return length(vector_in(simulator.world(), &FormationColumns::wanted_velocity, 0));
  };
  EXPECT_GT(wish_of(R"({"type":"column","spacing":4})"), 0.0);
  EXPECT_EQ(wish_of(R"({"type":"line","spacing":2})"), 0.0);
}

// A tree that members can go round by themselves is none for the formation.
TEST(Passage, SmallObstaclesAreLeftToTheMembers) {
  Squad squad = {.pattern = R"({"type":"line","spacing":2})",
                 .goal = "[40,0]",
                 .formation = R"(,"pattern_fallback":["base"])",
                 .scenario = R"(,"world":{"obstacles":[{"center":[20,1],"radius":0.4}]})"};
  Simulator small = simulator_of(squad);
  run_for(small, 60);
  EXPECT_GT(mean_place(small, 5).x, 39.0);
  squad.scenario = R"(,"world":{"obstacles":[{"center":[20,1],"radius":2.5}]})";
  Simulator large = simulator_of(squad);
  run_for(large, 60);
  EXPECT_LT(mean_place(large, 5).x, 15.0);
}

}  // namespace
}  // namespace drover::test::passage_test
