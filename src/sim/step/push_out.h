// Bodies that overlap what does not move are pushed out, to the nearest place with room.
#pragma once

#include "sim/geometry/nearest_room.h"
#include "sim/state/world.h"

namespace drover {

// Moves a body of `state` to the nearest place where it overlaps nothing; its velocity loses the part against
// the direction it was pushed in. Whether it has room then.
bool push_out(const World& world, AgentMotion& state, AgentIndex agent, RoomFinder& finder,
              Solids solids = {});

// The velocity without its part against a direction.
inline Vec3 without_part_against(Vec3 velocity, Vec3 direction) {
  const double along = dot(velocity, direction);
  return along < 0.0 ? velocity - direction * along : velocity;
}

// Whether an obstacle or wall overlaps a body, by more than kRoomTolerance.
bool is_in_shape(const World& world, const Target& shape, AgentIndex agent);

// Pushes out the bodies that shapes which appeared have caught (DoorColumns); those without any room stay,
// and are tried again. To be called for the present state, when its events have happened.
void push_out_caught(World& world, RoomFinder& finder);

}  // namespace drover
