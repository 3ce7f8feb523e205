// The metrics file of a run.
#pragma once

#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "observe/expectations.h"
#include "observe/metric_set.h"
#include "observe/output_file.h"
#include "observe/provenance.h"
#include "sim/simulator.h"

namespace drover {

inline constexpr int kMetricsFormat = 1;

struct MetricsDocument {
  const Provenance& provenance;
  const MetricResults& metrics;
  WorkCounters counters;
  std::vector<Verdict> verdicts = {};
  // Timing of this run on this machine. Without it the document is the same for every run of the scenario.
  std::optional<nlohmann::ordered_json> timing = {};
};

// {"format", "drover", "provenance", "metrics", "counters", "expectations", "not_reproducible"}; numbers that
// are absent are null.
nlohmann::ordered_json to_json(const MetricsDocument& document);

// Two spaces of indent and a line feed at the end; the form of every JSON file drover writes. Text that is
// not UTF-8 (a file name may be anything) has its bad bytes replaced.
std::string pretty(const nlohmann::ordered_json& document);

// Writes the document to an open file and publishes it.
[[nodiscard]] Failure write_json(OutputFile& file, const nlohmann::ordered_json& document);

}  // namespace drover
