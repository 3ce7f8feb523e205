// A grid for bodies of one size and what is known on it, for the agents that share it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <vector>

#include "sim/navigation/field_builder.h"
#include "sim/navigation/flow_field.h"
#include "sim/navigation/grid_map.h"
#include "sim/navigation/grid_parts.h"
#include "sim/navigation/grid_search.h"
#include "sim/navigation/hidden_blocks.h"
#include "sim/navigation/navigation.h"
#include "sim/navigation/waypoint_search.h"

namespace drover {

// A count that is added to for every agent in every step, in parts so that threads seldom wait for each
// other: neighbors in the order of agents are the work of one thread.
class SpreadCount {
 public:
  void add_one(AgentIndex agent) {
    parts_[agent / kNeighbors % parts_.size()].count.fetch_add(1, std::memory_order_relaxed);
  }
  std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (const Part& part : parts_)
      sum += part.count.load(std::memory_order_relaxed);
    return sum;
  }

 private:
  static constexpr AgentIndex kNeighbors = 256;
  struct alignas(64) Part {  // a line of the cache
    std::atomic<std::uint64_t> count = 0;
  };
  std::array<Part, 16> parts_;
};

// Exact counts of the work done; the same with any number of threads.
struct NavigationCounters {
  std::atomic<std::uint64_t> expansions = 0;  // cells that searches closed
  std::atomic<std::uint64_t> grid_builds = 0;
  std::atomic<std::uint64_t> field_builds = 0;
  std::atomic<std::uint64_t> field_cells = 0;  // that they reached
  std::atomic<std::uint64_t> plans = 0;        // ways that were looked for
  std::atomic<std::uint64_t> replans = 0;      // of these, while one to the same place was followed
  SpreadCount sight_tests;                     // can_go_straight
};

// By how much cells cost more where agents stand: times 1 + weight * density. Each agent counts in the square
// of cells around it that is about four times as wide as the room of the layer, as bodies are wider than
// cells. One alone counts nowhere: it would make its own place dear.
struct Crowding {
  double weight = 0.0;       // m^2
  std::uint32_t sample = 0;  // index in Model::position_samples
  std::uint64_t number = 0;  // of those taken before

  friend bool operator==(const Crowding&, const Crowding&) = default;
};

// Which field: to the cells of a region, or to goals ascending by cell.
struct FieldKey {
  Integration integration = Integration::dijkstra;
  FieldDirection direction = FieldDirection::neighbor;
  Crowding crowding = {};
  std::uint32_t region = kNoIndex;  // it names its cells, so that nobody copies and compares thousands
  std::vector<FieldGoal> goals;     // none with a region

  friend bool operator==(const FieldKey& a, const FieldKey& b) {
    return a.integration == b.integration && a.direction == b.direction && a.crowding == b.crowding &&
           a.region == b.region &&
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
  LineOfSight line_of_sight() const { return line_of_sight_; }
  NavigationCounters& counters() const { return counters_; }
  // The free cells whose centers are in a region, border included, ascending; without any those at the edge
  // of the grid that are nearest to its bounding box, or that this touches.
  std::span<const CellIndex> cells_of(const NavigationWorld& world, std::uint32_t region);
  // The field with this key. It stays at least until the next state begins. Where the key says that crowding
  // counts, visit_crowd(visit) calls visit(position) for the agents.
  template <class VisitCrowd>
  const FlowField& field(const NavigationWorld& world, const FieldKey& key, VisitCrowd&& visit_crowd) {
    {
      const std::shared_lock lock(mutex_);
      if (const FlowField* known = find_field(world, key)) return *known;
    }
    const std::span<const CellIndex> region =
        key.region == kNoIndex ? std::span<const CellIndex>() : cells_of(world, key.region);
    const std::unique_lock lock(mutex_);
    if (const FlowField* known = find_field(world, key)) return *known;
    factors_.clear();
    if (key.crowding.weight > 0.0) {
      factors_.assign(map_.frame().cell_count(), 0.0);
      visit_crowd([&](Vec3 position) { count_around(position); });
      weigh_crowd(key.crowding.weight);
    }
    return build_field(world, key, region);
  }
  const FlowField& field(const NavigationWorld& world, const FieldKey& key) {
    return field(world, key, [](auto&&) {});
  }
  // Of the map: they tell that no way leads somewhere before anybody searches for one.
  const GridParts& parts();

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
  NavigationLayer(std::uint32_t grid, std::uint32_t solids, double room, LineOfSight line_of_sight,
                  NavigationCounters& counters)
      : grid_(grid), solids_(solids), room_(room), line_of_sight_(line_of_sight), counters_(counters) {}

  std::int64_t crowd_reach() const;  // cells
  void count_around(Vec3 position);
  void weigh_crowd(double weight);
  // To be called with a lock.
  const FlowField* find_field(const NavigationWorld& world, const FieldKey& key);
  const FlowField& build_field(const NavigationWorld& world, const FieldKey& key,
                               std::span<const CellIndex> region);

  std::uint32_t grid_;
  std::uint32_t solids_;  // index of the GroundSolids, kNoIndex without
  double room_;
  LineOfSight line_of_sight_;
  NavigationCounters& counters_;
  GridMap map_;
  std::shared_mutex mutex_;  // of what follows
  FieldBuilder builder_;
  std::vector<double>
      factors_;  // of the costs of cells, for the field that is built; before, counts of agents
  std::vector<std::unique_ptr<RegionCells>> regions_;
  std::vector<std::unique_ptr<Field>> fields_;
  GridParts parts_;
  bool are_parts_known_ = false;
};

// Memory of one search for a way.
struct WayScratch {
  GridSearch search;
  WaypointSearch graph_search;
  std::vector<CellIndex> cells;
  FieldKey key;
  HiddenBlocks hidden;
  std::vector<Vec3> points;
};

}  // namespace drover
