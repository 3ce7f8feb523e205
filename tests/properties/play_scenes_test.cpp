// The plays among the demonstrations, with the numbers they are made of.
#include <gtest/gtest.h>

#include "core/det_math.h"
#include "properties/scenario_files.h"
#include "sim/formation/formation_columns.h"
#include "sim/step/simulator.h"

namespace drover::test::play_scenes_test {
namespace {

class Scene {
 public:
  explicit Scene(const std::string& file) : simulator_(build_without_problems(load_file(file).def)) {}

  const World& world() const { return simulator_.world(); }
  void run_until(double time) {
    while (world().time() < time - 1e-9) {
      ASSERT_FALSE(simulator_.step()) << "a step failed";
      note();
    }
  }
  AgentIndex agent(std::string_view name) const { return *world().model().find_agent(name); }
  Vec3 position(std::string_view name) const { return world().state.motion.position(agent(name)); }
  double distance(std::string_view name, Vec3 place) const { return length(position(name) - place); }
  // When the only ball came into hands: of each time the agent [s].
  const std::vector<std::pair<double, AgentIndex>>& catches() const { return catches_; }
  const std::vector<Impact>& impacts() const { return impacts_; }

 private:
  void note() {
    for (const Handling& handling : simulator_.handlings())
      if (handling.what == Handled::caught) catches_.emplace_back(handling.time, handling.agent);
    impacts_.insert(impacts_.end(), simulator_.impacts().begin(), simulator_.impacts().end());
  }

  Simulator simulator_;
  std::vector<std::pair<double, AgentIndex>> catches_;
  std::vector<Impact> impacts_;
};

const Vec3 kFirst{19.397, -19.397, 0}, kSecond{38.795, 0, 0};

TEST(OneFourThree, TheFieldersAreInTheirSlotsOnTime) {
  Scene scene("scenarios/demos/one_four_three.json");
  scene.run_until(0.6);
  const std::vector<std::pair<const char*, Vec3>> expected = {{"pitcher", {15.333, -1.667, 0}},
                                                              {"catcher", {0.88, -0.9, 0}},
                                                              {"first_baseman", {20.7, -19.2, 0}},
                                                              {"second_baseman", {36.84, -6.42, 0}},
                                                              {"shortstop", {37.636, 7.727, 0}}};
  for (const auto& [name, place] : expected) {
    EXPECT_LT(length(scene.world().state.slots[scene.agent(name)].position - place), 1e-3) << name;
    // From a standing start they are late by less than half of what they ran.
    EXPECT_LT(scene.distance(name, place), 0.6) << name;
  }
}

// The pitcher has the ball at 0.9 s, the second baseman at 2.36 s, the first baseman at 3.74 s, each some
// hundredths earlier by what his arms reach.
TEST(OneFourThree, BothRunnersAreOut) {
  Scene scene("scenarios/demos/one_four_three.json");
  scene.run_until(2.38);
  EXPECT_LT(scene.distance("second_baseman", kSecond), 1.0);
  EXPECT_GT(scene.distance("runner", kSecond), 7.0);
  scene.run_until(3.4);  // the runner is there at 3.391 s
  EXPECT_LT(scene.distance("runner", kSecond), 1e-3);
  scene.run_until(4.26);  // the batter at 4.258 s
  EXPECT_LT(scene.distance("batter", kFirst), 1e-3);
  const std::vector<std::pair<double, AgentIndex>>& catches = scene.catches();
  ASSERT_EQ(catches.size(), 3u);
  const std::vector<std::pair<double, const char*>> expected = {
      {0.9, "pitcher"}, {2.362, "second_baseman"}, {3.739, "first_baseman"}};
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_NEAR(catches[k].first, expected[k].first, 0.1);
    EXPECT_EQ(catches[k].second, scene.agent(expected[k].second));
  }
}

TEST(CornerKick, TheBallGoesToTheOneWithTheLargestGap) {
  Scene scene("scenarios/demos/corner_kick.json");
  scene.run_until(3);
  EXPECT_LT(scene.distance("a", {49, 3.5, 0}), 0.2);
  EXPECT_LT(scene.distance("b", {44.5, 0, 0}), 0.2);
  EXPECT_LT(scene.distance("c", {48.5, -5, 0}), 0.2);
  EXPECT_EQ(scene.world().mode_of(scene.agent("taker")).name, "waits");
  scene.run_until(3.02);
  EXPECT_EQ(scene.world().mode_of(scene.agent("taker")).name, "to_a");
  // 30.479 m at 22 m/s take 1.385 s, in an arc a little longer.
  scene.run_until(5);
  ASSERT_FALSE(scene.impacts().empty());
  EXPECT_EQ(scene.impacts()[0].hit.met, Met::agent);
  EXPECT_EQ(scene.impacts()[0].hit.index, scene.agent("a"));
  EXPECT_NEAR(scene.impacts()[0].time, 3.005 + 1.385, 0.12);
}

TEST(DefensiveCircleShrinks, ThoseThatAreLeftStandBackToBackInASmallerCircle) {
  Scene scene("scenarios/demos/defensive_circle_shrinks.json");
  // Neighbors stand 1.5 m apart: (r + gap / 2) / sin(pi / n) from the center.
  const auto radius_of = [](double n) { return 0.75 / det::sin(det::kPi / n); };
  double time = 1.96;
  for (int n = 8; n >= 2; --n, time += 2.0) {
    scene.run_until(time);
    std::vector<Vec3> places;
    Vec3 mean;
    for (AgentIndex i = 0; i < 8; ++i) {
      if (scene.world().is_present(i)) places.push_back(scene.world().state.motion.position(i));
    }
    ASSERT_EQ(places.size(), static_cast<std::size_t>(n));
    for (const Vec3 place : places)
      mean += place / static_cast<double>(n);
    for (const Vec3 place : places)
      EXPECT_NEAR(length(place - mean), radius_of(n), 0.1) << n;
  }
}

}  // namespace
}  // namespace drover::test::play_scenes_test
