#include "formations/assignment.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/exact_sum.h"
#include "formations/optimal_assignment.h"

namespace drover {
namespace {

using Slots = std::vector<std::size_t>;

Slots sequential_slots(const CostTable& costs) {
  Slots slots(costs.members(), kUnplaced);
  for (std::size_t k = 0; k < costs.members() && k < costs.slots(); ++k) {
    if (costs.at(k, k) != kForbidden) slots[k] = k;
  }
  return slots;
}

// The cheapest free slot below the limit, ties to the lower one; kUnplaced for none.
std::size_t cheapest_free(std::span<const Cost> costs, Cost limit, const std::vector<bool>& is_free) {
  std::size_t best = kUnplaced;
  for (std::size_t slot = 0; slot < costs.size(); ++slot) {
    if (!is_free[slot] || costs[slot] >= limit) continue;
    if (best == kUnplaced || costs[slot] < costs[best]) best = slot;
  }
  return best;
}

Slots greedy_slots(const CostTable& costs, Cost limit) {
  std::vector<double> ease(costs.members());
  for (std::size_t member = 0; member < costs.members(); ++member)
    ease[member] = ease_of(costs.row(member), limit);
  Slots order(costs.members());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t member) { return std::pair(ease[member], member); });
  Slots slots(costs.members(), kUnplaced);
  std::vector<bool> is_free(costs.slots(), true);
  for (const std::size_t member : order) {
    const std::size_t slot = cheapest_free(costs.row(member), limit, is_free);
    slots[member] = slot;
    if (slot != kUnplaced) is_free[slot] = false;
  }
  return slots;
}

// Only which pairs are allowed counts here.
std::size_t placed_below(const CostTable& costs, Cost threshold) {
  CostTable allowed;
  allowed.resize(costs.members(), costs.slots());
  for (std::size_t member = 0; member < costs.members(); ++member) {
    for (std::size_t slot = 0; slot < costs.slots(); ++slot)
      allowed.at(member, slot) = costs.at(member, slot) <= threshold ? 0 : kForbidden;
  }
  const Slots slots = optimal_slots(allowed);
  return costs.members() - static_cast<std::size_t>(std::ranges::count(slots, kUnplaced));
}

// Bisection for the least threshold below which as many members can be placed as without one.
Slots bottleneck_slots(const CostTable& costs) {
  std::vector<Cost> thresholds;
  for (std::size_t member = 0; member < costs.members(); ++member) {
    for (const Cost cost : costs.row(member)) {
      if (cost != kForbidden) thresholds.push_back(cost);
    }
  }
  std::ranges::sort(thresholds);
  thresholds.erase(std::unique(thresholds.begin(), thresholds.end()), thresholds.end());
  if (thresholds.empty()) return Slots(costs.members(), kUnplaced);
  const std::size_t most = placed_below(costs, thresholds.back());
  const auto least = std::ranges::partition_point(
      thresholds, [&](Cost threshold) { return placed_below(costs, threshold) < most; });
  return optimal_slots(costs, *least);
}

Slots slots_by(AssignmentMethod method, const CostTable& costs, double cost_limit) {
  switch (method) {
    case AssignmentMethod::sequential:
      return sequential_slots(costs);
    case AssignmentMethod::greedy_ease:
      return greedy_slots(costs, to_cost(cost_limit));
    case AssignmentMethod::optimal:
      return optimal_slots(costs);
    case AssignmentMethod::bottleneck:
      return bottleneck_slots(costs);
  }
  return {};
}

}  // namespace

double ease_of(std::span<const Cost> costs, Cost limit) {
  double ease = 0.0;
  for (const Cost cost : costs) {
    if (cost < limit) ease += 1.0 / (1.0 + to_double(cost));
  }
  return ease;
}

void assign(AssignmentMethod method, const CostTable& costs, Assignment& out, double cost_limit) {
  Assignment result;
  result.slot_of = slots_by(method, costs, cost_limit);
  WideInteger sum = 0;
  for (std::size_t member = 0; member < costs.members(); ++member) {
    if (result.slot_of[member] == kUnplaced) continue;
    ++result.placed;
    sum += costs.at(member, result.slot_of[member]);
  }
  result.cost = sum < kForbidden ? static_cast<Cost>(sum) : kForbidden - 1;
  std::swap(out, result);
}

}  // namespace drover
