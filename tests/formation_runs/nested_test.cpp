// Formations in the slots of others: fire teams in squads in a platoon of 29.
#include "formation_runs/squad.h"

namespace drover::test::nested_test {
namespace {

// Fire teams are finger fours, 5 m apart; a squad is two teams with its leader between them, a platoon three
// squads, its leader and its sergeant.
std::string platoon(const std::string& position, const std::string& heading, const std::string& goal = "",
                    const std::string& keys = "") {
  std::string agents;
  std::string formations;
  const auto add_agent = [&](const std::string& keys_of_entry) {
    agents += std::string(agents.empty() ? "" : ",") + R"({"type":"m","placement":{"type":"in_slot"},)" +
              keys_of_entry + "}";
  };
  const std::string squad_slots =
      R"({"type":"custom","slots":[{"position":[0,0]},{"position":[15,0]},{"position":[-15,0]}]})";
  for (const char* squad : {"1", "2", "3"}) {
    const std::string s(squad);
    for (const char* team : {"A", "B"}) {
      const std::string name = s + team;
      add_agent(R"("count":4,"group":")" + name + "\"");
      formations += R"(")" + name +
                    R"(":{"pattern":{"type":"finger_four","spacing":5},"members":[{"group":")" + name +
                    R"("}]},)";
    }
    add_agent(R"("id":"leader)" + s + "\"");
    formations += R"("S)" + s + R"(":{"assignment":"sequential","pattern":)" + squad_slots +
                  R"(,"members":[{"formation":")" + s + R"(A"},{"agent":"leader)" + s +
                  R"("},{"formation":")" + s + R"(B"}])" + keys + "},";
  }
  add_agent(R"("id":"lieutenant")");
  add_agent(R"("id":"sergeant")");
  formations +=
      R"("platoon":{"pattern":{"type":"custom","slots":[{"position":[50,0],"role":"squad1"},{"position":[25,0],"role":"leader"},)"
      R"({"position":[0,0],"role":"squad2"},{"position":[-25,0],"role":"sergeant"},{"position":[-50,0],"role":"squad3"}]},)"
      R"("hard_roles":true,"member_kinds":{"squad1":{"fills":[{"role":"squad1"}]},"squad2":{"fills":[{"role":"squad2"}]},)"
      R"("squad3":{"fills":[{"role":"squad3"}]},"leader":{"fills":[{"role":"leader"}]},"sergeant":{"fills":[{"role":"sergeant"}]}},)"
      R"("members":[{"formation":"S1","kind":"squad1"},{"formation":"S2","kind":"squad2"},{"formation":"S3","kind":"squad3"},)"
      R"({"agent":"lieutenant","kind":"leader"},{"agent":"sergeant","kind":"sergeant"}],"anchor":)" +
      anchor_at(position, heading, goal.empty() ? "" : arriving(goal)) + "}";
  return R"({"format":1,"agent_types":{"m":{"max_speed":3,"max_acceleration":6,"steering":{"behaviors":[{"type":"slot_arrive"}]}}},"agents":[)" +
         agents + R"(],"formations":{)" + formations + R"(},"simulation":{"dt":0.02}})";
}

TEST(NestedFormation, StartsWhereItsSlotsAre) {
  Simulator simulator = make_simulator(platoon("[100,200]", "1.5707963267948966"));
  expect_near(mean_place(simulator, 29), {100, 200, 0}, 1e-6);
  const Vec3 team[] = {{97.5, 270, 0}, {92.5, 265, 0}, {102.5, 265, 0}, {107.5, 260, 0}};
  for (AgentIndex i = 0; i < 4; ++i)
    expect_near(place_of(simulator, i), team[i], 1e-6);
  expect_near(place_of(simulator, 8), {100, 250, 0}, 1e-6);     // leader of squad 1
  expect_near(place_of(simulator, 4), {97.5, 240, 0}, 1e-6);    // first of its second team
  expect_near(place_of(simulator, 27), {100, 225, 0}, 1e-6);    // platoon leader
  expect_near(place_of(simulator, 25), {107.5, 130, 0}, 1e-6);  // last of squad 3
}

TEST(NestedFormation, StandsWithoutAGoal) {
  Simulator simulator = make_simulator(platoon("[0,0]", "0"));
  const Vec3 first = place_of(simulator, 0);
  run_steps(simulator, 1000);
  EXPECT_LT(length(place_of(simulator, 0) - first), 1e-9);
}

double time_to_goal(const std::string& goal, Vec3 place, double duration, double& worst) {
  Simulator simulator = make_simulator(platoon("[0,0]", "0", goal));
  double arrival = kInfinity;
  while (simulator.world().time() < duration) {
    run_steps(simulator, 1);
    if (length(mean_place(simulator, 29) - place) < 0.1) arrival = smaller(arrival, simulator.world().time());
  }
  worst = 0.0;
  for (AgentIndex i = 0; i < 29; ++i)
    worst = larger(worst, length(way_to_slot(simulator, i)));
  return arrival;
}

TEST(NestedFormation, MarchesToAGoalInFront) {
  double worst = 0.0;
  EXPECT_NEAR(time_to_goal("[200,0]", {200, 0, 0}, 150, worst), 75.9, 1.4);
  EXPECT_LT(worst, 1e-6);
}

TEST(NestedFormation, WheelsToAGoalBesideIt) {
  double worst = 0.0;
  EXPECT_NEAR(time_to_goal("[0,200]", {0, 200, 0}, 250, worst), 108.7, 2.0);
  EXPECT_LT(worst, 1e-5);
}

}  // namespace
}  // namespace drover::test::nested_test
