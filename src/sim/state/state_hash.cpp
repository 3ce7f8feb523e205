#include "sim/state/state_hash.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/hash.h"
#include "sim/state/registry.h"

namespace drover {
namespace {

// The sum of a digest for each column, of its name and numbers: neither the order of columns nor one that
// holds its initial value everywhere changes it. Rows of anchors are a column of their own.
class ColumnHasher {
 public:
  explicit ColumnHasher(const Model& model) : rows_(model.agents.size()), bodies_(model.body_count()) {}

  std::uint64_t sum() const { return sum_; }

  template <class Number>
  void operator()(const StateColumn& column, std::span<const Number> values) {
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

std::uint64_t state_hash(const World& world) {
  StateHasher clock;
  clock.add_value(world.model().seed);
  clock.add_value(world.model().dt);
  clock.add_value(world.state.tick);
  clock.add_value(static_cast<std::uint64_t>(world.model().agents.size()));
  ColumnHasher columns(world.model());
  visit_columns(world, columns);
  return clock.digest() + columns.sum();
}

}  // namespace drover
