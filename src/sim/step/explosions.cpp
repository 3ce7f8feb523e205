#include "sim/step/explosions.h"

namespace drover {
namespace {

// A body as a blast sees it: its center, at the height at which it is nearest to that of the blast.
Vec3 nearest_center(const World& world, const BodyState& bodies, Vec3 center, AgentIndex i) {
  Vec3 p = bodies.motion.position(i);
  if (!world.model().is_elevated()) return p;
  const double feet = bodies.elevation.z[i];
  p.z = clamp(center.z, feet, feet + world.model().type_of(i).body_height);
  return p;
}

// Away from the center. A body in it goes along x, by its number to one side or the other.
Vec3 direction_of_push(const World& world, const ExplosionDef& explosion, Vec3 away, AgentIndex i) {
  if (!world.model().is_spatial()) away.z = 0.0;
  Vec3 along = direction(away);
  if (along == Vec3{}) along = {world.model().agents.number[i] % 2 == 0 ? 1.0 : -1.0, 0.0, 0.0};
  if (!world.model().is_elevated()) return along;
  return along * (1.0 - explosion.up) + kUp * explosion.up;
}

}  // namespace

void explode(World& world, const BodyState& bodies, Vec3 center, const ExplosionDef& explosion,
             std::span<const AgentIndex> agents, EffectList& effects) {
  const StaticGeometry geometry = world.geometry();
  for (const AgentIndex i : agents) {
    if (!world.is_present(i)) continue;
    const Vec3 away = world.model().bounds.displacement(center, nearest_center(world, bodies, center, i));
    const double distance = larger(0.0, length(away) - world.state.limits.radius[i]);
    const double share = blast_share(explosion.falloff, distance, explosion.radius, explosion.core);
    if (share <= 0.0) continue;
    if (explosion.blocked && geometry.blocks_sight(center, center + away)) continue;
    const Vec3 along = direction_of_push(world, explosion, away, i);
    push(world, bodies, i, along * (explosion.momentum * share / world.state.limits.mass[i]));
    ++world.state.pushes.blasts[i];
    for (const EffectDef& effect : explosion.effects)
      effects.note(world, i, effect, share);
  }
}

}  // namespace drover
