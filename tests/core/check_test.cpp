#include "core/check.h"

#include <gtest/gtest.h>

namespace drover::check_test {
namespace {

TEST(Check, EndsTheProcessWithSeventyAndNamesTheContract) {
  const int answer = 41;
  EXPECT_EXIT(DROVER_CHECK(answer == 42, "the answer is known"), testing::ExitedWithCode(70),
              "bug: the answer is known \\(answer == 42 is false at .*check_test.cpp:");
}

TEST(Check, EvaluatesItsConditionOnceAndGoesOnWhereItHolds) {
  int evaluations = 0;
  DROVER_CHECK(++evaluations == 1, "counting starts at one");
  EXPECT_EQ(evaluations, 1);
}

}  // namespace
}  // namespace drover::check_test
