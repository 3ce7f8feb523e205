#include "core/parameter.h"

#include <gtest/gtest.h>

namespace drover::parameter_test {
namespace {

TEST(Parameter, AbsentGivesTheOtherValue) {
  const Parameter absent;
  EXPECT_FALSE(absent.is_present());
  EXPECT_EQ(absent.value_or(3, 7.0), 7.0);
}

TEST(Parameter, AConstantIsTheSameForEveryAgent) {
  const Parameter two = 2.0;
  EXPECT_EQ(two[0], 2.0);
  EXPECT_EQ(two[99], 2.0);
  EXPECT_EQ(two.value_or(5, 7.0), 2.0);
}

TEST(Parameter, ABoundColumnGivesEachAgentItsOwn) {
  Parameter drawn(Distribution{.type = Distribution::Type::uniform, .low = 0.0, .high = 1.0, .values = {}});
  const double column[] = {0.25, 0.75};
  drawn.bind(column);
  EXPECT_EQ(drawn[0], 0.25);
  EXPECT_EQ(drawn[1], 0.75);
}

TEST(Parameter, DrawnOnesAreEqualOnlyWithTheSameColumn) {
  const Distribution distribution{.type = Distribution::Type::uniform, .low = 0.0, .high = 1.0, .values = {}};
  Parameter a(distribution);
  Parameter b(distribution);
  EXPECT_EQ(a, b);
  const double column[] = {0.5};
  a.bind(column);
  EXPECT_FALSE(a == b);
  EXPECT_FALSE(Parameter(1.0) == Parameter(2.0));
  EXPECT_FALSE(Parameter(1.0) == Parameter());
}

}  // namespace
}  // namespace drover::parameter_test
