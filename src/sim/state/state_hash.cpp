#include "sim/state/state_hash.h"

#include <algorithm>
#include <array>

#include "core/hash.h"
#include "sim/state/registry.h"

namespace drover {
namespace {

class ColumnHasher {
 public:
  explicit ColumnHasher(StateHasher& into) : hasher_(into) {}

  void operator()(const StateColumn& column, std::span<const double> values) const {
    if (column.hashed) hasher_.add(values);
  }
  void operator()(const StateColumn& column, std::span<const std::uint64_t> values) const {
    if (column.hashed) hasher_.add(values);
  }
  // Narrow numbers count as if they were wide.
  void operator()(const StateColumn& column, std::span<const std::uint32_t> values) const {
    add_widened(column, values);
  }
  void operator()(const StateColumn& column, std::span<const std::uint8_t> values) const {
    add_widened(column, values);
  }
  // A number that is kept once counts as often as there are agents.
  template <class Number>
  void operator()(const StateColumn& column, const SharedColumn<Number>& values) const {
    if (!values.is_uniform()) return (*this)(column, values.entries());
    if (values.size() == 0) return;
    std::array<Number, 256> block;
    block.fill(values[0]);
    for (std::size_t left = values.size(); left > 0;) {
      const std::size_t count = std::min(left, block.size());
      (*this)(column, std::span<const Number>(block).first(count));
      left -= count;
    }
  }

 private:
  template <class Narrow>
  void add_widened(const StateColumn& column, std::span<const Narrow> values) const {
    if (!column.hashed) return;
    for (const Narrow value : values)
      hasher_.add_value(static_cast<std::uint64_t>(value));
  }

  StateHasher& hasher_;
};

}  // namespace

std::uint64_t state_hash(const World& world) {
  StateHasher hasher;
  hasher.add_value(world.model().seed);
  hasher.add_value(world.model().dt);
  hasher.add_value(world.state.tick);
  hasher.add_value(static_cast<std::uint64_t>(world.model().agents.size()));
  visit_columns(world, ColumnHasher(hasher));
  return hasher.digest();
}

}  // namespace drover
