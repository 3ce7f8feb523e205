// Parameters of behaviors that are allowed and cannot do what they say: warnings of the reader.
#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "scenario/scenario_reader.h"

namespace drover::test::warnings_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A scenario with one behavior.
std::string text_of(const std::string& behavior, const std::string& type_keys = "", double dt = 0.02) {
  return fmt::format(
      R"({{"format":1,"simulation":{{"dt":{}}},"world":{{"paths":{{"p":{{"points":[[0,0],[9,0]]}}}}}},
          "agent_types":{{"a":{{"steering":{{"behaviors":[{}]}}{}}}}}}})",
      dt, behavior, type_keys);
}

// "pointer: message" of every problem.
std::vector<std::string> problems_in(const std::string& text) {
  JsonSources sources;
  Diagnostics diagnostics;
  read_scenario_text({"test", text}, {}, catalog(), sources, diagnostics);
  std::vector<std::string> found;
  for (const Diagnostic& problem : diagnostics.sorted()) {
    found.push_back(problem.pointer.value_or("") + ": " + problem.message);
  }
  return found;
}

std::vector<std::string> problems_of(const std::string& behavior, const std::string& type_keys = "",
                                     double dt = 0.02) {
  return problems_in(text_of(behavior, type_keys, dt));
}

TEST(BodyLengthProblem, ComesForALengthThatIsGivenTwiceAndForABodyLengthThatNothingUses) {
  EXPECT_THAT(
      problems_of(R"({"type":"cohesion","radius":3,"length_factor":2})"),
      ElementsAre("/agent_types/a/steering/behaviors/0/length_factor: \"length_factor\" and \"radius\" "
                  "give one length in two ways"));
  EXPECT_THAT(problems_of(R"({"type":"flocking","threshold":3,"threshold_factor":2})").size(), 1u);
  EXPECT_THAT(problems_of(R"({"type":"cohesion","radius":3,"length_factor":null})"), IsEmpty());
  const std::vector<std::string> unused = problems_of(R"({"type":"cohesion"})", R"(,"body_length":4)");
  ASSERT_EQ(unused.size(), 1u);
  EXPECT_THAT(unused[0], ::testing::StartsWith("/agent_types/a/body_length: \"body_length\" has no effect"));
  EXPECT_THAT(problems_of(R"({"type":"cohesion","length_factor":2})", R"(,"body_length":4)"), IsEmpty());
}

TEST(FieldProblem, ComesForKeysWithoutEffect) {
  EXPECT_THAT(
      problems_of(R"({"type":"flow_field","target":{"point":[1,0]},"min_recompute_interval":1})"),
      ElementsAre("/agent_types/a/steering/behaviors/0/min_recompute_interval: it has no effect: none of the "
                  "places is an agent or the nearest of a group"));
  EXPECT_THAT(
      problems_in(R"({"format":1,"world":{"regions":{"r":{"min":[0,0],"max":[1,1]}}},"agent_types":{"a":{
      "steering":{"behaviors":[{"type":"flow_field","target":{"region":"r"},"goal_block":2}]}}}})"),
      ElementsAre("/agent_types/a/steering/behaviors/0/goal_block: it has no effect: the cells of regions "
                  "are goals, not those around a point"));
  EXPECT_THAT(problems_of(R"({"type":"flow_field","target":{"agent_type":"a"},"min_recompute_interval":1})"),
              IsEmpty());
  EXPECT_THAT(problems_of(R"({"type":"flow_field","target":{"point":[1,0]},"crowd_interval":2})").size(), 1u);
  EXPECT_THAT(
      problems_of(R"({"type":"flow_field","target":{"point":[1,0]},"integration":"bfs","crowd_weight":2})")
          .size(),
      1u);
}

TEST(GridProblem, ComesForCornersWithoutDiagonalMoves) {
  const auto problems_with = [](const char* keys) {
    return problems_in(
        fmt::format(R"({{"format":1,"navigation":{{"grids":{{"g":{{"connectivity":4{}}}}}}}}})", keys));
  };
  EXPECT_THAT(
      problems_with(R"(,"corner_cutting":"one")"),
      ElementsAre("/navigation/grids/g/corner_cutting: it has no effect: a grid with connectivity 4 has "
                  "no diagonal moves"));
  EXPECT_THAT(problems_with(""), IsEmpty());
}

// What is written is read again: with a length once, in the unit it was given in.
TEST(BodyLengthProblem, DoesNotComeForWhatWasWritten) {
  const auto read = [](const std::string& text) {
    JsonSources sources;
    Diagnostics diagnostics;
    return read_scenario_text({"test", text}, {}, catalog(), sources, diagnostics);
  };
  const auto first = read(text_of(R"({"type":"flocking","length_factor":2,"threshold":3})"));
  ASSERT_TRUE(first.has_value());
  const auto second = read(first->resolved->dump());
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->hash, first->hash);
  EXPECT_NE(first->resolved->dump().find("\"threshold\":3.0"), std::string::npos);
}

TEST(FactorProblem, ComesForWhatIsPerceivedAndForFactorsThatMeanNothing) {
  const auto problem = [](const std::string& behavior, const std::string& type = "") {
    const std::vector<std::string> found = problems_of(behavior, type);
    return found.size() == 1 ? found[0] : fmt::format("{} problems", found.size());
  };
  const std::string cohesion = R"({"type":"cohesion"})";
  EXPECT_EQ(problem(cohesion, R"(,"max_speed_by":{"type":"neighbor_count","points":[[0,1]]})"),
            "/agent_types/a/max_speed_by: \"max_speed_by\" cannot follow neighbor_count: limits and "
            "neighborhoods are "
            "known before anything is perceived");
  EXPECT_EQ(problem(cohesion, R"(,"max_speed_by":{"type":"time","points":[[0,1],[2,0]]})"),
            "/agent_types/a/max_speed_by: the factors of \"max_speed_by\" must be above 0 and at most 1000");
  EXPECT_EQ(problem(cohesion, R"(,"max_force_by":{"type":"time","points":[[0,1]]})"),
            "/agent_types/a/max_force_by: \"max_force_by\" has no effect without \"max_force\"");
  EXPECT_EQ(problem(cohesion, R"(,"max_turn_rate_by":{"type":"time","points":[[0,1]]})"),
            "/agent_types/a/max_turn_rate_by: \"max_turn_rate_by\" has no effect without \"max_turn_rate\"");
  EXPECT_EQ(problem(R"({"type":"cohesion","fov_by":{"type":"time","points":[[0,1]]}})"),
            "/agent_types/a/steering/behaviors/0/fov_by: \"fov_by\" has no effect: \"view\" is \"full\"");
  EXPECT_EQ(problem(R"({"type":"cohesion","radius_by":{"type":"time_to_collision","points":[[0,1]]}})"),
            "/agent_types/a/steering/behaviors/0/radius_by: \"radius_by\" cannot follow time_to_collision: "
            "limits and "
            "neighborhoods are known before anything is perceived");
  constexpr const char* kNamed =
      R"(,"max_speed_by":{"type":"named","quantity":"q","points":[[0,1]]}}},"quantities":{"q":{"type":"%"}},"x-rest":{"b":{)";
  const auto with_quantity = [&](const char* kind) {
    std::string text = kNamed;
    return text.replace(text.find('%'), 1, kind);
  };
  EXPECT_EQ(problem(cohesion, with_quantity("neighbor_count")),
            "/agent_types/a/max_speed_by/quantity: \"q\" cannot be followed here: limits and neighborhoods "
            "are known "
            "before anything is perceived");
  EXPECT_THAT(problems_of(cohesion, with_quantity("speed")), IsEmpty());
}

// The problems of a behavior in a world.
std::vector<std::string> problems_in_world(const std::string& behavior, const std::string& world,
                                           const std::string& type_keys = "") {
  std::string text = text_of(behavior, type_keys);
  const std::string paths = R"("world":{)";
  return problems_in(text.insert(text.find(paths) + paths.size(), world));
}

constexpr const char* kOpenWall = R"("walls":[{"points":[[0,0],[9,0]]}],)";

TEST(HugWarning, ComesWhereThereIsNothingToGoAlongAndForBodiesThatOverlapIt) {
  const std::string hug = R"({"type":"hug"})";
  EXPECT_THAT(problems_of(hug),
              ElementsAre("/agent_types/a/steering/behaviors/0/type: \"hug\" has no effect: "
                          "there are no walls and no obstacles"));
  EXPECT_THAT(problems_in_world(hug, kOpenWall), IsEmpty());
  EXPECT_THAT(problems_in_world(hug, R"("obstacles":[{"center":[0,0],"radius":1}],)"), IsEmpty());
  EXPECT_THAT(problems_in_world(hug, kOpenWall, R"(,"radius":1)"), IsEmpty());
  EXPECT_THAT(problems_in_world(hug, kOpenWall, R"(,"radius":1.5)"),
              ElementsAre("/agent_types/a/steering/behaviors/0/distance: \"distance\" is below the radius: "
                          "bodies overlap what they go along"));
  EXPECT_THAT(problems_in_world(R"({"type":"hug","distance":{"uniform":[0.4,0.9]}})", kOpenWall).size(), 1u);
}

TEST(HugWarning, ComesForEndsThatNoWallHas) {
  const std::string stop = R"({"type":"hug","end":"stop"})";
  EXPECT_THAT(problems_in_world(stop, kOpenWall), IsEmpty());
  const std::string ring = R"("walls":[{"points":[[0,0],[9,0],[9,9]],"closed":true}],)";
  EXPECT_THAT(
      problems_in_world(stop, ring),
      ElementsAre("/agent_types/a/steering/behaviors/0/end: \"end\" has no effect: no wall has an end"));
  EXPECT_THAT(problems_in_world(R"({"type":"hug"})", ring), IsEmpty());
}

TEST(PredictionWallsWarning, ComesWhereThereAreNone) {
  const std::string pursue = R"({"type":"pursue","target":{"point":[9,0]},"prediction_walls":"slide"})";
  EXPECT_THAT(problems_of(pursue),
              ElementsAre("/agent_types/a/steering/behaviors/0/prediction_walls: \"prediction_walls\" has no "
                          "effect: there are no walls and no obstacles"));
  EXPECT_THAT(problems_in_world(pursue, kOpenWall), IsEmpty());
  EXPECT_THAT(problems_of(R"({"type":"pursue","target":{"point":[9,0]},"prediction_walls":"none"})"),
              IsEmpty());
}

// Whether a key of a behavior is said to have no effect.
bool is_unread(const std::string& key, const std::string& behavior) {
  const std::vector<std::string> problems = problems_of(behavior);
  return std::ranges::any_of(problems, [&](const std::string& problem) {
    return problem.starts_with("/agent_types/a/steering/behaviors/0/" + key + ": \"" + key +
                               "\" has no effect: ");
  });
}

TEST(UnreadKeyWarning, NamesTheChoiceThatLeavesTheKeyUnread) {
  EXPECT_THAT(
      problems_of(R"({"type":"wander","variant":"random_force","wander_radius":2})"),
      ElementsAre("/agent_types/a/steering/behaviors/0/wander_radius: \"wander_radius\" has no effect: "
                  "\"variant\" is \"random_force\""));
  EXPECT_TRUE(is_unread("interval", R"({"type":"wander","interval":3})"));
  EXPECT_TRUE(
      is_unread("response_time",
                R"({"type":"seek","target":{"point":[9,0]},"variant":"full_accel","response_time":1})"));
  EXPECT_TRUE(
      is_unread("deceleration",
                R"({"type":"arrive","target":{"point":[9,0]},"variant":"radii","deceleration":"slow"})"));
  EXPECT_TRUE(is_unread("fov", R"({"type":"separation","fov":1})"));
  EXPECT_TRUE(is_unread("agents", R"({"type":"obstacle_avoidance","agents":true})"));
  EXPECT_TRUE(is_unread("target", R"({"type":"obstacle_avoidance","target":{"point":[9,0]}})"));
  EXPECT_TRUE(is_unread("normalize_mean",
                        R"({"type":"flocking","alignment_variant":"angle","normalize_mean":true})"));
  EXPECT_TRUE(
      is_unread("facing_cos",
                R"({"type":"pursue","target":{"point":[9,0]},"facing_early_out":false,"facing_cos":0.5})"));
}

TEST(UnreadKeyWarning, IsSilentWhereTheKeyIsReadOrSaysWhatHoldsAnyway) {
  EXPECT_FALSE(is_unread("interval", R"({"type":"wander","variant":"random_point","interval":3})"));
  EXPECT_FALSE(is_unread("fov", R"({"type":"separation","view":"angle","fov":1})"));
  EXPECT_FALSE(is_unread("interval", R"({"type":"wander","interval":1})"));
  EXPECT_FALSE(is_unread("cohesion_by_mass", R"({"type":"flocking","cohesion_by_mass":true})"));
  EXPECT_FALSE(is_unread("steer", R"({"type":"wander","steer":"turn"})"));
}

// The key stands in the type that is extended, where it is read; whoever chooses otherwise did not write it.
TEST(UnreadKeyWarning, IsSilentAboutWhatIsInheritedFromWhereItIsRead) {
  const auto problems = [](const std::string& base, const std::string& change) {
    return problems_in(
        R"({"format":1,"agent_types":{"base":{"steering":{"behaviors":[)" + base +
        R"(]}},"other":{"extends":"base","steering":{"change":{"wander":)" + change +
        R"(}}}},"agents":[{"type":"base","position":[0,0]},{"type":"other","position":[9,9]}]})");
  };
  const std::string base = R"({"type":"wander","variant":"random_point","interval":3})";
  EXPECT_THAT(problems(base, R"({"variant":"random_force"})"), IsEmpty());
  EXPECT_THAT(problems(base, R"({"variant":"random_force","interval":5})"),
              ElementsAre(::testing::HasSubstr("\"interval\" has no effect")));
  EXPECT_THAT(problems(R"({"type":"wander","interval":3})", R"({"wander_radius":2})"),
              ElementsAre(::testing::HasSubstr("\"interval\" has no effect")));
}

TEST(UnreadKeyWarning, DoesNotComeForWhatWasWrittenOutWithItsDefaults) {
  JsonSources sources;
  Diagnostics diagnostics;
  const std::string text = text_of(R"({"type":"wander","variant":"random_force"})", "", 0.02);
  const auto first = read_scenario_text({"test", text}, {}, catalog(), sources, diagnostics);
  ASSERT_TRUE(first.has_value());
  EXPECT_THAT(problems_in(first->resolved->dump()), IsEmpty());
}

constexpr const char* kTurningBody = R"(,"locomotion":{"type":"oriented"})";

TEST(TurningWarning, ComesForEveryVariantThatAsksForARotationOnly) {
  for (const char* behavior :
       {R"({"type":"wander","variant":"orientation_circle"})", R"({"type":"kinematic_wander"})",
        R"({"type":"face","target":{"point":[1,1]}})", R"({"type":"look_where_going"})"}) {
    SCOPED_TRACE(behavior);
    ASSERT_EQ(problems_of(behavior).size(), 1u);
    EXPECT_THAT(problems_of(behavior)[0], ::testing::HasSubstr("asks for a rotation"));
    EXPECT_THAT(problems_of(behavior, kTurningBody), IsEmpty());
  }
}

TEST(TurningWarning, IsSilentForVariantsThatSteerTheVelocity) {
  EXPECT_THAT(problems_of(R"({"type":"wander","variant":"orientation_circle","steer":"seek"})"), IsEmpty());
  EXPECT_THAT(problems_of(R"({"type":"wander"})"), IsEmpty());
}

constexpr const char* kSeek = R"({"type":"seek","target":{"point":[9,0]})";

TEST(TimeConstantWarning, NamesTheKeyThatIsShorterThanAStep) {
  EXPECT_THAT(
      problems_of(kSeek + std::string(R"(,"response_time":0.01})")),
      ElementsAre("/agent_types/a/steering/behaviors/0/response_time: \"response_time\" is shorter than a "
                  "step: the agent overshoots what it steers to"));
  EXPECT_THAT(problems_of(kSeek + std::string(R"(,"response_time":0.02})")), IsEmpty());
}

TEST(TimeConstantWarning, CountsDefaultsAndTheLeastDraw) {
  EXPECT_EQ(problems_of(kSeek + std::string("}"), R"(,"max_speed":1)", 0.2).size(), 1u);
  EXPECT_EQ(problems_of(kSeek + std::string(R"(,"response_time":{"uniform":[0.01,0.1]}})")).size(), 1u);
  EXPECT_THAT(problems_of(kSeek + std::string(R"(,"response_time":{"uniform":[0.02,0.1]}})")), IsEmpty());
}

TEST(TimeConstantWarning, IsSilentWhereTheVariantDoesNotReadTheKey) {
  for (const char* behavior :
       {R"({"type":"seek","target":{"point":[9,0]},"variant":"full_accel"})", R"({"type":"wander"})",
        R"({"type":"wall_avoidance"})", R"({"type":"obstacle_avoidance"})", R"({"type":"alignment"})",
        R"({"type":"cohesion","variant":"angle"})",
        R"({"type":"pursue","target":{"group":"g"},"steer":"bow"})"}) {
    EXPECT_THAT(problems_of(behavior, R"(,"max_speed":0.1)", 0.9),
                ::testing::Not(::testing::Contains(::testing::HasSubstr("shorter"))))
        << behavior;
  }
}

// A body that takes velocities has the velocity it is asked for after one step; its position still follows
// with a time constant.
TEST(TimeConstantWarning, LooksOnlyAtPositionsWhereTheBodyTakesVelocities) {
  const std::string body = R"(,"max_speed":1,"locomotion":{"type":"kinematic"})";
  EXPECT_THAT(problems_of(kSeek + std::string("}"), body, 0.15), IsEmpty());
  const std::string arrive = R"({"type":"kinematic_arrive","target":{"point":[9,0]},"time_to_target":0.1})";
  EXPECT_EQ(problems_of(arrive, body, 0.15).size(), 1u);
  EXPECT_EQ(problems_of(R"({"type":"arrive","target":{"point":[9,0]}})", body, 0.4).size(), 1u);
}

// Quotients by the least values that are allowed stay finite.
TEST(TimeConstant, TinyOnesAreOutOfRange) {
  for (const char* behavior :
       {R"({"type":"seek","target":{"point":[9,0]},"response_time":5e-324})",
        R"({"type":"kinematic_arrive","target":{"point":[9,0]},"time_to_target":5e-324})",
        R"({"type":"arrive","target":{"point":[9,0]},"deceleration_tweak":5e-324})",
        R"({"type":"orbit","target":{"point":[9,0]},"radius":5e-324})"}) {
    const std::vector<std::string> problems = problems_of(behavior);
    ASSERT_FALSE(problems.empty()) << behavior;
    EXPECT_THAT(problems[0], ::testing::HasSubstr("out of range")) << behavior;
  }
}

TEST(WallsWarning, ComesForBehaviorsThatSeeObstaclesOnlyAmongWalls) {
  const auto problems = [](const char* variant, const char* world) {
    const std::string text =
        text_of(fmt::format(R"({{"type":"obstacle_avoidance","variant":"{}"}})", variant));
    std::string changed = text;
    changed.replace(changed.find(R"("world":{)"), 9,
                    fmt::format(R"("world":{{"walls":[{{"points":[[0,1],[9,1]]}}],{})", world));
    return problems_in(changed);
  };
  constexpr const char* kObstacle = R"("obstacles":[{"center":[0,0],"radius":1}],)";
  ASSERT_EQ(problems("box", "").size(), 1u);
  EXPECT_EQ(problems("box", "")[0],
            "/agent_types/a/steering/behaviors/0/type: \"obstacle_avoidance\" sees obstacles only, and there "
            "are only "
            "walls");
  EXPECT_EQ(problems("feeler", "").size(), 1u);
  EXPECT_THAT(problems("ray_normal", ""), IsEmpty());
  EXPECT_THAT(problems("box", kObstacle), IsEmpty());
}

TEST(BorderWarning, ComesWhereTheBorderAloneCouldBeMeant) {
  const auto problems = [](std::string_view edge, const char* behaviors, const char* world) {
    std::string text = text_of(behaviors);
    text.replace(
        text.find(R"("world":{)"), 9,
        fmt::format(R"("world":{{"bounds":{{"min":[0,0],"max":[9,9],"edge":"{}"}},{})", edge, world));
    return problems_in(text);
  };
  constexpr const char* kAvoid = R"({"type":"wall_avoidance"})";
  constexpr const char* kWall = R"("walls":[{"points":[[0,1],[9,1]]}],)";
  ASSERT_EQ(problems("clamp", kAvoid, "").size(), 1u);
  EXPECT_THAT(problems("clamp", kAvoid, "")[0], ::testing::HasSubstr("the border of the world is none"));
  EXPECT_EQ(problems("reflect", kAvoid, "").size(), 1u);
  EXPECT_THAT(problems("open", kAvoid, ""), IsEmpty());
  EXPECT_THAT(problems("clamp", kAvoid, kWall), IsEmpty());
  EXPECT_THAT(problems("clamp", R"({"type":"seek","target":{"point":[9,0]}})", ""), IsEmpty());
  constexpr const char* kObstacle = R"("obstacles":[{"center":[5,5],"radius":1}],)";
  EXPECT_THAT(problems("clamp", R"({"type":"wall_avoidance","obstacles":true})", kObstacle), IsEmpty());
}

TEST(LookoutProblem, ComesForBehaviorsTowardsProjectilesWhereNoneFliesOrNoneExplodes) {
  const std::string nothing = ": this has no effect: there are no projectiles";
  for (const char* const kind : {"evade_projectile", "catch_projectile", "flee_blast"}) {
    EXPECT_THAT(problems_of(fmt::format(R"({{"type":"{}"}})", kind)),
                ElementsAre("/agent_types/a/steering/behaviors/0" + nothing))
        << kind;
  }
  const auto with_shots = [](const char* kind, const char* keys) {
    return problems_in(fmt::format(
        R"({{"format":1,"projectile_types":{{"shot":{{"lifetime":1{}}}}},
            "projectiles":[{{"type":"shot","position":[0,0],"velocity":[1,0]}}],
            "agent_types":{{"a":{{"steering":{{"behaviors":[{{"type":"{}"}}]}}}}}}}})",
        keys, kind));
  };
  EXPECT_THAT(with_shots("evade_projectile", ""), IsEmpty());
  EXPECT_THAT(with_shots("flee_blast", ""),
              ElementsAre("/agent_types/a/steering/behaviors/0: this has no effect: no projectile explodes"));
  EXPECT_THAT(with_shots("flee_blast", R"(,"explosion":{"radius":3})"), IsEmpty());
}

}  // namespace
}  // namespace drover::test::warnings_test
