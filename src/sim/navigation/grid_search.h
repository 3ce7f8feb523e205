// The shortest way over the moves of a grid: A* (Hart, Nilsson and Raphael 1968), and for comparison
// Dijkstra's search (1959), breadth-first and depth-first search.
//
// Order: the open list is sorted by (f, h, index of the cell), f = g + weight * h, so that among equal f the
// cell nearest to the goal is first and every result is the only one. Dijkstra's search does without h. Only
// a lesser g replaces a parent; closed cells are not opened again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/enum_names.h"
#include "sim/navigation/grid_map.h"
#include "sim/navigation/grid_parts.h"

namespace drover {

DROVER_ENUM(SearchKind, astar, dijkstra, bfs, dfs)

// A lower bound of the cost from a cell to the goal, of steps dx and dy at the cost of the cheapest free
// cell: octile max + (sqrt2 - 1) min, manhattan dx + dy (no lower bound where diagonal moves exist), euclid
// sqrt(dx^2 + dy^2), zero.
DROVER_ENUM(Heuristic, octile, manhattan, euclid, zero)

// trivial: it starts in a goal. no_free_cell: there is no start, or no goal. limit: max_expansions was
// reached. paused: it has not ended yet.
DROVER_ENUM(SearchStatus, ok, trivial, unreachable, no_free_cell, limit, paused)

struct GridSearchOptions {
  SearchKind kind = SearchKind::astar;
  std::optional<Heuristic> heuristic = {};  // octile with 8 neighbors and manhattan with 4 if there is none
  double weight = 1.0;                      // at least 1; the cost is at most this times the least one
  std::uint32_t max_expansions = 0;         // 0: any number
  // Without a way to a goal: the way to the closed cell with the least (h, g, index), which may be the start
  // alone.
  bool partial = true;
  bool records_expanded = false;
  // Those of the map. With them a search that cannot reach a goal ends as soon as it has found where the
  // partial way leads, which is the same with and without; astar and dijkstra alone make use of them, with
  // neither weight, heuristic nor limit.
  const GridParts* parts = nullptr;
};

struct GridPath {
  SearchStatus status = SearchStatus::no_free_cell;
  std::vector<CellIndex> cells;     // from the start to the end, both included
  PathCost cost;                    // of these cells
  std::uint32_t expansions = 0;     // closed cells, a goal included
  std::vector<CellIndex> expanded;  // in the order of closing, if they are recorded
};

class GridSearch {
 public:
  // From a free cell to that of some goals which is closed first; kNoCell stands for a start or goal that
  // does not exist. The heuristic is the least over the goals, and for more than kMaxSingleGoals of them that
  // to the box around them, which is a lower bound too. Allocates only where it needs more room than ever
  // before. The result is valid until the next search.
  const GridPath& find(const GridMap& map, CellIndex start, std::span<const CellIndex> goals,
                       const GridSearchOptions& options = {});

  // The result of the last search.
  const GridPath& last() const { return path_; }

  static constexpr std::size_t kMaxSingleGoals = 64;

  // The same search in portions: begin(), and go_on() until it returns that the search has ended. The grid
  // must not change meanwhile; every portion gets it again.
  void begin(const GridMap& map, CellIndex start, std::span<const CellIndex> goals,
             const GridSearchOptions& options = {});
  // Closes at most `expansions` more cells.
  bool go_on(const GridMap& map, std::uint32_t expansions);
  // Of an ended search; before, only how many cells were closed is known.
  const GridPath& path() const { return path_; }
  // Whether it was begun so, in whatever grid; goals ascending.
  bool began_with(CellIndex start, std::span<const CellIndex> goals) const;
  // Of the largest grid it was used for.
  std::size_t cell_count() const { return nodes_.size(); }

 private:
  struct Node {
    PathCost g;
    CellIndex parent = kNoCell;
    std::uint32_t stamp = 0;  // stamp_: open, stamp_ + 1: closed, below: not met in this search
  };
  struct Open {
    double f;
    double h;
    CellIndex cell;
  };
  struct Waiting {
    CellIndex cell;
    CellIndex parent;
    std::size_t move;  // from the parent
  };
  // The cells from `low` to `high` along each axis.
  struct GoalBox {
    GridCell low;
    GridCell high;
  };
  // Of the cost to the goals, as a cost if it is one of moves.
  struct Estimate {
    PathCost cost;
    double value;
  };

  static bool is_later(const Open& a, const Open& b);
  void clear(const GridMap& map, std::span<const CellIndex> goals);
  bool is_goal(CellIndex cell) const;
  Estimate estimate_to(const GoalBox& box, GridCell at) const;
  Estimate estimate(CellIndex cell) const;
  double least_estimate_near(CellIndex start) const;
  void push(CellIndex cell);
  bool close(CellIndex cell);
  bool is_paused() const { return path_.expansions >= pause_at_; }
  // Whether the search has ended.
  bool search_best_first();
  bool search_breadth_first();
  bool search_depth_first();
  void take_path();

  GridSearchOptions options_;
  const GridMap* map_ = nullptr;  // during a portion of a search alone
  std::vector<CellIndex> goals_;  // sorted
  std::vector<GoalBox> boxes_;    // of one goal each, or of all
  std::vector<Node> nodes_;       // by cell
  std::uint32_t stamp_ = 0;
  std::vector<Open> open_;        // a binary heap
  std::vector<Waiting> waiting_;  // a queue or a stack
  std::size_t first_ = 0;         // of the queue
  CellIndex start_ = kNoCell;
  std::uint64_t pause_at_ = 0;  // expansions
  bool has_ended_ = true;
  CellIndex end_ = kNoCell;  // the goal, or the closed cell with the least (h, g, index)
  double end_h_ = 0.0;
  double last_f_ = 0.0;   // cells with more cannot be the end
  double least_h_ = 0.0;  // of the cells that can be reached, where no goal is known to be; else negative
  GridPath path_;
};

}  // namespace drover
