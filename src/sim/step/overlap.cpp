#include "sim/step/overlap.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/fixed_sum.h"

namespace drover {
namespace {

// The unit vector along which b leaves a; the fallback direction of coincident agents is +x, so the
// higher index moves towards +x.
Vec3 separation_direction(const Bounds& bounds, const AgentMotion& state, AgentIndex a, AgentIndex b) {
  const Vec3 u = direction(bounds.displacement(state.position(a), state.position(b)));
  return u == Vec3{} ? Vec3{1.0, 0.0, 0.0} : u;
}

// Moves p by push(k, p) for each nearby item k of the grid, in ascending order, each time from the position
// the item before left it at. The query reaches a radius farther than the items act. When p leaves that
// margin, the query is repeated from the next item on: items passed over were out of reach of the positions
// they were tested at. `before` is a second position; the items between it and p are included.
template <class Push>
Vec3 pushed_off(const StaticGrid& grid, Vec3 before, Vec3 p, double radius, Push&& push) {
  std::uint32_t next = 0;
  bool is_out = true;
  while (is_out) {
    const Vec3 looked = p;
    is_out = false;
    grid.visit_in_order(StaticGrid::box(before, p, radius + radius), [&](std::uint32_t k) {
      if (is_out || k < next) return;
      const Vec3 from = p;
      p = push(k, from);
      next = k + 1;
      if (p == from) return;
      // The query around a position that is not finite returned everything.
      is_out =
          is_finite(looked) && !(std::fabs(p.x - looked.x) <= radius && std::fabs(p.y - looked.y) <= radius);
    });
  }
  return p;
}

// Whether contacts can move the agent.
bool yields(const World& world, AgentIndex i) {
  return world.is_present(i) && world.model().agents.immovable[i] == 0;
}

// Moves an agent and notes that it was moved.
void move_to(AgentMotion& state, AgentIndex i, Vec3 p, std::span<std::uint8_t> moved) {
  if (p == state.position(i)) return;
  state.set_position(i, p);
  moved[i] = 1;
}

void push_out_of_obstacles(const World& world, AgentMotion& state, std::span<std::uint8_t> moved) {
  for (AgentIndex i = 0; i < state.size(); ++i) {
    if (!yields(world, i)) continue;
    const StaticGeometry& geometry = world.model().geometry_for(i);
    const double radius = world.state.limits.radius[i];
    const Vec3 start = state.position(i);
    const auto push = [&](std::uint32_t k, Vec3 p) {
      const Shape& shape = geometry.shapes()[k];
      if (!shape.is_solid_circle()) return p;
      const Vec3 out = world.model().bounds.displacement(shape.center(), p);
      const double depth = shape.rounding() + radius - length(out);
      if (depth <= 0.0) return p;
      const Vec3 u = direction(out);
      return p + (u == Vec3{} ? Vec3{1.0, 0.0, 0.0} : u) * depth;
    };
    move_to(state, i, pushed_off(geometry.obstacle_grid(), start, start, radius, push), moved);
  }
}

// Which side of the wall's line a point is on: +1 left, where the line itself belongs to, or -1.
double side_of(const Segment& wall, Vec3 p) {
  return dot(p - wall.a, wall.normal) < 0.0 ? -1.0 : 1.0;
}

// Whether the segment from `before` to `after` crosses the wall.
bool passes_through(const Segment& wall, Vec3 before, Vec3 after) {
  if (side_of(wall, before) == side_of(wall, after)) return false;
  const Vec3 displacement = after - before;
  const double side_a = cross(displacement, wall.a - before).z;
  const double side_b = cross(displacement, wall.b - before).z;
  return !(side_a > 0.0 && side_b > 0.0) && !(side_a < 0.0 && side_b < 0.0);
}

// The position at which the body of an agent clears the wall; its own if it does already. An agent that went
// through in this step, however fast, comes back to the side it was on.
Vec3 off_wall(const Segment& wall, Vec3 before, Vec3 p, double radius) {
  const bool through = passes_through(wall, before, p);
  const Vec3 nearest = nearest_point_on_segment(wall.a, wall.b, p);
  const Vec3 out = p - nearest;
  if (!through && length2(out) >= radius * radius) return p;
  const bool at_end = nearest == wall.a || nearest == wall.b;
  const Vec3 around = direction(out);
  if (at_end && !through && !(around == Vec3{})) return nearest + around * radius;
  return nearest + wall.normal * (radius * (through ? side_of(wall, before) : side_of(wall, p)));
}

// Where a body ends whose center is inside a solid wall: beyond the nearest point of the wall.
Vec3 out_of_solids(const StaticGeometry& geometry, Vec3 p, double radius) {
  Vec3 out = p;
  geometry.visit_solids_around(p, [&](std::uint32_t wall) {
    const Vec3 nearest = geometry.nearest_point_of_wall(wall, p);
    out = nearest + direction(nearest - p) * radius;
  });
  return out;
}

void push_off_walls(const World& world, AgentMotion& state, std::span<std::uint8_t> moved) {
  for (AgentIndex i = 0; i < state.size(); ++i) {
    if (!yields(world, i)) continue;
    const double radius = world.state.limits.radius[i];
    const StaticGeometry& geometry = world.model().geometry_for(i);
    // A body that was inside already may come out through the wall.
    const Vec3 before = out_of_solids(geometry, world.state.motion.position(i), radius);
    const Vec3 start = out_of_solids(geometry, state.position(i), radius);
    const auto push = [&](std::uint32_t k, Vec3 p) {
      return off_wall(geometry.segments()[k], before, p, radius);
    };
    const Vec3 p = pushed_off(geometry.segment_grid(), before, start, radius, push);
    move_to(state, i, p, moved);
  }
}

// The parts of an overlap by which the agents of a pair move.
struct Shares {
  double a, b;
};

Shares shares_of(const World& world, const Overlap& pair) {
  const SharedColumn<std::uint8_t>& immovable = world.model().agents.immovable;
  const bool a_yields = immovable[pair.a] == 0;
  const bool b_yields = immovable[pair.b] == 0;
  if (!a_yields || !b_yields) return {a_yields ? 1.0 : 0.0, b_yields ? 1.0 : 0.0};
  if (world.model().non_penetration.weighting == PenetrationWeighting::equal) return {0.5, 0.5};
  const double mass_a = world.state.limits.mass[pair.a];
  const double mass_b = world.state.limits.mass[pair.b];
  const double share_a = mass_b / (mass_a + mass_b);
  return {share_a, 1.0 - share_a};
}

}  // namespace

void list_overlaps(const World& world, const AgentMotion& state, const NeighborGrid& grid, AgentIndex a,
                   double largest_radius, std::vector<Overlap>& out) {
  const Vec3 p = state.position(a);
  const double radius = world.state.limits.radius[a];
  grid.visit_near(p, radius + largest_radius, [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t k = begin; k < end; ++k) {
      const AgentIndex b = grid.sorted_agents()[k].agent;
      if (b <= a) continue;
      const double touch = radius + world.state.limits.radius[b];
      const double d2 = length2(world.model().bounds.displacement(p, state.position(b)));
      if (d2 >= touch * touch) continue;
      const double depth = touch - std::sqrt(d2);
      if (depth > 0.0) out.push_back({a, b, depth});
    }
  });
}

void sort_pairs(std::vector<Overlap>& pairs) {
  std::sort(pairs.begin(), pairs.end(),
            [](const Overlap& l, const Overlap& r) { return l.a != r.a ? l.a < r.a : l.b < r.b; });
}

std::span<const Overlap> OverlapFinder::find(const World& world, const AgentMotion& state) {
  pairs_.clear();
  // Equal discs touch at most six others, three pairs each; twice that is enough for all but heaps of agents.
  pairs_.reserve(6 * state.size());
  const double largest = world.largest_radius();
  grid_.build(state.x, state.y, world.model().bounds,
              {.enabled = world.model().partition.enabled,
               .size = larger(largest, 1e-3),
               .present = world.state.status.presence()});
  for (AgentIndex a = 0; a < state.size(); ++a) {
    if (world.is_present(a)) list_overlaps(world, state, grid_, a, largest, pairs_);
  }
  sort_pairs(pairs_);
  return pairs_;
}

void OverlapResolver::resolve(const World& world, AgentMotion& state) {
  begin(state);
  for (std::int64_t pass = 0; pass < world.model().non_penetration.iterations; ++pass) {
    push_agents(world, state);
    if (world.model().non_penetration.obstacles) push_out_of_obstacles(world, state, moved_);
    if (world.model().non_penetration.walls) push_off_walls(world, state, moved_);
  }
  correct_velocities(world, state);
}

void OverlapResolver::begin(const AgentMotion& state) {
  moved_.assign(state.size(), 0);
  max_speed2_.resize(state.size());
  for (AgentIndex i = 0; i < state.size(); ++i)
    max_speed2_[i] = length2(state.velocity(i));
  push_x_.reserve(state.size());
  push_y_.reserve(state.size());
  next_max_speed2_.reserve(state.size());
}

void OverlapResolver::push_agents(const World& world, AgentMotion& state) {
  const std::span<const Overlap> pairs = finder_.find(world, state);
  if (pairs.empty()) return;
  push_x_.assign(state.size(), 0);
  push_y_.assign(state.size(), 0);
  next_max_speed2_ = max_speed2_;
  const FixedScale scale = FixedScale::for_bound(2.0 * world.largest_radius());
  const auto add = [&](AgentIndex i, AgentIndex other, Vec3 push) {
    push_x_[i] += scale.to_fixed(push.x);
    push_y_[i] += scale.to_fixed(push.y);
    next_max_speed2_[i] = larger(next_max_speed2_[i], max_speed2_[other]);
  };
  for (const Overlap& pair : pairs) {
    const Shares shares = shares_of(world, pair);
    const Vec3 push = separation_direction(world.model().bounds, state, pair.a, pair.b) *
                      (world.model().non_penetration.relaxation * pair.depth);
    add(pair.a, pair.b, push * -shares.a);
    add(pair.b, pair.a, push * shares.b);
  }
  std::swap(max_speed2_, next_max_speed2_);
  for (AgentIndex i = 0; i < state.size(); ++i) {
    if (push_x_[i] == 0 && push_y_[i] == 0) continue;
    state.x[i] += scale.to_double(push_x_[i]);
    state.y[i] += scale.to_double(push_y_[i]);
    moved_[i] = 1;
  }
}

// The velocity of position-based dynamics: a body that was moved has the velocity of its way in this step,
// (x(t + dt) - x(t)) / dt. What it pushes against takes the component towards it away; the one along it is
// kept. An overlap that was there before would also be turned into speed: a contact without restitution makes
// no body faster than the fastest of those that push each other, so that is the limit. Müller, Heidelberger,
// Hennix and Ratcliff, Position Based Dynamics (2007), section 3.1; Müller et al., Detailed Rigid Body
// Simulation with Extended Position Based Dynamics (2020), section 3.6, on speed out of overlaps.
void OverlapResolver::correct_velocities(const World& world, AgentMotion& state) const {
  for (AgentIndex i = 0; i < state.size(); ++i) {
    if (moved_[i] == 0) continue;
    const Vec3 way = state.position(i) - world.state.motion.position(i);
    // Nor does it become faster than it may be.
    const double own_limit = larger(world.state.limits.max_speed[i], length(state.velocity(i)));
    state.set_velocity(i, clip(way / world.model().dt, smaller(std::sqrt(max_speed2_[i]), own_limit)));
  }
}

}  // namespace drover
