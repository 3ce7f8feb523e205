// The kernels of pair_lanes.h for the registers this translation unit is compiled for. Included by the
// pair_lanes_*.cpp alone, which define DROVER_LANES_PER_REGISTER.
//
// Everything here has internal linkage and no function of the standard library is called: the linker merges
// equal inline functions of several translation units, and one compiled for wide registers must never
// replace the others.

#include "sim/perception/pair_lanes.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace drover::lanes {
namespace {

constexpr std::size_t kWidth = DROVER_LANES_PER_REGISTER;
static_assert(kLanes % kWidth == 0);

typedef double Real __attribute__((vector_size(8 * DROVER_LANES_PER_REGISTER)));
typedef long long Int __attribute__((vector_size(8 * DROVER_LANES_PER_REGISTER)));
// Unaligned, and allowed to alias arrays of numbers.
typedef double RealIn __attribute__((vector_size(8 * DROVER_LANES_PER_REGISTER), aligned(8), may_alias));
typedef long long IntIn __attribute__((vector_size(8 * DROVER_LANES_PER_REGISTER), aligned(8), may_alias));

#define DROVER_INLINE static inline __attribute__((always_inline))

DROVER_INLINE Real load(const double* p) {
  return *reinterpret_cast<const RealIn*>(p);
}
DROVER_INLINE Int load(const std::int64_t* p) {
  return *reinterpret_cast<const IntIn*>(p);
}
DROVER_INLINE void store(std::int64_t* p, Int v) {
  *reinterpret_cast<IntIn*>(p) = v;
}
DROVER_INLINE void store(double* p, Real v) {
  *reinterpret_cast<RealIn*>(p) = v;
}
DROVER_INLINE Real all(double v) {
  return v - Real{};
}
DROVER_INLINE Int all(std::int64_t v) {
  return v - Int{};
}
DROVER_INLINE Int bits(Real v) {
  return reinterpret_cast<Int>(v);
}

// Four lanes are those of AVX. With -march=native the unit of two lanes may use the instructions of a wider
// unit, but not its registers.
#define DROVER_HAS_AVX_REGISTERS (DROVER_LANES_PER_REGISTER == 4)

// A mask of lanes: a bit per lane where the processor has mask registers, or else all bits of a lane.
#if DROVER_HAS_AVX_REGISTERS && defined(__AVX512VL__)
typedef __mmask8 Mask;
constexpr Mask kAllLanes = (1u << kWidth) - 1;

DROVER_INLINE Mask less(Real a, Real b) {
  return _mm256_cmp_pd_mask(a, b, _CMP_LT_OQ);
}
DROVER_INLINE Mask less(Int a, Int b) {
  return _mm256_cmplt_epi64_mask(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b));
}
DROVER_INLINE Mask equal(Int a, Int b) {
  return _mm256_cmpeq_epi64_mask(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b));
}
DROVER_INLINE Mask both(Mask a, Mask b) {
  return static_cast<Mask>(a & b);
}
DROVER_INLINE Real choose(Mask mask, Real a, Real b) {
  return _mm256_mask_blend_pd(mask, b, a);
}
DROVER_INLINE void add_where(Mask mask, Int& sum, Int v) {
  sum = reinterpret_cast<Int>(_mm256_mask_add_epi64(
      reinterpret_cast<__m256i>(sum), mask, reinterpret_cast<__m256i>(sum), reinterpret_cast<__m256i>(v)));
}
DROVER_INLINE bool any(Mask mask) {
  return mask != 0;
}
DROVER_INLINE Mask all_but(std::size_t lane) {
  return static_cast<Mask>(~(std::size_t{1} << lane));
}
#else
typedef Int Mask;
constexpr Mask kAllLanes = ~Mask{};

DROVER_INLINE Mask less(Real a, Real b) {
  return a < b;
}
DROVER_INLINE Mask less(Int a, Int b) {
  return a < b;
}
DROVER_INLINE Mask equal(Int a, Int b) {
  return a == b;
}
DROVER_INLINE Mask both(Mask a, Mask b) {
  return a & b;
}
DROVER_INLINE Real choose(Mask mask, Real a, Real b) {
  return reinterpret_cast<Real>((mask & bits(a)) | (~mask & bits(b)));
}
DROVER_INLINE void add_where(Mask mask, Int& sum, Int v) {
  sum += mask & v;
}
DROVER_INLINE bool any(Mask mask) {
#if DROVER_HAS_AVX_REGISTERS
  return _mm256_movemask_pd(reinterpret_cast<__m256d>(mask)) != 0;
#elif defined(__x86_64__)
  return _mm_movemask_pd(reinterpret_cast<__m128d>(mask)) != 0;
#else
  return (mask[0] | mask[1]) != 0;
#endif
}
// All lanes, if the lane is not one of the register's.
DROVER_INLINE Mask all_but(std::size_t lane) {
  Mask mask = kAllLanes;
  for (std::size_t l = 0; l < kWidth; ++l)
    mask[l] = l == lane ? 0 : -1;
  return mask;
}
#endif

DROVER_INLINE Real root(Real v) {
#if DROVER_HAS_AVX_REGISTERS
  return _mm256_sqrt_pd(v);
#elif defined(__x86_64__)
  return _mm_sqrt_pd(v);
#else
  return vsqrtq_f64(v);
#endif
}

DROVER_INLINE Real minimum(Real a, Real b) {
#if DROVER_HAS_AVX_REGISTERS
  return _mm256_min_pd(a, b);
#elif defined(__x86_64__)
  return _mm_min_pd(a, b);
#else
  return choose(less(a, b), a, b);
#endif
}

// The agents and sums of the lanes of one register: half the lanes of a block, or all of them.
struct Lanes {
  Real x, y, limit;
  Int agent, wanted;
  Real displacement_rounding, push_rounding;
  Real decay, decay2, max_push, max_push2, clamped_factor, coincident_push, range, range2, clamp_threshold2;
  Real nearest2;  // squared distance of the nearest candidate
  Int neighbors, displacement_x, displacement_y, heading_x, heading_y, pushes, push_x, push_y;
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
DROVER_INLINE Real push_factor(const Lanes& a, Real d2) {
  if constexpr (force == Force::inverse || force == Force::inverse_unclamped) return -a.decay / d2;
  const Real d = root(d2);
  if constexpr (force == Force::linear) return -a.max_push * (1.0 - d / a.range) / d;
  const Real magnitude = choose(less(a.decay, all(0.0)), -a.decay, a.decay);
  return choose(less(a.max_push * d2, magnitude), a.clamped_factor / d, -a.decay / (d2 * d));
}

// Whether to test for pushes that are clamped or have no direction; skip where they are too rare to test for
// each pair.
enum class Clamp { check, skip };

template <Force force, Clamp clamp>
DROVER_INLINE void add_push(Lanes& a, Mask near, std::uint32_t other, Real dx, Real dy, Real d2) {
  const Mask pushed = force == Force::inverse_unclamped ? near : both(near, less(d2, a.range2));
  Real factor = push_factor<force>(a, d2);
  Real x = factor * dx;
  Real y = factor * dy;
  if (clamp == Clamp::check && any(both(pushed, less(d2, a.clamp_threshold2)))) [[unlikely]] {
    if constexpr (force == Force::inverse || force == Force::inverse_unclamped) {
      factor = choose(less(a.max_push2 * d2, a.decay2), a.clamped_factor / root(d2), factor);
      x = factor * dx;
      y = factor * dy;
    }
    const Mask coincides = less(d2, all(kCoincident2));
    const Int other_agent = all(static_cast<std::int64_t>(other));
    x = choose(coincides, choose(less(other_agent, a.agent), a.coincident_push, -a.coincident_push), x);
    y = choose(coincides, all(0.0), y);
  }
  if constexpr (force != Force::inverse_unclamped) add_where(pushed, a.pushes, all(std::int64_t{1}));
  add_term(pushed, a.push_x, x, a.push_rounding);
  add_term(pushed, a.push_y, y, a.push_rounding);
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
  const Real d2 = dx * dx + dy * dy;
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
  }
  if constexpr (has(form, kHeading)) {
    add_where(near, a.heading_x, all(other.heading_x));
    add_where(near, a.heading_y, all(other.heading_y));
  }
  if constexpr (force_of(form) != Force::none)
    add_push<force_of(form), clamp>(a, near, other.agent, dx, dy, d2);
}

template <std::size_t form>
DROVER_INLINE Lanes lanes_of(const Block& block, std::size_t from) {
  Lanes a = {};
  a.x = load(block.x + from);
  a.y = load(block.y + from);
  a.limit = load(block.limit + from);
  if constexpr (!has(form, kOtherRadius)) a.limit = a.limit * a.limit;
  if constexpr (has(form, kFiltered)) a.wanted = load(block.wanted + from);
  if constexpr (has(form, kDisplacement)) a.displacement_rounding = load(block.displacement_rounding + from);
  if constexpr (force_of(form) != Force::none) {
    a.agent = load(block.agent + from);
    a.push_rounding = load(block.push_rounding + from);
    a.decay = load(block.decay + from);
    a.decay2 = load(block.decay2 + from);
    a.max_push = load(block.max_push + from);
    a.max_push2 = load(block.max_push2 + from);
    a.clamped_factor = load(block.clamped_factor + from);
    a.coincident_push = load(block.coincident_push + from);
    a.range = load(block.range + from);
    a.range2 = load(block.range2 + from);
    a.clamp_threshold2 = load(block.clamp_threshold2 + from);
  }
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
  }
  if constexpr (has(form, kHeading)) {
    store(block.heading_x + from, a.heading_x);
    store(block.heading_y + from, a.heading_y);
  }
  if constexpr (force_of(form) != Force::none) {
    store(block.pushes + from, a.pushes);
    store(block.push_x + from, a.push_x);
    store(block.push_y + from, a.push_y);
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
      if (any(less(a.nearest2, a.clamp_threshold2))) return sum_pairs<kClamped>(columns, block);
      add_block_itself<form>(columns, block, from, a);
      a.pushes = a.neighbors;
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
