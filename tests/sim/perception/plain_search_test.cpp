// The search for neighbors, against an oracle that compares all pairs by angles.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/frame.h"
#include "sim/every_static.h"
#include "sim/perception_scene.h"
#include "support/model_of.h"

namespace drover::test::plain_search_test {
namespace {

constexpr double kPi = std::numbers::pi;

NeighborhoodDef with_view(View view, double number = 1.0, double radius = 6.0) {
  NeighborhoodDef def = neighborhood(radius);
  def.view = view;
  def.back_factor = def.front_factor = number;
  if (view == View::angle) def.fov = number;
  return def;
}

// Half the angle of view [rad].
double half_angle(const NeighborhoodDef& def) {
  switch (def.view) {
    case View::full:
      return kPi;
    case View::wide:
      return kPi - std::atan(def.back_factor.constant());
    case View::limited:
      return 0.5 * kPi;
    case View::narrow:
      return std::atan(def.front_factor.constant());
    case View::angle:
      return 0.5 * def.fov.constant();
  }
  return 0.0;
}

std::vector<AgentIndex> expected_neighbors(const World& world, const NeighborhoodDef& def, AgentIndex i) {
  std::vector<std::pair<double, AgentIndex>> found;
  const double radius = def.length_factor.is_present()
                            ? 2.0 * world.state.limits.radius[i] * def.length_factor.constant()
                            : def.radius.constant();
  for (AgentIndex j = 0; j < world.model().agents.size(); ++j) {
    const Vec3 d =
        world.model().bounds.displacement(world.state.motion.position(i), world.state.motion.position(j));
    const Vec3 h = world.state.motion.heading(i);
    const double bearing = std::atan2(cross(h, d).z, dot(h, d));
    if (j == i || length(d) >= radius + (def.add_other_radius ? world.state.limits.radius[j] : 0.0)) continue;
    if (def.same_type && world.model().agents.type[j] != world.model().agents.type[i]) continue;
    if (std::fabs(bearing) > half_angle(def)) continue;
    const Vec3 p = world.state.motion.position(i);
    if (def.walls_hide && every_wall_hit(world.geometry(), p, p + d, WallSides::both, p)) continue;
    found.emplace_back(length2(d), j);
  }
  std::ranges::sort(found);
  if (def.max_neighbors) {
    found.resize(std::min(found.size(), static_cast<std::size_t>(*def.max_neighbors)));
  }
  std::vector<AgentIndex> indices;
  for (const auto& [distance, j] : found)
    indices.push_back(j);
  std::ranges::sort(indices);
  return indices;
}

PerceptionPass list_of(const World& world, const NeighborhoodDef& def,
                       const NeighborGrid::Cells& cells = {.size = 1.7}) {
  return perceive(world, cells, [&](PerceptionPlan& plan) { plan.need_list(def); });
}

// How many neighbors all agents have together, after comparing each one's with the oracle.
std::size_t expect_as_the_oracle(const World& world, const NeighborhoodDef& def,
                                 const NeighborGrid::Cells& cells) {
  std::size_t total = 0;
  const PerceptionPass pass = list_of(world, def, cells);
  for (AgentIndex i = 0; i < world.model().agents.size(); ++i) {
    const std::vector<AgentIndex> expected = expected_neighbors(world, def, i);
    EXPECT_EQ(pass.result().count(i), expected.size()) << i;
    EXPECT_TRUE(std::ranges::equal(pass.result().list(i), expected)) << i;
    total += expected.size();
  }
  return total;
}

std::size_t expect_as_the_oracle(const NeighborhoodDef& def) {
  std::size_t total = 0;
  for (const Bounds& bounds : {Bounds(), torus()}) {
    const World world = crowd(150, bounds);
    for (const NeighborGrid::Cells& cells : {NeighborGrid::Cells{.size = 1.7}, {.enabled = false}})
      total += expect_as_the_oracle(world, def, cells);
  }
  return total;
}

TEST(PerceptionSearch, SeesWhatIsWithinTheAngleOfView) {
  std::size_t before = expect_as_the_oracle(with_view(View::full));
  // Ever narrower.
  for (const NeighborhoodDef& def :
       {with_view(View::wide, 0.4), with_view(View::wide, 3.0), with_view(View::limited),
        with_view(View::narrow, 2.5), with_view(View::narrow, 0.2), with_view(View::angle, 0.1)}) {
    const std::size_t now = expect_as_the_oracle(def);
    EXPECT_GT(now, 0u);
    EXPECT_LT(now, before);
    before = now;
  }
}

TEST(PerceptionSearch, TheViewsAreAnglesUnderOtherNames) {
  const World world = crowd(150, torus());
  const auto expect_equal = [&](const NeighborhoodDef& one, double fov) {
    const PerceptionPass a = list_of(world, one);
    const PerceptionPass b = list_of(world, with_view(View::angle, fov));
    for (AgentIndex i = 0; i < 150; ++i)
      EXPECT_TRUE(std::ranges::equal(a.result().list(i), b.result().list(i))) << i << " " << fov;
  };
  expect_equal(with_view(View::full), 2.0 * kPi);
  expect_equal(with_view(View::wide, 1.0), 1.5 * kPi);
  expect_equal(with_view(View::limited), kPi);
  expect_equal(with_view(View::narrow, 1.0), 0.5 * kPi);
}

// Whether agent 0 with the given heading [rad] sees another at the bearing and distance.
bool sees(const NeighborhoodDef& def, double heading, double bearing, double distance = 2.0) {
  World world = crowd(2, Bounds());
  const Vec3 h{std::cos(heading), std::sin(heading), 0.0};
  const Vec3 place = h * (distance * std::cos(bearing)) + upright(h).left * (distance * std::sin(bearing));
  world.state.motion.set_position(0, {0.0, 0.0, 0.0});
  world.state.motion.set_heading(0, h);
  world.state.motion.set_position(1, place);
  return list_of(world, def).result().count(0) == 1;
}

// At the edge is in, a millionth of a radian beyond is out, whatever way the agent faces.
void expect_edge(const NeighborhoodDef& def, double edge) {
  for (double heading = -3.0; heading < 3.2; heading += 0.37) {
    for (const double side : {-1.0, 1.0}) {
      EXPECT_TRUE(sees(def, heading, side * edge)) << heading << " " << side * edge;
      EXPECT_FALSE(sees(def, heading, side * (edge + 1e-6))) << heading << " " << side * edge;
    }
  }
}

TEST(PerceptionSearch, ExactlyAbeamIsInViewForWideFullAndLimitedE2_06) {
  for (const View view : {View::full, View::wide, View::limited}) {
    for (const double side : {-0.5, 0.5})
      EXPECT_TRUE(sees(with_view(view), 0.0, side * kPi));
  }
  expect_edge(with_view(View::limited), 0.5 * kPi);
}

TEST(PerceptionSearch, TheEdgesOfViewAreInE2_06) {
  expect_edge(with_view(View::wide, 1.0), 0.75 * kPi);
  expect_edge(with_view(View::wide, 0.25), kPi - std::atan(0.25));
  expect_edge(with_view(View::narrow, 1.0), 0.25 * kPi);
  expect_edge(with_view(View::narrow, 3.0), std::atan(3.0));
  // The 45 degrees of the seed's text.
  expect_edge(with_view(View::narrow, 0.41421356237309503), 0.125 * kPi);
}

TEST(PerceptionSearch, TwoHundredAndSeventyDegreesAreAHundredAndThirtyFiveToEitherSideE0_20) {
  NeighborhoodDef def = with_view(View::full);
  def.view = View::angle;  // with the default fov
  expect_edge(def, 0.75 * kPi);
}

TEST(PerceptionSearch, OnlyTheFullViewHasNoBlindSpotAstern) {
  EXPECT_TRUE(sees(with_view(View::full), 0.3, kPi));
  EXPECT_TRUE(sees(with_view(View::angle, 2.0 * kPi), 0.3, kPi));
  EXPECT_FALSE(sees(with_view(View::wide, 0.01), 0.3, kPi));
  EXPECT_FALSE(sees(with_view(View::angle, 6.28), 0.3, kPi));
}

TEST(PerceptionSearch, WhatCoincidesIsInEveryView) {
  for (const View view : {View::full, View::wide, View::limited, View::narrow, View::angle}) {
    for (const double distance : {0.0, 1e-10, 1e-200})
      EXPECT_TRUE(sees(with_view(view, 0.1), 0.3, kPi, distance)) << distance;
  }
}

TEST(PerceptionSearch, LooksThroughTheEdgeOfAWorldThatWraps) {
  World world = crowd(2, torus());
  world.state.motion.set_position(0, {19.5, 10.0, 0.0});
  world.state.motion.set_heading(0, {1.0, 0.0, 0.0});
  world.state.motion.set_position(1, {0.5, 10.1, 0.0});
  EXPECT_EQ(list_of(world, with_view(View::narrow, 0.2)).result().count(0), 1u);
  world.state.motion.set_heading(0, {-1.0, 0.0, 0.0});
  EXPECT_EQ(list_of(world, with_view(View::narrow, 0.2)).result().count(0), 0u);
}

TEST(PerceptionSearch, SameTypeLeavesOutOtherTypes) {
  NeighborhoodDef def = neighborhood(6.0);
  const std::size_t all = expect_as_the_oracle(def);
  def.same_type = true;
  const std::size_t same = expect_as_the_oracle(def);
  EXPECT_GT(same, 0u);
  EXPECT_LT(2 * same, all);
}

TEST(PerceptionSearch, MaxNeighborsKeepsTheNearest) {
  for (const std::int64_t count : {1, 3, 8, 40, 1000}) {
    NeighborhoodDef def = neighborhood(6.0);
    def.max_neighbors = count;
    EXPECT_GT(expect_as_the_oracle(def), 0u);
  }
}

TEST(PerceptionSearch, MaxNeighborsCountsOnlyThoseInViewAndOfTheType) {
  NeighborhoodDef def = with_view(View::limited);
  def.max_neighbors = 2;
  def.same_type = true;
  EXPECT_GT(expect_as_the_oracle(def), 0u);
}

// All within a meter or two, some of them in one place.
World heap(const Bounds& bounds) {
  World world = crowd(600, bounds);
  for (AgentIndex i = 0; i < 600; ++i)
    world.state.motion.set_position(i, world.state.motion.position(i < 200 ? i % 3 : i) * 0.08);
  return world;
}

TEST(PerceptionSearch, MaxNeighborsOfACrowdAreTheNearestAsElsewhere) {
  for (const Bounds& bounds : {Bounds(), torus()}) {
    const World world = heap(bounds);
    for (const std::int64_t count : {1, 5, 20}) {
      for (const View view : {View::full, View::limited}) {
        NeighborhoodDef def = with_view(view, 1.0, 0.7);
        def.max_neighbors = count;
        EXPECT_GT(expect_as_the_oracle(world, def, {.size = 1.7}), 0u);
        def.same_type = true;
        EXPECT_GT(expect_as_the_oracle(world, def, {.size = 1.7}), 0u);
      }
    }
  }
}

TEST(PerceptionSearch, MaxNeighborsOfACrowdCompareFewPairs) {
  NeighborhoodDef def = neighborhood(0.7);
  def.max_neighbors = 5;
  EXPECT_LT(list_of(heap(Bounds()), def).pairs_tested(), 600u * 100u);
}

TEST(PerceptionSearch, OfEquallyNearOnesThoseWithTheLowerNumberCount) {
  // Eight around agent 4 at the same distance; the grid's order is not that of the numbers.
  World world = crowd(9, Bounds());
  const Vec3 places[] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},  {0, -1, 0}, {0, 0, 0},
                         {0, -1, 0}, {0, 1, 0},  {-1, 0, 0}, {1, 0, 0}};
  for (AgentIndex i = 0; i < 9; ++i)
    world.state.motion.set_position(i, places[i] + Vec3{5, 5, 0});
  NeighborhoodDef def = neighborhood(3.0);
  for (std::int64_t count = 1; count < 8; ++count) {
    def.max_neighbors = count;
    std::vector<AgentIndex> expected = {0, 1, 2, 3, 5, 6, 7, 8};
    expected.resize(static_cast<std::size_t>(count));
    for (const double size : {0.3, 1.1, 50.0})
      EXPECT_TRUE(std::ranges::equal(list_of(world, def, {.size = size}).result().list(4), expected))
          << count;
  }
}

TEST(PerceptionSearch, LengthFactorCountsInLengthsOfTheAgentsOwnBody) {
  NeighborhoodDef def = neighborhood(1e-3);
  def.length_factor = 2.5;
  EXPECT_GT(expect_as_the_oracle(def), 0u);

  World world = crowd(2, Bounds());
  world.state.limits.radius = {1.0, 3.0};
  def.add_other_radius = false;
  world.state.motion.set_position(0, {0, 0, 0});
  world.state.motion.set_position(1, {4.999, 0, 0});
  EXPECT_EQ(list_of(world, def).result().count(0), 1u);
  world.state.motion.set_position(1, {5.001, 0, 0});
  EXPECT_EQ(list_of(world, def).result().count(0), 0u);
  EXPECT_EQ(list_of(world, def).result().count(1), 1u);
}

TEST(PerceptionSearch, ReachFollowsTheLengthFactor) {
  World world = crowd(3, Bounds());
  world.state.limits.radius = {1.0, 3.0, 2.0};
  NeighborhoodDef def = neighborhood(1.0);
  def.length_factor = 2.0;
  EXPECT_EQ(list_of(world, def).reach(), 15.0);
  def.add_other_radius = false;
  EXPECT_EQ(list_of(world, def).reach(), 12.0);
}

// A body far larger than all others is found by everybody it is near, and costs those that are far away
// nothing.
TEST(PerceptionSearch, FindsASingleLargeBody) {
  for (const Bounds& bounds : {Bounds(), torus()}) {
    World world = crowd(300, bounds);
    const NeighborhoodDef def = neighborhood(0.5);
    const std::uint64_t before = list_of(world, def).pairs_tested();
    world.state.limits.radius.set(17, 4.0);
    EXPECT_GT(list_of(world, def).result().count(17), 0u);
    EXPECT_LT(list_of(world, def).pairs_tested(), 2 * before);
    for (const double size : {0.5, 1.7, 30.0})
      EXPECT_GT(expect_as_the_oracle(world, def, {.size = size}), 0u);
  }
}

TEST(PerceptionPlan, SearchesNeighborhoodsThatDifferInOneKeyApart) {
  std::vector<NeighborhoodDef> defs(9, neighborhood(5.0));
  defs[1].view = View::wide;
  defs[2].fov = 1.0;
  defs[3].back_factor = 2.0;
  defs[4].front_factor = 2.0;
  defs[5].same_type = true;
  defs[6].max_neighbors = 4;
  defs[7].length_factor = 5.0;
  defs[8].add_other_radius = false;
  PerceptionPlan plan(1);
  for (const NeighborhoodDef& def : defs)
    plan.need_list(def);
  EXPECT_EQ(plan.take().size(), defs.size());
}

// Enough short walls for a grid of their own.
WorldDef with_walls(const Bounds& bounds) {
  WorldDef def;
  if (bounds.is_bounded()) def.bounds = BoundsDef{bounds.min(), bounds.max(), bounds.edge()};
  Draws draws({62});
  for (int k = 0; k < 40; ++k) {
    const double x = 20.0 * draws.uniform();
    const double y = 20.0 * draws.uniform();
    const double dx = 3.0 * draws.signed_uniform();
    const double dy = 3.0 * draws.signed_uniform();
    WallDef wall;
    wall.points = {{x, y, 0}, {x + dx, y + dy, 0}};
    def.walls.push_back(wall);
  }
  return def;
}

TEST(PlainSearch, WallsHideThoseWithAWallBetweenTheCenters) {
  for (const Bounds& bounds : {Bounds(), Bounds(BoundsDef{{0, 0, 0}, {20, 20, 0}, Edge::wrap})}) {
    World world = crowd(150, bounds);
    model_of(world).statics =
        std::make_shared<Statics>(Statics{StaticShapes(with_walls(bounds), bounds), {}});
    NeighborhoodDef def = neighborhood(4.0);
    std::size_t seen_at_all = 0;
    const PerceptionPass open = list_of(world, def);
    def.walls_hide = true;
    const PerceptionPass hidden = list_of(world, def);
    std::size_t seen = 0;
    for (AgentIndex i = 0; i < 150; ++i) {
      const std::span<const AgentIndex> list = hidden.result().list(i);
      EXPECT_EQ(std::vector<AgentIndex>(list.begin(), list.end()), expected_neighbors(world, def, i)) << i;
      seen += list.size();
      seen_at_all += open.result().list(i).size();
    }
    EXPECT_GT(seen, 100u);
    EXPECT_LT(seen, seen_at_all * 9 / 10);
  }
}

TEST(PlainSearch, OfSeveralTheNearestBeforeTheWallsCount) {
  World world = crowd(150, Bounds());
  model_of(world).statics =
      std::make_shared<Statics>(Statics{StaticShapes(with_walls(Bounds()), Bounds()), {}});
  NeighborhoodDef def = neighborhood(4.0);
  def.walls_hide = true;
  def.max_neighbors = 2;
  const PerceptionPass pass = list_of(world, def);
  for (AgentIndex i = 0; i < 150; ++i) {
    const std::span<const AgentIndex> list = pass.result().list(i);
    EXPECT_EQ(std::vector<AgentIndex>(list.begin(), list.end()), expected_neighbors(world, def, i)) << i;
  }
}

}  // namespace
}  // namespace drover::test::plain_search_test
