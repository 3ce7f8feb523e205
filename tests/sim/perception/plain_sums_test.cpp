// The reductions over an agent's neighbors, against plain sums over all pairs.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "core/frame.h"
#include "sim/perception_scene.h"
#include "support/model_of.h"

namespace drover::test::plain_sums_test {
namespace {

using Form = PairForce::Form;

constexpr std::initializer_list<Reduction> kAllReductions = {
    Reduction::displacement,      Reduction::heading, Reduction::velocity,
    Reduction::mass_displacement, Reduction::ahead,   Reduction::speed};

PairForce force_of(Form form, double decay = 2.0, bool closest = false) {
  return {.form = form,
          .threshold = 3.0,
          .threshold_factor = {},
          .decay = decay,
          .max_strength = {},
          .closest = closest};
}

std::vector<PairForce> all_forces() {
  std::vector<PairForce> forces;
  for (const Form form : {Form::inverse, Form::inverse_square, Form::linear, Form::lateral}) {
    for (const bool closest : {false, true})
      forces.push_back(force_of(form, 2.0, closest));
  }
  return forces;
}

// The number of the other agent decides; every third is left out.
double remainder_key(const void*, const World& world, AgentIndex, AgentIndex other, Vec3) {
  const std::uint32_t number = world.model().agents.number[other];
  return number % 3 == 0 ? kInfinity : static_cast<double>(number % 4);
}

double far_key(const void* params, const World&, AgentIndex, AgentIndex, Vec3 displacement) {
  return -*static_cast<const double*>(params) * length(displacement);
}

constexpr double kOne = 1.0;

PerceptionPass everything(const World& world, const NeighborhoodDef& def, const NeighborGrid::Cells& cells) {
  return perceive(world, cells, [&](PerceptionPlan& plan) {
    plan.need(def, kAllReductions);
    for (const PairForce& force : all_forces())
      plan.need_force(def, force);
    plan.need_argmin(def, {.key = remainder_key});
    plan.need_argmin(def, {.key = far_key, .params = &kOne});
    plan.need_list(def);
  });
}

TEST(PerceptionSums, AgreeWithPlainAddition) {
  for (const Bounds& bounds : {Bounds(), torus()}) {
    const World world = crowd(120, bounds);
    const PerceptionPass pass = everything(world, neighborhood(4.0), {.size = 1.3});
    const Perceived& seen = pass.result();
    for (AgentIndex i = 0; i < 120; ++i) {
      Vec3 velocities;
      Vec3 moments;
      double masses = 0.0;
      double speeds = 0.0;
      std::uint32_t ahead = 0;
      for (const AgentIndex j : seen.list(i)) {
        const Vec3 d = bounds.displacement(world.state.motion.position(i), world.state.motion.position(j));
        velocities += world.state.motion.velocity(j);
        speeds += length(world.state.motion.velocity(j));
        masses += world.state.limits.mass[j];
        moments += d * world.state.limits.mass[j];
        if (dot(world.state.motion.heading(i), d) > 0.0) ++ahead;
      }
      EXPECT_NEAR(length(seen.velocity_sum(i) - velocities), 0.0, 1e-10) << i;
      EXPECT_NEAR(seen.speed_sum(i), speeds, 1e-10) << i;
      EXPECT_NEAR(seen.mass_sum(i), masses, 1e-10) << i;
      EXPECT_NEAR(length(seen.mass_displacement_sum(i) - moments), 0.0, 1e-10) << i;
      EXPECT_EQ(seen.ahead(i), ahead) << i;
    }
  }
}

// The push by the formulas of PairForce for a neighbor at d, with a limit of 6 m/s^2 and a threshold of 3 m.
Vec3 expected_push(const PairForce& force, Vec3 heading, Vec3 d) {
  const double distance = length(d);
  const double decay = force.decay.constant();
  if (distance >= 3.0) return {};
  switch (force.form) {
    case Form::inverse:
      return direction(d) * -clamp(decay / distance, -6.0, 6.0);
    case Form::inverse_square:
      return direction(d) * -clamp(decay / (distance * distance), -6.0, 6.0);
    case Form::linear:
      return direction(d) * -(6.0 * (1.0 - distance / 3.0));
    case Form::lateral:
      return upright(heading).left *
             ((cross(heading, d).z > 0.0 ? -6.0 : 6.0) * smaller(3.0 / distance, 10.0));
  }
  return {};
}

TEST(PerceptionSums, EveryLawAgreesWithItsFormula) {
  std::vector<PairForce> forces = all_forces();
  for (const Form form : {Form::inverse, Form::inverse_square})
    forces.push_back(force_of(form, -1.5));
  const World world = crowd(120, torus());
  for (const PairForce& force : forces) {
    const PerceptionPass pass = perceive(world, {.size = 1.3}, [&](PerceptionPlan& plan) {
      plan.need_force(neighborhood(5.0), force);
      plan.need_list(neighborhood(5.0));
    });
    for (AgentIndex i = 0; i < 120; ++i) {
      Vec3 sum;
      Vec3 nearest{100.0, 0.0, 0.0};
      for (const AgentIndex j : pass.result().list(i)) {
        const Vec3 d =
            world.model().bounds.displacement(world.state.motion.position(i), world.state.motion.position(j));
        sum += expected_push(force, world.state.motion.heading(i), d);
        if (length(d) < length(nearest)) nearest = d;
      }
      if (force.closest) sum = expected_push(force, world.state.motion.heading(i), nearest);
      EXPECT_NEAR(length(pass.result().force_sum(0, i) - sum), 0.0, 1e-9)
          << static_cast<int>(force.form) << " " << force.closest << " " << i;
    }
  }
}

TEST(PerceptionSums, WithoutAThresholdALawReachesAsFarAsTheNeighborhood) {
  PairForce force = force_of(Form::linear);
  force.threshold = {};
  World world = crowd(2, Bounds());
  world.state.limits.radius = {1.0, 1.0};
  world.state.motion.set_position(0, {0, 0, 0});
  world.state.motion.set_position(1, {2.0, 0, 0});
  const auto push = [&](bool add_other_radius) {
    return perceive(
               world, {},
               [&](PerceptionPlan& plan) { plan.need_force(neighborhood(4.0, add_other_radius), force); })
        .result()
        .force_sum(0, 0);
  };
  EXPECT_NEAR(push(false).x, -6.0 * (1.0 - 2.0 / 4.0), 1e-11);
  EXPECT_NEAR(push(true).x, -6.0 * (1.0 - 2.0 / 5.0), 1e-11);
}

TEST(PerceptionSums, OfEquallyNearOnesTheOneWithTheLowerNumberIsTheClosest) {
  World world = crowd(3, Bounds());
  world.state.motion.set_position(0, {0, 2, 0});
  world.state.motion.set_position(1, {0, 0, 0});
  world.state.motion.set_position(2, {0, -2, 0});
  for (const double size : {0.5, 10.0}) {
    const PerceptionPass pass = perceive(world, {.size = size}, [](PerceptionPlan& plan) {
      plan.need_force(neighborhood(5.0), force_of(Form::inverse, 2.0, true));
    });
    EXPECT_NEAR(pass.result().force_sum(0, 1).y, -1.0, 1e-11);
  }
}

// Two coincident agents, both heading the given way.
Vec3 coincident_push(const PairForce& force, Vec3 heading, AgentIndex of) {
  World world = crowd(2, Bounds());
  for (AgentIndex i = 0; i < 2; ++i) {
    world.state.motion.set_position(i, {1, 1, 0});
    world.state.motion.set_heading(i, heading);
  }
  return perceive(world, {}, [&](PerceptionPlan& plan) { plan.need_force(neighborhood(5.0), force); })
      .result()
      .force_sum(0, of);
}

TEST(PerceptionSums, CoincidentAgentsPartUnderEveryLawE1_14) {
  for (const Form form : {Form::inverse, Form::inverse_square, Form::linear}) {
    EXPECT_EQ(coincident_push(force_of(form), {0, 1, 0}, 0), (Vec3{-6, 0, 0}));
    EXPECT_EQ(coincident_push(force_of(form), {0, 1, 0}, 1), (Vec3{6, 0, 0}));
  }
  // Sideways, at the greatest ratio of 10, as from a neighbor on the other side.
  for (const double y : {1.0, -1.0}) {
    EXPECT_NEAR(coincident_push(force_of(Form::lateral), {0, y, 0}, 0).x, -60.0, 1e-10);
    EXPECT_NEAR(coincident_push(force_of(Form::lateral), {0, y, 0}, 1).x, 60.0, 1e-10);
  }
  // Heading along x, where the other is neither left nor right: to the left.
  EXPECT_NEAR(coincident_push(force_of(Form::lateral), {1, 0, 0}, 0).y, 60.0, 1e-10);
}

TEST(PerceptionSums, CoincidentAgentsDoNotAttractEachOther) {
  for (const Form form : {Form::inverse, Form::inverse_square})
    EXPECT_EQ(coincident_push(force_of(form, -1.0), {0, 1, 0}, 1), Vec3{});
}

TEST(PerceptionSums, TheLeastKeyWinsAndOfEqualOnesTheLowerNumber) {
  const World world = crowd(120, torus());
  for (const double size : {0.7, 3.0, 50.0}) {
    const PerceptionPass pass = everything(world, neighborhood(4.0), {.size = size});
    for (AgentIndex i = 0; i < 120; ++i) {
      AgentIndex by_number = kNoIndex;
      AgentIndex farthest = kNoIndex;
      double min_key = kInfinity;
      double max_distance = -1.0;
      for (const AgentIndex j : pass.result().list(i)) {
        const Vec3 d =
            world.model().bounds.displacement(world.state.motion.position(i), world.state.motion.position(j));
        const double key = remainder_key(nullptr, world, i, j, d);
        if (key < min_key) by_number = j, min_key = key;
        if (length(d) > max_distance) farthest = j, max_distance = length(d);
      }
      EXPECT_EQ(pass.result().argmin(0, i), by_number);
      EXPECT_EQ(pass.result().argmin(1, i), farthest);
    }
  }
}

TEST(PerceptionSums, OfOnlyInfiniteKeysNoAgentHasTheSmallest) {
  const World world = crowd(1, Bounds());
  EXPECT_EQ(everything(world, neighborhood(4.0), {}).result().argmin(0, 0), kNoIndex);
  World pair = crowd(2, Bounds());
  pair.state.motion.set_position(0, {1, 0, 0});
  pair.state.motion.set_position(1, {0, 0, 0});
  const PerceptionPass pass = everything(pair, neighborhood(4.0), {});
  EXPECT_EQ(pass.result().argmin(0, 1), kNoIndex);
  EXPECT_EQ(pass.result().argmin(0, 0), 1u);
}

struct Numbering {
  AgentIndex count;  // 0: unchanged
  AgentIndex of(AgentIndex i) const { return i == kNoIndex || count == 0 ? i : count - 1 - i; }
};

void expect_same_bits(const World& world, const Perceived& a, const Perceived& b, Numbering numbering) {
  for (AgentIndex i = 0; i < world.model().agents.size(); ++i) {
    const AgentIndex j = numbering.of(i);
    EXPECT_EQ(a.count(i), b.count(j));
    EXPECT_EQ(a.ahead(i), b.ahead(j));
    EXPECT_EQ(a.displacement_sum(i), b.displacement_sum(j));
    EXPECT_EQ(a.heading_sum(i), b.heading_sum(j));
    EXPECT_EQ(a.velocity_sum(i), b.velocity_sum(j));
    EXPECT_EQ(a.mass_displacement_sum(i), b.mass_displacement_sum(j));
    EXPECT_EQ(a.mass_sum(i), b.mass_sum(j));
    EXPECT_EQ(a.speed_sum(i), b.speed_sum(j));
    EXPECT_EQ(numbering.of(a.argmin(1, i)), b.argmin(1, j));
    for (std::uint32_t index = 0; index < all_forces().size(); ++index)
      EXPECT_EQ(a.force_sum(index, i), b.force_sum(index, j)) << index;
  }
}

std::vector<NeighborhoodDef> assorted_neighborhoods() {
  std::vector<NeighborhoodDef> defs(6, neighborhood(4.0));
  defs[1].view = View::wide;
  defs[2].view = View::narrow;
  defs[3].max_neighbors = 5;
  defs[4].same_type = true;
  defs[5].length_factor = 2.0;
  defs[5].view = View::limited;
  defs[5].max_neighbors = 3;
  return defs;
}

TEST(PerceptionSums, AreTheSameToTheBitForAnyCells) {
  for (const NeighborhoodDef& def : assorted_neighborhoods()) {
    const World world = crowd(150, torus());
    const PerceptionPass brute = everything(world, def, {.enabled = false});
    for (const double size : {0.1, 0.9, 2.3, 50.0}) {
      const PerceptionPass gridded = everything(world, def, {.size = size});
      expect_same_bits(world, brute.result(), gridded.result(), {0});
    }
  }
}

TEST(PerceptionSums, AreTheSameToTheBitForAnyOrderOfAgents) {
  std::vector<AgentIndex> reversed;
  for (AgentIndex i = 150; i > 0; --i)
    reversed.push_back(i - 1);
  const World forward = crowd(150, torus());
  const World backward = crowd(150, torus(), reversed);
  for (const NeighborhoodDef& def : assorted_neighborhoods()) {
    const PerceptionPass a = everything(forward, def, {.size = 2.0});
    const PerceptionPass b = everything(backward, def, {.size = 2.0});
    expect_same_bits(forward, a.result(), b.result(), {150});
  }
}

TEST(PerceptionSums, StrangersHaveNoSayInAnyBit) {
  NeighborhoodDef def = neighborhood(4.0);
  def.same_type = true;
  World world = crowd(60, torus());
  model_of(world).agents.type.assign(60, 0);
  World mixed = crowd(61, torus());
  model_of(mixed).agents.type.assign(60, 0);
  // Huge, heavy and fast, in the middle of the flock.
  model_of(mixed).agents.type.push_back(1);
  mixed.state.limits.radius.set(60, 9.0);
  mixed.state.limits.mass.set(60, 1e9);
  mixed.state.motion.set_position(60, {10, 10, 0});
  mixed.state.motion.set_velocity(60, {900, -700, 0});
  const PerceptionPass alone = everything(world, def, {.size = 2.0});
  const PerceptionPass together = everything(mixed, def, {.size = 2.0});
  expect_same_bits(world, alone.result(), together.result(), {0});
}

TEST(PerceptionSums, OfAbsurdSpeedsAndMassesStayFinite) {
  World world = crowd(3, Bounds());
  for (AgentIndex i = 0; i < 3; ++i)
    world.state.motion.set_position(i, {0.1 * i, 0, 0});
  world.state.motion.set_velocity(1, {1e-300, 0, 0});
  world.state.motion.set_velocity(2, {1e90, -1e90, 0});
  world.state.limits.mass = {1e-12, 1e12, 1.0};
  const Perceived seen = everything(world, neighborhood(4.0), {}).result();
  EXPECT_NEAR(seen.velocity_sum(0).x / 1e90, 1.0, 1e-12);
  EXPECT_NEAR(seen.velocity_sum(0).y / 1e90, -1.0, 1e-12);
  EXPECT_NEAR(seen.mass_sum(0), 1e12 + 1.0, 1.0);
  EXPECT_NEAR(seen.mass_sum(1), 1.0, 1e-12);
}

}  // namespace
}  // namespace drover::test::plain_sums_test
