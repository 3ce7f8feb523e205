#include <cmath>

#include <gtest/gtest.h>

#include "arbiters/rule.h"
#include "core/random.h"

namespace drover::prioritized_sum_test {
namespace {

using test::always;
using test::choice;
using test::next_acceleration;
using test::part;
using test::parts;
using test::Rule;
using test::turning_by;

constexpr const char* kResidual = R"("prioritized_sum")";
constexpr const char* kSpent = R"("prioritized_sum","budget":"spent")";

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

// One lower behavior opposing a top request p leaves p - min(|f|, F - p).
TEST(PrioritizedSum, LowerBehaviorOpposesWithWhatIsLeft) {
  EXPECT_NEAR(next_acceleration(scenario(ask(6) + "," + ask(-10), 10)).x, 2.0, 1e-9);
  EXPECT_NEAR(next_acceleration(scenario(ask(4) + "," + ask(-10), 10)).x, -2.0, 1e-9);
}

// The budget is the limit minus the LENGTH of the sum, so opposing requests refill it.
TEST(PrioritizedSum, OpposingRequestsRefillTheBudget) {
  EXPECT_NEAR(next_acceleration(scenario(ask(6) + "," + ask(-10) + "," + ask(-10), 10)).x, -6.0, 1e-9);
}

TEST(PrioritizedSum, StopsAskingOnceTheBudgetIsSpent) {
  EXPECT_NEAR(next_acceleration(scenario(ask(10) + "," + ask(-10), 10)).x, 10.0, 1e-9);
}

// The example of src/arbiters/README.md: +0.6, -1, -1 under a limit of 1.
TEST(PrioritizedSum, SpentBudgetGuaranteesThePriority) {
  const std::vector<Rule> rules = {always({0.6, 0, 0}, -0.6), always({-1, 0, 0}, 1), always({-1, 0, 0}, 1)};
  const std::string limits = R"(,"max_acceleration":1,"max_angular_acceleration":1)";
  const auto residual = choice({.arbiter = kResidual, .behaviors = parts(3), .rules = rules, .type = limits});
  EXPECT_NEAR(residual->linear.x, -0.6, 1e-15);
  EXPECT_NEAR(up_part(residual->angular), 0.6, 1e-15);
  const auto spent = choice({.arbiter = kSpent, .behaviors = parts(3), .rules = rules, .type = limits});
  EXPECT_NEAR(spent->linear.x, 0.2, 1e-15);
  EXPECT_NEAR(up_part(spent->angular), -0.2, 1e-15);
}

// Check 2: the result is p - min(|f|, F - p); with |f| large the top behavior wins iff it asks for more than
// half of the limit.
TEST(PrioritizedSum, TopBehaviorWinsOnlyWithMoreThanHalfTheLimit) {
  for (const char* budget : {kResidual, kSpent}) {
    for (double p = 0.25; p < 10.0; p += 0.25) {
      for (const double f : {0.0, 1.0, 4.0, 100.0}) {
        const auto chosen = choice(
            {.arbiter = budget, .behaviors = parts(2), .rules = {always({p, 0, 0}), always({-f, 0, 0})}});
        ASSERT_NEAR(chosen->linear.x, p - smaller(f, 10.0 - p), 1e-12) << p << " against " << f;
      }
    }
  }
}

// Check 1: the triangle inequality makes a final clip needless.
TEST(PrioritizedSum, ResultNeverExceedsTheLimits) {
  Draws draws({1, 2, 3, Purpose::behavior, 4});
  const auto some = [&](double size) { return size * draws.signed_uniform(); };
  for (const char* budget : {kResidual, kSpent}) {
    for (int k = 0; k < 200; ++k) {
      std::vector<Rule> rules;
      for (int j = 0; j < 6; ++j) {
        const double x = some(8);
        const double y = some(8);
        rules.push_back(always({x, y, 0}, some(8)));
      }
      const auto chosen = choice({.arbiter = budget, .behaviors = parts(6), .rules = rules});
      ASSERT_LE(length(chosen->linear), 10.0 * (1.0 + 1e-15));
      ASSERT_LE(std::fabs(up_part(chosen->angular)), 10.0 * (1.0 + 1e-15));
    }
  }
}

TEST(PrioritizedSum, ZeroAndNoRequestAddNothingAndDoNotStopTheLoop) {
  for (const char* budget : {kResidual, kSpent}) {
    const auto chosen = choice({.arbiter = budget,
                                .behaviors = parts(4),
                                .rules = {always({}), test::silent(), always({3, 0, 0}), always({0, 2, 0})}});
    EXPECT_EQ(chosen->linear, (Vec3{3, 2, 0}));
  }
  EXPECT_FALSE(choice({.arbiter = kSpent, .behaviors = part(), .rules = {test::silent()}}));
}

TEST(PrioritizedSum, PartsHaveBudgetsOfTheirOwn) {
  // The first spends all of the linear budget, the second all of the angular one.
  const std::vector<Rule> rules = {always({10, 0, 0}), turning_by(-12), always({-5, 0, 0}, 4)};
  for (const char* budget : {kResidual, kSpent}) {
    const auto chosen = choice({.arbiter = budget, .behaviors = parts(3), .rules = rules});
    EXPECT_EQ(chosen->linear, (Vec3{10, 0, 0}));
    EXPECT_EQ(up_part(chosen->angular), -10.0);
  }
}

TEST(PrioritizedSum, AngularPartIsClippedToWhatIsLeftOnBothSides) {
  for (const double sign : {-1.0, 1.0}) {
    const auto chosen = choice(
        {.arbiter = kResidual, .behaviors = parts(2), .rules = {turning_by(sign * 7), turning_by(sign * 7)}});
    EXPECT_EQ(up_part(chosen->angular), sign * 10);
  }
}

// Check 4, the early way out: a body that cannot turn has no budget to wait for.
// Everybody is asked in every step, so that what a behavior remembers does not depend on the others; where no
// budget is left, nothing of it counts, not even its damping.
TEST(PrioritizedSum, NothingCountsWhenNoBudgetIsLeft) {
  const Rule wish = [](const AgentView& view, AgentIndex i) {
    return Request{Vec3{0, 1, 0} - view.velocity(i) * 4.0, about_up(1.0), 4.0};
  };
  for (const bool turns : {false, true}) {
    int asked = 0;
    Simulator simulator =
        test::simulator_of({.arbiter = kResidual,
                            .behaviors = parts(2),
                            .rules = {always({10, 0, 0}, turns ? 10.0 : 0.0), test::counted(wish, asked)},
                            .body_turns = turns});
    simulator.record_requests();
    test::run_steps(simulator, 5);
    EXPECT_EQ(asked, 5);
    EXPECT_EQ(simulator.requests().linear(0), (Vec3{10, 0, 0}));
  }
}

// Check 4: the random numbers of a behavior follow from its key and not from how often it was asked.
TEST(PrioritizedSum, SkippedBehaviorsDoNotShiftTheRandomNumbersOfOthers) {
  const Rule dice = [](const AgentView& view, AgentIndex i) {
    return Request{Vec3{0, view.draws(i).uniform(), 0}};
  };
  const Rule every_other_step = [](const AgentView& view, AgentIndex) {
    return Request{Vec3{view.world().state.tick % 2 == 0 ? 10.0 : 0.0, 0, 0}};
  };
  Simulator skipping = test::simulator_of(
      {.arbiter = kResidual, .behaviors = parts(2), .rules = {every_other_step, dice}, .body_turns = false});
  Simulator asking =
      test::simulator_of({.arbiter = kResidual, .behaviors = parts(2), .rules = {always({}), dice}});
  for (int k = 0; k < 10; ++k) {
    const double skipped = choice(skipping)->linear.y;
    const double asked = choice(asking)->linear.y;
    EXPECT_EQ(skipped, k % 2 == 0 ? 0.0 : asked) << k;
  }
}

// The published code of Buckland's book leaves the weight of offset pursuit out of its prioritised sum.
TEST(PrioritizedSum, OffsetPursuitHasItsWeightUnlikeInTheBooksCode) {
  const auto with_weight = [](const std::string& weight) {
    return next_acceleration(
        R"({"format":1,"agent_types":{"leader":{},"a":{"max_acceleration":100,"steering":{
          "arbiter":{"type":"prioritized_sum"},"behaviors":[{"type":"offset_pursuit",
          "target":{"agent":"l"},"offset":[-3,1],"weight":)" +
            weight + R"(}]}}},"agents":[{"id":"l","type":"leader","position":[2,0]},
          {"type":"a","position":[0,0]}]})",
        1);
  };
  const Vec3 once = with_weight("1");
  EXPECT_GT(length(once), 0.1);
  EXPECT_NEAR(length(with_weight("0.5") - once * 0.5), 0.0, 1e-12);
  EXPECT_EQ(with_weight("0"), (Vec3{}));
}

TEST(PrioritizedSum, WeightFollowsARampBeforeTheBudgetIsSpent) {
  // Half a weight of 8 leaves 6 of 10 for the next.
  const std::string half =
      R"(,"weight_by":{"type":"distance","target":{"point":[3,0]},"points":[[2,0],[4,1]]})";
  const auto chosen = choice({.arbiter = kResidual,
                              .behaviors = part(half) + "," + part(),
                              .rules = {always({8, 0, 0}, 8), always({100, 0, 0}, -100)}});
  EXPECT_EQ(chosen->linear.x, 10.0);
  EXPECT_EQ(up_part(chosen->angular), -2.0);
}

}  // namespace
}  // namespace drover::prioritized_sum_test
