// The kernels of pair_lanes.h for the registers this translation unit is compiled for. Included by the
// pair_lanes_*.cpp alone, which define DROVER_LANES_PER_REGISTER.
//
// Everything here has internal linkage and no function of the standard library is called: the linker merges
// equal inline functions of several translation units, and one compiled for wide registers must never be
// taken for the others.

#include "sim/pair_lanes.h"

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
DROVER_INLINE Real all(double v) {
  return v - Real{};
}
// The numbers where the mask is set, elsewhere +0.
DROVER_INLINE Real keep(Int mask, Real v) {
  return reinterpret_cast<Real>(mask & reinterpret_cast<Int>(v));
}
DROVER_INLINE Real choose(Int mask, Real a, Real b) {
  return reinterpret_cast<Real>((mask & reinterpret_cast<Int>(a)) | (~mask & reinterpret_cast<Int>(b)));
}
DROVER_INLINE Int bits(Real v) {
  return reinterpret_cast<Int>(v);
}

DROVER_INLINE bool any(Int mask) {
#if defined(__AVX__)
  return _mm256_movemask_pd(reinterpret_cast<__m256d>(mask)) != 0;
#elif defined(__x86_64__)
  return _mm_movemask_pd(reinterpret_cast<__m128d>(mask)) != 0;
#else
  return (mask[0] | mask[1]) != 0;
#endif
}

DROVER_INLINE Real root(Real v) {
#if defined(__AVX__)
  return _mm256_sqrt_pd(v);
#elif defined(__x86_64__)
  return _mm_sqrt_pd(v);
#else
  return vsqrtq_f64(v);
#endif
}

// Half the lanes or all of them: what the agents are, and what they have summed up.
struct Lanes {
  Real x, y, limit;
  Int agent;
  Real displacement_rounder, heading_rounder, push_rounder;
  Real decay, decay2, most, most2, longest, parting, range, range2, special2;
  Int neighbors, displacement_x, displacement_y, heading_x, heading_y, push_x, push_y;
};

// The rounded term in steps, plus the bits of the rounder, which are the same for every term.
DROVER_INLINE Int in_steps(Real term, Real rounder) {
  return bits(term + rounder);
}

// Bounds::nearest_image for two places inside a world that wraps, which are less than its width apart.
DROVER_INLINE Real nearest_image(Real d, Real width) {
  const Real half = width * 0.5;
  return choose(d <= -half, d + width, choose(d >= half, d - width, d));
}

// The factor of push<form> in pair_law.h, for neighbors that do not coincide with the agent; the inverse law
// leaves out its limit, which special_inverse() puts in.
template <Law law>
DROVER_INLINE Real push_factor(const Lanes& a, Real d2) {
  if constexpr (law == Law::inverse) return -a.decay / d2;
  const Real d = root(d2);
  if constexpr (law == Law::linear) return -a.most * (1.0 - d / a.range) / d;
  const Real magnitude = choose(a.decay < 0.0, -a.decay, a.decay);
  return choose(magnitude > a.most * d2, a.longest / d, -a.decay / (d2 * d));
}

template <Law law>
DROVER_INLINE void add_push(Lanes& a, Int near, Int other, Real dx, Real dy, Real d2) {
  const Int pushed = near & (d2 < a.range2);
  Real factor = push_factor<law>(a, d2);
  Real x = factor * dx;
  Real y = factor * dy;
  const Int special = pushed & (d2 < a.special2);
  if (any(special)) [[unlikely]] {
    if constexpr (law == Law::inverse) {
      factor = choose(a.decay2 > a.most2 * d2, a.longest / root(d2), factor);
      x = factor * dx;
      y = factor * dy;
    }
    constexpr double kCoincident = 1e-9;  // kLengthEpsilon
    const Int coincides = d2 < all(kCoincident * kCoincident);
    x = choose(coincides, choose(a.agent > other, a.parting, -a.parting), x);
    y = keep(~coincides, y);
  }
  a.push_x += in_steps(keep(pushed, x), a.push_rounder);
  a.push_y += in_steps(keep(pushed, y), a.push_rounder);
}

constexpr bool has(std::size_t form, unsigned bit) {
  return ((form >> bit) & 1) != 0;
}
constexpr Law law_of(std::size_t form) {
  return static_cast<Law>(form >> 5);
}

// One candidate for all lanes; `counts` masks lanes.
template <std::size_t form>
DROVER_INLINE void add_candidate(const Columns& columns, std::uint32_t j, Lanes& a, Int counts) {
  Real dx = columns.x[j] - a.x;
  Real dy = columns.y[j] - a.y;
  if constexpr (has(form, 0)) {
    dx = nearest_image(dx, all(columns.width_x));
    dy = nearest_image(dy, all(columns.width_y));
  }
  const Real d2 = dx * dx + dy * dy;
  Real limit2 = a.limit;  // squared already where radii do not count
  if constexpr (has(form, 1)) {
    const Real limit = a.limit + columns.radius[j];
    limit2 = limit * limit;
  }
  Int near = counts & (d2 < limit2);
  if constexpr (has(form, 2)) near &= d2 + columns.penalty[j] < limit2;
  a.neighbors -= near;
  if constexpr (has(form, 3)) {
    a.displacement_x += in_steps(keep(near, dx), a.displacement_rounder);
    a.displacement_y += in_steps(keep(near, dy), a.displacement_rounder);
  }
  if constexpr (has(form, 4)) {
    a.heading_x += in_steps(keep(near, all(columns.hx[j])), a.heading_rounder);
    a.heading_y += in_steps(keep(near, all(columns.hy[j])), a.heading_rounder);
  }
  if constexpr (law_of(form) != Law::none) {
    const Int other = static_cast<long long>(columns.agent[j]) - Int{};
    add_push<law_of(form)>(a, near, other, dx, dy, d2);
  }
}

template <std::size_t form>
DROVER_INLINE Lanes lanes_of(const Columns& columns, const Block& block, std::size_t from) {
  Lanes a = {};
  a.x = load(block.x + from);
  a.y = load(block.y + from);
  a.limit = load(block.limit + from);
  if constexpr (!has(form, 1)) a.limit = a.limit * a.limit;
  if constexpr (has(form, 3)) a.displacement_rounder = load(block.displacement_rounder + from);
  if constexpr (has(form, 4)) a.heading_rounder = all(columns.heading_rounder);
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

// Candidates that are agents of the block: nobody is its own neighbor.
template <std::size_t form>
DROVER_INLINE void add_block_itself(const Columns& columns, const Block& block, std::size_t from, Lanes& a) {
  const Int lane_zero = {};
  Int lane = lane_zero;
  for (std::size_t l = 0; l < kWidth; ++l)
    lane[l] = static_cast<long long>(from + l);
  for (std::uint32_t k = 0; k < block.count; ++k)
    add_candidate<form>(columns, block.first + k, a, lane != static_cast<long long>(k));
}

template <std::size_t form>
DROVER_INLINE void store_sums(const Lanes& a, Block& block, std::size_t from) {
  store(block.neighbors + from, a.neighbors);
  if constexpr (has(form, 3)) {
    store(block.displacement_x + from, a.displacement_x);
    store(block.displacement_y + from, a.displacement_y);
  }
  if constexpr (has(form, 4)) {
    store(block.heading_x + from, a.heading_x);
    store(block.heading_y + from, a.heading_y);
  }
  if constexpr (law_of(form) != Law::none) {
    store(block.push_x + from, a.push_x);
    store(block.push_y + from, a.push_y);
  }
}

template <std::size_t form>
void sum_pairs(const Columns& columns, Block& block) {
  for (std::size_t from = 0; from < kLanes; from += kWidth) {
    Lanes a = lanes_of<form>(columns, block, from);
    const Int everybody = ~Int{};
    for (std::size_t k = 0; k < block.stretch_count; ++k) {
      const Stretch stretch = block.stretches[k];
      for (std::uint32_t j = stretch.begin; j < stretch.end; ++j)
        add_candidate<form>(columns, j, a, everybody);
    }
    add_block_itself<form>(columns, block, from, a);
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
