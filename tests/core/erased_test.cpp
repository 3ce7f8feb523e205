#include "core/erased.h"

#include <gtest/gtest.h>

namespace drover::erased_test {
namespace {

struct Counter {
  int count = 0;
};

int sum(const Counter& counter, int more) {
  return counter.count + more;
}
void add(Counter& counter, int more) {
  counter.count += more;
}
constexpr int (*kNone)(const Counter&, int) = nullptr;

TEST(Erased, CallsTheFunctionWithTheObjectBehindThePointer) {
  const Counter counter{3};
  int (*const erased_sum)(const void*, int) = erased<sum>;
  EXPECT_EQ(erased_sum(&counter, 4), 7);
}

TEST(Erased, ChangesTheObjectOfAFunctionThatTakesItByReference) {
  Counter counter{3};
  void (*const erased_add)(void*, int) = erased<add>;
  erased_add(&counter, 4);
  EXPECT_EQ(counter.count, 7);
}

TEST(Erased, IsNullWhereThereIsNoFunction) {
  int (*const nothing)(const void*, int) = erased<kNone>;
  EXPECT_EQ(nothing, nullptr);
}

}  // namespace
}  // namespace drover::erased_test
