// What a block of four agents perceives, in SIMD lanes: a loop per condition and a loop per sum over the
// candidates of the block, one agent per lane. Neighborhoods and sums of any kind are put together from these
// loops, so a new sum is one loop more. Where a single neighborhood has only the most frequent sums, all of
// them in one loop are faster (pair_lanes.h).
//
// Layout. gather() compares every candidate with all lanes once and keeps what may be a neighbor of any. All
// perceptions of a step start from what was gathered. A Selection holds which of it are neighbors in one of
// them; the conditions narrow it, the sums read it. Masks are bits, one per lane, in one format for registers
// of any width.
//
// Sums are counted in steps as everywhere in the perception (core/fixed_sum.h): no result depends on the
// order of the candidates or on the width of the registers. Terms that are rounded by adding a constant
// (FixedScale::rounding_constant) are counted with the bits of that constant in each of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/perception/pair_lanes.h"
#include "sim/perception/sorted_agent.h"

namespace drover::lanes {

// A number per lane.
struct alignas(32) Quad {
  double at[kLanes];
};
struct alignas(32) IntQuad {
  std::int64_t at[kLanes];
};
// Of a vector per lane; in the plane z is neither read nor written.
struct QuadVector {
  Quad x, y, z;
};
struct IntQuadVector {
  IntQuad x, y, z;
};

// A bit per lane. Not a char: stores of chars may change everything, and the loops would read their bounds
// and parameters again after each.
using LaneBits = std::uint16_t;

// What to gather for a block.
struct Gathering : BlockAgents {
  Quad reach;  // what is nearer than this, plus its radius if that counts, is kept [m]
  const SortedAgent* sorted_agents;
  const double* radius;              // of the sorted agents; nullptr: radii do not count [m]
  const double* heights;             // of the sorted agents, in space [m]
  double width_x, width_y, width_z;  // of a world that wraps [m]
};

// What was gathered. There is room for every candidate and one more.
struct Candidates {
  std::size_t size;
  Quad *dx, *dy, *dz;       // from the agent of each lane; dz in space [m]
  Quad* d2;                 // m^2
  Quad* distance;           // m; from measure() on
  Quad* ahead;              // m along the heading; from measure() on
  Quad* key;                // of arg-mins
  std::uint32_t* position;  // among the sorted agents
  LaneBits* near;           // within reach of which lanes; never an agent of itself
};

// Which candidates are neighbors of which lanes.
struct Selection {
  std::size_t size;
  const std::uint32_t* candidate;
  const LaneBits* lanes;
  IntQuad counts;  // how many neighbors each lane has
  // Where those that a condition keeps are written: room for every candidate and one more. These may be the
  // arrays above.
  std::uint32_t* kept_candidate;
  LaneBits* kept_lanes;
};

// The view of the agents, by lane.
struct View {
  Quad cosine;  // of half its angle
  Quad near2;   // squared distance below which a neighbor is seen wherever it is [m^2]
};

// The key of a predicted collision (closest_approach.h), by lane.
struct ApproachLanes {
  QuadVector velocity;          // of the agents [m/s]
  Quad radius;                  // of the agents [m]
  Quad margin;                  // m
  Quad horizon, response_time;  // s
  IntQuad printed_form;         // all bits set where it is asked for
};

// A vector per candidate, in the order of the sorted agents; z in space.
struct VectorColumns {
  const double *x, *y, *z;
};

// What candidates have, in the same order.
struct ApproachColumns {
  VectorColumns velocity;  // m/s
  const double* radius;    // m
};

// Their headings, in the steps that headings are summed in.
struct HeadingColumns {
  const SortedAgent* sorted_agents;
  const std::int64_t* z;  // in space
};

// The neighbor with the least key, by lane.
struct LeastKey {
  Quad key;           // infinite without one
  IntQuad agent;      // the lower of those with equal keys
  IntQuad candidate;  // which it is
};

// The loops for one width of registers, in the plane or in space.
struct BlockLoops {
  // Whether the nearest image of a candidate may not be itself, in a world that wraps.
  void (*gather_inside)(const Gathering&, Candidates&);
  void (*gather_through_edges)(const Gathering&, Candidates&);
  // Distances, and how far ahead along the headings.
  void (*measure)(const QuadVector& heading, Candidates&);

  // Conditions. The first two make a selection of the lanes given, the others narrow it.
  void (*select_near)(const Candidates&, LaneBits lanes, const Quad& reach, const double* radius, Selection&);
  // Near and in view: at least `cosine` of the distance ahead, or nearer than the root of `near2`.
  void (*select_in_view)(const Candidates&, LaneBits lanes, const Quad& reach, const double* radius,
                         const View& view, Selection&);
  void (*keep_beyond)(const Candidates&, const Quad& least, const double* radius, Selection&);
  void (*keep_labels)(const Candidates&, const std::int64_t* label, const IntQuad& wanted, Selection&);
  void (*keep_within)(const Candidates&, const Quad& greatest2, Selection&);

  // Counts the neighbors of each lane, which the conditions do by themselves; and how many are ahead.
  void (*count)(Selection&);
  void (*count_ahead)(const Candidates&, const Selection&, IntQuad&);
  void (*nearest2)(const Candidates&, const Selection&, Quad&);
  // The squared distance of the k-th nearest, infinite where there are fewer; k <= kMaxRanked.
  void (*ranked)(const Candidates&, const Selection&, std::size_t k, Quad& distance2);

  // Sums with the bits of rounding constants in each term.
  void (*sum_displacements)(const Candidates&, const Selection&, const Quad& rounding, IntQuadVector&);
  // Of unit vectors to the neighbors; those at the same place have none and count as zero.
  void (*sum_directions)(const Candidates&, const Selection&, const Quad& rounding, IntQuadVector&);
  void (*sum_column)(const Candidates&, const Selection&, const double* column, const Quad& rounding,
                     IntQuad&);
  void (*sum_columns)(const Candidates&, const Selection&, const VectorColumns&, const QuadVector& rounding,
                      IntQuadVector&);
  void (*sum_moments)(const Candidates&, const Selection&, const double* mass, const QuadVector& rounding,
                      IntQuadVector&);
  // In steps of their own, without a constant.
  void (*sum_headings)(const Candidates&, const Selection&, const HeadingColumns&, IntQuadVector&);
  // The greatest magnitudes of the terms of sum_column and sum_moments; those below `least` count as that.
  void (*greatest_of_column)(const Candidates&, const Selection&, const double* column, double least, Quad&);
  void (*greatest_of_columns)(const Candidates&, const Selection&, const VectorColumns&, double least,
                              QuadVector&);
  void (*greatest_of_moments)(const Candidates&, const Selection&, const double* mass, double least,
                              QuadVector&);
  // Pushes, by Force; how many of the neighbors push.
  struct Pushes {
    IntQuad count;
    IntQuadVector sum;
  };
  void (*sum_pushes[kForceCount])(const Candidates&, const Selection&, const SortedAgent*,
                                  const IntQuad& agent, const PushLanes&, Pushes&);

  // Keys of arg-mins into Candidates::key, for those selected.
  void (*approach_keys)(const Candidates&, const Selection&, const ApproachLanes&, const ApproachColumns&);
  void (*distance_keys)(const Candidates&, const Selection&);
  void (*least_key)(const Candidates&, const Selection&, const SortedAgent*, LeastKey&);
};

inline constexpr std::size_t kMaxRanked = 16;

// A width the processor does not have is taken for the widest it has.
const BlockLoops& loops_for(bool is_spatial, Width width = widest());

// Of the translation units. Those of wide registers are built for x86-64 only.
const BlockLoops& baseline_loops(bool is_spatial);
const BlockLoops& avx2_loops(bool is_spatial);
const BlockLoops& avx512_loops(bool is_spatial);

}  // namespace drover::lanes
