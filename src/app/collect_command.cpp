// drover collect: the results of a batch as tables, summaries, comparisons and plots.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/catalog.h"
#include "app/commands.h"
#include "app/files.h"
#include "app/suggestion.h"
#include "batch/plot.h"
#include "batch/summary.h"
#include "core/text.h"
#include "observe/metrics/metric.h"
#include "observe/record/json_file.h"
#include "run/output_conflict.h"
#include "run/result_json.h"
#include "scenario/explain.h"

namespace drover {
namespace {

// Of a key of scenarios, by the path to it; empty where it has none, or several things are called so.
std::string unit_of_key(const std::string& path) {
  const auto pages = explain_json(catalog(), path);
  if (!pages || pages->size() != 1 || !pages->front().contains("parameter")) return {};
  const auto& unit = pages->front()["parameter"]["unit"];
  return unit.is_string() ? unit.get<std::string>() : std::string();
}

// The type of a metric that scenarios of a plan call so; the name itself where they do not say.
std::string type_of_metric(const std::string& name, const nlohmann::ordered_json& document) {
  if (!document.is_structured()) return name;
  const nlohmann::ordered_json::json_pointer place("/record/metrics");
  if (document.is_object() && document.contains(place) && document[place].is_object()) {
    const auto& metrics = document[place];
    const auto metric = metrics.find(name);
    if (metric != metrics.end() && metric->is_object() && metric->contains("type") &&
        metric->at("type").is_string())
      return metric->at("type").get<std::string>();
  }
  for (const auto& part : document)
    if (const std::string type = type_of_metric(name, part); type != name) return type;
  return name;
}

// Of what a metric reports: "speed.mean".
std::string unit_of_metric(const std::string& path, const nlohmann::ordered_json& plan) {
  const std::size_t dot = std::min(path.find('.'), path.size());
  const auto* kind = catalog().find<MetricKind>(type_of_metric(path.substr(0, dot), plan));
  if (kind == nullptr) return {};
  const std::string output = path.substr(std::min(dot + 1, path.size()));
  const auto found = std::ranges::find(kind->outputs, output, &MetricOutput::name);
  return found == kind->outputs.end() ? std::string() : std::string(found->unit);
}

class CollectCommand {
 public:
  CollectCommand(const CollectCommandOptions& options, const Console& console)
      : options_(options), console_(console) {}

  ExitCode execute() {
    if (const std::string problem = check_options(); !problem.empty())
      return refuse(problem, ExitCode::usage, console_);
    if (!read(options_.folder, collection_)) return ExitCode::bad_input;
    if (const std::string problem = check_names(); !problem.empty())
      return refuse(problem, ExitCode::usage, console_);
    warn_of_unused_flags();
    if (!output_.empty()) put(output_, run_table(collection_));
    if (!options_.summary.empty()) put(options_.summary, summary_table(collection_, summary_));
    if (!options_.comparison.empty() && code_ == ExitCode::ok) write_comparison();
    if (!options_.plot.empty() && code_ == ExitCode::ok) write_plot();
    return code_ == ExitCode::ok ? report() : code_;
  }

 private:
  // Only the table of all runs is asked for.
  bool is_plain() const {
    return options_.summary.empty() && options_.comparison.empty() && options_.plot.empty();
  }

  std::string check_options() {
    for (const std::string& path : {options_.output, options_.summary, options_.comparison}) {
      if (path.empty() || path == "-" || table_format_of(path)) continue;
      return fmt::format("{}: a table ends in .csv, .json, .sqlite or .db", path);
    }
    output_ = options_.output.empty() && is_plain() ? options_.folder + "/results.csv" : options_.output;
    if (std::string problem = check_outputs(); !problem.empty()) return problem;
    if (!options_.against.empty() && !options_.baseline.empty())
      return "--against compares with another batch, and --baseline within this one: one of them is enough";
    if ((options_.against.empty() && options_.baseline.empty()) != options_.comparison.empty())
      return "--against or --baseline, and --compare belong together: with what, and where the differences "
             "go";
    const std::size_t equals = options_.baseline.find('=');
    if (!options_.baseline.empty() && (equals == std::string::npos || equals == 0))
      return fmt::format("--baseline {}: expected PATH=VALUE, such as agents.0.count=10", options_.baseline);
    baseline_path_ = options_.baseline.substr(0, equals);
    if (options_.plot.empty() != options_.over.empty())
      return "--plot and --over belong together: where the picture goes, and what its x axis has, a "
             "parameter or a metric";
    if (!options_.plot.empty() && options_.metrics.size() != 1)
      return "--plot shows one metric: name it with --metrics";
    summary_ = {.metrics = options_.metrics, .confidence = options_.confidence};
    return check_half_width();
  }

  // Outputs would destroy each other, or the lists of the batches.
  std::string check_outputs() const {
    const std::vector<std::string> outputs = {output_, options_.summary, options_.comparison, options_.plot};
    if (std::ranges::count(outputs, "-") > 1) return "two outputs cannot both go to standard output";
    if (const std::optional<std::string> doubled = doubled_output(outputs))
      return fmt::format("two outputs cannot both go to {}", *doubled);
    for (const std::string& folder : {options_.folder, options_.against}) {
      for (const char* file : {"/runs.json", "/plan.json"}) {
        for (const std::string& output : outputs) {
          if (is_overwritten_by(folder + file, output))
            return fmt::format("{} would overwrite what the batch wrote", output);
        }
      }
    }
    return {};
  }

  // The table of all runs has every metric and no intervals.
  void warn_of_unused_flags() const {
    if (!options_.metrics.empty() && is_plain())
      console_.warning(
          "--metrics chooses those of --summary, --compare and --plot, and none of them is asked for");
    if (!options_.half_width.empty() && options_.summary.empty())
      console_.warning("--half-width adds a column to --summary, which is not asked for");
  }

  std::string check_half_width() {
    if (options_.half_width.empty()) return {};
    std::string text = options_.half_width;
    const bool is_share = text.ends_with('%');
    if (is_share) text.pop_back();
    const auto number = nlohmann::json::parse(text, nullptr, false);
    if (!number.is_number() || number.get<double>() <= 0.0)
      return fmt::format("--half-width {}: expected a number above zero, or a percentage such as 5%",
                         options_.half_width);
    constexpr double kPercent = 0.01;
    if (is_share)
      summary_.relative_half_width = kPercent * number.get<double>();
    else
      summary_.half_width = number.get<double>();
    return {};
  }

  // The nearest name, or all of them.
  static std::string hint(const std::string& name, const std::vector<std::string>& known) {
    const std::string nearest = suggestion(name, known);
    return nearest.empty() ? fmt::format("; there are {}", fmt::join(known, ", ")) : nearest;
  }

  std::string check_names() const {
    for (const std::string& metric : options_.metrics) {
      if (std::ranges::find(collection_.metrics, metric) == collection_.metrics.end())
        return fmt::format("no run has the metric \"{}\"{}", metric, hint(metric, collection_.metrics));
    }
    const auto& known = collection_.parameters;
    if (!baseline_path_.empty() && baseline_path_ != "experiment" &&
        std::ranges::find(known, baseline_path_) == known.end())
      return fmt::format("the plan does not vary \"{}\"{}", baseline_path_, hint(baseline_path_, known));
    std::vector<std::string> axes = known;
    axes.insert(axes.end(), collection_.metrics.begin(), collection_.metrics.end());
    if (options_.over.empty() || std::ranges::find(axes, options_.over) != axes.end()) return {};
    const std::string nearest = suggestion(options_.over, axes);
    return fmt::format("--over {}: the plan does not vary it, and no run has such a metric{}", options_.over,
                       nearest.empty() ? hint(options_.over, known) : nearest);
  }

  bool read(const std::string& folder, Collection& out) const {
    CollectionReading reading = read_collection(folder);
    if (!reading.problem.empty()) console_.error(reading.problem);
    out = std::move(reading.collection);
    return reading.problem.empty();
  }

  void put(const std::string& path, const ResultTable& table) {
    if (code_ != ExitCode::ok) return;
    if (path == "-") {
      code_ = print_result(console_, csv_text(table, options_.csv_reader));
    } else if (const Failure failure = write_table(path, table, options_.csv_reader)) {
      code_ = refuse(*failure, ExitCode::bad_output, console_);
    } else {
      console_.info(fmt::format("wrote {} with {}", path, counted(table.rows.size(), "row")));
    }
  }

  void write_differences_to_baseline() {
    const std::string value = options_.baseline.substr(baseline_path_.size() + 1);
    const bool is_json = baseline_path_ != "experiment" && nlohmann::json::accept(value);
    const Comparison comparison = compare_with_baseline(
        collection_, baseline_path_, is_json ? value : nlohmann::json(value).dump(), summary_);
    if (comparison.pairs == 0) {
      code_ =
          refuse(fmt::format("no complete run with {} has a partner: pairs have the same seed and the same "
                             "other parameters",
                             options_.baseline),
                 ExitCode::nothing, console_);
      return;
    }
    if (comparison.only_b > 0)
      console_.warning(
          fmt::format("{} without a partner of {}", counted(comparison.only_b, "run"), options_.baseline));
    put(options_.comparison, comparison.table);
  }

  void write_comparison() {
    if (!options_.baseline.empty()) return write_differences_to_baseline();
    Collection other;
    if (!read(options_.against, other)) {
      code_ = ExitCode::bad_input;
      return;
    }
    const Comparison comparison = compare(collection_, other, summary_);
    if (comparison.pairs == 0) {
      code_ =
          refuse("the two batches have no run in common: pairs have the same experiment, parameters and seed",
                 ExitCode::nothing, console_);
      return;
    }
    if (comparison.only_a + comparison.only_b > 0)
      console_.warning(fmt::format("{} of {} and {} of {} have no partner", counted(comparison.only_a, "run"),
                                   options_.folder, comparison.only_b, options_.against));
    put(options_.comparison, comparison.table);
  }

  void write_plot() {
    const std::string& metric = options_.metrics.front();
    const JsonReading plan = read_result_below(options_.folder, "plan.json", kListLimits);
    const auto& known = collection_.parameters;
    const bool is_parameter = std::ranges::find(known, options_.over) != known.end();
    const std::string picture =
        plot_svg(collection_, {.metric = metric,
                               .over = options_.over,
                               .unit = unit_of_metric(metric, plan.document),
                               .over_unit = is_parameter ? unit_of_key(options_.over)
                                                         : unit_of_metric(options_.over, plan.document),
                               .confidence = options_.confidence});
    if (picture.empty()) {
      code_ = refuse("there is nothing to plot: no complete run has that metric and what it is drawn over",
                     ExitCode::nothing, console_);
    } else if (options_.plot == "-") {
      code_ = print_result(console_, picture);
    } else if (const Failure failure = write_whole_file(options_.plot, picture)) {
      code_ = refuse(*failure, ExitCode::bad_output, console_);
    } else {
      console_.info("wrote " + options_.plot);
    }
  }

  ExitCode report() const {
    const std::size_t complete = collection_.count(CollectedStatus::complete);
    const std::size_t failed = collection_.count(CollectedStatus::failed);
    const std::size_t missing = collection_.count(CollectedStatus::missing);
    const std::size_t damaged = collection_.count(CollectedStatus::damaged);
    const auto not_met = static_cast<std::size_t>(
        std::ranges::count(collection_.runs, std::optional(false), &CollectedRun::meets_expectations));
    const bool is_good = failed + missing + damaged + not_met == 0;
    if (console_.json()) {
      const nlohmann::ordered_json document = {{"ok", is_good},
                                               {"plan", collection_.plan},
                                               {"complete", complete},
                                               {"failed", failed},
                                               {"missing", missing},
                                               {"damaged", damaged},
                                               {"expectations_not_met", not_met}};
      return print_result(console_, pretty(document), is_good ? ExitCode::ok : ExitCode::no);
    }
    console_.info(fmt::format("{}: {} of {} complete, {} failed, {} missing", collection_.plan, complete,
                              counted(collection_.runs.size(), "run"), failed, missing));
    if (damaged > 0)
      console_.warning(fmt::format("the results of {} are damaged; drover batch runs them again",
                                   counted(damaged, "run")));
    if (not_met > 0) {
      const CollectedRun& first =
          *std::ranges::find(collection_.runs, std::optional(false), &CollectedRun::meets_expectations);
      console_.error(fmt::format("expectations are not met in {}; the first is {}: {}",
                                 counted(not_met, "run"), first.id, first.unmet));
    }
    return is_good ? ExitCode::ok : ExitCode::no;
  }

  const CollectCommandOptions& options_;
  const Console& console_;
  std::string baseline_path_;  // of --baseline; empty: none
  std::string output_;         // the table of all runs; empty: none
  SummaryOptions summary_;
  Collection collection_;
  ExitCode code_ = ExitCode::ok;
};

}  // namespace

ExitCode execute(const CollectCommandOptions& options, const Console& console) {
  return CollectCommand(options, console).execute();
}

}  // namespace drover
