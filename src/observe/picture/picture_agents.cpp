#include "observe/picture/picture_agents.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include <fmt/format.h>

#include "observe/picture/picture_frame.h"

namespace drover {
namespace {

// The steps of the run, cut into slices of one opacity each.
class Fading {
 public:
  Fading(const Trails& trails, const AgentStyle& style) : style_(style) {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    for (const Trail& trail : trails.agents) {
      first = std::min(first, trail.points.front().step);
      last = std::max(last, trail.points.back().step);
    }
    first_ = static_cast<double>(first);
    length_ = larger(static_cast<double>(last) - first_, 1.0);
  }

  // The slice a line belongs to that arrives at `step`.
  int slice(std::int64_t step) const {
    const double passed = (static_cast<double>(step) - first_) / length_;
    return std::clamp(static_cast<int>(std::ceil(passed * style_.fading_steps)) - 1, 0,
                      style_.fading_steps - 1);
  }
  double opacity(int slice) const {
    const double strength =
        style_.fading_steps > 1 ? static_cast<double>(slice) / (style_.fading_steps - 1) : 1.0;
    return style_.faintest + (style_.strongest - style_.faintest) * strength;
  }

 private:
  AgentStyle style_;
  double first_ = 0.0;
  double length_ = 1.0;
};

// Collects connected lines, thins them and writes what lies in the frame.
class LinePen {
 public:
  LinePen(const Projection& projection, double tolerance)
      : projection_(projection),
        tolerance_(tolerance),
        limits_(projection.part().grown(projection.part().width(), projection.part().height())) {}

  // Long ways to far places are cut, so that no viewer meets absurd coordinates [m].
  void line(Vec3 a, Vec3 b) {
    const auto inside = clipped(seen_from(projection_.view(), a), seen_from(projection_.view(), b), limits_);
    if (!inside) return;
    const Vec2 from = projection_(inside->first);
    const Vec2 to = projection_(inside->second);
    if (points_.empty() || points_.back() != from) {
      lift();
      points_.push_back(from);
    }
    points_.push_back(to);
  }
  // The d attribute of everything since the last call.
  std::string take() {
    lift();
    std::string text = path_.text();
    path_ = {};
    return text;
  }

 private:
  void lift() {
    const std::vector<Vec2> few = simplified(points_, tolerance_);
    points_.clear();
    // An agent that stood still leaves no line.
    if (few.size() < 2 || (few.size() == 2 && length(few[1] - few[0]) < 0.05)) return;
    path_.move_to(few.front());
    for (std::size_t k = 1; k < few.size(); ++k)
      path_.line_to(few[k]);
  }

  const Projection& projection_;
  double tolerance_;
  Rectangle limits_;
  std::vector<Vec2> points_;
  PathData path_;
};

// Writes the parts of a trail of one opacity and one mode each.
class TrailWriter {
 public:
  TrailWriter(SvgDocument& svg, const AgentPainter& painter, const Fading& fading, const Trail& trail)
      : svg_(svg), painter_(painter), fading_(fading), trail_(trail) {}

  // The way to a point of the trail belongs to another part than that before.
  bool is_next(std::int64_t step) const { return fading_.slice(step) != slice_ || mode_at(step) != mode_; }
  void begin(std::int64_t step) {
    slice_ = fading_.slice(step);
    mode_ = mode_at(step);
  }
  void write(const std::string& path) const {
    if (path.empty()) return;
    svg_.element("path", fmt::format(R"(stroke-opacity="{}"{} d="{}")", pixel_text(fading_.opacity(slice_)),
                                     mode_color(), path));
  }

 private:
  // In which the agent went to a point that it reached at a step.
  std::size_t mode_at(std::int64_t step) const {
    std::size_t mode = 0;
    while (mode + 1 < trail_.modes.size() && trail_.modes[mode + 1].step < step)
      ++mode;
    return mode;
  }
  std::string mode_color() const {
    if (painter_.mode_colors.empty() || trail_.modes.empty()) return {};
    const auto found = std::ranges::find(painter_.mode_colors, trail_.modes[mode_].name,
                                         &std::pair<std::string, Color>::first);
    return fmt::format(R"( stroke="{}")", color_text(visible_on_white(found->second)));
  }

  SvgDocument& svg_;
  const AgentPainter& painter_;
  const Fading& fading_;
  const Trail& trail_;
  int slice_ = 0;
  std::size_t mode_ = 0;  // index in Trail::modes
};

void draw_trail(SvgDocument& svg, const AgentPainter& painter, const Fading& fading, const Trail& trail) {
  LinePen pen(painter.projection, painter.style.tolerance);
  svg.open("g", fmt::format(R"(class="trail" data-agent="{}")", trail.number));
  TrailWriter writer(svg, painter, fading, trail);
  for (std::size_t k = 1; k < trail.points.size(); ++k) {
    const TrailPoint& from = trail.points[k - 1];
    const TrailPoint& to = trail.points[k];
    if (writer.is_next(to.step)) writer.write(pen.take());
    writer.begin(to.step);
    if (to.cut) continue;
    if (!to.jump) {
      pen.line(from.position, to.position);
      continue;
    }
    // Across the edge: out on one side, in on the other. The viewport of the world clips both lines; its
    // edges are no lines in an isometric picture, which shows the gap.
    if (painter.projection.view() == Viewpoint::isometric) continue;
    const Vec3 displacement = painter.bounds.displacement(from.position, to.position);
    pen.line(from.position, from.position + displacement);
    pen.line(to.position - displacement, to.position);
  }
  writer.write(pen.take());
  svg.close("g");
}

bool has_heights(const Trails& trails) {
  return std::ranges::any_of(trails.agents,
                             [](const Trail& trail) { return trail.points.back().position.z != 0.0; });
}

// The agents in the order in which they are drawn, in runs of one type: all of each type, and of bodies with
// heights the farthest from the viewer first.
struct DrawnRun {
  std::size_t type = 0;
  std::vector<std::size_t> agents;
};

std::vector<DrawnRun> drawing_order(const AgentPainter& painter) {
  const std::vector<Trail>& agents = painter.trails.agents;
  std::vector<DrawnRun> runs;
  if (!has_heights(painter.trails)) {
    for (std::size_t type = 0; type < painter.trails.types.size(); ++type)
      runs.push_back({type, {}});
    for (std::size_t k = 0; k < agents.size(); ++k)
      runs[agents[k].type].agents.push_back(k);
    return runs;
  }
  std::vector<std::size_t> order(agents.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) {
    return nearness(painter.projection.view(), agents[k].points.back().position);
  });
  for (const std::size_t k : order) {
    if (runs.empty() || runs.back().type != agents[k].type) runs.push_back({agents[k].type, {}});
    runs.back().agents.push_back(k);
  }
  return runs;
}

// Discs that would hide each other: the k-th of n in one place is drawn with the radius of n - k in n.
struct Ring {
  double radius = 0.0;  // px
  bool is_innermost = true;
};

std::vector<Ring> rings_of(const AgentPainter& painter) {
  constexpr std::size_t kMostAgents = 100;
  constexpr double kSamePlace = 0.5;  // of the radius
  const std::vector<Trail>& agents = painter.trails.agents;
  std::vector<Ring> rings;
  for (const Trail& trail : agents)
    rings.push_back({painter.body_radius(trail)});
  // Bodies with heights hide each other as they do in space.
  if (agents.size() > kMostAgents || has_heights(painter.trails)) return rings;
  std::vector<std::vector<std::size_t>> places;
  // In the order of drawing.
  for (std::uint32_t type = 0; type < painter.trails.types.size(); ++type) {
    for (std::size_t k = 0; k < agents.size(); ++k) {
      if (agents[k].type != type || agents[k].gone) continue;
      const Vec2 end = painter.projection(agents[k].points.back().position);
      const auto at = std::ranges::find_if(places, [&](const std::vector<std::size_t>& place) {
        const Vec2 first = painter.projection(agents[place.front()].points.back().position);
        return length(end - first) < kSamePlace * smaller(rings[k].radius, rings[place.front()].radius);
      });
      (at == places.end() ? places.emplace_back() : *at).push_back(k);
    }
  }
  for (const std::vector<std::size_t>& place : places) {
    for (std::size_t k = 0; k < place.size(); ++k) {
      const auto size = static_cast<double>(place.size());
      rings[place[k]].radius *= (size - static_cast<double>(k)) / size;
      rings[place[k]].is_innermost = k + 1 == place.size();
    }
  }
  return rings;
}

void append_heading(std::string& marks, const AgentPainter& painter, const Trail& trail, double radius) {
  const Vec2 along = painter.projection.turned(trail.heading);
  // The mark keeps its width where the heading leads to or from the viewer.
  const double shown = length(along);
  if (shown < 0.05) return;
  const Vec2 across = quarter_turn(shown > 1.0 - 1e-9 ? along : along * (1.0 / shown));
  const Vec2 center = painter.projection(trail.points.back().position);
  PathData mark;
  if (radius >= 4.0) {
    mark.move_to(center + along * (0.85 * radius));
    mark.line_to(center - along * (0.6 * radius) + across * (0.5 * radius));
    mark.line_to(center - along * (0.3 * radius));
    mark.line_to(center - along * (0.6 * radius) - across * (0.5 * radius));
  } else {
    mark.move_to(center + along * (2.3 * radius));
    mark.line_to(center + along * (0.4 * radius) + across * (0.8 * radius));
    mark.line_to(center + along * (0.4 * radius) - across * (0.8 * radius));
  }
  mark.close();
  marks += mark.text();
}

std::string tooltip(const Trails& trails, const Trail& trail) {
  std::string text = fmt::format("{} {}", trails.types[trail.type].name, trail.number);
  if (!trail.name.empty()) text += fmt::format(" \"{}\"", trail.name);
  return text;
}

}  // namespace

AgentStyle agent_style(std::size_t agents) {
  if (agents <= 6) return {};
  if (agents <= 30) return {1.5, 0.18, 0.9, 8, 2.8, 2.5, 0.3};
  if (agents <= 120) return {1.1, 0.1, 0.75, 8, 2.2, 2.5, 0.3};
  if (agents <= 600) return {0.8, 0.06, 0.5, 8, 1.6, 2.5, 0.3};
  if (agents <= 2000) return {0.6, 0.05, 0.32, 6, 1.0, 2.2, 0.3};
  return {0.5, 0.04, 0.22, 4, 0.7, 1.8, 0.5};
}

ModeColors mode_colors(const Trails& trails) {
  ModeColors colors;
  for (const Trail& trail : trails.agents) {
    for (const TrailMode& mode : trail.modes) {
      if (std::ranges::find(colors, mode.name, &std::pair<std::string, Color>::first) != colors.end())
        continue;
      // Not those of the types.
      colors.emplace_back(mode.name, palette_color(trails.types.size() + colors.size()));
    }
  }
  return colors;
}

void AgentPainter::draw_trails(SvgDocument& svg) const {
  const Fading fading(trails, style);
  // Trails end at the edge of a wrapped world, all others at the edge of the frame.
  const Rectangle world = extent_of(bounds, projection.view());
  const bool has_edges = bounds.wraps() && world.height() > 0.0;
  svg.open("svg", viewport_attributes(has_edges ? projection(world) : projection.frame()));
  for (std::size_t type = 0; type < trails.types.size(); ++type) {
    svg.open("g", fmt::format(
                      R"(class="trails" fill="none" stroke="{}" stroke-width="{}" stroke-linejoin="round")",
                      color_text(visible_on_white(colors[type])), pixel_text(style.line_width)));
    for (const Trail& trail : trails.agents) {
      if (trail.type == type) draw_trail(svg, *this, fading, trail);
    }
    svg.close("g");
  }
  svg.close("svg");
}

void AgentPainter::draw_starts(SvgDocument& svg) const {
  for (std::size_t type = 0; type < trails.types.size(); ++type) {
    svg.open("g",
             fmt::format(R"(class="starts" fill="#fff" stroke="{}" stroke-width="{}" stroke-opacity=".8")",
                         color_text(visible_on_white(colors[type])), pixel_text(0.4 * style.start_radius)));
    for (const Trail& trail : trails.agents) {
      const Vec3 start = trail.points.front().position;
      if (trail.type != type || !projection.shows(start)) continue;
      svg.element("circle", circle_attributes(projection(start), style.start_radius));
    }
    svg.close("g");
  }
}

void AgentPainter::draw_ends(SvgDocument& svg) const {
  const std::vector<Ring> rings = rings_of(*this);
  for (const DrawnRun& run : drawing_order(*this)) {
    const Color color = colors[run.type];
    std::string inner;
    std::string outer;
    svg.open("g",
             fmt::format(R"(class="ends" fill="{}" stroke="{}" stroke-width="{}")", color_text(color),
                         color_text(darker(color, 0.6)), pixel_text(trails.agents.size() > 600 ? 0.3 : 0.7)));
    for (const std::size_t k : run.agents) {
      const Trail& trail = trails.agents[k];
      const Vec3 end = trail.points.back().position;
      if (trail.gone || !projection.shows(end)) continue;
      const double radius = rings[k].radius;
      svg.open("circle", circle_attributes(projection(end), radius));
      svg.text_element("title", {}, tooltip(trails, trail));
      svg.close("circle");
      if (length2(trail.heading) > 0.0 && rings[k].is_innermost)
        append_heading(radius >= 4.0 ? inner : outer, *this, trail, radius);
    }
    svg.close("g");
    const auto write = [&](const std::string& marks, Color fill) {
      if (marks.empty()) return;
      svg.element("path", fmt::format(R"(class="headings" fill="{}" pointer-events="none" d="{}")",
                                      color_text(fill), marks));
    };
    write(outer, darker(color, 0.75));
    write(inner, is_dark(color) ? Color{255, 255, 255} : Color{40, 40, 40});
  }
}

void AgentPainter::draw_removals(SvgDocument& svg) const {
  for (std::size_t type = 0; type < trails.types.size(); ++type) {
    std::string crosses;
    for (const Trail& trail : trails.agents) {
      const Vec3 end = trail.points.back().position;
      if (trail.type != type || !trail.gone || !projection.shows(end)) continue;
      crosses += cross_path(projection(end), style.start_radius);
    }
    if (crosses.empty()) continue;
    svg.element("path", fmt::format(R"(class="removals" fill="none" stroke="{}" stroke-width="{}" d="{}")",
                                    color_text(darker(visible_on_white(colors[type]), 0.75)),
                                    pixel_text(0.45 * style.start_radius), crosses));
  }
}

}  // namespace drover
