#include "observe/picture/picture_navigation.h"

#include <cmath>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/picture/picture.h"
#include "observe/picture/picture_cells.h"
#include "observe/picture/picture_field.h"
#include "sim/navigation/field_builder.h"
#include "sim/navigation/grid_drawing.h"
#include "sim/navigation/navigation_layer.h"
#include "support/scene.h"

namespace drover::picture_navigation_test {
namespace {

using test::make_simulator;
using test::run_steps;
using testing::HasSubstr;
using testing::Not;

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

// Cells of 1 m with a bar that blocks (1,2) to (5,2), and an agent of 0.3 m in cell (3,0).
Simulator behind_a_bar(const std::string& behavior, const std::string& world_keys = "",
                       const std::string& navigation_keys = "", const std::string& id = "fox") {
  return make_simulator(R"({"format":1,"simulation":{"dt":0.05},"world":{"bounds":{"min":[0,0],"max":[7,5]},
      "obstacles":[{"box":{"center":[3.5,2.5],"size":[4.2,0.2]}}])" +
                        world_keys + R"(},"navigation":{"grids":{"yard":{"cell_size":1)" + navigation_keys +
                        R"(}}},"agent_types":{"a":{"radius":0.3,"steering":{"behaviors":[)" + behavior +
                        R"(]}}},"agents":[{"id":")" + id + R"(","type":"a","position":[3.5,0.5]}]})");
}

std::string go_to(const std::string& keys = "") {
  return R"({"type":"go_to","target":{"point":[3.5,4.5]})" + keys + "}";
}
const std::string kFlowField = R"({"type":"flow_field","target":{"point":[3.5,4.5]}})";

Trails trails_of(const Simulator& simulator) {
  TrailRecorder recorder(simulator.world());
  recorder.observe(simulator.world());
  return recorder.trails(simulator.world());
}

std::string svg_with(const Simulator& simulator, NavigationPicture navigation) {
  PictureOptions options;
  options.navigation = std::move(navigation);
  return draw_svg(simulator.world(), trails_of(simulator), {}, options);
}

// A part of the world from the origin on, at one scale.
Projection projection_of(double width, double height, double pixels_per_meter) {
  return {{{0.0, 0.0}, {width, height}},
          {{0.0, 0.0}, {width * pixels_per_meter, height * pixels_per_meter}},
          pixels_per_meter};
}

std::vector<CellLook> blocked_looks(const GridMap& map) {
  std::vector<CellLook> looks;
  for (CellIndex cell = 0; cell < map.frame().cell_count(); ++cell)
    looks.push_back(map.is_free(cell) ? 0 : 1);
  return looks;
}

TEST(CellAreas, MergeCellsIntoFewRectangles) {
  const GridMap map = drawn_map({"##...", "##..#", "....#"}, {.origin = {}});
  const CellAreas areas = cell_areas(map.frame(), blocked_looks(map), projection_of(5, 3, 10));
  EXPECT_EQ(areas.block, 1);
  EXPECT_EQ(areas.rectangles, 2u);
  ASSERT_EQ(areas.paths.size(), 1u);
  // y points down: the column on the right from below, then the square.
  EXPECT_EQ(areas.paths[0], "M40 30l10 0 0-20-10 0zM0 20l20 0 0-20-20 0z");
}

TEST(CellAreas, KeepLooksApartAndLeaveOutWhatIsNotInView) {
  GridFrame frame;
  frame.width = 100;
  const std::vector<CellLook> looks = [&] {
    std::vector<CellLook> all(100, 2);
    all[0] = 1;
    return all;
  }();
  const CellAreas areas = cell_areas(frame, looks, projection_of(4.5, 1, 10));
  ASSERT_EQ(areas.paths.size(), 2u);
  EXPECT_EQ(areas.paths[0], "M0 10l10 0 0-10-10 0z");
  EXPECT_EQ(areas.paths[1], "M10 10l40 0 0-10-40 0z");
}

TEST(CellAreas, OfFourMillionCellsAreNoGiantFile) {
  GridFrame frame;
  frame.width = frame.height = 2000;
  std::vector<CellLook> looks(frame.cell_count());
  for (CellIndex cell = 0; cell < frame.cell_count(); ++cell)
    looks[cell] = (cell % 2 + cell / 2000 % 2) % 2 == 0 ? 1 : 0;
  const CellAreas close_by = cell_areas(frame, looks, projection_of(2000, 2000, 10));
  EXPECT_GT(close_by.block, 1);
  EXPECT_LE(close_by.rectangles, 20000u);
  EXPECT_LT(close_by.paths.at(0).size(), 1000000u);
  // Too small to see: blocks are, and a block with a blocked cell is blocked.
  const CellAreas far_off = cell_areas(frame, looks, projection_of(2000, 2000, 0.25));
  EXPECT_EQ(far_off.block, 6);
  EXPECT_EQ(far_off.rectangles, 1u);
}

FlowField field_of(const GridMap& map, std::vector<FieldGoal> goals) {
  FlowField field;
  FieldBuilder().build(map, goals, {}, field);
  return field;
}

TEST(FieldPictures, HaveArrowsThatKeepTheirDistance) {
  const GridMap map = drawn_map(bar_rows(), {.origin = {}});
  const FlowField field = field_of(map, {{map.frame().index({3, 4}), 0.0}});
  const Rectangle all{{0.0, 0.0}, {7.0, 5.0}};
  // 35 cells without the bar of five and the goal.
  EXPECT_EQ(thinned_cells(map, field, all, 0.5).size(), 29u);
  const std::vector<CellIndex> few = thinned_cells(map, field, all, 2.5);
  for (std::size_t a = 0; a < few.size(); ++a)
    for (std::size_t b = a + 1; b < few.size(); ++b)
      EXPECT_GE(length(map.frame().center(few[a]) - map.frame().center(few[b])), 2.5);
  // None that would have room is left out.
  for (CellIndex cell = 0; cell < map.frame().cell_count(); ++cell) {
    if (!field.is_reached(cell) || field.is_goal(cell)) continue;
    EXPECT_TRUE(std::ranges::any_of(few, [&](CellIndex other) {
      return length(map.frame().center(cell) - map.frame().center(other)) < 2.5 || cell == other;
    })) << cell;
  }
  const std::string arrows = field_arrows(map, field, projection_of(7, 5, 100));
  EXPECT_EQ(count(arrows, "M"), 2u * 29u);  // a shaft and a head
}

TEST(FieldPictures, HaveAContourEveryStep) {
  const GridMap corridor = drawn_map({"......", "......"}, {.origin = {}});
  const FlowField field =
      field_of(corridor, {{corridor.frame().index({0, 0}), 0.0}, {corridor.frame().index({0, 1}), 0.0}});
  EXPECT_EQ(greatest_distance(corridor, field, {{0.0, 0.0}, {6.0, 2.0}}), 5.0);
  // Distances 0 to 5: lines through the centers of columns 2 and 4.
  EXPECT_EQ(field_contours(corridor, field, 2.0, projection_of(6, 2, 10)), "M25 15l0-10M45 15l0-10");
}

TEST(FieldPictures, HaveNoContoursAcrossAWall) {
  GridMap map = drawn_map({"......", "......"}, {.origin = {}});
  const FlowField open = field_of(map, {{map.frame().index({0, 0}), 0.0}});
  EXPECT_EQ(count(field_contours(map, open, 100.0, projection_of(6, 2, 10)), "M"), 0u);
  EXPECT_GE(count(field_contours(map, open, 1.0, projection_of(6, 2, 10)), "M"), 5u);
  // A wall between the rows, open at its right end alone: distances 0 to 5 below and 10 to 6 above.
  for (std::int64_t x = 0; x < 6; ++x) {
    for (const std::size_t up : {1u, 4u, 5u})
      if (x < 5 || up != 1) map.block_move(map.frame().index({x, 0}), up);
    for (const std::size_t down : {3u, 6u, 7u})
      if (x < 5 || down != 3) map.block_move(map.frame().index({x, 1}), down);
  }
  const FlowField walled = field_of(map, {{map.frame().index({0, 0}), 0.0}});
  ASSERT_EQ(walled.distance(map.frame().index({0, 1})), 11.0);
  EXPECT_EQ(count(field_contours(map, walled, 1.0, projection_of(6, 2, 10)), "M"), 0u);
}

TEST(GridPictures, HoldTheCellsWithoutRoomForTheSmallestBody) {
  const Simulator simulator = behind_a_bar(go_to());
  const GridPicture grid = grid_picture(simulator, 0, simulator.world().model().every_agent());
  EXPECT_EQ(grid.name, "yard");
  EXPECT_EQ(grid.room, 0.3);
  std::string blocked;
  for (CellIndex cell = 0; cell < grid.map.frame().cell_count(); ++cell)
    if (!grid.map.is_free(cell))
      blocked += fmt::format("({},{})", grid.map.frame().cell(cell).x, grid.map.frame().cell(cell).y);
  EXPECT_EQ(blocked, "(1,2)(2,2)(3,2)(4,2)(5,2)");
  const std::string svg = svg_with(simulator, {.grid = grid});
  EXPECT_EQ(count(svg, "class=\"blocked\""), 1u);
  EXPECT_THAT(svg, HasSubstr("grid &quot;yard&quot;: blocked: within 0.3 m of what stands (cells of 1 m)"));
  EXPECT_THAT(svg, Not(HasSubstr("class=\"costs\"")));
}

TEST(GridPictures, AreForTheSmallestBodyOfTheAgents) {
  const Simulator simulator = make_simulator(
      R"({"format":1,"world":{"bounds":{"min":[0,0],"max":[7,5]},"obstacles":[{"center":[3.5,2.5],"radius":0.5}]},
          "agent_types":{"big":{"radius":0.6,"steering":{"behaviors":[{"type":"go_to","target":{"point":[6,2.5]}}]}},
          "small":{"radius":0.3,"steering":{"behaviors":[{"type":"go_to","target":{"point":[6,2.5]}}]}},
          "dust":{"radius":0.1,"steering":{"behaviors":[{"type":"seek","target":{"point":[6,2.5]}}]}}},
          "navigation":{"grids":{"yard":{"cell_size":1}}},
          "agents":[{"type":"big","position":[1,1]},{"type":"small","position":[1,3]},{"type":"dust","position":[1,4]}]})");
  EXPECT_EQ(grid_picture(simulator, 0, simulator.world().model().every_agent()).room, 0.3);
  EXPECT_EQ(grid_picture(simulator, 0, std::vector<AgentIndex>{0}).room, 0.6);
  // Which counts as large as the smallest that finds its way.
  EXPECT_EQ(grid_picture(simulator, 0, std::vector<AgentIndex>{2}).room, 0.3);
}

TEST(GridPictures, TintDearCells) {
  const Simulator simulator = behind_a_bar(go_to(),
                                           R"(,"regions":{"mud":{"min":[0,0],"max":[2,2]},
                        "bog":{"min":[5,0],"max":[7,2]}})",
                                           R"(,"terrain_cost":{"mud":2,"bog":8})");
  const GridPicture grid = grid_picture(simulator, 0, simulator.world().model().every_agent());
  const std::string svg = svg_with(simulator, {.grid = grid});
  EXPECT_EQ(count(svg, "class=\"costs\""), 2u);
  EXPECT_THAT(svg, HasSubstr("costs 2 to 8 times as much"));
}

TEST(SearchPictures, HoldTheCellsThatASearchClosesInTheirOrder) {
  struct Case {
    const char* search;
    std::size_t expansions;
    double cost;  // m
  };
  const double shortest = 6.0 + 2.0 * std::sqrt(2.0);
  for (const Case& each : {Case{"astar", 20, shortest}, Case{"dijkstra", 30, shortest},
                           Case{"bfs", 30, shortest}, Case{"dfs", 11, 10.0}}) {
    const Simulator simulator = behind_a_bar(go_to(fmt::format(R"(,"search":"{}")", each.search)));
    const std::optional<SearchPicture> search = search_picture(simulator, 0);
    ASSERT_TRUE(search) << each.search;
    EXPECT_EQ(search->expanded.size(), each.expansions) << each.search;
    EXPECT_NEAR(search->cost, each.cost, 1e-9) << each.search;
    EXPECT_EQ(search->expanded.front(), search->frame.index({3, 0}));
    EXPECT_EQ(search->expanded.back(), search->frame.index({3, 4}));
    EXPECT_EQ(search->way.front(), (Vec3{3.5, 0.5, 0.0}));
    EXPECT_EQ(search->way.back(), (Vec3{3.5, 4.5, 0.0}));
    EXPECT_FALSE(search->shares_field);
    const std::string svg = svg_with(simulator, {.search = search});
    EXPECT_THAT(svg, HasSubstr(fmt::format("{} cells that {} closes for fox", each.expansions, each.search)));
    EXPECT_THAT(svg, HasSubstr(fmt::format("its way over cells, {:.2f} m", each.cost)));
    EXPECT_EQ(count(svg, "class=\"expanded\""), 8u);
  }
}

TEST(SearchPictures, SayWhereTheAgentFollowsAFieldInstead) {
  const Simulator simulator = behind_a_bar(go_to());
  const std::optional<SearchPicture> search = search_picture(simulator, 0);
  ASSERT_TRUE(search);
  EXPECT_EQ(search->expanded.size(), 20u);
  EXPECT_TRUE(search->shares_field);
  EXPECT_THAT(svg_with(simulator, {.search = search}), HasSubstr("fox itself follows a field"));
}

TEST(SearchPictures, ExistOnlyOfAgentsThatSearchAGrid) {
  EXPECT_FALSE(search_picture(behind_a_bar(kFlowField), 0));
  EXPECT_FALSE(search_picture(behind_a_bar(R"({"type":"seek","target":{"point":[3.5,4.5]}})"), 0));
}

TEST(SearchPictures, AreOfAgentsThatArePresent) {
  Simulator simulator = make_simulator(
      R"({"format":1,"simulation":{"dt":0.1},"world":{"obstacles":[{"center":[5,0],"radius":1}]},"agent_types":{"a":{
          "steering":{"behaviors":[{"type":"go_to","target":{"point":[10,0]},"search":"bfs"}]}}},
          "agents":[{"id":"fox","type":"a","position":[0,0]}],
          "events":[{"type":"remove","target":{"agent":"fox"},"at":0.2}]})");
  EXPECT_TRUE(search_picture(simulator, 0));
  run_steps(simulator, 3);
  EXPECT_FALSE(search_picture(simulator, 0));
  EXPECT_TRUE(way_pictures(simulator, simulator.world().model().every_agent()).empty());
}

TEST(SearchPictures, WithoutAWayShowWhereItEnds) {
  const Simulator simulator =
      behind_a_bar(go_to(R"(,"search":"astar")"), R"(,"walls":[{"points":[[0,2.5],[7,2.5]]}])");
  const std::optional<SearchPicture> search = search_picture(simulator, 0);
  ASSERT_TRUE(search);
  EXPECT_EQ(search->status, SearchStatus::unreachable);
  // The grid has no moves between the two sides, and no cell of this one is nearer than the second.
  EXPECT_EQ(search->expanded.size(), 2u);
  EXPECT_THAT(svg_with(simulator, {.search = search}), HasSubstr("nearest to the goal"));
}

TEST(NavigationPictures, ChangeNothingOfTheRun) {
  Simulator simulator = behind_a_bar(go_to());
  Simulator alone = behind_a_bar(go_to());
  const std::vector<AgentIndex> agents = simulator.world().model().every_agent();
  for (int step = 0; step < 20; ++step) {
    const std::uint64_t hash = simulator.hash();
    grid_picture(simulator, 0, agents);
    field_picture(simulator, agents);
    search_picture(simulator, 0);
    graph_pictures(simulator, agents);
    way_pictures(simulator, agents);
    EXPECT_EQ(simulator.hash(), hash);
    run_steps(simulator, 1);
    run_steps(alone, 1);
  }
  EXPECT_EQ(simulator.hash(), alone.hash());
  const NavigationCounters& counters = simulator.world().navigation().counters();
  const NavigationCounters& expected = alone.world().navigation().counters();
  EXPECT_EQ(counters.plans, expected.plans);
  EXPECT_EQ(counters.expansions, expected.expansions);
  EXPECT_EQ(counters.field_builds, expected.field_builds);
  EXPECT_EQ(counters.grid_builds, expected.grid_builds);
}

TEST(FieldPictures, AreOfTheBehaviorThatLeadsAnAgent) {
  for (const std::string& behavior : {kFlowField, go_to()}) {
    const Simulator simulator = behind_a_bar(behavior);
    ASSERT_TRUE(may_follow_fields(simulator.world().model()));
    const auto picture = field_picture(simulator, simulator.world().model().every_agent());
    ASSERT_TRUE(picture) << behavior;
    EXPECT_EQ(picture->agent, "fox");
    EXPECT_TRUE(picture->field.is_goal(picture->map.frame().index({3, 4})));
    EXPECT_NEAR(picture->field.distance(picture->map.frame().index({3, 0})), 8.828427, 1e-6);
    const std::string svg = svg_with(simulator, {.field = picture});
    EXPECT_THAT(svg, HasSubstr("goal of the field (1 cell)"));
    EXPECT_EQ(count(svg, "class=\"field-goal\""), 1u);
    EXPECT_THAT(svg, HasSubstr("class=\"field-arrows\""));
    EXPECT_THAT(svg, HasSubstr("every 0.5 m of what fox has to go"));
    EXPECT_THAT(svg, Not(HasSubstr("class=\"unreached\"")));
  }
}

TEST(FieldPictures, MarkWhatNoWayLeadsFrom) {
  const Simulator simulator = behind_a_bar(kFlowField, R"(,"walls":[{"points":[[0,2.5],[7,2.5]]}])");
  const auto picture = field_picture(simulator, simulator.world().model().every_agent());
  ASSERT_TRUE(picture);
  const std::string svg = svg_with(simulator, {.field = picture});
  EXPECT_EQ(count(svg, "class=\"unreached\""), 1u);
  EXPECT_THAT(svg, HasSubstr("no way leads from here"));
}

TEST(FieldPictures, ThereAreNoneWhereEverybodySearches) {
  const Simulator searching = behind_a_bar(go_to(R"(,"search":"astar")"));
  EXPECT_FALSE(may_follow_fields(searching.world().model()));
  EXPECT_FALSE(field_picture(searching, searching.world().model().every_agent()));
  EXPECT_TRUE(plan_ways(searching.world().model()));
  EXPECT_FALSE(plan_ways(behind_a_bar(kFlowField).world().model()));
  const Simulator nothing =
      make_simulator(test::scene("[" + go_to() + "]", R"([{"type":"a","position":[0,0]}])"));
  EXPECT_FALSE(may_follow_fields(nothing.world().model()));
  EXPECT_FALSE(plan_ways(nothing.world().model()));
  EXPECT_FALSE(search_picture(nothing, 0));
}

TEST(WayPictures, LeadFromTheAgentOverItsPointsToTheEnd) {
  Simulator simulator = behind_a_bar(go_to());
  const std::vector<AgentIndex> agents = simulator.world().model().every_agent();
  EXPECT_TRUE(way_pictures(simulator, agents).empty());
  run_steps(simulator, 1);
  const std::vector<WayPicture> ways = way_pictures(simulator, agents);
  ASSERT_EQ(ways.size(), 1u);
  EXPECT_EQ(ways[0].points.front(), simulator.world().state.motion.position(0));
  EXPECT_EQ(ways[0].points.back(), (Vec3{3.5, 4.5, 0.0}));
  EXPECT_GE(ways[0].points.size(), 3u);
  EXPECT_TRUE(ways[0].is_whole);
  EXPECT_TRUE(ways[0].arrives);
  const std::string svg = svg_with(simulator, {.ways = ways});
  EXPECT_EQ(count(svg, "stroke-dasharray=\"5 3\" d="), 1u);
  EXPECT_THAT(svg, HasSubstr("ways ahead (1)"));
  EXPECT_THAT(svg, Not(HasSubstr("goes on")));
}

TEST(WayPictures, SayWhereTheyEndBeforeThePlace) {
  Simulator simulator = behind_a_bar(go_to(), R"(,"walls":[{"points":[[0,2.5],[7,2.5]]}])");
  run_steps(simulator, 1);
  const std::vector<WayPicture> ways = way_pictures(simulator, simulator.world().model().every_agent());
  ASSERT_EQ(ways.size(), 1u);
  EXPECT_FALSE(ways[0].arrives);
  EXPECT_THAT(svg_with(simulator, {.ways = ways}), HasSubstr("as near as a way leads"));
}

TEST(WayPictures, GoOnBeyondThePointsThatAreKnown) {
  Simulator simulator = make_simulator(
      R"({"format":1,"world":{"bounds":{"min":[0,0],"max":[40,5]},"obstacles":[{"center":[20,2.5],"radius":1}]},
          "navigation":{"grids":{"yard":{"cell_size":1}}},"agent_types":{"a":{"radius":0.3,"steering":{"behaviors":[
          {"type":"go_to","target":{"point":[39.5,2.5]},"simplify":"none"}]}}},
          "agents":[{"type":"a","position":[0.5,2.5]}]})");
  run_steps(simulator, 1);
  const std::vector<WayPicture> ways = way_pictures(simulator, simulator.world().model().every_agent());
  ASSERT_EQ(ways.size(), 1u);
  EXPECT_FALSE(ways[0].is_whole);
  EXPECT_LT(ways[0].points.back().x, 20.0);
  const std::string svg = svg_with(simulator, {.ways = ways});
  EXPECT_EQ(count(svg, "class=\"way-goes-on\""), 1u);
  EXPECT_THAT(svg, HasSubstr("goes on, over points not looked at yet"));
}

TEST(GraphPictures, ShowNodesEdgesAndThoseWithoutRoom) {
  const Simulator simulator = make_simulator(
      R"({"format":1,"world":{"walls":[{"points":[[0,5],[4,5]]}]},"navigation":{"graphs":{"streets":{
          "nodes":{"a":[2,0],"b":[2,10],"c":[8,0],"<d>":[8,10]},
          "edges":[{"from":"a","to":"b"},{"from":"a","to":"c","one_way":true},{"from":"c","to":"<d>"}]}}},
          "agent_types":{"a":{"steering":{"behaviors":[
          {"type":"go_to","target":{"point":[8,10]},"graph":"streets"}]}}},
          "agents":[{"type":"a","position":[2,0]}]})");
  const std::vector<GraphPicture> graphs = graph_pictures(simulator, simulator.world().model().every_agent());
  ASSERT_EQ(graphs.size(), 1u);
  const std::string svg = svg_with(simulator, {.graphs = graphs});
  EXPECT_THAT(svg, HasSubstr("graph &quot;streets&quot; (4 nodes, 3 edges)"));
  EXPECT_THAT(svg, HasSubstr("edges of &quot;streets&quot; without room"));
  EXPECT_EQ(count(svg, "class=\"absent\""), 1u);
  EXPECT_EQ(count(svg, "class=\"one-way\""), 1u);
  EXPECT_THAT(svg, HasSubstr("&lt;d&gt;"));
  EXPECT_THAT(svg, Not(HasSubstr("<d>")));
  // A way over a graph closes no cells.
  EXPECT_FALSE(search_picture(simulator, 0));
}

TEST(GraphPictures, LeadEdgesOutAndInWhereTheWorldWraps) {
  const Simulator simulator = make_simulator(
      R"({"format":1,"world":{"bounds":{"min":[0,0],"max":[10,10],"edge":"wrap"},
          "obstacles":[{"center":[5,9],"radius":0.5}]},"navigation":{"graphs":{"round":{
          "nodes":{"a":[1,5],"b":[9,5]},"edges":[{"from":"a","to":"b"}]}}},
          "agent_types":{"a":{"steering":{"behaviors":[
          {"type":"go_to","target":{"point":[8,5]},"graph":"round"}]}}},"agents":[{"type":"a","position":[2,5]}]})");
  const std::string svg =
      svg_with(simulator, {.graphs = graph_pictures(simulator, simulator.world().model().every_agent())});
  const std::size_t edges = svg.find("class=\"edges\"");
  ASSERT_NE(edges, std::string::npos);
  EXPECT_EQ(count(svg.substr(edges, svg.find("/>", edges) - edges), "M"), 2u);
}

TEST(NavigationPictures, EscapeNames) {
  const Simulator simulator = behind_a_bar(go_to(), "", "", "a<b&c");
  const std::string svg = svg_with(simulator, {.search = search_picture(simulator, 0)});
  EXPECT_THAT(svg, HasSubstr("a&lt;b&amp;c"));
  EXPECT_THAT(svg, Not(HasSubstr("a<b")));
}

TEST(NavigationPictures, OfNothingDrawNothing) {
  const Simulator simulator = behind_a_bar(go_to());
  const std::string plain = draw_svg(simulator.world(), trails_of(simulator), {});
  EXPECT_EQ(svg_with(simulator, {}), plain);
  for (const char* name : {"blocked", "expanded", "field-arrows", "ways", "graph"})
    EXPECT_THAT(plain, Not(HasSubstr(fmt::format("class=\"{}\"", name))));
}

// Through the edge on the right the way goes on from that on the left, round a pillar.
TEST(WayPictures, GoOnAtTheOtherSideOfAWorldThatWraps) {
  Simulator simulator = make_simulator(
      R"({"format":1,"world":{"bounds":{"min":[0,0],"max":[20,20],"edge":"wrap"},
      "obstacles":[{"center":[19.5,10],"radius":1}]},
      "agent_types":{"a":{"radius":0.3,"max_speed":1,"steering":{"behaviors":[
      {"type":"go_to","target":{"point":[3,10]}}]}}},"agents":[{"type":"a","position":[16,10]}]})");
  run_steps(simulator, 1);
  const auto agents = simulator.world().model().every_agent();
  const std::vector<WayPicture> ways = way_pictures(simulator, agents);
  ASSERT_EQ(ways.size(), 1u);
  EXPECT_GT(ways[0].points.back().x, 20.0);
  const std::string svg = svg_with(simulator, {.ways = ways});
  const std::size_t path = svg.find(R"(stroke-dasharray="5 3" d=")");
  ASSERT_NE(path, std::string::npos);
  const std::string way = svg.substr(path, svg.find("/>", path) - path);
  EXPECT_EQ(count(way, "M"), 2u) << way;
}

}  // namespace
}  // namespace drover::picture_navigation_test
