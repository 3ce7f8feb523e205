#include "vehicles/output_filter.h"

#include "vehicles/drives.h"

namespace drover::output_filter_test {
namespace {

using namespace test;

constexpr WheeledLimits kCar;

TEST(OutputFilter, LeavesOutWhatACarCannotDo) {
  const OutputFilter plain{.rescale = false, .zero_fallback = ZeroFallback::none};
  const auto filtered = [&](double forward, double left, double speed) {
    return filter_output(plain, kCar, false, {forward, left, {}}, speed);
  };
  EXPECT_EQ(filtered(2, 5, 3).acceleration, 2.0);
  EXPECT_EQ(filtered(9, 0, 3).acceleration, 3.0);
  EXPECT_EQ(filtered(-9, 0, 3).acceleration, -8.0);
  EXPECT_EQ(filtered(-9, 0, 0).acceleration, -3.0);
  EXPECT_EQ(filtered(-9, 0, -1).acceleration, -3.0);
  EXPECT_EQ(filtered(9, 0, -1).acceleration, 8.0);
  EXPECT_EQ(filter_output(plain, motorbike_limits(), false, {-9, 0, {}}, 0).acceleration, 0.0);
  EXPECT_NEAR(filtered(1, 1, 3).turn_rate, 3.0 * 45.0 * kDegree, 1e-14);
  EXPECT_NEAR(filtered(1, 1, -3).turn_rate, 3.0 * 45.0 * kDegree, 1e-14);  // of the same sign in reverse
  EXPECT_EQ(filter_output(plain, kCar, false, {1, 1, 0.2}, 3).turn_rate, 0.2);
}

TEST(OutputFilter, ScalesWhatIsLeftToTheRequest) {
  const auto filtered = [&](double forward, double left, double max_rescale) {
    return filter_output({.max_rescale = max_rescale}, kCar, false, {forward, left, {}}, 5.0).acceleration;
  };
  EXPECT_EQ(filtered(1, 3, 4), 3.0);  // 3.162, and limited again
  EXPECT_NEAR(filtered(0.5, 1.5, 4), std::sqrt(2.5), 1e-14);
  EXPECT_EQ(filtered(0.5, 1.5, 2), 1.0);
  EXPECT_EQ(filtered(-3, 4, 4), -5.0);
}

struct Filtered {
  double time = kNotReached;
  double back_time = 0.0;  // until it stands after backing [s]
  UnicycleState turn{};    // and how it stands then
  UnicycleState end{};
};

// As "seek" asks for it: a velocity of 15 m/s toward the goal, approached in 0.1 s, or all of the
// acceleration.
struct Seek {
  Errand errand{};
  OutputFilter filter{};
  WheeledLimits limits{};
  double max_acceleration = 6.0;
  bool full_accel = false;
  bool forgets = false;  // that it had fallen back
};

Vec3 sought(const Seek& seek, const UnicycleState& state) {
  const Vec3 way = direction(seek.errand.goal - state.pose.position);
  if (seek.full_accel) return way * seek.max_acceleration;
  return clip((way * seek.errand.wanted_speed - state.pose.heading * state.speed) / 0.1,
              seek.max_acceleration);
}

Filtered seek_by_filter(const Seek& seek) {
  Filtered run{.end = {.speed = seek.errand.start_speed}};
  UnicycleState& state = run.end;
  bool falls_back = false;
  const double dt = seek.errand.dt;
  for (int tick = 0; tick * dt <= seek.errand.patience; ++tick) {
    if (length(seek.errand.goal - state.pose.position) <= seek.errand.radius) {
      run.time = tick * dt;
      break;
    }
    const Vec3 a = sought(seek, state);
    const Frame frame = upright(state.pose.heading);
    const FilterRequest request{dot(frame.forward, a), frame.left_part(a), {}};
    const FilteredRequest filtered =
        filter_output(seek.filter, seek.limits, falls_back, request, state.speed);
    falls_back = filtered.falls_back && !seek.forgets;
    const bool backed = state.speed < 0.0;
    state = step_unicycle(seek.limits, state, order_of(filtered, state.speed, dt), dt);
    if (!backed || state.speed < 0.0) continue;
    run.back_time = (tick + 1) * dt;
    run.turn = state;
  }
  return run;
}

TEST(OutputFilter, JTurn) {
  const Filtered turn = seek_by_filter({.errand = {.goal = {-20, 3, 0}}});
  EXPECT_NEAR(turn.back_time, 2.72, 1e-9);
  expect_near(turn.turn.pose.position, {-4.86, -3.99, 0}, 6e-3);
  EXPECT_NEAR(angle_of(turn.turn.pose.heading) / kDegree, 77.9, 0.05);
  EXPECT_NEAR(turn.time, 6.20, 1e-9);
}

TEST(OutputFilter, JTurnsOfOtherNumbers) {
  const auto degrees = [](const Filtered& turn) { return angle_of(turn.turn.pose.heading) / kDegree; };
  EXPECT_NEAR(seek_by_filter({.errand = {.goal = {-20, 3, 0}, .dt = 0.01}}).time, 6.20, 1e-9);
  EXPECT_NEAR(seek_by_filter({.errand = {.goal = {-20, 3, 0}, .dt = 0.05}}).time, 6.25, 1e-9);
  const Filtered strong = seek_by_filter({.errand = {.goal = {-20, 3, 0}}, .max_acceleration = 10.0});
  EXPECT_NEAR(degrees(strong), 73.8, 0.05);
  EXPECT_NEAR(strong.time, 6.12, 1e-9);
  const Filtered full = seek_by_filter({.errand = {.goal = {-20, 3, 0}}, .full_accel = true});
  EXPECT_NEAR(degrees(full), 88.5, 0.05);
  EXPECT_NEAR(full.time, 6.34, 1e-9);
  const Filtered weak = seek_by_filter({.errand = {.goal = {-20, 3, 0}}, .filter = {.rescale = false}});
  EXPECT_NEAR(degrees(weak), 96.9, 0.05);
  EXPECT_NEAR(weak.time, 6.76, 1e-9);
  const Filtered astern = seek_by_filter({.errand = {.goal = {-20, 0, 0}}});
  EXPECT_NEAR(astern.time, 6.30, 1e-9);
  EXPECT_GT(degrees(astern), 0.0);  // left
}

TEST(OutputFilter, JTurnsAreMirroredExactly) {
  const Filtered left = seek_by_filter({.errand = {.goal = {-20, 3, 0}}});
  const Filtered right = seek_by_filter({.errand = {.goal = {-20, -3, 0}}});
  EXPECT_EQ(right.time, left.time);
  EXPECT_EQ(right.turn.pose.position.x, left.turn.pose.position.x);
  EXPECT_EQ(right.turn.pose.position.y, -left.turn.pose.position.y);
}

TEST(OutputFilter, WithNothingLeftItDrivesAndTurns) {
  const FilteredRequest none =
      filter_output({.zero_fallback = ZeroFallback::none}, kCar, false, {0, 3, {}}, 0.0);
  EXPECT_EQ(none.acceleration, 0.0);
  EXPECT_FALSE(none.falls_back);
  const FilteredRequest search =
      filter_output({.zero_fallback = ZeroFallback::capability}, kCar, false, {0, 3, {}}, 0.0);
  EXPECT_TRUE(search.falls_back);
  for (const double side : {1.0, -1.0}) {
    const FilteredRequest turn = filter_output({}, kCar, false, {0, 3 * side, {}}, 0.0);
    EXPECT_EQ(turn.acceleration, 3.0);
    EXPECT_GT(side * turn.turn_rate, max_turn_rate(kCar, 5.0));
    EXPECT_TRUE(turn.falls_back);
  }
  EXPECT_GT(filter_output({}, motorbike_limits(), false, {-3, 0, {}}, 0.0).turn_rate, 0.0);  // 0: left
  EXPECT_EQ(filter_output({}, kCar, false, {0, 0.01, {}}, 0.0).acceleration, 0.0);  // as little was asked for
}

TEST(OutputFilter, AParkedCarNeverMovesWithoutFallback) {
  const Seek seek{.errand = {.goal = {0, 3, 0}, .patience = 30.0}, .full_accel = true};
  Seek none = seek;
  none.filter.zero_fallback = ZeroFallback::none;
  EXPECT_EQ(seek_by_filter(none).end.pose.position, Vec3{});
  Seek soon = seek;
  soon.errand.patience = 1.0;
  EXPECT_GT(seek_by_filter(soon).end.pose.position.x, 0.05);
  EXPECT_GT(seek_by_filter(soon).end.pose.position.y, 0.0);
}

// Without a reverse gear, what is asked for at the first moments of a fallback is to brake.
TEST(OutputFilter, TheFallbackGoesOnUntilTheCarIsUnderWay) {
  Seek seek{.errand = {.goal = {-20, 0, 0}, .patience = 30.0}, .limits = motorbike_limits()};
  const Filtered goes_on = seek_by_filter(seek);
  EXPECT_LT(goes_on.time, 20.0);
  seek.forgets = true;
  const Filtered stuck = seek_by_filter(seek);
  EXPECT_EQ(stuck.time, kNotReached);
  EXPECT_NEAR(length(stuck.end.pose.position), 0.90, 0.02);
}

// It circles near goals: what decides (wheeled_driver.h) reaches all.
TEST(OutputFilter, AloneReachesMostGoals) {
  constexpr double kStartSpeeds[] = {0.0, 3.0, 8.0, 14.0};
  Draws draws = draws_of("filter");
  int from_rest = 0;
  int moving = 0;
  for (std::size_t i = 0; i < 600; ++i) {
    Seek seek{.errand = {.goal = random_goal(draws), .patience = 30.0}};
    from_rest += seek_by_filter(seek).time <= 30.0 ? 1 : 0;
    seek.errand.start_speed = kStartSpeeds[i % 4];
    moving += seek_by_filter(seek).time <= 30.0 ? 1 : 0;
  }
  EXPECT_NEAR(from_rest, 577, 20);
  EXPECT_NEAR(moving, 552, 24);
}

}  // namespace
}  // namespace drover::output_filter_test
