// Barry and Goldman, "A recursive evaluation algorithm for a class of Catmull-Rom splines" (1988), here in
// the form of cubics between two points with their tangents; Yuksel, Schaefer and Keyser, "Parameterization
// and applications of Catmull-Rom curves" (2011), on the exponent of the distances.
#include "sim/geometry/path_curve.h"

#include <cmath>

#include "core/det_math.h"
#include "sim/geometry/path_fillets.h"

namespace drover {
namespace {

// From one place of a path to the next.
struct Leg {
  Vec3 from, to;
  const PathPointDef* arc = nullptr;  // its end, where it is one
  bool from_corner = false;
};

// The legs of a path without those of length zero. A corner that is given twice is one.
class Legs {
 public:
  explicit Legs(const PathDef& def) : closed_(def.closed), at_(def.points.front().place()) {
    begin_ = at_;
    corner_ = def.points.front().corner;
    for (const PathPointDef& point : std::span(def.points).subspan(1)) {
      if (point.is_arc())
        add(*point.arc_to, &point);
      else
        add(*point.at, nullptr);
      corner_ = corner_ || point.corner;
    }
    if (!closed_ || legs_.empty()) return;
    if (length(begin_ - at_) >= kLengthEpsilon)
      add(begin_, nullptr);
    else
      legs_.front().from_corner = legs_.front().from_corner || corner_;
  }

  std::span<const Leg> all() const { return legs_; }
  Vec3 begin() const { return begin_; }

  // The points before and behind a leg that shape its curve. At ends and corners the leg goes on straight.
  Vec3 point_before(std::size_t k) const {
    const Leg& leg = legs_[k];
    const Vec3 straight = leg.from * 2.0 - leg.to;
    if (leg.from_corner || (k == 0 && !closed_)) return straight;
    const Leg& before = legs_[(k + legs_.size() - 1) % legs_.size()];
    return before.arc == nullptr ? before.from : straight;
  }
  Vec3 point_behind(std::size_t k) const {
    const Leg& leg = legs_[k];
    const Vec3 straight = leg.to * 2.0 - leg.from;
    if (k + 1 == legs_.size() && !closed_) return straight;
    const Leg& next = legs_[(k + 1) % legs_.size()];
    return next.arc == nullptr && !next.from_corner ? next.to : straight;
  }

 private:
  void add(Vec3 to, const PathPointDef* arc) {
    if (arc == nullptr && length(to - at_) < kLengthEpsilon) return;
    legs_.push_back({at_, to, arc, corner_});
    at_ = to;
    corner_ = false;
  }

  bool closed_;
  Vec3 at_, begin_;
  bool corner_ = false;  // at_ is one
  std::vector<Leg> legs_;
};

// start + first u + second u^2 + third u^3 for u from 0 to 1.
struct Cubic {
  Vec3 start, first, second, third;

  Vec3 at(double u) const { return start + (first + (second + third * u) * u) * u; }
  double speed(double u) const { return drover::length(first + (second * 2.0 + third * (3.0 * u)) * u); }

  // By the quadrature of Gauss and Legendre with five points.
  double length(double from, double to) const {
    constexpr double kPlaces[] = {0.0, 0.53846931010568309, 0.90617984593866399};
    constexpr double kWeights[] = {0.56888888888888889, 0.47862867049936647, 0.23692688505618909};
    const double middle = 0.5 * (from + to);
    const double half = 0.5 * (to - from);
    double sum = kWeights[0] * speed(middle);
    for (int k = 1; k < 3; ++k)
      sum += kWeights[k] * (speed(middle - half * kPlaces[k]) + speed(middle + half * kPlaces[k]));
    return sum * half;
  }
};

// The piece of the spline from b to c.
Cubic catmull_rom(Vec3 a, Vec3 b, Vec3 c, Vec3 d, double alpha) {
  const auto knots = [alpha](Vec3 from, Vec3 to) {
    return det::exp(alpha * det::log(drover::length(to - from)));
  };
  const double before = knots(a, b);
  const double here = knots(b, c);
  const double behind = knots(c, d);
  const Vec3 chord = c - b;
  const Vec3 begin = ((b - a) / before - (c - a) / (before + here)) * here + chord;
  const Vec3 end = ((d - c) / behind - (d - b) / (here + behind)) * here + chord;
  return {b, begin, chord * 3.0 - begin * 2.0 - end, begin + end - chord * 2.0};
}

class Sampler {
 public:
  explicit Sampler(double tolerance) : tolerance_(tolerance) {}

  void begin(Vec3 point) { add(point, 0.0); }
  void add_line(Vec3 to) { add(to, drover::length(to - sampled_.points.back())); }

  void add_arc(const CircularArc& arc, Vec3 to) {
    // The sagitta of a chord over the angle t is R (1 - cos(t / 2)) = 2 R sin^2(t / 4).
    const double widest =
        smaller(4.0 * det::asin(std::sqrt(0.5 * tolerance_ / arc.radius())), 0.5 * det::kPi);
    const double count = std::ceil(arc.angle / widest);
    const double step = arc.arc_length() / count;
    for (double k = 1.0; k < count && has_room(); k += 1.0)
      add(arc.point_at(arc.angle * (k / count)), step);
    add(to, step);
  }

  void add_curve(const Cubic& curve, Vec3 to) {
    halve(curve, 0.0, 1.0, to, curve.length(0.0, 1.0), kMostHalvings);
  }

  SampledPath sampled(bool closed) {
    sampled_.length = length_;
    if (closed && sampled_.points.size() > 1) {
      sampled_.points.pop_back();
      sampled_.lengths.pop_back();
    }
    return std::move(sampled_);
  }

 private:
  static constexpr int kMostHalvings = 12;

  bool has_room() const { return sampled_.points.size() <= kMaxPathPoints; }

  void add(Vec3 point, double step) {
    length_ += step;
    // A segment without a direction would be none, as in the point of a cusp.
    const bool is_new =
        sampled_.points.empty() || drover::length(point - sampled_.points.back()) >= kLengthEpsilon;
    if (is_new) sampled_.points.push_back(point);
    if (is_new) sampled_.lengths.push_back(length_);
  }

  bool is_flat(const Cubic& curve, double from, double to, Vec3 end) const {
    for (const double part : {0.25, 0.5, 0.75}) {
      const Vec3 p = curve.at(from + part * (to - from));
      const Vec3 along = end - sampled_.points.back();
      const double t = clamp(dot(p - sampled_.points.back(), along) / length2(along), 0.0, 1.0);
      if (!(length(sampled_.points.back() + along * t - p) <= tolerance_)) return false;
    }
    return true;
  }

  // `length`: of the part of the curve, `end`: its last point.
  void halve(const Cubic& curve, double from, double to, Vec3 end, double length, int halvings) {
    constexpr double kPrecise = 1e-7;  // of the length
    if (!has_room()) return;
    const double middle = 0.5 * (from + to);
    const double first = curve.length(from, middle);
    const double second = curve.length(middle, to);
    const bool is_precise = std::fabs(first + second - length) <= kPrecise * length;
    if (halvings == 0 || (is_precise && is_flat(curve, from, to, end))) return add(end, first + second);
    halve(curve, from, middle, curve.at(middle), first, halvings - 1);
    halve(curve, middle, to, end, second, halvings - 1);
  }

  double tolerance_;
  double length_ = 0.0;
  SampledPath sampled_;
};

}  // namespace

SampledPath sample_path(const PathDef& given) {
  PathDef def = given;
  if (def.fillet > 0.0 && def.curve == PathCurve::polyline) def.points = with_fillets(given).points;
  const Legs legs(def);
  Sampler sampler(def.tolerance);
  sampler.begin(legs.begin());
  for (std::size_t k = 0; k < legs.all().size(); ++k) {
    const Leg& leg = legs.all()[k];
    if (leg.arc != nullptr)
      sampler.add_arc(arc_from(leg.from, *leg.arc), leg.to);
    else if (def.curve == PathCurve::catmull_rom)
      sampler.add_curve(catmull_rom(legs.point_before(k), leg.from, leg.to, legs.point_behind(k), def.alpha),
                        leg.to);
    else
      sampler.add_line(leg.to);
  }
  return sampler.sampled(def.closed);
}

}  // namespace drover
