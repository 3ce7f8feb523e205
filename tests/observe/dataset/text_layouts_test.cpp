// The layouts of the text formats, as they are published.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/dataset/walkable_area.h"
#include "observe/dataset/written.h"

namespace drover {
namespace {

using test::Written;
using test::written;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<LayoutPoint> kWay = {
    {.frame = 0, .id = 7, .position = {1.0 / 3.0, -0.0, 0.0}, .heading = {}},
    {.frame = 1, .id = 7, .position = {1e-300, 2.0, 0.0}, .heading = {}}};

TEST(PedpyText, HasIdBeforeFrameAndTheRateInAComment) {
  const Written file = written("pedpy_text", {.fps = 12.5}, kWay);
  EXPECT_EQ(file.bytes,
            "# framerate: 12.5\n# id frame x/m y/m z/m\n7 0 0.3333333333333333 0 0\n7 1 1e-300 2 0\n");
  EXPECT_THAT(file.notes, IsEmpty());
}

TEST(PedpyText, HoldsHeights) {
  const Written file = written("pedpy_text", {.fps = 1, .digits = 2},
                               {{.frame = 3, .id = 0, .position = {1, 2, 3}, .heading = {}}});
  EXPECT_THAT(file.bytes, HasSubstr("\n0 3 1.00 2.00 3.00\n"));
  EXPECT_THAT(file.notes, IsEmpty());
}

TEST(EthUcy, HasFramesInTensBeforeTheIdAndTabs) {
  const Written file = written("eth_ucy", {.fps = 2.5}, kWay);
  EXPECT_EQ(file.bytes, "0\t7\t0.3333333333333333\t0\n10\t7\t1e-300\t2\n");
  EXPECT_THAT(file.notes, IsEmpty());
}

TEST(EthUcy, SaysThatItLosesTheRateAndHeights) {
  const Written file =
      written("eth_ucy", {.fps = 50}, {{.frame = 0, .id = 1, .position = {0, 0, 1}, .heading = {}}});
  EXPECT_THAT(file.notes, ElementsAre("eth_ucy cannot hold the heights of agents, which are left out",
                                      HasSubstr("50 per second")));
}

// The presence of an agent in so many frames from one on.
void add_presence(std::vector<LayoutPoint>& points, std::uint32_t id, std::uint64_t begin,
                  std::uint64_t count) {
  for (std::uint64_t k = 0; k < count; ++k)
    points.push_back({.frame = begin + k, .id = id, .position = {}, .heading = {}});
}

TEST(Trajnet, CutsThePresenceOfAgentsIntoScenes) {
  std::vector<LayoutPoint> points;
  add_presence(points, 4, 10, 43);
  const Written file = written("trajnet", {.fps = 2.5}, points);
  EXPECT_THAT(file.bytes, testing::StartsWith("{\"track\": {\"f\": 10, \"p\": 4, \"x\": 0, \"y\": 0}}\n"));
  constexpr const char* kScenes =
      R"({"scene": {"id": 0, "p": 4, "s": 10, "e": 30, "fps": 2.5, "tag": [0, []]}}
{"scene": {"id": 1, "p": 4, "s": 31, "e": 51, "fps": 2.5, "tag": [0, []]}}
)";
  EXPECT_THAT(file.bytes, testing::EndsWith(kScenes));
  EXPECT_THAT(file.notes, IsEmpty());
}

TEST(Trajnet, SaysThatItsReadersExpectAnotherRate) {
  std::vector<LayoutPoint> points;
  add_presence(points, 4, 0, 21);
  EXPECT_THAT(written("trajnet", {.fps = 10}, points).notes,
              ElementsAre(HasSubstr("readers expect 2.5 frames per second, and these are 10")));
}

TEST(Trajnet, HasNoSceneAcrossAGap) {
  std::vector<LayoutPoint> points;
  add_presence(points, 4, 0, 20);
  add_presence(points, 4, 21, 20);
  const Written file = written("trajnet", {.fps = 2.5}, points);
  EXPECT_THAT(file.bytes, testing::Not(HasSubstr("scene")));
  EXPECT_THAT(file.notes, ElementsAre(HasSubstr("no scenes")));
}

TEST(WalkableArea, IsAPolygonWithClosedRingsAndHoles) {
  const WalkablePart part = {{{0, 0, 0}, {4, 0, 0}, {4, 3, 0}}, {{{1, 0.5, 0}, {2, 0.5, 0}, {2, 1, 0}}}};
  EXPECT_EQ(wkt_of({{part}}), "POLYGON ((0 0, 4 0, 4 3, 0 0), (1 0.5, 2 0.5, 2 1, 1 0.5))");
  const WalkablePart other = {{{5, 0, 0}, {6, 0, 0}, {6, 1, 0}}, {}};
  EXPECT_EQ(wkt_of({{part, other}}),
            "MULTIPOLYGON (((0 0, 4 0, 4 3, 0 0), (1 0.5, 2 0.5, 2 1, 1 0.5)), ((5 0, 6 0, 6 1, 5 0)))");
}

TEST(WalkableArea, AroundPointsLeavesAMeter) {
  Extent extent;
  extent.add({2, -1, 5});
  extent.add({-3, 4, 0});
  EXPECT_EQ(wkt_of(area_around(extent)), "POLYGON ((-4 -2, 3 -2, 3 5, -4 5, -4 -2))");
}

}  // namespace
}  // namespace drover
