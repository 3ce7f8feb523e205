// The variant round of obstacle_avoidance: it goes round shapes to a goal behind them.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/ask.h"
#include "behaviors/shortest_way.h"
#include "core/det_math.h"
#include "formations/cost_tables.h"

namespace drover::test::obstacle_avoidance_round_test {
namespace {

constexpr const char* kSquare = R"({"box":{"center":[0,0],"size":[4,4]}})";
constexpr const char* kL = R"({"polygon":[[-2,-2],[2,-2],[2,-1],[-1,-1],[-1,2],[-2,2]]})";

// One agent of radius 0.5 m, at most 3 m/s and 6 m/s^2, that goes to (8, 0).
std::string to_the_right(const std::string& obstacles, const std::string& place,
                         const std::string& keys = "") {
  return scene(R"([{"type":"obstacle_avoidance","variant":"round","clearance":0.2,
                    "target":{"point":[8,0]})" +
                   keys + "}]",
               R"([{"type":"a","position":)" + place + "}]",
               R"(,"radius":0.5,"max_speed":3,"max_acceleration":1e4)",
               R"(,"world":{"obstacles":[)" + obstacles + "]}");
}

std::optional<Vec3> ask(const std::string& obstacles, const std::string& place) {
  return request_of(to_the_right(obstacles, place));
}

// Full speed from rest in 0.1 s, at an angle past the corner as a disc of 0.7 m passes it.
void expect_past(const std::optional<Vec3>& request, Vec3 to_corner, double distance, double side) {
  ASSERT_TRUE(request);
  const double bearing =
      std::atan2(to_corner.y, to_corner.x) + side * std::asin(distance / length(to_corner));
  EXPECT_NEAR(request->x, 30.0 * std::cos(bearing), 1e-9);
  EXPECT_NEAR(request->y, 30.0 * std::sin(bearing), 1e-9);
}

TEST(ObstacleRound, AsksForNothingWhereTheWayIsFree) {
  EXPECT_FALSE(ask("", "[-8,0]"));
  EXPECT_FALSE(ask(kSquare, "[-8,8]"));
  EXPECT_FALSE(ask(R"({"box":{"center":[-12,0],"size":[4,4]}})", "[-8,0]")) << "behind";
  EXPECT_FALSE(ask(R"({"box":{"center":[12,0],"size":[4,4]}})", "[-8,0]")) << "beyond the goal";
}

TEST(ObstacleRound, PassesTheFirstCornerOfTheShorterSide) {
  expect_past(ask(kSquare, "[-8,0.5]"), {6, 1.5, 0}, 0.7, 1.0);
  expect_past(ask(kSquare, "[-8,-0.5]"), {6, -1.5, 0}, 0.7, -1.0);
  expect_past(ask(kSquare, "[-8,0]"), {6, 2, 0}, 0.7, 1.0);  // a tie: left
}

TEST(ObstacleRound, PassesRoundedShapesByTheirCornersAndTheirRadius) {
  expect_past(ask(R"({"center":[0,0.1],"radius":1.5})", "[-8,0]"), {8, 0.1, 0}, 2.2, -1.0);
  expect_past(ask(R"({"capsule":{"from":[0,3],"to":[0,-2],"radius":0.5}})", "[-8,0]"), {8, -2, 0}, 1.2, -1.0);
}

TEST(ObstacleRound, PastACornerThatIsTooNearKeepsToTheSideOfTheWay) {
  expect_past(ask(R"({"box":{"center":[0,2.5],"size":[4,4]}})", "[-8,0]"), {6, 0.5, 0}, 0.7, -1.0);
  EXPECT_FALSE(ask(R"({"box":{"center":[0,2.71],"size":[4,4]}})", "[-8,0]"));
}

TEST(ObstacleRound, TakesTheFirstOfSeveralShapesInTheWay) {
  const std::string near = R"({"box":{"center":[-4,0.4],"size":[1,2]}})";
  const std::string far = R"({"box":{"center":[3,-0.4],"size":[1,2]}})";
  const auto request = ask(near + "," + far, "[-8,0]");
  EXPECT_EQ(request, ask(far + "," + near, "[-8,0]"));
  expect_past(request, {3.5, -0.6, 0}, 0.7, -1.0);
}

// Near a shape, or with a goal near it, the way keeps the distance it has there.
TEST(ObstacleRound, NearAShapeTheWayAlongItIsFree) {
  EXPECT_FALSE(ask(R"({"box":{"center":[-7,2.6],"size":[4,4]}})", "[-8,0]"));
  EXPECT_FALSE(ask(R"({"box":{"center":[8,2.6],"size":[4,4]}})", "[-8,0]"));
  EXPECT_FALSE(ask(R"({"box":{"center":[-8,0],"size":[4,4]}})", "[-8,0]")) << "inside";
  EXPECT_FALSE(ask(R"({"box":{"center":[8,0],"size":[4,4]}})", "[-8,0]")) << "the goal is inside";
}

TEST(ObstacleRound, GoesToTheGoalOfItsStackWithoutATarget) {
  const auto request_with = [](const std::string& more) {
    return request_of(scene(R"([{"type":"obstacle_avoidance","variant":"round"})" + more + "]",
                            R"([{"type":"a","position":[-8,0.5]}])",
                            R"(,"radius":0.5,"max_speed":3,"max_acceleration":1e4)",
                            fmt::format(R"(,"world":{{"obstacles":[{}]}})", kSquare)));
  };
  EXPECT_FALSE(request_with(""));
  expect_past(request_with(R"(,{"type":"arrive","target":{"point":[8,0]},"weight":0})"), {6, 1.5, 0}, 0.7,
              1.0);
}

TEST(ObstacleRound, StaysOnItsSideUntilTheOtherIsShorterByATenth) {
  Simulator simulator = make_simulator(to_the_right(kSquare, "[-8,0.1]"));
  run_steps(simulator, 1);
  EXPECT_EQ(memory_of(simulator)[1], 1.0);
  // Its place changes by hand: at first the way on the right is shorter by little, then by much.
  World& world = world_of(simulator);
  world.state.motion.set_position(0, {-8.0, -0.5, 0.0});
  run_steps(simulator, 1);
  EXPECT_EQ(memory_of(simulator)[1], 1.0);
  world.state.motion.set_position(0, {-3.0, -1.5, 0.0});
  run_steps(simulator, 1);
  EXPECT_EQ(memory_of(simulator)[1], -1.0);
  world.state.motion.set_position(0, {-8.0, 8.0, 0.0});
  run_steps(simulator, 1);
  EXPECT_EQ(memory_of(simulator)[0], 0.0) << "the way is free";
}

TEST(ObstacleRound, OnATorusGoesRoundTheNearestImage) {
  const auto on_torus = [](double shift) {
    return request_of(scene(
        fmt::format(R"([{{"type":"obstacle_avoidance","variant":"round","target":{{"point":[{},0]}}}}])",
                    shift > 0.0 ? -16.0 : 4.0),
        fmt::format(R"([{{"type":"a","position":[{},0.5]}}])", -6.0 + shift),
        R"(,"radius":0.5,"max_speed":3,"max_acceleration":1e4)",
        fmt::format(R"(,"world":{{"bounds":{{"min":[-20,-20],"max":[20,20],"edge":"wrap"}},
                        "obstacles":[{{"box":{{"center":[{},0],"size":[3,3]}}}}]}})",
                    -1.0 + shift)));
  };
  const auto here = on_torus(0.0);
  const auto across = on_torus(20.0);  // the shape and the goal are beyond the edge
  ASSERT_TRUE(here && across);
  EXPECT_NEAR(length(*here - *across), 0.0, 1e-9);
}

struct Walk {
  Vec3 from, to;
};

// How the agents move.
struct Body {
  const char* type;
  double radius = 0.5;
  double response_time = 0.1;
  double dt = 0.02;
};
constexpr Body kDynamic = {R"("locomotion":{"type":"point_mass"})"};
constexpr Body kKinematic = {R"("locomotion":{"type":"kinematic"})"};
constexpr Body kSlow = {R"("locomotion":{"type":"point_mass"})", 0.25, 0.5, 0.05};

Simulator simulator_of(const std::string& obstacles, const std::vector<Walk>& walks, const Body& body) {
  std::string types;
  std::string agents;
  for (std::size_t k = 0; k < walks.size(); ++k) {
    types += fmt::format(
        R"({}"t{}":{{"radius":{},"max_speed":3,"max_acceleration":6,{},"steering":{{"arbiter":{{"type":"priority_groups","epsilon_linear":1e-9}},
           "behaviors":[{{"type":"obstacle_avoidance","variant":"round","clearance":0.2,"response_time":{}}},
                        {{"type":"arrive","target":{{"point":[{},{}]}},"response_time":{}}}]}}}})",
        k > 0 ? "," : "", k, body.radius, body.type, body.response_time, walks[k].to.x, walks[k].to.y,
        body.response_time);
    agents += fmt::format(R"({}{{"type":"t{}","position":[{},{}]}})", k > 0 ? "," : "", k, walks[k].from.x,
                          walks[k].from.y);
  }
  return make_simulator(fmt::format(
      R"({{"format":1,"simulation":{{"dt":{}}},"world":{{"obstacles":[{}]}},"agent_types":{{{}}},"agents":[{}]}})",
      body.dt, obstacles, types, agents));
}

// The lengths of the ways of those that arrive.
using Ways = std::vector<std::optional<double>>;

bool have_all_arrived(const Ways& ways) {
  return std::ranges::all_of(ways, [](const std::optional<double>& way) { return way.has_value(); });
}

Ways ways_of(Simulator& simulator, const std::vector<Walk>& walks, double seconds) {
  constexpr double kArrived = 0.1;
  std::vector<double> way(walks.size(), 0.0);
  Ways ways(walks.size());
  while (simulator.world().time() < seconds && !have_all_arrived(ways)) {
    const AgentMotion before = simulator.world().state.motion;
    run_steps(simulator, 1);
    for (AgentIndex i = 0; i < walks.size(); ++i) {
      if (ways[i]) continue;
      const Vec3 p = simulator.world().state.motion.position(i);
      way[i] += length(p - before.position(i));
      if (length(p - walks[i].to) <= kArrived) ways[i] = way[i] + length(p - walks[i].to);
    }
  }
  return ways;
}

std::vector<Shape> shapes_in(const std::string& obstacles) {
  const Simulator simulator =
      make_simulator(scene("[]", "[]", "", R"(,"world":{"obstacles":[)" + obstacles + "]}"));
  const std::span<const Shape> shapes = simulator.world().geometry().shapes();
  return {shapes.begin(), shapes.end()};
}

// In a square of 16 m, at places with room for the agents and their clearance.
std::vector<Walk> walks_among(const std::string& obstacles, std::size_t count, Draw& draw) {
  constexpr double kRoom = 0.7;
  const std::vector<Shape> shapes = shapes_in(obstacles);
  const auto place = [&] {
    for (;;) {
      const double x = -8.0 + 16.0 * draw.fraction();
      const double y = -8.0 + 16.0 * draw.fraction();
      const Vec3 p{x, y, 0.0};
      if (std::ranges::all_of(shapes, [&](const Shape& shape) { return shape.distance(p) >= kRoom; }))
        return p;
    }
  };
  std::vector<Walk> walks;
  while (walks.size() < count) {
    const Vec3 from = place();
    const Vec3 to = place();
    if (length(to - from) > 1.0) walks.push_back({from, to});
  }
  return walks;
}

// From anywhere to anywhere: all arrive, 95 of 100 on ways of at most 1.15 times the shortest one.
void expect_short_ways(const std::string& obstacles, const Body& body) {
  Draw draw;
  const std::vector<Walk> walks = walks_among(obstacles, 200, draw);
  const ShortestWays shortest(shapes_in(obstacles), body.radius);
  Simulator simulator = simulator_of(obstacles, walks, body);
  const Ways ways = ways_of(simulator, walks, 15.0);
  std::vector<double> ratios;
  for (std::size_t k = 0; k < walks.size(); ++k) {
    const auto& [from, to] = walks[k];
    ASSERT_TRUE(ways[k]) << from.x << " " << from.y << " to " << to.x << " " << to.y;
    ratios.push_back(*ways[k] / shortest.from_to(from, to));
  }
  std::ranges::sort(ratios);
  EXPECT_LE(ratios[189], 1.15);
  EXPECT_GE(ratios.front(), 0.985) << "the reference is no shortest way";
}

TEST(ObstacleRound, FromAnywhereToAnywhereRoundASquareAllArrive) {
  for (const Body& body : {kDynamic, kKinematic, kSlow})
    expect_short_ways(kSquare, body);
}

TEST(ObstacleRound, FromAnywhereToAnywhereRoundAnLAllArrive) {
  for (const Body& body : {kDynamic, kKinematic, kSlow})
    expect_short_ways(kL, body);
}

// Eight boxes that are turned, more than 1.4 m apart.
std::string wood(Draw& draw) {
  std::vector<Shape> boxes;
  std::string obstacles;
  while (boxes.size() < 8) {
    const double x = -7.0 + 14.0 * draw.fraction();
    const double y = -7.0 + 14.0 * draw.fraction();
    const double width = 0.5 + 2.0 * draw.fraction();
    const double height = 0.5 + 2.0 * draw.fraction();
    const double angle = 90.0 * draw.fraction();
    const Shape box = Shape::box({x, y, 0.0}, {width, height, 0.0}, angle * det::kPi / 180.0);
    const auto is_near = [&](const Shape& other) {
      const auto reaches = [](const Shape& one, const Shape& two) {
        return std::ranges::any_of(one.corners(), [&](Vec3 corner) { return two.distance(corner) < 1.45; });
      };
      return reaches(box, other) || reaches(other, box);
    };
    if (std::ranges::any_of(boxes, is_near)) continue;
    boxes.push_back(box);
    obstacles += fmt::format(R"({}{{"box":{{"center":[{},{}],"size":[{},{}],"angle_deg":{}}}}})",
                             obstacles.empty() ? "" : ",", x, y, width, height, angle);
  }
  return obstacles;
}

TEST(ObstacleRound, ThroughWoodsOfTurnedBoxesAllArrive) {
  Draw draw;
  for (int k = 0; k < 10; ++k) {
    const std::string obstacles = wood(draw);
    const std::vector<Walk> walks = walks_among(obstacles, 10, draw);
    Simulator simulator = simulator_of(obstacles, walks, kDynamic);
    const Ways ways = ways_of(simulator, walks, 20.0);
    EXPECT_TRUE(have_all_arrived(ways)) << obstacles;
  }
}

// For those that may not enter it, a disc of ground is like an obstacle.
TEST(ObstacleRound, GoesRoundForbiddenGround) {
  const auto request = request_of(
      scene(R"([{"type":"obstacle_avoidance","variant":"round","clearance":0.2,"target":{"point":[8,0]}}])",
            R"([{"type":"a","position":[-8,0.5]}])", R"(,"radius":0.5,"max_speed":3,"max_acceleration":1e4)",
            R"(,"world":{"regions":{"lawn":{"center":[0,0],"radius":2}},
          "ground":[{"region":"lawn","forbidden_to":["a"]}]})"));
  expect_past(request, {8, -0.5, 0}, 2.7, 1.0);
}

TEST(ObstacleRound, GoesRoundWhatIsPresentOnly) {
  const std::string gate = R"({"id":"gate","box":{"center":[0,0],"size":[4,4]},"present":false})";
  EXPECT_FALSE(ask(gate, "[-8,0]"));
}

}  // namespace
}  // namespace drover::test::obstacle_avoidance_round_test
