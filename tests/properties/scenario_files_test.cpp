// The scenario files of the tree: all of them load and build without a word, and every behavior and arbiter
// has one.
#include "properties/scenario_files.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/catalog.h"
#include "sim/kinds.h"

namespace drover::test {
namespace {

class ScenarioFile : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Scenarios, ScenarioFile, testing::ValuesIn(scenario_files()), name_of_file);

TEST_P(ScenarioFile, LoadsAndBuildsWithoutWarnings) {
  LoadedScenario loaded;
  ASSERT_NO_THROW(loaded = load_file(GetParam()));
  EXPECT_GT(build_without_problems(loaded.def).world.agents.size(), 0u);
  EXPECT_GT(loaded.def.step_count(), 0);
}

TEST_P(ScenarioFile, SaysWhatItShowsUnderTheNameOfItsFile) {
  const ScenarioDef def = load_file(GetParam()).def;
  EXPECT_TRUE(GetParam().ends_with("/" + def.name + ".json")) << def.name;
  EXPECT_TRUE(def.description.ends_with('.')) << def.description;
}

// Whether a stack of the scenario uses the kind.
bool uses(const ScenarioDef& def, const Kind* kind) {
  return std::any_of(def.agent_types.begin(), def.agent_types.end(), [&](const Named<AgentTypeDef>& type) {
    const SteeringDef& steering = type.value.steering;
    return steering.arbiter.arbiter.kind == kind ||
           std::any_of(steering.behaviors.begin(), steering.behaviors.end(),
                       [&](const SlotDef& slot) { return slot.behavior.kind == kind; });
  });
}

TEST(ScenarioFiles, ShowEveryBehaviorAndArbiter) {
  for (const std::string_view family : {"behavior", "arbiter"}) {
    for (const Kind* kind : catalog().kinds(family)) {
      const std::string file = "scenarios/behaviors/" + std::string(kind->name) + ".json";
      const auto& files = scenario_files();
      ASSERT_NE(std::find(files.begin(), files.end(), file), files.end()) << file << " is missing";
      EXPECT_TRUE(uses(load_file(file).def, kind)) << file << " does not use " << kind->name;
    }
  }
}

}  // namespace
}  // namespace drover::test
