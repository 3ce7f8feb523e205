// drover hash SCENARIO-or-SNAPSHOT: the state hash of a run, or of every so many steps of it.
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/interrupt.h"
#include "app/option_checks.h"
#include "app/threads_flag.h"
#include "core/hash.h"
#include "observe/metrics/metrics_file.h"
#include "observe/record/snapshot.h"

namespace drover {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  drover hash scenario.jsonc               of the last state: equal for equal runs, on every machine\n"
    "  drover hash scenario.jsonc --every 1     step and hash of every state, to compare with another "
    "program\n"
    "  drover hash at5.snapshot                 of the state a snapshot holds\n";

struct HashFlags {
  ScenarioFlags scenario;
  std::int64_t every = 0;  // 0: the last state only
  ThreadsFlag threads;
};

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
std::string problem_with(const HashFlags& flags, const Snapshot& snapshot) {
  const ScenarioFlags& changes = flags.scenario;
  const bool is_plain = flags.every == 0 && changes.set.empty() && changes.unset.empty() && changes.steps < 0;
  if (!is_plain) return "--every, --set, --unset and --steps are for scenarios, and this is a snapshot";
  if (changes.seed < 0 || static_cast<std::uint64_t>(changes.seed) == snapshot.seed) return {};
  return fmt::format("the snapshot is of a run with seed {} and not {}", snapshot.seed, changes.seed);
}

ExitCode hash_snapshot(const HashFlags& flags, const Console& console) {
  const std::string& path = flags.scenario.scenario;
  const SnapshotReading reading = read_snapshot(path);
  if (!reading.snapshot) {
    console.error(reading.problem);
    return ExitCode::bad_input;
  }
  if (const std::string problem = problem_with(flags, *reading.snapshot); !problem.empty()) {
    console.error(problem);
    return ExitCode::usage;
  }
  HashList list(true);
  list.add(reading.snapshot->state.tick, reading.snapshot->state_hash);
  return list.print(console, ExitCode::ok);
}

ExitCode hash_run(const HashFlags& flags, const Console& console) {
  const std::optional<LoadedInput> input = load_or_report(flags.scenario, console);
  if (!input) return ExitCode::bad_input;
  std::optional<Simulator> simulator = prepare_or_report(*input, console);
  if (!simulator) return ExitCode::bad_input;
  simulator->use_threads(flags.threads.count());
  watch_for_interrupts();
  HashList list(flags.every == 0);
  const auto every = static_cast<std::uint64_t>(flags.every);
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

void add_hash_command(CommandLine& line) {
  auto flags = std::make_shared<HashFlags>();
  CLI::App* command = line.app.add_subcommand("hash", "Print the state hash of a run or of a snapshot");
  command->footer(kExamples);
  add_scenario_flags(*command, flags->scenario);
  command->get_option("scenario")
      ->description("Scenario or snapshot file; - reads a scenario from standard input");
  command
      ->add_option("--every", flags->every, "Print the hash of every so many steps, the initial state first")
      ->type_name("N")
      ->transform(whole_number_from(1));
  add_threads_flag(*command, flags->threads);
  command->callback([&line, flags] {
    line.chosen = [flags](const Console& console) {
      const std::string& path = flags->scenario.scenario;
      return looks_like_snapshot(path) ? hash_snapshot(*flags, console) : hash_run(*flags, console);
    };
  });
}

}  // namespace drover
