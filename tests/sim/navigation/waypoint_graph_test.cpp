#include "sim/navigation/waypoint_graph.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <gtest/gtest.h>

#include "core/random.h"
#include "sim/navigation/line_of_sight.h"
#include "sim/navigation/waypoint_search.h"
#include "sim/static_scene.h"

namespace drover::waypoint_graph_test {
namespace {

using test::OwnGeometry;

using Nodes = std::vector<Waypoint>;
using Edges = std::vector<WaypointEdgeDef>;

Bounds torus() {
  BoundsDef def;
  def.max = {20, 20, 0};
  def.edge = Edge::wrap;
  return Bounds(def);
}

Vec3 point(Draws& draws) {
  const double x = 20.0 * draws.uniform();
  const double y = 20.0 * draws.uniform();
  return {x, y, 0.0};
}

std::string ids(const WaypointGraph& graph, const WaypointPath& path) {
  std::string text;
  for (const std::uint32_t node : path.nodes)
    text += graph.nodes()[node].id;
  return text;
}

WaypointPath way(const WaypointGraph& graph, std::uint32_t from, std::vector<std::uint32_t> goals,
                 double weight = 1.0) {
  return WaypointSearch().find(graph, from, goals, weight);
}

TEST(WaypointGraph, NumbersNodesByTheirIds) {
  const Nodes nodes = {{"c", {3, 0, 0}}, {"a", {0, 0, 0}}, {"b", {1, 0, 0}}};
  const Edges edges = {{.from = 0, .to = 2}, {.from = 1, .to = 2, .cost = 7.0}};
  const WaypointGraph graph(nodes, edges, {}, Bounds());
  ASSERT_EQ(graph.edges().size(), 2u);
  EXPECT_EQ(graph.nodes()[2].id, "c");
  const WaypointPath path = way(graph, 0, {2});
  EXPECT_EQ(ids(graph, path), "abc");
  EXPECT_EQ(path.cost, 9.0);
  EXPECT_TRUE(path.is_reached);
  EXPECT_EQ(path.expansions, 3u);
}

TEST(WaypointGraph, EdgesOfOneWayLeadOneWay) {
  const WaypointGraph graph({{"a", {}}, {"b", {1, 0, 0}}}, Edges{{.from = 1, .to = 0, .one_way = true}}, {},
                            Bounds());
  EXPECT_TRUE(way(graph, 1, {0}).is_reached);
  const WaypointPath back = way(graph, 0, {1});
  EXPECT_FALSE(back.is_reached);
  EXPECT_EQ(ids(graph, back), "a");
}

TEST(WaypointGraph, ConnectsPairsWithinTheRange) {
  Nodes nodes;
  for (int k = 0; k < 5; ++k)
    nodes.push_back({std::string(1, static_cast<char>('a' + k)), {0.1 * k, 0, 0}});
  const WaypointGraph graph(nodes, {}, 0.2, Bounds());
  EXPECT_EQ(graph.edges().size(), 7u);  // 4 of one step and 3 of two, whose length is the range
  // None where one is written down, even if that leads one way.
  const WaypointGraph written(nodes, Edges{{.from = 1, .to = 0, .cost = 9.0, .one_way = true}}, 0.2,
                              Bounds());
  EXPECT_EQ(written.edges().size(), 7u);
  EXPECT_EQ(ids(written, way(written, 0, {1})), "acb");
}

TEST(WaypointGraph, AutomaticPairsAreThoseOfAllPairs) {
  Draws draws({.seed = 1});
  for (const bool wraps : {false, true}) {
    const Bounds bounds = wraps ? torus() : Bounds();
    for (const double range : {0.0, 1.0, 4.0, 50.0}) {
      Nodes nodes;
      for (int k = 0; k < 150; ++k)
        nodes.push_back({std::to_string(1000 + k), point(draws)});
      const WaypointGraph graph(nodes, {}, range, bounds);
      std::size_t count = 0;
      for (std::size_t a = 0; a < nodes.size(); ++a)
        for (std::size_t b = a + 1; b < nodes.size(); ++b)
          count += length(bounds.displacement(nodes[a].position, nodes[b].position)) <= range ? 1u : 0u;
      EXPECT_EQ(graph.edges().size(), count) << range;
    }
  }
}

TEST(WaypointGraph, EdgesWithoutSightAreAbsentUntilItIsThereAgain) {
  WorldDef def;
  def.walls = {test::wall({{1, -1, 0}, {1, 1, 0}})};
  const OwnGeometry closed(def, Bounds());
  def.walls[0].present = false;
  const OwnGeometry open(def, Bounds());
  WaypointGraph graph({{"a", {0, 0, 0}}, {"b", {2, 0, 0}}, {"c", {1, 3, 0}}}, Edges{{.from = 0, .to = 1}},
                      5.0, Bounds());
  EXPECT_EQ(ids(graph, way(graph, 0, {1})), "ab");
  EXPECT_TRUE(graph.find_sight(closed, 0.4));
  EXPECT_EQ(ids(graph, way(graph, 0, {1})), "acb");
  EXPECT_FALSE(graph.find_sight(closed, 0.4));
  EXPECT_TRUE(graph.find_sight(open, 0.4));
  EXPECT_EQ(ids(graph, way(graph, 0, {1})), "ab");
  EXPECT_TRUE(graph.find_sight(closed, 1.5));  // too wide for the way round
  EXPECT_FALSE(way(graph, 0, {1}).is_reached);
}

TEST(WaypointGraph, ReachesThroughTheEdgesOfAWorldThatWraps) {
  WaypointGraph graph({{"a", {1, 5, 0}}, {"b", {19, 5, 0}}}, {}, 3.0, torus());
  WorldDef def;
  def.obstacles.resize(1);
  def.obstacles[0].center = {0, 5, 0};
  def.obstacles[0].radius = 0.2;
  ASSERT_EQ(graph.edges().size(), 1u);
  EXPECT_DOUBLE_EQ(way(graph, 0, {1}).cost, 2.0);
  EXPECT_TRUE(graph.find_sight(OwnGeometry(def, torus()), 0.3));
  EXPECT_FALSE(way(graph, 0, {1}).is_reached);
}

TEST(WaypointGraph, EntryIsTheNearestVisibleNode) {
  const OwnGeometry geometry = test::walls({test::wall({{1, -5, 0}, {1, 5, 0}})});
  const WaypointGraph graph({{"far", {-3, 0, 0}}, {"hidden", {2, 0, 0}}, {"g", {0, 3, 0}}, {"h", {0, -3, 0}}},
                            {}, {}, Bounds());
  const auto entry = [&](Vec3 p) { return graph.entry(geometry, p, 0.4); };
  EXPECT_EQ(graph.nodes()[entry({0, 0, 0}).node].id, "far");  // 3 m as the others, the first id
  EXPECT_EQ(graph.nodes()[entry({0, -0.1, 0}).node].id, "h");
  EXPECT_TRUE(entry({0, 0, 0}).is_visible);
  EXPECT_EQ(graph.nodes()[entry({1.5, 0, 0}).node].id, "hidden");
  EXPECT_EQ(WaypointGraph().entry(geometry, {}, 0.4).node, kNoIndex);
}

TEST(WaypointGraph, EntryIsTheNearestNodeWhereNoneIsVisible) {
  const OwnGeometry geometry =
      test::walls({test::wall({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, true)});
  const WaypointGraph graph({{"b", {3, 0, 0}}, {"a", {-3, 0, 0}}, {"c", {0, 4, 0}}}, {}, {}, Bounds());
  const WaypointEntry entry = graph.entry(geometry, {}, 0.4);
  EXPECT_FALSE(entry.is_visible);
  EXPECT_EQ(graph.nodes()[entry.node].id, "a");
}

TEST(WaypointGraph, EntryIsThatOfLookingAtAllNodes) {
  Draws draws({.seed = 3});
  for (const bool wraps : {false, true}) {
    const Bounds bounds = wraps ? torus() : Bounds();
    WorldDef def;
    for (int k = 0; k < 30; ++k) {
      const Vec3 a = point(draws);
      def.walls.push_back(test::wall({a, a + (point(draws) - Vec3{10, 10, 0}) * 0.3}));
    }
    const OwnGeometry geometry(def, bounds);
    Nodes nodes;
    for (int k = 0; k < 60; ++k)
      nodes.push_back({std::to_string(100 + k), point(draws)});
    const WaypointGraph graph(nodes, {}, {}, bounds);
    int second = 0;
    for (int k = 0; k < 400; ++k) {
      const Vec3 p = point(draws);
      double least = kInfinity;
      double nearest = kInfinity;
      std::uint32_t expected = kNoIndex;
      for (std::uint32_t node = 0; node < nodes.size(); ++node) {
        const Vec3 to = bounds.displacement(p, nodes[node].position);
        nearest = smaller(nearest, length(to));
        if (!(length(to) < least) || !sees(geometry, p, p + to, 0.2)) continue;
        least = length(to);
        expected = node;
      }
      const WaypointEntry entry = graph.entry(geometry, p, 0.2);
      ASSERT_EQ(entry.is_visible, expected != kNoIndex);
      if (!entry.is_visible) continue;
      ASSERT_EQ(entry.node, expected);
      second += least > nearest ? 1 : 0;
    }
    EXPECT_GT(second, 30);
  }
}

TEST(WaypointGraph, EntryOfEquallyNearNodesIsTheFirst) {
  Nodes nodes;
  for (int k = 0; k < 100; ++k)
    nodes.push_back({std::to_string(1000 + 37 * k % 100), {1.0 * (k % 10), 1.0 * (k / 10), 0}});
  const OwnGeometry empty(WorldDef{}, Bounds());
  const WaypointGraph graph(nodes, {}, {}, Bounds());
  for (int x = 0; x < 9; ++x) {
    for (int y = 0; y < 9; ++y) {
      std::string least = "9999";
      for (const int k : {10 * y + x, 10 * y + x + 1, 10 * y + x + 10, 10 * y + x + 11})
        least = std::min(least, nodes[static_cast<std::size_t>(k)].id);
      const WaypointEntry entry = graph.entry(empty, {x + 0.5, y + 0.5, 0}, 0.1);
      EXPECT_EQ(graph.nodes()[entry.node].id, least);
    }
  }
}

TEST(WaypointGraph, OfTheTwoStageCheckLeadsByTheMiddleNode) {
  const Nodes nodes = {{"A", {3, 0, 0}}, {"B", {0, 2, 0}}, {"C", {3, 4, 0}}};
  WaypointGraph graph(nodes, Edges{{.from = 0, .to = 1}, {.from = 1, .to = 2}}, {}, Bounds());
  const WaypointPath path = way(graph, 0, {2});
  EXPECT_EQ(ids(graph, path), "ABC");
  EXPECT_NEAR(path.cost, 2.0 * std::sqrt(13.0), 1e-12);
}

TEST(WaypointSearch, OfDegenerateGraphsAndGoals) {
  const WaypointGraph empty;
  EXPECT_TRUE(way(empty, kNoIndex, {kNoIndex}).nodes.empty());
  const WaypointGraph one({{"a", {}}}, Edges{{.from = 0, .to = 0}}, 1.0, Bounds());
  const WaypointPath stays = way(one, 0, {0});
  EXPECT_TRUE(stays.is_reached);
  EXPECT_EQ(stays.nodes.size(), 1u);
  EXPECT_EQ(stays.expansions, 0u);
  EXPECT_TRUE(way(one, 0, {}).nodes.empty());
  // Edges of no length do not count in the least cost of a meter, whatever they cost.
  const WaypointGraph same({{"a", {}}, {"b", {}}, {"c", {1, 0, 0}}},
                           Edges{{.from = 0, .to = 1, .cost = 2.0}, {.from = 1, .to = 2}}, {}, Bounds());
  EXPECT_EQ(same.least_cost_per_meter(), 1.0);
  EXPECT_EQ(way(same, 0, {2}).cost, 3.0);
  const WaypointGraph free({{"a", {}}, {"b", {1, 0, 0}}}, Edges{{.from = 0, .to = 1, .cost = 0.0}}, {},
                           Bounds());
  EXPECT_EQ(way(free, 0, {1}).cost, 0.0);
}

// Of equal ways that through the nodes of lesser numbers; the partial way ends nearest to the goal.
TEST(WaypointSearch, BreaksTiesByNumber) {
  const Nodes nodes = {
      {"d", {2, 0, 0}}, {"c", {1, -1, 0}}, {"b", {1, 1, 0}}, {"a", {0, 0, 0}}, {"e", {4, 0, 0}}};
  Edges edges = {{.from = 3, .to = 1}, {.from = 3, .to = 2}, {.from = 1, .to = 0}, {.from = 2, .to = 0}};
  const WaypointGraph graph(nodes, edges, {}, Bounds());
  EXPECT_EQ(ids(graph, way(graph, 0, {3})), "abd");
  std::ranges::reverse(edges);
  const WaypointGraph other(nodes, edges, {}, Bounds());
  EXPECT_EQ(ids(other, way(other, 0, {3})), "abd");
  const WaypointPath partial = way(graph, 0, {4});
  EXPECT_FALSE(partial.is_reached);
  EXPECT_EQ(ids(graph, partial), "abd");
  EXPECT_EQ(partial.expansions, 4u);
  EXPECT_EQ(ids(graph, way(graph, 0, {4, 2})), "ac");
}

// b and c lie on the straight way to the goal: c, which is nearer to it, is looked at first.
TEST(WaypointSearch, OfEqualEstimatesTakesTheNodeNearestToTheGoal) {
  const WaypointGraph graph({{"a", {0, 0, 0}}, {"b", {1, 0, 0}}, {"c", {2, 0, 0}}, {"d", {4, 0, 0}}},
                            Edges{{.from = 0, .to = 1}, {.from = 0, .to = 2}, {.from = 2, .to = 3}}, {},
                            Bounds());
  EXPECT_EQ(way(graph, 0, {3}).expansions, 3u);
}

struct RandomGraph {
  RandomGraph(Draws& draws, const Bounds& bounds) {
    const std::uint32_t n = 2 + draws.below(60);
    for (std::uint32_t k = 0; k < n; ++k)
      nodes.push_back({std::to_string(100 + k), point(draws)});
    const std::uint32_t m = draws.below(3 * n);
    for (std::uint32_t k = 0; k < m; ++k) {
      WaypointEdgeDef edge;
      edge.from = draws.below(n);
      edge.to = draws.below(n);
      edge.one_way = draws.below(2) == 0;
      if (draws.below(2) == 0) edge.cost = 30.0 * draws.uniform();
      edges.push_back(edge);
    }
    graph = WaypointGraph(nodes, edges,
                          draws.below(2) == 0 ? std::optional(5.0 * draws.uniform()) : std::nullopt, bounds);
    WorldDef def;
    for (int k = 0; k < 4; ++k)
      def.walls.push_back(test::wall({point(draws), point(draws)}));
    graph.find_sight(OwnGeometry(def, bounds), 0.1);
  }

  // By Dijkstra's search of Boost.Graph, from one node to all.
  std::vector<double> costs_from(std::uint32_t start) const {
    using Weight = boost::property<boost::edge_weight_t, double>;
    using Graph =
        boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, Weight>;
    Graph reference(nodes.size());
    for (const WaypointEdge& edge : graph.edges()) {
      if (!edge.is_present) continue;
      boost::add_edge(edge.from, edge.to, edge.cost, reference);
      if (!edge.one_way) boost::add_edge(edge.to, edge.from, edge.cost, reference);
    }
    std::vector<double> costs(nodes.size());
    boost::dijkstra_shortest_paths(reference, start,
                                   boost::distance_map(costs.data()).distance_inf(kInfinity));
    return costs;
  }

  Nodes nodes;
  Edges edges;
  WaypointGraph graph;
};

TEST(WaypointSearch, FindsTheCostsOfBoostGraph) {
  Draws draws({.seed = 2});
  WaypointSearch search;
  int reached = 0;
  for (int scene = 0; scene < 300; ++scene) {
    const RandomGraph random(draws, scene % 2 == 0 ? Bounds() : torus());
    const auto n = static_cast<std::uint32_t>(random.nodes.size());
    const std::uint32_t start = draws.below(n);
    const std::vector<double> costs = random.costs_from(start);
    for (std::uint32_t goal = 0; goal < n; ++goal) {
      const std::vector<std::uint32_t> goals = {goal, draws.below(n)};
      const double expected = smaller(costs[goals[0]], costs[goals[1]]);
      const WaypointPath& path = search.find(random.graph, start, goals);
      ASSERT_EQ(path.is_reached, expected < kInfinity);
      ASSERT_LE(path.expansions, n);
      if (!path.is_reached) continue;
      ++reached;
      ASSERT_NEAR(path.cost, expected, 1e-9);
      ASSERT_EQ(path.nodes.front(), start);
      ASSERT_LE(search.find(random.graph, start, goals, 2.0).cost, 2.0 * expected + 1e-9);
    }
  }
  EXPECT_GT(reached, 3000);
}

TEST(WaypointSearch, DoesNotDependOnTheOrderOfTheLists) {
  Draws draws({.seed = 4});
  for (int scene = 0; scene < 100; ++scene) {
    const RandomGraph random(draws, Bounds());
    const auto n = static_cast<std::uint32_t>(random.nodes.size());
    Nodes nodes(random.nodes.rbegin(), random.nodes.rend());
    Edges edges(random.edges.rbegin(), random.edges.rend());
    for (WaypointEdgeDef& edge : edges)
      edge = {n - 1 - edge.from, n - 1 - edge.to, edge.cost, edge.kind, edge.one_way};
    const WaypointGraph there(random.nodes, random.edges, 3.0, Bounds());
    const WaypointGraph back(std::move(nodes), edges, 3.0, Bounds());
    for (std::uint32_t goal = 0; goal < n; ++goal) {
      const WaypointPath one = way(there, 0, {goal});
      const WaypointPath other = way(back, 0, {goal});
      ASSERT_EQ(one.nodes, other.nodes);
      ASSERT_EQ(one.cost, other.cost);
      ASSERT_EQ(one.expansions, other.expansions);
    }
  }
}

TEST(WaypointSearch, LooksAtFewNodesOnTheWayToAGoal) {
  Nodes nodes;
  for (int k = 0; k < 400; ++k)
    nodes.push_back({std::to_string(1000 + k), {1.0 * (k % 20), 1.0 * (k / 20), 0}});
  const WaypointGraph graph(nodes, {}, 1.0, Bounds());
  const WaypointPath path = way(graph, 0, {19});
  EXPECT_EQ(path.cost, 19.0);
  EXPECT_EQ(path.expansions, 20u);
}

}  // namespace
}  // namespace drover::waypoint_graph_test
