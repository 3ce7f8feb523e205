// A grid for bodies of one size and what is known on it, for the agents that share it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <span>
#include <vector>

#include "sim/navigation/field_builder.h"
#include "sim/navigation/flow_field.h"
#include "sim/navigation/grid_map.h"
#include "sim/navigation/grid_search.h"
#include "sim/navigation/navigation.h"
#include "sim/navigation/waypoint_search.h"

namespace drover {

// Exact counts of the work done; the same with any number of threads.
struct NavigationCounters {
  std::atomic<std::uint64_t> expansions = 0;  // cells that searches closed
  std::atomic<std::uint64_t> grid_builds = 0;
  std::atomic<std::uint64_t> field_builds = 0;
  std::atomic<std::uint64_t> field_cells = 0;  // that they reached
  std::atomic<std::uint64_t> plans = 0;        // ways that were looked for
};

// Which field: goals ascending by cell.
struct FieldKey {
  Integration integration = Integration::dijkstra;
  FieldDirection direction = FieldDirection::neighbor;
  std::vector<FieldGoal> goals;

  friend bool operator==(const FieldKey& a, const FieldKey& b) {
    return a.integration == b.integration && a.direction == b.direction &&
           std::ranges::equal(a.goals, b.goals, [](const FieldGoal& one, const FieldGoal& other) {
             return one.cell == other.cell && one.bias == other.bias;
           });
  }
};

// A grid for bodies of one size, and what is known on it.
class NavigationLayer {
 public:
  const GridMap& map() const { return map_; }
  // What bodies keep between their centers and what stands [m].
  double room() const { return room_; }
  // The free cells whose centers are in a region, border included, ascending; without any those at the edge
  // of the grid that are nearest to its bounding box, or that this touches.
  std::span<const CellIndex> cells_of(const NavigationWorld& world, std::uint32_t region);
  // The field with this key. It stays at least until the next state begins.
  const FlowField& field(const NavigationWorld& world, const FieldKey& key);

 private:
  friend class Navigation;
  struct RegionCells {
    std::uint32_t region;
    std::vector<CellIndex> cells;
  };
  struct Field {
    FieldKey key;
    FlowField field;
    std::atomic<std::uint64_t> used = 0;  // the last tick in which it was
  };
  NavigationLayer(std::uint32_t grid, std::uint32_t solids, double room, NavigationCounters& counters)
      : grid_(grid), solids_(solids), room_(room), counters_(counters) {}

  std::uint32_t grid_;
  std::uint32_t solids_;  // index of the GroundSolids, kNoIndex without
  double room_;
  NavigationCounters& counters_;
  GridMap map_;
  std::shared_mutex mutex_;  // of what follows
  FieldBuilder builder_;
  std::vector<std::unique_ptr<RegionCells>> regions_;
  std::vector<std::unique_ptr<Field>> fields_;
};

// Memory of one search for a way.
struct WayScratch {
  GridSearch search;
  WaypointSearch graph_search;
  std::vector<CellIndex> cells;
  std::vector<CellIndex> goals;
  FieldKey key;
  std::vector<Vec3> points;
};

}  // namespace drover
