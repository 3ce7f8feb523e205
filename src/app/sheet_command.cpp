#include "app/sheet_command.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/batch_plan.h"
#include "app/catalog.h"
#include "app/files.h"
#include "app/progress.h"
#include "app/render_window.h"
#include "app/replay_report.h"
#include "app/scenario_input.h"
#include "batch/run_scenarios.h"
#include "core/text.h"
#include "observe/picture/picture_sheet.h"
#include "observe/record/provenance.h"

namespace drover {
namespace {

constexpr std::size_t kMaxRuns = 36;  // more would be too small to see

// The last words of paths that tell them apart: "count" of "agents.0.count".
std::vector<std::string> short_names(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    std::size_t begin = path.size();
    const auto is_shared = [&](std::string_view name) {
      return std::ranges::count_if(paths, [&](const std::string& other) {
               return other == name || other.ends_with(fmt::format(".{}", name));
             }) > 1;
    };
    do {
      const std::size_t dot = begin == 0 ? std::string::npos : path.rfind('.', begin - 1);
      begin = dot == std::string::npos ? 0 : dot;
    } while (begin > 0 && is_shared(path.substr(begin + 1)));
    names.push_back(begin == 0 ? path : path.substr(begin + 1));
  }
  return names;
}

class SheetCommand {
 public:
  SheetCommand(const RenderCommandOptions& options, const Console& console)
      : options_(options), console_(console) {}

  ExitCode draw() {
    if (const std::string problem = check_options(); !problem.empty())
      return refuse(problem, ExitCode::usage, console_);
    if (const ExitCode code = open(); code != ExitCode::ok) return code;
    for (const std::size_t index : chosen_) {
      if (const ExitCode code = add(list_.runs[index]); code != ExitCode::ok) return code;
    }
    const std::string svg = draw_sheet(entries_, info(), options_.width);
    if (options_.output == "-") return print_result(console_, svg);
    if (const Failure failure = write_whole_file(options_.output, svg))
      return refuse(*failure, ExitCode::bad_output, console_);
    console_.info("wrote " + options_.output);
    return ExitCode::ok;
  }

 private:
  std::string check_options() const;
  ExitCode open();
  void choose();
  ExitCode add(const PlannedRun& run);
  std::string title_of(const PlannedRun& run, bool is_short) const;
  SheetInfo info() const;

  const RenderCommandOptions& options_;
  const Console& console_;
  BatchPlan plan_;
  RunList list_;
  std::optional<RunScenarios> scenarios_;
  std::vector<std::string> paths_, names_;  // of the parameters
  std::vector<std::size_t> chosen_;         // indices in RunList::runs
  bool has_replications_ = false;           // among these
  std::vector<SheetEntry> entries_;
};

std::string SheetCommand::check_options() const {
  if (options_.show != RenderCommandOptions{}.show)
    return fmt::format(
        "--show {}: a sheet of the runs of a batch has their trails alone; draw a run by itself",
        fmt::join(options_.show, ","));
  if (!options_.views.empty() && options_.views != std::vector<std::string>{"top"})
    return "--view: the runs of a batch are drawn from above";
  const std::string flags = scenario_flags(options_.scenario.changes);
  if (!flags.empty()) return fmt::format("{}: not for a batch, whose plan says what is run", flags);
  if (!options_.agents.empty() || !options_.grid.empty() || options_.cell)
    return "--agents, --grid and --cell: not for a sheet of the runs of a batch";
  return {};
}

ExitCode SheetCommand::open() {
  const std::string& folder = options_.scenario.file;
  if (!is_batch_folder(folder))
    return refuse(
        fmt::format("{} is a folder, and none of a batch: it has no plan.json and runs.json; draw a "
                    "scenario or a trace, or play the results by -o run.html",
                    folder),
        ExitCode::bad_input, console_);
  PlanOptions plan;
  plan.input = folder + "/plan.json";
  plan_ = load_plan(plan, console_);
  if (!plan_.plan) return plan_.code;
  Diagnostics diagnostics;
  scenarios_ = open_runs(*plan_.plan, catalog(), list_, plan_.sources, diagnostics);
  report_problems(diagnostics, plan_.sources, console_);
  if (!scenarios_) return ExitCode::bad_input;
  choose();
  if (chosen_.empty()) return refuse("the plan has no runs", ExitCode::nothing, console_);
  return ExitCode::ok;
}

// Of more runs than there is room for the first replications of all points come first.
void SheetCommand::choose() {
  for (std::size_t k = 0; k < list_.runs.size(); ++k)
    chosen_.push_back(k);
  std::ranges::stable_sort(chosen_, {}, [this](std::size_t k) { return list_.runs[k].replication; });
  chosen_.resize(std::min(chosen_.size(), kMaxRuns));
  std::ranges::sort(chosen_);
  for (const std::size_t k : chosen_) {
    has_replications_ = has_replications_ || list_.runs[k].replication > 0;
    for (const Setting& setting : list_.point(list_.runs[k]).parameters())
      if (std::ranges::find(paths_, setting.path) == paths_.end()) paths_.push_back(setting.path);
  }
  names_ = short_names(paths_);
}

ExitCode SheetCommand::add(const PlannedRun& planned) {
  RunInput input;
  RunScenarios::Reading reading = scenarios_->read(planned, catalog());
  report_problems(reading.of_plan, plan_.sources, console_);
  report_problems(reading.diagnostics, reading.sources, console_);
  if (!reading.scenario) return ExitCode::bad_input;
  input.scenario = std::move(reading.scenario);
  ScenarioDef& def = input.scenario->def;
  if (const Failure failure = shorten_run(options_, def)) return refuse(*failure, ExitCode::usage, console_);
  TraceWindow window;
  if (const Failure failure = find_window(options_, def.simulation.dt, def.step_count(), window))
    return refuse(*failure, ExitCode::usage, console_);
  ExitCode code = ExitCode::bad_input;
  std::optional<Run> run = prepare_or_report(input, {.ignores_expectations = true}, console_, code);
  if (!run) return code;
  TrailRecorder trails(run->simulator().world());
  run->add_observer([&](const Simulator& simulator) {
    if (simulator.world().state.tick >= static_cast<std::uint64_t>(window.first))
      trails.observe(simulator.world());
  });
  const RunResult result = execute_visibly(*run, console_);
  if (!result.is_complete()) return code_of(result);
  const World& world = run->simulator().world();
  entries_.push_back({.title = title_of(planned, false),
                      .short_title = title_of(planned, true),
                      .scene = world,
                      .trails = trails.trails(world)});
  return ExitCode::ok;
}

// "speed = 2, replication 1", or in short "2, 1".
std::string SheetCommand::title_of(const PlannedRun& run, bool is_short) const {
  std::vector<std::string> parts;
  const PlannedExperiment& experiment = list_.experiments[run.experiment];
  if (!experiment.name.empty()) parts.push_back(experiment.name);
  for (const Setting& setting : list_.point(run).parameters()) {
    const auto at = std::ranges::find(paths_, setting.path) - paths_.begin();
    std::string value = setting.value;
    std::erase(value, '"');
    parts.push_back(is_short ? value : fmt::format("{} = {}", names_[static_cast<std::size_t>(at)], value));
  }
  if (has_replications_)
    parts.push_back(fmt::format("{}{}", is_short ? "" : "replication ", run.replication));
  return fmt::format("{}", fmt::join(parts, ", "));
}

SheetInfo SheetCommand::info() const {
  SheetInfo info{.title = options_.title.empty() ? plan_.plan->def.name : options_.title,
                 .facts = {counted(chosen_.size(), "run")},
                 .warnings = {}};
  if (options_.from) info.facts.push_back(fmt::format("from {} s", *options_.from));
  if (options_.to) info.facts.push_back(fmt::format("to {} s", *options_.to));
  if (options_.tail) info.facts.push_back(fmt::format("the last {} s", *options_.tail));
  // Titles in short are the values in this order.
  for (std::size_t k = 0; k < paths_.size(); ++k)
    info.facts.push_back(names_[k] == paths_[k] ? names_[k] : fmt::format("{}: {}", names_[k], paths_[k]));
  if (has_replications_) info.facts.emplace_back("replication");
  info.facts.push_back(fmt::format("drover {}", drover_version()));
  if (chosen_.size() < list_.runs.size())
    info.warnings.push_back(fmt::format("{} of the {} are not drawn", list_.runs.size() - chosen_.size(),
                                        counted(list_.runs.size(), "run")));
  return info;
}

}  // namespace

ExitCode render_batch(const RenderCommandOptions& options, const Console& console) {
  return SheetCommand(options, console).draw();
}

}  // namespace drover
