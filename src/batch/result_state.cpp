#include "batch/result_state.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "core/hash.h"
#include "observe/record/dataset_file.h"
#include "observe/record/entry_below.h"
#include "observe/record/projectile_table.h"
#include "run/result_json.h"
#include "run/result_set.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

const Json& part_of(const Json& document, const char* pointer) {
  static const Json kNothing;
  const Json::json_pointer place(pointer);
  return document.is_structured() && document.contains(place) ? document.at(place) : kNothing;
}

// {"metric", "at_most", "at_least"}: an expectation as verdicts repeat it.
Json expectation_of(Json verdict) {
  for (const char* answer : {"value", "why", "pass"})
    verdict.erase(answer);
  return verdict;
}

// Whether the metrics, or the counters, hold the value that a verdict tells. Not every counter is written.
bool is_measured(const std::string& path, const Json& value, const Json& results) {
  constexpr std::string_view kCounters = "counters.";
  if (path.starts_with(kCounters)) {
    const Json& counters = part_of(results, "/counters");
    const auto counter = counters.find(path.substr(kCounters.size()));
    return counter == counters.end() || *counter == value;
  }
  // Names may have dots in them.
  for (const auto& [name, outputs] : part_of(results, "/metrics").items()) {
    if (!path.starts_with(name + ".")) continue;
    const auto found = outputs.find(path.substr(name.size() + 1));
    if (found != outputs.end() && *found == value) return true;
  }
  return false;
}

// Whether a verdict follows from the numbers beside it.
bool is_founded(const Json& verdict, const Json& results) {
  if (!verdict.is_object()) return false;
  const std::optional<double> value = number_at(verdict, "value");
  const std::optional<double> at_most = number_at(verdict, "at_most");
  const std::optional<double> at_least = number_at(verdict, "at_least");
  const bool passes = value && (!at_most || *value <= *at_most) && (!at_least || *value >= *at_least);
  return part_of(verdict, "/pass") == Json(passes) &&
         is_measured(text_at(verdict, "metric"), part_of(verdict, "/value"), results);
}

std::string problem_with_verdicts(const RunKey& key, const Json& results) {
  const Json& verdicts = part_of(results, "/expectations");
  if (!verdicts.is_array()) return "they judge no expectations";
  Json expectations = Json::array();
  for (const Json& verdict : verdicts) {
    if (!is_founded(verdict, results)) return "a verdict does not follow from the metrics";
    expectations.push_back(expectation_of(verdict));
  }
  const bool is_of_run = !key.expectations || *key.expectations == hash_bytes(expectations.dump());
  return is_of_run ? "" : "they judge other expectations";
}

// Why metrics are not those of the whole run.
std::string problem_with_metrics(const RunKey& key, const Json& results) {
  const Json& origin = part_of(results, "/provenance");
  if (part_of(origin, "/complete") != Json(true) || !part_of(results, "/metrics").is_object())
    return "they are not those of a whole run";
  const std::string id =
      run_id(text_at(origin, "scenario_hash"), text_at(origin, "drover"), text_at(origin, "numerics"));
  const bool is_of_id = key.id == id || "r" + key.id == id;
  if (!is_of_id || (key.seed && part_of(origin, "/seed") != Json(*key.seed)))
    return "they are of another scenario, seed, version of drover or arithmetic";
  if (origin.contains("resumed_at") || (key.steps && part_of(origin, "/steps") != Json(*key.steps)))
    return "they are of other steps";
  return problem_with_verdicts(key, results);
}

// A name within the folder of the run.
bool is_file_name(const Json& name) {
  return name.is_string() && name.get_ref<const std::string&>().find('/') == std::string::npos;
}

// The files of rows have a header where they are CSV; what else they hold is not written anywhere.
bool has_tables(const std::string& folder, const std::string& run, const Json& results) {
  const Json& tables = part_of(results, "/tables");
  return tables.is_null() || std::ranges::all_of(tables, [&](const Json& table) {
           const Json& file = part_of(table, "/file");
           if (!is_file_name(file)) return false;
           const std::string name = run + "/" + file.get<std::string>();
           if (entry_below(folder, name) != Entry::file) return false;
           std::error_code error;
           const bool is_empty = std::filesystem::file_size(folder + "/" + name, error) == 0;
           return !error && !(is_empty && name.ends_with(".csv"));
         });
}

std::string problem_with_file(const std::string& folder, const std::string& name, const Json& content,
                              FileCheck check) {
  const std::string path = folder + "/" + name;
  if (entry_below(folder, name) != Entry::file)
    return fmt::format("{} is no regular file, or a symbolic link leads to it", path);
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  const bool is_whole = !error && part_of(content, "/bytes") == Json(size);
  if (is_whole && (check == FileCheck::size || has_content(path, content))) return {};
  return fmt::format("{} is not what was written", path);
}

std::string problem_with_trace(const std::string& folder, const std::string& name, const Json& results,
                               FileCheck check) {
  const JsonReading meta = read_result_below(folder, trace_meta_path(name), kListLimits);
  if (!meta.problem.empty()) return meta.problem;
  if (part_of(meta.document, "/provenance") != part_of(results, "/provenance"))
    return fmt::format("{}/{} is of another run", folder, name);
  std::string problem = problem_with_file(folder, name, part_of(meta.document, "/content"), check);
  if (!problem.empty() || part_of(meta.document, "/projectiles/file").is_null()) return problem;
  const std::string table = find_projectile_table(name, meta.document);
  return problem_with_file(folder, table, part_of(meta.document, "/projectiles/content"), check);
}

}  // namespace

std::string run_id(std::string_view scenario_hash, std::string_view drover, std::string_view numerics) {
  return "r" + hex(hash_bytes(fmt::format("{} {} {}", scenario_hash, drover, numerics)));
}

bool is_run_id(std::string_view text) {
  if (text.starts_with('r')) text.remove_prefix(1);
  return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::uint64_t hash_of_expectations(const ScenarioDef& scenario) {
  Json expectations = Json::array();
  for (const ExpectDef& expectation : scenario.expect) {
    Json& entry = expectations.emplace_back(Json{{"metric", expectation.metric}});
    if (expectation.at_most.is_present()) entry["at_most"] = expectation.at_most.constant();
    if (expectation.at_least.is_present()) entry["at_least"] = expectation.at_least.constant();
  }
  return hash_bytes(expectations.dump());
}

StoredResult read_stored(const std::string& folder, const RunKey& key, const std::string& trace,
                         FileCheck check) {
  const std::string run = "runs/" + key.id;
  const std::string file = run + "/metrics.json";
  const std::string trace_file = run + "/" + trace;
  const bool is_there = entry_below(folder, file) != Entry::absent &&
                        (trace.empty() || entry_below(folder, trace_file) != Entry::absent);
  if (!is_there) return {};
  JsonReading results = read_result_below(folder, file);
  StoredResult stored{.state = ResultState::damaged, .problem = std::move(results.problem)};
  if (!stored.problem.empty()) return stored;
  stored.problem = problem_with_metrics(key, results.document);
  if (stored.problem.empty() && !has_tables(folder, run, results.document))
    stored.problem = "its files of rows are not whole";
  if (!stored.problem.empty()) {
    stored.problem = fmt::format("the results in {}/{} do not count: {}", folder, file, stored.problem);
    return stored;
  }
  if (!trace.empty()) stored.problem = problem_with_trace(folder, trace_file, results.document, check);
  if (!stored.problem.empty()) return stored;
  return {.state = ResultState::complete, .metrics = std::move(results.document)};
}

}  // namespace drover
