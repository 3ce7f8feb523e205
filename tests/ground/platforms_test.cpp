// Platforms: their motion, and who stands on them, against closed forms.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/geometry/platform.h"
#include "sim/state/saved_state.h"
#include "support/observed_run.h"
#include "support/scene.h"

namespace drover::test::platforms_test {
namespace {

constexpr double kG = 9.81;

Platform platform(std::vector<std::vector<double>> keyframes, PlatformInterp interp, bool loop = false) {
  PlatformDef def;
  def.keyframes = std::move(keyframes);
  def.interp = interp;
  def.loop = loop;
  return {def, 0};
}

TEST(PlatformMotion, IsFromRestToRest) {
  const Platform lift = platform({{0, 0}, {4, 6}}, PlatformInterp::smooth);
  EXPECT_DOUBLE_EQ(lift.top_at(1.0), 0.9375);
  EXPECT_DOUBLE_EQ(lift.top_at(2.0), 3.0);
  EXPECT_DOUBLE_EQ(lift.piece_from(2.0, 1.0).speed, 2.25);
  EXPECT_DOUBLE_EQ(lift.piece_from(0.0, 1.0).acceleration, 2.25);
  EXPECT_DOUBLE_EQ(lift.piece_from(0.0, 9.0).acceleration_at(4.0), -2.25);
  EXPECT_EQ(lift.piece_from(0.0, 9.0).duration, 4.0);
  EXPECT_EQ(lift.top_at(99.0), 6.0);
  EXPECT_EQ(lift.piece_from(99.0, 1.0).speed, 0.0);
}

TEST(PlatformMotion, IsEvenOrAtOnceOrRepeats) {
  const Platform even = platform({{1, 2}, {3, 6}}, PlatformInterp::linear);
  EXPECT_EQ(even.top_at(0.5), 2.0);
  EXPECT_EQ(even.top_at(1.5), 3.0);
  EXPECT_EQ(even.piece_from(1.5, 9.0).speed, 2.0);
  const Platform jumps = platform({{1, 2}, {3, 6}}, PlatformInterp::hold);
  EXPECT_EQ(jumps.top_at(2.99), 2.0);
  EXPECT_EQ(jumps.top_at(3.0), 6.0);
  const Platform loop = platform({{0, 0}, {5, 0}, {9, 6}, {14, 6}, {18, 0}}, PlatformInterp::smooth, true);
  EXPECT_EQ(loop.top_at(18.0 + 7.0), 3.0);
  EXPECT_EQ(loop.top_at(18.0 * 100.0 + 10.0), 6.0);
  EXPECT_NEAR(loop.top_at(17.0 + 18.0), loop.top_at(17.0), 1e-12);
}

TEST(PlatformMotion, GoesInThePlane) {
  const Platform ferry = platform({{0, 5, 1, 2}, {2, 9, 1, 2}}, PlatformInterp::linear);
  EXPECT_EQ(ferry.shift_at(0.0), Vec3{});
  EXPECT_EQ(ferry.shift_at(1.0), (Vec3{2, 0, 0}));
  EXPECT_EQ(ferry.top_at(1.0), 2.0);
  EXPECT_TRUE(ferry.travels());
}

// From any moment a wait of half a period on average, 9 s, until it leaves, and a ride of 4 s.
TEST(PlatformMotion, SaysHowLongATripTakes) {
  const Platform lift = platform({{0, 0}, {5, 0}, {9, 6}, {14, 6}, {18, 0}}, PlatformInterp::smooth, true);
  EXPECT_DOUBLE_EQ(lift.mean_trip(0.0, 6.0, 0.3).value(), 13.0);
  EXPECT_DOUBLE_EQ(lift.mean_trip(6.0, 0.0, 0.3).value(), 13.0);
  EXPECT_EQ(lift.mean_trip(0.0, 3.0, 0.3), std::nullopt);
  EXPECT_EQ(platform({{0, 0}, {5, 6}}, PlatformInterp::smooth).mean_trip(0.0, 6.0, 0.3), std::nullopt);
}

// One piece of motion as a whole: who stands on the platform loses and meets it within it.
Feet ride(const Platform& lift, double from, double duration, Feet feet) {
  follow_ground(feet, lift.piece_from(from, duration), {.gravity = kG});
  return feet;
}

// 6 m down in 1.5 s begins with 16 m/s^2 > g.
TEST(Rider, LosesAndMeetsAPlatformThatFallsFaster) {
  const Platform lift = platform({{0, 6}, {1.5, 0}}, PlatformInterp::smooth);
  const double meeting = 0.870469;
  const Feet before = ride(lift, 0.0, meeting - 1e-5, {.z = 6.0});
  EXPECT_FALSE(before.grounded);
  EXPECT_NEAR(before.z, 6.0 - 0.5 * kG * (meeting - 1e-5) * (meeting - 1e-5), 1e-12);
  const Feet after = ride(lift, 0.0, meeting + 1e-5, {.z = 6.0});
  EXPECT_TRUE(after.grounded);
  EXPECT_NEAR(after.z, 2.283404, 1e-4);
  EXPECT_NEAR(after.landing_speed, 2.694101, 1e-5);
}

TEST(Rider, StaysOnIfThePlatformStartsGently) {
  const double least = std::sqrt(36.0 / kG);  // sqrt(6 h / g)
  EXPECT_NEAR(least, 1.915653, 1e-6);
  for (const double part : {0.999, 1.001}) {
    const double time = least * part;
    const Platform lift = platform({{0, 6}, {time, 0}}, PlatformInterp::smooth);
    const Feet feet = ride(lift, 0.0, time, {.z = 6.0});
    EXPECT_EQ(feet.landing_speed<0.0, part> 1.0) << part;  // they never left it
    EXPECT_TRUE(feet.grounded);
  }
}

// Before, the rider is at rest: airborne for 2 v / g, in which the platform goes down by v times that.
TEST(Rider, FallsBehindAPlatformThatStartsAtOnce) {
  const Platform lift = platform({{0, 9}, {3, 3}}, PlatformInterp::linear);
  const double air = 0.407747;
  EXPECT_FALSE(ride(lift, 0.0, air - 1e-5, {.z = 9.0}).grounded);
  const Feet after = ride(lift, 0.0, air + 1e-5, {.z = 9.0});
  EXPECT_TRUE(after.grounded);
  EXPECT_NEAR(after.z, 9.0 - 0.815494, 1e-4);
}

std::string lift_world(const std::string& platform_keys, const std::string& more = "") {
  return fmt::format(
      R"(,"world":{{"dimensions":2.5,"regions":{{"cabin":{{"min":[-1,-1],"max":[1,1]}},"floor":{{"min":[1,-5],"max":[9,5]}}}},
           "ground":[{{"region":"floor","height":6}}],"platforms":[{{"region":"cabin",{}}}]}}{})",
      platform_keys, more);
}

double z_of(const Simulator& simulator, AgentIndex i = 0) {
  return simulator.world().state.elevation.z[i];
}
double vz_of(const Simulator& simulator, AgentIndex i = 0) {
  return simulator.world().state.elevation.vz[i];
}
bool is_grounded(const Simulator& simulator, AgentIndex i = 0) {
  return simulator.world().state.elevation.grounded[i] != 0;
}

TEST(Rider, IsCarriedUpAndThenWalksOff) {
  Simulator simulator =
      make_simulator(scene("[]", R"([{"type":"a","position":[0,0]},{"type":"a","position":[4,0]}])", "",
                           lift_world(R"("keyframes":[[0,0],[4,6]])")));
  run_steps(simulator, 50);
  EXPECT_NEAR(z_of(simulator), 0.9375, 1e-12);
  run_steps(simulator, 50);
  EXPECT_NEAR(z_of(simulator), 3.0, 1e-12);
  EXPECT_NEAR(vz_of(simulator), 2.25, 1e-12);
  run_steps(simulator, 150);
  EXPECT_EQ(z_of(simulator), 6.0);
  EXPECT_EQ(vz_of(simulator), 0.0);
  EXPECT_EQ(z_of(simulator, 1), 0.0);  // who stands under the upper floor stays there
}

// In a run with steps, from rest on a platform that begins to fall.
TEST(Rider, LosesTheSamePlatformInAnySteps) {
  for (const double dt : {0.001, 0.02, 0.05}) {
    Simulator simulator = make_simulator(
        scene("[]", R"([{"type":"a","position":[0,0,6]}])", "",
              lift_world(R"("keyframes":[[0,6],[1.5,0]])", fmt::format(R"(,"simulation":{{"dt":{}}})", dt))));
    while (simulator.world().time() < 1.6) {
      run_steps(simulator, 1);
      const double t = simulator.world().time();
      const double u = std::min(t / 1.5, 1.0);
      const double top = 6.0 - 6.0 * u * u * (3.0 - 2.0 * u);
      if (t < 0.870469) {
        ASSERT_FALSE(is_grounded(simulator)) << dt << " " << t;
        ASSERT_NEAR(z_of(simulator), 6.0 - 0.5 * kG * t * t, 1e-9);
      } else {
        ASSERT_TRUE(is_grounded(simulator)) << dt << " " << t;
        ASSERT_NEAR(z_of(simulator), top, 1e-9);
      }
    }
  }
}

TEST(Rider, FallsBehindAPlatformThatStartsAtOnceInARun) {
  Simulator simulator =
      make_simulator(scene("[]", R"([{"type":"a","position":[0,0,6]}])", "",
                           lift_world(R"("keyframes":[[0,6],[1,6],[4,0]],"interp":"linear")")));
  for (int k = 0; k < 120; ++k) {
    run_steps(simulator, 1);
    const double t = simulator.world().time() - 1.0;
    const bool flies = t > 1e-9 && t < 0.407747;
    ASSERT_EQ(is_grounded(simulator), !flies) << t;
    if (flies) {
      ASSERT_NEAR(z_of(simulator), 6.0 - 0.5 * kG * t * t, 1e-9);
    }
  }
}

// A lift that stops at once throws who rides it: v^2 / (2 g) up.
TEST(Rider, FliesOnWhereAPlatformStopsAtOnce) {
  Simulator simulator = make_simulator(
      scene("[]", R"([{"type":"a","position":[0,0]}])", "",
            lift_world(R"("keyframes":[[0,0],[1,3]],"interp":"linear")", R"(,"simulation":{"dt":0.01})")));
  double highest = 0.0;
  for (int k = 0; k < 200; ++k) {
    run_steps(simulator, 1);
    highest = std::max(highest, z_of(simulator));
  }
  EXPECT_NEAR(highest, 3.0 + 9.0 / (2.0 * kG), 1e-3);
  EXPECT_EQ(z_of(simulator), 3.0);
}

TEST(Rider, IsCarriedInThePlane) {
  Simulator simulator = make_simulator(scene(
      R"([{"type":"kinematic_seek","target":{"point":[0,1e5]}}])",
      R"([{"type":"a","position":[0,-1],"velocity":[0,0.1]},{"type":"a","position":[0,8],"velocity":[0,0.1]}])",
      R"(,"max_speed":0.1,"locomotion":{"type":"kinematic"})",
      lift_world(R"("keyframes":[[0,0,0,0],[4,8,0,0]],"interp":"linear")")));
  run_steps(simulator, 100);
  EXPECT_NEAR(simulator.world().state.motion.x[0], 4.0, 1e-4);
  EXPECT_NEAR(simulator.world().state.motion.vx[0], 2.0, 1e-4);  // others see the sum
  EXPECT_NEAR(simulator.world().own_velocity(0).x, 0.0, 1e-4);
  EXPECT_NEAR(simulator.world().state.motion.vx[1], 0.0, 1e-3);
}

// The time that is lost is exactly that for which somebody stands below.
TEST(PlatformClock, StandsWhileSomebodyIsBelow) {
  const auto waits = [](const char* when_blocked) {
    Simulator simulator = make_simulator(
        scene(R"([{"type":"kinematic_seek","target":{"point":[1e5,0]}}])",
              R"([{"type":"a","position":[-2,0],"velocity":[0.5,0]}])",
              R"(,"max_speed":0.5,"locomotion":{"type":"kinematic"})",
              fmt::format(R"(,"world":{{"dimensions":2.5,"regions":{{"cabin":{{"min":[-1,-1],"max":[1,1]}}}},
            "platforms":[{{"region":"cabin","keyframes":[[0,6],[3,1.5]],"interp":"linear","solid":false,"when_blocked":"{}"}}]}})",
                          when_blocked)));
    // Below from t = 2 to t = 6; the top would be at 1.8 m, that of the head, at t = 2.8.
    int blocked = 0;
    for (int k = 0; k < 500; ++k) {
      const std::uint64_t before = simulator.world().state.platforms.ticks[0];
      run_steps(simulator, 1);
      if (simulator.world().state.platforms.ticks[0] == before) ++blocked;
    }
    EXPECT_NEAR(simulator.world().state.platform_moves[0].from.top, 1.5, 1e-12);
    return blocked;
  };
  EXPECT_NEAR(waits("wait"), (6.0 - 2.8) / 0.02, 1.0);
  EXPECT_EQ(waits("pass"), 0);
}

// A body that the cabin would lift against a floor above it.
TEST(PlatformClock, StandsWhereAHeadWouldMeetTheCeiling) {
  Simulator simulator =
      make_simulator(scene("[]", R"([{"type":"a","position":[0,0]}])", "",
                           R"(,"world":{"dimensions":2.5,"regions":{"cabin":{"min":[-1,-1],"max":[1,1]}},
          "ground":[{"region":"cabin","height":5}],
          "platforms":[{"region":"cabin","keyframes":[[0,0],[5,5]],"interp":"linear"}]})"));
  run_steps(simulator, 400);
  EXPECT_NEAR(z_of(simulator), 5.0 - 1.8, 0.021);
  EXPECT_LE(z_of(simulator), 5.0 - 1.8);
}

TEST(PlatformClock, StartsWithItsCondition) {
  const std::string scenario =
      scene(R"([{"type":"kinematic_seek","target":{"point":[1e5,0]}}])",
            R"([{"type":"a","position":[-2,0],"velocity":[1,0],"id":"caller"}])",
            R"(,"max_speed":1,"locomotion":{"type":"kinematic"})",
            R"(,"world":{"dimensions":2.5,"regions":{"cabin":{"min":[-1,-1],"max":[9,1]}},
          "platforms":[{"region":"cabin","keyframes":[[0,0],[4,6]],"watch":{"agent":"caller"},
            "start":{"type":"region","region":"cabin"}}]})");
  Simulator simulator = make_simulator(scenario);
  run_steps(simulator, 45);
  EXPECT_EQ(simulator.world().state.platforms.ticks[0], 0u);
  EXPECT_EQ(simulator.world().state.platforms.started[0], 0);
  run_steps(simulator, 100);
  EXPECT_GT(z_of(simulator), 0.5);
  Simulator resumed = make_simulator(scenario);
  ASSERT_EQ(resumed.restore(save_state(simulator.world())), std::nullopt);
  run_steps(simulator, 50);
  run_steps(resumed, 50);
  EXPECT_EQ(resumed.hash(), simulator.hash());
}

// Its sides hold those whose feet are below the top, and the open shaft is a ledge.
TEST(Platform, IsAWallFromTheSideAndAnOpenShaftALedge) {
  const auto walk = [](const char* keyframes, const char* start) {
    Simulator simulator =
        make_simulator(scene(R"([{"type":"kinematic_seek","target":{"point":[-1e5,0]}}])",
                             fmt::format(R"([{{"type":"a","position":{},"velocity":[-1,0]}}])", start),
                             R"(,"max_speed":1,"locomotion":{"type":"kinematic"})",
                             lift_world(fmt::format(R"("keyframes":{})", keyframes))));
    run_steps(simulator, 170);
    return std::pair(simulator.world().state.motion.x[0], z_of(simulator));
  };
  EXPECT_NEAR(walk("[[0,1]]", "[3,0]").first, 1.0, 1e-6);
  EXPECT_EQ(walk("[[0,6]]", "[3,0,6]").second, 6.0);
  EXPECT_EQ(walk("[[0,0]]", "[3,0,6]").second, 0.0);
  EXPECT_NEAR(walk("[[0,0]]", "[3,0,6]").first, -0.4, 1e-9);
}

// Platforms are found through a grid of all that they pass over; without cells each is looked at.
TEST(Platforms, AreFoundWhereverTheyAre) {
  const auto hash = [](const char* partition) {
    std::string regions, platforms;
    for (int k = 0; k < 40; ++k) {
      const int x = 4 * (k % 8), y = 4 * (k / 8);
      regions +=
          fmt::format(R"({}"r{}":{{"min":[{},{}],"max":[{},{}]}})", k > 0 ? "," : "", k, x, y, x + 3, y + 3);
      platforms += fmt::format(
          R"({}{{"region":"r{}","keyframes":[[0,9,9,0],[1,{},9,2],[3,9,{},1],[4,9,9,0]],"loop":true,"solid":false}})",
          k > 0 ? "," : "", k, 9 + k % 5, 9 - k % 7);
    }
    Simulator simulator = make_simulator(scene(
        R"([{"type":"wander"}])",
        R"([{"type":"a","count":300,"overlap":true,"placement":{"type":"rectangle","min":[0,0],"max":[32,20]}}])",
        R"(,"radius":0.25)",
        fmt::format(R"(,"simulation":{{"partition":{{"enabled":{}}}}},"world":{{"dimensions":2.5,
            "regions":{{{}}},"platforms":[{}]}})",
                    partition, regions, platforms)));
    run_steps(simulator, 250);
    return simulator.hash();
  };
  EXPECT_EQ(hash("true"), hash("false"));
}

// People come up and down by a lift for ten minutes, from both sides at once; in the end all are where they
// wanted to go.
TEST(Lift, LeavesNobodyBehind) {
  const MetricResults results = measure(R"({"format":1,"seed":4,
    "simulation":{"dt":0.04,"non_penetration":{"enabled":true,"iterations":2}},
    "world":{"dimensions":2.5,
      "regions":{"shaft":{"min":[0,-1.6],"max":[3.2,1.6]},"upper":{"min":[3.2,-5],"max":[14,5]},
        "exit":{"min":[12,-4],"max":[14,4],"bottom":3},"street":{"min":[-14,-4],"max":[-12,4],"top":1}},
      "ground":[{"region":"upper","height":4,"solid":true}],
      "platforms":[{"region":"shaft","keyframes":[[0,0],[6,0],[10,4],[15,4],[19,0]],"loop":true}],
      "walls":[{"points":[[0,1.6],[3.2,1.6]]},{"points":[[0,-1.6],[3.2,-1.6]]}]},
    "agent_types":{"up":{"radius":0.25,"max_speed":1.3,"max_acceleration":4,"steering":{"behaviors":[
        {"type":"arrive","target":"goal"},
        {"type":"separation","variant":"linear","radius":0.8,"max_strength":3}]}},
      "down":{"extends":"up"}},
    "agents":[
      {"type":"up","count":12,"goal":"exit","at_goal":"leave",
        "placement":{"type":"rectangle","min":[-11,-1.2],"max":[-2,1.2],"spacing":0.9}},
      {"type":"down","count":6,"height":4,"goal":"street","at_goal":"leave",
        "placement":{"type":"rectangle","min":[5,-1.2],"max":[11,1.2],"spacing":0.9}}],
    "events":[
      {"type":"spawn","at":5,"every":9,"until":480,
        "agents":{"type":"up","count":1,"goal":"exit","at_goal":"leave","position":[-10,0.3]}},
      {"type":"spawn","at":5,"every":17,"until":480,
        "agents":{"type":"down","count":1,"goal":"street","at_goal":"leave","position":[11,-0.3,4]}}],
    "record":{"metrics":{"population":{},"goals":{}}}})",
                                        15'000);
  EXPECT_GT(value_of(results, "population.born"), 70.0);
  EXPECT_EQ(value_of(results, "population.final"), 0.0);
}

// Feet are put where the event says: on a floor, above it, or on the ground under it.
TEST(Teleport, HasHeights) {
  const auto height_after = [](const char* how) {
    Simulator simulator = make_simulator(
        scene("[]", R"([{"type":"a","position":[0,0]}])", "",
              fmt::format(
                  R"(,"world":{{"dimensions":2.5,"gravity":10,"regions":{{"r":{{"min":[5,-5],"max":[15,5]}}}},
          "ground":[{{"region":"r","height":3}}]}},
          "events":[{{"type":"teleport","target":{{"agent_type":"a"}},"at":1,{}}}])",
                  how)));
    run_steps(simulator, 60);
    return simulator.world().state.elevation.z[0];
  };
  EXPECT_EQ(height_after(R"("position":[9,0,3])"), 3.0);
  EXPECT_EQ(height_after(R"("position":[9,0])"), 0.0);
  EXPECT_EQ(height_after(R"("by":[9,0,3.2])"), 3.0);
  EXPECT_EQ(height_after(R"("by":[9,0])"), 0.0);
  EXPECT_NEAR(height_after(R"("position":[9,0,6])"), 6.0 - 5.0 * 0.2 * 0.2, 1e-9);  // 10 steps later
}

}  // namespace
}  // namespace drover::test::platforms_test
