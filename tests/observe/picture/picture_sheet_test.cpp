#include "observe/picture/picture_sheet.h"

#include <cstdlib>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::picture_sheet_test {
namespace {

using testing::HasSubstr;

// An agent that went from the origin along x [m].
SheetEntry entry(const std::string& title, double way) {
  const Simulator simulator = test::make_simulator(test::scene("[]", R"([{"type":"a","position":[0,0]}])"));
  Trail trail;
  trail.number = 1;
  trail.radius = 0.5;
  trail.points = {{{0.0, 0.0, 0.0}, 0}, {{way, 0.0, 0.0}, 100}};
  return {.title = title,
          .short_title = title,
          .scene = simulator.world(),
          .trails = {{{"walker", ""}}, {trail}}};
}

std::set<std::string> values_of(const std::string& svg, const std::string& begin) {
  std::set<std::string> values;
  for (std::size_t at = svg.find(begin); at != std::string::npos; at = svg.find(begin, at + 1)) {
    const std::size_t from = at + begin.size();
    values.insert(svg.substr(from, svg.find('"', from) - from));
  }
  return values;
}

TEST(Sheet, ShowsAllRunsAtOneScaleAndOfOnePart) {
  const std::vector<SheetEntry> entries = {entry("slow", 10.0), entry("fast", 40.0), entry("<b>", 20.0)};
  const std::string svg =
      draw_sheet(entries, {.title = "speeds", .facts = {"3 runs"}, .warnings = {}}, 1000.0);
  for (const char* part : {">slow<", ">fast<", ">&lt;b&gt;<", ">speeds<", ">3 runs<", ">walker<"})
    EXPECT_THAT(svg, HasSubstr(part));
  EXPECT_EQ(values_of(svg, R"(class="trail" data-agent=")").size(), 1u);
  // The bodies at the ends have one radius, at different places.
  const std::string ends = R"(<circle cx=")";
  EXPECT_GE(values_of(svg, ends).size(), 3u);
}

TEST(Sheet, HasTheSameBytesEachTime) {
  const std::vector<SheetEntry> entries = {entry("one", 10.0)};
  EXPECT_EQ(draw_sheet(entries, {.title = "t", .facts = {}, .warnings = {}}, 800.0),
            draw_sheet(entries, {.title = "t", .facts = {}, .warnings = {}}, 800.0));
}

}  // namespace
}  // namespace drover::picture_sheet_test
