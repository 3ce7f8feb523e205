#include "sim/step/ground_motion.h"

#include <algorithm>

#include "sim/geometry/sliding.h"
#include "sim/step/elevation.h"
#include "sim/step/terrain.h"

namespace drover {
namespace {

// Whether the ground acts on the agent: keyframes say for themselves where agents are.
bool stands_on_ground(const World& world, AgentIndex i) {
  return world.is_present(i) && world.is_grounded(i) && !world.model().type_of(i).is_dictated();
}

// Calls visit(patch) for the ground that acts on an agent that stands on it: of ground with a height only
// where that is the height of the feet.
template <class Visit>
void visit_patches(const World& world, AgentIndex i, Visit&& visit) {
  const Model& model = world.model();
  const Vec3 p = world.state.motion.position(i);
  std::uint32_t top = kNoIndex;
  if (model.is_elevated())
    top = Terrain(world, Terrain::Time::begin).under(p, world.state.elevation.z[i] + kFeetTouch).top;
  model.statics->ground.visit_at(model.regions, p, [&](const GroundPatch& patch) {
    if (patch.top == kNoIndex || patch.top == top) visit(patch);
  });
}

// The velocity in the plane of the platform an agent stands on [m/s].
Vec3 platform_velocity(const World& world, AgentIndex i) {
  const std::uint32_t platform = platform_under(world, i);
  if (platform == kNoIndex) return {};
  const PlatformMove& move = world.state.platform_moves[platform];
  return (move.to.shift - move.from.shift) / world.model().dt;
}

// Who flies, or lands, keeps the velocity that others see.
bool was_on_ground(const World& world, AgentIndex i) {
  return !world.model().is_elevated() || world.state.next_elevation.grounded[i] != 0;
}

// The way without its parts against the directions of the ground the agent stood on.
Vec3 along_one_ways(const World& world, AgentIndex i, Vec3 v) {
  return without_parts_against(v, [&](auto&& visit) {
    visit_patches(world, i, [&](const GroundPatch& patch) {
      if (patch.one_way) visit(*patch.one_way);
    });
  });
}

// In a world that wraps a way past the edge is also one on the other side.
Slid slide_in_images(const World& world, const StaticGeometry& solids, Vec3 from, Vec3 way, double radius,
                     Vec3 velocity) {
  const Bounds& bounds = world.model().bounds;
  const Slid slid = slide(solids, from, way, radius, velocity);
  if (!bounds.wraps()) return slid;
  const Vec3 image = bounds.wrapped(slid.position);
  if (image == slid.position) return slid;
  const Vec3 shift = image - slid.position;
  Slid other = slide(solids, from + shift, slid.position - from, radius, slid.velocity);
  other.position = other.position - shift;
  return other;
}

void restrain(World& world, AgentIndex i) {
  const Model& model = world.model();
  AgentMotion& next = world.state.next;
  const Vec3 from = world.state.motion.position(i);
  const Vec3 asked = model.bounds.displacement(from, next.position(i));
  Vec3 way = asked;
  Vec3 velocity = next.velocity(i);
  if (model.statics->ground.has_one_ways()) {
    way = along_one_ways(world, i, asked);
    if (!(way == asked)) velocity = along_one_ways(world, i, velocity);
  }
  if (const GroundSolids* solids = model.statics->ground.solids_of(model.agents.type[i])) {
    const Slid slid = slide_in_images(world, StaticGeometry(solids->alone), from, way,
                                      world.state.limits.radius[i], velocity);
    if (!(slid.position == from + way)) {
      next.set_position(i, slid.position);
      return next.set_velocity(i, slid.velocity);
    }
  }
  if (way == asked) return;
  next.set_position(i, from + way);
  next.set_velocity(i, velocity);
}

}  // namespace

void make_ground_columns(World& world) {
  const Ground& ground = world.model().statics->ground;
  const std::size_t count = world.model().agents.size();
  if (ground.slows()) world.state.ground_factors.assign(count, 1.0);
  const bool carries = ground.carries() || std::ranges::any_of(world.model().platforms, &Platform::travels);
  if (carries) world.state.ground_velocities.assign(count, Vec3{});
}

void find_ground(World& world, AgentRange range, OwnVelocity rule) {
  State& state = world.state;
  if (state.ground_factors.empty() && state.ground_velocities.empty()) return;
  for (AgentIndex i = range.first; i < range.last; ++i) {
    double factor = 1.0;
    Vec3 velocity;
    if (stands_on_ground(world, i)) {
      visit_patches(world, i, [&](const GroundPatch& patch) {
        factor *= patch.speed_factor;
        velocity += patch.carries;
      });
      if (world.model().is_elevated()) velocity += platform_velocity(world, i);
    }
    if (!state.ground_factors.empty()) state.ground_factors[i] = factor;
    if (state.ground_velocities.empty()) continue;
    const Vec3 before = state.ground_velocities[i];
    const bool keeps_own = rule == OwnVelocity::keep && world.is_grounded(i) && was_on_ground(world, i);
    if (keeps_own && !(velocity == before) && world.is_present(i))
      state.motion.set_velocity(i, state.motion.velocity(i) + (velocity - before));
    state.ground_velocities[i] = velocity;
  }
}

void carry(World& world, AgentRange range, double time) {
  AgentMotion& next = world.state.next;
  for (AgentIndex i = range.first; i < range.last; ++i) {
    const Vec3 u = world.state.ground_velocities[i];
    if (u == Vec3{}) continue;
    next.set_position(i, next.position(i) + u * time);
    next.set_velocity(i, next.velocity(i) + u);
  }
}

void restrain(World& world, AgentRange range) {
  for (AgentIndex i = range.first; i < range.last; ++i) {
    if (stands_on_ground(world, i)) restrain(world, i);
  }
}

}  // namespace drover
