#include "sim/step/overlap.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "core/random.h"
#include "sim/every_static.h"
#include "sim/space_scene.h"
#include "sim/state/column_table.h"
#include "support/model_of.h"
#include "support/scene.h"

namespace drover::overlap_test {
namespace {

// A world whose state before the step and after moving are the same.
World bodies(const std::vector<Vec3>& positions, double radius = 0.5, const WorldDef& def = {}) {
  World world;
  if (def.bounds) test::model_of(world).bounds = Bounds(*def.bounds);
  test::model_of(world).statics =
      std::make_shared<Statics>(Statics{StaticShapes(def, world.model().bounds), {}});
  world.state.motion.resize(positions.size());
  for (AgentIndex i = 0; i < positions.size(); ++i) {
    world.state.motion.set_position(i, positions[i]);
    test::model_of(world).agents.number.push_back(i);
    world.state.limits.radius.push_back(radius);
    world.state.limits.mass.push_back(1.0);
    world.state.limits.max_speed.push_back(100.0);
    world.state.status.present.push_back(1);
    test::model_of(world).agents.immovable.push_back(0);
  }
  test::model_of(world).non_penetration.enabled = true;
  test::model_of(world).dt = 0.1;
  world.state.next = world.state.motion;
  return world;
}

void resolve(World& world) {
  OverlapResolver resolver;
  WorkerPool workers;
  resolver.resolve(world, world.state.next, workers);
  resolver.leave_solids(world, world.state.next, workers);
}

double distance(const World& world, AgentIndex a, AgentIndex b) {
  return length(
      world.model().bounds.displacement(world.state.next.position(a), world.state.next.position(b)));
}

WorldDef obstacle_at(Vec3 center, double radius) {
  WorldDef def;
  ObstacleDef obstacle;
  obstacle.center = center;
  obstacle.radius = radius;
  def.obstacles.push_back(obstacle);
  return def;
}

WorldDef wall_through(std::vector<Vec3> points) {
  WorldDef def;
  WallDef wall;
  wall.points = std::move(points);
  def.walls.push_back(wall);
  return def;
}

TEST(OverlapResolver, OnePairEndsTouchingWithTheMidpointKept) {
  Draws draws({71});
  for (int k = 0; k < 200; ++k) {
    const double x = draws.signed_uniform();
    const double y = draws.signed_uniform();
    World world = bodies({{3, 4, 0}, Vec3{3, 4, 0} + direction({x, y, 0}) * (0.99 * draws.uniform() + 1e-6)});
    const Vec3 middle = world.state.motion.position(0) + world.state.motion.position(1);
    resolve(world);
    EXPECT_NEAR(distance(world, 0, 1), 1.0, 2e-12);
    EXPECT_NEAR(length(world.state.next.position(0) + world.state.next.position(1) - middle), 0.0, 4e-15);
  }
}

TEST(OverlapResolver, WithoutOverlapNothingChangesByABit) {
  Draws draws({72});
  std::vector<Vec3> positions;
  for (int k = 0; k < 100; ++k) {
    const double jitter = draws.uniform();
    positions.push_back({1.1 * (k % 10) + 1e-3 * jitter, 1.1 * (k / 10) - 1e-3 * jitter, 0.0});
  }
  positions.push_back({-1.0, 0.0, 0.0});
  positions.push_back({-2.0, 0.0, 0.0});  // touching exactly
  World world = bodies(positions);
  resolve(world);
  EXPECT_EQ(world.state.next.x, world.state.motion.x);
  EXPECT_EQ(world.state.next.y, world.state.motion.y);
}

TEST(OverlapResolver, MassMovesTheLighterMore) {
  World world = bodies({{0, 0, 0}, {0.6, 0, 0}});
  world.state.limits.mass = {3.0, 1.0};
  test::model_of(world).non_penetration.weighting = PenetrationWeighting::mass;
  resolve(world);
  EXPECT_NEAR(world.state.next.x[0], -0.1, 1e-12);
  EXPECT_NEAR(world.state.next.x[1], 0.9, 1e-12);
}

TEST(OverlapResolver, ImmovableBodiesStayAndTheOthersYieldAlone) {
  for (const PenetrationWeighting weighting : {PenetrationWeighting::equal, PenetrationWeighting::mass}) {
    World world = bodies({{0, 0, 0}, {0.6, 0, 0}, {9, 0, 0}, {9.5, 0, 0}});
    test::model_of(world).agents.immovable = {1, 0, 1, 1};
    test::model_of(world).non_penetration.weighting = weighting;
    resolve(world);
    EXPECT_EQ(world.state.next.position(0), (Vec3{0, 0, 0}));
    EXPECT_NEAR(world.state.next.x[1], 1.0, 1e-12);
    EXPECT_EQ(world.state.next.position(2), (Vec3{9, 0, 0}));
    EXPECT_EQ(world.state.next.position(3), (Vec3{9.5, 0, 0}));
  }
}

TEST(OverlapResolver, WallsAndObstaclesLeaveImmovableBodiesAlone) {
  World world = bodies({{0.1, 0, 0}}, 0.5, obstacle_at({0, 0, 0}, 1.0));
  test::model_of(world).agents.immovable = {1};
  resolve(world);
  EXPECT_EQ(world.state.next.position(0), (Vec3{0.1, 0, 0}));
  world = bodies({{5, 0.1, 0}}, 0.5, wall_through({{0, 0, 0}, {10, 0, 0}}));
  test::model_of(world).agents.immovable = {1};
  resolve(world);
  EXPECT_EQ(world.state.next.position(0), (Vec3{5, 0.1, 0}));
}

TEST(OverlapResolver, BothAgentsMoveByHalfOfTheOverlap) {
  World world = bodies({{0, 0, 0}, {0.6, 0, 0}});
  resolve(world);
  EXPECT_NEAR(world.state.next.x[0], -0.2, 1e-12);
  EXPECT_NEAR(world.state.next.x[1], 0.8, 1e-12);
}

TEST(OverlapResolver, CoincidentAgentsPartAlongXTheHigherNumberToTheRight) {
  World world = bodies({{2, 2, 0}, {2, 2, 0}});
  resolve(world);
  EXPECT_EQ(world.state.next.position(0), (Vec3{1.5, 2, 0}));
  EXPECT_EQ(world.state.next.position(1), (Vec3{2.5, 2, 0}));
}

TEST(OverlapResolver, RelaxationRemovesItsPartOfTheOverlap) {
  World world = bodies({{0, 0, 0}, {0.6, 0, 0}});
  test::model_of(world).non_penetration.relaxation = 0.5;
  resolve(world);
  EXPECT_NEAR(distance(world, 0, 1), 0.8, 1e-12);
  world.state.next = world.state.motion;
  test::model_of(world).non_penetration.iterations = 3;
  resolve(world);
  EXPECT_NEAR(distance(world, 0, 1), 1.0 - 0.4 / 8.0, 1e-12);
}

TEST(OverlapResolver, GreatestOverlapOfACollinearChainNeverGrows) {
  World world = bodies({{0, 0, 0}, {0.7, 0, 0}, {1.5, 0, 0}, {2.1, 0, 0}, {3.0, 0, 0}});
  double before = 0.4;
  for (int pass = 0; pass < 20; ++pass) {
    resolve(world);
    double greatest = 0.0;
    for (AgentIndex i = 0; i + 1 < 5; ++i)
      greatest = larger(greatest, 1.0 - distance(world, i, i + 1));
    EXPECT_LE(greatest, before + 1e-12);
    before = greatest;
  }
}

TEST(OverlapResolver, PairsAcrossTheEdgeAreFoundBeforeTheStepWraps) {
  WorldDef def;
  def.bounds = BoundsDef{{0, 0, 0}, {20, 20, 0}, Edge::wrap};
  // The second agent has left through the right edge; its image inside stands at 2.9.
  World world = bodies({{3.5, 10, 0}, {22.9, 10, 0}, {5, 5, 0}, {15, 15, 0}, {12, 3, 0}}, 0.5, def);
  resolve(world);
  EXPECT_NEAR(distance(world, 0, 1), 1.0, 1e-12);
  world = bodies({{0.2, 10, 0}, {19.9, 10.1, 0}, {5, 5, 0}, {15, 15, 0}, {12, 3, 0}}, 0.5, def);
  resolve(world);
  EXPECT_NEAR(distance(world, 0, 1), 1.0, 1e-12);
}

TEST(OverlapFinder, FindsWhatComparingAllPairsFinds) {
  Draws draws({73});
  std::vector<Vec3> positions;
  for (int k = 0; k < 150; ++k) {
    const double x = 10.0 * draws.uniform();
    const double y = 10.0 * draws.uniform();
    positions.push_back({x, y, 0.0});
  }
  for (const bool wraps : {false, true}) {
    WorldDef def;
    if (wraps) def.bounds = BoundsDef{{0, 0, 0}, {10, 10, 0}, Edge::wrap};
    World world = bodies(positions, 0.5, def);
    for (AgentIndex i = 0; i < world.model().agents.size(); ++i)
      world.state.limits.radius.set(i, 0.1 + 0.4 * draws.uniform());
    world.state.limits.radius.set(70, 3.0);
    OverlapFinder finder;
    WorkerPool workers;
    const std::span<const Overlap> found = finder.find(world, world.state.next, workers);
    std::size_t next = 0;
    for (AgentIndex a = 0; a < 150; ++a) {
      for (AgentIndex b = a + 1; b < 150; ++b) {
        const double depth =
            world.state.limits.radius[a] + world.state.limits.radius[b] - distance(world, a, b);
        if (depth <= 0.0) continue;
        ASSERT_LT(next, found.size());
        EXPECT_EQ(found[next].a, a);
        EXPECT_EQ(found[next].b, b);
        EXPECT_NEAR(found[next].depth, depth, 1e-14);
        ++next;
      }
    }
    EXPECT_EQ(next, found.size());
    EXPECT_GT(next, 10u);
  }
}

// A finder that has seen many states: bodies of mixed sizes run, jump, grow, come and go.
TEST(OverlapFinder, FindsTheSameInEveryStateOfARun) {
  for (const bool wraps : {false, true}) {
    WorldDef def;
    if (wraps) def.bounds = BoundsDef{{0, 0, 0}, {30, 30, 0}, Edge::wrap};
    Draws draws({74});
    const auto anywhere = [&] {
      const double x = 30.0 * draws.uniform();
      const double y = 30.0 * draws.uniform();
      return Vec3{x, y, 0.0};
    };
    constexpr AgentIndex kCount = 400;
    std::vector<Vec3> positions(kCount);
    std::ranges::generate(positions, anywhere);
    World world = bodies(positions, 0.3, def);
    world.state.status.present.materialize();
    WorkerPool workers(3, 32);
    OverlapFinder finder;
    for (int state = 0; state < 120; ++state) {
      for (AgentIndex i = 0; i < kCount; ++i) {
        const double x = draws.signed_uniform();
        const double y = draws.signed_uniform();
        world.state.next.set_position(i, world.state.next.position(i) + Vec3{x, y, 0.0} * 0.05);
      }
      const auto some = static_cast<AgentIndex>(kCount * draws.uniform());
      if (state % 3 == 0) world.state.next.set_position(some, anywhere());
      if (state % 5 == 0) world.state.status.present.set(some, world.is_present(some) ? 0 : 1);
      if (state > 60) world.state.limits.radius.set(some, 0.02 + draws.uniform());
      const std::span<const Overlap> found = finder.find(world, world.state.next, workers);
      std::size_t next = 0;
      for (AgentIndex a = 0; a < kCount; ++a) {
        for (AgentIndex b = a + 1; b < kCount; ++b) {
          if (!world.is_present(a) || !world.is_present(b)) continue;
          const double depth =
              world.state.limits.radius[a] + world.state.limits.radius[b] - distance(world, a, b);
          if (depth <= 0.0) continue;
          ASSERT_LT(next, found.size()) << state;
          ASSERT_EQ(found[next].a, a) << state;
          ASSERT_EQ(found[next].b, b) << state;
          ASSERT_EQ(found[next].depth, depth) << state;
          ++next;
        }
      }
      ASSERT_EQ(next, found.size()) << state;
    }
  }
}

// Whatever was kept from earlier steps, and on how many threads.
TEST(OverlapResolver, GivesTheSameBitsAsOneThatStartsAnew) {
  for (const std::string bounds : {"", R"("bounds":{"min":[0,0],"max":[24,24],"edge":"wrap"},)"}) {
    Simulator simulator = test::make_simulator(
        R"({"format":1,"seed":5,"simulation":{"dt":0.05,"non_penetration":{"enabled":true,"iterations":3}},
            "world":{)" +
        bounds +
        R"("walls":[{"points":[[4,4],[20,4],[20,12]]},{"points":[[8,14],[8,20]]}],
              "obstacles":[{"center":[14,10],"radius":1}]},
            "agent_types":{"a":{"radius":{"uniform":[0.1,0.5]},"max_speed":2,"max_acceleration":6,
              "steering":{"behaviors":[{"type":"wander"},{"type":"seek","target":{"point":[12,15]}}]}}},
            "agents":[{"type":"a","count":250,"overlap":true,"speed":2,"heading_deg":{"uniform":[-180,180]},
                       "placement":{"type":"rectangle","min":[0,0],"max":[24,24]}},
                      {"type":"a","id":"jumper","overlap":true,"position":[1,1]},
                      {"type":"a","group":"gone","count":20,"overlap":true,"placement":
                        {"type":"rectangle","min":[0,0],"max":[24,24]}}],
            "events":[{"type":"spawn","at":0.5,"every":0.3,"times":5,"agents":{"type":"a","count":5,"overlap":true,
                         "placement":{"type":"disc","center":[12,15],"radius":4}}},
                      {"type":"remove","at":1,"target":{"group":"gone"}},
                      {"type":"teleport","at":1.5,"target":{"agent":"jumper"},"position":[12,15]},
                      {"type":"set","at":2,"target":{"agent_type":"a"},"parameter":"radius","value":0.3}]})");
    simulator.use_threads(3, 32);
    for (int step = 0; step < 80; ++step) {
      Simulator fresh = simulator.fork();
      ASSERT_FALSE(fresh.step());
      ASSERT_FALSE(simulator.step());
      ASSERT_EQ(simulator.hash(), fresh.hash()) << step;
    }
  }
}

TEST(OverlapResolver, PushesOutOfObstaclesRadially) {
  World world = bodies({{3.3, 4.4, 0}, {20, 20, 0}}, 0.5, obstacle_at({0, 0, 0}, 6.0));
  resolve(world);
  EXPECT_NEAR(length(world.state.next.position(0)), 6.5, 1e-12);
  EXPECT_NEAR(cross(world.state.next.position(0), {3, 4, 0}).z, 0.0, 1e-12);
  EXPECT_EQ(world.state.next.position(1), (Vec3{20, 20, 0}));
}

TEST(OverlapResolver, LeavesAnObstaclesCenterTowardsX) {
  World world = bodies({{1, 1, 0}}, 0.5, obstacle_at({1, 1, 0}, 2.0));
  resolve(world);
  EXPECT_EQ(world.state.next.position(0), (Vec3{3.5, 1, 0}));
}

Vec3 after_wall(const WorldDef& def, Vec3 before, Vec3 after) {
  World world = bodies({before}, 0.5, def);
  world.state.next.set_position(0, after);
  resolve(world);
  return world.state.next.position(0);
}

TEST(OverlapResolver, KeepsABodyOneRadiusOffAWallOnItsSide) {
  const WorldDef wall = wall_through({{0, 0, 0}, {10, 0, 0}});
  EXPECT_EQ(after_wall(wall, {5, 1, 0}, {5, 0.2, 0}), (Vec3{5, 0.5, 0}));
  EXPECT_EQ(after_wall(wall, {5, -1, 0}, {5, -0.2, 0}), (Vec3{5, -0.5, 0}));
  EXPECT_EQ(after_wall(wall, {5, -1, 0}, {5, 0.2, 0}), (Vec3{5, -0.5, 0}));
  EXPECT_EQ(after_wall(wall, {5, 1, 0}, {5, 0.5, 0}), (Vec3{5, 0.5, 0}));
}

TEST(OverlapResolver, BringsBackABodyThatJumpedThroughAWall) {
  const WorldDef wall = wall_through({{0, 0, 0}, {10, 0, 0}});
  EXPECT_EQ(after_wall(wall, {5, 1, 0}, {6, -40, 0}), (Vec3{6, 0.5, 0}));
  EXPECT_EQ(after_wall(wall, {5, -1, 0}, {6, 40, 0}), (Vec3{6, -0.5, 0}));
}

TEST(OverlapResolver, LetsABodyWalkRoundTheEndOfAWall) {
  const WorldDef wall = wall_through({{0, 0, 0}, {10, 0, 0}});
  EXPECT_EQ(after_wall(wall, {11, 0.3, 0}, {11, -0.3, 0}), (Vec3{11, -0.3, 0}));
  // Too near from the start, it goes on where it comes no nearer, and is pushed out otherwise.
  EXPECT_EQ(after_wall(wall, {10.4, 0.1, 0}, {10.5, -0.3, 0}), (Vec3{10.5, -0.3, 0}));
  const Vec3 deeper = after_wall(wall, {10.4, 0.1, 0}, {10.1, 0.1, 0});
  EXPECT_NEAR(length(deeper - Vec3{10, 0, 0}), 0.5, 1e-9);
}

TEST(OverlapResolver, PushesRadiallyRoundTheEndOfAWall) {
  const Vec3 end = after_wall(wall_through({{0, 0, 0}, {10, 0, 0}}), {10.3, 0.4, 0}, {10.06, 0.08, 0});
  EXPECT_NEAR(end.x, 10.3, 1e-12);
  EXPECT_NEAR(end.y, 0.4, 1e-12);
}

TEST(OverlapResolver, BringsABodyOutOfASolidWall) {
  WorldDef box = wall_through({{0, 0, 0}, {8, 0, 0}, {8, 6, 0}, {0, 6, 0}});
  box.walls[0].closed = true;
  EXPECT_EQ(after_wall(box, {1, 3, 0}, {1, 3, 0}), (Vec3{1, 3, 0})) << "a room";
  box.walls[0].solid = true;
  EXPECT_EQ(after_wall(box, {1, 3, 0}, {1, 3, 0}), (Vec3{-0.5, 3, 0}));
  EXPECT_EQ(after_wall(box, {5, 5.5, 0}, {5, 5.5, 0}), (Vec3{5, 6.5, 0}));
  EXPECT_EQ(after_wall(box, {0.2, 3, 0}, {-0.2, 3, 0}), (Vec3{-0.5, 3, 0})) << "on its way out";
  EXPECT_EQ(after_wall(box, {-1, 3, 0}, {7, 3, 0}), (Vec3{-0.5, 3, 0})) << "it came from the left";
}

TEST(OverlapResolver, LeavesAWallItStandsOnToTheLeft) {
  const WorldDef wall = wall_through({{0, 0, 0}, {10, 0, 0}});
  EXPECT_EQ(after_wall(wall, {5, 0, 0}, {5, 0, 0}), (Vec3{5, 0.5, 0}));
  EXPECT_TRUE(is_finite(after_wall(wall, {10, 0, 0}, {10, 0, 0})));
}

// Lets the bodies move with their velocities for a step of 0.1 s, then separates them.
void step(World& world, const std::vector<Vec3>& velocities) {
  for (AgentIndex i = 0; i < velocities.size(); ++i) {
    world.state.next.set_velocity(i, velocities[i]);
    world.state.next.set_position(i, world.state.motion.position(i) + velocities[i] * world.model().dt);
  }
  resolve(world);
}

TEST(OverlapResolver, ABodyThatPushesAgainstAWallHasTheVelocityOfItsMotion) {
  World world = bodies({{5, 0.5, 0}}, 0.5, wall_through({{0, 0, 0}, {10, 0, 0}}));
  step(world, {{0, -1, 0}});
  EXPECT_NEAR(length(world.state.next.velocity(0)), 0.0, 1e-12) << "it stands";
  step(world, {{3, -1, 0}});
  EXPECT_NEAR(length(world.state.next.velocity(0) - Vec3{3, 0, 0}), 0.0, 1e-12) << "it slides";
}

TEST(OverlapResolver, ABodyThatWalksAgainstAnotherPushesIt) {
  World world = bodies({{0, 0, 0}, {1, 0, 0}});
  step(world, {{2, 0, 0}, {0, 0, 0}});
  // A collision without restitution: both go on with the mean velocity.
  EXPECT_NEAR(world.state.next.vx[0], 1.0, 1e-9);
  EXPECT_NEAR(world.state.next.vx[1], 1.0, 1e-9);
}

TEST(OverlapResolver, AnOverlapThatWasThereMakesNoBodyFaster) {
  World world = bodies({{0, 0, 0}, {0.4, 0, 0}});
  step(world, {{0, 0, 0}, {0, 0, 0}});
  EXPECT_NEAR(distance(world, 0, 1), 1.0, 1e-12);
  EXPECT_EQ(world.state.next.velocity(0), (Vec3{}));
  EXPECT_EQ(world.state.next.velocity(1), (Vec3{}));
  world = bodies({{0, 0, 0}, {0.4, 0, 0}});
  step(world, {{0, 0.5, 0}, {0, 0, 0}});
  EXPECT_LE(length(world.state.next.velocity(0)), 0.5 + 1e-12);
  EXPECT_LE(length(world.state.next.velocity(1)), 0.5 + 1e-12);
}

TEST(OverlapResolver, APushMakesNoBodyFasterThanItMayBe) {
  World world = bodies({{0, 0, 0}, {1, 0, 0}});
  world.state.limits.max_speed = {100.0, 0.25};
  step(world, {{2, 0, 0}, {0, 0, 0}});
  EXPECT_NEAR(world.state.next.vx[0], 1.0, 1e-9);
  EXPECT_NEAR(world.state.next.vx[1], 0.25, 1e-9);
}

TEST(OverlapResolver, BodiesThatAreNotMovedKeepTheirVelocityByTheBit) {
  World world = bodies({{0, 0, 0}, {0.9, 0, 0}, {7, 7, 0}});
  step(world, {{0.1, 0, 0}, {0, 0, 0}, {0.1, 0.3, 0}});
  EXPECT_EQ(world.state.next.velocity(2), (Vec3{0.1, 0.3, 0}));
}

// In space, among these obstacles and walls.
World bodies_in_space(const std::vector<Vec3>& positions, std::vector<SpaceShape> shapes = {},
                      const std::vector<WallDef>& walls = {}, const Bounds& bounds = Bounds()) {
  World world = bodies(std::vector<Vec3>(positions.size()));
  Model& model = test::model_of(world);
  model.dimensions = Dimensions::space;
  model.bounds = bounds;
  WorldDef def;
  def.walls = walls;
  std::vector<PlacedSpaceObstacle> placed;
  for (const SpaceShape& shape : shapes)
    placed.push_back({"", shape});
  model.statics = std::make_shared<Statics>(Statics{StaticShapes(def, placed, bounds, true), {}});
  materialize_columns(world.state.motion);
  for (AgentIndex i = 0; i < positions.size(); ++i)
    world.state.motion.set_position(i, positions[i]);
  world.state.next = world.state.motion;
  return world;
}

TEST(OverlapResolver, InSpaceAPairPartsAlongTheLineOfItsCenters) {
  Draws draws({73});
  for (int k = 0; k < 200; ++k) {
    const Vec3 apart = test::random_direction(draws) * (0.99 * draws.uniform() + 1e-6);
    World world = bodies_in_space({{3, 4, 5}, Vec3{3, 4, 5} + apart});
    resolve(world);
    EXPECT_NEAR(distance(world, 0, 1), 1.0, 2e-12);
    const Vec3 now = world.state.next.position(1) - world.state.next.position(0);
    EXPECT_NEAR(length(cross(direction(now), direction(apart))), 0.0, 1e-9);
  }
}

TEST(OverlapResolver, InSpaceBodiesAboveEachOtherDoNotTouch) {
  World world = bodies_in_space({{0, 0, 0}, {0.1, 0, 1.0}, {0, 0, 5}});
  resolve(world);
  EXPECT_EQ(world.state.next.x, world.state.motion.x);
  EXPECT_EQ(world.state.next.z, world.state.motion.z);
  World through_ceiling = bodies_in_space({{0, 0, 0.1}, {0, 0, 9.9}}, {}, {},
                                          test::bounds_of({-9, -9, 0}, {9, 9, 10}, Edge::wrap));
  resolve(through_ceiling);
  EXPECT_NEAR(distance(through_ceiling, 0, 1), 1.0, 1e-9);
}

TEST(OverlapResolver, InSpaceAPackEndsWithoutOverlaps) {
  Draws draws({74});
  std::vector<Vec3> positions;
  for (int k = 0; k < 60; ++k)
    positions.push_back(test::random_point(draws, 1.6));
  World world = bodies_in_space(positions, {SpaceShape::ball({0, 0, 0}, 1.0)});
  test::model_of(world).non_penetration.iterations = 64;
  for (int k = 0; k < 20; ++k) {
    resolve(world);
    world.state.motion = world.state.next;
  }
  for (AgentIndex a = 0; a < positions.size(); ++a) {
    EXPECT_GE(length(world.state.motion.position(a)), 1.5 - 1e-6);
    for (AgentIndex b = 0; b < a; ++b)
      EXPECT_GE(length(world.state.motion.position(a) - world.state.motion.position(b)), 1.0 - 1e-3);
  }
}

TEST(OverlapResolver, InSpaceABodySlidesAlongASlope) {
  WallDef slope;
  slope.points = {{-9, -9, -9}, {9, -9, 9}, {9, 9, 9}, {-9, 9, -9}};
  slope.triangles = {{0, 1, 2}, {0, 2, 3}};
  World world = bodies_in_space({{0, 0, 1}}, {}, {slope});
  world.state.next.set_position(0, {0, 0, -1});
  world.state.next.set_velocity(0, {0, 0, -20});
  resolve(world);
  const Vec3 p = world.state.next.position(0);
  const Vec3 normal = direction({-1, 0, 1});
  EXPECT_NEAR(dot(p, normal), 0.5, 1e-6);
  EXPECT_LT(p.z, 0.0) << "down the slope";
  EXPECT_LT(p.x, -0.5);
  EXPECT_NEAR(dot(world.state.next.velocity(0), normal), dot(p - Vec3{0, 0, 1}, normal) / 0.1, 1e-6);
}

TEST(OverlapResolver, InSpaceABodyThatStartsInASolidIsPutBesideIt) {
  World world = bodies_in_space({{0.5, 0, 0}}, {SpaceShape::box({0, 0, 0}, {2, 8, 8}, upright({1, 0, 0}))});
  resolve(world);
  EXPECT_NEAR(length(world.state.next.position(0) - Vec3{1.5, 0, 0}), 0.0, 1e-9);
}

}  // namespace
}  // namespace drover::overlap_test
