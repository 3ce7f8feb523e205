// The SIMD form of the perception: sums over the neighbors of four agents at a time, one agent per lane of a
// vector register. It computes what the scalar form (plain_search.cpp, plain_sums.cpp) computes, which it is
// tested against, for the most frequent neighborhoods and sums.
//
// Layout. Agents are sorted by grid cell, so the agents of a block are close together and their candidates
// are a few ranges of the sorted agents. Every candidate is read once and compared with all lanes. There is
// no gather, no branch that depends on a distance, and no sum across lanes.
//
// Sums. Every term is rounded once to a multiple of a small power of two and counted in 64-bit integers, as
// everywhere in the perception (core/fixed_sum.h), so no result depends on the order of the candidates or on
// the width of the registers.
//
// Widths. The same code (pair_lanes_kernel.h) is compiled for the registers every processor has and for wider
// ones; kernel_for chooses at run time. No form fuses operations, so all give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/perception/sorted_agent.h"

namespace drover::lanes {

inline constexpr std::size_t kLanes = 4;

// Agents nearer than this coincide. It is kLengthEpsilon, whose header the kernels must not include; and its
// square [m^2].
inline constexpr double kCoincident = 1e-9;  // m
inline constexpr double kCoincident2 = kCoincident * kCoincident;

// PairForce::Form without the forms that only the scalar code sums.
//
// inverse_unclamped is inverse where the force reaches all neighbors, and fast while no push is clamped: a
// block with a clamped push is summed again as inverse.
enum class Force { none, inverse, inverse_square, linear, inverse_unclamped };
inline constexpr std::size_t kForceCount = 5;

// What is computed for each pair. Each form is an instantiation of its own, without what it does not need.
struct Form {
  bool is_spatial = false;     // agents are in space, not in the plane
  bool through_edges = false;  // the world wraps and the nearest image of a candidate may not be itself
  bool other_radius = false;   // candidates have radii that count
  bool filtered = false;       // only candidates of one label count
  bool displacement = false;   // sum of the vectors to the neighbors
  bool heading = false;        // sum of their headings
  Force force = Force::none;   // sum of their pushes
};

// The candidates, in the order of the cells. Only the columns that the form needs are read.
struct Columns {
  const SortedAgent* sorted_agents;
  const double* radius;       // m
  const std::int64_t* label;  // those with the label that a lane wants count
  // In space: the heights [m], and of the headings in the steps that headings are summed in.
  const double* z;
  const std::int64_t* heading_z;
  double width_x, width_y, width_z;  // of a world that wraps [m]
};

// The parameters of a pair force by lane; see PushParameters.
struct PushLanes {
  double rounding[kLanes];               // see FixedScale::rounding_constant()
  double decay[kLanes], decay2[kLanes];  // and its square
  double max_push[kLanes], max_push2[kLanes];
  double clamped_factor[kLanes];   // factor of the clamped push: -max_push, or max_push where the force
                                   // attracts [m/s^2]
  double coincident_push[kLanes];  // along the fallback direction: max_push, or 0 [m/s^2]
  double range[kLanes], range2[kLanes];
  double clamp_threshold2[kLanes];  // from this squared distance on a push is neither clamped nor of
                                    // coincident agents [m^2]
};

// The agents of a block and where their candidates are; arrays are by lane.
struct BlockAgents {
  // The agents: sorted agents `first` to `first` + `count` - 1.
  std::uint32_t first, count;
  alignas(32) double x[kLanes], y[kLanes];  // m; infinite from `count` on
  double z[kLanes];                         // m, in space; any number from `count` on
  std::int64_t agent[kLanes];               // index
  // Where the candidates are, without the agents of the block themselves, which are candidates too.
  const IndexRange* ranges;
  std::size_t range_count;

  // With how many candidates each lane is compared; one of them is itself.
  std::uint64_t candidates() const {
    std::uint64_t sum = count;
    for (std::size_t k = 0; k < range_count; ++k)
      sum += ranges[k].end - ranges[k].begin;
    return sum;
  }
};

// One block and its sums. The sums of lanes from `count` on are meaningless.
struct Block : BlockAgents {
  double limit[kLanes];         // neighbors are nearer than this, plus their radius if that counts [m]
  std::int64_t wanted[kLanes];  // the label of the candidates that count

  // Rounding constant of the sum of displacements; see FixedScale::rounding_constant().
  double displacement_rounding[kLanes];
  PushLanes push;

  // Results: how many neighbors there are and how many of them push, and the sums in steps. To those of
  // displacements and pushes, the bits of the rounding constant were added with each term.
  std::int64_t neighbors[kLanes];
  std::int64_t displacement_x[kLanes], displacement_y[kLanes], displacement_z[kLanes];
  std::int64_t heading_x[kLanes], heading_y[kLanes], heading_z[kLanes];
  std::int64_t pushes[kLanes];
  std::int64_t push_x[kLanes], push_y[kLanes], push_z[kLanes];
  double nearest2[kLanes];  // squared distance of the nearest candidate, whether it counts or not [m^2]
};

// Sums up the pairs of a block.
using Kernel = void (*)(const Columns& columns, Block& block);

// The registers to use. A width the processor does not have is taken for the widest it has.
enum class Width { baseline, avx2, avx512 };
Width widest();

Kernel kernel_for(const Form& form, Width width = widest());

// The number of a form: one bit for each bool of Form, and above these bits the force.
enum FormBit : unsigned {
  kSpatial,
  kThroughEdges,
  kOtherRadius,
  kFiltered,
  kDisplacement,
  kHeading,
  kForceShift
};
inline constexpr std::size_t kFormCount = kForceCount << kForceShift;
constexpr std::size_t form_number(const Form& form) {
  const auto bit = [](bool set, FormBit position) { return set ? std::size_t{1} << position : 0; };
  return bit(form.is_spatial, kSpatial) + bit(form.through_edges, kThroughEdges) +
         bit(form.other_radius, kOtherRadius) + bit(form.filtered, kFiltered) +
         bit(form.displacement, kDisplacement) + bit(form.heading, kHeading) +
         (static_cast<std::size_t>(form.force) << kForceShift);
}

// The tables of the translation units, by form_number(). Those of wide registers are built for x86-64 only.
const Kernel* baseline_kernels();
const Kernel* avx2_kernels();
const Kernel* avx512_kernels();

}  // namespace drover::lanes
