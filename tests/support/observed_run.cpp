#include "support/observed_run.h"

#include <stdexcept>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "app/catalog.h"
#include "scenario/scenario_reader.h"
#include "support/scene.h"

namespace drover::test {

LoadedRun load_run(std::string_view scenario) {
  JsonSources sources;
  Diagnostics diagnostics;
  std::optional<LoadedScenario> loaded =
      read_scenario_text({"test", std::string(scenario)}, {}, catalog(), sources, diagnostics);
  if (!loaded) throw std::runtime_error(format_human(diagnostics, sources, false));
  Simulator simulator = make_simulator(scenario);
  return {std::move(loaded->def), std::move(simulator)};
}

MetricResults measure(std::string_view scenario, int steps) {
  LoadedRun run = load_run(scenario);
  MetricSet metrics(possible_metrics(run.def.record, run.def.world.space()), run.simulator);
  metrics.observe(run.simulator);
  for (int k = 0; k < steps; ++k) {
    run_steps(run.simulator, 1);
    metrics.observe(run.simulator);
  }
  return metrics.results();
}

double value_of(const MetricResults& results, std::string_view path) {
  const MetricValue* value = results.find(path);
  if (value == nullptr || !value->number) throw std::runtime_error("no value at " + std::string(path));
  return *value->number;
}

bool is_absent(const MetricResults& results, std::string_view path) {
  const MetricValue* value = results.find(path);
  return value != nullptr && !value->number;
}

std::string coasting(std::string_view agents, std::string_view metrics, std::string_view keys) {
  std::string text =
      R"({"format":1,"simulation":{"dt":0.25},"agent_types":{"a":{"radius":0.5,"max_speed":100}},)";
  text += R"("agents":[)";
  text += agents;
  text += "]";
  // Without a list of metrics a run measures what it does unasked.
  if (!metrics.empty()) text += fmt::format(R"(,"record":{{"metrics":{{{}}}}})", metrics);
  text += keys;
  return text + "}";
}

Folder::Folder() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string name =
      std::string(test->test_suite_name()) + "." + test->name() + "." + std::to_string(::getpid());
  folder_ = std::filesystem::temp_directory_path() / "drover-test" / name;
  std::filesystem::remove_all(folder_);
  std::filesystem::create_directories(folder_);
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::size_t Folder::file_count() const {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder_), std::filesystem::directory_iterator()));
}

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace drover::test
