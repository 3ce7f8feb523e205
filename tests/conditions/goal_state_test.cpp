#include <gtest/gtest.h>

#include "conditions/watch.h"

namespace drover::test::goal_state_test {
namespace {

std::string in_state(const std::string& state, const std::string& keys, int ticks = 7) {
  return answers(
      {.condition = R"({"type":"goal_state","is":")" + state + R"("})",
       .type = R"(,"goal_radius":0.5)" + keys + "," +
               at_places({{5, 0}, {4, 0}, {3.2, 0}, {3, 0}, {3, 0}, {3, 0}, {3, 0}}),
       .scenario = R"(,"simulation":{"dt":1},"world":{"paths":{"line":{"points":[[3,0],[3,9]]}}})"},
      ticks);
}

constexpr const char* kGoal = R"(,"goal":[3,0])";

// Reached is what the state before shows: the agent is at its place from 2 s on.
TEST(GoalState, IsThatOfTheAgentsOwnGoal) {
  EXPECT_EQ(in_state("under_way", kGoal), "1110000");
  EXPECT_EQ(in_state("at_goal", kGoal), "0001111");
  EXPECT_EQ(in_state("none", kGoal), "0000000");
  EXPECT_EQ(in_state("none", ""), "1111111");
  EXPECT_EQ(in_state("at_goal", ""), "0000000");
}

// The wait began when the agent got there, at 2 s.
TEST(GoalState, AWaitOrAServiceComesBeforeAtGoal) {
  const std::string wait = std::string(kGoal) + R"(,"at_goal":{"wait":{"seconds":3,"then":"stay"}})";
  EXPECT_EQ(in_state("waiting", wait), "0001100");
  EXPECT_EQ(in_state("at_goal", wait), "0000011");
  const std::string queue =
      std::string(kGoal) + R"(,"at_goal":{"queue":{"places":"line","service":1,"then":"stay"}})";
  EXPECT_EQ(in_state("under_way", queue), "1110000");
  const std::string queued = in_state("queued", queue);
  const std::string over = in_state("at_goal", queue);
  EXPECT_EQ(queued.substr(0, 4), "0001");
  EXPECT_EQ(over.back(), '1');
  for (std::size_t k = 3; k < over.size(); ++k)
    EXPECT_NE(queued[k], over[k]) << k;
}

}  // namespace
}  // namespace drover::test::goal_state_test
