#include "sim/construction/placing_lattice.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

#include "core/stop_scope.h"
#include "sim/geometry/static_room.h"

namespace drover {
namespace {

constexpr std::size_t kMaxPoints = std::size_t{1} << 23;

}  // namespace

void shuffle(std::vector<Vec3>& points, Draws draws) {
  for (std::size_t k = points.size(); k > 1; --k)
    std::swap(points[k - 1], points[draws.below(static_cast<std::uint32_t>(k))]);
}

Lattice::Lattice(const World& world, StaticGeometry geometry, const PlacementSpace& space,
                 const TakenBodies& taken, std::span<const double> radii)
    : world_(world), geometry_(geometry), space_(space), taken_(taken), radii_(radii) {
  for (const double radius : radii)
    max_radius_ = larger(max_radius_, radius);
  pitch_ = larger(2.0 * max_radius_ + space.clearance().gap, space.clearance().spacing);
}

// Layers from the lowest corner of the area on; in the plane there is one.
std::vector<Vec3> Lattice::points() const {
  constexpr double kRootOfTwoThirds = 0x1.a20bd700c2c3ep-1;
  constexpr double kSixthOfRootOfThree = 0x1.279a74590331cp-2;
  std::vector<Vec3> points;
  const Vec3 low = space_.min();
  const double high = space_.max().z;
  for (std::int64_t layer = 0; points.size() < kMaxPoints; ++layer) {
    const double z = low.z + static_cast<double>(layer) * (kRootOfTwoThirds * pitch_);
    if (layer > 0 && (!space_.is_spatial() || z > high + kPlacementSlack)) break;
    // Every other layer is shifted to above the middle of its triangles.
    const double shift = layer % 2 == 0 ? 0.0 : pitch_;
    add_layer({low.x + 0.5 * shift, low.y + kSixthOfRootOfThree * shift, smaller(z, high)}, points);
  }
  return world_.model().bounds.wraps() ? apart(points) : points;
}

// Rows along x, from this corner on.
void Lattice::add_layer(Vec3 low, std::vector<Vec3>& points) const {
  constexpr double kHalfRootOfThree = 0x1.bb67ae8584caap-1;
  const Vec3 high = space_.max();
  for (std::int64_t row = 0; points.size() < kMaxPoints; ++row) {
    const double y = low.y + static_cast<double>(row) * (kHalfRootOfThree * pitch_);
    if (y > high.y + kPlacementSlack) break;
    const double first = low.x + (row % 2 == 0 ? 0.0 : 0.5 * pitch_);
    for (std::int64_t k = 0; points.size() < kMaxPoints; ++k) {
      const double x = first + static_cast<double>(k) * pitch_;
      if (x > high.x + kPlacementSlack) break;
      const Vec3 p{smaller(x, high.x), smaller(y, high.y), low.z};
      if (space_.contains(p)) points.push_back(p);
    }
  }
}

// In a world that wraps the lattice may meet itself across an edge: points too near to earlier ones are left
// out.
std::vector<Vec3> Lattice::apart(std::span<const Vec3> points) const {
  TakenBodies kept(world_.model().bounds);
  std::vector<Vec3> apart;
  for (const Vec3& p : points) {
    stop_if_asked();
    const auto is_too_near = [&](Vec3 way, const TakenBodies::Body&) {
      return length(way) < pitch_ - kPlacementSlack;
    };
    if (kept.any_near(p, {.spacing = pitch_}, is_too_near)) continue;
    kept.add(p, 0.0, kNoIndex, pitch_);
    apart.push_back(p);
  }
  return apart;
}

// The greatest radius of a body that has room at p, at most that of the largest; negative without room.
// Points of the lattice leave each other room.
double Lattice::room_at(Vec3 p) const {
  stop_if_asked();
  const Clearance clearance = space_.clearance();
  const double reach = max_radius_ + clearance.gap;
  double room = clear_distance(geometry_, world_.model().bounds, p, reach) - clearance.gap;
  taken_.any_near(p, {max_radius_, clearance.gap, clearance.spacing},
                  [&](Vec3 way, const TakenBodies::Body& body) {
                    const double distance = length(way);
                    if (distance < clearance.spacing - kPlacementSlack) room = -1.0;
                    room = smaller(room, distance - body.radius - clearance.gap);
                    return room < 0.0;
                  });
  return room;
}

std::vector<std::optional<Vec3>> Lattice::assign(std::uint32_t number) const {
  std::vector<Vec3> candidates = points();
  shuffle(candidates, Draws({world_.model().seed, number, 0, Purpose::placement, stream_of("lattice")}));

  // By falling room: as the radii fall, more and more candidates have enough of it.
  std::vector<std::pair<double, std::size_t>> rooms;
  for (std::size_t c = 0; c < candidates.size(); ++c)
    rooms.emplace_back(room_at(candidates[c]) + kPlacementSlack, c);
  std::ranges::sort(rooms, [](const auto& a, const auto& b) {
    return a.first > b.first || (a.first == b.first && a.second < b.second);
  });
  std::vector<std::size_t> order(radii_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return radii_[a] > radii_[b]; });

  std::vector<std::optional<Vec3>> places(radii_.size());
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> open;
  auto next = rooms.begin();
  for (const std::size_t k : order) {
    for (; next != rooms.end() && next->first >= radii_[k]; ++next)
      open.push(next->second);
    if (open.empty()) continue;
    places[k] = candidates[open.top()];
    open.pop();
  }
  return places;
}

}  // namespace drover
