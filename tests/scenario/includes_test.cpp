// Files that include others, on the disk.
#include "scenario/includes.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenario/builtin_types.h"
#include "scenario/fake_catalog.h"

namespace drover::test::includes_test {
namespace {

namespace fs = std::filesystem;

class Includes : public testing::Test {
 protected:
  Includes()
      : folder_(fs::temp_directory_path() / (std::string("drover_includes_") +
                                             testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "sub");
  }
  ~Includes() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  Reading read(const std::string& name, const ReadOptions& options = {}) const {
    Reading reading;
    Diagnostics diagnostics;
    reading.scenario =
        load_scenario((folder_ / name).string(), options, fake_catalog(), reading.sources, diagnostics);
    human_ = format_human(diagnostics, reading.sources, false);
    json_ = format_json(diagnostics, reading.sources);
    reading.problems = diagnostics.sorted();
    return reading;
  }

  // The first problem of main.json as "file:line:column message".
  std::string problem(const std::string& text) {
    write("main.json", text);
    const Reading reading = read("main.json");
    if (reading.problems.empty()) return "none";
    const Diagnostic& first = reading.problems[0];
    const fs::path file = reading.sources.at(first.where.source).name;
    const SourcePosition position = reading.sources.locate(first.where.source, first.where.begin);
    return file.filename().string() + ":" + std::to_string(position.line) + ":" +
           std::to_string(position.column) + " " + first.message;
  }

  fs::path folder_;
  mutable std::string human_;
  mutable nlohmann::ordered_json json_;
};

TEST_F(Includes, OneScenarioInOneOrSeveralFilesIsOneTextAndOneHash) {
  write("whole.json", R"({"format": 1, "seed": 3, "simulation": {"dt": 0.1, "duration": 4},
    "world": {"obstacles": [{"center": [0, 0], "radius": 1}, {"id": "oak", "center": [9, 9], "radius": 2}],
              "regions": {"pen": {"min": [0, 0], "max": [1, 1]}, "gate": {"center": [5, 5]}}},
    "agent_types": {"a": {"max_speed": 2}, "b": {"max_speed": 5}, "c": {"max_speed": 2, "mass": 3}},
    "agents": [{"type": "a", "position": [0, 0]}, {"type": "c", "position": [1, 0]}, {"type": "b", "position": [2, 0]}],
    "record": {"trace": {"columns": ["x", "y", "speed"]}}})");
  write("main.json", R"({"format": 1, "name": "main", "include": ["sub/types.json", "world.json"], "seed": 3,
    "simulation": {"duration": 4}, "variables": {"fast": 5},
    "world": {"obstacles": [{"id": "oak", "center": [9, 9], "radius": 2, "override": true}],
              "regions": {"gate": {"center": [5, 5]}}},
    "agent_types": {"c": {"extends": "a", "mass": 3}},
    "agents": [{"type": "c", "position": [1, 0]}, {"type": "b", "position": [2, 0]}],
    "record": {"trace": {"columns": ["speed", "x"]}}})");
  write("sub/types.json",
        R"({"format": 1, "name": "types", "description": "of others", "include": ["../base.json"],
    "seed": 8, "simulation": {"dt": 0.1, "duration": 9}, "variables": {"fast": 3},
    "agent_types": {"b": {"max_speed": {"=": "fast"}}}, "agents": [{"type": "a", "position": [0, 0]}]})");
  write("base.json", R"({"agent_types": {"a": {"max_speed": 2}}})");
  write("world.json", R"({"include": ["base.json"], "record": {"trace": {"columns": ["x", "y"]}},
    "world": {"obstacles": [{"center": [0, 0], "radius": 1}, {"id": "oak", "center": [1, 2], "radius": 4}],
              "regions": {"pen": {"min": [0, 0], "max": [1, 1]}}}})");
  const Reading whole = read("whole.json");
  ASSERT_TRUE(whole.scenario) << human_;
  const Reading main = read("main.json");
  ASSERT_TRUE(main.scenario) << human_;
  EXPECT_TRUE(main.problems.empty()) << human_;
  EXPECT_EQ(main.scenario->def.name, "main");
  EXPECT_EQ(main.scenario->def.description, "");
  nlohmann::ordered_json text = *main.scenario->resolved;
  text["name"] = nullptr;
  EXPECT_EQ(text.dump(), whole.scenario->resolved->dump());
  EXPECT_EQ(main.scenario->hash, whole.scenario->hash);
}

TEST_F(Includes, CountByTheirContents) {
  write("types.json", R"({"agent_types": {"a": {"mass": 2}}})");
  write("main.json", R"({"format": 1, "include": ["types.json"]})");
  const std::uint64_t before = read("main.json").scenario->hash;
  write("types.json", R"({"agent_types": {"a": {"mass": 3}}})");
  EXPECT_NE(read("main.json").scenario->hash, before);
}

TEST_F(Includes, TakeOverridesOfTheCommandLineAfterwards) {
  write("types.json", R"({"variables": {"m": 2}, "agent_types": {"a": {"mass": {"=": "m"}}}})");
  write("main.json", R"({"format": 1, "include": ["types.json"]})");
  EXPECT_EQ(read("main.json", {.set = {"variables.m=7"}}).scenario->def.agent_types[0].value.mass.constant(),
            7.0);
  EXPECT_EQ(
      read("main.json", {.set = {"agent_types.a.mass=8"}}).scenario->def.agent_types[0].value.mass.constant(),
      8.0);
  EXPECT_FALSE(read("main.json", {.set = {R"(include=["other.json"])"}}).scenario);
}

TEST_F(Includes, PointIntoTheRightFile) {
  write("types.json", "{\n  \"agent_types\": {\n    \"a\": { \"mass\": -1 }\n  }\n}\n");
  write("middle.json", "{ \"include\": [\"types.json\"] }");
  EXPECT_EQ(problem("{ \"format\": 1,\n  \"include\": [\"middle.json\"] }"),
            "types.json:3:20 \"mass\" is out of range");
  const std::string middle = "included from: " + (folder_ / "middle.json").string() + ":1:15\n";
  const std::string main = "included from: " + (folder_ / "main.json").string() + ":2:15\n";
  ASSERT_NE(human_.find(middle), std::string::npos) << human_;
  EXPECT_GT(human_.find(main), human_.find(middle)) << human_;
  ASSERT_EQ(json_[0]["included_from"].size(), 2u);
  EXPECT_EQ(json_[0]["included_from"][1]["line"], 2);
  EXPECT_EQ(json_[0]["included_from"][1]["column"], 15);
  EXPECT_EQ(json_[0]["pointer"], "/agent_types/a/mass");
}

TEST_F(Includes, SayWhatIsWrongWithThem) {
  write("a.json", R"({"include": ["b.json"]})");
  write("b.json", R"({"include": ["a.json"]})");
  write("self.json", R"({"format": 1, "include": ["main.json"]})");
  write("broken.json", "{\"seed\": }");
  write("list.json", "[]");
  write("new.json", R"({"format": 2})");
  const auto include = [this](const std::string& name) {
    return problem(R"({"format": 1, "include": [")" + name + R"("]})");
  };
  EXPECT_EQ(include("none.json"), "main.json:1:27 the file cannot be included: there is no such file");
  EXPECT_EQ(include("sub"), "main.json:1:27 the file cannot be included: this is a directory, not a file");
  EXPECT_EQ(include("-"), "main.json:1:27 the file cannot be included: there is no such file");
  EXPECT_EQ(include(""), "main.json:1:27 the file cannot be included: this is a directory, not a file");
  EXPECT_EQ(include("broken.json"), "broken.json:1:10 the key \"seed\" has no value");
  EXPECT_EQ(include("list.json"), "main.json:1:27 the file cannot be included: it is no JSON object");
  EXPECT_EQ(include("new.json"), "new.json:1:12 the included file has another format");
  EXPECT_EQ(include("main.json").substr(0, 64), "main.json:1:27 files include each other in a circle: " +
                                                    (folder_ / "main.json").string().substr(0, 11));
  EXPECT_NE(include("a.json").find("a.json -> "), std::string::npos);
  EXPECT_NE(include("self.json").find("self.json:1:27 files include each other in a circle"),
            std::string::npos);
  EXPECT_NE(include("drover:wlaker").find("drover has no types \"wlaker\""), std::string::npos);
  EXPECT_NE(human_.find("did you mean \"drover:walker\""), std::string::npos) << human_;
  // What it would have brought is not missed as well.
  problem(R"({"format": 1, "include": ["drover:wlaker"], "agent_types": {"b": {"extends": "walker"}}})");
  EXPECT_EQ(json_.size(), 1u) << human_;
  EXPECT_EQ(problem(R"({"format": 1, "include": "a.json"})"),
            "main.json:1:26 \"include\" has the wrong type");
  EXPECT_EQ(problem(R"({"format": 1, "include": [1]})"), "main.json:1:27 \"include\" has the wrong type");
}

TEST_F(Includes, RefuseNamesThatAreThereTwice) {
  write("a.json", R"({"agent_types": {"a": {"mass": 1}}, "seed": 1, "variables": {"v": 1, "w": 2}})");
  write("b.json", R"({"agent_types": {"a": {"mass": 2}}, "seed": 2, "variables": {"v": 1, "w": 3}})");
  write("c.json", R"({"agents": [{"id": "x", "type": "a", "position": [0, 0]}]})");
  EXPECT_EQ(problem(R"({"format": 1, "include": ["a.json"], "agent_types": {"a": {}}})"),
            "main.json:1:54 the agent type \"a\" is declared twice");
  EXPECT_EQ(
      problem(
          R"({"format": 1, "include": ["a.json", "c.json"], "agents": [{"id": "x", "type": "a", "position": [1, 0]}]})"),
      "main.json:1:66 the agent \"x\" is declared twice");
  EXPECT_EQ(problem(R"({"format": 1, "include": ["a.json", "b.json"]})"),
            "b.json:1:18 the agent type \"a\" is declared twice");
  EXPECT_NE(human_.find("two included files give different values of \"seed\""), std::string::npos) << human_;
  EXPECT_NE(human_.find("two included files give different values of \"w\""), std::string::npos) << human_;
  EXPECT_EQ(human_.find("different values of \"v\""), std::string::npos) << human_;
  EXPECT_EQ(
      problem(R"({"format": 1, "include": ["a.json", "b.json"], "seed": 3, "variables": {"v": 1, "w": 4},
    "x-note": 1, "agent_types": {"a": {"mass": {"=": "v + w"}, "override": true}}})"),
      "none")
      << human_;
  EXPECT_EQ(read("main.json").scenario->def.agent_types[0].value.mass.constant(), 5.0);
}

TEST_F(Includes, WarnOfAnOverrideThatReplacesNothing) {
  write("a.json", R"({"agent_types": {"a": {}}})");
  EXPECT_EQ(problem(R"({"format": 1, "include": ["a.json"], "agent_types": {"b": {"override": true}}})"),
            "main.json:1:72 \"override\" has no effect: no included file has a thing of that name");
  EXPECT_TRUE(read("main.json").scenario);
  EXPECT_EQ(problem(R"({"format": 1, "agent_types": {"b": {"override": 1}}})"),
            "main.json:1:49 \"override\" has the wrong type");
}

TEST_F(Includes, MayOfferMoreThanIsUsed) {
  write("a.json", R"({"variables": {"v": 1}, "agent_types": {"a": {}, "b": {}}})");
  EXPECT_EQ(problem(R"({"format": 1, "include": ["a.json"], "agents": [{"type": "a", "position": [0, 0]}]})"),
            "none");
  EXPECT_EQ(problem(R"({"format": 1, "include": ["a.json"], "agent_types": {"c": {}},
    "agents": [{"type": "a", "position": [0, 0]}]})"),
            "main.json:1:59 no agent has the type \"c\"");
}

TEST_F(Includes, AreLimitedInDepthAndNumber) {
  for (int k = 0; k < 20; ++k)
    write("d" + std::to_string(k) + ".json", R"({"include": ["d)" + std::to_string(k + 1) + R"(.json"]})");
  write("d16.json", "{}");
  EXPECT_NE(problem(R"({"format": 1, "include": ["d0.json"]})").find("deeper than 16 levels"),
            std::string::npos);
  EXPECT_EQ(problem(R"({"format": 1, "include": ["d1.json"]})"), "none");
  std::string names;
  for (int k = 0; k <= 100; ++k) {
    write("n" + std::to_string(k) + ".json", "{}");
    names += (k > 0 ? ", \"n" : "\"n") + std::to_string(k) + ".json\"";
  }
  EXPECT_NE(problem(R"({"format": 1, "include": [)" + names + "]}").find("more than 100 files"),
            std::string::npos);
}

TEST_F(Includes, ReadATextInMemoryRelativeToItsFolder) {
  write("types.json", R"({"agent_types": {"a": {"mass": 2}}})");
  Diagnostics diagnostics;
  JsonSources sources;
  const auto scenario =
      read_scenario_text({"<stdin>", R"({"format": 1, "include": ["types.json"]})", folder_.string()}, {},
                         fake_catalog(), sources, diagnostics);
  ASSERT_TRUE(scenario) << format_human(diagnostics, sources, false);
  EXPECT_EQ(scenario->def.agent_types[0].value.mass.constant(), 2.0);
}

TEST(BuiltinTypes, AreSortedByNameAndKnown) {
  ASSERT_FALSE(builtin_types().empty());
  EXPECT_TRUE(std::ranges::is_sorted(builtin_types(), {}, &BuiltinTypes::name));
  for (const BuiltinTypes& types : builtin_types()) {
    EXPECT_EQ(find_builtin_types(types.name), &types);
    const auto text = nlohmann::json::parse(types.text);
    EXPECT_TRUE(text.contains("description")) << types.name;
    EXPECT_FALSE(text.contains("agents")) << types.name << " is there to be included";
  }
  EXPECT_EQ(find_builtin_types("none"), nullptr);
}

}  // namespace
}  // namespace drover::test::includes_test
