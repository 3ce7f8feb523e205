// What projectiles met in a step, for observers.
#pragma once

#include "sim/step/projectile_hits.h"

namespace drover {

// A projectile met something, which ended its flight or which it bounced off.
struct Impact {
  std::uint32_t projectile;  // its number
  std::uint32_t type;        // index in ProjectileModel::types
  AgentIndex owner;          // kNoIndex without
  double launched;           // when it was fired [s]
  double time;               // s
  Vec3 point;                // of its center [m]
  Vec3 velocity;             // before [m/s]
  Vec3 velocity_after;       // of one that bounced [m/s]
  ProjectileHit hit;
  bool bounced = false;  // else it is gone
};

}  // namespace drover
