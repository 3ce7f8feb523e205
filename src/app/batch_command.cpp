// drover batch: many variants of a scenario, several at a time; it goes on where an earlier one ended.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/batch_events.h"
#include "app/batch_plan.h"
#include "app/catalog.h"
#include "app/commands.h"
#include "app/interrupt.h"
#include "app/out_of_memory.h"
#include "app/scenario_input.h"
#include "batch/batch.h"
#include "batch/job_pool.h"
#include "batch/result_folder.h"
#include "core/shell_word.h"
#include "core/text.h"
#include "core/utf8.h"
#include "observe/record/json_file.h"
#include "run/result_json.h"
#include "run/run_profile.h"

namespace drover {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

// "90 s", "12 min", "3.2 h"
std::string time_text(double seconds) {
  constexpr double kMinute = 60.0;
  constexpr double kHour = 3600.0;
  if (seconds < 2.0 * kMinute) return fmt::format("{:.0f} s", seconds);
  if (seconds < 2.0 * kHour) return fmt::format("{:.0f} min", seconds / kMinute);
  return fmt::format("{:.1f} h", seconds / kHour);
}

class BatchCommand {
 public:
  BatchCommand(const BatchCommandOptions& options, const Console& console)
      : options_(options), console_(console) {}

  ExitCode execute() {
    if (console_.json() && options_.events == "-")
      return refuse("--json and --events - cannot both go to standard output", ExitCode::usage, console_);
    if (is_overwritten_by(options_.plan.input, options_.events))
      return refuse(fmt::format("--events {} would write into what is run", options_.events), ExitCode::usage,
                    console_);
    BatchPlan loaded = load_plan(options_.plan, console_);
    if (!loaded.plan) return loaded.code;
    plan_ = std::move(*loaded.plan);
    sources_ = std::move(loaded.sources);
    if (plan_.def.trace.empty()) plan_.def.trace = options_.default_trace;
    if (options_.folder.empty() && !options_.dry_run && !options_.print_plan)
      return refuse("a folder for the results is required: -o DIR; --dry-run lists the runs without one",
                    ExitCode::usage, console_);
    const ShardChoice choice = choose_shard(options_.shard.empty() ? "1/1" : options_.shard,
                                            [](const char* name) { return std::getenv(name); });
    if (!choice.problem.empty()) return refuse("--shard: " + choice.problem, ExitCode::usage, console_);
    Diagnostics diagnostics;
    scenarios_ = open_runs(plan_, catalog(), list_, sources_, diagnostics);
    report_problems(diagnostics, sources_, console_);
    if (!scenarios_) return ExitCode::bad_input;
    if (options_.print_plan) return print_result(console_, loaded.text + "\n");
    if (!identify_runs()) return interrupt_signal() != 0 ? code_of_interrupt() : ExitCode::bad_input;
    if (options_.dry_run) return list_them(choice.shard);
    return run_them(choice);
  }

 private:
  // As many as wanted; else what Slurm granted, which may be less than the processors that can be seen; else
  // 0, one for each of them.
  std::size_t jobs() const {
    if (options_.jobs > 0) return static_cast<std::size_t>(options_.jobs);
    for (const char* name : {"SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE"}) {
      const char* text = std::getenv(name);
      const long granted = text == nullptr ? 0 : std::strtol(text, nullptr, 10);
      if (granted > 0) return std::min(static_cast<std::size_t>(granted), thread_count(0));
    }
    return 0;
  }

  bool identify_runs() {
    watch_for_interrupts();
    IdentifiedRuns found =
        identify(*scenarios_, list_, catalog(), jobs(), [] { return interrupt_signal() != 0; });
    if (interrupt_signal() != 0) return false;
    if (!found.problem) {
      report_problems(found.warnings, found.sources, console_);
      identities_ = std::move(found.runs);
      return true;
    }
    report_problems(found.problem->of_plan, sources_, console_);
    report_problems(found.problem->diagnostics, found.problem->sources, console_);
    if (!found.problem->diagnostics.empty())
      console_.error(fmt::format("this is the scenario of the run with {}",
                                 describe(list_, list_.runs[found.problem_run])));
    return false;
  }

  ExitCode list_them(const Shard& shard) const {
    if (console_.json())
      return print_result(console_, pretty(run_list_document(plan_.def, list_, identities_)));
    std::string text;
    std::size_t count = 0;
    for (std::size_t k = 0; k < list_.runs.size(); ++k) {
      if (!shard.holds(identities_[k].id)) continue;
      ++count;
      text += fmt::format("{}  {}\n", identities_[k].id, make_visible(describe(list_, list_.runs[k])));
    }
    console_.info(fmt::format("{}: {}", plan_.def.name, counted(count, "run")));
    return print_text(console_, text);
  }

  // What other plans, or this one before it was changed, left in the folder. Returns why it is not to be
  // mixed with them.
  Failure look_at_others() {
    std::set<std::string> own;
    for (const RunIdentity& identity : identities_)
      own.insert(identity.id);
    ResultFolder folder(options_.folder, "");
    const std::vector<std::string> others = folder.runs_besides(own);
    if (others.empty()) return std::nullopt;
    if (options_.prune) {
      if (folder.is_in_use())
        return fmt::format("another process computes runs of {}: prune it when that has ended",
                           options_.folder);
      for (const std::string& id : others) {
        if (Failure failure = folder.remove(id)) return failure;
      }
      console_.info(fmt::format("removed {} that the plan does not have", counted(others.size(), "run")));
      return std::nullopt;
    }
    const Json before = read_result_below(options_.folder, "runs.json", kListLimits).document;
    const std::string remedy =
        options_.default_trace.empty() ? "--prune removes them" : "they are not in the dataset";
    std::string plan;
    bool has_common = false;
    if (before.is_object() && before.contains("runs") && before["runs"].is_array()) {
      plan = text_at(before, "plan");
      has_common = std::ranges::any_of(before["runs"], [&](const Json& run) {
        const Json id = run.is_object() ? run.value("id", Json()) : Json();
        return id.is_string() && own.contains(id.get<std::string>());
      });
    }
    if (!has_common && !plan.empty() && plan != plan_.def.name && options_.default_trace.empty())
      return fmt::format(
          "{} has the results of another plan, \"{}\", and none of this one: name another "
          "folder, or remove its {} with --prune",
          options_.folder, plan, counted(others.size(), "run"));
    console_.warning(
        fmt::format("{} in {} of points that the plan does not have, or of another version of "
                    "drover; {}",
                    counted(others.size(), "run"), options_.folder, remedy));
    return std::nullopt;
  }

  ExitCode run_them(const ShardChoice& choice) {
    throw_when_out_of_memory();
    if (const Failure failure = look_at_others()) return refuse(*failure, ExitCode::bad_output, console_);
    Batch batch(plan_, list_, *scenarios_, identities_, catalog(),
                {.folder = options_.folder,
                 .jobs = jobs(),
                 .shard = choice.shard,
                 .fail_fast = options_.fail_fast,
                 .retry_failed = options_.retry_failed,
                 .is_fresh = options_.fresh,
                 .timeout = options_.timeout,
                 .durability = options_.sync ? Durability::on_disk : Durability::cached,
                 .is_stopped = [] { return interrupt_signal() != 0; }});
    work_ = batch.work();
    announce(choice, batch.size());
    BatchEvents events;
    if (!options_.events.empty()) {
      if (const Failure failure = events.open(options_.events))
        return refuse(*failure, ExitCode::bad_output, console_);
    }
    events.begin(plan_.def.name, batch.size());
    start_ = Clock::now();
    const Failure failure = batch.execute([&](const RunOutcome& outcome) {
      note(outcome, batch.size());
      events.run_ended(list_, outcome);
    });
    console_.status("");
    events.end(counts_);
    if (failure) return refuse(*failure, ExitCode::bad_output, console_);
    const ExitCode code = summarize(batch.size());
    if (!events.failure()) return code;
    if (options_.events == "-" && Console::is_unread()) return ExitCode::unread;
    return refuse(*events.failure(), ExitCode::bad_output, console_);
  }

  void announce(const ShardChoice& choice, std::size_t size) const {
    if (!choice.decided_by.empty())
      console_.info(fmt::format("part {} of {}, from {}", choice.shard.index + 1, choice.shard.count,
                                choice.decided_by));
    else if (options_.shard == "auto")
      console_.info("no variable of a cluster is set: all runs are of this part");
    if (choice.shard.count > 1)
      console_.info(fmt::format("{} of {} belong to this part", size, counted(list_.runs.size(), "run")));
    else if (size < list_.runs.size())
      console_.info(fmt::format("of {}, {} are different from each other; equal ones are run once",
                                counted(list_.runs.size(), "run"), size));
  }

  void note(const RunOutcome& outcome, std::size_t size) {
    ++counts_[outcome.status];
    if (!outcome.meets_expectations) ++not_met_;
    // The first of the plan, whichever ended first.
    if (!outcome.meets_expectations && (unmet_.run == nullptr || outcome.run < unmet_.run)) unmet_ = outcome;
    ended_work_ += outcome.work;
    const bool is_executed = outcome.status == RunStatus::complete || outcome.status == RunStatus::failed;
    if (is_executed) executed_work_ += outcome.work;
    if (outcome.status == RunStatus::failed)
      console_.error(fmt::format("{} failed ({}): {}; to repeat it: {}", outcome.id,
                                 describe(list_, *outcome.run), outcome.problem, outcome.command));
    if (outcome.status == RunStatus::complete && !outcome.meets_expectations)
      console_.detail(
          fmt::format("{} does not meet its expectations ({})", outcome.id, describe(list_, *outcome.run)));
    if (!console_.shows_progress()) return;
    const Clock::time_point now = Clock::now();
    if (now - last_shown_ < std::chrono::milliseconds(100)) return;
    last_shown_ = now;
    // Small runs go first where a sweep begins with few agents, so runs count by their agent-steps.
    std::string left;  // nothing is known of it before a run was executed
    if (executed_work_ > 0.0)
      left =
          fmt::format(", {} left", time_text(seconds_since(start_) * (work_ - ended_work_) / executed_work_));
    console_.status(fmt::format("{} of {}, {} failed{}", counts_.ended(), counted(size, "run"),
                                counts_[RunStatus::failed], left));
  }

  ExitCode summarize(std::size_t size) const {
    const std::size_t failed_before = counts_[RunStatus::failed_before];
    const std::size_t failed = counts_[RunStatus::failed] + failed_before;
    const std::size_t complete = counts_[RunStatus::complete];
    const std::size_t done_before = counts_[RunStatus::done_before];
    const bool is_done = counts_.ended() == size;
    // Of a dataset the batch is only a part.
    if (console_.json() && options_.default_trace.empty()) {
      const Json document = {{"ok", is_done && failed == 0 && not_met_ == 0},
                             {"plan", plan_.def.name},
                             {"folder", options_.folder},
                             {"runs", size},
                             {"complete", complete},
                             {"done_before", done_before},
                             {"failed", counts_[RunStatus::failed]},
                             {"failed_before", failed_before},
                             {"expectations_not_met", not_met_}};
      const ExitCode printed = print_result(console_, pretty(document));
      if (printed != ExitCode::ok) return printed;
    }
    console_.info(fmt::format("{}: {} completed, {} done before, {} failed, {} left; {}", plan_.def.name,
                              counted(complete, "run"), done_before, failed, size - counts_.ended(),
                              time_text(seconds_since(start_))));
    if (failed_before > 0)
      console_.warning(fmt::format("{} failed before; --retry-failed runs them again, {} says why",
                                   counted(failed_before, "run"), shell_word(options_.folder + "/failed")));
    if (not_met_ > 0)
      console_.error(fmt::format("expectations are not met in {}; the first is {} ({}): {}",
                                 counted(not_met_, "run"), unmet_.id, describe(list_, *unmet_.run),
                                 unmet_.unmet));
    if (interrupt_signal() != 0) {
      console_.warning(fmt::format("{}; the same command goes on", interrupt_word()));
      return code_of_interrupt();
    }
    if (failed > 0) return ExitCode::run_failed;
    return not_met_ > 0 ? ExitCode::no : ExitCode::ok;
  }

  const BatchCommandOptions& options_;
  const Console& console_;
  LoadedPlan plan_;
  JsonSources sources_;
  RunList list_;
  std::optional<RunScenarios> scenarios_;
  std::vector<RunIdentity> identities_;
  RunCounts counts_;
  std::size_t not_met_ = 0;  // runs that do not meet an expectation
  RunOutcome unmet_;         // the first run that does not meet its expectations; without a run where all do
  double work_ = 0.0;        // of all runs [agent-steps]
  double ended_work_ = 0.0;  // of those that have ended, before or now
  double executed_work_ = 0.0;  // of those that were executed now
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_shown_;
};

}  // namespace

ExitCode execute(const BatchCommandOptions& options, const Console& console) {
  return BatchCommand(options, console).execute();
}

}  // namespace drover
