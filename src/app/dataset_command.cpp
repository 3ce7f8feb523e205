// drover dataset: the traces of a batch as a folder that can be published.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/batch_plan.h"
#include "app/catalog.h"
#include "app/commands.h"
#include "app/interrupt.h"
#include "batch/dataset.h"
#include "core/shell_word.h"
#include "core/text.h"
#include "observe/record/json_file.h"
#include "scenario/utf8.h"

namespace drover {
namespace {

// An identifier of SPDX, as far as its form shows.
bool is_licence(const std::string& text) {
  return std::ranges::all_of(
      text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '.' || c == '+'; });
}

// Runs a plan beside the dataset.
ExitCode run_plan(const DatasetCommandOptions& options, const std::string& folder, const Console& console) {
  BatchCommandOptions batch;
  batch.plan = options.plan;
  batch.folder = folder;
  batch.default_trace = "trace.csv";
  return execute(batch, console);
}

void report(const DatasetResult& result, const std::string& folder, const Console& console) {
  console.info(fmt::format("wrote {}: {} ({} train, {} val, {} test), {} rows", make_visible(folder),
                           counted(result.runs, "run"), result.split_runs[0], result.split_runs[1],
                           result.split_runs[2], result.rows));
  for (const std::string& note : result.notes)
    console.warning(note);
  for (std::size_t k = 0; k < kSplits.size(); ++k) {
    if (result.split_runs[k] == 0)
      console.warning(fmt::format("{} is empty: there are few runs", kSplits[k]));
  }
}

}  // namespace

ExitCode execute(const DatasetCommandOptions& options, const Console& console) {
  if (!is_licence(options.licence))
    return refuse(
        fmt::format("--licence {}: expected an identifier of SPDX, such as CC0-1.0", options.licence),
        ExitCode::usage, console);
  const SplitShares shares = {options.split[0], options.split[1], options.split[2]};
  constexpr int kWhole = 100;
  if (shares[0] + shares[1] + shares[2] != kWhole)
    return refuse(
        fmt::format("--split: the percentages make {} and not 100", shares[0] + shares[1] + shares[2]),
        ExitCode::usage, console);
  if (options.folder == "-")
    return refuse("-o -: a dataset is a folder, which does not go to standard output; name a folder",
                  ExitCode::usage, console);
  // Before any run.
  if (const Failure problem = find_dataset_place(options.folder).problem)
    return refuse(*problem, ExitCode::bad_output, console);
  std::string batch = options.plan.input;
  std::error_code error;
  if (std::filesystem::is_directory(batch, error)) {
    if (makes_plan(options.plan))
      return refuse(fmt::format("{} is the folder of a batch, whose runs are what they are", batch),
                    ExitCode::usage, console);
  } else {
    batch = dataset_folder(options.folder) + ".batch";
    const ExitCode code = run_plan(options, batch, console);
    if (code != ExitCode::ok && code != ExitCode::no) return code;
  }
  watch_for_interrupts();
  const DatasetResult result = make_dataset(
      {batch, options.folder, options.title, options.licence, options.author, options.format, shares},
      catalog(), [] { return interrupt_signal() != 0; },
      [&](std::size_t done, std::size_t all) { console.status(fmt::format("{} of {} runs", done, all)); });
  console.status("");
  if (interrupt_signal() != 0) return code_of_interrupt();
  if (!result.problem.empty())
    return refuse(result.problem, result.is_bad_input ? ExitCode::bad_input : ExitCode::bad_output, console);
  report(result, options.folder, console);
  if (!console.json()) return ExitCode::ok;
  const nlohmann::ordered_json document = {{"ok", true},
                                           {"folder", options.folder},
                                           {"runs", result.runs},
                                           {"train", result.split_runs[0]},
                                           {"val", result.split_runs[1]},
                                           {"test", result.split_runs[2]},
                                           {"rows", result.rows}};
  return print_result(console, pretty(document));
}

}  // namespace drover
