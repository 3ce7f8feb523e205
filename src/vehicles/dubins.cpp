#include "vehicles/dubins.h"

#include <cmath>
#include <optional>

#include "core/det_math.h"

namespace drover {
namespace {

// Arcs [rad] and way of one word, in units of the radius.
struct DubinsWord {
  double first = 0.0;
  double middle = 0.0;
  double last = 0.0;
};

// The centers of the left circle of the start, (0, 1), and of the left circle of the goal are D apart; the
// straight piece is parallel to D.
std::optional<DubinsWord> solve_lsl(const CurveProblem& p, const det::SinCos& end) {
  const Vec3 d{p.x - end.sin, p.y - 1.0 + end.cos, 0.0};
  const double first = arc_of_turn(direction_of(d));
  return DubinsWord{first, length(d), arc_of_turn(p.phi - first)};
}

// D leads to the right circle of the goal. The straight piece touches both circles from different sides and
// crosses D: 2 and the piece are the legs of a triangle above D.
std::optional<DubinsWord> solve_lsr(const CurveProblem& p, const det::SinCos& end) {
  const Vec3 d{p.x + end.sin, p.y - 1.0 - end.cos, 0.0};
  const auto way = root_of_square(length2(d) - 4.0);
  if (!way) return std::nullopt;
  const double first = arc_of_turn(direction_of(d) + det::atan2(2.0, *way));
  return DubinsWord{first, *way, arc_of_turn(first - p.phi)};
}

// Three circles in a row, 2 apart from each other. With the heading psi where the first arc ends and the
// middle one u long, D = -4 sin(u / 2) (cos, sin)(psi - u / 2) has a negative sign left for u > pi.
std::optional<DubinsWord> solve_lrl(const CurveProblem& p, const det::SinCos& end) {
  const Vec3 d{p.x - end.sin, p.y - 1.0 + end.cos, 0.0};
  const double distance = length(d);
  if (distance > 4.0 + kTouching) return std::nullopt;
  const double middle = det::kTwoPi - 2.0 * det::asin(0.25 * distance);
  const double first = arc_of_turn(direction_of(d) + 0.5 * middle);
  return DubinsWord{first, middle, arc_of_turn(p.phi - first + middle)};
}

using DubinsSolver = std::optional<DubinsWord> (*)(const CurveProblem&, const det::SinCos&);

struct DubinsFamily {
  DubinsSolver solve;
  std::array<double, 3> bends;  // of the word that begins to the left
};

constexpr std::array<DubinsFamily, 3> kDubinsFamilies{{
    {solve_lsl, {1.0, 0.0, 1.0}},
    {solve_lsr, {1.0, 0.0, -1.0}},
    {solve_lrl, {1.0, -1.0, 1.0}},
}};

}  // namespace

CurveList<kDubinsWords> dubins_curves(const PlanarPose& start, const PlanarPose& goal, double radius) {
  const CurveProblem given = curve_problem(start, goal, radius);
  CurveList<kDubinsWords> list;
  for (const DubinsFamily& family : kDubinsFamilies) {
    for (const double side : {1.0, -1.0}) {  // the word, and its mirror image for a mirrored goal
      const CurveProblem p{given.x, side * given.y, side * given.phi};
      const auto word = family.solve(p, det::sin_cos(p.phi));
      if (!word) continue;
      const std::array<double, 3> ways{word->first * radius, word->middle * radius, word->last * radius};
      Curve curve{.count = 3, .length = ways[0] + ways[1] + ways[2]};
      for (std::size_t i = 0; i < 3; ++i)
        curve.pieces[i] = {side * family.bends[i] / radius, ways[i]};
      list.add(curve);
    }
  }
  return list;
}

Curve dubins_curve(const PlanarPose& start, const PlanarPose& goal, double radius) {
  return dubins_curves(start, goal, radius).curves.front();
}

}  // namespace drover
