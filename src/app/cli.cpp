#include "app/cli.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli_texts.h"
#include "app/help_format.h"
#include "app/option_checks.h"
#include "app/suggestion.h"
#include "app/templates.h"
#include "app/usage_problem.h"
#include "batch/dataset_split.h"
#include "core/text.h"
#include "observe/dataset/dataset_format.h"
#include "observe/dataset/number_text.h"
#include "observe/picture/picture_view.h"
#include "observe/record/dataset_file.h"
#include "observe/record/provenance.h"
#include "scenario/file_root.h"
#include "scenario/scenario_checks.h"

namespace drover {
namespace {

constexpr std::int64_t kMaxThreads = 256;
constexpr std::array<std::string_view, 20> kListNames = {
    "behaviors",  "arbiters", "targeters", "decomposers", "constraints", "path_actuators", "conditions",
    "quantities", "actions",  "actuators", "locomotion",  "placements",  "patterns",       "events",
    "metrics",    "columns",  "sweeps",    "formats",     "types",       "templates"};
constexpr std::array<std::string_view, 2> kPositions = {"unwrapped", "wrapped"};

// The parser and what it fills. The options of every command are declared, those of one are chosen. Each
// action of `drover golden` has options of its own: environment variables are also read into the others.
struct Parser {
  CLI::App app{cli_texts::kProgram, "drover"};
  CommandLine line;
  RunCommandOptions run;
  ValidateCommandOptions validate;
  RenderCommandOptions render;
  ExportCommandOptions exporting;
  CheckCommandOptions check;
  std::array<GoldenCommandOptions, 5> golden;
  HashCommandOptions hash;
  DiffCommandOptions diff;
  BatchCommandOptions batch;
  CollectCommandOptions collect;
  DatasetCommandOptions dataset;
  SearchCommandOptions search;
  ListCommandOptions list;
  ExplainCommandOptions explain;
  SchemaCommandOptions schema;
  InitCommandOptions init;
  VersionCommandOptions version;
  CompletionCommandOptions completion;
  ManCommandOptions man;
};

// Declares a command; when it is chosen its options become those of the command line.
template <class Options>
CLI::App& add_command(Parser& parser, Options& options, const char* name, const char* summary,
                      const char* footer) {
  CLI::App* command = parser.app.add_subcommand(name, summary);
  command->footer(footer);
  command->callback([&parser, &options] { parser.line.command = options; });
  return *command;
}

// An option that may be repeated, with one value each time.
template <class Values>
CLI::Option& add_repeated(CLI::App& command, const std::string& name, Values& values,
                          const std::string& doc) {
  return *command.add_option(name, values, doc)->expected(1)->allow_extra_args(false)->take_all();
}

CLI::IsMember one_of(std::span<const std::string_view> words) {
  return CLI::IsMember(std::vector<std::string>(words.begin(), words.end()));
}

template <class Count>
CLI::Option& add_count(CLI::App& command, const std::string& name, Count& count, const std::string& doc,
                       std::int64_t low, std::int64_t high = std::numeric_limits<std::int64_t>::max()) {
  const auto check = [low, high](std::string& text) { return check_whole_number(text, low, high); };
  return *command.add_option(name, count, doc)->type_name("N")->transform(CLI::Validator(check, ""));
}

template <class Number>
void add_number(CLI::App& command, const std::string& name, Number& number, const std::string& doc,
                const std::string& unit, double low, double high) {
  const auto check = [low, high](const std::string& text) { return check_number(text, low, high); };
  command.add_option(name, number, doc)->type_name(unit)->check(check);
}

CLI::Option& add_text(CLI::App& command, const std::string& name, std::string& text, const std::string& doc,
                      const std::string& type) {
  return *command.add_option(name, text, doc)->type_name(type);
}

// The name of a file or a folder.
CLI::Option& add_path(CLI::App& command, const std::string& name, std::string& path, const std::string& doc) {
  return *command.add_option(name, path, doc)
              ->type_name(doc.starts_with("Folder") ? "DIR" : "FILE")
              ->check(check_name);
}

// A list of names with commas between them.
CLI::Option& add_name_list(CLI::App& command, const std::string& name, std::vector<std::string>& names,
                           const std::string& doc) {
  return *command.add_option(name, names, doc)->type_name("A,B,...")->delimiter(',');
}

// Options that mean the same in every command; they may stand before or after it.
void add_global_options(CLI::App& app, ConsoleOptions& console) {
  app.add_flag("-q,--quiet", console.quiet, "Only warnings and errors");
  app.add_flag("-v,--verbose", console.verbose, "More about what is done");
  app.add_flag("--json", console.json, "Results as one JSON document on standard output");
  const CLI::Validator when(check_when, "");
  app.add_option("--color", console.color, "Colors: auto, always or never")
      ->type_name("WHEN")
      ->envname("DROVER_COLOR")
      ->transform(when);
  app.add_option("--progress", console.progress, "Progress: auto, always or never")
      ->type_name("WHEN")
      ->envname("DROVER_PROGRESS")
      ->transform(when);
  app.set_version_flag("-V,--version", fmt::format("drover {}", drover_version()));
}

void add_scenario_options(CLI::App& command, ScenarioOptions& options) {
  ReadOptions& changes = options.changes;
  add_path(command, "scenario", options.file,
           "Scenario file; - reads standard input (files it includes are relative to the working "
           "directory)")
      .required();
  add_repeated(command, "--set", changes.set,
               "Change a value before reading, e.g. agents.0.count=50; may be repeated")
      .type_name("PATH=VALUE");
  add_repeated(command, "--unset", changes.unset, "Remove a key before reading; may be repeated")
      .type_name("PATH");
  add_count(command, "--seed", changes.seed, "Seed instead of the scenario's", 0).envname("DROVER_SEED");
  add_count(command, "--steps", changes.steps, "Number of steps instead of the scenario's duration", 0,
            kMaxSteps);
}

void add_threads_option(CLI::App& command, std::int64_t& threads) {
  add_count(command, "--threads", threads,
            "Threads that share the work of a step, instead of one per processor; the results are the same "
            "bits, and a world of up to a thousand agents is left to one",
            1, kMaxThreads)
      .envname("DROVER_THREADS");
}

void add_tolerance_option(CLI::App& command, Tolerances& tolerances, const std::string& doc) {
  const auto fill = [&tolerances](const std::vector<std::string>& texts) {
    for (const std::string& text : texts)
      add_tolerance(text, tolerances);
  };
  command.add_option_function<std::vector<std::string>>("--tolerance", fill, doc)
      ->type_name("NAME=ABS[,REL]")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all()
      ->check(check_tolerance);
}

void add_golden_folder_option(CLI::App& command, std::string& folder) {
  add_path(command, "--golden", folder, "Folder of the goldens")
      .envname("DROVER_GOLDEN")
      ->capture_default_str();
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const DatasetFormat* format : dataset_formats())
    names.emplace_back(format->name);
  return names;
}

void add_format(CLI::App& command, const std::string& name, std::string& format, const std::string& doc) {
  const auto check = [](std::string& text) {
    std::string problem;
    chosen_format({.format = text}, "", problem);
    return problem;
  };
  // Without a description: the names are too many for the help.
  command.add_option(name, format, doc)->type_name("FORMAT")->check(CLI::Validator(check, ""));
}

void add_size(CLI::App& command, const std::string& name, std::optional<std::int64_t>& size,
              const std::string& doc) {
  command.add_option(name, size, doc)->type_name("SIZE")->transform(CLI::Validator(check_size, ""));
}

// What a call may take, for files of strangers. `timeout`: how the option of the time of the whole call is
// named.
void add_limits(CLI::App& command, Limits& limits, const std::string& timeout = "--timeout") {
  constexpr double kLongest = 1e9;
  add_number(command, timeout, limits.timeout,
             "Seconds from the start of the program, whatever it does, after which it is stopped", "S", 0.001,
             kLongest);
  add_size(
      command, "--max-memory", limits.max_memory,
      "Memory, such as 2G, beyond which the program ends as where there is no more; outputs that will need "
      "more are refused before the run");
  add_size(
      command, "--max-output", limits.max_output,
      "Bytes in all files together, such as 500M; outputs that will be larger are refused before the run");
}

void add_max_runs(CLI::App& command, std::optional<std::int64_t>& runs) {
  add_count(command, "--max-runs", runs,
            "Runs that a plan may have; one with more is refused before any is looked at", 1, 1'000'000);
}

void add_csv_option(CLI::App& command, CsvReader& reader) {
  command.add_flag_callback(
      "--spreadsheet-safe", [&reader] { reader = CsvReader::spreadsheet; },
      "In CSV, an apostrophe before names that begin with = + - @, which spreadsheets take for formulas");
}

void add_run(Parser& parser) {
  RunCommandOptions& options = parser.run;
  CLI::App& command =
      add_command(parser, options, "run", "Simulate a scenario; write trace and metrics", cli_texts::kRun);
  add_scenario_options(command, options.scenario);
  command.get_option("scenario")->required(false);
  add_path(command, "-o,--out", options.folder, "Folder for trace.csv, metrics.json and the rows of metrics");
  add_path(command, "--trace", options.trace,
           "Trace file, in the format of its ending: .csv, .jsonl.zst, .h5, ... (`drover list formats`); - "
           "writes CSV "
           "to standard output");
  add_format(command, "--trace-format", options.trace_format, "Format of the trace, whatever its ending");
  add_csv_option(command, options.csv_reader);
  add_path(command, "--metrics", options.metrics, "Metrics file, .json; - writes to standard output")
      .check(check_metrics_name);
  add_path(command, "--replay", options.replay, "Page that plays the run in a browser, .html")
      .check(check_page_name);
  add_count(command, "--trace-every", options.trace_every,
            "Write every so many steps, instead of the scenario's choice", 1);
  add_name_list(command, "--columns", options.columns, "Trace columns; `drover list columns` names them")
      .allow_extra_args(false);
  add_name_list(command, "--groups", options.groups, "Trace only these groups").allow_extra_args(false);
  command
      .add_option("--save-at", options.save_at,
                  "Save the state of a time in seconds, to go on from; may be repeated")
      ->type_name("T FILE")
      ->allow_extra_args(false);
  add_path(command, "--resume", options.resume,
           "Go on from a saved state; the scenario is the saved one unless given. Metrics and traces begin "
           "there, and columns about the steps before, such as ax and smoothed_heading, start anew; --steps "
           "counts from the start of the run that was saved");
  add_threads_option(command, options.threads);
  add_limits(command, parser.line.limits);
  command.add_flag(
      "--sync", options.sync,
      "Wait until trace and metrics are on the disk, so that a loss of power right after the run takes "
      "nothing; snapshots always wait");
  command.add_flag("--profile", options.profile,
                   "Say where the time went: in each phase of a step, metrics and trace; also in the metrics "
                   "file, as timing.profile");
  command.add_flag("--print-config", options.print_config,
                   "Print the scenario as it would run, every default explicit, and stop");
}

void add_validate(Parser& parser) {
  CLI::App& command = add_command(parser, parser.validate, "validate",
                                  "List every problem in scenario and plan files", cli_texts::kValidate);
  command.add_option("files", parser.validate.files, "Scenarios and plans")->required()->type_name("FILE...");
  add_limits(command, parser.line.limits);
  add_max_runs(command, parser.validate.max_runs);
  command.add_flag("--resolved", parser.validate.resolved,
                   "Print what each scenario says when everything is resolved: with the files it includes, "
                   "without variables, expressions and labels, every default explicit");
}

// Which part of a run is drawn, how finely, and its title.
void add_part_options(CLI::App& command, RenderCommandOptions& options) {
  constexpr double kLongest = 1e9;  // s
  add_number(command, "--from", options.from, "Draw trails from this time on", "S", 0.0, kLongest);
  add_number(command, "--to", options.to, "End the run, or what is drawn of a trace, at this time", "S", 0.0,
             kLongest);
  add_number(command, "--tail", options.tail, "Draw trails of so many seconds before the end only", "S", 1e-6,
             kLongest);
  add_number(command, "--cell", options.cell,
             "With --show density or speed: side of a cell; about 40 cells along the picture without", "M",
             0.01, 1e6);
  add_text(command, "--title", options.title,
           "Title; without, the name of the scenario and what was changed of it", "TEXT");
}

void add_replay_options(CLI::App& command, RenderCommandOptions& options) {
  add_name_list(
      command, "--record", options.record,
      "With -o run.html, what is recorded of --agents, or of all of at most 50: aims, what they "
      "steer to and probe; contributions, what each behavior asks for; ways, what they plan; neighbors, "
      "whom they perceive")
      .type_name("DETAILS")
      ->check(one_of(kReplayDetails));
  add_name_list(command, "--columns", options.columns,
                "With -o run.html, columns as traces have them that bodies can be colored by, such as speed")
      .type_name("NAMES");
}

void add_render(Parser& parser) {
  RenderCommandOptions& options = parser.render;
  CLI::App& command =
      add_command(parser, options, "render",
                  "Draw a scenario's run, a trace, or the runs of a batch, as SVG, or play them in a page",
                  cli_texts::kRender);
  add_scenario_options(command, options.scenario);
  command.get_option("scenario")
      ->description(
          "Scenario, trace (.csv, .jsonl), folder of results, or folder of a batch, whose runs stand side by "
          "side; - reads a scenario from standard input");
  add_path(command, "-o,--out", options.output,
           "Picture to write, .svg, or page that plays the run, .html; - for a picture to standard output")
      .check(check_picture_or_page_name);
  add_limits(command, parser.line.limits);
  add_number(command, "--width", options.width, "Width of the picture in pixels", "PX", 480.0, 10000.0);
  add_name_list(
      command, "--show", options.show,
      "Layers: trails, labels and projectiles, the ways of what flew; modes, trails in the colors of modes; "
      "density, the mean of agents per square meter, or speed, their mean speed, on a grid of cells, without "
      "the agents unless trails are asked for; aims, which are what agents steer to "
      "and probe at the end; shown, where others believe agents of types with dead_reckoning at the end; "
      "formations, their anchors and slots at the end; kept_trails, the ways come that "
      "others follow, and sweeps, where formations look for passages, at the end; of bodies that are driven, "
      "at their speed at the end: turning, the tightest circles and the way until rest; arcs, where drivers "
      "drive forward and where they back to; controls, front wheels, gears and pedals; and of way finding at "
      "the end: grid, the cells without room and the dear ones; field, the directions of a flow field, and "
      "contours, lines of "
      "equal distance in it; graph, the graphs of waypoints; ways, what agents have ahead of them; "
      "expanded, the cells that the search of one agent closes at the start, in their order")
      .type_name("LAYERS")
      ->check(one_of(kPictureLayers));
  add_name_list(
      command, "--agents", options.agents,
      "The agents that layers are about, by name or number. aims, turning, arcs, controls: of these, or of "
      "all of at most 20; "
      "ways: of these, or of all; field, contours: what the first of them follows that follows a field; "
      "grid, graph: for the smallest of them; expanded: of this one");
  add_text(command, "--grid", options.grid,
           "With --show grid: which of navigation.grids, by name; the first without", "NAME");
  add_name_list(
      command, "--view", options.views,
      "From where the world is seen, a panel for each: top, from above; side, from -y, z up; front, "
      "from +x, z up; isometric. Without: top, where \"dimensions\" is 3 top,side")
      .type_name("VIEWS")
      ->check(one_of(kViewpointNames));
  add_part_options(command, options);
  add_replay_options(command, options);
}

// How files of trajectories are written.
void add_frame_options(CLI::App& command, DatasetChoices& choices, std::optional<double>& fps,
                       std::optional<std::int64_t>& every) {
  constexpr double kFastest = 1e9;
  add_number(command, "--fps", fps, "Frames per second; 1/R is a multiple of the time step", "R",
             1.0 / kFastest, kFastest);
  add_count(command, "--every", every, "A frame every so many steps, instead of --fps", 1);
  add_count(command, "--digits", choices.digits,
            "Digits behind the decimal point, in text formats; the shortest exact text without", 0,
            kMaxDigits);
  command
      .add_option_function<std::string>(
          "--positions", [&choices](const std::string& word) { choices.unwrapped = word == "unwrapped"; },
          "In a world that wraps: unwrapped, which do not jump at the edges, as in all formats but tables; "
          "or wrapped")
      ->type_name("POSITIONS")
      ->check(one_of(kPositions));
}

void add_export(Parser& parser) {
  ExportCommandOptions& options = parser.exporting;
  CLI::App& command =
      add_command(parser, options, "export", "Write a trace, or a scenario's run, in a format of datasets",
                  cli_texts::kExport);
  add_scenario_options(command, options.scenario);
  command.get_option("scenario")
      ->description("Trace (.csv, .jsonl, also .zst) or scenario; - reads a scenario from standard input");
  add_path(command, "-o,--out", options.output,
           "File to write, in the format of its ending; - for standard output")
      .required();
  add_format(command, "--format", options.choices.format,
             "Format, whatever the ending; `drover list formats` says what there is");
  add_csv_option(command, options.choices.csv_reader);
  add_frame_options(command, options.choices, options.fps, options.every);
  add_name_list(
      command, "--columns", options.columns,
      "Columns of a table, or that a layout holds besides its own; `drover list columns` names them")
      .allow_extra_args(false);
  add_name_list(command, "--with", options.choices.with,
                "Add to a table: run_id, seed, frame, which tell rows of joined files apart")
      .check(one_of(kAddedColumns));
  add_limits(command, parser.line.limits);
  add_text(command, "--run-id", options.choices.run_id,
           "Name of the run in the file, instead of the scenario's hash", "TEXT")
      .check(check_name);
  add_threads_option(command, options.threads);
}

void add_update_options(CLI::App& command, CheckCommandOptions& options) {
  add_golden_folder_option(command, options.golden);
  const std::vector<std::string> names(kGoldenUpdateNames.begin(), kGoldenUpdateNames.end());
  const auto set_update = [&options, names](const std::string& name) {
    options.update = static_cast<GoldenUpdate>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  command
      .add_option_function<std::string>("--update", set_update,
                                        "Write goldens: never, new, failed or all; needs --reason to replace")
      ->type_name("WHICH")
      ->check(CLI::IsMember(names));
  add_text(command, "--reason", options.reason,
           "Why the results are right; stands in the goldens that are written", "TEXT");
  add_tolerance_option(
      command, options.tolerances,
      "Let a column or metric differ, in this check; goldens may name tolerances of their own");
  add_count(command, "--trace-every", options.trace_every,
            "Goldens that are written hold a state every so many steps, number by number", 1);
  add_name_list(command, "--columns", options.columns,
                "Columns of these states; `drover list columns` names them")
      .allow_extra_args(false);
  command.add_flag("--no-golden", options.no_golden, "Check only what the scenarios expect of their metrics");
}

void add_check(Parser& parser) {
  CheckCommandOptions& options = parser.check;
  CLI::App& command = add_command(parser, options, "check",
                                  "Run scenarios and compare them with accepted results", cli_texts::kCheck);
  command.add_option("paths", options.paths, "Scenario files, folders or patterns")
      ->type_name("PATH...")
      ->capture_default_str();
  add_repeated(command, "-k", options.filters,
               "Only paths that hold this text; !TEXT: only those that do not")
      .type_name("TEXT");
  add_count(command, "-j,--jobs", options.jobs,
            "Scenarios checked side by side; as many as processors without", 1);
  add_update_options(command, options);
  command.add_flag(
      "--strict", options.is_strict,
      "For files of strangers: tolerances of the goldens do not count, and a golden whose scenario "
      "was not found below the paths, or is gone, fails as in CI; so does one outside of the paths");
  add_text(command, "--reference", options.reference,
           "Another drover, such as the accepted build: what differs is run there too, to name the first "
           "agent and quantity",
           "COMMAND");
  add_limits(command, parser.line.limits);
  add_path(command, "--junit", options.junit, "Write a report as JUnit XML");
  add_path(command, "--html", options.page,
           "Write a page that plays what differs or breaks an expectation, each at its moment")
      .check(check_page_name);
  command.add_flag("--github", options.github,
                   "Print annotations for GitHub Actions and add to the step's summary");
}

// An action of `drover golden`, and which options it has besides the names and the folder.
struct GoldenActionText {
  GoldenAction action;
  const char* name;
  const char* summary;
  bool has_reason = false;
  bool has_all = false;
};
constexpr std::array<GoldenActionText, 5> kGoldenActions = {{
    {GoldenAction::status, "status", "List what waits, is obsolete or cannot be read"},
    {GoldenAction::diff, "diff", "Show what accepting would change"},
    {GoldenAction::accept, "accept", "Make what waits the accepted results", true, true},
    {GoldenAction::reject, "reject", "Remove what waits", false, true},
    {GoldenAction::prune, "prune", "Remove goldens whose scenario is gone"},
}};

void add_golden(Parser& parser) {
  CLI::App* golden =
      parser.app.add_subcommand("golden", "Review accepted results: status, diff, accept, reject, prune");
  golden->footer(cli_texts::kGolden);
  golden->require_subcommand(1);
  for (std::size_t k = 0; k < kGoldenActions.size(); ++k) {
    const GoldenActionText& action = kGoldenActions[k];
    GoldenCommandOptions& options = parser.golden[k];
    options.action = action.action;
    CLI::App* command = golden->add_subcommand(action.name, action.summary);
    command->footer(cli_texts::kGolden);
    command->fallthrough();
    command
        ->add_option("names", options.names,
                     action.has_all ? "Parts of paths; --all for everything" : "Parts of paths; all without")
        ->type_name("NAME...");
    add_golden_folder_option(*command, options.folder);
    if (action.has_reason)
      command->add_option("--reason", options.reason, "Why the results are right")->type_name("TEXT");
    if (action.has_all) command->add_flag("--all", options.all, "Everything that waits");
    command->callback([&parser, &options] { parser.line.command = options; });
  }
}

void add_hash(Parser& parser) {
  HashCommandOptions& options = parser.hash;
  CLI::App& command = add_command(parser, options, "hash", "Print the state hash of a run or of a snapshot",
                                  cli_texts::kHash);
  add_scenario_options(command, options.scenario);
  command.get_option("scenario")
      ->description("Scenario or snapshot file; - reads a scenario from standard input");
  add_limits(command, parser.line.limits);
  add_count(command, "--every", options.every,
            "Print the hash of every so many steps, and of the first and the last state", 1);
  add_threads_option(command, options.threads);
}

void add_diff(Parser& parser) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  DiffCommandOptions& options = parser.diff;
  CLI::App& command =
      add_command(parser, options, "diff", "Compare two traces, metrics files, result folders or snapshots",
                  cli_texts::kDiff);
  command
      .add_option("a", options.expected, "Trace, metrics file, result folder or snapshot: what is expected")
      ->required()
      ->type_name("A");
  command.add_option("b", options.actual, "What is compared with it")->required()->type_name("B");
  add_tolerance_option(
      command, options.tolerances,
      "How far a column, a metric or a quantity may be off; NAME may end in *; may be repeated");
  add_number(command, "--abs", options.absolute, "How far any number may be off", "X", 0.0, kLargest);
  add_number(command, "--rel", options.relative, "The same as a fraction of the expected number", "X", 0.0,
             kLargest);
  add_count(command, "--horizon", options.horizon, "Compare traces up to this step", 0).type_name("STEP");
  add_name_list(command, "--columns", options.columns, "Compare these trace columns only");
  add_path(command, "-o,--out", options.page,
           "Write a page, .html, that plays two traces in one picture from where they part")
      .check(check_page_name);
}

// What makes a plan of a scenario.
void add_plan_options(CLI::App& command, PlanOptions& options) {
  add_repeated(command, "--over", options.over,
               "Values that a path takes; several are crossed; may be repeated")
      .type_name("PATH=VALUES");
  add_repeated(command, "--zip", options.zip, "Values that paths take together; may be repeated")
      .type_name("PATH=VALUES");
  add_repeated(command, "--range", options.ranges, "Limits between which a path is sampled; may be repeated")
      .type_name("PATH=RANGE");
  command.add_option("--sample", options.sample, "How ranges are sampled: random, latin_hypercube or sobol")
      ->type_name("SAMPLING")
      ->check(one_of(kSamplings));
  add_count(command, "--samples", options.samples, "How many samples of the ranges there are", 1, 1'000'000);
  add_repeated(command, "--set", options.set, "Change a value in every run; may be repeated")
      .type_name("PATH=VALUE");
  command.add_option("--seeds", options.seeds, "Replications of every point")
      ->type_name("SEEDS")
      ->check([](const std::string& text) {
        return text.empty() ? "how many there are, 1..20, or 1,5,9 is needed, not \"\"" : "";
      });
  add_max_runs(command, options.max_runs);
  add_path(command, "--trace", options.trace,
           "Write a trace for every run, under this name in its folder: trace.csv or trace.jsonl")
      .check(check_trace_name);
}

void add_batch(Parser& parser) {
  constexpr double kLongest = 1e9;
  BatchCommandOptions& options = parser.batch;
  CLI::App& command =
      add_command(parser, options, "batch", "Run many variants of a scenario; resumable", cli_texts::kBatch);
  add_path(command, "input", options.plan.input, "Plan, or a scenario and the options that make a plan of it")
      .required();
  add_path(command, "-o,--out", options.folder, "Folder of the results");
  add_plan_options(command, options.plan);
  command.add_flag("-n,--dry-run", options.dry_run, "List the runs and stop");
  command.add_flag("--print-plan", options.print_plan, "Print the plan and stop");
  add_count(command, "-j,--jobs", options.jobs, "Runs at a time; as many as processors without", 1,
            kMaxThreads);
  add_text(command, "--shard", options.shard, "Only a part of the runs: 2/8, or auto", "PART");
  CLI::Option* keep_going =
      command.add_flag("--keep-going", options.keep_going, "Go on when a run fails, as without this flag");
  command.add_flag("--fail-fast", options.fail_fast, "Stop when a run fails")->excludes(keep_going);
  command.add_flag("--retry-failed", options.retry_failed, "Run again what failed before");
  command.add_flag(
      "--fresh", options.fresh,
      "Believe nothing that stands in the folder: remove the results of these runs and run them all");
  command.add_flag("--prune", options.prune, "Remove runs from the folder that the plan does not have");
  add_number(command, "--timeout", options.timeout,
             "Seconds, from reading its scenario on, after which a run has failed; 0: never", "S", 0.0,
             kLongest);
  add_limits(command, parser.line.limits, "--total-timeout");
  add_path(command, "--events", options.events,
           "What happens as JSON lines, while it happens; - for standard output");
  command.add_flag(
      "--sync", options.sync,
      "Wait for the disk before a run counts as done, so that a loss of power takes none that did");
}

void add_collect(Parser& parser) {
  CollectCommandOptions& options = parser.collect;
  CLI::App& command =
      add_command(parser, options, "collect", "Tables, summaries and plots of a batch", cli_texts::kCollect);
  add_path(command, "folder", options.folder, "Folder of a batch").required();
  add_path(command, "-o,--out", options.output,
           "Table with a row for every run; results.csv in the folder without");
  add_path(command, "--summary", options.summary, "Table with a row for every point and metric");
  add_path(command, "--against", options.against,
           "Folder of another batch, whose runs are compared seed by seed");
  add_text(command, "--baseline", options.baseline,
           "Compare the points of this batch with those that have this value, seed by seed; or "
           "experiment=NAME",
           "PATH=VALUE");
  add_path(command, "--compare", options.comparison, "Table of the differences to that batch or baseline");
  add_path(command, "--plot", options.plot, "Picture of a metric over a parameter or another metric, .svg")
      .check(check_picture_name);
  add_text(command, "--over", options.over,
           "What is along the x axis of the picture: a parameter, or a metric", "PATH|METRIC");
  add_name_list(command, "--metrics", options.metrics,
                "Metrics of summary, comparison and picture; all without");
  add_csv_option(command, options.csv_reader);
  add_number(command, "--confidence", options.confidence, "Confidence of intervals", "P", 0.5, 0.9999);
  add_text(command, "--half-width", options.half_width,
           "Tell how many replications make an interval reach no further from the mean: 0.1, or 5% of it",
           "X");
}

void add_dataset(Parser& parser) {
  DatasetCommandOptions& options = parser.dataset;
  options.plan.independent_seeds = true;
  CLI::App& command = add_command(parser, options, "dataset",
                                  "Make a dataset that can be published of a batch", cli_texts::kDataset);
  add_path(command, "input", options.plan.input,
           "Folder of a batch; or a plan, or a scenario and the options that make a plan of it, to run first")
      .required();
  add_path(command, "-o,--out", options.folder, "Folder of the dataset, new or empty").required();
  add_plan_options(command, options.plan);
  add_limits(command, parser.line.limits);
  add_text(command, "--licence,--license", options.licence, "SPDX identifier, such as CC0-1.0 or CC-BY-4.0",
           "ID")
      .check(check_name)
      ->required();
  add_text(command, "--title", options.title, "Title of the dataset; the name of the plan without", "TEXT");
  add_text(command, "--author", options.author, "Who made it", "TEXT");
  command
      .add_option("--format", options.choices.format,
                  "Format of the trajectories; `drover list formats` names them")
      ->type_name("FORMAT")
      ->check(CLI::IsMember(format_names()))
      ->capture_default_str();
  add_csv_option(command, options.choices.csv_reader);
  add_frame_options(command, options.choices, options.fps, options.every);
  command.add_option("--split", options.split, "Percentages of train, val and test")
      ->type_name("A,B,C")
      ->delimiter(',')
      ->expected(3)
      ->check(CLI::Range(0, 100));
  command
      .add_option("--split-by", options.split_by,
                  "What stays in one part: the runs of a seed, those of a point too, or each run by itself")
      ->type_name("WHAT")
      ->check(one_of(kSplitBy))
      ->capture_default_str();
  command.add_flag("--common-seeds", options.plan.common_seeds,
                   "Draw the same seeds for every point, as drover batch does, and not different ones");
  command.add_flag(
      "--fresh", options.fresh,
      "Believe nothing of FOLDER.batch, where the runs of an earlier call are: run them all again");
  command.add_flag(
      "--sync", options.sync,
      "Wait for the disk before the folder has its name, so that a loss of power takes nothing of it");
  command.add_flag("-n,--dry-run", options.dry_run, "List the runs and stop");
}

void add_search(Parser& parser) {
  constexpr std::int64_t kMostPoints = 1'000'000;
  SearchCommandOptions& options = parser.search;
  CLI::App& command =
      add_command(parser, options, "search",
                  "Look for a run that breaks an expectation, or for the largest metric", cli_texts::kSearch);
  add_path(command, "input", options.plan.input, "Plan, or a scenario and the options that make a plan of it")
      .required();
  add_path(command, "-o,--out", options.folder, "Folder of the runs and of what is found").required();
  add_plan_options(command, options.plan);
  add_limits(command, parser.line.limits);
  CLI::Option* largest =
      command.add_option("--largest", options.largest, "Metric to make as large as possible");
  largest->type_name("METRIC")->check(check_name);
  command.add_option("--smallest", options.smallest, "Metric to make as small as possible")
      ->type_name("METRIC")
      ->check(check_name)
      ->excludes(largest);
  add_count(command, "--local", options.local, "Points that each local search looks at; 0: no local search",
            0, kMostPoints)
      .capture_default_str();
  add_count(command, "--starts", options.starts, "Local searches, from the best points of the plan", 1,
            kMostPoints)
      .capture_default_str();
  add_count(command, "-j,--jobs", options.jobs, "Runs at a time; as many as processors without", 1,
            kMaxThreads);
  command.add_flag("--fresh", options.fresh,
                   "Believe nothing that stands in the folder: run again what an earlier search ran");
}

void add_reference_commands(Parser& parser) {
  add_command(parser, parser.list, "list", "List behaviors, arbiters, metrics, trace columns and more",
              cli_texts::kList)
      .add_option("what", parser.list.what, fmt::format("{}; all without", fmt::join(kListNames, ", ")))
      ->type_name("LIST");
  CLI::App& explain = add_command(
      parser, parser.explain, "explain",
      "Explain a behavior, any other kind, a key of a scenario, or types to include", cli_texts::kExplain);
  explain.add_option("name", parser.explain.name, "What to explain")->required();
  add_path(explain, "--picture", parser.explain.picture,
           "Draw the run of an example of the kind instead, .svg; - for standard output")
      .check(check_picture_name);
  CLI::App& schema =
      add_command(parser, parser.schema, "schema", "Print the JSON Schema of scenarios or plans, for editors",
                  cli_texts::kSchema);
  schema.add_option("what", parser.schema.what, "scenario or plan")
      ->type_name("DOCUMENT")
      ->check(one_of(kDocuments))
      ->capture_default_str();
  schema.add_option("--write", parser.schema.folder, "Write the schemas of both into this folder instead")
      ->type_name("DIR")
      ->check(check_name);
}

void add_init_and_version(Parser& parser) {
  CLI::App& init = add_command(parser, parser.init, "init", "Write a small commented scenario to start from",
                               cli_texts::kInit);
  init.add_option("folder", parser.init.folder, "Where to write scenario.jsonc and its schema")
      ->type_name("DIR")
      ->check(check_name);
  CLI::Option* kind_of_world =
      init.add_option("--template", parser.init.template_name,
                      fmt::format("Which scenario to start from; {} without", template_names().front()));
  kind_of_world->type_name("TEMPLATE")->check(check_template);
  init.add_flag("--list", parser.init.list, "Print the templates instead")->excludes(kind_of_world);
  add_command(parser, parser.version, "version", "Print the version and how it was built",
              cli_texts::kVersion);
  add_command(parser, parser.completion, "completion", "Print the completion of commands for a shell",
              cli_texts::kCompletion)
      .add_option("shell", parser.completion.shell, "bash, zsh or fish")
      ->required()
      ->type_name("SHELL")
      ->check(one_of(kShells));
  add_command(parser, parser.man, "man", "Print the manual page", cli_texts::kMan);
  // For the list of commands only: "help" is replaced before the words are parsed.
  CLI::App* help = parser.app.add_subcommand("help", "Show the help of the program or of a command");
  help->footer(cli_texts::kHelp);
  help->allow_extras();
}

// How the help calls values that are paths.
constexpr std::array<std::string_view, 7> kPathValues = {"FILE", "DIR", "FILE...", "PATH...",
                                                         "A",    "B",   "T FILE"};

// Which path of the command line is outside of --root, or an empty text.
std::string path_outside(const CLI::App& command, const std::string& root) {
  if (!is_inside(root, ".")) return "the working folder";
  for (const CLI::Option* option : command.get_options()) {
    if (std::ranges::find(kPathValues, value_name(*option)) == kPathValues.end()) continue;
    for (const std::string& path : option->results()) {
      if (path != "-" && !is_inside(root, path)) return path;
    }
  }
  return {};
}

// Declares every option, in the order in which the help lists the commands.
void declare(Parser& parser) {
  parser.app.footer(cli_texts::kProgramFooter);
  parser.app.require_subcommand(1);
  parser.app.formatter(help_formatter());
  add_global_options(parser.app, parser.line.console);
  add_path(parser.app, "--root", parser.line.root,
           "Folder outside of which nothing is read or written, whatever files or the command line name");
  add_run(parser);
  add_validate(parser);
  add_render(parser);
  add_export(parser);
  add_check(parser);
  add_golden(parser);
  add_hash(parser);
  add_diff(parser);
  add_batch(parser);
  add_collect(parser);
  add_dataset(parser);
  add_search(parser);
  add_reference_commands(parser);
  add_init_and_version(parser);
  for (CLI::App* command : parser.app.get_subcommands([](CLI::App*) { return true; }))
    command->fallthrough();
}

// "help run" becomes "run --help". Returns what is wrong with the words behind "help", if anything.
std::optional<CommandLineAnswer> replace_help(const CLI::App& app, std::vector<std::string>& words) {
  if (words.empty() || words.front() != "help") return std::nullopt;
  words.erase(words.begin());
  const CLI::App* command = &app;
  for (const std::string& word : words) {
    if (word.starts_with('-')) continue;
    const auto inner =
        command->get_subcommands([&word](const CLI::App* one) { return one->get_name() == word; });
    if (inner.empty()) {
      return CommandLineAnswer{
          .problem = fmt::format("unknown command \"{}\"{}", word, suggestion(word, command_names(*command))),
          .help = fmt::format("drover {}--help", words_of(*command))};
    }
    command = inner.front();
  }
  words.emplace_back("--help");
  return std::nullopt;
}

// The words an option takes, by what the help calls its value.
std::vector<std::string> choices_of(const std::string& value) {
  if (value == "WHEN") return {"auto", "always", "never"};
  if (value == "WHICH") return {kGoldenUpdateNames.begin(), kGoldenUpdateNames.end()};
  if (value == "SHELL") return {kShells.begin(), kShells.end()};
  if (value == "DOCUMENT") return {kDocuments.begin(), kDocuments.end()};
  if (value == "SAMPLING") return {kSamplings.begin(), kSamplings.end()};
  if (value == "LAYERS") return {kPictureLayers.begin(), kPictureLayers.end()};
  if (value == "FORMAT") return format_names();
  if (value == "POSITIONS") return {kPositions.begin(), kPositions.end()};
  if (value == "TEMPLATE") return template_names();
  if (value == "LIST") return {kListNames.begin(), kListNames.end()};
  return {};
}

OptionInfo info_of(const CLI::Option& option) {
  OptionInfo info{.doc = option.get_description(), .is_positional = option.get_positional()};
  for (const std::string& name : option.get_snames())
    info.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames())
    info.names.push_back("--" + name);
  if (option.get_items_expected_max() > 0) info.value = value_name(option);
  if (info.is_positional) info.names = {info.value};
  info.choices = choices_of(info.value);
  if (!option.get_envname().empty()) info.doc += fmt::format(" (variable {})", option.get_envname());
  return info;
}

CommandInfo info_of(const CLI::App& app) {
  CommandInfo info{.name = app.get_name(), .summary = app.get_description(), .notes = app.get_footer()};
  for (const CLI::Option* option : app.get_options())
    info.options.push_back(info_of(*option));
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    info.commands.push_back(info_of(*command));
  return info;
}

}  // namespace

CommandInfo describe_commands() {
  Parser parser;
  declare(parser);
  CommandInfo info = info_of(parser.app);
  info.summary = "simulate steering behaviors, headless and deterministic";
  return info;
}

std::variant<CommandLine, CommandLineAnswer> parse_command_line(int argc, const char* const* argv) {
  Parser parser;
  declare(parser);
  std::vector<std::string> given(argv + std::min(argc, 1), argv + argc);
  if (std::optional<CommandLineAnswer> problem = replace_help(parser.app, given)) return *problem;
  try {
    parser.app.parse(
        std::vector<std::string>(given.rbegin(), given.rend()));  // the parser takes them from the end
    if (parser.line.root.empty()) return parser.line;
    const CLI::App& command = chosen_command(parser.app);
    const std::string outside = path_outside(command, parser.line.root);
    if (outside.empty()) return parser.line;
    return CommandLineAnswer{
        .problem = fmt::format("--root {}: {} is outside of it", parser.line.root, outside),
        .help = fmt::format("drover {}--help", words_of(command))};
  } catch (const CLI::ParseError& error) {
    CommandLineAnswer answer;
    if (error.get_exit_code() == 0) {  // help or version
      std::ostringstream text;
      parser.app.exit(error, text, text);
      answer.text = fitted_lines(text.str());
      return answer;
    }
    answer.problem = usage_problem(parser.app, error, given);
    answer.help = fmt::format("drover {}--help", words_of(chosen_command(parser.app)));
    return answer;
  }
}

}  // namespace drover
