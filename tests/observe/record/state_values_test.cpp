#include "observe/record/state_values.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observe/record/columns.h"
#include "sim/state/saved_state.h"
#include "support/scene.h"

namespace drover::state_values_test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::SizeIs;

// Two types, of which one wanders, so that one column has rows for half of the agents only.
Simulator two_types() {
  return test::make_simulator(
      R"({"format":1,"agent_types":{"a":{"mass":{"uniform":[1,2]},"steering":{"behaviors":[{"type":"wander"}]}},
          "b":{"steering":{"behaviors":[{"type":"seek","target":{"point":[9,9]}}]}}},
          "agents":[{"type":"b","count":3,"placement":{"type":"line","from":[0,0],"to":[5,0]}},
                    {"type":"a","count":2,"placement":{"type":"line","from":[0,4],"to":[5,4]}}]})");
}

// Whatever a saved state holds of agents can be a column of a trace, and says the same number.
TEST(StateValues, AreThoseOfTheSavedState) {
  Simulator simulator = two_types();
  test::run_steps(simulator, 5);
  const World& world = simulator.world();
  const SavedState saved = save_state(world);
  std::size_t compared = 0;
  for (const StateValue& value : state_values(world)) {
    const std::string name = value.name.substr(kStatePrefix.size());
    const SavedColumn* column = saved.find(name.substr(0, name.find('[')));
    if (column == nullptr) continue;  // those at their initial values are not saved
    for (AgentIndex i = 0; i < world.model().agents.size(); ++i) {
      const bool is_by_type = column->owner == StateOwner::agent_of_type;
      if (is_by_type && world.model().agents.type[i] != column->type) {
        EXPECT_TRUE(std::isnan(value.of(world, i))) << value.name;
        continue;
      }
      const std::size_t row = is_by_type ? world.model().agents.index_in_type[i] : i;
      EXPECT_EQ(value.of(world, i), column->number(row * column->width + value.offset)) << value.name;
      ++compared;
    }
  }
  EXPECT_GT(compared, 50u);
}

TEST(StateValues, AreFoundByTheNamesOfColumns) {
  const Simulator simulator = two_types();
  const std::vector<std::string> names = {"agent", "state.mass", "state.a/wander/memory[1]"};
  EXPECT_THAT(validate_columns(names, simulator.world()), SizeIs(0));
  EXPECT_THAT(make_columns(names, simulator.world()), SizeIs(3));
  const std::vector<std::string> misspelt = {"state.mas"};
  const std::vector<Problem> problems = validate_columns(misspelt, simulator.world());
  ASSERT_THAT(problems, SizeIs(1));
  EXPECT_EQ(problems[0].nearest, "state.mass");
  EXPECT_THAT(problems[0].allowed, Contains("state.max_speed"));
  EXPECT_THAT(problems[0].message, HasSubstr("there is no column"));
}

}  // namespace
}  // namespace drover::state_values_test
