#include "core/quantity.h"

#include <gtest/gtest.h>

namespace drover {
namespace {

TEST(Quantity, AbsentGivesTheOtherValue) {
  const Quantity absent;
  EXPECT_FALSE(absent.is_present());
  EXPECT_EQ(absent.value_or(3, 7.0), 7.0);
}

TEST(Quantity, AConstantIsTheSameForEveryAgent) {
  const Quantity two = 2.0;
  EXPECT_EQ(two[0], 2.0);
  EXPECT_EQ(two[99], 2.0);
  EXPECT_EQ(two.value_or(5, 7.0), 2.0);
}

TEST(Quantity, ABoundColumnGivesEachAgentItsOwn) {
  Quantity drawn(Distribution{.type = Distribution::Type::uniform, .low = 0.0, .high = 1.0, .values = {}});
  const double column[] = {0.25, 0.75};
  drawn.bind(column);
  EXPECT_EQ(drawn[0], 0.25);
  EXPECT_EQ(drawn[1], 0.75);
}

TEST(Quantity, DrawnOnesAreEqualOnlyWithTheSameColumn) {
  const Distribution distribution{.type = Distribution::Type::uniform, .low = 0.0, .high = 1.0, .values = {}};
  Quantity a(distribution);
  Quantity b(distribution);
  EXPECT_EQ(a, b);
  const double column[] = {0.5};
  a.bind(column);
  EXPECT_FALSE(a == b);
  EXPECT_FALSE(Quantity(1.0) == Quantity(2.0));
  EXPECT_FALSE(Quantity(1.0) == Quantity());
}

}  // namespace
}  // namespace drover
