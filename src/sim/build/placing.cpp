#include "sim/build/placing.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/build/free_squares.h"

namespace drover {
namespace {

inline constexpr int kMaxAttempts = 1000;
// Gaps smaller than this part of the spacing, or of the body, are not looked for.
inline constexpr double kSmallestGap = 1.0 / 1024.0;

// What was in the way of the tries for one agent.
struct Blockers {
  int agents = 0;
  int obstacles = 0;
  int walls = 0;
  std::string obstacle, wall;  // the names of the last ones that have a name
};

// Places the agents of one group.
class Group {
 public:
  Group(World& world, const PlacementDef& def, std::span<const AgentIndex> agents, TakenPoints& taken)
      : world_(world),
        geometry_(world.model().geometry),
        def_(def),
        kind_(*static_cast<const PlacementKind*>(def.placement.kind)),
        params_(def.placement.params.get()),
        agents_(agents),
        taken_(taken) {}

  std::optional<std::string> place();

 private:
  bool place(std::size_t k);
  bool throw_darts(std::size_t k, Draws& places);
  bool fill(std::size_t k, Draws& places);
  void put(std::size_t k, Vec3 p);
  bool fits(Vec3 p, double radius);
  bool is_free_of_agents(Vec3 p);
  bool is_free_of_obstacles(Vec3 p, double radius);
  bool is_free_of_walls(Vec3 p, double radius);
  bool is_covered(const Square& square, double radius) const;
  std::string no_room(std::size_t k) const;

  double radius(std::size_t k) const { return world_.state.limits.radius[agents_[k]]; }
  double min_radius() const;

  World& world_;
  const StaticGeometry& geometry_;
  const PlacementDef& def_;
  const PlacementKind& kind_;
  const void* params_;
  std::span<const AgentIndex> agents_;
  TakenPoints& taken_;
  Blockers blockers_;
  std::optional<FreeSquares> free_;  // from the first agent on that no dart found a place for
};

std::optional<std::string> Group::place() {
  const std::size_t room = kind_.capacity != nullptr ? kind_.capacity(params_) : 0;
  if (room > 0 && agents_.size() > room) {
    return fmt::format("the placement \"{}\" has {} places for {} agents", kind_.name, room, agents_.size());
  }
  for (std::size_t k = 0; k < agents_.size(); ++k)
    if (!place(k)) return no_room(k);
  return std::nullopt;
}

bool Group::place(std::size_t k) {
  Draws places({world_.model().seed, world_.model().agents.number[agents_[k]], 0, Purpose::placement, 0});
  blockers_ = {};
  if (!free_ && throw_darts(k, places)) return true;
  return kind_.area != nullptr && fill(k, places);
}

bool Group::throw_darts(std::size_t k, Draws& places) {
  Draws jitter(
      {world_.model().seed, world_.model().agents.number[agents_[k]], 0, Purpose::placement_jitter, 0});
  const int attempts = kind_.area != nullptr || def_.jitter > 0.0 ? kMaxAttempts : 1;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    Vec3 p = kind_.place(params_, k, agents_.size(), places);
    const double jitter_x = jitter.signed_uniform();
    const double jitter_y = jitter.signed_uniform();
    p += Vec3{jitter_x, jitter_y, 0.0} * def_.jitter;
    if (!is_free_of_agents(p) || (kind_.area != nullptr && !fits(p, radius(k)))) continue;
    put(k, p);
    return true;
  }
  return false;
}

bool Group::fill(std::size_t k, Draws& places) {
  const PlacementArea area = kind_.area(params_);
  if (!free_) free_.emplace(area, kSmallestGap * larger(def_.spacing, min_radius()));
  const Blockers blockers = blockers_;
  const std::optional<Vec3> p = free_->find(
      places,
      [&](const Square& square) {
        return area.misses(square.low, square.side) || is_covered(square, min_radius());
      },
      [&](Vec3 q) { return area.contains(q) && is_free_of_agents(q) && fits(q, radius(k)); });
  if (p) put(k, *p);
  // A message is about the darts at the whole area, where there were any.
  if (blockers.agents + blockers.obstacles + blockers.walls > 0) blockers_ = blockers;
  return p.has_value();
}

void Group::put(std::size_t k, Vec3 p) {
  taken_.add(p);
  world_.state.motion.set_position(agents_[k], p);
}

double Group::min_radius() const {
  double least = kInfinity;
  for (const AgentIndex i : agents_)
    least = smaller(least, world_.state.limits.radius[i]);
  return least;
}

bool Group::fits(Vec3 p, double radius) {
  return is_free_of_obstacles(p, radius) && is_free_of_walls(p, radius);
}

bool Group::is_free_of_agents(Vec3 p) {
  const bool taken = taken_.any_near(p, [&](Vec3 q) { return length2(p - q) < def_.spacing * def_.spacing; });
  if (taken) ++blockers_.agents;
  return !taken;
}

bool Group::is_free_of_obstacles(Vec3 p, double radius) {
  const bool overlaps = geometry_.obstacle_grid().any(StaticGrid::box(p, radius), [&](std::uint32_t k) {
    if (!geometry_.overlaps_obstacle(k, p, radius)) return false;
    if (!geometry_.obstacle_ids()[k].empty()) blockers_.obstacle = geometry_.obstacle_ids()[k];
    return true;
  });
  if (overlaps) ++blockers_.obstacles;
  return !overlaps;
}

bool Group::is_free_of_walls(Vec3 p, double radius) {
  const auto note = [&](std::uint32_t wall) {
    if (!geometry_.wall_ids()[wall].empty()) blockers_.wall = geometry_.wall_ids()[wall];
  };
  bool overlaps = geometry_.segment_grid().any(StaticGrid::box(p, radius), [&](std::uint32_t k) {
    const Segment& wall = geometry_.segments()[k];
    if (!(length(p - nearest_point_on_segment(wall.a, wall.b, p)) < radius)) return false;
    note(wall.wall);
    return true;
  });
  geometry_.visit_solids_around(p, [&](std::uint32_t wall) {
    overlaps = true;
    note(wall);
  });
  if (overlaps) ++blockers_.walls;
  return !overlaps;
}

// Whether one thing covers the whole square: no body of at least this radius has its center in it. What is
// near a point or a segment is convex, so the corners decide.
bool Group::is_covered(const Square& square, double radius) const {
  const Vec3 center = square.center();
  const auto all_corners = [&](auto within) { return std::ranges::all_of(square.corners(), within); };
  const bool by_agent = taken_.any_near(center, [&](Vec3 q) {
    return all_corners([&](Vec3 p) { return length2(p - q) < def_.spacing * def_.spacing; });
  });
  if (by_agent) return true;
  const StaticGrid::Box around = StaticGrid::box(center, radius);
  const bool by_obstacle = geometry_.obstacle_grid().any(around, [&](std::uint32_t k) {
    const Shape& shape = geometry_.shapes()[k];
    // No point of the square is farther from the obstacle than its center by more than half a diagonal.
    if (!shape.is_solid_circle()) return geometry_.overlaps_obstacle(k, center, radius - square.side * 0.71);
    const Vec3 to_center = world_.model().bounds.displacement(center, shape.center());
    return all_corners([&](Vec3 p) { return length(center + to_center - p) < shape.rounding() + radius; });
  });
  if (by_obstacle) return true;
  const bool by_wall = geometry_.segment_grid().any(around, [&](std::uint32_t k) {
    const Segment& wall = geometry_.segments()[k];
    return all_corners(
        [&](Vec3 p) { return length(p - nearest_point_on_segment(wall.a, wall.b, p)) < radius; });
  });
  if (by_wall) return true;
  // Inside a solid wall, and no wall crosses the square.
  bool in_solid = false;
  geometry_.visit_solids_around(center, [&](std::uint32_t) { in_solid = true; });
  return in_solid && !geometry_.segment_grid().any(StaticGrid::box(center, 0.5 * square.side),
                                                   [](std::uint32_t) { return true; });
}

std::string Group::no_room(std::size_t k) const {
  std::string blockers;
  const auto add = [&](int count, std::string_view what, const std::string& name) {
    if (count == 0) return;
    if (!blockers.empty()) blockers += ", ";
    blockers += fmt::format("{} {}", count, what);
    if (!name.empty()) blockers += fmt::format(" (such as \"{}\")", name);
  };
  const std::string spacing = fmt::format("nearer to other agents than \"spacing\" ({} m)", def_.spacing);
  add(blockers_.agents, spacing, "");
  add(blockers_.obstacles, "in obstacles", blockers_.obstacle);
  add(blockers_.walls, "on walls", blockers_.wall);
  const int tries = blockers_.agents + blockers_.obstacles + blockers_.walls;
  return fmt::format("no room for agent {} of {}: of {} {}, {}", k + 1, agents_.size(), tries,
                     tries == 1 ? "try" : "tries", blockers);
}

}  // namespace

std::optional<std::string> Placer::place(const PlacementDef& def, std::span<const AgentIndex> agents) {
  return Group(world_, def, agents, taken_).place();
}

std::optional<std::string> Placer::place_newcomers(const PlacementDef& def,
                                                   std::span<const AgentIndex> agents) {
  TakenPoints among_themselves(max_spacing_);
  return Group(world_, def, agents, among_themselves).place();
}

}  // namespace drover
