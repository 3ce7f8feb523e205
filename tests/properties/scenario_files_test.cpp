// The scenario files of the tree: all of them load and build without a word, and every behavior and arbiter
// has one.
#include "properties/scenario_files.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "properties/definition_walk.h"
#include "sim/definitions/kinds.h"

namespace drover::test::scenario_files_test {
namespace {

class ScenarioFile : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Scenarios, ScenarioFile, testing::ValuesIn(scenario_files()), name_of_file);

TEST_P(ScenarioFile, LoadsAndBuildsWithoutWarnings) {
  LoadedScenario loaded;
  ASSERT_NO_THROW(loaded = load_file(GetParam()));
  EXPECT_GT(build_without_problems(loaded.def).world.model().agents.size() + loaded.def.projectiles.size(),
            0u);
  EXPECT_GT(loaded.def.step_count(), 0);
}

// A snapshot holds all keys, those with their defaults too: going on from it repeats no warning.
TEST_P(ScenarioFile, LoadsWithoutWarningsWithAllKeysWritten) {
  JsonSources sources;
  Diagnostics diagnostics;
  const std::string text = load_file(GetParam()).resolved->dump();
  EXPECT_TRUE(read_scenario_text({.name = GetParam(), .text = text}, {}, catalog(), sources, diagnostics));
  EXPECT_TRUE(diagnostics.empty()) << format_human(diagnostics, sources, false);
}

TEST_P(ScenarioFile, SaysWhatItShowsUnderTheNameOfItsFile) {
  const ScenarioDef def = load_file(GetParam()).def;
  EXPECT_TRUE(GetParam().ends_with("/" + def.name + ".json")) << def.name;
  EXPECT_TRUE(def.description.ends_with('.')) << def.description;
}

bool uses(ScenarioDef def, const Kind* kind) {
  bool found = false;
  walk_kinds(ScenarioDef::table(), &def, [&](KindBox& box) { found = found || box.kind == kind; });
  return found;
}

// Where the scenarios of a family's kinds stand; metrics and placements have none of their own.
struct Folder {
  std::string_view family;
  std::string path;
};
const Folder kFolders[] = {{"behavior", "behaviors"},    {"arbiter", "arbiters"}, {"condition", "conditions"},
                           {"quantity", "quantities"},   {"action", "actions"},   {"actuator", "actuators"},
                           {"locomotion", "locomotion"}, {"event", "events"},     {"pattern", "formations"}};

TEST(ScenarioFiles, ShowEveryKindInAFileOfItsName) {
  for (const Folder& folder : kFolders) {
    for (const Kind* kind : catalog().kinds(folder.family)) {
      const std::string file = "scenarios/" + folder.path + "/" + std::string(kind->name) + ".json";
      const auto& files = scenario_files();
      EXPECT_NE(std::find(files.begin(), files.end(), file), files.end()) << file << " is missing";
      if (std::find(files.begin(), files.end(), file) == files.end()) continue;
      EXPECT_TRUE(uses(load_file(file).def, kind)) << file << " does not use " << kind->name;
    }
  }
}

}  // namespace
}  // namespace drover::test::scenario_files_test
