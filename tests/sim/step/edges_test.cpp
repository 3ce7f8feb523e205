#include "sim/step/edges.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/random.h"
#include "sim/state/column_table.h"

namespace drover::edges_test {
namespace {

Bounds square(Edge edge) {
  BoundsDef def;
  def.max = {10.0, 10.0, 0.0};
  def.edge = edge;
  return Bounds(def);
}

AgentMotion one_agent(Vec3 position, Vec3 velocity) {
  AgentMotion state;
  state.resize(1);
  state.set_position(0, position);
  state.set_velocity(0, velocity);
  state.set_heading(0, direction(velocity));
  return state;
}

void apply_edges(const Bounds& bounds, AgentMotion& state) {
  drover::apply_edges(bounds, state, {0, static_cast<AgentIndex>(state.size())});
}

// W = 10, x = 9.9, v = 3, dt = 0.1: the step ends at 10.2.
TEST(Edges, WrapReflectAndClampGiveTheExpectedNumbers) {
  const Vec3 end{9.9 + 3.0 * 0.1, 5.0, 0.0};
  AgentMotion state = one_agent(end, {3.0, 0.0, 0.0});
  apply_edges(square(Edge::wrap), state);
  EXPECT_NEAR(state.x[0], 0.2, 1e-14);
  EXPECT_EQ(state.vx[0], 3.0);

  state = one_agent(end, {3.0, 0.0, 0.0});
  apply_edges(square(Edge::reflect), state);
  EXPECT_NEAR(state.x[0], 9.8, 1e-14);
  EXPECT_EQ(state.vx[0], -3.0);
  EXPECT_EQ(state.hx[0], -1.0);

  state = one_agent(end, {3.0, 1.0, 0.0});
  apply_edges(square(Edge::clamp), state);
  EXPECT_EQ(state.x[0], 10.0);
  EXPECT_EQ(state.vx[0], 0.0);
  EXPECT_EQ(state.vy[0], 1.0);

  state = one_agent(end, {3.0, 0.0, 0.0});
  apply_edges(square(Edge::open), state);
  EXPECT_EQ(state.x[0], end.x);
}

Bounds cube(Edge edge) {
  BoundsDef def;
  def.max = {10.0, 10.0, 10.0};
  def.edge = edge;
  return Bounds(def);
}

AgentMotion one_agent_in_space(Vec3 position, Vec3 velocity) {
  AgentMotion state = one_agent({}, {1.0, 0.0, 0.0});
  materialize_columns(state);
  state.set_motion(0, position, velocity, direction(velocity));
  return state;
}

TEST(Edges, ActAlongZWhereTheBoundsHaveHeights) {
  const Vec3 end{5.0, 5.0, 10.2};
  AgentMotion state = one_agent_in_space(end, {0.0, 3.0, 4.0});
  apply_edges(cube(Edge::wrap), state);
  EXPECT_NEAR(state.z[0], 0.2, 1e-14);
  EXPECT_EQ(state.vz[0], 4.0);

  state = one_agent_in_space(end, {0.0, 3.0, 4.0});
  apply_edges(cube(Edge::reflect), state);
  EXPECT_NEAR(state.z[0], 9.8, 1e-14);
  EXPECT_EQ(state.velocity(0), (Vec3{0.0, 3.0, -4.0}));
  EXPECT_EQ(state.hz[0], -0.8);

  state = one_agent_in_space(end, {0.0, 3.0, 4.0});
  apply_edges(cube(Edge::clamp), state);
  EXPECT_EQ(state.z[0], 10.0);
  EXPECT_EQ(state.velocity(0), (Vec3{0.0, 3.0, 0.0}));

  for (const Bounds& bounds : {cube(Edge::open), square(Edge::clamp), square(Edge::wrap)}) {
    state = one_agent_in_space(end, {0.0, 3.0, 4.0});
    apply_edges(bounds, state);
    EXPECT_EQ(state.z[0], end.z) << "open, or without heights";
  }
}

// The image in the mirror turns the other way about every axis in it; the body stays upright.
TEST(Edges, ReflectMirrorsHowABodyIsTurnedAndTurns) {
  const Vec3 heading{0.6, 0.0, 0.8};
  const Vec3 up{-0.8, 0.0, 0.6};
  const auto bounced = [&](Vec3 position) {
    AgentMotion state = one_agent_in_space(position, heading);
    state.set_frame(0, {heading, cross(up, heading), up});
    state.set_angular_velocity(0, {1.0, 2.0, 3.0});
    apply_edges(cube(Edge::reflect), state);
    return state;
  };
  const AgentMotion by_ceiling = bounced({5.0, 5.0, 10.5});
  EXPECT_EQ(by_ceiling.heading(0), (Vec3{0.6, 0.0, -0.8}));
  EXPECT_EQ(by_ceiling.frame(0).up, (Vec3{0.8, 0.0, 0.6}));
  EXPECT_EQ(by_ceiling.angular_velocity(0), (Vec3{-1.0, -2.0, 3.0}));
  const AgentMotion by_wall = bounced({10.5, 5.0, 5.0});
  EXPECT_EQ(by_wall.heading(0), (Vec3{-0.6, 0.0, 0.8}));
  EXPECT_EQ(by_wall.frame(0).up, (Vec3{0.8, 0.0, 0.6}));
  EXPECT_EQ(by_wall.angular_velocity(0), (Vec3{1.0, -2.0, -3.0}));
  for (const AgentMotion& state : {by_ceiling, by_wall})
    EXPECT_NEAR(dot(state.heading(0), state.frame(0).up), 0.0, 1e-15);
}

// The oracle bounces one wall at a time.
TEST(Edges, ReflectEqualsBouncingAsOftenAsNeeded) {
  Draws draws({21});
  for (int k = 0; k < 1000; ++k) {
    const double start = 200.0 * draws.signed_uniform();
    AgentMotion state = one_agent({start, 5.0, 0.0}, {3.0, 4.0, 0.0});
    double x = start;
    double vx = 3.0;
    while (x < 0.0 || x > 10.0) {
      x = x < 0.0 ? -x : 20.0 - x;
      vx = -vx;
    }
    apply_edges(square(Edge::reflect), state);
    EXPECT_NEAR(state.x[0], x, 1e-12) << start;
    EXPECT_EQ(state.vx[0], vx) << start;
    EXPECT_EQ(state.hx[0], vx < 0.0 ? -0.6 : 0.6) << start;
    EXPECT_EQ(state.vy[0], 4.0);
  }
}

TEST(Edges, ReflectAtWholeWidthsStaysInside) {
  for (const double x : {-30.0, -20.0, -10.0, 20.0, 30.0}) {
    AgentMotion state = one_agent({x, 5.0, 0.0}, {1.0, 0.0, 0.0});
    apply_edges(square(Edge::reflect), state);
    const bool odd = x == -30.0 || x == -10.0 || x == 30.0;
    EXPECT_EQ(state.x[0], odd ? 10.0 : 0.0) << x;
  }
}

TEST(Edges, AgentsInsideKeepEveryBit) {
  for (const Edge edge : {Edge::wrap, Edge::reflect, Edge::clamp}) {
    AgentMotion state = one_agent({9.999999999999998, 0.0, 0.0}, {7.0, -1.0, 0.0});
    apply_edges(square(edge), state);
    EXPECT_EQ(state.position(0), (Vec3{9.999999999999998, 0.0, 0.0}));
    EXPECT_EQ(state.velocity(0), (Vec3{7.0, -1.0, 0.0}));
  }
}

TEST(Edges, ClampKeepsAVelocityThatPointsInside) {
  AgentMotion state = one_agent({-1.0, 5.0, 0.0}, {2.0, 0.0, 0.0});
  apply_edges(square(Edge::clamp), state);
  EXPECT_EQ(state.x[0], 0.0);
  EXPECT_EQ(state.vx[0], 2.0);
}

TEST(Edges, WrapBringsBackFromManyWorldsAway) {
  AgentMotion state = one_agent({-1e-20, 1234.5, 0.0}, {0.0, 0.0, 0.0});
  apply_edges(square(Edge::wrap), state);
  EXPECT_GE(state.x[0], 0.0);
  EXPECT_LT(state.x[0], 10.0);
  EXPECT_EQ(state.y[0], 4.5);
}

}  // namespace
}  // namespace drover::edges_test
