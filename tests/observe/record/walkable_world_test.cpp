#include "observe/record/walkable_world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

WalkableWorld area_of(const std::string& world, bool is_unwrapped = false) {
  const Simulator simulator = test::make_simulator(
      R"({"format":1,"agent_types":{"a":{}},"agents":[{"type":"a","position":[1,1]}],"world":)" + world +
      "}");
  return walkable_world(simulator.world().model(), is_unwrapped);
}

constexpr const char* kBounds = R"("bounds":{"min":[0,0],"max":[20,10],"edge":"reflect"})";

TEST(WalkableWorld, HasObstaclesAsHolesWithinTheBounds) {
  const WalkableWorld found =
      area_of(std::string("{") + kBounds + R"(,"obstacles":[{"id":"o","center":[5,5],"radius":2}]})");
  ASSERT_TRUE(found.area);
  EXPECT_EQ(found.area->outer.size(), 4u);
  ASSERT_EQ(found.area->holes.size(), 1u);
  for (const Vec3 corner : found.area->holes[0])
    EXPECT_NEAR(length(corner - Vec3{5, 5, 0}), 2.0, 1e-12);
  EXPECT_THAT(found.notes, IsEmpty());
}

TEST(WalkableWorld, SaysWhatItLeavesOut) {
  const WalkableWorld found =
      area_of(std::string("{") + kBounds +
              R"(,"obstacles":[{"id":"o","center":[5,5],"radius":2},{"id":"p","center":[8,5],"radius":2},
                  {"id":"q","center":[19,5],"radius":1}],"walls":[{"id":"w","points":[[0,1],[9,1]]}]})");
  EXPECT_EQ(found.area->holes.size(), 1u);
  EXPECT_THAT(found.notes, ElementsAre(HasSubstr("2 obstacles"), HasSubstr("walls")));
}

TEST(WalkableWorld, HasTheCornersOfSolidShapes) {
  const WalkableWorld found =
      area_of(std::string("{") + kBounds +
              R"(,"obstacles":[{"box":{"center":[5,5],"size":[4,2]}},{"polygon":[[10,2],[14,2],[12,6]]},
         {"capsule":{"from":[16,3],"to":[16,7],"radius":0.5}},{"box":{"center":[7.5,5],"size":[2,1]}},
         {"polygon":[[1,1],[19,1],[19,9]],"hollow":true}]})");
  ASSERT_EQ(found.area->holes.size(), 3u);
  EXPECT_EQ(found.area->holes[0].size(), 4u);
  EXPECT_THAT(found.area->holes[1], ElementsAre(Vec3{12, 6, 0}, Vec3{14, 2, 0}, Vec3{10, 2, 0}));
  EXPECT_THAT(found.notes, ElementsAre(HasSubstr("1 obstacle"), HasSubstr("walls")));
}

TEST(WalkableWorld, IsNotKnownWithoutEdgesAndOfUnwrappedPositions) {
  EXPECT_FALSE(area_of("{}").area);
  EXPECT_FALSE(area_of(R"({"bounds":{"min":[0,0],"max":[20,10],"edge":"wrap"}})", true).area);
  EXPECT_TRUE(area_of(R"({"bounds":{"min":[0,0],"max":[20,10],"edge":"wrap"}})", false).area);
}

}  // namespace
}  // namespace drover
