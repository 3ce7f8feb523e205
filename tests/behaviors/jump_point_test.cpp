// Jump points: how to leave the ground, where nothing says where the jump ends.
#include <optional>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/step/jumps.h"
#include "support/problems.h"
#include "support/scene.h"

namespace drover::test::jump_point_test {
namespace {

// A roof 4 m high that ends at x = 0, and another one from x = 3 on.
struct PointScene {
  std::string jump_keys = R"("direction":0,"min_speed":4)";
  std::string start = R"("position":[-3,0,4])";
  std::string type_keys = R"(,"max_speed":6,"max_acceleration":4)";
  std::string more_behaviors = {};
  double far_height = 4.0;
  double dt = 0.02;

  std::string text() const {
    return scene(fmt::format(R"([{{"type":"jump","takeoff":[0,0,4],{}}}{}])", jump_keys, more_behaviors),
                 fmt::format(R"([{{"type":"a",{}}}])", start), R"(,"radius":0.25)" + type_keys,
                 fmt::format(
                     R"(,"simulation":{{"dt":{}}},"world":{{"dimensions":2.5,
             "regions":{{"near":{{"min":[-20,-9],"max":[0,9]}},"far":{{"min":[3,-9],"max":[20,9]}}}},
             "ground":[{{"region":"near","height":4,"solid":true}},{{"region":"far","height":{},"solid":true}}]}})",
                     dt, far_height));
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

// Until the feet leave the ground, which they have to. Returns the state before.
Simulator run_to_takeoff(Simulator& simulator) {
  Simulator before = simulator.fork();
  while (simulator.world().is_grounded(0) && simulator.world().time() < 20.0) {
    before = simulator.fork();
    run_steps(simulator, 1);
  }
  EXPECT_FALSE(simulator.world().is_grounded(0));
  return before;
}
bool run_until(Simulator& simulator, JumpState state, double seconds = 10.0) {
  const double end = simulator.world().time() + seconds;
  while (state_of(simulator) != state && simulator.world().time() < end)
    run_steps(simulator, 1);
  return state_of(simulator) == state;
}

// Millington, exercise 3.15: at (0, 5) m/s, with (0, 7) m/s needed in 0.1 s, (0, 20) m/s^2.
TEST(JumpPoint, IsMatchedInTheTimeThatIsLeft) {
  const Vec3 request = next_acceleration(
      PointScene{.jump_keys = R"("direction":1.5707963267948966,"min_speed":7,"point_mode":"match")",
                 .start = R"("position":[0,-0.6,4],"velocity":[0,5])",
                 .type_keys = R"(,"max_speed":9,"max_acceleration":30)"}
          .text());
  EXPECT_NEAR(request.x, 0.0, 1e-9);
  EXPECT_NEAR(request.y, 20.0, 1e-9);
}

// At a constant acceleration, V^2 / (2 s).
TEST(JumpPoint, IsMatchedFromRest) {
  Simulator simulator = make_simulator(
      PointScene{.jump_keys = R"("direction":0,"min_speed":4,"point_mode":"match","lookahead":5)"}.text());
  ASSERT_TRUE(run_until(simulator, JumpState::run_up));
  const Simulator before = run_to_takeoff(simulator);
  EXPECT_NEAR(velocity_of(before).x, 4.0, 0.1);
  EXPECT_LE(place_of(before).x, 0.0);
  EXPECT_TRUE(run_until(simulator, JumpState::landed, 3.0));
  EXPECT_EQ(simulator.world().state.jumps.bad_takeoffs[0], 0u);
}

TEST(JumpPoint, NeedsItsSpeedAlongItsDirection) {
  for (const double dt : {0.005, 0.02, 0.05}) {
    for (const double speed : {2.5, 4.0, 5.0}) {
      Simulator simulator = make_simulator(PointScene{
          .jump_keys = fmt::format(R"("direction":0,"min_speed":{},"lookahead":9)", speed), .dt = dt}
                                               .text());
      const Simulator before = run_to_takeoff(simulator);
      EXPECT_GE(velocity_of(before).x, speed) << dt;
      EXPECT_LE(place_of(before).x, 0.0);
      EXPECT_GT(place_of(before).x + velocity_of(before).x * dt, 0.0);
      EXPECT_EQ(simulator.world().state.jumps.bad_takeoffs[0], 0u);
    }
  }
}

TEST(JumpPoint, BoundsTheSpeedOfThoseWhoCouldBeFaster) {
  Simulator simulator = make_simulator(
      PointScene{.jump_keys = R"("direction":0,"min_speed":3,"max_speed":3.4,"lookahead":9)"}.text());
  const Simulator before = run_to_takeoff(simulator);
  EXPECT_GE(velocity_of(before).x, 3.0);
  EXPECT_LE(velocity_of(before).x, 3.4);
}

// What is across the direction may be anything, unless it is bounded.
TEST(JumpPoint, LooksAtTheSpeedAcrossWhereItIsBounded) {
  const auto takes_it_at_once = [](const char* keys) {
    Simulator simulator =
        make_simulator(PointScene{.jump_keys = fmt::format(R"("direction":0,"min_speed":4{})", keys),
                                  .start = R"("position":[-1.2,-0.4,4],"velocity":[4.5,1])"}
                           .text());
    run_steps(simulator, 1);
    return state_of(simulator) == JumpState::run_up;
  };
  EXPECT_TRUE(takes_it_at_once(""));
  EXPECT_TRUE(takes_it_at_once(R"(,"max_lateral_speed":1.1)"));
  EXPECT_FALSE(takes_it_at_once(R"(,"max_lateral_speed":0.9)"));
  EXPECT_FALSE(takes_it_at_once(R"(,"point_mode":"match")"));
}

// Its run-up, V^2 / (2 a) + V tau + 0.5, and what it needs to stop, v^2 / (2 a): with V = 4.4 m/s 3.36 m.
TEST(JumpPoint, IsTakenFromNearby) {
  const auto moves = [](const char* keys, const char* start) {
    Simulator simulator = make_simulator(
        PointScene{.jump_keys = fmt::format(R"("direction":0,"min_speed":4{})", keys), .start = start}
            .text());
    run_steps(simulator, 5);
    return length(velocity_of(simulator)) > 0.0;
  };
  EXPECT_FALSE(moves("", R"("position":[-3.4,0,4])"));
  EXPECT_TRUE(moves("", R"("position":[-3.3,0.5,4])"));
  EXPECT_TRUE(moves(R"(,"lookahead":8)", R"("position":[-7.9,0,4])"));
  EXPECT_FALSE(moves(R"(,"lookahead":8)", R"("position":[-8.1,0,4])"));
}

TEST(JumpPoint, IsLeftToTheRestOfTheStackBefore) {
  Simulator simulator = make_simulator(
      PointScene{.start = R"("position":[-9,0,4])",
                 .more_behaviors = R"(,{"type":"seek","target":{"point":[30,0]},"weight":0.2})"}
          .text());
  EXPECT_TRUE(run_until(simulator, JumpState::landed, 15.0));
}

TEST(JumpPoint, FailsForThoseWhoAreTooSlow) {
  Simulator simulator = make_simulator(PointScene{.type_keys = R"(,"max_speed":3.9)"}.text());
  EXPECT_TRUE(run_until(simulator, JumpState::failed, 0.1));
  EXPECT_TRUE(simulator.world().is_grounded(0));
}

// 1.274 m are as high as the agent could jump up again.
TEST(JumpPoint, HasLandedWhereItCouldJumpUpAgain) {
  for (const auto& [height, state] : {std::pair{2.8, JumpState::landed}, {2.6, JumpState::missed}}) {
    Simulator simulator = make_simulator(PointScene{.far_height = height}.text());
    run_to_takeoff(simulator);
    EXPECT_TRUE(run_until(simulator, state)) << height;
  }
}

TEST(JumpPoint, HasProblemsWithTheirPlaces) {
  using ::testing::ElementsAre;
  using ::testing::HasSubstr;
  const auto problems = [](const char* keys) {
    return problems_when_built(PointScene{.jump_keys = keys}.text());
  };
  EXPECT_THAT(problems(R"("radius":1)"), ElementsAre(HasSubstr("\"landing\" is missing, or")));
  EXPECT_THAT(problems(R"("direction":1)"), ElementsAre(HasSubstr("\"min_speed\" is missing")));
  EXPECT_THAT(problems(R"("direction":1,"min_speed":4,"max_speed":3)"),
              ElementsAre(HasSubstr("/max_speed: \"max_speed\" is below \"min_speed\"")));
  EXPECT_THAT(problems(R"("direction":1,"min_speed":0,"point_mode":"match")"),
              ElementsAre(HasSubstr("a velocity to match has a speed above 0")));
  EXPECT_THAT(problems(R"("landing":[4,0,4],"direction":0)"), ElementsAre(HasSubstr("/direction")));
  EXPECT_THAT(problems(R"("direction":0,"min_speed":4,"pad_radius":1)"),
              ElementsAre(HasSubstr("/pad_radius")));
  EXPECT_THAT(problems(R"("direction":0,"min_speed":4)"), ElementsAre());
}

// Without a pad there is nothing but where the flight would end.
TEST(JumpPoint, WarnsOfWhereItWouldEnd) {
  using ::testing::HasSubstr;
  const auto warnings = [](const PointScene& with) {
    std::string all;
    for (const Problem& problem : make_world(with.text()).warnings)
      all += problem.pointer + ": " + problem.message + "\n";
    return all;
  };
  EXPECT_EQ(warnings({}), "");
  EXPECT_THAT(
      warnings({.jump_keys = R"("direction":0,"min_speed":7)"}),
      HasSubstr("/min_speed: no agent of type \"a\" can do this jump: it needs 7 m/s, and they run at "
                "6 m/s"));
  EXPECT_THAT(warnings({.jump_keys = R"("direction":0,"min_speed":2)"}),
              HasSubstr("/min_speed: agents of type \"a\" that jump here at 2 m/s"));
}

}  // namespace
}  // namespace drover::test::jump_point_test
