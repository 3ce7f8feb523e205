// What must not matter: the order of the entries, the cells of the neighbor search, agents out of sight,
// behaviors without weight.
#include <algorithm>

#include <gtest/gtest.h>

#include "app/catalog.h"
#include "properties/definition_walk.h"
#include "properties/scenario_files.h"
#include "properties/world_comparison.h"
#include "sim/step/simulator.h"

namespace drover::test::invariance_test {
namespace {

constexpr int kSteps = 200;
constexpr int kCompareEvery = 20;

// Runs two definitions side by side; the worlds must stay the same bit for bit.
void expect_same_run(const ScenarioDef& expected_def, const ScenarioDef& actual_def, bool same_hash = true) {
  Simulator expected(build_without_problems(expected_def));
  Simulator actual(build_without_problems(actual_def));
  for (int step = 1; step <= kSteps; ++step) {
    ASSERT_FALSE(expected.step() || actual.step()) << "a step failed";
    if (step % kCompareEvery != 0) continue;
    const auto difference = first_difference(expected.world(), actual.world());
    ASSERT_FALSE(difference) << *difference;
  }
  if (same_hash) {
    EXPECT_EQ(expected.hash(), actual.hash());
  }
}

class Invariance : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Scenarios, Invariance, testing::ValuesIn(scenario_files()), name_of_file);

// Gives every entry the number it has anyway. Returns the next free one.
std::int64_t number_entries(ScenarioDef& def) {
  std::int64_t next_free = 0;
  for (const AgentEntry& entry : agent_entries(def)) {
    entry.agents->number = entry.agents->number.value_or(next_free);
    next_free = std::max(next_free, *entry.agents->number + entry.count);
  }
  return next_free;
}

TEST_P(Invariance, TheOrderOfEntriesDoesNotMatterOnceNumbersAreGiven) {
  const ScenarioDef def = load_file(GetParam()).def;
  ScenarioDef reversed = clone(def);
  number_entries(reversed);
  std::reverse(reversed.agents.begin(), reversed.agents.end());
  expect_same_run(def, reversed);
}

// The cell the simulator chooses by itself: half the smallest reach of any perception.
double natural_cell(const ScenarioDef& def) {
  const Simulator simulator(build_without_problems(def));
  double min_reach = kInfinity;
  for (const PerceptionPass& pass : simulator.perceptions()) {
    if (pass.reach() > 0.0) min_reach = smaller(min_reach, pass.reach());
  }
  return min_reach < kInfinity ? 0.5 * min_reach : 1.0;
}

TEST_P(Invariance, ComparingAllPairsGivesTheSameBits) {
  const ScenarioDef def = load_file(GetParam()).def;
  ScenarioDef changed = clone(def);
  changed.simulation.partition.enabled = false;
  expect_same_run(def, changed);
}

TEST_P(Invariance, TheSizeOfTheCellsDoesNotMatter) {
  const ScenarioDef def = load_file(GetParam()).def;
  for (const double factor : {0.5, 2.6}) {
    SCOPED_TRACE(factor);
    ScenarioDef changed = clone(def);
    changed.simulation.partition.cell_size = factor * natural_cell(def);
    expect_same_run(def, changed);
  }
}

TEST_P(Invariance, TheNumberOfCellsDoesNotMatter) {
  const ScenarioDef def = load_file(GetParam()).def;
  ScenarioDef changed = clone(def);
  changed.simulation.partition.cells_x = 7;
  changed.simulation.partition.cells_y = 7;
  expect_same_run(def, changed);
}

TEST_P(Invariance, AnAgentFarAwayChangesNoOther) {
  const ScenarioDef def = load_file(GetParam()).def;
  // In a world with edges nowhere is far enough.
  if (def.world.bounds && def.world.bounds->edge != Edge::open) return;
  ScenarioDef changed = clone(def);
  Named<AgentTypeDef> bystander{"bystander", {}};
  bystander.value.radius = 0.1;
  bystander.value.actuator.actuator = {{catalog().find<ActuatorKind>("none"), nullptr}};
  bystander.value.locomotion.locomotion = {{catalog().find<LocomotionKind>("point_mass"), nullptr}};
  bystander.value.steering.arbiter.arbiter = {{catalog().find<ArbiterKind>("weighted_sum"), nullptr}};
  for (KindBox* box : std::initializer_list<KindBox*>{&bystander.value.actuator.actuator,
                                                      &bystander.value.locomotion.locomotion,
                                                      &bystander.value.steering.arbiter.arbiter}) {
    box->params = box->kind->make_params();
  }
  changed.agent_types.push_back(bystander);
  AgentDef agent;
  agent.type.name = "bystander";
  agent.position = Vec3{5000.0, -7000.0, 0.0};
  agent.number = number_entries(changed);
  changed.agents.push_back(agent);
  expect_same_run(def, changed, false);
}

StackEntryDef weightless(std::string_view name) {
  StackEntryDef slot;
  slot.weight = 0.0;
  slot.behavior.kind = catalog().find("behavior", name);
  slot.behavior.params = slot.behavior.kind->make_params();
  return slot;
}

TEST_P(Invariance, ABehaviorWithoutWeightIsAsGoodAsNone) {
  const ScenarioDef def = load_file(GetParam()).def;
  ScenarioDef changed = clone(def);
  for (Named<AgentTypeDef>& type : changed.agent_types) {
    // Behind the others, so that theirs stay the first of their kinds and keep their random numbers.
    type.value.steering.behaviors.push_back(weightless("separation"));
    type.value.steering.behaviors.push_back(weightless("cohesion"));
  }
  expect_same_run(def, changed);
}

}  // namespace
}  // namespace drover::test::invariance_test
