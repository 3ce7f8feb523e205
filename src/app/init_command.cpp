// drover init [DIR]: a small commented scenario to start from, with its schema for editors.
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "app/commands.h"
#include "app/files.h"
#include "app/golden_folder.h"
#include "scenario/json_schema.h"

namespace drover {
namespace {

constexpr const char* kStarter = R"({
  "$schema": "scenario.schema.json",
  "format": 1,
  "name": "first",
  "description": "A small flock crosses a walled yard with two trees and keeps away from a dog.",

  // Every random number of a run follows from the seed: same seed, same run, to the last bit.
  "seed": 7,
  "simulation": { "dt": 0.02, "duration": 20 },

  "world": {
    // Lengths are meters, angles radians counter-clockwise from +x (a key may end in _deg).
    "bounds": { "min": [0, 0], "max": [60, 40], "edge": "wrap" },
    "obstacles": [
      { "id": "oak", "center": [25, 24], "radius": 3 },
      { "id": "elm", "center": [42, 14], "radius": 2 }
    ],
    "walls": [ { "id": "fence", "points": [[10, 4], [10, 16], [18, 16]] } ],
    "paths": { "patrol": { "points": [[8, 32], [52, 32], [30, 8]], "closed": true } }
  },

  "agent_types": {
    "sheep": {
      "radius": 0.5,
      "max_speed": { "uniform": [2.5, 3.5] }, // drawn once for each sheep
      "steering": {
        // `drover list behaviors` shows what can stand here, `drover explain evade` its parameters.
        "arbiter": { "type": "prioritized_sum" },
        "behaviors": [
          { "type": "wall_avoidance" },
          { "type": "obstacle_avoidance" },
          { "type": "evade", "target": { "agent": "dog" }, "threat_range": 8 },
          { "type": "flocking", "neighbors": { "group": "flock" } },
          { "type": "wander" }
        ]
      }
    },
    "dog": {
      "extends": "sheep",
      "max_speed": 4,
      "steering": { "behaviors": [ { "type": "follow_path", "path": "patrol" } ] }
    }
  },

  "agents": [
    { "id": "dog", "type": "dog", "position": [8, 32] },
    {
      "type": "sheep", "count": 15, "group": "flock",
      "heading_deg": { "uniform": [-180, 180] }, "speed": 1,
      "placement": { "type": "disc", "center": [32, 20], "radius": 8, "spacing": 1.2 }
    }
  ],

  "record": { "trace": { "every": 5 } },

  // Checked at the end of a run; a limit that does not hold makes drover exit with 1.
  "expect": [ { "metric": "speed.peak", "at_most": 4.0001 } ]
}
)";

// Why no file of this name can be new here; a symbolic link counts as one, wherever it leads.
std::string problem_with_new(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (fs::exists(status)) return fmt::format("{} exists already; nothing was written", path);
  if (status.type() == fs::file_type::not_found) return {};
  return fmt::format("cannot write {}: {}", path, error.message());
}

}  // namespace

ExitCode execute(const InitCommandOptions& options, const Console& console) {
  const std::string& folder = options.folder;
  const std::string scenario = folder + "/scenario.jsonc";
  const std::string schema = folder + "/scenario.schema.json";
  for (const std::string& path : {scenario, schema}) {
    if (const std::string problem = problem_with_new(path); !problem.empty()) {
      console.error(problem);
      return ExitCode::bad_output;
    }
  }
  Failure problem = write_whole_file(schema, scenario_schema(catalog()).dump(2) + "\n");
  if (!problem) problem = write_whole_file(scenario, kStarter);
  if (problem) {
    console.error(*problem);
    return ExitCode::bad_output;
  }
  if (console.json()) {
    const nlohmann::ordered_json document = {{"ok", true}, {"wrote", {scenario, schema}}};
    return print_result(console, document.dump(2) + "\n");
  }
  console.info(fmt::format("wrote {}\nnext: drover run {} -o {}", scenario, shell_word(scenario),
                           shell_word(folder + "/out")));
  return ExitCode::ok;
}

}  // namespace drover
