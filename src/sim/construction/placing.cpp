#include "sim/construction/placing.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/stop_scope.h"
#include "sim/construction/free_squares.h"
#include "sim/construction/placing_lattice.h"
#include "sim/geometry/static_blocker.h"
#include "sim/geometry/static_room.h"

namespace drover {
namespace {

inline constexpr int kMaxAttempts = 1000;
// Gaps smaller than this part of the spacing, or of the body, are not looked for.
inline constexpr double kSmallestGap = 1.0 / 1024.0;

// What was in the way of the tries for one agent.
struct Blockers {
  int agents = 0;  // nearer than the spacing
  int bodies = 0;  // nearer than the gap
  int obstacles = 0;
  int walls = 0;
  std::string obstacle, wall;  // the names of the last ones that have a name

  int all() const { return agents + bodies + obstacles + walls; }
};

// What agents that are placed together must not overlap. Types with different forbidden ground share what the
// world has; where one of them comes onto its own, that is reported afterwards.
StaticGeometry common_geometry(const World& world, std::span<const AgentIndex> agents) {
  const auto shapes_of = [&](AgentIndex i) { return &world.model().static_shapes_for(i); };
  const bool is_common = !agents.empty() && std::ranges::all_of(agents, [&](AgentIndex i) {
    return shapes_of(i) == shapes_of(agents.front());
  });
  return is_common ? world.geometry_for(agents.front()) : world.geometry();
}

// Places the agents of one placement that start together.
class Group {
 public:
  Group(World& world, const PlacementDef& def, std::span<const AgentIndex> agents,
        const PlacementRules& rules, TakenBodies& taken)
      : world_(world),
        geometry_(common_geometry(world, agents)),
        is_empty_(geometry_.is_empty()),
        kind_(*def.placement.get()),
        params_(def.placement.params.get()),
        space_(def, world.model().regions, world.model().dimensions),
        clearance_(space_.clearance()),
        has_jitter_(def.jitter > 0.0),
        agents_(agents),
        overlaps_(rules.overlaps),
        looks_at_agents_(clearance_.spacing > 0.0 || (space_.is_random() && !overlaps_)),
        taken_(taken) {
    const ElevationColumns& elevation = world.state.elevation;
    for (std::size_t k = 0; elevation.exist() && k < agents.size(); ++k) {
      feet_ = smaller(feet_, elevation.z[agents[k]]);
      heads_ = larger(heads_, elevation.z[agents[k]] + world.model().type_of(agents[k]).body_height);
    }
  }

  std::optional<std::string> place();
  // Whether it looks at agents that are placed already.
  bool looks_at_agents() const { return looks_at_agents_; }

 private:
  struct NoRoom {
    std::size_t fitting;  // that have a place
    std::string message;
  };
  std::optional<NoRoom> place_fixed();
  std::optional<NoRoom> place_at_random();
  std::optional<NoRoom> place_with_darts(bool fills_gaps);
  std::optional<NoRoom> place_on_lattice();
  bool throw_darts(std::size_t k, Draws& places);
  bool fill(std::size_t k, Draws& places);
  void put(std::size_t k, Vec3 p);
  bool has_room(Vec3 p, double radius);
  bool is_free_of_agents(Vec3 p, std::optional<double> radius);
  bool is_clear(Vec3 p, double radius);
  bool is_covered(const Square& square, double radius) const;
  bool is_on_other_floor(AgentIndex other) const;
  NoRoom no_room(std::size_t fitting) const;

  Draws draws_of(std::size_t k) const {
    return place_draws(world_.model().seed, world_.model().agents.number[agents_[k]], 0);
  }
  double radius(std::size_t k) const { return world_.state.limits.radius[agents_[k]]; }
  double min_radius() const;
  TakenBodies::Question question(double radius) const { return {radius, clearance_.gap, clearance_.spacing}; }

  World& world_;
  StaticGeometry geometry_;
  bool is_empty_;  // no obstacles, no walls
  const PlacementKind& kind_;
  const void* params_;
  PlacementSpace space_;
  Clearance clearance_;
  bool has_jitter_;
  std::span<const AgentIndex> agents_;
  bool overlaps_;
  bool looks_at_agents_;
  TakenBodies& taken_;
  // On ground with heights, those of the lowest feet and of the highest head [m].
  double feet_ = kInfinity, heads_ = -kInfinity;
  Blockers blockers_;
  std::optional<FreeSquares> free_;  // from the first agent on that no dart found a place for
};

std::optional<std::string> Group::place() {
  const std::size_t room = kind_.capacity != nullptr ? kind_.capacity(params_) : 0;
  if (room > 0 && agents_.size() > room) {
    return fmt::format("the placement \"{}\" has {} places for {} agents", kind_.name, room, agents_.size());
  }
  if (!is_finite(space_.min()) || !is_finite(space_.max()))
    return "the region has no end upwards or downwards, so that no place in it can be drawn";
  const std::optional<NoRoom> problem = space_.is_random() ? place_at_random() : place_fixed();
  return problem ? std::optional(problem->message) : std::nullopt;
}

// The lattice comes before the gaps: random places jam where equal discs cover 0.547 of the plane, the
// lattice covers 0.907, and it is found in a fraction of the time. Where obstacles leave little room, gaps
// may lie between its points. Gaps are looked for in the plane alone.
std::optional<Group::NoRoom> Group::place_at_random() {
  const bool fills_gaps = space_.has_area() && !space_.is_spatial();
  if (overlaps_ || !space_.has_area()) return place_with_darts(fills_gaps);
  const std::size_t of_others = taken_.size();
  if (!place_with_darts(false)) return std::nullopt;
  taken_.shrink(of_others);
  std::optional<NoRoom> on_lattice = place_on_lattice();
  if (!on_lattice || !fills_gaps) return on_lattice;
  taken_.shrink(of_others);
  std::optional<NoRoom> in_gaps = place_with_darts(true);
  return in_gaps && in_gaps->fitting < on_lattice->fitting ? on_lattice : in_gaps;
}

std::optional<Group::NoRoom> Group::place_fixed() {
  for (std::size_t k = 0; k < agents_.size(); ++k) {
    Draws places = draws_of(k);
    const Vec3 p = kind_.place(params_, k, agents_.size(), places);
    blockers_ = {};
    if (!is_free_of_agents(p, std::nullopt)) return no_room(k);
    put(k, p);
  }
  return std::nullopt;
}

// With `fills_gaps` darts go to the gaps that are left, from the first agent on that no dart at the whole
// area finds a place for.
std::optional<Group::NoRoom> Group::place_with_darts(bool fills_gaps) {
  for (std::size_t k = 0; k < agents_.size(); ++k) {
    Draws places = draws_of(k);
    blockers_ = {};
    if (!free_ && throw_darts(k, places)) continue;
    if (!fills_gaps) return no_room(k);
    if (fill(k, places)) continue;
    // Darts at the whole area say what is in the way.
    blockers_ = {};
    places = draws_of(k);
    if (!throw_darts(k, places)) return no_room(k);
  }
  return std::nullopt;
}

std::optional<Group::NoRoom> Group::place_on_lattice() {
  std::vector<double> radii;
  for (std::size_t k = 0; k < agents_.size(); ++k)
    radii.push_back(radius(k));
  const Lattice lattice(world_, geometry_, space_, taken_, radii);
  const std::vector<std::optional<Vec3>> places =
      lattice.assign(world_.model().agents.number[agents_.front()]);
  std::size_t fitting = 0;
  for (std::size_t k = 0; k < agents_.size(); ++k) {
    if (!places[k]) continue;
    put(k, *places[k]);
    ++fitting;
  }
  if (fitting == agents_.size()) return std::nullopt;
  const auto left_over =
      static_cast<std::size_t>(std::ranges::find(places, std::optional<Vec3>()) - places.begin());
  Draws draws = draws_of(left_over);
  blockers_ = {};
  throw_darts(left_over, draws);
  return no_room(fitting);
}

bool Group::throw_darts(std::size_t k, Draws& places) {
  stop_if_asked();
  // Without jitter nothing is drawn from its key, which takes a block of random numbers to make.
  Draws jitter =
      has_jitter_ ? jitter_draws(world_.model().seed, world_.model().agents.number[agents_[k]], 0) : places;
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    const Vec3 p = space_.draw(k, agents_.size(), places, jitter);
    if (!space_.accepts(p) || !has_room(p, radius(k))) continue;
    put(k, p);
    return true;
  }
  return false;
}

bool Group::fill(std::size_t k, Draws& places) {
  if (!free_)
    free_.emplace(space_.min(), space_.max(), kSmallestGap * larger(clearance_.spacing, min_radius()));
  const std::optional<Vec3> p = free_->find(
      places,
      [&](const Square& square) {
        return space_.misses(square.low, square.side) || is_covered(square, min_radius());
      },
      [&](Vec3 q) {
        stop_if_asked();
        return space_.contains(q) && has_room(q, radius(k));
      });
  if (p) put(k, *p);
  return p.has_value();
}

void Group::put(std::size_t k, Vec3 p) {
  if (looks_at_agents_)
    taken_.add(p, radius(k), agents_[k], larger(clearance_.spacing, 2.0 * radius(k) + clearance_.gap));
  world_.state.motion.set_position(agents_[k], p);
}

double Group::min_radius() const {
  double least = kInfinity;
  for (const AgentIndex i : agents_)
    least = smaller(least, world_.state.limits.radius[i]);
  return least;
}

// Jittered places, which have no area, are clear of bodies alone where bodies may overlap.
bool Group::has_room(Vec3 p, double radius) {
  if (!is_free_of_agents(p, overlaps_ ? std::nullopt : std::optional(radius))) return false;
  return (overlaps_ && !space_.has_area()) || is_clear(p, radius);
}

// Whether a body is above all of the group, or below.
bool Group::is_on_other_floor(AgentIndex other) const {
  if (!world_.model().is_elevated()) return false;
  const double z = world_.state.elevation.z[other];
  return z >= heads_ || z + world_.model().type_of(other).body_height <= feet_;
}

// Of centers alone, or with a radius of bodies, too.
bool Group::is_free_of_agents(Vec3 p, std::optional<double> radius) {
  if (!looks_at_agents_) return true;
  bool on_body = false;
  const bool taken =
      taken_.any_near(p, question(radius.value_or(0.0)), [&](Vec3 way, const TakenBodies::Body& body) {
        if (is_on_other_floor(body.agent)) return false;
        if (length2(way) < clearance_.spacing * clearance_.spacing) return true;
        if (!radius) return false;
        const double touch = body.radius + *radius + clearance_.gap - kPlacementSlack;
        on_body = length2(way) < touch * touch;
        return on_body;
      });
  if (taken) ++(on_body ? blockers_.bodies : blockers_.agents);
  return !taken;
}

bool Group::is_clear(Vec3 p, double radius) {
  if (is_empty_) return true;
  const double reach = radius + (overlaps_ ? 0.0 : clearance_.gap);
  if (clear_distance(geometry_, world_.model().bounds, p, reach) >= reach) return true;
  const auto blocker = static_blocker(geometry_, p, reach);
  const bool is_obstacle = blocker && blocker->kind == StaticBlocker::Kind::obstacle;
  ++(is_obstacle ? blockers_.obstacles : blockers_.walls);
  if (blocker && !blocker->id.empty()) (is_obstacle ? blockers_.obstacle : blockers_.wall) = blocker->id;
  return false;
}

// Whether one thing covers the whole square: no body of at least this radius has its center in it. What is
// near a point or a segment is convex, so the corners decide.
bool Group::is_covered(const Square& square, double radius) const {
  stop_if_asked();
  const Vec3 center = square.center();
  const auto all_corners = [&](auto within) { return std::ranges::all_of(square.corners(), within); };
  const bool by_agent =
      taken_.any_near(center, question(radius), [&](Vec3 way, const TakenBodies::Body& body) {
        if (is_on_other_floor(body.agent)) return false;
        const double touch = overlaps_ ? 0.0 : body.radius + radius + clearance_.gap;
        const double reach = larger(clearance_.spacing, touch);
        return all_corners([&](Vec3 p) { return length2(way + (p - center)) < reach * reach; });
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

Group::NoRoom Group::no_room(std::size_t fitting) const {
  std::string blockers;
  const auto add = [&](int count, std::string_view what, const std::string& name) {
    if (count == 0) return;
    if (!blockers.empty()) blockers += ", ";
    blockers += fmt::format("{} {}", count, what);
    if (!name.empty()) blockers += fmt::format(" (such as \"{}\")", name);
  };
  const std::string spacing =
      fmt::format("nearer to other agents than \"spacing\" ({} m)", clearance_.spacing);
  const std::string gap = clearance_.gap > 0.0
                              ? fmt::format("nearer to other bodies than \"gap\" ({} m)", clearance_.gap)
                              : std::string("on other bodies");
  add(blockers_.agents, spacing, "");
  add(blockers_.bodies, gap, "");
  add(blockers_.obstacles, "in obstacles", blockers_.obstacle);
  add(blockers_.walls, "on walls", blockers_.wall);
  const int tries = blockers_.all();
  if (tries == 0) blockers = "all outside of the region";
  return {fitting, fmt::format("no room for agent {} of {}: of {} {}, {}", fitting + 1, agents_.size(),
                               tries == 0 ? kMaxAttempts : tries, tries == 1 ? "try" : "tries", blockers)};
}

}  // namespace

std::optional<std::string> Placer::place(const PlacementDef& def, std::span<const AgentIndex> agents,
                                         const PlacementRules& rules) {
  Group group(world_, def, agents, rules, taken_);
  if (!group.looks_at_agents()) {
    unlisted_.insert(unlisted_.end(), agents.begin(), agents.end());
    return group.place();
  }
  for (const AgentIndex i : unlisted_)
    taken_.add(world_.state.motion.position(i), world_.state.limits.radius[i], i);
  unlisted_.clear();
  return group.place();
}

std::optional<std::string> Placer::place_newcomers(const PlacementDef& def,
                                                   std::span<const AgentIndex> agents,
                                                   const PlacementRules& rules) {
  TakenBodies among_themselves(world_.model().bounds);
  return Group(world_, def, agents, rules, among_themselves).place();
}

}  // namespace drover
