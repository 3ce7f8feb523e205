// A run repeats itself within one process, and a step asks for no memory once it is warm.
#include <algorithm>
#include <iterator>
#include <vector>

#include <gtest/gtest.h>

#include "properties/allocation_count.h"
#include "properties/scenario_files.h"
#include "properties/world_comparison.h"
#include "sim/navigation/navigation_layer.h"
#include "sim/step/simulator.h"

namespace drover::test::lockstep_test {
namespace {

constexpr int kSteps = 300;

class Lockstep : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Scenarios, Lockstep, testing::ValuesIn(scenario_files()), name_of_file);

TEST_P(Lockstep, TwoSimulatorsSteppedInTurnsStayTheSame) {
  const ScenarioDef def = load_file(GetParam()).def;
  Simulator first(build_without_problems(def));
  Simulator second(build_without_problems(def));
  ASSERT_EQ(first.hash(), second.hash());
  for (int step = 0; step < kSteps; ++step) {
    ASSERT_FALSE(first.step() || second.step()) << "a step failed";
    const auto difference = first_difference(first.world(), second.world());
    ASSERT_FALSE(difference) << *difference;
  }
  EXPECT_EQ(first.hash(), second.hash());
}

TEST_P(Lockstep, ASecondRunInTheSameProcessRepeatsTheFirst) {
  const auto run = [&] {
    Simulator simulator(build_without_problems(load_file(GetParam()).def));
    for (int step = 0; step < kSteps; ++step) {
      if (simulator.step()) return std::uint64_t{0};
    }
    return simulator.hash();
  };
  const std::uint64_t first = run();
  EXPECT_EQ(first, run());
}

// Counts that grow when something pushes bodies: explosions that reach them, events, shots.
std::uint64_t pushes_so_far(const Simulator& simulator) {
  const World& world = simulator.world();
  std::uint64_t sum = 0;
  for (const std::uint32_t count : world.state.pushes.blasts)
    sum += count;
  for (const std::uint32_t count : world.state.shots.shots)
    sum += count;
  for (const Event& event : world.model().events) {
    if (event.kind->pushes) sum += world.state.columns.values(event.happened)[0];
  }
  return sum;
}

// Agents that run faster than they can are allowed at the start only. Where a limit follows a quantity, a
// step obeys the limit of the state it starts from. Limits are relative to the ground, and on ground that
// slows them bodies lose what they can brake in a step.
TEST_P(Lockstep, NoAgentIsFasterThanItsLimit) {
  Simulator simulator(build_without_problems(load_file(GetParam()).def));
  const World& world = simulator.world();
  for (int step = 0; step < kSteps; ++step) {
    const SharedColumn<double> before = world.state.limits.max_speed;
    std::vector<double> after_braking;
    for (AgentIndex i = 0; i < world.model().agents.size(); ++i)
      after_braking.push_back(length(world.own_velocity(i)) -
                              world.state.limits.max_request[i] * world.model().dt);
    const std::uint64_t pushed = pushes_so_far(simulator);
    ASSERT_FALSE(simulator.step()) << "a step failed";
    // Anchors of formations show the velocity of their members.
    for (AgentIndex i = 0; i < world.model().first_anchor; ++i) {
      const AgentType& type = world.model().type_of(i);
      if (!type.locomotion->steered) continue;
      double limit = world.state.limits.max_speed[i];
      const Ground& ground = world.model().statics->ground;
      if (type.limit_factors.max_speed != kNoIndex || ground.slows()) limit = larger(limit, before[i]);
      const bool has_pushes = world.model().has_pushes;
      if (has_pushes && pushes_so_far(simulator) != pushed) continue;  // it may be faster from here on
      if (ground.slows() || has_pushes) limit = larger(limit, after_braking[i]);
      const bool has_inertia = type.locomotion->takes == RequestUnit::acceleration;
      if (has_pushes && !has_inertia) limit += length(world.state.pushes.velocity(i));
      // Shortening a vector to a length may miss it by a few roundings; that of the ground adds more.
      const double slack = ground.slows() || ground.carries() ? 1e-12 : 1e-15;
      ASSERT_LE(length(world.own_velocity(i)), limit * (1.0 + slack))
          << "agent " << world.model().agents.number[i] << " after tick " << world.state.tick;
    }
  }
}

std::uint64_t ways_looked_for(const Simulator& simulator) {
  const NavigationCounters& counters = simulator.world().navigation().counters();
  return counters.plans + counters.grid_builds + counters.field_builds;
}

void expect_no_allocation(Simulator& simulator, int steps) {
  for (int step = 0; step < 50; ++step)
    ASSERT_FALSE(simulator.step());
  for (int step = 0; step < steps; ++step) {
    const std::uint64_t ways = ways_looked_for(simulator);
    const std::uint64_t before = allocation_count();
    const bool failed = simulator.step().has_value();
    const std::uint64_t after = allocation_count();
    ASSERT_FALSE(failed);
    // A grid, a field or a way that is longer than any before needs more room.
    if (ways_looked_for(simulator) != ways) continue;
    ASSERT_EQ(after - before, 0u) << "in the step after tick " << simulator.world().state.tick - 1;
  }
}

TEST_P(Lockstep, AWarmStepAllocatesNothing) {
  Simulator simulator(build_without_problems(load_file(GetParam()).def));
  expect_no_allocation(simulator, kSteps);
}

TEST_P(Lockstep, AWarmStepOfSeveralThreadsAllocatesNothing) {
  Simulator simulator(build_without_problems(load_file(GetParam()).def));
  simulator.use_threads(2, 16);
  expect_no_allocation(simulator, 50);
}

TEST(AllocationCount, SeesAllocations) {
  const std::uint64_t before = allocation_count();
  const std::vector<int> column(100);
  // Without a reader the compiler may leave the allocation out.
  const int* const volatile reader = column.data();
  EXPECT_EQ(allocation_count() - before, 1u) << reader;
}

}  // namespace
}  // namespace drover::test::lockstep_test
