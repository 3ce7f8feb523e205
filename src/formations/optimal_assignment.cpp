#include "formations/optimal_assignment.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace drover {
namespace {

__extension__ typedef unsigned __int128 UnsignedWide;

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

}  // namespace

// Members are rows, slots are columns. Each row has a private column in addition, its way of staying
// unplaced, which costs more than all slots together: so the number placed comes first, as the first part of
// a lexicographic pair. A row that stays unplaced is never placed later: adding rows to the problem takes
// slots away and gives none.
//
// Numbers u of rows and v <= 0 of columns keep every reduced cost c - u - v at zero or above, and at zero for
// the slots that are filled (complementary slackness). Columns that are free have v = 0.
template <class Integer>
class OptimalAssignment::Solver {
 public:
  // No way is as long as `far`, and 4 far is a number. The slots come in places.column_of.
  Solver(const CostTable& costs, Cost threshold, Integer unplaced_cost, Integer far,
         Numbers<Integer>& numbers, Places& places)
      : unplaced_cost_(unplaced_cost),
        far_(far),
        row_count_(costs.members()),
        column_count_(costs.slots()),
        allowed_costs_(numbers.costs),
        u_(numbers.u),
        v_(numbers.v),
        column_of_(places.column_of),
        row_of_(places.row_of),
        distance_(numbers.distance),
        from_(places.from),
        scanned_(numbers.scanned),
        tight_begin_(places.tight_begin),
        tight_end_(places.tight_end),
        tight_rows_(places.tight_rows),
        next_(places.next),
        queue_(places.queue) {
    u_.assign(row_count_, 0);
    v_.assign(column_count_, 0);
    column_of_.assign(row_count_, kUnplaced);
    row_of_.assign(column_count_, kNone);
    distance_.resize(column_count_);
    from_.resize(column_count_);
    allowed_costs_.clear();
    for (std::size_t row = 0; row < row_count_; ++row) {
      for (const Cost cost : costs.row(row))
        allowed_costs_.push_back(cost > threshold ? 3 * far_ : static_cast<Integer>(cost));
    }
  }

  void solve() {
    bid();
    for (std::size_t row = 0; row < row_count_; ++row) {
      if (column_of_[row] == kUnplaced) add(row);
    }
    prefer_low_slots();
  }

 private:
  using Unsigned = std::conditional_t<sizeof(Integer) == 8, std::uint64_t, UnsignedWide>;
  static constexpr Integer kScanned = -1;

  Integer cost(std::size_t row, std::size_t column) const {
    return allowed_costs_[row * column_count_ + column];
  }
  bool is_tight(std::size_t row, std::size_t column) const {
    return cost(row, column) - u_[row] - v_[column] == 0;
  }

  // The least and the second least of c - v over the columns of a row, its private one among them.
  struct Bids {
    Integer least, second;
    std::size_t column = kNone;  // of the least; kNone for the private one
  };

  Bids best_bids(std::size_t row) const {
    Bids bids{unplaced_cost_, unplaced_cost_};
    for (std::size_t column = 0; column < column_count_; ++column) {
      const Integer bid = cost(row, column) - v_[column];
      if (bid >= bids.second) continue;
      if (bid < bids.least) {
        bids = {bid, bids.least, column};
      } else {
        bids.second = bid;
      }
    }
    return bids;
  }

  // Augmenting row reduction (Jonker & Volgenant): a row takes its best column from who has it, at a price
  // that makes its second best as good. That places most rows and costs little; the number of bids is
  // limited, because rows can outbid each other by the least step. Rows that gain nothing by a bid are left
  // to add().
  void bid() {
    std::size_t bids_left = 4 * row_count_;
    for (std::size_t first = 0; first < row_count_; ++first) {
      for (std::size_t row = first; row != kNone && bids_left > 0; --bids_left) {
        const Bids bids = best_bids(row);
        u_[row] = bids.second;
        if (bids.column == kNone || (bids.least == bids.second && row_of_[bids.column] != kNone)) break;
        v_[bids.column] -= bids.second - bids.least;
        column_of_[row] = bids.column;
        row = std::exchange(row_of_[bids.column], row);
        if (row != kNone) column_of_[row] = kUnplaced;
      }
    }
  }

  // Dijkstra's algorithm over columns, from the row to a free column or to a row that gives up its own.
  void add(std::size_t row) {
    std::ranges::fill(distance_, 2 * far_);
    scanned_.clear();
    std::size_t current = row;
    Integer base = 0;
    Integer giving_up = far_;
    std::size_t loser = row;
    std::size_t column = kNone;
    for (;;) {
      if (const Integer way = base + unplaced_cost_ - u_[current]; way < giving_up) {
        giving_up = way;
        loser = current;
      }
      column = relax(current, base);
      if (column == kNone || giving_up <= distance_[column]) {
        base = giving_up;
        column = kNone;
        break;
      }
      base = distance_[column];
      if (row_of_[column] == kNone) break;
      distance_[column] = kScanned;
      scanned_.push_back({column, base});
      current = row_of_[column];
    }
    restore_slackness(row, base);
    augment(row, column, loser);
  }

  // Ways to the columns by way of a row; the nearest column that is not scanned, kNone for none. Of columns
  // equally near, a free one ends the search. No way is shorter than kScanned, which as an unsigned number is
  // the greatest.
  std::size_t relax(std::size_t row, Integer base) {
    const Integer* const costs = allowed_costs_.data() + row * column_count_;
    const Integer* const v = v_.data();
    Integer* const distances = distance_.data();
    const Integer offset = base - u_[row];
    std::size_t nearest = kNone;
    auto least = static_cast<Unsigned>(far_);
    for (std::size_t column = 0; column < column_count_; ++column) {
      Integer distance = distances[column];
      if (const Integer way = offset + costs[column] - v[column]; way < distance) {
        distances[column] = distance = way;
        from_[column] = row;
      }
      if (static_cast<Unsigned>(distance) > least) continue;
      if (static_cast<Unsigned>(distance) == least && row_of_[column] != kNone) continue;
      least = static_cast<Unsigned>(distance);
      nearest = column;
    }
    return nearest;
  }

  void restore_slackness(std::size_t row, Integer length) {
    u_[row] += length;
    for (const auto& [column, distance] : scanned_) {
      u_[row_of_[column]] += length - distance;
      v_[column] -= length - distance;
    }
  }

  // Gives the rows of the path their next columns; without a column, the loser stays unplaced.
  void augment(std::size_t row, std::size_t column, std::size_t loser) {
    if (column == kNone) {
      column = std::exchange(column_of_[loser], kUnplaced);
      if (loser == row) return;
    }
    for (;;) {
      const std::size_t taker = from_[column];
      row_of_[column] = taker;
      std::swap(column, column_of_[taker]);
      if (taker == row) return;
    }
  }

  // All optimal assignments use tight pairs only and fill all columns with v < 0. From row 0 on, each row
  // takes the lowest column from which a chain of rows that move on, none of them settled before, gives the
  // row's old column a use.
  void prefer_low_slots() {
    collect_tight_rows();
    next_.assign(column_count_ + row_count_, kNone);
    for (std::size_t row = 0; row < row_count_; ++row) {
      const std::size_t lowest = next_choice(row, 0);
      if (lowest == kNone) continue;
      find_chains(row, lowest);
      std::size_t choice = lowest;
      while (choice != kNone && next_[choice] == kNone)
        choice = next_choice(row, choice + 1);
      if (choice != kNone) move_along(row, choice);
    }
  }

  // The lowest column from `begin` on that would be better than the row's own and is not a settled row's;
  // kNone for none.
  std::size_t next_choice(std::size_t row, std::size_t begin) const {
    const std::size_t limit = column_of_[row] == kUnplaced ? column_count_ : column_of_[row];
    for (std::size_t column = begin; column < limit; ++column) {
      const std::size_t owner = row_of_[column];
      if ((owner == kNone || owner > row) && is_tight(row, column)) return column;
    }
    return kNone;
  }

  // Lists of tight rows by column, as ranges of one array.
  void collect_tight_rows() {
    tight_begin_.assign(column_count_ + 1, 0);
    for (std::size_t row = 0; row < row_count_; ++row) {
      for (std::size_t column = 0; column < column_count_; ++column)
        tight_begin_[column + 1] += is_tight(row, column) ? 1u : 0u;
    }
    for (std::size_t column = 0; column < column_count_; ++column)
      tight_begin_[column + 1] += tight_begin_[column];
    tight_rows_.resize(tight_begin_.back());
    tight_end_.assign(tight_begin_.begin(), tight_begin_.end() - 1);
    for (std::size_t row = 0; row < row_count_; ++row) {
      for (std::size_t column = 0; column < column_count_; ++column) {
        if (is_tight(row, column)) tight_rows_[tight_end_[column]++] = row;
      }
    }
  }

  // Columns beyond column_count_ are the private ones.
  std::size_t node_of(std::size_t row) const {
    return column_of_[row] == kUnplaced ? column_count_ + row : column_of_[row];
  }
  // What is not filled by a row is the pool's: the rows that pad the table to a square. They may exchange any
  // column for one with v = 0, private ones among them.
  bool belongs_to_pool(std::size_t column) const {
    if (column < column_count_) return row_of_[column] == kNone;
    return column_of_[column - column_count_] != kUnplaced;
  }

  // Breadth-first search backwards: next_[c] becomes the column that the owner of c takes when c is taken,
  // for all c from which the column of `row` comes into use; kNone for the others. Ends when `wanted` is
  // found.
  void find_chains(std::size_t row, std::size_t wanted) {
    std::ranges::fill(next_, kNone);
    const std::size_t goal = node_of(row);
    next_[goal] = goal;
    queue_.assign(1, goal);
    bool pool_is_in = false;
    for (std::size_t head = 0; head < queue_.size() && next_[wanted] == kNone; ++head) {
      const std::size_t column = queue_[head];
      // The rows above `row` that may move to the column.
      if (column >= column_count_) {
        const std::size_t owner = column - column_count_;
        const bool may_stay_unplaced = u_[owner] == unplaced_cost_;
        if (owner > row && may_stay_unplaced) reach(node_of(owner), column);
      } else {
        for (std::size_t k = tight_begin_[column]; k < tight_begin_[column + 1]; ++k) {
          if (tight_rows_[k] > row) reach(node_of(tight_rows_[k]), column);
        }
      }
      if (pool_is_in || (column < column_count_ && v_[column] != 0)) continue;
      pool_is_in = true;
      for (std::size_t other = 0; other < column_count_ + row_count_; ++other) {
        if (belongs_to_pool(other)) reach(other, column);
      }
    }
  }

  void reach(std::size_t column, std::size_t next) {
    if (next_[column] != kNone) return;
    next_[column] = next;
    queue_.push_back(column);
  }

  // The row takes the column; owners, of which kNone is the pool, move on until the row's old column is
  // taken.
  void move_along(std::size_t row, std::size_t column) {
    const std::size_t goal = node_of(row);
    std::size_t taker = row;
    while (true) {
      const bool is_slot = column < column_count_;
      std::size_t owner = is_slot ? row_of_[column] : column - column_count_;
      if (belongs_to_pool(column)) owner = kNone;
      if (is_slot) row_of_[column] = taker;
      if (taker != kNone) column_of_[taker] = is_slot ? column : kUnplaced;
      if (column == goal) return;
      column = next_[column];
      taker = owner;
    }
  }

  Integer unplaced_cost_, far_;
  std::size_t row_count_, column_count_;
  std::vector<Integer>& allowed_costs_;  // by row; 3 far for what is forbidden
  std::vector<Integer>&u_, &v_;
  std::vector<std::size_t>&column_of_, &row_of_;
  // Of one search: lengths of ways, the row before, and the columns whose shortest way is known.
  std::vector<Integer>& distance_;
  std::vector<std::size_t>& from_;
  std::vector<std::pair<std::size_t, Integer>>& scanned_;
  // Of the ties.
  std::vector<std::size_t>&tight_begin_, &tight_end_, &tight_rows_, &next_, &queue_;
};

void OptimalAssignment::reserve(std::size_t members, std::size_t slots) {
  numbers_.costs.reserve(members * slots);
  numbers_.u.reserve(members);
  for (std::vector<std::int64_t>* by_slot : {&numbers_.v, &numbers_.distance})
    by_slot->reserve(slots);
  numbers_.scanned.reserve(slots);
  places_.column_of.reserve(members);
  for (std::vector<std::size_t>* by_slot :
       {&places_.row_of, &places_.from, &places_.tight_begin, &places_.tight_end})
    by_slot->reserve(slots + 1);
  places_.tight_rows.reserve(members * slots);
  places_.next.reserve(members + slots);
  places_.queue.reserve(members + slots);
}

std::span<const std::size_t> OptimalAssignment::solve(const CostTable& costs, Cost threshold) {
  Cost greatest = 0;
  for (std::size_t member = 0; member < costs.members(); ++member) {
    for (const Cost cost : costs.row(member)) {
      if (cost <= threshold) greatest = std::max(greatest, cost);
    }
  }
  // A search is no longer than giving up its own row at once, so each adds at most unplaced_cost to -v.
  const auto members = static_cast<WideInteger>(costs.members());
  const WideInteger unplaced_cost = members * greatest + 1;
  const WideInteger far = 4 * (members + 1) * unplaced_cost;
  if (4 * far > std::numeric_limits<std::int64_t>::max()) {
    Solver<WideInteger>(costs, threshold, unplaced_cost, far, wide_numbers_, places_).solve();
  } else {
    Solver<std::int64_t>(costs, threshold, static_cast<std::int64_t>(unplaced_cost),
                         static_cast<std::int64_t>(far), numbers_, places_)
        .solve();
  }
  return places_.column_of;
}

}  // namespace drover
