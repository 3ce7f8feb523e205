// The reference kernel computes what it says, with any registers, and the same law as drover.
#include "reference_kernel.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "app/catalog.h"
#include "benchmarks/plain_flock.h"
#include "reference_flock.h"
#include "scenario/scenario_reader.h"
#include "sim/construction/world_builder.h"
#include "sim/step/simulator.h"

namespace drover::test::reference_kernel_test {
namespace {

using reference::Flock;
using reference::Kernel;
using reference::Registers;

class ReferenceKernel : public testing::TestWithParam<Registers> {};
INSTANTIATE_TEST_SUITE_P(Registers, ReferenceKernel, testing::ValuesIn(reference::supported_registers()),
                         [](const auto& chosen) { return std::string(name_of(chosen.param)); });

void expect_same(const Flock& a, const Flock& b) {
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.y, b.y);
  EXPECT_EQ(a.heading_x, b.heading_x);
  EXPECT_EQ(a.heading_y, b.heading_y);
  EXPECT_EQ(a.speed, b.speed);
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = a.size() == b.size() ? 0.0 : HUGE_VAL;
  // Greater or not comparable.
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(std::fabs(a[i] - b[i]) <= largest)) largest = std::fabs(a[i] - b[i]);
  return largest;
}

TEST_P(ReferenceKernel, ComesToTheSameBitsWithAnyRegisters) {
  constexpr std::size_t kCount = 3000;
  const Flock start = random_flock(kCount);
  Kernel baseline(start, side_for(kCount), Registers::baseline);
  Kernel wide(start, side_for(kCount), GetParam());
  for (int k = 0; k < 50; ++k) {
    baseline.step();
    wide.step();
  }
  EXPECT_NE(start.x, wide.flock().x);
  expect_same(baseline.flock(), wide.flock());
}

TEST_P(ReferenceKernel, StepsLikeALoopOverAllPairs) {
  constexpr std::size_t kCount = 3000;
  const double side = side_for(kCount);
  Kernel kernel(random_flock(kCount), side, GetParam());
  for (const int steps_before : {0, 10, 20}) {
    for (int k = 0; k < steps_before; ++k)
      kernel.step();
    const PlainStep plain = plain_step(kernel.flock(), side);
    kernel.step();
    EXPECT_LE(largest_difference(kernel.flock().x, plain.flock.x), 1e-14);
    EXPECT_LE(largest_difference(kernel.flock().y, plain.flock.y), 1e-14);
    EXPECT_LE(largest_difference(kernel.flock().heading_x, plain.flock.heading_x), 1e-12);
    EXPECT_LE(largest_difference(kernel.flock().heading_y, plain.flock.heading_y), 1e-12);
    EXPECT_LE(largest_difference(kernel.flock().speed, plain.flock.speed), 1e-12);
    EXPECT_LE(largest_difference(kernel.accelerations().x, plain.accelerations.x), 1e-11);
    EXPECT_LE(largest_difference(kernel.accelerations().y, plain.accelerations.y), 1e-11);
  }
}

// One agent has no neighbor, and a block is never full.
TEST_P(ReferenceKernel, AnAgentAloneKeepsItsCourse) {
  const Flock alone = {{0.5}, {2.25}, {-1.0}, {0.0}, {0.5}};
  Kernel kernel(alone, 3.0, GetParam());
  for (int k = 0; k < 100; ++k)
    kernel.step();
  EXPECT_NEAR(kernel.flock().x[0], 2.5, 1e-12);  // a meter to the left, around the square
  EXPECT_EQ(kernel.flock().y[0], 2.25);
}

// In an open plane, where drover's agents do not see across a border either.
Simulator open_plane() {
  const ReadOptions options = {.unset = {"world.bounds"}};
  JsonSources sources;
  Diagnostics diagnostics;
  std::string file = DROVER_SOURCE_DIR;
  file += "/scenarios/benchmark/flock_10k.json";
  const auto loaded = load_scenario(file, options, catalog(), sources, diagnostics);
  if (!loaded) throw std::runtime_error(format_human(diagnostics, sources, false));
  return Simulator(build_world(loaded->def));
}

TEST_P(ReferenceKernel, AsksForTheAccelerationsOfDrover) {
  Simulator simulator = open_plane();
  const Flock start = reference_flock(simulator.world());
  ASSERT_EQ(start.x.size(), 10000u);
  Kernel kernel(start, 36.18006, GetParam());
  kernel.step();
  simulator.record_requests();
  ASSERT_FALSE(simulator.step());
  const reference::Accelerations expected = kernel.accelerations();
  double largest = 0.0;
  for (AgentIndex i = 0; i < start.x.size(); ++i) {
    const Vec3 difference = simulator.requests().linear(i) - Vec3{expected.x[i], expected.y[i], 0.0};
    // drover rounds every term of a sum once, to a step that follows from the greatest push there can be.
    ASSERT_LE(length(difference), 1e-7) << "agent " << i;
    largest = std::max(largest, length(simulator.requests().linear(i)));
  }
  EXPECT_DOUBLE_EQ(largest, 4.0) << "no agent came to the limit";
}

}  // namespace
}  // namespace drover::test::reference_kernel_test
