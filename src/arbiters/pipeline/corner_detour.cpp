#include "arbiters/pipeline/corner_detour.h"

#include <vector>

#include "arbiters/pipeline/circle_detour.h"
#include "sim/geometry/segment_distance.h"

namespace drover {
namespace {

// One that ways may lead over, and the way there.
struct CornerPlace {
  Vec3 place;                 // m
  std::size_t corner = 0;     // of the polygon, out of which it is moved; of the end none
  double length = kInfinity;  // m
  double left = 0.0;          // straight to the end [m]
  std::size_t first = 0;      // index of the first place of the way
  bool is_closed = false;     // nothing shorter leads there
};

// The shortest way (A*, Hart, Nilsson and Raphael 1968) over the places that see each other: the start, the
// corners, the end.
class CornerWays {
 public:
  CornerWays(const Shape& polygon, Vec3 start, Vec3 end, const DetourRoom& room,
             std::vector<CornerPlace>& places)
      : polygon_(polygon), start_(start), clearance_(room.clearance), out_(room.out()), places_(places) {
    places_.clear();
    places_.reserve(polygon.edges().size() + 1);
    add_corners();
    const ShapeBorder border = polygon.nearest_border(end);
    is_end_moved_ = border.distance < clearance_;
    places_.push_back({is_end_moved_ ? border.point + border.normal * out_ : end});
    for (CornerPlace& each : places_)
      each.left = length(places_.back().place - each.place);
  }

  std::optional<CornerDetour> first() {
    const double from_start = smaller(clearance_, larger(0.0, polygon_.distance(start_)));
    if (keeps_off(start_, places_.back().place, from_start)) return detour_over(end());
    for (std::size_t k = 0; k < end(); ++k) {
      const Vec3 place = places_[k].place;
      if (is_tangent(places_[k], start_) && !cuts_corner(places_[k].corner, start_, place, from_start) &&
          keeps_off(start_, place, from_start))
        reach(k, k, length(place - start_));
    }
    while (true) {
      const std::size_t next = nearest_open();
      if (next == places_.size()) return std::nullopt;
      if (next == end()) return detour_over(places_[next].first);
      places_[next].is_closed = true;
      go_on_from(places_[next]);
    }
  }

 private:
  std::size_t end() const { return places_.size() - 1; }

  // Corners at which the outline turns away from the inside, moved out along the bisector.
  void add_corners() {
    const std::span<const ShapeEdge> edges = polygon_.edges();
    for (std::size_t k = 0; k < edges.size(); ++k) {
      const ShapeEdge& before = edges[(k + edges.size() - 1) % edges.size()];
      const double turn = cross(before.b - before.a, edges[k].b - edges[k].a).z * polygon_.turn();
      if (!(turn > 0.0)) continue;
      const Vec3 bisector = direction(before.normal + edges[k].normal);
      const double cosine = dot(bisector, edges[k].normal);
      const double length_out = cosine > 0.5 ? out_ / cosine : 2.0 * out_;
      places_.push_back({.place = edges[k].a + bisector * length_out, .corner = k});
    }
  }

  void go_on_from(const CornerPlace& from) {
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const CornerPlace& to = places_[k];
      if (to.is_closed) continue;
      const double by_from = from.length + length(to.place - from.place);
      if (!(by_from < to.length) || !(by_from + to.left < places_.back().length)) continue;
      if (!is_tangent(from, to.place) || (k != end() && !is_tangent(to, from.place))) continue;
      if (cuts_corner_around(from.corner, from.place, to.place)) continue;
      if (k != end() && cuts_corner(to.corner, from.place, to.place, clearance_)) continue;
      if (!is_soon_met(from.place, to.place, clearance_) && keeps_off(from.place, to.place, clearance_))
        reach(k, from.first, by_from);
    }
  }

  // Whether a way can bend round a corner towards there: not where it would come from, or go, straight away
  // from both sides. Shortest ways consist of tangents alone (Liu and Arimoto 1992).
  bool is_tangent(const CornerPlace& at, Vec3 to) const {
    const std::span<const ShapeEdge> edges = polygon_.edges();
    const Vec3 away = to - at.place;
    const ShapeEdge& before = edges[(at.corner + edges.size() - 1) % edges.size()];
    return !(dot(away, before.normal) > 0.0 && dot(away, edges[at.corner].normal) > 0.0);
  }
  bool keeps_off(Vec3 from, Vec3 to, double least) const {
    return !(distance_to_segment(polygon_, from, to, clearance_) < allowed_distance(least, least));
  }
  // The same question about a single corner.
  bool cuts_corner(std::size_t corner, Vec3 from, Vec3 to, double least) const {
    const Vec3 p = polygon_.edges()[corner].a;
    return length(p - nearest_point_on_segment(from, to, p)) < allowed_distance(least, least);
  }
  // The same about corners on both sides of one, ever farther from it.
  bool cuts_corner_around(std::size_t corner, Vec3 from, Vec3 to) const {
    const std::size_t count = polygon_.edges().size();
    if (cuts_corner(corner, from, to, clearance_)) return true;
    for (std::size_t step = 1; step < count / 2; step *= 2) {
      if (cuts_corner((corner + step) % count, from, to, clearance_)) return true;
      if (cuts_corner((corner + count - step) % count, from, to, clearance_)) return true;
    }
    return false;
  }
  // Whether a line surely comes too near: most of those that do so are found out near their beginning. It is
  // looked at piece by piece, as the sides around a long line are many.
  bool is_soon_met(Vec3 from, Vec3 to, double least) const {
    constexpr double kSlack = 1e-9;  // pieces are rounded [m]
    const double whole = length(to - from);
    const Vec3 along = direction(to - from);
    double begin = 0.0;
    for (double piece = larger(4.0 * out_, 0.01 * whole); begin + piece < whole; piece *= 2.0) {
      const Vec3 a = from + along * begin;
      begin += piece;
      const double apart = distance_to_segment(polygon_, a, from + along * begin, clearance_);
      if (apart < allowed_distance(least, least) - kSlack) return true;
    }
    return false;
  }
  void reach(std::size_t k, std::size_t first, double by) {
    places_[k].length = by;
    places_[k].first = first;
  }
  // Ties go to the first that is listed.
  std::size_t nearest_open() const {
    std::size_t best = places_.size();
    double least = kInfinity;
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const double whole = places_[k].length + places_[k].left;
      if (places_[k].is_closed || !(whole < least)) continue;
      best = k;
      least = whole;
    }
    return best;
  }
  CornerDetour detour_over(std::size_t k) const { return {places_[k].place, k == end() && is_end_moved_}; }

  const Shape& polygon_;
  Vec3 start_;
  double clearance_, out_;
  std::vector<CornerPlace>& places_;  // the corners, then the end
  bool is_end_moved_ = false;
};

// Kept for its memory alone.
std::vector<CornerPlace>& corner_places() {
  thread_local std::vector<CornerPlace> places;
  return places;
}

}  // namespace

void reserve_corner_detours() {
  constexpr std::size_t kUsualCorners = 256;
  corner_places().reserve(kUsualCorners);
}

std::optional<CornerDetour> corner_detour(const Shape& polygon, Vec3 start, Vec3 end,
                                          const DetourRoom& room) {
  return CornerWays(polygon, start, end, room, corner_places()).first();
}

}  // namespace drover
