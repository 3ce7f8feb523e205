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
#include "observe/picture/picture_labels.h"
#include "observe/picture/picture_marks.h"
#include "observe/picture/picture_navigation.h"
#include "observe/picture/picture_space.h"
#include "observe/picture/picture_view.h"
#include "observe/picture/svg_document.h"
#include "observe/picture/svg_painter.h"
#include "observe/picture/type_colors.h"
#include "observe/picture/world_display.h"

namespace drover {
namespace {

// Unlike walls: behaviors do not see the border of the world.
constexpr Color kBorderColor{122, 158, 188};
constexpr std::string_view kRegionText = "#35607f";
constexpr std::size_t kMaxLegendEntries = 24;
constexpr std::size_t kMaxLabels = 60;  // of a kind; more would be noise

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
  // Microseconds are enough here, and steps * dt does not show its rounding errors.
  const auto rounded = [](double time) { return std::floor(time * 1e6 + 0.5) / 1e6; };
  texts.push_back(info.from > 0.0 ? fmt::format("{} to {} s", rounded(info.from), rounded(info.duration))
                                  : fmt::format("{} s", rounded(info.duration)));
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

void draw_plane(SvgDocument& svg, const World& scene, const Projection& projection) {
  const bool bounded = scene.model().bounds.is_bounded();
  if (!projection.is_plan()) {
    svg.element("rect", box_attributes(projection.frame()) +
                            fmt::format(R"( fill="#fff" stroke="{}")",
                                        projection.view() == Viewpoint::isometric ? "none" : "#d4d4d4"));
    return;
  }
  svg.element("rect", box_attributes(projection.frame()) +
                          fmt::format(R"( fill="{}" stroke="#d4d4d4")", bounded ? "#f3f3f1" : "#fff"));
  if (!bounded) return;
  const bool solid =
      scene.model().bounds.edge() == Edge::reflect || scene.model().bounds.edge() == Edge::clamp;
  svg.element("rect", box_attributes(projection(extent_of(scene.model().bounds))) +
                          fmt::format(R"( class="bounds" fill="#fff" stroke="{}" stroke-width="1.2"{})",
                                      color_text(kBorderColor), solid ? "" : R"( stroke-dasharray="7 5")"));
}

LabelAnchor anchor_of(const Rectangle& box, std::size_t owner = 0) {
  return {(box.min + box.max) * 0.5, {0.5 * box.width(), 0.5 * box.height()}, true, owner};
}

// From the side the ground is a line.
bool shows_ground(const Projection& projection) {
  return projection.is_plan() || projection.view() == Viewpoint::isometric;
}

// The name of a region stands inside it, as near its middle as there is room; beside a small one, but not in
// another.
void label_regions(SvgDocument& svg, const World& scene, const Projection& projection, LabelPlacer& labels) {
  const std::vector<Region>& regions = scene.model().regions;
  if (regions.size() > kMaxLabels) return;
  std::vector<std::size_t> small;
  for (std::size_t k = 0; k < regions.size(); ++k) {
    const auto contains = [&](Vec2 pixel) { return regions[k].shape.encloses(projection.point_at(pixel)); };
    const Rectangle box = projection(extent_of(regions[k], projection.view()));
    if (!projection.is_plan() || !labels.place_within(svg, regions[k].name, box, contains, kRegionText))
      small.push_back(k);
  }
  const auto owner = [&](std::size_t k) { return scene.model().statics->shapes.obstacles.size() + 1 + k; };
  for (std::size_t k = 0; k < regions.size() && !small.empty(); ++k)
    labels.block(projection(extent_of(regions[k], projection.view())), owner(k));
  for (const std::size_t k : small) {
    labels.place(svg, regions[k].name,
                 anchor_of(projection(extent_of(regions[k], projection.view())), owner(k)), kRegionText);
  }
}

void label_world(SvgDocument& svg, const World& scene, const AgentPainter& painter, LabelPlacer& labels) {
  const Projection& projection = painter.projection;
  std::size_t named = 0;
  for (const Trail& trail : painter.trails.agents) {
    if (trail.name.empty() || ++named > kMaxLabels) continue;
    const double radius = painter.end_radius(trail) + 2.0;
    labels.place(svg, trail.name, {projection(trail.points.back().position), {radius, radius}},
                 painter.text_color(trail));
  }
  const auto& shapes = scene.model().statics->shapes.obstacles;
  for (std::size_t k = 0; k < shapes.size() && shapes.size() <= kMaxLabels; ++k) {
    if (scene.model().statics->shapes.obstacle_ids[k].empty()) continue;
    labels.place(svg, scene.model().statics->shapes.obstacle_ids[k],
                 anchor_of(projection(extent_of(shapes[k], projection.view())), k + 1), "#666");
  }
  label_modes(svg, painter, labels);
  for (std::size_t k = 0; k < scene.model().paths.size() && k < kMaxLabels; ++k) {
    if (scene.model().paths[k].size() == 0) continue;
    labels.place(svg, scene.model().paths[k].name(),
                 {projection(scene.model().paths[k].points()[0]), {3.0, 3.0}}, "#777");
  }
  if (shows_ground(projection) || scene.model().is_spatial()) label_regions(svg, scene, projection, labels);
}

void draw_labels(SvgDocument& svg, const World& scene, const AgentPainter& painter,
                 const PictureOptions& options) {
  const Projection& projection = painter.projection;
  LabelPlacer labels(projection.frame());
  if (painter.trails.agents.size() <= 100) {
    for (const Trail& trail : painter.trails.agents) {
      const Vec2 end = projection(trail.points.back().position);
      const double radius = painter.end_radius(trail);
      labels.block(Rectangle{end, end}.grown(radius, radius));
    }
  }
  // Each solid obstacle keeps the labels of others out.
  const auto& shapes = scene.model().statics->shapes.obstacles;
  for (std::size_t k = 0; k < shapes.size() && shapes.size() <= kMaxLabels; ++k) {
    if (!shapes[k].is_hollow()) labels.block(projection(extent_of(shapes[k], projection.view())), k + 1);
  }
  svg.open("g", R"(class="labels")");
  for (std::size_t k = 0; k < options.formations.size() && k < kMaxLabels; ++k) {
    const FormationPicture& formation = options.formations[k];
    labels.place(svg, formation.name, {projection(formation.anchor), {10.0, 10.0}}, "#4b2a70");
  }
  if (projection.is_plan()) label_controls(svg, options.controls, projection, painter.colors, labels);
  if (options.labels && shows_ground(projection)) {
    for (const MeasurementPicture& measurement : options.measurements)
      if (measurement.region.empty())  // the names of regions stand in them anyway
        labels.place(svg, measurement.name, {projection(measurement.to), {4.0, 4.0}},
                     color_text(display_color(DisplayClass::measurement)));
    label_graphs(svg, options.navigation.graphs, projection, labels);
  }
  if (options.labels) label_world(svg, scene, painter, labels);
  svg.close("g");
}

// What lies under the agents and the cells of grids.
void draw_surroundings(SvgDocument& svg, const DisplayList& display, const World& scene,
                       const Projection& projection) {
  using enum DisplayClass;
  const auto draw = [&](std::initializer_list<DisplayClass> classes) {
    draw_items(svg, display, scene, projection, classes);
  };
  if (projection.is_plan()) draw({ground, platform});
  if (shows_ground(projection)) draw({slow, carrying, one_way, gap, forbidden});
  if (shows_ground(projection) || display.is_spatial) draw({wind, well, region});
  if (projection.is_plan()) return;
  draw({ground, platform});
  if (scene.model().bounds.is_bounded()) draw_bounds_in_space(svg, scene.model().bounds, projection);
}

void draw_world(SvgDocument& svg, const World& scene, const DisplayList& display, const AgentPainter& painter,
                const PictureMarks& marks, const NavigationDrawing& navigation, const PictureOptions& options,
                const SceneBox& box) {
  using enum DisplayClass;
  const Projection& projection = painter.projection;
  draw_plane(svg, scene, projection);
  if (projection.view() == Viewpoint::isometric) draw_isometric_axes(svg, box, projection);
  svg.open("svg", viewport_attributes(projection.frame()));
  draw_surroundings(svg, display, scene, projection);
  svg.append(navigation.cells);
  draw_items(svg, display, scene, projection, {obstacle, hollow, solid, wall});
  draw_items(svg, display, scene, projection, {path, cover});
  svg.append(navigation.lines);
  if (projection.is_plan()) {
    draw_sweeps(svg, options.sweeps, scene.model().bounds, projection);
    draw_arcs(svg, options.arcs, projection, painter.colors);
    draw_turning(svg, options.turning, projection, painter.colors);
  }
  if (projection.view() == Viewpoint::isometric) draw_plumb_lines(svg, painter, ground_of(box));
  if (options.trails) {
    draw_stands(svg, painter, marks);
    painter.draw_trails(svg);
    draw_time_marks(svg, painter, marks);
    painter.draw_starts(svg);
    painter.draw_removals(svg);
    draw_mode_changes(svg, painter);
  }
  svg.append(navigation.ways);
  draw_kept_trails(svg, options.kept_trails, scene.model().bounds, projection, painter.colors);
  draw_flights(svg, options.flights, scene.model().bounds, projection, painter.colors);
  if (shows_ground(projection)) draw_items(svg, display, scene, projection, {measurement});
  painter.draw_ends(svg);
  if (projection.is_plan()) draw_controls(svg, options.controls, projection);
  draw_flight_ends(svg, options.flights, scene.model().bounds, projection, painter.colors);
  svg.append(navigation.marks);
  draw_formations(svg, options.formations, projection);
  draw_aims(svg, options.aims, projection, painter.colors);
  draw_aims(svg, options.shown, projection, painter.colors);
  if (options.labels || !options.formations.empty() || !options.controls.empty())
    draw_labels(svg, scene, painter, options);
  svg.close("svg");
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

}  // namespace

std::vector<Viewpoint> default_views(const World& scene) {
  if (scene.model().is_spatial()) return {Viewpoint::top, Viewpoint::side};
  return {Viewpoint::top};
}

std::string draw_svg(const World& scene, const Trails& trails, const PictureInfo& info,
                     const PictureOptions& options) {
  const std::vector<PicturePanel> panels = picture_panels(scene, trails, options);
  const SceneBox box = visible_box(scene, trails);
  const DisplayList display = world_display(scene, options.measurements);
  const std::vector<Color> colors = type_colors(trails);
  PictureTexts texts = picture_texts(info, trails, options.navigation, panels.front());
  texts.legend = legend_entries(trails, colors);
  const PictureMarks marks = picture_marks(trails, info.from, info.duration, info.steps);
  if (options.trails && !trails.agents.empty()) {
    constexpr Color kGray{90, 90, 90};
    texts.legend.push_back({"start", kGray, LegendMark::start});
    if (std::ranges::any_of(trails.agents, &Trail::gone))
      texts.legend.push_back({"removed", kGray, LegendMark::gone});
    texts.legend.push_back({"earlier to later", kGray, LegendMark::trail});
    add_legend(marks, trails, texts.legend);
  }
  if (scene.model().bounds.is_bounded()) {
    const Edge edge = scene.model().bounds.edge();
    texts.legend.push_back(
        {fmt::format("border of the world ({})", enum_names(edge)[static_cast<std::size_t>(edge)]),
         kBorderColor, LegendMark::border});
  }
  if (std::ranges::any_of(scene.model().formations, &Formation::is_in_cover))
    texts.legend.push_back({"places of cover", display_color(DisplayClass::cover), LegendMark::cover});
  if (!options.shown.empty())
    texts.legend.push_back({"where others believe agents", Color{90, 90, 90}, LegendMark::aim});
  if (!options.aims.empty()) texts.legend.push_back({"aims and feelers", Color{90, 90, 90}, LegendMark::aim});
  if (!options.formations.empty())
    texts.legend.push_back({"slots of formations", kFormationColor, LegendMark::slot});
  add_legend(options.kept_trails, texts.legend);
  add_legend(options.sweeps, texts.legend);
  add_legend(options.turning, texts.legend);
  add_legend(options.arcs, texts.legend);
  add_legend(options.controls, texts.legend);
  add_legend(options.flights, trails.types, colors, texts.legend);
  if (options.flights.left_out > 0)
    texts.warnings.push_back(counted(options.flights.left_out, "more flight") + " not drawn");
  if (!options.measurements.empty())
    texts.legend.push_back(
        {"measurements", display_color(DisplayClass::measurement), LegendMark::measurement});
  // Where the world is drawn does not depend on the legend below it.
  std::vector<NavigationDrawing> navigation(panels.size());
  for (std::size_t k = 0; k < panels.size(); ++k) {
    if (panels[k].view != Viewpoint::top) continue;
    navigation[k] = draw_navigation(options.navigation, scene.model().bounds,
                                    make_layout(panels, texts, options).projection(k), colors);
    texts.legend.insert(texts.legend.end(), navigation[k].legend.begin(), navigation[k].legend.end());
  }
  const PictureLayout layout = make_layout(panels, texts, options);

  SvgDocument svg;
  const std::string width = pixel_text(layout.width);
  const std::string height = pixel_text(layout.height);
  svg.open("svg", fmt::format(R"(xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" )"
                              R"(viewBox="0 0 {0} {1}" font-family="sans-serif" role="img")",
                              width, height));
  svg.text_element("title", {}, texts.title);
  std::vector<std::string> description = texts.facts;
  description.insert(description.end(), texts.warnings.begin(), texts.warnings.end());
  svg.text_element("desc", {}, fmt::format("{}", fmt::join(description, ", ")));
  svg.element("rect", fmt::format(R"(width="{}" height="{}" fill="#fff")", width, height));
  draw_header(svg, layout);
  for (std::size_t k = 0; k < panels.size(); ++k) {
    const Projection projection = layout.projection(k);
    draw_world(svg, scene, display,
               {trails, projection, scene.model().bounds, colors, agent_style(trails.agents.size())}, marks,
               navigation[k], options, box);
    if (projection.view() != Viewpoint::isometric) draw_axes(svg, projection);
    if (panels[k].is_named) draw_view_name(svg, projection);
  }
  draw_legend(svg, layout, texts.legend);
  svg.close("svg");
  return svg.text();
}

}  // namespace drover
