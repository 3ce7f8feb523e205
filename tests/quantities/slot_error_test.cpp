#include <gtest/gtest.h>

#include "quantities/value_of.h"

namespace drover::test::slot_error_test {
namespace {

// Two agents 0.5 m and 3 m from slots at (0, 2) and (0, -2); further keys of the type start with a comma.
std::string pair_of_agents(const std::string& stack, const std::string& type_keys = "") {
  return scene(stack, "[" + body({0.5, 2, 0}) + "," + body({3, -2, 0}) + "]", R"(,"max_speed":3)" + type_keys,
               R"(,"formations":{"pair":{"pattern":{"type":"line","spacing":4},"members":[{"agent_type":"a"}],
                   "anchor":{"type":"fixed","position":[0,0],"heading":0}}})");
}

constexpr const char* kStack = R"([{"type":"wander","weight_by":{"type":"slot_error","points":[[0,1]]}}])";

TEST(SlotErrorQuantity, IsTheDistanceToTheSlot) {
  const Simulator simulator = make_simulator(pair_of_agents(kStack));
  EXPECT_EQ(value_of(simulator, 0), 0.5);
  EXPECT_EQ(value_of(simulator, 1), 3.0);
}

TEST(SlotErrorQuantity, IsInfiniteWithoutASlot) {
  EXPECT_EQ(value_of(make_simulator(scene(kStack, "[" + body({0, 0, 0}) + "]"))), kInfinity);
  // Of more members than slots, one has none.
  const Simulator full =
      make_simulator(scene(kStack, "[" + body({0, 0, 0}) + "," + body({9, 0, 0}) + "]", "",
                           R"(,"formations":{"one":{"pattern":{"type":"custom","slots":[{"position":[0,0]}]},
                "members":[{"agent_type":"a"}],"anchor":{"type":"fixed","position":[0,0],"heading":0}}})"));
  EXPECT_EQ(value_of(full, 0), 0.0);
  EXPECT_EQ(value_of(full, 1), kInfinity);
}

TEST(SlotErrorQuantity, GoesToTheNearestImage) {
  const std::string text = scene(kStack, "[" + body({-9, 0, 0}) + "]", "",
                                 R"(,"world":{"bounds":{"min":[-10,-10],"max":[10,10],"edge":"wrap"}},
               "formations":{"one":{"pattern":{"type":"line"},"members":[{"agent_type":"a"}],
                "anchor":{"type":"fixed","position":[8,0],"heading":0}}})");
  EXPECT_EQ(value_of(make_simulator(text)), 3.0);
}

// A condition and a weight see the slots of the same state: the one who is near stays, the other goes.
TEST(SlotErrorQuantity, DecidesWhenABehaviorIsAsked) {
  Simulator simulator = make_simulator(pair_of_agents(
      R"([{"type":"slot_arrive","when":{"type":"slot_error","greater_than":1,"hysteresis":0}}])"));
  run_steps(simulator, 1);
  EXPECT_EQ(length(simulator.world().state.motion.velocity(0)), 0.0);
  EXPECT_GT(length(simulator.world().state.motion.velocity(1)), 0.0);
}

// Where slots are follows from the limits of the members.
TEST(SlotErrorQuantity, CannotBeFollowedByLimitsAndNeighborhoods) {
  for (const char* quantity : {R"("type":"slot_error")", R"("type":"distance","target":{"slot":"own"})"}) {
    const std::string ramp = std::string("{") + quantity + R"(,"points":[[0,0.5],[5,1]]})";
    EXPECT_THROW(make_simulator(pair_of_agents(kStack, R"(,"max_speed_by":)" + ramp)), std::runtime_error);
    EXPECT_THROW(make_simulator(pair_of_agents(R"([{"type":"separation","radius_by":)" + ramp + "}]")),
                 std::runtime_error);
  }
}

}  // namespace
}  // namespace drover::test::slot_error_test
