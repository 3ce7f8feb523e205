#include "core/fp_environment.h"

#include <cfenv>
#include <cfloat>
#include <cmath>

namespace drover {
namespace {

// Hides a constant from the optimiser, which would otherwise compute the probes itself, under its own rules.
double at_run_time(double value) {
  const volatile double hidden = value;
  return hidden;
}

// (1 + 2^-27)^2 = 1 + 2^-26 + 2^-54 rounds to 1 + 2^-26; a fused multiply-add would see the 2^-54.
bool products_are_fused() {
  const double a = at_run_time(0x1.0000002p0);
  const double b = at_run_time(0x1.0000004p0);
  return a * a - b != 0.0;
}

bool subnormals_are_flushed() {
  const double smallest_normal = at_run_time(DBL_MIN);
  const double subnormal = smallest_normal * 0.5;
  return !(subnormal > 0.0) || subnormal * 2.0 != smallest_normal;
}

// Half an ulp is a tie and goes to the even neighbor, 1; upward and downward rounding leave it on one side
// each. Three quarters of an ulp go up, which rounding toward zero would not do.
bool rounds_to_nearest() {
  const double one = at_run_time(1.0);
  const double half_ulp = at_run_time(0x1p-53);
  const double over_half_ulp = at_run_time(0x1.8p-53);
  return one + half_ulp == 1.0 && -one - half_ulp == -1.0 && one + over_half_ulp == 1.0 + DBL_EPSILON;
}

// The first division by zero or inexact sum would end the program by a signal.
bool exceptions_trap() {
#ifdef __GLIBC__
  return ::fegetexcept() != 0;
#else
  return false;
#endif
}

bool sqrt_and_division_are_exact() {
  const double three = at_run_time(3.0);
  return std::sqrt(three) == 0x1.bb67ae8584caap0 && 1.0 / three == 0x1.5555555555555p-2;
}

}  // namespace

const char* fp_environment_problem() {
  // First, because the other probes would trap.
  if (exceptions_trap()) return "floating-point exceptions are unmasked: they would end the program";
  // The next, because the others take rounding to nearest for granted.
  if (!rounds_to_nearest()) return "the rounding mode is not to nearest";
  if (products_are_fused()) return "products are fused into sums (build with -ffp-contract=off)";
  if (subnormals_are_flushed()) {
    return "subnormal numbers are flushed to zero (a library built with -Ofast or -ffast-math may have done "
           "it)";
  }
  if (!sqrt_and_division_are_exact()) return "sqrt or division is not correctly rounded";
  return nullptr;
}

}  // namespace drover
