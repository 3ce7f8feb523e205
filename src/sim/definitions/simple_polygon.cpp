#include "sim/definitions/simple_polygon.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "core/orientation.h"

namespace drover {
namespace {

// Whether a point of the line through a and b lies between them.
bool is_between(Vec3 a, Vec3 b, Vec3 p) {
  return smaller(a.x, b.x) <= p.x && p.x <= larger(a.x, b.x) && smaller(a.y, b.y) <= p.y &&
         p.y <= larger(a.y, b.y);
}

// Whether two segments have a point in common, their ends included.
bool share_a_point(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const int c_side = orientation(a, b, c);
  const int d_side = orientation(a, b, d);
  const int a_side = orientation(c, d, a);
  const int b_side = orientation(c, d, b);
  if (c_side != d_side && a_side != b_side && c_side * d_side <= 0 && a_side * b_side <= 0) return true;
  return (c_side == 0 && is_between(a, b, c)) || (d_side == 0 && is_between(a, b, d)) ||
         (a_side == 0 && is_between(c, d, a)) || (b_side == 0 && is_between(c, d, b));
}

// Whether the edges before and after a corner run over one another.
bool folds_back(Vec3 before, Vec3 corner, Vec3 after) {
  if (orientation(before, corner, after) != 0) return false;
  return is_between(corner, before, after) || is_between(corner, after, before);
}

// The order in which a sweep along x comes to points.
bool comes_before(Vec3 a, Vec3 b) {
  return a.x < b.x || (a.x == b.x && a.y < b.y);
}

class Edges {
 public:
  explicit Edges(std::span<const Vec3> corners) : corners_(corners) {}

  std::size_t size() const { return corners_.size(); }
  Vec3 from(std::size_t k) const { return corners_[k]; }
  Vec3 to(std::size_t k) const { return corners_[(k + 1) % corners_.size()]; }
  // The end that the sweep comes to first, and the other. Points come by x and then by y, as if the line of
  // the sweep were tilted a little, so that no edge lies along it.
  Vec3 left(std::size_t k) const { return comes_before(from(k), to(k)) ? from(k) : to(k); }
  Vec3 right(std::size_t k) const { return comes_before(from(k), to(k)) ? to(k) : from(k); }

  bool cross(std::size_t one, std::size_t other) const {
    if ((one + 1) % size() == other && folds_back(from(one), to(one), to(other))) return true;
    if ((other + 1) % size() == one && folds_back(from(other), to(other), to(one))) return true;
    const bool are_neighbors = (one + 1) % size() == other || (other + 1) % size() == one;
    return !are_neighbors && share_a_point(from(one), to(one), from(other), to(other));
  }

  // Of two edges that the line of the sweep cuts at the same time: the one whose cut is lower, where they
  // have not crossed yet. Where they touch the order does not matter: they are compared as soon as they meet.
  bool is_below(std::size_t one, std::size_t other) const {
    if (one == other) return false;
    const bool is_older = comes_before(left(one), left(other));
    const std::size_t older = is_older ? one : other, newer = is_older ? other : one;
    int side = orientation(left(older), right(older), left(newer));
    if (side == 0) side = orientation(left(older), right(older), right(newer));
    return side == 0 ? one < other : (side > 0) == is_older;
  }

 private:
  std::span<const Vec3> corners_;
};

// The line of the sweep comes to an end of an edge.
struct EdgeEnd {
  Vec3 point;
  std::size_t edge;
  bool is_right;
};

// Edges that begin at a point come before those that end there, so that they meet.
std::vector<EdgeEnd> sorted_ends(const Edges& edges) {
  std::vector<EdgeEnd> ends;
  ends.reserve(2 * edges.size());
  for (std::size_t k = 0; k < edges.size(); ++k) {
    ends.push_back({edges.left(k), k, false});
    ends.push_back({edges.right(k), k, true});
  }
  std::ranges::sort(ends, [](const EdgeEnd& a, const EdgeEnd& b) {
    if (comes_before(a.point, b.point) || comes_before(b.point, a.point))
      return comes_before(a.point, b.point);
    return std::pair(a.is_right, a.edge) < std::pair(b.is_right, b.edge);
  });
  return ends;
}

// The sweep of Shamos and Hoey (1976): of the edges that the line cuts, from below to above, only neighbors
// are compared, when they become neighbors. Those that cross first are neighbors before they do.
std::optional<EdgePair> any_crossing(const Edges& edges) {
  const auto is_below = [&edges](std::size_t a, std::size_t b) { return edges.is_below(a, b); };
  std::set<std::size_t, decltype(is_below)> cut(is_below);
  std::vector<decltype(cut)::iterator> places(edges.size(), cut.end());
  for (const EdgeEnd& end : sorted_ends(edges)) {
    const auto at = end.is_right ? places[end.edge] : cut.insert(end.edge).first;
    const auto above = std::next(at);
    const auto below = at == cut.begin() ? cut.end() : std::prev(at);
    if (end.is_right) {
      cut.erase(at);
      if (below != cut.end() && above != cut.end() && edges.cross(*below, *above))
        return EdgePair{*below, *above};
      continue;
    }
    places[end.edge] = at;
    for (const auto neighbor : {below, above})
      if (neighbor != cut.end() && edges.cross(*neighbor, end.edge)) return EdgePair{*neighbor, end.edge};
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::size_t> distinct_corners(std::span<const Vec3> corners) {
  std::vector<std::size_t> distinct;
  for (std::size_t k = 0; k < corners.size(); ++k)
    if (distinct.empty() || corners[k] != corners[distinct.back()]) distinct.push_back(k);
  while (distinct.size() > 1 && corners[distinct.back()] == corners[distinct.front()])
    distinct.pop_back();
  return distinct;
}

std::vector<Vec3> without_repeats(std::span<const Vec3> corners) {
  std::vector<Vec3> distinct;
  for (const std::size_t k : distinct_corners(corners))
    distinct.push_back(corners[k]);
  return distinct;
}

bool lie_on_one_line(std::span<const Vec3> corners) {
  return std::ranges::all_of(corners, [&](Vec3 corner) {
    return orientation(corners.front(), corners[1 % corners.size()], corner) == 0;
  });
}

std::optional<EdgePair> find_crossing(std::span<const Vec3> corners) {
  const Edges edges(corners);
  const std::optional<EdgePair> found = any_crossing(edges);
  if (!found) return std::nullopt;
  // Where a corner touches an edge, several pairs do.
  std::pair<std::size_t, std::size_t> lowest = std::minmax(found->first, found->second);
  for (const std::size_t one : {found->first, found->second}) {
    for (std::size_t other = 0; other < edges.size(); ++other)
      if (other != one && edges.cross(one, other)) lowest = std::min(lowest, {std::minmax(one, other)});
  }
  return EdgePair{lowest.first, lowest.second};
}

}  // namespace drover
