#include "observe/picture/picture_navigation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/det_math.h"
#include "core/text.h"
#include "observe/picture/picture_cells.h"
#include "observe/picture/picture_field.h"
#include "observe/picture/svg_painter.h"

namespace drover {
namespace {

constexpr Color kBlockedColor{137, 132, 158};
constexpr Color kUnreachedColor{226, 138, 176};
constexpr Color kFieldColor{52, 96, 130};
constexpr Color kContourColor{128, 70, 160};
constexpr Color kGoalColor{190, 40, 40};
constexpr Color kWayColor{60, 60, 60};

// From cheap to dear.
constexpr std::array<Color, 5> kCostColors = {
    {{253, 224, 178}, {248, 190, 120}, {233, 150, 70}, {200, 108, 36}, {150, 72, 16}}};
constexpr std::array<Color, 4> kGraphColors = {
    {{27, 120, 84}, {150, 80, 150}, {170, 100, 20}, {40, 90, 160}}};

// Lines of the world. Long ones to far places are cut, so that no viewer meets absurd coordinates.
class ClippedLines {
 public:
  explicit ClippedLines(const Projection& projection)
      : projection_(projection),
        limits_(projection.part().grown(projection.part().width(), projection.part().height())) {}

  void add(Vec3 a, Vec3 b) {
    const auto inside = clipped(seen_from(projection_.view(), a), seen_from(projection_.view(), b), limits_);
    if (!inside) return;
    if (path_.empty() || pen_ != inside->first) path_.move_to(projection_(inside->first));
    path_.line_to(projection_(inside->second));
    pen_ = inside->second;
  }
  bool empty() const { return path_.empty(); }
  const std::string& text() const { return path_.text(); }

 private:
  const Projection& projection_;
  Rectangle limits_;  // m
  Vec2 pen_;
  PathData path_;
};

// How far a leg goes along one axis until it meets an edge of the world, as a share; 1 where it does not.
double share_to_edge(double from, double to, double low, double high) {
  if (to > high) return (high - from) / (to - from);
  return to < low ? (low - from) / (to - from) : 1.0;
}

// A leg from a point in a world that wraps: what lies beyond an edge goes on at the other side.
void add_wrapped(ClippedLines& lines, Vec3 from, Vec3 to, const Bounds& bounds) {
  constexpr int kMostPieces = 16;  // ways have legs of less than half the world
  for (int piece = 0; piece < kMostPieces; ++piece) {
    const double x = share_to_edge(from.x, to.x, bounds.min().x, bounds.max().x);
    const double y = share_to_edge(from.y, to.y, bounds.min().y, bounds.max().y);
    const Vec3 edge = from + (to - from) * smaller(x, y);
    lines.add(from, edge);
    if (smaller(x, y) == 1.0) return;
    Vec3 round;
    if (x <= y) round.x = to.x > from.x ? -bounds.size().x : bounds.size().x;
    if (y <= x) round.y = to.y > from.y ? -bounds.size().y : bounds.size().y;
    from = edge + round;
    to += round;
  }
}

// The looks of all cells of a map by look(cell).
template <class Look>
std::vector<CellLook> looks_of(const GridFrame& frame, Look&& look) {
  std::vector<CellLook> looks(frame.cell_count());
  for (CellIndex cell = 0; cell < frame.cell_count(); ++cell)
    looks[cell] = static_cast<CellLook>(look(cell));
  return looks;
}

// `colors`: of the looks.
void fill_cells(std::string_view name, const GridFrame& frame, std::span<const CellLook> looks,
                std::span<const Color> colors, const Projection& projection, NavigationDrawing& drawing) {
  const CellAreas areas = cell_areas(frame, looks, projection);
  drawing.block = std::max(drawing.block, areas.block);
  for (std::size_t k = 0; k < areas.paths.size(); ++k) {
    if (areas.paths[k].empty()) continue;
    drawing.cells.element(
        "path", fmt::format(R"(class="{}" fill="{}" fill-opacity="{}" d="{}")", name, color_text(colors[k]),
                            pixel_text(kCellOpacity), areas.paths[k]));
  }
}

// The border lines of cells that are large enough, in view.
void draw_cell_borders(SvgDocument& svg, const GridFrame& frame, const Projection& projection) {
  constexpr double kSmallest = 9.0;  // px
  if (frame.cell_size * projection.scale() < kSmallest) return;
  const CellWindow range = cells_in(frame, projection.part());
  const auto corner = [&](std::int64_t x, std::int64_t y) {
    return projection(Vec2{frame.origin.x + static_cast<double>(x) * frame.cell_size,
                           frame.origin.y + static_cast<double>(y) * frame.cell_size});
  };
  PathData lines;
  for (std::int64_t x = range.first.x; x <= range.last.x + 1; ++x) {
    lines.move_to(corner(x, range.first.y));
    lines.line_to(corner(x, range.last.y + 1));
  }
  for (std::int64_t y = range.first.y; y <= range.last.y + 1; ++y) {
    lines.move_to(corner(range.first.x, y));
    lines.line_to(corner(range.last.x + 1, y));
  }
  svg.element("path", fmt::format(R"(class="cells" fill="none" stroke="#e4e2ea" stroke-width=".7" d="{}")",
                                  lines.text()));
}

// Of a cost on a scale of ratios from that of ordinary ground, exclusive, to the greatest one.
std::size_t cost_class(double cost, double greatest) {
  const auto count = static_cast<double>(kCostColors.size());
  const double share = det::log(cost) / det::log(greatest);
  return static_cast<std::size_t>(clamp(std::ceil(share * count), 1.0, count)) - 1;
}

void draw_costs(const GridMap& map, const Projection& projection, NavigationDrawing& drawing) {
  if (!map.has_costs()) return;
  const GridFrame& frame = map.frame();
  std::uint32_t least = ~std::uint32_t{0};
  std::uint32_t greatest = 0;
  for (CellIndex cell = 0; cell < frame.cell_count(); ++cell) {
    if (!map.is_free(cell) || map.cost(cell) <= kUnitCost) continue;
    least = std::min(least, map.cost(cell));
    greatest = std::max(greatest, map.cost(cell));
  }
  if (greatest == 0) return;
  const auto times = [](std::uint32_t cost) { return static_cast<double>(cost) / kUnitCost; };
  // The dearest look first: of cells that are drawn as one the dearest shows.
  const std::vector<CellLook> looks = looks_of(frame, [&](CellIndex cell) -> std::size_t {
    if (!map.is_free(cell) || map.cost(cell) <= kUnitCost) return 0;
    return kCostColors.size() - cost_class(times(map.cost(cell)), times(greatest));
  });
  const std::vector<Color> dear_first(kCostColors.rbegin(), kCostColors.rend());
  fill_cells("costs", frame, looks, dear_first, projection, drawing);
  const std::string range = least == greatest
                                ? fmt::format("{:.4g}", times(least))
                                : fmt::format("{:.4g} to {:.4g}", times(least), times(greatest));
  const bool is_one =
      cost_class(times(least), times(greatest)) == cost_class(times(greatest), times(greatest));
  LegendEntry entry{fmt::format("costs {} times as much", range),
                    kCostColors.back(),
                    is_one ? LegendMark::area : LegendMark::scale,
                    {}};
  if (!is_one) entry.scale.assign(kCostColors.begin(), kCostColors.end());
  drawing.legend.push_back(entry);
}

void draw_grid(const GridPicture& grid, const Projection& projection, NavigationDrawing& drawing) {
  const GridFrame& frame = grid.map.frame();
  const std::vector<CellLook> looks =
      looks_of(frame, [&](CellIndex cell) { return grid.map.is_free(cell) ? 0 : 1; });
  fill_cells("blocked", frame, looks, std::span(&kBlockedColor, 1), projection, drawing);
  const std::string name = grid.name.empty() ? "" : fmt::format("grid \"{}\": ", grid.name);
  drawing.legend.push_back({fmt::format("{}blocked: within {:.4g} m of what stands (cells of {:.4g} m)", name,
                                        grid.room, frame.cell_size),
                            kBlockedColor, LegendMark::area});
  draw_costs(grid.map, projection, drawing);
}

// Cells, and rings round them that are seen from afar where there are few.
void draw_goals(const FieldPicture& picture, const Projection& projection, NavigationDrawing& drawing) {
  constexpr double kRing = 6.0;  // px, the least radius
  constexpr std::size_t kMost = 100;
  const GridFrame& frame = picture.map.frame();
  const std::vector<CellLook> looks =
      looks_of(frame, [&](CellIndex cell) { return picture.field.is_goal(cell) ? 1 : 0; });
  const auto count = static_cast<std::size_t>(std::ranges::count(looks, CellLook{1}));
  fill_cells("field-goals", frame, looks, std::span(&kGoalColor, 1), projection, drawing);
  const bool has_rings = count <= kMost;
  drawing.legend.push_back({fmt::format("goal of the field ({})", counted(count, "cell")), kGoalColor,
                            has_rings ? LegendMark::ring : LegendMark::area});
  if (!has_rings) return;
  const double radius = larger(kRing, 0.75 * frame.cell_size * projection.scale());
  for (CellIndex cell = 0; cell < frame.cell_count(); ++cell) {
    const Vec3 center = frame.center(cell);
    if (looks[cell] == 0 || !projection.shows(center)) continue;
    drawing.marks.element("circle",
                          circle_attributes(projection(center), radius) +
                              fmt::format(R"( class="field-goal" fill="none" stroke="{}" stroke-width="1.6")",
                                          color_text(kGoalColor)));
  }
}

void draw_unreached(const FieldPicture& picture, const Projection& projection, NavigationDrawing& drawing) {
  const std::vector<CellLook> looks = looks_of(picture.map.frame(), [&](CellIndex cell) {
    return picture.map.is_free(cell) && !picture.field.is_reached(cell) ? 1 : 0;
  });
  if (std::ranges::find(looks, CellLook{1}) == looks.end()) return;
  fill_cells("unreached", picture.map.frame(), looks, std::span(&kUnreachedColor, 1), projection, drawing);
  drawing.legend.push_back({"no way leads from here", kUnreachedColor, LegendMark::area});
}

void draw_contours(const FieldPicture& picture, const Projection& projection, NavigationDrawing& drawing) {
  constexpr double kMostLines = 40.0;
  const double greatest = greatest_distance(picture.map, picture.field, projection.part());
  if (!(greatest > 0.0)) return;
  const RoundNumber step = round_up(greatest / kMostLines);
  drawing.lines.element("path",
                        fmt::format(R"(class="contours" fill="none" stroke="{}" stroke-opacity=".75" d="{}")",
                                    color_text(kContourColor),
                                    field_contours(picture.map, picture.field, step.value(), projection)));
  drawing.legend.push_back(
      {fmt::format("every {} m of what {} has to go", step.multiple_text(1), picture.agent), kContourColor,
       LegendMark::border});
}

void draw_field(const FieldPicture& picture, const Projection& projection, NavigationDrawing& drawing) {
  draw_unreached(picture, projection, drawing);
  if (picture.shows_contours) draw_contours(picture, projection, drawing);
  if (picture.shows_arrows) {
    drawing.lines.element(
        "path", fmt::format(R"(class="field-arrows" fill="none" stroke="{}" stroke-linecap="round" d="{}")",
                            color_text(kFieldColor), field_arrows(picture.map, picture.field, projection)));
    drawing.legend.push_back({"field that leads " + picture.agent, kFieldColor, LegendMark::arrow});
  }
  draw_goals(picture, projection, drawing);
}

// Edges that a body has no room along are broken; one-way edges have an arrow in their middle.
void draw_graph(const GraphPicture& picture, Color color, const Projection& projection,
                NavigationDrawing& drawing) {
  constexpr double kNode = 3.5;  // px
  constexpr double kHead = 4.5;
  const WaypointGraph& graph = picture.graph;
  ClippedLines edges(projection), absent(projection);
  std::string arrows;
  for (const WaypointEdge& edge : graph.edges()) {
    const Vec3 from = graph.nodes()[edge.from].position;
    const Vec3 to = graph.nodes()[edge.to].position;
    const Vec3 way = graph.displacement(edge.from, edge.to);
    ClippedLines& lines = edge.is_present ? edges : absent;
    lines.add(from, from + way);
    // Out through one edge of the world, in through the other.
    if (length(from + way - to) > kLengthEpsilon) lines.add(to - way, to);
    const Vec2 along = projection.turned(direction(way));
    if (edge.one_way && projection.shows(from + way * 0.5))
      arrows += arrowhead(projection(from + way * 0.5) + along * kHead, along, kHead);
  }
  SvgDocument& svg = drawing.lines;
  svg.open("g",
           fmt::format(R"(class="graph" fill="none" stroke="{}" stroke-width="1.3")", color_text(color)));
  if (!edges.empty()) svg.element("path", fmt::format(R"(class="edges" d="{}")", edges.text()));
  if (!absent.empty())
    svg.element("path", fmt::format(R"(class="absent" stroke-opacity=".6" stroke-dasharray="2 4" d="{}")",
                                    absent.text()));
  if (!arrows.empty()) svg.element("path", fmt::format(R"(class="one-way" d="{}")", arrows));
  for (const Waypoint& node : graph.nodes())
    if (projection.shows(node.position))
      svg.element("circle", circle_attributes(projection(node.position), kNode) + R"( fill="#fff")");
  svg.close("g");
  drawing.legend.push_back(
      {fmt::format("graph \"{}\" ({}, {})", picture.name, counted(graph.nodes().size(), "node"),
                   counted(graph.edges().size(), "edge")),
       color, LegendMark::node});
  if (!absent.empty())
    drawing.legend.push_back(
        {fmt::format("edges of \"{}\" without room", picture.name), color, LegendMark::broken});
}

void draw_search(const SearchPicture& search, const Bounds& bounds, const Projection& projection,
                 NavigationDrawing& drawing) {
  const std::vector<Color> colors = scale_colors(8);
  std::vector<CellLook> looks(search.frame.cell_count(), 0);
  for (std::size_t k = 0; k < search.expanded.size(); ++k)
    looks[search.expanded[k]] = static_cast<CellLook>(1 + k * colors.size() / search.expanded.size());
  fill_cells("expanded", search.frame, looks, colors, projection, drawing);
  const LegendEntry entry{
      fmt::format("{} that {} closes for {}, first to last", counted(search.expanded.size(), "cell"),
                  enum_names(search.kind)[static_cast<std::size_t>(search.kind)], search.agent),
      colors.front(), LegendMark::scale, colors};
  drawing.legend.push_back(entry);
  const bool arrives = search.status == SearchStatus::ok || search.status == SearchStatus::trivial;
  drawing.legend.push_back({arrives ? fmt::format("its way over cells, {:.2f} m", search.cost)
                                    : "its way to where it is nearest to the goal",
                            kGoalColor, LegendMark::measurement});
  const std::string way = way_path(search.way, bounds, projection);
  if (way.empty()) return;
  for (const auto& [color, width] : {std::pair{Color{255, 255, 255}, 2.8}, std::pair{kGoalColor, 1.4}}) {
    drawing.lines.element(
        "path", fmt::format(R"(class="search-way" fill="none" stroke="{}" stroke-width="{}" d="{}")",
                            color_text(color), pixel_text(width), way));
  }
}

// A dot where a way ends, a cross where that is only near to a place that no way leads to, and an arrow where
// it goes on.
void draw_end(SvgDocument& svg, const WayPicture& way, Color color, const Bounds& bounds,
              const Projection& projection) {
  constexpr double kSize = 2.5;  // px
  const Vec3 last = bounds.wrapped_if_needed(way.points.back());
  if (!projection.shows(last)) return;
  const Vec2 end = projection(last);
  const std::string stroke = color_text(color);
  if (!way.is_whole) {
    const Vec2 along = projection.turned(direction(way.points.back() - way.points[way.points.size() - 2]));
    svg.element("path", fmt::format(R"(class="way-goes-on" stroke="{}" d="{}")", stroke,
                                    arrowhead(end + along * (2.0 * kSize), along, kSize)));
  } else if (way.arrives) {
    svg.element("circle", circle_attributes(end, kSize) + fmt::format(R"( fill="{}")", stroke));
  } else {
    svg.element("path", fmt::format(R"(class="way-nearest" stroke="{}" stroke-width="1.6" d="{}")", stroke,
                                    cross_path(end, kSize + 1.0)));
  }
}

void draw_ways(const std::vector<WayPicture>& ways, const Bounds& bounds, const Projection& projection,
               const std::vector<Color>& colors, NavigationDrawing& drawing) {
  if (ways.empty()) return;
  SvgDocument& svg = drawing.ways;
  svg.open("g", R"(class="ways" fill="none" stroke-linejoin="round")");
  for (const WayPicture& way : ways) {
    const Color color = darker(visible_on_white(colors[way.type]), 0.75);
    svg.element("path", fmt::format(R"(stroke="{}" stroke-width="1.2" stroke-dasharray="5 3" d="{}")",
                                    color_text(color), way_path(way.points, bounds, projection)));
    draw_end(svg, way, color, bounds, projection);
  }
  svg.close("g");
  drawing.legend.push_back({fmt::format("ways ahead ({})", ways.size()), kWayColor, LegendMark::broken});
  if (!std::ranges::all_of(ways, &WayPicture::is_whole))
    drawing.legend.push_back({"goes on, over points not looked at yet", kWayColor, LegendMark::arrow});
  if (!std::ranges::all_of(ways, &WayPicture::arrives))
    drawing.legend.push_back({"as near as a way leads", kWayColor, LegendMark::gone});
}

}  // namespace

std::string way_path(std::span<const Vec3> points, const Bounds& bounds, const Projection& projection) {
  ClippedLines lines(projection);
  for (std::size_t k = 1; k < points.size(); ++k) {
    if (bounds.wraps()) {
      const Vec3 from = bounds.wrapped(points[k - 1]);
      add_wrapped(lines, from, from + (points[k] - points[k - 1]), bounds);
    } else {
      lines.add(points[k - 1], points[k]);
    }
  }
  return lines.text();
}

NavigationDrawing draw_navigation(const NavigationPicture& picture, const Bounds& bounds,
                                  const Projection& projection, const std::vector<Color>& colors) {
  NavigationDrawing drawing;
  if (picture.grid || picture.search)
    draw_cell_borders(drawing.cells, picture.grid ? picture.grid->map.frame() : picture.search->frame,
                      projection);
  if (picture.grid) draw_grid(*picture.grid, projection, drawing);
  if (picture.search) draw_search(*picture.search, bounds, projection, drawing);
  if (picture.field) draw_field(*picture.field, projection, drawing);
  for (std::size_t k = 0; k < picture.graphs.size(); ++k)
    draw_graph(picture.graphs[k], kGraphColors[k % kGraphColors.size()], projection, drawing);
  draw_ways(picture.ways, bounds, projection, colors, drawing);
  if (drawing.block > 1)
    drawing.legend.push_back(
        {fmt::format("drawn in blocks of {0} x {0} cells, which one of them fills", drawing.block),
         kBlockedColor, LegendMark::area});
  return drawing;
}

void label_graphs(SvgDocument& svg, const std::vector<GraphPicture>& graphs, const Projection& projection,
                  LabelPlacer& labels) {
  constexpr std::size_t kMost = 60;  // of a graph
  for (std::size_t k = 0; k < graphs.size(); ++k) {
    const std::span<const Waypoint> nodes = graphs[k].graph.nodes();
    if (nodes.size() > kMost) continue;
    const std::string color = color_text(darker(kGraphColors[k % kGraphColors.size()], 0.8));
    for (const Waypoint& node : nodes)
      labels.place(svg, node.id, {projection(node.position), {5.0, 5.0}}, color);
  }
}

}  // namespace drover
