#include "observe/picture/world_display.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "observe/picture/picture_heights.h"
#include "observe/picture/picture_view.h"
#include "observe/picture/solid_faces.h"
#include "sim/formation/shape_covers.h"
#include "sim/geometry/shape_gap.h"

namespace drover {
namespace {

constexpr int kCornersToATurn = 64;

// Obstacles and walls that an event shows or hides, or that are absent at the start.
std::vector<DisplayDoor> doors_of(const Model& model) {
  std::set<DisplayDoor> doors;
  const auto add_absent = [&doors](bool is_wall, std::span<const std::uint8_t> present) {
    for (std::uint32_t k = 0; k < present.size(); ++k)
      if (present[k] == 0) doors.insert({is_wall, k});
  };
  const StaticPresence presence = model.statics->shapes.presence_at_start();
  add_absent(false, presence.obstacles);
  add_absent(true, presence.walls);
  for (const Event& event : model.events)
    if (event.is_about_shape()) doors.insert({event.target.type == TargetType::wall, event.target.index});
  return {doors.begin(), doors.end()};
}

class WorldDisplay {
 public:
  explicit WorldDisplay(const World& scene) : scene_(scene), model_(scene.model()) {
    list_.doors = doors_of(model_);
    list_.is_spatial = model_.is_spatial();
    size_ = size_of_world();
  }

  void add_ground();
  void add_air();
  void add_regions();
  void add_obstacles();
  void add_paths();
  void add_covers();
  void add_walls();
  void add_measurements(std::span<const MeasurementPicture> measurements);
  void add_labels(std::span<const MeasurementPicture> measurements);
  DisplayList take() { return std::move(list_); }

 private:
  DisplayItem& add(DisplayItem item) { return list_.items.emplace_back(std::move(item)); }
  DisplayItem& add_shape(DisplayClass kind, const Shape& shape);
  void add_region(DisplayClass kind, const Region& region);
  void add_arrow(DisplayClass kind, Vec3 from, Vec3 to) {
    add({.shape = DisplayShape::arrow, .kind = kind, .points = {from, to}});
  }
  void add_arrows(DisplayClass kind, const Shape& region, Vec3 way, const GroundTop* top = nullptr);
  void add_text(DisplayClass kind, Vec3 position, const std::string& text) {
    if (!text.empty()) add({.shape = DisplayShape::text, .kind = kind, .points = {position}, .text = text});
  }
  std::uint32_t door(bool is_wall, std::uint32_t index) const {
    const auto at = std::ranges::lower_bound(list_.doors, DisplayDoor{is_wall, index});
    const bool is_door = at != list_.doors.end() && *at == DisplayDoor{is_wall, index};
    return is_door ? static_cast<std::uint32_t>(at - list_.doors.begin()) : kNoIndex;
  }
  double size_of_world() const;

  const World& scene_;
  const Model& model_;
  DisplayList list_;
  double size_;  // of the world, its longer side from above; the distances between arrows go by it [m]
};

double WorldDisplay::size_of_world() const {
  if (model_.bounds.is_bounded()) return larger(model_.bounds.size().x, model_.bounds.size().y);
  Vec3 low{kInfinity, kInfinity, 0.0}, high{-kInfinity, -kInfinity, 0.0};
  const auto include = [&](Vec3 p) {
    low = {smaller(low.x, p.x), smaller(low.y, p.y), 0.0};
    high = {larger(high.x, p.x), larger(high.y, p.y), 0.0};
  };
  for (const Path& path : model_.paths)
    std::ranges::for_each(path.points(), include);
  for (const Segment& segment : model_.statics->shapes.segments)
    include(segment.a), include(segment.b);
  for (const Shape& shape : model_.statics->shapes.obstacles)
    include(shape.low()), include(shape.high());
  for (const Region& region : model_.regions)
    include(region.shape.low()), include(region.shape.high());
  return low.x <= high.x ? larger(high.x - low.x, high.y - low.y) : 1.0;
}

DisplayItem& WorldDisplay::add_shape(DisplayClass kind, const Shape& shape) {
  if (shape.is_circle())
    return add(
        {.shape = DisplayShape::disc, .kind = kind, .points = {shape.center()}, .radius = shape.rounding()});
  return add({.shape = DisplayShape::area, .kind = kind, .points = outline(shape, kCornersToATurn)});
}

// A ball, a body between two heights, or where it has no end upwards or downwards its outline on the ground.
void WorldDisplay::add_region(DisplayClass kind, const Region& region) {
  const Vec3 low = region.low(), high = region.high();
  if (!region.space || !is_finite(low) || !is_finite(high)) {
    add_shape(kind, region.shape);
  } else if (region.shape.is_circle()) {
    add({.shape = DisplayShape::disc,
         .kind = kind,
         .points = {(low + high) * 0.5},
         .radius = region.shape.rounding()});
  } else {
    std::vector<Vec3> upper = outline(region.shape, kCornersToATurn);
    std::vector<Vec3> lower = upper;
    for (Vec3& corner : upper)
      corner.z = high.z;
    for (Vec3& corner : lower)
      corner.z = low.z;
    add_prism(add({.shape = DisplayShape::area, .kind = kind, .points = {}}), upper, lower);
  }
}

// In rows through the region, at least one in its middle, on top of ground with heights.
void WorldDisplay::add_arrows(DisplayClass kind, const Shape& region, Vec3 way, const GroundTop* top) {
  constexpr double kSpacing = 0.09, kLength = 0.015;  // of the size of the world
  constexpr double kMaxInARow = 24.0;
  const Vec3 low = region.low(), size = region.high() - low;
  const Vec3 half = direction(way) * (0.5 * kLength * size_);
  const double columns = clamp(std::floor(size.x / (kSpacing * size_)), 1.0, kMaxInARow);
  const double rows = clamp(std::floor(size.y / (kSpacing * size_)), 1.0, kMaxInARow);
  for (double row = 0.5; row < rows; row += 1.0) {
    for (double column = 0.5; column < columns; column += 1.0) {
      const Vec3 middle{low.x + size.x * column / columns, low.y + size.y * row / rows, 0.0};
      if (!region.encloses(middle)) continue;
      Vec3 from = middle - half, to = middle + half;
      if (top != nullptr) from.z = top->height_at(from), to.z = top->height_at(to);
      add_arrow(kind, from, to);
    }
  }
}

// Tops with their heights between the lowest and the highest one as values, then what the ground does.
void WorldDisplay::add_ground() {
  const Ground& ground = model_.statics->ground;
  const SceneBox box = box_of_heights(scene_);
  const double low = smaller(box.low.z, 0.0), high = larger(box.high.z, 0.0);
  for (const HeightTop& top : height_tops(scene_)) {
    DisplayItem& item = add({.shape = DisplayShape::area,
                             .kind = top.is_platform ? DisplayClass::platform : DisplayClass::ground,
                             .points = top.surface,
                             .value = high > low ? (top.middle().z - low) / (high - low) : 0.0});
    if (!top.has_sides) continue;
    item.points.clear();
    std::vector<Vec3> lower = top.surface;
    for (Vec3& corner : lower)
      corner.z = 0.0;
    add_prism(item, top.surface, lower);
  }
  for (const GroundTop& top : ground.tops())
    if (top.rise != 0.0)
      add_arrows(DisplayClass::ground, model_.regions[top.region].shape,
                 top.along * (top.rise < 0.0 ? -1.0 : 1.0), &top);
  const auto add_effect = [this](DisplayClass kind, std::uint32_t region, std::optional<Vec3> way) {
    add_shape(kind, model_.regions[region].shape);
    if (way) add_arrows(kind, model_.regions[region].shape, *way);
  };
  for (const GroundPatch& patch : ground.patches()) {
    if (patch.speed_factor != 1.0) add_effect(DisplayClass::slow, patch.region, {});
    if (!(patch.carries == Vec3{})) add_effect(DisplayClass::carrying, patch.region, patch.carries);
    if (patch.one_way) add_effect(DisplayClass::one_way, patch.region, patch.one_way);
  }
  for (const GroundGap& gap : ground.gaps())
    add_effect(DisplayClass::gap, gap.region, gap.direction);
  std::set<std::uint32_t> forbidden;
  for (const GroundSolids& solids : ground.solids())
    forbidden.insert(solids.regions.begin(), solids.regions.end());
  for (const std::uint32_t region : forbidden)
    add_effect(DisplayClass::forbidden, region, {});
}

// Winds that blow in regions, and wells that stay where they are.
void WorldDisplay::add_air() {
  for (const Wind& wind : model_.projectiles.winds) {
    if (wind.is_everywhere()) continue;
    add_region(DisplayClass::wind, model_.regions[wind.region]);
    add_arrows(DisplayClass::wind, model_.regions[wind.region].shape, wind.velocity);
  }
  for (const Well& well : model_.projectiles.wells) {
    if (well.at.type == TargetType::point)
      add({.shape = DisplayShape::disc, .kind = DisplayClass::well, .points = {well.at.point}});
  }
}

void WorldDisplay::add_regions() {
  for (const Region& region : model_.regions)
    add_region(DisplayClass::region, region);
}

void WorldDisplay::add_obstacles() {
  const auto kind_of = [](const auto& shape) {
    return shape.is_hollow() ? DisplayClass::hollow : DisplayClass::obstacle;
  };
  const StaticGeometry geometry = scene_.geometry();
  if (!geometry.is_spatial()) {
    for (std::uint32_t k = 0; k < geometry.shapes().size(); ++k)
      add_shape(kind_of(geometry.shapes()[k]), geometry.shapes()[k]).door = door(false, k);
    return;
  }
  const SpaceGeometry space = geometry.in_space();
  for (std::uint32_t k = 0; k < space.obstacles().size(); ++k)
    add(solid_item(space.obstacles()[k], kind_of(space.obstacles()[k]), false)).door = door(false, k);
  for (std::uint32_t k = 0; k < space.triangles().size(); ++k)
    add(solid_item(space.triangles()[k], DisplayClass::wall, true)).door = door(true, space.wall_of(k));
}

// Arrows stand on the way, at least one.
void WorldDisplay::add_paths() {
  constexpr double kSpacing = 0.14, kLength = 0.01;  // of the size of the world
  constexpr double kMaxArrows = 60.0;
  for (const Path& path : model_.paths) {
    if (path.size() < 2) continue;
    DisplayItem line{.kind = DisplayClass::path, .points = {path.points().begin(), path.points().end()}};
    if (path.is_closed()) line.points.push_back(line.points.front());
    add(std::move(line));
    const double count = clamp(std::floor(path.length() / (kSpacing * size_)), 1.0, kMaxArrows);
    const double reach = smaller(0.5 * kLength * size_, 0.25 * path.length());
    for (double k = 0.5; k < count; k += 1.0) {
      const double s = path.length() * k / count;
      add_arrow(DisplayClass::path, path.point_at(s - reach), path.point_at(s + reach));
    }
  }
}

// Of places that are found around shapes only those that are covers at this time.
void WorldDisplay::add_covers() {
  for (std::uint32_t f = 0; f < model_.formations.size(); ++f) {
    const Formation& formation = model_.formations[f];
    if (!formation.is_in_cover()) continue;
    const std::vector<CoverPointDef>& points = formation.def.cover->points;
    for (std::size_t k = 0; k < points.size(); ++k) {
      if (formation.finds_covers() && cover_quality(scene_, f, k) <= 0.0) continue;
      add({.shape = DisplayShape::disc, .kind = DisplayClass::cover, .points = {points[k].position}});
    }
  }
}

// Each wall is one line; of a solid one the inside lies below it.
void WorldDisplay::add_walls() {
  const StaticShapes& shapes = model_.statics->shapes;
  if (shapes.segments.empty()) return;
  for (std::uint32_t wall = 0; wall < shapes.wall_ids.size(); ++wall) {
    const std::span<const Segment> segments =
        std::span(shapes.segments)
            .subspan(shapes.first_segment[wall], shapes.first_segment[wall + 1] - shapes.first_segment[wall]);
    if (segments.empty()) continue;
    DisplayItem line{.kind = DisplayClass::wall, .points = {segments.front().a}, .door = door(true, wall)};
    for (const Segment& segment : segments)
      line.points.push_back(segment.b);
    if (scene_.geometry().is_wall_solid(wall)) {
      DisplayItem inside = line;
      inside.shape = DisplayShape::area;
      inside.kind = DisplayClass::solid;
      add(std::move(inside));
    }
    add(std::move(line));
  }
}

// A line has a mark at its beginning, and an arrow from its middle in the direction that counts as plus.
void WorldDisplay::add_measurements(std::span<const MeasurementPicture> measurements) {
  constexpr double kArrow = 0.02;  // of the size of the world
  constexpr DisplayClass kKind = DisplayClass::measurement;
  for (const MeasurementPicture& measurement : measurements) {
    if (!measurement.region.empty()) {
      const auto region = std::ranges::find(model_.regions, measurement.region, &Region::name);
      if (region != model_.regions.end()) add_shape(kKind, region->shape);
      continue;
    }
    const Vec3 along = direction(measurement.to - measurement.from);
    const Vec3 middle = (measurement.from + measurement.to) * 0.5;
    const double reach = smaller(kArrow * size_, 0.5 * length(measurement.to - measurement.from));
    add({.kind = kKind, .points = {measurement.from, measurement.to}});
    add({.shape = DisplayShape::disc, .kind = kKind, .points = {measurement.from}});
    add_arrow(kKind, middle, middle + Vec3{-along.y, along.x, 0.0} * reach);
  }
}

// At the middle of regions and obstacles, at the beginning of paths, at the end of measuring lines.
void WorldDisplay::add_labels(std::span<const MeasurementPicture> measurements) {
  for (const Region& region : model_.regions) {
    const bool is_limited = is_finite(region.low()) && is_finite(region.high());
    add_text(DisplayClass::label_region,
             is_limited ? (region.low() + region.high()) * 0.5 : region.shape.center(), region.name);
  }
  const StaticGeometry geometry = scene_.geometry();
  const std::span<const std::string> ids = geometry.obstacle_ids();
  for (std::size_t k = 0; k < ids.size(); ++k)
    add_text(
        DisplayClass::label_obstacle,
        geometry.is_spatial() ? geometry.in_space().obstacles()[k].center() : geometry.shapes()[k].center(),
        ids[k]);
  for (const Path& path : model_.paths)
    if (path.size() > 0) add_text(DisplayClass::label_path, path.points().front(), path.name());
  for (const MeasurementPicture& measurement : measurements)
    if (measurement.region.empty())
      add_text(DisplayClass::label_measurement, measurement.to, measurement.name);
}

}  // namespace

DisplayList world_display(const World& scene, std::span<const MeasurementPicture> measurements) {
  WorldDisplay display(scene);
  display.add_ground();
  display.add_air();
  display.add_regions();
  display.add_obstacles();
  display.add_walls();
  display.add_paths();
  display.add_covers();
  display.add_measurements(measurements);
  display.add_labels(measurements);
  return display.take();
}

bool is_present(const World& scene, const DisplayDoor& door) {
  return door.is_wall ? scene.geometry().is_wall_present(door.index)
                      : scene.geometry().is_obstacle_present(door.index);
}

}  // namespace drover
