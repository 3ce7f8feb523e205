#include "observe/picture/svg_painter.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "observe/picture/picture_frame.h"
#include "observe/picture/world_display.h"
#include "sim/geometry/shape_gap.h"

namespace drover {
namespace {

struct Style {
  DisplayClass kind;
  std::string_view color;        // of lines, borders and arrows
  double width = 0.0;            // of lines and borders [px]; 0: none
  std::string_view dashes = {};  // px
  std::string_view fill = "none";
  double fill_opacity = 1.0;
};

constexpr std::array<Style, 17> kStyles = {{{DisplayClass::ground, "#5f7f95", 0.0, {}, "#5f7f95", 0.16},
                                            {DisplayClass::platform, "#5f7f95", 1.0, "4 3", "#5f7f95", 0.1},
                                            {DisplayClass::slow, "#b58a4a", 0.0, {}, "#b58a4a", 0.16},
                                            {DisplayClass::carrying, "#2f9e8f", 0.0, {}, "#2f9e8f", 0.16},
                                            {DisplayClass::one_way, "#7a6fb0", 0.0, {}, "#7a6fb0", 0.16},
                                            {DisplayClass::gap, "#c2a83e", 0.0, {}, "#c2a83e", 0.16},
                                            {DisplayClass::forbidden, "#c0504d", 0.0, {}, "#c0504d", 0.16},
                                            {DisplayClass::wind, "#5b9bc4", 0.0, {}, "#5b9bc4", 0.08},
                                            {DisplayClass::well, "#5b9bc4", 1.0, {}, "#5b9bc4"},
                                            {DisplayClass::region, "#4a7fa5", 0.7, "5 4", "#4a7fa5", 0.08},
                                            {DisplayClass::obstacle, "#a8a8a8", 1.0, {}, "#dadada"},
                                            {DisplayClass::hollow, "#555555", 2.0},
                                            {DisplayClass::path, "#7a7a7a", 1.2, "1.5 4.5"},
                                            {DisplayClass::cover, "#8b6d42", 1.3, {}, "#fff"},
                                            {DisplayClass::solid, "#dadada", 0.0, {}, "#dadada"},
                                            {DisplayClass::wall, "#2b2b2b", 3.0},
                                            {DisplayClass::measurement, "#c81e64", 2.0, "8 5"}}};

constexpr std::string_view kAbsent = R"( fill="none" stroke-dasharray="6 5")";
// Triangles, which are walls of space.
constexpr std::string_view kTriangle =
    R"( fill="#dadada" fill-opacity=".35" stroke="#a8a8a8" stroke-opacity=".6" stroke-width="1")";
// The ground from a side: lighter on top.
constexpr std::string_view kSide = R"( class="sides" fill="#c3ced6" fill-opacity=".6" stroke="none")";
constexpr std::string_view kTop =
    R"( class="top" fill="#e6edf1" fill-opacity=".7" stroke="#5f7f95" stroke-width="1")";

const Style& style_of(DisplayClass kind) {
  return *std::ranges::find(kStyles, kind, &Style::kind);
}

std::string group_attributes(const Style& style, bool hides_others) {
  // What stands behind solids shows through.
  const double fill_opacity =
      style.kind == DisplayClass::obstacle && hides_others ? 0.75 : style.fill_opacity;
  std::string text = fmt::format(R"(class="{}" fill="{}")",
                                 enum_names(style.kind)[static_cast<std::size_t>(style.kind)], style.fill);
  if (fill_opacity != 1.0) text += fmt::format(R"( fill-opacity="{}")", pixel_text(fill_opacity));
  if (style.kind == DisplayClass::solid) text += R"( fill-rule="evenodd")";
  if (style.width == 0.0) return text;
  text += fmt::format(R"( stroke="{}" stroke-width="{}" stroke-linecap="round" stroke-linejoin="round")",
                      style.color, pixel_text(style.width));
  if (!style.dashes.empty()) text += fmt::format(R"( stroke-dasharray="{}")", style.dashes);
  return text;
}

// Draws items of one class.
class ItemPainter {
 public:
  ItemPainter(SvgDocument& svg, const DisplayList& list, const World& scene, const Projection& projection,
              const Style& style)
      : svg_(svg), list_(list), scene_(scene), projection_(projection), style_(style) {}

  void draw(std::span<const DisplayItem* const> items) {
    svg_.open("g", group_attributes(style_, list_.is_spatial || !projection_.is_plan()));
    for (const DisplayItem* item : items)
      draw(*item);
    // Many lines are one element.
    if (!lines_.empty()) svg_.element("path", fmt::format(R"(fill="none" d="{}")", lines_.text()));
    if (!absent_lines_.empty())
      svg_.element("path", fmt::format(R"(d="{}"{})", absent_lines_.text(), kAbsent));
    if (!arrows_.empty()) {
      svg_.element("path", fmt::format(R"(class="arrows" fill="none" stroke="{}" stroke-opacity=".75" )"
                                       R"(stroke-width="1.4" stroke-dasharray="none" d="{}")",
                                       style_.color, arrows_));
    }
    svg_.close("g");
  }

 private:
  void draw(const DisplayItem& item);
  void draw_disc(const DisplayItem& item, std::string_view look);
  void draw_mark(Vec2 at);
  void draw_area(const DisplayItem& item, std::string_view look);
  void draw_ground(const DisplayItem& item);
  void add_arrow(Vec3 from, Vec3 to);
  std::vector<std::span<const Vec3>> rings_of(const DisplayItem& item) const;
  std::string path_of(std::span<const std::span<const Vec3>> rings) const;

  SvgDocument& svg_;
  const DisplayList& list_;
  const World& scene_;
  const Projection& projection_;
  const Style& style_;
  PathData lines_, absent_lines_;
  std::string arrows_;
};

void ItemPainter::draw(const DisplayItem& item) {
  const bool is_absent = item.door != kNoIndex && !is_present(scene_, list_.doors[item.door]);
  const std::string_view look = is_absent ? kAbsent : std::string_view{};
  switch (item.shape) {
    case DisplayShape::line:
      if (item.radius > 0.0) return draw_area(item, look);
      return (is_absent ? absent_lines_ : lines_).add(path_through(item.points, projection_));
    case DisplayShape::area:
      if (is_absent && style_.width == 0.0) return;
      return draw_area(item, look);
    case DisplayShape::disc:
      return draw_disc(item, look);
    case DisplayShape::arrow:
      return add_arrow(item.points[0], item.points[1]);
    case DisplayShape::text:
      return;
  }
}

// Of the plane discs are ellipses from a side, balls of space are circles from every side.
void ItemPainter::draw_disc(const DisplayItem& item, std::string_view look) {
  const Vec3 center = item.points.front();
  if (item.radius == 0.0) return draw_mark(projection_(center));
  if (projection_.is_plan() || list_.is_spatial) {
    svg_.element(
        "circle",
        fmt::format("{}{}", circle_attributes(projection_(center), item.radius * projection_.scale()), look));
    return;
  }
  constexpr int kCornersToATurn = 64;
  DisplayItem ellipse{item};
  ellipse.points = outline(Shape::circle(center, item.radius), kCornersToATurn);
  draw_area(ellipse, look);
}

// A small square of a cover, a dot of others.
void ItemPainter::draw_mark(Vec2 at) {
  constexpr double kHalfSize = 4.0;  // px
  if (style_.kind == DisplayClass::cover) {
    svg_.element("rect", box_attributes(Rectangle{at, at}.grown(kHalfSize, kHalfSize)));
  } else {
    svg_.element("circle",
                 fmt::format(R"({} fill="{}" stroke="none")", circle_attributes(at, 3.0), style_.color));
  }
}

void ItemPainter::draw_area(const DisplayItem& item, std::string_view look) {
  if (item.shape == DisplayShape::line) {  // a capsule
    constexpr int kCornersToATurn = 64;
    const Vec2 a = projection_(item.points.front()), b = projection_(item.points.back());
    PathData border;
    for (const Vec3 p :
         outline(Shape::capsule({a.x, a.y, 0.0}, {b.x, b.y, 0.0}, item.radius * projection_.scale()),
                 kCornersToATurn))
      border.empty() ? border.move_to({p.x, p.y}) : border.line_to({p.x, p.y});
    border.close();
    svg_.element("path", fmt::format(R"(d="{}"{})", border.text(), look));
    return;
  }
  const bool is_ground = style_.kind == DisplayClass::ground || style_.kind == DisplayClass::platform;
  if (is_ground && !projection_.is_plan()) return draw_ground(item);
  std::vector<std::span<const Vec3>> rings = rings_of(item);
  // Seen from above the outline is all there is to see of bodies that stand upright.
  if (projection_.is_plan() && (is_ground || style_.kind == DisplayClass::region)) rings.resize(1);
  std::string own{look};
  if (is_ground)
    own = fmt::format(R"( fill-opacity="{}")", pixel_text(0.08 + 0.2 * item.value.value_or(0.5)));
  if (style_.kind == DisplayClass::wall && look.empty()) own = kTriangle;
  svg_.element("path", fmt::format(R"(d="{}"{})", path_of(rings), own));
}

void ItemPainter::draw_ground(const DisplayItem& item) {
  const std::vector<std::span<const Vec3>> rings = rings_of(item);
  if (rings.size() > 1)
    svg_.element("path", fmt::format(R"(d="{}"{})", path_of(std::span(rings).subspan(1)), kSide));
  svg_.element("path", fmt::format(R"(d="{}"{})", path_of(std::span(rings).first(1)), kTop));
}

void ItemPainter::add_arrow(Vec3 from, Vec3 to) {
  constexpr double kHead = 4.5;  // px
  const Vec2 tail = projection_(from), tip = projection_(to);
  const Vec2 along = tip - tail;
  if (length(along) < 1e-3) return;  // towards the viewer
  PathData shaft;
  shaft.move_to(tail);
  shaft.line_to(tip);
  arrows_ += shaft.text() + arrowhead(tip, along * (1.0 / length(along)), kHead);
}

std::vector<std::span<const Vec3>> ItemPainter::rings_of(const DisplayItem& item) const {
  const std::span<const Vec3> points = item.points;
  if (item.rings.empty()) return {points};
  std::vector<std::span<const Vec3>> rings;
  std::size_t first = 0;
  for (const std::uint32_t count : item.rings) {
    rings.push_back(points.subspan(first, count));
    first += count;
  }
  return rings;
}

// All rings in the same turn: of faces that overlap none cuts a hole into another.
std::string ItemPainter::path_of(std::span<const std::span<const Vec3>> rings) const {
  std::string text;
  for (const std::span<const Vec3> ring : rings) {
    double area = 0.0;
    for (std::size_t k = 0; k < ring.size(); ++k) {
      const Vec2 a = projection_(ring[k]), b = projection_(ring[(k + 1) % ring.size()]);
      area += a.x * b.y - a.y * b.x;
    }
    std::vector<Vec3> corners(ring.begin(), ring.end());
    if (area < 0.0) std::ranges::reverse(corners);
    PathData border = path_through(corners, projection_);
    border.close();
    text += border.text();
  }
  return text;
}

Vec3 middle_of(const DisplayItem& item) {
  Vec3 sum;
  for (const Vec3 point : item.points)
    sum += point;
  return sum / static_cast<double>(item.points.size());
}

}  // namespace

Color display_color(DisplayClass kind) {
  return parse_color(style_of(kind).color).value_or(Color{});
}

std::string arrowhead(Vec2 tip, Vec2 along, double size) {
  PathData arrow;
  arrow.move_to(tip - along * (2.0 * size) + quarter_turn(along) * size);
  arrow.line_to(tip);
  arrow.line_to(tip - along * (2.0 * size) - quarter_turn(along) * size);
  return arrow.text();
}

void draw_items(SvgDocument& svg, const DisplayList& list, const World& scene, const Projection& projection,
                std::initializer_list<DisplayClass> classes) {
  std::vector<const DisplayItem*> items;
  for (const DisplayItem& item : list.items)
    if (std::ranges::find(classes, item.kind) != classes.end()) items.push_back(&item);
  if (!projection.is_plan()) {
    std::ranges::stable_sort(items, {}, [&](const DisplayItem* item) {
      return std::pair{item->shape == DisplayShape::arrow, nearness(projection.view(), middle_of(*item))};
    });
  }
  // Neighbors of one class share a group.
  for (std::size_t k = 0; k < items.size();) {
    std::size_t end = k + 1;
    while (end < items.size() && items[end]->kind == items[k]->kind)
      ++end;
    ItemPainter(svg, list, scene, projection, style_of(items[k]->kind))
        .draw(std::span(items).subspan(k, end - k));
    k = end;
  }
}

}  // namespace drover
