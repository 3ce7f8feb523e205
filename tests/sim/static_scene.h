// Walls and obstacles for tests of the questions asked about them.
#pragma once

#include <utility>
#include <vector>

#include "sim/own_geometry.h"

namespace drover::test {

inline WallDef wall(std::vector<Vec3> points, bool closed = false) {
  WallDef def;
  def.points = std::move(points);
  def.closed = closed;
  return def;
}

inline OwnGeometry walls(std::vector<WallDef> list) {
  WorldDef def;
  def.walls = std::move(list);
  return OwnGeometry(def, Bounds());
}

inline OwnGeometry one_circle(Vec3 center, double radius, const Bounds& bounds = Bounds()) {
  WorldDef def;
  ObstacleDef obstacle;
  obstacle.center = center;
  obstacle.radius = radius;
  def.obstacles.push_back(obstacle);
  return OwnGeometry(def, bounds);
}

}  // namespace drover::test
