#include "batch/collection.h"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "batch/result_state.h"
#include "batch/run_list.h"
#include "core/utf8.h"
#include "observe/metrics/expectations.h"
#include "observe/record/entry_below.h"
#include "run/result_json.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostNameBytes = 4096;  // as of strings in plans

// Numbers and truth values of nested objects, by the path to them.
void flatten(const Json& value, const std::string& path, std::vector<NamedMetric>& metrics) {
  if (value.is_object()) {
    for (const auto& [key, member] : value.items())
      flatten(member, path.empty() ? key : path + "." + key, metrics);
    return;
  }
  if (value.is_array() || value.is_string()) return;
  NamedMetric& metric = metrics.emplace_back(NamedMetric{.path = path});
  if (value.is_number()) metric.value = value.get<double>();
  if (value.is_boolean()) metric.value = value.get<bool>() ? 1.0 : 0.0;
}

class Reader {
 public:
  explicit Reader(std::string folder) : folder_(std::move(folder)) {}

  CollectionReading read() {
    if (entry_below(folder_, "runs.json") == Entry::absent)
      return refuse(fmt::format("{} is no folder of a batch: it has no runs.json", folder_));
    const JsonReading reading = read_result_below(folder_, "runs.json", kListLimits);
    const Json& list = reading.document;
    if (!reading.problem.empty()) return refuse(reading.problem);
    try {
      read_names(list);
      std::set<std::pair<std::string, std::string>> known;
      for (const Json& entry : list.at("runs")) {
        CollectedRun run = read_run(entry);
        if (known.emplace(point_key(run), run.id).second) out_.runs.push_back(std::move(run));
      }
    } catch (const Json::exception& error) {
      return refuse(fmt::format("{}/runs.json is damaged: {}", folder_, error.what()));
    } catch (const BadList& problem) {
      return refuse(fmt::format("{}/runs.json: {}", folder_, problem.what()));
    }
    return {.collection = std::move(out_)};
  }

 private:
  struct BadList : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  static CollectionReading refuse(std::string problem) {
    return {.collection = {}, .problem = std::move(problem)};
  }

  // Names become titles, columns and parts of paths. The rules are those of plans.
  static std::string checked_name(std::string name) {
    if (name.size() <= kMostNameBytes && character_problem(name).empty()) return name;
    throw BadList(fmt::format("\"{}\" is no name", make_visible(shorten(name))));
  }

  void read_names(const Json& list) {
    out_.plan = checked_name(text_at(list, "plan"));
    out_.trace = checked_name(text_at(list, "trace"));
    if (!out_.trace.empty() && !is_name_of_trace(out_.trace))
      throw BadList(fmt::format("\"{}\" is no name of a trace", out_.trace));
    for (const Json& path : list.at("parameters"))
      out_.parameters.push_back(checked_name(path.get<std::string>()));
  }

  CollectedRun read_run(const Json& entry) {
    CollectedRun run{.id = checked_name(entry.at("id").get<std::string>()),
                     .experiment = checked_name(text_at(entry, "experiment")),
                     .point = entry.at("point").get<std::uint64_t>(),
                     .replication = entry.at("replication").get<std::uint64_t>(),
                     .seed = entry.at("seed").get<std::uint64_t>()};
    if (!is_run_id(run.id)) throw BadList(fmt::format("\"{}\" is no id of a run", run.id));
    for (const auto& [path, value] : entry.at("parameters").items())
      run.parameters[checked_name(path)] = value.dump();
    // Metrics count without the trace, which may be wanted since they were written.
    const std::string trace = fmt::format("runs/{}/{}", run.id, out_.trace);
    const bool has_trace = !out_.trace.empty() && entry_below(folder_, trace) != Entry::absent;
    StoredResult stored = read_stored(folder_, {.id = run.id, .seed = run.seed}, has_trace ? out_.trace : "");
    if (stored.state == ResultState::complete) {
      add_results(stored.metrics, run);
      return run;
    }
    const JsonReading failure = read_result_below(folder_, fmt::format("failed/{}.json", run.id));
    if (failure.document.is_object()) {
      run.status = CollectedStatus::failed;
      run.problem = text_at(failure.document, "problem");
    } else if (stored.state == ResultState::damaged) {
      run.status = CollectedStatus::damaged;
      run.problem = fmt::format("{}; drover batch runs it again", stored.problem);
    }
    return run;
  }

  void add_results(const Json& results, CollectedRun& run) {
    run.status = CollectedStatus::complete;
    if (const auto made = results.find("provenance"); made != results.end())
      run.state_hash = text_at(*made, "state_hash");
    if (!results.at("expectations").empty()) {
      run.unmet = unmet_expectation(results);
      run.meets_expectations = run.unmet.empty();
    }
    for (NamedMetric& metric : named_metrics(results)) {
      if (metric.value) run.metrics[metric.path] = *metric.value;
      if (known_.insert(metric.path).second) out_.metrics.push_back(checked_name(metric.path));
    }
  }

  std::string folder_;
  Collection out_;
  std::set<std::string> known_;
};

Cell text_cell(const std::string& text) {
  return text.empty() ? Cell() : Cell(text);
}

// In the order of CollectedStatus.
constexpr std::array kStatusNames = {"complete", "failed", "missing", "damaged"};

}  // namespace

std::size_t Collection::count(CollectedStatus status) const {
  return static_cast<std::size_t>(std::ranges::count(runs, status, &CollectedRun::status));
}

std::vector<NamedMetric> named_metrics(const Json& results) {
  std::vector<NamedMetric> out;
  if (const auto metrics = results.find("metrics"); metrics != results.end()) flatten(*metrics, "", out);
  return out;
}

std::string unmet_expectation(const Json& results) {
  for (const Json& verdict : results.at("expectations")) {
    if (verdict.value("pass", false)) continue;
    return describe_verdict(
        {.metric = text_at(verdict, "metric"),
         .at_most = number_at(verdict, "at_most"),
         .at_least = number_at(verdict, "at_least"),
         .value = {.number = number_at(verdict, "value"), .why = text_at(verdict, "why")}});
  }
  return {};
}

std::string point_key(const CollectedRun& run) {
  std::string key = run.experiment;
  for (const auto& [path, value] : run.parameters)
    key += fmt::format("\n{}={}", path, plain_value(value));
  return key;
}

CollectionReading read_collection(const std::string& folder) {
  return Reader(folder).read();
}

Cell parameter_cell(const CollectedRun& run, const std::string& path) {
  const auto found = run.parameters.find(path);
  if (found == run.parameters.end()) return {};
  const Json value = Json::parse(found->second, nullptr, false);
  if (value.is_number_integer()) return {value.get<std::int64_t>()};
  if (value.is_number()) return {value.get<double>()};
  if (value.is_string()) return {value.get<std::string>()};
  return {found->second};
}

ResultTable run_table(const Collection& collection) {
  ResultTable table{.name = "runs",
                    .columns = {"id", "experiment", "point", "replication", "seed", "status", "problem",
                                "state_hash", "meets_expectations"},
                    .rows = {}};
  table.add_columns(collection.parameters);
  table.add_columns(collection.metrics);
  for (const CollectedRun& run : collection.runs) {
    std::vector<Cell>& row = table.rows.emplace_back();
    row = {run.id,
           text_cell(run.experiment),
           static_cast<std::int64_t>(run.point),
           static_cast<std::int64_t>(run.replication),
           static_cast<std::int64_t>(run.seed),
           std::string(kStatusNames.at(static_cast<std::size_t>(run.status))),
           text_cell(run.problem),
           text_cell(run.state_hash),
           run.meets_expectations ? Cell(std::int64_t{*run.meets_expectations ? 1 : 0}) : Cell()};
    for (const std::string& path : collection.parameters)
      row.push_back(parameter_cell(run, path));
    for (const std::string& name : collection.metrics) {
      const auto found = run.metrics.find(name);
      row.push_back(found == run.metrics.end() ? Cell() : Cell(found->second));
    }
  }
  return table;
}

}  // namespace drover
