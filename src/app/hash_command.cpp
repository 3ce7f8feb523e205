// drover hash SCENARIO-or-SNAPSHOT: the state hash of a run, or of every so many steps of it.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/scenario_input.h"
#include "core/hash.h"
#include "observe/record/json_file.h"
#include "observe/record/snapshot.h"
#include "run/snapshots.h"

namespace drover {
namespace {

struct StepHash {
  std::uint64_t step;
  std::uint64_t hash;
};

// One line for each state that was asked for, or an array of objects.
ExitCode print_hashes(const std::vector<StepHash>& hashes, bool is_single, const Console& console,
                      ExitCode code) {
  std::string text;
  nlohmann::ordered_json document = nlohmann::ordered_json::array();
  for (const auto& [step, hash] : hashes) {
    text += is_single ? hex(hash) + "\n" : fmt::format("{} {}\n", step, hex(hash));
    document.push_back({{"step", step}, {"state_hash", hex(hash)}});
  }
  return print_result(console, console.json() ? pretty(document) : text, code);
}

// Why the options make no sense for a snapshot, or empty.
std::string problem_with(const HashCommandOptions& options, const Snapshot& snapshot) {
  const ReadOptions& changes = options.scenario.changes;
  const bool is_plain = !options.every && changes.set.empty() && changes.unset.empty() && !changes.steps;
  if (!is_plain) return "--every, --set, --unset and --steps are for scenarios, and this is a snapshot";
  if (!changes.seed || static_cast<std::uint64_t>(*changes.seed) == snapshot.seed) return {};
  return fmt::format("the snapshot is of a run with seed {} and not {}", snapshot.seed, *changes.seed);
}

ExitCode hash_snapshot(const HashCommandOptions& options, const Console& console) {
  const std::string& path = options.scenario.file;
  const SnapshotReading reading = read_snapshot(path);
  if (!reading.snapshot) return refuse(reading.problem, ExitCode::bad_input, console);
  if (const std::string problem = problem_with(options, *reading.snapshot); !problem.empty())
    return refuse(problem, ExitCode::usage, console);
  // Computed again: a file can claim any hash.
  if (const std::optional<std::uint64_t> hash = computed_hash(*reading.snapshot)) {
    if (const std::string problem = problem_with_hash(*reading.snapshot, *hash); !problem.empty())
      return refuse(problem, ExitCode::bad_input, console);
    return print_hashes({{reading.snapshot->state.tick, *hash}}, true, console, ExitCode::ok);
  }
  ExitCode code = ExitCode::bad_input;
  const std::optional<RunInput> input = load_or_report({}, console, code, path);
  if (!input) return code;
  std::optional<Run> run = prepare_or_report(*input, {.ignores_expectations = true}, console, code);
  if (!run) return code;
  if (const std::string problem = run->resume(*input->snapshot); !problem.empty())
    return refuse(problem, ExitCode::bad_input, console);
  const StepHash hash{run->simulator().world().state.tick, run->simulator().hash()};
  return print_hashes({hash}, true, console, ExitCode::ok);
}

ExitCode hash_run(const HashCommandOptions& options, const Console& console) {
  ExitCode code = ExitCode::bad_input;
  const std::optional<RunInput> input = load_or_report(options.scenario, console, code);
  if (!input) return code;
  std::optional<Run> run = prepare_or_report(
      *input, {.threads = static_cast<std::size_t>(options.threads), .ignores_expectations = true}, console,
      code);
  if (!run) return code;
  std::vector<StepHash> hashes;
  const auto every = static_cast<std::uint64_t>(options.every.value_or(0));
  run->add_observer([&hashes, every, last = run->last_tick()](const Simulator& simulator) {
    const std::uint64_t tick = simulator.world().state.tick;
    const bool is_due = tick == last || (every > 0 && tick % every == 0);
    if (is_due) hashes.push_back({tick, simulator.hash()});
  });
  watch_for_interrupts();
  const RunResult result = run->execute({.is_stopped = [] { return interrupt_signal() != 0; }});
  if (result.end == RunEnd::stopped) return code_of_interrupt();
  if (result.step_failure) console.error(describe(*result.step_failure));
  return print_hashes(hashes, !options.every, console, code_of(result));
}

}  // namespace

ExitCode execute(const HashCommandOptions& options, const Console& console) {
  return looks_like_snapshot(options.scenario.file) ? hash_snapshot(options, console)
                                                    : hash_run(options, console);
}

}  // namespace drover
