#include <gmock/gmock.h>

#include "events/formed.h"

namespace drover::test::leave_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string leave(const std::string& agent, const std::string& when = R"("at":1)") {
  return R"({"type":"leave",)" + when + R"(,"target":{"agent":")" + agent + R"("}})";
}

TEST(LeaveEvent, TheStateOfThatTimeShowsItWithoutASlot) {
  const Formed parts{.events = leave("m.4")};
  EXPECT_THAT(slots_of(after(parts, 1.0 - 0.0625)), ElementsAre(0, 1, 2, 3, 4));
  const Simulator simulator = after(parts, 1);
  EXPECT_THAT(formations_of(simulator), ElementsAre(0, 0, 0, 0, kNone));
  EXPECT_THAT(slots_of(simulator), ElementsAre(0, 1, 2, 3, kNone));
  EXPECT_FALSE(simulator.world().state.slots[4].exists);
}

TEST(LeaveEvent, WithAConditionEachAgentLeavesByItself) {
  const Simulator simulator = after(
      {.events =
           R"({"type":"leave","when":{"type":"distance","target":{"point":[0,4]},"less_than":1},"target":{"agent_type":"a"}})"},
      1);
  EXPECT_THAT(formations_of(simulator), ElementsAre(kNone, 0, 0, 0, 0));
}

TEST(LeaveEvent, AnAgentOfNoFormationStaysAsItIs) {
  const std::string outsider = R"(,{"id":"o","type":"b","position":[9,9]})";
  const Formed parts{.agents = Formed().agents + outsider, .events = leave("o")};
  Simulator simulator = after(parts, 2);
  EXPECT_THAT(formations_of(simulator), ElementsAre(0, 0, 0, 0, 0, kNone));
  EXPECT_EQ(position_of(simulator, 5), (Vec3{9, 9, 0}));
}

TEST(LeaveEvent, WhereNoTargetIsEverAMemberHasNoEffectAndIsAWarning) {
  const std::string outsider = R"(,{"id":"o","type":"b","position":[9,9]})";
  const std::string join = R"({"type":"join","at":2,"target":{"agent_type":"b"},"formation":"squad"})";
  const auto warnings = [&](const std::string& events) {
    return warnings_of({.agents = Formed().agents + outsider, .events = events});
  };
  const auto is_useless = testing::Contains(HasSubstr("/events/0/target: the event has no effect"));
  EXPECT_THAT(warnings(leave("o")), is_useless);
  EXPECT_THAT(warnings(leave("m.0")), testing::Not(is_useless));
  EXPECT_THAT(warnings(leave("o") + "," + join), testing::Not(is_useless));
}

TEST(LeaveEvent, InAWorldWithoutFormationsHasNoEffectAndIsAWarning) {
  const std::string text =
      R"({"format":1,"agent_types":{"a":{}},"agents":[{"id":"o","type":"a","position":[0,0]}],
      "events":[)" +
      leave("o", R"("at":0)") + "]}";
  ASSERT_EQ(make_world(text).warnings.size(), 1u);
  EXPECT_EQ(make_world(text).warnings[0].pointer, "/events/0/target");
  Simulator simulator = make_simulator(text);
  run_steps(simulator, 2);
}

// The places of the members to the left of their mean, when they have come to rest.
std::vector<double> offsets_to_the_left(const Simulator& simulator) {
  std::vector<double> offsets;
  Vec3 mean;
  for (AgentIndex i = 1; i < 5; ++i)
    mean += position_of(simulator, i) * 0.25;
  for (AgentIndex i = 1; i < 5; ++i)
    offsets.push_back(position_of(simulator, i).y - mean.y);
  return offsets;
}

TEST(LeaveEvent, WhereHolesAreKeptTheLineStaysAndItsMeanIsTheAnchor) {
  const std::string keep = R"(,"reassign":"keep")";
  const Simulator simulator = after({.events = leave("m.0"), .keys = keep + R"(,"moderation":"lead")"}, 20);
  EXPECT_THAT(slots_of(simulator), ElementsAre(kNone, 1, 2, 3, 4));
  EXPECT_EQ(simulator.world().state.formation_columns.slot_count[0], 5u);
  const std::vector<double> offsets = offsets_to_the_left(simulator);
  const std::vector<double> expected = {3, 1, -1, -3};
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_NEAR(offsets[k], expected[k], 1e-9);
  // Nobody has to move: the anchor is where the four are on average.
  EXPECT_NEAR(position_of(simulator, 1).y, 2.0, 1e-9);
  EXPECT_NEAR(position_of(simulator, anchor_of(simulator)).y, -1.0, 1e-9);
  // An anchor that goes its own way stays there: the four move until it is where they are on average.
  const Simulator leashed = after({.events = leave("m.0"), .keys = keep}, 20);
  EXPECT_NEAR(position_of(leashed, 1).y, 3.0, 1e-6);
  EXPECT_NEAR(position_of(leashed, anchor_of(leashed)).y, 0.0, 1e-6);
}

// A circle of five loses its third: the others close it by the shortest ways.
Formed circle(const std::string& moderation) {
  return {.pattern = R"({"type":"defensive_circle"})",
          .events = leave("m.2"),
          .keys = R"(,"moderation":")" + moderation + R"(")"};
}

void expect_moves(const Formed& parts, const std::vector<double>& expected, double sum) {
  const Simulator simulator = after(parts, 1);
  EXPECT_THAT(slots_of(simulator), ElementsAre(0, 1, kNone, 2, 3));
  EXPECT_NEAR(assignment_cost(simulator), sum, 1e-4);
  std::size_t k = 0;
  for (const AgentIndex i : {0u, 1u, 3u, 4u}) {
    const Vec3 way = simulator.world().state.slots[i].position - position_of(simulator, i);
    EXPECT_NEAR(length(way), expected[k++], 1e-4) << i;
  }
}

TEST(LeaveEvent, ACircleClosesAboutAnAnchorThatStays) {
  expect_moves(circle("none"), {0.1435, 0.2819, 0.5004, 0.2819}, 1.2078);
}

TEST(LeaveEvent, ACircleClosesAboutTheMeanOfThoseThatAreLeft) {
  expect_moves(circle("lead"), {0.1282, 0.2444, 0.4051, 0.0937}, 0.8714);
  const Simulator simulator = after(circle("lead"), 1);
  EXPECT_NEAR(position_of(simulator, anchor_of(simulator)).x, 0.1720, 1e-4);
  EXPECT_NEAR(position_of(simulator, anchor_of(simulator)).y, -0.1250, 1e-4);
}

TEST(LeaveEvent, InTheStepOfADeathOneAssignmentFollows) {
  const std::string death = R"(,{"type":"remove","at":1,"target":{"agent":"m.3"}})";
  const Simulator simulator = after({.events = leave("m.1") + death, .keys = R"(,"reassign":"compact")"}, 1);
  EXPECT_THAT(slots_of(simulator), ElementsAre(0, kNone, 1, kNone, 2));
  EXPECT_EQ(simulator.world().state.formation_columns.slot_count[0], 3u);
  EXPECT_EQ(simulator.world().state.formation_columns.member_count[0], 3u);
}

TEST(LeaveEvent, OfAnAgentThatDiedNothingHappens) {
  const std::string death = R"({"type":"remove","at":1,"target":{"agent":"m.1"}},)";
  EXPECT_THAT(slots_of(after({.events = death + leave("m.1"), .keys = R"(,"reassign":"compact")"}, 1)),
              ElementsAre(0, kNone, 1, 2, 3));
}

TEST(LeaveEvent, OfALeaderMakesTheOneInTheFirstSlotLead) {
  const Simulator simulator = after(
      {.events = leave("m.0"), .anchor = R"("type":"leader","leader":"m.0","on_leader_lost":"promote")"}, 1);
  EXPECT_EQ(leader_of(simulator.world(), 0), 1u);
  EXPECT_THAT(slots_of(simulator), ElementsAre(kNone, 0, 1, 2, 3));
}

TEST(LeaveEvent, WithoutTheLastMemberTheAnchorKeepsItsPoseAndStops) {
  const std::string stack =
      R"("position":[0,0],"heading":0,"steering":{"behaviors":[{"type":"seek","target":{"point":[60,30]}}]})";
  for (const char* moderation : {"none", "lead", "leash", "velocity_offset"}) {
    SCOPED_TRACE(moderation);
    for (const char* how : {"leave", "remove"}) {
      const Formed parts{
          .events = std::string(R"({"type":")") + how + R"(","at":2,"target":{"agent_type":"a"}})",
          .keys = std::string(R"(,"moderation":")") + moderation + R"(")",
          .anchor = stack};
      Simulator simulator = after(parts, 2);
      const AgentIndex anchor = anchor_of(simulator);
      const Vec3 position = position_of(simulator, anchor);
      const Vec3 heading = simulator.world().state.motion.heading(anchor);
      EXPECT_EQ(simulator.world().state.motion.velocity(anchor), Vec3{});
      run_steps(simulator, 32);
      EXPECT_EQ(position_of(simulator, anchor), position);
      EXPECT_EQ(simulator.world().state.motion.heading(anchor), heading);
      EXPECT_EQ(simulator.world().state.motion.velocity(anchor), Vec3{});
    }
  }
}

TEST(LeaveEvent, IsForAgents) {
  EXPECT_THAT(formed_problem_of({.events = R"({"type":"leave","at":1,"target":{"formation":"squad"}})"}),
              HasSubstr("/events/0/target: \"leave\" cannot be about a formation"));
}

}  // namespace
}  // namespace drover::test::leave_test
