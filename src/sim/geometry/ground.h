// What the ground does where: regions that slow or carry bodies or let them go one way, found through a grid,
// and regions that agents of some types may not enter, as solids. Regions do not wrap.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/vec3.h"
#include "sim/definitions/definitions.h"
#include "sim/geometry/bounds.h"
#include "sim/geometry/region.h"
#include "sim/geometry/static_grid.h"
#include "sim/geometry/static_shapes.h"

namespace drover {

// An entry that acts on the motion of bodies in its region.
struct GroundPatch {
  std::uint32_t region = 0;  // index of the region
  double speed_factor = 1.0;
  Vec3 carries;                  // m/s
  std::optional<Vec3> one_way;   // unit
  std::uint32_t top = kNoIndex;  // of ground with a height: index in tops(); it acts on who stands on that
};

// The top of ground with a height: flat, or rising along a line in the plane, evenly between its ends.
struct GroundTop {
  std::uint32_t region = 0;  // index of the region
  Vec3 from = {};            // where the rise begins; z is its height [m]
  Vec3 along = {};           // unit, in the plane; zero of flat ground
  double length = 0.0;       // of the rise, seen from above [m]
  double rise = 0.0;         // m
  bool solid = false;

  double height_at(Vec3 p) const {
    if (length == 0.0) return from.z;
    return from.z + rise * (clamp(dot(p - from, along), 0.0, length) / length);
  }
  // How much it rises per meter along x and y.
  Vec3 slope_at(Vec3 p) const {
    if (length == 0.0) return {};
    const double way = dot(p - from, along);
    return way < 0.0 || way > length ? Vec3{} : along * (rise / length);
  }
};

// A region that agents jump over, convex.
struct GroundGap {
  std::uint32_t region = 0;       // index of the region
  std::optional<Vec3> direction;  // unit; of one that is open one way, and a wall for those who go another
  std::optional<Vec3> velocity;   // to jump with [m/s]
  double bottom = -kInfinity;     // lower feet are not in it [m]

  // Whether a body that moves so may come in.
  bool is_open_to(Vec3 way) const { return !direction || dot(way, *direction) > 0.0; }
};

// The height of a top where the way from a point in its region to p leaves the region, or at p [m]. A ramp is
// entered at this height: what it rises by behind its border is no step.
double height_towards(const GroundTop& top, const Shape& region, Vec3 inside, Vec3 p);

// What agents may not enter, as obstacles (discs) and solid walls (all others).
struct GroundSolids {
  std::vector<std::uint32_t> regions;  // their indices, ascending
  StaticShapes alone;
  StaticShapes with_statics;  // after all that the world has: those keep their indices
};

class Ground {
 public:
  Ground() = default;
  // `obstacles` and `regions`: those of the world, in their places; `types`: the names of its agent types.
  // Without cells every patch is looked at, with the same answer.
  Ground(const WorldDef& def, std::span<const PlacedObstacle> obstacles, std::span<const Region> regions,
         std::span<const std::string_view> types, const Bounds& bounds, bool with_cells);

  bool is_plain() const { return patches_.empty() && tops_.empty() && solids_.empty() && gaps_.empty(); }
  // Whether some patch has a speed_factor, carries, or has a direction.
  bool slows() const { return slows_; }
  bool carries() const { return carries_; }
  bool has_one_ways() const { return has_one_ways_; }
  // Whether some gap is a wall from one side.
  bool has_gap_walls() const { return has_gap_walls_; }

  // The gaps in file order.
  std::span<const GroundGap> gaps() const { return gaps_; }
  // Calls visit(gap) in file order for those that a segment may meet, and others.
  template <class Visit>
  void visit_gaps_along(Vec3 from, Vec3 to, Visit&& visit) const {
    PresentItems(gap_grid_).visit_in_order(StaticGrid::box(from, to, 0.0),
                                           [&](std::uint32_t k) { visit(gaps_[k]); });
  }

  // The patches in file order.
  std::span<const GroundPatch> patches() const { return patches_; }
  // Calls visit(patch) in file order for the patches that p lies in; borders belong to them.
  template <class Visit>
  void visit_at(std::span<const Region> regions, Vec3 p, Visit&& visit) const {
    PresentItems(grid_).visit_in_order(StaticGrid::box(p, 0.0), [&](std::uint32_t k) {
      if (regions[patches_[k].region].shape.encloses(p)) visit(patches_[k]);
    });
  }

  // What has a height, in file order.
  std::span<const GroundTop> tops() const { return tops_; }
  // Calls visit(top) in file order for the tops over or under p; borders belong to them.
  template <class Visit>
  void visit_tops_at(std::span<const Region> regions, Vec3 p, Visit&& visit) const {
    PresentItems(top_grid_).visit_in_order(StaticGrid::box(p, 0.0), [&](std::uint32_t k) {
      if (regions[tops_[k].region].shape.encloses(p)) visit(tops_[k]);
    });
  }

  // Calls visit(top) in file order for those that may be over or under a point of a segment, and others.
  template <class Visit>
  void visit_tops_along(Vec3 from, Vec3 to, double reach, Visit&& visit) const {
    PresentItems(top_grid_).visit_in_order(StaticGrid::box(from, to, reach),
                                           [&](std::uint32_t k) { visit(tops_[k]); });
  }

  // Calls visit(index) in file order for the platforms that may come over or under p.
  template <class Visit>
  void visit_platforms_near(Vec3 p, Visit&& visit) const {
    PresentItems(platform_grid_).visit_in_order(StaticGrid::box(p, 0.0), visit);
  }
  template <class Visit>
  void visit_platforms_along(Vec3 from, Vec3 to, double reach, Visit&& visit) const {
    PresentItems(platform_grid_).visit_in_order(StaticGrid::box(from, to, reach), visit);
  }

  std::span<const GroundSolids> solids() const { return solids_; }
  // What agents of this type may not enter; nullptr where they may go anywhere.
  const GroundSolids* solids_of(std::uint32_t type) const {
    const std::uint32_t index = solids_index(type);
    return index == kNoIndex ? nullptr : &solids_[index];
  }
  // Their index; kNoIndex without.
  std::uint32_t solids_index(std::uint32_t type) const {
    return type < solids_of_type_.size() ? solids_of_type_[type] : kNoIndex;
  }

 private:
  void add_tops(const WorldDef& def, std::span<const Region> regions, bool with_cells);
  void add_platforms(const WorldDef& def, std::span<const Region> regions, bool with_cells);
  void add_patches(const WorldDef& def, std::span<const Region> regions, bool with_cells);
  void add_gaps(const WorldDef& def, std::span<const Region> regions, bool with_cells);
  void add_solids(const WorldDef& def, std::span<const PlacedObstacle> obstacles,
                  std::span<const Region> regions, std::span<const std::string_view> types,
                  const Bounds& bounds, bool with_cells);

  std::vector<GroundPatch> patches_;
  StaticGrid grid_;  // of the patches
  std::vector<GroundTop> tops_;
  StaticGrid top_grid_;
  StaticGrid platform_grid_;  // of all that they pass over
  std::vector<GroundGap> gaps_;
  StaticGrid gap_grid_;
  bool has_gap_walls_ = false;
  bool slows_ = false;
  bool carries_ = false;
  bool has_one_ways_ = false;
  std::vector<GroundSolids> solids_;           // one for each set of regions that is forbidden to some type
  std::vector<std::uint32_t> solids_of_type_;  // kNoIndex without; without any the list may be empty
};

// All of a world that neither moves nor changes. Worlds of one definition can share it where their obstacles
// stand in the same places.
struct Statics {
  StaticShapes shapes;
  Ground ground;
};

}  // namespace drover
