// What behaviors towards projectiles share: which of them an agent sees, and where its body is.
#pragma once

#include <cmath>

#include "core/field.h"
#include "sim/perception/field_of_view.h"
#include "sim/step/agent_view.h"
#include "sim/step/projectile_forecast.h"

namespace drover {

inline constexpr FieldInfo kProjectileSelection = {.key = "projectile",
                                                   .doc = "It looks at projectiles of this type alone.",
                                                   .otherwise = "it looks at all"};
inline constexpr FieldInfo kProjectileRange = {.key = "range",
                                               .unit = "m",
                                               .range = left_open(0, 1e5),
                                               .doc = "Projectiles that are farther away are not seen."};

// Whether an agent looks at a projectile at all: its own ones not before they have left its body.
inline bool concerns(const Reference& selection, const AgentView& view, AgentIndex agent, std::size_t row) {
  const ProjectileColumns& projectiles = view.world().state.projectiles;
  if (selection.index != kNoIndex && projectiles.type[row] != selection.index) return false;
  return projectiles.owner[row] != agent || projectiles.is_clear[row] != 0;
}

// From the agent to where the projectile is now [m].
inline Vec3 displacement_to_projectile(const AgentView& view, AgentIndex agent, std::size_t row) {
  Vec3 displacement = view.displacement(view.position(agent), view.world().state.projectiles.position(row));
  if (!view.is_spatial()) displacement.z = 0.0;
  return displacement;
}

// Seen from above where agents move in the plane.
inline Vec3 in_reach_of(const AgentView& view, Vec3 v) {
  return view.is_spatial() ? v : Vec3{v.x, v.y, 0.0};
}

// Age of a projectile [s].
inline double projectile_age(const AgentView& view, std::size_t row) {
  const State& state = view.world().state;
  return static_cast<double>(state.tick - state.projectiles.launched[row]) * view.dt();
}

}  // namespace drover
