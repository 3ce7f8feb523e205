// Balls that are aimed by way of walls, in whole scenarios: the angles of the mirror method for a pool table.
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/det_math.h"
#include "support/problems.h"
#include "support/scene.h"

namespace drover::test::aim_rebound_test {
namespace {

constexpr const char* kTopWall = R"([{"points": [[0, 1.27], [2.54, 1.27]]}])";

// From (0.5, 0.3) to (2, 0.3), by balls of pool without friction.
std::string shot(const std::string& keys, double restitution, const std::string& world) {
  return fmt::format(
      R"({{"format": 1, "simulation": {{"dt": 0.01, "duration": 5}}, "world": {{{}}},
          "projectile_types": {{"cue": {{"radius": 0.0286, "muzzle_speed": 1, "ball": {{"restitution": {}, "friction": 0, "grip_share": 0, "rolling_drag": 0}}}}}},
          "agent_types": {{"player": {{"radius": 0.05, "actions": [{{"type": "fire", "projectile": "cue", "period": 100, "muzzle_offset": [0, 0], "target": {{"point": [2, 0.3]}}{}}}]}}}},
          "agents": [{{"type": "player", "position": [0.5, 0.3], "heading": 0}}]}})",
      world, restitution, keys);
}

std::string with_walls(const std::string& walls, const std::string& more = "") {
  return fmt::format(R"("walls": {}{})", walls, more);
}

Simulator after_shot(const std::string& scene) {
  Simulator simulator = make_simulator(scene);
  run_steps(simulator, 1);
  return simulator;
}

// Of the ball after the first step [deg].
double aim_of(const std::string& scene) {
  const Simulator simulator = after_shot(scene);
  EXPECT_EQ(simulator.world().state.projectile_counts.in_flight[0], 1u);
  const Vec3 v = simulator.world().state.projectiles.velocity(0);
  return det::atan2(v.y, v.x) * 180.0 / det::kPi;
}

constexpr const char* kRebound = R"(, "aim": "rebound")";

TEST(AimRebound, HitsByWayOfAWall) {
  EXPECT_NEAR(aim_of(shot(kRebound, 1.0, with_walls(kTopWall))), 51.456166, 1e-6);
  EXPECT_NEAR(aim_of(shot(kRebound, 0.75, with_walls(kTopWall))), 55.671865, 1e-6);
}

// The ball passes through the target, after a bounce where it was foreseen.
TEST(AimRebound, TheBallGetsThere) {
  Simulator simulator = make_simulator(shot(kRebound, 0.75, with_walls(kTopWall)));
  double nearest = kInfinity;
  for (int step = 0; step < 400; ++step) {
    run_steps(simulator, 1);
    if (simulator.world().state.projectile_counts.in_flight[0] == 0) break;
    const Vec3 p = simulator.world().state.projectiles.position(0);
    const Vec3 v = simulator.world().state.projectiles.velocity(0);
    const Vec3 to_target = Vec3{2, 0.3, 0} - p;
    if (v.y < 0.0)
      nearest = smaller(nearest, length(to_target - direction(v) * dot(to_target, direction(v))));
  }
  EXPECT_LT(nearest, 1e-9);
}

TEST(AimRebound, AnyGoesStraightWhereThatIsFree) {
  constexpr const char* kAny = R"(, "aim": "any")";
  EXPECT_NEAR(aim_of(shot(kAny, 1.0, with_walls(kTopWall))), 0.0, 1e-12);
  const std::string block = R"(, "obstacles": [{"center": [1.25, 0.3], "radius": 0.1}])";
  EXPECT_NEAR(aim_of(shot(kAny, 1.0, with_walls(kTopWall, block))), 51.456166, 1e-6);
}

TEST(AimRebound, ShootsNotWhereNoWayIsFree) {
  const std::string block = R"(, "obstacles": [{"center": [1.25, 1.1], "radius": 0.2}])";
  const Simulator simulator = after_shot(shot(kRebound, 1.0, with_walls(kTopWall, block)));
  EXPECT_EQ(simulator.world().state.projectile_counts.in_flight[0], 0u);
}

TEST(AimRebound, RefusesWhatHasNoWalls) {
  const auto first = [](const std::string& scene) { return problems_when_built(scene).front(); };
  const std::string bullet = fmt::format(
      R"({{"format": 1, "simulation": {{"dt": 0.01, "duration": 5}}, "world": {{{}}},
          "projectile_types": {{"bullet": {{"muzzle_speed": 100, "lifetime": 1}}}},
          "agent_types": {{"player": {{"actions": [{{"type": "fire", "projectile": "bullet", "period": 1, "target": {{"point": [2, 0.3]}}{}}}]}}}},
          "agents": [{{"type": "player", "position": [0.5, 0.3]}}]}})",
      with_walls(kTopWall), kRebound);
  EXPECT_NE(first(bullet).find("only balls in the plane are aimed by way of walls"), std::string::npos)
      << first(bullet);
  std::string walls = "[";
  for (int k = 0; k < 20; ++k)
    walls += fmt::format(R"({}{{"points": [[{}, 3], [{}, 3]]}})", k > 0 ? ", " : "", k, k + 0.5);
  const std::string many = shot(R"(, "aim": "rebound", "max_bounces": 3)", 1.0, with_walls(walls + "]"));
  EXPECT_NE(first(many).find("too many sequences of walls"), std::string::npos) << first(many);
}

// Seeking the nearest ball of several: few are looked at one by one, many in a tree.
TEST(ProjectileTarget, IsTheNearestOfItsType) {
  for (const int count : {1, 7, 40}) {
    std::string balls;
    Vec3 nearest{1000, 0, 0};
    for (int k = 0; k < count; ++k) {
      const Vec3 p{3.0 + (k * 37) % 41, (k * 17) % 23 - 11.0, 0};
      balls += fmt::format(R"({{"type": "ball", "position": [{}, {}]}}, )", p.x, p.y);
      if (length(p) < length(nearest)) nearest = p;
    }
    Simulator simulator = make_simulator(fmt::format(
        R"({{"format": 1, "simulation": {{"dt": 0.02, "duration": 1}},
            "projectile_types": {{"ball": {{"ball": {{}}}}, "other": {{"ball": {{}}}}}},
            "projectiles": [{}{{"type": "other", "position": [0.5, 2]}}],
            "agent_types": {{"a": {{"locomotion": {{"type": "kinematic"}}, "steering": {{"behaviors": [{{"type": "seek", "target": {{"projectile": "ball"}}}}]}}}}}},
            "agents": [{{"type": "a", "position": [0, 0]}}]}})",
        balls));
    run_steps(simulator, 1);
    const Vec3 v = direction(simulator.world().state.motion.velocity(0));
    EXPECT_NEAR(length(v - direction(nearest)), 0.0, 1e-12) << count;
  }
}

TEST(ProjectileTarget, OfATypeThatIsNeverThereIsAWarning) {
  const std::string scene =
      R"({"format": 1, "simulation": {"dt": 0.02, "duration": 1}, "projectile_types": {"ball": {"ball": {}}},
          "agent_types": {"a": {"steering": {"behaviors": [{"type": "seek", "target": {"projectile": "ball"}}]}}},
          "agents": [{"type": "a", "position": [0, 0]}]})";
  EXPECT_EQ(problems_when_built(scene).front(),
            "/agent_types/a/steering/behaviors/0/target/projectile: there is never a projectile of the type "
            "\"ball\"");
}

}  // namespace
}  // namespace drover::test::aim_rebound_test
