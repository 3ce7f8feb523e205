#include "sim/state/shared_column.h"

#include <cmath>

#include <gtest/gtest.h>

namespace drover::shared_column_test {
namespace {

TEST(SharedColumn, KeepsOneNumberAsLongAsAllAreEqual) {
  SharedColumn<double> column;
  EXPECT_EQ(column.size(), 0u);
  for (int k = 0; k < 1000; ++k)
    column.push_back(2.5);
  EXPECT_TRUE(column.is_uniform());
  EXPECT_EQ(column.size(), 1000u);
  EXPECT_EQ(column.entries().size(), 1u);
  EXPECT_EQ(column[0], 2.5);
  EXPECT_EQ(column[999], 2.5);
  column.set(500, 2.5);
  EXPECT_TRUE(column.is_uniform());
}

TEST(SharedColumn, SpreadsWhereANumberDiffers) {
  SharedColumn<double> column = {1.0, 1.0, 1.0};
  column.push_back(4.0);
  EXPECT_FALSE(column.is_uniform());
  EXPECT_EQ(column.to_vector(), (std::vector<double>{1.0, 1.0, 1.0, 4.0}));
  SharedColumn<double> other;
  other.assign(4, 1.0);
  other.set(3, 4.0);
  EXPECT_EQ(other, column);
  other.set(0, 0.5);
  EXPECT_EQ(other.to_vector(), (std::vector<double>{0.5, 1.0, 1.0, 4.0}));
  EXPECT_FALSE(other == column);
}

TEST(SharedColumn, EqualNumbersAreEqualHoweverTheyAreKept) {
  SharedColumn<std::uint32_t> shared, spread;
  shared.assign(5, 7);
  spread.assign(5, 7);
  spread.materialize();
  EXPECT_FALSE(spread.is_uniform());
  EXPECT_EQ(spread.entries().size(), 5u);
  EXPECT_EQ(shared, spread);
  EXPECT_EQ(shared.to_vector(), spread.to_vector());
}

TEST(SharedColumn, KeepsTheSignOfZero) {
  SharedColumn<double> column = {0.0, 0.0};
  column.set(1, -0.0);
  EXPECT_FALSE(std::signbit(column[0]));
  EXPECT_TRUE(std::signbit(column[1]));
}

TEST(SharedColumn, OfNoAgentsCanBeSpread) {
  SharedColumn<double> column;
  column.materialize();
  EXPECT_EQ(column.size(), 0u);
  EXPECT_TRUE(column.to_vector().empty());
  EXPECT_EQ(greatest(column, -1.0), -1.0);
}

}  // namespace
}  // namespace drover::shared_column_test
