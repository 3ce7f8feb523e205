#include "batch/batch.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <mutex>
#include <new>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "batch/collection.h"
#include "batch/job_pool.h"
#include "core/fp_environment.h"
#include "core/numerics.h"
#include "core/shell_word.h"
#include "core/stop_scope.h"
#include "run/run.h"
#include "sim/definitions/declared_agents.h"

namespace drover {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

// The first error of a scenario in a sentence.
std::string first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& problem : diagnostics.sorted()) {
    if (problem.severity != Severity::error) continue;
    const std::string found = problem.found.empty() ? "" : fmt::format(" (found: {})", problem.found);
    return fmt::format("{}{}{}", problem.pointer ? *problem.pointer + ": " : "", problem.message, found);
  }
  return "the scenario has errors";
}

double work_of(const ScenarioDef& scenario) {
  double agents = 0.0;
  for (const DeclaredAgents& entry : declared_agents(scenario))
    agents += static_cast<double>(entry.count);
  return static_cast<double>(scenario.step_count()) * std::max(agents, 1.0);
}

Json run_json(const RunList& list, const PlannedRun& run, const RunIdentity& identity) {
  const std::string& experiment = list.experiments[run.experiment].name;
  Json parameters = Json::object();
  for (const Setting& setting : list.point(run).parameters())
    parameters[setting.path] = Json::parse(setting.value);
  return {{"id", identity.id},      {"experiment", experiment.empty() ? Json() : Json(experiment)},
          {"point", run.point},     {"replication", run.replication},
          {"seed", *identity.seed}, {"parameters", std::move(parameters)}};
}

}  // namespace

IdentifiedRuns identify(const RunScenarios& scenarios, const RunList& list, const Catalog& catalog,
                        std::size_t jobs, const std::function<bool()>& is_stopped) {
  IdentifiedRuns out;
  out.runs.resize(list.runs.size());
  std::mutex mutex;
  for_each_job(list.runs.size(), jobs, [&](std::size_t k) {
    if (is_stopped && is_stopped()) return false;
    RunScenarios::Reading reading = scenarios.read(list.runs[k], catalog);
    const bool is_good = reading.scenario.has_value();
    if (is_good)
      out.runs[k] = {key_of(*reading.scenario), !reading.scenario->def.expect.empty(),
                     work_of(reading.scenario->def)};
    const std::lock_guard lock(mutex);
    if (!is_good && (!out.problem || k < out.problem_run)) {
      out.problem = std::move(reading);
      out.problem_run = k;
    } else if (k == 0) {
      out.warnings = std::move(reading.diagnostics);
      out.sources = std::move(reading.sources);
    }
    return !out.problem;
  });
  return out;
}

Json run_list_document(const PlanDef& plan, const RunList& list, const std::vector<RunIdentity>& identities) {
  Json names = Json::array();
  std::set<std::string> known;
  for (const PlannedExperiment& experiment : list.experiments) {
    for (const PlannedPoint& point : experiment.points) {
      for (const Setting& setting : point.parameters()) {
        if (known.insert(setting.path).second) names.push_back(setting.path);
      }
    }
  }
  Json runs = Json::array();
  for (std::size_t k = 0; k < list.runs.size(); ++k)
    runs.push_back(run_json(list, list.runs[k], identities[k]));
  return {{"format", kPlanFormat},
          {"plan", plan.name},
          {"drover", drover_version()},
          {"numerics", kNumericsProfile},
          {"trace", plan.trace.empty() ? Json() : Json(plan.trace)},
          {"parameters", std::move(names)},
          {"runs", std::move(runs)}};
}

// What the threads of a batch share.
struct Batch::Schedule {
  const Listener& ended;
  std::mutex mutex = {};
  std::set<std::string> postponed = {};  // ids
  std::set<std::string> ended_ids = {};
  std::atomic<bool> is_over = false;  // no run begins any more
  Failure failure = {};               // of the results
  // What does not move in the runs of one experiment and point, which differ in their seeds alone. One point
  // is enough: runs begin point by point.
  std::pair<std::size_t, std::size_t> point = {};
  std::shared_ptr<const Statics> statics = {};

  void end(const RunOutcome& outcome, bool ends_batch) {
    const std::lock_guard lock(mutex);
    if (ends_batch) is_over = true;
    if (outcome.status != RunStatus::stopped) ended_ids.insert(outcome.id);
    ended(outcome);
  }
  // Leaves a run for later, when no other is in flight.
  void postpone(RunOutcome& outcome) {
    const std::lock_guard lock(mutex);
    postponed.insert(outcome.id);
    outcome.status = RunStatus::stopped;
  }
  bool has_postponed(const RunOutcome& outcome) {
    const std::lock_guard lock(mutex);
    return postponed.contains(outcome.id);
  }
  void end(std::string problem) {
    const std::lock_guard lock(mutex);
    is_over = true;
    if (!failure) failure = std::move(problem);
  }
  // Null where none are kept.
  std::shared_ptr<const Statics> statics_of(const PlannedRun& run) {
    const std::lock_guard lock(mutex);
    return point == std::pair(run.experiment, run.point) ? statics : nullptr;
  }
  void keep_statics(const PlannedRun& run, std::shared_ptr<const Statics> of_run) {
    const std::lock_guard lock(mutex);
    point = {run.experiment, run.point};
    statics = std::move(of_run);
  }
};

Batch::Batch(const LoadedPlan& plan, const RunList& list, const RunScenarios& scenarios,
             const std::vector<RunIdentity>& identities, const Catalog& catalog, BatchOptions options)
    : plan_(plan),
      list_(list),
      scenarios_(scenarios),
      identities_(identities),
      catalog_(catalog),
      options_(std::move(options)),
      folder_(options_.folder, plan.def.trace, options_.durability) {
  std::set<std::string> known;
  for (std::size_t k = 0; k < identities_.size(); ++k) {
    if (options_.shard.holds(identities_[k].id) && known.insert(identities_[k].id).second) own_.push_back(k);
  }
}

double Batch::work() const {
  double sum = 0.0;
  for (const std::size_t k : own_)
    sum += identities_[k].work;
  return sum;
}

Failure Batch::execute(const Listener& ended) {
  if (options_.is_fresh)
    if (Failure failure = remove_results()) return failure;
  if (Failure failure = folder_.open()) return failure;
  if (Failure failure = folder_.write("plan.json", scenarios_.self_contained_plan())) return failure;
  if (Failure failure = folder_.write("runs.json", run_list_document(plan_.def, list_, identities_)))
    return failure;
  Schedule schedule{.ended = ended};
  execute_all(schedule);
  // Of a batch that was stopped: what was done before is done, although its turn did not come.
  for (const std::size_t k : own_) {
    const std::string& id = identities_[k].id;
    if (!schedule.failure && !schedule.ended_ids.contains(id) && folder_.has(identities_[k]))
      ended(execute_one(k, false, schedule));
  }
  return schedule.failure;
}

// Also notes about runs that failed or were in flight.
Failure Batch::remove_results() const {
  if (folder_.is_in_use())
    return fmt::format("another process computes runs of {}: begin afresh when that has ended",
                       options_.folder);
  for (const std::size_t k : own_)
    if (Failure failure = folder_.remove(identities_[k].id)) return failure;
  return std::nullopt;
}

// Runs that were in flight when a process ended may have ended it: they come after the others, and after the
// second time one by one, so that the others are done first and the one that did it is known. So do those for
// which there was no memory beside others.
void Batch::execute_all(Schedule& schedule) {
  std::vector<std::size_t> together, once, alone;
  for (const std::size_t k : own_) {
    const ResultFolder::Doubt doubt = folder_.doubt(identities_[k].id);
    if (doubt == ResultFolder::Doubt::none) {
      together.push_back(k);
    } else {
      (doubt == ResultFolder::Doubt::once ? once : alone).push_back(k);
    }
  }
  const auto execute = [&](std::size_t run, bool is_alone) {
    if (schedule.is_over || options_.is_stopped()) return false;
    const RunOutcome outcome = execute_one(run, is_alone, schedule);
    if (!is_alone && schedule.has_postponed(outcome)) return true;
    const bool has_failed = outcome.status == RunStatus::failed;
    schedule.end(outcome, (has_failed && options_.fail_fast) || outcome.status == RunStatus::stopped);
    return true;
  };
  // One after the other: nothing but runs in doubt is in flight when these are.
  for (const std::vector<std::size_t>* runs : {&together, &once}) {
    for_each_job(runs->size(), options_.jobs, [&](std::size_t k) { return execute((*runs)[k], false); });
    std::ranges::copy_if(*runs, std::back_inserter(alone),
                         [&](std::size_t k) { return schedule.postponed.contains(identities_[k].id); });
  }
  for_each_job(alone.size(), 1, [&](std::size_t k) { return execute(alone[k], true); });
}

RunOutcome Batch::execute_one(std::size_t index, bool is_alone, Schedule& schedule) {
  const Clock::time_point start = Clock::now();
  RunOutcome outcome{.run = &list_.runs[index], .id = identities_[index].id, .work = identities_[index].work};
  outcome.command = "drover run " + shell_word(folder_.failed_scenario_path(outcome.id));
  const StoredResult stored = folder_.read(identities_[index], FileCheck::content);
  if (stored.state == ResultState::complete) {
    outcome.status = RunStatus::done_before;
    outcome.unmet = unmet_expectation(stored.metrics);
    outcome.meets_expectations = outcome.unmet.empty();
    return outcome;
  }
  if (folder_.has_failed(outcome.id) && !options_.retry_failed) {
    outcome.status = RunStatus::failed_before;
    return outcome;
  }
  HiddenFolder folder;
  Failure failure;
  if (folder_.doubt(outcome.id) == ResultFolder::Doubt::alone_again && !options_.retry_failed) {
    outcome.status = RunStatus::failed;
    outcome.problem =
        "the process ended twice while it ran alone: it crashed, was killed or had no memory left";
  } else {
    failure = folder_.begin(outcome.id, is_alone, folder);
    if (!failure) run_in(folder, outcome, is_alone, schedule);
  }
  if (!failure && outcome.status == RunStatus::complete)
    failure = folder_.publish(identities_[index], folder);
  folder.discard();
  if (!failure && outcome.status == RunStatus::failed) failure = note_failure(outcome);
  if (failure) {
    outcome.status = RunStatus::stopped;
    schedule.end(*failure);
  }
  outcome.seconds = seconds_since(start);
  return outcome;
}

// `lateness`: what is wrong with a run that was stopped because it took too long; empty for others.
void Batch::note_stop(const std::string& lateness, RunOutcome& outcome) {
  outcome.status = lateness.empty() ? RunStatus::stopped : RunStatus::failed;
  outcome.problem = lateness;
}

void Batch::note_result(const RunResult& result, const std::string& lateness, RunOutcome& outcome,
                        Schedule& schedule) {
  switch (result.end) {
    case RunEnd::complete:
      outcome.status = RunStatus::complete;
      outcome.meets_expectations = all_pass(result.verdicts);
      if (!outcome.meets_expectations)
        outcome.unmet = describe_verdict(*std::ranges::find(result.verdicts, false, &Verdict::pass));
      break;
    case RunEnd::stopped:
      note_stop(lateness, outcome);
      break;
    case RunEnd::step_failed:
      outcome.problem = describe(*result.step_failure);
      break;
    case RunEnd::output_failed:
      outcome.status = RunStatus::stopped;
      schedule.end(result.output_problem);
      break;
  }
}

// Executes the run with its results in a folder.
void Batch::run_in(const HiddenFolder& folder, RunOutcome& outcome, bool is_alone, Schedule& schedule) {
  outcome.status = RunStatus::failed;
  if (const char* problem = fp_environment_problem()) {
    outcome.problem = problem;
    return;
  }
  const Clock::time_point start = Clock::now();  // of all of it: reading and placing, too
  const double timeout = options_.timeout.value_or(plan_.def.timeout);
  bool is_late = false;
  const RunControl control = {.is_stopped = [&] {
    is_late = is_late || (timeout > 0.0 && seconds_since(start) > timeout);
    return is_late || options_.is_stopped() || schedule.is_over;
  }};
  const auto lateness = [&] { return is_late ? fmt::format("it took longer than {} s", timeout) : ""; };
  const StopScope scope(control.is_stopped);
  try {
    const RunScenarios::Reading reading = scenarios_.read(*outcome.run, catalog_);
    RunOptions run_options{.source = scenarios_.options(*outcome.run),
                           .metrics = folder.path() + "/metrics.json"};  // on the disk when published
    if (!plan_.def.trace.empty()) run_options.trace = folder.path() + "/" + plan_.def.trace;
    Diagnostics diagnostics;
    std::optional<Run> run =
        Run::prepare(*reading.scenario, run_options, diagnostics, schedule.statics_of(*outcome.run));
    if (!run) {
      outcome.problem = first_error(diagnostics);
      return;
    }
    schedule.keep_statics(*outcome.run, run->simulator().world().model().statics);
    const RunResult result = run->execute(control);
    note_result(result, lateness(), outcome, schedule);
  } catch (const WorkStopped&) {  // before the first step
    note_stop(lateness(), outcome);
  } catch (const std::bad_alloc&) {
    outcome.problem = "out of memory";
    // Another run may have had the memory at that time.
    if (!is_alone) schedule.postpone(outcome);
  }
}

Failure Batch::note_failure(RunOutcome& outcome) const {
  const RunScenarios::Reading reading = scenarios_.read(*outcome.run, catalog_);
  const auto index = static_cast<std::size_t>(outcome.run - list_.runs.data());
  Json document = {{"format", kPlanFormat}};
  document.update(run_json(list_, *outcome.run, identities_[index]));
  document["problem"] = outcome.problem;
  document["command"] = outcome.command;
  return folder_.note_failure(outcome.id, document, *reading.scenario->resolved);
}

}  // namespace drover
