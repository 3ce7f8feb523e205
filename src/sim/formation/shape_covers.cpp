#include "sim/formation/shape_covers.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "core/frame.h"
#include "core/hash.h"
#include "sim/formation/formation_columns.h"
#include "sim/geometry/grown_border.h"
#include "sim/geometry/taken_bodies.h"

namespace drover {
namespace {

constexpr std::size_t kMostOfShape = 10'000;  // points, for the ids
constexpr double kCoverCell = 0.5;            // m: a threat that stays in one changes nothing
constexpr double kCoverPeriod = 0.5;          // s: covers are not found anew more often
constexpr double kStandoffSlack = 1e-9;       // m

// Whether what the geometry has leaves room for a place.
bool is_clear(const StaticGeometry& geometry, const Formation& formation, Vec3 place) {
  return geometry.distance(place) >= formation.cover_standoff - kStandoffSlack;
}

// The places of a formation while they are found.
class PlaceFinder {
 public:
  PlaceFinder(const World& world, Formation& formation)
      : world_(world), formation_(formation), taken_(world.model().bounds) {}

  void add_shape(std::uint32_t shape, const std::vector<GrownBorder>& borders) {
    const double spacing = formation_.def.cover->spacing;
    std::size_t number = 0;
    std::vector<Vec3> added;
    for (const GrownBorder& border : borders) {
      const double count = std::floor(border.length() / spacing);
      const double pitch = border.length() / larger(count, 1.0);
      for (double k = 0.0; k < count && number < kMostOfShape && !is_full(); ++k, ++number)
        add(shape, border, pitch * k, number, added);
      ++border_;
    }
    // Those around one shape are as near to each other as they are.
    for (const Vec3 place : added)
      taken_.add(place, 0.0, kNoIndex, formation_.cover_standoff);
  }

  bool is_full() const { return formation_.derived_covers.size() > kMostCoverPlaces; }

 private:
  // Unless it is out of the world, something that never vanishes is too near, or a place around a shape
  // before this one.
  void add(std::uint32_t shape, const GrownBorder& border, double along, std::size_t number,
           std::vector<Vec3>& added) {
    const Model& model = world_.model();
    const Vec3 place = model.bounds.wrapped_if_needed(border.at(along));
    if (model.bounds.is_bounded() && !model.bounds.contains(place)) return;
    const bool has_room = is_clear(all_, formation_, place);
    if (!has_room && !model.has_doors) return;
    const auto is_too_near = [&](Vec3 offset, const TakenBodies::Body&) {
      return drover::length(offset) < formation_.cover_standoff;
    };
    if (taken_.any_near(place, {.spacing = formation_.cover_standoff}, is_too_near)) return;
    if (has_room) added.push_back(place);
    CoverDef& def = *formation_.def.cover;
    CoverPointDef& point = def.points.emplace_back();
    point.id = std::to_string(kMostOfShape * shape + number);
    point.position = place;
    const double peek = def.peek.is_present() ? def.peek.constant() : 0.0;
    formation_.derived_covers.push_back({.shape = shape,
                                         .border = border_,
                                         .along = along,
                                         .border_length = border.length(),
                                         .peeks = {border.at(along - peek), border.at(along + peek)}});
  }

  const World& world_;
  Formation& formation_;
  StaticGeometry all_{world_.model().statics->shapes, StaticPresence{}};
  TakenBodies taken_;  // the places around shapes before this one
  std::uint32_t border_ = 0;
};

bool is_shape_present(const StaticGeometry& geometry, std::uint32_t shape) {
  const auto obstacles = static_cast<std::uint32_t>(geometry.shapes().size());
  return shape < obstacles ? geometry.is_obstacle_present(shape)
                           : geometry.is_wall_present(shape - obstacles);
}

// What depends on a threat and changes when it comes to another cell.
std::uint64_t cell_of(Vec3 threat) {
  StateHasher hasher;
  hasher.add_value(std::floor(threat.x / kCoverCell));
  hasher.add_value(std::floor(threat.y / kCoverCell));
  return hasher.digest();
}

void list_threats(const World& world, const Target& threat, std::vector<Vec3>& threats) {
  threats.clear();
  if (threat.type == TargetType::none) return;
  if (threat.type == TargetType::point) {
    threats.push_back(threat.point);
    return;
  }
  for (const AgentIndex i : world.members(threat)) {
    if (world.is_present(i)) threats.push_back(world.state.motion.position(i));
  }
}

}  // namespace

bool find_cover_places(const World& world, Formation& formation) {
  const StaticGeometry geometry = world.geometry();
  formation.def.cover->points.clear();  // listed ones do not count, with a warning
  PlaceFinder finder(world, formation);
  std::uint32_t shape = 0;
  for (const Shape& obstacle : geometry.shapes())
    finder.add_shape(shape++, grown_borders(obstacle, formation.cover_standoff));
  const std::vector<std::uint32_t>& first = world.model().statics->shapes.first_segment;
  for (std::size_t wall = 0; wall < geometry.wall_ids().size(); ++wall) {
    const std::span<const Segment> segments =
        geometry.segments().subspan(first[wall], first[wall + 1] - first[wall]);
    finder.add_shape(shape++, {grown_border(segments, formation.cover_standoff)});
  }
  return !finder.is_full();
}

void ShapeCovers::reserve(std::size_t covers, std::size_t threats) {
  threats_.reserve(threats);
  is_seen_.reserve(covers);
}

bool ShapeCovers::update(World& world, std::uint32_t f) {
  FormationColumns& columns = world.state.formation_columns;
  const bool is_first = columns.next_covers[f] == 0.0;
  if (world.time() < columns.next_covers[f]) return false;
  list_threats(world, world.model().formations[f].def.cover->threat, threats_);
  const std::uint64_t now = what_they_are_for(world);
  if (!is_first && now == columns.covers_for[f]) return false;
  columns.covers_for[f] = now;
  columns.next_covers[f] = world.time() + kCoverPeriod;
  derive(world, f);
  return true;
}

// A sum, so that the order of the threats does not matter.
std::uint64_t ShapeCovers::what_they_are_for(const World& world) const {
  std::uint64_t sum = 0;
  for (const Vec3 threat : threats_)
    sum += cell_of(threat);
  if (!world.model().has_doors) return sum;
  StateHasher hasher;
  hasher.add_value(sum);
  for (const std::span<const std::uint8_t> present : {world.presence().obstacles, world.presence().walls})
    hasher.add(std::string_view(reinterpret_cast<const char*>(present.data()), present.size()));
  return hasher.digest();
}

void ShapeCovers::derive(World& world, std::uint32_t f) {
  const Formation& formation = world.model().formations[f];
  const CoverDef& def = *formation.def.cover;
  const bool has_to_peek = def.peek.is_present() && !threats_.empty();
  is_seen_.clear();
  for (std::size_t k = 0; has_to_peek && k < def.points.size(); ++k)
    is_seen_.push_back(is_seen(world, def.points[k].position) ? 1 : 0);
  // From inside of something nothing is hidden.
  const StaticGeometry geometry = world.geometry();
  const bool is_hidden =
      std::ranges::none_of(threats_, [&](Vec3 threat) { return geometry.distance(threat) < 0.0; });
  for (std::size_t k = 0; k < def.points.size(); ++k) {
    const Vec3 place = def.points[k].position;
    const auto row = static_cast<std::uint32_t>(formation.first_derived_cover + k);
    double found = 0.0;
    if (is_hidden && is_shape_present(geometry, formation.derived_covers[k].shape) &&
        (!world.model().has_doors || is_clear(geometry, formation, place)))
      found = quality(world, formation, place);
    if (found < def.least_quality || (found > 0.0 && has_to_peek && !can_peek(world, formation, k)))
      found = 0.0;
    world.state.derived_covers.quality[row] = found;
    set_vector(world.state.derived_covers.facing, row, direction(to_nearest_threat(world, place)));
  }
}

// Of equally near ones to the first; zero without any.
Vec3 ShapeCovers::to_nearest_threat(const World& world, Vec3 place) const {
  Vec3 nearest;
  double least2 = kInfinity;
  for (const Vec3 threat : threats_) {
    const Vec3 offset = world.model().bounds.displacement(place, threat);
    if (length2(offset) >= least2) continue;
    nearest = offset;
    least2 = length2(offset);
  }
  return nearest;
}

// The least over the threats of the part of three lines of sight that are blocked: to the place, and to the
// sides of a body there.
double ShapeCovers::quality(const World& world, const Formation& formation, Vec3 place) const {
  const StaticGeometry geometry = world.geometry();
  double least = 1.0;
  for (const Vec3 threat : threats_) {
    const Vec3 offset = world.model().bounds.displacement(threat, place);
    if (!geometry.blocks_sight(threat, threat + offset)) return 0.0;
    const Vec3 ahead = direction(offset);
    const Vec3 side = Vec3{-ahead.y, ahead.x, 0.0} * formation.cover_radius;
    const int blocked = 1 + (geometry.blocks_sight(threat, threat + offset + side) ? 1 : 0) +
                        (geometry.blocks_sight(threat, threat + offset - side) ? 1 : 0);
    least = smaller(least, static_cast<double>(blocked) / 3.0);
  }
  return least;
}

// From the places at the distance `peek` along the border, or from one of those in between.
bool ShapeCovers::can_peek(const World& world, const Formation& formation, std::size_t cover) const {
  const std::vector<DerivedCover>& covers = formation.derived_covers;
  const DerivedCover& own = covers[cover];
  if (std::ranges::any_of(own.peeks, [&](Vec3 place) { return is_seen(world, place); })) return true;
  const double peek = formation.def.cover->peek.constant();
  const auto begin = std::ranges::lower_bound(covers, own.border, {}, &DerivedCover::border);
  const auto end = std::ranges::upper_bound(covers, own.border, {}, &DerivedCover::border);
  const auto first = static_cast<std::size_t>(begin - covers.begin());
  const auto count = static_cast<std::size_t>(end - begin);
  for (const std::size_t step : {std::size_t{1}, count - 1}) {
    double from_own = 0.0;
    for (std::size_t k = cover;;) {
      const double before = covers[k].along;
      k = first + (k - first + step) % count;
      const double apart = step == 1 ? covers[k].along - before : before - covers[k].along;
      from_own += apart > 0.0 ? apart : apart + own.border_length;
      if (k == cover || from_own > peek) break;
      if (is_seen_[k] != 0) return true;
    }
  }
  return false;
}

bool ShapeCovers::is_seen(const World& world, Vec3 place) const {
  const StaticGeometry geometry = world.geometry();
  return std::ranges::any_of(threats_, [&](Vec3 threat) {
    return !geometry.blocks_sight(threat, threat + world.model().bounds.displacement(threat, place));
  });
}

double cover_quality(const World& world, std::uint32_t f, std::size_t cover) {
  const Formation& formation = world.model().formations[f];
  if (!formation.finds_covers()) return formation.def.cover->points[cover].quality;
  return world.state.derived_covers.quality[formation.first_derived_cover + cover];
}

Vec3 cover_facing(const World& world, std::uint32_t f, std::size_t cover) {
  const Formation& formation = world.model().formations[f];
  if (formation.finds_covers())
    return vector_in(world.state.derived_covers.facing,
                     static_cast<std::uint32_t>(formation.first_derived_cover + cover));
  const Parameter& facing = formation.def.cover->points[cover].facing;
  return facing.is_present() ? unit_vector(facing.constant()) : Vec3{};
}

}  // namespace drover
