#include <cmath>

#include <gtest/gtest.h>

#include "arbiters/rule.h"

namespace drover::weighted_sum_test {
namespace {

using test::always;
using test::choice;
using test::next_acceleration;
using test::part;
using test::parts;
using test::scene;
using test::turning_by;

constexpr const char* kSum = R"("weighted_sum")";

// At rest, with response_time 1 s and max_speed 3, a seek along an axis asks for 3 m/s^2 that way.
constexpr const char* kEast = R"({"type":"seek","target":{"point":[100,0]},"response_time":1})";
constexpr const char* kNorthFour =
    R"({"type":"seek","target":{"point":[0,100]},"response_time":1,"weight":1.3333333333333333})";
constexpr const char* kWest = R"({"type":"seek","target":{"point":[-100,0]},"response_time":1})";
constexpr const char* kAgent = R"([{"type":"a","position":[0,0]}])";

std::string stack(std::string_view first, std::string_view second) {
  return "[" + std::string(first) + "," + std::string(second) + "]";
}

TEST(WeightedSum, AddsRequests) {
  const Vec3 a = next_acceleration(scene(stack(kEast, kNorthFour), kAgent, R"(,"max_acceleration":10)"));
  EXPECT_NEAR(a.x, 3.0, 1e-12);
  EXPECT_NEAR(a.y, 4.0, 1e-12);
}

TEST(WeightedSum, ClipsTheLengthAndKeepsTheDirection) {
  // Each request is within the limit of 4; only their sum of length 5 is not.
  const Vec3 a = next_acceleration(scene(stack(kEast, kNorthFour), kAgent, R"(,"max_acceleration":4)"));
  EXPECT_NEAR(a.x, 2.4, 1e-12);
  EXPECT_NEAR(a.y, 3.2, 1e-12);
}

// A request of (10, 0) and one of (0, 2) under the limit 5, and what each then counts for.
TEST(WeightedSum, ClipsRequestsBeforeOrAfterTheirWeights) {
  const auto run = [](const std::string& keys) {
    return test::make_simulator(
        R"({"format":1,"agent_types":{"a":{"mass":1,"max_speed":10,"max_force":5,"steering":{
            "arbiter":{"type":"weighted_sum")" +
        keys + R"(},"behaviors":[
            {"type":"seek","target":{"point":[100,0]},"response_time":1},
            {"type":"match_velocity","target":{"agent":"q"},"response_time":1}]}},
            "b":{"max_speed":10}},"agents":[{"type":"a","position":[0,0]},
            {"id":"q","type":"b","position":[50,50],"velocity":[0,2]}]})");
  };
  for (const bool after : {false, true}) {
    Simulator simulator = run(after ? R"(,"clip":"after_weights")" : "");
    simulator.record_contributions();
    simulator.record_requests();
    test::run_steps(simulator, 1);
    const Vec3 sum = after ? Vec3{10, 2, 0} : Vec3{5, 2, 0};
    const Vec3 request = simulator.requests().linear(0);
    EXPECT_NEAR(length(request - sum * (5.0 / length(sum))), 0.0, 1e-12) << after;
    const auto& parts = simulator.contributions().by_type[0];
    EXPECT_NEAR(length(parts[0][0].linear + parts[1][0].linear - request), 0.0, 1e-12) << after;
    EXPECT_EQ(parts[0][0].linear.y, 0.0);
    EXPECT_EQ(parts[1][0].linear.x, 0.0);
  }
}

TEST(WeightedSum, OppositeRequestsCancelExactly) {
  EXPECT_EQ(next_acceleration(scene(stack(kEast, kWest), kAgent)), (Vec3{}));
}

TEST(WeightedSum, WeightZeroIsTheSameAsNoBehavior) {
  Simulator with = test::make_simulator(scene(stack(R"({"type":"wander","weight":0})", kEast), kAgent));
  Simulator without = test::make_simulator(scene("[" + std::string(kEast) + "]", kAgent));
  test::run_steps(with, 50);
  test::run_steps(without, 50);
  EXPECT_EQ(with.world().state.motion.x, without.world().state.motion.x);
  EXPECT_EQ(with.world().state.motion.vy, without.world().state.motion.vy);
}

// Requests (d_i - v)/tau with weights w_i settle at the weighted mean of the d_i.
TEST(WeightedSum, RestVelocityIsTheWeightedMeanOfTheWantedVelocities) {
  Simulator simulator = test::make_simulator(
      scene(stack(R"({"type":"seek","target":{"point":[100000,0]},"response_time":1,"weight":3})",
                  R"({"type":"seek","target":{"point":[0,100000]},"response_time":1})"),
            kAgent, R"(,"max_speed":2,"max_acceleration":100)"));
  test::run_steps(simulator, 1000);
  const Vec3 v = simulator.world().state.motion.velocity(0);
  EXPECT_NEAR(v.x, 1.5, 1e-3);
  EXPECT_NEAR(v.y, 0.5, 1e-3);
}

// Check 1, to the last bit.
TEST(WeightedSum, SumOfThreeAndFourIsClippedToHalf) {
  const std::vector<test::Rule> rules = {always({3, 0, 0}), always({0, 4, 0})};
  EXPECT_EQ(choice({.arbiter = kSum, .behaviors = parts(2), .rules = rules})->linear, (Vec3{3, 4, 0}));
  const Vec3 clipped =
      choice({.arbiter = kSum, .behaviors = parts(2), .rules = rules, .type = R"(,"max_acceleration":2.5)"})
          ->linear;
  EXPECT_EQ(clipped, (Vec3{1.5, 2.0, 0}));
}

// Millington (3.4.2) crops with max(), which raises whatever is below the limit.
TEST(WeightedSum, SumWithinTheLimitsIsNotRaised) {
  const auto chosen = choice(
      {.arbiter = kSum, .behaviors = parts(2), .rules = {always({0.3, 0, 0}, 0.5), always({0, 0.4, 0})}});
  EXPECT_EQ(chosen->linear, (Vec3{0.3, 0.4, 0}));
  EXPECT_EQ(up_part(chosen->angular), 0.5);
}

// Check 4. gdx-ai's BlendedSteering clamps only positive angular accelerations.
TEST(WeightedSum, AngularLimitIsSymmetricUnlikeThatOfGdxAi) {
  const std::string limit = R"(,"max_angular_acceleration":2)";
  for (const double sign : {-1.0, 1.0}) {
    const auto chosen = choice({.arbiter = kSum,
                                .behaviors = parts(2),
                                .rules = {turning_by(sign * 5), turning_by(sign * 4)},
                                .type = limit});
    EXPECT_EQ(up_part(chosen->angular), sign * 2);
  }
}

// Millington (3.4.2) limits the angular acceleration by maxRotation, which is a rate.
TEST(WeightedSum, AngularPartIsLimitedByTheAngularAcceleration) {
  const std::string limits = R"(,"max_turn_rate":1,"max_angular_acceleration":5)";
  const auto turned = [&](double asked) {
    return choice({.arbiter = kSum, .behaviors = part(), .rules = {turning_by(asked)}, .type = limits})
        ->angular;
  };
  EXPECT_EQ(turned(4), about_up(4));
  EXPECT_EQ(turned(9), about_up(5));
}

// Millington (3.4.2) multiplies a request that is null.
TEST(WeightedSum, NoRequestCountsAsZero) {
  const auto chosen = choice({.arbiter = kSum,
                              .behaviors = parts(3),
                              .rules = {test::silent(), always({1, 2, 0}, 3), test::silent()}});
  EXPECT_EQ(chosen->linear, (Vec3{1, 2, 0}));
  EXPECT_EQ(up_part(chosen->angular), 3);
  EXPECT_FALSE(choice({.arbiter = kSum, .behaviors = parts(2), .rules = {test::silent(), test::silent()}}));
}

TEST(WeightedSum, EmptyListAsksForNothing) {
  EXPECT_FALSE(choice({.arbiter = kSum, .behaviors = ""}));
}

TEST(WeightedSum, WeightsScaleBothPartsAndMayBeNegative) {
  const auto chosen = choice({.arbiter = kSum,
                              .behaviors = part(R"(,"weight":2)") + "," + part(R"(,"weight":-0.5)"),
                              .rules = {always({1, 0, 0}, 1), always({0, 4, 0}, 1)}});
  EXPECT_EQ(chosen->linear, (Vec3{2, -2, 0}));
  EXPECT_EQ(up_part(chosen->angular), 1.5);
}

// The velocities of the steps after a start at rest, under velocity-form requests (d - v) / tau with weights.
// By the recurrence of explicit steps the distance from the rest velocity shrinks by 1 - dt W / tau, W being
// the sum of the weights.
void expect_relaxation(const std::vector<double>& weights) {
  constexpr double kTau = 0.5;
  constexpr double kDt = 0.02;
  const std::vector<Vec3> wanted = {{2, 0, 0}, {0, 1, 0}, {-1, -1, 0}};
  std::string behaviors;
  std::vector<test::Rule> rules;
  double total = 0;
  Vec3 rest;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    behaviors += (k > 0 ? "," : "") + part(",\"weight\":" + std::to_string(weights[k]));
    rules.push_back([d = wanted[k]](const AgentView& view, AgentIndex i) {
      return Request{(d - view.velocity(i)) / kTau};
    });
    total += weights[k];
    rest += wanted[k] * weights[k];
  }
  rest = rest / total;
  Simulator simulator = test::simulator_of(
      {.arbiter = kSum, .behaviors = behaviors, .rules = rules, .type = R"(,"max_acceleration":1000)"});
  Vec3 expected;
  for (int k = 0; k < 50; ++k) {
    test::run_steps(simulator, 1);
    expected = rest + (expected - rest) * (1.0 - kDt * total / kTau);
    ASSERT_NEAR(length(simulator.world().state.motion.velocity(0) - expected), 0.0, 1e-12) << k;
  }
}

// In a plain sum n velocity-form behaviors also subtract the velocity n times: doubled weights double the
// stiffness and leave the rest velocity.
TEST(WeightedSum, EveryVelocityFormBehaviorSubtractsTheVelocity) {
  expect_relaxation({1});
  expect_relaxation({1, 1});
  expect_relaxation({1, 1, 1});
  expect_relaxation({2, 2, 2});
  expect_relaxation({3, 0.5, 1});
}

// Self at the origin, neighbors at (3,4) and (5,12); weights 1/5, 2/5, 2/5 for separation, cohesion and
// alignment. Its printed answer needs normalised parts and a separation of strength 1/d, not the inverse
// square of exercise 3.9.
Vec3 flocking_direction(Vec3 separation, Vec3 cohesion, Vec3 alignment) {
  return direction(choice({.arbiter = kSum,
                           .behaviors = part(R"(,"weight":0.2)") + "," + part(R"(,"weight":0.4)") + "," +
                                        part(R"(,"weight":0.4)"),
                           .rules = {always(separation), always(cohesion), always(alignment)}})
                       ->linear);
}

TEST(WeightedSum, FlockingDirectionOfExercise310DependsOnTheNormalisation) {
  const Vec3 near{3, 4, 0};
  const Vec3 far{5, 12, 0};
  const Vec3 centroid = (near + far) / 3.0;
  const Vec3 mean_velocity{5, 3, 0};
  const Vec3 over_distance = near / -25.0 - far / 169.0;
  const Vec3 over_square = near / -125.0 - far / 2197.0;
  const auto expect_near = [](Vec3 a, double x, double y) {
    EXPECT_NEAR(a.x, x, 5e-6);
    EXPECT_NEAR(a.y, y, 5e-6);
  };
  expect_near(flocking_direction(direction(over_distance), direction(centroid), direction(mean_velocity)),
              0.72222, 0.69166);
  expect_near(flocking_direction(over_square, centroid, mean_velocity), 0.67725, 0.73575);
  expect_near(flocking_direction(direction(over_square), direction(centroid), direction(mean_velocity)),
              0.71339, 0.70076);
}

// Weights that follow a measured quantity.
TEST(WeightedSum, WeightFollowsARampAndIsAFactorOnTheConstant) {
  const std::string ramp =
      R"(,"weight":3,"weight_by":{"type":"distance","target":{"point":[0,0]},"points":[[2,1],[4,0]]})";
  const auto at = [&](const std::string& x) {
    return choice({.arbiter = kSum,
                   .behaviors = part(ramp),
                   .rules = {always({1, 0, 0}, 1)},
                   .agents = R"({"type":"a","position":[)" + x + ",0]}"});
  };
  EXPECT_EQ(at("1")->linear.x, 3.0);
  EXPECT_EQ(at("2")->linear.x, 3.0);
  EXPECT_EQ(at("2.5")->linear.x, 2.25);
  EXPECT_EQ(up_part(at("2.5")->angular), 2.25);
  EXPECT_FALSE(at("4")) << "weight zero is the same as no behavior";
  EXPECT_FALSE(at("100"));
}

// An enemy at (10,0) between the agent and its goal at (20,0), separation with threshold 8 and weight 2, drag
// 2/s, full acceleration 4.
constexpr double kFull = 4.0;
Vec3 seek_goal(Vec3 p) {
  return direction(Vec3{20, 0, 0} - p) * kFull;
}
Vec3 shun_enemy(Vec3 p) {
  const Vec3 away = p - Vec3{10, 0, 0};
  return direction(away) * (kFull * larger(0.0, 8.0 - length(away)) / 8.0);
}

Simulator equilibrium(const std::string& x, const std::string& y) {
  const auto rule = [](Vec3 (*request)(Vec3)) {
    return [=](const AgentView& view, AgentIndex i) { return Request{request(view.position(i))}; };
  };
  return test::simulator_of({.arbiter = kSum,
                             .behaviors = part() + "," + part(R"(,"weight":2)"),
                             .rules = {rule(seek_goal), rule(shun_enemy)},
                             .agents = R"({"type":"a","position":[)" + x + "," + y + "]}",
                             .type = R"(,"max_speed":1000,"max_acceleration":1000,
                                         "locomotion":{"type":"point_mass","linear_drag":2})"});
}

// Millington (3.4) says that rounding frees an agent from an unstable equilibrium.
TEST(WeightedSum, RoundingDoesNotFreeFromAnUnstableEquilibrium) {
  Simulator simulator = equilibrium("0", "0");
  test::run_steps(simulator, 6000);
  EXPECT_EQ(simulator.world().state.motion.y[0], 0.0);
  EXPECT_NEAR(simulator.world().state.motion.x[0], 6.0, 1e-6);
}

// The lateral growth rate is -1 + sqrt(1 + 4 (1/4 - 1/14)) = 0.3093 / s; explicit steps of 20 ms change it by
// about dt lambda^2.
TEST(WeightedSum, PerturbationGrowsAwayFromAnUnstableEquilibrium) {
  Simulator simulator = equilibrium("6", "1e-6");
  test::run_steps(simulator, 1000);
  const double early = simulator.world().state.motion.y[0];
  test::run_steps(simulator, 500);
  const double late = simulator.world().state.motion.y[0];
  EXPECT_LT(late, 0.01) << "still linear";
  EXPECT_NEAR(std::log(late / early) / 10.0, 0.30934, 0.003);
}

}  // namespace
}  // namespace drover::weighted_sum_test
