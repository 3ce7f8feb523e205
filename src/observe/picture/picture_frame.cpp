#include "observe/picture/picture_frame.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace drover {
namespace {

constexpr double kMargin = 20.0;          // around everything
constexpr double kAxisWidth = 44.0;       // for the labels left of the frame
constexpr double kAxisHeight = 46.0;      // for the labels and the scale bar below it
constexpr double kViewNameHeight = 16.0;  // above the frame
constexpr double kTitleSize = 19.0;       // font sizes
constexpr double kFrameFontSize = 12.5;
constexpr double kTickSize = 11.0;
constexpr double kLineHeight = 19.0;
constexpr double kNarrowest = 480.0;
constexpr double kLegendMark = 24.0;  // room for the mark of an entry

struct Flow {
  double left = 0.0;
  double right = 0.0;
  double gap = 0.0;     // between neighbors
  double indent = 0.0;  // before each text, for a mark
};

// Sets texts side by side and starts a new line where one does not fit. `y` is the baseline of the first line
// and becomes that of the line below the last.
std::vector<PlacedText> flowed(const std::vector<std::string>& texts, const Flow& flow, double& y) {
  std::vector<PlacedText> placed;
  double x = flow.left;
  for (const std::string& text : texts) {
    const std::string shown = fit_text(text, kFrameFontSize, flow.right - flow.left - flow.indent);
    const double width = flow.indent + text_width(shown, kFrameFontSize);
    if (x > flow.left && x + width > flow.right) x = flow.left, y += kLineHeight;
    placed.push_back({shown, x + flow.indent, y});
    x += width + flow.gap;
  }
  if (!texts.empty()) y += kLineHeight;
  return placed;
}

void draw_scale_bar(SvgDocument& svg, const Projection& projection) {
  const double length_wanted = smaller(130.0, 0.3 * projection.frame().width()) / projection.scale();
  // Neighboring round numbers differ by a factor of at most 2.5, so this one is not above the wish.
  const RoundNumber bar = round_up(length_wanted / 2.5);
  const double length = bar.value() * projection.scale();
  const double x = projection.frame().max.x - length;
  const double y = projection.frame().max.y + 36.0;
  svg.element("path",
              fmt::format(R"(d="M{0} {1}v-4v8v-4h{2}v-4v8" fill="none" stroke="#333" stroke-width="1.5")",
                          pixel_text(x), pixel_text(y), pixel_text(length)));
  svg.text_element("text",
                   at_attributes(x - 8.0, y + 4.0) +
                       fmt::format(R"( font-size="{}" text-anchor="end" fill="#333")", kTickSize),
                   bar.multiple_text(1) + " m");
}

// The marks of what is drawn about ways.
void draw_navigation_mark(SvgDocument& svg, const LegendEntry& entry, Vec2 left) {
  constexpr double kWidth = 16.0;   // px
  constexpr double kHeight = 10.0;  // px
  const std::string color = color_text(entry.color);
  const Vec2 middle = left + Vec2{11.0, 0.0};
  const std::string line = fmt::format("M{} {}h{}", pixel_text(left.x + 3.0), pixel_text(left.y), kWidth);
  if (entry.mark == LegendMark::area || entry.mark == LegendMark::scale) {
    const std::vector<Color> colors = entry.scale.empty() ? std::vector{entry.color} : entry.scale;
    const double width = kWidth / static_cast<double>(colors.size());
    for (std::size_t k = 0; k < colors.size(); ++k) {
      const double x = left.x + 3.0 + width * static_cast<double>(k);
      svg.element("rect",
                  box_attributes({{x, left.y - 0.5 * kHeight}, {x + width, left.y + 0.5 * kHeight}}) +
                      fmt::format(R"( fill="{}" fill-opacity="{}")", color_text(colors[k]), entry.opacity));
    }
  } else if (entry.mark == LegendMark::ring) {
    svg.element("circle", circle_attributes(middle, 5.0) +
                              fmt::format(R"( fill="none" stroke="{}" stroke-width="1.6")", color));
  } else if (entry.mark == LegendMark::arrow) {
    svg.element("path", fmt::format(R"(d="{0}m-5-4l5 4-5 4" stroke="{1}" fill="none")", line, color));
  } else if (entry.mark == LegendMark::node) {
    svg.element("path", fmt::format(R"(d="{}" stroke="{}" stroke-width="1.3")", line, color));
    svg.element("circle", circle_attributes(middle, 3.5) +
                              fmt::format(R"( fill="#fff" stroke="{}" stroke-width="1.3")", color));
  } else {
    svg.element("path",
                fmt::format(R"(d="{}" stroke="{}" stroke-width="1.3" stroke-dasharray="5 3")", line, color));
  }
}

// The marks of bodies that are driven: a sector that opens to the right, one that opens to the left and has a
// border, or a bar.
void draw_driving_mark(SvgDocument& svg, const LegendEntry& entry, Vec2 left) {
  const std::string color = color_text(entry.color);
  const std::string y = pixel_text(left.y);
  if (entry.mark == LegendMark::wheel) {
    svg.element("path",
                fmt::format(R"(d="M{} {}m0 2l10-4" stroke="{}" stroke-width="3.4" stroke-linecap="round")",
                            pixel_text(left.x + 6.0), y, color));
    return;
  }
  const bool opens_left = entry.mark == LegendMark::bordered_sector;
  const std::string tip = fmt::format("M{} {}", pixel_text(left.x + (opens_left ? 20.0 : 2.0)), y);
  const std::string_view side = opens_left ? "-" : "";
  const std::string border = fmt::format("a18 18 0 0 {} 0 14", opens_left ? 0 : 1);
  svg.element("path",
              fmt::format(R"(d="{}l{}16-7{}z" fill="{}" fill-opacity=".14")", tip, side, border, color));
  svg.element("path",
              fmt::format(R"(d="{0}l{1}16-7m0 14l{2}16-7" fill="none" stroke="{3}" stroke-width=".9")", tip,
                          side, opens_left ? "" : "-", color));
  if (opens_left)
    svg.element("path", fmt::format(R"(d="{}m-16-7{}" fill="none" stroke="{}" stroke-dasharray="3 2")", tip,
                                    border, color));
}

// `left`: the middle of the left edge of the room for the mark.
void draw_legend_mark(SvgDocument& svg, const LegendEntry& entry, Vec2 left) {
  const std::string color = color_text(entry.color);
  const std::string y = pixel_text(left.y);
  const Vec2 middle = left + Vec2{14.0, 0.0};
  if (entry.mark >= LegendMark::sector) {
    draw_driving_mark(svg, entry, left);
  } else if (entry.mark >= LegendMark::area) {
    draw_navigation_mark(svg, entry, left);
  } else if (entry.mark == LegendMark::agents) {
    svg.element("circle", circle_attributes(left + Vec2{13.0, 0.0}, 5.5) +
                              fmt::format(R"( fill="{}" stroke="{}" stroke-width=".7")", color,
                                          color_text(darker(entry.color, 0.6))));
  } else if (entry.mark == LegendMark::gone) {
    svg.element("path", fmt::format(R"(d="{}" stroke="{}" stroke-width="1.4" fill="none")",
                                    cross_path(middle, 3.2), color));
  } else if (entry.mark == LegendMark::aim) {
    svg.element("path", fmt::format(R"(d="{}" stroke="{}" stroke-width="1.6" fill="none")",
                                    plus_path(middle, 5.0), color));
  } else if (entry.mark == LegendMark::time) {
    svg.element("circle", circle_attributes(middle, 2.2) + fmt::format(R"( fill="{}")", color));
  } else if (entry.mark == LegendMark::stand) {
    svg.element("circle",
                circle_attributes(middle, 6.0) + fmt::format(R"( fill="{}" fill-opacity=".18")", color));
  } else if (entry.mark == LegendMark::mode) {
    svg.element("path", fmt::format(R"(d="{}" stroke="{}" stroke-width="1.3" fill="#fff")",
                                    diamond_path(middle, 4.0), color));
  } else if (entry.mark == LegendMark::cover) {
    svg.element(
        "rect",
        fmt::format(R"(x="{}" y="{}" width="8" height="8" stroke="{}" stroke-width="1.3" fill="#fff")",
                    pixel_text(left.x + 10.0), pixel_text(left.y - 4.0), color));
  } else if (entry.mark == LegendMark::hit) {
    svg.element("path", fmt::format(R"(d="{}" stroke="{}" stroke-width="1.2" fill="none")",
                                    star_path(middle, 4.5), color));
  } else if (entry.mark == LegendMark::in_flight) {
    svg.element("circle", circle_attributes(middle, 2.8) +
                              fmt::format(R"( fill="#bbb" stroke="{}" stroke-width=".7")", color));
  } else if (entry.mark == LegendMark::slot) {
    svg.element("path", fmt::format(R"(d="{}" stroke="{}" stroke-width="1.3" fill="none")",
                                    diamond_path(middle, 4.5), color));
  } else if (entry.mark == LegendMark::measurement || entry.mark == LegendMark::border) {
    svg.element("path",
                fmt::format(R"(d="M{} {}h16" stroke="{}" stroke-width="{}")", pixel_text(left.x + 1.0), y,
                            color, entry.mark == LegendMark::border ? "1.2" : "2"));
  } else if (entry.mark == LegendMark::start) {
    svg.element("circle", circle_attributes(middle, 3.5) +
                              fmt::format(R"( fill="#fff" stroke="{}" stroke-width="1.3")", color));
  } else {
    for (int k = 0; k < 4; ++k) {
      svg.element("path",
                  fmt::format(R"(d="M{} {}h5" stroke="{}" stroke-width="2" stroke-opacity="{}")",
                              pixel_text(left.x - 2.0 + 5.0 * k), y, color, pixel_text(0.15 + 0.25 * k)));
    }
  }
}

// Title, facts and warnings.
void draw_header(SvgDocument& svg, const PictureLayout& layout) {
  svg.text_element("text",
                   at_attributes(kMargin, kMargin + kTitleSize - 4.0) +
                       fmt::format(R"( font-size="{}" font-weight="bold" fill="#1a1a1a")", kTitleSize),
                   layout.title);
  svg.open("g", fmt::format(R"(font-size="{}" fill="#555")", kFrameFontSize));
  for (const PlacedText& fact : layout.facts)
    svg.text_element("text", at_attributes(fact.x, fact.y), fact.text);
  svg.close("g");
  if (layout.warnings.empty()) return;
  svg.open("g", fmt::format(R"(font-size="{}" fill="#a63c00")", kFrameFontSize));
  for (const PlacedText& warning : layout.warnings) {
    svg.text_element("text", at_attributes(warning.x, warning.y), warning.text);
  }
  svg.close("g");
}

}  // namespace

std::string plus_path(Vec2 center, double arm) {
  PathData plus;
  for (const Vec2 way : {Vec2{arm, 0.0}, Vec2{0.0, arm}}) {
    plus.move_to(center - way);
    plus.line_to(center + way);
  }
  return plus.text();
}

std::string star_path(Vec2 center, double arm) {
  return plus_path(center, arm) + cross_path(center, 0.7 * arm);
}

std::string diamond_path(Vec2 center, double arm) {
  PathData diamond;
  diamond.move_to(center + Vec2{arm, 0.0});
  diamond.line_to(center + Vec2{0.0, arm});
  diamond.line_to(center - Vec2{arm, 0.0});
  diamond.line_to(center - Vec2{0.0, arm});
  diamond.close();
  return diamond.text();
}

std::string cross_path(Vec2 center, double arm) {
  PathData cross;
  for (const double side : {1.0, -1.0}) {
    const Vec2 way{arm, side * arm};
    cross.move_to(center - way);
    cross.line_to(center + way);
  }
  return cross.text();
}

PathData path_through(std::span<const Vec3> points, const Projection& projection) {
  PathData path;
  path.move_to(projection(points.front()));
  for (const Vec3 point : points.subspan(1))
    path.line_to(projection(point));
  return path;
}

std::string at_attributes(double x, double y) {
  return fmt::format(R"(x="{}" y="{}")", pixel_text(x), pixel_text(y));
}

std::string box_attributes(const Rectangle& box) {
  return fmt::format(R"({} width="{}" height="{}")", at_attributes(box.min.x, box.min.y),
                     pixel_text(box.width()), pixel_text(box.height()));
}

std::string viewport_attributes(const Rectangle& box) {
  return fmt::format(R"({} viewBox="{} {} {} {}" overflow="hidden")", box_attributes(box),
                     pixel_text(box.min.x), pixel_text(box.min.y), pixel_text(box.width()),
                     pixel_text(box.height()));
}

std::string circle_attributes(Vec2 center, double radius) {
  return fmt::format(R"(cx="{}" cy="{}" r="{}")", pixel_text(center.x), pixel_text(center.y),
                     pixel_text(radius));
}

PictureLayout make_layout(std::vector<PicturePanel> panels, const PictureTexts& texts,
                          const PictureOptions& options) {
  PictureLayout layout;
  double part_width = 0.0, part_height = 0.0;
  for (const PicturePanel& panel : panels) {
    part_width = larger(part_width, panel.part.width());
    part_height += panel.part.height();
  }
  const double widest = larger(options.width, kNarrowest) - 2.0 * kMargin - kAxisWidth;
  layout.scale = smaller(widest / part_width, larger(options.max_height, 100.0) / part_height);
  const double frame_width = part_width * layout.scale;
  // Tall worlds make narrow pictures, but never so narrow that the texts find no room.
  layout.width =
      larger(frame_width + 2.0 * kMargin + kAxisWidth, smaller(640.0, larger(options.width, kNarrowest)));
  const double right = layout.width - kMargin;

  layout.title = fit_text(texts.title, kTitleSize * 1.08, right - kMargin);
  double y = kMargin + kTitleSize + 20.0;
  layout.facts = flowed(texts.facts, {kMargin, right, 22.0, 0.0}, y);
  layout.warnings = flowed(texts.warnings, {kMargin, right, 22.0, 0.0}, y);

  layout.panels = std::move(panels);
  for (PicturePanel& panel : layout.panels) {
    const double width = panel.part.width() * layout.scale;
    const double left = kMargin + kAxisWidth + 0.5 * (right - kMargin - kAxisWidth - width);
    if (panel.is_named) y += kViewNameHeight;
    panel.frame.min = {left, y};
    panel.frame.max = {left + width, y + panel.part.height() * layout.scale};
    y = panel.frame.max.y + kAxisHeight;
  }
  y += 22.0;
  std::vector<std::string> entries;
  for (const LegendEntry& entry : texts.legend)
    entries.push_back(entry.text);
  layout.legend = flowed(entries, {kMargin, right, 24.0, kLegendMark}, y);
  layout.height = y - kLineHeight + kMargin;
  return layout;
}

void open_picture(SvgDocument& svg, const PictureLayout& layout, const PictureTexts& texts) {
  const std::string width = pixel_text(layout.width), height = pixel_text(layout.height);
  svg.open("svg", fmt::format(R"(xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" )"
                              R"(viewBox="0 0 {0} {1}" font-family="sans-serif" role="img")",
                              width, height));
  svg.text_element("title", {}, texts.title);
  std::vector<std::string> description = texts.facts;
  description.insert(description.end(), texts.warnings.begin(), texts.warnings.end());
  svg.text_element("desc", {}, fmt::format("{}", fmt::join(description, ", ")));
  svg.element("rect", fmt::format(R"(width="{}" height="{}" fill="#fff")", width, height));
  draw_header(svg, layout);
}

void draw_axes(SvgDocument& svg, const Projection& projection) {
  constexpr double kTickDistance = 70.0;
  const Rectangle& part = projection.part();
  const Vec2 corner{projection.frame().min.x, projection.frame().max.y};
  const RoundNumber step = round_up(kTickDistance / projection.scale());
  const auto first = [&step](double low) { return static_cast<std::int64_t>(std::ceil(low / step.value())); };
  PathData marks;
  svg.open("g", fmt::format(R"(font-size="{}" fill="#666" text-anchor="middle")", kTickSize));
  for (std::int64_t k = first(part.min.x); step.multiple(k) <= part.max.x; ++k) {
    const double x = projection(Vec2{step.multiple(k), 0.0}).x;
    marks.move_to({x, corner.y});
    marks.line_to({x, corner.y + 5.0});
    svg.text_element("text", at_attributes(x, corner.y + 17.0), step.multiple_text(k));
  }
  svg.close("g");
  svg.open("g", fmt::format(R"(font-size="{}" fill="#666" text-anchor="end")", kTickSize));
  for (std::int64_t k = first(part.min.y); step.multiple(k) <= part.max.y; ++k) {
    const double y = projection(Vec2{0.0, step.multiple(k)}).y;
    marks.move_to({corner.x, y});
    marks.line_to({corner.x - 5.0, y});
    svg.text_element("text", at_attributes(corner.x - 8.0, y + 4.0), step.multiple_text(k));
  }
  svg.text_element("text", at_attributes(corner.x - 24.0, corner.y + 17.0), "m");
  svg.close("g");
  svg.element("path", fmt::format(R"(d="{}" stroke="#999" fill="none")", marks.text()));
  draw_scale_bar(svg, projection);
}

void draw_view_name(SvgDocument& svg, const Projection& projection) {
  static constexpr std::array<std::string_view, 4> kNames = {
      "from above: x to the right, y up", "from the side: x to the right, z up",
      "from the front: y to the right, z up", "isometric"};
  const Vec2 corner = projection.frame().min;
  svg.text_element("text",
                   at_attributes(corner.x, corner.y - 5.0) +
                       fmt::format(R"( class="view" font-size="{}" fill="#888")", kTickSize),
                   kNames[static_cast<std::size_t>(projection.view())]);
}

void draw_legend(SvgDocument& svg, const PictureLayout& layout, const std::vector<LegendEntry>& entries) {
  svg.open("g", fmt::format(R"(class="legend" font-size="{}" fill="#333")", kFrameFontSize));
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const PlacedText& place = layout.legend[k];
    draw_legend_mark(svg, entries[k], {place.x - kLegendMark, place.y - 4.5});
    svg.text_element("text", at_attributes(place.x, place.y), place.text);
  }
  svg.close("g");
}

}  // namespace drover
