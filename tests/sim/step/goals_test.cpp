#include "sim/step/goals.h"

#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover {
namespace {

std::optional<Vec3> goal_in(const std::string& behaviors) {
  const BuiltWorld built = test::make_world(test::scene(behaviors, R"([{"type":"a","position":[0,0]}])"));
  const std::optional<Goal> goal = find_goal(built.world, {}, 0);
  return goal ? std::optional<Vec3>(goal->position) : std::nullopt;
}

TEST(FindGoal, IsThatOfTheFirstBehaviorThatHasOne) {
  EXPECT_EQ(goal_in(R"([{"type":"wander"},{"type":"seek","target":{"point":[1,2]}},
                        {"type":"seek","target":{"point":[3,4]}}])"),
            (Vec3{1, 2, 0}));
  EXPECT_FALSE(goal_in(R"([{"type":"wander"}])"));
  EXPECT_FALSE(goal_in("[]"));
}

TEST(FindGoal, LooksIntoGroupsWhereTheyStand) {
  const std::string group =
      R"({"type":"group","behaviors":[{"type":"wander"},{"type":"seek","target":{"point":[1,2]}}]})";
  const std::string seek = R"({"type":"seek","target":{"point":[3,4]}})";
  EXPECT_EQ(goal_in("[" + group + "," + seek + "]"), (Vec3{1, 2, 0}));
  EXPECT_EQ(goal_in("[" + seek + "," + group + "]"), (Vec3{3, 4, 0}));
}

}  // namespace
}  // namespace drover
