// The files of the rows that metrics have: one beside the metrics file for each table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "observe/metrics/metric_table.h"
#include "observe/record/output_file.h"
#include "sim/definitions/definitions.h"

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
                             RowsFormat format, Durability durability);

  // Writes and publishes the rows of the same tables. Those of a run that is not complete keep the ending
  // ".incomplete".
  [[nodiscard]] Failure publish(std::span<const MetricTable> tables, bool is_complete);

  // As given to the files, in the order of the tables.
  std::vector<std::string> paths() const;
  const std::vector<TableInfo>& infos() const { return infos_; }

 private:
  RowsFormat format_ = RowsFormat::csv;
  std::vector<OutputFile> files_;
  std::vector<TableInfo> infos_;
};

}  // namespace drover
