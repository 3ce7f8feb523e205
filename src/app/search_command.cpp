// drover search: the run of a plan's space that breaks an expectation, or has the largest metric.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/batch_plan.h"
#include "app/catalog.h"
#include "app/commands.h"
#include "app/files.h"
#include "app/interrupt.h"
#include "app/out_of_memory.h"
#include "app/replay_report.h"
#include "app/scenario_input.h"
#include "batch/search.h"
#include "core/shell_word.h"
#include "core/text.h"
#include "observe/record/json_file.h"

namespace drover {
namespace {

SearchOptions search_options(const SearchCommandOptions& options) {
  SearchOptions out{.evaluations = static_cast<std::size_t>(options.local),
                    .starts = static_cast<std::size_t>(options.starts),
                    .batch = {.folder = options.folder,
                              .jobs = static_cast<std::size_t>(options.jobs),
                              .is_fresh = options.fresh,
                              .is_stopped = [] { return interrupt_signal() != 0; }}};
  if (!options.largest.empty()) {
    out.goal = SearchGoal::largest;
    out.metric = options.largest;
  } else if (!options.smallest.empty()) {
    out.goal = SearchGoal::smallest;
    out.metric = options.smallest;
  }
  return out;
}

nlohmann::ordered_json document_of(const Finding& finding) {
  nlohmann::ordered_json settings = nlohmann::ordered_json::object();
  for (const Setting& setting : finding.settings)
    settings[setting.path] = nlohmann::ordered_json::parse(setting.value);
  return {{"id", finding.id}, {"what", finding.what}, {"set", std::move(settings)}};
}

// The run that was found as a replay, which opens where it breaks its expectation.
Failure write_page(const ReportEntry& entry, const std::string& folder, const Console& console) {
  ReplayPage page("drover search", "report");
  if (!add_entry(entry, console, page)) return std::nullopt;
  return write_whole_file(folder + "/found.html", page.html());
}

}  // namespace

ExitCode execute(const SearchCommandOptions& options, const Console& console) {
  BatchPlan loaded = load_plan(options.plan, console);
  if (!loaded.plan) return loaded.code;
  watch_for_interrupts();
  throw_when_out_of_memory();
  const SearchOptions wanted = search_options(options);
  const SearchResult result =
      search(*loaded.plan, loaded.sources, catalog(), wanted,
             [&](const std::string& message) { console.detail("better: " + message); });
  if (result.bad_input) {
    report_problems(result.bad_input->of_plan, loaded.sources, console);
    report_problems(result.bad_input->diagnostics, result.bad_input->sources, console);
    return ExitCode::bad_input;
  }
  if (!result.problem.empty()) return refuse(result.problem, ExitCode::bad_output, console);
  if (result.is_stopped) {
    console.warning(fmt::format("{}; the same command goes on", interrupt_word()));
    return code_of_interrupt();
  }
  const std::string looked = fmt::format("{} looked at", counted(result.points, "point"));
  if (!result.best)
    return refuse(fmt::format("{}: no run has {}", looked,
                              wanted.metric.empty() ? "an expectation"
                                                    : fmt::format("the metric \"{}\"", wanted.metric)),
                  ExitCode::nothing, console);
  const bool is_broken = wanted.goal == SearchGoal::broken_expectation && result.best->score > 0.0;
  const Finding& shown = result.shrunk ? *result.shrunk : *result.best;
  const std::string place = describe(shown.settings, shown.run.seed);
  const std::string scenario = options.folder + "/found.scenario.json";
  const bool is_found = wanted.goal != SearchGoal::broken_expectation || is_broken;
  if (is_found) {
    const ReportEntry entry{{.file = scenario},
                            shown.what,
                            place,
                            "drover run " + shell_word(scenario),
                            is_broken ? "failed" : ""};
    if (const Failure failure = write_page(entry, options.folder, console))
      return refuse(*failure, ExitCode::bad_output, console);
  }
  if (console.json()) {
    nlohmann::ordered_json document = {
        {"ok", !is_broken}, {"points", result.points}, {"best", document_of(*result.best)}};
    document["found"] = document_of(shown);
    document["scenario"] = scenario;
    return print_result(console, pretty(document), is_broken ? ExitCode::no : ExitCode::ok);
  }
  if (!is_found) {
    console.info(
        fmt::format("{}: no expectation is broken; the nearest to it: {} ({})", looked, shown.what, place));
    return ExitCode::ok;
  }
  console.info(fmt::format("{}: {} ({})", looked, shown.what, place));
  console.info(fmt::format("to see it: open {}/found.html in a browser, or: drover render {}", options.folder,
                           shell_word(scenario)));
  return is_broken ? ExitCode::no : ExitCode::ok;
}

}  // namespace drover
