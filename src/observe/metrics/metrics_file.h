// The metrics file of a run, and the files of the rows that metrics have: one beside it for each table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/escape.h"
#include "observe/metrics/expectations.h"
#include "observe/metrics/metric_set.h"
#include "observe/metrics/metric_table.h"
#include "observe/record/output_file.h"
#include "observe/record/provenance.h"
#include "sim/definitions/definitions.h"
#include "sim/step/simulator.h"

namespace drover {

// Where a table goes: "out/metrics.hall.csv" beside "out/metrics.json".
std::string table_path(const std::string& metrics_path, std::string_view table, RowsFormat format);

// What the metrics file says about a table.
struct TableInfo {
  std::string name;
  std::string file;  // its name, in the folder of the metrics file
  std::vector<TableColumn> columns;
};

class TableFiles {
 public:
  // Creates the files, so that a bad path fails before the run.
  [[nodiscard]] Failure open(const std::string& metrics_path, std::span<const MetricTable> tables,
                             RowsFormat format, Durability durability, CsvReader reader = CsvReader::program);

  // Writes and publishes the rows of the same tables. Those of a run that is not complete keep the ending
  // ".incomplete".
  [[nodiscard]] Failure publish(std::span<const MetricTable> tables, bool is_complete);

  // As given to the files, in the order of the tables.
  std::vector<std::string> paths() const;
  const std::vector<TableInfo>& infos() const { return infos_; }

 private:
  RowsFormat format_ = RowsFormat::csv;
  CsvReader reader_ = CsvReader::program;
  std::vector<OutputFile> files_;
  std::vector<TableInfo> infos_;
};

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
