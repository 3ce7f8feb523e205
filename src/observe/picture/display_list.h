// What stands in a world as plain shapes in world coordinates. Pictures in SVG and replays in HTML are drawn
// from this list; the painter has the styles. src/observe/replay/FORMAT.md says how the list is written.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/enum_names.h"
#include "core/field_table.h"
#include "core/vec3.h"

namespace drover {

// line: through its points, or with a radius everything within it; area: closed and filled; disc: at its
// point, a ball in space, and with radius 0 a mark whose size does not depend on the scale; arrow: from the
// first point to the second; text: at its point.
DROVER_ENUM(DisplayShape, line, area, disc, arrow, text)

// What an item is, in the order in which it is drawn: the ground and what it does, what stands on it, the
// names of these. The classes after them describe chosen agents.
DROVER_ENUM(DisplayClass, ground, platform, slow, carrying, one_way, gap, forbidden, wind, well, region,
            obstacle, hollow, solid, wall, path, cover, measurement, graph, field, label_region,
            label_obstacle, label_path, label_measurement, aim, feeler, corner, shown, slot, way, neighbor,
            contribution)

struct DisplayItem {
  DisplayShape shape = DisplayShape::line;
  DisplayClass kind = DisplayClass::wall;
  std::vector<Vec3> points;  // m
  // Of an area of several rings the number of points of each. The first ring is the outline from above; the
  // others are the faces of a body, which together are one filled shape from every side.
  std::vector<std::uint32_t> rings = {};
  double radius = 0.0;               // m
  std::string text = {};             // as it is, not escaped
  std::optional<double> value = {};  // in [0, 1], on the scale of the class
  std::uint32_t door = kNoIndex;     // index in DisplayList::doors; without one the item is always there
};

// An obstacle or a wall that comes and goes, or is absent from the start.
struct DisplayDoor {
  bool is_wall = false;
  std::uint32_t index = 0;  // of the obstacle or the wall

  friend auto operator<=>(const DisplayDoor&, const DisplayDoor&) = default;
};

struct DisplayList {
  std::vector<DisplayItem> items;  // in the order of drawing
  std::vector<DisplayDoor> doors;  // ascending
  bool is_spatial = false;         // discs are balls
};

}  // namespace drover
