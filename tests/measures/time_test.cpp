#include <gtest/gtest.h>

#include "measures/measured.h"

namespace drover::test {
namespace {

TEST(TimeMeasure, CountsFromTheStartOfTheRun) {
  Simulator simulator = make_simulator(scene_with(R"("time")", body({}), R"(,"simulation":{"dt":0.25})"));
  EXPECT_EQ(measured(simulator), 0.0);
  run_steps(simulator, 6);
  EXPECT_EQ(measured(simulator), 1.5);
}

}  // namespace
}  // namespace drover::test
