// Takes blocks of four agents that are near each other and finds where their candidates are.
#pragma once

#include <cstdint>
#include <vector>

#include "core/vec3.h"
#include "sim/perception/neighbor_grid.h"
#include "sim/perception/pair_lanes.h"

namespace drover {

class PerceptionPass;
class World;

class BlockSearch {
 public:
  // `shortest_reach` is the least distance within which any agent has to look [m]. The ranges are found in
  // `ranges`.
  BlockSearch(const World& world, const NeighborGrid& grid, double shortest_reach,
              std::vector<IndexRange>& ranges);

  // Takes the agents from `first` on, none after `end`, that are in the same row of cells and not far apart.
  void take(std::size_t first, std::size_t end, lanes::BlockAgents& block);

  // How far the agents of the blocks look for all but large bodies [m].
  void set_reach(double reach);

  // Finds where the candidates of the block are, those of its own agents left out. Large bodies are those of
  // a pass, which counts radii; nullptr: there are none. Returns whether two of them may be nearer to each
  // other through an edge of the world.
  bool find_ranges(const PerceptionPass* large, lanes::BlockAgents& block);

 private:
  struct Box {
    Vec3 low, high;
  };
  static Box box_around(const lanes::BlockAgents& block);
  NeighborGrid::CellBlock candidate_cells(const lanes::BlockAgents& block) const;

  const World& world_;
  const NeighborGrid& grid_;
  std::vector<IndexRange>& ranges_;
  std::int64_t max_columns_;                 // of a block
  NeighborGrid::CellBlock cells_ = {};       // of the present block
  double reach_ = -1.0;                      // m
  NeighborGrid::CellReach cell_reach_ = {};  // the same in cells
  bool bounds_positions_ = false;            // whether candidates are around positions or around cells
};

}  // namespace drover
