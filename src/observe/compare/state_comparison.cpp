#include "observe/compare/state_comparison.h"

#include <algorithm>
#include <map>
#include <optional>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

namespace drover {
namespace {

// Numbers of a column that both states have in the same size.
struct ColumnPair {
  const SavedColumn* expected;
  const SavedColumn* actual;
  Tolerance tolerance;

  std::size_t rows() const { return expected->size() / expected->width; }
};

bool have_same_size(const SavedColumn& a, const SavedColumn& b) {
  return a.values.index() == b.values.index() && a.size() == b.size() && a.width == b.width;
}

// Whole numbers beyond 2^53 are compared as such; no number (NaN) is the same as no number.
bool is_same(const ColumnPair& pair, std::size_t index) {
  return std::visit(
      [&pair, index](const auto& numbers) {
        const auto a = numbers[index];
        const auto b = std::get<std::decay_t<decltype(numbers)>>(pair.actual->values)[index];
        return a == b || (a != a && b != b);
      },
      pair.expected->values);
}

std::string size_text(const SavedColumn& column) {
  return fmt::format("{} x {} numbers", column.size() / column.width, column.width);
}

// A saved state with the columns that only the other one has: without them it holds their initial value
// everywhere.
SavedState with_columns_of(const SavedState& state, const SavedState& other) {
  SavedState complete = state;
  for (const SavedColumn& column : other.columns) {
    if (state.find(column.name) != nullptr) continue;
    SavedColumn& added = complete.columns.emplace_back(column);
    std::visit(
        [&]<class Number>(std::vector<Number>& numbers) {
          std::ranges::fill(numbers, initial_number<Number>(column.initial));
        },
        added.values);
  }
  return complete;
}

class StateComparison {
 public:
  StateComparison(const SavedState& expected, const SavedState& actual, const Tolerances& tolerances,
                  Divergence& divergence)
      : expected_(with_columns_of(expected, actual)),
        actual_(with_columns_of(actual, expected)),
        divergence_(divergence),
        numbers_(expected_.find("number")) {
    const SavedColumn* types = expected_.find("type");
    const bool has_types = types != nullptr && types->size() == agent_count();
    for (std::size_t agent = 0; has_types && agent < agent_count(); ++agent) {
      const auto type = static_cast<std::uint32_t>(types->number(agent));
      types_.push_back(type);
      ranks_.push_back(members_[type]++);
    }
    for (const SavedColumn& column : expected_.columns) {
      const SavedColumn* other = actual_.find(column.name);
      if (!have_same_size(column, *other)) continue;
      const std::string_view name = column.name;
      const ColumnPair pair{&column, other, tolerances.of(name.substr(name.rfind('/') + 1))};
      (is_of_agents(pair) ? of_agents_ : of_world_).push_back(pair);
    }
  }

  void run() {
    for (std::size_t agent = 0; agent < agent_count(); ++agent) {
      for (const ColumnPair& pair : of_agents_) {
        if (const auto row = row_of(*pair.expected, agent)) compare_row(pair, *row, agent);
      }
    }
    for (const ColumnPair& pair : of_world_) {
      for (std::size_t row = 0; row < pair.rows(); ++row)
        compare_row(pair, row, std::nullopt);
    }
    for (const SavedColumn& column : expected_.columns) {
      const SavedColumn* other = actual_.find(column.name);
      if (have_same_size(column, *other)) continue;
      divergence_.add({.step = expected_.tick,
                       .quantity = column.name,
                       .is_text = true,
                       .expected_text = size_text(column),
                       .actual_text = size_text(*other)});
    }
    divergence_.finish_step(expected_.tick);
  }

 private:
  std::size_t agent_count() const { return numbers_ == nullptr ? 0 : numbers_->size(); }

  // Whether each row belongs to an agent.
  bool is_of_agents(const ColumnPair& pair) const {
    const SavedColumn& column = *pair.expected;
    if (column.owner == StateOwner::agent) return pair.rows() == agent_count();
    const auto members = members_.find(column.type);
    return column.owner == StateOwner::agent_of_type && members != members_.end() &&
           members->second == pair.rows();
  }

  // Which row of a column belongs to an agent, if any.
  std::optional<std::size_t> row_of(const SavedColumn& column, std::size_t agent) const {
    if (column.owner == StateOwner::agent) return agent;
    return types_[agent] == column.type ? std::optional(ranks_[agent]) : std::nullopt;
  }

  void compare_row(const ColumnPair& pair, std::size_t row, std::optional<std::size_t> agent) {
    const std::size_t width = pair.expected->width;
    for (std::size_t index = row * width; index < (row + 1) * width; ++index) {
      if (!is_same(pair, index)) divergence_.add(difference_at(pair, index, agent));
    }
  }

  Difference difference_at(const ColumnPair& pair, std::size_t index,
                           std::optional<std::size_t> agent) const {
    const SavedColumn& column = *pair.expected;
    Difference difference{.step = expected_.tick, .quantity = column.name, .unit = column.unit};
    if (agent) {
      const auto number = static_cast<std::int64_t>(numbers_->number(*agent));
      // Anchors are no agents to those who read this.
      if (number < kFirstAnchorNumber) {
        difference.agent = static_cast<std::uint32_t>(number);
      } else {
        difference.quantity += fmt::format(" of the anchor of formation {}", number - kFirstAnchorNumber);
      }
    }
    if (!agent && pair.rows() > 1) difference.quantity += fmt::format(" {}", index / column.width);
    if (column.width > 1) difference.quantity += fmt::format(" {}", index % column.width);
    difference.expected = column.number(index);
    difference.actual = pair.actual->number(index);
    // Other whole numbers that come to the same double are beyond every tolerance.
    if (difference.expected != difference.actual)
      difference.excess = excess(difference.expected, difference.actual, pair.tolerance);
    return difference;
  }

  SavedState expected_, actual_;
  Divergence& divergence_;
  const SavedColumn* numbers_;
  std::vector<std::uint32_t> types_;              // by index of the agent, as ranks_
  std::vector<std::size_t> ranks_;                // among those of its type
  std::map<std::uint32_t, std::size_t> members_;  // how many, by type
  std::vector<ColumnPair> of_agents_;
  std::vector<ColumnPair> of_world_;
};

}  // namespace

void compare_states(const SavedState& expected, const SavedState& actual, const Tolerances& tolerances,
                    Divergence& divergence) {
  StateComparison(expected, actual, tolerances, divergence).run();
}

}  // namespace drover
