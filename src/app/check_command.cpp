// drover check [PATHS...]: runs scenarios and compares what they come to with what was accepted.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "app/commands.h"
#include "app/files.h"
#include "app/interrupt.h"
#include "app/option_checks.h"
#include "app/picture_output.h"
#include "app/reference_program.h"
#include "app/replay_report.h"
#include "app/scenario_search.h"
#include "batch/job_pool.h"
#include "core/escape.h"
#include "core/fp_environment.h"
#include "core/shell_word.h"
#include "core/text.h"
#include "golden/github_report.h"
#include "golden/human_report.h"
#include "golden/json_report.h"
#include "golden/junit_report.h"
#include "golden/scenario_checker.h"
#include "observe/metrics/metric_set.h"
#include "observe/record/columns.h"
#include "observe/record/json_file.h"
#include "run/output_conflict.h"
#include "run/run_profile.h"

namespace drover {
namespace {

using Clock = std::chrono::steady_clock;

// All scenarios of one call, checked side by side.
class Check {
 public:
  Check(const CheckCommandOptions& options, std::vector<ScenarioFile> files, const Console& console)
      : options_(options),
        files_(std::move(files)),
        console_(console),
        store_(options.no_golden ? std::string() : options.golden),
        outcomes_(files_.size()),
        has_folder_(has_folder()) {
    separate_places();
    checks_.update = options.update;
    checks_.reason = options.reason.empty() ? "first accepted" : options.reason;
    checks_.uses_goldens = !options.no_golden;
    // A folder that is not there may be a misspelled one: only who asks for goldens gets it made.
    checks_.writes_pending = checks_.uses_goldens && !is_continuous_integration() &&
                             (has_folder_ || options.update != GoldenUpdate::never);
    checks_.tolerances = options.tolerances;
    checks_.is_strict = options.is_strict;
    checks_.trace_every = options.trace_every;
    checks_.trace_columns = options.columns;
    checks_.is_stopped = [] { return interrupt_signal() != 0; };
  }

  ExitCode execute() {
    if (!store_.problem().empty()) return refuse(store_.problem(), ExitCode::bad_input, console_);
    if (!has_folder_ && checks_.uses_goldens && options_.update == GoldenUpdate::never)
      console_.warning(
          fmt::format("there is no folder {} of goldens, so that nothing is compared; --update new makes it",
                      options_.golden));
    warn_of_unused_tolerances();
    const ScenarioChecker checker(catalog(), store_, checks_);
    for_each_job(files_.size(), static_cast<std::size_t>(options_.jobs),
                 [&](std::size_t k) { return check_one(k, checker); });
    console_.status("");
    if (checks_.writes_pending && !has_folder_ && has_folder())
      console_.info(fmt::format("created the folder {} for goldens", options_.golden));
    if (is_time_over()) note_unfinished();
    if (has_report()) collect();
    if (has_report()) return publish();
    console_.warning(fmt::format("{} after {} of {} scenarios; there is no report", interrupt_word(), done_,
                                 files_.size()));
    return code_of_interrupt();
  }

 private:
  // No new golden may replace that of another scenario, be it of this call or of an earlier one.
  void separate_places() {
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

  // Columns are compared only where a golden holds a trace, and scenarios have metrics of their own.
  void warn_of_unused_tolerances() const {
    std::vector<std::string> known;
    for (const ScenarioFile& file : files_) {
      const GoldenFile* golden = store_.find(file.path);
      if (golden == nullptr || !golden->accepted) continue;
      for (const auto& [path, metric] : golden->accepted->metrics)
        known.push_back(path);
      if (!golden->accepted->trace) continue;
      const std::vector<std::string> columns = golden->accepted->trace->columns();
      known.insert(known.end(), columns.begin(), columns.end());
    }
    for (const auto& [pattern, tolerance] : options_.tolerances.by_pattern()) {
      const auto is_of = [&wanted = pattern](const std::string& name) {
        return is_pattern_for(wanted, name);
      };
      if (known.empty() || std::ranges::any_of(known, is_of)) continue;
      console_.warning(fmt::format(
          "--tolerance {} has no effect: none of the goldens holds such a metric, or a trace with "
          "such a column",
          pattern));
    }
  }

  // In one of several threads. False ends the work.
  bool check_one(std::size_t index, const ScenarioChecker& checker) {
    if (interrupt_signal() != 0) return false;
    if (const char* problem = fp_environment_problem()) {
      const std::lock_guard lock(mutex_);
      broken_arithmetic_ = problem;
      return false;
    }
    const Clock::time_point start = Clock::now();
    outcomes_[index] = checker.check(files_[index]);
    outcomes_[index].check.seconds = seconds_since(start);
    if (outcomes_[index].is_stopped) return false;
    const std::lock_guard lock(mutex_);
    console_.status(fmt::format("checked {} of {}", ++done_, files_.size()));
    return true;
  }

  // Who sets a limit of time wants to know what came of it; who interrupts does not.
  static bool has_report() { return interrupt_signal() == 0 || is_time_over(); }

  void note_unfinished() {
    for (std::size_t k = 0; k < outcomes_.size(); ++k) {
      ScenarioCheck& check = outcomes_[k].check;
      if (!check.scenario.empty() && !outcomes_[k].is_stopped) continue;
      check.scenario = files_[k].path;
      if (const GoldenFile* golden = store_.find(check.scenario)) check.golden = golden->path;
      check.status = CheckStatus::run_failed;
      check.message = "not checked: the limit of time came first";
    }
  }

  // The command line that accepts a change: the pending golden, or a run that writes it where none is
  // pending.
  std::string command_for(const std::vector<std::string>& goldens,
                          const std::vector<std::string>& scenarios) const {
    if (checks_.writes_pending) return accept_command(options_.golden, goldens);
    std::string command =
        fmt::format("drover check --golden {} --update failed --reason \"...\"", shell_word(options_.golden));
    for (const std::string& scenario : scenarios)
      command += " " + shell_word(scenario);
    return command;
  }

  void collect() {
    for (ScenarioChecker::Outcome& outcome : outcomes_) {
      ScenarioCheck& check = outcome.check;
      const bool has_run = check.status != CheckStatus::bad_input && check.status != CheckStatus::run_failed;
      if (checks_.uses_goldens && !check.golden_agrees() && has_run) {
        check.command = command_for({check.golden}, {check.scenario});
        report_.accept_command = command_for({}, options_.paths);
      }
      const bool is_narrowed = !options_.reference.empty() && check.status == CheckStatus::differs;
      if (is_narrowed && interrupt_signal() == 0) compare_with_program(options_.reference, check);
      if (check.status == CheckStatus::differs && check.divergence.empty() && options_.reference.empty()) {
        check.detail += check.detail.empty() ? "" : "\n";
        check.detail += "To see which agent and which quantity: --reference with the program that was right.";
      }
      report_.scenarios.push_back(check);
    }
    add_unread_goldens();
    add_unchecked_goldens();
    for (const GoldenFile& file : store_.files()) {
      if (file.is_obsolete()) report_.obsolete.push_back(file.path);
    }
    report_.obsolete_fails = options_.is_strict || is_continuous_integration();
    if (!report_.obsolete.empty())
      report_.prune_command = fmt::format("drover golden prune --golden {}", shell_word(options_.golden));
    report_.seconds = seconds_since(start_);
  }

  // The scenario of an unreadable golden is unknown, so only the scenario with that path would report it.
  void add_unread_goldens() {
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

  // A golden whose scenario is there and was not looked at: it stands in a folder that was passed over,
  // became a part of another, or the golden names another file. Those outside of the paths are somebody
  // else's, but for --strict.
  void add_unchecked_goldens() {
    std::set<std::string> checked;
    for (const ScenarioCheck& check : report_.scenarios)
      checked.insert(check.golden);
    std::size_t outside = 0;
    for (const GoldenFile& file : store_.files()) {
      if (checked.contains(file.path) || file.scenario.empty() || file.is_obsolete()) continue;
      if (!options_.filters.empty() && !fits(file.scenario, options_.filters)) continue;
      const bool is_outside =
          !is_below(file.scenario, options_.paths) && !is_below(file.named_scenario, options_.paths);
      if (is_outside && !options_.is_strict) {
        ++outside;
        continue;
      }
      ScenarioCheck check;
      check.scenario = file.scenario;
      check.golden = file.path;
      check.status = CheckStatus::not_checked;
      check.message =
          is_outside ? "its scenario is outside of the given paths" : "its scenario was passed over";
      if (options_.is_strict || is_continuous_integration()) {
        report_.scenarios.push_back(std::move(check));
      } else {
        console_.warning(fmt::format("not checked: {}: {}", file.path, check.message));
      }
    }
    if (outside > 0)
      console_.info(fmt::format("{} of scenarios outside of the given paths", counted(outside, "golden")));
  }

  ExitCode publish() {
    if (broken_arithmetic_ != nullptr)
      return refuse(fmt::format("results would not be reproducible: {}", broken_arithmetic_),
                    ExitCode::run_failed, console_);
    bool is_written = report_failures();
    if (!options_.junit.empty()) {
      if (const Failure failure = write_whole_file(options_.junit, format_junit(report_))) {
        console_.error(*failure);
        is_written = false;
      }
    }
    if (!options_.page.empty()) is_written &= write_page();
    if (options_.github || is_in_environment("GITHUB_ACTIONS")) is_written &= publish_github();
    const ExitCode answer = is_written ? code() : ExitCode::bad_output;
    if (console_.json()) return print_result(console_, pretty(to_json(report_)), answer);
    if (console_.quiet() && report_.pass()) return answer;
    const HumanReportOptions form{.verbose = console_.verbose(), .color = console_.result_color()};
    return print_result(console_, defuse_commands(format_human(report_, form)), answer);
  }

  // Says which goldens could not be written; true when all could.
  bool report_failures() const {
    std::size_t failures = 0;
    for (const ScenarioChecker::Outcome& outcome : outcomes_) {
      if (outcome.failure && failures++ == 0) console_.error(*outcome.failure);
    }
    if (failures > 1) console_.error(fmt::format("{} more goldens could not be written", failures - 1));
    return failures == 0;
  }

  bool write_page() const {
    OutputFile file;
    Failure failure = open_picture(options_.page, file);
    if (!failure) failure = file.write(check_page(report_, console_).html());
    if (!failure) failure = file.commit();
    if (failure) console_.error(*failure);
    return !failure;
  }

  bool publish_github() const {
    console_.annotate(format_github_annotations(report_));
    const char* summary = std::getenv("GITHUB_STEP_SUMMARY");
    if (summary == nullptr || *summary == '\0') return true;
    std::ofstream out(summary, std::ios::app | std::ios::binary);
    out << format_github_summary(report_);
    if (out.flush()) return true;
    console_.error(fmt::format("cannot write {}", summary));
    return false;
  }

  // The gravest answer of all.
  ExitCode code() const {
    ExitCode code = report_.pass() ? ExitCode::ok : ExitCode::no;
    for (const ScenarioCheck& check : report_.scenarios) {
      if (check.status == CheckStatus::run_failed) return ExitCode::run_failed;
      if (check.status == CheckStatus::bad_input) code = ExitCode::bad_input;
    }
    return code;
  }

  bool has_folder() const {
    std::error_code error;
    return std::filesystem::exists(options_.golden, error);
  }

  const CheckCommandOptions& options_;
  std::vector<ScenarioFile> files_;
  const Console& console_;
  const GoldenStore store_;
  CheckOptions checks_;
  std::vector<ScenarioChecker::Outcome> outcomes_;
  const bool has_folder_;  // of goldens, before the check
  std::mutex mutex_;       // of the console and of what follows
  std::size_t done_ = 0;
  const char* broken_arithmetic_ = nullptr;  // of a thread
  CheckReport report_;
  Clock::time_point start_ = Clock::now();
};

// Every name a tolerance can be for, but for the columns of behaviors, which each scenario has its own of.
std::string tolerance_problem(const CheckCommandOptions& options) {
  std::vector<std::string> known = metric_paths(possible_metrics({}));
  for (const ColumnKind& column : column_kinds())
    known.emplace_back(column.name);
  for (const auto& [pattern, tolerance] : options.tolerances.by_pattern()) {
    for (const std::string_view ending : {"_ax", "_ay", "_az", "_on"}) {
      if (pattern.ends_with(ending)) known.push_back(pattern);
    }
  }
  return unknown_tolerance(options.tolerances, known);
}

// Why nothing can be checked like this, or empty.
std::string usage_problem(const CheckCommandOptions& options) {
  if (!options.columns.empty() && !options.trace_every)
    return "--columns are those of the trace that --trace-every asks for";
  if (std::string problem = tolerance_problem(options); !problem.empty()) return problem;
  if (options.no_golden && (!options.tolerances.by_pattern().empty() || !options.reference.empty()))
    return "--no-golden compares nothing, --tolerance and --reference are for comparisons";
  if (options.no_golden && options.is_strict) return "--strict and --no-golden exclude each other";
  if (!options.reference.empty()) {
    if (std::string problem = reference_problem(options.reference); !problem.empty()) return problem;
  }
  if (options.update == GoldenUpdate::never)
    return options.reason.empty() ? "" : "--reason is for goldens that are written: say which with --update";
  if (options.no_golden) return "--update and --no-golden exclude each other";
  if (is_continuous_integration())
    return fmt::format("--update {} would write goldens, and the variable CI is set: people accept them",
                       name_of(options.update));
  if (options.update != GoldenUpdate::only_new && options.reason.empty())
    return fmt::format("--update {} replaces what was accepted: say why with --reason",
                       name_of(options.update));
  return {};
}

}  // namespace

ExitCode execute(const CheckCommandOptions& options, const Console& console) {
  if (const std::string problem = usage_problem(options); !problem.empty())
    return refuse(problem, ExitCode::usage, console);
  FoundScenarios found = find_scenarios(options.paths, options.filters);
  for (const std::string& problem : found.problems)
    console.error(problem);
  if (!found.problems.empty()) return ExitCode::bad_input;
  for (const std::string& note : found.notes)
    console.info(note);
  for (const std::string& folder : found.folders)
    console.warning(folder);
  if (found.files.empty()) return refuse("no scenario was selected", ExitCode::nothing, console);
  for (const ScenarioFile& file : found.files) {
    for (const auto& [option, output] :
         {std::pair("--junit", &options.junit), std::pair("--html", &options.page)})
      if (is_overwritten_by(file.path, *output))
        return refuse(fmt::format("{} {} would overwrite a scenario", option, *output), ExitCode::usage,
                      console);
  }
  watch_for_interrupts();
  return Check(options, std::move(found.files), console).execute();
}

}  // namespace drover
