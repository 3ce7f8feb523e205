#include "observe/picture/picture_labels.h"

#include <algorithm>

#include <fmt/format.h>

namespace drover {
namespace {

constexpr double kFontSize = 11.0;
constexpr double kLongest = 160.0;  // px

Vec2 half_size(std::string_view text) {
  return {0.5 * text_width(text, kFontSize), 0.5 * kFontSize};
}

// Points of a box, from its middle outwards [px].
std::vector<Vec2> points_of(const Rectangle& box) {
  constexpr int kHalfTheRows = 4;
  std::vector<Vec2> points;
  const Vec2 middle = (box.min + box.max) * 0.5;
  for (int y = -kHalfTheRows; y <= kHalfTheRows; ++y) {
    for (int x = -kHalfTheRows; x <= kHalfTheRows; ++x) {
      const Vec2 offset{x * box.width(), y * box.height()};
      points.push_back(middle + offset * (0.5 / kHalfTheRows));
    }
  }
  std::ranges::stable_sort(points, {}, [middle](Vec2 p) { return length2(p - middle); });
  return points;
}

}  // namespace

bool LabelPlacer::is_free(const Rectangle& box, std::size_t owner) const {
  return frame_.contains(box.min) && frame_.contains(box.max) &&
         std::ranges::none_of(taken_, [&](const Taken& other) {
           return (owner == 0 || other.owner != owner) && other.box.overlaps(box);
         });
}

void LabelPlacer::write(SvgDocument& svg, const std::string& text, Vec2 center, std::string_view fill) {
  const Vec2 half = half_size(text);
  block(Rectangle{center, center}.grown(half.x, half.y));
  // The halo keeps the text readable on top of trails.
  svg.text_element(
      "text",
      fmt::format(R"(x="{}" y="{}" font-size="{}" text-anchor="middle" fill="{}" stroke="#fff" )"
                  R"(stroke-width="2.5" stroke-linejoin="round" paint-order="stroke")",
                  pixel_text(center.x), pixel_text(center.y + 0.36 * kFontSize), kFontSize, fill),
      text);
}

void LabelPlacer::place(SvgDocument& svg, std::string_view text, const LabelAnchor& anchor,
                        std::string_view fill) {
  const std::string shown = fit_text(text, kFontSize, anchor.longest);
  const Vec2 half = half_size(shown);
  const double x_away = anchor.half.x + half.x + 3.0;
  const double y_away = anchor.half.y + half.y + 3.0;
  std::vector<Vec2> centers;
  if (anchor.inside && half.x < 0.9 * anchor.half.x) centers.push_back(anchor.center);
  for (const Vec2 offset : {Vec2{0.0, -y_away}, Vec2{x_away, 0.0}, Vec2{-x_away, 0.0}, Vec2{0.0, y_away},
                            Vec2{x_away, -y_away}, Vec2{x_away, y_away}}) {
    centers.push_back(anchor.center + offset);
  }
  for (const Vec2 center : centers) {
    if (is_free(Rectangle{center, center}.grown(half.x, half.y), anchor.owner))
      return write(svg, shown, center, fill);
  }
}

bool LabelPlacer::place_within(SvgDocument& svg, std::string_view text, const Rectangle& box,
                               const std::function<bool(Vec2)>& contains, std::string_view fill) {
  constexpr double kBoxMargin = 3.0;
  const std::string shown = fit_text(text, kFontSize, kLongest);
  const Vec2 half = half_size(shown);
  const Rectangle room = box.grown(-half.x - kBoxMargin, -half.y - kBoxMargin);
  if (room.width() < 0.0 || room.height() < 0.0) return false;
  for (const Vec2 center : points_of(room)) {
    const Rectangle place = Rectangle{center, center}.grown(half.x, half.y);
    const bool is_inside = contains(place.min) && contains(place.max) &&
                           contains({place.min.x, place.max.y}) && contains({place.max.x, place.min.y});
    if (!is_inside || !is_free(place, 0)) continue;
    write(svg, shown, center, fill);
    return true;
  }
  return false;
}

}  // namespace drover
