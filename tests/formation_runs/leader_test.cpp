// Formations behind a leader, and what becomes of them without one.
#include "formation_runs/squad.h"

namespace drover::test::leader_test {
namespace {

Squad led_squad(const std::string& loss, const std::string& steering = "") {
  return {.pattern = R"({"type":"line","spacing":2})",
          .count = 4,
          .anchor = R"({"type":"leader","leader":"leader","leader_slot":2,"on_leader_lost":")" + loss + "\"" +
                    steering + "}",
          .formation = R"(,"assignment":"sequential")",
          .agents = R"(,{"type":"leader","id":"leader","position":[0,0],"velocity":[1,0]})",
          .types = R"(,"leader":{"max_speed":10})",
          .scenario = R"(,"events":[{"type":"remove","target":{"agent":"leader"},"at":5}])"};
}

std::uint32_t slot_of_member(const Simulator& simulator, AgentIndex i) {
  return slot_of(simulator.world(), i);
}

// The slots are relative to that of the leader, which nobody else gets.
TEST(LeaderAnchor, TheLeaderHasASlotOfItsOwn) {
  Simulator simulator = simulator_of(led_squad("steered"));
  run_for(simulator, 4.9);
  const std::uint32_t expected[] = {0, 1, 3, 4};
  for (AgentIndex i = 0; i < 4; ++i)
    EXPECT_EQ(slot_of_member(simulator, i), expected[i]);
  const Vec3 leader = place_of(simulator, 4);
  expect_near(place_of(simulator, 0), leader + Vec3{0, 4, 0}, 1e-3);
  expect_near(place_of(simulator, 3), leader - Vec3{0, 4, 0}, 1e-3);
}

// Without its leader a formation stands where it is, or goes where its anchor is steered to.
TEST(LeaderAnchor, GoesOnWithoutItsLeader) {
  Simulator standing = simulator_of(led_squad("steered"));
  run_for(standing, 20);
  EXPECT_LT(length(velocity_of(standing, 0)), 1e-6);
  Simulator steered =
      simulator_of(led_squad("steered", R"(,"steering":{"behaviors":[)" + arriving("[30,0]") + "]}"));
  run_for(steered, 40);
  expect_near(mean_place(steered, 4), {30, 0, 0}, 1e-3);
}

// The member of the lowest slot takes the place of the leader; the others get what is left.
TEST(LeaderAnchor, PromotesTheMemberOfTheLowestSlot) {
  Simulator simulator = simulator_of(led_squad("promote"));
  run_for(simulator, 5.1);
  EXPECT_EQ(leader_of(simulator.world(), 0), 0U);
  EXPECT_EQ(slot_of_member(simulator, 0), 2U);
  run_for(simulator, 20);
  EXPECT_FALSE(simulator.world().state.slots[0].exists);
  EXPECT_EQ(slot_of_member(simulator, 1), 0U);
  EXPECT_LT(length(way_to_slot(simulator, 1)), 1e-6);
}

TEST(LeaderAnchor, DisbandsWithoutItsLeader) {
  Simulator simulator = simulator_of(led_squad("disband"));
  run_for(simulator, 6);
  for (AgentIndex i = 0; i < 4; ++i) {
    EXPECT_EQ(slot_of_member(simulator, i), kNoIndex);
    EXPECT_FALSE(simulator.world().state.slots[i].exists);
  }
}

// Slots turn with the leader, those in front of it too.
TEST(LeaderAnchor, SlotsTurnWithTheLeader) {
  Simulator simulator = simulator_of(
      {.pattern =
           R"({"type":"custom","slots":[{"position":[0,0],"facing":1.5707963267948966},{"position":[0,3]}]})",
       .count = 1,
       .anchor = R"({"type":"leader","leader":"leader"})",
       .agents = R"(,{"type":"m","id":"leader","position":[5,5],"heading":1.5707963267948966})"});
  // The leader faces +y in a slot that faces to the left, so the formation faces +x.
  expect_near(anchor_heading(simulator), {1, 0, 0}, 1e-12);
  expect_near(simulator.world().state.slots[0].position, {5, 8, 0}, 1e-9);
}

}  // namespace
}  // namespace drover::test::leader_test
