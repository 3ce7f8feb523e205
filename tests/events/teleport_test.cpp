#include <gmock/gmock.h>

#include "events/eventful.h"

namespace drover::teleport_test {
namespace {

using test::after;
using test::Eventful;
using test::problem_of;
using test::run_steps;
using test::simulator_of;
using testing::HasSubstr;

constexpr const char* kPair = R"({"id":"one","type":"a","position":[0,0],"velocity":[1,0],"group":"g"},
                                 {"id":"two","type":"a","position":[0,3],"velocity":[1,0],"group":"g"})";

std::string teleport(const std::string& keys, const std::string& target = R"({"agent":"one"})") {
  return R"({"type":"teleport","at":1,"target":)" + target + "," + keys + "}";
}

std::string bounds(const std::string& edge) {
  return R"(,"world":{"bounds":{"min":[-10,-10],"max":[10,10],"edge":")" + edge + R"("}})";
}

TEST(Teleport, PutsTheAgentThereInTheStateOfThatTimeAndLeavesTheRestAsItWas) {
  Simulator simulator = after({.agents = kPair, .events = teleport(R"("position":[5,-2])")}, 4);
  const AgentMotion& state = simulator.world().state.motion;
  EXPECT_EQ(state.position(0), (Vec3{5.0, -2.0, 0.0}));
  EXPECT_EQ(state.velocity(0), (Vec3{1.0, 0.0, 0.0}));
  EXPECT_EQ(state.position(1), (Vec3{1.0, 3.0, 0.0}));
  run_steps(simulator, 1);
  EXPECT_EQ(simulator.world().state.motion.position(0), (Vec3{5.25, -2.0, 0.0}));
}

TEST(Teleport, ByAVectorSeveralKeepTheirPlacesToEachOther) {
  const Simulator simulator =
      after({.agents = kPair, .events = teleport(R"("by":[5,-2])", R"({"group":"g"})")}, 4);
  EXPECT_EQ(simulator.world().state.motion.position(0), (Vec3{6.0, -2.0, 0.0}));
  EXPECT_EQ(simulator.world().state.motion.position(1), (Vec3{6.0, 1.0, 0.0}));
}

TEST(Teleport, WithAVelocityTheHeadingFollowsItUnlessItIsGiven) {
  const Eventful turned = {.agents = kPair, .events = teleport(R"("by":[0,0],"velocity":[0,2])")};
  EXPECT_EQ(after(turned, 4).world().state.motion.heading(0), (Vec3{0.0, 1.0, 0.0}));
  const Eventful given = {.agents = kPair,
                          .events = teleport(R"("by":[0,0],"velocity":[0,2],"heading_deg":180)")};
  EXPECT_NEAR(after(given, 4).world().state.motion.hx[0], -1.0, 1e-15);
  const Eventful stopped = {.agents = kPair, .events = teleport(R"("by":[0,0],"velocity":[0,0])")};
  EXPECT_EQ(after(stopped, 4).world().state.motion.heading(0), (Vec3{1.0, 0.0, 0.0}));
}

TEST(Teleport, EndsUpInsideAWorldThatHasAnInside) {
  const auto place = [](const std::string& edge) {
    return after({.agents = kPair, .events = teleport(R"("by":[14,0])"), .scenario = bounds(edge)}, 4)
        .world()
        .state.motion.x[0];
  };
  EXPECT_EQ(place("wrap"), -5.0);
  EXPECT_EQ(place("clamp"), 10.0);
  EXPECT_EQ(place("reflect"), 10.0);
  EXPECT_EQ(place("open"), 15.0);
}

TEST(Teleport, WhatBehaviorsRememberStartsAnew) {
  const Eventful parts = {.behaviors = R"({"type":"wander"})", .events = teleport(R"("position":[5,-2])")};
  const Simulator start = simulator_of(parts);
  const Simulator walked = after(parts, 3);
  const Simulator moved = after(parts, 4);
  const auto memory = [](const Simulator& simulator) {
    const std::span<const double> numbers = test::memory_of(simulator.world());
    return std::vector<double>(numbers.begin(), numbers.end());
  };
  EXPECT_NE(memory(walked), memory(start));
  EXPECT_EQ(memory(moved), memory(start));
}

TEST(Teleport, RefusesWhatCannotBe) {
  EXPECT_THAT(problem_of(Eventful{
                  .agents = kPair, .events = teleport(R"("position":[11,0])"), .scenario = bounds("clamp")}),
              HasSubstr("/events/0/position: the place is outside the world's bounds"));
  EXPECT_EQ(problem_of(Eventful{
                .agents = kPair, .events = teleport(R"("position":[11,0])"), .scenario = bounds("wrap")}),
            "");
  EXPECT_THAT(problem_of(Eventful{.agents = kPair, .events = teleport(R"("position":[1,0],"by":[1,0])")}),
              HasSubstr("give either \"position\" or \"by\""));
  EXPECT_THAT(problem_of(Eventful{.agents = kPair, .events = teleport(R"("velocity":[1,0])")}),
              HasSubstr("give either \"position\" or \"by\""));
  EXPECT_THAT(
      problem_of(Eventful{.agents = kPair, .events = teleport(R"("by":[1,0],"velocity":[9999,9999])")}),
      HasSubstr("the speed must not exceed"));
  EXPECT_THAT(problem_of({.agents = R"({"id":"one","type":"a","position":[0,0]})",
                          .events = teleport(R"("position":[1,0])"),
                          .type = R"(,"locomotion":{"type":"scripted","keyframes":[[0,0,0]]})"}),
              HasSubstr("/events/0/target: agents of type \"a\" cannot be teleported"));
}

}  // namespace
}  // namespace drover::teleport_test
