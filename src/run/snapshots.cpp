#include "run/snapshots.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/hash.h"
#include "core/numerics.h"
#include "observe/record/provenance.h"
#include "run/result_json.h"
#include "scenario/scenario_writer.h"
#include "sim/definitions/ticks.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxPathsNamed = 5;

// The JSON pointers of the values in which two written scenarios differ.
std::vector<std::string> differing_paths(const Json& a, const Json& b) {
  std::vector<std::string> paths;
  for (const Json& change : Json::diff(motion_part(a), motion_part(b)))
    paths.push_back(change.at("path").get<std::string>());
  return paths;
}

std::optional<LoadedScenario> scenario_in(const Snapshot& snapshot, const Catalog& catalog) {
  JsonSources sources;
  Diagnostics diagnostics;
  return read_scenario_text({"snapshot", snapshot.scenario}, {}, catalog, sources, diagnostics);
}

}  // namespace

std::string list_of_paths(const std::vector<std::string>& paths) {
  const std::size_t named = std::min(paths.size(), kMaxPathsNamed);
  const std::string text =
      fmt::format("{}", fmt::join(paths.begin(), paths.begin() + static_cast<std::ptrdiff_t>(named), ", "));
  return paths.size() > named ? fmt::format("{} and {} more", text, paths.size() - named) : text;
}

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
      return fmt::format("{} is outside the run, which goes from {:.6g} s to {:.6g} s", time, first, last);
  }
  return {};
}

Failure SnapshotSaver::open(const std::vector<SaveRequest>& requests, const LoadedScenario& scenario) {
  scenario_ = &scenario;
  for (const auto& [time, path] : requests) {
    Pending pending{.tick = first_tick_from(time, scenario.def.simulation.dt)};
    if (Failure failure = prepare_folder(path)) return failure;
    if (Failure failure = pending.file.open(path, Durability::on_disk)) return failure;
    pending_.push_back(std::move(pending));
  }
  return std::nullopt;
}

Failure SnapshotSaver::observe(const Simulator& simulator) {
  for (Pending& pending : pending_) {
    if (pending.tick != simulator.world().state.tick) continue;
    if (Failure failure = write_snapshot(pending.file, snapshot_of(simulator, *scenario_))) return failure;
    saved_.push_back(pending.file.path());
  }
  return std::nullopt;
}

std::vector<std::string> differing_paths(const LoadedScenario& a, const LoadedScenario& b) {
  return differing_paths(relevant_part(a.def), relevant_part(b.def));
}

std::vector<std::string> differing_paths(const Snapshot& a, const Snapshot& b, const Catalog& catalog) {
  const std::optional<LoadedScenario> first = scenario_in(a, catalog);
  const std::optional<LoadedScenario> second = scenario_in(b, catalog);
  if (first && second) return differing_paths(*first, *second);
  // Of another version of drover, perhaps.
  const auto plain = [](const Snapshot& snapshot) {
    Json scenario = parse_result("scenario", snapshot.scenario, kListLimits).document;
    return scenario.is_object() ? scenario : Json::object();
  };
  return differing_paths(plain(a), plain(b));
}

Snapshot snapshot_of(const Simulator& simulator, const LoadedScenario& scenario) {
  return {.state = save_state(simulator.world()),
          // A scenario without a name has that of its file, which may be any bytes.
          .scenario = scenario.resolved->dump(-1, ' ', false, Json::error_handler_t::replace),
          .scenario_hash = scenario.hash,
          .state_hash = simulator.hash(),
          .seed = simulator.world().model().seed,
          .dt = simulator.world().model().dt,
          .drover = std::string(drover_version()),
          .numerics = std::string(kNumericsProfile),
          .hash_form = std::string(kHashForm)};
}

std::string restore(Snapshot snapshot, Simulator& simulator) {
  // A large state need not be there twice.
  if (const std::optional<std::string> problem = simulator.restore(std::move(snapshot.state)))
    return fmt::format("the snapshot does not fit its scenario: {}", *problem);
  return problem_with_hash(snapshot, simulator.hash());
}

std::string problem_with_hash(const Snapshot& snapshot, std::uint64_t hash) {
  // Hashes of another form say nothing about this state.
  if (snapshot.hash_form != kHashForm || hash == snapshot.state_hash) return {};
  return fmt::format("the snapshot comes to the state {} and should be {}; it was changed", hex(hash),
                     hex(snapshot.state_hash));
}

}  // namespace drover
