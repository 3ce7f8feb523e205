#include <numbers>

#include <gtest/gtest.h>

#include "behaviors/turner.h"

namespace drover::test::face_test {
namespace {

std::string face(const std::string& point, const std::string& keys = "") {
  return R"({"type":"face","target":{"point":)" + point + "}" + keys + "}";
}

double request(const std::string& point, const std::string& actor) {
  return angular_request_of({.behavior = face(point), .actor = actor, .type = kTurner});
}

// The bearing is atan2(y, x), not the angle of the mirror image.
TEST(Face, EndsAtTheBearingOfTheTarget) {
  for (const double bearing : {-2.8, -1.0, 0.3, 1.5, 3.0}) {
    Simulator simulator = simulator_of(
        {.behavior = face(fmt::format("[{},{}]", 7.0 * std::cos(bearing), 7.0 * std::sin(bearing))),
         .actor = facing(0.4, 1.0),
         .type = kTurner});
    run_steps(simulator, 600);
    EXPECT_NEAR(angle_of(simulator), bearing, 0.0105) << bearing;
    EXPECT_EQ(position_of(simulator), (Vec3{}));
  }
}

TEST(Face, IsAlignToTheBearing) {
  const std::string align = fmt::format(R"({{"type":"align","orientation":{:.17g}}})", std::atan2(3.0, 4.0));
  Simulator a = simulator_of({.behavior = face("[4,3]"), .actor = facing(-2.0), .type = kTurner});
  Simulator b = simulator_of({.behavior = align, .actor = facing(-2.0), .type = kTurner});
  for (int k = 0; k < 300; ++k) {
    run_steps(a, 1);
    run_steps(b, 1);
    ASSERT_NEAR(angle_of(a), angle_of(b), 1e-12) << k;
  }
}

TEST(Face, DoesNotDependOnTheDistance) {
  EXPECT_NEAR(request("[0.3,0.1]", facing(0.0)), request("[30,10]", facing(0.0)), 1e-12);
  EXPECT_GT(request("[0.3,0.1]", facing(0.0)), 1.0);
}

// The printed form returns the target itself here.
TEST(Face, OnTheTargetItOnlyStopsTurning) {
  EXPECT_NEAR(request("[0,0]", facing(1.0, 0.8)), -8.0, 1e-11);
  EXPECT_EQ(request("[0,0]", facing(1.0)), 0.0);
}

TEST(Face, ATargetExactlyAsternIsTurnedToOnTheLeft) {
  EXPECT_NEAR(request("[-5,0]", R"("position":[0,0])"), 20.0, 1e-11);
}

TEST(Face, LooksAcrossTheEdgeOfAWorldThatWraps) {
  EXPECT_GT(angular_request_of({.behavior = face("[0,9]"),
                                .actor = R"("position":[0,-9])",
                                .type = kTurner,
                                .scenario = R"(,"world":{"bounds":{"min":[-10,-10],"max":[10,10]}})"}),
            0.0);
  EXPECT_LT(angular_request_of(
                {.behavior = face("[0,9]"),
                 .actor = R"("position":[0,-9])",
                 .type = kTurner,
                 .scenario = R"(,"world":{"bounds":{"min":[-10,-10],"max":[10,10],"edge":"wrap"}})"}),
            0.0);
}

TEST(Face, AsksForNoMotionAndWithoutItsTargetForNothing) {
  EXPECT_EQ(*request_of({.behavior = face("[3,3]")}), (Vec3{}));
  EXPECT_FALSE(request_of(
      {.behavior = R"({"type":"face","target":{"group":"g"}})", .actor = R"("position":[0,0],"group":"g")"}));
}

}  // namespace
}  // namespace drover::test::face_test
