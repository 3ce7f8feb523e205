#include "sim/perception/perception.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "sim/perception_scene.h"

namespace drover::test::perception_test {
namespace {

PairForce inverse_force(double threshold = 3.0) {
  PairForce force;
  force.threshold = threshold;
  force.decay = 2.0;
  return force;
}

// Everything over one neighborhood.
PerceptionPass perceive(const World& world, const NeighborhoodDef& def, const NeighborGrid::Cells& cells,
                        const PairForce& force = inverse_force()) {
  return test::perceive(world, cells, [&](PerceptionPlan& plan) {
    plan.need(def, {Reduction::displacement, Reduction::heading});
    plan.need_force(def, force);
    plan.need_list(def);
  });
}

TEST(PerceptionPlan, SearchesEqualNeighborhoodsOnceAndDifferentOnesApart) {
  const std::vector<AgentIndex> agents = {0, 1};
  PerceptionPlan plan(2);
  plan.begin_agents(agents);
  const PerceptionHandle first = plan.need(neighborhood(5.0), {Reduction::heading});
  const PerceptionHandle second = plan.need_force(neighborhood(5.0), inverse_force(1.0));
  const PerceptionHandle third = plan.need_force(neighborhood(5.0), inverse_force(2.0));
  const PerceptionHandle repeated = plan.need_force(neighborhood(5.0), inverse_force(1.0));
  const PerceptionHandle other = plan.need(neighborhood(6.0), {});
  EXPECT_EQ(first.perception, second.perception);
  EXPECT_NE(second.index, third.index);
  EXPECT_EQ(second.index, repeated.index);
  EXPECT_NE(first.perception, other.perception);
  EXPECT_EQ(plan.take().size(), 2u);
}

TEST(PerceptionPlan, RulesOfOneFormAreOneLawForAgentsOfDifferentTypes) {
  const std::vector<AgentIndex> first = {0, 1};
  const std::vector<AgentIndex> second = {2, 3};
  PerceptionPlan plan(4);
  plan.begin_agents(first);
  EXPECT_EQ(plan.need_force(neighborhood(5.0), inverse_force(1.0)).index, 0u);
  plan.begin_agents(second);
  EXPECT_EQ(plan.need_force(neighborhood(5.0), inverse_force(2.0)).index, 0u);
  // An agent has one rule of a law.
  EXPECT_EQ(plan.need_force(neighborhood(5.0), inverse_force(1.0)).index, 1u);
  const std::vector<PerceptionPlan::Entry> entries = plan.take();
  ASSERT_EQ(entries.size(), 1u);
  const std::vector<Law<PairForce>>& laws = entries.front().spec.forces;
  ASSERT_EQ(laws.size(), 2u);
  EXPECT_EQ(laws[0].find(1)->threshold.constant(), 1.0);
  EXPECT_EQ(laws[0].find(2)->threshold.constant(), 2.0);
  EXPECT_EQ(laws[1].find(1), nullptr);
  EXPECT_EQ(laws[1].find(3)->threshold.constant(), 1.0);
}

double key_of(const void*, const World&, AgentIndex, AgentIndex, Vec3) {
  return 0.0;
}

bool equal_numbers(const void* a, const void* b) {
  return *static_cast<const double*>(a) == *static_cast<const double*>(b);
}

TEST(PerceptionPlan, KeysAreComparedByTheirNumbersAndNotByTheirPlace) {
  const std::array<double, 3> numbers = {1.0, 1.0, 2.0};
  const std::vector<AgentIndex> agents = {0};
  PerceptionPlan plan(1);
  plan.begin_agents(agents);
  std::vector<std::uint32_t> laws;
  for (const double& number : numbers)
    laws.push_back(
        plan.need_argmin(neighborhood(5.0), {.key = key_of, .params = &number, .equal = equal_numbers})
            .index);
  EXPECT_EQ(laws, (std::vector<std::uint32_t>{0, 0, 1}));
}

TEST(PerceptionPlan, MergesOnlyWhatOnePassCanSearch) {
  const std::vector<AgentIndex> first = {0, 1};
  const std::vector<AgentIndex> second = {2, 3};
  const auto count = [&](const NeighborhoodDef& def, Reduction reduction,
                         std::span<const AgentIndex> agents) {
    PerceptionPlan plan(4);
    const auto ask = [&] {
      plan.begin_agents(first);
      const PerceptionHandle one = plan.need(neighborhood(5.0), {Reduction::heading});
      plan.begin_agents(agents);
      const PerceptionHandle other = plan.need(def, {reduction});
      return std::max(one.perception, other.perception) + std::size_t{1};
    };
    ask();
    plan.merge();
    const std::size_t handles = ask();
    EXPECT_EQ(plan.take().size(), handles);
    return handles;
  };
  NeighborhoodDef view = neighborhood(6.0);
  view.view = View::limited;
  EXPECT_EQ(count(neighborhood(6.0), Reduction::heading, second), 1u);
  EXPECT_EQ(count(neighborhood(6.0), Reduction::heading, first), 2u);
  EXPECT_EQ(count(neighborhood(6.0), Reduction::velocity, second), 2u);
  EXPECT_EQ(count(neighborhood(6.0, false), Reduction::heading, second), 2u);
  EXPECT_EQ(count(view, Reduction::heading, second), 2u);
}

// The oracle compares all pairs and adds in ascending order with plain doubles.
TEST(PerceptionPass, AgreesWithComparingAllPairs) {
  for (const Bounds& bounds : {Bounds(), torus()}) {
    for (const bool add_other_radius : {false, true}) {
      const World world = crowd(120, bounds);
      const PerceptionPass pass = perceive(world, neighborhood(3.5, add_other_radius), {.size = 1.3});
      const Perceived& seen = pass.result();
      for (AgentIndex i = 0; i < 120; ++i) {
        std::vector<AgentIndex> neighbors;
        Vec3 displacements;
        Vec3 headings;
        Vec3 pushes;
        for (AgentIndex j = 0; j < 120; ++j) {
          const Vec3 d = bounds.displacement(world.state.motion.position(i), world.state.motion.position(j));
          if (j == i || length(d) >= 3.5 + (add_other_radius ? world.state.limits.radius[j] : 0.0)) continue;
          neighbors.push_back(j);
          displacements += d;
          headings += world.state.motion.heading(j);
          if (length(d) < 3.0) pushes -= direction(d) * smaller(6.0, 2.0 / length(d));
        }
        ASSERT_EQ(seen.count(i), neighbors.size()) << i;
        EXPECT_TRUE(std::ranges::equal(seen.list(i), neighbors)) << i;
        EXPECT_NEAR(length(seen.displacement_sum(i) - displacements), 0.0, 1e-9) << i;
        EXPECT_NEAR(length(seen.heading_sum(i) - headings), 0.0, 1e-9) << i;
        EXPECT_NEAR(length(seen.force_sum(0, i) - pushes), 0.0, 1e-9) << i;
      }
    }
  }
}

void expect_same_bits(const Perceived& a, AgentIndex i, const Perceived& b, AgentIndex j) {
  EXPECT_EQ(a.count(i), b.count(j));
  EXPECT_EQ(a.displacement_sum(i), b.displacement_sum(j));
  EXPECT_EQ(a.heading_sum(i), b.heading_sum(j));
  EXPECT_EQ(a.force_sum(0, i), b.force_sum(0, j));
}

TEST(PerceptionPass, IsTheSameToTheBitForAnyCells) {
  for (const Bounds& bounds : {Bounds(), torus()}) {
    const World world = crowd(150, bounds);
    const PerceptionPass brute = perceive(world, neighborhood(4.0), {.enabled = false});
    for (const double size : {0.1, 0.9, 2.0, 7.3, 50.0}) {
      const PerceptionPass gridded = perceive(world, neighborhood(4.0), {.size = size});
      for (AgentIndex i = 0; i < 150; ++i) {
        expect_same_bits(brute.result(), i, gridded.result(), i);
        EXPECT_TRUE(std::ranges::equal(brute.result().list(i), gridded.result().list(i)));
      }
    }
  }
}

TEST(PerceptionPass, IsTheSameToTheBitForAnyOrderOfAgents) {
  std::vector<AgentIndex> reversed;
  for (AgentIndex i = 150; i > 0; --i)
    reversed.push_back(i - 1);
  const World forward = crowd(150, torus());
  const World backward = crowd(150, torus(), reversed);
  const PerceptionPass a = perceive(forward, neighborhood(4.0), {.size = 2.0});
  const PerceptionPass b = perceive(backward, neighborhood(4.0), {.size = 2.0});
  for (AgentIndex i = 0; i < 150; ++i)
    expect_same_bits(a.result(), i, b.result(), 149 - i);
}

// Two agents at a distance; radius 1 each.
World pair_at(Vec3 second) {
  World world = crowd(2, Bounds());
  world.state.motion.set_position(0, {0, 0, 0});
  world.state.motion.set_position(1, second);
  world.state.limits.radius = {1.0, 1.0};
  return world;
}

TEST(PerceptionPass, ReachIsExclusive) {
  EXPECT_EQ(perceive(pair_at({5, 0, 0}), neighborhood(5.0, false), {}).result().count(0), 0u);
  EXPECT_EQ(perceive(pair_at({4.999999, 0, 0}), neighborhood(5.0, false), {}).result().count(0), 1u);
  EXPECT_EQ(perceive(pair_at({6, 0, 0}), neighborhood(5.0, true), {}).result().count(0), 0u);
  EXPECT_EQ(perceive(pair_at({5.999999, 0, 0}), neighborhood(5.0, true), {}).result().count(0), 1u);
}

TEST(PerceptionPass, CoincidentAgentsPartAlongXTheHigherNumberToTheRight) {
  const World world = pair_at({0, 0, 0});
  const PerceptionPass pass = perceive(world, neighborhood(5.0), {});
  EXPECT_EQ(pass.result().count(0), 1u);
  EXPECT_EQ(pass.result().force_sum(0, 0), (Vec3{-6, 0, 0}));
  EXPECT_EQ(pass.result().force_sum(0, 1), (Vec3{6, 0, 0}));
}

TEST(PerceptionPass, CoincidentAgentsNeitherAttractNorPushWithoutDecay) {
  const World world = pair_at({0, 0, 0});
  for (const double decay : {-1.0, 0.0}) {
    PairForce force = inverse_force();
    force.decay = decay;
    EXPECT_EQ(perceive(world, neighborhood(5.0), {}, force).result().force_sum(0, 1), Vec3{});
  }
}

TEST(PerceptionPass, LawIsLimitedForEachNeighborBothWays) {
  for (const double decay : {1e3, -1e3}) {
    PairForce force = inverse_force();
    force.decay = decay;
    const Vec3 push = perceive(pair_at({1, 0, 0}), neighborhood(5.0), {}, force).result().force_sum(0, 0);
    EXPECT_NEAR(push.x, decay > 0.0 ? -6.0 : 6.0, 1e-11);
  }
}

TEST(PerceptionPass, TakesAbsurdLimitsWithoutFailing) {
  World world = pair_at({1, 0, 0});
  world.state.limits.max_request = {1e-300, 1e250};
  const PerceptionPass pass = perceive(world, neighborhood(5.0), {});
  EXPECT_TRUE(is_finite(pass.result().force_sum(0, 0)));
  EXPECT_TRUE(is_finite(pass.result().force_sum(0, 1)));
}

TEST(PerceptionPass, OnlyTheWantedGroupCounts) {
  World world = crowd(60, torus());
  world.state.lists.groups.push_back({3, 8, 40});
  NeighborhoodDef def = neighborhood(30.0);
  def.neighbors.type = TargetType::group;
  def.neighbors.index = 0;
  const PerceptionPass pass = perceive(world, def, {});
  EXPECT_EQ(pass.result().count(0), 3u);
  EXPECT_EQ(pass.result().count(8), 2u);
  EXPECT_TRUE(std::ranges::equal(pass.result().list(8), std::vector<AgentIndex>{3, 40}));
}

TEST(PerceptionPass, OfAnEmptyGroupSeesNoAgent) {
  World world = crowd(5, Bounds());
  world.state.lists.groups.emplace_back();
  NeighborhoodDef def = neighborhood(1e-300);
  def.neighbors.type = TargetType::group;
  def.neighbors.index = 0;
  EXPECT_EQ(perceive(world, def, {}).result().count(2), 0u);
}

TEST(PerceptionPass, LooksOnlyForAgentsThatAsked) {
  const World world = crowd(30, torus());
  const std::vector<AgentIndex> asking = {4, 9};
  PerceptionPlan plan(30);
  plan.begin_agents(asking);
  plan.need(neighborhood(30.0), {Reduction::displacement});
  PerceptionPass pass(plan.take().at(0), world);
  NeighborGrid grid;
  grid.build(world.state.motion.x, world.state.motion.y, world.model().bounds, {});
  WorkerPool workers;
  pass.run(world, grid, workers);
  EXPECT_EQ(pass.result().count(4), 29u);
  EXPECT_EQ(pass.result().count(5), 0u);
}

}  // namespace
}  // namespace drover::test::perception_test
