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
    while (world().time() < time - 1e-9)
      ASSERT_FALSE(simulator_.step()) << "a step failed";
  }
  AgentIndex agent(std::string_view name) const { return *world().model().find_agent(name); }
  Vec3 position(std::string_view name) const { return world().state.motion.position(agent(name)); }
  double distance(std::string_view name, Vec3 place) const { return length(position(name) - place); }

 private:
  Simulator simulator_;
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

TEST(OneFourThree, BothRunnersAreOut) {
  Scene scene("scenarios/demos/one_four_three.json");
  scene.run_until(0.9);
  EXPECT_LT(length(scene.position("ball") - scene.position("pitcher")), 0.6);
  scene.run_until(2.38);  // caught at 2.362 s, within reach
  EXPECT_LT(length(scene.position("ball") - scene.position("second_baseman")), 0.7);
  EXPECT_LT(scene.distance("second_baseman", kSecond), 1.0);
  EXPECT_GT(scene.distance("runner", kSecond), 7.0);
  scene.run_until(3.38);  // the runner is there at 3.391 s
  EXPECT_GT(scene.distance("runner", kSecond), 0.05);
  scene.run_until(3.4);
  EXPECT_LT(scene.distance("runner", kSecond), 1e-3);
  scene.run_until(3.74);  // caught at 3.739 s
  EXPECT_LT(length(scene.position("ball") - scene.position("first_baseman")), 0.1);
  EXPECT_GT(scene.distance("batter", kFirst), 3.0);
  scene.run_until(4.26);  // the batter is there at 4.258 s
  EXPECT_LT(scene.distance("batter", kFirst), 1e-3);
}

TEST(CornerKick, TheBallGoesToTheOneWithTheLargestGap) {
  Scene scene("scenarios/demos/corner_kick.json");
  scene.run_until(3);
  EXPECT_LT(scene.distance("a", {49, 3.5, 0}), 0.2);
  EXPECT_LT(scene.distance("b", {44.5, 0, 0}), 0.2);
  EXPECT_LT(scene.distance("c", {48.5, -5, 0}), 0.2);
  EXPECT_EQ(scene.world().mode_of(scene.agent("ball")).name, "rest");
  scene.run_until(3.02);
  EXPECT_EQ(scene.world().mode_of(scene.agent("ball")).name, "to_a");
  // 30.479 m at 22 m/s take 1.385 s.
  scene.run_until(3.02 + 1.385 - 0.06);
  EXPECT_GT(length(scene.position("ball") - scene.position("a")), 0.6);
  scene.run_until(3.02 + 1.385 + 0.06);
  EXPECT_LT(length(scene.position("ball") - scene.position("a")), 0.4);
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
