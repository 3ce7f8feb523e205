// The variants of wander other than its default, and the bounded walk.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/stage.h"

namespace drover::test::wander_variants_test {
namespace {

std::string wander(const std::string& keys = "") {
  return R"({"type":"wander")" + keys + "}";
}

constexpr AgentIndex kCrowd = 2000;

// Four standard errors of a variance estimated from kCrowd normal numbers.
const double kTolerance = 4.0 * std::sqrt(2.0 / kCrowd);

// What the actor asks for, its rotation included; the memory walks on by one step.
Request whole_request_of(Simulator& simulator) {
  World& world = test::world_of(simulator);
  const StackEntry& entry = world.model().types[0].entries[0];
  RequestColumns requests;
  requests.resize(world.model().agents.size());
  const AgentIndex actor = 0;
  entry.kind->compute(entry.params.get(), AgentView(world, {}, entry), std::span(&actor, 1), requests);
  return requests.request(actor);
}

std::span<double> memory_of(Simulator& simulator, AgentIndex agent = 0) {
  const std::size_t width = simulator.world().model().types[0].entries[0].memory.width;
  return test::memory_of(simulator).subspan(agent * width, width);
}

constexpr const char* kByAngle[] = {R"(,"variant":"orientation_circle")", R"(,"variant":"angle_walk")"};

// Agents on one line that wander in a variant that remembers an angle.
Simulator crowd_of(const std::string& keys, double dt, const std::string& type = "") {
  return make_simulator(scene(
      R"([{"type":"wander")" + keys + "}]",
      fmt::format(R"([{{"type":"a","count":{},"placement":{{"type":"line","from":[0,0],"to":[1,0]}}}}])",
                  kCrowd),
      type, fmt::format(R"(,"simulation":{{"dt":{}}})", dt)));
}

struct Walk {
  double variance = 0.0;  // rad^2
  double rising = 0.0;    // how many walked to the left, as a part
};

Walk angle_walk_of(const std::string& keys, double dt) {
  Simulator simulator = crowd_of(keys, dt);
  std::vector<double> before;
  for (AgentIndex i = 0; i < kCrowd; ++i)
    before.push_back(memory_of(simulator, i)[0]);
  run_steps(simulator, static_cast<int>(std::lround(1.0 / dt)));
  Walk walk;
  for (AgentIndex i = 0; i < kCrowd; ++i) {
    const double change = det::wrap_angle(memory_of(simulator, i)[0] - before[i]);
    walk.variance += change * change / kCrowd;
    walk.rising += change > 0.0 ? 1.0 / kCrowd : 0.0;
  }
  return walk;
}

// The difference of two uniform numbers has variance 1/6, so after 1 s the angle has variance rate^2 factor^2
// / (6 dt).
TEST(Wander, AngleWalkDoesNotDependOnTheStep) {
  for (const char* variant : kByAngle) {
    for (const double dt : {0.05, 0.02}) {
      const Walk walk = angle_walk_of(variant + std::string(R"(,"wander_rate":0.8)"), dt);
      EXPECT_NEAR(walk.variance / (0.64 / 6.0), 1.0, kTolerance) << dt;
    }
  }
}

TEST(Wander, OtherScalingsOfTheAngleDependOnTheStep) {
  const std::string keys = R"(,"variant":"angle_walk","wander_rate":0.2,"noise_scaling":)";
  for (const double dt : {0.05, 0.025}) {
    EXPECT_NEAR(angle_walk_of(keys + "\"per_step\"", dt).variance / (0.04 / (6.0 * dt)), 1.0, kTolerance);
    EXPECT_NEAR(angle_walk_of(keys + "\"linear_dt\"", dt).variance / (0.04 * dt / 6.0), 1.0, kTolerance);
  }
}

TEST(Wander, AngleWalksToEitherSide) {
  const Walk walk = angle_walk_of(R"(,"variant":"angle_walk")", 0.05);
  EXPECT_NEAR(walk.rising, 0.5, 4.0 * std::sqrt(0.25 / kCrowd));
}

TEST(Wander, AngleStaysWithinOneTurn) {
  for (const char* variant : kByAngle) {
    Simulator simulator = simulator_of({.behavior = wander(variant + std::string(R"(,"wander_rate":90)"))});
    for (int k = 0; k < 1000; ++k) {
      run_steps(simulator, 1);
      ASSERT_GT(memory_of(simulator)[0], -det::kPi);
      ASSERT_LE(memory_of(simulator)[0], det::kPi);
    }
  }
}

constexpr const char* kTurnsFast = R"(,"max_acceleration":1000,"max_angular_acceleration":10000)";

TEST(Wander, OrientationCircleFacesThePointAndAcceleratesAhead) {
  Simulator simulator = simulator_of(
      {.behavior = wander(kByAngle[0]), .actor = R"("position":[2,1],"heading":0.7)", .type = kTurnsFast});
  for (int k = 0; k < 50; ++k) {
    run_steps(simulator, 1);
    const Vec3 heading = simulator.world().state.motion.heading(0);
    const Request request = whole_request_of(simulator);
    const double angle = memory_of(simulator)[0];
    const double bearing = std::atan2(1.2 * std::sin(angle), 2.0 + 1.2 * std::cos(angle));
    // Half a turn per second at most, for a point right astern; time constant 1 s.
    const double wanted = std::fabs(bearing) < 0.01 ? 0.0 : bearing;
    ASSERT_NEAR(up_part(request.angular), wanted - simulator.world().state.motion.rotation[0], 1e-9);
    ASSERT_NEAR(length(request.linear - 1000.0 * heading), 0.0, 1e-9);
  }
}

TEST(Wander, OrientationCircleCanSeekThePointAndLookWhereItGoes) {
  Simulator simulator = simulator_of({.behavior = wander(kByAngle[0] + std::string(R"(,"steer":"seek")")),
                                      .actor = R"("position":[0,0],"velocity":[1,0],"heading":0.3)",
                                      .type = kTurnsFast});
  const Request request = whole_request_of(simulator);
  const double angle = memory_of(simulator)[0] + 0.3;
  const Vec3 to_point{2.0 * std::cos(0.3) + 1.2 * std::cos(angle),
                      2.0 * std::sin(0.3) + 1.2 * std::sin(angle), 0.0};
  const Vec3 wanted = direction(to_point) * 3.0;
  EXPECT_NEAR(length(request.linear - (wanted - Vec3{1, 0, 0})), 0.0, 1e-9);
  // It heads 0.3 to the left of where it goes.
  EXPECT_NEAR(up_part(request.angular), -0.3, 1e-9);
}

TEST(Wander, FacesNothingWhereThePointIsOnTheAgent) {
  Simulator simulator = simulator_of(
      {.behavior = wander(kByAngle[0] + std::string(R"(,"wander_distance":1.2,"wander_rate":0)"))});
  memory_of(simulator)[0] = det::kPi;
  const Request request = whole_request_of(simulator);
  EXPECT_EQ(up_part(request.angular), 0.0);
  EXPECT_EQ(request.linear, (Vec3{6, 0, 0}));
}

TEST(Wander, AngleWalkWantsFullSpeed) {
  Simulator simulator = simulator_of(
      {.behavior = wander(kByAngle[1]), .actor = R"("position":[0,0],"velocity":[1,2])", .type = kStrong});
  for (int k = 0; k < 100; ++k) {
    const Vec3 velocity = velocity_of(simulator);
    const Request request = whole_request_of(simulator);
    ASSERT_NEAR(length(request.linear + velocity), 3.0, 1e-12);
    run_steps(simulator, 1);
  }
}

TEST(Wander, ThePointOnTheAgentAsksForNothing) {
  Simulator simulator = simulator_of({.behavior = wander(R"(,"wander_distance":1.2,"jitter":0)")});
  memory_of(simulator)[0] = -1.2;
  memory_of(simulator)[1] = 0.0;
  EXPECT_EQ(request_of(simulator), (Vec3{}));
}

TEST(Wander, WithoutARateTheLocalRequestIsConstantInEveryVariant) {
  for (const std::string keys : {R"(,"variant":"orientation_circle","steer":"seek")",
                                 R"(,"variant":"angle_walk")", R"(,"bounded":true,"jitter":0)"}) {
    Simulator simulator = simulator_of(
        {.behavior = wander(keys + R"(,"wander_rate":0)"), .actor = R"("position":[0,0],"velocity":[0,1])"});
    const double angle = memory_of(simulator)[0];
    run_steps(simulator, 200);
    EXPECT_NEAR(memory_of(simulator)[0], angle, 1e-12) << keys;
  }
}

TEST(Wander, BoundedBearingStaysWhereTheCircleIsSeen) {
  const double bound = std::asin(1.2 / 2.0);
  Simulator simulator =
      simulator_of({.behavior = wander(R"(,"bounded":true,"jitter":9,"gain":3)"), .type = kStrong});
  double widest = 0.0;
  for (int k = 0; k < 2000; ++k) {
    const Vec3 heading = simulator.world().state.motion.heading(0);
    const Vec3 request = whole_request_of(simulator).linear;
    const double bearing = std::atan2(cross(heading, request).z, dot(heading, request));
    ASSERT_LE(std::fabs(bearing), bound + 1e-12);
    ASSERT_GE(length(request), 3.0 * 0.8 - 1e-12);
    ASSERT_LE(length(request), 3.0 * 3.2 + 1e-12);
    ASSERT_NEAR(length(request / 3.0 - 2.0 * heading), 1.2, 1e-12) << "off the circle";
    widest = larger(widest, std::fabs(bearing));
    run_steps(simulator, 1);
  }
  EXPECT_GT(widest, bound - 0.01);
}

// How many agents of a crowd look farther to the side than 1/sqrt(2) of what is possible, as a part.
double part_at_the_sides(const std::string& keys, double bound) {
  Simulator simulator = crowd_of(keys, 0.05);
  run_steps(simulator, 100);
  const bool is_point = keys.find("bounded") == std::string::npos;
  int count = 0;
  for (AgentIndex i = 0; i < kCrowd; ++i) {
    const std::span<double> memory = memory_of(simulator, i);
    const double offset = is_point ? memory[1] : memory[0];
    count += std::fabs(offset) > bound * std::sqrt(0.5) ? 1 : 0;
  }
  return static_cast<double>(count) / kCrowd;
}

// The angle of the point becomes uniform, so its offset follows the arcsine law: half of the time it is in
// the outer 29 %. A bearing that walks between two reflections is itself uniform.
TEST(Wander, BoundedRemediesTheTurnBias) {
  const double outer = 1.0 - std::sqrt(0.5);
  EXPECT_NEAR(part_at_the_sides(R"(,"jitter":3)", 1.2), 0.5, 4.0 * std::sqrt(0.25 / kCrowd));
  const double tolerance = 4.0 * std::sqrt(outer * (1.0 - outer) / kCrowd);
  const double bound = std::asin(0.6);
  EXPECT_NEAR(part_at_the_sides(R"(,"bounded":true,"jitter":3)", bound), outer, tolerance);
  for (const std::string variant : kByAngle)
    EXPECT_NEAR(part_at_the_sides(variant + R"(,"bounded":true)", bound), outer, tolerance) << variant;
}

TEST(Wander, BoundedLooksEverywhereFromInsideTheCircle) {
  const std::string inside = R"(,"bounded":true,"wander_distance":0.5,"jitter":3)";
  EXPECT_NEAR(part_at_the_sides(inside, det::kPi), 1.0 - std::sqrt(0.5), 4.0 * std::sqrt(0.2072 / kCrowd));
}

TEST(Wander, RandomPointStandsStillForAnInterval) {
  Simulator simulator =
      simulator_of({.behavior = wander(R"(,"variant":"random_point","interval":0.5)"), .type = kStrong});
  run_steps(simulator, 1);
  for (int interval = 0; interval < 8; ++interval) {
    const Vec3 place{memory_of(simulator)[0], memory_of(simulator)[1], 0.0};
    for (int k = 1; k < 25; ++k) {
      const Vec3 wanted = direction(place - position_of(simulator)) * 3.0;
      const Vec3 expected = wanted - velocity_of(simulator);
      ASSERT_EQ(*request_of(simulator), expected);
      run_steps(simulator, 1);
      ASSERT_EQ(memory_of(simulator)[0], place.x);
      ASSERT_EQ(memory_of(simulator)[1], place.y);
    }
    run_steps(simulator, 1);
    ASSERT_NE(memory_of(simulator)[0], place.x);
  }
}

TEST(Wander, RandomPointIsUniformInTheCircleAhead) {
  Simulator simulator = crowd_of(R"(,"variant":"random_point")", 0.05, R"(,"max_acceleration":1e-9)");
  run_steps(simulator, 1);
  int inner = 0;
  int left = 0;
  for (AgentIndex i = 0; i < kCrowd; ++i) {
    const Vec3 place{memory_of(simulator, i)[0], memory_of(simulator, i)[1], 0.0};
    const Vec3 from_center = place - position_of(simulator, i) - Vec3{2, 0, 0};
    ASSERT_LE(length(from_center), 1.2 + 1e-6);
    inner += length(from_center) < 1.2 * std::sqrt(0.5) ? 1 : 0;
    left += from_center.y > 0.0 ? 1 : 0;
  }
  const double tolerance = 4.0 * std::sqrt(0.25 * kCrowd);
  EXPECT_NEAR(inner, 0.5 * kCrowd, tolerance);
  EXPECT_NEAR(left, 0.5 * kCrowd, tolerance);
}

TEST(Wander, RandomPointFarBehindIsGivenUp) {
  Simulator simulator = simulator_of({.behavior = wander(R"(,"variant":"random_point")")});
  run_steps(simulator, 2);
  memory_of(simulator)[0] = -100.0;
  run_steps(simulator, 1);
  EXPECT_GT(memory_of(simulator)[0], -10.0);
}

// Full acceleration in an independent direction in every step: along each axis the velocity has variance
// a^2 / 2 dt^2 after one, and a^2 / 2 dt t after a time t. It depends on dt, which is one reason why the
// seeds reject it.
TEST(Wander, RandomForceShakesAtFullAcceleration) {
  for (const double dt : {0.05, 0.025}) {
    Simulator simulator = crowd_of(R"(,"variant":"random_force")", dt, R"(,"max_speed":100)");
    run_steps(simulator, static_cast<int>(std::lround(1.0 / dt)));
    double sum = 0.0;
    for (AgentIndex i = 0; i < kCrowd; ++i)
      sum += length2(velocity_of(simulator, i)) / kCrowd;
    // |v|^2 is nearly exponentially distributed: its deviation equals its mean.
    EXPECT_NEAR(sum / (36.0 * dt), 1.0, 4.0 / std::sqrt(kCrowd)) << dt;
  }
  const Simulator simulator = simulator_of({.behavior = wander(R"(,"variant":"random_force")")});
  EXPECT_NEAR(length(*request_of(simulator)), 6.0, 1e-12);
}

// How a crowd with a behavior moves in 10 s at up to 2 m/s, from the second second on, when all are under
// way.
struct Stroll {
  double turn_rate = 0.0;     // mean of its size [rad/s]
  double net_turns = 0.0;     // full turns to one side, the most of an agent
  double displacement = 0.0;  // root of the mean square [m]
};

Stroll stroll_of(const std::string& behavior, const std::string& type = "") {
  constexpr AgentIndex kAgents = 100;
  Simulator simulator = make_simulator(scene(
      "[" + behavior + "]",
      R"([{"type":"a","count":100,"velocity":[2,0],"placement":{"type":"grid","origin":[0,0],"step":[0,100],"columns":1}}])",
      R"(,"max_speed":2)" + type));
  const AgentMotion& motion = simulator.world().state.motion;
  run_steps(simulator, 50);
  Stroll stroll;
  std::vector<double> net(kAgents, 0.0);
  const std::vector<double> x = motion.x;
  const std::vector<double> y = motion.y;
  for (int k = 0; k < 450; ++k) {
    std::vector<Vec3> before;
    for (AgentIndex i = 0; i < kAgents; ++i)
      before.push_back(motion.velocity(i));
    run_steps(simulator, 1);
    for (AgentIndex i = 0; i < kAgents; ++i) {
      const double angle =
          std::atan2(cross(before[i], motion.velocity(i)).z, dot(before[i], motion.velocity(i)));
      net[i] += angle / det::kTwoPi;
      stroll.turn_rate += std::fabs(angle) / 9.0 / kAgents;
    }
  }
  for (AgentIndex i = 0; i < kAgents; ++i) {
    stroll.net_turns = larger(stroll.net_turns, std::fabs(net[i]));
    stroll.displacement +=
        ((motion.x[i] - x[i]) * (motion.x[i] - x[i]) + (motion.y[i] - y[i]) * (motion.y[i] - y[i])) / kAgents;
  }
  stroll.displacement = std::sqrt(stroll.displacement);
  return stroll;
}

// Long smooth turns: no variant spins in its place. random_force is there to show what does not stroll.
TEST(Wander, StrollsWithTheDefaultsOfEveryVariant) {
  const Stroll usual = stroll_of(wander());
  EXPECT_NEAR(usual.turn_rate, 0.4, 0.1);
  const std::string turns = R"(,"locomotion":{"type":"oriented"})";
  const std::pair<std::string, std::string> kVariants[] = {
      {wander(R"(,"bounded":true)"), ""},
      {wander(kByAngle[1]), ""},
      {wander(kByAngle[1] + std::string(R"(,"bounded":true)")), ""},
      {wander(kByAngle[0] + std::string(R"(,"steer":"seek")")), ""},
      {wander(kByAngle[0]), turns},
      {wander(R"(,"variant":"gradient_noise")"), ""},
      {wander(R"(,"variant":"random_point")"), ""}};
  for (const auto& [behavior, type] : kVariants) {
    const Stroll stroll = stroll_of(behavior, type);
    EXPECT_GT(stroll.turn_rate, 0.4 * usual.turn_rate) << behavior;
    EXPECT_LT(stroll.turn_rate, 1.6 * usual.turn_rate) << behavior;
    EXPECT_LT(stroll.net_turns, 1.0) << behavior;
    EXPECT_GT(stroll.displacement, 0.7 * usual.displacement) << behavior;
  }
}

// At the lattice, whenever the time and the agent's phase make a whole number of intervals, noise is zero; in
// between it is smooth and the same for every step.
TEST(Wander, GradientNoiseIsASmoothFunctionOfTime) {
  const std::string behavior = wander(R"(,"variant":"gradient_noise","noise_interval":0.8)");
  const auto bearings = [&](double dt, int every) {
    Simulator simulator = simulator_of({.behavior = behavior,
                                        .type = R"(,"max_acceleration":1e-9)",
                                        .scenario = fmt::format(R"(,"simulation":{{"dt":{}}})", dt)});
    std::vector<double> found;
    for (int k = 0; k < 400; ++k) {
      const Vec3 wanted = whole_request_of(simulator).linear;
      if (k % every == 0) found.push_back(std::atan2(wanted.y, wanted.x));
      run_steps(simulator, 1);
    }
    return found;
  };
  const std::vector<double> coarse = bearings(0.02, 1);
  const std::vector<double> fine = bearings(0.01, 2);
  double farthest = 0.0;
  for (std::size_t k = 0; k < fine.size(); ++k) {
    EXPECT_NEAR(fine[k], coarse[k], 1e-6);
    farthest = larger(farthest, std::fabs(coarse[k]));
    if (k > 0) {
      EXPECT_LT(std::fabs(coarse[k] - coarse[k - 1]), 0.08) << k;
    }
  }
  EXPECT_GT(farthest, 0.1);
  EXPECT_LT(farthest, std::asin(0.6));
}

TEST(Wander, GradientNoiseOfAgentsIsNotInPhase) {
  Simulator simulator = crowd_of(R"(,"variant":"gradient_noise")", 0.02);
  double sum = 0.0;
  for (AgentIndex i = 0; i < kCrowd; ++i)
    sum += memory_of(simulator, i)[0] / kCrowd;
  EXPECT_NEAR(sum, 0.5, 4.0 * std::sqrt(1.0 / 12.0 / kCrowd));
}

}  // namespace
}  // namespace drover::test::wander_variants_test
