#include <gtest/gtest.h>

#include "conditions/watch.h"
#include "support/model_of.h"

namespace drover::test::path_finished_test {
namespace {

// A simulator whose behaviors of the kind "arrive" finish 2 s after the start, and those of the kind "seek"
// after 4 s.
Simulator with_finishes(const std::string& scenario) {
  static BehaviorKind arrive;
  static BehaviorKind seek;
  BuiltWorld built = make_world(scenario);
  for (StackEntry& entry : model_of(built.world).types[0].entries) {
    if (entry.kind->name == "arrive") {
      arrive = *entry.kind;
      arrive.finished = [](const void*, const AgentView& view, AgentIndex) { return view.time() >= 2.0; };
      entry.kind = &arrive;
    } else if (entry.kind->name == "seek") {
      seek = *entry.kind;
      seek.finished = [](const void*, const AgentView& view, AgentIndex) { return view.time() >= 4.0; };
      entry.kind = &seek;
    }
  }
  return Simulator(std::move(built));
}

constexpr const char* kFinished = R"({"type":"path_finished"})";
const std::string kTarget = R"("target":{"point":[0,0]})";

std::string finished(const std::string& behavior, const std::string& condition = kFinished, int ticks = 6) {
  return answers(with_finishes(text_of({.condition = condition, .behavior = behavior})), ticks);
}

TEST(PathFinished, AsksTheBehavior) {
  EXPECT_EQ(finished(R"("type":"arrive",)" + kTarget), "001111");
}

TEST(PathFinished, BehaviorsThatNeverFinishDoNotCount) {
  EXPECT_EQ(finished(R"("type":"wander")"), "000000");
}

TEST(PathFinished, WithoutALabelAnyBehaviorCounts) {
  EXPECT_EQ(finished(R"("type":"wander","when":{"type":"path_finished"}},{"type":"seek",)" + kTarget +
                     R"(},{"type":"arrive",)" + kTarget),
            "001111");
}

TEST(PathFinished, WithALabelOnlyThatBehaviorCounts) {
  const auto by_label = [](const std::string& label) {
    const std::string condition = R"({"type":"path_finished","behavior":")" + label + R"("})";
    return finished(R"("type":"wander","when":)" + condition + R"(},{"type":"arrive",)" + kTarget +
                        R"(},{"type":"seek",)" + kTarget,
                    condition);
  };
  EXPECT_EQ(by_label("arrive"), "001111");
  EXPECT_EQ(by_label("seek"), "000011");
  EXPECT_EQ(by_label("ek"), "000000");
}

TEST(PathFinished, LooksIntoGroups) {
  EXPECT_EQ(finished(R"("type":"group","behaviors":[{"type":"wander"},{"type":"arrive",)" + kTarget + "}]"),
            "001111");
}

// The agent leaves the mode "walk" when its behavior is through; that of the mode it is not in does not
// count, and in "rest" nothing is ever finished.
TEST(PathFinished, LooksAtThePresentModeOnly) {
  Simulator simulator =
      with_finishes(R"({"format":1,"simulation":{"dt":1},"agent_types":{"a":{"steering":{"modes":{
      "walk":{"behaviors":[{"type":"seek","target":{"point":[0,0]}}],
              "transitions":[{"when":{"type":"path_finished"},"to":"rest"}]},
      "rest":{"behaviors":[{"type":"wander"}],
              "transitions":[{"when":{"type":"path_finished"},"to":"other"}]},
      "other":{"behaviors":[{"type":"arrive","target":{"point":[0,0]}}]}}}}},
      "agents":[{"type":"a","position":[0,0]}]})");
  std::string modes;
  for (int k = 0; k < 8; ++k) {
    run_steps(simulator, 1);
    modes += simulator.world().mode_of(0).name[0];
  }
  EXPECT_EQ(modes, "wwwwrrrr");
}

// Inside a mode a label may be given with the mode's name or without it.
TEST(PathFinished, TheNameOfTheModeMayBeLeftOut) {
  for (const char* label : {"seek", "walk/seek"}) {
    Simulator simulator = with_finishes(fmt::format(
        R"({{"format":1,"simulation":{{"dt":1}},"agent_types":{{"a":{{"steering":{{"modes":{{
        "walk":{{"behaviors":[{{"type":"arrive","target":{{"point":[0,0]}}}},{{"type":"seek","target":{{"point":[0,0]}}}}],
                "transitions":[{{"when":{{"type":"path_finished","behavior":"{}"}},"to":"rest"}}]}},
        "rest":{{}}}}}}}}}},"agents":[{{"type":"a","position":[0,0]}}]}})",
        label));
    run_steps(simulator, 4);
    EXPECT_EQ(simulator.world().mode_of(0).name, "walk") << label;
    run_steps(simulator, 1);
    EXPECT_EQ(simulator.world().mode_of(0).name, "rest") << label;
  }
}

}  // namespace
}  // namespace drover::test::path_finished_test
