#include "sim/step/projectile_hits.h"

#include <algorithm>
#include <array>

#include "core/frame.h"
#include "sim/geometry/body_sweep.h"
#include "sim/geometry/time_spans.h"

namespace drover {
namespace {

Vec3 seen_from_above(Vec3 v) {
  return {v.x, v.y, 0.0};
}

// How far a projectile's lower end is above a top on its way: it changes evenly between the fractions where
// the top begins or ends to rise.
struct HeightsAbove {
  std::array<double, 4> fractions;
  std::array<double, 4> heights;
};

// A top of ground over a way, which sees it stand still in the plane.
struct Surface {
  const GroundTop& top;
  double rise = 0.0;   // on the way [m]
  Vec3 velocity = {};  // m/s

  double height(Vec3 p, double t) const { return top.height_at(p) + rise * t; }
  Vec3 normal(Vec3 p) const { return direction(kUp - top.slope_at(p)); }
};

HeightsAbove heights_above(const Surface& surface, const ProjectileWay& way) {
  const Vec3 step = way.to - way.from;
  HeightsAbove above{{0.0, 1.0, 1.0, 1.0}, {}};
  const double begin = dot(way.from - surface.top.from, surface.top.along);
  const double speed = dot(step, surface.top.along);
  if (speed != 0.0 && surface.top.length > 0.0) {
    above.fractions[1] = clamp(-begin / speed, 0.0, 1.0);
    above.fractions[2] = clamp((surface.top.length - begin) / speed, 0.0, 1.0);
    if (above.fractions[1] > above.fractions[2]) std::swap(above.fractions[1], above.fractions[2]);
  }
  for (std::size_t k = 0; k < above.heights.size(); ++k) {
    const double t = above.fractions[k];
    const Vec3 p = way.from + step * t;
    above.heights[k] = p.z - surface.height(p, t);
  }
  return above;
}

// What lies on a surface may be below it by so much, the rounding of the state before, and meets no side [m].
constexpr double kSurfaceSlack = 1e-9;

// Calls visit(t) with the fractions at which a height falls through `level`, or rises through it.
template <class Visit>
void visit_passes(const HeightsAbove& above, double level, bool falls, Visit&& visit) {
  const double sign = falls ? 1.0 : -1.0;
  for (std::size_t k = 0; k + 1 < above.heights.size(); ++k) {
    const double before = sign * (above.heights[k] - level);
    const double after = sign * (above.heights[k + 1] - level);
    if (before < -kSurfaceSlack || after >= 0.0 || after >= before) continue;
    const double share = larger(before, 0.0) / (larger(before, 0.0) - after);
    visit(above.fractions[k] + (above.fractions[k + 1] - above.fractions[k]) * share);
  }
}

// The sides of solid ground, which is `shape` from above.
ProjectileHit entry_into_side(const Surface& surface, const Shape& shape, const ProjectileWay& way) {
  const Vec3 from = seen_from_above(way.from), to = seen_from_above(way.to);
  double entry = kInfinity;
  if (!way.bounces)
    entry = shape.entry(from, to, way.radius);
  else if (const auto hit = shape.first_hit(from, to, way.radius))
    entry = hit->t;
  if (!(entry <= 1.0)) return {};
  const Vec3 p = way.from + (way.to - way.from) * entry;
  if (p.z - way.radius >= surface.height(p, entry) - kSurfaceSlack) return {};
  return {entry, Met::ground, 0, shape.nearest_border(seen_from_above(p)).normal, surface.velocity};
}

// What a projectile meets of one piece of ground: its top, from below too where that is a slab, and the sides
// of a solid one.
void meet_surface(const Surface& surface, const Shape& shape, const ProjectileWay& way,
                  ProjectileHit& first) {
  if (surface.top.solid) first.add(entry_into_side(surface, shape, way));
  if (way.rolls) return;
  const HeightsAbove above = heights_above(surface, way);
  const auto add = [&](double t, double side) {
    const Vec3 p = seen_from_above(way.from + (way.to - way.from) * t);
    if (shape.encloses(p)) first.add({t, Met::ground, 0, surface.normal(p) * side, surface.velocity});
  };
  visit_passes(above, way.radius, true, [&](double t) { add(t, 1.0); });
  if (!surface.top.solid) visit_passes(above, -way.radius, false, [&](double t) { add(t, -1.0); });
}

}  // namespace

void HitFinder::begin_step(const World& world, double largest_radius) {
  world_ = &world;
  const AgentMotion& motion = world.state.motion;
  const Bounds& bounds = world.model().bounds;
  double farthest2 = 0.0;
  low_ = Vec3{kInfinity, kInfinity, kInfinity};
  high_ = -low_;
  for (AgentIndex i = 0; i < world.model().body_count(); ++i) {
    if (!world.is_present(i)) continue;
    const Vec3 moved = bounds.displacement(motion.position(i), world.state.next.position(i));
    farthest2 = larger(farthest2, length2(moved));
    const Vec3 p = motion.position(i);
    low_ = {smaller(low_.x, p.x), smaller(low_.y, p.y), smaller(low_.z, p.z)};
    high_ = {larger(high_.x, p.x), larger(high_.y, p.y), larger(high_.z, p.z)};
  }
  reach_ = world.largest_radius() + largest_radius + std::sqrt(farthest2);
  NeighborGrid::Cells cells{.size = 2.0 * reach_};
  cells.present = world.state.status.presence();
  if (world.model().is_spatial()) cells.z = motion.z.entries();
  grid_.build(motion.x, motion.y, bounds, cells);
}

ProjectileHit HitFinder::first_hit(const ProjectileWay& way) const {
  ProjectileHit first;
  meet_agents(way, first);
  if (way.bounces)
    meet_and_leave_shapes(way, first);
  else
    meet_shapes(way, first);
  if (world_->model().is_elevated()) meet_ground(way, first);
  return first;
}

// In a world that wraps all of it; empty without bodies.
HitFinder::Part HitFinder::part_near_agents(const ProjectileWay& way) const {
  if (!(low_.x <= high_.x)) return {1.0, 0.0};  // there are none
  if (world_->model().bounds.wraps()) return {0.0, 1.0};
  const Vec3 step = way.to - way.from;
  TimeSpan part{0.0, 1.0};
  part = part.both(span_between(way.from.x, step.x, low_.x - reach_, high_.x + reach_));
  part = part.both(span_between(way.from.y, step.y, low_.y - reach_, high_.y + reach_));
  if (world_->model().is_spatial())
    part = part.both(span_between(way.from.z, step.z, low_.z - reach_, high_.z + reach_));
  return {part.begin, part.end};
}

// Looks along the way in pieces that are about as long as a cell, until no later one can matter.
void HitFinder::meet_agents(const ProjectileWay& way, ProjectileHit& first) const {
  const auto [begin_near, end_near] = part_near_agents(way);
  if (begin_near > end_near) return;
  const Vec3 step = way.to - way.from;
  const double span = end_near - begin_near;
  const double pieces = larger(1.0, std::ceil(length(step) * span / (2.0 * reach_)));
  const double half = 0.5 * length(step) * span / pieces;
  for (double k = 0.0; k < pieces && begin_near + span * (k / pieces) <= first.t; k += 1.0) {
    const Vec3 middle = way.from + step * (begin_near + span * ((k + 0.5) / pieces));
    grid_.visit_near(middle, half + reach_, [&](std::uint32_t begin, std::uint32_t end) {
      for (const SortedAgent& sorted : grid_.sorted_agents().subspan(begin, end - begin)) {
        const AgentIndex agent = sorted.agent;
        if (agent >= world_->model().body_count() || agent == way.immune) continue;
        first.add(entry_into_body(way, agent));
      }
    });
  }
}

// When the way, as the moving body sees it, enters the body grown by the radius of the projectile.
ProjectileHit HitFinder::entry_into_body(const ProjectileWay& way, AgentIndex agent) const {
  const Model& model = world_->model();
  const Vec3 center = world_->state.motion.position(agent);
  Vec3 moved;
  if (!way.takes_no_time) moved = model.bounds.displacement(center, world_->state.next.position(agent));
  Vec3 from = model.bounds.displacement(center, way.from) - moved * way.begin;
  Vec3 step = way.to - way.from - moved * (way.end - way.begin);
  const double radius = world_->state.limits.radius[agent] + way.radius;
  TimeSpan heights;
  if (model.is_elevated()) {
    const double feet = world_->state.elevation.z[agent];
    if (!way.takes_no_time) moved.z = world_->state.next_elevation.z[agent] - feet;
    heights = span_between(way.from.z - feet - moved.z * way.begin,
                           way.to.z - way.from.z - moved.z * (way.end - way.begin), -way.radius,
                           model.type_of(agent).body_height + way.radius);
    from.z = step.z = 0.0;
  }
  const TimeSpan around = span_within_radius(from, step, radius);
  const TimeSpan inside = TimeSpan{0.0, 1.0}.both(heights).both(around);
  if (inside.is_empty()) return {};
  ProjectileHit hit{inside.begin, Met::agent, agent, {}, moved / model.dt};
  if (heights.begin > around.begin)
    hit.normal = {0.0, 0.0, way.to.z < way.from.z ? 1.0 : -1.0};
  else
    hit.normal = direction(from + step * inside.begin);
  const Vec3 relative = way.to - way.from - moved * (way.end - way.begin);
  if (way.bounces && dot(relative, hit.normal) >= 0.0) return {};
  return hit;
}

void HitFinder::list_near(Vec3 p, double reach, std::vector<AgentIndex>& agents) const {
  agents.clear();
  grid_.visit_near(p, reach + reach_, [&](std::uint32_t begin, std::uint32_t end) {
    for (const SortedAgent& sorted : grid_.sorted_agents().subspan(begin, end - begin))
      if (sorted.agent < world_->model().body_count()) agents.push_back(sorted.agent);
  });
  std::ranges::sort(agents);
}

bool HitFinder::overlaps(AgentIndex agent, Vec3 p, double radius) const {
  const Model& model = world_->model();
  Vec3 away = model.bounds.displacement(world_->state.next.position(agent), p);
  if (model.is_elevated()) {
    const double feet = world_->state.next_elevation.z[agent];
    if (p.z < feet - radius || p.z > feet + model.type_of(agent).body_height + radius) return false;
    away.z = 0.0;
  }
  const double reach = world_->state.limits.radius[agent] + radius;
  return length2(away) <= reach * reach;
}

// On ground with heights shapes reach up without an end.
void HitFinder::meet_shapes(const ProjectileWay& way, ProjectileHit& first) const {
  const StaticGeometry geometry = world_->geometry();
  if (geometry.is_empty()) return;
  const bool is_spatial = geometry.is_spatial();
  const Vec3 from = is_spatial ? way.from : seen_from_above(way.from);
  const Vec3 to = is_spatial ? way.to : seen_from_above(way.to);
  const double distance = length(to - from);
  if (distance == 0.0) return;
  if (const auto hit = geometry.first_obstacle_hit(from, to, way.radius))
    first.add({smaller(hit->distance / distance, 1.0), Met::obstacle, hit->obstacle, hit->normal});
  if (const auto hit = geometry.first_swept_wall_hit(from, to, way.radius))
    first.add(
        {smaller(hit->distance / distance, 1.0), Met::wall, geometry.wall_of(hit->segment), hit->normal});
}

// Which obstacle or wall a ball bounces off is not told.
void HitFinder::meet_and_leave_shapes(const ProjectileWay& way, ProjectileHit& first) const {
  const StaticGeometry geometry = world_->geometry();
  if (geometry.is_empty()) return;
  const bool is_spatial = geometry.is_spatial();
  const Vec3 from = is_spatial ? way.from : seen_from_above(way.from);
  const Vec3 to = is_spatial ? way.to : seen_from_above(way.to);
  if (const auto touch = first_touch(geometry, from, to, way.radius, {.walls = false}))
    first.add({touch->t, Met::obstacle, 0, touch->normal});
  if (const auto touch = first_touch(geometry, from, to, way.radius, {.obstacles = false}))
    first.add({touch->t, Met::wall, 0, touch->normal});
}

void HitFinder::meet_ground(const ProjectileWay& way, ProjectileHit& first) const {
  const Model& model = world_->model();
  const Ground& ground = model.statics->ground;
  ground.visit_tops_along(way.from, way.to, way.radius, [&](const GroundTop& top) {
    meet_surface({top}, model.regions[top.region].shape, way, first);
  });
  // As a platform sees it, its region stands still.
  ground.visit_platforms_along(way.from, way.to, way.radius, [&](std::uint32_t k) {
    const Platform& platform = model.platforms[k];
    const PlatformMove& move = world_->state.platform_moves[k];
    const Vec3 shift = way.takes_no_time ? Vec3{} : move.to.shift - move.from.shift;
    const double rise = way.takes_no_time ? 0.0 : move.to.top - move.from.top;
    const GroundTop top{.region = platform.region(),
                        .from = {0.0, 0.0, move.from.top + rise * way.begin},
                        .solid = platform.is_solid()};
    ProjectileWay seen = way;
    seen.from = way.from - (move.from.shift + shift * way.begin);
    seen.to = way.to - (move.from.shift + shift);
    const Vec3 velocity = (shift + kUp * rise) / model.dt;
    meet_surface({top, rise * (way.end - way.begin), velocity}, model.regions[platform.region()].shape, seen,
                 first);
  });
  if (way.rolls) return;
  // The ground at 0, where no other lies deeper.
  const GroundTop base{};
  visit_passes(heights_above({base}, way), way.radius, true, [&](double t) {
    const Vec3 p = way.from + (way.to - way.from) * t;
    bool is_pit = false;
    ground.visit_tops_at(model.regions, seen_from_above(p),
                         [&](const GroundTop& top) { is_pit = is_pit || top.height_at(p) < 0.0; });
    if (!is_pit) first.add({t, Met::ground, 0, kUp});
  });
}

}  // namespace drover
