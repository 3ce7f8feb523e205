// Registers of several lanes, for the translation unit that includes this: DROVER_LANES_PER_REGISTER lanes of
// doubles and of 64-bit integers, and masks of lanes. Included by the kernels alone.
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
DROVER_INLINE Mask at_least(Real a, Real b) {
  return _mm256_cmp_pd_mask(a, b, _CMP_GE_OQ);
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
DROVER_INLINE Mask at_least(Real a, Real b) {
  return a >= b;
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

}  // namespace
}  // namespace drover::lanes
