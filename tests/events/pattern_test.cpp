#include <gmock/gmock.h>

#include "events/formed.h"

namespace drover::test::pattern_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::uint32_t pattern_number(const Simulator& simulator) {
  return simulator.world().state.formation_columns.pattern[0];
}

std::string call(const std::string& pattern, const std::string& when = R"("at":1)") {
  return R"({"type":"pattern",)" + when + R"(,"target":{"formation":"squad"},"pattern":")" + pattern +
         R"("})";
}

// A formation about a fixed anchor, with a column and a play of 2 s.
Formed playbook(const std::string& events, const std::string& keys_of_play = "") {
  return {.agents = R"({"id":"m","type":"a","count":2,"placement":{"type":"in_slot"}})",
          .events = events,
          .keys = R"(,"patterns":{"file":{"type":"column","spacing":4},"run":{"type":"play","slots":[)"
                  R"({"keyframes":[[0,0,1],[2,4,1]]},{"keyframes":[[0,0,-1],[1,0,-1],[2,2,-1]]}])" +
                  keys_of_play + "}}",
          .anchor = R"("type":"fixed","position":[10,0],"heading":0)"};
}

TEST(PatternEvent, TheStateOfThatTimeShowsThePattern) {
  EXPECT_EQ(pattern_number(after(playbook(call("file")), 1.0 - 0.0625)), 0u);
  const Simulator simulator = after(playbook(call("file")), 1);
  EXPECT_EQ(pattern_number(simulator), 1u);
  EXPECT_EQ(simulator.world().state.slots[0].position, (Vec3{12, 0, 0}));
  EXPECT_EQ(simulator.world().state.slots[1].position, (Vec3{8, 0, 0}));
}

TEST(PatternEvent, AnswersAConditionAboutTheFormationAStepLater) {
  const std::string event = call("file", R"("when":{"type":"time","from":1})");
  EXPECT_EQ(pattern_number(after(playbook(event), 1)), 0u);
  EXPECT_EQ(pattern_number(after(playbook(event), 1.0625)), 1u);
}

TEST(PatternEvent, AnswersAConditionAboutAnAgent) {
  const std::string event =
      call("file", R"("when":{"type":"speed","greater_than":-1},"watch":{"agent":"m.0"})");
  EXPECT_EQ(pattern_number(after(playbook(event), 0.0625)), 1u);
}

TEST(PatternEvent, TheClockOfAPlayStartsThere) {
  const Simulator simulator = after(playbook(call("run")), 1.5);
  EXPECT_EQ(simulator.world().state.slots[0].position, (Vec3{11, 1, 0}));
  EXPECT_EQ(simulator.world().state.slots[0].velocity, (Vec3{2, 0, 0}));
  EXPECT_EQ(simulator.world().state.slots[1].position, (Vec3{10, -1, 0}));
}

TEST(PatternEvent, OfTheSamePlayStartsItAnew) {
  const std::string again = call("run") + "," + call("run", R"("at":2)");
  EXPECT_EQ(after(playbook(again), 2.5).world().state.slots[0].position, (Vec3{11, 1, 0}));
}

TEST(PatternEvent, InAPlayEqualSlotsKeepTheirOccupants) {
  // By the shortest ways they would change sides.
  Formed parts = playbook(R"({"type":"teleport","at":1,"target":{"agent":"m.0"},"position":[10,-5]},)"
                          R"({"type":"teleport","at":1,"target":{"agent":"m.1"},"position":[10,5]},)" +
                          call("run"));
  EXPECT_THAT(slots_of(after(parts, 1)), ElementsAre(0, 1));
  parts.events.replace(parts.events.find("\"run\""), 5, "\"base\"");
  EXPECT_THAT(slots_of(after(parts, 1)), ElementsAre(1, 0));
}

TEST(PatternEvent, APlayHoldsAtItsEndOrLeadsBackToTheBase) {
  EXPECT_EQ(pattern_number(after(playbook(call("run")), 9)), 2u);
  EXPECT_EQ(after(playbook(call("run")), 9).world().state.slots[0].position, (Vec3{14, 1, 0}));
  const Formed back = playbook(call("run"), R"(,"then":"base")");
  EXPECT_EQ(pattern_number(after(back, 3.0 - 0.0625)), 2u);
  EXPECT_EQ(pattern_number(after(back, 3)), 0u);
}

TEST(PatternEvent, APlayIsCalledOffByItsCondition) {
  const Formed parts =
      playbook(call("run"), R"(,"abort_if":{"type":"distance","target":{"agent":"m.0"},"greater_than":2.5})");
  Simulator simulator = after(parts, 1);
  while (pattern_number(simulator) == 2u)
    run_steps(simulator, 1);
  // The play alone would have gone on until 3 s.
  EXPECT_LT(simulator.world().time(), 2.75);
  EXPECT_GT(simulator.world().time(), 1.75);
  EXPECT_GT(length(position_of(simulator, 0) - Vec3{10, 0, 0}), 2.5);
}

TEST(PatternEvent, IsAboutAFormationAndOneOfItsPatterns) {
  EXPECT_THAT(formed_problem_of(playbook(call("fill"))),
              HasSubstr("/events/0/pattern: the formation \"squad\" has no pattern \"fill\""));
  EXPECT_EQ(formed_problem_of(playbook(call("base"))), "");
  EXPECT_THAT(
      formed_problem_of(playbook(R"({"type":"pattern","at":1,"target":{"agent":"m.0"},"pattern":"base"})")),
      HasSubstr("/events/0/target: \"pattern\" is about a formation"));
}

// Slots that mark an agent.

Formed marking(const std::string& slot) {
  return {.pattern = R"({"type":"play","slots":[{"keyframes":[[0,0,1]]},)" + slot + "]}",
          .agents = R"({"id":"m","type":"a","count":2,"placement":{"type":"in_slot"}},)"
                    R"({"id":"star","type":"coasting","position":[5,5],"velocity":[0,1.5],"heading_deg":90})",
          .anchor = R"("type":"fixed","position":[10,0],"heading":0)",
          .types = R"(,"coasting":{"max_speed":4})"};
}

TEST(Marks, TheSlotIsInTheFrameOfTheAgent) {
  const Simulator simulator = simulator_of(marking(R"({"marks":"star","offset":[1,2]})"));
  const SlotTarget& slot = simulator.world().state.slots[1];
  // Forward of the agent is +y, its left is -x.
  EXPECT_LT(length(slot.position - Vec3{3, 6, 0}), 1e-12);
  EXPECT_EQ(slot.velocity, (Vec3{0, 1.5, 0}));
  EXPECT_LT(length(slot.heading - Vec3{0, 1, 0}), 1e-12);
  // It starts there, and stays there while the agent goes on.
  EXPECT_LT(length(position_of(simulator, 1) - slot.position), 1e-12);
  const Simulator later = after(marking(R"({"marks":"star","offset":[1,2]})"), 15);
  EXPECT_GT(later.world().state.slots[1].position.y, 28.0);
  EXPECT_LT(length(position_of(later, 1) - later.world().state.slots[1].position), 1e-6);
}

TEST(Marks, AMirroredPlayMarksOnTheOtherSide) {
  Formed parts = marking(R"({"marks":"star","offset":[1,2]})");
  parts.pattern.insert(parts.pattern.size() - 1, R"(,"mirror":true)");
  const Simulator simulator = simulator_of(parts);
  EXPECT_LT(length(simulator.world().state.slots[1].position - Vec3{7, 6, 0}), 1e-12);
}

TEST(Marks, WithoutTheAgentThereIsNoSlot) {
  Formed parts = marking(R"({"marks":"star"})");
  parts.events = R"({"type":"remove","at":1,"target":{"agent":"star"}})";
  EXPECT_FALSE(after(parts, 1).world().state.slots[1].exists);
  EXPECT_THAT(slots_of(after(parts, 1)), ElementsAre(0, 1, kNone));
}

TEST(Marks, NobodyFollowsItself) {
  EXPECT_FALSE(simulator_of(marking(R"({"marks":"m.1","offset":[1,0]})")).world().state.slots[1].exists);
}

TEST(Marks, SlotsThatMarkAnAgentSayNothingAboutTheAnchor) {
  Formed parts = marking(R"({"marks":"star","offset":[1,2]})");
  parts.anchor = R"("position":[10,0],"heading":0)";
  const Simulator simulator = after(parts, 2);
  // The anchor is where the one is that marks nobody, and so is its slot.
  EXPECT_LT(length(position_of(simulator, anchor_of(simulator)) - position_of(simulator, 0)), 1e-9);
  EXPECT_LT(length(simulator.world().state.slots[0].position - position_of(simulator, 0)), 1e-9);
}

TEST(Marks, NamesAnAgentThereIs) {
  EXPECT_THAT(formed_problem_of(marking(R"({"marks":"sta"})")), HasSubstr("unknown agent \"sta\""));
}

TEST(Marks, StandsAloneAndNotInARigidFormation) {
  EXPECT_THAT(formed_problem_of(marking(R"({"marks":"star","keyframes":[[0,0,0]]})")),
              HasSubstr("give either \"keyframes\" or \"marks\""));
  EXPECT_THAT(formed_problem_of(marking(R"({"role":"none"})")),
              HasSubstr("give either \"keyframes\" or \"marks\""));
  EXPECT_THAT(formed_problem_of(marking(R"({"marks":"star","loop":true})")),
              HasSubstr("belong to \"keyframes\""));
  EXPECT_THAT(formed_problem_of(marking(R"({"keyframes":[[0,0,0]],"offset":[1,0]})")),
              HasSubstr("\"offset\" belongs to \"marks\""));
  Formed rigid = marking(R"({"marks":"star"})");
  rigid.keys = R"(,"mode":"rigid")";
  EXPECT_THAT(formed_problem_of(rigid),
              HasSubstr("/formations/squad/pattern/slots/1/marks: a rigid formation"));
}

// Warnings.

TEST(PlayWarnings, APathThatIsFasterThanASlowMember) {
  const Formed fast = playbook(call("run"), R"(,"scale_x":3)");
  const auto at_slot = [](int slot) {
    return "/formations/squad/patterns/run/slots/" + std::to_string(slot) +
           ": the path is faster than agent 0, which may fill the slot: up to 6 m/s, max_speed 4 m/s";
  };
  EXPECT_THAT(warnings_of(fast), ElementsAre(at_slot(0), at_slot(1)));
  EXPECT_TRUE(warnings_of(playbook(call("run"))).empty());
}

TEST(PlayWarnings, OnlyMembersCountThatMayFillTheSlot) {
  Formed parts = playbook(call("run"));
  parts.keys =
      R"(,"hard_roles":true,"member_kinds":{"a":{"fills":[{"role":"walker"}]},"b":{"fills":[{"role":"runner"}]}},)"
      R"("patterns":{"run":{"type":"play","slots":[{"keyframes":[[0,0,1],[2,4,1]],"role":"walker"},)"
      R"({"keyframes":[[0,0,-1],[1,9,-1]],"role":"runner"}]}})";
  EXPECT_THAT(warnings_of(parts), ElementsAre());
}

TEST(PlayWarnings, MoreMembersThanSlotsWithoutAReservePoint) {
  EXPECT_THAT(warnings_of({.pattern = R"({"type":"finger_four"})"}),
              ElementsAre("/formations/squad/pattern: the pattern has fewer slots than there are members: 4 "
                          "slots, 5 members"));
  EXPECT_THAT(warnings_of({.pattern = R"({"type":"finger_four"})", .keys = R"(,"reserve_point":[-9,0])"}),
              ElementsAre());
}

TEST(PlayWarnings, RolesThatNobodyFillsLeaveMembersWithoutSlots) {
  EXPECT_THAT(
      warnings_of({.pattern = R"({"type":"custom","slots":[{"position":[0,0],"role":"archer"},)"
                              R"({"position":[0,2]},{"position":[0,4]},{"position":[0,6]},)"
                              R"({"position":[0,8]}]})",
                   .keys = R"(,"hard_roles":true,"member_kinds":{"b":{"fills":[{"role":"archer"}]}})"}),
      ElementsAre("/formations/squad/members: members have no slot at the start whose role they fill: 1 "
                  "of 5"));
}

TEST(PlayWarnings, AnEndOfWhatDoesNotMove) {
  EXPECT_THAT(warnings_of({.keys = R"(,"patterns":{"file":{"type":"column","then":"base"}})"}),
              ElementsAre(HasSubstr("/formations/squad/patterns/file/then: \"then\" has no effect")));
}

}  // namespace
}  // namespace drover::test::pattern_test
