#include "sim/perception/neighbor_grid.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drover::neighbor_grid_test {
namespace {

struct Cloud {
  std::vector<double> x, y;
  std::vector<double> z = {};  // empty in the plane

  Vec3 at(AgentIndex i) const { return {x[i], y[i], z.empty() ? 0.0 : z[i]}; }
};

Cloud random_cloud(std::uint32_t number, std::size_t count, Vec3 low, Vec3 high) {
  Draws draws({51, number});
  Cloud cloud;
  for (std::size_t i = 0; i < count; ++i) {
    cloud.x.push_back(low.x + (high.x - low.x) * draws.uniform());
    cloud.y.push_back(low.y + (high.y - low.y) * draws.uniform());
  }
  return cloud;
}

Bounds torus(Vec3 low, Vec3 high) {
  BoundsDef def;
  def.min = low;
  def.max = high;
  def.edge = Edge::wrap;
  return Bounds(def);
}

using Indices = std::vector<AgentIndex>;

// All agents within reach, by comparing all.
Indices within(const Cloud& cloud, const Bounds& bounds, Vec3 p, double reach) {
  Indices found;
  for (AgentIndex i = 0; i < cloud.x.size(); ++i) {
    if (length(bounds.displacement(p, cloud.at(i))) <= reach) found.push_back(i);
  }
  return found;
}

// All agents the grid proposes; fails when one is proposed twice.
Indices proposed(const NeighborGrid& grid, Vec3 p, double reach) {
  Indices found;
  grid.visit_near(p, reach, [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t k = begin; k < end; ++k)
      found.push_back(grid.sorted_agents()[k].agent);
  });
  std::sort(found.begin(), found.end());
  EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << "an agent is visited twice";
  return found;
}

void expect_covers(const NeighborGrid& grid, const Cloud& cloud, const Bounds& bounds, Vec3 p, double reach) {
  const Indices candidates = proposed(grid, p, reach);
  for (const AgentIndex i : within(cloud, bounds, p, reach)) {
    EXPECT_TRUE(std::binary_search(candidates.begin(), candidates.end(), i))
        << "agent " << i << " at " << cloud.x[i] << ", " << cloud.y[i] << " is missed from " << p.x << ", "
        << p.y << " within " << reach;
  }
}

TEST(NeighborGrid, ProposesAllAgentsInReachInOpenAndWrappedWorlds) {
  const Vec3 low{-7.0, 3.0, 0.0};
  const Vec3 high{21.0, 14.0, 0.0};
  const Cloud cloud = random_cloud(1, 300, low, high);
  for (const Bounds& bounds : {Bounds(), torus(low, high)}) {
    for (const double size : {0.3, 1.0, 2.7, 9.0, 100.0}) {
      NeighborGrid grid;
      grid.build(cloud.x, cloud.y, bounds, {.size = size});
      for (AgentIndex i = 0; i < 300; i += 3) {
        for (const double reach : {0.0, 0.5, 3.0, 5.6, 40.0}) {
          expect_covers(grid, cloud, bounds, {cloud.x[i], cloud.y[i], 0.0}, reach);
        }
      }
    }
  }
}

Bounds torus_without_heights(Vec3 low, Vec3 high) {
  return torus({low.x, low.y, 0.0}, {high.x, high.y, 0.0});
}

Cloud cloud_in_space(std::uint32_t number, std::size_t count, Vec3 low, Vec3 high) {
  Cloud cloud = random_cloud(number, count, low, high);
  const Cloud heights = random_cloud(number + 100, count, {low.z, 0.0, 0.0}, {high.z, 0.0, 0.0});
  cloud.z = heights.x;
  return cloud;
}

TEST(NeighborGrid, ProposesAllAgentsInReachInSpace) {
  const Vec3 low{-7.0, 3.0, -4.0};
  const Vec3 high{21.0, 14.0, 9.0};
  const Cloud cloud = cloud_in_space(1, 300, low, high);
  for (const Bounds& bounds : {Bounds(), torus(low, high), torus_without_heights(low, high)}) {
    for (const double size : {0.3, 1.0, 2.7, 9.0, 100.0}) {
      NeighborGrid grid;
      grid.build(cloud.x, cloud.y, bounds, {.size = size, .z = cloud.z});
      for (AgentIndex i = 0; i < 300; i += 3) {
        for (const double reach : {0.0, 0.5, 3.0, 5.6, 40.0})
          expect_covers(grid, cloud, bounds, cloud.at(i), reach);
      }
    }
  }
}

TEST(NeighborGrid, ProposesFewOfThoseAboveAndBelow) {
  const Vec3 high{30.0, 30.0, 30.0};
  const Cloud cloud = cloud_in_space(2, 2000, {}, high);
  NeighborGrid grid;
  grid.build(cloud.x, cloud.y, torus({}, high), {.size = 2.0, .z = cloud.z});
  std::size_t candidates = 0;
  for (AgentIndex i = 0; i < 2000; ++i)
    candidates += proposed(grid, cloud.at(i), 4.0).size();
  // A window of at most (12 m)^3 of (30 m)^3, and as many agents of chance as there are in it.
  EXPECT_LT(static_cast<double>(candidates) / 2000.0, 2.0 * 2000.0 * 0.064);
}

TEST(NeighborGrid, ProposesFewWhenCellsAreSmall) {
  const Vec3 high{100.0, 100.0, 0.0};
  const Cloud cloud = random_cloud(2, 2000, {}, high);
  NeighborGrid grid;
  grid.build(cloud.x, cloud.y, torus({}, high), {.size = 2.0});
  std::size_t candidates = 0;
  for (AgentIndex i = 0; i < 2000; ++i)
    candidates += proposed(grid, {cloud.x[i], cloud.y[i], 0.0}, 4.0).size();
  // The window is at most 2 * 4 + 2 cells of 2 m wide: less than (12 m)^2 of (100 m)^2, and 3 agents of
  // chance.
  EXPECT_LT(static_cast<double>(candidates) / 2000.0, 2000.0 * 0.0144 + 3.0);
}

// Fifty thousand kilometers of empty plane must not put the whole crowd into one cell.
TEST(NeighborGrid, ALonerFarAwayCostsTheCrowdNothing) {
  Cloud cloud = random_cloud(2, 2000, {}, {100.0, 100.0, 0.0});
  cloud.x.push_back(5e7);
  cloud.y.push_back(-5e7);
  NeighborGrid grid;
  grid.build(cloud.x, cloud.y, Bounds(), {.size = 2.0});
  std::size_t candidates = 0;
  for (AgentIndex i = 0; i < 2000; ++i) {
    expect_covers(grid, cloud, Bounds(), {cloud.x[i], cloud.y[i], 0.0}, 4.0);
    candidates += proposed(grid, {cloud.x[i], cloud.y[i], 0.0}, 4.0).size();
  }
  // As without the loner: a window of at most (12 m)^2 of (100 m)^2; a little more where distant cells are
  // one.
  EXPECT_LT(static_cast<double>(candidates) / 2000.0, 2.0 * 2000.0 * 0.0144);
}

TEST(NeighborGrid, CellsOfAHugeTorusMeetAcrossItsEdge) {
  const Vec3 low{-3e6, -2e6, 0.0};
  const Vec3 high{4e6, 1e6, 0.0};
  Cloud cloud = random_cloud(3, 100, {4e6 - 5.0, 1e6 - 5.0, 0.0}, {4e6, 1e6, 0.0});
  const Cloud across = random_cloud(4, 100, low, {-3e6 + 5.0, -2e6 + 5.0, 0.0});
  cloud.x.insert(cloud.x.end(), across.x.begin(), across.x.end());
  cloud.y.insert(cloud.y.end(), across.y.begin(), across.y.end());
  for (const double size : {0.7, 1.0, 3.0, 1000.0}) {
    NeighborGrid grid;
    grid.build(cloud.x, cloud.y, torus(low, high), {.size = size});
    for (AgentIndex i = 0; i < 200; ++i) {
      expect_covers(grid, cloud, torus(low, high), {cloud.x[i], cloud.y[i], 0.0}, 6.0);
    }
  }
}

TEST(NeighborGrid, FindsAgentsExactlyOnCellBordersAndExactlyAtTheReach) {
  Cloud cloud;
  for (int row = 0; row < 12; ++row) {
    for (int column = 0; column < 12; ++column) {
      cloud.x.push_back(column);
      cloud.y.push_back(row);
    }
  }
  for (const Bounds& bounds : {Bounds(), torus({}, {12, 12, 0})}) {
    for (const double size : {1.0, 2.0, 3.0, 0.5}) {
      NeighborGrid grid;
      grid.build(cloud.x, cloud.y, bounds, {.size = size});
      for (std::size_t i = 0; i < cloud.x.size(); ++i) {
        for (const double reach : {1.0, 2.0, 3.0, 5.0}) {
          expect_covers(grid, cloud, bounds, {cloud.x[i], cloud.y[i], 0.0}, reach);
        }
      }
    }
  }
}

TEST(NeighborGrid, SeesThroughTheEdgesOfAWrappedWorld) {
  const Cloud cloud{{0.0, 9.99999999, 5.0, 0.1}, {0.0, 9.99999999, 5.0, 9.9}};
  const Bounds bounds = torus({}, {10, 10, 0});
  NeighborGrid grid;
  grid.build(cloud.x, cloud.y, bounds, {.size = 1.0});
  EXPECT_EQ(proposed(grid, {0.0, 0.0, 0.0}, 0.5), (Indices{0, 1, 3}));
  EXPECT_EQ(proposed(grid, {9.9, 0.2, 0.0}, 0.5), (Indices{0, 1, 3}));
}

// While a step is not finished, agents stand past the edge; they belong to the cell of their image inside.
TEST(NeighborGrid, TakesAgentsAndPointsPastTheEdgeOfAWrappedWorld) {
  Cloud cloud = random_cloud(3, 200, {-2.0, -2.0, 0.0}, {12.0, 13.0, 0.0});
  cloud.x[0] = 10.0;
  cloud.x[1] = -1e-20;
  cloud.x[2] = 47.0;
  const Bounds bounds = torus({}, {10, 10, 0});
  NeighborGrid grid;
  grid.build(cloud.x, cloud.y, bounds, {.size = 0.7});
  for (AgentIndex i = 0; i < 200; ++i) {
    for (const double reach : {0.4, 2.0}) {
      expect_covers(grid, cloud, bounds, {cloud.x[i], cloud.y[i], 0.0}, reach);
    }
  }
}

TEST(NeighborGrid, TakesPointsFarOutsideAnOpenWorld) {
  const Cloud cloud = random_cloud(4, 50, {}, {10, 10, 0});
  NeighborGrid grid;
  grid.build(cloud.x, cloud.y, Bounds(), {.size = 1.0});
  for (const Vec3 p : {Vec3{-100, 5, 0}, Vec3{5, 1e7, 0}, Vec3{1e9, -1e9, 0}}) {
    expect_covers(grid, cloud, Bounds(), p, 96.0);
  }
}

TEST(NeighborGrid, HoldsAgentsInALineOrOnOnePoint) {
  const std::vector<Cloud> clouds = {{{0, 1, 2, 3}, {5, 5, 5, 5}},
                                     {{2, 2, 2}, {2, 2, 2}},
                                     {{0.0, 1e-310}, {0.0, 4.0}},
                                     {{7.0}, {-3.0}},
                                     {{}, {}}};
  for (const Cloud& cloud : clouds) {
    for (const std::int64_t cells : {0, 7}) {
      NeighborGrid grid;
      grid.build(cloud.x, cloud.y, Bounds(), {.size = 0.5, .x = cells, .y = cells});
      for (std::size_t i = 0; i < cloud.x.size(); ++i) {
        expect_covers(grid, cloud, Bounds(), {cloud.x[i], cloud.y[i], 0.0}, 1.0);
      }
    }
  }
}

TEST(NeighborGrid, DisabledProposesAllAgents) {
  const Cloud cloud = random_cloud(5, 40, {}, {1000, 1000, 0});
  NeighborGrid grid;
  grid.build(cloud.x, cloud.y, Bounds(), {.enabled = false, .size = 1.0});
  EXPECT_EQ(proposed(grid, {0, 0, 0}, 0.1).size(), 40u);
}

TEST(NeighborGrid, KeepsAgentsAscendingWithinACellAndTheirPositionsBesideThem) {
  const Cloud cloud = random_cloud(6, 500, {}, {8, 8, 0});
  NeighborGrid grid;
  grid.build(cloud.x, cloud.y, Bounds(), {.x = 1, .y = 1});
  for (AgentIndex i = 0; i < 500; ++i)
    EXPECT_EQ(grid.sorted_agents()[i].agent, i);
  grid.build(cloud.x, cloud.y, Bounds(), {.size = 1.0});
  for (std::size_t k = 0; k < 500; ++k) {
    EXPECT_EQ(grid.sorted_agents()[k].x, cloud.x[grid.sorted_agents()[k].agent]);
    EXPECT_EQ(grid.sorted_agents()[k].y, cloud.y[grid.sorted_agents()[k].agent]);
  }
}

TEST(NeighborGrid, SurvivesAbsurdNumbersOfCells) {
  const Cloud cloud = random_cloud(7, 20, {}, {1e6, 2.0, 0});
  NeighborGrid grid;
  for (const NeighborGrid::Cells& cells :
       {NeighborGrid::Cells{.size = 1e-3}, NeighborGrid::Cells{.x = 100000, .y = 100000},
        NeighborGrid::Cells{.x = 1, .y = 100000}}) {
    grid.build(cloud.x, cloud.y, Bounds(), cells);
    for (AgentIndex i = 0; i < 20; ++i) {
      expect_covers(grid, cloud, Bounds(), {cloud.x[i], cloud.y[i], 0.0}, 1e5);
    }
  }
}

}  // namespace
}  // namespace drover::neighbor_grid_test
