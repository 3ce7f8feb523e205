// Which member fills which slot (Millington & Funge 3.7.8).
//
// Members and slots are rows and columns of a table of costs, members in ascending order of their numbers.
// What cannot be placed is reported, never thrown: the rest is placed all the same.
#pragma once

#include <span>
#include <vector>

#include "core/enum_names.h"
#include "formations/cost_table.h"
#include "formations/optimal_assignment.h"

namespace drover {

struct Assignment {
  std::vector<std::size_t> slot_of;  // of each member; kUnplaced for none
  std::size_t placed = 0;
  Cost cost = 0;  // of all members that are placed; kForbidden - 1 if it would be more

  friend bool operator==(const Assignment&, const Assignment&) = default;
};

// sequential: member i fills slot i, unless that is forbidden.
// greedy_ease: members that fit few slots choose first, each the cheapest free slot below the cost limit. The
//   ease of a member is the sum of 1 / (1 + c) over slots with costs c below the limit; ties go to the lower
//   member, then to the lower slot. Can leave members without a slot where all could have one.
// optimal: as many members as possible placed, then the least sum of costs.
// bottleneck: as many members as possible placed, then the least greatest cost, then the least sum.
// Ties of the last two: the lexicographically smallest list of slots, kUnplaced after every slot.
DROVER_ENUM(AssignmentMethod, sequential, greedy_ease, optimal, bottleneck)

inline constexpr double kDefaultCostLimit = 1e5;

// How easily a member is placed, by the costs below the limit.
double ease_of(std::span<const Cost> costs, Cost limit);

// Keeps the memory that it takes for the next tables.
class Assigner {
 public:
  // As much memory as tables of this size take; great costs may take more (OptimalAssignment).
  void reserve(std::size_t members, std::size_t slots);

  // `cost_limit` counts for greedy_ease only. `out` is complete or, where memory runs out, as it was.
  void assign(AssignmentMethod method, const CostTable& costs, Assignment& out,
              double cost_limit = kDefaultCostLimit);

 private:
  using Slots = std::span<const std::size_t>;  // of the members

  Slots slots_by(AssignmentMethod method, const CostTable& costs, double cost_limit);
  Slots sequential_slots(const CostTable& costs);
  Slots greedy_slots(const CostTable& costs, Cost limit);
  Slots bottleneck_slots(const CostTable& costs);
  std::size_t placed_below(const CostTable& costs, Cost threshold);

  OptimalAssignment optimal_;
  std::vector<std::size_t> slots_;
  // Of greedy_ease.
  std::vector<double> ease_;
  std::vector<std::size_t> order_;
  std::vector<std::uint8_t> is_free_;
  // Of bottleneck.
  std::vector<Cost> thresholds_;
  CostTable allowed_;
};

// Where one assignment is all.
inline void assign(AssignmentMethod method, const CostTable& costs, Assignment& out,
                   double cost_limit = kDefaultCostLimit) {
  Assigner().assign(method, costs, out, cost_limit);
}

}  // namespace drover
