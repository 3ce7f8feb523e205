#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::headway_test {
namespace {

// What the actor in the origin, that walks along x, asks for because of one body; both have the radius 0.5.
std::optional<Vec3> ask(double speed, Vec3 position, const std::string& keys = "", double heading_deg = 0,
                        const std::string& type = "") {
  return request_of(
      {.behavior = R"({"type":"headway","radius":100,"time_gap":2,"response_time":0.5)" + keys + "}",
       .actor = fmt::format(R"("position":[0,0],"velocity":[{},0],"heading_deg":0)", speed),
       .bodies = fmt::format(R"(,{{"type":"body","position":[{},{}],"heading_deg":{}}})", position.x,
                             position.y, heading_deg),
       .type = type});
}

// With 3 m between the bodies the speed is 1.5 m/s; above that it falls with the time constant.
TEST(Headway, AllowsTheSpeedThatTakesTheTimeGapForTheRoomAhead) {
  EXPECT_FALSE(ask(1.5, {4, 0, 0}));
  EXPECT_FALSE(ask(0.0, {1.01, 0, 0}));
  const auto request = ask(2.0, {4, 0, 0});
  ASSERT_TRUE(request);
  EXPECT_NEAR(request->x, -1.0, 1e-12);
  EXPECT_NEAR(request->y, 0.0, 1e-12);
}

TEST(Headway, LeavesTheMarginFree) {
  EXPECT_FALSE(ask(1.0, {4, 0, 0}, R"(,"margin":1)"));
  EXPECT_NEAR(ask(2.0, {4, 0, 0}, R"(,"margin":1)")->x, -2.0, 1e-12);
  EXPECT_NEAR(ask(2.0, {4, 0, 0}, R"(,"margin_factor":1)")->x, -2.0, 1e-12);
}

// Contact is after 4 - sqrt(1 - aside^2) m. A push that jumped where bodies only just miss would shake them.
TEST(Headway, FadesTowardsThoseThatAreJustMissed) {
  for (const double aside : {-0.6, 0.6}) {
    const double room = 4.0 - std::sqrt(1.0 - aside * aside);
    EXPECT_NEAR(ask(2.0, {4, aside, 0})->x, -(2.0 - room / 2.0) / 0.5 * (1.0 - aside * aside), 1e-12);
  }
  EXPECT_GT(ask(2.0, {1, 0.999999, 0})->x, -1e-4);
  EXPECT_FALSE(ask(2.0, {1, 1, 0}));
  EXPECT_FALSE(ask(2.0, {-1, 0, 0}));
}

TEST(Headway, MindsNobodyWhoComesTheOtherWay) {
  EXPECT_NEAR(ask(2.0, {4, 0, 0}, "", 60)->x, -0.5, 1e-12);
  EXPECT_FALSE(ask(2.0, {4, 0, 0}, "", 91));
  EXPECT_FALSE(ask(2.0, {4, 0, 0}, "", 180));
}

TEST(Headway, AsksABodyThatTakesVelocitiesForTheSpeedItself) {
  const auto request = ask(2.0, {4, 0, 0}, "", 0, R"(,"max_speed":5,"locomotion":{"type":"kinematic"})");
  ASSERT_TRUE(request);
  EXPECT_NEAR(request->x, 1.5, 1e-12);
}

}  // namespace
}  // namespace drover::test::headway_test
