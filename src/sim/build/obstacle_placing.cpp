#include "sim/build/obstacle_placing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "sim/build/linker.h"
#include "sim/definitions/kinds.h"
#include "sim/geometry/obstacle_shape.h"
#include "sim/geometry/shape_gap.h"

namespace drover {
namespace {

inline constexpr int kMaxDraws = 1000;

// A shape of an entry with a placement, about the point (0, 0).
struct Loose {
  std::uint32_t number;
  Shape shape;
  double reach;  // of its points from (0, 0) [m]
};

double reach_of(const Shape& shape) {
  double reach = 0.0;
  for (const Vec3 corner : shape.corners())
    reach = larger(reach, length(corner));
  return reach + shape.rounding();
}

// What stands already, in cells of the plane.
class Ground {
 public:
  Ground(const Bounds& bounds, double cell) : bounds_(bounds), cell_(larger(cell, 1e-3)) {}

  void add(Shape shape) {
    const auto index = shapes_.size();
    const auto [first_x, first_y] = cell_of(shape.low());
    const auto [last_x, last_y] = cell_of(shape.high());
    // What covers many cells is looked at always.
    if ((last_x - first_x + 1) * (last_y - first_y + 1) > kMaxCells) {
      large_.push_back(index);
    } else {
      for (std::int64_t x = first_x; x <= last_x; ++x)
        for (std::int64_t y = first_y; y <= last_y; ++y)
          cells_[{x, y}].push_back(index);
    }
    shapes_.push_back(std::move(shape));
  }

  // Whether a shape that is moved to a place is `gap` away from all of them [m].
  bool has_room(const Loose& loose, Vec3 place, double gap) const {
    if (!bounds_.wraps()) return has_room_at(loose, place, gap);
    for (const double column : {-1.0, 0.0, 1.0})
      for (const double row : {-1.0, 0.0, 1.0})
        if (!has_room_at(loose, place + Vec3{column * bounds_.size().x, row * bounds_.size().y, 0.0}, gap))
          return false;
    return true;
  }

 private:
  using Cell = std::pair<std::int64_t, std::int64_t>;
  static constexpr std::int64_t kMaxCells = 4096;

  Cell cell_of(Vec3 p) const {
    return {static_cast<std::int64_t>(std::floor(p.x / cell_)),
            static_cast<std::int64_t>(std::floor(p.y / cell_))};
  }

  bool is_clear(std::size_t k, const Loose& loose, Vec3 place, double gap) const {
    const Shape& other = shapes_[k];
    const double reach = loose.reach + gap;
    const Vec3 nearest{clamp(place.x, other.low().x, other.high().x),
                       clamp(place.y, other.low().y, other.high().y), 0.0};
    if (length2(nearest - place) > reach * reach) return true;
    return gap_between(other, loose.shape, place) >= gap - kLengthEpsilon;
  }

  bool has_room_at(const Loose& loose, Vec3 place, double gap) const {
    const double reach = loose.reach + gap;
    const auto [first_x, first_y] = cell_of(place - Vec3{reach, reach, 0.0});
    const auto [last_x, last_y] = cell_of(place + Vec3{reach, reach, 0.0});
    for (const std::size_t k : large_)
      if (!is_clear(k, loose, place, gap)) return false;
    for (std::int64_t x = first_x; x <= last_x; ++x) {
      for (std::int64_t y = first_y; y <= last_y; ++y) {
        const auto at = cells_.find({x, y});
        if (at == cells_.end()) continue;
        for (const std::size_t k : at->second)
          if (!is_clear(k, loose, place, gap)) return false;
      }
    }
    return true;
  }

  const Bounds& bounds_;
  double cell_;
  std::vector<Shape> shapes_;
  std::map<Cell, std::vector<std::size_t>> cells_;
  std::vector<std::size_t> large_;
};

// The points of a hexagonal lattice in an area: rows along x, from its lower left.
std::vector<Vec3> lattice(const PlacementArea& area, double pitch) {
  std::vector<Vec3> points;
  const double rise = pitch * std::sqrt(0.75);
  for (std::int64_t row = 0; area.min.y + rise * static_cast<double>(row) <= area.max.y; ++row) {
    const double y = area.min.y + rise * static_cast<double>(row);
    const double first = area.min.x + (row % 2 == 0 ? 0.0 : 0.5 * pitch);
    for (std::int64_t k = 0; first + pitch * static_cast<double>(k) <= area.max.x; ++k) {
      const Vec3 p{first + pitch * static_cast<double>(k), y, 0.0};
      if (area.contains(p)) points.push_back(p);
    }
  }
  return points;
}

void shuffle(std::vector<Vec3>& points, Draws draws) {
  for (std::size_t k = points.size(); k > 1; --k) {
    const std::uint32_t other = draws.below(static_cast<std::uint32_t>(k));
    std::swap(points[k - 1], points[other]);
  }
}

class ObstaclePlacer {
 public:
  ObstaclePlacer(const WorldDef& world, const Bounds& bounds, std::uint64_t seed)
      : world_(world), seed_(seed), ground_(bounds, cell_size(world)) {}

  std::vector<PlacedObstacle> place(std::vector<Problem>& problems);

 private:
  struct Entry {
    const ObstacleDef* def;
    std::uint32_t first_number;
  };

  static double cell_size(const WorldDef& world);
  static const PlacementKind& kind_of(const ObstacleDef& def) {
    return *static_cast<const PlacementKind*>(def.placement->placement.kind);
  }
  static bool is_random(const ObstacleDef& def) {
    return def.placement && (kind_of(def).area != nullptr || def.placement->jitter > 0.0);
  }

  StreamKey key(std::uint32_t number, std::string_view stream) const {
    return {seed_, number, 0, Purpose::obstacle, stream_of(stream)};
  }
  double draw(const Parameter& parameter, std::uint32_t number, std::string_view name,
              double otherwise) const {
    return parameter.is_present() ? draw_parameter(parameter, key(number, name)) : otherwise;
  }
  Shape fixed_shape(const ObstacleDef& def, std::uint32_t number) const;
  Loose loose_shape(const ObstacleDef& def, std::uint32_t number) const;
  std::optional<std::string> place_entry(const Entry& entry);
  std::optional<std::vector<Vec3>> throw_darts(const Entry& entry, std::span<const Loose> shapes);
  std::optional<std::vector<Vec3>> fill(const Entry& entry, std::span<const Loose> shapes,
                                        std::string& problem);
  void put(const Loose& loose, Vec3 place);
  void add_walls();

  const WorldDef& world_;
  std::uint64_t seed_;
  Ground ground_;
  std::vector<std::optional<Shape>> placed_;  // by number
};

// About as large as what is placed, with its gap.
double ObstaclePlacer::cell_size(const WorldDef& world) {
  double size = 0.0;
  for (const ObstacleDef& def : world.obstacles)
    if (is_random(def)) size = larger(size, def.placement->gap);
  return size + 2.0;
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
  return {number, shape, reach_of(shape)};
}

void ObstaclePlacer::add_walls() {
  for (const WallDef& wall : world_.walls) {
    const std::size_t count = wall.points.size();
    if (wall.solid) ground_.add(Shape::polygon(wall.points));
    for (std::size_t k = 0; k + (wall.closed ? 0 : 1) < count; ++k)
      ground_.add(Shape::capsule(wall.points[k], wall.points[(k + 1) % count], 0.0));
  }
}

void ObstaclePlacer::put(const Loose& loose, Vec3 place) {
  placed_[loose.number] = loose.shape.moved(place);
  ground_.add(*placed_[loose.number]);
}

std::optional<std::vector<Vec3>> ObstaclePlacer::throw_darts(const Entry& entry,
                                                             std::span<const Loose> shapes) {
  const ObstaclePlacementDef& def = *entry.def->placement;
  const PlacementKind& kind = kind_of(*entry.def);
  Ground ground = ground_;
  std::vector<Vec3> places;
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    Draws draws(key(shapes[k].number, "obstacle"));
    Draws jitter(key(shapes[k].number, "jitter"));
    for (int attempt = 0; attempt < kMaxDraws && places.size() == k; ++attempt) {
      Vec3 place = kind.place(def.placement.params.get(), k, shapes.size(), draws);
      const double jitter_x = jitter.signed_uniform();
      const double jitter_y = jitter.signed_uniform();
      place += Vec3{jitter_x, jitter_y, 0.0} * def.jitter;
      if (ground.has_room(shapes[k], place, def.gap)) places.push_back(place);
    }
    if (places.size() == k) return std::nullopt;
    ground.add(shapes[k].shape.moved(places[k]));
  }
  return places;
}

std::optional<std::vector<Vec3>> ObstaclePlacer::fill(const Entry& entry, std::span<const Loose> shapes,
                                                      std::string& problem) {
  const ObstaclePlacementDef& def = *entry.def->placement;
  const PlacementKind& kind = kind_of(*entry.def);
  double reach = 0.0;
  for (const Loose& loose : shapes)
    reach = larger(reach, loose.reach);
  std::vector<Vec3> points;
  if (kind.area != nullptr) points = lattice(kind.area(def.placement.params.get()), 2.0 * reach + def.gap);
  shuffle(points, Draws(key(entry.first_number, "lattice")));
  std::vector<std::size_t> order(shapes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return shapes[a].reach > shapes[b].reach; });
  Ground ground = ground_;
  std::vector<Vec3> places(shapes.size());
  std::size_t fitted = 0;
  for (const std::size_t k : order) {
    const auto at =
        std::ranges::find_if(points, [&](Vec3 p) { return ground.has_room(shapes[k], p, def.gap); });
    if (at == points.end()) {
      problem = fmt::format(
          "no room for obstacle {} of {}: {} of them fit, with \"gap\" ({} m) to each other, to other "
          "obstacles and "
          "to walls",
          k + 1, shapes.size(), fitted, def.gap);
      return std::nullopt;
    }
    ++fitted;
    places[k] = *at;
    ground.add(shapes[k].shape.moved(*at));
    points.erase(at);
  }
  return places;
}

std::optional<std::string> ObstaclePlacer::place_entry(const Entry& entry) {
  const PlacementKind& kind = kind_of(*entry.def);
  const void* params = entry.def->placement->placement.params.get();
  const auto count = static_cast<std::size_t>(entry.def->count);
  const std::size_t capacity = kind.capacity != nullptr ? kind.capacity(params) : 0;
  if (capacity > 0 && count > capacity)
    return fmt::format("the placement \"{}\" has {} places for {} obstacles", kind.name, capacity, count);
  std::vector<Loose> shapes;
  for (std::size_t k = 0; k < count; ++k)
    shapes.push_back(loose_shape(*entry.def, entry.first_number + static_cast<std::uint32_t>(k)));
  std::optional<std::vector<Vec3>> places;
  std::string problem;
  if (is_random(*entry.def)) {
    places = throw_darts(entry, shapes);
    if (!places) places = fill(entry, shapes, problem);
    if (!places) return problem;
  } else {
    places.emplace();
    Draws none(key(entry.first_number, "obstacle"));
    for (std::size_t k = 0; k < count; ++k)
      places->push_back(kind.place(params, k, count, none));
  }
  for (std::size_t k = 0; k < count; ++k)
    put(shapes[k], (*places)[k]);
  return std::nullopt;
}

std::vector<PlacedObstacle> ObstaclePlacer::place(std::vector<Problem>& problems) {
  std::vector<Entry> entries;
  std::uint32_t number = 0;
  for (const ObstacleDef& def : world_.obstacles) {
    entries.push_back({&def, number});
    number += static_cast<std::uint32_t>(def.count);
  }
  placed_.resize(number);
  for (const Entry& entry : entries) {
    if (entry.def->placement) continue;
    placed_[entry.first_number] = fixed_shape(*entry.def, entry.first_number);
    ground_.add(*placed_[entry.first_number]);
  }
  add_walls();
  for (const bool random : {false, true}) {
    for (std::size_t e = 0; e < entries.size(); ++e) {
      if (!entries[e].def->placement || is_random(*entries[e].def) != random) continue;
      if (const auto problem = place_entry(entries[e])) {
        problems.push_back({fmt::format("/world/obstacles/{}/placement", e), *problem});
        return {};
      }
    }
  }
  std::vector<PlacedObstacle> obstacles;
  for (const Entry& entry : entries) {
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

std::vector<PlacedObstacle> place_obstacles(const WorldDef& world, const Bounds& bounds, std::uint64_t seed,
                                            std::vector<Problem>& problems) {
  const bool is_plain = std::ranges::none_of(world.obstacles, [](const ObstacleDef& def) {
    return def.placement.has_value() || radius_of(def).is_drawn();
  });
  if (!is_plain) return ObstaclePlacer(world, bounds, seed).place(problems);
  std::vector<PlacedObstacle> obstacles;
  for (const ObstacleDef& def : world.obstacles)
    obstacles.push_back({def.id, shape_of(def), def.present});
  return obstacles;
}

}  // namespace drover
