// The bare kernel of flocking: one step of the flock of scenarios/benchmark/flock_10k.json with nothing
// around the arithmetic. It shares no code with the simulation. Its time is what drover's is compared with,
// since both drift alike with the clock of a machine.
//
// The law: of the neighbors nearer than 1 m, separation sums d / |d|^2, alignment takes the mean heading
// minus one's own, cohesion the velocity of 1 m/s to their centroid minus one's own; the weighted sum is cut
// at 4 m/s^2, and the velocity it leads to at 1 m/s. Positions wrap around a square, but unlike in drover
// no agent sees across its border.
//
// How it is done:
//   Layout   The square is cut into strips of height 1 and these into bins a quarter wide. Before every step
//   a
//            counting sort puts the agents into the order of their bins, so all neighbors of an agent lie in
//            three runs of memory, one per strip. It is stable, so the order depends on nothing but the
//            positions and the first order.
//   Lanes    Neighboring agents of a strip are the lanes of a register; the candidates around all of them are
//            taken one by one and compared with every lane.
//   Sums     Each lane adds its neighbors in the order of memory, and candidates that are none of its
//            neighbors add zero. So the number of lanes does not change a bit of the result. Divisions are
//            those of IEEE 754, and nothing is fused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference_arena.h"

namespace drover::reference {

// Agents by number.
struct Flock {
  std::vector<double> x, y;                  // m, in [0, side)
  std::vector<double> heading_x, heading_y;  // unit vectors
  std::vector<double> speed;                 // m/s
};

// Accelerations by agent number [m/s^2].
struct Accelerations {
  std::vector<double> x, y;
};

// What to compute with; the results are the same.
enum class Registers {
  baseline,     // 128 bits, two lanes: what every processor of the architecture has
  avx2,         // 256 bits, four lanes
  avx512_half,  // AVX-512 with its masks, but four lanes of 256 bits
  avx512,       // 512 bits, eight lanes
};
const char* name_of(Registers registers);
// Those of this processor.
std::vector<Registers> supported_registers();
// The fastest of them.
Registers best_registers();

class Kernel {
 public:
  Kernel(const Flock& flock, double side, Registers registers = best_registers());

  // Sorts, computes and integrates.
  void step();

  Flock flock() const;
  // What the last step asked for.
  Accelerations accelerations() const;

 private:
  Columns columns(std::size_t first);
  void sort();

  std::vector<double> numbers_;          // all columns, one after the other
  std::vector<std::uint32_t> bin_;       // of `next`
  std::vector<std::uint32_t> counts_;    // by bin; while sorting, where its next agent goes
  std::vector<std::uint32_t> starts_;    // by bin
  std::vector<std::uint32_t> number_;    // of the agents of `now`
  std::vector<std::uint32_t> previous_;  // their order in the step before
  Arena arena_ = {};
  void (*advance_)(const Arena&);
};

}  // namespace drover::reference
