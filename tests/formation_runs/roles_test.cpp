// Who gets which slot, by roles and distances.
#include "formation_runs/squad.h"

namespace drover::test::roles_test {
namespace {

struct Party {
  int archers, elves, fighters, mages;
};

// Five slots for melee, `missile` and `magic` for the rest; distances do not count.
Simulator party_of(const Party& party, bool is_hard, int missile, int magic, const std::string& keys = "") {
  std::string slots;
  const auto add_slots = [&](int count, const std::string& role) {
    for (int k = 0; k < count; ++k)
      slots += fmt::format(R"({}{{"position":[{},0],"role":"{}"}})", slots.empty() ? "" : ",",
                           3 * static_cast<int>(slots.size()), role);
  };
  add_slots(5, "melee");
  add_slots(missile, "missile");
  add_slots(magic, "magic");
  std::string agents;
  std::string members;
  std::string types;
  const auto add = [&](const std::string& type, int count) {
    types += fmt::format(R"({}"{}":{{"steering":{{"behaviors":[{{"type":"slot_arrive"}}]}}}})",
                         types.empty() ? "" : ",", type);
    if (count == 0) return;
    agents += fmt::format(
        R"({}{{"type":"{}","count":{},"placement":{{"type":"line","from":[{},-50],"to":[{},50]}}}})",
        agents.empty() ? "" : ",", type, count, 10 * agents.size(), 10 * agents.size());
    members += fmt::format(R"({}{{"agent_type":"{}"}})", members.empty() ? "" : ",", type);
  };
  add("archer", party.archers);
  add("elf", party.elves);
  add("fighter", party.fighters);
  add("mage", party.mages);
  return make_simulator(
      R"({"format":1,"agent_types":{)" + types + R"(},"agents":[)" + agents +
      R"(],"formations":{"party":{"pattern":{"type":"custom","slots":[)" + slots + R"(]},"members":[)" +
      members + R"(],"w_distance":0,"hard_roles":)" + (is_hard ? "true" : "false") +
      R"(,"member_kinds":{"archer":{"fills":[{"role":"magic","cost":1000},{"role":"missile"},{"role":"melee","cost":1500}]},)"
      R"("elf":{"fills":[{"role":"magic","cost":1000},{"role":"missile"},{"role":"melee"}]},)"
      R"("fighter":{"fills":[{"role":"magic","cost":2000},{"role":"missile","cost":1000},{"role":"melee"}]},)"
      R"("mage":{"fills":[{"role":"magic"},{"role":"missile","cost":500},{"role":"melee","cost":2000}]}})" +
      keys + "}}}");
}

int placed_in(const Simulator& simulator) {
  int placed = 0;
  for (AgentIndex i = 0; i < simulator.world().model().first_anchor; ++i)
    placed += slot_of(simulator.world(), i) != kNoIndex ? 1 : 0;
  return placed;
}

double cost_of(const Simulator& simulator) {
  return simulator.world().state.formation_columns.assignment_cost[0];
}

struct Expected {
  Party party;
  int hard_x, hard_y;     // members placed with hard roles
  double cost_x, cost_y;  // least cost with soft ones
};

TEST(Roles, PartiesArePlacedAtTheLeastCost) {
  const Expected all[] = {{{1, 3, 3, 2}, 9, 8, 0, 500},      {{3, 0, 5, 1}, 8, 9, 1000, 0},
                          {{0, 2, 7, 0}, 7, 7, 4000, 3000},  {{0, 0, 9, 0}, 5, 5, 6000, 5000},
                          {{0, 2, 4, 3}, 8, 7, 500, 1000},   {{4, 0, 3, 2}, 7, 7, 3000, 3500},
                          {{0, 0, 0, 9}, 2, 1, 11000, 11500}};
  for (const Expected& expected : all) {
    EXPECT_EQ(placed_in(party_of(expected.party, true, 2, 2)), expected.hard_x);
    EXPECT_EQ(placed_in(party_of(expected.party, true, 3, 1)), expected.hard_y);
    EXPECT_DOUBLE_EQ(cost_of(party_of(expected.party, false, 2, 2)), expected.cost_x);
    EXPECT_DOUBLE_EQ(cost_of(party_of(expected.party, false, 3, 1)), expected.cost_y);
  }
}

// Archers, who fit little, choose first and take the slots for magic, unless such costs do not count.
TEST(Roles, GreedyByEaseDependsOnTheLimit) {
  const Party party{4, 0, 3, 2};
  const Simulator wide = party_of(party, false, 2, 2, R"(,"assignment":"greedy_ease")");
  EXPECT_DOUBLE_EQ(cost_of(wide), 6000.0);
  EXPECT_DOUBLE_EQ(wide.world().state.formation_columns.assignment_gap[0], 3000.0);
  const Simulator narrow = party_of(party, false, 2, 2, R"(,"assignment":"greedy_ease","cost_limit":1600)");
  EXPECT_DOUBLE_EQ(cost_of(narrow), 3000.0);
}

// Members that may run farther: at equal weights both orders cost 11, and the lower number gets the nearer
// slot.
TEST(Roles, WeightsOfDistanceDecideWhoRuns) {
  const auto slot_of_tank = [](const std::string& weight) {
    const Simulator simulator = make_simulator(
        R"({"format":1,"agent_types":{"m":{"steering":{"behaviors":[{"type":"slot_arrive"}]}}},"agents":[)"
        R"({"type":"m","id":"tank","position":[0,0]},{"type":"m","id":"scout","position":[1,0]}],"formations":{"f":{)"
        R"("pattern":{"type":"custom","slots":[{"position":[10,0]},{"position":[2,0]}]},"anchor":{"type":"fixed","position":[0,0],"heading":0},)"
        R"("members":[{"agent":"tank")" +
        weight + R"(},{"agent":"scout"}]}}})");
    return std::pair(slot_of(simulator.world(), 0), cost_of(simulator));
  };
  EXPECT_EQ(slot_of_tank(""), std::pair(0U, 11.0));
  EXPECT_EQ(slot_of_tank(R"(,"w_distance":10)"), std::pair(1U, 29.0));
}

// Two members in front of the slots 0 and 1 of a line, and a third slot that nobody needs.
Simulator pair_with_costs(const std::string& costs, const std::string& keys = "") {
  return make_simulator(
      R"({"format":1,"agent_types":{"m":{"steering":{"behaviors":[{"type":"slot_arrive"}]}}},"agents":[)"
      R"({"type":"m","id":"a","position":[0,0]},{"type":"m","id":"b","position":[1,0]}],"formations":{"f":{)"
      R"("pattern":{"type":"custom","slots":[{"position":[0,2]},{"position":[1,2]},{"position":[2,2]}]},)"
      R"("fill":"any","anchor":{"type":"fixed","position":[0,0],"heading":0},)"
      R"("members":[{"agent":"a","slot_costs":[)" +
      costs + R"(]},{"agent":"b"}])" + keys + "}}}");
}

TEST(SlotCosts, AreAddedToTheOthers) {
  const Simulator none = pair_with_costs("");
  EXPECT_EQ(slot_of(none.world(), 0), 0U);
  EXPECT_EQ(slot_of(none.world(), 1), 1U);
  EXPECT_DOUBLE_EQ(cost_of(none), 4.0);
  // To change places costs 2 sqrt(5) - 4 = 0.47.
  const Simulator low = pair_with_costs(R"({"slot":0,"cost":0.25})");
  EXPECT_EQ(slot_of(low.world(), 0), 0U);
  EXPECT_DOUBLE_EQ(cost_of(low), 4.25);
  const Simulator high = pair_with_costs(R"({"slot":0,"cost":5})");
  EXPECT_EQ(slot_of(high.world(), 0), 1U);
  EXPECT_EQ(slot_of(high.world(), 1), 0U);
  EXPECT_NEAR(cost_of(high), 2.0 * std::sqrt(5.0), 2e-6);
}

// Whichever way slots are given.
TEST(SlotCosts, WithoutACostASlotIsForbidden) {
  for (const char* method : {"sequential", "greedy_ease", "optimal", "bottleneck"}) {
    const Simulator simulator =
        pair_with_costs(R"({"slot":0},{"slot":1,"cost":null})", fmt::format(R"(,"assignment":"{}")", method));
    const std::uint32_t slot = slot_of(simulator.world(), 0);
    EXPECT_TRUE(slot == 2U || slot == kNoIndex) << method;
    EXPECT_EQ(slot == 2U, std::string_view(method) != "sequential") << method;
  }
  for (const char* rule : {"keep", "compact"}) {
    Simulator simulator = make_simulator(
        R"({"format":1,"agent_types":{"m":{"steering":{"behaviors":[{"type":"slot_arrive"}]}}},"agents":[)"
        R"({"type":"m","id":"a","position":[0,0]},{"type":"m","id":"b","position":[1,0]}],"formations":{"f":{)"
        R"("pattern":{"type":"line"},"members":[{"agent":"a"},{"agent":"b","slot_costs":[{"slot":0}]}],)"
        R"("reassign":")" +
        std::string(rule) + R"("}},"events":[{"type":"remove","target":{"agent":"a"},"at":0.02}]})");
    run_steps(simulator, 5);
    EXPECT_NE(slot_of(simulator.world(), 1), 0U) << rule;
  }
}

}  // namespace
}  // namespace drover::test::roles_test
