// The metrics file of a run.
#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "observe/metrics/expectations.h"
#include "observe/metrics/metric_set.h"
#include "observe/metrics/table_file.h"
#include "observe/record/provenance.h"
#include "sim/step/simulator.h"

namespace drover {

inline constexpr int kMetricsFormat = 1;

struct MetricsDocument {
  const Provenance& provenance;
  const MetricResults& metrics;
  WorkCounters counters;
  std::vector<Verdict> verdicts = {};
  // Timing of this run on this machine. Without it the document is the same for every run of the scenario.
  const nlohmann::ordered_json* timing = nullptr;
  std::vector<TableInfo> tables = {};  // beside the file
};

// {"format", "drover", "provenance", "metrics", "tables", "counters", "expectations", "not_reproducible"};
// numbers that are absent are null. Without tables there is no such key.
nlohmann::ordered_json to_json(const MetricsDocument& document);

}  // namespace drover
