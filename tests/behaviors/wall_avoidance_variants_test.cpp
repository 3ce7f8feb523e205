// The variant rays of wall_avoidance and the configurations of its feelers.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/ask.h"
#include "core/det_math.h"
#include "core/random.h"

namespace drover::test::wall_avoidance_variants_test {
namespace {

constexpr double kMaxAcceleration = 6.0;  // of the agent [m/s^2]

struct Setting {
  std::string keys;   // of the behavior, without braces
  std::string walls;  // JSON objects
  std::string agent = R"("position":[0,0],"velocity":[1,0])";
};

std::string scene_of(const Setting& setting) {
  return scene(
      R"([{"type":"wall_avoidance",)" + setting.keys + "}]", R"([{"type":"a",)" + setting.agent + "}]",
      R"(,"radius":0.5,"max_speed":3,"max_acceleration":6)", R"(,"world":{"walls":[)" + setting.walls + "]}");
}

std::optional<Vec3> ask(const Setting& setting) {
  return request_of(scene_of(setting));
}

std::string wall(double ax, double ay, double bx, double by) {
  return fmt::format(R"({{"points":[[{},{}],[{},{}]]}})", ax, ay, bx, by);
}

constexpr const char* kSingleRay = R"("variant":"rays","config":"single","length":4,"steer":"full_accel")";

std::string moving_at(double angle) {
  return fmt::format(R"("position":[0,0],"velocity":[{},{}])", std::cos(angle), std::sin(angle));
}

double angle_of(Vec3 v) {
  return std::atan2(v.y, v.x);
}

// At an angle b from the wall's normal, at distance D, the target lies at tan b' = D tan b / (D - avoid).
TEST(WallRays, TurnByTheFormulaOfTheIncidence) {
  const double incidence = det::kPi / 6.0;
  const auto request =
      ask({std::string(kSingleRay) + R"(,"avoid_distance":1)", wall(3, -9, 3, 9), moving_at(incidence)});
  ASSERT_TRUE(request);
  EXPECT_NEAR(angle_of(*request), std::atan(3.0 * std::tan(incidence) / 2.0), 1e-12);
  EXPECT_NEAR(angle_of(*request) * 180.0 / det::kPi, 40.89, 0.005);
  EXPECT_NEAR(length(*request), kMaxAcceleration, 1e-12);
}

TEST(WallRays, VelocityFormSeeksTheSamePoint) {
  const auto request =
      ask({R"("variant":"rays","config":"single","length":4,"avoid_distance":1,"response_time":2)",
           wall(3, -9, 3, 9), moving_at(0.5)});
  ASSERT_TRUE(request);
  const Vec3 target{2.0, 3.0 * std::tan(0.5), 0.0};
  const Vec3 wanted = (direction(target) * 3.0 - Vec3{std::cos(0.5), std::sin(0.5), 0.0}) / 2.0;
  EXPECT_NEAR(length(*request - wanted), 0.0, 1e-12);
}

TEST(WallRays, HeadOnFromFarTheTargetIsStillAhead) {
  const std::string keys = std::string(kSingleRay) + R"(,"avoid_distance":1)";
  EXPECT_EQ(ask({keys, wall(3, -9, 3, 9)}), (Vec3{kMaxAcceleration, 0, 0}));
  EXPECT_EQ(ask({keys, wall(0.5, -9, 0.5, 9)}), (Vec3{-kMaxAcceleration, 0, 0}));
}

// Full speed v at the target avoid_distance before the wall needs v^2 / (2 a) = 0.75 m to stop.
TEST(WallRays, HeadOnTheyStopOnlyWithRoomToBrake) {
  for (const double avoid : {1.0, 1.2, 1.35, 2.0}) {
    Simulator simulator =
        make_simulator(scene_of({kSingleRay + fmt::format(R"(,"avoid_distance":{})", avoid),
                                 wall(10, -9, 10, 9), R"("position":[0,0],"velocity":[3,0])"}));
    double nearest = kInfinity;
    for (int k = 0; k < 500; ++k) {
      run_steps(simulator, 1);
      nearest = smaller(nearest, 10.0 - simulator.world().state.motion.x[0]);
    }
    EXPECT_NEAR(nearest, avoid - 0.75, 3.0 * 0.02) << avoid;
    EXPECT_EQ(nearest < 0.5, avoid < 0.5 + 0.75) << avoid;
  }
}

TEST(WallRays, LieAlongTheMotionAndAtRestAlongTheHeading) {
  const std::string ahead = wall(3, -2, 3, 2);
  EXPECT_FALSE(ask({kSingleRay, ahead, R"("position":[0,0],"velocity":[0,1],"heading":0)"}));
  EXPECT_TRUE(ask({kSingleRay, ahead, R"("position":[0,0],"velocity":[0,0],"heading":0)"}));
  // The feelers of the other variant lie along the heading.
  EXPECT_TRUE(ask({R"("config":"single")", ahead, R"("position":[0,0],"velocity":[0,1],"heading":0)"}));
}

TEST(WallRays, ALeftHitTurnsRight) {
  for (const char* keys :
       {R"("variant":"rays")", R"("variant":"rays","steer":"full_accel")", R"("corner_trap":"commit")",
        R"("corner_trap":"winner")", R"("corner_trap":"adaptive_fan")"}) {
    EXPECT_LT(ask({keys, wall(-9, 1, 9, 1)})->y, 0.0) << keys;
    EXPECT_GT(ask({keys, wall(-9, -1, 9, -1)})->y, 0.0) << keys;
  }
}

TEST(WallRays, TheNearestHitCountsWhateverCombineSays) {
  const std::string walls = wall(-9, 1, 9, 1) + "," + wall(3, -9, 3, 0.9);
  const std::string keys = R"("variant":"rays","length":4,"whisker_length":2)";
  EXPECT_EQ(ask({keys, walls}), ask({keys, wall(-9, 1, 9, 1)}));
  EXPECT_EQ(ask({keys + R"(,"combine":"sum")", walls}), ask({keys, walls}));
}

TEST(WallFeelers, WhiskerAtAnAnglePushesByItsOwnReachThroughTheWall) {
  // A wall across the way at D = 1.2, of which only the whiskers at 0.6 rad to the left see a part.
  const double angle = 0.6;
  const auto request =
      ask({fmt::format(R"("length":1,"whisker_length":2,"whisker_angle":{},"gain":3)", angle),
           wall(1.2, 0.3, 1.2, 9)});
  ASSERT_TRUE(request);
  EXPECT_NEAR(request->x, -3.0 * (2.0 - 1.2 / std::cos(angle)), 1e-12);
  EXPECT_EQ(request->y, 0.0);
}

// Overshoot at most v0 / sqrt(gain): no contact below v0 = sqrt(gain) (length - radius).
TEST(WallFeelers, HeadOnBelowTheBoundThereIsNoContactAndAboveThereIs) {
  for (const double part : {0.97, 1.03}) {
    const double gain = 1.0;
    const double speed = part * (2.0 - 0.5);
    Simulator simulator = make_simulator(
        scene(fmt::format(R"([{{"type":"wall_avoidance","config":"single","length":2,"gain":{}}}])", gain),
              fmt::format(R"([{{"type":"a","position":[0,0],"velocity":[{},0]}}])", speed),
              R"(,"radius":0.5,"max_acceleration":100)",
              R"(,"simulation":{"dt":0.001},"world":{"walls":[{"points":[[3,-5],[3,5]]}]})"));
    double nearest = kInfinity;
    for (int k = 0; k < 4000; ++k) {
      run_steps(simulator, 1);
      nearest = smaller(nearest, 3.0 - simulator.world().state.motion.x[0]);
    }
    EXPECT_EQ(nearest<0.5, part> 1.0) << nearest;
  }
}

constexpr const char* kParallel = R"("config":"parallel","length":4,"gain":1)";

TEST(WallParallel, RaysRunAlongBothSidesOfTheBody) {
  const std::string beside = wall(3, 0.4, 3, 0.6);
  EXPECT_FALSE(ask({R"("config":"single","length":4)", beside}));
  EXPECT_EQ(ask({kParallel, beside}), (Vec3{-1, 0, 0}));
  EXPECT_FALSE(ask({kParallel, wall(3, 0.51, 3, 0.9)}));
  EXPECT_FALSE(ask({kParallel, wall(3, -0.4, 3, 0.4)})) << "what is between them is not seen";
  EXPECT_EQ(ask({std::string(kParallel) + R"(,"combine":"sum")", wall(3, -1, 3, 1)}), (Vec3{-2, 0, 0}));
}

TEST(WallParallel, AWallInTheSideOfTheBodyPushesTheCenterAwayWithTheWholeRay) {
  EXPECT_EQ(ask({kParallel, wall(-2, 0.3, 2, 0.3)}), (Vec3{0, -4, 0}));
  EXPECT_EQ(ask({kParallel, wall(-2, -0.3, 2, -0.3)}), (Vec3{0, 4, 0}));
}

TEST(WallParallel, SideOfAWallIsTheCentersNotTheRays) {
  // The left ray starts beyond the line of the wall, the center does not.
  const auto request = ask({kParallel, wall(2, 0.4, 4, 0.55)});
  ASSERT_TRUE(request);
  EXPECT_LT(request->y, 0.0);
}

TEST(WallSweep, FeelerIsWhereItsSineSaysAtEveryTime) {
  // Coasts without any acceleration worth mentioning. The wall on the left at distance 2.5 is within reach of
  // a feeler of 4 m above asin(2.5 / 4) = 38.7 degrees of the 45 it swings.
  Simulator simulator = make_simulator(scene(
      R"([{"type":"wall_avoidance","config":"sweep","length":4,"sweep_amplitude":0.7853981633974483,"sweep_period":2}])",
      R"([{"type":"a","position":[0,0],"velocity":[1,0]}])", R"(,"max_acceleration":1e-9)",
      R"(,"world":{"walls":[{"points":[[-9,2.5],[90,2.5]]}]})"));
  int hits = 0;
  for (int k = 0; k < 200; ++k) {
    const double t = simulator.world().time();
    const double angle = 0.25 * det::kPi * std::sin(det::kPi * t);
    const bool reaches = 4.0 * std::sin(angle) > 2.5;
    if (std::fabs(4.0 * std::sin(angle) - 2.5) > 1e-6) {
      EXPECT_EQ(request_of(simulator).has_value(), reaches) << t;
    }
    hits += reaches ? 1 : 0;
    run_steps(simulator, 1);
  }
  EXPECT_GT(hits, 20);
}

constexpr const char* kVolume = R"("config":"volume","length":4,"gain":1)";

TEST(WallVolume, PushesByWhatOfTheWayTheBodyCannotGo) {
  // The body touches the wall when its center is at 2.5.
  EXPECT_EQ(ask({kVolume, wall(3, -5, 3, 5)}), (Vec3{-1.5, 0, 0}));
  // And the end of one at (3, 0.3) when its center is at 3 - 0.4.
  const auto end = ask({kVolume, wall(3, 0.3, 9, 5)});
  ASSERT_TRUE(end);
  EXPECT_NEAR(end->x, -0.8 * 1.4, 1e-12);
  EXPECT_NEAR(end->y, -0.6 * 1.4, 1e-12);
}

TEST(WallVolume, AsRaySeeksAPointOffWhereTheBodyTouches) {
  const auto request =
      ask({R"("variant":"rays","config":"volume","length":4,"steer":"full_accel","avoid_distance":1)",
           wall(3, 0.3, 9, 5)});
  ASSERT_TRUE(request);
  EXPECT_NEAR(length(*request - direction({2.6 - 0.8, -0.6, 0.0}) * kMaxAcceleration), 0.0, 1e-12);
}

// Millington (3.3.15): the only complete cure.
TEST(WallVolume, MissesNoWallTheBodyWouldTouch) {
  Draws draws({92});
  int missed_by_parallel = 0;
  for (int k = 0; k < 300; ++k) {
    const double x = 0.6 + 3.2 * draws.uniform();
    const double y = 0.49 * draws.signed_uniform();
    const std::string post = wall(x, y, x + 0.01, y + 0.005);
    EXPECT_TRUE(ask({kVolume, post})) << x << ", " << y;
    if (!ask({kParallel, post})) ++missed_by_parallel;
    EXPECT_FALSE(ask({kVolume, wall(x, y + 1.0, x + 0.01, y + 1.0)}));
  }
  EXPECT_GT(missed_by_parallel, 250);
}

TEST(WallVariants, WithoutAWallInReachThereIsNoRequest) {
  for (const char* variant : {"feelers", "rays"}) {
    for (const char* config : {"single", "parallel", "fan", "single_whiskers", "sweep", "volume"}) {
      const std::string keys = fmt::format(R"("variant":"{}","config":"{}","length":4)", variant, config);
      EXPECT_FALSE(ask({keys, ""})) << keys;
      EXPECT_FALSE(ask({keys, wall(4.51, -1, 4.51, 1)})) << keys;
      EXPECT_FALSE(ask({keys, wall(-0.51, -5, -0.51, 5)})) << keys;
      EXPECT_TRUE(ask({keys, wall(3, -5, 3, 5)})) << keys;
    }
  }
}

TEST(WallVariants, OneSidedWallsAreOnlySeenFromTheirLeft) {
  for (const char* variant : {"feelers", "rays"}) {
    for (const char* config : {"single", "parallel", "fan", "single_whiskers", "sweep", "volume"}) {
      const std::string keys =
          fmt::format(R"("variant":"{}","config":"{}","two_sided":false)", variant, config);
      EXPECT_TRUE(ask({keys, wall(2, -5, 2, 5)})) << keys;
      EXPECT_FALSE(ask({keys, wall(2, 5, 2, -5)})) << keys;
    }
  }
}

TEST(WallVariants, OnAWallTheWholeFeelerPushesToItsLeft) {
  for (const char* config : {"single", "parallel", "volume"}) {
    const std::string keys = fmt::format(R"("config":"{}","length":4,"gain":1)", config);
    EXPECT_EQ(ask({keys, wall(0, -5, 0, 5)}), (Vec3{-4, 0, 0})) << config;
  }
}

// On a wall, on its end, in a corner, at rest and moving along it.
TEST(WallVariants, StayFiniteWhereFormulasDivideByZero) {
  const std::string walls = wall(0, -5, 0, 5) + "," + wall(0, 5, 4, 5) + "," + wall(2, 0, 4, 0);
  for (const char* variant : {"feelers", "rays"}) {
    for (const char* config : {"single", "parallel", "fan", "single_whiskers", "sweep", "volume"}) {
      for (const char* position : {"[0,0]", "[0,5]", "[2,0]", "[3,0]", "[2,0.5]", "[1.5,0]"}) {
        for (const char* velocity : {"[0,0]", "[2,0]", "[-2,0]", "[0,2]"}) {
          const auto request = ask({fmt::format(R"("variant":"{}","config":"{}")", variant, config), walls,
                                    fmt::format(R"("position":{},"velocity":{})", position, velocity)});
          if (request) {
            EXPECT_TRUE(is_finite(*request)) << variant << " " << config << " at " << position;
          }
        }
      }
    }
  }
}

TEST(WallVariants, MirroredWorldsGiveMirroredRequestsExactly) {
  Draws draws({93});
  int active = 0;
  for (int k = 0; k < 100; ++k) {
    std::array<double, 4> w{};
    for (double& value : w)
      value = 3.0 * draws.signed_uniform();
    const double vy = 2.0 * draws.signed_uniform();
    for (const char* variant : {"feelers", "rays"}) {
      // A sweep begins to the left: it is left out.
      for (const char* config : {"parallel", "fan", "single_whiskers", "volume"}) {
        for (const char* trap : {"none", "commit"}) {
          const auto side = [&](double sign) {
            return ask(
                {fmt::format(R"("variant":"{}","config":"{}","corner_trap":"{}")", variant, config, trap),
                 wall(w[0], sign * w[1], w[2], sign * w[3]),
                 fmt::format(R"("position":[0,0],"velocity":[1,{}])", sign * vy)});
          };
          const auto left = side(1.0);
          const auto right = side(-1.0);
          ASSERT_EQ(left.has_value(), right.has_value());
          if (!left) continue;
          ++active;
          EXPECT_EQ(left->x, right->x) << config;
          EXPECT_EQ(left->y, -right->y) << config;
        }
      }
    }
  }
  EXPECT_GT(active, 200);
}

// An agent at the origin that goes along +x, with an obstacle of radius 1 m and perhaps a wall.
std::optional<Vec3> ask_with_obstacle(const std::string& keys, const std::string& center,
                                      const std::string& walls = "") {
  return request_of(
      scene(R"([{"type":"wall_avoidance","gain":1,)" + keys + "}]",
            R"([{"type":"a","position":[0,0],"velocity":[2,0]}])", R"(,"radius":0.5,"max_acceleration":100)",
            R"(,"world":{"obstacles":[{"center":)" + center + R"(,"radius":1}])" + walls + "}"));
}

TEST(WallFeelersOnObstacles, MeetThemWhereToldTo) {
  const std::string single = R"("config":"single","length":4)";
  EXPECT_FALSE(ask_with_obstacle(single, "[3,0]"));
  // The feeler enters at (2, 0) and is 2 m too long.
  EXPECT_EQ(ask_with_obstacle(single + R"(,"obstacles":true)", "[3,0]"), (Vec3{-2, 0, 0}));
  EXPECT_FALSE(ask_with_obstacle(single + R"(,"obstacles":true)", "[3,1.01]"));
}

TEST(WallFeelersOnObstacles, TheNearerOfObstacleAndWallCounts) {
  const std::string keys = R"("config":"single","length":4,"obstacles":true)";
  EXPECT_EQ(ask_with_obstacle(keys, "[3,0]", R"(,"walls":[{"points":[[1,-1],[1,1]]}])"), (Vec3{-3, 0, 0}));
  EXPECT_EQ(ask_with_obstacle(keys, "[3,0]", R"(,"walls":[{"points":[[2.5,-1],[2.5,1]]}])"),
            (Vec3{-2, 0, 0}));
}

// The volume is as wide as the body: it touches the circle when its center is 1.5 m from that of the circle.
TEST(WallFeelersOnObstacles, VolumeSeesWhatTheBodyWouldTouch) {
  const std::string volume = R"("config":"volume","length":4,"obstacles":true)";
  EXPECT_TRUE(ask_with_obstacle(volume, "[3,1.49]"));
  EXPECT_FALSE(ask_with_obstacle(volume, "[3,1.51]"));
  EXPECT_EQ(ask_with_obstacle(volume, "[3,0]"), (Vec3{-2.5, 0, 0}));
}

// A pillar that lies beside a lone ray ahead. Feelers know no clearance, so the body may graze it by less
// than a centimeter.
TEST(WallFeelersOnObstacles, EveryConfigurationGoesRoundAPillar) {
  for (const char* config : {"single_whiskers", "fan", "parallel", "volume"}) {
    Simulator simulator = make_simulator(scene(
        fmt::format(R"([{{"type":"wall_avoidance","variant":"rays","config":"{}","obstacles":true,"weight":4,
                         "avoid_distance":2}},{{"type":"seek","target":{{"point":[40,0]}}}}])",
                    config),
        R"([{"type":"a","position":[0,0],"velocity":[3,0]}])", "",
        R"(,"world":{"obstacles":[{"center":[12,1.2],"radius":1.5}]})"));
    double nearest = kInfinity;
    for (int k = 0; k < 700; ++k) {
      run_steps(simulator, 1);
      nearest = smaller(nearest, length(simulator.world().state.motion.position(0) - Vec3{12, 1.2, 0}));
    }
    EXPECT_GT(nearest, 1.99) << config;
    EXPECT_GT(simulator.world().state.motion.x[0], 25.0) << config;
  }
}

}  // namespace
}  // namespace drover::test::wall_avoidance_variants_test
