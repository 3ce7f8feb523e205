// drover check [PATHS...]: runs scenarios and compares what they come to with what was accepted.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "app/command.h"
#include "app/files.h"
#include "app/golden_folder.h"
#include "app/interrupt.h"
#include "app/option_checks.h"
#include "app/reference_program.h"
#include "app/run_setup.h"
#include "app/scenario_search.h"
#include "app/tolerance_flags.h"
#include "core/fp_environment.h"
#include "golden/github_report.h"
#include "golden/human_report.h"
#include "golden/json_report.h"
#include "golden/junit_report.h"
#include "golden/scenario_checker.h"
#include "observe/metrics/metric_set.h"
#include "observe/metrics/metrics_file.h"
#include "observe/record/columns.h"

namespace drover {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  drover check scenarios --golden golden --update new    accept what has no golden yet\n"
    "  drover check scenarios --golden golden -j 2            compare; what differs waits as *.new\n"
    "  drover golden accept --golden golden --reason \"...\" --all\n"
    "  drover check scenarios --golden golden --reference ./drover-before    name what moved first\n"
    "  drover check scenarios --golden golden --junit report.xml --github    in CI\n"
    "\n"
    "Goldens are compared bit for bit unless they name tolerances. With the variable CI set, nothing is "
    "written\n"
    "and goldens whose scenario is gone fail.";

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct CheckFlags {
  std::vector<std::string> paths = {"scenarios"};
  std::string golden = "golden";
  std::vector<std::string> filters;
  std::int64_t jobs = 0;  // 0: as many as processors
  std::string update = "never";
  std::string reason;
  std::vector<std::string> tolerances;
  std::int64_t trace_every = 0;  // 0: no trace
  std::vector<std::string> columns;
  std::string reference;
  std::string junit;
  bool github = false;
  bool no_golden = false;
};

constexpr std::array<std::pair<std::string_view, GoldenUpdate>, 4> kUpdates = {
    {{"never", GoldenUpdate::never},
     {"new", GoldenUpdate::only_new},
     {"failed", GoldenUpdate::failed},
     {"all", GoldenUpdate::all}}};

GoldenUpdate update_named(std::string_view word) {
  for (const auto& [name, update] : kUpdates) {
    if (name == word) return update;
  }
  return GoldenUpdate::never;
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// All scenarios of one call, checked side by side.
class Check {
 public:
  Check(const CheckFlags& flags, std::vector<ScenarioFile> files, const Console& console)
      : flags_(flags),
        files_(std::move(files)),
        console_(console),
        store_(flags.no_golden ? std::string() : flags.golden),
        outcomes_(files_.size()) {
    separate_places();
    options_.update = update_named(flags.update);
    options_.reason = flags.reason.empty() ? "first accepted" : flags.reason;
    options_.uses_goldens = !flags.no_golden;
    options_.writes_pending = options_.uses_goldens && !is_continuous_integration();
    add_tolerances(flags.tolerances, options_.tolerances);
    if (flags.trace_every > 0) options_.trace_every = flags.trace_every;
    options_.trace_columns = flags.columns;
    options_.is_stopped = [] { return interrupt_signal() != 0; };
  }

  ExitCode execute() {
    if (!store_.problem().empty()) {
      console_.error(store_.problem());
      return ExitCode::bad_input;
    }
    run_all();
    if (interrupt_signal() == 0) collect();
    return interrupt_signal() != 0 ? interrupted() : publish();
  }

 private:
  void separate_places();
  void run_all();
  void work();
  ExitCode interrupted() const;
  void collect();
  void explain_how_to_narrow(ScenarioCheck& check) const;
  bool is_acceptable(const ScenarioCheck& check) const;
  std::string command_for(const std::vector<std::string>& goldens,
                          const std::vector<std::string>& scenarios) const;
  void add_unread_goldens();
  bool report_failures() const;
  ExitCode publish();
  bool publish_github() const;
  ExitCode code() const;

  const CheckFlags& flags_;
  std::vector<ScenarioFile> files_;
  const Console& console_;
  const GoldenStore store_;
  CheckOptions options_;
  const Prepare prepare_ = prepare_simulator;
  std::vector<ScenarioChecker::Outcome> outcomes_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;  // of the console and of what follows
  std::size_t done_ = 0;
  const char* broken_arithmetic_ = nullptr;  // of a thread
  CheckReport report_;
  Clock::time_point start_ = Clock::now();
};

// No new golden may replace that of another scenario, be it of this call or of an earlier one.
void Check::separate_places() {
  std::set<std::string> taken;
  for (const GoldenFile& golden : store_.files()) {
    if (!golden.scenario.empty()) taken.insert(golden.path);
  }
  for (ScenarioFile& file : files_) {
    if (store_.find(file.path) != nullptr) continue;
    const std::string place = file.place;
    for (int k = 2; !taken.insert(store_.path_for(file.place)).second; ++k)
      file.place = fmt::format("{}_{}", place, k);
  }
}

void Check::run_all() {
  const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t wanted = flags_.jobs > 0 ? static_cast<std::size_t>(flags_.jobs) : processors;
  std::vector<std::jthread> workers;
  for (std::size_t k = 1; k < std::min(wanted, files_.size()); ++k)
    workers.emplace_back([this] { work(); });
  work();
  workers.clear();  // waits for them
  console_.status("");
}

void Check::work() {
  if (const char* problem = fp_environment_problem()) {
    const std::lock_guard lock(mutex_);
    broken_arithmetic_ = problem;
    return;
  }
  const ScenarioChecker checker(catalog(), prepare_, store_, options_);
  for (std::size_t k = next_++; k < files_.size() && interrupt_signal() == 0; k = next_++) {
    const Clock::time_point start = Clock::now();
    outcomes_[k] = checker.check(files_[k]);
    outcomes_[k].check.seconds = seconds_since(start);
    if (outcomes_[k].is_stopped) return;
    const std::lock_guard lock(mutex_);
    console_.status(fmt::format("checked {} of {}", ++done_, files_.size()));
  }
}

ExitCode Check::interrupted() const {
  console_.warning(
      fmt::format("interrupted after {} of {} scenarios; there is no report", done_, files_.size()));
  return code_of_interrupt();
}

bool Check::is_acceptable(const ScenarioCheck& check) const {
  return options_.uses_goldens && !check.golden_agrees() && check.status != CheckStatus::bad_input &&
         check.status != CheckStatus::run_failed;
}

// What accepts a change: what waits beside the golden, or a run that writes it where nothing waits.
std::string Check::command_for(const std::vector<std::string>& goldens,
                               const std::vector<std::string>& scenarios) const {
  return options_.writes_pending ? accept_command(flags_.golden, goldens)
                                 : update_command(flags_.golden, scenarios);
}

void Check::collect() {
  for (ScenarioChecker::Outcome& outcome : outcomes_) {
    ScenarioCheck& check = outcome.check;
    if (is_acceptable(check)) {
      check.command = command_for({check.golden}, {check.scenario});
      report_.accept_command = command_for({}, flags_.paths);
    }
    const bool is_narrowed = !flags_.reference.empty() && check.status == CheckStatus::differs;
    if (is_narrowed && interrupt_signal() == 0) compare_with_program(flags_.reference, check);
    if (check.status == CheckStatus::differs && check.divergence.empty()) explain_how_to_narrow(check);
    report_.scenarios.push_back(check);
  }
  add_unread_goldens();
  for (const GoldenFile& file : store_.files()) {
    if (file.is_obsolete()) report_.obsolete.push_back(file.path);
  }
  report_.obsolete_fails = is_continuous_integration();
  if (!report_.obsolete.empty()) report_.prune_command = prune_command(flags_.golden);
  report_.seconds = seconds_since(start_);
}

void Check::explain_how_to_narrow(ScenarioCheck& check) const {
  if (!flags_.reference.empty()) return;
  check.detail += check.detail.empty() ? "" : "\n";
  check.detail += "To see which agent and which quantity: --reference with the program that was right.";
}

// Whose they are is unknown, so no scenario would tell but the one whose golden belongs there.
void Check::add_unread_goldens() {
  const std::size_t count = report_.scenarios.size();
  for (const GoldenFile& file : store_.files()) {
    if (file.problem.empty() || !file.scenario.empty()) continue;
    const auto end = report_.scenarios.begin() + static_cast<std::ptrdiff_t>(count);
    const bool is_told = std::any_of(report_.scenarios.begin(), end,
                                     [&](const ScenarioCheck& check) { return check.golden == file.path; });
    if (is_told) continue;
    ScenarioCheck check;
    check.scenario = file.path;
    check.golden = file.path;
    check.status = CheckStatus::bad_input;
    check.message = "the golden cannot be read";
    check.detail = file.problem;
    report_.scenarios.push_back(std::move(check));
  }
}

ExitCode Check::publish() {
  if (broken_arithmetic_ != nullptr) {
    console_.error(fmt::format("results would not be reproducible: {}", broken_arithmetic_));
    return ExitCode::run_failed;
  }
  bool is_written = report_failures();
  if (!flags_.junit.empty()) {
    if (const Failure failure = write_whole_file(flags_.junit, format_junit(report_))) {
      console_.error(*failure);
      is_written = false;
    }
  }
  if (flags_.github) is_written &= publish_github();
  const ExitCode answer = is_written ? code() : ExitCode::bad_output;
  if (console_.json()) return print_result(console_, pretty(to_json(report_)), answer);
  if (console_.quiet() && report_.pass()) return answer;
  return print_result(
      console_, format_human(report_, {.verbose = console_.verbose(), .color = console_.result_color()}),
      answer);
}

// Says which goldens could not be written; true when all could.
bool Check::report_failures() const {
  std::size_t failures = 0;
  for (const ScenarioChecker::Outcome& outcome : outcomes_) {
    if (outcome.failure && failures++ == 0) console_.error(*outcome.failure);
  }
  if (failures > 1) console_.error(fmt::format("{} more goldens could not be written", failures - 1));
  return failures == 0;
}

// GitHub reads the commands from both streams; stdout may hold the JSON.
bool Check::publish_github() const {
  const std::string annotations = format_github_annotations(report_);
  if (console_.json()) {
    console_.raw_error(annotations);
  } else if (!console_.print(annotations)) {
    console_.error("standard output does not take the annotations");
    return false;
  }
  const char* summary = std::getenv("GITHUB_STEP_SUMMARY");
  if (summary == nullptr || *summary == '\0') return true;
  std::ofstream out(summary, std::ios::app | std::ios::binary);
  out << format_github_summary(report_);
  if (out.flush()) return true;
  console_.error(fmt::format("cannot write {}", summary));
  return false;
}

// The gravest answer of all.
ExitCode Check::code() const {
  ExitCode code = report_.pass() ? ExitCode::ok : ExitCode::no;
  for (const ScenarioCheck& check : report_.scenarios) {
    if (check.status == CheckStatus::run_failed) return ExitCode::run_failed;
    if (check.status == CheckStatus::bad_input) code = ExitCode::bad_input;
  }
  return code;
}

// Every name a tolerance can be for, but for the columns of behaviors, which each scenario has its own of.
std::string tolerance_problem(const CheckFlags& flags) {
  std::vector<std::string> known = metric_paths(RecordDef{});
  for (const ColumnKind& column : column_kinds())
    known.emplace_back(column.name);
  Tolerances tolerances;
  add_tolerances(flags.tolerances, tolerances);
  for (const auto& [pattern, tolerance] : tolerances.by_pattern()) {
    for (const std::string_view ending : {"_ax", "_ay", "_on"}) {
      if (pattern.ends_with(ending)) known.push_back(pattern);
    }
  }
  return unknown_tolerance(tolerances, known);
}

// Why nothing can be checked like this, or empty.
std::string usage_problem(const CheckFlags& flags) {
  if (!flags.columns.empty() && flags.trace_every == 0)
    return "--columns are those of the trace that --trace-every asks for";
  if (std::string problem = tolerance_problem(flags); !problem.empty()) return problem;
  const GoldenUpdate update = update_named(flags.update);
  if (update == GoldenUpdate::never)
    return flags.reason.empty() ? "" : "--reason is for goldens that are written: say which with --update";
  if (flags.no_golden) return "--update and --no-golden exclude each other";
  if (is_continuous_integration())
    return fmt::format("--update {} would write goldens, and the variable CI is set: people accept them",
                       flags.update);
  if (update != GoldenUpdate::only_new && flags.reason.empty())
    return fmt::format("--update {} replaces what was accepted: say why with --reason", flags.update);
  return {};
}

ExitCode check(const CheckFlags& flags, const Console& console) {
  if (const std::string problem = usage_problem(flags); !problem.empty()) {
    console.error(problem);
    return ExitCode::usage;
  }
  FoundScenarios found = find_scenarios(flags.paths, flags.filters);
  for (const std::string& problem : found.problems)
    console.error(problem);
  if (!found.problems.empty()) return ExitCode::bad_input;
  if (found.files.empty()) {
    console.error("no scenario was selected");
    return ExitCode::nothing;
  }
  watch_for_interrupts();
  return Check(flags, std::move(found.files), console).execute();
}

void add_golden_flags(CLI::App& command, CheckFlags& flags) {
  add_golden_folder_flag(command, flags.golden);
  command
      .add_option("--update", flags.update,
                  "Write goldens: never, new, failed or all; needs --reason to replace")
      ->type_name("WHICH")
      ->check(CLI::IsMember({"never", "new", "failed", "all"}));
  command
      .add_option("--reason", flags.reason,
                  "Why the results are right; stands in the goldens that are written")
      ->type_name("TEXT");
  add_tolerance_flag(
      command, flags.tolerances,
      "Let a column or metric differ, in this check; goldens may name tolerances of their own");
  command
      .add_option("--trace-every", flags.trace_every,
                  "Goldens that are written hold a state every so many steps, number by number")
      ->type_name("N")
      ->transform(whole_number_from(1));
  command.add_option("--columns", flags.columns, "Columns of these states; `drover list columns` names them")
      ->type_name("A,B,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_flag("--no-golden", flags.no_golden, "Check only what the scenarios expect of their metrics");
}

}  // namespace

void add_check_command(CommandLine& line) {
  auto flags = std::make_shared<CheckFlags>();
  CLI::App* command =
      line.app.add_subcommand("check", "Run scenarios and compare them with accepted results");
  command->footer(kExamples);
  command->add_option("paths", flags->paths, "Scenario files, folders or patterns")
      ->type_name("PATH...")
      ->capture_default_str();
  command->add_option("-k", flags->filters, "Only paths that hold this text; !TEXT: only those that do not")
      ->type_name("TEXT")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  command
      ->add_option("-j,--jobs", flags->jobs, "Scenarios checked side by side; as many as processors without")
      ->type_name("N")
      ->transform(whole_number_from(1));
  add_golden_flags(*command, *flags);
  command
      ->add_option(
          "--reference", flags->reference,
          "Another drover, such as the accepted build: what differs is run there too, to name the first "
          "agent and quantity")
      ->type_name("COMMAND");
  command->add_option("--junit", flags->junit, "Write a report as JUnit XML")->type_name("FILE");
  command->add_flag("--github", flags->github,
                    "Print annotations for GitHub Actions and add to the step's summary");
  command->callback([&line, flags] {
    flags->github = flags->github || is_set("GITHUB_ACTIONS");
    line.chosen = [flags](const Console& console) { return check(*flags, console); };
  });
}

}  // namespace drover
