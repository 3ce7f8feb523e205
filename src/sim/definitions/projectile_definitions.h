// What a scenario file says about what flies: kinds of projectiles, wind and wells of attraction.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/field.h"
#include "sim/definitions/counter_definitions.h"
#include "sim/definitions/explosion_definitions.h"

namespace drover {

// What makes a ball of a projectile: it bounces, rolls and comes to rest, and is never gone by a hit.
struct BallDef {
  double mass = 0.43;
  double restitution = 0.6;
  double friction = 0.3;
  double grip_share = 2.0 / 7.0;
  double rolling_drag = 0.5;
  double rolling_drag_linear = 0.0;
  double rest_rebound = 0.5;
  double rest_speed = 0.02;
  std::int64_t max_impacts = 8;
  bool recoil = false;
  static const Table& table();
};

// A kind of projectile: how it flies and when it is gone.
struct ProjectileTypeDef {
  std::string color;
  double radius = 0.05;
  double mass = 0.05;
  double muzzle_speed = 20.0;
  bool instant = false;
  double range = 100.0;
  std::optional<Vec3> gravity;
  double gravity_scale = 1.0;
  double drag_linear = 0.0;
  double drag_quadratic = 0.0;
  Vec3 spin;
  std::optional<double> lifetime;
  std::optional<double> fuse;
  double bounce = 0.0;
  std::optional<ExplosionDef> explosion;
  std::vector<EffectDef> effects;
  double inherit_velocity = 0.0;
  std::optional<BallDef> ball;
  static const Table& table();
};

// A projectile that is there from the start.
struct ProjectileDef {
  Reference type{ReferenceType::projectile_type, {}, kNoIndex};
  std::optional<Vec3> position;
  Vec3 velocity;
  Reference held_by{ReferenceType::agent, {}, kNoIndex};
  static const Table& table();
};

// A factor that swings between -1 and 1.
struct SineDef {
  double period = 1.0;
  double phase = 0.0;
  static const Table& table();
};

// Air that moves, everywhere or in a region; winds that overlap are added.
struct WindDef {
  Reference region{ReferenceType::region, {}, kNoIndex};
  Vec3 velocity;
  Rows<2> by;
  std::optional<SineDef> sine;
  Rows<2> height;
  static const Table& table();
};

// A point that attracts or repels what flies.
struct WellDef {
  Target at;
  double strength = 0.0;
  double softening = 0.1;
  std::optional<double> range;
  static const Table& table();
};

}  // namespace drover
