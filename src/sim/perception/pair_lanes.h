// The inner loop of flocks: sums over the neighbors of four agents at a time, side by side in the lanes of
// vector registers. It does what PerceptionPass does for one agent after the other (perception_search.cpp and
// perception_sums.cpp are the plain form, and what it is tested against), for the neighborhoods and sums that
// are asked for most.
//
// Layout. Agents stand in columns in the order of the cells of the grid, so those of a block are close
// together and what they may see are a few stretches of the columns. Each lane is one agent; one candidate
// after the other is read once and compared with all lanes. There is no gathering, no branch that depends on
// a distance, and nothing to add up across lanes.
//
// Sums. Every term is rounded once to a multiple of a small power of two and counted in 64-bit integers, as
// everywhere in the perception (core/fixed_sum.h), so neither the order of the candidates nor the width of
// the registers can show in a result.
//
// Widths. The same code (pair_lanes_kernel.h) is compiled for the registers every processor has and for wider
// ones; kernel_for chooses when the program runs. No form fuses operations, so all come to the same bits.
#pragma once

#include <cstddef>
#include <cstdint>

namespace drover::lanes {

inline constexpr std::size_t kLanes = 4;

// Neighbors nearer than this are at the same place [m^2]; kLengthEpsilon, whose header the kernels do
// without.
inline constexpr double kCoincident2 = 1e-9 * 1e-9;

// The law of the distance by which neighbors push; PairLaw::Form without those that are summed the plain way.
//
// inverse_far is inverse for ranges that hold all neighbors, quick as long as no push is limited: where one
// is, the block is summed again as inverse.
enum class Law { none, inverse, inverse_square, linear, inverse_far };
inline constexpr std::size_t kLawCount = 5;

// What is done with each pair. Each form is a loop of its own, without what it does not need.
struct Form {
  bool through_edges = false;  // the world wraps and the nearest image of a candidate may not be itself
  bool other_radius = false;   // candidates have radii that count
  bool filtered = false;       // some candidates do not count
  bool displacement = false;   // sum of the vectors to the neighbors
  bool heading = false;        // sum of their headings
  Law law = Law::none;         // sum of their pushes
};

// A candidate.
struct Sight {
  double x, y;                        // m
  std::int64_t heading_x, heading_y;  // unit heading, in the steps that headings are summed in
  std::uint32_t agent;                // index
  std::uint32_t cell;                 // of the grid the agents are sorted by
};

// The candidates, by place in the order of the cells. Only what the form needs is read.
struct Columns {
  const Sight* sights;
  const double* radius;     // m
  const double* penalty;    // 0, or infinity for those that do not count [m^2]
  double width_x, width_y;  // of a world that wraps [m]
};

// Places `begin` to `end` - 1.
struct Stretch {
  std::uint32_t begin, end;
};

// One block. Arrays are by lane; the sums of lanes from `count` on mean nothing.
struct Block {
  // The agents: places `first` to `first` + `count` - 1.
  std::uint32_t first, count;
  alignas(32) double x[kLanes], y[kLanes];  // m; infinite from `count` on
  double limit[kLanes];        // neighbors are nearer than this, plus their radius if that counts [m]
  std::int64_t agent[kLanes];  // index

  // Of the sums; see FixedScale::rounder() and PushTerms.
  double displacement_rounder[kLanes];
  double push_rounder[kLanes];
  double decay[kLanes], decay2[kLanes];  // and its square
  double most[kLanes], most2[kLanes];
  double longest[kLanes];  // factor of the longest push: -most, or most where the law attracts [m/s^2]
  double parting[kLanes];  // the push of a neighbor at the same place: most, or 0 [m/s^2]
  double range[kLanes], range2[kLanes];
  double special2[kLanes];  // from this squared distance on a push is neither longest nor parting [m^2]

  // Where the candidates are, all but the agents of the block themselves, which are candidates too.
  const Stretch* stretches;
  std::size_t stretch_count;

  // Results: how many neighbors there are and how many of them push, and the sums in steps. To those of
  // displacements and pushes, the bits of their rounder were added with each term.
  std::int64_t neighbors[kLanes];
  std::int64_t displacement_x[kLanes], displacement_y[kLanes];
  std::int64_t heading_x[kLanes], heading_y[kLanes];
  std::int64_t pushes[kLanes];
  std::int64_t push_x[kLanes], push_y[kLanes];
  double nearest2[kLanes];  // squared distance of the nearest candidate, whether it counts or not [m^2]

  // With how many candidates each lane was compared; one of them is itself.
  std::uint64_t tested() const {
    std::uint64_t sum = count;
    for (std::size_t k = 0; k < stretch_count; ++k)
      sum += stretches[k].end - stretches[k].begin;
    return sum;
  }
};

// Sums up the pairs of a block.
using Kernel = void (*)(const Columns& columns, Block& block);

// The registers to use. A width the processor does not have is taken for the widest it has.
enum class Width { baseline, avx2, avx512 };
Width widest();

Kernel kernel_for(const Form& form, Width width = widest());

// The number of a form: a bit for each thing that is done or not, and above them the law.
enum FormBit : unsigned { kThroughEdges, kOtherRadius, kFiltered, kDisplacement, kHeading, kLawShift };
inline constexpr std::size_t kFormCount = kLawCount << kLawShift;
constexpr std::size_t form_number(const Form& form) {
  const auto bit = [](bool set, FormBit place) { return set ? std::size_t{1} << place : 0; };
  return bit(form.through_edges, kThroughEdges) + bit(form.other_radius, kOtherRadius) +
         bit(form.filtered, kFiltered) + bit(form.displacement, kDisplacement) + bit(form.heading, kHeading) +
         (static_cast<std::size_t>(form.law) << kLawShift);
}

// The tables of the translation units, by form_number(). Those of wide registers are built for x86-64 only.
const Kernel* baseline_kernels();
const Kernel* avx2_kernels();
const Kernel* avx512_kernels();

}  // namespace drover::lanes
