#include "observe/picture/picture_labels.h"

#include <algorithm>

#include <fmt/format.h>

namespace drover {
namespace {

constexpr double kFontSize = 11.0;
constexpr double kLongest = 160.0;  // px

}  // namespace

bool LabelPlacer::is_free(const Rectangle& box) const {
  return frame_.contains(box.min) && frame_.contains(box.max) &&
         std::ranges::none_of(taken_, [&box](const Rectangle& other) { return other.overlaps(box); });
}

void LabelPlacer::place(SvgDocument& svg, std::string_view text, const LabelAnchor& anchor,
                        std::string_view fill) {
  const std::string shown = fit_text(text, kFontSize, kLongest);
  const Vec2 half{0.5 * text_width(shown, kFontSize), 0.5 * kFontSize};
  const double x_away = anchor.radius + half.x + 3.0;
  const double y_away = anchor.radius + half.y + 3.0;
  std::vector<Vec2> centers;
  if (anchor.inside && half.x < 0.9 * anchor.radius) centers.push_back(anchor.center);
  for (const Vec2 offset : {Vec2{0.0, -y_away}, Vec2{x_away, 0.0}, Vec2{-x_away, 0.0}, Vec2{0.0, y_away},
                            Vec2{x_away, -y_away}, Vec2{x_away, y_away}}) {
    centers.push_back(anchor.center + offset);
  }
  for (const Vec2 center : centers) {
    const Rectangle box = Rectangle{center, center}.grown(half.x, half.y);
    if (!is_free(box)) continue;
    taken_.push_back(box);
    // The halo keeps the text readable on top of trails.
    svg.text_element(
        "text",
        fmt::format(R"(x="{}" y="{}" font-size="{}" text-anchor="middle" fill="{}" stroke="#fff" )"
                    R"(stroke-width="2.5" stroke-linejoin="round" paint-order="stroke")",
                    pixel_text(center.x), pixel_text(center.y + 0.36 * kFontSize), kFontSize, fill),
        shown);
    return;
  }
}

}  // namespace drover
