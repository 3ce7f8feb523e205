// Pages of several replays: what a check found, a batch, two runs that are compared.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/console.h"
#include "app/exit_code.h"
#include "app/options.h"
#include "app/replay_recording.h"
#include "golden/check_report.h"
#include "observe/replay/replay_page.h"

namespace drover {

// One small replay.
struct ReportEntry {
  ScenarioOptions source = {};
  std::string title = {};
  std::string text = {};
  std::string command = {};
  std::string_view status = "";
  std::optional<double> time = {};  // where it opens; without it at a broken expectation, if there is one [s]
};

// Runs the scenario once more and adds its replay. False where it cannot be run; what is wrong was printed.
bool add_entry(const ReportEntry& entry, const Console& console, ReplayPage& page);

// What of a check differs, broke or failed, the first few of them. Nothing to show makes a page without
// replays that says so.
ReplayPage check_page(const CheckReport& report, const Console& console);

// Whether this is the folder of a batch: it holds a plan and the list of its runs.
bool is_batch_folder(const std::string& path);

// Runs of a batch side by side, evenly chosen where there are many; they can be sorted by their metrics. An
// empty title: the name of the plan.
// Problems are printed; there is then no page, and the program exits with `problem_code`.
std::optional<ReplayPage> sheet_page(const std::string& folder, const std::string& title,
                                     const Console& console, ExitCode& problem_code);

// One run.
ReplayPage run_page(const RecordedReplay& recorded, std::optional<std::uint32_t> chosen_agent = {});

// Two runs in one replay, by the numbers of their agents.
ReplayPage pair_page(const RecordedReplay& expected, const RecordedReplay& actual, ReplayPanel panel);

}  // namespace drover
