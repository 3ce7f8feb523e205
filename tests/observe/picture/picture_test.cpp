#include "observe/picture/picture.h"

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/picture/color.h"
#include "observe/picture/picture_heights.h"
#include "observe/picture/picture_view.h"
#include "observe/picture/svg_document.h"
#include "support/model_of.h"
#include "support/scene.h"

namespace drover::picture_test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

// The text from `begin` to the end of the element that starts there and is closed by `end`.
std::string_view section(std::string_view text, std::string_view begin, std::string_view end = "</g>") {
  const std::size_t from = text.find(begin);
  return from == std::string_view::npos ? std::string_view{} : text.substr(from, text.find(end, from) - from);
}

// The content of all groups of a class.
std::string groups(std::string_view svg, std::string_view name) {
  std::string all;
  const std::string begin = fmt::format(R"(<g class="{}")", name);
  for (std::size_t at = svg.find(begin); at != std::string_view::npos; at = svg.find(begin, at + 1))
    all += section(svg.substr(at), begin);
  return all;
}

ObstacleDef obstacle(std::string id, Vec3 center, double radius) {
  ObstacleDef def;
  def.id = std::move(id);
  def.center = center;
  def.radius = radius;
  return def;
}

World bounded_world(Edge edge) {
  BoundsDef bounds;
  bounds.max = {100.0, 60.0, 0.0};
  bounds.edge = edge;
  WorldDef def;
  def.obstacles = {obstacle("oak", {40.0, 30.0, 0.0}, 8.0), obstacle("", {20.0, 20.0, 0.0}, 1.0)};
  def.walls = {{"fence", {{0.0, 50.0, 0.0}, {50.0, 50.0, 0.0}, {50.0, 40.0, 0.0}}, false}};
  World world;
  Model& model = test::model_of(world);
  model.bounds = Bounds(bounds);
  model.statics = std::make_shared<Statics>(Statics{StaticShapes(def, model.bounds), {}});
  model.paths.emplace_back(
      "patrol",
      PathDef{path_points(std::array<Vec3, 3>{{{10.0, 10.0, 0.0}, {90.0, 10.0, 0.0}, {60.0, 50.0, 0.0}}}),
              true});
  return world;
}

Trail straight(std::uint32_t number, Vec3 from, Vec3 to) {
  Trail trail{number, 0, 0.5, {}, direction(to - from), false, {}};
  for (int k = 0; k <= 80; ++k)
    trail.points.push_back({from + (to - from) * (k / 80.0), k, false});
  return trail;
}

Trails three_sheep() {
  Trails trails{{{"sheep", ""}, {"dog", "gold"}, {"unused", ""}}, {}};
  trails.agents = {straight(1, {10.0, 5.0, 0.0}, {60.0, 35.0, 0.0}),
                   straight(2, {70.0, 5.0, 0.0}, {70.0, 55.0, 0.0}),
                   straight(5, {90.0, 50.0, 0.0}, {20.0, 40.0, 0.0})};
  trails.agents[2].type = 1;
  trails.agents[2].name = "rex";
  return trails;
}

PictureInfo info() {
  PictureInfo result;
  result.scenario = "meadow";
  result.seed = 7;
  result.final_hash = 0xabcdef;
  result.steps = 80;
  result.duration = 80 * 0.02;
  result.version = "0.1.0";
  return result;
}

TEST(Picture, ShowsEveryThingOfTheWorld) {
  const std::string svg = draw_svg(bounded_world(Edge::reflect), three_sheep(), info());
  EXPECT_EQ(count(section(svg, R"(<g class="obstacle")"), "<circle"), 2U);
  EXPECT_EQ(count(section(svg, R"(<g class="wall")"), "<path"), 1U);
  EXPECT_EQ(count(section(svg, R"(<g class="path")"), "<path"), 2U) << "the line and its arrows";
  EXPECT_EQ(count(svg, R"(class="trail")"), 3U);
  EXPECT_EQ(count(section(svg, R"(data-agent="2")"), "<path"), 8U) << "one line for each step of fading";
  EXPECT_EQ(count(svg, "<title>"), 4U) << "of the picture and of each agent";
  for (const char* label : {">oak<", ">patrol<", ">rex<", ">sheep (2)<", ">dog (1)<", "#ffd700"}) {
    EXPECT_THAT(svg, HasSubstr(label));
  }
  EXPECT_THAT(svg, Not(HasSubstr("unused")));
}

TEST(Picture, SaysWhichRunItShows) {
  const std::string svg = draw_svg(World{}, three_sheep(), info());
  for (const char* fact : {">meadow<", ">seed 7<", ">1.6 s<", ">80 steps<", ">3 agents<",
                           ">hash 0000000000abcdef<", ">drover 0.1.0<"}) {
    EXPECT_THAT(svg, HasSubstr(fact));
  }
}

TEST(Picture, OpensAndClosesTheSameElements) {
  const std::string svg = draw_svg(bounded_world(Edge::wrap), three_sheep(), info());
  for (const char* tag : {"svg", "g", "text", "title", "desc"}) {
    const std::string open = std::string("<") + tag;
    EXPECT_EQ(count(svg, open + " ") + count(svg, open + ">"), count(svg, std::string("</") + tag + ">"))
        << tag;
  }
}

TEST(Picture, DrawsEdgesThatLetThroughDashed) {
  const auto bounds = [](Edge edge) {
    const std::string svg = draw_svg(bounded_world(edge), three_sheep(), info());
    return std::string(section(svg, R"(class="bounds")", "/>"));
  };
  EXPECT_THAT(bounds(Edge::open), HasSubstr("dasharray"));
  EXPECT_THAT(bounds(Edge::wrap), HasSubstr("dasharray"));
  EXPECT_THAT(bounds(Edge::reflect), Not(HasSubstr("dasharray")));
  EXPECT_THAT(bounds(Edge::clamp), Not(HasSubstr("dasharray")));
  EXPECT_EQ(count(draw_svg(World{}, three_sheep(), info()), R"(class="bounds")"), 0U);
}

TEST(Picture, SameRunGivesTheSameBytes) {
  EXPECT_EQ(draw_svg(bounded_world(Edge::wrap), three_sheep(), info()),
            draw_svg(bounded_world(Edge::wrap), three_sheep(), info()));
}

// The longest straight piece of the lines in a text of path data "Mx yldx dy...", along x [px].
double longest_piece(std::string_view svg) {
  double longest = 0.0;
  for (std::size_t at = svg.find('l'); at != std::string_view::npos; at = svg.find('l', at + 1)) {
    longest = larger(longest, std::fabs(std::strtod(svg.data() + at + 1, nullptr)));
  }
  return longest;
}

TEST(Picture, DrawsNoLineAcrossTheWorldWhereAnAgentWrapsAround) {
  Trails trails = three_sheep();
  trails.agents = {Trail{1, 0, 0.5, {}, {1.0, 0.0, 0.0}, false, {}}};
  trails.agents[0].points = {
      {{90.0, 30.0, 0.0}, 0, false}, {{99.0, 30.0, 0.0}, 1, false}, {{2.0, 30.0, 0.0}, 2, true}};
  const std::string svg = draw_svg(bounded_world(Edge::wrap), trails, info());
  std::string_view lines = section(svg, R"(data-agent="1")");
  lines.remove_prefix(lines.find("<path"));
  EXPECT_GT(longest_piece(lines), 20.0);
  EXPECT_LT(longest_piece(lines), 200.0) << "of about 900 px for the whole world";
  EXPECT_EQ(count(lines, "M"), 3U) << "to the edge, over the edge, and in from the other edge";
}

TEST(Picture, CanDoWithoutTrailsAndLabels) {
  const std::string svg =
      draw_svg(bounded_world(Edge::wrap), three_sheep(), info(), {.trails = false, .labels = false});
  EXPECT_EQ(count(svg, R"(class="trail")"), 0U);
  EXPECT_EQ(count(svg, ">oak<"), 0U);
  EXPECT_EQ(count(section(svg, R"(<g class="ends")"), "<circle"), 2U);
}

TEST(Picture, OfAVariantSaysWhatWasChanged) {
  PictureInfo variant = info();
  variant.title.clear();
  variant.overrides = {"agents.0.count=3", "--unset world.walls"};
  EXPECT_THAT(draw_svg(bounded_world(Edge::wrap), three_sheep(), variant),
              HasSubstr("<title>" + variant.scenario + " (agents.0.count=3, --unset world.walls)</title>"));
}

TEST(Picture, EscapesEveryName) {
  World world = bounded_world(Edge::wrap);
  Trails trails = three_sheep();
  trails.types[0].name = "a<b>&\"c\"";
  trails.types[1].color = "\" onload=\"alert(1)";
  trails.agents[2].name = "<script>";
  PictureInfo bad = info();
  bad.title = "</svg>\x01\xff";
  const std::string svg = draw_svg(world, trails, bad);
  EXPECT_THAT(svg, HasSubstr("a&lt;b&gt;&amp;&quot;c&quot; (2)"));
  EXPECT_THAT(svg, HasSubstr("&lt;/svg&gt;\xEF\xBF\xBD\xEF\xBF\xBD"));
  EXPECT_THAT(svg, Not(HasSubstr("<script>")));
  EXPECT_THAT(svg, Not(HasSubstr("onload")));
}

TEST(Picture, SurvivesWorldsWithNextToNothingInThem) {
  const Trails none;
  EXPECT_THAT(draw_svg(World{}, none, {}), Not(HasSubstr("nan")));
  Trails one{{{"stone", ""}}, {Trail{0, 0, 0.0, {}, {}, false, {{{1e9, -1e9, 0.0}, 0, false}}}}};
  const std::string svg = draw_svg(World{}, one, {});
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
  EXPECT_EQ(count(section(svg, R"(<g class="ends")"), "<circle"), 1U);
}

TEST(Picture, SaysHowManyAgentsLeftTheView) {
  Trails trails = three_sheep();
  trails.agents.push_back(straight(6, {50.0, 30.0, 0.0}, {1e15, 30.0, 0.0}));
  const std::string svg = draw_svg(bounded_world(Edge::open), trails, info());
  EXPECT_THAT(svg, HasSubstr(">1 agent outside the view<"));
  EXPECT_THAT(draw_svg(bounded_world(Edge::open), three_sheep(), info()), Not(HasSubstr("outside")));
}

TEST(Picture, StaysSmallWithManyAgents) {
  Trails trails{{{"sheep", ""}}, {}};
  for (std::uint32_t k = 0; k < 300; ++k) {
    Trail zigzag{k, 0, 0.5, {}, {1.0, 0.0, 0.0}, false, {}};
    for (int step = 0; step < 2000; ++step) {
      // 60 s at 3 m/s, with a turn every second.
      const int leg = step % 66 < 33 ? step % 66 : 66 - step % 66;
      zigzag.points.push_back({{5.0 + 0.02 * step, 5.0 + 0.1 * k + 0.09 * leg, 0.0}, step, false});
    }
    trails.agents.push_back(zigzag);
  }
  EXPECT_LT(draw_svg(bounded_world(Edge::wrap), trails, info()).size(), 1'500'000U);
}

TEST(VisiblePart, HoldsTheBoundsAndLittleMore) {
  const Rectangle part = visible_part(bounded_world(Edge::reflect), three_sheep());
  EXPECT_TRUE(part.contains({0.0, 0.0}) && part.contains({100.0, 60.0}));
  EXPECT_LT(part.width(), 110.0);
}

TEST(VisiblePart, RunawaysDoNotShrinkTheCrowd) {
  Trails crowd{{{"sheep", ""}}, {}};
  for (std::uint32_t k = 0; k < 20; ++k)
    crowd.agents.push_back(straight(k, {0.1 * k, 0.0, 0.0}, {10.0, 1.0 * k, 0.0}));
  const Rectangle before = visible_part(World{}, crowd);
  crowd.agents.push_back(straight(20, {5.0, 5.0, 0.0}, {9000.0, 5000.0, 0.0}));
  crowd.agents.push_back(straight(21, {5.0, 5.0, 0.0}, {-9000.0, 2000.0, 0.0}));
  const Rectangle after = visible_part(World{}, crowd);
  EXPECT_LT(after.width(), 2.0 * before.width());
  EXPECT_LT(after.height(), 2.0 * before.height());
  EXPECT_EQ(count_outside(crowd, after), 2);
}

TEST(VisiblePart, ShowsTheWholeWayOfAFewAgents) {
  const Trails trails = three_sheep();
  const Rectangle part = visible_part(World{}, trails);
  EXPECT_EQ(count_outside(trails, part), 0);
  for (const Trail& trail : trails.agents)
    EXPECT_TRUE(part.contains(plan_view(trail.points.front().position)));
}

TEST(RoundNumber, IsTheNextOneTwoOrFive) {
  for (const auto& [value, expected] : std::vector<std::pair<double, double>>{
           {0.011, 0.02}, {0.02, 0.02}, {0.3, 0.5}, {0.7, 1.0}, {1.0, 1.0}, {3.0, 5.0}, {70.0, 100.0}}) {
    EXPECT_EQ(round_up(value).value(), expected) << value;
  }
  EXPECT_EQ(round_up(0.1).multiple_text(3), "0.3");
  EXPECT_EQ(round_up(0.02).multiple_text(-7), "-0.14");
}

TEST(SvgText, WritesShortNumbers) {
  EXPECT_EQ(pixel_text(12.0), "12");
  EXPECT_EQ(pixel_text(-0.001), "0");
  EXPECT_EQ(pixel_text(0.5), "0.5");
  EXPECT_EQ(pixel_text(-3.256), "-3.26");
  EXPECT_EQ(pixel_text(7.049), "7.05");
}

TEST(SvgText, ReplacesWhatXmlCannotHold) {
  const std::string mark = "\xEF\xBF\xBD";
  EXPECT_EQ(escape_xml("caf\xC3\xA9 \xF0\x9F\x90\x91"), "caf\xC3\xA9 \xF0\x9F\x90\x91");
  EXPECT_EQ(escape_xml(std::string_view("a\0b", 3)), "a" + mark + "b");
  EXPECT_EQ(escape_xml("\xC0\x80"), mark + mark) << "an overlong form";
  EXPECT_EQ(escape_xml("\xEF\xBF\xBF"), mark) << "U+FFFF";
  EXPECT_EQ(escape_xml("\xE2\x82"), mark + mark) << "a cut sequence";
}

TEST(SvgText, CutsTextsBetweenCharacters) {
  EXPECT_EQ(fit_text("short", 10.0, 100.0), "short");
  const std::string cut = fit_text("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 10.0, 32.0);
  EXPECT_EQ(cut, "\xC3\xA9\xC3\xA9\xC3\xA9\xE2\x80\xA6");
  EXPECT_LE(text_width(cut, 10.0), 32.0);
}

TEST(PathData, RoundingDoesNotAddUp) {
  PathData path;
  path.move_to({0.0, 0.0});
  for (int k = 1; k <= 100; ++k)
    path.line_to({0.04 * k, 0.0});
  // Lengths of 0 and 0.1 px that add up to 4 px.
  EXPECT_EQ(count(path.text(), ".1 0"), 40U);
}

TEST(Color, KnowsNamesAndHexadecimals) {
  EXPECT_EQ(parse_color("rebeccapurple"), (Color{0x66, 0x33, 0x99}));
  EXPECT_EQ(parse_color("SteelBlue"), (Color{0x46, 0x82, 0xb4}));
  EXPECT_EQ(parse_color("aliceblue"), (Color{0xf0, 0xf8, 0xff}));
  EXPECT_EQ(parse_color("yellowgreen"), (Color{0x9a, 0xcd, 0x32}));
  EXPECT_EQ(parse_color("#0aF"), (Color{0x00, 0xaa, 0xff}));
  EXPECT_EQ(parse_color("#0072b2"), palette_color(0));
  for (const char* wrong : {"", "#", "#12", "#12345", "#ggg", "blu", "reddish", "zzz"}) {
    EXPECT_FALSE(parse_color(wrong)) << wrong;
  }
}

TEST(Color, ThePaletteDoesNotRepeatSoon) {
  for (std::size_t a = 0; a < 21; ++a) {
    for (std::size_t b = 0; b < a; ++b)
      EXPECT_NE(color_text(palette_color(a)), color_text(palette_color(b)));
  }
}

TEST(Viewpoint, ProjectsAlongItsLineOfSight) {
  const Vec3 p{1.0, 2.0, 3.0};
  EXPECT_EQ(seen_from(Viewpoint::top, p), (Vec2{1.0, 2.0}));
  EXPECT_EQ(seen_from(Viewpoint::side, p), (Vec2{1.0, 3.0}));
  EXPECT_EQ(seen_from(Viewpoint::front, p), (Vec2{2.0, 3.0}));
  // Isometric: the three axes are shortened alike, and z points straight up.
  const double shortened = std::sqrt(2.0 / 3.0);
  for (const Vec3 axis : {Vec3{1.0, 0.0, 0.0}, Vec3{0.0, 1.0, 0.0}, Vec3{0.0, 0.0, 1.0}})
    EXPECT_NEAR(length(seen_from(Viewpoint::isometric, axis)), shortened, 1e-15);
  EXPECT_EQ(seen_from(Viewpoint::isometric, {0.0, 0.0, 1.0}).x, 0.0);
}

// What is nearer along the line of sight is seen in the same place and has the greater nearness.
TEST(Viewpoint, NearnessGrowsTowardsTheViewer) {
  const std::pair<Viewpoint, Vec3> towards[] = {{Viewpoint::top, {0.0, 0.0, 1.0}},
                                                {Viewpoint::side, {0.0, -1.0, 0.0}},
                                                {Viewpoint::front, {1.0, 0.0, 0.0}},
                                                {Viewpoint::isometric, {1.0, -1.0, 1.0}}};
  const Vec3 p{0.3, -0.4, 0.7};
  for (const auto& [view, step] : towards) {
    EXPECT_LT(length(seen_from(view, p + step) - seen_from(view, p)), 1e-15);
    EXPECT_GT(nearness(view, p + step), nearness(view, p));
  }
}

// One that climbs at x = 5 and one that flies level behind it.
Trails two_birds() {
  Trails trails{{{"bird", "#ff0000"}, {"hawk", "#0000ff"}}, {}};
  trails.agents = {straight(1, {5.0, 1.0, 0.0}, {5.0, 1.0, 8.0}),
                   straight(2, {0.0, 6.0, 4.0}, {9.0, 6.0, 4.0})};
  trails.agents[1].type = 1;
  return trails;
}

World empty_space() {
  World world;
  test::model_of(world).dimensions = Dimensions::space;
  return world;
}

TEST(Picture, OfSpaceHasAPanelFromAboveAndOneFromTheSideWithTheSameScale) {
  const std::string svg = draw_svg(empty_space(), two_birds(), {});
  EXPECT_EQ(count(svg, "class=\"view\""), 2u);
  EXPECT_EQ(count(svg, "class=\"ends\""), 4u);
  const std::string top = draw_svg(empty_space(), two_birds(), {}, {.views = {Viewpoint::top}});
  EXPECT_EQ(count(top, "class=\"ends\""), 2u);
}

// Balls, capsules and triangles have outlines from every side; a ball is a circle of its radius.
TEST(Picture, ShowsSolidsInSpaceFromEverySide) {
  const World world = std::move(test::make_world(R"({"format":1,"world":{"dimensions":3,
      "obstacles":[{"center":[0,0,2],"radius":2},{"capsule":{"from":[5,0,0],"to":[5,4,3],"radius":1}}],
      "walls":[{"points":[[-5,0,0],[-5,3,0],[-5,0,3]],"triangles":[[0,1,2]]}]},
      "agent_types":{"a":{}},"agents":[{"type":"a","position":[0,0,6]}]})")
                                    .world);
  for (const Viewpoint view : {Viewpoint::top, Viewpoint::side, Viewpoint::front, Viewpoint::isometric}) {
    const std::string svg = draw_svg(world, two_birds(), {}, {.views = {view}});
    EXPECT_EQ(count(groups(svg, "obstacle"), "<circle"), 1u) << "the ball";
    EXPECT_EQ(count(groups(svg, "obstacle"), "<path"), 1u) << "the capsule";
    EXPECT_EQ(count(groups(svg, "wall"), "<path"), 1u) << "the triangle";
  }
}

// From the side the climber stands upright and the one behind it is drawn first; from the front, the other
// way round.
TEST(Picture, DrawsTheFarthestFirst) {
  const auto order = [](Viewpoint view) {
    const std::string svg = draw_svg(empty_space(), two_birds(), {}, {.views = {view}});
    return svg.find("<title>bird 1") < svg.find("<title>hawk 2");
  };
  EXPECT_FALSE(order(Viewpoint::side)) << "the hawk is behind";
  EXPECT_TRUE(order(Viewpoint::front)) << "the bird is behind";
  EXPECT_FALSE(order(Viewpoint::top)) << "the bird is above";
}

TEST(Picture, HeadingsThatPointAtTheViewerHaveNoMark) {
  Trails trails = two_birds();
  trails.agents.pop_back();
  EXPECT_EQ(count(draw_svg(empty_space(), trails, {}, {.views = {Viewpoint::top}}), "class=\"headings\""),
            0u);
  EXPECT_EQ(count(draw_svg(empty_space(), trails, {}, {.views = {Viewpoint::side}}), "class=\"headings\""),
            1u);
}

TEST(Picture, IsometricHasAGridAxesAndPlumbLines) {
  const std::string svg = draw_svg(empty_space(), two_birds(), {}, {.views = {Viewpoint::isometric}});
  for (const char* part : {"class=\"grid\"", "class=\"axes\"", "class=\"plumb\"", "x [m]", "y [m]", "z [m]"})
    EXPECT_THAT(svg, HasSubstr(part));
}

// Ramps have their rise and slabs their height, pits their depth; platforms are where they are.
TEST(Picture, ShowsHeightsOfTheGroundFromASide) {
  const World world = std::move(test::make_world(R"({"format":1,"world":{"dimensions":2.5,
      "regions":{"up":{"min":[0,0],"max":[6,2]},"roof":{"min":[6,0],"max":[9,2]},"pit":{"min":[-3,0],"max":[-1,2]}},
      "ground":[{"region":"up","ramp":{"from":[1,0,0],"to":[6,0,3]}},{"region":"roof","height":3},
                {"region":"pit","height":-1}],
      "platforms":[{"region":"roof","keyframes":[[0,5],[1,7]]}]},
      "agent_types":{"a":{}},"agents":[{"type":"a","position":[0,0]}]})")
                                    .world);
  for (const Viewpoint view : {Viewpoint::side, Viewpoint::front, Viewpoint::isometric}) {
    const std::string svg = draw_svg(world, two_birds(), {}, {.views = {view}});
    EXPECT_EQ(count(svg, "class=\"top\""), 4u);
    EXPECT_EQ(count(svg, "class=\"sides\""), 3u) << "of the ramp, the pit and the platform";
  }
  EXPECT_EQ(count(draw_svg(world, two_birds(), {}, {.views = {Viewpoint::top}}), "class=\"top\""), 0u);
  const SceneBox box = box_of_heights(world);
  EXPECT_EQ(box.low.z, -1.0);
  EXPECT_EQ(box.high.z, 7.0);
  EXPECT_EQ(box.low.x, -3.0);
  EXPECT_GE(visible_part(world, {}, Viewpoint::side).max.y, 7.0);
}

// Edges that wrap are no lines there: the trail has a gap where it goes through.
TEST(Picture, OfABoundedWorldShowsItsEdgesFromEverySide) {
  for (const Viewpoint view : {Viewpoint::side, Viewpoint::front, Viewpoint::isometric}) {
    const std::string svg = draw_svg(bounded_world(Edge::wrap), three_sheep(), {}, {.views = {view}});
    EXPECT_EQ(count(svg, "class=\"bounds\""), 1u);
    EXPECT_EQ(count(groups(svg, "obstacle"), "<path"), 2u);
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
  }
}

// Regions of space are drawn and named from every side, at their heights.
TEST(Picture, ShowsRegionsOfSpaceFromEverySide) {
  const World world = std::move(test::make_world(R"({"format":1,"world":{"dimensions":3,
      "bounds":{"min":[-20,-20,0],"max":[20,20,80]},
      "regions":{"lair":{"center":[2,3,40],"radius":5},"shaft":{"min":[-9,-9,20],"max":[-4,-4,60]},
                 "field":{"points":[[0,0],[9,0],[0,9]]}}},
      "agent_types":{"a":{}},"agents":[{"type":"a","position":[0,0,6]}]})")
                                    .world);
  for (const Viewpoint view : {Viewpoint::side, Viewpoint::front, Viewpoint::isometric}) {
    const std::string svg = draw_svg(world, two_birds(), {}, {.views = {view}});
    const std::size_t begin = svg.find("class=\"region\"");
    ASSERT_NE(begin, std::string::npos);
    EXPECT_EQ(count(svg.substr(begin, svg.find("</g>", begin) - begin), "<circle"), 1u);
    // The name stands at the middle of the ball.
    const Rectangle part = visible_part(world, two_birds(), view);
    EXPECT_TRUE(part.contains(seen_from(view, {2.0, 3.0, 40.0})));
    EXPECT_NE(svg.find(">lair<"), std::string::npos);
    EXPECT_NE(svg.find(">shaft<"), std::string::npos);
  }
}

// The line that says from where the world is seen stands above its panel.
TEST(Picture, NamesOfViewsStandAboveTheirPanels) {
  const std::string svg = draw_svg(empty_space(), two_birds(), {});
  const std::size_t name = svg.find("class=\"view\"");
  const std::size_t frame = svg.find("overflow=\"hidden\"");
  const auto y_before = [&](std::size_t at) {
    const std::size_t begin = svg.rfind(" y=\"", at);
    return std::stod(svg.substr(begin + 4));
  };
  EXPECT_LT(y_before(name), y_before(frame));
  EXPECT_GT(y_before(name), y_before(frame) - 16.0);
}

}  // namespace
}  // namespace drover::picture_test
