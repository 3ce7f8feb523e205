// Shortest curves of bounded curvature for vehicles that go forward and backward: J. A. Reeds and L. A.
// Shepp, Optimal paths for a car that goes both forwards and backwards, Pacific Journal of Mathematics 145
// (1990). The shortest one is of one of 48 words, which are nine base words and their images: with forward
// and backward exchanged, with left and right exchanged, with both, and where that is another word read from
// the end.
#pragma once

#include "vehicles/curve.h"

namespace drover {

inline constexpr std::size_t kReedsSheppWords = 48;

// All words that lead to the goal, by their lengths. Arcs are shorter than a full turn; a word by which a
// goal is reached in several ways has the one that is on shortest curves. Exactly mirrored goals have exactly
// mirrored curves; of equally long ones forward before backward first pieces, and left before right.
CurveList<kReedsSheppWords> reeds_shepp_curves(const PlanarPose& start, const PlanarPose& goal,
                                               double radius);

// The shortest of them; there always is one.
Curve reeds_shepp_curve(const PlanarPose& start, const PlanarPose& goal, double radius);

}  // namespace drover
