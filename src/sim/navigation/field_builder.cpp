#include "sim/navigation/field_builder.h"

#include <algorithm>
#include <cmath>

namespace drover {
namespace {

// The first move, until find_steps finds the right one: it tells reached cells from goals.
constexpr std::uint8_t kSomeStep = 0;

}  // namespace

void FieldBuilder::build(const GridMap& map, std::span<const FieldGoal> goals, const FieldOptions& options,
                         FlowField& field) {
  const CellIndex count = map.frame().cell_count();
  field_ = &field;
  field.direction_ = options.direction;
  field.distances_.assign(count, kInfinity);
  field.steps_.assign(count, FlowField::kNoStep);

  map_ = &map;
  meters_ = map.cell_size() / (2.0 * kUnitCost);
  costs_.clear();
  if (!options.factors.empty() && options.integration != Integration::bfs)
    for (CellIndex cell = 0; cell < count; ++cell)
      costs_.push_back(GridMap::rounded_cost(map.cost(cell) * options.factors[cell] / kUnitCost));

  if (labels_.size() < count) labels_.resize(count);
  goals_.clear();
  for (const FieldGoal& goal : goals)
    if (goal.cell != kNoCell && map.is_free(goal.cell)) goals_.push_back(goal);
  std::sort(goals_.begin(), goals_.end(), [](const FieldGoal& a, const FieldGoal& b) {
    return a.bias < b.bias || (a.bias == b.bias && a.cell < b.cell);
  });
  switch (options.integration) {
    case Integration::bfs:
      spread_hops();
      break;
    case Integration::dijkstra:
      spread_costs();
      break;
    case Integration::fast_marching:
      march();
      break;
  }
  if (options.integration != Integration::dijkstra) find_steps(options.integration);
  field.reached_count_ = static_cast<std::uint32_t>(std::count_if(
      field.distances_.begin(), field.distances_.end(), [](double d) { return d < kInfinity; }));
}

double FieldBuilder::greatest_cost() const {
  std::uint32_t greatest = 1;
  for (CellIndex cell = 0; cell < map_->frame().cell_count(); ++cell)
    greatest = std::max(greatest, cost(cell));
  return greatest * (2.0 * meters_);
}

// Goals start with their biases. Of several in one cell that with the least one counts.
void FieldBuilder::start_goals() {
  for (auto goal = goals_.rbegin(); goal != goals_.rend(); ++goal) {
    field_->distances_[goal->cell] = goal->bias;
    labels_[goal->cell] = {{}, goal->bias};
  }
  next_goal_ = 0;
  open_.start(greatest_cost() * kSqrt2);
}

// In the order of (distance, index), goals among the others; kNoCell at the end.
CellIndex FieldBuilder::next_cell() {
  while (!open_.is_empty() || next_goal_ < goals_.size()) {
    if (next_goal_ < goals_.size() && (open_.is_empty() || goals_[next_goal_].bias <= open_.top().distance)) {
      const FieldGoal& goal = goals_[next_goal_++];
      open_.push({goal.bias, goal.cell});
      continue;
    }
    const DistanceQueue::Entry next = open_.pop();
    if (next.distance == field_->distances_[next.cell]) return next.cell;
  }
  return kNoCell;
}

// Breadth first: the queue is in the order of distances, and so are the goals.
void FieldBuilder::spread_hops() {
  std::vector<double>& distances = field_->distances_;
  start_goals();
  queue_.clear();
  std::size_t first = 0;
  auto goal = goals_.begin();
  while (first < queue_.size() || goal != goals_.end()) {
    const bool is_goal_next =
        first == queue_.size() || (goal != goals_.end() && goal->bias < distances[queue_[first]]);
    const CellIndex cell = is_goal_next ? (goal++)->cell : queue_[first++];
    const Label next{labels_[cell].cost + PathCost{2 * kUnitCost, 0}, labels_[cell].bias};
    const double distance = next.bias + next.cost.value() * meters_;
    map_->visit_moves_to(cell, 4, [&](CellIndex from, std::size_t) {
      if (!(distance < distances[from])) return;
      distances[from] = distance;
      labels_[from] = next;
      field_->steps_[from] = kSomeStep;
      queue_.push_back(from);
    });
  }
}

// Dijkstra. The step of a cell is the first of the moves that give its distance: they all are tried before
// the distance is used.
void FieldBuilder::spread_costs() {
  std::vector<double>& distances = field_->distances_;
  start_goals();
  for (CellIndex cell = next_cell(); cell != kNoCell; cell = next_cell()) {
    const Label at = labels_[cell];
    map_->visit_moves_to(cell, map_->move_count(), [&](CellIndex from, std::size_t move) {
      if (!(distances[cell] < distances[from])) return;
      const std::int64_t both = std::int64_t{cost(from)} + cost(cell);
      const PathCost next = at.cost + (is_diagonal(move) ? PathCost{0, both} : PathCost{both, 0});
      const double distance = at.bias + next.value() * meters_;
      std::uint8_t& step = field_->steps_[from];
      if (distance < distances[from]) {
        distances[from] = distance;
        labels_[from] = {next, at.bias};
        step = static_cast<std::uint8_t>(move);
        open_.push({distance, from});
      } else if (distance == distances[from] && step != FlowField::kNoStep && move < step) {
        step = static_cast<std::uint8_t>(move);
      }
    });
  }
}

// Fast marching (Tsitsiklis 1995; Sethian 1996): (D - Dx)^2 + (D - Dy)^2 = s^2 for the least accepted
// neighbors along the axes, s the cost of the cell.
void FieldBuilder::march() {
  std::vector<double>& distances = field_->distances_;
  accepted_.assign(distances.size(), 0);
  start_goals();
  for (CellIndex cell = next_cell(); cell != kNoCell; cell = next_cell()) {
    accepted_[cell] = 1;
    map_->visit_moves_to(cell, 4, [&](CellIndex from, std::size_t) {
      if (accepted_[from] != 0) return;
      double along[2] = {kInfinity, kInfinity};
      map_->visit_moves(from, [&](CellIndex to, std::size_t move) {
        if (!is_diagonal(move) && accepted_[to] != 0 && distances[to] < along[move % 2])
          along[move % 2] = distances[to];
      });
      const double a = smaller(along[0], along[1]);
      const double b = larger(along[0], along[1]);
      const double s = cost(from) * (2.0 * meters_);
      const double distance = b - a >= s ? a + s : (a + b + std::sqrt(2.0 * s * s - (a - b) * (a - b))) / 2.0;
      if (!(distance < distances[from])) return;
      distances[from] = distance;
      field_->steps_[from] = kSomeStep;
      open_.push({distance, from});
    });
  }
}

// The neighbor rule, for distances that are not those of the cheapest way over moves. Without "nearer to a
// goal" the least sum may lead in circles.
void FieldBuilder::find_steps(Integration integration) {
  const std::vector<double>& distances = field_->distances_;
  const bool is_even = integration == Integration::bfs;  // hops cost the same everywhere
  for (CellIndex cell = 0; cell < distances.size(); ++cell) {
    if (field_->steps_[cell] == FlowField::kNoStep) continue;
    double least = kInfinity;
    map_->visit_moves(cell, [&](CellIndex to, std::size_t move) {
      if (!(distances[to] < distances[cell])) return;
      const double both = is_even ? 2.0 * kUnitCost : static_cast<double>(cost(cell)) + cost(to);
      const double sum = distances[to] + both * (is_diagonal(move) ? kSqrt2 : 1.0) * meters_;
      if (!(sum < least)) return;
      least = sum;
      field_->steps_[cell] = static_cast<std::uint8_t>(move);
    });
  }
}

}  // namespace drover
