// The same call gives the same bytes, wherever and in whatever surroundings it runs.
#include <gmock/gmock.h>

#include "cli/program.h"

namespace drover::test::repeat_test {
namespace {

class Repeat : public Program {
 protected:
  Repeat() { write_small_scenario(); }

  // All outputs of one run, made into `folder`; the scenario is named by its absolute path.
  std::map<std::string, std::string> outputs(const std::string& folder, Call call) const {
    const std::string out = path(folder);
    call.words = {"run", path("small.json"), "-o", out};
    EXPECT_EQ(run(call).code, 0);
    call.words = {"render", out + "/trace.csv", "-o", out + "/run.svg"};
    EXPECT_EQ(run(call).code, 0);
    std::map<std::string, std::string> texts;
    for (const char* name : {"/trace.csv", "/trace.csv.meta.json", "/run.svg"})
      texts[name] = read(folder + name);
    texts["/metrics.json"] = reproducible(read_json(folder + "/metrics.json")).dump();
    return texts;
  }
};

TEST_F(Repeat, GivesTheSameBytesInOtherSurroundings) {
  const auto first = outputs("first", {});
  EXPECT_EQ(outputs("again", {}), first);
  EXPECT_EQ(outputs("elsewhere", {.folder = "/"}), first);
  std::map<std::string, std::string> elsewhere = german();
  elsewhere["TZ"] = "Asia/Kathmandu";
  EXPECT_EQ(outputs("german", {.environment = elsewhere}), first);
}

TEST_F(Repeat, TheReferenceIsTheSameTwice) {
  for (const char* command : {"list", "schema", "version"})
    EXPECT_EQ(run({command}).out, run({command}).out);
  EXPECT_EQ(run({"explain", "flocking"}).out, run({"explain", "flocking"}).out);
}

}  // namespace
}  // namespace drover::test::repeat_test
