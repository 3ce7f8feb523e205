#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "arbiters/rule.h"

namespace drover::prioritized_dithering_test {
namespace {

using test::always;
using test::choice;
using test::part;
using test::Rule;
using test::turning_by;

constexpr const char* kDithering = R"("prioritized_dithering")";

std::string scenario(std::string_view behaviors, std::string_view agents, std::string_view keys = "") {
  std::string text = test::scene(behaviors, agents, keys);
  text.replace(text.find("weighted_sum"), 12, "prioritized_dithering");
  return text;
}

constexpr const char* kCrowd =
    R"([{"type":"a","count":10000,"placement":{"type":"grid","origin":[0,0],"step":[0.01,0.01]}}])";

// How many of the 10000 agents are given the east, the north and no request in the first step.
struct Shares {
  double east = 0, north = 0, none = 0;
};
Shares shares(std::string_view behaviors) {
  Simulator simulator = test::make_simulator(scenario(behaviors, kCrowd));
  test::run_steps(simulator, 1);
  Shares result;
  for (AgentIndex i = 0; i < simulator.world().model().agents.size(); ++i) {
    const Vec3 v = simulator.world().state.motion.velocity(i);
    (v.x > v.y ? result.east : v.y > v.x ? result.north : result.none) += 1e-4;
  }
  return result;
}

// The probabilities are p1, p2 (1 - p1) and the rest. The bounds are four standard errors of 10000 draws.
TEST(PrioritizedDithering, AsksWithTheProbabilityAndNotWithItsComplement) {
  const Shares s = shares(R"([{"type":"seek","target":{"point":[90000,0]},"probability":0.9},
                              {"type":"seek","target":{"point":[0,90000]},"probability":0.8}])");
  EXPECT_NEAR(s.east, 0.90, 0.012);
  EXPECT_NEAR(s.north, 0.08, 0.011);
  EXPECT_NEAR(s.none, 0.02, 0.0056);
}

TEST(PrioritizedDithering, CertainBehaviorsMeanTheFirstNonzeroRequestWins) {
  const Shares s =
      shares(R"([{"type":"flee","target":{"point":[-90000,0]},"panic_distance":1,"probability":1},
                              {"type":"seek","target":{"point":[0,90000]},"probability":1}])");
  EXPECT_NEAR(s.north, 1.0, 1e-9);
}

// Check b: alone and unclipped, the mean over time is the weighted request.
TEST(PrioritizedDithering, DividingByTheProbabilityKeepsTheMean) {
  Simulator simulator = test::make_simulator(scenario(
      R"([{"type":"seek","target":{"point":[90000,0]},"response_time":10,"probability":0.5}])", kCrowd));
  test::run_steps(simulator, 1);
  double mean = 0;
  for (const double vx : simulator.world().state.motion.vx)
    mean += vx / 10000.0;
  // max_speed / response_time = 0.3 m/s^2, or 0.6 with probability one half: deviation 0.3 per draw.
  EXPECT_NEAR(mean / simulator.world().model().dt, 0.3, 4.0 * 0.3 / 100.0);
}

std::string likely(double probability, const std::string& keys = "") {
  return part(",\"probability\":" + std::to_string(probability) + keys);
}

// Asks 10000 agents ten times and returns which share chose each of the rules, which ask for lengths 1, 2,
// ... in their order (never 0); the last entry is the share without a request.
constexpr int kDraws = 100000;
std::vector<double> shares_of(const std::string& behaviors, const std::vector<Rule>& rules) {
  Simulator simulator = test::simulator_of(
      {.arbiter = kDithering,
       .behaviors = behaviors,
       .rules = rules,
       .agents = R"({"type":"a","count":10000,"placement":{"type":"grid","origin":[0,0],"step":[1,1]}})",
       .type = R"(,"max_acceleration":1000)"});
  simulator.record_requests();
  std::vector<double> shares(rules.size() + 1, 0.0);
  for (int step = 0; step < kDraws / 10000; ++step) {
    test::run_steps(simulator, 1);
    for (AgentIndex i = 0; i < 10000; ++i) {
      const double angular = up_part(simulator.requests().angular(i));
      const auto rule =
          static_cast<std::size_t>(angular == 0.0 ? static_cast<double>(rules.size()) : angular - 1.0);
      shares[rule] += 1.0 / kDraws;
    }
  }
  return shares;
}

// The rule with this index; the angular part tells which was chosen, whatever its weight.
Rule numbered(int index) {
  return [=](const AgentView&, AgentIndex) {
    return Request{Vec3{0.1, 0, 0}, about_up(static_cast<double>(index) + 1.0)};
  };
}

// A frequency of kDraws draws has the standard deviation of the binomial law.
void expect_share(double share, double probability) {
  EXPECT_NEAR(share, probability, 4.5 * std::sqrt(probability * (1.0 - probability) / kDraws));
}

// Check a: P(i is chosen) = p_i times the product of (1 - p_j) over the earlier that want something. The
// weights make up for the division by the probability, so that the angular part is the rule's.
TEST(PrioritizedDithering, FrequenciesFollowTheLaw) {
  const std::vector<double> two = shares_of(
      likely(0.9, R"(,"weight":0.9)") + "," + likely(0.8, R"(,"weight":0.8)"), {numbered(0), numbered(1)});
  expect_share(two[0], 0.90);
  expect_share(two[1], 0.08);
  expect_share(two[2], 0.02);
  const std::vector<double> three =
      shares_of(likely(0.25, R"(,"weight":0.25)") + "," + likely(0.5) + "," + likely(0.5, R"(,"weight":0.5)"),
                {numbered(0), test::silent(), numbered(2)});
  expect_share(three[0], 0.25);
  EXPECT_EQ(three[1], 0.0);
  expect_share(three[2], 0.375);
  expect_share(three[3], 0.375);
}

// Check d: the division by the probability does not make up for earlier behaviors: the mean of the second is
// (1 - p_1) w a.
TEST(PrioritizedDithering, EarlierBehaviorsStillSuppressLaterOnes) {
  Simulator simulator = test::simulator_of(
      {.arbiter = kDithering,
       .behaviors = likely(0.75) + "," + likely(0.5),
       .rules = {always({3, 0, 0}), always({0, 1, 0})},
       .agents = R"({"type":"a","count":10000,"placement":{"type":"grid","origin":[0,0],"step":[1,1]}})"});
  simulator.record_requests();
  test::run_steps(simulator, 1);
  Vec3 mean;
  for (AgentIndex i = 0; i < 10000; ++i)
    mean += simulator.requests().linear(i) / 10000.0;
  // 4 m/s^2 with probability 3/4: 3 on average, deviation 1.732; 2 m/s^2 with probability 1/8: deviation
  // 0.66.
  EXPECT_NEAR(mean.x, 3.0, 4.5 * 1.732 / 100.0);
  EXPECT_NEAR(mean.y, 0.25, 4.5 * 0.6614 / 100.0);
}

// Check c: certain behaviors are priority groups of one.
TEST(PrioritizedDithering, CertaintyMakesItPriorityGroupsOfOne) {
  const std::string behaviors = R"({"type":"obstacle_avoidance","probability":1},
    {"type":"separation","probability":1,"weight":0.5},{"type":"wander","probability":1})";
  const auto motion = [&](const std::string& arbiter) {
    return test::motion_after({.arbiter = arbiter,
                               .behaviors = behaviors,
                               .rules = {},
                               .agents = R"({"type":"a","count":12,"speed":1,
                                 "placement":{"type":"grid","origin":[0,0],"step":[1.5,1.5]}})",
                               .scenario = R"(,"world":{"obstacles":[{"center":[3,3],"radius":1}]})"},
                              400);
  };
  EXPECT_EQ(motion(R"("prioritized_dithering","epsilon":0.01,"epsilon_angular":0.01)"),
            motion(R"("priority_groups","epsilon_linear":0.01,"epsilon_angular":0.01)"));
}

TEST(PrioritizedDithering, VelocitiesHaveAnEpsilonOfTheirOwn) {
  const auto chosen_with = [](const std::string& keys) {
    return choice({.arbiter = R"("prioritized_dithering")" + keys,
                   .behaviors = likely(1) + "," + likely(1),
                   .rules = {always({0.01, 0, 0}), always({0, 1, 0})},
                   .type = R"(,"max_speed":9,"locomotion":{"type":"kinematic"})",
                   .body_turns = false})
        ->linear;
  };
  EXPECT_EQ(chosen_with(R"(,"epsilon":1)"), (Vec3{0.01, 0, 0}));
  EXPECT_EQ(chosen_with(R"(,"epsilon_velocity":0.1)"), (Vec3{0, 1, 0}));
}

TEST(PrioritizedDithering, PureTurnCountsAsARequest) {
  const auto chosen = choice({.arbiter = kDithering,
                              .behaviors = likely(1) + "," + likely(1),
                              .rules = {turning_by(-0.5), always({1, 0, 0})}});
  EXPECT_EQ(chosen->linear, (Vec3{}));
  EXPECT_EQ(up_part(chosen->angular), -0.5);
}

TEST(PrioritizedDithering, EpsilonsAreStrictAndApplyToTheirParts) {
  const auto first_wins = [](Rule first) {
    const auto chosen = choice({.arbiter = R"("prioritized_dithering","epsilon":0.5,"epsilon_angular":0.25)",
                                .behaviors = likely(1) + "," + likely(1),
                                .rules = {std::move(first), always({0, 7, 0})}});
    return chosen->linear.y != 7.0;
  };
  EXPECT_FALSE(first_wins(always({0.5, 0, 0}, 0.25)));
  EXPECT_TRUE(first_wins(always({0.5000001, 0, 0}, 0.25)));
  EXPECT_TRUE(first_wins(always({0.5, 0, 0}, 0.2500001)));
  EXPECT_TRUE(first_wins(always({0, 0, 0}, -0.2500001)));
  EXPECT_FALSE(first_wins(test::silent()));
}

TEST(PrioritizedDithering, BothPartsAreDividedByTheProbabilityAndClipped) {
  Simulator simulator = test::simulator_of({.arbiter = kDithering,
                                            .behaviors = likely(0.5, R"(,"weight":3)"),
                                            .rules = {always({1, 0, 0}, -0.5)},
                                            .type = R"(,"max_acceleration":5,"max_angular_acceleration":2)"});
  int chosen = 0;
  for (int step = 0; step < 100; ++step) {
    const auto request = choice(simulator);
    if (!request) continue;
    ++chosen;
    ASSERT_EQ(request->linear, (Vec3{5, 0, 0})) << "6 clipped to 5";
    ASSERT_EQ(up_part(request->angular), -2.0) << "-3 clipped to -2";
  }
  EXPECT_GT(chosen, 20);
}

// One draw per behavior and step whatever happens: what the first one wants does not change when the second
// one is asked.
TEST(PrioritizedDithering, DrawsOfOneBehaviorDoNotDependOnAnother) {
  const auto second_chosen = [](Rule first, std::vector<int>& steps) {
    Simulator simulator = test::simulator_of({.arbiter = kDithering,
                                              .behaviors = likely(0.5) + "," + likely(0.5),
                                              .rules = {std::move(first), turning_by(1)}});
    for (int step = 0; step < 200; ++step) {
      if (const auto request = choice(simulator); request && up_part(request->angular) != 0.0)
        steps.push_back(step);
    }
  };
  std::vector<int> alone;
  std::vector<int> after_another;
  second_chosen(test::silent(), alone);
  second_chosen(always({1, 0, 0}), after_another);
  EXPECT_LT(after_another.size(), alone.size());
  EXPECT_TRUE(std::includes(alone.begin(), alone.end(), after_another.begin(), after_another.end()));
}

}  // namespace
}  // namespace drover::prioritized_dithering_test
