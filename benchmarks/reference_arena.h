// What the code for wide registers shares with the rest of the reference kernel.
#pragma once

#include <cstddef>
#include <cstdint>

namespace drover::reference {

inline constexpr double kTimeStep = 0.02;  // s

// One array per quantity, in the order of memory.
struct Columns {
  double* x;
  double* y;
  double* heading_x;
  double* heading_y;
  double* speed;
};

// What a step works on. Plain pointers: the code for wide registers shares no function with any other, or the
// linker might keep its version for processors without them.
struct Arena {
  std::size_t count;            // agents
  double side;                  // of the square [m]
  std::uint32_t strips;         // of height 1
  std::uint32_t bins;           // of a strip
  std::uint32_t stride;         // bins of a strip with the empty ones to its sides
  Columns now;                  // sorted by bin
  Columns next;                 // what becomes of them, in the same order
  double* acceleration_x;       // m/s^2, in the same order
  double* acceleration_y;       // m/s^2
  std::uint32_t* bin;           // of the next position
  std::uint32_t* counts;        // by bin: how many next positions are in it
  const std::uint32_t* starts;  // by bin: the first agent in `now`
};

// Every source that includes the functions below has its own copy of them.
namespace {

constexpr std::uint32_t kBinsPerMeter = 4;

// Within a strip; empty bins to the left and right stand in for the neighbors of the outermost.
inline std::uint32_t bin_across(const Arena& arena, double x) {
  const auto bin = static_cast<std::uint32_t>(static_cast<std::int32_t>(x * kBinsPerMeter));
  return (bin < arena.bins ? bin : arena.bins - 1) + kBinsPerMeter;
}

// Notes the bin of agent i's next position. There is an empty strip below the lowest and above the highest.
inline void count_bin(const Arena& arena, std::uint32_t i) {
  const auto strip = static_cast<std::uint32_t>(static_cast<std::int32_t>(arena.next.y[i]));
  const std::uint32_t row = (strip < arena.strips ? strip : arena.strips - 1) + 1;
  const std::uint32_t bin = row * arena.stride + bin_across(arena, arena.next.x[i]);
  arena.bin[i] = bin;
  ++arena.counts[bin];
}

}  // namespace
}  // namespace drover::reference
