// What happens to projectiles in a step: they are fired, meet something, come into hands and leave them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/parameter.h"
#include "core/vec3.h"

namespace drover {

// A projectile that begins to fly, from the state that it was fired in.
struct Launch {
  AgentIndex owner;
  std::uint32_t action;  // which of the owner's, in the order in which they act
  std::uint32_t type;    // index in ProjectileModel::types
  Vec3 position;         // m
  Vec3 velocity;         // m/s
  Vec3 recoil = {};      // what the velocity of its owner changes by [m/s]
};

// A projectile that was fired in the last step, at its begin.
struct Shot {
  std::uint32_t projectile;  // its number
  Launch launch;
};

// What a projectile met, or what ended its flight. Of what is met at the same time the first of these counts.
// Range: an instant shot hit nothing. Lost: it got farther away than scenarios reach, or faster.
enum class Met : std::uint8_t { nothing, agent, obstacle, wall, ground, ball, fuse, lifetime, range, lost };
inline constexpr std::array<std::string_view, 10> kMetNames = {
    "nothing", "agent", "obstacle", "wall", "ground", "ball", "fuse", "lifetime", "range", "lost"};

// The first thing that a projectile meets on a way.
struct ProjectileHit {
  double t = 2.0;  // fraction of the way; above 1: nothing
  Met met = Met::nothing;
  std::uint32_t index = 0;  // of the agent, obstacle or wall; the number of a ball
  Vec3 normal = {};         // unit, out of it
  Vec3 surface = {};        // its velocity [m/s]

  bool is_hit() const { return met != Met::nothing; }
  // Ties go to the first kind, then to the lowest index.
  bool is_before(const ProjectileHit& other) const {
    if (t != other.t) return t < other.t;
    return met != other.met ? met < other.met : index < other.index;
  }
  void add(const ProjectileHit& other) {
    if (other.t <= 1.0 && (!is_hit() || other.is_before(*this))) *this = other;
  }
};

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
  bool bounced = false;   // else it is gone
  bool exploded = false;  // at the point, when it was gone
};

// What hands do with balls.
enum class Handled : std::uint8_t { caught, thrown, dropped, taken };
inline constexpr std::array<std::string_view, 4> kHandledNames = {"caught", "thrown", "dropped", "taken"};

// A ball came into the hands of an agent or left them.
struct Handling {
  std::uint32_t projectile;  // its number
  std::uint32_t type;        // index in ProjectileModel::types
  AgentIndex agent;
  double time;    // s
  Vec3 point;     // of its center [m]
  Vec3 velocity;  // that it came with or left with [m/s]
  Handled what;
};

}  // namespace drover
