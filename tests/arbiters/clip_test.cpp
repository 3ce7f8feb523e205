// When the requests of a stack are clipped.
#include <gtest/gtest.h>

#include "arbiters/rule.h"

namespace drover::clip_test {
namespace {

// A seek that asks for 10 m/s^2 where the body can do 5, with the weight 0.4.
std::string stack_of(const std::string& arbiter) {
  return R"({"format":1,"agent_types":{"a":{"mass":1,"max_speed":10,"max_force":5,"steering":{"arbiter":{"type":")" +
         arbiter + R"(},"behaviors":[{"type":"seek","target":{"point":[100,0]},"response_time":1,
                                      "weight":0.4,"probability":1}]}}},
            "agents":[{"type":"a","position":[0,0]}]})";
}

TEST(Clip, ComesBeforeOrAfterTheWeightUnderEveryArbiter) {
  for (const std::string arbiter :
       {"weighted_sum", "prioritized_sum", "prioritized_dithering", "priority_groups"}) {
    Simulator before = test::make_simulator(stack_of(arbiter + R"(","clip":"before_weights")"));
    Simulator after = test::make_simulator(stack_of(arbiter + R"(","clip":"after_weights")"));
    before.record_requests();
    after.record_requests();
    test::run_steps(before, 1);
    test::run_steps(after, 1);
    EXPECT_NEAR(before.requests().linear(0).x, 2.0, 1e-12) << arbiter;
    EXPECT_NEAR(after.requests().linear(0).x, 4.0, 1e-12) << arbiter;
  }
}

}  // namespace
}  // namespace drover::clip_test
