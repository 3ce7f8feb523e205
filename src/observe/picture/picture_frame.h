// The frame around the drawn world: title, axes, scale bar, legend.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "observe/picture/color.h"
#include "observe/picture/picture.h"
#include "observe/picture/picture_view.h"
#include "observe/picture/svg_document.h"

namespace drover {

// A text and where its baseline begins [px].
struct PlacedText {
  std::string text;
  double x = 0.0;
  double y = 0.0;
};

// The disc of a type, the circle at the start of a trail, a trail that fades into the past, the dot of a
// time, the faint disc where an agent stood, the diamond where its mode changed, the cross where it was
// removed, the cross of an aim, the diamond of a slot, the square of a place of cover, the line of a
// measurement or of the border, the star where an agent was hit, the disc of a projectile in flight; filled
// cells, cells on a scale of colors, the ring of a goal, an arrow, a node on a line, or a broken line; the
// sector of an arc, the same with a border, a front wheel.
enum class LegendMark {
  agents,
  start,
  trail,
  time,
  stand,
  mode,
  gone,
  aim,
  slot,
  cover,
  measurement,
  border,
  hit,
  in_flight,
  area,
  scale,
  ring,
  arrow,
  node,
  broken,
  sector,
  bordered_sector,
  wheel
};

// Of cells that are filled.
inline constexpr double kCellOpacity = 0.55;

struct LegendEntry {
  std::string text;
  Color color;
  LegendMark mark = LegendMark::agents;
  std::vector<Color> scale = {};  // of LegendMark::scale, from low to high
  double opacity = kCellOpacity;  // of LegendMark::area and scale
};

// The world from one side. Panels stand one below the other.
struct PicturePanel {
  Viewpoint view = Viewpoint::top;
  Rectangle part;   // that is shown [m]
  Rectangle frame;  // where it goes [px]
  // Whether a line above the frame says from where the world is seen.
  bool is_named = false;
};

// Where everything goes [px].
struct PictureLayout {
  double width = 0.0;
  double height = 0.0;
  std::vector<PicturePanel> panels;
  double scale = 1.0;  // px/m
  std::string title;
  std::vector<PlacedText> facts;
  std::vector<PlacedText> warnings;
  std::vector<PlacedText> legend;  // baseline of each entry's text; its mark stands left of it

  Projection projection(std::size_t panel) const {
    return {panels[panel].part, panels[panel].frame, scale, panels[panel].view};
  }
};

// Facts and warnings are set below the title, the legend below the world.
struct PictureTexts {
  std::string title;
  std::vector<std::string> facts;
  std::vector<std::string> warnings;
  std::vector<LegendEntry> legend;
};

// Of panels that have no frames yet.
PictureLayout make_layout(std::vector<PicturePanel> panels, const PictureTexts& texts,
                          const PictureOptions& options);

// Begins the element svg, with title, facts and warnings.
void open_picture(SvgDocument& svg, const PictureLayout& layout, const PictureTexts& texts);

// Ticks on the left and bottom edge of the frame, in meters, and a scale bar below it.
void draw_axes(SvgDocument& svg, const Projection& projection);

// From where the world is seen, in a corner of the frame.
void draw_view_name(SvgDocument& svg, const Projection& projection);

void draw_legend(SvgDocument& svg, const PictureLayout& layout, const std::vector<LegendEntry>& entries);

// The path of a cross with arms of this length along its diagonals [px].
std::string cross_path(Vec2 center, double arm);
// The same with upright and level lines.
std::string plus_path(Vec2 center, double arm);
// Both, one upon the other.
std::string star_path(Vec2 center, double arm);
// A square on its corner.
std::string diamond_path(Vec2 center, double arm);

// The line through points of the world, at least one.
PathData path_through(std::span<const Vec3> points, const Projection& projection);

// x="1" y="2", the same with width and height, and the attributes of an inner picture that shows only that
// box.
std::string at_attributes(double x, double y);
std::string box_attributes(const Rectangle& box);
std::string viewport_attributes(const Rectangle& box);
// cx="1" cy="2" r="3".
std::string circle_attributes(Vec2 center, double radius);

}  // namespace drover
