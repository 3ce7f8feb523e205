// Curves of arcs and straight pieces from one pose to another, as the shortest curves of vehicles are.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "vehicles/planar_pose.h"

namespace drover {

struct CurvePiece {
  double curvature = 0.0;  // 1 / radius, positive to the left [1/m]
  double way = 0.0;        // negative backward [m]
};

// Up to five pieces; those without length are there, too, so that the word can be read from them.
struct Curve {
  std::array<CurvePiece, 5> pieces{};
  std::size_t count = 0;
  double length = 0.0;  // of all pieces, backward ones included [m]

  std::span<const CurvePiece> used() const { return {pieces.data(), count}; }
};

// The pose after an arc length [m] along a curve that begins at `start`; beyond its ends that of the end.
PlanarPose pose_at(const Curve& curve, const PlanarPose& start, double arc_length);

// Whether the vehicle goes backward there; of two pieces that meet there it is the later one.
bool goes_backward_at(const Curve& curve, double arc_length);

// How often it changes from forward to backward or back, at cusps.
std::size_t cusp_count(const Curve& curve);

// Curves in ascending length; of equally long ones the one that was added first.
template <std::size_t Capacity>
struct CurveList {
  std::array<Curve, Capacity> curves{};
  std::size_t count = 0;

  std::span<const Curve> used() const { return {curves.data(), count}; }

  // A curve more than Capacity is an error of the program.
  void add(const Curve& curve) {
    std::size_t i = count++;
    for (; i > 0 && curve.length < curves.at(i - 1).length; --i)
      curves.at(i) = curves.at(i - 1);
    curves.at(i) = curve;
  }
};

// The goal as seen from the start, in units of the turning radius: what words are solved for.
struct CurveProblem {
  double x = 0.0;    // ahead
  double y = 0.0;    // to the left
  double phi = 0.0;  // the turn [rad], in (-pi, pi]
};
CurveProblem curve_problem(const PlanarPose& start, const PlanarPose& goal, double radius);

// Circles that touch are apart by a little more or less after rounding: by less than this, in radii, they
// touch. So the end of a curve may be off by as much.
inline constexpr double kTouching = 1e-10;

// The root of a square that may be a little below 0; none where it is not a little.
std::optional<double> root_of_square(double square);

// The direction from one center to another [rad], 0 for centers that are one: any would do, and one that
// rounding has made up could ask for another full turn.
double direction_of(Vec3 offset);

// The arc of a turn, in [0, 2 pi) [rad]. Turns that rounding has made a little less than a full one, or than
// none, are none (kTouching).
double arc_of_turn(double angle);

}  // namespace drover
