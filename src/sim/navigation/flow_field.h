// A flow field: of every cell of a grid the distance to the nearest goal and the direction that leads there,
// so that any number of bodies share one search (Emerson 2013, "Crowd Pathfinding and Steering Using Flow
// Field Tiles").
//
// Cell by cell the distance falls along the directions, so each reached cell leads to a goal, over moves of
// the grid alone.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/enum_names.h"
#include "core/field_table.h"
#include "core/vec3.h"
#include "sim/navigation/grid_map.h"

namespace drover {

// How distances are found. bfs: numbers of straight moves times the size of a cell, whatever cells cost.
// dijkstra: the cost of the cheapest way. fast_marching: the Eikonal equation |grad D| = cost, upwind, over
// straight moves; what only diagonal moves reach remains unreached.
DROVER_ENUM(Integration, bfs, dijkstra, fast_marching)

// Where a cell points. neighbor: to the center of the neighbor through which the way is shortest, among those
// nearer to a goal. gradient: down the slope of the distances, in any direction.
DROVER_ENUM(FieldDirection, neighbor, gradient)

// nearest: the direction of the cell. bilinear: the mean of those of the four cells around.
DROVER_ENUM(Sampling, nearest, bilinear)

class FlowField {
 public:
  // To the nearest goal [m], infinite in cells that are not reached.
  double distance(CellIndex cell) const { return distances_[cell]; }
  bool is_reached(CellIndex cell) const { return distances_[cell] < kInfinity; }
  // A goal that nothing reaches for less than its bias.
  bool is_goal(CellIndex cell) const { return is_reached(cell) && steps_[cell] == kNoStep; }
  // How many cells are reached: 0 without a free goal.
  std::uint32_t reached_count() const { return reached_count_; }

  // These take the map that the field was built for.

  // The unit vector of a reached cell, zero of goals and other cells.
  Vec3 direction(const GridMap& map, CellIndex cell) const;
  // That at a point. Only the cell it is in and those this one has moves to count; zero in a goal.
  Vec3 sample(const GridMap& map, Vec3 p, Sampling sampling) const;
  // The slope downwards around a reached cell: the differences of distances over two cells [m], the left
  // minus the right one and the lower minus the upper one. A neighbor without a move from the cell, or
  // unreached, has no value: the difference to the other one counts twice then.
  Vec3 slope(const GridMap& map, CellIndex cell) const;
  // The cells from here to a goal by rule `neighbor`; none from unreached ones.
  void descend(const GridMap& map, CellIndex from, std::vector<CellIndex>& cells) const;

 private:
  friend class FieldBuilder;
  static constexpr std::uint8_t kNoStep = 0xff;

  std::array<double, 4> neighbor_distances(const GridMap& map, CellIndex cell) const;
  Vec3 gradient_direction(const GridMap& map, CellIndex cell) const;

  FieldDirection direction_ = FieldDirection::neighbor;
  std::uint32_t reached_count_ = 0;
  std::vector<double> distances_;    // by cell [m]
  std::vector<std::uint8_t> steps_;  // by cell: the move of rule `neighbor`, or kNoStep
};

}  // namespace drover
