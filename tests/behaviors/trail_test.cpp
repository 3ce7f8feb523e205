// The way of an agent as a target, and as a path that others follow.
#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "behaviors/route.h"
#include "behaviors/stage.h"
#include "core/det_math.h"
#include "sim/state/trails.h"

namespace drover::test::trail_test {
namespace {

// The leader goes 8 m to the right and then up.
constexpr const char* kCorner = "[0,0,0],[4,8,0],[10,8,12]";
Simulator cornering(const std::string& behavior, const std::string& position = "[0,0]",
                    const std::string& keys = "") {
  const std::string text = fmt::format(
      R"({{"format":1,"simulation":{{"dt":0.02}},"agent_types":{{"leader":{{"radius":0.4,"max_speed":2,)"
      R"("locomotion":{{"type":"scripted","keyframes":[{}]}}}},"actor":{{"max_speed":4,)"
      R"("max_acceleration":50,"steering":{{"arbiter":{{"type":"weighted_sum"}},"behaviors":[{}]}}}}}},)"
      R"("agents":[{{"type":"actor","position":{}}},{{"id":"leader","type":"leader","position":[0,0]}}]{}}})",
      kCorner, behavior, position, keys);
  return make_simulator(text);
}

std::string seek(const std::string& keys) {
  return R"({"type":"seek","target":{"trail":"leader")" + keys + "}}";
}

std::string follow(const std::string& keys, const std::string& target = R"(,"behind":1.5)") {
  return R"({"type":"follow_path","variant":"rabbit","target":{"trail":"leader")" + target + "}" + keys + "}";
}

TargetState seen_target(const Simulator& simulator, const Target& target) {
  return AgentView(simulator.world(), {}).target(target, 0);
}

// The linked target of the only behavior.
const Target& target_of(const Simulator& simulator) {
  const StackEntry& entry = simulator.world().model().types[1].entries[0];
  for (const Field& field : entry.kind->table.fields)
    if (field.key == "target")
      return *static_cast<const Target*>(field.in(static_cast<const void*>(entry.params.get())));
  throw std::runtime_error("no target");
}

const TrailRecord& record_of(const Simulator& simulator) {
  return simulator.world().model().trails.at(0);
}

TrailMemory memory_of_trail(const Simulator& simulator) {
  const World& world = simulator.world();
  return TrailMemory(world.state.columns.values(record_of(simulator).points));
}

TEST(Trail, ThePlaceBehindIsSoFarBackAlongTheWay) {
  Simulator simulator = cornering(seek(R"(,"behind":3)"), "[0,-5]");
  run_steps(simulator, 250);  // 2 m beyond the corner
  const TargetState seen = seen_target(simulator, target_of(simulator));
  ASSERT_TRUE(seen.found);
  const Vec3 place = position_of(simulator) + seen.displacement;
  EXPECT_NEAR(place.x, 7.0, 0.05);
  EXPECT_NEAR(place.y, 0.0, 0.02);
  EXPECT_NEAR(length(seen.velocity - Vec3{2, 0, 0}), 0.0, 1e-6);
  EXPECT_NEAR(length(seen.heading - Vec3{1, 0, 0}), 0.0, 1e-9);
}

TEST(Trail, PointsAreHalfARadiusApartAndGoBackAsFarAsTheMemory) {
  Simulator simulator = cornering(seek(R"(,"behind":3,"memory":2)"), "[0,-5]");
  run_steps(simulator, 200);
  const TrailMemory trail = memory_of_trail(simulator);
  for (std::size_t k = 1; k < trail.count(); ++k) {
    const double distance = trail.arc_length(k) - trail.arc_length(k - 1);
    EXPECT_GE(distance, 0.2 - 1e-9);
    EXPECT_LT(distance, 0.2 + 0.04 + 1e-9);  // and the way of a step
    EXPECT_NEAR(length(trail.position(k) - trail.position(k - 1)), distance, 1e-12);
  }
  // 2 s at 2 m/s.
  EXPECT_NEAR(trail.arc_length(trail.count() - 1) - trail.arc_length(0), 4.0, 0.5);
}

TEST(Trail, BeforeItIsLongEnoughThePlaceIsItsBeginning) {
  Simulator simulator = cornering(seek(R"(,"behind":3)"), "[0,-5]");
  run_steps(simulator, 50);
  const TargetState seen = seen_target(simulator, target_of(simulator));
  EXPECT_NEAR(length(position_of(simulator) + seen.displacement), 0.0, 1e-9);
  EXPECT_EQ(seen.velocity, (Vec3{}));
}

TEST(Trail, WithoutBehindItIsTheNearestPlace) {
  Simulator simulator = cornering(R"({"type":"face","target":{"trail":"leader"}})", "[3,-5]");
  run_steps(simulator, 300);
  const TargetState seen = seen_target(simulator, target_of(simulator));
  EXPECT_NEAR(length(position_of(simulator) + seen.displacement - Vec3{3, 0, 0}), 0.0, 1e-9);
  EXPECT_EQ(seen.velocity, (Vec3{}));
}

// A leader that rests is not forgotten: its way stays where it was.
TEST(Trail, RestsDoNotCountAsTime) {
  Simulator simulator = cornering(seek(R"(,"behind":3,"memory":3)"), "[0,-5]");
  run_steps(simulator, 500);
  const std::size_t points = memory_of_trail(simulator).count();
  run_steps(simulator, 500);
  EXPECT_EQ(memory_of_trail(simulator).count(), points);
  const TargetState seen = seen_target(simulator, target_of(simulator));
  EXPECT_NEAR(length(position_of(simulator) + seen.displacement - Vec3{8, 9, 0}), 0.0, 0.05);
}

TEST(Trail, NobodyWhoAsksForNoneKeepsOne) {
  const Simulator simulator = cornering(R"({"type":"seek","target":{"agent":"leader"}})");
  EXPECT_TRUE(simulator.world().model().trails.empty());
  EXPECT_TRUE(std::ranges::none_of(simulator.world().state.columns.columns(),
                                   [](const auto& column) { return column.info.name.starts_with("trail"); }));
}

// Followers go where the leader went, round the corner, and keep their distance to it.
TEST(Trail, AFollowerWalksInTheStepsAtItsDistance) {
  Simulator simulator = cornering(follow(R"(,"path_offset":0.5)"), "[-1.5,0]");
  double greatest = 0.0;
  double nearest_to_corner = kInfinity;
  for (int k = 0; k < 480; ++k) {
    run_steps(simulator, 1);
    const Vec3 p = position_of(simulator);
    const TrailPath trail(simulator.world(), 0, p);
    const double s = trail.nearest_parameter(p);
    if (k < 100) continue;
    greatest = larger(greatest, length(trail.point_at(s) - p));
    nearest_to_corner = smaller(nearest_to_corner, length(p - Vec3{8, 0, 0}));
    EXPECT_NEAR(trail.end() - s, 1.5, 0.35);
  }
  EXPECT_LT(greatest, 0.2);
  EXPECT_LT(nearest_to_corner, 0.2);
  // On the straight its distance is exact.
  const TrailPath trail(simulator.world(), 0, position_of(simulator));
  EXPECT_NEAR(trail.end() - trail.nearest_parameter(position_of(simulator)), 1.5, 0.01);
  run_steps(simulator, 300);
  // The one ahead stopped from one step to the next; nobody walks back the 0.2 m that it takes to follow
  // that.
  EXPECT_NEAR(length(position_of(simulator) - Vec3{8, 10.7, 0}), 0.0, 0.02);
  EXPECT_NEAR(length(velocity_of(simulator)), 0.0, 1e-3);
}

TEST(Trail, AFollowerFarBehindCatchesUp) {
  for (const char* variant : {"rabbit", "predictive"}) {
    Simulator simulator = cornering(
        fmt::format(R"({{"type":"follow_path","variant":"{}","target":{{"trail":"leader","behind":2}}}})",
                    variant),
        "[-6,1]");
    run_steps(simulator, 1000);
    EXPECT_NEAR(length(position_of(simulator) - Vec3{8, 10.1, 0}), 0.0, 0.11) << variant;
  }
}

TEST(Trail, GoesOnAcrossTheEdgesOfATorus) {
  const std::string text =
      R"({"format":1,"simulation":{"dt":0.02},"world":{"bounds":{"min":[0,0],"max":[10,10],"edge":"wrap"}},
        "agent_types":{"leader":{"radius":0.4,"max_speed":2},
          "actor":{"max_speed":4,"max_acceleration":50,"steering":{"arbiter":{"type":"weighted_sum"},"behaviors":[
            {"type":"follow_path","variant":"rabbit","target":{"trail":"leader","behind":2}}]}}},
        "agents":[{"type":"actor","position":[2,5]},
          {"id":"leader","type":"leader","position":[4,5],"velocity":[2,0]}]})";
  Simulator simulator = make_simulator(text);
  for (int k = 0; k < 600; ++k) {
    run_steps(simulator, 1);
    if (k < 100) continue;
    const Vec3 to_leader =
        simulator.world().model().bounds.displacement(position_of(simulator), position_of(simulator, 1));
    EXPECT_NEAR(to_leader.x, 2.0, 0.1);
    EXPECT_NEAR(to_leader.y, 0.0, 1e-6);
  }
}

TEST(Trail, EndsWhereItsAgentIsPutElsewhere) {
  Simulator simulator = make_simulator(
      R"({"format":1,"simulation":{"dt":0.02},"agent_types":{"leader":{"radius":0.4,"max_speed":2},
          "actor":{"steering":{"arbiter":{"type":"weighted_sum"},"behaviors":[
            {"type":"seek","target":{"trail":"leader","behind":3}}]}}},
        "agents":[{"type":"actor","position":[0,-9]},
          {"id":"leader","type":"leader","position":[0,0],"velocity":[2,0]}],
        "events":[{"type":"teleport","at":3,"target":{"agent":"leader"},"position":[50,0]},
          {"type":"remove","at":4,"target":{"agent":"leader"}}]})");
  run_steps(simulator, 149);
  EXPECT_GT(memory_of_trail(simulator).count(), 20u);
  run_steps(simulator, 1);
  EXPECT_EQ(memory_of_trail(simulator).count(), 1u);
  EXPECT_EQ(memory_of_trail(simulator).position(0), (Vec3{50, 0, 0}));
  run_steps(simulator, 60);
  EXPECT_FALSE(seen_target(simulator, target_of(simulator)).found);
}

TEST(Trail, GoesOnFromASnapshotAndBearsAnyNumbers) {
  std::vector<double> numbers(trail_width(4), std::nan(""));
  EXPECT_EQ(TrailMemory(std::span<const double>(numbers)).count(), 0u);
  numbers.assign(numbers.size(), 1e300);
  EXPECT_EQ(TrailMemory(std::span<const double>(numbers)).count(), 0u);
  numbers.assign(numbers.size(), 0.0);
  TrailMemory ring{std::span<double>(numbers)};
  for (int k = 0; k < 11; ++k)
    ring.add({1.0 * k, 0, 0}, 1.0 * k, 0.1 * k, 0.1 * k);
  EXPECT_EQ(ring.count(), 4u);
  EXPECT_EQ(ring.position(0), (Vec3{7, 0, 0}));
  EXPECT_EQ(ring.position(3), (Vec3{10, 0, 0}));
  EXPECT_EQ(TrailMemory(std::span<const double>(numbers)).arc_length(1), 8.0);
  ring.forget_all();
  EXPECT_EQ(ring.count(), 0u);
  EXPECT_EQ(ring.last_arc_length(), 10.0);
}

// Agents of one type keep different distances.
TEST(Trail, BehindDiffersFromAgentToAgent) {
  Simulator simulator = make_simulator(
      R"({"format":1,"simulation":{"dt":0.02},"agent_types":{"leader":{"radius":0.4,"max_speed":2},
          "actor":{"max_speed":4,"max_acceleration":50,"steering":{"arbiter":{"type":"weighted_sum"},"behaviors":[
            {"type":"follow_path","variant":"rabbit","target":{"trail":"leader","behind":{"each":[2,4,6]}}}]}}},
        "agents":[{"type":"actor","count":3,"placement":{"type":"line","from":[-2,0],"to":[-6,0]}},
          {"id":"leader","type":"leader","position":[0,0],"velocity":[1,0]}]})");
  run_steps(simulator, 500);
  for (AgentIndex i = 0; i < 3; ++i)
    EXPECT_NEAR(position_of(simulator, 3).x - position_of(simulator, i).x, 2.0 + 2.0 * i, 0.02);
}

std::string problem_of(const std::string& behavior) {
  try {
    cornering(behavior);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

std::string keep_to_corridor(const std::string& keys = "") {
  return R"({"type":"follow_corridor","target":{"trail":"leader","behind":1.5})" + keys + "}";
}

// In the corridor around the way of the one ahead, round the corner and at rest behind it.
TEST(Trail, ACorridorLeadsAroundTheWayOfTheOneAhead) {
  Simulator simulator = cornering(keep_to_corridor(R"(,"half_width":1)"), "[-2.5,0.8]");
  double aside = 0.0;
  for (int k = 0; k < 1000; ++k) {
    run_steps(simulator, 1);
    const Vec3 p = position_of(simulator);
    const TrailPath trail(simulator.world(), 0, p);
    const double s = trail.nearest_parameter(p);
    if (s > trail.begin()) aside = larger(aside, length(trail.point_at(s) - p));
  }
  EXPECT_LT(aside, 1.1);
  const Vec3 place = position_of(simulator);
  EXPECT_NEAR(place.y, 10.5, 0.3);
  EXPECT_NEAR(place.x, 8.0, 1.0);
  EXPECT_NEAR(length(velocity_of(simulator)), 0.0, 1e-3);
}

// Where the one ahead is 6 m on: inside, nothing is asked for; beside the corridor it is seek to the carrot
// point.
TEST(Trail, InsideItsCorridorAnAgentIsLeftAlone) {
  const auto velocity_of_one_at = [](const char* position) {
    Simulator simulator = cornering(
        keep_to_corridor(R"(,"half_width":1,"min_progress":0,"when":{"type":"time","from":2.99})"), position);
    run_steps(simulator, 155);
    return velocity_of(simulator);
  };
  EXPECT_EQ(velocity_of_one_at("[1,0.5]"), Vec3{});
  const Vec3 back = velocity_of_one_at("[1,2]");
  EXPECT_GT(length(back), 1.0);
  EXPECT_NEAR(back.y / back.x, -1.0, 0.05);
}

TEST(Trail, WhatHasNoMeaningIsRefused) {
  const auto expect_problem = [](const std::string& behavior, const char* words) {
    EXPECT_THAT(problem_of(behavior), testing::HasSubstr(words)) << behavior;
  };
  expect_problem(R"({"type":"seek","target":{"agent":"leader","behind":3}})",
                 R"("behind" needs a target with "trail")");
  expect_problem(seek(R"(,"behind":-3)"), R"("behind" is out of range)");
  expect_problem(seek(R"(,"memory":0)"), R"("memory" is out of range)");
  expect_problem(seek(R"(,"select":"nearest")"), R"("select" needs a target with)");
  expect_problem(seek(R"(,"behind":{"each":[1,2]})"), R"("each" gives one number for each agent)");
  expect_problem(R"({"type":"seek","target":{"trail":"leadr"}})", R"(unknown agent "leadr")");
  expect_problem(R"({"type":"match_velocity","target":{"trail":"leader"}})", "nothing else moves");
  expect_problem(R"({"type":"follow_path","target":{"trail":"leader"}})", "a trail has no waypoints");
  expect_problem(R"({"type":"follow_path","target":{"agent":"leader"}})", "can be followed like a path");
  expect_problem(R"({"type":"follow_path"})", R"(give either a "path" or a "target")");
  expect_problem(follow(R"(,"path_offset":-2)"), "a trail is followed in the direction");
  expect_problem(R"({"type":"follow_corridor","target":{"agent":"leader"}})", "can be followed like a path");
  expect_problem(R"({"type":"follow_corridor"})", R"(give either a "path" or a "target")");
  expect_problem(keep_to_corridor(R"(,"path_offset":-2)"), "a trail is followed in the direction");
}

}  // namespace
}  // namespace drover::test::trail_test
