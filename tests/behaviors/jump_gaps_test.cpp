// Gaps that are jumped over by those who run straight at them, and walls for those who come from the wrong
// side.
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/state/saved_state.h"
#include "sim/step/jumps.h"
#include "support/problems.h"
#include "support/scene.h"

namespace drover::test::jump_gaps_test {
namespace {

// Two roofs 4 m high with a gap from x = 0 to x = width between them.
struct GapScene {
  double width = 3.0;
  std::string gap_keys = R"("bottom":1)";
  std::string start = R"("position":[-6,0,4],"velocity":[1,0])";
  std::string type_keys = R"(,"max_speed":4,"max_acceleration":6)";
  std::string behaviors = R"([{"type":"jump_gaps"}])";
  double far_height = 4.0;
  double dt = 0.02;
  std::string more_ground = {};
  std::string more_regions = {};

  std::string text() const {
    return scene(behaviors, fmt::format(R"([{{"type":"a",{}}}])", start), R"(,"radius":0.25)" + type_keys,
                 fmt::format(
                     R"(,"simulation":{{"dt":{}}},"world":{{"dimensions":2.5,
             "regions":{{"near":{{"min":[-30,-9],"max":[0,9]}},"far":{{"min":[{},-9],"max":[40,9]}},
                        "gap":{{"min":[0,-9],"max":[{},9]}}{}}},
             "ground":[{{"region":"near","height":4,"solid":true}},{{"region":"far","height":{},"solid":true}},
                       {{"region":"gap","jumpable_gap":{{{}}}}}{}]}})",
                     dt, width, width, more_regions, far_height, gap_keys, more_ground));
  }
};

std::optional<JumpState> state_of(const Simulator& simulator) {
  return jump_state(simulator.world(), simulator.perceptions(), 0);
}
Vec3 place_of(const Simulator& simulator) {
  return simulator.world().state.motion.position(0);
}
Vec3 velocity_of(const Simulator& simulator) {
  return simulator.world().state.motion.velocity(0);
}
double feet_of(const Simulator& simulator) {
  return simulator.world().state.elevation.z[0];
}
Simulator run_to_takeoff(Simulator& simulator) {
  Simulator before = simulator.fork();
  while (simulator.world().is_grounded(0) && simulator.world().time() < 20.0) {
    before = simulator.fork();
    run_steps(simulator, 1);
  }
  EXPECT_FALSE(simulator.world().is_grounded(0));
  return before;
}
void run_to_landing(Simulator& simulator) {
  while (!simulator.world().is_grounded(0) && simulator.world().time() < 30.0)
    run_steps(simulator, 1);
  run_steps(simulator, 1);
}
std::string warnings_of(const GapScene& with) {
  std::string all;
  for (const Problem& problem : make_world(with.text()).warnings)
    all += problem.pointer + ": " + problem.message + "\n";
  return all;
}

TEST(JumpGaps, RunsStraightAheadWithMaxSpeedAndJumpsAtTheBorder) {
  for (const double dt : {0.005, 0.02, 0.05}) {
    Simulator simulator =
        make_simulator(GapScene{.start = R"("position":[-2,0.5,4],"velocity":[1,0.1])", .dt = dt}.text());
    const Simulator before = run_to_takeoff(simulator);
    EXPECT_LE(place_of(before).x, 0.0);
    EXPECT_GT(place_of(before).x + velocity_of(before).x * dt, 0.0);
    EXPECT_NEAR(length(velocity_of(before)), 4.0, 0.1);
    EXPECT_NEAR(velocity_of(before).y / velocity_of(before).x, 0.1, 1e-9);
    run_to_landing(simulator);
    EXPECT_EQ(state_of(simulator), JumpState::landed);
    EXPECT_EQ(feet_of(simulator), 4.0);
    EXPECT_EQ(simulator.world().state.jumps.bad_takeoffs[0], 0u);
    EXPECT_EQ(simulator.world().state.elevation.falls[0], 0u);
  }
}

// With 4 m/s and v_z = 5 m/s a level gap of 4.077 m, from its border.
TEST(JumpGaps, GetsOverWhatIsNotTooWide) {
  const auto ends = [](double width) {
    Simulator simulator = make_simulator(GapScene{.width = width, .dt = 0.002}.text());
    run_to_takeoff(simulator);
    run_to_landing(simulator);
    EXPECT_EQ(simulator.world().state.jumps.bad_takeoffs[0],
              state_of(simulator) == JumpState::missed ? 1u : 0u);
    return state_of(simulator);
  };
  EXPECT_EQ(ends(4.05), JumpState::landed);
  EXPECT_EQ(ends(4.09), JumpState::missed);
  EXPECT_EQ(warnings_of({.width = 4.07}), "");
  EXPECT_THAT(
      warnings_of({.width = 4.09}),
      ::testing::HasSubstr("/agent_types/a/steering/behaviors/0/type: agents of type \"a\" that jump at 4 "
                           "m/s through the middle of the gap \"gap\", which is 4.09 m wide there,"));
}

// In the low gravity of a type, twice as far.
TEST(JumpGaps, GetsOverWiderOnesWithLessGravity) {
  const GapScene with{.width = 8.1,
                      .type_keys = R"(,"max_speed":4,"max_acceleration":6,"gravity_scale":0.5)"};
  EXPECT_EQ(warnings_of(with), "");
  Simulator simulator = make_simulator(with.text());
  run_to_takeoff(simulator);
  run_to_landing(simulator);
  EXPECT_EQ(state_of(simulator), JumpState::landed);
}

TEST(JumpGaps, LooksAsFarAsTheRunUpTakes) {
  // 16 / 12 + 0.4 + 0.5 = 2.233 m.
  const auto speeds_up = [](const char* behaviors, const char* start) {
    Simulator simulator = make_simulator(GapScene{.start = start, .behaviors = behaviors}.text());
    run_steps(simulator, 1);
    return length(velocity_of(simulator)) > 1.0;
  };
  constexpr const char* kPlain = R"([{"type":"jump_gaps"}])";
  EXPECT_TRUE(speeds_up(kPlain, R"("position":[-2.23,0,4],"velocity":[1,0])"));
  EXPECT_FALSE(speeds_up(kPlain, R"("position":[-2.24,0,4],"velocity":[1,0])"));
  EXPECT_FALSE(speeds_up(kPlain, R"("position":[-2,0,4],"velocity":[-1,0])"));
  EXPECT_TRUE(
      speeds_up(R"([{"type":"jump_gaps","lookahead":5}])", R"("position":[-4.9,0,4],"velocity":[1,0])"));
}

TEST(JumpGaps, JumpsAtOnceWhereItIsInsideAlready) {
  Simulator simulator =
      make_simulator(GapScene{.gap_keys = "", .start = R"("position":[1,0,0],"velocity":[1,0])"}.text());
  run_steps(simulator, 1);
  EXPECT_FALSE(simulator.world().is_grounded(0));
  EXPECT_EQ(simulator.world().state.jumps.takeoffs[0], 1u);
}

TEST(JumpGaps, IsNotForFeetBelowTheBottom) {
  Simulator simulator = make_simulator(GapScene{.start = R"("position":[1,0,0],"velocity":[0.5,0])"}.text());
  run_steps(simulator, 50);
  EXPECT_EQ(simulator.world().state.jumps.takeoffs[0], 0u);
}

// Who falls in is done with it.
TEST(JumpGaps, StaysDownAfterAMiss) {
  Simulator simulator = make_simulator(GapScene{.width = 5.0}.text());
  run_to_takeoff(simulator);
  run_to_landing(simulator);
  EXPECT_EQ(state_of(simulator), JumpState::missed);
  EXPECT_EQ(feet_of(simulator), 0.0);
  run_steps(simulator, 200);
  EXPECT_EQ(simulator.world().state.jumps.takeoffs[0], 1u);
}

TEST(JumpGaps, RunsUpToTheVelocityOfTheGap) {
  Simulator simulator = make_simulator(GapScene{.width = 2.5,
                                                .gap_keys = R"("bottom":1,"velocity":[3,0])",
                                                .start = R"("position":[-2,0,4],"velocity":[1,0.2])"}
                                           .text());
  const Simulator before = run_to_takeoff(simulator);
  EXPECT_NEAR(velocity_of(before).x, 3.0, 0.1);
  EXPECT_NEAR(velocity_of(before).y, 0.0, 0.05);
  run_to_landing(simulator);
  EXPECT_EQ(state_of(simulator), JumpState::landed);
}

TEST(JumpGaps, GivesTheRunUpUpWhereTheGapIsNotAheadAnyMore) {
  Simulator simulator = make_simulator(GapScene{.start = R"("position":[-2,0,4],"velocity":[1,0])"}.text());
  run_steps(simulator, 3);
  ASSERT_EQ(state_of(simulator), JumpState::run_up);
  world_of(simulator).state.motion.set_velocity(0, {-1.0, 0.0, 0.0});
  run_steps(simulator, 1);
  EXPECT_EQ(state_of(simulator), JumpState::approach);
  EXPECT_EQ(simulator.world().state.jumps.aborts[0], 1u);
}

// A way down that nobody takes up: from above they jump, from below the border holds them, and they slide
// along it.
TEST(OneWayGap, IsAWallFromTheOtherSide) {
  const GapScene down{.gap_keys = R"("direction":0,"bottom":1)", .far_height = 2.0};
  Simulator simulator = make_simulator(down.text());
  run_to_takeoff(simulator);
  run_to_landing(simulator);
  EXPECT_EQ(state_of(simulator), JumpState::landed);
  EXPECT_EQ(feet_of(simulator), 2.0);

  GapScene up = down;
  up.start = R"("position":[8,0,2],"velocity":[-1,0])";
  up.behaviors = R"([{"type":"jump_gaps"},{"type":"seek","target":{"point":[-20,8]}}])";
  Simulator back = make_simulator(up.text());
  for (int k = 0; k < 300; ++k) {
    run_steps(back, 1);
    ASSERT_GE(place_of(back).x, 3.0) << k;
    ASSERT_EQ(feet_of(back), 2.0);
  }
  EXPECT_NEAR(place_of(back).x, 3.0, 1e-6);
  EXPECT_GT(place_of(back).y, 2.0);
  EXPECT_EQ(back.world().state.jumps.takeoffs[0], 0u);
}

TEST(OneWayGap, HoldsAtAnyStep) {
  for (const double dt : {0.005, 0.05}) {
    GapScene with{.gap_keys = R"("direction":0)", .dt = dt};
    with.start = R"("position":[3.01,0,4],"velocity":[-4,1])";
    with.behaviors = R"([{"type":"seek","target":{"point":[-20,8]}},{"type":"jump_gaps"}])";
    Simulator simulator = make_simulator(with.text());
    for (int k = 0; k < 100; ++k) {
      run_steps(simulator, 1);
      ASSERT_GE(place_of(simulator).x, 3.0);
    }
  }
}

TEST(JumpGaps, GoesOnFromTheMiddleOfAFlight) {
  Simulator simulator = make_simulator(GapScene{}.text());
  run_to_takeoff(simulator);
  run_steps(simulator, 10);
  Simulator other = make_simulator(GapScene{}.text());
  ASSERT_FALSE(other.restore(save_state(simulator.world())));
  for (int k = 0; k < 100; ++k) {
    run_steps(simulator, 1);
    run_steps(other, 1);
    ASSERT_EQ(simulator.hash(), other.hash());
  }
  EXPECT_EQ(other.world().state.jumps.landed[0], 1u);
}

TEST(JumpGaps, HasProblemsWithTheirPlaces) {
  using ::testing::ElementsAre;
  using ::testing::HasSubstr;
  EXPECT_THAT(problems_when_built(scene(R"([{"type":"jump_gaps"}])", R"([{"type":"a","position":[0,0]}])")),
              ElementsAre(HasSubstr("from ground with heights alone")));
  EXPECT_THAT(problems_when_built(GapScene{.type_keys = R"(,"gravity_scale":0)"}.text()),
              ElementsAre(HasSubstr("do not fall")));
  EXPECT_THAT(problems_when_built(GapScene{.gap_keys = R"("velocity":[0,0])"}.text()),
              ElementsAre(HasSubstr("/world/ground/2/jumpable_gap/velocity: the speed must be above 0")));
  EXPECT_THAT(problems_when_built(GapScene{.gap_keys = R"("velocity":[-1,0],"direction":0)"}.text()),
              ElementsAre(HasSubstr("nobody comes in with this velocity")));
  EXPECT_THAT(
      problems_when_built(
          GapScene{.more_ground = R"(,{"region":"angle","jumpable_gap":{}})",
                   .more_regions = R"(,"angle":{"points":[[0,10],[9,10],[9,11],[1,11],[1,20],[0,20]]})"}
              .text()),
      ElementsAre("/world/ground/3/region: a jumpable gap is convex, and the region \"angle\" is not"));
  EXPECT_THAT(
      problems_when_built(GapScene{.behaviors = R"([{"type":"wander"}])"}.text()),
      ElementsAre(HasSubstr(
          "/world/ground/2/jumpable_gap: it has no effect: no agent has the behavior \"jump_gaps\"")));
}

TEST(JumpGaps, WarnsWhereThereIsNoGap) {
  const BuiltWorld built = make_world(scene(R"([{"type":"jump_gaps"}])", R"([{"type":"a","position":[0,0]}])",
                                            "", R"(,"world":{"dimensions":2.5})"));
  ASSERT_EQ(built.warnings.size(), 1u);
  EXPECT_EQ(built.warnings[0].message, "\"jump_gaps\" has no effect: no ground has a \"jumpable_gap\"");
}

// Any convex shape, from any side: agents come in from all round, and none gets into the gap on foot.
TEST(JumpGaps, IsMetFromAllSides) {
  for (const char* region :
       {R"({"center":[0,0],"radius":1.5})", R"({"points":[[-1.5,-1],[1.5,-1.2],[0.2,1.4]]})"}) {
    const std::string text = scene(
        R"([{"type":"jump_gaps"}])",
        R"([{"type":"a","count":24,"placement":{"type":"ring","center":[0,0],"radius":6},"heading":{"uniform":[-3.1,3.1]}}])",
        R"(,"radius":0.2,"max_speed":4)",
        fmt::format(
            R"(,"world":{{"dimensions":2.5,"regions":{{"hole":{}}},"ground":[{{"region":"hole","jumpable_gap":{{}}}}]}})",
            region));
    Simulator simulator = make_simulator(text);
    World& world = world_of(simulator);
    for (AgentIndex i = 0; i < 24; ++i)
      world.state.motion.set_velocity(i, direction(-world.state.motion.position(i)) * 2.0);
    const Shape& shape = world.model().regions[0].shape;
    for (int k = 0; k < 250; ++k) {
      run_steps(simulator, 1);
      for (AgentIndex i = 0; i < 24; ++i)
        ASSERT_FALSE(world.is_grounded(i) && shape.distance(world.state.motion.position(i)) < -1e-6) << i;
    }
    for (AgentIndex i = 0; i < 24; ++i)
      EXPECT_EQ(world.state.jumps.landed[i], 1u) << i;
  }
}

}  // namespace
}  // namespace drover::test::jump_gaps_test
