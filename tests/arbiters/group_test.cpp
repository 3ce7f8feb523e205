// Arbiters inside arbiters.
#include <array>

#include <gtest/gtest.h>

#include "arbiters/rule.h"

namespace drover::group_test {
namespace {

using test::always;
using test::choice;
using test::counted;
using test::group;
using test::part;
using test::parts;
using test::Rule;
using test::silent;
using test::turning_by;

constexpr const char* kSum = R"("weighted_sum")";
constexpr const char* kPrioritized = R"("prioritized_sum")";
constexpr const char* kDithering = R"("prioritized_dithering")";
constexpr const char* kGroups = R"("priority_groups")";
constexpr const char* kArbiters[] = {kSum, kPrioritized, kDithering, kGroups};

Rule along(double x) {
  return always({x, 0, 0});
}
Rule across(double y) {
  return always({0, y, 0});
}

constexpr const char* kFlock =
    R"({"type":"a","count":12,"speed":1,"placement":{"type":"grid","origin":[0,0],"step":[1.7,1.5]}})";

std::vector<double> flock_motion(const std::string& arbiter, const std::string& behaviors) {
  return test::motion_after({.arbiter = arbiter, .behaviors = behaviors, .agents = kFlock}, 300);
}

std::string flock(const std::string& separation, const std::string& cohesion, const std::string& wander) {
  return R"({"type":"separation","weight":)" + separation + R"(},{"type":"cohesion","weight":)" + cohesion +
         R"(},{"type":"wander","weight":)" + wander + "}";
}

// While nothing is clipped inside, a sum of sums is the sum. Factors of two do not round.
TEST(Group, SumInsideASumIsTheFlatSumToTheLastBit) {
  const std::vector<double> flat = flock_motion(kSum, flock("0.125", "0.0625", "0.25"));
  EXPECT_EQ(flock_motion(kSum, group(kSum, flock("0.125", "0.0625", "0.25"))), flat);
  EXPECT_EQ(flock_motion(kSum, group(kSum, flock("0.25", "0.125", "0.5"), R"(,"weight":0.5)")), flat);
  EXPECT_EQ(flock_motion(kPrioritized, group(kSum, flock("0.125", "0.0625", "0.25"))), flat);
  EXPECT_EQ(flock_motion(kGroups, group(kSum, flock("0.125", "0.0625", "0.25"))), flat);
  EXPECT_EQ(
      flock_motion(kSum, group(kGroups, group(kPrioritized, group(kSum, flock("0.125", "0.0625", "0.25"))))),
      flat);
}

// Alone in its stack, a group of any kind is the stack. Dithering inside draws as it does outside.
TEST(Group, LoneGroupIsTheStackItself) {
  for (const char* inner : kArbiters) {
    const std::vector<double> flat = flock_motion(inner, flock("1", "1", "0.5"));
    for (const char* outer : {kSum, kPrioritized, kGroups})
      EXPECT_EQ(flock_motion(outer, group(inner, flock("1", "1", "0.5"))), flat) << inner << " in " << outer;
    EXPECT_EQ(flock_motion(kDithering, group(inner, flock("1", "1", "0.5"), R"(,"probability":1)")), flat)
        << inner;
  }
}

TEST(Group, WeightZeroIsTheSameAsAbsentUnderEveryArbiter) {
  const std::string stack = flock("0.7", "0.4", "0.3");
  const std::string zero = R"(,"weight":0)";
  for (const char* arbiter : kArbiters) {
    const std::vector<double> without = flock_motion(arbiter, stack);
    EXPECT_EQ(flock_motion(arbiter, R"({"type":"alignment","weight":0},)" + stack), without) << arbiter;
    EXPECT_EQ(flock_motion(arbiter, stack + R"(,{"type":"wander","weight":0})"), without) << arbiter;
    EXPECT_EQ(flock_motion(arbiter, group(kSum, R"({"type":"alignment"})", zero) + "," + stack), without)
        << arbiter;
    EXPECT_EQ(flock_motion(arbiter, stack + "," + group(kDithering, R"({"type":"wander"})", zero)), without)
        << arbiter;
    EXPECT_EQ(flock_motion(arbiter, stack + "," + group(kGroups, R"({"type":"wander","weight":0})")), without)
        << arbiter;
    EXPECT_EQ(flock_motion(arbiter, group(kPrioritized, "") + "," + stack), without) << arbiter;
    EXPECT_EQ(flock_motion(arbiter,
                           R"({"type":"alignment","weight_by":{"type":"time","points":[[0,0]]}},)" + stack),
              without)
        << arbiter;
  }
}

// The last request counts, however small; what weighs nothing is not the last.
TEST(Group, WeightZeroDoesNotReplaceASmallAnswer) {
  for (const char* arbiter : kArbiters) {
    const auto chosen = choice({.arbiter = arbiter,
                                .behaviors = part(R"(,"probability":1)") + "," + part(R"(,"weight":0)") +
                                             "," + group(kSum, part(R"(,"weight":0)")),
                                .rules = {along(0.003), along(5), along(5)}});
    EXPECT_EQ(chosen->linear.x, 0.003) << arbiter;
  }
}

TEST(Group, ConditionThatDoesNotHoldIsTheSameAsAbsent) {
  const std::string stack = flock("0.7", "0.4", "0.3");
  const std::string never = R"(,"when":{"type":"distance","target":{"point":[0,0]},"greater_than":10000})";
  const std::string is_always = R"(,"when":{"type":"distance","target":{"point":[0,0]},"less_than":10000})";
  for (const char* arbiter : kArbiters) {
    const std::vector<double> without = flock_motion(arbiter, stack);
    const std::string align = R"({"type":"alignment"})";
    EXPECT_EQ(flock_motion(arbiter, group(kSum, align, never) + "," + stack), without) << arbiter;
    EXPECT_EQ(flock_motion(arbiter, group(kSum, R"({"type":"alignment")" + never + "}") + "," + stack),
              without)
        << arbiter;
    EXPECT_EQ(flock_motion(arbiter, group(kSum, align, is_always) + "," + stack),
              flock_motion(arbiter, group(kSum, align) + "," + stack))
        << arbiter;
  }
}

// Three levels: priority groups of a prioritised sum of a weighted sum.
//   priority_groups
//     prioritized_sum  (when `outer`)
//       weighted_sum: 3 x (1,0) + 2 x (0,2)
//       (-100,0), spends what is left
//     (0,-7)
std::optional<Request> three_levels(const std::string& outer, const std::string& middle,
                                    const std::string& inner) {
  const std::string sum = group(kSum, part(R"(,"weight":3)") + "," + part(R"(,"weight":2)" + inner), middle);
  return choice({.arbiter = kGroups,
                 .behaviors = group(kPrioritized, sum + "," + part(), outer) + "," + part(),
                 .rules = {always({1, 0, 0}, 1), across(2), along(-100), across(-7)},
                 .type = R"(,"max_acceleration":10,"max_angular_acceleration":2)"});
}

TEST(Group, ThreeLevelsDoWhatEachOfThemSays) {
  const std::string off = R"(,"when":{"type":"distance","target":{"point":[0,0]},"greater_than":1})";
  const auto all = three_levels("", "", "");
  EXPECT_NEAR(length(all->linear - Vec3{3.0 - 5.0, 4, 0}), 0.0, 1e-14) << "5 of 10 are left";
  EXPECT_EQ(up_part(all->angular), 2.0) << "3 clipped to 2";
  EXPECT_NEAR(length(three_levels("", "", off)->linear - Vec3{3.0 - 7.0, 0, 0}), 0.0, 1e-14)
      << "7 of 10 are left";
  EXPECT_EQ(three_levels("", off, "")->linear, (Vec3{-10, 0, 0}));
  EXPECT_EQ(three_levels(off, "", "")->linear, (Vec3{0, -7, 0}));
  EXPECT_EQ(three_levels(R"(,"weight":0.0001)", "", "")->linear, (Vec3{0, -7, 0}))
      << "too small to get through";
}

TEST(Group, InnerLimitComesBeforeTheOuterWeight) {
  const auto chosen = choice({.arbiter = kSum,
                              .behaviors = group(kSum, parts(2), R"(,"weight":0.5)"),
                              .rules = {always({8, 0, 0}, 8), always({8, 0, 0}, 8)}});
  EXPECT_EQ(chosen->linear.x, 5.0);
  EXPECT_EQ(up_part(chosen->angular), 5.0);
}

// Dithering inside a sum: its request comes and goes, the other stays.
TEST(Group, DitheringInsideASumDoesNotTouchTheRest) {
  Simulator simulator = test::simulator_of(
      {.arbiter = kSum,
       .behaviors = part() + "," + group(kDithering, part(R"(,"probability":0.25)")),
       .rules = {across(1), along(0.5)},
       .agents = R"({"type":"a","count":10000,"placement":{"type":"grid","origin":[0,0],"step":[1,1]}})"});
  simulator.record_requests();
  test::run_steps(simulator, 1);
  int asked = 0;
  for (AgentIndex i = 0; i < 10000; ++i) {
    const Vec3 chosen = simulator.requests().linear(i);
    ASSERT_TRUE(chosen == (Vec3{0, 1, 0}) || chosen == (Vec3{2, 1, 0}));
    asked += chosen.x > 0 ? 1 : 0;
  }
  EXPECT_NEAR(asked, 2500, 4.5 * 43.3);
}

// Nested searches keep their notes apart: the inner orders differ by agent while the outer ones do too.
TEST(Group, PriorityGroupsInsideThemselvesDoNotDisturbEachOther) {
  const auto ramp = [](int sign) {
    return R"(,"priority_by":{"type":"distance","target":{"point":[0,0]},"points":[[0,)" +
           std::to_string(-sign) + "],[10," + std::to_string(sign) + "]]}";
  };
  const std::string inner = group(kGroups, part(ramp(1)) + "," + part(), ramp(-1));
  Simulator simulator = test::simulator_of(
      {.arbiter = kGroups,
       .behaviors = part() + "," + inner + "," + group(kGroups, parts(2), R"(,"priority":-5)"),
       .rules = {along(0.001), along(0.002), along(0.003), silent(), along(4)},
       .agents = R"({"type":"a","count":3,"placement":{"type":"line","from":[0,0],"to":[10,0]}})"});
  simulator.record_contributions();
  simulator.record_requests();
  test::run_steps(simulator, 1);
  for (AgentIndex i = 0; i < 3; ++i) {
    EXPECT_EQ(simulator.requests().linear(i).x, 4) << i;
    Vec3 outer;
    for (const std::size_t k : std::array<std::size_t, 3>{0, 1, 4})
      outer += simulator.contributions().by_type[0][k][i].linear;
    EXPECT_EQ(outer.x, 4) << i;
  }
  // The small answers of the inner group: its second slot is last where its first has the higher priority.
  EXPECT_EQ(simulator.contributions().by_type[0][3][2].linear.x, 0.003);
  EXPECT_EQ(simulator.contributions().by_type[0][2][0].linear.x, 0.002);
}

TEST(Group, HolderOfEachGroupIsRememberedByItself) {
  const Rule once = [](const AgentView& view, AgentIndex) -> std::optional<Request> {
    if (view.world().state.tick > 0) return std::nullopt;
    return Request{Vec3{1, 0, 0}};
  };
  Simulator simulator =
      test::simulator_of({.arbiter = kSum,
                          .behaviors = group(R"("priority_groups","min_hold":0.06)", parts(2)) + "," +
                                       group(R"("priority_groups","min_hold":0.02)", parts(2)),
                          .rules = {once, along(2), once, along(4)}});
  std::vector<double> chosen;
  for (int step = 0; step < 5; ++step)
    chosen.push_back(choice(simulator).value_or(Request{Vec3{}}).linear.x);
  EXPECT_EQ(chosen, (std::vector<double>{2, 4, 4, 6, 6}));
}

// The requests of a group may cancel on any level of its own; equilibrium looks at what it added up.
TEST(Group, EquilibriumSeesTheDemandOfAPrioritizedSumToo) {
  const auto chosen = choice({.arbiter = R"("priority_groups","fallback_when":"equilibrium")",
                              .behaviors = group(kPrioritized, parts(2)) + "," + part(R"(,"fallback":true)"),
                              .rules = {along(4), along(-4), across(1)}});
  EXPECT_EQ(chosen->linear, (Vec3{0, 1, 0}));
}

TEST(Group, InnerBehaviorsAreAskedOnlyForAgentsTheOuterArbiterAsksFor) {
  int asked = 0;
  Simulator simulator = test::simulator_of({.arbiter = kGroups,
                                            .behaviors = part() + "," + group(kSum, part()),
                                            .rules = {along(1), counted(along(1), asked)}});
  test::run_steps(simulator, 3);
  EXPECT_EQ(asked, 0);
}

}  // namespace
}  // namespace drover::group_test
