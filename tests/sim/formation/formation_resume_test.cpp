// What formations remember is in the columns of the state: a run that goes on from a saved state comes to the
// same bits, and so does one on several threads.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::test::formation_resume_test {
namespace {

constexpr int kHalf = 60;

// Soldiers keep apart, so that what they perceive counts too.
std::string scene_of(std::string_view agents, std::string_view formations, std::string_view keys = "") {
  return std::string(R"({"format":1,"agent_types":{
           "soldier":{"max_speed":{"uniform":[2,4]},"max_acceleration":6,"steering":{"behaviors":[
             {"type":"separation","weight":0.5,"radius":2},{"type":"slot_arrive"}]}},
           "scout":{"max_speed":1.5,"steering":{"behaviors":[{"type":"wander"}]}}},"agents":[)") +
         std::string(agents) + R"(],"formations":{)" + std::string(formations) + "}" + std::string(keys) +
         "}";
}

constexpr const char* kScattered =
    R"({"type":"soldier","count":7,"group":"squad","placement":{"type":"rectangle","min":[-6,-6],"max":[6,6]}},
       {"id":"guide","type":"scout","position":[3,0]})";
constexpr const char* kGoal =
    R"("steering":{"behaviors":[{"type":"arrive","target":{"point":[12,20]}},{"type":"wander","weight":0.3}]})";

struct FormationScene {
  const char* name;
  std::string text;
};

std::vector<FormationScene> scenes() {
  const std::string v = R"("pattern":{"type":"v"},"members":[{"group":"squad"}])";
  const std::string anchor = std::string(R"("anchor":{)") + kGoal + "}";
  // Members go and so the pattern gets narrower on the way.
  const std::string losses =
      R"(,"events":[{"type":"remove","target":{"group":"squad"},"when":{"type":"random","probability":0.02}}])";
  const auto squad = [](const std::string& keys) { return R"("squad":{)" + keys + "}"; };
  const std::string leader = R"("members":[{"group":"squad"},{"agent":"guide"}],
                                "anchor":{"type":"leader","leader":"guide"})";
  return {
      {"lead", scene_of(kScattered, squad(v + R"(,"moderation":"lead",)" + anchor))},
      {"losses", scene_of(kScattered, squad(v + "," + anchor), losses)},
      {"leash", scene_of(kScattered, squad(v + R"(,"moderation":"leash",)" + anchor))},
      {"velocity_offset",
       scene_of(kScattered, squad(v + R"(,"moderation":"velocity_offset","offset_factor":0.4,)" + anchor))},
      {"none", scene_of(kScattered, squad(v + R"(,"moderation":"none",)" + anchor))},
      {"stragglers", scene_of(kScattered, squad(v + R"(,"max_straggle":3,)" + anchor))},
      {"facing", scene_of(kScattered, squad(v + R"(,"heading_estimator":"facing",)" + anchor))},
      {"leader", scene_of(kScattered, squad(R"("pattern":{"type":"column"},)" + leader))},
      {"rigid", scene_of(kScattered, squad(R"("mode":"rigid","pattern":{"type":"wedge"},)" + leader))},
      {"fixed",
       scene_of(kScattered, squad(v + R"(,"anchor":{"type":"fixed","position":[4,4],"heading":1})"))},
      {"nested",
       scene_of(
           R"({"type":"soldier","count":4,"group":"a","placement":{"type":"rectangle","min":[0,0],"max":[5,5]}},
                   {"type":"soldier","count":3,"group":"b","placement":{"type":"rectangle","min":[-9,0],"max":[-4,5]}},
                   {"id":"chief","type":"soldier","position":[-2,-4]})",
           std::string(R"("platoon":{"pattern":{"type":"column","spacing":8},"weight":"members",
                   "members":[{"formation":"a"},{"agent":"chief"},{"formation":"b"}],)") +
               anchor + R"(},"a":{"pattern":{"type":"finger_four"},"members":[{"group":"a"}]},
                   "b":{"pattern":{"type":"line"},"members":[{"group":"b"}]})")},
      {"torus", scene_of(kScattered, squad(v + "," + anchor),
                         R"(,"world":{"bounds":{"min":[-15,-15],"max":[15,15],"edge":"wrap"}})")},
  };
}

std::uint64_t hash_after(const std::string& text, int steps, std::size_t threads) {
  Simulator simulator = make_simulator(text);
  simulator.use_threads(threads, 2);
  run_steps(simulator, steps);
  return simulator.hash();
}

TEST(FormationState, ARunGoesOnFromASavedStateWithTheSameBits) {
  for (const FormationScene& scene : scenes()) {
    SCOPED_TRACE(scene.name);
    Simulator original = make_simulator(scene.text);
    run_steps(original, kHalf);
    const SavedState saved = save_state(original.world());
    Simulator resumed = make_simulator(scene.text);
    ASSERT_FALSE(resumed.restore(saved));
    EXPECT_EQ(resumed.hash(), original.hash());
    for (int k = 0; k < kHalf; ++k) {
      run_steps(original, 1);
      run_steps(resumed, 1);
      ASSERT_EQ(resumed.hash(), original.hash()) << "step " << kHalf + k + 1;
    }
  }
}

TEST(FormationState, WhatFollowsFromTheStateIsFoundAgain) {
  for (const FormationScene& scene : scenes()) {
    SCOPED_TRACE(scene.name);
    Simulator original = make_simulator(scene.text);
    run_steps(original, kHalf);
    Simulator resumed = make_simulator(scene.text);
    ASSERT_FALSE(resumed.restore(save_state(original.world())));
    const State& found = resumed.world().state;
    const State& known = original.world().state;
    for (AgentIndex i = 0; i < known.slots.size(); ++i) {
      ASSERT_EQ(found.slots[i].exists, known.slots[i].exists) << i;
      EXPECT_EQ(found.slots[i].position, known.slots[i].position) << i;
      EXPECT_EQ(found.slots[i].velocity, known.slots[i].velocity) << i;
    }
    for (std::size_t f = 0; f < known.formations.size(); ++f) {
      EXPECT_EQ(found.formations[f].position, known.formations[f].position) << f;
      EXPECT_EQ(found.formations[f].mean_position, known.formations[f].mean_position) << f;
    }
  }
}

TEST(FormationState, ThreadsChangeNoBit) {
  for (const FormationScene& scene : scenes()) {
    SCOPED_TRACE(scene.name);
    const std::uint64_t alone = hash_after(scene.text, kHalf, 1);
    EXPECT_EQ(hash_after(scene.text, kHalf, 3), alone);
  }
}

// Anchors have no bodies: how wide a formation is changes nothing for agents that keep apart.
TEST(FormationState, TheWidthOfAnAnchorIsNoRadius) {
  const auto agents_after = [](double spacing) {
    Simulator simulator = make_simulator(scene_of(
        R"({"type":"scout","count":2,"group":"idle","placement":{"type":"line","from":[0,90],"to":[40,90]}},
           {"type":"soldier","count":5,"placement":{"type":"rectangle","min":[0,0],"max":[3,3]}})",
        R"("pair":{"pattern":{"type":"line","spacing":)" + std::to_string(spacing) +
            R"(},"members":[{"group":"idle"}],"anchor":{"type":"fixed","position":[0,0],"heading":0}})",
        R"(,"simulation":{"non_penetration":{"enabled":true}})"));
    EXPECT_EQ(simulator.world().largest_radius(), simulator.world().state.limits.radius[0]);
    run_steps(simulator, 30);
    std::vector<Vec3> places;
    for (AgentIndex i = 2; i < 7; ++i)
      places.push_back(simulator.world().state.motion.position(i));
    return places;
  };
  EXPECT_EQ(agents_after(1000.0), agents_after(1.0));
}

}  // namespace
}  // namespace drover::test::formation_resume_test
