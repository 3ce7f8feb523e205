#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover {
namespace {

using test::next_acceleration;

constexpr const char* kAgent = R"([{"type":"a","position":[0,0]}])";

// A seek along x that asks for `x` m/s^2 at rest: max_speed is 10 and response_time 1 s, so weight = |x|
// / 10.
std::string ask(double x) {
  return R"({"type":"seek","target":{"point":[)" + std::string(x < 0 ? "-1000" : "1000") +
         R"(,0]},"response_time":1,"weight":)" + std::to_string(std::abs(x) / 10.0) + "}";
}

std::string scenario(const std::string& behaviors, double limit) {
  std::string text = test::scene("[" + behaviors + "]", kAgent,
                                 R"(,"max_speed":10,"max_acceleration":)" + std::to_string(limit));
  text.replace(text.find("weighted_sum"), 12, "prioritized_sum");
  return text;
}

TEST(PrioritizedSum, AddsWhileTheBudgetLasts) {
  // Requests are limited to 10 each by the agent's own limit before they are weighted.
  EXPECT_NEAR(next_acceleration(scenario(ask(6) + "," + ask(2), 10)).x, 8.0, 1e-9);
  EXPECT_NEAR(next_acceleration(scenario(ask(6) + "," + ask(6), 10)).x, 10.0, 1e-9);
}

// Catalogue combining 2, check 2: one lower behavior opposing a top request p leaves p - min(|f|, F - p).
TEST(PrioritizedSum, LowerBehaviorOpposesWithWhatIsLeft) {
  EXPECT_NEAR(next_acceleration(scenario(ask(6) + "," + ask(-10), 10)).x, 2.0, 1e-9);
  EXPECT_NEAR(next_acceleration(scenario(ask(4) + "," + ask(-10), 10)).x, -2.0, 1e-9);
}

// Check 3: the budget is the limit minus the LENGTH of the sum, so opposing requests refill it (erratum C17).
TEST(PrioritizedSum, OpposingRequestsRefillTheBudgetC17) {
  EXPECT_NEAR(next_acceleration(scenario(ask(6) + "," + ask(-10) + "," + ask(-10), 10)).x, -6.0, 1e-9);
}

TEST(PrioritizedSum, StopsAskingOnceTheBudgetIsSpent) {
  EXPECT_NEAR(next_acceleration(scenario(ask(10) + "," + ask(-10), 10)).x, 10.0, 1e-9);
}

}  // namespace
}  // namespace drover
