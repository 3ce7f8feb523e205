// The largest gap between bodies that a target shows to a point: which player of a corner kick has the freest
// shot.
#pragma once

#include <span>
#include <vector>

#include "core/vec3.h"

namespace drover {

// Angles under which a segment is seen from a point [rad].
struct Opening {
  double whole = 0.0;    // of the segment
  double free = 0.0;     // all that no body covers
  double largest = 0.0;  // of the largest single gap
};

// The segment from `a` to `b`, and bodies of one radius [m], all as displacements from the point. A body
// covers bearing +- asin(radius / distance); one that the point lies in covers all. Bodies that do not stand
// between are the caller's to leave out. `scratch` is memory for the intervals.
Opening opening_of(Vec3 a, Vec3 b, std::span<const Vec3> bodies, double radius, std::vector<Vec3>& scratch);

}  // namespace drover
