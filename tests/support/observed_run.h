// Runs of scenarios for tests of what is measured and written.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "observe/metrics/metric_set.h"
#include "sim/definitions/definitions.h"
#include "sim/step/simulator.h"

namespace drover::test {

// A definition and a simulator of it.
struct LoadedRun {
  ScenarioDef def;
  Simulator simulator;
};

// Throws std::runtime_error with the diagnostics when the text is not a valid scenario.
LoadedRun load_run(std::string_view scenario);

// The metrics after so many steps of a scenario.
MetricResults measure(std::string_view scenario, int steps);

// A value that has to exist and be present.
double value_of(const MetricResults& results, std::string_view path);
bool is_absent(const MetricResults& results, std::string_view path);

// A scenario with steps of 0.25 s (multiples of it are exact in binary), of agents "a" that coast: no
// behavior, no limit in reach.
//   coasting(R"({"type":"a","position":[0,0],"velocity":[1,0]})", R"("collisions":{})", R"(,"world":{...})")
std::string coasting(std::string_view agents, std::string_view metrics, std::string_view keys = "");

// A folder of its own for each test, removed afterwards.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(std::string_view name) const { return (folder_ / name).string(); }
  // Number of files, hidden ones included.
  std::size_t file_count() const;

 private:
  std::filesystem::path folder_;
};

std::string read_text(const std::string& path);

}  // namespace drover::test
