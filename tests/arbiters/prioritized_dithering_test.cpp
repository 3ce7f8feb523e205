#include <cmath>

#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover {
namespace {

std::string scenario(std::string_view behaviors, std::string_view agents, std::string_view keys = "") {
  std::string text = test::scene(behaviors, agents, keys);
  text.replace(text.find("weighted_sum"), 12, "prioritized_dithering");
  return text;
}

constexpr const char* kCrowd =
    R"([{"type":"a","count":10000,"placement":{"type":"grid","origin":[0,0],"step":[0.01,0.01]}}])";

// How many of the 10000 agents are given the east, the north and no request in the first step.
struct Shares {
  double east = 0, north = 0, none = 0;
};
Shares shares(std::string_view behaviors) {
  Simulator simulator = test::make_simulator(scenario(behaviors, kCrowd));
  test::run_steps(simulator, 1);
  Shares result;
  for (AgentIndex i = 0; i < simulator.world().agents.size(); ++i) {
    const Vec3 v = simulator.world().state.velocity(i);
    (v.x > v.y ? result.east : v.y > v.x ? result.north : result.none) += 1e-4;
  }
  return result;
}

// Catalogue combining 3, check a: p1, p2 (1 - p1) and the rest. The bounds are four standard errors of 10000
// draws.
TEST(PrioritizedDithering, AsksWithTheProbabilityAndNotWithItsComplementE024) {
  const Shares s = shares(R"([{"type":"seek","target":{"point":[90000,0]},"probability":0.9},
                              {"type":"seek","target":{"point":[0,90000]},"probability":0.8}])");
  EXPECT_NEAR(s.east, 0.90, 0.012);
  EXPECT_NEAR(s.north, 0.08, 0.011);
  EXPECT_NEAR(s.none, 0.02, 0.0056);
}

TEST(PrioritizedDithering, CertainBehaviorsMeanTheFirstNonzeroRequestWins) {
  const Shares s =
      shares(R"([{"type":"flee","target":{"point":[-90000,0]},"panic_distance":1,"probability":1},
                              {"type":"seek","target":{"point":[0,90000]},"probability":1}])");
  EXPECT_NEAR(s.north, 1.0, 1e-9);
}

// Check b: alone and unclipped, the mean over time is the weighted request.
TEST(PrioritizedDithering, DividingByTheProbabilityKeepsTheMean) {
  Simulator simulator = test::make_simulator(scenario(
      R"([{"type":"seek","target":{"point":[90000,0]},"response_time":10,"probability":0.5}])", kCrowd));
  test::run_steps(simulator, 1);
  double mean = 0;
  for (const double vx : simulator.world().state.vx)
    mean += vx / 10000.0;
  // max_speed / response_time = 0.3 m/s^2, or 0.6 with probability one half: deviation 0.3 per draw.
  EXPECT_NEAR(mean / simulator.world().dt, 0.3, 4.0 * 0.3 / 100.0);
}

}  // namespace
}  // namespace drover
