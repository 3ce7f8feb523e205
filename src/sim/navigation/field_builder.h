// Builds flow fields, with the memory that this takes.
//
// A field looks for ways to the goals, so it follows moves backwards: where a move leads from a cell to
// another, the distance of the other one gives that of the first. Where moves lead both ways this is the
// same.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/navigation/distance_queue.h"
#include "sim/navigation/flow_field.h"
#include "sim/navigation/grid_map.h"

namespace drover {

struct FieldGoal {
  CellIndex cell = kNoCell;
  double bias = 0.0;  // the distance it starts with [m]; it keeps it only while nothing reaches it for less
};

struct FieldOptions {
  Integration integration = Integration::dijkstra;
  FieldDirection direction = FieldDirection::neighbor;
  // What the costs of cells are multiplied by, one per cell or none; bfs does without. The products are
  // rounded to multiples of 1/256 like costs.
  std::span<const double> factors = {};
};

class FieldBuilder {
 public:
  // Goals that are blocked do not count. Allocates only where it needs more room than ever before.
  void build(const GridMap& map, std::span<const FieldGoal> goals, const FieldOptions& options,
             FlowField& field);

 private:
  // A way to a goal: its cost and the bias there [m].
  struct Label {
    PathCost cost;
    double bias = 0.0;
  };

  std::uint32_t cost(CellIndex cell) const { return costs_.empty() ? map_->cost(cell) : costs_[cell]; }
  double greatest_cost() const;
  void start_goals();
  CellIndex next_cell();
  void spread_hops();
  void spread_costs();
  void march();
  void find_steps(Integration integration);

  const GridMap* map_ = nullptr;      // during a build alone
  FlowField* field_ = nullptr;        // the same
  double meters_ = 0.0;               // of 1/512 of a cell
  std::vector<FieldGoal> goals_;      // free ones, by (bias, cell)
  std::vector<std::uint32_t> costs_;  // by cell [1/256], where there are factors
  std::vector<Label> labels_;         // by cell
  std::size_t next_goal_ = 0;
  DistanceQueue open_;
  std::vector<CellIndex> queue_;        // of bfs
  std::vector<std::uint8_t> accepted_;  // by cell
};

}  // namespace drover
