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
  return column(simulator.world(), &FormationColumns::assignment_cost)[0];
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
  EXPECT_DOUBLE_EQ(column(wide.world(), &FormationColumns::assignment_gap)[0], 3000.0);
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

}  // namespace
}  // namespace drover::test::roles_test
