#include "observe/picture/picture_sheet.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "observe/picture/picture_frame.h"
#include "observe/picture/picture_world.h"
#include "observe/picture/type_colors.h"
#include "observe/picture/world_display.h"

namespace drover {
namespace {

constexpr double kGap = 14.0;             // px, between pictures
constexpr double kEntryTitleRoom = 18.0;  // px, above each
constexpr double kEntryFontSize = 12.0;

// In rows and columns, each picture below its title [px].
struct SheetGrid {
  std::size_t columns = 1, rows = 1;
  double picture_width = 1.0, picture_height = 1.0;

  double row_height() const { return kEntryTitleRoom + picture_height + kGap; }
  double height() const { return row_height() * static_cast<double>(rows); }
};

// As few columns as make the sheet no higher than wide, or nearly so.
SheetGrid grid_of(std::size_t count, const Rectangle& part, double width) {
  constexpr double kHighest = 0.9;  // of the width
  SheetGrid grid;
  for (grid.columns = 1;; ++grid.columns) {
    grid.rows = (count + grid.columns - 1) / grid.columns;
    grid.picture_width = (width + kGap) / static_cast<double>(grid.columns) - kGap;
    grid.picture_height = grid.picture_width * part.height() / part.width();
    if (grid.columns == count || grid.height() <= kHighest * width) return grid;
  }
}

Rectangle common_part(std::span<const SheetEntry> entries) {
  Rectangle part = visible_part(entries.front().scene, entries.front().trails);
  for (const SheetEntry& entry : entries.subspan(1)) {
    const Rectangle other = visible_part(entry.scene, entry.trails);
    part.include(other.min);
    part.include(other.max);
  }
  return part;
}

std::vector<LegendEntry> legend_of(std::span<const SheetEntry> entries) {
  std::vector<LegendEntry> legend;
  for (const SheetEntry& entry : entries) {
    const std::vector<Color> colors = type_colors(entry.trails);
    for (const Trail& trail : entry.trails.agents) {
      const std::string& name = entry.trails.types[trail.type].name;
      if (std::ranges::find(legend, name, &LegendEntry::text) == legend.end())
        legend.push_back({name, colors[trail.type]});
    }
  }
  legend.push_back({"start", Color{90, 90, 90}, LegendMark::start});
  legend.push_back({"earlier to later", Color{90, 90, 90}, LegendMark::trail});
  return legend;
}

void draw_entry(SvgDocument& svg, const SheetEntry& entry, const std::string& title, const Rectangle& part,
                const Rectangle& frame) {
  svg.text_element("text",
                   at_attributes(frame.min.x, frame.min.y - 5.0) +
                       fmt::format(R"( font-size="{}" fill="#333")", kEntryFontSize),
                   fit_text(title, kEntryFontSize, frame.width()));
  const Projection projection(part, frame, frame.width() / part.width());
  const std::vector<Color> colors = type_colors(entry.trails);
  AgentPainter painter{entry.trails, projection, entry.scene.model().bounds, colors,
                       agent_style(entry.trails.agents.size())};
  painter.style.start_radius *= 0.6;
  painter.style.min_radius *= 0.6;
  draw_world(svg, entry.scene, world_display(entry.scene), painter, {}, {}, {.labels = false},
             visible_box(entry.scene, entry.trails));
}

}  // namespace

std::string draw_sheet(std::span<const SheetEntry> entries, const SheetInfo& info, double width) {
  constexpr double kMargins = 84.0;  // px, around the pictures
  const Rectangle part = common_part(entries);
  const SheetGrid grid = grid_of(entries.size(), part, width - kMargins);
  PictureTexts texts{info.title, info.facts, info.warnings, legend_of(entries)};
  texts.facts.push_back(fmt::format("each picture is {:.3g} m wide", part.width()));
  // Title and legend stand as about one picture, which here is all of them.
  PicturePanel all;
  all.part = {{0.0, 0.0}, {width - kMargins, grid.height()}};
  PictureOptions options;
  options.width = width;
  options.max_height = grid.height();
  const PictureLayout layout = make_layout({all}, texts, options);
  SvgDocument svg;
  open_picture(svg, layout, texts);
  const bool all_fit = std::ranges::all_of(entries, [&grid](const SheetEntry& entry) {
    return text_width(entry.title, kEntryFontSize) <= grid.picture_width;
  });
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const auto column = static_cast<double>(k % grid.columns), row = static_cast<double>(k / grid.columns);
    const Vec2 corner = layout.panels.front().frame.min +
                        Vec2{column * (grid.picture_width + kGap), row * grid.row_height() + kEntryTitleRoom};
    draw_entry(svg, entries[k], all_fit ? entries[k].title : entries[k].short_title, part,
               {corner, corner + Vec2{grid.picture_width, grid.picture_height}});
  }
  draw_legend(svg, layout, texts.legend);
  svg.close("svg");
  return svg.text();
}

}  // namespace drover
