// What every member would pay for every slot: members are rows, slots are columns.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "formations/cost.h"

namespace drover {

class CostTable {
 public:
  void reserve(std::size_t members, std::size_t slots) { costs_.reserve(members * slots); }
  // All costs are zero. Keeps its memory.
  void resize(std::size_t members, std::size_t slots) {
    members_ = members;
    slots_ = slots;
    costs_.assign(members * slots, 0);
  }

  std::size_t members() const { return members_; }
  std::size_t slots() const { return slots_; }
  Cost& at(std::size_t member, std::size_t slot) { return costs_[member * slots_ + slot]; }
  Cost at(std::size_t member, std::size_t slot) const { return costs_[member * slots_ + slot]; }
  std::span<const Cost> row(std::size_t member) const { return {costs_.data() + member * slots_, slots_}; }

 private:
  std::size_t members_ = 0;
  std::size_t slots_ = 0;
  std::vector<Cost> costs_;
};

inline constexpr std::size_t kUnplaced = std::numeric_limits<std::size_t>::max();

}  // namespace drover
