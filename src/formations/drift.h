// What a formation takes from its members, and the slots that go with it: means of positions and headings,
// and slot tables whose occupied slots average to the anchor. An anchor that is set to the mean of its
// members would otherwise walk by the mean of the occupied slots (Millington & Funge 3.7.4, "Drift").
//
// All columns are in ascending order of agents: sums are added up in it. An empty column of weights weighs
// all alike. Directions are unit vectors.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "formations/pattern.h"

namespace drover {

// The slots of the members that count. Only they enter a mean; a sum over them divided by the number of all
// slots is no mean.
struct Occupancy {
  std::span<const std::size_t> slots;  // of each member
  std::span<const double> weights = {};
};

// The weighted mean; zero for no value.
Vec3 weighted_mean(std::span<const Vec3> values, std::span<const double> weights = {});

// The mean direction; `otherwise` where directions cancel: below 1e-6 per member.
Vec3 circular_mean(std::span<const Vec3> directions, std::span<const double> weights, Vec3 otherwise);

// The mean of the occupied slots [m]; zero for none.
Vec3 centroid(std::span<const PatternSlot> slots, const Occupancy& occupied);

// The slots about the centroid of the occupied ones, which moves where slots do. `out` may be used again, but
// must not be the memory of `slots`.
void remove_drift(std::span<const PatternSlot> slots, const Occupancy& occupied,
                  std::vector<PatternSlot>& out);

// The same slots about the centroid and the mean facing: turned back by the angle that is returned, by which
// the anchor has to turn forward. None, and `out` untouched, where facings cancel, such as in every full
// circle.
std::optional<double> change_frame(std::span<const PatternSlot> slots, const Occupancy& occupied,
                                   std::vector<PatternSlot>& out);

// Slots of which the foremost are level with the anchor; those that are occupied lie about it to the sides.
void put_front_at_anchor(std::span<const PatternSlot> slots, const Occupancy& occupied,
                         std::vector<PatternSlot>& out);

// The heading that turns the drift-free slots best, in the least-squares sense, to the members that fill
// them, as seen from above. `members` are displacements from the mean of the members. `otherwise` where they
// have no extent (both sums below 1e-9 m^2): for one member, or all in one point or above each other.
Vec3 heading_by_geometry(std::span<const PatternSlot> slots, const Occupancy& occupied,
                         std::span<const Vec3> members, Vec3 otherwise);

// The mean of what each member's heading, which is horizontal, says about the heading of the formation.
Vec3 heading_by_facing(std::span<const PatternSlot> slots, const Occupancy& occupied,
                       std::span<const Vec3> headings, Vec3 otherwise);

// How far members reach from the anchor [m]; zero for no member. `half_width`: from the axis along which it
// travels, to the sides and in space up and down.
struct Extents {
  double radius = 0.0;
  double front = 0.0;
  double back = 0.0;
  double half_width = 0.0;
};
// `radii` are those of the members.
Extents extents_of(std::span<const PatternSlot> slots, std::span<const std::size_t> occupied,
                   std::span<const double> radii);

}  // namespace drover
