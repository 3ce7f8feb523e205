#include "observe/picture/world_display.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/picture/solid_faces.h"
#include "support/scene.h"

namespace drover::world_display_test {
namespace {

using testing::ElementsAre;

std::vector<DisplayItem> of_class(const DisplayList& list, DisplayClass kind) {
  std::vector<DisplayItem> items;
  std::ranges::copy_if(list.items, std::back_inserter(items),
                       [kind](const DisplayItem& item) { return item.kind == kind; });
  return items;
}

DisplayList display_of(std::string_view world, std::span<const MeasurementPicture> measurements = {}) {
  const Simulator simulator = test::make_simulator(
      fmt::format(R"({{"format":1,"agent_types":{{"a":{{}}}},"agents":[],"world":{}}})", world));
  return world_display(simulator.world(), measurements);
}

TEST(WorldDisplay, HasEachWallAsALineAndTheInsideOfASolidOneBelowIt) {
  const DisplayList list = display_of(
      R"({"walls":[{"points":[[0,0],[4,0],[4,3]]},{"points":[[9,0],[10,0],[10,1]],"closed":true,"solid":true}]})");
  const std::vector<DisplayItem> walls = of_class(list, DisplayClass::wall);
  ASSERT_EQ(walls.size(), 2u);
  EXPECT_THAT(walls[0].points, ElementsAre(Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{4, 3, 0}));
  EXPECT_EQ(walls[1].points.front(), walls[1].points.back()) << "closed";
  ASSERT_EQ(of_class(list, DisplayClass::solid).size(), 1u);
  EXPECT_EQ(of_class(list, DisplayClass::solid)[0].shape, DisplayShape::area);
}

// A door that an event opens, and an obstacle that is absent from the start, have numbers; others have none.
TEST(WorldDisplay, NumbersWhatComesAndGoes) {
  const Simulator simulator = test::make_simulator(
      R"({"format":1,"agent_types":{"a":{}},"agents":[{"type":"a","position":[0,0]}],
      "world":{"obstacles":[{"id":"rock","center":[5,5],"radius":1},{"id":"later","center":[9,5],"radius":1,"present":false}],
               "walls":[{"id":"door","points":[[0,3],[4,3]]}]},
      "events":[{"type":"shape","target":{"wall":"door"},"at":1,"present":false}]})");
  const DisplayList list = world_display(simulator.world());
  EXPECT_THAT(list.doors, ElementsAre(DisplayDoor{false, 1}, DisplayDoor{true, 0}));
  const std::vector<DisplayItem> obstacles = of_class(list, DisplayClass::obstacle);
  ASSERT_EQ(obstacles.size(), 2u) << "what is absent is in the list";
  EXPECT_EQ(obstacles[0].door, kNoIndex);
  EXPECT_EQ(obstacles[1].door, 0u);
  EXPECT_EQ(of_class(list, DisplayClass::wall)[0].door, 1u);
  EXPECT_FALSE(is_present(simulator.world(), list.doors[0]));
  EXPECT_TRUE(is_present(simulator.world(), list.doors[1]));
}

TEST(WorldDisplay, HasTheCornersOfSolidsOfSpace) {
  const DisplayList list = display_of(R"({"dimensions":3,"obstacles":[{"center":[0,0,2],"radius":2},
      {"capsule":{"from":[5,0,0],"to":[5,4,3],"radius":1}},
      {"box":{"center":[-6,-4,1],"size":[3,4,2],"angle_deg":30},"hollow":true}],
      "walls":[{"points":[[-5,0,0],[-5,3,0],[-5,0,3]],"triangles":[[0,1,2]]}]})");
  EXPECT_TRUE(list.is_spatial);
  const std::vector<DisplayItem> solids = of_class(list, DisplayClass::obstacle);
  ASSERT_EQ(solids.size(), 2u);
  EXPECT_EQ(solids[0].shape, DisplayShape::disc);
  EXPECT_EQ(solids[0].points[0], (Vec3{0, 0, 2}));
  EXPECT_EQ(solids[1].shape, DisplayShape::line);
  EXPECT_EQ(solids[1].radius, 1.0);
  EXPECT_NEAR(length(solids[1].points[0] - solids[1].points[1]), 5.0, 1e-9);

  const DisplayItem box = of_class(list, DisplayClass::hollow).at(0);
  EXPECT_THAT(box.rings, ElementsAre(4, 4, 4, 4, 4, 4));
  for (const Vec3 corner : box.points)
    EXPECT_NEAR(length(corner - Vec3{-6, -4, 1}), 0.5 * std::sqrt(9.0 + 16.0 + 4.0), 1e-9);
  const Vec3 edge = box.points[1] - box.points[0], next = box.points[2] - box.points[1];
  EXPECT_NEAR(dot(edge, next), 0.0, 1e-9);
  EXPECT_NEAR(length(edge) * length(next) * length(box.points[4] - box.points[0]), 24.0, 1e-8);

  const DisplayItem triangle = of_class(list, DisplayClass::wall).at(0);
  for (const Vec3 corner : {Vec3{-5, 0, 0}, Vec3{-5, 3, 0}, Vec3{-5, 0, 3}})
    EXPECT_TRUE(std::ranges::any_of(triangle.points, [corner](Vec3 p) { return length(p - corner) < 1e-9; }));
}

TEST(WorldDisplay, HeightsAreValuesBetweenTheLowestAndTheHighestGround) {
  const DisplayList list = display_of(R"({"dimensions":2.5,
      "regions":{"roof":{"min":[6,0],"max":[9,2]},"pit":{"min":[-3,1],"max":[-1,2]}},
      "ground":[{"region":"roof","height":3,"solid":true},{"region":"pit","height":-1}]})");
  const std::vector<DisplayItem> tops = of_class(list, DisplayClass::ground);
  ASSERT_EQ(tops.size(), 2u);
  EXPECT_EQ(tops[0].value, 1.0);
  EXPECT_EQ(tops[1].value, 0.0);
  EXPECT_EQ(tops[0].rings.size(), 6u) << "the top, the bottom and four sides";
  EXPECT_EQ(tops[0].points[0].z, 3.0);
}

TEST(WorldDisplay, ALineThatCountsHasAnArrowToItsLeft) {
  const MeasurementPicture line{.name = "door", .region = "", .from = {0, 0, 0}, .to = {0, 8, 0}};
  const DisplayList list = display_of(R"({"bounds":{"min":[-10,-10],"max":[10,10]}})", {&line, 1});
  const std::vector<DisplayItem> items = of_class(list, DisplayClass::measurement);
  ASSERT_EQ(items.size(), 3u) << "the line, a mark at its beginning and the arrow";
  EXPECT_THAT(items[0].points, ElementsAre(Vec3{0, 0, 0}, Vec3{0, 8, 0}));
  EXPECT_EQ(items[2].shape, DisplayShape::arrow);
  EXPECT_EQ(items[2].points[0], (Vec3{0, 4, 0}));
  EXPECT_LT(items[2].points[1].x, 0.0);
  EXPECT_EQ(of_class(list, DisplayClass::label_measurement).at(0).text, "door");
}

// A painter may tell the direction of a path by its arrows, however long it is.
TEST(WorldDisplay, EachPathHasAnArrowAlongIt) {
  const DisplayList list =
      display_of(R"({"paths":{"short":{"points":[[0,0],[0.1,0]]},"long":{"points":[[0,5],[90,5]]}}})");
  std::size_t arrows = 0;
  for (const DisplayItem& item : of_class(list, DisplayClass::path)) {
    if (item.shape != DisplayShape::arrow) continue;
    ++arrows;
    EXPECT_GT(item.points[1].x, item.points[0].x);
  }
  EXPECT_GE(arrows, 2u);
}

}  // namespace
}  // namespace drover::world_display_test
