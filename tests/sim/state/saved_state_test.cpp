#include "sim/state/saved_state.h"

#include <set>

#include <gmock/gmock.h>

#include "sim/step/simulator.h"
#include "support/scene.h"

namespace drover::saved_state_test {
namespace {

using testing::HasSubstr;

constexpr const char* kWander = R"([{"type":"wander","weight":{"uniform":[1,2]}}])";
constexpr const char* kTwo = R"([{"type":"a","position":[0,0]},{"type":"a","position":[5,0]}])";
constexpr const char* kThree =
    R"([{"type":"a","position":[0,0]},{"type":"a","position":[5,0]},{"type":"a","position":[9,0]}])";

World world_of(std::string_view behaviors, std::string_view agents) {
  return std::move(test::make_world(test::scene(behaviors, agents)).world);
}

std::string problem_of(const SavedState& saved, World& world) {
  return load_state(saved, world).value_or("none");
}

TEST(SavedState, NamesWhatItHolds) {
  const SavedState saved = save_state(world_of(kWander, kTwo));
  for (const char* name : {"x", "number", "max_speed", "parameter 0/wander/weight", "a/wander/memory"}) {
    const SavedColumn* column = saved.find(name);
    ASSERT_NE(column, nullptr) << name;
    EXPECT_EQ(column->size(), 2 * column->width) << name;
  }
  EXPECT_EQ(saved.find("x")->number(1), 5.0);
  EXPECT_EQ(saved.find("x")->unit, "m");
}

TEST(SavedState, HasTheHashOfItsWorld) {
  const std::string formation = R"({"format":1,"seed":5,"simulation":{"dt":0.1},
    "agent_types":{"a":{"steering":{"behaviors":[{"type":"wander"},{"type":"slot_arrive"}]}}},
    "agents":[{"type":"a","count":3,"placement":{"type":"in_slot"}}],
    "formations":{"column":{"pattern":{"type":"column","spacing":2},"members":[{"agent_type":"a"}],
      "anchor":{"steering":{"behaviors":[{"type":"seek","target":{"point":[9,0]}}]}}}}})";
  for (const std::string& scenario : {test::scene(kWander, kTwo), test::scene(kWander, "[]"), formation}) {
    Simulator simulator = test::make_simulator(scenario);
    for (int step = 0; step < 4; ++step) {
      const World& world = simulator.world();
      EXPECT_EQ(state_hash(save_state(world), world.model().seed, world.model().dt), simulator.hash())
          << scenario;
      ASSERT_FALSE(simulator.step());
    }
  }
}

TEST(SavedState, NamesAreUnique) {
  const SavedState saved = save_state(world_of(R"([{"type":"wander"},{"type":"wander"}])", kTwo));
  for (std::size_t i = 0; i < saved.columns.size(); ++i)
    EXPECT_EQ(saved.find(saved.columns[i].name), &saved.columns[i]) << saved.columns[i].name;
}

TEST(SavedState, NamesAreUniqueWhereTypesAndModesHaveSlashes) {
  const std::string scenario = R"({"format":1,"agent_types":{
    "a":{"steering":{"modes":{"b":{"behaviors":[{"type":"wander"}]}}}},
    "a/b":{"steering":{"behaviors":[{"type":"wander"}]}}},
    "agents":[{"type":"a","position":[0,0]},{"type":"a/b","position":[9,9]}]})";
  World world = std::move(test::make_world(scenario).world);
  const SavedState saved = save_state(world);
  for (const SavedColumn& column : saved.columns)
    EXPECT_EQ(saved.find(column.name), &column) << column.name;
  EXPECT_NE(saved.find("#2/a/b/wander/memory"), nullptr);
  EXPECT_EQ(load_state(saved, world), std::nullopt);
}

// Without comparing each with all: stacks may hold thousands of behaviors of one kind.
TEST(SavedState, NamesAreUniqueHoweverManyAreAlike) {
  ColumnSet columns;
  std::set<std::string> names;
  for (int k = 0; k < 50000; ++k)
    columns.add<double>({.name = k % 100 == 50 ? "#40/a" : "a"}, {});
  for (const ColumnSet::Column& column : columns.columns())
    names.insert(column.info.name);
  EXPECT_EQ(names.size(), 50000u);
}

TEST(SavedState, OfAnotherNumberOfAgentsIsRefused) {
  World world = world_of(kWander, kTwo);
  const std::uint64_t before = state_hash(world);
  EXPECT_THAT(problem_of(save_state(world_of(kWander, kThree)), world), HasSubstr("\"x\" has 3 numbers"));
  EXPECT_EQ(state_hash(world), before);
}

TEST(SavedState, OfOtherBehaviorsIsRefused) {
  World world = world_of(R"([{"type":"seek","target":{"point":[9,9]}}])", kTwo);
  EXPECT_THAT(problem_of(save_state(world_of(kWander, kTwo)), world), HasSubstr("belongs to nothing here"));
}

TEST(SavedState, WithOneColumnTooManyIsRefused) {
  World world = world_of(kWander, kTwo);
  SavedState saved = save_state(world);
  saved.columns.push_back(saved.columns.front());
  saved.columns.back().name = "extra";
  EXPECT_THAT(problem_of(saved, world), HasSubstr("\"extra\" belongs to nothing"));
}

TEST(SavedState, OfOtherAgentsIsRefused) {
  World world = world_of(kWander, kTwo);
  SavedState saved = save_state(world);
  for (SavedColumn& column : saved.columns) {
    if (column.name == "number") std::get<std::vector<std::uint32_t>>(column.values)[1] = 77;
  }
  EXPECT_THAT(problem_of(saved, world), HasSubstr("another number"));
}

TEST(SavedState, WithAModeThatDoesNotExistIsRefused) {
  World world = world_of(kWander, kTwo);
  world.state.status.mode.set(1, 3);  // else it would not be saved
  SavedState saved = save_state(world);
  world.state.status.mode.set(1, 0);
  for (SavedColumn& column : saved.columns) {
    if (column.name == "mode") std::get<std::vector<std::uint32_t>>(column.values)[1] = 3;
  }
  EXPECT_THAT(problem_of(saved, world), HasSubstr("\"mode\" has 3"));
}

TEST(SavedState, LeavesOutWhatHoldsItsInitialValueAndGivesItBack) {
  World world = world_of(kWander, kTwo);
  const SavedState saved = save_state(world);
  EXPECT_EQ(saved.find("present"), nullptr);
  EXPECT_EQ(saved.find("max_turn_rate"), nullptr);
  EXPECT_EQ(saved.find("rotation"), nullptr);
  world.state.status.present.set(1, 0);
  world.state.limits.max_turn_rate.set(0, 2.0);
  world.state.motion.rotation.set(1, 1.0);
  ASSERT_FALSE(load_state(saved, world));
  EXPECT_EQ(world.state.status.present[1], 1);
  EXPECT_EQ(world.state.limits.max_turn_rate[0], kInfinity);
  EXPECT_EQ(world.state.motion.rotation[1], 0.0);
}

TEST(SavedState, KeepsTheSignOfZeroAndInfinity) {
  World world = world_of(kWander, kTwo);
  world.state.motion.vx[0] = -0.0;
  world.state.limits.max_turn_rate.set(1, kInfinity);
  const SavedState saved = save_state(world);
  World other = world_of(kWander, kTwo);
  ASSERT_FALSE(load_state(saved, other));
  EXPECT_TRUE(std::signbit(other.state.motion.vx[0]));
  EXPECT_EQ(other.state.limits.max_turn_rate[1], kInfinity);
}

}  // namespace
}  // namespace drover::saved_state_test
