// Drivers and the bodies they drive, in whole scenarios: how long they take to places, against numbers that
// an independent simulation of the same laws gave.
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/det_math.h"
#include "support/problems.h"
#include "support/scene.h"

namespace drover::test::driver_test {
namespace {

constexpr double kStep = 0.02;  // s
constexpr const char* kCar = R"({"type": "car"})";
constexpr const char* kMotorbike = R"({"type": "motorbike"})";
constexpr const char* kTank = R"({"type": "tank"})";
constexpr const char* kWheels = R"({"type": "unicycle"})";
constexpr const char* kBike = R"({"type": "unicycle", "reverse_speed": 0})";
constexpr const char* kTracks =
    R"({"type": "unicycle", "min_turn_radius": 0, "turn_rate": 1.5, "accel": 1.5, "brake": 4, "reverse_speed": 3})";

// At the origin, looking along x.
std::string driver(const std::string& actuator, const std::string& body, double max_speed,
                   const std::string& behavior, const std::string& more = "") {
  return fmt::format(
      R"({{"format": 1, "simulation": {{"dt": 0.02, "duration": 60}},
          "agent_types": {{"a": {{"max_speed": {}, "actuator": {}, "locomotion": {},
                                  "steering": {{"behaviors": [{}]}}}}}},
          "agents": [{{"type": "a", "position": [0, 0], "heading": 0{}}}]}})",
      max_speed, actuator, body, behavior, more);
}

std::string seek(Vec3 place) {
  return fmt::format(R"({{"type": "seek", "target": {{"point": [{}, {}]}}}})", place.x, place.y);
}

// When the agent first is within 1 m of a place [s]; infinite where it never is.
double time_to(Simulator& simulator, Vec3 place) {
  const AgentMotion& motion = simulator.world().state.motion;
  for (int step = 1; step <= 3000; ++step) {
    run_steps(simulator, 1);
    if (length(motion.position(0) - place) <= 1.0) return step * kStep;
  }
  return kInfinity;
}

struct Trip {
  const char* name;
  const char* actuator;
  const char* body;
  double max_speed;
  Vec3 place;
  double time;  // s
};
void PrintTo(const Trip& trip, std::ostream* out) {
  *out << trip.name;
}

class Trips : public testing::TestWithParam<Trip> {};

TEST_P(Trips, TakeAsLongAsPublished) {
  const Trip& trip = GetParam();
  Simulator simulator = make_simulator(driver(trip.actuator, trip.body, trip.max_speed, seek(trip.place)));
  EXPECT_NEAR(time_to(simulator, trip.place), trip.time, 0.041);
}

INSTANTIATE_TEST_SUITE_P(Actuator, Trips,
                         testing::Values(Trip{"CarAhead", kCar, kWheels, 15, {20, 0, 0}, 3.56},
                                         Trip{"CarAbeam", kCar, kWheels, 15, {0, 20, 0}, 3.90},
                                         Trip{"CarBacks", kCar, kWheels, 15, {-6, 0, 0}, 1.92},
                                         Trip{"CarBacksAside", kCar, kWheels, 15, {-10, 2, 0}, 2.96},
                                         Trip{"CarLoops", kCar, kWheels, 15, {-30, 2, 0}, 8.32},
                                         Trip{"CarMakesRoom", kCar, kWheels, 15, {0, 4, 0}, 4.82},
                                         Trip{"MotorbikeLoops", kMotorbike, kBike, 15, {-6, 0, 0}, 6.98},
                                         Trip{"TankAhead", kTank, kTracks, 10, {20, 0, 0}, 5.04},
                                         Trip{"TankPivots", kTank, kTracks, 10, {0, 20, 0}, 5.74},
                                         Trip{"TankPivotsToNear", kTank, kTracks, 10, {0, 4, 0}, 2.70},
                                         Trip{"TankBacks", kTank, kTracks, 10, {-6, 0, 0}, 2.66}),
                         [](const auto& trip) { return trip.param.name; });

// Those that start beside a place turn round for it; nobody circles for ever. From rest, as the mean of 4.4 s
// of starts at several speeds.
TEST(Driver, ReachesRandomPlaces) {
  for (const auto& [actuator, body] :
       {std::pair{kCar, kWheels}, std::pair{kMotorbike, kBike}, std::pair{kTank, kTracks}}) {
    Simulator simulator = make_simulator(fmt::format(
        R"({{"format": 1, "simulation": {{"dt": 0.02, "duration": 60}},
            "world": {{"regions": {{"yard": {{"min": [-40, -40], "max": [40, 40]}}}}}},
            "agent_types": {{"a": {{"max_speed": 15, "actuator": {}, "locomotion": {}, "goal_radius": 1,
                "steering": {{"behaviors": [{{"type": "seek", "target": "goal"}}]}}}}}},
            "agents": [{{"type": "a", "count": 300, "heading": 0, "overlap": true,
                         "placement": {{"type": "line", "from": [0, 0], "to": [1, 0]}},
                         "goal": {{"random_in": "yard"}}, "at_goal": "leave"}}]}})",
        actuator, body));
    run_steps(simulator, 600);
    EXPECT_LT(simulator.world().present_count(), 20u) << actuator;
    run_steps(simulator, 600);
    EXPECT_EQ(simulator.world().present_count(), 0u) << actuator;
  }
}

// Speeds are those in the plane: a hill changes the heights of the wheels alone.
TEST(Driver, OnASlopeDrivesAsOnTheFlat) {
  const auto course = [](const char* ground) {
    std::string scenario = driver(kCar, R"({"type": "bicycle"})", 8,
                                  R"({"type": "follow_path", "path": "round", "variant": "rabbit"})");
    scenario.insert(1, fmt::format(R"("world": {{"dimensions": 2.5,
        "regions": {{"up": {{"min": [5, -30], "max": [15, 50]}}, "down": {{"min": [15, -30], "max": [25, 50]}}}},
        "ground": [{}],
        "paths": {{"round": {{"points": [[0, 0], [40, 0], [40, 20], [0, 20]], "closed": true}}}}}}, )",
                                   ground));
    return make_simulator(scenario);
  };
  Simulator flat = course("");
  Simulator hilly = course(R"({"region": "up", "ramp": {"from": [5, 0, 0], "to": [15, 0, 3]}},
                              {"region": "down", "ramp": {"from": [15, 0, 3], "to": [25, 0, 0]}})");
  double highest = 0.0;
  for (int step = 0; step < 1500; ++step) {
    run_steps(flat, 1);
    run_steps(hilly, 1);
    ASSERT_EQ(flat.world().state.motion.position(0), hilly.world().state.motion.position(0)) << step;
    highest = std::max(highest, hilly.world().state.elevation.z[0]);
  }
  EXPECT_GT(highest, 2.9);
}

// The mirror image of a trip is the mirror image of the way, to the bit.
TEST(Actuator, DriversMirrorTheirWays) {
  for (const char* actuator : {kCar, kMotorbike, kTank, R"({"type": "output_filter"})"}) {
    Simulator left = make_simulator(driver(actuator, kWheels, 15, seek({-12, 7, 0})));
    Simulator right = make_simulator(driver(actuator, kWheels, 15, seek({-12, -7, 0})));
    for (int step = 0; step < 500; ++step) {
      run_steps(left, 1);
      run_steps(right, 1);
      const Vec3 p = left.world().state.motion.position(0);
      const Vec3 q = right.world().state.motion.position(0);
      ASSERT_NEAR(p.x, q.x, 1e-9) << actuator;
      ASSERT_NEAR(p.y, -q.y, 1e-9) << actuator;
    }
  }
}

// The velocity never leaves the heading, and neither the circle nor the grip is exceeded.
TEST(Actuator, DrivenBodiesObeyTheirLimits) {
  for (const char* body : {kWheels, R"({"type": "bicycle"})"}) {
    for (const Vec3 place : {Vec3{3, 4, 0}, Vec3{-8, -3, 0}, Vec3{20, -20, 0}}) {
      Simulator simulator = make_simulator(driver(kCar, body, 15, seek(place), R"(, "speed": 8)"));
      const AgentMotion& motion = simulator.world().state.motion;
      for (int step = 0; step < 600; ++step) {
        const double before = dot(motion.velocity(0), motion.heading(0));
        run_steps(simulator, 1);
        const double speed = dot(motion.velocity(0), motion.heading(0));
        EXPECT_NEAR(cross(motion.heading(0), motion.velocity(0)).z, 0.0, 1e-9);
        EXPECT_LE(std::fabs(motion.rotation[0]), larger(std::fabs(speed), std::fabs(before)) / 5.0 + 1e-9);
        EXPECT_LE(std::fabs(motion.rotation[0] * speed), 6.87 + 1e-9);
        EXPECT_LE(std::fabs(speed) - std::fabs(before), 3.0 * kStep + 1e-9);
        EXPECT_LE(std::fabs(before) - std::fabs(speed), 8.0 * kStep + 1e-9);
      }
    }
  }
}

// A car that seeks what is behind it by accelerations backs while its nose comes round, and then drives: the
// turn of stunt drivers.
TEST(Actuator, OutputFilterMakesAJTurn) {
  Simulator simulator =
      make_simulator(driver(R"({"type": "output_filter"})", kWheels, 15, seek({-20, 3, 0})));
  const AgentMotion& motion = simulator.world().state.motion;
  int backs = 0;
  double time = kInfinity;
  for (int step = 1; step <= 500 && time == kInfinity; ++step) {
    run_steps(simulator, 1);
    if (dot(motion.velocity(0), motion.heading(0)) < 0.0) ++backs;
    if (length(motion.position(0) - Vec3{-20, 3, 0}) <= 1.0) time = step * kStep;
  }
  EXPECT_NEAR(backs * kStep, 2.72, 0.061);
  EXPECT_NEAR(time, 6.20, 0.061);
}

// A driver rests within its own arrive_radius of a place, and nearer where the agent's goal asks for more.
TEST(Driver, ReachesGoalsThatAreSmallerThanItsArriveRadius) {
  const auto times_reached = [](const char* actuator, const char* goal) {
    std::string scenario = driver(actuator, kWheels, 8, R"({"type": "arrive", "target": "goal"})",
                                  fmt::format(R"(, "goal": {}, "goal_radius": 0.3)", goal));
    scenario.insert(1, R"("world": {"regions": {"yard": {"min": [-20, -20], "max": [20, 20]},
                                                "mark": {"min": [9, -9], "max": [9.8, -8.2]}}}, )");
    Simulator simulator = make_simulator(scenario);
    run_steps(simulator, 6000);
    return simulator.world().state.goals.reached[0];
  };
  for (const char* actuator : {kCar, kMotorbike, R"({"type": "capability_search"})"}) {
    EXPECT_GE(times_reached(actuator, R"({"random_in": "yard", "redraw": true})"), 5u) << actuator;
    EXPECT_EQ(times_reached(actuator, R"("mark")"), 1u) << actuator;
  }
}

TEST(Actuator, WithoutAFallbackACarThatStandsDoesNotGetAside) {
  const std::string filter = R"({"type": "output_filter", "zero_fallback": "none"})";
  Simulator simulator = make_simulator(driver(filter, kWheels, 15, seek({0, 3, 0})));
  run_steps(simulator, 500);
  EXPECT_EQ(simulator.world().state.motion.position(0), Vec3{});
}

// Of every body that is asked for velocities, whoever asks.
TEST(Actuator, LimitsOfAccelerationsWithoutEffectAreWarnings) {
  const auto problems = [](const char* actuator, const char* body, const char* key) {
    std::string scenario = driver(actuator, body, 4, seek({9, 0, 0}));
    scenario.insert(scenario.find("\"max_speed\""), fmt::format("\"{}\": 3, ", key));
    return problems_when_built(scenario);
  };
  constexpr const char* kNone = R"({"type": "none"})";
  for (const char* key : {"max_acceleration", "max_force"}) {
    const std::vector<std::string> warning = {fmt::format(
        "/agent_types/a/{0}: \"{0}\" has no effect: behaviors ask this body for velocities", key)};
    EXPECT_EQ(problems(kCar, kWheels, key), warning);
    EXPECT_EQ(problems(kNone, R"({"type": "kinematic"})", key), warning);
    EXPECT_EQ(problems(kNone, kWheels, key), std::vector<std::string>{});
    EXPECT_EQ(problems(kNone, R"({"type": "point_mass"})", key), std::vector<std::string>{});
  }
}

// What a type inherits has an effect where it has one in some type.
TEST(Actuator, AnInheritedLimitIsUsedByTheTypeThatItIsOf) {
  const auto problems = [](const char* courier, const char* ghost) {
    return problems_when_built(fmt::format(
        R"({{"format": 1, "simulation": {{"duration": 1}}, "agent_types": {{
            "courier": {{"max_acceleration": 4, "locomotion": {{"type": "{}"}},
                         "steering": {{"behaviors": [{{"type": "seek", "target": {{"point": [9, 0]}}}}]}}}},
            "ghost": {{"extends": "courier", "locomotion": {{"type": "{}"}}}}}},
          "agents": [{{"type": "courier", "position": [0, 0]}}, {{"type": "ghost", "position": [0, 5]}}]}})",
        courier, ghost));
  };
  EXPECT_EQ(problems("point_mass", "kinematic"), std::vector<std::string>{});
  EXPECT_EQ(problems("kinematic", "point_mass"), std::vector<std::string>{});
  EXPECT_EQ(problems("kinematic", "kinematic"),
            std::vector<std::string>{"/agent_types/courier/max_acceleration: \"max_acceleration\" has no "
                                     "effect: behaviors ask this body for velocities"});
}

// What is asked for is aside of a car that stands before a wall: to drive and turn takes it into the wall, to
// search takes it back first.
TEST(Actuator, OutputFilterMaySearchWhereNothingIsLeft) {
  const auto before_wall = [](const char* fallback) {
    std::string scenario =
        driver(fmt::format(R"({{"type": "output_filter", "zero_fallback": "{}"}})", fallback), kWheels, 15,
               R"({"type": "arrive", "target": {"point": [0, 12]}})");
    scenario.insert(1, R"("world": {"walls": [{"points": [[1.5, -9], [1.5, 9]]}]}, )");
    return make_simulator(scenario);
  };
  Simulator turns = before_wall("drive_and_turn"), searches = before_wall("capability");
  const AgentMotion& motion = searches.world().state.motion;
  run_steps(turns, 50);
  run_steps(searches, 25);
  EXPECT_GT(turns.world().state.motion.position(0).x, 1.0);
  EXPECT_LT(motion.position(0).x, -0.25);
  run_steps(searches, 750);
  EXPECT_NEAR(length(motion.position(0) - Vec3{0, 12, 0}), 0.0, 1e-6);
  EXPECT_NEAR(length(motion.velocity(0)), 0.0, 1e-6);
}

TEST(Actuator, CapabilitySearchGoesRoundAnObstacle) {
  std::string scenario =
      driver(R"({"type": "capability_search", "horizon": 2})", kWheels, 8, seek({30, 0, 0}));
  scenario.insert(1, R"("world": {"obstacles": [{"center": [15, 0], "radius": 2}]}, )");
  Simulator simulator = make_simulator(scenario);
  const AgentMotion& motion = simulator.world().state.motion;
  double nearest = kInfinity, to_goal = kInfinity;
  for (int step = 0; step < 1000; ++step) {
    run_steps(simulator, 1);
    nearest = smaller(nearest, length(motion.position(0) - Vec3{15, 0, 0}));
    to_goal = smaller(to_goal, length(motion.position(0) - Vec3{30, 0, 0}));
  }
  EXPECT_GE(nearest, 2.5);
  EXPECT_LE(to_goal, 1.0);
}

// Somebody whose goal is 5 m behind turns on the spot first: until 5 degrees are left, at two pi per second.
TEST(Actuator, HumanTurnsOnTheSpotBeforeWalking) {
  const std::string body = R"({"type": "kinematic", "facing": "independent"})";
  Simulator simulator = make_simulator(driver(R"({"type": "human"})", body, 4, seek({-5, 0, 0})));
  int still = 0;
  while (simulator.world().state.motion.position(0) == Vec3{} && still < 100) {
    run_steps(simulator, 1);
    ++still;
  }
  EXPECT_NEAR(still * kStep, (det::kPi - 5.0 / 180.0 * det::kPi) / (2.0 * det::kPi), 0.25);
  EXPECT_LT(time_to(simulator, {-5, 0, 0}), 3.0);
}

TEST(Actuator, HumanStepsAsideWithoutTurning) {
  const std::string body = R"({"type": "kinematic", "facing": "independent"})";
  const std::string arrive = R"({"type": "arrive", "target": {"point": [0, 0.5]}})";
  Simulator simulator = make_simulator(driver(R"({"type": "human"})", body, 4, arrive));
  run_steps(simulator, 100);
  EXPECT_NEAR(simulator.world().state.motion.position(0).y, 0.5, 0.02);
  EXPECT_EQ(simulator.world().state.motion.heading(0), (Vec3{1, 0, 0}));
}

// Without an actuator what is asked ahead is throttle, and what is asked aside turns with the radius on which
// it holds the body.
TEST(Actuator, WithoutOneADrivenBodySplitsWhatIsAsked) {
  const std::string wander = R"({"type": "seek", "target": {"point": [0, 1000]}})";
  Simulator simulator = make_simulator(driver(R"({"type": "none"})", kWheels, 10, wander, R"(, "speed": 5)"));
  run_steps(simulator, 1500);
  EXPECT_GT(simulator.world().state.motion.heading(0).y, 0.99);
  EXPECT_NEAR(length(simulator.world().state.motion.velocity(0)), 10.0, 0.2);
}

TEST(Actuator, RefusesBodiesThatItCannotMove) {
  const auto first = [](const std::string& actuator, const std::string& body) {
    return problems_when_built(driver(actuator, body, 4, seek({5, 0, 0}))).front();
  };
  EXPECT_TRUE(first(kCar, R"({"type": "point_mass"})").starts_with("/agent_types/a/actuator/type: "));
  EXPECT_TRUE(first(R"({"type": "human"})", kWheels).starts_with("/agent_types/a/actuator/type: "));
}

// Recorded controls: full left lock at a held speed drives a circle of the radius wheelbase / tan(max_steer).
TEST(Bicycle, DrivesTheCircleOfItsWheel) {
  const std::string body = R"({"type": "bicycle", "steer_rate": 1000, "controls": [[0, 0, 0, 1, 0]]})";
  Simulator simulator = make_simulator(driver(R"({"type": "none"})", body, 15, "", R"(, "speed": 5)"));
  const Vec3 center{0, 5, 0};
  run_steps(simulator, 1);  // the wheel turns in the first step
  const Vec3 start = simulator.world().state.motion.position(0) - center;
  run_steps(simulator, 300);
  const Vec3 end = simulator.world().state.motion.position(0) - center;
  EXPECT_NEAR(length(end), length(start), 0.1);
  EXPECT_NEAR(length(simulator.world().state.motion.velocity(0)), 5.0, 1e-12);
  EXPECT_NEAR(simulator.world().state.motion.rotation[0], 1.0, 1e-9);
}

// A handbrake turn: full left until 1.3 s, the handbrake from 0.3 s to 1.3 s, from 12 m/s.
TEST(Bicycle, TurnsByTheHandbrake) {
  const auto heading_after = [](int handbrake, double time) {
    const std::string body = fmt::format(
        R"({{"type": "bicycle", "slip": "axles", "controls": [[0, 0, 0, 1, 0], [0.3, 0, 0, 1, {}], [1.3, 0, 0, 0, 0]]}})",
        handbrake);
    Simulator simulator = make_simulator(driver(R"({"type": "none"})", body, 30, "", R"(, "speed": 12)"));
    run_steps(simulator, static_cast<int>(time / kStep + 0.5));
    const Vec3 h = simulator.world().state.motion.heading(0);
    return det::atan2(h.y, h.x) * 180.0 / det::kPi;
  };
  EXPECT_NEAR(heading_after(1, 1.3), 82.0, 0.02 * 82.0);
  EXPECT_NEAR(heading_after(1, 4.0), 166.2, 0.02 * 166.2);
  EXPECT_NEAR(heading_after(0, 4.0), 59.1, 0.02 * 59.1);
}

// An about-turn on the spot, from rest to rest: the tracks gain 1.5 m/s^2 and brake at 4.
TEST(TwoTrack, TurnsOnTheSpot) {
  const std::string body = R"({"type": "two_track", "controls": [[0, 0, 0, 1, 0]]})";
  Simulator simulator = make_simulator(driver(R"({"type": "none"})", body, 1.875, ""));
  run_steps(simulator, 63);  // the tracks reach 1.875 m/s after 1.25 s
  EXPECT_NEAR(simulator.world().state.motion.rotation[0], 1.5, 1e-9);
  EXPECT_NEAR(length(simulator.world().state.motion.position(0)), 0.0, 1e-12);
}

TEST(DifferentialDrive, FacesWhereItIsToldAtRest) {
  const std::string face = R"({"type": "face", "target": {"point": [0, 5]}})";
  Simulator simulator = make_simulator(driver(kTank, R"({"type": "differential_drive"})", 1.5, face));
  run_steps(simulator, 300);
  EXPECT_NEAR(simulator.world().state.motion.heading(0).y, 1.0, 1e-3);
  EXPECT_NEAR(length(simulator.world().state.motion.position(0)), 0.0, 1e-9);
}

TEST(Bicycle, RefusesControlsOutOfRange) {
  const std::string body = R"({"type": "bicycle", "controls": [[0, 2, 0, 0, 0]]})";
  EXPECT_TRUE(problems_when_built(driver(R"({"type": "none"})", body, 4, ""))
                  .front()
                  .starts_with("/agent_types/a/locomotion/controls/0: "));
}

// A motorbike in a steady turn leans by atan(v^2 / (9.81 r)): 29.8297 degrees at 15 m/s on 40 m.
TEST(Bicycle, LeansIntoItsTurn) {
  const double wheel = det::atan2(1.4, 40.0);
  const std::string body = fmt::format(
      R"({{"type": "bicycle", "wheelbase": 1.4, "max_steer": {0}, "steer_rate": 10, "lean": "display", "controls": [[0, 0, 0, 1, 0]]}})",
      wheel);
  Simulator simulator = make_simulator(driver(R"({"type": "none"})", body, 30, "", R"(, "speed": 15)"));
  run_steps(simulator, 500);
  const World& world = simulator.world();
  const double lean = world.state.columns.values(world.model().types[0].locomotion_memory)[4];
  EXPECT_NEAR(lean * 180.0 / det::kPi, -29.8297, 1e-4);
}

TEST(Bicycle, SaysThatRecordedControlsDriveIt) {
  const std::string body = R"({"type": "bicycle", "controls": [[0, 0, 0, 1, 0]]})";
  EXPECT_EQ(problems_when_built(driver(kCar, body, 4, seek({5, 0, 0}))).front(),
            "/agent_types/a/steering: the behaviors have no effect: recorded controls drive these bodies");
}

TEST(Actuator, HumanHasAFewGaitsInOrder) {
  const std::string body = R"({"type": "kinematic", "facing": "independent"})";
  std::string gaits;
  for (int k = 0; k < 17; ++k)
    gaits += fmt::format("{}[{}, {}]", k > 0 ? ", " : "", k, k + 0.5);
  const auto first = [&](const std::string& rows) {
    return problems_when_built(
               driver(R"({"type": "human", "gaits": [)" + rows + "]}", body, 4, seek({5, 0, 0})))
        .front();
  };
  EXPECT_EQ(first(gaits), "/agent_types/a/actuator/gaits: too many gaits");
  EXPECT_EQ(
      first("[0, 2], [1, 3]"),
      "/agent_types/a/actuator/gaits: gaits are ranges of speeds in ascending order that do not overlap");
}

}  // namespace
}  // namespace drover::test::driver_test
