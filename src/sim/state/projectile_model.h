// Kinds of projectiles and what acts on them, linked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/target.h"
#include "core/vec3.h"
#include "sim/definitions/projectile_definitions.h"
#include "sim/geometry/static_grid.h"

namespace drover {

struct ProjectileType {
  std::string name;
  std::string color;
  double radius = 0.0;          // m
  double mass = 0.0;            // kg
  double muzzle_speed = 0.0;    // m/s
  Vec3 gravity;                 // m/s^2
  double drag_linear = 0.0;     // 1/s
  double drag_quadratic = 0.0;  // 1/m
  Vec3 spin;                    // rad/s
  double lifetime = kInfinity;  // s
  double fuse = kInfinity;      // s
  double bounce = 0.0;          // of one with a fuse that is no ball
  std::optional<ExplosionDef> explosion;
  std::vector<EffectDef> effects;  // on an agent that it hits
  std::optional<BallDef> ball;
  bool is_instant = false;        // it takes no time
  double range = 0.0;             // of one that does [m]
  double inherit_velocity = 0.0;  // share of the velocity of who fires it
};

struct Wind {
  std::uint32_t region = kNoIndex;  // index of the region; without one everywhere
  Vec3 velocity;                    // m/s
  Rows<2> by;                       // (time [s], factor)
  std::optional<SineDef> sine;
  Rows<2> height;  // (height [m], factor)

  bool is_everywhere() const { return region == kNoIndex; }
  bool is_constant() const { return is_everywhere() && by.empty() && !sine.has_value() && height.empty(); }
};

struct Well {
  Target at;               // a point or an agent
  double strength = 0.0;   // m^3/s^2
  double softening = 0.0;  // m
  double range = kInfinity;
};

struct ProjectileModel {
  std::vector<ProjectileType> types;
  std::vector<Wind> winds;     // those that blow everywhere first
  std::size_t everywhere = 0;  // how many these are
  StaticGrid wind_grid;        // of the others, in order
  std::vector<Well> wells;
  std::size_t room = 0;  // how many there may be at a time; 0 where no agent fires

  bool exists() const { return room > 0; }
  // Whether gravity and one velocity of the air are all that acts on a projectile at rest.
  bool is_even() const {
    if (!wells.empty()) return false;
    for (const Wind& wind : winds)
      if (!wind.is_constant()) return false;
    return true;
  }
  // Of winds that are the same everywhere and at all times [m/s].
  Vec3 constant_wind() const {
    Vec3 sum;
    for (const Wind& wind : winds)
      sum += wind.velocity;
    return sum;
  }
};

}  // namespace drover
