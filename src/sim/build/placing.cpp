#include "sim/build/placing.h"

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace drover {
namespace {

inline constexpr int kMaxAttempts = 1000;

// Answers whether a point keeps its distance from the points placed before, in time independent of their
// number. Distances are straight ones: across the edge of a world that wraps nothing is checked.
class SpacedPoints {
 public:
  explicit SpacedPoints(double spacing) : spacing_(spacing) {}

  bool has_room(Vec3 p) const {
    if (spacing_ <= 0.0) return true;
    const auto [column, row] = cell(p);
    for (std::int64_t dx = -1; dx <= 1; ++dx) {
      for (std::int64_t dy = -1; dy <= 1; ++dy) {
        const auto at = cells_.find({column + dx, row + dy});
        if (at == cells_.end()) continue;
        for (const Vec3& q : at->second) {
          if (length2(p - q) < spacing_ * spacing_) return false;
        }
      }
    }
    return true;
  }

  void add(Vec3 p) {
    if (spacing_ > 0.0) cells_[cell(p)].push_back(p);
  }

 private:
  using Cell = std::pair<std::int64_t, std::int64_t>;
  Cell cell(Vec3 p) const {
    return {static_cast<std::int64_t>(std::floor(p.x / spacing_)),
            static_cast<std::int64_t>(std::floor(p.y / spacing_))};
  }

  double spacing_;
  std::map<Cell, std::vector<Vec3>> cells_;
};

bool is_clear_of_obstacles(const World& world, Vec3 p, double radius) {
  return !world.model().geometry.circle_grid().any(StaticGrid::box(p, radius), [&](std::uint32_t k) {
    const Circle& circle = world.model().geometry.circles()[k];
    return length(world.model().bounds.displacement(circle.center, p)) < circle.radius + radius;
  });
}

// How the places that were tried failed.
struct Tries {
  int all = 0;
  int in_obstacles = 0;
};

std::string no_place(const World& world, std::size_t agent, std::size_t count, const PlacementDef& def,
                     const Tries& tries) {
  const std::string head =
      fmt::format("no place for agent {} of {} within {} tries", agent + 1, count, tries.all);
  // One obstacle can be named; of several, which one is in the way differs from try to try.
  const std::span<const std::string> ids = world.model().geometry.circle_ids();
  const std::string obstacle =
      ids.size() == 1 && !ids[0].empty() ? fmt::format("obstacle \"{}\"", ids[0]) : "an obstacle";
  if (tries.in_obstacles == tries.all)
    return fmt::format("{}: {} covers every place; move one of them", head, obstacle);
  if (tries.in_obstacles == 0)
    return fmt::format("{}: make room, or lower \"spacing\" ({} m)", head, def.spacing);
  return fmt::format("{}, {} of them inside {}: make room, or lower \"spacing\" ({} m)", head,
                     tries.in_obstacles, obstacle, def.spacing);
}

}  // namespace

std::optional<std::string> place_group(World& world, const PlacementDef& def,
                                       std::span<const AgentIndex> agents) {
  const auto& kind = *static_cast<const PlacementKind*>(def.placement.kind);
  const void* params = def.placement.params.get();
  const std::size_t room = kind.capacity != nullptr ? kind.capacity(params) : 0;
  if (room > 0 && agents.size() > room) {
    return fmt::format("the placement \"{}\" has {} places for {} agents", kind.name, room, agents.size());
  }
  const bool can_retry = kind.random || def.jitter > 0.0;
  SpacedPoints placed(def.spacing);
  for (std::size_t k = 0; k < agents.size(); ++k) {
    const std::uint32_t number = world.model().agents.number[agents[k]];
    Draws places({world.model().seed, number, 0, Purpose::placement, 0});
    Draws jitter({world.model().seed, number, 0, Purpose::placement_jitter, 0});
    bool found = false;
    Tries tries;
    for (; tries.all < kMaxAttempts && !found; ++tries.all) {
      Vec3 p = kind.place(params, k, agents.size(), places);
      const double jitter_x = jitter.signed_uniform();
      const double jitter_y = jitter.signed_uniform();
      p += Vec3{jitter_x, jitter_y, 0.0} * def.jitter;
      const bool is_clear =
          !kind.random || is_clear_of_obstacles(world, p, world.state.limits.radius[agents[k]]);
      if (!is_clear) ++tries.in_obstacles;
      found = is_clear && placed.has_room(p);
      if (found) {
        placed.add(p);
        world.state.motion.set_position(agents[k], p);
      }
      if (can_retry) continue;
      ++tries.all;
      break;
    }
    if (!found) return no_place(world, k, agents.size(), def, tries);
  }
  return std::nullopt;
}

}  // namespace drover
