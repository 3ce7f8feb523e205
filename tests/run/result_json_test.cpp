#include "run/result_json.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "observe/record/entry_below.h"
#include "support/observed_run.h"

namespace drover::test::result_json_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string nested(int levels, const std::string& open, const std::string& shut) {
  std::string text;
  for (int k = 0; k < levels; ++k)
    text += open;
  text += "1";
  for (int k = 0; k < levels; ++k)
    text += shut;
  return text;
}

std::string problem_of(const std::string& text) {
  return parse_result("r.json", text).problem;
}

TEST(ResultJson, KeepsValuesAndTheirOrder) {
  const JsonReading reading =
      parse_result("r.json", R"({"b":[1,-2,0.5,1e300,"t",null,true],"a":{"n":9223372036854775807}})");
  EXPECT_THAT(reading.problem, IsEmpty());
  EXPECT_EQ(reading.document.dump(),
            R"({"b":[1,-2,0.5,1e+300,"t",null,true],"a":{"n":9223372036854775807}})");
  EXPECT_TRUE(reading.document["b"][0].is_number_unsigned());
  EXPECT_TRUE(reading.document["b"][1].is_number_integer());
}

TEST(ResultJson, RefusesWhatDroverDoesNotWrite) {
  EXPECT_THAT(problem_of("{\n\"a\": }"), HasSubstr("r.json:2: "));
  EXPECT_THAT(problem_of(""), HasSubstr("is empty"));
  EXPECT_THAT(problem_of("{\"a\":{\n\"b\":1,\"b\":2}}"), HasSubstr("r.json:2: key \"b\" is given twice"));
  EXPECT_THAT(problem_of(nested(64, "[", "]")), IsEmpty());
  for (const int levels : {65, 200'000}) {
    EXPECT_THAT(problem_of(nested(levels, "[", "]")), HasSubstr("nested deeper than the limit of 64 levels"));
    EXPECT_THAT(problem_of(nested(levels, "{\"a\":", "}")), HasSubstr("nested deeper"));
  }
  EXPECT_THAT(problem_of("\"" + std::string(kResultLimits.text_bytes, 'a') + "\""),
              HasSubstr("larger than the limit of 16 MiB"));
}

// Looking each key up among those before it would take minutes.
TEST(ResultJson, ManyKeysTakeNoMoreThanTheirShare) {
  std::string text = "{";
  constexpr int kKeys = 500'000;
  for (int k = 0; k < kKeys; ++k)
    text += "\"" + std::to_string(k) + "\":0,";
  const JsonReading reading = parse_result("r.json", text + "\"last\":0}");
  EXPECT_THAT(reading.problem, IsEmpty());
  EXPECT_EQ(reading.document.size(), kKeys + 1u);
}

// A reader that opens a pipe without a writer waits for ever, and /dev/zero has no end.
TEST(ResultJson, ReadsRegularFilesOnly) {
  const Folder folder;
  ASSERT_EQ(::mkfifo(folder.path("fifo").c_str(), 0600), 0);
  std::ofstream(folder.path("good")) << "{}";
  std::ofstream(folder.path("big")) << "\"" << std::string(kResultLimits.text_bytes, 'a');
  EXPECT_EQ(read_result(folder.path("good")).document.dump(), "{}");
  EXPECT_THAT(read_result(folder.path("fifo")).problem, HasSubstr("no regular file"));
  EXPECT_THAT(read_result("/dev/zero").problem, HasSubstr("no regular file"));
  EXPECT_THAT(read_result(folder.path("")).problem, HasSubstr("directory"));
  EXPECT_THAT(read_result(folder.path("none")).problem, HasSubstr("there is no such file"));
  EXPECT_THAT(read_result(folder.path("big")).problem, HasSubstr("larger than the limit"));
}

TEST(ResultJson, NothingBelowARootIsReadThroughALink) {
  namespace fs = std::filesystem;
  const Folder folder;
  const std::string root = folder.path("root");
  fs::create_directories(root + "/runs/a");
  fs::create_directories(folder.path("private"));
  std::ofstream(folder.path("private/key")) << "{}";
  std::ofstream(root + "/runs/a/good") << "{}";
  fs::create_symlink("../../../private/key", root + "/runs/a/key");
  fs::create_directory_symlink("../../private", root + "/runs/b");
  fs::create_directory_symlink("root", folder.path("name_of_root"));
  EXPECT_THAT(read_result_below(root, "runs/a/good").problem, IsEmpty());
  EXPECT_THAT(read_result_below(folder.path("name_of_root"), "runs/a/good").problem, IsEmpty());
  EXPECT_THAT(read_result_below(root, "runs/a/none").problem, HasSubstr("there is no such file"));
  for (const std::string name : {"runs/a/key", "runs/b/key", "../private/key", "runs/../../private/key", ""})
    EXPECT_THAT(read_result_below(root, name).problem, HasSubstr("symbolic link")) << name;
  EXPECT_EQ(entry_below(root, "runs/a"), Entry::folder);
  EXPECT_EQ(entry_below(root, "runs/b"), Entry::foreign);
  EXPECT_EQ(entry_below(root, "runs/a/good/x"), Entry::foreign);
  EXPECT_EQ(entry_below(root, std::string("runs\0/a", 7)), Entry::foreign);
}

}  // namespace
}  // namespace drover::test::result_json_test
