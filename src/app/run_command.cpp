// drover run SCENARIO: simulates; writes trace and metrics; prints a short summary.
#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/files.h"
#include "app/interrupt.h"
#include "app/picture_output.h"
#include "app/progress.h"
#include "app/replay_report.h"
#include "app/scenario_input.h"
#include "core/hash.h"
#include "core/shell_word.h"
#include "core/text.h"
#include "core/utf8.h"
#include "observe/read/trace_input.h"
#include "observe/record/json_file.h"
#include "run/lost_agents.h"
#include "run/missing_shots.h"
#include "run/trembling.h"
#include "sim/definitions/ticks.h"

namespace drover {
namespace {

// Arguments may be any bytes.
std::string json_text(const std::vector<std::string>& words) {
  return nlohmann::json(words).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// The recording options replace those of the scenario, through the same checks.
ScenarioOptions with_recording(const RunCommandOptions& options) {
  ScenarioOptions all = options.scenario;
  std::vector<ScenarioFlag>& flags = all.changes.flags;
  if (options.trace_every) {
    const std::string every = fmt::format("{}", *options.trace_every);
    flags.push_back({"--trace-every " + every, "record.trace.every", every});
  }
  if (!options.columns.empty()) {
    flags.push_back({fmt::format("--columns {}", fmt::join(options.columns, ",")), "record.trace.columns",
                     json_text(options.columns)});
  }
  if (!options.groups.empty()) {
    flags.push_back({fmt::format("--groups {}", fmt::join(options.groups, ",")), "record.trace.groups",
                     json_text(options.groups)});
  }
  return all;
}

RunOptions run_options(const RunCommandOptions& options, bool needs_metrics) {
  const bool has_folder = !options.folder.empty();
  RunOptions run{.source = options.scenario,
                 .threads = static_cast<std::size_t>(options.threads),
                 .trace = options.trace,
                 .metrics = options.metrics,
                 .snapshots = options.save_at,
                 .durability = options.sync ? Durability::on_disk : Durability::cached,
                 .observes_metrics = needs_metrics,
                 .timing = options.profile ? Timing::profile : Timing::steps};
  run.trace_choices.format = options.trace_format;
  run.trace_choices.csv_reader = options.csv_reader;
  const DatasetFormat* format = find_dataset_format(options.trace_format);
  if (run.trace.empty() && has_folder)
    run.trace =
        fmt::format("{}/trace{}", options.folder, format == nullptr ? ".csv" : format->endings.front());
  if (run.metrics.empty() && has_folder) run.metrics = options.folder + "/metrics.json";
  return run;
}

// Why the outputs would destroy each other or the scenario, or empty. `page`: that of --replay.
std::string output_conflict(const RunOptions& run, const std::string& page, bool prints_json) {
  if (run.trace == "-" && (run.metrics == "-" || prints_json))
    return "the trace and the metrics cannot both go to standard output";
  if (lead_to_one_file(run.trace, run.metrics))
    return fmt::format("the trace and the metrics cannot both go to {}", run.metrics);
  for (const auto& [time, path] : run.snapshots) {
    if (path == "-") return "a snapshot goes to a file, not to standard output";
  }
  std::vector<std::string> files = output_files(run);
  if (!page.empty()) files.push_back(page);
  if (const std::optional<std::string> doubled = doubled_output(files))
    return fmt::format("two outputs cannot both go to {}", *doubled);
  for (const std::string& path : files) {
    if (is_overwritten_by(run.source.file, path)) return fmt::format("{} would overwrite the scenario", path);
  }
  return {};
}

// The profile as a table, and the counters.
void print_profile(const RunResult& result, const Console& console) {
  const auto agent_steps = static_cast<double>(result.counters.agent_steps);
  const double seconds = result.profile.seconds();
  std::vector<RunProfile::Part> rows = result.profile.parts();
  rows.push_back({"total", seconds});
  for (const RunProfile::Part& row : rows) {
    console.info(fmt::format("{:<10}{:>10.3f} s{:>8.1f} %{:>10.1f} ns per agent step", row.name, row.seconds,
                             100.0 * ratio(row.seconds, seconds), ratio(row.seconds * 1e9, agent_steps)));
  }
  console.info(fmt::format("{} agent steps, {:.3g} per second of stepping", result.counters.agent_steps,
                           ratio(agent_steps, result.profile.steps.frame().total())));
  console.info(fmt::format("{} neighbor pairs tested, {:.2f} per agent step", result.counters.pairs_tested,
                           ratio(static_cast<double>(result.counters.pairs_tested), agent_steps)));
}

void report_expectations(const std::vector<Verdict>& verdicts, const Console& console) {
  if (verdicts.empty()) return;
  const auto met = std::ranges::count(verdicts, true, &Verdict::pass);
  console.info(fmt::format("{} of {} met", met, counted(verdicts.size(), "expectation")));
  for (const Verdict& verdict : verdicts) {
    if (verdict.pass) {
      console.detail(fmt::format("expectation met: {}", describe_verdict(verdict)));
    } else {
      console.error(fmt::format("expectation not met: {}", describe_verdict(verdict)));
    }
  }
}

// `trace` is its file.
void summarize(const RunResult& result, const RunCommandOptions& options, const std::string& trace,
               const Console& console) {
  const Provenance& made = result.provenance;
  if (result.step_failure)
    console.error(fmt::format("{}; the run ended there", describe(*result.step_failure)));
  if (result.end == RunEnd::stopped)
    console.warning(
        fmt::format("{} after step {}; results are marked incomplete", interrupt_word(), made.steps));
  const double seconds = result.profile.steps.frame().total();
  const AgentCount& count = result.agents;  // events may have added or removed some
  const std::string agents =
      count.min == count.max ? counted(count.max, "agent")
                             : fmt::format("{} at the start, {} to {} at a time, {} at the end",
                                           counted(count.first, "agent"), count.min, count.max, count.last);
  console.info(fmt::format("{}: {}, {} ({:.6g} s), seed {}, state {}", make_visible(made.scenario_name),
                           agents, counted(made.steps, "step"), static_cast<double>(made.steps) * made.dt,
                           made.seed, made.state_hash ? hex(*made.state_hash) : "lost"));
  const std::string duration =
      seconds < 1.0 ? fmt::format("{:.3g} ms", seconds * 1000.0) : fmt::format("{:.2f} s", seconds);
  console.info(fmt::format("{} of stepping by {}, {:.3g} agent steps/s", duration,
                           counted(result.threads, "thread"),
                           ratio(static_cast<double>(result.counters.agent_steps), seconds)));
  console.detail(fmt::format("scenario {}, dt {} s, {} neighbor pairs tested", hex(made.scenario_hash),
                             made.dt, result.counters.pairs_tested));
  if (options.profile) print_profile(result, console);
  for (const std::string& note : result.notes)
    console.warning(fmt::format("trace: {}", note));
  if (const std::uint64_t births = result.counters.overlapping_births; births > 0)
    console.warning(
        fmt::format("{} appeared on other bodies: there was no room for them, or none was asked for",
                    counted(births, "agent")));
  if (result.is_complete()) report_expectations(result.verdicts, console);
  for (const std::string& file : result.files)
    console.info(fmt::format("wrote {}", file));
  if (result.is_complete() && options.trace.empty() && !options.folder.empty() && is_trace_name(trace))
    console.info(fmt::format("picture: drover render {} -o {}", shell_word(trace),
                             shell_word(options.folder + "/trails.svg")));
}

// There are states of whole steps only.
void warn_of_saved_times(const std::vector<SaveRequest>& requests, double dt, const Console& console) {
  constexpr double kHundredth = 0.01;  // of a step: dt may be a rounded fraction such as 1/60
  for (const auto& [time, path] : requests) {
    const double saved = static_cast<double>(first_tick_from(time, dt)) * dt;
    if (saved - time <= kHundredth * dt) continue;
    console.warning(
        fmt::format("--save-at {}: no multiple of the time step, {} s; {} gets the state of {:.9g} s", time,
                    dt, path, saved));
  }
}

std::string command_text(const RunCommandOptions& options) {
  if (options.resume.empty()) return run_command_text(options.scenario);
  return fmt::format("drover run --resume {}", shell_word(options.resume));
}

// The page of --replay. Says why it could not be written.
ExitCode write_replay(RunRecording& recording, const RunResult& result, OutputFile& file,
                      const Console& console) {
  const RecordedReplay recorded = recording.finish(result);
  Failure failure = file.write(run_page(recorded).html());
  if (!failure) failure = result.is_complete() ? file.commit() : file.keep_incomplete();
  if (failure) return refuse(*failure, ExitCode::bad_output, console);
  console.info(fmt::format("wrote {}", published_path(file.path(), result.is_complete())));
  return ExitCode::ok;
}

// Flags of a trace have no effect without one.
void warn_of_unused_flags(const RunCommandOptions& options, const Console& console) {
  const std::string flags = given_flags({{"--trace-format", !options.trace_format.empty()},
                                         {"--trace-every", options.trace_every.has_value()},
                                         {"--columns", !options.columns.empty()},
                                         {"--groups", !options.groups.empty()}});
  if (!flags.empty()) console.warning(fmt::format("{}: no trace is written, see --trace and -o", flags));
}

}  // namespace

ExitCode execute(const RunCommandOptions& options, const Console& console) {
  const RunOptions outputs = run_options(options, console.json());
  std::string conflict = options.print_config ? "" : output_conflict(outputs, options.replay, console.json());
  if (!outputs.trace.empty() && conflict.empty())
    chosen_format(outputs.trace_choices, outputs.trace, conflict);
  if (!conflict.empty()) return refuse(conflict, ExitCode::usage, console);
  if (options.scenario.file.empty() && options.resume.empty()) {
    return refuse("a scenario is required, or a snapshot to --resume; see: drover run --help",
                  ExitCode::usage, console);
  }
  ExitCode problem_code = ExitCode::bad_input;
  auto input = load_or_report(with_recording(options), console, problem_code, options.resume);
  if (!input) return problem_code;
  if (options.print_config) return print_result(console, pretty(*input->scenario->resolved));
  conflict = overwritten_source(input->sources, output_files(outputs));
  if (!conflict.empty()) return refuse(conflict, ExitCode::usage, console);
  std::optional<Run> run = prepare_or_report(*input, outputs, console, problem_code);
  if (!run) return problem_code;
  const std::string refused = input->snapshot ? run->resume(*std::exchange(input->snapshot, {})) : "";
  if (!refused.empty()) return refuse(refused, ExitCode::bad_input, console);
  if (const std::string problem = run->snapshot_problem(); !problem.empty())
    return refuse("--save-at " + problem, ExitCode::usage, console);
  warn_of_saved_times(options.save_at, input->scenario->def.simulation.dt, console);
  if (outputs.trace.empty()) warn_of_unused_flags(options, console);
  FolderLock lock;
  if (const Failure taken = options.folder.empty() ? Failure() : lock.lock(options.folder))
    return refuse(*taken, ExitCode::bad_output, console);
  TremblingWatch watch(run->simulator(), run->last_tick());
  run->add_observer([&watch](const Simulator& simulator) { watch.observe(simulator); });
  OutputFile page;
  std::optional<RunRecording> recording;
  if (!options.replay.empty()) {
    if (const Failure failure = open_picture(options.replay, page))
      return refuse(*failure, ExitCode::bad_output, console);
    Failure problem;  // nothing is asked for that a world may not have
    recording.emplace(*input, ReplayRequest{.command = command_text(options)}, *run, problem);
  }
  const RunResult result = execute_visibly(*run, console);
  if (result.end == RunEnd::output_failed) {
    const bool is_unread = (outputs.trace == "-" || outputs.metrics == "-") && Console::is_unread();
    return is_unread ? ExitCode::unread : refuse(result.output_problem, ExitCode::bad_output, console);
  }
  summarize(result, options, outputs.trace, console);
  if (result.is_complete()) {
    for (const std::string& sentence : watch.sentences(run->simulator().world()))
      console.warning(sentence);
    if (const auto sentence = lost_agents_sentence(run->simulator().world())) console.warning(*sentence);
    for (const std::string& sentence : missing_shots_sentences(run->simulator().world()))
      console.warning(sentence);
  }
  if (recording)
    if (const ExitCode failed = write_replay(*recording, result, page, console); failed != ExitCode::ok)
      return failed;
  const ExitCode code = code_of(result);
  if (!console.json() || outputs.metrics == "-") return code;
  // The metrics document behind the answer, as every command gives it with --json.
  nlohmann::ordered_json document = {{"ok", code == ExitCode::ok}};
  document.update(metrics_document(result));
  return print_result(console, pretty(document), code);
}

}  // namespace drover
