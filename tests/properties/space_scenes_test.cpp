// What is claimed of every kind in space: a scene that is turned, mirrored or moved as a whole goes on alike.
// What knows which way is up keeps the claim about turns about the vertical and upright mirrors; all else has
// no axis that is special.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/catalog.h"
#include "properties/definition_walk.h"
#include "properties/same_motion.h"
#include "properties/scenario_files.h"
#include "properties/world_comparison.h"
#include "sim/step/simulator.h"

namespace drover::test::space_scenes_test {
namespace {

// Quarter turns about each axis, mirrors across each plane of two axes, and a shift.
constexpr RigidMotion kUprightMotions[] = {
    {.xx = 0.0, .xy = -1.0, .yx = 1.0, .yy = 0.0},
    {.xx = -1.0},
    {.yy = -1.0},
    {.shift = {3.7, -12.1, 8.4}},
};
constexpr RigidMotion kTiltingMotions[] = {
    {.yy = 0.0, .yz = -1.0, .zy = 1.0, .zz = 0.0},
    {.xx = 0.0, .xz = 1.0, .zx = -1.0, .zz = 0.0},
    {.zz = -1.0},
};

enum class Claim {
  any,      // no axis is special
  upright,  // up is
  turns,    // up is, and left and right are told apart, by chance or by habit
};

struct SpaceScene {
  std::string_view name;
  Claim claim;
  std::string_view stack;  // behaviors
  std::string_view type =
      "";  // more keys of the agent type; a locomotion or an arbiter among them replaces the own
  std::string_view rest = "";  // more keys of the scenario
};

std::string text_of(const SpaceScene& scene) {
  std::string agents;
  for (int k = 0; k < 12; ++k) {
    const double angle = 2.4 * k;
    agents +=
        fmt::format(R"({{"type":"a","id":"a{}","group":"all","position":[{},{},{}],"velocity":[{},{},{}]}},)",
                    k, 3.0 * std::cos(angle), 3.0 * std::sin(angle), 0.37 * k - 2.0, std::sin(3.1 * k),
                    std::cos(1.7 * k), std::sin(0.9 * k));
  }
  const bool has_body = scene.type.find("\"locomotion\"") != std::string_view::npos;
  const bool has_arbiter = scene.type.find("\"steering\"") != std::string_view::npos;
  const std::string body = has_body ? "" : R"("locomotion":{"type":"oriented"},)";
  const std::string steering =
      has_arbiter ? ""
                  : fmt::format(R"("steering":{{"arbiter":{{"type":"weighted_sum"}},"behaviors":[{}]}},)",
                                scene.stack);
  const bool has_world = scene.rest.find("\"world\"") != std::string_view::npos;
  return fmt::format(
      R"({{"format":1,"seed":5,{}"agent_types":{{"a":{{{}{}{}{}"max_speed":3,"max_acceleration":8,"max_angular_acceleration":10}},)"
      R"("quarry":{{"max_speed":1,"locomotion":{{"type":"oriented"}}}}}},)"
      R"("agents":[{}{{"id":"prey","type":"quarry","position":[4,5,6],"velocity":[0.4,-0.2,0.7]}},)"
      R"({{"id":"other","type":"quarry","position":[-4,3,-6],"velocity":[-0.2,0.3,0.1]}}]{}}})",
      has_world ? "" : R"("world":{"dimensions":3},)", body, steering, scene.type,
      scene.type.empty() ? "" : ",", agents, scene.rest.empty() ? "" : fmt::format(",{}", scene.rest));
}

constexpr std::string_view kStack =
    R"({"type":"separation","radius":6},{"type":"seek","target":{"agent":"prey"}},{"type":"flee","target":{"agent":"other"}})";
constexpr std::string_view kGoal = R"("goal":[5,-4,3],"goal_radius":1)";
constexpr std::string_view kBall =
    R"("world":{"dimensions":3,"obstacles":[{"id":"ball","center":[0.3,-0.4,1.5],"radius":0.8},{"id":"box","box":{"center":[-0.4,0.6,-2.2],"size":[1,2,1]}}],"walls":[{"id":"sail","points":[[2,-4,-3],[5,-2,-3],[3,-3,4]],"triangles":[[0,1,2]]}],"regions":{"sphere":{"center":[1,1,1],"radius":3},"box":{"min":[-3,-3,-2],"max":[2,3,2]}},"paths":{"way":{"points":[[0,0,0],[4,1,3],[6,-3,5]]}}})";

// The agents fire at each other, so that something hits them.
constexpr std::string_view kFires =
    R"("actions":[{"type":"fire","projectile":"dart","target":{"agent_type":"a"},"period":0.2}])";
constexpr std::string_view kRange =
    R"("world":{"dimensions":3},"projectile_types":{"dart":{"gravity":[0,0,0],"drag_linear":0.2,"lifetime":1}})";

// Darts that explode, and agents that fire them, that they hurt.
constexpr std::string_view kBlasts =
    R"("world":{"dimensions":3},"projectile_types":{"dart":{"gravity":[0,0,0],"fuse":0.3,"bounce":0.5,"effects":[{"counter":"health","add":-5}],"explosion":{"radius":2,"momentum":1,"effects":[{"counter":"health","add":-10}]}}})";
constexpr std::string_view kHurt =
    R"("counters":{"health":{"start":60}},"actions":[{"type":"fire","projectile":"dart","target":{"agent_type":"a"},"period":0.2}])";
// They catch balls and throw them at the prey.
constexpr std::string_view kPlays =
    R"("hands":{"reach":1.5},"counters":{"held":{"start":9}},"actions":[{"type":"throw","target":{"agent":"prey"},"speed":9,"when":{"type":"time","to":0.6}},{"type":"drop","when":{"type":"time","from":1}},{"type":"take","target":{"agent":"prey"}},{"type":"tally","effects":[{"counter":"held","add":-1}],"period":0.3}])";
constexpr std::string_view kBalls =
    R"("world":{"dimensions":3},"projectile_types":{"ball":{"gravity":[0,0,0],"ball":{"friction":0}}},"projectiles":[{"type":"ball","held_by":"a0"},{"type":"ball","held_by":"a7"},{"type":"ball","position":[1,2,-1]}])";

// The same with a condition: the agents flee while it holds, and else go for the prey.
SpaceScene with_condition(std::string_view name, std::string_view condition, std::string_view type = "",
                          std::string_view rest = kBall) {
  static std::set<std::string> kept;
  const auto keep = [](std::string text) -> std::string_view { return *kept.insert(std::move(text)).first; };
  return {
      name, Claim::any,
      keep(fmt::format(
          R"({{"type":"flee","target":{{"agent":"other"}},"when":{}}},{{"type":"arrive","target":{{"agent":"prey"}},"weight":0.4}})",
          condition)),
      type, rest};
}

// The same with a weight that follows a quantity.
SpaceScene with_quantity(std::string_view name, std::string_view quantity, std::string_view type = "",
                         std::string_view rest = kBall) {
  static std::set<std::string> kept;
  const auto keep = [](std::string text) -> std::string_view { return *kept.insert(std::move(text)).first; };
  return {
      name, Claim::any,
      keep(fmt::format(
          R"({{"type":"flee","target":{{"agent":"other"}},"weight_by":{{{},"points":[[0,0.2],[6,1.5]]}}}},{{"type":"arrive","target":{{"agent":"prey"}},"weight":0.4}})",
          quantity)),
      type, rest};
}

std::string_view with_arbiter(std::string_view arbiter) {
  static std::set<std::string> kept;
  return *kept.insert(fmt::format(R"("steering":{{"arbiter":{{"type":"{}"}},"behaviors":[{}]}})", arbiter,
                                  kStack))
              .first;
}

std::vector<SpaceScene> arbiters() {
  return {{"weighted_sum", Claim::any, "", with_arbiter("weighted_sum")},
          {"prioritized_sum", Claim::any, "", with_arbiter("prioritized_sum")},
          {"prioritized_dithering", Claim::any, "", with_arbiter("prioritized_dithering")},
          {"priority_groups", Claim::any, "", with_arbiter("priority_groups")}};
}

std::vector<SpaceScene> conditions() {
  constexpr std::string_view kModes =
      R"("steering":{"modes":{"go":{"behaviors":[{"type":"follow_path","path":"way"}],"transitions":[{"when":{"type":"path_finished"},"to":"back"}]},"back":{"behaviors":[{"type":"arrive","target":{"agent":"other"}}],"transitions":[{"when":{"type":"time_in_mode","greater_than":1},"to":"go"}]}},"initial_mode":"go"})";
  return {
      with_condition("acceleration", R"({"type":"acceleration","greater_than":4})"),
      with_condition(
          "all",
          R"({"type":"all","conditions":[{"type":"speed","greater_than":1},{"type":"distance","target":{"agent":"prey"},"less_than":8}]})"),
      with_condition(
          "any",
          R"({"type":"any","conditions":[{"type":"speed","less_than":0.8},{"type":"distance","target":{"agent":"prey"},"less_than":6}]})"),
      with_condition("not", R"({"type":"not","condition":{"type":"speed","greater_than":1.5}})"),
      with_condition("hits", R"({"type":"hits","greater_than":0})", kFires, kRange),
      with_condition("shots", R"({"type":"shots","greater_than":2})", kFires, kRange),
      with_condition("blasts", R"({"type":"blasts","greater_than":1})", kHurt, kBlasts),
      with_condition("counter", R"({"type":"counter","counter":"health","less_than":40})", kHurt, kBlasts),
      with_condition("holds_ball", R"({"type":"holds_ball","greater_than":0})", kPlays, kBalls),
      with_condition("arrived", R"({"type":"arrived","radius":2})", kGoal),
      with_condition("clearance", R"({"type":"clearance","less_than":2})"),
      with_condition("distance", R"({"type":"distance","target":{"obstacle":"box"},"less_than":3})"),
      with_condition("emergent_leader", R"({"type":"emergent_leader","radius":4,"view":"limited"})"),
      with_condition("goal_distance", R"({"type":"goal_distance","less_than":6})", kGoal),
      with_condition("goal_state", R"({"type":"goal_state","is":"under_way"})", kGoal),
      with_condition("greatest", R"({"type":"greatest","quantity":"pace","group":"all"})", "",
                     R"("quantities":{"pace":{"type":"speed"}})"),
      with_condition("line_of_sight",
                     R"({"type":"line_of_sight","target":{"agent":"prey"},"fov_deg":200,"memory":0.2})"),
      with_condition("named", R"({"type":"named","quantity":"pace","greater_than":1.2})", "",
                     R"("quantities":{"pace":{"type":"speed"}})"),
      with_condition("neighbor_count", R"({"type":"neighbor_count","radius":3,"less_than":3})"),
      {"path_finished", Claim::upright, "", kModes, kBall},
      with_condition("random", R"({"type":"random","probability":0.5,"period":0.3})"),
      with_condition("region", R"({"type":"region","region":"sphere"})"),
      with_condition("region of a box", R"({"type":"region","region":"box","inside":false})"),
      with_condition("speed", R"({"type":"speed","less_than":1.5})"),
      with_condition("stuck", R"({"type":"stuck","distance":0.5,"duration":0.2})"),
      with_condition("time", R"({"type":"time","from":0.2,"to":1})"),
      with_condition("time_to_collision", R"({"type":"time_to_collision","radius":8,"less_than":2})"),
      with_condition("turn_rate", R"({"type":"turn_rate","greater_than":0.2})"),
      with_condition("waiting", R"({"type":"waiting","less_than":1})"),
  };
}

std::vector<SpaceScene> quantities() {
  return {with_quantity("acceleration", R"("type":"acceleration")"),
          with_quantity("hits", R"("type":"hits")", kFires, kRange),
          with_quantity("shots", R"("type":"shots")", kFires, kRange),
          with_quantity("blasts", R"("type":"blasts")", kHurt, kBlasts),
          with_quantity("counter", R"("type":"counter","counter":"health")", kHurt, kBlasts),
          with_quantity("holds_ball", R"("type":"holds_ball")", kPlays, kBalls),
          with_quantity("clearance", R"("type":"clearance")"),
          with_quantity("distance", R"("type":"distance","target":{"agent":"prey"})"),
          with_quantity("distance of a wall", R"("type":"distance","target":{"wall":"sail"})"),
          with_quantity("goal_distance", R"("type":"goal_distance")", kGoal),
          with_quantity("neighbor_count", R"("type":"neighbor_count","radius":4)"),
          with_quantity("speed", R"("type":"speed")"),
          with_quantity("time", R"("type":"time")"),
          with_quantity("time_to_collision", R"("type":"time_to_collision","radius":8)"),
          with_quantity("turn_rate", R"("type":"turn_rate")"),
          with_quantity("waiting", R"("type":"waiting")")};
}

std::vector<SpaceScene> events() {
  constexpr std::string_view kModes =
      R"("steering":{"modes":{"go":{"behaviors":[{"type":"seek","target":{"agent":"prey"}}]},"back":{"behaviors":[{"type":"flee","target":{"agent":"prey"}}]}},"initial_mode":"go"})";
  constexpr std::string_view kDoor =
      R"("world":{"dimensions":3,"obstacles":[{"id":"door","center":[1,2,1.5],"radius":2.5,"present":false}],"walls":[{"id":"sail","points":[[2,-4,-3],[5,-2,-3],[3,-3,4]],"triangles":[[0,1,2]],"present":false}]},"events":[{"type":"shape","target":{"obstacle":"door"},"at":0.2,"present":true},{"type":"shape","target":{"wall":"sail"},"at":0.4,"present":true}])";
  return {
      {"count", Claim::any, kStack,
       R"("counters":{"pace":{"start":2}},"max_speed_by":{"type":"counter","counter":"pace","points":[[0,0.2],[2,1]]})",
       R"("events":[{"type":"count","target":{"group":"all"},"at":0.2,"effects":[{"counter":"pace","add":-1}]}])"},
      {"explosion", Claim::any, kStack, "",
       R"("events":[{"type":"explosion","at":0.2,"position":[0.3,0.2,-0.4],"radius":5,"momentum":3}])"},
      {"impulse", Claim::upright, kStack, "",
       R"("events":[{"type":"impulse","target":{"group":"all"},"at":0.2,"velocity":[1,0.5,-0.7]}])"},
      {"goal", Claim::any, R"({"type":"arrive","target":"goal"})", "",
       R"("events":[{"type":"goal","target":{"group":"all"},"at":0.2,"goal":[5,-4,3],"at_goal":"leave"}])"},
      {"mode", Claim::any, "", kModes,
       R"("events":[{"type":"mode","target":{"agent":"a3"},"at":0.4,"mode":"back"}])"},
      {"remove", Claim::any, kStack, "",
       R"("events":[{"type":"remove","target":{"group":"all"},"when":{"type":"distance","target":{"agent":"prey"},"less_than":6}}])"},
      {"reports", Claim::any,
       R"({"type":"flee","target":{"agent_type":"a"}},{"type":"pursue","target":{"group":"all","select":"centroid"},"weight":0.5})",
       R"("dead_reckoning":{"interval":0.2,"threshold":0.4,"delay":0.1,"order":2,"correction":"smooth"})"},
      {"set", Claim::any, kStack, "",
       R"("events":[{"type":"set","target":{"agent":"a2"},"at":0.2,"parameter":"max_speed","value":0.5}])"},
      {"shape", Claim::any, kStack, "", kDoor},
      {"spawn", Claim::any, kStack, "",
       R"("events":[{"type":"spawn","at":0.3,"agents":{"type":"a","group":"all","position":[3,4,-5],"velocity":[0.2,0.1,1]}}])"},
      {"teleport", Claim::upright, kStack, "",
       R"("events":[{"type":"teleport","target":{"agent":"a4"},"at":0.3,"position":[-3,4,5],"velocity":[1,0.5,0.2]},{"type":"teleport","target":{"agent":"a5"},"at":0.4,"by":[1,2,3]}])"},
  };
}

// Formations in space are upright, or turn with their leader.
std::vector<SpaceScene> formations() {
  constexpr std::string_view kSlots = R"({"type":"slot_arrive"})";
  std::string slots;
  for (int k = 0; k < 13; ++k)
    slots += fmt::format(R"({}{{"position":[{},{},{}]}})", k == 0 ? "" : ",", -1.1 * k,
                         1.3 * (k % 3) - 1.1 * (k % 5), 0.7 * (k % 4) - 0.4 * (k % 3));
  const std::string pattern = fmt::format(R"("pattern":{{"type":"custom","slots":[{}]}})", slots);
  static const std::string leader = fmt::format(
      R"("formations":{{"wing":{{{},"members":[{{"group":"all"}}],"anchor":{{"type":"leader","leader":"prey"}}}}}})",
      pattern);
  static const std::string full = fmt::format(
      R"("formations":{{"wing":{{{},"members":[{{"group":"all"}}],"anchor":{{"type":"leader","leader":"prey","frame":"full"}}}}}})",
      pattern);
  static const std::string changing =
      R"("formations":{"wing":{"pattern":{"type":"v"},"patterns":{"file":{"type":"column"}},"members":[{"group":"all"}],"anchor":{"type":"leader","leader":"prey"}}},)"
      R"("events":[{"type":"leave","target":{"agent":"a1"},"at":0.2},{"type":"pattern","target":{"formation":"wing"},"at":0.3,"pattern":"file"},)"
      R"({"type":"join","target":{"agent":"a1"},"at":0.4,"formation":"wing"},{"type":"reassign","target":{"formation":"wing"},"at":0.5}])";
  return {{"leader", Claim::upright, kSlots, "", leader},
          {"full frame", Claim::upright, kSlots, "", full},
          {"events of formations", Claim::turns, kSlots, "", changing}};
}

std::vector<SpaceScene> locomotions() {
  constexpr std::string_view kScript =
      R"("locomotion":{"type":"scripted","keyframes":[[0,1,2,3],[0.5,3,2,5],[1,3,4,4],[2,-1,0,7]]})";
  constexpr std::string_view kControls =
      R"("locomotion":{"type":"scripted","controls":[[0,0.5,1],[0.4,-0.3,-2]]})";
  constexpr std::string_view kKinematic = R"("locomotion":{"type":"kinematic"})";
  return {{"oriented", Claim::any, kStack},
          {"point_mass", Claim::upright, kStack, R"("locomotion":{"type":"point_mass"})"},
          {"point_mass that turns slowly", Claim::upright, kStack,
           R"("locomotion":{"type":"point_mass"},"max_turn_rate":2)"},
          {"kinematic", Claim::upright, R"({"type":"kinematic_seek","target":{"agent":"prey"}})", kKinematic},
          {"kinematic that arrives", Claim::upright,
           R"({"type":"kinematic_arrive","target":{"agent":"prey"}})", kKinematic},
          {"kinematic that flees", Claim::upright, R"({"type":"kinematic_flee","target":{"agent":"prey"}})",
           kKinematic},
          {"bank_turn", Claim::upright, kStack, R"("locomotion":{"type":"bank_turn","min_speed":1})"},
          {"scripted", Claim::upright, "", kScript},
          {"scripted controls", Claim::any, "", kControls}};
}

std::vector<SpaceScene> behaviors() {
  return {
      {"headway", Claim::any,
       R"({"type":"seek","target":{"agent":"prey"}},{"type":"headway","radius":6,"time_gap":1.5})"},
      {"kinematic_wander", Claim::turns, R"({"type":"kinematic_wander","max_rotation":3})",
       R"("locomotion":{"type":"kinematic"})"},
      {"face", Claim::upright, R"({"type":"face","target":{"agent":"prey"},"level_at_rest":true})"},
      {"look_where_going", Claim::upright,
       R"({"type":"seek","target":{"agent":"prey"}},{"type":"look_where_going"})"},
      {"offset_pursuit", Claim::upright,
       R"({"type":"offset_pursuit","target":{"agent":"prey"},"offset":[-3,2,1]})"},
      {"orbit", Claim::upright, R"({"type":"orbit","target":{"agent":"prey"},"radius":3})"},
      {"leader_following", Claim::upright,
       R"({"type":"leader_following","target":{"agent":"prey"},"behind_distance":1})"},
      {"hide", Claim::upright, R"({"type":"hide","target":{"agent":"other"}})", "", kBall},
      {"containment", Claim::upright, R"({"type":"containment","region":"sphere"})", "", kBall},
      {"follow_path", Claim::upright, R"({"type":"follow_path","path":"way"})", "", kBall},
      {"follow_path by a rabbit", Claim::upright, R"({"type":"follow_path","path":"way","variant":"rabbit"})",
       "", kBall},
      {"evade_projectile", Claim::turns,
       R"({"type":"seek","target":{"agent":"prey"},"weight":0.3},{"type":"evade_projectile"})", kFires,
       kRange},
      {"catch_projectile", Claim::upright,
       R"({"type":"catch_projectile"},{"type":"seek","target":{"agent":"prey"},"weight":0.3})", kFires,
       kRange},
      {"collision_avoidance", Claim::turns,
       R"({"type":"seek","target":{"agent":"prey"}},{"type":"collision_avoidance","radius":8})"},
      {"wall_avoidance", Claim::upright,
       R"({"type":"seek","target":{"agent":"prey"}},{"type":"wall_avoidance","length":3})", "", kBall},
      {"obstacle_avoidance", Claim::turns,
       R"({"type":"seek","target":{"agent":"prey"}},{"type":"obstacle_avoidance"})", "", kBall},
  };
}

std::vector<SpaceScene> all_scenes() {
  std::vector<SpaceScene> all;
  for (const std::vector<SpaceScene>& some :
       {arbiters(), conditions(), quantities(), events(), formations(), locomotions(), behaviors()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

std::optional<ScenarioDef> read(const SpaceScene& scene) {
  JsonSources sources;
  Diagnostics diagnostics;
  const std::string text = text_of(scene);
  std::optional<LoadedScenario> loaded =
      read_scenario_text({.name = "scene", .text = text}, {}, catalog(), sources, diagnostics);
  EXPECT_TRUE(loaded) << scene.name << "\n" << text << "\n" << format_human(diagnostics, sources, false);
  return loaded ? std::optional(std::move(loaded->def)) : std::nullopt;
}

void expect_same(const SpaceScene& scene, const ScenarioDef& def, const RigidMotion& motion) {
  const auto other = find_other_motion(def, motion, {.steps = 40, .tolerance = 1e-7});
  EXPECT_FALSE(other) << scene.name << ": " << *other;
}

TEST(SpaceScenes, GoOnAlikeWhenTheyAreTurnedMirroredOrMovedAsAWhole) {
  for (const SpaceScene& scene : all_scenes()) {
    const std::optional<ScenarioDef> def = read(scene);
    if (!def) continue;
    for (const RigidMotion& motion : kUprightMotions)
      if (scene.claim != Claim::turns || !motion.mirrors()) expect_same(scene, *def, motion);
    if (scene.claim != Claim::any) continue;
    for (const RigidMotion& motion : kTiltingMotions)
      expect_same(scene, *def, motion);
  }
}

// The order of the entries does not matter once numbers are given, to the last bit.
TEST(SpaceScenes, GoOnAlikeWhenTheAgentsAreInAnotherOrder) {
  for (const SpaceScene& scene : all_scenes()) {
    const std::optional<ScenarioDef> def = read(scene);
    if (!def) continue;
    ScenarioDef permuted = clone(*def);
    std::int64_t next_free = 0;
    for (const AgentEntry& entry : agent_entries(permuted)) {
      entry.agents->number = next_free;
      next_free += entry.count;
    }
    std::reverse(permuted.agents.begin(), permuted.agents.end());
    Simulator expected(build_despite_warnings(*def));
    Simulator actual(build_despite_warnings(permuted));
    for (int step = 0; step < 60; ++step)
      ASSERT_FALSE(expected.step() || actual.step()) << scene.name;
    const auto difference = first_difference(expected.world(), actual.world());
    EXPECT_FALSE(difference) << scene.name << ": " << *difference;
  }
}

// A scene about each kind that works in space, so that a new kind is not forgotten.
TEST(SpaceScenes, AreThereForEveryKindThatWorksInSpace) {
  const std::set<std::string_view> without_scene = {
      "slot_error",    // of formations
      "named",         // in the condition of that name
      "time_in_mode",  // in the scene of path_finished
  };
  std::set<std::string, std::less<>> shown;
  for (const SpaceScene& scene : all_scenes()) {
    const std::optional<ScenarioDef> def = read(scene);
    if (!def) continue;
    ScenarioDef copy = clone(*def);
    walk_kinds(ScenarioDef::table(), &copy, [&](KindBox& box) {
      if (box.kind != nullptr) shown.insert(fmt::format("{} {}", box.kind->family, box.kind->name));
    });
  }
  for (const std::string_view family :
       {"action", "arbiter", "condition", "quantity", "event", "locomotion"}) {
    for (const Kind* kind : catalog().kinds(family)) {
      if (!kind->in_space || without_scene.contains(kind->name)) continue;
      EXPECT_TRUE(shown.contains(fmt::format("{} {}", family, kind->name))) << family << " " << kind->name;
    }
  }
}

// Where agents start, with the placement moved as a whole.
std::vector<Vec3> places_of(std::string_view placement, std::string_view regions = "") {
  JsonSources sources;
  Diagnostics diagnostics;
  const std::string text = fmt::format(
      R"({{"format":1,"world":{{"dimensions":3,"regions":{{{}}}}},"agent_types":{{"a":{{"radius":0.1}}}},"agents":[{{"type":"a","count":6,"placement":{}}}]}})",
      regions, placement);
  const std::optional<LoadedScenario> loaded =
      read_scenario_text({.name = "scene", .text = text}, {}, catalog(), sources, diagnostics);
  EXPECT_TRUE(loaded) << format_human(diagnostics, sources, false);
  std::vector<Vec3> places;
  if (!loaded) return places;
  const BuiltWorld built = build_despite_warnings(loaded->def);
  for (AgentIndex i = 0; i < built.world.model().body_count(); ++i)
    places.push_back(built.world.state.motion.position(i));
  return places;
}

void expect_moved(const std::vector<Vec3>& before, const std::vector<Vec3>& after,
                  const RigidMotion& motion) {
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t k = 0; k < before.size(); ++k)
    EXPECT_LT(length(motion.of_point(before[k]) - after[k]), 1e-12) << k;
}

TEST(SpacePlacements, MoveAsAWhole) {
  const RigidMotion shift{.shift = {1.0, -2.0, 4.0}};
  expect_moved(places_of(R"({"type":"ball","center":[1,2,3],"radius":2})"),
               places_of(R"({"type":"ball","center":[2,0,7],"radius":2})"), shift);
  expect_moved(places_of(R"({"type":"box","min":[0,1,2],"max":[2,4,8]})"),
               places_of(R"({"type":"box","min":[1,-1,6],"max":[3,2,12]})"), shift);
  expect_moved(places_of(R"({"type":"ring","center":[1,2,3],"radius":2})"),
               places_of(R"({"type":"ring","center":[2,0,7],"radius":2})"), shift);
  expect_moved(places_of(R"({"type":"grid","origin":[1,2,3],"step":[1,2],"columns":2})"),
               places_of(R"({"type":"grid","origin":[2,0,7],"step":[1,2],"columns":2})"), shift);
  expect_moved(places_of(R"({"type":"region","region":"r"})", R"("r":{"min":[0,1,2],"max":[2,4,8]})"),
               places_of(R"({"type":"region","region":"r"})", R"("r":{"min":[1,-1,6],"max":[3,2,12]})"),
               shift);
}

// (x, y, z) becomes (x, -z, y).
TEST(SpacePlacements, OfPointsAndLinesTurnAboutAnyAxis) {
  const RigidMotion quarter = kTiltingMotions[0];
  expect_moved(places_of(R"({"type":"line","from":[1,2,3],"to":[4,5,9]})"),
               places_of(R"({"type":"line","from":[1,-3,2],"to":[4,-9,5]})"), quarter);
  expect_moved(
      places_of(R"({"type":"points","points":[[1,2,3],[4,5,9],[0,0,1],[1,1,1],[2,2,2],[3,0,3]]})"),
      places_of(R"({"type":"points","points":[[1,-3,2],[4,-9,5],[0,-1,0],[1,-1,1],[2,-2,2],[3,-3,0]]})"),
      quarter);
}

}  // namespace
}  // namespace drover::test::space_scenes_test
