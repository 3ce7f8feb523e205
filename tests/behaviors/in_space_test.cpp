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

TEST(InAPlaneOfSpace, ObstacleFeelersAskForTheSame) {
  for (const char* keys : {"", R"(,"feelers":3)", R"(,"feelers":3,"combine":"nearest")"}) {
    expect_alike({.behaviors = fmt::format(R"([{{"type":"obstacle_avoidance","variant":"feeler"{}}}])", keys),
                  .obstacles = kDiscs});
  }
}

TEST(InAPlaneOfSpace, RemediesAgainstCornersAskForTheSame) {
  for (const char* trap : {"adaptive_fan", "winner", "commit"}) {
    expect_alike(
        {.behaviors = fmt::format(
             R"([{{"type":"wall_avoidance","config":"fan","corner_trap":"{}","obstacles":true}}])", trap),
         .obstacles = kDiscs,
         .wall_points = "2,3],[1,-4"});
  }
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
  EXPECT_NE(problem_of(R"({"type":"go_to","target":{"point":[1,1]}})")
                .find("the behavior \"go_to\" does not work where \"dimensions\" is 3: nothing finds ways in "
                      "space; use arrive or follow_path"),
            std::string::npos);
  EXPECT_NE(problem_of(R"({"type":"obstacle_avoidance","variant":"round","target":{"point":[1,1]}})")
                .find("\"round\" has no meaning where \"dimensions\" is 3"),
            std::string::npos);
  EXPECT_NE(problem_of(R"({"type":"obstacle_avoidance","variant":"round","target":{"point":[1,1]}})")
                .find("allowed: box, feeler, ray_normal"),
            std::string::npos);
  EXPECT_NE(problem_of(R"({"type":"obstacle_avoidance","printed_form":true})")
                .find("\"printed_form\" has no meaning"),
            std::string::npos);
  EXPECT_EQ(problem_of(R"({"type":"wall_avoidance","corner_trap":"adaptive_fan","config":"fan"})"), "");
}

// Above and below are sides too: a ball above the way pushes down, one below up.
TEST(InSpace, ObstacleFeelersPushAwayFromWhatIsAboveAndBelow) {
  for (const double side : {1.0, -1.0}) {
    const auto request = request_of(
        scene(R"([{"type":"obstacle_avoidance","variant":"feeler","feelers":3,"feeler_length":6}])",
              R"([{"type":"a","position":[0,0,0],"velocity":[2,0,0]}])", "",
              fmt::format(R"(,"world":{{"dimensions":3,"obstacles":[{{"center":[4,0,{}],"radius":1}}]}})",
                          2.0 * side)));
    ASSERT_TRUE(request);
    EXPECT_LT(request->z * side, -1.0);
    EXPECT_NEAR(request->x, 0.0, 1e-12);
    EXPECT_NEAR(request->y, 0.0, 1e-12);
  }
}

// Three walls that meet in a corner, each of one triangle, with their corner at the origin and the room where
// x, y and z are negative.
std::string corner_of_three_walls() {
  const auto wall = [](const char* a, const char* b) {
    return fmt::format(R"({{"points":[[0,0,0],[{}],[{}]],"triangles":[[0,1,2]]}})", a, b);
  };
  return fmt::format(R"(,"world":{{"dimensions":3,"walls":[{},{},{}]}})", wall("0,-90,0", "0,0,-90"),
                     wall("-90,0,0", "0,0,-90"), wall("-90,0,0", "0,-90,0"));
}

// How deep a body that flies on into the corner gets into a wall, and where it is after some seconds.
struct Escape {
  double depth;    // m
  double nearest;  // to the corner [m]
  double away;     // from it, at the end [m]
};

Escape escape(const char* keys) {
  Simulator simulator =
      make_simulator(scene(fmt::format(R"([{{"type":"wall_avoidance","config":"fan","length":5{}}}])", keys),
                           R"([{"type":"a","position":[-12,-12.5,-11.8],"velocity":[1.5,1.55,1.48]}])",
                           R"(,"radius":0.3,"max_speed":3,"max_acceleration":6)", corner_of_three_walls()));
  double depth = -kInfinity, nearest = kInfinity;
  for (int step = 0; step < 1500; ++step) {
    run_steps(simulator, 1);
    const Vec3 p = simulator.world().state.motion.position(0);
    depth = larger(depth, larger(p.x, larger(p.y, p.z)) + 0.3);
    nearest = smaller(nearest, length(p));
  }
  return {depth, nearest, length(simulator.world().state.motion.position(0))};
}

// It comes into the corner, touches no wall and gets out again.
TEST(InSpace, RemediesLeadOutOfTheCornerOfThreeWalls) {
  for (const char* keys : {R"(,"corner_trap":"commit")", R"(,"corner_trap":"winner")"}) {
    const Escape out = escape(keys);
    EXPECT_LT(out.depth, 0.0) << keys;
    EXPECT_LT(out.nearest, 12.0) << keys << " it came into the corner";
    EXPECT_GT(out.away, out.nearest + 5.0) << keys;
  }
}

// Dead ahead of a wall across the way it turns left and keeps on about that axis.
TEST(InSpace, ACommittedTurnGoesOnAboutOneAxis) {
  Simulator simulator = make_simulator(scene(
      R"([{"type":"wall_avoidance","config":"single","length":6,"corner_trap":"commit"}])",
      R"([{"type":"a","position":[0,0,0],"velocity":[0,0,2]}])", R"(,"max_speed":2,"max_acceleration":4)",
      R"(,"world":{"dimensions":3,"walls":[{"points":[[-50,-50,6],[50,-50,6],[0,80,6]],"triangles":[[0,1,2]]}]})"));
  run_steps(simulator, 400);
  const Vec3 p = simulator.world().state.motion.position(0);
  EXPECT_NEAR(p.x, 0.0, 1e-9);
  EXPECT_GT(p.y, 2.0);
  EXPECT_LT(p.z, 5.5);
}

// What follows those ahead looks at what is ahead in space.
TEST(InSpace, HeadwayBrakesForWhatIsAheadAlone) {
  const auto request = [](const char* other) {
    return request_of(scene(R"([{"type":"headway","radius":8}])",
                            fmt::format(R"([{{"type":"a","position":[0,0,0],"velocity":[0,0,3]}},
                              {{"type":"a","position":{},"velocity":[0,0,1]}}])",
                                        other),
                            R"(,"max_speed":3)", R"(,"world":{"dimensions":3})"));
  };
  ASSERT_TRUE(request("[0,0,3]"));
  EXPECT_LT(request("[0,0,3]")->z, 0.0);
  EXPECT_FALSE(request("[3,0,0]"));
  EXPECT_FALSE(request("[0,0,-3]"));
}

// The nose of kinematic_wander turns up and down as well as to the sides.
TEST(InSpace, KinematicWanderLeavesEveryPlane) {
  Simulator simulator = make_simulator(
      scene(R"([{"type":"kinematic_wander","max_rotation":4}])", R"([{"type":"a","position":[0,0,0]}])",
            R"(,"max_speed":2,"locomotion":{"type":"kinematic"})", R"(,"world":{"dimensions":3})"));
  double rise = 0.0, aside = 0.0;
  for (int step = 0; step < 500; ++step) {
    run_steps(simulator, 1);
    const Vec3 heading = simulator.world().state.motion.heading(0);
    rise = larger(rise, std::fabs(heading.z));
    aside = larger(aside, std::fabs(heading.y));
    EXPECT_NEAR(length(heading), 1.0, 1e-12);
  }
  EXPECT_GT(rise, 0.1);
  EXPECT_GT(aside, 0.1);
}

std::string at_rest(const char* behavior, bool is_leveled) {
  return scene(fmt::format(R"([{{{},"level_at_rest":{}}}])", behavior, is_leveled),
               R"([{"type":"a","position":[1,2,3],"heading_deg":30,"pitch_deg":40,"roll_deg":50}])",
               R"(,"locomotion":{"type":"oriented"})", R"(,"world":{"dimensions":3})");
}

// At the place of its target, or at rest, a body has no direction to turn to.
TEST(InSpace, BodiesWithoutADirectionComeBackToLevelWhereTheyAreTold) {
  for (const char* behavior :
       {R"("type":"face","target":{"point":[1,2,3]})", R"("type":"look_where_going")"}) {
    for (const bool is_leveled : {true, false}) {
      Simulator simulator = make_simulator(at_rest(behavior, is_leveled));
      run_steps(simulator, 600);
      const YawPitchRoll angles = angles_of(orientation_of(simulator.world().state.motion.frame(0)));
      const double part = is_leveled ? 0.0 : 1.0;
      constexpr double kDegree = det::kPi / 180.0;
      EXPECT_NEAR(angles.yaw, 30.0 * kDegree, 0.15);  // it turns about one axis, slowly at first
      EXPECT_NEAR(angles.pitch, 40.0 * kDegree * part, 0.02);
      EXPECT_NEAR(angles.roll, 50.0 * kDegree * part, 0.02);
    }
  }
}

}  // namespace
}  // namespace drover::test::in_space_test
