#include "core/exact_sum.h"

#include <vector>

#include <gtest/gtest.h>

#include "core/random.h"

namespace drover::exact_sum_test {
namespace {

TEST(ExactSum, OfOneTermIsThatTerm) {
  Draws draws({71});
  for (int k = 0; k < 1000; ++k) {
    const double term = 1e3 * draws.signed_uniform();
    const ExactScale scale = ExactScale::for_bound(1e3);
    EXPECT_EQ(scale.to_double(scale.to_fixed(term)), term);
  }
}

TEST(ExactSum, LosesNothingOfSmallTermsBesideLargeOnes) {
  const ExactScale scale = ExactScale::for_bound(1e6);
  const std::vector<double> terms = {1e6, 1e-10, -1e6, 3e-10, 1e6, -1e6};
  WideInteger sum = 0;
  for (const double term : terms)
    sum += scale.to_fixed(term);
  EXPECT_NEAR(scale.to_double(sum), 4e-10, 1e-18);
}

TEST(ExactSum, GivesATermBackWhenTheOthersAreTakenAway) {
  Draws draws({72});
  std::vector<double> terms;
  WideInteger sum = 0;
  const ExactScale scale = ExactScale::for_bound(50.0);
  for (int k = 0; k < 1000; ++k) {
    terms.push_back(50.0 * draws.signed_uniform());
    sum += scale.to_fixed(terms.back());
  }
  for (std::size_t k = 1; k < terms.size(); ++k)
    sum -= scale.to_fixed(terms[k]);
  EXPECT_EQ(scale.to_double(sum), terms.front());
}

}  // namespace
}  // namespace drover::exact_sum_test
