// All of it may be called in a step, and so asks for no memory.
#include "ballistics/closest_pass.h"
#include "ballistics/firing.h"
#include "ballistics/jump.h"
#include "ballistics/landing.h"
#include "ballistics/rebound.h"
#include "ballistics/simulated_targeting.h"
#include "ballistics/vectors.h"
#include "properties/allocation_count.h"

namespace drover::memory_test {
namespace {

using namespace test;

template <class Call>
std::uint64_t allocations_of(const Call& call) {
  const std::uint64_t before = allocation_count();
  call();
  return allocation_count() - before;
}

TEST(Memory, ShotsAreFree) {
  const LinearDrag drag{kGravity, 0.1, {1, 2, 0}};
  bool all = true;
  EXPECT_EQ(allocations_of([&] {
              all &= firing_solution({20, 0, 5}, 20, kGravity).low.has_value();
              all &= firing_solution({20, 0, 5}, Vec3{1, 1, 0}, 20, kGravity).low.has_value();
              all &= firing_solution({20, 0, 5}, Vec3{1, 1, 0}, 20, drag).low.has_value();
              all &= predict_landing(Vec3{}, Vec3{1, 2, 3}, drag, 0.0).has_value();
              all &= closest_pass({1, 2, 3}, {-1, 0, 0}, kGravity, 3.0).distance > 0.0;
              all &= jump_flight({.air_drag = 0.1}, {4, 0, 0}, 5.0).has_value();
            }),
            0u);
  EXPECT_TRUE(all);
}

TEST(Memory, SimulatedShotsAreFree) {
  const Air air{.gravity = kGravity, .drag_quadratic = 0.02};
  const TargetingShot shot{.target = {25, 0, 3}, .speed = 30, .gravity = kGravity};
  Targeting result;
  EXPECT_EQ(allocations_of([&] {
              result = simulated_targeting(shot, {}, [&](FlightState& state, double dt) {
                state = rk4_step(state, dt, [&](double, Vec3, Vec3 v) { return air.acceleration(v); });
              });
            }),
            0u);
  EXPECT_EQ(result.outcome, TargetingOutcome::solved);
}

TEST(Memory, ReboundsAreFree) {
  const ReboundWall walls[] = {{{0, 5, 0}, {10, 5, 0}, {0, -1, 0}}, {{10, 0, 0}, {10, 5, 0}, {-1, 0, 0}}};
  const ReboundShot shot{
      .start = {1, 1, 0}, .target = {5, 1, 0}, .law = {}, .min_bounces = 1, .max_bounces = 2};
  bool all = true;
  EXPECT_EQ(allocations_of([&] {
              all &= predict_rebound(shot, walls).has_value();
              all &= predict_disc_rebound({}, {0, 6.5, 0}, {5, 3, 0}, 1, {}).has_value();
              all &= rolling_pass({10, 0, 0}, {0, 4, 0}, 12, {}).has_value();
            }),
            0u);
  EXPECT_TRUE(all);
}

}  // namespace
}  // namespace drover::memory_test
