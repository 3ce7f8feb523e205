#include "sim/step/room.h"

#include <bit>
#include <cmath>

#include "sim/geometry/static_room.h"

namespace drover {
namespace {

// The points of a hexagonal lattice around the origin: ring k has 6 k of them, counter-clockwise from +x. The
// densest packing of equal bodies, so a crowd that appears at one point is as compact as it can be.
template <class Visit>
bool visit_ring(int k, Visit&& visit) {
  constexpr double kHalfRootOfThree = 0x1.bb67ae8584caap-1;
  constexpr Vec3 kCorners[] = {
      {1.0, 0.0, 0.0},  {0.5, kHalfRootOfThree, 0.0},   {-0.5, kHalfRootOfThree, 0.0},
      {-1.0, 0.0, 0.0}, {-0.5, -kHalfRootOfThree, 0.0}, {0.5, -kHalfRootOfThree, 0.0}};
  for (int corner = 0; corner < 6; ++corner) {
    const Vec3 from = kCorners[corner] * static_cast<double>(k);
    const Vec3 along = kCorners[(corner + 2) % 6];
    for (int step = 0; step < k; ++step)
      if (visit(from + along * static_cast<double>(step))) return true;
  }
  return false;
}

}  // namespace

void BodyTable::reserve(std::size_t count) {
  first_.reserve(std::bit_ceil(2 * count + 1));
  next_.reserve(count);
}

void BodyTable::build(const World& world) {
  const std::size_t count = world.model().agents.size();
  cell_ = 2.0 * world.largest_radius();
  first_.assign(std::bit_ceil(2 * count + 1), kNoIndex);
  next_.assign(count, kNoIndex);
  for (AgentIndex i = 0; i < count; ++i)
    if (world.is_present(i)) add(world, i);
}

void BodyTable::add(const World& world, AgentIndex agent) {
  const Vec3 p = world.state.motion.position(agent);
  std::uint32_t& first = first_[slot_of(cell_of(p.x), cell_of(p.y))];
  next_[agent] = first;
  first = agent;
}

std::int64_t BodyTable::cell_of(double v) const {
  constexpr double kFarthest = 1e15;  // beyond, all are in one cell
  return static_cast<std::int64_t>(clamp(std::floor(v / cell_), -kFarthest, kFarthest));
}

std::size_t BodyTable::slot_of(std::int64_t column, std::int64_t row) const {
  // Multipliers of Teschner et al., Optimized Spatial Hashing for Collision Detection of Deformable Objects
  // (2003).
  const std::uint64_t hash =
      static_cast<std::uint64_t>(column) * 73856093u ^ static_cast<std::uint64_t>(row) * 19349663u;
  return static_cast<std::size_t>(hash) & (first_.size() - 1);
}

// Whether a body whose nearest image is at `image` overlaps that of the agent at p.
bool BodyTable::is_taken_near(const World& world, AgentIndex agent, Vec3 p, Vec3 image) const {
  const SharedColumn<double>& radius = world.state.limits.radius;
  for (std::int64_t column = cell_of(image.x) - 1; column <= cell_of(image.x) + 1; ++column) {
    for (std::int64_t row = cell_of(image.y) - 1; row <= cell_of(image.y) + 1; ++row) {
      for (std::uint32_t k = first_[slot_of(column, row)]; k != kNoIndex; k = next_[k]) {
        const double touch = radius[k] + radius[agent];
        const Vec3 way = world.model().bounds.displacement(world.state.motion.position(k), p);
        if (k != agent && length2(way) < touch * touch) return true;
      }
    }
  }
  return false;
}

bool BodyTable::is_taken(const World& world, AgentIndex agent, Vec3 p) const {
  const Bounds& bounds = world.model().bounds;
  if (!bounds.wraps()) return is_taken_near(world, agent, p, p);
  for (const double x : {-1.0, 0.0, 1.0}) {
    for (const double y : {-1.0, 0.0, 1.0}) {
      const Vec3 image = p + Vec3{x * bounds.size().x, y * bounds.size().y, 0.0};
      if (is_taken_near(world, agent, p, image)) return true;
    }
  }
  return false;
}

Vec3 BodyTable::free_place(const World& world, AgentIndex agent) const {
  const Vec3 own = world.state.motion.position(agent);
  const double radius = world.state.limits.radius[agent];
  const Bounds& bounds = world.model().bounds;
  const auto is_free = [&](Vec3 p) {
    return is_clear_of_statics(world.model().geometry_for(agent), bounds, p, radius) &&
           !is_taken(world, agent, p);
  };
  if (is_free(own)) return own;
  constexpr int kRings = 20;
  // A little more than touching, so that rounding makes no overlap of it.
  const double step = 2.0 * radius * (1.0 + 1e-6);
  Vec3 place = own;
  const auto take = [&](Vec3 offset) {
    const Vec3 p = bounds.wraps() ? bounds.wrapped(own + offset * step) : own + offset * step;
    const bool is_inside = !bounds.is_bounded() || bounds.edge() == Edge::open || bounds.contains(p);
    if (!is_inside || world.model().geometry.is_wall_between(own, own + offset * step) || !is_free(p))
      return false;
    place = p;
    return true;
  };
  for (int ring = 1; ring <= kRings; ++ring)
    if (visit_ring(ring, take)) return place;
  return own;
}

}  // namespace drover
