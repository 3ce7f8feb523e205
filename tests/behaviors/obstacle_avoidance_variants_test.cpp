// The variants of obstacle_avoidance that look with feelers and rays.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/ask.h"
#include "core/det_math.h"
#include "core/random.h"

namespace drover::test::obstacle_avoidance_variants_test {
namespace {

constexpr double kMaxAcceleration = 6.0;  // of the agent [m/s^2]

struct Setting {
  std::string keys;     // of the behavior, without braces
  std::string statics;  // keys of the world
  std::string agent = R"("position":[0,0],"velocity":[3,0])";
};

std::string circle(double x, double y, double radius = 1.0) {
  return fmt::format(R"({{"center":[{},{}],"radius":{}}})", x, y, radius);
}

std::string obstacles(const std::string& list) {
  return R"("obstacles":[)" + list + "]";
}

// An agent of radius 0.5 m, at most 3 m/s and 6 m/s^2.
std::optional<Vec3> ask(const Setting& setting) {
  return request_of(scene(
      R"([{"type":"obstacle_avoidance",)" + setting.keys + "}]", R"([{"type":"a",)" + setting.agent + "}]",
      R"(,"radius":0.5,"max_speed":3,"max_acceleration":6)", R"(,"world":{)" + setting.statics + "}"));
}

// One feeler of 4 m.
std::optional<Vec3> feel(const std::string& circles, const std::string& keys = "") {
  return ask({R"("variant":"feeler","clearance":0,"feeler_length":4)" + keys, obstacles(circles)});
}

TEST(ObstacleFeeler, PushesSidewaysByItsLengthOverTheDistanceOfTheCenter) {
  const auto left = feel(circle(4.5, 0.6));
  ASSERT_TRUE(left);
  EXPECT_EQ(left->x, 0.0);
  EXPECT_NEAR(left->y, -kMaxAcceleration * 4.0 / std::hypot(4.5, 0.6), 1e-12);
  EXPECT_EQ(feel(circle(4.5, -0.6))->y, -left->y);
}

TEST(ObstacleFeeler, NeverAsksForMoreThanTheAgentCanDo) {
  EXPECT_EQ(feel(circle(2, 0.3)), (Vec3{0, -kMaxAcceleration, 0}));
}

TEST(ObstacleFeeler, IgnoresWhatIsBehind) {
  EXPECT_FALSE(feel(circle(-2, 0.2)));
}

TEST(ObstacleFeeler, SeesANearRimOfACenterBeyondItsTip) {
  EXPECT_TRUE(feel(circle(5, 0)));
  EXPECT_TRUE(feel(circle(5.5, 0))) << "touched exactly";
  EXPECT_FALSE(feel(circle(5.5001, 0)));
}

TEST(ObstacleFeeler, CountsTheAgentsOwnRadius) {
  EXPECT_TRUE(feel(circle(2, 1.4)));
  EXPECT_FALSE(feel(circle(2, 1.5001)));
}

TEST(ObstacleFeeler, KeepsTheClearanceToo) {
  const std::string aside = obstacles(circle(2, 1.6));
  EXPECT_TRUE(ask({R"("variant":"feeler","clearance":0.2)", aside}));
  EXPECT_FALSE(ask({R"("variant":"feeler","clearance":0.05)", aside}));
}

TEST(ObstacleFeeler, DeadAheadGoesLeft) {
  EXPECT_EQ(feel(circle(3, 0)), (Vec3{0, kMaxAcceleration, 0}));
}

TEST(ObstacleFeeler, SeveralHitsAddOrTheNearestRimCounts) {
  const std::string near_left = circle(2, 1.2);
  const std::string near_right = circle(3, -1.3);
  const std::string far_left = circle(4, 1.2);
  EXPECT_EQ(feel(near_left + "," + near_right), (Vec3{}));
  EXPECT_EQ(feel(near_left + "," + near_right, R"(,"combine":"nearest")"), feel(near_left));
  EXPECT_EQ(feel(far_left + "," + near_right, R"(,"combine":"nearest")"), feel(near_right));
  EXPECT_NEAR(feel(near_left + "," + far_left)->y, feel(near_left)->y + feel(far_left)->y, 1e-12);
}

TEST(ObstacleFeeler, ThreeSeeWhatLiesAsideAndCountItOnce) {
  const std::string three = R"(,"feelers":3,"feeler_angle":0.7853981633974483)";
  const std::string aside = circle(2.5, 2.5);
  EXPECT_FALSE(feel(aside));
  const auto request = feel(aside, three);
  ASSERT_TRUE(request);
  EXPECT_LT(request->y, 0.0);
  EXPECT_EQ(feel(circle(1.8, 0.5), three), feel(circle(1.8, 0.5))) << "touched by two of them";
}

TEST(ObstacleFeeler, TwoFeelersAreRefused) {
  EXPECT_THROW(feel("", R"(,"feelers":2)"), std::runtime_error);
}

TEST(ObstacleFeeler, InAnObstacleThePushIsStraightOutAndFromItsCenterLeft) {
  const auto out = feel(circle(0.6, -0.8, 2.0));
  ASSERT_TRUE(out);
  EXPECT_NEAR(out->x, -0.6 * kMaxAcceleration, 1e-12);
  EXPECT_NEAR(out->y, 0.8 * kMaxAcceleration, 1e-12);
  EXPECT_EQ(feel(circle(0, 0, 2.0)), (Vec3{0, kMaxAcceleration, 0}));
}

TEST(ObstacleFeeler, LiesAlongTheMotionAndAtRestAlongTheHeading) {
  const std::string keys = R"("variant":"feeler","feeler_length":4)";
  EXPECT_TRUE(ask({keys, obstacles(circle(0.3, 3)), R"("position":[0,0],"velocity":[0,3],"heading":0)"}));
  EXPECT_FALSE(ask({keys, obstacles(circle(3, 0.3)), R"("position":[0,0],"velocity":[0,3],"heading":0)"}));
  EXPECT_TRUE(ask({keys, obstacles(circle(3, 0.3)), R"("position":[0,0],"velocity":[0,0],"heading":0)"}));
}

std::string ray(const std::string& variant, double length, const std::string& more = "") {
  return fmt::format(R"("variant":"{}","clearance":0,"feeler_length":{}{})", variant, length, more);
}

TEST(ObstacleRayNormal, SeeksThePointOffTheNearSurface) {
  // The body touches the circle when its center is at (3.2, 0), where the normal is (-0.8, -0.6), 0.5 m off
  // the surface.
  const auto request =
      ask({ray("ray_normal", 5, R"(,"avoid_distance":1.5,"steer":"full_accel","printed_form":true)"),
           obstacles(circle(4, 0.6, 0.5))});
  ASSERT_TRUE(request);
  const Vec3 wanted = direction({3.2 - 0.8 * 1.0, -0.6 * 1.0, 0.0}) * kMaxAcceleration;
  EXPECT_NEAR(length(*request - wanted), 0.0, 1e-12);
}

TEST(ObstacleRayNormal, VelocityFormIsSeekOfThatPoint) {
  const auto request =
      ask({ray("ray_normal", 5, R"(,"avoid_distance":1.5,"response_time":2,"printed_form":true)"),
           obstacles(circle(4, 0.6, 0.5))});
  ASSERT_TRUE(request);
  const Vec3 wanted = (direction({2.4, -0.6, 0.0}) * 3.0 - Vec3{3, 0, 0}) / 2.0;
  EXPECT_NEAR(length(*request - wanted), 0.0, 1e-12);
}

TEST(ObstacleRayNormal, TakesTheNearerOfObstaclesAndWalls) {
  const std::string keys = ray("ray_normal", 5, R"(,"avoid_distance":1,"steer":"full_accel")");
  const std::string wall = R"("walls":[{"points":[[2,-3],[3,3]]}])";
  const auto both = ask({keys, obstacles(circle(4.5, 0.2)) + "," + wall});
  EXPECT_EQ(both, ask({keys, wall}));
  EXPECT_NE(both, ask({keys, obstacles(circle(4.5, 0.2))}));
  const auto near_obstacle = ask({keys, obstacles(circle(2, 0.2)) + "," + wall});
  EXPECT_EQ(near_obstacle, ask({keys, obstacles(circle(2, 0.2))}));
}

TEST(ObstacleRayNormal, FromInsideSeeksStraightOut) {
  const auto request =
      ask({ray("ray_normal", 5, R"(,"steer":"full_accel")"), obstacles(circle(0.6, 0.8, 2))});
  ASSERT_TRUE(request);
  EXPECT_NEAR(request->x, -0.6 * kMaxAcceleration, 1e-12);
  EXPECT_NEAR(request->y, -0.8 * kMaxAcceleration, 1e-12);
}

// e = (8, 0), o = (5, 1): only the part of dir(e - o) = (3, -1) / sqrt(10) across the ray.
TEST(ObstacleRayCenter, KeepsThePartAcrossTheRayWhereItEndsBeyondTheCenter) {
  const auto request = ask({ray("ray_center", 8), obstacles(circle(5, 1, 1.5))});
  ASSERT_TRUE(request);
  EXPECT_NEAR(request->x, 0.0, 1e-12);
  EXPECT_NEAR(request->y, -kMaxAcceleration / std::sqrt(10.0), 1e-12);
}

TEST(ObstacleRayCenter, PushesFromTheCenterToTheEndOfARayThatEndsBeforeIt) {
  const auto request = ask({ray("ray_center", 4), obstacles(circle(5, 1, 1.5))});
  ASSERT_TRUE(request);
  EXPECT_NEAR(request->x, -kMaxAcceleration * std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(request->y, -kMaxAcceleration * std::sqrt(0.5), 1e-12);
}

// The usual form pushes forward, into the obstacle, or not at all.
TEST(ObstacleRayCenter, DeadAheadGoesLeft) {
  EXPECT_EQ(ask({ray("ray_center", 8), obstacles(circle(5, 0))}), (Vec3{0, kMaxAcceleration, 0}));
  EXPECT_EQ(ask({ray("ray_center", 5), obstacles(circle(5, 0))}), (Vec3{0, kMaxAcceleration, 0}))
      << "ends at the center";
}

TEST(ObstacleRayCenter, OfAWallTakesThePartOfItsNormalAcrossTheRay) {
  // Normal (-0.8, 0.6): the wall falls away to the left.
  const auto request = ask({ray("ray_center", 8), R"("walls":[{"points":[[3.4,-2.2],[6.4,1.8]]}])"});
  ASSERT_TRUE(request);
  EXPECT_NEAR(request->x, 0.0, 1e-12);
  EXPECT_NEAR(request->y, 0.6 * kMaxAcceleration, 1e-12);
  EXPECT_EQ(ask({ray("ray_center", 8), R"("walls":[{"points":[[3,-2],[3,2]]}])"}),
            (Vec3{0, kMaxAcceleration, 0}));
}

TEST(ObstacleRayCenter, FromInsidePushesStraightOut) {
  EXPECT_EQ(ask({ray("ray_center", 8), obstacles(circle(0, 1, 2))}), (Vec3{0, -kMaxAcceleration, 0}));
}

TEST(ObstacleRayReflect, WantsFullSpeedInTheMirroredDirection) {
  // A wall at 45 degrees turns +x into +y.
  const auto request =
      ask({ray("ray_reflect", 8, R"(,"response_time":2)"), R"("walls":[{"points":[[2,-2],[6,2]]}])"});
  ASSERT_TRUE(request);
  EXPECT_NEAR(request->x, -1.5, 1e-12);
  EXPECT_NEAR(request->y, 1.5, 1e-12);
}

TEST(ObstacleRayReflect, HeadOnTurnsLeftAndFromInsideGoesOut) {
  const std::string keys = ray("ray_reflect", 8, R"(,"response_time":2)");
  const auto head_on = ask({keys, obstacles(circle(5, 0))});
  ASSERT_TRUE(head_on);
  EXPECT_NEAR(length(*head_on - (Vec3{0, 3, 0} - Vec3{3, 0, 0}) / 2.0), 0.0, 1e-12);
  EXPECT_EQ(ask({keys, obstacles(circle(-1, 0, 2))}), (Vec3{})) << "already on its way out at full speed";
}

constexpr const char* kRays[] = {"ray_normal", "ray_center", "ray_reflect"};

TEST(ObstacleRays, WithoutAHitThereIsNoRequest) {
  for (const char* variant : kRays) {
    EXPECT_FALSE(ask({ray(variant, 4), ""})) << variant;
    EXPECT_FALSE(ask({ray(variant, 4), obstacles(circle(5.51, 0))})) << variant;
    EXPECT_FALSE(ask({ray(variant, 4), obstacles(circle(2, 1.51))})) << variant;
    EXPECT_FALSE(ask({ray(variant, 4), obstacles(circle(-2, 0))})) << variant;
  }
}

// What the body would touch on its way counts, and what it would pass within the clearance.
TEST(ObstacleRays, AreAsWideAsTheBodyWithItsClearance) {
  for (const char* variant : kRays) {
    EXPECT_TRUE(ask({ray(variant, 4), obstacles(circle(2, 1.49))})) << variant;
    EXPECT_TRUE(ask({ray(variant, 4), obstacles(circle(5.49, 0))})) << variant;
    EXPECT_TRUE(ask({ray(variant, 4), R"("walls":[{"points":[[2,0.49],[2,3]]}])"})) << variant;
    EXPECT_FALSE(ask({ray(variant, 4), R"("walls":[{"points":[[2,0.51],[2,3]]}])"})) << variant;
    const std::string wide = fmt::format(R"("variant":"{}","feeler_length":4,"clearance":0.3)", variant);
    EXPECT_TRUE(ask({wide, obstacles(circle(2, 1.79))})) << variant;
    EXPECT_FALSE(ask({wide, obstacles(circle(2, 1.81))})) << variant;
  }
}

TEST(ObstacleRays, LieAlongTheHeadingAtRest) {
  const std::string at_rest = R"("position":[0,0],"velocity":[0,0],"heading":1.5707963267948966)";
  for (const char* variant : kRays)
    EXPECT_TRUE(ask({ray(variant, 4), obstacles(circle(0.2, 3)), at_rest})) << variant;
}

TEST(ObstacleRays, SeeThroughTheEdgeOfAWorldThatWraps) {
  const std::string torus = R"("bounds":{"min":[0,0],"max":[40,40],"edge":"wrap"},)";
  for (const char* variant : {"feeler", "ray_normal", "ray_center", "ray_reflect"}) {
    const auto across =
        ask({ray(variant, 5), torus + obstacles(circle(2, 20.5)), R"("position":[38,20],"velocity":[3,0])"});
    const auto straight =
        ask({ray(variant, 5), obstacles(circle(24, 20.5)), R"("position":[20,20],"velocity":[3,0])"});
    ASSERT_TRUE(across && straight) << variant;
    EXPECT_NEAR(length(*across - *straight), 0.0, 1e-12) << variant;
  }
}

TEST(ObstacleVariants, MirroredWorldsGiveMirroredRequestsExactly) {
  Draws draws({83});
  int active = 0;
  for (int k = 0; k < 200; ++k) {
    const double x = 5.0 * draws.uniform() + 0.5;
    const double y = 1.5 * draws.signed_uniform();
    const double vy = 2.0 * draws.signed_uniform();
    const double wall = 2.0 * draws.signed_uniform();
    for (const char* variant : {"feeler", "ray_normal", "ray_center", "ray_reflect"}) {
      const auto side = [&](double sign) {
        return ask(
            {ray(variant, 4, R"(,"feelers":3)"),
             obstacles(circle(x, sign * y) + "," + circle(x + 1.0, sign * (0.4 - y))) +
                 fmt::format(R"(,"walls":[{{"points":[[4,{}],[5,{}]]}}])", sign * wall, sign * (wall - 4.0)),
             fmt::format(R"("position":[0,0],"velocity":[2,{}])", sign * vy)});
      };
      const auto left = side(1.0);
      const auto right = side(-1.0);
      ASSERT_EQ(left.has_value(), right.has_value());
      if (!left) continue;
      ++active;
      EXPECT_EQ(left->x, right->x) << variant;
      EXPECT_EQ(left->y, -right->y) << variant;
    }
  }
  EXPECT_GT(active, 200);
}

// At the center of an obstacle, on its rim, on a wall and on its end, at rest and moving.
TEST(ObstacleVariants, StayFiniteWhereFormulasDivideByZero) {
  const std::string statics = obstacles(circle(0, 0, 2) + "," + circle(6, 0, 2)) +
                              R"(,"walls":[{"points":[[3,0],[3,4]]},{"points":[[3,0],[7,0]]}])";
  for (const char* variant : {"feeler", "ray_normal", "ray_center", "ray_reflect"}) {
    for (const char* position : {"[0,0]", "[2,0]", "[3,0]", "[3,2]", "[4,0]", "[6,0]"}) {
      for (const char* velocity : {"[0,0]", "[2,0]", "[-2,0]", "[0,2]"}) {
        const auto request = ask({ray(variant, 4, R"(,"feelers":3)"), statics,
                                  fmt::format(R"("position":{},"velocity":{})", position, velocity)});
        if (request) {
          EXPECT_TRUE(is_finite(*request)) << variant << " at " << position << " with " << velocity;
        }
      }
    }
  }
}

// Every variant but the mirror, which is known to be poor, goes round what it meets without touching it.
TEST(ObstacleVariants, GoRoundAnObstacleOnTheWayToATarget) {
  const std::pair<const char*, double> kVariants[] = {{R"("variant":"feeler")", 2.0},
                                                      {R"("variant":"ray_normal","avoid_distance":2.5)", 2.0},
                                                      {R"("variant":"ray_center","feeler_length":6)", 2.0}};
  for (const auto& [keys, distance] : kVariants) {
    Simulator simulator = make_simulator(scene(
        fmt::format(
            R"([{{"type":"obstacle_avoidance",{},"weight":4}},{{"type":"seek","target":{{"point":[40,0]}}}}])",
            keys),
        R"([{"type":"a","position":[0,0],"velocity":[3,0]}])", "",
        R"(,"world":{"obstacles":[{"center":[12,0.4],"radius":1.5}]})"));
    double nearest = kInfinity;
    for (int k = 0; k < 700; ++k) {
      run_steps(simulator, 1);
      nearest = smaller(nearest, length(simulator.world().state.motion.position(0) - Vec3{12, 0.4, 0}));
    }
    EXPECT_GT(nearest, distance) << keys;
    EXPECT_GT(simulator.world().state.motion.x[0], 20.0) << keys;
  }
}

}  // namespace
}  // namespace drover::test::obstacle_avoidance_variants_test
