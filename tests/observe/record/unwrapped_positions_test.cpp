#include "observe/record/unwrapped_positions.h"

#include <gtest/gtest.h>

namespace drover {
namespace {

Bounds torus() {
  BoundsDef def;
  def.min = {-5, 0, 0};
  def.max = {5, 4, 0};
  def.edge = Edge::wrap;
  return Bounds(def);
}

TEST(UnwrappedPosition, GoesOnBeyondTheEdgesByWholeWidths) {
  UnwrappedPosition way;
  const Bounds bounds = torus();
  EXPECT_EQ(way.advance({4.5, 3.5, 0}, bounds, false), (Vec3{4.5, 3.5, 0}));
  EXPECT_EQ(way.advance({-4.5, 0.5, 0}, bounds, false), (Vec3{5.5, 4.5, 0}));
  for (int turn = 1; turn <= 1000; ++turn) {
    for (const double x : {-1.5, 1.5, 4.5, -4.5})
      way.advance({x, 0.5, 0}, bounds, false);
  }
  EXPECT_EQ(way.position(), (Vec3{-4.5 + 10.0 * 1001, 4.5, 0}));
}

TEST(UnwrappedPosition, ComesBackToWhereItWas) {
  UnwrappedPosition way;
  const Bounds bounds = torus();
  way.advance({-4.5, 0.5, 0}, bounds, false);
  EXPECT_EQ(way.advance({4.5, 3.5, 0}, bounds, false), (Vec3{-5.5, -0.5, 0}));
  EXPECT_EQ(way.advance({-4.5, 0.5, 0}, bounds, false), (Vec3{-4.5, 0.5, 0}));
}

TEST(UnwrappedPosition, JumpsWithAnEvent) {
  UnwrappedPosition way;
  const Bounds bounds = torus();
  way.advance({4.5, 1, 0}, bounds, false);
  way.advance({-4.5, 1, 0}, bounds, false);
  EXPECT_EQ(way.advance({4, 2, 0}, bounds, true), (Vec3{4, 2, 0}));
  EXPECT_EQ(way.advance({-4, 2, 0}, bounds, false), (Vec3{6, 2, 0}));
}

TEST(UnwrappedPosition, GoesOnAboveAndBelowAWorldThatWrapsThere) {
  BoundsDef def;
  def.min = {0, 0, -1};
  def.max = {4, 4, 3};
  def.edge = Edge::wrap;
  UnwrappedPosition way;
  way.advance({1, 1, 2.5}, Bounds(def), false);
  EXPECT_EQ(way.advance({1, 1, -0.5}, Bounds(def), false), (Vec3{1, 1, 3.5}));
  EXPECT_TRUE(way.is_beyond_edges());
}

TEST(UnwrappedPosition, KeepsHeightsWhereTheWorldHasNoEdgesThere) {
  UnwrappedPosition way;
  way.advance({1, 1, 2.5}, torus(), false);
  EXPECT_EQ(way.advance({1, 1, -70}, torus(), false), (Vec3{1, 1, -70}));
  EXPECT_FALSE(way.is_beyond_edges());
}

}  // namespace
}  // namespace drover
