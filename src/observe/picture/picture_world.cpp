#include "observe/picture/picture_world.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "observe/picture/picture_frame.h"
#include "observe/picture/picture_labels.h"
#include "observe/picture/picture_space.h"
#include "observe/picture/svg_painter.h"

namespace drover {
namespace {

constexpr std::string_view kRegionText = "#35607f";
constexpr std::size_t kMaxLabels = 60;  // of a kind; more would be noise

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

void label_agents(SvgDocument& svg, const AgentPainter& painter, LabelPlacer& labels) {
  std::size_t named = 0;
  for (const Trail& trail : painter.trails.agents) {
    if (trail.name.empty() || ++named > kMaxLabels) continue;
    const double radius = painter.end_radius(trail) + 2.0;
    labels.place(svg, trail.name, {painter.projection(trail.points.back().position), {radius, radius}},
                 painter.text_color(trail));
  }
}

void label_world(SvgDocument& svg, const World& scene, const AgentPainter& painter, LabelPlacer& labels) {
  const Projection& projection = painter.projection;
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
  if (options.labels && shows_agents(options)) label_agents(svg, painter, labels);
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

}  // namespace

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
  if (shows_agents(options)) painter.draw_ends(svg);
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

}  // namespace drover
