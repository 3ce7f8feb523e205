#include "observe/record/walkable_world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

WalkableGround ground_of(const std::string& world, bool is_unwrapped = false) {
  const Simulator simulator = test::make_simulator(
      R"({"format":1,"agent_types":{"a":{}},"agents":[{"type":"a","position":[1,1]}],"world":)" + world +
      "}");
  return walkable_ground(simulator.world().model(), is_unwrapped);
}

TEST(WalkableWorld, HasObstaclesAndWallsAsBarriersOfTheirOwn) {
  const WalkableGround found = ground_of(
      R"({"bounds":{"min":[0,0],"max":[20,10],"edge":"reflect"},
          "obstacles":[{"id":"o","center":[5,5],"radius":2},{"id":"p","box":{"center":[9,5],"size":[1,1]},
                        "hollow":true,"present":false}],
          "walls":[{"points":[[0,1],[9,1]]},{"points":[[1,1],[2,1],[2,2]],"closed":true},
                   {"points":[[1,1],[2,2],[2,1],[1,2]],"closed":true}],"regions":{"r":{"center":[0,0]}}})");
  EXPECT_EQ(found.bounds.max.x, 20.0);
  EXPECT_THAT(found.outline, IsEmpty());
  ASSERT_EQ(found.barriers.size(), 5u);
  for (const Vec3 corner : found.barriers[0].points)
    EXPECT_NEAR(length(corner - Vec3{5, 5, 0}), 2.0, 1e-12);
  EXPECT_TRUE(found.barriers[0].is_solid && found.barriers[0].present);
  EXPECT_TRUE(found.barriers[1].is_ring && !found.barriers[1].is_solid && !found.barriers[1].present);
  EXPECT_THAT(found.barriers[2].points, ElementsAre(Vec3{0, 1, 0}, Vec3{9, 1, 0}));
  EXPECT_TRUE(found.barriers[3].is_ring);
  EXPECT_FALSE(found.barriers[4].is_ring) << "it crosses itself";
  EXPECT_EQ(found.barriers[4].owner, 4u);
  EXPECT_EQ(found.barriers[4].points.size(), 5u);
}

TEST(WalkableWorld, HasImagesBeyondTheEdgesOfATorus) {
  const std::string world =
      R"({"bounds":{"min":[0,0],"max":[20,10],"edge":"wrap"},"obstacles":[{"center":[19.5,5],"radius":1}]})";
  const WalkableGround found = ground_of(world);
  ASSERT_EQ(found.barriers.size(), 2u);
  EXPECT_NEAR(found.barriers[0].points[0].x - found.barriers[1].points[0].x, -20.0, 1e-12);
  EXPECT_TRUE(ground_of(world, true).bounds.is_empty);
  EXPECT_THAT(ground_of(world, true).barriers, IsEmpty());
}

TEST(WalkableWorld, TakesTheRegionOfTheUserForItsOutline) {
  const WalkableGround found = ground_of(R"({"regions":{"walkable":{"points":[[0,0],[4,0],[4,3]]}}})");
  EXPECT_THAT(found.outline, ElementsAre(Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{4, 3, 0}));
  EXPECT_EQ(ground_of(R"({"regions":{"walkable":{"center":[0,0],"radius":2}}})").outline.size(), 64u);
  EXPECT_THAT(ground_of(R"({"regions":{"walkable":{"points":[[0,0],[1,1],[1,0],[0,1]]}}})").notes,
              ElementsAre(HasSubstr("crosses itself")));
}

TEST(WalkableWorld, SeesChangesInTheNextFrame) {
  const Simulator simulator = test::make_simulator(
      R"({"format":1,"agent_types":{"a":{}},"agents":[{"type":"a","position":[1,1]}],
          "world":{"obstacles":[{"center":[5,5],"radius":2}],"walls":[{"points":[[0,1],[9,1]]}]}})");
  const auto found =
      barrier_changes(simulator.world().model(), {{4, false, 0, false}, {5, true, 0, true}}, 4);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].frame, 1);
  EXPECT_EQ(found[0].owner, 0u);
  EXPECT_EQ(found[1].frame, 2);
  EXPECT_EQ(found[1].owner, 1u);
}

}  // namespace
}  // namespace drover
