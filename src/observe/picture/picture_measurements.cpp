#include "observe/picture/picture_measurements.h"

#include <algorithm>

#include <fmt/format.h>

#include "observe/picture/picture_frame.h"
#include "observe/picture/picture_ground.h"

namespace drover {
namespace {

// The line with a dot at its beginning, and an arrow to its left from the middle [px].
void draw_line(SvgDocument& svg, const MeasurementPicture& line, const Projection& projection) {
  constexpr double kArrow = 14.0;
  constexpr double kHead = 5.0;
  const Vec2 from = projection(line.from);
  const Vec2 middle = projection((line.from + line.to) * 0.5);
  const Vec3 along = direction(line.to - line.from);
  const Vec2 to_left = projection.turned({-along.y, along.x, 0.0});
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
  svg.element("circle",
              circle_attributes(from, 3.0) + fmt::format(R"( fill="{}")", color_text(kMeasurementColor)));
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
    // Dashed: borders often lie on walls.
    if (region != regions.end())
      draw_region(svg, region->shape, projection, {}, R"( stroke-dasharray="8 5")");
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
