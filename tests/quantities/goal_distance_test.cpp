#include <gtest/gtest.h>

#include "quantities/value_of.h"

namespace drover::test::goal_distance_test {
namespace {

// An agent that wanders with a weight that follows the quantity; `behavior` are further behaviors, each
// starting with a comma.
Simulator with_behavior(const std::string& behavior) {
  return make_simulator(
      scene(R"([{"type":"wander","weight_by":{"type":"goal_distance","points":[[0,1]]}})" + behavior + "]",
            "[" + body({1, 1, 0}) + "]"));
}

TEST(GoalDistanceQuantity, IsThatOfTheGoalOfTheFirstBehaviorThatHasOne) {
  EXPECT_EQ(value_of(with_behavior(R"(,{"type":"arrive","target":{"point":[4,5]}})")), 5.0);
  EXPECT_EQ(value_of(with_behavior(R"(,{"type":"arrive","target":{"point":[4,5]}},
                                      {"type":"arrive","target":{"point":[1,1]}})")),
            5.0);
  EXPECT_EQ(value_of(with_behavior(R"(,{"type":"arrive","target":{"point":[1,1]}})")), 0.0);
}

TEST(GoalDistanceQuantity, OfARegionIsTheDistanceToItsBorderAndZeroInside) {
  const std::string region = R"(,{"type":"seek","target":{"region":"exit"}})";
  const auto distance = [&](const char* exit) {
    return value_of(make_simulator(scene(
        R"([{"type":"wander","weight_by":{"type":"goal_distance","points":[[0,1]]}})" + region + "]",
        "[" + body({1, 1, 0}) + "]", "", std::string(R"(,"world":{"regions":{"exit":)") + exit + "}}")));
  };
  EXPECT_EQ(distance(R"({"min":[4,0],"max":[5,2]})"), 3.0);
  EXPECT_EQ(distance(R"({"min":[0,0],"max":[5,2]})"), 0.0);
}

TEST(GoalDistanceQuantity, IsInfiniteWithoutAGoal) {
  EXPECT_EQ(value_of(with_behavior("")), kInfinity);
}

TEST(GoalDistanceQuantity, GoesToTheNearestImage) {
  const std::string stack = R"([{"type":"arrive","target":{"point":[9,0]},
                                 "weight_by":{"type":"goal_distance","points":[[0,1]]}}])";
  EXPECT_EQ(
      value_of(make_simulator(scene(stack, "[" + body({1, 0, 0}) + "]", "",
                                    R"(,"world":{"bounds":{"min":[-10,-10],"max":[10,10],"edge":"wrap"}})"))),
      8.0);
  EXPECT_EQ(
      value_of(make_simulator(scene(stack, "[" + body({-9, 0, 0}) + "]", "",
                                    R"(,"world":{"bounds":{"min":[-10,-10],"max":[10,10],"edge":"wrap"}})"))),
      2.0);
}

}  // namespace
}  // namespace drover::test::goal_distance_test
