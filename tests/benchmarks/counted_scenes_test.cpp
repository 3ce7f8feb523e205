// The scenes whose instructions are counted can be run: no other test reads them.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "properties/scenario_files.h"

namespace drover::test::counted_scenes_test {
namespace {

TEST(CountedScenes, AreReadAndBuiltWithoutAWarning) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(DROVER_SOURCE_DIR "/benchmarks/counted")) {
    const std::string file = "benchmarks/counted/" + entry.path().filename().string();
    EXPECT_NO_THROW(build_without_problems(load_file(file).def)) << file;
    ++count;
  }
  EXPECT_GT(count, 3u);
}

}  // namespace
}  // namespace drover::test::counted_scenes_test
