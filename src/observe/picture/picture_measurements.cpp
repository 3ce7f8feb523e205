#include "observe/picture/picture_measurements.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

namespace drover {
namespace {

// The line with a dot at its beginning, and an arrow to its left from the middle [px].
void draw_line(SvgDocument& svg, const MeasurementPicture& line, const Projection& projection) {
  constexpr double kArrow = 14.0;
  constexpr double kHead = 5.0;
  const Vec2 from = projection(line.from);
  const Vec2 middle = projection((line.from + line.to) * 0.5);
  const Vec3 along = direction(line.to - line.from);
  const Vec2 to_left = Projection::turned({-along.y, along.x, 0.0});
  const Vec2 tip = middle + to_left * kArrow;
  const Vec2 side = quarter_turn(to_left) * kHead;
  PathData path;
  path.move_to(from);
  path.line_to(projection(line.to));
  path.move_to(middle);
  path.line_to(tip);
  path.move_to(tip - to_left * kHead + side);
  path.line_to(tip);
  path.line_to(tip - to_left * kHead - side);
  svg.element("path", fmt::format(R"(d="{}")", path.text()));
  svg.element("circle", fmt::format(R"(cx="{}" cy="{}" r="3" fill="{}")", pixel_text(from.x),
                                    pixel_text(from.y), color_text(kMeasurementColor)));
}

// Dashed: borders often lie on walls.
void draw_border(SvgDocument& svg, const Region& region, const Projection& projection) {
  if (region.is_disc()) {
    const Vec2 p = projection(region.center());
    svg.element("circle", fmt::format(R"(cx="{}" cy="{}" r="{}" stroke-dasharray="8 5")", pixel_text(p.x),
                                      pixel_text(p.y), pixel_text(region.radius() * projection.scale())));
    return;
  }
  PathData border;
  border.move_to(projection(region.corners().front()));
  for (const Vec3 corner : std::span(region.corners()).subspan(1))
    border.line_to(projection(corner));
  border.close();
  svg.element("path", fmt::format(R"(d="{}" stroke-dasharray="8 5")", border.text()));
}

}  // namespace

void draw_measurements(SvgDocument& svg, const World& scene,
                       const std::vector<MeasurementPicture>& measurements, const Projection& projection) {
  if (measurements.empty()) return;
  svg.open("g", fmt::format(R"(class="measurements" fill="none" stroke="{}" stroke-width="2")",
                            color_text(kMeasurementColor)));
  for (const MeasurementPicture& measurement : measurements) {
    if (measurement.region.empty()) {
      draw_line(svg, measurement, projection);
      continue;
    }
    const std::vector<Region>& regions = scene.model().regions;
    const auto region = std::ranges::find(regions, measurement.region, &Region::name);
    if (region != regions.end()) draw_border(svg, *region, projection);
  }
  svg.close("g");
}

void label_measurements(SvgDocument& svg, const std::vector<MeasurementPicture>& measurements,
                        const Projection& projection, LabelPlacer& labels) {
  for (const MeasurementPicture& measurement : measurements) {
    if (!measurement.region.empty()) continue;
    labels.place(svg, measurement.name, {projection(measurement.to), {4.0, 4.0}},
                 color_text(kMeasurementColor));
  }
}

}  // namespace drover
