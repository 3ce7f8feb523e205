// A flow field with the map it was built for, and its distances and directions as drawn.
#pragma once

#include <string>
#include <vector>

#include "sim/navigation/field_builder.h"
#include "sim/navigation/flow_field.h"
#include "sim/navigation/grid_drawing.h"

namespace drover {

struct BuiltField {
  GridMap map;
  FlowField field;

  CellIndex index(GridCell cell) const { return map.frame().index(cell); }
  double distance(GridCell cell) const { return field.distance(index(cell)); }
  Vec3 direction(GridCell cell) const { return field.direction(map, index(cell)); }
  Vec3 slope(GridCell cell) const { return field.slope(map, index(cell)); }
  Vec3 sample(double x, double y, Sampling sampling = Sampling::bilinear) const {
    return field.sample(map, {x, y, 0.0}, sampling);
  }
};

BuiltField built_field(GridMap map, const std::vector<FieldGoal>& goals, const FieldOptions& options = {});
// Every cell marked G is a goal.
BuiltField built_field(const MapRows& rows, const FieldOptions& options = {}, const Drawing& drawing = {});

// Distances of a row of cells, those from `first` to `last`, with four decimals at most: "3.4142 1 - #", -
// for unreached cells and # for blocked ones.
std::string row_text(const BuiltField& built, std::int64_t y, std::int64_t first = 0, std::int64_t last = -1);
// All rows, the highest first, with the nearest of the eight directions as "E NE .", . for none and # for
// blocked cells.
MapRows direction_rows(const BuiltField& built);
MapRows distance_rows(const BuiltField& built);

}  // namespace drover
