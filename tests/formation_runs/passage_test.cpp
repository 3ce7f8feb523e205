// Formations that meet a wall with a gap in it.
#include "formation_runs/squad.h"
#include "sim/geometry/static_room.h"

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
  // The first is at the goal.
  expect_near(mean_place(simulator, 5), {36, 0, 0}, 0.01);
}

// A line becomes a column in time, passes without touching the wall, and is a line again behind it.
TEST(Passage, ALineBecomesAColumnAndALineAgain) {
  Simulator simulator = simulator_of(squad_before_gap(1.6, R"(["base","v","column"])"));
  EXPECT_GE(least_clearance(simulator, 1.6), 0.5);
  expect_near(mean_place(simulator, 5), {40, 0, 0}, 0.01);
  EXPECT_EQ(simulator.world().state.formation_columns.pattern[0], 0U);
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

// The rim of an obstacle is 9 m ahead, the detection box of a standing anchor 2 m long: a file about its
// middle, whose front is 8.5 m ahead of the anchor, meets it, and a line does not.
TEST(Passage, TheFrontOfAFormationLooksAhead) {
  const auto wish_of = [](const std::string& pattern) {
    Simulator simulator = simulator_of(
        {.pattern = pattern,
         .anchor = anchor_at("[0,0]", "0", R"({"type":"obstacle_avoidance","min_box_length":2})"),
         .scenario = R"(,"world":{"obstacles":[{"center":[12,0],"radius":3}]})"});
    run_steps(simulator, 1);
    return length(vector_in(simulator.world().state.formation_columns.wanted_velocity, 0));
  };
  const std::string file = R"([{"position":[8,0]},{"position":[4,0]},{"position":[0,0]},)"
                           R"({"position":[-4,0]},{"position":[-8,0]}])";
  EXPECT_GT(wish_of(R"({"type":"custom","slots":)" + file + "}"), 0.0);
  EXPECT_EQ(wish_of(R"({"type":"line","spacing":2})"), 0.0);
}

// How far the mean of the members goes aside in a run [m].
double greatest_way_aside(Simulator& simulator, double time) {
  double aside = 0.0;
  for (int step = 0; step < static_cast<int>(time / 0.02); ++step) {
    run_steps(simulator, 1);
    aside = larger(aside, std::fabs(mean_place(simulator, 5).y));
  }
  return aside;
}

// A tree that members can go round by themselves is none for the formation; round a larger one it slides as a
// whole.
TEST(Passage, SmallObstaclesAreLeftToTheMembers) {
  Squad squad = {.pattern = R"({"type":"line","spacing":2})",
                 .goal = "[40,0]",
                 .formation = R"(,"pattern_fallback":["base"])",
                 .scenario = R"(,"world":{"obstacles":[{"center":[20,1],"radius":0.4}]})"};
  Simulator small = simulator_of(squad);
  EXPECT_LT(greatest_way_aside(small, 60), 0.3);
  EXPECT_GT(mean_place(small, 5).x, 39.0);
  squad.scenario = R"(,"world":{"obstacles":[{"center":[20,1],"radius":2.5}]})";
  Simulator large = simulator_of(squad);
  EXPECT_NEAR(greatest_way_aside(large, 60), 2.5 + 4.5 - 1.0, 0.1);
  EXPECT_GT(mean_place(large, 5).x, 39.0);
}

// The way of the mean is as long as there is room for half the width of the formation, and there it stands.
TEST(Passage, AGoalNearerToAWallThanHalfTheWidthIsNotReached) {
  Squad squad = {.pattern = R"({"type":"line","spacing":2})",
                 .goal = "[19,0]",
                 .formation = R"(,"pattern_fallback":["base"])",
                 .scenario = R"(,"world":{"walls":[{"points":[[20,-40],[20,40]]}]})"};
  Simulator before = simulator_of(squad);
  run_for(before, 60);
  EXPECT_NEAR(mean_place(before, 5).x, 20.0 - 4.5, 0.05);
  EXPECT_LT(length(velocity_of(before, 0)), 0.01);
  squad.goal = "[30,-7]";
  squad.scenario = R"(,"world":{"walls":[{"points":[[-10,-8],[60,-8]]}]})";
  Simulator beside = simulator_of(squad);
  run_for(beside, 60);
  EXPECT_NEAR(mean_place(beside, 5).y, -8.0 + 4.5, 0.05);
  EXPECT_LT(length(velocity_of(beside, 0)), 0.01);
}

// Beside a wall that is nearer than half its width, a formation goes away from it and not toward it.
TEST(Passage, AFormationLeavesAWallThatItStandsBeside) {
  Squad squad = {.pattern = R"({"type":"line","spacing":2})",
                 .goal = "[30,0]",
                 .formation = R"(,"pattern_fallback":["base"])",
                 .scenario = R"(,"world":{"walls":[{"points":[[-3,-40],[-3,40]]}]})"};
  Simulator away = simulator_of(squad);
  run_for(away, 40);
  expect_near(mean_place(away, 5), {30, 0, 0}, 0.01);
  squad.goal = "[-30,0]";
  Simulator toward = simulator_of(squad);
  run_for(toward, 40);
  EXPECT_GT(mean_place(toward, 5).x, -0.1);  // by the turn of its members alone
}

// A wall across the way at x = 20 with a gap of 2 m at y = 10.
Squad squad_beside_gap(const std::string& behavior) {
  return {.pattern = R"({"type":"line","spacing":2})",
          .anchor = anchor_at("[0,0]", "0", behavior),
          .formation = R"(,"patterns":{"column":{"type":"column"}},"pattern_fallback":["base","column"])",
          .scenario = R"(,"world":{"walls":[{"points":[[20,-40],[20,9]]},{"points":[[20,11],[20,40]]}],)"
                      R"("paths":{"way":{"points":[[0,0],[12,10],[28,10],[45,0]]}}})"};
}

// A wall that it meets at an angle leads it to the gap; so does a path.
TEST(Passage, AGapOffTheWayIsFoundAlongTheWallOrByAPath) {
  Simulator straight = simulator_of(squad_beside_gap(arriving("[40,10]")));
  run_for(straight, 60);
  expect_near(mean_place(straight, 5), {40, 10, 0}, 0.05);
  Simulator led = simulator_of(squad_beside_gap(R"({"type":"follow_path","path":"way"})"));
  double least = kInfinity;
  for (int step = 0; step < 3000; ++step) {
    run_steps(led, 1);
    for (AgentIndex i = 0; i < 5; ++i) {
      const StaticGeometry geometry = led.world().geometry();
      least = smaller(least, clear_distance(geometry, led.world().model().bounds, place_of(led, i), 9.0));
    }
  }
  expect_near(mean_place(led, 5), {45, 0, 0}, 0.05);
  EXPECT_GE(least, 0.5);
}

// The first warning about the anchor of a squad; empty without.
std::string warning_of(const Squad& squad) {
  for (const Problem& warning : make_world(text_of(squad)).warnings) {
    if (warning.pointer.find("/anchor") != std::string::npos) return warning.pointer + ": " + warning.found;
  }
  return {};
}

// In an obstacle of radius 5, a formation that is half 4.5 m wide starts 9.5 m from its center; in its
// narrowest pattern, 5.5 m.
TEST(StartInAWall, IsMovedToTheNearestPlaceWithRoom) {
  Squad squad = {.pattern = R"({"type":"line","spacing":2})",
                 .anchor = anchor_at("[1,0]", "0", arriving("[40,0]")),
                 .scenario = R"(,"world":{"obstacles":[{"center":[0,0],"radius":5}]})"};
  EXPECT_EQ(warning_of(squad), "/formations/squad/anchor/position: (1, 0), moved to (9.5, 0)");
  Simulator simulator = simulator_of(squad);
  expect_near(mean_place(simulator, 5), {9.5, 0, 0}, 1e-5);
  squad.formation = R"(,"patterns":{"column":{"type":"column"}},"pattern_fallback":["base","column"])";
  EXPECT_EQ(warning_of(squad), "/formations/squad/anchor/position: (1, 0), moved to (5.5, 0)");
  squad.scenario =
      R"(,"world":{"walls":[{"points":[[-9,-9],[9,-9],[9,9],[-9,9]],"closed":true,"solid":true}]})";
  EXPECT_EQ(warning_of(squad), "/formations/squad/anchor/position: (1, 0), moved to (9.5, 0)");
}

// An obstacle that does not count moves no anchor; anchors that stand still, and those that are where their
// members are, are left where they are.
TEST(StartInAWall, IsNoneBesideSmallObstaclesOrForAnchorsThatStand) {
  const std::string world = R"(,"world":{"obstacles":[{"center":[0,0],"radius":5}]})";
  const Squad small = {.anchor = anchor_at("[0,0]", "0", arriving("[40,0]")),
                       .scenario = R"(,"world":{"obstacles":[{"center":[0,0],"radius":1.5}]})"};
  const Squad standing = {.anchor = anchor_at("[0,0]", "0", ""), .scenario = world};
  const Squad fixed = {.anchor = R"({"type":"fixed","position":[0,0],"heading":0})", .scenario = world};
  const Squad around = {.anchor = anchor_at("[0,0]", "0", arriving("[40,0]")),
                        .formation = R"(,"moderation":"lead")",
                        .placement = R"({"type":"ring","center":[0,0],"radius":8})",
                        .scenario = world};
  for (const Squad& squad : {small, standing, fixed, around})
    EXPECT_EQ(warning_of(squad), "");
  // An anchor that goes its own way is at its place, wherever its members are.
  Squad own = around;
  for (const char* moderation : {"none", "leash"}) {
    own.formation = fmt::format(R"(,"moderation":"{}")", moderation);
    EXPECT_NE(warning_of(own), "");
  }
}

// A squad of `count` with this pattern and moderation goes along a straight path, which meets a wall across
// it beside a gap.
Simulator squad_through_gap(const std::string& pattern, int count, double gap, const std::string& moderation,
                            double start) {
  return make_simulator(fmt::format(
      R"({{"format":1,"simulation":{{"dt":0.02}},"world":{{
            "walls":[{{"points":[[40,{0}],[40,40]]}},{{"points":[[40,-40],[40,-{0}]]}}],
            "paths":{{"p":{{"points":[[0,{4}],[80,0]]}}}}}},
          "agent_types":{{"a":{{"radius":0.5,"max_speed":3,"max_acceleration":6,
            "steering":{{"behaviors":[{{"type":"slot_arrive"}}]}}}}}},
          "agents":[{{"type":"a","count":{2},"group":"g","placement":{{"type":"in_slot"}}}}],
          "formations":{{"f":{{"moderation":"{3}","pattern":{{"type":"{1}"}},
            "patterns":{{"column":{{"type":"column"}}}},"pattern_fallback":["base","column"],
            "members":[{{"group":"g"}}],"anchor":{{"position":[0,{4}],"heading":0,
              "steering":{{"behaviors":[{{"type":"follow_path","path":"p"}}]}}}}}}}}}})",
      0.5 * gap, pattern, count, moderation, start));
}

// From 5 cm wider than the column on every squad passes; one of 10 cm less stands before the gap and rests.
TEST(Passage, EverySquadPassesEveryGapThatItsNarrowestPatternFits) {
  for (const std::string pattern : {"line", "v", "box"}) {
    for (const int count : {3, 5, 9, 12}) {
      for (const double gap : {1.05, 1.2, 1.5, 3.0}) {
        for (const std::string moderation : {"lead", "leash", "none"}) {
          Simulator simulator = squad_through_gap(pattern, count, gap, moderation, gap == 1.2 ? 3.0 : 0.0);
          run_for(simulator, 130);
          for (AgentIndex i = 0; i < static_cast<AgentIndex>(count); ++i)
            EXPECT_GT(place_of(simulator, i).x, 50.0)
                << pattern << " of " << count << ", gap " << gap << ", " << moderation << ", agent " << i;
        }
      }
      Simulator narrow = squad_through_gap(pattern, count, 0.9, "lead", 0.0);
      run_for(narrow, 100);
      EXPECT_LT(mean_place(narrow, static_cast<AgentIndex>(count)).x, 40.0);
      for (AgentIndex i = 0; i < static_cast<AgentIndex>(count); ++i)
        EXPECT_LT(length(velocity_of(narrow, i)), 0.01);
    }
  }
}

// A box is shorter and wider than the column that it becomes before the gap: it comes back when the column
// has passed, not as soon as the box would fit where the center is.
TEST(Passage, AWidePatternComesBackWhenTheLongOneHasPassed) {
  Simulator simulator = squad_through_gap("box", 12, 3.0, "none", 0.0);
  int changes = 0;
  std::uint32_t pattern = 0;
  for (int step = 0; step < 4500; ++step) {
    run_steps(simulator, 1);
    const std::uint32_t now = simulator.world().state.formation_columns.pattern[0];
    changes += now != pattern ? 1 : 0;
    pattern = now;
  }
  EXPECT_EQ(changes, 2);
  EXPECT_EQ(pattern, 0u);
}

}  // namespace
}  // namespace drover::test::passage_test
