// Narrow passages: a formation takes the widest of its patterns that has room on the way ahead of it.
#include <algorithm>
#include <cmath>

#include "sim/definitions/ticks.h"
#include "sim/formation/formation_step.h"
#include "sim/geometry/static_room.h"

namespace drover {
namespace {

// From `back` behind a center to `reach` ahead of it.
struct DiscSweep {
  Vec3 center;                                    // [m]
  Vec3 ahead;                                     // of unit length
  double back, reach, radius, smallest_obstacle;  // [m]
};

// How far the center can go before the disc touches a wall or an obstacle that counts; infinite where it does
// not [m].
double way_of_disc(const StaticGeometry& geometry, const DiscSweep& sweep) {
  const Vec3 from = sweep.center - sweep.ahead * sweep.back;
  const Vec3 to = sweep.center + sweep.ahead * sweep.reach;
  const std::optional<WallHit> wall = geometry.first_swept_wall_hit(from, to, sweep.radius);
  const std::optional<ObstacleHit> obstacle =
      geometry.first_obstacle_hit(from, to, sweep.radius, sweep.smallest_obstacle);
  double way = kInfinity;
  if (wall) way = wall->distance;
  if (obstacle) way = smaller(way, obstacle->distance);
  return way == kInfinity ? way : larger(0.0, way - sweep.back);
}

// In which members come to a halt: by their acceleration, and later by their lag behind the anchor [m].
double braking_way(const FormationScratch& scratch) {
  const double speed = length(scratch.mean.velocity);
  return speed * speed / (2.0 * scratch.body.max_acceleration) + 2.0 * speed * scratch.arrival_time;
}

}  // namespace

// A narrower pattern is taken at once, a wider one when it has had room for some time. Where none has, and
// while the members are not yet as narrow as the way, the formation stops in time.
void FormationStep::choose_pattern() {
  if (def.pattern_fallback.empty() || scratch.placed.empty()) return;
  const auto wanted = static_cast<std::uint32_t>(widest_with_room());
  std::uint32_t& current = columns.fallback[f];
  std::uint64_t& free_since = columns.free_since[f];
  if (wanted >= current) {
    free_since = kNever;
  } else if (free_since == kNever) {
    free_since = world.state.tick;
  }
  const std::uint64_t delay = first_tick_from(def.refit_delay, world.model().dt);
  if (wanted > current || (wanted < current && world.state.tick - free_since >= delay)) {
    current = wanted;
    free_since = kNever;
    change_pattern(world, f, formation.find_pattern(def.pattern_fallback[wanted]));
    place_members();
    measure();
  }
  columns.speed_limit[f] = speed_limit();
}

// The index in pattern_fallback; the last where none has room. A disc as wide as the formation is swept from
// its rear to where its front comes to a halt.
std::size_t FormationStep::widest_with_room() {
  const std::vector<std::string>& names = def.pattern_fallback;
  std::size_t k = 0;
  while (k + 1 < names.size()) {
    const Extents extents = extents_in(formation.find_pattern(names[k]));
    const double way =
        way_of_disc(world.geometry(), {motion.position(formation.anchor), motion.heading(formation.anchor),
                                       scratch.extents.back, braking_way(scratch) + extents.front,
                                       extents.half_width, def.anchor.small_obstacle});
    if (way == kInfinity) break;
    ++k;
  }
  return k;
}

// Infinite where the pattern and the members, wherever they are now, have room ahead, and where the formation
// is about to turn to [m/s].
double FormationStep::speed_limit() {
  const Vec3 center = motion.position(formation.anchor);
  const double smallest = def.anchor.small_obstacle;
  const Extents in_pattern = extents_in(columns.pattern[f]);
  const auto limit_toward = [&](Vec3 ahead) {
    Extents extents = in_pattern;
    const Frame frame = upright(ahead);
    for (const AgentIndex i : scratch.counted) {
      const Vec3 offset = bounds.displacement(scratch.mean.position, member_pose(i).position);
      extents.half_width =
          larger(extents.half_width, std::fabs(frame.left_part(offset)) + member_body(i).radius);
      extents.front = larger(extents.front, dot(offset, frame.forward) + member_body(i).radius);
    }
    // Where something is nearer than that already, the formation may leave it, but not come nearer; where its
    // center lies in an obstacle, it may leave in any direction.
    constexpr double kTouching = 1.0 - 1e-9;  // a disc that only touches is free to go
    const double room = clear_distance(world.geometry(), bounds, center, extents.half_width, smallest);
    if (room == 0.0) return kInfinity;
    if (room < extents.half_width) extents.half_width = room * kTouching;
    const double reach = braking_way(scratch) + extents.front;
    const double way =
        way_of_disc(world.geometry(), {center, ahead, 0.0, reach, extents.half_width, smallest});
    if (way == kInfinity) return kInfinity;
    // The front may reach beyond the disc that was swept. Members that change places run ahead of the mean,
    // so it slows down twice as early as one that keeps its shape would have to.
    return stopping_speed(way - larger(0.0, extents.front - extents.half_width),
                          scratch.body.max_acceleration, 2.0 * scratch.arrival_time);
  };
  const double limit = limit_toward(motion.heading(formation.anchor));
  return smaller(limit, limit_toward(vector_in(columns.wanted_heading, f)));
}

// How far the members would reach in a pattern, all slots taken by the largest of them.
Extents FormationStep::extents_in(std::uint32_t index) {
  const PatternDef& tried = formation.pattern(index);
  const double radius = largest_radius();
  drover::lay_out(tried, {.count = std::min(scratch.members.size(), tried.capacity()), .radius = radius},
                  memory.tried);
  memory.tried_indices.clear();
  for (std::size_t k = 0; k < memory.tried.size(); ++k)
    memory.tried_indices.push_back(k);
  memory.tried_radii.assign(memory.tried.size(), radius);
  remove_drift(memory.tried, {memory.tried_indices}, memory.tried_slots);
  return extents_of(memory.tried_slots, memory.tried_indices, memory.tried_radii);
}

}  // namespace drover
