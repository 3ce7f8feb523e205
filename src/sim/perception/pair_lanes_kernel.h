// The kernels of pair_lanes.h for the registers this translation unit is compiled for. Included by the
// pair_lanes_*.cpp alone, which define DROVER_LANES_PER_REGISTER.

#include "sim/perception/lane_registers.h"

namespace drover::lanes {
namespace {

// The parameters and the sum of a pair force for the lanes of one register.
struct PushSums {
  Int agent;
  Real rounding, decay, decay2, max_push, max_push2, clamped_factor, coincident_push, range, range2,
      clamp_threshold2;
  Int pushes, x, y, z;
};

DROVER_INLINE PushSums push_sums(const PushLanes& push, const std::int64_t* agent, std::size_t from) {
  return {.agent = load(agent + from),
          .rounding = load(push.rounding + from),
          .decay = load(push.decay + from),
          .decay2 = load(push.decay2 + from),
          .max_push = load(push.max_push + from),
          .max_push2 = load(push.max_push2 + from),
          .clamped_factor = load(push.clamped_factor + from),
          .coincident_push = load(push.coincident_push + from),
          .range = load(push.range + from),
          .range2 = load(push.range2 + from),
          .clamp_threshold2 = load(push.clamp_threshold2 + from),
          .pushes = Int{},
          .x = Int{},
          .y = Int{},
          .z = Int{}};
}

// The agents and sums of the lanes of one register: half the lanes of a block, or all of them.
struct Lanes {
  Real x, y, z, limit;
  Int wanted;
  Real displacement_rounding;
  Real nearest2;  // squared distance of the nearest candidate
  Int neighbors, displacement_x, displacement_y, displacement_z, heading_x, heading_y, heading_z;
  PushSums push;
};

// Counts a term in steps where the mask is set, plus the bits of the rounding constant, which are the same
// for every term.
DROVER_INLINE void add_term(Mask mask, Int& sum, Real term, Real rounding) {
  add_where(mask, sum, bits(term + rounding));
}

// Bounds::nearest_image for two positions inside a world that wraps, which are less than its width apart.
DROVER_INLINE Real nearest_image(Real d, Real width) {
  const Real half = width * 0.5;
  return choose(less(-half, d), choose(less(d, half), d, d - width), d + width);
}

// The factor of push<form> in pair_force.h, for neighbors that do not coincide with the agent; the inverse
// force is not clamped here but in add_push().
template <Force force>
DROVER_INLINE Real push_factor(const PushSums& a, Real d2) {
  if constexpr (force == Force::inverse || force == Force::inverse_unclamped) return -a.decay / d2;
  const Real d = root(d2);
  if constexpr (force == Force::linear) return -a.max_push * (1.0 - d / a.range) / d;
  const Real magnitude = choose(less(a.decay, all(0.0)), -a.decay, a.decay);
  return choose(less(a.max_push * d2, magnitude), a.clamped_factor / d, -a.decay / (d2 * d));
}

// Whether to test for pushes that are clamped or have no direction; skip where they are too rare to test for
// each pair.
enum class Clamp { check, skip };

// In the plane dz is not read.
template <Force force, Clamp clamp, bool is_spatial>
DROVER_INLINE void add_push(PushSums& a, Mask near, std::uint32_t other, Real dx, Real dy, Real dz, Real d2) {
  const Mask pushed = force == Force::inverse_unclamped ? near : both(near, less(d2, a.range2));
  Real factor = push_factor<force>(a, d2);
  Real x = factor * dx;
  Real y = factor * dy;
  Real z = is_spatial ? factor * dz : Real{};
  if (clamp == Clamp::check && any(both(pushed, less(d2, a.clamp_threshold2)))) [[unlikely]] {
    if constexpr (force == Force::inverse || force == Force::inverse_unclamped) {
      factor = choose(less(a.max_push2 * d2, a.decay2), a.clamped_factor / root(d2), factor);
      x = factor * dx;
      y = factor * dy;
      if constexpr (is_spatial) z = factor * dz;
    }
    const Mask coincides = less(d2, all(kCoincident2));
    const Int other_agent = all(static_cast<std::int64_t>(other));
    x = choose(coincides, choose(less(other_agent, a.agent), a.coincident_push, -a.coincident_push), x);
    y = choose(coincides, all(0.0), y);
    if constexpr (is_spatial) z = choose(coincides, all(0.0), z);
  }
  if constexpr (force != Force::inverse_unclamped) add_where(pushed, a.pushes, all(std::int64_t{1}));
  add_term(pushed, a.x, x, a.rounding);
  add_term(pushed, a.y, y, a.rounding);
  if constexpr (is_spatial) add_term(pushed, a.z, z, a.rounding);
}

constexpr bool has(std::size_t form, FormBit bit) {
  return ((form >> bit) & 1) != 0;
}
constexpr Force force_of(std::size_t form) {
  return static_cast<Force>(form >> kForceShift);
}

// Whether the candidate may be the agent of a lane itself, which is not its own neighbor.
enum class SelfPair { never, possible };

// One candidate for all lanes; `counts` masks lanes.
template <std::size_t form, Clamp clamp, SelfPair self_pair>
DROVER_INLINE void add_candidate(const Columns& columns, std::uint32_t j, Lanes& a, Mask counts) {
  const SortedAgent& other = columns.sorted_agents[j];
  Real dx = other.x - a.x;
  Real dy = other.y - a.y;
  if constexpr (has(form, kThroughEdges)) {
    dx = nearest_image(dx, all(columns.width_x));
    dy = nearest_image(dy, all(columns.width_y));
  }
  Real d2 = dx * dx + dy * dy;
  Real dz = Real{};
  if constexpr (has(form, kSpatial)) {
    dz = columns.z[j] - a.z;
    if constexpr (has(form, kThroughEdges)) dz = nearest_image(dz, all(columns.width_z));
    d2 = d2 + dz * dz;
  }
  const Real infinity = all(__builtin_huge_val());
  a.nearest2 = minimum(a.nearest2, self_pair == SelfPair::never ? d2 : choose(counts, d2, infinity));
  Real limit2 = a.limit;  // squared already where radii do not count
  if constexpr (has(form, kOtherRadius)) {
    const Real limit = a.limit + columns.radius[j];
    limit2 = limit * limit;
  }
  Mask near = both(counts, less(d2, limit2));
  if constexpr (has(form, kFiltered)) near = both(near, equal(all(columns.label[j]), a.wanted));
  add_where(near, a.neighbors, all(std::int64_t{1}));
  if constexpr (has(form, kDisplacement)) {
    add_term(near, a.displacement_x, dx, a.displacement_rounding);
    add_term(near, a.displacement_y, dy, a.displacement_rounding);
    if constexpr (has(form, kSpatial)) add_term(near, a.displacement_z, dz, a.displacement_rounding);
  }
  if constexpr (has(form, kHeading)) {
    add_where(near, a.heading_x, all(other.heading_x));
    add_where(near, a.heading_y, all(other.heading_y));
    if constexpr (has(form, kSpatial)) add_where(near, a.heading_z, all(columns.heading_z[j]));
  }
  if constexpr (force_of(form) != Force::none)
    add_push<force_of(form), clamp, has(form, kSpatial)>(a.push, near, other.agent, dx, dy, dz, d2);
}

template <std::size_t form>
DROVER_INLINE Lanes lanes_of(const Block& block, std::size_t from) {
  Lanes a = {};
  a.x = load(block.x + from);
  a.y = load(block.y + from);
  if constexpr (has(form, kSpatial)) a.z = load(block.z + from);
  a.limit = load(block.limit + from);
  if constexpr (!has(form, kOtherRadius)) a.limit = a.limit * a.limit;
  if constexpr (has(form, kFiltered)) a.wanted = load(block.wanted + from);
  if constexpr (has(form, kDisplacement)) a.displacement_rounding = load(block.displacement_rounding + from);
  if constexpr (force_of(form) != Force::none) a.push = push_sums(block.push, block.agent, from);
  return a;
}

template <std::size_t form>
DROVER_INLINE void add_block_itself(const Columns& columns, const Block& block, std::size_t from, Lanes& a) {
  for (std::uint32_t k = 0; k < block.count; ++k)
    add_candidate<form, Clamp::check, SelfPair::possible>(columns, block.first + k, a, all_but(k - from));
}

template <std::size_t form>
DROVER_INLINE void store_sums(const Lanes& a, Block& block, std::size_t from) {
  store(block.neighbors + from, a.neighbors);
  store(block.nearest2 + from, a.nearest2);
  if constexpr (has(form, kDisplacement)) {
    store(block.displacement_x + from, a.displacement_x);
    store(block.displacement_y + from, a.displacement_y);
    if constexpr (has(form, kSpatial)) store(block.displacement_z + from, a.displacement_z);
  }
  if constexpr (has(form, kHeading)) {
    store(block.heading_x + from, a.heading_x);
    store(block.heading_y + from, a.heading_y);
    if constexpr (has(form, kSpatial)) store(block.heading_z + from, a.heading_z);
  }
  if constexpr (force_of(form) != Force::none) {
    store(block.pushes + from, a.push.pushes);
    store(block.push_x + from, a.push.x);
    store(block.push_y + from, a.push.y);
    if constexpr (has(form, kSpatial)) store(block.push_z + from, a.push.z);
  }
}

template <std::size_t form>
void sum_pairs(const Columns& columns, Block& block) {
  constexpr bool unclamped = force_of(form) == Force::inverse_unclamped;
  for (std::size_t from = 0; from < kLanes; from += kWidth) {
    Lanes a = lanes_of<form>(block, from);
    a.nearest2 = all(__builtin_huge_val());
    for (std::size_t k = 0; k < block.range_count; ++k) {
      const IndexRange range = block.ranges[k];
      for (std::uint32_t j = range.begin; j < range.end; ++j)
        add_candidate<form, unclamped ? Clamp::skip : Clamp::check, SelfPair::never>(columns, j, a,
                                                                                     kAllLanes);
    }
    if constexpr (unclamped) {
      constexpr std::size_t kClamped =
          form % (1u << kForceShift) + (static_cast<std::size_t>(Force::inverse) << kForceShift);
      if (any(less(a.nearest2, a.push.clamp_threshold2))) return sum_pairs<kClamped>(columns, block);
      add_block_itself<form>(columns, block, from, a);
      a.push.pushes = a.neighbors;
    } else {
      add_block_itself<form>(columns, block, from, a);
    }
    store_sums<form>(a, block, from);
  }
}

struct KernelTable {
  Kernel kernels[kFormCount];
};

template <std::size_t form>
constexpr void fill(KernelTable& table) {
  table.kernels[form] = sum_pairs<form>;
  if constexpr (form + 1 < kFormCount) fill<form + 1>(table);
}

constexpr KernelTable make_table() {
  KernelTable table = {};
  fill<0>(table);
  return table;
}

constexpr KernelTable kTable = make_table();

}  // namespace
}  // namespace drover::lanes
