#include "observe/picture/motion_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/picture/picture.h"
#include "support/scene.h"

namespace drover::motion_map_test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double kDt = 0.1;

// One agent that is at these places at these steps.
Trails trail_through(std::vector<TrailPoint> points) {
  Trails trails{{{"walker", ""}}, {}};
  Trail trail;
  trail.number = 1;
  trail.radius = 0.2;
  trail.points = std::move(points);
  trails.agents.push_back(std::move(trail));
  return trails;
}

TEST(MotionMap, DensityIsTheTimeInACellOverThatOfTheRunAndTheArea) {
  // 1 m/s from x = 0.5 to 8.5; cells of 2 m.
  const Trails trails = trail_through({{{0.5, 0.5, 0.0}, 0}, {{8.5, 0.5, 0.0}, 80}});
  const MotionMap map = motion_map(trails, {}, {{0.0, 0.0}, {10.0, 4.0}}, 2.0, kDt, 8.0);
  EXPECT_EQ(map.frame.width, 5);
  EXPECT_EQ(map.frame.height, 2);
  const auto density = [&](double x, double y) {
    return map.value(MapQuantity::density, map.frame.index_within({x, y, 0.0}));
  };
  EXPECT_NEAR(density(1.0, 1.0).value(), 1.5 / (8.0 * 4.0), 1e-12);
  EXPECT_NEAR(density(5.0, 1.0).value(), 2.0 / (8.0 * 4.0), 1e-12);
  EXPECT_NEAR(density(9.0, 1.0).value(), 0.5 / (8.0 * 4.0), 1e-12);
  EXPECT_FALSE(density(5.0, 3.0)) << "nobody was there";
}

// The mean over the time that agents spend there: 1 m at 0.5 m/s and 1 m at 2 m/s take 2.5 s.
TEST(MotionMap, SpeedIsTheWayOverTheTimeThere) {
  Trails trails = trail_through({{{0.0, 0.5, 0.0}, 0}, {{1.0, 0.5, 0.0}, 20}});
  trails.agents.push_back(trails.agents.front());
  trails.agents[1].points = {{{0.0, 0.2, 0.0}, 0}, {{1.0, 0.2, 0.0}, 5}};
  const MotionMap map = motion_map(trails, {}, {{0.0, 0.0}, {0.9, 0.9}}, 1.0, kDt, 2.0);
  EXPECT_NEAR(map.value(MapQuantity::speed, 0).value(), 2.0 / 2.5, 1e-12);
  EXPECT_NEAR(map.value(MapQuantity::density, 0).value(), 2.5 / 2.0, 1e-12);
}

TEST(MotionMap, AnAgentThatStandsIsInOneCellAllTheTime) {
  const Trails trails = trail_through({{{1.5, 0.5, 0.0}, 0}, {{1.5, 0.5, 0.0}, 50}});
  const MotionMap map = motion_map(trails, {}, {{0.0, 0.0}, {3.0, 1.0}}, 1.0, kDt, 5.0);
  EXPECT_NEAR(map.value(MapQuantity::density, 1).value(), 1.0, 1e-12);
  EXPECT_EQ(map.value(MapQuantity::speed, 1).value(), 0.0);
}

// Through the edge of a world that wraps: 1 m before it and 1 m behind it. Where an event put an agent
// somewhere else it went no way.
TEST(MotionMap, GoesThroughEdgesThatWrapAndNotAlongCuts) {
  BoundsDef bounds;
  bounds.max = {10.0, 10.0, 0.0};
  bounds.edge = Edge::wrap;
  const Rectangle part{{0.0, 0.0}, {10.0, 10.0}};
  Trails trails = trail_through({{{9.0, 0.5, 0.0}, 0}, {{1.0, 0.5, 0.0}, 20, true}});
  const MotionMap map = motion_map(trails, Bounds(bounds), part, 1.0, kDt, 2.0);
  EXPECT_NEAR(map.time[9], 1.0, 1e-12);
  EXPECT_NEAR(map.time[0], 1.0, 1e-12);
  EXPECT_NEAR(map.way[0], 1.0, 1e-12);
  EXPECT_EQ(map.time[5], 0.0);
  trails.agents[0].points[1] = {{1.0, 0.5, 0.0}, 20, false, true};
  for (const double time : motion_map(trails, Bounds(bounds), part, 1.0, kDt, 2.0).time)
    EXPECT_EQ(time, 0.0);
}

TEST(MotionMap, IsALayerWithoutTheAgentsUnlessThereAreTrails) {
  const Simulator simulator = test::make_simulator(test::scene("[]", R"([{"type":"a","position":[0,0]}])"));
  const Trails trails = trail_through({{{0.5, 0.5, 0.0}, 0}, {{8.5, 0.5, 0.0}, 400}});
  PictureInfo info;
  info.steps = 400;
  info.duration = 8.0;
  PictureOptions options;
  options.map = MapOptions{.quantity = MapQuantity::speed, .cell = 1.0};
  options.trails = false;
  const std::string map = draw_svg(simulator.world(), trails, info, options);
  EXPECT_THAT(map, HasSubstr(R"(class="map")"));
  EXPECT_THAT(map, HasSubstr(">mean speed "));
  EXPECT_THAT(map, HasSubstr(" m/s"));
  EXPECT_THAT(map, Not(HasSubstr(R"(class="ends")")));
  options.trails = true;
  EXPECT_THAT(draw_svg(simulator.world(), trails, info, options), HasSubstr(R"(class="ends")"));
}

}  // namespace
}  // namespace drover::motion_map_test
