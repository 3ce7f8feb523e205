#include "sim/step/room.h"

#include <algorithm>
#include <cstdlib>

#include "sim/geometry/static_room.h"
#include "sim/state/different_floors.h"
#include "sim/step/edges.h"

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

// The same in space: the points of a face-centered cubic lattice around the origin, the densest packing of
// equal balls there is. Shell k is a cuboctahedron of 10 k^2 + 2 of them (Conway and Sloane, Sphere Packings,
// Lattices and Groups, 2nd ed., ch. 1), visited in ascending order of x, y and z.
template <class Visit>
bool visit_shell(int k, Visit&& visit) {
  constexpr double kHalfRootOfTwo = 0x1.6a09e667f3bcdp-1;
  for (int x = -k; x <= k; ++x) {
    for (int y = -k; y <= k; ++y) {
      for (int z = -k; z <= k; ++z) {
        const int sum = std::abs(x) + std::abs(y) + std::abs(z);
        const int shell = std::max({std::abs(x), std::abs(y), std::abs(z), sum / 2});
        if (sum % 2 != 0 || shell != k) continue;
        const Vec3 point{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
        if (visit(point * kHalfRootOfTwo)) return true;
      }
    }
  }
  return false;
}

}  // namespace

void BodyTable::build(const World& world, const Clearance& clearance) {
  clearance_ = clearance;
  bodies_.reset(world.model().bounds);
  for (AgentIndex i = 0; i < world.model().agents.size(); ++i)
    if (world.is_present(i)) add(world, i);
}

void BodyTable::add(const World& world, AgentIndex agent) {
  const double radius = world.state.limits.radius[agent];
  bodies_.add(world.state.motion.position(agent), radius, agent,
              larger(clearance_.spacing, 2.0 * radius + clearance_.gap));
}

bool BodyTable::is_taken(const World& world, AgentIndex agent, Vec3 p) const {
  const double own = world.state.limits.radius[agent];
  const TakenBodies::Question question{own, clearance_.gap, clearance_.spacing};
  return bodies_.any_near(p, question, [&](Vec3 way, const TakenBodies::Body& body) {
    const double touch = larger(body.radius + own + clearance_.gap, clearance_.spacing);
    return body.agent != agent && length2(way) < touch * touch &&
           !are_on_different_floors(world, agent, body.agent);
  });
}

bool BodyTable::is_free(const World& world, AgentIndex agent, Vec3 p) const {
  const Bounds& bounds = world.model().bounds;
  const double radius = world.state.limits.radius[agent] + clearance_.gap;
  return !is_beyond_closed_edges(bounds, p) &&
         is_clear_of_statics(world.geometry_for(agent), bounds, p, radius) && !is_taken(world, agent, p);
}

Vec3 BodyTable::free_place(const World& world, AgentIndex agent) const {
  const Vec3 own = world.state.motion.position(agent);
  const double radius = world.state.limits.radius[agent];
  const Bounds& bounds = world.model().bounds;
  if (is_free(world, agent, own)) return own;
  constexpr int kRings = 20, kShells = 10;
  // A little more than touching, so that rounding makes no overlap of it.
  const double step = 2.0 * radius * (1.0 + 1e-6);
  Vec3 found = own;
  const auto take = [&](Vec3 offset) {
    const Vec3 p = bounds.wraps() ? bounds.wrapped(own + offset * step) : own + offset * step;
    if (world.geometry().is_wall_between(own, own + offset * step) || !is_free(world, agent, p)) return false;
    found = p;
    return true;
  };
  if (world.model().is_spatial()) {
    for (int shell = 1; shell <= kShells; ++shell)
      if (visit_shell(shell, take)) return found;
    return own;
  }
  for (int ring = 1; ring <= kRings; ++ring)
    if (visit_ring(ring, take)) return found;
  return own;
}

}  // namespace drover
