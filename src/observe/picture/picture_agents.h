// The agents of a picture: their trails with the first and last positions.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "observe/picture/color.h"
#include "observe/picture/picture_view.h"
#include "observe/picture/svg_document.h"
#include "observe/record/trails.h"
#include "sim/geometry/bounds.h"

namespace drover {

// How agents look; few agents get broad, strong lines, many get thin, faint ones.
struct AgentStyle {
  double line_width = 1.8;  // px
  double faintest = 0.25;   // opacity of a trail at the beginning of the run
  double strongest = 0.95;  // and at its end
  int fading_steps = 8;
  double start_radius = 3.0;  // px
  double min_radius = 2.5;    // px, of the discs at the end
  double tolerance = 0.3;     // px, how far a thinned trail may be from the true one
};

AgentStyle agent_style(std::size_t agents);

// By name of the mode, in the order in which agents come into them.
using ModeColors = std::vector<std::pair<std::string, Color>>;
ModeColors mode_colors(const Trails& trails);

struct AgentPainter {
  const Trails& trails;
  const Projection& projection;
  const Bounds& bounds;
  const std::vector<Color>& colors;  // of the types
  AgentStyle style;
  ModeColors mode_colors = {};  // of trails; empty: they have the colors of the types

  void draw_trails(SvgDocument& svg) const;
  void draw_starts(SvgDocument& svg) const;
  // Those that end in the same place as rings of one disc.
  void draw_ends(SvgDocument& svg) const;
  // Crosses where agents ended before the run did.
  void draw_removals(SvgDocument& svg) const;
  // Of the body, and of what is drawn where the agent ended: the body, or a cross [px].
  double body_radius(const Trail& trail) const {
    return larger(trail.radius * projection.scale(), style.min_radius);
  }
  double end_radius(const Trail& trail) const { return trail.gone ? style.start_radius : body_radius(trail); }
  // For texts and small marks that belong to the agent.
  std::string text_color(const Trail& trail) const {
    return color_text(darker(visible_on_white(colors[trail.type]), 0.7));
  }
};

}  // namespace drover
