#include "sim/geometry/point_tree.h"

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"
#include "core/target.h"

namespace drover::point_tree_test {
namespace {

struct Points {
  std::vector<double> x, y;
  std::vector<AgentIndex> agents;  // some of them
};

AgentIndex nearest_of_all(const Points& points, const Bounds& bounds, Vec3 p, AgentIndex except) {
  AgentIndex best = kNoIndex;
  double best2 = kInfinity;
  for (const AgentIndex i : points.agents) {
    if (i == except) continue;
    const double d2 = length2(bounds.displacement(p, {points.x[i], points.y[i], 0.0}));
    if (!(d2 < best2)) continue;
    best = i;
    best2 = d2;
  }
  return best;
}

Points points_at(std::size_t count, const std::function<Vec3(std::size_t, Draws&)>& place) {
  Draws draws({95});
  Points points;
  for (std::size_t k = 0; k < count; ++k) {
    const Vec3 p = place(k, draws);
    points.x.push_back(p.x);
    points.y.push_back(p.y);
    if (k % 3 != 1) points.agents.push_back(static_cast<AgentIndex>(k));
  }
  return points;
}

Vec3 anywhere(Draws& draws, double size) {
  const double x = size * draws.uniform();
  const double y = size * draws.uniform();
  return {x, y, 0.0};
}

Bounds torus() {
  BoundsDef def;
  def.max = {20, 20, 0};
  def.edge = Edge::wrap;
  return Bounds(def);
}

// Spread out, in two clusters far apart, all in one place, and on a lattice with many ties.
std::vector<Points> crowds() {
  std::vector<Points> all;
  for (const std::size_t count : {1u, 2u, 9u, 24u, 25u, 700u}) {
    all.push_back(points_at(count, [](std::size_t, Draws& draws) { return anywhere(draws, 20.0); }));
    all.push_back(points_at(count, [](std::size_t k, Draws& draws) {
      return anywhere(draws, 0.01) + Vec3{k % 2 < 1 ? 1.0 : 19.0, 10.0, 0.0};
    }));
    all.push_back(points_at(count, [](std::size_t, Draws&) { return Vec3{3, 4, 0}; }));
    all.push_back(points_at(count, [](std::size_t k, Draws&) {
      return Vec3{static_cast<double>(k % 20), static_cast<double>(k / 20 % 20), 0.0};
    }));
  }
  return all;
}

void expect_nearest(const PointTree& tree, const Points& points, const Bounds& bounds) {
  Draws draws({96});
  for (int k = 0; k < 100; ++k) {
    const Vec3 p = k % 2 < 1 ? anywhere(draws, 20.0) : Vec3{std::floor(20.0 * draws.uniform()), 10.0, 0.0};
    ASSERT_EQ(tree.nearest(p, kNoIndex), nearest_of_all(points, bounds, p, kNoIndex));
  }
  for (AgentIndex i = 0; i < points.x.size(); ++i) {
    const Vec3 p{points.x[i], points.y[i], 0.0};
    ASSERT_EQ(tree.nearest(p, i), nearest_of_all(points, bounds, p, i));
  }
}

TEST(PointTree, FindsTheNearestOfAllPoints) {
  for (const Bounds& bounds : {Bounds(), torus()}) {
    for (const Points& points : crowds()) {
      PointTree tree;
      tree.fit(points.agents, points.x, points.y, bounds);
      expect_nearest(tree, points, bounds);
    }
  }
}

TEST(PointTree, KeepsUpWithPointsThatMoveAndMembersThatChange) {
  for (const Bounds& bounds : {Bounds(), torus()}) {
    Points points = points_at(300, [](std::size_t, Draws& draws) { return anywhere(draws, 20.0); });
    PointTree tree;
    Draws draws({97});
    for (int state = 0; state < 12; ++state) {
      tree.fit(points.agents, points.x, points.y, bounds);
      expect_nearest(tree, points, bounds);
      // By and by all over the place; now and then some leave.
      for (std::size_t i = 0; i < points.x.size(); ++i) {
        const Vec3 step = anywhere(draws, state < 6 ? 0.1 : 5.0);
        const Vec3 p = torus().wrapped({points.x[i] + step.x, points.y[i] + step.y, 0.0});
        points.x[i] = p.x;
        points.y[i] = p.y;
      }
      if (state % 4 == 3) points.agents.resize(points.agents.size() - 20);
    }
  }
}

TEST(PointTree, OfNoPointsHasNoNearest) {
  PointTree tree;
  EXPECT_EQ(tree.nearest({}, kNoIndex), kNoIndex);
  const std::vector<double> zero = {0.0};
  const std::vector<AgentIndex> agents = {0};
  tree.fit(agents, zero, zero, Bounds());
  EXPECT_EQ(tree.nearest({}, 0), kNoIndex);
  EXPECT_EQ(tree.nearest({}, kNoIndex), 0u);
}

}  // namespace
}  // namespace drover::point_tree_test
