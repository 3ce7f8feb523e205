#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/random.h"
#include "support/observed_run.h"

namespace drover::clearance_metric_test {
namespace {

using test::coasting;
using test::is_absent;
using test::measure;
using test::value_of;

// A body of radius 0.5 m coasts along y = 0 from x = -5 with 1 m/s.
constexpr const char* kMover = R"({"type":"a","position":[-5,0],"velocity":[1,0],"group":"movers"})";

TEST(Clearance, IsTheLeastDistanceToAnObstacleOnTheWayPast) {
  const MetricResults results = measure(
      coasting(kMover, R"("clearance":{})", R"(,"world":{"obstacles":[{"center":[0,3],"radius":1}]})"), 40);
  EXPECT_EQ(value_of(results, "clearance.min_center"), 2.0);
  EXPECT_EQ(value_of(results, "clearance.min_rim"), 1.5);
}

TEST(Clearance, IsTheLeastDistanceToAnyWallItsEndIncluded) {
  const MetricResults results =
      measure(coasting(kMover, R"("clearance":{})",
                       R"(,"world":{"walls":[{"points":[[-9,7],[9,7]]},{"points":[[0,1.25],[0,4]]}]})"),
              40);
  EXPECT_EQ(value_of(results, "clearance.min_center"), 1.25);
  EXPECT_EQ(value_of(results, "clearance.min_rim"), 0.75);
}

TEST(Clearance, IsNegativeWhereBodiesOverlapWhatStandsThere) {
  const MetricResults results = measure(
      coasting(kMover, R"("clearance":{})", R"(,"world":{"obstacles":[{"center":[0,0.25],"radius":1}]})"),
      40);
  EXPECT_EQ(value_of(results, "clearance.min_center"), -0.75);
  EXPECT_EQ(value_of(results, "clearance.min_rim"), -1.25);
}

// A body that stands 1 m inside a square of side 4.
std::string inside_box(const char* keys) {
  return coasting(R"({"type":"a","position":[0,0]})", R"("clearance":{},"collisions":{})",
                  R"(,"world":{"walls":[{"closed":true,"points":[[-1,-2],[3,-2],[3,2],[-1,2]])" +
                      std::string(keys) + "}]}");
}

TEST(Clearance, IsNegativeInsideAWallThatIsSolid) {
  const MetricResults solid = measure(inside_box(R"(,"solid":true)"), 4);
  EXPECT_EQ(value_of(solid, "clearance.min_center"), -1.0);
  EXPECT_EQ(value_of(solid, "clearance.min_rim"), -1.5);
  EXPECT_EQ(value_of(solid, "collisions.agent_wall"), 1.0);
  EXPECT_EQ(value_of(solid, "collisions.agent_wall_seconds"), 4 * 0.25);
  const MetricResults room = measure(inside_box(""), 4);
  EXPECT_EQ(value_of(room, "clearance.min_center"), 1.0);
  EXPECT_EQ(value_of(room, "collisions.agent_wall"), 0.0);
}

// The mover passes 1 m from a box, through the line of a hollow square and over the rim of a capsule.
TEST(Clearance, AndContactsKnowAllShapes) {
  const auto past = [](const char* obstacle) {
    return measure(coasting(kMover, R"("clearance":{},"collisions":{})",
                            std::string(R"(,"world":{"obstacles":[)") + obstacle + "]}"),
                   40);
  };
  const MetricResults box = past(R"({"box":{"center":[0,2],"size":[4,2]}})");
  EXPECT_EQ(value_of(box, "clearance.min_center"), 1.0);
  EXPECT_EQ(value_of(box, "collisions.agent_obstacle"), 0.0);
  const MetricResults through = past(R"({"box":{"center":[0,0],"size":[4,2]}})");
  EXPECT_EQ(value_of(through, "clearance.min_center"), -1.0);
  EXPECT_EQ(value_of(through, "collisions.agent_obstacle"), 1.0);
  const MetricResults hollow = past(R"({"box":{"center":[0,0],"size":[4,8]},"hollow":true})");
  EXPECT_EQ(value_of(hollow, "clearance.min_center"), 0.0);
  EXPECT_EQ(value_of(hollow, "collisions.agent_obstacle"), 2.0);  // once into it, once out of it
  const MetricResults capsule = past(R"({"capsule":{"from":[0,1.5],"to":[0,4],"radius":1.25}})");
  EXPECT_EQ(value_of(capsule, "clearance.min_center"), 0.25);
  EXPECT_EQ(value_of(capsule, "clearance.min_rim"), -0.25);
}

TEST(Clearance, CountsTheInitialState) {
  const MetricResults results = measure(
      coasting(kMover, R"("clearance":{})", R"(,"world":{"walls":[{"points":[[-5,-1],[-5,-2]]}]})"), 40);
  EXPECT_EQ(value_of(results, "clearance.min_center"), 1.0);
}

TEST(Clearance, OfAGroupLooksAtItsMembersOnly) {
  std::string agents = kMover;
  agents += R"(,{"type":"a","position":[0,2.5]})";
  const char* world = R"(,"world":{"obstacles":[{"center":[0,4],"radius":1}]})";
  EXPECT_EQ(value_of(measure(coasting(agents, R"("clearance":{})", world), 40), "clearance.min_center"), 0.5);
  EXPECT_EQ(value_of(measure(coasting(agents, R"("clearance":{"group":"movers"})", world), 40),
                     "clearance.min_center"),
            3.0);
}

TEST(Clearance, IsMeasuredThroughTheEdgeOfAWorldThatWraps) {
  const MetricResults results = measure(
      coasting(
          R"({"type":"a","position":[7.5,4]})", R"("clearance":{})",
          R"(,"world":{"bounds":{"min":[0,0],"max":[8,8],"edge":"wrap"},"obstacles":[{"center":[1,4],"radius":0.25}]})"),
      1);
  EXPECT_EQ(value_of(results, "clearance.min_center"), 1.25);
}

// Nothing in the middle; round it slanting walls with bounding boxes that come nearer than the walls do.
TEST(Clearance, IsTheLeastAmongManyThings) {
  Draws draws({96});
  const auto point = [&](double reach) {
    const double x = reach * draws.signed_uniform();
    const double y = reach * draws.signed_uniform();
    return Vec3{x, y, 0.0};
  };
  for (int scene = 0; scene < 40; ++scene) {
    std::string obstacles, walls;
    double min_distance = kInfinity;
    for (int k = 0; k < 20; ++k) {
      const char* comma = k > 0 ? "," : "";
      const Vec3 center = direction(point(1.0)) * (20.0 + std::fabs(point(20.0).x));
      Vec3 a, b;
      do {
        a = point(40.0);
        b = a + point(20.0);
      } while (length(nearest_point_on_segment(a, b, {})) < 13.0);
      min_distance = smaller(min_distance, length(center) - 1.0);
      min_distance = smaller(min_distance, length(nearest_point_on_segment(a, b, {})));
      obstacles += fmt::format(R"({}{{"center":[{},{}],"radius":1}})", comma, center.x, center.y);
      walls += fmt::format(R"({}{{"points":[[{},{}],[{},{}]]}})", comma, a.x, a.y, b.x, b.y);
    }
    const std::string world = fmt::format(R"(,"world":{{"obstacles":[{}],"walls":[{}]}})", obstacles, walls);
    const MetricResults results =
        measure(coasting(R"({"type":"a","position":[0,0]})", R"("clearance":{})", world), 1);
    EXPECT_EQ(value_of(results, "clearance.min_center"), min_distance);
  }
}

TEST(Clearance, IsAbsentWhereThereIsNothingToKeepClearOf) {
  const MetricResults results = measure(coasting(kMover, R"("clearance":{})"), 4);
  EXPECT_TRUE(is_absent(results, "clearance.min_center"));
  EXPECT_TRUE(is_absent(results, "clearance.min_rim"));
}

}  // namespace
}  // namespace drover::clearance_metric_test
