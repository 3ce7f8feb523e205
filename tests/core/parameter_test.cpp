#include "core/parameter.h"

#include <gtest/gtest.h>

namespace drover::parameter_test {
namespace {

TEST(Parameter, IsAbsentUnlessItIsGivenANumber) {
  EXPECT_FALSE(Parameter().is_present());
  EXPECT_TRUE(Parameter(2.0).is_present());
  EXPECT_EQ(Parameter(2.0).constant(), 2.0);
}

TEST(Parameter, VariesWhereItIsDrawnOrBound) {
  EXPECT_TRUE(
      Parameter(Distribution{.type = Distribution::Type::uniform, .low = 0.0, .high = 1.0, .values = {}})
          .varies());
  Parameter constant = 2.0;
  EXPECT_FALSE(constant.varies());
  constant.bind(0);
  EXPECT_TRUE(constant.varies());
}

TEST(Parameter, DrawnOnesAreEqualOnlyWithTheSameColumn) {
  const Distribution distribution{.type = Distribution::Type::uniform, .low = 0.0, .high = 1.0, .values = {}};
  Parameter a(distribution);
  Parameter b(distribution);
  EXPECT_EQ(a, b);
  a.bind(0);
  EXPECT_FALSE(a == b);
  EXPECT_FALSE(Parameter(1.0) == Parameter(2.0));
  EXPECT_FALSE(Parameter(1.0) == Parameter());
}

}  // namespace
}  // namespace drover::parameter_test
