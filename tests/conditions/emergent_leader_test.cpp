#include <gtest/gtest.h>

#include "conditions/watch.h"

namespace drover::test::emergent_leader_test {
namespace {

// Whether each agent of the flock leads, agent by agent. The positions are those of agents of one type with a
// common heading; `others` are agents of another type.
std::string leaders(const std::string& keys, const std::string& places, const std::string& agent_keys = "",
                    const std::string& others = "") {
  Simulator simulator = simulator_of(
      {.condition = R"({"type":"emergent_leader")" + keys + "}",
       .actor = R"("count":5,"placement":{"type":"points","points":)" + places + "}" + agent_keys,
       .others = others,
       .types = R"(,"other":{})"});
  run_steps(simulator, 1);
  std::string row;
  for (AgentIndex i = 0; i < 5; ++i)
    row += held(simulator, i) ? '1' : '0';
  return row;
}

constexpr const char* kFlock = "[[0,0],[2,1],[-1,-2],[3,-1],[1,2]]";

// With a common heading and a radius that reaches all agents, the agent that has the greatest x leads.
TEST(EmergentLeader, TheForemostAgentLeads) {
  EXPECT_EQ(leaders(R"(,"radius":20)", kFlock), "00010");
  EXPECT_EQ(leaders(R"(,"radius":20,"view":"limited")", kFlock), "00010");
  EXPECT_EQ(leaders(R"(,"radius":20)", kFlock, R"(,"heading_deg":180)"), "00100");
  EXPECT_EQ(leaders(R"(,"radius":20)", kFlock, R"(,"heading_deg":90)"), "00001");
}

TEST(EmergentLeader, TwoThatAreEquallyFarAheadLeadTogether) {
  EXPECT_EQ(leaders(R"(,"radius":20)", "[[0,0],[3,2],[1,0],[3,-2],[2,0]]"), "01010");
}

TEST(EmergentLeader, OnlyThoseInSightCount) {
  EXPECT_EQ(leaders(R"(,"radius":1.2,"add_other_radius":false)", kFlock), "11111");
  // In a wedge of 45 degrees to either side only agent 0 sees another, agent 3, ahead.
  EXPECT_EQ(leaders(R"(,"radius":20,"view":"narrow")", "[[0,0],[1,5],[2,-9],[3,0],[1,-5]]"), "01111");
}

TEST(EmergentLeader, ALoneAgentLeads) {
  EXPECT_EQ(answers({.condition = R"({"type":"emergent_leader"})"}, 2), "11");
}

TEST(EmergentLeader, OtherTypesAreNoFlockMatesUnlessAskedFor) {
  const std::string ahead = R"(,{"type":"other","position":[9,0]})";
  EXPECT_EQ(leaders(R"(,"radius":20)", kFlock, "", ahead), "00010");
  EXPECT_EQ(leaders(R"(,"radius":20,"same_type":false)", kFlock, "", ahead), "00000");
}

TEST(EmergentLeader, CoincidentAgentsAreNotAheadOfEachOther) {
  EXPECT_EQ(leaders(R"(,"radius":20)", "[[0,0],[0,0],[0,0],[0,0],[0,0]]"), "11111");
}

}  // namespace
}  // namespace drover::test::emergent_leader_test
