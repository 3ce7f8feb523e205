#include "reference_kernel.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "reference_widths.h"

namespace drover::reference {
namespace {

// A block may reach beyond the last agent.
constexpr std::size_t kMaxLanes = 8;

void (*advance_for(Registers registers))(const Arena&) {
#if defined(__x86_64__)
  switch (registers) {
    case Registers::baseline:
      return advance_baseline;
    case Registers::avx2:
      return advance_avx2;
    case Registers::avx512_half:
      return advance_avx512_half;
    case Registers::avx512:
      return advance_avx512;
  }
#endif
  static_cast<void>(registers);
  return advance_baseline;
}

// A column in the order of agent numbers.
std::vector<double> by_number(const double* column, std::span<const std::uint32_t> number) {
  std::vector<double> result(number.size());
  for (std::size_t k = 0; k < number.size(); ++k)
    result[number[k]] = column[k];
  return result;
}

}  // namespace

const char* name_of(Registers registers) {
  constexpr const char* kNames[] = {"baseline", "avx2", "avx512_half", "avx512"};
  return kNames[static_cast<int>(registers)];
}

std::vector<Registers> supported_registers() {
  std::vector<Registers> all = {Registers::baseline};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) all.push_back(Registers::avx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq")) {
    all.push_back(Registers::avx512_half);
    all.push_back(Registers::avx512);
  }
#endif
  return all;
}

// Fewer lanes waste less on candidates that are neighbors of no lane; 256 bits are as wide as the divider of
// many processors anyway.
Registers best_registers() {
  const std::vector<Registers> all = supported_registers();
  const auto half = std::find(all.begin(), all.end(), Registers::avx512_half);
  return half == all.end() ? all.back() : *half;
}

Kernel::Kernel(const Flock& flock, double side, Registers registers) : advance_(advance_for(registers)) {
  const std::size_t n = flock.x.size();
  const std::size_t padded = n + kMaxLanes;
  numbers_.assign(12 * padded, 0.0);
  arena_.count = n;
  arena_.side = side;
  arena_.strips = static_cast<std::uint32_t>(std::ceil(side));
  arena_.bins = static_cast<std::uint32_t>(std::ceil(side * kBinsPerMeter));
  arena_.stride = arena_.bins + 2 * kBinsPerMeter;
  arena_.now = columns(0);
  arena_.next = columns(5);
  arena_.acceleration_x = &numbers_[10 * padded];
  arena_.acceleration_y = &numbers_[11 * padded];
  const std::size_t bins = std::size_t{arena_.stride} * (arena_.strips + 2);
  bin_.assign(n, 0);
  counts_.assign(bins, 0);
  starts_.assign(bins + 1, 0);
  arena_.bin = bin_.data();
  arena_.counts = counts_.data();
  arena_.starts = starts_.data();
  number_.resize(n);
  previous_.resize(n);
  for (std::uint32_t i = 0; i < n; ++i)
    number_[i] = i;
  const std::pair<const std::vector<double>*, double*> copies[] = {{&flock.x, arena_.next.x},
                                                                   {&flock.y, arena_.next.y},
                                                                   {&flock.heading_x, arena_.next.heading_x},
                                                                   {&flock.heading_y, arena_.next.heading_y},
                                                                   {&flock.speed, arena_.next.speed}};
  for (const auto& [from, to] : copies)
    std::copy(from->begin(), from->end(), to);
  for (std::uint32_t i = 0; i < n; ++i)
    count_bin(arena_, i);
}

// Five columns of the store, from the one with the given number.
Columns Kernel::columns(std::size_t first) {
  const std::size_t padded = arena_.count + kMaxLanes;
  double* start = numbers_.data() + first * padded;
  return {start, start + padded, start + 2 * padded, start + 3 * padded, start + 4 * padded};
}

void Kernel::step() {
  sort();
  std::fill(counts_.begin(), counts_.end(), 0u);
  advance_(arena_);
}

// Moves `next` into `now` in the order of bins; of one bin in the order they had.
void Kernel::sort() {
  std::uint32_t sum = 0;
  for (std::size_t bin = 0; bin < counts_.size(); ++bin) {
    starts_[bin] = sum;
    sum += std::exchange(counts_[bin], sum);
  }
  starts_.back() = sum;
  std::swap(number_, previous_);
  const Columns& to = arena_.now;
  const Columns& from = arena_.next;
  for (std::size_t i = 0; i < arena_.count; ++i) {
    const std::uint32_t place = counts_[bin_[i]]++;
    to.x[place] = from.x[i];
    to.y[place] = from.y[i];
    to.heading_x[place] = from.heading_x[i];
    to.heading_y[place] = from.heading_y[i];
    to.speed[place] = from.speed[i];
    number_[place] = previous_[i];
  }
}

Flock Kernel::flock() const {
  const Columns& next = arena_.next;
  return {by_number(next.x, number_), by_number(next.y, number_), by_number(next.heading_x, number_),
          by_number(next.heading_y, number_), by_number(next.speed, number_)};
}

Accelerations Kernel::accelerations() const {
  return {by_number(arena_.acceleration_x, number_), by_number(arena_.acceleration_y, number_)};
}

}  // namespace drover::reference
