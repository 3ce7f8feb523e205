#include "projectiles/range.h"

namespace drover::hits_test {
namespace {

using test::expect_near;
using test::impacts_in;
using test::put_in_flight;
using test::Range;
using test::simulator_of;

// The only end of one flight.
Impact impact_of(const Range& range, Vec3 position, Vec3 velocity, double seconds = 5.0) {
  Simulator simulator = simulator_of(range);
  put_in_flight(simulator, position, velocity);
  const std::vector<Impact> impacts =
      impacts_in(simulator, static_cast<int>(std::lround(seconds / range.dt)));
  EXPECT_EQ(impacts.size(), 1u);
  return impacts.empty() ? Impact{} : impacts[0];
}

constexpr const char* kShooterAndBody = R"({"type":"a","position":[0,50]},{"type":"b","position":[10,0.3]})";

// A disc of 0.5 m at (10, 0.3), grown by the radius: 0.55^2 - 0.3^2 = 0.461^2.
TEST(Hits, AreAtTheSamePlaceAndTimeForEveryStepAndSpeed) {
  const double reach = 10.0 - std::sqrt(0.55 * 0.55 - 0.3 * 0.3);
  for (const double dt : {0.01, 0.1, 1.0}) {
    for (const double speed : {7.0, 300.0, 10000.0}) {
      const Impact impact = impact_of({.dt = dt, .agents = kShooterAndBody}, {}, {speed, 0.0, 0.0}, 3.0);
      EXPECT_EQ(impact.hit.met, Met::agent);
      EXPECT_EQ(impact.hit.index, 1u);
      EXPECT_NEAR(impact.time, reach / speed, 1e-12);
      expect_near(impact.point, {reach, 0.0, 0.0}, 1e-9);
    }
  }
}

// It comes from below at 2 m/s, the projectile along x at 10 m/s.
TEST(Hits, SeeBodiesMove) {
  const Range range = {.dt = 0.5, .shot = R"("radius":0.05)", .agents = R"({"type":"a","position":[0,50]},
                                    {"type":"b","position":[10,-2],"velocity":[0,2]})"};
  const Impact impact = impact_of(range, {}, {10.0, 0.0, 0.0});
  // |(-10 + 10 t, 2 - 2 t)| = 0.55: t = 1 - 0.55 / sqrt(104).
  EXPECT_NEAR(impact.time, 1.0 - 0.55 / std::sqrt(104.0), 1e-9);
}

TEST(Hits, AreOnTheFirstOfManyAndCountedByTheBodyThatWasHit) {
  Simulator simulator = simulator_of({.agents = R"({"type":"a","position":[0,50]},{"type":"b","count":5,
                     "placement":{"type":"line","from":[30,0],"to":[10,0]}})"});
  for (int k = 0; k < 3; ++k)
    put_in_flight(simulator, {0.0, 0.1 * k, 0.0}, {40.0, 0.0, 0.0});
  EXPECT_EQ(impacts_in(simulator, 50).size(), 3u);
  EXPECT_EQ(simulator.world().state.shots.hits, (std::vector<std::uint32_t>{0, 0, 0, 0, 0, 3}));
  EXPECT_EQ(test::in_flight(simulator), 0u);
}

TEST(Hits, OfTwoBodiesAtTheSameTimeAreOnTheOneWithTheLowestNumber) {
  const Range range = {.agents = R"({"type":"a","position":[0,50]},
                                    {"number":7,"type":"b","position":[10,0.3]},
                                    {"number":3,"type":"b","position":[10,-0.3]})"};
  Simulator simulator = simulator_of(range);
  put_in_flight(simulator, {}, {10.0, 0.0, 0.0});
  const std::vector<Impact> impacts = impacts_in(simulator, 100);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(simulator.world().model().agents.number[impacts[0].hit.index], 3u);
}

TEST(Hits, AreOnObstaclesAndWalls) {
  const Range range = {.world = R"(,"obstacles":[{"center":[10,0],"radius":2}],
                                   "walls":[{"points":[[20,-5],[20,5]]},{"points":[[30,-5],[30,5]]}])"};
  const Impact obstacle = impact_of(range, {}, {10.0, 0.0, 0.0});
  EXPECT_EQ(obstacle.hit.met, Met::obstacle);
  EXPECT_NEAR(obstacle.time, 0.795, 1e-9);
  const Impact wall = impact_of(range, {22.0, 0.0, 0.0}, {10.0, 0.0, 0.0});
  EXPECT_EQ(wall.hit.met, Met::wall);
  EXPECT_EQ(wall.hit.index, 1u);
  EXPECT_NEAR(wall.point.x, 29.95, 1e-9);
}

TEST(Hits, AreOnTheFirstOfBodyAndShape) {
  const Range range = {.agents = kShooterAndBody, .world = R"(,"walls":[{"points":[[9,-5],[9,5]]}])"};
  EXPECT_EQ(impact_of(range, {}, {10.0, 0.0, 0.0}).hit.met, Met::wall);
  EXPECT_EQ(impact_of(range, {20.0, 0.0, 0.0}, {-10.0, 0.0, 0.0}).hit.met, Met::agent);
}

TEST(Hits, InSpaceAreOnBallsAndShapes) {
  const Range range = {.dimensions = 3.0,
                       .shot = R"("gravity":[0,0,0],"radius":0)",
                       .agents = R"({"type":"a","position":[0,50,0]},{"type":"b","position":[10,0,5]})",
                       .world = R"(,"obstacles":[{"center":[20,0,0],"radius":2}])"};
  EXPECT_EQ(impact_of(range, {0.0, 0.0, 0.0}, {10.0, 0.0, 0.0}).hit.met, Met::obstacle);
  const Impact body = impact_of(range, {0.0, 0.0, 4.7}, {10.0, 0.0, 0.0});
  EXPECT_EQ(body.hit.met, Met::agent);
  EXPECT_NEAR(body.point.x, 10.0 - 0.4, 1e-9);
}

// Bodies that stand upright: 1.8 m high, from their feet on.
TEST(Hits, OnGroundWithHeightsAreOnUprightBodies) {
  const Range range = {.dimensions = 2.5,
                       .shot = R"("gravity":[0,0,0],"radius":0.1,"lifetime":2)",
                       .agents = R"({"type":"a","position":[0,50]},{"type":"b","position":[10,0]})"};
  const auto ends = [&](double height) { return impact_of(range, {0, 0, height}, {10.0, 0.0, 0.0}).hit.met; };
  EXPECT_EQ(ends(0.2), Met::agent);
  EXPECT_EQ(ends(1.89), Met::agent);
  EXPECT_EQ(ends(1.91), Met::lifetime);
  // Onto the head.
  const Impact head = impact_of(range, {10.0, 0.0, 5.0}, {0.0, 0.0, -10.0});
  EXPECT_EQ(head.hit.met, Met::agent);
  EXPECT_NEAR(head.point.z, 1.9, 1e-9);
}

// Millington 3.5.2: (0, 0, 2) and (3, 4, 5) land after 1.3267 s.
TEST(Hits, AreOnTheGroundWhereTheLandingIsPredicted) {
  const Impact impact =
      impact_of({.dimensions = 2.5, .dt = 0.01, .shot = R"("radius":0)"}, {0.0, 0.0, 2.0}, {3.0, 4.0, 5.0});
  EXPECT_EQ(impact.hit.met, Met::ground);
  // The chord of a step is at most g dt^2 / 8 = 0.12 mm above the curve.
  EXPECT_NEAR(impact.time, 1.326706011, 2e-5);
  expect_near(impact.point, {3.980118, 5.306824, 0.0}, 2e-4);
}

constexpr const char* kGround = R"(,"regions":{"block":{"min":[10,-5],"max":[12,5]},
                                               "slab":{"min":[20,-5],"max":[22,5]},
                                               "ramp":{"min":[30,-5],"max":[40,5]},
                                               "pit":{"min":[-20,-5],"max":[-10,5]}},
    "ground":[{"region":"block","height":4,"solid":true},{"region":"slab","height":4},
              {"region":"ramp","ramp":{"from":[30,0,0],"to":[40,0,5]}},{"region":"pit","height":-3}])";

TEST(Hits, AreOnSidesAndTopsOfBlocksAndBothSidesOfSlabs) {
  const Range range = {
      .dimensions = 2.5, .shot = R"("gravity":[0,0,0],"radius":0,"lifetime":4)", .world = kGround};
  const auto point = [&](Vec3 from, Vec3 velocity) {
    const Impact impact = impact_of(range, from, velocity);
    return impact.hit.met == Met::ground ? impact.point : Vec3{-1.0, -1.0, -1.0};
  };
  expect_near(point({0, 0, 2}, {10, 0, 0}), {10, 0, 2}, 1e-9);
  expect_near(point({11, 0, 9}, {0, 0, -10}), {11, 0, 4}, 1e-9);
  expect_near(point({6, 0, 9}, {10, 0, -10}), {11, 0, 4}, 1e-9);
  expect_near(point({21, 0, 9}, {0, 0, -10}), {21, 0, 4}, 1e-9);
  expect_near(point({21, 0, 1}, {0, 0, 10}), {21, 0, 4}, 1e-9);
  // Under the slab.
  expect_near(point({18, 0, 2}, {10, 0, -5}), {22, 0, 0}, 1e-9);
  // Along the ramp, which rises by half.
  expect_near(point({30, 0, 2.5}, {5, 0, 0}), {35, 0, 2.5}, 1e-9);
  expect_near(point({-15, 0, 5}, {0, 0, -10}), {-15, 0, -3}, 1e-9);
}

TEST(Hits, AreOnPlatformsWhereTheyAreThen) {
  const Range range = {.dimensions = 2.5,
                       .dt = 0.25,
                       .shot = R"("gravity":[0,0,0],"radius":0)",
                       .world = R"(,"regions":{"lift":{"min":[-2,-2],"max":[2,2]}},
                                   "platforms":[{"region":"lift","keyframes":[[0,0],[10,10]],
                                                 "interp":"linear"}])"};
  Range far = range;
  far.agents = R"({"type":"a","position":[50,0]})";
  // The top rises at 1 m/s, the projectile comes down at 4 m/s from 10 m.
  const Impact impact = impact_of(far, {0.0, 0.0, 10.0}, {0.0, 0.0, -4.0});
  EXPECT_EQ(impact.hit.met, Met::ground);
  EXPECT_NEAR(impact.time, 2.0, 1e-9);
}

TEST(Hits, ThroughTheEdgeOfAWorldThatWraps) {
  const Range range = {.agents = R"({"type":"a","position":[0,5]},{"type":"b","position":[-9,0]})",
                       .world = R"(,"bounds":{"min":[-10,-10],"max":[10,10],"edge":"wrap"})"};
  const Impact impact = impact_of(range, {8.0, 0.0, 0.0}, {10.0, 0.0, 0.0});
  EXPECT_EQ(impact.hit.met, Met::agent);
  EXPECT_NEAR(impact.time, 0.245, 1e-9);
}

// Hits of many among many are those that a look at every body gives.
TEST(Hits, AreTheSameWithAnyNumberOfThreads) {
  const Range range = {
      .shot = R"("lifetime":2)",
      .fire = R"("target":{"agent_type":"b"},"period":0.1,"spread":0.2)",
      .agents = R"({"type":"a","count":60,"placement":{"type":"disc","center":[0,0],"radius":10}},
                                    {"type":"b","count":60,"placement":{"type":"disc","center":[30,0],"radius":10}})"};
  const auto hash = [&](std::size_t threads) {
    Simulator simulator = simulator_of(range);
    simulator.use_threads(threads, 8);
    test::run_steps(simulator, 200);
    EXPECT_GT(simulator.world().state.projectile_counts.fired[0], 1000u);
    return simulator.hash();
  };
  const std::uint64_t alone = hash(1);
  EXPECT_EQ(alone, hash(3));
  EXPECT_EQ(alone, hash(7));
}

}  // namespace
}  // namespace drover::hits_test
