// A target that does not exist, not yet or no longer, gives no request.
#include <gtest/gtest.h>

#include "behaviors/ask.h"

namespace drover::test::removed_target_test {
namespace {

std::string one_that(const std::string& behavior, const std::string& events) {
  return R"({"format":1,"world":{"obstacles":[{"center":[8,8],"radius":1}]},
    "agent_types":{"actor":{"steering":{"arbiter":{"type":"weighted_sum"},"behaviors":[)" +
         behavior + R"(]}},"body":{}},"agents":[{"type":"actor","position":[0,0],"velocity":[1,0]},
    {"id":"dog","type":"body","position":[4,1],"velocity":[0,1],"group":"dogs"},
    {"id":"cat","type":"body","position":[5,-3]}],"events":[)" +
         events + "]}";
}

constexpr const char* kGone = R"({"type":"remove","at":0,"target":{"agent":"dog"}})";

class RemovedTarget : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(
    Behaviors, RemovedTarget,
    testing::Values(R"({"type":"seek","target":{"agent":"dog"}})",
                    R"({"type":"flee","target":{"agent":"dog"}})",
                    R"({"type":"arrive","target":{"agent":"dog"}})",
                    R"({"type":"pursue","target":{"agent":"dog"}})",
                    R"({"type":"evade","target":{"agent":"dog"}})",
                    R"({"type":"offset_pursuit","target":{"agent":"dog"},"offset":[-2,1]})",
                    R"({"type":"hide","target":{"agent":"dog"}})",
                    R"({"type":"interpose","first":{"agent":"dog"},"second":{"agent":"cat"}})",
                    R"({"type":"interpose","first":{"agent":"cat"},"second":{"agent":"dog"}})",
                    R"({"type":"seek","target":{"group":"dogs"}})",
                    R"({"type":"evade","target":{"group":"dogs","select":"centroid"}})"));

TEST_P(RemovedTarget, GivesNoRequest_Z7) {
  EXPECT_TRUE(request_of(one_that(GetParam(), ""))) << "the dog is there";
  EXPECT_FALSE(request_of(one_that(GetParam(), kGone)));
}

TEST(RemovedTarget, OneThatComesLaterIsATargetFromThenOn) {
  Simulator simulator = make_simulator(
      one_that(R"({"type":"pursue","target":{"agent":"late"}})",
               R"({"type":"spawn","at":0.1,"agents":{"id":"late","type":"body","position":[0,9]}})"));
  EXPECT_FALSE(request_of(simulator));
  run_steps(simulator, 5);
  ASSERT_TRUE(request_of(simulator));
  EXPECT_GT(request_of(simulator)->y, 0.0);
}

TEST(RemovedTarget, AFollowerOfALeaderThatIsGoneCoasts) {
  Simulator simulator =
      make_simulator(one_that(R"({"type":"offset_pursuit","target":{"agent":"dog"},"offset":[-2,1]})",
                              R"({"type":"remove","at":1,"target":{"agent":"dog"}})"));
  run_steps(simulator, 50);
  const Vec3 velocity = simulator.world().state.motion.velocity(0);
  run_steps(simulator, 50);
  EXPECT_EQ(simulator.world().state.motion.velocity(0), velocity);
}

}  // namespace
}  // namespace drover::test::removed_target_test
