// Formations that place their members, and anchors that are steered without moderation.
#include <cmath>

#include "formation_runs/squad.h"

namespace drover::test::rigid_test {
namespace {

Squad rigid_squad() {
  return {
      .pattern = R"({"type":"custom","slots":[{"position":[0,0]},{"position":[0,-4]},{"position":[0,4]}]})",
      .count = 2,
      .anchor = R"({"type":"leader","leader":"leader"})",
      .formation = R"(,"mode":"rigid","assignment":"sequential")",
      .type = R"("max_speed":4)",
      .agents = R"(,{"type":"leader","id":"leader","position":[0,0],"velocity":[2,0]})"};
}

// A leader that turns left on a circle takes the slot to its right around a circle that is larger by its
// distance, and those beside it at 4 and 0 m/s.
TEST(RigidFormation, SlotsTravelOnCirclesAroundTheLeaders) {
  Squad squad = rigid_squad();
  squad.types = R"(,"leader":{"max_speed":2,"locomotion":{"type":"scripted","controls":[[0,2,0.5]]}})";
  Simulator simulator = simulator_of(squad);
  run_for(simulator, 3);
  for (int step = 0; step < 500; ++step) {
    run_steps(simulator, 1);
    const Vec3 leader = place_of(simulator, 2);
    const Vec3 left = upright(simulator.world().state.motion.heading(2)).left;
    expect_near(place_of(simulator, 0), leader - left * 4.0, 1e-9);
    expect_near(place_of(simulator, 1), leader + left * 4.0, 1e-9);
    EXPECT_NEAR(length(velocity_of(simulator, 0)), 4.0, 0.05);
    EXPECT_NEAR(length(velocity_of(simulator, 1)), 0.0, 0.05);
  }
}

// A leader that turns faster than its members can follow: no slot is faster than max_speed.
TEST(RigidFormation, TurnsNoFasterThanItsMembersCanRun) {
  Squad squad = rigid_squad();
  squad.types = R"(,"leader":{"max_speed":2,"locomotion":{"type":"scripted","controls":[[0,2,2]]}})";
  Simulator simulator = simulator_of(squad);
  for (int step = 0; step < 500; ++step) {
    run_steps(simulator, 1);
    EXPECT_LE(length(velocity_of(simulator, 0)), 4.0 + 1e-6);
    EXPECT_LE(length(velocity_of(simulator, 1)), 4.0 + 1e-6);
  }
  const AgentIndex anchor = simulator.world().model().formations[0].anchor;
  EXPECT_NEAR(std::fabs(simulator.world().state.motion.rotation[anchor]), 0.5, 1e-6);
}

// A steered anchor moves within the limits of its members, at half their speed.
TEST(RigidFormation, ASteeredAnchorCarriesItsMembers) {
  Simulator simulator = simulator_of({.goal = "[30,0]", .formation = R"(,"mode":"rigid")"});
  run_for(simulator, 5);
  EXPECT_NEAR(velocity_of(simulator, 0).x, 1.5, 1e-9);
  run_for(simulator, 60);
  expect_near(mean_place(simulator, 5), {30, 0, 0}, 1e-6);
  for (AgentIndex i = 0; i < 5; ++i)
    EXPECT_LT(length(way_to_slot(simulator, i)), 1e-9);
}

TEST(FixedAnchor, MembersComeToTheirSlots) {
  Simulator simulator = simulator_of({.pattern = R"({"type":"diamond"})",
                                      .count = 4,
                                      .anchor = R"({"type":"fixed","position":[5,5],"heading":0})",
                                      .placement = R"({"type":"rectangle","min":[-10,-10],"max":[0,0]})"});
  run_for(simulator, 30);
  expect_near(mean_place(simulator, 4), {5, 5, 0}, 1e-6);
  expect_near(anchor_place(simulator), {5, 5, 0}, 0.0);
}

// The slots go through the edge before their members: contacts must not sweep these across the world.
TEST(RigidFormation, MembersPassTheEdgeOfATorusWithContacts) {
  std::string text =
      text_of({.pattern = R"({"type":"column","spacing":1.5})",
               .count = 3,
               .anchor = anchor_at("[37.5,20]", "0", R"({"type":"seek","target":{"point":[8,20]}})"),
               .formation = R"(,"mode":"rigid")",
               .scenario = R"(,"world":{"bounds":{"min":[0,0],"max":[40,40],"edge":"wrap"},
                               "obstacles":[{"center":[20,20],"radius":1.5}]})",
               .dt = 0.1});
  const std::string_view simulation = R"("simulation":{)";
  text.insert(text.find(simulation) + simulation.size(), R"("non_penetration":{"enabled":true},)");
  Simulator simulator = make_simulator(text);
  for (int step = 0; step < 50; ++step) {
    run_steps(simulator, 1);
    for (AgentIndex i = 0; i < 3; ++i)
      EXPECT_LT(length(way_to_slot(simulator, i)), 1e-6) << "agent " << i << ", step " << step;
  }
}

// The slot of the leader faces half a radian to its left, so the formation starts turned to the right: nobody
// jumps in the first step.
TEST(RigidFormation, StartsWhereTheFacingOfItsLeaderPutsIt) {
  Simulator simulator = make_simulator(
      R"({"format":1,"agent_types":{"a":{"max_speed":3,"steering":{"behaviors":[{"type":"slot_arrive"}]}}},
          "agents":[{"type":"a","id":"L","position":[5,5],"heading":0},
                    {"type":"a","id":"m","placement":{"type":"in_slot"}}],
          "formations":{"f":{"mode":"rigid","members":[{"agent":"m"}],
            "pattern":{"type":"custom","slots":[{"position":[0,0],"facing":0.5},{"position":[-3,0]}]},
            "anchor":{"type":"leader","leader":"L"}}}})");
  const Vec3 start = place_of(simulator, 1);
  expect_near(start, Vec3{5, 5, 0} - 3.0 * unit_vector(-0.5), 1e-12);
  run_steps(simulator, 1);
  expect_near(place_of(simulator, 1), start, 1e-12);
}

}  // namespace
}  // namespace drover::test::rigid_test
