// Compares the metrics of two runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "observe/compare/tolerances.h"

namespace drover {

// A metric that two runs do not agree about.
struct MetricDifference {
  std::string metric;              // "collisions.agent_agent"
  std::optional<double> expected;  // none: there was nothing to measure
  std::optional<double> actual;
  Tolerance tolerance;
  // Exactly one of them where only one side has the metric at all.
  bool only_expected = false;
  bool only_actual = false;
  bool is_tolerated = false;
  double excess = 0.0;
};

// A fact that is equal or not, without a tolerance, such as the seed.
struct FactDifference {
  std::string fact;
  std::string expected;  // as JSON
  std::string actual;
  bool is_tolerated = false;
};

// The paths of all values in a "metrics" object, in its order: {"collisions": {"agent_agent": 0}} has
// "collisions.agent_agent".
std::vector<std::string> metric_paths(const nlohmann::ordered_json& metrics);

// Why an object cannot be compared: it has a value that is neither a number nor null, or no value at all.
// Empty when it can.
std::string metrics_problem(const nlohmann::ordered_json& metrics);

// All differences between two "metrics" objects without a metrics_problem(), those within their tolerance
// included: in the order of the expected ones, then those that only the actual ones have. Tolerances are by
// path.
std::vector<MetricDifference> compare_metrics(const nlohmann::ordered_json& expected,
                                              const nlohmann::ordered_json& actual,
                                              const Tolerances& tolerances);

struct MetricsComparison {
  std::uint64_t values = 0;  // that both have
  std::vector<MetricDifference> metrics = {};
  std::vector<FactDifference> facts = {};
  // Parts of the files that one of them lacks, and that are not compared for that.
  std::vector<std::string> only_expected_parts = {};
  std::vector<std::string> only_actual_parts = {};
  // Their hashes have two forms (kHashForm), which say nothing about each other, and are not compared.
  bool has_other_hashes = false;

  std::uint64_t tolerated() const;
  bool agrees() const;
};

// The same for whole metrics files, with the work counters (as "counters.agent_steps") and the provenance.
// Where any tolerance is given, another state hash is tolerated: it says no more than that some bit differs.
// Values that are not reproducible, such as times, are not compared.
MetricsComparison compare_metrics_files(const nlohmann::ordered_json& expected,
                                        const nlohmann::ordered_json& actual, const Tolerances& tolerances);

// The paths for which tolerances can be given for a whole file.
std::vector<std::string> tolerable_paths(const nlohmann::ordered_json& file);

nlohmann::ordered_json to_json(const MetricDifference& difference);
nlohmann::ordered_json to_json(const FactDifference& difference);
nlohmann::ordered_json to_json(const MetricsComparison& comparison);

}  // namespace drover
