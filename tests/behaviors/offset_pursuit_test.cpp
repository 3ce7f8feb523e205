#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"
#include "core/frame.h"

namespace drover::test::offset_pursuit_test {
namespace {

std::string hold(const std::string& offset, const std::string& keys = "") {
  return R"({"type":"offset_pursuit","target":{"agent":"leader"},"offset":)" + offset + keys + "}";
}

std::string leader(const std::string& keys) {
  return R"(,{"type":"body","id":"leader",)" + keys + "}";
}

// From the actor to the place at `forward` and `left` of the leader [m].
Vec3 error_of(const Simulator& simulator, double forward, double left) {
  const Vec3 heading = simulator.world().state.motion.heading(1);
  return position_of(simulator, 1) + heading * forward + upright(heading).left * left -
         position_of(simulator);
}

TEST(OffsetPursuit, RestsOnItsPlaceInTheFrameOfAStandingLeader) {
  Simulator simulator =
      simulator_of({.behavior = hold("[-3,2]"), .bodies = leader(R"("position":[6,7],"heading_deg":90)")});
  run_steps(simulator, 1000);
  // Forward is +y and left is -x.
  EXPECT_LT(distance_to(simulator, {4, 4, 0}), 1e-6);
}

TEST(OffsetPursuit, WithoutAnOffsetAStandingLeaderIsArrivedAtFastBitForBit) {
  const std::string body = leader(R"("position":[6,7])");
  EXPECT_TRUE(move_alike(
      {.behavior = hold("[0,0]"), .bodies = body},
      {.behavior = R"({"type":"arrive","target":{"agent":"leader"},"deceleration":"fast"})", .bodies = body},
      400));
}

// The law is at rest in the leader's frame where |aim| = Tc v, and the aim is e + v e / (s + v) ahead:
// e = Tc v (s + v) / (s + 2 v).
TEST(OffsetPursuit, LagsBehindAMovingLeader) {
  for (const double speed : {0.5, 1.0, 1.5}) {
    Simulator simulator =
        simulator_of({.behavior = hold("[-1,2]", R"(,"brakes_in_time":false)"),
                      .bodies = leader(fmt::format(R"("position":[2,0],"velocity":[{},0])", speed)),
                      .type = R"(,"max_speed":2)"});
    run_steps(simulator, 2000);
    const Vec3 error = error_of(simulator, -1, 2);
    EXPECT_NEAR(error.x, 0.3 * speed * (2.0 + speed) / (2.0 + 2.0 * speed), 1e-9);
    EXPECT_NEAR(error.y, 0.0, 1e-9);
  }
}

TEST(OffsetPursuit, FeedForwardHasNoLagOnAStraight) {
  Simulator simulator = simulator_of({.behavior = hold("[-1,2]", R"(,"feed_forward":1)"),
                                      .bodies = leader(R"("position":[2,0],"velocity":[0.8,0.6])"),
                                      .type = R"(,"max_speed":2)"});
  run_steps(simulator, 2000);
  EXPECT_LT(length(error_of(simulator, -1, 2)), 1e-9);
}

// At rest in the leader's frame f v + (e + (1 - f) v e / (s + v)) / Tc = v.
TEST(OffsetPursuit, LagsByThePartOfTheVelocityThatIsNotFedForward) {
  for (const double part : {0.25, 0.5, 0.75}) {
    Simulator simulator =
        simulator_of({.behavior = hold("[-1,2]", fmt::format(R"(,"feed_forward":{})", part)),
                      .bodies = leader(R"("position":[2,0],"velocity":[1,0])"),
                      .type = R"(,"max_speed":3)"});
    run_steps(simulator, 2000);
    const Vec3 error = error_of(simulator, -1, 2);
    EXPECT_NEAR(error.x, (1.0 - part) * 0.3 / (1.0 + (1.0 - part) / 4.0), 1e-9);
    EXPECT_NEAR(error.y, 0.0, 1e-9);
  }
}

// A leader on a circle of radius 4 m at 2 m/s, so that it turns at 0.5 rad/s, and a place 1 m inside of it.
double error_in_a_turn(const std::string& keys) {
  Simulator simulator = make_simulator(
      R"({"format":1,"agent_types":{"a":{"max_speed":4,"max_acceleration":100,"steering":{"behaviors":[)" +
      hold("[0,1]", keys) +
      R"(]}},"leader":{"max_speed":2,"locomotion":{"type":"scripted","controls":[[0,1,0.5]]}}},"agents":[)"
      R"({"type":"a","position":[0,0]},{"type":"leader","id":"leader","position":[0,-1],"velocity":[2,0]}],)"
      R"("simulation":{"dt":0.001}})");
  run_steps(simulator, 10000);
  return length(error_of(simulator, 0, 1));
}

// The error e of v' = (v_W - v + e / Tc) / tau obeys e'' + e' / tau + e / (tau Tc) = a_W. The place runs at w
// = 0.5 rad/s on a circle of 3 m, so a_W = 3 w^2, and |e| = a_W / |1 / (tau Tc) - w^2 + i w / tau|.
TEST(OffsetPursuit, FeedForwardLeavesOnlyTheLagOfTheBodyInATurn) {
  const double w = 0.5;
  const double expected = 3.0 * w * w / std::hypot(1.0 / (0.1 * 0.3) - w * w, w / 0.1);
  EXPECT_NEAR(error_in_a_turn(R"(,"feed_forward":1)"), expected, 0.02 * expected);
  EXPECT_GT(error_in_a_turn(""), 5.0 * expected);
}

TEST(OffsetPursuit, FeedForwardDoesNotTakeTheFirstSightForATurn) {
  // The request of the first step matches the leader's velocity: its rate of turn is not known yet.
  const auto request = request_of({.behavior = hold("[-2,0]", R"(,"feed_forward":1,"response_time":1)"),
                                   .actor = R"("position":[0,0],"heading_deg":90)",
                                   .bodies = leader(R"("position":[0,2],"velocity":[0,1])"),
                                   .type = kStrong});
  EXPECT_EQ(request, (Vec3{0, 1, 0}));
}

TEST(OffsetPursuit, FeedForwardWantsNoMoreThanFullSpeed) {
  const auto request = request_of({.behavior = hold("[-2,0]", R"(,"feed_forward":1,"response_time":1)"),
                                   .bodies = leader(R"("position":[12,0],"velocity":[1,0])"),
                                   .type = R"(,"max_speed":3,"max_acceleration":1000)"});
  EXPECT_EQ(request, (Vec3{3, 0, 0}));
}

// While the actor flees through a circle, the behavior rests and is not asked. What it saw of the leader
// before says nothing about how fast the leader turns now.
TEST(OffsetPursuit, FeedForwardForgetsAHeadingSeenLongAgo) {
  Simulator simulator = make_simulator(
      R"({"format":1,"agent_types":{"a":{"max_speed":100,"max_acceleration":6,"steering":{)"
      R"("arbiter":{"type":"prioritized_sum"},"behaviors":[)"
      R"({"type":"flee","target":{"point":[0,0]},"panic_distance":5},)" +
      hold("[0,9]",
           R"(,"feed_forward":1,"response_time":100,"brakes_in_time":false,)"
           R"("when":{"type":"distance","target":{"point":[0,0]},"greater_than":5,"hysteresis":0})") +
      R"(]}},"leader":{"max_speed":2,"locomotion":{"type":"scripted","controls":[[0,1,0.5]]}}},"agents":[)"
      R"({"type":"a","position":[-8,0],"velocity":[20,0]},)"
      R"({"type":"leader","id":"leader","position":[0,40],"velocity":[2,0]}]})");
  while (position_of(simulator).x < 0.0 || length(position_of(simulator)) <= 5.0)
    run_steps(simulator, 1);
  const Vec3 way = error_of(simulator, 0, 9);
  const Vec3 wanted = velocity_of(simulator, 1) + direction(way) * smaller(length(way) / 0.3, 100.0);
  const Vec3 expected = (clip(wanted, 100.0) - velocity_of(simulator)) / 100.0;
  EXPECT_NEAR(length(*test::request_of(simulator, 0, 1) - expected), 0.0, 1e-12);
  // A step later the turn is known: the position to hold, 9 m to the left, is slower by 0.5 rad/s * 9 m.
  run_steps(simulator, 1);
  const Vec3 later = error_of(simulator, 0, 9);
  const Vec3 place = velocity_of(simulator, 1) - direction(velocity_of(simulator, 1)) * 4.5;
  const Vec3 then = clip(place + direction(later) * smaller(length(later) / 0.3, 100.0), 100.0);
  EXPECT_NEAR(length(*test::request_of(simulator, 0, 1) - (then - velocity_of(simulator)) / 100.0), 0.0,
              1e-12);
}

// The nearest of the group is the first until t = 1 s, then the second, with another heading: no agent
// has turned.
TEST(OffsetPursuit, FeedForwardDoesNotTakeAChangeOfLeaderForATurn) {
  Simulator simulator = simulator_of(
      {.behavior = R"({"type":"offset_pursuit","target":{"group":"g"},"offset":[0,2],"feed_forward":1,)"
                   R"("response_time":1000,"brakes_in_time":false})",
       .bodies = R"(,{"type":"body","group":"g","position":[3,0],"velocity":[1,0]})"
                 R"(,{"type":"body","group":"g","position":[0,6],"velocity":[0,-2]})",
       .scenario = R"(,"simulation":{"dt":0.02})"});
  run_steps(simulator, 51);
  ASSERT_LT(distance_to(simulator, position_of(simulator, 2)),
            distance_to(simulator, position_of(simulator, 1)));
  // Left of a leader that runs along -y is +x; the closing speed is the agent's full 3 m/s.
  const Vec3 way = position_of(simulator, 2) + Vec3{2, 0, 0} - position_of(simulator);
  const Vec3 wanted = clip(Vec3{0, -2, 0} + direction(way) * 3.0, 3.0);
  const Vec3 expected = (wanted - velocity_of(simulator)) / 1000.0;
  EXPECT_NEAR(length(*request_of(simulator) - expected), 0.0, 1e-12);
}

TEST(OffsetPursuit, TakesTheShortWayInAWorldThatWraps) {
  // The leader is 48 m to the right, the place 47 m to the left.
  const auto request =
      request_of({.behavior = hold("[5,0]"),
                  .actor = R"("position":[50,50])",
                  .bodies = leader(R"("position":[98,50],"heading":0)"),
                  .scenario = R"(,"world":{"bounds":{"min":[0,0],"max":[100,100],"edge":"wrap"}})"});
  EXPECT_LT(request->x, 0.0);
}

TEST(OffsetPursuit, HoldsItsPlaceAcrossTheEdgeOfAWorldThatWraps) {
  Simulator simulator =
      simulator_of({.behavior = hold("[5,0]"),
                    .actor = R"("position":[90,50])",
                    .bodies = leader(R"("position":[98,50],"heading":0)"),
                    .scenario = R"(,"world":{"bounds":{"min":[0,0],"max":[100,100],"edge":"wrap"}})"});
  run_steps(simulator, 1000);
  EXPECT_NEAR(position_of(simulator).x, 3.0, 1e-6);
}

TEST(OffsetPursuit, WithoutALeaderThereIsNoRequest) {
  EXPECT_FALSE(request_of({.behavior = R"({"type":"offset_pursuit","target":{"group":"g"},"offset":[1,0]})",
                           .actor = R"("position":[0,0],"group":"g")"}));
}

}  // namespace
}  // namespace drover::test::offset_pursuit_test
