// Datasets as a person calls for them.
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cli/program.h"

namespace drover::test::dataset_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A batch of four runs with traces in the folder out.
class DatasetProgram : public Program {
 protected:
  void SetUp() override {
    write_small_scenario();
    ASSERT_EQ(run({"batch", "small.json", "--over", "simulation.dt=0.02,0.01", "--seeds", "2", "-o", "out",
                   "--trace", "trace.csv", "--quiet"})
                  .code,
              0);
  }

  Answer dataset(const std::string& folder, const std::string& input = "out",
                 const std::string& from = "") const {
    return run(Call{.words = {"dataset", input, "-o", folder, "--licence", "CC0-1.0"}, .folder = from});
  }
};

TEST_F(DatasetProgram, TheTracesInItsPartsAreReadBack) {
  ASSERT_EQ(dataset("ds").code, 0);
  const std::string id = read_json("ds/manifest.json").at("runs").at(0).at("id");
  const std::string part = read_json("ds/manifest.json").at("runs").at(0).at("split");
  const Answer exported = run({"export", fmt::format("ds/{}/{}.csv", part, id), "-o", "again.csv"});
  EXPECT_EQ(exported.code, 0) << exported.err;
  EXPECT_EQ(read("again.csv"), read(fmt::format("ds/{}/{}.csv", part, id)));
}

TEST_F(DatasetProgram, HasATableOfProjectilesForEveryRun) {
  write("game.json", R"({"format":1,"name":"game","simulation":{"dt":0.05,"duration":1},
      "projectile_types":{"dart":{"lifetime":1}},"agent_types":{"a":{"actions":[{"type":"fire","projectile":"dart",
        "target":{"point":[0,9]},"spread":0.2}]}},"agents":[{"type":"a","position":[0,0]}]})");
  ASSERT_EQ(
      run({"batch", "game.json", "--seeds", "2", "-o", "games", "--trace", "trace.csv", "--quiet"}).code, 0);
  ASSERT_EQ(dataset("ds", "games").code, 0);
  const Json run_0 = read_json("ds/manifest.json").at("runs").at(0);
  const std::string id = run_0.at("id"), part = run_0.at("split");
  const std::string table = read(fmt::format("ds/projectiles/{}.csv", id));
  EXPECT_THAT(table, HasSubstr("vz,blast,run_id,seed\n"));
  EXPECT_THAT(table, HasSubstr(",dart,fired,0,0,"));
  EXPECT_THAT(table, HasSubstr(fmt::format(",{},{}\n", id, run_0.at("seed").get<std::uint64_t>())));
  EXPECT_THAT(read("ds/README.md"), HasSubstr("`projectiles/ID.csv`"));
  EXPECT_THAT(read("ds/README.md"), HasSubstr("| blast | number | m | How far an explosion reaches"));
  EXPECT_THAT(read("ds/SHA256SUMS"), HasSubstr(fmt::format("projectiles/{}.csv", id)));
  std::size_t fields = 0;
  const Json package = read_json("ds/datapackage.json");
  for (const Json& resource : package.at("resources")) {
    if (resource["path"] == fmt::format("projectiles/{}.csv", id))
      fields = resource["schema"]["fields"].size();
  }
  EXPECT_EQ(fields, 18u);
  const std::string trace = fmt::format("ds/{}/{}.csv", part, id);
  EXPECT_THAT(run({"render", trace, "-o", "-"}).out, HasSubstr("class=\"flights\""));
}

TEST_F(DatasetProgram, LeavesForeignFoldersAlone) {
  write("ds.incomplete/thesis", "mine");
  write(".ds.drover.tmp.notes", "mine");
  const Answer answer = dataset("ds");
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(read("ds.incomplete/thesis"), "mine");
  EXPECT_EQ(read(".ds.drover.tmp.notes"), "mine");
  EXPECT_TRUE(exists("ds/SHA256SUMS"));
}

TEST_F(DatasetProgram, RemovesWhatAKilledProcessLeft) {
  write(".ds.drover.tmp.0123456789abcdef.0/train/a.csv", "x");
  write(".other.drover.tmp.0123456789abcdef.0/train/a.csv", "x");
  EXPECT_EQ(dataset("ds").code, 0);
  EXPECT_FALSE(exists(".ds.drover.tmp.0123456789abcdef.0"));
  EXPECT_TRUE(exists(".other.drover.tmp.0123456789abcdef.0"));
}

TEST_F(DatasetProgram, OneOfSeveralAtOnceMakesIt) {
  std::vector<pid_t> children;
  for (int k = 0; k < 3; ++k)
    children.push_back(
        start(Call{.words = {"dataset", "out", "-o", "ds", "--licence", "CC0-1.0", "--quiet"}}));
  int made = 0;
  for (const pid_t child : children) {
    const int code = wait_for(child).code;
    EXPECT_TRUE(code == 0 || code == 6) << code;
    made += code == 0 ? 1 : 0;
  }
  EXPECT_EQ(made, 1);
  EXPECT_EQ(dataset("again").code, 0);
  EXPECT_EQ(read("ds/SHA256SUMS"), read("again/SHA256SUMS"));
  for (const std::string& name : files())
    EXPECT_THAT(name, Not(HasSubstr(".drover.tmp.")));
}

TEST_F(DatasetProgram, APlaceThatCannotBeReplacedIsNamedBeforeTheRuns) {
  namespace fs = std::filesystem;
  fs::create_directory(path("full"));
  write("full/file", "x");
  write("file", "");
  fs::create_directory(path("here"));
  fs::create_directory_symlink("nowhere", path("dangling"));
  const auto problem = [this](const std::string& folder, int code, const std::string& from) {
    const Answer answer = dataset(folder, path("small.json"), from);
    EXPECT_EQ(answer.code, code) << folder;
    return answer.err;
  };
  EXPECT_THAT(problem("full", 6, ""), HasSubstr("full exists and is not empty"));
  EXPECT_THAT(problem("file", 6, ""), HasSubstr("file exists and is no folder"));
  EXPECT_THAT(problem("dangling", 6, ""), HasSubstr("dangling is a link that leads nowhere"));
  EXPECT_THAT(problem(".", 6, path("here")), HasSubstr("cannot be replaced"));
  EXPECT_THAT(problem("-", 2, ""), HasSubstr("a dataset is a folder"));
  for (const std::string& name : files())
    EXPECT_THAT(name, Not(HasSubstr(".batch")));
}

TEST_F(DatasetProgram, ALinkToAnEmptyFolderLeadsToTheDataset) {
  std::filesystem::create_directory(path("empty"));
  std::filesystem::create_directory_symlink("empty", path("link"));
  EXPECT_EQ(dataset("link").code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_TRUE(exists("empty/SHA256SUMS"));
}

}  // namespace
}  // namespace drover::test::dataset_test
