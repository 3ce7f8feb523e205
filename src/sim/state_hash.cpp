#include "sim/state_hash.h"

#include "core/hash.h"
#include "sim/state_columns.h"

namespace drover {
namespace {

struct ColumnHasher {
  StateHasher& hasher;

  void operator()(const StateColumn& column, std::span<const double> values) const {
    if (column.hashed) hasher.add(values);
  }
  void operator()(const StateColumn& column, std::span<const std::uint64_t> values) const {
    if (column.hashed) hasher.add(values);
  }
  // Narrow numbers count as if they were wide.
  template <class Narrow>
  void operator()(const StateColumn& column, std::span<Narrow> values) const {
    if (!column.hashed) return;
    for (const Narrow value : values)
      hasher.add_value(static_cast<std::uint64_t>(value));
  }
};

}  // namespace

std::uint64_t state_hash(const World& world) {
  StateHasher hasher;
  hasher.add_value(world.seed);
  hasher.add_value(world.dt);
  hasher.add_value(world.tick);
  hasher.add_value(static_cast<std::uint64_t>(world.agents.size()));
  visit_state(world, ColumnHasher{hasher});
  return hasher.digest();
}

}  // namespace drover
