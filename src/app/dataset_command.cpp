// drover dataset: the traces of a batch as a folder that can be published.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/batch_plan.h"
#include "app/catalog.h"
#include "app/commands.h"
#include "app/interrupt.h"
#include "batch/collection.h"
#include "batch/dataset.h"
#include "core/shell_word.h"
#include "core/text.h"
#include "core/utf8.h"
#include "observe/record/json_file.h"

namespace drover {
namespace {

ExitCode run_plan(const DatasetCommandOptions& options, const std::string& folder, const Console& console) {
  BatchCommandOptions batch;
  batch.plan = options.plan;
  batch.folder = folder;
  batch.default_trace = "trace.csv";
  batch.dry_run = options.dry_run;
  batch.fresh = options.fresh;
  batch.sync = options.sync;
  return execute(batch, console);
}

void report(const DatasetResult& result, const std::string& folder, const Console& console) {
  console.info(fmt::format("wrote {}: {} ({} train, {} val, {} test), {} rows", make_visible(folder),
                           counted(result.runs, "run"), result.split_runs[0], result.split_runs[1],
                           result.split_runs[2], result.rows));
  for (const std::string& note : result.notes)
    console.warning(note);
  if (!result.columns_left_out.empty())
    console.warning(fmt::format("the format does not hold {}; agents.csv has the type and radius of agents",
                                fmt::join(result.columns_left_out, ", ")));
}

// Why the options do not go together, or empty.
std::string option_problem(const DatasetCommandOptions& options) {
  // An identifier of SPDX, as far as its form shows.
  const bool is_licence = std::ranges::all_of(options.licence, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '.' || c == '+';
  });
  if (!is_licence)
    return fmt::format("--licence {}: expected an identifier of SPDX, such as CC0-1.0", options.licence);
  constexpr int kWhole = 100;
  const int sum = options.split[0] + options.split[1] + options.split[2];
  if (sum != kWhole) return fmt::format("--split: the percentages make {} and not 100", sum);
  if (options.folder == "-")
    return "-o -: a dataset is a folder, which does not go to standard output; name a folder";
  if (options.fps && options.every) return "--fps and --every both say how often; one of them is enough";
  return problem_with(options.choices, *find_dataset_format(options.choices.format));
}

// The runs of a batch, as drover batch lists those of a plan.
ExitCode list_runs_of(const std::string& folder, const Console& console) {
  const CollectionReading reading = read_collection(folder);
  if (!reading.problem.empty()) return refuse(reading.problem, ExitCode::bad_input, console);
  const Collection& batch = reading.collection;
  std::string text;
  for (const CollectedRun& run : batch.runs) {
    std::string line = run.id + "  ";
    if (!run.experiment.empty()) line += run.experiment + ", ";
    for (const auto& [path, value] : run.parameters)
      line += fmt::format("{}={}, ", path, value);
    text += make_visible(fmt::format("{}seed {}", line, run.seed)) + "\n";
  }
  console.info(fmt::format("{}: {}", batch.plan, counted(batch.runs.size(), "run")));
  return print_text(console, text);
}

}  // namespace

ExitCode execute(const DatasetCommandOptions& options, const Console& console) {
  if (const std::string problem = option_problem(options); !problem.empty())
    return refuse(problem, ExitCode::usage, console);
  // Before any run.
  if (const Failure problem = find_dataset_place(options.folder).problem)
    return refuse(*problem, ExitCode::bad_output, console);
  std::string batch = options.plan.input;
  std::error_code error;
  if (std::filesystem::is_directory(batch, error)) {
    if (options.fresh)
      return refuse(
          fmt::format("--fresh: the runs of {} are believed or not made a dataset of; name their plan",
                      batch),
          ExitCode::usage, console);
    if (makes_plan(options.plan))
      return refuse(fmt::format("{} is the folder of a batch, whose runs are what they are", batch),
                    ExitCode::usage, console);
    if (options.dry_run) return list_runs_of(batch, console);
  } else {
    batch = dataset_folder(options.folder) + ".batch";  // beside the dataset
    const ExitCode code = run_plan(options, batch, console);
    if (options.dry_run || (code != ExitCode::ok && code != ExitCode::no)) return code;
  }
  watch_for_interrupts();
  const DatasetResult result = make_dataset(
      {.batch = batch,
       .folder = options.folder,
       .title = options.title,
       .licence = options.licence,
       .author = options.author,
       .choices = options.choices,
       .frames = {options.fps, options.every},
       .split_by = static_cast<SplitBy>(std::ranges::find(kSplitBy, options.split_by) - kSplitBy.begin()),
       .shares = {options.split[0], options.split[1], options.split[2]},
       .durability = options.sync ? Durability::on_disk : Durability::cached},
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
