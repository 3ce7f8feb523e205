#include "observe/metrics/table_file.h"

#include <filesystem>

#include <fmt/format.h>

#include "core/check.h"
#include "observe/dataset/row_formatter.h"

namespace drover {
namespace {

TraceFormat text_format(RowsFormat format) {
  return format == RowsFormat::csv ? TraceFormat::csv : TraceFormat::json_lines;
}

std::string text_of(const MetricTable& table, RowsFormat format) {
  RowFormatter formatter(text_format(format), table.columns());
  fmt::memory_buffer text;
  text.append(std::string_view(formatter.header()));
  for (std::size_t k = 0; k < table.row_count(); ++k)
    formatter.append(table.row(k), text);
  return fmt::to_string(text);
}

}  // namespace

std::string table_path(const std::string& metrics_path, std::string_view table, RowsFormat format) {
  std::filesystem::path path = metrics_path;
  const std::string stem = path.extension() == ".json" ? path.stem().string() : path.filename().string();
  return path.replace_filename(fmt::format("{}.{}.{}", stem, table, name_of(text_format(format)))).string();
}

Failure TableFiles::open(const std::string& metrics_path, std::span<const MetricTable> tables,
                         RowsFormat format, Durability durability) {
  format_ = format;
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
    if (Failure failure = files_[k].write(text_of(tables[k], format_))) return failure;
    if (Failure failure = is_complete ? files_[k].commit() : files_[k].keep_incomplete()) return failure;
  }
  return std::nullopt;
}

std::vector<std::string> TableFiles::paths() const {
  std::vector<std::string> paths;
  for (const OutputFile& file : files_)
    paths.push_back(file.path());
  return paths;
}

}  // namespace drover
