#include <algorithm>

#include <gmock/gmock.h>

#include "events/formed.h"

namespace drover::test::join_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kThreeAndTwo =
    R"({"id":"m","type":"a","count":3,"placement":{"type":"in_slot"}},)"
    R"({"id":"r","type":"b","group":"reserve","count":2,"placement":{"type":"points","points":[[-4,9],[-4,-9]]}})";

std::string join(const std::string& when, const std::string& target = R"({"group":"reserve"})",
                 const std::string& formation = "squad") {
  return R"({"type":"join",)" + when + R"(,"target":)" + target + R"(,"formation":")" + formation + R"("})";
}

TEST(JoinEvent, TheStateOfThatTimeShowsTheNewMembersInTheirSlots) {
  const Formed parts{.agents = kThreeAndTwo, .events = join(R"("at":1)")};
  const Simulator before = after(parts, 1.0 - 0.0625);
  EXPECT_THAT(formations_of(before), ElementsAre(0, 0, 0, kNone, kNone));
  EXPECT_FALSE(before.world().state.slots[3].exists);
  const Simulator joined = after(parts, 1);
  EXPECT_THAT(formations_of(joined), ElementsAre(0, 0, 0, 0, 0));
  // The newcomers come from both sides, so the others keep their order.
  EXPECT_THAT(slots_of(joined), ElementsAre(1, 2, 3, 0, 4));
  EXPECT_TRUE(joined.world().state.slots[3].exists);
  EXPECT_FALSE(joined.world().state.slots[3].is_reserve);
}

TEST(JoinEvent, WithAConditionEachAgentJoinsByItself) {
  const Simulator simulator =
      after({.agents = kThreeAndTwo,
             .events = join(R"("when":{"type":"distance","target":{"point":[-4,9]},"less_than":1})")},
            1);
  EXPECT_THAT(formations_of(simulator), ElementsAre(0, 0, 0, 0, kNone));
}

TEST(JoinEvent, ComesAStepAfterAConditionAboutTheFormationItself) {
  const Formed parts{.agents = kThreeAndTwo,
                     .events = join(R"("when":{"type":"time","from":1},"watch":{"formation":"squad"})")};
  EXPECT_THAT(formations_of(after(parts, 1)), ElementsAre(0, 0, 0, kNone, kNone));
  EXPECT_THAT(formations_of(after(parts, 1.0625)), ElementsAre(0, 0, 0, 0, 0));
}

TEST(JoinEvent, AMemberOfAnotherFormationLeavesThatFirst) {
  const Simulator simulator = after(
      {.agents = kThreeAndTwo,
       .events = join(R"("at":0.5)", R"({"agent":"r.0"})"),
       .formations =
           R"(,"others":{"pattern":{"type":"column"},"members":[{"group":"reserve"}],"anchor":{"position":[-4,0]}})"},
      1);
  EXPECT_THAT(formations_of(simulator), ElementsAre(0, 0, 0, 0, 1));
  EXPECT_THAT(slots_of(simulator), ElementsAre(1, 2, 3, 0, 0));
  EXPECT_EQ(simulator.world().state.formation_columns.slot_count[1], 1u);
}

TEST(JoinEvent, AMemberThatIsThereAlreadyStaysAsItIs) {
  // Assigned anew in the order of the numbers, the members would change their slots.
  const Formed parts{.agents = R"({"id":"m","type":"a","count":3,"placement":{"type":"points",)"
                               R"("points":[[0,-2],[0,0],[0,2]]}})",
                     .events = join(R"("at":0.5)", R"({"agent":"m.1"})"),
                     .keys = R"(,"reassign":"sequential")"};
  EXPECT_THAT(slots_of(after(parts, 1)), ElementsAre(2, 1, 0));
}

TEST(JoinEvent, TakesTheLowestHoleWhereHolesAreKept) {
  const Simulator simulator = after({.agents = kThreeAndTwo,
                                     .events = R"({"type":"leave","at":0.25,"target":{"agent":"m.1"}},)" +
                                               join(R"("at":0.5)", R"({"agent":"r.1"})"),
                                     .keys = R"(,"reassign":"keep")"},
                                    1);
  EXPECT_THAT(slots_of(simulator), ElementsAre(0, kNone, 2, kNone, 1));
}

TEST(JoinEvent, GoesToTheEndWhereTheOthersMoveUp) {
  const Simulator simulator = after({.agents = kThreeAndTwo,
                                     .events = R"({"type":"leave","at":0.25,"target":{"agent":"m.0"}},)" +
                                               join(R"("at":0.5)", R"({"agent":"r.0"})"),
                                     .keys = R"(,"reassign":"compact")"},
                                    1);
  EXPECT_THAT(slots_of(simulator), ElementsAre(kNone, 0, 1, 2, kNone));
}

TEST(JoinEvent, WithMoreMembersThanSlotsTheFarthestWaitsAtTheReservePoint) {
  const Formed parts{.pattern = R"({"type":"diamond","spacing":2})",
                     .agents = kThreeAndTwo,
                     .events = join(R"("at":0.5)"),
                     .keys = R"(,"reserve_point":[-12,-9])",
                     .anchor = R"("type":"fixed","position":[0,0],"heading":0)"};
  const Simulator joined = after(parts, 0.5);
  EXPECT_THAT(formations_of(joined), ElementsAre(0, 0, 0, 0, 0));
  EXPECT_THAT(slots_of(joined), testing::Contains(kNone).Times(1));
  const Simulator later = after(parts, 20);
  const std::vector<int> slots = slots_of(later);
  const auto last = static_cast<AgentIndex>(std::ranges::find(slots, kNone) - slots.begin());
  EXPECT_TRUE(later.world().state.slots[last].is_reserve);
  EXPECT_LT(length(position_of(later, last) - Vec3{-12, -9, 0}), 1e-3);
  EXPECT_TRUE(warnings_of(parts).empty());
}

TEST(JoinEvent, ToAFormationThatHasEndedChangesNothing) {
  const Simulator simulator =
      after({.agents = kThreeAndTwo,
             .events = R"({"type":"remove","at":0.25,"target":{"agent":"m.0"}},)" + join(R"("at":0.5)"),
             .anchor = R"("type":"leader","leader":"m.0","on_leader_lost":"disband")"},
            1);
  EXPECT_THAT(formations_of(simulator), ElementsAre(0, 0, 0, kNone, kNone));
  EXPECT_THAT(slots_of(simulator), ElementsAre(kNone, kNone, kNone, kNone, kNone));
}

TEST(JoinEvent, IsForAgentsAndKnownFormations) {
  EXPECT_THAT(
      formed_problem_of({.agents = kThreeAndTwo, .events = join(R"("at":1)", R"({"formation":"squad"})")}),
      HasSubstr("/events/0/target: \"join\" cannot be about a formation"));
  EXPECT_THAT(
      formed_problem_of({.agents = kThreeAndTwo, .events = join(R"("at":1)", R"({"agent":"m.0"})", "sqad")}),
      HasSubstr("unknown formation \"sqad\""));
}

}  // namespace
}  // namespace drover::test::join_test
