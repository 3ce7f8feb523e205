// Narrow passages: a formation takes the widest of its patterns that has room on the way ahead of it.
#include <algorithm>
#include <array>
#include <cmath>

#include "sim/definitions/ticks.h"
#include "sim/formation/formation_step.h"
#include "sim/formation/passage_sweep.h"
#include "sim/geometry/static_room.h"
#include "sim/state/trails.h"

namespace drover {
namespace {

// By so many pieces the trail of a formation that turns in succession is looked at.
constexpr std::size_t kPointsBehind = 32;

// Of a disc from `back` behind a center, or from the last of some points behind it, to `reach` ahead of it:
// over some points and `front` beyond the last one, where the way ends, or straight ahead without any. Of a
// way with more points than are known the disc goes on straight.
struct DiscSweep {
  Vec3 center;                                    // [m]
  Vec3 ahead;                                     // of unit length
  double back, reach, radius, smallest_obstacle;  // [m]
  std::span<const Vec3> points = {};              // [m]
  double front = 0.0;                             // [m]
  std::span<const Vec3> points_behind = {};       // from the center on [m]
};

// Where the disc touches something on its way.
struct Touch {
  double way = kInfinity;  // of the center until then; infinite where it does not [m]
  Vec3 ahead = {};         // unit, of the way there
  Vec3 normal = {};        // unit, from what is touched to the center

  bool exists() const { return way < kInfinity; }
};

// On the line between two points.
Touch touch_between(const StaticGeometry& geometry, const DiscSweep& sweep, Vec3 from, Vec3 to) {
  const std::optional<WallHit> wall = geometry.first_swept_wall_hit(from, to, sweep.radius);
  const std::optional<ObstacleHit> obstacle =
      geometry.first_obstacle_hit(from, to, sweep.radius, sweep.smallest_obstacle);
  Touch touch;
  const Vec3 ahead = direction(to - from);
  if (wall) touch = {wall->distance, ahead, wall->normal};
  if (obstacle && obstacle->distance < touch.way) touch = {obstacle->distance, ahead, obstacle->normal};
  return touch;
}

// What is touched behind the center holds it where it is.
bool touches_behind(const StaticGeometry& geometry, const DiscSweep& sweep) {
  Vec3 from = sweep.center;
  for (const Vec3 point : sweep.points_behind) {
    if (touch_between(geometry, sweep, from, point).exists()) return true;
    from = point;
  }
  return false;
}

Touch first_touch(const StaticGeometry& geometry, const DiscSweep& sweep) {
  if (touches_behind(geometry, sweep)) return {.way = 0.0, .ahead = sweep.ahead, .normal = -sweep.ahead};
  const Vec3 rear = sweep.center - sweep.ahead * sweep.back;
  if (sweep.points.empty()) {
    Touch touch = touch_between(geometry, sweep, rear, sweep.center + sweep.ahead * sweep.reach);
    touch.way = larger(0.0, touch.way - sweep.back);
    return touch;
  }
  if (Touch touch = touch_between(geometry, sweep, rear, sweep.center); touch.exists()) {
    touch.way = 0.0;
    return touch;
  }
  double gone = 0.0;
  Vec3 from = sweep.center;
  Vec3 ahead = sweep.ahead;
  const auto go = [&](double distance) {
    Touch touch = touch_between(geometry, sweep, from, from + ahead * smaller(distance, sweep.reach - gone));
    touch.way += gone;
    gone += distance;
    from += ahead * distance;
    return touch;
  };
  for (const Vec3 point : sweep.points) {
    const double distance = length(point - from);
    if (distance < kLengthEpsilon) continue;
    ahead = (point - from) / distance;
    if (const Touch touch = go(distance); touch.exists()) return touch;
    if (gone >= sweep.reach) return {};
  }
  const bool is_known = sweep.points.size() < kMostPointsAhead;
  return go(is_known ? sweep.front : sweep.reach);
}

// In which members come to a halt: by their acceleration, and later by their lag behind the anchor [m].
double braking_way(const FormationScratch& scratch, double speed) {
  return speed * speed / (2.0 * scratch.body.max_acceleration) + 2.0 * speed * scratch.arrival_time;
}

double braking_way(const FormationScratch& scratch) {
  return braking_way(scratch, length(scratch.mean.velocity));
}

// A formation on a way: a disc that has a nose, as wide as its pattern and as its members, wherever they are
// now. Members that change places run ahead of the mean, so it slows down twice as early as one that keeps
// its shape would have to.
class MovingBody {
 public:
  // Over the points, or straight ahead without any. Where something is nearer than half the width already,
  // the formation may leave that, but not come nearer.
  MovingBody(FormationStep& step, Vec3 ahead, std::span<const Vec3> points)
      : step_(step), extents_(step.extents_in(step.columns.pattern[step.f])) {
    const Frame frame =
        upright(step.turns_in_succession() ? step.motion.heading(step.formation.anchor) : ahead);
    for (std::size_t k = 0; k < step.scratch.counted.size(); ++k) {
      const Vec3 offset = offset_of(k);
      const double radius = step.member_body(step.scratch.counted[k]).radius;
      extents_.half_width = larger(extents_.half_width, std::fabs(frame.left_part(offset)) + radius);
      extents_.front = larger(extents_.front, dot(offset, frame.forward) + radius);
    }
    const Vec3 center = step.motion.position(step.formation.anchor);
    sweep_ = {.center = center,
              .ahead = ahead,
              .back = 0.0,
              .reach = braking_way(step.scratch) + extents_.front,
              .radius = room_up_to(extents_.half_width, center),
              .smallest_obstacle = step.def.anchor.small_obstacle,
              .points = points,
              .front = extents_.front};
    // Where the center lies in an obstacle, it may leave in any direction.
    if (sweep_.radius > 0.0) touch_ = first_touch(step.world.geometry(), sweep_);
  }

  // Of what the nose touches [m/s].
  double speed_limit() const { return touch_.exists() ? speed_within(touch_.way - nose()) : kInfinity; }

  // A velocity without as much of its part toward what is touched as does not stop in time: the formation
  // slides along it to where there is room. Where it would slide against something else, that holds it too.
  Vec3 slid(Vec3 velocity) const {
    if (!touch_.exists()) return velocity;
    const Obstruction first = obstruction(touch_, touch_.way - nose());
    const Vec3 held_once = held(velocity, first);
    DiscSweep aside = sweep_;
    aside.radius *= kTouching;
    const Vec3 from = sweep_.center + sweep_.ahead * smaller(nose(), touch_.way);
    const Vec3 way = direction(held_once) * larger(braking_way(step_.scratch), sweep_.radius);
    const Touch next = touch_between(step_.world.geometry(), aside, from, from + way);
    if (!next.exists()) return held_once;
    const Obstruction second = obstruction(next, next.way);
    const Vec3 held_twice = held(held_once, second);
    return held_twice == held(held_twice, first) ? held_twice : held_by_both(first, second);
  }

 private:
  // From the middle of the members, or from the front of those that turn in succession, whose places on the
  // way are as if this was straight [m].
  Vec3 offset_of(std::size_t k) const {
    if (step_.turns_in_succession()) return step_.offset_from_anchor(k);
    const Vec3 position = step_.member_pose(step_.scratch.counted[k]).position;
    return step_.bounds.displacement(step_.scratch.mean.position, position);
  }
  // By how much the front reaches beyond the disc [m].
  double nose() const { return larger(0.0, extents_.front - extents_.half_width); }
  // A radius [m], or as much of it as there is room for about a place.
  double room_up_to(double radius, Vec3 place) const {
    const double room =
        clear_distance(step_.world.geometry(), step_.bounds, place, radius, step_.def.anchor.small_obstacle);
    return room < radius ? room * kTouching : radius;
  }
  double speed_within(double way) const {
    return stopping_speed(way, step_.scratch.body.max_acceleration, 2.0 * step_.scratch.arrival_time);
  }
  // What keeps the formation from going on, and how far it is to that along the normal.
  struct Obstruction {
    Vec3 normal;  // unit, toward the formation
    double way;   // [m]
  };
  static Obstruction obstruction(const Touch& touch, double way) {
    return {touch.normal, way * larger(0.0, -dot(touch.ahead, touch.normal))};
  }
  // A velocity that comes no faster toward something than stops before it.
  Vec3 held(Vec3 velocity, const Obstruction& by) const {
    const double excess = -dot(velocity, by.normal) - speed_within(by.way);
    return excess > 0.0 ? velocity + by.normal * excess : velocity;
  }

  // As fast toward both as stops before them.
  Vec3 held_by_both(const Obstruction& a, const Obstruction& b) const {
    const double sine = cross(a.normal, b.normal).z;
    if (std::fabs(sine) < kLengthEpsilon) return {};
    const double toward_a = -speed_within(a.way) / sine;
    const double toward_b = -speed_within(b.way) / sine;
    return {toward_a * b.normal.y - toward_b * a.normal.y, toward_b * a.normal.x - toward_a * b.normal.x,
            0.0};
  }

  static constexpr double kTouching = 1.0 - 1e-9;  // a disc that only touches is free to go

  FormationStep& step_;
  Extents extents_;
  DiscSweep sweep_;
  Touch touch_;
};

// From the rear of a formation to its anchor: along the trail, or straight.
void add_way_behind(const World& world, const Formation& formation, double back, bool is_bent,
                    std::vector<Vec3>& out) {
  const Vec3 anchor = world.state.motion.position(formation.anchor);
  const Vec3 heading = world.state.motion.heading(formation.anchor);
  if (is_bent) {
    const TrailPath trail(world, formation.trail, anchor);
    for (std::size_t k = trail.exists() ? kPointsBehind : 0; k > 0; --k) {
      const double behind = back * static_cast<double>(k) / static_cast<double>(kPointsBehind);
      out.push_back(trail.point_beyond(trail.end() - behind, heading));
    }
  } else {
    out.push_back(anchor - heading * back);
  }
  out.push_back(anchor);
}

// On from the last point over others, as far as it reaches, and beyond the last of them by `front`, where
// the way ends there, or straight on.
void add_way_ahead(std::span<const Vec3> points, Vec3 heading, double reach, double front,
                   std::vector<Vec3>& out) {
  Vec3 ahead = heading;
  const auto go = [&](double distance) {
    distance = smaller(distance, reach);
    out.push_back(out.back() + ahead * distance);
    reach -= distance;
  };
  for (const Vec3 point : points) {
    const double distance = length(point - out.back());
    if (distance < kLengthEpsilon || reach <= 0.0) continue;
    ahead = (point - out.back()) / distance;
    go(distance);
  }
  const bool ends = !points.empty() && points.size() < kMostPointsAhead;
  if (reach > 0.0) go(ends ? front : reach);
}

// Where the way of an anchor leads first, or its heading.
Vec3 direction_of_way(const FormationStep& step, std::span<const Vec3> points) {
  const Vec3 heading = step.motion.heading(step.formation.anchor);
  if (points.empty()) return heading;
  const Vec3 toward = direction(points.front() - step.motion.position(step.formation.anchor));
  return toward == Vec3{} ? heading : toward;
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
// its rear to where its front comes to a halt. A wider pattern than the present one needs room for all that
// this covers, so that a long one has passed before it is given up, and at the speed that is wanted, because
// members who have just changed places are slow; and none is taken while the present one is held back.
std::size_t FormationStep::widest_with_room() {
  const std::vector<std::string>& names = def.pattern_fallback;
  const std::uint32_t current = columns.fallback[f];
  const double wanted_speed = length(wanted_velocity_of(world, f));
  const double way = braking_way(scratch);
  const double way_when_wider = larger(way, braking_way(scratch, wanted_speed));
  const bool is_bent = turns_in_succession();
  std::array<Vec3, kPointsBehind> behind;
  if (is_bent) find_points_behind(scratch.extents.back, behind);
  std::size_t k = columns.speed_limit[f] < kInfinity ? current : 0;
  while (k + 1 < names.size()) {
    const Extents extents = extents_in(formation.find_pattern(names[k]));
    const double front = k < current ? larger(extents.front, scratch.extents.front) : extents.front;
    const Touch touch = first_touch(world.geometry(),
                                    {.center = motion.position(formation.anchor),
                                     .ahead = motion.heading(formation.anchor),
                                     .back = is_bent ? 0.0 : scratch.extents.back,
                                     .reach = (k < current ? way_when_wider : way) + front,
                                     .radius = extents.half_width,
                                     .smallest_obstacle = def.anchor.small_obstacle,
                                     .points = memory.points_ahead[f],
                                     .front = front,
                                     .points_behind = std::span(behind).first(is_bent ? behind.size() : 0)});
    if (!touch.exists()) break;
    ++k;
  }
  return k;
}

// Infinite where the pattern and the members, wherever they are now, have room on the way of the anchor or,
// without one, ahead and where the formation is about to turn to [m/s].
double FormationStep::speed_limit() {
  const std::span<const Vec3> points = memory.points_ahead[f];
  const double limit = MovingBody(*this, direction_of_way(*this, points), points).speed_limit();
  if (!points.empty()) return limit;
  return smaller(limit, MovingBody(*this, vector_in(columns.wanted_heading, f), {}).speed_limit());
}

// What the anchor wants, as far as it does not lead the formation into something.
Vec3 FormationStep::kept_clear(Vec3 velocity) {
  if (columns.speed_limit[f] == kInfinity) return velocity;
  const std::span<const Vec3> points = memory.points_ahead[f];
  velocity = MovingBody(*this, direction_of_way(*this, points), points).slid(velocity);
  if (!points.empty()) return velocity;
  return MovingBody(*this, vector_in(columns.wanted_heading, f), {}).slid(velocity);
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
  const auto shift = formation.turns_in_succession[index] != 0 ? put_front_at_anchor : remove_drift;
  shift(memory.tried, {memory.tried_indices}, memory.tried_slots);
  return extents_of(memory.tried_slots, memory.tried_indices, memory.tried_radii);
}

PassageSweep passage_sweep(const World& world, std::uint32_t f, const FormationScratch& scratch,
                           std::span<const Vec3> points_ahead) {
  const Formation& formation = world.model().formations[f];
  const FormationColumns& columns = world.state.formation_columns;
  PassageSweep sweep{
      .points = {}, .half_width = scratch.extents.half_width, .is_held = columns.speed_limit[f] < kInfinity};
  add_way_behind(world, formation, scratch.extents.back,
                 formation.turns_in_succession[columns.pattern[f]] != 0, sweep.points);
  add_way_ahead(points_ahead, world.state.motion.heading(formation.anchor),
                braking_way(scratch) + scratch.extents.front, scratch.extents.front, sweep.points);
  return sweep;
}

}  // namespace drover
