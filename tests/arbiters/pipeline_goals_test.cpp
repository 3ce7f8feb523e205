// What the targeters, decomposers and actuators of a pipeline make of a goal.
#include "arbiters/pipeline_scene.h"
#include "core/det_math.h"

namespace drover::test::pipeline_goals_test {
namespace {

TEST(ChaseTargeter, AimsWhereTheTargetWillBe) {
  PipelineTrial trial(
      {.targeters = R"({"type":"chase","target":{"agent":"prey"},"lookahead":0.5})",
       .agents =
           R"({"type":"a","position":[0,0]},{"type":"b","id":"prey","position":[4,1],"velocity":[0,2]})",
       .type = R"(},"b":{"steering":{"behaviors":[]})"});
  trial.step();
  expect_place(trial.sub_goal(), 4.0, 2.0, 1e-9);
}

TEST(FixedTargeter, TakesTheGoalOfTheAgent) {
  PipelineTrial trial({.targeters = R"({"type":"fixed","target":"goal"})",
                       .agents = R"({"type":"a","position":[0,0],"goal":{"point":[3,4]}})"});
  trial.step();
  expect_place(trial.sub_goal(), 3.0, 4.0, 1e-9);
  const auto goal = find_goal(trial.simulator().world(), {}, 0);
  ASSERT_TRUE(goal);
  EXPECT_EQ(goal->position, (Vec3{3, 4, 0}));
}

TEST(FixedTargeter, AVelocityAloneIsTakenOn) {
  PipelineTrial trial({.targeters = R"({"type":"fixed","velocity":[1,2]})"});
  while (trial.time() < 2.0)
    trial.step();
  EXPECT_NEAR(length(trial.velocity() - Vec3{1, 2, 0}), 0.0, 1e-3);
}

TEST(FixedTargeter, NeedsSomeChannel) {
  EXPECT_THROW(make_simulator(text_of({.targeters = R"({"type":"fixed"})"})), std::runtime_error);
}

TEST(FaceTargeter, TurnsABodyThatTurns) {
  PipelineTrial trial(
      {.targeters = R"({"type":"fixed","target":{"point":[10,0]}},{"type":"face","target":{"point":[0,20]}})",
       .type = R"(,"max_acceleration":6,"max_turn_rate":3,"locomotion":{"type":"oriented"})"});
  while (trial.time() < 8.0)
    trial.step();
  const Vec3 wanted = direction(Vec3{0, 20, 0} - trial.position());
  EXPECT_NEAR(length(trial.simulator().world().state.motion.heading(0) - wanted), 0.0, 0.02);
}

TEST(FollowPathTargeter, RunsAheadOnThePathAndRestsAtItsEnd) {
  PipelineTrial trial({.targeters = R"({"type":"follow_path","path":"p","path_offset":1.5})",
                       .scenario = R"(,"world":{"paths":{"p":{"points":[[0,1],[8,1],[8,6]]}}})"});
  trial.step();
  expect_place(trial.sub_goal(), 1.5, 1.0, 1e-9);
  EXPECT_LT(trial.arrival({8, 6, 0}, 0.05, 12.0), 12.0);
  const auto goal = find_goal(trial.simulator().world(), {}, 0);
  ASSERT_TRUE(goal);
  EXPECT_EQ(goal->position, (Vec3{8, 6, 0}));
}

// 5 m from the threat for 1 m of way, 9.85 m for 9 m, 4 m for none.
TEST(FleePointTargeter, WeighsTheThreatAgainstTheWay) {
  const auto chosen = [](double way_factor) {
    PipelineTrial trial(
        {.targeters = fmt::format(
             R"({{"type":"flee_point","candidates":[[0,-1],[-9,0],[0,0]],"threats":{{"agent":"wolf"}},"way_factor":{}}})",
             way_factor),
         .agents = R"({"type":"a","position":[0,0]},{"type":"b","id":"wolf","position":[0,4]})",
         .type = R"(},"b":{"steering":{"behaviors":[]})"});
    return trial.step().sub_goal();
  };
  expect_place(chosen(0.5), -9.0, 0.0, 1e-9);  // 4.5, 5.35, 4
  expect_place(chosen(0.9), 0.0, -1.0, 1e-9);  // 4.1, 1.75, 4
  expect_place(chosen(1.0), 0.0, -1.0, 1e-9);  // 4, 0.85, 4: the first of two
  expect_place(chosen(1.01), 0.0, 0.0, 1e-9);  // 3.99, 0.76, 4: it stays
}

// Three that flee each other: each minds the other two, not itself.
TEST(FleePointTargeter, WhoIsAThreatItselfMindsTheOthers) {
  const std::string threats[] = {R"({"group":"g"})", R"({"agent_type":"a"})"};
  for (const std::string& whom : threats) {
    PipelineTrial trial(
        {.targeters = R"({"type":"flee_point","candidates":[[0,6],[6,0]],"threats":)" + whom + "}",
         .agents = R"({"type":"a","position":[0,0],"group":"g"},{"type":"a","position":[0,8],"group":"g"},
                      {"type":"a","position":[11,0],"group":"g"})"});
    trial.step();
    expect_place(trial.sub_goal(0), 6.0, 0.0, 1e-9);  // 2 - 3 to 5 - 3
    expect_place(trial.sub_goal(1), 0.0, 6.0, 1e-9);  // 6 - 1 to 5 - 5
    expect_place(trial.sub_goal(2), 6.0, 0.0, 1e-9);  // 2 - 6.3 to 6 - 2.5
  }
}

TEST(FleePointTargeter, OneOfAKindHasNobodyToFlee) {
  PipelineTrial trial({.targeters = R"({"type":"flee_point","candidates":[[0,6]],"threats":{"group":"g"}})",
                       .agents = R"({"type":"a","position":[0,0],"group":"g"})"});
  trial.step();
  EXPECT_FALSE(trial.sub_goal());
}

// Threats are looked at once for all agents of a chunk: the same bits as one by one.
TEST(FleePointTargeter, ChunksDoNotMatter) {
  const std::string text = text_of(
      {.targeters =
           R"({"type":"flee_point","candidates":[[5,5],[15,5],[5,15],[15,15]],"threats":{"group":"g"}})",
       .agents = R"({"type":"a","group":"g","count":40,
                     "placement":{"type":"rectangle","min":[0,0],"max":[20,20]}},
                    {"type":"a","count":40,"placement":{"type":"rectangle","min":[0,0],"max":[20,20]}})",
       .type = R"(,"max_acceleration":6,"radius":0.2)"});
  Simulator together = make_simulator(text);
  Simulator one_by_one = make_simulator(text);
  one_by_one.use_threads(2, 1);
  run_steps(together, 100);
  run_steps(one_by_one, 100);
  EXPECT_EQ(together.hash(), one_by_one.hash());
}

// It goes to (10, 0) until it is within 3 m of the wolf at (6, 0); then to (0, 5).
const char* const kWolfAhead = R"({"type":"a","position":[0,0]},{"type":"b","id":"wolf","position":[6,0]})";
std::string when_near(const std::string& targeter) {
  return targeter + R"(,"when":{"type":"distance","target":{"agent":"wolf"},"less_than":3,"hysteresis":0}})";
}

TEST(Targeters, CountOnlyWhileTheirConditionHolds) {
  PipelineTrial trial({.targeters = when_near(R"({"type":"fixed","target":{"point":[0,5]})") +
                                    R"(,{"type":"fixed","target":{"point":[10,0]}})",
                       .agents = kWolfAhead,
                       .type = R"(,"max_acceleration":6},"b":{"steering":{"behaviors":[]})"});
  const auto goal = [&] { return find_goal(trial.simulator().world(), {}, 0).value().position; };
  bool was_near = false;
  while (trial.time() < 3.0) {
    // The condition is asked about the state before the step.
    const bool is_near = length(Vec3{6, 0, 0} - trial.position()) < 3.0;
    trial.step();
    expect_place(trial.sub_goal(), is_near ? 0.0 : 10.0, is_near ? 5.0 : 0.0, 1e-9);
    EXPECT_EQ(goal().y, is_near ? 5.0 : 0.0);
    was_near = was_near || is_near;
  }
  EXPECT_TRUE(was_near);
}

TEST(Targeters, WithoutOneThatCountsThereIsNoRequest) {
  PipelineTrial trial({.targeters = when_near(R"({"type":"fixed","target":{"point":[0,5]})"),
                       .agents = kWolfAhead,
                       .type = R"(,"max_acceleration":6},"b":{"steering":{"behaviors":[]})"});
  trial.step();
  EXPECT_FALSE(trial.request());
  EXPECT_EQ(trial.record().attempts, 0u);
  EXPECT_FALSE(find_goal(trial.simulator().world(), {}, 0));
}

// The last of the hares has none to chase: the next one counts.
TEST(Targeters, TheFirstThatCountsAndFindsAGoalGivesTheChannel) {
  const std::string chase = when_near(R"({"type":"chase","target":{"group":"hares"},"lookahead":0)");
  const auto place = [&](double x, const std::string& own, const std::string& of_hare) {
    PipelineTrial trial({.targeters = chase + R"(,{"type":"fixed","target":{"point":[-10,0]}})",
                         .agents = fmt::format(R"({{"type":"a","position":[{},0]{}}},
                             {{"type":"b","id":"wolf","position":[6,0]}},
                             {{"type":"b","position":[2,2]{}}})",
                                               x, own, of_hare),
                         .type = R"(,"max_acceleration":6},"b":{"steering":{"behaviors":[]})"});
    return trial.step().sub_goal();
  };
  const std::string hares = R"(,"group":"hares")";
  expect_place(place(5, "", hares), 2.0, 2.0, 1e-9);
  expect_place(place(0, "", hares), -10.0, 0.0, 1e-9);
  expect_place(place(5, hares, ""), -10.0, 0.0, 1e-9);
}

// Without a condition before it nothing behind it could count.
TEST(Targeters, OneThatAlwaysCountsLeavesItsChannelToNoOther) {
  EXPECT_THROW(
      make_simulator(text_of({.targeters = R"({"type":"fixed","target":{"point":[10,0]}},)" +
                                           when_near(R"({"type":"fixed","target":{"point":[0,5]})"),
                              .agents = kWolfAhead,
                              .type = R"(,"max_acceleration":6},"b":{"steering":{"behaviors":[]})"})),
      std::runtime_error);
}

// The map W of the literature: a row of blocked cells between start and goal, as a box.
std::string map_w() {
  return R"(,"world":{"bounds":{"min":[-0.5,-0.5],"max":[6.5,4.5]},
    "obstacles":[{"box":{"center":[3,2],"size":[5,1]}}]},
    "navigation":{"grids":{"g":{"cell_size":1,"origin":[-0.5,-0.5],"width":7,"height":5,"agent_radius":0.4}}})";
}
PipelineScene on_w(const std::string& decomposer) {
  return {.targeters = R"({"type":"fixed","target":{"point":[3,4]}})",
          .keys = R"(,"decomposers":[)" + decomposer + "]",
          .agents = R"({"type":"a","position":[3,0]})",
          .type = R"(,"max_acceleration":6,"radius":0.4)",
          .scenario = map_w()};
}

TEST(PlanningDecomposer, LeadsToTheFarthestPlaceInSight) {
  PipelineTrial trial(on_w(R"({"type":"planning","grid":"g"})"));
  trial.step();
  ASSERT_TRUE(trial.sub_goal());
  EXPECT_NEAR(std::fabs(trial.sub_goal()->x - 3.0), 3.0, 1e-9);
  EXPECT_NEAR(trial.sub_goal()->y, 1.0, 1e-9);
  EXPECT_LT(trial.arrival({3, 4, 0}, 0.1, 12.0), 12.0);
}

TEST(PlanningDecomposer, LeadsPointByPointNeverToWhereTheAgentIs) {
  PipelineTrial trial(on_w(R"({"type":"planning","grid":"g","simplify":"none","lookahead_nodes":1})"));
  trial.step();
  ASSERT_TRUE(trial.sub_goal());
  EXPECT_NEAR(std::fabs(trial.sub_goal()->x - 3.0), 1.0, 1e-9);
  EXPECT_NEAR(trial.sub_goal()->y, 1.0, 1e-9);
}

TEST(PlanningDecomposer, LeavesAGoalInSightAndOneWithoutAPositionAsTheyAre) {
  PipelineScene scene = on_w(R"({"type":"planning","grid":"g"})");
  scene.targeters = R"({"type":"fixed","target":{"point":[6,0]}})";
  PipelineTrial trial(scene);
  trial.step();
  expect_place(trial.sub_goal(), 6.0, 0.0, 1e-9);
}

TEST(PlanningDecomposer, GoesAsNearAsPossibleWhereNoWayLeads) {
  PipelineScene scene = on_w(R"({"type":"planning","grid":"g","unreachable":"nearest_reachable"})");
  scene.scenario = map_w();
  const std::string box = R"("size":[5,1])";
  scene.scenario.replace(scene.scenario.find(box), box.size(), R"("size":[8,1])");
  PipelineTrial trial(scene);
  while (trial.time() < 4.0)
    trial.step();
  EXPECT_NEAR(trial.position().x, 3.0, 0.1);
  EXPECT_NEAR(trial.position().y, 1.0, 0.1);
  EXPECT_EQ(trial.record().cause, DeadlockCause::none);
  PipelineScene waiting = scene;
  waiting.keys = R"(,"decomposers":[{"type":"planning","grid":"g","unreachable":"wait"}])";
  PipelineTrial stays(waiting);
  while (stays.time() < 4.0)
    stays.step();
  EXPECT_EQ(stays.position(), (Vec3{3, 0, 0}));
  EXPECT_EQ(stays.record().cause, DeadlockCause::none);
}

// A coarse graph first, the grid second.
TEST(PlanningDecomposer, TwoStagesGoFromCoarseToFine) {
  PipelineScene scene = on_w(R"({"type":"planning","graph":"coarse"},{"type":"planning","grid":"g"})");
  const std::string grids = R"("navigation":{)";
  scene.scenario.insert(scene.scenario.find(grids) + grids.size(),
                        R"("graphs":{"coarse":{"nodes":{"A":[3,0],"B":[0,1],"C":[0,3],"D":[3,4]},
                        "edges":[{"from":"A","to":"B"},{"from":"B","to":"C"},{"from":"C","to":"D"}]}},)");
  PipelineTrial trial(scene);
  trial.step();
  ASSERT_TRUE(trial.sub_goal());
  EXPECT_NEAR(trial.sub_goal()->x, 0.0, 1e-9);
  EXPECT_LT(trial.arrival({3, 4, 0}, 0.1, 12.0), 12.0);
}

// The warnings about the goal [3, 4] behind a box of a width, on the map W; `decomposer` may be none.
std::vector<std::string> way_warnings(const std::string& decomposer, double width,
                                      const std::string& targeters = R"({"type":"fixed","target":"goal"})") {
  PipelineScene scene = on_w(decomposer);
  scene.targeters = targeters;
  scene.agents = R"({"type":"a","position":[3,0],"goal":[3,4]})";
  const std::string box = R"("size":[5,1])";
  scene.scenario.replace(scene.scenario.find(box), box.size(), fmt::format(R"("size":[{},1])", width));
  std::vector<std::string> found;
  for (const Problem& warning : make_world(text_of(scene)).warnings)
    found.push_back(warning.pointer + ": " + warning.message);
  return found;
}

TEST(Decomposers, AGoalThatNoWayLeadsToIsAWarning) {
  for (const std::string kind : {"planning", "flow_field"}) {
    const std::string decomposer = fmt::format(R"({{"type":"{}","grid":"g"}})", kind);
    EXPECT_EQ(way_warnings(decomposer, 5).size(), 0u) << kind;
    const auto found = way_warnings(decomposer, 8);
    ASSERT_EQ(found.size(), 1u) << kind;
    EXPECT_TRUE(found.front().starts_with("/agents/0/goal: no way leads from where the agent starts"))
        << found.front();
  }
  EXPECT_EQ(way_warnings("", 8).size(), 0u);  // who looks for no way goes straight
  // Who only looks at its goal.
  EXPECT_EQ(way_warnings(R"({"type":"planning","grid":"g"})", 8,
                         R"({"type":"fixed","target":{"point":[6,0]}},{"type":"face","target":"goal"})")
                .size(),
            0u);
}

TEST(FlowFieldDecomposer, StepsDownTheFieldToTheGoal) {
  PipelineTrial trial(on_w(R"({"type":"flow_field","grid":"g"})"));
  trial.step();
  ASSERT_TRUE(trial.sub_goal());
  EXPECT_LT(length(*trial.sub_goal() - Vec3{3, 0, 0}), 1.01);
  EXPECT_LT(trial.arrival({3, 4, 0}, 0.1, 15.0), 15.0);
}

TEST(PointToPointActuator, GoesThroughDetoursAtFullSpeed) {
  PipelineTrial trial({.constraints = circle(5, 0, 1)});
  double slowest = kInfinity;
  while (trial.position().x < 8.0 && trial.time() < 10.0) {
    trial.step();
    if (trial.position().x > 2.0) slowest = smaller(slowest, length(trial.velocity()));
  }
  EXPECT_GT(slowest, 2.5);
}

TEST(ArriveActuator, SlowsDownForDetours) {
  PipelineTrial trial({.constraints = circle(5, 0, 1), .keys = R"(,"actuator":{"type":"arrive"})"});
  double slowest = kInfinity;
  while (trial.position().x < 8.0 && trial.time() < 30.0) {
    trial.step();
    if (trial.position().x > 2.0) slowest = smaller(slowest, length(trial.velocity()));
  }
  EXPECT_LT(slowest, 2.5);
  EXPECT_LT(trial.arrival({10, 0, 0}, 0.1, 30.0), 30.0);
}

// The run-up of 2 m/s begins |v|^2 / (2 a_max) = 1/3 m before the position, on the side from which v leads
// there.
TEST(PointToPointActuator, RunsUpToAPositionWithAVelocity) {
  const std::string keys = R"(,"actuator":{"type":"point_to_point","honor_velocity":true})";
  PipelineTrial aside(
      {.targeters = R"({"type":"fixed","target":{"point":[1,0]},"velocity":[0,2]})", .keys = keys});
  aside.step();
  ASSERT_TRUE(aside.request());
  EXPECT_NEAR(aside.request()->linear.y / aside.request()->linear.x, -1.0 / 3.0, 1e-9);
  PipelineTrial ahead(
      {.targeters = R"({"type":"fixed","target":{"point":[10,0]},"velocity":[1.5,0]})", .keys = keys});
  while (ahead.position().x < 9.95 && ahead.time() < 10.0)
    ahead.step();
  EXPECT_NEAR(ahead.velocity().x, 1.5, 0.3);
}

}  // namespace
}  // namespace drover::test::pipeline_goals_test
