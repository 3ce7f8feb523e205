#include "run/input.h"

#include <fstream>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "run/run.h"
#include "support/observed_run.h"

namespace drover::test::input_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string write_scenario(const Folder& folder, const std::string& name, const std::string& keys = "") {
  const std::string path = folder.path(name);
  std::ofstream(path) << coasting(R"({"type":"a","position":[0,0],"velocity":[1,0]})", R"("collisions":{})",
                                  keys);
  return path;
}

// Saves the first state of a scenario.
std::string write_snapshot_of(const std::string& scenario, const Folder& folder) {
  const std::string path = folder.path("first.snapshot");
  RunInput input = load_input({.file = scenario, .changes = {.steps = 2}}, catalog());
  Run::prepare(*input.scenario, {.snapshots = {{0.0, path}}}, input.diagnostics)->execute();
  return path;
}

TEST(Input, AScenarioWithoutANameGetsThatOfItsFile) {
  const Folder folder;
  const RunInput input = load_input({.file = write_scenario(folder, "crossing.jsonc")}, catalog());
  ASSERT_TRUE(input.is_usable());
  EXPECT_EQ(input.scenario->def.name, "crossing");
  EXPECT_EQ(input.scenario->resolved->at("name"), "crossing");
}

TEST(Input, ChangesAreListedAsTheyWereGiven) {
  const ReadOptions changes{.set = {"seed=3", "simulation.dt=0.5"}, .unset = {"world"}};
  EXPECT_THAT(overrides(changes), ElementsAre("seed=3", "simulation.dt=0.5", "--unset world"));
}

TEST(Input, ASnapshotIsNoScenario) {
  const Folder folder;
  const std::string snapshot = write_snapshot_of(write_scenario(folder, "a.json"), folder);
  const RunInput input = load_input({.file = snapshot}, catalog());
  EXPECT_FALSE(input.is_usable());
  EXPECT_THAT(format_human(input.diagnostics, input.sources, false), HasSubstr("this is a snapshot"));
}

TEST(Input, ASnapshotBringsItsScenario) {
  const Folder folder;
  const std::string snapshot = write_snapshot_of(write_scenario(folder, "a.json"), folder);
  const RunInput input = load_input_to_resume(snapshot, {.changes = {.steps = 9}}, catalog());
  ASSERT_TRUE(input.is_usable()) << input.problem;
  EXPECT_EQ(input.scenario->def.step_count(), 9);
  EXPECT_TRUE(input.snapshot.has_value());
}

// How many agents such a source brings follows from the duration.
TEST(Input, ASourceWithoutAnEndIsNotResumedForLonger) {
  const Folder folder;
  const auto resumed = [&](const std::string& name, const std::string& keys) {
    const std::string file = write_scenario(folder, name,
                                            R"(,"events":[{"type":"spawn","at":0,"every":1)" + keys +
                                                R"(,"agents":{"type":"a","position":[50,50]}}])");
    return load_input_to_resume(write_snapshot_of(file, folder), {.changes = {.steps = 9}}, catalog());
  };
  EXPECT_THAT(resumed("a.json", "").problem, HasSubstr("how many agents the source /events/0 brings"));
  EXPECT_TRUE(resumed("b.json", R"(,"until":5)").is_usable());
}

TEST(Input, AScenarioThatMovesAgentsInAnotherWayIsRefusedForASnapshot) {
  const Folder folder;
  const std::string snapshot = write_snapshot_of(write_scenario(folder, "a.json"), folder);
  const std::string other = write_scenario(folder, "b.json", R"(,"seed":77)");
  const RunInput input = load_input_to_resume(snapshot, {.file = other}, catalog());
  EXPECT_FALSE(input.is_usable());
  EXPECT_THAT(input.problem, HasSubstr("differs in /seed"));
}

TEST(Input, AFileThatIsNoSnapshotIsNamed) {
  const Folder folder;
  const std::string scenario = write_scenario(folder, "a.json");
  const RunInput input = load_input_to_resume(scenario, {}, catalog());
  EXPECT_FALSE(input.is_usable());
  EXPECT_THAT(input.problem, HasSubstr(scenario));
}

}  // namespace
}  // namespace drover::test::input_test
