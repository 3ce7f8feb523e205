#include "events/eventful.h"

namespace drover::spawn_test {
namespace {

using test::after;
using test::Eventful;
using test::make_simulator;
using test::run_steps;
using test::simulator_of;
using test::text_of;

TEST(Spawn, AgentsAreInTheStateOfTheirTimeAsTheirEntrySays) {
  const Eventful parts = {
      .events =
          R"({"type":"spawn","at":1,"agents":{"type":"a","position":[3,4],"velocity":[0,2],"group":"g"}})"};
  Simulator simulator = after(parts, 3);
  EXPECT_EQ(simulator.world().present_count(), 1u);
  EXPECT_TRUE(simulator.world().state.lists.groups[0].empty());
  run_steps(simulator, 1);
  const World& world = simulator.world();
  EXPECT_EQ(world.time(), 1.0);
  EXPECT_EQ(world.present_count(), 2u);
  EXPECT_EQ(world.state.lists.groups[0], std::vector<AgentIndex>{1});
  EXPECT_EQ(world.state.motion.position(1), (Vec3{3.0, 4.0, 0.0}));
  EXPECT_EQ(world.state.motion.velocity(1), (Vec3{0.0, 2.0, 0.0}));
  EXPECT_EQ(world.state.motion.heading(1), (Vec3{0.0, 1.0, 0.0}));
  run_steps(simulator, 1);
  EXPECT_EQ(world.state.motion.position(1), (Vec3{3.0, 4.5, 0.0}));
}

// The first gap is far longer than the time that the source has.
TEST(Spawn, ASourceMayBringNobody) {
  const std::string waits[] = {"", R"("when_free":true,)"};
  const std::string places[] = {R"("position":[3,4])",
                                R"("placement":{"type":"disc","center":[5,5],"radius":2})",
                                R"("placement":{"type":"line","from":[5,0],"to":[9,0]})"};
  for (const std::string& wait : waits) {
    for (const std::string& place : places) {
      const Simulator simulator =
          after({.events = R"({"type":"spawn","at":0,"every":{"exponential":1e6},"until":1,)" + wait +
                           R"("agents":{"id":"late","type":"a",)" + place + "}}"},
                8);
      EXPECT_EQ(simulator.world().model().agents.size(), 1u) << wait << place;
    }
  }
}

TEST(Spawn, NewcomersStandStillBeforeTheyCome) {
  const Simulator simulator = after(
      {.events = R"({"type":"spawn","at":2,"agents":{"type":"a","position":[3,4],"velocity":[0,2]}})"}, 7);
  EXPECT_EQ(simulator.world().state.motion.position(1), (Vec3{3.0, 4.0, 0.0}));
}

TEST(Spawn, BatchesArePlacedEachAsIfThereWereNoOther) {
  const Simulator simulator = simulator_of(Eventful{.events = R"({"type":"spawn","at":0,"every":1,"times":3,
        "agents":{"type":"a","count":2,"placement":{"type":"line","from":[5,0],"to":[9,0],"spacing":3}}})"});
  const AgentMotion& state = simulator.world().state.motion;
  ASSERT_EQ(state.size(), 7u);
  for (AgentIndex i = 1; i < 7; ++i)
    EXPECT_EQ(state.x[i], i % 2 == 1 ? 5.0 : 9.0) << i;
}

TEST(Spawn, NamesCountOnFromBatchToBatch) {
  const Simulator simulator = simulator_of(Eventful{
      .events = R"({"type":"spawn","at":0,"every":1,"times":2,"agents":{"id":"w","type":"a","count":2,
                     "placement":{"type":"line","from":[5,0],"to":[9,0]}}})"});
  EXPECT_EQ(simulator.world().model().find_agent("w.0"), AgentIndex{1});
  EXPECT_EQ(simulator.world().model().find_agent("w.3"), AgentIndex{4});
  EXPECT_FALSE(simulator.world().model().find_agent("w"));
}

TEST(Spawn, AtTheStartIsLikeBeingThereFromTheStart) {
  const std::string entry = R"({"number":7,"type":"a","position":[3,4],"velocity":[1,0]})";
  const std::string behaviors = R"({"type":"wander"},{"type":"separation"})";
  Simulator spawned =
      simulator_of({.behaviors = behaviors, .events = R"({"type":"spawn","at":0,"agents":)" + entry + "}"});
  Simulator there = simulator_of(
      {.behaviors = behaviors, .agents = R"({"id":"one","type":"a","position":[0,0]},)" + entry});
  for (int k = 0; k < 100; ++k) {
    ASSERT_EQ(spawned.world().state.motion.x, there.world().state.motion.x) << k;
    ASSERT_EQ(spawned.world().state.motion.vy, there.world().state.motion.vy) << k;
    run_steps(spawned, 1);
    run_steps(there, 1);
  }
}

// The wander point starts from numbers keyed by the agent, whenever it comes.
TEST(Spawn, NewcomersRememberWhatTheyWouldHaveFromTheStart) {
  const std::string entry = R"({"number":7,"type":"a","position":[3,4]})";
  const Eventful late = {.behaviors = R"({"type":"wander"})",
                         .events = R"({"type":"spawn","at":5,"agents":)" + entry + "}"};
  const Eventful early = {.behaviors = R"({"type":"wander"})", .agents = entry};
  const Simulator spawned = after(late, 20);
  const Simulator there = simulator_of(early);
  const auto memory = [](const Simulator& simulator, AgentIndex agent) {
    const World& world = simulator.world();
    const std::size_t width = world.model().types[0].entries[0].memory.width;
    const std::span<const double> row =
        test::memory_of(world).subspan(world.model().agents.index_in_type[agent] * width, width);
    return std::vector<double>(row.begin(), row.end());
  };
  ASSERT_TRUE(spawned.world().is_present(1));
  EXPECT_EQ(memory(spawned, 1), memory(there, 0));
  EXPECT_EQ(spawned.world().state.status.mode_since[1], 20u);
}

// What agents do that are there must not depend on those that may come.
TEST(Spawn, AgentsThatMaySpawnChangeNothingForPresentOnes) {
  const std::string behaviors =
      R"({"type":"wander"},{"type":"separation","radius":50},{"type":"cohesion","radius":50})";
  const std::string keys = R"(,"simulation":{"dt":0.25,"non_penetration":{"enabled":true}})";
  const std::string agents = R"([{"type":"a","count":9,"placement":{"type":"grid","origin":[0,0]}}])";
  Simulator alone = make_simulator(test::scene("[" + behaviors + "]", agents, "", keys));
  Simulator more = make_simulator(test::scene(
      "[" + behaviors + "]", agents, "",
      keys + R"(,"events":[{"type":"spawn","at":1000,"agents":{"type":"a","count":50,"overlap":true,
                "placement":{"type":"disc","center":[2,2],"radius":3}}}])"));
  run_steps(alone, 50);
  run_steps(more, 50);
  for (AgentIndex i = 0; i < 9; ++i)
    EXPECT_EQ(alone.world().state.motion.position(i), more.world().state.motion.position(i)) << i;
}

double least_distance(const World& world) {
  double least = kInfinity;
  for (AgentIndex i = 0; i < world.model().agents.size(); ++i) {
    for (AgentIndex j = 0; j < i && world.is_present(i); ++j) {
      if (!world.is_present(j)) continue;
      const Vec3 way =
          world.model().bounds.displacement(world.state.motion.position(i), world.state.motion.position(j));
      least = smaller(least, length(way));
    }
  }
  return least;
}

constexpr const char* kThreeAtOnePoint =
    R"({"type":"spawn","at":0.25,"every":0.001,"times":3,"agents":{"type":"a","position":[5,5]})";

TEST(Spawn, AgentsWhosePlaceIsTakenAppearBesideIt) {
  const std::string end = "}";
  const Simulator beside = after({.events = kThreeAtOnePoint + end}, 2);
  EXPECT_EQ(beside.world().state.motion.position(1), (Vec3{5, 5, 0}));
  EXPECT_GE(least_distance(beside.world()), 1.0);
  EXPECT_LT(length(beside.world().state.motion.position(3) - Vec3{5, 5, 0}), 1.01);
  const Simulator on_top = after({.events = std::string(kThreeAtOnePoint) + R"(,"find_room":false})"}, 2);
  EXPECT_EQ(least_distance(on_top.world()), 0.0);
}

TEST(Spawn, ACrowdAtOnePointDoesNotOverlap) {
  std::string points;
  for (int k = 0; k < 200; ++k)
    points += k > 0 ? ",[19.75,10]" : "[19.75,10]";
  for (const char* edge : {"wrap", "clamp", "open"}) {
    const Simulator simulator = after(
        {.events = R"({"type":"spawn","at":0.25,"agents":{"type":"a","count":200,
                             "placement":{"type":"points","points":[)" +
                   points + "]}}}",
         .scenario =
             R"(,"world":{"bounds":{"min":[0,0],"max":[20,20],"edge":")" + std::string(edge) +
             R"("},"obstacles":[{"center":[17,10],"radius":1}],"walls":[{"points":[[10,0],[10,20]]}]})"},
        1);
    EXPECT_EQ(simulator.world().present_count(), 201u);
    if (std::string_view(edge) != "clamp") {
      EXPECT_GE(least_distance(simulator.world()), 1.0) << edge;
    }
    for (AgentIndex i = 1; i < 201 && std::string_view(edge) == "open"; ++i) {
      const Vec3 p = simulator.world().state.motion.position(i);
      EXPECT_GE(length(p - Vec3{17, 10, 0}), 1.5);
      EXPECT_GE(p.x, 10.5) << "not through the wall";
    }
  }
}

TEST(Spawn, AnAgentOnAWallAppearsBesideIt) {
  const Simulator simulator =
      after({.events = R"({"type":"spawn","at":0.25,"agents":{"type":"a","position":[5,5.2]}})",
             .scenario = R"(,"world":{"walls":[{"points":[[0,5],[10,5]]}]})"},
            1);
  EXPECT_GE(simulator.world().state.motion.y[1], 5.5);
}

TEST(Spawn, PresenceIsPartOfTheStateHash) {
  const auto text = [](const char* at) {
    return text_of(Eventful{.events = std::string(R"({"type":"spawn","at":)") + at +
                                      R"(,"agents":{"type":"a","position":[9,9]}})"});
  };
  Simulator early = make_simulator(text("0.5"));
  Simulator late = make_simulator(text("0.75"));
  run_steps(early, 1);
  run_steps(late, 1);
  EXPECT_EQ(early.hash(), late.hash());
  run_steps(early, 1);
  run_steps(late, 1);
  EXPECT_NE(early.hash(), late.hash());
}

// The densest packing of balls around one: the twelve neighbors of the first are all at one diameter, above
// and below it too, and the thirteenth of them is the first of the next shell.
TEST(Spawn, ACrowdThatAppearsAtOnePointInSpaceIsABall) {
  const Simulator simulator = after(
      {.events =
           R"({"type":"spawn","at":0.5,"agents":{"type":"a","count":55,"placement":{"type":"points","points":[[5,6,7])" +
           [] {
             std::string more;
             for (int k = 1; k < 55; ++k)
               more += ",[5,6,7]";
             return more;
           }() +
           "]}}}",
       .type = R"(,"radius":0.5)",
       .scenario = R"(,"world":{"dimensions":3})"},
      2);
  const AgentMotion& motion = simulator.world().state.motion;
  int near = 0, above = 0;
  for (AgentIndex i = 2; i < motion.size(); ++i) {
    const Vec3 way = motion.position(i) - motion.position(1);
    near += length(way) < 1.001 ? 1 : 0;
    above += way.z > 0.5 ? 1 : 0;
    EXPECT_LT(length(way), 2.001) << i;
    for (AgentIndex k = 1; k < i; ++k)
      EXPECT_GE(length(motion.position(i) - motion.position(k)), 1.0) << i << " " << k;
  }
  EXPECT_EQ(near, 12);
  EXPECT_GE(above, 4);
}

}  // namespace
}  // namespace drover::spawn_test
