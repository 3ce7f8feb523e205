// Sideways pushes and the angles they follow.
#include "behaviors/lateral_thrust.h"

#include <numbers>

#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::lateral_thrust_test {
namespace {

constexpr double kPi = std::numbers::pi;

class LateralThrust : public testing::Test {
 protected:
  // Heads for (0.6, 0.8).
  Simulator simulator_ = simulator_of({.behavior = R"({"type":"wander"})",
                                       .actor = R"("position":[1,1],"velocity":[1.2,1.6])",
                                       .type = R"(,"max_acceleration":4)"});
  AgentView view_{simulator_.world(), {}};
  const Vec3 ahead_{0.6, 0.8, 0.0};
  const Vec3 left_{-0.8, 0.6, 0.0};

  double bearing_of(double forward, double left) const {
    return bearing(view_, 0, ahead_ * forward + left_ * left);
  }
  double push_to(double forward, double left) const {
    return dot(bow_request(view_, 0, ahead_ * forward + left_ * left), left_);
  }
};

TEST_F(LateralThrust, BearingsAreSignedAnglesFromTheHeading) {
  EXPECT_NEAR(bearing_of(5, 0), 0.0, 1e-15);
  EXPECT_NEAR(bearing_of(0, 5), 0.5 * kPi, 1e-15);
  EXPECT_NEAR(bearing_of(0, -5), -0.5 * kPi, 1e-15);
  EXPECT_NEAR(bearing_of(-3, 3), 0.75 * kPi, 1e-15);
  EXPECT_NEAR(bearing_of(-3, -3), -0.75 * kPi, 1e-15);
}

TEST_F(LateralThrust, NoDisplacementHasNoBearing) {
  EXPECT_EQ(bearing(view_, 0, {}), 0.0);
  EXPECT_EQ(bow_request(view_, 0, {}), Vec3{});
}

// Along the axes, where the products of the cross product are signed zeros.
TEST_F(LateralThrust, AsternIsToTheLeftInEveryDirection) {
  for (const char* velocity : {"[1,0]", "[-1,0]", "[0,1]", "[0,-1]"}) {
    const Simulator simulator =
        simulator_of({.behavior = R"({"type":"wander"})",
                      .actor = R"("position":[1,1],"velocity":)" + std::string(velocity),
                      .type = R"(,"max_acceleration":4)"});
    const AgentView view(simulator.world(), {});
    const Vec3 heading = view.heading(0);
    EXPECT_EQ(bearing(view, 0, heading * -2.0), det::kPi) << velocity;
    EXPECT_EQ(bow_request(view, 0, heading * -2.0), upright(heading).left * 4.0) << velocity;
  }
}

TEST_F(LateralThrust, PushIsInProportionToTheAngle) {
  EXPECT_NEAR(push_to(0, 1), 2.0, 1e-14);
  EXPECT_NEAR(push_to(1, 1), 1.0, 1e-14);
  EXPECT_NEAR(push_to(1, -1), -1.0, 1e-14);
  EXPECT_NEAR(push_to(1, 0), 0.0, 1e-14);
}

TEST_F(LateralThrust, PushHasNoPartAlongTheHeading) {
  EXPECT_NEAR(dot(bow_request(view_, 0, {-3, 7, 0}), ahead_), 0.0, 1e-14);
}

TEST_F(LateralThrust, PushIsLimited) {
  EXPECT_NEAR(length(lateral_request(view_, 0, 100.0) - left_ * 4.0), 0.0, 1e-14);
  EXPECT_NEAR(length(lateral_request(view_, 0, -100.0) + left_ * 4.0), 0.0, 1e-14);
  EXPECT_NEAR(length(lateral_request(view_, 0, 1.5) - left_ * 1.5), 0.0, 1e-14);
}

}  // namespace
}  // namespace drover::test::lateral_thrust_test
