#include "observe/picture/picture_space.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "observe/picture/picture_frame.h"

namespace drover {
namespace {

// Numbers along one edge of the box.
struct AxisEdge {
  Vec3 start;     // where the coordinate is 0 [m]
  Vec3 along;     // unit vector of the axis
  Vec3 outwards;  // unit vector away from the box, or zero: to the left
  double low = 0.0, high = 0.0;
  std::string_view name;
  std::string_view anchor;  // of the texts
  bool is_upright = false;  // its name stands above it
};

void draw_axis(SvgDocument& svg, const AxisEdge& edge, const RoundNumber& step,
               const Projection& projection) {
  constexpr double kTick = 5.0, kText = 9.0, kName = 40.0;  // px
  constexpr const char* kNameStyle = R"( font-weight="bold")";
  const Vec2 seen = projection.turned(edge.outwards);
  const Vec2 outwards = length(seen) > 0.0 ? seen * (1.0 / length(seen)) : Vec2{-1.0, 0.0};
  const auto text_at = [&](Vec3 place, double distance, std::string_view weight, const std::string& text) {
    const Vec2 at = projection(place) + outwards * distance + Vec2{0.0, 4.0};
    svg.text_element(
        "text", at_attributes(at.x, at.y) + fmt::format(R"( text-anchor="{}"{})", edge.anchor, weight), text);
  };
  PathData ticks;
  ticks.move_to(projection(edge.start + edge.along * edge.low));
  ticks.line_to(projection(edge.start + edge.along * edge.high));
  for (auto k = static_cast<std::int64_t>(std::ceil(edge.low / step.value())); step.multiple(k) <= edge.high;
       ++k) {
    const Vec3 place = edge.start + edge.along * step.multiple(k);
    ticks.move_to(projection(place));
    ticks.line_to(projection(place) + outwards * kTick);
    text_at(place, kText, "", step.multiple_text(k));
  }
  svg.element("path", fmt::format(R"(d="{}" stroke="#999" fill="none")", ticks.text()));
  const std::string name = fmt::format("{} [m]", edge.name);
  if (edge.is_upright) {
    const Vec2 top = projection(edge.start + edge.along * edge.high);
    svg.text_element("text", at_attributes(top.x, top.y - 8.0) + kNameStyle, name);
  } else {
    text_at(edge.start + edge.along * (0.5 * (edge.low + edge.high)), kName, kNameStyle, name);
  }
}

void draw_grid_lines(SvgDocument& svg, const SceneBox& box, double ground, const RoundNumber& step,
                     const Projection& projection) {
  PathData lines;
  const auto line = [&](Vec3 a, Vec3 b) {
    lines.move_to(projection(a));
    lines.line_to(projection(b));
  };
  const auto first = [&](double low) { return static_cast<std::int64_t>(std::ceil(low / step.value())); };
  for (std::int64_t k = first(box.low.x); step.multiple(k) <= box.high.x; ++k)
    line({step.multiple(k), box.low.y, ground}, {step.multiple(k), box.high.y, ground});
  for (std::int64_t k = first(box.low.y); step.multiple(k) <= box.high.y; ++k)
    line({box.low.x, step.multiple(k), ground}, {box.high.x, step.multiple(k), ground});
  svg.element("path", fmt::format(R"(class="grid" fill="none" stroke="#e2e2e2" d="{}")", lines.text()));
}

}  // namespace

double ground_of(const SceneBox& box) {
  constexpr double kNear = 0.15;  // of the size of the box
  const double size = larger(larger(box.high.x - box.low.x, box.high.y - box.low.y), box.high.z - box.low.z);
  return box.low.z <= 0.0 && -box.low.z <= kNear * size ? 0.0 : box.low.z;
}

void draw_isometric_axes(SvgDocument& svg, const SceneBox& box, const Projection& projection) {
  constexpr double kTickDistance = 60.0;  // px, of the shortened axes
  const double shortened = length(projection.turned({1.0, 0.0, 0.0})) * projection.scale();
  const RoundNumber step = round_up(kTickDistance / shortened);
  const double ground = ground_of(box);
  draw_grid_lines(svg, box, ground, step, projection);
  svg.open("g", R"(class="axes" font-size="11" fill="#666")");
  draw_axis(svg,
            {{0.0, box.low.y, ground}, {1.0, 0.0, 0.0}, {0.0, -1.0, 0.0}, box.low.x, box.high.x, "x", "end"},
            step, projection);
  draw_axis(
      svg, {{box.high.x, 0.0, ground}, {0.0, 1.0, 0.0}, {1.0, 0.0, 0.0}, box.low.y, box.high.y, "y", "start"},
      step, projection);
  draw_axis(svg, {{box.low.x, box.low.y, 0.0}, {0.0, 0.0, 1.0}, {}, ground, box.high.z, "z", "end", true},
            step, projection);
  svg.close("g");
}

void draw_bounds_in_space(SvgDocument& svg, const Bounds& bounds, const Projection& projection) {
  const SceneBox box{bounds.min(), bounds.max()};
  PathData edges;
  for (unsigned corner = 0; corner < 8; ++corner) {
    for (const unsigned axis : {1u, 2u, 4u}) {
      if ((corner & axis) != 0) continue;
      edges.move_to(projection(box.corner(corner)));
      edges.line_to(projection(box.corner(corner | axis)));
    }
  }
  const bool is_solid = bounds.edge() == Edge::reflect || bounds.edge() == Edge::clamp;
  svg.element("path",
              fmt::format(R"(class="bounds" fill="none" stroke="#7a9ebc" stroke-width="1.2"{} d="{}")",
                          is_solid ? "" : R"( stroke-dasharray="7 5")", edges.text()));
}

void draw_plumb_lines(SvgDocument& svg, const AgentPainter& painter, double ground) {
  constexpr std::size_t kMostAgents = 60;  // more would be noise
  if (painter.trails.agents.size() > kMostAgents) return;
  PathData lines;
  std::string feet;
  for (const Trail& trail : painter.trails.agents) {
    const Vec3 end = trail.points.back().position;
    if (trail.gone || !painter.projection.shows(end)) continue;
    const Vec3 foot{end.x, end.y, ground};
    lines.move_to(painter.projection(end));
    lines.line_to(painter.projection(foot));
    feet += plus_path(painter.projection(foot), 3.0);
  }
  if (lines.empty()) return;
  svg.element("path", fmt::format(R"(class="plumb" fill="none" stroke="#9a9a9a" stroke-width=".8" )"
                                  R"(stroke-dasharray="2 3" d="{}")",
                                  lines.text()));
  svg.element("path", fmt::format(R"(class="feet" fill="none" stroke="#9a9a9a" d="{}")", feet));
}

}  // namespace drover
