#include "sim/step/gaps.h"

#include "ballistics/drag.h"
#include "sim/step/terrain.h"

namespace drover {
namespace {

Vec3 level_of(Vec3 p) {
  return {p.x, p.y, 0.0};
}

const Shape& shape_of_gap(const World& world, const GroundGap& gap) {
  return world.model().regions[gap.region].shape;
}

// The first gap that is a wall for a body that goes this way.
struct MetWall {
  const GroundGap* gap = nullptr;
  double at = kInfinity;  // fraction of the way
};
MetWall met_wall(const World& world, Vec3 from, double feet, Vec3 way) {
  MetWall met;
  world.model().statics->ground.visit_gaps_along(from, from + way, [&](const GroundGap& gap) {
    const Shape& shape = shape_of_gap(world, gap);
    if (gap.is_open_to(way) || feet < gap.bottom || shape.encloses(from)) return;
    const double at = shape.entry(from, from + way, 0.0);
    if (at < met.at) met = {&gap, at};
  });
  return met;
}

void hold_at_gap_walls(World& world, AgentIndex i) {
  constexpr int kMostContacts = 3;
  constexpr double kSkin = 1e-9;  // m
  AgentMotion& next = world.state.next;
  Vec3 p = world.state.motion.position(i);
  Vec3 left = world.model().bounds.displacement(p, next.position(i));
  Vec3 velocity = next.velocity(i);
  bool is_held = false;
  for (int contact = 0; contact < kMostContacts; ++contact) {
    const MetWall met = met_wall(world, p, world.state.elevation.z[i], left);
    if (met.gap == nullptr) break;
    is_held = true;
    p += left * met.at;
    const ShapeBorder border = shape_of_gap(world, *met.gap).nearest_border(p);
    p = border.point + border.normal * kSkin;
    left = left * (1.0 - met.at);
    left = left - border.normal * smaller(0.0, dot(left, border.normal));
    velocity = velocity - border.normal * smaller(0.0, dot(velocity, border.normal));
    if (contact + 1 == kMostContacts) left = {};
  }
  if (!is_held) return;
  next.set_position(i, p + left);
  next.set_velocity(i, velocity);
}

}  // namespace

MetGap met_gap(const World& world, Vec3 from, double feet, Vec3 way) {
  MetGap met;
  const Ground& ground = world.model().statics->ground;
  ground.visit_gaps_along(from, from + way, [&](const GroundGap& gap) {
    if (!gap.is_open_to(way) || feet < gap.bottom) return;
    const double at = shape_of_gap(world, gap).entry(from, from + way, 0.0);
    if (at < met.at) met = {static_cast<std::uint32_t>(&gap - ground.gaps().data()), at};
  });
  return met;
}

std::optional<PredictedLanding> predicted_landing(const World& world, Vec3 from, Vec3 velocity,
                                                  const JumpLaw& law, double body_height) {
  constexpr int kMostSteps = 100000;
  if (!(law.gravity > 0.0)) return std::nullopt;
  const LinearDrag air{{0.0, 0.0, -law.gravity}, law.air_drag};
  const Terrain terrain(world, Terrain::Time::begin);
  const double dt = world.model().dt;
  Vec3 p = from;
  for (int step = 1; step <= kMostSteps; ++step) {
    const Vec3 next = position_under_drag(air, from, velocity, step * dt);
    const Vec3 here = world.model().bounds.wrapped_if_needed(level_of(p));
    const Vec3 there = here + level_of(next - p);
    if (terrain.blocks(here, there, {p.z, 0.0, p.z + body_height})) return std::nullopt;
    const double ground = terrain.below_fall(here, there, p.z).height;
    if (next.z <= ground) {
      const double part = p.z > next.z ? clamp((p.z - ground) / (p.z - next.z), 0.0, 1.0) : 1.0;
      const Vec3 place = here + (there - here) * part;
      return PredictedLanding{{place.x, place.y, ground}, (step - 1 + part) * dt};
    }
    p = next;
  }
  return std::nullopt;
}

bool is_over(const World& world, const GroundGap& gap, const std::optional<PredictedLanding>& landing) {
  return landing && !shape_of_gap(world, gap).encloses(level_of(landing->place));
}

void hold_at_gaps(World& world, AgentRange range) {
  for (AgentIndex i = range.first; i < range.last; ++i) {
    if (world.is_present(i) && !world.model().type_of(i).is_dictated()) hold_at_gap_walls(world, i);
  }
}

}  // namespace drover
