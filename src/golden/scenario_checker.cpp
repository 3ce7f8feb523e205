#include "golden/scenario_checker.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "core/hash.h"
#include "core/stop_scope.h"
#include "observe/compare/state_comparison.h"
#include "observe/record/columns.h"
#include "run/prepare.h"
#include "run/run.h"

namespace drover {

// One check of one scenario.
class ScenarioChecker::Check {
 public:
  Check(const ScenarioChecker& checker, const ScenarioFile& file)
      : checker_(checker), options_(checker.options_), file_(file) {
    outcome_.check.scenario = file.path;
    if (!options_.uses_goldens) return;
    golden_ = checker.store_.find(file.path);
    if (golden_ == nullptr) golden_ = checker.store_.at(checker.store_.path_for(file.place));
    outcome_.check.golden = golden_ != nullptr ? golden_->path : checker.store_.path_for(file.place);
  }

  Outcome take() {
    std::optional<Simulator> simulator = load();
    if (!simulator) return std::move(outcome_);
    const GoldenRun run = run_golden(*scenario_, std::move(*simulator), run_options());
    if (run.is_stopped) return stopped();
    check().steps = static_cast<std::uint64_t>(run.golden.steps);
    check().state_hash = run.golden.state_hash;
    if (!run.is_complete()) {
      check().status = CheckStatus::run_failed;
      check().message = run.failure ? describe(*run.failure) : run.output_problem;
      return std::move(outcome_);
    }
    check().expectations = run.expectations;
    if (options_.uses_goldens) {
      if (const GoldenDef* accepted = accepted_golden()) {
        if (options_.is_strict && accepted->tolerances) {
          GoldenDef exact = *accepted;
          exact.tolerances.reset();
          compare_goldens(exact, run.golden, options_.tolerances, check());
        } else {
          compare_goldens(*accepted, run.golden, options_.tolerances, check());
        }
      } else {
        left_ = checker_.store_.left_behind(run.golden);
        note_missing_golden(left_, run.golden, check());
      }
      if (check().status == CheckStatus::differs) repeat(run.golden);
      write(run.golden);
    }
    return std::move(outcome_);
  }

  Outcome stopped() {
    outcome_.is_stopped = true;
    return std::move(outcome_);
  }

 private:
  ScenarioCheck& check() { return outcome_.check; }

  void refuse(std::string message, std::string detail) {
    check().status = CheckStatus::bad_input;
    check().message = std::move(message);
    check().detail = std::move(detail);
  }

  std::optional<Simulator> load() {
    Diagnostics diagnostics;
    scenario_ = load_scenario(file_.path, {}, checker_.catalog_, sources_, diagnostics);
    std::optional<Simulator> simulator;
    if (scenario_) simulator = prepare_simulator(*scenario_, diagnostics);
    if (!simulator) {
      refuse("the scenario has errors", format_human(diagnostics, sources_, false));
      const auto problems = diagnostics.sorted();
      const auto first = std::ranges::find_if(problems, [](const Diagnostic& problem) {
        return problem.severity == Severity::error && problem.where.begin != kNoOffset;
      });
      if (first != problems.end())
        check().line = sources_.locate(first->where.source, first->where.begin).line;
      return std::nullopt;
    }
    check().name = scenario_->def.name;
    check().dt = scenario_->def.simulation.dt;
    if (golden_ == nullptr || golden_->accepted || golden_->problem.empty())
      return check_trace(std::move(simulator));
    refuse("its golden cannot be read", golden_->problem);
    return std::nullopt;
  }

  // The columns of a golden's trace must be those of the scenario. Those of a scenario that changed may be
  // gone with what they were of.
  std::optional<Simulator> check_trace(std::optional<Simulator> simulator) {
    columns_ = options_.trace_columns;
    const GoldenDef* accepted = accepted_golden();
    if (accepted != nullptr && accepted->trace) columns_ = accepted->trace->columns();
    const std::vector<Problem> problems = validate_columns(columns_, simulator->world());
    if (accepted != nullptr && accepted->scenario_hash != golden_scenario_hash(*scenario_)) {
      for (std::size_t k = columns_.size(); k-- > 0;) {
        const std::string pointer = fmt::format("/{}", k);
        const auto is_of_column = [&](const Problem& problem) { return problem.pointer == pointer; };
        if (std::ranges::any_of(problems, is_of_column))
          columns_.erase(columns_.begin() + static_cast<std::ptrdiff_t>(k));
      }
      return simulator;
    }
    if (problems.empty()) return simulator;
    refuse("the trace of its golden does not fit: " + problems.front().message, "");
    return std::nullopt;
  }

  const GoldenDef* accepted_golden() const {
    return golden_ != nullptr && golden_->accepted ? &*golden_->accepted : nullptr;
  }

  GoldenRunOptions run_options() const {
    GoldenRunOptions options{
        .trace_every = options_.trace_every, .trace_columns = columns_, .is_stopped = options_.is_stopped};
    const GoldenDef* accepted = accepted_golden();
    if (accepted == nullptr) return options;
    // A run of another length would need other steps between its digests.
    if (accepted->steps == scenario_->def.step_count()) options.digest_every = accepted->digests.every;
    if (accepted->trace) options.trace_every = accepted->trace->every;
    return options;
  }

  // A program that does not repeat itself explains every difference.
  void repeat(const GoldenDef& first) {
    Diagnostics diagnostics;
    std::optional<Simulator> simulator = prepare_simulator(*scenario_, diagnostics);
    if (!simulator) return;
    const GoldenRun again = run_golden(*scenario_, std::move(*simulator), run_options());
    if (again.is_stopped || !find_part(first, again.golden)) return;
    check().message += "; this program does not even come to the same states twice";
  }

  void write(const GoldenDef& actual) {
    const bool is_new = check().status == CheckStatus::missing;
    const bool is_wanted = options_.update == GoldenUpdate::all ||
                           (options_.update == GoldenUpdate::failed && !check().golden_agrees()) ||
                           (options_.update == GoldenUpdate::only_new && is_new);
    if (is_wanted) return accept(actual);
    if (check().golden_agrees()) return remove_pending();
    if (options_.writes_pending)
      outcome_.failure = checker_.store_.write(pending_path(), file_.path, candidate(actual));
  }

  std::string pending_path() const { return outcome_.check.golden + std::string(kPendingExtension); }

  // The accepted golden keeps the tolerances that a user wrote into it.
  GoldenDef candidate(GoldenDef actual) const {
    const GoldenDef* accepted = accepted_golden();
    if (accepted == nullptr && left_ != nullptr) accepted = &*left_->accepted;
    if (accepted != nullptr) actual.tolerances = accepted->tolerances;
    return actual;
  }

  void accept(const GoldenDef& actual) {
    GoldenDef golden = candidate(actual);
    golden.accepted.reason = options_.reason;
    outcome_.failure = checker_.store_.write(check().golden, file_.path, std::move(golden));
    if (outcome_.failure) return;
    const std::string before = check().message.empty() ? "" : fmt::format(" (before: {})", check().message);
    check().status = CheckStatus::updated;
    check().message = "its golden was written" + before;
    remove_pending();
  }

  // A pending golden is outdated once the check has passed or its golden was written.
  void remove_pending() {
    std::error_code error;
    if (options_.writes_pending) std::filesystem::remove(pending_path(), error);
    if (error) outcome_.failure = fmt::format("cannot remove {}: {}", pending_path(), error.message());
  }

  const ScenarioChecker& checker_;
  const CheckOptions& options_;
  const ScenarioFile& file_;
  const GoldenFile* golden_ = nullptr;
  const GoldenFile* left_ = nullptr;  // by a rename of the scenario
  JsonSources sources_;
  std::optional<LoadedScenario> scenario_;
  std::vector<std::string> columns_;  // of a trace
  Outcome outcome_;
};

ScenarioChecker::Outcome ScenarioChecker::check(const ScenarioFile& file) const {
  const StopScope scope(options_.is_stopped);
  Check check(*this, file);
  try {
    return check.take();
  } catch (const WorkStopped&) {  // before its first step
    return check.stopped();
  }
}

}  // namespace drover
