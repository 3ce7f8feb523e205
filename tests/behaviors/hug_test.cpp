// Lengths of laps are those of lines at a constant distance from a border: sides, and arcs at outer corners.
#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"
#include "core/det_math.h"
#include "core/frame.h"
#include "sim/step/goals.h"

namespace drover::test::hug_test {
namespace {

constexpr double kSpeed = 1.5;  // m/s
const std::string kDynamic = R"(,"max_speed":1.5,"max_acceleration":6)";
const std::string kKinematic = R"(,"max_speed":1.5,"locomotion":{"type":"kinematic"})";

std::string hug(const std::string& keys = "") {
  return R"({"type":"hug")" + keys + "}";
}

std::string at(double x, double y, double vx = 0.0, double vy = 0.0) {
  return fmt::format(R"("position":[{},{}],"velocity":[{},{}])", x, y, vx, vy);
}

std::string walls(const std::string& list, double dt = 0.02) {
  return fmt::format(R"(,"simulation":{{"dt":{}}},"world":{{"walls":[{}]}})", dt, list);
}

std::string obstacles(const std::string& list, double dt = 0.02) {
  return fmt::format(R"(,"simulation":{{"dt":{}}},"world":{{"obstacles":[{}]}})", dt, list);
}

const std::string kFloor = R"({"points":[[-50,0],[50,0]]})";
const std::string kBox = R"({"box":{"center":[0,0],"size":[4,2]}})";
const std::string kRoom = R"({"points":[[0,0],[8,0],[8,6],[0,6]],"closed":true})";
const std::string kWall = R"({"points":[[0,0],[5,0]]})";

std::optional<Vec3> ask(const std::string& keys, const std::string& actor, const std::string& scenario,
                        const std::string& type = kKinematic) {
  return request_of({.behavior = hug(keys), .actor = actor, .type = type, .scenario = scenario});
}

void expect_asks(const std::string& keys, const std::string& actor, const std::string& scenario, Vec3 way) {
  const auto request = ask(keys, actor, scenario);
  ASSERT_TRUE(request);
  EXPECT_NEAR(length(*request - direction(way) * kSpeed), 0.0, 1e-12)
      << request->x << ", " << request->y << " at " << actor;
}

TEST(Hug, GoesAlongAWallThatIsOnTheSideItSays) {
  expect_asks("", at(0, 1), walls(kFloor), {-1, 0, 0});
  expect_asks(R"(,"side":"right")", at(0, 1), walls(kFloor), {1, 0, 0});
  expect_asks("", at(0, -1), walls(kFloor), {1, 0, 0});
  expect_asks("", at(0, 1), obstacles(R"({"box":{"center":[0,-1],"size":[40,2]}})"), {-1, 0, 0});
}

TEST(Hug, CorrectsTheDistanceOverTheWayItLooksAhead) {
  expect_asks("", at(0, 1.75), walls(kFloor), {-1, -0.75, 0});
  expect_asks("", at(0, 0.5), walls(kFloor), {-1, 0.5, 0});
  expect_asks(R"(,"look":0.25)", at(0, 0.5), walls(kFloor), {-1, 1, 0});
  expect_asks(R"(,"look":0.25)", at(0, 1.75), walls(kFloor), {-1, -3, 0});
  expect_asks(R"(,"distance":1.5)", at(0, 1.75), walls(kFloor), {-1, -0.25, 0});
}

TEST(Hug, SeesNothingBeyondItsReach) {
  EXPECT_TRUE(ask("", at(0, 3), walls(kFloor)));
  EXPECT_FALSE(ask("", at(0, 3.001), walls(kFloor)));
  EXPECT_TRUE(ask(R"(,"reach":4)", at(0, 3.001), walls(kFloor)));
  EXPECT_FALSE(ask("", at(0, 1), ""));
}

TEST(Hug, GoesAtItsPreferredSpeed) {
  const auto request = ask("", at(0, 1), walls(kFloor),
                           R"(,"max_speed":3,"preferred_speed":2,"locomotion":{"type":"kinematic"})");
  EXPECT_NEAR(length(*request - Vec3{-2, 0, 0}), 0.0, 1e-12);
}

TEST(Hug, GoesRoundACornerOnAnArc) {
  // Off the corner of a box at (2, 1).
  expect_asks("", at(2.6, 1.8), obstacles(kBox), {-0.8, 0.6, 0});
  expect_asks(R"(,"side":"right")", at(2.6, 1.8), obstacles(kBox), {0.8, -0.6, 0});
  expect_asks("", at(2.3, 1.4), obstacles(kBox), Vec3{-0.8, 0.6, 0} + Vec3{0.6, 0.8, 0} * 0.5);
}

// Obstacles before walls, and of these the first listed.
TEST(Hug, OfBordersThatAreEquallyNearTheFirstListedCounts) {
  const std::string left = R"({"points":[[-2,-9],[-2,9]]})";
  const std::string right = R"({"points":[[2,-9],[2,9]]})";
  expect_asks(R"(,"distance":2)", at(0, 0), walls(left + "," + right), {0, 1, 0});
  expect_asks(R"(,"distance":2)", at(0, 0), walls(right + "," + left), {0, -1, 0});
  const std::string block = R"("obstacles":[{"box":{"center":[3,0],"size":[2,18]}}],"walls":[)";
  expect_asks(R"(,"distance":2)", at(0, 0), R"(,"world":{)" + block + left + "]}", {0, -1, 0});
}

TEST(Hug, PushesOutOfWhatItIsIn) {
  // 0.25 m below the upper side of the box: 1.25 m nearer than it is to be, so it is 45 degrees.
  expect_asks("", at(0.5, 0.75), obstacles(kBox), {-1, 1, 0});
  expect_asks(R"(,"look":2)", at(0.5, 0.75), obstacles(kBox), {-1, 0.625, 0});
  const std::string block = R"({"points":[[-2,-1],[2,-1],[2,1],[-2,1]],"closed":true,"solid":true})";
  expect_asks(R"(,"look":2)", at(0.5, 0.75), walls(block), {-1, 0.625, 0});
  // Inside of a hollow shape it goes along the inside.
  expect_asks("", at(0.5, 0.75), obstacles(R"({"polygon":[[-9,-9],[9,-9],[9,1],[-9,1]],"hollow":true})"),
              {1, -0.75, 0});
}

TEST(Hug, OnABorderItTakesTheSideOfItsNormal) {
  expect_asks("", at(0, 0), walls(kFloor), {-1, 1, 0});
  expect_asks("", at(0, 0), walls(R"({"points":[[50,0],[-50,0]]})"), {1, -1, 0});
  expect_asks("", at(0.5, 1), obstacles(kBox), {-1, 1, 0});
}

TEST(Hug, SeesObstaclesThroughTheEdgesAndNoneThatIsAbsent) {
  const std::string torus =
      R"(,"world":{"bounds":{"min":[-10,-10],"max":[10,10],"edge":"wrap"},"obstacles":[{"center":[9,0],"radius":1}]})";
  expect_asks("", at(-9, 0), torus, {0, 1, 0});
  EXPECT_FALSE(ask("", at(0, 1), walls(R"({"points":[[-50,0],[50,0]],"present":false})")));
}

// Inertia: the border is looked for from where the body will be.
TEST(Hug, LooksFromWhereTheBodyWillBe) {
  const auto wanted = [](const std::string& keys, const std::string& actor) {
    const auto request = ask(R"(,"response_time":0.2)" + keys, actor, walls(kFloor),
                             R"(,"max_speed":1.5,"max_acceleration":1e4)");
    return *request * 0.2;  // and the velocity
  };
  const std::string falling = at(0, 2, 0, -1.5);
  const Vec3 fall{0, -1.5, 0};
  EXPECT_NEAR(length(wanted("", falling) + fall - direction({-1, -0.7, 0}) * kSpeed), 0.0, 1e-9);
  EXPECT_NEAR(length(wanted(R"(,"predict_time":0)", falling) + fall - direction({-1, -1, 0}) * kSpeed), 0.0,
              1e-9);
  EXPECT_NEAR(length(wanted(R"(,"predict_time":0.4)", falling) + fall - direction({-1, -0.4, 0}) * kSpeed),
              0.0, 1e-9);
  // As far as the body gets: it touches the floor at y = 0.5.
  EXPECT_NEAR(length(wanted(R"(,"predict_time":5)", falling) + fall - direction({-1, 0.5, 0}) * kSpeed), 0.0,
              1e-9);
}

TEST(Hug, IsTheMirrorImageOfItselfWithTheSideSwapped) {
  const std::string world = R"({"points":[[-3,-2],[4,-2.5],[5,1]]},{"points":[[-6,3],[0,4],[2,3.5]]})";
  const std::string image = R"({"points":[[-3,2],[4,2.5],[5,-1]]},{"points":[[-6,-3],[0,-4],[2,-3.5]]})";
  for (const std::string& type : {kDynamic, kKinematic}) {
    for (const char* end : {"round", "stop", "leave"}) {
      const std::string keys = fmt::format(R"(,"end":"{}")", end);
      Simulator here =
          simulator_of({.behavior = hug(keys), .actor = at(1, 1), .type = type, .scenario = walls(world)});
      Simulator there = simulator_of({.behavior = hug(keys + R"(,"side":"right")"),
                                      .actor = at(1, -1),
                                      .type = type,
                                      .scenario = walls(image)});
      for (int k = 0; k < 1000; ++k) {
        run_steps(here, 1);
        run_steps(there, 1);
        const Vec3 p = position_of(here);
        ASSERT_EQ(position_of(there), (Vec3{p.x, -p.y, 0})) << end << ", step " << k;
      }
      EXPECT_GT(distance_to(here, {1, 1, 0}), 0.5);
    }
  }
}

// The error of the distance is 1 m at first, and decays by e for each meter along the wall.
double error_after_three_meters(double dt) {
  Simulator simulator =
      simulator_of({.behavior = hug(), .actor = at(0, 2), .type = kKinematic, .scenario = walls(kFloor, dt)});
  while (position_of(simulator).x > -3.0)
    run_steps(simulator, 1);
  return position_of(simulator).y - 1.0;
}

TEST(Hug, TheErrorOfTheDistanceDecaysAlongTheWall) {
  EXPECT_NEAR(error_after_three_meters(0.02), 0.0471, 1e-4);
  EXPECT_NEAR(error_after_three_meters(0.0005), det::exp(-3.0), 1e-4);
}

// One lap, from the line x = line above or below y = side and back to it.
struct Lap {
  double length = 0.0;         // m
  double way_at_speed = 0.0;   // what it would go in this time at full speed [m]
  double nearest = kInfinity;  // m
  double farthest = 0.0;       // m
};

struct Course {
  std::string scenario;
  std::string start;
  double line, side;
  bool is_above;
};

const Course kRoundBox = {obstacles(kBox), at(0.5, 2), 0, 0, true};
const Course kInRoom = {walls(kRoom), at(4.5, 1), 4, 3, false};
const Course kRoundWall = {walls(kWall), at(3, 1), 2.5, 0, true};

Lap lap_of(const Course& course, const std::string& keys, const std::string& type) {
  Simulator simulator =
      simulator_of({.behavior = hug(keys), .actor = course.start, .type = type, .scenario = course.scenario});
  std::vector<double> crossings;  // ways [m]
  std::vector<double> times;
  Lap lap;
  double way = 0.0;
  for (int k = 0; k < 20000 && crossings.size() < 3; ++k) {
    const Vec3 before = position_of(simulator);
    run_steps(simulator, 1);
    const Vec3 now = position_of(simulator);
    const double step = length(now - before);
    const bool crosses =
        (before.x - course.line) * (now.x - course.line) < 0.0 && (now.y > course.side) == course.is_above;
    if (crosses) {
      const double part = (course.line - before.x) / (now.x - before.x);
      crossings.push_back(way + part * step);
      times.push_back((k + part) * simulator.world().model().dt);
    }
    way += step;
    if (crossings.empty()) continue;
    const double distance = simulator.world().geometry().distance(now);
    lap.nearest = smaller(lap.nearest, distance);
    lap.farthest = larger(lap.farthest, distance);
  }
  if (crossings.size() < 3) return {};
  lap.length = crossings[2] - crossings[1];
  lap.way_at_speed = (times[2] - times[1]) * kSpeed;
  return lap;
}

// Outside of a box 12 + 2 pi = 18.283 m, inside of a room 28 - 8 = 20 m, round a wall 10 + 2 pi = 16.283 m.
TEST(Hug, KeepsItsDistanceAllTheWayRound) {
  for (const char* side : {"left", "right"}) {
    const std::string keys = fmt::format(R"(,"side":"{}")", side);
    const Lap box = lap_of(kRoundBox, keys, kKinematic);
    const Lap room = lap_of(kInRoom, keys, kKinematic);
    const Lap wall = lap_of(kRoundWall, keys, kKinematic);
    EXPECT_NEAR(box.length, 18.33, 0.01);
    EXPECT_NEAR(room.length, 20.10, 0.01);
    EXPECT_NEAR(wall.length, 16.35, 0.01);
    for (const Lap& lap : {box, room, wall}) {
      EXPECT_GT(lap.nearest, 0.970);
      EXPECT_LT(lap.farthest, 1.015);
    }
  }
}

TEST(Hug, LapsAreThoseOfTheLineWhereStepsAreShort) {
  const Course box = {obstacles(kBox, 0.002), at(0.5, 2), 0, 0, true};
  const Course room = {walls(kRoom, 0.002), at(4.5, 1), 4, 3, false};
  const Course wall = {walls(kWall, 0.002), at(3, 1), 2.5, 0, true};
  EXPECT_NEAR(lap_of(box, "", kKinematic).length, 12.0 + 2.0 * det::kPi, 0.012);
  EXPECT_NEAR(lap_of(room, "", kKinematic).length, 20.0, 0.012);
  EXPECT_NEAR(lap_of(wall, "", kKinematic).length, 10.0 + 2.0 * det::kPi, 0.012);
}

TEST(Hug, WithInertiaPredictTimeDecidesAboutCorners) {
  std::vector<Lap> laps;
  for (const Course& course : {kRoundBox, kInRoom, kRoundWall})
    laps.push_back(lap_of(course, "", kDynamic));
  EXPECT_NEAR(laps[0].way_at_speed, 18.21, 0.05);
  EXPECT_NEAR(laps[1].way_at_speed, 20.58, 0.05);
  EXPECT_NEAR(laps[2].way_at_speed, 16.20, 0.05);
  for (const Lap& lap : laps) {
    EXPECT_GT(lap.nearest, 0.885);
    EXPECT_LT(lap.farthest, 1.022);
  }
  // Without it bodies overshoot, outer corners outwards and inner ones inwards; with too much they cut them.
  EXPECT_NEAR(lap_of(kRoundWall, R"(,"predict_time":0)", kDynamic).farthest, 1.118, 0.002);
  EXPECT_NEAR(lap_of(kInRoom, R"(,"predict_time":0)", kDynamic).nearest, 0.747, 0.002);
  EXPECT_NEAR(lap_of(kRoundWall, R"(,"predict_time":0.2)", kDynamic).nearest, 0.782, 0.002);
}

Simulator with_gap(double gap, const std::string& keys, const std::string& start) {
  const std::string list =
      fmt::format(R"({{"points":[[-9,0],[{0},0]]}},{{"points":[[{1},0],[9,0]]}})", -0.5 * gap, 0.5 * gap);
  return simulator_of({.behavior = hug(keys), .actor = start, .type = kKinematic, .scenario = walls(list)});
}

// Over the middle of the gap both ends are as far away as the distance to keep: sqrt(1 - 0.5^2) = 0.866.
TEST(Hug, BridgesAGapThatIsNarrowerThanTwiceTheDistance) {
  Simulator simulator = with_gap(1.0, "", at(4, 1));
  double lowest = kInfinity;
  while (position_of(simulator).x > -4.0) {
    run_steps(simulator, 1);
    lowest = smaller(lowest, position_of(simulator).y);
  }
  EXPECT_NEAR(lowest, std::sqrt(0.75), 0.018);  // less than a step too late
  EXPECT_NEAR(position_of(simulator).y, 1.0, 1e-3);
}

TEST(Hug, GoesThroughAWiderGapAndAlongTheOtherSide) {
  Simulator simulator = with_gap(2.2, "", at(4, 1));
  double farthest = kInfinity;
  for (int k = 0; k < 420; ++k) {
    run_steps(simulator, 1);
    farthest = smaller(farthest, position_of(simulator).x);
  }
  EXPECT_GT(farthest, -1.1);
  EXPECT_NEAR(position_of(simulator).y, -1.0, 1e-3);
  EXPECT_GT(position_of(simulator).x, 2.0);
}

// How an agent goes that has run for some seconds: the least progress of any half second after that [m], and
// how far it has gone from one side to the other across the corridor.
struct Ways {
  double least_progress = kInfinity;
  double low_x = kInfinity, high_x = -kInfinity;
  double low_y = kInfinity, high_y = -kInfinity;
};

Ways ways_of(Simulator& simulator, int warm_up, int steps) {
  run_steps(simulator, warm_up);
  Ways ways;
  for (int k = 0; k < steps; ++k) {
    const Vec3 before = position_of(simulator);
    run_steps(simulator, 25);
    const Vec3 p = position_of(simulator);
    ways.least_progress = smaller(ways.least_progress, length(p - before));
    ways.low_x = smaller(ways.low_x, p.x);
    ways.high_x = larger(ways.high_x, p.x);
    ways.low_y = smaller(ways.low_y, p.y);
    ways.high_y = larger(ways.high_y, p.y);
  }
  return ways;
}

// The rule for one wall would turn the agent back at every step: neither side can be kept at 1 m.
TEST(Hug, KeepsToTheMiddleOfANarrowCorridorAndTurnsAtItsEnds) {
  for (const double width : {1.2, 1.5, 1.9}) {
    for (const double start : {0.3, 0.5, 0.7}) {
      for (const std::string& type : {kKinematic, kDynamic}) {
        SCOPED_TRACE(fmt::format("width {}, start {}, {}", width, start, type));
        const std::string list =
            fmt::format(R"({{"points":[[0,0],[12,0],[12,{0}],[0,{0}]],"closed":true}})", width);
        Simulator simulator = simulator_of({.behavior = hug(),
                                            .actor = at(3, start * width) + R"(,"heading":0)",
                                            .type = type,
                                            .scenario = walls(list)});
        const Ways on_the_way = ways_of(simulator, 100, 4);
        EXPECT_NEAR(on_the_way.low_y, 0.5 * width, 0.05);
        EXPECT_NEAR(on_the_way.high_y, 0.5 * width, 0.05);
        EXPECT_NEAR(on_the_way.least_progress, 0.5 * kSpeed, 0.01);
        const Ways later = ways_of(simulator, 0, 200);
        EXPECT_LT(later.low_x, 1.5);
        EXPECT_GT(later.high_x, 10.5);
        EXPECT_GT(later.low_y, 0.25 * width);
        EXPECT_LT(later.high_y, 0.75 * width);
      }
    }
  }
}

// A ring of corridors, in whose bends a border of either side is the nearest by turns.
TEST(Hug, GoesRoundTheBendsOfANarrowCorridor) {
  const std::string ring = R"({"points":[[0,0],[12,0],[12,9],[0,9]],"closed":true},)"
                           R"({"points":[[1.8,1.8],[10.2,1.8],[10.2,7.2],[1.8,7.2]],"closed":true})";
  for (const char* side : {"left", "right"}) {
    for (const char* heading : {"0", "180"}) {
      for (const std::string& type : {kKinematic, kDynamic}) {
        SCOPED_TRACE(fmt::format("{}, {}, {}", side, heading, type));
        Simulator simulator = simulator_of({.behavior = hug(fmt::format(R"(,"side":"{}")", side)),
                                            .actor = at(5, 0.7) + R"(,"heading_deg":)" + heading,
                                            .type = type,
                                            .scenario = walls(ring)});
        double turned = 0.0;  // about the middle [rad]
        for (int k = 0; k < 2000; ++k) {
          const Vec3 before = position_of(simulator) - Vec3{6, 4.5, 0};
          run_steps(simulator, 1);
          turned += upright(before).bearing(position_of(simulator) - Vec3{6, 4.5, 0});
        }
        // 60 m of about 35 m a round. It may turn back once, at a bend to the side of its wall.
        EXPECT_GT(std::fabs(turned), 1.2 * 2.0 * det::kPi);
      }
    }
  }
}

// Where a body touches both walls of a corner, as near to the one as to the other, the first listed may lead
// into the other.
TEST(Hug, LeavesCornersThatItsBodyTouches) {
  for (const char* side : {"left", "right"}) {
    for (const char* distance : {"0.5", "0.3"}) {
      const std::string scenario =
          R"(,"simulation":{"non_penetration":{"enabled":true}},"world":{"walls":[)" + kRoom + "]}";
      Simulator simulator =
          simulator_of({.behavior = hug(fmt::format(R"(,"side":"{}","distance":{})", side, distance)),
                        .actor = at(4, 0.8),
                        .type = kDynamic,
                        .scenario = scenario});
      EXPECT_GT(ways_of(simulator, 50, 100).least_progress, 0.1) << side << ", " << distance;
    }
  }
}

// There is no place 1 m from everything.
TEST(Hug, GoesRoundInARoomThatIsTooSmall) {
  const std::string list = R"({"points":[[0,0],[1.6,0],[1.6,1.6],[0,1.6]],"closed":true})";
  for (const std::string& type : {kDynamic, kKinematic}) {
    Simulator simulator =
        simulator_of({.behavior = hug(), .actor = at(0.6, 0.7), .type = type, .scenario = walls(list)});
    double turned = 0.0;
    for (int k = 0; k < 1000; ++k) {
      const Vec3 before = velocity_of(simulator);
      run_steps(simulator, 1);
      if (length(before) > 0.1) turned += upright(before).bearing(velocity_of(simulator));
      ASSERT_GT(simulator.world().geometry().distance(position_of(simulator)), 0.3);
    }
    EXPECT_LT(turned, -5.0 * 2.0 * det::kPi) << type;  // clockwise, with the walls on the left
  }
}

TEST(Hug, TurnsBackFromAWedgeWhereItsTwoSidesAreAsFarAway) {
  for (const double angle_deg : {20.0, 30.0, 60.0, 120.0}) {
    const double angle = angle_deg * det::kPi / 180.0;
    const std::string list =
        fmt::format(R"({{"points":[[30,0],[0,0],[{},{}]]}})", 30.0 * std::cos(angle), 30.0 * std::sin(angle));
    Simulator simulator =
        simulator_of({.behavior = hug(), .actor = at(14, 1), .type = kKinematic, .scenario = walls(list)});
    double nearest = kInfinity;
    for (int k = 0; k < 800; ++k) {
      run_steps(simulator, 1);
      nearest = smaller(nearest, simulator.world().geometry().distance(position_of(simulator)));
    }
    EXPECT_GT(nearest, 0.95) << angle_deg;
    // Along the other side, 24 m after the start.
    const Vec3 along{std::cos(angle), std::sin(angle), 0};
    EXPECT_NEAR(dot(velocity_of(simulator), along), kSpeed, 1e-3) << angle_deg;
  }
}

// At the end of a wall.
TEST(Hug, StopsBesideTheEndOfAWall) {
  for (const std::string& type : {kKinematic, kDynamic}) {
    Simulator simulator = simulator_of(
        {.behavior = hug(R"(,"end":"stop")"), .actor = at(4, 1.3), .type = type, .scenario = walls(kWall)});
    double farthest = kInfinity;
    for (int k = 0; k < 1500; ++k) {
      run_steps(simulator, 1);
      farthest = smaller(farthest, position_of(simulator).x);
    }
    EXPECT_NEAR(position_of(simulator).x, 0.0, 1e-3) << type;
    EXPECT_NEAR(position_of(simulator).y, 1.0, 0.01) << type;
    EXPECT_LT(length(velocity_of(simulator)), 1e-6) << type;
    EXPECT_GT(farthest, -0.01) << type;
  }
}

TEST(Hug, StopsAtNoCornerAndNotWhereAnotherWallIsNearer) {
  const std::string stop = R"(,"end":"stop")";
  for (const Course& course : {kRoundBox, kInRoom})
    EXPECT_GT(lap_of(course, stop, kKinematic).length, 18.0);
  // A bend, a wall that goes on from the end of another, one that ends at an obstacle, one before another.
  for (const char* list :
       {R"({"points":[[9,0],[0,0],[-9,-4]]})", R"({"points":[[9,0],[0,0]]},{"points":[[0,0],[-9,-4]]})",
        R"({"points":[[9,0],[0,0]]},{"points":[[-0.1,9],[-0.1,-9]]})"}) {
    Simulator simulator =
        simulator_of({.behavior = hug(stop), .actor = at(4, 1), .type = kKinematic, .scenario = walls(list)});
    const Ways ways = ways_of(simulator, 0, 10);
    EXPECT_GT(ways.least_progress, 0.5 * 0.5 * kSpeed) << list;
  }
  const std::string at_box = R"(,"world":{"walls":[{"points":[[9,0],[0,0]]}],"obstacles":[)"
                             R"({"box":{"center":[-2,0],"size":[4,0.5]}}]})";
  Simulator simulator =
      simulator_of({.behavior = hug(stop), .actor = at(4, 1), .type = kKinematic, .scenario = at_box});
  run_steps(simulator, 250);
  EXPECT_LT(position_of(simulator).x, -2.0);
}

TEST(Hug, TellsHowFarItIsToTheEndItStopsAt) {
  const auto rest = [](const std::string& keys, double x, const std::string& more = "") {
    const Simulator simulator = simulator_of(
        {.behavior = hug(keys), .actor = at(x, 1), .type = kKinematic, .scenario = walls(kWall + more)});
    return distance_to_rest(simulator.world(), {}, 0);
  };
  EXPECT_NEAR(rest(R"(,"end":"stop")", 1.5), 1.5, 1e-12);
  EXPECT_EQ(rest(R"(,"end":"stop")", -0.5), 0.0);
  EXPECT_EQ(rest(R"(,"end":"stop")", 4.0), kInfinity);  // out of reach
  EXPECT_EQ(rest("", 1.5), kInfinity);
  // It turns to another wall before.
  EXPECT_EQ(rest(R"(,"end":"stop")", 1.5, R"(,{"points":[[-0.5,9],[-0.5,-9]]})"), kInfinity);
}

TEST(Hug, LeavesTheEndOfAWallStraightOn) {
  for (const std::string& type : {kKinematic, kDynamic}) {
    Simulator simulator = simulator_of(
        {.behavior = hug(R"(,"end":"leave")"), .actor = at(4, 1), .type = type, .scenario = walls(kWall)});
    run_steps(simulator, 1000);
    EXPECT_LT(position_of(simulator).x, -20.0) << type;
    EXPECT_NEAR(position_of(simulator).y, 1.0, 1e-6) << type;
    EXPECT_NEAR(velocity_of(simulator).x, -kSpeed, 1e-6) << type;
  }
}

// The other wall is in reach at the end already. It leads back to the wall that was left.
TEST(Hug, DoesNotTurnToAndFroBetweenWallsThatItLeaves) {
  const std::string list = R"({"points":[[0,0],[8,0]]},{"points":[[8.2,4],[17,4]]})";
  for (const std::string& type : {kKinematic, kDynamic}) {
    Simulator simulator = simulator_of({.behavior = hug(R"(,"end":"leave","side":"right")"),
                                        .actor = at(2, 1.5),
                                        .type = type,
                                        .scenario = walls(list)});
    EXPECT_GT(ways_of(simulator, 50, 100).least_progress, 0.15) << type;
  }
}

TEST(Hug, LeavesNoWallWhereSomethingIsAhead) {
  const std::string list = R"({"points":[[0,0],[8,0]]},{"points":[[-0.8,9],[-0.8,-9]]})";
  Simulator simulator = simulator_of(
      {.behavior = hug(R"(,"end":"leave")"), .actor = at(4, 1), .type = kKinematic, .scenario = walls(list)});
  run_steps(simulator, 400);
  EXPECT_NEAR(position_of(simulator).x, 0.2, 1e-2);
  EXPECT_NEAR(velocity_of(simulator).y, kSpeed, 1e-2);
}

TEST(Hug, GoesAlongTheNextWallItComesTo) {
  const std::string list = kWall + R"(,{"points":[[-8,-9],[-8,9]]})";
  Simulator simulator = simulator_of(
      {.behavior = hug(R"(,"end":"leave")"), .actor = at(4, 1), .type = kKinematic, .scenario = walls(list)});
  run_steps(simulator, 600);
  EXPECT_NEAR(position_of(simulator).x, -7.0, 1e-3);
  EXPECT_NEAR(velocity_of(simulator).y, kSpeed, 1e-3);  // the wall is on the left
}

// A hook: the wall that was left is seen again once it has been out of reach.
TEST(Hug, ComesBackToTheWallItLeft) {
  const std::string hook = R"({"points":[[5,0],[0,0]]},{"points":[[5,0],[5,-20],[-9,-20],[-9,9]]})";
  const std::string one = R"({"points":[[0,0],[5,0],[5,-20],[-9,-20],[-9,9]]})";
  for (const std::string& list : {hook, one}) {
    Simulator simulator = simulator_of({.behavior = hug(R"(,"end":"leave")"),
                                        .actor = at(4, 1),
                                        .type = kKinematic,
                                        .scenario = walls(list)});
    run_steps(simulator, 600);
    EXPECT_NEAR(position_of(simulator).x, -8.0, 0.01) << list;
  }
}

TEST(Hug, AimsAtItsLineAsFarAheadAsItLooks) {
  const auto aim = [](const std::string& keys, const std::string& actor, const std::string& type) {
    const Simulator simulator =
        simulator_of({.behavior = hug(keys), .actor = actor, .type = type, .scenario = walls(kWall)});
    const Aims aims = aims_of(simulator.world(), {}, 0, 0);
    return aims.all().empty() ? Vec3{99, 99, 0} : aims.all()[0].place;
  };
  EXPECT_NEAR(length(aim("", at(3, 1.4), kKinematic) - Vec3{2, 1, 0}), 0.0, 1e-12);
  EXPECT_NEAR(length(aim(R"(,"look":0.5)", at(3, 1.4, -1, 0), kDynamic) - Vec3{2.4, 1, 0}), 0.0, 1e-12);
  EXPECT_NEAR(length(aim(R"(,"end":"stop")", at(0.25, 1.4), kKinematic) - Vec3{0, 1, 0}), 0.0, 1e-12);
  EXPECT_EQ(aim("", at(3, 9), kKinematic), (Vec3{99, 99, 0}));
}

TEST(Hug, AReachThatIsNotAboveTheDistanceIsRejected) {
  EXPECT_THROW(ask(R"(,"reach":1)", at(0, 1), walls(kFloor)), std::runtime_error);
  EXPECT_THROW(ask(R"(,"distance":3)", at(0, 1), walls(kFloor)), std::runtime_error);
  EXPECT_NO_THROW(ask(R"(,"distance":3,"reach":{"uniform":[2,4]})", at(0, 1), walls(kFloor)));
}

}  // namespace
}  // namespace drover::test::hug_test
