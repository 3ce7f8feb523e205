#include "arbiters/pipeline/corner_detour.h"

#include <array>

#include "arbiters/pipeline/circle_detour.h"
#include "sim/geometry/segment_distance.h"

namespace drover {
namespace {

constexpr std::size_t kMostDetourCorners = 64;

// The shortest way (Dijkstra 1959) over the places that see each other: the start, the corners, the end.
class CornerWays {
 public:
  CornerWays(const Shape& polygon, Vec3 start, Vec3 end, const DetourRoom& room)
      : polygon_(polygon), start_(start), clearance_(room.clearance), out_(room.out()) {
    add_corners();
    const ShapeBorder border = polygon.nearest_border(end);
    is_end_moved_ = border.distance < clearance_;
    places_[count_] = is_end_moved_ ? border.point + border.normal * out_ : end;
    end_ = count_++;
  }

  std::optional<CornerDetour> first() {
    if (keeps_off(start_, places_[end_], from_start())) return detour_over(end_);
    for (std::size_t k = 0; k < count_; ++k) {
      if (k != end_ && keeps_off(start_, places_[k], from_start())) reach(k, k, length(places_[k] - start_));
    }
    while (true) {
      const std::size_t next = nearest_open();
      if (next == count_) return std::nullopt;
      if (next == end_) return detour_over(first_[end_]);
      is_closed_[next] = true;
      for (std::size_t k = 0; k < count_; ++k) {
        const double length_by_next = length_[next] + length(places_[k] - places_[next]);
        if (is_closed_[k] || !(length_by_next < length_[k])) continue;
        if (keeps_off(places_[next], places_[k], clearance_)) reach(k, first_[next], length_by_next);
      }
    }
  }

 private:
  // Corners at which the outline turns away from the inside, moved out along the bisector.
  void add_corners() {
    const std::span<const ShapeEdge> edges = polygon_.edges();
    for (std::size_t k = 0; k < edges.size() && count_ < kMostDetourCorners; ++k) {
      const ShapeEdge& before = edges[(k + edges.size() - 1) % edges.size()];
      const double turn = cross(before.b - before.a, edges[k].b - edges[k].a).z * polygon_.turn();
      if (!(turn > 0.0)) continue;
      const Vec3 bisector = direction(before.normal + edges[k].normal);
      const double cosine = dot(bisector, edges[k].normal);
      const double length_out = cosine > 0.5 ? out_ / cosine : 2.0 * out_;
      places_[count_] = edges[k].a + bisector * length_out;
      length_[count_++] = kInfinity;
    }
    length_[count_] = kInfinity;
  }

  double from_start() const { return smaller(clearance_, larger(0.0, polygon_.distance(start_))); }
  bool keeps_off(Vec3 from, Vec3 to, double least) const {
    return !(distance_to_segment(polygon_, from, to, clearance_) < allowed_distance(least, least));
  }
  void reach(std::size_t k, std::size_t first, double by) {
    length_[k] = by;
    first_[k] = first;
  }
  // Ties go to the first that is listed.
  std::size_t nearest_open() const {
    std::size_t best = count_;
    for (std::size_t k = 0; k < count_; ++k) {
      if (is_closed_[k] || length_[k] == kInfinity) continue;
      if (best == count_ || length_[k] < length_[best]) best = k;
    }
    return best;
  }
  CornerDetour detour_over(std::size_t k) const { return {places_[k], k == end_ && is_end_moved_}; }

  const Shape& polygon_;
  Vec3 start_;
  double clearance_, out_;
  std::array<Vec3, kMostDetourCorners + 1> places_;
  std::array<double, kMostDetourCorners + 1> length_;      // of the way to each
  std::array<std::size_t, kMostDetourCorners + 1> first_;  // the first corner of that way
  std::array<bool, kMostDetourCorners + 1> is_closed_ = {};
  std::size_t count_ = 0;
  std::size_t end_ = 0;
  bool is_end_moved_ = false;
};

}  // namespace

std::optional<CornerDetour> corner_detour(const Shape& polygon, Vec3 start, Vec3 end,
                                          const DetourRoom& room) {
  return CornerWays(polygon, start, end, room).first();
}

}  // namespace drover
