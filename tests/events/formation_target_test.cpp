// The events that can be about a formation, and runs with all of them.
#include <algorithm>

#include <gmock/gmock.h>

#include "events/formed.h"
#include "sim/state/saved_state.h"

namespace drover::test::formation_target_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string about_squad(const std::string& type, const std::string& keys = "") {
  return R"({"type":")" + type + R"(","at":1,"target":{"formation":"squad"})" + keys + "}";
}

TEST(ReassignEvent, SlotsAreChosenAnewByTheMethodOfTheFormation) {
  const std::string swap = R"({"type":"teleport","at":1,"target":{"agent":"m.0"},"position":[0,-5]},)"
                           R"({"type":"teleport","at":1,"target":{"agent":"m.4"},"position":[0,5]})";
  for (const char* rule : {"optimal", "keep", "compact", "sequential"}) {
    const std::string keys = std::string(R"(,"reassign":")") + rule + R"(")";
    EXPECT_THAT(slots_of(after({.events = swap, .keys = keys}, 1.5)), ElementsAre(0, 1, 2, 3, 4));
    EXPECT_THAT(slots_of(after({.events = swap + "," + about_squad("reassign"), .keys = keys}, 1)),
                ElementsAre(4, 1, 2, 3, 0));
  }
}

TEST(ReassignEvent, AnswersAConditionOnce) {
  const std::string far_off = R"({"type":"reassign","target":{"formation":"squad"},"watch":{"agent":"m.0"},)"
                              R"("when":{"type":"distance","target":{"point":[0,-5]},"less_than":0.1}},)"
                              R"({"type":"teleport","at":1,"target":{"agent":"m.0"},"position":[0,-5]},)"
                              R"({"type":"teleport","at":1,"target":{"agent":"m.4"},"position":[0,5]})";
  const Formed parts{.events = far_off, .anchor = R"("type":"fixed","position":[0,0],"heading":0)"};
  EXPECT_THAT(slots_of(after(parts, 1)), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(slots_of(after(parts, 1.0625)), ElementsAre(4, 1, 2, 3, 0));
}

TEST(ReassignEvent, IsAboutAFormation) {
  EXPECT_THAT(formed_problem_of({.events = R"({"type":"reassign","at":1,"target":{"agent_type":"a"}})"}),
              HasSubstr("/events/0/target: \"reassign\" is about a formation"));
}

const std::string kStack =
    R"("position":[0,0],"heading":0,"steering":{"initial_mode":"wait","modes":{"wait":{},)"
    R"("go":{"behaviors":[{"type":"seek","target":{"point":[90,0]},"weight":0.5}]}}})";

TEST(FormationTarget, AFormationTakesAModeOfItsAnchor) {
  const Formed parts{.events = about_squad("mode", R"(,"mode":"go")"), .anchor = kStack};
  const Simulator simulator = after(parts, 4);
  EXPECT_EQ(simulator.world().mode_of(anchor_of(simulator)).name, "go");
  EXPECT_GT(position_of(simulator, 0).x, 2.0);
  EXPECT_LT(position_of(after({.anchor = kStack}, 4), 0).x, 1e-9);
}

TEST(FormationTarget, ANumberOfABehaviorOfItsAnchorCanBeSet) {
  const std::string anchor =
      R"("position":[0,0],"heading":0,"steering":{"arbiter":{"type":"weighted_sum"},"behaviors":[{"type":"seek","target":{"point":[90,0]}}]})";
  const std::string stop = about_squad("set", R"(,"parameter":"seek.weight","value":0)");
  EXPECT_EQ(formed_problem_of({.events = stop, .anchor = anchor}), "");
  EXPECT_LT(position_of(after({.events = stop, .anchor = anchor}, 5), 0).x,
            0.5 * position_of(after({.anchor = anchor}, 5), 0).x);
  EXPECT_THAT(formed_problem_of(
                  {.events = about_squad("set", R"(,"parameter":"max_speed","value":1)"), .anchor = anchor}),
              HasSubstr("/events/0/parameter: a formation has no limits of its own"));
}

TEST(FormationTarget, IsNotRemoved) {
  EXPECT_THAT(formed_problem_of({.events = about_squad("remove")}),
              HasSubstr("/events/0/target: \"remove\" cannot be about a formation"));
}

TEST(FormationTarget, AnAnchorThatGoesItsOwnWayCanBeTeleported) {
  const std::string jump = about_squad("teleport", R"(,"position":[20,5],"heading_deg":90)");
  for (const char* anchor :
       {R"("type":"fixed","position":[0,0],"heading":0)", R"("position":[0,0],"heading":0)"}) {
    const Formed parts{.events = jump, .keys = R"(,"moderation":"none")", .anchor = anchor};
    const Simulator at_once = after(parts, 1);
    EXPECT_EQ(position_of(at_once, anchor_of(at_once)), (Vec3{20, 5, 0}));
    // The line of five turned by a right angle: its left end is at -x.
    EXPECT_LT(length(at_once.world().state.slots[0].position - Vec3{16, 5, 0}), 1e-9);
    EXPECT_LT(length(position_of(at_once, 0) - Vec3{0, 4, 0}), 1e-9);
    // Its members follow, and it does not turn back.
    const Simulator later = after(parts, 20);
    EXPECT_LT(length(position_of(later, 0) - Vec3{16, 5, 0}), 1e-6);
  }
}

TEST(FormationTarget, AnAnchorThatFollowsFromOthersCannotBeTeleported) {
  const std::string jump = about_squad("teleport", R"(,"position":[20,5])");
  for (const char* moderation : {"automatic", "lead", "leash", "velocity_offset"})
    EXPECT_THAT(
        formed_problem_of({.events = jump, .keys = std::string(R"(,"moderation":")") + moderation + R"(")"}),
        HasSubstr("cannot be teleported: its members say where its anchor is"));
  EXPECT_THAT(formed_problem_of({.events = jump, .anchor = R"("type":"leader","leader":"m.0")"}),
              HasSubstr("cannot be teleported: its leader says where its anchor is"));
  EXPECT_THAT(
      formed_problem_of(
          {.events = jump,
           .formations = R"(,"outer":{"pattern":{"type":"line"},"members":[{"formation":"squad"}]})"}),
      HasSubstr("cannot be teleported: its slot in another formation says where its anchor is"));
}

// Everything at once: joins, leaves, deaths, a play and its end, an assignment.
Formed eventful(const std::string& agents) {
  return {
      .agents = agents,
      .events =
          R"({"type":"leave","at":0.5,"target":{"agent":"two"}},)"
          R"({"type":"join","at":0.75,"target":{"group":"late"},"formation":"squad"},)"
          R"({"type":"remove","at":0.75,"target":{"agent":"one"}},)"
          R"({"type":"pattern","at":1.25,"target":{"formation":"squad"},"pattern":"run"},)"
          R"({"type":"join","when":{"type":"time","from":1.5},"target":{"agent":"two"},"formation":"squad"},)"
          R"({"type":"reassign","at":3.25,"target":{"formation":"squad"}})",
      .keys = R"(,"reserve_point":[-6,-6],"patterns":{"run":{"type":"play","then":"base","slots":[)"
              R"({"keyframes":[[0,0,1],[1.5,3,1]]},{"marks":"star","offset":[-1,1]},)"
              R"({"keyframes":[[0,-2,0],[1,0,0]]}]}})",
      .anchor =
          R"("position":[0,0],"heading":0,"steering":{"behaviors":[{"type":"seek","target":{"point":[60,30]}}]})"};
}

const std::vector<std::string> kEntries = {
    R"({"number":0,"id":"one","type":"a","position":[0,3]})",
    R"({"number":1,"id":"two","type":"a","position":[0,0.5]})",
    R"({"number":2,"id":"three","type":"a","position":[0,-3]})",
    R"({"number":3,"type":"b","group":"late","count":2,"placement":{"type":"points","points":[[-3,3],[-3,-2]]}})",
    R"({"number":5,"id":"star","type":"b","position":[5,5],"velocity":[1,0]})"};

std::string in_order(const std::vector<std::size_t>& order) {
  std::string agents;
  for (const std::size_t k : order)
    agents += (agents.empty() ? "" : ",") + kEntries[k];
  return agents;
}

TEST(FormationEvents, ARestoredStateComesToTheSameBits) {
  const Formed parts = eventful(in_order({0, 1, 2, 3, 4}));
  Simulator simulator = simulator_of(parts);
  std::vector<SavedState> states;
  std::vector<std::uint64_t> hashes;
  for (int k = 0; k <= 5 * kStepsPerSecond; ++k) {
    states.push_back(save_state(simulator.world()));
    hashes.push_back(simulator.hash());
    run_steps(simulator, 1);
  }
  Simulator resumed = simulator_of(parts);
  for (std::size_t from = 0; from < states.size(); ++from) {
    ASSERT_FALSE(resumed.restore(states[from]));
    for (std::size_t k = from; k < std::min(from + 10, hashes.size()); ++k) {
      ASSERT_EQ(resumed.hash(), hashes[k]) << "from tick " << from << ", at tick " << k;
      run_steps(resumed, 1);
    }
  }
}

TEST(FormationEvents, TheOrderOfTheFileDoesNotMatter) {
  Simulator one = simulator_of(eventful(in_order({0, 1, 2, 3, 4})));
  Simulator other = simulator_of(eventful(in_order({4, 2, 3, 1, 0})));
  for (int k = 0; k < 5 * kStepsPerSecond; ++k) {
    ASSERT_EQ(one.hash(), other.hash()) << "at tick " << k;
    run_steps(one, 1);
    run_steps(other, 1);
  }
  EXPECT_THAT(formations_of(one), ElementsAre(0, 0, 0, 0, 0, kNone));
}

}  // namespace
}  // namespace drover::test::formation_target_test
