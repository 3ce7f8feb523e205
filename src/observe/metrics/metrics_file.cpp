#include "observe/metrics/metrics_file.h"

#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/check.h"
#include "observe/dataset/row_formatter.h"
#include "observe/record/dataset_file.h"

namespace drover {
namespace {

TraceFormat text_format(RowsFormat format) {
  return format == RowsFormat::csv ? TraceFormat::csv : TraceFormat::json_lines;
}

}  // namespace

std::string table_path(const std::string& metrics_path, std::string_view table, RowsFormat format) {
  std::filesystem::path path = metrics_path;
  const std::string stem = path.extension() == ".json" ? path.stem().string() : path.filename().string();
  return path.replace_filename(fmt::format("{}.{}.{}", stem, table, name_of(text_format(format)))).string();
}

Failure TableFiles::open(const std::string& metrics_path, std::span<const MetricTable> tables,
                         RowsFormat format, Durability durability, CsvReader reader) {
  format_ = format;
  reader_ = reader;
  for (const MetricTable& table : tables) {
    const std::string path = table_path(metrics_path, table.name(), format);
    if (Failure failure = files_.emplace_back().open(path, durability)) return failure;
    infos_.push_back({table.name(),
                      std::filesystem::path(path).filename().string(),
                      {table.columns().begin(), table.columns().end()}});
  }
  return std::nullopt;
}

Failure TableFiles::publish(std::span<const MetricTable> tables, bool is_complete) {
  DROVER_CHECK(tables.size() == files_.size(), "the tables are those the files were opened for");
  for (std::size_t k = 0; k < files_.size(); ++k) {
    RowFormatter formatter(text_format(format_), tables[k].columns(), {}, reader_);
    fmt::memory_buffer text;
    text.append(std::string_view(formatter.header()));
    for (std::size_t row = 0; row < tables[k].row_count(); ++row)
      formatter.append(tables[k].row(row), text);
    if (Failure failure = files_[k].write({text.data(), text.size()})) return failure;
    if (Failure failure = files_[k].publish(is_complete)) return failure;
  }
  return std::nullopt;
}

std::vector<std::string> TableFiles::paths() const {
  std::vector<std::string> paths;
  for (const OutputFile& file : files_)
    paths.push_back(file.path());
  return paths;
}

nlohmann::ordered_json to_json(const MetricsDocument& document) {
  nlohmann::ordered_json out;
  out["format"] = kMetricsFormat;
  out["drover"] = drover_version();
  out["provenance"] = to_json(document.provenance);
  out["metrics"] = document.metrics.to_json();
  for (const TableInfo& table : document.tables) {
    nlohmann::ordered_json& entry = out["tables"][table.name];
    entry["file"] = table.file;
    for (const TableColumn& column : table.columns)
      entry["columns"].push_back(column_json(column));
  }
  out["counters"] = {{"agent_steps", document.counters.agent_steps},
                     {"pairs_tested", document.counters.pairs_tested}};
  out["expectations"] = to_json(std::span<const Verdict>(document.verdicts));
  if (document.timing != nullptr) out["not_reproducible"]["timing"] = *document.timing;
  return out;
}

}  // namespace drover
