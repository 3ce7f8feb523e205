// Corners of polylines rounded by the circle that a vehicle turns on. Own derivation.
#pragma once

#include <optional>

#include "core/vec3.h"

namespace drover {

// The arc that touches both legs of a corner.
struct Fillet {
  Vec3 begin{};          // where it leaves the leg before the corner
  Vec3 center{};         // of the circle
  Vec3 end{};            // where it meets the leg after it
  double turn = 0.0;     // left positive, in (-pi, pi) [rad]
  double tangent = 0.0;  // from either end to the corner [m]
  double length = 0.0;   // of the arc [m]
  double cut = 0.0;      // how far the arc stays away from the corner [m]
};

// Legs meet in `corner` at the turn theta. The arc of radius R begins R tan(|theta| / 2) before it, is R
// |theta| long, shorter than the legs by R (2 tan(|theta| / 2) - |theta|), and misses the corner by R (1 /
// cos(theta / 2) - 1). None where the legs are in line, or opposite, or shorter than kLengthEpsilon, or
// shorter than its tangents: legs between two corners are shared, so that each gets `share` of a leg (1/2 for
// legs with fillets at both ends).
std::optional<Fillet> corner_fillet(Vec3 before, Vec3 corner, Vec3 after, double radius, double share = 0.5);

// The greatest radius that has room [m]: the shorter share over tan(|theta| / 2); infinite for legs in line
// and 0 for opposite ones.
double greatest_fillet_radius(Vec3 before, Vec3 corner, Vec3 after, double share = 0.5);

// How far from the middle of a lane of a half width a corner may be cut limits the radius as well [m]:
// cut / (1 / cos(theta / 2) - 1).
double fillet_radius_of_cut(double turn, double cut);

}  // namespace drover
