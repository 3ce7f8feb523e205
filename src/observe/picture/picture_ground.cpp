#include "observe/picture/picture_ground.h"

#include <set>

#include <fmt/format.h>

#include "observe/picture/picture_frame.h"
#include "sim/geometry/shape_gap.h"

namespace drover {
namespace {

constexpr std::string_view kSlowColor = "#b58a4a";
constexpr std::string_view kCarryingColor = "#2f9e8f";
constexpr std::string_view kOneWayColor = "#7a6fb0";
constexpr std::string_view kGapColor = "#c2a83e";
constexpr std::string_view kHeightColor = "#5f7f95";
constexpr std::string_view kForbiddenColor = "#c0504d";

// Arrows along a direction of the world, in rows through the region.
void draw_arrows(SvgDocument& svg, const Shape& region, Vec3 direction_of_ground,
                 const Projection& projection, std::string_view color) {
  constexpr double kSpacing = 46.0;  // px
  constexpr double kSize = 4.5;      // px
  constexpr int kMostInARow = 24;
  const Rectangle box = extent_of(region);
  const Vec2 along = projection.turned(direction(direction_of_ground));
  const auto count = [&](double length) {
    return static_cast<int>(clamp(std::floor(length * projection.scale() / kSpacing), 1.0, kMostInARow));
  };
  const int columns = count(box.width());
  const int rows = count(box.height());
  std::string arrows;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const Vec3 p{box.min.x + box.width() * (column + 0.5) / columns,
                   box.min.y + box.height() * (row + 0.5) / rows, 0.0};
      if (region.encloses(p)) arrows += arrowhead(projection(p) + along * kSize, along, kSize);
    }
  }
  if (arrows.empty()) return;
  svg.element("path", fmt::format(R"(fill="none" stroke="{}" stroke-opacity=".75" stroke-width="1.4" d="{}")",
                                  color, arrows));
}

void fill(SvgDocument& svg, const Shape& region, const Projection& projection, std::string_view color) {
  draw_region(svg, region, projection, fmt::format(R"(fill="{}" fill-opacity=".16" )", color));
}

// Ground with heights from above, and what moves: ramps have arrows up, platforms a dashed border.
void draw_heights(SvgDocument& svg, const Model& model, const Projection& projection) {
  for (const GroundTop& top : model.statics->ground.tops()) {
    const Shape& region = model.regions[top.region].shape;
    fill(svg, region, projection, kHeightColor);
    if (top.rise != 0.0)
      draw_arrows(svg, region, top.along * (top.rise < 0.0 ? -1.0 : 1.0), projection, kHeightColor);
  }
  for (const Platform& platform : model.platforms) {
    const std::string border =
        fmt::format(R"(fill="{0}" fill-opacity=".1" stroke="{0}" stroke-dasharray="4 3" )", kHeightColor);
    draw_region(svg, model.regions[platform.region()].shape, projection, border);
  }
}

}  // namespace

std::string arrowhead(Vec2 tip, Vec2 along, double size) {
  PathData arrow;
  arrow.move_to(tip - along * (2.0 * size) + quarter_turn(along) * size);
  arrow.line_to(tip);
  arrow.line_to(tip - along * (2.0 * size) - quarter_turn(along) * size);
  return arrow.text();
}

void draw_region(SvgDocument& svg, const Shape& region, const Projection& projection, std::string_view before,
                 std::string_view behind) {
  if (region.is_circle() && projection.is_plan()) {
    const std::string circle =
        circle_attributes(projection(region.center()), region.rounding() * projection.scale());
    svg.element("circle", fmt::format("{}{}{}", before, circle, behind));
    return;
  }
  constexpr int kCornersToATurn = 64;
  PathData border = region.is_circle() ? path_through(outline(region, kCornersToATurn), projection)
                                       : path_through(region.corners(), projection);
  border.close();
  svg.element("path", fmt::format(R"({}d="{}"{})", before, border.text(), behind));
}

void draw_ground(SvgDocument& svg, const World& scene, const Projection& projection) {
  const Ground& ground = scene.model().statics->ground;
  if (ground.is_plain() && scene.model().platforms.empty()) return;
  svg.open("g", R"(class="ground")");
  if (projection.is_plan()) draw_heights(svg, scene.model(), projection);
  for (const GroundPatch& patch : ground.patches()) {
    const Shape& region = scene.model().regions[patch.region].shape;
    if (patch.speed_factor != 1.0) fill(svg, region, projection, kSlowColor);
    if (!(patch.carries == Vec3{})) {
      fill(svg, region, projection, kCarryingColor);
      draw_arrows(svg, region, patch.carries, projection, kCarryingColor);
    }
    if (!patch.one_way) continue;
    fill(svg, region, projection, kOneWayColor);
    draw_arrows(svg, region, *patch.one_way, projection, kOneWayColor);
  }
  for (const GroundGap& gap : ground.gaps()) {
    const Shape& region = scene.model().regions[gap.region].shape;
    fill(svg, region, projection, kGapColor);
    if (gap.direction) draw_arrows(svg, region, *gap.direction, projection, kGapColor);
  }
  std::set<std::uint32_t> forbidden;
  for (const GroundSolids& solids : ground.solids())
    forbidden.insert(solids.regions.begin(), solids.regions.end());
  for (const std::uint32_t region : forbidden)
    fill(svg, scene.model().regions[region].shape, projection, kForbiddenColor);
  svg.close("g");
}

}  // namespace drover
