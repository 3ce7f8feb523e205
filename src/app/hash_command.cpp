// drover hash SCENARIO-or-SNAPSHOT: the state hash of a run, or of every so many steps of it.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/interrupt.h"
#include "app/run_setup.h"
#include "app/scenario_input.h"
#include "core/hash.h"
#include "observe/record/json_file.h"
#include "observe/record/snapshot.h"

namespace drover {
namespace {

// One line for each state that was asked for, or an array of objects.
class HashList {
 public:
  explicit HashList(bool is_single) : is_single_(is_single) {}

  void add(std::uint64_t step, std::uint64_t hash) {
    const std::string digits = hex(hash);
    text_ += is_single_ ? digits + "\n" : fmt::format("{} {}\n", step, digits);
    document_.push_back({{"step", step}, {"state_hash", digits}});
  }
  ExitCode print(const Console& console, ExitCode code) const {
    return print_result(console, console.json() ? pretty(document_) : text_, code);
  }

 private:
  bool is_single_;
  std::string text_;
  nlohmann::ordered_json document_ = nlohmann::ordered_json::array();
};

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
  if (!reading.snapshot) {
    console.error(reading.problem);
    return ExitCode::bad_input;
  }
  if (const std::string problem = problem_with(options, *reading.snapshot); !problem.empty()) {
    console.error(problem);
    return ExitCode::usage;
  }
  HashList list(true);
  list.add(reading.snapshot->state.tick, reading.snapshot->state_hash);
  return list.print(console, ExitCode::ok);
}

ExitCode hash_run(const HashCommandOptions& options, const Console& console) {
  const std::optional<LoadedInput> input = load_or_report(options.scenario, console);
  if (!input) return ExitCode::bad_input;
  std::optional<Simulator> simulator = prepare_or_report(*input, console);
  if (!simulator) return ExitCode::bad_input;
  simulator->use_threads(thread_count(options.threads));
  watch_for_interrupts();
  HashList list(!options.every);
  const auto every = static_cast<std::uint64_t>(options.every.value_or(0));
  const auto last = static_cast<std::uint64_t>(input->scenario.def.step_count());
  const auto is_due = [&](std::uint64_t tick) { return every > 0 ? tick % every == 0 : tick == last; };
  if (is_due(0)) list.add(0, simulator->hash());
  for (std::uint64_t tick = 1; tick <= last; ++tick) {
    if (interrupt_signal() != 0) return code_of_interrupt();
    if (const std::optional<StepFailure> failure = simulator->step()) {
      console.error(fmt::format("the {} of agent {} is no longer finite in step {}", failure->quantity,
                                failure->agent_number, tick));
      return list.print(console, ExitCode::run_failed);
    }
    if (is_due(tick)) list.add(tick, simulator->hash());
  }
  return list.print(console, ExitCode::ok);
}

}  // namespace

ExitCode execute(const HashCommandOptions& options, const Console& console) {
  return looks_like_snapshot(options.scenario.file) ? hash_snapshot(options, console)
                                                    : hash_run(options, console);
}

}  // namespace drover
