#include "sim/geometry/shape.h"

#include <cmath>
#include <utility>

#include "core/det_math.h"
#include "core/frame.h"
#include "core/orientation.h"
#include "sim/geometry/circle_hit.h"
#include "sim/geometry/diameter.h"
#include "sim/geometry/segment.h"

namespace drover {
namespace {

// When a point within a circle about the origin leaves it, as a fraction of the ray; -infinity where the line
// passes by.
double exit_from_circle(double radius, Vec3 start, Vec3 ray) {
  const double approach = -dot(start, ray);
  const double l2 = length2(ray);
  const double discriminant = approach * approach - l2 * (length2(start) - radius * radius);
  return discriminant >= 0.0 && l2 > 0.0 ? (approach + std::sqrt(discriminant)) / l2 : -kInfinity;
}

// The same for the points within `radius` of the segment from a to b: the last of the exits from the two
// circles and from the strip between them, since their union is convex.
double exit_from_capsule(Vec3 a, Vec3 b, double radius, Vec3 from, Vec3 ray) {
  const double at_a = exit_from_circle(radius, from - a, ray);
  const double at_b = exit_from_circle(radius, from - b, ray);
  double last = larger(at_a, at_b);
  const Vec3 along = b - a;
  const Vec3 normal = direction(upright(along).left);
  const double side = dot(from - a, normal);
  const double climb = dot(ray, normal);
  if (climb == 0.0) return last;
  const double t = ((climb > 0.0 ? radius : -radius) - side) / climb;
  const double foot = dot(from + ray * t - a, along);
  if (foot >= 0.0 && foot <= length2(along)) last = larger(last, t);
  return last;
}

}  // namespace

Shape Shape::circle(Vec3 center, double radius, bool hollow) {
  return Shape({center}, radius, hollow);
}

Shape Shape::capsule(Vec3 from, Vec3 to, double radius, bool hollow) {
  if (length2(to - from) == 0.0) return circle(from, radius, hollow);
  return Shape({from, to}, radius, hollow);
}

Shape Shape::box(Vec3 center, Vec3 size, double angle, bool hollow) {
  const Frame frame = upright(unit_vector(angle));
  const double x = 0.5 * size.x;
  const double y = 0.5 * size.y;
  return Shape({center + frame.vector(-x, -y), center + frame.vector(x, -y), center + frame.vector(x, y),
                center + frame.vector(-x, y)},
               0.0, hollow);
}

Shape Shape::rectangle(Vec3 min, Vec3 max) {
  Shape shape({min, {max.x, min.y, 0.0}, max, {min.x, max.y, 0.0}}, 0.0, false);
  shape.is_rectangle_ = true;
  return shape;
}

Shape Shape::polygon(std::vector<Vec3> corners, bool hollow) {
  return Shape(std::move(corners), 0.0, hollow);
}

Shape::Shape(std::vector<Vec3> corners, double rounding, bool hollow)
    : corners_(std::move(corners)), rounding_(rounding), hollow_(hollow), half_extent_(rounding) {
  low_ = high_ = corners_.front();
  for (const Vec3& corner : corners_) {
    low_ = {smaller(low_.x, corner.x), smaller(low_.y, corner.y), 0.0};
    high_ = {larger(high_.x, corner.x), larger(high_.y, corner.y), 0.0};
  }
  center_ = is_circle() ? corners_.front() : (low_ + high_) * 0.5;
  const Vec3 out{rounding_, rounding_, 0.0};
  low_ -= out;
  high_ += out;
  half_extent_ += 0.5 * std::sqrt(squared_diameter(corners_));
  double reach2 = 0.0;
  for (const Vec3& corner : corners_)
    reach2 = larger(reach2, length2(corner - center_));
  reach_ = rounding_ + std::sqrt(reach2);
  if (is_polygon() && signed_twice_area() < 0.0) turn_ = -1.0;
  const std::size_t edge_count = is_polygon() ? corners_.size() : corners_.size() - 1;
  edges_.reserve(edge_count);
  for (std::size_t k = 0; k < edge_count; ++k) {
    const Vec3 a = corners_[k];
    const Vec3 b = corners_[(k + 1) % corners_.size()];
    const Vec3 left = upright(direction(b - a)).left;
    edges_.push_back({a, b, is_polygon() && turn_ > 0.0 ? -left : left});
  }
  if (corners_.size() >= kFewestForTree) tree_ = StripTree(corners_, corners_.size());
}

Shape Shape::moved(Vec3 by) const {
  std::vector<Vec3> corners = corners_;
  for (Vec3& corner : corners)
    corner += by;
  Shape shape(std::move(corners), rounding_, hollow_);
  shape.is_rectangle_ = is_rectangle_;
  return shape;
}

// From the first corner, so that places far from the origin do not cost precision.
double Shape::signed_twice_area() const {
  double sum = 0.0;
  for (std::size_t k = 2; k < corners_.size(); ++k)
    sum += cross(corners_[k - 1] - corners_[0], corners_[k] - corners_[0]).z;
  return sum;
}

double Shape::area() const {
  if (hollow_) return 0.0;
  if (is_polygon()) return 0.5 * std::fabs(signed_twice_area());
  const double axis = edges_.empty() ? 0.0 : length(edges_[0].b - edges_[0].a);
  return (det::kPi * rounding_ + 2.0 * axis) * rounding_;
}

// The even-odd rule: p is inside when a ray from it to +x crosses the border an odd number of times.
bool Shape::encloses(Vec3 p) const {
  if (!is_polygon()) return length(p - nearest_core(p)) <= rounding_;
  if (p.x < low_.x || p.x > high_.x || p.y < low_.y || p.y > high_.y) return false;
  if (is_rectangle_) return true;
  bool is_inside = false;
  bool is_on_border = false;
  const auto cross_edge = [&](std::uint32_t k) {
    const ShapeEdge& edge = edges_[k];
    const bool in_rows = (edge.a.y <= p.y && p.y <= edge.b.y) || (edge.b.y <= p.y && p.y <= edge.a.y);
    if (!in_rows) return;
    const int side = orientation(edge.a, edge.b, p);
    const bool in_columns = (edge.a.x <= p.x && p.x <= edge.b.x) || (edge.b.x <= p.x && p.x <= edge.a.x);
    is_on_border = is_on_border || (side == 0 && in_columns);
    if ((edge.a.y > p.y) == (edge.b.y > p.y)) return;
    if ((edge.b.y > edge.a.y) == (side > 0)) is_inside = !is_inside;
  };
  if (corners_.size() >= kFewestForTree) {
    if (tree_.visit_crossed(p, cross_edge)) is_inside = !is_inside;
  } else {
    for (std::uint32_t k = 0; k < edges_.size(); ++k)
      cross_edge(k);
  }
  return is_on_border || is_inside;
}

// Of a circle its center, of a capsule the nearest point of its axis.
Vec3 Shape::nearest_core(Vec3 p) const {
  return edges_.empty() ? center_ : nearest_point_on_segment(edges_[0].a, edges_[0].b, p);
}

double Shape::distance(Vec3 p) const {
  if (!is_polygon()) {
    const double out = length(p - nearest_core(p)) - rounding_;
    return hollow_ ? std::fabs(out) : out;
  }
  const double out = length(border_point(p) - p);
  return !hollow_ && encloses(p) ? -out : out;
}

ShapeBorder Shape::nearest_border(Vec3 p) const {
  return is_polygon() ? border_of_polygon(p) : border_of_round(p);
}

ShapeBorder Shape::border_of_round(Vec3 p) const {
  const Vec3 core = nearest_core(p);
  Vec3 out = direction(p - core);
  if (out == Vec3{}) out = edges_.empty() ? Vec3{1.0, 0.0, 0.0} : edges_[0].normal;
  const double distance = length(p - core) - rounding_;
  const bool is_within = hollow_ && distance <= -kLengthEpsilon;
  return {core + out * rounding_, is_within ? -out : out, is_within ? -distance : distance, 0};
}

// Of the edge, and at one of its corners the normed sum of both edges.
Vec3 Shape::border_normal(std::uint32_t edge, Vec3 p) const {
  const auto n = static_cast<std::uint32_t>(edges_.size());
  std::uint32_t other = edge;
  if (length2(p - edges_[edge].a) < kLengthEpsilon * kLengthEpsilon) other = (edge + n - 1) % n;
  if (length2(p - edges_[edge].b) < kLengthEpsilon * kLengthEpsilon) other = (edge + 1) % n;
  if (other == edge) return edges_[edge].normal;
  const Vec3 sum = direction(edges_[edge].normal + edges_[other].normal);
  return sum == Vec3{} ? edges_[edge].normal : sum;
}

Shape::BorderPlace Shape::place_on_rectangle(Vec3 p) const {
  const Vec3 inside{clamp(p.x, low_.x, high_.x), clamp(p.y, low_.y, high_.y), 0.0};
  const bool is_left = p.x - low_.x <= high_.x - p.x;
  const bool is_low = p.y - low_.y <= high_.y - p.y;
  if (inside.x != p.x) return {inside, is_left ? 3u : 1u};
  if (inside.y != p.y) return {inside, is_low ? 0u : 2u};
  const double x = is_left ? low_.x : high_.x;
  const double y = is_low ? low_.y : high_.y;
  if (std::fabs(p.x - x) <= std::fabs(p.y - y)) return {{x, p.y, 0.0}, is_left ? 3u : 1u};
  return {{p.x, y, 0.0}, is_low ? 0u : 2u};
}

// Within `reach` of p; the index is kNoIndex where there is none. The distance from the line of an edge
// bounds that from the edge from below, and costs no division. The slack outweighs what rounding adds to it:
// of the difference between squares of distances that are 1e-9 m apart no more than their millionth and 1e-12
// m^2.
NearestOfSegments Shape::nearest_edge(Vec3 p, double reach) const {
  constexpr double kSlack = 1e-6;
  NearestOfSegments nearest{p, corners_[0], reach * reach, kNoIndex};
  const auto look = [&](std::uint32_t k) {
    const ShapeEdge& edge = edges_[k];
    const double off = dot(p - edge.a, edge.normal);
    if (off * off > nearest.distance2 * (1.0 + kSlack) + kSlack * kSlack) return nearest.distance2;
    return nearest.add(edge.a, edge.b, k);
  };
  // In a small box around p there are few edges: about this many sides to either way where they are alike.
  constexpr double kFewSides = 8.0;
  const double side = 6.0 * half_extent_ / static_cast<double>(edges_.size());
  if (corners_.size() >= kFewestForTree && reach <= kFewSides * side) {
    visit_edges_near(p, p, reach, look);
  } else if (corners_.size() >= kFewestForTree) {
    tree_.visit_nearest(p, 0, static_cast<std::uint32_t>(edges_.size()), look, reach);
  } else {
    for (std::uint32_t k = 0; k < edges_.size(); ++k)
      look(k);
  }
  return nearest;
}

Shape::BorderPlace Shape::place_on_border(Vec3 p) const {
  if (!is_polygon()) return {border_of_round(p).point, 0};
  if (is_rectangle_) return place_on_rectangle(p);
  const NearestOfSegments nearest = nearest_edge(p, kInfinity);
  return {nearest.point, nearest.index};
}

std::optional<Vec3> Shape::border_within(Vec3 p, double reach) const {
  if (is_polygon() && !is_rectangle_) {
    const NearestOfSegments nearest = nearest_edge(p, reach);
    return nearest.index == kNoIndex ? std::nullopt : std::optional(nearest.point);
  }
  const Vec3 point = border_point(p);
  return length2(point - p) <= reach * reach ? std::optional(point) : std::nullopt;
}

ShapeBorder Shape::border_of_polygon(Vec3 p) const {
  const BorderPlace place = place_on_border(p);
  ShapeBorder border{place.point, {}, 0.0, place.edge};
  const Vec3 out = p - border.point;
  const double distance = length(out);
  const bool is_within = !hollow_ && encloses(p);
  border.distance = is_within ? -distance : distance;
  const Vec3 away = direction(out);
  if (away == Vec3{}) {
    border.normal = border_normal(border.edge, border.point);
  } else {
    border.normal = is_within ? -away : away;
  }
  return border;
}

// Whether a step from a corner of a polygon leads inside. At a corner less than half a turn wide that is
// inside of both edges, at the others inside of one.
bool Shape::leads_inside(std::uint32_t corner, Vec3 step) const {
  const auto n = static_cast<std::uint32_t>(corners_.size());
  const ShapeEdge& before = edges_[(corner + n - 1) % n];
  const ShapeEdge& after = edges_[corner];
  const bool is_convex = turn_ * orientation(before.a, before.b, after.b) > 0.0;
  const bool in_before = turn_ * cross(before.b - before.a, step).z > 0.0;
  const bool in_after = turn_ * cross(after.b - after.a, step).z > 0.0;
  return is_convex ? in_before && in_after : in_before || in_after;
}

// Where a ray crosses an edge of a polygon, into a solid one or through a hollow one, not before `earliest`,
// as a fraction of the ray. Which side of the ray a corner lies on follows from that corner alone: two edges
// that share it agree about it, so no ray slips through.
double Shape::crossing_of_edge(std::uint32_t k, Vec3 from, Vec3 ray, double earliest) const {
  const ShapeEdge& edge = edges_[k];
  const double side_a = cross(ray, edge.a - from).z;
  const double side_b = cross(ray, edge.b - from).z;
  if ((side_a > 0.0 && side_b > 0.0) || (side_a < 0.0 && side_b < 0.0)) return kInfinity;
  const Vec3 along = edge.b - edge.a;
  const double crossing = cross(ray, along).z;
  if (crossing == 0.0) return kInfinity;  // parallel: the neighbors tell
  if (side_a == 0.0 || side_b == 0.0) {
    const auto corner = static_cast<std::uint32_t>(side_a == 0.0 ? k : (k + 1) % corners_.size());
    const bool goes_in = leads_inside(corner, ray);
    const bool comes_from_inside = leads_inside(corner, -ray);
    if (hollow_ ? goes_in == comes_from_inside : !goes_in || comes_from_inside) return kInfinity;
  } else if (!hollow_ && turn_ * crossing > 0.0) {
    return kInfinity;  // leaves
  }
  const double t = cross(edge.a - from, along).z / crossing;
  return t >= earliest ? t : kInfinity;
}

// Whether a displacement from a place that touches the shape leads nearer to it, or deeper into it.
bool Shape::leads_nearer(const ShapeBorder& start, Vec3 ray) const {
  const bool is_on_border = std::fabs(start.distance) <= kLengthEpsilon;
  if (hollow_ && is_on_border) return false;
  if (is_on_border && is_polygon()) {
    for (const std::uint32_t corner :
         {start.edge, static_cast<std::uint32_t>((start.edge + 1) % corners_.size())})
      if (length2(start.point - corners_[corner]) == 0.0) return leads_inside(corner, ray);
  }
  // From the center of a circle, and from the axis of a capsule, no direction leads deeper.
  if (!is_polygon() && !hollow_ && start.distance + rounding_ <= kLengthEpsilon) return false;
  return dot(ray, start.normal) < -kGrazing * length(ray);
}

Shape::Met Shape::first_met_round(Vec3 from, Vec3 ray, double reach, double earliest) const {
  double t = kInfinity;
  if (hollow_ && encloses(from)) {
    const double inner = rounding_ - reach;
    if (inner > 0.0) {
      t = edges_.empty() ? exit_from_circle(inner, from - center_, ray)
                         : exit_from_capsule(edges_[0].a, edges_[0].b, inner, from, ray);
    }
  } else {
    const double outer = rounding_ + reach;
    t = edges_.empty() ? entry_into_circle(outer, from - center_, ray)
                       : entry_into_capsule(edges_[0].a, edges_[0].b, edges_[0].normal, outer, from, ray);
  }
  return {t >= earliest ? t : kInfinity, 0};
}

Shape::Met Shape::first_met_edge(Vec3 from, Vec3 ray, double reach, double earliest) const {
  Met first{kInfinity, 0};
  visit_edges_near(from, from + ray, reach, [&](std::uint32_t k) {
    const ShapeEdge& edge = edges_[k];
    const double t = reach > 0.0 ? entry_into_capsule(edge.a, edge.b, edge.normal, reach, from, ray)
                                 : crossing_of_edge(k, from, ray, earliest);
    if (t < first.t) first = {t, k};
  });
  return first;
}

Vec3 Shape::hit_normal(const Met& met, Vec3 from, Vec3 center) const {
  Vec3 normal;
  if (is_polygon()) {
    const ShapeEdge& edge = edges_[met.edge];
    const Vec3 q = nearest_point_on_segment(edge.a, edge.b, center);
    normal = direction(center - q);
    if (normal == Vec3{}) normal = border_normal(met.edge, q);
  } else {
    normal = border_of_round(center).normal;
  }
  return hollow_ && dot(center - from, normal) > 0.0 ? -normal : normal;
}

std::optional<ShapeHit> Shape::first_hit(Vec3 from, Vec3 to, double radius) const {
  const Vec3 ray = to - from;
  const double way = length(ray);
  if (way == 0.0) return std::nullopt;
  const ShapeBorder start = nearest_border(from);
  const bool is_touching = start.distance <= radius + kLengthEpsilon;
  if (is_touching && leads_nearer(start, ray)) return ShapeHit{0.0, from, start.normal, start.edge};
  if (is_touching && !is_polygon() && !hollow_) return std::nullopt;  // away from what is convex
  const double reach = is_touching ? clamp(start.distance - kLengthEpsilon, 0.0, radius) : radius;
  const double earliest = is_touching ? kLengthEpsilon / way : 0.0;
  const Met met =
      is_polygon() ? first_met_edge(from, ray, reach, earliest) : first_met_round(from, ray, reach, earliest);
  if (!(met.t <= 1.0)) return std::nullopt;
  const Vec3 center = from + ray * met.t;
  return ShapeHit{met.t, center, hit_normal(met, from, center), met.edge};
}

// Most discs start away from it: what first_hit finds out about the start is not needed then.
double Shape::entry(Vec3 from, Vec3 to, double radius) const {
  const auto from_nearby = [&] {
    if (distance(from) < radius) return 0.0;
    const std::optional<ShapeHit> hit = first_hit(from, to, radius);
    return hit ? hit->t : kInfinity;
  };
  if (!is_polygon() || (!hollow_ && encloses(from))) return from_nearby();
  const double touch = radius + kLengthEpsilon;
  const Vec3 ray = to - from;
  double first = kInfinity;
  bool is_nearby = false;
  visit_edges_near(from, to, touch, [&](std::uint32_t k) {
    const ShapeEdge& edge = edges_[k];
    if (length2(from - nearest_point_on_segment(edge.a, edge.b, from)) <= touch * touch) is_nearby = true;
    const double t = radius > 0.0 ? entry_into_capsule(edge.a, edge.b, edge.normal, radius, from, ray)
                                  : crossing_of_edge(k, from, ray, 0.0);
    first = smaller(first, t);
  });
  if (is_nearby) return from_nearby();
  return first <= 1.0 ? first : kInfinity;
}

bool Shape::blocks(Vec3 from, Vec3 to) const {
  if (hollow_) return first_hit(from, to, 0.0).has_value();
  if (is_circle())
    return length2(nearest_point_on_segment(from, to, center_) - center_) < rounding_ * rounding_;
  if (distance(from) < -kLengthEpsilon || distance(to) < -kLengthEpsilon) return true;
  const auto hit = first_hit(from, to, 0.0);
  return hit && (1.0 - hit->t) * length(to - from) > kLengthEpsilon;
}

}  // namespace drover
