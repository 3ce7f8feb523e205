// The rows a metric has besides its numbers: its course over time, or what happened one by one. They go into
// a file of their own beside the metrics file (observe/metrics/metrics_file.h).
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/check.h"
#include "observe/dataset/table_column.h"

namespace drover {

class MetricTable {
 public:
  // The value of a column; a number may be missing.
  class Cell {
   public:
    Cell(double value) : word_(std::bit_cast<std::uint64_t>(value)) {}
    Cell(std::optional<double> value) : Cell(value.value_or(std::numeric_limits<double>::quiet_NaN())) {}
    // An integer, or the index of a text.
    Cell(std::uint64_t value) : word_(value) {}
    std::uint64_t word() const { return word_; }

   private:
    std::uint64_t word_;
  };

  MetricTable(std::string name, std::vector<TableColumn> columns)
      : name_(std::move(name)), columns_(std::move(columns)) {}

  const std::string& name() const { return name_; }
  std::span<const TableColumn> columns() const { return columns_; }

  void add_row(std::span<const Cell> cells) {
    DROVER_CHECK(cells.size() == columns_.size(), "a row has a cell for every column");
    for (const Cell& cell : cells)
      words_.push_back(cell.word());
  }
  void add_row(std::initializer_list<Cell> cells) { add_row(std::span(cells.begin(), cells.size())); }

  std::size_t row_count() const { return columns_.empty() ? 0 : words_.size() / columns_.size(); }
  // The words of a row, as RowFormatter takes them.
  std::span<const std::uint64_t> row(std::size_t index) const {
    return std::span(words_).subspan(index * columns_.size(), columns_.size());
  }

 private:
  std::string name_;
  std::vector<TableColumn> columns_;
  std::vector<std::uint64_t> words_;  // row by row
};

}  // namespace drover
