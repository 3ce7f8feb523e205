#include "observe/record/trails.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "core/det_math.h"
#include "observe/picture/polyline.h"
#include "support/model_of.h"

namespace drover::trails_test {
namespace {

Bounds square(double side, Edge edge) {
  BoundsDef def;
  def.max = {side, side, 0.0};
  def.edge = edge;
  return Bounds(def);
}

// Along x at one meter per step, brought back into the world.
TrailBuilder walk(std::size_t capacity, const Bounds& bounds, std::int64_t steps) {
  TrailBuilder builder(capacity, bounds);
  for (std::int64_t k = 0; k <= steps; ++k) {
    const Vec3 free{static_cast<double>(k) + 0.5, 1.0, 0.0};
    builder.add(k, bounds.wraps() ? bounds.wrapped(free) : free);
  }
  return builder;
}

std::vector<std::int64_t> jump_steps(const TrailBuilder& builder) {
  std::vector<std::int64_t> steps;
  for (const TrailPoint& point : builder.points()) {
    if (point.jump) steps.push_back(point.step);
  }
  return steps;
}

TEST(TrailBuilder, KeepsEveryPointOfAShortWay) {
  const std::vector<TrailPoint> points = walk(100, Bounds(), 50).points();
  ASSERT_EQ(points.size(), 51U);
  for (std::size_t k = 0; k < points.size(); ++k)
    EXPECT_EQ(points[k].step, static_cast<std::int64_t>(k));
}

TEST(TrailBuilder, StaysWithinItsCapacityAndKeepsBothEnds) {
  for (const std::int64_t steps : {99, 100, 101, 1000, 12345}) {
    const std::vector<TrailPoint> points = walk(100, Bounds(), steps).points();
    EXPECT_LE(points.size(), 102U) << steps;
    EXPECT_GE(points.size(), 50U) << steps;
    EXPECT_EQ(points.front().step, 0) << steps;
    EXPECT_EQ(points.back().step, steps);
  }
}

TEST(TrailBuilder, KeepsPointsAtEqualDistancesInTime) {
  const std::vector<TrailPoint> points = walk(100, Bounds(), 12345).points();
  for (std::size_t k = 2; k + 1 < points.size(); ++k) {
    EXPECT_EQ(points[k].step - points[k - 1].step, points[1].step - points[0].step);
  }
}

TEST(TrailBuilder, MarksTheStepThatCrossesTheEdge) {
  EXPECT_EQ(jump_steps(walk(100, square(20.0, Edge::wrap), 50)), (std::vector<std::int64_t>{20, 40}));
}

TEST(TrailBuilder, KnowsNoJumpsInAWorldThatDoesNotWrap) {
  TrailBuilder builder(100, square(20.0, Edge::open));
  builder.add(0, {1.0, 1.0, 0.0});
  builder.add(1, {19.0, 1.0, 0.0});
  EXPECT_TRUE(jump_steps(builder).empty());
}

// With a stride of 16 or more, every interval of a walk through a world of 20 m looks like a jump or hides
// one. The number of crossings is too large for the points, yet none may be taken for a straight way when it
// happened.
TEST(TrailBuilder, RemembersJumpsBetweenThinnedPoints) {
  const TrailBuilder builder = walk(64, square(1000.0, Edge::wrap), 3999);
  const std::vector<TrailPoint> points = builder.points();
  std::size_t jumps = 0;
  for (std::size_t k = 1; k < points.size(); ++k) {
    const bool crossed = points[k].step / 1000 != points[k - 1].step / 1000;
    EXPECT_EQ(points[k].jump, crossed) << "step " << points[k].step;
    jumps += points[k].jump ? 1U : 0U;
  }
  EXPECT_EQ(jumps, 3U);
}

TEST(TrailBuilder, DoesNotMistakeALongThinnedWayForAJump) {
  const Bounds world = square(1000.0, Edge::wrap);
  TrailBuilder builder(16, world);
  // To and fro between 100 and 900: no step is long, thinned steps are.
  for (std::int64_t k = 0; k < 4000; ++k) {
    const double phase = static_cast<double>(k % 160);
    builder.add(k, {100.0 + 10.0 * (phase < 80.0 ? phase : 160.0 - phase), 5.0, 0.0});
  }
  EXPECT_TRUE(jump_steps(builder).empty());
}

TEST(TrailBuilder, OrderOfThePointsDoesNotMatter) {
  const Bounds world = square(20.0, Edge::wrap);
  TrailBuilder shuffled(100, world);
  for (std::int64_t k = 0; k <= 50; ++k) {
    const std::int64_t step = k * 23 % 51;
    shuffled.add(step, world.wrapped({static_cast<double>(step) + 0.5, 1.0, 0.0}));
  }
  const std::vector<TrailPoint> expected = walk(100, world, 50).points();
  const std::vector<TrailPoint> actual = shuffled.points();
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t k = 0; k < actual.size(); ++k) {
    EXPECT_EQ(actual[k].step, expected[k].step);
    EXPECT_EQ(actual[k].position, expected[k].position);
    EXPECT_EQ(actual[k].jump, expected[k].jump) << "step " << actual[k].step;
  }
}

TEST(TrailBuilder, EndsManyRowsOfOneStep) {
  TrailBuilder builder(16, Bounds());
  builder.add(7, {});
  EXPECT_FALSE(builder.add(7, {1.0, 0.0, 0.0}));
  for (std::int64_t k = 0; k < 100; ++k)
    builder.add(k % 2 == 0 ? 3 : 2, {});
  EXPECT_LE(builder.points().size(), 18U);
}

TEST(TrailLimits, ShareOutTheWholeAmongManyAgents) {
  EXPECT_EQ(TrailLimits{}.per_agent(0), 2000U);
  EXPECT_EQ(TrailLimits{}.per_agent(300), 2000U);
  EXPECT_EQ(TrailLimits{}.per_agent(5000), 400U);
  EXPECT_EQ(TrailLimits{}.per_agent(10'000'000), 16U);
}

TEST(TrailRecorder, NamesTheAgentsOfTheTrails) {
  World world;
  test::model_of(world).types.resize(2);
  test::model_of(world).types[1].name = "dog";
  test::model_of(world).types[1].color = "gold";
  test::model_of(world).agents.number = {3, 8};
  test::model_of(world).agents.type = {0, 1};
  world.state.limits.radius = {0.5, 0.75};
  world.state.status.present = {1, 1};
  world.state.record.teleport_tick = {0, 0};
  test::model_of(world).names = {{"rex", 1}};
  world.state.motion.resize(2);
  TrailRecorder recorder(world);
  recorder.observe(world);
  world.state.tick = 1;
  world.state.motion.set_position(1, {4.0, 5.0, 0.0});
  world.state.motion.set_heading(1, {0.0, 1.0, 0.0});
  recorder.observe(world);
  const Trails trails = recorder.trails(world);

  ASSERT_EQ(trails.types.size(), 2U);
  EXPECT_EQ(trails.types[1].color, "gold");
  ASSERT_EQ(trails.agents.size(), 2U);
  const Trail& dog = trails.agents[1];
  EXPECT_EQ(dog.number, 8U);
  EXPECT_EQ(dog.type, 1U);
  EXPECT_EQ(dog.name, "rex");
  EXPECT_EQ(dog.radius, 0.75);
  EXPECT_EQ(dog.heading, (Vec3{0.0, 1.0, 0.0}));
  ASSERT_EQ(dog.points.size(), 2U);
  EXPECT_EQ(dog.points[1].position, (Vec3{4.0, 5.0, 0.0}));
  EXPECT_EQ(trails.agents[0].name, "");
}

// A step that was stopped leaves the world in a state that is neither the old nor the new one.
TEST(TrailRecorder, ShowsTheStateThatWasObservedLast) {
  World world;
  test::model_of(world).types.resize(1);
  test::model_of(world).agents.number = {0};
  test::model_of(world).agents.type = {0};
  world.state.limits.radius = {0.5};
  world.state.status.present = {1};
  world.state.record.teleport_tick = {0};
  world.state.motion.resize(1);
  world.state.motion.set_heading(0, {0.0, 1.0, 0.0});
  TrailRecorder recorder(world);
  recorder.observe(world);
  world.state.motion.set_heading(0, {1.0, 0.0, 0.0});
  world.state.limits.radius = {2.0};
  world.state.status.present = {0};
  const Trail trail = recorder.trails(world).agents.at(0);
  EXPECT_EQ(trail.heading, (Vec3{0.0, 1.0, 0.0}));
  EXPECT_EQ(trail.radius, 0.5);
  EXPECT_FALSE(trail.gone);
}

double distance_to(const std::vector<Vec2>& line, Vec2 p) {
  double min_distance = length(line[0] - p);
  for (std::size_t k = 1; k < line.size(); ++k) {
    min_distance = smaller(min_distance, length(nearest_point_on_segment(line[k - 1], line[k], p) - p));
  }
  return min_distance;
}

TEST(Simplified, StaysWithinItsTolerance) {
  std::vector<Vec2> spiral;
  for (int k = 0; k < 500; ++k) {
    const double angle = 0.05 * k;
    spiral.push_back(Vec2{det::cos(angle), det::sin(angle)} * angle);
  }
  std::size_t fewest = spiral.size();
  for (const double tolerance : {0.01, 0.3, 2.0}) {
    const std::vector<Vec2> few = simplified(spiral, tolerance);
    EXPECT_LT(few.size(), fewest);
    fewest = few.size();
    EXPECT_EQ(few.front(), spiral.front());
    EXPECT_EQ(few.back(), spiral.back());
    for (const Vec2 p : spiral)
      EXPECT_LE(distance_to(few, p), tolerance);
  }
}

TEST(Simplified, ReducesAStraightLineToItsEnds) {
  const std::vector<Vec2> line = {{0.0, 0.0}, {1.0, 1.0}, {2.0, 2.0}, {5.0, 5.0}};
  EXPECT_EQ(simplified(line, 0.1), (std::vector<Vec2>{line.front(), line.back()}));
}

TEST(Simplified, KeepsTheFarEndOfAWayThereAndBack) {
  const std::vector<Vec2> way = {{0.0, 0.0}, {9.0, 0.0}, {0.0, 0.0}};
  EXPECT_EQ(simplified(way, 0.5), way);
}

TEST(Clipped, CutsASegmentAtTheSidesOfTheBox) {
  const Rectangle box{{0.0, 0.0}, {10.0, 4.0}};
  const auto through = clipped({-5.0, 2.0}, {15.0, 2.0}, box);
  ASSERT_TRUE(through);
  EXPECT_EQ(through->first, (Vec2{0.0, 2.0}));
  EXPECT_EQ(through->second, (Vec2{10.0, 2.0}));
  EXPECT_FALSE(clipped({-5.0, 5.0}, {15.0, 5.0}, box));
  EXPECT_FALSE(clipped({-4.0, 1.0}, {2.0, 7.0}, box));
  const auto inside = clipped({1.0, 1.0}, {2.0, 3.0}, box);
  ASSERT_TRUE(inside);
  EXPECT_EQ(inside->second, (Vec2{2.0, 3.0}));
}

TEST(TrailBuilder, SeesAJumpUpwards) {
  BoundsDef def;
  def.max = {10.0, 10.0, 4.0};
  def.edge = Edge::wrap;
  TrailBuilder builder(100, Bounds(def));
  builder.add(0, {1.0, 1.0, 3.5});
  builder.add(1, {1.0, 1.0, 0.5});
  builder.add(2, {1.0, 1.0, 1.5});
  EXPECT_EQ(jump_steps(builder), std::vector<std::int64_t>{1});
}

}  // namespace
}  // namespace drover::trails_test
