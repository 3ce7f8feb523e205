// Every scenario comes to the accepted bits, whatever the compiler, its options and the machine.
//
// Environment:
//   DROVER_ACCEPT_GOLDEN=1  writes what the runs come to instead of comparing, and removes golden files
//                           whose scenario is gone; refused when CI is set
#include "golden/golden.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "properties/scenario_files.h"

namespace drover::test {
namespace {

namespace fs = std::filesystem;

const fs::path kTree = DROVER_SOURCE_DIR;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

bool accepts() {
  return environment("DROVER_ACCEPT_GOLDEN") == "1";
}

// Numbers are accepted by a person who looks at them, never by a machine that only wants to be green.
bool may_accept() {
  return environment("CI").empty();
}

std::string how_to_accept(const std::string& scenario) {
  return "If the new numbers are right, accept them with\n"
         "  DROVER_ACCEPT_GOLDEN=1 tools/test --filter Golden\n"
         "and say why in CHANGELOG.md under \"Numbers changed\". Scenario: " +
         scenario;
}

std::string read_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void accept(const Golden& run, const fs::path& file) {
  ASSERT_TRUE(may_accept()) << "DROVER_ACCEPT_GOLDEN is not for machines: CI is set";
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << to_text(run);
  ASSERT_TRUE(out.flush()) << "cannot write " << file;
}

class GoldenScenario : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Scenarios, GoldenScenario, testing::ValuesIn(scenario_files()), name_of_file);

TEST_P(GoldenScenario, ComesToTheAcceptedBits) {
  const std::string& scenario = GetParam();
  const fs::path file = kTree / golden_file_of(scenario);
  const Golden run = run_golden(scenario, load_file(scenario));
  if (accepts()) {
    accept(run, file);
    return;
  }
  ASSERT_TRUE(fs::exists(file)) << file << " is missing.\n" << how_to_accept(scenario);
  const std::string text = read_text(file);
  const std::optional<std::string> difference = first_difference(from_text(text), run);
  ASSERT_FALSE(difference) << scenario << ": " << *difference << "\n" << how_to_accept(scenario);
  EXPECT_EQ(text, to_text(from_text(text))) << file << " was edited by hand";
}

TEST(GoldenFiles, AllHaveTheirScenario) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kTree / "tests/golden")) {
    const std::string file = entry.path().lexically_relative(kTree).generic_string();
    if (!file.ends_with(".golden.json") || fs::exists(kTree / scenario_file_of(file))) continue;
    if (accepts() && may_accept()) {
      fs::remove(entry.path());
    } else {
      ADD_FAILURE() << file << " is obsolete: there is no " << scenario_file_of(file);
    }
  }
}

Golden example() {
  return {.scenario = "scenarios/demos/hide.json",
          .scenario_hash = "00000000000000aa",
          .steps = 20,
          .final_hash = "000000000000000c",
          .checkpoints = {{10, "000000000000000b"}, {20, "000000000000000c"}}};
}

TEST(GoldenComparison, ReadsBackWhatItWrites) {
  EXPECT_EQ(first_difference(from_text(to_text(example())), example()), std::nullopt);
  EXPECT_THROW(from_text("{}"), std::runtime_error);
}

TEST(GoldenComparison, NamesTheFirstDifferingWindowAndBothHashes) {
  Golden run = example();
  run.checkpoints[1].hash = run.final_hash = "000000000000000d";
  const std::optional<std::string> difference = first_difference(example(), run);
  ASSERT_TRUE(difference);
  EXPECT_NE(difference->find("between tick 10 and tick 20"), std::string::npos) << *difference;
  EXPECT_NE(difference->find("000000000000000c"), std::string::npos) << *difference;
  EXPECT_NE(difference->find("000000000000000d"), std::string::npos) << *difference;
}

TEST(GoldenComparison, NoticesAChangedScenario) {
  Golden run = example();
  run.scenario_hash = "00000000000000ab";
  EXPECT_TRUE(first_difference(example(), run));
}

TEST(GoldenComparison, NoticesAMissingCheckpoint) {
  Golden accepted = example();
  accepted.checkpoints.pop_back();
  EXPECT_TRUE(first_difference(accepted, example()));
}

TEST(GoldenFiles, StandBesideEachOtherAsTheirScenariosDo) {
  EXPECT_EQ(golden_file_of("scenarios/demos/hide.json"), "tests/golden/demos/hide.golden.json");
  EXPECT_EQ(scenario_file_of("tests/golden/demos/hide.golden.json"), "scenarios/demos/hide.json");
}

}  // namespace
}  // namespace drover::test
