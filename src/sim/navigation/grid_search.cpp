#include "sim/navigation/grid_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/field_table.h"

namespace drover {
namespace {

// Along an axis, to the nearest of the cells `low` to `high`; by the shorter way where the grid wraps.
std::int64_t steps_to(std::int64_t at, std::int64_t low, std::int64_t high, std::int64_t count, bool wraps) {
  if (low <= at && at <= high) return 0;
  const std::int64_t steps = at < low ? low - at : at - high;
  if (!wraps) return steps;
  return std::min(steps, at < low ? at + count - high : low + count - at);
}

PathCost least_cost_of_steps(Heuristic heuristic, std::int64_t dx, std::int64_t dy, std::int64_t move_cost) {
  switch (heuristic) {
    case Heuristic::octile:
      return {move_cost * std::abs(dx - dy), move_cost * std::min(dx, dy)};
    case Heuristic::manhattan:
      return {move_cost * (dx + dy), 0};
    case Heuristic::euclid:
    case Heuristic::zero:
      break;
  }
  return {};
}

// Calls visit(cell) for the cells that are so many cells away from a box along the axis along which they are
// farther away; for those in it at 0. They may lie beyond the grid.
template <class Visit>
void visit_ring(GridCell low, GridCell high, std::int64_t ring, Visit&& visit) {
  for (std::int64_t y = low.y - ring; y <= high.y + ring; ++y) {
    const bool is_whole_row = ring == 0 || y == low.y - ring || y == high.y + ring;
    const std::int64_t step = is_whole_row ? 1 : high.x - low.x + 2 * ring;
    for (std::int64_t x = low.x - ring; x <= high.x + ring; x += step)
      visit(GridCell{x, y});
  }
}

// Whether the cells of a best-first search are closed in the order of f.
bool closes_in_order(const GridSearchOptions& options) {
  const bool is_best_first = options.kind == SearchKind::astar || options.kind == SearchKind::dijkstra;
  return is_best_first && !options.heuristic && options.weight == 1.0;
}

}  // namespace

const GridPath& GridSearch::find(const GridMap& map, CellIndex start, std::span<const CellIndex> goals,
                                 const GridSearchOptions& options) {
  begin(map, start, goals, options);
  go_on(map, std::numeric_limits<std::uint32_t>::max());
  return path_;
}

void GridSearch::begin(const GridMap& map, CellIndex start, std::span<const CellIndex> goals,
                       const GridSearchOptions& options) {
  options_ = options;
  clear(map, goals);
  start_ = start;
  has_ended_ = true;
  if (start == kNoCell || goals_.empty()) {
    path_.status = SearchStatus::no_free_cell;
    return;
  }
  nodes_[start] = {{}, kNoCell, stamp_};
  if (is_goal(start)) {
    path_.status = SearchStatus::trivial;
    path_.cells.push_back(start);
    return;
  }
  path_.status = SearchStatus::unreachable;
  const bool ends_early = options.parts != nullptr && options.partial && options.max_expansions == 0 &&
                          closes_in_order(options) && options.parts->are_apart(start, goals_);
  least_h_ = ends_early ? least_estimate_near(start) : -1.0;
  has_ended_ = false;
  if (options_.kind == SearchKind::bfs || options_.kind == SearchKind::dfs) {
    waiting_.push_back({start, kNoCell, 0});
  } else {
    push(start);
  }
}

bool GridSearch::go_on(const GridMap& map, std::uint32_t expansions) {
  if (has_ended_) return true;
  map_ = &map;
  pause_at_ = std::uint64_t{path_.expansions} + expansions;
  if (options_.kind == SearchKind::bfs) {
    has_ended_ = search_breadth_first();
  } else if (options_.kind == SearchKind::dfs) {
    has_ended_ = search_depth_first();
  } else {
    has_ended_ = search_best_first();
  }
  if (has_ended_ && (path_.status == SearchStatus::ok || options_.partial)) take_path();
  return has_ended_;
}

bool GridSearch::began_with(CellIndex start, std::span<const CellIndex> goals) const {
  return start_ == start && std::ranges::equal(goals_, goals);
}

void GridSearch::clear(const GridMap& map, std::span<const CellIndex> goals) {
  map_ = &map;
  if (!options_.heuristic)
    options_.heuristic = map.move_count() == 4 ? Heuristic::manhattan : Heuristic::octile;
  if (nodes_.size() < map.frame().cell_count()) nodes_.resize(map.frame().cell_count());
  if (stamp_ > std::numeric_limits<std::uint32_t>::max() - 4) {
    for (Node& node : nodes_)
      node.stamp = 0;
    stamp_ = 0;
  }
  stamp_ += 2;

  goals_.clear();
  boxes_.clear();
  for (const CellIndex goal : goals)
    if (goal != kNoCell) goals_.push_back(goal);
  std::sort(goals_.begin(), goals_.end());
  for (const CellIndex goal : goals_) {
    const GridCell at = map.frame().cell(goal);
    if (boxes_.empty() || goals_.size() <= kMaxSingleGoals) boxes_.push_back({at, at});
    GoalBox& box = boxes_.back();
    box.low = {std::min(box.low.x, at.x), std::min(box.low.y, at.y)};
    box.high = {std::max(box.high.x, at.x), std::max(box.high.y, at.y)};
  }

  path_.cells.clear();
  path_.expanded.clear();
  path_.cost = {};
  path_.expansions = 0;
  end_ = kNoCell;
  end_h_ = kInfinity;
  open_.clear();
  waiting_.clear();
  first_ = 0;
  last_f_ = kInfinity;
}

bool GridSearch::is_goal(CellIndex cell) const {
  return std::binary_search(goals_.begin(), goals_.end(), cell);
}

GridSearch::Estimate GridSearch::estimate_to(const GoalBox& box, GridCell at) const {
  const GridFrame& frame = map_->frame();
  const std::int64_t move_cost = 2 * std::int64_t{map_->least_cost()};
  const std::int64_t dx = steps_to(at.x, box.low.x, box.high.x, frame.width, frame.wraps);
  const std::int64_t dy = steps_to(at.y, box.low.y, box.high.y, frame.height, frame.wraps);
  const PathCost cost = least_cost_of_steps(*options_.heuristic, dx, dy, move_cost);
  if (*options_.heuristic != Heuristic::euclid) return {cost, cost.value()};
  return {cost, std::sqrt(static_cast<double>(dx * dx + dy * dy)) * static_cast<double>(move_cost)};
}

GridSearch::Estimate GridSearch::estimate(CellIndex cell) const {
  const GridCell at = map_->frame().cell(cell);
  Estimate least{{}, kInfinity};
  for (const GoalBox& box : boxes_) {
    const Estimate next = estimate_to(box, at);
    if (next.value < least.value) least = next;
  }
  return least;
}

// The least of the cells in the part of the start: found in growing rings around the goals.
double GridSearch::least_estimate_near(CellIndex start) const {
  const GridFrame& frame = map_->frame();
  const auto move_cost = static_cast<double>(2 * std::int64_t{map_->least_cost()});
  const std::uint32_t part = options_.parts->part(start);
  const std::int64_t last = std::max(frame.width, frame.height);
  double least = kInfinity;
  for (const GoalBox& box : boxes_) {
    const auto look_at = [&](GridCell cell) {
      if (frame.wraps) cell = frame.wrapped(cell);
      if (frame.contains(cell) && options_.parts->part(frame.index(cell)) == part)
        least = smaller(least, estimate_to(box, cell).value);
    };
    // No cell of a ring is nearer than as many straight moves.
    for (std::int64_t ring = 0; ring <= last && static_cast<double>(ring) * move_cost < least; ++ring)
      visit_ring(box.low, box.high, ring, look_at);
  }
  return least;
}

// f and h are exact as long as they are sums of whole moves. Otherwise they are rounded, to a nanometer, so
// that what is equal but for rounding compares as equal.
void GridSearch::push(CellIndex cell) {
  const PathCost g = nodes_[cell].g;
  Open entry{g.value(), 0.0, cell};
  if (options_.kind != SearchKind::dijkstra) {
    const Estimate h = estimate(cell);
    entry.f = (g + h.cost).value();
    entry.h = h.value;
    if (*options_.heuristic == Heuristic::euclid || options_.weight != 1.0) {
      const double nanometers = map_->frame().cell_size / (2.0 * kUnitCost) * 1e9;
      entry.f = std::floor((g.value() + options_.weight * h.value) * nanometers + 0.5);
      entry.h = std::floor(h.value * nanometers + 0.5);
    }
  }
  open_.push_back(entry);
  std::push_heap(open_.begin(), open_.end(), is_later);
}

bool GridSearch::is_later(const Open& a, const Open& b) {
  if (a.f != b.f) return b.f < a.f;
  if (a.h != b.h) return b.h < a.h;
  return b.cell < a.cell;
}

// Whether the search ends with the next cell.
bool GridSearch::close(CellIndex cell) {
  if (options_.max_expansions != 0 && path_.expansions == options_.max_expansions) {
    path_.status = SearchStatus::limit;
    return true;
  }
  Node& node = nodes_[cell];
  node.stamp = stamp_ + 1;
  ++path_.expansions;
  if (options_.records_expanded) path_.expanded.push_back(cell);
  if (is_goal(cell)) {
    path_.status = SearchStatus::ok;
    end_ = cell;
    return true;
  }
  if (!options_.partial) return false;
  const double h = estimate(cell).value;
  if (end_ != kNoCell) {
    const double g = node.g.value();
    const double end_g = nodes_[end_].g.value();
    if (h > end_h_ || (h == end_h_ && (g > end_g || (g == end_g && cell > end_)))) return false;
  }
  end_ = cell;
  end_h_ = h;
  return false;
}

// Where no goal is reached, the cells with the least h that can be are closed in the order of (g, index) but
// for those of equal f, which may be pushed late: what comes after these cannot be the end.
bool GridSearch::search_best_first() {
  while (!open_.empty()) {
    if (is_paused()) return false;
    std::pop_heap(open_.begin(), open_.end(), is_later);
    const Open next = open_.back();
    open_.pop_back();
    if (next.f > last_f_) return true;
    if (nodes_[next.cell].stamp == stamp_ + 1) continue;  // closed by a shorter way
    if (close(next.cell)) return true;
    if (end_h_ == least_h_) last_f_ = smaller(last_f_, next.f);
    const PathCost g = nodes_[next.cell].g;
    map_->visit_moves(next.cell, [&](CellIndex to, std::size_t move) {
      Node& node = nodes_[to];
      const PathCost to_g = g + map_->move_cost(next.cell, to, move);
      if (node.stamp == stamp_ + 1 || (node.stamp == stamp_ && !(to_g.value() < node.g.value()))) return;
      node = {to_g, next.cell, stamp_};
      push(to);
    });
  }
  return true;
}

bool GridSearch::search_breadth_first() {
  for (; first_ < waiting_.size(); ++first_) {
    if (is_paused()) return false;
    const CellIndex cell = waiting_[first_].cell;
    if (close(cell)) return true;
    const PathCost g = nodes_[cell].g;
    map_->visit_moves(cell, [&](CellIndex to, std::size_t move) {
      if (nodes_[to].stamp >= stamp_) return;
      nodes_[to] = {g + map_->move_cost(cell, to, move), cell, stamp_};
      waiting_.push_back({to, cell, move});
    });
  }
  return true;
}

// Cells are met when they leave the stack, so that the one that was put there last, by the first of the
// moves, is gone on with.
bool GridSearch::search_depth_first() {
  while (!waiting_.empty()) {
    if (is_paused()) return false;
    const Waiting next = waiting_.back();
    waiting_.pop_back();
    const CellIndex cell = next.cell;
    if (nodes_[cell].stamp == stamp_ + 1) continue;
    if (next.parent != kNoCell)
      nodes_[cell] = {nodes_[next.parent].g + map_->move_cost(next.parent, cell, next.move), next.parent,
                      stamp_};
    if (close(cell)) return true;
    const std::size_t size = waiting_.size();
    map_->visit_moves(cell, [&](CellIndex to, std::size_t move) {
      if (nodes_[to].stamp != stamp_ + 1) waiting_.push_back({to, cell, move});
    });
    std::reverse(waiting_.begin() + static_cast<std::ptrdiff_t>(size), waiting_.end());
  }
  return true;
}

void GridSearch::take_path() {
  for (CellIndex cell = end_; cell != kNoCell; cell = nodes_[cell].parent)
    path_.cells.push_back(cell);
  std::reverse(path_.cells.begin(), path_.cells.end());
  path_.cost = nodes_[end_].g;
}

}  // namespace drover
