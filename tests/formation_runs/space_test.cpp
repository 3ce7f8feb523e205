// Formations in space: slots with heights, about anchors that are upright or turn with their leader.
#include <cmath>

#include <gmock/gmock.h>

#include "app/catalog.h"
#include "core/quaternion.h"
#include "formation_runs/squad.h"
#include "scenario/scenario_reader.h"

namespace drover::test::formation_space_test {
namespace {

using testing::ElementsAre;

// Two members beside and above each other.
constexpr std::string_view kSlots =
    R"({"type":"custom","slots":[{"position":[0,0,0]},{"position":[-2,1,3]},{"position":[-2,-1,-1],"facing":0.5}]})";

// A formation behind an agent "leader" of these keys; by default its members are drones without an
// orientation of their own.
struct Led {
  std::string leader;
  std::string behavior = "";
  std::string anchor = "";     // keys
  std::string formation = "";  // keys
  std::string member = R"("max_speed":6,"max_acceleration":12)";
  std::string body = R"("locomotion":{"type":"oriented"},"max_angular_acceleration":10,)";
};

Squad squad_behind(const Led& led) {
  Squad squad{.pattern = std::string(kSlots), .count = 2};
  squad.types = R"(,"lead":{)" + led.body +
                R"("max_speed":3,"max_acceleration":6,"steering":{"behaviors":[)" + led.behavior + "]}}";
  squad.agents = R"(,{"type":"lead","id":"leader",)" + led.leader + "}";
  squad.anchor = R"({"type":"leader","leader":"leader")" + led.anchor + "}";
  squad.formation = led.formation;
  squad.type = led.member;
  squad.scenario = R"(,"world":{"dimensions":3})";
  return squad;
}

constexpr std::string_view kTilted = R"("position":[10,20,30],"heading":0.6,"pitch":0.4,"roll":-0.3)";

TEST(FormationInSpace, SlotsTurnWithTheYawOfTheLeader) {
  const Simulator simulator = simulator_of(squad_behind({.leader = std::string(kTilted)}));
  const SlotTarget& first = simulator.world().state.slots[0];
  const SlotTarget& second = simulator.world().state.slots[1];
  const double c = std::cos(0.6), s = std::sin(0.6);
  expect_near(first.position, {10 - 2 * c - s, 20 - 2 * s + c, 33}, 1e-12);
  expect_near(second.position, {10 - 2 * c + s, 20 - 2 * s - c, 29}, 1e-12);
  expect_near(second.heading, unit_vector(1.1), 1e-12);
  EXPECT_EQ(second.up, kUp);
}

TEST(FormationInSpace, SlotsTurnWithTheWholeOrientationOfTheLeader) {
  const Simulator simulator =
      simulator_of(squad_behind({.leader = std::string(kTilted), .anchor = R"(,"frame":"full")"}));
  const SlotTarget& first = simulator.world().state.slots[0];
  const SlotTarget& second = simulator.world().state.slots[1];
  const Quaternion q = orientation_at({0.6, 0.4, -0.3});
  expect_near(first.position, Vec3{10, 20, 30} + rotated(q, {-2, 1, 3}), 1e-12);
  expect_near(second.position, Vec3{10, 20, 30} + rotated(q, {-2, -1, -1}), 1e-12);
  expect_near(second.heading, rotated(q, unit_vector(0.5)), 1e-12);
  expect_near(second.up, rotated(q, kUp), 1e-12);
  // Placed there.
  expect_near(place_of(simulator, 0), first.position, 1e-12);
}

// The leader turns at w about an axis of the world, so its slots go at w x arm.
TEST(FormationInSpace, SlotsTravelAroundALeaderThatRolls) {
  Simulator simulator =
      simulator_of(squad_behind({.leader = std::string(kTilted) + R"(,"angular_velocity":[0.3,-0.2,0.5])",
                                 .anchor = R"(,"frame":"full")"}));
  run_steps(simulator, 1);
  const World& world = simulator.world();
  const AgentIndex leader = *world.model().find_agent("leader");
  const Vec3 arm = world.state.slots[0].position - place_of(simulator, leader);
  expect_near(world.state.slots[0].velocity, velocity_of(simulator, leader) + cross({0.3, -0.2, 0.5}, arm),
              1e-6);
}

TEST(FormationInSpace, MembersFollowALeaderThatClimbs) {
  Simulator simulator = simulator_of(
      squad_behind({.leader = R"("position":[0,0,0])",
                    .behavior = R"({"type":"seek","target":{"point":[1000,0,1000]},"speed":"max"})",
                    .body = ""}));
  run_for(simulator, 20);
  const World& world = simulator.world();
  const AgentIndex leader = *world.model().find_agent("leader");
  EXPECT_GT(place_of(simulator, leader).z, 30);
  for (const AgentIndex i : {0u, 1u}) {
    EXPECT_LT(length(way_to_slot(simulator, i)), 0.02);
    expect_near(velocity_of(simulator, i), velocity_of(simulator, leader), 0.02);
  }
  const double above = place_of(simulator, 0).z - place_of(simulator, leader).z;
  EXPECT_NEAR(above, 3, 0.02);
}

// The wings of the members are where those of the leader are.
TEST(FormationInSpace, MembersTiltWithATiltedFormation) {
  Led led{.leader = std::string(kTilted), .anchor = R"(,"frame":"full")"};
  led.member = R"("max_speed":6,"max_acceleration":12,"max_angular_acceleration":10,)"
               R"("locomotion":{"type":"oriented"})";
  Simulator simulator = simulator_of(squad_behind(led));
  run_for(simulator, 6);
  const AgentMotion& motion = simulator.world().state.motion;
  const AgentIndex leader = *simulator.world().model().find_agent("leader");
  expect_near(motion.frame(0).forward, motion.frame(leader).forward, 0.02);
  expect_near(motion.frame(0).up, motion.frame(leader).up, 0.02);
}

TEST(FormationInSpace, RigidMembersAreTurnedWithTheirLeader) {
  Led led{.leader = std::string(kTilted) + R"(,"angular_velocity":[0.1,-0.05,0.1])",
          .anchor = R"(,"frame":"full")",
          .formation = R"(,"mode":"rigid")"};
  led.member = R"("max_speed":6,"max_acceleration":12)";
  Simulator simulator = simulator_of(squad_behind(led));
  run_for(simulator, 1);
  const AgentMotion& motion = simulator.world().state.motion;
  const AgentIndex leader = *simulator.world().model().find_agent("leader");
  const Frame frame = motion.frame(leader);
  expect_near(motion.position(0), motion.position(leader) + frame.vector({-2, 1, 3}), 1e-9);
  expect_near(motion.frame(0).up, frame.up, 1e-9);
  expect_near(motion.heading(0), frame.forward, 1e-9);
}

// Without its leader it is upright again, with the yaw that it had.
TEST(FormationInSpace, ATiltedFormationThatLosesItsLeaderStandsUp) {
  Led led{.leader = std::string(kTilted), .anchor = R"(,"frame":"full")"};
  Squad squad = squad_behind(led);
  squad.scenario += R"(,"events":[{"type":"remove","target":{"agent":"leader"},"at":1}])";
  Simulator simulator = simulator_of(squad);
  run_for(simulator, 2);
  const World& world = simulator.world();
  const AgentIndex anchor = world.model().formations[0].anchor;
  EXPECT_EQ(world.state.motion.frame(anchor).up, kUp);
  EXPECT_EQ(anchor_heading(simulator).z, 0.0);
}

// An anchor with a stack of its own climbs to its goal and takes its members along, however it is moderated.
TEST(FormationInSpace, ASteeredFormationClimbsToItsGoal) {
  for (const char* moderation : {"lead", "leash", "none"}) {
    Squad squad{.pattern = R"({"type":"custom","slots":[{"position":[0,2,1]},{"position":[0,-2,-1]}]})",
                .count = 2,
                .goal = "[20,0,15]",
                .formation = fmt::format(R"(,"moderation":"{}")", moderation),
                .scenario = R"(,"world":{"dimensions":3})"};
    Simulator simulator = simulator_of(squad);
    run_for(simulator, 60);
    expect_near(mean_place(simulator, 2), {20, 0, 15}, 0.05);
    const Vec3 between = place_of(simulator, 0) - place_of(simulator, 1);
    EXPECT_NEAR(between.z, 2, 0.02) << moderation;
    EXPECT_NEAR(std::fabs(between.y), 4, 0.02) << moderation;
  }
}

std::vector<std::string> errors_in(const Squad& squad) {
  JsonSources sources;
  Diagnostics diagnostics;
  read_scenario_text({"test", text_of(squad)}, {}, catalog(), sources, diagnostics);
  std::vector<std::string> found;
  for (const Diagnostic& problem : diagnostics.sorted())
    found.push_back(problem.pointer.value_or("") + ": " + problem.message);
  return found;
}

TEST(FormationInSpace, WhatHasNoMeaningThereIsRefused) {
  EXPECT_THAT(
      errors_in({.formation = R"(,"pattern_fallback":["base"],"refit_delay":3)",
                 .scenario = R"(,"world":{"dimensions":3})"}),
      ElementsAre(
          R"(/formations/squad/pattern_fallback: "pattern_fallback" has no meaning where "dimensions" is 3)",
          R"(/formations/squad/refit_delay: "refit_delay" has no meaning where "dimensions" is 3)"));
  Squad plane = squad_behind({.leader = R"("position":[0,0])", .anchor = R"(,"frame":"full")", .body = ""});
  plane.pattern = R"({"type":"v"})";
  plane.scenario = "";
  EXPECT_THAT(
      errors_in(plane),
      ElementsAre(R"(/formations/squad/anchor/frame: "frame" has no meaning where "dimensions" is 2)"));
}

}  // namespace
}  // namespace drover::test::formation_space_test
