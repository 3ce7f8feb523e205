// Every locomotion model, with every integrator it has, under a stack of behaviors that push, turn and brake:
// it stays finite and within its limits wherever it starts, and obeys the laws of the plane.
#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "properties/rigid_motion.h"
#include "properties/scenario_files.h"
#include "properties/world_comparison.h"
#include "scenario/scenario_reader.h"
#include "sim/step/simulator.h"

namespace drover::test::locomotion_test {
namespace {

using Json = nlohmann::ordered_json;

// The example of a kind, and one variant for every word of each of its choices.
std::vector<Json> variants_of(const Kind& kind) {
  std::vector<Json> variants = {Json::parse(kind.example)};
  for (const Field& field : kind.table.fields) {
    if (field.access.type != FieldType::choice) continue;
    for (const std::string_view word : field.access.choices)
      variants.push_back({{"type", kind.name}, {field.key, word}});
  }
  return variants;
}

std::vector<std::string> all_variants() {
  std::vector<std::string> texts;
  for (const Kind* kind : catalog().kinds("locomotion")) {
    for (const Json& variant : kind->in_plane ? variants_of(*kind) : std::vector<Json>())
      texts.push_back(variant.dump());
  }
  return texts;
}

std::string name_of(const testing::TestParamInfo<std::string>& info) {
  std::string name = std::to_string(info.index) + "_";
  const Json body = Json::parse(info.param);
  for (const auto& [key, value] : body.items()) {
    if (value.is_string()) name += value.get<std::string>() + "_";
  }
  name.pop_back();
  return name;
}

// Seven agents with a mixed stack near a pillar and a wall.
Json scene_of(const std::string& locomotion) {
  return {{"format", 1},
          {"world",
           {{"obstacles", {{{"id", "pillar"}, {"center", {4, 1}}, {"radius", 1}}}},
            {"walls", {{{"id", "fence"}, {"points", {{-6, -3}, {6, -3}}}}}}}},
          {"agent_types",
           {{"a",
             {{"max_turn_rate", 2.5},
              {"locomotion", Json::parse(locomotion)},
              {"steering",
               {{"arbiter", {{"type", "weighted_sum"}}},
                {"behaviors",
                 {{{"type", "wall_avoidance"}},
                  {{"type", "obstacle_avoidance"}},
                  {{"type", "separation"}},
                  {{"type", "kinematic_arrive"}, {"target", {{"point", {2, 2}}}}, {"weight", 0.3}},
                  {{"type", "seek"}, {"target", {{"agent_type", "a"}}}, {"weight", 0.5}},
                  {{"type", "face"}, {"target", {{"obstacle", "pillar"}}}},
                  {{"type", "look_where_going"}, {"weight", 0.5}},
                  {{"type", "match_rotation"}, {"target", {{"agent_type", "a"}}}, {"weight", 0.2}}}}}}}}}},
          {"agents", Json::array()}};
}

Json agent_at(Vec3 position, double speed, double heading) {
  return {{"type", "a"}, {"position", {position.x, position.y}}, {"speed", speed}, {"heading", heading}};
}

ScenarioDef read(const Json& scenario) {
  JsonSources sources;
  Diagnostics diagnostics;
  const auto loaded = read_scenario_text({"test", scenario.dump()}, {}, catalog(), sources, diagnostics);
  if (!loaded) throw std::runtime_error(format_human(diagnostics, sources, false));
  return loaded->def;
}

class Locomotion : public testing::TestWithParam<std::string> {
 protected:
  // Seven agents all over the place.
  Json busy_scene() const {
    Json scene = scene_of(GetParam());
    for (int k = 0; k < 6; ++k) {
      scene["agents"].push_back(
          agent_at({(1.7 + 0.13 * k) * k - 4.1, 0.9 * k - 2.3, 0.0}, 0.4 * k, 0.8 * k - 2.1));
    }
    scene["agents"].push_back(agent_at({-1.2, 3.4, 0.0}, 1.0, 2.0));
    scene["agents"].back()["id"] = "last";
    scene["agents"].back()["rotation"] = 1.2;
    return scene;
  }

  // All agents in one place.
  Json crowded_scene(Vec3 place, double speed) const {
    Json scene = scene_of(GetParam());
    for (int k = 0; k < 3; ++k)
      scene["agents"].push_back(agent_at(place, speed, 0.0));
    scene["agents"].back()["id"] = "last";
    return scene;
  }

  static void expect_sane(const Json& scene) {
    Simulator simulator(build_despite_warnings(read(scene)));
    for (int step = 0; step < 100; ++step) {
      const auto failure = simulator.step();
      ASSERT_FALSE(failure) << failure->quantity << " in step " << step;
      const World& world = simulator.world();
      for (AgentIndex i = 0; i < world.model().agents.size(); ++i) {
        ASSERT_NEAR(length(world.state.motion.heading(i)), 1.0, 1e-12) << "step " << step;
        if (!world.model().types[0].locomotion->steered) continue;
        ASSERT_LE(length(world.state.motion.velocity(i)), world.state.limits.max_speed[i] * (1.0 + 1e-15))
            << step;
        ASSERT_LE(std::fabs(world.state.motion.rotation[i]), world.state.limits.max_turn_rate[i]) << step;
      }
    }
  }

  void expect_same_motion(const RigidMotion& motion, int steps, double tolerance) const {
    const ScenarioDef def = read(busy_scene());
    BuiltWorld built = build_despite_warnings(def);
    Simulator image(build_moved(def, built, motion));
    Simulator original(std::move(built));
    for (int step = 0; step < steps; ++step) {
      ASSERT_FALSE(original.step() || image.step()) << "a step failed";
      const auto difference = first_difference(moved(original.world().state.motion, motion),
                                               image.world().state.motion, tolerance);
      ASSERT_FALSE(difference) << "after tick " << original.world().state.tick << ": " << *difference;
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Variants, Locomotion, testing::ValuesIn(all_variants()), name_of);

TEST_P(Locomotion, StaysWithinItsLimitsInABusyScene) {
  expect_sane(busy_scene());
}

TEST_P(Locomotion, StaysWithinItsLimitsWhereFormulasDivideByZero) {
  const Vec3 places[] = {{0, 0, 0}, {2, 2, 0}, {4, 1, 0}, {5, 1, 0}, {-6, -3, 0}, {0, -3, 0}};
  for (const Vec3& place : places) {
    for (const double speed : {0.0, 2.0}) {
      SCOPED_TRACE(testing::Message() << place.x << ", " << place.y << ", speed " << speed);
      expect_sane(crowded_scene(place, speed));
    }
  }
}

TEST_P(Locomotion, ARightAngleChangesNoBit) {
  expect_same_motion({.xx = 0.0, .xy = -1.0, .yx = 1.0, .yy = 0.0}, 100, 0.0);
}

TEST_P(Locomotion, AMirrorTurnsTheRotationRoundAndChangesNoBit) {
  expect_same_motion({.yy = -1.0}, 100, 0.0);
}

// The front wheel of a body that stands goes to the full lock of the side that is asked for, be it by a
// rounding, and in which step a track stops decides how the body goes on.
TEST_P(Locomotion, AnyAngleTurnsEverythingAlike) {
  const std::string_view variant(GetParam());
  if (variant.find("bicycle") != variant.npos || variant.find("two_track") != variant.npos) return;
  expect_same_motion({.xx = 0.8, .xy = -0.6, .yx = 0.6, .yy = 0.8, .shift = {64.0, -32.0, 0.0}}, 32, 1e-5);
}

TEST_P(Locomotion, ARunRepeatsItself) {
  const ScenarioDef def = read(busy_scene());
  Simulator first(build_despite_warnings(def));
  Simulator second(build_despite_warnings(def));
  for (int step = 0; step < 100; ++step) {
    ASSERT_FALSE(first.step() || second.step());
    ASSERT_EQ(first.hash(), second.hash()) << step;
  }
}

}  // namespace
}  // namespace drover::test::locomotion_test
