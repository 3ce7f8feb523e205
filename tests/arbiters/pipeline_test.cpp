// The loop of the pipeline: attempts, deadlocks, what steers then.
#include <vector>

#include <gmock/gmock.h>

#include "app/catalog.h"
#include "arbiters/pipeline_scene.h"
#include "observe/record/trace_rows.h"
#include "scenario/diagnostics.h"
#include "scenario/scenario_reader.h"

namespace drover::test::pipeline_test {
namespace {

// Circles above and below the way, as obstacles whose radius and clearance add up to 1.2 m.
const std::string kTwoCircles =
    R"(,"world":{"obstacles":[{"id":"upper","center":[5,1],"radius":0.7},{"id":"lower","center":[5,-1],"radius":0.7}]})";

PipelineScene two_circles(bool merge, const std::string& keys = "", double y = 0.0) {
  return {.constraints = fmt::format(R"({{"type":"avoid_obstacle","clearance":0.5,"merge":{}}})", merge),
          .keys = keys,
          .agents = fmt::format(R"({{"type":"a","position":[0,{}]}})", y),
          .scenario = kTwoCircles};
}

TEST(Pipeline, WithoutConstraintsGoesStraightToTheGoalAndRests) {
  PipelineTrial trial({});
  EXPECT_LT(trial.arrival({10, 0, 0}, 0.01, 10.0), 6.0);
  while (trial.time() < 10.0)
    trial.step();
  EXPECT_LT(length(trial.velocity()), 1e-3);
  EXPECT_EQ(trial.record().attempts, 1u);
  EXPECT_EQ(trial.position().y, 0.0);
}

// The suggestions lead from one circle into the other for ever.
TEST(Pipeline, TwoCirclesThatExcludeEachOtherAreACycleAtTheFourthAttempt) {
  for (const int steps : {4, 8, 64}) {
    PipelineTrial trial(two_circles(false, fmt::format(R"(,"constraint_steps":{})", steps)));
    const PipelineRecord record = trial.step().record();
    EXPECT_EQ(record.cause, DeadlockCause::cycle) << steps;
    EXPECT_EQ(record.attempts, 4u) << steps;
    EXPECT_FALSE(trial.sub_goal());
  }
  const PipelineRecord record = PipelineTrial(two_circles(false, R"(,"constraint_steps":3)")).step().record();
  EXPECT_EQ(record.cause, DeadlockCause::steps);
  EXPECT_EQ(record.attempts, 3u);
}

TEST(Pipeline, MergedCirclesAreRoundedOnTheWholeWay) {
  PipelineTrial trial(two_circles(true));
  EXPECT_EQ(trial.step().record().attempts, 3u);
  expect_place(trial.sub_goal(), 3.9457, 2.1783);
  EXPECT_LT(trial.arrival({10, 0, 0}, 0.1, 10.0), 6.0);
}

TEST(Pipeline, WanderLeadsOutOfADeadlock) {
  int quick = 0;
  for (int seed = 1; seed <= 9; ++seed) {
    PipelineScene scene = two_circles(false);
    scene.scenario += fmt::format(R"(,"seed":{})", seed);
    const double time = PipelineTrial(scene).arrival({10, 0, 0}, 0.5, 30.0);
    EXPECT_LT(time, 30.0) << seed;
    quick += time < 9.0 ? 1 : 0;
  }
  EXPECT_GE(quick, 6);
}

// The way into the notch between the circles is accepted, and bodies that are solid stay there. Merged they
// have no notch.
TEST(Pipeline, MergingCirclesLeavesNoNotchBetweenThem) {
  const std::string keys = R"(,"constraint_steps":8)";
  PipelineTrial first(two_circles(false, keys, 0.3));
  expect_place(first.step().sub_goal(), 4.1797, -0.0342, 2e-3);
  const auto arrival = [&](bool merge) {
    PipelineScene scene = two_circles(merge, keys, 0.3);
    scene.simulation = R"(,"non_penetration":{"enabled":true})";
    return PipelineTrial(scene).arrival({10, 0, 0}, 0.5, 20.0);
  };
  EXPECT_EQ(arrival(false), kInfinity);
  EXPECT_LT(arrival(true), 6.0);
}

TEST(Pipeline, OneAttemptAllowsNoCorrection) {
  PipelineTrial trial({.constraints = circle(5, 0, 1), .keys = R"(,"constraint_steps":1)"});
  EXPECT_EQ(trial.step().record().cause, DeadlockCause::steps);
  EXPECT_EQ(trial.record().constraint, 0u);
}

// 0.5 s of 0.02 s: 25 steps, then the pipeline is asked again.
TEST(Pipeline, TheBehaviorsOfTheStackSteerForTheHold) {
  PipelineScene scene{.constraints = circle(5, 0, 1), .keys = R"(,"constraint_steps":1)"};
  scene.behaviors = R"({"type":"seek","target":{"point":[0,50]}})";
  PipelineTrial trial(scene);
  for (int k = 0; k < 25; ++k) {
    ASSERT_TRUE(trial.step().request());
    EXPECT_EQ(trial.request()->linear.x, 0.0) << k;
    EXPECT_GT(trial.velocity().y, 0.0) << k;
  }
  EXPECT_EQ(trial.record().attempts, 1u);
}

// The sum of what they ask for, as under weighted_sum.
TEST(Pipeline, SeveralBehaviorsAddUpInADeadlock) {
  PipelineScene scene{.constraints = circle(5, 0, 1), .keys = R"(,"constraint_steps":1)"};
  const std::string seek = R"({"type":"seek","variant":"full_accel","weight":0.25,"target":{"point":[)";
  scene.behaviors = seek + "0,50]}}," + seek + "50,0]}}";
  PipelineTrial trial(scene);
  ASSERT_TRUE(trial.step().request());
  EXPECT_NEAR(trial.request()->linear.x, 1.5, 1e-9);
  EXPECT_NEAR(trial.request()->linear.y, 1.5, 1e-9);
}

TEST(Pipeline, WithoutAGoalThereIsNoRequest) {
  PipelineTrial trial(
      {.targeters = R"({"type":"chase","target":{"group":"none"}})",
       .scenario =
           R"(,"events":[{"at":100,"type":"spawn","agents":{"type":"a","group":"none","position":[9,9]}}])"});
  EXPECT_FALSE(trial.step().request());
  EXPECT_EQ(trial.record().attempts, 0u);
  EXPECT_EQ(trial.record().cause, DeadlockCause::none);
}

// An agent that pushes against a wall it does not know of.
TEST(Pipeline, WhoDoesNotMoveOnIsStuckAfterTheTime) {
  PipelineTrial trial({.scenario = R"(,"world":{"walls":[{"points":[[1,-5],[1,5]]}]})",
                       .simulation = R"(,"non_penetration":{"enabled":true})"});
  double since = kInfinity;
  while (trial.time() < 6.0 && trial.record().cause != DeadlockCause::stuck) {
    trial.step();
    if (since == kInfinity && trial.position().x > 0.45) since = trial.time();
  }
  EXPECT_EQ(trial.record().cause, DeadlockCause::stuck);
  EXPECT_NEAR(trial.time(), since + 2.0, 0.1);
}

TEST(Pipeline, WhoMayNotMoveIsNotStuck) {
  PipelineTrial trial({.constraints = R"({"type":"speed_limit","max_speed":0})"});
  while (trial.time() < 3.0)
    trial.step();
  EXPECT_EQ(trial.record().cause, DeadlockCause::none);
  EXPECT_EQ(trial.position(), Vec3{});
}

TEST(Pipeline, TheFirstListedOrTheFirstMetConstraintSuggests) {
  const std::string circles = circle(7, 0, 1) + "," + circle(4, 0, 1);
  EXPECT_EQ(
      PipelineTrial({.constraints = circles, .keys = R"(,"constraint_steps":1)"}).step().record().constraint,
      1u);
  EXPECT_EQ(
      PipelineTrial({.constraints = circles, .keys = R"(,"constraint_steps":1,"choice":"first_listed")"})
          .step()
          .record()
          .constraint,
      0u);
}

TEST(Pipeline, TwoTargetersOfOneChannelAreAnErrorWithItsPlace) {
  const std::string fixed = R"({"type":"fixed","target":{"point":[1,0]}})";
  try {
    make_simulator(text_of({.targeters = fixed + R"(,{"type":"face"},)" + fixed}));
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("/targeters/2"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("position"), std::string::npos) << error.what();
  }
  EXPECT_THROW(make_simulator(text_of({.targeters = ""})), std::runtime_error);
}

TEST(Pipeline, AStackWithoutBehaviorsWanders) {
  const Simulator simulator = make_simulator(text_of({}));
  const std::vector<StackEntry>& entries = simulator.world().model().types[0].entries;
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].kind->name, "pipeline");
  EXPECT_EQ(entries[1].kind->name, "wander");
}

// A pipeline is the arbiter of a group like any other, and a group steers in its deadlocks.
TEST(Pipeline, NestsInBothDirections) {
  const std::string inner =
      text_of({.constraints = circle(0, 0, 1), .agents = R"({"type":"a","position":[-2,0]})"});
  std::string outer = inner;
  const std::string arbiter = R"("steering":{"arbiter")";
  const std::size_t from = outer.find(arbiter);
  outer.replace(from, arbiter.size(),
                R"("steering":{"arbiter":{"type":"weighted_sum"},"behaviors":[{"type":"group","arbiter")");
  const std::size_t end = outer.find(R"("behaviors":[]})");
  outer.insert(end + std::string(R"("behaviors":[]})").size(), "]}");
  Simulator alone = make_simulator(inner);
  Simulator nested = make_simulator(outer);
  run_steps(alone, 200);
  run_steps(nested, 200);
  EXPECT_NEAR(length(alone.world().state.motion.position(0) - nested.world().state.motion.position(0)), 0.0,
              1e-9);

  PipelineScene scene = two_circles(false);
  scene.behaviors =
      R"({"type":"group","arbiter":{"type":"priority_groups"},"behaviors":[{"type":"separation"},{"type":"wander"}]})";
  EXPECT_LT(PipelineTrial(scene).arrival({10, 0, 0}, 0.5, 30.0), 30.0);
}

TEST(Pipeline, GoesOnFromASavedMemory) {
  Simulator simulator = make_simulator(text_of(two_circles(false)));
  run_steps(simulator, 60);
  Simulator fork = simulator.fork();
  run_steps(simulator, 60);
  run_steps(fork, 60);
  EXPECT_EQ(simulator.hash(), fork.hash());
}

TEST(Pipeline, ASpeedLimitCapsTheOutputAndTheLeastCounts) {
  PipelineTrial trial(
      {.constraints = R"({"type":"speed_limit","max_speed":2},{"type":"speed_limit","max_speed":1.5})"});
  while (trial.time() < 2.0)
    trial.step();
  EXPECT_NEAR(length(trial.velocity()), 1.5, 1e-3);
}

std::string warning_of(const PipelineScene& scene) {
  JsonSources sources;
  Diagnostics diagnostics;
  read_scenario_text({.name = "test", .text = text_of(scene)}, {}, catalog(), sources, diagnostics);
  return format_human(diagnostics, sources, false);
}

TEST(Pipeline, WarnsAboutPartsWithoutEffect) {
  EXPECT_EQ(warning_of({}), "");
  EXPECT_THAT(warning_of({.constraints = R"({"type":"wall"})"}), testing::HasSubstr("there are no walls"));
  EXPECT_THAT(warning_of({.constraints = R"({"type":"avoid_obstacle"})"}),
              testing::HasSubstr("there are no obstacles"));
  EXPECT_EQ(warning_of({.constraints = circle(5, 0, 1)}), "");
  EXPECT_THAT(warning_of({.constraints = circle(5, 0, 1, R"(,"margin_factor":1)")}),
              testing::HasSubstr("keeps no clearance"));
  EXPECT_THAT(warning_of({.targeters = R"({"type":"face","target":{"point":[1,0]}})"}),
              testing::HasSubstr("faces along its velocity"));
  EXPECT_THAT(warning_of({.targeters = R"({"type":"fixed","velocity":[1,0]})",
                          .keys = R"(,"decomposers":[{"type":"planning"}])"}),
              testing::HasSubstr("no targeter gives a position"));
}

TEST(Pipeline, IsRefusedInSpaceWithWhatToTakeInstead) {
  EXPECT_THAT(warning_of({.scenario = R"(,"world":{"dimensions":3})"}),
              testing::HasSubstr("take prioritized_sum or priority_groups there"));
}

TEST(Pipeline, ShowsWhatItDidInColumns) {
  Simulator simulator = make_simulator(
      text_of({.constraints = circle(50, 0, 1) + "," + circle(5, 0, 1), .keys = R"(,"constraint_steps":1)"}));
  const std::vector<std::string> names = {"pipeline_attempts", "pipeline_deadlock", "pipeline_constraint",
                                          "pipeline_aim_x"};
  ASSERT_TRUE(validate_columns(names, simulator.world()).empty());
  TextRows rows(TraceFormat::csv, names, {}, simulator);
  run_steps(simulator, 1);
  rows.advance(simulator.world());
  fmt::memory_buffer out;
  rows.append(simulator, 0, out);
  EXPECT_EQ(fmt::to_string(out), "1,steps,avoid_obstacle#1,\n");
}

// Bodies that take velocities are asked for the velocity itself.
TEST(Pipeline, AsksKinematicBodiesForVelocities) {
  PipelineTrial trial({.type = R"(,"locomotion":{"type":"kinematic"})"});
  ASSERT_TRUE(trial.step().request());
  EXPECT_NEAR(trial.request()->linear.x, 3.0, 1e-12);
}

}  // namespace
}  // namespace drover::test::pipeline_test
