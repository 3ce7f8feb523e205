#include <array>

#include "core/det_math.h"
#include "projectiles/range.h"

namespace drover::fire_test {
namespace {

using test::impacts_in;
using test::Range;
using test::run_steps;
using test::simulator_of;
using test::text_of;

constexpr double kDegree = det::kPi / 180.0;

struct Arcs {
  Vec3 to;
  double speed;
  double low, high;  // elevations [deg]
};

// Millington 3.5.3 with the elevations of both arcs.
TEST(Fire, AimsAlongTheLowAndTheHighArc) {
  const std::array<Arcs, 3> cases = {{{{20, 0, 5}, 20, 29.979001, 74.057243},
                                      {{40, 0, 0}, 25, 19.445470, 70.554530},
                                      {{30, 40, -20}, 30, -7.032118, 75.230708}}};
  for (const Arcs& arcs : cases) {
    for (const bool high : {false, true}) {
      const Range range = {
          .dimensions = 2.5,
          .shot = fmt::format(R"("muzzle_speed":{})", arcs.speed),
          .fire = fmt::format(
              R"("target":{{"point":[{},{}]}},"muzzle_offset":[0,0,20],"aim_height":{},"arc":"{}")",
              arcs.to.x, arcs.to.y, arcs.to.z + 20.0, high ? "high" : "low")};
      Simulator simulator = simulator_of(range);
      run_steps(simulator, 1);
      ASSERT_EQ(simulator.shots().size(), 1u);
      const Vec3 velocity = simulator.shots()[0].launch.velocity;
      EXPECT_NEAR(length(velocity), arcs.speed, 1e-9);
      EXPECT_NEAR(det::asin(velocity.z / arcs.speed) / kDegree, high ? arcs.high : arcs.low, 1e-6);
      EXPECT_NEAR(velocity.x * arcs.to.y, velocity.y * arcs.to.x, 1e-9);
    }
  }
}

constexpr const char* kRunner = R"({"type":"a","position":[0,0]},
                                   {"id":"runner","type":"b","position":[20,-5],"velocity":[0,2]})";

TEST(Fire, LeadsATargetThatMoves) {
  const auto hits = [](const std::string& keys) {
    Simulator simulator = simulator_of({.shot = R"("lifetime":5)",
                                        .fire = R"("target":{"agent":"runner"},"period":100)" + keys,
                                        .agents = kRunner});
    const std::vector<Impact> impacts = impacts_in(simulator, 300);
    return impacts.size() == 1 && impacts[0].hit.met == Met::agent;
  };
  EXPECT_TRUE(hits(""));
  EXPECT_FALSE(hits(R"(,"lead":false)"));
}

TEST(Fire, LeadsUnderDragAndInEvenWind) {
  Simulator simulator = simulator_of({.dimensions = 2.5,
                                      .shot = R"("drag_linear":0.1,"muzzle_speed":25)",
                                      .fire = R"("target":{"agent":"runner"},"period":100)",
                                      .agents = kRunner,
                                      .world = R"(,"wind":[{"velocity":[0,5]}])"});
  const std::vector<Impact> impacts = impacts_in(simulator, 300);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(impacts[0].hit.met, Met::agent);
}

// Where no closed form exists: quadratic drag, lift, wind of a region, wells.
TEST(Fire, AimsByTrialFlightsWhereNoClosedFormExists) {
  struct Case {
    std::string shot, world;
  };
  const std::array<Case, 4> cases = {
      {{R"("drag_quadratic":0.01)", ""},
       {R"("drag_linear":0.1,"spin":[0,0,0.3])", ""},
       {R"("drag_linear":0.1)", R"(,"regions":{"strip":{"min":[10,-50],"max":[20,50]}},
                                   "wind":[{"region":"strip","velocity":[0,8]}])"},
       {R"("drag_linear":0.1)", R"(,"wells":[{"at":{"point":[15,6]},"strength":100,"softening":1}])"}}};
  for (const Case& each : cases) {
    for (const char* arc : {"low", "high"}) {
      Simulator simulator = simulator_of(
          {.dimensions = 2.5,
           .shot = R"("muzzle_speed":30,)" + each.shot,
           .fire = fmt::format(R"("target":{{"agent":"post"}},"period":100,"arc":"{}")", arc),
           .agents = R"({"type":"a","position":[0,0]},{"id":"post","type":"b","position":[30,0]})",
           .world = each.world});
      const std::vector<Impact> impacts = impacts_in(simulator, 500);
      ASSERT_EQ(impacts.size(), 1u) << each.shot << each.world;
      EXPECT_EQ(impacts[0].hit.met, Met::agent) << each.shot << each.world << arc;
    }
  }
}

TEST(Fire, FromARunningShooterHitsWithAndWithoutItsVelocity) {
  for (const double share : {0.0, 0.5, 1.0}) {
    Simulator simulator = simulator_of(
        {.shot = fmt::format(R"("inherit_velocity":{},"lifetime":5)", share),
         .fire = R"("target":{"agent":"post"},"period":100)",
         .agents =
             R"({"type":"a","position":[0,0],"velocity":[0,3]},{"id":"post","type":"b","position":[20,0]})"});
    const std::vector<Impact> impacts = impacts_in(simulator, 300);
    ASSERT_EQ(impacts.size(), 1u);
    EXPECT_EQ(impacts[0].hit.met, Met::agent);
    EXPECT_NEAR(impacts[0].point.y, 0.0, 0.02) << share;
  }
}

// A shot straight up comes back to who fired it, and hits him then, not when it leaves.
TEST(Fire, HitsTheShooterOnlyOnceItHasLeftHim) {
  Simulator simulator = simulator_of(
      {.dimensions = 2.5,
       .fire =
           R"("target":{"point":[0,0]},"aim_height":10,"arc":"high","muzzle_offset":[0,0,1.2],"period":100)"});
  const std::vector<Impact> impacts = impacts_in(simulator, 300);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(impacts[0].hit.met, Met::agent);
  EXPECT_EQ(impacts[0].hit.index, 0u);
  // From 1.2 m at 20 m/s down to 1.85 m: the head, grown by the radius.
  EXPECT_NEAR(impacts[0].time, (20.0 + std::sqrt(400.0 - 2.0 * 9.81 * 0.65)) / 9.81, 1e-4);
}

TEST(Fire, CountsTargetsThatNoShotReaches) {
  Simulator simulator =
      simulator_of({.dimensions = 2.5, .fire = R"("target":{"point":[100,0]},"period":0.5)"});
  run_steps(simulator, 100);
  EXPECT_EQ(simulator.world().state.shots.shots[0], 0u);
  EXPECT_EQ(simulator.world().state.shots.unsolved[0], 4u);
  Simulator near = simulator_of({.fire = R"("target":{"point":[100,0]},"max_range":90)"});
  run_steps(near, 100);
  EXPECT_EQ(near.world().state.shots.unsolved[0], 0u);
}

TEST(Fire, FiresOncePerPeriodFromTheStartOn) {
  Simulator simulator = simulator_of({.fire = R"("target":{"point":[100,0]},"period":0.5)"});
  std::vector<double> times;
  for (int k = 0; k < 120; ++k) {
    const double time = simulator.world().time();
    run_steps(simulator, 1);
    if (!simulator.shots().empty()) times.push_back(time);
  }
  ASSERT_EQ(times.size(), 5u);
  for (std::size_t k = 0; k < times.size(); ++k)
    EXPECT_NEAR(times[k], 0.5 * static_cast<double>(k), 1e-12);
}

TEST(Fire, KeepsBackWhatThereIsNoRoomFor) {
  Range range = {.fire = R"("target":{"point":[1000,0]},"period":0)"};
  std::string text = text_of(range);
  text.replace(text.find(R"("duration")"), 0, R"("max_projectiles":3,)");
  Simulator simulator = test::make_simulator(text);
  run_steps(simulator, 10);
  EXPECT_EQ(test::in_flight(simulator), 3u);
  EXPECT_EQ(simulator.world().state.shots.shots[0], 3u);
  EXPECT_EQ(simulator.world().state.shots.kept_back[0], 7u);
}

TEST(Fire, ActsOnlyWhileItsConditionHoldsAndInItsMode) {
  const std::string text = R"({"format":1,"simulation":{"dt":0.1},"projectile_types":{"shot":{"lifetime":1}},
    "agent_types":{"a":{"steering":{"modes":{
       "calm":{"transitions":[{"when":{"type":"time","from":1},"to":"angry"}]},
       "angry":{"actions":[{"type":"fire","projectile":"shot","target":{"point":[50,0]},"period":0,
                            "when":{"type":"time","from":2}}]}}}}},
    "agents":[{"type":"a","position":[0,0]}]})";
  Simulator simulator = test::make_simulator(text);
  run_steps(simulator, 20);
  EXPECT_EQ(simulator.world().state.shots.shots[0], 0u);
  run_steps(simulator, 10);
  EXPECT_EQ(simulator.world().state.shots.shots[0], 10u);
}

// The share of shots that hit a disc of 0.5 m at 10 m, which is seen under 2 asin(0.05).
TEST(Fire, SpreadsAsItsLawSays) {
  const auto share = [](const std::string& spread) {
    Simulator simulator = simulator_of(
        {.shot = R"("radius":0,"muzzle_speed":1000,"lifetime":1)",
         .fire = R"("target":{"agent":"post"},"period":0,"muzzle_offset":[0,0],)" + spread,
         .agents = R"({"type":"a","position":[0,0]},{"id":"post","type":"b","position":[10,0]})"});
    run_steps(simulator, 4000);
    return simulator.world().state.shots.hits[1] / 4000.0;
  };
  // Four standard deviations of the mean.
  EXPECT_NEAR(share(R"("spread":0.1)"), 0.500209, 0.0317);
  EXPECT_NEAR(share(R"("spread":0.05,"spread_law":"normal")"), 0.682891, 0.0295);
}

// Along +x past a disc of 0.5 m at (10, 0.3), a moment before it moves away.
TEST(Fire, InstantShotsHitWhereBodiesAre) {
  Simulator simulator = simulator_of(
      {.dt = 0.5,
       .shot = R"("radius":0,"instant":true)",
       .fire = R"("target":{"point":[20,0]},"muzzle_offset":[0,0],"period":100)",
       .agents = R"({"type":"a","position":[0,0]},{"type":"b","position":[10,0.3],"velocity":[0,3]})"});
  const std::vector<Impact> impacts = impacts_in(simulator, 3);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(impacts[0].hit.met, Met::agent);
  EXPECT_EQ(impacts[0].time, 0.0);
  EXPECT_NEAR(impacts[0].point.x, 9.6, 1e-9);
  EXPECT_EQ(simulator.world().state.shots.hits[1], 1u);
  EXPECT_EQ(test::in_flight(simulator), 0u);
}

TEST(Fire, InstantShotsEndWithTheirRange) {
  Simulator simulator = simulator_of({.dimensions = 2.5,
                                      .shot = R"("instant":true,"range":30)",
                                      .fire = R"("target":{"point":[20,0]},"aim_height":1.2,"period":100)"});
  const std::vector<Impact> impacts = impacts_in(simulator, 3);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(impacts[0].hit.met, Met::range);
  EXPECT_NEAR(impacts[0].point.x, 30.5, 1e-9);
  Simulator far = simulator_of({.shot = R"("instant":true)", .fire = R"("target":{"point":[200,0]})"});
  run_steps(far, 1);
  EXPECT_EQ(far.world().state.shots.unsolved[0], 1u);
}

TEST(Fire, FiresAtTheNearestOfAGroupAndNotAtItself) {
  Simulator simulator = simulator_of(
      {.shot = R"("lifetime":3)",
       .fire = R"("target":{"group":"all"},"period":100)",
       .agents = R"({"type":"a","group":"all","position":[0,0]},{"type":"b","group":"all","position":[10,0]},
                    {"type":"b","group":"all","position":[0,12]})"});
  impacts_in(simulator, 100);
  EXPECT_EQ(simulator.world().state.shots.hits, (std::vector<std::uint32_t>{0, 1, 0}));
}

// A wall of 4 m height in the way of the low arc, or none.
TEST(Fire, TakesTheArcThatNothingBlocks) {
  for (const bool blocked : {false, true}) {
    const std::string wall =
        blocked
            ? R"(,"regions":{"wall":{"min":[8,-9],"max":[9,9]}},"ground":[{"region":"wall","height":4,"solid":true}])"
            : "";
    Simulator simulator = simulator_of({.dimensions = 2.5,
                                        .shot = R"("muzzle_speed":20,"radius":0.02)",
                                        .fire = R"("target":{"point":[20,0]},"arc":"unblocked","period":100)",
                                        .world = wall});
    run_steps(simulator, 1);
    ASSERT_EQ(simulator.shots().size(), 1u);
    const Vec3 velocity = simulator.shots()[0].launch.velocity;
    EXPECT_EQ(velocity.z > velocity.x, blocked);
  }
}

// Obstacles reach up without end: no arc gets over them.
TEST(Fire, DoesNotFireWhereBothArcsAreBlocked) {
  Simulator simulator = simulator_of({.dimensions = 2.5,
                                      .shot = R"("muzzle_speed":20,"radius":0.02)",
                                      .fire = R"("target":{"point":[20,0]},"arc":"unblocked","period":100)",
                                      .world = R"(,"obstacles":[{"center":[10,0],"radius":1}])"});
  run_steps(simulator, 1);
  EXPECT_TRUE(simulator.shots().empty());
  EXPECT_EQ(simulator.world().state.shots.unsolved[0], 1u);
}

}  // namespace
}  // namespace drover::fire_test
