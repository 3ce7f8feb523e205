#include <cmath>

#include <gtest/gtest.h>

#include "conditions/watch.h"

namespace drover::test::random_test {
namespace {

std::string random(double probability, double period) {
  return fmt::format(R"({{"type":"random","probability":{},"period":{}}})", probability, period);
}

constexpr int kAgents = 1000;
const std::string kCrowd =
    fmt::format(R"("count":{},"placement":{{"type":"line","from":[0,0],"to":[900,0]}})", kAgents);

TEST(Random, HoldsForThePartOfThePeriodsItsProbabilitySays) {
  for (const double probability : {0.1, 0.5, 0.8}) {
    Simulator simulator = simulator_of({.condition = random(probability, 1), .actor = kCrowd});
    double count = 0.0;
    for (int k = 0; k < 20; ++k) {
      run_steps(simulator, 1);
      for (AgentIndex i = 0; i < kAgents; ++i)
        count += held(simulator, i) ? 1.0 : 0.0;
    }
    const double n = 20.0 * kAgents;
    EXPECT_NEAR(count / n, probability, 4.0 * std::sqrt(probability * (1.0 - probability) / n));
  }
}

TEST(Random, NeverAndAlwaysAreExact) {
  EXPECT_EQ(answers({.condition = random(0, 1)}, 300), std::string(300, '0'));
  EXPECT_EQ(answers({.condition = random(1, 1)}, 300), std::string(300, '1'));
}

// The draw is keyed by the step a period starts with: what is drawn in every step and what is drawn in every
// third agree there. In steps of 0.1 s, in which 3 * 0.1 > 0.3 by rounding.
TEST(Random, IsDrawnOnceAtTheStartOfEachPeriod) {
  const std::string every = answers({.condition = random(0.5, 0.1), .scenario = with_dt(0.1)}, 300);
  const std::string third = answers({.condition = random(0.5, 0.3), .scenario = with_dt(0.1)}, 300);
  for (std::size_t k = 0; k < 300; ++k)
    ASSERT_EQ(third[k], every[k - k % 3]) << k;
}

TEST(Random, APeriodBelowAStepIsAStep) {
  const std::string every = answers({.condition = random(0.5, 1)}, 100);
  EXPECT_EQ(answers({.condition = random(0.5, 0.25)}, 100), every);
  EXPECT_NE(every.find("01"), std::string::npos);
}

TEST(Random, OtherBehaviorsDoNotShiftIt) {
  const std::string alone = answers({.condition = random(0.5, 1)}, 200);
  Watch more = {.condition = random(0.5, 1)};
  more.behavior = R"("type":"wander","weight":0,"when":)" + random(0.5, 1) + "},{" + more.behavior;
  Simulator simulator = simulator_of(more);
  std::string second;
  std::string first;
  for (int k = 0; k < 200; ++k) {
    run_steps(simulator, 1);
    first += held(simulator, 0, 0) ? '1' : '0';
    second += held(simulator, 0, 1) ? '1' : '0';
  }
  EXPECT_EQ(second, alone);
  EXPECT_NE(first, alone);
}

TEST(Random, AgentsAndSeedsDiffer) {
  const Watch crowd = {.condition = random(0.5, 1), .actor = kCrowd};
  EXPECT_NE(answers(simulator_of(crowd), 100, 0), answers(simulator_of(crowd), 100, 1));
  Watch seeded = crowd;
  seeded.scenario += R"(,"seed":2)";
  EXPECT_NE(answers(simulator_of(crowd), 100, 0), answers(simulator_of(seeded), 100, 0));
}

}  // namespace
}  // namespace drover::test::random_test
