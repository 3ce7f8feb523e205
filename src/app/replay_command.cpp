#include "app/replay_command.h"

#include <fmt/format.h>

#include "app/commands.h"
#include "app/picture_output.h"
#include "app/replay_recording.h"
#include "app/replay_report.h"
#include "app/scenario_input.h"
#include "core/text.h"
#include "observe/replay/replay_page.h"

namespace drover {
namespace {

// Options that pictures have and replays have not.
Failure check_options(const RenderCommandOptions& options) {
  const RenderCommandOptions usual;
  const auto refused = [](std::string_view option, std::string_view instead) {
    return fmt::format("{} is for pictures, -o trails.svg; {}", option, instead);
  };
  if (options.show != usual.show) return refused("--show", "the page has switches for what it shows");
  if (options.width != usual.width) return refused("--width", "the page fills its window");
  if (!options.views.empty()) return refused("--view", "the page turns the world of three dimensions");
  if (!options.grid.empty()) return refused("--grid", "the page shows no grids of way finding");
  if (options.from || options.tail)
    return refused(options.from ? "--from" : "--tail", "the page plays the run from its beginning");
  if (options.cell) return refused("--cell", "the page shows no maps");
  if (options.to) return refused("--to", "--steps or --set simulation.duration ends the run earlier");
  if (!options.agents.empty() && options.record.empty())
    return std::string("--agents: with a replay it says whose details are recorded; add --record");
  return std::nullopt;
}

// The plan says what is run.
Failure check_for_batch(const RenderCommandOptions& options) {
  const std::string flags = scenario_flags(options.scenario.changes);
  if (!flags.empty()) return fmt::format("{}: not for a batch, whose plan says what is run", flags);
  if (!options.record.empty() || !options.columns.empty())
    return std::string(
        "--record and --columns: not for a sheet of the runs of a batch; play a run by itself");
  return std::nullopt;
}

}  // namespace

bool is_replay_name(const std::string& path) {
  return path.ends_with(".html");
}

ExitCode write_replay(const RenderCommandOptions& options, const Console& console) {
  const bool is_batch = is_batch_folder(options.scenario.file);
  Failure problem = check_options(options);
  if (!problem && is_batch) problem = check_for_batch(options);
  if (problem) return refuse(*problem, ExitCode::usage, console);
  OutputFile file;
  if (const Failure failure = open_picture(options.output, file))
    return refuse(*failure, ExitCode::bad_output, console);
  ExitCode problem_code = ExitCode::bad_input;
  if (is_batch) {
    const std::optional<ReplayPage> sheet =
        sheet_page(options.scenario.file, options.title, console, problem_code);
    return sheet ? write_picture(file, sheet->html(), console, ExitCode::ok) : problem_code;
  }
  std::optional<RecordedReplay> recorded = open_replay(
      options.scenario, {.columns = options.columns, .agents = options.agents, .record = options.record},
      console, problem_code);
  if (!recorded) return problem_code;
  if (!options.title.empty()) recorded->replay.title = options.title;
  std::optional<std::uint32_t> chosen;
  if (!options.agents.empty() && !recorded->replay.details.empty())
    chosen = recorded->replay.agents[recorded->replay.details.front().agent].number;
  return write_picture(file, run_page(*recorded, chosen).html(), console, recorded->code);
}

}  // namespace drover
