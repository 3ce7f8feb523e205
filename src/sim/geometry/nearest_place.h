// The nearest of the points that a test allows, where the border of what it allows is made of known lines:
// segments and circles. The nearest point is then the point asked for itself, the nearest point of one line,
// or a point where two of them meet. It serves bodies, whose centers end at borders moved outwards by their
// radius, and points inside a polygon, whose borders move inwards.
#pragma once

#include <optional>
#include <vector>

#include "core/vec3.h"

namespace drover {

// Keeps its memory between searches.
class PlaceSearch {
 public:
  // With room for the lines that are near a place as a rule, so that steps of a run do not allocate.
  PlaceSearch() { lines_.reserve(256); }

  static constexpr double kFar = 1e150;  // its square is finite [m]

  // Forgets all lines.
  void clear() { lines_.clear(); }
  // Whole segments and circles, parts beyond the border included: the test leaves those out. An order of
  // lines is an order of ties.
  void add_segment(Vec3 a, Vec3 b) { lines_.push_back({a, b, -1.0}); }
  void add_circle(Vec3 center, double radius) { lines_.push_back({center, center, radius}); }
  // The two sides of the segment from a to b at this distance.
  void add_sides(Vec3 a, Vec3 b, double distance);

  std::size_t size() const { return lines_.size(); }

  // The point nearest to p that is_allowed(point) admits. The test has to forgive rounding, as distances of
  // points on a line are right to within some 1e-16 of the coordinates. Of equally near points: p, points
  // of single lines in the order of the lines, then crossings, ordered by the later line and then the
  // earlier one. The nearest point of a circle to its center is the one towards +x.
  // At most `limit` away [m]. Quadratic in the number of lines that come nearer than the point that is found.
  template <class Allowed>
  std::optional<Vec3> find(Vec3 p, Allowed&& is_allowed, double limit = kFar) const {
    if (is_allowed(p)) return p;
    std::optional<Vec3> best;
    double best2 = limit * limit;
    const auto offer = [&](Vec3 point) {
      const double d2 = length2(point - p);
      if (d2 > best2 || (best && d2 == best2) || !is_allowed(point)) return;
      best2 = d2;
      best = point;
    };
    for (const Line& line : lines_)
      offer(nearest_of(line, p));
    // A crossing is no nearer than either of its lines, up to rounding.
    const auto may_be_nearer = [&](const Line& line) {
      return length2(nearest_of(line, p) - p) <= best2 * (1.0 + kLineSlack);
    };
    for (std::size_t k = 0; k < lines_.size(); ++k) {
      if (!may_be_nearer(lines_[k])) continue;
      for (std::size_t other = 0; other < k; ++other) {
        if (!may_be_nearer(lines_[other])) continue;
        const Crossings crossings = meet(lines_[other], lines_[k]);
        for (int i = 0; i < crossings.count; ++i)
          offer(crossings.points[i]);
      }
    }
    return best;
  }

 private:
  static constexpr double kLineSlack = 1e-9;  // of squared distances

  // A circle where the radius is not negative.
  struct Line {
    Vec3 a, b;
    double radius;

    bool is_circle() const { return radius >= 0.0; }
  };
  struct Crossings {
    Vec3 points[2];
    int count = 0;
  };

  static Vec3 nearest_of(const Line& line, Vec3 p);
  static Crossings meet(const Line& one, const Line& other);
  static Crossings meet_segments(const Line& one, const Line& other);
  static Crossings meet_line(const Line& circle, const Line& segment);
  static Crossings meet_circles(const Line& one, const Line& other);
  static Crossings both_sides(const Line& circle, Vec3 middle, Vec3 along, double d);

  std::vector<Line> lines_;
};

}  // namespace drover
