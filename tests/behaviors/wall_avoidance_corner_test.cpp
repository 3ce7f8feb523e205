// The remedies of wall_avoidance against corners.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "behaviors/ask.h"
#include "core/det_math.h"

namespace drover::test::wall_avoidance_corner_test {
namespace {

// An agent that coasts along the x axis at 2 m/s, too weak to leave it: its whiskers, 1 m ahead of it at 45
// degrees, meet a piece of wall on the left while it is in x = [1, 2], and on the right later.
Simulator coaster(const std::string& keys, double right_from, double right_to) {
  return make_simulator(scene(
      R"([{"type":"wall_avoidance","length":0.5,"whisker_length":1.5,"gain":1,)" + keys + "}]",
      R"([{"type":"a","position":[0,0],"velocity":[2,0]}])", R"(,"max_speed":2,"max_acceleration":1e-9)",
      fmt::format(R"(,"world":{{"walls":[{{"points":[[2,1],[3,1]]}},{{"points":[[{},-1],[{},-1]]}}]}})",
                  right_from + 1.0, right_to + 1.0)));
}

// The sides it is pushed to between two places, as a set: 1 to the left, 2 to the right, 4 not at all.
int pushes_between(Simulator& simulator, double from, double to) {
  int sides = 0;
  while (simulator.world().state.motion.x[0] < to - 1e-6) {
    const bool counts = simulator.world().state.motion.x[0] > from + 1e-6;
    const double before = simulator.world().state.motion.vy[0];
    run_steps(simulator, 1);
    const double change = simulator.world().state.motion.vy[0] - before;
    if (counts) sides |= change > 0.0 ? 1 : (change < 0.0 ? 2 : 4);
  }
  return sides;
}

constexpr int kLeft = 1;
constexpr int kRight = 2;
constexpr int kNone = 4;

// A span of numbers the agent remembers.
std::span<const double> memory_of(const Simulator& simulator) {
  return test::memory_of(simulator.world());
}

TEST(WallCorner, WithoutARemedyEveryHitCountsAndNothingIsRemembered) {
  Simulator simulator = coaster(R"("corner_trap":"none")", 2.5, 4.5);
  EXPECT_TRUE(memory_of(simulator).empty());
  EXPECT_EQ(pushes_between(simulator, 1.0, 2.0), kRight);
  EXPECT_EQ(pushes_between(simulator, 2.0, 2.5), kNone);
  EXPECT_EQ(pushes_between(simulator, 2.54, 4.5), kLeft);
}

TEST(WallWinner, TheSideThatHitFirstDecidesForTheWinnersTime) {
  // 0.25 s between the sides: the left wins for 0.5 s, in which the agent goes 1 m.
  Simulator simulator = coaster(R"("corner_trap":"winner")", 2.5, 4.5);
  EXPECT_EQ(pushes_between(simulator, 1.0, 2.0), kRight);
  EXPECT_EQ(pushes_between(simulator, 2.0, 2.5), kNone);
  EXPECT_EQ(pushes_between(simulator, 2.54, 3.48), kRight) << "hits on the right turn it off the left";
  EXPECT_EQ(pushes_between(simulator, 3.56, 4.5), kLeft) << "the winner's time is over";
}

TEST(WallWinner, SidesThatDoNotAlternateQuicklyBothCount) {
  // 0.75 s between the sides.
  Simulator simulator = coaster(R"("corner_trap":"winner")", 3.5, 4.5);
  EXPECT_EQ(pushes_between(simulator, 1.0, 2.0), kRight);
  EXPECT_EQ(pushes_between(simulator, 3.54, 4.5), kLeft);
}

TEST(WallCommit, KeepsTheSideOfTheFirstHitUntilAllIsClearForTheHold) {
  Simulator held = coaster(R"("corner_trap":"commit","hold":0.5)", 2.5, 4.5);
  EXPECT_EQ(pushes_between(held, 1.0, 2.0), kRight);
  EXPECT_EQ(pushes_between(held, 2.04, 2.5), kNone);
  EXPECT_EQ(pushes_between(held, 2.54, 4.5), kRight) << "still the side of the first hit";
  Simulator free = coaster(R"("corner_trap":"commit","hold":0.2)", 2.5, 4.5);
  EXPECT_EQ(pushes_between(free, 1.0, 2.0), kRight);
  EXPECT_EQ(pushes_between(free, 2.54, 4.5), kLeft);
}

TEST(WallCommit, AsksForAllItHasAcrossItsHeading) {
  const auto request =
      request_of(scene(R"([{"type":"wall_avoidance","corner_trap":"commit"}])",
                       R"([{"type":"a","position":[0,0],"velocity":[0.6,0.8]}])", R"(,"max_acceleration":6)",
                       R"(,"world":{"walls":[{"points":[[2,-9],[2,9]]}]})"));
  ASSERT_TRUE(request);
  EXPECT_NEAR(length(*request), 6.0, 1e-12);
  EXPECT_NEAR(dot(*request, {0.6, 0.8, 0}), 0.0, 1e-12);
  EXPECT_LT(request->x, 0.0) << "on along the wall";
}

// 0.6 m ahead there is room for a circle of 0.05 m: 0.55 m/s at 6 m/s^2. The rest of the speed is braked.
TEST(WallCommit, BrakesWhileTheTurnDoesNotFit) {
  const auto ask = [](double speed) {
    return *request_of(scene(R"([{"type":"wall_avoidance","config":"single","corner_trap":"commit"}])",
                             fmt::format(R"([{{"type":"a","position":[0,0],"velocity":[{},0]}}])", speed),
                             R"(,"radius":0.5,"max_acceleration":6)",
                             R"(,"world":{"walls":[{"points":[[0.6,-9],[0.6,9]]}]})"));
  };
  EXPECT_EQ(ask(0.5), (Vec3{0, 6, 0}));
  EXPECT_NEAR(ask(3.0).x, -4.8, 1e-12);
  EXPECT_NEAR(ask(3.0).y, 3.6, 1e-12);
  const double little = (0.7 - std::sqrt(0.3)) / 0.1;
  EXPECT_NEAR(ask(0.7).x, -little, 1e-12);
  EXPECT_NEAR(length(ask(0.7)), 6.0, 1e-12);
}

TEST(WallCommit, HeadOnGoesLeft) {
  const auto request =
      request_of(scene(R"([{"type":"wall_avoidance","config":"single","corner_trap":"commit"}])",
                       R"([{"type":"a","position":[0,0],"velocity":[1,0]}])", R"(,"max_acceleration":6)",
                       R"(,"world":{"walls":[{"points":[[2,-9],[2,9]]}]})"));
  EXPECT_EQ(request, (Vec3{0, 6, 0}));
}

TEST(WallAdaptiveFan, OpensWhileSomethingIsHitAndClosesOtherwise) {
  Simulator simulator = coaster(
      R"("corner_trap":"adaptive_fan","config":"single_whiskers","min_angle":0.6,"max_angle":1.2,"widen":3,"shrink":1.5)",
      50, 60);
  double angle = 0.6;
  bool was_widest = false;
  for (int k = 0; k < 150; ++k) {
    const double seen = memory_of(simulator)[0];
    EXPECT_NEAR(seen, angle, 1e-12) << k;
    // The left whisker at this angle reaches the wall's line y = 1 this far ahead.
    const double x = simulator.world().state.motion.x[0] + 1.0 / std::tan(angle);
    const bool hits = 1.5 * std::sin(angle) > 1.0 && x > 2.0 && x < 3.0;
    angle = clamp(angle + (hits ? 3.0 : -1.5) * 0.02, 0.6, 1.2);
    was_widest = was_widest || angle == 1.2;
    run_steps(simulator, 1);
  }
  EXPECT_TRUE(was_widest || angle == 0.6);
}

TEST(WallAdaptiveFan, StartsAtTheWhiskersAngleWithoutALeastOne) {
  Simulator simulator = coaster(R"("corner_trap":"adaptive_fan","whisker_angle":0.7)", 50, 60);
  EXPECT_EQ(memory_of(simulator)[0], 0.7);
  const auto plain = request_of(coaster(R"("whisker_angle":0.7)", 50, 60));
  EXPECT_EQ(request_of(simulator), plain);
}

TEST(WallCorner, RemediesNeedTheFeelersTheySpeakOf) {
  for (const char* keys :
       {R"("corner_trap":"adaptive_fan","config":"single")",
        R"("corner_trap":"adaptive_fan","config":"parallel")", R"("corner_trap":"winner","config":"volume")",
        R"("corner_trap":"adaptive_fan","min_angle":1,"max_angle":0.5)"}) {
    EXPECT_THROW(coaster(keys, 50, 60), std::runtime_error) << keys;
  }
  EXPECT_NO_THROW(coaster(R"("corner_trap":"winner","config":"parallel")", 50, 60));
}

// Two walls of at least 12 m meet in (10, 0) at `half_angle` to the x axis; an agent starts between them at
// (0, 0.3) with three rays of 3 m at 20 degrees and accelerates with all it has.
struct CornerRun {
  double contact = kInfinity;    // time at which the body first touched a wall [s]
  double out = kInfinity;        // time at which it was back at x < 0 [s]
  double clearance = kInfinity;  // least distance of the center to a wall until it was out [m]
  double to_apex = kInfinity;    // least distance to the corner until then [m]
  int turns = 0;                 // changes of the side it turned to until then
};

struct Corner {
  std::string keys = "";  // of the behavior, starting with a comma
  double half_angle = 25.0;
  double speed = 1.5;
  std::string others = "";  // further behaviors, starting with a comma
  std::string steer = "full_accel";
  std::string arbiter = "weighted_sum";
};

CornerRun run_into(const Corner& corner) {
  const double half = corner.half_angle * det::kPi / 180.0;
  const double arm = larger(12.0, 11.0 / std::cos(half));
  const Vec3 back{10.0 - arm * std::cos(half), arm * std::sin(half), 0.0};
  Simulator simulator = make_simulator(fmt::format(
      R"({{"format":1,"agent_types":{{"a":{{"radius":0.5,"max_acceleration":6,"max_speed":{0},
          "steering":{{"arbiter":{{"type":"{1}"}},"behaviors":[
            {{"type":"wall_avoidance","variant":"rays","steer":"{2}","config":"fan","length":3,
              "whisker_angle":0.3490658503988659,"avoid_distance":1.5{3}}}{4}]}}}}}},
          "agents":[{{"type":"a","position":[0,0.3],"velocity":[{0},0]}}],
          "world":{{"walls":[{{"points":[[{5},{6}],[10,0]]}},{{"points":[[10,0],[{5},{7}]]}}]}}}})",
      corner.speed, corner.arbiter, corner.steer, corner.keys, corner.others, back.x, back.y, -back.y));
  const StaticGeometry geometry = simulator.world().geometry();
  CornerRun run;
  double last_turn = 0.0;
  for (int k = 0; k < 2000 && run.out == kInfinity; ++k) {
    const Vec3 before = simulator.world().state.motion.velocity(0);
    run_steps(simulator, 1);
    const Vec3 p = simulator.world().state.motion.position(0);
    const double turn = cross(before, simulator.world().state.motion.velocity(0)).z;
    if (std::fabs(turn) > 1e-9) {
      if (turn * last_turn < 0.0) ++run.turns;
      last_turn = turn;
    }
    for (std::uint32_t w = 0; w < 2; ++w)
      run.clearance = smaller(run.clearance, length(p - geometry.nearest_point_of_wall(w, p)));
    run.to_apex = smaller(run.to_apex, length(p - Vec3{10, 0, 0}));
    if (run.contact == kInfinity && run.clearance < 0.5) run.contact = simulator.world().time();
    if (p.x < 0.0) run.out = simulator.world().time();
  }
  return run;
}

TEST(WallCornerTrap, PlainRaysTrembleIntoTheCornerF5) {
  const CornerRun run = run_into({});
  EXPECT_NEAR(run.contact, 5.9, 0.1);
  EXPECT_GT(run.turns, 150);
  EXPECT_EQ(run.out, kInfinity) << "not within 40 s";
}

TEST(WallCornerTrap, SeekingDoesNotSaveThemF5) {
  const CornerRun run = run_into({.others = R"(,{"type":"seek","target":{"point":[30,0]}})"});
  EXPECT_LT(run.contact, 7.0);
  EXPECT_GT(run.turns, 100);
  EXPECT_EQ(run.out, kInfinity);
}

TEST(WallCornerTrap, FastOnesTrembleIntoCornersOfAllAnglesF5) {
  for (const double half_angle : {20.0, 25.0, 30.0, 35.0}) {
    const CornerRun run = run_into({.half_angle = half_angle, .speed = 3.0});
    EXPECT_LT(run.contact, 3.3) << half_angle;
    EXPECT_GE(run.turns, 40) << half_angle;
    EXPECT_LE(run.turns, 80) << half_angle;
  }
}

TEST(WallCornerTrap, ACommittedTurnGetsOutInOneManoeuvreF5) {
  for (const double half_angle : {20.0, 25.0, 30.0, 35.0}) {
    for (const double hold : {0.5, 1.0, 2.0}) {
      const CornerRun run = run_into(
          {.keys = fmt::format(R"(,"corner_trap":"commit","hold":{})", hold), .half_angle = half_angle});
      EXPECT_EQ(run.contact, kInfinity) << half_angle;
      EXPECT_GT(run.clearance, 1.1) << half_angle;
      EXPECT_EQ(run.turns, 0) << half_angle;
      EXPECT_LT(run.out, 10.0) << half_angle;
    }
  }
}

// With everything else at its default: weak forward push, as of an agent that wants to go on.
TEST(WallCornerTrap, EveryRemedyGetsOutWithItsDefaultsF5) {
  for (const char* remedy : {"adaptive_fan", "winner", "commit"}) {
    for (const double half_angle : {20.0, 25.0, 30.0, 35.0, 45.0}) {
      for (const double speed : {1.5, 3.0}) {
        const CornerRun run =
            run_into({.keys = fmt::format(R"(,"corner_trap":"{}")", remedy),
                      .half_angle = half_angle,
                      .speed = speed,
                      .others = R"(,{"type":"wander","jitter":0,"wander_radius":0.001,"gain":0.5})",
                      .steer = "velocity",
                      .arbiter = "prioritized_sum"});
        EXPECT_LT(run.out, 30.0) << remedy << ", " << half_angle << " degrees, " << speed << " m/s";
        EXPECT_GT(run.clearance, 0.5) << remedy << ", " << half_angle << " degrees, " << speed << " m/s";
      }
    }
  }
}

// A wall 10 m ahead, met at a right angle by an agent that something drives on.
struct FaceRun {
  double clearance = kInfinity;  // least, between the body and the wall [m]
  double along = 0.0;            // how far along the wall it got [m]
};

FaceRun run_into_face(const std::string& keys, double speed, const std::string& drive) {
  Simulator simulator = make_simulator(scene(
      R"([{"type":"wall_avoidance")" + keys + "}," + drive + "]",
      fmt::format(R"([{{"type":"a","position":[0,0],"velocity":[{},0]}}])", speed),
      fmt::format(R"(,"max_speed":{})", speed), R"(,"world":{"walls":[{"points":[[10,-200],[10,200]]}]})"));
  FaceRun run;
  for (int k = 0; k < 1500; ++k) {
    run_steps(simulator, 1);
    const Vec3 p = simulator.world().state.motion.position(0);
    run.clearance = std::min(run.clearance, 9.5 - p.x);
    run.along = std::max(run.along, std::fabs(p.y));
  }
  return run;
}

constexpr const char* kSeekBeyond = R"({"type":"seek","target":{"point":[20,0]},"weight":0.5})";
constexpr const char* kForwardPush = R"({"type":"wander","jitter":0,"wander_radius":0.001,"gain":0.5})";

// The push is opposite to the motion, so nothing turns the agent.
TEST(WallFlatFace, WithoutARemedyItStopsWhatWantsOn) {
  for (const char* variant : {"feelers", "rays"}) {
    const FaceRun run = run_into_face(fmt::format(R"(,"variant":"{}")", variant), 1.5, kSeekBeyond);
    EXPECT_GT(run.clearance, 0.0) << variant;
    EXPECT_EQ(run.along, 0.0) << variant;
  }
}

TEST(WallFlatFace, ACommittedTurnLeadsAlongItWithoutTouching) {
  for (const char* variant : {"feelers", "rays"}) {
    for (const char* config : {"single_whiskers", "fan", "volume"}) {
      const std::string keys =
          fmt::format(R"(,"variant":"{}","config":"{}","corner_trap":"commit")", variant, config);
      for (const double speed : {1.5, 3.0}) {
        const FaceRun pushed = run_into_face(keys, speed, kForwardPush);
        EXPECT_GT(pushed.clearance, 0.0) << keys << speed;
        EXPECT_GT(pushed.along, 10.0 * speed) << keys << speed;
        const FaceRun seeking = run_into_face(keys, speed, kSeekBeyond);
        EXPECT_GT(seeking.clearance, 0.0) << keys << speed;
        // Three long feelers turn it straight back, and it halts where that balances the pull to the goal
        // beyond.
        EXPECT_GT(seeking.along, std::string_view(config) == "fan" ? 1.5 : 3.0) << keys << speed;
      }
    }
  }
}

}  // namespace
}  // namespace drover::test::wall_avoidance_corner_test
