// The options of each command: plain values with their defaults, filled from the command line by
// cli.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/escape.h"
#include "golden/golden_update.h"
#include "observe/compare/tolerances.h"
#include "run/run_options.h"

namespace drover {

struct RunCommandOptions {
  ScenarioOptions scenario;  // without a file: the scenario in the snapshot to resume
  std::string folder;        // of trace.csv and metrics.json; empty: none
  std::string trace;         // file; "-": standard output; empty: trace.csv in the folder
  std::string trace_format;  // a name; empty: by the ending of the trace
  CsvReader csv_reader = CsvReader::program;
  std::string metrics;                      // file; "-": standard output; empty: metrics.json in the folder
  std::optional<std::int64_t> trace_every;  // steps; absent: the scenario's choice
  std::vector<std::string> columns;         // of the trace; empty: the scenario's choice
  std::vector<std::string> groups;          // in the trace; empty: the scenario's choice
  std::vector<SaveRequest> save_at;
  std::string resume;        // snapshot to continue from; empty: the run begins with the initial state
  std::int64_t threads = 0;  // that share the work of a step; 0: one per processor
  bool sync = false;
  bool profile = false;
  bool print_config = false;
  std::string replay;  // page that plays the run; empty: none
};

struct ValidateCommandOptions {
  std::vector<std::string> files;
  bool resolved = false;                 // print the scenarios too
  std::optional<std::int64_t> max_runs;  // of a plan
};

struct RenderCommandOptions {
  ScenarioOptions scenario;  // its file may also be a trace
  std::string output = "trails.svg";
  double width = 1000.0;                                                // pixels
  std::vector<std::string> show = {"trails", "labels", "projectiles"};  // names of layers
  // Names or numbers; those that the layers of kAgentLayers are about; empty: all.
  std::vector<std::string> agents;
  std::string grid;                // name of that of the layer grid; empty: the first
  std::vector<std::string> views;  // names of Viewpoint, one for each panel; empty: as the world asks for
  std::string title;               // empty: the name of the scenario and what was changed of it
  // What is shown of the run: without from and tail all before `to`, without `to` up to its end [s].
  std::optional<double> from, to, tail;
  std::optional<double> cell;  // side of a cell of the layers density and speed [m]
  // Of replays:
  std::vector<std::string> record;   // details of the agents, of kReplayDetails
  std::vector<std::string> columns;  // as those of traces, for colors
};

// What a replay can show of chosen agents.
inline constexpr std::array<std::string_view, 4> kReplayDetails = {"aims", "contributions", "ways",
                                                                   "neighbors"};

inline constexpr std::array<std::string_view, 20> kPictureLayers = {
    "trails", "labels",  "projectiles", "aims",     "shown",   "formations", "kept_trails",
    "sweeps", "turning", "arcs",        "controls", "grid",    "field",      "contours",
    "graph",  "ways",    "expanded",    "modes",    "density", "speed"};
// Those that a trace holds.
inline constexpr std::array<std::string_view, 5> kTraceLayers = {"trails", "labels", "projectiles", "density",
                                                                 "speed"};
// Those that may be about some agents only.
inline constexpr std::array<std::string_view, 10> kAgentLayers = {
    "aims", "turning", "arcs", "controls", "grid", "field", "contours", "graph", "ways", "expanded"};

struct ExportCommandOptions {
  ScenarioOptions scenario;  // its file may also be a trace
  std::string output;        // "-": standard output
  DatasetChoices choices;
  std::optional<double> fps;          // frames per second
  std::optional<std::int64_t> every;  // steps; without it and fps: as often as the trace or the scenario says
  std::vector<std::string> columns;   // empty: those of the trace or the scenario
  std::int64_t threads = 0;           // that share the work of a step; 0: one per processor
};

struct CheckCommandOptions {
  std::vector<std::string> paths = {"scenarios"};
  std::vector<std::string> filters;  // parts of paths; "!PART" excludes
  std::int64_t jobs = 0;             // scenarios checked in parallel; 0: one per processor
  std::string golden = "golden";     // folder
  GoldenUpdate update = GoldenUpdate::never;
  std::string reason;  // noted in goldens that are written; empty: none was given
  Tolerances tolerances;
  std::optional<std::int64_t> trace_every;  // steps; absent: goldens without a trace
  std::vector<std::string> columns;
  bool no_golden = false;
  bool is_strict = false;  // nothing that comes with the files makes the check milder
  std::string reference;   // command of another drover; empty: none
  std::string junit;       // file of a report; empty: none
  std::string page;        // that plays what differs; empty: none
  bool github = false;
};

enum class GoldenAction { status, diff, accept, reject, prune };

struct GoldenCommandOptions {
  GoldenAction action = GoldenAction::status;
  std::vector<std::string> names;  // parts of paths; empty: all
  std::string folder = "golden";
  std::string reason;
  bool all = false;
};

struct HashCommandOptions {
  ScenarioOptions scenario;           // its file may also be a snapshot
  std::optional<std::int64_t> every;  // steps; absent: the last state only
  std::int64_t threads = 0;           // that share the work of a step; 0: one per processor
};

struct DiffCommandOptions {
  std::string expected;  // trace, metrics file, folder of results or snapshot
  std::string actual;
  Tolerances tolerances;
  double absolute = 0.0;                // tolerance of every number
  double relative = 0.0;                // tolerance as a fraction of the expected number
  std::optional<std::int64_t> horizon;  // step; absent: whole traces
  std::vector<std::string> columns;     // of traces; empty: all
  std::string page;                     // that plays both; empty: none
};

inline constexpr std::array<std::string_view, 3> kSamplings = {"random", "latin_hypercube", "sobol"};

// A plan, or a scenario and what a plan would say.
struct PlanOptions {
  std::string input;                // plan or scenario
  std::vector<std::string> over;    // PATH=VALUES, crossed
  std::vector<std::string> zip;     // PATH=VALUES, together
  std::vector<std::string> ranges;  // PATH=MIN:MAX
  std::string sample;               // how the ranges are sampled; empty: random
  std::optional<std::int64_t> samples;
  std::vector<std::string> set;  // PATH=VALUE
  std::string seeds;             // "20", "1..20" or "1,5,9"
  std::string trace;             // name of the trace of a run
  std::optional<std::int64_t> max_runs;
  bool independent_seeds = false;  // where seeds are drawn each point has its own; no option
  bool common_seeds = false;       // all the same
};

struct BatchCommandOptions {
  PlanOptions plan;
  std::string folder;             // of the results; empty: nothing is run
  std::int64_t jobs = 0;          // runs at a time; 0: one per processor
  std::string shard;              // "2/8" or "auto"; empty: all runs
  std::string events;             // file of JSON lines; "-": standard output
  std::optional<double> timeout;  // s
  std::string default_trace;      // of a plan that names none; no option
  bool dry_run = false;
  bool print_plan = false;
  bool keep_going = false;
  bool fail_fast = false;
  bool retry_failed = false;
  bool fresh = false;  // what stands in the folder is not believed
  bool prune = false;  // runs in the folder that the plan does not have are removed
  bool sync = false;
};

struct CollectCommandOptions {
  std::string folder;
  std::string output;  // table of all runs; empty: runs.csv in the folder, unless something else is asked for
  std::string summary;               // table of all points
  std::string against;               // another folder, whose runs are compared
  std::string baseline;              // PATH=VALUE of the runs that all others are compared with; empty: none
  std::string comparison;            // table of the differences
  std::string plot;                  // picture
  std::string over;                  // parameter along its x axis
  std::vector<std::string> metrics;  // empty: all
  CsvReader csv_reader = CsvReader::program;
  double confidence = 0.95;
  std::string half_width;  // that an interval should have: a number, or a percentage of the mean
};

struct ListCommandOptions {
  std::string what;  // empty: everything
};

struct ExplainCommandOptions {
  std::string name;
  std::string picture;  // file to draw an example of a kind to; empty: the explanation is printed
};

struct DatasetCommandOptions {
  PlanOptions plan;    // its input may be the folder of a batch
  std::string folder;  // of the dataset
  std::string licence;
  std::string title;                           // empty: the name of the plan
  std::string author;                          // empty: not named
  DatasetChoices choices = {.format = "csv"};  // of trajectories
  std::optional<double> fps;                   // frames per second
  std::optional<std::int64_t> every;           // steps; without it and fps: as often as the traces
  std::vector<int> split = {80, 10, 10};
  std::string split_by = "seed";  // of kSplitBy
  bool dry_run = false;
  bool fresh = false;  // as of a batch
  bool sync = false;
};

struct SearchCommandOptions {
  PlanOptions plan;
  std::string folder;       // of the runs and of what is found
  std::string largest;      // metric; empty: not asked for
  std::string smallest;     // metric; empty: not asked for; neither: an expectation that is broken
  std::int64_t local = 60;  // points that each local search looks at
  std::int64_t starts = 3;  // local searches
  bool fresh = false;       // as of a batch
  std::int64_t jobs = 0;    // runs at a time; 0: one per processor
};

inline constexpr std::array<std::string_view, 2> kDocuments = {"scenario", "plan"};

struct SchemaCommandOptions {
  std::string what = "scenario";  // or "plan": which is printed
  std::string folder;             // of both; empty: standard output
};

struct InitCommandOptions {
  std::string folder = ".";
  std::string template_name;  // empty: the first template
  bool list = false;          // the templates instead
};

struct VersionCommandOptions {};

struct CompletionCommandOptions {
  std::string shell;
};

struct ManCommandOptions {};

using CommandOptions =
    std::variant<RunCommandOptions, ValidateCommandOptions, RenderCommandOptions, ExportCommandOptions,
                 CheckCommandOptions, GoldenCommandOptions, HashCommandOptions, DiffCommandOptions,
                 BatchCommandOptions, CollectCommandOptions, DatasetCommandOptions, SearchCommandOptions,
                 ListCommandOptions, ExplainCommandOptions, SchemaCommandOptions, InitCommandOptions,
                 VersionCommandOptions, CompletionCommandOptions, ManCommandOptions>;

}  // namespace drover
