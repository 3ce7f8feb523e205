// The field tables of navigation; see core/field.h.
#include "sim/definitions/navigation_definitions.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/erased.h"
#include "core/kind.h"
#include "sim/definitions/plain_table.h"

namespace drover {
namespace {

constexpr auto kNavigationGridFields = fields(
    field<&NavigationGridDef::origin>(
        {.key = "origin",
         .unit = "m",
         .doc = "The lower left corner.",
         .otherwise = "that of the bounds, or beyond all that stands and starts"}),
    field<&NavigationGridDef::cell_size>(
        {.key = "cell_size",
         .unit = "m",
         .range = left_open(0, 1e5),
         .doc = "The side of a cell.",
         .otherwise = "half the smallest radius of the bodies that find their way"}),
    field<&NavigationGridDef::width>({.key = "width",
                                      .range = closed(1, kMostGridCells),
                                      .doc = "Cells along x.",
                                      .otherwise = "as many as cover the world"}),
    field<&NavigationGridDef::height>({.key = "height",
                                       .range = closed(1, kMostGridCells),
                                       .doc = "Cells along y.",
                                       .otherwise = "as many as cover the world"}),
    field<&NavigationGridDef::agent_radius>({.key = "agent_radius",
                                             .unit = "m",
                                             .range = closed(1e-3, 1e3),
                                             .doc = "The radius for which cells are free.",
                                             .otherwise = "that of the body that asks"}),
    field<&NavigationGridDef::clearance>(
        {.key = "clearance",
         .unit = "m",
         .range = closed(0, 1e3),
         .doc = "What is kept between bodies and all that stands, beside the radius."}),
    field<&NavigationGridDef::radius_step>(
        {.key = "radius_step",
         .unit = "m",
         .range = closed(0, 1e3),
         .doc = "Radii are rounded up to multiples of this, so that bodies of nearly "
                "one size share a grid. 0: four sizes at most where radii are drawn, "
                "else each its own."}),
    field<&NavigationGridDef::connectivity>(
        {.key = "connectivity",
         .range = closed(4, 8),
         .doc = "How many neighbors a cell has: 4, or 8 with the diagonal ones."}),
    field<&NavigationGridDef::corner_cutting>(
        {.key = "corner_cutting",
         .doc = "Whether a diagonal move needs both cells beside it free (never), "
                "one of them (one), or neither (always)."}),
    field<&NavigationGridDef::line_of_sight>(
        {.key = "line_of_sight",
         .doc = "How it is found out whether a body could go straight: exactly, past what stands "
                "(geometry), or over free cells, each that the line touches (grid)."}),
    field<&NavigationGridDef::terrain_cost>(
        {.key = "terrain_cost",
         .range = left_open(0, 1e6),
         .doc = "Factors on the length of ways by the name of a region: how much farther a meter there "
                "counts. Those of regions that overlap multiply, and so does 1 / speed_factor of the ground.",
         .otherwise = "1 everywhere"}));

std::vector<Problem> check_navigation_grid(const NavigationGridDef& grid) {
  if (grid.connectivity != 4 && grid.connectivity != 8)
    return {{.pointer = "/connectivity", .message = "a cell has 4 or 8 neighbors", .allowed = {"4", "8"}}};
  if (grid.width && grid.height &&
      static_cast<double>(*grid.width) * static_cast<double>(*grid.height) > kMostGridCells)
    return {{.pointer = "/height", .message = "a grid has at most 4000000 cells"}};
  if (grid.connectivity == 4 && grid.corner_cutting != CornerCutting::never)
    return {{.pointer = "/corner_cutting",
             .message = "it has no effect: a grid with connectivity 4 has no diagonal moves",
             .severity = Severity::warning}};
  return {};
}

constexpr auto kEdgeFields = fields(
    field<&NavigationEdgeDef::from>({.key = "from", .doc = "A node.", .required = true}),
    field<&NavigationEdgeDef::to>({.key = "to", .doc = "Another node.", .required = true}),
    field<&NavigationEdgeDef::kind>(
        {.key = "kind",
         .doc = "How bodies get along it: on foot (walk), carried by a platform (lift), or in a jump "
                "from the one node to the other (jump), which is not there for those who cannot do it.",
         .only_on_heights = true}),
    field<&NavigationEdgeDef::platform>({.key = "platform",
                                         .doc = "The id of the platform of a lift.",
                                         .otherwise = "none",
                                         .only_on_heights = true}),
    field<&NavigationEdgeDef::cost>(
        {.key = "cost",
         .range = closed(0, 1e9),
         .doc = "What it costs to go along it, in meters, or in seconds if all edges "
                "say so.",
         .otherwise = "its length; of a lift the mean time of the wait and the ride, of a jump that of "
                      "the flight, or the length that an agent runs in it"}),
    field<&NavigationEdgeDef::one_way>({.key = "one_way",
                                        .doc = "Only from the one to the other.",
                                        .otherwise = "true of a jump, else false"}),
    field<&NavigationEdgeDef::run_up_time>(
        {.key = "run_up_time",
         .unit = "s",
         .range = closed(0, 1e6),
         .doc = "How long the run-up of a jump takes, for the cost of the way.",
         .only_on_heights = true}),
    field<&NavigationEdgeDef::risk>({.key = "risk",
                                     .unit = "s",
                                     .range = closed(0, 1e6),
                                     .doc = "By how much longer a jump counts because it may go wrong.",
                                     .only_on_heights = true}),
    field<&NavigationEdgeDef::radius>({.key = "radius",
                                       .unit = "m",
                                       .range = left_open(0, 1e3),
                                       .doc = "How far beside the node a jump may begin.",
                                       .otherwise = "0.5 m",
                                       .only_on_heights = true}),
    field<&NavigationEdgeDef::pad_radius>({.key = "pad_radius",
                                           .unit = "m",
                                           .range = left_open(0, 1e3),
                                           .doc = "How far from the other node a jump may end.",
                                           .otherwise = "0.5 m",
                                           .only_on_heights = true}),
    field<&NavigationEdgeDef::min_speed>(
        {.key = "min_speed",
         .unit = "m/s",
         .range = closed(0, 1e4),
         .doc = "How fast a jump is run up to at least, even where a slower one would get to the other node. "
                "The jump is not there for those who would fly over pad_radius.",
         .only_on_heights = true}));

constexpr auto kGraphFields = fields(
    field<&NavigationGraphDef::nodes>(
        {.key = "nodes", .unit = "m", .doc = "Points by name.", .required = true, .has_height = true}),
    field<&NavigationGraphDef::edges>(
        {.key = "edges",
         .doc =
             "Which nodes are joined. An edge along which the body has no room is not there, as long as that "
             "is so."}),
    field<&NavigationGraphDef::auto_edges>(
        {.key = "auto_edges",
         .unit = "m",
         .range = left_open(0, 1e5),
         .doc = "Nodes no farther apart than this that see each other are joined, too.",
         .otherwise = "only those that edges names"}),
    field<&NavigationGraphDef::clearance>(
        {.key = "clearance",
         .unit = "m",
         .range = closed(0, 1e3),
         .doc = "What is kept between bodies and all that stands, beside the radius."}));

std::vector<Problem> check_graph(const NavigationGraphDef& graph) {
  std::vector<std::string_view> names;
  for (const Named<Vec3>& node : graph.nodes)
    names.push_back(node.name);
  if (names.empty()) return {{"/nodes", "a graph needs nodes"}};
  std::vector<Problem> problems;
  // Lifts cost seconds, so the rest of the graph has to, too.
  const auto lift = std::ranges::find_if(graph.edges, [](const NavigationEdgeDef& edge) {
    return edge.kind == WaypointEdgeKind::lift && !edge.cost;
  });
  if (lift != graph.edges.end() && graph.auto_edges)
    problems.push_back({"/auto_edges", "they cost meters, and the lift of this graph seconds"});
  for (std::size_t k = 0; k < graph.edges.size(); ++k) {
    if (lift != graph.edges.end() && graph.edges[k].kind == WaypointEdgeKind::walk && !graph.edges[k].cost)
      problems.push_back({fmt::format("/edges/{}", k),
                          "\"cost\" is missing: a lift of this graph costs seconds, so other edges have to"});
    const NavigationEdgeDef& edge = graph.edges[k];
    for (const auto& [key, name] : {std::pair{"from", &edge.from}, std::pair{"to", &edge.to}}) {
      if (std::ranges::find(names, *name) != names.end()) continue;
      Problem problem = unknown_among(fmt::format("unknown node \"{}\"", *name), *name, names);
      problem.pointer = fmt::format("/edges/{}/{}", k, key);
      problems.push_back(std::move(problem));
    }
    if ((edge.kind == WaypointEdgeKind::lift) == edge.platform.empty())
      problems.push_back({fmt::format("/edges/{}/platform", k),
                          "an edge of kind \"lift\" needs a \"platform\", and no other has one"});
    const bool tells_of_jumps =
        edge.run_up_time > 0.0 || edge.risk > 0.0 || edge.radius || edge.pad_radius || edge.min_speed > 0.0;
    if (edge.kind != WaypointEdgeKind::jump && tells_of_jumps)
      problems.push_back(
          {.pointer = fmt::format("/edges/{}", k),
           .message = "\"run_up_time\", \"risk\", \"radius\", \"pad_radius\" and \"min_speed\" have no "
                      "effect: they are about edges of kind \"jump\"",
           .severity = Severity::warning});
    if (edge.kind == WaypointEdgeKind::jump && edge.cost && edge.run_up_time + edge.risk > 0.0)
      problems.push_back({.pointer = fmt::format("/edges/{}/cost", k),
                          .message = "\"run_up_time\" and \"risk\" have no effect: the edge says its cost",
                          .severity = Severity::warning});
    if (edge.from == edge.to)
      problems.push_back({fmt::format("/edges/{}/to", k), "an edge leads from one node to another"});
  }
  return problems;
}

constexpr auto kNavigationFields = fields(
    field<&NavigationDef::grids>({.key = "grids",
                                  .doc = "Grids by name. What finds its way takes the first, unless it says "
                                         "another; without any, one is made."}),
    field<&NavigationDef::graphs>(
        {.key = "graphs", .doc = "Graphs of waypoints by name, for behaviors that name one."}));

}  // namespace

const Table& NavigationGridDef::table() {
  static constexpr Table kTable = plain_table("grid", kNavigationGridFields, erased<check_navigation_grid>);
  return kTable;
}
const Table& NavigationEdgeDef::table() {
  static constexpr Table kTable = plain_table("edge", kEdgeFields);
  return kTable;
}
const Table& NavigationGraphDef::table() {
  static constexpr Table kTable = plain_table("graph", kGraphFields, erased<check_graph>);
  return kTable;
}
const Table& NavigationDef::table() {
  static constexpr Table kTable = plain_table("navigation", kNavigationFields);
  return kTable;
}

}  // namespace drover
