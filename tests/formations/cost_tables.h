// Tables of costs for tests: written out, random, or distances.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "formations/assignment.h"

namespace drover::test {

inline constexpr double kNo = std::numeric_limits<double>::quiet_NaN();  // to_cost makes it kForbidden
using Numbers2 = std::vector<std::vector<double>>;

inline CostTable cost_table(const Numbers2& rows) {
  CostTable costs;
  costs.resize(rows.size(), rows.empty() ? 0 : rows[0].size());
  for (std::size_t member = 0; member < costs.members(); ++member) {
    for (std::size_t slot = 0; slot < costs.slots(); ++slot)
      costs.at(member, slot) = to_cost(rows[member][slot]);
  }
  return costs;
}

inline Assignment assigned(AssignmentMethod method, const CostTable& costs,
                           double limit = kDefaultCostLimit) {
  Assignment out;
  assign(method, costs, out, limit);
  return out;
}
inline Assignment assigned(AssignmentMethod method, const Numbers2& rows, double limit = kDefaultCostLimit) {
  return assigned(method, cost_table(rows), limit);
}

inline CostTable distances(const std::vector<Vec3>& members, const std::vector<Vec3>& slots) {
  CostTable costs;
  costs.resize(members.size(), slots.size());
  for (std::size_t member = 0; member < members.size(); ++member) {
    for (std::size_t slot = 0; slot < slots.size(); ++slot)
      costs.at(member, slot) = to_cost(length(slots[slot] - members[member]));
  }
  return costs;
}

// Numbers by a 64-bit linear congruential generator (Knuth, MMIX), the same on every machine.
class Draw {
 public:
  std::uint64_t operator()(std::uint64_t below) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (state_ >> 20) % below;
  }
  double fraction() { return static_cast<double>((*this)(1 << 30)) * 0x1p-30; }

 private:
  std::uint64_t state_ = 1;
};

// Whole numbers of steps below `values`; one pair in `forbidden` is forbidden, none for zero.
inline CostTable random_costs(Draw& draw, std::size_t members, std::size_t slots, std::int64_t values,
                              std::uint64_t forbidden) {
  CostTable costs;
  costs.resize(members, slots);
  for (std::size_t member = 0; member < members; ++member) {
    for (std::size_t slot = 0; slot < slots; ++slot) {
      const auto cost = static_cast<Cost>(draw(static_cast<std::uint64_t>(values)));
      costs.at(member, slot) = forbidden > 0 && draw(forbidden) == 0 ? kForbidden : cost;
    }
  }
  return costs;
}

}  // namespace drover::test
