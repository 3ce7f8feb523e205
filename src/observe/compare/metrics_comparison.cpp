#include "observe/compare/metrics_comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/numerics.h"

namespace drover {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kScenarioHash = "scenario_hash";
constexpr const char* kStateHash = "state_hash";
constexpr std::array<const char*, 6> kFacts = {kScenarioHash, "seed", "steps", "dt", kStateHash, "complete"};
constexpr const char* kCounters = "counters";

struct Leaf {
  std::string path;
  const Json* value;
};

void collect(const Json& object, const std::string& before, std::vector<Leaf>& leaves) {
  for (const auto& [key, value] : object.items()) {
    if (value.is_object()) {
      collect(value, before + key + ".", leaves);
    } else {
      leaves.push_back({before + key, &value});
    }
  }
}

// In the order of the object.
std::vector<Leaf> leaves_of(const Json& metrics, const std::string& before = "") {
  std::vector<Leaf> leaves;
  collect(metrics, before, leaves);
  return leaves;
}

std::optional<double> number_of(const Json& value) {
  if (value.is_null()) return std::nullopt;
  return value.get<double>();
}

MetricDifference only_on_one_side(const Leaf& leaf, bool is_expected) {
  MetricDifference difference;
  difference.metric = leaf.path;
  (is_expected ? difference.expected : difference.actual) = number_of(*leaf.value);
  difference.only_expected = is_expected;
  difference.only_actual = !is_expected;
  difference.excess = std::numeric_limits<double>::infinity();
  return difference;
}

// Empty for equal values.
std::optional<MetricDifference> compare(const Leaf& expected, const Leaf& actual,
                                        const Tolerances& tolerances) {
  constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();
  MetricDifference difference;
  difference.metric = expected.path;
  difference.expected = number_of(*expected.value);
  difference.actual = number_of(*actual.value);
  difference.tolerance = tolerances.of(expected.path);
  difference.excess = excess(difference.expected.value_or(kAbsent), difference.actual.value_or(kAbsent),
                             difference.tolerance);
  difference.is_tolerated = difference.excess <= 1.0;
  if (difference.excess == 0.0) return std::nullopt;
  return difference;
}

std::uint64_t compare_leaves(const std::vector<Leaf>& expected, const std::vector<Leaf>& actual,
                             const Tolerances& tolerances, std::vector<MetricDifference>& differences) {
  std::map<std::string_view, const Leaf*> unmatched;
  for (const Leaf& leaf : actual)
    unmatched.emplace(leaf.path, &leaf);
  std::uint64_t count = 0;
  for (const Leaf& leaf : expected) {
    const auto other = unmatched.find(leaf.path);
    if (other == unmatched.end()) {
      differences.push_back(only_on_one_side(leaf, true));
      continue;
    }
    if (auto difference = compare(leaf, *other->second, tolerances))
      differences.push_back(std::move(*difference));
    unmatched.erase(other);
    ++count;
  }
  for (const Leaf& leaf : actual) {
    if (unmatched.contains(leaf.path)) differences.push_back(only_on_one_side(leaf, false));
  }
  return count;
}

// Text that is not UTF-8 has its bad bytes replaced.
std::string text_of(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string hash_form_of(const Json& provenance) {
  const auto form = provenance.find("hashes");
  const bool is_named = form != provenance.end() && form->is_string();
  return is_named ? form->get<std::string>() : std::string(kFirstHashForm);
}

bool has_object(const Json& file, const char* part) {
  return file.contains(part) && file[part].is_object();
}

// Whether both have the part; one that only one has is noted.
bool share_part(const Json& expected, const Json& actual, const char* part, MetricsComparison& result) {
  const bool in_expected = has_object(expected, part);
  const bool in_actual = has_object(actual, part);
  if (in_expected && !in_actual) result.only_expected_parts.emplace_back(part);
  if (in_actual && !in_expected) result.only_actual_parts.emplace_back(part);
  return in_expected && in_actual;
}

Json or_null(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

}  // namespace

std::vector<std::string> metric_paths(const Json& metrics) {
  std::vector<std::string> paths;
  for (const Leaf& leaf : leaves_of(metrics))
    paths.push_back(leaf.path);
  return paths;
}

std::string metrics_problem(const Json& metrics) {
  if (!metrics.is_object()) return "an object of metrics is needed";
  for (const Leaf& leaf : leaves_of(metrics)) {
    if (leaf.value->is_number() || leaf.value->is_null()) continue;
    return fmt::format("{} is neither a number nor null", leaf.path);
  }
  return {};
}

std::vector<MetricDifference> compare_metrics(const Json& expected, const Json& actual,
                                              const Tolerances& tolerances) {
  std::vector<MetricDifference> differences;
  compare_leaves(leaves_of(expected), leaves_of(actual), tolerances, differences);
  return differences;
}

MetricsComparison compare_metrics_files(const Json& expected, const Json& actual,
                                        const Tolerances& tolerances) {
  MetricsComparison result;
  for (const char* part : {"metrics", kCounters}) {
    if (!share_part(expected, actual, part, result)) continue;
    const std::string before = part == kCounters ? "counters." : "";
    result.values += compare_leaves(leaves_of(expected[part], before), leaves_of(actual[part], before),
                                    tolerances, result.metrics);
  }
  if (!share_part(expected, actual, "provenance", result)) return result;
  const Json& origin = expected["provenance"];
  const Json& other_origin = actual["provenance"];
  result.has_other_hashes = hash_form_of(origin) != hash_form_of(other_origin);
  for (const char* fact : kFacts) {
    const bool is_hash = fact == kScenarioHash || fact == kStateHash;
    if (is_hash && result.has_other_hashes) continue;
    const Json a = origin.value(fact, Json());
    const Json b = other_origin.value(fact, Json());
    if (a != b)
      result.facts.push_back({fact, text_of(a), text_of(b), fact == kStateHash && !tolerances.is_exact()});
  }
  return result;
}

std::vector<std::string> tolerable_paths(const Json& file) {
  std::vector<std::string> paths;
  if (has_object(file, "metrics")) paths = metric_paths(file["metrics"]);
  if (!has_object(file, kCounters)) return paths;
  for (const Leaf& leaf : leaves_of(file[kCounters], "counters."))
    paths.push_back(leaf.path);
  return paths;
}

std::uint64_t MetricsComparison::tolerated() const {
  const auto is_tolerated = [](const auto& difference) { return difference.is_tolerated; };
  return static_cast<std::uint64_t>(std::count_if(metrics.begin(), metrics.end(), is_tolerated));
}

bool MetricsComparison::agrees() const {
  const auto is_tolerated = [](const auto& difference) { return difference.is_tolerated; };
  return std::all_of(metrics.begin(), metrics.end(), is_tolerated) &&
         std::all_of(facts.begin(), facts.end(), is_tolerated);
}

Json to_json(const MetricDifference& difference) {
  Json out;
  out["metric"] = difference.metric;
  out["expected"] = or_null(difference.expected);
  out["actual"] = or_null(difference.actual);
  if (difference.only_expected || difference.only_actual)
    out["only_in"] = difference.only_expected ? "expected" : "actual";
  out["absolute_tolerance"] = difference.tolerance.absolute;
  out["relative_tolerance"] = difference.tolerance.relative;
  out["times_tolerance"] = or_null(difference.excess);
  out["tolerated"] = difference.is_tolerated;
  return out;
}

Json to_json(const FactDifference& difference) {
  return {{"fact", difference.fact},
          {"expected", Json::parse(difference.expected)},
          {"actual", Json::parse(difference.actual)},
          {"tolerated", difference.is_tolerated}};
}

Json to_json(const MetricsComparison& comparison) {
  Json out;
  out["values_compared"] = comparison.values;
  out["differences"] = Json::array();
  for (const MetricDifference& difference : comparison.metrics)
    out["differences"].push_back(to_json(difference));
  out["facts"] = Json::array();
  for (const FactDifference& fact : comparison.facts)
    out["facts"].push_back(to_json(fact));
  out["only_in_expected"] = comparison.only_expected_parts;
  out["only_in_actual"] = comparison.only_actual_parts;
  return out;
}

}  // namespace drover
