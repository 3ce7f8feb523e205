#include "sim/geometry/static_room.h"

#include <cmath>
#include <vector>

#include "core/frame.h"

namespace drover {

bool is_clear_of_statics(const StaticGeometry& geometry, const Bounds&, Vec3 center, double radius) {
  const StaticGrid::Box around = StaticGrid::box(center, radius);
  const bool in_obstacle = geometry.obstacle_grid().any(
      around, [&](std::uint32_t k) { return geometry.overlaps_obstacle(k, center, radius); });
  if (in_obstacle) return false;
  bool on_wall = geometry.segment_grid().any(around, [&](std::uint32_t k) {
    const Segment& wall = geometry.segments()[k];
    return length(center - nearest_point_on_segment(wall.a, wall.b, center)) < radius;
  });
  geometry.visit_solids_around(center, [&](std::uint32_t) { on_wall = true; });
  return !on_wall;
}

double clear_distance(const StaticGeometry& geometry, const Bounds&, Vec3 p, double limit,
                      double smallest_obstacle) {
  double least = limit;
  const StaticGrid::Box around = StaticGrid::box(p, limit);
  geometry.obstacle_grid().any(around, [&](std::uint32_t k) {
    if (geometry.shapes()[k].half_extent() >= smallest_obstacle)
      least = smaller(least, geometry.distance_to_obstacle(k, p));
    return false;
  });
  geometry.segment_grid().any(around, [&](std::uint32_t k) {
    const Segment& wall = geometry.segments()[k];
    least = smaller(least, length(p - nearest_point_on_segment(wall.a, wall.b, p)));
    return false;
  });
  geometry.visit_solids_around(p, [&](std::uint32_t) { least = 0.0; });
  return larger(least, 0.0);
}

namespace {

// The free places of a circle end at circles and segments: the corners and sides of obstacles and the sides
// and ends of walls, all moved out by its radius. The nearest free point is the foot of a perpendicular on
// one of them or a point where two of them meet.
class RoomSearch {
 public:
  RoomSearch(const StaticGeometry& geometry, const Bounds& bounds, Vec3 p, double radius, double smallest)
      : geometry_(geometry), bounds_(bounds), p_(p), radius_(radius), smallest_(smallest) {}

  // Looks at what is near first: a point that is nearer than all that was left out is the nearest.
  std::optional<Vec3> find() {
    if (is_free(p_)) return p_;
    for (double reach = 1.0 + 2.0 * radius_;; reach *= 2.0) {
      const bool is_all = gather(reach);
      best_.reset();
      distance_ = kInfinity;
      offer_feet();
      offer_crossings();
      if (is_all || distance_ <= reach) return best_;
    }
  }

 private:
  struct Circle {
    Vec3 center;
    double radius;
  };
  struct Side {
    Vec3 a, b;
  };
  // Moved out by a little more than the radius, so that rounding leaves the circle free [m].
  static constexpr double kGap = 1e-6;

  bool is_free(Vec3 p) const {
    if (bounds_.is_bounded() && !bounds_.wraps() && !bounds_.contains(p)) return false;
    return clear_distance(geometry_, bounds_, bounds_.wrapped_if_needed(p), radius_, smallest_) >= radius_;
  }

  // Whether nothing is left out.
  bool gather(double reach) {
    const double out = radius_ + kGap;
    rims_.clear();
    sides_.clear();
    const StaticGrid::Box around = StaticGrid::box(p_, reach + out);
    std::size_t obstacles = 0;
    std::size_t segments = 0;
    geometry_.obstacle_grid().visit_in_order(around, [&](std::uint32_t k) {
      ++obstacles;
      if (geometry_.shapes()[k].half_extent() >= smallest_) add_shape(geometry_.shapes()[k], out);
    });
    geometry_.segment_grid().visit_in_order(around, [&](std::uint32_t k) {
      const Segment& wall = geometry_.segments()[k];
      ++segments;
      for (const Vec3 end : {wall.a, wall.b})
        rims_.push_back({end, out});
      for (const Vec3 to_side : {wall.normal * out, wall.normal * -out})
        sides_.push_back({wall.a + to_side, wall.b + to_side});
    });
    return obstacles == geometry_.shapes().size() && segments == geometry_.segments().size();
  }

  // The image nearest to p: the arcs round its corners and its sides, all moved out; of a hollow shape moved
  // in as well.
  void add_shape(const Shape& shape, double out) {
    const Vec3 to_image = p_ + bounds_.displacement(p_, shape.center()) - shape.center();
    const double inner = shape.rounding() - out;
    for (const Vec3 corner : shape.corners()) {
      rims_.push_back({corner + to_image, shape.rounding() + out});
      if (shape.is_hollow() && inner > 0.0) rims_.push_back({corner + to_image, inner});
    }
    for (const ShapeEdge& edge : shape.edges()) {
      const auto add_side = [&](double by) {
        sides_.push_back({edge.a + to_image + edge.normal * by, edge.b + to_image + edge.normal * by});
      };
      add_side(shape.rounding() + out);
      if (shape.is_polygon() && !shape.is_hollow()) continue;
      add_side(shape.is_polygon() ? -out : -(shape.rounding() + out));
      if (shape.is_polygon() || !(inner > 0.0)) continue;
      add_side(inner);
      add_side(-inner);
    }
  }

  void offer(Vec3 point) {
    const double distance = length(point - p_);
    if (!(distance < distance_) || !is_free(point)) return;
    distance_ = distance;
    best_ = bounds_.wrapped_if_needed(point);
  }

  void offer_feet() {
    for (const Circle& rim : rims_) {
      const Vec3 out = direction(p_ - rim.center);
      offer(rim.center + (out == Vec3{} ? Vec3{1.0, 0.0, 0.0} : out) * rim.radius);
    }
    for (const Side& side : sides_)
      offer(nearest_point_on_segment(side.a, side.b, p_));
  }

  void offer_crossings() {
    for (std::size_t k = 0; k < rims_.size(); ++k) {
      for (std::size_t other = 0; other < k; ++other)
        offer_meetings(rims_[k], rims_[other]);
      for (const Side& side : sides_)
        offer_meetings(rims_[k], side);
    }
    for (std::size_t k = 0; k < sides_.size(); ++k) {
      for (std::size_t other = 0; other < k; ++other)
        offer_meeting(sides_[k], sides_[other]);
    }
  }

  // From the center along the line of centers by d, then h to either side.
  void offer_meetings(const Circle& one, const Circle& other) {
    const Vec3 between = other.center - one.center;
    const double distance = length(between);
    if (distance == 0.0) return;
    const double d =
        (distance * distance + one.radius * one.radius - other.radius * other.radius) / (2.0 * distance);
    offer_both(one, one.center + between * (d / distance), upright(between * (1.0 / distance)).left, d);
  }

  void offer_meetings(const Circle& rim, const Side& side) {
    const Vec3 along = direction(side.b - side.a);
    const Vec3 foot = side.a + along * dot(rim.center - side.a, along);
    offer_both(rim, foot, along, length(foot - rim.center));
  }

  // The points of a rim on the line through `middle`, which is d from its center.
  void offer_both(const Circle& rim, Vec3 middle, Vec3 along, double d) {
    const double h2 = rim.radius * rim.radius - d * d;
    if (h2 < 0.0) return;
    const double h = std::sqrt(h2);
    offer(middle + along * h);
    offer(middle - along * h);
  }

  void offer_meeting(const Side& one, const Side& other) {
    const Vec3 u = one.b - one.a;
    const Vec3 v = other.b - other.a;
    const double area = cross(u, v).z;
    if (area == 0.0) return;
    const double t = cross(other.a - one.a, v).z / area;
    if (0.0 <= t && t <= 1.0) offer(one.a + u * t);
  }

  const StaticGeometry& geometry_;
  const Bounds& bounds_;
  Vec3 p_;
  double radius_, smallest_;
  std::vector<Circle> rims_;
  std::vector<Side> sides_;
  std::optional<Vec3> best_;
  double distance_ = kInfinity;
};

}  // namespace

std::optional<Vec3> nearest_clear_point(const StaticGeometry& geometry, const Bounds& bounds, Vec3 p,
                                        double radius, double smallest_obstacle) {
  return RoomSearch(geometry, bounds, p, radius, smallest_obstacle).find();
}

}  // namespace drover
