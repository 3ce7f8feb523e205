#include "sim/definitions/simple_polygon.h"

#include <algorithm>
#include <numeric>

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

class Edges {
 public:
  explicit Edges(std::span<const Vec3> corners) : corners_(corners) {}

  std::size_t size() const { return corners_.size(); }
  Vec3 from(std::size_t k) const { return corners_[k]; }
  Vec3 to(std::size_t k) const { return corners_[(k + 1) % corners_.size()]; }
  double left(std::size_t k) const { return smaller(from(k).x, to(k).x); }
  double right(std::size_t k) const { return larger(from(k).x, to(k).x); }

  bool cross(std::size_t one, std::size_t other) const {
    if ((one + 1) % size() == other && folds_back(from(one), to(one), to(other))) return true;
    if ((other + 1) % size() == one && folds_back(from(other), to(other), to(one))) return true;
    const bool are_neighbors = (one + 1) % size() == other || (other + 1) % size() == one;
    return !are_neighbors && share_a_point(from(one), to(one), from(other), to(other));
  }

 private:
  std::span<const Vec3> corners_;
};

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

// Sweep and prune: edges by where they begin along x, each against those that begin before it ends.
std::optional<EdgePair> find_crossing(std::span<const Vec3> corners) {
  const Edges edges(corners);
  std::vector<std::size_t> order(edges.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return edges.left(a) < edges.left(b) || (edges.left(a) == edges.left(b) && a < b);
  });
  std::optional<EdgePair> found;
  for (std::size_t at = 0; at < order.size(); ++at) {
    for (std::size_t next = at + 1; next < order.size(); ++next) {
      if (edges.left(order[next]) > edges.right(order[at])) break;
      const auto [first, second] = std::minmax(order[at], order[next]);
      const bool is_later =
          found && (found->first < first || (found->first == first && found->second < second));
      if (!is_later && edges.cross(first, second)) found = EdgePair{first, second};
    }
  }
  return found;
}

}  // namespace drover
