// The grids of a scenario as the model knows them: names are indices, and where cells lie is settled.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/definitions/navigation_definitions.h"
#include "sim/navigation/floors.h"
#include "sim/navigation/grid_frame.h"
#include "sim/navigation/waypoint_graph.h"

namespace drover {

// A factor on the length of ways in a region.
struct TerrainCost {
  std::uint32_t region = 0;  // index of the region
  double factor = 1.0;
};

struct GridPlan {
  std::string name;  // empty: made, because the scenario declares none
  GridFrame frame;
  int connectivity = 8;
  CornerCutting corners = CornerCutting::never;
  LineOfSight line_of_sight = LineOfSight::geometry;
  double agent_radius = 0.0;  // 0: that of the body that asks [m]
  double clearance = 0.0;     // m
  double radius_step = 0.0;   // m; 0: radius_classes says
  // Ascending: a body counts as large as the next of these, a larger one as the last of them times a power of
  // 5/4 [m].
  std::vector<double> radius_classes;
  std::vector<TerrainCost> terrain;

  // How large a body of this radius counts [m].
  double class_of(double radius) const;
  // What a body of this radius keeps between its center and what stands [m].
  double room_of(double radius) const { return class_of(radius) + clearance; }
};

// A graph, with what it is made of.
struct GraphPlan {
  std::string name;
  WaypointGraph graph;     // all edges present
  double clearance = 0.0;  // m
};

// There are none where nobody finds a way or nothing stands in it.
struct NavigationModel {
  std::vector<GridPlan> grids;
  std::vector<GraphPlan> graphs;
  WalkingHeights heights;

  bool exists() const { return !grids.empty(); }
};

}  // namespace drover
