#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "arbiters/rule.h"

namespace drover::priority_groups_test {
namespace {

using test::always;
using test::choice;
using test::counted;
using test::group;
using test::part;
using test::parts;
using test::Rule;
using test::silent;
using test::Trial;
using test::turning_by;

constexpr const char* kGroups = R"("priority_groups")";
constexpr const char* kSum = R"("weighted_sum")";

std::string with(const std::string& keys) {
  return std::string(kGroups) + "," + keys;
}

Rule along(double x) {
  return always({x, 0, 0});
}

// A blend of length 0.0316 under two epsilons.
TEST(PriorityGroups, SmallBlendLeavesTheControlToTheNextGroup) {
  const auto chosen = [](const std::string& epsilon) {
    return choice({.arbiter = with(R"("epsilon_linear":)" + epsilon),
                   .behaviors = group(kSum, parts(2)) + "," + part(),
                   .rules = {along(0.01), always({0, 0.03, 0}), along(2)}})
        ->linear;
  };
  EXPECT_EQ(chosen("0.05"), (Vec3{2, 0, 0}));
  EXPECT_EQ(chosen("0.01"), (Vec3{0.01, 0.03, 0}));
}

TEST(PriorityGroups, EpsilonsAreStrictAndApplyToTheirParts) {
  const auto first_wins = [](Rule first) {
    return choice({.arbiter = with(R"("epsilon_linear":0.5,"epsilon_angular":0.25)"),
                   .behaviors = parts(2),
                   .rules = {std::move(first), always({0, 7, 0})}})
               ->linear.y != 7.0;
  };
  EXPECT_FALSE(first_wins(always({0.5, 0, 0}, 0.25)));
  EXPECT_TRUE(first_wins(always({0.5000001, 0, 0}, 0.25)));
  EXPECT_TRUE(first_wins(always({0.5, 0, 0}, 0.2500001)));
}

TEST(PriorityGroups, PureTurnIsNotSkipped) {
  for (const double sign : {-1.0, 1.0}) {
    const auto chosen =
        choice({.arbiter = kGroups, .behaviors = parts(2), .rules = {turning_by(sign * 0.5), along(1)}});
    EXPECT_EQ(chosen->linear, (Vec3{}));
    EXPECT_EQ(up_part(chosen->angular), sign * 0.5);
  }
}

// As printed by Millington (3.4.3) the test stands behind the loop, so that only the last group is looked at.
TEST(PriorityGroups, EveryGroupIsTestedNotOnlyTheLast) {
  EXPECT_EQ(
      choice({.arbiter = kGroups, .behaviors = parts(3), .rules = {along(1), along(2), along(3)}})->linear.x,
      1.0);
  EXPECT_EQ(choice({.arbiter = kGroups, .behaviors = parts(3), .rules = {along(0.001), along(2), along(3)}})
                ->linear.x,
            2.0);
}

// The printed form leaves its result undefined without any group.
TEST(PriorityGroups, NoGroupsMeanNoRequest) {
  EXPECT_FALSE(choice({.arbiter = kGroups, .behaviors = ""}));
  EXPECT_FALSE(choice({.arbiter = kGroups, .behaviors = parts(2), .rules = {silent(), silent()}}));
}

TEST(PriorityGroups, LastSmallRequestIsTheAnswerOtherwise) {
  const auto chosen = choice(
      {.arbiter = kGroups, .behaviors = parts(2), .rules = {along(0.004), always({0, 0.002, 0}, 0.003)}});
  EXPECT_EQ(chosen->linear, (Vec3{0, 0.002, 0}));
  EXPECT_EQ(up_part(chosen->angular), 0.003);
  // A slot without a request counts as absent.
  EXPECT_EQ(choice({.arbiter = kGroups, .behaviors = parts(2), .rules = {along(0.004), silent()}})->linear.x,
            0.004);
}

TEST(PriorityGroups, RequestsAreWeightedAndClippedToBothLimits) {
  const auto chosen = choice({.arbiter = kGroups,
                              .behaviors = part(R"(,"weight":5)"),
                              .rules = {always({3, 4, 0}, -3)},
                              .type = R"(,"max_acceleration":2.5,"max_angular_acceleration":2)"});
  EXPECT_EQ(chosen->linear, (Vec3{1.5, 2, 0}));
  EXPECT_EQ(up_part(chosen->angular), -2.0);
  // The weight counts before the test.
  EXPECT_EQ(choice({.arbiter = kGroups,
                    .behaviors = part(R"(,"weight":0.001)") + "," + part(),
                    .rules = {along(5), along(1)}})
                ->linear.x,
            1.0);
}

TEST(PriorityGroups, LaterGroupsAreNotAskedOnceOneGetsThrough) {
  int first = 0;
  int second = 0;
  int third = 0;
  Simulator simulator = test::simulator_of(
      {.arbiter = kGroups,
       .behaviors = parts(3),
       .rules = {counted(along(0), first), counted(along(1), second), counted(along(1), third)}});
  test::run_steps(simulator, 7);
  EXPECT_EQ(first, 7);
  EXPECT_EQ(second, 7);
  EXPECT_EQ(third, 0);
}

TEST(PriorityGroups, HigherPrioritiesComeFirstAndEqualOnesInTheOrderOfTheStack) {
  const auto winner = [](const std::string& a, const std::string& b, const std::string& c) {
    const auto slot = [](const std::string& priority) {
      return part(priority.empty() ? "" : R"(,"priority":)" + priority);
    };
    return choice({.arbiter = kGroups,
                   .behaviors = slot(a) + "," + slot(b) + "," + slot(c),
                   .rules = {along(1), along(2), along(3)}})
        ->linear.x;
  };
  EXPECT_EQ(winner("", "", ""), 1);
  EXPECT_EQ(winner("", "1", ""), 2);
  EXPECT_EQ(winner("-1", "-1", ""), 3);
  EXPECT_EQ(winner("-1", "", ""), 2);
  EXPECT_EQ(winner("1", "2", "2"), 2);
}

// The order of the groups behind the first: the answer is the small request of the group asked last.
TEST(PriorityGroups, WholeOrderFollowsThePriorities) {
  const auto last = [](const std::string& a, const std::string& b, const std::string& c) {
    return choice({.arbiter = kGroups,
                   .behaviors = part(R"(,"priority":)" + a) + "," + part(R"(,"priority":)" + b) + "," +
                                part(R"(,"priority":)" + c),
                   .rules = {along(0.001), along(0.002), along(0.003)}})
        ->linear.x;
  };
  EXPECT_EQ(last("3", "2", "1"), 0.003);
  EXPECT_EQ(last("1", "2", "3"), 0.001);
  EXPECT_EQ(last("2", "1", "3"), 0.002);
  EXPECT_EQ(last("1", "1", "2"), 0.002);
}

// Three agents at x = 0, 5, 10; the priority of the second group grows with the distance from the origin.
Trial agents_with_own_orders(std::vector<Rule> rules) {
  const std::string ramp =
      R"(,"priority":-1,"priority_by":{"type":"distance","target":{"point":[0,0]},"points":[[0,0],[10,2]]})";
  return {.arbiter = kGroups,
          .behaviors = part() + "," + part(ramp) + "," + part(R"(,"priority":0.5)"),
          .rules = std::move(rules),
          .agents = R"({"type":"a","count":3,"placement":{"type":"line","from":[0,0],"to":[10,0]}})"};
}

TEST(PriorityGroups, AgentsHaveOrdersOfTheirOwn) {
  // Priorities of the three groups: 0, {-1, 0, 1}, 0.5.
  Simulator all = test::simulator_of(agents_with_own_orders({along(1), along(2), along(3)}));
  EXPECT_EQ(choice(all, 0)->linear.x, 3);
  Simulator small = test::simulator_of(agents_with_own_orders({along(0.001), along(0.002), along(0.003)}));
  small.record_requests();
  test::run_steps(small, 1);
  EXPECT_EQ(small.requests().linear(0).x, 0.002) << "order 3, 1, 2";
  EXPECT_EQ(small.requests().linear(1).x, 0.002) << "order 3, 1, 2: equal ones as in the stack";
  EXPECT_EQ(small.requests().linear(2).x, 0.001) << "order 2, 3, 1";
}

TEST(PriorityGroups, EveryAgentIsAskedAtMostOnceBySlotAndOnlyWhileItLooks) {
  int first = 0;
  int second = 0;
  int third = 0;
  Simulator simulator = test::simulator_of(agents_with_own_orders(
      {counted(along(1), first), counted(along(2), second), counted(along(0), third)}));
  simulator.record_requests();
  test::run_steps(simulator, 1);
  // Agents 0 and 1 go 3, 1 and stop; agent 2 is content with 2.
  EXPECT_EQ(first, 2);
  EXPECT_EQ(second, 1);
  EXPECT_EQ(third, 2);
  EXPECT_EQ(simulator.requests().linear(0).x, 1);
  EXPECT_EQ(simulator.requests().linear(1).x, 1);
  EXPECT_EQ(simulator.requests().linear(2).x, 2);
}

// The same order, once from constants and once from a ramp that is flat, gives the same run.
TEST(PriorityGroups, OrderByAgentIsTheSimpleLoopWhereAllAgree) {
  const auto run = [](const std::string& priority) {
    return test::hash_after(
        {.arbiter = with(R"("min_hold":0.1)"),
         .behaviors = R"({"type":"wander","fallback":true},{"type":"cohesion","priority":)" + priority +
                      R"(},{"type":"separation","priority":2})",
         .agents = R"({"type":"a","count":20,
                               "placement":{"type":"grid","origin":[0,0],"step":[2.3,2.1]}})"},
        300);
  };
  EXPECT_EQ(run("1"), run(R"(0,"priority_by":{"type":"time","points":[[0,1]]})"));
}

// A group of imminent collision overtakes the others.
TEST(PriorityGroups, ImminentCollisionOvertakesNearTheLastAvoidableMoment) {
  // The agent heads for a wall at x = 10 with 2 m/s and brakes with 4 m/s^2: t_last = 2 / (2 4) = 0.25 s, and
  // its body of radius 0.5 touches the wall at x = 9.5.
  const std::string ramp =
      R"(,"priority_by":{"type":"time_to_collision","points":[[0.25,10],[0.250001,-10]]})";
  Simulator simulator = test::simulator_of(
      {.arbiter = kGroups,
       .behaviors = part(ramp) + "," + part(),
       .rules = {along(-4), turning_by(1)},
       .agents = R"({"type":"a","position":[7,0],"velocity":[2,0]})",
       .scenario = R"(,"simulation":{"dt":0.001},"world":{"walls":[{"points":[[10,-5],[10,5]]}]})"});
  double braked_at = 0.0;
  double farthest = 0.0;
  for (int step = 0; step < 3000; ++step) {
    const double x = simulator.world().state.motion.x[0];
    if (choice(simulator)->linear.x < 0.0 && braked_at == 0.0) braked_at = x;
    farthest = larger(farthest, x);
  }
  EXPECT_NEAR(braked_at, 9.5 - 0.25 * 2.0, 0.003);
  // Full braking just suffices: it ends at the wall, to one step.
  EXPECT_NEAR(farthest, 9.5, 0.003);
}

TEST(PriorityGroups, FallbackIsAskedOnlyWhenNoOtherSlotGetsThrough) {
  const auto chosen = [](Rule first, int& asked) {
    return choice({.arbiter = kGroups,
                   .behaviors = part(R"(,"fallback":true,"priority":9)") + "," + part(),
                   .rules = {counted(always({0, 1, 0}), asked), std::move(first)}});
  };
  int asked = 0;
  EXPECT_EQ(chosen(along(1), asked)->linear, (Vec3{1, 0, 0}));
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(chosen(along(0.005), asked)->linear, (Vec3{0, 1, 0}));
  EXPECT_EQ(chosen(silent(), asked)->linear, (Vec3{0, 1, 0}));
  EXPECT_EQ(asked, 2);
}

TEST(PriorityGroups, SmallFallbackIsTheAnswerAndOfSeveralTheFirstThatWantsSomething) {
  const std::string fallback = part(R"(,"fallback":true)");
  EXPECT_EQ(
      choice(
          {.arbiter = kGroups, .behaviors = part() + "," + fallback, .rules = {along(0.005), along(0.001)}})
          ->linear.x,
      0.001);
  EXPECT_EQ(choice({.arbiter = kGroups,
                    .behaviors = fallback + "," + fallback + "," + part(),
                    .rules = {along(0.001), along(2), along(0.005)}})
                ->linear.x,
            2.0);
  EXPECT_EQ(choice({.arbiter = kGroups, .behaviors = fallback, .rules = {along(3)}})->linear.x, 3.0);
}

constexpr const char* kEquilibrium = R"("fallback_when":"equilibrium")";

// With "equilibrium" the fallback is for requests that cancel each other, not for agents that are content.
TEST(PriorityGroups, EquilibriumFallbackNeedsRequestsThatCancel) {
  const auto chosen = [](double a, double b, const std::string& keys) {
    return choice({.arbiter = with(kEquilibrium),
                   .behaviors = group(kSum, parts(2), keys) + "," + part(R"(,"fallback":true)"),
                   .rules = {along(a), along(b), always({0, 1, 0})}})
        ->linear;
  };
  EXPECT_EQ(chosen(2, -2, ""), (Vec3{0, 1, 0})) << "cancel";
  EXPECT_EQ(chosen(0, 0, ""), (Vec3{})) << "content";
  EXPECT_EQ(chosen(0.004, 0.003, ""), (Vec3{0.004 + 0.003, 0, 0})) << "nearly content";
  // The demand has to reach ten times the epsilon of 0.01, weights of the group included.
  EXPECT_EQ(chosen(0.0625, -0.0625, ""), (Vec3{0, 1, 0}));
  EXPECT_EQ(chosen(0.04, -0.04, ""), (Vec3{}));
  EXPECT_EQ(chosen(0.0625, -0.0625, R"(,"weight":0.5)"), (Vec3{}));
  EXPECT_EQ(chosen(0.04, -0.04, R"(,"weight":-2)"), (Vec3{0, 1, 0}));
}

TEST(PriorityGroups, EquilibriumOfAnyGroupCounts) {
  const auto chosen =
      choice({.arbiter = with(kEquilibrium),
              .behaviors = group(kSum, parts(2)) + "," + part() + "," + part(R"(,"fallback":true)"),
              .rules = {along(2), along(-2), along(0), always({0, 1, 0})}});
  EXPECT_EQ(chosen->linear, (Vec3{0, 1, 0}));
}

// A satisfied arrive would wander off its goal.
TEST(PriorityGroups, EquilibriumFallbackLeavesAnAgentAtItsGoal) {
  const auto distance_after = [](const std::string& when) {
    Simulator simulator = test::simulator_of(
        {.arbiter = with(R"("fallback_when":")" + when + R"(")"),
         .behaviors = R"({"type":"arrive","target":{"point":[5,0]}},{"type":"wander","fallback":true})"});
    test::run_steps(simulator, 1500);
    double farthest = 0.0;
    for (int step = 0; step < 500; ++step) {
      test::run_steps(simulator, 1);
      farthest = larger(farthest, length(simulator.world().state.motion.position(0) - Vec3{5, 0, 0}));
    }
    return farthest;
  };
  EXPECT_LT(distance_after("equilibrium"), 1e-6);
  EXPECT_GT(distance_after("small"), 1e-3);
}

// Separation from enemies ahead against a goal behind them, full acceleration 4, drag 2/s, fallback wander,
// epsilon 0.05.
Simulator against_enemies(std::vector<Vec3> enemies, double weight, const std::string& seed) {
  const Rule seek = [](const AgentView& view, AgentIndex i) {
    return Request{direction(Vec3{20, 0, 0} - view.position(i)) * 4.0};
  };
  const Rule shun = [enemies = std::move(enemies)](const AgentView& view, AgentIndex i) {
    Vec3 sum;
    for (const Vec3 enemy : enemies) {
      const Vec3 away = view.position(i) - enemy;
      sum += direction(away) * (4.0 * larger(0.0, 8.0 - length(away)) / 8.0);
    }
    return Request{sum};
  };
  return test::simulator_of(
      {.arbiter = with(R"("epsilon_linear":0.05)"),
       .behaviors = group(kSum, part() + "," + part(R"(,"weight":)" + std::to_string(weight))) +
                    R"(,{"type":"wander","fallback":true})",
       .rules = {seek, shun},
       .type = R"(,"max_speed":1000,"max_acceleration":1000,
                                         "locomotion":{"type":"point_mass","linear_drag":2})",
       .scenario = R"(,"seed":)" + seed});
}

bool reaches_goal(Simulator simulator, int steps) {
  for (int step = 0; step < steps; ++step) {
    test::run_steps(simulator, 1);
    if (length(simulator.world().state.motion.position(0) - Vec3{20, 0, 0}) < 1.0) return true;
  }
  return false;
}

// Millington (3.4.3) says that the fallback copes with stable equilibria: it frees from unstable ones (in 25
// to 32 s), not from a stable one with a basin.
TEST(PriorityGroups, FallbackFreesFromUnstableEquilibriaOnly) {
  for (const char* seed : {"1", "2", "3", "4"}) {
    EXPECT_TRUE(reaches_goal(against_enemies({{10, 0, 0}}, 2, seed), 2500)) << seed;
    EXPECT_FALSE(reaches_goal(against_enemies({{10, 4, 0}, {10, -4, 0}}, 3, seed), 5000)) << seed;
  }
}

// The number of the rule in control, step by step: the first of two rules asks whenever `wants` says so, the
// second always.
std::vector<int> winners(const std::string& keys, const std::function<bool(std::uint64_t)>& wants,
                         int steps) {
  const Rule flickering = [wants](const AgentView& view, AgentIndex) -> std::optional<Request> {
    if (!wants(view.world().state.tick)) return std::nullopt;
    return Request{Vec3{1, 0, 0}};
  };
  Simulator simulator =
      test::simulator_of({.arbiter = with(keys), .behaviors = parts(2), .rules = {flickering, along(2)}});
  std::vector<int> result;
  for (int step = 0; step < steps; ++step) {
    const auto request = choice(simulator);
    result.push_back(request && request->linear.x == 2.0 ? 2 : 1);
  }
  return result;
}

int switches(const std::vector<int>& winners) {
  int count = 0;
  for (std::size_t k = 1; k < winners.size(); ++k)
    count += winners[k] != winners[k - 1] ? 1 : 0;
  return count;
}

TEST(PriorityGroups, MinHoldKeepsTheControlAgainstLowerPriorities) {
  const auto at_third = [](std::uint64_t tick) { return tick == 3; };
  // Steps of 20 ms: the control lasts from step 3 to the last before 0.1 s have passed.
  EXPECT_EQ(winners(R"("min_hold":0.1)", at_third, 12),
            (std::vector<int>{2, 2, 2, 1, 1, 1, 1, 1, 2, 2, 2, 2}));
  EXPECT_EQ(winners(R"("min_hold":0)", at_third, 6), (std::vector<int>{2, 2, 2, 1, 2, 2}));
}

TEST(PriorityGroups, MinHoldDoesNotKeepHigherPrioritiesOut) {
  // The second has had the control for one step only.
  EXPECT_EQ(winners(R"("min_hold":10)", [](std::uint64_t tick) { return tick == 1; }, 4),
            (std::vector<int>{2, 1, 1, 1}));
}

TEST(PriorityGroups, MinHoldBoundsTheChatterAtAnEdge) {
  const auto every_other = [](std::uint64_t tick) { return tick % 2 == 0; };
  EXPECT_EQ(switches(winners(R"("min_hold":0)", every_other, 500)), 499);
  // 10 s of phases of at least 0.5 s, each followed by one step of the other.
  EXPECT_LE(switches(winners(R"("min_hold":0.5)", every_other, 500)), 2 * (10.0 / 0.5));
}

TEST(PriorityGroups, HeldGroupThatAsksForNothingLetsTheAgentCoast) {
  const Rule once = [](const AgentView& view, AgentIndex) -> std::optional<Request> {
    if (view.world().state.tick > 0) return std::nullopt;
    return Request{Vec3{1, 0, 0}};
  };
  Simulator simulator = test::simulator_of(
      {.arbiter = with(R"("min_hold":0.1)"), .behaviors = parts(2), .rules = {once, along(2)}});
  EXPECT_EQ(choice(simulator)->linear.x, 1.0);
  EXPECT_FALSE(choice(simulator));
}

TEST(PriorityGroups, SwitchedOffGroupLosesTheControl) {
  for (const char* off :
       {R"("when":{"type":"distance","target":{"point":[0,0]},"less_than":0.0001,"hysteresis":0})",
        R"("weight_by":{"type":"time","points":[[0,1],[0.01,0]]})"}) {
    const std::vector<Rule> rules = {along(1), along(2)};
    Simulator simulator = test::simulator_of({.arbiter = with(R"("min_hold":10)"),
                                              .behaviors = part(std::string(",") + off) + "," + part(),
                                              .rules = rules});
    EXPECT_EQ(choice(simulator)->linear.x, 1.0) << off;
    EXPECT_EQ(choice(simulator)->linear.x, 2.0) << off;
  }
}

// Which slot is in control belongs to the state: what an agent does next depends on it.
TEST(PriorityGroups, HolderIsPartOfTheStateHash) {
  const auto hash = [](double first) {
    Simulator simulator = test::simulator_of(
        {.arbiter = with(R"("min_hold":1)"), .behaviors = parts(2), .rules = {along(first), along(0.005)}});
    test::run_steps(simulator, 1);
    World& world = test::world_of(simulator);
    double& held = world.state.columns.values(world.model().types[0].groups[0].memory)[0];
    const std::uint64_t before = simulator.hash();
    held += 1.0;
    EXPECT_NE(simulator.hash(), before);
    held -= 1.0;
    return held;
  };
  EXPECT_EQ(hash(1), 1.0);
  EXPECT_EQ(hash(0), 0.0) << "no slot is in control";
}

// What the trace shows as contributions adds up to what was chosen, small answers included.
TEST(PriorityGroups, ContributionsNameTheWinnerOnly) {
  for (const double first : {1.0, 0.005}) {
    Simulator simulator = test::simulator_of(
        {.arbiter = kGroups, .behaviors = parts(3), .rules = {silent(), along(first), along(0.002)}});
    simulator.record_contributions();
    const Vec3 chosen = choice(simulator)->linear;
    Vec3 sum;
    for (const std::vector<Contribution>& slot : simulator.contributions().by_type[0])
      sum += slot[0].linear;
    EXPECT_EQ(sum, chosen);
    EXPECT_EQ(simulator.contributions().by_type[0][1][0].linear.x, first == 1.0 ? 1.0 : 0.0);
  }
}

}  // namespace
}  // namespace drover::priority_groups_test
