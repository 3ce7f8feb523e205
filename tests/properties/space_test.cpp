// Laws of space: a scene of the plane goes on in space as it does in the plane, and no axis is special where
// no horizon is.
#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/catalog.h"
#include "properties/definition_walk.h"
#include "properties/plane_claims.h"
#include "properties/same_motion.h"
#include "properties/scenario_files.h"
#include "properties/world_comparison.h"
#include "sim/step/simulator.h"

namespace drover::test::space_test {
namespace {

constexpr int kSteps = 200;
constexpr double kTolerance = 1e-12;

// The scenario with three dimensions; nothing where something in it has no meaning there.
std::optional<ScenarioDef> in_space(const std::string& file) {
  JsonSources sources;
  Diagnostics diagnostics;
  ReadOptions options = options_of_file(file);
  options.set.emplace_back("world.dimensions=3");
  std::optional<LoadedScenario> loaded =
      load_scenario(path_of_file(file), options, catalog(), sources, diagnostics);
  if (!loaded) return std::nullopt;
  return std::move(loaded->def);
}

// Random numbers are drawn otherwise in space; places that jitter leave the plane.
bool is_random(const ScenarioDef& def) {
  bool found = std::ranges::any_of(
      def.agents, [](const AgentDef& entry) { return entry.placement && entry.placement->jitter > 0.0; });
  ScenarioDef copy = clone(def);
  walk_kinds(ScenarioDef::table(), &copy, [&](KindBox& box) {
    found =
        found || (box.kind->family == "behavior" && box.kind->name.find("wander") != std::string_view::npos);
  });
  return found;
}

bool turns_by_align(const ScenarioDef& def) {
  bool found = false;
  ScenarioDef copy = clone(def);
  walk_kinds(ScenarioDef::table(), &copy, [&](KindBox& box) { found = found || box.kind->name == "align"; });
  return found;
}

// Solids are asked by other formulas in space. What their roundings differ by, steering round a solid
// magnifies. align takes its angle from a quaternion there; while its target turns, the roundings of 200
// steps add up.
MovedRun run_in_space(const ScenarioDef& plane) {
  if (!plane.world.obstacles.empty()) return run_of(Claim::rounding);
  return {kSteps, turns_by_align(plane) ? 10.0 * kTolerance : kTolerance};
}

std::optional<std::string> first_departure(const ScenarioDef& plane, const ScenarioDef& space) {
  const MovedRun run = run_in_space(plane);
  Simulator planar(build_without_problems(plane));
  Simulator spatial(build_despite_warnings(space));
  for (int step = 0; step < run.steps; ++step) {
    if (planar.step() || spatial.step()) return "a step failed";
    const auto difference =
        first_difference(planar.world().state.motion, spatial.world().state.motion, run.tolerance);
    if (difference) return fmt::format("after tick {}: {}", planar.world().state.tick, *difference);
  }
  return std::nullopt;
}

// A quarter turn about each axis of the world, and a mirror across the floor.
constexpr RigidMotion kTurns[] = {
    {.xx = 0.0, .xy = -1.0, .yx = 1.0, .yy = 0.0},
    {.yy = 0.0, .yz = -1.0, .zy = 1.0, .zz = 0.0},
    {.xx = 0.0, .xz = 1.0, .zx = -1.0, .zz = 0.0},
    {.zz = -1.0},
};

// What has a horizon knows which way is up, whatever axis the scene is turned about.
constexpr std::string_view kStackWithoutHorizon = R"(
  "locomotion": {"type": "oriented"}, "max_speed": 3, "max_acceleration": 8, "max_angular_acceleration": 10,
  "steering": {"arbiter": {"type": "weighted_sum"}, "behaviors": [)";

std::string scene_of(std::string_view behavior) {
  std::string agents;
  for (int k = 0; k < 12; ++k) {
    const double angle = 2.4 * k;
    agents += fmt::format(R"({}{{"type":"a","group":"all","position":[{},{},{}],"velocity":[{},{},{}]}})",
                          k == 0 ? "" : ",", 3.0 * std::cos(angle), 3.0 * std::sin(angle), 0.37 * k - 2.0,
                          std::sin(3.1 * k), std::cos(1.7 * k), std::sin(0.9 * k));
  }
  return fmt::format(
      R"({{"format":1,"world":{{"dimensions":3}},"agent_types":{{"a":{{{}{}]}}}},"quarry":{{"max_speed":1,"locomotion":{{"type":"oriented"}}}}}},)"
      R"("agents":[{},{{"id":"prey","type":"quarry","position":[4,5,6],"velocity":[0.4,-0.2,0.7]}},)"
      R"({{"id":"other","type":"quarry","position":[-4,3,-6],"velocity":[-0.2,0.3,0.1]}}]}})",
      kStackWithoutHorizon, behavior, agents);
}

// One for each behavior and variant that has no horizon. The full pushes of chase and intercept go to and fro
// where they are aligned, and rounding decides when.
constexpr std::string_view kWithoutHorizon[] = {
    R"({"type":"seek","target":{"agent":"prey"}})",
    R"({"type":"seek","target":{"agent":"prey"},"speed":"max"})",
    R"({"type":"pursue","target":{"agent":"prey"},"steer":"bow"})",
    R"({"type":"evade","target":{"agent":"prey"},"steer":"bow"})",
    R"({"type":"alignment","radius":6,"variant":"angle"})",
    R"({"type":"cohesion","radius":6,"variant":"angle"})",
    R"({"type":"separation","radius":6,"variant":"bow_inverse"})",
    R"({"type":"flee","target":{"agent":"prey"}})",
    R"({"type":"arrive","target":{"agent":"prey"}})",
    R"({"type":"pursue","target":{"agent":"prey"}})",
    R"({"type":"evade","target":{"agent":"prey"}})",
    R"({"type":"interpose","first":{"agent":"prey"},"second":{"agent":"other"}})",
    R"({"type":"match_velocity","target":{"agent":"prey"}})",
    R"({"type":"match_rotation","target":{"agent":"prey"}})",
    R"({"type":"separation","radius":6})",
    R"({"type":"separation","radius":6,"variant":"inverse_square"})",
    R"({"type":"cohesion","radius":6})",
    R"({"type":"cohesion","radius":6,"fov":2})",
    R"({"type":"alignment","radius":6})",
    R"({"type":"alignment","radius":6,"variant":"velocity"})",
    R"({"type":"flocking","radius":6})",
    R"({"type":"align","target":{"agent":"prey"}})",
    R"({"type":"face","target":{"agent":"prey"},"up_mode":"from_current"})",
    R"({"type":"look_where_going","up_mode":"from_current"})",
};

TEST(SpaceLaws, NoAxisIsSpecialWithoutAHorizon) {
  for (const std::string_view behavior : kWithoutHorizon) {
    JsonSources sources;
    Diagnostics diagnostics;
    const std::optional<LoadedScenario> loaded = read_scenario_text(
        {.name = "scene", .text = scene_of(behavior)}, {}, catalog(), sources, diagnostics);
    ASSERT_TRUE(loaded) << behavior << format_human(diagnostics, sources, false);
    for (const RigidMotion& turn : kTurns) {
      const auto other = find_other_motion(loaded->def, turn, {.steps = 100, .tolerance = 1e-9});
      EXPECT_FALSE(other) << behavior << ": " << *other;
    }
  }
}

TEST(SpaceLaws, ASceneOfThePlaneGoesOnInSpaceAsInThePlane) {
  std::size_t compared = 0;
  for (const std::string& file : scenario_files()) {
    std::optional<ScenarioDef> space = in_space(file);
    auto plane = load_file(file);
    if (plane.def.world.space() != Dimensions::plane) continue;
    // Columns turn in succession in the plane alone; there projectiles do not fall, nor miss above and below.
    for (ScenarioDef* def : {&plane.def, space ? &*space : &plane.def}) {
      for (Named<ProjectileTypeDef>& type : def->projectile_types)
        type.value.gravity = type.value.gravity.value_or(Vec3{});
      walk(ScenarioDef::table(), def, [](const Field& field, void* member) {
        if (field.key == "spread" && field.access.type == FieldType::parameter)
          *static_cast<Parameter*>(member) = 0.0;
      });
      for (Named<FormationDef>& formation : def->formations)
        formation.value.turn = FormationTurn::wheel;
    }
    // Balls roll in the plane alone.
    const auto is_ball = [](const Named<ProjectileTypeDef>& type) { return type.value.ball.has_value(); };
    if (std::ranges::any_of(plane.def.projectile_types, is_ball)) continue;
    // A region without heights has no places that could be drawn.
    if (!space || is_random(*space) || !build_world(*space).problems.empty()) continue;
    const std::optional<std::string> departure = first_departure(plane.def, *space);
    EXPECT_FALSE(departure) << file << ": " << *departure;
    ++compared;
  }
  EXPECT_GE(compared, 15u);
  RecordProperty("compared", static_cast<int>(compared));
}

}  // namespace
}  // namespace drover::test::space_test
