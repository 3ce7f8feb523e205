#include "ballistics/function_ref.h"

#include <gtest/gtest.h>

namespace drover::function_ref_test {
namespace {

int twice(FunctionRef<int(int)> function) {
  return function(1) + function(2);
}

TEST(FunctionRef, CallsWhatItRefersTo) {
  int offset = 10;
  const auto shifted = [&offset](int value) { return value + offset; };
  EXPECT_EQ(twice(shifted), 23);
  offset = 20;
  EXPECT_EQ(twice(shifted), 43);
  EXPECT_EQ(twice([](int value) { return value * value; }), 5);
}

TEST(FunctionRef, OfAFunctionRefIsTheSame) {
  const auto negative = [](int value) { return -value; };
  const FunctionRef<int(int)> one(negative);
  const FunctionRef<int(int)> other = one;
  EXPECT_EQ(twice(other), -3);
}

TEST(FunctionRef, PassesReferences) {
  const auto increase = [](int& value, int by) { value += by; };
  const FunctionRef<void(int&, int)> function(increase);
  int value = 1;
  function(value, 4);
  EXPECT_EQ(value, 5);
}

}  // namespace
}  // namespace drover::function_ref_test
