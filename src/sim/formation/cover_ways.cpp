#include "sim/formation/cover_ways.h"

#include "sim/navigation/line_of_sight.h"
#include "sim/navigation/nearest_cell.h"

namespace drover {
namespace {

constexpr double kUnknown = -1.0;

// Whether the widest member could go straight; `step` is to the nearest image of a place.
bool can_go(const World& world, const NavigationLayer& layer, AgentIndex widest, Vec3 from, Vec3 step) {
  const StaticGeometry geometry = world.geometry_for(widest);
  return layer.line_of_sight() == LineOfSight::grid ? sees_on_grid(layer.map(), geometry, from, from + step)
                                                    : sees(geometry, from, from + step, layer.room());
}

// Of the free cells whose centers it sees, if there are some. What is inside of a solid sees nothing.
CellIndex cell_near(const World& world, const NavigationLayer& layer, AgentIndex widest, Vec3 p) {
  if (world.geometry_for(widest).distance(p) < 0.0) return nearest_free_cell(layer.map(), p);
  return nearest_free_cell(layer.map(), p, [&](Vec3 center) {
    return can_go(world, layer, widest, p, world.model().bounds.displacement(p, center));
  });
}

}  // namespace

void CoverWays::reserve(const Model& model) {
  known_.resize(model.formations.size());
  for (std::size_t f = 0; f < known_.size(); ++f) {
    const Formation& formation = model.formations[f];
    if (formation.is_in_cover()) known_[f].ways.reserve(formation.def.cover->points.size());
  }
}

void CoverWays::find_distances(const World& world, std::uint32_t f, AgentIndex widest,
                               std::span<const std::size_t> covers, std::vector<double>& distances) {
  const Formation& formation = world.model().formations[f];
  const CoverDef& def = *formation.def.cover;
  const Vec3 anchor = world.state.motion.position(formation.anchor);
  distances.clear();
  for (const std::size_t cover : covers)
    distances.push_back(length(world.model().bounds.displacement(anchor, def.points[cover].position)));
  if (def.by == CoverDistance::air || !world.model().navigation.exists()) return;
  NavigationLayer& layer = world.layer_for(0, widest);
  Known& known = known_[f];
  update(world, f, widest, layer, known);
  for (std::size_t k = 0; k < covers.size(); ++k) {
    double& way = known.ways[covers[k]];
    if (way == kUnknown) way = find_way(world, layer, known, widest, def.points[covers[k]].position);
    distances[k] = larger(distances[k], way);
  }
}

void CoverWays::update(const World& world, std::uint32_t f, AgentIndex widest, NavigationLayer& layer,
                       Known& known) {
  const Formation& formation = world.model().formations[f];
  const CellIndex cell = cell_near(world, layer, widest, world.state.motion.position(formation.anchor));
  const double version = world.navigation().version();
  const bool is_up_to_date = known.map == &layer.map() && known.room == layer.room() &&
                             known.version == version && known.cell == cell && !known.ways.empty();
  if (is_up_to_date) return;
  known.map = &layer.map();
  known.room = layer.room();
  known.version = version;
  known.cell = cell;
  known.ways.assign(formation.def.cover->points.size(), cell == kNoCell ? kInfinity : kUnknown);
  const FieldGoal goal{cell};
  if (cell != kNoCell) builder_.build(layer.map(), std::span(&goal, 1), {}, known.field);
}

// By way of one of the four cells around the cover. What is in sight of the cell of the anchor is as far as
// it is: lengths of ways over cells are longer than that, but for the directions of their moves.
double CoverWays::find_way(const World& world, const NavigationLayer& layer, const Known& known,
                           AgentIndex widest, Vec3 cover) {
  const Bounds& bounds = world.model().bounds;
  const GridFrame& frame = layer.map().frame();
  double least = kInfinity;
  for (const CellIndex cell : frame.around(cover).cells) {
    if (!layer.map().is_free(cell) || !known.field.is_reached(cell)) continue;
    const Vec3 step = bounds.displacement(cover, frame.center(cell));
    if (!can_go(world, layer, widest, cover, step)) continue;
    least = smaller(least, known.field.distance(cell) + length(step));
  }
  if (least == kInfinity) return least;
  const Vec3 center = frame.center(known.cell);
  const Vec3 offset = bounds.displacement(center, cover);
  return can_go(world, layer, widest, center, offset) ? 0.0 : least;
}

}  // namespace drover
