#include "observe/picture/picture_marks.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace drover {
namespace {

// With more agents, marks would hide the trails.
constexpr std::size_t kMostWithTimes = 12;
constexpr std::size_t kMostWithModes = 12;
constexpr std::size_t kMostWithStands = 600;

// Where the agent was at a step, which need not be whole; nothing where the trail does not say.
std::optional<Vec3> place_at(const Trail& trail, double step) {
  const auto after = std::ranges::lower_bound(
      trail.points, step, {}, [](const TrailPoint& point) { return static_cast<double>(point.step); });
  if (after == trail.points.begin() || after == trail.points.end() || after->jump || after->cut)
    return std::nullopt;
  const TrailPoint& before = *(after - 1);
  const double passed = step - static_cast<double>(before.step);
  const double length = static_cast<double>(after->step - before.step);
  return before.position + (after->position - before.position) * (passed / length);
}

void add_times(const Trails& trails, double from, double duration, double dt, PictureMarks& marks) {
  constexpr double kMostMarks = 10.0;
  if (trails.agents.size() > kMostWithTimes) return;
  marks.every = round_up((duration - from) / kMostMarks);
  auto n = static_cast<std::int64_t>(std::floor(from / marks.every->value())) + 1;
  for (; marks.every->multiple(n) < duration; ++n) {
    for (std::size_t k = 0; k < trails.agents.size(); ++k) {
      if (const auto place = place_at(trails.agents[k], marks.every->multiple(n) / dt))
        marks.times.push_back({k, *place});
    }
  }
}

// The index of the first point that is not in the same place as point `from`.
std::size_t end_of_stand(const Trail& trail, std::size_t from) {
  const double tolerance = 0.5 * trail.radius;
  std::size_t end = from + 1;
  while (end < trail.points.size() && !trail.points[end].jump && !trail.points[end].cut &&
         length(trail.points[end].position - trail.points[from].position) <= tolerance)
    ++end;
  return end;
}

// `shown`: how long what the picture shows took [s].
void add_stands(const Trails& trails, double shown, double dt, PictureMarks& marks) {
  constexpr double kPart = 0.05;  // of what is shown
  if (trails.agents.size() > kMostWithStands) return;
  marks.stood = round_up(kPart * shown);
  for (std::size_t k = 0; k < trails.agents.size(); ++k) {
    const Trail& trail = trails.agents[k];
    for (std::size_t from = 0; from < trail.points.size();) {
      const std::size_t end = end_of_stand(trail, from);
      const bool is_long = static_cast<double>(trail.points[end - 1].step - trail.points[from].step) * dt >=
                           marks.stood->value();
      const Vec3 last = trail.points.back().position;
      const bool is_drawn = !trail.gone && length(trail.points[from].position - last) < trail.radius;
      if (is_long && !is_drawn) marks.stands.push_back({k, trail.points[from].position});
      from = is_long ? end : from + 1;
    }
  }
}

bool shows_modes(const Trails& trails) {
  return static_cast<std::size_t>(std::ranges::count_if(
             trails.agents, [](const Trail& trail) { return !trail.modes.empty(); })) <= kMostWithModes;
}

bool has_changed_mode(const Trail& trail) {
  return trail.modes.size() > 1;
}

}  // namespace

PictureMarks picture_marks(const Trails& trails, double from, double duration, std::int64_t steps) {
  PictureMarks marks;
  if (steps <= 0 || !(duration > from)) return marks;
  const double dt = duration / static_cast<double>(steps);
  add_times(trails, from, duration, dt, marks);
  add_stands(trails, duration - from, dt, marks);
  return marks;
}

void add_legend(const PictureMarks& marks, const Trails& trails, std::vector<LegendEntry>& legend) {
  constexpr Color kGray{90, 90, 90};
  if (!marks.times.empty())
    legend.push_back({fmt::format("every {} s", marks.every->multiple_text(1)), kGray, LegendMark::time});
  if (!marks.stands.empty())
    legend.push_back(
        {fmt::format("stood {} s or longer", marks.stood->multiple_text(1)), kGray, LegendMark::stand});
  if (shows_modes(trails) && std::ranges::any_of(trails.agents, has_changed_mode))
    legend.push_back({"change of mode", kGray, LegendMark::mode});
}

void draw_time_marks(SvgDocument& svg, const AgentPainter& painter, const PictureMarks& marks) {
  if (marks.times.empty()) return;
  svg.open("g", R"(class="times" stroke="#fff" stroke-width=".7")");
  for (const PictureMarks::Mark& mark : marks.times) {
    const std::string color = painter.text_color(painter.trails.agents[mark.trail]);
    svg.element("circle", circle_attributes(painter.projection(mark.position), 2.4) +
                              fmt::format(R"( fill="{}")", color));
  }
  svg.close("g");
}

void draw_stands(SvgDocument& svg, const AgentPainter& painter, const PictureMarks& marks) {
  if (marks.stands.empty()) return;
  svg.open("g", R"(class="stands" opacity=".18")");
  for (const PictureMarks::Mark& mark : marks.stands) {
    const Trail& trail = painter.trails.agents[mark.trail];
    svg.element("circle", circle_attributes(painter.projection(mark.position), painter.body_radius(trail)) +
                              fmt::format(R"( fill="{}")", painter.text_color(trail)));
  }
  svg.close("g");
}

void draw_mode_changes(SvgDocument& svg, const AgentPainter& painter) {
  if (!shows_modes(painter.trails) || std::ranges::none_of(painter.trails.agents, has_changed_mode)) return;
  svg.open("g", R"(class="modes" fill="#fff" stroke-width="1.3")");
  for (const Trail& trail : painter.trails.agents) {
    std::string diamonds;
    for (std::size_t k = 1; k < trail.modes.size(); ++k)
      diamonds += diamond_path(painter.projection(trail.modes[k].position), 4.0);
    if (!diamonds.empty())
      svg.element("path", fmt::format(R"(stroke="{}" d="{}")", painter.text_color(trail), diamonds));
  }
  svg.close("g");
}

void label_modes(SvgDocument& svg, const AgentPainter& painter, LabelPlacer& labels) {
  if (!shows_modes(painter.trails)) return;
  for (const Trail& trail : painter.trails.agents) {
    for (const TrailMode& mode : trail.modes)
      labels.place(svg, mode.name, {painter.projection(mode.position), {5.0, 5.0}},
                   painter.text_color(trail));
  }
}

}  // namespace drover
