#include "app/snapshots.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "core/numerics.h"
#include "core/text.h"
#include "observe/provenance.h"
#include "scenario/scenario_writer.h"
#include "sim/ticks.h"

namespace drover {
namespace {

constexpr std::size_t kMostPathsNamed = 5;

// The JSON pointers of what two written scenarios do not agree about.
std::vector<std::string> differing_paths(const LoadedScenario& a, const LoadedScenario& b) {
  std::vector<std::string> paths;
  const nlohmann::ordered_json patch =
      nlohmann::ordered_json::diff(motion_part(a.resolved), motion_part(b.resolved));
  for (const auto& change : patch)
    paths.push_back(change.at("path").get<std::string>());
  return paths;
}

std::string other_scenario(const std::string& path, const std::vector<std::string>& paths) {
  const std::vector<std::string_view> named(
      paths.begin(), paths.begin() + static_cast<std::ptrdiff_t>(std::min(paths.size(), kMostPathsNamed)));
  const std::string more =
      paths.size() > named.size() ? fmt::format(" and {} more", paths.size() - named.size()) : "";
  return fmt::format(
      "{} is a state of another scenario: {}{} differ. Going on, only the duration, what is recorded and "
      "what is "
      "expected may change",
      path, join(named, ", "), more);
}

}  // namespace

std::string SnapshotSaver::problem(const std::vector<SaveRequest>& requests, const ScenarioDef& def,
                                   std::uint64_t first_step) {
  const double dt = def.simulation.dt;
  const auto last_step = static_cast<std::uint64_t>(def.step_count());
  for (const auto& [time, file] : requests) {
    const double first = static_cast<double>(first_step) * dt;
    const double last = static_cast<double>(last_step) * dt;
    const bool is_inside = time >= 0.0 && time <= last + dt && first_tick_from(time, dt) >= first_step &&
                           first_tick_from(time, dt) <= last_step;
    if (!is_inside)
      return fmt::format("--save-at {} is outside the run, which goes from {:.6g} s to {:.6g} s", time, first,
                         last);
  }
  return {};
}

Failure SnapshotSaver::open(const std::vector<SaveRequest>& requests, const LoadedScenario& scenario) {
  scenario_ = &scenario;
  for (const auto& [time, path] : requests) {
    Pending pending{first_tick_from(time, scenario.def.simulation.dt), {}};
    if (Failure failure = prepare_folder(path)) return failure;
    if (Failure failure = pending.file.open(path)) return failure;
    pending_.push_back(std::move(pending));
  }
  return std::nullopt;
}

Failure SnapshotSaver::observe(const Simulator& simulator) {
  for (Pending& pending : pending_) {
    if (pending.tick != simulator.world().tick) continue;
    if (Failure failure = write_snapshot(pending.file, snapshot_of(simulator, *scenario_))) return failure;
  }
  return std::nullopt;
}

Snapshot snapshot_of(const Simulator& simulator, const LoadedScenario& scenario) {
  return {.state = save_state(simulator.world()),
          .scenario = scenario.resolved.dump(),
          .scenario_hash = scenario.hash,
          .state_hash = simulator.hash(),
          .seed = simulator.world().seed,
          .dt = simulator.world().dt,
          .drover = std::string(drover_version()),
          .numerics = std::string(kNumericsProfile)};
}

std::optional<ResumedInput> load_snapshot_or_report(const std::string& path, const ScenarioFlags& flags,
                                                    const Console& console) {
  SnapshotReading reading = read_snapshot(path);
  if (!reading.snapshot) {
    console.error(reading.problem);
    return std::nullopt;
  }
  Snapshot& snapshot = *reading.snapshot;
  if (snapshot.numerics != kNumericsProfile) {
    console.error(
        fmt::format("{} belongs to the arithmetic {} and this is {}: the run would not go on as it began",
                    path, snapshot.numerics, kNumericsProfile));
    return std::nullopt;
  }
  const ScenarioText text{fmt::format("{} (scenario)", path), snapshot.scenario};
  std::optional<LoadedInput> input =
      flags.scenario.empty() ? load_text_or_report(text, flags, console) : load_or_report(flags, console);
  const std::optional<LoadedInput> saved = load_text_or_report(text, {}, console);
  if (!input || !saved) return std::nullopt;
  if (const auto paths = differing_paths(saved->scenario, input->scenario); !paths.empty()) {
    console.error(other_scenario(path, paths));
    return std::nullopt;
  }
  return ResumedInput{std::move(*input), std::move(snapshot)};
}

std::string restore(const Snapshot& snapshot, Simulator& simulator) {
  if (const std::optional<std::string> problem = simulator.restore(snapshot.state))
    return fmt::format("the snapshot does not fit its scenario: {}", *problem);
  if (simulator.hash() == snapshot.state_hash) return {};
  return fmt::format("the snapshot comes to the state {} and should be {}; it was changed",
                     hex(simulator.hash()), hex(snapshot.state_hash));
}

}  // namespace drover
