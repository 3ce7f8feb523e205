// The distances to nearest neighbors against comparing all pairs.
#include "observe/metrics/nearest_distances.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "sim/perception_scene.h"

namespace drover::test::nearest_distances_test {
namespace {

std::vector<double> of_all_pairs(const World& world, const std::vector<AgentIndex>& agents) {
  std::vector<double> distances;
  for (const AgentIndex i : agents) {
    double best2 = kInfinity;
    for (const AgentIndex j : agents) {
      const AgentMotion& motion = world.state.motion;
      if (j != i)
        best2 = smaller(best2,
                        length2(world.model().bounds.displacement(motion.position(i), motion.position(j))));
    }
    distances.push_back(std::sqrt(best2));
  }
  return distances;
}

void expect_exact(NearestDistances& nearest, const World& world, const std::vector<AgentIndex>& agents,
                  const std::string& what) {
  for (const std::size_t threads : {1u, 3u}) {
    WorkerPool workers(threads, 16);
    const std::span<const double> found = nearest.find(world, agents, workers);
    EXPECT_EQ(std::vector<double>(found.begin(), found.end()), of_all_pairs(world, agents)) << what;
  }
}

std::vector<AgentIndex> every(std::size_t step, const World& world) {
  std::vector<AgentIndex> agents;
  for (AgentIndex i = 0; i < world.model().agents.size(); i += static_cast<AgentIndex>(step))
    agents.push_back(i);
  return agents;
}

void scale(World& world, double factor) {
  for (AgentIndex i = 0; i < world.model().agents.size(); ++i)
    world.state.motion.set_position(i, world.state.motion.position(i) * factor);
}

TEST(NearestDistances, AreThoseOfAllPairsForAllAndForSome) {
  for (const Bounds& bounds : {Bounds(), torus()}) {
    const World world = crowd(400, bounds);
    for (const std::size_t step : {1u, 2u, 3u, 7u, 300u}) {
      NearestDistances nearest;
      expect_exact(nearest, world, every(step, world), "every " + std::to_string(step));
    }
  }
}

TEST(NearestDistances, FollowACrowdThatGathersAndParts) {
  World world = crowd(300, Bounds());
  NearestDistances nearest;
  for (const double factor : {1.0, 0.001, 0.5, 3000.0, 100.0, 0.0, 1.0}) {
    scale(world, factor);
    expect_exact(nearest, world, all_of(world), "after scaling by " + std::to_string(factor));
  }
}

TEST(NearestDistances, FindWhoIsFarFromAllOthers) {
  World world = crowd(300, Bounds());
  world.state.motion.set_position(7, {1e5, -1e5, 0.0});
  for (AgentIndex i = 100; i < 200; ++i)
    world.state.motion.set_position(i, world.state.motion.position(i) * 1e3);
  NearestDistances nearest;
  expect_exact(nearest, world, all_of(world), "two densities and one far away");
}

TEST(NearestDistances, TakeACrowdOnOnePointAndTooFew) {
  World world = crowd(200, Bounds());
  for (AgentIndex i = 0; i < 150; ++i)
    world.state.motion.set_position(i, {3.0, 4.0, 0.0});
  NearestDistances nearest;
  expect_exact(nearest, world, all_of(world), "on one point");
  WorkerPool workers;
  EXPECT_TRUE(nearest.find(world, std::vector<AgentIndex>{5}, workers).empty());
  EXPECT_TRUE(nearest.find(world, {}, workers).empty());
}

// The pairs compared grew with the square of the crowd when one agent was far away.
TEST(NearestDistances, OneFarAwayCostsTheOthersNothing) {
  World world = crowd(2000, Bounds());
  NearestDistances near_each_other, with_one_far;
  WorkerPool workers;
  near_each_other.find(world, all_of(world), workers);
  world.state.motion.set_position(7, {1e5, -1e5, 0.0});
  with_one_far.find(world, all_of(world), workers);
  EXPECT_LT(with_one_far.pairs_tested(), near_each_other.pairs_tested() * 11 / 10);
}

}  // namespace
}  // namespace drover::test::nearest_distances_test
