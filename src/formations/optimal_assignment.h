// Minimum-cost linear assignment by shortest augmenting paths: Jonker & Volgenant, Computing 38 (1987);
// Crouse, IEEE Transactions on Aerospace and Electronic Systems 52 (2016), for tables that are not square.
// O(k^2 n) for k members and n slots; the problem is not NP-complete, as Millington & Funge have it.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/exact_sum.h"
#include "formations/cheapest_slots.h"
#include "formations/cost_table.h"
#include "formations/node_heap.h"

namespace drover {

// Keeps the memory that it takes for the next tables.
class OptimalAssignment {
 public:
  // As much memory as any table of this size takes whose costs fit into 64 bits.
  void reserve(std::size_t members, std::size_t slots);

  // The slots of the members, kUnplaced for none, by the rule of AssignmentMethod::optimal. Costs above the
  // threshold are forbidden. Valid until the next call.
  std::span<const std::size_t> solve(const CostTable& costs, Cost threshold = kForbidden - 1);

 private:
  struct Allowed {
    Cost threshold;
    Cost bound = 0;  // no cost that is allowed is greater
    bool all = true;
  };
  static Allowed allowed_costs(const CostTable& costs, Cost threshold);

  // Rows are members, columns are slots.
  template <class Integer>
  struct Numbers {
    std::vector<Integer> costs;  // by row, where some are forbidden
    std::vector<Integer> u, v;   // of rows and columns
    CheapestSlots<Integer> cheapest;
    // Of one search.
    std::vector<Integer> distance;  // by column
    std::vector<std::pair<std::size_t, Integer>> scanned;
    NodeHeap<Integer> heap;
  };
  struct Places {
    std::vector<std::size_t> column_of, row_of;
    std::vector<std::size_t> from, reached;  // of one search, by column
    std::vector<std::size_t> row_begin, column_begin, column_end, next, queue;
    std::vector<std::uint32_t> tight_columns, tight_rows;
  };
  template <class Integer>
  class Solver;

  Numbers<std::int64_t> numbers_;
  Numbers<WideInteger> wide_numbers_;  // for great costs
  Places places_;
};

}  // namespace drover
