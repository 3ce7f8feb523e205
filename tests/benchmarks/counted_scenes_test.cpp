// The scenes whose instructions are counted, and the stacks that are timed, can be run: no other test reads
// them.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "properties/scenario_files.h"

namespace drover::test::counted_scenes_test {
namespace {

void expect_scenes_in(const std::string& folder) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(DROVER_SOURCE_DIR "/" + folder)) {
    const std::string file = folder + "/" + entry.path().filename().string();
    EXPECT_NO_THROW(build_without_problems(load_file(file).def)) << file;
    ++count;
  }
  EXPECT_GT(count, 3u);
}

TEST(CountedScenes, AreReadAndBuiltWithoutAWarning) {
  expect_scenes_in("benchmarks/counted");
}

TEST(TimedStacks, AreReadAndBuiltWithoutAWarning) {
  expect_scenes_in("benchmarks/stacks");
}

}  // namespace
}  // namespace drover::test::counted_scenes_test
