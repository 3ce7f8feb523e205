// What a scenario file says about finding ways; see definitions.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/field.h"

namespace drover {

// Whether a diagonal move of a grid needs both cells beside it free, one, or none.
DROVER_ENUM(CornerCutting, never, one, always)

// How it is found out whether a body could go straight: past what stands, or over free cells.
DROVER_ENUM(LineOfSight, geometry, grid)

inline constexpr double kMostGridCells = 4e6;  // along an axis, and in all

// Square cells that bodies find their ways over.
struct NavigationGridDef {
  std::optional<Vec3> origin;
  std::optional<double> cell_size;
  std::optional<std::int64_t> width;
  std::optional<std::int64_t> height;
  std::optional<double> agent_radius;
  double clearance = 0.0;
  double radius_step = 0.0;
  std::int64_t connectivity = 8;
  CornerCutting corner_cutting = CornerCutting::never;
  LineOfSight line_of_sight = LineOfSight::geometry;
  NamedList<double> terrain_cost;  // by the name of a region
  static const Table& table();
};

// How bodies get along an edge: on foot, carried by a platform, or in a jump.
DROVER_ENUM(WaypointEdgeKind, walk, lift, jump)

// Between two places of a graph.
struct NavigationEdgeDef {
  std::string from;
  std::string to;
  WaypointEdgeKind kind = WaypointEdgeKind::walk;
  std::string platform;
  std::optional<double> cost;
  std::optional<bool> one_way;
  double run_up_time = 0.0;
  double risk = 0.0;
  std::optional<double> radius;
  std::optional<double> pad_radius;
  double min_speed = 0.0;
  static const Table& table();
};

// Places and the ways between them.
struct NavigationGraphDef {
  NamedList<Vec3> nodes;
  std::vector<NavigationEdgeDef> edges;
  std::optional<double> auto_edges;
  double clearance = 0.0;
  static const Table& table();
};

struct NavigationDef {
  NamedList<NavigationGridDef> grids;
  NamedList<NavigationGraphDef> graphs;
  static const Table& table();
};

}  // namespace drover
