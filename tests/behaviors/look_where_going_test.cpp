#include <gtest/gtest.h>

#include "behaviors/turner.h"

namespace drover::test::look_where_going_test {
namespace {

std::string look(const std::string& keys = "") {
  return R"({"type":"look_where_going")" + keys + "}";
}

double request(const std::string& actor, const std::string& keys = "") {
  return angular_request_of(
      {.behavior = look(keys), .actor = R"("position":[0,0],)" + actor, .type = kTurner});
}

// The heading is atan2(v_y, v_x).
TEST(LookWhereGoing, EndsInTheDirectionOfTheVelocity) {
  for (const double direction : {-2.5, -0.7, 1.2, 3.0}) {
    Simulator simulator =
        simulator_of({.behavior = look(),
                      .actor = fmt::format(R"("position":[0,0],"heading":0,"velocity":[{},{}])",
                                           2.0 * std::cos(direction), 2.0 * std::sin(direction)),
                      .type = kTurner});
    const Vec3 before = velocity_of(simulator);
    run_steps(simulator, 600);
    EXPECT_NEAR(angle_of(simulator), direction, 0.0105) << direction;
    EXPECT_EQ(velocity_of(simulator), before);
  }
}

TEST(LookWhereGoing, IsFaceToTheNextPlace) {
  const std::string actor = R"("heading":2,"rotation":0.4,"velocity":[1,-2])";
  EXPECT_NEAR(request(actor),
              angular_request_of({.behavior = R"({"type":"face","target":{"point":[1,-2]}})",
                                  .actor = R"("position":[0,0],)" + actor,
                                  .type = kTurner}),
              1e-12);
}

// At rest and up to min_speed it only stops turning.
TEST(LookWhereGoing, WithoutAVelocityItOnlyStopsTurning) {
  EXPECT_NEAR(request(R"("heading":1,"rotation":0.5,"velocity":[0,0])"), -5.0, 1e-11);
  EXPECT_NEAR(request(R"("heading":1,"rotation":0.5,"velocity":[0.0001,0])"), -5.0, 1e-11);
  EXPECT_NEAR(request(R"("heading":1,"rotation":0.5,"velocity":[0.5,0])", R"(,"min_speed":0.5)"), -5.0,
              1e-11);
  EXPECT_LT(request(R"("heading":1,"rotation":0.5,"velocity":[0.51,0])", R"(,"min_speed":0.5)"), -15.0);
}

}  // namespace
}  // namespace drover::test::look_where_going_test
