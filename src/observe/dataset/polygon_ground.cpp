#include "observe/dataset/polygon_ground.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include <boost/polygon/polygon.hpp>

#include "core/orientation.h"

namespace drover {
namespace {

namespace bp = boost::polygon;
using Point = bp::point_data<int>;
using Polygon = bp::polygon_with_holes_data<int>;
using PolygonSet = bp::polygon_set_data<int>;

// As a power of two, the cells of the grid across the ground, at least half of them: integers of
// Boost.Polygon have 32 bits, and solids may reach beyond the ground.
constexpr int kCells = 28;
constexpr int kMostPasses = 8;

// Twice the area, positive where the ring runs counter-clockwise.
double turn_of(const PolygonRing& ring) {
  double twice = 0.0;
  for (std::size_t k = 0; k < ring.size(); ++k)
    twice += cross(ring[k] - ring[0], ring[(k + 1) % ring.size()] - ring[0]).z;
  return twice;
}

// The part of a ring on one side of a line across an axis (Sutherland and Hodgman 1974).
PolygonRing part_beside(const PolygonRing& ring, double Vec3::*axis, double limit, double side) {
  PolygonRing part;
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const Vec3 a = ring[k], b = ring[(k + 1) % ring.size()];
    const double a_by = side * (a.*axis - limit), b_by = side * (b.*axis - limit);
    if (a_by <= 0.0) part.push_back(a);
    if ((a_by < 0.0 && b_by > 0.0) || (a_by > 0.0 && b_by < 0.0))
      part.push_back(a + (b - a) * (a_by / (a_by - b_by)));
  }
  return part;
}

struct Edge {
  Vec3 a, b;
  std::size_t ring;
  double left() const { return std::min(a.x, b.x); }
  double right() const { return std::max(a.x, b.x); }
  double bottom() const { return std::min(a.y, b.y); }
  double top() const { return std::max(a.y, b.y); }
};

// Two edges of one ring may share the corner between them, those of two rings any point that they do not
// cross at.
bool may_both_be(const Edge& one, const Edge& other) {
  if (one.top() < other.bottom() || other.top() < one.bottom()) return true;
  const bool are_of_one = one.ring == other.ring;
  if (are_of_one && (one.b == other.a || other.b == one.a)) return true;
  const int across_one = orientation(one.a, one.b, other.a) * orientation(one.a, one.b, other.b);
  const int across_other = orientation(other.a, other.b, one.a) * orientation(other.a, other.b, one.b);
  const bool cross = across_one < 0 && across_other < 0;
  const bool meet = across_one <= 0 && across_other <= 0;
  return are_of_one ? !meet : !cross;
}

// No ring meets itself, and none crosses another. Sweep and prune along x.
bool are_valid(std::span<const WalkablePart> parts) {
  std::vector<Edge> edges;
  std::size_t rings = 0;
  const auto add = [&](const PolygonRing& ring) {
    for (std::size_t k = 0; k < ring.size(); ++k)
      edges.push_back({ring[k], ring[(k + 1) % ring.size()], rings});
    ++rings;
  };
  for (const WalkablePart& part : parts) {
    add(part.outer);
    std::ranges::for_each(part.holes, add);
  }
  std::ranges::sort(edges, {}, &Edge::left);
  for (std::size_t k = 0; k < edges.size(); ++k) {
    for (std::size_t next = k + 1; next < edges.size() && edges[next].left() <= edges[k].right(); ++next)
      if (!may_both_be(edges[k], edges[next])) return false;
  }
  return true;
}

// Boost.Polygon joins loops that meet at a point to one ring.
template <class Ring>
void add_loops(const Ring& ring, std::vector<std::vector<Point>>& loops) {
  std::vector<Point> open;
  std::map<std::pair<int, int>, std::size_t> at;  // where corners are in it
  for (const Point& p : ring) {
    const auto [known, is_new] = at.try_emplace({p.x(), p.y()}, open.size());
    if (!is_new) {
      const auto begin = open.begin() + static_cast<std::ptrdiff_t>(known->second);
      for (auto other = begin + 1; other < open.end(); ++other)
        at.erase({other->x(), other->y()});
      if (open.end() - begin > 2) loops.emplace_back(begin, open.end());
      open.erase(begin + 1, open.end());
    } else {
      open.push_back(p);
    }
  }
  if (open.size() > 2) loops.push_back(std::move(open));
}

// Rings meet at corners at most, in general.
Vec3 middle_of_edge(const PolygonRing& ring) {
  return 0.5 * (ring[0] + ring[1]);
}

// A grid with cells of a power of two, so that round numbers are on it.
class Grid {
 public:
  explicit Grid(const PolygonGround& ground) {
    for (const Vec3 p : ground.base)
      extent_.add(p);
    const double size = std::max(extent_.max.x - extent_.min.x, extent_.max.y - extent_.min.y);
    cell_ = std::ldexp(1.0, std::ilogb(size) + 1 - kCells);
    origin_ = {std::floor(extent_.min.x / cell_) * cell_, std::floor(extent_.min.y / cell_) * cell_, 0.0};
    add_corners(ground.base);
    for (const PolygonRing& room : ground.rooms)
      add_corners(room);
    for (const WalkablePart& solid : ground.solids) {
      add_corners(solid.outer);
      for (const PolygonRing& hole : solid.holes)
        add_corners(hole);
    }
  }

  PolygonSet set_of(std::span<const WalkablePart> parts) const {
    PolygonSet set;
    for (const WalkablePart& part : parts) {
      insert(part.outer, false, set);
      for (const PolygonRing& hole : part.holes)
        insert(hole, true, set);
    }
    return set;
  }

  // Crossings of edges are rounded to the grid, which turns these edges: where they come to cross others, the
  // next pass finds that.
  std::vector<WalkablePart> parts_of(PolygonSet set) const {
    std::vector<WalkablePart> parts;
    for (int pass = 0; pass < kMostPasses; ++pass) {
      std::vector<Polygon> polygons;
      set.get(polygons);
      for (const bool as_given : {true, false}) {
        parts.clear();
        for (const Polygon& polygon : polygons)
          add_parts(polygon, as_given, parts);
        if (are_valid(parts)) return parts;
      }
      set.clear();
      set.insert(polygons.begin(), polygons.end());
    }
    return parts;
  }

 private:
  // The base first: what touches it does so in its corners.
  void add_corners(const PolygonRing& ring) {
    for (const Vec3 p : clipped(ring)) {
      const Point cell = cell_of(p);
      given_.try_emplace({cell.x(), cell.y()}, p);
    }
  }

  void insert(const PolygonRing& ring, bool is_hole, PolygonSet& set) const {
    std::vector<Point> points;
    for (const Vec3 p : clipped(ring))
      points.push_back(cell_of(p));
    if (points.size() < 3) return;
    bp::polygon_data<int> polygon;
    polygon.set(points.begin(), points.end());
    set.insert(polygon, is_hole);
  }

  // What is farther from the ground than it is large does not matter.
  PolygonRing clipped(PolygonRing ring) const {
    const double margin = std::ldexp(cell_, kCells);
    for (double Vec3::*const axis : {&Vec3::x, &Vec3::y}) {
      ring = part_beside(ring, axis, extent_.min.*axis - margin, -1.0);
      ring = part_beside(ring, axis, extent_.max.*axis + margin, 1.0);
    }
    return ring;
  }
  Point cell_of(Vec3 p) const {
    const Vec3 at = p - origin_;
    return {static_cast<int>(std::round(at.x / cell_)), static_cast<int>(std::round(at.y / cell_))};
  }

  // The loops of a ring run around what is free, or the other way around what is not.
  void add_parts(const Polygon& polygon, bool as_given, std::vector<WalkablePart>& parts) const {
    std::vector<std::vector<Point>> loops;
    add_loops(polygon, loops);
    for (auto hole = polygon.begin_holes(); hole != polygon.end_holes(); ++hole)
      add_loops(*hole, loops);
    const std::size_t first = parts.size();
    std::vector<PolygonRing> holes;
    for (const std::vector<Point>& loop : loops) {
      PolygonRing corners = corners_of(loop, as_given);
      if (corners.size() < 3) continue;
      if (turn_of(corners) > 0.0)
        parts.push_back({std::move(corners), {}});
      else
        holes.push_back(std::move(corners));
    }
    for (PolygonRing& hole : holes) {
      std::size_t around = first;
      for (std::size_t k = first + 1; k < parts.size(); ++k) {
        if (!is_inside(parts[k].outer, middle_of_edge(hole))) continue;
        const bool is_inner = is_inside(parts[around].outer, middle_of_edge(parts[k].outer));
        if (is_inner || !is_inside(parts[around].outer, middle_of_edge(hole))) around = k;
      }
      if (around < parts.size()) parts[around].holes.push_back(std::move(hole));
    }
  }

  // From the corner that is lowest among the leftmost, so that equal rings are equal texts.
  PolygonRing corners_of(std::span<const Point> loop, bool as_given) const {
    PolygonRing corners;
    for (const Point& p : loop) {
      const auto given = given_.find({p.x(), p.y()});
      corners.push_back(as_given && given != given_.end()
                            ? given->second
                            : origin_ + Vec3{p.x() * cell_, p.y() * cell_, 0.0});
    }
    const auto first =
        std::ranges::min_element(corners, {}, [](const Vec3& p) { return std::pair(p.x, p.y); });
    std::rotate(corners.begin(), first, corners.end());
    return corners;
  }

  Extent extent_;
  double cell_ = 1.0;
  Vec3 origin_;
  std::map<std::pair<int, int>, Vec3> given_;
};

}  // namespace

// Operators are named in full: those of vectors hide them here.
WalkableArea left_of(const PolygonGround& ground) {
  const Grid grid(ground);
  PolygonSet left = grid.set_of(std::vector<WalkablePart>{{ground.base, {}}});
  for (const PolygonRing& room : ground.rooms)
    bp::operators::operator&=(left, grid.set_of(std::vector<WalkablePart>{{room, {}}}));
  bp::operators::operator-=(left, grid.set_of(ground.solids));
  return {grid.parts_of(left)};
}

std::vector<WalkablePart> joined_solids(const PolygonGround& ground) {
  const Grid grid(ground);
  return grid.parts_of(grid.set_of(ground.solids));
}

}  // namespace drover
