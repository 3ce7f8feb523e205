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

void draw_aim(SvgDocument& svg, const Aim& aim, Vec2 agent, const Projection& projection) {
  const Vec2 place = projection(aim.place);
  switch (aim.form) {
    case AimForm::point:
      svg.element("path", fmt::format(R"(d="{}" stroke-dasharray="3 3" stroke-opacity=".6")",
                                      line_between(agent, place)));
      svg.element("path", fmt::format(R"(d="{}" stroke-width="1.6")", plus_path(place, kCross)));
      break;
    case AimForm::circle:
      svg.element("circle", circle_attributes(place, aim.radius * projection.scale()));
      break;
    case AimForm::feeler:
      svg.element("path", fmt::format(R"(d="{}")", line_between(agent, place)));
      svg.element("circle", circle_attributes(place, 2.0));
      break;
    case AimForm::corner:
      break;
  }
}

}  // namespace

void draw_aims(SvgDocument& svg, const std::vector<AgentAims>& agents, const Projection& projection,
               const std::vector<Color>& colors) {
  if (agents.empty()) return;
  svg.open("g", R"(class="aims" fill="none")");
  for (const AgentAims& agent : agents) {
    svg.open("g",
             fmt::format(R"(stroke="{}")", color_text(darker(visible_on_white(colors[agent.type]), 0.6))));
    // The corners that follow each other are one closed line.
    std::vector<Vec3> corners;
    for (const Aim& aim : agent.aims.all()) {
      draw_aim(svg, aim, projection(agent.position), projection);
      if (aim.form == AimForm::corner) corners.push_back(aim.place);
    }
    if (!corners.empty()) {
      PathData outline = path_through(corners, projection);
      outline.close();
      svg.element("path", fmt::format(R"(d="{}")", outline.text()));
    }
    svg.close("g");
  }
  svg.close("g");
}

}  // namespace drover
