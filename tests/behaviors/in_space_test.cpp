// Behaviors about what does not move, in space: what they ask for in a plane of it is what they ask for in
// the plane, and what they look at is around them in all directions.
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/ask.h"
#include "behaviors/obstacle_box.h"
#include "behaviors/wall_feelers.h"
#include "core/random.h"
#include "sim/space_scene.h"

namespace drover::test::in_space_test {
namespace {

// A world in the plane, and the same in space: its discs are balls, its walls upright surfaces.
struct Flat {
  std::string behaviors = "", obstacles = "", wall_points = "", others = "";
  std::string regions = "{}", paths = "{}";
};

std::string flat_scene(const Flat& flat, bool in_space, Vec3 velocity) {
  std::string walls;
  if (!flat.wall_points.empty() && !in_space) walls = R"({"points":[[)" + flat.wall_points + "]]}";
  if (!flat.wall_points.empty() && in_space) {
    const std::size_t middle = flat.wall_points.find("],[");
    const std::string a = flat.wall_points.substr(0, middle);
    const std::string b = flat.wall_points.substr(middle + 3);
    walls = fmt::format(R"({{"points":[[{},-50],[{},-50],[{},50],[{},50]],"triangles":[[0,1,2],[0,2,3]]}})",
                        a, b, b, a);
  }
  return fmt::format(
      R"({{"format":1,"seed":1,"world":{{{}"obstacles":[{}],"walls":[{}],"regions":{},"paths":{}}},
        "agent_types":{{"a":{{"radius":0.5,"max_speed":3,"steering":{{"behaviors":{}}}}},
                        "b":{{"radius":0.5,"max_speed":3,"steering":{{"behaviors":[]}}}}}},
        "agents":[{{"type":"a","position":[0,0],"velocity":[{},{}]}}{}]}})",
      in_space ? R"("dimensions":3,)" : "", flat.obstacles, walls, flat.regions, flat.paths, flat.behaviors,
      velocity.x, velocity.y, flat.others);
}

void expect_alike(const Flat& flat) {
  Draws draws({31});
  int asked = 0;
  for (int k = 0; k < 40; ++k) {
    const Vec3 p = random_point(draws, 3.0);
    const Vec3 velocity{p.x, p.y, 0.0};
    const auto in_plane = request_of(flat_scene(flat, false, velocity));
    const auto in_space = request_of(flat_scene(flat, true, velocity));
    ASSERT_EQ(in_plane.has_value(), in_space.has_value()) << k;
    if (!in_plane) continue;
    ++asked;
    EXPECT_NEAR(length(*in_plane - *in_space), 0.0, 1e-11 * (1.0 + length(*in_plane))) << k;
  }
  EXPECT_GT(asked, 4);
}

constexpr const char* kDiscs =
    R"({"center":[4,1],"radius":1},{"center":[-3,2],"radius":1.5},{"center":[0,-5],"radius":2},{"center":[-4,-3],"radius":1,"hollow":true})";

TEST(InAPlaneOfSpace, ObstacleAvoidanceAsksForTheSame) {
  expect_alike({.behaviors = R"([{"type":"obstacle_avoidance"}])", .obstacles = kDiscs});
  for (const char* variant : {"ray_normal", "ray_center", "ray_reflect"}) {
    expect_alike({.behaviors = fmt::format(R"([{{"type":"obstacle_avoidance","variant":"{}"}}])", variant),
                  .obstacles = kDiscs,
                  .wall_points = "1,3],[-5,3"});
  }
}

TEST(InAPlaneOfSpace, WallAvoidanceAsksForTheSame) {
  for (const char* config : {"single_whiskers", "single", "fan", "parallel", "sweep", "volume"}) {
    expect_alike(
        {.behaviors = fmt::format(R"([{{"type":"wall_avoidance","config":"{}","obstacles":true}}])", config),
         .obstacles = kDiscs,
         .wall_points = "2,3],[1,-4"});
  }
  expect_alike({.behaviors = R"([{"type":"wall_avoidance","variant":"rays"}])", .wall_points = "2,3],[1,-4"});
}

TEST(InAPlaneOfSpace, CollisionAvoidanceAsksForTheSame) {
  expect_alike({.behaviors = R"([{"type":"collision_avoidance"}])",
                .others = R"(,{"type":"b","position":[3,1],"velocity":[-2,0]},
                             {"type":"b","position":[-2,2],"velocity":[1,-1]},{"type":"b","position":[0,-4]})"});
}

TEST(InAPlaneOfSpace, ContainmentAsksForTheSame) {
  for (const char* region : {R"({"center":[1,0],"radius":3})", R"({"min":[-2,-3],"max":[4,1]})",
                             R"({"points":[[-2,-2],[3,-1],[1,3]]})"}) {
    expect_alike({.behaviors = R"([{"type":"containment","region":"pen"}])",
                  .regions = fmt::format(R"({{"pen":{}}})", region)});
  }
}

TEST(InAPlaneOfSpace, HideAsksForTheSame) {
  expect_alike({.behaviors = R"([{"type":"hide","target":{"agent":"hunter"}}])",
                .obstacles = R"({"center":[4,1],"radius":1},{"center":[-3,2],"radius":1.5})",
                .wall_points = "2,3],[1,-4",
                .others = R"(,{"type":"b","id":"hunter","position":[3,6]})"});
}

TEST(InAPlaneOfSpace, FollowPathAsksForTheSame) {
  for (const char* variant : {"waypoint", "rabbit", "predictive"}) {
    expect_alike(
        {.behaviors = fmt::format(R"([{{"type":"follow_path","path":"p","variant":"{}"}}])", variant),
         .paths = R"({"p":{"points":[[-3,0],[2,2],[6,-1],[9,4]]}})"});
  }
}

std::vector<Aim> aims_of(std::string_view behavior, std::string_view world, std::string_view agent) {
  const Simulator simulator = make_simulator(scene(fmt::format("[{}]", behavior), fmt::format("[{}]", agent),
                                                   R"(,"radius":0.5,"max_speed":3)",
                                                   fmt::format(R"(,"world":{{"dimensions":3{}}})", world)));
  World& world_now = world_of(const_cast<Simulator&>(simulator));  // NOLINT: a behavior may change its memory
  const std::vector<PerceptionPass> passes = perceive_now(simulator);
  const StackEntry& asked = world_now.model().type_of(0).entries[0];
  Aims aims;
  asked.kind->aim(asked.params.get(), AgentView(world_now, passes, asked), 0, aims);
  return {aims.all().begin(), aims.all().end()};
}

TEST(InSpace, ContainmentLeadsBackFromTheCeiling) {
  const auto aims = aims_of(R"({"type":"containment","region":"pen","margin":1})",
                            R"(,"regions":{"pen":{"min":[-5,-5,0],"max":[5,5,10]}})",
                            R"({"type":"a","position":[0,1,9],"velocity":[0,0,3]})");
  ASSERT_EQ(aims.size(), 1u);
  EXPECT_NEAR(length(aims[0].place - Vec3{0, 1, 9}), 0.0, 1e-12);
}

TEST(InSpace, FollowPathGoesUpAHelix) {
  std::string points;
  for (int k = 0; k < 40; ++k) {
    const auto turn = det::sin_cos(0.3 * k);
    points += fmt::format("{}[{},{},{}]", k == 0 ? "" : ",", 5.0 * turn.cos, 5.0 * turn.sin, 0.2 * k);
  }
  const std::string world = fmt::format(R"(,"paths":{{"p":{{"points":[{}]}}}})", points);
  const auto aims =
      aims_of(R"({"type":"follow_path","path":"p"})", world, R"({"type":"a","position":[0,0,3]})");
  ASSERT_EQ(aims.size(), 1u);
  EXPECT_NEAR(length(aims[0].place - Vec3{5, 0, 0}), 0.0, 1e-12);
}

// A path as a curve in space, against all its segments.
TEST(InSpace, APathFindsItsNearestPoint) {
  Draws draws({32});
  std::vector<Vec3> points;
  for (int k = 0; k < 200; ++k)
    points.push_back(random_point(draws, 10.0));
  const Path path("p", {.points = path_points(points)});
  for (int k = 0; k < 300; ++k) {
    const Vec3 p = random_point(draws, 12.0);
    double least = kInfinity;
    for (std::size_t n = 1; n < points.size(); ++n)
      least = smaller(least, length(p - nearest_point_on_segment(points[n - 1], points[n], p)));
    EXPECT_NEAR(length(path.point_at(path.nearest_parameter(p)) - p), least, 1e-9);
  }
}

TEST(InSpace, HideFindsTheSpotBelowARock) {
  const auto aims =
      aims_of(R"({"type":"hide","target":{"point":[0,0,20]},"distance_from_boundary":1})",
              R"(,"obstacles":[{"center":[0,0,10],"radius":2},{"box":{"center":[9,9,0],"size":[2,2,2]}}])",
              R"({"type":"a","position":[1,0,0]})");
  ASSERT_EQ(aims.size(), 1u);
  EXPECT_NEAR(length(aims[0].place - Vec3{0, 0, 7}), 0.0, 1e-12);
}

const DetectionBox kAhead{{0, 0, 0}, {1, 0, 0}, 0.5, 8.0, 0.0};

TEST(DetectionCylinder, PassesABallOnTheSideAwayFromItsCenter) {
  Draws draws({33});
  for (int k = 0; k < 300; ++k) {
    const Vec3 off = random_point(draws, 1.4);
    const Vec3 center{4.0, off.y, off.z};
    const double across = length(Vec3{0, off.y, off.z});
    const auto hit = hit_in_cylinder(kAhead, center, 1.0);
    ASSERT_EQ(hit.has_value(), across < 1.5);
    if (!hit) continue;
    EXPECT_NEAR(length(hit->aside + direction({0, off.y, off.z})), 0.0, 1e-12);
    EXPECT_NEAR(hit->clear, 1.5 - across, 1e-12);
    EXPECT_NEAR(hit->gap, 4.0 - std::sqrt(2.25 - across * across), 1e-12);
    // A turn about the heading turns the answer.
    const auto turned = hit_in_cylinder(kAhead, {4.0, -off.z, off.y}, 1.0);
    EXPECT_NEAR(length(turned->aside - Vec3{0.0, -hit->aside.z, hit->aside.y}), 0.0, 1e-12);
  }
  EXPECT_EQ(hit_in_cylinder(kAhead, {4, 0, 0}, 1.0)->aside, (Vec3{0, 1, 0})) << "dead ahead: to the left";
  const DetectionBox up{{0, 0, 0}, {0, 0, 1}, 0.5, 8.0, 0.0};
  EXPECT_EQ(hit_in_cylinder(up, {0, 0, 4}, 1.0)->aside, (Vec3{0, 1, 0})) << "also straight up";
}

TEST(DetectionCylinder, PassesABoxWhereItIsClearOfItSoonest) {
  const auto box = [](Vec3 center, Vec3 size) { return SpaceShape::box(center, size, upright({1, 0, 0})); };
  const auto over = hit_in_cylinder(kAhead, box({4, 0, -1}, {2, 10, 3}), {0, 0, 0});
  ASSERT_TRUE(over);
  EXPECT_EQ(over->aside, (Vec3{0, 0, 1}));
  EXPECT_NEAR(over->clear, 1.0, 1e-12);
  EXPECT_NEAR(over->gap, 2.5, 1e-12);
  const auto right = hit_in_cylinder(kAhead, box({4, 2, 0}, {2, 5, 10}), {0, 0, 0});
  ASSERT_TRUE(right);
  EXPECT_EQ(right->aside, (Vec3{0, -1, 0}));
  EXPECT_EQ(hit_in_cylinder(kAhead, box({4, 0, 0}, {2, 4, 4}), {0, 0, 0})->aside, (Vec3{0, 1, 0})) << "a tie";
  EXPECT_FALSE(hit_in_cylinder(kAhead, box({4, 0, 3}, {2, 4, 4}), {0, 0, 0})) << "above";
}

TEST(Feelers, InSpaceTwoMoreAreAboveAndBelow) {
  const auto aims = aims_of(R"({"type":"wall_avoidance","config":"fan","length":2})", "",
                            R"({"type":"a","position":[0,0,0],"heading_deg":90,"pitch":0.5,"roll":0.4})");
  ASSERT_EQ(aims.size(), 5u);
  const Frame frame = frame_of(orientation_at({0.5 * det::kPi, 0.5, 0.4}));
  const double part = std::sqrt(0.5);
  const Vec3 expected[] = {{part, part, 0}, {part, -part, 0}, {part, 0, part}, {part, 0, -part}, {1, 0, 0}};
  const char* const names[] = {"feeler_left", "feeler_right", "feeler_up", "feeler_down", "feeler_ahead"};
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_EQ(aims[k].name, names[k]);
    EXPECT_NEAR(length(aims[k].place - frame.vector(expected[k]) * 2.0), 0.0, 1e-9) << k;
  }
}

std::string problem_of(const std::string& behavior) {
  try {
    make_simulator(scene("[" + behavior + "]", R"([{"type":"a","position":[0,0]}])", "",
                         R"(,"world":{"dimensions":3})"));
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(InSpace, WhatOnlyHasAMeaningInThePlaneIsRefused) {
  EXPECT_NE(problem_of(R"({"type":"obstacle_avoidance","variant":"round","target":{"point":[1,1]}})")
                .find("\"round\" has no meaning where \"dimensions\" is 3"),
            std::string::npos);
  EXPECT_NE(
      problem_of(R"({"type":"obstacle_avoidance","variant":"feeler"})").find("\"feeler\" has no meaning"),
      std::string::npos);
  EXPECT_NE(problem_of(R"({"type":"obstacle_avoidance","printed_form":true})")
                .find("\"printed_form\" has no meaning"),
            std::string::npos);
  EXPECT_NE(
      problem_of(R"({"type":"wall_avoidance","corner_trap":"commit"})").find("\"commit\" has no meaning"),
      std::string::npos);
  EXPECT_EQ(problem_of(R"({"type":"wall_avoidance","corner_trap":"adaptive_fan","config":"fan"})"), "");
}

}  // namespace
}  // namespace drover::test::in_space_test
