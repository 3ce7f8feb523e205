#include "sim/construction/obstacle_placing.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/stop_scope.h"
#include "sim/construction/placing_lattice.h"
#include "sim/construction/standing_shapes.h"
#include "sim/definitions/drawn_number.h"
#include "sim/definitions/kinds.h"
#include "sim/geometry/defined_shape.h"
#include "sim/geometry/placement_space.h"

namespace drover {
namespace {

inline constexpr int kMaxDraws = 1000;

// A shape of an entry with a placement, about the point (0, 0).
struct Loose {
  std::uint32_t number;
  Shape shape;
  double reach;  // of its points from (0, 0) [m]
};

// The points of a hexagonal lattice in an area: rows along x, from its lower left.
std::vector<Vec3> lattice(const PlacementSpace& space, double pitch) {
  std::vector<Vec3> points;
  const Vec3 low = space.min();
  const double rise = pitch * std::sqrt(0.75);
  for (std::int64_t row = 0; low.y + rise * static_cast<double>(row) <= space.max().y; ++row) {
    const double y = low.y + rise * static_cast<double>(row);
    const double first = low.x + (row % 2 == 0 ? 0.0 : 0.5 * pitch);
    for (std::int64_t k = 0; first + pitch * static_cast<double>(k) <= space.max().x; ++k) {
      const Vec3 p{first + pitch * static_cast<double>(k), y, 0.0};
      if (space.contains(p)) points.push_back(p);
    }
  }
  return points;
}

class ObstaclePlacer {
 public:
  ObstaclePlacer(const WorldDef& world, std::span<const Region> regions, const Bounds& bounds,
                 std::uint64_t seed);

  std::vector<PlacedObstacle> place(std::vector<Problem>& problems);

 private:
  struct Entry {
    const ObstacleDef* def;
    std::uint32_t first_number;
    std::optional<PlacementSpace> space;  // of an entry with a placement
    std::vector<Loose> shapes;            // of a placement, else none

    bool is_random() const { return space && space->is_random(); }
  };
  using Places = std::vector<Vec3>;

  StreamKey key(std::uint32_t number, std::string_view stream) const {
    return {seed_, number, 0, Purpose::obstacle, stream_of(stream)};
  }
  double draw(const Parameter& parameter, std::uint32_t number, std::string_view name,
              double otherwise) const {
    return parameter.is_present() ? draw_parameter(parameter, key(number, name)) : otherwise;
  }
  Shape fixed_shape(const ObstacleDef& def, std::uint32_t number) const;
  Loose loose_shape(const ObstacleDef& def, std::uint32_t number) const;
  double cell_size() const;
  std::optional<std::string> place_entry(const Entry& entry);
  Places throw_darts(const Entry& entry);
  std::vector<Vec3> free_lattice(const Entry& entry) const;
  std::optional<std::string> fill(const Entry& entry, Places& places);
  std::string no_room(const Entry& entry, std::size_t k, std::size_t fitted) const;
  bool has_room(const Loose& loose, Vec3 place, const Entry& entry) const {
    stop_if_asked();
    return standing_->has_room(loose.shape, loose.reach, place, entry.space->clearance().gap);
  }
  void stand(const Loose& loose, Vec3 place) { standing_->add(loose.shape.moved(place)); }
  void add_walls();

  const WorldDef& world_;
  const Bounds& bounds_;
  std::uint64_t seed_;
  std::vector<Entry> entries_;
  std::optional<StandingShapes> standing_;
  std::vector<std::optional<Shape>> placed_;  // by number
};

ObstaclePlacer::ObstaclePlacer(const WorldDef& world, std::span<const Region> regions, const Bounds& bounds,
                               std::uint64_t seed)
    : world_(world), bounds_(bounds), seed_(seed) {
  std::uint32_t number = 0;
  for (const ObstacleDef& def : world.obstacles) {
    const auto count = static_cast<std::uint32_t>(def.count);
    Entry& entry = entries_.emplace_back(Entry{&def, number, std::nullopt, {}});
    if (def.placement) entry.space.emplace(*def.placement, regions, world.space());
    for (std::uint32_t k = 0; def.placement && k < count; ++k)
      entry.shapes.push_back(loose_shape(def, number + k));
    number += count;
  }
}

const Parameter& radius_of(const ObstacleDef& def) {
  return def.capsule ? def.capsule->radius : def.radius;
}

Shape ObstaclePlacer::fixed_shape(const ObstacleDef& def, std::uint32_t number) const {
  ObstacleDef drawn = def;
  Parameter& radius = drawn.capsule ? drawn.capsule->radius : drawn.radius;
  if (radius.is_drawn()) radius = draw(radius, number, "radius", 0.0);
  return shape_of(drawn);
}

Loose ObstaclePlacer::loose_shape(const ObstacleDef& def, std::uint32_t number) const {
  const ShapePose pose{{}, draw(def.turn, number, "turn", 0.0), draw(def.scale, number, "scale", 1.0)};
  const Shape shape = shape_of(def, pose, draw(radius_of(def), number, "radius", 0.0));
  double reach = 0.0;
  for (const Vec3 corner : shape.corners())
    reach = larger(reach, length(corner));
  return {number, shape, reach + shape.rounding()};
}

// The median of what is placed, with its gap: some large ones among many small ones do not make cells large.
double ObstaclePlacer::cell_size() const {
  std::vector<double> sizes;
  for (const Entry& entry : entries_)
    for (const Loose& loose : entry.shapes)
      sizes.push_back(2.0 * loose.reach + entry.space->clearance().gap);
  if (sizes.empty()) return 1.0;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::ranges::nth_element(sizes, middle);
  return *middle;
}

void ObstaclePlacer::add_walls() {
  for (const WallDef& wall : world_.walls) {
    const std::size_t count = wall.points.size();
    if (wall.solid) standing_->add(Shape::polygon(wall.points));
    for (std::size_t k = 0; k + (wall.closed ? 0 : 1) < count; ++k)
      standing_->add(Shape::capsule(wall.points[k], wall.points[(k + 1) % count], 0.0));
  }
}

// The places of the first ones of an entry, as many as darts find.
ObstaclePlacer::Places ObstaclePlacer::throw_darts(const Entry& entry) {
  Places places;
  for (std::size_t k = 0; k < entry.shapes.size(); ++k) {
    const Loose& loose = entry.shapes[k];
    Draws draws(key(loose.number, "obstacle"));
    Draws jitter(key(loose.number, "jitter"));
    for (int attempt = 0; attempt < kMaxDraws && places.size() == k; ++attempt) {
      const Vec3 place = entry.space->draw(k, entry.shapes.size(), draws, jitter);
      if (entry.space->accepts(place) && has_room(loose, place, entry)) places.push_back(place);
    }
    if (places.size() == k) break;
    stand(loose, places[k]);
  }
  return places;
}

// The shuffled points of a lattice where equal shapes leave each other room.
std::vector<Vec3> ObstaclePlacer::free_lattice(const Entry& entry) const {
  double reach = 0.0;
  for (const Loose& loose : entry.shapes)
    reach = larger(reach, loose.reach);
  const double pitch = 2.0 * reach + entry.space->clearance().gap;
  // At most about a million points.
  constexpr double kMaxPoints = 1 << 20;
  const Vec3 size = entry.space->max() - entry.space->min();
  const double least = larger(std::sqrt(size.x * size.y / kMaxPoints), (size.x + size.y) / kMaxPoints);
  std::vector<Vec3> points = lattice(*entry.space, larger(pitch, least));
  shuffle(points, Draws(key(entry.first_number, "lattice")));
  // No shape that contains its own point (0, 0) has room where another one covers it.
  const auto contains_origin = [](const Loose& loose) { return loose.shape.distance({}) <= 0.0; };
  if (std::ranges::all_of(entry.shapes, contains_origin))
    std::erase_if(points, [&](Vec3 p) { return standing_->covers(p); });
  return points;
}

// Places on a lattice for all of an entry, the larger ones first. Returns what is wrong where some do not
// fit.
std::optional<std::string> ObstaclePlacer::fill(const Entry& entry, Places& places) {
  std::vector<Vec3> points = free_lattice(entry);
  std::vector<std::size_t> order(entry.shapes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(
      order, [&](std::size_t a, std::size_t b) { return entry.shapes[a].reach > entry.shapes[b].reach; });
  const ObstacleDef& def = *entry.def;
  const bool are_alike = !def.turn.is_drawn() && !def.scale.is_drawn() && !radius_of(def).is_drawn();
  places.resize(entry.shapes.size());
  std::size_t fitted = 0;
  auto next = points.begin();
  for (const std::size_t k : order) {
    const Loose& loose = entry.shapes[k];
    // A point without room for one has none for others like it.
    if (!are_alike) next = points.begin();
    next = std::find_if(next, points.end(), [&](Vec3 p) { return has_room(loose, p, entry); });
    if (next == points.end()) return no_room(entry, k, fitted);
    ++fitted;
    places[k] = *next;
    stand(loose, places[k]);
    next = are_alike ? next + 1 : points.erase(next);
  }
  return std::nullopt;
}

std::string ObstaclePlacer::no_room(const Entry& entry, std::size_t k, std::size_t fitted) const {
  return fmt::format(
      "no room for obstacle {} of {}: {} of them fit, with \"gap\" ({} m) to each other, to other obstacles "
      "and to walls",
      k + 1, entry.shapes.size(), fitted, entry.space->clearance().gap);
}

std::optional<std::string> ObstaclePlacer::place_entry(const Entry& entry) {
  const Boxed<PlacementKind>& placement = entry.def->placement->placement;
  const PlacementKind& kind = *placement.get();
  const std::size_t count = entry.shapes.size();
  const std::size_t capacity = kind.capacity != nullptr ? kind.capacity(placement.params.get()) : 0;
  if (capacity > 0 && count > capacity)
    return fmt::format("the placement \"{}\" has {} places for {} obstacles", kind.name, capacity, count);
  Places places;
  if (entry.is_random()) {
    const std::size_t standing = standing_->size();
    places = throw_darts(entry);
    if (places.size() < count) {
      if (!entry.space->has_area()) return no_room(entry, places.size(), places.size());
      standing_->shrink(standing);
      if (auto problem = fill(entry, places)) return problem;
    }
  } else {
    Draws none(key(entry.first_number, "obstacle"));
    for (std::size_t k = 0; k < count; ++k) {
      places.push_back(kind.place(placement.params.get(), k, count, none));
      stand(entry.shapes[k], places[k]);
    }
  }
  for (std::size_t k = 0; k < count; ++k)
    placed_[entry.shapes[k].number] = entry.shapes[k].shape.moved(places[k]);
  return std::nullopt;
}

std::vector<PlacedObstacle> ObstaclePlacer::place(std::vector<Problem>& problems) {
  standing_.emplace(bounds_, cell_size());
  if (!entries_.empty())
    placed_.resize(entries_.back().first_number + static_cast<std::size_t>(entries_.back().def->count));
  for (const Entry& entry : entries_) {
    if (entry.space) continue;
    placed_[entry.first_number] = fixed_shape(*entry.def, entry.first_number);
    standing_->add(*placed_[entry.first_number]);
  }
  add_walls();
  for (const bool random : {false, true}) {
    for (std::size_t e = 0; e < entries_.size(); ++e) {
      if (!entries_[e].space || entries_[e].is_random() != random) continue;
      if (const auto problem = place_entry(entries_[e])) {
        problems.push_back({fmt::format("/world/obstacles/{}/placement", e), *problem});
        return {};
      }
    }
  }
  std::vector<PlacedObstacle> obstacles;
  for (const Entry& entry : entries_) {
    for (std::int64_t k = 0; k < entry.def->count; ++k) {
      const bool is_numbered = entry.def->count > 1 && !entry.def->id.empty();
      obstacles.push_back({is_numbered ? fmt::format("{}.{}", entry.def->id, k) : entry.def->id,
                           std::move(*placed_[entry.first_number + static_cast<std::uint32_t>(k)]),
                           entry.def->present});
    }
  }
  return obstacles;
}

}  // namespace

std::vector<PlacedObstacle> place_obstacles(const WorldDef& world, std::span<const Region> regions,
                                            const Bounds& bounds, std::uint64_t seed,
                                            std::vector<Problem>& problems) {
  const bool is_plain = std::ranges::none_of(world.obstacles, [](const ObstacleDef& def) {
    return def.placement.has_value() || radius_of(def).is_drawn();
  });
  if (!is_plain) return ObstaclePlacer(world, regions, bounds, seed).place(problems);
  std::vector<PlacedObstacle> obstacles;
  for (const ObstacleDef& def : world.obstacles)
    obstacles.push_back({def.id, shape_of(def), def.present});
  return obstacles;
}

}  // namespace drover
