// Places for agents on a hexagonal lattice, the densest packing of equal discs, where random places do not
// hold all of them. In space layers of it lie in each other's hollows, which is a densest packing of equal
// balls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/random.h"
#include "sim/geometry/placement_space.h"
#include "sim/geometry/taken_bodies.h"
#include "sim/state/world.h"

namespace drover {

// What rounding may make of a distance that is just enough [m].
inline constexpr double kPlacementSlack = 1e-9;

void shuffle(std::vector<Vec3>& points, Draws draws);

class Lattice {
 public:
  // For agents with these radii in an area, beside the bodies that were placed before and among what does not
  // move. All of them outlive it.
  Lattice(const World& world, StaticGeometry geometry, const PlacementSpace& space, const TakenBodies& taken,
          std::span<const double> radii);

  // The place of each agent, none for those that find no room. The points, shuffled by the key of the agent
  // with this number, go to the agents by falling radius, then in order: to each the first with room.
  std::vector<std::optional<Vec3>> assign(std::uint32_t number) const;

 private:
  std::vector<Vec3> points() const;
  void add_layer(Vec3 low, std::vector<Vec3>& points) const;
  std::vector<Vec3> apart(std::span<const Vec3> points) const;
  double room_at(Vec3 p) const;

  const World& world_;
  StaticGeometry geometry_;
  const PlacementSpace& space_;
  const TakenBodies& taken_;
  std::span<const double> radii_;
  double max_radius_ = 0.0;  // m
  double pitch_ = 0.0;       // from point to point [m]
};

}  // namespace drover
