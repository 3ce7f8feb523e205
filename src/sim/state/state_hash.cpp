#include "sim/state/state_hash.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>
#include <vector>

#include "core/hash.h"
#include "sim/state/formation_model.h"
#include "sim/state/registry.h"
#include "sim/state/saved_state.h"

namespace drover {
namespace {

// The sum of a digest for each column, of its name and numbers: neither the order of columns nor one that
// holds its initial value everywhere changes it. Rows of anchors are a column of their own.
class ColumnHasher {
 public:
  // The rows of agents, and how many of them are no anchors.
  ColumnHasher(std::size_t rows, std::size_t bodies) : rows_(rows), bodies_(bodies) {}

  std::uint64_t sum() const { return sum_; }

  template <class Number>
  void operator()(const StateColumn& column, std::span<const Number> values) {
    if (column.owner == StateOwner::projectile) return add(column, "", used_rows(column, values));
    if (column.owner != StateOwner::agent || values.size() != rows_ * column.width)
      return add(column, "", values);
    add(column, "", values.first(bodies_ * column.width));
    add(column, "anchor/", values.subspan(bodies_ * column.width));
  }
  template <class Number>
  void operator()(const StateColumn& column, const SharedColumn<Number>& values) {
    if (!values.is_uniform()) return (*this)(column, values.entries());
    if (values.size() == 0) return;
    add_repeated(column, "", values[0], bodies_);
    add_repeated(column, "anchor/", values[0], rows_ - bodies_);
  }

 private:
  // Without the initial values at its end: there is room for more projectiles than there are.
  template <class Number>
  static std::span<const Number> used_rows(const StateColumn& column, std::span<const Number> values) {
    while (!values.empty() && holds_initial(column, values.last(1)))
      values = values.first(values.size() - 1);
    return values;
  }
  static StateHasher begin(const StateColumn& column, std::string_view prefix) {
    StateHasher name;
    name.add(prefix);
    name.add(column.name);
    StateHasher hasher;
    hasher.add_value(name.digest());
    return hasher;
  }
  // Narrow numbers count as if they were wide.
  template <class Number>
  static void add(StateHasher& hasher, std::span<const Number> values) {
    if constexpr (sizeof(Number) == sizeof(std::uint64_t)) {
      hasher.add(values);
    } else {
      for (const Number value : values)
        hasher.add_value(static_cast<std::uint64_t>(value));
    }
  }
  template <class Number>
  void add(const StateColumn& column, std::string_view prefix, std::span<const Number> values) {
    if (!column.hashed || holds_initial(column, values)) return;
    StateHasher hasher = begin(column, prefix);
    add(hasher, values);
    sum_ += hasher.digest();
  }
  // `count` rows with the same number.
  template <class Number>
  void add_repeated(const StateColumn& column, std::string_view prefix, Number value, std::size_t count) {
    if (!column.hashed || count == 0 || holds_initial(column, std::span<const Number>(&value, 1))) return;
    StateHasher hasher = begin(column, prefix);
    std::array<Number, 256> block;
    block.fill(value);
    for (std::size_t left = count; left > 0; left -= std::min(left, block.size()))
      add(hasher, std::span<const Number>(block).first(std::min(left, block.size())));
    sum_ += hasher.digest();
  }

  std::size_t rows_, bodies_;
  std::uint64_t sum_ = 0;
};

}  // namespace

namespace {

std::uint64_t clock_digest(std::uint64_t seed, double dt, std::uint64_t tick, std::size_t rows) {
  StateHasher clock;
  clock.add_value(seed);
  clock.add_value(dt);
  clock.add_value(tick);
  clock.add_value(static_cast<std::uint64_t>(rows));
  return clock.digest();
}

}  // namespace

std::uint64_t state_hash(const World& world) {
  const Model& model = world.model();
  ColumnHasher columns(model.agents.size(), model.body_count());
  visit_columns(world, columns);
  return clock_digest(model.seed, model.dt, world.state.tick, model.agents.size()) + columns.sum();
}

std::uint64_t state_hash(const SavedState& saved, std::uint64_t seed, double dt) {
  std::span<const std::uint32_t> numbers;  // ascending, those of anchors last
  if (const SavedColumn* column = saved.find("number")) {
    if (const auto* held = std::get_if<std::vector<std::uint32_t>>(&column->values)) numbers = *held;
  }
  const auto first_anchor = std::ranges::lower_bound(numbers, kFirstAnchorNumber);
  ColumnHasher columns(numbers.size(), static_cast<std::size_t>(first_anchor - numbers.begin()));
  for (const SavedColumn& column : saved.columns) {
    const StateColumn about{column.name,  column.unit,   column.owner,  column.type,
                            column.width, column.hashed, column.initial};
    std::visit([&](const auto& values) { columns(about, std::span(values)); }, column.values);
  }
  return clock_digest(seed, dt, saved.tick, numbers.size()) + columns.sum();
}

}  // namespace drover
