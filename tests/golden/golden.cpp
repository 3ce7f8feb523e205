#include "golden/golden.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "properties/scenario_files.h"
#include "sim/simulator.h"

namespace drover::test {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kScenarioFolder = "scenarios/";
constexpr std::string_view kScenarioExtension = ".json";
constexpr std::string_view kGoldenFolder = "tests/golden/";
constexpr std::string_view kGoldenExtension = ".golden.json";

struct Frame {
  std::string_view folder;
  std::string_view extension;
};

std::string reframed(std::string_view file, const Frame& from, const Frame& to) {
  file.remove_prefix(from.folder.size());
  file.remove_suffix(from.extension.size());
  return fmt::format("{}{}{}", to.folder, file, to.extension);
}

}  // namespace

std::string golden_file_of(std::string_view scenario) {
  return reframed(scenario, {kScenarioFolder, kScenarioExtension}, {kGoldenFolder, kGoldenExtension});
}

std::string scenario_file_of(std::string_view golden) {
  return reframed(golden, {kGoldenFolder, kGoldenExtension}, {kScenarioFolder, kScenarioExtension});
}

Golden run_golden(const std::string& scenario, const LoadedScenario& loaded) {
  const std::int64_t steps = loaded.def.step_count();
  Golden golden{.scenario = scenario, .scenario_hash = hex(loaded.hash), .steps = steps};
  Simulator simulator(build_without_problems(loaded.def));
  std::int64_t done = 0;
  for (std::int64_t k = 1; k <= kCheckpointCount; ++k) {
    for (; done < steps * k / kCheckpointCount; ++done) {
      const std::optional<StepFailure> failure = simulator.step();
      if (!failure) continue;
      throw std::runtime_error(fmt::format("step {}: {} of agent {} is not finite", done, failure->quantity,
                                           failure->agent_number));
    }
    golden.checkpoints.push_back({simulator.world().tick, hex(simulator.hash())});
  }
  golden.final_hash = hex(simulator.hash());
  return golden;
}

std::string to_text(const Golden& golden) {
  const Json head = {{"scenario", golden.scenario},
                     {"scenario_hash", golden.scenario_hash},
                     {"steps", golden.steps},
                     {"final_hash", golden.final_hash}};
  // One line for each checkpoint, so that a change is easy to read.
  std::string text = head.dump(2);
  text.erase(text.size() - 2);
  text += ",\n  \"checkpoints\": [";
  for (std::size_t k = 0; k < golden.checkpoints.size(); ++k) {
    const Checkpoint& checkpoint = golden.checkpoints[k];
    text += fmt::format("{}\n    [{}, \"{}\"]", k == 0 ? "" : ",", checkpoint.tick, checkpoint.hash);
  }
  return text + "\n  ]\n}\n";
}

Golden from_text(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    Golden golden{.scenario = json.at("scenario").get<std::string>(),
                  .scenario_hash = json.at("scenario_hash").get<std::string>(),
                  .steps = json.at("steps").get<std::int64_t>(),
                  .final_hash = json.at("final_hash").get<std::string>()};
    for (const Json& row : json.at("checkpoints")) {
      golden.checkpoints.push_back({row.at(0).get<std::uint64_t>(), row.at(1).get<std::string>()});
    }
    return golden;
  } catch (const Json::exception& problem) {
    throw std::runtime_error(fmt::format("not a golden file: {}", problem.what()));
  }
}

std::optional<std::string> first_difference(const Golden& accepted, const Golden& run) {
  if (accepted.scenario != run.scenario) {
    return fmt::format("the golden file is of {}", accepted.scenario);
  }
  if (accepted.scenario_hash != run.scenario_hash || accepted.steps != run.steps) {
    return fmt::format(
        "the scenario itself changed since it was accepted: hash {}, {} steps; now {}, {} steps",
        accepted.scenario_hash, accepted.steps, run.scenario_hash, run.steps);
  }
  std::uint64_t same_until = 0;
  for (std::size_t k = 0; k < run.checkpoints.size(); ++k) {
    const Checkpoint& now = run.checkpoints[k];
    const Checkpoint before = k < accepted.checkpoints.size() ? accepted.checkpoints[k] : Checkpoint{};
    if (before == now) {
      same_until = now.tick;
      continue;
    }
    return fmt::format(
        "the run leaves the accepted one between tick {} and tick {}:\n  accepted {}\n  now      {}",
        same_until, now.tick, before.hash.empty() ? "nothing" : before.hash, now.hash);
  }
  if (run.final_hash != accepted.final_hash) {
    return fmt::format("the final hash {} is not the one of the last checkpoint {}", accepted.final_hash,
                       run.final_hash);
  }
  return std::nullopt;
}

}  // namespace drover::test
