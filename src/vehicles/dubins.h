// Shortest curves of bounded curvature for vehicles that go forward only: L. E. Dubins, On curves of minimal
// length with a constraint on average curvature, and with prescribed initial and terminal positions and
// tangents, American Journal of Mathematics 79 (1957). The shortest one is of one of six words of left (L)
// and right (R) arcs and straight (S) pieces: LSL, RSR, LSR, RSL, RLR, LRL.
#pragma once

#include "vehicles/curve.h"

namespace drover {

inline constexpr std::size_t kDubinsWords = 6;

// All words that lead to the goal, by their lengths. LSL and RSR always do; LSR and RSL where the centers of
// their circles are at least 2 radii apart, the other two where they are at most 4. The middle arc of the
// latter is longer than pi, as the shorter one is on no shortest curve. Exactly mirrored goals have exactly
// mirrored curves; of equally long ones that which begins to the left comes first.
CurveList<kDubinsWords> dubins_curves(const PlanarPose& start, const PlanarPose& goal, double radius);

// The shortest of them.
Curve dubins_curve(const PlanarPose& start, const PlanarPose& goal, double radius);

}  // namespace drover
