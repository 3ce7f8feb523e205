// The kernels of pair_lanes.h for the registers this translation unit is compiled for. Included by the
// pair_lanes_*.cpp alone, which define DROVER_LANES_PER_REGISTER.
//
// Everything here has internal linkage and no function of the standard library is called: the linker merges
// equal inline functions of several translation units, and one compiled for wide registers must never be
// taken for the others.

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

// Which lanes: a bit for each, where the processor has registers for that, or else all bits of a lane.
#if defined(__AVX512VL__)
typedef __mmask8 Mask;
constexpr Mask kEverybody = (1u << kWidth) - 1;

DROVER_INLINE Mask less(Real a, Real b) {
  return _mm256_cmp_pd_mask(a, b, _CMP_LT_OQ);
}
DROVER_INLINE Mask less(Int a, Int b) {
  return _mm256_cmplt_epi64_mask(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b));
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
constexpr Mask kEverybody = ~Mask{};

DROVER_INLINE Mask less(Real a, Real b) {
  return a < b;
}
DROVER_INLINE Mask less(Int a, Int b) {
  return a < b;
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
#if defined(__AVX__)
  return _mm256_movemask_pd(reinterpret_cast<__m256d>(mask)) != 0;
#elif defined(__x86_64__)
  return _mm_movemask_pd(reinterpret_cast<__m128d>(mask)) != 0;
#else
  return (mask[0] | mask[1]) != 0;
#endif
}
// A lane beyond the register's is none of them.
DROVER_INLINE Mask all_but(std::size_t lane) {
  Mask mask = kEverybody;
  for (std::size_t l = 0; l < kWidth; ++l)
    mask[l] = l == lane ? 0 : -1;
  return mask;
}
#endif

DROVER_INLINE Real root(Real v) {
#if defined(__AVX__)
  return _mm256_sqrt_pd(v);
#elif defined(__x86_64__)
  return _mm_sqrt_pd(v);
#else
  return vsqrtq_f64(v);
#endif
}

DROVER_INLINE Real least(Real a, Real b) {
#if defined(__AVX__)
  return _mm256_min_pd(a, b);
#elif defined(__x86_64__)
  return _mm_min_pd(a, b);
#else
  return choose(less(a, b), a, b);
#endif
}

// Half the lanes or all of them: what the agents are, and what they have summed up.
struct Lanes {
  Real x, y, limit;
  Int agent;
  Real displacement_rounder, push_rounder;
  Real decay, decay2, most, most2, longest, parting, range, range2, special2;
  Real nearest2;  // squared distance of the nearest candidate
  Int neighbors, displacement_x, displacement_y, heading_x, heading_y, pushes, push_x, push_y;
};

// Counts a term in steps where the mask is set; the bits of the rounder, the same for every term, come along.
DROVER_INLINE void add_term(Mask mask, Int& sum, Real term, Real rounder) {
  add_where(mask, sum, bits(term + rounder));
}

// Bounds::nearest_image for two places inside a world that wraps, which are less than its width apart.
DROVER_INLINE Real nearest_image(Real d, Real width) {
  const Real half = width * 0.5;
  return choose(less(-half, d), choose(less(d, half), d, d - width), d + width);
}

// The factor of push<form> in pair_law.h, for neighbors that do not coincide with the agent; the inverse law
// leaves out its limit, which add_push() puts in where some push needs it.
template <Law law>
DROVER_INLINE Real push_factor(const Lanes& a, Real d2) {
  if constexpr (law == Law::inverse || law == Law::inverse_far) return -a.decay / d2;
  const Real d = root(d2);
  if constexpr (law == Law::linear) return -a.most * (1.0 - d / a.range) / d;
  const Real magnitude = choose(less(a.decay, all(0.0)), -a.decay, a.decay);
  return choose(less(a.most * d2, magnitude), a.longest / d, -a.decay / (d2 * d));
}

// How the push of a neighbor is found: for one that may be at the same place or so near that its push is
// limited, or for one that most likely is not.
enum class Care { full, little };

template <Law law, Care care>
DROVER_INLINE void add_push(Lanes& a, Mask near, std::uint32_t other, Real dx, Real dy, Real d2) {
  const Mask pushed = law == Law::inverse_far ? near : both(near, less(d2, a.range2));
  Real factor = push_factor<law>(a, d2);
  Real x = factor * dx;
  Real y = factor * dy;
  if (care == Care::full && any(both(pushed, less(d2, a.special2)))) [[unlikely]] {
    if constexpr (law == Law::inverse || law == Law::inverse_far) {
      factor = choose(less(a.most2 * d2, a.decay2), a.longest / root(d2), factor);
      x = factor * dx;
      y = factor * dy;
    }
    const Mask coincides = less(d2, all(kCoincident2));
    const Int other_agent = all(static_cast<std::int64_t>(other));
    x = choose(coincides, choose(less(other_agent, a.agent), a.parting, -a.parting), x);
    y = choose(coincides, all(0.0), y);
  }
  if constexpr (law != Law::inverse_far) add_where(pushed, a.pushes, all(std::int64_t{1}));
  add_term(pushed, a.push_x, x, a.push_rounder);
  add_term(pushed, a.push_y, y, a.push_rounder);
}

constexpr bool has(std::size_t form, FormBit bit) {
  return ((form >> bit) & 1) != 0;
}
constexpr Law law_of(std::size_t form) {
  return static_cast<Law>(form >> kLawShift);
}

// Whether a candidate is one of the agents of the block: nobody is its own neighbor.
enum class Whose { others, own };

// One candidate for all lanes; `counts` masks lanes.
template <std::size_t form, Care care, Whose whose>
DROVER_INLINE void add_candidate(const Columns& columns, std::uint32_t j, Lanes& a, Mask counts) {
  const Sight& other = columns.sights[j];
  Real dx = other.x - a.x;
  Real dy = other.y - a.y;
  if constexpr (has(form, kThroughEdges)) {
    dx = nearest_image(dx, all(columns.width_x));
    dy = nearest_image(dy, all(columns.width_y));
  }
  const Real d2 = dx * dx + dy * dy;
  const Real far_away = all(__builtin_huge_val());
  a.nearest2 = least(a.nearest2, whose == Whose::others ? d2 : choose(counts, d2, far_away));
  Real limit2 = a.limit;  // squared already where radii do not count
  if constexpr (has(form, kOtherRadius)) {
    const Real limit = a.limit + columns.radius[j];
    limit2 = limit * limit;
  }
  Mask near = both(counts, less(d2, limit2));
  if constexpr (has(form, kFiltered)) near = both(near, less(d2 + columns.penalty[j], limit2));
  add_where(near, a.neighbors, all(std::int64_t{1}));
  if constexpr (has(form, kDisplacement)) {
    add_term(near, a.displacement_x, dx, a.displacement_rounder);
    add_term(near, a.displacement_y, dy, a.displacement_rounder);
  }
  if constexpr (has(form, kHeading)) {
    add_where(near, a.heading_x, all(other.heading_x));
    add_where(near, a.heading_y, all(other.heading_y));
  }
  if constexpr (law_of(form) != Law::none) add_push<law_of(form), care>(a, near, other.agent, dx, dy, d2);
}

template <std::size_t form>
DROVER_INLINE Lanes lanes_of(const Block& block, std::size_t from) {
  Lanes a = {};
  a.x = load(block.x + from);
  a.y = load(block.y + from);
  a.limit = load(block.limit + from);
  if constexpr (!has(form, kOtherRadius)) a.limit = a.limit * a.limit;
  if constexpr (has(form, kDisplacement)) a.displacement_rounder = load(block.displacement_rounder + from);
  if constexpr (law_of(form) != Law::none) {
    a.agent = load(block.agent + from);
    a.push_rounder = load(block.push_rounder + from);
    a.decay = load(block.decay + from);
    a.decay2 = load(block.decay2 + from);
    a.most = load(block.most + from);
    a.most2 = load(block.most2 + from);
    a.longest = load(block.longest + from);
    a.parting = load(block.parting + from);
    a.range = load(block.range + from);
    a.range2 = load(block.range2 + from);
    a.special2 = load(block.special2 + from);
  }
  return a;
}

template <std::size_t form>
DROVER_INLINE void add_block_itself(const Columns& columns, const Block& block, std::size_t from, Lanes& a) {
  for (std::uint32_t k = 0; k < block.count; ++k)
    add_candidate<form, Care::full, Whose::own>(columns, block.first + k, a, all_but(k - from));
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
  if constexpr (law_of(form) != Law::none) {
    store(block.pushes + from, a.pushes);
    store(block.push_x + from, a.push_x);
    store(block.push_y + from, a.push_y);
  }
}

template <std::size_t form>
void sum_pairs(const Columns& columns, Block& block) {
  constexpr bool far = law_of(form) == Law::inverse_far;
  for (std::size_t from = 0; from < kLanes; from += kWidth) {
    Lanes a = lanes_of<form>(block, from);
    a.nearest2 = all(__builtin_huge_val());
    for (std::size_t k = 0; k < block.stretch_count; ++k) {
      const Stretch stretch = block.stretches[k];
      for (std::uint32_t j = stretch.begin; j < stretch.end; ++j)
        add_candidate<form, far ? Care::little : Care::full, Whose::others>(columns, j, a, kEverybody);
    }
    if constexpr (far) {
      constexpr std::size_t kCareful =
          form % (1u << kLawShift) + (static_cast<std::size_t>(Law::inverse) << kLawShift);
      if (any(less(a.nearest2, a.special2))) return sum_pairs<kCareful>(columns, block);
      add_block_itself<form>(columns, block, from, a);
      a.pushes = a.neighbors;
    } else {
      add_block_itself<form>(columns, block, from, a);
    }
    store_sums<form>(a, block, from);
  }
}

struct Table {
  Kernel kernels[kFormCount];
};

template <std::size_t form>
constexpr void fill(Table& table) {
  table.kernels[form] = sum_pairs<form>;
  if constexpr (form + 1 < kFormCount) fill<form + 1>(table);
}

constexpr Table make_table() {
  Table table = {};
  fill<0>(table);
  return table;
}

constexpr Table kTable = make_table();

}  // namespace
}  // namespace drover::lanes
