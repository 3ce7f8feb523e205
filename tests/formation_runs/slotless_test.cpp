// Who has no slot stands, unless another behavior leads it.
#include <vector>

#include "formation_runs/squad.h"

namespace drover::test::slotless_test {
namespace {

constexpr double kMaxSpeed = 3.0;         // [m/s]
constexpr double kMaxAcceleration = 6.0;  // [m/s^2]
constexpr double kResponseTime = 0.1;     // [s]
constexpr double kLost = 3.0;             // when events take slots away [s]

const std::string kFar = arriving("[100,0]");
const std::string kMarch = anchor_at("[0,0]", "0", kFar);
const std::string kOneSlot = R"({"type":"custom","slots":[{"position":[0,0]}]})";

// A way to be without a slot, and who is.
struct Way {
  std::string name;
  Squad squad;
  AgentIndex agent;
};

std::string event(const std::string& keys) {
  return fmt::format(R"(,"events":[{{"at":{},{}}}])", kLost, keys);
}

std::string led(const std::string& loss) {
  return R"({"type":"leader","leader":"leader","on_leader_lost":")" + loss + R"("})";
}

std::vector<Way> ways_to_have_no_slot() {
  const std::string leader = R"(,{"type":"leader","id":"leader","position":[0,0],"velocity":[1,0]})";
  const std::string leaders = R"(,"leader":{"max_speed":10})";
  const std::string removed = event(R"("type":"remove","target":{"agent":"leader"})");
  return {
      {"left", {.anchor = kMarch, .scenario = event(R"("type":"leave","target":{"agent":"m.1"})")}, 1},
      {"a pattern of fewer slots",
       {.count = 2,
        .anchor = kMarch,
        .formation = R"(,"assignment":"sequential","patterns":{"few":)" + kOneSlot + "}",
        .scenario = event(R"("type":"pattern","target":{"formation":"squad"},"pattern":"few")")},
       1},
      {"disbanded", {.anchor = led("disband"), .agents = leader, .types = leaders, .scenario = removed}, 0},
      {"promoted",
       {.anchor = led("promote"),
        .formation = R"(,"assignment":"sequential")",
        .agents = leader,
        .types = leaders,
        .scenario = removed},
       0},
      {"unplaced from the start",
       {.pattern = kOneSlot,
        .count = 1,
        .anchor = kMarch,
        .formation = R"(,"assignment":"sequential")",
        .agents = R"(,{"type":"m","group":"squad","position":[0,9],"velocity":[3,0]})"},
       1},
      {"in no formation",
       {.anchor = kMarch, .agents = R"(,{"type":"m","position":[0,9],"velocity":[3,0]})"},
       5},
  };
}

// It brakes as it can, and rests: from the greatest speed V it glides at most V^2 / (2 A) + V tau, A the
// greatest acceleration and tau the response time, and V dt more for the steps.
void expect_to_stand(Simulator& simulator, AgentIndex agent, const std::string& name) {
  const double dt = simulator.world().model().dt;
  const Vec3 from = place_of(simulator, agent);
  for (int k = 0; k < 200; ++k) {
    const Vec3 before = velocity_of(simulator, agent);
    run_steps(simulator, 1);
    EXPECT_LE(length(velocity_of(simulator, agent) - before), kMaxAcceleration * dt * (1.0 + 1e-12)) << name;
  }
  EXPECT_FALSE(simulator.world().state.slots[agent].exists) << name;
  EXPECT_LT(length(velocity_of(simulator, agent)), 1e-3 * kMaxSpeed) << name;
  EXPECT_LT(length(place_of(simulator, agent) - from),
            kMaxSpeed * (kMaxSpeed / (2.0 * kMaxAcceleration) + kResponseTime + dt))
      << name;
}

TEST(Slotless, StandsHoweverTheSlotWasLost) {
  for (const auto& [name, squad, agent] : ways_to_have_no_slot()) {
    const bool is_lost = !squad.scenario.empty();
    for (const double dt : {0.005, 0.02, 0.05}) {
      Squad in_steps = squad;
      in_steps.dt = dt;
      Simulator simulator = simulator_of(in_steps);
      if (is_lost) run_for(simulator, kLost);
      EXPECT_GT(length(velocity_of(simulator, agent)), 0.5) << name;
      expect_to_stand(simulator, agent, name);
    }
  }
}

// Behaviors that only keep off things or turn the body lead nobody.
TEST(Slotless, StandsBesideBehaviorsThatLeadNowhere) {
  const std::string lone =
      R"([{"type":"m","position":[0,0],"velocity":[3,0]},{"type":"m","position":[0,1.2],"velocity":[3,0]}])";
  for (const char* other : {"separation", "wall_avoidance", "obstacle_avoidance", "collision_avoidance"}) {
    Simulator simulator = make_simulator(fmt::format(
        R"({{"format":1,"simulation":{{"dt":0.02}},"agents":{},"agent_types":{{"m":{{"max_speed":3,)"
        R"("max_acceleration":6,"steering":{{"behaviors":[{{"type":"{}"}},{{"type":"slot_arrive"}}]}}}}}}}})",
        lone, other));
    run_for(simulator, 8);
    EXPECT_LT(length(velocity_of(simulator, 0)), 1e-3 * kMaxSpeed) << other;
  }
}

// Whoever is led goes where it is led, as if there were no slot_arrive: by a behavior beside it, in a group,
// or only where a condition holds.
TEST(Slotless, LeavesTheLeadToOtherBehaviors) {
  const auto run = [](const std::string& behaviors) {
    Simulator simulator = make_simulator(
        R"({"format":1,"simulation":{"dt":0.02},"agents":[{"type":"m","position":[0,0],"velocity":[0,3]}],)"
        R"("agent_types":{"m":{"max_speed":3,"max_acceleration":6,"steering":{"behaviors":[)" +
        behaviors + "]}}}}");
    run_for(simulator, 4);
    return place_of(simulator, 0);
  };
  const std::string arrive = R"({"type":"arrive","target":{"point":[5,0]})";
  const std::string near = R"(,"when":{"type":"distance","target":{"point":[5,0]},"less_than":100})";
  const Vec3 led = run(arrive + "}");
  EXPECT_EQ(run(R"({"type":"slot_arrive"},)" + arrive + "}"), led);
  EXPECT_EQ(run(R"({"type":"slot_arrive"},)" + arrive + near + "}"), led);
  EXPECT_EQ(run(R"({"type":"slot_arrive"},{"type":"group","behaviors":[)" + arrive + "}]}"), led);
  const Vec3 stood = run(R"({"type":"slot_arrive"})");
  const std::string far = R"(,"when":{"type":"distance","target":{"point":[5,0]},"greater_than":100})";
  EXPECT_EQ(run(R"({"type":"slot_arrive"},)" + arrive + far + "}"), stood);
  EXPECT_EQ(run(R"({"type":"slot_arrive"},)" + arrive + R"(,"weight":0})"), stood);
}

// A body that turns by itself stops turning too.
TEST(Slotless, BodiesThatTurnStopTurning) {
  Simulator simulator = make_simulator(
      R"({"format":1,"simulation":{"dt":0.02},"agents":[{"type":"m","position":[0,0],"velocity":[3,0],)"
      R"("rotation":2}],"agent_types":{"m":{"max_speed":3,"max_acceleration":6,"locomotion":)"
      R"({"type":"oriented"},"steering":{"behaviors":[{"type":"slot_arrive"}]}}}})");
  run_for(simulator, 4);
  EXPECT_LT(length(velocity_of(simulator, 0)), 1e-3 * kMaxSpeed);
  EXPECT_NEAR(simulator.world().state.motion.rotation[0], 0.0, 1e-9);
}

}  // namespace
}  // namespace drover::test::slotless_test
