// Members that can turn at rest face as their slots do.
#include <cmath>

#include "formation_runs/squad.h"

namespace drover::test::facing_at_rest_test {
namespace {

constexpr double kTargetRadius = 0.01;  // within which a turn ends [rad]

double angle_to_slot(const Simulator& simulator, AgentIndex agent) {
  const Vec3 heading = simulator.world().state.motion.heading(agent);
  return upright(heading).bearing(simulator.world().state.slots[agent].heading);
}

// A body that has the rate of turn it asks for, at most w, comes nearer by w dt / slow_radius in every step.
TEST(FacingAtRest, DecaysByTheRateOfTheTurn) {
  constexpr double kRate = 1.0;         // [rad/s]
  constexpr double kSlowRadius = 0.25;  // of a turn, in pi [rad]
  for (const double dt : {0.005, 0.02, 0.05}) {
    Squad squad{.pattern = R"({"type":"custom","slots":[{"position":[0,0],"facing":0.5}]})",
                .count = 1,
                .type = R"("max_turn_rate":1,"locomotion":{"type":"kinematic","facing":"independent"})",
                .placement = R"({"type":"points","points":[[0,0]]},"heading":0)",
                .dt = dt};
    Simulator simulator = simulator_of(squad);
    double expected = 0.5;
    while (expected >= kTargetRadius) {
      EXPECT_NEAR(angle_to_slot(simulator, 0), expected, 1e-9);
      run_steps(simulator, 1);
      expected *= 1.0 - kRate * dt / (kSlowRadius * det::kPi);
    }
    run_for(simulator, 5);
    EXPECT_NEAR(angle_to_slot(simulator, 0), expected, 1e-9) << "within the target radius it rests";
  }
}

// Each slot of a circle faces outward: whoever comes to it from inside has to turn round. A rigid body needs
// a thrust that can brake, and none by itself.
TEST(FacingAtRest, BodiesThatTurnFaceAsTheirSlots) {
  for (const char* locomotion :
       {R"({"type":"kinematic"})", R"({"type":"kinematic","facing":"independent"})", R"({"type":"oriented"})",
        R"({"type":"rigid_body_2d","thrust":0,"thrust_min":-40,"steering_force":40})"}) {
    for (const double dt : {0.005, 0.02, 0.05}) {
      Squad squad{
          .pattern = R"({"type":"defensive_circle","gap":1})",
          .type = fmt::format(R"("mass":10,"max_speed":3,"max_acceleration":6,"locomotion":{})", locomotion),
          .placement = R"({"type":"points","points":[[0,0],[1,0],[0,1],[1,1],[2,1]]})",
          .dt = dt};
      Simulator simulator = simulator_of(squad);
      run_for(simulator, 60);
      for (AgentIndex i = 0; i < 5; ++i) {
        EXPECT_LT(length(way_to_slot(simulator, i)), 1e-3) << locomotion << dt;
        EXPECT_LT(length(velocity_of(simulator, i)), 1e-3) << locomotion << dt;
        EXPECT_LT(std::fabs(angle_to_slot(simulator, i)), 1.01 * kTargetRadius) << locomotion << dt;
      }
    }
  }
}

}  // namespace
}  // namespace drover::test::facing_at_rest_test
