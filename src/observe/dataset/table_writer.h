// Writes a table as text, row by row: CSV and JSON Lines.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "observe/dataset/dataset_format.h"
#include "observe/dataset/row_formatter.h"

namespace drover {

class TableWriter final : public DatasetWriter {
 public:
  TableWriter(TraceFormat format, const DatasetSpec& spec, ByteSink sink);

  [[nodiscard]] Failure begin() override { return sink_(formatter_.header()); }
  [[nodiscard]] Failure add(std::span<const std::uint64_t> words) override;
  [[nodiscard]] Failure finish() override;
  std::uint64_t text_word(std::size_t column, const std::string& text) override;

 private:
  RowFormatter formatter_;
  ByteSink sink_;
  fmt::memory_buffer text_;
  std::vector<std::map<std::string, std::uint64_t, std::less<>>> words_;  // of texts added to each column
};

}  // namespace drover
