#include "app/replay_report.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/batch_plan.h"
#include "app/catalog.h"
#include "app/scenario_input.h"
#include "batch/run_scenarios.h"
#include "core/shell_word.h"
#include "core/text.h"
#include "run/result_json.h"

namespace drover {
namespace {

constexpr std::size_t kMostEntries = 24;
// Of a replay among many.
constexpr FrameLimits kSmallReplay{.frames = 200, .samples = 100'000, .fewest = 12};

std::optional<double> broken_at(const Replay& replay) {
  const auto at = std::ranges::find(replay.marks, "expectation", &ReplayMark::kind);
  return at == replay.marks.end() ? std::nullopt : std::optional(at->time);
}

// What the metrics file of a run says, by path; nothing where the run has not been made.
std::map<std::string, std::optional<double>> metrics_of(const std::string& folder, const std::string& id) {
  std::map<std::string, std::optional<double>> values;
  const JsonReading file = read_result_below(folder, "runs/" + id + "/metrics.json");
  if (!file.document.is_object() || !file.document.contains("metrics")) return values;
  for (const auto& [metric, outputs] : file.document["metrics"].items())
    for (const auto& [output, value] : outputs.items())
      values[metric + "." + output] = value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
  return values;
}

bool add_run_of_batch(const std::string& folder, const RunList& list, const PlannedRun& run,
                      const RunScenarios& scenarios, const Console& console, ReplayPage& page) {
  RunScenarios::Reading reading = scenarios.read(run, catalog());
  report_problems(reading.diagnostics, reading.sources, console);
  if (!reading.scenario) return false;
  RunInput input{.scenario = std::move(reading.scenario)};
  const std::string id = key_of(*input.scenario).id;
  ExitCode problem_code = ExitCode::bad_input;
  ScenarioOptions source = scenarios.options(run);
  source.file = "SCENARIO.json";
  const std::string command = run_command_text(source);
  const std::optional<RecordedReplay> recorded =
      record_replay(input, {.limits = kSmallReplay, .command = command}, console, problem_code);
  if (!recorded) return false;
  ReplayPanel panel{.runs = {page.add_run(recorded->replay, recorded->scene, recorded->display)}};
  panel.title = describe(list, run);
  panel.text = id;
  panel.command = command;
  panel.values = metrics_of(folder, id);
  if (broken_at(recorded->replay)) panel.status = "failed";
  page.add_panel(std::move(panel));
  return true;
}

bool is_shown(const ScenarioCheck& check) {
  return !check.pass() && check.status != CheckStatus::bad_input && check.status != CheckStatus::not_checked;
}

ReportEntry entry_of(const ScenarioCheck& check) {
  ReportEntry entry{{.file = check.scenario}, check.scenario, check.message};
  entry.status = check.status == CheckStatus::missing ? "new" : check.golden_agrees() ? "failed" : "differs";
  if (check.status == CheckStatus::run_failed) entry.status = "failed";
  for (const Verdict& verdict : check.expectations)
    if (!verdict.pass) entry.text += (entry.text.empty() ? "" : "; ") + describe_verdict(verdict);
  entry.command = "drover check " + shell_word(check.scenario);
  if (const std::optional<Difference>& first = check.divergence.first_intolerable())
    entry.time = static_cast<double>(first->step) * check.dt;
  return entry;
}

}  // namespace

bool add_entry(const ReportEntry& entry, const Console& console, ReplayPage& page) {
  ExitCode problem_code = ExitCode::bad_input;
  const std::optional<RunInput> input = load_or_report(entry.source, console, problem_code);
  if (!input) return false;
  const std::optional<RecordedReplay> recorded = record_replay(
      *input, {.limits = kSmallReplay, .command = run_command_text(entry.source)}, console, problem_code);
  if (!recorded) return false;
  ReplayPanel panel{.runs = {page.add_run(recorded->replay, recorded->scene, recorded->display)}};
  panel.title = entry.title;
  panel.text = entry.text;
  panel.command = entry.command;
  panel.status = entry.status;
  panel.time = entry.time ? entry.time : broken_at(recorded->replay);
  page.add_panel(std::move(panel));
  return true;
}

ReplayPage check_page(const CheckReport& report, const Console& console) {
  ReplayPage page("drover check", "report");
  std::size_t shown = 0, left_out = 0, passed = 0;
  for (const ScenarioCheck& check : report.scenarios) {
    passed += check.pass() ? 1u : 0u;
    if (!is_shown(check)) continue;
    if (shown == kMostEntries) {
      ++left_out;
    } else {
      shown += add_entry(entry_of(check), console, page) ? 1u : 0u;
    }
  }
  page.add_note(fmt::format("{} of {} passed.", passed, counted(report.scenarios.size(), "scenario")));
  if (left_out > 0)
    page.add_note(fmt::format("{} that did not are not shown.", counted(left_out, "more scenario")));
  return page;
}

bool is_batch_folder(const std::string& path) {
  const auto is_file = [&](const char* name) {
    std::error_code error;
    return std::filesystem::symlink_status(path + name, error).type() == std::filesystem::file_type::regular;
  };
  return is_file("/plan.json") && is_file("/runs.json");
}

std::optional<ReplayPage> sheet_page(const std::string& folder, const std::string& title,
                                     const Console& console, ExitCode& problem_code) {
  PlanOptions plan;
  plan.input = folder + "/plan.json";
  BatchPlan loaded = load_plan(plan, console);
  problem_code = loaded.code;
  if (!loaded.plan) return std::nullopt;
  RunList list;
  Diagnostics diagnostics;
  const std::optional<RunScenarios> scenarios =
      open_runs(*loaded.plan, catalog(), list, loaded.sources, diagnostics);
  report_problems(diagnostics, loaded.sources, console);
  problem_code = ExitCode::bad_input;
  if (!scenarios) return std::nullopt;
  const std::string& name = loaded.plan->def.name;
  ReplayPage page(!title.empty() ? title : name.empty() ? folder : name, "sheet");
  const std::size_t every = (list.runs.size() + kMostEntries - 1) / kMostEntries;
  for (std::size_t k = 0; k < list.runs.size(); k += every)
    if (!add_run_of_batch(folder, list, list.runs[k], *scenarios, console, page)) return std::nullopt;
  if (every > 1)
    page.add_note(fmt::format("One of {} of the {} runs of the batch is shown.", every, list.runs.size()));
  return page;
}

ReplayPage run_page(const RecordedReplay& recorded, std::optional<std::uint32_t> chosen_agent) {
  ReplayPage page(recorded.replay.title, "run");
  ReplayPanel panel{.runs = {page.add_run(recorded.replay, recorded.scene, recorded.display)}};
  panel.agent = chosen_agent;
  page.add_panel(std::move(panel));
  return page;
}

ReplayPage pair_page(const RecordedReplay& expected, const RecordedReplay& actual, ReplayPanel panel) {
  ReplayPage page(panel.title, "pair");
  panel.runs = {page.add_run(expected.replay, expected.scene, expected.display),
                page.add_run(actual.replay, actual.scene, actual.display)};
  page.add_panel(std::move(panel));
  return page;
}

}  // namespace drover
