#include <gtest/gtest.h>

#include "quantities/value_of.h"

namespace drover::test::time_in_mode_test {
namespace {

// The agent coasts along x with 1 m/s and changes its mode when it is more than 2 m from the origin.
TEST(TimeInModeQuantity, StartsAnewWithEveryMode) {
  const std::string far = R"({"type":"distance","target":{"point":[0,0]},"greater_than":2,"hysteresis":0})";
  Simulator simulator = make_simulator(
      R"({"format":1,"simulation":{"dt":0.25},"agent_types":{"a":{"steering":{"behaviors":[{"type":"seek",
        "target":{"point":[9,9]},"weight":0,"weight_by":{"type":"time_in_mode","points":[[0,1]]}}],
        "modes":{"near":{"transitions":[{"when":)" +
      far + R"(,"to":"far"}]},"far":{}}}}},"agents":[)" + body({}, {1, 0, 0}) + "]}");
  EXPECT_EQ(value_of(simulator), 0.0);
  run_steps(simulator, 8);
  EXPECT_EQ(value_of(simulator), 2.0) << "not yet beyond";
  // At 2.25 m, in the step with number 9, the mode changes.
  run_steps(simulator, 2);
  EXPECT_EQ(value_of(simulator), 0.25);
  run_steps(simulator, 4);
  EXPECT_EQ(value_of(simulator), 1.25);
}

TEST(TimeInModeQuantity, IsTheTimeOfTheAgentWithoutModes) {
  Simulator simulator =
      make_simulator(scene_with(R"("time_in_mode")", body({}), R"(,"simulation":{"dt":0.25})"));
  run_steps(simulator, 3);
  EXPECT_EQ(value_of(simulator), 0.75);
}

}  // namespace
}  // namespace drover::test::time_in_mode_test
