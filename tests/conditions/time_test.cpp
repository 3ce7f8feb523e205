#include <stdexcept>

#include <gtest/gtest.h>

#include "conditions/watch.h"

namespace drover::test::time_test {
namespace {

std::string time(const std::string& keys) {
  return R"({"type":"time",)" + keys + "}";
}

// In steps of 0.1 s, in which 3 * 0.1 > 0.3 and 7 * 0.1 > 0.7 by rounding.
TEST(Time, FromBelongsToTheWindowAndToDoesNot) {
  EXPECT_EQ(answers({.condition = time(R"("from":0.3,"to":0.7)"), .scenario = with_dt(0.1)}, 10),
            "0001111000");
  EXPECT_EQ(answers({.condition = time(R"("to":0.3)"), .scenario = with_dt(0.1)}, 6), "111000");
  EXPECT_EQ(answers({.condition = time(R"("from":0.6)"), .scenario = with_dt(0.1)}, 9), "000000111");
}

TEST(Time, AnEdgeBetweenTwoStepsCountsFromTheNext) {
  EXPECT_EQ(answers({.condition = time(R"("from":0.25,"to":0.45)"), .scenario = with_dt(0.1)}, 7), "0001100");
}

TEST(Time, PeriodsStartWithTheWindowAndEndWithIt) {
  EXPECT_EQ(answers({.condition = time(R"("from":2,"period":4,"duty":0.5,"to":13)")}, 16),
            "0011001100110000");
  EXPECT_EQ(answers({.condition = time(R"("from":2,"period":4,"duty":0.75)")}, 12), "001110111011");
  EXPECT_EQ(answers({.condition = time(R"("period":3,"duty":1)")}, 9), "111111111");
}

// t mod 0.25 < 0.125 at t = 0, 0.1, 0.2...
TEST(Time, PeriodsNeedNotBeMultiplesOfTheStep) {
  EXPECT_EQ(answers({.condition = time(R"("period":0.25)"), .scenario = with_dt(0.1)}, 10), "1101011010");
}

TEST(Time, PeriodsDoNotDrift) {
  Simulator simulator =
      simulator_of({.condition = time(R"("period":0.7,"duty":0.5)"), .scenario = with_dt(0.1)});
  run_steps(simulator, 70000);
  EXPECT_EQ(answers(std::move(simulator), 14), "11110001111000");
}

TEST(Time, AWindowThatNeverOpensIsAnError) {
  EXPECT_THROW(simulator_of({.condition = time(R"("from":3,"to":3)")}), std::runtime_error);
}

TEST(Time, TheEdgesMayDifferFromAgentToAgent) {
  const Watch crowd = {.condition = time(R"("from":{"choice":[1,4]})"),
                       .actor = R"("count":50,"placement":{"type":"grid","origin":[0,0]})"};
  int early = 0;
  for (AgentIndex i = 0; i < 50; ++i) {
    const std::string row = answers(simulator_of(crowd), 6, i);
    EXPECT_TRUE(row == "011111" || row == "000011") << row;
    early += row == "011111" ? 1 : 0;
  }
  EXPECT_GT(early, 5);
  EXPECT_LT(early, 45);
}

}  // namespace
}  // namespace drover::test::time_test
