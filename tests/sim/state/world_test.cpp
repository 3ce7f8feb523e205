#include "sim/state/world.h"

#include <gtest/gtest.h>

#include "sim/construction/world_builder.h"
#include "sim/state/state_hash.h"
#include "support/model_of.h"
#include "support/scene.h"

namespace drover::world_test {
namespace {

World world_of(std::string_view agents, std::string_view behaviors = R"([{"type":"wander"}])") {
  return std::move(test::make_world(test::scene(behaviors, agents)).world);
}

constexpr const char* kTwo =
    R"([{"type":"a","id":"b","position":[0,0]},{"type":"a","id":"a","position":[1,0]}])";

TEST(World, FindsAgentsByName) {
  const World world = world_of(kTwo);
  EXPECT_EQ(world.model().find_agent("b"), 0u);
  EXPECT_EQ(world.model().find_agent("a"), 1u);
  EXPECT_EQ(world.model().find_agent("c"), std::nullopt);
}

TEST(State, GivesTheValueOfAParameterForAnAgent) {
  State state;
  EXPECT_EQ(state.value(2.0, 3), 2.0);
  EXPECT_EQ(state.value_or(Parameter(), 3, 7.0), 7.0);
  EXPECT_EQ(state.value_or(2.0, 3, 7.0), 2.0);
  Parameter varies = 2.0;
  varies.bind(state.columns.add({.name = "parameter"}, std::vector<double>{0.25, 0.75}).index);
  EXPECT_EQ(state.value(varies, 0), 0.25);
  EXPECT_EQ(state.value(varies, 1), 0.75);
}

// Whatever can influence the next state changes the hash.
TEST(StateHash, CoversEverythingThatInfluencesTheNextState) {
  World world = world_of(kTwo);
  const std::uint64_t before = state_hash(world);
  const auto expect_changed = [&](double& number, const char* what) {
    const double kept = number;
    number += 1e-9;
    EXPECT_NE(state_hash(world), before) << what;
    number = kept;
    EXPECT_EQ(state_hash(world), before) << what;
  };
  expect_changed(world.state.motion.x[1], "x");
  expect_changed(world.state.motion.y[0], "y");
  expect_changed(world.state.motion.vx[0], "vx");
  expect_changed(world.state.motion.vy[1], "vy");
  expect_changed(world.state.motion.hx[0], "hx");
  expect_changed(world.state.motion.hy[1], "hy");
  const auto expect_column_changed = [&](SharedColumn<double>& column, AgentIndex agent, const char* what) {
    const double kept = column[agent];
    column.set(agent, kept + 1e-9);
    EXPECT_NE(state_hash(world), before) << what;
    column.set(agent, kept);
    EXPECT_EQ(state_hash(world), before) << what;
  };
  expect_column_changed(world.state.motion.rotation, 1, "rotation");
  expect_column_changed(world.state.limits.radius, 0, "radius");
  expect_column_changed(world.state.limits.max_speed, 1, "max_speed");
  expect_column_changed(world.state.limits.max_request, 0, "max_acceleration");
  expect_changed(world.state.columns.values(world.model().types[0].entries[0].memory)[3], "memory");
  expect_changed(test::model_of(world).dt, "dt");
  ++world.state.tick;
  EXPECT_NE(state_hash(world), before);
}

// So that a column that a world may have changes the hash of those alone that use it.
TEST(StateHash, CountsAColumnByItsNameUnlessItHoldsItsInitialValue) {
  const auto hash_with = [](const std::string& name, std::vector<double> values) {
    World world = world_of(kTwo);
    world.state.columns.add({.name = name, .initial = 2.0}, std::move(values));
    return state_hash(world);
  };
  EXPECT_EQ(hash_with("odometer", {2.0, 2.0}), state_hash(world_of(kTwo)));
  EXPECT_NE(hash_with("odometer", {2.0, 3.0}), state_hash(world_of(kTwo)));
  EXPECT_NE(hash_with("odometer", {2.0, 3.0}), hash_with("fuel", {2.0, 3.0}));
}

TEST(StateHash, DoesNotDependOnTheOrderOfColumns) {
  World one = world_of(kTwo);
  World other = world_of(kTwo);
  one.state.columns.add({.name = "odometer"}, std::vector<double>{1.0, 2.0});
  one.state.columns.add({.name = "fuel"}, std::vector<double>{3.0, 4.0});
  other.state.columns.add({.name = "fuel"}, std::vector<double>{3.0, 4.0});
  other.state.columns.add({.name = "odometer"}, std::vector<double>{1.0, 2.0});
  EXPECT_EQ(state_hash(one), state_hash(other));
}

TEST(StateHash, CoversDrawnParameters) {
  World world = world_of(kTwo, R"([{"type":"wander","gain":{"uniform":[1,2]}}])");
  ColumnSet::Column& column = world.state.columns.columns().front();
  ASSERT_EQ(column.info.name, "parameter 0/wander/gain");
  const std::uint64_t before = state_hash(world);
  std::get<std::vector<double>>(column.values)[0] += 1e-9;
  EXPECT_NE(state_hash(world), before);
}

// More agents than are hashed at a time.
TEST(StateHash, DoesNotDependOnHowColumnsAreKept) {
  World world = world_of(R"([{"type":"a","count":700,"placement":{"type":"line","from":[0,0],"to":[9,9]}}])");
  const std::uint64_t before = state_hash(world);
  ASSERT_TRUE(world.state.limits.radius.is_uniform());
  materialize_columns(world.state.limits);
  materialize_columns(world.state.status);
  world.state.motion.rotation.materialize();
  EXPECT_EQ(state_hash(world), before);
}

TEST(StateHash, NegativeZeroIsZero) {
  World world = world_of(kTwo);
  const std::uint64_t before = state_hash(world);
  world.state.motion.x[0] = -0.0;
  EXPECT_EQ(state_hash(world), before);
}

Ramp ramp(Rows<2> points) {
  Ramp made;
  made.points = std::move(points);
  return made;
}

TEST(Ramp, IsLinearBetweenThePointsAndMeetsThem) {
  const Ramp made = ramp({{2, 1}, {4, 0}, {8, 16}});
  EXPECT_EQ(made.at(2), 1.0);
  EXPECT_EQ(made.at(2.5), 0.75);
  EXPECT_EQ(made.at(4), 0.0);
  EXPECT_EQ(made.at(5), 4.0);
  EXPECT_EQ(made.at(8), 16.0);
}

TEST(Ramp, HoldsItsEnds) {
  const Ramp made = ramp({{2, 1}, {4, 0.5}});
  EXPECT_EQ(made.at(1.999), 1.0);
  EXPECT_EQ(made.at(-1e300), 1.0);
  EXPECT_EQ(made.at(4.001), 0.5);
  EXPECT_EQ(made.at(1e300), 0.5);
  EXPECT_EQ(ramp({{3, 7}}).at(0), 7.0);
  EXPECT_EQ(ramp({{3, 7}}).at(9), 7.0);
}

// A target that is not there is infinitely far: the last factor.
TEST(Ramp, TakesInfinities) {
  const Ramp made = ramp({{2, 1}, {4, 0.5}});
  EXPECT_EQ(made.at(kInfinity), 0.5);
  EXPECT_EQ(made.at(-kInfinity), 1.0);
}

}  // namespace
}  // namespace drover::world_test
