// How behaviors see boxes, capsules, polygons and hollow shapes.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::obstacle_shapes_test {
namespace {

std::string world(const std::string& obstacles) {
  return fmt::format(R"(,"world":{{"obstacles":[{}]}})", obstacles);
}

std::string box(double x, double y, double width, double height, double angle_deg = 0.0,
                bool hollow = false) {
  return fmt::format(
      R"({{"id":"block","box":{{"center":[{},{}],"size":[{},{}],"angle_deg":{}}},"hollow":{}}})", x, y, width,
      height, angle_deg, hollow);
}

std::string avoidance(const std::string& variant, const std::string& keys = "") {
  return R"({"type":"obstacle_avoidance","variant":")" + variant + R"(")" + keys + "}";
}

const std::string kGoesRight = R"("position":[0,0],"velocity":[2,0])";

std::optional<Vec3> ask(const std::string& behavior, const std::string& obstacles,
                        const std::string& actor = kGoesRight) {
  return request_of({.behavior = behavior, .actor = actor, .type = kStrong, .scenario = world(obstacles)});
}

class Variants : public testing::TestWithParam<const char*> {};

// The corner of a turned box is ahead; a face would stop a ray that meets it at a right angle, as a wall
// does.
TEST_P(Variants, TurnsAwayFromABoxOnEitherSide) {
  const auto left = ask(avoidance(GetParam()), box(3.2, 1, 2, 2, 30));
  const auto right = ask(avoidance(GetParam()), box(3.2, -1, 2, 2, -30));
  ASSERT_TRUE(left && right);
  EXPECT_LT(left->y, 0.0);
  EXPECT_GT(right->y, 0.0);
  EXPECT_NEAR(left->x, right->x, 1e-9);
  EXPECT_NEAR(left->y, -right->y, 1e-9);
}

TEST_P(Variants, LeavesABoxAsideOrBehindAlone) {
  EXPECT_FALSE(ask(avoidance(GetParam()), box(3, 3, 2, 2)));
  EXPECT_FALSE(ask(avoidance(GetParam()), box(-3, 0, 2, 2)));
  EXPECT_FALSE(ask(avoidance(GetParam()), box(30, 0, 2, 2)));
}

// Out of a solid that it is in, and back from the line of a hollow one, on both sides of it.
TEST_P(Variants, KeepsOffTheBorderItIsAt) {
  const auto out = ask(avoidance(GetParam()), box(-0.5, 0, 2, 8));  // 0.5 m inside of the right side
  ASSERT_TRUE(out);
  EXPECT_GT(out->x, 0.0);
  const auto inside =
      ask(avoidance(GetParam()), box(-6, 0, 14, 40, 0, true), R"("position":[0,-1],"velocity":[2,1])");
  ASSERT_TRUE(inside);
  EXPECT_TRUE(inside->x < 0.0 || inside->y > 0.0);
}

// The actor runs at an L with the pocket ahead, and round a capsule; nothing but the behavior steers it.
TEST_P(Variants, NeverTouchesWhatItRunsPast) {
  const std::string obstacles =
      R"({"capsule":{"from":[8,-1.2],"to":[8,0.6],"radius":0.5}},{"polygon":[[18,0.2],[21,0.2],[21,1],[19,1],[19,4],[18,4]]},)" +
      box(27, -0.4, 2, 2, 45);
  Simulator simulator =
      simulator_of({.behavior = avoidance(GetParam(), R"(,"weight":4)") +
                                R"(,{"type":"seek","target":{"point":[300,0]},"weight":0.5})",
                    .actor = R"("position":[0,0.1],"velocity":[2,0])",
                    .type = R"(,"radius":0.3,"max_speed":2,"max_acceleration":6)",
                    .scenario = world(obstacles)});
  const StaticGeometry geometry = simulator.world().geometry();
  for (int k = 0; k < 1400; ++k) {
    run_steps(simulator, 1);
    for (std::uint32_t obstacle = 0; obstacle < 3; ++obstacle)
      ASSERT_FALSE(geometry.overlaps_obstacle(obstacle, position_of(simulator), 0.3 - 1e-9)) << k;
  }
  EXPECT_GT(position_of(simulator).x, 35.0);
}

// Straight ahead of an actor at the origin that runs along +x, from `x` [m] on.
std::vector<std::string> shapes_ahead(double x) {
  const auto at = [x](double offset) { return fmt::format("{}", x + offset); };
  return {R"({"center":[)" + at(1) + R"(,0],"radius":1})",
          R"({"center":[)" + at(3) + R"(,0],"radius":3})",
          R"({"center":[)" + at(1) + R"(,0],"radius":1,"hollow":true})",
          box(x + 1, 0, 2, 2),
          box(x + 0.5, 0, 1, 4),
          box(x + 1, 0, 2, 2, 0, true),
          box(x + 1.5, 0, 2, 2, 45),
          R"({"capsule":{"from":[)" + at(0.5) + R"(,-1],"to":[)" + at(0.5) + R"(,1],"radius":0.5}})"};
}

// Head-on nothing says which side is nearer: the tie goes to the left, whether a ray ends before the center
// of what it meets or beyond.
TEST_P(Variants, HeadOnTheTieGoesToTheLeft) {
  for (const double x : {2.0, 3.0}) {
    for (const std::string& shape : shapes_ahead(x)) {
      const auto request = ask(avoidance(GetParam()), shape);
      ASSERT_TRUE(request) << shape;
      EXPECT_GT(request->y, 0.1) << shape;
    }
  }
  const auto turned = ask(avoidance(GetParam()), R"({"center":[1.8,2.4],"radius":1})",
                          R"("position":[0,0],"velocity":[1.2,1.6])");
  ASSERT_TRUE(turned);
  EXPECT_GT(1.2 * turned->y - 1.6 * turned->x, 0.1);
}

// So nobody stands before an obstacle for ever who wants to go on, whichever of the two is stronger.
TEST_P(Variants, HeadOnItGetsRound) {
  for (const char* weight : {R"(,"weight":1)", R"(,"weight":4)"}) {
    for (const std::string& shape : shapes_ahead(11)) {
      Simulator simulator = simulator_of(
          {.behavior = avoidance(GetParam(), weight) + R"(,{"type":"arrive","target":{"point":[24,0]}})",
           .actor = R"("position":[0,0],"velocity":[2,0])",
           .type = R"(,"radius":0.3,"max_speed":2,"max_acceleration":6)",
           .scenario = world(shape)});
      run_steps(simulator, 1500);
      EXPECT_LT(distance_to(simulator, {24, 0, 0}), 0.5) << weight << shape;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(ObstacleShapes, Variants,
                         testing::Values("box", "feeler", "ray_normal", "ray_center", "ray_reflect"),
                         [](const auto& param) { return std::string(param.param); });

// A polygon of many corners is nearly the circle it is drawn in.
TEST(ObstacleShapes, ARoundPolygonIsAvoidedLikeACircle) {
  std::string corners;
  for (int k = 0; k < 720; ++k) {
    const auto angle = det::sin_cos(det::kTwoPi * k / 720);
    corners += fmt::format("{}[{},{}]", k > 0 ? "," : "", 4 + 1.5 * angle.cos, 0.8 + 1.5 * angle.sin);
  }
  for (const char* variant : {"box", "ray_normal", "ray_reflect"}) {
    const auto round = ask(avoidance(variant), R"({"center":[4,0.8],"radius":1.5})");
    const auto polygon = ask(avoidance(variant), R"({"polygon":[)" + corners + "]}");
    ASSERT_TRUE(round && polygon) << variant;
    EXPECT_LT(length(*round - *polygon), 0.02 * length(*round)) << variant;
  }
}

TEST(ObstacleShapes, WallFeelersMeetHollowShapesFromInside) {
  const std::string feelers = R"({"type":"wall_avoidance","obstacles":true})";
  const auto push = ask(feelers, box(0, 0, 3, 40, 0, true));
  ASSERT_TRUE(push);
  EXPECT_LT(push->x, 0.0);
  EXPECT_FALSE(ask(R"({"type":"wall_avoidance"})", box(0, 0, 3, 40, 0, true)));
}

std::string hide(const std::string& keys = "") {
  return R"({"type":"hide","target":{"agent":"hunter"})" + keys + "}";
}
const std::string kHunter = R"(,{"type":"body","id":"hunter","position":[-10,0]})";

TEST(ObstacleShapes, HidesBehindABoxAtItsDistance) {
  Simulator simulator = simulator_of({.behavior = hide(R"(,"distance_from_boundary":1.25)"),
                                      .actor = R"("position":[2,6])",
                                      .bodies = kHunter,
                                      .scenario = world(box(0, 0, 2, 4))});
  run_steps(simulator, 1000);
  EXPECT_LT(distance_to(simulator, {2.25, 0, 0}), 1e-6);
  EXPECT_TRUE(simulator.world().geometry().blocks_sight(position_of(simulator), position_of(simulator, 1)));
}

TEST(ObstacleShapes, HidesBehindAHollowBlockOutsideOfIt) {
  Simulator simulator = simulator_of({.behavior = hide(R"(,"distance_from_boundary":1)"),
                                      .actor = R"("position":[8,3])",
                                      .bodies = kHunter,
                                      .scenario = world(box(0, 0, 4, 4, 45, true))});
  run_steps(simulator, 1000);
  EXPECT_TRUE(simulator.world().geometry().blocks_sight(position_of(simulator), position_of(simulator, 1)));
  EXPECT_GT(position_of(simulator).x, 2.8);
}

TEST(ObstacleShapes, TargetsAreTheirNearestPlace) {
  const auto request =
      ask(R"({"type":"seek","target":{"obstacle":"block"}})", box(10, 5, 6, 2), R"("position":[10,0])");
  ASSERT_TRUE(request);
  EXPECT_NEAR(direction(*request).y, 1.0, 1e-12);
}

}  // namespace
}  // namespace drover::test::obstacle_shapes_test
