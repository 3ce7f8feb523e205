// drover export INPUT -o FILE: a trace, or the run of a scenario, in a format of datasets.
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/scenario_input.h"
#include "app/trace_origin.h"
#include "core/hash.h"
#include "core/text.h"
#include "observe/convert/trace_conversion.h"
#include "observe/read/trace_input.h"
#include "observe/record/columns.h"
#include "observe/record/dataset_file.h"
#include "observe/record/frame_rate.h"
#include "observe/record/json_file.h"
#include "observe/record/projectile_table.h"
#include "run/result_set.h"
#include "sim/construction/world_builder.h"

namespace drover {
namespace {

// Why the flags do not go together, or empty.
std::string flag_problem(const ExportCommandOptions& options) {
  std::string problem;
  const DatasetFormat* format = chosen_format(options.choices, options.output, problem);
  if (format == nullptr) return problem;
  if (options.fps && options.every) return "--fps and --every both say how often; one of them is enough";
  std::vector<std::string> outputs = {options.output, trace_meta_path(options.output)};
  if (!format->has_layout) outputs.push_back(projectile_table_path(options.output, *format));
  for (const std::string& output : outputs) {
    const std::string& input = options.scenario.file;
    if (is_overwritten_by(input, output) ||
        (is_trace_name(input) && is_overwritten_by(meta_path_of(input), output)))
      return fmt::format("{} would overwrite what it is made from", output);
  }
  return problem_with(options.choices, *format);
}

// The steps between two frames where states are `base` steps apart; absent: the flags do not say.
std::optional<std::int64_t> chosen_stride(const ExportCommandOptions& options, double dt, std::int64_t base,
                                          std::string& problem) {
  if (!options.fps && !options.every) return std::nullopt;
  const auto stride = frame_stride(FrameChoice{options.fps, options.every}, dt, base);
  if (const auto* steps = std::get_if<std::int64_t>(&stride)) return *steps;
  problem = std::get<std::string>(stride);
  return std::nullopt;
}

ExitCode report(const std::string& path, const std::vector<std::string>& notes, ExitCode code,
                const Console& console) {
  for (const std::string& note : notes)
    console.warning(fmt::format("{}: {}", path, note));
  const bool is_printed = path == "-";
  const std::string written = published_path(path, code == ExitCode::ok);
  if (console.json() && !is_printed)
    return print_result(console,
                        pretty({{"ok", code == ExitCode::ok}, {"wrote", {written}}, {"notes", notes}}), code);
  if (!is_printed) console.info(fmt::format("wrote {}", written));
  return code;
}

ExitCode output_failed(const std::string& path, const std::string& problem, const Console& console) {
  if (path == "-" && Console::is_unread()) return ExitCode::unread;
  return refuse(problem, ExitCode::bad_output, console);
}

ExitCode export_trace(const ExportCommandOptions& options, const Console& console) {
  const std::string& path = options.scenario.file;
  if (const std::string flags = scenario_flags(options.scenario.changes); !flags.empty())
    return refuse(fmt::format("{}: not for a trace, which is exported as it is", flags), ExitCode::usage,
                  console);
  const std::unique_ptr<std::istream> rows = open_trace(path);
  if (!rows) return refuse(fmt::format("cannot read {}", path), ExitCode::bad_input, console);
  const std::optional<TraceOrigin> origin = read_origin(path, console);
  if (!origin) return ExitCode::bad_input;
  const std::optional<std::int64_t> base = stride_of(origin->meta);
  const std::optional<double> dt = time_step_of(origin->meta);
  if (!base || !dt)
    return refuse(
        fmt::format("the file beside {} does not say how far apart its states are (every, dt)", path),
        ExitCode::bad_input, console);
  ConversionSpec spec = {.path = options.output, .choices = options.choices, .columns = options.columns};
  std::string problem;
  spec.every = chosen_stride(options, *dt, *base, problem).value_or(*base);
  if (!problem.empty()) return refuse(problem, ExitCode::usage, console);
  if (spec.choices.run_id.empty()) spec.choices.run_id = hex(origin->scenario.hash);
  if (const Failure failure = prepare_folder(options.output))
    return refuse(*failure, ExitCode::bad_output, console);
  const BuiltWorld built = build_world(origin->scenario.def);
  const Conversion result =
      convert_trace({*rows, path, origin->meta, built.world, origin->cuts,
                     origin->scenario.def.record.trace.columns, find_projectile_table(path, origin->meta)},
                    spec);
  if (!result.input_problem.empty()) return refuse(result.input_problem, ExitCode::bad_input, console);
  if (result.output_problem) return output_failed(options.output, *result.output_problem, console);
  if (!origin->is_complete) console.warning(fmt::format("{} is of a run that was not completed", path));
  if (!result.columns_left_out.empty())
    console.info(fmt::format("not in {}: {}", options.output, fmt::join(result.columns_left_out, ", ")));
  return report(options.output, result.notes, ExitCode::ok, console);
}

ExitCode export_scenario(const ExportCommandOptions& options, const Console& console) {
  ExitCode problem_code = ExitCode::bad_input;
  ScenarioOptions scenario = options.scenario;
  scenario.changes.columns = options.columns;
  const std::optional<RunInput> input = load_or_report(scenario, console, problem_code);
  if (!input) return problem_code;
  RunOptions run_options = {.source = options.scenario,
                            .threads = static_cast<std::size_t>(options.threads),
                            .trace = options.output,
                            .trace_choices = options.choices,
                            .trace_columns = options.columns,
                            .ignores_expectations = true};
  std::string problem = overwritten_source(input->sources, output_files(run_options));
  if (!problem.empty()) return refuse(problem, ExitCode::usage, console);
  run_options.trace_choices.only_frames = true;
  run_options.trace_every = chosen_stride(options, input->scenario->def.simulation.dt, 1, problem);
  if (!problem.empty()) return refuse(problem, ExitCode::usage, console);
  std::optional<Run> run = prepare_or_report(*input, run_options, console, problem_code);
  if (!run) return problem_code;
  if (const auto bad = validate_columns(options.columns, run->simulator().world()); !bad.empty())
    return refuse(fmt::format("--columns: {}{}{}", bad.front().message, bad.front().hint.empty() ? "" : "; ",
                              bad.front().hint),
                  ExitCode::usage, console);
  const RunResult result = execute_visibly(*run, console);
  if (result.end == RunEnd::output_failed)
    return output_failed(options.output, result.output_problem, console);
  if (result.step_failure)
    console.error(fmt::format("{}; the run ended there", describe(*result.step_failure)));
  if (result.end == RunEnd::stopped)
    console.warning(
        fmt::format("interrupted after step {}; the file is marked incomplete", result.provenance.steps));
  return report(options.output, result.notes, code_of(result), console);
}

}  // namespace

ExitCode execute(const ExportCommandOptions& options, const Console& console) {
  if (const std::string problem = flag_problem(options); !problem.empty())
    return refuse(problem, ExitCode::usage, console);
  return is_trace_name(options.scenario.file) ? export_trace(options, console)
                                              : export_scenario(options, console);
}

}  // namespace drover
