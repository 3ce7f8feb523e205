#include "formations/optimal_assignment.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace drover {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
// Rounds of rough bids, and by how much their steps fall from the first part of the greatest cost on.
constexpr int kRounds = 5;
constexpr int kFirstPart = 64;
constexpr int kStepRatio = 5;

}  // namespace

template <class Integer>
class OptimalAssignment::Solver {
 public:
  // No way is as long as `far`, and 4 far is a number. The slots come in places.column_of.
  Solver(const CostTable& costs, const Allowed& allowed, Integer unplaced_cost, Integer far,
         Numbers<Integer>& numbers, Places& places)
      : unplaced_cost_(unplaced_cost),
        far_(far),
        row_count_(costs.members()),
        column_count_(costs.slots()),
        u_(numbers.u),
        v_(numbers.v),
        column_of_(places.column_of),
        row_of_(places.row_of),
        cheapest_(numbers.cheapest),
        heap_(numbers.heap),
        distance_(numbers.distance),
        from_(places.from),
        reached_(places.reached),
        scanned_(numbers.scanned),
        row_begin_(places.row_begin),
        column_begin_(places.column_begin),
        column_end_(places.column_end),
        tight_columns_(places.tight_columns),
        tight_rows_(places.tight_rows),
        next_(places.next),
        queue_(places.queue) {
    u_.assign(row_count_, 0);
    v_.assign(column_count_, 0);
    column_of_.assign(row_count_, kUnplaced);
    row_of_.assign(column_count_, kNone);
    distance_.assign(column_count_, 2 * far_);
    from_.resize(column_count_);
    reached_.clear();
    heap_.start(column_count_ + row_count_);
    set_costs(costs, allowed, numbers.costs);
    cheapest_.start(costs_, row_count_, column_count_, -far_, 3 * far_);
  }

  void solve(const Allowed& allowed) {
    bid();
    const bool fills_all = allowed.all && row_count_ == column_count_;
    const auto unplaced = static_cast<std::size_t>(std::ranges::count(column_of_, kUnplaced));
    if (fills_all && !cheapest_.are_complete() && unplaced > row_count_ / 16) {
      bid_roughly(static_cast<Integer>(allowed.bound));
      bid();
    }
    for (std::size_t row = 0; row < row_count_; ++row) {
      if (column_of_[row] == kUnplaced) add(row);
    }
    prefer_low_slots();
  }

 private:
  // Copied only where they differ from those of the table.
  void set_costs(const CostTable& costs, const Allowed& allowed, std::vector<Integer>& copy) {
    if constexpr (std::is_same_v<Integer, Cost>) {
      if (allowed.all && row_count_ > 0) {
        costs_ = costs.row(0).data();
        return;
      }
    }
    copy.clear();
    for (std::size_t row = 0; row < row_count_; ++row) {
      for (const Cost cost : costs.row(row))
        copy.push_back(cost > allowed.threshold ? 3 * far_ : static_cast<Integer>(cost));
    }
    costs_ = copy.data();
  }

  bool is_tight(std::size_t row, std::size_t column) const {
    return costs_[row * column_count_ + column] - u_[row] - v_[column] == 0;
  }

  // The least and the second least of c - v over the columns of a row, its private one among them.
  struct Bids {
    Integer least, second;
    std::size_t column = kNone;  // of the least; kNone for the private one
  };

  Bids best_listed(std::size_t row) const {
    Bids bids{unplaced_cost_, unplaced_cost_};
    for (const auto& [cost, column] : cheapest_.list(row)) {
      const Integer bid = cost - v_[column];
      if (bid >= bids.second) continue;
      if (bid < bids.least) {
        bids = {bid, bids.least, column};
      } else {
        bids.second = bid;
      }
    }
    return bids;
  }

  Bids best_bids(std::size_t row) {
    const Bids bids = best_listed(row);
    if (bids.second <= cheapest_.bound(row)) return bids;
    cheapest_.renew(row, v_.data());
    return best_listed(row);
  }

  // Prices to begin with, by an auction with ever finer steps (Bertsekas, Annals of Operations Research 14,
  // 1988). Rows want each column more than its price by less than a step, which keeps them from outbidding
  // each other by nothing. Where all rows can fill all columns, and there are as many, any prices will do to
  // begin with. A bid leaves a price above that of a column which is free less the greatest cost and a step,
  // so that all rounds take less than 11 times the greatest cost from v, and nobody gives up.
  void bid_roughly(Integer greatest) {
    Integer step = greatest / kFirstPart;
    for (int round = 0; round < kRounds && step > 0; ++round, step /= kStepRatio) {
      row_of_.assign(column_count_, kNone);
      for (std::size_t first = 0; first < row_count_; ++first) {
        for (std::size_t row = first; row != kNone;) {
          const Bids bids = best_bids(row);
          v_[bids.column] -= bids.second - bids.least + step;
          row = std::exchange(row_of_[bids.column], row);
        }
      }
    }
    row_of_.assign(column_count_, kNone);
    column_of_.assign(row_count_, kUnplaced);
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

  // Dijkstra's algorithm over columns, from the row to a free column or to a row that gives up its own. Nodes
  // from column_count_ on are rows of which more columns than those of their lists are to be looked at.
  void add(std::size_t row) {
    end_ = {.length = far_, .column = kNone, .loser = row};
    scan(row, 0);
    while (!heap_.is_empty() && heap_.least() < end_.length) {
      const Integer distance = heap_.least();
      const std::size_t node = heap_.pop();
      if (node >= column_count_) {
        open(node - column_count_);
      } else {
        scanned_.push_back({node, distance});
        scan(row_of_[node], distance);
      }
    }
    restore_slackness(row, end_.length);
    augment(row, end_.column, end_.loser);
    forget_search();
  }

  // Ways by a row, to which one is `base` long.
  void scan(std::size_t row, Integer base) {
    if (const Integer way = base + unplaced_cost_ - u_[row]; way < end_.length)
      end_ = {.length = way, .column = kNone, .loser = row};
    scan_list(row, base);
  }

  void scan_list(std::size_t row, Integer base) {
    const Integer offset = base - u_[row];
    for (const auto& [cost, column] : cheapest_.list(row))
      reach(column, offset + cost - v_[column], row);
    const Integer others = offset + cheapest_.bound(row);
    if (others < end_.length) heap_.put(static_cast<std::uint32_t>(column_count_ + row), others);
  }

  // Prices may have risen since the list was made. If not, it will do no better in this search.
  void open(std::size_t row) {
    const Integer base = column_of_[row] == kUnplaced ? 0 : distance_[column_of_[row]];
    const Integer bound = cheapest_.bound(row);
    cheapest_.renew(row, v_.data());
    if (cheapest_.bound(row) > bound) return scan_list(row, base);
    const Integer* const costs = costs_ + row * column_count_;
    for (std::size_t column = 0; column < column_count_; ++column) {
      const Integer way = base - u_[row] + costs[column] - v_[column];
      if (way < end_.length) reach(column, way, row);
    }
  }

  // Ways no shorter than one that ends are of no use.
  void reach(std::size_t column, Integer way, std::size_t row) {
    if (way >= end_.length || way >= distance_[column]) return;
    if (distance_[column] == 2 * far_) reached_.push_back(column);
    distance_[column] = way;
    from_[column] = row;
    if (row_of_[column] == kNone) {
      end_ = {.length = way, .column = column, .loser = kNone};
    } else {
      heap_.put(static_cast<std::uint32_t>(column), way);
    }
  }

  void forget_search() {
    heap_.clear();
    for (const std::size_t column : reached_)
      distance_[column] = 2 * far_;
    reached_.clear();
    scanned_.clear();
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
    list_tight_columns();
    list_tight_rows();
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
    const auto tight =
        std::span(tight_columns_).subspan(row_begin_[row], row_begin_[row + 1] - row_begin_[row]);
    for (auto at = std::ranges::lower_bound(tight, begin); at != tight.end() && *at < limit; ++at) {
      const std::size_t owner = row_of_[*at];
      if (owner == kNone || owner > row) return *at;
    }
    return kNone;
  }

  // Lists of tight columns by row, ascending, as ranges of one array. What is tight is among the cheapest
  // unless there are more of them than a list holds.
  void list_tight_columns() {
    row_begin_.assign(1, 0);
    tight_columns_.clear();
    for (std::size_t row = 0; row < row_count_; ++row) {
      if (cheapest_.bound(row) <= u_[row]) cheapest_.renew(row, v_.data());
      if (cheapest_.bound(row) > u_[row]) {
        for (const auto& entry : cheapest_.list(row)) {
          if (is_tight(row, entry.column)) tight_columns_.push_back(entry.column);
        }
        std::sort(tight_columns_.begin() + static_cast<std::ptrdiff_t>(row_begin_[row]),
                  tight_columns_.end());
      } else {
        for (std::uint32_t column = 0; column < column_count_; ++column) {
          if (is_tight(row, column)) tight_columns_.push_back(column);
        }
      }
      row_begin_.push_back(tight_columns_.size());
    }
  }

  // The same pairs by column.
  void list_tight_rows() {
    column_begin_.assign(column_count_ + 1, 0);
    for (const std::uint32_t column : tight_columns_)
      ++column_begin_[column + 1];
    for (std::size_t column = 0; column < column_count_; ++column)
      column_begin_[column + 1] += column_begin_[column];
    column_end_.assign(column_begin_.begin(), column_begin_.end() - 1);
    tight_rows_.resize(tight_columns_.size());
    for (std::size_t row = 0; row < row_count_; ++row) {
      for (std::size_t k = row_begin_[row]; k < row_begin_[row + 1]; ++k)
        tight_rows_[column_end_[tight_columns_[k]]++] = static_cast<std::uint32_t>(row);
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
        for (std::size_t k = column_begin_[column]; k < column_begin_[column + 1]; ++k) {
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

  struct End {
    Integer length;
    std::size_t column;  // kNone where a row gives up its own
    std::size_t loser;
  };

  Integer unplaced_cost_, far_;
  std::size_t row_count_, column_count_;
  const Integer* costs_ = nullptr;  // by row; 3 far for what is forbidden
  std::vector<Integer>&u_, &v_;
  std::vector<std::size_t>&column_of_, &row_of_;
  CheapestSlots<Integer>& cheapest_;
  // Of one search.
  NodeHeap<Integer>& heap_;
  End end_{};
  std::vector<Integer>& distance_;
  std::vector<std::size_t>&from_, &reached_;
  std::vector<std::pair<std::size_t, Integer>>& scanned_;
  // Of the ties.
  std::vector<std::size_t>&row_begin_, &column_begin_, &column_end_;
  std::vector<std::uint32_t>&tight_columns_, &tight_rows_;
  std::vector<std::size_t>&next_, &queue_;
};

void OptimalAssignment::reserve(std::size_t members, std::size_t slots) {
  numbers_.costs.reserve(members * slots);
  numbers_.u.reserve(members);
  for (std::vector<std::int64_t>* by_slot : {&numbers_.v, &numbers_.distance})
    by_slot->reserve(slots);
  numbers_.scanned.reserve(slots);
  numbers_.cheapest.reserve(members, slots);
  numbers_.heap.reserve(members + slots);
  places_.column_of.reserve(members);
  places_.row_begin.reserve(members + 1);
  for (std::vector<std::size_t>* by_slot :
       {&places_.row_of, &places_.from, &places_.reached, &places_.column_begin, &places_.column_end})
    by_slot->reserve(slots + 1);
  for (std::vector<std::uint32_t>* tight : {&places_.tight_columns, &places_.tight_rows})
    tight->reserve(members * slots);
  for (std::vector<std::size_t>* by_node : {&places_.next, &places_.queue})
    by_node->reserve(members + slots);
}

OptimalAssignment::Allowed OptimalAssignment::allowed_costs(const CostTable& costs, Cost threshold) {
  Allowed allowed{.threshold = threshold};
  for (std::size_t member = 0; member < costs.members(); ++member) {
    // All bits of the costs together are at most twice the greatest, near enough, and quickly found.
    Cost bound = 0;
    for (const Cost cost : costs.row(member))
      bound |= cost;
    if (bound > threshold) {
      bound = 0;
      for (const Cost cost : costs.row(member)) {
        allowed.all &= cost <= threshold;
        if (cost <= threshold) bound |= cost;
      }
    }
    allowed.bound |= bound;
  }
  return allowed;
}

std::span<const std::size_t> OptimalAssignment::solve(const CostTable& costs, Cost threshold) {
  const Allowed allowed = allowed_costs(costs, threshold);
  // More than all slots together, whatever the prices to begin with. A search is no longer than giving up its
  // own row at once, so each adds at most unplaced_cost to -v.
  const auto members = static_cast<WideInteger>(costs.members());
  const WideInteger unplaced_cost = (members + 12) * allowed.bound + 1;
  const WideInteger far = 4 * (members + 1) * unplaced_cost;
  if (4 * far > std::numeric_limits<std::int64_t>::max()) {
    Solver<WideInteger>(costs, allowed, unplaced_cost, far, wide_numbers_, places_).solve(allowed);
  } else {
    Solver<std::int64_t>(costs, allowed, static_cast<std::int64_t>(unplaced_cost),
                         static_cast<std::int64_t>(far), numbers_, places_)
        .solve(allowed);
  }
  return places_.column_of;
}

}  // namespace drover
