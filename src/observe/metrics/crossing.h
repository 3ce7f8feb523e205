// When an agent crosses a line between two states.
#pragma once

#include <optional>

#include "sim/geometry/bounds.h"

namespace drover {

// The line from `from` to `to`; points on it count to its left side, and `from` belongs to it, `to` does not.
// So lines that share an end count an agent that passes there once.
struct CountingLine {
  Vec3 from, to;  // m
};

struct Crossing {
  double fraction;     // of the step, at which the straight way meets the line
  Vec3 position;       // where it does [m]
  bool right_to_left;  // the plus direction
};

// The crossing of the straight way from a to b. A way that begins on the line crosses it when it goes to the
// right, one that ends there when it came from the right.
inline std::optional<Crossing> find_crossing(const CountingLine& line, Vec3 a, Vec3 b) {
  const auto side = [](Vec3 origin, Vec3 tip, Vec3 p) {
    return (tip.x - origin.x) * (p.y - origin.y) - (tip.y - origin.y) * (p.x - origin.x);
  };
  const double side_a = side(line.from, line.to, a);
  const double side_b = side(line.from, line.to, b);
  if ((side_a >= 0.0) == (side_b >= 0.0)) return std::nullopt;
  const bool to_left = side_b >= 0.0;
  // The ends of the line as seen from the way. An end that two lines share gives the same number for both.
  const double seen_from = side(a, b, line.from);
  const double seen_to = side(a, b, line.to);
  const bool meets = to_left ? seen_from >= 0.0 && seen_to < 0.0 : seen_from <= 0.0 && seen_to > 0.0;
  if (!meets) return std::nullopt;
  const double fraction = side_a / (side_a - side_b);
  return Crossing{fraction, a + (b - a) * fraction, to_left};
}

// The same for a step from a to b in a world that may wrap: it goes the short way, and where that leaves the
// world it goes on at the opposite edge. Calls visit(Crossing) for every time the line is met.
template <class Visit>
void visit_crossings(const CountingLine& line, const Bounds& bounds, Vec3 a, Vec3 b, Visit&& visit) {
  const Vec3 step = bounds.displacement(a, b);
  const Vec3 end = a + step;
  const auto look = [&](Vec3 from, Vec3 to) {
    if (const std::optional<Crossing> crossing = find_crossing(line, from, to)) visit(*crossing);
  };
  if (!bounds.wraps() || step == b - a) return look(a, b);
  const bool leaves_x = end.x < bounds.min().x || end.x >= bounds.max().x;
  const bool leaves_y = end.y < bounds.min().y || end.y >= bounds.max().y;
  const Vec3 begin = b - step;
  look(a, end);
  if (leaves_x && leaves_y) {
    look({begin.x, a.y, 0.0}, {b.x, end.y, 0.0});
    look({a.x, begin.y, 0.0}, {end.x, b.y, 0.0});
  }
  look(begin, b);
}

}  // namespace drover
