#include <gmock/gmock.h>

#include "events/eventful.h"

namespace drover::set_test {
namespace {

using test::after;
using test::Eventful;
using test::problem_of;
using test::run_steps;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kPair = R"({"id":"one","type":"a","position":[0,0],"velocity":[2,0]},
                                 {"id":"two","type":"a","position":[0,9],"velocity":[2,0]})";
constexpr const char* kSeek = R"({"type":"seek","target":{"point":[1000,0]}})";

std::string set(const std::string& parameter, const std::string& value,
                const std::string& target = R"({"agent":"one"})") {
  return R"({"type":"set","at":1,"target":)" + target + R"(,"parameter":")" + parameter + R"(","value":)" +
         value + "}";
}

TEST(Set, ALowerSpeedLimitHoldsInTheStateOfThatTime) {
  Simulator simulator = after({.agents = kPair, .events = set("max_speed", "0.5")}, 4);
  EXPECT_EQ(simulator.world().state.motion.velocity(0), (Vec3{0.5, 0.0, 0.0}));
  EXPECT_EQ(simulator.world().state.motion.velocity(1), (Vec3{2.0, 0.0, 0.0}));
  EXPECT_EQ(simulator.world().state.limits.max_speed[1], 3.0);
}

TEST(Set, BehaviorsUseTheNewLimit) {
  Simulator simulator = after(
      {.behaviors = kSeek, .agents = kPair, .events = set("max_speed", "5", R"({"agent_type":"a"})")}, 40);
  EXPECT_NEAR(length(simulator.world().state.motion.velocity(0)), 5.0, 1e-3);
}

TEST(Set, AHeavierBodyAcceleratesLessWithTheSameForce) {
  const Eventful parts = {
      .agents = kPair, .events = set("mass", "4"), .type = R"(,"mass":1,"max_force":8,"max_acceleration":6)"};
  EXPECT_EQ(after(parts, 3).world().state.limits.max_request[0], 6.0);
  EXPECT_EQ(after(parts, 4).world().state.limits.max_request[0], 2.0);
}

TEST(Set, AnAccelerationBeyondTheForceStaysWithinIt) {
  const Eventful parts = {
      .agents = kPair, .events = set("max_acceleration", "20"), .type = R"(,"mass":2,"max_force":8)"};
  EXPECT_EQ(after(parts, 4).world().state.limits.max_request[0], 4.0);
  const Eventful less = {
      .agents = kPair, .events = set("max_acceleration", "1"), .type = R"(,"mass":2,"max_force":8)"};
  EXPECT_EQ(after(less, 4).world().state.limits.max_request[0], 1.0);
}

TEST(Set, AWeightOfZeroSilencesABehavior) {
  Simulator simulator = after({.behaviors = kSeek, .agents = kPair, .events = set("seek.weight", "0")}, 4);
  const Vec3 one = simulator.world().state.motion.velocity(0);
  const Vec3 two = simulator.world().state.motion.velocity(1);
  run_steps(simulator, 1);
  EXPECT_EQ(simulator.world().state.motion.velocity(0), one);
  EXPECT_NE(simulator.world().state.motion.velocity(1), two);
}

TEST(Set, APriorityChangesTheOrderOfTheTargetsOnly) {
  const std::string east = R"({"type":"seek","target":{"point":[1000,0]},"priority":1})";
  const std::string west = R"({"type":"seek","target":{"point":[-1000,0]}})";
  const Eventful parts = {
      .behaviors =
          R"({"type":"group","arbiter":{"type":"priority_groups"},"behaviors":[)" + east + "," + west + "]}",
      .agents = kPair,
      .events = set("seek.priority", "-1", R"({"agent":"two"})"),
      .type = R"(,"max_speed":100)"};
  Simulator simulator = simulator_of(parts);
  simulator.record_requests();
  run_steps(simulator, 6);
  EXPECT_GT(simulator.requests().linear(0).x, 0.0);
  EXPECT_LT(simulator.requests().linear(1).x, 0.0);
}

TEST(Set, ANumberOfABehaviorChangesForTheTargetsOnly) {
  const std::string wander = R"({"type":"wander","wander_radius":0.5,"jitter":0})";
  const Eventful changed = {
      .behaviors = wander, .agents = kPair, .events = set("wander.wander_distance", "9")};
  const Eventful plain = {.behaviors = wander, .agents = kPair};
  const Simulator a = after(changed, 5);
  const Simulator b = after(plain, 5);
  EXPECT_NE(a.world().state.motion.velocity(0), b.world().state.motion.velocity(0));
  EXPECT_EQ(a.world().state.motion.velocity(1), b.world().state.motion.velocity(1));
  EXPECT_EQ(after(changed, 4).world().state.motion.velocity(0),
            after(plain, 4).world().state.motion.velocity(0));
}

// Perceptions copy the numbers of behaviors when they are planned.
TEST(Set, AWiderPerceptionSeesMore) {
  Simulator simulator = after({.behaviors = R"({"type":"cohesion","radius":2})",
                               .agents = kPair,
                               .events = set("cohesion.radius", "20")},
                              4);
  EXPECT_EQ(simulator.perceptions()[0].result().count(0), 0u);
  run_steps(simulator, 1);
  EXPECT_EQ(simulator.perceptions()[0].result().count(0), 1u);
  EXPECT_EQ(simulator.perceptions()[0].result().count(1), 0u);
}

TEST(Set, ABodyThatGrowsIsPerceivedFromFartherAway) {
  Simulator simulator = after(
      {.behaviors = R"({"type":"cohesion","radius":5})", .agents = kPair, .events = set("radius", "4.5")}, 4);
  EXPECT_EQ(simulator.perceptions()[0].result().count(1), 0u);
  run_steps(simulator, 1);
  EXPECT_EQ(simulator.perceptions()[0].result().count(1), 1u);
}

TEST(Set, ADistributionIsDrawnForEachTarget) {
  const Simulator simulator = after(
      {.agents = kPair, .events = set("max_speed", R"({"uniform":[4,5]})", R"({"agent_type":"a"})")}, 4);
  const std::vector<double> speeds = simulator.world().state.limits.max_speed.to_vector();
  EXPECT_NE(speeds[0], speeds[1]);
  for (const double speed : speeds)
    EXPECT_TRUE(speed >= 4.0 && speed < 5.0) << speed;
}

TEST(Set, ReachesBehaviorsOfModesAndTheSecondOfAKind) {
  const std::string modes =
      R"({"format":1,"agent_types":{"a":{"steering":{"modes":{"graze":{"behaviors":[{"type":"wander"},
      {"type":"wander"}]}}}}},"agents":[{"type":"a","position":[0,0]}],"events":[
      {"type":"set","at":0,"target":{"agent_type":"a"},"parameter":"graze/wander#1.weight","value":0.25}]})";
  const Simulator simulator = test::make_simulator(modes);
  const World& world = simulator.world();
  EXPECT_EQ(world.state.value(world.model().types[0].entries[0].weight, 0), 1.0);
  EXPECT_EQ(world.state.value(world.model().types[0].entries[1].weight, 0), 0.25);
}

TEST(Set, TheLastOfTwoAtOneTimeCounts) {
  const Simulator simulator =
      after({.agents = kPair, .events = set("max_speed", "1") + "," + set("max_speed", "4")}, 4);
  EXPECT_EQ(simulator.world().state.limits.max_speed[0], 4.0);
}

TEST(Set, SaysWhatCanBeSet) {
  const auto problem = [](const std::string& parameter, const std::string& value) {
    return problem_of({.behaviors = kSeek, .agents = kPair, .events = set(parameter, value)});
  };
  EXPECT_THAT(problem("max_sped", "1"),
              HasSubstr("/events/0/parameter: agents of type \"a\" have no parameter \"max_sped\""));
  EXPECT_THAT(problem("sek.weight", "1"),
              HasSubstr("/events/0/parameter: agent type \"a\" has no behavior \"sek\""));
  EXPECT_THAT(problem("seek.wieght", "1"),
              HasSubstr("/events/0/parameter: \"seek\" has no number \"wieght\" that can change"));
  EXPECT_THAT(problem("max_speed", "-1"),
              HasSubstr("/events/0/value: -1 is out of the range of \"max_speed\""));
  EXPECT_THAT(problem("max_speed", R"({"uniform":[-2,-1]})"), HasSubstr("out of the range"));
  EXPECT_THAT(problem("max_speed", "null"), HasSubstr("value"));
}

}  // namespace
}  // namespace drover::set_test
