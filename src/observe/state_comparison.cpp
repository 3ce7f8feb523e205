#include "observe/state_comparison.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include <fmt/format.h>

namespace drover {
namespace {

constexpr std::size_t kWorld = std::numeric_limits<std::size_t>::max();  // behind all agents

class StateComparison {
 public:
  StateComparison(const SavedState& expected, const SavedState& actual, const Tolerances& tolerances)
      : expected_(expected), actual_(actual), tolerances_(tolerances) {
    list_members();
  }

  void run(Divergence& divergence) {
    for (std::size_t k = 0; k < expected_.columns.size(); ++k)
      compare_column(expected_.columns[k], k);
    for (const SavedColumn& column : actual_.columns) {
      if (expected_.find(column.name) == nullptr) add_missing(column, "nothing", "a column");
    }
    std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
      return std::tie(a.agent, a.column) < std::tie(b.agent, b.column);
    });
    for (Found& found : found_)
      divergence.add(std::move(found.difference));
    divergence.finish_step(expected_.tick);
  }

 private:
  struct Found {
    std::size_t agent;   // index
    std::size_t column;  // index
    Difference difference;
  };

  // The indices of the agents of each type, by rank.
  void list_members() {
    const SavedColumn* type = expected_.find("type");
    for (std::size_t i = 0; type != nullptr && i < type->size(); ++i) {
      const auto index = static_cast<std::size_t>(type->number(i));
      if (index >= members_.size()) members_.resize(index + 1);
      members_[index].push_back(i);
    }
  }

  void add_missing(const SavedColumn& column, std::string expected, std::string actual) {
    Difference difference{.step = expected_.tick, .quantity = column.name, .is_text = true};
    difference.expected_text = std::move(expected);
    difference.actual_text = std::move(actual);
    found_.push_back({kWorld, found_.size(), std::move(difference)});
  }

  void compare_column(const SavedColumn& column, std::size_t index) {
    const SavedColumn* other = actual_.find(column.name);
    if (other == nullptr) return add_missing(column, "a column", "nothing");
    if (other->size() != column.size() || other->width != column.width) {
      return add_missing(column, fmt::format("{} numbers", column.size()),
                         fmt::format("{} numbers", other->size()));
    }
    const std::string_view name = column.name;
    const Tolerance tolerance = tolerances_.of(name.substr(name.rfind('/') + 1));
    for (std::size_t k = 0; k < column.size(); ++k) {
      if (column.number(k) == other->number(k)) continue;
      found_.push_back(difference_at(column, *other, k, tolerance));
      found_.back().column = index;
    }
  }

  Found difference_at(const SavedColumn& column, const SavedColumn& other, std::size_t k,
                      const Tolerance& tolerance) const {
    const std::size_t owner = owner_of(column, k / column.width);
    Difference difference{.step = expected_.tick, .quantity = column.name, .unit = column.unit};
    if (column.width > 1) difference.quantity += fmt::format(" {}", k % column.width);
    if (owner != kWorld)
      difference.agent = static_cast<std::uint32_t>(expected_.find("number")->number(owner));
    difference.expected = column.number(k);
    difference.actual = other.number(k);
    difference.excess = excess(difference.expected, difference.actual, tolerance);
    return {owner, 0, std::move(difference)};
  }

  // The index of the agent an entry belongs to.
  std::size_t owner_of(const SavedColumn& column, std::size_t entry) const {
    const SavedColumn* number = expected_.find("number");
    std::size_t agent = kWorld;
    if (column.owner == StateOwner::agent) agent = entry;
    if (column.owner == StateOwner::agent_of_type && column.type < members_.size() &&
        entry < members_[column.type].size())
      agent = members_[column.type][entry];
    return number != nullptr && agent < number->size() ? agent : kWorld;
  }

  const SavedState& expected_;
  const SavedState& actual_;
  const Tolerances& tolerances_;
  std::vector<std::vector<std::size_t>> members_;
  std::vector<Found> found_;
};

}  // namespace

void compare_states(const SavedState& expected, const SavedState& actual, const Tolerances& tolerances,
                    Divergence& divergence) {
  StateComparison(expected, actual, tolerances).run(divergence);
}

}  // namespace drover
