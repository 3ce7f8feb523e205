#include "cli/checked_folder.h"

#include <filesystem>

#include <fmt/format.h>

namespace drover::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFolderScenario = R"({{
  "format": 1, "name": "wanderers", "seed": {},
  "simulation": {{ "dt": 0.02, "duration": 1 }},
  "agent_types": {{ "a": {{ "steering": {{ "behaviors": [ {{ "type": "wander" }} ] }} }} }},
  "agents": [ {{ "type": "a", "position": [0, 0] }}, {{ "type": "a", "position": [9, 2] }} ]{}
}}
)";

constexpr const char* kBreaking = R"({
  "format": 1, "name": "breaking", "seed": 1,
  "simulation": { "dt": 0.02, "duration": 1 },
  "agent_types": { "a": { "mass": 5e-324, "locomotion": { "type": "rigid_body_2d" }, "steering": { "behaviors": [
    { "type": "seek", "target": { "point": [5, 5] } } ] } } },
  "agents": [ { "type": "a", "position": [0, 0] } ]
}
)";

}  // namespace

CheckedFolder::CheckedFolder() {
  write_scenario("scenarios/one.json", 1);
  write_scenario("scenarios/deep/two.json", 2);
}

void CheckedFolder::write_scenario(const std::string& name, int seed, std::string_view keys) const {
  write(name, fmt::format(kFolderScenario, seed, keys));
}

void CheckedFolder::write_breaking_scenario(const std::string& name) const {
  write(name, kBreaking);
}

Answer CheckedFolder::check(std::vector<std::string> words,
                            std::map<std::string, std::string> environment) const {
  words.insert(words.begin(), "check");
  return run(Call{.words = std::move(words), .environment = std::move(environment)});
}

Answer CheckedFolder::golden(std::vector<std::string> words,
                             std::map<std::string, std::string> environment) const {
  words.insert(words.begin(), "golden");
  return run(Call{.words = std::move(words), .environment = std::move(environment)});
}

Json CheckedFolder::report(std::vector<std::string> words) const {
  words.emplace_back("--json");
  const Answer answer = check(std::move(words));
  EXPECT_TRUE(answer.json().is_object()) << answer.out << answer.err;
  return answer.json();
}

void CheckedFolder::accept_all() const {
  const Answer answer = check({"--update", "new"});
  ASSERT_EQ(answer.code, 0) << answer.out << answer.err;
}

void CheckedFolder::change_golden(const std::string& name) const {
  change_json(name, [](Json& golden) {
    golden["state_hash"] = "0000000000000000";
    golden["checkpoints"].back()["hash"] = "0000000000000000";
    golden["metrics"]["speed.peak"]["value"] = 77;
  });
}

std::map<std::string, std::string> CheckedFolder::everything() const {
  std::map<std::string, std::string> all;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path(""))) {
    const std::string name = entry.path().lexically_relative(path("")).string();
    const auto time = entry.last_write_time().time_since_epoch().count();
    all[name] = fmt::format("{} {}", time, entry.is_regular_file() ? read(name) : "");
  }
  return all;
}

Json of_scenario(const Json& report, const std::string& scenario) {
  for (const Json& check : report["scenarios"]) {
    if (check["scenario"] == scenario) return check;
  }
  ADD_FAILURE() << "no scenario " << scenario << " in " << report.dump(1);
  return {};
}

}  // namespace drover::test
