// Threads change nothing: every scenario comes to the same state on any number of them, cut into chunks of
// any size.
#include <gtest/gtest.h>

#include "properties/scenario_files.h"
#include "sim/step/simulator.h"

namespace drover::test::threads_test {
namespace {

class ThreadedScenario : public testing::TestWithParam<std::string> {};

TEST_P(ThreadedScenario, ComesToTheSameBitsInChunksOfAnySize) {
  const LoadedScenario scenario = load_file(GetParam());
  const std::uint64_t steps =
      std::min<std::uint64_t>(60, static_cast<std::uint64_t>(scenario.def.step_count()));
  const auto hash_after = [&](std::size_t threads, std::size_t chunk) {
    Simulator simulator(build_without_problems(scenario.def));
    simulator.use_threads(threads, chunk);
    for (std::uint64_t k = 0; k < steps; ++k)
      EXPECT_FALSE(simulator.step());
    return simulator.hash();
  };
  const std::uint64_t alone = hash_after(1, kAgentsPerChunk);
  EXPECT_EQ(hash_after(1, 3), alone);
  EXPECT_EQ(hash_after(3, 2), alone);
}

INSTANTIATE_TEST_SUITE_P(Scenarios, ThreadedScenario, testing::ValuesIn(scenario_files()), name_of_file);

TEST(Threads, AnyNumberOfThemComesToTheSameBits) {
  const LoadedScenario scenario = load_file("scenarios/demos/big_shoal.json");
  std::optional<std::uint64_t> alone;
  for (const std::size_t threads : std::initializer_list<std::size_t>{1, 2, 3, 4, 7, 8, 16, 33}) {
    Simulator simulator(build_without_problems(scenario.def));
    simulator.use_threads(threads, 16);
    for (int k = 0; k < 50; ++k)
      ASSERT_FALSE(simulator.step());
    if (!alone) alone = simulator.hash();
    EXPECT_EQ(simulator.hash(), *alone) << threads << " threads";
    EXPECT_EQ(simulator.counters().agent_steps, 50u * 301u);
  }
}

TEST(Threads, LanesAndThePlainFormComeToTheSameBits) {
  for (const char* file : {"scenarios/demos/big_shoal.json", "scenarios/benchmark/flock_10k.json"}) {
    const LoadedScenario scenario = load_file(file);
    Simulator plain(build_without_problems(scenario.def));
    plain.use_lanes({});
    std::vector<Simulator> wide;
    for (const lanes::Width width : {lanes::Width::baseline, lanes::Width::avx2, lanes::Width::avx512})
      wide.emplace_back(build_without_problems(scenario.def)).use_lanes(width);
    for (int k = 0; k < 60; ++k) {
      ASSERT_FALSE(plain.step());
      for (Simulator& simulator : wide) {
        ASSERT_FALSE(simulator.step());
        ASSERT_EQ(simulator.hash(), plain.hash()) << "step " << k;
      }
    }
  }
}

}  // namespace
}  // namespace drover::test::threads_test
