#include "sim/geometry/way_round.h"

#include <array>
#include <cmath>
#include <limits>

#include "core/check.h"
#include "core/frame.h"
#include "sim/geometry/segment.h"

namespace drover {
namespace {

// A string from a first point, which may only turn to one side.
class TautString {
 public:
  // `turn` is +1 for turns to the left and -1 for turns to the right.
  TautString(Vec3 from, double turn) : turn_(turn) { points_[count_++] = from; }

  // Corners before the new one that would turn the string to the wrong side, or not at all, leave it.
  void add(Vec3 point) {
    for (; count_ > 1; --count_) {
      const Vec3 last = points_[count_ - 1];
      if (turn_ * cross(last - points_[count_ - 2], point - last).z > 0.0) break;
    }
    points_[count_++] = point;
  }

  // Nothing where no corner is left between the ends: that is no way past them.
  std::optional<WayRound> way() const {
    if (count_ < 3) return std::nullopt;
    double sum = 0.0;
    for (std::size_t k = 1; k < count_; ++k)
      sum += length(points_[k] - points_[k - 1]);
    return WayRound{points_[1], sum};
  }

 private:
  std::array<Vec3, kMaxCornersOfWay + 2> points_;
  std::size_t count_ = 0;
  double turn_;
};

// Where a straight way crosses the edges of a shape; edge k leads from corner k to the next. `in` is the
// first edge crossed to its left, `out` the last one crossed to its right; of a way that begins inside the
// first one crossed to its right and the last one crossed to its left.
struct Crossed {
  std::size_t in = 0, out = 0;
  bool has_in = false, has_out = false;
};

// A corner on the line of the way counts as left of it, so a line through a corner crosses both of its edges
// or one or none, as it does beside the corner.
Crossed crossed_edges(const CornerRing& corners, Vec3 from, Vec3 to, bool is_inside) {
  const Vec3 way = to - from;
  Crossed crossed;
  double first = std::numeric_limits<double>::infinity();
  double last = -first;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Vec3 a = corners[k];
    const Vec3 b = corners[corners.after(k)];
    const bool is_a_left = cross(way, a - from).z >= 0.0;
    if (is_a_left == (cross(way, b - from).z >= 0.0)) continue;
    const double t = cross(a - from, b - a).z / cross(way, b - a).z;
    if (!(0.0 <= t && t <= 1.0)) continue;
    // Counter-clockwise, an edge whose first corner is left of the way is crossed from its right to its left:
    // into the shape. The two edges of a capsule, which are crossed at once, are told apart so.
    if (is_a_left != is_inside) {
      if (t < first) crossed.in = k;
      first = smaller(first, t);
      crossed.has_in = true;
    } else {
      if (t >= last) crossed.out = k;
      last = larger(last, t);
      crossed.has_out = true;
    }
  }
  return crossed;
}

// The even-odd rule: p is enclosed when a ray from it to +x crosses an odd number of edges.
bool encloses(const CornerRing& corners, Vec3 p) {
  bool is_inside = false;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Vec3 a = corners[k];
    const Vec3 b = corners[corners.after(k)];
    if ((a.y > p.y) == (b.y > p.y)) continue;
    if ((b.y > a.y) == (cross(b - a, p - a).z > 0.0)) is_inside = !is_inside;
  }
  return is_inside;
}

// Calls visit(corner) for the corners from the edge `in` to the edge `out`.
template <class Visit>
void visit_corners(const CornerRing& corners, const Crossed& crossed, bool is_ccw, Visit&& visit) {
  for (std::size_t edge = crossed.in; edge != crossed.out;) {
    const std::size_t next = corners.after(edge);
    visit(corners[is_ccw ? next : edge]);
    edge = is_ccw ? next : corners.before(edge);
  }
}

// +1 where the shape is to the left of a way, which turns left round it.
double turn_on(PassingSide side) {
  return side == PassingSide::right ? 1.0 : -1.0;
}

// The corner to pass next. The string has no width: a disc on its way to the tangent of the corner that comes
// first may cut another. Of the corners beside that way, on the side of the shape, the one counts whose
// tangent leads farthest outwards.
Vec3 next_corner(const CornerRing& corners, const Passing& passing, PassingSide side, Vec3 first) {
  const double turn = turn_on(side);
  const Vec3 along = direction_past(first - passing.from, passing.distance, side);
  const double end = dot(first - passing.from, along);
  Vec3 outermost = along;
  Vec3 next = first;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Vec3 to_corner = corners[k] - passing.from;
    const double ahead = dot(to_corner, along);
    if (!(ahead > 0.0 && ahead < end) || !(turn * cross(along, to_corner).z > 0.0)) continue;
    const Vec3 tangent = direction_past(to_corner, passing.distance, side);
    if (!(turn * cross(outermost, tangent).z < 0.0)) continue;
    outermost = tangent;
    next = corners[k];
  }
  return next;
}

std::optional<WayRound> way_along(const CornerRing& corners, const Crossed& crossed, const Passing& passing,
                                  bool is_ccw, PassingSide side) {
  TautString string(passing.from, turn_on(side));
  visit_corners(corners, crossed, is_ccw, [&](Vec3 corner) { string.add(corner); });
  string.add(passing.to);
  std::optional<WayRound> way = string.way();
  if (way) way->corner = next_corner(corners, passing, side, way->corner);
  return way;
}

// Inside, the string is pulled round the bay that the straight way cuts off, on the side where the border
// runs clockwise round that bay when it is walked counter-clockwise round the shape.
WaysRound ways_inside(const CornerRing& corners, const Crossed& crossed, const Passing& passing) {
  const Vec3 from = passing.from;
  double area = 0.0;
  Vec3 last = from;
  visit_corners(corners, crossed, true, [&](Vec3 corner) {
    area += cross(last - from, corner - from).z;
    last = corner;
  });
  area += cross(last - from, passing.to - from).z;
  if (area < 0.0) return {.left = way_along(corners, crossed, passing, true, PassingSide::left), .right = {}};
  return {.left = {}, .right = way_along(corners, crossed, passing, false, PassingSide::right)};
}

// Past the corner nearest to the straight way, the first of several, where one is too near.
WaysRound way_past_corner(const CornerRing& corners, const Passing& passing) {
  const auto& [from, to, least, distance] = passing;
  double nearest2 = least * least;
  std::optional<Vec3> nearest;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Vec3 corner = corners[k];
    const double d2 = length2(corner - nearest_point_on_segment(from, to, corner));
    if (!(d2 < nearest2)) continue;
    nearest2 = d2;
    nearest = corner;
  }
  if (!nearest) return {};
  const bool is_left_of_way = cross(to - from, *nearest - from).z > 0.0;
  const PassingSide side = is_left_of_way ? PassingSide::right : PassingSide::left;
  const WayRound way{next_corner(corners, passing, side, *nearest),
                     length(*nearest - from) + length(to - *nearest)};
  return is_left_of_way ? WaysRound{std::nullopt, way} : WaysRound{way, std::nullopt};
}

}  // namespace

WaysRound ways_round(const CornerRing& corners, const Passing& passing) {
  DROVER_CHECK(corners.size() <= kMaxCornersOfWay, "the string has no room for more corners");
  const bool is_inside = encloses(corners, passing.from);
  if (is_inside != encloses(corners, passing.to)) return {};
  const Crossed crossed = crossed_edges(corners, passing.from, passing.to, is_inside);
  if (crossed.has_in && crossed.has_out) {
    // Outside, counter-clockwise along the corners the shape is to the left.
    const WaysRound ways =
        is_inside ? ways_inside(corners, crossed, passing)
                  : WaysRound{.left = way_along(corners, crossed, passing, false, PassingSide::left),
                              .right = way_along(corners, crossed, passing, true, PassingSide::right)};
    if (ways.left || ways.right) return ways;
  }
  return way_past_corner(corners, passing);
}

Vec3 direction_past(Vec3 to_corner, double distance, PassingSide side) {
  const Frame ahead = upright(direction(to_corner));
  const double d = length(to_corner);
  const double sine = d > distance ? distance / d : 1.0;
  const double cosine = std::sqrt((1.0 - sine) * (1.0 + sine));
  return ahead.vector(cosine, side == PassingSide::left ? sine : -sine);
}

}  // namespace drover
