#include <gtest/gtest.h>

#include "quantities/value_of.h"

namespace drover::test::time_test {
namespace {

TEST(TimeQuantity, CountsFromTheStartOfTheRun) {
  Simulator simulator = make_simulator(scene_with(R"("time")", body({}), R"(,"simulation":{"dt":0.25})"));
  EXPECT_EQ(value_of(simulator), 0.0);
  run_steps(simulator, 6);
  EXPECT_EQ(value_of(simulator), 1.5);
}

}  // namespace
}  // namespace drover::test::time_test
