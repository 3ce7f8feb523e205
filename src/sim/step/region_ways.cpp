#include "sim/step/region_ways.h"

#include <algorithm>
#include <memory>
#include <span>

#include "sim/geometry/shape_image.h"
#include "sim/step/way_planning.h"

namespace drover {
namespace {

// The field by which those go who have the region as their goal. Where no cell is in it, as beyond the grid,
// what is left from the cells counts, too.
void describe_field(const World& world, NavigationLayer& layer, std::uint32_t region, FieldKey& key) {
  const Model& model = world.model();
  const Shape& shape = model.regions[region].shape;
  const GridFrame& frame = layer.map().frame();
  const std::span<const CellIndex> cells = layer.cells_of(world.navigation_world(), region);
  const bool are_in_it = !cells.empty() && shape.encloses(frame.center(cells.front()));
  key.integration = Integration::dijkstra;
  key.direction = FieldDirection::neighbor;
  key.crowding = {};
  key.region = are_in_it ? region : kNoIndex;
  key.goals.clear();
  for (std::size_t k = 0; !are_in_it && k < cells.size(); ++k) {
    const Vec3 center = image_near(shape, model.bounds, frame.center(cells[k]));
    key.goals.push_back({cells[k], larger(0.0, shape.distance(center))});
  }
}

// What the field says at a point that need not be the center of its cell, nor in one that is free.
double distance_at(const World& world, const NavigationLayer& layer, const FlowField& field, AgentIndex agent,
                   Vec3 p) {
  const CellIndex cell = free_cell_near(world, layer, agent, p);
  if (cell == kNoCell || !field.is_reached(cell)) return kInfinity;
  const GridFrame& frame = layer.map().frame();
  const Vec3 off_center = world.model().bounds.displacement(frame.center(cell), p);
  if (length(off_center) > frame.cell_size) return field.distance(cell) + length(off_center);
  const Vec3 down = field.slope(layer.map(), cell) * (0.5 / frame.cell_size);
  return larger(0.0, field.distance(cell) - dot(down, off_center));
}

}  // namespace

bool finds_ways_over_grids(const World& world, AgentIndex agent) {
  const AgentType& type = world.model().type_of(agent);
  return world.model().navigation.exists() &&
         std::ranges::any_of(type.entries, [](const StackEntry& entry) { return entry.kind->uses_grids; });
}

double way_into(const World& world, std::uint32_t region, AgentIndex agent) {
  const Model& model = world.model();
  const Vec3 here = world.state.motion.position(agent);
  if (encloses_image(model.regions[region].shape, model.bounds, here)) return 0.0;
  NavigationLayer& layer = world.layer_for(0, agent);
  std::unique_ptr<WayScratch> scratch = world.navigation().borrow();
  describe_field(world, layer, region, scratch->key);
  const FlowField& field = layer.field(world.navigation_world(), scratch->key);
  const double distance = distance_at(world, layer, field, agent, here);
  world.navigation().give_back(std::move(scratch));
  return distance;
}

}  // namespace drover
