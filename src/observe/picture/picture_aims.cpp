#include "observe/picture/picture_aims.h"

#include <fmt/format.h>

#include "observe/picture/picture_frame.h"

namespace drover {
namespace {

constexpr double kCross = 5.0;  // px, half the width

std::string line_between(Vec2 a, Vec2 b) {
  PathData line;
  line.move_to(a);
  line.line_to(b);
  return line.text();
}

void draw_circle(SvgDocument& svg, Vec2 center, double radius) {
  svg.element("circle", fmt::format(R"(cx="{}" cy="{}" r="{}")", pixel_text(center.x), pixel_text(center.y),
                                    pixel_text(radius)));
}

void draw_aim(SvgDocument& svg, const Aim& aim, Vec2 agent, const Projection& projection) {
  const Vec2 place = projection(aim.place);
  switch (aim.form) {
    case AimForm::point:
      svg.element("path", fmt::format(R"(d="{}" stroke-dasharray="3 3" stroke-opacity=".6")",
                                      line_between(agent, place)));
      svg.element("path", fmt::format(R"(d="{}" stroke-width="1.6")", plus_path(place, kCross)));
      break;
    case AimForm::circle:
      draw_circle(svg, place, aim.radius * projection.scale());
      break;
    case AimForm::feeler:
      svg.element("path", fmt::format(R"(d="{}")", line_between(agent, place)));
      draw_circle(svg, place, 2.0);
      break;
    case AimForm::corner:
      break;
  }
}

// The corners that follow each other as one closed line.
void draw_outline(SvgDocument& svg, const Aims& aims, const Projection& projection) {
  PathData outline;
  for (const Aim& aim : aims.all()) {
    if (aim.form != AimForm::corner) continue;
    if (outline.empty()) {
      outline.move_to(projection(aim.place));
    } else {
      outline.line_to(projection(aim.place));
    }
  }
  if (outline.empty()) return;
  outline.close();
  svg.element("path", fmt::format(R"(d="{}")", outline.text()));
}

}  // namespace

void draw_aims(SvgDocument& svg, const std::vector<AgentAims>& agents, const Projection& projection,
               const std::vector<Color>& colors) {
  if (agents.empty()) return;
  svg.open("g", R"(class="aims" fill="none")");
  for (const AgentAims& agent : agents) {
    svg.open("g",
             fmt::format(R"(stroke="{}")", color_text(darker(visible_on_white(colors[agent.type]), 0.6))));
    for (const Aim& aim : agent.aims.all())
      draw_aim(svg, aim, projection(agent.position), projection);
    draw_outline(svg, agent.aims, projection);
    svg.close("g");
  }
  svg.close("g");
}

}  // namespace drover
