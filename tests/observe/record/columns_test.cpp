#include "observe/record/columns.h"

#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/record/trace_rows.h"
#include "support/scene.h"

namespace drover::columns_test {
namespace {

using test::make_simulator;
using test::run_steps;
using testing::ElementsAre;

constexpr const char* kTwoSeeks =
    R"([{"type":"seek","target":{"point":[10,0]}},{"type":"seek","target":{"point":[0,10]}},{"type":"separation"}])";
constexpr const char* kOneAgent = R"([{"type":"a","position":[0,0]}])";

// The value of a number column for the first agent after stepping with a history.
double value_after(Simulator& simulator, const std::string& name, int steps) {
  const std::vector<std::string> names = {name};
  const std::vector<Column> columns = make_columns(names, simulator.world());
  TraceHistory history(simulator.world(), ~0u);
  history.advance(simulator.world());
  simulator.record_requests();
  for (int k = 0; k < steps; ++k) {
    run_steps(simulator, 1);
    history.advance(simulator.world());
  }
  return columns.at(0).number({simulator, history, 0});
}

TEST(Columns, AnUnknownNameGetsTheNearestAndTheList) {
  const Simulator simulator = make_simulator(test::scene(kTwoSeeks, kOneAgent));
  const std::vector<std::string> names = {"step", "headng", "seek#1_ay", "seek_az"};
  const auto problems = validate_columns(names, simulator.world());
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].pointer, "/1");
  EXPECT_EQ(problems[0].nearest, "heading");
  EXPECT_THAT(problems[0].allowed, testing::Contains("seek#1_ax"));
  EXPECT_THAT(problems[0].allowed, testing::Contains("contributions"));
  EXPECT_EQ(problems[1].pointer, "/3");
}

TEST(Columns, AimsAreColumnsAndEmptyWhereThereAreNone) {
  Simulator simulator = make_simulator(test::scene(
      R"([{"type":"seek","target":{"group":"b"}},{"type":"obstacle_avoidance","variant":"feeler"}])",
      R"([{"type":"a","position":[0,0],"heading":0},{"type":"a","group":"b","position":[3,4]}])"));
  EXPECT_EQ(value_after(simulator, "seek_aim_y", 0), 4.0);
  EXPECT_EQ(value_after(simulator, "obstacle_avoidance_feeler_ahead_x", 0), 4.0);
  EXPECT_TRUE(std::isnan(value_after(simulator, "obstacle_avoidance_box_front_left_x", 0)));
  const std::vector<std::string> unknown = {"seek_aim_z"};
  EXPECT_EQ(validate_columns(unknown, simulator.world()).front().nearest, "seek_aim_x");
}

// A quantity that is declared, and one that needs no parameters: of the present state, empty where infinite.
TEST(Columns, QuantitiesAreColumns) {
  const std::string keys =
      R"(,"simulation":{"dt":0.25},"quantities":{"near":{"type":"neighbor_count","radius":3.1},)"
      R"("away":{"type":"distance","target":{"point":[0,0]}}})";
  Simulator simulator = make_simulator(test::scene(
      "[]", R"([{"type":"a","position":[0,0]},{"type":"a","position":[4,0],"velocity":[-1,0]}])", "", keys));
  const std::vector<std::string> names = {"near", "away", "goal_distance"};
  ASSERT_TRUE(validate_columns(names, simulator.world()).empty());
  TextRows rows(TraceFormat::csv, names, {}, simulator);
  fmt::memory_buffer out;
  const auto append = [&] {
    rows.advance(simulator.world());
    for (const AgentIndex agent : rows.agents())
      rows.append(simulator, agent, out);
  };
  append();
  for (int k = 0; k < 2; ++k) {
    run_steps(simulator, 1);
    append();
  }
  EXPECT_EQ(fmt::to_string(out), "0,0,\n0,4,\n0,0,\n0,3.75,\n1,0,\n1,3.5,\n");
  EXPECT_EQ(make_columns(names, simulator.world())[1].unit(), "m");
}

TEST(Columns, AQuantityWithTheNameOfAColumnIsAProblem) {
  const Simulator simulator =
      make_simulator(test::scene("[]", kOneAgent, "", R"(,"quantities":{"x":{"type":"speed"}})"));
  const std::vector<std::string> names = {"x"};
  const auto problems = validate_columns(names, simulator.world());
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].message, testing::HasSubstr("name of a quantity"));
}

TEST(Columns, ANameGivenTwiceIsAProblem) {
  const Simulator simulator = make_simulator(test::scene(kTwoSeeks, kOneAgent));
  const std::vector<std::string> names = {"x", "y", "x"};
  ASSERT_EQ(validate_columns(names, simulator.world()).size(), 1u);
  const std::vector<std::string> overlapping = {"seek_ax", "contributions"};
  EXPECT_EQ(validate_columns(overlapping, simulator.world()).size(), 1u);
}

TEST(Columns, ContributionsStandForEveryLabel) {
  const Simulator simulator = make_simulator(test::scene(kTwoSeeks, kOneAgent));
  const std::vector<std::string> names = {"agent", "contributions"};
  ASSERT_TRUE(validate_columns(names, simulator.world()).empty());
  std::vector<std::string> made;
  for (const Column& column : make_columns(names, simulator.world()))
    made.push_back(column.name());
  EXPECT_THAT(made, ElementsAre("agent", "seek_ax", "seek_ay", "seek#1_ax", "seek#1_ay", "separation_ax",
                                "separation_ay"));
}

// What behaviors ask about turns, of bodies that turn by themselves: the parts add up to what was chosen.
TEST(Columns, ContributionsToTurnsAddUp) {
  Simulator simulator = make_simulator(R"({"format":1,"agent_types":{
    "a":{"max_speed":2,"max_acceleration":5,"max_angular_acceleration":0.5,"locomotion":{"type":"oriented"},
         "steering":{"behaviors":[{"type":"seek","target":{"point":[9,9]}},
                                  {"type":"face","target":{"point":[0,9]}},
                                  {"type":"face","target":{"point":[-9,1]},"weight":0.5}]}}},
    "agents":[{"type":"a","position":[0,0],"heading":0}]})");
  const std::vector<std::string> names = {"face_alphaz", "face#1_alphaz", "contributions"};
  ASSERT_TRUE(validate_columns(std::span(names).first(2), simulator.world()).empty());
  const std::vector<Column> columns = make_columns(std::span(names).first(2), simulator.world());
  EXPECT_EQ(columns[0].unit(), "rad/s^2");
  EXPECT_EQ(make_columns(std::span(names).last(1), simulator.world()).size(), 9u);
  simulator.record_contributions();
  simulator.record_requests();
  run_steps(simulator, 1);
  const auto& parts = simulator.contributions().by_type[0];
  const double sum = parts[0][0].angular.z + parts[1][0].angular.z + parts[2][0].angular.z;
  EXPECT_NEAR(sum, up_part(simulator.requests().angular(0)), 1e-12);
  EXPECT_NEAR(sum, 0.5, 1e-12);  // shortened to the limit, and the parts with it
  EXPECT_GT(parts[1][0].angular.z, parts[2][0].angular.z);
}

// One label, two units: where the body takes velocities a seek contributes to a velocity.
TEST(Columns, ContributionsHaveTheUnitOfTheirRequests) {
  Simulator simulator = make_simulator(R"({"format":1,"agent_types":{
    "a":{"max_speed":2,"max_acceleration":5,"steering":{"behaviors":[{"type":"seek","target":{"point":[9,0]}}]}},
    "b":{"extends":"a","locomotion":{"type":"kinematic"}}},
    "agents":[{"type":"b","position":[0,0]},{"type":"a","position":[0,0]}]})");
  const std::vector<std::string> names = {"contributions"};
  const std::vector<Column> columns = make_columns(names, simulator.world());
  std::vector<std::string> texts;
  for (const Column& column : columns)
    texts.push_back(column.name() + " " + column.unit());
  EXPECT_THAT(texts,
              ElementsAre("seek_ax m/s^2", "seek_ay m/s^2", "seek_vx m/s", "seek_vy m/s", "seek_wz rad/s"));
  EXPECT_THAT(columns[2].doc(), testing::HasSubstr("velocity"));
  simulator.record_contributions();
  TraceHistory history(simulator.world(), ~0u);
  history.advance(simulator.world());
  run_steps(simulator, 1);
  history.advance(simulator.world());
  const TraceRow ghost{simulator, history, 0};
  const TraceRow body{simulator, history, 1};
  EXPECT_EQ(columns[0].number(ghost), 0.0);
  EXPECT_EQ(columns[2].number(ghost), 2.0);
  EXPECT_EQ(columns[0].number(body), 5.0);
  EXPECT_EQ(columns[2].number(body), 0.0);
}

TEST(Columns, WithoutNamesTheDefaultsAreMade) {
  const Simulator simulator = make_simulator(test::scene(kTwoSeeks, kOneAgent));
  std::vector<std::string> made;
  for (const Column& column : make_columns({}, simulator.world()))
    made.push_back(column.name());
  EXPECT_THAT(made, ElementsAre("step", "time", "agent", "type", "x", "y", "vx", "vy", "heading"));
}

TEST(Columns, AreDocumentedAndHaveTheFunctionOfTheirType) {
  std::set<std::string_view> names;
  for (const ColumnKind& kind : column_kinds()) {
    EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
    EXPECT_FALSE(kind.doc.empty()) << kind.name;
    EXPECT_EQ(kind.integer != nullptr, kind.type == ColumnType::integer) << kind.name;
    EXPECT_EQ(kind.number != nullptr, kind.type == ColumnType::number) << kind.name;
    EXPECT_EQ(kind.text != nullptr && kind.texts != nullptr, kind.type == ColumnType::text) << kind.name;
  }
}

TEST(Columns, ContributionsAddUpToTheAcceleration) {
  const std::string scenario = test::scene(kTwoSeeks, kOneAgent, R"(,"max_acceleration":1000)");
  Simulator simulator = make_simulator(scenario);
  simulator.record_contributions();
  const std::vector<std::string> names = {"seek_ax", "seek#1_ax", "separation_ax", "ax", "seek#1_ay"};
  const std::vector<Column> columns = make_columns(names, simulator.world());
  TraceHistory history(simulator.world(), ~0u);
  history.advance(simulator.world());
  run_steps(simulator, 1);
  history.advance(simulator.world());
  const TraceRow row{simulator, history, 0};
  const double ax = columns[3].number(row);
  EXPECT_NEAR(columns[0].number(row) + columns[1].number(row) + columns[2].number(row), ax, 1e-9 * ax);
  EXPECT_GT(columns[0].number(row), 0.0);
  EXPECT_GT(columns[4].number(row), 0.0);
  EXPECT_EQ(columns[2].number(row), 0.0);
}

// Measuring a quantity perceives the present state ahead of the step that needs it; this column must not see
// that.
TEST(Columns, NeighborsAreThoseOfTheStepBeforeWhateverIsMeasured) {
  const auto text = [](bool measures) {
    const std::string scenario =
        test::scene(R"([{"type":"cohesion","radius":2},{"type":"wander"}])",
                    R"([{"type":"a","count":40,"speed":1,"heading_deg":{"uniform":[-180,180]},
                        "placement":{"type":"rectangle","min":[0,0],"max":[9,9]}}])",
                    "", R"(,"quantities":{"crowd":{"type":"neighbor_count","radius":2}})");
    Simulator simulator = make_simulator(scenario);
    const std::vector<std::string> names = {"neighbors"};
    TextRows rows(TraceFormat::csv, names, {}, simulator);
    fmt::memory_buffer out;
    for (int k = 0; k < 30; ++k) {
      if (measures) simulator.enable_prefetch();
      rows.advance(simulator.world());
      for (const AgentIndex i : rows.agents())
        rows.append(simulator, i, out);
      run_steps(simulator, 1);
    }
    return fmt::to_string(out);
  };
  EXPECT_EQ(text(true), text(false));
}

TEST(Columns, ContributionsOfAgentsWithoutTheBehaviorAreZero) {
  const std::string scenario = R"({"format":1,"agent_types":{
      "a":{"steering":{"behaviors":[{"type":"seek","target":{"point":[9,9]}}]}},
      "b":{"steering":{"behaviors":[{"type":"separation"},{"type":"seek","target":{"point":[-9,-9]}}]}}},
      "agents":[{"type":"a","position":[0,0]},{"type":"b","position":[1,0]}]})";
  Simulator simulator = make_simulator(scenario);
  simulator.record_contributions();
  const std::vector<std::string> names = {"separation_ax", "seek_ax"};
  const std::vector<Column> columns = make_columns(names, simulator.world());
  TraceHistory history(simulator.world(), 0);
  run_steps(simulator, 1);
  EXPECT_EQ(columns[0].number({simulator, history, 0}), 0.0);
  EXPECT_GT(columns[0].number({simulator, history, 1}), 0.0);
  EXPECT_GT(columns[1].number({simulator, history, 0}), 0.0);
}

TEST(Columns, ForceAcrossTheHeadingIsSteeringAndAlongItThrottle) {
  // From rest, heading along +x: a target to the left is all steering, one ahead all throttle.
  const auto scenario = [](const char* target) {
    return test::scene(R"([{"type":"seek","target":{"point":)" + std::string(target) + "}}]", kOneAgent,
                       R"(,"mass":3,"max_acceleration":2)");
  };
  Simulator left = make_simulator(scenario("[0,10]"));
  EXPECT_NEAR(value_after(left, "steer", 1), 3.0 * 2.0, 1e-12);
  Simulator left_again = make_simulator(scenario("[0,10]"));
  EXPECT_NEAR(value_after(left_again, "throttle", 1), 0.0, 1e-12);
  Simulator ahead = make_simulator(scenario("[10,0]"));
  EXPECT_NEAR(value_after(ahead, "throttle", 1), 3.0 * 2.0, 1e-12);
  Simulator right = make_simulator(scenario("[0,-10]"));
  EXPECT_NEAR(value_after(right, "steer", 1), -3.0 * 2.0, 1e-12);
}

// At terminal speed drag takes what the agent is asked to give: the body feels no force, and is still
// steered.
TEST(Columns, ThrottleIsWhatIsAskedAndNetForceWhatActs) {
  const std::string scenario = test::scene(
      R"([{"type":"seek","target":{"point":[1e4,0]},"variant":"full_accel"}])", kOneAgent,
      R"(,"mass":3,"max_acceleration":4,"max_speed":50,"locomotion":{"type":"point_mass","linear_drag":2})");
  Simulator fast = make_simulator(scenario);
  run_steps(fast, 1000);
  Simulator fast_again = make_simulator(scenario);
  run_steps(fast_again, 1000);
  EXPECT_NEAR(value_after(fast, "throttle", 1), 12.0, 1e-9);
  EXPECT_NEAR(value_after(fast_again, "net_forward", 1), 0.0, 1e-9);
}

TEST(Columns, BodiesThatTakeVelocitiesHaveNoSteeringForce) {
  const std::string scenario = test::scene(R"([{"type":"seek","target":{"point":[10,0]}}])", kOneAgent,
                                           R"(,"mass":3,"locomotion":{"type":"kinematic"})");
  Simulator simulator = make_simulator(scenario);
  EXPECT_TRUE(std::isnan(value_after(simulator, "throttle", 1)));
  Simulator again = make_simulator(scenario);
  EXPECT_NEAR(value_after(again, "net_forward", 1), 3.0 * 3.0 / 0.02, 1e-9);
}

TEST(Columns, AccelerationOfTheFirstRowIsZero) {
  Simulator simulator =
      make_simulator(test::scene("[]", R"([{"type":"a","position":[0,0],"velocity":[2,1]}])"));
  EXPECT_EQ(value_after(simulator, "ax", 0), 0.0);
  EXPECT_EQ(value_after(simulator, "throttle", 0), 0.0);
}

TEST(Columns, NeighborsAreThoseOfTheFullestNeighborhood) {
  // Agents 1, 2 and 3 m away; radii are added to the perception only where asked.
  Simulator simulator = make_simulator(test::scene(
      R"([{"type":"separation","radius":1.5,"add_other_radius":false,"weight":0},
          {"type":"alignment","radius":2.5,"add_other_radius":false,"weight":0}])",
      R"([{"type":"a","position":[0,0]},{"type":"a","position":[1,0]},{"type":"a","position":[0,2]},
          {"type":"a","position":[0,-3]}])"));
  const std::vector<std::string> names = {"neighbors"};
  const std::vector<Column> columns = make_columns(names, simulator.world());
  simulator.record_neighbors();
  TraceHistory history(simulator.world(), 0);
  EXPECT_EQ(columns[0].kind()->integer({simulator, history, 0}), 0u);
  run_steps(simulator, 1);
  EXPECT_EQ(columns[0].kind()->integer({simulator, history, 0}), 2u);
}

// Integrators with stages look at trial states, in which these agents are nearer to each other.
TEST(Columns, NeighborsAreThoseOfTheState) {
  for (const char* integrator : {"semi_implicit_euler", "rk4"}) {
    Simulator simulator = make_simulator(test::scene(
        R"([{"type":"separation","radius":5,"add_other_radius":false}])",
        R"([{"type":"a","position":[0,0],"velocity":[1,0]},{"type":"a","position":[5.05,0],"velocity":[-1,0]}])",
        fmt::format(R"(,"locomotion":{{"type":"point_mass","integrator":"{}"}})", integrator),
        R"(,"simulation":{"dt":0.2})"));
    const std::vector<std::string> names = {"neighbors"};
    const std::vector<Column> columns = make_columns(names, simulator.world());
    simulator.record_neighbors();
    TraceHistory history(simulator.world(), 0);
    run_steps(simulator, 1);
    EXPECT_EQ(columns[0].kind()->integer({simulator, history, 0}), 0u) << integrator;
    run_steps(simulator, 1);
    EXPECT_EQ(columns[0].kind()->integer({simulator, history, 0}), 1u) << integrator;
  }
}

TEST(Columns, GoalDistanceIsEmptyWithoutAGoal) {
  Simulator seeker = make_simulator(test::scene(R"([{"type":"seek","target":{"point":[3,4]}}])", kOneAgent));
  EXPECT_EQ(value_after(seeker, "goal_distance", 0), 5.0);
  Simulator idler = make_simulator(test::scene("[]", kOneAgent));
  EXPECT_TRUE(std::isnan(value_after(idler, "goal_distance", 0)));
}

// An agent that starts in "walk", and one of a type without modes.
constexpr const char* kModes = R"({"format":1,"simulation":{"dt":0.25},"agent_types":{
    "a":{"steering":{"modes":{"rest":{},
      "walk":{"behaviors":[{"type":"seek","target":{"point":[9,0]}}],
              "transitions":[{"when":{"type":"time","from":0.5},"to":"rest"}]}},"initial_mode":"walk"}},
    "b":{}},
    "agents":[{"type":"b","position":[0,5]},{"type":"a","position":[0,0]}]})";

TEST(Columns, ModeIsThatOfTheStepBeforeAndEmptyWithoutModes) {
  Simulator simulator = make_simulator(kModes);
  const std::vector<std::string> names = {"mode"};
  const std::vector<Column> columns = make_columns(names, simulator.world());
  const std::vector<std::string> texts = columns[0].kind()->texts(simulator.world());
  const TraceHistory history(simulator.world(), 0);
  std::vector<std::string> modes;
  for (int k = 0; k < 5; ++k) {
    EXPECT_EQ(texts.at(columns[0].kind()->text({simulator, history, 0})), "");
    modes.push_back(texts.at(columns[0].kind()->text({simulator, history, 1})));
    run_steps(simulator, 1);
  }
  // The step from tick 2, at 0.5 s, is the first at rest.
  EXPECT_THAT(modes, ElementsAre("walk", "walk", "walk", "rest", "rest"));
}

constexpr const char* kSwitched = R"({"format":1,"simulation":{"dt":0.25},"agent_types":{
    "a":{"steering":{"behaviors":[{"type":"wander"},
      {"type":"seek","target":{"point":[9,0]},"when":{"type":"time","from":0.25,"to":0.75}}]}},
    "b":{"steering":{"behaviors":[{"type":"seek","target":{"point":[9,0]}}]}}},
    "agents":[{"type":"a","position":[0,0]},{"type":"b","position":[0,5]}]})";

TEST(Columns, OnTellsWhetherAConditionHeldInTheStepBefore) {
  Simulator simulator = make_simulator(kSwitched);
  const std::vector<std::string> names = {"seek_on"};
  const std::vector<Column> columns = make_columns(names, simulator.world());
  ASSERT_EQ(columns[0].type(), ColumnType::integer);
  EXPECT_FALSE(columns[0].is_contribution()) << "nothing has to be recorded for it";
  const TraceHistory history(simulator.world(), 0);
  std::vector<std::uint64_t> on;
  for (int k = 0; k < 6; ++k) {
    on.push_back(columns[0].integer({simulator, history, 0}));
    EXPECT_EQ(columns[0].integer({simulator, history, 1}), 0u) << "its seek has no condition";
    run_steps(simulator, 1);
  }
  EXPECT_THAT(on, ElementsAre(0u, 0u, 1u, 1u, 0u, 0u));
}

TEST(Columns, OnlyBehaviorsWithAConditionHaveOne) {
  const Simulator simulator = make_simulator(kSwitched);
  const std::vector<std::string> names = {"seek_on", "wander_on"};
  const auto problems = validate_columns(names, simulator.world());
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].pointer, "/1");
  EXPECT_THAT(problems[0].allowed, testing::Contains("seek_on"));
  const std::vector<std::string> all = {"contributions"};
  std::vector<std::string> made;
  for (const Column& column : make_columns(all, simulator.world()))
    made.push_back(column.name());
  EXPECT_THAT(made, ElementsAre("wander_ax", "wander_ay", "seek_ax", "seek_ay"));
}

// Climbs at 45 degrees to the left with its left wing up.
constexpr const char* kClimber = R"([{"type":"a","position":[1,2,3],"velocity":[0,4,4],
    "orientation":[0.5,0.5,-0.5,0.5],"angular_velocity":[0.1,0.2,0.3]}])";
constexpr const char* kSpace = R"(,"world":{"dimensions":3})";

std::vector<double> values_of(const Simulator& simulator, const std::vector<std::string>& names,
                              const FakeOrientationDef& fake_orientation = {}) {
  TraceHistory history(simulator.world(), ~0u);
  history.advance(simulator.world());
  std::vector<double> values;
  for (const Column& column : make_columns(names, simulator.world()))
    values.push_back(column.number({simulator, history, 0, fake_orientation}));
  return values;
}

TEST(Columns, InSpaceHaveOrientationsAndAngularVelocitiesByDefault) {
  const Simulator simulator = make_simulator(test::scene("[]", kClimber, "", kSpace));
  std::vector<std::string> made;
  for (const Column& column : make_columns({}, simulator.world()))
    made.push_back(column.name());
  EXPECT_THAT(made, ElementsAre("step", "time", "agent", "type", "x", "y", "z", "vx", "vy", "vz", "qw", "qx",
                                "qy", "qz", "wx", "wy", "wz"));
  EXPECT_THAT(values_of(simulator, {"x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"}),
              ElementsAre(1.0, 2.0, 3.0, 0.0, 4.0, 4.0, 0.1, 0.2, 0.3));
  EXPECT_THAT(values_of(simulator, {"qw", "qx", "qy", "qz"}),
              testing::Pointwise(testing::DoubleNear(1e-15), {0.5, 0.5, -0.5, 0.5}));
}

TEST(Columns, OfOrientationsHaveOneSign) {
  const Simulator simulator = make_simulator(test::scene(
      "[]", R"([{"type":"a","position":[0,0,0],"orientation":[-0.5,-0.5,0.5,-0.5]}])", "", kSpace));
  EXPECT_THAT(values_of(simulator, {"qw", "qx", "qy", "qz"}),
              testing::Pointwise(testing::DoubleNear(1e-15), {0.5, 0.5, -0.5, 0.5}));
}

TEST(Columns, GiveOrientationsAsAngles) {
  const Simulator simulator = make_simulator(
      test::scene("[]", R"([{"type":"a","position":[0,0,0],"heading_deg":30,"pitch_deg":20,"roll_deg":-25}])",
                  "", kSpace));
  const double degree = std::acos(-1.0) / 180.0;
  EXPECT_THAT(values_of(simulator, {"yaw", "pitch", "roll", "heading"}),
              testing::Pointwise(testing::DoubleNear(1e-14),
                                 {30.0 * degree, 20.0 * degree, -25.0 * degree, 30.0 * degree}));
  EXPECT_THAT(values_of(simulator, {"qw", "qx", "qy", "qz"}),
              testing::Pointwise(testing::DoubleNear(1e-6), {0.938430, -0.162010, -0.218923, 0.212541}));
  EXPECT_THAT(values_of(simulator, {"hz"}), ElementsAre(testing::DoubleNear(std::sin(20.0 * degree), 1e-14)));
}

TEST(Columns, FakeAnOrientationAsTheScenarioSays) {
  const Simulator simulator = make_simulator(test::scene(
      "[]",
      R"([{"type":"a","position":[0,0,0],"velocity":[3,0,4],"heading":0,"angular_velocity":[0,0,0.5]}])", "",
      kSpace));
  EXPECT_THAT(values_of(simulator, {"fake_qw", "fake_qx", "fake_qy", "fake_qz"}, {.roll_scale = 0.5}),
              testing::Pointwise(testing::DoubleNear(1e-6), {0.826343, -0.342282, -0.413171, -0.171141}));
}

TEST(Columns, OfSpaceAreRefusedInThePlaneWithTheReason) {
  const Simulator simulator = make_simulator(test::scene(kTwoSeeks, kOneAgent));
  const std::vector<std::string> names = {"x", "z", "qw"};
  const auto problems = validate_columns(names, simulator.world());
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].pointer, "/1");
  EXPECT_EQ(problems[0].message, "the column \"z\" has no meaning where \"dimensions\" is 2");
}

TEST(Columns, OfBehaviorsHaveThreeCoordinatesInSpace) {
  const Simulator simulator =
      make_simulator(test::scene(R"([{"type":"seek","target":{"point":[1,2,3]}}])", kClimber, "", kSpace));
  std::vector<std::string> made;
  const std::vector<std::string> names = {"contributions", "seek_aim_x", "seek_aim_y", "seek_aim_z"};
  ASSERT_TRUE(validate_columns(names, simulator.world()).empty());
  for (const Column& column : make_columns(names, simulator.world()))
    made.push_back(column.name());
  EXPECT_THAT(made, ElementsAre("seek_ax", "seek_ay", "seek_az", "seek_aim_x", "seek_aim_y", "seek_aim_z"));
  EXPECT_THAT(values_of(simulator, {"seek_aim_z"}), ElementsAre(3.0));
}

TEST(Columns, OnGroundHaveHeights) {
  const Simulator simulator = make_simulator(
      test::scene("[]", R"([{"type":"a","position":[1,2]}])", "", R"(,"world":{"dimensions":2.5})"));
  std::vector<std::string> made;
  for (const Column& column : make_columns({}, simulator.world()))
    made.push_back(column.name());
  EXPECT_THAT(made, ElementsAre("step", "time", "agent", "type", "x", "y", "z", "vx", "vy", "vz", "heading"));
  EXPECT_THAT(values_of(simulator, {"z", "vz"}), ElementsAre(0.0, 0.0));
}

}  // namespace
}  // namespace drover::columns_test
