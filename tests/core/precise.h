// A number with far more digits than a double, the reference that errors of doubles are measured against.
#pragma once

#include <cmath>

#include <mpfr.h>

namespace drover {

class Precise {
 public:
  explicit Precise(double value = 0.0) {
    mpfr_init2(number_, 140);
    mpfr_set_d(number_, value, MPFR_RNDN);
  }
  ~Precise() { mpfr_clear(number_); }
  Precise(const Precise&) = delete;
  Precise& operator=(const Precise&) = delete;

  mpfr_ptr get() { return number_; }

  // |got - this| in units in the last place of the double nearest to this.
  double ulps_from(double got) {
    int exponent = 0;
    std::frexp(mpfr_get_d(number_, MPFR_RNDN), &exponent);
    mpfr_sub_d(number_, number_, got, MPFR_RNDN);
    mpfr_mul_2si(number_, number_, 53 - exponent, MPFR_RNDN);
    return std::fabs(mpfr_get_d(number_, MPFR_RNDN));
  }

 private:
  mpfr_t number_;
};

}  // namespace drover
