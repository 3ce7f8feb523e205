// "target": "goal": behaviors, conditions, quantities and metrics take the goal of each agent.
#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/catalog.h"
#include "core/kind.h"
#include "goals/pursuing.h"
#include "sim/definitions/kinds.h"

namespace drover::test::targets_test {
namespace {

// A behavior asks for the same whether its target is a point or a goal that is this point.
std::vector<Vec3> run_with(const std::string& behavior, const std::string& target, const std::string& keys) {
  const std::string text = scene("[" + fmt::format(fmt::runtime(behavior), target) + "]",
                                 R"([{"type":"a","position":[0,0],"velocity":[0.5,0.25]},
                                     {"type":"a","position":[3,1]},
                                     {"id":"prey","type":"b","position":[7,3],"velocity":[0,1]}])",
                                 R"(,"max_speed":2)" + keys + R"(},"b":{)",
                                 R"(,"world":{"obstacles":[{"center":[4,6],"radius":1}]})");
  Simulator simulator = make_simulator(text);
  run_steps(simulator, 60);
  const AgentMotion& motion = simulator.world().state.motion;
  return {motion.position(0), motion.velocity(0), motion.heading(0), motion.position(1)};
}

constexpr const char* kAlways[] = {
    R"({{"type":"seek","target":{}}})",
    R"({{"type":"flee","target":{}}})",
    R"({{"type":"arrive","target":{}}})",
    R"({{"type":"arrive","target":{},"variant":"radii"}})",
    R"({{"type":"pursue","target":{}}})",
    R"({{"type":"evade","target":{}}})",
    R"({{"type":"chase","target":{}}})",
    R"({{"type":"intercept","target":{}}})",
    R"({{"type":"orbit","target":{},"radius":2}})",
    R"({{"type":"face","target":{}}})",
    R"({{"type":"hide","target":{}}})",
    R"({{"type":"obstacle_avoidance","variant":"round","target":{}}})",
    R"({{"type":"interpose","first":{},"second":{{"point":[1,9]}}}})",
    R"({{"type":"offset_pursuit","target":{},"offset":[-1,1]}})",
    R"({{"type":"kinematic_seek","target":{}}})",
    R"({{"type":"kinematic_flee","target":{}}})",
    R"({{"type":"kinematic_arrive","target":{}}})",
    R"({{"type":"go_to","target":{}}})",
    R"({{"type":"flow_field","target":{}}})",
};

TEST(GoalTarget, IsAsGoodAsThePointItIs) {
  for (const char* behavior : kAlways) {
    for (const char* body : {"", R"(,"locomotion":{"type":"oriented"})"}) {
      EXPECT_EQ(run_with(behavior, R"({"point":[9,4]})", body),
                run_with(behavior, R"("goal")", std::string(R"(,"goal":[9,4])") + body))
          << behavior;
    }
  }
}

TEST(GoalTarget, IsAsGoodAsTheAgentItIs) {
  for (const char* behavior : kAlways) {
    EXPECT_EQ(run_with(behavior, R"({"agent":"prey"})", ""),
              run_with(behavior, R"("goal")", R"(,"goal":{"agent":"prey"})"))
        << behavior;
  }
  for (const char* behavior :
       {R"({{"type":"match_velocity","target":{}}})", R"({{"type":"align","target":{}}})",
        R"({{"type":"match_rotation","target":{}}})", R"({{"type":"leader_following","target":{}}})"}) {
    const char* body = R"(,"locomotion":{"type":"oriented"})";
    EXPECT_EQ(run_with(behavior, R"({"agent":"prey"})", body),
              run_with(behavior, R"("goal")", std::string(R"(,"goal":{"agent":"prey"})") + body))
        << behavior;
  }
}

// Every behavior that takes a point takes the goal.
TEST(GoalTarget, IsTestedForAllBehaviorsThatHaveATarget) {
  const std::string tested = [] {
    std::string all = "match_velocity align match_rotation leader_following ";
    for (const char* behavior : kAlways)
      all += behavior;
    return all;
  }();
  for (const Kind* kind : catalog().kinds("behavior")) {
    const bool has_target = std::ranges::any_of(
        kind->table.fields, [](const Field& field) { return field.key == "target" || field.key == "first"; });
    // These follow trails alone, and only drivers park.
    const bool is_special =
        kind->name == "follow_path" || kind->name == "follow_corridor" || kind->name == "park";
    if (has_target && !is_special) {
      EXPECT_NE(tested.find(kind->name), std::string::npos) << kind->name;
    }
  }
}

TEST(GoalTarget, OfADirectionLeadsThereAtFullSpeed) {
  for (const char* behavior : {R"({"type":"seek","target":"goal"})", R"({"type":"arrive","target":"goal"})",
                               R"({"type":"kinematic_arrive","target":"goal"})"}) {
    const Simulator simulator = after(
        {.agents = R"({"type":"a","position":[0,0],"goal":{"direction_deg":90}})", .behaviors = behavior},
        40);
    EXPECT_NEAR(simulator.world().state.motion.vy[0], 2.0, 1e-6) << behavior;
    EXPECT_NEAR(simulator.world().state.motion.vx[0], 0.0, 1e-6) << behavior;
  }
}

TEST(GoalTarget, OfAnAgentWithoutAGoalAsksForNothing) {
  const Simulator simulator = after({.agents = R"({"type":"a","position":[0,0],"velocity":[1,0]},
                                                   {"type":"a","position":[5,5],"goal":[9,9]})",
                                     .behaviors = R"({"type":"arrive","target":"goal"})"},
                                    4);
  EXPECT_EQ(state_of(simulator, 0), GoalState::none);
  EXPECT_EQ(simulator.world().state.motion.y[0], 0.0);
}

TEST(GoalTarget, IsSeenByConditionsAndQuantities) {
  std::string text = text_of({.agents = R"({"id":"one","type":"a","position":[0,0],"goal":[10,0]})"});
  text.insert(text.rfind('}'), R"(,"quantities":{"far":{"type":"distance","target":"goal"},
      "left":{"type":"goal_distance"}},
      "events":[{"type":"remove","target":{"agent":"one"},"when":{"type":"arrived"}}],
      "record":{"trace":{"columns":["far","left"]}})");
  Simulator simulator = make_simulator(text);
  run_steps(simulator, 4);
  const Model& model = simulator.world().model();
  EXPECT_EQ(simulator.value(*model.find_quantity("far"), 0), 8.0);
  EXPECT_EQ(simulator.value(*model.find_quantity("left"), 0), 8.0);
  run_steps(simulator, 15);  // at 9.5 m: within the goal radius
  EXPECT_TRUE(simulator.world().is_present(0));
  run_steps(simulator, 1);
  EXPECT_FALSE(simulator.world().is_present(0));
}

}  // namespace
}  // namespace drover::test::targets_test
