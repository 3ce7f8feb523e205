#include "formations/assignment.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/exact_sum.h"

namespace drover {

double ease_of(std::span<const Cost> costs, Cost limit) {
  double ease = 0.0;
  for (const Cost cost : costs) {
    if (cost < limit) ease += 1.0 / (1.0 + to_double(cost));
  }
  return ease;
}

void Assigner::reserve(std::size_t members, std::size_t slots) {
  optimal_.reserve(members, slots);
  slots_.reserve(members);
  ease_.reserve(members);
  order_.reserve(members);
  is_free_.reserve(slots);
  thresholds_.reserve(members * slots);
  allowed_.reserve(members, slots);
}

Assigner::Slots Assigner::sequential_slots(const CostTable& costs) {
  slots_.assign(costs.members(), kUnplaced);
  for (std::size_t k = 0; k < costs.members() && k < costs.slots(); ++k) {
    if (costs.at(k, k) != kForbidden) slots_[k] = k;
  }
  return slots_;
}

Assigner::Slots Assigner::greedy_slots(const CostTable& costs, Cost limit) {
  ease_.clear();
  for (std::size_t member = 0; member < costs.members(); ++member)
    ease_.push_back(ease_of(costs.row(member), limit));
  order_.resize(costs.members());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::ranges::sort(order_, {}, [&](std::size_t member) { return std::pair(ease_[member], member); });
  slots_.assign(costs.members(), kUnplaced);
  is_free_.assign(costs.slots(), 1);
  for (const std::size_t member : order_) {
    std::size_t& best = slots_[member];
    for (std::size_t slot = 0; slot < costs.slots(); ++slot) {
      if (is_free_[slot] == 0 || costs.at(member, slot) >= limit) continue;
      if (best == kUnplaced || costs.at(member, slot) < costs.at(member, best)) best = slot;
    }
    if (best != kUnplaced) is_free_[best] = 0;
  }
  return slots_;
}

// Only which pairs are allowed counts here.
std::size_t Assigner::placed_below(const CostTable& costs, Cost threshold) {
  allowed_.resize(costs.members(), costs.slots());
  for (std::size_t member = 0; member < costs.members(); ++member) {
    for (std::size_t slot = 0; slot < costs.slots(); ++slot)
      allowed_.at(member, slot) = costs.at(member, slot) <= threshold ? 0 : kForbidden;
  }
  const Slots slots = optimal_.solve(allowed_);
  return costs.members() - static_cast<std::size_t>(std::ranges::count(slots, kUnplaced));
}

// Bisection for the least threshold below which as many members can be placed as without one.
Assigner::Slots Assigner::bottleneck_slots(const CostTable& costs) {
  thresholds_.clear();
  for (std::size_t member = 0; member < costs.members(); ++member) {
    for (const Cost cost : costs.row(member)) {
      if (cost != kForbidden) thresholds_.push_back(cost);
    }
  }
  std::ranges::sort(thresholds_);
  thresholds_.erase(std::unique(thresholds_.begin(), thresholds_.end()), thresholds_.end());
  if (thresholds_.empty()) {
    slots_.assign(costs.members(), kUnplaced);
    return slots_;
  }
  const std::size_t most = placed_below(costs, thresholds_.back());
  const auto least = std::ranges::partition_point(
      thresholds_, [&](Cost threshold) { return placed_below(costs, threshold) < most; });
  return optimal_.solve(costs, *least);
}

Assigner::Slots Assigner::slots_by(AssignmentMethod method, const CostTable& costs, double cost_limit) {
  switch (method) {
    case AssignmentMethod::sequential:
      return sequential_slots(costs);
    case AssignmentMethod::greedy_ease:
      return greedy_slots(costs, to_cost(cost_limit));
    case AssignmentMethod::optimal:
      return optimal_.solve(costs);
    case AssignmentMethod::bottleneck:
      return bottleneck_slots(costs);
  }
  return {};
}

void Assigner::assign(AssignmentMethod method, const CostTable& costs, Assignment& out, double cost_limit) {
  const Slots slots = slots_by(method, costs, cost_limit);
  out.slot_of.reserve(slots.size());  // from here on nothing fails
  out.slot_of.assign(slots.begin(), slots.end());
  out.placed = 0;
  WideInteger sum = 0;
  for (std::size_t member = 0; member < costs.members(); ++member) {
    if (slots[member] == kUnplaced) continue;
    ++out.placed;
    sum += costs.at(member, slots[member]);
  }
  out.cost = sum < kForbidden ? static_cast<Cost>(sum) : kForbidden - 1;
}

}  // namespace drover
