#include "observe/picture/picture.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/field_table.h"
#include "core/hash.h"
#include "core/text.h"
#include "observe/picture/color.h"
#include "observe/picture/picture_agents.h"
#include "observe/picture/picture_frame.h"
#include "observe/picture/picture_map.h"
#include "observe/picture/picture_marks.h"
#include "observe/picture/picture_navigation.h"
#include "observe/picture/picture_view.h"
#include "observe/picture/picture_world.h"
#include "observe/picture/svg_document.h"
#include "observe/picture/svg_painter.h"
#include "observe/picture/type_colors.h"
#include "observe/picture/world_display.h"

namespace drover {
namespace {

constexpr std::size_t kMaxLegendEntries = 24;

std::vector<LegendEntry> legend_entries(const Trails& trails, const std::vector<Color>& colors) {
  std::vector<std::size_t> counts(trails.types.size(), 0);
  for (const Trail& trail : trails.agents)
    ++counts[trail.type];
  std::vector<LegendEntry> entries;
  std::size_t left_out = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (counts[k] == 0) continue;
    if (entries.size() == kMaxLegendEntries) {
      ++left_out;
      continue;
    }
    entries.push_back({fmt::format("{} ({})", trails.types[k].name, counts[k]), colors[k]});
  }
  if (left_out > 0) entries.push_back({fmt::format("and {} more types", left_out), Color{160, 160, 160}});
  return entries;
}

// Microseconds are enough here, and steps * dt does not show its rounding errors.
double rounded_time(double time) {
  return std::floor(time * 1e6 + 0.5) / 1e6;
}

// Variants of one scenario are told apart by what was changed.
std::string scenario_text(const PictureInfo& info) {
  if (info.overrides.empty()) return info.scenario;
  return fmt::format("{} ({})", info.scenario, fmt::join(info.overrides, ", "));
}

std::vector<std::string> facts(const PictureInfo& info, const Trails& trails) {
  std::vector<std::string> texts;
  if (!info.title.empty() && !info.scenario.empty() && info.scenario != info.title)
    texts.push_back(scenario_text(info));
  texts.push_back(fmt::format("seed {}", info.seed));
  const double end = rounded_time(info.duration);
  texts.push_back(info.from > 0.0 ? fmt::format("{} to {} s", rounded_time(info.from), end)
                                  : fmt::format("{} s", end));
  texts.push_back(counted(static_cast<std::uint64_t>(info.steps), "step"));
  texts.push_back(counted(trails.agents.size(), "agent"));
  if (info.final_hash) texts.push_back("hash " + hex(*info.final_hash));
  if (!info.version.empty()) texts.push_back("drover " + info.version);
  return texts;
}

PictureTexts picture_texts(const PictureInfo& info, const Trails& trails, const NavigationPicture& navigation,
                           const PicturePanel& panel) {
  PictureTexts texts{
      info.title.empty() ? scenario_text(info) : info.title, facts(info, trails), info.notes, {}};
  const std::int64_t outside = count_outside(trails, panel.part, panel.view);
  if (outside > 0)
    texts.warnings.push_back(counted(static_cast<std::uint64_t>(outside), "agent") + " outside the view");
  if (navigation.search && navigation.search->shares_field)
    texts.warnings.push_back(navigation.search->agent +
                             " itself follows a field that agents share, not a search");
  return texts;
}

// The part with a place that is near its edge.
class WidenedPart {
 public:
  explicit WidenedPart(const Rectangle& part)
      : part_(part), all_(part), size_(larger(part.width(), part.height())) {}

  // `near`: so far from the edge at most, by the size of the part.
  void include(Vec3 place, double near) {
    constexpr double kMargin = 0.03;
    const Vec2 at = plan_view(place);
    if (!part_.grown(near * size_, near * size_).contains(at)) return;
    const Rectangle box = Rectangle{at, at}.grown(kMargin * size_, kMargin * size_);
    all_.include(box.min);
    all_.include(box.max);
  }
  const Rectangle& all() const { return all_; }

 private:
  Rectangle part_, all_;
  double size_;  // m
};

// With the slots ahead of the foremost members, but not those of an anchor that went off; with aims, turning
// circles and arcs, the nodes of graphs and the ends of ways.
Rectangle with_places(const Rectangle& part, const Bounds& bounds, const PictureOptions& options) {
  WidenedPart widened(part);
  for (const FormationPicture& formation : options.formations)
    for (const FormationPicture::Place& place : formation.places)
      widened.include(place.slot, 0.25);
  for (const SweepPicture& sweep : options.sweeps)
    for (const Vec3 point : sweep.points)
      widened.include(bounds.wrapped_if_needed(point), 0.25);
  for (const AgentAims& agent : options.aims)
    for (const Aim& aim : agent.aims.all())
      if (aim.form == AimForm::point) widened.include(bounds.wrapped_if_needed(aim.place), 0.25);
  for (const ArcsPicture& agent : options.arcs)
    for (const Vec3 way : {Vec3{agent.driver.reverse_range, 0, 0}, Vec3{0, agent.driver.reverse_range, 0}})
      for (const Vec3 point : {agent.position + way, agent.position - way})
        widened.include(point, 0.25);
  for (const TurningPicture& agent : options.turning) {
    widened.include(agent.stop, 0.25);
    for (const Vec3 center : agent.centers)
      for (const Vec3 side : {Vec3{agent.circle, 0, 0}, Vec3{0, agent.circle, 0}})
        for (const Vec3 point : {center + side, center - side})
          if (agent.circle > 0.0) widened.include(point, 0.25);
  }
  for (const GraphPicture& graph : options.navigation.graphs)
    for (const Waypoint& node : graph.graph.nodes())
      widened.include(node.position, 1.0);
  for (const WayPicture& way : options.navigation.ways)
    for (const Vec3 point : way.points)
      widened.include(bounds.wrapped_if_needed(point), 1.0);
  if (options.navigation.search)
    for (const Vec3 point : options.navigation.search->way)
      widened.include(bounds.wrapped_if_needed(point), 1.0);
  return widened.all();
}

// One for each view; those from above and from the side show the same part along x.
std::vector<PicturePanel> picture_panels(const World& scene, const Trails& trails,
                                         const PictureOptions& options) {
  std::vector<PicturePanel> panels;
  for (const Viewpoint view : options.views.empty() ? default_views(scene) : options.views) {
    Rectangle part = visible_part(scene, trails, view);
    if (view == Viewpoint::top) part = with_places(part, scene.model().bounds, options);
    part = with_flights(part, options.flights, view);
    const bool is_named = view != Viewpoint::top || scene.model().is_spatial();
    panels.push_back({.view = view, .part = part, .frame = {}, .is_named = is_named});
  }
  const auto is_along_x = [](const PicturePanel& panel) {
    return panel.view == Viewpoint::top || panel.view == Viewpoint::side;
  };
  double low = kInfinity, high = -kInfinity;
  for (const PicturePanel& panel : panels) {
    if (!is_along_x(panel)) continue;
    low = smaller(low, panel.part.min.x);
    high = larger(high, panel.part.max.x);
  }
  for (PicturePanel& panel : panels) {
    if (!is_along_x(panel)) continue;
    panel.part.min.x = low;
    panel.part.max.x = high;
  }
  return panels;
}

// One picture, in the order in which it is made.
class PictureDrawing {
 public:
  PictureDrawing(const World& scene, const Trails& trails, const PictureInfo& info,
                 const PictureOptions& options)
      : scene_(scene),
        trails_(trails),
        info_(info),
        options_(options),
        panels_(picture_panels(scene, trails, options)),
        display_(world_display(scene, options.measurements)),
        colors_(type_colors(trails)),
        marks_(picture_marks(trails, info.from, info.duration, info.steps)),
        plans_(panels_.size()) {
    if (options.modes) mode_colors_ = mode_colors(trails);
  }

  std::string draw() {
    texts_ = picture_texts(info_, trails_, options_.navigation, panels_.front());
    add_legend_of_agents();
    add_legend_of_world();
    add_legend_of_layers();
    // Where the world is drawn does not depend on the legend below it.
    for (std::size_t k = 0; k < panels_.size(); ++k)
      if (panels_[k].view == Viewpoint::top) draw_plan(k);
    layout_ = make_layout(panels_, texts_, options_);
    open_picture(svg_, layout_, texts_);
    for (std::size_t k = 0; k < panels_.size(); ++k)
      write_panel(k);
    draw_legend(svg_, layout_, texts_.legend);
    svg_.close("svg");
    return svg_.text();
  }

 private:
  void add_legend(std::string text, LegendMark mark, Color color = {90, 90, 90}) {
    texts_.legend.push_back({std::move(text), color, mark});
  }
  void add_legend_of_agents();
  void add_legend_of_world();
  void add_legend_of_layers();
  void draw_plan(std::size_t panel);
  void write_panel(std::size_t panel);

  const World& scene_;
  const Trails& trails_;
  const PictureInfo& info_;
  const PictureOptions& options_;
  std::vector<PicturePanel> panels_;
  DisplayList display_;
  std::vector<Color> colors_;  // of the types
  PictureMarks marks_;
  ModeColors mode_colors_;
  std::vector<NavigationDrawing> plans_;  // of the panels; cells and ways, seen from above
  PictureTexts texts_;
  PictureLayout layout_;
  SvgDocument svg_;
};

void PictureDrawing::add_legend_of_agents() {
  if (shows_agents(options_)) texts_.legend = legend_entries(trails_, colors_);
  if (!options_.trails || trails_.agents.empty()) return;
  add_legend(info_.from > 0.0 ? fmt::format("at {} s", rounded_time(info_.from)) : "start",
             LegendMark::start);
  if (std::ranges::any_of(trails_.agents, &Trail::gone)) add_legend("removed", LegendMark::gone);
  add_legend("earlier to later", LegendMark::trail);
  for (const auto& [mode, color] : mode_colors_)
    add_legend("mode " + mode, LegendMark::trail, color);
  drover::add_legend(marks_, trails_, texts_.legend);
}

void PictureDrawing::add_legend_of_world() {
  if (scene_.model().bounds.is_bounded()) {
    const Edge edge = scene_.model().bounds.edge();
    add_legend(fmt::format("border of the world ({})", enum_names(edge)[static_cast<std::size_t>(edge)]),
               LegendMark::border, kBorderColor);
  }
  if (std::ranges::any_of(scene_.model().formations, &Formation::is_in_cover))
    add_legend("places of cover", LegendMark::cover, display_color(DisplayClass::cover));
}

void PictureDrawing::add_legend_of_layers() {
  if (!options_.shown.empty()) add_legend("where others believe agents", LegendMark::aim);
  if (!options_.aims.empty()) add_legend("aims and feelers", LegendMark::aim);
  if (!options_.formations.empty()) add_legend("slots of formations", LegendMark::slot, kFormationColor);
  drover::add_legend(options_.kept_trails, texts_.legend);
  drover::add_legend(options_.sweeps, texts_.legend);
  drover::add_legend(options_.turning, texts_.legend);
  drover::add_legend(options_.arcs, texts_.legend);
  drover::add_legend(options_.controls, texts_.legend);
  drover::add_legend(options_.flights, trails_.types, colors_, texts_.legend);
  if (options_.flights.left_out > 0)
    texts_.warnings.push_back(counted(options_.flights.left_out, "more flight") + " not drawn");
  if (!options_.measurements.empty())
    add_legend("measurements", LegendMark::measurement, display_color(DisplayClass::measurement));
}

void PictureDrawing::draw_plan(std::size_t panel) {
  const Projection projection = make_layout(panels_, texts_, options_).projection(panel);
  NavigationDrawing& plan = plans_[panel];
  plan = draw_navigation(options_.navigation, scene_.model().bounds, projection, colors_);
  if (options_.map) {
    const MapDrawing map = draw_map(*options_.map, trails_, scene_, info_.from, info_.duration, projection);
    plan.cells.append(map.cells);
    plan.legend.insert(plan.legend.end(), map.legend.begin(), map.legend.end());
    if (!map.warning.empty()) texts_.warnings.push_back(map.warning);
  }
  texts_.legend.insert(texts_.legend.end(), plan.legend.begin(), plan.legend.end());
}

void PictureDrawing::write_panel(std::size_t panel) {
  const Projection projection = layout_.projection(panel);
  AgentPainter painter{
      trails_, projection, scene_.model().bounds, colors_, agent_style(trails_.agents.size()), mode_colors_};
  // Faint trails would not show which mode they are of.
  if (!mode_colors_.empty()) painter.style.faintest = larger(painter.style.faintest, 0.6);
  draw_world(svg_, scene_, display_, painter, marks_, plans_[panel], options_, visible_box(scene_, trails_));
  if (projection.view() != Viewpoint::isometric) draw_axes(svg_, projection);
  if (panels_[panel].is_named) draw_view_name(svg_, projection);
}

}  // namespace

std::vector<Viewpoint> default_views(const World& scene) {
  if (scene.model().is_spatial()) return {Viewpoint::top, Viewpoint::side};
  return {Viewpoint::top};
}

std::string draw_svg(const World& scene, const Trails& trails, const PictureInfo& info,
                     const PictureOptions& options) {
  return PictureDrawing(scene, trails, info, options).draw();
}

}  // namespace drover
