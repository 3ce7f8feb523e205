#include "batch/collection.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "batch/result_state.h"
#include "batch/run_list.h"
#include "observe/metrics/expectations.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

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

std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::optional<bool> expectations_of(const Json& results) {
  const auto verdicts = results.find("expectations");
  if (verdicts == results.end() || !verdicts->is_array() || verdicts->empty()) return std::nullopt;
  return std::ranges::all_of(
      *verdicts, [](const Json& verdict) { return verdict.is_object() && verdict.value("pass", false); });
}

class Reader {
 public:
  explicit Reader(std::string folder) : folder_(std::move(folder)) {}

  CollectionReading read() {
    const Json list = read_json(folder_ + "/runs.json");
    if (!list.is_object() || !list.contains("runs") || !list["runs"].is_array())
      return {.collection = {},
              .problem = fmt::format("{} is no folder of a batch: it has no runs.json", folder_)};
    try {
      out_.plan = text_at(list, "plan");
      trace_ = text_at(list, "trace");
      for (const Json& path : list.at("parameters"))
        out_.parameters.push_back(path.get<std::string>());
      std::set<std::pair<std::string, std::string>> known;
      for (const Json& entry : list.at("runs")) {
        CollectedRun run = read_run(entry);
        if (known.emplace(point_key(run), run.id).second) out_.runs.push_back(std::move(run));
      }
    } catch (const Json::exception& error) {
      return {.collection = {}, .problem = fmt::format("{}/runs.json is damaged: {}", folder_, error.what())};
    }
    return {.collection = std::move(out_)};
  }

 private:
  CollectedRun read_run(const Json& entry) {
    CollectedRun run{.id = entry.at("id").get<std::string>(),
                     .experiment = text_at(entry, "experiment"),
                     .point = entry.at("point").get<std::uint64_t>(),
                     .replication = entry.at("replication").get<std::uint64_t>(),
                     .seed = entry.at("seed").get<std::uint64_t>()};
    for (const auto& [path, value] : entry.at("parameters").items())
      run.parameters[path] = value.dump();
    // Metrics count without the trace, which may be wanted since they were written.
    const std::string folder = fmt::format("{}/runs/{}", folder_, run.id);
    std::error_code error;
    const bool has_trace = !trace_.empty() && std::filesystem::exists(folder + "/" + trace_, error);
    Json results;
    const ResultState state = state_of_result(folder, has_trace ? trace_ : "", &results);
    if (state == ResultState::complete) {
      add_results(results, run);
    } else if (const Json failure = read_json(fmt::format("{}/failed/{}.json", folder_, run.id));
               failure.is_object()) {
      run.status = CollectedStatus::failed;
      run.problem = text_at(failure, "problem");
    } else if (state == ResultState::damaged) {
      run.status = CollectedStatus::damaged;
      run.problem = "its results are damaged; drover batch runs it again";
    }
    return run;
  }

  void add_results(const Json& results, CollectedRun& run) {
    run.status = CollectedStatus::complete;
    if (const auto made = results.find("provenance"); made != results.end())
      run.state_hash = text_at(*made, "state_hash");
    run.meets_expectations = expectations_of(results);
    for (NamedMetric& metric : named_metrics(results)) {
      if (metric.value) run.metrics[metric.path] = *metric.value;
      if (known_.insert(metric.path).second) out_.metrics.push_back(std::move(metric.path));
    }
  }

  std::string folder_;
  std::string trace_;  // that the plan wants of every run; empty: none
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

std::optional<bool> meets_expectations(const std::string& metrics_file) {
  const Json results = read_json(metrics_file);
  return results.is_object() ? expectations_of(results) : std::nullopt;
}

std::string unmet_expectation(const std::string& metrics_file) {
  const Json results = read_json(metrics_file);
  const Json verdicts = results.is_object() ? results.value("expectations", Json::array()) : Json::array();
  for (const Json& verdict : verdicts) {
    if (!verdict.is_object() || verdict.value("pass", false)) continue;
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
