// Room for a disc, in space for a ball, among what does not move.
#pragma once

#include <optional>

#include "sim/geometry/body_sweep.h"
#include "sim/geometry/nearest_place.h"

namespace drover {

// How much nearer than its radius something may be to a body that has room [m].
inline constexpr double kRoomTolerance = 1e-9;

// What a disc needs.
struct RoomNeed {
  double radius;  // m
  Solids solids = {};
  double smallest_obstacle = 0.0;  // obstacles whose half extent is below do not count [m]
  double margin = 0.0;             // how much farther from things than its radius it is put [m]
  bool may_leave_world = true;     // beyond edges that are open
};

// Whether a disc at p has nothing nearer than its radius less kRoomTolerance and lies inside no solid.
bool has_room(const StaticGeometry& geometry, Vec3 p, const RoomNeed& need);

// Finds the nearest room for bodies. Keeps its memory between searches.
class RoomFinder {
 public:
  // The nearest point to p where the disc has room, not beyond edges that reflect or clamp: p itself where it
  // has it there. Nothing where there is no room at all. Ties as in PlaceSearch, of obstacles before walls,
  // in the order of the file. In space the nearest of the places that are found by pushing the ball out of
  // one thing after another, or, where that leads nowhere, the first with room on rays around p.
  std::optional<Vec3> find(const StaticGeometry& geometry, Vec3 p, const RoomNeed& need);

 private:
  static std::optional<Vec3> find_in_space(const StaticGeometry& geometry, Vec3 p, const RoomNeed& need);
  void gather(const StaticGeometry& geometry, Vec3 p, const RoomNeed& need, double reach);
  void add_obstacle(const Shape& shape, Vec3 shift, double distance);
  void add_round(const Shape& shape, Vec3 shift, double distance);
  void add_edges_of_world(const Bounds& bounds);

  PlaceSearch search_;
};

}  // namespace drover
