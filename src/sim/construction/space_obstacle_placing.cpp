#include "sim/construction/space_obstacle_placing.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/random.h"
#include "core/stop_scope.h"
#include "sim/definitions/drawn_number.h"
#include "sim/definitions/kinds.h"
#include "sim/geometry/defined_shape.h"
#include "sim/geometry/placement_space.h"

namespace drover {
namespace {

inline constexpr int kMaxDrawsInSpace = 1000;

class SpaceObstaclePlacer {
 public:
  SpaceObstaclePlacer(const WorldDef& world, std::span<const Region> regions, const Bounds& bounds,
                      std::uint64_t seed)
      : world_(world), regions_(regions), bounds_(bounds), seed_(seed) {}

  std::vector<PlacedSpaceObstacle> place(std::vector<Problem>& problems);

 private:
  StreamKey key(std::uint32_t number, std::string_view stream) const {
    return {seed_, number, 0, Purpose::obstacle, stream_of(stream)};
  }
  double draw(const Parameter& parameter, std::uint32_t number, std::string_view name,
              double otherwise) const {
    return parameter.is_present() ? draw_parameter(parameter, key(number, name)) : otherwise;
  }
  SpaceShape shape_at(const ObstacleDef& def, std::uint32_t number, Vec3 place) const;
  bool has_room(const SpaceShape& shape, double gap) const;
  std::optional<std::string> place_entry(const ObstacleDef& def, std::uint32_t first_number);
  bool throw_darts(const ObstacleDef& def, const PlacementSpace& space, std::size_t k, std::uint32_t number);

  const WorldDef& world_;
  std::span<const Region> regions_;
  const Bounds& bounds_;
  std::uint64_t seed_;
  std::vector<std::optional<SpaceShape>> placed_;  // by number
};

const Parameter& radius_in(const ObstacleDef& def) {
  return def.capsule ? def.capsule->radius : def.radius;
}

SpaceShape SpaceObstaclePlacer::shape_at(const ObstacleDef& def, std::uint32_t number, Vec3 place) const {
  const double radius = draw(radius_in(def), number, "radius", 0.0);
  if (def.placement) {
    const ShapePose pose{place, draw(def.turn, number, "turn", 0.0), draw(def.scale, number, "scale", 1.0)};
    return space_shape_of(def, pose, radius);
  }
  ObstacleDef drawn = def;
  (drawn.capsule ? drawn.capsule->radius : drawn.radius) = radius;
  return space_shape_of(drawn);
}

// From the ball around a shape to all that stands.
bool SpaceObstaclePlacer::has_room(const SpaceShape& shape, double gap) const {
  stop_if_asked();
  const double reach = shape.half_extent() + gap;
  const Vec3 center = shape.center();
  for (const std::optional<SpaceShape>& other : placed_) {
    if (!other) continue;
    const Vec3 seen = other->center() + bounds_.displacement(other->center(), center);
    if (other->distance(seen) < reach) return false;
  }
  for (const WallDef& wall : world_.walls) {
    for (const auto& corners : wall.triangles) {
      const auto at = [&](double index) { return wall.points[static_cast<std::size_t>(index)]; };
      const Vec3 nearest = nearest_point_on_triangle(at(corners[0]), at(corners[1]), at(corners[2]), center);
      if (length(nearest - center) < reach) return false;
    }
  }
  return true;
}

bool SpaceObstaclePlacer::throw_darts(const ObstacleDef& def, const PlacementSpace& space, std::size_t k,
                                      std::uint32_t number) {
  Draws draws(key(number, "obstacle"));
  Draws jitter(key(number, "jitter"));
  for (int attempt = 0; attempt < kMaxDrawsInSpace; ++attempt) {
    const Vec3 place = space.draw(k, static_cast<std::size_t>(def.count), draws, jitter);
    if (!space.accepts(place)) continue;
    const SpaceShape shape = shape_at(def, number, place);
    if (!has_room(shape, space.clearance().gap)) continue;
    placed_[number] = shape;
    return true;
  }
  return false;
}

std::optional<std::string> SpaceObstaclePlacer::place_entry(const ObstacleDef& def,
                                                            std::uint32_t first_number) {
  const PlacementSpace space(*def.placement, regions_, Dimensions::space);
  const Boxed<PlacementKind>& placement = def.placement->placement;
  const PlacementKind& kind = *placement.get();
  const auto count = static_cast<std::size_t>(def.count);
  const std::size_t capacity = kind.capacity != nullptr ? kind.capacity(placement.params.get()) : 0;
  if (capacity > 0 && count > capacity)
    return fmt::format("the placement \"{}\" has {} places for {} obstacles", kind.name, capacity, count);
  if (!is_finite(space.min()) || !is_finite(space.max()))
    return "the region has no end upwards or downwards, so that no place in it can be drawn";
  for (std::size_t k = 0; k < count; ++k) {
    const auto number = first_number + static_cast<std::uint32_t>(k);
    if (!space.is_random()) {
      Draws none(key(first_number, "obstacle"));
      placed_[number] = shape_at(def, number, kind.place(placement.params.get(), k, count, none));
    } else if (!throw_darts(def, space, k, number)) {
      return fmt::format(
          "no room for obstacle {} of {}, with \"gap\" ({} m) to each other, to other obstacles and to walls",
          k + 1, count, space.clearance().gap);
    }
  }
  return std::nullopt;
}

// Those at places of their own stand first, then those at fixed places, then those at drawn ones.
std::vector<PlacedSpaceObstacle> SpaceObstaclePlacer::place(std::vector<Problem>& problems) {
  std::vector<std::uint32_t> first_number;
  std::uint32_t number = 0;
  for (const ObstacleDef& def : world_.obstacles) {
    first_number.push_back(number);
    number += static_cast<std::uint32_t>(def.count);
  }
  placed_.resize(number);
  for (std::size_t e = 0; e < first_number.size(); ++e)
    if (!world_.obstacles[e].placement)
      placed_[first_number[e]] = shape_at(world_.obstacles[e], first_number[e], {});
  for (const bool random : {false, true}) {
    for (std::size_t e = 0; e < first_number.size(); ++e) {
      const ObstacleDef& def = world_.obstacles[e];
      if (!def.placement || PlacementSpace(*def.placement, regions_, Dimensions::space).is_random() != random)
        continue;
      if (const auto problem = place_entry(def, first_number[e])) {
        problems.push_back({fmt::format("/world/obstacles/{}/placement", e), *problem});
        return {};
      }
    }
  }
  std::vector<PlacedSpaceObstacle> obstacles;
  for (std::size_t e = 0; e < first_number.size(); ++e) {
    const ObstacleDef& def = world_.obstacles[e];
    for (std::int64_t k = 0; k < def.count; ++k) {
      const bool is_numbered = def.count > 1 && !def.id.empty();
      obstacles.push_back({is_numbered ? fmt::format("{}.{}", def.id, k) : def.id,
                           *placed_[first_number[e] + static_cast<std::uint32_t>(k)], def.present});
    }
  }
  return obstacles;
}

}  // namespace

std::vector<PlacedSpaceObstacle> place_space_obstacles(const WorldDef& world, std::span<const Region> regions,
                                                       const Bounds& bounds, std::uint64_t seed,
                                                       std::vector<Problem>& problems) {
  return SpaceObstaclePlacer(world, regions, bounds, seed).place(problems);
}

}  // namespace drover
