// Colors, marks along trails, labels and borders: what tells things of a picture apart.
#include "observe/picture/picture_marks.h"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/picture/picture.h"
#include "observe/picture/picture_labels.h"
#include "observe/picture/picture_view.h"
#include "observe/picture/type_colors.h"
#include "support/model_of.h"

namespace drover::picture_marks_test {
namespace {

using testing::HasSubstr;
using testing::Not;

// Stands at `place` for the steps 0 to `stand`, then goes on by `velocity` a step until step 100.
Trail standing_trail(std::uint32_t number, Vec3 place, int stand, Vec3 velocity) {
  Trail trail{number, 0, 0.5, {}, {1.0, 0.0, 0.0}, false, {}};
  for (int step = 0; step <= 100; ++step)
    trail.points.push_back({place + velocity * std::max(0, step - stand), step});
  return trail;
}

Trails one_type(std::vector<Trail> agents) {
  return {{{"walker", ""}}, std::move(agents)};
}

// Ten seconds in a hundred steps.
PictureInfo ten_seconds() {
  PictureInfo info;
  info.scenario = "marks";
  info.steps = 100;
  info.duration = 10.0;
  return info;
}

Trails of_colors(const std::vector<std::string>& colors) {
  Trails trails;
  for (const std::string& color : colors) {
    trails.agents.push_back(standing_trail(0, {}, 0, {}));
    trails.agents.back().type = static_cast<std::uint32_t>(trails.types.size());
    trails.types.push_back({"t", color});
  }
  return trails;
}

TEST(TypeColors, NoTwoTypesShareOne) {
  std::vector<std::string> many(300, "");
  for (std::size_t k = 0; k < 40; ++k)
    many[3 * k] = "#d55e00";
  for (const std::vector<std::string>& said :
       {many, {"", "", "#d55e00"}, {"#0072b2", "#0072b2", ""}, {"black", "#000", "white", "#fff"}}) {
    std::set<std::string> seen;
    for (const Color color : type_colors(of_colors(said)))
      seen.insert(color_text(color));
    EXPECT_EQ(seen.size(), said.size());
  }
}

TEST(TypeColors, KeepWhatIsSaidAndTheirPlaceInThePalette) {
  const std::vector<Color> colors = type_colors(of_colors({"", "", "#1f77b4", "gold"}));
  EXPECT_NE(colors[0], palette_color(0)) << "too much like #1f77b4";
  EXPECT_EQ(colors[1], palette_color(1));
  EXPECT_EQ(colors[2], parse_color("#1f77b4"));
  EXPECT_EQ(colors[3], parse_color("gold"));
}

TEST(TypeColors, TypesWithoutAgentsTakeNone) {
  Trails trails = of_colors({"red", "red"});
  trails.agents.erase(trails.agents.begin());
  EXPECT_EQ(type_colors(trails)[1], parse_color("red"));
}

TEST(PictureMarks, EvenTimesAreWhereTheAgentWasThen) {
  const PictureMarks marks =
      picture_marks(one_type({standing_trail(1, {}, 0, {0.1, 0.0, 0.0})}), 0.0, 10.0, 100);
  ASSERT_EQ(marks.times.size(), 9U);
  for (std::size_t n = 0; n < 9; ++n)
    EXPECT_NEAR(marks.times[n].position.x, static_cast<double>(n + 1), 1e-12);
  std::vector<Trail> crowd(13, standing_trail(1, {}, 0, {0.1, 0.0, 0.0}));
  EXPECT_TRUE(picture_marks(one_type(std::move(crowd)), 0.0, 10.0, 100).times.empty());
}

TEST(PictureMarks, WhoStoodIsMarkedUnlessTheDiscIsThere) {
  const Vec3 place{3.0, 2.0, 0.0};
  const auto stands = [&](int steps, bool gone) {
    Trail trail = standing_trail(1, place, steps, {0.2, 0.0, 0.0});
    trail.gone = gone;
    return picture_marks(one_type({trail}), 0.0, 10.0, 100).stands.size();
  };
  EXPECT_EQ(stands(60, false), 1U);
  EXPECT_EQ(stands(1, false), 0U) << "too short";
  EXPECT_EQ(stands(100, false), 0U) << "until the end";
  EXPECT_EQ(stands(100, true), 1U) << "and then removed";
}

TEST(PictureMarks, ModesAreNamedWhereTheyBegin) {
  Trail trail = standing_trail(1, {}, 0, {0.1, 0.0, 0.0});
  trail.modes = {{{}, 0, "patrol"}, {{5.0, 0.0, 0.0}, 50, "hunt"}};
  const std::string svg = draw_svg(World{}, one_type({trail}), ten_seconds());
  for (const char* part : {">patrol<", ">hunt<", R"(class="modes")", ">change of mode<", ">every 1 s<"})
    EXPECT_THAT(svg, HasSubstr(part));
}

// The way to the place where a mode begins belongs to the mode before.
TEST(PictureMarks, TrailsHaveTheColorsOfModesWhereTheyAreALayer) {
  Trail trail = standing_trail(1, {}, 0, {0.1, 0.0, 0.0});
  trail.modes = {{{}, 0, "patrol"}, {{5.0, 0.0, 0.0}, 50, "hunt"}};
  const Trails trails = one_type({trail});
  const ModeColors colors = mode_colors(trails);
  ASSERT_EQ(colors.size(), 2U);
  const auto stroke = [](const ModeColors::value_type& mode) {
    return fmt::format(R"( stroke="{}")", color_text(visible_on_white(mode.second)));
  };
  PictureOptions options;
  EXPECT_THAT(draw_svg(World{}, trails, ten_seconds(), options), Not(HasSubstr(stroke(colors[1]) + " d=")));
  options.modes = true;
  const std::string svg = draw_svg(World{}, trails, ten_seconds(), options);
  EXPECT_THAT(svg, HasSubstr(">mode patrol<"));
  EXPECT_THAT(svg, HasSubstr(stroke(colors[0]) + " d="));
  EXPECT_GT(svg.find(stroke(colors[1]) + " d="), svg.find(stroke(colors[0]) + " d="));
}

TEST(Picture, DiscsInOnePlaceAreRings) {
  const auto radii = [](std::vector<Trail> agents) {
    const std::string svg = draw_svg(World{}, one_type(std::move(agents)), ten_seconds());
    std::set<std::string> found;
    const std::string ends = svg.substr(svg.find(R"(<g class="ends")"));
    const std::string group = ends.substr(0, ends.find("</g>"));
    for (std::size_t at = group.find(" r=\""); at != std::string::npos; at = group.find(" r=\"", at + 1))
      found.insert(group.substr(at, group.find('"', at + 4) - at));
    return found.size();
  };
  const Trail a = standing_trail(1, {}, 0, {});
  EXPECT_EQ(radii({a, a, a}), 3U);
  EXPECT_EQ(radii({a, standing_trail(2, {2.0, 0.0, 0.0}, 0, {})}), 1U);
}

World with_walls(std::vector<WallDef> walls, std::vector<ObstacleDef> obstacles = {}) {
  WorldDef def;
  def.walls = std::move(walls);
  def.obstacles = std::move(obstacles);
  World world;
  Model& model = test::model_of(world);
  model.statics = std::make_shared<Statics>(Statics{StaticShapes(def, model.bounds), {}});
  return world;
}

WallDef square(double size, bool solid) {
  return {"w", {{0, 0, 0}, {size, 0, 0}, {size, size, 0}, {0, size, 0}}, true, solid};
}

TEST(Picture, FillsSolidWallsOnly) {
  const Trails trails = one_type({standing_trail(1, {-2.0, 0.0, 0.0}, 0, {})});
  EXPECT_THAT(draw_svg(with_walls({square(2.0, true)}), trails, ten_seconds()), HasSubstr("class=\"solid\""));
  EXPECT_THAT(draw_svg(with_walls({square(2.0, false)}), trails, ten_seconds()), Not(HasSubstr("\"solid\"")));
}

TEST(VisiblePart, ThingsNearTheTrailsAreShownWhole) {
  const Trails trails = one_type({standing_trail(1, {5.0, 5.0, 0.0}, 0, {0.1, 0.0, 0.0})});
  EXPECT_TRUE(visible_part(with_walls({square(14.0, false)}), trails).contains({14.0, 14.0}));
  ObstacleDef tower;
  tower.center = Vec3{23.0, 5.0, 0.0};
  tower.radius = 1.0;
  EXPECT_TRUE(visible_part(with_walls({}, {tower}), trails).contains({24.0, 5.0}));
  EXPECT_LT(visible_part(with_walls({square(1000.0, false)}), trails).width(), 40.0);
}

// The middle of the text of a label.
Vec2 middle_of_label(const std::string& svg, const std::string& text) {
  const std::string element = svg.substr(0, svg.find(">" + text + "<"));
  const std::string tag = element.substr(element.rfind("<text"));
  return {std::stod(tag.substr(tag.find("x=\"") + 3)), std::stod(tag.substr(tag.find("y=\"") + 3))};
}

TEST(LabelPlacer, ALabelStaysWithWhatItNames) {
  SvgDocument svg;
  LabelPlacer labels({{0.0, 0.0}, {400.0, 400.0}});
  const Rectangle north{{0.0, 0.0}, {200.0, 80.0}};
  labels.block({{90.0, 30.0}, {110.0, 50.0}});  // an agent in the middle of it
  ASSERT_TRUE(labels.place_within(
      svg, "north", north, [&](Vec2 p) { return north.contains(p); }, "#000"));
  EXPECT_TRUE(north.contains(middle_of_label(svg.text(), "north")));
  labels.block({{200.0, 200.0}, {240.0, 240.0}}, 7);
  labels.place(svg, "rock", {{220.0, 220.0}, {20.0, 20.0}, true, 7}, "#000");
  labels.place(svg, "ann", {{220.0, 248.0}, {5.0, 5.0}}, "#000");
  EXPECT_EQ(middle_of_label(svg.text(), "rock").x, 220.0);
  const Vec2 ann = middle_of_label(svg.text(), "ann");
  EXPECT_FALSE((Rectangle{{200.0, 200.0}, {240.0, 240.0}}.contains(ann))) << "it would name the rock";
}

}  // namespace
}  // namespace drover::picture_marks_test
