// Which member fills which slot (Millington & Funge 3.7.8).
//
// Members and slots are rows and columns of a table of costs, members in ascending order of their numbers.
// What cannot be placed is reported, never thrown: the rest is placed all the same.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "core/enum_names.h"
#include "formations/cost.h"

namespace drover {

class CostTable {
 public:
  // All costs are zero. Keeps its memory.
  void resize(std::size_t members, std::size_t slots) {
    members_ = members;
    slots_ = slots;
    costs_.assign(members * slots, 0);
  }

  std::size_t members() const { return members_; }
  std::size_t slots() const { return slots_; }
  Cost& at(std::size_t member, std::size_t slot) { return costs_[member * slots_ + slot]; }
  Cost at(std::size_t member, std::size_t slot) const { return costs_[member * slots_ + slot]; }
  std::span<const Cost> row(std::size_t member) const { return {costs_.data() + member * slots_, slots_}; }

 private:
  std::size_t members_ = 0;
  std::size_t slots_ = 0;
  std::vector<Cost> costs_;
};

inline constexpr std::size_t kUnplaced = std::numeric_limits<std::size_t>::max();

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

// `cost_limit` counts for greedy_ease only. `out` is complete or, where memory runs out, as it was.
void assign(AssignmentMethod method, const CostTable& costs, Assignment& out,
            double cost_limit = kDefaultCostLimit);

}  // namespace drover
