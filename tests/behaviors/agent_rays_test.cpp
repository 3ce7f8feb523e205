// Rays and feelers that meet other agents: what they make of a body is what they make of an obstacle.
#include <stdexcept>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"
#include "core/random.h"

namespace drover::test::agent_rays_test {
namespace {

constexpr double kBodyRadius = 0.5;  // m

std::string body_at(Vec3 p) {
  return fmt::format(R"(,{{"type":"body","position":[{},{}]}})", p.x, p.y);
}

std::string wall_avoidance(const std::string& keys) {
  return R"({"type":"wall_avoidance","agents":true)" + keys + "}";
}

constexpr const char* kMoving = R"("position":[0,0],"velocity":[1,0])";

TEST(AgentRays, FeelerIsMetAtTheRimOfTheBody) {
  const auto ask = [](Vec3 body, const std::string& keys) {
    return request_of(Stage{.behavior = wall_avoidance(R"(,"config":"single","length":6,"gain":20)" + keys),
                            .actor = kMoving,
                            .bodies = body_at(body)});
  };
  // The body reaches 0.5 m towards the agent, so 2.5 m of the feeler are beyond its rim.
  const auto ahead = ask({4, 0, 0}, "");
  ASSERT_TRUE(ahead);
  EXPECT_NEAR(ahead->x, -50.0, 1e-12);
  EXPECT_EQ(ahead->y, 0.0);
  // 0.3 m aside it is met 0.4 m before the center: sqrt(0.5^2 - 0.3^2).
  const auto aside = ask({4, 0.3, 0}, "");
  ASSERT_TRUE(aside);
  EXPECT_NEAR(aside->x, -20.0 * 2.4 * 0.8, 1e-12);
  EXPECT_NEAR(aside->y, -20.0 * 2.4 * 0.6, 1e-12);
  EXPECT_FALSE(ask({6.51, 0, 0}, ""));
  EXPECT_TRUE(ask({6.49, 0, 0}, ""));
  EXPECT_FALSE(request_of(
      Stage{.behavior = R"({"type":"wall_avoidance"})", .actor = kMoving, .bodies = body_at({4, 0, 0})}));
}

// The same request, whether discs are bodies or obstacles, in the plane and on a torus.
void expect_as_obstacles(const std::string& with_agents, const std::string& with_obstacles,
                         const std::string& type = "") {
  Draws draws({73});
  int requests = 0;
  for (int k = 0; k < 60; ++k) {
    std::string bodies;
    std::string circles;
    for (int n = 0; n < 12; ++n) {
      const double x = 9.0 * draws.signed_uniform();
      const double y = 9.0 * draws.signed_uniform();
      bodies += body_at({x, y, 0});
      circles += fmt::format(R"({}{{"center":[{},{}],"radius":{}}})", n == 0 ? "" : ",", x, y, kBodyRadius);
    }
    const double vx = draws.signed_uniform();
    const double vy = draws.signed_uniform();
    const std::string actor = fmt::format(R"("position":[{},{}],"velocity":[{},{}])", 8.0 * draws.uniform(),
                                          draws.uniform(), vx, vy);
    for (const char* bounds : {"", R"("bounds":{"min":[-9,-9],"max":[9,9],"edge":"wrap"},)"}) {
      const auto of_bodies =
          request_of(Stage{.behavior = with_agents,
                           .actor = actor,
                           .bodies = bodies,
                           .type = type,
                           .scenario = fmt::format(R"(,"world":{{{}"obstacles":[]}})", bounds)});
      const auto of_obstacles =
          request_of(Stage{.behavior = with_obstacles,
                           .actor = actor,
                           .type = type,
                           .scenario = fmt::format(R"(,"world":{{{}"obstacles":[{}]}})", bounds, circles)});
      EXPECT_EQ(of_bodies, of_obstacles) << with_agents << " " << k << bounds;
      requests += of_bodies ? 1 : 0;
    }
  }
  EXPECT_GT(requests, 10) << with_agents;
}

TEST(AgentRays, BodiesAreMetAsObstaclesByEveryConfigurationOfFeelers) {
  for (const char* variant : {"feelers", "rays"}) {
    for (const char* config : {"single_whiskers", "single", "fan", "parallel", "sweep", "volume"}) {
      const std::string keys = fmt::format(R"(,"variant":"{}","config":"{}","length":5)", variant, config);
      expect_as_obstacles(wall_avoidance(keys), R"({"type":"wall_avoidance","obstacles":true)" + keys + "}");
    }
  }
  const std::string long_whiskers = R"(,"length":2,"whisker_length_factor":3)";
  expect_as_obstacles(wall_avoidance(long_whiskers),
                      R"({"type":"wall_avoidance","obstacles":true)" + long_whiskers + "}",
                      R"(,"body_length":2)");
}

TEST(AgentRays, BodiesAreMetAsObstaclesByEveryRay) {
  for (const char* variant : {"ray_normal", "ray_center", "ray_reflect"}) {
    const std::string keys =
        fmt::format(R"({{"type":"obstacle_avoidance","variant":"{}","clearance":0.4)", variant);
    expect_as_obstacles(keys + R"(,"agents":true})", keys + "}");
  }
}

TEST(AgentRays, WhatIsNearestCounts) {
  constexpr const char* kKeys = R"(,"obstacles":true,"config":"single","length":9)";
  const auto ask = [&](double body, const char* world) {
    return request_of(Stage{.behavior = wall_avoidance(kKeys),
                            .actor = kMoving,
                            .bodies = body_at({body, 0, 0}) + body_at({body + 1, 0, 0}),
                            .scenario = fmt::format(R"(,"world":{{{}}})", world)})
        ->x;
  };
  constexpr const char* kWall = R"("walls":[{"points":[[5,-9],[5,9]]}])";
  constexpr const char* kObstacle = R"("obstacles":[{"center":[6,0],"radius":1}])";
  for (const char* fixed : {kWall, kObstacle}) {
    EXPECT_NEAR(ask(3.5, fixed), -20.0 * 6.0, 1e-12);
    EXPECT_NEAR(ask(7.5, fixed), -20.0 * 4.0, 1e-12);
  }
}

// An agent ahead, 20 m away and at rest, is passed without touching it. Exactly head on only a remedy turns
// the agent aside, as before a flat wall.
TEST(AgentRays, PassAnAgentAtRest) {
  struct Case {
    std::string behavior;
    double aside;  // m
  };
  const std::string ray =
      R"({"type":"obstacle_avoidance","variant":"ray_normal","feeler_length":5,"agents":true})";
  const std::string volume = wall_avoidance(R"(,"config":"volume","length":5,"corner_trap":"commit")");
  for (const Case& each : {Case{ray, 0.2}, Case{ray, -0.3}, Case{volume, 0.0}, Case{volume, 0.2}}) {
    Simulator simulator = make_simulator(
        R"({"format":1,"agent_types":{"a":{"steering":{"behaviors":[)" + each.behavior +
        R"(,{"type":"seek","target":{"point":[40,0]},"weight":0.3}]}},"body":{}},"agents":[)" +
        R"({"type":"a","position":[0,0],"velocity":[1.5,0]})" + body_at({20, each.aside, 0}) + "]}");
    double clearance = kInfinity;
    for (int k = 0; k < 1500; ++k) {
      run_steps(simulator, 1);
      clearance = std::min(clearance, distance_to(simulator, position_of(simulator, 1)) - 1.0);
    }
    EXPECT_GT(clearance, 0.0) << each.behavior << " " << each.aside;
    EXPECT_GT(position_of(simulator).x, 25.0) << each.behavior << " " << each.aside;
  }
}

TEST(AgentRays, CostNothingForVariantsWithoutARay) {
  for (const char* variant : {"box", "feeler"}) {
    Simulator simulator = simulator_of(
        {.behavior = fmt::format(R"({{"type":"obstacle_avoidance","variant":"{}","agents":true}})", variant),
         .bodies = body_at({2, 0, 0})});
    run_steps(simulator, 3);
    EXPECT_EQ(simulator.counters().pairs_tested, 0u) << variant;
  }
}

// Twice as many agents at the same distance from each other cost each of them the same.
TEST(AgentRays, LookOnlyAtAgentsNearby) {
  const auto pairs_per_agent = [](int side) {
    Simulator simulator = make_simulator(scene(
        "[" + wall_avoidance("") + "]",
        fmt::format(
            R"([{{"type":"a","count":{},"placement":{{"type":"grid","origin":[0,0],"columns":{},"step":[2,2]}}}}])",
            side * side, side)));
    run_steps(simulator, 3);
    return static_cast<double>(simulator.counters().pairs_tested) / (3.0 * side * side);
  };
  EXPECT_LT(pairs_per_agent(60), 1.3 * pairs_per_agent(30));
}

}  // namespace
}  // namespace drover::test::agent_rays_test
