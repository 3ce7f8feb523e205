#include "golden/golden_store.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "golden/golden_samples.h"
#include "support/observed_run.h"

namespace drover::test::golden_store_test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A folder with scenarios and goldens in it, which is the working directory meanwhile.
class Store : public testing::Test {
 protected:
  Store() : before_(fs::current_path()) { fs::current_path(folder_.path("")); }
  ~Store() override { fs::current_path(before_); }

  void write(const std::string& path, std::string_view text) const {
    fs::create_directories(fs::absolute(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }

  // A golden of that scenario, whose file is written too.
  void add(const std::string& golden, const std::string& scenario, const std::string& reason = "test") const {
    if (!fs::exists(scenario)) write(scenario, wanderers(10));
    GoldenDef def = golden_of(wanderers(10));
    def.accepted.reason = reason;
    const Failure failure = write_golden(golden, scenario, std::move(def));
    EXPECT_FALSE(failure) << *failure;
  }

  std::string path(const std::string& name) const { return folder_.path(name); }

 private:
  Folder folder_;
  fs::path before_;
};

// The path of the golden that a scenario has in a folder; empty without one.
std::string found(const std::string& folder, const std::string& scenario) {
  const GoldenStore store(folder);
  const GoldenFile* file = store.find(scenario);
  return file == nullptr ? "" : file->path;
}

TEST_F(Store, OfAFolderThatDoesNotExistIsEmpty) {
  const GoldenStore store("golden");
  EXPECT_THAT(store.files(), IsEmpty());
  EXPECT_THAT(store.problem(), IsEmpty());
  EXPECT_EQ(store.find("a.json"), nullptr);
}

TEST_F(Store, OfWhatIsNoFolderHasAProblem) {
  write("golden", "text");
  EXPECT_THAT(GoldenStore("golden").problem(), AllOf(HasSubstr("golden"), HasSubstr("Not a directory")));
}

TEST_F(Store, KnowsAGoldenByItsScenarioWhateverItIsCalled) {
  add("golden/some/where/other_name.golden.json", "scenarios/deep/a.json");
  add("golden/a.golden.json", "scenarios/b.json");
  EXPECT_EQ(found("golden", "scenarios/deep/a.json"), "golden/some/where/other_name.golden.json");
  EXPECT_EQ(found("golden", "scenarios/b.json"), "golden/a.golden.json");
  EXPECT_EQ(found("golden", "scenarios/a.json"), "");
}

TEST_F(Store, KnowsTheScenarioWhicheverWayLeadsToIt) {
  add("golden/a.golden.json", "scenarios/a.json");
  for (const char* scenario : {"./scenarios/a.json", "scenarios/../scenarios//a.json"})
    EXPECT_EQ(found("golden", scenario), "golden/a.golden.json") << scenario;
  EXPECT_EQ(found("golden", path("scenarios/a.json")), "golden/a.golden.json");
  EXPECT_EQ(found("./golden/", "scenarios/a.json"), "golden/a.golden.json");
  EXPECT_EQ(found(path("golden"), "scenarios/a.json"), path("golden/a.golden.json"));
}

TEST_F(Store, FindsGoldensFromAnyWorkingDirectory) {
  add("golden/a.golden.json", "scenarios/a.json");
  fs::create_directories("elsewhere/deep");
  fs::current_path("elsewhere/deep");
  const GoldenStore store("../../golden");
  ASSERT_EQ(store.files().size(), 1u);
  EXPECT_EQ(store.files()[0].scenario, "../../scenarios/a.json");
  EXPECT_FALSE(store.files()[0].is_obsolete());
  EXPECT_NE(store.find("../../scenarios/a.json"), nullptr);
  fs::current_path("../../scenarios");
  EXPECT_EQ(found("../golden", "a.json"), "../golden/a.golden.json");
}

TEST_F(Store, GoldensMoveTogetherWithTheirScenarios) {
  add("one/golden/a.golden.json", "one/scenarios/a.json");
  fs::rename("one", "two");
  EXPECT_EQ(found("two/golden", "two/scenarios/a.json"), "two/golden/a.golden.json");
}

TEST_F(Store, FollowsSymbolicLinksToGoldensAndToScenarios) {
  add("real/deep/golden/a.golden.json", "real/scenarios/a.json");
  fs::create_directory_symlink("real/deep/golden", "golden");
  fs::create_directory_symlink("real/scenarios", "scenarios");
  EXPECT_EQ(found("golden", "scenarios/a.json"), "golden/a.golden.json");
  EXPECT_EQ(found("golden", "real/scenarios/a.json"), "golden/a.golden.json");
  EXPECT_FALSE(GoldenStore("golden").files()[0].is_obsolete());
  add("golden/b.golden.json", "scenarios/b.json");
  EXPECT_EQ(found("real/deep/golden", "real/scenarios/b.json"), "real/deep/golden/b.golden.json");
}

TEST_F(Store, IsSortedByPath) {
  for (const char* name : {"c", "a", "b/a", "b"})
    add(std::string("golden/") + name + ".golden.json", std::string(name) + ".json");
  const GoldenStore store("golden");
  std::vector<std::string> paths;
  for (const GoldenFile& file : store.files())
    paths.push_back(file.path);
  EXPECT_THAT(paths, ElementsAre("golden/a.golden.json", "golden/b.golden.json", "golden/b/a.golden.json",
                                 "golden/c.golden.json"));
}

TEST_F(Store, TellsAnObsoleteGolden) {
  add("golden/a.golden.json", "a.json");
  EXPECT_FALSE(GoldenStore("golden").files()[0].is_obsolete());
  fs::remove("a.json");
  EXPECT_TRUE(GoldenStore("golden").files()[0].is_obsolete());
}

TEST_F(Store, TakesUpWhatWaitsWithAndWithoutAnAcceptedGolden) {
  add("golden/a.golden.json", "a.json", "accepted");
  add("golden/a.golden.json.new", "a.json", "waiting");
  add("golden/b.golden.json.new", "b.json");
  const GoldenStore store("golden");
  ASSERT_EQ(store.files().size(), 2u);
  EXPECT_EQ(store.files()[0].accepted->accepted.reason, "accepted");
  EXPECT_EQ(store.files()[0].pending->accepted.reason, "waiting");
  EXPECT_FALSE(store.files()[1].accepted);
  EXPECT_TRUE(store.files()[1].pending);
  EXPECT_EQ(store.find("b.json"), &store.files()[1]);
  EXPECT_EQ(store.files()[1].path, "golden/b.golden.json");
  EXPECT_EQ(store.files()[1].pending_path(), "golden/b.golden.json.new");
}

TEST_F(Store, LeavesOtherFilesAlone) {
  for (const char* name :
       {"golden/notes.txt", "golden/.a.golden.json.tmp.123", "golden/a.golden.json.incomplete",
        "golden/a.json", "golden/a.new", "golden/a.golden.jsonc"})
    write(name, "{");
  EXPECT_THAT(GoldenStore("golden").files(), IsEmpty());
}

TEST_F(Store, KeepsWhatCannotBeReadWithItsProblem) {
  write("golden/a.golden.json", "{\"format\": 1,");
  const GoldenStore store("golden");
  ASSERT_EQ(store.files().size(), 1u);
  const GoldenFile& file = store.files()[0];
  EXPECT_FALSE(file.accepted);
  EXPECT_THAT(file.scenario, IsEmpty());
  EXPECT_FALSE(file.is_obsolete());
  EXPECT_THAT(file.problem, HasSubstr("golden/a.golden.json:1:"));
  EXPECT_EQ(store.at("golden/a.golden.json"), &file);
  EXPECT_EQ(store.at("golden/b.golden.json"), nullptr);
}

TEST_F(Store, AnUnreadableGoldenBelongsToTheScenarioOfWhatWaits) {
  write("golden/a.golden.json", "{");
  add("golden/a.golden.json.new", "a.json");
  const GoldenStore store("golden");
  const GoldenFile* file = store.find("a.json");
  ASSERT_NE(file, nullptr);
  EXPECT_FALSE(file->accepted);
  EXPECT_TRUE(file->pending);
  EXPECT_THAT(file->problem, HasSubstr("a.golden.json"));
}

TEST_F(Store, OfTwoGoldensOfOneScenarioTheSecondCountsAsUnreadable) {
  add("golden/a.golden.json", "a.json");
  add("golden/b.golden.json", "a.json");
  const GoldenStore store("golden");
  ASSERT_EQ(store.files().size(), 2u);
  EXPECT_EQ(store.find("a.json"), &store.files()[0]);
  EXPECT_THAT(store.files()[0].problem, IsEmpty());
  EXPECT_EQ(store.files()[1].problem,
            "golden/b.golden.json: a.json has a golden already: golden/a.golden.json\n");
  EXPECT_FALSE(store.files()[1].accepted);
}

TEST_F(Store, NamesThePlaceOfANewGolden) {
  EXPECT_EQ(GoldenStore("golden").path_for("behaviors/seek"), "golden/behaviors/seek.golden.json");
  EXPECT_EQ(GoldenStore("./x//golden/").path_for("v1.2"), "x/golden/v1.2.golden.json");
}

TEST_F(Store, AcceptingKeepsTheTolerancesAndRemovesWhatWaited) {
  add("golden/a.golden.json", "a.json", "first");
  add("golden/a.golden.json.new", "a.json");
  GoldenFile file = GoldenStore("golden").files()[0];
  file.accepted->tolerances = TolerancesDef{.horizon = 3, .columns = {}, .metrics = {}};
  EXPECT_FALSE(accept_pending(file, "second"));
  EXPECT_FALSE(fs::exists("golden/a.golden.json.new"));
  const GoldenStore store("golden");
  EXPECT_EQ(store.files()[0].accepted->accepted.reason, "second");
  EXPECT_EQ(store.files()[0].accepted->tolerances->horizon, 3);
  EXPECT_EQ(store.files()[0].scenario, "a.json");
}

TEST_F(Store, AGoldenThatCannotBeWrittenIsAFailure) {
  write("a.json", wanderers(10));
  write("golden", "text");
  const Failure failure = write_golden("golden/a.golden.json", "a.json", golden_of(wanderers(10)));
  ASSERT_TRUE(failure);
  EXPECT_THAT(*failure, HasSubstr("golden"));
}

TEST(ContinuousIntegration, IsToldByTheVariable) {
  const auto with = [](const char* value) {
    ::setenv("CI", value, 1);
    const bool answer = is_continuous_integration();
    ::unsetenv("CI");
    return answer;
  };
  EXPECT_TRUE(with("true"));
  EXPECT_TRUE(with("1"));
  EXPECT_TRUE(with("woodpecker"));
  EXPECT_FALSE(with(""));
  EXPECT_FALSE(with("0"));
  EXPECT_FALSE(with("false"));
  EXPECT_FALSE(is_continuous_integration());
}

}  // namespace
}  // namespace drover::test::golden_store_test
