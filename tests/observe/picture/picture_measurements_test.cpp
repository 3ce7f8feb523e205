#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/metrics/metric_set.h"
#include "observe/picture/picture.h"
#include "support/observed_run.h"

namespace drover::picture_measurements_test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kScenario =
    R"({"format":1,"agent_types":{"a":{}},"agents":[{"type":"a","position":[0,0]}],
  "world":{"regions":{"hall":{"min":[-4,-4],"max":[4,4]},"spot":{"center":[0,0],"radius":1}}},
  "record":{"metrics":{"door":{"type":"line_crossings","from":[4,1],"to":[4,-1]},
    "out":{"type":"evacuation","region":"hall"},"there":{"type":"area","region":"spot"},"speed":{}}}})";

TEST(MetricMarks, SayWhereTheMetricsOfAScenarioMeasure) {
  const std::vector<MetricMark> marks = metric_marks(test::load_run(kScenario).def.record);
  ASSERT_EQ(marks.size(), 3u);
  EXPECT_EQ(marks[0].metric, "door");
  EXPECT_EQ(marks[0].from, (Vec3{4, 1, 0}));
  EXPECT_EQ(marks[0].to, (Vec3{4, -1, 0}));
  EXPECT_EQ(marks[1].region, "hall");
  EXPECT_EQ(marks[2].region, "spot");
}

TEST(MeasurementPictures, AreALayerWithItsEntryInTheLegend) {
  const test::LoadedRun run = test::load_run(kScenario);
  const World& world = run.simulator.world();
  TrailRecorder trails(world);
  trails.observe(world);
  EXPECT_THAT(draw_svg(world, trails.trails(world), {}), Not(HasSubstr("measurement")));
  PictureOptions options;
  options.measurements = {{.name = "door", .region = "", .from = {4, 1, 0}, .to = {4, -1, 0}},
                          {.name = "there", .region = "spot", .from = {}, .to = {}}};
  const std::string svg = draw_svg(world, trails.trails(world), {}, options);
  EXPECT_THAT(svg, HasSubstr(R"(class="measurement")"));
  EXPECT_THAT(svg, HasSubstr(">measurements<"));
  EXPECT_THAT(svg, HasSubstr(">door<"));
}

}  // namespace
}  // namespace drover::picture_measurements_test
