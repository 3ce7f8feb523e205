#include "sim/geometry/ground.h"

#include <algorithm>

#include "core/check.h"
#include "core/frame.h"
#include "sim/definitions/simple_polygon.h"

namespace drover {
namespace {

std::uint32_t index_of(std::span<const Region> regions, std::string_view name) {
  const auto at = std::ranges::find(regions, name, &Region::name);
  DROVER_CHECK(at != regions.end(), "the reader lets only existing regions pass");
  return static_cast<std::uint32_t>(at - regions.begin());
}

// What stands there: obstacles in their places, and walls as they are declared.
struct DeclaredShapes {
  std::vector<PlacedObstacle> obstacles;
  WorldDef walls;
};

void add_as_solid(const Shape& shape, DeclaredShapes& declared) {
  if (shape.is_circle()) {
    declared.obstacles.push_back({"", shape});
  } else {
    declared.walls.walls.push_back({"", without_repeats(shape.corners()), true, true});
  }
}

}  // namespace

double height_towards(const GroundTop& top, const Shape& region, Vec3 inside, Vec3 p) {
  if (top.length == 0.0 || region.encloses(p)) return top.height_at(p);
  constexpr int kHalvings = 50;
  for (int k = 0; k < kHalvings; ++k) {
    const Vec3 middle = (inside + p) * 0.5;
    (region.encloses(middle) ? inside : p) = middle;
  }
  return top.height_at(inside);
}

Ground::Ground(const WorldDef& def, std::span<const PlacedObstacle> obstacles,
               std::span<const Region> regions, std::span<const std::string_view> types, const Bounds& bounds,
               bool with_cells) {
  add_tops(def, regions, with_cells);
  add_platforms(def, regions, with_cells);
  add_patches(def, regions, with_cells);
  add_gaps(def, regions, with_cells);
  add_solids(def, obstacles, regions, types, bounds, with_cells);
}

void Ground::add_tops(const WorldDef& def, std::span<const Region> regions, bool with_cells) {
  std::vector<StaticGrid::Item> items;
  for (const GroundDef& entry : def.ground) {
    if (!entry.has_top()) continue;
    GroundTop top{.region = index_of(regions, entry.region.name), .solid = entry.is_solid()};
    if (entry.ramp) {
      const Vec3 way = entry.ramp->to - entry.ramp->from;
      top.from = entry.ramp->from;
      top.along = direction(Vec3{way.x, way.y, 0.0});
      top.length = length(Vec3{way.x, way.y, 0.0});
      top.rise = way.z;
    } else {
      top.from.z = entry.height.constant();
    }
    items.push_back(item_of(regions[top.region].shape));
    tops_.push_back(top);
  }
  top_grid_ = StaticGrid(items, Bounds(), with_cells);
}

// Between two keyframes a platform goes straight, so it stays in the box around all of them.
void Ground::add_platforms(const WorldDef& def, std::span<const Region> regions, bool with_cells) {
  std::vector<StaticGrid::Item> items;
  for (const PlatformDef& platform : def.platforms) {
    const Shape& region = regions[index_of(regions, platform.region.name)].shape;
    Vec3 low = region.low(), high = region.high();
    const std::vector<double>& first = platform.keyframes.front();
    for (const std::vector<double>& row : platform.keyframes) {
      if (row.size() != 4) continue;
      const Vec3 shift{row[1] - first[1], row[2] - first[2], 0.0};
      low = {smaller(low.x, region.low().x + shift.x), smaller(low.y, region.low().y + shift.y), 0.0};
      high = {larger(high.x, region.high().x + shift.x), larger(high.y, region.high().y + shift.y), 0.0};
    }
    items.push_back(StaticGrid::item_around(low, high));
  }
  platform_grid_ = StaticGrid(items, Bounds(), with_cells);
}

void Ground::add_patches(const WorldDef& def, std::span<const Region> regions, bool with_cells) {
  std::vector<StaticGrid::Item> items;
  std::uint32_t tops = 0;
  for (const GroundDef& entry : def.ground) {
    const std::uint32_t top = entry.has_top() ? tops++ : kNoIndex;
    const bool acts_on_motion =
        entry.speed_factor != 1.0 || !(entry.carries == Vec3{}) || entry.one_way.is_present();
    if (!acts_on_motion) continue;
    GroundPatch patch{.region = index_of(regions, entry.region.name),
                      .speed_factor = entry.speed_factor,
                      .carries = entry.carries,
                      .one_way = std::nullopt,
                      .top = top};
    if (entry.one_way.is_present()) patch.one_way = unit_vector(entry.one_way.constant());
    slows_ = slows_ || patch.speed_factor != 1.0;
    carries_ = carries_ || !(patch.carries == Vec3{});
    has_one_ways_ = has_one_ways_ || patch.one_way.has_value();
    items.push_back(item_of(regions[patch.region].shape));
    patches_.push_back(patch);
  }
  grid_ = StaticGrid(items, Bounds(), with_cells);
}

void Ground::add_gaps(const WorldDef& def, std::span<const Region> regions, bool with_cells) {
  std::vector<StaticGrid::Item> items;
  for (const GroundDef& entry : def.ground) {
    if (!entry.jumpable_gap) continue;
    const JumpableGapDef& gap = *entry.jumpable_gap;
    GroundGap made{
        .region = index_of(regions, entry.region.name), .direction = std::nullopt, .velocity = gap.velocity};
    if (gap.direction.is_present()) made.direction = unit_vector(gap.direction.constant());
    if (gap.bottom.is_present()) made.bottom = gap.bottom.constant();
    has_gap_walls_ = has_gap_walls_ || made.direction.has_value();
    items.push_back(item_of(regions[made.region].shape));
    gaps_.push_back(made);
  }
  gap_grid_ = StaticGrid(items, Bounds(), with_cells);
}

void Ground::add_solids(const WorldDef& def, std::span<const PlacedObstacle> obstacles,
                        std::span<const Region> regions, std::span<const std::string_view> types,
                        const Bounds& bounds, bool with_cells) {
  solids_of_type_.assign(types.size(), kNoIndex);
  for (std::size_t type = 0; type < types.size(); ++type) {
    GroundSolids solids;
    for (const GroundDef& entry : def.ground) {
      if (std::ranges::find(entry.forbidden_to, types[type]) != entry.forbidden_to.end())
        solids.regions.push_back(index_of(regions, entry.region.name));
    }
    if (solids.regions.empty()) continue;
    std::ranges::sort(solids.regions);
    solids.regions.erase(std::unique(solids.regions.begin(), solids.regions.end()), solids.regions.end());
    const auto same = std::ranges::find(solids_, solids.regions, &GroundSolids::regions);
    solids_of_type_[type] = static_cast<std::uint32_t>(same - solids_.begin());
    if (same != solids_.end()) continue;
    DeclaredShapes alone;
    DeclaredShapes with_statics{.obstacles = {obstacles.begin(), obstacles.end()}, .walls = {}};
    with_statics.walls.walls = def.walls;
    for (const std::uint32_t region : solids.regions) {
      add_as_solid(regions[region].shape, alone);
      add_as_solid(regions[region].shape, with_statics);
    }
    solids.alone = StaticShapes(alone.walls, std::move(alone.obstacles), bounds, with_cells);
    solids.with_statics =
        StaticShapes(with_statics.walls, std::move(with_statics.obstacles), bounds, with_cells);
    solids_.push_back(std::move(solids));
  }
}

}  // namespace drover
