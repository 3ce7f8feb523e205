#include <stdexcept>

#include <gtest/gtest.h>

#include "conditions/watch.h"

namespace drover::test::time_in_mode_test {
namespace {

// Without modes the time counts from the start. In steps of 0.1 s, in which 3 * 0.1 > 0.3 by rounding.
TEST(TimeInMode, EdgesAreExactToTheTick) {
  const std::string dt = with_dt(0.1);
  EXPECT_EQ(answers({.condition = R"({"type":"time_in_mode","less_than":0.3})", .scenario = dt}, 6),
            "111000");
  EXPECT_EQ(answers({.condition = R"({"type":"time_in_mode","greater_than":0.3})", .scenario = dt}, 6),
            "000011");
  EXPECT_EQ(answers({.condition = R"({"type":"time_in_mode","greater_than":0.25})", .scenario = dt}, 6),
            "000111");
}

// One mode is left when the time in it exceeds 0.3 s, in the fourth step after it was entered; the other
// after 0.1 s, in the second.
TEST(TimeInMode, StartsAnewInEveryMode) {
  Simulator simulator =
      make_simulator(R"({"format":1,"simulation":{"dt":0.1},"agent_types":{"a":{"steering":{"modes":{
      "long":{"transitions":[{"when":{"type":"time_in_mode","greater_than":0.3},"to":"short"}]},
      "short":{"transitions":[{"when":{"type":"time_in_mode","greater_than":0.1},"to":"long"}]}}}}},
      "agents":[{"type":"a","position":[0,0]}]})");
  std::string modes;
  for (int k = 0; k < 14; ++k) {
    run_steps(simulator, 1);
    modes += simulator.world().mode_of(0).name[0];
  }
  EXPECT_EQ(modes, "llllssllllssll");
}

TEST(TimeInMode, NeedsOneLimit) {
  EXPECT_THROW(simulator_of({.condition = R"({"type":"time_in_mode"})"}), std::runtime_error);
  EXPECT_THROW(simulator_of({.condition = R"({"type":"time_in_mode","less_than":1,"greater_than":2})"}),
               std::runtime_error);
}

}  // namespace
}  // namespace drover::test::time_in_mode_test
