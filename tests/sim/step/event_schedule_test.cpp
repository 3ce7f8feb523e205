#include "sim/step/event_schedule.h"

#include <gtest/gtest.h>

#include "support/scene.h"

namespace drover::event_schedule_test {
namespace {

using test::make_simulator;
using test::run_steps;

std::uint64_t happened(const Simulator& simulator, std::size_t event) {
  const World& world = simulator.world();
  return world.state.columns.values(world.model().events[event].happened)[0];
}

// A walker with 1 m/s along x, and posts at rest.
std::string scenario(const std::string& events, const std::string& dt = "0.25") {
  return R"({"format":1,"simulation":{"dt":)" + dt + R"(},"agent_types":{"a":{},"post":{}},"agents":[
    {"id":"walker","type":"a","position":[0,0],"velocity":[1,0],"group":"g"},
    {"id":"slow","type":"a","position":[0,5],"velocity":[0.5,0],"group":"g"},
    {"id":"post","type":"post","position":[0,9]}],"events":[)" +
         events + "]}";
}

std::string spawn(const std::string& when) {
  return R"({"type":"spawn",)" + when + R"(,"agents":{"type":"post","group":"new","position":[20,20]}})";
}

std::string past(double x) {
  return R"({"type":"distance","target":{"point":[100,0]},"less_than":)" + std::to_string(100.0 - x) + "}";
}

// After how many steps there are how many agents more than before.
std::vector<std::uint64_t> ticks_of_spawns(const std::string& text, int steps) {
  Simulator simulator = make_simulator(text);
  std::vector<std::uint64_t> ticks;
  std::size_t count = 3;
  for (int k = 0; k <= steps; ++k) {
    for (; count < simulator.world().present_count(); ++count)
      ticks.push_back(simulator.world().state.tick);
    run_steps(simulator, 1);
  }
  return ticks;
}

using Ticks = std::vector<std::uint64_t>;

TEST(Happening, AtATimeIsPartOfTheStateOfThatTime) {
  EXPECT_EQ(ticks_of_spawns(scenario(spawn(R"("at":1.5)")), 10), (Ticks{6}));
  EXPECT_EQ(ticks_of_spawns(scenario(spawn(R"("at":0)")), 10), (Ticks{0}));
}

TEST(Happening, BetweenTwoStatesIsPartOfTheLater) {
  EXPECT_EQ(ticks_of_spawns(scenario(spawn(R"("at":1.26)")), 10), (Ticks{6}));
}

TEST(Happening, RoundingDoesNotDelay) {
  // 0.3 / 0.1 is 2.9999999999999996 and 0.7 / 0.1 is 6.999999999999999; 3 * 0.1 is above 0.3.
  for (const auto& [at, tick] : {std::pair{"0.3", 3}, {"0.7", 7}, {"0.6", 6}, {"1.1", 11}}) {
    EXPECT_EQ(ticks_of_spawns(scenario(spawn(std::string(R"("at":)") + at), "0.1"), 15),
              (Ticks{static_cast<std::uint64_t>(tick)}));
  }
}

TEST(Happening, RepeatsAsOftenAsItSays) {
  EXPECT_EQ(ticks_of_spawns(scenario(spawn(R"("at":0.5,"every":1,"times":3)")), 40), (Ticks{2, 6, 10}));
}

// A period that is no multiple of the step must not add up its rounding.
TEST(Happening, RepetitionsKeepTheirTimesAndDoNotDrift) {
  EXPECT_EQ(ticks_of_spawns(scenario(spawn(R"("at":0,"every":0.6,"times":6)")), 40),
            (Ticks{0, 3, 5, 8, 10, 12}));
}

TEST(Happening, RepetitionsCloserThanAStepHappenTogether) {
  EXPECT_EQ(ticks_of_spawns(scenario(spawn(R"("at":0,"every":0.1,"times":4)")), 40), (Ticks{0, 1, 1, 2}));
}

TEST(Happening, AConditionTakesEffectInTheStateAfterTheOneItHeldIn) {
  // The walker passes x = 1 at tick 4: distance 99 is not below 99, so it first holds at tick 5.
  const std::string watch = R"("watch":{"agent":"walker"},"when":)" + past(1.0);
  EXPECT_EQ(ticks_of_spawns(scenario(spawn(watch)), 40), (Ticks{6}));
}

TEST(Happening, AConditionThatHoldsFromTheStartTakesEffectAfterTheFirstStep) {
  const std::string watch = R"("watch":{"agent":"walker"},"when":)" + past(-50.0);
  EXPECT_EQ(ticks_of_spawns(scenario(spawn(watch)), 40), (Ticks{1}));
}

TEST(Happening, WatchedAgentsLetItHappenOnceToAllTargets) {
  Simulator simulator = make_simulator(scenario(
      R"({"type":"set","parameter":"max_speed","value":9,"target":{"agent_type":"post"},"watch":{"group":"g"},"when":)" +
      past(1.0) + "}"));
  run_steps(simulator, 5);
  EXPECT_EQ(happened(simulator, 0), 0u);
  run_steps(simulator, 1);
  EXPECT_EQ(happened(simulator, 0), 1u);
  EXPECT_EQ(simulator.world().state.limits.max_speed[2], 9.0);
  run_steps(simulator, 20);
  EXPECT_EQ(happened(simulator, 0), 1u) << "the second walker passes the line too";
}

TEST(Happening, WithoutWatchItHappensToEveryTargetByItself) {
  Simulator simulator =
      make_simulator(scenario(R"({"type":"remove","target":{"group":"g"},"when":)" + past(1.0) + "}"));
  run_steps(simulator, 6);
  EXPECT_FALSE(simulator.world().is_present(0));
  EXPECT_TRUE(simulator.world().is_present(1));
  run_steps(simulator, 4);
  EXPECT_TRUE(simulator.world().is_present(1));
  run_steps(simulator, 20);
  EXPECT_FALSE(simulator.world().is_present(1));
  EXPECT_TRUE(simulator.world().is_present(2));
}

TEST(Happening, ToATargetByItselfItHappensOnce) {
  // Put back behind the line, the walker passes it a second time: nothing happens then.
  Simulator simulator = make_simulator(scenario(
      R"({"type":"teleport","position":[0,0],"target":{"agent":"walker"},"when":)" + past(1.0) + "}"));
  run_steps(simulator, 6);
  EXPECT_EQ(simulator.world().state.motion.x[0], 0.0);
  run_steps(simulator, 20);
  EXPECT_EQ(simulator.world().state.motion.x[0], 5.0);
}

TEST(Happening, LaterEventsOfTheFileFindWhatEarlierOnesLeft) {
  const std::string set =
      R"({"type":"set","at":1,"target":{"group":"new"},"parameter":"max_speed","value":7})";
  Simulator behind = make_simulator(scenario(spawn(R"("at":1)") + "," + set));
  Simulator before = make_simulator(scenario(set + "," + spawn(R"("at":1)")));
  run_steps(behind, 4);
  run_steps(before, 4);
  EXPECT_EQ(behind.world().state.limits.max_speed[3], 7.0);
  EXPECT_EQ(before.world().state.limits.max_speed[3], 3.0);
}

TEST(Happening, AnAnswerCountsAlsoWhenAnEarlierEventRemovesItsAgent) {
  const std::string remove = R"({"type":"remove","target":{"agent":"walker"},"when":)" + past(1.0) + "}";
  const std::string watch = R"("watch":{"agent":"walker"},"when":)" + past(1.0);
  for (const std::string& events : {remove + "," + spawn(watch), spawn(watch) + "," + remove}) {
    Simulator simulator = make_simulator(scenario(events));
    run_steps(simulator, 12);
    EXPECT_FALSE(simulator.world().is_present(0));
    EXPECT_TRUE(simulator.world().is_present(3));
  }
}

TEST(Happening, AnAgentThatIsGoneLetsNothingHappen) {
  const std::string text = scenario(R"({"type":"remove","at":1,"target":{"agent":"walker"}},)" +
                                    spawn(R"("watch":{"agent":"walker"},"when":)" + past(2.0)));
  Simulator simulator = make_simulator(text);
  run_steps(simulator, 40);
  EXPECT_EQ(happened(simulator, 0), 1u);
  EXPECT_EQ(happened(simulator, 1), 0u);
}

TEST(Happening, AnAgentWatchedBeforeItSpawnsLetsNothingHappenUntilThen) {
  const std::string late = R"({"type":"spawn","at":2,"agents":{"id":"late","type":"a","position":[50,0]}},)";
  EXPECT_EQ(ticks_of_spawns(scenario(late + spawn(R"("watch":{"agent":"late"},"when":)" + past(1.0))), 20),
            (Ticks{8, 9}));
}

TEST(Happening, TheOrderOfIndependentEventsDoesNotMatter) {
  const std::string a = R"({"type":"teleport","at":1,"target":{"agent":"walker"},"by":[1,1]})";
  const std::string b = R"({"type":"set","at":1,"target":{"agent":"slow"},"parameter":"radius","value":0.7})";
  const std::string c = R"({"type":"remove","at":1,"target":{"agent":"post"}})";
  Simulator one = make_simulator(scenario(a + "," + b + "," + c));
  Simulator other = make_simulator(scenario(c + "," + a + "," + b));
  for (int k = 0; k < 10; ++k) {
    EXPECT_EQ(one.hash(), other.hash()) << k;
    run_steps(one, 1);
    run_steps(other, 1);
  }
}

TEST(Happening, ProgressIsPartOfTheStateHash) {
  // Setting what already is changes nothing but that it happened.
  const auto text = [](const char* at) {
    return scenario(
        std::string(R"({"type":"set","target":{"agent":"post"},"parameter":"radius","value":0.5,"at":)") +
        at + "}");
  };
  Simulator early = make_simulator(text("0.25"));
  Simulator late = make_simulator(text("0.5"));
  run_steps(early, 1);
  run_steps(late, 1);
  EXPECT_NE(early.hash(), late.hash());
  run_steps(early, 1);
  run_steps(late, 1);
  EXPECT_EQ(early.hash(), late.hash());
}

}  // namespace
}  // namespace drover::event_schedule_test
