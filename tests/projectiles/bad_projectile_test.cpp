// Bad scenarios of projectiles, balls, actions, hands, counters and jumps: each is one problem at one place.
// And some that look bad and are not.
#include <cstddef>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "projectiles/range.h"
#include "support/problems.h"

namespace drover::bad_projectile_test {
namespace {

// One with hands, a ball in them and three rounds fires at another one.
constexpr const char* kGood = R"({"format":1,"simulation":{"dt":0.02,"duration":1},
    "world":{"dimensions":2.5,"gravity":9.81},
    "projectile_types":{"shot":{"lifetime":5},"ball":{"radius":0.1,"ball":{}}},
    "agent_types":{"a":{"hands":{},"counters":{"ammo":{"start":3}},
      "actions":[{"type":"fire","projectile":"shot","target":{"agent":"two"},"uses":"ammo"}]},"b":{}},
    "agents":[{"type":"a","id":"one","position":[0,0]},{"type":"b","id":"two","position":[10,0]}],
    "projectiles":[{"type":"ball","held_by":"one"}]})";

// The good one with a change, a JSON merge patch (RFC 7396).
std::string changed(const std::string& change) {
  nlohmann::json scenario = nlohmann::json::parse(kGood);
  scenario.merge_patch(nlohmann::json::parse(change));
  return scenario.dump();
}

struct Case {
  const char* change;
  const char* problem;  // "pointer: part of the message"
};

#define SHOT(keys) R"({"projectile_types":{"shot":{)" keys "}}}"
#define BALL(keys) R"({"projectile_types":{"ball":{)" keys "}}}"
#define TYPE_A(keys) R"({"agent_types":{"a":{)" keys "}}}"
#define ACTION_A(action) R"({"agent_types":{"a":{"counters":null,"actions":[)" action "]}}}"
#define ACTION_B(action) R"({"agent_types":{"b":{"actions":[)" action "]}}}"
#define JUMP(keys, world)                                            \
  R"({"world":{"regions":{"hill":{"min":[2,-5],"max":[4,5]}})" world \
  R"(},"agent_types":{"b":{"steering":{"behaviors":[{"type":"jump",)" keys "}]}}}}"
#define FIRE(keys) R"({"type":"fire","projectile":"shot",)" keys "}"
#define AT_TWO R"("target":{"agent":"two"})"

// clang-format off
constexpr Case kCases[] = {
    // Projectiles and balls.
    {SHOT(R"("radius":-1)"), R"(/projectile_types/shot/radius: "radius" is out of range)"},
    {SHOT(R"("muzzle_speed":0)"), R"(/projectile_types/shot/muzzle_speed: "muzzle_speed" is out of range)"},
    {SHOT(R"("lifetime":0)"), R"(/projectile_types/shot/lifetime: "lifetime" is out of range)"},
    {SHOT(R"("mass":0)"), R"(/projectile_types/shot/mass: "mass" is out of range)"},
    {SHOT(R"("fuse":0)"), R"(/projectile_types/shot/fuse: "fuse" is out of range)"},
    {SHOT(R"("fuse":9)"), "/projectile_types/shot/fuse: the fuse never ends"},
    {SHOT(R"("bounce":0.5)"), R"(/projectile_types/shot/bounce: without a "fuse" the first hit ends its flight)"},
    {SHOT(R"("range":5)"), R"(/projectile_types/shot/range: "range" has no effect)"},
    {SHOT(R"("drag_quadratic":10,"muzzle_speed":100)"), "/projectile_types/shot/drag_quadratic: the drag takes 20 times the speed"},
    {SHOT(R"("explosion":{"radius":0})"), R"(/projectile_types/shot/explosion/radius: "radius" is out of range)"},
    {SHOT(R"("effects":[{"counter":"ammo"}])"), R"(/projectile_types/shot/effects/0: give either "add" or "set")"},
    {SHOT(R"("effects":[{"counter":"helth","add":-1}])"), R"(/projectile_types/shot/effects/0/counter: unknown counter "helth")"},
    {BALL(R"("bounce":0.5)"), R"(/projectile_types/ball/bounce: a ball bounces by the keys of "ball")"},
    {BALL(R"("explosion":{})"), "/projectile_types/ball/explosion: a ball without a fuse never explodes"},
    {BALL(R"("ball":{"restitution":1.5})"), R"(/projectile_types/ball/ball/restitution: "restitution" is out of range)"},
    {R"({"projectile_types":{"dud":{"lifetime":1}}})", R"(/projectile_types/dud: nothing uses the projectile type "dud")"},
    {R"({"projectiles":[{"type":"boll","position":[1,1]}]})", R"(/projectiles/0/type: unknown projectile type "boll")"},
    {R"({"projectiles":[{"type":"ball"}]})", R"(/projectiles/0: give either "position" or "held_by")"},
    {R"({"projectiles":[{"type":"ball","held_by":"two"}]})", R"(/projectiles/0/held_by: the agent type "b" has no "hands")"},
    {R"({"projectiles":[{"type":"ball","held_by":"one"},{"type":"ball","held_by":"one"}]})", R"(/projectiles/1/held_by: "one" holds another one already)"},
    {R"({"projectiles":[{"type":"ball","position":[5,5]},{"type":"shot","held_by":"one"}]})", R"(/projectiles/1/held_by: "shot" is no ball)"},
    {R"({"simulation":{"max_projectiles":0}})", R"(/simulation/max_projectiles: "max_projectiles" is out of range)"},
    {R"({"simulation":{"max_projectiles":1},"projectiles":[{"type":"ball","held_by":"one"},{"type":"ball","position":[5,5]}]})",
     R"(/projectiles: there are more projectiles than "max_projectiles")"},
    {R"({"world":{"wind":[{"velocity":[1,0,0]}]}})", "/world/wind: the wind has no effect: no projectile has drag"},
    {R"({"world":{"wind":[{"velocity":[1,0,0],"by":[[1,1],[0,1]]}]},"projectile_types":{"shot":{"drag_linear":0.1}}})",
     "/world/wind/0/by/1: the times must ascend"},
    {R"({"world":{"wells":[{"at":{"agent_type":"b"},"strength":5}]}})", "/world/wells/0/at: a well is at a point or at an agent"},
    // Actions.
    {ACTION_A(FIRE(R"("target":{"point":[1e9,0]})")), R"(/agent_types/a/actions/0/target/point/0: "point" is out of range)"},
    {ACTION_A(FIRE(R"("target":{"agent":"three"})")), R"(/agent_types/a/actions/0/target/agent: unknown agent "three")"},
    {ACTION_A(FIRE(AT_TWO R"(,"max_range":-1)")), R"(/agent_types/a/actions/0/max_range: "max_range" is out of range)"},
    {ACTION_A(FIRE(AT_TWO R"(,"period":0.001)")), "/agent_types/a/actions/0/period: the period is shorter than a step"},
    {ACTION_A(FIRE(AT_TWO R"(,"reload_time":1)")), R"(/agent_types/a/actions/0/reload_time: "reload_time" has no effect)"},
    {ACTION_A(R"({"type":"fire","projectile":"bullet",)" AT_TWO "}"), R"(/agent_types/a/actions/0/projectile: unknown projectile type "bullet")"},
    {R"({"projectile_types":{"shot":{"gravity":[0,0,0]}},"agent_types":{"a":{"counters":null,"actions":[)" FIRE(AT_TWO R"(,"arc":"high")") "]}}}",
     "/agent_types/a/actions/0/arc: without gravity there is no high arc"},
    {ACTION_B(R"({"type":"throws"})"), R"(/agent_types/b/actions/0/type: unknown action "throws")"},
    // Hands.
    {TYPE_A(R"("hands":{"reach":0})"), R"(/agent_types/a/hands/reach: "reach" is out of range)"},
    {TYPE_A(R"("hands":{"catch_probability":2})"), R"(/agent_types/a/hands/catch_probability: "catch_probability" is out of range)"},
    {R"({"projectiles":null,"projectile_types":{"ball":null}})", R"(/agent_types/a/hands: hands have no effect: there are no balls)"},
    {ACTION_B(R"({"type":"throw","target":{"agent":"one"}})"), R"(/agent_types/b/actions/0: agents of type "b" have no "hands")"},
    {ACTION_B(R"({"type":"drop"})"), R"(/agent_types/b/actions/0: agents of type "b" have no "hands")"},
    // Counters.
    {TYPE_A(R"("counters":{"ammo":{"start":3,"min":5}})"), R"(/agent_types/a/counters/ammo/start: "start" lies between "min" and "max")"},
    {TYPE_A(R"("counters":{"ammo":{"start":3,"min":2.5,"max":3}})"), "/agent_types/a/actions/0/uses: it never fires"},
    {TYPE_A(R"("counters":{"ammo":{"start":3},"rage":{"start":1}})"), R"(/agent_types/a/counters/rage: nothing uses the counter "rage")"},
    {ACTION_B(FIRE(R"("target":{"agent":"one"},"uses":"ammo")")), R"(/agent_types/b/actions/0/uses: agents of type "b" have no counter "ammo")"},
    {ACTION_B(R"({"type":"tally","effects":[{"counter":"ammo","add":1}]})"), R"(/agent_types/b/actions/0/effects/0/counter: agents of type "b" have no counter)"},
    {ACTION_B(R"({"type":"tally","effects":[]})"), "/agent_types/b/actions/0/effects: this has no effect"},
    {R"({"events":[{"type":"count","at":0.5,"target":{"agent":"two"},"effects":[{"counter":"ammo","add":1}]}]})", "/events/0/effects/0/counter: this has no effect"},
    {R"({"events":[{"type":"explosion","at":0.5,"position":[0,0],"radius":-1}]})", R"(/events/0/radius: "radius" is out of range)"},
    // Behaviors and jumps.
    {R"({"agent_types":{"b":{"steering":{"behaviors":[{"type":"flee_blast"}]}}}})", "/agent_types/b/steering/behaviors/0: this has no effect: no projectile explodes"},
    {R"({"agent_types":{"b":{"steering":{"behaviors":[{"type":"evade_projectile","range":0}]}}}})", R"(/agent_types/b/steering/behaviors/0/range: "range" is out of range)"},
    {JUMP(R"("takeoff":[1,0],"landing":[2,0])", R"(,"walls":[{"points":[[2,-5],[2,5]]}])"), "/agent_types/b/steering/behaviors/0/landing: the pad has no room for the agents: it is in a wall"},
    {JUMP(R"("takeoff":[1,0,1],"landing":[2,0])", ""), "/agent_types/b/steering/behaviors/0/takeoff: the take-off is 1 m high"},
    {JUMP(R"("takeoff":[1,0],"landing":[2,0])", R"(,"gravity":0)"), R"(/agent_types/b/steering/behaviors/0: agents of type "b" do not fall)"},
    {JUMP(R"("takeoff":[1,0],"landing":[40,0])", ""), R"(/agent_types/b/steering/behaviors/0/landing: no agent of type "b" can do this jump)"},
    {JUMP(R"("takeoff":[1,0],"landing":[3,0,5])", R"(,"ground":[{"region":"hill","height":5}])"), "/agent_types/b/steering/behaviors/0/landing: the pad is 5 m above the take-off"},
    {R"({"agent_types":{"b":{"jump_speed":-1}}})", R"(/agent_types/b/jump_speed: "jump_speed" is out of range)"},
};
// clang-format on

TEST(BadProjectiles, AreOneProblemAtOnePlace) {
  ASSERT_TRUE(test::problems_when_built(kGood).empty());
  for (const auto& [change, problem] : kCases) {
    std::vector<std::string> found = test::problems_when_built(changed(change));
    if (found.empty()) found = test::warnings_when_built(changed(change));
    ASSERT_EQ(found.size(), 1u) << change << "\n" << testing::PrintToString(found);
    EXPECT_TRUE(found.front().starts_with(problem)) << change << "\n" << found.front();
  }
}

// What looks bad and is not.

TEST(FastProjectiles, HitWhatIsThinnerThanTheirWayInAStep) {
  Simulator simulator = test::simulator_of(
      {.shot = R"("radius":0.001,"lifetime":1)", .world = R"(,"walls":[{"points":[[50,-1],[50,1]]}])"});
  test::put_in_flight(simulator, {0, 0, 0}, {1e5, 0, 0});  // 2 km in a step
  const std::vector<Impact> impacts = test::impacts_in(simulator, 1);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(impacts[0].hit.met, Met::wall);
  EXPECT_NEAR(impacts[0].time, 4.9999e-4, 1e-9);
}

TEST(ShortFuses, EndWithinTheFirstStep) {
  Simulator simulator = test::simulator_of({.dt = 0.1, .shot = R"("fuse":0.001,"explosion":{})"});
  test::put_in_flight(simulator, {0, 0, 0}, {10, 0, 0});
  const std::vector<Impact> impacts = test::impacts_in(simulator, 2);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(impacts[0].hit.met, Met::fuse);
  EXPECT_TRUE(impacts[0].exploded);
  EXPECT_NEAR(impacts[0].time, 0.001, 1e-12);
  EXPECT_NEAR(impacts[0].point.x, 0.01, 1e-12);
}

TEST(CountersWithALeastAboveZero, LeaveRoundsDownToThat) {
  Simulator simulator = test::make_simulator(
      changed(R"({"agent_types":{"a":{"counters":{"ammo":{"start":3.5,"min":1.5}},"actions":[)" FIRE(
          AT_TWO R"(,"period":0,"uses":"ammo")") "]}}}"));
  test::run_steps(simulator, 10);
  EXPECT_EQ(simulator.world().state.shots.shots[0], 2u);
  EXPECT_EQ(simulator.world().state.shots.dry[0], 8u);
}

// Memory of this process in use [bytes].
std::size_t resident_bytes() {
  constexpr std::size_t kPage = 4096;
  std::ifstream file("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  file >> all >> resident;
  return kPage * resident;
}

// A million of them may be there: their columns take 100 MB. What is foreseen of each took 800 MB.
TEST(AMillionProjectiles, AreForeseenOnlyAsFarAsTheyAreThere) {
  const std::size_t before = resident_bytes();
  Simulator simulator = test::make_simulator(changed(R"({"simulation":{"max_projectiles":1000000},
          "agent_types":{"b":{"steering":{"behaviors":[{"type":"evade_projectile"}]}}}})"));
  test::run_steps(simulator, 10);
  EXPECT_EQ(simulator.world().state.projectile_counts.in_flight[0], 2u);
  EXPECT_LT(resident_bytes() - before, std::size_t{600} << 20);
}

}  // namespace
}  // namespace drover::bad_projectile_test
