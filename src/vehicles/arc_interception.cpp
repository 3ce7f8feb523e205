#include "vehicles/arc_interception.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/det_math.h"
#include "core/field_table.h"
#include "vehicles/curve.h"

namespace drover {
namespace {

// A length that is rounding [m].
constexpr double kNear = 1e-9;

// The point as seen from the center of the circle on one side, x along the heading and y to that side.
struct Approach {
  Vec3 from_center{};
  Vec3 velocity{};

  Vec3 at(double time) const { return from_center + velocity * time; }
};

Approach seen_from_center(double side, const MovingPoint& seen, double radius) {
  return {{seen.position.x, side * seen.position.y - radius, 0.0},
          {seen.velocity.x, side * seen.velocity.y, 0.0}};
}

struct Way {
  double length = 0.0;  // of the arc and the straight piece [m]
  double rate = 0.0;    // its derivative, the velocity of the point along the straight piece [m/s]
};

Way way_to(const Approach& approach, double time, double radius) {
  const Vec3 p = approach.at(time);
  const double straight = std::sqrt(larger(length2(p) - radius * radius, 0.0));
  const double turn = arc_of_turn(det::atan2(p.y, p.x) + 0.5 * det::kPi - det::atan2(straight, radius));
  return {radius * turn + straight, dot(Vec3{det::cos(turn), det::sin(turn), 0.0}, approach.velocity)};
}

// The vehicle after a time.
struct Driven {
  double way = 0.0;    // [m]
  double speed = 0.0;  // [m/s]
};

Driven driven_in(double time, const ArcDrive& drive) {
  const double ramp = smaller(time, (drive.max_speed - drive.speed) / drive.accel);
  const double speed = drive.speed + drive.accel * ramp;
  return {0.5 * (drive.speed + speed) * ramp + speed * (time - ramp), speed};
}

// The time in which a vehicle at `speed` catches up `gap` [m] on what goes ahead of it at `rate` [m/s]: the
// positive root of accel t^2 / 2 + (speed - rate) t = gap in a form that does not cancel, and at max_speed
// what is left then.
double time_to_catch_up(double gap, double rate, double speed, const ArcDrive& drive) {
  const double closing = speed - rate;
  const double root = std::sqrt(closing * closing + 2.0 * drive.accel * gap);
  const double time = closing > 0.0 ? 2.0 * gap / (closing + root) : (root - closing) / drive.accel;
  const double ramp = (drive.max_speed - speed) / drive.accel;
  if (time <= ramp) return time;
  if (!(drive.max_speed > rate)) return kInfinity;
  return ramp + (gap - (0.5 * (speed + drive.max_speed) - rate) * ramp) / (drive.max_speed - rate);
}

// The first time between `from` and `to` at which the way to the point is driven. On one side of the heading
// and outside of the circle the length L of that way is a convex function of the time, since the fronts of
// equal L are involutes of the circle and move outward along straight lines. So its tangent lies below it:
// the time at which the tangent is reached, as in Newton's method, ascends to the first root and never passes
// it.
std::optional<double> meeting_between(double from, double to, const Approach& approach,
                                      const ArcDrive& drive) {
  constexpr int kMaxIterations = 32;
  double time = from;
  for (int i = 0; i < kMaxIterations; ++i) {
    const Way way = way_to(approach, time, drive.radius);
    const Driven driven = driven_in(time, drive);
    const double gap = way.length - driven.way;
    if (gap <= kNear) return time;
    time += time_to_catch_up(gap, way.rate, driven.speed, drive);
    if (!(time < to)) return std::nullopt;
  }
  return time;
}

// The times at which the point enters and leaves the circle, not before 0.
std::array<double, 2> crossings(const Approach& approach, double radius) {
  const double a = length2(approach.velocity);
  const double b = dot(approach.from_center, approach.velocity);
  const double discriminant = b * b - a * (length2(approach.from_center) - radius * radius);
  if (!(a > 0.0) || !(discriminant > 0.0)) return {0.0, 0.0};
  const double root = std::sqrt(discriminant);
  return {larger((-b - root) / a, 0.0), larger((-b + root) / a, 0.0)};
}

// The times between which the point stays on one side of the heading and inside or outside of its circle.
std::array<double, 7> borders_of(const MovingPoint& seen, double radius) {
  const auto [enters_left, leaves_left] = crossings(seen_from_center(1.0, seen, radius), radius);
  const auto [enters_right, leaves_right] = crossings(seen_from_center(-1.0, seen, radius), radius);
  const double crosses_heading =
      seen.velocity.y == 0.0 ? 0.0 : larger(-seen.position.y / seen.velocity.y, 0.0);
  std::array<double, 7> borders = {0.0,          enters_left,     leaves_left, enters_right,
                                   leaves_right, crosses_heading, kInfinity};
  std::sort(borders.begin(), borders.end());
  return borders;
}

}  // namespace

std::optional<double> arc_interception(const PlanarPose& start, const MovingPoint& point,
                                       const ArcDrive& drive) {
  constexpr double kLongestWait = 0.5;  // s
  const Frame frame = upright(start.heading);
  const MovingPoint seen{in_body_frame(start, point.position),
                         {dot(frame.forward, point.velocity), frame.left_part(point.velocity), 0.0}};
  const std::array<double, 7> borders = borders_of(seen, drive.radius);
  for (std::size_t i = 0; i + 1 < borders.size(); ++i) {
    const double from = borders[i];
    const double to = borders[i + 1];
    if (!(from < to)) continue;
    const double between = to == kInfinity ? from + 1.0 : 0.5 * (from + to);
    const double side = seen.position.y + seen.velocity.y * between < 0.0 ? -1.0 : 1.0;
    const Approach approach = seen_from_center(side, seen, drive.radius);
    if (length(approach.at(between)) < drive.radius) {
      if (to - from > kLongestWait) return std::nullopt;
      continue;
    }
    const bool comes_out =
        from > 0.0 && way_to(approach, from, drive.radius).length < driven_in(from, drive).way - kNear;
    if (comes_out) return std::nullopt;
    if (const auto time = meeting_between(from, to, approach, drive)) return time;
  }
  return std::nullopt;
}

}  // namespace drover
