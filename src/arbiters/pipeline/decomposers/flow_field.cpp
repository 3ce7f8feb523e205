// flow_field: a step down the field of distances to the goal, which agents with the same goal share.
// Emerson 2013, "Crowd Pathfinding and Steering Using Flow Field Tiles", as a decomposer of Millington 3.4.5.
#include "arbiters/pipeline/parts.h"
#include "sim/step/way_planning.h"

namespace drover {
namespace {

DROVER_ENUM(FieldUnreached, wait, straight)

struct FieldDecomposerDef {
  Reference grid{ReferenceType::grid, {}, kNoIndex};
  double step = 1.0;
  Integration integration = Integration::dijkstra;
  FieldDirection direction = FieldDirection::neighbor;
  Sampling sampling = Sampling::bilinear;
  FieldUnreached unreachable = FieldUnreached::wait;
};

constexpr auto kFieldDecomposerFields = fields(
    field<&FieldDecomposerDef::grid>({.key = "grid",
                                      .doc = "The grid of the field: one of navigation.",
                                      .otherwise = "the first, or one that is made"}),
    field<&FieldDecomposerDef::step>({.key = "step",
                                      .range = left_open(0, 1e3),
                                      .doc =
                                          "How far ahead in the direction of the field the sub-goal is, in "
                                          "cells."}),
    field<&FieldDecomposerDef::integration>(
        {.key = "integration",
         .doc = "How distances are found: dijkstra (from cell to cell), fast_marching (nearly straight "
                "distances on open ground), bfs (counts straight moves)."}),
    field<&FieldDecomposerDef::direction>(
        {.key = "direction",
         .doc = "Where a cell points: to the neighbor on the shortest way, or down the gradient."}),
    field<&FieldDecomposerDef::sampling>(
        {.key = "sampling",
         .doc = "bilinear: the mean of the four cells around, as far as moves lead there; nearest: the "
                "cell."}),
    field<&FieldDecomposerDef::unreachable>(
        {.key = "unreachable",
         .doc = "Where no way leads from: wait, or leave the goal as it is (straight)."}));

// The field to the goal, in the scratch of the caller.
const FlowField& field_to_goal(const FieldDecomposerDef& def, const PartView& part, NavigationLayer& layer,
                               const PipelineGoal& goal, WayScratch& scratch) {
  const World& world = part.view.world();
  const bool has_cells =
      goal.region != kNoIndex && !layer.cells_of(world.navigation_world(), goal.region).empty();
  scratch.key.integration = def.integration;
  scratch.key.direction = def.direction;
  scratch.key.crowding = {};
  scratch.key.region = has_cells ? goal.region : kNoIndex;
  scratch.key.goals.clear();
  if (!has_cells) {
    const CellIndex cell = free_cell_near(world, layer, part.agent, *goal.position);
    if (cell != kNoCell) scratch.key.goals.push_back({cell, 0.0});
  }
  return layer.field(world.navigation_world(), scratch.key);
}

Decomposition step_down(const FieldDecomposerDef& def, const PartView& part, NavigationLayer& layer,
                        PipelineGoal& goal, WayScratch& scratch) {
  const World& world = part.view.world();
  const FlowField& field = field_to_goal(def, part, layer, goal, scratch);
  const GridFrame& frame = layer.map().frame();
  const Vec3 here = world.model().bounds.wrapped_if_needed(part.here());
  const CellIndex cell = frame.index_at(here);
  if (field.is_goal(cell)) return Decomposition::unchanged;
  if (!layer.map().is_free(cell)) {
    const CellIndex free = free_cell_near(world, layer, part.agent, here);
    if (free == kNoCell) return Decomposition::unchanged;
    goal = goal.by_way_of(part.here() + part.view.displacement(here, frame.center(free)));
    return Decomposition::sub_goal;
  }
  if (!field.is_reached(cell)) {
    if (def.unreachable == FieldUnreached::wait) goal = goal.moved_to(part.here());
    return Decomposition::unreachable;
  }
  const Vec3 along = field.sample(layer.map(), here, def.sampling);
  goal = goal.by_way_of(part.here() + along * (def.step * frame.cell_size));
  return Decomposition::sub_goal;
}

Decomposition decompose_by_field(const FieldDecomposerDef& def, const PartView& part, PipelineGoal& goal) {
  const World& world = part.view.world();
  if (!world.model().navigation.exists()) return Decomposition::unchanged;
  NavigationLayer& layer = world.layer_for(def.grid.index == kNoIndex ? 0 : def.grid.index, part.agent);
  if (can_go_straight(world, layer, part.agent, part.here(), *goal.position)) return Decomposition::unchanged;
  std::unique_ptr<WayScratch> scratch = world.navigation().borrow();
  const Decomposition result = step_down(def, part, layer, goal, *scratch);
  world.navigation().give_back(std::move(scratch));
  return result;
}

constexpr TypedDecomposer<FieldDecomposerDef> kTypedFieldDecomposer = {
    .info = {.name = "flow_field",
             .summary = "Goes a step down the field of distances to the goal.",
             .source = "Emerson 2013, Crowd Pathfinding and Steering Using Flow Field Tiles",
             .example = R"({"type": "flow_field", "step": 2})",
             .related = "planning",
             .not_in_space = kPipelineNotInSpace},
    .fields = kFieldDecomposerFields,
    .decompose = decompose_by_field,
};

}  // namespace

extern constexpr DecomposerKind kFlowFieldDecomposer = make_decomposer<kTypedFieldDecomposer>();

}  // namespace drover
